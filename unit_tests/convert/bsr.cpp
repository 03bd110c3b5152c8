// SPDX-License-Identifier: Apache-2.0

#include <Araios/convert.hpp>
#include <Araios/operations/convert/bsr.hpp>
#include <Araios/spmv.hpp>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "support/blocks.hpp"
#include "support/contract.hpp"
#include "support/conversion_round_trip.hpp"
#include "support/diagonals.hpp"
#include "support/matrices.hpp"
#include "support/refusals.hpp"
#include "support/scale.hpp"
#include "support/spmv.hpp"
#include "support/types.hpp"

namespace convert_bsr_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

BsrOptions unlimited(int b) { return {.block_rows = b, .block_cols = b, .limits = {.slots_per_entry = 1e9}}; }

/// There and back bit for bit, the arrays as by definition, and products.
template <class C, class Host>
void check_bsr(Host const& host, int b, std::string const& name, bool products) {
  typename C::Exec const exec;
  auto const A = convert<Format::bsr>(exec, to_csr<typename C::Space>(host), unlimited(b));
  check_there_and_back(
      exec, host, A, reference_bsr(host, b), [&](auto const& B) { return convert<Format::csr>(exec, B); }, "BSR", name,
      products);
}

template <class C>
struct ConvertBsr : testing::Test {};
TYPED_TEST_SUITE(ConvertBsr, AllCases, CaseName);

TYPED_TEST(ConvertBsr, matrices_of_every_shape) {
  typename TypeParam::Exec const exec;
  int b = 0;
  for (auto const& [name, matrix] :
       small_matrices<typename TypeParam::Scalar, typename TypeParam::Ordinal, typename TypeParam::Offset>()) {
    auto const sizes =
        matrix.row_map.back() > 10'000 ? std::vector<int>{1 + b++ % 9} : std::vector<int>{1, 2, 3, 5, 8, 11};
    for (int const size : sizes) {
      auto const host = padded(matrix, size);
      if (has_duplicates(host)) {
        EXPECT_NE(refusal([&] {
                    convert<Format::bsr>(exec, to_csr<typename TypeParam::Space>(host),
                                         {.block_rows = size, .block_cols = size});
                  }).find("more than once"),
                  std::string::npos)
            << name;
      } else {
        check_bsr<TypeParam>(host, size, name + " in blocks of " + std::to_string(size), size <= 3);
      }
    }
  }
}

TYPED_TEST(ConvertBsr, matrices_of_blocks) {
  for (int const b : {1, 2, 3, 6, 8, 10})
    for (double const holes : {0.0, 0.3}) {
      auto const host = from_rows<typename TypeParam::Scalar, typename TypeParam::Ordinal, typename TypeParam::Offset>(
          rows_of_blocks(random_rows(60, 70, 9, Rows::uniform, false, b), b, holes), 70 * b);
      std::string const name = std::to_string(b) + (holes > 0 ? ", with holes" : "");
      check_bsr<TypeParam>(host, b, name, true);
      check_bsr<TypeParam>(shuffle_rows(host), b, name + ", unsorted", false);
    }
}

/// Block rows of which some fit the scratch of a team, whose size follows the mean, and others do not.
TEST(ConvertBsrParts, uneven_block_rows) {
  std::vector<std::vector<std::int64_t>> block_rows(600);
  for (std::int64_t i = 0; i < 600; ++i)
    for (std::int64_t k = 0; k < (i < 128 ? 70 : 2); ++k) block_rows[i].push_back(3 * k + i % 3);
  for (int const b : {1, 2, 4})
    for (double const holes : {0.0, 0.3})
      check_bsr<Case<double, int, int, Exec>>(
          from_rows<double, int, int>(rows_of_blocks(block_rows, b, holes), 220 * b), b, std::to_string(b), false);
}

/// Rows of many parts, alone and beside short, empty and unequal ones, where cuts meet and where they do not.
TEST(ConvertBsrParts, long_rows_are_cut) {
  std::vector<std::int64_t> all, odd, dense_end, every_third;
  for (std::int64_t j = 0; j < 12000; ++j) {
    all.push_back(j);
    if (j % 2) odd.push_back(j);
    if (j >= 9000 || j < 3) dense_end.push_back(j);
    if (j % 3 == 0) every_third.push_back(j);
  }
  std::vector<std::vector<std::int64_t>> const rows = {all,         all,     {},          {5}, odd,       dense_end,
                                                       every_third, {11999}, {},          {},  dense_end, all,
                                                       odd,         {},      every_third, all, all,       all};
  auto const host = from_rows<double, int, int>(rows, 12000);
  for (int const b : {1, 2, 3, 6, 9}) {
    if (b != 2 && b != 9 && is_small_scale()) continue;
    check_bsr<Case<double, int, int, Exec>>(padded(host, b), b, std::to_string(b), b == 3);
  }
  // Blocks wider than the distance of cuts, which then meet.
  auto const wide = padded(host, 1500);
  check_bsr<Case<double, int, int, Exec>>(wide, 1500, "1500", false);
}

