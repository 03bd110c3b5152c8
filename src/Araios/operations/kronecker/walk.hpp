// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Where the entries of a Kronecker product come from, in the order of their positions.
///
/// A has z_A entries, B has z_B. Row (i, k) of C has the product of row i of A and row k of B: |A_i| segments, one per
/// entry of row i of A, each of |B_k| neighbouring entries, one per entry of row k of B. So row (i, k) begins at
/// position row_map_A(i) z_B + |A_i| row_map_B(k), and the rows of a position follow from two bisections.

#include <Araios/core/search.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace Araios::Impl::kronecker {

/// a / b for a >= 0 and b > 0. Operands usually have 32 bits, whose division takes a third of the instructions on a
/// GPU.
KOKKOS_INLINE_FUNCTION std::int64_t quotient(std::int64_t a, std::int64_t b) {
  auto const dividend = static_cast<std::uint64_t>(a);
  auto const divisor = static_cast<std::uint64_t>(b);
  if (((dividend | divisor) >> 32) == 0)
    return static_cast<std::int64_t>(static_cast<std::uint32_t>(dividend) / static_cast<std::uint32_t>(divisor));
  return static_cast<std::int64_t>(dividend / divisor);
}

/// The row_map of a factor, as numbers of type Position.
template <class Position, class RowMap>
struct FactorRows {
  using non_const_value_type = Position;
  RowMap row_map;
  Position rows;
  Position nnz;

  /// Where row i begins.
  KOKKOS_FUNCTION Position operator()(Position i) const { return static_cast<Position>(row_map(i)); }

  /// The first row from `first` on that ends after position p: the row of p, if those before `first` end earlier.
  KOKKOS_FUNCTION Position row_from(Position first, Position p) const {
    return first_above_near(Ends{*this}, first, rows, p);
  }

 private:
  struct Ends {
    using non_const_value_type = Position;
    FactorRows const& of;
    KOKKOS_FUNCTION Position operator()(Position i) const { return of(i + 1); }
  };
};

/// The rows of A and B of the first position of a tile.
template <class Position>
struct TileBorder {
  Position i;
  Position k;
};

/// A position of C: its rows i of A and k of B, both not empty, their ends, and the entries a and b of its product.
template <class Position, class MapA, class MapB>
struct Walk {
  FactorRows<Position, MapA> const& A;
  FactorRows<Position, MapB> const& B;
  Position i, a_begin, a_end, a;
  Position k, b_begin, b_end, b;

  KOKKOS_FUNCTION Walk(FactorRows<Position, MapA> const& A_, FactorRows<Position, MapB> const& B_) : A(A_), B(B_) {}

  /// Moves to position p < nnz, which is not before the border `from` and not after the border `to`.
  KOKKOS_FUNCTION void find(std::int64_t p, TileBorder<Position> const& from, TileBorder<Position> const& to) {
    std::int64_t const z = B.nnz;
    i = last_at_most(A, from.i, Position(to.i + 1), static_cast<Position>(quotient(p, z)));
    a_begin = A(i);
    a_end = A(Position(i + 1));
    std::int64_t const length = a_end - a_begin;
    std::int64_t const in_row = p - a_begin * z;
    k = last_at_most(B, i == from.i ? from.k : Position(0), Position(i == to.i ? to.k + 1 : B.rows),
                     static_cast<Position>(quotient(in_row, length)));
    b_begin = B(k);
    b_end = B(Position(k + 1));
    Position const width = b_end - b_begin;
    std::int64_t const in_product = in_row - length * b_begin;
    std::int64_t const segment = quotient(in_product, width);
    a = static_cast<Position>(a_begin + segment);
    b = static_cast<Position>(b_begin + (in_product - segment * width));
  }

  /// Moves from any entry of a segment to the first one of the next segment, which exists.
  KOKKOS_FUNCTION void next_segment() {
    b = b_begin;
    if (++a < a_end) return;
    if (b_end < B.nnz) {
      k = B.row_from(Position(k + 1), b_end);
      b_begin = b_end;
    } else {
      k = B.row_from(Position(0), Position(0));
      b_begin = 0;
      i = A.row_from(Position(i + 1), a_end);
      a_begin = a_end;
      a_end = A(Position(i + 1));
    }
    b_end = B(Position(k + 1));
    a = a_begin;
    b = b_begin;
  }
};

}  // namespace Araios::Impl::kronecker
