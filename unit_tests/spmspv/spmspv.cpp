// SPDX-License-Identifier: Apache-2.0

#include <Araios/convert.hpp>
#include <Araios/formats/validate/sparse_vector.hpp>
#include <Araios/spmspv.hpp>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "support/contract.hpp"
#include "support/reference.hpp"
#include "support/refusals.hpp"
#include "support/sparse_vectors.hpp"
#include "support/spmv.hpp"
#include "support/types.hpp"

namespace spmspv_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Ints = Kokkos::View<int*, Space>;

/// A sum by definition, the sum of the sizes of its terms, and their number.
struct Sum {
  Exact value = 0;
  long double size = 0;
  std::int64_t count = 0;
};

/// A x by a map from rows to sums; `columns` is A by columns.
template <class Scalar, class Ordinal, class Offset>
std::map<std::int64_t, Sum> reference_product(HostCsr<Scalar, Ordinal, Offset> const& columns,
                                              HostSparse<Scalar, Ordinal> const& x) {
  std::map<std::int64_t, Sum> y;
  for (std::size_t p = 0; p < x.indices.size(); ++p) {
    auto const j = x.indices[p];
    for (auto q = columns.row_map[j]; q < columns.row_map[j + 1]; ++q) {
      auto& sum = y[columns.entries[q]];
      Exact const term = exact(columns.values[q]) * exact(x.values[p]);
      sum.value += term;
      sum.size += std::abs(term);
      ++sum.count;
    }
  }
  return y;
}

template <class Scalar, class Ordinal, class Offset, class Space>
CscMatrix<Scalar, Ordinal, Offset, Space> by_columns(HostCsr<Scalar, Ordinal, Offset> const& columns) {
  return CscMatrix<Scalar, Ordinal, Offset, Space>(to_csr<Space>(columns));
}

template <class C>
struct Spmspv : testing::Test {
  typename C::Exec exec;
};
TYPED_TEST_SUITE(Spmspv, AllCases, CaseName);

/// The matrices of small_matrices are taken as columns.
TYPED_TEST(Spmspv, is_within_the_bound) {
  using Scalar = typename TypeParam::Scalar;
  using Ordinal = typename TypeParam::Ordinal;
  using Offset = typename TypeParam::Offset;
  using Space = typename TypeParam::Space;
  for (auto& [name, columns] : small_matrices<Scalar, Ordinal, Offset>()) {
    if constexpr (!is_pattern_v<Scalar>) columns.values = test_vector<Scalar>(columns.values.size(), 2);
    auto const A = by_columns<Scalar, Ordinal, Offset, Space>(columns);
    for (auto& [x_name, x] : sparse_vectors_of<Scalar, Ordinal>(columns.num_rows)) {
      if constexpr (!is_pattern_v<Scalar>) x.values = test_vector<Scalar>(x.values.size(), 3);
      auto const expected = reference_product(columns, x);
      auto const y = spmspv(this->exec, A, to_sparse<Space>(x));
      this->exec.fence();
      validate(this->exec, y, {.order = Order::strict});
      auto const result = to_host(y);
      ASSERT_EQ(result.length, columns.num_cols);
      ASSERT_EQ(result.indices.size(), expected.size()) << name << ", " << x_name;
      std::size_t p = 0;
      for (auto const& [row, sum] : expected) {
        ASSERT_EQ(result.indices[p], row) << name << ", " << x_name;
        if constexpr (!is_pattern_v<Scalar>) {
          long double const unit = std::numeric_limits<Real<Scalar>>::epsilon();
          ASSERT_LE(std::abs(exact(result.values[p]) - sum.value), 4 * (sum.count + 4) * unit * sum.size)
              << name << ", " << x_name << ", row " << row;
        }
        ++p;
      }
    }
  }
}

/// The product by rows as GPUs compute it.
template <SemiringType Semiring, class Matrix, class X>
void check_multiply_entries(Exec const& exec, Matrix const& A, X const& x, HostSparse<double, int> const& expected) {
  if (x.nnz() == 0 || A.nnz() == 0) return;
  Workspace<Space> workspace;
  Ints const positions("positions", A.num_cols());
  Araios::fill(exec, positions, -1);
  Impl::spmspv::fill_positions(exec, x.indices, positions);
  auto const y = to_host(Impl::spmspv::multiply_entries<double, Semiring>(exec, A, x, positions, workspace));
  ASSERT_EQ(y.indices, expected.indices);
  ASSERT_EQ(y.values, expected.values);
}

