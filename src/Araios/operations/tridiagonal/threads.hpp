// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// One thread for each system: for batches of many interleaved systems, where neighbouring threads read neighbours in
/// memory.
///
/// Gaussian elimination from the first row to the last with K running rows, and the way back. x holds the right-hand
/// sides of the pivot rows in between, `kept` their other coefficients: K of a row whose pivot is its own, and K more
/// only where rows were exchanged, which a bit of the row says. Loads of the next rows are in flight, because the
/// threads of a multiprocessor are too few for its bandwidth.

#include <Araios/collective/lanes.hpp>
#include <Araios/core/arithmetic.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/operations/tridiagonal/eliminate.hpp>
#include <Araios/operations/tridiagonal/leaf.hpp>
#include <Araios/operations/tridiagonal/problem.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace Araios::Impl::tridiagonal {

/// Pointers to row `row` of a system in all arrays.
template <class T, int K>
struct RowPointers {
  Problem<T, K> const& problem;
  int n, row = 0;
  Array<T const*, 2 * K + 2> at;

  KOKKOS_FUNCTION RowPointers(Problem<T, K> const& problem_, std::int64_t system)
      : problem(problem_), n(static_cast<int>(problem_.n)) {
    ARAIOS_UNROLL
    for (int d = 0; d <= 2 * K; ++d) at[d] = &problem.diagonals[d](0, system);
    at[2 * K + 1] = &problem.b(0, system);
  }
  /// Row `row`, from its lowest diagonal on, and its right-hand side. Rows after the last are those of the identity.
  /// IsInside: the row is neither among the first or last K, nor after them.
  template <bool IsInside>
  KOKKOS_FUNCTION void load_next(Array<T, 2 * K + 2>& words) {
    ARAIOS_UNROLL
    for (int d = 0; d < 2 * K + 2; ++d) {
      bool const is_rhs = d == 2 * K + 1;
      if constexpr (IsInside) {
        words[d] = *at[d];
      } else {
        int const column = is_rhs ? row : row - K + d;
        words[d] = T(d == K ? 1 : 0);
        if (row < n && column >= 0 && column < n) words[d] = *at[d];
      }
      at[d] += is_rhs ? problem.b.row_stride : problem.diagonals[is_rhs ? 0 : d].row_stride;
    }
    ++row;
  }
};

template <class T, int K, bool Pivoted>
struct SystemByThread {
  /// Rows whose loads are in flight: forwards, as many as registers remain for, and on the way back. They divide the
  /// rows of a mask.
  static constexpr int ahead = K == 1 ? 4 : Pivoted ? 2 : 1;
  static constexpr int ahead_back = 4;
  /// Threads of a block, and blocks of a multiprocessor. Of wide elements, registers for fewer.
  using Bounds = Kokkos::LaunchBounds<128, Tuning<T, K>::is_wide ? 2 : 4>;
  static constexpr int reach = Pivoted ? 2 * K : K;
  static constexpr int rows_of_mask = 32;
  using Words = Array<T, 2 * K + 2>;
  using Kept = Array<T, reach + 1>;  // coefficients of the unknowns after a pivot, and the right-hand side

  Problem<T, K> problem;
  T* kept;               // word k of row j of system s: (j reach + k) systems + s
  std::uint32_t* masks;  // Pivoted: of 32 rows each, whether a row has more than K words

  KOKKOS_FUNCTION T& kept_word(std::int64_t row, int k, std::int64_t system) const {
    return kept[(row * reach + k) * problem.systems + system];
  }

  KOKKOS_FUNCTION void operator()(std::int64_t system) const {
    eliminate_rows(system);
    substitute_back(system);
  }

  /// The state of the elimination: running rows, loaded rows, and where the next pivot row goes.
  /// It has a constructor: where an array of arrays of complex numbers is initialised by {}, device code of nvcc 13.0
  /// loses the numbers that come after it in the braces.
  struct Forward {
    Array<EliminationRow<T, 0, 2 * K + 1>, K + 1> running;
    RowPointers<T, K> next;
    Array<Words, ahead> loaded;
    T* to;
    T* x;
    std::uint32_t mask = 0;

    KOKKOS_FUNCTION Forward(SystemByThread const& of, std::int64_t system)
        : next(of.problem, system), to(of.kept + system), x(&of.problem.x(0, system)) {}
  };

  KOKKOS_FUNCTION void eliminate_rows(std::int64_t system) const {
    Forward now(*this, system);
    ARAIOS_UNROLL
    for (int r = 0; r < K; ++r) {
      Words words;
      now.next.template load_next<false>(words);
      now.running[r].clear();
      ARAIOS_UNROLL
      for (int d = K - r; d <= 2 * K; ++d) now.running[r].window[r + d - K] = words[d];
      now.running[r].rhs = words[2 * K + 1];
      now.running[r].weight = weight_of(words, 2 * K + 1);
    }
    ARAIOS_UNROLL
    for (int r = 0; r < ahead; ++r) now.next.template load_next<false>(now.loaded[r]);
    int const n = now.next.n;
    int first = 0;
    for (; first + 2 * (ahead + K) <= n; first += ahead) eliminate_some<true>(now, first, system);
    for (; first < n; first += ahead) eliminate_some<false>(now, first, system);
  }

