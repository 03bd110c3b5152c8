// SPDX-License-Identifier: Apache-2.0

#include <Araios/formats/csr.hpp>
#include <gtest/gtest.h>

#ifdef ARAIOS_HAVE_KOKKOS_KERNELS
#include <KokkosSparse_CrsMatrix.hpp>
#endif

#include <cstdint>
#include <type_traits>

#include "support/arrays.hpp"
#include "support/matrices.hpp"
#include "support/refusals.hpp"
#include "support/types.hpp"

namespace formats_csr_test {

using namespace Araios;
using test::array;
using test::refusal;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Host = Kokkos::HostSpace;
using Matrix = CsrMatrix<double, int, int, Space>;

TEST(Csr, default_is_empty) {
  Matrix const A;
  EXPECT_EQ(A.num_rows(), 0);
  EXPECT_EQ(A.num_cols(), 0);
  EXPECT_EQ(A.nnz(), 0);
  EXPECT_EQ(A.bytes(), 0);
}

TEST(Csr, shares_the_arrays_that_it_is_made_of) {
  auto const row_map = array<int>(4);
  auto const entries = array<int>(5);
  auto const values = array<double>(5);
  Matrix const A(3, 7, row_map, entries, values);
  EXPECT_EQ(A.row_map.data(), row_map.data());
  EXPECT_EQ(A.entries.data(), entries.data());
  EXPECT_EQ(A.values.data(), values.data());
  EXPECT_EQ(A.num_rows(), 3);
  EXPECT_EQ(A.num_cols(), 7);
  EXPECT_EQ(A.nnz(), 5);
  EXPECT_EQ(A.bytes(), 4 * 4 + 5 * 4 + 5 * 8);
  EXPECT_EQ(A.bytes(), (csr_bytes<double, int, int>(3, 5)));
  EXPECT_EQ(row_map.use_count(), 2);
}

TEST(Csr, bytes_are_those_of_what_is_allocated) {
  for (std::int64_t const m : {0, 1, 100})
    for (std::int64_t const nnz : {0, 1, 1000}) {
      CsrMatrix<float, int, std::int64_t, Space> const A(
          m, 7, allocate_csr<float, int, std::int64_t>(Exec(), "Araios::test", m, nnz));
      EXPECT_EQ(A.bytes(), (csr_bytes<float, int, std::int64_t>(m, nnz))) << m << ", " << nnz;
    }
  EXPECT_EQ(refusal([] { (void)csr_bytes<double, int, int>(1, std::int64_t(1) << 60); }),
            "Araios::csr_bytes: bytes of the entries: 1152921504606846976 * 12 does not fit 64 bits");
}

TEST(Csr, a_pattern_has_no_values) {
  CsrMatrix<Pattern, int, std::int64_t, Space> const A(1, 1, array<std::int64_t>(2), array<int>(5));
  EXPECT_EQ(A.nnz(), 5);
  EXPECT_EQ(A.bytes(), 2 * 8 + 5 * 4);
  EXPECT_EQ(A.bytes(), (csr_bytes<Pattern, int, std::int64_t>(1, 5)));
  static_assert(std::is_same_v<decltype(A.values), NoValues>);
}

TEST(Csr, without_rows_may_lack_the_offset) {
  EXPECT_EQ(Matrix(0, 3, {}, {}, {}).num_cols(), 3);
  EXPECT_EQ(Matrix(0, 3, array<int>(1), {}, {}).num_cols(), 3);
}

TEST(Csr, refuses_lengths_that_disagree) {
  EXPECT_EQ(refusal([] { Matrix(3, 3, array<int>(3), array<int>(5), array<double>(5)); }),
            "Araios::CsrMatrix: length of row_map must be rows + 1 (3 != 3 + 1)");
  EXPECT_EQ(refusal([] { Matrix(3, 3, {}, array<int>(5), array<double>(5)); }),
            "Araios::CsrMatrix: length of row_map must be rows + 1 (0 != 3 + 1)");
  EXPECT_EQ(refusal([] { Matrix(3, 3, array<int>(4), array<int>(5), array<double>(4)); }),
            "Araios::CsrMatrix: length of values, length of entries (4 != 5)");
  EXPECT_EQ(refusal([] { Matrix(-1, 3, array<int>(0), {}, {}); }), "Araios::CsrMatrix: negative size -1 x 3");
  EXPECT_EQ(refusal([] { Matrix(0, -3, {}, {}, {}); }), "Araios::CsrMatrix: negative size 0 x -3");
}

TEST(Csr, refuses_sizes_that_the_types_cannot_hold) {
  EXPECT_EQ(refusal([] { Matrix(0, std::int64_t(1) << 31, {}, {}, {}); }),
            "Araios::CsrMatrix: number of columns: 2147483648 does not fit a 32-bit signed integer");
  EXPECT_EQ(refusal([] { allocate_csr<Pattern, int, int>(Exec(), "Araios::test", 1, std::int64_t(1) << 31); }),
            "Araios::test: 2147483648 entries, and the Offset of the result counts up to 2147483647; name a wider "
            "Offset, as std::int64_t");
}

TEST(Csr, allocate_csr_gives_a_labelled_allocation_of_the_right_lengths) {
  auto const arrays = allocate_csr<double, int, std::int64_t>(Exec(), "Araios::test", 7, 20);
  EXPECT_EQ(arrays.row_map.extent(0), 8u);
  EXPECT_EQ(arrays.entries.extent(0), 20u);
  EXPECT_EQ(arrays.values.extent(0), 20u);
  EXPECT_EQ(arrays.row_map.label(), "Araios::test");
  EXPECT_EQ(arrays.values.label(), "Araios::test");
}

TEST(Csr, wraps_raw_pointers_without_a_copy) {
  std::int64_t const row_map[] = {0, 2, 2, 3};
  int const entries[] = {0, 3, 1};
  double values[] = {1, 2, 3};
  auto const A = wrap_csr<Host>(3, 4, 3, row_map, entries, values);
  static_assert(std::is_same_v<decltype(A), CsrMatrix<double, int, std::int64_t, Host> const>);
  EXPECT_EQ(A.row_map.data(), row_map);
  EXPECT_EQ(A.entries.data(), entries);
  EXPECT_EQ(A.values.data(), values);
  EXPECT_EQ(A.nnz(), 3);
  A.values(1) = 5;
  EXPECT_EQ(values[1], 5);

  double const* const constant = values;
  auto const B = wrap_csr<Host>(3, 4, 3, row_map, entries, constant);
  static_assert(std::is_same_v<decltype(B), CsrMatrix<double const, int, std::int64_t, Host> const>);
  EXPECT_EQ(B.values.data(), values);

  auto const P = wrap_csr<Host>(3, 4, 3, row_map, entries);
  static_assert(std::is_same_v<decltype(P), CsrMatrix<Pattern, int, std::int64_t, Host> const>);
  EXPECT_EQ(P.nnz(), 3);
  EXPECT_EQ(refusal([&] { wrap_csr<Host>(-1, 4, 3, row_map, entries); }),
            "Araios::wrap_csr: negative size: -1 rows, 3 entries");
  EXPECT_EQ(refusal([&] { wrap_csr<Host>(3, 4, -3, row_map, entries); }),
            "Araios::wrap_csr: negative size: 3 rows, -3 entries");
}

#ifdef ARAIOS_HAVE_KOKKOS_KERNELS
TEST(Csr, wraps_a_matrix_of_kokkos_kernels_without_a_copy) {
  using Theirs = KokkosSparse::CrsMatrix<double, int, Kokkos::Device<Exec, Space>, void, int>;
  Theirs::row_map_type::non_const_type const row_map("Araios::test::row_map", 4);
  Theirs::index_type::non_const_type const entries("Araios::test::entries", 5);
  Theirs::values_type::non_const_type const values("Araios::test::values", 5);
  Theirs const theirs("Araios::test", 3, 7, 5, values, row_map, entries);
  auto const A = wrap_csr(theirs);
  static_assert(std::is_same_v<decltype(A), Matrix const>);
  EXPECT_EQ(A.row_map.data(), row_map.data());
  EXPECT_EQ(A.entries.data(), entries.data());
  EXPECT_EQ(A.values.data(), values.data());
  EXPECT_EQ(A.num_rows(), 3);
  EXPECT_EQ(A.num_cols(), 7);
  EXPECT_EQ(A.nnz(), 5);

  Theirs const empty;
  EXPECT_EQ(wrap_csr(empty).num_rows(), 0);
}
#else
TEST(Csr, wraps_a_matrix_of_kokkos_kernels_without_a_copy) {
  GTEST_SKIP() << "NOT TESTED: Kokkos Kernels was not found when the tests were configured";
}
#endif

template <class C>
struct CsrTyped : testing::Test {};
TYPED_TEST_SUITE(CsrTyped, test::AllCases, test::CaseName);

TYPED_TEST(CsrTyped, holds_what_it_is_given) {
  for (auto const& [name, host] :
       test::small_matrices<typename TypeParam::Scalar, typename TypeParam::Ordinal, typename TypeParam::Offset>()) {
    auto const A = test::to_csr<typename TypeParam::Space>(host);
    EXPECT_EQ(A.nnz(), host.row_map.back()) << name;
    EXPECT_TRUE(test::same_bits(test::to_host(A), host)) << name;
  }
}

}  // namespace formats_csr_test
