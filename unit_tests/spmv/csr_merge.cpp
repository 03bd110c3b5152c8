// SPDX-License-Identifier: Apache-2.0
//
// Products by tiles, over rows that end before, at and behind the borders of tiles, and over rows of many tiles.

#include <Araios/spmv.hpp>
#include <Araios/spmv_plan.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "support/matrices.hpp"
#include "support/scale.hpp"
#include "support/spmv.hpp"

namespace spmv_csr_merge_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

/// Rows of these lengths, with columns that are spread over n.
template <class Scalar>
HostCsr<Scalar> rows_of(std::vector<std::int64_t> const& lengths, std::int64_t n) {
  std::vector<std::vector<std::int64_t>> rows;
  std::int64_t column = 0;
  for (auto const length : lengths) {
    rows.emplace_back();
    for (std::int64_t p = 0; p < length; ++p) rows.back().push_back(column = (column + 7919) % n);
  }
  return from_rows<Scalar, int, int>(rows, n);
}

std::vector<std::pair<std::string, std::vector<std::int64_t>>> cases() {
  std::vector<std::pair<std::string, std::vector<std::int64_t>>> all = {
      {"one row of a piece", {4096}},
      {"one row, one more", {4097}},
      {"one row of many pieces", {scaled(200001, 20001)}},
      {"two rows of a piece each", {4096, 4096}},
      {"rows that cross", {4000, 200, 8000, 1, 0, 4095, 4096, 4097}},
      {"every row crosses", std::vector<std::int64_t>(9, 5000)},
  };
  std::vector<std::int64_t> among_short(5000, 3);
  among_short[0] = among_short[1700] = 5000;
  among_short[1701] = 0;
  among_short[1702] = 300;
  among_short[4999] = scaled(70000, 9000);
  all.emplace_back("long rows among short ones", among_short);
  std::vector<std::int64_t> among_empty(3000, 0);
  for (std::size_t i = 0; i < among_empty.size(); i += 131)
    among_empty[i] = 1000 + scaled(13, 2) * static_cast<std::int64_t>(i);
  all.emplace_back("long rows among empty ones", among_empty);
  std::vector<std::int64_t> growing;
  for (std::int64_t i = 0; i < scaled(700, 300); ++i) growing.push_back(i * i / 500);
  all.emplace_back("growing rows", growing);
  return all;
}

template <class T>
struct SpmvMergeOf : testing::Test {};
using Types = testing::Types<float, double, Kokkos::complex<double>, Pattern>;
TYPED_TEST_SUITE(SpmvMergeOf, Types);

TYPED_TEST(SpmvMergeOf, is_within_the_bound) {
  for (auto const& [name, lengths] : cases()) {
    auto const host = rows_of<TypeParam>(lengths, 50000);
    check_spmv(Exec(), host, to_csr<Space>(host), name, SpmvMethod::merge);
  }
}

TYPED_TEST(SpmvMergeOf, has_the_same_bits_in_every_run) {
  using T = std::conditional_t<is_pattern_v<TypeParam>, double, TypeParam>;
  Exec const exec;
  for (auto const& [name, lengths] : cases()) {
    auto const host = rows_of<TypeParam>(lengths, 50000);
    auto const A = to_csr<Space>(host);
    auto const x = to_view<Space>(test_vector<T>(50000, 5));
    Kokkos::View<T*, Space> const y("Araios::test::y", host.num_rows);
    std::vector<T> first;
    for (int run = 0; run < 5; ++run) {
      spmv(exec, 1.0, A, x, 0.0, y, {.method = SpmvMethod::merge});
      exec.fence();
      if (run == 0) first = to_vector(y);
      ASSERT_TRUE(same_bits(to_vector(y), first)) << name;
    }
  }
}

