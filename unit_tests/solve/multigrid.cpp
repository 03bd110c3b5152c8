// SPDX-License-Identifier: Apache-2.0

#include <Araios/generate.hpp>
#include <Araios/multigrid.hpp>
#include <Araios/solve.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "support/contract.hpp"
#include "support/fingerprint.hpp"
#include "support/matrices.hpp"
#include "support/refusals.hpp"
#include "support/scale.hpp"

namespace solve_multigrid_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Doubles = Kokkos::View<double*, Space>;
template <class T>
using Csr = CsrMatrix<T, int, int, Space>;
using Numbers = std::vector<double>;

constexpr MultigridSmoother smoothers[] = {MultigridSmoother::jacobi, MultigridSmoother::chebyshev,
                                           MultigridSmoother::gauss_seidel};
char const* name_of(MultigridSmoother smoother) {
  char const* const names[] = {"Jacobi", "Chebyshev", "Gauss-Seidel"};
  return names[static_cast<int>(smoother)];
}

/// A matrix of maps from columns to values.
struct Slow {
  int cols = 0;
  std::vector<std::map<int, double>> rows = {};
  int num_rows() const { return static_cast<int>(rows.size()); }
};
Slow multiply(Slow const& A, Slow const& B) {
  Slow C{B.cols, std::vector<std::map<int, double>>(A.rows.size())};
  for (std::size_t i = 0; i < A.rows.size(); ++i)
    for (auto const& [k, a] : A.rows[i])
      for (auto const& [j, b] : B.rows[static_cast<std::size_t>(k)]) C.rows[i][j] += a * b;
  return C;
}
Slow transpose(Slow const& A) {
  Slow B{A.num_rows(), std::vector<std::map<int, double>>(static_cast<std::size_t>(A.cols))};
  for (int i = 0; i < A.num_rows(); ++i)
    for (auto const& [j, a] : A.rows[static_cast<std::size_t>(i)]) B.rows[static_cast<std::size_t>(j)][i] = a;
  return B;
}
Slow kronecker(Slow const& A, Slow const& B) {
  Slow C{A.cols * B.cols, {}};
  for (auto const& a : A.rows)
    for (auto const& b : B.rows) {
      auto& row = C.rows.emplace_back();
      for (auto const& [i, x] : a)
        for (auto const& [j, y] : b) row[i * B.cols + j] = x * y;
    }
  return C;
}
Slow tridiagonal(int n, double outer, double inner) {
  Slow A{n, std::vector<std::map<int, double>>(static_cast<std::size_t>(n))};
  for (int i = 0; i < n; ++i)
    for (int const j : {i - 1, i, i + 1})
      if (j >= 0 && j < n && (j == i || outer != 0)) A.rows[static_cast<std::size_t>(i)][j] = j == i ? inner : outer;
  return A;
}
/// Linear interpolation from n to 2 n + 1 points.
Slow interpolation(int n) {
  Slow P{n, std::vector<std::map<int, double>>(static_cast<std::size_t>(2 * n + 1))};
  for (int j = 0; j < n; ++j)
    for (int const d : {-1, 0, 1}) P.rows[static_cast<std::size_t>(2 * j + 1 + d)][j] = d == 0 ? 1 : 0.5;
  return P;
}
template <class T = double>
Csr<T> to_csr_of(Slow const& A) {
  HostCsr<T, int, int> B;
  B.num_rows = A.num_rows();
  B.num_cols = A.cols;
  for (auto const& row : A.rows) {
    for (auto const& [j, a] : row) {
      B.entries.push_back(j);
      B.values.push_back(T(static_cast<Impl::RealPartOf<T>>(a)));
    }
    B.row_map.push_back(static_cast<int>(B.entries.size()));
  }
  return to_csr<Space>(B);
}

