// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The position of the k-th entry of a row in ELL, SELL and JDS: the interface that conversions, SpMV and SpMM use.
///
/// A format has `lines`, which are its rows in the order in which it stores them, and lines that fill up its last
/// block:
///   has_padding             whether lines may have slots without an entry
///   row(line)               the row, or -1 where there is none
///   width(line)             slots of the line, entries and padding
///   known_length(line)      slots that hold an entry, where an array of lengths or offsets says so, else -1
///   length(line)            the same, found in the columns where it must be; entries come first
///   base(line)              what is the same for all slots of the line
///   position(base, k)       of slot k in entries and values; consecutive for consecutive lines, so that the threads of
///                           a warp, each with a line, read and write whole lines of memory

#include <Araios/core/execution.hpp>
#include <Araios/core/search.hpp>
#include <Araios/formats/ell.hpp>
#include <Araios/formats/jds.hpp>
#include <Araios/formats/sell.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace Araios::Impl {

/// The first slot below `width` whose column is -1, or `width`: the entries of a stored row come before its padding.
template <class Layout, class Entries>
KOKKOS_INLINE_FUNCTION std::int64_t first_padding(Layout const& layout, Entries const& entries, std::int64_t base,
                                                  std::int64_t width) {
  return first_true(std::int64_t(0), width, [&](std::int64_t k) { return entries(layout.position(base, k)) < 0; });
}

/// All slots of an ELL matrix, entries and padding.
struct EllSlots {
  std::int64_t num_rows;
  std::int64_t stride;
  std::int64_t slots_per_row;
  static constexpr bool has_padding = true;

  KOKKOS_FUNCTION std::int64_t lines() const { return stride; }
  KOKKOS_FUNCTION std::int64_t row(std::int64_t line) const { return line < num_rows ? line : -1; }
  KOKKOS_FUNCTION std::int64_t width(std::int64_t) const { return slots_per_row; }
  KOKKOS_FUNCTION std::int64_t base(std::int64_t line) const { return line; }
  KOKKOS_FUNCTION std::int64_t position(std::int64_t base, std::int64_t k) const { return base + k * stride; }
};

/// The same with the row lengths of an ELL matrix.
template <class Entries>
struct EllLayout : EllSlots {
  Entries entries;
  Entries row_lengths;

  KOKKOS_FUNCTION std::int64_t known_length(std::int64_t line) const {
    return row_lengths.extent(0) > 0 ? static_cast<std::int64_t>(row_lengths(line)) : -1;
  }
  KOKKOS_FUNCTION std::int64_t length(std::int64_t line) const {
    if (row_lengths.extent(0) > 0) return row_lengths(line);
    return first_padding(*this, entries, line, slots_per_row);
  }
};

/// The slots of an ELL matrix that hold an entry, where padding is by zero.
template <class Lengths>
struct EllEntries : EllSlots {
  Lengths row_lengths;

  KOKKOS_FUNCTION std::int64_t width(std::int64_t line) const { return row_lengths(line); }
};

template <class S, class O, class F, class M>
EllSlots slots_of(EllMatrix<S, O, F, M> const& A) {
  return {A.num_rows(), A.stride(), A.width()};
}
template <class S, class O, class F, class M>
auto layout_of(EllMatrix<S, O, F, M> const& A) {
  return EllLayout<typename EllMatrix<S, O, F, M>::entries_type>{slots_of(A), A.entries, A.row_lengths};
}

/// The slots of a SELL matrix.
template <class Offsets, class Entries>
struct SellLayout {
  std::int64_t num_rows;
  std::int64_t chunk;
  int chunk_bits;  // log2(chunk) for a power of two, else -1
  Offsets chunk_offsets;
  Entries permutation;
  Entries entries;  // for length() only
  static constexpr bool has_padding = true;

  KOKKOS_FUNCTION std::int64_t divide(std::int64_t a) const { return chunk_bits >= 0 ? a >> chunk_bits : a / chunk; }
  KOKKOS_FUNCTION std::int64_t lines() const { return (num_rows + chunk - 1) / chunk * chunk; }
  KOKKOS_FUNCTION std::int64_t row(std::int64_t line) const {
    if (line >= num_rows) return -1;
    return permutation.extent(0) > 0 ? static_cast<std::int64_t>(permutation(line)) : line;
  }
  KOKKOS_FUNCTION std::int64_t width(std::int64_t line) const {
    std::int64_t const c = divide(line);
    return divide(static_cast<std::int64_t>(chunk_offsets(c + 1) - chunk_offsets(c)));
  }
  KOKKOS_FUNCTION std::int64_t base(std::int64_t line) const {
    std::int64_t const c = divide(line);
    return static_cast<std::int64_t>(chunk_offsets(c)) + (line - c * chunk);
  }
  KOKKOS_FUNCTION std::int64_t position(std::int64_t base, std::int64_t k) const { return base + k * chunk; }
  KOKKOS_FUNCTION std::int64_t known_length(std::int64_t) const { return -1; }
  KOKKOS_FUNCTION std::int64_t length(std::int64_t line) const {
    return first_padding(*this, entries, base(line), width(line));
  }
};

/// The exponent of a power of two, or -1.
inline int chunk_bits_of(std::int64_t chunk) {
  int const bits = bits_for(chunk);
  return std::int64_t(1) << bits == chunk ? bits : -1;
}

template <class S, class O, class F, class M>
auto layout_of(SellMatrix<S, O, F, M> const& A) {
  using Matrix = SellMatrix<S, O, F, M>;
  return SellLayout<typename Matrix::chunk_offsets_type, typename Matrix::entries_type>{
      A.num_rows(), A.chunk(), chunk_bits_of(A.chunk()), A.chunk_offsets, A.permutation, A.entries};
}

/// The entries of a JDS matrix.
template <class Offsets, class Permutation>
struct JdsLayout {
  std::int64_t num_rows;
  Offsets diagonal_offsets;
  Permutation permutation;
  static constexpr bool has_padding = false;

  KOKKOS_FUNCTION std::int64_t lines() const { return num_rows; }
  KOKKOS_FUNCTION std::int64_t row(std::int64_t line) const { return permutation(line); }
  KOKKOS_FUNCTION std::int64_t base(std::int64_t line) const { return line; }
  KOKKOS_FUNCTION std::int64_t position(std::int64_t base, std::int64_t k) const {
    return static_cast<std::int64_t>(diagonal_offsets(k)) + base;
  }
  /// The number of diagonals that reach the stored row. Diagonals are sorted by decreasing length.
  KOKKOS_FUNCTION std::int64_t length(std::int64_t line) const {
    return first_true(std::int64_t(0), static_cast<std::int64_t>(diagonal_offsets.extent(0)) - 1, [&](std::int64_t k) {
      return static_cast<std::int64_t>(diagonal_offsets(k + 1) - diagonal_offsets(k)) <= line;
    });
  }
  KOKKOS_FUNCTION std::int64_t known_length(std::int64_t line) const { return length(line); }
  KOKKOS_FUNCTION std::int64_t width(std::int64_t line) const { return length(line); }
};

template <class S, class O, class F, class M>
auto layout_of(JdsMatrix<S, O, F, M> const& A) {
  using Matrix = JdsMatrix<S, O, F, M>;
  return JdsLayout<typename Matrix::diagonal_offsets_type, typename Matrix::permutation_type>{
      A.num_rows(), A.diagonal_offsets, A.permutation};
}

}  // namespace Araios::Impl
