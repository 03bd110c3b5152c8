// SPDX-License-Identifier: Apache-2.0

#include <Araios/batched.hpp>
#include <Araios/generate.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "support/contract.hpp"
#include "support/matrices.hpp"
#include "support/refusals.hpp"
#include "support/types.hpp"

namespace solve_batched_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

template <class T>
using Table = Kokkos::View<T**, Kokkos::LayoutRight, Space>;
template <class T>
using Csr = CsrMatrix<T, int, int, Space>;

/// A table on the host, by rows.
template <class T>
struct HostTable {
  std::int64_t rows = 0, cols = 0;
  std::vector<T> values;
  T& operator()(std::int64_t i, std::int64_t j) { return values[static_cast<std::size_t>(i * cols + j)]; }
  T const& operator()(std::int64_t i, std::int64_t j) const { return values[static_cast<std::size_t>(i * cols + j)]; }
};
template <class T, class Layout = Kokkos::LayoutRight>
auto to_table(HostTable<T> const& from) {
  Kokkos::View<T**, Layout, Space> const to("table", from.rows, from.cols);
  auto const host = Kokkos::create_mirror_view(to);
  for (std::int64_t i = 0; i < from.rows; ++i)
    for (std::int64_t j = 0; j < from.cols; ++j) host(i, j) = from(i, j);
  Kokkos::deep_copy(to, host);
  return to;
}
template <class View>
auto to_host_table(View const& from) {
  using T = typename View::non_const_value_type;
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), from);
  HostTable<T> to{static_cast<std::int64_t>(from.extent(0)), static_cast<std::int64_t>(from.extent(1)), {}};
  to.values.resize(from.extent(0) * from.extent(1));
  for (std::int64_t i = 0; i < to.rows; ++i)
    for (std::int64_t j = 0; j < to.cols; ++j) to(i, j) = host(i, j);
  return to;
}

template <class T>
T number(double re, double im) {
  if constexpr (is_complex_v<T>)
    return T(static_cast<typename T::value_type>(re), static_cast<typename T::value_type>(im));
  else
    return static_cast<T>(re);
}

/// Systems of one pattern: diagonals at distances 0, 1 and 5, and in a batch that is `messy` each diagonal entry twice.
/// Hermitian and positive definite, or with other numbers above the diagonal.
template <class T>
struct Batch {
  HostCsr<T, int, int> pattern;
  HostTable<T> values, b;

  Batch(int n, int systems, bool hermitian, bool messy) {
    std::vector<std::vector<std::int64_t>> rows(static_cast<std::size_t>(n));
    for (int i = 0; i < n; ++i)
      for (int const d : {-5, -1, 0, 1, 5}) {
        if (i + d >= 0 && i + d < n) rows[static_cast<std::size_t>(i)].push_back(i + d);
        if (messy && d == 0) rows[static_cast<std::size_t>(i)].push_back(i);
      }
    pattern = from_rows<T, int, int>(rows, n);
    auto const nnz = static_cast<std::int64_t>(pattern.entries.size());
    values = {systems, nnz, std::vector<T>(static_cast<std::size_t>(systems * nnz))};
    b = {systems, n, std::vector<T>(static_cast<std::size_t>(systems * n))};
    std::mt19937 random(7);
    std::uniform_real_distribution<> uniform(-1, 1);
    for (int s = 0; s < systems; ++s) {
      for (int i = 0; i < n; ++i) {
        b(s, i) = number<T>(uniform(random), uniform(random));
        for (int p = pattern.row_map[static_cast<std::size_t>(i)]; p < pattern.row_map[static_cast<std::size_t>(i) + 1];
             ++p) {
          int const j = pattern.entries[static_cast<std::size_t>(p)];
          // A number by the pair, so that both triangles agree.
          double const re = std::cos(1.0 + std::min(i, j) + 3 * std::max(i, j) + s);
          double const im = std::sin(2.0 + std::min(i, j) + s) * (i < j ? 1 : -1);
          if (i == j)
            values(s, p) = number<T>((3 + s % 5 + (i % 3)) / (messy ? 2.0 : 1.0) + (messy ? 0.75 : 1.5), 0);
          else
            values(s, p) = number<T>(hermitian || i > j ? re : -0.5 * re, im);
        }
      }
    }
  }
  /// ||b - A x|| of system s, in long double.
  double residual(HostTable<T> const& x, std::int64_t s) const {
    long double total = 0;
    for (std::int64_t i = 0; i < pattern.num_rows; ++i) {
      using Wide = std::complex<long double>;
      auto const wide = [](T const& a) {
        if constexpr (is_complex_v<T>)
          return Wide(a.real(), a.imag());
        else
          return Wide(a, 0);
      };
      Wide left = wide(b(s, i));
      for (int p = pattern.row_map[static_cast<std::size_t>(i)]; p < pattern.row_map[static_cast<std::size_t>(i) + 1];
           ++p)
        left -= wide(values(s, p)) * wide(x(s, pattern.entries[static_cast<std::size_t>(p)]));
      total += std::norm(left);
    }
    return static_cast<double>(std::sqrt(total));
  }
};

