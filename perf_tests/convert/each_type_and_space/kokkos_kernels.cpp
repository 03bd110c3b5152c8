// SPDX-License-Identifier: Apache-2.0
#ifdef ARAIOS_HAVE_KOKKOS_KERNELS
#include "baselines/kokkos_kernels_conversions.hpp"
#include "convert/time_library_conversion.hpp"
#include "harness/strict_rows.hpp"
#include "harness/types.hpp"

#include <Araios/convert.hpp>

namespace Araios::Perf {

namespace {

// Both ways with and without the sort that gives what the others give; without it, the check sorts.
template <class Exec, class Type>
void time_csc(ConvertOn<Exec, Type> const& on) {
  using Scalar = typename Type::Scalar;
  using Matrix = CsrMatrix<Scalar, int, int, typename Exec::memory_space>;
  Matrix const columns = by_columns(on).transposed();
  auto const time = [&](std::string const& method, Matrix const& from, Matrix const& expected) {
    for (bool const sort : {true, false}) {
      Result result = on.result(method + (sort ? "" : ", unsorted"), "Kokkos Kernels");
      time_library_conversion(
          on, result, columns.bytes(), [&] { return kokkos_kernels_transposed<Exec>(from, sort); },
          [&](Matrix const& B) { return difference(on.exec(), sort ? B : sort_rows(on.exec(), B), expected); });
    }
  };
  time("csr to csc", on.A, columns);
  time("csc to csr", columns, on.sorted);
}

template <class Exec, class Type>
void time_coo(ConvertOn<Exec, Type> const& on, bool duplicates) {
  Result there = on.result("csr to coo", "Kokkos Kernels");
  Result back = on.result("coo to csr", "Kokkos Kernels");
#ifdef ARAIOS_PERF_KOKKOS_KERNELS_COO
  auto const expected = convert<Format::coo>(on.exec(), on.A);
  there.note = "copies columns and values, too";
  time_library_conversion(
      on, there, expected.bytes(), [&] { return kokkos_kernels_csr_to_coo(on.A); },
      [&](auto const& X) { return coo_difference(on.exec(), X, expected); });

  // Tables are allocated by the host one by one, and every column is looked up in each: hours for most matrices.
  constexpr std::int64_t max_places = 1 << 20;
  if (std::int64_t(on.A.num_rows()) * on.A.num_cols() > max_places)
    return skip(on, back, join("it makes a hash table of each row; measured up to ", max_places, " places"));
  if (duplicates) return skip(on, back, "sums what is at the same place");
  back.note = "makes a hash table of each row";
  time_library_conversion(
      on, back, expected.bytes(), [&] { return kokkos_kernels_coo_to_csr(expected); },
      [&](auto const& B) { return on.difference(B); });
#else
  (void)duplicates;
  for (Result* const result : {&there, &back}) skip(on, *result, "not in this version");
#endif
}

}  // namespace

template <class Exec, class Type>
void time_kokkos_kernels(ConvertOn<Exec, Type> const& on) {
  if constexpr (!is_pattern_v<typename Type::Scalar>) {
    bool const duplicates = !has_strict_rows(on.exec(), on.sorted);
    if (on.program.wants("csc")) {
      if (duplicates) {
        Result result = on.result("csr to csc", "Kokkos Kernels");
        skip(on, result, "leaves the order of entries at the same place to chance");
      } else {
        time_csc(on);
      }
    }
    if (on.program.wants("coo")) time_coo(on, duplicates);
  }
}

template void time_kokkos_kernels<PerfSpace, PerfType>(ConvertOn<PerfSpace, PerfType> const&);

}  // namespace Araios::Perf
#endif
