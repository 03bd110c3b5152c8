// SPDX-License-Identifier: Apache-2.0

#include <Araios/generate/counter_random.hpp>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <limits>
#include <set>

namespace generate_counter_random_test {

using Araios::CounterRandom;

constexpr std::uint64_t mix(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

TEST(CounterRandom, is_the_sequence_of_splitmix64) {
  // The generator as published: its state grows by the golden ratio before each number. Seed 0 gives e220a8397b1dcdaf.
  std::uint64_t const golden = 0x9e3779b97f4a7c15;
  ASSERT_EQ(mix(golden), 0xe220a8397b1dcdafu);
  std::uint64_t state = mix(mix(7 + golden) + 3 * golden);  // the key of stream 3 of seed 7
  CounterRandom const random(7, 3);
  for (std::uint64_t i = 0; i < 1000; ++i) ASSERT_EQ(random(i), mix(state += golden)) << i;
}

TEST(CounterRandom, seeds_and_streams_differ) {
  std::set<std::uint64_t> numbers;
  for (std::uint64_t seed = 0; seed < 10; ++seed)
    for (std::uint64_t stream = 0; stream < 10; ++stream)
      for (std::uint64_t i = 0; i < 100; ++i) numbers.insert(CounterRandom(seed, stream)(i));
  EXPECT_EQ(numbers.size(), 10000u);
}

TEST(CounterRandom, below_is_the_upper_half_of_a_128_bit_product) {
  CounterRandom const random(1, 0);
  for (std::int64_t const count : {std::int64_t(1), std::int64_t(3), std::int64_t(1) << 32,
                                   (std::int64_t(1) << 33) + 12345, std::numeric_limits<std::int64_t>::max()})
    for (std::uint64_t i = 0; i < 1000; ++i) {
      auto const expected = static_cast<std::int64_t>(
          (static_cast<unsigned __int128>(random(i)) * static_cast<std::uint64_t>(count)) >> 64);
      ASSERT_EQ(random.below(count, i), expected) << count << ", " << i;
    }
}

TEST(CounterRandom, below_is_even) {
  // 100,000 numbers of ten kinds: each count has mean 10,000 and standard deviation 95.
  CounterRandom const random(5, 0);
  std::array<int, 10> counts{};
  for (std::uint64_t i = 0; i < 100000; ++i) ++counts.at(random.below(10, i));
  for (int const count : counts) EXPECT_NEAR(count, 10000, 6 * 95);
}

}  // namespace generate_counter_random_test