TYPED_TEST(SpmvMergeOf, by_whole_rows_is_within_the_bound) {
#ifdef ARAIOS_HAVE_CUDA_LAUNCH
  using T = std::conditional_t<is_pattern_v<TypeParam>, double, TypeParam>;
  using Impl::spmv::FirstRowsState;
  Exec const exec;
  for (auto const& [name, lengths] : cases()) {
    auto const host = rows_of<TypeParam>(lengths, 50000);
    auto const matrix = to_csr<Space>(host);
    auto const A = Impl::spmv::operand(matrix);
    auto const x = test_vector<T>(50000, 3);
    auto const y = test_vector<T>(host.num_rows, 4);
    auto const expected = reference_spmv(Op::none, T(2), host, x, T(0.5), y);
    auto const x_view = to_view<Space>(x);
    std::int64_t const tile = Impl::spmv::spmv_tile<Exec>(Impl::spmv::SpmvKernel::whole_rows);
    std::int64_t const tiles = Impl::tiles_for(A.num_rows() + A.nnz(), tile);
    Kokkos::View<int*, Space> const first_rows("Araios::test::first_rows", tiles + 1);
    auto const check = [&](auto state) {
      auto const result = to_view<Space>(y);
      Impl::spmv::spmv_csr_whole_rows<PlusTimes, decltype(state)::value>(
          exec, A, Impl::unmanaged_const(x_view), Impl::spmv::output<PlusTimes>(T(2), T(0.5), result), first_rows);
      exec.fence();
      check_product(to_vector(result), expected, name);
    };
    // A guess from as many rows and entries in another order.
    auto const other = to_csr<Space>(rows_of<TypeParam>({lengths.rbegin(), lengths.rend()}, 50000));
    Impl::spmv::spmv_find_tiles(exec, other, first_rows, tile);
    check(std::integral_constant<FirstRowsState, FirstRowsState::guessed>());
    Impl::spmv::spmv_find_tiles(exec, A, first_rows, tile);
    check(std::integral_constant<FirstRowsState, FirstRowsState::known>());
  }
#else
  GTEST_SKIP() << "whole rows are summed by a kernel of CUDA alone";
#endif
}

/// As many rows as there are columns: row i has lengths[i] entries, `span` / lengths[i] columns apart, about column i.
CsrMatrix<double, int, int, Space> banded_rows(std::vector<std::int64_t> const& lengths, std::int64_t span) {
  auto const n = static_cast<std::int64_t>(lengths.size());
  CsrMatrix<double, int, int, Kokkos::HostSpace> A;
  std::vector<int> row_map(1, 0), entries;
  for (std::int64_t i = 0; i < n; ++i) {
    std::int64_t const length = lengths[static_cast<std::size_t>(i)],
                       first = std::clamp<std::int64_t>(i - span / 2, 0, n - span);
    for (std::int64_t p = 0; p < length; ++p)
      entries.push_back(static_cast<int>(first + (length > 1 ? p * (span - 1) / (length - 1) : 0)));
    row_map.push_back(static_cast<int>(entries.size()));
  }
  std::vector<double> const values(entries.size(), 1.5);
  return {n, n, to_view<Space>(row_map), to_view<Space>(entries), to_view<Space>(values)};
}

/// 8 to 100 entries, 26 in the mean, as in vibrobox: most rows are short.
std::vector<std::int64_t> rows_of_8_to_100(std::int64_t n) {
  std::vector<std::int64_t> lengths(static_cast<std::size_t>(n));
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    double const u = static_cast<double>(i * 7919 % 1000) / 1000;
    lengths[i] = 8 + static_cast<std::int64_t>(92 * u * u * u * u);
  }
  return lengths;
}