using StatusView = Kokkos::View<BatchedStatus*, Space>;
std::vector<BatchedStatus> to_statuses(StatusView const& status) { return to_vector(status); }

template <class>
struct BatchedOfTypes : testing::Test {};
#if defined ARAIOS_TESTS_FEW_TYPES
using Types = testing::Types<double>;
#elif defined ARAIOS_TESTS_OTHER_TYPES
using Types = testing::Types<float, Kokkos::complex<double>>;
#else
using Types = testing::Types<double, float, Kokkos::complex<double>>;
#endif
TYPED_TEST_SUITE(BatchedOfTypes, Types);

TYPED_TEST(BatchedOfTypes, residuals_are_within_the_tolerance) {
  using T = TypeParam;
  Exec const exec;
  double const rtol = sizeof(Impl::RealPartOf<T>) == 4 ? 1e-5 : 1e-11;
  for (int const n : {1, 2, 3, 31, 33, 64, 65, 300, 1024})
    for (auto const method : {BatchedMethod::cg, BatchedMethod::bicgstab, BatchedMethod::lu})
      for (bool const messy : {false, true}) {
        if (method == BatchedMethod::lu && n > 64) continue;
        int const systems = n > 100 ? 5 : 23;
        Batch<T> const batch(n, systems, method == BatchedMethod::cg, messy);
        auto const pattern = to_csr<Space>(batch.pattern);
        Table<T> const x("x", systems, n);
        StatusView const status("status", systems);
        BatchedMatrix const A{pattern, to_table(batch.values)};
        batched_solve(exec, A, to_table(batch.b), x, status, {.method = method, .rtol = rtol});
        auto const found = to_host_table(x);
        auto const all = to_statuses(status);
        for (int s = 0; s < systems; ++s) {
          auto const& of = all[static_cast<std::size_t>(s)];
          std::string const what = std::string(name(method)) + ", " + std::to_string(n) + " rows, system " +
                                   std::to_string(s) + ": " + std::string(name(of.reason));
          double const residual = batch.residual(found, s);
          ASSERT_EQ(of.reason, SolveReason::converged) << what << ", residual " << of.residual;
          EXPECT_LE(residual, 1.001 * of.tolerance) << what;
          EXPECT_NEAR(residual, of.residual, 0.1 * of.tolerance) << what;
          EXPECT_EQ(of.iterations == 0, method == BatchedMethod::lu) << what;
          EXPECT_EQ(of.row, -1);
        }
      }
}

