// SPDX-License-Identifier: Apache-2.0

#include <Araios/convert.hpp>
#include <Araios/operations/convert/dia.hpp>
#include <Araios/spmv.hpp>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "support/contract.hpp"
#include "support/conversion_round_trip.hpp"
#include "support/diagonals.hpp"
#include "support/matrices.hpp"
#include "support/refusals.hpp"
#include "support/scale.hpp"
#include "support/spmv.hpp"
#include "support/types.hpp"

namespace convert_dia_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

DiaOptions const unlimited{.limits = {.slots_per_entry = 1e9}};

template <class C>
struct ConvertDia : testing::Test {};
TYPED_TEST_SUITE(ConvertDia, AllCases, CaseName);

/// There and back bit for bit, the arrays as by definition, and products.
template <class C, class Host>
void check_dia(Host const& host, std::string const& name, bool products) {
  typename C::Exec const exec;
  auto const A = convert<Format::dia>(exec, to_csr<typename C::Space>(host), unlimited);
  check_there_and_back(
      exec, host, A, reference_dia(host, diagonals_of(host)),
      [&](auto const& B) { return convert<Format::csr>(exec, B); }, "DIA", name, products);
}

TYPED_TEST(ConvertDia, matrices_of_every_shape) {
  using Scalar = typename TypeParam::Scalar;
  using Ordinal = typename TypeParam::Ordinal;
  using Offset = typename TypeParam::Offset;
  typename TypeParam::Exec const exec;
  int converted = 0, refused = 0;
  for (auto const& [name, host] : small_matrices<Scalar, Ordinal, Offset>()) {
    auto const A = to_csr<typename TypeParam::Space>(host);
    if (has_duplicates(host)) {
      EXPECT_NE(refusal([&] { convert<Format::dia>(exec, A); }).find("more than once"), std::string::npos) << name;
      continue;
    }
    auto const slots = static_cast<std::int64_t>(diagonals_of(host).size()) * dia_stride(host.num_rows);
    if (slots <= 500'000) {
      check_dia<TypeParam>(host, name, true);
      ++converted;
    } else {
      EXPECT_NE(refusal([&] {
                  convert<Format::dia>(exec, A, {.limits = {.always_accepted_bytes = 0}});
                }).find("slots per entry; the entries lie on "),
                std::string::npos)
          << name;
      ++refused;
    }
  }
  EXPECT_GE(converted, 7);
  EXPECT_GE(refused, 5);
}

TYPED_TEST(ConvertDia, matrices_of_diagonals) {
  for (auto const& [name, host] :
       diagonal_matrices<typename TypeParam::Scalar, typename TypeParam::Ordinal, typename TypeParam::Offset>()) {
    check_dia<TypeParam>(host, name, true);
    check_dia<TypeParam>(shuffle_rows(host), name + ", unsorted", false);
  }
}

TEST(ConvertDiaValues, zeros_and_nan_are_entries_and_absent_ones_are_not) {
  double const nan = std::numeric_limits<double>::quiet_NaN();
  double const infinity = std::numeric_limits<double>::infinity();
  //  0.0   .   -0.0
  //   .   nan    .
  //  2.0   .     .
  HostCsr<double> const host{3, 3, {0, 2, 3, 4}, {0, 2, 1, 0}, {0.0, -0.0, nan, 2.0}};
  Exec const exec;
  auto const A = convert<Format::dia>(exec, to_csr<Space>(host));
  EXPECT_EQ(to_vector(A.diagonals), (std::vector<int>{-2, 0, 2}));
  EXPECT_EQ(to_vector(A.present), (std::vector<std::uint32_t>{4, 3, 1}));
  EXPECT_TRUE(same_bits(to_host(convert<Format::csr>(exec, A)), host));

  // (2, 2) is absent: infinity in x(2) reaches row 0 only, where an explicit -0.0 makes it NaN; row 2 stays finite.
  auto const y = to_view<Space>(std::vector<double>(3, nan));
  spmv(exec, 1.0, A, to_view<Space>(std::vector<double>{1, 1, infinity}), 0.0, y);
  exec.fence();
  auto const result = to_vector(y);
  EXPECT_TRUE(std::isnan(result[0]));
  EXPECT_TRUE(std::isnan(result[1]));
  EXPECT_EQ(result[2], 2.0);
  // What an absent slot holds does not matter either.
  Kokkos::deep_copy(Kokkos::subview(A.values, 32 + 2), infinity);
  Kokkos::deep_copy(Kokkos::subview(A.values, 32 + 5), nan);
  spmv(exec, 1.0, A, to_view<Space>(std::vector<double>{1, 1, 1}), 0.0, y);
  exec.fence();
  EXPECT_EQ(to_vector(y)[2], 2.0);
}

