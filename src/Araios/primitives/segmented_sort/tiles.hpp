// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The GPU kernel of segmented_sort: a team sorts all segments of a tile in one sort.

#include <Araios/collective/lanes.hpp>
#include <Araios/collective/merge_path.hpp>
#include <Araios/primitives/merge/records.hpp>
#include <Araios/primitives/merge/segment_grid.hpp>
#include <Araios/primitives/segmented_sort/items.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <type_traits>

namespace Araios::Impl {

/// Sorts the pieces of a tile (segment_grid.hpp), in place or at the same positions of `target`.
///
/// 1. The keys are loaded to scratch, coalesced, and the team finds their minimum and maximum.
/// 2. Each thread makes items (segmented_sort/items.hpp) of consecutive keys, and sorts them in registers by a network.
/// 3. Rounds of merging in scratch. Before the round of `run` threads, the items of each group of `run` threads, which
///    begins at a multiple of run, are sorted; each thread finds its share of two such groups by merge path and merges
///    it in registers. Two groups that are already in order, such as those of two segments, are skipped.
/// 4. Keys are unpacked from the items; each payload goes through the same scratch, with coalesced loads and stores.
template <class Method, class Exec, class Grid, class Data, class Target>
struct SortTiles {
  using Member = typename Method::template Member<Exec>;
  using Key = typename Data::Key;
  static constexpr int items_per_thread = Method::items;
  static constexpr int capacity = Method::tile;

  static constexpr std::size_t largest = std::max({largest_item_v<Key>, sizeof(typename decltype(Data::p1)::value_type),
                                                   sizeof(typename decltype(Data::p2)::value_type)});
  static constexpr std::size_t alignment = 16;
  static constexpr std::int64_t scratch_bytes = capacity * largest + alignment;

  Grid grid;
  Data data;
  Target target;

  struct Tile {
    std::int64_t begin;
    int count;
    std::int64_t first_segment, last_segment;
    // Records [0, head_end) and [tail_begin, count) belong to segments that have more pieces in other tiles.
    int head_end, tail_begin;
    bool head_to_target, tail_to_target;

    KOKKOS_FUNCTION bool to_target(int position) const {
      return (position < head_end && head_to_target) || (position >= tail_begin && tail_to_target);
    }
  };

  KOKKOS_FUNCTION Tile describe(std::int64_t index) const {
    Tile tile;
    tile.begin = grid.begin(index);
    std::int64_t const end = grid.end(index);
    tile.count = static_cast<int>(end - tile.begin);
    tile.first_segment = grid.first_segment(index);
    tile.last_segment = grid.last_segment(index);
    std::int64_t const head_first = grid.segments.begin(tile.first_segment);
    std::int64_t const head_last = grid.segments.end(tile.first_segment);
    std::int64_t const tail_first = grid.segments.begin(tile.last_segment);
    std::int64_t const tail_last = grid.segments.end(tile.last_segment);
    // A segment is merged level by level between the two sets of arrays: LevelPairs says in which set it begins.
    tile.head_to_target = (head_first < tile.begin || head_last > end) && grid.levels(head_first, head_last) % 2 == 1;
    tile.tail_to_target = (tail_first < tile.begin || tail_last > end) && grid.levels(tail_first, tail_last) % 2 == 1;
    tile.head_end = head_last > end ? tile.count : static_cast<int>(head_last - tile.begin);
    tile.tail_begin = tail_first < tile.begin ? 0 : static_cast<int>(tail_first - tile.begin);
    return tile;
  }

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    Tile const tile = describe(member.league_rank());
    char* const scratch = static_cast<char*>(member.team_scratch(0).get_shmem_aligned(capacity * largest, alignment));
    int const thread = member.team_rank();

