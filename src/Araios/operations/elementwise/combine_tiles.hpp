// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Unions, intersections and differences of two sets of sorted rows: the tiles, and the kernels that count and fill.
///
/// Both sets of rows are merged row by row, and the end of each row counts as an item like the entries: with m rows
/// there are m + k_A + k_B items. A tile is `tile` consecutive items, one team each, so that neither a long row nor a
/// sequence of empty rows makes tiles unequal. Where a tile boundary would separate two entries with the same
/// coordinates, which are neighbours in the merged order, it moves by one item, so a tile has up to one item more, and
/// each pair is in one tile.
///
/// On a GPU, within a tile, columns and row ends are staged in scratch; each thread finds its first item there by bisection of
/// the row ends and merge path, and processes `items` of them. Counting reads the indices once. Filling reads them
/// again; each thread stores the source of each entry of the result, and the team then moves entries in order,
/// coalesced.

#include <Araios/collective/lanes.hpp>
#include <Araios/collective/merge_path.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/search.hpp>
#include <Araios/primitives/merge/records.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

namespace Araios::Impl::elementwise {

/// Tuning parameters of the combinations.
struct CombineShape {
  // 11 items per thread: odd, so that threads which step through their own items have few bank conflicts in scratch. 8
  // teams of 11 KB (4-byte columns) or 17 KB (8-byte) fit a multiprocessor of 160 KB, with 64 registers per thread.
  using Gpu = ByTeams<128, 11, 8>;
  // One thread (combine_runs.hpp), for so many items that the two bisections of its boundary do not count.
  struct Host {
    static constexpr int tile = 4096;
  };
};

/// Which coordinates a combination keeps: those of both sides, those of the left side alone, of the right side alone.
struct Kept {
  bool both, left, right;
};
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

/// A position in a tile: the row, relative to the tile's first, and the next entries of both sides.
struct CombineCursor {
  int row, a, b;
  int a_end, b_end;  // of the row, within the tile
  KOKKOS_FUNCTION int items() const { return row + a + b; }
};

/// The staged part of a tile: columns of A, columns of B, row ends (both ends in one word, 16 bits each).
template <class Ordinal>
struct CombineStage {
  Ordinal* data;
  int a_count, b_count, rows;

  KOKKOS_FUNCTION int size() const { return a_count + b_count + rows; }
  KOKKOS_FUNCTION Ordinal a(int i) const { return data[i]; }
  KOKKOS_FUNCTION Ordinal b(int j) const { return data[a_count + j]; }
  KOKKOS_FUNCTION int a_end(int row) const {
    return row < rows ? static_cast<int>(static_cast<std::uint32_t>(data[a_count + b_count + row]) & 0xffffu) : a_count;
  }
  KOKKOS_FUNCTION int b_end(int row) const {
    return row < rows ? static_cast<int>(static_cast<std::uint32_t>(data[a_count + b_count + row]) >> 16) : b_count;
  }

  /// The cursor before item x; after both entries of a pair that x would separate.
  KOKKOS_FUNCTION CombineCursor find(int x) const {
    // The first row whose end is item x or a later one.
    int const row = first_true(0, rows, [&](int i) { return a_end(i) + b_end(i) + i >= x; });
    int const a_begin = row > 0 ? a_end(row - 1) : 0;
    int const b_begin = row > 0 ? b_end(row - 1) : 0;
    CombineCursor at{row, a_begin, b_begin, a_end(row), b_end(row)};
    int const diagonal = x - at.items();
    int const i = merge_path(ScratchArray<Ordinal>{data}, a_begin, at.a_end - a_begin,
                             ScratchArray<Ordinal>{data + a_count}, b_begin, at.b_end - b_begin, diagonal);
    at.a += i;
    at.b += diagonal - i;
    if (i > 0 && at.b < at.b_end && a(at.a - 1) == b(at.b)) ++at.b;
    return at;
  }