/// The bits of a batch do not depend on who computes them: threads of hosts, teams, and layouts.
TYPED_TEST(BatchedOfTypes, bits_are_those_of_teams_and_of_other_layouts) {
  using T = TypeParam;
  using Host = Kokkos::DefaultHostExecutionSpace;
  Exec const exec;
  for (int const n : {7, 64, 100})
    for (auto const method : {BatchedMethod::cg, BatchedMethod::bicgstab, BatchedMethod::lu}) {
      if (method == BatchedMethod::lu && n > 64) continue;
      int const systems = 9;
      Batch<T> const batch(n, systems, method == BatchedMethod::cg, false);
      BatchedOptions const options{.method = method, .rtol = 1e-4};
      Table<T> const x("x", systems, n);
      StatusView const status("status", systems);
      auto const pattern = to_csr<Space>(batch.pattern);
      batched_solve(exec, BatchedMatrix{pattern, to_table(batch.values)}, to_table(batch.b), x, status, options);
      auto const expected = to_host_table(x);

      auto const values = to_table<T, Kokkos::LayoutLeft>(batch.values);
      auto const b = to_table<T, Kokkos::LayoutLeft>(batch.b);
      Kokkos::View<T**, Kokkos::LayoutLeft, Space> const other("x", systems, n);
      batched_solve(exec, BatchedMatrix{pattern, values}, b, other, status, options);
      EXPECT_TRUE(same_bits(to_host_table(other).values, expected.values)) << n << " rows by columns";

      if constexpr (std::is_same_v<Exec, Host>) {
        auto const problem =
            Impl::batched::checked_problem(exec, BatchedMatrix{pattern, values}, b, other, status, options);
        Kokkos::deep_copy(other, T(0));
        if (method == BatchedMethod::lu)
          Impl::batched::launch_teams<true>(exec, problem, 1);
        else
          Impl::batched::launch_teams<false>(exec, problem, 1);
        exec.fence();
        EXPECT_TRUE(same_bits(to_host_table(other).values, expected.values)) << n << " rows by teams";
      }
    }
}

/// A thread that does the work of all threads between two barriers from the last to the first.
struct LastFirst {
  template <class F>
  void each(int count, F const& f) const {
    for (int i = count; i-- > 0;) f(i);
  }
};
TEST(Batched, threads_may_run_in_any_order) {
  using Host = Kokkos::HostSpace;
  for (int const n : {5, 64, 100})
    for (auto const method : {BatchedMethod::cg, BatchedMethod::bicgstab, BatchedMethod::lu}) {
      if (method == BatchedMethod::lu && n > 64) continue;
      Batch<double> const batch(n, 1, method == BatchedMethod::cg, true);
      std::vector<double> x(static_cast<std::size_t>(n)), other = x;
      BatchedStatus status, of_other;
      Impl::batched::Problem<double, int, int> problem{batch.pattern.row_map.data(),
                                                       batch.pattern.entries.data(),
                                                       {batch.values.values.data(), batch.values.cols, 1},
                                                       {batch.b.values.data(), n, 1},
                                                       {x.data(), n, 1},
                                                       &status,
                                                       1,
                                                       1,
                                                       n,
                                                       method,
                                                       true,
                                                       1e-9,
                                                       0,
                                                       10 * n};
      Kokkos::View<char*, Host> const memory("memory",
                                             static_cast<std::size_t>(Impl::batched::bytes_of<double>(method, n)));
      auto const run = [&](auto const& threads) {
        Impl::batched::SumsInMemory<std::remove_cvref_t<decltype(threads)>> const group{threads, memory.data(),
                                                                                        Impl::batched::lanes_of(n)};
        auto* const vectors = reinterpret_cast<double*>(memory.data() + Impl::batched::bytes_of_sums);
        if (method == BatchedMethod::lu)
          Impl::batched::solve_system<true>(problem, 0, group, vectors);
        else
          Impl::batched::solve_system<false>(problem, 0, group, vectors);
      };
      run(Impl::SingleThread());
      problem.x.data = other.data();
      problem.status = &of_other;
      run(LastFirst());
      EXPECT_EQ(status.reason, SolveReason::converged);
      EXPECT_EQ(of_other.iterations, status.iterations);
      EXPECT_EQ(of_other.residual, status.residual);
      EXPECT_TRUE(same_bits(x, other)) << n << " rows, " << name(method);
    }
}

