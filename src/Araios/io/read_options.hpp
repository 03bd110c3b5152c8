// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// What all readers have in common: where they work, and how far they go.

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace Araios {

/// The threads that readers work on.
using HostExec = Kokkos::DefaultHostExecutionSpace;

/// Numbers beyond the range of a floating-point type, as 1e999.
enum class ReadTooLarge { refuse, infinity };

/// How far gzip data may grow when unpacked: to `free_bytes` in any case, and to `max_ratio` times its own size
///
/// Deflate data can grow by a factor of 1032; text of practical use grows by 3 to 10, very regular matrices by some
/// 100.
struct GzipLimits {
  std::int64_t max_ratio = 200;
  std::int64_t free_bytes = std::int64_t(64) << 20;
};

/// Bytes that are read of a pipe, a device or a file of unknown size, before it is refused.
inline constexpr std::int64_t default_max_stream_bytes = std::int64_t(1) << 30;

}  // namespace Araios
