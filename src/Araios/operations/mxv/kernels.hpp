// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Products of a Boolean matrix with a Boolean vector of bits, by rows of the result (pull) or of the vector (push).
///
/// A thread reads up to `piece` entries of a row. The other entries of longer rows are divided into pieces at multiples
/// of it in the whole matrix; a piece finds its row by one bisection. So no row is the work of one thread, and no list
/// is made. Bytes: row_map, the entries that are read, and a word of a vector for each; pull stops at the first hit of
/// a row.

#include <Araios/core/bit_mask.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/load_hints.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/search.hpp>
#include <Araios/primitives/bit_words.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>

namespace Araios::Impl::mxv {

/// Tuning parameter: entries that one thread reads.
inline constexpr std::int64_t piece = 256;

/// Elements that are computed: all.
struct NoMask {
  KOKKOS_FUNCTION bool operator()(std::int64_t) const { return true; }
};
/// Elements that are computed: those that are true in a vector of bits, or (complement) false.
template <class Words>
struct BitMask {
  Words words;
  bool complement;
  KOKKOS_FUNCTION bool operator()(std::int64_t i) const { return bit_at(words, i) != complement; }
};

/// Whether bit i is set, while other threads set bits.
template <class Words>
KOKKOS_FUNCTION bool bit_is_set(Words const& words, std::int64_t i) {
  return bit_of(load_relaxed(&words(word_of_bit(i))), i);
}
template <class Words>
KOKKOS_FUNCTION void set_bit(Words const& words, std::int64_t i) {
  Kokkos::atomic_or(&words(word_of_bit(i)), std::uint32_t(1) << (i & 31));
}

/// The part of piece c that is beyond the first `piece` entries of its row; visit(row, begin, end).
template <class RowMap, class Visit>
KOKKOS_FUNCTION void visit_tail(RowMap const& row_map, std::int64_t rows, std::int64_t c, Visit const& visit) {
  std::int64_t const first = c * piece;
  std::int64_t const row = last_at_most(row_map, std::int64_t(0), rows, first);
  auto const begin = static_cast<std::int64_t>(row_map(row)) + piece;
  auto const end = static_cast<std::int64_t>(row_map(row + 1));
  std::int64_t const from = begin > first ? begin : first;
  std::int64_t const to = end < first + piece ? end : first + piece;
  if (from < to) visit(row, from, to);
}

/// Whether bit i of y is set: by y itself where it accumulates, or by the first entries of row i.
template <class Matrix, class X, class Y, class Mask>
struct PullFlag {
  Matrix A;
  X x;
  Y y;
  Mask mask;
  bool accumulates;

  KOKKOS_FUNCTION bool operator()(std::int64_t i) const {
    if (i >= static_cast<std::int64_t>(A.num_rows())) return false;
    if (accumulates && bit_at(y, i)) return true;
    if (!mask(i)) return false;
    auto const begin = static_cast<std::int64_t>(A.row_map(i));
    auto const end = static_cast<std::int64_t>(A.row_map(i + 1));
    std::int64_t const last = end - begin < piece ? end : begin + piece;
    for (std::int64_t p = begin; p < last; ++p)
      if (bit_at(x, static_cast<std::int64_t>(A.entries(p)))) return true;
    return false;
  }
};

/// Pulls by the entries of long rows after the first `piece` ones, for bits of y that are not set yet.
template <class Matrix, class X, class Y, class Mask>
struct PullTail {
  Matrix A;
  X x;
  Y y;
  Mask mask;

  KOKKOS_FUNCTION void operator()(std::int64_t c) const {
    visit_tail(A.row_map, static_cast<std::int64_t>(A.num_rows()), c,
               [&](std::int64_t row, std::int64_t begin, std::int64_t end) {
                 if (!mask(row) || bit_is_set(y, row)) return;
                 for (std::int64_t p = begin; p < end; ++p)
                   if (bit_at(x, static_cast<std::int64_t>(A.entries(p)))) return set_bit(y, row);
               });
  }
};

/// Clears the bits of the last word that are no elements, of which y has n.
template <class Y>
struct ClearTail {
  Y y;
  std::int64_t n;
  KOKKOS_FUNCTION void operator()(std::int64_t) const {
    if (n % 32 != 0) Kokkos::atomic_fetch_and(&y(n / 32), (std::uint32_t(1) << (n % 32)) - 1);
  }
};

/// Sets the bits of y at the entries of the rows whose bits are set in x: the first `piece` entries of each row, or the
/// other entries of long rows.
template <class Matrix, class X, class Y, class Mask>
struct Push {
  Matrix A;
  X x;
  Y y;
  Mask mask;
  bool is_tail;

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    if (!is_tail && item == 0) ClearTail<Y>{y, static_cast<std::int64_t>(A.num_cols())}(0);
    if (is_tail) {
      visit_tail(A.row_map, static_cast<std::int64_t>(A.num_rows()), item,
                 [&](std::int64_t row, std::int64_t begin, std::int64_t end) {
                   if (bit_at(x, row)) set(begin, end);
                 });
    } else if (bit_at(x, item)) {
      auto const begin = static_cast<std::int64_t>(A.row_map(item));
      auto const end = static_cast<std::int64_t>(A.row_map(item + 1));
      set(begin, end - begin < piece ? end : begin + piece);
    }
  }

 private:
  KOKKOS_FUNCTION void set(std::int64_t begin, std::int64_t end) const {
    for (std::int64_t p = begin; p < end; ++p) {
      auto const j = static_cast<std::int64_t>(A.entries(p));
      if (mask(j) && !bit_is_set(y, j)) set_bit(y, j);
    }
  }
};

/// y := A x, or y := y or A x
template <class Exec, class Matrix, class X, class Y, class Mask>
void pull(Exec const& exec, std::string const& label, Matrix const& A, X const& x, Y const& y, Mask const& mask,
          bool accumulates) {
  pack_bits(exec, label, PullFlag<Matrix, X, Y, Mask>{A, x, y, mask, accumulates}, y);
  std::int64_t const pieces = tiles_for(static_cast<std::int64_t>(A.nnz()), piece);
  if (pieces > 1) Kokkos::parallel_for(label, range(exec, pieces), PullTail<Matrix, X, Y, Mask>{A, x, y, mask});
}

/// y := x^T A, or y := y or x^T A
template <class Exec, class Matrix, class X, class Y, class Mask>
void push(Exec const& exec, std::string const& label, Matrix const& A, X const& x, Y const& y, Mask const& mask,
          bool accumulates) {
  if (!accumulates) fill(exec, y, std::uint32_t(0));
  if (A.nnz() == 0) {
    if (accumulates)
      Kokkos::parallel_for(label, range(exec, 1), ClearTail<Y>{y, static_cast<std::int64_t>(A.num_cols())});
    return;
  }
  using Body = Push<Matrix, X, Y, Mask>;
  Kokkos::parallel_for(label, range(exec, static_cast<std::int64_t>(A.num_rows())), Body{A, x, y, mask, false});
  std::int64_t const pieces = tiles_for(static_cast<std::int64_t>(A.nnz()), piece);
  if (pieces > 1) Kokkos::parallel_for(label, range(exec, pieces), Body{A, x, y, mask, true});
}

}  // namespace Araios::Impl::mxv
