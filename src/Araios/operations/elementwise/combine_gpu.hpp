// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Unions, intersections and differences on a GPU: the entries of each tile counted, and those of the result written.
///
/// Counting: columns and row ends of a tile are staged in scratch. Each thread finds its first item there by bisection of
/// the row ends and merge path, and steps through `items` of them. The order of rows is checked in the same steps: each
/// entry against the one before it, and where a thread ends against where the next begins, so that no entry is left out.
/// Indices are read once; two bits an item are written, the sides that have it.
///
/// Filling: sums of the sides over the threads of a tile give each where its items begin, in A, in B and in the result.
/// Threads note in scratch where each entry of the result comes from; then the team moves entries in order, coalesced.
/// Indices and values are read and written once, and two bits an item read.

#include <Araios/collective/lanes.hpp>
#include <Araios/collective/merge_path.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/search.hpp>
#include <Araios/operations/elementwise/combine_tiles.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace Araios::Impl::elementwise {

/// A position in a tile: the row, relative to the tile's first, and the next entries of both sides.
struct CombineCursor {
  int row, a, b;
  int a_begin, b_begin, a_end, b_end;  // of the row, within the tile
  KOKKOS_FUNCTION int items() const { return row + a + b; }
  KOKKOS_FUNCTION std::uint32_t entries() const {
    return static_cast<std::uint32_t>(a) | static_cast<std::uint32_t>(b) << 16;
  }
};

/// The staged part of a tile: columns of A, columns of B, row ends (both ends in one word, 16 bits each). Before the
/// columns of a side, the one before the tile in its first row is stored, or -1.
template <class Ordinal>
struct CombineStage {
  Ordinal* data;
  int a_count, b_count, rows;

  static constexpr int size_for(int items) { return items + 3; }
  KOKKOS_FUNCTION int size() const { return a_count + b_count + rows; }
  KOKKOS_FUNCTION Ordinal a(int i) const { return data[1 + i]; }
  KOKKOS_FUNCTION Ordinal b(int j) const { return data[a_count + 2 + j]; }
  KOKKOS_FUNCTION Ordinal* row_ends() const { return data + a_count + b_count + 2; }
  KOKKOS_FUNCTION int a_end(int row) const {
    return row < rows ? static_cast<int>(static_cast<std::uint32_t>(row_ends()[row]) & 0xffffu) : a_count;
  }
  KOKKOS_FUNCTION int b_end(int row) const {
    return row < rows ? static_cast<int>(static_cast<std::uint32_t>(row_ends()[row]) >> 16) : b_count;
  }

  /// The cursor before item x; after both entries of a pair that x would separate.
  KOKKOS_FUNCTION CombineCursor find(int x) const {
    // The first row whose end is item x or a later one.
    int const row = first_true(0, rows, [&](int i) { return a_end(i) + b_end(i) + i >= x; });
    int const a_begin = row > 0 ? a_end(row - 1) : 0;
    int const b_begin = row > 0 ? b_end(row - 1) : 0;
    CombineCursor at{row, a_begin, b_begin, a_begin, b_begin, a_end(row), b_end(row)};
    int const diagonal = x - at.items();
    int const i = merge_path(ScratchArray<Ordinal>{data + 1}, a_begin, at.a_end - a_begin,
                             ScratchArray<Ordinal>{data + a_count + 2}, b_begin, at.b_end - b_begin, diagonal);
    at.a += i;
    at.b += diagonal - i;
    if (i > 0 && at.b < at.b_end && a(at.a - 1) == b(at.b)) ++at.b;
    return at;
  }
};

/// counts(tile) := kept entries of the tile; sides(p) := the items of thread p; *unsorted := 1 where a row is not sorted
/// or repeats a column. One tile per team.
template <Kept K, class Method, class Exec, class A, class B>
struct CountTiles {
  using Ordinal = typename A::Ordinal;
  using Member = typename Method::template Member<Exec>;
  using Stage = CombineStage<Ordinal>;
  static constexpr int room = Stage::size_for(Method::tile + 1);
  static constexpr std::int64_t scratch_bytes = (room * sizeof(Ordinal) + 7) / 8 * 8 + (Method::team_size + 1) * 4 + 16;
  static_assert(Method::tile + 1 < 0xffff, "positions in the stage have 16 bits");
  static_assert(Method::items <= ItemSides::max_items, "two bits an item");

