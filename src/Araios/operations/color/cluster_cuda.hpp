// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// All of a colouring of a graph of some hundred thousand vertices in one kernel, by one cluster of thread blocks.
///
/// Each block has the states of all vertices (rows_cuda.hpp) in its shared memory, in bytes. A colour is stored to all
/// blocks and waited for in that of the own one: a step of the chain takes a store to another multiprocessor and a load
/// of shared memory, in place of two trips to the L2 cache. Orders, recolorings and the rows by colour are made in the
/// same kernel, between barriers of the cluster, so that a call has three kernels and waits once.
///
/// Colours and keys are below 128; where a row needs another colour, the status says so, and colours mean nothing.

#include <Araios/collective/cluster.hpp>
#include <Araios/collective/warp.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/load_hints.hpp>
#include <Araios/operations/color/graph.hpp>
#include <Araios/operations/color/options.hpp>
#include <Araios/operations/color/order.hpp>
#include <Araios/operations/color/rows_cuda.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace Araios::Impl::color {

/// Indices in the status: whether the pattern is not symmetric; how many colours; whether there are too many.
enum StatusIndex { not_symmetric, colors_found, too_many_colors, status_length };

/// Stable sort of 0 .. n-1, or of a list of them, by digits below `bins`, in the blocks of a cluster: each counts for
/// the rows of its warps, and adds what blocks and warps before have.
template <class Ordinal, int Threads>
class ClusterSort {
 public:
  static constexpr int bins = ClusterStates::num_states, warps = Threads / 32;
  static constexpr int shared_ints = (warps + 4) * bins;

  __device__ ClusterSort(int* shared, std::int64_t n)
      : counters_(shared),
        totals_(shared + warps * bins),
        before_(totals_ + bins),
        sizes_(before_ + bins),
        firsts_(sizes_ + bins),
        n_(static_cast<int>(n)) {}

  /// to := the elements in the order of digit(v), which is in [0, bins). All threads of the cluster call.
  template <class Digit>
  __device__ void operator()(Digit const& digit, Ordinal const* from, Ordinal* to) const {
    int* const mine = counters_ + warp_id() * bins;
    for (int d = lane_id(); d < bins; d += 32) mine[d] = 0;
    __syncwarp();
    for_each(digit, from, [](std::int64_t, int) {});
    __syncthreads();
    for (int d = static_cast<int>(threadIdx.x); d < bins; d += Threads) count_before(d);
    cluster_barrier();
    for (int d = static_cast<int>(threadIdx.x); d < bins; d += Threads) add_blocks(d);
    __syncthreads();
    if (warp_id() == 0) scan_sizes();
    __syncthreads();
    for (int d = lane_id(); d < bins; d += 32) mine[d] += firsts_[d] + before_[d];
    __syncwarp();
    for_each(digit, from, [&](std::int64_t v, int position) { to[position] = static_cast<Ordinal>(v); });
    cluster_barrier();
  }
  /// After a sort: the number of elements with digit d, and the position of the first one.
  __device__ int size(int d) const { return sizes_[d]; }
  __device__ int first(int d) const { return firsts_[d]; }

 private:
  /// visit(v, position) for the elements of this warp; its counters of the bins then are one past the last ones.
  template <class Digit, class Visit>
  __device__ void for_each(Digit const& digit, Ordinal const* from, Visit const& visit) const {
    int* const mine = counters_ + warp_id() * bins;
    int const all_warps = cluster_blocks() * warps, each = (n_ + all_warps - 1) / all_warps;
    int const begin = (cluster_rank() * warps + warp_id()) * each, end = begin + each < n_ ? begin + each : n_;
    for (int i = begin; i < end; i += 32) {
      int const at = i + lane_id();
      bool const valid = at < end;
      std::int64_t const v = !valid ? 0 : from == nullptr ? at : static_cast<std::int64_t>(load_relaxed(from + at));
      int const d = valid ? digit(v) : 0;
      auto const peers = CudaWarp::template peers<7>(static_cast<unsigned>(d), valid);
      int const rank = CudaWarp::count_below(peers, lane_id());
      if (valid) visit(v, mine[d] + rank);
      __syncwarp();
      if (valid && rank == 0) mine[d] += CudaWarp::count(peers);
      __syncwarp();
    }
  }

