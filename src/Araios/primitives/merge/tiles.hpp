// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The kernels that merge pairs of runs: all pairs of a level in one launch, one output tile per team or thread.
///
/// A pair is merged within its own range [begin, end): its output has the same positions as its input. So the tiles of
/// the output are the tiles of the grid, and the merge path at the two boundaries of a tile determines the input that
/// the tile needs of a pair that crosses them.

#include <Araios/collective/lanes.hpp>
#include <Araios/collective/merge_path.hpp>
#include <Araios/primitives/merge/records.hpp>
#include <Araios/primitives/merge/segment_grid.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <string>

namespace Araios::Impl {

/// Two sets of arrays. A pair is read from the set that holds it and written to the other one. Unless TakesTurns, it is
/// always read from `source`.
template <bool TakesTurns, class Source, class Target>
struct Sides {
  Source source;
  Target target;

  KOKKOS_FUNCTION auto key(bool from_target, std::int64_t i) const {
    if constexpr (TakesTurns)
      return from_target ? target.keys(i) : source.keys(i);
    else
      return source.keys(i);
  }
  /// Record i := record j of the other set.
  KOKKOS_FUNCTION void move(bool from_target, std::int64_t i, std::int64_t j) const {
    if constexpr (TakesTurns) {
      if (from_target) {
        copy_record(source, i, target, j);
        return;
      }
    }
    copy_record(target, i, source, j);
  }
  /// The same, where the key is known.
  template <class Key>
  KOKKOS_FUNCTION void move(bool from_target, Key const& key, std::int64_t i, std::int64_t j) const {
    if constexpr (TakesTurns) {
      if (from_target) {
        source.keys(i) = key;
        source.p1(i) = target.p1(j);
        source.p2(i) = target.p2(j);
        return;
      }
    }
    target.keys(i) = key;
    target.p1(i) = source.p1(j);
    target.p2(i) = source.p2(j);
  }
  /// The number of the first o - pair.begin records of the merged pair that come from its first run.
  KOKKOS_FUNCTION std::int64_t split(Pair const& pair, std::int64_t o) const {
    if constexpr (TakesTurns) {
      if (pair.from_target) return path(target.keys, pair, o);
    }
    return path(source.keys, pair, o);
  }

 private:
  template <class Keys>
  KOKKOS_FUNCTION static std::int64_t path(Keys const& keys, Pair const& pair, std::int64_t o) {
    return merge_path(keys, pair.begin, pair.middle - pair.begin, keys, pair.middle, pair.end - pair.middle,
                      o - pair.begin);
  }
};

/// splits(tile) := the merge path at the first boundary of the tile, where a pair crosses it.
template <class Grid, class Pairs, class Data, class Splits>
struct SplitPairs {
  Grid grid;
  Pairs pairs;
  Data data;
  Splits splits;

  KOKKOS_FUNCTION void operator()(std::int64_t tile) const {
    std::int64_t const o = grid.begin(tile);
    Pair const pair = pairs.pair(grid.first_segment(tile), o);
    if (pair.active && pair.begin < o) splits(tile) = data.split(pair, o);
  }
};

/// One tile per team. The keys of the tile are staged in scratch pair by pair, first those of the first run, then those
/// of the second. Each thread merges `Items` consecutive outputs: it finds its start by merge path and records for each
/// output its source position in the stage. Then the team writes the outputs in order: loads and stores are coalesced
/// (a payload comes from one of two sequential streams), and a payload moves once, from global to global memory.
template <class Method, class Exec, class Grid, class Pairs, class Data, class Splits>
struct MergeTiles {
  using Key = typename decltype(Data::source)::Key;
  using Member = typename Method::template Member<Exec>;
  using Source = std::uint16_t;
  static_assert(Method::tile <= 65536, "positions in the stage have 16 bits");
  static constexpr std::int64_t scratch_bytes = Method::tile * (sizeof(Key) + sizeof(Source)) + sizeof(Key);

  Grid grid;
  Pairs pairs;
  Data data;
  Splits splits;

  /// The part of a pair in the tile: stage positions [begin, end), first a_count records from a on, then records from b
  /// on.
  struct Part {
    std::int64_t a, b;
    int begin, a_count, end;
    bool active, from_target;

