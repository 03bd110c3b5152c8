// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The second pass of products that are cut between entries: what tiles could not finish is added to y, in a fixed
/// order.
///
/// carry_rows(t) is the row that tile t ended in, carry_sums(t) what t has of it; rows ascend. Tiles that follow each
/// other with one row are a run: its first tile adds the sum of the run to y, once. A run that is long (a row of many
/// tiles) is summed by a whole block. The order of additions depends on the tiles alone, so the bits are those of every
/// run.

#include <Araios/core/cuda_launch.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/operations/impl/spmv_warp.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace Araios::Impl {

#ifdef ARAIOS_HAVE_CUDA_LAUNCH
template <class Semiring, class Rows, class Sums, class Output>
struct SpmvCarryCuda {
  using T = typename Output::value_type;
  static constexpr int threads = 256;
  static constexpr int blocks_per_multiprocessor = 4;
  static constexpr bool cooperative = false;
  static constexpr int short_run = 16;  // tiles that one thread sums
  static constexpr int warps = threads / 32;
  static constexpr int shared_bytes = warps * static_cast<int>(sizeof(T));

  Rows rows;
  Sums sums;
  Output out;
  std::int64_t tiles;
  std::int64_t num_rows;

  __device__ void operator()(char* shared) const {
    __shared__ std::int64_t long_runs[threads / short_run + 1];
    __shared__ int long_count;
    T* const parts = reinterpret_cast<T*>(shared);
    if (threadIdx.x == 0) long_count = 0;
    __syncthreads();
    std::int64_t const t = std::int64_t(blockIdx.x) * threads + threadIdx.x;
    if (t < tiles && rows(t) < num_rows && (t == 0 || rows(t - 1) != rows(t))) {
      if (t + short_run < tiles && rows(t + short_run) == rows(t))
        long_runs[atomicAdd(&long_count, 1)] = t;
      else
        out.add(rows(t), sum_of_short_run(t));
    }
    __syncthreads();
    for (int k = 0; k < long_count; ++k) sum_long_run(long_runs[k], parts);
  }

 private:
  // All loads before the first addition: one wait for memory, not one a tile.
  __device__ T sum_of_short_run(std::int64_t t) const {
    T pieces[short_run];
#pragma unroll
    for (int k = 0; k < short_run; ++k)
      pieces[k] = t + k < tiles && rows(t + k) == rows(t) ? sums(t + k) : Semiring::template zero<T>();
    T sum = pieces[0];
#pragma unroll
    for (int k = 1; k < short_run; ++k) sum = Semiring::add(sum, pieces[k]);
    return sum;
  }

  // The whole block calls. Thread i sums tiles i, i + threads, ...; then lanes, then warps are added in a tree.
  __device__ void sum_long_run(std::int64_t first, T* parts) const {
    std::int64_t low = first + 1;
    std::int64_t high = tiles;
    while (low < high) {
      std::int64_t const middle = low + (high - low) / 2;
      if (rows(middle) == rows(first))
        low = middle + 1;
      else
        high = middle;
    }
    T sum = Semiring::template zero<T>();
#pragma unroll 8
    for (std::int64_t t = first + threadIdx.x; t < low; t += threads) sum = Semiring::add(sum, sums(t));
    sum = warp_sum<Semiring, 32>(sum);
    if (threadIdx.x % 32 == 0) parts[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
      for (int w = 1; w < warps; ++w) sum = Semiring::add(sum, parts[w]);
      out.add(rows(first), sum);
    }
    __syncthreads();
  }
};
#endif

/// y(row) := y(row) + alpha (sum of a run), once for each run of tiles of one row. Rows from num_rows on are none.
template <class Semiring, class Exec, class Rows, class Sums, class Output>
void spmv_add_carries(Exec const& exec, std::int64_t num_rows, Rows const& rows, Sums const& sums, Output const& out) {
  using T = typename Output::value_type;
  std::int64_t const tiles = static_cast<std::int64_t>(rows.extent(0));
#ifdef ARAIOS_HAVE_CUDA_LAUNCH
  if constexpr (is_cuda_v<Exec>) {
    using Body = SpmvCarryCuda<Semiring, Rows, Sums, Output>;
    cuda_launch(exec, "Araios::spmv::carry", tiles_for(tiles, Body::threads), Body::shared_bytes,
                Body{rows, sums, out, tiles, num_rows});
    return;
  }
#endif
  Kokkos::parallel_for(
      "Araios::spmv::carry", range(exec, tiles), KOKKOS_LAMBDA(std::int64_t t) {
        if (rows(t) >= num_rows || (t > 0 && rows(t - 1) == rows(t))) return;
        T sum = sums(t);
        for (std::int64_t s = t + 1; s < tiles && rows(s) == rows(t); ++s) sum = Semiring::add(sum, sums(s));
        out.add(rows(t), sum);
      });
}

}  // namespace Araios::Impl
