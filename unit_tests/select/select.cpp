// SPDX-License-Identifier: Apache-2.0
//
// Entries that a predicate keeps, triangles, bands and diagonals, against a loop.

#include <Araios/build.hpp>
#include <Araios/elementwise.hpp>
#include <Araios/select.hpp>
#include <Araios/transform.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <vector>

#include "support/contract.hpp"
#include "support/matrices.hpp"
#include "support/reference.hpp"
#include "support/refusals.hpp"
#include "support/types.hpp"

namespace select_select_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

/// The entries of a for which keeps(i, j, value), in their order.
template <class HostCsr, class Keeps>
HostCsr kept(HostCsr const& a, Keeps const& keeps) {
  HostCsr c = a;
  c.entries.clear();
  c.values.clear();
  c.row_map = {0};
  for (std::size_t i = 0; i + 1 < a.row_map.size(); ++i) {
    for (auto p = static_cast<std::size_t>(a.row_map[i]); p < static_cast<std::size_t>(a.row_map[i + 1]); ++p)
      if (keeps(static_cast<std::int64_t>(i), static_cast<std::int64_t>(a.entries[p]), a.values[p])) {
        c.entries.push_back(a.entries[p]);
        c.values.push_back(a.values[p]);
      }
    c.row_map.push_back(static_cast<typename decltype(c.row_map)::value_type>(c.entries.size()));
  }
  return c;
}

struct SumIsOdd {
  KOKKOS_FUNCTION bool operator()(std::int64_t i, std::int64_t j) const { return (i + j) % 2 == 1; }
};
struct ValueIsOne {
  template <class T>
  KOKKOS_FUNCTION bool operator()(std::int64_t, std::int64_t, T const& value) const {
    return value == T(1);
  }
};

template <class C>
struct Select : testing::Test {
  typename C::Exec exec;
};
TYPED_TEST_SUITE(Select, AllCases, CaseName);

TYPED_TEST(Select, small_matrices_against_a_loop) {
  using Scalar = typename TypeParam::Scalar;
  auto const& exec = this->exec;
  for (auto& [name, a] : small_matrices<Scalar, typename TypeParam::Ordinal, typename TypeParam::Offset>()) {
    for (std::size_t p = 0; p < a.values.size(); ++p) a.values[p] = value_at<Scalar>(static_cast<std::int64_t>(p % 3));
    auto const A = to_csr<typename TypeParam::Space>(a);
    using Values = typename decltype(a.values)::value_type;
    auto const same = [&, &a = a](auto const& C, auto const& keeps) { return same_bits(to_host(C), kept(a, keeps)); };
    EXPECT_TRUE(same(select(exec, A, SumIsOdd{}), [](auto i, auto j, Values) { return (i + j) % 2 == 1; })) << name;
    std::vector<int> marks(a.entries.size());
    for (std::size_t p = 0; p < marks.size(); ++p) marks[p] = static_cast<int>(p * p % 3);  // 0 or 1
    for (int& mark : marks) mark *= -7;                                                     // any number is a mark
    std::size_t next = 0;
    EXPECT_TRUE(same(select_marked(exec, A, to_view<typename TypeParam::Space>(marks)), [&](auto, auto, Values) {
      return marks[next++] != 0;
    })) << name;
    if constexpr (!is_pattern_v<Scalar>) {
      EXPECT_TRUE(same(select(exec, A, ValueIsOne{}), [](auto, auto, Values v) { return v == Scalar(1); })) << name;
    }
    for (std::int64_t const k : {-1000, -3, 0, 1, 50}) {
      EXPECT_TRUE(same(tril(exec, A, k), [k](auto i, auto j, Values) { return j - i <= k; })) << name << ' ' << k;
      EXPECT_TRUE(same(triu(exec, A, k), [k](auto i, auto j, Values) { return j - i >= k; })) << name << ' ' << k;
      EXPECT_TRUE(same(diagonal_part(exec, A, k), [k](auto i, auto j, Values) { return j - i == k; }))
          << name << ' ' << k;
      EXPECT_TRUE(same(off_diagonal_part(exec, A, k), [k](auto i, auto j, Values) { return j - i != k; })) << name;
      EXPECT_TRUE(same(band(exec, A, k - 2, k + 1), [k](auto i, auto j, Values) {
        return j - i >= k - 2 && j - i <= k + 1;
      })) << name;
    }
  }
}

