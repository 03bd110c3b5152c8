// SPDX-License-Identifier: Apache-2.0
//
// One system of 3 or 5 diagonals: against Gaussian elimination of the whole matrix, by its backward error, and by
// failures.

#include <Araios/tridiagonal.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "support/banded_systems.hpp"
#include "support/contract.hpp"
#include "support/fingerprint.hpp"
#include "support/refusals.hpp"
#include "support/types.hpp"

namespace tridiagonal_tridiagonal_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Doubles = Kokkos::View<double*, Space>;
using ZeroPivot = Kokkos::View<std::int64_t, Space>;

template <class C>
struct BandedSolve : testing::Test {
  using T = std::conditional_t<is_pattern_v<typename C::Scalar>, Kokkos::complex<float>, typename C::Scalar>;
  using Space = typename C::Space;
  typename C::Exec exec;

  template <int K>
  std::vector<T> solve(BandedSystem<T, K> const& system, TridiagonalOptions options = {}) const {
    std::array<Kokkos::View<T*, Space>, 2 * K + 1> d;
    for (int k = 0; k <= 2 * K; ++k) d[k] = to_view<Space>(system.diagonals[k]);
    auto const b = to_view<Space>(system.b);
    Kokkos::View<T*, Space> const x("Araios::test::x", system.n);
    options.periodic = system.is_periodic;
    if constexpr (K == 1)
      tridiagonal_solve(exec, TridiagonalMatrix{d[0], d[1], d[2]}, b, x, options);
    else
      pentadiagonal_solve(exec, PentadiagonalMatrix{d[0], d[1], d[2], d[3], d[4]}, b, x, options);
    EXPECT_TRUE(same_bits(to_vector(b), system.b)) << "b has changed";
    return to_vector(x);
  }

  /// A system with a large diagonal, so that its solution is known to a few units.
  template <int K>
  void check_dominant(std::int64_t n, bool is_periodic, Pivoting pivoting) const {
    auto const system = random_banded<T, K>(n, static_cast<unsigned>(n), 3.0 * K, is_periodic);
    auto const x = solve<K>(system, {.pivoting = pivoting});
    std::string const where = std::to_string(n) + (is_periodic ? " periodic" : "") + " rows, K = " + std::to_string(K) +
                              (pivoting == Pivoting::none ? ", none" : "");
    EXPECT_LE(backward_error(system, x), 10) << where;
    if (is_periodic && n > 300) return;  // the reference has a full matrix
    std::int64_t zero;
    auto const expected = reference_solution<Exact>(system, zero);
    long double const unit = std::numeric_limits<Real<T>>::epsilon();
    for (std::int64_t i = 0; i < n; ++i)
      ASSERT_LE(std::abs(Exact(exact(x[i])) - expected[i]), 200 * unit) << where << ": x(" << i << ")";
  }
};
TYPED_TEST_SUITE(BandedSolve, AllCases, CaseName);

/// Around the sizes of a leaf, of a tile, and of two levels of tiles.
constexpr std::int64_t lengths[] = {1,   2,   3,   4,   5,   20,  21,   22,   23,   24,   25,   42,   43,   44,
                                    100, 672, 673, 674, 675, 676, 1000, 1343, 1344, 1345, 1346, 2690, 5000, 45000};

TYPED_TEST(BandedSolve, tridiagonal_is_gaussian_elimination) {
  for (auto const pivoting : {Pivoting::scaled_partial, Pivoting::none})
    for (auto const n : lengths)
      for (bool const is_periodic : {false, true}) this->template check_dominant<1>(n, is_periodic, pivoting);
}

TYPED_TEST(BandedSolve, pentadiagonal_is_gaussian_elimination) {
  for (auto const pivoting : {Pivoting::scaled_partial, Pivoting::none})
    for (auto const n : lengths)
      for (bool const is_periodic : {false, true}) this->template check_dominant<2>(n, is_periodic, pivoting);
}

