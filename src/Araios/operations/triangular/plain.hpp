// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Triangular solves that every space can run: by one thread, by levels, and approximately by Jacobi sweeps.

#include <Araios/core/execution.hpp>
#include <Araios/operations/triangular/problem.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <vector>

namespace Araios::Impl::triangular {

/// All rows in their order, by one thread.
template <class System>
struct SolveInOrder {
  System system;
  Columns<typename System::T> columns;
  KOKKOS_FUNCTION void operator()(std::int64_t) const {
    for (std::int64_t q = 0; q < system.rows.n; ++q) {
      std::int64_t const i = system.rows.row_at(q);
      for (std::int64_t c = 0; c < columns.count; ++c)
        *columns.x_at(i, c) = system.solved(i, columns.b_at(i, c), [&](std::int64_t j) { return *columns.x_at(j, c); });
    }
  }
};

/// The rows of a list, none of which depends on another.
template <class System>
struct SolveLevel {
  System system;
  Columns<typename System::T> columns;
  typename System::Ordinal const* list;
  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    auto const i = static_cast<std::int64_t>(list[item / columns.count]);
    std::int64_t const c = item % columns.count;
    *columns.x_at(i, c) = system.solved(i, columns.b_at(i, c), [&](std::int64_t j) { return *columns.x_at(j, c); });
  }
};

/// One Jacobi sweep of one column: to := the inverse diagonal times (b - the triangle without its diagonal times
/// from); without `from`, from 0.
template <class System>
struct SweepRows {
  System system;
  Columns<typename System::T> columns;
  std::int64_t c;
  typename System::T const* from;
  typename System::T* to;
  std::int64_t from_stride, to_stride;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    auto const& b = columns.b_at(i, c);
    to[i * to_stride] = from == nullptr ? system.finished(b, system.inverse(i))
                                        : system.solved(i, b, [&](std::int64_t j) { return from[j * from_stride]; });
  }
};

template <class Exec, class System>
void solve_in_order(Exec const& exec, System const& system, Columns<typename System::T> const& columns) {
  Kokkos::parallel_for("Araios::triangular::serial", range(exec, 1), SolveInOrder<System>{system, columns});
}

/// offsets: where each level begins in `list`.
template <class Exec, class System>
void solve_by_levels(Exec const& exec, System const& system, Columns<typename System::T> const& columns,
                     typename System::Ordinal const* list, std::vector<std::int64_t> const& offsets) {
  for (std::size_t level = 0; level + 1 < offsets.size(); ++level)
    Kokkos::parallel_for("Araios::triangular::level",
                         range(exec, (offsets[level + 1] - offsets[level]) * columns.count),
                         SolveLevel<System>{system, columns, list + offsets[level]});
}

/// other: n elements, for every second sweep; the last one writes x.
template <class Exec, class System>
void solve_by_sweeps(Exec const& exec, System const& system, Columns<typename System::T> const& columns, int sweeps,
                     typename System::T* other) {
  using T = typename System::T;
  for (std::int64_t c = 0; c < columns.count; ++c) {
    T const* from = nullptr;
    std::int64_t from_stride = 1;
    for (int left = sweeps; left >= 0; --left) {
      bool const to_x = left % 2 == 0;
      T* const to = to_x ? columns.x_at(0, c) : other;
      std::int64_t const to_stride = to_x ? columns.row_stride_x : 1;
      Kokkos::parallel_for("Araios::triangular::sweep", range(exec, system.rows.n),
                           SweepRows<System>{system, columns, c, from, to, from_stride, to_stride});
      from = to;
      from_stride = to_stride;
    }
  }
}

}  // namespace Araios::Impl::triangular
