// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Bucket transposition on a GPU: sizes of buckets, and which way entries go: through records (record_cuda.hpp), or
/// in place (in_place_cuda.hpp) where records are not applicable or their workspace is not allowed.

#include <Araios/collective/cuda_launch.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/workspace.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <limits>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH
#include <Araios/operations/transpose/bucket_tuning.hpp>
#include <Araios/operations/transpose/in_place_cuda.hpp>
#include <Araios/operations/transpose/record_cuda.hpp>
#include <Araios/operations/transpose/symmetric_cuda.hpp>

#include <algorithm>
#include <type_traits>
#endif

namespace Araios::Impl::transpose {

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

/// From sizes alone: buckets that one block can hold; where there are too many columns for that, buckets that one
/// ranking can distinguish, to be split again.
inline BucketSizes bucket_sizes(int multiprocessors, std::int64_t m, std::int64_t n, std::int64_t k) {
  using Tuning = BucketTuning;
  constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
  if (m > most || n > most || k == 0) return {};
  auto const buckets = [&](int bits) { return tiles_for(n, std::int64_t(1) << bits); };
  double const share = Tuning::share * static_cast<double>(k) / (Tuning::blocks * multiprocessors);
  double const wanted =
      std::min(Tuning::fill * Tuning::LocalTile::tile, std::max(static_cast<double>(Tuning::min_bucket), share));
  int bits = 0;
  while (bits < Tuning::local_bits && static_cast<double>(k) / static_cast<double>(n) * (2 << bits) <= wanted) ++bits;
  while (buckets(bits) > Tuning::max_buckets) ++bits;
  if (bits > Tuning::local_bits) {
    while (bits < Tuning::max_bits && buckets(bits) > max_bins) ++bits;
    // A bucket must fit into the device several times, so that it can be split in place.
    std::int64_t const device = std::int64_t(Tuning::blocks) * multiprocessors * Tuning::Tile::tile / 8;
    while (k / buckets(bits) > device && buckets(bits - 1) <= Tuning::max_buckets) --bits;
    // Hypersparse: buckets would be nearly empty.
    if (buckets(bits) > Tuning::max_buckets || k / buckets(bits) < Tuning::Tile::tile) return {};
  }
  return {bits, buckets(bits)};
}

/// Whether the GPU of `exec` can run the method for a matrix of this size.
inline bool bucket_suits(Kokkos::Cuda const& exec, std::int64_t m, std::int64_t n, std::int64_t k) {
  auto const resources = CudaResources::of(exec, BucketTuning::blocks);
  constexpr int min_shared = 96 * 1024;  // counters of all warps and buckets leave too little for tiles below
  return resources.shared_bytes >= min_shared && exec.cuda_device_prop().major >= 8 &&
         bucket_sizes(resources.multiprocessors, m, n, k).buckets > 0;
}

/// Requires      `bucket_suits`. try_symmetric: first try whether the pattern is symmetric. Through records where they
///               are applicable and max_workspace_bytes allow it.
template <class Exec, class Matrix, class Values, class Arrays, class Space>
void transpose_bucket_cuda(Exec const& exec, Matrix const& A, Values const& values, Arrays const& B, bool try_symmetric,
                           std::int64_t max_workspace_bytes, Workspace<Space>& workspace) {
  auto const arrays = transpose_arrays(A, values, B);
  using Data = BucketData<std::remove_const_t<decltype(arrays)>>;
  Data data{};
  static_cast<std::remove_const_t<decltype(arrays)>&>(data) = arrays;
  int const multiprocessors = exec.cuda_device_prop().multiProcessorCount;
  auto const sizes = bucket_sizes(multiprocessors, data.m, data.n, data.k);
  data.bits = sizes.bits;
  data.buckets = static_cast<int>(sizes.buckets);
  data.try_symmetric = try_symmetric && data.m == data.n;
  data.number_of_probes = BucketTuning::probes;
  data.symmetric_tile = SymmetricTranspose<Data>::Shape::tile;

  if constexpr (RecordData<Data>::Records::exist) {
    using Kernels = RecordKernels<RecordData<Data>>;
    if (data.bits > 0 && data.k <= std::int64_t(0xffffffff)) {  // a position in B is 32 bits
      auto const record_sizes = Kernels::sizes(CudaResources::of(exec, 1), data.n, data.k, data.row_bits, sizes);
      if (Kernels::bytes(record_sizes, data.k, data.buckets) <= max_workspace_bytes)
        return transpose_records_cuda(exec, data, record_sizes, workspace);
    }
  }
  transpose_in_place_cuda(exec, data, sizes, workspace);
}

#else

/// Without CUDA, or in the host pass of its compiler, the method is not applicable.
template <class Exec>
bool bucket_suits(Exec const&, std::int64_t, std::int64_t, std::int64_t) {
  return false;
}

#endif

}  // namespace Araios::Impl::transpose