TYPED_TEST(Select, parts_add_up) {
  auto const& exec = this->exec;
  using Scalar = typename TypeParam::Scalar;
  auto a = from_rows<Scalar, typename TypeParam::Ordinal, typename TypeParam::Offset>(
      random_rows(700, 500, 9, Rows::few_long, false, 3), 500);
  for (std::size_t p = 0; p < a.values.size(); ++p) a.values[p] = value_at<Scalar>(static_cast<std::int64_t>(p % 3));
  auto const A = to_csr<typename TypeParam::Space>(a);
  auto const triangles = elementwise_add(exec, tril(exec, A, -1), triu(exec, A, 1));
  EXPECT_TRUE(equal(exec, triangles, off_diagonal_part(exec, A)));
  EXPECT_TRUE(equal(exec, elementwise_add(exec, triangles, diagonal_part(exec, A)), A));
  EXPECT_EQ(tril(exec, triu(exec, A, 1)).nnz(), 0);
}

TEST(SelectOrder, is_that_of_the_matrix) {
  Exec const exec;
  auto const A = to_csr<Space>(from_rows<double, int, int>({{4, 1, 3, 1}, {}, {2, 0}}, 5));
  auto const C = select(exec, A, SumIsOdd{});
  EXPECT_EQ(to_vector(C.entries), (std::vector<int>{1, 3, 1}));
  EXPECT_EQ(to_vector(C.row_map), (std::vector<int>{0, 3, 3, 3}));
}

TEST(SelectRefusals, name_what_is_wrong) {
  Exec const exec;
  auto const A = to_csr<Space>(from_rows<double, int, int>({{0}}, 1));
  EXPECT_EQ(refusal([&] { band(exec, A, 2, 1); }), "Araios::band: lower 2 is greater than upper 1");
  EXPECT_EQ(refusal([&] { select_marked(exec, A, to_view<Space>(std::vector<char>(2))); }),
            "Araios::select_marked: length of marks, entries of A (2 != 1)");
  // The extreme limits keep everything.
  using Limits = std::numeric_limits<std::int64_t>;
  EXPECT_EQ(band(exec, A, Limits::min(), Limits::max()).nnz(), 1);
}

struct IsOffDiagonal {
  KOKKOS_FUNCTION bool operator()(std::int64_t i, std::int64_t j) const { return i != j; }
};

contract::Operations const operations{
    contract::returns("select",
                      [](contract::Data& d) { return select(d.exec, d.structured, IsOffDiagonal{}, d.workspace); },
                      {.fences = 1}),
    contract::returns(
        "select_marked",
        [](contract::Data& d) { return select_marked(d.exec, d.structured, d.structured.entries, d.workspace); },
        {.fences = 1}),
    contract::returns("band", [](contract::Data& d) { return band(d.exec, d.structured, -1, 1, d.workspace); },
                      {.fences = 1}),
    contract::returns("triu", [](contract::Data& d) { return triu(d.exec, d.structured, 0, d.workspace); },
                      {.fences = 1}),
    contract::returns("tril", [](contract::Data& d) { return tril(d.exec, d.structured, 0, d.workspace); },
                      {.fences = 1}),
    contract::returns("diagonal_part",
                      [](contract::Data& d) { return diagonal_part(d.exec, d.structured, 0, d.workspace); },
                      {.fences = 1}),
    contract::returns("off_diagonal_part",
                      [](contract::Data& d) { return off_diagonal_part(d.exec, d.structured, 0, d.workspace); },
                      {.fences = 1})};

}  // namespace select_select_test
