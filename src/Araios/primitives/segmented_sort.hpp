// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Segmented sort: sorts the records of each segment, for few or many, small or large segments.

#include <Araios/core/aliasing.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/primitives/merge/records.hpp>
#include <Araios/primitives/merge/segment_grid.hpp>
#include <Araios/primitives/merge/tiles.hpp>
#include <Araios/primitives/segmented_sort/sequential.hpp>
#include <Araios/primitives/segmented_sort/tiles.hpp>
#include <Araios/primitives/segments.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace Araios {

namespace Impl {

/// Tuning parameters of segmented_sort for records whose largest member has `Bytes` bytes.
template <std::size_t Bytes>
struct SegmentedSortShape {
  static constexpr int team_size = 128;
  // 17 records per thread, 2,176 per tile: odd, so that threads that step through their own records have no bank
  // conflicts in scratch. 36 KB fit Kokkos' 40 KB of team scratch with room to spare; wide payloads make the tile
  // smaller.
  static constexpr int items = std::min<int>(17, (36 * 1024 / team_size / static_cast<int>(Bytes) - 1) / 2 * 2 + 1);
  static_assert(Bytes <= 288, "segmented_sort: a payload of more than 288 bytes an element; sort indices and gather");
  // 8 teams per multiprocessor: 64 registers per thread. Records with a member of 8 bytes need 80, or spill 3 to 5
  // times as many bytes (ptxas, sm_90): 6 teams. Wide records exhaust the scratch sooner.
  using Gpu = ByTeams<team_size, items, (Bytes <= 4 ? 8 : 6)>;
  // The items and payloads of a host thread stay in its L2 cache.
  using Host = ByThreads<16384>;
};

/// Invariant: before level l, each segment is sorted within runs of 2^l pieces of the grid (segment_grid.hpp). A
/// segment that is one run is stored in `data`; LevelPairs says which arrays hold the others.
template <class Method, class Exec, class Segments, class Data, class Space>
void segmented_sort_by(Method method, Exec const& exec, Segments const& segments, Data const& data,
                       Workspace<Space>& workspace) {
  using Key = typename Data::Key;
  char const* const operation = "Araios::segmented_sort";
  std::int64_t const total = data.size();
  check_segments(segments, total, operation);
  check_payload(data.p1, total, "Araios::segmented_sort: length of the first payload");
  check_payload(data.p2, total, "Araios::segmented_sort: length of the second payload");
  check_outputs(
      operation,
      {{byte_blocks(data.keys), "keys"}, {byte_blocks(data.p1), "payload_1"}, {byte_blocks(data.p2), "payload_2"}},
      {{blocks_of_pointers(segments), "pointers"}});
  if (longest_segment(segments, total) <= 1) return;

  using Values1 = Temporary<decltype(data.p1), Space>;
  using Values2 = Temporary<decltype(data.p2), Space>;
  typename Workspace<Space>::Frame const frame(workspace);
  std::int64_t const step = grid_step(segments, Method::tile);
  int const levels = bits_for(max_pieces(segments, step, total));
  std::int64_t const copies = levels > 0 ? total : 0;
  Records<Kokkos::View<Key*, Space>, Values1, Values2> const target{
      workspace.template take<Kokkos::View<Key*, Space>>(exec, copies),
      workspace.template take_values<Values1>(exec, copies), workspace.template take_values<Values2>(exec, copies)};
  auto const splits = take_splits(method, exec, levels > 0 ? tiles_for(total, step) : 0, workspace);
  auto const grid = make_grid(exec, segments, step, total, workspace, operation);
  using Grid = std::remove_const_t<decltype(grid)>;
  sort_tiles(method, exec, grid, data, target, workspace, operation);
  Sides<true, Data, std::remove_const_t<decltype(target)>> const sides{data, target};
  for (int level = 0; level < levels; ++level)
    merge_pairs(method, exec, grid, LevelPairs<Grid>{grid, level}, sides, splits, operation);
}

}  // namespace Impl

/// Within each segment: (keys, payload_1, payload_2) := the same records, sorted by key; equal keys keep their order
///
/// Shapes        keys and payloads have as many elements as the segments; a payload that is absent is NoValues. Keys
///               and payloads are sorted in place. Payloads end the list: a sort of keys alone names none.
/// Requires      integer keys. Payloads of any type that can be copied bytewise, up to 288 bytes an element on a GPU.
///               Pointers as PointerSegments says.
/// Cost          on a GPU one kernel (two with PointerSegments) sorts tiles of 2,176 records in scratch, whatever the
///               segments are: many small ones share a tile. Every record is read and written once. Segments of several
///               tiles are then merged, two kernels a level, log2(longest segment / 2,176) + 1 levels; a level moves
///               only the segments that still need it. Give PointerSegments::longest where you know it: without it the
///               levels are launched for the length of the whole array, and those that find nothing to do cost their
///               launches. On a host the tiles have 16,384 records, one thread each, and a level is one kernel.
/// Asynchronous  yes. Workspace: a copy of the arrays when a segment may have several tiles; on a host 2 * 16,384 items
///               a thread; with PointerSegments 16 bytes a tile.
/// Deterministic space to space, bitwise.
/// Throws        std::invalid_argument when lengths disagree, or keys and payloads overlap. When an allocation fails
///               the arrays are as they were.
/// Source        items that hold key and position: as in many radix sorts; rounds by merge path: Green, McColl, Bader,
///               2012; skipping what is sorted already: Baxter, Moderngpu, 2013.
template <ExecutionSpace Exec, IndexView Keys, ValuesView P1 = NoValues, ValuesView P2 = NoValues>
void segmented_sort(Exec const& exec, SegmentsType auto const& segments, Keys const& keys, P1 const& payload_1 = {},
                    P2 const& payload_2 = {}, WorkspaceFor<Exec> workspace = {}) {
  static_assert(Accesses<Exec, Keys, P1, P2>, "segmented_sort: the execution space cannot reach the arrays");
  static_assert(!std::is_const_v<typename Keys::value_type>, "segmented_sort works in place: keys are not const");
  constexpr std::size_t bytes =
      std::max({Impl::largest_item_v<typename Keys::value_type>, Impl::value_bytes_v<typename P1::value_type>,
                Impl::value_bytes_v<typename P2::value_type>});
  using Shape = Impl::SegmentedSortShape<Araios::is_gpu_v<Exec> ? bytes : sizeof(int)>;
  using Method = std::conditional_t<Araios::is_gpu_v<Exec>, typename Shape::Gpu, typename Shape::Host>;
  Impl::segmented_sort_by(Method{}, exec, segments, Impl::Records<Keys, P1, P2>{keys, payload_1, payload_2},
                          workspace.get(exec));
}

}  // namespace Araios
