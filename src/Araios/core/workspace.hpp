// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Temporary memory that outlives a call, so that a repeated operation allocates once.
///
/// A Workspace belongs to the caller. WorkspaceFor, the optional last argument of operations, is a caller's Workspace
/// or else one of the workspaces that Araios keeps for each execution-space instance until Kokkos finalizes.

#include <Araios/core/concepts.hpp>
#include <Araios/core/instance.hpp>
#include <Araios/core/workspace_stack.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <list>
#include <mutex>
#include <utility>

namespace Araios {

namespace Impl {

/// The workspaces of the instances of Exec. A call borrows one and returns it at its end, so that two host threads that
/// use one instance at the same time get two. A later call reuses the memory of an earlier one: the order of the
/// instance's queue separates them.
template <ExecutionSpace Exec>
class InstanceWorkspaces {
 public:
  using Space = typename Exec::memory_space;
  struct Entry {
    InstanceKey key;
    Workspace<Space> workspace;
  };
  using Lease = std::list<Entry>;  // of one element, or empty

  /// Never destroyed: it is emptied when Kokkos finalizes, and must not free memory after that.
  static InstanceWorkspaces& all() {
    static auto* const instance = new InstanceWorkspaces;
    return *instance;
  }

  Lease lend(InstanceKey const& key) {
    Lease lease;
    std::lock_guard const lock(mutex_);
    for (auto entry = idle_.begin(); entry != idle_.end(); ++entry)
      if (entry->key == key) {
        lease.splice(lease.begin(), idle_, entry);
        return lease;
      }
    if (!emptied_at_finalize_) {
      at_finalize([] { all().release([](InstanceKey const&) { return true; }); });
      emptied_at_finalize_ = true;
    }
    lease.emplace_back();
    lease.front().key = key;
    return lease;
  }

  void take_back(Lease& lease) {
    Lease evicted;  // is freed after the lock is released
    std::lock_guard const lock(mutex_);
    idle_.splice(idle_.begin(), lease);
    if (idle_.size() > max_idle) evicted.splice(evicted.begin(), idle_, std::prev(idle_.end()));
  }

  template <class Which>
  std::int64_t bytes(Which const& which) {
    std::lock_guard const lock(mutex_);
    std::int64_t sum = 0;
    for (auto const& entry : idle_)
      if (which(entry.key)) sum += entry.workspace.bytes();
    return sum;
  }

  template <class Which>
  void release(Which const& which) {
    Lease released;  // is freed after the lock is released
    std::lock_guard const lock(mutex_);
    for (auto entry = idle_.begin(); entry != idle_.end();) {
      auto const next = std::next(entry);
      if (which(entry->key)) released.splice(released.begin(), idle_, entry);
      entry = next;
    }
  }

  static constexpr std::size_t max_idle = 32;

 private:
  std::mutex mutex_;
  std::list<Entry> idle_;  // in the order of their last use, latest first
  bool emptied_at_finalize_ = false;
};

}  // namespace Impl

/// The optional last argument of operations: a caller's Workspace, or else one that belongs to the instance.
///
/// The workspace of an instance is created by the first call that needs it, grows to the size of the largest call, and
/// is kept until Kokkos finalizes or `release_instance_workspaces` is called: from the second call of the same sizes
/// on, an operation allocates no temporaries and does not fence. The 32 idle workspaces that were used last are kept;
/// releasing another one waits for the device. Host threads may use several instances, or one, at the same time.
///
/// While a CUDA graph is captured, operations with temporaries need a caller's Workspace, which must live as long as
/// the graph; without one they throw std::invalid_argument.
template <ExecutionSpace Exec>
class WorkspaceArgument {
 public:
  using Space = typename Exec::memory_space;

  WorkspaceArgument() = default;
  WorkspaceArgument(Workspace<Space>& workspace) : workspace_(&workspace) {}
  ~WorkspaceArgument() {
    if (!lease_.empty() && !workspace_->refuses_) Impl::InstanceWorkspaces<Exec>::all().take_back(lease_);
  }
  WorkspaceArgument(WorkspaceArgument const&) = delete;
  WorkspaceArgument& operator=(WorkspaceArgument const&) = delete;
  /// Handed on to the operation that does the work: an instance lends its workspace where, and if, that one needs it.
  WorkspaceArgument(WorkspaceArgument&& other) noexcept
      : workspace_(std::exchange(other.workspace_, nullptr)), lease_(std::move(other.lease_)) {}

  /// The workspace for work on `exec`, until the end of this argument.
  Workspace<Space>& get(Exec const& exec) {
    if (workspace_ == nullptr) {
      if (Impl::is_being_captured(exec)) {
        lease_.emplace_back();
        lease_.front().workspace.refuses_ = true;
      } else {
        lease_ = Impl::InstanceWorkspaces<Exec>::all().lend(Impl::instance_key(exec));
      }
      workspace_ = &lease_.front().workspace;
    }
    return *workspace_;
  }

 private:
  Workspace<Space>* workspace_ = nullptr;
  typename Impl::InstanceWorkspaces<Exec>::Lease lease_;
};

/// The workspace argument of operations on Exec, which is deduced from the other arguments.
template <ExecutionSpace Exec>
using WorkspaceFor = WorkspaceArgument<typename Exec::execution_space>;

/// Bytes that the workspaces of `exec`, or those of all instances of Exec, hold, without those in use by a call.
template <ExecutionSpace Exec>
std::int64_t instance_workspace_bytes(Exec const& exec) {
  return Impl::InstanceWorkspaces<Exec>::all().bytes(
      [key = Impl::instance_key(exec)](Impl::InstanceKey const& other) { return other == key; });
}
template <ExecutionSpace Exec>
std::int64_t instance_workspace_bytes() {
  return Impl::InstanceWorkspaces<Exec>::all().bytes([](Impl::InstanceKey const&) { return true; });
}

/// Frees the workspaces of `exec`, or those of all instances of Exec; the next call that needs one allocates it again.
///
/// Asynchronous  no: memory is freed, which waits for the device.
template <ExecutionSpace Exec>
void release_instance_workspaces(Exec const& exec) {
  Impl::InstanceWorkspaces<Exec>::all().release(
      [key = Impl::instance_key(exec)](Impl::InstanceKey const& other) { return other == key; });
}
template <ExecutionSpace Exec>
void release_instance_workspaces() {
  Impl::InstanceWorkspaces<Exec>::all().release([](Impl::InstanceKey const&) { return true; });
}

}  // namespace Araios
