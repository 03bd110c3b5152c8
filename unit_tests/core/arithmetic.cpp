// SPDX-License-Identifier: Apache-2.0

#include <Araios/core/arithmetic.hpp>
#include <Araios/core/execution.hpp>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "support/matrices.hpp"

namespace core_arithmetic_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

/// a b + c where the product rounds to -c, so that a fused operation gives the error of that rounding.
template <class T>
struct ContractedTerms {
  Kokkos::View<T*, Space> a, c, sums;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    sums(2 * i) = Impl::multiply_add(a(i), a(i), c(i));
    sums(2 * i + 1) = Impl::subtract_product(-c(i), a(i), a(i));
  }
};

template <class T>
void check_products_are_rounded() {
  Exec const exec;
  constexpr std::int64_t n = 64;  // long enough to be vectorized
  std::vector<T> a(n), c(n);
  for (std::int64_t i = 0; i < n; ++i) {
    a[i] = T(1) + static_cast<T>(2 * i + 1) * std::numeric_limits<T>::epsilon();
    T volatile const square = a[i] * a[i];
    c[i] = -square;
  }
  Kokkos::View<T*, Space> const sums("Araios::test::sums", 2 * n);
  Kokkos::parallel_for("Araios::test::terms", Araios::range(exec, n),
                       ContractedTerms<T>{to_view<Space>(a), to_view<Space>(c), sums});
  exec.fence();
  auto const result = to_vector(sums);
  for (std::int64_t i = 0; i < n; ++i) {
    EXPECT_EQ(result[2 * i], T(0)) << i;
    EXPECT_EQ(result[2 * i + 1], T(0)) << i;
    EXPECT_NE(std::fma(a[i], a[i], c[i]), T(0)) << "the term does not show a contraction";
  }
}

TEST(Arithmetic, products_are_rounded_before_they_are_added) {
  check_products_are_rounded<float>();
  check_products_are_rounded<double>();
}

TEST(Arithmetic, of_complex_numbers) {
  using Complex = Kokkos::complex<double>;
  Complex const a(2, 3), b(-1, 4), c(10, 20);
  EXPECT_EQ(Impl::product(a, b), Complex(-14, 5));
  EXPECT_EQ(Impl::multiply_add(a, b, c), Complex(-4, 25));
  EXPECT_EQ(Impl::subtract_product(c, a, b), Complex(24, 15));
  EXPECT_EQ(Impl::scaled(a, 4.0), Complex(8, 12));
  EXPECT_EQ(Impl::magnitude(b), 5);
  EXPECT_EQ(Impl::magnitude(-2.5), 2.5);
}

TEST(Arithmetic, reciprocals_do_not_overflow) {
  using Complex = Kokkos::complex<double>;
  EXPECT_EQ(Impl::reciprocal(4.0), 0.25);
  EXPECT_EQ(Impl::reciprocal(Complex(0, 2)), Complex(0, -0.5));
  EXPECT_EQ(Impl::reciprocal(Complex(1, 1)), Complex(0.5, -0.5));
  Complex const large = Impl::reciprocal(Complex(1e300, -1e300)), small = Impl::reciprocal(Complex(-1e-300, 1e-300));
  EXPECT_DOUBLE_EQ(large.real(), 5e-301);
  EXPECT_DOUBLE_EQ(large.imag(), 5e-301);
  EXPECT_DOUBLE_EQ(small.real(), -5e299);
  EXPECT_DOUBLE_EQ(small.imag(), -5e299);
}

TEST(Arithmetic, quotients) {
  using C = Kokkos::complex<double>;
  EXPECT_EQ(Impl::quotient(6.0, 4.0), 1.5);
  EXPECT_NEAR(Impl::quotient(C(11, 2), C(3, -4)).real(), 1, 1e-15);
  EXPECT_NEAR(Impl::quotient(C(11, 2), C(3, -4)).imag(), 2, 1e-15);
}

template <class T>
void check_powers_of_two() {
  for (T const a : {T(1), T(1.5), T(0.75), T(3e20), T(7e-20)}) {
    T const power = Impl::inverse_power_of_two<T>(Impl::upper_bits(a));
    EXPECT_GE(a * power, 1) << a;
    EXPECT_LT(a * power, 2) << a;
    int exponent;
    EXPECT_EQ(std::frexp(power, &exponent), T(0.5)) << a;
  }
  EXPECT_EQ(Impl::inverse_power_of_two<T>(0), T(1));
  for (T const a :
       {std::numeric_limits<T>::denorm_min(), std::numeric_limits<T>::max(), std::numeric_limits<T>::infinity()}) {
    T const power = Impl::inverse_power_of_two<T>(Impl::upper_bits(a));
    EXPECT_TRUE(std::isnormal(power)) << a;
  }
}
TEST(Arithmetic, powers_of_two_take_numbers_to_one) {
  check_powers_of_two<float>();
  check_powers_of_two<double>();
}

}  // namespace core_arithmetic_test
