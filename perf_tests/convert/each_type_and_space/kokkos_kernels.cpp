// SPDX-License-Identifier: Apache-2.0
#ifdef ARAIOS_HAVE_KOKKOS_KERNELS
#include "baselines/kokkos_kernels_conversions.hpp"
#include "convert/measure_conversion.hpp"
#include "harness/strict_rows.hpp"
#include "harness/types.hpp"

#include <Araios/convert.hpp>

namespace Araios::Perf {

namespace {

// Both ways with and without the sort that gives what the others give; without it, the check sorts.
template <class On>
void time_csc([[maybe_unused]] On& on, Result const&) {
  using Matrix = typename On::Matrix;
  if constexpr (!is_pattern_v<typename On::Scalar>) {
    if (!has_strict_rows(on.exec(), on.sorted))
      return skip(on, on.result("csr to csc", "Kokkos Kernels"),
                  "leaves the order of entries at the same place to chance");
    Matrix const columns = by_columns(on).transposed();
    auto const time = [&](std::string const& method, Matrix const& from, Matrix const& expected) {
      for (bool const sort : {true, false}) {
        Result result = on.result(method + (sort ? "" : ", unsorted"), "Kokkos Kernels");
        measure_conversion(
            on, result, columns.bytes(), [&] { return kokkos_kernels_transposed<typename On::Exec>(from, sort); },
            [&](Matrix const& B) { return difference(on.exec(), sort ? B : sort_rows(on.exec(), B), expected); });
      }
    };
    time("csr to csc", on.A, columns);
    time("csc to csr", columns, on.sorted);
  }
}

template <class On>
void time_coo([[maybe_unused]] On& on, Result const&) {
  if constexpr (!is_pattern_v<typename On::Scalar>) {
    Result there = on.result("csr to coo", "Kokkos Kernels"), back = on.result("coo to csr", "Kokkos Kernels");
#ifdef ARAIOS_PERF_KOKKOS_KERNELS_COO
    auto const expected = convert<Format::coo>(on.exec(), on.A);
    there.note = "copies columns and values, too";
    measure_conversion(
        on, there, expected.bytes(), [&] { return kokkos_kernels_csr_to_coo(on.A); },
        [&](auto const& X) { return coo_difference(on.exec(), X, expected); });

    // Tables are allocated by the host one by one, and every column is looked up in each: hours for most matrices.
    constexpr std::int64_t max_places = 1 << 20;
    if (std::int64_t(on.A.num_rows()) * on.A.num_cols() > max_places)
      return skip(on, back, join("it makes a hash table of each row; measured up to ", max_places, " places"));
    if (!has_strict_rows(on.exec(), on.sorted)) return skip(on, back, "sums what is at the same place");
    back.note = "makes a hash table of each row";
    measure_conversion(
        on, back, expected.bytes(), [&] { return kokkos_kernels_coo_to_csr(expected); },
        [&](auto const& B) { return on.difference(B); });
#else
    for (Result const& result : {there, back}) skip(on, result, "not in this version");
#endif
  }
}

using KernelsOn = ConvertOn<PerfSpace, PerfType>;
Candidate<KernelsOn> const csc("convert", "Kokkos Kernels", both_ways("csc"), time_csc<KernelsOn>, {.word = "csc"});
Candidate<KernelsOn> const coo("convert", "Kokkos Kernels", both_ways("coo"), time_coo<KernelsOn>, {.word = "coo"});

}  // namespace

}  // namespace Araios::Perf
#endif