/// On small integers nothing is rounded: both forms of the matrix give the bits of the definition.
template <SemiringType Semiring>
void check_semiring_of_both_forms() {
  Exec const exec;
  double const zero = Semiring::template zero<double>();
  for (auto const& [name, columns] : small_matrices<double>())
    for (auto& [x_name, x] : sparse_vectors_of<double, int>(columns.num_rows)) {
      for (std::size_t p = 0; p < x.values.size(); ++p) x.values[p] = p % 11 == 5 ? zero : static_cast<double>(p % 7);
      std::map<int, double> sums;
      for (std::size_t p = 0; p < x.indices.size(); ++p)
        for (auto q = columns.row_map[x.indices[p]]; q < columns.row_map[x.indices[p] + 1]; ++q) {
          double const term = Semiring::multiply(columns.values[q], x.values[p]);
          auto const [place, first] = sums.emplace(columns.entries[q], term);
          if (!first) place->second = Semiring::add(place->second, term);
        }
      HostSparse<double, int> expected;
      expected.length = columns.num_cols;
      for (auto const& [row, sum] : sums) {
        expected.indices.push_back(row);
        expected.values.push_back(sum);
      }
      auto const sparse_x = to_sparse<Space>(x);
      auto const y = to_host(spmspv<Semiring>(exec, by_columns<double, int, int, Space>(columns), sparse_x));
      ASSERT_EQ(y.indices, expected.indices) << name << ", " << x_name;
      ASSERT_EQ(y.values, expected.values) << Semiring::name << " of " << name << ", " << x_name;
      auto const z = to_host(spmspv<Semiring>(exec, to_csr<Space>(reference::transpose(columns)), sparse_x));
      ASSERT_EQ(z.indices, expected.indices) << name << ", " << x_name;
      ASSERT_EQ(z.values, expected.values) << Semiring::name << " of " << name << ", " << x_name;
      check_multiply_entries<Semiring>(exec, to_csr<Space>(reference::transpose(columns)), sparse_x, expected);
    }
}
TEST(SpmspvSemirings, plus_times) { check_semiring_of_both_forms<PlusTimes>(); }
TEST(SpmspvSemirings, min_plus) { check_semiring_of_both_forms<MinPlus>(); }
TEST(SpmspvSemirings, max_times) { check_semiring_of_both_forms<MaxTimes>(); }
TEST(SpmspvSemirings, or_and) { check_semiring_of_both_forms<OrAnd>(); }

