// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Clusters of thread blocks, which reach each other's shared memory; before architecture 9.0 a block is one alone.

#include <Araios/collective/cuda_launch.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

namespace Araios::Impl {

__device__ inline int cluster_blocks() {
#if __CUDA_ARCH__ >= 900
  return static_cast<int>(cooperative_groups::this_cluster().num_blocks());
#else
  return 1;
#endif
}
__device__ inline int cluster_rank() {
#if __CUDA_ARCH__ >= 900
  return static_cast<int>(cooperative_groups::this_cluster().block_rank());
#else
  return 0;
#endif
}
/// A barrier over the blocks of the cluster. What they wrote before it is visible after it. All threads call.
__device__ inline void cluster_barrier() {
#if __CUDA_ARCH__ >= 900
  cooperative_groups::this_cluster().sync();
#else
  __syncthreads();
#endif
}
/// The address in the shared memory of block `rank` that corresponds to `mine` in that of this block.
template <class T>
__device__ T* in_cluster_block(T* mine, [[maybe_unused]] int rank) {
#if __CUDA_ARCH__ >= 900
  return cooperative_groups::this_cluster().map_shared_rank(mine, static_cast<unsigned>(rank));
#else
  return mine;
#endif
}

}  // namespace Araios::Impl

#endif
