// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Measuring in one execution space: repeats, flushed caches, and the bandwidth to compare with.

#include "harness/clock.hpp"
#include "harness/progress.hpp"
#include "harness/statistics.hpp"
#include "harness/table.hpp"

#include <Araios/core/execution.hpp>
#include <Araios/core/memory.hpp>

#include <Kokkos_Core.hpp>

#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace Araios::Perf {

/// Bytes of the last level of cache before the memory that `Exec` works on; a guess where the system does not say.
template <class Exec>
std::int64_t cache_bytes() {
#ifdef KOKKOS_ENABLE_CUDA
  if constexpr (is_cuda_v<Exec>) {
    int device = 0, bytes = 0;
    check_cuda(cudaGetDevice(&device), "cudaGetDevice");
    check_cuda(cudaDeviceGetAttribute(&bytes, cudaDevAttrL2CacheSize, device), "cudaDeviceGetAttribute");
    return bytes;
  }
#endif
#ifdef _SC_LEVEL3_CACHE_SIZE
  if (long const bytes = sysconf(_SC_LEVEL3_CACHE_SIZE); bytes > 0) return bytes;
#endif
  return std::int64_t(32) << 20;
}

namespace Detail {
template <class Exec, class View>
ARAIOS_NOT_INLINED void add_one(Exec const& exec, View const& x) {
  Kokkos::parallel_for(
      "Araios::Perf::add_one", Araios::range(exec, static_cast<std::int64_t>(x.extent(0))),
      KOKKOS_LAMBDA(std::int64_t i) { x(i) += 1; });
}
template <class Exec, class View>
ARAIOS_NOT_INLINED void copy(Exec const& exec, View const& from, View const& to) {
  Kokkos::parallel_for(
      "Araios::Perf::copy", Araios::range(exec, static_cast<std::int64_t>(from.extent(0))),
      KOKKOS_LAMBDA(std::int64_t i) { to(i) = from(i); });
}
}  // namespace Detail

struct Nothing {
  void operator()() const {}
};

/// The clock, the flushing and the repeats, for one instance.
template <ExecutionSpace Exec>
class Bench {
 public:
  /// Requires      smoke: nothing is big enough to mean anything, so that everything is over at once.
  Bench(Exec const& exec, Protocol const& protocol, bool smoke, Progress& progress)
      : exec_(exec), protocol_(protocol), progress_(progress), stopwatch_(exec) {
    std::int64_t const most = smoke ? std::int64_t(1) << 20 : std::int64_t(512) << 20;
    flush_ = allocate<Array>(exec, "Araios::Perf::flush", std::min(4 * cache_bytes<Exec>(), most) / sizeof(double));
    Araios::fill(exec, flush_, 1.0);
    copy_bandwidth_ =
        measure_copy(smoke ? std::int64_t(2) << 20 : std::int64_t(Araios::is_gpu_v<Exec> ? 2048 : 512) << 20);
  }

  Exec const& exec() const { return exec_; }
  Progress& progress() { return progress_; }
  /// Bytes per second that a copy of large arrays reads plus writes here: the best of deep_copy and a plain kernel.
  double copy_bandwidth() const { return copy_bandwidth_; }
  /// `time` of a copy that reads plus writes about `bytes`: that of deep_copy or of a plain kernel, whichever is less.
  template <class Time>
  Sample copy(std::int64_t bytes, Time const& time) {
    Array const from = allocate<Array>(exec_, "Araios::Perf::copy_from", bytes / 2 / sizeof(double));
    Array const to = allocate<Array>(exec_, "Araios::Perf::copy_to", bytes / 2 / sizeof(double));
    Araios::fill(exec_, from, 1.5);
    Araios::fill(exec_, to, 2.5);
    Sample const by_kernel = time([&] { Detail::copy(exec_, from, to); });
    Sample const by_copy = time([&] { Kokkos::deep_copy(exec_, to, from); });
    return by_kernel.median < by_copy.median ? by_kernel : by_copy;
  }

  /// `run` on caches that hold something else. `reset`, which is not timed, comes before each run.
  template <class Run, class Reset = Nothing>
  Sample flushed(Run const& run, Reset const& reset = {}) {
    auto const before = [&] {
      reset();
      Detail::add_one(exec_, flush_);
    };
    return repeat("caches flushed", stopwatch_, before, run);
  }
  /// `run` again and again.
  template <class Run, class Reset = Nothing>
  Sample warm(Run const& run, Reset const& reset = {}) {
    return repeat("caches warm", stopwatch_, reset, run);
  }
  /// `run`, which prepares what others repeat; its caches are warm. What the host does in it is inside.
  template <class Run, class Reset = Nothing>
  Sample set_up(Run const& run, Reset const& reset = {}) {
    return repeat("set-up", stopwatch_, reset, run);
  }
  /// `run` by the clock of the host; it must leave nothing under way. Caches as the repeat before left them.
  template <class Run>
  Sample end_to_end(Run const& run) {
    WallClock clock;
    return repeat("end to end", clock, [&] { exec_.fence(); }, run);
  }

 private:
  using Array = Kokkos::View<double*, typename Exec::memory_space>;

  template <class Clock, class Before, class Run>
  Sample repeat(char const* what, Clock& clock, Before const& before, Run const& run) {
    WallClock all;
    // Where one run takes as long as all of them may, it is warm-up enough.
    for (int i = 0; i < protocol_.warm_up && (i == 0 || all.stop() < protocol_.seconds); ++i) {
      progress_.step(join(what, ": warm-up"));
      before();
      run();
      exec_.fence();
    }
    std::vector<double> seconds;
    all.start();
    auto const goes_on = [&](int made) {
      if (made == 0 || (made < protocol_.least && all.stop() < protocol_.patience)) return true;
      return made < protocol_.repeats && all.stop() < protocol_.seconds;
    };
    for (int i = 0; goes_on(i); ++i) {
      progress_.step(join(what, ": ", i + 1, "/", protocol_.repeats));
      before();
      clock.start();
      run();
      seconds.push_back(clock.stop());
    }
    return summarize(seconds);
  }

  double measure_copy(std::int64_t bytes) {
    progress_.task(join("copy bandwidth of ", Exec::name()));
    Sample const sample = copy(bytes, [&](auto const& run) { return warm(run); });
    return static_cast<double>(bytes) / sample.median;
  }

  Exec exec_;
  Protocol protocol_;
  Progress& progress_;
  Stopwatch<Exec> stopwatch_;
  Array flush_;
  double copy_bandwidth_ = 0;
};

}  // namespace Araios::Perf
