// SPDX-License-Identifier: Apache-2.0

#include <Araios/formats/copy.hpp>
#include <Araios/formats/dia_csr.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "support/matrices.hpp"
#include "support/refusals.hpp"

namespace formats_dia_csr_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Host = Kokkos::HostSpace;
using Matrix = DiaCsrMatrix<double, int, int, Space>;

Matrix::dia_type dia(std::int64_t m, std::int64_t n) {
  std::vector<double> values(32);
  values[0] = 7;
  return {m,
          n,
          1,
          to_view<Space>(std::vector<int>{0}),
          to_view<Space>(std::vector<std::uint32_t>{1}),
          to_view<Space>(values)};
}
Matrix::csr_type csr(std::int64_t n) { return to_csr<Space>(from_rows<double, int, int>({{1, 2}, {}}, n)); }

TEST(DiaCsr, is_the_sum_of_its_parts) {
  EXPECT_EQ(Matrix().nnz(), 0);
  Matrix const A(dia(2, 5), csr(5));
  EXPECT_EQ(A.num_rows(), 2);
  EXPECT_EQ(A.num_cols(), 5);
  EXPECT_EQ(A.nnz(), 3);
  EXPECT_EQ(A.bytes(), A.dia.bytes() + A.csr.bytes());
}

TEST(DiaCsr, refuses_parts_of_two_sizes) {
  EXPECT_EQ(refusal([] { Matrix(dia(3, 5), csr(5)); }), "Araios::DiaCsrMatrix: rows of dia, rows of csr (3 != 2)");
  EXPECT_EQ(refusal([] { Matrix(dia(2, 6), csr(5)); }),
            "Araios::DiaCsrMatrix: columns of dia, columns of csr (6 != 5)");
}

TEST(DiaCsr, copies_have_arrays_of_their_own) {
  Matrix const A(dia(2, 5), csr(5));
  auto const B = copy(Exec(), A);
  Exec().fence();
  EXPECT_NE(B.dia.values.data(), A.dia.values.data());
  EXPECT_NE(B.csr.values.data(), A.csr.values.data());
  auto const C = copy_to<Host>(B);
  EXPECT_EQ(to_vector(C.dia.values), to_vector(A.dia.values));
  EXPECT_EQ(to_vector(C.csr.entries), to_vector(A.csr.entries));
  EXPECT_EQ(C.nnz(), 3);
}

}  // namespace formats_dia_csr_test