  /// Counts of digit d by warps become counts of the warps before.
  __device__ void count_before(int d) const {
    int sum = 0;
    for (int w = 0; w < warps; ++w) {
      int const count = counters_[w * bins + d];
      counters_[w * bins + d] = sum;
      sum += count;
    }
    totals_[d] = sum;
  }
  __device__ void add_blocks(int d) const {
    int before = 0, all = 0;
    for (int rank = 0; rank < cluster_blocks(); ++rank) {
      int const total = *in_cluster_block(totals_ + d, rank);
      if (rank < cluster_rank()) before += total;
      all += total;
    }
    before_[d] = before;
    sizes_[d] = all;
  }
  /// Lanes have equally many consecutive bins.
  __device__ void scan_sizes() const {
    constexpr int each = bins / 32;
    int sum = 0;
    for (int k = 0; k < each; ++k) sum += sizes_[lane_id() * each + k];
    int first = warp_inclusive_scan(sum) - sum;
    for (int k = 0; k < each; ++k) {
      firsts_[lane_id() * each + k] = first;
      first += sizes_[lane_id() * each + k];
    }
  }

  int *counters_, *totals_, *before_, *sizes_, *firsts_;
  int n_;
};

template <class Ordinal, class Offset, int Threads = 1024>
struct ColorInCluster {
  using Rows = WaitingRows<Ordinal, Offset, ClusterStates>;
  using Sort = ClusterSort<Ordinal, Threads>;
  static constexpr int threads = Threads;
  static constexpr int blocks_per_multiprocessor = 1;
  static constexpr int fixed_bytes =
      threads * Rows::slots * int(sizeof(Ordinal)) + int(sizeof(int)) * (Sort::shared_ints + 4);
  /// The states of n vertices are written four at a time.
  static std::int64_t shared_bytes(std::int64_t n) { return fixed_bytes + (n + 15) / 16 * 16; }

  Graph<Ordinal, Offset> graph;
  int* status;
  int* colors;
  Ordinal* rows;
  Ordinal* offsets;  // ClusterStates::num_states + 1
  Ordinal* list;
  int recolorings;
  bool by_hash;
  int lanes;  // of a row
  int cluster;

  __device__ void operator()(char* shared) const {
    if (load_relaxed(status + not_symmetric) != 0 && graph.parts == 1) return;
    Ordinal* const kept = take_shared<Ordinal>(shared, threads * Rows::slots) + threadIdx.x;
    int* const sort_ints = take_shared<int>(shared, Sort::shared_ints);
    int* const taken = take_shared<int>(shared, 4);  // rows of the list that warps have taken: that of block 0
    auto* const states = reinterpret_cast<signed char*>(shared);
    Sort const sort(sort_ints, graph.num_vertices);

    cluster_barrier();  // all blocks of the cluster have begun, and their shared memory may be written
    begin_states(states);
    cluster_barrier();
    if (by_hash) sort_by_hash(sort);
    for (int pass = 0; pass <= recolorings; ++pass) {
      if (pass > 0) begin_again(states);
      __syncthreads();
      if (threadIdx.x == 0) *taken = 0;
      auto const key = [&](std::int64_t v) { return -1 - int(states[v]); };
      sort(key, pass == 0 && by_hash ? rows : nullptr, list);
      color_rows({states, cluster_blocks(), pass == 0 && by_hash, status + too_many_colors}, in_cluster_block(taken, 0),
                 kept);
      cluster_barrier();
    }
    sort([&](std::int64_t v) { return int(states[v]); }, nullptr, rows);
    write_colors(states, sort);
  }

 private:
  __device__ std::int64_t first_item() const {
    return std::int64_t(cluster_rank()) * threads + static_cast<std::int64_t>(threadIdx.x);
  }
  __device__ std::int64_t num_items() const { return std::int64_t(cluster_blocks()) * threads; }