  A a;
  B b;
  Kokkos::View<CombineBorder const*, typename Exec::memory_space> borders;
  Kokkos::View<std::int64_t*, typename Exec::memory_space> counts;
  Kokkos::View<std::uint32_t*, typename Exec::memory_space> sides;
  std::int64_t* unsorted;

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    std::int64_t const tile = member.league_rank();
    int const rank = member.team_rank();
    CombineBorder const from = borders(tile);
    CombineBorder const to = borders(tile + 1);
    // Tile boundaries in rows that are not sorted may be in the wrong order: such a tile is not read.
    if (to.a < from.a || to.b < from.b || to.row - from.row + to.a - from.a + to.b - from.b > Method::tile + 1) {
      if (rank == 0) {
        counts(tile) = 0;
        *unsorted = 1;
      }
      return;
    }
    auto* const staged = static_cast<Ordinal*>(member.team_scratch(0).get_shmem_aligned(room * sizeof(Ordinal), 8));
    auto* const begins =
        static_cast<std::uint32_t*>(member.team_scratch(0).get_shmem_aligned((Method::team_size + 1) * 4, 4));
    Stage const stage{staged, static_cast<int>(to.a - from.a), static_cast<int>(to.b - from.b),
                      static_cast<int>(to.row - from.row)};
    stage_columns(a, from.row, from.a, staged, stage.a_count, rank);
    stage_columns(b, from.row, from.b, staged + stage.a_count + 1, stage.b_count, rank);
    for (int row = rank; row < stage.rows; row += Method::team_size) {
      auto const a_end = static_cast<std::uint32_t>(a.begin(from.row + row + 1) - from.a);
      auto const b_end = static_cast<std::uint32_t>(b.begin(from.row + row + 1) - from.b);
      stage.row_ends()[row] = static_cast<Ordinal>(a_end | (b_end << 16));
    }
    member.team_barrier();

    int const size = stage.size();
    int const x = rank * Method::items < size ? rank * Method::items : size;
    int const x_end = x + Method::items < size ? x + Method::items : size;
    CombineCursor at = stage.find(x);
    begins[rank] = at.entries();
    if (rank == 0)
      begins[Method::team_size] = static_cast<std::uint32_t>(stage.a_count) | static_cast<std::uint32_t>(stage.b_count)
                                                                                  << 16;
    member.team_barrier();
    bool is_sorted = true;
    ItemSides const mine = step(stage, at, x_end, is_sorted);
    if (!is_sorted || at.entries() != begins[rank + 1]) *unsorted = 1;
    sides(tile * Method::team_size + rank) = mine.word;
    int kept = mine.kept_by(K);
    member.team_reduce(Kokkos::Sum<int>(kept));
    if (rank == 0) counts(tile) = kept;
  }

 private:
  /// The columns of one side, from entry `first` on, after the one before them in the row.
  template <class Side>
  KOKKOS_FUNCTION static void stage_columns(Side const& side, std::int64_t row, std::int64_t first, Ordinal* staged,
                                            int count, int rank) {
    if (rank == 0) staged[0] = first > side.begin(row) ? side.columns(first - 1) : Ordinal(-1);
    for (int p = rank; p < count; p += Method::team_size) staged[1 + p] = side.columns(first + p);
  }

  /// Steps through items up to x_end, which a pair may pass by one.
  KOKKOS_FUNCTION static ItemSides step(Stage const& stage, CombineCursor& at, int x_end, bool& is_sorted) {
    // The columns before; none: -1.
    Ordinal last_a = at.a > at.a_begin || at.row == 0 ? stage.a(at.a - 1) : Ordinal(-1);
    Ordinal last_b = at.b > at.b_begin || at.row == 0 ? stage.b(at.b - 1) : Ordinal(-1);
    ItemSides sides;
    ARAIOS_UNROLL
    for (int k = 0; k < Method::items; ++k) {
      if (at.items() >= x_end) break;
      Ordinal const column_a = stage.a(at.a), column_b = stage.b(at.b);
      bool const more_a = at.a < at.a_end, more_b = at.b < at.b_end;
      bool const has_a = more_a && (!more_b || column_a <= column_b);
      bool const has_b = more_b && (!more_a || column_b <= column_a);
      is_sorted &= (!has_a || last_a < column_a) && (!has_b || last_b < column_b);
      if (has_a) last_a = column_a;
      if (has_b) last_b = column_b;
      at.a += has_a;
      at.b += has_b;
      sides.set(k, static_cast<unsigned>(has_a) | static_cast<unsigned>(has_b) << 1);
      if (!more_a && !more_b) {
        ++at.row;
        at.a_end = stage.a_end(at.row);
        at.b_end = stage.b_end(at.row);
        last_a = last_b = -1;
      }
    }
    return sides;
  }
};

