// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Sorted rows without duplicates: required by formats with one slot per coordinate.

#include <Araios/core/checks.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/kokkos_compat.hpp>
#include <Araios/core/read_back.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/operations/convert/compressed.hpp>
#include <Araios/primitives/segments.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <limits>
#include <string>

namespace Araios::Impl::convert {

/// The number of entries of A that are not greater than the one before them in their row: 0 for sorted rows without
/// duplicates.
///
/// No search for rows is needed: items of 8 entries count where the list of columns does not increase, and one item per
/// row subtracts what is counted between its first entry and the last one of the rows before. Bytes: columns and row
/// map, once.
template <class Exec, class Matrix>
ARAIOS_NOT_INLINED std::int64_t count_not_strictly_sorted(Exec const& exec, Matrix const& A) {
  constexpr int of_item = 8;
  std::int64_t count = 0;
  auto const entries = A.entries;
  auto const row_map = A.row_map;
  auto const nnz = static_cast<std::int64_t>(A.nnz());
  std::int64_t const items = tiles_for(nnz, of_item);
  Kokkos::parallel_reduce(
      "Araios::strict_rows::count", range(exec, items + static_cast<std::int64_t>(A.num_rows())),
      KOKKOS_LAMBDA(std::int64_t item, std::int64_t& sum) {
        if (item < items) {
          int descents = 0;
          ARAIOS_UNROLL
          for (int q = 0; q < of_item; ++q) {
            std::int64_t const p = item * of_item + q;
            descents += p > 0 && p < nnz && entries(p) <= entries(p - 1);
          }
          sum += descents;
        } else {
          auto const p = static_cast<std::int64_t>(row_map(item - items));
          sum -= p > 0 && p < static_cast<std::int64_t>(row_map(item - items + 1)) && entries(p) <= entries(p - 1);
        }
      },
      Kokkos::Sum<std::int64_t>(count));
  return count;
}

/// Positions of the first entry that is less than the one before it, and of the first that equals it.
struct RowOrder {
  static constexpr std::int64_t none = std::numeric_limits<std::int64_t>::max();
  std::int64_t unsorted = none;
  std::int64_t duplicate = none;
};

/// Reads the columns once, and searches the row map for entries that are not greater than the one before.
template <class Exec, class Matrix>
ARAIOS_NOT_INLINED RowOrder find_order(Exec const& exec, Matrix const& A) {
  RowOrder order;
  auto const entries = A.entries;
  PointerSegments<typename Matrix::row_map_type> const rows{A.row_map};
  Kokkos::parallel_reduce(
      "Araios::strict_rows::order", range(exec, static_cast<std::int64_t>(A.nnz())),
      KOKKOS_LAMBDA(std::int64_t p, std::int64_t& unsorted, std::int64_t& duplicate) {
        if (p == 0 || entries(p) > entries(p - 1)) return;
        if (rows.begin(rows.find(p)) == p) return;
        std::int64_t& first = entries(p) < entries(p - 1) ? unsorted : duplicate;
        first = p < first ? p : first;
      },
      Kokkos::Min<std::int64_t>(order.unsorted), Kokkos::Min<std::int64_t>(order.duplicate));
  return order;
}

/// The row and the column of the entry at `position`, on the host.
template <class Exec, class Matrix, class Space>
ARAIOS_NOT_INLINED std::string describe_entry(Exec const& exec, Matrix const& A, std::int64_t position,
                                              Workspace<Space>& workspace) {
  typename Workspace<Space>::Frame const frame(workspace);
  auto const coordinate = workspace.template take<Kokkos::View<std::int64_t*, Space>>(exec, 2);
  auto const entries = A.entries;
  PointerSegments<typename Matrix::row_map_type> const rows{A.row_map};
  Kokkos::parallel_for(
      "Araios::strict_rows::describe", range(exec, 1), KOKKOS_LAMBDA(std::int64_t) {
        coordinate(0) = rows.find(position);
        coordinate(1) = static_cast<std::int64_t>(entries(position));
      });
  auto const [row, column] = read_back_array<2>(exec, coordinate, "Araios::strict_rows: the duplicate is on the host");
  return message("row ", row, " holds column ", column, " more than once");
}

/// A, or A with its rows sorted where they are not; refuses duplicates in the name of `function`.
///
/// Cost: one read of the columns; two more, and sorting, where rows are not sorted. Waits for its result.
template <class Exec, class S, class O, class F, class M, class Space>
CsrMatrix<S const, O, F, M> strict_rows(Exec const& exec, std::string const& function, CsrMatrix<S, O, F, M> const& A,
                                        Workspace<Space>& workspace) {
  CsrMatrix<S const, O, F, M> B(A.num_rows(), A.num_cols(), A.row_map, A.entries, A.values);
  if (A.nnz() == 0 || count_not_strictly_sorted(exec, B) == 0) return B;
  RowOrder order = find_order(exec, B);
  if (order.unsorted != RowOrder::none) {
    auto const sorted = sorted_rows(exec, A, workspace);
    B = CsrMatrix<S const, O, F, M>(A.num_rows(), A.num_cols(), sorted.row_map, sorted.entries, sorted.values);
    if (count_not_strictly_sorted(exec, B) == 0) return B;
    order = find_order(exec, B);
  }
  if (order.duplicate != RowOrder::none)
    check(false, function, ": ", describe_entry(exec, B, order.duplicate, workspace),
          ", and this format stores one entry per coordinate; call sum_duplicates first");
  return B;
}

}  // namespace Araios::Impl::convert
