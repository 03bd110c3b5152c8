// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Rows of a warp that wait for the colours of their neighbours, and publish their own.
///
/// The state of a row is its colour, or -1 - key as long as it has none. So one load gives a lane the colour of a
/// neighbour, or whether it is before the row: no keys are gathered, and no flags and fences are needed.
/// A lane reads four entries at a time and goes on past neighbours without colours, which it keeps. So when the last
/// one gets its colour, the others have been read, and a step is one load, the union over the group, and one store.
/// A warp whose rows all wait does nothing but load one state a lane and vote: it leaves the multiprocessor to others.

#include <Araios/collective/cluster.hpp>
#include <Araios/collective/warp.hpp>
#include <Araios/core/hash.hpp>
#include <Araios/core/load_hints.hpp>
#include <Araios/operations/color/graph.hpp>
#include <Araios/operations/color/order.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

namespace Araios::Impl::color {

/// States in global memory.
struct GlobalStates {
  static constexpr unsigned pause = 0;

  int* states;
  __device__ int load(std::int64_t w) const { return load_relaxed(states + w); }
  __device__ bool is_before(std::int64_t w, int state, std::int64_t v, int mine) const {
    return state != mine ? state > mine : w < v;
  }
  __device__ bool has(int) const { return true; }
  /// Lanes of the group of v call.
  __device__ void publish(std::int64_t v, int color, int in_group, int) const {
    if (in_group == 0) *static_cast<int volatile*>(states + v) = color;
  }
};

/// States in the shared memory of each block of a cluster: a store to each block, and loads of this one's.
struct ClusterStates {
  static constexpr int num_states = 128;  // colours, and keys
  /// Nanoseconds between loads, which otherwise seem to hold up the stores of other multiprocessors.
  static constexpr unsigned pause = 40;

  signed char* states;
  int blocks;
  bool by_hash;   // of two rows of one key, the one of the lower hash is before
  int* overflow;  // is set where a row needs another colour

  __device__ int load(std::int64_t w) const { return *static_cast<signed char const volatile*>(states + w); }
  __device__ bool is_before(std::int64_t w, int state, std::int64_t v, int mine) const {
    if (state != mine) return state > mine;
    auto const hash_w = by_hash ? hash_key(w) : 0, hash_v = by_hash ? hash_key(v) : 0;
    return hash_w != hash_v ? hash_w < hash_v : w < v;
  }
  __device__ bool has(int color) const { return color < num_states; }
  __device__ void publish(std::int64_t v, int color, int in_group, int lanes) const {
    if (color >= num_states) {
      color = num_states - 1;
      *static_cast<int volatile*>(overflow) = 1;
    }
    for (int rank = in_group; rank < blocks; rank += lanes)
      *static_cast<signed char volatile*>(in_cluster_block(states, rank) + v) = static_cast<signed char>(color);
  }
};

/// One row for each group of lanes of a warp. Rows before it are with warps that run.
template <class Ordinal, class Offset, class States>
class WaitingRows {
 public:
  static constexpr int slots = 8;        // neighbours that a lane waits for
  static constexpr int in_flight = 4;    // entries that a lane reads
  static constexpr int long_rows = 128;  // entries of row and column for each lane
  static constexpr int words = 4, colors_of_round = 32 * words;

  /// kept: element `slot * stride` is a slot of this lane.
  __device__ WaitingRows(Graph<Ordinal, Offset> const& graph, States const& states, Ordinal* kept, int stride)
      : graph_(graph), states_(states), kept_(kept), stride_(stride) {}

  /// Rows first .. first + 32 / lanes - 1 of the list; long ones one after the other, by all lanes. All lanes call.
  __device__ __forceinline__ void color(Ordinal const* list, std::int64_t first, int lanes) {
    std::int64_t const i = first + lane_id() / lanes;
    std::int64_t const v = i < graph_.num_vertices ? static_cast<std::int64_t>(load_relaxed(list + i)) : -1;
    bool const is_long = v >= 0 && lanes < 32 && graph_.length(v) > long_rows * lanes;
    bool const one_by_one = __ballot_sync(all_lanes, is_long) != 0;
    for (int lane = 0; lane < 32; lane += one_by_one ? lanes : 32)
      color_rows(one_by_one ? warp_shuffle(v, lane, 32) : v, one_by_one ? 32 : lanes);
  }

 private:
  /// The row of each group; v < 0: none.
  __device__ __forceinline__ void color_rows(std::int64_t v, int lanes) {
    lanes_ = lanes;
    in_group_ = lane_id() % lanes;
    v_ = static_cast<Ordinal>(v);
    base_ = 0;
    bool done = v < 0;
    part_ = graph_.parts;
    if (!done) {
      state_ = states_.load(v);
      begin();
    }
    unsigned const group = (lanes == 32 ? all_lanes : (1u << lanes) - 1u) << (lane_id() - in_group_);
    for (;;) {
      while (can_read()) read_entries();
      unsigned const at_end = __ballot_sync(all_lanes, num_kept_ == 0);
      bool const decides = !done && (at_end & group) == group;
      if (__ballot_sync(all_lanes, decides) != 0) {
        int const bit = free_bit(decides);
        if (decides) done = decide(base_ + bit, bit == colors_of_round);
      }
      if (__ballot_sync(all_lanes, !done) == 0) return;
      if (__ballot_sync(all_lanes, can_read()) == 0) wait();
    }
  }

