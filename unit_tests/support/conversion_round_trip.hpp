// SPDX-License-Identifier: Apache-2.0
//
// The check that a conversion from CSR goes through: the arrays by definition, the way back, and products.

#pragma once

#include <gtest/gtest.h>

#include <string>

#include "support/matrices.hpp"
#include "support/reference.hpp"
#include "support/spmv.hpp"

namespace Araios::test {

/// A, which a conversion made of `host`, has the arrays `expected`; back_to_csr(A) gives `host` back, bit for bit, with
/// sorted rows.
template <class Exec, class Host, class Matrix, class Arrays, class ToCsr>
void check_there_and_back(Exec const& exec, Host const& host, Matrix const& A, Arrays const& expected,
                          ToCsr const& back_to_csr, std::string const& format, std::string const& name, bool products) {
  exec.fence();
  ASSERT_TRUE(same_bits(A, expected)) << name;
  EXPECT_EQ(A.num_rows(), host.num_rows) << name;
  EXPECT_EQ(A.num_cols(), host.num_cols) << name;
  EXPECT_EQ(A.nnz(), host.row_map.back()) << name;
  auto const back = back_to_csr(A);
  exec.fence();
  EXPECT_TRUE(same_bits(to_host(back), reference::sort_rows(host))) << name;
  if (products) check_spmv(exec, host, A, format + " of " + name);
}

}  // namespace Araios::test
