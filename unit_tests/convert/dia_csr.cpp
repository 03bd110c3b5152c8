// SPDX-License-Identifier: Apache-2.0

#include <Araios/convert.hpp>
#include <Araios/format_sizes.hpp>
#include <Araios/spmv.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "support/contract.hpp"
#include "support/diagonals.hpp"
#include "support/matrices.hpp"
#include "support/reference.hpp"
#include "support/refusals.hpp"
#include "support/spmv.hpp"
#include "support/types.hpp"

namespace convert_dia_csr_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

/// The parts as by definition, there and back bit for bit, and products.
template <class C, class Host>
void check_dia_csr(Host const& host, double fill, std::string const& name, bool products) {
  using Ordinal = typename C::Ordinal;
  typename C::Exec const exec;
  auto const A = convert<Format::dia_csr>(exec, to_csr<typename C::Space>(host),
                                          {.fill = fill, .limits = {.slots_per_entry = 1e9}});
  exec.fence();
  auto const diagonals = diagonals_of(host, min_entries_of_diagonal<typename C::Scalar, Ordinal>(host.num_rows, fill));
  ASSERT_TRUE(same_bits(A.dia, reference_dia(host, diagonals))) << name;
  auto csr = host;
  csr.row_map = {0};
  csr.entries.clear();
  csr.values.clear();
  for (std::int64_t i = 0; i < host.num_rows; ++i) {
    for (auto p = host.row_map[i]; p < host.row_map[i + 1]; ++p)
      if (!std::binary_search(diagonals.begin(), diagonals.end(), static_cast<Ordinal>(host.entries[p] - i))) {
        csr.entries.push_back(host.entries[p]);
        csr.values.push_back(host.values[p]);
      }
    csr.row_map.push_back(static_cast<typename C::Offset>(csr.entries.size()));
  }
  EXPECT_TRUE(same_bits(to_host(A.csr), reference::sort_rows(csr))) << name;
  EXPECT_EQ(A.nnz(), host.row_map.back()) << name;
  EXPECT_EQ(A.bytes(), (dia_csr_bytes<typename C::Scalar, Ordinal, typename C::Offset>(
                           host.num_rows, A.dia.num_diagonals(), A.csr.nnz())))
      << name;
  auto const back = convert<Format::csr>(exec, A);
  exec.fence();
  EXPECT_TRUE(same_bits(to_host(back), reference::sort_rows(host))) << name;
  if (products) check_spmv(exec, host, A, "DIA + CSR of " + name);
}

/// Five diagonals, of which two have holes, and random entries beside.
std::vector<std::vector<std::int64_t>> mixed_rows(std::int64_t m, std::int64_t n, bool long_row) {
  auto rows = diagonal_rows(m, n, {-7, 0, 1}, 0);
  auto const holed = diagonal_rows(m, n, {-40, 40}, 0.3, 2);
  auto const extra = random_rows(m, n, 2, Rows::uniform, false, 3);
  for (std::int64_t i = 0; i < m; ++i) {
    rows[i].insert(rows[i].end(), holed[i].begin(), holed[i].end());
    rows[i].insert(rows[i].end(), extra[i].begin(), extra[i].end());
    if (long_row && i == m / 2)
      for (std::int64_t j = 0; j < n; ++j) rows[i].push_back(j);
    std::sort(rows[i].begin(), rows[i].end());
    rows[i].erase(std::unique(rows[i].begin(), rows[i].end()), rows[i].end());
  }
  return rows;
}

template <class C>
struct ConvertDiaCsr : testing::Test {};
TYPED_TEST_SUITE(ConvertDiaCsr, AllCases, CaseName);

TYPED_TEST(ConvertDiaCsr, matrices_of_every_shape) {
  typename TypeParam::Exec const exec;
  for (auto const& [name, host] :
       small_matrices<typename TypeParam::Scalar, typename TypeParam::Ordinal, typename TypeParam::Offset>()) {
    if (has_duplicates(host)) {
      EXPECT_NE(refusal([&, &host = host] {
                  convert<Format::dia_csr>(exec, to_csr<typename TypeParam::Space>(host));
                }).find("more than once"),
                std::string::npos)
          << name;
      continue;
    }
    check_dia_csr<TypeParam>(host, -1, name, true);
    check_dia_csr<TypeParam>(host, 0.4, name + ", fill 0.4", false);
  }
}

