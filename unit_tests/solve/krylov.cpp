// SPDX-License-Identifier: Apache-2.0

#include <Araios/convert.hpp>
#include <Araios/factor.hpp>
#include <Araios/generate.hpp>
#include <Araios/io.hpp>
#include <Araios/preconditioner.hpp>
#include <Araios/solve.hpp>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "support/contract.hpp"
#include "support/data_dir.hpp"
#include "support/matrices.hpp"
#include "support/refusals.hpp"
#include "support/scale.hpp"
#include "support/types.hpp"

namespace solve_krylov_test {

using namespace Araios;
using namespace Araios::test;

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Doubles = Kokkos::View<double*, Space>;
using Csr = CsrMatrix<double, int, int, Space>;
constexpr KrylovMethod methods[] = {KrylovMethod::cg,     KrylovMethod::bicgstab, KrylovMethod::gmres,
                                    KrylovMethod::minres, KrylovMethod::cr,       KrylovMethod::bicg};

/// The dense matrix of rows as CSR, zeros left out.
template <class T = double>
CsrMatrix<T, int, int, Space> matrix_of(std::vector<std::vector<T>> const& rows) {
  HostCsr<T, int, int> A;
  A.num_rows = static_cast<int>(rows.size());
  A.num_cols = rows.empty() ? 0 : static_cast<int>(rows[0].size());
  A.row_map = {0};
  for (auto const& row : rows) {
    for (std::size_t j = 0; j < row.size(); ++j)
      if (row[j] != T(0)) {
        A.entries.push_back(static_cast<int>(j));
        A.values.push_back(row[j]);
      }
    A.row_map.push_back(static_cast<int>(A.entries.size()));
  }
  return to_csr<Space>(A);
}
Csr diagonal_of(std::vector<double> const& values) {
  std::vector<std::vector<double>> rows(values.size(), std::vector<double>(values.size()));
  for (std::size_t i = 0; i < values.size(); ++i) rows[i][i] = values[i];
  return matrix_of(rows);
}
Doubles vector_of(std::vector<double> const& values) { return to_view<Space>(values); }
Kokkos::View<int*, Space> vector_of_ints(std::vector<int> const& values) { return to_view<Space>(values); }
std::vector<double> ones(std::int64_t n) { return std::vector<double>(static_cast<std::size_t>(n), 1.0); }

/// ||b - A x||, summed in long double.
template <class Matrix>
double residual_of(Matrix const& A, std::vector<double> const& b, std::vector<double> const& x) {
  auto const row_map = to_vector(A.row_map);
  auto const entries = to_vector(A.entries);
  auto const values = to_vector(A.values);
  long double total = 0;
  for (std::size_t i = 0; i < b.size(); ++i) {
    long double left = b[i];
    for (auto p = row_map[i]; p < row_map[i + 1]; ++p) left -= static_cast<long double>(values[p]) * x[entries[p]];
    total += left * left;
  }
  return static_cast<double>(std::sqrt(total));
}

/// Converged, and the residual that it reports is that of x.
template <class Matrix>
void expect_solved(SolveStatus const& status, Matrix const& A, std::vector<double> const& b, Doubles const& x,
                   std::string const& what) {
  EXPECT_TRUE(status.converged()) << what << ": " << name(status.reason) << " after " << status.iterations
                                  << " iterations, residual " << status.residual;
  double const residual = residual_of(A, b, to_vector(x));
  EXPECT_NEAR(residual, status.residual, 1e-3 * status.tolerance + 1e-12) << what;
  EXPECT_LE(residual, 1.001 * status.tolerance + 1e-12) << what;
}

/// A system with a Laplacian of a grid, and its right-hand side of ones.
struct Grid {
  Exec exec;
  Csr A = stencil_matrix(exec, {.nx = 30, .ny = 20});
  std::vector<double> b_values = ones(A.num_rows());
  Doubles b = vector_of(b_values), x{"x", static_cast<std::size_t>(A.num_rows())};
};

TEST(Solve, each_method_with_each_preconditioner) {
  Grid const g;
  JacobiPreconditioner const jacobi(g.exec, g.A);
  BlockJacobiPreconditioner const blocks(g.exec, g.A, {.block_size = 7});
  ChebyshevPreconditioner const chebyshev(g.exec, g.A);
  auto const copy = [](Exec const& exec, auto const& r, auto const& z) { Kokkos::deep_copy(exec, z, r); };
  for (auto const method : methods) {
    SolveOptions const options{.method = method, .rtol = 1e-9};
    auto const run = [&](auto const& M, char const* preconditioner) {
      Kokkos::deep_copy(g.x, 0.0);
      expect_solved(solve(g.exec, g.A, M, g.b, g.x, options), g.A, g.b_values, g.x,
                    std::string(name(method)) + ", " + preconditioner);
    };
    run(NoPreconditioner(), "none");
    run(jacobi, "Jacobi");
    if (method == KrylovMethod::bicg) {
      EXPECT_EQ(refusal([&] { solve(g.exec, g.A, blocks, g.b, g.x, options); }),
                "Araios::solve: bicg takes no preconditioner but none and Jacobi: M^H is needed, too; take bicgstab");
      continue;
    }
    run(blocks, "block Jacobi");
    run(chebyshev, "Chebyshev");
    run(copy, "a function");
  }
}

template <class T>
struct OfTypes : testing::Test {};
using Types = testing::Types<float, double, Kokkos::complex<float>, Kokkos::complex<double>>;
TYPED_TEST_SUITE(OfTypes, Types);

// Hermitian, diagonally dominant, with imaginary parts where the type has them.
TYPED_TEST(OfTypes, hermitian_systems) {
  using T = TypeParam;
  int const n = 400;
  std::mt19937 random(3);
  std::vector<std::vector<T>> rows(n, std::vector<T>(n, T(0)));
  for (int i = 0; i < n; ++i) {
    rows[i][i] = T(20 + i % 7);
    for (int k = 1; k <= 3; ++k) {
      int const j = (i + 7 * k * k) % n;
      if (j == i) continue;
      auto const part = [&] { return static_cast<float>(random() % 17) / 8 - 1; };
      T const value = [&] {
        if constexpr (is_complex_v<T>) {
          return T(part(), part());
        } else {
          return T(part());
        }
      }();
      rows[i][j] = value;
      if constexpr (is_complex_v<T>)
        rows[j][i] = T(value.real(), -value.imag());
      else
        rows[j][i] = value;
    }
  }
  Exec const exec;
  auto const A = matrix_of(rows);
  Kokkos::View<T*, Space> const b("b", n), x("x", n), left("left", n);
  Kokkos::deep_copy(b, T(1));
  JacobiPreconditioner const M(exec, A);
  double const rtol = sizeof(T) / (is_complex_v<T> ? 2 : 1) == 4 ? 1e-5 : 1e-10;
  for (auto const method : methods)
    for (bool const with_M : {false, true}) {
      SolveOptions const options{.method = method, .rtol = rtol};
      Kokkos::deep_copy(x, T(0));
      auto const status = with_M ? solve(exec, A, M, b, x, options) : solve(exec, A, b, x, options);
      EXPECT_TRUE(status.converged()) << name(method) << ": " << name(status.reason) << " " << status.residual;
      EXPECT_LT(status.iterations, 40) << name(method);
      Kokkos::deep_copy(left, b);
      spmv(exec, T(-1), A, x, T(1), left);
      double total = 0;
      for (T const& element : to_vector(left)) total += Impl::krylov::real_part(Impl::krylov::square(element));
      EXPECT_LE(std::sqrt(total), 1.5 * rtol * std::sqrt(double(n))) << name(method);
    }
}

// Values of another type than the vectors, and entries of 1.
TEST(Solve, mixed_types_and_patterns) {
  Exec const exec;
  int const n = 300;
  HostCsr<float, int, std::int64_t> floats{n, n, {0}, {}, {}};
  for (int i = 0; i < n; ++i) {
    for (int const j : {i - 1, i, i + 1})
      if (j >= 0 && j < n) {
        floats.entries.push_back(j);
        floats.values.push_back(i == j ? 2.5f : -1.0f);
      }
    floats.row_map.push_back(static_cast<std::int64_t>(floats.entries.size()));
  }
  auto const A = to_csr<Space>(floats);
  auto const b = ones(n);
  Doubles const x("x", n);
  expect_solved(solve(exec, A, vector_of(b), x, {.rtol = 1e-12}), A, b, x, "float matrix");

  HostCsr<Pattern, int, int> identity{n, n, {0}, {}, {}};
  for (int i = 0; i < n; ++i) {
    identity.entries.push_back(i);
    identity.row_map.push_back(i + 1);
  }
  Kokkos::deep_copy(x, 0.0);
  auto const status = solve(exec, to_csr<Space>(identity), vector_of(b), x);
  EXPECT_TRUE(status.converged());
  EXPECT_EQ(to_vector(x), b);
}

TEST(Solve, every_format) {
  Grid const g;
  auto const check = [&](auto const& A, char const* what) {
    Kokkos::deep_copy(g.x, 0.0);
    expect_solved(solve(g.exec, A, g.b, g.x, {.rtol = 1e-9}), g.A, g.b_values, g.x, what);
    Kokkos::deep_copy(g.x, 0.0);
    expect_solved(solve(g.exec, A, g.b, g.x, {.method = KrylovMethod::bicg, .rtol = 1e-9}), g.A, g.b_values, g.x, what);
  };
  check(convert<Format::csc>(g.exec, g.A), "CSC");
  check(convert<Format::coo>(g.exec, g.A), "COO");
  check(convert<Format::ell>(g.exec, g.A), "ELL");
  check(convert<Format::sell>(g.exec, g.A), "SELL");
  check(convert<Format::dia>(g.exec, g.A), "DIA");
  check(convert<Format::bsr>(g.exec, g.A), "BSR");
  check(convert<Format::jds>(g.exec, g.A), "JDS");
  check(convert<Format::hyb>(g.exec, g.A), "HYB");
}

/// An operator of a user: twice the Laplacian of a line. It waits for nothing.
struct Line {
  static constexpr bool can_be_captured = true;
  template <class From, class To>
  struct Body {
    From x;
    To y;
    KOKKOS_FUNCTION void operator()(std::int64_t i) const {
      auto const n = static_cast<std::int64_t>(x.extent(0));
      y(i) = 5 * x(i) - (i > 0 ? 2 * x(i - 1) : 0) - (i + 1 < n ? 2 * x(i + 1) : 0);
    }
  };
  template <class From, class To>
  void apply(Exec const& exec, From const& x, To const& y) const {
    Kokkos::parallel_for("Araios::test::line", range(exec, static_cast<std::int64_t>(x.extent(0))),
                         Body<From, To>{x, y});
  }
};

TEST(Solve, an_operator_without_a_matrix) {
  Exec const exec;
  int const n = 5000;
  auto const b = ones(n);
  Doubles const x("x", n), other("other", n);
  auto const status = solve(exec, Line(), vector_of(b), x, {.rtol = 1e-10});
  EXPECT_TRUE(status.converged());
  auto const values = to_vector(x);
  for (int i = 1; i + 1 < n; ++i)
    ASSERT_NEAR(5 * values[i] - 2 * values[i - 1] - 2 * values[i + 1], 1, 1e-7) << "row " << i;
  auto const as_function =
      solve(exec, [](Exec const& e, auto const& from, auto const& to) { Line().apply(e, from, to); }, vector_of(b),
            other, {.rtol = 1e-10});
  EXPECT_EQ(as_function.iterations, status.iterations);
  EXPECT_EQ(to_vector(other), values);  // in a graph or from the host, the same bits
  EXPECT_NE(refusal([&] {
              solve(exec, Line(), vector_of(b), x, {.method = KrylovMethod::bicg});
            }).find("needs the product with the conjugate transpose"),
            std::string::npos);
}

// On CUDA a CSR matrix is solved in a graph, except where the host is called.
TEST(Solve, says_where_the_loop_ran) {
  Grid const g;
  EXPECT_EQ(solve(g.exec, g.A, g.b, g.x).on_device, is_gpu_v<Exec>);
  EXPECT_FALSE(solve(g.exec, g.A, g.b, g.x, {.callback = [](std::int64_t, double) { return true; }}).on_device);
}

// Exact arithmetic ends after as many iterations as A has different eigenvalues.
TEST(Solve, iterations_by_the_spectrum) {
  Exec const exec;
  std::vector<double> values;
  for (int i = 0; i < 90; ++i) values.push_back(1 << i % 5);
  auto const A = diagonal_of(values);
  auto const b = vector_of(ones(90));
  for (auto const method : methods) {
    Doubles const x("x", 90);
    auto const status = solve(exec, A, b, x, {.method = method, .rtol = 1e-10});
    EXPECT_TRUE(status.converged()) << name(method);
    EXPECT_LE(status.iterations, 5) << name(method);
    if (method != KrylovMethod::bicgstab) {
      EXPECT_EQ(status.iterations, 5) << name(method);
    }
    Doubles const y("y", 90);
    auto const preconditioned = solve(exec, A, JacobiPreconditioner(exec, A), b, y, {.method = method, .rtol = 1e-10});
    EXPECT_EQ(preconditioned.iterations, 1) << name(method);
  }
}

// The counts of shared/notes: b = 1, x = 0, rtol 1e-8; 2 % for the order of additions.
TEST(Solve, iterations_on_real_matrices) {
  struct Count {
    char const* file;
    int none, jacobi;
  };
  Exec const exec;
  for (auto const& [file, none, jacobi] : {Count{"bcsstk01", 145, 49}, Count{"1138_bus", 2596, 1043},
                                           Count{"gr_900_900_crg", 40, 40}, Count{"bcsstk16", 499, 213}}) {
    auto const path = data_file(std::string("matrices/") + file + ".mtx.gz");
    if (!path) GTEST_SKIP() << no_data(file);
    auto const A = copy_to<Space>(convert<Format::csr>(Kokkos::DefaultHostExecutionSpace(),
                                                       read_matrix_market<double, int, int>(path->string())));
    if (A.nnz() > scaled(1'000'000)) continue;
    auto const b = ones(A.num_rows());
    Doubles const x("x", b.size());
    auto const plain = solve(exec, A, vector_of(b), x, {.rtol = 1e-8});
    expect_solved(plain, A, b, x, file);
    EXPECT_NEAR(static_cast<double>(plain.iterations), none, 0.02 * none + 1) << file;
    Kokkos::deep_copy(x, 0.0);
    auto const with = solve(exec, A, JacobiPreconditioner(exec, A), vector_of(b), x, {.rtol = 1e-8});
    expect_solved(with, A, b, x, file);
    EXPECT_NEAR(static_cast<double>(with.iterations), jacobi, 0.02 * jacobi + 1) << file;
  }
}

TEST(Solve, says_why_it_failed) {
  Exec const exec;
  Doubles const x("x", 2);
  auto const run = [&](std::vector<std::vector<double>> const& A, std::vector<double> const& b, KrylovMethod method) {
    Kokkos::deep_copy(x, 0.0);
    return solve(exec, matrix_of(A), vector_of(b), x, {.method = method, .rtol = 1e-10});
  };
  auto const negative = run({{-2, 0}, {0, -3}}, {1, 1}, KrylovMethod::cg);
  EXPECT_EQ(negative.reason, SolveReason::not_positive_definite);
  EXPECT_EQ(negative.pivot, -5);  // (p, A p)
  EXPECT_EQ(negative.iterations, 0);
  EXPECT_EQ(run({{1, 0}, {0, -1}}, {1, 1}, KrylovMethod::cg).reason, SolveReason::not_positive_definite);
  EXPECT_TRUE(run({{1, 0}, {0, -1}}, {1, 1}, KrylovMethod::minres).converged());
  EXPECT_EQ(run({{0, 1}, {-1, 0}}, {1, 1}, KrylovMethod::bicgstab).reason, SolveReason::breakdown_pivot);
  EXPECT_EQ(run({{1, 1}, {-1, 1}}, {1, 0}, KrylovMethod::bicgstab).reason, SolveReason::converged);
  EXPECT_EQ(run({{0, 1}, {-1, 0}}, {1, 1}, KrylovMethod::bicg).reason, SolveReason::breakdown_pivot);
  EXPECT_TRUE(run({{0, 1}, {-1, 0}}, {1, 1}, KrylovMethod::gmres).converged());
  // Singular, and b is outside of its range.
  EXPECT_EQ(run({{1, 0}, {0, 0}}, {0, 1}, KrylovMethod::gmres).reason, SolveReason::breakdown_pivot);
  EXPECT_EQ(run({{1, 0}, {0, 0}}, {0, 1}, KrylovMethod::minres).reason, SolveReason::breakdown_pivot);
  EXPECT_EQ(run({{1, 0}, {0, 0}}, {0, 1}, KrylovMethod::cg).reason, SolveReason::not_positive_definite);
  double const nan = std::nan(""), infinite = std::numeric_limits<double>::infinity();
  for (auto const method : methods)
    for (double const bad : {nan, infinite}) {
      EXPECT_EQ(run({{1, 0}, {0, 1}}, {1, bad}, method).reason, SolveReason::not_finite) << name(method);
      EXPECT_EQ(run({{1, 0}, {0, bad}}, {1, 1}, method).reason, SolveReason::not_finite) << name(method);
    }
  // The squares of b overflow, the residual of the guess does not.
  for (auto const method : methods) {
    auto const guess = vector_of({2e154, 0});
    auto const status = solve(exec, matrix_of({{1, 0}, {0, 1}}), vector_of({2e154, 1e150}), guess, {.method = method});
    EXPECT_EQ(status.reason, SolveReason::not_finite) << name(method);
  }
}

// Squares of these are numbers, products of two squares are not.
TEST(Solve, does_not_depend_on_the_scale_of_b) {
  Exec const exec;
  std::vector<std::vector<double>> rows(50, std::vector<double>(50));
  for (std::size_t i = 0; i < 50; ++i) {
    rows[i][i] = 4;
    if (i > 0) rows[i][i - 1] = -1;
    if (i + 1 < 50) rows[i][i + 1] = -2;
  }
  auto const A = matrix_of(rows);
  Doubles const x("x", 50);
  for (double const scale : {1e-140, 1e-100, 1e-77, 1e77, 1e100, 1e140})
    for (auto const method : {KrylovMethod::bicgstab, KrylovMethod::gmres}) {
      Kokkos::deep_copy(x, 0.0);
      auto const status =
          solve(exec, A, vector_of(std::vector<double>(50, scale)), x, {.method = method, .rtol = 1e-8});
      EXPECT_TRUE(status.converged()) << scale << ", " << name(method);
    }
  // The products with A are so large that their squares are not.
  for (auto& row : rows)
    for (double& value : row) value *= 1e160;
  Kokkos::deep_copy(x, 0.0);
  EXPECT_EQ(
      solve(exec, matrix_of(rows), vector_of(std::vector<double>(50, 1)), x, {.method = KrylovMethod::bicgstab}).reason,
      SolveReason::not_finite);
}

template <class From, class To>
struct CopyAndCheck {
  From from;
  To to;
  int* is_bad;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    if (!(::fabs(from(i)) <= 10)) *is_bad = 1;
    to(i) = from(i);
  }
};

