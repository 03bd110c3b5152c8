// SPDX-License-Identifier: Apache-2.0
//
// Products with Boolean vectors against loops: pull and push, masks and their complements, accumulation.

#include <Araios/bitmap.hpp>
#include <Araios/mxv.hpp>
#include <Araios/transpose.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include "support/contract.hpp"
#include "support/matrices.hpp"
#include "support/reference.hpp"
#include "support/refusals.hpp"
#include "support/types.hpp"

namespace mxv_mxv_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Bits = std::vector<bool>;

template <class C>
struct Mxv : testing::Test {
  using Memory = typename C::Space;
  typename C::Exec exec;

  static Bits random_bits(std::int64_t n, double probability, unsigned seed) {
    std::mt19937 random(seed);
    std::bernoulli_distribution is_true(probability);
    Bits bits(static_cast<std::size_t>(n));
    for (std::size_t i = 0; i < bits.size(); ++i) bits[i] = is_true(random);
    return bits;
  }
  static BitmapVector<Memory> to_bitmap(Bits const& bits) {
    std::vector<std::uint32_t> words((bits.size() + 31) / 32);
    for (std::size_t i = 0; i < bits.size(); ++i) words[i / 32] |= static_cast<std::uint32_t>(bits[i]) << (i % 32);
    return BitmapVector<Memory>(static_cast<std::int64_t>(bits.size()), to_view<Memory>(words));
  }
  Bits to_bits(BitmapVector<Memory> const& x) {
    exec.fence();
    auto const words = to_vector(x.words);
    Bits bits(static_cast<std::size_t>(x.length()));
    for (std::size_t i = 0; i < 32 * words.size(); ++i) {
      bool const bit = (words[i / 32] >> (i % 32) & 1) != 0;
      if (i < bits.size())
        bits[i] = bit;
      else
        EXPECT_FALSE(bit) << "beyond the last element";
    }
    return bits;
  }

  /// y := A x, all forms, against a loop; and x^T of the transpose.
  template <class Host>
  void check(Host const& a, std::int64_t n, double probability, std::string const& name) {
    auto const m = static_cast<std::int64_t>(a.row_map.size()) - 1;
    auto const A = to_csr<Memory>(a);
    auto const At = transpose(exec, A);
    auto const x = random_bits(n, probability, 1), mask = random_bits(m, 0.5, 2), before = random_bits(m, 0.3, 3);
    Bits product(static_cast<std::size_t>(m));
    for (std::size_t i = 0; i < product.size(); ++i)
      for (auto p = a.row_map[i]; p < a.row_map[i + 1]; ++p)
        if (x[static_cast<std::size_t>(a.entries[static_cast<std::size_t>(p)])]) product[i] = true;
    auto const bx = to_bitmap(x), bmask = to_bitmap(mask);
    for (bool const accumulate : {false, true}) {
      auto const y = to_bitmap(before), z = to_bitmap(before);
      mxv(exec, A, bx, y, {.accumulate = accumulate});
      vxm(exec, bx, At, z, {.accumulate = accumulate});
      Bits expected = product;
      for (std::size_t i = 0; i < expected.size(); ++i) expected[i] = product[i] || (accumulate && before[i]);
      EXPECT_EQ(to_bits(y), expected) << name << " mxv " << accumulate;
      EXPECT_EQ(to_bits(z), expected) << name << " vxm " << accumulate;
      for (bool const complement : {false, true}) {
        auto const u = to_bitmap(before), v = to_bitmap(before);
        mxv(exec, A, bx, bmask, u, {accumulate, complement});
        vxm(exec, bx, At, bmask, v, {accumulate, complement});
        for (std::size_t i = 0; i < expected.size(); ++i)
          expected[i] = (product[i] && mask[i] != complement) || (accumulate && before[i]);
        EXPECT_EQ(to_bits(u), expected) << name << " masked mxv " << accumulate << complement;
        EXPECT_EQ(to_bits(v), expected) << name << " masked vxm " << accumulate << complement;
      }
    }
  }
};
TYPED_TEST_SUITE(Mxv, AllCases, CaseName);

TYPED_TEST(Mxv, small_matrices_against_a_loop) {
  for (auto const& [name, a] :
       small_matrices<typename TypeParam::Scalar, typename TypeParam::Ordinal, typename TypeParam::Offset>())
    for (double const probability : {0.0, 0.1, 1.0})
      this->check(a, to_csr<typename TypeParam::Space>(a).num_cols(), probability, name);
}