TYPED_TEST(BandedSolve, has_small_backward_errors_on_difficult_matrices) {
  using T = typename TestFixture::T;
  using Number = std::conditional_t<is_complex_v<T>, std::complex<Real<T>>, T>;
  int checked = 0;
  for (std::int64_t const n : {64, 100, 512, 2000, 30000})
    for (auto const& [name, system] : tridiagonal_collection<T>(n)) {
      std::int64_t zero;
      auto const reference = reference_solution<Number>(system, zero);
      std::vector<T> x(reference.size());
      std::transform(reference.begin(), reference.end(), x.begin(), [](Number const& value) { return T(value); });
      long double const expected = backward_error(system, x);
      if (std::isinf(expected)) continue;  // products of elements, or the solution, do not fit the type
      ++checked;
      EXPECT_LE(backward_error(system, this->template solve<1>(system)), std::min(10.0L, 10 * expected + 1))
          << name << ", " << n << " rows; gtsv: " << expected;
    }
  EXPECT_GE(checked, 70);
}

TYPED_TEST(BandedSolve, has_small_backward_errors_on_random_matrices) {
  using T = typename TestFixture::T;
  for (auto const n : lengths)
    for (unsigned const seed : {1U, 2U, 3U})
      for (bool const is_periodic : {false, true}) {
        auto const three = random_banded<T, 1>(n, seed, 0, is_periodic);
        EXPECT_LE(backward_error(three, this->template solve<1>(three)), 10) << n << " rows, " << seed;
        auto const five = random_banded<T, 2>(n, seed, 0, is_periodic);
        EXPECT_LE(backward_error(five, this->template solve<2>(five)), 20) << n << " rows, " << seed;
      }
}

/// Tiles of nodes below the last tile, which have roots in several of them.
TYPED_TEST(BandedSolve, has_small_backward_errors_with_many_levels) {
  using T = typename TestFixture::T;
  auto const three = random_banded<T, 1>(1400000, 7, 0, true);
  EXPECT_LE(backward_error(three, this->template solve<1>(three)), 10);
  auto const five = random_banded<T, 2>(180000, 7, 0, false);
  EXPECT_LE(backward_error(five, this->template solve<2>(five)), 20);
}

/// A leaf of such a matrix alone is singular if it has an odd number of inner rows: a reduction that needs its inverse
/// divides by 0.
TYPED_TEST(BandedSolve, a_singular_inner_block_is_no_obstacle) {
  using T = typename TestFixture::T;
  for (std::int64_t n = 2; n < 200; n += 2) {
    BandedSystem<T, 1> system;
    system.n = n;
    system.diagonals = {std::vector<T>(n, T(1)), std::vector<T>(n, T(0)), std::vector<T>(n, T(1))};
    system.b = test_vector<T>(n, 5);
    EXPECT_LE(backward_error(system, this->template solve<1>(system)), 4) << n << " rows";
  }
}

TYPED_TEST(BandedSolve, known_solutions_are_exact) {
  using T = typename TestFixture::T;
  for (auto const n : lengths) {
    BandedSystem<T, 1> system;  // x(i) + 2 x(i + 1), of ones
    system.n = n;
    system.diagonals = {std::vector<T>(n, T(0)), std::vector<T>(n, T(4)), std::vector<T>(n, T(0))};
    system.b = std::vector<T>(n, T(8));
    for (auto const pivoting : {Pivoting::scaled_partial, Pivoting::none})
      for (auto const& value : this->template solve<1>(system, {.pivoting = pivoting})) ASSERT_EQ(value, T(2)) << n;
  }
}

/// The same bits in every space, by every compiler, whatever it contracts: products are rounded before they are added.
TEST(BandedSolveBits, are_those_recorded) {
  Exec const exec;
  auto const bits = [&](std::int64_t n, TridiagonalOptions const& options) {
    std::vector<double> numbers(n);
    std::array<std::vector<double>, 6> arrays;
    std::uint64_t state = 1;
    for (auto& array : arrays) {
      array.resize(n);
      for (auto& value : array) {
        state = state * 6364136223846793005U + 1442695040888963407U;
        value = static_cast<double>(static_cast<std::int64_t>(state) >> 11) * 0x1p-52;
      }
    }
    std::array<Doubles, 6> views;
    for (int k = 0; k < 6; ++k) views[k] = to_view<Space>(arrays[k]);
    Doubles const x("Araios::test::x", n);
    auto const& [second_lower, lower, diagonal, upper, second_upper, b] = views;
    tridiagonal_solve(exec, TridiagonalMatrix{lower, diagonal, upper}, b, x, options);
    auto const hash = fingerprint(to_vector(x));
    pentadiagonal_solve(exec, PentadiagonalMatrix{second_lower, lower, diagonal, upper, second_upper}, b, x, options);
    return fingerprint(to_vector(x), hash);
  };
  EXPECT_EQ(bits(500, {}), 14044556653367511063U);
  EXPECT_EQ(bits(60000, {}), 15812704736844109534U);
  EXPECT_EQ(bits(60000, {.periodic = true}), 15358817709647366469U);
  EXPECT_EQ(bits(5000, {.pivoting = Pivoting::none}), 17241955331301338163U);
  EXPECT_EQ(bits(1400000, {}), 4622386302783790218U);
}

