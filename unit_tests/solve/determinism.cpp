// SPDX-License-Identifier: Apache-2.0
//
// Solvers with SolveOptions::determinism: x, the history and the number of iterations have the recorded bits, in every
// space and build.

#include <Araios/convert.hpp>
#include <Araios/preconditioner.hpp>
#include <Araios/solve.hpp>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "support/fingerprint.hpp"
#include "support/matrices.hpp"
#include "support/refusals.hpp"

namespace solve_determinism_test {

using namespace Araios;
using namespace Araios::test;

using Default = Kokkos::DefaultExecutionSpace;
using Host = Kokkos::DefaultHostExecutionSpace;
constexpr KrylovMethod methods[] = {KrylovMethod::cg,     KrylovMethod::bicgstab, KrylovMethod::gmres,
                                    KrylovMethod::minres, KrylovMethod::cr,       KrylovMethod::bicg};

/// A Hermitian, diagonally dominant matrix: about `mean` entries a row, and row and column 5 of `of_hub`. All values are
/// numbers of float.
template <class T>
HostCsr<T, int, int> hermitian(int n, int mean, int of_hub) {
  std::mt19937_64 random(7);
  std::vector<std::vector<std::pair<int, T>>> rows(static_cast<std::size_t>(n));
  auto const part = [&] { return static_cast<float>(random() % 1000) / 1024 - 0.5F; };
  auto const connect = [&](int i, int j) {
    if (i == j) return;
    if constexpr (is_complex_v<T>) {
      auto const real = part(), imaginary = part();
      rows[i].emplace_back(j, T(real, imaginary));
      rows[j].emplace_back(i, T(real, -imaginary));
    } else {
      auto const real = part();
      rows[i].emplace_back(j, T(real));
      rows[j].emplace_back(i, T(real));
    }
  };
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < mean / 2; ++k) connect(i, static_cast<int>(random() % static_cast<unsigned>(n)));
  for (int j = 0; j < of_hub; ++j) connect(5, (7 * j) % n);
  HostCsr<T, int, int> A;
  A.num_rows = A.num_cols = n;
  for (int i = 0; i < n; ++i) {
    rows[i].emplace_back(i, T(static_cast<float>(rows[i].size() + 1) * 0.75F));
    for (auto const& [j, value] : rows[i]) {
      A.entries.push_back(j);
      A.values.push_back(value);
    }
    A.row_map.push_back(static_cast<int>(A.entries.size()));
  }
  return A;
}

template <class To, class From>
HostCsr<To, int, int> with_values_of(HostCsr<From, int, int> const& A) {
  HostCsr<To, int, int> B;
  B.num_rows = A.num_rows;
  B.num_cols = A.num_cols;
  B.row_map = A.row_map;
  B.entries = A.entries;
  for (auto const& value : A.values) B.values.push_back(static_cast<To>(value));
  return B;
}

/// The hash of all that a solver says.
template <class T, class Exec, bool with_Jacobi, class Scalar>
std::uint64_t solution_of(HostCsr<Scalar, int, int> const& host, KrylovMethod method) {
  Exec const exec;
  using Space = typename Exec::memory_space;
  auto const A = to_csr<Space>(host);
  auto const n = static_cast<std::size_t>(host.num_rows);
  std::vector<T> b_values(n);
  for (std::size_t i = 0; i < n; ++i) b_values[i] = T(static_cast<float>(i % 31) / 8 - 1);
  auto const b = to_view<Space>(b_values);
  Kokkos::View<T*, Space> const x("x", n);
  bool const is_single = sizeof(T) == (is_complex_v<T> ? 8 : 4);
  SolveOptions options;
  options.method = method;
  options.rtol = is_single ? 1e-4 : 1e-9;
  options.max_iterations = 100;
  options.restart = 10;
  options.keeps_history = true;
  options.determinism = Determinism::space_to_space;
  std::uint64_t hash = 0;
  auto const add = [&](SolveStatus const& status) {
    EXPECT_TRUE(status.converged()) << name(method) << ": " << name(status.reason);
    EXPECT_GE(status.iterations, 2) << name(method);
    hash = fingerprint(to_vector(x), fingerprint(status.history, fingerprint(std::vector{status.iterations}, hash)));
  };
  add(solve(exec, A, b, x, options));
  if constexpr (with_Jacobi) {
    Kokkos::deep_copy(x, T(0));
    add(solve(exec, A, JacobiPreconditioner(exec, A), b, x, options));
  }
  return hash;
}