/// Poisson's equation on a line of `points`, or on a square of as many each way, and coarser ones, to at most 3.
struct SlowHierarchy {
  std::vector<Slow> A, P;
  SlowHierarchy(int points, int dimensions, int max_levels = 20) {
    Slow const line = tridiagonal(points, -1, 2), identity = tridiagonal(points, 0, 1);
    Slow first = line;
    if (dimensions == 2) {
      first = kronecker(line, identity);
      Slow const other = kronecker(identity, line);
      for (std::size_t i = 0; i < first.rows.size(); ++i)
        for (auto const& [j, a] : other.rows[i]) first.rows[i][j] += a;
    }
    A.push_back(first);
    while (points > 3 && static_cast<int>(A.size()) < max_levels) {
      points = (points - 1) / 2;
      P.push_back(dimensions == 2 ? kronecker(interpolation(points), interpolation(points)) : interpolation(points));
      A.push_back(multiply(transpose(P.back()), multiply(A.back(), P.back())));
    }
  }
  template <class T = double>
  MultigridHierarchy<Csr<T>> get() const {
    MultigridHierarchy<Csr<T>> to;
    for (auto const& matrix : A) to.A.push_back(to_csr_of<T>(matrix));
    for (auto const& matrix : P) {
      to.P.push_back(to_csr_of<T>(matrix));
      to.R.push_back(to_csr_of<T>(transpose(matrix)));
    }
    return to;
  }
};

Numbers some_numbers(std::size_t n, unsigned seed) {
  std::mt19937 random(seed);
  Numbers x(n);
  for (double& value : x) value = static_cast<double>(random() % 2001) / 1000 - 1;
  return x;
}

using Wide = long double;
using WideVector = std::vector<Wide>;
WideVector product(Slow const& A, WideVector const& x) {
  WideVector y(A.rows.size());
  for (std::size_t i = 0; i < y.size(); ++i)
    for (auto const& [j, a] : A.rows[i]) y[i] += a * x[static_cast<std::size_t>(j)];
  return y;
}
WideVector residual(Slow const& A, WideVector const& b, WideVector const& x) {
  WideVector r = product(A, x);
  for (std::size_t i = 0; i < r.size(); ++i) r[i] = b[i] - r[i];
  return r;
}
/// The solution by elimination without row interchanges: A is positive definite.
WideVector solution(Slow const& A, WideVector b) {
  std::size_t const n = b.size();
  std::vector<WideVector> a(n, WideVector(n));
  for (std::size_t i = 0; i < n; ++i)
    for (auto const& [j, value] : A.rows[i]) a[i][static_cast<std::size_t>(j)] = value;
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t i = k + 1; i < n; ++i) {
      Wide const factor = a[i][k] / a[k][k];
      for (std::size_t j = k; j < n; ++j) a[i][j] -= factor * a[k][j];
      b[i] -= factor * b[k];
    }
  for (std::size_t k = n; k-- > 0;) {
    for (std::size_t j = k + 1; j < n; ++j) b[k] -= a[k][j] * b[j];
    b[k] /= a[k][k];
  }
  return b;
}

/// One sweep of the doc blocks, slowly; order: that of Gauss-Seidel.
void slow_sweep(Slow const& A, MultigridOptions const& options, std::vector<int> const& order, WideVector const& b,
                WideVector& x) {
  auto const diagonal = [&](std::size_t i) { return static_cast<Wide>(A.rows[i].at(static_cast<int>(i))); };
  auto const left_of = [&](std::size_t i) {
    Wide left = b[i];
    for (auto const& [j, a] : A.rows[i]) left -= a * x[static_cast<std::size_t>(j)];
    return left;
  };
  if (options.smoother == MultigridSmoother::gauss_seidel) {
    for (auto i = order.begin(); i != order.end(); ++i)
      x[static_cast<std::size_t>(*i)] += left_of(static_cast<std::size_t>(*i)) / diagonal(static_cast<std::size_t>(*i));
    for (auto i = order.rbegin(); i != order.rend(); ++i)
      x[static_cast<std::size_t>(*i)] += left_of(static_cast<std::size_t>(*i)) / diagonal(static_cast<std::size_t>(*i));
    return;
  }
  std::size_t const n = b.size();
  WideVector const r = residual(A, b, x);
  if (options.smoother == MultigridSmoother::jacobi) {
    for (std::size_t i = 0; i < n; ++i) x[i] += static_cast<Wide>(options.omega) * r[i] / diagonal(i);
    return;
  }
  // Chebyshev by its three-term recurrence, for D^-1 A with eigenvalues in [largest / ratio, largest].
  Wide largest = 0;
  for (std::size_t i = 0; i < n; ++i) {
    Wide total = 0;
    for (auto const& [j, a] : A.rows[i]) total += std::abs(a / diagonal(i));
    largest = std::max(largest, total);
  }
  Wide const smallest = largest / options.ratio, theta = (largest + smallest) / 2, delta = (largest - smallest) / 2;
  Wide const sigma = theta / delta;
  WideVector z(n), before(n);
  for (std::size_t i = 0; i < n; ++i) z[i] = r[i] / diagonal(i) / theta;
  Wide t_before = 1, t = sigma;  // Chebyshev polynomials at sigma
  for (int k = 0; k < options.degree; ++k) {
    Wide const t_next = 2 * sigma * t - t_before;
    WideVector const left = residual(A, r, z);
    WideVector next(n);
    for (std::size_t i = 0; i < n; ++i)
      next[i] = z[i] + t_before / t_next * (z[i] - before[i]) + 2 * t / (delta * t_next) * left[i] / diagonal(i);
    before = std::exchange(z, next);
    t_before = std::exchange(t, t_next);
  }
  for (std::size_t i = 0; i < n; ++i) x[i] += z[i];
}

