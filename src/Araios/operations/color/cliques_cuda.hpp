// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Distance 2 on CUDA in one kernel, for symmetric patterns: a row and its neighbours have different colours, so they
/// take them one after the other, and each row keeps a record of the colours that are taken.
///
/// The record of row u counts how many of them have colours, and has a bit for each colour; both are in each of its
/// words. Row v reads the records of its neighbours until each counts the rows before v (its rank, found by a kernel
/// before), and adds itself to them. So a step takes as many loads as v has neighbours, in place of their
/// neighbours, all in flight, and no fence.

#include <Araios/collective/cuda_launch.hpp>
#include <Araios/collective/warp.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/load_hints.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/read_back.hpp>
#include <Araios/core/search.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/operations/color/graph.hpp>
#include <Araios/operations/color/order.hpp>
#include <Araios/operations/color/rows_cuda.hpp>
#include <Araios/primitives/radix_sort.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace Araios::Impl::color {

using RecordWord = unsigned long long;
/// The low bits of a word are colours, the others count.
inline constexpr int colors_of_word = 48;
inline constexpr int max_words = 8;

/// ranks[p] := the number of vertices before v among u and its neighbours, where p is the entry (v, u). Those of u
/// itself are in own_ranks. The sums of u are cleared.
template <class Ordinal, class Offset>
struct RankNeighbours {
  static constexpr int threads = 256;
  static constexpr int blocks_per_multiprocessor = 4;

  Graph<Ordinal, Offset> graph;
  Order order;
  int* ranks;
  int* own_ranks;
  RecordWord* records;
  int words;
  std::int64_t blocks;

  __device__ void operator()(char*) const {
    std::int64_t const warps = blocks * (threads / 32);
    for (std::int64_t u = std::int64_t(blockIdx.x) * (threads / 32) + warp_id(); u < graph.num_vertices; u += warps) {
      if (lane_id() < words) records[u * words + lane_id()] = 0;
      std::int64_t const begin = graph.begin(0, u), end = graph.begin(0, u + 1);
      for (std::int64_t p = begin + lane_id() - 1; p < end; p += 32) {
        std::int64_t const v = p < begin ? u : static_cast<std::int64_t>(graph.entries[0][p]);
        if (p >= begin && v == u) continue;
        int rank = v != u && order.is_before(u, v);
        for (std::int64_t q = begin; q < end; ++q) {
          auto const w = static_cast<std::int64_t>(graph.entries[0][q]);
          rank += w != u && w != v && order.is_before(w, v);
        }
        if (v == u)
          own_ranks[u] = rank;
        else
          ranks[first_not_below(Elements<Ordinal const>{graph.entries[0]}, graph.begin(0, v), graph.begin(0, v + 1),
                                u)] = rank;
      }
    }
  }
};

/// Colours the rows of `list` in its order, a group of lanes each.
template <class Ordinal, class Offset, int Words>
struct ColorCliques {
  static constexpr int threads = 128;
  static constexpr int blocks_per_multiprocessor = Words > 4 ? 4 : 8;
  static constexpr int in_flight = Words > 4 ? 1 : Words > 2 ? 2 : 4;  // records that a lane waits for

  Graph<Ordinal, Offset> graph;
  Ordinal const* list;
  int const* ranks;
  int const* own_ranks;
  RecordWord* records;
  unsigned long long* taken;  // rows of the list that warps have taken
  int* too_many;              // is set where a row needs another colour
  int* colors;
  int lanes;

  __device__ void operator()(char*) const {
    int const lane = lane_id(), in_group = lane % lanes, rows = 32 / lanes;
    for (;;) {
      std::int64_t const first = take_items(taken, rows);
      if (first >= graph.num_vertices) return;
      std::int64_t const i = first + lane / lanes;
      color_rows(i < graph.num_vertices ? static_cast<std::int64_t>(list[i]) : -1, in_group);
    }
  }

 private:
  /// What a lane reads of the records of a row v: those of its neighbours, and of v itself at index begin - 1.
  struct Reading {
    std::int64_t v, next, end;
    std::int64_t record[std::size_t(in_flight)];
    int rank[std::size_t(in_flight)];
    int pending;  // bits of the records that do not count all rows before v
    RecordWord used[std::size_t(Words)];
  };

