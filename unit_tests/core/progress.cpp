// SPDX-License-Identifier: Apache-2.0
/// \file
/// Launches while an observer is told about them: the same results, in pieces on hosts, and ends by its wish.

#include <Araios/core/execution.hpp>
#include <Araios/core/kokkos_compat.hpp>
#include <Araios/core/progress.hpp>

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

namespace core_progress_test {

using namespace Araios;
using Host = Kokkos::DefaultHostExecutionSpace;

/// Asks for the end at call number `last`; 0: never.
class Observer : public ProgressObserver {
 public:
  explicit Observer(int last = 0) : last_(last) {}
  bool requests_end(Progress const& progress) override {
    steps.push_back({progress.phase, progress.done, progress.total});
    return ++calls_ == last_;
  }
  struct Step {
    std::string phase;
    std::int64_t done;
    std::int64_t total;
  };
  void between_kernels() override { ++times_between; }
  std::vector<Step> steps;
  int times_between = 0;

 private:
  int last_;
  int calls_ = 0;
};

void work_for(std::chrono::microseconds time) {
  auto const end = std::chrono::steady_clock::now() + time;
  while (std::chrono::steady_clock::now() < end) {
  }
}

TEST(Progress, PiecesVisitEveryItemOnce) {
  Observer observer;
  ProgressScope const scope(observer);
  for (std::int64_t const n : {0, 1, 63, 64, 65, 576, 577, 100000, 3000001}) {
    Kokkos::View<int*, Kokkos::HostSpace> const visits("visits", static_cast<std::size_t>(n));
    Kokkos::parallel_for("Araios::test::pieces", Araios::range(Host(), n), [=](std::int64_t i) { ++visits(i); });
    std::int64_t sum = 0;
    Kokkos::parallel_reduce(
        "Araios::test::sum", Araios::range(Host(), n), [=](std::int64_t i, std::int64_t& s) { s += visits(i) == 1; },
        sum);
    EXPECT_EQ(sum, n);
    std::int64_t total = -1;
    Kokkos::parallel_scan(
        "Araios::test::scan", Araios::range(Host(), n), [=](std::int64_t i, std::int64_t& s, bool) { s += visits(i); },
        total);
    EXPECT_EQ(total, n);
  }
}

TEST(Progress, TellsOfLongLaunches) {
  Observer observer;
  {
    ProgressScope const scope(observer);
    Kokkos::parallel_for("Araios::test::long", Araios::range(Host(), 2000),
                         [](std::int64_t) { work_for(std::chrono::microseconds(200)); });
  }
  ASSERT_FALSE(observer.steps.empty());
  std::int64_t before = 0;
  for (auto const& step : observer.steps) {
    EXPECT_EQ(step.phase, "Araios::test::long");
    EXPECT_EQ(step.total, 2000);
    EXPECT_GE(step.done, before);
    before = step.done;
  }
}

TEST(Progress, EndsWithinALongLaunch) {
  Observer observer(1);
  ProgressScope const scope(observer);
  auto const begin = std::chrono::steady_clock::now();
  EXPECT_THROW(Kokkos::parallel_for("Araios::test::long", Araios::range(Host(), 1000000),
                                    [](std::int64_t) { work_for(std::chrono::microseconds(100)); }),
               Interrupted);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10)) << "of 100 seconds";
  std::int64_t sum = 0;
  Kokkos::parallel_reduce(
      "Araios::test::after", Araios::range(Host(), 10), [=](std::int64_t i, std::int64_t& s) { s += i; }, sum);
  EXPECT_EQ(sum, 45);
}

TEST(Progress, LoopsInKernelsEndWhereTheSpaceAllows) {
  Observer observer(1);
  ProgressScope const scope(observer);
  std::int64_t done = 0;
  auto const run = [&] {
    Kokkos::parallel_for("Araios::test::one", Araios::range(Host(), 1), [&](std::int64_t) {
      Impl::PollInLoop<Host> poll("Araios::test::loop");
      for (; done < 500; ++done) {
        work_for(std::chrono::microseconds(200));
        poll.spend(1 << 20, done, 500);
      }
    });
  };
  if constexpr (Impl::is_left_by_exceptions_v<Host>) {
    EXPECT_THROW(run(), Interrupted);
    EXPECT_LT(done, 500);
  } else {
    run();
    EXPECT_EQ(done, 500);
  }
}