  /// Whether a row of the tile begins at entry p > 0 of one side.
  template <bool SideA>
  KOKKOS_FUNCTION bool row_begins_at(int p) const {
    int const row = first_true(0, rows, [&](int i) { return (SideA ? a_end(i) : b_end(i)) >= p; });
    return row < rows && (SideA ? a_end(row) : b_end(row)) == p;
  }
};

/// One tile per team. Count: counts(tile) :=
/// entries of the result in the tile, and *unsorted := 1 where a row is not sorted or repeats a column. Fill:
/// counts(tile) is the position of the tile's first entry; writes its entries and the row_map of the rows that end in
/// the tile.
template <Kept K, bool Fill, class Method, class Exec, class A, class B, class Output>
struct CombineTiles {
  using Ordinal = typename A::Ordinal;
  using Member = typename Method::template Policy<Exec>::member_type;
  static constexpr int room = Method::tile + 1;
  static constexpr unsigned none = 0xffff;     // in a half of a source: no entry of that side
  static constexpr unsigned row_end = 0xfffe;  // in the lower half: the end of the row in the upper one
  static constexpr unsigned nothing = ~0u;
  static_assert(room < static_cast<int>(row_end), "places in the stage are noted in 16 bits");
  static constexpr std::int64_t stage_bytes = (room * sizeof(Ordinal) + 7) / 8 * 8;
  static constexpr std::int64_t scratch_bytes = stage_bytes + (Fill ? Method::tile * 4 : 0) + 16;

  A a;
  B b;
  Kokkos::View<CombineBorder const*, typename Exec::memory_space> borders;
  Kokkos::View<std::int64_t*, typename Exec::memory_space> counts;
  std::int64_t* unsorted;
  Output output;

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    std::int64_t const tile = member.league_rank();
    CombineBorder const from = borders(tile);
    CombineBorder const to = borders(tile + 1);
    if constexpr (!Fill) {
      // Tile boundaries in rows that are not sorted may be in the wrong order: such a tile is not read.
      if (to.a < from.a || to.b < from.b || to.row - from.row + to.a - from.a + to.b - from.b > room) {
        if (member.team_rank() == 0) {
          counts(tile) = 0;
          *unsorted = 1;
        }
        return;
      }
    }
    auto* const staged = static_cast<Ordinal*>(member.team_scratch(0).get_shmem_aligned(room * sizeof(Ordinal), 8));
    CombineStage<Ordinal> const stage{staged, static_cast<int>(to.a - from.a), static_cast<int>(to.b - from.b),
                                      static_cast<int>(to.row - from.row)};
    int const rank = member.team_rank();
    int const size = stage.size();
    ARAIOS_UNROLL
    for (int k = 0; k <= Method::items; ++k) {
      int const place = rank + k * Method::team_size;
      if (place < size) staged[place] = item(stage, from, place);
    }
    member.team_barrier();
    if constexpr (!Fill) check_order(stage, from, rank);

    int const x = rank * Method::items < size ? rank * Method::items : size;
    int const x_end = x + Method::items < size ? x + Method::items : size;
    CombineCursor at = stage.find(x);
    unsigned sources[Fill ? Method::items : 1];
    int produced = 0;
    ARAIOS_UNROLL
    for (int k = 0; k < Method::items; ++k) {
      unsigned source = nothing;
      if (at.items() < x_end) source = step(stage, at, produced);
      if constexpr (Fill) sources[k] = source;
    }