  /// The rows of a warp; v < 0: none. All lanes call.
  __device__ void color_rows(std::int64_t v, int in_group) const {
    bool done = v < 0;
    Reading row{};
    row.v = v;
    if (!done) {
      row.next = graph.begin(0, v) - 1 + in_group;
      row.end = graph.begin(0, v + 1);
    }
    if (__ballot_sync(all_lanes, !done) == 0) return;
    unsigned const group = (lanes == 32 ? all_lanes : (1u << lanes) - 1u) << (lane_id() - in_group);
    bool has_news = true;
    for (;;) {
      if (!done && row.pending == 0 && row.next < row.end) {
        take_records(row);
        has_news = true;
      }
      has_news = row.pending != 0 && read_records(row, has_news ? row.pending : row.pending & -row.pending);
      unsigned const waiting = __ballot_sync(all_lanes, !done && (row.pending != 0 || row.next < row.end));
      bool const decides = !done && (waiting & group) == 0;
      if (__ballot_sync(all_lanes, decides) != 0) {
        int const color = free_color(row, decides);
        if (decides) publish(v, color, in_group);
        done = done || decides;
        if (__ballot_sync(all_lanes, !done) == 0) return;
      }
    }
  }

  __device__ void take_records(Reading& row) const {
    std::int64_t const begin = graph.begin(0, row.v);
    ARAIOS_UNROLL
    for (int k = 0; k < in_flight; ++k) {
      std::int64_t const p = row.next + k * lanes;
      bool const is_own = p < begin;
      std::int64_t const u = is_own || p >= row.end ? row.v : static_cast<std::int64_t>(graph.entries[0][p]);
      if (is_own || u != row.v) row.pending |= 1 << k;
      row.record[k] = u * Words;
      row.rank[k] = is_own ? own_ranks[row.v] : u != row.v ? ranks[p] : 0;
    }
    row.next += in_flight * lanes;
  }
  /// Reads these records, and uses those that count all rows before v; whether there are some.
  __device__ bool read_records(Reading& row, int which) const {
    RecordWord words[std::size_t(in_flight)][std::size_t(Words)];
    ARAIOS_UNROLL
    for (int k = 0; k < in_flight; ++k) {
      ARAIOS_UNROLL
      for (int j = 0; j < Words; ++j)
        if ((which >> k & 1) != 0) words[k][j] = load_relaxed(records + row.record[k] + j);
    }
    int const before = row.pending;
    ARAIOS_UNROLL
    for (int k = 0; k < in_flight; ++k) {
      if ((which >> k & 1) == 0) continue;
      bool is_complete = true;
      ARAIOS_UNROLL
      for (int j = 0; j < Words; ++j)
        is_complete = is_complete && words[k][j] >> colors_of_word == static_cast<RecordWord>(row.rank[k]);
      if (!is_complete) continue;
      row.pending &= ~(1 << k);
      ARAIOS_UNROLL
      for (int j = 0; j < Words; ++j) row.used[j] |= words[k][j];
    }
    return row.pending != before;
  }
  /// The lowest colour that no lane of the group has found; too high: there is none. All lanes call.
  __device__ int free_color(Reading& row, bool decides) const {
    constexpr RecordWord count_bits = ~((RecordWord(1) << colors_of_word) - 1);
    int color = Words * colors_of_word;
    ARAIOS_UNROLL
    for (int j = 0; j < Words; ++j) {
      if (__ballot_sync(all_lanes, decides && color == Words * colors_of_word) == 0) break;
      RecordWord used = row.used[j] & ~count_bits;
      for (int distance = lanes / 2; distance > 0; distance /= 2) used |= warp_shuffle_xor(used, distance);
      int const bit = lowest_clear_bit(used);
      if (bit < colors_of_word && color == Words * colors_of_word) color = j * colors_of_word + bit;
    }
    return color;
  }
  /// Adds v to the records that have waited for it: no other row changes them before that.
  __device__ void publish(std::int64_t v, int color, int in_group) const {
    std::int64_t const begin = graph.begin(0, v);
    bool const is_free = color < Words * colors_of_word;
    for (std::int64_t p = begin - 1 + in_group; p < graph.begin(0, v + 1); p += lanes) {
      std::int64_t const u = p < begin ? v : static_cast<std::int64_t>(graph.entries[0][p]);
      if (p >= begin && u == v) continue;
      for (int j = 0; j < Words; ++j) {
        RecordWord const bit =
            is_free && color / colors_of_word == j ? RecordWord(1) << color % colors_of_word : RecordWord(0);
        atomicAdd(records + u * Words + j, (RecordWord(1) << colors_of_word) + bit);
      }
    }
    if (in_group != 0) return;
    colors[v] = color;
    if (!is_free) *static_cast<int volatile*>(too_many) = 1;
  }
};

