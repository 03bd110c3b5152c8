// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// A grid of tiles over segments, and the pairs of sorted runs at its positions.
///
/// Tiles have `step` elements, whatever the segments are, so that the work is balanced by construction: a tile holds a
/// piece of a large segment, or many small segments and a piece of one at either end. A piece is the intersection of a
/// segment and a tile.

#include <Araios/core/execution.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/primitives/segments.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <string>

namespace Araios::Impl {

/// The segments of the first and the last element of a tile, by division.
struct ComputedEnds {
  KOKKOS_FUNCTION std::int64_t find(UniformSegments const& segments, std::int64_t, std::int64_t position) const {
    return segments.find(position);
  }
};

/// The same, read from ends(2 tile) and ends(2 tile + 1): one search serves all users of the grid.
template <class Space>
struct StoredEnds {
  Kokkos::View<std::int64_t*, Space> ends;
  template <class Segments>
  KOKKOS_FUNCTION std::int64_t find(Segments const&, std::int64_t end, std::int64_t) const {
    return ends(end);
  }
};

template <class Segments, class Ends>
struct SegmentGrid {
  Segments segments;
  Ends ends;
  std::int64_t step;
  std::int64_t total;

  KOKKOS_FUNCTION std::int64_t tiles() const { return tiles_for(total, step); }
  KOKKOS_FUNCTION std::int64_t begin(std::int64_t tile) const { return tile * step; }
  KOKKOS_FUNCTION std::int64_t end(std::int64_t tile) const {
    return total - tile * step < step ? total : tile * step + step;
  }
  KOKKOS_FUNCTION std::int64_t first_segment(std::int64_t tile) const {
    return ends.find(segments, 2 * tile, begin(tile));
  }
  KOKKOS_FUNCTION std::int64_t last_segment(std::int64_t tile) const {
    return ends.find(segments, 2 * tile + 1, end(tile) - 1);
  }

  /// Number of levels of pairwise merging that make one sorted run of the pieces of [first, last).
  KOKKOS_FUNCTION int levels(std::int64_t first, std::int64_t last) const {
    return bits_for((last - 1) / step - first / step + 1);
  }
};

template <class Grid>
struct LocateEnds {
  Grid grid;
  KOKKOS_FUNCTION void operator()(std::int64_t end) const {
    std::int64_t const tile = end / 2;
    grid.ends.ends(end) = grid.segments.find(end % 2 == 0 ? grid.begin(tile) : grid.end(tile) - 1);
  }
};

template <class Exec, class Space>
auto make_grid(Exec const&, UniformSegments const& segments, std::int64_t step, std::int64_t total, Workspace<Space>&,
               std::string const&) {
  return SegmentGrid<UniformSegments, ComputedEnds>{segments, {}, step, total};
}

/// One kernel "<operation>::locate". The grid is valid until the open frame is left.
template <class Exec, class Pointers, class Space>
auto make_grid(Exec const& exec, PointerSegments<Pointers> const& segments, std::int64_t step, std::int64_t total,
               Workspace<Space>& workspace, std::string const& operation) {
  using Grid = SegmentGrid<PointerSegments<Pointers>, StoredEnds<Space>>;
  std::int64_t const ends = 2 * tiles_for(total, step);
  Grid const grid{segments, {workspace.template take<Kokkos::View<std::int64_t*, Space>>(exec, ends)}, step, total};
  if (ends > 0) Kokkos::parallel_for(operation + "::locate", range(exec, ends), LocateEnds<Grid>{grid});
  return grid;
}

/// The step of a grid whose tiles hold `capacity` elements: where the segment length allows, tile boundaries and
/// segment boundaries coincide.
inline std::int64_t grid_step(UniformSegments const& segments, std::int64_t capacity) {
  if (segments.length <= capacity) return capacity / segments.length * segments.length;
  std::int64_t const pieces = tiles_for(segments.length, capacity);
  return segments.length % pieces == 0 ? segments.length / pieces : capacity;
}
template <class Pointers>
std::int64_t grid_step(PointerSegments<Pointers> const&, std::int64_t capacity) {
  return capacity;
}

/// The maximum number of pieces of a segment in a grid of this step.
inline std::int64_t max_pieces(std::int64_t longest, std::int64_t step, std::int64_t total) {
  return longest == 0 ? 0 : std::min(tiles_for(total, step), (longest - 1 + step - 1) / step + 1);
}
inline std::int64_t max_pieces(UniformSegments const& segments, std::int64_t step, std::int64_t total) {
  if (step % segments.length == 0) return 1;
  if (segments.length % step == 0) return std::min(tiles_for(total, step), segments.length / step);
  return max_pieces(longest_segment(segments, total), step, total);
}
template <class Pointers>
std::int64_t max_pieces(PointerSegments<Pointers> const& segments, std::int64_t step, std::int64_t total) {
  return max_pieces(longest_segment(segments, total), step, total);
}

/// Two adjacent sorted runs, [begin, middle) and [middle, end), to be merged into [begin, end).
struct Pair {
  std::int64_t begin, middle, end;
  bool active;       ///< false: nothing to merge
  bool from_target;  ///< where two sets of arrays alternate: the target arrays hold the runs
};

/// Segments 2i and 2i+1 are the runs; a last one without a partner is a pair with an empty second run.
template <class Grid>
struct AdjacentPairs {
  static constexpr bool takes_turns = false;
  static constexpr bool inner_active = true;  // pairs that lie wholly within a tile have to be merged
  Grid grid;

  /// The pair of the segment.
  KOKKOS_FUNCTION Pair pair(std::int64_t segment, std::int64_t) const {
    std::int64_t const first = segment - segment % 2;
    std::int64_t const middle = grid.segments.end(first);
    return {grid.segments.begin(first), middle,
            first + 1 < grid.segments.count() ? grid.segments.end(first + 1) : middle, true, false};
  }
};

/// Pairs of runs of a segment: each piece is sorted, and earlier levels have merged them to runs of 2^level pieces.
///
/// Only the segments that still have several runs are active. A segment of L levels begins in the source arrays if L is
/// even and in the target arrays if L is odd, and changes arrays at each of its levels. So each ends in the source
/// arrays without a copy, although some need no level and others ten.
template <class Grid>
struct LevelPairs {
  static constexpr bool takes_turns = true;
  static constexpr bool inner_active = false;  // a segment wholly within a tile was sorted there
  Grid grid;
  int level;

  /// The pair that holds position o of the segment.
  KOKKOS_FUNCTION Pair pair(std::int64_t segment, std::int64_t o) const {
    std::int64_t const first = grid.segments.begin(segment);
    std::int64_t const last = grid.segments.end(segment);
    int const remaining = grid.levels(first, last) - level;
    if (remaining <= 0) return {first, last, last, false, false};
    std::int64_t const tile = first / grid.step;
    std::int64_t const left = tile + ((o / grid.step - tile) >> (level + 1) << (level + 1));
    std::int64_t const width = std::int64_t(1) << level;
    return {clip(left, first, last), clip(left + width, first, last), clip(left + 2 * width, first, last), true,
            remaining % 2 == 1};
  }

 private:
  KOKKOS_FUNCTION std::int64_t clip(std::int64_t tile, std::int64_t first, std::int64_t last) const {
    std::int64_t const line = tile * grid.step;
    return line < first ? first : line > last ? last : line;
  }
};

}  // namespace Araios::Impl
