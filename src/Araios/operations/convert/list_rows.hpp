// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Lists of entries by rows without a radix sort: where they are in order, and by one scatter on one thread of a host.
///
/// A file or another matrix often gives entries row by row. One pass over the indices, 8 bytes an entry, finds that out; a
/// radix sort moves 16 for each 8 bits of the row index. One thread sorts other lists by counting: one scatter, stable, so
/// that a list by columns becomes sorted rows. Several threads use the radix sort, which is parallel. On a GPU the answer
/// costs a fence.

#include <Araios/core/execution.hpp>
#include <Araios/core/kokkos_compat.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/progress.hpp>
#include <Araios/operations/convert/sort_rows.hpp>
#include <Araios/primitives/pointers.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace Araios::Impl::convert {

/// Each includes those before it.
enum class ListOrder : int {
  none,
  by_row,  // row indices do not decrease
  strict   // and columns of a row increase
};

/// The result of a reduction, for `wait_for_result`: where launches block it needs no fence.
template <class T>
using OnHost = Kokkos::View<T, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

template <class Exec>
void wait_for_result(Exec const& exec) {
  if constexpr (!launches_block_v<Exec>)
    fence(exec, "Araios::convert::coo_to_csr: the order of the entries is on the host");
}

/// The order of k > 0 entries, which are read once.
template <class Exec, class List>
ARAIOS_NOT_INLINED ListOrder order_of(Exec const& exec, List const& A) {
  int order = 0;
  auto const rows = A.row_indices;
  auto const columns = A.col_indices;
  Kokkos::parallel_reduce(
      "Araios::convert::coo_to_csr::order", range(exec, static_cast<std::int64_t>(A.nnz())),
      KOKKOS_LAMBDA(std::int64_t p, int& minimum) {
        int const here = p == 0 || rows(p) > rows(p - 1) ? 2
                         : rows(p) < rows(p - 1)         ? 0
                         : columns(p) > columns(p - 1)   ? 2
                                                         : 1;
        minimum = here < minimum ? here : minimum;
      },
      Kokkos::Min<int, Kokkos::HostSpace>(OnHost<int>(&order)));
  wait_for_result(exec);
  return static_cast<ListOrder>(order);
}

/// Whether the columns of each row of B increase.
template <class Exec, class Arrays>
ARAIOS_NOT_INLINED bool has_strict_rows(Exec const& exec, Arrays const& B) {
  std::int64_t faults = 0;
  auto const row_map = B.row_map;
  auto const entries = B.entries;
  Kokkos::parallel_reduce(
      "Araios::convert::coo_to_csr::strict", range(exec, static_cast<std::int64_t>(row_map.extent(0)) - 1),
      KOKKOS_LAMBDA(std::int64_t i, std::int64_t& sum) {
        auto const end = static_cast<std::int64_t>(row_map(i + 1));
        for (auto p = static_cast<std::int64_t>(row_map(i)) + 1; p < end; ++p) sum += entries(p) <= entries(p - 1);
      },
      Kokkos::Sum<std::int64_t, Kokkos::HostSpace>(OnHost<std::int64_t>(&faults)));
  wait_for_result(exec);
  return faults == 0;
}

/// Adds the number of entries of each row i among those of [begin, end) to row_map(i + 1).
template <class Rows, class RowMap>
ARAIOS_NOT_INLINED KOKKOS_FUNCTION std::int64_t count_rows(Rows const& rows, std::int64_t begin, std::int64_t end,
                                                           RowMap const& row_map) {
  for (std::int64_t p = begin; p < end; ++p) ++row_map(rows(p) + 1);
  return end - begin;
}
/// Writes the entries of [begin, end), each after the last one of its row.
template <class Rows, class Columns, class From, class Arrays>
ARAIOS_NOT_INLINED KOKKOS_FUNCTION std::int64_t scatter_block(Rows const& rows, Columns const& columns,
                                                              From const& from, std::int64_t begin, std::int64_t end,
                                                              Arrays const& B) {
  for (std::int64_t p = begin; p < end; ++p) {
    auto const to = B.row_map(rows(p))++;
    B.entries(to) = columns(p);
    B.values(to) = from(p);
  }
  return end - begin;
}

/// B := the entries of A by rows, each row in the order of the list. One thread, which counts the entries of each row and
/// scatters them; row_map(i) is where the next entry of row i goes, so that the offsets are moved back after that.
template <class Exec, class List, class Arrays>
ARAIOS_NOT_INLINED void scatter_rows(Exec const& exec, List const& A, Arrays const& B) {
  using Offset = typename decltype(B.row_map)::non_const_value_type;
  auto const rows = A.row_indices;
  auto const columns = A.col_indices;
  auto const from = A.values;
  auto const row_map = B.row_map;
  auto const nnz = static_cast<std::int64_t>(A.nnz());
  auto const m = static_cast<std::int64_t>(row_map.extent(0)) - 1;
  launch_workers(
      "Araios::convert::coo_to_csr::scatter", range(exec, 1), KOKKOS_LAMBDA(std::int64_t) {
        PollInLoop<Exec> poll("Araios::convert::coo_to_csr::scatter");
        for (std::int64_t i = 0; i <= m; ++i) row_map(i) = 0;
        poll.in_blocks(nnz, 1 << 16, [&](auto begin, auto end) { return count_rows(rows, begin, end, row_map); });
        for (std::int64_t i = 0; i < m; ++i) row_map(i + 1) += row_map(i);
        poll.in_blocks(nnz, 1 << 16,
                       [&](auto begin, auto end) { return scatter_block(rows, columns, from, begin, end, B); });
        Offset before = 0;
        for (std::int64_t i = 0; i < m; ++i) {
          Offset const end = row_map(i);
          row_map(i) = before;
          before = end;
        }
      });
}

/// B := the entries of A by rows, each row in the order of the list
///
/// Requires      B has the size of A; one thread where `order` is none.
template <class Exec, class List, class Arrays>
void write_rows(Exec const& exec, ListOrder order, List const& A, Arrays const& B) {
  if constexpr (!is_gpu_v<Exec>)
    if (order == ListOrder::none) return scatter_rows(exec, A, B);
  sorted_index_to_pointers(exec, A.row_indices, B.row_map);
  copy_entries(exec, static_cast<std::int64_t>(A.nnz()), A.col_indices, A.values, B.entries, B.values);
}

}  // namespace Araios::Impl::convert