TEST(SpmspvByHand, unsorted_and_repeated_indices_count_each_time) {
  Exec const exec;
  // Columns: 0: rows 0, 2; 1: none; 2: rows 2, 1 (values 1 to 4).
  auto const A = by_columns<double, int, int, Space>(from_rows<double, int, int>({{0, 2}, {}, {2, 1}}, 3));
  SparseVector<double, int, Space> const x(3, to_view<Space>(std::vector<int>{2, 1, 0, 2}),
                                           to_view<Space>(std::vector<double>{10, 7, 1, 100}));
  auto const y = to_host(spmspv(exec, A, x));
  EXPECT_EQ(y.indices, (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(y.values, (std::vector<double>{1, 440, 332}));
}

TEST(SpmspvByHand, sums_that_cancel_and_a_negative_zero_are_entries) {
  Exec const exec;
  CscMatrix<double, int, int, Space> const A(2, 2, to_view<Space>(std::vector<int>{0, 2, 3}),
                                             to_view<Space>(std::vector<int>{0, 1, 0}),
                                             to_view<Space>(std::vector<double>{1, -0.0, -1}));
  SparseVector<double, int, Space> const x(2, to_view<Space>(std::vector<int>{0, 1}),
                                           to_view<Space>(std::vector<double>{1, 1}));
  auto const y = to_host(spmspv(exec, A, x));
  EXPECT_EQ(y.indices, (std::vector<int>{0, 1}));
  EXPECT_TRUE(same_bits(y.values, {0.0, -0.0}));
}

TEST(SpmspvByHand, infinities_in_columns_that_x_does_not_name_do_not_count) {
  Exec const exec;
  double const infinity = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  CsrMatrix<double, int, int, Space> const A(2, 3, to_view<Space>(std::vector<int>{0, 3, 5}),
                                             to_view<Space>(std::vector<int>{0, 1, 2, 0, 2}),
                                             to_view<Space>(std::vector<double>{infinity, 2, nan, infinity, nan}));
  SparseVector<double, int, Space> const x(3, to_view<Space>(std::vector<int>{1}),
                                           to_view<Space>(std::vector<double>{5}));
  auto const y = to_host(spmspv(exec, A, x));
  EXPECT_EQ(y.indices, std::vector<int>{0});
  EXPECT_EQ(y.values, std::vector<double>{10});
}

/// An element that is the zero of the semiring is an entry, in x and in y, whichever form the matrix has.
TEST(SpmspvByHand, a_zero_is_an_entry_by_rows_as_by_columns) {
  Exec const exec;
  double const infinity = std::numeric_limits<double>::infinity();
  CsrMatrix<double, int, int, Space> const A(4, 3, to_view<Space>(std::vector<int>{0, 2, 3, 4, 6}),
                                             to_view<Space>(std::vector<int>{0, 1, 0, 2, 0, 1}),
                                             to_view<Space>(std::vector<double>{infinity, 1, -0.0, 7, 2, -2}));
  auto const columns = convert<Format::csc>(exec, A);
  auto const vector = [](double first, double second) {
    return SparseVector<double, int, Space>(3, to_view<Space>(std::vector<int>{0, 1}),
                                            to_view<Space>(std::vector<double>{first, second}));
  };
  auto const check = [&](auto const& by_rows, auto const& by_columns, std::vector<double> const& expected) {
    EXPECT_EQ(to_host(by_rows).indices, (std::vector<int>{0, 1, 3}));
    EXPECT_TRUE(same_bits(to_host(by_rows), to_host(by_columns)));
    auto const values = to_host(by_rows).values;
    for (std::size_t p = 0; p < 3; ++p)
      EXPECT_TRUE(values[p] == expected[p] || (values[p] != values[p] && expected[p] != expected[p])) << values[p];
  };
  double const nan = std::numeric_limits<double>::quiet_NaN();
  auto const zero = vector(0, 3), same = vector(1, 1), none = vector(infinity, infinity);
  check(spmspv(exec, A, zero), spmspv(exec, columns, zero), {nan, 0, -6});
  check(spmspv(exec, A, same), spmspv(exec, columns, same), {infinity, 0, 0});  // -0.0, and a sum that cancels
  check(spmspv<MinPlus>(exec, A, none), spmspv<MinPlus>(exec, columns, none), {infinity, infinity, infinity});
}

TEST(SpmspvByHand, patterns_on_either_side) {
  Exec const exec;
  auto const rows = std::vector<std::vector<std::int64_t>>{{0, 2}, {}, {2, 1}};
  auto const A = by_columns<double, int, int, Space>(from_rows<double, int, int>(rows, 3));
  auto const P = by_columns<Pattern, int, int, Space>(from_rows<Pattern, int, int>(rows, 3));
  auto const x = to_sparse<Space>(from_indices<double, int>(3, {0, 2}));
  auto const p = to_sparse<Space>(from_indices<Pattern, int>(3, {0, 2}));
  EXPECT_EQ(to_host(spmspv(exec, P, x)).values, (std::vector<double>{1, 2, 3}));
  EXPECT_EQ(to_host(spmspv(exec, A, p)).values, (std::vector<double>{1, 4, 5}));
  EXPECT_EQ(to_host(spmspv(exec, P, p)).indices, (std::vector<int>{0, 1, 2}));
  EXPECT_EQ((to_host(spmspv<PlusTimes, std::int64_t>(exec, P, p)).values), (std::vector<std::int64_t>{1, 1, 2}));
  auto const by_rows = to_csr<Space>(from_rows<Pattern, int, int>({{0}, {2}, {0, 2}}, 3));
  EXPECT_EQ(to_host(spmspv(exec, by_rows, p)).indices, (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(to_host(spmspv(exec, by_rows, x)).values, (std::vector<double>{1, 2, 3}));
}

/// One row that every product falls in, next to many short ones: more products in a run than three levels of chunks
/// hold.
TEST(SpmspvRepeatable, long_runs_have_the_same_bits_every_time) {
  Exec const exec;
  std::int64_t const n = 200000;
  std::vector<std::vector<std::int64_t>> rows(n);
  for (std::int64_t j = 0; j < n; ++j) rows[j] = {j % 1000, 500, 999 - j % 3};
  auto columns = from_rows<double, int, int>(rows, 1000);
  columns.values = test_vector<double>(columns.values.size(), 4);
  auto x = from_indices<double, int>(n, random_indices(n, n, 1));
  x.values = test_vector<double>(n, 5);
  auto const A = by_columns<double, int, int, Space>(columns);
  auto const y = to_host(spmspv(exec, A, to_sparse<Space>(x)));
  auto const expected = reference_product(columns, x);
  ASSERT_EQ(y.indices.size(), expected.size());
  std::size_t p = 0;
  for (auto const& [row, sum] : expected) {
    ASSERT_EQ(y.indices[p], row);
    ASSERT_LE(std::abs(exact(y.values[p]) - sum.value), sum.count * 2.3e-16L * sum.size) << row;
    ++p;
  }
  for (int again = 0; again < 3; ++again) EXPECT_TRUE(same_bits(to_host(spmspv(exec, A, to_sparse<Space>(x))), y));
}

TEST(SpmspvRefusals, name_both_lengths) {
  Exec const exec;
  auto const host = from_rows<double, int, int>({{0, 2}, {}, {2, 1}}, 5);
  auto const x = to_sparse<Space>(from_indices<double, int>(4, {0, 2}));
  EXPECT_EQ(refusal([&] { spmspv(exec, by_columns<double, int, int, Space>(host), x); }),
            "Araios::spmspv: length of x, columns of A (4 != 3)");
  EXPECT_EQ(refusal([&] { spmspv(exec, to_csr<Space>(host), x); }),
            "Araios::spmspv: length of x, columns of A (4 != 5)");
}

contract::Operations const operations{
    contract::returns("spmspv_by_columns",
                      [](contract::Data& d) {
                        return spmspv(d.exec, CscMatrix<double, int, int, Space>(d.A), d.shorter_vector(d.m),
                                      d.workspace);
                      },
                      {.fences = 2}),
    contract::returns("spmspv_by_rows",
                      [](contract::Data& d) { return spmspv(d.exec, d.A, d.shorter_vector(d.n), d.workspace); },
                      {.fences = is_gpu_v<Exec> ? 2 : 1, .rows = contract::Refuses::both})};

}  // namespace spmspv_test
