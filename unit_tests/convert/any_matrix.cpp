// SPDX-License-Identifier: Apache-2.0

#include <Araios/any_matrix.hpp>
#include <Araios/convert.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "support/contract.hpp"
#include "support/matrices.hpp"
#include "support/padded.hpp"
#include "support/scale.hpp"
#include "support/spmv.hpp"

namespace convert_any_matrix_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Any = AnyMatrix<Exec, double>;

HostCsr<double> host_matrix() {
  return from_rows<double, int, int>(random_rows(300, 300, 6, Rows::uniform, false, 1), 300);
}

template <Format format>
void check_format(Exec const& exec, CsrMatrix<double, int, int, Space> const& A) {
  auto const B = convert<format>(exec, A);
  Any const any(exec, B);
  EXPECT_EQ(any.format(), format);
  EXPECT_EQ(any.num_rows(), 300);
  EXPECT_EQ(any.num_cols(), 300);
  EXPECT_EQ(any.nnz(), A.nnz());
  EXPECT_EQ(any.bytes(), B.bytes());
  check_spmv(exec, host_matrix(), any, std::string("any ") + name(format));
}

TEST(AnyMatrix, multiplies_in_every_format) {
  Exec const exec;
  auto const A = to_csr<Space>(host_matrix());
  check_format<Format::coo>(exec, A);
  check_format<Format::ell>(exec, A);
  check_format<Format::hyb>(exec, A);
  check_format<Format::sell>(exec, A);
  check_format<Format::jds>(exec, A);
  Any const dia_csr(exec, convert<Format::dia_csr>(exec, A, {.fill = 0.5}));
  EXPECT_EQ(dia_csr.format(), Format::dia_csr);
  check_spmv(exec, host_matrix(), dia_csr, "any DIA + CSR");
  Any const bsr(exec, convert<Format::bsr>(exec, to_csr<Space>(host_matrix()), {.block_rows = 2, .block_cols = 2}));
  EXPECT_EQ(bsr.format(), Format::bsr);
  check_spmv(exec, host_matrix(), bsr, "any BSR");
}

TEST(AnyMatrix, diagonals) {
  Exec const exec;
  std::vector<std::vector<std::int64_t>> rows(50);
  for (std::int64_t i = 0; i < 50; ++i) rows[i] = i == 49 ? std::vector<std::int64_t>{i} : std::vector{i, i + 1};
  auto const host = from_rows<double, int, int>(rows, 50);
  Any const any(exec, convert<Format::dia>(exec, to_csr<Space>(host)));
  EXPECT_EQ(any.format(), Format::dia);
  check_spmv(exec, host, any, "any DIA");
}

TEST(AnyMatrix, rows_come_with_a_plan) {
  Exec const exec;
  auto const A = to_csr<Space>(host_matrix());
  for (auto const op : {Op::none, Op::transpose}) {
    Any const any(exec, A, {.op = op, .method = SpmvMethod::merge});
    EXPECT_EQ(any.format(), Format::csr);
    EXPECT_EQ(any.plan().op(), op);
    EXPECT_EQ(any.plan().method(), SpmvMethod::merge);
    EXPECT_EQ(any.bytes(), A.bytes() + any.plan().bytes());
    EXPECT_EQ(std::get<Any::csr_type>(any.variant()).entries.data(), A.entries.data());
    check_spmv(exec, host_matrix(), any, "any CSR");
    check_spmv(exec, host_matrix(), any, "any CSR by rows", SpmvMethod::rows);
  }
}

TEST(AnyMatrix, nothing) {
  Exec const exec;
  Any const any;
  EXPECT_EQ(any.format(), Format::csr);
  EXPECT_EQ(any.num_rows() + any.num_cols() + any.nnz(), 0);
  Kokkos::View<double*, Space> const none("Araios::test::none", 0);
  EXPECT_NO_THROW(spmv(exec, 1.0, any, none, 0.0, none));
}