// Rows in very different units, of which no pivot is rounding.
TEST(MultigridCoarsest, inverts_rows_of_other_units) {
  Impl::multigrid::Dense<double> A{2, {1e20, 1e20, 1, 2}}, B{2, {}};
  EXPECT_EQ(Impl::multigrid::invert(A, B), -1);
  std::vector<double> const expected{2e-20, -1, -1e-20, 1};
  for (std::size_t k = 0; k < 4; ++k) EXPECT_NEAR(B.elements[k], expected[k], 1e-14 * std::abs(expected[k])) << k;
  // Singular, but for rounding, whatever the units.
  Impl::multigrid::Dense<double> singular{2, {1e20, 2e20, 1, 2}};
  EXPECT_EQ(Impl::multigrid::invert(singular, B), 1);
}

TEST(Multigrid, two_levels_are_those_of_a_slow_reference) {
  Exec const exec;
  for (int const dimensions : {1, 2})
    for (auto const smoother : smoothers)
      for (auto const& [pre, post] : {std::pair(1, 1), std::pair(0, 2), std::pair(2, 0)}) {
        SlowHierarchy const slow(15, dimensions, 2);
        MultigridOptions const options{.smoother = smoother, .pre_sweeps = pre, .post_sweeps = post};
        auto const levels = slow.get();
        MultigridPlan const plan(exec, levels, options);
        auto const order = to_vector(GaussSeidelPlan(exec, levels.A[0]).coloring().rows);
        std::size_t const n = slow.A[0].rows.size();
        Numbers const b = some_numbers(n, 1);
        for (bool const from_zero : {false, true}) {
          Numbers const start = from_zero ? Numbers(n) : some_numbers(n, 2);
          WideVector const wide_b(b.begin(), b.end());
          WideVector x(start.begin(), start.end());
          for (int s = 0; s < pre; ++s) slow_sweep(slow.A[0], options, order, wide_b, x);
          WideVector const correction =
              product(slow.P[0], solution(slow.A[1], product(transpose(slow.P[0]), residual(slow.A[0], wide_b, x))));
          for (std::size_t i = 0; i < n; ++i) x[i] += correction[i];
          for (int s = 0; s < post; ++s) slow_sweep(slow.A[0], options, order, wide_b, x);

          Doubles const found = to_view<Space>(start);
          if (from_zero)
            plan.apply(exec, to_view<Space>(b), found);
          else
            multigrid_cycle(exec, plan, to_view<Space>(b), found);
          auto const values = to_vector(found);
          Wide scale = 0;
          for (Wide const value : x) scale = std::max(scale, std::abs(value));
          for (std::size_t i = 0; i < n; ++i)
            ASSERT_NEAR(values[i], static_cast<double>(x[i]), 1e-14 * static_cast<double>(scale))
                << name_of(smoother) << ", " << pre << " + " << post << " sweeps, row " << i;
        }
      }
}