template <class T>
struct Recorded;
template <>
struct Recorded<float> {
  static constexpr std::uint64_t hash = 15185016584495425430u;
};
template <>
struct Recorded<double> {
  static constexpr std::uint64_t hash = 10343029022130590644u;
};
template <>
struct Recorded<Kokkos::complex<float>> {
  static constexpr std::uint64_t hash = 17943854687966138753u;
};
template <>
struct Recorded<Kokkos::complex<double>> {
  static constexpr std::uint64_t hash = 13413734285732537624u;
};

template <class T>
struct SolveDeterminism : testing::Test {};
#ifdef ARAIOS_TESTS_FEW_TYPES
using Types = testing::Types<double, Kokkos::complex<float>>;
#else
using Types = testing::Types<float, double, Kokkos::complex<float>, Kokkos::complex<double>>;
#endif
TYPED_TEST_SUITE(SolveDeterminism, Types);

// Short rows, rows of about 64 entries, rows of 200, and a row of several segments.
TYPED_TEST(SolveDeterminism, has_the_recorded_bits_in_every_space) {
  std::vector<std::uint64_t> all;
  for (auto const& [n, mean, of_hub] :
       {std::array{500, 6, 0}, std::array{400, 62, 0}, std::array{300, 200, 0}, std::array{3000, 4, 3000}}) {
    auto const A = hermitian<TypeParam>(n, mean, of_hub);
    for (auto const method : methods) {
      all.push_back(solution_of<TypeParam, Default, true>(A, method));
      std::string const what = std::string(name(method)) + ", n = " + std::to_string(n);
      if constexpr (!std::is_same_v<Default, Host>) {
        ASSERT_EQ(all.back(), (solution_of<TypeParam, Host, true>(A, method))) << what;
      }
#ifdef KOKKOS_ENABLE_SERIAL
      if constexpr (!std::is_same_v<Host, Kokkos::Serial>) {
        ASSERT_EQ(all.back(), (solution_of<TypeParam, Kokkos::Serial, true>(A, method))) << what;
      }
#endif
    }
  }
  EXPECT_EQ(fingerprint(all), Recorded<TypeParam>::hash);
}

// Values are converted to the type of the vectors before they are multiplied.
TEST(SolveDeterminism, has_the_same_bits_where_values_are_of_another_type) {
  for (int const mean : {6, 20, 200}) {
    auto const A = hermitian<double>(400, mean, 0);
    for (auto const method : methods)
      EXPECT_EQ((solution_of<double, Default, false>(A, method)),
                (solution_of<double, Default, false>(with_values_of<float>(A), method)))
          << name(method) << ", " << mean;
  }
}

TEST(SolveDeterminism, is_refused_for_other_operators) {
  Default const exec;
  using Space = Default::memory_space;
  auto const A = to_csr<Space>(hermitian<double>(20, 4, 0));
  Kokkos::View<double*, Space> const b("b", 20), x("x", 20);
  SolveOptions options;
  options.determinism = Determinism::space_to_space;
  auto const identity = [](Default const& space, auto const& from, auto const& to) {
    Kokkos::deep_copy(space, to, from);
  };
  char const* const message = "Araios::solve: space_to_space needs an A in CSR";
  EXPECT_EQ(refusal([&] { solve(exec, convert<Format::ell>(exec, A), b, x, options); }), message);
  EXPECT_EQ(refusal([&] { solve(exec, identity, b, x, options); }), message);
  options.determinism = Determinism(7);
  EXPECT_EQ(refusal([&] { solve(exec, A, b, x, options); }), "Araios::solve: Determinism has no enumerator 7");
}

}  // namespace solve_determinism_test
