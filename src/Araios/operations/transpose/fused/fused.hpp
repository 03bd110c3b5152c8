// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Transposition of a small matrix on a GPU: one launch, whose blocks wait for each other twice.
///
///   1  each block finds the rows of its chunk of A; where every entry of A has a transposed entry, B is complete
///   2  each sorts its chunk by ranges of columns, and stores where each range begins in it
///   3  each takes a range, collects its pieces chunk by chunk, sorts them by column, and writes these rows of B;
///      blocks share a range of more than one tile, and wait once more for each other's counts
///
/// Invariant: before each sort, entries are in the order of A; sorts are stable (collective/rank_bins.hpp).
/// Bytes: k (4 Ordinal + 8 + 2 Scalar), nearly all from L2; the time is latency. Workspace: 8 bytes per entry and
/// 4 * (blocks * ranges + 2 k / tile * columns of a range), 9 to 11 bytes per entry in all.

#include <Araios/collective/cuda_launch.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/workspace.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH
#include <Araios/operations/transpose/fused/chunk.hpp>
#include <Araios/operations/transpose/fused/range.hpp>

#include <algorithm>
#endif

namespace Araios::Impl::transpose {

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

/// The kernel.
template <class Data>
struct FusedTranspose {
  using Fused = FusedData<Data>;
  using Shape = typename Fused::Shape;
  static constexpr int threads = Fused::threads, blocks_per_multiprocessor = FusedTuning::blocks;
  static constexpr bool cooperative = true;

  Fused fused;

  __device__ void operator()(char* shared) const {
    auto const& data = fused.data;
    int const thread = static_cast<int>(threadIdx.x), block = static_cast<int>(blockIdx.x);
    int const blocks = static_cast<int>(gridDim.x), k = static_cast<int>(data.k);
    int const base = block * fused.chunk, count = min(fused.chunk, k - base);
    auto* const sums = take_shared<int>(shared, 2 * Shape::warps);
    char* free = shared;
    auto* const row_of = take_shared<int>(free, fused.chunk);
    auto* const counters = take_shared<std::uint16_t>(free, Shape::warps * counters_of_warp(fused.ranges));
    auto* const masks = take_shared<std::uint32_t>(free, Shape::warps * rank_masks);
    FusedChunk<Fused> const mine{fused};

    bool const good = mine.find_rows(row_of, base, count);
    for (int i = block * threads + thread; i <= data.n && good; i += blocks * threads)
      data.out_map[i] = data.row_map[i];
    for (int b = block * threads + thread; b <= fused.ranges; b += blocks * threads) fused.totals[b] = 0;
    if (thread == 0) fused.asymmetric[block] = !good;
    cuda_wait_for_all_blocks();
    if (__syncthreads_or(thread < blocks && fused.asymmetric[thread] != 0) == 0) return;
    mine.sort_chunk(row_of, counters, masks, sums, base, count);
    cuda_wait_for_all_blocks();
    FusedRanges<Fused>(fused, shared, sums).sort_ranges();
    if (block == 0 && thread == 0) data.out_map[data.n] = static_cast<typename Data::Offset>(k);
  }
};

/// At most one block per thread of a block: each thread of a block reads the flag of one block.
inline std::int64_t fused_max_blocks(Kokkos::Cuda const& exec) {
  return std::min(FusedTuning::blocks * CudaResources::of(exec, FusedTuning::blocks).multiprocessors,
                  FusedTuning::ChunkTile::threads);
}

/// Whether the GPU of `exec` can run the method for a matrix of this size; when it was not requested, also whether it
/// is faster.
inline bool fused_is_applicable(Kokkos::Cuda const& exec, bool requested, std::int64_t m, std::int64_t n,
                                std::int64_t k) {
  auto const resources = CudaResources::of(exec, FusedTuning::blocks);
  constexpr int max_columns = max_bins * max_bins, min_shared = 80 * 1024;
  return resources.shared_bytes >= min_shared && exec.cuda_device_prop().major >= 8 && k > 0 && m <= 0x7fffffff &&
         n <= max_columns && k <= (requested ? FusedTuning::max_entries : FusedTuning::max_automatic) &&
         k <= fused_max_blocks(exec) * FusedTuning::ChunkTile::tile;
}

/// Requires      fused_is_applicable.
template <class Exec, class Matrix, class Values, class Arrays, class Space>
void transpose_fused_cuda(Exec const& exec, Matrix const& A, Values const& values, Arrays const& B,
                          Workspace<Space>& workspace) {
  auto const data = transpose_arrays(A, values, B);
  using Fused = FusedData<std::remove_const_t<decltype(data)>>;
  auto const chunk =
      std::max<std::int64_t>(FusedTuning::min_chunk, tiles_for(tiles_for(data.k, fused_max_blocks(exec)), 32) * 32);
  auto const blocks = tiles_for(data.k, chunk);
  // The number of ranges is the number of blocks, or a multiple of it.
  auto const rounds =
      std::max(tiles_for(data.k, blocks * FusedTuning::mean_range), tiles_for(data.n, blocks * max_bins));
  auto const width = tiles_for(data.n, std::min<std::int64_t>(max_bins, rounds * blocks));
  auto const ranges = tiles_for(data.n, width);

  typename Workspace<Space>::Frame const frame(workspace);
  auto const take = [&](auto*& array, std::int64_t length) { take_array(exec, workspace, array, length); };
  Fused fused{};
  fused.data = data;
  fused.ranges = static_cast<int>(ranges);
  fused.chunk = static_cast<int>(chunk);
  fused.width = static_cast<int>(width);
  fused.inverse = static_cast<std::uint32_t>(tiles_for(std::int64_t(1) << 32, width));
  take(fused.asymmetric, blocks);
  take(fused.totals, ranges + 1);
  take(fused.table, blocks * (ranges + 1));
  take(fused.rows, data.k);
  take(fused.packed, data.k);
  take(fused.slot_table, Fused::max_slots(data.k) * width);
  cuda_launch(exec, "Araios::transpose::fused", blocks, Fused::shared_bytes(fused.chunk, fused.width, fused.ranges),
              FusedTranspose<std::remove_const_t<decltype(data)>>{fused});
}

#else

/// Without CUDA, or in the host pass of its compiler, the method is not applicable.
template <class Exec>
bool fused_is_applicable(Exec const&, bool, std::int64_t, std::int64_t, std::int64_t) {
  return false;
}

#endif

}  // namespace Araios::Impl::transpose
