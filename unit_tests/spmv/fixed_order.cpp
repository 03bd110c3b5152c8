// SPDX-License-Identifier: Apache-2.0
//
// Products with plans of Determinism::space_to_space have the bits of a sequential reference, in every space.

#include <Araios/operations/spmv/fixed_order.hpp>
#include <Araios/spmv_plan.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "support/contract.hpp"
#include "support/fingerprint.hpp"
#include "support/matrices.hpp"
#include "support/refusals.hpp"
#include "support/scale.hpp"
#include "support/spmv.hpp"
#include "support/types.hpp"

namespace spmv_fixed_order_test {

using namespace Araios;
using namespace Araios::test;

constexpr Op ops[] = {Op::none, Op::transpose, Op::conjugate_transpose};

/// a b, rounded: a volatile variable holds no more bits than its type.
template <class R>
R rounded(R a, R b) {
  R volatile const product = a * b;
  return product;
}
template <class R>
Kokkos::complex<R> rounded(Kokkos::complex<R> a, Kokkos::complex<R> b) {
  return {rounded(a.real(), b.real()) - rounded(a.imag(), b.imag()),
          rounded(a.real(), b.imag()) + rounded(a.imag(), b.real())};
}
template <class R>
R with_factor(R factor, R a) {
  return rounded(factor, a);
}
template <class R>
Kokkos::complex<R> with_factor(Kokkos::complex<R> factor, Kokkos::complex<R> a) {
  if (factor.imag() != 0) return rounded(factor, a);
  return {rounded(factor.real(), a.real()), rounded(factor.real(), a.imag())};
}
template <class R>
R with_one_nan(R a) {
  return std::isnan(a) ? std::numeric_limits<R>::quiet_NaN() : a;
}
template <class R>
Kokkos::complex<R> with_one_nan(Kokkos::complex<R> a) {
  return {with_one_nan(a.real()), with_one_nan(a.imag())};
}

/// The sum of terms[first ..] of `count` elements in so many parts.
template <class T>
T in_parts(std::vector<T> const& terms, std::size_t first, std::size_t count, std::size_t parts) {
  std::vector<T> part(parts, T(0));
  for (std::size_t k = 0; k < count; ++k) part[k % parts] = part[k % parts] + terms[first + k];
  for (; parts > 1; parts /= 2)
    for (std::size_t p = 0; p < parts / 2; ++p) part[p] = part[p] + part[p + parts / 2];
  return part[0];
}
template <class T>
T sum_of_row(std::vector<T> const& terms) {
  if (terms.size() <= 64) return in_parts(terms, 0, terms.size(), 4);
  std::vector<T> segments;
  for (std::size_t first = 0; first < terms.size(); first += 2048)
    segments.push_back(in_parts(terms, first, std::min<std::size_t>(terms.size() - first, 2048), 32));
  return in_parts(segments, 0, segments.size(), 32);
}

template <class T, class Host>
std::vector<T> reference(Op op, T alpha, Host const& A, std::vector<T> const& x, T beta, std::vector<T> const& y) {
  std::vector<std::vector<T>> terms(y.size());
  for (std::int64_t i = 0; i < A.num_rows; ++i)
    for (auto p = A.row_map[i]; p < A.row_map[i + 1]; ++p) {
      std::int64_t const j = A.entries[p];
      T const& factor = x[op == Op::none ? j : i];
      auto& to = terms[op == Op::none ? i : j];
      if constexpr (is_pattern_v<typename std::remove_cvref_t<decltype(A.values)>::value_type>)
        to.push_back(factor);
      else if constexpr (is_complex_v<T>)
        to.push_back(rounded(op == Op::conjugate_transpose ? Kokkos::conj(A.values[p]) : A.values[p], factor));
      else
        to.push_back(rounded(A.values[p], factor));
    }
  std::vector<T> result;
  for (std::size_t i = 0; i < y.size(); ++i) {
    T value = with_factor(alpha, alpha == T(0) ? T(0) : sum_of_row(terms[i]));
    if (beta != T(0)) value = value + with_factor(beta, y[i]);
    result.push_back(with_one_nan(value));
  }
  return result;
}

/// Rows of these lengths, with columns anywhere and values that use all their bits.
template <class C>
auto matrix_of(std::vector<std::int64_t> const& lengths, std::int64_t num_cols, unsigned seed) {
  using Scalar = typename C::Scalar;
  std::mt19937_64 random(seed);
  std::vector<std::vector<std::int64_t>> rows(lengths.size());
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::int64_t k = 0; k < lengths[i]; ++k)
      rows[i].push_back(static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(num_cols)));
  auto host = from_rows<Scalar, typename C::Ordinal, typename C::Offset>(rows, num_cols);
  if constexpr (!is_pattern_v<Scalar>)
    host.values = test_vector<Scalar>(static_cast<std::int64_t>(host.entries.size()), seed + 1);
  return host;
}

