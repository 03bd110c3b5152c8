// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Transposition by one work item: the reference for the result.
///
/// It counts the columns in B.row_map, adds them up, and writes the entries in the order of A: each goes to the
/// position that its column counts up. B.row_map is shifted by one element meanwhile, so that no second array is
/// needed.
///
/// Bytes: k (3 Ordinal + 2 Scalar) + pointers.

#include <Araios/core/execution.hpp>
#include <Araios/core/kokkos_compat.hpp>
#include <Araios/core/progress.hpp>
#include <Araios/formats/csr.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace Araios::Impl::transpose {

/// Values, conjugated.
template <class Values>
struct ConjugatedValues {
  Values values;
  using value_type = typename Values::non_const_value_type;
  using non_const_value_type = value_type;
  template <class Index>
  KOKKOS_FUNCTION value_type operator()(Index i) const {
    value_type const v = values(i);
    return value_type(v.real(), -v.imag());
  }
};

/// The value of entry p is p.
template <class Position>
struct TransposePositions {
  using value_type = Position;
  using non_const_value_type = Position;
  template <class Index>
  KOKKOS_FUNCTION Position operator()(Index p) const {
    return static_cast<Position>(p);
  }
};

/// Counts the entries of each column among those of [begin, end), shifted by one to the right.
template <class Entries, class RowMap>
ARAIOS_NOT_INLINED KOKKOS_FUNCTION std::int64_t count_columns(Entries const& entries, std::int64_t begin,
                                                              std::int64_t end, RowMap const& row_map) {
  for (std::int64_t p = begin; p < end; ++p) ++row_map(entries(p) + 1);
  return end - begin;
}
/// Writes the entries of the rows of [begin, end) to B. Returns how many there are.
template <class RowMap, class Entries, class Values, class Arrays>
ARAIOS_NOT_INLINED KOKKOS_FUNCTION std::int64_t scatter_rows(RowMap const& row_map, Entries const& entries,
                                                             Values const& values, std::int64_t begin, std::int64_t end,
                                                             Arrays const& B) {
  auto p = static_cast<std::int64_t>(row_map(begin));
  auto const first = p;
  for (std::int64_t i = begin; i < end; ++i)
    for (auto const stop = static_cast<std::int64_t>(row_map(i + 1)); p < stop; ++p) {
      auto const q = B.row_map(entries(p))++;
      B.entries(q) = static_cast<typename Entries::non_const_value_type>(i);
      B.values(q) = values(p);
    }
  return p - first + end - begin;
}

// While entries are placed, row_map(j) is the position of the next entry of column j, so it ends where column j+1
// begins: the last loop moves every element up by one, and no second array of pointers is needed.
template <class Exec, class Matrix, class Values, class Arrays>
ARAIOS_NOT_INLINED void transpose_serial(Exec const& exec, Matrix const& A, Values const& values, Arrays const& B) {
  auto const row_map = A.row_map;
  auto const entries = A.entries;
  std::int64_t const m = A.num_rows(), n = A.num_cols(), k = std::int64_t(A.nnz());
  launch_workers(
      "Araios::transpose::serial", range(exec, 1), KOKKOS_LAMBDA(std::int64_t) {
        PollInLoop<Exec> poll("Araios::transpose::serial");
        for (std::int64_t j = 0; j <= n; ++j) B.row_map(j) = 0;
        poll.in_blocks(k, 1 << 16, [&](auto begin, auto end) { return count_columns(entries, begin, end, B.row_map); });
        for (std::int64_t j = 0; j < n; ++j) B.row_map(j + 1) += B.row_map(j);
        poll.in_blocks(m, 64,
                       [&](auto begin, auto end) { return scatter_rows(row_map, entries, values, begin, end, B); });
        for (std::int64_t j = n; j > 0; --j) B.row_map(j) = B.row_map(j - 1);
        B.row_map(0) = 0;
      });
}

}  // namespace Araios::Impl::transpose
