// SPDX-License-Identifier: Apache-2.0

#include <Araios/convert.hpp>
#include <Araios/gauss_seidel.hpp>
#include <Araios/generate/stencil.hpp>
#include <Araios/io/matrix_market.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "support/contract.hpp"
#include "support/data_dir.hpp"
#include "support/matrices.hpp"
#include "support/refusals.hpp"
#include "support/scale.hpp"
#include "support/types.hpp"

namespace gauss_seidel_gauss_seidel_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Host = HostCsr<double, int, int>;

template <class T>
T times(T a, T b) {
  if constexpr (is_complex_v<T>)
    return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
  else
    return a * b;
}

template <class Scalar, class Ordinal, class Offset>
Scalar diagonal_of(HostCsr<Scalar, Ordinal, Offset> const& A, std::int64_t i) {
  Scalar sum(0);
  for (auto p = A.row_map[i]; p < A.row_map[i + 1]; ++p)
    if (A.entries[p] == i) sum += A.values[p];
  return sum;
}

/// The sweep of the doc block, one row after the other, with the inverses that the plan has.
template <class Scalar, class Ordinal, class Offset>
void slow_sweep(HostCsr<Scalar, Ordinal, Offset> const& A, std::vector<Ordinal> order, Sweep sweep, double omega,
                std::vector<Scalar> const& b, std::vector<Scalar>& x) {
  auto const run = [&] {
    for (auto const i : order) {
      Scalar left = b[i];
      for (auto p = A.row_map[i]; p < A.row_map[i + 1]; ++p)
        if (A.entries[p] != i) left = left - times(A.values[p], x[A.entries[p]]);
      Scalar const solved = times(left, Impl::reciprocal(diagonal_of(A, i)));
      using Real = Impl::RealPartOf<Scalar>;
      auto const part = static_cast<Real>(omega);
      if constexpr (is_complex_v<Scalar>)
        x[i] = omega == 1 ? solved : x[i] + Scalar((solved - x[i]).real() * part, (solved - x[i]).imag() * part);
      else
        x[i] = omega == 1 ? solved : x[i] + (solved - x[i]) * part;
    }
  };
  if (sweep != Sweep::backward) run();
  if (sweep == Sweep::forward) return;
  std::reverse(order.begin(), order.end());
  run();
}

/// A matrix with entries in both directions or one, duplicates where `messy`, and a diagonal that dominates.
template <class Scalar, class Ordinal, class Offset>
HostCsr<Scalar, Ordinal, Offset> matrix_with_diagonal(std::int64_t n, double per_row, Rows kind, bool messy) {
  return Araios::test::matrix_with_diagonal<Scalar, Ordinal, Offset>(
      n, per_row, kind, messy, [](double length, double number) { return 2 * length + number; },
      [](double, double number) { return number; });
}

template <class>
class GaussSeidel : public testing::Test {};
TYPED_TEST_SUITE(GaussSeidel, AllCases, CaseName);

TYPED_TEST(GaussSeidel, has_the_bits_of_the_serial_sweep) {
  using C = TypeParam;
  using Scalar = typename C::Scalar;
  using Ordinal = typename C::Ordinal;
  if constexpr (!is_pattern_v<Scalar>) {
    typename C::Exec const exec;
    std::vector<HostCsr<Scalar, Ordinal, typename C::Offset>> matrices;
    for (std::int64_t const n : {0, 1, 2, 3, 700})
      for (auto const kind : {Rows::uniform, Rows::power_law})
        for (bool const messy : {false, true})
          matrices.push_back(matrix_with_diagonal<Scalar, Ordinal, typename C::Offset>(n, 6, kind, messy));
    for (auto const& A : matrices)
      for (auto const sweep : {Sweep::forward, Sweep::backward, Sweep::symmetric})
        for (double const omega : {1.0, 1.3, 0.5}) {
          GaussSeidelPlan const plan(exec, to_csr<typename C::Space>(A), {.sweep = sweep, .omega = omega});
          EXPECT_EQ(plan.omega(), static_cast<Impl::RealPartOf<Scalar>>(omega));
          EXPECT_EQ(plan.sweep(), sweep);
          auto const order = to_vector(plan.coloring().rows);
          auto const b = some_vector<Scalar>(A.num_rows, 1);
          auto expected = some_vector<Scalar>(A.num_rows, 2);
          auto const x = to_view<typename C::Space>(expected), bs = to_view<typename C::Space>(b);
          for (int times = 0; times < 3; ++times) {
            slow_sweep(A, order, sweep, omega, b, expected);
            gauss_seidel(exec, plan, bs, x);
            ASSERT_TRUE(same_bits(to_vector(x), expected)) << A.num_rows << " rows, sweep " << int(sweep);
          }
          std::fill(expected.begin(), expected.end(), Scalar(0));
          slow_sweep(A, order, sweep, omega, b, expected);
          plan.apply(exec, bs, x);
          ASSERT_TRUE(same_bits(to_vector(x), expected)) << "from zero";
        }
  }
}