TYPED_TEST(Mxv, long_rows_are_divided) {
  // Rows beyond and at multiples of the 256 entries that one thread reads, and columns of as many.
  std::vector<std::vector<std::int64_t>> rows;
  for (std::int64_t const length : {0, 255, 256, 257, 1, 511, 512, 513, 5000, 0, 3}) {
    rows.emplace_back();
    for (std::int64_t j = 0; j < length; ++j) rows.back().push_back(5000 - length + j);
  }
  auto const a =
      from_rows<typename TypeParam::Scalar, typename TypeParam::Ordinal, typename TypeParam::Offset>(rows, 5000);
  for (double const probability : {0.0, 0.001, 0.2}) this->check(a, 5000, probability, "long rows");
  // One hit, in the last entry of each row.
  auto const A = to_csr<typename TypeParam::Space>(a);
  Bits last(5000);
  last[4999] = true;
  auto const y = allocate_bitmap(this->exec, "y", 11);
  mxv(this->exec, A, this->to_bitmap(last), y);
  EXPECT_EQ(this->to_bits(y), (Bits{false, true, true, true, true, true, true, true, true, false, true}));
}

TEST(Mxv, results_have_0_after_the_last_element) {
  Exec const exec;
  auto const full = to_csr<Space>(from_rows<Pattern, int, int>({{0}, {1}, {2}}, 3));
  auto const empty = to_csr<Space>(from_rows<Pattern, int, int>({{}, {}, {}}, 3));
  auto const x = allocate_bitmap(exec, "x", 3), y = allocate_bitmap(exec, "y", 3);
  fill(exec, x.words, std::uint32_t(2));
  auto const word = [&](auto const& product) {
    fill(exec, y.words, ~std::uint32_t(0) << 2);
    product();
    return to_vector(y.words)[0];
  };
  for (auto const& A : {full, empty}) {
    std::uint32_t const expected = A.nnz() == 0 ? 4 : 6;
    EXPECT_EQ(word([&] { mxv(exec, A, x, y, {.accumulate = true}); }), expected);
    EXPECT_EQ(word([&] { vxm(exec, x, A, y, {.accumulate = true}); }), expected);
    EXPECT_EQ(word([&] { vxm(exec, x, A, y); }), expected - 4);
  }
}

TEST(MxvRefusals, name_what_disagrees) {
  Exec const exec;
  auto const A = to_csr<Space>(from_rows<Pattern, int, int>({{0, 2}, {}}, 3));
  auto const two = allocate_bitmap(exec, "two", 2), three = allocate_bitmap(exec, "three", 3);
  auto const square = to_csr<Space>(from_rows<Pattern, int, int>({{0}, {1}}, 2));
  EXPECT_EQ(refusal([&] { mxv(exec, A, two, two); }), "Araios::mxv: length of x, columns of A (2 != 3)");
  EXPECT_EQ(refusal([&] { mxv(exec, A, three, three); }), "Araios::mxv: length of y, rows of A (3 != 2)");
  EXPECT_EQ(refusal([&] { vxm(exec, three, A, three); }), "Araios::vxm: length of x, rows of A (3 != 2)");
  EXPECT_EQ(refusal([&] { vxm(exec, two, A, two); }), "Araios::vxm: length of y, columns of A (2 != 3)");
  EXPECT_EQ(refusal([&] { mxv(exec, A, three, three, two); }), "Araios::mxv: length of the mask, length of y (3 != 2)");
  EXPECT_EQ(refusal([&] { mxv(exec, square, two, two); }), "Araios::mxv: y and x are the same array");
  auto const other = allocate_bitmap(exec, "other", 2);
  EXPECT_EQ(refusal([&] { vxm(exec, two, square, other, other); }), "Araios::vxm: y and the mask are the same array");
}

contract::Operations const operations{
    contract::writes("mxv",
                     [](contract::Data& d) { mxv(d.exec, d.A, d.bits(0, d.n), d.bits(1, d.m), {.accumulate = true}); }),
    contract::writes("mxv_masked",
                     [](contract::Data& d) { mxv(d.exec, d.A, d.bits(0, d.n), d.bits(2, d.m), d.bits(1, d.m)); }),
    contract::writes("vxm", [](contract::Data& d) { vxm(d.exec, d.bits(0, d.m), d.A, d.bits(1, d.n)); })};

}  // namespace mxv_mxv_test