double norm(Numbers const& x) {
  double total = 0;
  for (double const value : x) total += value * value;
  return std::sqrt(total);
}

/// The mean factor of the error of A x = 0 in cycles 6 to 12.
double convergence_factor(int points, int dimensions, MultigridOptions const& options) {
  Exec const exec;
  MultigridPlan const plan(exec, SlowHierarchy(points, dimensions).get(), options);
  auto const n = static_cast<std::size_t>(plan.num_rows());
  Doubles const b("b", n), x = to_view<Space>(some_numbers(n, 3));
  double early = 0;
  for (int k = 0; k < 12; ++k) {
    if (k == 6) early = norm(to_vector(x));
    multigrid_cycle(exec, plan, b, x);
  }
  return early > 0 ? std::pow(norm(to_vector(x)) / early, 1 / 6.) : 0;
}

TEST(Multigrid, the_factor_does_not_depend_on_the_grid) {
  // 1 + 1 sweeps. Jacobi on a square: errors that the next level cannot see have eigenvalues of D^-1 A of 1/2 to 2, so
  // that two sweeps leave (1 - 2/3 1/2)^2 = 4/9. Gauss-Seidel on a line solves at once: its colours are the points that
  // the next level has and those that it has not.
  double const bounds[][3] = {{0.2, 0.12, 1e-3}, {4 / 9., 0.2, 0.12}};
  for (int const dimensions : {1, 2})
    for (auto const smoother : smoothers)
      for (auto const cycle : {MultigridCycle::v, MultigridCycle::w}) {
        double const bound = bounds[dimensions - 1][static_cast<int>(smoother)];
        for (int const points : {15, 31, 63}) {
          double const factor = convergence_factor(points, dimensions, {.cycle = cycle, .smoother = smoother});
          EXPECT_LT(factor, bound) << name_of(smoother) << ", " << points << " points, dimensions: " << dimensions;
          RecordProperty("factor", std::to_string(factor));
        }
      }
}

TEST(Multigrid, cg_needs_as_many_iterations_on_every_grid) {
  Exec const exec;
  for (auto const smoother : smoothers) {
    std::vector<std::int64_t> iterations;
    for (int const points : {15, 31, 63, 127}) {
      if (points * points > scaled(20'000, 5'000)) continue;
      auto const levels = SlowHierarchy(points, 2).get();
      auto const n = static_cast<std::size_t>(levels.A[0].num_rows());
      Doubles const b = to_view<Space>(some_numbers(n, 4)), x("x", n);
      MultigridPlan const M(exec, levels, {.smoother = smoother});
      auto const status = solve(exec, levels.A[0], M, b, x, {.rtol = 1e-8});
      EXPECT_TRUE(status.converged());
      iterations.push_back(status.iterations);
    }
    auto const [least, most] = std::minmax_element(iterations.begin(), iterations.end());
    EXPECT_LE(*most, *least + 3) << name_of(smoother);
    EXPECT_LE(*most, 13) << name_of(smoother);
  }
}

TEST(Multigrid, a_cycle_with_equal_numbers_of_sweeps_is_symmetric) {
  Exec const exec;
  auto const levels = SlowHierarchy(15, 2).get();
  auto const n = static_cast<std::size_t>(levels.A[0].num_rows());
  Numbers const u = some_numbers(n, 5), v = some_numbers(n, 6);
  auto const form = [&](MultigridPlan<Exec, Csr<double>> const& M, Numbers const& left, Numbers const& right) {
    Doubles const z("z", n);
    M.apply(exec, to_view<Space>(right), z);
    auto const values = to_vector(z);
    double total = 0;
    for (std::size_t i = 0; i < n; ++i) total += left[i] * values[i];
    return total;
  };
  for (auto const smoother : smoothers)
    for (auto const cycle : {MultigridCycle::v, MultigridCycle::w}) {
      MultigridPlan const M(exec, levels, {.cycle = cycle, .smoother = smoother, .pre_sweeps = 2, .post_sweeps = 2});
      double const scale = form(M, u, u);
      EXPECT_GT(scale, 0);
      EXPECT_NEAR(form(M, u, v), form(M, v, u), 1e-13 * scale) << name_of(smoother);
      MultigridPlan const other(exec, levels, {.cycle = cycle, .smoother = smoother, .pre_sweeps = 0});
      EXPECT_GT(std::abs(form(other, u, v) - form(other, v, u)), 1e-6 * scale) << name_of(smoother);
    }
}