    KOKKOS_FUNCTION std::int64_t record(int position) const {
      int const i = position - begin;
      return i < a_count ? a + i : b + (i - a_count);
    }
  };

  KOKKOS_FUNCTION Part part(std::int64_t tile, Pair const& pair) const {
    std::int64_t const first = grid.begin(tile);
    std::int64_t const last = grid.end(tile);
    std::int64_t const low = pair.begin < first ? first : pair.begin;
    std::int64_t const high = pair.end > last ? last : pair.end;
    Part result{
        low, low, static_cast<int>(low - first), 0, static_cast<int>(high - first), pair.active, pair.from_target};
    if (pair.active) {
      std::int64_t const before = pair.begin < first ? splits(tile) : 0;
      std::int64_t const after = pair.end > last ? splits(tile + 1) : pair.middle - pair.begin;
      result.a = pair.begin + before;
      result.a_count = static_cast<int>(after - before);
      result.b = pair.middle + (low - pair.begin - before);
    }
    return result;
  }

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    std::int64_t const tile = member.league_rank();
    std::int64_t const first = grid.begin(tile);
    int const count = static_cast<int>(grid.end(tile) - first);
    std::int64_t const first_segment = grid.first_segment(tile);
    std::int64_t const last_segment = grid.last_segment(tile);
    Pair const head_pair = pairs.pair(first_segment, first);
    Pair const tail_pair = pairs.pair(last_segment, first + count - 1);
    if (!Pairs::inner_active && !head_pair.active && !tail_pair.active) return;
    Part const head = part(tile, head_pair);
    Part const tail = part(tile, tail_pair);
    // A pair that is wholly within the tile is staged at its own positions.
    auto const part_at = [&](int position) {
      if (position < head.end) return head;
      if (position >= tail.begin) return tail;
      return Part{first, first, 0, count, count, Pairs::inner_active, false};
    };

    Key* const staged =
        static_cast<Key*>(member.team_scratch(0).get_shmem_aligned(Method::tile * sizeof(Key), sizeof(Key)));
    Source* const sources =
        static_cast<Source*>(member.team_scratch(0).get_shmem_aligned(Method::tile * sizeof(Source), sizeof(Source)));
    int const thread = member.team_rank();
    ARAIOS_UNROLL
    for (int k = 0; k < Method::items; ++k) {
      int const position = thread + k * Method::team_size;
      if (position < count) {
        Part const p = part_at(position);
        if (p.active) staged[position] = data.key(p.from_target, p.record(position));
      }
    }
    member.team_barrier();

    merge_pairs(staged, sources, tile, head, tail, thread * Method::items, count);
    member.team_barrier();

    ARAIOS_UNROLL
    for (int k = 0; k < Method::items; ++k) {
      int const position = thread + k * Method::team_size;
      if (position < count) {
        Part const p = part_at(position);
        if (p.active) {
          int const from = sources[position];
          data.move(p.from_target, staged[from], first + position, p.record(from));
        }
      }
    }
  }

 private:
  /// Merges the outputs of a thread, from x on, pair by pair.
  KOKKOS_FUNCTION void merge_pairs(Key const* staged, Source* sources, std::int64_t tile, Part const& head,
                                   Part const& tail, int x, int count) const {
    int const x_end = x + Method::items < count ? x + Method::items : count;
    std::int64_t const first = grid.begin(tile);
    std::int64_t segment = grid.first_segment(tile);
    while (x < x_end) {
      Part p = head;
      if (x >= tail.begin) {
        p = tail;
      } else if (x >= head.end) {
        if (!Pairs::inner_active) {
          x = tail.begin;
          continue;
        }
        segment = grid.segments.find_from(first + x, segment);
        p = part(tile, pairs.pair(segment, first + x));
      }
      int const stop = p.end < x_end ? p.end : x_end;
      if (p.active) merge(staged, sources, p, x, stop);
      x = stop;
    }
  }
  /// sources[x .. stop): the stage positions of the outputs x .. stop of the part. One thread.
  KOKKOS_FUNCTION static void merge(Key const* staged, Source* sources, Part const& p, int x, int stop) {
    ScratchArray<Key> const keys{staged};
    int const a_end = p.begin + p.a_count;
    int const taken = merge_path(keys, p.begin, p.a_count, keys, a_end, p.end - a_end, x - p.begin);
    int i = p.begin + taken;
    int j = a_end + (x - p.begin - taken);
    Key a{}, b{};
    if (i < a_end) a = staged[i];
    if (j < p.end) b = staged[j];
    for (; x < stop; ++x) {
      bool const take_b = i >= a_end || (j < p.end && b < a);
      sources[x] = static_cast<Source>(take_b ? j : i);
      if (take_b) {
        if (++j < p.end) b = staged[j];
      } else {
        if (++i < a_end) a = staged[i];
      }
    }
  }
};