/// Sums by hand: as the lanes of a CUDA block add them.
TEST(BatchedSums, follow_the_number_of_rows) {
  for (int const n : {0, 1, 31, 64, 65, 1000}) {
    int const lanes = n <= 64 ? 32 : 128;
    std::vector<double> terms(static_cast<std::size_t>(n));
    for (int i = 0; i < n; ++i) terms[static_cast<std::size_t>(i)] = std::sin(i) * std::pow(10, i % 7);
    std::vector<double> of_lanes(static_cast<std::size_t>(lanes));
    for (int i = 0; i < n; ++i) of_lanes[static_cast<std::size_t>(i % lanes)] += terms[static_cast<std::size_t>(i)];
    double expected = 0;
    for (int first = 0; first < lanes; first += 32) {
      // What each lane has after the exchange with the lane whose number differs in one bit.
      std::vector<double> now(of_lanes.begin() + first, of_lanes.begin() + first + 32);
      for (int bit = 16; bit > 0; bit /= 2) {
        auto const before = now;
        for (int l = 0; l < 32; ++l)
          now[static_cast<std::size_t>(l)] =
              before[static_cast<std::size_t>(l)] + before[static_cast<std::size_t>(l ^ bit)];
      }
      expected = first == 0 ? now[0] : expected + now[0];
    }
    alignas(16) char memory[Impl::batched::bytes_of_sums];
    Impl::batched::SumsInMemory<Impl::SingleThread> const group{{}, memory, Impl::batched::lanes_of(n)};
    double found = -1;
    group.sums<1>(n, [&](int i, double* sums) { sums[0] += terms[static_cast<std::size_t>(i)]; }, &found);
    EXPECT_EQ(found, expected) << n;
  }
}

/// 2 systems of 3 rows: diag(2, 4, 8) with one entry (0, 1).
struct Tiny {
  Exec exec;
  HostCsr<double, int, int> pattern = from_rows<double, int, int>({{0, 1}, {1}, {2}}, 3);
  HostTable<double> values{2, 4, {2, 0, 4, 8, 1, 0, 1, 1}}, b{2, 3, {2, 4, 8, 1, 2, 3}};
  Table<double> x{"x", 2, 3};
  StatusView status{"status", 2};

  void run(BatchedOptions const& options = {}) const {
    batched_solve(exec, BatchedMatrix{to_csr<Space>(pattern), to_table(values)}, to_table(b), x, status, options);
  }
  std::string refused(BatchedOptions const& options = {}) const {
    return refusal(
        [&] { batched_solve(exec, BatchedMatrix{to_csr<Space>(pattern), to_table(values)}, to_table(b), x, options); });
  }
  BatchedStatus of(int s) const { return to_statuses(status)[static_cast<std::size_t>(s)]; }
};

TEST(Batched, each_system_ends_by_itself) {
  Tiny t;
  t.run({.rtol = 1e-14});
  EXPECT_EQ(to_host_table(t.x).values, (std::vector<double>{1, 1, 1, 1, 2, 3}));
  EXPECT_EQ(t.of(0).iterations, 1);
  // Without a preconditioner: as many iterations as the diagonal has numbers.
  t.x = Table<double>("x", 2, 3);
  t.run({.preconditioner = BatchedPreconditioner::none, .rtol = 1e-12});
  EXPECT_EQ(t.of(0).iterations, 3);
  EXPECT_EQ(t.of(1).iterations, 1);
  // The guess is the solution.
  t.run({.rtol = 1e-12});
  EXPECT_EQ(t.of(0).iterations, 0);
  EXPECT_EQ(t.of(0).reason, SolveReason::converged);
  // b = 0.
  for (int i = 0; i < 3; ++i) t.b(0, i) = 0;
  for (auto const method : {BatchedMethod::cg, BatchedMethod::bicgstab, BatchedMethod::lu}) {
    Kokkos::deep_copy(t.x, 7.0);
    t.run({.method = method});
    EXPECT_EQ(to_host_table(t.x).values[0], 0);
    EXPECT_EQ(t.of(0).reason, SolveReason::converged);
    EXPECT_EQ(t.of(1).reason, SolveReason::converged);
  }
}

