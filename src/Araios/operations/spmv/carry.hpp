// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The second pass of SpMV whose tiles may end inside a row: the carries of tiles are added to y, in a fixed order.
///
/// Tile t ended in row first_rows(t + 1), and has its partial sum carry_sums(t); these rows are sorted. Consecutive
/// tiles with one row are a run: its first tile adds the sum of the run to y, once. A long run (a row of many tiles) is
/// summed by a whole block. The order of additions depends on the tiles alone, so the result is deterministic run to
/// run. The rows do not depend on the work of the tiles: on a CUDA GPU the runs and their ends are found while the
/// tiles run.

#include <Araios/collective/cuda_launch.hpp>
#include <Araios/collective/warp_sum.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/search.hpp>
#include <Araios/core/semiring.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace Araios::Impl::spmv {

#ifdef ARAIOS_HAVE_CUDA_LAUNCH
template <SemiringType Semiring, class FirstRows, class Sums, class Output>
struct SpmvCarryCuda {
  using T = typename Output::value_type;
  static constexpr int threads = 256;
  static constexpr int blocks_per_multiprocessor = 4;
  static constexpr bool waits_itself = true;
  static constexpr int short_run = 16;  // tiles that one thread sums
  static constexpr int warps = threads / 32;
  static constexpr int shared_bytes = warps * static_cast<int>(sizeof(T));

  FirstRows first_rows;
  Sums sums;
  Output out;
  std::int64_t tiles;
  std::int64_t num_rows;
  bool rows_are_known;  // before the tiles are complete

  __device__ void operator()(char* shared) const {
    __shared__ std::int64_t long_runs[threads / short_run + 1];
    __shared__ std::int64_t long_ends[threads / short_run + 1];
    __shared__ int long_count;
    T* const parts = reinterpret_cast<T*>(shared);
    if (threadIdx.x == 0) long_count = 0;
    if (!rows_are_known) cuda_wait_for_work_before();
    __syncthreads();
    std::int64_t const t = std::int64_t(blockIdx.x) * threads + threadIdx.x;
    bool const begins = t < tiles && row(t) < num_rows && (t == 0 || row(t - 1) != row(t));
    unsigned run = 0;  // bit k: tile t + k is in the run, too
    if (begins) {
#pragma unroll
      for (int k = 0; k <= short_run; ++k) run |= unsigned(t + k < tiles && row(t + k) == row(t)) << k;
    }
    bool const is_long = run >> short_run != 0;
    if (is_long) {
      int const position = atomicAdd(&long_count, 1);
      long_runs[position] = t;
      long_ends[position] = end_of_long_run(t);
    }
    cuda_wait_for_work_before();
    if (begins && !is_long) out.add(row(t), sum_of_short_run(t, run));
    __syncthreads();
    for (int k = 0; k < long_count; ++k) sum_long_run(long_runs[k], long_ends[k], parts);
  }

 private:
  __device__ auto row(std::int64_t t) const { return first_rows(t + 1); }

  // All loads before the first addition: one wait for memory, not one per tile.
  __device__ T sum_of_short_run(std::int64_t t, unsigned run) const {
    T pieces[short_run];
#pragma unroll
    for (int k = 0; k < short_run; ++k) pieces[k] = run >> k & 1 ? sums(t + k) : Semiring::template zero<T>();
    T sum = pieces[0];
#pragma unroll
    for (int k = 1; k < short_run; ++k) sum = Semiring::add(sum, pieces[k]);
    return sum;
  }

  // The first tile after the long run of tile t that ends in another row.
  __device__ std::int64_t end_of_long_run(std::int64_t t) const {
    return first_above(first_rows, t + short_run + 1, tiles + 1, row(t)) - 1;
  }

  // The whole block calls. Thread i sums tiles i, i + threads, ...; then lanes, then warps are added.
  __device__ void sum_long_run(std::int64_t first, std::int64_t end, T* parts) const {
    T sum = Semiring::template zero<T>();
#pragma unroll 8
    for (std::int64_t t = first + threadIdx.x; t < end; t += threads) sum = Semiring::add(sum, sums(t));
    sum = block_sum<Semiring, threads>(sum, parts);
    if (threadIdx.x == 0) out.add(row(first), sum);
    __syncthreads();
  }
};
#endif

/// A run of tiles of one row, by the work item of its first tile.
template <SemiringType Semiring, class FirstRows, class Sums, class Output>
struct SpmvCarry {
  FirstRows first_rows;
  Sums sums;
  Output out;
  std::int64_t tiles, num_rows;

  KOKKOS_FUNCTION void operator()(std::int64_t t) const {
    auto const row = first_rows(t + 1);
    if (row >= num_rows || (t > 0 && first_rows(t) == row)) return;
    typename Output::value_type sum = sums(t);
    for (std::int64_t s = t + 1; s < tiles && first_rows(s + 1) == row; ++s) sum = Semiring::add(sum, sums(s));
    out.add(row, sum);
  }
};

/// y(row) := y(row) + alpha (sum of a run), once for each run of tiles of one row. Rows from num_rows on are skipped.
///
/// Requires      rows_are_known: first_rows is complete before the kernel before begins; else with that kernel.
template <SemiringType Semiring, class Exec, class FirstRows, class Sums, class Output>
void spmv_add_carries(Exec const& exec, std::int64_t num_rows, FirstRows const& first_rows, Sums const& sums,
                      Output const& out, [[maybe_unused]] bool rows_are_known = true) {
  std::int64_t const tiles = static_cast<std::int64_t>(sums.extent(0));
#ifdef ARAIOS_HAVE_CUDA_LAUNCH
  if constexpr (is_cuda_v<Exec>) {
    using Body = SpmvCarryCuda<Semiring, FirstRows, Sums, Output>;
    cuda_launch(exec, "Araios::spmv::carry", tiles_for(tiles, Body::threads), Body::shared_bytes,
                Body{first_rows, sums, out, tiles, num_rows, rows_are_known});
    return;
  }
#endif
  Kokkos::parallel_for("Araios::spmv::carry", range(exec, tiles),
                       SpmvCarry<Semiring, FirstRows, Sums, Output>{first_rows, sums, out, tiles, num_rows});
}

}  // namespace Araios::Impl::spmv