/// Notes which blocks there were. Functors, not lambdas: in_blocks also calls those of kernels on a device.
struct NoteBlocks {
  std::int64_t* begins;
  std::int64_t* ends;
  std::int64_t* count;
  KOKKOS_FUNCTION std::int64_t operator()(std::int64_t begin, std::int64_t end) const {
    begins[*count] = begin;
    ends[*count] = end;
    ++*count;
    return end - begin;
  }
};
struct SlowBlocks {
  std::int64_t* count;
  KOKKOS_FUNCTION std::int64_t operator()(std::int64_t, std::int64_t) const {
    ++*count;
    ARAIOS_IF_ON_HOST((work_for(std::chrono::milliseconds(1));))
    return std::int64_t(1) << 17;
  }
};

TEST(Progress, OthersMayUseTheSpaceBetweenKernels) {
  Observer observer;
  ProgressScope const scope(observer);
  auto const wait = [] { std::this_thread::sleep_for(2 * Impl::poll_interval); };
  wait();
  Araios::poll("Araios::test::between");
  EXPECT_EQ(observer.times_between, 1);
  wait();
  // In a kernel of Kokkos, and where arrays change in place, others have to wait.
  std::int64_t sum = 0;
  Kokkos::parallel_reduce(
      "Araios::test::reduce", Kokkos::RangePolicy<Host>(0, 1),
      [=](int, std::int64_t& s) {
        Impl::poll_in_kernel<Host>("Araios::test::reduce");
        s += 1;
      },
      sum);
  EXPECT_EQ(observer.times_between, 1);
  {
    UninterruptedScope const changes;
    wait();
    Araios::poll("Araios::test::changes");
  }
  EXPECT_EQ(observer.times_between, 1);
  // The items of one thread ask between each other.
  wait();
  std::int64_t items = 0;
  Impl::launch_workers("Araios::test::workers", Araios::range(Host(), 3), [&](std::int64_t) {
    Impl::poll_in_kernel<Host>("Araios::test::workers");
    if constexpr (Impl::is_serial_v<Host>) wait(), ++items;
  });
  EXPECT_EQ(items, Impl::is_serial_v<Host> ? 3 : 0);
  EXPECT_EQ(observer.times_between, Impl::is_serial_v<Host> ? 4 : 2);
}

TEST(Progress, BlocksCoverARangeAndEndBetweenThem) {
  for (std::int64_t const n : {0, 1, 63, 64, 65, 1000}) {
    std::int64_t begins[16], ends[16], count = 0;
    Impl::PollInLoop<Host>("Araios::test::blocks").in_blocks(n, 64, NoteBlocks{begins, ends, &count});
    std::int64_t next = 0;
    for (std::int64_t b = 0; b < count; ++b) {
      EXPECT_EQ(begins[b], next);
      next = ends[b];
    }
    EXPECT_EQ(next, n);
  }
  Observer observer(1);
  ProgressScope const scope(observer);
  std::int64_t blocks = 0;
  auto const run = [&] { Impl::PollInLoop<Host>("Araios::test::blocks").in_blocks(1000, 1, SlowBlocks{&blocks}); };
  if constexpr (Impl::is_left_by_exceptions_v<Host>) {
    EXPECT_THROW(run(), Interrupted);
    EXPECT_LT(blocks, 500);
  } else {
    run();
    EXPECT_EQ(blocks, 1);
  }
}

TEST(Progress, UninterruptedScopesEndWithoutAsking) {
  Observer observer(1);
  ProgressScope const scope(observer);
  {
    UninterruptedScope const whole;
    Kokkos::parallel_for("Araios::test::long", Araios::range(Host(), 500),
                         [](std::int64_t) { work_for(std::chrono::microseconds(200)); });
  }
  EXPECT_TRUE(observer.steps.empty());
}

TEST(Progress, ScopesBelongToOneThreadAndNest) {
  Observer outer, inner;
  ProgressScope const scope(outer);
  {
    ProgressScope const inside(inner);
    std::thread([] { EXPECT_EQ(Impl::current_poll, nullptr); }).join();
    std::this_thread::sleep_for(2 * Impl::poll_interval);
    Araios::poll("Araios::test::inner");
  }
  EXPECT_EQ(inner.steps.size(), 1u);
  EXPECT_TRUE(outer.steps.empty());
  std::this_thread::sleep_for(2 * Impl::poll_interval);
  Araios::poll("Araios::test::outer");
  EXPECT_EQ(outer.steps.size(), 1u);
}

}  // namespace core_progress_test
