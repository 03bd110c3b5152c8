// SPDX-License-Identifier: Apache-2.0
//
// Products with a transposed factor, Galerkin products, and the identities between products and other operations.

#include <Araios/build.hpp>
#include <Araios/elementwise.hpp>
#include <Araios/galerkin_plan.hpp>
#include <Araios/multiply_transposed.hpp>
#include <Araios/spmv.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <type_traits>
#include <vector>

#include "support/contract.hpp"
#include "support/matrices.hpp"
#include "support/reference.hpp"
#include "support/refusals.hpp"
#include "support/types.hpp"

namespace multiply_multiply_transposed_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

/// Products and sums of these values are exact.
template <class C>
auto matrix(std::int64_t m, std::int64_t n, double per_row, Rows kind, unsigned seed) {
  using Scalar = typename C::Scalar;
  auto a = from_rows<Scalar, typename C::Ordinal, typename C::Offset>(random_rows(m, n, per_row, kind, false, seed), n);
  for (std::size_t p = 0; p < a.values.size(); ++p) a.values[p] = value_at<Scalar>(static_cast<std::int64_t>(p % 3));
  return to_csr<typename C::Space>(a);
}

template <class C>
struct Products : testing::Test {
  typename C::Exec exec;
};
TYPED_TEST_SUITE(Products, AllCases, CaseName);

TYPED_TEST(Products, obey_the_identities) {
  auto const& exec = this->exec;
  auto const A = matrix<TypeParam>(700, 500, 6, Rows::uniform, 1);
  auto const B = matrix<TypeParam>(500, 900, 4, Rows::power_law, 2);
  auto const C = matrix<TypeParam>(900, 300, 5, Rows::few_long, 3);
  auto const D = matrix<TypeParam>(700, 500, 3, Rows::uniform, 4);
  auto const AB = multiply(exec, A, B);
  // (A B) C = A (B C), (A B)^T = B^T A^T, (A + D) B = A B + D B, A I = A
  EXPECT_TRUE(equal(exec, multiply(exec, AB, C), multiply(exec, A, multiply(exec, B, C))));
  EXPECT_TRUE(equal(exec, transpose(exec, AB), multiply(exec, transpose(exec, B), transpose(exec, A))));
  EXPECT_TRUE(
      equal(exec, multiply(exec, elementwise_add(exec, A, D), B), elementwise_add(exec, AB, multiply(exec, D, B))));
  auto const one =
      identity_matrix<typename TypeParam::Scalar, typename TypeParam::Ordinal, typename TypeParam::Offset>(exec, 500);
  EXPECT_TRUE(equal(exec, multiply(exec, A, one), A));
  // With a transposed factor.
  EXPECT_TRUE(equal(exec, multiply_transposed(exec, A, D), multiply(exec, transpose(exec, A), D)));
  EXPECT_TRUE(equal(exec, multiply_by_transposed(exec, A, A), multiply(exec, A, transpose(exec, A))));
  if constexpr (!is_pattern_v<typename TypeParam::Scalar>) {
    // (A B) x = A (B x)
    using Vector = Kokkos::View<typename TypeParam::Scalar*, typename TypeParam::Space>;
    Vector const x("x", 900), Bx("Bx", 500), y("y", 700), z("z", 700);
    Kokkos::deep_copy(x, typename TypeParam::Scalar(2));
    spmv(exec, 1, B, x, 0, Bx);
    spmv(exec, 1, A, Bx, 0, y);
    spmv(exec, 1, AB, x, 0, z);
    exec.fence();
    EXPECT_EQ(to_vector(y), to_vector(z));
    // R A P
    auto const square = multiply_by_transposed(exec, B, B);
    GalerkinPlan const plan(exec, A, square, B);
    auto const expected = multiply(exec, A, multiply(exec, square, B));
    EXPECT_TRUE(equal(exec, multiply(exec, plan, A, square, B), expected));
    EXPECT_EQ(plan.nnz(), static_cast<std::int64_t>(expected.nnz()));
    EXPECT_GT(plan.bytes(), plan.nnz() * 4);
  }
}

TEST(ProductRefusals, name_what_disagrees) {
  Exec const exec;
  auto const A = to_csr<Space>(from_rows<double, int, int>({{0, 2}, {}}, 3));
  auto const B = to_csr<Space>(from_rows<double, int, int>({{0}, {}, {1}}, 2));
  EXPECT_EQ(refusal([&] { multiply_transposed(exec, A, B); }),
            "Araios::multiply_transposed: rows of A, rows of B (2 != 3)");
  EXPECT_EQ(refusal([&] { multiply_by_transposed(exec, A, B); }),
            "Araios::multiply_by_transposed: columns of A, columns of B (3 != 2)");
}

contract::Operations const operations{
    contract::returns(
        "multiply_transposed",
        [](contract::Data& d) { return multiply_transposed(d.exec, d.structured, d.structured, {}, d.workspace); },
        {.fences = 2, .rows = contract::Refuses::both}),
    contract::returns(
        "multiply_by_transposed",
        [](contract::Data& d) { return multiply_by_transposed(d.exec, d.structured, d.structured, {}, d.workspace); },
        {.fences = 2, .rows = contract::Refuses::duplicates})};

}  // namespace multiply_multiply_transposed_test
