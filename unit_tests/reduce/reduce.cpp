// SPDX-License-Identifier: Apache-2.0
//
// Sums over rows, columns and all entries, by several monoids, and the rows and columns that have entries, against loops.

#include <Araios/kronecker.hpp>
#include <Araios/reduce.hpp>
#include <Araios/transpose.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "support/matrices.hpp"
#include "support/reference.hpp"
#include "support/throws.hpp"
#include "support/types.hpp"

namespace reduce_reduce_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

/// Sums of a host matrix by rows (or columns), of T; all: the last element.
template <class Add, class T, class HostCsr>
std::vector<T> sums_of(HostCsr const& a, std::int64_t n, bool by_columns) {
  std::size_t const m = a.row_map.size() - 1;
  std::vector<T> sums(by_columns ? static_cast<std::size_t>(n) : m, Add::template identity<T>());
  for (std::size_t i = 0; i < m; ++i)
    for (auto p = static_cast<std::size_t>(a.row_map[i]); p < static_cast<std::size_t>(a.row_map[i + 1]); ++p) {
      T& sum = sums[by_columns ? static_cast<std::size_t>(a.entries[p]) : i];
      if constexpr (is_pattern_v<std::decay_t<decltype(a.values[p])>>)
        sum = static_cast<T>(Add()(sum, T(1)));
      else
        sum = static_cast<T>(Add()(sum, static_cast<T>(a.values[p])));
    }
  return sums;
}

template <class C>
struct Reduce : testing::Test {
  typename C::Exec exec;

  template <class Add, class T, class HostCsr, class Matrix>
  void check(HostCsr const& a, Matrix const& A, std::string const& name) {
    auto const rows = sums_of<Add, T>(a, A.num_cols(), false);
    EXPECT_EQ(to_vector(reduce_rows<Add, T>(exec, A)), rows) << name;
    auto const columns = sums_of<Add, T>(a, A.num_cols(), true);
    EXPECT_EQ(to_vector(reduce_columns<Add, T>(exec, A)), columns) << name;
    T all = Add::template identity<T>();
    for (T const& sum : rows) all = static_cast<T>(Add()(all, sum));
    EXPECT_EQ((reduce<Add, T>(exec, A)), all) << name;
  }
};
TYPED_TEST_SUITE(Reduce, AllCases, CaseName);

TYPED_TEST(Reduce, small_matrices_against_a_loop) {
  using Scalar = typename TypeParam::Scalar;
  auto const& exec = this->exec;
  for (auto& [name, a] : small_matrices<Scalar, typename TypeParam::Ordinal, typename TypeParam::Offset>()) {
    for (std::size_t p = 0; p < a.values.size(); ++p) a.values[p] = value_at<Scalar>(static_cast<std::int64_t>(p % 3));
    auto const A = to_csr<typename TypeParam::Space>(a);
    using T = std::conditional_t<is_pattern_v<Scalar>, std::int64_t, Scalar>;
    this->template check<Plus, T>(a, A, name);
    this->template check<Or, T>(a, A, name);
    if constexpr (!is_complex_v<T>) {
      this->template check<Min, T>(a, A, name);
      this->template check<Max, T>(a, A, name);
    }
    std::vector<std::int64_t> with_entries;
    for (std::size_t i = 0; i + 1 < a.row_map.size(); ++i)
      if (a.row_map[i] < a.row_map[i + 1]) with_entries.push_back(static_cast<std::int64_t>(i));
    auto const rows = nonempty_rows(exec, A);
    EXPECT_EQ(rows.length(), A.num_rows());
    auto const indices = to_vector(rows.indices);
    EXPECT_EQ(std::vector<std::int64_t>(indices.begin(), indices.end()), with_entries) << name;
    auto const columns = nonempty_columns(exec, A);
    EXPECT_EQ(columns.length(), A.num_cols());
    EXPECT_EQ(to_vector(columns.indices), to_vector(nonempty_rows(exec, transpose(exec, A)).indices)) << name;
  }
}

TYPED_TEST(Reduce, of_a_kronecker_product_is_that_of_the_factors) {
  using Scalar = typename TypeParam::Scalar;
  using T = std::conditional_t<is_pattern_v<Scalar>, int, Scalar>;
  auto const& exec = this->exec;
  auto const matrix = [](std::int64_t m, std::int64_t n, unsigned seed) {
    auto a = from_rows<Scalar, typename TypeParam::Ordinal, typename TypeParam::Offset>(
        random_rows(m, n, 3, Rows::uniform, false, seed), n);
    for (std::size_t p = 0; p < a.values.size(); ++p) a.values[p] = value_at<Scalar>(static_cast<std::int64_t>(p % 3));
    return to_csr<typename TypeParam::Space>(a);
  };
  auto const A = matrix(20, 30, 1);
  auto const B = matrix(15, 10, 2);
  auto const of_a = to_vector(reduce_rows<Plus, T>(exec, A));
  auto const of_b = to_vector(reduce_rows<Plus, T>(exec, B));
  std::vector<T> expected;
  for (T const& a : of_a)
    for (T const& b : of_b) expected.push_back(a * b);
  EXPECT_EQ(to_vector(reduce_rows<Plus, T>(exec, kronecker(exec, A, B))), expected);
}

TEST(ReduceRows, one_row_with_most_entries) {
  Exec const exec;
  std::vector<std::vector<std::int64_t>> rows(1000);
  for (std::int64_t j = 0; j < 200'000; ++j) rows[500].push_back(j);
  auto const A = to_csr<Space>(from_rows<Pattern, int, std::int64_t>(rows, 200'000));
  std::vector<int> expected(1000, 0);
  expected[500] = 200'000;
  EXPECT_EQ(to_vector(reduce_rows<Plus, int>(exec, A)), expected);
  EXPECT_EQ((reduce<Plus, std::int64_t>(exec, A)), 200'000);
  EXPECT_EQ(nonempty_rows(exec, A).nnz(), 1);
  EXPECT_EQ(nonempty_columns(exec, A).nnz(), 200'000);
}

TEST(ReduceRefusals, name_what_disagrees) {
  Exec const exec;
  auto const A = to_csr<Space>(from_rows<double, int, int>({{0, 2}, {}}, 3));
  Kokkos::View<double*, Space> const y("y", 3), z("z", 2);
  EXPECT_EQ(refusal([&] { reduce_rows(exec, A, y); }), "Araios::reduce_rows: length of y, rows of A (3 != 2)");
  EXPECT_EQ(refusal([&] { reduce_columns(exec, A, z); }), "Araios::reduce_columns: length of y, columns of A (2 != 3)");
  EXPECT_NE(refusal([&] { reduce_rows(exec, A, A.values); }).find("Araios::reduce_rows: "), std::string::npos);
}

}  // namespace reduce_reduce_test
