// SPDX-License-Identifier: Apache-2.0

#include <Araios/galerkin_plan.hpp>
#include <Araios/multiply_plan.hpp>
#include <Araios/testing/count_allocations.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "support/contract.hpp"
#include "support/matrices.hpp"
#include "support/reference.hpp"
#include "support/refusals.hpp"
#include "support/types.hpp"

namespace multiply_multiply_plan_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

template <class C>
struct OfMultiplyPlan : testing::Test {
  typename C::Exec exec;
};
TYPED_TEST_SUITE(OfMultiplyPlan, AllCases, CaseName);

TYPED_TEST(OfMultiplyPlan, gives_what_multiply_gives) {
  using Scalar = typename TypeParam::Scalar;
  using Space = typename TypeParam::Space;
  for (auto const& [name, given] : small_matrices<Scalar, typename TypeParam::Ordinal, typename TypeParam::Offset>()) {
    if (given.num_rows != given.num_cols) continue;
    auto a = reference::sum_duplicates(given);
    auto const A = to_csr<Space>(a);
    MultiplyPlan const plan(this->exec, A, A);
    auto const expected = multiply(this->exec, A, A);
    auto const product = multiply(this->exec, plan, A, A);
    this->exec.fence();
    ASSERT_TRUE(same_bits(to_host(product), to_host(expected))) << name;
    ASSERT_EQ(plan.nnz(), static_cast<std::int64_t>(expected.nnz())) << name;
    if constexpr (!is_pattern_v<Scalar>) {
      // Other values in the same arrays, twice.
      for (int step = 2; step < 4; ++step) {
        for (std::size_t p = 0; p < a.values.size(); ++p)
          a.values[p] = value_at<Scalar>(static_cast<std::int64_t>(p * 3 % 11) * step);
        Kokkos::deep_copy(A.values, to_view<Space>(a.values));
        auto const again = multiply(this->exec, plan, A, A);
        this->exec.fence();
        ASSERT_TRUE(same_bits(to_host(again), to_host(multiply(this->exec, A, A)))) << name;
      }
      auto const counts = multiply<PlusTimes, std::int64_t>(this->exec, plan, Impl::borrow_csr<Pattern>(A),
                                                            Impl::borrow_csr<Pattern>(A));
      this->exec.fence();
      std::int64_t sum = 0, products = 0;
      for (auto const count : to_vector(counts.values)) sum += count;
      for (auto const k : a.entries) products += a.row_map[k + 1] - a.row_map[k];
      EXPECT_EQ(sum, products) << name;
    }
  }
}

/// Products of the entries of A and B.
template <class A, class B>
std::int64_t num_products(A const& a, B const& b) {
  auto const entries = to_vector(a.entries);
  auto const row_map = to_vector(b.row_map);
  std::int64_t sum = 0;
  for (auto const k : entries) sum += row_map[static_cast<std::size_t>(k) + 1] - row_map[static_cast<std::size_t>(k)];
  return sum;
}

TEST(MultiplyPlanMemory, values_need_no_allocation) {
  Exec const exec;
  auto const A =
      to_csr<Space>(from_rows<double, int, int>(random_rows(2000, 2000, 10, Rows::power_law, false, 5), 2000));
  MultiplyPlan const plan(exec, A, A);
  EXPECT_GE(plan.bytes(), 4 * (plan.nnz() + 2001));
  EXPECT_LE(plan.bytes(), 4 * (plan.nnz() + 2001) + 8 * 2001 + plan.nnz() / 8 + 2 * num_products(A, A) + 1024);
  Kokkos::View<double*, Space> const values("values", static_cast<std::size_t>(plan.nnz()));
  auto const before = allocations_made();
  plan.multiply_values(exec, A, A, values);
  plan.multiply_values<MinPlus>(exec, A, A, values);
  exec.fence();
  EXPECT_EQ(allocations_made(), before);
  EXPECT_EQ(to_vector(values), to_vector(multiply<MinPlus>(exec, A, A).values));
}

TEST(MultiplyPlanValues, may_have_strides) {
  Exec const exec;
  auto const A = to_csr<Space>(from_rows<double, int, int>(random_rows(30, 30, 4, Rows::uniform, false, 5), 30));
  MultiplyPlan const plan(exec, A, A);
  Kokkos::View<double**, Kokkos::LayoutRight, Space> const columns("columns", static_cast<std::size_t>(plan.nnz()), 3);
  auto const values = Kokkos::subview(columns, Kokkos::ALL, 1);
  plan.multiply_values(exec, A, A, values);
  Kokkos::View<double*, Space> const contiguous("contiguous", static_cast<std::size_t>(plan.nnz()));
  Kokkos::deep_copy(contiguous, values);
  EXPECT_EQ(to_vector(contiguous), to_vector(multiply(exec, A, A).values));
}

