// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Bucket transposition on a GPU in place, phase 3: a block sorts a bucket of equal width, or leaves it to phase 4;
/// and so do blocks with the parts of buckets of very many columns, which phase 4 has split.
///
/// There are tens of thousands of parts, each of a few thousand entries: small blocks, several per multiprocessor, wait
/// for less. A part that is too long for them is left to the second launch of phase 4.
///
/// Bytes: k (2 Ordinal + 2 Scalar [+ 2]) + pointers.

#include <Araios/operations/transpose/bucket/in_place/scratch.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

namespace Araios::Impl::transpose {

template <class Problem, class Shape>
struct BucketLocal {
  static constexpr int threads = Shape::threads, blocks_per_multiprocessor = 2;

  Problem problem;
  BucketLayout layout;
  BucketTables<typename Problem::Offset> tables;
  WordsInB words;
  OversizedBuckets oversized;
  int shared_bytes;

  __device__ void operator()(char* shared) const {
    if (tables.counters->is_done_or_starts_over(layout)) return;
    BucketRange const range = tables.range_of(problem, layout, static_cast<int>(blockIdx.x));
    if (!BucketOrder<Problem, Shape>::in_place(problem, words, shared, shared_bytes, range) && threadIdx.x == 0)
      oversized.add(tables.counters, range);
  }
};

template <class Problem, class Shape>
struct BucketParts {
  static constexpr int threads = Shape::threads, blocks_per_multiprocessor = 4;

  Problem problem;
  BucketLayout layout;
  BucketCounters* counters;
  WordsInB words;
  BucketSplits splits;
  int shared_bytes;

  __device__ void operator()(char* shared) const {
    if (counters->is_done(layout)) return;
    int const parts = counters->block_sized;
    if (blockIdx.x == 0 && threadIdx.x == 0) counters->block_sized_taken = parts;  // phase 4 takes what follows
#pragma unroll 1
    for (int part = static_cast<int>(blockIdx.x); part < parts; part += static_cast<int>(gridDim.x)) {
      BucketRange const range = splits.block_sized[part];
      if (!BucketOrder<Problem, Shape>::in_place(problem, words, shared, shared_bytes, range) && threadIdx.x == 0)
        splits.long_parts[atomicAdd(&counters->long_parts, 1)] = range;
      __syncthreads();
    }
  }
};

}  // namespace Araios::Impl::transpose

#endif
