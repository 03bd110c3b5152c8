// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Moves the rows of SpGEMM that the count has stored to C. CUDA.
///
/// Rows are stored where the analysis gave them room for all their products, and are moved when their positions in C
/// are known: that takes less time than computing them twice. Bytes: each entry is read and written once.

#include <Araios/collective/cuda_launch.hpp>
#include <Araios/collective/warp.hpp>
#include <Araios/core/pattern.hpp>
#include <Araios/operations/multiply/bins/table.hpp>

#include <cstdint>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

namespace Araios::Impl::multiply {

/// Moves rows of a list from their positions in the workspace to C: the first by warps, the last `num_long` by blocks.
/// Values were stored of rows with at most MultiplyBins::max_with_values products.
template <class Stored, class Output, class Ordinal>
struct MoveRowsCuda {
  static constexpr int threads = 256;
  static constexpr int blocks_per_multiprocessor = 8;

  Ordinal const* rows;
  std::int64_t num_short, num_long;
  std::uint32_t const* products;
  Stored stored;
  Output output;
  bool beside = false;

  static std::int64_t blocks_for(std::int64_t num_short, std::int64_t num_long) {
    return num_long + tiles_for(num_short, threads / 32);
  }

  __device__ void operator()(char*) const {
    if (blockIdx.x < num_long) {
      move(static_cast<std::int64_t>(rows[num_short + blockIdx.x]), static_cast<int>(threadIdx.x), threads);
    } else {
      std::int64_t const r = (blockIdx.x - num_long) * (threads / 32) + warp_id();
      if (r < num_short) move(static_cast<std::int64_t>(rows[r]), lane_id(), 32);
    }
  }

 private:
  __device__ void move(std::int64_t row, int first, int step) const {
    auto const to = static_cast<std::int64_t>(output.first(row)),
               end = static_cast<std::int64_t>(output.first(row + 1));
    std::int64_t const from = static_cast<std::int64_t>(stored.first(row)) - to;
    for (std::int64_t p = to + first; p < end; p += step) output.entries(p) = stored.entries(from + p);
    if constexpr (!is_pattern_v<typename Output::Scalar>)
      if (products[row] <= MultiplyBins::max_with_values)
        for (std::int64_t p = to + first; p < end; p += step) output.values(p) = stored.values(from + p);
  }
};

}  // namespace Araios::Impl::multiply

#endif
