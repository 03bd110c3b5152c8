// SPDX-License-Identifier: Apache-2.0

#include <Araios/generate/power_law.hpp>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

namespace generate_power_law_test {

using Araios::CounterRandom;
using Araios::Impl::PowerLaw;

constexpr std::int64_t one = std::int64_t(1) << PowerLaw::fraction_bits;

std::vector<std::int64_t> samples(PowerLaw const& law, int count) {
  CounterRandom const random(3, 0);
  std::vector<std::int64_t> all;
  for (int i = 0; i < count; ++i) all.push_back(law(random, 2 * static_cast<std::uint64_t>(i)));
  return all;
}

double mean(std::vector<std::int64_t> const& all) {
  double sum = 0;
  for (auto const x : all) sum += static_cast<double>(x);
  return sum / static_cast<double>(all.size());
}

TEST(PowerLaw, octaves_have_their_probabilities) {
  for (double const exponent : {0.5, 1.0, 2.5}) {
    PowerLaw const law(exponent, one, 1023);  // ten octaves: 0; 1, 2; 3 .. 6; ...; 511 .. 1022
    int const count = 100000;
    int found[10] = {};
    for (auto const x : samples(law, count)) {
      ASSERT_GE(x, 0);
      ASSERT_LT(x, 1023);
      ++found[std::ilogb(static_cast<double>(x + 1))];
    }
    double sum = 0;
    for (int k = 0; k < 10; ++k) sum += std::exp2(k * (1 - exponent));
    for (int k = 0; k < 10; ++k) {
      double const p = std::exp2(k * (1 - exponent)) / sum;
      EXPECT_NEAR(found[k], count * p, 6 * std::sqrt(count * p * (1 - p)) + 1) << "exponent " << exponent << ", " << k;
    }
  }
}

TEST(PowerLaw, a_last_octave_that_is_cut_off_is_as_dense_as_if_it_were_whole) {
  PowerLaw const law(1, one, 5);  // 0; 1, 2; half of 3 .. 6
  int found[5] = {};
  for (auto const x : samples(law, 100000)) ++found[x];
  double const of_each[] = {0.4, 0.2, 0.2, 0.1, 0.1};
  for (int x = 0; x < 5; ++x) EXPECT_NEAR(found[x], 100000 * of_each[x], 900) << x;
}

TEST(PowerLaw, has_the_mean_that_is_requested) {
  for (double const exponent : {2.0, 2.72, 3.0})
    for (double const wanted : {0.01, 0.5, 3.0, 12.0, 120.0}) {
      auto const law = PowerLaw::with_mean(exponent, wanted, 257);
      EXPECT_NEAR(law.mean(), wanted, 5e-3 * wanted) << exponent;
      auto const all = samples(law, 200000);
      double variance = 0;
      for (auto const x : all) variance += (static_cast<double>(x) - wanted) * (static_cast<double>(x) - wanted);
      EXPECT_NEAR(mean(all), wanted, 5e-3 * wanted + 6 * std::sqrt(variance) / 200000) << exponent;
    }
}

TEST(PowerLaw, of_extreme_arguments) {
  EXPECT_EQ(samples(PowerLaw(2, one, 1), 10), std::vector<std::int64_t>(10, 0));
  EXPECT_EQ(samples(PowerLaw::with_mean(2, 0, 1), 10), std::vector<std::int64_t>(10, 0));
  // All numbers are equally likely where the unit is above the count.
  EXPECT_DOUBLE_EQ(PowerLaw(2, 4 * 100 * one, 100).mean(), 49.5);
  std::int64_t const most = std::int64_t(1) << 44;
  for (PowerLaw const& law : {PowerLaw(1, 1, most), PowerLaw(0, 1, most), PowerLaw(1, (most << 18), most)})
    for (auto const x : samples(law, 1000)) {
      EXPECT_GE(x, 0);
      EXPECT_LT(x, most);
    }
}

}  // namespace generate_power_law_test
