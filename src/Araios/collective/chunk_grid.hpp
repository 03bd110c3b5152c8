// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Many passes over vectors in one kernel: those of collective/chunk_sums.hpp, with the same sums, bitwise.
///
/// A launch, or a node of a graph, costs more than a pass over vectors that lie in the cache. Here all thread blocks stay
/// on the device and wait for each other where a sum or a gather needs the others' work. Every block adds the partial
/// sums of all chunks and computes the numbers that follow from them for itself, in its own copy of the state, so that
/// a pass costs one barrier.

#include <Araios/collective/chunk_sums.hpp>
#include <Araios/collective/cuda_launch.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

#include <cstdint>

namespace Araios::Impl {

/// The chunks of n elements, as a cooperative kernel of `threads` sees them. A copy for each thread, all equal.
template <class Sum>
class ChunkGrid {
 public:
  static constexpr int threads = 1024;
  static constexpr int lanes = ChunkTuning::lanes;
  static constexpr int groups = threads / lanes;  ///< chunks that a block works on at a time
  static constexpr int max_sums = 4;              ///< of a pass

  /// Chunks of `length`, which is chunk_length(n).
  __device__ ChunkGrid(std::int64_t n, std::int64_t length, Sum* partials)
      : n_(n), length_(length), chunks_(n > 0 ? (n + length - 1) / length : 1), partials_(partials) {}

  /// What all blocks wrote before is visible after. All threads call.
  __device__ static void wait_for_all() {
    if (gridDim.x == 1)
      __syncthreads();
    else
      cuda_wait_for_all_blocks();
  }

  /// f(i) for each element i, by the thread that has it in passes, too.
  template <class F>
  __device__ void for_each(F const& f) const {
    int const lane = static_cast<int>(threadIdx.x) % lanes, group = static_cast<int>(threadIdx.x) / lanes;
    for (std::int64_t chunk = std::int64_t(blockIdx.x) * groups + group; chunk < chunks_;
         chunk += std::int64_t(gridDim.x) * groups) {
      std::int64_t const first = chunk * length_, last = first + length_ < n_ ? first + length_ : n_;
      for (std::int64_t i = first + lane; i < last; i += lanes) f(i);
    }
  }

  /// pass_over_chunks. What it writes to vectors is visible to the next pass, and to others after wait_for_all(). `body`
  /// reads and finishes a state of this block alone.
  template <class Body>
  __device__ void pass(Body body) const {
    constexpr int num_sums = Body::num_sums;
    static_assert(num_sums <= max_sums);
    if (!body.begin()) return;
    int const lane = static_cast<int>(threadIdx.x) % lanes, group = static_cast<int>(threadIdx.x) / lanes;
    Sum* const partials = partials_ + (is_odd_ ? max_sums * ChunkTuning::max_chunks : 0);
    // The same number of rounds for every group, because they wait for each other.
    for (std::int64_t c = std::int64_t(blockIdx.x) * groups; c < chunks_; c += std::int64_t(gridDim.x) * groups) {
      std::int64_t const chunk = c + group, first = chunk * length_;
      std::int64_t const last = first + length_ < n_ ? first + length_ : n_;
      Sum sums[num_sums == 0 ? 1 : num_sums] = {};
      for (std::int64_t i = first + lane; i < last; i += lanes) body(i, sums);
      if constexpr (num_sums > 0) {
        add_lanes_cuda<num_sums, groups>(sums, lane, group);
        if (lane == 0 && chunk < chunks_)
          for (int k = 0; k < num_sums; ++k) partials[k * ChunkTuning::max_chunks + chunk] = sums[k];
      }
    }
    if constexpr (num_sums > 0) {
      // The partial sums of the next pass go elsewhere: other blocks may still read these.
      is_odd_ = !is_odd_;
      wait_for_all();
      Sum totals[num_sums] = {};
      for (int k = 0; k < num_sums; ++k)
        for (std::int64_t c = lane; c < chunks_; c += lanes)
          totals[k] = sum(totals[k], partials[k * ChunkTuning::max_chunks + c]);
      add_lanes_cuda<num_sums, groups>(totals, lane, group);
      if (threadIdx.x == 0) body.finish(totals);
      __syncthreads();
    }
  }

 private:
  std::int64_t n_, length_, chunks_;
  Sum* partials_;
  mutable bool is_odd_ = false;
};

}  // namespace Araios::Impl

#endif
