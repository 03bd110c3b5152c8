// SPDX-License-Identifier: Apache-2.0

#include <Araios/core/bit_mask.hpp>
#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <random>
#include <vector>

#include "support/matrices.hpp"

namespace core_bit_mask_test {

using namespace Araios;

TEST(BitMask, words_cover_the_bits) {
  EXPECT_EQ(words_for_bits(0), 0);
  EXPECT_EQ(words_for_bits(1), 1);
  EXPECT_EQ(words_for_bits(32), 1);
  EXPECT_EQ(words_for_bits(33), 2);
  EXPECT_EQ(words_for_bits(std::int64_t(1) << 40), std::int64_t(1) << 35);
  EXPECT_EQ(word_of_bit(31), 0);
  EXPECT_EQ(word_of_bit(32), 1);
}

TEST(BitMask, bits_are_counted) {
  EXPECT_EQ(Impl::bits_below(0), 0u);
  EXPECT_EQ(Impl::bits_below(1), 1u);
  EXPECT_EQ(Impl::bits_below(31), 0x7fffffffu);
  EXPECT_EQ(Impl::bits_below(32), 0xffffffffu);
  std::mt19937 random(1);
  for (std::uint32_t const word : {0u, 1u, 0x80000000u, 0xffffffffu, 0x55555555u})
    EXPECT_EQ(Impl::count_bits(word), std::popcount(word));
  for (int run = 0; run < 1000; ++run) {
    auto const word = static_cast<std::uint32_t>(random());
    EXPECT_EQ(Impl::count_bits(word), std::popcount(word));
  }
}

TEST(BitMask, bits_have_places) {
  auto const words = test::to_view<Kokkos::HostSpace>(std::vector<std::uint32_t>{0x80000001u, 0x6u});
  std::vector<int> set;
  for (int p = 0; p < 64; ++p)
    if (bit_at(words, p)) set.push_back(p);
  EXPECT_EQ(set, (std::vector<int>{0, 31, 33, 34}));
  EXPECT_EQ(Impl::count_bits_before(words, 0), 0);
  EXPECT_EQ(Impl::count_bits_before(words, 31), 1);
  EXPECT_EQ(Impl::count_bits_before(words, 34), 1);
  EXPECT_EQ(Impl::count_bits_before(words, 40), 2);
}

}  // namespace core_bit_mask_test
