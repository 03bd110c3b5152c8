// SPDX-License-Identifier: Apache-2.0

#include <Araios/operations/spmv.hpp>
#include <gtest/gtest.h>

#include "support/matrices.hpp"
#include "support/spmv.hpp"
#include "support/types.hpp"

namespace {

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

}  // namespace