// An operator of a user is also called after the last iteration, and where b is 0: with numbers.
TEST(Solve, gives_operators_numbers_that_were_written) {
  Exec const exec;
  for (auto const method : methods)
    for (double const value : {0.0, 1.0}) {
      if (method == KrylovMethod::bicg) continue;  // needs a product with the conjugate transpose, too
      Kokkos::View<int*, Space> const is_bad("is_bad", 1);
      auto const identity = [is_bad](Exec const& on, auto const& from, auto const& to) {
        Kokkos::parallel_for("identity", range(on, 40),
                             CopyAndCheck<std::remove_cvref_t<decltype(from)>, std::remove_cvref_t<decltype(to)>>{
                                 from, to, is_bad.data()});
      };
      Doubles const x("x", 40);
      auto const status =
          solve(exec, identity, vector_of(std::vector<double>(40, value)), x, {.method = method, .restart = 5});
      EXPECT_TRUE(status.converged()) << name(method);
      EXPECT_EQ(to_vector(is_bad)[0], 0) << name(method) << ", b = " << value;
    }
}

// GMRES(n) of a cyclic shift: the residual stays until the last iteration.
TEST(Solve, gmres_of_a_cyclic_shift) {
  Exec const exec;
  int const n = 20;
  std::vector<std::vector<double>> rows(n, std::vector<double>(n));
  for (int i = 0; i < n; ++i) rows[i][(i + 1) % n] = 1;
  std::vector<double> b(n);
  b[0] = 1;
  Doubles const x("x", n);
  auto const status = solve(exec, matrix_of(rows), vector_of(b), x,
                            {.method = KrylovMethod::gmres, .rtol = 1e-10, .restart = n, .keeps_history = true});
  EXPECT_TRUE(status.converged());
  ASSERT_EQ(status.iterations, n);
  for (int k = 0; k < n; ++k) EXPECT_EQ(status.history[static_cast<std::size_t>(k)], 1) << k;
  auto const restarted = solve(exec, matrix_of(rows), vector_of(b), x, {.method = KrylovMethod::gmres, .restart = 5});
  EXPECT_EQ(restarted.iterations, 0);  // x solves it
  Kokkos::deep_copy(x, 0.0);
  auto const never = solve(exec, matrix_of(rows), vector_of(b), x,
                           {.method = KrylovMethod::gmres, .max_iterations = 33, .restart = 5});
  EXPECT_EQ(never.reason, SolveReason::iteration_limit);
  EXPECT_EQ(never.iterations, 33);
}

