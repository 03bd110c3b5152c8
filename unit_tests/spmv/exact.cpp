// SPDX-License-Identifier: Apache-2.0
//
// Products of small whole numbers, in which nothing is rounded: every format must give every element exactly, in single
// precision and with complex numbers of single precision too. The bounds of other tests let a missing term of a long
// row pass where a type has few bits.

#include <Araios/convert.hpp>
#include <Araios/spmm.hpp>
#include <Araios/spmv.hpp>
#include <Araios/spmv_plan.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "support/contract.hpp"
#include "support/matrices.hpp"
#include "support/padded.hpp"
#include "support/spmv.hpp"

namespace spmv_exact_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

/// A whole number from -3 to 3, for complex types on both axes; never 0.
template <class T>
T whole(std::int64_t k) {
  Real<T> const parts[] = {1, -2, 3, -1, 2, -3, 1};
  if constexpr (is_complex_v<T>)
    return T(parts[k % 7], parts[(k / 3 + 2) % 7]);
  else
    return parts[k % 7];
}
template <class T>
std::vector<T> whole_vector(std::int64_t length, std::int64_t seed) {
  std::vector<T> x(length);
  for (std::int64_t i = 0; i < length; ++i) x[i] = whole<T>(i * i + seed);
  return x;
}

/// Square, sorted, cut by blocks of 2 x 2: every format takes them.
template <class T>
std::vector<Named<T, int, int>> matrices() {
  std::vector<Named<T, int, int>> all;
  auto const add = [&](std::string const& name, std::vector<std::vector<std::int64_t>> const& rows) {
    all.push_back({name, from_rows<T, int, int>(rows, static_cast<std::int64_t>(rows.size()))});
    auto& values = all.back().matrix.values;
    for (std::size_t p = 0; p < values.size(); ++p) values[p] = whole<T>(static_cast<std::int64_t>(p));
  };
  add("uniform", random_rows(600, 600, 9, Rows::uniform, false, 1));
  add("power law", random_rows(500, 500, 10, Rows::power_law, false, 2));
  auto rows = random_rows(1200, 1200, 3, Rows::uniform, false, 3);
  for (int const i : {0, 777, 778}) {
    rows[i].resize(1200);
    for (std::int64_t j = 0; j < 1200; ++j) rows[i][j] = j;
  }
  add("three dense rows", rows);
  return all;
}

/// alpha op(A) x + beta y, in numbers that hold it exactly.
template <class T>
std::vector<T> product(Op op, T alpha, HostCsr<T> const& A, std::vector<T> const& x, T beta, std::vector<T> const& y) {
  auto const wide = reference_spmv(op, alpha, A, x, beta, y).y;
  std::vector<T> result;
  for (auto const& value : wide) {
    if constexpr (is_complex_v<T>)
      result.push_back(T(static_cast<Real<T>>(value.real()), static_cast<Real<T>>(value.imag())));
    else
      result.push_back(static_cast<T>(value));
  }
  return result;
}

/// `multiply(op, alpha, x, beta, y)` against that, for all ops, overwriting and adding.
template <class T, class Multiply>
void check_products(HostCsr<T> const& host, std::string const& name, Multiply const& multiply) {
  for (auto const op : {Op::none, Op::transpose, Op::conjugate_transpose})
    for (T const beta : {T(0), T(2)}) {
      T const alpha = whole<T>(2);
      auto const x = whole_vector<T>(host.num_rows, 1);
      auto y = whole_vector<T>(host.num_rows, 2);
      if (beta == T(0)) std::fill(y.begin(), y.end(), T(std::numeric_limits<Real<T>>::quiet_NaN()));
      auto const y_view = to_view<Space>(y);
      multiply(op, alpha, to_view<Space>(x), beta, y_view);
      ASSERT_EQ(to_vector(y_view), product(op, alpha, host, x, beta, y))
          << name << ", op " << static_cast<int>(op) << ", beta " << std::abs(exact(beta));
    }
}

template <Format format, class T>
void check_format() {
  Exec const exec;
  for (auto const& [name, host] : matrices<T>()) {
    ConversionOptions<format, decltype(to_csr<Space>(host))> options;
    if constexpr (requires { options.limits; }) options.limits = no_limits;
    auto const A = convert<format>(exec, to_csr<Space>(host), options);
    check_products(host, Araios::name(format) + std::string(" of ") + name,
                   [&](Op op, T alpha, auto const& x, T beta, auto const& y) {
                     spmv(exec, alpha, A, x, beta, y, {.op = op});
                     exec.fence();
                   });
    auto const back = convert<Format::csr>(exec, A);
    exec.fence();
    EXPECT_TRUE(same_bits(to_host(back), host)) << name;
  }
}

template <class T>
struct SpmvExact : testing::Test {};
#if defined ARAIOS_TESTS_FEW_TYPES
using Types = testing::Types<Kokkos::complex<float>>;
#elif defined ARAIOS_TESTS_OTHER_TYPES
using Types = testing::Types<float>;
#else
using Types = testing::Types<float, Kokkos::complex<float>>;
#endif
TYPED_TEST_SUITE(SpmvExact, Types);

