// SPDX-License-Identifier: Apache-2.0
//
// Matrices that send the entries of the bucket transposition on a GPU, and of the fused one, through each of their
// paths. Other spaces transpose them too, at a hundredth of the size: there they are matrices like others.

#include <Araios/operations/transpose/bucket/layout.hpp>
#include <Araios/transpose.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "support/matrices.hpp"
#include "support/reference.hpp"

namespace transpose_bucket_cuda_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

constexpr std::int64_t scale = Araios::is_gpu_v<Exec> ? 1 : 100;

/// m rows, the columns of row i appended by `columns`.
template <class Scalar, class Ordinal = int, class Offset = int, class Columns>
HostCsr<Scalar, Ordinal, Offset> build(std::int64_t m, std::int64_t n, Columns const& columns) {
  HostCsr<Scalar, Ordinal, Offset> A;
  A.num_rows = m;
  A.num_cols = n;
  for (std::int64_t i = 0; i < m; ++i) {
    columns(i, A.entries);
    A.row_map.push_back(static_cast<Offset>(A.entries.size()));
  }
  for (std::size_t p = 0; p < A.entries.size(); ++p) A.values.push_back(value_at<Scalar>(static_cast<std::int64_t>(p)));
  return A;
}

template <class Scalar, class Ordinal, class Offset>
void expect_transposed(HostCsr<Scalar, Ordinal, Offset> const& A, std::string const& what) {
  Exec const exec;
  auto const on_exec = to_csr<Space>(A);
  auto const expected = reference::transpose(A);
  for (auto const method : {TransposeMethod::bucket, TransposeMethod::symmetric, TransposeMethod::fused}) {
    TransposeOptions options{.method = method};
    if (choose_transpose(exec, A.num_rows, A.num_cols, on_exec.nnz(), options).method != method &&
        Araios::is_gpu_v<Exec>)
      continue;
    for (std::int64_t const workspace_bytes : {-1, 0}) {  // through records where they suit, and in place
      options.max_workspace_bytes = workspace_bytes;
      std::string const how =
          what + ", " + std::string(name(method)) + (workspace_bytes == 0 ? ", no workspace that is not needed" : "");
      EXPECT_TRUE(same_bits(to_host(transpose(exec, on_exec, options)), expected)) << how;
    }
  }
}

/// Words that hold row and remainder together or not, wide values, no values, long offsets.
enum class Types { floats, pattern, complex_doubles, long_indices };
constexpr Types all_types[] = {Types::floats, Types::pattern, Types::complex_doubles, Types::long_indices};
std::string name_of(Types types) {
  switch (types) {
  case Types::floats:
    return "float";
  case Types::pattern:
    return "Pattern";
  case Types::complex_doubles:
    return "complex_double";
  case Types::long_indices:
    return "double_long_indices";
  }
  return "";
}

template <class Columns>
void expect_transposed_in(Types types, std::int64_t m, std::int64_t n, Columns const& columns, std::string what) {
  what += ", " + name_of(types);
  auto const wide = [&](std::int64_t i, std::vector<std::int64_t>& to) {
    std::vector<int> narrow;
    columns(i, narrow);
    to.insert(to.end(), narrow.begin(), narrow.end());
  };
  switch (types) {
  case Types::floats:
    return expect_transposed(build<float>(m, n, columns), what);
  case Types::pattern:
    return expect_transposed(build<Pattern>(m, n, columns), what);
  case Types::complex_doubles:
    return expect_transposed(build<Kokkos::complex<double>, int, std::int64_t>(m, n, columns), what);
  case Types::long_indices:
    return expect_transposed(build<double, std::int64_t, std::int64_t>(m, n, wide), what);
  }
}

template <class Columns>
void expect_transposed_in_all_types(std::int64_t m, std::int64_t n, Columns const& columns, std::string const& what) {
  for (Types const types : all_types) expect_transposed_in(types, m, n, columns, what);
}

