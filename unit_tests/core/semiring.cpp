// SPDX-License-Identifier: Apache-2.0

#include <Araios/core/semiring.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

namespace core_semiring_test {

using namespace Araios;

static_assert(Semiring<PlusTimes> && Semiring<MinPlus> && Semiring<MaxTimes> && Semiring<OrAnd>);
static_assert(Semiring<PlusTimes, Kokkos::complex<float>> && Semiring<MinPlus, int>);

template <class S, class T>
void obeys_its_laws(T const (&values)[5]) {
  T const zero = S::template zero<T>();
  T const one = S::template one<T>();
  for (T const a : values) {
    EXPECT_EQ(S::add(a, zero), a);
    EXPECT_EQ(S::add(zero, a), a);
    EXPECT_EQ(S::multiply(a, one), a);
    EXPECT_EQ(S::multiply(one, a), a);
    EXPECT_EQ(S::multiply(a, zero), zero) << "nothing comes of the zero";
    EXPECT_EQ(S::multiply(zero, a), zero);
    for (T const b : values) {
      EXPECT_EQ(S::add(a, b), S::add(b, a));
      for (T const c : values) {
        EXPECT_EQ(S::add(S::add(a, b), c), S::add(a, S::add(b, c)));
        EXPECT_EQ(S::multiply(a, S::add(b, c)), S::add(S::multiply(a, b), S::multiply(a, c)));
      }
    }
  }
}

TEST(Semiring, laws_hold_on_small_numbers) {
  double const numbers[] = {0, 1, 2, 5, 0.5};
  obeys_its_laws<PlusTimes>(numbers);
  obeys_its_laws<MaxTimes>(numbers);  // products keep the order of numbers that are not negative
  double const lengths[] = {-3, 0, 1, 7, std::numeric_limits<double>::infinity()};
  obeys_its_laws<MinPlus>(lengths);
  std::int64_t const integers[] = {-3, 0, 1, 7, std::numeric_limits<std::int64_t>::max()};
  obeys_its_laws<MinPlus>(integers);  // the greatest is no path, and does not overflow
  int const truths[] = {0, 1, 1, 0, 1};
  obeys_its_laws<OrAnd>(truths);
}

template <class S>
double atomic_sum_of(double begin) {
  Kokkos::View<double, Kokkos::DefaultExecutionSpace> const target("Araios::test::target");
  Kokkos::deep_copy(target, begin);
  Kokkos::parallel_for(
      "Araios::test::atomic_add", 1000,
      KOKKOS_LAMBDA(int i) { S::atomic_add(target.data(), static_cast<double>((i * 7) % 1000 - 100)); });
  double result = 0;
  Kokkos::deep_copy(result, target);
  return result;
}

TEST(Semiring, atomic_additions_are_additions) {
  EXPECT_EQ(atomic_sum_of<PlusTimes>(1), 1 + 999 * 1000 / 2 - 100 * 1000);
  EXPECT_EQ(atomic_sum_of<MinPlus>(MinPlus::zero<double>()), -100);
  EXPECT_EQ(atomic_sum_of<MaxTimes>(MaxTimes::zero<double>()), 899);
  EXPECT_EQ(atomic_sum_of<OrAnd>(0), 1);
}

}  // namespace core_semiring_test