template <int Words, class Exec, class Ordinal, class Offset, class Colors, class Space>
bool color_with_words(Exec const& exec, Graph<Ordinal, Offset> const& graph, std::int64_t entries, Colors const& keys,
                      Kokkos::View<Ordinal*, Space> const& list, Colors const& colors, Workspace<Space>& workspace) {
  using Ints = Kokkos::View<int*, Space>;
  using Words64 = Kokkos::View<RecordWord*, Space>;
  using Rank = RankNeighbours<Ordinal, Offset>;
  using Body = ColorCliques<Ordinal, Offset, Words>;
  constexpr char const* label = "Araios::color::cliques";
  typename Workspace<Space>::Frame const frame(workspace);
  std::int64_t const n = graph.num_vertices;
  auto const ranks = workspace.template take<Ints>(exec, entries), own_ranks = workspace.template take<Ints>(exec, n);
  auto const records = workspace.template take<Words64>(exec, n * Words);
  auto const taken = workspace.template take<Words64>(exec, 2);  // and whether there are too many colours
  fill(exec, taken, RecordWord(0));
  auto* const too_many = reinterpret_cast<int*>(taken.data() + 1);
  std::int64_t const ranking = std::min<std::int64_t>(tiles_for(n, Rank::threads / 32), 1 << 20);
  cuda_launch(exec, "Araios::color::ranks", ranking, 0,
              Rank{graph, {keys.data()}, ranks.data(), own_ranks.data(), records.data(), Words, ranking});
  std::int64_t const resident = cuda_resident_blocks<Body>(exec, label, 0);
  int const lanes = lanes_of_waiting(n, entries, resident * Body::threads);
  // Fewer rows that wait load less: a quarter of the blocks takes half of the time where a row has a warp.
  std::int64_t const blocks = tiles_for(n * lanes, Body::threads),
                     at_most = lanes == 32 ? tiles_for(resident, 4) : resident;
  cuda_launch(exec, label, std::min(blocks, at_most), 0,
              Body{graph, list.data(), ranks.data(), own_ranks.data(), records.data(), taken.data(), too_many,
                   colors.data(), lanes});
  return read_back(exec, taken, 1, "Araios::color: whether there are too many colours") == 0;
}

/// colors := the greedy colours at distance 2 in the order of these keys; whether the pattern, which is symmetric,
/// was one for records.
template <class Exec, class Ordinal, class Offset, class Colors, class Space>
bool color_by_cliques(Exec const& exec, Graph<Ordinal, Offset> const& graph, std::int64_t entries, Colors const& keys,
                      int key_bits, Colors const& colors, Workspace<Space>& workspace) {
  typename Workspace<Space>::Frame const frame(workspace);
  std::int64_t const n = graph.num_vertices;
  std::int64_t const longest = longest_row(exec, graph);
  if (longest > max_words * colors_of_word) return false;
  auto const list = workspace.template take<Kokkos::View<Ordinal*, Space>>(exec, n);
  radix_sort(exec, keys, Identity(), NoValues(), NoValues(), list, NoValues(), {.key_bits = key_bits}, workspace);
  auto const with = [&]<int Words>(std::integral_constant<int, Words>) {
    return 7 * longest <= 6 * Words * colors_of_word &&
           color_with_words<Words>(exec, graph, entries, keys, list, colors, workspace);
  };
  return with(std::integral_constant<int, 1>()) || with(std::integral_constant<int, 2>()) ||
         with(std::integral_constant<int, 4>()) || with(std::integral_constant<int, max_words>());
}

}  // namespace Araios::Impl::color

#endif