  /// The state of each row in all blocks: -1 - the key of its length.
  __device__ void begin_states(signed char* states) const {
    constexpr int highest = (1 << length_bits) - ClusterStates::num_states;
    for (std::int64_t i = 4 * first_item(); i < graph.num_vertices; i += 4 * num_items()) {
      signed char four[4] = {0, 0, 0, 0};
      for (int k = 0; k < 4; ++k)
        if (i + k < graph.num_vertices)
          four[k] = static_cast<signed char>(-1 - (length_key(graph.length(i + k)) - highest));
      int word;
      std::memcpy(&word, four, sizeof word);
      for (int rank = 0; rank < cluster_blocks(); ++rank)
        *reinterpret_cast<int*>(in_cluster_block(states, rank) + i) = word;
    }
  }
  /// Colours c become -1 - key for keys that are lower for later colours: c - 128, which differs in one bit.
  __device__ void begin_again(signed char* states) const {
    for (std::int64_t i = 4 * static_cast<std::int64_t>(threadIdx.x); i < graph.num_vertices; i += 4 * threads)
      *reinterpret_cast<unsigned*>(states + i) ^= 0x80808080u;
  }
  /// rows := the rows in the order of their hashes.
  __device__ void sort_by_hash(Sort const& sort) const {
    constexpr int bits = 6, passes = (hash_bits + bits - 1) / bits;
    static_assert(passes % 2 == 0 && 1 << bits <= Sort::bins);
    for (int pass = 0; pass < passes; ++pass)
      sort([&](std::int64_t v) { return hash_key(v) >> (pass * bits) & ((1 << bits) - 1); },
           pass == 0       ? nullptr
           : pass % 2 == 0 ? rows
                           : list,
           pass % 2 == 0 ? list : rows);
  }
  __device__ void color_rows(ClusterStates const& states, int* taken, Ordinal* kept) const {
    Rows waiting(graph, states, kept, threads);
    int const rows_of_warp = 32 / lanes;
    for (;;) {
      int const first = take_items(taken, rows_of_warp);
      if (first >= graph.num_vertices) return;
      waiting.color(list, first, lanes);
    }
  }
  /// After the sort by colours.
  __device__ void write_colors(signed char const* states, Sort const& sort) const {
    for (std::int64_t v = first_item(); v < graph.num_vertices; v += num_items()) colors[v] = states[v];
    for (int c = static_cast<int>(first_item()); c < Sort::bins; c += static_cast<int>(num_items())) {
      if (sort.size(c) == 0) continue;
      offsets[c] = static_cast<Ordinal>(sort.first(c));
      if (c + 1 < Sort::bins && sort.size(c + 1) > 0) continue;
      status[colors_found] = c + 1;
      offsets[c + 1] = static_cast<Ordinal>(graph.num_vertices);
    }
  }
};

/// Tuning parameters: blocks of a cluster, and entries that a lane has of a row of mean length.
inline constexpr int blocks_of_cluster = 16, entries_of_lane = 4;

/// Lanes for rows of this mean length.
inline int lanes_in_cluster(std::int64_t num_rows, std::int64_t entries) {
  int lanes = 1;
  while (lanes < 32 && entries_of_lane * lanes * num_rows < entries) lanes *= 2;
  return lanes;
}

/// Whether a cluster holds the states of a graph of n vertices.
template <class Ordinal, class Offset, class Exec>
bool fits_cluster(Exec const& exec, std::int64_t n) {
  using Body = ColorInCluster<Ordinal, Offset>;
  return cuda_runs_cluster<Body>(exec, "Araios::color::cluster", blocks_of_cluster, Body::shared_bytes(n));
}

/// Colours, rows by colour and offsets, if there are enough of these, as the status says.
template <class Exec, class Ordinal, class Offset>
void color_in_cluster(Exec const& exec, Graph<Ordinal, Offset> const& graph, std::int64_t entries,
                      ColorOptions const& options, int* status, int* colors, Ordinal* rows, Ordinal* offsets,
                      Ordinal* list) {
  using Body = ColorInCluster<Ordinal, Offset>;
  std::int64_t const n = graph.num_vertices;
  cuda_launch(exec, "Araios::color::cluster", blocks_of_cluster, static_cast<int>(Body::shared_bytes(n)),
              Body{graph, status, colors, rows, offsets, list, options.recolorings,
                   options.order == ColorOrder::by_hash, lanes_in_cluster(n, entries), blocks_of_cluster});
}

}  // namespace Araios::Impl::color

#endif