/// A is 3-by-inner with all entries; rows of B have `length` entries at random columns, and entries in columns 0 to 9,
/// which so many products are added to.
void check_long_rows(std::int64_t inner, std::int64_t length, std::int64_t columns) {
  Exec const exec;
  std::vector<std::vector<std::int64_t>> left(3), right;
  for (std::int64_t k = 0; k < inner; ++k) {
    for (auto& row : left) row.push_back(k);
    std::vector<std::int64_t> row{0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    for (std::int64_t i = 0; i < length; ++i) row.push_back(10 + (k * 7919 + i * i * 31 + i * 101) % (columns - 10));
    std::sort(row.begin(), row.end());
    row.erase(std::unique(row.begin(), row.end()), row.end());
    right.push_back(row);
  }
  auto const A = to_csr<Space>(from_rows<double, int, int>(left, inner));
  auto const B = to_csr<Space>(from_rows<double, int, int>(right, columns));
  MultiplyPlan const plan(exec, A, B);
  auto const expected = multiply(exec, A, B);
  auto const product = multiply(exec, plan, A, B);
  exec.fence();
  EXPECT_TRUE(same_bits(to_host(product), to_host(expected))) << inner << ", " << length << ", " << columns;
}

TEST(MultiplyPlanLongRows, have_the_values_of_multiply) {
  // Rows of C with up to 2,048 entries, with more, and with more than one thread block holds.
  check_long_rows(40, 50, 2048);
  check_long_rows(700, 30, 4000);
  check_long_rows(600, 120, 40000);
}

TEST(MultiplyPlanLongRows, may_be_longer_than_a_position_tells) {
  std::int64_t const columns = (std::int64_t(1) << 23) + 5;
  Exec const exec;
  auto const row_map = to_view<Space>(std::vector<int>{0, static_cast<int>(columns), static_cast<int>(columns) + 1});
  std::vector<int> all(static_cast<std::size_t>(columns) + 1);
  for (std::int64_t j = 0; j < columns; ++j) all[static_cast<std::size_t>(j)] = static_cast<int>(j);
  all.back() = 7;
  std::vector<double> values(all.size(), 0.5);
  values.back() = 3;
  CsrMatrix<double, int, int, Space> const B(2, columns, row_map, to_view<Space>(all), to_view<Space>(values));
  auto const A = to_csr<Space>(from_rows<double, int, int>({{0, 1}}, 2));
  MultiplyPlan const plan(exec, A, B);
  EXPECT_EQ(plan.nnz(), columns);
  auto const product = to_vector(multiply(exec, plan, A, B).values);
  auto const left = to_vector(A.values);
  EXPECT_EQ(product.front(), 0.5 * left[0]);
  EXPECT_EQ(product[7], 0.5 * left[0] + 3 * left[1]);
  EXPECT_EQ(product.back(), 0.5 * left[0]);
}

TEST(MultiplyPlanOfNothing, has_no_values) {
  // Entries of A at rows of B that have none.
  Exec const exec;
  auto const A = to_csr<Space>(from_rows<double, int, int>({{1}, {1, 2}, {}}, 3));
  auto const B = to_csr<Space>(from_rows<double, int, int>({{0, 1}, {}, {}}, 2));
  MultiplyPlan const plan(exec, A, B);
  EXPECT_EQ(plan.nnz(), 0);
  Kokkos::View<double*, Space> const values("values", 0);
  plan.multiply_values(exec, A, B, values);
  EXPECT_EQ(multiply(exec, plan, A, B).nnz(), 0);
}

TEST(MultiplyPlanRefusals, name_what_disagrees) {
  Exec const exec;
  auto const host = from_rows<double, int, int>({{0, 2}, {}, {1, 2}}, 3);
  auto const A = to_csr<Space>(host), B = to_csr<Space>(host);
  MultiplyPlan const plan(exec, A, A);
  std::string const function = "Araios::MultiplyPlan::multiply_values: ";
  EXPECT_EQ(refusal([&] { multiply(exec, plan, A, B); }),
            function + "row_map and entries of B are not the arrays that the plan was made of");
  EXPECT_EQ(refusal([&] { plan.multiply_values(exec, A, A, Kokkos::View<double*, Space>("values", 1)); }),
            function + "length of values, entries of C (1 != " + std::to_string(plan.nnz()) + ")");
  EXPECT_EQ(refusal([&] { plan.multiply_values(exec, A, A, A.values); }).substr(0, function.size()), function);
  EXPECT_EQ(refusal([&] { MultiplyPlan(exec, A, to_csr<Space>(from_rows<double, int, int>({{0}}, 3))); }),
            "Araios::MultiplyPlan: columns of A, rows of B (3 != 1)");
}

/// A plan, and room for the values of its product.
auto plan_and_values(contract::Data& d) {
  MultiplyPlan<Exec> const plan(d.exec, d.structured, d.structured);
  return std::pair(plan, contract::Doubles("Araios::test::product", static_cast<std::size_t>(plan.nnz())));
}

contract::Operations const operations{
    contract::writes("multiply_values_of_plan", plan_and_values,
                     [](contract::Data& d, auto& operand) {
                       operand.first.multiply_values(d.exec, d.structured, d.structured, operand.second);
                     },
                     {.rows = contract::Refuses::both}),
    // In the CUDA space a plan also stores where products are added, and reads their number.
    contract::returns(
        "multiply_plan",
        [](contract::Data& d) { return MultiplyPlan(d.exec, d.structured, d.structured, {}, d.workspace); },
        {.fences = 2 + (is_gpu_v<Exec> ? 1 : 0), .rows = contract::Refuses::both}),
    contract::returns(
        "multiply_by_plan", [](contract::Data& d) { return MultiplyPlan<Exec>(d.exec, d.structured, d.structured); },
        [](contract::Data& d, auto& operand) { return multiply(d.exec, operand, d.structured, d.structured); },
        {.rows = contract::Refuses::both}),
    contract::returns(
        "galerkin_plan",
        [](contract::Data& d) { return GalerkinPlan(d.exec, d.structured, d.structured, d.structured, d.workspace); },
        {.fences = 4 + 2 * (is_gpu_v<Exec> ? 1 : 0), .rows = contract::Refuses::both})};

}  // namespace multiply_multiply_plan_test