TEST(BandedSolveByHand, corners_are_read_only_where_the_matrix_is_periodic) {
  Exec const exec;
  auto const view = [](std::vector<double> const& values) { return to_view<Space>(values); };
  double const nan = std::numeric_limits<double>::quiet_NaN();
  Doubles const x("Araios::test::x", 3);
  // 2 1 0   x = 1 2 3
  tridiagonal_solve(exec, TridiagonalMatrix{view({nan, 1, 1}), view({2, 2, 2}), view({1, 1, nan})}, view({4, 8, 8}), x);
  EXPECT_EQ(to_vector(x), (std::vector<double>{1, 2, 3}));
  tridiagonal_solve(exec, TridiagonalMatrix{view({5, 1, 1}), view({2, 2, 2}), view({1, 1, 7})}, view({19, 8, 15}), x,
                    {.periodic = true});
  EXPECT_EQ(to_vector(x), (std::vector<double>{1, 2, 3}));
  // A periodic row of one unknown is the sum of its coefficients, one of two has both neighbours at the other.
  Doubles const one("Araios::test::x", 1), two("Araios::test::x", 2);
  tridiagonal_solve(exec, TridiagonalMatrix{view({1}), view({2}), view({5})}, view({16}), one, {.periodic = true});
  EXPECT_EQ(to_vector(one), (std::vector<double>{2}));
  tridiagonal_solve(exec, TridiagonalMatrix{view({1, 1}), view({4, 4}), view({1, 1})}, view({8, 10}), two,
                    {.periodic = true});
  EXPECT_EQ(to_vector(two), (std::vector<double>{1, 2}));
}

TEST(BandedSolveByHand, a_solution_may_replace_its_right_hand_side) {
  Exec const exec;
  for (std::int64_t const n : {7, 1000, 50000}) {
    auto const system = random_banded<double, 1>(n, 3, 4);
    auto const lower = to_view<Space>(system.diagonals[0]), diagonal = to_view<Space>(system.diagonals[1]),
               upper = to_view<Space>(system.diagonals[2]), b = to_view<Space>(system.b);
    Doubles const x("Araios::test::x", n);
    TridiagonalMatrix const A{lower, diagonal, upper};
    tridiagonal_solve(exec, A, b, x);
    tridiagonal_solve(exec, A, b, b);
    EXPECT_TRUE(same_bits(to_vector(x), to_vector(b)));
  }
}

TEST(BandedSolveByHand, empty_systems_have_no_zero_pivot) {
  Exec const exec;
  Doubles const none;
  ZeroPivot const zero("Araios::test::zero");
  Kokkos::deep_copy(zero, 5);
  tridiagonal_solve(exec, TridiagonalMatrix{none, none, none}, none, none, zero);
  EXPECT_EQ(read_back(exec, zero, "Araios::test"), -1);
  tridiagonal_solve(exec, TridiagonalMatrix{none, none, none}, none, none);
  pentadiagonal_solve(exec, PentadiagonalMatrix{none, none, none, none, none}, none, none, {.periodic = true});
}

TEST(BandedSolveByHand, nan_arrives_and_is_no_zero_pivot) {
  Exec const exec;
  for (std::int64_t const n : {5, 3000}) {
    auto system = random_banded<double, 1>(n, 3, 4);
    system.b[n / 2] = std::numeric_limits<double>::quiet_NaN();
    Doubles const x("Araios::test::x", n);
    tridiagonal_solve(exec,
                      TridiagonalMatrix{to_view<Space>(system.diagonals[0]), to_view<Space>(system.diagonals[1]),
                                        to_view<Space>(system.diagonals[2])},
                      to_view<Space>(system.b), x);
    EXPECT_TRUE(std::isnan(to_vector(x)[n / 2]));
  }
}