TEST(GaussSeidelUpdate, takes_new_values) {
  Exec const exec;
  auto host = matrix_with_diagonal<double, int, int>(300, 5, Rows::uniform, false);
  auto const A = to_csr<Space>(host);
  GaussSeidelPlan plan(exec, A);
  for (double& value : host.values) value *= 3;
  auto const values = to_view<Space>(host.values);
  plan.update(exec, CsrMatrix<double, int, int, Space>(300, 300, A.row_map, A.entries, values));
  auto const b = some_vector<double>(300, 1);
  Kokkos::View<double*, Space> const x("x", 300);
  gauss_seidel(exec, plan, to_view<Space>(b), x);
  std::vector<double> expected(300);
  slow_sweep(host, to_vector(plan.coloring().rows), Sweep::symmetric, 1, b, expected);
  EXPECT_TRUE(same_bits(to_vector(x), expected));
  EXPECT_EQ(plan.bytes(), 300 * (8 + 4 + 4) + 4 * (plan.coloring().num_colors + 1));
}

// A plan whose update failed gives NaN in the faulty row, until another update; one that was moved from is a copy.
TEST(GaussSeidelUpdate, that_fails_leaves_nan) {
  Exec const exec;
  auto const A = to_csr<Space>(Host{2, 2, {0, 1, 2}, {0, 1}, {2, 4}});
  GaussSeidelPlan plan(exec, A);
  auto const swept = [&](auto const& by) {
    Kokkos::View<double*, Space> const x("x", 2);
    gauss_seidel(exec, by, to_view<Space>(std::vector<double>{2, 4}), x);
    return to_vector(x);
  };
  CsrMatrix<double, int, int, Space> const faulty(2, 2, A.row_map, A.entries,
                                                  to_view<Space>(std::vector<double>{2, 0}));
  EXPECT_EQ(refusal([&] { plan.update(exec, faulty); }),
            "Araios::GaussSeidelPlan::update: the diagonal entry of row 1 is 0, or its reciprocal overflows");
  EXPECT_EQ(swept(plan)[0], 1);
  EXPECT_TRUE(std::isnan(swept(plan)[1]));
  plan.update(exec, A);
  auto const moved = std::move(plan);
  EXPECT_EQ(swept(plan), (std::vector<double>{1, 1}));  // NOLINT(bugprone-use-after-move)
  EXPECT_EQ(swept(moved), (std::vector<double>{1, 1}));
}

/// Iterations of conjugate gradients until ||r|| <= 1e-8 ||b||, for b = 1 and x = 0; precondition(r) is z.
template <class Precondition>
int iterations(Host const& A, Precondition const& precondition) {
  auto const n = static_cast<std::size_t>(A.num_rows);
  auto const dot = [&](std::vector<double> const& a, std::vector<double> const& b) {
    double sum = 0;
    for (std::size_t i = 0; i < n; ++i) sum += a[i] * b[i];
    return sum;
  };
  std::vector<double> r(n, 1), q(n), z = precondition(r), p = z;
  double const bound = 1e-8 * std::sqrt(dot(r, r));
  double rho = dot(r, z);
  int steps = 0;
  for (; steps < 2000 && std::sqrt(dot(r, r)) > bound; ++steps) {
    for (std::size_t i = 0; i < n; ++i) {
      q[i] = 0;
      for (int e = A.row_map[i]; e < A.row_map[i + 1]; ++e) q[i] += A.values[e] * p[A.entries[e]];
    }
    double const alpha = rho / dot(p, q);
    for (std::size_t i = 0; i < n; ++i) r[i] -= alpha * q[i];
    z = precondition(r);
    double const before = std::exchange(rho, dot(r, z));
    for (std::size_t i = 0; i < n; ++i) p[i] = z[i] + rho / before * p[i];
  }
  return steps;
}

