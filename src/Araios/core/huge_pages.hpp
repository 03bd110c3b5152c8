// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Huge pages for large arrays of a host.
///
/// The first write to a page of 4 KiB usually takes more time than the computation of its entries. Linux gives pages of
/// 2 MiB to memory for which they are requested, and then that time falls to a third or less. NumPy requests them in
/// the same way.

#include <cstddef>
#include <cstdint>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace Araios::Impl {

/// Requests huge pages in [first, first + bytes), where that is 4 MiB or more. A refusal changes nothing.
inline void prefer_huge_pages([[maybe_unused]] void* first, [[maybe_unused]] std::size_t bytes) {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
  constexpr std::size_t least = std::size_t(1) << 22, huge = std::size_t(1) << 21;
  if (bytes < least) return;
  std::size_t const skipped = (huge - reinterpret_cast<std::uintptr_t>(first) % huge) % huge;
  (void)madvise(static_cast<char*>(first) + skipped, (bytes - skipped) / huge * huge, MADV_HUGEPAGE);
#endif
}

}  // namespace Araios::Impl