TYPED_TEST(SpmvExact, csr) { check_format<Format::csr, TypeParam>(); }
TYPED_TEST(SpmvExact, csc) { check_format<Format::csc, TypeParam>(); }
TYPED_TEST(SpmvExact, coo) { check_format<Format::coo, TypeParam>(); }
TYPED_TEST(SpmvExact, ell) { check_format<Format::ell, TypeParam>(); }
TYPED_TEST(SpmvExact, hyb) { check_format<Format::hyb, TypeParam>(); }
TYPED_TEST(SpmvExact, sell) { check_format<Format::sell, TypeParam>(); }
TYPED_TEST(SpmvExact, jds) { check_format<Format::jds, TypeParam>(); }
TYPED_TEST(SpmvExact, dia) { check_format<Format::dia, TypeParam>(); }
TYPED_TEST(SpmvExact, dia_csr) { check_format<Format::dia_csr, TypeParam>(); }
TYPED_TEST(SpmvExact, bsr) { check_format<Format::bsr, TypeParam>(); }
TYPED_TEST(SpmvExact, packet) { check_format<Format::packet, TypeParam>(); }
TYPED_TEST(SpmvExact, dok) { check_format<Format::dok, TypeParam>(); }
TYPED_TEST(SpmvExact, hypersparse) { check_format<Format::hypersparse, TypeParam>(); }

TYPED_TEST(SpmvExact, plans_by_rows_and_by_tiles) {
  using T = TypeParam;
  Exec const exec;
  for (auto const& [name, host] : matrices<T>()) {
    auto const A = to_csr<Space>(host);
    for (auto const method : {SpmvMethod::rows, SpmvMethod::merge})
      check_products(host, name, [&](Op op, T alpha, auto const& x, T beta, auto const& y) {
        spmv(exec, SpmvPlan(exec, A, {.op = op, .method = method}), alpha, A, x, beta, y);
        exec.fence();
      });
  }
}

TYPED_TEST(SpmvExact, five_columns) {
  using T = TypeParam;
  using Columns = Kokkos::View<T**, Kokkos::LayoutRight, Space>;
  Exec const exec;
  for (auto const& [name, host] : matrices<T>())
    check_products(host, name, [&, A = to_csr<Space>(host)](Op op, T alpha, auto const& x, T beta, auto const& y) {
      Columns const X("X", x.extent(0), 5), Y("Y", y.extent(0), 5);
      for (int c = 0; c < 5; ++c) {
        Kokkos::deep_copy(Kokkos::subview(X, Kokkos::ALL, c), x);
        Kokkos::deep_copy(Kokkos::subview(Y, Kokkos::ALL, c), y);
      }
      spmm(exec, alpha, A, X, beta, Y, {.op = op});
      exec.fence();
      Kokkos::deep_copy(y, Kokkos::subview(Y, Kokkos::ALL, 4));
    });
}

contract::Operations const operations{
    contract::writes(
        "spmv_dia", [](contract::Data& d) { return convert<Format::dia>(d.exec, d.structured, {}, d.workspace); },
        [](contract::Data& d, auto& operand) {
          spmv(d.exec, 2.0, operand, d.square_x, 0.5, d.square_y, {.op = Op::none}, d.workspace);
        },
        {.rows = contract::Refuses::duplicates}),
    contract::writes(
        "spmv_dia_transposed",
        [](contract::Data& d) { return convert<Format::dia>(d.exec, d.structured, {}, d.workspace); },
        [](contract::Data& d, auto& operand) {
          spmv(d.exec, 2.0, operand, d.square_x, 0.5, d.square_y, {.op = Op::transpose}, d.workspace);
        },
        {.rows = contract::Refuses::duplicates}),
    contract::writes(
        "spmv_dia_csr",
        [](contract::Data& d) { return convert<Format::dia_csr>(d.exec, d.structured, {}, d.workspace); },
        [](contract::Data& d, auto& operand) {
          spmv(d.exec, 2.0, operand, d.square_x, 0.5, d.square_y, {.op = Op::none}, d.workspace);
        },
        {.rows = contract::Refuses::duplicates}),
    contract::writes(
        "spmv_dia_csr_transposed",
        [](contract::Data& d) { return convert<Format::dia_csr>(d.exec, d.structured, {}, d.workspace); },
        [](contract::Data& d, auto& operand) {
          spmv(d.exec, 2.0, operand, d.square_x, 0.5, d.square_y, {.op = Op::transpose}, d.workspace);
        },
        {.rows = contract::Refuses::duplicates}),
    contract::writes(
        "spmv_bsr",
        [](contract::Data& d) {
          return convert<Format::bsr>(d.exec, d.structured, {.block_rows = 3, .block_cols = 3, .limits = {}},
                                      d.workspace);
        },
        [](contract::Data& d, auto& operand) {
          spmv(d.exec, 2.0, operand, d.square_x, 0.5, d.square_y, {.op = Op::none}, d.workspace);
        }),
    contract::writes(
        "spmv_bsr_transposed",
        [](contract::Data& d) {
          return convert<Format::bsr>(d.exec, d.structured, {.block_rows = 3, .block_cols = 3, .limits = {}},
                                      d.workspace);
        },
        [](contract::Data& d, auto& operand) {
          spmv(d.exec, 2.0, operand, d.square_x, 0.5, d.square_y, {.op = Op::transpose}, d.workspace);
        })};

}  // namespace spmv_exact_test