TEST(SpmvMerge, rows_are_counted) {
  Exec const exec;
  // 70 rows: warps of 32, 16, ... 1 rows, the last of them with fewer.
  std::vector<std::int64_t> lengths(70, 3);
  lengths[5] = 40;
  lengths[33] = 0;
  lengths[69] = 9;
  auto const rows = Impl::spmv::count_spmv_rows(exec, banded_rows(lengths, 60));
  EXPECT_EQ(rows.longest, 40);
  EXPECT_EQ(rows.spans, 3);
  EXPECT_EQ(rows.span_sum, 3 * 60);
  for (int s = 0; s < Impl::spmv::SpmvRows::shapes; ++s) {
    std::int64_t steps = 0;
    for (std::size_t first = 0; first < lengths.size(); first += std::size_t(32) >> s) {
      std::int64_t longest = 0;
      for (std::size_t i = first; i < std::min(lengths.size(), first + (std::size_t(32) >> s)); ++i)
        longest = std::max(longest, lengths[i]);
      steps += Impl::tiles_for(longest, std::int64_t(4) << s);
    }
    EXPECT_EQ(rows.steps[s], steps) << (1 << s) << " lanes";
  }
}

TEST(SpmvMerge, the_shape_of_rows_follows_their_lengths) {
  Exec const exec;
  auto const shape = [&](std::vector<std::int64_t> const& lengths) {
    auto const A = banded_rows(lengths, 100);
    return Impl::spmv::fastest_row_shape(Impl::spmv::count_spmv_rows(exec, A), A.num_rows(), A.nnz(), 8);
  };
  EXPECT_EQ(shape(std::vector<std::int64_t>(100000, 4)).lanes, 1);
  EXPECT_EQ(shape(std::vector<std::int64_t>(2000, 90)).lanes, 32);
  EXPECT_EQ(shape(rows_of_8_to_100(12328)).lanes, 16);
  EXPECT_EQ(shape(rows_of_8_to_100(50000)).lanes, 8);
  // 16 rows of 50 entries would need a second copy for the last 32 of them.
  auto const rows_of_50 = shape(std::vector<std::int64_t>(50000, 50));
  EXPECT_EQ(rows_of_50.lanes, 8);
  EXPECT_EQ(rows_of_50.rows, 15);
}

TEST(SpmvMerge, the_lanes_for_far_columns_follow_the_mean_length) {
  for (auto const& [mean, lanes] : {std::pair{3.0, 1}, {6.0, 2}, {20.0, 4}, {100.0, 8}, {300.0, 16}, {800.0, 32}}) {
    auto const shape = Impl::spmv::row_shape_for_far_columns(mean, 8);
    EXPECT_EQ(shape.lanes, lanes) << mean;
    EXPECT_EQ(shape.rows * shape.lanes, Impl::spmv::spmv_row_tuning.threads) << mean;
  }
}

TEST(SpmvMerge, a_choice_is_kept_as_a_number) {
  using Impl::spmv::SpmvChoice;
  using Impl::spmv::SpmvKernel;
  for (auto const kernel : {SpmvKernel::rows, SpmvKernel::merge, SpmvKernel::whole_rows})
    for (int lanes = 1; lanes <= 32; lanes *= 2)
      for (int const items : {4, 6, 8})
        for (int const rows : {1, 128 / lanes}) {
          auto const [k, shape] = SpmvChoice::of_number(SpmvChoice{kernel, "", {lanes, items, rows}}.number());
          EXPECT_EQ(k, kernel);
          EXPECT_EQ(shape.lanes, lanes);
          EXPECT_EQ(shape.items, items);
          EXPECT_EQ(shape.rows, rows);
        }
}

TEST(SpmvMerge, uneven_rows_with_near_columns_go_to_tiles) {
#ifdef ARAIOS_HAVE_CUDA_LAUNCH
  Exec const exec;
  using Impl::spmv::SpmvKernel;
  auto const kernel = [&](std::vector<std::int64_t> const& lengths, std::int64_t span) {
    return Impl::spmv::choose_spmv_kernel(exec, banded_rows(lengths, span), 8).kernel;
  };
  EXPECT_EQ(kernel(rows_of_8_to_100(60000), 1000), SpmvKernel::whole_rows);
  EXPECT_EQ(kernel(rows_of_8_to_100(60000), 30000), SpmvKernel::rows);
  EXPECT_EQ(kernel(std::vector<std::int64_t>(60000, 27), 1000), SpmvKernel::rows);
#else
  GTEST_SKIP() << "whole rows are summed by a kernel of CUDA alone";
#endif
}

