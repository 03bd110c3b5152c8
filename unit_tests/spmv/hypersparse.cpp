// SPDX-License-Identifier: Apache-2.0

#include <Araios/convert.hpp>
#include <Araios/spmm.hpp>
#include <Araios/spmv.hpp>
#include <gtest/gtest.h>

#include <string>

#include "support/contract.hpp"
#include "support/matrices.hpp"
#include "support/spmv.hpp"
#include "support/types.hpp"

namespace spmv_hypersparse_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

template <class C>
struct SpmvHypersparse : testing::Test {};
TYPED_TEST_SUITE(SpmvHypersparse, AllCases, CaseName);

TYPED_TEST(SpmvHypersparse, is_within_the_bound) {
  typename TypeParam::Exec const exec;
  for (auto const& [name, host] :
       small_matrices<typename TypeParam::Scalar, typename TypeParam::Ordinal, typename TypeParam::Offset>())
    check_spmv(exec, host, convert<Format::hypersparse>(exec, to_csr<typename TypeParam::Space>(host)),
               "DCSR of " + name);
}

TEST(SpmvHypersparseSemirings, are_exact) {
  Exec const exec;
  for (auto const& [name, host] : small_matrices<double>())
    check_semirings(exec, host, convert<Format::hypersparse>(exec, to_csr<Space>(host)), "DCSR of " + name);
}

TEST(SpmvHypersparseColumns, are_products_one_by_one) {
  using Table = Kokkos::View<double**, Kokkos::LayoutLeft, Space>;
  Exec const exec;
  auto const A = to_csr<Space>(from_rows<double, int, int>({{}, {2, 0}, {}, {1}}, 3));
  Table const X("Araios::test::X", 3, 2), Y("Araios::test::Y", 4, 2), Z("Araios::test::Z", 4, 2);
  Kokkos::deep_copy(X, 2.0);
  Kokkos::deep_copy(Y, 3.0);
  Kokkos::deep_copy(Z, 3.0);
  spmm(exec, 1.0, A, X, 2.0, Y);
  spmm(exec, 1.0, convert<Format::hypersparse>(exec, A), X, 2.0, Z);
  exec.fence();
  auto const y = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), Y);
  auto const z = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), Z);
  for (int i = 0; i < 4; ++i)
    for (int c = 0; c < 2; ++c) EXPECT_EQ(y(i, c), z(i, c)) << i;
}

contract::Operations const operations{
    contract::writes(
        "spmv_hypersparse", [](contract::Data& d) { return convert<Format::hypersparse>(d.exec, d.structured); },
        [](contract::Data& d, auto& operand) {
          spmv(d.exec, 2.0, operand, d.square_x, 0.5, d.square_y, {.op = Op::none}, d.workspace);
        }),
    contract::writes(
        "spmv_hypersparse_transposed",
        [](contract::Data& d) { return convert<Format::hypersparse>(d.exec, d.structured); },
        [](contract::Data& d, auto& operand) {
          spmv(d.exec, 2.0, operand, d.square_x, 0.5, d.square_y, {.op = Op::transpose}, d.workspace);
        })};

}  // namespace spmv_hypersparse_test
