// SPDX-License-Identifier: Apache-2.0

#include <Araios/convert.hpp>
#include <Araios/spmv.hpp>
#include <gtest/gtest.h>

#include "support/contract.hpp"
#include "support/matrices.hpp"
#include "support/reference.hpp"
#include "support/spmv.hpp"
#include "support/types.hpp"

namespace spmv_dok_test {

using namespace Araios;
using namespace Araios::test;

template <class C>
struct SpmvDok : testing::Test {};
TYPED_TEST_SUITE(SpmvDok, AllCases, CaseName);

TYPED_TEST(SpmvDok, is_within_the_bound) {
  typename TypeParam::Exec const exec;
  for (auto const& [name, given] :
       small_matrices<typename TypeParam::Scalar, typename TypeParam::Ordinal, typename TypeParam::Offset>()) {
    auto const host = reference::sum_duplicates(given);
    // With room to spare: what lies behind the entries is not part of the matrix.
    DokOptions const options{.capacity = host.row_map.back() + 100};
    check_spmv(exec, host, convert<Format::dok>(exec, to_csr<typename TypeParam::Space>(host), options), name);
  }
}

TEST(SpmvDokMixed, float_matrix_and_double_vectors) {
  Kokkos::DefaultExecutionSpace const exec;
  auto const host = from_rows<float, int, int>(random_rows(900, 800, 9, Rows::power_law, false, 5), 800);
  check_spmv_in<double>(
      exec, host, convert<Format::dok>(exec, to_csr<Kokkos::DefaultExecutionSpace::memory_space>(host)), "power law");
}

TEST(SpmvDokSemirings, are_exact) {
  Kokkos::DefaultExecutionSpace const exec;
  for (auto const& [name, given] : small_matrices<double>()) {
    auto const host = reference::sum_duplicates(given);
    check_semirings(exec, host, convert<Format::dok>(exec, to_csr<Kokkos::DefaultExecutionSpace::memory_space>(host)),
                    name);
  }
}

contract::Operations const operations{contract::writes(
    "spmv_dok", [](contract::Data& d) { return convert<Format::dok>(d.exec, d.A, {}, d.workspace); },
    [](contract::Data& d, auto& operand) {
      spmv(d.exec, 1.0, operand, d.end_part(d.n), 0.0, contract::Doubles(d.arrays.values.data(), d.m), {}, d.workspace);
    })};

}  // namespace spmv_dok_test