TEST(ConvertDiaRefusals, name_what_is_wrong) {
  Exec const exec;
  auto const twice = to_csr<Space>(from_rows<double, int, int>({{0}, {1, 3, 2, 3}, {0, 0}}, 4));
  EXPECT_EQ(refusal([&] { convert<Format::dia>(exec, twice); }),
            "Araios::convert::csr_to_dia: row 1 holds column 3 more than once, and this format stores one entry per "
            "coordinate; call sum_duplicates first");
  auto const host = from_rows<double, int, int>(diagonal_rows(1000, 1000, {0, 1, 2, 999}, 0), 1000);
  auto const A = to_csr<Space>(host);
  std::int64_t const bytes = dia_bytes<double, int>(1000, 4);
  EXPECT_EQ(refusal([&] { convert<Format::dia>(exec, A, {.limits = {.bytes = bytes - 1}}); }),
            "Araios::convert::csr_to_dia: " + std::to_string(bytes) + " bytes are more than the limit of " +
                std::to_string(bytes - 1) + "; the entries lie on 4 diagonals, of which the emptiest, 999, holds 1");
  EXPECT_EQ(convert<Format::dia>(exec, A, {.limits = {.bytes = bytes}}).bytes(), bytes);
  EXPECT_EQ(
      refusal([&] { convert<Format::dia>(exec, A, {.limits = {.slots_per_entry = 1.3, .always_accepted_bytes = 0}}); }),
      "Araios::convert::csr_to_dia: 4096 slots (" + std::to_string(bytes) +
          " bytes) for 2998 entries are more than the limit of 1.3 slots per entry; the entries lie on 4 "
          "diagonals, of which the emptiest, 999, holds 1");
}

/// A tile with more diagonals than its table has slots, and more diagonals than a work item fills.
TEST(ConvertDiaCounts, very_many_diagonals) {
  auto const host = from_rows<double, int, int>(random_rows(40, 9000, 600, Rows::uniform, false, 3), 9000);
  EXPECT_GT(diagonals_of(host).size(), 8000u);
  // Its products, half a minute under a sanitizer, at full scale only.
  check_dia<Case<double, int, int, Exec>>(host, "40 x 9000", test_scale() == 1);
}

TEST(ConvertDiaConst, values_may_be_const) {
  auto const host = from_rows<double, int, int>({{0, 1}, {1}, {0, 2}}, 3);
  auto const B = to_csr<Space>(host);
  CsrMatrix<double const, int, int, Space> const A(3, 3, B.row_map, B.entries, B.values);
  Exec const exec;
  auto const D = convert<Format::dia>(exec, A);
  static_assert(std::is_same_v<decltype(D), DiaMatrix<double, int, int, Space> const>);
  DiaMatrix<double const, int, int, Space> const C(3, 3, D.nnz(), D.diagonals, D.present, D.values);
  EXPECT_TRUE(same_bits(to_host(convert<Format::csr>(exec, C)), host));
  check_spmv(exec, host, C, "const DIA");
}

TEST(SpmvDia, mixed_types_and_semirings) {
  Exec const exec;
  for (auto const& [name, host] : diagonal_matrices<double>())
    check_semirings(exec, host, convert<Format::dia>(exec, to_csr<Space>(host), unlimited), name);
  for (auto const& [name, host] : diagonal_matrices<float>())
    check_spmv_in<double>(exec, host, convert<Format::dia>(exec, to_csr<Space>(host), unlimited), name);
}

template <int Chunk, class Matrix, class View>
std::vector<double> product_by_chunks(Matrix const& A, View const& x, bool transposed) {
  Exec const exec;
  std::int64_t const length = transposed ? A.num_cols() : A.num_rows();
  View const y("Araios::test::y", length);
  Impl::spmv::SpmvOutput<PlusTimes, View> const out(1.0, 0.0, y);
  if (transposed)
    Impl::spmv::spmv_dia_by<PlusTimes, true, Chunk>(exec, false, A, x, out);
  else
    Impl::spmv::spmv_dia_by<PlusTimes, false, Chunk>(exec, false, A, x, out);
  exec.fence();
  return to_vector(y);
}

/// How many diagonals are loaded at a time changes no bit.
TEST(SpmvDia, is_the_same_in_chunks_of_every_size) {
  Exec const exec;
  for (auto const& [name, host] : diagonal_matrices<double>()) {
    auto const A = convert<Format::dia>(exec, to_csr<Space>(host), unlimited);
    for (bool const transposed : {false, true}) {
      auto const x = to_view<Space>(test_vector<double>(transposed ? host.num_rows : host.num_cols, 7));
      auto const expected = product_by_chunks<1>(A, x, transposed);
      EXPECT_TRUE(same_bits(product_by_chunks<4>(A, x, transposed), expected)) << name;
      EXPECT_TRUE(same_bits(product_by_chunks<5>(A, x, transposed), expected)) << name;
      EXPECT_TRUE(same_bits(product_by_chunks<6>(A, x, transposed), expected)) << name;
      EXPECT_TRUE(same_bits(product_by_chunks<7>(A, x, transposed), expected)) << name;
      EXPECT_TRUE(same_bits(product_by_chunks<8>(A, x, transposed), expected)) << name;
    }
  }
}

TEST(SpmvDia, rounds_are_of_about_equal_size) {
  std::vector<int> chunks;
  for (int const diagonals : {0, 1, 4, 5, 7, 8, 9, 10, 11, 13, 16, 17, 27, 1000})
    chunks.push_back(Impl::spmv::SpmvDiaTuning::chunk(diagonals));
  EXPECT_EQ(chunks, (std::vector<int>{4, 4, 4, 5, 7, 8, 5, 5, 6, 7, 8, 6, 7, 8}));
}

contract::Operations const operations{
    contract::returns("csr_to_dia",
                      [](contract::Data& d) { return convert<Format::dia>(d.exec, d.structured, {}, d.workspace); },
                      {.rows = contract::Refuses::duplicates}),
    contract::returns(
        "dia_to_csr", [](contract::Data& d) { return convert<Format::dia>(d.exec, d.structured, {}, d.workspace); },
        [](contract::Data& d, auto& operand) { return convert<Format::csr>(d.exec, operand, {}, d.workspace); },
        {.rows = contract::Refuses::duplicates})};

}  // namespace convert_dia_test
