// SPDX-License-Identifier: Apache-2.0
//
// Sums over rows, columns and all entries, by several monoids, and the rows and columns that have entries, against loops.

#include <Araios/kronecker.hpp>
#include <Araios/reduce.hpp>
#include <Araios/transpose.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "support/contract.hpp"
#include "support/matrices.hpp"
#include "support/reference.hpp"
#include "support/refusals.hpp"
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

/// Ones of single precision, beyond the numbers that it counts one by one.
TEST(ReduceSums, of_17_million_ones_of_float_is_exact) {
  Exec const exec;
  constexpr std::int64_t count = 17'825'792;
  auto const A = allocate_csr<float, int, int>(exec, "Araios::test", 1, count);
  Kokkos::deep_copy(Kokkos::subview(A.row_map, 0), 0);
  Kokkos::deep_copy(Kokkos::subview(A.row_map, 1), static_cast<int>(count));
  Araios::fill(exec, A.entries, 0);
  Araios::fill(exec, A.values, 1.0f);
  EXPECT_EQ(reduce(exec, CsrMatrix<float, int, int, Space>(1, 1, A)), 17'825'792.0f);
}

template <class T>
CsrMatrix<T, int, int, Space> one_row_of(std::vector<T> const& values) {
  std::vector<std::int64_t> columns(values.size());
  for (std::size_t j = 0; j < values.size(); ++j) columns[j] = static_cast<std::int64_t>(j);
  auto host = from_rows<T, int, int>({columns}, static_cast<std::int64_t>(values.size()));
  host.values = values;
  return to_csr<Space>(host);
}

TEST(ReduceSums, min_and_max_of_special_values_do_not_depend_on_the_order) {
  Exec const exec;
  double const nan = std::nan(""), infinite = std::numeric_limits<double>::infinity();
  auto const bits = [](double value) { return std::bit_cast<std::uint64_t>(value); };
  auto const quiet = bits(std::numeric_limits<double>::quiet_NaN());
  for (std::vector<double> values : {std::vector<double>{2, nan, 1}, {-nan, 2, 1}, {infinite, -infinite, nan}}) {
    std::sort(values.begin(), values.end(), [&](double a, double b) { return bits(a) < bits(b); });
    do {
      auto const A = one_row_of(values);
      auto const AT = transpose(exec, A);
      EXPECT_EQ(bits(reduce<Max>(exec, A)), quiet);
      EXPECT_EQ(bits(reduce<Min>(exec, A)), quiet);
      EXPECT_EQ(bits(to_vector(reduce_rows<Max>(exec, A))[0]), quiet);
      EXPECT_EQ(bits(to_vector(reduce_rows<Min>(exec, A))[0]), quiet);
      EXPECT_EQ(bits(to_vector(reduce_columns<Max>(exec, AT))[0]), quiet);
      EXPECT_EQ(bits(to_vector(reduce_columns<Min>(exec, AT))[0]), quiet);
    } while (
        std::next_permutation(values.begin(), values.end(), [&](double a, double b) { return bits(a) < bits(b); }));
  }
  for (std::vector<double> const& values : {std::vector<double>{0.0, -0.0}, {-0.0, 0.0}}) {
    auto const A = one_row_of(values);
    auto const AT = transpose(exec, A);
    EXPECT_EQ(bits(reduce<Max>(exec, A)), bits(0.0));
    EXPECT_EQ(bits(reduce<Min>(exec, A)), bits(-0.0));
    EXPECT_EQ(bits(to_vector(reduce_rows<Max>(exec, A))[0]), bits(0.0));
    EXPECT_EQ(bits(to_vector(reduce_rows<Min>(exec, A))[0]), bits(-0.0));
    EXPECT_EQ(bits(to_vector(reduce_columns<Max>(exec, AT))[0]), bits(0.0));
    EXPECT_EQ(bits(to_vector(reduce_columns<Min>(exec, AT))[0]), bits(-0.0));
  }
}

TEST(ReduceSums, complex_infinities_are_not_multiplied) {
  Exec const exec;
  using T = Kokkos::complex<double>;
  T const infinite(std::numeric_limits<double>::infinity(), 0);
  auto const A = one_row_of<T>({infinite, T(1)});
  EXPECT_EQ(reduce(exec, A), infinite);
  EXPECT_EQ(to_vector(reduce_rows(exec, A))[0], infinite);
  EXPECT_EQ(to_vector(reduce_columns(exec, A))[0], infinite);
  Kokkos::View<T*, Space> const ones("x", 2), y("y", 1);
  Kokkos::deep_copy(ones, T(1));
  auto const P = to_csr<Space>(from_rows<Pattern, int, int>({{0}}, 2));
  Kokkos::deep_copy(ones, infinite);
  spmv(exec, 1.0, P, ones, 0.0, y);
  EXPECT_EQ(to_vector(y)[0], infinite) << "a Pattern is not multiplied";
  auto const real = to_csr<Space>(from_rows<double, int, int>({{1}}, 2));
  spmv(exec, 1.0, real, ones, 0.0, y);
  EXPECT_EQ(to_vector(y)[0].imag(), 0) << "a real matrix is not made complex";
  Kokkos::deep_copy(y, infinite);
  spmv(exec, 0.0, P, ones, 2.0, y);
  EXPECT_EQ(to_vector(y)[0], infinite) << "beta is real";
}

