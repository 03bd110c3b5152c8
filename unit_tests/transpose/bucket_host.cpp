// SPDX-License-Identifier: Apache-2.0
//
// The two methods for host threads behind TransposeMethod::bucket: windows and buckets of columns. Numbers of parts are
// given, so that what seven threads would do is tested on any machine.

#include <Araios/operations/transpose/host/buckets.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "support/matrices.hpp"
#include "support/reference.hpp"
#include "support/types.hpp"

namespace transpose_bucket_host_test {

using namespace Araios;
using namespace Araios::test;
using Araios::Impl::transpose::HostTuning;

using Exec = Kokkos::DefaultHostExecutionSpace;
using Space = Exec::memory_space;

constexpr std::int64_t part_counts[] = {1, 2, 3, 7, 16};
constexpr std::int64_t never =
    std::numeric_limits<std::int32_t>::max();  // as entries_per_group: no sample is that local

template <class Scalar, class Ordinal, class Offset>
HostCsr<Scalar, Ordinal, Offset> by_buckets(HostCsr<Scalar, Ordinal, Offset> const& host, HostTuning const& tuning) {
  Exec const exec;
  auto const A = to_csr<Space>(host);
  auto const B = allocate_csr<Scalar, Ordinal, Offset>(exec, "Araios::test", host.num_cols, A.nnz());
  Araios::fill(exec, B.row_map, Offset(-1));  // an element that is not written would show
  Araios::fill(exec, B.entries, Ordinal(-1));
  Workspace<Space> workspace;
  Impl::transpose::transpose_bucket_host(exec, A, A.values, B, workspace, tuning);
  exec.fence();
  return to_host(CsrMatrix<Scalar, Ordinal, Offset, Space>(host.num_cols, host.num_rows, B));
}

/// Numbers so small that matrices of a few thousand entries have many parts, bins, buckets and heavy bins.
HostTuning tiny(std::int64_t parts) {
  return {.parts = parts,
          .min_part = 1,
          .sample_run = 64,
          .entries_per_group = never,
          .bins = 50,
          .bucket_entries = 60,
          .scratch_share = 64,
          .asynchronous = parts % 2 == 0};
}

template <class C>
struct TransposeBucketHost : testing::Test {};
using Cases =
    testing::Types<Case<double, int, int, Exec>, Case<Kokkos::complex<double>, std::int64_t, std::int64_t, Exec>,
                   Case<Pattern, int, std::int64_t, Exec>, Case<float, int, std::uint32_t, Exec>>;
TYPED_TEST_SUITE(TransposeBucketHost, Cases, CaseName);

TYPED_TEST(TransposeBucketHost, gives_the_same_bits_for_every_number_of_parts) {
  using Scalar = typename TypeParam::Scalar;
  for (auto const& [name, host] : small_matrices<Scalar, typename TypeParam::Ordinal, typename TypeParam::Offset>()) {
    if (host.entries.empty()) continue;  // the caller of both methods deals with that
    auto const expected = reference::transpose(host);
    for (std::int64_t const parts : part_counts) {
      EXPECT_TRUE(same_bits(by_buckets(host, tiny(parts)), expected)) << "buckets, " << parts << " parts, " << name;
      HostTuning windows = tiny(parts);
      windows.entries_per_group = 0;
      EXPECT_TRUE(same_bits(by_buckets(host, windows), expected)) << "windows, " << parts << " parts, " << name;
      EXPECT_TRUE(same_bits(by_buckets(host, {.parts = parts}), expected))
          << "default, " << parts << " parts, " << name;
    }
  }
}

TYPED_TEST(TransposeBucketHost, splits_what_is_heavy) {
  using Scalar = typename TypeParam::Scalar;
  std::vector<std::vector<std::int64_t>> rows(60000);
  for (std::int64_t i = 0; i < 60000; ++i) {
    rows[i] = {i, 20000, 20007};  // two dense columns in one bin of eight, and a diagonal
    if (i % 3 == 0) rows[i].push_back(59999);
  }
  auto const host = from_rows<Scalar, typename TypeParam::Ordinal, typename TypeParam::Offset>(rows, 60000);
  auto const expected = reference::transpose(host);
  for (std::int64_t const parts : part_counts)
    EXPECT_TRUE(same_bits(by_buckets(host, {.parts = parts, .entries_per_group = never}), expected)) << parts;
}

TYPED_TEST(TransposeBucketHost, needs_no_entry_for_a_column) {
  using Scalar = typename TypeParam::Scalar;
  // Far more columns than 2^16 times the bins of the tuning, so bins are added; a bucket is empty more often than not.
  std::int64_t const n = 5'000'000;
  std::vector<std::vector<std::int64_t>> rows(900);
  for (std::int64_t i = 0; i < 900; i += 7) rows[i] = {n - 1, (i * 7919) % n, 65535, 65536, 0, 0};
  auto const host = from_rows<Scalar, typename TypeParam::Ordinal, typename TypeParam::Offset>(rows, n);
  auto const expected = reference::transpose(host);
  for (std::int64_t const parts : part_counts) EXPECT_TRUE(same_bits(by_buckets(host, tiny(parts)), expected)) << parts;
}

std::vector<std::vector<std::int64_t>> band(std::int64_t m) {
  std::vector<std::vector<std::int64_t>> rows(m);
  for (std::int64_t i = 0; i < m; ++i)
    for (std::int64_t j = std::max<std::int64_t>(0, i - 5); j <= std::min(m - 1, i + 5); ++j) rows[i].push_back(j);
  return rows;
}

/// The facts, and the parts, that the choice comes to.
bool chooses_windows(HostCsr<double> const& host, std::vector<Impl::transpose::TransposePart>& parts,
                     std::int64_t max_counters) {
  auto const k = static_cast<std::int64_t>(host.entries.size()), count = static_cast<std::int64_t>(parts.size());
  Impl::RadixChunks const chunks{k, Impl::tiles_for(k, count), count};
  HostTuning const tuning;
  Impl::transpose::TransposeFindWindow<int, int> const find{
      host.row_map.data(), host.entries.data(), host.num_rows, host.num_cols, chunks, parts.data(), tuning};
  for (std::int64_t c = 0; c < count; ++c) find(c);
  Impl::transpose::TransposeHostFacts facts{};
  Impl::transpose::TransposeChooseWindows{parts.data(), count, max_counters, tuning.entries_per_group, &facts}(0);
  return facts.windows;
}

TEST(TransposeHostChoice, takes_windows_for_a_band_and_buckets_for_random_columns) {
  auto const banded = from_rows<double, int, int>(band(40000), 40000);
  auto const k = static_cast<std::int64_t>(banded.entries.size());
  std::vector<Impl::transpose::TransposePart> parts(4);
  EXPECT_TRUE(chooses_windows(banded, parts, k / 2));
  for (std::int64_t c = 0; c < 4; ++c) {
    std::int64_t const first = Impl::tiles_for(k, 4) * c;
    EXPECT_LE(banded.row_map[parts[c].row], first);
    EXPECT_GT(banded.row_map[parts[c].row + 1], first);
    EXPECT_GE(parts[c].high - parts[c].low, 10000);
    EXPECT_LE(parts[c].high - parts[c].low, 10012);
  }
  EXPECT_EQ(parts[0].low, 0);
  EXPECT_EQ(parts[3].high, 40000);
  EXPECT_FALSE(chooses_windows(banded, parts, 40000)) << "windows overlap, so they need more than n counters";
  auto const uniform = from_rows<double, int, int>(random_rows(40000, 400000, 11, Rows::uniform, false, 5), 400000);
  EXPECT_FALSE(chooses_windows(uniform, parts, never));
}

TEST(TransposeHostChoice, makes_buckets_of_neighbouring_bins_and_leaves_out_heavy_ones) {
  using Id = std::uint16_t;
  std::vector<std::int64_t> totals{30, 30, 30, 500, 70, 0, 0, 61};
  std::vector<Id> id(8);
  std::vector<Impl::transpose::TransposeBucket> buckets(8), heavy(8);
  Impl::transpose::TransposeHostFacts facts{};
  Impl::transpose::TransposeBucketShape shape{};
  shape.num_cols = 8 * 16 - 3;
  shape.shift = 4;
  shape.bins = 8;
  shape.bucket_entries = 60;
  shape.bucket_columns = 40;
  shape.capacity = 100;
  Impl::transpose::TransposePlanBuckets<Id>{
      {nullptr, totals.data(), id.data(), buckets.data(), heavy.data(), nullptr}, shape, &facts}(0);
  EXPECT_EQ(facts.num_buckets, 5);
  EXPECT_EQ(facts.num_oversized, 1);
  EXPECT_EQ(id, (std::vector<Id>{0, 0, 1, 65535, 2, 3, 3, 4}));
  EXPECT_EQ(heavy[0].begin, 90);
  EXPECT_EQ(heavy[0].end, 590);
  EXPECT_EQ(heavy[0].first_column, 48);
  EXPECT_EQ(heavy[0].last_column, 64);
  EXPECT_EQ(buckets[0].last_column, 32);
  EXPECT_EQ(buckets[3].begin, buckets[3].end);
  EXPECT_EQ(buckets[4].first_bin, 7);
  EXPECT_EQ(buckets[4].last_column, shape.num_cols);
  EXPECT_EQ(buckets[4].end, std::accumulate(totals.begin(), totals.end(), std::int64_t(0)));
}

TEST(TransposeHostChoice, keeps_its_memory_within_the_bytes_of_its_head) {
  Exec const exec;
  auto const host = from_rows<double, int, int>(random_rows(100000, 300000, 12, Rows::power_law, true, 3), 300000);
  auto const k = static_cast<std::int64_t>(host.entries.size());
  ASSERT_GT(k, 500000);
  auto const A = to_csr<Space>(host);
  auto const B = allocate_csr<double, int, int>(exec, "Araios::test", host.num_cols, A.nnz());
  Workspace<Space> workspace;
  std::int64_t const parts = 4;
  Impl::transpose::transpose_bucket_host(exec, A, A.values, B, workspace, {.parts = parts});
  auto const shape = Impl::transpose::transpose_bucket_shape({}, host.num_cols, k, parts, 4, 12);
  EXPECT_LE(workspace.peak_bytes(), 2 * k + 12 * (k / 8 + parts) + parts * (12 * shape.bins + 256 * shape.max_buckets) +
                                        200 * shape.bins + 10 * 256);
  EXPECT_LE(workspace.peak_bytes(), 8 * k);
}

}  // namespace transpose_bucket_host_test
