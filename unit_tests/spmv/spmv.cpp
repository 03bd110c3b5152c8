// SPDX-License-Identifier: Apache-2.0

#include <Araios/convert.hpp>
#include <Araios/spmv.hpp>
#include <gtest/gtest.h>

#include <vector>

#include "support/contract.hpp"
#include "support/matrices.hpp"
#include "support/reference.hpp"
#include "support/refusals.hpp"
#include "support/spmv.hpp"
#include "support/types.hpp"

namespace spmv_test {

using namespace Araios;
using namespace Araios::test;

constexpr SpmvMethod methods[] = {SpmvMethod::automatic, SpmvMethod::rows, SpmvMethod::merge};

template <class C>
struct SpmvCsr : testing::Test {};
TYPED_TEST_SUITE(SpmvCsr, AllCases, CaseName);

TYPED_TEST(SpmvCsr, is_within_the_bound) {
  typename TypeParam::Exec const exec;
  for (auto const& [name, host] :
       small_matrices<typename TypeParam::Scalar, typename TypeParam::Ordinal, typename TypeParam::Offset>())
    for (auto const method : methods) check_spmv(exec, host, to_csr<typename TypeParam::Space>(host), name, method);
}

TEST(SpmvCsrMixed, float_matrix_and_double_vectors) {
  Kokkos::DefaultExecutionSpace const exec;
  for (auto const& [name, host] : small_matrices<float>())
    check_spmv_in<double>(exec, host, to_csr<Kokkos::DefaultExecutionSpace::memory_space>(host), name);
}

TEST(SpmvCsrSemirings, are_exact) {
  Kokkos::DefaultExecutionSpace const exec;
  for (auto const& [name, host] : small_matrices<double>())
    for (auto const method : methods)
      check_semirings(exec, host, to_csr<Kokkos::DefaultExecutionSpace::memory_space>(host), name, method);
}

/// Rows are added in pieces, whose multiples would be compared one by one.
TEST(SpmvCsrSemirings, max_times_takes_no_negative_alpha) {
  using Exec = Kokkos::DefaultExecutionSpace;
  using Space = Exec::memory_space;
  Exec const exec;
  auto const A = to_csr<Space>(from_rows<double, int, int>({{0, 1}}, 2));
  auto const x = to_view<Space>(std::vector<double>{1, 1}), y = to_view<Space>(std::vector<double>{7});
  double const zero = MaxTimes::zero<double>();
  EXPECT_EQ(refusal([&] { spmv<MaxTimes>(exec, -1.0, A, x, zero, y); }),
            "Araios::spmv: alpha must not be negative over MaxTimes (-1)");
  EXPECT_EQ(to_vector(y), (std::vector<double>{7}));
  spmv<MaxTimes>(exec, zero, A, x, zero, y);
  EXPECT_EQ(to_vector(y), (std::vector<double>{zero}));
}

template <class C>
struct SpmvOthers : testing::Test {};
TYPED_TEST_SUITE(SpmvOthers, AllCases, CaseName);

TYPED_TEST(SpmvOthers, coo_and_csc_are_within_the_bound) {
  using Scalar = typename TypeParam::Scalar;
  using Ordinal = typename TypeParam::Ordinal;
  using Offset = typename TypeParam::Offset;
  using Space = typename TypeParam::Space;
  typename TypeParam::Exec const exec;
  for (auto const& [name, host] : small_matrices<Scalar, Ordinal, Offset>()) {
    auto const A = to_csr<Space>(host);
    check_spmv(exec, host, convert<Format::coo>(exec, A), "COO of " + name);
    auto const transposed = to_csr<Space>(reference::transpose(host));
    check_spmv(exec, host, convert<Format::coo>(exec, CscMatrix<Scalar, Ordinal, Offset, Space>(transposed)),
               "COO by columns of " + name);
    check_spmv(exec, host, CscMatrix<Scalar, Ordinal, Offset, Space>(transposed), "CSC of " + name);
  }
}

TEST(SpmvCooAndCscSemirings, are_exact) {
  using Space = Kokkos::DefaultExecutionSpace::memory_space;
  Kokkos::DefaultExecutionSpace const exec;
  for (auto const& [name, host] : small_matrices<double>()) {
    check_semirings(exec, host, convert<Format::coo>(exec, to_csr<Space>(host)), "COO of " + name);
    CscMatrix<double, int, int, Space> const by_columns(to_csr<Space>(reference::transpose(host)));
    check_semirings(exec, host, by_columns, "CSC of " + name);
  }
}

TEST(SpmvCooAndCscMixed, float_matrix_and_double_vectors) {
  using Space = Kokkos::DefaultExecutionSpace::memory_space;
  Kokkos::DefaultExecutionSpace const exec;
  for (auto const& [name, host] : small_matrices<float>()) {
    check_spmv_in<double>(exec, host, convert<Format::coo>(exec, to_csr<Space>(host)), "COO of " + name);
    CscMatrix<float, int, int, Space> const by_columns(to_csr<Space>(reference::transpose(host)));
    check_spmv_in<double>(exec, host, by_columns, "CSC of " + name);
  }
}

contract::Operations const operations{
    contract::writes(
        "spmv_csr_rows",
        [](contract::Data& d) { spmv(d.exec, 1.0, d.A, d.x, 0.0, d.y, {.method = SpmvMethod::rows}, d.workspace); }),
    contract::writes(
        "spmv_csr_merge",
        [](contract::Data& d) { spmv(d.exec, 1.0, d.A, d.x, 0.0, d.y, {.method = SpmvMethod::merge}, d.workspace); }),
    contract::writes("spmv_csr_automatic",
                     [](contract::Data& d) { spmv(d.exec, 1.0, d.A, d.x, 0.0, d.y, {}, d.workspace); }),
    contract::writes(
        "spmv_csr_transposed",
        [](contract::Data& d) { spmv(d.exec, 1.0, d.A, d.y, 0.0, d.x, {.op = Op::transpose}, d.workspace); }),
    contract::writes("spmv_shortest_call", [](contract::Data& d) { spmv(d.exec, 1.0, d.A, d.x, 0.0, d.y); }),
    contract::writes(
        "spmv_coo", [](contract::Data& d) { return convert<Format::coo>(d.exec, d.A); },
        [](contract::Data& d, auto& operand) { spmv(d.exec, 1.0, operand, d.x, 0.0, d.y, {}, d.workspace); }),
    contract::writes(
        "spmv_coo_shortest_call", [](contract::Data& d) { return convert<Format::coo>(d.exec, d.A); },
        [](contract::Data& d, auto& operand) { spmv(d.exec, 1.0, operand, d.x, 0.0, d.y); }),
    contract::writes("spmv_csc",
                     [](contract::Data& d) {
                       spmv(d.exec, 1.0,
                            CscMatrix<double, int, int, contract::Space>(d.m, d.n, d.result.row_map, d.A.entries,
                                                                         d.A.values),
                            d.x, 0.0, d.y, {}, d.workspace);
                     },
                     {.no_operand = "its col_map is an array of results, without a fault"})};

}  // namespace spmv_test