TYPED_TEST(ConvertDiaCsr, diagonals_and_others) {
  auto const host = from_rows<typename TypeParam::Scalar, typename TypeParam::Ordinal, typename TypeParam::Offset>(
      mixed_rows(2000, 1900, true), 1900);
  check_dia_csr<TypeParam>(host, -1, "mixed", true);
  check_dia_csr<TypeParam>(shuffle_rows(host), -1, "mixed, unsorted", false);
  check_dia_csr<TypeParam>(host, 0.9, "mixed, nearly full ones only", true);
  check_dia_csr<TypeParam>(host, 1, "mixed, without diagonals", true);
  auto const banded = from_rows<typename TypeParam::Scalar, typename TypeParam::Ordinal, typename TypeParam::Offset>(
      diagonal_rows(500, 500, {-1, 0, 1}, 0), 500);
  check_dia_csr<TypeParam>(banded, 0, "without a rest", true);
}

TEST(ConvertDiaCsrRule, counts_bytes) {
  // stride 64: 64 (8 + 1/8) = 520 bytes against 12 an entry.
  EXPECT_EQ((min_entries_of_diagonal<double, int>(40)), 44);
  EXPECT_EQ((min_entries_of_diagonal<double, int>(64)), 44);
  EXPECT_EQ((min_entries_of_diagonal<float, int>(64)), 34);
  EXPECT_EQ((min_entries_of_diagonal<double, std::int64_t>(64)), 33);
  EXPECT_EQ((min_entries_of_diagonal<Pattern, int>(64)), 3);
  EXPECT_EQ((min_entries_of_diagonal<double, int>(64, 0)), 1);
  EXPECT_EQ((min_entries_of_diagonal<double, int>(64, 0.5)), 32);
  EXPECT_EQ((min_entries_of_diagonal<double, int>(100, 0.07)), 7);
  for (std::int64_t m = 1; m <= 200; ++m)
    for (std::int64_t k = 1; k <= m; ++k)
      ASSERT_EQ((min_entries_of_diagonal<double, int>(m, static_cast<double>(k) / static_cast<double>(m))), k) << m;
  EXPECT_EQ((min_entries_of_diagonal<double, int>(65, 0.5)), 33);
  Exec const exec;
  auto const host = from_rows<double, int, int>(mixed_rows(3000, 3000, false), 3000);
  auto const A = to_csr<Space>(host);
  auto const B = convert<Format::dia_csr>(exec, A);
  EXPECT_EQ(to_vector(B.dia.diagonals), (std::vector<int>{-40, -7, 0, 1, 40}));
  EXPECT_LT(B.bytes(), A.bytes());
}

TEST(ConvertDiaCsrRefusals, name_what_is_wrong) {
  Exec const exec;
  auto const A = to_csr<Space>(from_rows<double, int, int>(diagonal_rows(1000, 1000, {0, 999}, 0), 1000));
  std::int64_t const bytes = dia_csr_bytes<double, int, int>(1000, 1, 1);
  EXPECT_EQ(bytes, (dia_bytes<double, int>(1000, 1) + 1001 * 4 + 12)) << "both parts count";
  auto const B = convert<Format::dia_csr>(exec, A, {.fill = -1, .limits = {.bytes = bytes}});
  EXPECT_EQ(B.csr.nnz(), 1);
  EXPECT_EQ(B.bytes(), bytes);
  EXPECT_EQ(refusal([&] { convert<Format::dia_csr>(exec, A, {.fill = -1, .limits = {.bytes = bytes - 1}}); }),
            "Araios::convert::csr_to_dia_csr: " + std::to_string(bytes) + " bytes are more than the limit of " +
                std::to_string(bytes - 1) +
                "; 1000 entries lie on 1 diagonals, of which the emptiest, 0, holds 1000, and 1 are left for CSR");
  auto const no_full = to_csr<Space>(from_rows<double, int, int>(diagonal_rows(1000, 1000, {1, 998}, 0), 1000));
  std::int64_t const by_rows = csr_bytes<double, int, int>(1000, 1001);
  EXPECT_EQ(convert<Format::dia_csr>(exec, no_full, {.fill = 1, .limits = {.bytes = by_rows}}).bytes(), by_rows);
  EXPECT_EQ(refusal([&] { convert<Format::dia_csr>(exec, no_full, {.fill = 1, .limits = {.bytes = by_rows - 1}}); }),
            "Araios::convert::csr_to_dia_csr: " + std::to_string(by_rows) + " bytes are more than the limit of " +
                std::to_string(by_rows - 1) + "; no diagonal holds enough entries, and 1001 are left for CSR");
  // 2 * 1024 slots for 1001 entries.
  EXPECT_EQ(
      refusal([&] {
        convert<Format::dia_csr>(exec, A, {.fill = 0, .limits = {.slots_per_entry = 2, .always_accepted_bytes = 0}});
      }),
      "Araios::convert::csr_to_dia_csr: 2048 slots (" + std::to_string(dia_csr_bytes<double, int, int>(1000, 2, 0)) +
          " bytes) for 1001 entries are more than the limit of 2 slots per entry; 1001 entries lie on 2 diagonals, "
          "of which the emptiest, 999, holds 1, and 0 are left for CSR");
  auto const empty = to_csr<Space>(from_rows<double, int, int>({{}, {}}, 2));
  EXPECT_EQ(convert<Format::dia_csr>(exec, empty, {.fill = -1, .limits = {.bytes = 12}}).bytes(), 12);
  EXPECT_EQ(refusal([&] { convert<Format::dia_csr>(exec, empty, {.fill = -1, .limits = {.bytes = 11}}); }),
            "Araios::convert::csr_to_dia_csr: 12 bytes are more than the limit of 11; the matrix has no entry");
}

