// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Merging of adjacent segments: one level of a merge sort, for all segments in one set of launches.

#include <Araios/collective/merge_path.hpp>
#include <Araios/core/aliasing.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/primitives/merge/records.hpp>
#include <Araios/primitives/merge/segment_grid.hpp>
#include <Araios/primitives/merge/tiles.hpp>
#include <Araios/primitives/segments.hpp>

#include <cstdint>
#include <type_traits>

namespace Araios {

namespace Impl {

/// Tuning parameters of merge_adjacent.
struct MergeShape {
  // 17 outputs per thread: odd, so that threads that step through their own outputs have no bank conflicts in scratch.
  // 128 threads: 2,176 records per tile, 13 KB of scratch with 4-byte keys, and short waits at the barriers.
  using Gpu = ByTeams<128, 17, 8>;
  // A tile that fits the caches of a core, and is long enough to outweigh its diagonal search.
  using Host = ByThreads<16384>;
};

template <class Method, class Exec, class Segments, class From, class To, class Space>
void merge_adjacent_by(Method method, Exec const& exec, Segments const& segments, From const& from, To const& to,
                       Workspace<Space>& workspace) {
  char const* const operation = "Araios::merge_adjacent";
  std::int64_t const total = from.size();
  check_segments(segments, total, operation);
  check_equal(to.size(), total, "Araios::merge_adjacent: keys in and out have different lengths");
  check_payload(from.p1, total, "Araios::merge_adjacent: length of the first payload");
  check_payload(from.p2, total, "Araios::merge_adjacent: length of the second payload");
  check_payload(to.p1, total, "Araios::merge_adjacent: length of the first payload out");
  check_payload(to.p2, total, "Araios::merge_adjacent: length of the second payload out");
  check_outputs(operation,
                {{byte_blocks(to.keys), "keys_out"}, {byte_blocks(to.p1), "p1_out"}, {byte_blocks(to.p2), "p2_out"}},
                {{byte_blocks(from.keys), "keys_in"},
                 {byte_blocks(from.p1), "p1_in"},
                 {byte_blocks(from.p2), "p2_in"},
                 {blocks_of_pointers(segments), "pointers"}});
  if (total == 0) return;
  typename Workspace<Space>::Frame const frame(workspace);
  auto const grid = make_grid(exec, segments, Method::tile, total, workspace, operation);
  AdjacentPairs<std::remove_const_t<decltype(grid)>> const pairs{grid};
  Sides<false, From, To> const data{from, to};
  merge_pairs(method, exec, grid, pairs, data, take_splits(method, exec, grid.tiles(), workspace), operation);
}

}  // namespace Impl

/// keys_out := for each i, segments 2i and 2i+1 of keys_in merged into one sorted segment; payloads likewise
///
/// Shapes        all arrays have the number of elements of the segments; an absent payload is NoValues, in and out.
/// Requires      each segment is sorted. Output arrays overlap neither input arrays nor each other. Pointers as
///               PointerSegments requires.
/// Order         stable: of equal keys those of segment 2i come first, each side in its order. A last segment without a
///               partner is copied.
/// Cost          every record is read and written once, and its key is read once more, through scratch. One set of
///               launches for all pairs, small or large: on a GPU two kernels (three with PointerSegments), on a host
///               one (two). Equal keys, empty segments and one huge pair among small ones cost nothing extra.
/// Asynchronous  yes. Workspace: 8 bytes per tile of 2,176 records on a GPU; with PointerSegments 16 more per tile.
/// Deterministic space to space, bitwise.
/// Throws        std::invalid_argument when lengths disagree, or an output overlaps another array.
/// Source        Odeh, Green, Mwassi, Shmueli, Birk: Merge path, 2012; Green, McColl, Bader: GPU merge path, 2012.
template <ExecutionSpace Exec>
void merge_adjacent(Exec const& exec, SegmentsType auto const& segments, IndexView auto const& keys_in,
                    ValuesView auto const& p1_in, ValuesView auto const& p2_in, IndexView auto const& keys_out,
                    ValuesView auto const& p1_out, ValuesView auto const& p2_out, WorkspaceFor<Exec> workspace = {}) {
  using KeysIn = std::remove_cvref_t<decltype(keys_in)>;
  using P1In = std::remove_cvref_t<decltype(p1_in)>;
  using P2In = std::remove_cvref_t<decltype(p2_in)>;
  using KeysOut = std::remove_cvref_t<decltype(keys_out)>;
  using P1Out = std::remove_cvref_t<decltype(p1_out)>;
  using P2Out = std::remove_cvref_t<decltype(p2_out)>;
  static_assert(Accesses<Exec, KeysIn, P1In, P2In, KeysOut, P1Out, P2Out>,
                "merge_adjacent: the execution space cannot reach the arrays");
  static_assert(std::is_same_v<typename KeysIn::non_const_value_type, typename KeysOut::value_type>,
                "merge_adjacent: keys in and out are of one type");
  static_assert(std::is_same_v<P1In, NoValues> == std::is_same_v<P1Out, NoValues> &&
                    std::is_same_v<P2In, NoValues> == std::is_same_v<P2Out, NoValues>,
                "merge_adjacent: a payload must be given on both sides, or NoValues on both");
  using Method = std::conditional_t<Araios::is_gpu_v<Exec>, Impl::MergeShape::Gpu, Impl::MergeShape::Host>;
  Impl::merge_adjacent_by(Method{}, exec, segments, Impl::Records<KeysIn, P1In, P2In>{keys_in, p1_in, p2_in},
                          Impl::Records<KeysOut, P1Out, P2Out>{keys_out, p1_out, p2_out}, workspace.get(exec));
}

}  // namespace Araios