/// The rows in the order of greedy colours, which are chosen in the order of the indices; A is symmetric.
std::vector<int> greedy_order(Host const& A) {
  std::vector<int> colors(A.num_rows, -1), order(A.num_rows);
  for (std::int64_t i = 0; i < A.num_rows; ++i) {
    std::set<int> taken;
    for (int p = A.row_map[i]; p < A.row_map[i + 1]; ++p) taken.insert(colors[A.entries[p]]);
    int color = 0;
    while (taken.contains(color)) ++color;
    colors[i] = color;
  }
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int i, int j) { return colors[i] < colors[j]; });
  return order;
}

/// greedy: by serial sweeps in the order of greedy colours, a number that a program in NumPy found, too. plan: in the
/// order of the colours that a plan has by default.
void expect_iterations(std::string const& name, Host const& A, int greedy, int plan) {
  auto const expect = [&](int steps, int known) {
    EXPECT_LE(std::abs(steps - known), std::max(1.0, 0.02 * known)) << name << ": " << steps << ", known: " << known;
  };
  std::vector<int> const order = greedy_order(A);
  expect(iterations(A,
                    [&](std::vector<double> const& r) {
                      std::vector<double> z(r.size());
                      slow_sweep(A, order, Sweep::symmetric, 1, r, z);
                      return z;
                    }),
         greedy);
  Exec const exec;
  GaussSeidelPlan const sweeps(exec, to_csr<Space>(A));
  expect(iterations(A,
                    [&](std::vector<double> const& r) {
                      Kokkos::View<double*, Space> const z("z", r.size());
                      sweeps.apply(exec, to_view<Space>(r), z);
                      return to_vector(z);
                    }),
         plan);
}

TEST(GaussSeidelPreconditioner, needs_the_known_iterations_on_grids) {
  Exec const exec;
  expect_iterations("7pt:16", to_host(stencil_matrix<double>(exec, {.nx = 16, .ny = 16, .nz = 16})), 20, 20);
  if (is_small_scale()) return;
  expect_iterations("5pt:300", to_host(stencil_matrix<double>(exec, {.nx = 300, .ny = 300})), 276, 276);
  expect_iterations("7pt:64", to_host(stencil_matrix<double>(exec, {.nx = 64, .ny = 64, .nz = 64})), 81, 81);
}

TEST(GaussSeidelPreconditioner, needs_the_known_iterations_on_real_matrices) {
  struct Known {
    std::string name;
    int greedy, plan;
  };
  int compared = 0;
  for (auto const& [name, greedy, plan] :
       {Known{"bcsstk01", 27, 27}, Known{"1138_bus", 519, 519}, Known{"gr_900_900_crg", 31, 31},
        Known{"bcsstk16", 80, 84}, Known{"ginkgo_lap3d_40", 51, 51}}) {
    auto const file = data_file("matrices/" + name + ".mtx.gz");
    if (!file) continue;
    auto const coo = read_matrix_market<double, int, int>(*file);
    expect_iterations(name, to_host(convert<Format::csr>(Kokkos::DefaultHostExecutionSpace(), coo)), greedy, plan);
    ++compared;
  }
  if (compared == 0) GTEST_SKIP() << no_data("matrices/bcsstk16.mtx.gz");
}

TEST(GaussSeidelOfSpecialValues, passes_nan_to_neighbours_alone) {
  Exec const exec;
  // 0 - 1 - 2 and 3: a NaN in b(0) reaches what is connected with row 0.
  auto host = from_rows<double, int, int>({{0, 1}, {0, 1, 2}, {1, 2}, {3}}, 4);
  host.values = {4, 1, 1, 4, 1, 1, 4, 2};
  GaussSeidelPlan const plan(exec, to_csr<Space>(host));
  std::vector<double> const b{std::numeric_limits<double>::quiet_NaN(), 1, 1, 1};
  Kokkos::View<double*, Space> const x("x", 4);
  gauss_seidel(exec, plan, to_view<Space>(b), x);
  auto const found = to_vector(x);
  EXPECT_TRUE(std::isnan(found[0]) && std::isnan(found[1]));
  EXPECT_EQ(found[3], 0.5);
}

