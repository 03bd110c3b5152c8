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

namespace spmv_sell_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

std::vector<SellOptions> shapes() {
  return {{.chunk = 32, .limits = no_limits},
          {.chunk = 7, .limits = no_limits},
          {.chunk = 64, .sorting_window = 256, .limits = no_limits}};
}

template <class C>
struct SpmvSell : testing::Test {};
TYPED_TEST_SUITE(SpmvSell, AllCases, CaseName);

TYPED_TEST(SpmvSell, is_within_the_bound) {
  typename TypeParam::Exec const exec;
  for (auto const& [name, host] :
       paddable_matrices<typename TypeParam::Scalar, typename TypeParam::Ordinal, typename TypeParam::Offset>())
    for (auto const& options : shapes())
      check_spmv(exec, host, convert<Format::sell>(exec, to_csr<typename TypeParam::Space>(host), options),
                 "SELL of " + name);
}

TEST(SpmvSellMixed, float_matrix_and_double_vectors) {
  Exec const exec;
  for (auto const& [name, host] : paddable_matrices<float>())
    check_spmv_in<double>(exec, host, convert<Format::sell>(exec, to_csr<Space>(host), {.limits = no_limits}),
                          "SELL of " + name);
}

TEST(SpmvSellSemirings, are_exact) {
  Exec const exec;
  for (auto const& [name, host] : paddable_matrices<double>())
    for (auto const& options : shapes())
      check_semirings(exec, host, convert<Format::sell>(exec, to_csr<Space>(host), options), "SELL of " + name);
}

contract::Operations const operations{contract::writes(
    "spmv_sell", [](contract::Data& d) { return convert<Format::sell>(d.exec, d.A, {.sorting_window = 64}); },
    [](contract::Data& d, auto& operand) { spmv(d.exec, 1.0, operand, d.x, 0.0, d.y, {}, d.workspace); })};

}  // namespace spmv_sell_test
