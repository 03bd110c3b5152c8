// SPDX-License-Identifier: Apache-2.0

#include <Araios/core/execution.hpp>
#include <Araios/formats.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <type_traits>
#include <vector>

#include "support/matrices.hpp"
#include "support/types.hpp"

namespace formats_copy_test {

using namespace Araios;
using namespace Araios::test;
using Host = Kokkos::HostSpace;

template <class C>
struct Copy : testing::Test {};
TYPED_TEST_SUITE(Copy, AllCases, CaseName);

TYPED_TEST(Copy, there_and_back_keeps_every_bit) {
  using Scalar = typename TypeParam::Scalar;
  using Ordinal = typename TypeParam::Ordinal;
  using Offset = typename TypeParam::Offset;
  using Space = typename TypeParam::Space;
  for (auto const& [name, host] : small_matrices<Scalar, Ordinal, Offset>()) {
    auto const A = copy_to<Space>(to_csr<Host>(host));
    static_assert(std::is_same_v<decltype(A), CsrMatrix<Scalar, Ordinal, Offset, Space> const>);
    EXPECT_TRUE(same_bits(to_host(copy_to<Host>(A)), host)) << name;
    CscMatrix<Scalar, Ordinal, Offset, Host> const by_columns(to_csr<Host>(host));
    auto const C = copy_to<Host>(copy_to<Space>(by_columns));
    static_assert(std::is_same_v<decltype(C), CscMatrix<Scalar, Ordinal, Offset, Host> const>);
    EXPECT_EQ(C.num_rows(), host.num_cols);
    EXPECT_TRUE(same_bits(to_host(C.transposed()), host)) << name;
  }
}

TYPED_TEST(Copy, has_arrays_of_its_own) {
  using Scalar = typename TypeParam::Scalar;
  typename TypeParam::Exec const exec;
  auto const host = from_rows<Scalar, typename TypeParam::Ordinal, typename TypeParam::Offset>({{1, 2}, {0}, {2}}, 3);
  auto const A = to_csr<typename TypeParam::Space>(host);
  auto const B = copy(exec, A);
  exec.fence();
  static_assert(std::is_same_v<decltype(B), decltype(A)>);
  EXPECT_TRUE(same_bits(to_host(B), host));
  EXPECT_NE(A.row_map.data(), B.row_map.data());
  EXPECT_NE(A.entries.data(), B.entries.data());
  if constexpr (!is_pattern_v<Scalar>) {
    EXPECT_NE(A.values.data(), B.values.data());
  }
}

TYPED_TEST(Copy, lists_of_entries) {
  using Scalar = typename TypeParam::Scalar;
  using Ordinal = typename TypeParam::Ordinal;
  using Space = typename TypeParam::Space;
  auto const host =
      from_rows<Scalar, Ordinal, typename TypeParam::Offset>(random_rows(100, 100, 5, Rows::uniform, true, 1), 100);
  auto const csr = to_csr<Host>(host);
  // The columns serve as rows as well: what counts is that each array arrives in its place.
  CooMatrix<Scalar, Ordinal, typename TypeParam::Offset, Host> const A(100, 200, csr.entries, csr.entries, csr.values);
  auto const B = copy_to<Host>(copy(typename TypeParam::Exec(), copy_to<Space>(A)));
  EXPECT_EQ(B.num_rows(), 100);
  EXPECT_EQ(B.num_cols(), 200);
  EXPECT_TRUE(same_bits(to_vector(B.row_indices), host.entries));
  EXPECT_TRUE(same_bits(to_vector(B.col_indices), host.entries));
  if constexpr (!is_pattern_v<Scalar>) {
    EXPECT_TRUE(same_bits(to_vector(B.values), host.values));
  }
}

TYPED_TEST(Copy, padded_formats) {
  using Scalar = typename TypeParam::Scalar;
  using Ordinal = typename TypeParam::Ordinal;
  using Offset = typename TypeParam::Offset;
  using Space = typename TypeParam::Space;
  using Ell = EllMatrix<Scalar, Ordinal, Offset, Host>;
  auto const host = from_rows<Scalar, Ordinal, Offset>({{0, 1, 2}, {3, 4, 5}}, 6);
  auto const csr = to_csr<Host>(host);
  auto const there_and_back = [](auto const& A) {
    return copy_to<Host>(copy(typename TypeParam::Exec(), copy_to<Space>(A)));
  };
  auto const values_arrived = [&](auto const& values) {
    if constexpr (!is_pattern_v<Scalar>) {
      EXPECT_TRUE(same_bits(to_vector(values), host.values));
    }
  };
  // The numbers need no meaning: what counts is that each array and size arrives in its place.
  auto const ell = [&] {
    if constexpr (is_pattern_v<Scalar>)
      return Ell(2, 6, 5, 3, 2, csr.entries);
    else
      return Ell(2, 6, 5, 3, 2, csr.entries, csr.values, to_view<Host>(std::vector<Ordinal>{7, 8}));
  }();
  auto const B = there_and_back(ell);
  EXPECT_EQ(B.num_cols(), 6);
  EXPECT_EQ(B.nnz(), 5);
  EXPECT_EQ(B.width(), 3);
  EXPECT_EQ(B.stride(), 2);
  EXPECT_EQ(B.padding(), ell.padding());
  EXPECT_EQ(to_vector(B.entries), host.entries);
  EXPECT_EQ(to_vector(B.row_lengths), to_vector(ell.row_lengths));
  values_arrived(B.values);

  auto const order = to_view<Host>(std::vector<Ordinal>{1, 0});
  auto const offsets = to_view<Host>(std::vector<Offset>{0, 6});
  auto const sell =
      there_and_back(SellMatrix<Scalar, Ordinal, Offset, Host>(2, 6, 5, 2, offsets, csr.entries, csr.values, order));
  EXPECT_EQ(sell.nnz(), 5);
  EXPECT_EQ(sell.chunk(), 2);
  EXPECT_EQ(to_vector(sell.chunk_offsets), to_vector(offsets));
  EXPECT_EQ(to_vector(sell.entries), host.entries);
  EXPECT_EQ(to_vector(sell.permutation), to_vector(order));
  values_arrived(sell.values);

  auto const jds =
      there_and_back(JdsMatrix<Scalar, Ordinal, Offset, Host>(2, 6, offsets, csr.entries, csr.values, order));
  EXPECT_EQ(jds.nnz(), 6);
  EXPECT_EQ(to_vector(jds.diagonal_offsets), to_vector(offsets));
  EXPECT_EQ(to_vector(jds.entries), host.entries);
  EXPECT_EQ(to_vector(jds.permutation), to_vector(order));
  values_arrived(jds.values);

  auto const hypersparse = there_and_back(
      HypersparseMatrix<Scalar, Ordinal, Offset, Host>(9, to_view<Host>(std::vector<Ordinal>{3, 8}), csr));
  EXPECT_EQ(hypersparse.num_rows(), 9);
  EXPECT_EQ(to_vector(hypersparse.rows), (std::vector<Ordinal>{3, 8}));
  EXPECT_EQ(to_vector(hypersparse.row_map), host.row_map);
  EXPECT_EQ(to_vector(hypersparse.entries), host.entries);
  values_arrived(hypersparse.values);

  CooMatrix<Scalar, Ordinal, Offset, Host> const list(2, 6, csr.entries, csr.entries, csr.values);
  auto const hyb = there_and_back(HybMatrix<Scalar, Ordinal, Offset, Host>(
      ell, list, to_view<Host>(std::vector<Ordinal>{1}), to_view<Host>(std::vector<Offset>{0, 6})));
  EXPECT_EQ(hyb.nnz(), 11);
  EXPECT_EQ(to_vector(hyb.coo.col_indices), host.entries);
  EXPECT_EQ(to_vector(hyb.ell.entries), host.entries);
  EXPECT_EQ(to_vector(hyb.overflow_rows), std::vector<Ordinal>{1});
  EXPECT_EQ(to_vector(hyb.overflow_offsets), to_vector(offsets));
  values_arrived(hyb.coo.values);
}

template <class Matrix>
void copy_default(char const* name) {
  Matrix const A;
  EXPECT_NO_THROW({
    auto const B = copy_to<Host>(copy(Kokkos::DefaultExecutionSpace(), A));
    EXPECT_EQ(B.nnz(), 0) << name;
    EXPECT_EQ(B.bytes(), A.bytes()) << name;
  }) << name;
}

TEST(CopyOfDefault, of_every_format) {
  using Space = Kokkos::DefaultExecutionSpace::memory_space;
  copy_default<CsrMatrix<double, int, int, Space>>("CSR");
  copy_default<CscMatrix<double, int, int, Space>>("CSC");
  copy_default<CooMatrix<double, int, int, Space>>("COO");
  copy_default<EllMatrix<double, int, int, Space>>("ELL");
  copy_default<HybMatrix<double, int, int, Space>>("HYB");
  copy_default<SellMatrix<double, int, int, Space>>("SELL");
  copy_default<JdsMatrix<double, int, int, Space>>("JDS");
  copy_default<DiaMatrix<double, int, int, Space>>("DIA");
  copy_default<DiaCsrMatrix<double, int, int, Space>>("DIA+CSR");
  copy_default<BsrMatrix<double, int, int, Space>>("BSR");
  copy_default<PacketMatrix<double, int, int, Space>>("PKT");
  copy_default<DokMatrix<double, int, int, Space>>("DOK");
  copy_default<HypersparseMatrix<double, int, int, Space>>("DCSR");
  copy_default<SparseVector<double, int, Space>>("sparse vector");
  copy_default<HybMatrix<Pattern, int, std::int64_t, Space>>("HYB of a Pattern");
}

TEST(CopyTo, the_same_space_shares_the_arrays) {
  auto const A = to_csr<Host>(from_rows<double, int, int>({{1, 2}, {0}, {2}}, 3));
  auto const B = copy_to<Host>(A);
  EXPECT_EQ(B.row_map.data(), A.row_map.data());
  EXPECT_EQ(B.entries.data(), A.entries.data());
  EXPECT_EQ(B.values.data(), A.values.data());
}

TEST(CopyTo, values_of_a_copy_are_not_const) {
  auto const A = to_csr<Host>(from_rows<double, int, int>({{1, 2}, {0}, {2}}, 3));
  CsrMatrix<double const, int, int, Host> const constant(3, 3, A.row_map, A.entries, A.values);
  auto const B = copy(Kokkos::DefaultHostExecutionSpace(), constant);
  static_assert(std::is_same_v<decltype(B), CsrMatrix<double, int, int, Host> const>);
  EXPECT_EQ(B.values(3), A.values(3));
}

TEST(CopyTo, keeps_signs_of_zero_and_bits_of_nan) {
  auto host = from_rows<double, int, int>({{0, 1, 2}}, 3);
  host.values = {0.0, -0.0, 0.0};
  std::uint64_t const bits = 0x7ff8000000000123u;
  std::memcpy(&host.values[2], &bits, sizeof bits);
  using Space = Kokkos::DefaultExecutionSpace::memory_space;
  EXPECT_TRUE(same_bits(to_host(copy_to<Host>(copy_to<Space>(to_csr<Host>(host)))), host));
}

TEST(CopyTo, sees_what_was_started_before) {
  Kokkos::DefaultExecutionSpace const exec;
  auto const arrays = allocate_csr<double, int, int>(exec, "Araios::test", 0, 1000000);
  Araios::fill(exec, arrays.row_map, 0);
  Araios::fill(exec, arrays.entries, 0);
  Araios::fill(exec, arrays.values, 4.0);
  auto const A = copy_to<Host>(CsrMatrix<double, int, int, Kokkos::DefaultExecutionSpace::memory_space>(0, 1, arrays));
  if constexpr (Araios::is_gpu_v<Kokkos::DefaultExecutionSpace>) {
    EXPECT_EQ(A.values(999999), 4.0);
  } else {
    Impl::fence(exec, "Araios::test");
    EXPECT_EQ(A.values.data(), arrays.values.data());
  }
}

}  // namespace formats_copy_test
