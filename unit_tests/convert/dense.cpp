// SPDX-License-Identifier: Apache-2.0

#include <Araios/dense.hpp>
#include <gtest/gtest.h>

#include <bit>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "support/contract.hpp"
#include "support/diagonals.hpp"
#include "support/matrices.hpp"
#include "support/reference.hpp"
#include "support/refusals.hpp"
#include "support/types.hpp"

namespace convert_dense_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

/// The elements of a table, row by row.
template <class Table>
auto elements(Table const& table) {
  using T = typename Table::non_const_value_type;
  return to_vector(Kokkos::View<T*, typename Table::memory_space, Kokkos::MemoryUnmanaged>(
      table.data(), table.extent(0) * table.extent(1)));
}

template <class C>
struct ConvertDense : testing::Test {};
TYPED_TEST_SUITE(ConvertDense, AllCases, CaseName);

TYPED_TEST(ConvertDense, there_and_back_keeps_every_bit) {
  using Scalar = typename TypeParam::Scalar;
  using T = std::conditional_t<is_pattern_v<Scalar>, unsigned char, Scalar>;
  typename TypeParam::Exec const exec;
  T const absent(77);
  for (auto const& [name, host] : small_matrices<Scalar, typename TypeParam::Ordinal, typename TypeParam::Offset>()) {
    if (host.num_rows * host.num_cols > 6'000'000) continue;
    auto const A = to_csr<typename TypeParam::Space>(host);
    if (has_duplicates(host)) {
      EXPECT_NE(refusal([&] { csr_to_dense(exec, A, absent); }).find("more than once"), std::string::npos) << name;
      continue;
    }
    auto const D = csr_to_dense(exec, A, absent);
    static_assert(std::is_same_v<typename decltype(D)::array_layout, Kokkos::LayoutRight>);
    exec.fence();
    std::vector<T> expected(host.num_rows * host.num_cols, absent);
    bool marked = false;  // an entry happens to be the marker
    for (std::int64_t i = 0; i < host.num_rows; ++i)
      for (auto p = host.row_map[i]; p < host.row_map[i + 1]; ++p) {
        auto& place = expected[i * host.num_cols + host.entries[p]];
        if constexpr (is_pattern_v<Scalar>)
          place = 1;
        else
          place = host.values[p];
        marked = marked || place == absent;
      }
    ASSERT_TRUE(same_bits(elements(D), expected)) << name;
    if (marked) continue;
    auto const B = dense_to_csr<CsrMatrix<Scalar, typename TypeParam::Ordinal, typename TypeParam::Offset>>(
        exec, D, absent_where(absent));
    EXPECT_TRUE(same_bits(to_host(B), reference::sort_rows(host))) << name;
  }
}

double nan_of(std::uint64_t payload) { return std::bit_cast<double>(0x7ff8000000000000u + payload); }

TEST(ConvertDenseValues, a_nan_of_ones_own_brings_back_zeros_and_other_nans) {
  HostCsr<double> const host{3, 3, {0, 2, 2, 4}, {2, 0, 1, 2}, {0.0, -0.0, nan_of(5), nan_of(0)}};
  Exec const exec;
  auto const D = csr_to_dense(exec, to_csr<Space>(host), nan_of(1234));
  EXPECT_TRUE(same_bits(to_host(dense_to_csr(exec, D, absent_where(nan_of(1234)))), reference::sort_rows(host)));
  // The zero as a marker keeps -0.0, which differs in a bit, and loses the explicit zero.
  auto const Z = csr_to_dense(exec, to_csr<Space>(host), 0.0);
  HostCsr<double> const left{3, 3, {0, 1, 1, 3}, {0, 1, 2}, {-0.0, nan_of(5), nan_of(0)}};
  EXPECT_TRUE(same_bits(to_host(dense_to_csr(exec, Z, absent_where(0.0))), left));
}

/// A look at a mask of the caller.
struct UpperAndMarked {
  Kokkos::View<int*, Space> marked;
  KOKKOS_FUNCTION bool operator()(std::int64_t i, std::int64_t j, float value) const {
    return j >= i && marked(i) != 0 && value < 100;
  }
};

TEST(ConvertDenseKeep, is_any_function_of_place_and_value) {
  Exec const exec;
  Kokkos::View<float**, Kokkos::LayoutLeft, Space> const D("Araios::test::table", 3, 40);
  auto const host = Kokkos::create_mirror_view(D);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 40; ++j) host(i, j) = static_cast<float>(i == 2 && j == 35 ? 200 : 10 * i + j);
  Kokkos::deep_copy(D, host);
  UpperAndMarked const keep{to_view<Space>(std::vector<int>{0, 1, 1})};
  HostCsr<double, std::int64_t, std::int64_t> expected{3, 40, {0, 0}, {}, {}};
  for (int i = 1; i < 3; ++i) {
    for (int j = i; j < 40; ++j)
      if (!(i == 2 && j == 35)) {
        expected.entries.push_back(j);
        expected.values.push_back(10 * i + j);
      }
    expected.row_map.push_back(static_cast<std::int64_t>(expected.entries.size()));
  }
  EXPECT_TRUE(same_bits(to_host(dense_to_csr<CsrMatrix<double, std::int64_t, std::int64_t>>(exec, D, keep)), expected));
  auto const pattern = to_host(dense_to_csr<CsrMatrix<Pattern, int, int>>(exec, D, keep));
  EXPECT_EQ(pattern.entries.size(), expected.entries.size());
}

TEST(ConvertDenseRefusals, name_what_is_wrong) {
  Exec const exec;
  auto const A = to_csr<Space>(from_rows<double, int, int>({{0}, {1, 3, 2, 3}, {0, 1}}, 6));
  EXPECT_EQ(refusal([&] { csr_to_dense(exec, A, 0.0); }),
            "Araios::csr_to_dense: row 1 holds column 3 more than once, and this format stores one entry per "
            "coordinate; call sum_duplicates first");
  DenseOptions options;
  options.limits.bytes = 143;
  EXPECT_EQ(refusal([&] { csr_to_dense(exec, A, 0.0, options); }),
            "Araios::csr_to_dense: 144 bytes are more than the limit of 143; the table has 3 x 6 elements");
  EXPECT_EQ(dense_bytes<double>(3, 6), 144);
  EXPECT_EQ(refusal([] { dense_bytes<double>(std::int64_t(1) << 31, std::int64_t(1) << 31); }),
            "Araios::dense_bytes: bytes of a table: 4611686018427387904 * 8 does not fit 64 bits");
}

contract::Operations const operations{
    contract::returns("csr_to_dense",
                      [](contract::Data& d) { return csr_to_dense(d.exec, d.structured, 0.0, {}, d.workspace); },
                      {.rows = contract::Refuses::duplicates}),
    contract::returns(
        "dense_to_csr", [](contract::Data&) { return Kokkos::View<double**, Space>("Araios::test::table", 70, 70); },
        [](contract::Data& d, auto& operand) { return dense_to_csr(d.exec, operand, absent_where(0.0), d.workspace); },
        {.fences = 1, .no_operand = "its operand is dense, or bits"})};

}  // namespace convert_dense_test
