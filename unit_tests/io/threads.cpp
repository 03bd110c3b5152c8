// SPDX-License-Identifier: Apache-2.0
/// \file
/// The threads of the readers, and what happens where one of them fails or the caller is interrupted.

#include <Araios/core/progress.hpp>
#include <Araios/io.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace io_threads_test {

using namespace Araios;

TEST(ReaderThreads, RunEachJobOnce) {
  for (std::int64_t const n : {0, 1, 2, 1000}) {
    std::vector<std::atomic<int>> runs(static_cast<std::size_t>(n));
    Impl::for_each_block(HostExec(), "Araios::test", n, 1 << 30,
                         [&](std::int64_t i) { ++runs[static_cast<std::size_t>(i)]; });
    for (auto const& count : runs) EXPECT_EQ(count, 1);
  }
}

TEST(ReaderThreads, ThrowTheExceptionOfAJob) {
  for (std::int64_t const wrong : {0, 7, 99}) {
    auto const run = [&] {
      Impl::for_each_block(HostExec(), "Araios::test", 100, 1 << 30, [&](std::int64_t i) {
        if (i == wrong) throw std::domain_error("job");
      });
    };
    EXPECT_THROW(run(), std::domain_error);
  }
}

/// Asks for the end at call number `last`.
class Observer : public ProgressObserver {
 public:
  explicit Observer(int last) : last_(last) {}
  bool requests_end(Progress const& progress) override {
    phases.emplace_back(progress.phase);
    if (progress.total > 0) {
      EXPECT_LE(progress.done, progress.total);
    }
    return ++calls_ == last_;
  }
  std::vector<std::string> phases;

 private:
  int last_;
  int calls_ = 0;
};

std::string text_of(int nnz) {
  std::string text = "%%MatrixMarket matrix coordinate real general\n1000 1000 " + std::to_string(nnz) + "\n";
  for (int i = 0; i < nnz; ++i) text += std::to_string(1 + i % 1000) + " " + std::to_string(1 + i % 997) + " 0.5\n";
  return text;
}

TEST(ReaderThreads, AreInterrupted) {
  MatrixMarketReadOptions options;
  options.block_bytes = 1 << 10;  // many chances
  // Observers are asked at intervals: the text is long enough for ten of them, whatever the processors.
  int nnz = 1 << 15;
  std::string text;
  for (double seconds = 0; seconds < 10 * std::chrono::duration<double>(Impl::poll_interval).count(); nnz *= 2) {
    text = text_of(nnz);
    Kokkos::Timer const timer;
    EXPECT_EQ(parse_matrix_market(text, options).nnz(), nnz);
    seconds = timer.seconds();
  }
  nnz /= 2;
  Observer watches(0);
  {
    ProgressScope const scope(watches);
    EXPECT_EQ(parse_matrix_market(text, options).nnz(), nnz);
  }
  ASSERT_GT(watches.phases.size(), 0u);
  Observer ends(1);
  {
    ProgressScope const scope(ends);
    EXPECT_THROW(parse_matrix_market(text, options), Interrupted);
  }
  EXPECT_EQ(ends.phases.size(), 1u);
  EXPECT_EQ(parse_matrix_market(text, options).nnz(), nnz) << "the scope has ended";
}

}  // namespace io_threads_test
