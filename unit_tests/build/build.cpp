// SPDX-License-Identifier: Apache-2.0

#include <Araios/build.hpp>
#include <Araios/formats/validate/compressed.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "support/contract.hpp"
#include "support/matrices.hpp"
#include "support/reference.hpp"
#include "support/refusals.hpp"
#include "support/types.hpp"

namespace build_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

template <class C>
struct Build : testing::Test {
  typename C::Exec exec;
};
TYPED_TEST_SUITE(Build, AllCases, CaseName);

TYPED_TEST(Build, pairs_in_any_order_give_the_sum_of_duplicates) {
  using Scalar = typename TypeParam::Scalar;
  using Ordinal = typename TypeParam::Ordinal;
  using Space = typename TypeParam::Space;
  for (auto const& [name, a] : small_matrices<Scalar, Ordinal, typename TypeParam::Offset>()) {
    std::vector<Ordinal> rows;
    for (std::int64_t i = 0; i < a.num_rows; ++i)
      rows.insert(rows.end(), static_cast<std::size_t>(a.row_map[i + 1] - a.row_map[i]), static_cast<Ordinal>(i));
    auto const built = [&, &a = a] {
      auto const r = to_view<Space>(rows);
      auto const c = to_view<Space>(a.entries);
      if constexpr (is_pattern_v<Scalar>)
        return build_matrix<typename TypeParam::Offset>(this->exec, a.num_rows, a.num_cols, r, c);
      else
        return build_matrix<typename TypeParam::Offset>(this->exec, a.num_rows, a.num_cols, r, c,
                                                        to_view<Space>(a.values));
    }();
    this->exec.fence();
    ASSERT_TRUE(same_bits(to_host(built), reference::sum_duplicates(a))) << name;
    // The same from the last pair to the first.
    std::reverse(rows.begin(), rows.end());
    auto columns = a.entries;
    std::reverse(columns.begin(), columns.end());
    auto const reversed = build_matrix<typename TypeParam::Offset>(this->exec, a.num_rows, a.num_cols,
                                                                   to_view<Space>(rows), to_view<Space>(columns));
    validate(this->exec, reversed, {.order = Order::strict});
    EXPECT_TRUE(equal(this->exec, reversed, pattern_of(built))) << name;
  }
}

TYPED_TEST(Build, diagonals) {
  using Scalar = typename TypeParam::Scalar;
  using Ordinal = typename TypeParam::Ordinal;
  using Offset = typename TypeParam::Offset;
  using Space = typename TypeParam::Space;
  for (std::int64_t const n : {0, 1, 5000}) {
    std::vector<std::vector<std::int64_t>> rows(n);
    for (std::int64_t i = 0; i < n; ++i) rows[i] = {i};
    auto expected = from_rows<Scalar, Ordinal, Offset>(rows, n);
    if constexpr (!is_pattern_v<Scalar>) {
      auto const D = diagonal_matrix<Ordinal, Offset>(this->exec, to_view<Space>(expected.values));
      this->exec.fence();
      EXPECT_TRUE(same_bits(to_host(D), expected)) << n;
      std::fill(expected.values.begin(), expected.values.end(), Scalar(1));
    }
    auto const one = identity_matrix<Scalar, Ordinal, Offset>(this->exec, n);
    this->exec.fence();
    EXPECT_TRUE(same_bits(to_host(one), expected)) << n;
  }
}

TEST(BuildBitmap, has_the_set_bits) {
  Exec const exec;
  for (std::int64_t const n : {0, 1, 31, 32, 33, 1000}) {
    std::int64_t const m = 70, width = (n + 31) / 32;
    std::vector<std::uint32_t> words(static_cast<std::size_t>(m * width));
    std::vector<std::vector<std::int64_t>> rows(m);
    for (std::int64_t i = 0; i < m; ++i)
      for (std::int64_t j = 0; j < n; ++j)
        if ((i * 7 + j * j) % 5 == 0 && i % 9 != 4) {
          words[i * width + j / 32] |= 1u << (j % 32);
          rows[i].push_back(j);
        }
    auto const A = bitmap_to_csr(exec, m, n, to_view<Space>(words));
    exec.fence();
    EXPECT_TRUE(same_bits(to_host(A), from_rows<Pattern, int, int>(rows, n))) << n;
  }
  auto const none = bitmap_to_csr(exec, 0, 40, to_view<Space>(std::vector<std::uint32_t>()));
  EXPECT_EQ(none.nnz(), 0);
}

TEST(BuildEqual, sees_every_difference) {
  Exec const exec;
  auto const a = from_rows<double, int, int>({{0, 2}, {}, {1, 2, 3}}, 4);
  auto const A = to_csr<Space>(a);
  EXPECT_TRUE(equal(exec, A, to_csr<Space>(a)));
  auto b = a;
  b.values[4] = 7.5;
  EXPECT_FALSE(equal(exec, A, to_csr<Space>(b)));
  EXPECT_TRUE(equal(exec, pattern_of(A), pattern_of(to_csr<Space>(b))));
  b = a;
  b.entries[1] = 3;
  EXPECT_FALSE(equal(exec, A, to_csr<Space>(b)));
  b = a;
  b.row_map[1] = 1;
  EXPECT_FALSE(equal(exec, A, to_csr<Space>(b)));
  b = a;
  b.num_cols = 5;
  EXPECT_FALSE(equal(exec, A, to_csr<Space>(b)));
}