/// Large matrices, each type in a test of its own: racecheck takes minutes for one.
class TransposeBucketCudaIn : public testing::TestWithParam<Types> {};
INSTANTIATE_TEST_SUITE_P(, TransposeBucketCudaIn, testing::ValuesIn(all_types),
                         [](auto const& types) { return name_of(types.param); });

std::uint64_t mix(std::uint64_t x) {
  x = (x ^ (x >> 31)) * 0x7fb5d329728ea185u;
  x = (x ^ (x >> 27)) * 0x81dadef4bc2dd44du;
  return x ^ (x >> 33);
}
int random_below(std::int64_t n, std::uint64_t seed) {
  return static_cast<int>(mix(seed + 1) % static_cast<std::uint64_t>(n));
}

TEST(TransposeBucketCuda, places_a_column_that_many_blocks_share) {
  std::int64_t const m = 400'000 / scale;
  expect_transposed_in_all_types(
      m, m,
      [&](std::int64_t i, std::vector<int>& to) {
        to.push_back(static_cast<int>(m / 3));
        to.push_back(random_below(m, static_cast<std::uint64_t>(i)));
      },
      "a dense column");
}

TEST(TransposeBucketCuda, places_columns_that_no_number_of_blocks_can_hold) {
  std::int64_t const m = 2'500'000 / scale;
  expect_transposed(build<float>(m, 3,
                                 [](std::int64_t i, std::vector<int>& to) {
                                   to.push_back(2);
                                   if (i % 2 == 0) to.push_back(0);
                                 }),
                    "three columns, two of them dense");
  expect_transposed(build<double>(m, 900,
                                  [](std::int64_t i, std::vector<int>& to) {
                                    to.push_back(static_cast<int>(i % 7 == 0 ? i % 900 : 411));
                                  }),
                    "one dense column among 900");
}