TEST(ConvertBsrValues, zeros_and_nan_are_entries_and_holes_are_not) {
  double const nan = std::numeric_limits<double>::quiet_NaN();
  double const infinity = std::numeric_limits<double>::infinity();
  //  0.0   .  | -0.0  1.0
  //   .   nan |   .   2.0
  HostCsr<double> const host{2, 4, {0, 3, 5}, {0, 2, 3, 1, 3}, {0.0, -0.0, 1.0, nan, 2.0}};
  Exec const exec;
  auto const A = convert<Format::bsr>(exec, to_csr<Space>(host), {.block_rows = 2, .block_cols = 2});
  EXPECT_EQ(to_vector(A.present), std::vector<std::uint32_t>{0xb9});
  EXPECT_TRUE(same_bits(to_host(convert<Format::csr>(exec, A)), host));
  // (0, 1) and (1, 2) are holes: what x and the holes hold there does not matter.
  HostCsr<double> const finite{2, 4, {0, 3, 5}, {0, 2, 3, 0, 3}, {0.0, -0.0, 1.0, 3.0, 2.0}};
  auto const B = convert<Format::bsr>(exec, to_csr<Space>(finite), {.block_rows = 2, .block_cols = 2});
  Kokkos::deep_copy(Kokkos::subview(B.values, 1), nan);
  auto const y = to_view<Space>(std::vector<double>(2, nan));
  spmv(exec, 1.0, B, to_view<Space>(std::vector<double>{1, infinity, 1, 1}), 0.0, y);
  exec.fence();
  EXPECT_EQ(to_vector(y), (std::vector<double>{1, 5}));
  spmv(exec, 1.0, B, to_view<Space>(std::vector<double>{1, 1, infinity, 1}), 0.0, y);
  exec.fence();
  EXPECT_TRUE(std::isnan(to_vector(y)[0]));
  EXPECT_EQ(to_vector(y)[1], 5);
}

TEST(ConvertBsrRefusals, name_what_is_wrong) {
  Exec const exec;
  auto const A = to_csr<Space>(from_rows<double, int, int>({{0}, {1, 3, 2, 3}, {0, 1}, {1}}, 6));
  EXPECT_EQ(refusal([&] { convert<Format::bsr>(exec, A, {.block_rows = 2, .block_cols = 2}); }),
            "Araios::convert::csr_to_bsr: row 1 holds column 3 more than once, and this format stores one entry per "
            "coordinate; call sum_duplicates first");
  EXPECT_EQ(refusal([&] { convert<Format::bsr>(exec, A, {.block_rows = 3, .block_cols = 3}); }),
            "Araios::convert::csr_to_bsr: the rows must be a multiple of the block size (4 is not of 3)");
  EXPECT_EQ(refusal([&] { convert<Format::bsr>(exec, A, {.block_rows = 4, .block_cols = 4}); }),
            "Araios::convert::csr_to_bsr: the columns must be a multiple of the block size (6 is not of 4)");
  EXPECT_EQ(refusal([&] { convert<Format::bsr>(exec, A, {.block_rows = 2, .block_cols = 3, .limits = {}}); }),
            "Araios::convert::csr_to_bsr: blocks of 2 x 3 are not square; only square blocks "
            "are supported (take 2 x 2 or 3 x 3)");
  auto const B = to_csr<Space>(from_rows<double, int, int>({{0}, {1}, {0, 4}, {2, 3}}, 6));
  std::int64_t const bytes = bsr_bytes<double, int, int>(4, 2, 4, true);
  EXPECT_EQ(
      refusal([&] {
        convert<Format::bsr>(
            exec, B,
            {.block_rows = 2, .block_cols = 2, .limits = {.slots_per_entry = 2.5, .always_accepted_bytes = 0}});
      }),
      "Araios::convert::csr_to_bsr: 16 slots (" + std::to_string(bytes) +
          " bytes) for 6 entries are more than the limit of 2.5 slots per entry; the entries touch 4 blocks of 2 x 2; "
          "block row 1 is the widest, with 3");
  EXPECT_EQ(convert<Format::bsr>(exec, B, {.block_rows = 2, .block_cols = 2}).bytes(), bytes);
  auto const empty = to_csr<Space>(from_rows<double, int, int>({{}, {}}, 2));
  EXPECT_EQ(refusal([&] { convert<Format::bsr>(exec, empty, {.limits = {.bytes = 0}}); }),
            "Araios::convert::csr_to_bsr: " + std::to_string(convert<Format::bsr>(exec, empty).bytes()) +
                " bytes are more than the limit of 0; the matrix has no entry");
}

TEST(ConvertBsrConst, values_may_be_const) {
  auto const host = from_rows<double, int, int>({{0, 1}, {1}, {0, 2}, {}}, 4);
  auto const B = to_csr<Space>(host);
  CsrMatrix<double const, int, int, Space> const A(4, 4, B.row_map, B.entries, B.values);
  Exec const exec;
  auto const D = convert<Format::bsr>(exec, A, {.block_rows = 2, .block_cols = 2});
  static_assert(std::is_same_v<decltype(D), BsrMatrix<double, int, int, Space> const>);
  BsrMatrix<double const, int, int, Space> const C(4, 4, 2, 2, D.nnz(), D.row_map, D.entries, D.present, D.values);
  EXPECT_TRUE(same_bits(to_host(convert<Format::csr>(exec, C)), host));
}

