// SPDX-License-Identifier: Apache-2.0

#include <Araios/convert.hpp>
#include <Araios/spmv.hpp>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/contract.hpp"
#include "support/matrices.hpp"
#include "support/padded.hpp"
#include "support/spmv.hpp"
#include "support/types.hpp"

namespace spmv_hyb_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

std::vector<HybOptions> splits() { return {{.limits = no_limits}, {.width = 0, .limits = no_limits}}; }

template <class C>
struct SpmvHyb : testing::Test {};
TYPED_TEST_SUITE(SpmvHyb, AllCases, CaseName);

TYPED_TEST(SpmvHyb, is_within_the_bound) {
  typename TypeParam::Exec const exec;
  for (auto const& [name, host] :
       small_matrices<typename TypeParam::Scalar, typename TypeParam::Ordinal, typename TypeParam::Offset>())
    for (auto const& options : splits())
      check_spmv(exec, host, convert<Format::hyb>(exec, to_csr<typename TypeParam::Space>(host), options),
                 "HYB of " + name);
}

TEST(SpmvHybMixed, float_matrix_and_double_vectors) {
  Exec const exec;
  for (auto const& [name, host] : small_matrices<float>())
    check_spmv_in<double>(exec, host,
                          convert<Format::hyb>(exec, to_csr<Space>(host), {.width = 2, .limits = no_limits}),
                          "HYB of " + name);
}

TEST(SpmvHybSemirings, are_exact) {
  Exec const exec;
  for (auto const& [name, host] : small_matrices<double>())
    check_semirings(exec, host, convert<Format::hyb>(exec, to_csr<Space>(host), {.width = 2, .limits = no_limits}),
                    "HYB of " + name);
}

contract::Operations const operations{
    contract::writes(
        "spmv_hyb", [](contract::Data& d) { return convert<Format::hyb>(d.exec, d.A); },
        [](contract::Data& d, auto& operand) { spmv(d.exec, 1.0, operand, d.x, 0.0, d.y, {}, d.workspace); }),
    contract::writes(
        "spmv_hyb_shortest_call", [](contract::Data& d) { return convert<Format::hyb>(d.exec, d.A); },
        [](contract::Data& d, auto& operand) { spmv(d.exec, 1.0, operand, d.x, 0.0, d.y); })};

}  // namespace spmv_hyb_test
