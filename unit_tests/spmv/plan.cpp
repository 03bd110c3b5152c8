// SPDX-License-Identifier: Apache-2.0

#include <Araios/spmv_plan.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "support/captured_graph.hpp"
#include "support/contract.hpp"
#include "support/matrices.hpp"
#include "support/refusals.hpp"
#include "support/spmv.hpp"
#include "support/types.hpp"

namespace spmv_plan_test {

using namespace Araios;
using namespace Araios::test;

constexpr Op ops[] = {Op::none, Op::transpose, Op::conjugate_transpose};

/// alpha op(A) x + beta y by the plan, and x and y before.
template <class T, class Exec, class Plan, class Matrix>
std::vector<T> product(Exec const& exec, Plan const& plan, Matrix const& A, T alpha, std::vector<T> const& x, T beta,
                       std::vector<T> const& y) {
  using Space = typename Exec::memory_space;
  auto const y_view = to_view<Space>(y);
  spmv(exec, plan, alpha, A, to_view<Space>(x), beta, y_view);
  exec.fence();
  return to_vector(y_view);
}

template <class C>
struct OfSpmvPlan : testing::Test {
  using Scalar = typename C::Scalar;
  using T = std::conditional_t<is_pattern_v<Scalar>, double, Scalar>;
  typename C::Exec exec;