template <class T>
struct MultigridOfTypes : testing::Test {};
#if defined ARAIOS_TESTS_FEW_TYPES
using Types = testing::Types<double>;
#else
using Types = testing::Types<float, Kokkos::complex<double>>;
#endif
TYPED_TEST_SUITE(MultigridOfTypes, Types);

TYPED_TEST(MultigridOfTypes, cycles_solve) {
  using T = TypeParam;
  Exec const exec;
  SlowHierarchy const slow(31, 2);
  std::size_t const n = slow.A[0].rows.size();
  Numbers const expected = some_numbers(n, 7);
  WideVector const b = product(slow.A[0], WideVector(expected.begin(), expected.end()));
  std::vector<T> right;
  for (auto const value : b) right.push_back(T(static_cast<Impl::RealPartOf<T>>(value)));
  for (auto const smoother : smoothers) {
    MultigridPlan const plan(exec, slow.get<T>(), {.smoother = smoother, .pre_sweeps = 2, .post_sweeps = 2});
    Kokkos::View<T*, Space> const x("x", n);
    auto const bs = to_view<Space>(right);
    for (int k = 0; k < 20; ++k) multigrid_cycle(exec, plan, bs, x);
    auto const found = to_vector(x);
    double const bound = sizeof(Impl::RealPartOf<T>) == 4 ? 1e-4 : 1e-10;
    for (std::size_t i = 0; i < n; ++i)
      ASSERT_NEAR(Impl::krylov::real_part(found[i]), expected[i], bound) << name_of(smoother) << ", row " << i;
  }
}

/// The same in every space of hosts, with any number of threads. SpMV of a host that has fused operations may use them.
TEST(Multigrid, bits_are_the_known_ones_on_hosts) {
#if defined(__FMA__) || defined(__ARM_FEATURE_FMA)
  GTEST_SKIP() << "this build has fused operations";
#endif
  if (!std::is_same_v<Exec, Kokkos::DefaultHostExecutionSpace>) GTEST_SKIP() << "the default space is a device";
  Exec const exec;
  auto const levels = SlowHierarchy(31, 2).get();
  for (auto const& [smoother, known] :
       {std::pair(MultigridSmoother::jacobi, std::uint64_t(2380207350483362191u)),
        std::pair(MultigridSmoother::gauss_seidel, std::uint64_t(4245103402189442982u))}) {
    MultigridPlan const plan(exec, levels, {.cycle = MultigridCycle::w, .smoother = smoother});
    auto const n = static_cast<std::size_t>(plan.num_rows());
    Doubles const x("x", n), b = to_view<Space>(some_numbers(n, 8));
    for (int k = 0; k < 3; ++k) multigrid_cycle(exec, plan, b, x);
    EXPECT_EQ(fingerprint(to_vector(x)), known) << name_of(smoother);
  }
}

TEST(Multigrid, one_level_is_the_inverse) {
  Exec const exec;
  // Row interchanges, and a duplicate.
  HostCsr<double, int, int> A{3, 3, {0, 3, 4, 5}, {1, 1, 2, 0, 2}, {1, 1, 4, 4, 8}};
  Csr<double> const matrix = to_csr<Space>(A);
  MultigridPlan const plan(exec, MultigridHierarchy<Csr<double>>{.A = {matrix}, .P = {}, .R = {}});
  Doubles const x("x", 3);
  plan.apply(exec, to_view<Space>(Numbers{8, 4, 8}), x);
  EXPECT_EQ(to_vector(x), (Numbers{1, 2, 1}));
  EXPECT_EQ(plan.num_levels(), 1);
  EXPECT_EQ(plan.bytes(), 9 * 8);
  // A row of other units, as that of a boundary.
  Csr<double> const mixed = to_csr<Space>(HostCsr<double, int, int>{2, 2, {0, 1, 2}, {0, 1}, {1e20, 4}});
  Doubles const y("y", 2);
  MultigridPlan const of_mixed(exec, MultigridHierarchy<Csr<double>>{.A = {mixed}, .P = {}, .R = {}});
  of_mixed.apply(exec, to_view<Space>(Numbers{1e20, 8}), y);
  EXPECT_EQ(to_vector(y), (Numbers{1, 2}));
  Csr<double> const empty = to_csr<Space>(from_rows<double, int, int>({}, 0));
  MultigridPlan const nothing(exec, MultigridHierarchy<Csr<double>>{.A = {empty}, .P = {}, .R = {}});
  EXPECT_NO_THROW(nothing.apply(exec, Doubles("r", 0), Doubles("z", 0)));
}