    Key* const staged = reinterpret_cast<Key*>(scratch);
    // At least 16 bytes: Kokkos moves 8 bytes between lanes as a double, wherever they lie, and two ints may lie at 4.
    using Extreme = std::conditional_t<(sizeof(Key) < sizeof(std::int64_t)), std::int64_t, Key>;
    Kokkos::MinMaxScalar<Extreme> extremes;
    Kokkos::MinMax<Extreme> const reducer(extremes);
    reducer.init(extremes);
    ARAIOS_UNROLL
    for (int k = 0; k < items_per_thread; ++k) {
      int const position = thread + k * Method::team_size;
      if (position < tile.count) {
        Key const key = data.keys(tile.begin + position);
        staged[position] = key;
        if (key < extremes.min_val) extremes.min_val = key;
        if (key > extremes.max_val) extremes.max_val = key;
      }
    }
    member.team_reduce(reducer);
    member.team_barrier();

    Key const minimum = static_cast<Key>(extremes.min_val);
    int const key_bits = bit_length(key_offset(static_cast<Key>(extremes.max_val), minimum));
    int const position_bits = bit_length(static_cast<std::uint64_t>(tile.count - 1) | 1u);
    int const bits = key_bits + position_bits + bit_length(static_cast<std::uint64_t>(tile.tail_begin));
    if (bits <= 32)
      sort(member, tile, PackedItems<Key, std::uint32_t>{minimum, key_bits, position_bits}, scratch);
    else if (sizeof(Key) <= 4 || bits <= 64)
      sort(member, tile, PackedItems<Key, std::uint64_t>{minimum, key_bits, position_bits}, scratch);
    else if constexpr (sizeof(Key) > 4)
      sort(member, tile, WideItems<Key>{minimum}, scratch);
  }

 private:
  template <class Packing>
  KOKKOS_FUNCTION void sort(Member const& member, Tile const& tile, Packing const& packing, char* scratch) const {
    using Item = typename Packing::Item;
    Key const* const staged = reinterpret_cast<Key const*>(scratch);
    Item* const items = reinterpret_cast<Item*>(scratch);
    int const thread = member.team_rank();
    int const first = thread * items_per_thread;

    int segment = 0;
    unsigned const starts = segment_starts(tile, first, segment);
    Item mine[std::size_t(items_per_thread)];
    ARAIOS_UNROLL
    for (int k = 0; k < items_per_thread; ++k) {
      int const position = first + k;
      if (starts >> k & 1u) segment = position;
      mine[k] = position < tile.count ? packing.pack(segment, staged[position], position) : Packing::last();
    }
    SortingNetwork<items_per_thread>::sort(mine);
    member.team_barrier();  // the keys have been read
    ARAIOS_UNROLL
    for (int k = 0; k < items_per_thread; ++k) items[first + k] = mine[k];
    member.team_barrier();

    for (int run = 1; run < Method::team_size; run *= 2) {
      int const a_begin = (thread & ~(2 * run - 1)) * items_per_thread;
      int const b_begin = a_begin + run * items_per_thread;
      bool const out_of_order = items[b_begin] < items[b_begin - 1];
      if (out_of_order) merge(items, mine, a_begin, run * items_per_thread, first - a_begin);
      member.team_barrier();
      if (out_of_order) {
        ARAIOS_UNROLL
        for (int k = 0; k < items_per_thread; ++k) items[first + k] = mine[k];
      }
      member.team_barrier();
    }

    int sources[std::size_t(items_per_thread)];
    ARAIOS_UNROLL
    for (int k = 0; k < items_per_thread; ++k) {
      int const position = thread + k * Method::team_size;
      sources[k] = 0;
      if (position < tile.count) {
        Item const item = items[position];
        sources[k] = packing.position(item);
        (tile.to_target(position) ? target.keys(tile.begin + position) : data.keys(tile.begin + position)) =
            packing.key(item);
      }
    }
    move_payload(member, tile, sources, scratch, data.p1, target.p1);
    move_payload(member, tile, sources, scratch, data.p2, target.p2);
  }