/// One tile per thread: merge path finds the start of the tile in its first pair; from there the thread merges
/// sequentially.
template <class Grid, class Pairs, class Data>
struct MergeRanges {
  Grid grid;
  Pairs pairs;
  Data data;

  void operator()(std::int64_t tile) const {
    std::int64_t o = grid.begin(tile);
    std::int64_t const end = grid.end(tile);
    std::int64_t segment = grid.first_segment(tile);
    while (o < end) {
      Pair const pair = pairs.pair(segment, o);
      std::int64_t const stop = pair.end < end ? pair.end : end;
      if (pair.active) merge(pair, o, stop);
      o = stop;
      if (o < end) {
        segment = Pairs::inner_active ? grid.segments.find_from(o, segment) : grid.last_segment(tile);
        if (!Pairs::inner_active) o = std::max(o, grid.segments.begin(segment));
      }
    }
  }

 private:
  void merge(Pair const& pair, std::int64_t o, std::int64_t stop) const {
    bool const side = pair.from_target;
    std::int64_t const taken = data.split(pair, o);
    std::int64_t i = pair.begin + taken;
    std::int64_t j = pair.middle + (o - pair.begin - taken);
    while (o < stop && i < pair.middle && j < pair.end) {
      auto const a = data.key(side, i);
      auto const b = data.key(side, j);
      bool const take_b = b < a;
      data.move(side, take_b ? b : a, o++, take_b ? j : i);
      j += take_b;
      i += !take_b;
    }
    while (o < stop && i < pair.middle) data.move(side, o++, i++);
    while (o < stop && j < pair.end) data.move(side, o++, j++);
  }
};

/// The workspace of merge_pairs, taken before the first kernel, so that a failed allocation leaves the arrays
/// unchanged.
template <int TeamSize, int Items, int Teams, class Exec, class Space>
auto take_splits(ByTeams<TeamSize, Items, Teams>, Exec const& exec, std::int64_t tiles, Workspace<Space>& workspace) {
  return workspace.template take<Kokkos::View<std::int64_t*, Space>>(exec, tiles);
}
template <int Tile, class Exec, class Space>
NoValues take_splits(ByThreads<Tile>, Exec const&, std::int64_t, Workspace<Space>&) {
  return {};
}

/// One level of merges. Kernels "<operation>::split" and "<operation>::merge".
template <int TeamSize, int Items, int Teams, class Exec, class Grid, class Pairs, class Data, class Splits>
void merge_pairs(ByTeams<TeamSize, Items, Teams>, Exec const& exec, Grid const& grid, Pairs const& pairs,
                 Data const& data, Splits const& splits, std::string const& operation) {
  using Method = ByTeams<TeamSize, Items, Teams>;
  using Kernel = MergeTiles<Method, Exec, Grid, Pairs, Data, Splits>;
  std::int64_t const tiles = grid.tiles();
  auto const policy = Method::template policy<Kernel>(exec, tiles, operation.c_str());
  Kokkos::parallel_for(operation + "::split", range(exec, tiles),
                       SplitPairs<Grid, Pairs, Data, Splits>{grid, pairs, data, splits});
  Kokkos::parallel_for(operation + "::merge", policy, Kernel{grid, pairs, data, splits});
}

template <int Tile, class Exec, class Grid, class Pairs, class Data>
void merge_pairs(ByThreads<Tile>, Exec const& exec, Grid const& grid, Pairs const& pairs, Data const& data, NoValues,
                 std::string const& operation) {
  Kokkos::parallel_for(operation + "::merge", range(exec, grid.tiles()),
                       MergeRanges<Grid, Pairs, Data>{grid, pairs, data});
}

}  // namespace Araios::Impl
