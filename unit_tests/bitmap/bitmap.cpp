// SPDX-License-Identifier: Apache-2.0
//
// Boolean vectors as bits: conversions, operations on words, and what is refused.

#include <Araios/bitmap.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "support/contract.hpp"
#include "support/matrices.hpp"
#include "support/refusals.hpp"

namespace bitmap_bitmap_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

/// A vector of n elements that are true with this probability.
std::vector<bool> random_bits(std::int64_t n, double probability, unsigned seed) {
  std::mt19937 random(seed);
  std::bernoulli_distribution is_true(probability);
  std::vector<bool> bits(static_cast<std::size_t>(n));
  for (std::size_t i = 0; i < bits.size(); ++i) bits[i] = is_true(random);
  return bits;
}

/// The entries in falling order, the first of them twice.
BitmapVector<Space> to_bitmap(std::vector<bool> const& bits) {
  std::vector<int> indices;
  for (auto i = static_cast<int>(bits.size()) - 1; i >= 0; --i)
    if (bits[static_cast<std::size_t>(i)]) indices.push_back(i);
  if (!indices.empty()) indices.push_back(indices.front());
  SparseVector<Pattern, int, Space> const x(static_cast<std::int64_t>(bits.size()), to_view<Space>(indices));
  return sparse_to_bitmap(Exec(), x);
}

std::vector<bool> to_bits(BitmapVector<Space> const& x) {
  auto const words = to_vector(x.words);
  std::vector<bool> bits(static_cast<std::size_t>(x.length()));
  for (std::size_t i = 0; i < bits.size(); ++i) bits[i] = (words[i / 32] >> (i % 32) & 1) != 0;
  // Bits beyond the last element are 0.
  for (auto i = static_cast<std::size_t>(x.length()); i < 32 * words.size(); ++i)
    EXPECT_EQ(words[i / 32] >> (i % 32) & 1, 0u);
  return bits;
}

TEST(Bitmap, converts_from_and_to_indices) {
  Exec const exec;
  for (std::int64_t const n : {0, 1, 31, 32, 33, 1000, 100'003})
    for (double const probability : {0.0, 0.01, 0.5, 1.0}) {
      auto const bits = random_bits(n, probability, static_cast<unsigned>(n));
      auto const x = to_bitmap(bits);
      EXPECT_EQ(to_bits(x), bits);
      EXPECT_EQ(x.bytes(), (n + 31) / 32 * 4);
      std::vector<int> expected;
      for (std::size_t i = 0; i < bits.size(); ++i)
        if (bits[i]) expected.push_back(static_cast<int>(i));
      auto const sparse = bitmap_to_sparse(exec, x);
      EXPECT_EQ(to_vector(sparse.indices), expected);
      EXPECT_EQ(sparse.length(), n);
      EXPECT_EQ(count(exec, x), static_cast<std::int64_t>(expected.size()));
      EXPECT_TRUE(equal(exec, sparse_to_bitmap(exec, sparse), x));
    }
}

TEST(Bitmap, operations_obey_de_morgan) {
  Exec const exec;
  for (std::int64_t const n : {0, 1, 40, 1000}) {
    auto const a = random_bits(n, 0.4, 1), b = random_bits(n, 0.6, 2);
    auto const x = to_bitmap(a), y = to_bitmap(b),
               all = to_bitmap(std::vector<bool>(static_cast<std::size_t>(n), true));
    auto const z = allocate_bitmap(exec, "z", n);
    auto const check = [&](auto const& op, auto const& of_bits) {
      op(exec, x, y, z);
      auto const result = to_bits(z);
      for (std::size_t i = 0; i < result.size(); ++i) EXPECT_EQ(result[i], of_bits(a[i], b[i])) << n << ' ' << i;
    };
    check([](auto const&... all_of) { bitmap_or(all_of...); }, [](bool p, bool q) { return p || q; });
    check([](auto const&... all_of) { bitmap_and(all_of...); }, [](bool p, bool q) { return p && q; });
    check([](auto const&... all_of) { bitmap_and_not(all_of...); }, [](bool p, bool q) { return p && !q; });
    check([](auto const&... all_of) { bitmap_xor(all_of...); }, [](bool p, bool q) { return p != q; });
    // not (x or y) = not x and not y
    auto const left = allocate_bitmap(exec, "left", n), not_x = allocate_bitmap(exec, "not_x", n);
    bitmap_or(exec, x, y, left);
    bitmap_and_not(exec, all, left, left);
    bitmap_and_not(exec, all, x, not_x);
    bitmap_and_not(exec, not_x, y, not_x);
    EXPECT_TRUE(equal(exec, left, not_x));
  }
}

TEST(BitmapRefusals, name_what_disagrees) {
  Exec const exec;
  auto const x = allocate_bitmap(exec, "x", 10), y = allocate_bitmap(exec, "y", 11);
  EXPECT_EQ(refusal([&] { bitmap_or(exec, x, x, y); }), "Araios::bitmap_or: lengths of x, y and z differ (10, 10, 11)");
  EXPECT_EQ(refusal([&] { allocate_bitmap(exec, "z", -1); }), "Araios::allocate_bitmap: negative length -1");
  EXPECT_EQ(refusal([&] { BitmapVector<Space>(33, x.words); }),
            "Araios::BitmapVector: length of words, words for bits (1 != 2)");
  EXPECT_FALSE(equal(exec, x, y));
}

contract::Operations const operations{
    contract::writes("bitmap_or",
                     [](contract::Data& d) { bitmap_or(d.exec, d.bits(0, d.n), d.bits(1, d.n), d.bits(2, d.n)); },
                     {.no_operand = "its operand is dense, or bits"}),
    contract::returns("sparse_to_bitmap",
                      [](contract::Data& d) { return sparse_to_bitmap(d.exec, d.shorter_vector(d.n)); }),
    contract::returns("bitmap_to_sparse",
                      [](contract::Data& d) { return bitmap_to_sparse(d.exec, d.bits(0, d.n), d.workspace); },
                      {.fences = 1, .no_operand = "its operand is dense, or bits"}),
    contract::writes("bitmap_and",
                     [](contract::Data& d) { bitmap_and(d.exec, d.bits(0, d.n), d.bits(1, d.n), d.bits(2, d.n)); },
                     {.no_operand = "its operand is dense, or bits"}),
    contract::writes("bitmap_and_not",
                     [](contract::Data& d) { bitmap_and_not(d.exec, d.bits(0, d.n), d.bits(1, d.n), d.bits(2, d.n)); },
                     {.no_operand = "its operand is dense, or bits"}),
    contract::writes("bitmap_xor",
                     [](contract::Data& d) { bitmap_xor(d.exec, d.bits(0, d.n), d.bits(1, d.n), d.bits(2, d.n)); },
                     {.no_operand = "its operand is dense, or bits"}),
    contract::returns("count_of_bits", [](contract::Data& d) { return count(d.exec, d.bits(0, d.n)); },
                      {.allocations = 0, .no_operand = "its operand is dense, or bits"})};

}  // namespace bitmap_bitmap_test
