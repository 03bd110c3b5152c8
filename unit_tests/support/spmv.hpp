// SPDX-License-Identifier: Apache-2.0
//
// Products of matrices with vectors by definition, in long double, and the check that every format goes through.
//
//     check_spmv(exec, host, A, "ELL of " + name);       // A holds the entries of `host` in any format
//     check_semirings(exec, host, A, "ELL of " + name);  // exact: small integers

#pragma once

#include <Araios/spmv.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

#include "support/matrices.hpp"

namespace Araios::test {

namespace detail {
template <class T>
struct RealOf {
  using type = T;
};
template <class T>
struct RealOf<Kokkos::complex<T>> {
  using type = T;
};
}  // namespace detail
template <class T>
using Real = typename detail::RealOf<T>::type;

/// A value as the reference computes with it; a Pattern is one.
using Exact = std::complex<long double>;
template <class T>
using ExactOf = std::conditional_t<is_complex_v<T>, Exact, long double>;
template <class T>
ExactOf<T> exact(T const& value) {
  if constexpr (is_pattern_v<T>)
    return 1;
  else if constexpr (is_complex_v<T>)
    return Exact(value.real(), value.imag());
  else
    return static_cast<long double>(value);
}

/// Numbers in [-1, 1] with all their bits in use, another sequence for each seed.
template <class T>
std::vector<T> test_vector(std::int64_t length, unsigned seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<Real<T>> draw(-1, 1);
  std::vector<T> x(length);
  for (auto& value : x) {
    if constexpr (is_complex_v<T>)
      value = T(draw(random), draw(random));
    else
      value = draw(random);
  }
  return x;
}

/// alpha op(A) x + beta y by definition, and how far from it a product may be: gamma_k (|alpha| |op(A)| |x| + |beta|
/// |y|) for k additions and the multiplications around them; a complex operation is up to four real ones.
template <class T>
struct Product {
  std::vector<ExactOf<T>> y;
  std::vector<long double> bound;
};
template <class T, class Scalar, class Ordinal, class Offset>
Product<T> reference_spmv(Op op, T alpha, HostCsr<Scalar, Ordinal, Offset> const& A, std::vector<T> const& x, T beta,
                          std::vector<T> const& y) {
  using Number = ExactOf<T>;
  Product<T> result;
  std::vector<Number> sum(y.size());
  std::vector<long double> size(y.size());
  std::vector<std::int64_t> count(y.size());
  for (std::int64_t i = 0; i < A.num_rows; ++i)
    for (Offset p = A.row_map[i]; p < A.row_map[i + 1]; ++p) {
      Number a = exact(A.values[p]);
      if constexpr (is_complex_v<T>)
        if (op == Op::conjugate_transpose) a = std::conj(a);
      auto const to = op == Op::none ? i : static_cast<std::int64_t>(A.entries[p]);
      auto const from = op == Op::none ? static_cast<std::int64_t>(A.entries[p]) : i;
      Number const term = a * exact(x[from]);
      sum[to] += term;
      size[to] += std::abs(term);
      ++count[to];
    }
  long double const unit = std::numeric_limits<Real<T>>::epsilon();
  for (std::size_t i = 0; i < y.size(); ++i) {
    bool const reads_y = beta != T(0);
    result.y.push_back(exact(alpha) * sum[i] + (reads_y ? exact(beta) * exact(y[i]) : Number(0)));
    long double const all = std::abs(exact(alpha)) * size[i] + (reads_y ? std::abs(exact(beta) * exact(y[i])) : 0);
    long double const k = static_cast<long double>(is_complex_v<T> ? 4 : 1) * (count[i] + 4);
    result.bound.push_back(k * unit / (1 - k * unit) * all);
  }
  return result;
}

/// Each element of a product is within its bound.
template <class T>
void check_product(std::vector<T> const& result, Product<T> const& expected, std::string const& name) {
  ASSERT_EQ(result.size(), expected.y.size()) << name;
  for (std::size_t i = 0; i < result.size(); ++i)
    ASSERT_TRUE(std::abs(exact(result[i]) - expected.y[i]) <= expected.bound[i])
        << name << ": y(" << i << ") = " << exact(result[i]) << ", not " << expected.y[i] << " within "
        << expected.bound[i];
}

/// What spmv makes of a matrix in any format, against the definition: op none, transposed and conjugate transposed,
/// with beta of 0 over NaN, with alpha of 0 over NaN in x, and with both in use. `T` is the type of the vectors.
template <class T, class Exec, class Scalar, class Ordinal, class Offset, class Matrix>
void check_spmv_in(Exec const& exec, HostCsr<Scalar, Ordinal, Offset> const& host, Matrix const& A,
                   std::string const& name, SpmvMethod method = SpmvMethod::automatic) {
  using Space = typename Exec::memory_space;
  T const nan = std::numeric_limits<Real<T>>::quiet_NaN();
  T second = T(-1.5);
  if constexpr (is_complex_v<T>) second = T(-1.5, 0.75);
  struct Factors {
    T alpha, beta;
  };
  for (auto const op : {Op::none, Op::transpose, Op::conjugate_transpose})
    for (auto const& [alpha, beta] : {Factors{T(1), T(0)}, Factors{second, T(0.5)}, Factors{T(0), T(2)}}) {
      std::int64_t const length = op == Op::none ? host.num_rows : host.num_cols;
      auto x = test_vector<T>(op == Op::none ? host.num_cols : host.num_rows, 3);
      auto y = test_vector<T>(length, 4);
      if (beta == T(0)) std::fill(y.begin(), y.end(), nan);
      auto const expected = reference_spmv(op, alpha, host, x, beta, y);
      if (alpha == T(0)) std::fill(x.begin(), x.end(), nan);
      auto const y_view = to_view<Space>(y);
      spmv(exec, alpha, A, to_view<Space>(x), beta, y_view, {.op = op, .method = method});
      exec.fence();
      std::ostringstream what;
      what << name << ", op " << static_cast<int>(op) << ", alpha " << std::abs(exact(alpha)) << ", beta "
           << std::abs(exact(beta));
      check_product(to_vector(y_view), expected, what.str());
      if (testing::Test::HasFatalFailure()) return;
    }
}

/// The same with vectors of the type of the matrix; of double for a Pattern.
template <class Exec, class Scalar, class Ordinal, class Offset, class Matrix>
void check_spmv(Exec const& exec, HostCsr<Scalar, Ordinal, Offset> const& host, Matrix const& A,
                std::string const& name, SpmvMethod method = SpmvMethod::automatic) {
  using T = std::conditional_t<is_pattern_v<Scalar>, double, Scalar>;
  check_spmv_in<T>(exec, host, A, name, method);
}

/// One semiring on small integers, where nothing is rounded: every bit must be right, transposed products included.
template <SemiringType Semiring, class T, class Exec, class Scalar, class Ordinal, class Offset, class Matrix>
void check_semiring(Exec const& exec, HostCsr<Scalar, Ordinal, Offset> const& host, Matrix const& A,
                    std::string const& name, SpmvMethod method = SpmvMethod::automatic) {
  using Space = typename Exec::memory_space;
  T const zero = Semiring::template zero<T>();
  for (auto const op : {Op::none, Op::transpose})
    for (T const beta : {zero, T(2)}) {
      std::int64_t const length = op == Op::none ? host.num_rows : host.num_cols;
      std::vector<T> x(op == Op::none ? host.num_cols : host.num_rows), y(length);
      for (std::size_t j = 0; j < x.size(); ++j) x[j] = j % 11 == 5 ? zero : static_cast<T>(j % 7);
      for (std::size_t i = 0; i < y.size(); ++i) y[i] = static_cast<T>(i % 5);
      T const alpha = 3;
      std::vector<T> sum(length, zero);
      for (std::int64_t i = 0; i < host.num_rows; ++i)
        for (Offset p = host.row_map[i]; p < host.row_map[i + 1]; ++p) {
          std::int64_t const j = host.entries[p];
          T a = Semiring::template one<T>();
          if constexpr (!is_pattern_v<Scalar>) a = static_cast<T>(host.values[p]);
          auto& to = sum[op == Op::none ? i : j];
          to = Semiring::add(to, Semiring::multiply(a, x[op == Op::none ? j : i]));
        }
      for (std::int64_t i = 0; i < length; ++i) {
        sum[i] = Semiring::multiply(alpha, sum[i]);
        if (beta != zero) sum[i] = Semiring::add(sum[i], Semiring::multiply(beta, y[i]));
      }
      auto const y_view = to_view<Space>(y);
      spmv<Semiring>(exec, alpha, A, to_view<Space>(x), beta, y_view, {.op = op, .method = method});
      exec.fence();
      ASSERT_EQ(to_vector(y_view), sum) << Semiring::name << " of " << name << ", op " << static_cast<int>(op);
    }
}
template <class Exec, class Scalar, class Ordinal, class Offset, class Matrix>
void check_semirings(Exec const& exec, HostCsr<Scalar, Ordinal, Offset> const& host, Matrix const& A,
                     std::string const& name, SpmvMethod method = SpmvMethod::automatic) {
  check_semiring<MinPlus, double>(exec, host, A, name, method);
  check_semiring<MaxTimes, double>(exec, host, A, name, method);
  check_semiring<OrAnd, double>(exec, host, A, name, method);
}

}  // namespace Araios::test