/// A column of zeros is singular for every method, whatever divides the rows.
TEST(BandedSolveFailures, a_singular_matrix_names_its_row) {
  Exec const exec;
  for (std::int64_t const n : {1, 2, 3, 23, 43, 1344, 1345, 4000})
    for (std::int64_t const zero : {std::int64_t(0), n / 3, n / 2, n - 1}) {
      auto system = random_banded<double, 1>(n, 7, 4);
      system.diagonals[1][zero] = 0;
      if (zero > 0) system.diagonals[2][zero - 1] = 0;
      if (zero + 1 < n) system.diagonals[0][zero + 1] = 0;
      Doubles const x("Araios::test::x", n), b = to_view<Space>(system.b);
      TridiagonalMatrix const A{to_view<Space>(system.diagonals[0]), to_view<Space>(system.diagonals[1]),
                                to_view<Space>(system.diagonals[2])};
      std::string const row = std::to_string(zero);
      EXPECT_EQ(refusal([&] { tridiagonal_solve(exec, A, b, x); }),
                "Araios::tridiagonal_solve: the pivot of row " + row + " is 0; the matrix is singular")
          << n;
      EXPECT_EQ(refusal([&] { tridiagonal_solve(exec, A, b, x, {.pivoting = Pivoting::none}); }),
                "Araios::tridiagonal_solve: the pivot of row " + row +
                    " is 0; Pivoting::scaled_partial may find another")
          << n;
      ZeroPivot const found("Araios::test::zero");
      tridiagonal_solve(exec, A, b, x, found);
      EXPECT_EQ(read_back(exec, found, "Araios::test"), zero);
    }
}

// Rows of zeros are singular from the first of them on, and no other number is reported for what comes before.
TEST(BandedSolveFailures, rows_of_zeros_name_the_first) {
  Exec const exec;
  for (std::int64_t const n : {1, 2, 3, 4, 5, 23, 43, 1344, 1345, 4000})
    for (std::int64_t const from : {std::int64_t(0), n / 2, n - 1})
      for (auto const pivoting : {Pivoting::scaled_partial, Pivoting::none}) {
        std::vector<double> ones(n);
        std::fill(ones.begin(), ones.begin() + from, 1.0);
        Doubles const zeros("Araios::test::zeros", n), x("Araios::test::x", n);
        auto const diagonal = to_view<Space>(ones), b = to_view<Space>(std::vector<double>(n, 1));
        ZeroPivot const three("Araios::test::zero"), five("Araios::test::zero");
        tridiagonal_solve(exec, TridiagonalMatrix{zeros, diagonal, zeros}, b, x, three, {.pivoting = pivoting});
        EXPECT_EQ(read_back(exec, three, "Araios::test"), from) << n << ", pivoting " << int(pivoting);
        EXPECT_FALSE(std::isfinite(to_vector(x)[from]));
        pentadiagonal_solve(exec, PentadiagonalMatrix{zeros, zeros, diagonal, zeros, zeros}, b, x, five,
                            {.pivoting = pivoting});
        EXPECT_EQ(read_back(exec, five, "Araios::test"), from) << n << ", pivoting " << int(pivoting);
        EXPECT_FALSE(std::isfinite(to_vector(x)[from]));
      }
}