TEST(Multigrid, update_takes_new_values_for_copies_and_solvers) {
  Exec const exec;
  for (auto const smoother : smoothers) {
    auto const levels = SlowHierarchy(31, 1).get();
    MultigridPlan plan(exec, levels, {.smoother = smoother});
    auto const copy = plan;
    auto const n = static_cast<std::size_t>(plan.num_rows());
    Doubles const b = to_view<Space>(some_numbers(n, 9)), before("x", n), after("x", n);
    copy.apply(exec, b, before);
    for (auto const& A : levels.A) {
      auto values = to_vector(A.values);
      for (double& value : values) value *= 4;
      Kokkos::deep_copy(Kokkos::View<double*, Space>(const_cast<double*>(A.values.data()), A.values.extent(0)),
                        to_view<Space>(values));
    }
    plan.update(exec);
    copy.apply(exec, b, after);
    auto expected = to_vector(before);
    for (double& value : expected) value /= 4;
    EXPECT_TRUE(same_bits(to_vector(after), expected)) << name_of(smoother);
  }
}

TEST(Multigrid, an_update_that_fails_is_said_until_another) {
  Exec const exec;
  for (auto const smoother : smoothers)
    for (std::size_t const level : {0, 1}) {  // that of a smoother, and the coarsest
      auto const levels = SlowHierarchy(15, 1).get();
      MultigridPlan plan(exec, levels, {.smoother = smoother});
      auto const copy = plan;
      auto const n = static_cast<std::size_t>(plan.num_rows());
      Doubles const b = to_view<Space>(some_numbers(n, 9)), before("x", n), x("x", n);
      copy.apply(exec, b, before);
      auto const values = levels.A[level == 0 ? 0 : levels.A.size() - 1].values;
      Doubles const changed(const_cast<double*>(values.data()), values.extent(0)), kept("kept", values.extent(0));
      Kokkos::deep_copy(kept, values);
      Kokkos::deep_copy(changed, 0.0);
      EXPECT_EQ(refusal([&] { plan.update(exec); }).substr(0, 29), "Araios::MultigridPlan: level ");
      EXPECT_EQ(refusal([&] { copy.apply(exec, b, x); }),
                "Araios::MultigridPlan::apply: the last update failed, so that the plan has no values");
      Kokkos::deep_copy(changed, kept);
      plan.update(exec);
      copy.apply(exec, b, x);
      EXPECT_TRUE(same_bits(to_vector(x), to_vector(before))) << name_of(smoother);
      auto const other = std::move(plan);
      plan.apply(exec, b, x);  // NOLINT(bugprone-use-after-move): it is copied
      EXPECT_EQ(other.num_levels(), plan.num_levels());
    }
}

