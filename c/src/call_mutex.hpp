// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The lock of the calls of a context. A long call gives way to those that wait for it, and goes on after them.
///
/// A thread that gives way hands the lock to the one that has waited longest, and waits after all others. In between,
/// the lock goes to the first thread that requests it, as that of a std::mutex.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace araios_c {

class CallMutex {
 public:
  void lock() {
    std::unique_lock hold(state_);
    if (!take()) (void)wait(hold, [](Waiter& waiter, auto& held) { return waiter.wake.wait(held), true; });
  }
  bool try_lock() {
    std::lock_guard const hold(state_);
    return take();
  }
  template <class Duration>
  bool try_lock_for(Duration const& duration) {
    auto const end = std::chrono::steady_clock::now() + duration;
    std::unique_lock hold(state_);
    return take() || wait(hold, [&](Waiter& waiter, auto& held) {
             return waiter.wake.wait_until(held, end) == std::cv_status::no_timeout;
           });
  }
  void unlock() {
    std::lock_guard const hold(state_);
    if (--depth_ == 0 && !queue_.empty()) queue_.front()->wake.notify_one();
  }

  /// Lets those that wait go first. Nothing where the thread holds the lock more than once.
  void give_way() {
    if (num_waiting_.load(std::memory_order_relaxed) == 0) return;
    std::unique_lock hold(state_);
    if (depth_ != 1 || queue_.empty()) return;
    ++num_given_way_;
    pass_on();
    (void)wait(hold, [](Waiter& waiter, auto& held) { return waiter.wake.wait(held), true; });
    --num_given_way_;
  }

  // For the thread that holds the lock: what these say changes only in threads that hold it.
  /// Whether other calls are in the middle of their work. They wait for the lock.
  bool has_others_at_work() const { return num_given_way_ > 0; }
  bool is_held_twice() const { return depth_ > 1; }
  /// Unlocks in favour of the one that has waited longest. There is one, and the thread holds the lock once.
  void hand_over() {
    std::lock_guard const hold(state_);
    pass_on();
  }

  /// Calls that wait to be alone; while there are any, none begins to give way.
  std::atomic<int> num_to_be_alone = 0;

 private:
  struct Waiter {
    std::thread::id thread = std::this_thread::get_id();
    std::condition_variable wake;
    bool has_lock = false;  ///< it was handed over
  };

  /// The lock for this thread, if it is free or the thread has it.
  bool take() {
    auto const me = std::this_thread::get_id();
    if (depth_ > 0 && owner_ != me) return false;
    owner_ = me;
    ++depth_;
    return true;
  }
  /// Waits in the queue until `sleep`, which is woken whenever the lock may be free, returns false, or this thread has it.
  template <class Sleep>
  bool wait(std::unique_lock<std::mutex>& hold, Sleep const& sleep) {
    Waiter waiter;
    queue_.push_back(&waiter);
    num_waiting_.fetch_add(1, std::memory_order_relaxed);
    bool goes_on = true;
    while (goes_on && !waiter.has_lock && depth_ > 0) goes_on = sleep(waiter, hold);
    num_waiting_.fetch_sub(1, std::memory_order_relaxed);
    if (waiter.has_lock) return true;
    queue_.erase(std::find(queue_.begin(), queue_.end(), &waiter));
    return take();
  }
  /// Hands the lock to the first in the queue.
  void pass_on() {
    Waiter& first = *queue_.front();
    queue_.pop_front();
    first.has_lock = true;
    owner_ = first.thread;
    first.wake.notify_one();
  }

  std::mutex state_;  ///< of the members below
  std::thread::id owner_;
  int depth_ = 0;
  int num_given_way_ = 0;
  std::deque<Waiter*> queue_;
  std::atomic<int> num_waiting_ = 0;
};

}  // namespace araios_c