TEST(SpmvBsr, mixed_types_and_semirings) {
  Exec const exec;
  for (int const b : {2, 3, 7}) {
    auto const rows = rows_of_blocks(random_rows(60, 70, 9, Rows::few_long, false, b), b, 0.2);
    check_semirings(exec, from_rows<double, int, int>(rows, 70 * b),
                    convert<Format::bsr>(exec, to_csr<Space>(from_rows<double, int, int>(rows, 70 * b)),
                                         {.block_rows = b, .block_cols = b}),
                    "BSR");
    auto const host = from_rows<float, int, int>(rows, 70 * b);
    check_spmv_in<double>(exec, host,
                          convert<Format::bsr>(exec, to_csr<Space>(host), {.block_rows = b, .block_cols = b}), "BSR");
  }
}

/// y := A x as the space does it (CUDA: by groups of lanes), and by rows shared among lanes, which other GPUs do.
template <class T, class Matrix, class Host>
void check_groups(Matrix const& A, Host const& host, std::string const& name) {
  Exec const exec;
  using View = Kokkos::View<T*, Space>;
  auto const x = test_vector<T>(host.num_cols, 7);
  View const y("Araios::test::y", host.num_rows);
  Impl::spmv::SpmvOutput<PlusTimes, View> const out(T(1), T(0), y);
  auto const expected = reference_spmv(Op::none, T(1), host, x, T(0), std::vector<T>(host.num_rows));
  for (bool const rows : {false, true}) {
    Kokkos::deep_copy(y, T(-77));
    if (rows)
      Impl::spmv::spmv_bsr_rows<PlusTimes>(exec, A, to_view<Space>(x), out);
    else
      spmv(exec, T(1), A, to_view<Space>(x), T(0), y, SpmvOptions{});
    exec.fence();
    check_product(to_vector(y), expected, name + (rows ? ", rows" : ""));
  }
}

TEST(SpmvBsr, groups_of_lanes) {
  Exec const exec;
  for (int const b : {1, 2, 3, 4, 5, 6, 7, 8, 9, 40})
    for (double const mean : {0.5, 2.0, 7.0, 40.0})
      for (double const holes : {0.0, 0.3}) {
        if (b == 40 && mean > 2) continue;
        auto const rows = rows_of_blocks(random_rows(40, 90, mean, Rows::uniform, false, b), b, holes);
        std::string const name =
            std::to_string(b) + " mean " + std::to_string(mean) + " holes " + std::to_string(holes);
        auto const host = from_rows<double, int, int>(rows, 90 * b);
        check_groups<double>(convert<Format::bsr>(exec, to_csr<Space>(host), {.block_rows = b, .block_cols = b}), host,
                             name);
      }
  auto const rows = rows_of_blocks(random_rows(40, 90, 9, Rows::uniform, false, 1), 3, 0.1);
  auto const pattern = from_rows<Pattern, int, std::int64_t>(rows, 270);
  check_groups<double>(convert<Format::bsr>(exec, to_csr<Space>(pattern), {.block_rows = 3, .block_cols = 3}), pattern,
                       "Pattern");
  auto const complex = from_rows<Kokkos::complex<double>, int, int>(rows, 270);
  check_groups<Kokkos::complex<double>>(
      convert<Format::bsr>(exec, to_csr<Space>(complex), {.block_rows = 3, .block_cols = 3}), complex, "complex");
}

TEST(SpmvBsr, groups_fit_the_blocks) {
  using Tuning = Impl::spmv::SpmvBsrTuning;
  EXPECT_EQ(Tuning::group(3, 27), 16);  // 27 blocks, 5 side by side, 2 ahead: 3 rounds
  EXPECT_EQ(Tuning::group(3, 7), 8);
  EXPECT_EQ(Tuning::group(3, 0), 8);
  EXPECT_EQ(Tuning::group(2, 7), 8);
  EXPECT_EQ(Tuning::group(8, 1), 8);
  EXPECT_EQ(Tuning::group(8, 1000), 32);
  for (int b = 2; b <= Tuning::largest_block; ++b)
    for (double const blocks : {0., 1., 5., 30., 1e6}) EXPECT_GE(Tuning::group(b, blocks), b);
}

contract::Operations const operations{
    contract::returns("csr_to_bsr",
                      [](contract::Data& d) { return convert<Format::bsr>(d.exec, d.structured, {}, d.workspace); },
                      {.rows = contract::Refuses::duplicates}),
    contract::returns(
        "bsr_to_csr",
        [](contract::Data& d) {
          return convert<Format::bsr>(d.exec, d.structured, {.block_rows = 3, .block_cols = 3, .limits = {}},
                                      d.workspace);
        },
        [](contract::Data& d, auto& operand) { return convert<Format::csr>(d.exec, operand, {}, d.workspace); })};

}  // namespace convert_bsr_test