TEST(BandedSolveFailures, name_both_lengths_and_the_array) {
  Exec const exec;
  Doubles const five("Araios::test::five", 5), six("Araios::test::six", 6), x("Araios::test::x", 5);
  EXPECT_EQ(refusal([&] { tridiagonal_solve(exec, TridiagonalMatrix{six, five, five}, five, x); }),
            "Araios::tridiagonal_solve: length of lower, length of x (6 != 5)");
  EXPECT_EQ(refusal([&] { tridiagonal_solve(exec, TridiagonalMatrix{five, five, five}, six, x); }),
            "Araios::tridiagonal_solve: length of b, length of x (6 != 5)");
  EXPECT_EQ(refusal([&] { pentadiagonal_solve(exec, PentadiagonalMatrix{five, five, five, five, six}, five, x); }),
            "Araios::pentadiagonal_solve: length of upper_2, length of x (6 != 5)");
  EXPECT_EQ(refusal([&] { tridiagonal_solve(exec, TridiagonalMatrix{five, x, five}, five, x); }),
            "Araios::tridiagonal_solve: diagonal and x are the same array");
  Doubles const part = Kokkos::subview(six, std::pair<int, int>(1, 6)),
                begin = Kokkos::subview(six, std::pair<int, int>(0, 5));
  EXPECT_EQ(refusal([&] { tridiagonal_solve(exec, TridiagonalMatrix{five, five, five}, begin, part); }),
            "Araios::tridiagonal_solve: b and x overlap (the second begins at byte 8 of the first)");
  Doubles const null(static_cast<double*>(nullptr), 5);
  EXPECT_EQ(refusal([&] { tridiagonal_solve(exec, TridiagonalMatrix{five, five, null}, five, x); }),
            "Araios::tridiagonal_solve: upper: the pointer is null, for 5 elements");
  EXPECT_EQ(refusal([&] { tridiagonal_solve(exec, TridiagonalMatrix{five, five, five}, five, null); }),
            "Araios::tridiagonal_solve: x: the pointer is null, for 5 elements");
  EXPECT_EQ(refusal([&] {
              tridiagonal_solve(exec, TridiagonalMatrix{five, five, five}, five, x, {.pivoting = Pivoting(7)});
            }),
            "Araios::tridiagonal_solve: Pivoting has no enumerator 7");
  Kokkos::View<std::int64_t, Space, Kokkos::MemoryUnmanaged> const inside(
      reinterpret_cast<std::int64_t*>(x.data() + 1));
  EXPECT_EQ(refusal([&] { tridiagonal_solve(exec, TridiagonalMatrix{five, five, five}, five, x, inside); }),
            "Araios::tridiagonal_solve: x and zero_pivot overlap (the second begins at byte 8 of the first)");
}

/// Diagonals of ones, and one of threes.
auto const parts_of = [](contract::Data&) {
  auto const A =
      std::pair(Doubles("Araios::test::ones", contract::Data::m), Doubles("Araios::test::threes", contract::Data::m));
  Kokkos::deep_copy(A.first, 1.0);
  Kokkos::deep_copy(A.second, 3.0);
  return A;
};

contract::Operations const operations{
    contract::returns("tridiagonal_solve_throws", parts_of,
                      [](contract::Data& d, auto& A) {
                        auto const x = allocate<Doubles>(d.exec, "Araios::test::x", contract::Data::m);
                        tridiagonal_solve(d.exec, TridiagonalMatrix{A.first, A.second, A.first}, d.square_x, x, {},
                                          d.workspace);
                        return x;
                      },
                      {.fences = 1, .allocations = 1, .no_operand = "diagonals have any elements"}),
    contract::writes("tridiagonal_solve", parts_of,
                     [](contract::Data& d, auto& A) {
                       Kokkos::View<std::int64_t, Space, Kokkos::MemoryUnmanaged> const zero(
                           reinterpret_cast<std::int64_t*>(d.result.values.data()));
                       tridiagonal_solve(d.exec, TridiagonalMatrix{A.first, A.second, A.first}, d.square_x, d.square_y,
                                         zero, {}, d.workspace);
                     },
                     {.no_operand = "diagonals have any elements"}),
    contract::writes("pentadiagonal_solve", parts_of,
                     [](contract::Data& d, auto& A) {
                       Kokkos::View<std::int64_t, Space, Kokkos::MemoryUnmanaged> const zero(
                           reinterpret_cast<std::int64_t*>(d.result.values.data()));
                       pentadiagonal_solve(d.exec, PentadiagonalMatrix{A.first, A.first, A.second, A.first, A.first},
                                           d.square_x, d.square_y, zero, {.pivoting = Pivoting::none}, d.workspace);
                     },
                     {.no_operand = "diagonals have any elements"})};

}  // namespace tridiagonal_tridiagonal_test