TEST(AnyMatrix, another_format_is_assigned) {
  Exec const exec;
  auto const A = to_csr<Space>(host_matrix());
  Any any;
  any = Any(exec, A, {.op = Op::transpose});
  Any const rows = any;
  any = {exec, convert<Format::sell>(exec, A)};
  EXPECT_EQ(any.format(), Format::sell);
  EXPECT_EQ(any.plan().bytes(), 0);
  check_spmv(exec, host_matrix(), any, "SELL after CSR");
  any = {exec, convert<Format::csc>(exec, A).transposed()};
  EXPECT_EQ(any.format(), Format::csr);
  EXPECT_EQ(any.num_rows(), 300);
  // The copy shares the arrays of A, and keeps its plan.
  EXPECT_EQ(rows.plan().op(), Op::transpose);
  EXPECT_EQ(std::get<Any::csr_type>(rows.variant()).values.data(), A.values.data());
  check_spmv(exec, host_matrix(), rows, "CSR that was copied");
  any = rows;
  check_spmv(exec, host_matrix(), any, "CSR after SELL");
  any = Any();
  EXPECT_EQ(any.num_rows(), 0);
}

TEST(AnyMatrix, types_follow_from_the_matrix) {
  Exec const exec;
  auto const A =
      to_csr<Space>(from_rows<float, int, std::int64_t>(random_rows(40, 30, 4, Rows::uniform, false, 2), 30));
  AnyMatrix const rows(exec, A);
  static_assert(std::is_same_v<decltype(rows), AnyMatrix<Exec, float, int, std::int64_t> const>);
  AnyMatrix const planned(exec, Impl::read_only(A), {.method = SpmvMethod::merge});
  static_assert(std::is_same_v<decltype(planned), decltype(rows)>);
  AnyMatrix const sorted(exec, convert<Format::jds>(exec, A));
  static_assert(std::is_same_v<decltype(sorted), decltype(rows)>);
  EXPECT_EQ(sorted.format(), Format::jds);
  AnyMatrix const pattern(exec, CooMatrix<Pattern, int, int, Space>());
  EXPECT_EQ(pattern.format(), Format::coo);
}

struct Derived : SellMatrix<double, int, int, Space> {};

TEST(AnyMatrix, visitors_get_the_matrix) {
  Exec const exec;
  auto const A = to_csr<Space>(host_matrix());
  int seen = 0;
  for (Any const& any : {Any(exec, A), Any(exec, convert<Format::ell>(exec, A)), Any(exec, Derived())})
    seen += any.visit([](auto const& B) {
      return format_of_v<decltype(B)> == Format::csr ? 1 : B.num_rows() == 0 ? 10 : 100;
    });
  EXPECT_EQ(seen, 111);
}

/// Rows of many lengths, whose sums are made of pieces: their order must not depend on who comes first.
TEST(AnyMatrix, products_have_the_same_bits_in_every_run) {
  Exec const exec;
  auto const host = from_rows<double, int, int>(random_rows(1500, 1500, 60, Rows::power_law, false, 9), 1500);
  auto const A = to_csr<Space>(host);
  auto const x = to_view<Space>(test_vector<double>(1500, 1));
  auto const y = to_view<Space>(std::vector<double>(1500));
  for (Any const& any :
       {Any(exec, A, {.method = SpmvMethod::rows}), Any(exec, A, {.method = SpmvMethod::merge}),
        Any(exec, convert<Format::coo>(exec, A)), Any(exec, convert<Format::ell>(exec, A, {.limits = no_limits})),
        Any(exec, convert<Format::hyb>(exec, A)), Any(exec, convert<Format::sell>(exec, A, {.limits = no_limits})),
        Any(exec, convert<Format::jds>(exec, A)), Any(exec, convert<Format::dia>(exec, A, {.limits = no_limits})),
        Any(exec, convert<Format::dia_csr>(exec, A)),
        Any(exec, convert<Format::bsr>(exec, A, {.block_rows = 2, .block_cols = 2, .limits = no_limits}))}) {
    std::vector<double> first;
    for (int run = 0; run < scaled(20, 4); ++run) {
      spmv(exec, 1.0, any, x, 0.0, y);
      exec.fence();
      auto const now = to_vector(y);
      if (run == 0) first = now;
      ASSERT_TRUE(same_bits(now, first)) << name(any.format()) << ", run " << run;
    }
  }
}

TEST(AnyMatrix, semirings) {
  Exec const exec;
  auto const A = to_csr<Space>(host_matrix());
  check_semiring<MinPlus, double>(exec, host_matrix(), Any(exec, convert<Format::sell>(exec, A)), "any SELL");
  check_semiring<MinPlus, double>(exec, host_matrix(), Any(exec, A), "any CSR");
}

contract::Operations const operations{contract::writes(
    "any_matrix", [](contract::Data& d) { return AnyMatrix(d.exec, d.A); },
    [](contract::Data& d, auto& operand) { spmv(d.exec, 1.0, operand, d.x, 0.0, d.y); })};

}  // namespace convert_any_matrix_test