TEST(Solve, limits_and_tolerances) {
  Grid const g;
  for (auto const method : methods) {
    Kokkos::deep_copy(g.x, 0.0);
    auto const limited = solve(g.exec, g.A, g.b, g.x, {.method = method, .rtol = 1e-9, .max_iterations = 3});
    EXPECT_EQ(limited.reason, SolveReason::iteration_limit) << name(method);
    EXPECT_EQ(limited.iterations, 3) << name(method);
    EXPECT_NEAR(limited.residual, residual_of(g.A, g.b_values, to_vector(g.x)), 1e-9) << name(method);

    // Below what rounding allows: the recurrence gets there, b - A x does not.
    Kokkos::deep_copy(g.x, 0.0);
    auto const too_small = solve(g.exec, g.A, g.b, g.x, {.method = method, .rtol = 1e-18, .max_iterations = 2000});
    EXPECT_FALSE(too_small.converged()) << name(method);
    EXPECT_LT(too_small.residual, 1e-9) << name(method) << ": " << name(too_small.reason);

    Kokkos::deep_copy(g.x, 0.0);
    auto const absolute = solve(g.exec, g.A, g.b, g.x, {.method = method, .rtol = 0, .atol = 0.5});
    EXPECT_TRUE(absolute.converged());
    EXPECT_EQ(absolute.tolerance, 0.5);
    // The solution as the guess.
    auto const at_once = solve(g.exec, g.A, g.b, g.x, {.method = method, .rtol = 0, .atol = 0.5});
    EXPECT_TRUE(at_once.converged());
    EXPECT_EQ(at_once.iterations, 0) << name(method);
  }
}