// A b whose squares are 0 is not taken for 0; the other system converges.
TEST(Batched, numbers_too_small_to_be_squared) {
  for (auto const method : {BatchedMethod::cg, BatchedMethod::bicgstab, BatchedMethod::lu}) {
    Tiny t;
    for (int i = 0; i < 3; ++i) t.b(0, i) = 1e-170;
    t.run({.method = method, .rtol = 1e-10});
    auto const x = to_host_table(t.x).values;
    EXPECT_TRUE(x[0] != 0 || t.of(0).reason != SolveReason::converged) << int(method);
    EXPECT_EQ(t.of(0).reason == SolveReason::converged, t.of(0).residual == 0) << int(method);
    EXPECT_EQ(t.of(1).reason, SolveReason::converged) << int(method);
  }
}

TEST(Batched, a_faulty_system_is_named_and_disturbs_no_other) {
  double const nan = std::numeric_limits<double>::quiet_NaN();
  for (auto const method : {BatchedMethod::cg, BatchedMethod::bicgstab, BatchedMethod::lu}) {
    Tiny t;
    for (double const small : {1e-310, 0.0}) {
      t.values(1, 2) = small;  // the diagonal entry of row 1
      t.run({.method = method});
      EXPECT_EQ(t.of(0).reason, SolveReason::converged);
      EXPECT_EQ(t.of(1).reason, SolveReason::breakdown_pivot) << small;
      EXPECT_EQ(t.of(1).row, 1);
    }
    EXPECT_EQ(to_host_table(t.x)(0, 2), 1);
    EXPECT_EQ(t.refused({.method = method}), "Araios::batched_solve: system 1, row 1: breakdown: a pivot is 0");
    t.values(1, 2) = nan;
    t.run({.method = method});
    EXPECT_EQ(t.of(0).reason, SolveReason::converged);
    EXPECT_EQ(t.of(1).reason, SolveReason::not_finite);
    t.values(1, 2) = 1;
    t.b(0, 2) = nan;
    t.run({.method = method});
    EXPECT_EQ(t.of(0).reason, SolveReason::not_finite);
    EXPECT_EQ(t.refused({.method = method}).find("Araios::batched_solve: system 0: not finite after 0 iterations"), 0u);
  }
  Tiny t;
  t.values(1, 0) = -1;
  t.b(1, 1) = t.b(1, 2) = 0;
  t.run({.preconditioner = BatchedPreconditioner::none});
  EXPECT_EQ(t.of(1).reason, SolveReason::not_positive_definite);
  Kokkos::deep_copy(t.x, 0.0);
  t.run({.preconditioner = BatchedPreconditioner::none, .max_iterations = 1});
  EXPECT_EQ(t.of(0).iterations, 1);
}

TEST(Batched, the_lowest_row_without_a_diagonal_is_named_beside_infinities) {
  Tiny t;
  t.values(1, 0) = std::numeric_limits<double>::infinity();
  t.values(1, 3) = 0;
  t.run();
  EXPECT_EQ(t.of(1).reason, SolveReason::breakdown_pivot);
  EXPECT_EQ(t.of(1).row, 2);
}

TEST(Batched, lu_does_not_read_x) {
  Tiny t;
  t.values(1, 2) = 0;
  Kokkos::deep_copy(t.x, std::numeric_limits<double>::quiet_NaN());
  t.run({.method = BatchedMethod::lu});
  EXPECT_EQ(t.of(0).reason, SolveReason::converged);
  EXPECT_EQ(t.of(1).reason, SolveReason::breakdown_pivot);
  EXPECT_EQ(t.of(1).residual, std::sqrt(14));
}