TEST(Multigrid, update_takes_the_values_of_other_arrays) {
  Exec const exec;
  for (auto const smoother : smoothers) {
    auto const levels = SlowHierarchy(31, 1).get();
    auto const times = [&](double factor) {
      auto all = levels;
      for (auto& A : all.A) {
        auto values = to_vector(A.values);
        for (double& value : values) value *= factor;
        A = Csr<double>(A.num_rows(), A.num_cols(), A.row_map, A.entries, to_view<Space>(values));
      }
      return all;
    };
    MultigridPlan plan(exec, levels, {.smoother = smoother});
    auto const copy = plan;
    auto const n = static_cast<std::size_t>(plan.num_rows());
    Doubles const b = to_view<Space>(some_numbers(n, 9)), before("x", n), after("x", n), x("x", n);
    copy.apply(exec, b, before);
    // Its iteration, which a GPU captures, goes on with the new arrays.
    auto const solver = krylov_plan<double>(exec, levels.A[0], plan, {.rtol = 1e-10});
    int const iterations = static_cast<int>(solve(exec, solver, b, x).iterations);
    auto const check_quarter = [&] {
      copy.apply(exec, b, after);
      auto expected = to_vector(before);
      for (double& value : expected) value /= 4;
      EXPECT_TRUE(same_bits(to_vector(after), expected)) << name_of(smoother);
    };
    plan.update(exec, times(4));
    check_quarter();
    Kokkos::deep_copy(x, 0.0);
    EXPECT_EQ(static_cast<int>(solve(exec, solver, b, x).iterations), iterations) << name_of(smoother);
    EXPECT_EQ(plan.version(), 1);
    // Other arrays, and another number of levels: nothing changes.
    std::string const function = "Araios::MultigridPlan::update: ";
    auto other = levels;
    other.P[1] = SlowHierarchy(31, 1).get().P[1];
    EXPECT_EQ(refusal([&] { plan.update(exec, other); }),
              function + "level 1: row_map and entries of P are not the arrays that the plan was made of");
    other = {.A = {levels.A[0], levels.A[1]}, .P = {levels.P[0]}, .R = {levels.R[0]}};
    EXPECT_NE(refusal([&] { plan.update(exec, other); }).find("levels of the plan"), std::string::npos);
    check_quarter();
    // Values without an inverse: refused until there are others.
    EXPECT_NE(refusal([&] { plan.update(exec, times(0)); }).find("level 0"), std::string::npos);
    EXPECT_EQ(refusal([&] { copy.apply(exec, b, after); }),
              "Araios::MultigridPlan::apply: the last update failed, so that the plan has no values");
    EXPECT_NE(refusal([&] { solve(exec, solver, b, x); }).find("the last update failed"), std::string::npos);
    plan.update(exec, times(4));
    check_quarter();
  }
}

