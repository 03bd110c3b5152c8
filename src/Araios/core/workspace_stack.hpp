// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Workspace: a stack of temporaries in the memory that earlier calls allocated. Operations include workspace.hpp.

#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/memory.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <list>
#include <type_traits>
#include <vector>

namespace Araios {

namespace Impl {
/// Whether the functions with these options have a form without them, with a workspace alone.
template <class Options>
inline constexpr bool may_leave_out_v = false;

template <class T>
concept RequiredBeforeWorkspace = requires { sizeof(T); } && std::is_aggregate_v<T> && !may_leave_out_v<T>;
}  // namespace Impl

/// A stack of temporaries in one memory space.
///
/// An operation opens a `Frame` and takes arrays; leaving the frame returns all of them. The workspace keeps the memory
/// in the blocks that the first call allocated, so a second call of the same sizes allocates nothing.
///
/// Requires      used by one execution-space instance at a time: a later call reuses the memory of an earlier one, and
///               only the order of work on that instance separates them.
/// Asynchronous  yes for taking and returning arrays. Growing and destroying a workspace free memory, which waits for
///               the device.
template <MemorySpace Space>
class Workspace {
 public:
  /// Returns, at its end, all arrays taken since its beginning. Frames nest.
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

  /// Measures the maximum number of bytes that are taken at one time during its lifetime.
  class Meter {
   public:
    explicit Meter(Workspace& workspace)
        : workspace_(workspace), peak_before_(workspace.peak_), taken_(workspace.taken_) {
      workspace_.peak_ = taken_;
    }
    ~Meter() { workspace_.peak_ = std::max(workspace_.peak_, peak_before_); }
    Meter(Meter const&) = delete;
    Meter& operator=(Meter const&) = delete;

    std::int64_t peak_bytes() const { return workspace_.peak_ - taken_; }

   private:
    Workspace& workspace_;
    std::int64_t peak_before_;
    std::int64_t taken_;
  };

  Workspace() = default;
  Workspace(Workspace const&) = delete;
  Workspace& operator=(Workspace const&) = delete;

  /// A workspace where options belong: refused, with the remedy.
  template <Impl::RequiredBeforeWorkspace Options>
  operator Options() const {
    static_assert(sizeof(Options) == 0,
                  "Araios: the workspace comes after the options; write {} for default options, as in "
                  "multiply(exec, A, B, {}, workspace)");
    return {};
  }

  /// An array of `length` elements, not initialised, valid until the innermost frame is left
  ///
  /// Arrays of a block begin at multiples of array_alignment from its beginning.
  ///
  /// Throws        when the allocation fails; the arrays taken before are then unchanged, and more can be taken.
  template <VectorView View, ExecutionSpace Exec>
  View take(Exec const& exec, std::int64_t length) {
    static_assert(Kokkos::SpaceAccessibility<typename View::memory_space, Space>::accessible,
                  "Workspace::take: the View must live in the memory space of the workspace");
    using Value = typename View::non_const_value_type;
    constexpr std::int64_t max_length =
        (std::numeric_limits<std::int64_t>::max() - Impl::array_alignment) / sizeof(Value);
    Impl::check(length >= 0 && length <= max_length, "Araios::Workspace::take: ", length, " elements of ",
                sizeof(Value), " bytes; their number must be in [0, ", max_length, "]");
    std::int64_t const rounded =
        Impl::tiles_for(length * std::int64_t(sizeof(Value)), Impl::array_alignment) * Impl::array_alignment;
    if (refuses_ && length == 0) return View();
    check_refused();
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

  /// Identifies arrays: their addresses and lengths.
  using Key = std::array<std::uintptr_t, 4>;
  /// The analysis of some arrays, kept for later calls with this workspace: a number, and an array. Other arrays may be
  /// stored at these addresses by then, so only the time of a call may depend on a memo, never its result.
  struct Memo {
    Key key;
    int number;
    Kokkos::View<char*, Space> array;
  };
  /// The memo of these arrays, or nullptr. The last 16 are kept.
  Memo* recall(Key const& key) {
    auto const found = std::find_if(memos_.begin(), memos_.end(), [&](Memo const& memo) { return memo.key == key; });
    return found == memos_.end() ? nullptr : &*found;
  }
  Memo* remember(Key const& key, int number) {
    if (memos_.size() == max_memos) memos_.pop_front();
    return &memos_.emplace_back(Memo{key, number, {}});
  }

  /// Maximum number of bytes that were taken at one time.
  std::int64_t peak_bytes() const { return peak_; }
  /// Bytes that the workspace holds.
  std::int64_t bytes() const {
    std::int64_t sum = block_bytes();
    for (auto const& memo : memos_) sum += static_cast<std::int64_t>(memo.array.extent(0));
    return sum;
  }

 private:
  template <ExecutionSpace Exec>
  friend class WorkspaceArgument;
  using Block = Kokkos::View<char*, Space>;

  // The next `size` bytes: in the current block, in a later one that is large enough, or in a new one. If nothing is
  // taken, the new block replaces all others, which are too small for the first array of this call. They are freed
  // first, because both may not fit the memory; blocks that frames have counted, for arrays without elements, stay as
  // blocks without bytes. If the allocation fails, all arrays are unchanged.
  template <class Exec>
  char* reserve(Exec const& exec, std::int64_t size) {
    if (in_use_ > 0 && size <= length(in_use_ - 1) - offset_) return blocks_[in_use_ - 1].data() + offset_;
    std::size_t block = in_use_;
    while (block < blocks_.size() && length(block) < size) ++block;
    if (block == blocks_.size()) {
      std::int64_t const requested = taken_ == 0 ? std::max(size, block_bytes()) : size;
      if (taken_ == 0) blocks_.assign(in_use_, Block());
      // Not of memory that is kept, which would be given to other work as soon as the block is dropped.
      blocks_.push_back(allocate_unshared<Block>(exec, "Araios::Workspace::block", requested));
      block = blocks_.size() - 1;
    }
    in_use_ = block + 1;
    offset_ = 0;
    return blocks_[block].data();
  }

  std::int64_t block_bytes() const {
    std::int64_t sum = 0;
    for (std::size_t block = 0; block < blocks_.size(); ++block) sum += length(block);
    return sum;
  }
  std::int64_t length(std::size_t block) const { return static_cast<std::int64_t>(blocks_[block].extent(0)); }

  void check_refused() const {
    Impl::check(
        !refuses_,
        "Araios::Workspace: the work of this instance is being captured for a CUDA graph. Pass the operation a "
        "Workspace of your own that lives as long as the graph; the one of the instance may be given to other work");
  }

  static constexpr std::size_t max_memos = 16;
  std::list<Memo> memos_;
  std::vector<Block> blocks_;
  std::size_t in_use_ = 0;   // blocks_[0 .. in_use_) hold arrays that were taken
  std::int64_t offset_ = 0;  // first free byte of the last of them
  std::int64_t taken_ = 0;
  std::int64_t peak_ = 0;
  bool refuses_ = false;  // every request: the work of its instance is being captured
};

namespace Impl {

/// array := `length` elements of the workspace, of the type that the pointer has.
template <class Exec, class Space, class T>
void take_array(Exec const& exec, Workspace<Space>& workspace, T*& array, std::int64_t length) {
  array = workspace.template take<Kokkos::View<T*, Space>>(exec, length).data();
}

}  // namespace Impl

}  // namespace Araios
