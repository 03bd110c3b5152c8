// SPDX-License-Identifier: Apache-2.0
//
// The threads of a block without a GPU: each has a stack of its own, and runs until it waits for others. One runs at a
// time, so that a barrier of 32 of them takes 32 switches of stacks, and not of threads of the system.

#pragma once

#include <ucontext.h>

#include <cstddef>
#include <functional>
#include <memory>
#include <random>
#include <vector>

#if defined __SANITIZE_ADDRESS__
#define ARAIOS_TESTS_ADDRESS_SANITIZER
#elif defined __has_feature
#if __has_feature(address_sanitizer)
#define ARAIOS_TESTS_ADDRESS_SANITIZER
#endif
#endif
#ifdef ARAIOS_TESTS_ADDRESS_SANITIZER
#include <sanitizer/common_interface_defs.h>
#endif

namespace Araios::test {

class SimulatedThreads {
 public:
  /// Calls body(rank) for each rank below `count`, all of them at the same time.
  static void run(int count, std::function<void(int)> const& body) {
    SimulatedThreads threads(count, body);
    all_ = &threads;
    threads.switch_to(threads.caller_, threads.stacks_[0]);
    all_ = nullptr;
  }
  /// The thread that runs.
  static int rank() { return all_->rank_; }
  /// Lets other threads run.
  static void yield() {
    auto& mine = all_->stacks_[static_cast<std::size_t>(all_->rank_)];
    auto& next = all_->take_next();
    if (&next != &mine) all_->switch_to(mine, next);
  }

 private:
  static constexpr std::size_t stack_bytes = std::size_t(1) << 18;
  struct Stack {
    ucontext_t context;
    std::unique_ptr<char[]> memory;
    void const* bottom = nullptr;
    std::size_t bytes = 0;
    bool is_done = false;
  };

  SimulatedThreads(int count, std::function<void(int)> const& body)
      : body_(body), stacks_(static_cast<std::size_t>(count)), left_(count) {
    for (auto& stack : stacks_) {
      stack.memory = std::make_unique_for_overwrite<char[]>(stack_bytes);
      stack.bottom = stack.memory.get();
      stack.bytes = stack_bytes;
      getcontext(&stack.context);
      stack.context.uc_stack.ss_sp = stack.memory.get();
      stack.context.uc_stack.ss_size = stack_bytes;
      makecontext(&stack.context, begin, 0);
    }
  }

  static void begin() {
    all_->arrive(nullptr);
    all_->body_(all_->rank_);
    auto& mine = all_->stacks_[static_cast<std::size_t>(all_->rank_)];
    mine.is_done = true;
    // Its memory is in use until the switch.
    all_->switch_to(mine, --all_->left_ == 0 ? all_->caller_ : all_->take_next());
  }
  /// One after the other; at times another one, so that warps meet in many orders.
  Stack& take_next() {
    int const count = static_cast<int>(stacks_.size());
    if (random_() % 16 == 0) rank_ = static_cast<int>(random_() % static_cast<unsigned>(count));
    do rank_ = (rank_ + 1) % count;
    while (stacks_[static_cast<std::size_t>(rank_)].is_done);
    return stacks_[static_cast<std::size_t>(rank_)];
  }
  void switch_to(Stack& from, Stack& to) {
    void* fake = nullptr;
#ifdef ARAIOS_TESTS_ADDRESS_SANITIZER
    left_stack_ = &from;
    __sanitizer_start_switch_fiber(from.is_done ? nullptr : &fake, to.bottom, to.bytes);
#endif
    swapcontext(&from.context, &to.context);
    all_->arrive(fake);
  }
  /// On the stack that goes on. The first switch tells which one the caller has.
  void arrive([[maybe_unused]] void* fake) {
#ifdef ARAIOS_TESTS_ADDRESS_SANITIZER
    void const* bottom = nullptr;
    std::size_t bytes = 0;
    __sanitizer_finish_switch_fiber(fake, &bottom, &bytes);
    left_stack_->bottom = bottom;
    left_stack_->bytes = bytes;
#endif
  }

  inline static SimulatedThreads* all_ = nullptr;
  std::function<void(int)> const& body_;
  std::vector<Stack> stacks_;
  Stack caller_;
  [[maybe_unused]] Stack* left_stack_ = nullptr;
  int rank_ = 0, left_;
  std::minstd_rand random_;
};

/// Where `count` of them wait for each other.
class SimulatedBarrier {
 public:
  explicit SimulatedBarrier(int count) : count_(count) {}
  void arrive_and_wait() {
    unsigned const round = round_;
    if (++arrived_ == count_) {
      arrived_ = 0;
      ++round_;
    }
    while (round == round_) SimulatedThreads::yield();
  }

 private:
  int count_, arrived_ = 0;
  unsigned round_ = 0;
};

}  // namespace Araios::test