    if constexpr (Fill) {
      auto* const moves = static_cast<unsigned*>(member.team_scratch(0).get_shmem_aligned(Method::tile * 4, 4));
      std::int64_t const first = counts(tile);
      int const total = static_cast<int>(counts(tile + 1) - first);
      int place = member.team_scan(produced);
      ARAIOS_UNROLL
      for (int k = 0; k < Method::items; ++k) {
        unsigned const source = sources[k];
        if (source == nothing) continue;
        if ((source & 0xffffu) == row_end)
          output.end_row(from.row + static_cast<int>(source >> 16), first + place);
        else
          moves[place++] = source;
      }
      if (tile == 0 && rank == 0) output.end_row(-1, 0);
      member.team_barrier();
      for (int p = rank; p < total; p += Method::team_size) move(stage, from, moves[p], first + p);
    } else {
      member.team_reduce(Kokkos::Sum<int>(produced));
      if (rank == 0) counts(tile) = produced;
    }
  }

 private:
  KOKKOS_FUNCTION Ordinal item(CombineStage<Ordinal> const& stage, CombineBorder const& from, int place) const {
    if (place < stage.a_count) return a.columns(from.a + place);
    place -= stage.a_count;
    if (place < stage.b_count) return b.columns(from.b + place);
    place -= stage.b_count;
    std::int64_t const next = from.row + place + 1;
    auto const a_end = static_cast<std::uint32_t>(a.begin(next) - from.a);
    auto const b_end = static_cast<std::uint32_t>(b.begin(next) - from.b);
    return static_cast<Ordinal>(a_end | (b_end << 16));
  }

  /// Checks that every entry is greater than the one before it, or begins a row.
  KOKKOS_FUNCTION void check_order(CombineStage<Ordinal> const& stage, CombineBorder const& from, int rank) const {
    for (int p = rank; p < stage.a_count; p += Method::team_size)
      if (p > 0 ? stage.a(p) <= stage.a(p - 1) && !stage.template row_begins_at<true>(p)
                : from.a > a.begin(from.row) && stage.a(0) <= a.columns(from.a - 1) && stage.a_end(0) > 0)
        *unsorted = 1;
    for (int p = rank; p < stage.b_count; p += Method::team_size)
      if (p > 0 ? stage.b(p) <= stage.b(p - 1) && !stage.template row_begins_at<false>(p)
                : from.b > b.begin(from.row) && stage.b(0) <= b.columns(from.b - 1) && stage.b_end(0) > 0)
        *unsorted = 1;
  }

  /// Consumes one item, or the two of a pair. Returns the source of an entry of the result, a row that has ended, or
  /// `nothing`.
  KOKKOS_FUNCTION static unsigned step(CombineStage<Ordinal> const& stage, CombineCursor& at, int& produced) {
    bool const more_b = at.b < at.b_end;
    if (at.a < at.a_end) {
      bool const take_a = !more_b || !(stage.b(at.b) < stage.a(at.a));
      if (take_a) {
        bool const both = more_b && stage.b(at.b) == stage.a(at.a);
        unsigned const source = static_cast<unsigned>(at.a) | ((both ? static_cast<unsigned>(at.b) : none) << 16);
        ++at.a;
        at.b += both;
        if (both ? !K.both : !K.left) return nothing;
        ++produced;
        return source;
      }
    }
    if (more_b) {
      unsigned const source = none | (static_cast<unsigned>(at.b) << 16);
      ++at.b;
      if (!K.right) return nothing;
      ++produced;
      return source;
    }
    unsigned const source = row_end | (static_cast<unsigned>(at.row) << 16);
    ++at.row;
    at.a_end = stage.a_end(at.row);
    at.b_end = stage.b_end(at.row);
    return source;
  }

  KOKKOS_FUNCTION void move(CombineStage<Ordinal> const& stage, CombineBorder const& from, unsigned source,
                            std::int64_t to) const {
    unsigned const i = source & 0xffffu;
    unsigned const j = source >> 16;
    bool const has_a = i != none;
    bool const has_b = j != none;
    Ordinal const column = has_a ? stage.a(static_cast<int>(i)) : stage.b(static_cast<int>(j));
    output.template write<K>(to, column, has_a, has_b, a.values, from.a + i, b.values, from.b + j);
  }
};

}  // namespace Araios::Impl::elementwise