/// Writes the entries of a tile from position counts(tile) on, and the row_map of the rows that end in it. One tile per
/// team.
template <Kept K, class Method, class Exec, class A, class B, class Output>
struct FillTiles {
  using Ordinal = typename A::Ordinal;
  using Member = typename Method::template Member<Exec>;
  static constexpr std::uint32_t none = 0xffff;  // in a half of a source: no entry of that side
  static constexpr std::int64_t scratch_bytes = Method::tile * 4 + 16;

  A a;
  B b;
  Kokkos::View<CombineBorder const*, typename Exec::memory_space> borders;
  Kokkos::View<std::int64_t const*, typename Exec::memory_space> counts;
  Kokkos::View<std::uint32_t const*, typename Exec::memory_space> sides;
  Output output;

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    std::int64_t const tile = member.league_rank();
    int const rank = member.team_rank();
    CombineBorder const from = borders(tile);
    std::int64_t const first = counts(tile);
    int const total = static_cast<int>(counts(tile + 1) - first);
    ItemSides const mine{sides(tile * Method::team_size + rank)};
    auto* const sources = static_cast<std::uint32_t*>(member.team_scratch(0).get_shmem_aligned(Method::tile * 4, 4));
    // Entries of both sides, ends of rows and kept entries of the threads before, 16 bits each.
    std::uint64_t const before = member.team_scan(
        static_cast<std::uint64_t>(mine.lefts()) | static_cast<std::uint64_t>(mine.rights()) << 16 |
        static_cast<std::uint64_t>(mine.row_ends()) << 32 | static_cast<std::uint64_t>(mine.kept_by(K)) << 48);
    auto at_a = static_cast<std::uint32_t>(before & 0xffffu), at_b = static_cast<std::uint32_t>(before >> 16 & 0xffffu);
    int row = static_cast<int>(before >> 32 & 0xffffu), position = static_cast<int>(before >> 48);
    ARAIOS_UNROLL
    for (int k = 0; k < Method::items; ++k) {
      if (k >= mine.count()) break;
      unsigned const item = mine.of(k);
      if (item == 0) output.end_row(from.row + row++, first + position);
      if (keeps(K, item)) sources[position++] = (item & 1 ? at_a : none) | (item & 2 ? at_b : none) << 16;
      at_a += item & 1;
      at_b += item >> 1;
    }
    if (tile == 0 && rank == 0) output.end_row(-1, 0);
    member.team_barrier();
    for (int p = rank; p < total; p += Method::team_size) move(from, sources[p], first + p);
  }

 private:
  KOKKOS_FUNCTION void move(CombineBorder const& from, std::uint32_t source, std::int64_t to) const {
    std::int64_t const i = from.a + (source & 0xffffu), j = from.b + (source >> 16);
    bool const has_a = (source & 0xffffu) != none, has_b = source >> 16 != none;
    output.template write<K>(to, has_a ? a.columns(i) : b.columns(j), has_a, has_b, a.values, i, b.values, j);
  }
};

}  // namespace Araios::Impl::elementwise