template <class C>
struct SpmvFixedOrder : testing::Test {
  using Scalar = typename C::Scalar;
  using T = std::conditional_t<is_pattern_v<Scalar>, double, Scalar>;
  using Space = typename C::Space;
  typename C::Exec exec;

  static T factor(double real, double imaginary) {
    if constexpr (is_complex_v<T>)
      return T(real, imaginary);
    else
      return T(real);
  }

  template <class Host>
  void expect_bits(Host const& host, std::string const& name, bool with_special_values = false) {
    auto const A = to_csr<Space>(host);
    for (auto const op : ops) {
      SpmvPlan const plan(exec, A, {.op = op, .determinism = Determinism::space_to_space});
      std::int64_t const length = op == Op::none ? host.num_rows : host.num_cols;
      auto x = test_vector<T>(op == Op::none ? host.num_cols : host.num_rows, 5);
      auto y = test_vector<T>(length, 6);
      if (with_special_values) add_special_values(x), add_special_values(y);
      for (auto const& [alpha, beta] : {std::pair{T(1), T(0)}, std::pair{factor(-1.5, 0.75), factor(0.3, -2)},
                                        std::pair{T(0), T(0.1)}, std::pair{factor(1.0 / 3, 0), factor(0.7, 0)}}) {
        auto const y_view = to_view<Space>(y);
        spmv(exec, plan, alpha, A, to_view<Space>(x), beta, y_view);
        exec.fence();
        auto const result = to_vector(y_view), expected = reference(op, alpha, host, x, beta, y);
        for (std::size_t i = 0; i < result.size(); ++i)
          ASSERT_EQ(fingerprint(std::vector{result[i]}), fingerprint(std::vector{expected[i]}))
              << name << ", op " << static_cast<int>(op) << ", row " << i << ": " << exact(result[i]) << " and "
              << exact(expected[i]);
      }
    }
  }
  static void add_special_values(std::vector<T>& x) {
    using R = Real<T>;
    R const special[] = {std::numeric_limits<R>::infinity(),
                         -std::numeric_limits<R>::infinity(),
                         std::numeric_limits<R>::quiet_NaN(),
                         -std::numeric_limits<R>::quiet_NaN(),
                         R(-0.0),
                         std::numeric_limits<R>::denorm_min(),
                         std::numeric_limits<R>::max()};
    for (std::size_t k = 0; k < std::size(special); ++k)
      for (std::size_t j = 3 + 11 * k; j < x.size(); j += 997) x[j] = T(special[k]);
  }
};
TYPED_TEST_SUITE(SpmvFixedOrder, AllCases, CaseName);

TYPED_TEST(SpmvFixedOrder, bits_of_rows_of_every_length) {
  std::vector<std::int64_t> lengths;
  for (std::int64_t length = 0; length <= 132; ++length) lengths.push_back(length);
  for (std::int64_t const length : {1000, 2047, 2048, 2049, 2048 + 30, 2048 + 65, 4095, 4096, 4097, 70000, 100000})
    lengths.push_back(length);
  for (std::int64_t length = 0; length <= 64; ++length) lengths.push_back(64 - length);
  this->expect_bits(matrix_of<TypeParam>(lengths, 5000, 1), "all lengths");
  this->expect_bits(matrix_of<TypeParam>(lengths, 5000, 2), "special values", true);
}

