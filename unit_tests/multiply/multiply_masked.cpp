// SPDX-License-Identifier: Apache-2.0
//
// Products under a mask and its complement, and products that are added to a matrix, of which any may be the same.

#include <Araios/build.hpp>
#include <Araios/elementwise.hpp>
#include <Araios/multiply_masked.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "support/contract.hpp"
#include "support/matrices.hpp"
#include "support/reference.hpp"
#include "support/refusals.hpp"
#include "support/types.hpp"

namespace multiply_multiply_masked_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

/// The entries of C where the mask has one, or (complement) has none.
template <class C, class M>
C masked(C const& c, M const& mask, bool complement) {
  C kept = c;
  kept.entries.clear();
  kept.values.clear();
  kept.row_map = {0};
  for (std::size_t i = 0; i + 1 < c.row_map.size(); ++i) {
    for (auto p = c.row_map[i]; p < c.row_map[i + 1]; ++p) {
      auto const at = static_cast<std::size_t>(p);
      bool is_in_mask = false;
      for (auto q = mask.row_map[i]; q < mask.row_map[i + 1]; ++q)
        is_in_mask |= mask.entries[static_cast<std::size_t>(q)] == c.entries[at];
      if (is_in_mask == complement) continue;
      kept.entries.push_back(c.entries[at]);
      kept.values.push_back(c.values[at]);
    }
    kept.row_map.push_back(static_cast<typename decltype(kept.row_map)::value_type>(kept.entries.size()));
  }
  return kept;
}

template <class C>
struct MultiplyMasked : testing::Test {
  typename C::Exec exec;

  static auto matrix(std::int64_t m, std::int64_t n, double per_row, Rows kind, unsigned seed) {
    using Scalar = typename C::Scalar;
    auto a =
        from_rows<Scalar, typename C::Ordinal, typename C::Offset>(random_rows(m, n, per_row, kind, false, seed), n);
    for (std::size_t p = 0; p < a.values.size(); ++p) a.values[p] = value_at<Scalar>(static_cast<std::int64_t>(p % 3));
    return to_csr<typename C::Space>(a);
  }

  template <class M, class A, class B>
  void check(M const& mask, A const& a, B const& b) {
    auto const whole = to_host(multiply(exec, a, b));
    for (bool const complement : {false, true}) {
      auto const expected = masked(whole, to_host(mask), complement);
      for (std::int64_t const bytes : {std::int64_t(1) << 30, std::int64_t(4096)}) {
        auto const c = multiply_masked(exec, mask, a, b, {complement, bytes});
        exec.fence();
        ASSERT_TRUE(same_bits(to_host(c), expected)) << complement << ' ' << bytes;
        validate(exec, c, {.order = Order::strict});
      }
    }
  }
};
TYPED_TEST_SUITE(MultiplyMasked, AllCases, CaseName);

TYPED_TEST(MultiplyMasked, keeps_the_entries_of_the_mask) {
  auto const A = this->matrix(300, 200, 5, Rows::power_law, 1);
  auto const B = this->matrix(200, 400, 6, Rows::uniform, 2);
  this->check(this->matrix(300, 400, 20, Rows::few_long, 3), A, B);
  this->check(this->matrix(300, 400, 0, Rows::uniform, 4), A, B);
  // One matrix as mask and factors.
  auto const S = this->matrix(150, 150, 4, Rows::power_law, 5);
  this->check(S, S, S);
}

