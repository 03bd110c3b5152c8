// SPDX-License-Identifier: Apache-2.0
/// \file
/// Matrices of lists in which coordinates may repeat.

#include <Araios/convert.hpp>
#include <Araios/formats/validate/compressed.hpp>
#include <Araios/runtime/arrays.hpp>
#include <Araios/runtime/index_types.hpp>
#include <Araios/runtime/operations.hpp>
#include <Araios/runtime/renumbering.hpp>

#include <Kokkos_Core.hpp>

namespace Araios::runtime {

namespace {

/// Entries that differ in their coordinate from the one before them (or after them): the first (last) of each.
template <class Exec>
struct KeepsOneOfEach {
  Working<Pattern, Exec> A;
  Dense<unsigned char, Exec> keeps;
  std::int64_t other;  ///< -1 or 1
  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    std::int64_t const begin = A.row_map(i), end = A.row_map(i + 1);
    for (std::int64_t p = begin; p < end; ++p) {
      std::int64_t const q = p + other;
      keeps(p) = q < begin || q >= end || A.entries(q) != A.entries(p);
    }
  }
};
template <class From, class To, class Keeps, class Before>
struct MoveKept {
  From from;
  To to;
  Keeps keeps;
  Before before;
  KOKKOS_FUNCTION void operator()(std::int64_t p) const {
    if (keeps(p) == 0) return;
    to.entries(before(p)) = from.entries(p);
    to.values(before(p)) = from.values(p);
  }
};
template <class RowMap, class Before, class To>
struct MoveRowMap {
  RowMap from;
  Before before;
  To to;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const { to(i) = before(from(i)); }
};
template <class Keeps, class Before>
struct ScanKept {
  Keeps keeps;
  Before before;
  std::int64_t count;
  KOKKOS_FUNCTION void operator()(std::int64_t p, std::int64_t& sum, bool final) const {
    if (final) before(p) = sum;
    if (p < count) sum += keeps(p);
  }
};

/// One entry of each coordinate of A, whose rows are sorted.
template <class S, class Exec>
Working<S, Exec> one_of_each(Exec const& exec, Working<S, Exec> const& A, bool first) {
  using Keeps = Dense<unsigned char, Exec>;
  using Before = Dense<std::int64_t, Exec>;
  std::int64_t const m = A.num_rows(), k = A.nnz();
  if (k == 0) return A;
  auto const keeps = Araios::allocate<Keeps>(exec, "Araios::runtime::keeps", k);
  auto const before = Araios::allocate<Before>(exec, "Araios::runtime::before", k + 1);
  Working<Pattern, Exec> const pattern(m, A.num_cols(), A.row_map, A.entries);
  Kokkos::parallel_for("Araios::runtime::one_of_each", Araios::range(exec, m),
                       KeepsOneOfEach<Exec>{pattern, keeps, first ? -1 : 1});
  Kokkos::parallel_scan("Araios::runtime::one_of_each::scan", Araios::range(exec, k + 1),
                        ScanKept<Keeps, Before>{keeps, before, k});
  std::int64_t total = 0;
  copy_out(exec, Kokkos::subview(before, std::pair<std::int64_t, std::int64_t>(k, k + 1)), &total);
  auto const arrays = Araios::allocate_csr<S, int, std::int64_t>(exec, "Araios::runtime::matrix", m, total);
  Kokkos::parallel_for("Araios::runtime::one_of_each::move", Araios::range(exec, k),
                       MoveKept<Working<S, Exec>, decltype(arrays), Keeps, Before>{A, arrays, keeps, before});
  Kokkos::parallel_for(
      "Araios::runtime::one_of_each::row_map", Araios::range(exec, m + 1),
      MoveRowMap<decltype(A.row_map), Before, decltype(arrays.row_map)>{A.row_map, before, arrays.row_map});
  return Working<S, Exec>(m, A.num_cols(), arrays);
}

}  // namespace

template <class S, class Exec>
Working<S, Exec> build(Exec const& exec, Duplicates duplicates, Coo<S, Index32_64, Exec> const& list) {
  if (duplicates == Duplicates::sum)
    return Araios::convert<Araios::Format::csr>(exec, list, {.duplicates = Araios::Duplicates::sum, .may_wait = true});
  auto const A = Araios::sort_rows(exec, Araios::convert<Araios::Format::csr>(exec, list, {.may_wait = true}));
  if (duplicates == Duplicates::keep) return A;
  if (duplicates == Duplicates::error) {
    auto const fault =
        fault_of(exec, Order::strict, Working<Pattern, Exec>(A.num_rows(), A.num_cols(), A.row_map, A.entries));
    if (fault) fail(ErrorKind::invalid_matrix, *fault);
    return A;
  }
  return one_of_each<S>(exec, A, duplicates == Duplicates::first);
}

#define ARAIOS_RUNTIME_INSTANTIATE(S, Exec) \
  template Working<S, Exec> build<S, Exec>(Exec const&, Duplicates, Coo<S, Index32_64, Exec> const&);
ARAIOS_RUNTIME_INSTANTIATE_LIBRARY
#undef ARAIOS_RUNTIME_INSTANTIATE

}  // namespace Araios::runtime
