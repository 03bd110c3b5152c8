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

using On = PrimitiveOn<Kokkos::Cuda>;
using Bytes = Kokkos::View<char*, Kokkos::CudaSpace>;

// One call of CUB, `call(memory, bytes)`: with a null pointer it only says how much it needs.
template <class Call>
struct WithMemory {
  Call call;
  Bytes memory;

  WithMemory(On const& on, Call const& call_) : call(call_) {
    std::size_t bytes = 0;
    check_cuda(call(nullptr, bytes), "CUB: size of the workspace");
    memory = allocate<Bytes>(on.exec(), "Araios::Perf::cub", static_cast<std::int64_t>(bytes));
  }
  std::int64_t bytes() const { return static_cast<std::int64_t>(memory.extent(0)); }
  void operator()() const {
    std::size_t size = memory.extent(0);
    check_cuda(call(memory.data(), size), "CUB");
  }
};

template <class Run>
void time_run(On& on, Result& result, std::int64_t workspace_bytes, Run const& run) {
  time_primitive(on, result, run);
  result.workspace_bytes = workspace_bytes;
}

template <class Call>
void time_call(On& on, Result& result, Call const& call) {
  WithMemory const run(on, call);
  time_run(on, result, run.bytes(), run);
}

auto scan_call(On const& on, int const* in, int* out, std::int64_t n) {
  return [=, stream = on.exec().cuda_stream()](void* memory, std::size_t& bytes) {
    return cub::DeviceScan::ExclusiveSum(memory, bytes, in, out, n, stream);
  };
}

auto count_call(On const& on) {
  int const levels = static_cast<int>(on.problem.bins) + 1, n = static_cast<int>(on.problem.n);
  return [=, in = on.in[0].data(), out = on.out[0].data(), stream = on.exec().cuda_stream()](void* memory,
                                                                                             std::size_t& bytes) {
    return cub::DeviceHistogram::HistogramEven(memory, bytes, in, out, levels, 0, levels - 1, n, stream);
  };
}

void scan(On& on, Result& result) {
  time_call(on, result, scan_call(on, on.in[0].data(), on.out[0].data(), on.problem.n));
}

void count(On& on, Result& result) { time_call(on, result, count_call(on)); }

void count_and_scan(On& on, Result& result) {
  WithMemory const counting(on, count_call(on));
  WithMemory const scanning(on, scan_call(on, on.out[0].data(), on.out[0].data(), on.problem.bins + 1));
  int* const last = on.out[0].data() + on.problem.bins;
  time_run(on, result, counting.bytes() + scanning.bytes(), [&] {
    check_cuda(cudaMemsetAsync(last, 0, sizeof(int), on.exec().cuda_stream()), "cudaMemsetAsync");
    counting();
    scanning();
  });
}

void expand(On& on, Result& result) {
  int const n = static_cast<int>(on.problem.n), rows = static_cast<int>(on.problem.bins);
  time_run(on, result, -1, [&] {
    thrust::counting_iterator<int> const first(0);
    thrust::upper_bound(thrust::cuda::par_nosync.on(on.exec().cuda_stream()), on.in[0].data() + 1,
                        on.in[0].data() + rows + 1, first, first + n, on.out[0].data());
  });
}

// Out of place: from the inputs.
void sort_segments(On& on, Result& result) {
  int const n = static_cast<int>(on.problem.n), segments = static_cast<int>(on.in[2].extent(0)) - 1;
  time_call(on, result, [&, n, segments](void* memory, std::size_t& bytes) {
    return cub::DeviceSegmentedSort::StableSortPairs(memory, bytes, on.in[0].data(), on.out[0].data(), on.in[1].data(),
                                                     on.out[1].data(), n, segments, on.in[2].data(),
                                                     on.in[2].data() + 1, on.exec().cuda_stream());
  });
}

// CUB and Thrust have nothing for many pairs of segments.
void merge(On& on, Result& result) {
  if (on.problem.name != "merge_adjacent, two segments") return;
  std::int64_t const first = on.problem.segment, second = on.problem.n - first;
  time_call(on, result, [&, first, second](void* memory, std::size_t& bytes) {
    return cub::DeviceMerge::MergePairs(memory, bytes, on.in[0].data(), on.in[1].data(), first, on.in[0].data() + first,
                                        on.in[1].data() + first, second, on.out[0].data(), on.out[1].data(),
                                        ::cuda::std::less<int>{}, on.exec().cuda_stream());
  });
}

void sort(On& on, Result& result) {
  int const bits = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(on.problem.bins - 1)));
  time_call(on, result, [&, bits](void* memory, std::size_t& bytes) {
    return cub::DeviceRadixSort::SortPairs(memory, bytes, on.in[0].data(), on.out[0].data(), on.in[1].data(),
                                           on.out[1].data(), on.problem.n, 0, bits, on.exec().cuda_stream());
  });
}

Candidate<On> const cub_scan("exclusive_scan", "CUB", "DeviceScan", scan);
Candidate<On> const cub_histogram("histogram", "CUB", "DeviceHistogram", count);
Candidate<On> const cub_pointers("index_to_pointers", "CUB", "DeviceHistogram, DeviceScan", count_and_scan);
Candidate<On> const thrust_index("pointers_to_index", "Thrust", "upper_bound", expand);
Candidate<On> const cub_segments("segmented_sort", "CUB", "DeviceSegmentedSort", sort_segments);
Candidate<On> const cub_merge("merge_adjacent", "CUB", "DeviceMerge", merge);
Candidate<On> const cub_sort("radix_sort", "CUB", "DeviceRadixSort", sort);

}  // namespace

}  // namespace Araios::Perf
#endif
