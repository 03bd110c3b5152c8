// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Bucket transposition on a GPU, phase 3 for the parts of buckets of very many columns, which phase 4 has split.
///
/// There are tens of thousands of parts, each of a few thousand entries: small blocks, several per multiprocessor, wait
/// for less. A part that is too long for them is left to the second launch of phase 4.
///
/// Bytes: k (2 Ordinal + 2 Scalar [+ 2]) + pointers.

#include <Araios/operations/transpose/bucket/order.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

namespace Araios::Impl::transpose {

template <class Data, class Shape_>
struct BucketParts {
  using Shape = Shape_;
  using Local = BucketLocal<Data, Shape>;
  static constexpr int threads = Shape::threads, blocks_per_multiprocessor = 4;

  Data data;
  int shared_bytes;

  __device__ void operator()(char* shared) const {
    if (data.done()) return;
    int const parts = data.counters->block_sized;
    if (blockIdx.x == 0 && threadIdx.x == 0) data.counters->block_sized_taken = parts;  // phase 4 takes what follows
#pragma unroll 1
    for (int part = static_cast<int>(blockIdx.x); part < parts; part += static_cast<int>(gridDim.x)) {
      BucketRange const range = data.block_sized[part];
      if (!Local::order(data, shared, shared_bytes, range) && threadIdx.x == 0)
        data.long_parts[atomicAdd(&data.counters->long_parts, 1)] = range;
      __syncthreads();
    }
  }
};

}  // namespace Araios::Impl::transpose

#endif
