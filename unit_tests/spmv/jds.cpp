// SPDX-License-Identifier: Apache-2.0

#include <Araios/convert.hpp>
#include <Araios/spmv.hpp>
#include <gtest/gtest.h>

#include <string>

#include "support/contract.hpp"
#include "support/matrices.hpp"
#include "support/spmv.hpp"
#include "support/types.hpp"

namespace spmv_jds_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

template <class C>
struct SpmvJds : testing::Test {};
TYPED_TEST_SUITE(SpmvJds, AllCases, CaseName);

TYPED_TEST(SpmvJds, is_within_the_bound) {
  typename TypeParam::Exec const exec;
  for (auto const& [name, host] :
       small_matrices<typename TypeParam::Scalar, typename TypeParam::Ordinal, typename TypeParam::Offset>())
    check_spmv(exec, host, convert<Format::jds>(exec, to_csr<typename TypeParam::Space>(host)), "JDS of " + name);
}

TEST(SpmvJdsMixed, float_matrix_and_double_vectors) {
  Exec const exec;
  for (auto const& [name, host] : small_matrices<float>())
    check_spmv_in<double>(exec, host, convert<Format::jds>(exec, to_csr<Space>(host)), "JDS of " + name);
}

TEST(SpmvJdsSemirings, are_exact) {
  Exec const exec;
  for (auto const& [name, host] : small_matrices<double>())
    check_semirings(exec, host, convert<Format::jds>(exec, to_csr<Space>(host)), "JDS of " + name);
}

contract::Operations const operations{contract::writes(
    "spmv_jds", [](contract::Data& d) { return convert<Format::jds>(d.exec, d.A); },
    [](contract::Data& d, auto& operand) { spmv(d.exec, 1.0, operand, d.x, 0.0, d.y, {}, d.workspace); })};

}  // namespace spmv_jds_test