TEST(Solve, zero_right_hand_side_and_small_orders) {
  Exec const exec;
  for (auto const method : methods) {
    auto const A = diagonal_of({2, 3, 4});
    auto const x = vector_of({5, 6, 7});
    auto const status = solve(exec, A, Doubles("b", 3), x, {.method = method});
    EXPECT_TRUE(status.converged());
    EXPECT_EQ(status.iterations, 0);
    EXPECT_EQ(to_vector(x), (std::vector<double>{0, 0, 0}));

    Doubles const one("x", 1);
    EXPECT_TRUE(solve(exec, diagonal_of({4}), vector_of({2}), one, {.method = method}).converged());
    EXPECT_EQ(to_vector(one), std::vector<double>{0.5}) << name(method);
    EXPECT_TRUE(solve(exec, Csr(), Doubles(), Doubles(), {.method = method}).converged());
  }
}

// Numbers whose squares are 0: the norms of b and of b - A x are not 0.
TEST(Solve, numbers_too_small_to_be_squared) {
  Exec const exec;
  auto const A = diagonal_of({2, 3, 4});
  for (auto const method : methods) {
    Doubles const x("x", 3);
    auto const status = solve(exec, A, vector_of({1e-170, 2e-170, 1e-170}), x, {.method = method});
    EXPECT_FALSE(status.converged()) << name(method) << ": " << to_vector(x)[0];
    EXPECT_GT(status.residual, 0) << name(method);
    std::vector<double> const values(3, 0x1p-565);
    auto const solution = vector_of(values);
    auto const exact = solve(exec, A, vector_of({0x2p-565, 0x3p-565, 0x4p-565}), solution, {.method = method});
    EXPECT_TRUE(exact.converged()) << name(method);
    EXPECT_EQ(to_vector(solution), values) << name(method);
  }
  Kokkos::View<double**, Kokkos::LayoutLeft, Space> const X("X", 3, 1);
  EXPECT_FALSE(solve_shifted(exec, A, {1}, vector_of({1e-170, 0, 0}), X)[0].converged());
}

