// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// One step of Gaussian elimination on a few rows in registers: a pivot is chosen, and its unknown leaves the others.

#include <Araios/collective/lanes.hpp>
#include <Araios/core/arithmetic.hpp>
#include <Araios/core/concepts.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>

namespace Araios::Impl::tridiagonal {

/// N elements. The cast is for compilers that warn of a bound with a sign.
template <class T, int N>
using Array = T[static_cast<std::size_t>(N)];

/// A row of a system: coefficients of Outer unknowns that stay, and of Window consecutive unknowns that are eliminated
/// in their order. window[0] belongs to the next of them.
template <class T, int Outer, int Window>
struct EliminationRow {
  Array<T, (Outer > 0 ? Outer : 1)> outer;
  Array<T, Window> window;
  T rhs;
  RealPartOf<T> weight;  // 2^-e, for the largest coefficient 2^e m of the row as it was given

  KOKKOS_FUNCTION void clear() {
    ARAIOS_UNROLL
    for (int k = 0; k < Outer; ++k) outer[k] = T(0);
    ARAIOS_UNROLL
    for (int k = 0; k < Window; ++k) window[k] = T(0);
    rhs = T(0);
  }
};

/// Exchanges two numbers by selections, which leave them in registers.
template <class T>
KOKKOS_INLINE_FUNCTION void swap_if(bool condition, T& a, T& b) {
  if constexpr (is_complex_v<T>) {
    swap_if(condition, a.real(), b.real());
    swap_if(condition, a.imag(), b.imag());
  } else {
    T const old = a;
    a = condition ? b : old;
    b = condition ? old : b;
  }
}
template <class T, int Outer, int Window>
KOKKOS_INLINE_FUNCTION void swap_if(bool condition, EliminationRow<T, Outer, Window>& a,
                                    EliminationRow<T, Outer, Window>& b) {
  ARAIOS_UNROLL
  for (int k = 0; k < Outer; ++k) swap_if(condition, a.outer[k], b.outer[k]);
  ARAIOS_UNROLL
  for (int k = 0; k < Window; ++k) swap_if(condition, a.window[k], b.window[k]);
  swap_if(condition, a.rhs, b.rhs);
  swap_if(condition, a.weight, b.weight);
}

template <class T, int Outer, int Window>
KOKKOS_INLINE_FUNCTION bool has_no_coefficient(EliminationRow<T, Outer, Window> const& row) {
  bool none = true;
  ARAIOS_UNROLL
  for (int k = 0; k < Outer; ++k) none = none && magnitude(row.outer[k]) == 0;
  ARAIOS_UNROLL
  for (int k = 0; k < Window; ++k) none = none && magnitude(row.window[k]) == 0;
  return none;
}

/// Where no row has the unknown window[0] and one of those from First on is 0, that row becomes rows[First]; whether
/// there is one. Without it the other rows have the rank that they had, so that their zero pivots are those of the
/// matrix.
template <bool Pivoted, int First, int Rows, class Row>
KOKKOS_INLINE_FUNCTION bool take_row_of_zeros(Row* rows) {
  bool may_take = true, found = false;
  ARAIOS_UNROLL
  for (int r = 0; r < Rows; ++r) may_take = may_take && magnitude(rows[r].window[0]) == 0;
  ARAIOS_UNROLL
  for (int r = First; r < (Pivoted ? Rows : First + 1); ++r) {
    bool const is_first = may_take && !found && has_no_coefficient(rows[r]);
    swap_if(is_first, rows[First], rows[r]);
    found = found || is_first;
  }
  return found;
}

/// Makes rows[First] the pivot of window[0] and eliminates that unknown from all other rows
///
/// Pivoted: rows[First] and one after it are exchanged, so that window[0] of the pivot, as a part of the largest
/// coefficient that its row had, is the largest; of equal ones the first. Rows before First, and the pivot where
/// Pivoted is false, are those that the caller put there. The windows of the other rows then begin at the next unknown.
/// Returns 1 / the pivot, which is no number where that is 0; then the other rows have no numbers, either, but where
/// the row of the pivot is 0.
template <bool Pivoted, int First, int Rows, class T, int Outer, int Window>
KOKKOS_INLINE_FUNCTION T eliminate(EliminationRow<T, Outer, Window>* rows, bool& is_zero) {
  is_zero = true;  // before the exchanges, so that nothing waits for it
  ARAIOS_UNROLL
  for (int r = First; r < (Pivoted ? Rows : First + 1); ++r)
    is_zero = is_zero & (magnitude(rows[r].window[0]) == 0);  // no branch; false where one of several is NaN
  if constexpr (Pivoted) {
    auto best = product(magnitude(rows[First].window[0]), rows[First].weight);
    ARAIOS_UNROLL
    for (int r = First + 1; r < Rows; ++r) {
      auto const score = product(magnitude(rows[r].window[0]), rows[r].weight);
      bool const is_better = score > best;
      swap_if(is_better, rows[First], rows[r]);
      best = is_better ? score : best;
    }
  }
  auto const& pivot = rows[First];
  bool const is_row_of_zeros = is_zero && take_row_of_zeros<Pivoted, First, Rows>(rows);
  T const inverse = reciprocal(pivot.window[0]);
  ARAIOS_UNROLL
  for (int r = 0; r < Rows; ++r) {
    if (r == First) continue;
    auto& row = rows[r];
    T const factor = is_row_of_zeros ? T(0) : product(row.window[0], inverse);
    ARAIOS_UNROLL
    for (int k = 0; k < Outer; ++k) row.outer[k] = subtract_product(row.outer[k], factor, pivot.outer[k]);
    ARAIOS_UNROLL
    for (int k = 1; k < Window; ++k) row.window[k - 1] = subtract_product(row.window[k], factor, pivot.window[k]);
    row.window[Window - 1] = T(0);
    row.rhs = subtract_product(row.rhs, factor, pivot.rhs);
  }
  return inverse;
}

/// Eliminates `Unknowns` of them from `Rows` rows, the pivots of which are then rows[0], rows[1], ...; `inverse` has 1
/// / pivot. `zero(k)` is called for unknown k if its pivot is 0.
template <int Unknowns, int Rows, class Row, class T, class Zero>
KOKKOS_INLINE_FUNCTION void eliminate_all(Row* rows, [[maybe_unused]] T* inverse, Zero const& zero) {
  if constexpr (Unknowns > 0) {
    bool is_zero;
    inverse[0] = eliminate<true, 0, Rows>(rows, is_zero);
    if (is_zero) zero(0);
    eliminate_all<Unknowns - 1, Rows - 1>(rows + 1, inverse + 1, [&](int k) { zero(k + 1); });
  }
}

/// Whether a pivot of rows that are not scaled has no reciprocal: it is 0, as `eliminate` says, or one of the smallest
/// numbers. False for NaN.
template <class T>
KOKKOS_INLINE_FUNCTION bool is_no_pivot(bool is_zero, T const& pivot) {
  return is_zero || (magnitude(pivot) > 0 && !has_reciprocal(pivot));
}

/// x[0 .. Unknowns) from the pivot rows of `eliminate_all`, the windows of which have no other unknowns.
template <int Unknowns, class Row, class T>
KOKKOS_INLINE_FUNCTION void substitute(Row const* pivots, T const* inverse, T* x) {
  ARAIOS_UNROLL
  for (int k = Unknowns - 1; k >= 0; --k) {
    T rhs = pivots[k].rhs;
    ARAIOS_UNROLL
    for (int j = k + 1; j < Unknowns; ++j) rhs = subtract_product(rhs, pivots[k].window[j - k], x[j]);
    x[k] = product(rhs, inverse[k]);
  }
}

}  // namespace Araios::Impl::tridiagonal