  template <class Plan, class Host, class Matrix>
  void expect_right(Plan const& plan, Host const& host, Matrix const& A, std::string const& name) {
    bool const transposed = plan.op() != Op::none;
    auto const x = test_vector<T>(transposed ? host.num_rows : host.num_cols, 5);
    auto const y = test_vector<T>(transposed ? host.num_cols : host.num_rows, 6);
    for (T const beta : {T(0), T(0.5)}) {
      auto const expected = reference_spmv(plan.op(), T(-1.5), host, x, beta, y);
      check_product(product(exec, plan, A, T(-1.5), x, beta, y), expected,
                    name + ", op " + std::to_string(static_cast<int>(plan.op())) + ", " + std::string(plan.reason()));
    }
  }
};
TYPED_TEST_SUITE(OfSpmvPlan, AllCases, CaseName);

TYPED_TEST(OfSpmvPlan, products_are_within_the_bound) {
  using Scalar = typename TypeParam::Scalar;
  for (auto const& [name, host] : small_matrices<Scalar, typename TypeParam::Ordinal, typename TypeParam::Offset>()) {
    auto const A = to_csr<typename TypeParam::Space>(host);
    for (auto const op : ops)
      for (auto const method : {SpmvMethod::automatic, SpmvMethod::rows, SpmvMethod::merge})
        this->expect_right(SpmvPlan(this->exec, A, {.op = op, .method = method}), host, A, name);
    this->expect_right(SpmvPlan(this->exec, A, {.op = Op::transpose, .expected_applications = 1}), host, A, name);
    this->expect_right(SpmvPlan(this->exec, A, {.expected_applications = 1}), host, A, name);
  }
}

// Tiles in which no row ends, runs of tiles too long for one thread, two of them in one block of the second pass, and
// short rows between.
TYPED_TEST(OfSpmvPlan, adds_up_rows_of_many_tiles) {
  std::int64_t const n = 60000;
  auto rows = random_rows(40, n, 5, Rows::uniform, false, 32);
  for (auto const& [i, length] : {std::pair<int, int>{3, 40000}, {4, 25000}, {30, 60000}, {39, 18000}}) {
    rows[i].resize(length);
    for (int j = 0; j < length; ++j) rows[i][j] = j;
  }
  auto const host =
      from_rows<typename TypeParam::Scalar, typename TypeParam::Ordinal, typename TypeParam::Offset>(rows, n);
  auto const A = to_csr<typename TypeParam::Space>(host);
  this->expect_right(SpmvPlan(this->exec, A, {.method = SpmvMethod::merge}), host, A, "rows of many tiles");
}

TYPED_TEST(OfSpmvPlan, has_the_same_bits_in_every_run) {
  using Scalar = typename TypeParam::Scalar;
  using T = typename OfSpmvPlan<TypeParam>::T;
  auto const host = from_rows<Scalar, typename TypeParam::Ordinal, typename TypeParam::Offset>(
      random_rows(20000, 9000, 6, Rows::power_law, false, 31), 9000);
  auto const A = to_csr<typename TypeParam::Space>(host);
  for (auto const op : ops)
    for (auto const method : {SpmvMethod::rows, SpmvMethod::merge}) {
      SpmvPlan const plan(this->exec, A, {.op = op, .method = method});
      auto const x = test_vector<T>(op == Op::none ? host.num_cols : host.num_rows, 7);
      std::vector<T> const y(op == Op::none ? host.num_rows : host.num_cols);
      auto const first = product(this->exec, plan, A, T(1), x, T(0), y);
      for (int run = 0; run < 10; ++run) {
        SpmvPlan const other(this->exec, A, {.op = op, .method = method});
        ASSERT_TRUE(same_bits(product(this->exec, run % 2 ? plan : other, A, T(1), x, T(0), y), first))
            << "run " << run;
      }
    }
}

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

TEST(SpmvPlanValues, are_those_of_the_matrix_at_the_time_or_of_the_last_update) {
  Exec const exec;
  auto const host = from_rows<double, int, int>({{0, 2}, {1}, {0, 1, 2}}, 3);
  auto const A = to_csr<Space>(host);
  SpmvPlan plan(exec, A);
  SpmvPlan transposed(exec, A, {.op = Op::transpose});
  std::vector<double> const ones{1, 1, 1};
  EXPECT_EQ(product(exec, plan, A, 1.0, ones, 0.0, ones), (std::vector<double>{3, 3, 15}));
  EXPECT_EQ(product(exec, transposed, A, 1.0, ones, 0.0, ones), (std::vector<double>{5, 8, 8}));
  Araios::fill(exec, A.values, 10.0);
  EXPECT_EQ(product(exec, plan, A, 1.0, ones, 0.0, ones), (std::vector<double>{20, 10, 30}));
  EXPECT_EQ(product(exec, transposed, A, 1.0, ones, 0.0, ones), (std::vector<double>{5, 8, 8}));
  transposed.update(exec, A);
  EXPECT_EQ(product(exec, transposed, A, 1.0, ones, 0.0, ones), (std::vector<double>{20, 20, 20}));
}

TEST(SpmvPlanChoice, looks_at_the_rows_on_a_gpu) {
  if (!Araios::is_gpu_v<Exec>) GTEST_SKIP() << "a host does not look at rows";
  Exec const exec;
  auto const even =
      to_csr<Space>(from_rows<double, int, int>(random_rows(5000, 4000, 7, Rows::uniform, false, 1), 4000));
  EXPECT_EQ(SpmvPlan(exec, even).method(), SpmvMethod::rows);
  auto rows = random_rows(5000, 40000, 7, Rows::uniform, false, 1);
  rows[77].resize(30000);
  for (int j = 0; j < 30000; ++j) rows[77][j] = j;
  auto const uneven = to_csr<Space>(from_rows<double, int, int>(rows, 40000));
  SpmvPlan const plan(exec, uneven);
  EXPECT_EQ(plan.method(), SpmvMethod::merge) << plan.reason();
  EXPECT_GT(plan.bytes(), 0);
  std::vector<std::vector<std::int64_t>> const dense(300, rows[77]);
  SpmvPlan const of_long_rows(exec, to_csr<Space>(from_rows<double, int, int>(dense, 40000)));
  EXPECT_EQ(of_long_rows.reason(), "long rows: tiles, each by a whole thread block");
}

TEST(SpmvPlanErrors, name_what_disagrees) {
  Exec const exec;
  auto const host = from_rows<double, int, int>({{1, 2}, {0}, {2}, {}}, 3);
  auto const A = to_csr<Space>(host);
  auto const B = to_csr<Space>(host);
  SpmvPlan const plan(exec, A);
  Kokkos::View<double*, Space> const x("x", 3), y("y", 4), z("z", 5);
  EXPECT_EQ(refusal([&] { spmv(exec, plan, 1.0, B, x, 0.0, y); }),
            "Araios::spmv: row_map and entries of A are not the arrays that the plan was made of");
  EXPECT_EQ(refusal([&] { spmv(exec, plan, 1.0, A, z, 0.0, y); }), "Araios::spmv: length of x, columns of A (5 != 3)");
  EXPECT_EQ(refusal([&] { spmv(exec, plan, 1.0, A, x, 0.0, z); }), "Araios::spmv: length of y, rows of A (5 != 4)");
  EXPECT_EQ(refusal([&] { spmv(exec, 1.0, A, y, 0.0, y); }), "Araios::spmv: length of x, columns of A (4 != 3)");
}

#ifdef KOKKOS_ENABLE_CUDA
TEST(SpmvPlanGraph, one_or_two_kernels_that_run_again) {
  cudaStream_t stream;
  ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
  {
    Kokkos::Cuda const exec(stream);
    auto const host = from_rows<double, int, int>(random_rows(3000, 2000, 12, Rows::power_law, false, 5), 2000);
    auto const A = to_csr<Space>(host);
    for (auto const method : {SpmvMethod::rows, SpmvMethod::merge}) {
      SpmvPlan const plan(exec, A, {.method = method});
      auto const x = to_view<Space>(test_vector<double>(2000, 8));
      auto const y = to_view<Space>(std::vector<double>(3000));
      exec.fence();
      CapturedGraph graph(stream, [&] { spmv(exec, plan, 2.0, A, x, 0.0, y); });
      EXPECT_EQ(graph.nodes(), method == SpmvMethod::rows ? 1u : 2u);
      for (unsigned seed = 10; seed < 13; ++seed) {
        auto const values = test_vector<double>(2000, seed);
        Kokkos::deep_copy(exec, x, to_view<Space>(values));
        graph.launch();
        exec.fence();
        auto const expected = reference_spmv(Op::none, 2.0, host, values, 0.0, std::vector<double>(3000));
        check_product(to_vector(y), expected, "a captured product");
      }
    }
  }
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
}
#endif

contract::Operations const operations{
    contract::writes(
        "spmv_plan", [](contract::Data& d) { return SpmvPlan(d.exec, d.A, {.method = SpmvMethod::merge}); },
        [](contract::Data& d, auto& operand) { spmv(d.exec, operand, 1.0, d.A, d.x, 0.0, d.y); }),
    contract::writes(
        "spmv_plan_transposed", [](contract::Data& d) { return SpmvPlan(d.exec, d.A, {.op = Op::transpose}); },
        [](contract::Data& d, auto& operand) { spmv(d.exec, operand, 1.0, d.A, d.y, 0.0, d.x); })};

}  // namespace spmv_plan_test