TEST(ReduceSums, or_gives_0_or_1) {
  Exec const exec;
  auto const A = one_row_of<double>({5});
  EXPECT_EQ(reduce<Or>(exec, A), 1);
  EXPECT_EQ(to_vector(reduce_rows<Or>(exec, A))[0], 1);
  EXPECT_EQ(to_vector(reduce_columns<Or>(exec, A))[0], 1);
}

/// A product; its identity is 1, as the ones that row sums multiply with.
struct Product {
  template <class T>
  KOKKOS_FUNCTION static constexpr T identity() {
    return T(1);
  }
  template <class T>
  KOKKOS_FUNCTION constexpr T operator()(T const& a, T const& b) const {
    return a * b;
  }
};
/// The largest number, and NaN, which is its identity, where there is none.
struct LargestNumber {
  template <class T>
  KOKKOS_FUNCTION static T identity() {
    return Impl::not_a_number<T>();
  }
  template <class T>
  KOKKOS_FUNCTION constexpr T operator()(T const& a, T const& b) const {
    return b != b ? a : a != a || a < b ? b : a;
  }
};

TEST(ReduceSums, by_monoids_of_any_identity) {
  Exec const exec;
  CsrMatrix<double, int, int, Space> const A(3, 3, to_view<Space>(std::vector<int>{0, 2, 2, 3}),
                                             to_view<Space>(std::vector<int>{0, 1, 2}),
                                             to_view<Space>(std::vector<double>{2, 3, 5}));
  EXPECT_EQ(to_vector(reduce_rows<Product>(exec, A)), (std::vector<double>{6, 1, 5}));
  EXPECT_EQ(to_vector(reduce_columns<Product>(exec, A)), (std::vector<double>{2, 3, 5}));
  EXPECT_EQ(reduce<Product>(exec, A), 30);
  auto const zero = one_row_of<double>({0, 5});
  EXPECT_EQ(to_vector(reduce_rows<And>(exec, zero)), (std::vector<double>{0}));
  EXPECT_EQ(to_vector(reduce_columns<And>(exec, zero)), (std::vector<double>{0, 1}));

  CsrMatrix<bool, int, int, Space> const truths(2, 2, to_view<Space>(std::vector<int>{0, 2, 3}),
                                                to_view<Space>(std::vector<int>{0, 1, 0}),
                                                Kokkos::View<bool*, Space>("truths", 3));
  Kokkos::View<bool*, Space> const lowest("lowest", 2);
  Kokkos::deep_copy(lowest, true);
  reduce_rows<Min>(exec, truths, lowest);
  exec.fence();
  EXPECT_FALSE(Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), lowest)(0));

  // What y had before is not read.
  Kokkos::View<double*, Space> const y("y", 3);
  Kokkos::deep_copy(y, 100.0);
  reduce_rows<LargestNumber>(exec, A, y);
  auto const rows = to_vector(y);
  EXPECT_TRUE(rows[0] == 3 && std::isnan(rows[1]) && rows[2] == 5);
  Kokkos::deep_copy(y, 100.0);
  reduce_columns<LargestNumber>(exec, A, y);
  EXPECT_EQ(to_vector(y), (std::vector<double>{2, 3, 5}));
}

TEST(ReduceRefusals, name_what_disagrees) {
  Exec const exec;
  auto const A = to_csr<Space>(from_rows<double, int, int>({{0, 2}, {}}, 3));
  Kokkos::View<double*, Space> const y("y", 3), z("z", 2);
  EXPECT_EQ(refusal([&] { reduce_rows(exec, A, y); }), "Araios::reduce_rows: length of y, rows of A (3 != 2)");
  EXPECT_EQ(refusal([&] { reduce_columns(exec, A, z); }), "Araios::reduce_columns: length of y, columns of A (2 != 3)");
  EXPECT_NE(refusal([&] { reduce_rows(exec, A, A.values); }).find("Araios::reduce_rows: "), std::string::npos);
}

contract::Operations const operations{
    contract::writes("reduce_rows", [](contract::Data& d) { reduce_rows(d.exec, d.A, d.part(d.m), d.workspace); }),
    contract::writes("reduce_columns_of_integers",
                     [](contract::Data& d) {
                       reduce_columns(d.exec, Impl::borrow_csr<Pattern>(d.A),
                                      Kokkos::subview(d.result.entries, std::pair<int, int>(0, d.n)), d.workspace);
                     }),
    contract::returns("reduce_rows_to_new",
                      [](contract::Data& d) { return reduce_rows(d.exec, d.structured, d.workspace); }),
    contract::returns("reduce_columns_to_new",
                      [](contract::Data& d) { return reduce_columns(d.exec, d.structured, d.workspace); }),
    contract::returns("nonempty_rows",
                      [](contract::Data& d) { return nonempty_rows(d.exec, d.structured, d.workspace); },
                      {.fences = 1}),
    contract::returns("nonempty_columns",
                      [](contract::Data& d) { return nonempty_columns(d.exec, d.structured, d.workspace); },
                      {.fences = 1}),
    contract::returns("reduce", [](contract::Data& d) { return reduce(d.exec, d.structured, d.workspace); },
                      {.fences = 1})};

}  // namespace reduce_reduce_test