// Thread blocks without a long row, whose entries take one copy or several; those with one; and rows that are all long.
TYPED_TEST(SpmvFixedOrder, bits_for_every_number_of_lanes) {
  for (std::int64_t const mean : {0, 1, 3, 5, 9, 14, 20, 27, 40, 56, 64, 65, 100, 200, 700}) {
    std::int64_t const rows = scaled(1000, 200);
    std::vector<std::int64_t> even(rows, mean), uneven, with_hubs(rows, mean);
    for (std::int64_t i = 0; i < rows; ++i) uneven.push_back((i * 7919) % (2 * mean + 1));
    with_hubs[17] = 9000;
    with_hubs[rows / 2] = 2500;
    this->expect_bits(matrix_of<TypeParam>(even, 1100, 3), "even rows of " + std::to_string(mean));
    this->expect_bits(matrix_of<TypeParam>(uneven, 900, 4), "rows of " + std::to_string(mean) + " in the mean");
    if (mean <= 20) this->expect_bits(matrix_of<TypeParam>(with_hubs, 900, 5), "two long rows");
  }
}

TYPED_TEST(SpmvFixedOrder, empty_matrices) {
  this->expect_bits(matrix_of<TypeParam>({}, 0, 1), "0 x 0");
  this->expect_bits(matrix_of<TypeParam>({}, 7, 1), "0 x 7");
  this->expect_bits(matrix_of<TypeParam>(std::vector<std::int64_t>(5, 0), 3, 1), "no entries");
  this->expect_bits(matrix_of<TypeParam>({1}, 1, 1), "1 x 1");
  this->expect_bits(matrix_of<TypeParam>({3000}, 1, 1), "1 x 1 with duplicates");
}

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

TEST(SpmvFixedOrderPlan, is_one_of_rows_and_never_scatters) {
  Exec const exec;
  auto const host = matrix_of<Case<double, int, int, Exec>>(std::vector<std::int64_t>(100, 6), 80, 8);
  auto const A = to_csr<Space>(host);
  SpmvPlan const few(exec, A,
                     {.op = Op::transpose, .expected_applications = 1, .determinism = Determinism::space_to_space});
  EXPECT_FALSE(few.scatters());
  EXPECT_EQ(few.method(), SpmvMethod::rows);
  EXPECT_EQ(few.determinism(), Determinism::space_to_space);
  EXPECT_EQ(SpmvPlan(exec, A, {.determinism = Determinism::space_to_space}).bytes(), 0);
  auto const long_row = to_csr<Space>(matrix_of<Case<double, int, int, Exec>>({3, 5000, 1}, 80, 8));
  EXPECT_EQ(SpmvPlan(exec, long_row, {.determinism = Determinism::space_to_space}).bytes(), 3 * (4 + 4 + 16));
}

TEST(SpmvFixedOrderPlan, has_one_method) {
  Exec const exec;
  auto const A = to_csr<Space>(from_rows<double, int, int>({{0}}, 1));
  EXPECT_EQ(
      refusal([&] { SpmvPlan(exec, A, {.method = SpmvMethod::merge, .determinism = Determinism::space_to_space}); }),
      "Araios::SpmvPlan: space_to_space has one method: SpmvMethod::automatic");
}

// Exact sums, so that any order gives the bits of the other plan.
template <class Semiring>
void expect_same_as_run_to_run() {
  Exec const exec;
  auto host = matrix_of<Case<double, int, int, Exec>>({0, 3, 64, 65, 200, 5000, 7}, 60, 9);
  for (auto& value : host.values) value = std::floor(8 * value);
  auto const A = to_csr<Space>(host);
  auto const x = to_view<Space>(test_vector<double>(60, 10));
  auto const y = to_view<Space>(std::vector<double>(7)), z = to_view<Space>(std::vector<double>(7));
  double const one = Semiring::template one<double>(), zero = Semiring::template zero<double>();
  spmv<Semiring>(exec, SpmvPlan(exec, A), one, A, x, zero, y);
  spmv<Semiring>(exec, SpmvPlan(exec, A, {.determinism = Determinism::space_to_space}), one, A, x, zero, z);
  exec.fence();
  EXPECT_TRUE(same_bits(to_vector(y), to_vector(z))) << Semiring::name;
}
TEST(SpmvFixedOrderSemirings, are_right) {
  expect_same_as_run_to_run<MinPlus>();
  expect_same_as_run_to_run<MaxTimes>();
  expect_same_as_run_to_run<OrAnd>();
}

contract::Operations const operations{contract::writes(
    "spmv_plan_space_to_space",
    [](contract::Data& d) { return SpmvPlan(d.exec, d.A, {.determinism = Determinism::space_to_space}); },
    [](contract::Data& d, auto& operand) { spmv(d.exec, operand, 1.0, d.A, d.x, 0.0, d.y); })};

}  // namespace spmv_fixed_order_test
