// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// What Araios has allocated: a test compares the numbers before and after a call.

#include <Araios/core/memory.hpp>

#include <cstdint>

namespace Araios {

/// Number of allocations, and their bytes, that Araios has requested since the program began.
inline std::int64_t allocations_made() { return Impl::allocation_counters().allocations; }
inline std::int64_t bytes_allocated() { return Impl::allocation_counters().bytes; }

}  // namespace Araios