TEST(Solve, history_and_callback) {
  Grid const g;
  for (auto const method : methods) {
    Kokkos::deep_copy(g.x, 0.0);
    auto const status = solve(g.exec, g.A, g.b, g.x, {.method = method, .rtol = 1e-6, .keeps_history = true});
    ASSERT_EQ(status.history.size(), static_cast<std::size_t>(status.iterations) + 1) << name(method);
    EXPECT_NEAR(status.history.front(), std::sqrt(600.0), 1e-12);
    EXPECT_LE(status.history.back(), status.tolerance * 1.01);
    Kokkos::deep_copy(g.x, 0.0);
    std::vector<double> seen;
    auto const called =
        solve(g.exec, g.A, g.b, g.x,
              {.method = method, .rtol = 1e-6, .callback = [&](std::int64_t iteration, double residual) {
                 if (method != KrylovMethod::gmres) {
                   EXPECT_EQ(iteration, static_cast<std::int64_t>(seen.size()) + 1);
                 }
                 seen.push_back(residual);
                 return true;
               }});
    EXPECT_EQ(called.iterations, status.iterations);
    if (method != KrylovMethod::gmres) {
      EXPECT_EQ(seen, std::vector<double>(status.history.begin() + 1, status.history.end())) << name(method);
    }
    Kokkos::deep_copy(g.x, 0.0);
    auto const stopped =
        solve(g.exec, g.A, g.b, g.x,
              {.method = method, .rtol = 1e-6, .restart = 4, .callback = [](std::int64_t i, double) { return i < 4; }});
    EXPECT_EQ(stopped.reason, SolveReason::stopped);
    EXPECT_EQ(stopped.iterations, 4) << name(method);
  }
}