TEST_P(TransposeBucketCudaIn, splits_buckets_of_too_many_columns) {
  std::int64_t const n = 5'000'000 / scale;
  expect_transposed_in(
      GetParam(), 3'200'000 / scale, n,
      [&](std::int64_t i, std::vector<int>& to) {
        to.push_back(random_below(n, static_cast<std::uint64_t>(i)));
        if (i % 5 == 0) to.push_back(static_cast<int>(n / 2 + i % 3));  // heavy columns in such a bucket
        // And a thousand columns that share a few thousand entries.
        if (i % 400 == 0)
          to.push_back(static_cast<int>(n / 7 + random_below(1'000 / scale, static_cast<std::uint64_t>(i))));
      },
      "five million columns");
}

TEST(TransposeBucketCuda, ranks_more_buckets_than_fit_one_window) {
  std::int64_t const n = 3'000'000 / scale;
  expect_transposed(build<double>(n, n,
                                  [&](std::int64_t i, std::vector<int>& to) {
                                    to.push_back(random_below(n, static_cast<std::uint64_t>(i)));
                                  }),
                    "a random column in each row");
}

/// Whether the transposition on a GPU can choose buckets of equal weight for this size. Other spaces need none.
bool may_have_equal_weight([[maybe_unused]] std::int64_t m, [[maybe_unused]] std::int64_t n,
                           [[maybe_unused]] std::int64_t k) {
#ifdef ARAIOS_HAVE_CUDA_LAUNCH
  if constexpr (Impl::is_cuda_v<Exec>) {
    return Impl::transpose::weight_bits(Impl::transpose::bucket_sizes(Exec(), m, n, k), m, n, k) > 0;
  }
#endif
  return true;
}

TEST(TransposeBucketCuda, ranks_two_thousand_buckets_at_once) {
  std::int64_t const n = 1'600'000 / scale;
  expect_transposed_in_all_types(
      400'000 / scale, n,
      [&](std::int64_t i, std::vector<int>& to) {
        to.push_back(random_below(n, static_cast<std::uint64_t>(i)));
        to.push_back(random_below(n / 100, static_cast<std::uint64_t>(i) + 7));
      },
      "1,563 buckets");
}

TEST_P(TransposeBucketCudaIn, starts_over_with_buckets_of_equal_weight) {
  std::int64_t const m = 1'500'000 / scale, n = 5'000'000 / scale;
  ASSERT_TRUE(may_have_equal_weight(m, n, 4 * m));
  expect_transposed_in(
      GetParam(), m, n,
      [&](std::int64_t i, std::vector<int>& to) {
        to.push_back(static_cast<int>(n - 1));
        to.push_back(static_cast<int>(n / 2 + i % 700));
        to.push_back(static_cast<int>(n / 3));
        to.push_back(random_below(n, static_cast<std::uint64_t>(i)));
      },
      "heavy columns among five million");
}

TEST(TransposeBucketCuda, leaves_a_heavy_column_alone) {
  std::int64_t const m = 5'100'000 / scale, n = 5'000'000 / scale;
  ASSERT_TRUE(may_have_equal_weight(m, n, m));
  for (std::int64_t const column : {std::int64_t(0), n / 2, n - 1})
    expect_transposed(
        build<float>(m, n, [&](std::int64_t, std::vector<int>& to) { to.push_back(static_cast<int>(column)); }),
        "all entries in column " + std::to_string(column));
  expect_transposed(build<double>(m, n,
                                  [&](std::int64_t i, std::vector<int>& to) {
                                    to.push_back(static_cast<int>(i % 3 == 0 ? i % n : 70 + i % 2));
                                  }),
                    "two heavy neighbours");
}

#ifdef ARAIOS_HAVE_CUDA_LAUNCH
// What the sample shows is not what there is: the result must not depend on it.
class TransposeBucketCudaSample : public testing::Test {
 protected:
  static constexpr std::int64_t m = 1'300'000, each = 4, k = m * each;
  static constexpr int n = 5'000'000;

  /// The column of each entry by its position: one rule for those that the sample reads, another for the others.
  template <class OfSampled, class OfOthers>
  static void expect_transposed_with(OfSampled const& of_sampled, OfOthers const& of_others, std::string const& what) {
    ASSERT_TRUE(may_have_equal_weight(m, n, k));
    std::vector<char> sampled(static_cast<std::size_t>(k), 0);
    int const groups = static_cast<int>(std::min<std::int64_t>(k / 64, Impl::transpose::BucketTuning::sample_groups));
    for (int g = 0; g < groups; ++g)
      for (int i = 0; i < 32; ++i)
        sampled[static_cast<std::size_t>(Impl::transpose::sample_position(k, g, groups, 32) + i)] = 1;
    expect_transposed(build<float>(m, n,
                                   [&](std::int64_t i, std::vector<int>& to) {
                                     for (std::int64_t p = i * each; p < (i + 1) * each; ++p)
                                       to.push_back(sampled[static_cast<std::size_t>(p)] != 0 ? of_sampled(p)
                                                                                              : of_others(p));
                                   }),
                      what);
  }
  static auto among(int first, int columns) {
    return [=](std::int64_t p) { return first + random_below(columns, static_cast<std::uint64_t>(p)); };
  }
  static int dense(std::int64_t) { return 4'777'777; }
};

TEST_F(TransposeBucketCudaSample, misses_a_dense_column) {
  expect_transposed_with(among(0, n), dense, "a dense column outside the sample");
}

TEST_F(TransposeBucketCudaSample, misses_sixty_heavy_columns) {
  expect_transposed_with(among(0, n), among(40'000, 60), "sixty heavy columns outside the sample");
}

TEST_F(TransposeBucketCudaSample, has_only_a_dense_column) {
  expect_transposed_with(dense, among(40'000, 60), "a dense column in the sample, sixty outside");
}

TEST_F(TransposeBucketCudaSample, misses_long_buckets_of_many_columns) {
  auto const zones = [&](std::int64_t p) {
    int const zone = static_cast<int>(p % 16);
    return zone < 5 ? 5 : among(300'000 * (zone - 4), 3'000)(p);
  };
  expect_transposed_with(dense, zones, "a dense column in the sample, long buckets of many columns outside");
}
#endif

TEST(TransposeBucketCuda, ranks_few_of_many_buckets_in_a_band) {
  std::int64_t const n = 2'000'000 / scale;
  expect_transposed(
      build<float>(n, n,
                   [&](std::int64_t i, std::vector<int>& to) {
                     for (int e = 0; e < 3; ++e)
                       to.push_back(static_cast<int>(std::clamp<std::int64_t>(
                           i - 900 + random_below(1'800, static_cast<std::uint64_t>(3 * i + e)), 0, n - 1)));
                     if (i % 100'000 == 77) to.push_back(static_cast<int>(n - 1));
                   }),
      "a band, and a few entries far from it");
}

TEST(TransposeBucketCuda, fuses_what_is_small) {
  std::int64_t const n = (std::int64_t(1) << 20) / scale;
  auto const random = [](std::int64_t columns, std::int64_t each) {
    return [=](std::int64_t i, std::vector<int>& to) {
      for (std::int64_t e = 0; e < each; ++e)
        to.push_back(random_below(columns, static_cast<std::uint64_t>(i * each + e)));
    };
  };
  expect_transposed(build<float>(n / 2, n, random(n, 2)), "as many columns as can be");
  expect_transposed(build<double>(20'000 / scale, 20'000 / scale, random(20'000 / scale, 40)),
                    "ranges in several rounds");
  expect_transposed_in_all_types(1'000, 777, random(777, 9), "a little of everything");
  expect_transposed(build<double>(1, 1, random(1, 1)), "one entry");
  expect_transposed(build<double>(300'000 / scale, 1, random(1, 1)), "one column");
  expect_transposed(build<double>(1, 300'000 / scale, random(300'000 / scale, 900)), "one row");
}

TEST(TransposeBucketCuda, crosses_long_stretches_of_empty_rows) {
  expect_transposed(build<float>(1'000'000 / scale, 500,
                                 [&](std::int64_t i, std::vector<int>& to) {
                                   if (i % 70'000 < 3) to.push_back(random_below(500, static_cast<std::uint64_t>(i)));
                                   if (i == 140'001)
                                     for (int j = 0; j < 500; ++j) to.push_back(j);
                                 }),
                    "rows that are empty but for a few");
}

TEST(TransposeBucketCuda, finds_the_rows_of_parts_with_few_and_with_many_rows) {
  for (std::int64_t const stride : {1, 2, 400}) {
    std::int64_t const m = stride * 300'000 / scale, n = 30'000 / scale;
    expect_transposed(build<float>(m, n,
                                   [&](std::int64_t i, std::vector<int>& to) {
                                     if (i % stride != 0) return;
                                     int const length = i / stride % 5'000 == 7 ? 3'000 : 1 + (i > m / 2 ? 1 : 0);
                                     for (int e = 0; e < length; ++e)
                                       to.push_back(random_below(n, static_cast<std::uint64_t>(3 * i + e)));
                                   }),
                      "entries in one of " + std::to_string(stride) + " rows");
  }
  std::int64_t const n = 700'000 / scale;
  expect_transposed(build<double>(5, n,
                                  [&](std::int64_t i, std::vector<int>& to) {
                                    for (std::int64_t j = i; j < n; j += i + 1) to.push_back(static_cast<int>(j));
                                  }),
                    "five rows");
}

/// The number of entries in the heavy bucket.
class TransposeBucketCudaLimits : public testing::TestWithParam<std::tuple<Types, std::int64_t>> {};
INSTANTIATE_TEST_SUITE_P(, TransposeBucketCudaLimits,
                         testing::Combine(testing::ValuesIn(all_types),
                                          testing::Values(11'263, 11'264, 11'265, 16'384, 16'385, 24'577)),
                         [](auto const& test) {
                           return name_of(std::get<0>(test.param)) + "_" + std::to_string(std::get<1>(test.param));
                         });

TEST_P(TransposeBucketCudaLimits, sorts_buckets_at_the_limits_of_blocks_and_tiles) {
  auto const [types, count] = GetParam();
  // The first bucket has at most 1,024 columns; no other entry is in it.
  std::int64_t const n = 200'000 / scale, first = 1'024 / scale, heavy = count / scale, m = heavy + 700'000 / scale;
  expect_transposed_in(
      types, m, n,
      [&](std::int64_t i, std::vector<int>& to) {
        bool const is_heavy = i % (m / heavy) == 0 && i / (m / heavy) < heavy;
        to.push_back(
            static_cast<int>(is_heavy ? i % 7 : first + random_below(n - first, static_cast<std::uint64_t>(i))));
      },
      std::to_string(heavy) + " entries in a bucket");
}

TEST(TransposeBucketCuda, orders_a_last_bucket_of_one_column) {
  for (std::int64_t const columns : {std::int64_t(1), std::int64_t(64), std::int64_t(256)}) {
    std::int64_t const n = columns * 1'024 + 1, m = 600'000 / scale;
    for (std::int64_t const each : {3, 10'000}) {
      expect_transposed(build<float>(m, n,
                                     [&](std::int64_t i, std::vector<int>& to) {
                                       to.push_back(random_below(n - 1, static_cast<std::uint64_t>(i)));
                                       if (i % each == 0) to.push_back(static_cast<int>(n - 1));
                                     }),
                        std::to_string(n) + " columns, entries in the last one");
    }
  }
}

TEST(TransposeBucketCuda, takes_no_more_workspace_than_it_may) {
  Exec const exec;
  std::int64_t const n = 1'000'000 / scale;
  auto const A = to_csr<Space>(build<double>(n / 2, n, [&](std::int64_t i, std::vector<int>& to) {
    for (std::uint64_t e = 0; e < 8; ++e) to.push_back(random_below(n, 8 * static_cast<std::uint64_t>(i) + e));
  }));
  std::int64_t peak[3];
  for (int i = 0; i < 3; ++i) {
    Workspace<Space> workspace;
    TransposeOptions const options{.method = TransposeMethod::bucket,
                                   .max_workspace_bytes = i == 0 ? -1 : (i == 1 ? 8 * A.nnz() : 0)};
    (void)transpose(exec, A, options, workspace);
    peak[i] = workspace.peak_bytes();
  }
  if constexpr (Impl::is_cuda_v<Exec>) {
    EXPECT_LE(peak[0], 16 * A.nnz());
    EXPECT_GT(peak[0], 12 * A.nnz());  // words and values in records
    EXPECT_LE(peak[1], 8 * A.nnz());
  } else {
    EXPECT_EQ(peak[0], peak[1]);
  }
  EXPECT_EQ(peak[1], peak[2]);
}

TEST(TransposeBucketCuda, keeps_repeated_columns_in_order) {
  expect_transposed_in_all_types(
      60'000 / (scale > 1 ? 10 : 1), 2'000,
      [](std::int64_t i, std::vector<int>& to) {
        int const column = random_below(2'000, static_cast<std::uint64_t>(i / 4));
        for (int repeat = 0; repeat < 5; ++repeat) to.push_back(column);
        to.push_back(1'999 - column);
      },
      "five equal columns in each row");
}

/// A symmetric pattern: neighbours at the given distances, both ways, sorted.
HostCsr<double> symmetric_pattern(std::int64_t m, std::vector<std::int64_t> const& distances) {
  return build<double>(m, m, [&](std::int64_t i, std::vector<int>& to) {
    for (auto d = distances.rbegin(); d != distances.rend(); ++d)
      if (i >= *d) to.push_back(static_cast<int>(i - *d));
    to.push_back(static_cast<int>(i));
    for (std::int64_t const d : distances)
      if (i + d < m) to.push_back(static_cast<int>(i + d));
  });
}

TEST(TransposeBucketCuda, moves_values_alone_where_the_pattern_is_symmetric) {
  expect_transposed(symmetric_pattern(300'000 / scale, {1, 2, 550}), "seven diagonals");
  expect_transposed(symmetric_pattern(40'000 / scale, {1}), "three diagonals");
}

TEST(TransposeBucketCuda, notices_the_one_entry_that_breaks_the_symmetry) {
  auto const good = symmetric_pattern(200'000 / scale, {1, 2, 550});
  for (double const where : {0.0, 0.37, 0.9999}) {
    auto A = good;
    auto const p = static_cast<std::size_t>(where * static_cast<double>(A.entries.size()));
    std::int64_t const row =
        std::upper_bound(A.row_map.begin(), A.row_map.end(), static_cast<int>(p)) - A.row_map.begin() - 1;
    int const last = A.row_map[row + 1] - 1;
    A.entries[last] = static_cast<int>(A.entries[last] + 7 < A.num_cols ? A.entries[last] + 7 : 0);
    expect_transposed(A, "another column near entry " + std::to_string(p));
  }
  auto unsorted = good;
  std::swap(unsorted.entries[1], unsorted.entries[2]);
  expect_transposed(unsorted, "a row out of order");
  auto repeated = good;
  repeated.entries[1] = repeated.entries[0];
  expect_transposed(repeated, "a repeated column");
}

TEST(TransposeBucketCuda, says_what_it_chose_and_why) {
  Exec const exec;
  auto const of = [&](TransposeMethod method, std::int64_t m, std::int64_t n, std::int64_t k) {
    return choose_transpose(exec, m, n, k, {.method = method});
  };
  EXPECT_EQ(of(TransposeMethod::merge_trans, 10, 10, 10).method, TransposeMethod::merge_trans);
  EXPECT_FALSE(of(TransposeMethod::automatic, 10, 10, 10).reason.empty());
  if constexpr (Impl::is_cuda_v<Exec>) {
    if (Impl::transpose::bucket_sizes(exec, 1000, 900, 5000).buckets == 0 ||
        !Impl::transpose::fused_is_applicable(exec, false, 1000, 900, 5000))
      GTEST_SKIP() << "NOT TESTED: this GPU has too little shared memory for buckets";
    EXPECT_EQ(of(TransposeMethod::automatic, 1000, 900, 5000).method, TransposeMethod::fused);
    EXPECT_EQ(of(TransposeMethod::automatic, 100'000, 90'000, 5'000'000).method, TransposeMethod::bucket);
    EXPECT_EQ(of(TransposeMethod::automatic, 100'000, 100'000, 5'000'000).method, TransposeMethod::symmetric);
    EXPECT_EQ(of(TransposeMethod::fused, 100'000, 100'000, 5'000'000).method, TransposeMethod::bucket);
    EXPECT_EQ(of(TransposeMethod::bucket, 1000, 1000, 5000).method, TransposeMethod::bucket);
    EXPECT_EQ(of(TransposeMethod::automatic, 1000, std::int64_t(1) << 40, 5000).method, TransposeMethod::radix);
    EXPECT_EQ(of(TransposeMethod::bucket, 1000, 200'000'000, 5000).method, TransposeMethod::radix);  // hypersparse
    EXPECT_EQ(of(TransposeMethod::automatic, 67'000'000, 67'000'000, (std::int64_t(1) << 31) + (1 << 20)).method,
              TransposeMethod::symmetric);
  }
}

}  // namespace transpose_bucket_cuda_test