TEST(ConvertDiaCsrValues, zeros_and_nan_are_entries) {
  double const nan = std::numeric_limits<double>::quiet_NaN();
  HostCsr<double> host{64, 64, {0}, {}, {}};
  for (int i = 0; i < 64; ++i) {
    host.entries.push_back(i);
    host.values.push_back(i % 3 == 0 ? -0.0 : i % 3 == 1 ? nan : 0.0);
    if (i == 5 || i == 7) {
      host.entries.push_back(63);
      host.values.push_back(i == 5 ? nan : -0.0);
    }
    host.row_map.push_back(static_cast<int>(host.entries.size()));
  }
  Exec const exec;
  auto const A = convert<Format::dia_csr>(exec, to_csr<Space>(host));
  EXPECT_EQ(A.csr.nnz(), 2);
  EXPECT_TRUE(same_bits(to_host(convert<Format::csr>(exec, A)), host));
}

TEST(SpmvDiaCsr, mixed_types_and_semirings) {
  Exec const exec;
  for (bool const long_row : {false, true}) {
    auto const rows = mixed_rows(1000, 900, long_row);
    auto const host = from_rows<double, int, int>(rows, 900);
    check_semirings(exec, host, convert<Format::dia_csr>(exec, to_csr<Space>(host)), "DIA + CSR");
    auto const single = from_rows<float, int, int>(rows, 900);
    check_spmv_in<double>(exec, single, convert<Format::dia_csr>(exec, to_csr<Space>(single)), "DIA + CSR");
  }
}

/// The part that is stored first must overwrite NaN, and the part that is added must not be stored.
TEST(SpmvDiaCsr, one_part_alone) {
  Exec const exec;
  auto const host = from_rows<double, int, int>(diagonal_rows(100, 100, {0, 3}, 0), 100);
  auto const dia = convert<Format::dia_csr>(exec, to_csr<Space>(host), {.fill = 0, .limits = {}});
  EXPECT_EQ(dia.csr.nnz(), 0);
  check_spmv(exec, host, dia, "diagonals alone");
  auto const no_full = from_rows<double, int, int>(diagonal_rows(100, 100, {1, 3}, 0), 100);
  auto const csr = convert<Format::dia_csr>(exec, to_csr<Space>(no_full), {.fill = 1, .limits = {}});
  EXPECT_EQ(csr.dia.nnz(), 0);
  check_spmv(exec, no_full, csr, "rest alone");
}

contract::Operations const operations{
    contract::returns("csr_to_dia_csr",
                      [](contract::Data& d) { return convert<Format::dia_csr>(d.exec, d.structured, {}, d.workspace); },
                      {.rows = contract::Refuses::duplicates}),
    contract::returns(
        "dia_csr_to_csr",
        [](contract::Data& d) { return convert<Format::dia_csr>(d.exec, d.structured, {}, d.workspace); },
        [](contract::Data& d, auto& operand) { return convert<Format::csr>(d.exec, operand, {}, d.workspace); },
        {.rows = contract::Refuses::duplicates})};

}  // namespace convert_dia_csr_test