// The first iteration of BiCGSTAB leaves an r that is orthogonal to r*; and squares that are numbers.
TEST(Batched, bicgstab_begins_again_as_solve_does) {
  Exec const exec;
  auto const pattern = to_csr<Space>(from_rows<double, int, int>({{0, 2}, {1}, {1, 2}}, 3));
  StatusView const status("status", 1);
  for (double const scale : {1.0, 1e-100, 1e100}) {
    Table<double> const x("x", 1, 3);
    HostTable<double> const values{1, 5, {1, -2, -2, -1, 1}}, b{1, 3, {0, scale, 0}};
    batched_solve(exec, BatchedMatrix{pattern, to_table(values)}, to_table(b), x, status,
                  {.method = BatchedMethod::bicgstab, .preconditioner = BatchedPreconditioner::none, .rtol = 1e-10});
    EXPECT_EQ(to_statuses(status)[0].reason, SolveReason::converged) << scale;
  }
}

TEST(Batched, the_limit_of_iterations_is_that_of_a_system) {
  Exec const exec;
  Batch<double> const batch(200, 3, true, false);
  Table<double> const x("x", 3, 200);
  StatusView const status("status", 3);
  BatchedMatrix const A{to_csr<Space>(batch.pattern), to_table(batch.values)};
  for (auto const method : {BatchedMethod::cg, BatchedMethod::bicgstab}) {
    Kokkos::deep_copy(x, 0.0);
    batched_solve(exec, A, to_table(batch.b), x, status, {.method = method, .rtol = 1e-12, .max_iterations = 2});
    for (auto const& of : to_statuses(status)) {
      EXPECT_EQ(of.reason, SolveReason::iteration_limit);
      EXPECT_EQ(of.iterations, 2);
    }
    // A tolerance that double does not reach.
    batched_solve(exec, A, to_table(batch.b), x, status, {.method = method, .rtol = 1e-18, .max_iterations = 4000});
    for (auto const& of : to_statuses(status)) EXPECT_FALSE(of.reason == SolveReason::converged);
  }
}

TEST(Batched, lu_exchanges_rows) {
  Exec const exec;
  // (0 1; 1 0) and (1e-20 1; 1 1).
  auto const pattern = to_csr<Space>(from_rows<double, int, int>({{0, 1}, {0, 1}}, 2));
  HostTable<double> const values{2, 4, {0, 1, 1, 0, 1e-20, 1, 1, 1}}, b{2, 2, {3, 4, 1, 2}};
  Table<double> const x("x", 2, 2);
  batched_solve(exec, BatchedMatrix{pattern, to_table(values)}, to_table(b), x,
                {.method = BatchedMethod::lu, .rtol = 1e-15});
  EXPECT_EQ(to_host_table(x).values, (std::vector<double>{4, 3, 1, 1}));
  // No pivot in column 1.
  HostTable<double> const singular{2, 4, {0, 1, 1, 0, 1, 2, 2, 4}};
  EXPECT_EQ(refusal([&] {
              batched_solve(exec, BatchedMatrix{pattern, to_table(singular)}, to_table(b), x,
                            {.method = BatchedMethod::lu});
            }),
            "Araios::batched_solve: system 1, row 1: breakdown: a pivot is 0");
}

TEST(Batched, empty_batches_and_matrices) {
  Exec const exec;
  auto const pattern = to_csr<Space>(from_rows<double, int, int>({{0}}, 1));
  Table<double> const none("none", 0, 1), x("x", 0, 1);
  EXPECT_NO_THROW(batched_solve(exec, BatchedMatrix{pattern, none}, none, x));
  auto const empty = to_csr<Space>(from_rows<double, int, int>({}, 0));
  Table<double> const no_columns("none", 3, 0), y("y", 3, 0);
  for (auto const method : {BatchedMethod::cg, BatchedMethod::bicgstab, BatchedMethod::lu})
    EXPECT_NO_THROW(batched_solve(exec, BatchedMatrix{empty, no_columns}, no_columns, y, {.method = method}));
}