  /// Pivots `first` .. `first` + ahead - 1. AreInside: the rows that are loaded meanwhile are.
  template <bool AreInside>
  KOKKOS_FUNCTION void eliminate_some(Forward& now, int first, std::int64_t system) const {
    auto& running = now.running;
    ARAIOS_UNROLL
    for (int r = 0; r < ahead; ++r) {
      if (!AreInside && first + r >= now.next.n) break;
      ARAIOS_UNROLL
      for (int d = 0; d <= 2 * K; ++d) running[K].window[d] = now.loaded[r][d];
      running[K].rhs = now.loaded[r][2 * K + 1];
      running[K].weight = weight_of(now.loaded[r], 2 * K + 1);
      now.next.template load_next<AreInside>(now.loaded[r]);
      bool is_zero;
      T const inverse = eliminate<Pivoted, 0, K + 1>(running, is_zero);
      if (is_no_pivot(is_zero, running[0].window[0])) problem.report(first + r, system);
      bool has_more = false;
      ARAIOS_UNROLL
      for (int k = K; k < reach; ++k) has_more = has_more | !(magnitude(running[0].window[k + 1]) == 0);
      ARAIOS_UNROLL
      for (int k = 0; k < reach; ++k) {
        if (k < K || has_more) *now.to = product(running[0].window[k + 1], inverse);
        now.to += problem.systems;
      }
      *now.x = product(running[0].rhs, inverse);
      now.x += problem.x.row_stride;
      if (has_more) now.mask |= std::uint32_t(1) << ((first + r) % rows_of_mask);
      drop_pivot<0, K + 1>(running);
    }
    if constexpr (Pivoted)
      if ((first + ahead) % rows_of_mask == 0 || first + ahead >= now.next.n) {
        masks[first / rows_of_mask * problem.systems + system] = now.mask;
        now.mask = 0;
      }
  }

  /// Loads of rows from the last to the first.
  struct KeptPointers {
    SystemByThread const& of;
    std::int64_t system;
    int row;
    T const* at;
    T const* x;
    std::uint32_t mask = 0, mask_before = 0;

    KOKKOS_FUNCTION KeptPointers(SystemByThread const& of_, std::int64_t system_)
        : of(of_), system(system_), row(static_cast<int>(of_.problem.n) - 1) {
      at = &of.kept_word(row, 0, system);
      x = &of.problem.x(row, system);
      if constexpr (Pivoted) {
        mask = of.masks[row / rows_of_mask * of.problem.systems + system];
        load_mask_before();
      }
    }
    KOKKOS_FUNCTION void load_mask_before() {
      if (row >= rows_of_mask) mask_before = of.masks[(row / rows_of_mask - 1) * of.problem.systems + system];
    }
    KOKKOS_FUNCTION void load_before(Kept& words) {
      [[maybe_unused]] bool const has_more = (mask >> (row % rows_of_mask)) & 1;
      ARAIOS_UNROLL
      for (int k = 0; k < reach; ++k) {
        words[k] = T(0);
        if (k < K || has_more) words[k] = at[k * of.problem.systems];
      }
      words[reach] = *x;
      at -= reach * of.problem.systems;
      x -= of.problem.x.row_stride;
      bool const is_first_of_mask = row % rows_of_mask == 0;
      --row;
      if (Pivoted && is_first_of_mask) {
        mask = mask_before;
        load_mask_before();
      }
    }
  };

  KOKKOS_FUNCTION void substitute_back(std::int64_t system) const {
    Array<T, reach> after;  // x(j + 1), x(j + 2), ...
    ARAIOS_UNROLL
    for (int k = 0; k < reach; ++k) after[k] = T(0);
    Array<Kept, ahead_back> loaded;
    KeptPointers next(*this, system);
    T* x = &problem.x(next.row, system);
    int first = next.row;
    ARAIOS_UNROLL
    for (int r = 0; r < ahead_back; ++r)
      if (next.row >= 0) next.load_before(loaded[r]);
    for (; first - 2 * ahead_back + 1 >= 0; first -= ahead_back) substitute_some<true>(next, loaded, after, x, first);
    for (; first >= 0; first -= ahead_back) substitute_some<false>(next, loaded, after, x, first);
  }

  /// Unknowns `first` .. `first` - ahead_back + 1. AreInside: there are rows to load before all of them.
  template <bool AreInside>
  KOKKOS_FUNCTION void substitute_some(KeptPointers& next, Array<Kept, ahead_back>& loaded, Array<T, reach>& after,
                                       T*& x, int first) const {
    ARAIOS_UNROLL
    for (int r = 0; r < ahead_back; ++r) {
      if (!AreInside && first - r < 0) break;
      T value = loaded[r][reach];
      ARAIOS_UNROLL
      for (int k = reach - 1; k >= 0; --k) value = subtract_product(value, loaded[r][k], after[k]);
      if (AreInside || next.row >= 0) next.load_before(loaded[r]);
      ARAIOS_UNROLL
      for (int k = reach - 1; k > 0; --k) after[k] = after[k - 1];
      after[0] = value;
      *x = value;
      x -= problem.x.row_stride;
    }
  }
};

}  // namespace Araios::Impl::tridiagonal
