// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The indices of the rows of results: of a range of rows, and of a Kronecker product.

#include <Araios/core/execution.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/read_back.hpp>
#include <Araios/core/search.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/operations/submatrix/selection.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>

namespace Araios::Impl::algebra {

/// Elements first + k of a list of rows, counted from row `origin`.
template <class Indices>
struct RowsFrom {
  Indices indices;
  std::int64_t first;
  std::int64_t origin;
  KOKKOS_FUNCTION std::int64_t operator()(std::int64_t k) const {
    return static_cast<std::int64_t>(indices(first + k)) - origin;
  }
};

/// borders(0) and borders(1) := how many of the indices are less than `begin`, and less than `end`
template <class Indices, class Borders>
struct FindRange {
  Indices indices;
  std::int64_t begin;
  std::int64_t end;
  Borders borders;
  KOKKOS_FUNCTION void operator()(std::int64_t side) const {
    borders(side) = first_not_below(indices, std::int64_t(0), static_cast<std::int64_t>(indices.extent(0)),
                                    side == 0 ? begin : end);
  }
};

/// The elements of a sorted list of rows that are in a range: one fence.
template <class Exec, class Indices, class Space>
IndexRange listed_within(Exec const& exec, std::string const& label, Indices const& indices, IndexRange const& range,
                         Workspace<Space>& workspace) {
  using Borders = Kokkos::View<std::int64_t*, Space>;
  typename Workspace<Space>::Frame const frame(workspace);
  auto const borders = workspace.template take<Borders>(exec, 2);
  Kokkos::parallel_for(label + "::range", Araios::range(exec, 2),
                       FindRange<Indices, Borders>{indices, range.begin, range.end, borders});
  auto const [begin, end] = read_back_array<2>(exec, borders, label + ": the range of rows is on the host");
  return {begin, end};
}

/// rows(r) := a(r / |b|) times `rows_of_b` + b(r modulo |b|)
template <class A, class B, class Rows>
struct KroneckerRows {
  A a;
  B b;
  std::int64_t rows_of_b;
  Rows rows;
  KOKKOS_FUNCTION void operator()(std::int64_t r) const {
    auto const count = static_cast<std::int64_t>(b.extent(0));
    rows(r) = static_cast<typename Rows::value_type>(static_cast<std::int64_t>(a(r / count)) * rows_of_b +
                                                     static_cast<std::int64_t>(b(r % count)));
  }
};

/// The indices of the `count` non-empty rows of a Kronecker product.
template <class Ordinal, class Exec, class A, class B>
auto kronecker_rows(Exec const& exec, A const& a, B const& b, std::int64_t rows_of_b, std::int64_t count) {
  using Rows = Kokkos::View<Ordinal*, typename Exec::memory_space>;
  auto const rows = allocate<Rows>(exec, "Araios::kronecker::rows", count);
  if (count > 0)
    Kokkos::parallel_for("Araios::kronecker::rows", range(exec, count),
                         KroneckerRows<A, B, Rows>{a, b, rows_of_b, rows});
  return rows;
}

}  // namespace Araios::Impl::algebra
