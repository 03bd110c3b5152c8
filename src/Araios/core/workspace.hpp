// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Temporary memory that survives the call, so that a repeated operation allocates once.

#include <Araios/core/memory.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace Araios {

/// A stack of temporaries in one memory space.
///
/// An operation opens a `Frame`, takes arrays, and gives all of them back when the frame is left. The memory stays with
/// the workspace, in the blocks that the first call made it allocate: a second call of the same sizes finds them again and
/// allocates nothing.
///
/// Requires      used by one execution-space instance at a time: the arrays of a later call are those of an earlier one,
///               and only the order of work on that instance keeps them apart.
/// Asynchronous  taking and giving back, yes. Growing, and the end of a workspace, free memory, which waits for the device.
template <MemorySpace Space>
class Workspace {
 public:
  /// Gives back, at its end, everything that was taken since its beginning. Frames nest.
  class Frame {
   public:
    explicit Frame(Workspace& workspace)
        : workspace_(workspace), blocks_(workspace.in_use_), offset_(workspace.offset_), taken_(workspace.taken_) {}
    ~Frame() {
      workspace_.in_use_ = blocks_;
      workspace_.offset_ = offset_;
      workspace_.taken_ = taken_;
    }
    Frame(Frame const&) = delete;
    Frame& operator=(Frame const&) = delete;

   private:
    Workspace& workspace_;
    std::size_t blocks_;
    std::int64_t offset_;
    std::int64_t taken_;
  };

  Workspace() = default;
  Workspace(Workspace const&) = delete;
  Workspace& operator=(Workspace const&) = delete;

  /// An array of `length` elements, not initialised, valid until the innermost frame is left
  ///
  /// Arrays of a block begin at multiples of array_alignment from its beginning.
  ///
  /// Throws        what `allocate` throws. Arrays that were taken before are then as they were, and more can be taken.
  template <VectorView View, ExecutionSpace Exec>
  View take(Exec const& exec, std::int64_t length) {
    static_assert(Kokkos::SpaceAccessibility<typename View::memory_space, Space>::accessible,
                  "Workspace::take: the View must live in the memory space of the workspace");
    using Value = typename View::non_const_value_type;
    std::int64_t const needed = checked_multiply(length, sizeof(Value), "Araios::Workspace: bytes of an array");
    std::int64_t const rounded = checked_multiply(needed / array_alignment + (needed % array_alignment != 0),
                                                  array_alignment, "Araios::Workspace: bytes of an array");
    char* const start = reserve(exec, rounded);
    offset_ += rounded;
    taken_ += rounded;
    peak_ = std::max(peak_, taken_);
    return View(reinterpret_cast<Value*>(start), static_cast<std::size_t>(length));
  }

  /// The same for values that may be absent.
  template <ValuesView View, ExecutionSpace Exec>
  View take_values(Exec const& exec, std::int64_t length) {
    if constexpr (std::same_as<View, NoValues>)
      return {};
    else
      return take<View>(exec, length);
  }

  /// Most bytes that were taken at one time.
  std::int64_t peak_bytes() const { return peak_; }
  /// Bytes that the workspace holds.
  std::int64_t bytes() const {
    std::int64_t sum = 0;
    for (std::size_t block = 0; block < blocks_.size(); ++block) sum += length(block);
    return sum;
  }

 private:
  using Block = Kokkos::View<char*, Space>;

  // The next `size` bytes: in the current block, in a later one that is large enough, or in a new one. A new one for an
  // empty stack replaces all others: they were too small for the first array of this call already. They go first, as
  // both may not fit the memory; what frames have counted, of arrays without elements, stays as blocks without bytes.
  // Where the allocation fails, all arrays are as they were.
  template <class Exec>
  char* reserve(Exec const& exec, std::int64_t size) {
    if (in_use_ > 0 && size <= length(in_use_ - 1) - offset_) return blocks_[in_use_ - 1].data() + offset_;
    std::size_t block = in_use_;
    while (block < blocks_.size() && length(block) < size) ++block;
    if (block == blocks_.size()) {
      std::int64_t const wanted = taken_ == 0 ? std::max(size, bytes()) : size;
      if (taken_ == 0) blocks_.assign(in_use_, Block());
      blocks_.push_back(allocate<Block>(exec, "Araios::Workspace::block", wanted));
      block = blocks_.size() - 1;
    }
    in_use_ = block + 1;
    offset_ = 0;
    return blocks_[block].data();
  }

  std::int64_t length(std::size_t block) const { return static_cast<std::int64_t>(blocks_[block].extent(0)); }

  std::vector<Block> blocks_;
  std::size_t in_use_ = 0;   // blocks_[0 .. in_use_) hold arrays that were taken
  std::int64_t offset_ = 0;  // first free byte of the last of them
  std::int64_t taken_ = 0;
  std::int64_t peak_ = 0;
};

/// The optional last argument of operations: a caller's Workspace, or one that lives as long as the call.
template <MemorySpace Space>
class WorkspaceRef {
 public:
  WorkspaceRef() : own_(std::make_unique<Workspace<Space>>()), workspace_(own_.get()) {}
  WorkspaceRef(Workspace<Space>& workspace) : workspace_(&workspace) {}

  Workspace<Space>& get() const { return *workspace_; }

 private:
  std::unique_ptr<Workspace<Space>> own_;
  Workspace<Space>* workspace_;
};

/// The workspace argument of operations on Exec.
template <ExecutionSpace Exec>
using WorkspaceFor = WorkspaceRef<typename Exec::memory_space>;

}  // namespace Araios