TEST(MultigridRefusals, name_the_level) {
  Exec const exec;
  SlowHierarchy const slow(15, 1);
  std::string const function = "Araios::MultigridPlan: ";
  auto const refused = [&](auto const& change, MultigridOptions const& options = {}) {
    auto levels = slow.get();
    change(levels);
    return refusal([&] { MultigridPlan(exec, levels, options); });
  };
  auto const nothing = [](auto&) {};
  EXPECT_EQ(refused([](auto& l) { l.P[1] = l.P[0]; }), function + "level 1: P is 15 x 7; it must be 7 x 3");
  EXPECT_EQ(refused([](auto& l) { l.R[0] = l.P[0]; }), function + "level 0: R is 15 x 7; it must be 7 x 15");
  EXPECT_EQ(refused([](auto& l) { l.A[1] = l.P[1]; }), function + "level 1: A is 7 x 3; it must be 7 x 7");
  EXPECT_EQ(refused([](auto& l) { l.P.pop_back(); }), function + "3 levels need 2 matrices P and R (1 and 2)");
  EXPECT_EQ(refused([](auto& l) { l = {}; }), function + "there is no level");
  EXPECT_EQ(refused(nothing, {.pre_sweeps = -1}), function + "pre_sweeps is -1; it must be in [0, 64]");
  EXPECT_EQ(refused(nothing, {.post_sweeps = 65}), function + "post_sweeps is 65; it must be in [0, 64]");
  EXPECT_EQ(refused(nothing, {.omega = 2}), function + "omega is 2; it must be between 0 and 2");
  EXPECT_EQ(refused(nothing, {.degree = 0}), function + "degree is 0; it must be in [1, 64]");
  EXPECT_EQ(refused(nothing, {.ratio = 1}), function + "ratio is 1; it must be above 1");
  EXPECT_EQ(refused(nothing, {.cycle = MultigridCycle(2)}), function + "MultigridCycle has no enumerator 2");
  EXPECT_EQ(refused(nothing, {.smoother = MultigridSmoother(3)}), function + "MultigridSmoother has no enumerator 3");
  // Without a diagonal entry in row 2 of level 1; a singular coarsest matrix.
  auto const no_diagonal = [](auto& l) {
    auto host = to_host(l.A[1]);
    for (int p = host.row_map[2]; p < host.row_map[3]; ++p)
      if (host.entries[static_cast<std::size_t>(p)] == 2) host.values[static_cast<std::size_t>(p)] = 0;
    l.A[1] = to_csr<Space>(host);
  };
  EXPECT_EQ(refused(no_diagonal),
            function +
                "level 1: Araios::GaussSeidelPlan: the diagonal entry of row 2 is 0, or its reciprocal overflows");
  for (auto const smoother : {MultigridSmoother::jacobi, MultigridSmoother::chebyshev})
    EXPECT_EQ(refused(no_diagonal, {.smoother = smoother}),
              function + "level 1: Araios::JacobiPreconditioner: the diagonal entry is missing, 0, or too small to "
                         "invert, in row 2");
  EXPECT_EQ(refused([](auto& l) {
              auto host = to_host(l.A[2]);
              host.values = {1, -1, -1, 2, -1, -1, 1};
              l.A[2] = to_csr<Space>(host);
            }),
            function + "level 2: the coarsest matrix is singular, but for rounding: no pivot in column 2");
  auto const large = stencil_matrix(exec, {.nx = 1025});
  EXPECT_EQ(refused([&](auto& l) { l = {.A = {large}, .P = {}, .R = {}}; }),
            function + "level 0: the coarsest matrix has 1025 rows; it may have at most 1024, since it becomes dense");

  MultigridPlan const plan(exec, slow.get());
  Doubles const b("b", 15), longer("longer", 16), null(nullptr, 15);
  EXPECT_EQ(refusal([&] { multigrid_cycle(exec, plan, longer, b); }),
            "Araios::multigrid_cycle: length of b, rows of A (16 != 15)");
  EXPECT_NE(refusal([&] { multigrid_cycle(exec, plan, b, b); }).find("x and b are the same array"), std::string::npos);
  EXPECT_EQ(refusal([&] { plan.apply(exec, null, b); }),
            "Araios::MultigridPlan::apply: r: the pointer is null, for 15 elements");
}

/// Two levels of 3,000 and 100 rows.
auto two_levels(contract::Data& d) {
  HostCsr<double, int, int> P{3000, 100, {0}, {}, Numbers(3000, 1.0)}, R{100, 3000, {0}, {}, Numbers(3000, 1.0)};
  for (int i = 0; i < 3000; ++i) {
    P.entries.push_back(i / 30);
    P.row_map.push_back(i + 1);
    R.entries.push_back(i);
    if (i % 30 == 29) R.row_map.push_back(i + 1);
  }
  MultigridHierarchy<Csr<double>> const levels{
      .A = {stencil_matrix(d.exec, {.nx = 3000}), stencil_matrix(d.exec, {.nx = 100})},
      .P = {to_csr<Space>(P)},
      .R = {to_csr<Space>(R)}};
  return levels;
}
template <MultigridSmoother smoother>
auto plan_of(contract::Data& d) {
  return MultigridPlan(d.exec, two_levels(d), {.smoother = smoother});
}
void one_cycle(contract::Data& d, MultigridPlan<contract::Exec, Csr<double>> const& plan) {
  multigrid_cycle(d.exec, plan, d.square_y, d.square_x);
}
contract::Operations const operations{
    contract::writes(
        "multigrid_cycle", [](contract::Data& d) { return MultigridPlan(d.exec, two_levels(d)); },
        [](contract::Data& d, auto& plan) { multigrid_cycle(d.exec, plan, d.square_y, d.square_x); },
        {.no_operand = "the plan has the matrices"}),
    contract::writes("multigrid_cycle_chebyshev", plan_of<MultigridSmoother::chebyshev>, one_cycle,
                     {.no_operand = "the plan has the matrices"}),
    contract::writes("multigrid_cycle_jacobi", plan_of<MultigridSmoother::jacobi>, one_cycle,
                     {.no_operand = "the plan has the matrices"})};

}  // namespace solve_multigrid_test