// More columns than are iterated at once, which need different numbers of iterations.
TEST(KrylovPlan, columns_have_the_bits_of_single_solves) {
  Grid const g;
  JacobiPreconditioner const M(g.exec, g.A);
  constexpr int count = 19;
  auto const n = static_cast<std::size_t>(g.A.num_rows());
  for (auto const method : methods) {
    auto const plan = krylov_plan(g.exec, g.A, M, {.method = method, .rtol = 1e-9, .keeps_history = true});
    Kokkos::View<double**, Kokkos::LayoutLeft, Space> const B("B", n, count), X("X", n, count);
    std::vector<std::vector<double>> expected;
    std::vector<SolveStatus> single;
    for (int j = 0; j < count; ++j) {
      std::vector<double> values(n);
      for (std::size_t i = 0; i < n; ++i) values[i] = j == 3 ? 0 : static_cast<double>((i * i + 7 * i) % (j + 2)) - 1;
      auto const b = vector_of(values);
      Kokkos::deep_copy(Kokkos::subview(B, Kokkos::ALL, j), b);
      Doubles const x("x", n);
      single.push_back(solve(g.exec, plan, b, x));
      expected.push_back(to_vector(x));
    }
    for (int run = 0; run < 2; ++run) {
      Kokkos::deep_copy(X, 0.0);
      auto const all = solve(g.exec, plan, B, X);
      ASSERT_EQ(all.size(), single.size());
      for (int j = 0; j < count; ++j) {
        auto const k = static_cast<std::size_t>(j);
        EXPECT_EQ(all[k].iterations, single[k].iterations) << name(method) << ", column " << j;
        EXPECT_EQ(all[k].reason, single[k].reason) << name(method) << ", column " << j;
        EXPECT_EQ(all[k].history, single[k].history) << name(method) << ", column " << j;
        Doubles const column("column", n);
        Kokkos::deep_copy(column, Kokkos::subview(X, Kokkos::ALL, j));
        EXPECT_EQ(to_vector(column), expected[k]) << name(method) << ", column " << j;
      }
    }
  }
}

TEST(KrylovPlan, many_right_hand_sides_and_new_values) {
  Grid const g;
  JacobiPreconditioner M(g.exec, g.A);
  auto const plan = krylov_plan(g.exec, g.A, M, {.rtol = 1e-10});
  EXPECT_GT(plan.bytes(), 5 * 8 * g.A.num_rows());
  auto const first = solve(g.exec, plan, g.b, g.x);
  auto const solution = to_vector(g.x);
  for (int run = 0; run < 100; ++run) {
    Kokkos::deep_copy(g.x, 0.0);
    EXPECT_EQ(solve(g.exec, plan, g.b, g.x).iterations, first.iterations);
    ASSERT_EQ(to_vector(g.x), solution) << "run " << run;
  }
  // By rows, by columns, each strided or not.
  Kokkos::View<double**, Kokkos::LayoutRight, Space> const B("B", g.b.extent(0), 3), X("X", g.b.extent(0), 3);
  for (int j = 0; j < 3; ++j) {
    auto column = ones(g.A.num_rows());
    for (auto& element : column) element *= j;
    Kokkos::deep_copy(Kokkos::subview(B, Kokkos::ALL, j), vector_of(column));
  }
  auto const all = solve(g.exec, plan, B, X);
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[0].iterations, 0);
  EXPECT_EQ(all[1].iterations, first.iterations);
  Doubles const column("column", g.b.extent(0));
  Kokkos::deep_copy(column, Kokkos::subview(X, Kokkos::ALL, 1));
  EXPECT_EQ(to_vector(column), solution);
  Kokkos::deep_copy(X, 0.0);
  auto const without_plan = solve(g.exec, g.A, M, B, X, {.rtol = 1e-10});
  ASSERT_EQ(without_plan.size(), 3u);
  EXPECT_EQ(without_plan[2].iterations, all[2].iterations);
  EXPECT_TRUE(solve(g.exec, g.A, B, X, {.rtol = 1e-10})[1].converged());
  // Twice the matrix: half of the solution.
  auto values = to_vector(g.A.values);
  for (auto& value : values) value *= 2;
  Kokkos::deep_copy(g.A.values, to_view<Space>(values));
  M.update(g.exec, g.A);
  Kokkos::deep_copy(g.x, 0.0);
  EXPECT_TRUE(solve(g.exec, plan, g.b, g.x).converged());
  auto const half = to_vector(g.x);
  for (std::size_t i = 0; i < half.size(); ++i) ASSERT_NEAR(half[i], solution[i] / 2, 1e-6) << i;
}

// Also where the plan has captured the solves with the factors before.
TEST(KrylovPlan, refuses_factors_that_an_update_refused) {
  Grid const g;
  IncompleteFactor M(g.exec, g.A, {.kind = FactorKind::ic});
  auto const plan = krylov_plan(g.exec, g.A, M, {.rtol = 1e-8});
  EXPECT_TRUE(solve(g.exec, plan, g.b, g.x).converged());
  auto const values = to_vector(g.A.values);
  auto const take = [&](double factor) {
    auto scaled = values;
    for (auto& value : scaled) value *= factor;
    Kokkos::deep_copy(g.A.values, to_view<Space>(scaled));
    M.update(g.exec, g.A);
  };
  EXPECT_NE(refusal([&] { take(-1); }), "");
  EXPECT_NE(refusal([&] { solve(g.exec, plan, g.b, g.x); }).find("is not positive"), std::string::npos);
  take(2);
  Kokkos::deep_copy(g.x, 0.0);
  EXPECT_TRUE(solve(g.exec, plan, g.b, g.x).converged());
}