TEST(GaussSeidelRefusals, name_what_is_wrong) {
  Exec const exec;
  auto const plan_of = [&](std::vector<std::vector<std::int64_t>> const& rows, std::vector<double> const& values,
                           GaussSeidelOptions const& options = {}, std::int64_t columns = 3) {
    auto host = from_rows<double, int, int>(rows, columns);
    host.values = values;
    return GaussSeidelPlan(exec, to_csr<Space>(host), options);
  };
  std::vector<std::vector<std::int64_t>> const rows{{0, 1}, {0, 1}, {2}};
  std::vector<double> const values{2, 1, 1, 2, 2};
  std::string const name = "Araios::GaussSeidelPlan: ";
  EXPECT_EQ(refusal([&] { plan_of({{0}, {0}, {1}}, {1, 1, 1}); }), name + "no diagonal entry in row 1");
  for (double const small : {0.0, 1e-310, -5e-324})
    EXPECT_EQ(refusal([&] { plan_of({{0}, {1}, {1}}, {1, small, 1}); }),
              name + "the diagonal entry of row 1 is 0, or its reciprocal overflows");
  EXPECT_EQ(refusal([&] { plan_of({{0, 0}, {}, {2}}, {1, -1, 1}); }),
            name + "the diagonal entry of row 0 is 0, or its reciprocal overflows");
  EXPECT_EQ(refusal([&] { plan_of(rows, values, {}, 4); }), name + "the matrix must be square (3 x 4)");
  EXPECT_EQ(refusal([&] { plan_of(rows, values, {.omega = 2}); }), name + "omega is 2; it must be between 0 and 2");
  EXPECT_EQ(refusal([&] { plan_of(rows, values, {.omega = std::nan("")}); }).rfind(name + "omega is ", 0), 0u);
  EXPECT_EQ(refusal([&] { plan_of(rows, values, {.coloring = {.distance = 2}}); }),
            name + "distance is 2; it must be 1: neighbours of neighbours may have one colour");
  EXPECT_EQ(refusal([&] { plan_of(rows, values, {.sweep = static_cast<Sweep>(3)}); }),
            name + "Sweep has no enumerator 3");

  auto plan = plan_of(rows, values);
  Kokkos::View<double*, Space> const b("b", 3), x("x", 3), longer("longer", 4), none(nullptr, 3);
  EXPECT_EQ(refusal([&] { gauss_seidel(exec, plan, longer, x); }),
            "Araios::gauss_seidel: length of b, rows of A (4 != 3)");
  EXPECT_EQ(refusal([&] { gauss_seidel(exec, plan, b, longer); }),
            "Araios::gauss_seidel: length of x, rows of A (4 != 3)");
  EXPECT_NE(refusal([&] { gauss_seidel(exec, plan, b, b); }).find("x and b are the same array"), std::string::npos);
  EXPECT_NE(refusal([&] { plan.apply(exec, none, x); }).find("r: the pointer is null"), std::string::npos);
  EXPECT_EQ(refusal([&] { plan.update(exec, to_csr<Space>(from_rows<double, int, int>(rows, 3))); }),
            "Araios::GaussSeidelPlan::update: row_map and entries of A are not the arrays that the plan was made of");
  auto const& A = plan.matrix();
  EXPECT_EQ(refusal([&] {
              plan.update(exec, CsrMatrix<double, int, int, Space>(3, 3, A.row_map, A.entries,
                                                                   Kokkos::View<double*, Space>("zeros", 5)));
            }),
            "Araios::GaussSeidelPlan::update: the diagonal entry of row 0 is 0, or its reciprocal overflows");
}

contract::Operations const operations{contract::writes(
    "gauss_seidel", [](contract::Data& d) { return GaussSeidelPlan(d.exec, d.structured); },
    [](contract::Data& d, auto& plan) { gauss_seidel(d.exec, plan, d.square_y, d.square_x); })};

}  // namespace gauss_seidel_gauss_seidel_test