TEST(BuildContains, finds_entries_and_nothing_else) {
  Exec const exec;
  auto const A = to_csr<Space>(from_rows<Pattern, int, int>({{0, 2}, {}, {1, 2, 3}}, 4));
  auto const rows = to_view<Space>(std::vector<int>{0, 0, 0, 1, 2, 2, 3, -1, 2});
  auto const cols = to_view<Space>(std::vector<int>{0, 1, 2, 0, 3, 0, 0, 0, -1});
  Kokkos::View<int*, Space> const found("found", 9);
  contains(exec, A, rows, cols, found);
  EXPECT_EQ(to_vector(found), (std::vector<int>{1, 0, 1, 0, 1, 0, 0, 0, 0}));
  EXPECT_EQ(refusal([&] { contains(exec, A, rows, cols, Kokkos::View<int*, Space>("found", 8)); }),
            "Araios::contains: length of found, length of rows (8 != 9)");
}

TEST(BuildFindEntries, gives_the_first_position_or_none) {
  Exec const exec;
  auto const A = to_csr<Space>(from_rows<double, int, std::int64_t>({{0, 2, 2}, {}, {1, 2, 3}}, 4));
  auto const rows = to_view<Space>(std::vector<std::int64_t>{0, 0, 0, 1, 2, 2, 3, -1, 2, 2});
  auto const cols = to_view<Space>(std::vector<std::int64_t>{0, 1, 2, 0, 3, 0, 0, 0, -1, 1});
  Kokkos::View<std::int64_t*, Space> const positions("positions", 10);
  find_entries(exec, A, rows, cols, positions);
  EXPECT_EQ(to_vector(positions), (std::vector<std::int64_t>{0, -1, 1, -1, 5, -1, -1, -1, -1, 3}));
  EXPECT_EQ(refusal([&] { find_entries(exec, A, rows, cols, Kokkos::View<int*, Space>("positions", 8)); }),
            "Araios::find_entries: length of entries, length of rows (8 != 10)");
  EXPECT_THROW(find_entries(exec, A, rows, cols, cols), std::invalid_argument);
}

TEST(BuildRefusals, name_the_index) {
  Exec const exec;
  auto const rows = to_view<Space>(std::vector<int>{0, 3});
  auto const cols = to_view<Space>(std::vector<int>{1, 0});
  EXPECT_EQ(refusal([&] { build_matrix(exec, 3, 2, rows, cols); }),
            "Araios::build_matrix: position 1: row 3 is not in [0, 3)");
  EXPECT_EQ(refusal([&] { build_matrix(exec, 4, 1, rows, cols); }),
            "Araios::build_matrix: position 0: column 1 is not in [0, 1)");
  EXPECT_EQ(refusal([&] { bitmap_to_csr(exec, 2, 33, to_view<Space>(std::vector<std::uint32_t>(3))); }),
            "Araios::bitmap_to_csr: length of words, rows times words per row (3 != 4)");
  EXPECT_EQ(refusal([&] { bitmap_to_csr(exec, 2, 33, to_view<Space>(std::vector<std::uint32_t>{1, 1, 1, 6})); }),
            "Araios::bitmap_to_csr: bits beyond column 32 are set in 1 rows");
  EXPECT_EQ(refusal([&] { identity_matrix(exec, -1); }), "Araios::identity_matrix: negative number of rows -1");
}

contract::Operations const operations{
    contract::returns("build_matrix",
                      [](contract::Data& d) {
                        return build_matrix(d.exec, d.n, d.n, d.A.entries, d.A.entries, d.A.values, d.workspace);
                      },
                      {.fences = 1, .no_operand = "its lists are checked by build_matrix itself"}),
    contract::returns("identity_matrix", [](contract::Data& d) { return identity_matrix<double>(d.exec, 99); },
                      {.no_operand = "it takes no matrix"}),
    contract::returns("diagonal_matrix", [](contract::Data& d) { return diagonal_matrix(d.exec, d.part(d.m)); },
                      {.no_operand = "its operand is dense, or bits"}),
    contract::returns("bitmap_to_csr",
                      [](contract::Data& d) {
                        return bitmap_to_csr(d.exec, 2 * d.k, 32,
                                             Kokkos::View<std::uint32_t const*, Space, Kokkos::MemoryUnmanaged>(
                                                 reinterpret_cast<std::uint32_t const*>(d.A.values.data()),
                                                 2 * static_cast<std::size_t>(d.k)),
                                             d.workspace);
                      },
                      {.fences = 1, .no_operand = "its operand is dense, or bits"})};

}  // namespace build_test
