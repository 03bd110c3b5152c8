// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// SpMM on a CUDA GPU: the kernel that adds carries.
///
/// Each warp reads one carry. If it is the first of its row, the warp adds the following carries of the same row; if
/// there are many, the block does, each warp every 32nd of them, and then the sums of its warps in order. The order
/// depends on the carries alone, so the result is deterministic run to run.
///
/// Bytes: a row index, and a number for each column, per part.

#include <Araios/collective/cuda_launch.hpp>
#include <Araios/collective/warp.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/operations/spmm/core.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

#include <cstdint>

namespace Araios::Impl::spmm {

template <class Data>
struct SpmmCarriesCuda {
  using T = typename Data::T;
  using Semiring = typename Data::Semiring;
  static constexpr int threads = 1024, warps = threads / 32, blocks_per_multiprocessor = 1;
  static constexpr int in_flight = 8;  // loads in flight per lane

  Data data;
  int group;  ///< columns of a carry, at most those of a warp

  /// The sum of carries from, from + step, ... below `end`, one column per lane.
  __device__ T add(T const* carries, std::int64_t from, std::int64_t end, int step) const {
    T sum = Semiring::template zero<T>();
    if (lane_id() >= group) return sum;
    for (; from < end; from += static_cast<std::int64_t>(in_flight) * step) {
      T some[in_flight];
      ARAIOS_UNROLL
      for (int u = 0; u < in_flight; ++u) {
        std::int64_t const part = from + static_cast<std::int64_t>(u) * step;
        some[u] = part < end ? carries[part * group + lane_id()] : Semiring::template zero<T>();
      }
      ARAIOS_UNROLL
      for (int u = 0; u < in_flight; ++u) sum = Semiring::add(sum, some[u]);
    }
    return sum;
  }

  /// The first part after `part` whose carry is not of `row`; those of a row are consecutive. A whole warp calls.
  __device__ std::int64_t end_of_run(std::int64_t part, std::int64_t row) const {
    std::int64_t low = part, high = data.parts;
    while (high - low > 1) {
      std::int64_t const step = (high - low + 31) / 32;
      std::int64_t const at = low + (lane_id() + 1) * step;
      int const steps = __popc(__ballot_sync(all_lanes, at < high && data.carry_rows[at] == row));
      std::int64_t const next = low + (steps + 1) * step;
      high = next < high ? next : high;
      low += steps * step;
    }
    return low + 1;
  }

  static constexpr int shared_bytes() { return warps * 33 * static_cast<int>(sizeof(T)); }

  __device__ void operator()(char* shared) const {
    if (!data.choice.holds()) return;
    __shared__ bool is_long[warps];
    T* const sums = take_shared<T>(shared, warps * 33);
    std::int64_t const groups_of_32 = tiles_for(data.parts, warps);
    std::int64_t const first = static_cast<std::int64_t>(blockIdx.x) % groups_of_32 * warps;
    std::int64_t const pass = static_cast<std::int64_t>(blockIdx.x) / groups_of_32;
    T const* const carries = data.carries + pass * data.parts * group;
    std::int64_t const column = pass * group + lane_id();
    bool const has_column = lane_id() < group && column < data.columns;

    std::int64_t const mine = first + warp_id();
    std::int64_t const row = mine < data.parts ? data.carry_rows[mine] : -1;
    bool const is_first = row >= 0 && (mine == 0 || data.carry_rows[mine - 1] != row);
    bool many = false;
    if (is_first) {
      std::int64_t const end = end_of_run(mine, row);
      many = end - mine > warps;
      if (!many) {
        T const sum = add(carries, mine, end, 1);
        if (has_column) data.out.add(row, column, sum);
      }
    }
    if (lane_id() == 0) is_long[warp_id()] = many;
    if (!__syncthreads_or(many)) return;
    for (int w = 0; w < warps; ++w) {
      if (!is_long[w]) continue;
      std::int64_t const long_row = data.carry_rows[first + w];
      std::int64_t const end = end_of_run(first + w, long_row);
      T const sum = add(carries, first + w + warp_id(), end, warps);
      if (lane_id() < group) sums[warp_id() * 33 + lane_id()] = sum;
      __syncthreads();
      if (warp_id() == 0 && has_column) {
        T all = Semiring::template zero<T>();
        for (int v = 0; v < warps; ++v) all = Semiring::add(all, sums[v * 33 + lane_id()]);
        data.out.add(long_row, column, all);
      }
      __syncthreads();
    }
  }
};

}  // namespace Araios::Impl::spmm

#endif
