// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The threads of the readers: those of Kokkos' host space, or where that has one, threads of the standard library.

#include <Araios/core/kokkos_compat.hpp>
#include <Araios/core/progress.hpp>
#include <Araios/io/read_options.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace Araios::Impl {

/// The jobs of a loop, which several threads take one after the other. The first exception ends the loop. The thread that
/// called may be interrupted after each of its jobs.
class BlockJobs {
 public:
  BlockJobs(std::string const& label, std::int64_t n, std::function<void(std::int64_t)> const& job, bool in_kernel)
      : label_(label), n_(n), job_(job), in_kernel_(in_kernel) {}

  void run(std::int64_t i) noexcept {
    if (ends_) return;
    try {
      job_(i);
      ++done_;
      if (std::this_thread::get_id() == caller_ && current_poll != nullptr)
        current_poll->poll({label_.c_str(), done_, n_}, !in_kernel_);
    } catch (...) {
      std::lock_guard const lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
      ends_ = true;
    }
  }
  void run_all() noexcept {
    for (std::int64_t i = next_++; i < n_ && !ends_; i = next_++) run(i);
  }
  void rethrow() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  std::string const& label_;
  std::int64_t n_;
  std::function<void(std::int64_t)> const& job_;
  bool in_kernel_;  ///< the jobs are run by one of Kokkos
  std::thread::id caller_ = std::this_thread::get_id();
  std::atomic<std::int64_t> next_{0};
  std::atomic<std::int64_t> done_{0};
  std::atomic<bool> ends_{false};
  std::mutex mutex_;
  std::exception_ptr failure_{};
};

/// Threads of the standard library that read this many bytes, with the one that calls: a thread costs as much as 100 KiB.
inline std::int64_t reader_threads(std::int64_t bytes) {
  // The number is determined once: the standard library of GNU reads a file for it.
  static std::int64_t const max_threads = std::clamp<std::int64_t>(std::thread::hardware_concurrency(), 1, 32);
  return std::min(max_threads, 1 + bytes / (256 << 10));
}

/// Runs job(i) for i in [0, n), which read `bytes` in total, on the host threads, which take the next i when they are
/// free, and waits.
///
/// The job is a function object of one type, so that each Kokkos kernel of the readers is compiled once and not for
/// every type of matrix; a call per some 100 KiB of text costs nothing measurable.
inline void for_each_block(HostExec const& exec, std::string const& label, std::int64_t n, std::int64_t bytes,
                           std::function<void(std::int64_t)> const& job) {
  using Policy = Kokkos::RangePolicy<HostExec, Kokkos::IndexType<std::int64_t>, Kokkos::Schedule<Kokkos::Dynamic>>;
  if (n == 0) return;
  poll(label.c_str(), 0, n);
  bool const in_kernel = concurrency(exec) > 1;
  BlockJobs jobs(label, n, job, in_kernel);
  if (in_kernel) {
    auto* const each = &jobs;
    Kokkos::parallel_for(label, Policy(exec, 0, n, Kokkos::ChunkSize(1)), [each](std::int64_t i) { each->run(i); });
    exec.fence();
  } else {
    std::vector<std::thread> others;
    try {
      std::int64_t const extra = std::min(n, reader_threads(bytes)) - 1;
      others.reserve(static_cast<std::size_t>(extra));
      for (std::int64_t t = 0; t < extra; ++t) others.emplace_back([&jobs] { jobs.run_all(); });
    } catch (std::exception const&) {
      // There are no more threads, or no memory for them: those that began do the work.
    }
    jobs.run_all();
    for (auto& thread : others) thread.join();
  }
  jobs.rethrow();
}

}  // namespace Araios::Impl
