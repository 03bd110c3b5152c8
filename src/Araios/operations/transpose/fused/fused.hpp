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

#ifdef ARAIOS_HAVE_CUDA_LAUNCH
#include <Araios/operations/transpose/fused/chunk.hpp>
#include <Araios/operations/transpose/fused/range.hpp>

#include <algorithm>
#endif

namespace Araios::Impl::transpose {

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

/// The kernel.
template <class Problem>
struct FusedTranspose {
  using Shape = FusedLayout::Shape;
  static constexpr int threads = FusedLayout::threads, blocks_per_multiprocessor = FusedTuning::blocks;
  static constexpr bool cooperative = true;

  FusedData<Problem> fused;

  __device__ void operator()(char* shared) const {
    Problem const& problem = fused.problem;
    int const thread = static_cast<int>(threadIdx.x), block = static_cast<int>(blockIdx.x);
    int const blocks = static_cast<int>(gridDim.x), k = static_cast<int>(problem.k);
    int const base = block * fused.layout.chunk, count = min(fused.layout.chunk, k - base);
    auto* const sums = take_shared<int>(shared, 2 * Shape::warps);
    char* free = shared;
    auto* const row_of = take_shared<int>(free, fused.layout.chunk);
    auto* const counters = take_shared<std::uint16_t>(free, Shape::warps * counters_of_warp(fused.layout.ranges));
    auto* const masks = take_shared<std::uint32_t>(free, Shape::warps * rank_masks);
    FusedChunk<Problem> const mine{fused};

    bool const good = mine.find_rows(row_of, base, count);
    for (int i = block * threads + thread; i <= problem.n && good; i += blocks * threads)
      problem.out_map[i] = problem.row_map[i];
    for (int b = block * threads + thread; b <= fused.layout.ranges; b += blocks * threads) fused.scratch.totals[b] = 0;
    if (thread == 0) fused.scratch.asymmetric[block] = !good;
    cuda_wait_for_all_blocks();
    if (__syncthreads_or(thread < blocks && fused.scratch.asymmetric[thread] != 0) == 0) return;
    mine.sort_chunk(row_of, counters, masks, sums, base, count);
    cuda_wait_for_all_blocks();
    FusedRanges<Problem>(fused, shared, sums).sort_ranges();
    if (block == 0 && thread == 0) problem.out_map[problem.n] = static_cast<typename Problem::Offset>(k);
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
  FusedData<decltype(transpose_problem(A, values, B))> fused{
      transpose_problem(A, values, B),
      FusedLayout::of(A.num_cols(), static_cast<std::int64_t>(A.nnz()), fused_max_blocks(exec)),
      {}};
  FusedLayout const& layout = fused.layout;
  FusedScratch& scratch = fused.scratch;
  std::int64_t const k = fused.problem.k, ranges = layout.ranges;
  typename Workspace<Space>::Frame const frame(workspace);
  auto const take = [&](auto*& array, std::int64_t length) { take_array(exec, workspace, array, length); };
  take(scratch.asymmetric, layout.blocks);
  take(scratch.totals, ranges + 1);
  take(scratch.table, layout.blocks * (ranges + 1));
  take(scratch.rows, k);
  take(scratch.packed, k);
  take(scratch.slot_table, FusedLayout::max_slots(k) * layout.width);
  cuda_launch(exec, "Araios::transpose::fused", layout.blocks, layout.shared_bytes(), FusedTranspose{fused});
}

#else

/// Without CUDA, or in the host pass of its compiler, the method is not applicable.
template <class Exec>
bool fused_is_applicable(Exec const&, bool, std::int64_t, std::int64_t, std::int64_t) {
  return false;
}

#endif

}  // namespace Araios::Impl::transpose