  /// `segment` := the position in the tile at which the segment of position `first` begins. Bit k of the result: a
  /// segment begins at first + k.
  KOKKOS_FUNCTION unsigned segment_starts(Tile const& tile, int first, int& segment) const {
    static_assert(items_per_thread <= 32);
    unsigned starts = 0;
    if (tile.first_segment == tile.last_segment || first >= tile.count) return starts;
    int const end = first + items_per_thread < tile.count ? first + items_per_thread : tile.count;
    std::int64_t current = grid.segments.find_from(tile.begin + first, tile.first_segment);
    std::int64_t const begin = grid.segments.begin(current) - tile.begin;
    segment = begin < 0 ? 0 : static_cast<int>(begin);
    std::int64_t next = grid.segments.end(current) - tile.begin;
    while (next < end) {
      starts |= 1u << (static_cast<int>(next) - first);
      current = grid.segments.find_from(tile.begin + next, current + 1);
      next = grid.segments.end(current) - tile.begin;
    }
    return starts;
  }

  /// mine := the outputs diagonal, diagonal + 1, ... of the merge of two adjacent runs of `length` items.
  template <class Item>
  KOKKOS_FUNCTION static void merge(Item const* items, Item (&mine)[std::size_t(items_per_thread)], int a_begin,
                                    int length, int diagonal) {
    int const a_end = a_begin + length;
    int const b_end = a_end + length;
    ScratchArray<Item> const array{items};
    int i = merge_path(array, a_begin, length, array, a_end, length, diagonal);
    int j = a_end + (diagonal - i);
    i += a_begin;
    Item a = items[i];  // at i == a_end the first of the other run: read, not used
    Item b = items[j < b_end ? j : b_end - 1];
    ARAIOS_UNROLL
    for (int k = 0; k < items_per_thread; ++k) {
      bool const take_b = i >= a_end || (j < b_end && b < a);
      mine[k] = take_b ? b : a;
      int const next = take_b ? ++j : ++i;
      Item const item = items[next < b_end ? next : b_end - 1];
      if (take_b)
        b = item;
      else
        a = item;
    }
  }

  template <class Values, class TargetValues>
  KOKKOS_FUNCTION void move_payload(Member const& member, Tile const& tile,
                                    int const (&sources)[std::size_t(items_per_thread)], char* scratch,
                                    Values const& values, TargetValues const& target_values) const {
    if constexpr (!std::is_same_v<Values, NoValues>) {
      using Value = typename Values::value_type;
      Value* const staged = reinterpret_cast<Value*>(scratch);
      int const thread = member.team_rank();
      member.team_barrier();  // the scratch has been read
      ARAIOS_UNROLL
      for (int k = 0; k < items_per_thread; ++k) {
        int const position = thread + k * Method::team_size;
        if (position < tile.count) staged[position] = values(tile.begin + position);
      }
      member.team_barrier();
      ARAIOS_UNROLL
      for (int k = 0; k < items_per_thread; ++k) {
        int const position = thread + k * Method::team_size;
        if (position < tile.count)
          (tile.to_target(position) ? target_values(tile.begin + position) : values(tile.begin + position)) =
              staged[sources[k]];
      }
    }
  }
};

template <int TeamSize, int Items, int Teams, class Exec, class Grid, class Data, class Target, class Space>
void sort_tiles(ByTeams<TeamSize, Items, Teams>, Exec const& exec, Grid const& grid, Data const& data,
                Target const& target, Workspace<Space>&, std::string const& operation) {
  using Method = ByTeams<TeamSize, Items, Teams>;
  using Kernel = SortTiles<Method, Exec, Grid, Data, Target>;
  auto const policy = Method::template policy<Kernel>(exec, grid.tiles(), operation.c_str());
  Kokkos::parallel_for(operation + "::tiles", policy, Kernel{grid, data, target});
}

}  // namespace Araios::Impl