/// Short rows, and some of `length`, for which the other threads of a warp would wait.
std::vector<std::int64_t> uneven_rows(std::int64_t length) {
  std::vector<std::int64_t> lengths(20000, 1);
  for (std::size_t i = 7; i < lengths.size(); i += 64) lengths[i] = length;
  return lengths;
}

TEST(SpmvMerge, automatic_and_a_plan_are_right_for_rows_that_tiles_sum_whole) {
  Exec const exec;
  auto const host = rows_of<double>(uneven_rows(300), 50000);
  auto const A = to_csr<Space>(host);
#ifdef ARAIOS_HAVE_CUDA_LAUNCH
  auto const choice = Impl::spmv::choose_spmv_kernel(exec, A, 8);
  EXPECT_EQ(choice.kernel, Impl::spmv::SpmvKernel::whole_rows);
#endif
  check_spmv(exec, host, A, "uneven rows");
  auto const x = test_vector<double>(50000, 3);
  std::vector<double> const y(host.num_rows);
  auto const expected = reference_spmv(Op::none, 1.0, host, x, 0.0, y);
  auto const result = to_view<Space>(y);
  SpmvPlan const plan(exec, A);
  spmv(exec, plan, 1.0, A, to_view<Space>(x), 0.0, result);
  exec.fence();
  check_product(to_vector(result), expected, "uneven rows, with a plan");
}

/// A workspace remembers a kernel and where the tiles of a matrix begin. Other rows at the same addresses make that
/// wrong, but not the result.
void check_other_rows_at_the_same_place(std::vector<std::int64_t> lengths, std::vector<std::int64_t> other_lengths) {
  Exec const exec;
  Workspace<Space> workspace;
  auto const host = rows_of<double>(lengths, 50000);
  auto const other = rows_of<double>(other_lengths, 50000);
  auto const row_map = to_view<Space>(host.row_map);
  auto const A = CsrMatrix<double, int, int, Space>(host.num_rows, host.num_cols, row_map, to_view<Space>(host.entries),
                                                    to_view<Space>(host.values));
  auto const x = test_vector<double>(50000, 3);
  for (auto const* rows : {&host, &host, &other, &other, &host}) {
    Kokkos::deep_copy(row_map, to_view<Space>(rows->row_map));
    auto now = host;
    now.row_map = rows->row_map;
    std::vector<double> const y(host.num_rows);
    auto const expected = reference_spmv(Op::none, 1.0, now, x, 0.0, y);
    auto const result = to_view<Space>(y);
    spmv(exec, 1.0, A, to_view<Space>(x), 0.0, result, {}, workspace);
    exec.fence();
    check_product(to_vector(result), expected, rows == &host ? "the rows looked at" : "other rows");
  }
}

TEST(SpmvMerge, is_right_when_other_rows_came_to_the_place_of_those_that_were_looked_at) {
  std::vector<std::int64_t> lengths(20000, 3);
  lengths[100] = 200000;  // so long that `automatic` takes tiles
  std::vector<std::int64_t> const other(lengths.rbegin(), lengths.rend());
  check_other_rows_at_the_same_place(lengths, other);
}

TEST(SpmvMerge, is_right_when_long_rows_came_to_the_place_of_short_ones) {
  auto const lengths = uneven_rows(300);
  std::vector<std::int64_t> other(lengths.size(), 0);
  other[5] = std::accumulate(lengths.begin(), lengths.end(), std::int64_t(0));
  check_other_rows_at_the_same_place(lengths, other);
}

TEST(SpmvMergeSemirings, are_exact) {
  for (auto const& [name, lengths] : cases()) {
    auto const host = rows_of<double>(lengths, 50000);
    check_semirings(Exec(), host, to_csr<Space>(host), name, SpmvMethod::merge);
  }
}

}  // namespace spmv_csr_merge_test
