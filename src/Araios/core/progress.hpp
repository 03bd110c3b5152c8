// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Interruption of long calls, and their reports of progress.
///
/// A `ProgressScope` sets the observer of the calling thread. While there is one, Araios reads the clock before each
/// launch, splits long launches over a range on hosts, and calls the observer every `poll_interval`. Without one, a launch
/// costs one more load.

#include <Kokkos_Core.hpp>

#include <chrono>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>

namespace Araios {

/// The observer of the calling thread requested the end of the call. The results of the call are not made.
class Interrupted : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What a call does now: `done` of `total` parts of a phase, where total is 0 if the number is not known.
struct Progress {
  char const* phase = "";
  std::int64_t done = 0;
  std::int64_t total = 0;
};

/// What is told about the progress of calls.
class ProgressObserver {
 public:
  virtual ~ProgressObserver() = default;
  /// True asks the call to end by `Interrupted`.
  virtual bool requests_end(Progress const& progress) = 0;
  /// Called after that where the thread is in no kernel that Kokkos runs: others may use the execution space until it
  /// returns.
  virtual void between_kernels() {}
};

namespace Impl {

using PollClock = std::chrono::steady_clock;
inline constexpr std::chrono::milliseconds poll_interval{20};

/// The observer of a thread, and when it was called.
struct Poll {
  ProgressObserver* observer = nullptr;
  PollClock::time_point next{};
  int uninterrupted = 0;  ///< scopes in which the call may not end
  int own_kernels = 0;    ///< kernels that Araios runs without Kokkos

  void poll(Progress const& progress, bool is_between_kernels) {
    if (PollClock::now() < next) return;
    if (uninterrupted == 0) {
      if (observer->requests_end(progress)) throw Interrupted(std::string("interrupted during ") + progress.phase);
      if (is_between_kernels) observer->between_kernels();
    }
    next = PollClock::now() + poll_interval;
  }
};
inline constinit thread_local Poll* current_poll = nullptr;

}  // namespace Impl

/// Lets the observer of the calling thread, if there is one, end the call: before a launch, and in long loops of the host
///
/// `done` of `total` parts of the phase are done, where total is 0 if the number is not known.
///
/// Cost          one load without an observer; with one, a reading of the clock.
/// Throws        Interrupted when the observer requests the end.
inline void poll(char const* phase, std::int64_t done = 0, std::int64_t total = 0) {
  if (Impl::current_poll != nullptr) Impl::current_poll->poll({phase, done, total}, true);
}

namespace Impl {

/// A kernel of one thread of a host that Araios runs without Kokkos, and of which tools are told all the same. Newer
/// releases of Kokkos lock a space while they run a kernel; here the items' polls are between kernels.
class OwnKernel {
 public:
  template <class Exec>
  OwnKernel(Exec const& exec, std::string const& label) : poll_(current_poll) {
    if (poll_ != nullptr) ++poll_->own_kernels;
    Kokkos::Tools::beginParallelFor(label, Kokkos::Tools::Experimental::device_id(exec), &id_);
  }
  ~OwnKernel() {
    Kokkos::Tools::endParallelFor(id_);
    if (poll_ != nullptr) --poll_->own_kernels;
  }
  OwnKernel(OwnKernel const&) = delete;
  OwnKernel& operator=(OwnKernel const&) = delete;

