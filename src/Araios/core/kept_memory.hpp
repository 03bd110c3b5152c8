// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Memory of arrays that have ended, kept for later arrays of the same instance.
///
/// On a GPU an allocation and its release usually take longer than an operation with a million entries, and the release
/// waits for the device. On a host the first writes to new pages take as long (prefer_huge_pages). Off, unless
/// `keep_freed_memory` is called.

#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/instance.hpp>

#include <Kokkos_Core.hpp>

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <iterator>
#include <list>
#include <map>
#include <mutex>
#include <string>
#include <type_traits>
#include <utility>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace Araios {
namespace Impl {

/// Requests huge pages in [first, first + bytes), where that is 4 MiB or more. A refusal changes nothing.
///
/// The first write to a page of 4 KiB usually takes more time than the computation of its entries. Linux gives pages of
/// 2 MiB to memory for which they are requested, and then that time falls to a third or less. NumPy requests them in
/// the same way.
inline void prefer_huge_pages([[maybe_unused]] void* first, [[maybe_unused]] std::size_t bytes) {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
  constexpr std::size_t min_bytes = std::size_t(1) << 22, huge = std::size_t(1) << 21;
  if (bytes < min_bytes) return;
  std::size_t const skipped = (huge - reinterpret_cast<std::uintptr_t>(first) % huge) % huge;
  (void)madvise(static_cast<char*>(first) + skipped, (bytes - skipped) / huge * huge, MADV_HUGEPAGE);
#endif
}

/// Blocks of memory of a space. A block is free when nothing but this list refers to it. It is given to work of the
/// instance that had it before, so the order of the queue separates the old array from the new one.
template <class Space>
class KeptMemory {
 public:
  using Block = Kokkos::View<char*, Space>;

  /// Never destroyed: it is emptied when Kokkos finalizes, and must not free memory after that.
  static KeptMemory& all() {
    static auto* const instance = new KeptMemory;
    return *instance;
  }

  bool is_on() const { return max_bytes_ > 0; }

  /// A block of `bytes` or up to a quarter more; one without memory where it would not fit the limit, or where the
  /// allocator of the host keeps blocks of this size itself.
  template <class Exec>
  Block take(Exec const& exec, std::string const& label, std::int64_t bytes) {
    std::int64_t const size = rounded(bytes);
    if (size > max_bytes_ || size < min_bytes) return {};
    auto const key = std::pair(instance_key(exec), size);
    {
      std::lock_guard const lock(mutex_);
      auto& blocks = blocks_[key];
      for (std::size_t scanned = 0; scanned < max_scanned && scanned < blocks.size(); ++scanned) {
        blocks.splice(blocks.end(), blocks, blocks.begin());
        if (blocks.back().use_count() == 1) return blocks.back();
      }
    }
    if (!make_room(size)) return {};
    Block const block = allocate_block(exec, label, size);
    std::lock_guard const lock(mutex_);
    if (!emptied_at_finalize_) {
      at_finalize([] { all().set_max_bytes(0); });
      emptied_at_finalize_ = true;
    }
    blocks_[key].push_back(block);
    bytes_ += size;
    return block;
  }

  void set_max_bytes(std::int64_t bytes) {
    max_bytes_ = bytes;
    (void)make_room(0);
    if (bytes > 0) return;
    // Arrays that are alive free their memory themselves.
    Blocks forgotten;
    std::lock_guard const lock(mutex_);
    forgotten.swap(blocks_);
    bytes_ = 0;
  }

  /// Frees the memory of all free blocks.
  void release() {
    free_blocks([](std::int64_t) { return true; });
  }

  std::int64_t bytes() {
    std::lock_guard const lock(mutex_);
    return bytes_;
  }

 private:
  using Blocks = std::map<std::pair<InstanceKey, std::int64_t>, std::list<Block>>;

  // To one of four sizes between powers of two, so that similar matrices share blocks.
  static std::int64_t rounded(std::int64_t bytes) {
    auto const width = std::bit_width(static_cast<std::uint64_t>(bytes));
    std::int64_t const step = std::int64_t(1) << (width > 11 ? width - 3 : 8);
    return checked_multiply((bytes + step - 1) / step, step, "Araios::allocate: bytes of an array");
  }

  template <class Exec>
  Block allocate_block(Exec const& exec, std::string const& label, std::int64_t size) {
    auto const properties = Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, label);
    Block block;
    try {
      block = Block(properties, static_cast<std::size_t>(size));
    } catch (std::exception const&) {
      release();  // of other sizes, and of other instances
      block = Block(properties, static_cast<std::size_t>(size));
    }
    if constexpr (is_host) prefer_huge_pages(block.data(), static_cast<std::size_t>(size));
    return block;
  }

  // Frees blocks until `size` more bytes fit the limit; false where they do not.
  bool make_room(std::int64_t size) {
    free_blocks([&](std::int64_t held) { return held + size > max_bytes_; });
    std::lock_guard const lock(mutex_);
    return bytes_ + size <= max_bytes_;
  }

  // Frees free blocks as long as goes_on(bytes held). They are destroyed without the lock: that waits for the device.
  template <class GoesOn>
  void free_blocks(GoesOn const& goes_on) {
    std::list<Block> freed;
    std::lock_guard const lock(mutex_);
    for (auto of_size = blocks_.begin(); of_size != blocks_.end();) {
      auto& blocks = of_size->second;
      for (auto block = blocks.begin(); block != blocks.end() && goes_on(bytes_);) {
        auto const next = std::next(block);
        if (block->use_count() == 1) {
          bytes_ -= of_size->first.second;
          freed.splice(freed.end(), blocks, block);
        }
        block = next;
      }
      of_size = blocks.empty() ? blocks_.erase(of_size) : std::next(of_size);
    }
  }

  static constexpr bool is_host = std::is_same_v<Space, Kokkos::HostSpace>;
  static constexpr std::int64_t min_bytes = is_host ? std::int64_t(1) << 16 : 0;
  static constexpr std::size_t max_scanned = 32;

  std::atomic<std::int64_t> max_bytes_{0};
  std::mutex mutex_;
  Blocks blocks_;
  std::int64_t bytes_ = 0;  // of all blocks, free or not
  bool emptied_at_finalize_ = false;
};

}  // namespace Impl

/// From now on memory of arrays in Space that end is kept for later arrays of the same instance, at most so many bytes of
/// arrays that are alive and ended; 0, as in the beginning: none
///
/// Memory is given on when the last View of an array has ended, as the order of the instance's queue allows. A program
/// that uses the arrays of a matrix in another queue waits for that queue before it lets them end.
///
/// On a host arrays of 64 KiB or more: the allocator keeps smaller ones.
///
/// Throws        std::invalid_argument for a negative number.
template <MemorySpace Space>
void keep_freed_memory(std::int64_t max_bytes) {
  Impl::check(max_bytes >= 0, "Araios::keep_freed_memory: a negative number of bytes, ", max_bytes);
  Impl::KeptMemory<Space>::all().set_max_bytes(max_bytes);
}

/// Frees the memory that is kept and not in use. May wait for the device.
template <MemorySpace Space>
void release_kept_memory() {
  Impl::KeptMemory<Space>::all().release();
}

/// Bytes of blocks that are kept, whether arrays are in them or not.
template <MemorySpace Space>
std::int64_t kept_memory_bytes() {
  return Impl::KeptMemory<Space>::all().bytes();
}

}  // namespace Araios