TYPED_TEST(MultiplyMasked, rows_of_many_products) {
  // Up to 20,000 products a row, among 900,000 columns and among 3,000.
  for (std::int64_t const columns : {900'000, 3'000}) {
    auto const A = this->matrix(12, 300, 150, Rows::few_long, 6);
    auto const B = this->matrix(300, columns, 60, Rows::uniform, 7);
    this->check(this->matrix(12, columns, 1'500, Rows::uniform, 8), A, B);
  }
}

TYPED_TEST(MultiplyMasked, adds_to_a_matrix) {
  auto const& exec = this->exec;
  auto const A = this->matrix(150, 150, 4, Rows::power_law, 9);
  auto const B = this->matrix(150, 150, 3, Rows::uniform, 10);
  auto const AB = multiply(exec, A, B);
  EXPECT_TRUE(equal(exec, multiply_add(exec, B, A, B), elementwise_add(exec, B, AB)));
  EXPECT_TRUE(equal(exec, multiply_add(exec, A, A, A), elementwise_add(exec, A, multiply(exec, A, A))));
  for (bool const complement : {false, true}) {
    MultiplyMaskedOptions const options{.complement = complement};
    auto const part = multiply_masked(exec, B, A, B, options);
    EXPECT_TRUE(equal(exec, multiply_add_masked(exec, A, B, A, B, options), elementwise_add(exec, A, part)));
    EXPECT_TRUE(equal(exec, multiply_add_masked(exec, B, B, B, B, options),
                      elementwise_add(exec, B, multiply_masked(exec, B, B, B, options))));
  }
  // The two parts are the whole.
  EXPECT_TRUE(
      equal(exec, multiply_add_masked(exec, multiply_masked(exec, A, A, B), A, A, B, {.complement = true}), AB));
}

TYPED_TEST(MultiplyMasked, adds_to_rows_of_all_lengths) {
  auto const& exec = this->exec;
  // Rows of A B have 0 to some thousand products; C has fewer entries than they are, or more.
  auto const A = this->matrix(90, 200, 30, Rows::power_law, 11);
  auto const B = this->matrix(200, 3000, 90, Rows::power_law, 12);
  auto const AB = multiply(exec, A, B);
  for (double const per_row : {0.5, 40.0, 1500.0}) {
    auto const C = this->matrix(90, 3000, per_row, Rows::power_law, 13);
    EXPECT_TRUE(equal(exec, multiply_add(exec, C, A, B), elementwise_add(exec, C, AB))) << per_row;
    auto const mask = this->matrix(90, 3000, 100, Rows::uniform, 14);
    for (bool const complement : {false, true}) {
      MultiplyMaskedOptions const options{.complement = complement, .max_workspace_bytes = 4096};
      EXPECT_TRUE(equal(exec, multiply_add_masked(exec, C, mask, A, B, options),
                        elementwise_add(exec, C, multiply_masked(exec, mask, A, B, options))))
          << per_row << ' ' << complement;
    }
  }
}

TEST(MultiplyMaskedCounts, triangles) {
  // L has the complete graph of n vertices below the diagonal: the entries of L L under L sum to n (n - 1) (n - 2) / 6.
  Exec const exec;
  std::int64_t const n = 40;
  std::vector<std::vector<std::int64_t>> rows(static_cast<std::size_t>(n));
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < i; ++j) rows[static_cast<std::size_t>(i)].push_back(j);
  auto const L = to_csr<Space>(from_rows<Pattern, int, int>(rows, n));
  auto const counts = multiply_masked<PlusTimes, std::int64_t>(exec, L, L, L);
  std::int64_t sum = 0;
  for (auto const count : to_vector(counts.values)) sum += count;
  EXPECT_EQ(sum, n * (n - 1) * (n - 2) / 6);
}

TEST(MultiplyMaskedRefusals, name_what_disagrees) {
  Exec const exec;
  auto const A = to_csr<Space>(from_rows<double, int, int>({{0, 2}, {}}, 3));
  auto const B = to_csr<Space>(from_rows<double, int, int>({{0}, {}, {1}}, 2));
  auto const M = to_csr<Space>(from_rows<Pattern, int, int>({{0}, {1}}, 2));
  EXPECT_EQ(refusal([&] { multiply_masked(exec, M, A, A); }),
            "Araios::multiply_masked: columns of A, rows of B (3 != 2)");
  EXPECT_EQ(refusal([&] { multiply_masked(exec, A, A, B); }),
            "Araios::multiply_masked: columns of the mask, columns of B (3 != 2)");
  EXPECT_EQ(refusal([&] { multiply_masked(exec, B, A, B); }),
            "Araios::multiply_masked: rows of the mask, rows of A (3 != 2)");
  EXPECT_EQ(refusal([&] { multiply_masked(exec, M, A, B, {.max_workspace_bytes = 0}); }),
            "Araios::multiply_masked: max_workspace_bytes is 0; it must be at least 1");
  auto const unsorted = to_csr<Space>(from_rows<Pattern, int, int>({{1, 0}, {}}, 2));
  EXPECT_NE(refusal([&] { multiply_masked(exec, unsorted, A, B); }).find("Araios::multiply_masked: mask: "),
            std::string::npos);
  EXPECT_EQ(refusal([&] { multiply_add(exec, B, A, B); }), "Araios::multiply_add: rows of C, rows of A (3 != 2)");
  EXPECT_EQ(refusal([&] { multiply_add_masked(exec, B, M, A, B); }),
            "Araios::multiply_add_masked: rows of C, rows of A (3 != 2)");
  EXPECT_EQ(refusal([&] { multiply_add(exec, M, A, M); }), "Araios::multiply_add: columns of A, rows of B (3 != 2)");
  auto const full = to_csr<Space>(from_rows<Pattern, int, int>({{0, 1}, {0, 1}}, 2));
  EXPECT_EQ(refusal([&] { multiply_add(exec, unsorted, full, full); }).rfind("Araios::multiply_add: C: ", 0), 0u);
  EXPECT_EQ(refusal([&] { multiply_add(exec, full, full, unsorted); }).rfind("Araios::multiply", 0), 0u);
}

contract::Operations const operations{
    // The check of the mask waits by itself.
    contract::returns("multiply_masked",
                      [](contract::Data& d) {
                        return multiply_masked(d.exec, d.structured, d.structured, d.structured, {}, d.workspace);
                      },
                      {.fences = 2, .rows = contract::Refuses::both}),
    contract::returns(
        "multiply_add",
        [](contract::Data& d) { return multiply_add(d.exec, d.structured, d.structured, d.structured, d.workspace); },
        {.fences = 3, .rows = contract::Refuses::both}),
    contract::returns("multiply_add_masked",
                      [](contract::Data& d) {
                        return multiply_add_masked(d.exec, d.structured, d.structured, d.structured, d.structured,
                                                   {.complement = true}, d.workspace);
                      },
                      {.fences = 3, .rows = contract::Refuses::both})};

}  // namespace multiply_multiply_masked_test
