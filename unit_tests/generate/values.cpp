// SPDX-License-Identifier: Apache-2.0

#include <Araios/generate/counter_random.hpp>
#include <Araios/generate/values.hpp>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>

namespace generate_values_test {

using namespace Araios;
constexpr std::uint64_t all_ones = ~std::uint64_t(0);

TEST(Values, floating_point_values_are_multiples_of_a_power_of_two_in_minus_one_to_one) {
  EXPECT_EQ(Impl::value_from_bits<double>(0), -1.0);
  EXPECT_EQ(Impl::value_from_bits<double>(all_ones), 1.0 - std::ldexp(1.0, -52));
  EXPECT_EQ(Impl::value_from_bits<double>(std::uint64_t(1) << 63), 0.0);
  EXPECT_EQ(Impl::value_from_bits<float>(0), -1.0f);
  EXPECT_EQ(Impl::value_from_bits<float>(all_ones), 1.0f - std::ldexp(1.0f, -23));
  CounterRandom const random(3, 0);
  double sum = 0;
  for (std::uint64_t i = 0; i < 10000; ++i) {
    double const value = Impl::value_from_bits<double>(random(i));
    ASSERT_EQ(value, std::ldexp(std::round(std::ldexp(value, 52)), -52));
    ASSERT_TRUE(value >= -1 && value < 1);
    sum += value;
  }
  EXPECT_NEAR(sum, 0, 6 * std::sqrt(10000 / 3.0));
}

TEST(Values, both_parts_of_a_complex_value_are_random) {
  using Complex = Kokkos::complex<float>;
  EXPECT_EQ(Impl::value_from_bits<Complex>(0), Complex(-1, -1));
  EXPECT_EQ(Impl::value_from_bits<Complex>(std::uint64_t(1) << 63).imag(), -1.0f);
  EXPECT_EQ(Impl::value_from_bits<Complex>(std::uint64_t(1) << 31).real(), -1.0f);
  EXPECT_EQ(Impl::value_from_bits<Complex>(std::uint64_t(1) << 31).imag(), 0.0f);
}

TEST(Values, integers_fit_the_smallest_type) {
  EXPECT_EQ(Impl::value_from_bits<std::int8_t>(all_ones), 127);
  EXPECT_EQ(Impl::value_from_bits<int>(128), 0);
}

TEST(Values, patterns_are_patterns) {
  EXPECT_EQ(Impl::value_from_bits<Pattern>(5), Pattern());
  EXPECT_EQ(Impl::value_from_integer<Pattern>(5), Pattern());
  EXPECT_EQ(Impl::value_from_integer<Kokkos::complex<double>>(-3), Kokkos::complex<double>(-3));
}

}  // namespace generate_values_test
