// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The products of a row of SpGEMM, distributed evenly over the threads of a warp or of a thread block. CUDA.
///
/// A row of C needs the rows of B at the entries of its row of A. Each thread takes one entry of A and the length of its
/// row of B; the scan of the lengths numbers the products, and thread t then takes products t, t + threads, ... by
/// bisection of the scan in shared memory. So rows of B of any lengths keep all threads busy.

#include <Araios/collective/block_scan.hpp>
#include <Araios/collective/cuda_launch.hpp>
#include <Araios/collective/warp.hpp>
#include <Araios/core/search.hpp>
#include <Araios/operations/multiply/core.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

#include <cstdint>

namespace Araios::Impl::multiply {

/// A warp of a thread block.
struct WarpGroup {
  static constexpr int threads = 32;
  __device__ static int rank() { return lane_id(); }
  __device__ static int index() { return warp_id(); }  // of the group in its thread block
  __device__ static void sync() { __syncwarp(); }
  __device__ static std::int64_t exclusive_scan(std::int64_t value, std::int64_t& total, std::int64_t*) {
    std::int64_t const inclusive = warp_inclusive_scan(value);
    total = __shfl_sync(all_lanes, inclusive, 31);
    return inclusive - value;
  }
};

/// A whole thread block.
template <int Threads>
struct BlockGroup {
  static constexpr int threads = Threads;
  static constexpr int warps = Threads / 32;
  __device__ static int rank() { return static_cast<int>(threadIdx.x); }
  __device__ static int index() { return 0; }
  __device__ static void sync() { __syncthreads(); }
  /// of_warp: one element per warp, in shared memory.
  __device__ static std::int64_t exclusive_scan(std::int64_t value, std::int64_t& total, std::int64_t* of_warp) {
    std::int64_t const inclusive = warp_inclusive_scan(value);
    if (lane_id() == 31) of_warp[warp_id()] = inclusive;
    __syncthreads();
    std::int64_t before = inclusive - value;
    total = 0;
    for (int w = 0; w < warps; ++w) {
      std::int64_t const sum = of_warp[w];
      if (w < warp_id()) before += sum;
      total += sum;
    }
    return before;
  }
};

/// Shared memory of a group for its products.
template <class Group>
struct ExpandStage {
  std::int64_t first[Group::threads];   // the first product of each entry of A
  std::int64_t source[Group::threads];  // its position in B, less its number
  std::int64_t of_warp[Group::threads / 32];
};

/// All columns.
struct AllColumns {
  template <class B>
  __device__ void narrow(B const&, std::int64_t&, std::int64_t&) const {}
};

/// Columns from `first` up to, without, `last`. Rows of B are sorted.
struct ColumnsBetween {
  std::int64_t first, last;
  template <class B>
  __device__ void narrow(B const& b, std::int64_t& begin, std::int64_t& end) const {
    begin = first_not_below(b.entries, begin, end, first);
    end = first_not_below(b.entries, begin, end, last);
  }
};

/// visit(has_product, p, q) for the products of the entries p of A in [begin, end) with entries q of B, in this order:
/// product t of a round of Group::threads on thread t. All threads of the group call visit in each round.
template <class Group, class A, class B, class Columns, class Visit>
__device__ void for_each_product(A const& a, B const& b, std::int64_t begin, std::int64_t end, Columns const& columns,
                                 ExpandStage<Group>& stage, Visit const& visit) {
  int const rank = Group::rank();
  for (std::int64_t chunk = begin; chunk < end; chunk += Group::threads) {
    std::int64_t from = 0, to = 0;
    if (chunk + rank < end) {
      auto const k = a.entries(chunk + rank);
      from = static_cast<std::int64_t>(b.row_map(k));
      to = static_cast<std::int64_t>(b.row_map(k + 1));
      columns.narrow(b, from, to);
    }
    std::int64_t total;
    std::int64_t const before = Group::exclusive_scan(to - from, total, stage.of_warp);
    stage.first[rank] = before;
    stage.source[rank] = from - before;
    Group::sync();
    for (std::int64_t round = 0; round < total; round += Group::threads) {
      std::int64_t const t = round + rank;
      int const e = last_true(0, Group::threads, [&](int i) { return stage.first[i] <= t; });
      visit(t < total, chunk + e, stage.source[e] + t);
    }
    Group::sync();
  }
}

}  // namespace Araios::Impl::multiply

#endif
