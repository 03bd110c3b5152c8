// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Makes an allocation fail on purpose: a test calls `fail_allocation_after(k)` for k = 0, 1, 2, ... and so visits
/// every allocation site of an operation.

#include <Araios/core/memory.hpp>

#include <cstdint>

namespace Araios {

/// Lets `count` further allocations pass and fails the next one, once, with AllocationFailure. Negative: never.
inline void fail_allocation_after(std::int64_t count) { Impl::allocation_counters().until_failure = count; }

}  // namespace Araios
