// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// How many rows the choice of a format reads, and which.

#include <Araios/core/execution.hpp>
#include <Araios/core/hash.hpp>
#include <Araios/formats/sell.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace Araios::Impl::choose {

/// How large the samples are.
struct FormatSampling {
  std::int64_t windows;        // of rows that are sorted
  std::int64_t diagonal_rows;  // in which diagonals are counted
  std::int64_t block_rows;     // in which neighbours within blocks are counted
  static constexpr std::int64_t chunk = 32;
  static constexpr std::int64_t window = sell_usual_window;
  static constexpr std::int64_t longest = 1024;         // entries of a row that are read for diagonals
  static constexpr std::int64_t table_slots = 1 << 14;  // for the diagonals of the sample
  static constexpr int tries = 8;
  static constexpr int lanes = 32;            // of a row
  static constexpr int entries_of_row = 32;   // that are read for blocks, at most: one per lane
  static constexpr std::int64_t near = 4096;  // columns on either side of the diagonal whose x stays in a first cache
};
template <class Exec>
inline constexpr FormatSampling format_sampling =
    is_gpu_v<Exec> ? FormatSampling{1024, 4096, 2048} : FormatSampling{64, 1024, 256};

/// Number k of a sample of `samples` out of `count` rows or windows of rows: one in each of as many equal parts, at a
/// hashed index in it, so that the sample does not follow the period of a grid.
KOKKOS_INLINE_FUNCTION std::int64_t sampled_part(std::int64_t k, std::int64_t samples, std::int64_t count) {
  std::int64_t const part = count / samples;
  std::uint32_t hash = static_cast<std::uint32_t>(k) * golden_ratio_32 + 12345u;
  hash = (hash ^ hash >> 15) * 2246822519u;
  return k * part +
         static_cast<std::int64_t>((hash ^ hash >> 13) % static_cast<std::uint32_t>(part < 65536 ? part : 65536));
}

}  // namespace Araios::Impl::choose
