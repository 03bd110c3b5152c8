// SPDX-License-Identifier: Apache-2.0

#include <Araios/generate/stencil.hpp>
#include <Araios/triangular.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "support/contract.hpp"
#include "support/matrices.hpp"
#include "support/refusals.hpp"
#include "support/types.hpp"

namespace triangular_triangular_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Host = HostCsr<double, int, int>;

constexpr TriangularMethod exact_methods[] = {TriangularMethod::automatic, TriangularMethod::serial,
                                              TriangularMethod::one_block, TriangularMethod::levels,
                                              TriangularMethod::sync_free};

template <class T>
T times(T a, T b) {
  if constexpr (is_complex_v<T>)
    return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
  else
    return a * b;
}

template <class Scalar, class Ordinal, class Offset>
HostCsr<Scalar, Ordinal, Offset> transposed(HostCsr<Scalar, Ordinal, Offset> const& A, bool conjugate) {
  std::vector<std::vector<std::int64_t>> columns(A.num_cols);
  std::vector<std::vector<Scalar>> values(A.num_cols);
  for (std::int64_t i = 0; i < A.num_rows; ++i)
    for (auto p = A.row_map[i]; p < A.row_map[i + 1]; ++p) {
      columns[A.entries[p]].push_back(i);
      values[A.entries[p]].push_back(conjugate ? Impl::conjugate_of(A.values[p]) : A.values[p]);
    }
  auto B = from_rows<Scalar, Ordinal, Offset>(columns, A.num_rows);
  B.values.clear();
  for (auto const& row : values) B.values.insert(B.values.end(), row.begin(), row.end());
  return B;
}

/// The solve of the doc block, row after row.
template <class Scalar, class Ordinal, class Offset>
std::vector<Scalar> slow_solve(HostCsr<Scalar, Ordinal, Offset> A, TriangularOptions const& options,
                               std::vector<Scalar> const& b) {
  if (options.op != Op::none) A = transposed(A, options.op == Op::conjugate_transpose);
  bool const upper = (options.triangle == Triangle::upper) != (options.op != Op::none);
  std::int64_t const n = A.num_rows;
  std::vector<Scalar> x(b.size());
  for (std::int64_t q = 0; q < n; ++q) {
    std::int64_t const i = upper ? n - 1 - q : q;
    Scalar left = b[i], diagonal(0);
    for (auto p = A.row_map[i]; p < A.row_map[i + 1]; ++p)
      if (A.entries[p] == i) diagonal += A.values[p];
    std::int64_t const length = A.row_map[i + 1] - A.row_map[i];
    for (std::int64_t k = 0; k < length; ++k) {
      auto const p = upper ? A.row_map[i + 1] - 1 - k : A.row_map[i] + k;
      std::int64_t const j = A.entries[p];
      if (upper ? j > i : j < i) left = left - times(A.values[p], x[j]);
    }
    x[i] = options.diagonal == Diagonal::unit ? left : times(left, Impl::reciprocal(diagonal));
  }
  return x;
}

/// Entries in both triangles, in any order and with duplicates where `messy`, and a diagonal that dominates.
template <class Scalar, class Ordinal, class Offset>
HostCsr<Scalar, Ordinal, Offset> matrix_with_diagonal(std::int64_t n, double per_row, Rows kind, bool messy) {
  auto rows = random_rows(n, n, per_row, kind, messy, 3);
  for (std::int64_t i = 0; i < n; ++i) {
    rows[i].insert(rows[i].begin() + static_cast<std::ptrdiff_t>(rows[i].size() / 2), i);
    if (!messy) {
      std::sort(rows[i].begin(), rows[i].end());
      rows[i].erase(std::unique(rows[i].begin(), rows[i].end()), rows[i].end());
    }
  }
  auto A = from_rows<Scalar, Ordinal, Offset>(rows, n);
  std::mt19937 random(5);
  std::uniform_real_distribution<> number(-1, 1);
  for (std::int64_t i = 0; i < n; ++i)
    for (auto p = A.row_map[i]; p < A.row_map[i + 1]; ++p) {
      double const length = static_cast<double>(A.row_map[i + 1] - A.row_map[i]);
      double const value = A.entries[p] == i ? 1 + number(random) / 4 : number(random) / length;
      if constexpr (is_complex_v<Scalar>)
        A.values[p] = Scalar(value, number(random) / length);
      else
        A.values[p] = static_cast<Scalar>(value);
    }
  return A;
}

template <class Scalar>
std::vector<Scalar> some_vector(std::int64_t n, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<> number(-1, 1);
  std::vector<Scalar> x(static_cast<std::size_t>(n));
  for (auto& value : x) {
    if constexpr (is_complex_v<Scalar>)
      value = Scalar(number(random), number(random));
    else
      value = static_cast<Scalar>(number(random));
  }
  return x;
}

std::vector<TriangularOptions> all_triangles() {
  std::vector<TriangularOptions> all;
  for (auto const triangle : {Triangle::lower, Triangle::upper})
    for (auto const diagonal : {Diagonal::stored, Diagonal::unit})
      for (auto const op : {Op::none, Op::transpose, Op::conjugate_transpose})
        all.push_back({.triangle = triangle, .diagonal = diagonal, .op = op});
  return all;
}

template <class>
class Triangular : public testing::Test {};
TYPED_TEST_SUITE(Triangular, AllCases, CaseName);

TYPED_TEST(Triangular, has_the_bits_of_the_serial_solve_by_every_method) {
  using C = TypeParam;
  using Scalar = typename C::Scalar;
  using Ordinal = typename C::Ordinal;
  if constexpr (!is_pattern_v<Scalar>) {
    typename C::Exec const exec;
    std::vector<HostCsr<Scalar, Ordinal, typename C::Offset>> matrices;
    for (std::int64_t const n : {0, 1, 2, 3, 600})
      for (auto const kind : {Rows::uniform, Rows::few_long})
        for (bool const messy : {false, true})
          matrices.push_back(matrix_with_diagonal<Scalar, Ordinal, typename C::Offset>(n, 6, kind, messy));
    for (auto const& host : matrices) {
      auto const A = to_csr<typename C::Space>(host);
      auto const b = some_vector<Scalar>(host.num_rows, 1);
      auto const bs = to_view<typename C::Space>(b), x = to_view<typename C::Space>(b);
      for (auto options : all_triangles()) {
        auto const expected = slow_solve(host, options, b);
        for (auto const method : exact_methods) {
          options.method = method;
          TriangularPlan const plan(exec, A, options);
          triangular_solve(exec, plan, bs, x);
          ASSERT_TRUE(same_bits(to_vector(x), expected))
              << host.num_rows << " rows, upper: " << int(options.triangle) << ", unit: " << int(options.diagonal)
              << ", op " << int(options.op) << ", method " << int(method) << "; " << plan.reason();
        }
      }
    }
  }
}

contract::Operations const operations{contract::writes(
    "triangular_solve", [](contract::Data& d) { return TriangularPlan(d.exec, d.structured); },
    [](contract::Data& d, auto& plan) { triangular_solve(d.exec, plan, d.square_y, d.square_x); })};

}  // namespace triangular_triangular_test
