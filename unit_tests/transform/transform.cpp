// SPDX-License-Identifier: Apache-2.0

#include <Araios/dense.hpp>
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

namespace transform_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

struct Twice {
  template <class T>
  KOKKOS_FUNCTION T operator()(T const& value) const {
    return value + value;
  }
};

struct TenTimes {
  KOKKOS_FUNCTION int operator()(double value) const { return static_cast<int>(10 * value); }
};
struct AlwaysTheSame {
  KOKKOS_FUNCTION float operator()(Pattern) const { return 2.5f; }
};

template <class C>
struct Transform : testing::Test {
  typename C::Exec exec;
};
TYPED_TEST_SUITE(Transform, AllCases, CaseName);

TYPED_TEST(Transform, new_values_at_the_same_places) {
  using Scalar = typename TypeParam::Scalar;
  using Ordinal = typename TypeParam::Ordinal;
  using Space = typename TypeParam::Space;
  if constexpr (!is_pattern_v<Scalar>) {
    for (auto const& [name, host] : small_matrices<Scalar, Ordinal, typename TypeParam::Offset>()) {
      auto const A = to_csr<Space>(host);
      std::vector<Scalar> left(host.num_rows), right(host.num_cols);
      for (std::size_t i = 0; i < left.size(); ++i) left[i] = value_at<Scalar>(i % 7);
      for (std::size_t j = 0; j < right.size(); ++j) right[j] = value_at<Scalar>(j % 5);
      auto doubled = host, by_rows = host, by_columns = host;
      for (std::int64_t i = 0; i < host.num_rows; ++i)
        for (auto p = host.row_map[i]; p < host.row_map[i + 1]; ++p) {
          doubled.values[p] = host.values[p] + host.values[p];
          by_rows.values[p] = left[i] * host.values[p];
          by_columns.values[p] = host.values[p] * right[host.entries[p]];
        }
      auto const d = to_view<Space>(left);
      auto const e = to_view<Space>(right);
      auto const B = transform_values(this->exec, Twice{}, A);
      auto const C = scale_rows(this->exec, d, A);
      auto const D = scale_columns(this->exec, A, e);
      this->exec.fence();
      ASSERT_TRUE(same_bits(to_host(B), doubled)) << name;
      ASSERT_TRUE(same_bits(to_host(C), by_rows)) << name;
      ASSERT_TRUE(same_bits(to_host(D), by_columns)) << name;
      ASSERT_EQ(B.entries.data(), A.entries.data());
      ASSERT_TRUE(same_bits(to_host(A), host)) << name << " was changed";
      scale_rows(this->exec, d, A, A.values);  // in place
      this->exec.fence();
      ASSERT_TRUE(same_bits(to_host(A), by_rows)) << name;
    }
  }
}

TYPED_TEST(Transform, the_diagonal) {
  using Scalar = typename TypeParam::Scalar;
  using Ordinal = typename TypeParam::Ordinal;
  using Space = typename TypeParam::Space;
  using T = std::conditional_t<is_pattern_v<Scalar>, int, Scalar>;
  for (auto const& [name, messy] : small_matrices<Scalar, Ordinal, typename TypeParam::Offset>()) {
    auto host = reference::sum_duplicates(messy);
    if (host.num_cols < 1000)  // rows in another order than by column
      for (std::int64_t i = 0; i < host.num_rows; ++i) {
        std::reverse(host.entries.begin() + host.row_map[i], host.entries.begin() + host.row_map[i + 1]);
        std::reverse(host.values.begin() + host.row_map[i], host.values.begin() + host.row_map[i + 1]);
      }
    std::vector<T> expected(std::min(host.num_rows, host.num_cols), T(0));
    for (std::int64_t i = 0; i < host.num_rows; ++i)
      for (auto p = host.row_map[i]; p < host.row_map[i + 1]; ++p)
        if (host.entries[p] == i) {
          if constexpr (is_pattern_v<Scalar>)
            expected[i] = 1;
          else
            expected[i] = host.values[p];
        }
    auto const diagonal = extract_diagonal<T>(this->exec, to_csr<Space>(host));
    this->exec.fence();
    ASSERT_TRUE(same_bits(to_vector(diagonal), expected)) << name;
  }
}

