// SPDX-License-Identifier: Apache-2.0
#include "harness/program.hpp"

#ifdef KOKKOS_ENABLE_CUDA
#include "primitives/primitive_case.hpp"

#include <Araios/core/execution.hpp>

#include <cub/device/device_histogram.cuh>
#include <cub/device/device_merge.cuh>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_segmented_sort.cuh>
#include <thrust/binary_search.h>
#include <thrust/execution_policy.h>
#include <thrust/iterator/counting_iterator.h>

namespace Araios::Perf {

namespace {

using Many = ManyInts<Kokkos::Cuda> const&;
using Bytes = Kokkos::View<char*, Kokkos::CudaSpace>;

// `call(memory, bytes)` as CUB's functions are: with a null pointer it only says how much it needs.
template <class Call>
Prepared with_memory(Kokkos::Cuda const& exec, Call const& call) {
  std::size_t bytes = 0;
  check_cuda(call(nullptr, bytes), "CUB: size of the workspace");
  Bytes const memory = allocate<Bytes>(exec, "Araios::Perf::cub", static_cast<std::int64_t>(bytes));
  return {[=]() mutable {
            std::size_t size = memory.extent(0);
            check_cuda(call(memory.data(), size), "CUB");
          },
          [=] { return static_cast<std::int64_t>(memory.extent(0)); }};
}

Prepared scan(Kokkos::Cuda const& exec, int const* in, int* out, std::int64_t n) {
  return with_memory(exec, [=, stream = exec.cuda_stream()](void* memory, std::size_t& bytes) {
    return cub::DeviceScan::ExclusiveSum(memory, bytes, in, out, n, stream);
  });
}

Prepared count(Kokkos::Cuda const& exec, Problem const& what, Many in, Many out) {
  int const levels = static_cast<int>(what.bins) + 1, n = static_cast<int>(what.n);
  return with_memory(exec, [=, stream = exec.cuda_stream()](void* memory, std::size_t& bytes) {
    return cub::DeviceHistogram::HistogramEven(memory, bytes, in[0].data(), out[0].data(), levels, 0, levels - 1, n,
                                               stream);
  });
}

}  // namespace

/// Nothing for the merging of many pairs of segments, which CUB and Thrust do not have.
std::vector<Candidate<Device>> cub_candidates(Problem const& problem) {
  std::string const& name = problem.name;
  if (name == "exclusive_scan")
    return {{"CUB", "DeviceScan", [](Device const& exec, Problem const& what, Many in, Many out) {
               return scan(exec, in[0].data(), out[0].data(), what.n);
             }}};
  if (name == "histogram") return {{"CUB", "DeviceHistogram", count}};
  if (name == "index_to_pointers")
    return {{"CUB", "DeviceHistogram, DeviceScan", [](Device const& exec, Problem const& what, Many in, Many out) {
               Prepared const counting = count(exec, what, in, out);
               Prepared const scanning = scan(exec, out[0].data(), out[0].data(), what.bins + 1);
               int* const last = out[0].data() + what.bins;
               return Prepared{[=, stream = exec.cuda_stream()] {
                                 check_cuda(cudaMemsetAsync(last, 0, sizeof(int), stream), "cudaMemsetAsync");
                                 counting.run();
                                 scanning.run();
                               },
                               [=] { return counting.workspace_bytes() + scanning.workspace_bytes(); }};
             }}};
  if (name == "pointers_to_index")
    return {{"Thrust", "upper_bound", [](Device const& exec, Problem const& what, Many in, Many out) {
               int const n = static_cast<int>(what.n), rows = static_cast<int>(what.bins);
               return Prepared{[=, stream = exec.cuda_stream()] {
                                 thrust::counting_iterator<int> const first(0);
                                 thrust::upper_bound(thrust::cuda::par_nosync.on(stream), in[0].data() + 1,
                                                     in[0].data() + rows + 1, first, first + n, out[0].data());
                               },
                               {}};
             }}};
  if (name.rfind("segmented_sort", 0) == 0)
    return {{"CUB", "DeviceSegmentedSort", [](Device const& exec, Problem const& what, Many in, Many out) {
               // Out of place: from the inputs.
               int const n = static_cast<int>(what.n), segments = static_cast<int>(in[2].extent(0)) - 1;
               return with_memory(exec, [=, stream = exec.cuda_stream()](void* memory, std::size_t& bytes) {
                 return cub::DeviceSegmentedSort::StableSortPairs(memory, bytes, in[0].data(), out[0].data(),
                                                                  in[1].data(), out[1].data(), n, segments,
                                                                  in[2].data(), in[2].data() + 1, stream);
               });
             }}};
  if (name == "merge_adjacent, two segments")
    return {{"CUB", "DeviceMerge", [](Device const& exec, Problem const& what, Many in, Many out) {
               std::int64_t const first = what.segment, second = what.n - what.segment;
               return with_memory(exec, [=, stream = exec.cuda_stream()](void* memory, std::size_t& bytes) {
                 return cub::DeviceMerge::MergePairs(memory, bytes, in[0].data(), in[1].data(), first,
                                                     in[0].data() + first, in[1].data() + first, second, out[0].data(),
                                                     out[1].data(), ::cuda::std::less<int>{}, stream);
               });
             }}};
  if (name == "radix_sort")
    return {{"CUB", "DeviceRadixSort", [](Device const& exec, Problem const& what, Many in, Many out) {
               int const bits = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(what.bins - 1)));
               std::int64_t const n = what.n;
               return with_memory(exec, [=, stream = exec.cuda_stream()](void* memory, std::size_t& bytes) {
                 return cub::DeviceRadixSort::SortPairs(memory, bytes, in[0].data(), out[0].data(), in[1].data(),
                                                        out[1].data(), n, 0, bits, stream);
               });
             }}};
  return {};
}

}  // namespace Araios::Perf
#endif