// Each column against a solver of its own; the shifts in no order, one so large that its residual underflows.
TEST(KrylovPlan, is_usable_after_it_was_moved_from) {
  Exec const exec;
  auto plan = krylov_plan(exec, diagonal_of({2, 4}));
  Doubles const x("x", 2);
  {
    auto const other = std::move(plan);
    EXPECT_TRUE(solve(exec, other, vector_of({2, 4}), x).converged());
  }
  EXPECT_TRUE(solve(exec, plan, vector_of({4, 4}), x).converged());  // NOLINT(bugprone-use-after-move)
  EXPECT_EQ(to_vector(x), (std::vector<double>{2, 1}));
}

TEST(SolveShifted, equals_a_solver_for_each_shift) {
  Grid const g;
  auto const n = g.b.extent(0);
  std::vector<double> const shifts{0.5, 0, 30, 0.01, 1e200};
  for (bool const by_rows : {false, true}) {
    Kokkos::View<double**, Kokkos::LayoutLeft, Space> const left("X", n, 5);
    Kokkos::View<double**, Kokkos::LayoutRight, Space> const right("X", n, 5);
    auto const statuses = by_rows ? solve_shifted(g.exec, g.A, shifts, g.b, right, {.rtol = 1e-9})
                                  : solve_shifted(g.exec, g.A, shifts, g.b, left, {.rtol = 1e-9});
    ASSERT_EQ(statuses.size(), 5u);
    for (std::size_t k = 0; k < 5; ++k) {
      auto const shift = shifts[k];
      auto const shifted = [&](Exec const& exec, auto const& from, auto const& to) {
        Kokkos::deep_copy(exec, to, from);
        spmv(exec, 1.0, g.A, from, shift, to);
      };
      Kokkos::deep_copy(g.x, 0.0);
      auto const alone = solve(g.exec, shifted, g.b, g.x, {.rtol = 1e-9});
      EXPECT_TRUE(alone.converged()) << shift;
      EXPECT_TRUE(statuses[k].converged()) << shift << ": " << name(statuses[k].reason) << ", " << statuses[k].residual;
      Doubles const column("column", n);
      if (by_rows)
        Kokkos::deep_copy(column, Kokkos::subview(right, Kokkos::ALL, k));
      else
        Kokkos::deep_copy(column, Kokkos::subview(left, Kokkos::ALL, k));
      auto const expected = to_vector(g.x), values = to_vector(column);
      for (std::size_t i = 0; i < n; ++i)
        ASSERT_NEAR(values[i], expected[i], 1e-5 * std::abs(expected[i]) + 1e-210)
            << "shift " << shift << ", row " << i;
      // As many iterations as the smallest shift needs alone.
      if (shift == 0) {
        EXPECT_NEAR(static_cast<double>(statuses[k].iterations), static_cast<double>(alone.iterations), 1);
      }
    }
  }
}

TEST(SolveShifted, failures) {
  Grid const g;
  Kokkos::View<double**, Space> const X("X", g.b.extent(0), 2);
  auto const statuses = solve_shifted(g.exec, g.A, {-9, 1}, g.b, X);
  EXPECT_EQ(statuses[0].reason, SolveReason::not_positive_definite);
  EXPECT_EQ(solve_shifted(g.exec, g.A, {}, g.b, Kokkos::View<double**, Space>("X", g.b.extent(0), 0)).size(), 0u);
  EXPECT_TRUE(solve_shifted(g.exec, g.A, {0, 1}, Doubles("b", g.b.extent(0)), X)[1].converged());
  EXPECT_EQ(refusal([&] { solve_shifted(g.exec, g.A, {1}, g.b, X); }),
            "Araios::solve_shifted: columns of X, shifts (2 != 1)");
  EXPECT_EQ(refusal([&] { solve_shifted(g.exec, g.A, {1, std::nan("")}, g.b, X); }),
            "Araios::solve_shifted: shift 1 is nan");
  EXPECT_EQ(refusal([&] { solve_shifted(g.exec, g.A, {1, 2}, g.b, X, {.method = KrylovMethod::cr}); }),
            "Araios::solve_shifted: the method is cr; it must be cg");
}

// The plan holds a copy of A^H, and takes the values of A at each solve.
TEST(KrylovPlan, new_values_of_a_transpose) {
  Grid const g;
  SolveOptions const options{.method = KrylovMethod::bicg, .rtol = 1e-9};
  auto const plan = krylov_plan(g.exec, g.A, options);
  solve(g.exec, plan, g.b, g.x);
  auto values = to_vector(g.A.values);
  for (std::size_t p = 0; p < values.size(); ++p) values[p] *= values[p] < 0 ? 0.5 : 1.5;
  Kokkos::deep_copy(g.A.values, to_view<Space>(values));
  Doubles const fresh("fresh", g.b.extent(0));
  Kokkos::deep_copy(g.x, 0.0);
  EXPECT_EQ(solve(g.exec, plan, g.b, g.x).iterations, solve(g.exec, g.A, g.b, fresh, options).iterations);
  EXPECT_EQ(to_vector(g.x), to_vector(fresh));
}