 private:
  Poll* poll_;
  std::uint64_t id_ = 0;
};

/// True where a kernel may end by an exception.
template <class Exec>
inline constexpr bool is_left_by_exceptions_v = false;
#ifdef KOKKOS_ENABLE_SERIAL
template <>
inline constexpr bool is_left_by_exceptions_v<Kokkos::Serial> = true;
#endif

/// In a kernel that runs long for one item, where it may end by an exception; elsewhere, nothing.
template <class Exec>
KOKKOS_INLINE_FUNCTION void poll_in_kernel([[maybe_unused]] char const* phase, [[maybe_unused]] std::int64_t done = 0,
                                           [[maybe_unused]] std::int64_t total = 0) {
#if !defined(__CUDA_ARCH__) && !defined(__HIP_DEVICE_COMPILE__) && !defined(__SYCL_DEVICE_ONLY__)
  if constexpr (is_left_by_exceptions_v<Exec>) {
    if (current_poll != nullptr) current_poll->poll({phase, done, total}, current_poll->own_kernels > 0);
  }
#endif
}

/// At the beginning of the work of a team: as poll_in_kernel, for one team of 16.
template <class Team>
KOKKOS_INLINE_FUNCTION void poll_in_team([[maybe_unused]] Team const& team, [[maybe_unused]] char const* phase) {
  if constexpr (is_left_by_exceptions_v<typename Team::execution_space>) {
    if (team.league_rank() % 16 == 0)
      poll_in_kernel<typename Team::execution_space>(phase, team.league_rank(), team.league_size());
  }
}

/// Calls poll_in_kernel after about 0.2 ms of a loop that reports how much it works.
template <class Exec>
class PollInLoop {
 public:
  KOKKOS_FUNCTION explicit PollInLoop(char const* phase) : phase_(phase) {}
  /// block(begin, end) for each block of [0, n), which returns its work; one block where a kernel may not end by an
  /// exception. `block` calls a function that is not inlined: in its loop a poll would cost half of the time.
  /// Work counts eightfold: where results go into new memory, the first writes usually wait for a page.
  template <class Block>
  KOKKOS_INLINE_FUNCTION void in_blocks(std::int64_t n, [[maybe_unused]] std::int64_t length, Block const& block) {
    if constexpr (is_left_by_exceptions_v<Exec>) {
      for (std::int64_t begin = 0; begin < n; begin += length)
        spend(8 * block(begin, n - begin > length ? begin + length : n), begin, n);
    } else {
      block(std::int64_t(0), n);
    }
  }
  KOKKOS_INLINE_FUNCTION void spend([[maybe_unused]] std::int64_t work, [[maybe_unused]] std::int64_t done = 0,
                                    [[maybe_unused]] std::int64_t total = 0) {
    if constexpr (is_left_by_exceptions_v<Exec>) {
      left_ -= work;
      if (left_ > 0) return;
      left_ = interval;
      poll(phase_, done, total);
    }
  }

 private:
  static constexpr std::int64_t interval = 1 << 16;
  /// Not inlined: a loop that is inlined around it keeps its registers.
  __attribute__((noinline, cold)) static KOKKOS_FUNCTION void poll(char const* phase, std::int64_t done,
                                                                   std::int64_t total) {
    poll_in_kernel<Exec>(phase, done, total);
  }
  char const* phase_;
  std::int64_t left_ = interval;
};

/// The lengths of the launches into which a long one is split, so that each takes about half of `poll_interval`.
class LaunchPieces {
 public:
  std::int64_t length() const { return length_; }
  /// After a launch of this length has ended.
  void adapt() {
    auto const now = PollClock::now();
    auto const taken = now - last_;
    last_ = now;
    if (taken < poll_interval / 1024)
      length_ *= 64;
    else if (taken < poll_interval / 16)
      length_ *= 8;
    else if (taken < poll_interval / 2)
      length_ *= 2;
    else if (taken > poll_interval && length_ > 1)
      length_ /= 2;
  }

 private:
  PollClock::time_point last_ = PollClock::now();
  std::int64_t length_ = 512;
};

}  // namespace Impl

/// While it is alive, calls of this thread report their progress to `observer`.
///
/// A call that ends by `Interrupted` frees what it allocated, and has not made its results: outputs that the call
/// allocates are unchanged, arrays of the caller that it writes to hold parts of the result.
class ProgressScope {
 public:
  explicit ProgressScope(ProgressObserver& observer) : before_(std::exchange(Impl::current_poll, &poll_)) {
    poll_.observer = &observer;
    poll_.next = Impl::PollClock::now() + Impl::poll_interval;
  }
  ~ProgressScope() { Impl::current_poll = before_; }
  ProgressScope(ProgressScope const&) = delete;
  ProgressScope& operator=(ProgressScope const&) = delete;

 private:
  Impl::Poll poll_;
  Impl::Poll* before_;
};

/// While it is alive, calls of this thread are not interrupted: they change arrays in place.
class UninterruptedScope {
 public:
  UninterruptedScope() : poll_(Impl::current_poll) {
    if (poll_ != nullptr) ++poll_->uninterrupted;
  }
  ~UninterruptedScope() {
    if (poll_ != nullptr) --poll_->uninterrupted;
  }
  UninterruptedScope(UninterruptedScope const&) = delete;
  UninterruptedScope& operator=(UninterruptedScope const&) = delete;

 private:
  Impl::Poll* poll_;
};

}  // namespace Araios
