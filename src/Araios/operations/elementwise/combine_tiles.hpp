// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Unions, intersections and differences of two sets of sorted rows: the tiles.
///
/// Both sets of rows are merged row by row, and the end of each row counts as an item like the entries: with m rows
/// there are m + k_A + k_B items. A tile is `tile` consecutive items, one team each, so that neither a long row nor a
/// sequence of empty rows makes tiles unequal. Where a tile boundary would separate two entries with the same
/// coordinates, which are neighbours in the merged order, it moves by one item, so a tile has up to one item more, and
/// each pair is in one tile.
///
/// On a GPU a team counts the entries of a tile and notes, in two bits an item, which sides it comes from
/// (combine_gpu.hpp); filling needs no search then. On a host a thread merges a tile
/// (combine_host.hpp).

#include <Araios/collective/merge_path.hpp>
#include <Araios/core/bit_mask.hpp>
#include <Araios/core/search.hpp>
#include <Araios/primitives/merge/records.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace Araios::Impl::elementwise {

/// Tuning parameters of the combinations.
struct CombineShape {
  // 13 items per thread: odd, so that threads which step through their own items have few bank conflicts in scratch;
  // at most 14 fit a word of ItemSides. 16 teams per multiprocessor: 32 registers per thread, no spills. Scratch
  // holds 10 teams where Ordinal has 8 bytes.
  using Gpu = ByTeams<128, 13, 16>;
  // One thread (combine_host.hpp), for so many items that the two bisections of its boundary do not count.
  struct Host {
    static constexpr int tile = 4096;
  };
};

/// Which coordinates a combination keeps: those of both sides, those of the left side alone, of the right side alone.
struct Kept {
  bool both, left, right;
};
/// Whether an item of these sides (ItemSides) is kept.
KOKKOS_INLINE_FUNCTION constexpr bool keeps(Kept kept, unsigned sides) {
  return (sides == 3 && kept.both) || (sides == 1 && kept.left) || (sides == 2 && kept.right);
}
inline constexpr Kept kept_by_union{true, true, true};
inline constexpr Kept kept_by_intersection{true, false, false};
inline constexpr Kept kept_by_difference{false, true, false};
inline constexpr Kept kept_by_xor{false, true, true};

/// The offsets of a single row: a sparse vector is a matrix of one row.
struct OneRow {
  std::int64_t count;
  KOKKOS_FUNCTION std::int64_t operator()(std::int64_t row) const { return row == 0 ? 0 : count; }
};

/// One side: rows with sorted columns.
template <class Offsets_, class Columns_, class Values_>
struct SortedRows {
  using Ordinal = typename Columns_::non_const_value_type;
  Offsets_ offsets;
  Columns_ columns;
  Values_ values;
  KOKKOS_FUNCTION std::int64_t begin(std::int64_t row) const { return static_cast<std::int64_t>(offsets(row)); }
};

/// A tile boundary: the first row that has not ended, and the first entry of each side that is not consumed.
struct CombineBorder {
  std::int64_t row, a, b;
};

/// borders(t) := the beginning of tile t; the last one is the end. Invariant of the search: item begin(low) of the
/// merged order, the first of row low, is not after the boundary.
template <class A, class B, class Borders>
struct FindBorders {
  A a;
  B b;
  std::int64_t rows;
  std::int64_t items;
  std::int64_t tile;
  Borders borders;
  std::int64_t* unsorted;

  KOKKOS_FUNCTION std::int64_t begin(std::int64_t row) const { return row + a.begin(row) + b.begin(row); }

  KOKKOS_FUNCTION void operator()(std::int64_t t) const {
    if (t == 0) *unsorted = 0;
    std::int64_t const item = t * tile < items ? t * tile : items;
    std::int64_t const row = last_true(std::int64_t(0), rows + 1, [&](std::int64_t i) { return begin(i) <= item; });
    CombineBorder border{row, a.begin(row), b.begin(row)};
    if (row < rows) {
      std::int64_t const a_count = a.begin(row + 1) - border.a;
      std::int64_t const b_count = b.begin(row + 1) - border.b;
      std::int64_t const diagonal = item - begin(row);
      std::int64_t const i = merge_path(a.columns, border.a, a_count, b.columns, border.b, b_count, diagonal);
      std::int64_t j = diagonal - i;
      if (i > 0 && j < b_count && a.columns(border.a + i - 1) == b.columns(border.b + j)) ++j;
      border.a += i;
      border.b += j;
    }
    borders(t) = border;
  }
};

/// Which sides the items of one thread come from, in their order: two bits an item, 1 for the left side, 2 for the right
/// one, 3 for a pair, 0 for the end of a row. The upper four bits count the items, where a pair is one.
struct ItemSides {
  static constexpr int max_items = 14;
  std::uint32_t word = 0;

  KOKKOS_FUNCTION int count() const { return static_cast<int>(word >> 28); }
  KOKKOS_FUNCTION unsigned of(int item) const { return word >> (2 * item) & 3u; }
  KOKKOS_FUNCTION void set(int item, unsigned sides) {
    word = (word & 0x0fffffffu) | sides << (2 * item) | (item + 1u) << 28;
  }

  KOKKOS_FUNCTION int lefts() const { return count_bits(word & lower); }
  KOKKOS_FUNCTION int rights() const { return count_bits(word >> 1 & lower); }
  KOKKOS_FUNCTION int row_ends() const { return count() - count_bits((word | word >> 1) & lower); }
  KOKKOS_FUNCTION int kept_by(Kept kept) const {
    std::uint32_t const left = word & lower, right = word >> 1 & lower;
    return count_bits((kept.both ? left & right : 0u) | (kept.left ? left & ~right : 0u) |
                      (kept.right ? right & ~left : 0u));
  }

 private:
  static constexpr std::uint32_t lower = 0x05555555u;  // the lower bits of 14 items
};

}  // namespace Araios::Impl::elementwise