  /// Whether the row has a colour now. If all of these are taken, it looks for one among the next.
  __device__ __forceinline__ bool decide(int color, bool all_taken) {
    if (all_taken && states_.has(color)) {
      base_ += colors_of_round;
      begin();
      return false;
    }
    states_.publish(v_, color, in_group_, lanes_);
    return true;
  }
  /// Loads the state of one neighbour for each lane until some have colours, and uses those. All lanes call.
  __device__ __forceinline__ void wait() {
    int state;
    for (;;) {
      state = num_kept_ > 0 ? states_.load(last_kept_) : -1;
      if (__ballot_sync(all_lanes, state >= 0) != 0) break;
#ifdef __CUDA_ARCH__
      if constexpr (States::pause > 0) __nanosleep(States::pause);
#endif
    }
    while (state >= 0) {
      use(state);
      if (--num_kept_ == 0) return;
      last_kept_ = kept_[(num_kept_ - 1) * stride_];
      state = states_.load(last_kept_);
    }
  }
  __device__ __forceinline__ bool can_read() const { return part_ < graph_.parts && num_kept_ + in_flight <= slots; }

  __device__ __forceinline__ void begin() {
    for (auto& word : used_) word = 0;
    num_kept_ = 0;
    part_ = -1;
    next_part();
  }
  __device__ __forceinline__ void next_part() {
    while (++part_ < graph_.parts) {
      entry_ = graph_.begin(part_, v_) + in_group_;
      end_ = graph_.begin(part_, v_ + 1);
      if (entry_ < end_) return;
    }
  }
  __device__ __forceinline__ void read_entries() {
    Ordinal w[in_flight];
    int state[in_flight];
    ARAIOS_UNROLL
    for (int u = 0; u < in_flight; ++u) {
      std::int64_t const p = entry_ + u * lanes_;
      w[u] = p < end_ ? graph_.entries[part_][p] : v_;
    }
    ARAIOS_UNROLL
    for (int u = 0; u < in_flight; ++u) state[u] = states_.load(w[u]);
    ARAIOS_UNROLL
    for (int u = 0; u < in_flight; ++u) {
      if (w[u] == v_) continue;
      if (state[u] >= 0)
        use(state[u]);
      else if (states_.is_before(w[u], state[u], v_, state_))
        keep(w[u]);
    }
    entry_ += in_flight * lanes_;
    if (entry_ >= end_) next_part();
  }
  __device__ __forceinline__ void keep(Ordinal w) {
    if (num_kept_ > 0) kept_[(num_kept_ - 1) * stride_] = last_kept_;
    last_kept_ = w;
    ++num_kept_;
  }
  __device__ __forceinline__ void use(int color) {
    int const bit = color - base_;
    ARAIOS_UNROLL
    for (int k = 0; k < words; ++k) used_[k] |= bit >> 5 == k ? 1u << (bit & 31) : 0u;
  }
  /// The lowest bit that no lane of a group has used, if it decides. All lanes call.
  __device__ __forceinline__ int free_bit(bool decides) {
    int bit = colors_of_round;
    ARAIOS_UNROLL
    for (int k = 0; k < words; ++k) {
      unsigned used = used_[k];
      for (int distance = lanes_ / 2; distance > 0; distance /= 2) used |= warp_shuffle_xor(used, distance);
      if (used != ~0u && bit == colors_of_round) bit = 32 * k + __ffs(static_cast<int>(~used)) - 1;
      if (__ballot_sync(all_lanes, decides && bit == colors_of_round) == 0) break;
    }
    return bit;
  }

  Graph<Ordinal, Offset> const& graph_;
  States const& states_;
  Ordinal* kept_;
  int stride_, lanes_ = 1, in_group_ = 0, part_ = 0, base_ = 0, num_kept_ = 0, state_ = 0;
  Ordinal v_ = 0, last_kept_ = 0;
  std::int64_t entry_ = 0, end_ = 0;
  unsigned used_[words] = {};
};

/// Lanes for rows that wait in global memory: a warp where a row of mean length has some entries, since then there may
/// be long ones; else fewer than a row has entries, so that many rows can begin.
inline int lanes_of_waiting(std::int64_t num_rows, std::int64_t entries, std::int64_t resident_threads) {
  if (entries >= 7 * num_rows) return 32;
  int lanes = 1;
  while (2 * lanes * num_rows <= entries && 2 * lanes * num_rows <= resident_threads) lanes *= 2;
  return lanes;
}

}  // namespace Araios::Impl::color

#endif
