// SPDX-License-Identifier: Apache-2.0

#include <Araios/formats/copy.hpp>
#include <Araios/formats/dia.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <type_traits>

#include "support/arrays.hpp"
#include "support/diagonals.hpp"
#include "support/refusals.hpp"

namespace formats_dia_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Host = Kokkos::HostSpace;
using Matrix = DiaMatrix<double, int, int, Space>;

using Words = std::uint32_t;

TEST(Dia, default_is_empty) {
  Matrix const A;
  EXPECT_EQ(A.num_rows(), 0);
  EXPECT_EQ(A.num_cols(), 0);
  EXPECT_EQ(A.nnz(), 0);
  EXPECT_EQ(A.num_diagonals(), 0);
  EXPECT_EQ(A.bytes(), 0);
}

TEST(Dia, shares_the_arrays_and_knows_their_bytes) {
  auto const values = array<double>(3 * 64);
  Matrix const A(40, 50, 17, array<int>(3), array<Words>(6), values);
  EXPECT_EQ(A.values.data(), values.data());
  EXPECT_EQ(A.num_rows(), 40);
  EXPECT_EQ(A.num_cols(), 50);
  EXPECT_EQ(A.nnz(), 17);
  EXPECT_EQ(A.num_diagonals(), 3);
  EXPECT_EQ(A.stride(), 64);
  EXPECT_EQ(A.bytes(), 3 * 4 + 6 * 4 + 3 * 64 * 8);
  EXPECT_EQ((dia_bytes<double, int>(40, 3)), A.bytes());
  DiaMatrix<Pattern, std::int64_t, std::int64_t, Space> const P(40, 50, 17, array<std::int64_t>(3), array<Words>(6));
  EXPECT_EQ(P.bytes(), 3 * 8 + 6 * 4);
  EXPECT_EQ(dia_stride(0), 0);
  EXPECT_EQ(dia_stride(32), 32);
  EXPECT_EQ(dia_stride(33), 64);
}

TEST(Dia, refuses_lengths_that_disagree) {
  EXPECT_EQ(refusal([] { Matrix(40, 50, 17, array<int>(3), array<Words>(5), array<double>(192)); }),
            "Araios::DiaMatrix: length of present, slots / 32 (5 != 6)");
  EXPECT_EQ(refusal([] { Matrix(40, 50, 17, array<int>(3), array<Words>(6), array<double>(120)); }),
            "Araios::DiaMatrix: length of values, slots (120 != 192)");
  EXPECT_EQ(refusal([] { Matrix(40, 50, 193, array<int>(3), array<Words>(6), array<double>(192)); }),
            "Araios::DiaMatrix: more entries than slots (193 > 192)");
  EXPECT_EQ(refusal([] { Matrix(-1, 50, 0, {}, {}, {}); }), "Araios::DiaMatrix: negative size -1 x 50 with 0 entries");
  EXPECT_EQ(refusal([] { dia_bytes<double, int>(std::int64_t(1) << 40, std::int64_t(1) << 30); }),
            "Araios::dia_bytes: bytes of the diagonals: 1073741824 * 8933531975684 does not fit 64 bits");
}

TEST(Dia, allocate_dia_gives_a_labelled_allocation_of_the_right_lengths) {
  auto const arrays = allocate_dia<float, int>(Exec(), "Araios::test", 40, 3);
  EXPECT_EQ(arrays.diagonals.extent(0), 3u);
  EXPECT_EQ(arrays.present.extent(0), 6u);
  EXPECT_EQ(arrays.values.extent(0), 192u);
  EXPECT_EQ(arrays.diagonals.label(), "Araios::test");
  EXPECT_EQ(arrays.values.label(), "Araios::test");
}

TEST(Dia, copies_have_arrays_of_their_own) {
  auto const host = from_rows<double, int, int>(diagonal_rows(100, 90, {-50, 0, 3}, 0.2), 90);
  auto const B = reference_dia(host, diagonals_of(host));
  std::int64_t const nnz = host.row_map.back();
  DiaMatrix<double const, int, int, Space> const A(100, 90, nnz, to_view<Space>(B.diagonals), to_view<Space>(B.present),
                                                   to_view<Space>(B.values));
  auto const C = copy(Exec(), A);
  static_assert(std::is_same_v<decltype(C), Matrix const>);
  Exec().fence();
  EXPECT_TRUE(same_bits(C, B));
  EXPECT_EQ(C.nnz(), nnz);
  EXPECT_NE(C.values.data(), A.values.data());
  auto const D = copy_to<Host>(A);
  EXPECT_EQ(to_vector(D.values), B.values);
  EXPECT_EQ(to_vector(D.diagonals), B.diagonals);
  EXPECT_EQ(D.num_cols(), 90);
}

}  // namespace formats_dia_test