TEST(TransformByHand, may_change_the_type_and_reads_patterns) {
  Exec const exec;
  auto const A = to_csr<Space>(from_rows<double, int, int>({{0, 2}, {1}}, 3));
  auto const B = transform_values(exec, TenTimes{}, A);
  static_assert(std::is_same_v<decltype(B)::Scalar, int>);
  EXPECT_EQ(to_vector(B.values), (std::vector<int>{10, 20, 30}));
  auto const P = to_csr<Space>(from_rows<Pattern, int, int>({{0, 2}, {1}}, 3));
  auto const C = transform_values(exec, AlwaysTheSame{}, P);
  EXPECT_EQ(to_vector(C.values), (std::vector<float>{2.5f, 2.5f, 2.5f}));
}

TEST(TransformByHand, zeros_of_both_signs_and_nan) {
  Exec const exec;
  double const nan = std::numeric_limits<double>::quiet_NaN();
  Kokkos::View<double*, Space> const values = to_view<Space>(std::vector<double>{-0.0, nan, 0.0});
  CsrMatrix<double, int, int, Space> const A(3, 3, to_view<Space>(std::vector<int>{0, 1, 2, 3}),
                                             to_view<Space>(std::vector<int>{0, 1, 2}), values);
  EXPECT_TRUE(same_bits(to_vector(extract_diagonal(exec, A)), {-0.0, nan, 0.0}));
  auto const ones = to_view<Space>(std::vector<double>{1, 1, 1});
  EXPECT_TRUE(same_bits(to_vector(scale_rows(exec, ones, A).values), {-0.0, nan, 0.0}));
}

TEST(TransformRefusals, name_both_lengths) {
  Exec const exec;
  auto const A = to_csr<Space>(from_rows<double, int, int>({{0, 2}, {1}}, 3));
  Kokkos::View<double*, Space> const two("Araios::test::two", 2), three("Araios::test::three", 3);
  EXPECT_EQ(refusal([&] { scale_rows(exec, three, A); }), "Araios::scale_rows: length of d, rows of A (3 != 2)");
  EXPECT_EQ(refusal([&] { scale_rows(exec, two, A, two); }),
            "Araios::scale_rows: length of values, entries of A (2 != 3)");
  EXPECT_EQ(refusal([&] { scale_columns(exec, A, two); }), "Araios::scale_columns: length of d, columns of A (2 != 3)");
  EXPECT_EQ(refusal([&] { scale_columns(exec, A, three, two); }),
            "Araios::scale_columns: length of values, entries of A (2 != 3)");
  EXPECT_EQ(refusal([&] { transform_values(exec, Twice{}, A, two); }),
            "Araios::transform_values: length of values, entries of A (2 != 3)");
  EXPECT_EQ(refusal([&] { extract_diagonal(exec, A, three); }),
            "Araios::extract_diagonal: length of diagonal, the lesser of rows and columns (3 != 2)");
}

contract::Operations const operations{
    contract::writes("transform_values",
                     [](contract::Data& d) { transform_values(d.exec, IsNotZero{}, d.A, d.result.values); },
                     {.rows = contract::Refuses::both}),
    contract::writes("scale_rows", [](contract::Data& d) { scale_rows(d.exec, d.part(d.m), d.A, d.arrays.values); }),
    contract::writes("scale_columns",
                     [](contract::Data& d) { scale_columns(d.exec, d.A, d.part(d.n), d.arrays.values); }),
    contract::writes("extract_diagonal", [](contract::Data& d) { extract_diagonal(d.exec, d.A, d.part(d.n)); },
                     {.rows = contract::Refuses::both}),
    contract::returns("transform_values_to_new",
                      [](contract::Data& d) { return transform_values(d.exec, IsNotZero{}, d.A); },
                      {.rows = contract::Refuses::both}),
    contract::returns("scale_rows_to_new", [](contract::Data& d) { return scale_rows(d.exec, d.part(d.m), d.A); }),
    contract::returns("extract_diagonal_to_new", [](contract::Data& d) { return extract_diagonal(d.exec, d.A); },
                      {.rows = contract::Refuses::both})};

}  // namespace transform_test