TEST(Solve, refuses_what_cannot_be_meant) {
  Grid const g;
  Doubles const short_x("x", 5);
  double const nan = std::nan("");
  auto const message = [&](SolveOptions const& options) {
    return refusal([&] { solve(g.exec, g.A, g.b, g.x, options); });
  };
  EXPECT_EQ(refusal([&] { solve(g.exec, g.A, g.b, short_x); }), "Araios::solve: length of x, rows of A (5 != 600)");
  EXPECT_EQ(refusal([&] { solve(g.exec, g.A, short_x, g.x); }), "Araios::solve: length of b, rows of A (5 != 600)");
  EXPECT_EQ(refusal([&] { solve(g.exec, g.A, g.x, g.x); }).substr(0, 31), "Araios::solve: b and x are the ");
  Csr const wide(2, 3, vector_of_ints({0, 0, 0}), vector_of_ints({}), Doubles());
  EXPECT_EQ(refusal([&] { solve(g.exec, wide, Doubles("b", 2), Doubles("x", 2)); }),
            "Araios::solve: A is 2 x 3; it must be square");
  EXPECT_EQ(refusal([&] { solve(g.exec, g.A, JacobiPreconditioner(g.exec, diagonal_of({1, 2})), g.b, g.x); }),
            "Araios::solve: rows of M, rows of A (2 != 600)");
  // Column 1 of B is column 0 of X.
  Kokkos::View<double**, Kokkos::LayoutLeft, Space> const both("both", 600, 3);
  auto const columns = [&](int first) { return Kokkos::subview(both, Kokkos::ALL, std::pair(first, first + 2)); };
  EXPECT_EQ(refusal([&] { solve(g.exec, g.A, columns(0), columns(1)); }),
            "Araios::solve: B and X overlap (the second begins at byte 4800 of the first)");
  EXPECT_EQ(message({.rtol = -1}), "Araios::solve: rtol is -1; it must be in [0, 1)");
  EXPECT_EQ(message({.rtol = nan}), "Araios::solve: rtol is nan; it must be in [0, 1)");
  EXPECT_EQ(message({.atol = -1}), "Araios::solve: atol is -1; it must be at least 0");
  EXPECT_EQ(message({.max_iterations = -1}).substr(0, 57), "Araios::solve: max_iterations is -1; it must be in [0, 11");
  EXPECT_EQ(message({.restart = 0}), "Araios::solve: restart is 0; it must be in [1, 1024]");
  EXPECT_EQ(message({.method = KrylovMethod(9)}), "Araios::solve: KrylovMethod has no enumerator 9");
}

// The host waits once, for the status: the iterations are one kernel. solve_shifted, whose loop is the host's with a tool,
// waits three times to see whether it goes on, and for the shifts, the status and the residuals. The plan of SpMV waits for
// nothing where rows are as long as here.
constexpr int fences_of_solve = Impl::launches_block_v<Exec> ? 0 : 1;
constexpr int fences_of_shifted = Impl::launches_block_v<Exec> ? 2 : 6;
contract::Operations const operations{
    contract::writes("solve", [](contract::Data& d) { solve(d.exec, d.square(), d.square_x, d.square_y); },
                     {.fences = fences_of_solve, .waits = true}),
    contract::writes(
        "solve_plan", [](contract::Data& d) { return krylov_plan(d.exec, d.square()); },
        [](contract::Data& d, auto& operand) { solve(d.exec, operand, d.square_x, d.square_y); },
        {.fences = fences_of_solve, .allocations = 0, .waits = true}),
    contract::writes("solve_shifted",
                     [](contract::Data& d) {
                       Kokkos::View<double**, Kokkos::LayoutLeft, Space, Kokkos::MemoryUnmanaged> const X(
                           d.square_y.data(), d.square_y.extent(0), 1);
                       solve_shifted(d.exec, d.square(), {1000}, d.square_x, X);
                     },
                     {.fences = fences_of_shifted, .waits = true}),
    contract::returns("krylov_plan", [](contract::Data& d) { return krylov_plan(d.exec, d.square()); })};

// The contract counts on it.
// An r that is orthogonal to r* lets BiCGSTAB begin again, also in the first iteration after a restart; twice in a row is a
// breakdown.
TEST(Bicgstab, begins_again_once_also_after_a_restart) {
  using Update = Impl::krylov::BicgstabUpdate<double>;
  Impl::krylov::State<double> state{};
  state.loop.is_running = 1;
  state.loop.iteration = 5;
  state.loop.max_iterations = 100;
  state.alpha = state.omega = 1;
  Update update{};
  update.state = &state;
  double const orthogonal[] = {4, 0}, other[] = {4, 4};
  state.begin_again(4);
  update.finish(orthogonal);
  EXPECT_EQ(state.loop.is_running, 1);
  update.finish(other);
  EXPECT_EQ(state.loop.is_running, 1);
  update.finish(orthogonal);
  EXPECT_EQ(state.loop.is_running, 1);
  update.finish(orthogonal);
  EXPECT_EQ(state.loop.is_running, 0);
  EXPECT_EQ(static_cast<SolveReason>(state.loop.reason), SolveReason::breakdown_rho);
}

TEST(Solve, ends_soon_on_the_matrix_of_the_contract) {
  contract::Data d;
  auto const status = solve(d.exec, d.square(), d.square_x, d.square_y);
  EXPECT_EQ(status.reason, SolveReason::not_positive_definite);
  EXPECT_LT(status.iterations, 8);
}

}  // namespace solve_krylov_test