TEST(BatchedRefusals, name_what_is_wrong) {
  Tiny t;
  std::string const function = "Araios::batched_solve: ";
  EXPECT_EQ(t.refused({.rtol = 1}), function + "rtol is 1; it must be in [0, 1)");
  EXPECT_EQ(t.refused({.atol = -1}), function + "atol is -1; it must be at least 0");
  EXPECT_EQ(t.refused({.method = BatchedMethod(3)}), function + "BatchedMethod has no enumerator 3");
  EXPECT_EQ(t.refused({.preconditioner = BatchedPreconditioner(2)}),
            function + "BatchedPreconditioner has no enumerator 2");
  EXPECT_NE(t.refused({.max_iterations = -1}).find("max_iterations is -1"), std::string::npos);
  auto const pattern = to_csr<Space>(t.pattern);
  auto const values = to_table(t.values), b = to_table(t.b);
  Table<double> const longer("longer", 2, 4), more("more", 3, 3);
  BatchedMatrix const A{pattern, values};
  EXPECT_EQ(refusal([&] { batched_solve(t.exec, BatchedMatrix{pattern, b}, b, t.x); }),
            function + "columns of values, entries of the pattern (3 != 4)");
  EXPECT_EQ(refusal([&] { batched_solve(t.exec, A, longer, t.x); }),
            function + "columns of b, rows of a matrix (4 != 3)");
  EXPECT_EQ(refusal([&] { batched_solve(t.exec, A, b, more); }), function + "rows of x, rows of values (3 != 2)");
  EXPECT_EQ(refusal([&] { batched_solve(t.exec, A, b, t.x, StatusView("status", 1)); }),
            function + "length of status, rows of values (1 != 2)");
  EXPECT_NE(refusal([&] { batched_solve(t.exec, A, b, b); }).find("x and b are the same array"), std::string::npos);
  Kokkos::View<double**, Kokkos::LayoutRight, Space, Kokkos::MemoryUnmanaged> const null(nullptr, 2, 3);
  EXPECT_EQ(refusal([&] { batched_solve(t.exec, A, null, t.x); }), function + "b: the pointer is null, for 6 elements");
  auto const large = to_csr<Space>(from_rows<double, int, int>(std::vector<std::vector<std::int64_t>>(65), 65));
  Table<double> const no_values("none", 1, 0), x("x", 1, 65), c("c", 1, 65);
  EXPECT_EQ(
      refusal([&] { batched_solve(t.exec, BatchedMatrix{large, no_values}, c, x, {.method = BatchedMethod::lu}); }),
      function + "65 rows; lu takes at most 64");
  auto const wide = to_csr<Space>(from_rows<double, int, int>({{0}}, 2));
  EXPECT_EQ(refusal([&] { batched_solve(t.exec, BatchedMatrix{wide, no_values}, c, x); }),
            function + "the matrices are 1 x 2; they must be square");
}

/// 4 systems of 200 rows of a grid.
auto grid(contract::Data& d) {
  Csr<double> const A = stencil_matrix(d.exec, {.nx = 20, .ny = 10});
  Table<double> const values("values", 4, static_cast<std::size_t>(A.nnz()));
  for (int s = 0; s < 4; ++s) Kokkos::deep_copy(d.exec, Kokkos::subview(values, s, Kokkos::ALL), A.values);
  return std::pair(A, values);
}
using Unmanaged = Kokkos::View<double**, Kokkos::LayoutRight, Space, Kokkos::MemoryUnmanaged>;
contract::Operations const operations{
    contract::writes("batched_solve", grid,
                     [](contract::Data& d, auto& of) {
                       Kokkos::View<BatchedStatus*, Space, Kokkos::MemoryUnmanaged> const status(
                           reinterpret_cast<BatchedStatus*>(d.result.values.data()), 4);
                       batched_solve(d.exec, BatchedMatrix{of.first, of.second}, Unmanaged(d.square_y.data(), 4, 200),
                                     Unmanaged(d.square_x.data(), 4, 200), status, {}, d.workspace);
                     }),
    contract::writes("batched_solve_or_throw", grid,
                     [](contract::Data& d, auto& of) {
                       batched_solve(d.exec, BatchedMatrix{of.first, of.second}, Unmanaged(d.square_y.data(), 4, 200),
                                     Unmanaged(d.square_x.data(), 4, 200), {}, d.workspace);
                     },
                     {.fences = 1, .waits = true})};

}  // namespace solve_batched_test
