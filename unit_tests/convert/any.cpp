// SPDX-License-Identifier: Apache-2.0

#include <Araios/convert.hpp>
#include <Araios/operations/convert/any.hpp>
#include <Araios/testing/count_allocations.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "support/matrices.hpp"
#include "support/other_matrices.hpp"
#include "support/refusals.hpp"

namespace convert_any_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Csr = CsrMatrix<double, int, int, Space>;

/// Sorted rows without duplicates, of a size that blocks of 2 x 2 cut.
std::vector<Named<double, int, int>> matrices() {
  std::vector<Named<double, int, int>> all;
  auto const add = [&](std::string const& name, std::vector<std::vector<std::int64_t>> const& rows) {
    all.push_back({name, from_rows<double, int, int>(rows, static_cast<std::int64_t>(rows.size()))});
  };
  add("0 x 0", {});
  add("2 x 2 without entries", {{}, {}});
  add("uniform", random_rows(240, 240, 5, Rows::uniform, false, 1));
  add("power law", random_rows(100, 100, 4, Rows::power_law, false, 2));
  std::vector<std::vector<std::int64_t>> band(70);
  for (std::int64_t i = 0; i < 70; ++i)
    for (std::int64_t j = i < 2 ? 0 : i - 2; j < 70 && j <= i + 1; ++j) band[i].push_back(j);
  add("band", band);
  add("values of every kind", {{0, 1, 3}, {}, {0, 2}, {1, 2, 3}, {0, 5}, {}});
  auto& values = all.back().matrix.values;
  std::uint64_t const bits = 0xfff8000000000123u;
  std::memcpy(&values[0], &bits, sizeof bits);
  values[1] = -0.0;
  values[2] = 0.0;
  values[5] = -std::numeric_limits<double>::infinity();
  values[7] = -0.0;
  return all;
}

template <Format first, Format second>
void check_pair(Exec const& exec, Named<double, int, int> const& named, Csr const& A) {
  auto const B = convert<first>(exec, A);
  auto const C = convert<second>(exec, B);
  static_assert(format_of_v<std::remove_const_t<decltype(B)>> == first);
  static_assert(format_of_v<std::remove_const_t<decltype(C)>> == second);
  EXPECT_EQ(C.nnz(), A.nnz());
  auto const D = convert<Format::csr>(exec, C);
  Workspace<Space> workspace;
  auto const E = convert<second>(exec, B, ConversionOptions<second, std::remove_const_t<decltype(B)>>{}, workspace);
  static_assert(std::is_same_v<decltype(E), decltype(C)>);
  EXPECT_EQ(E.nnz(), A.nnz());
  exec.fence();
  EXPECT_TRUE(same_bits(to_host(D), named.matrix)) << named.name << ", " << name(first) << " to " << name(second);
}

template <Format first, int... second>
void check_row(std::integer_sequence<int, second...>) {
  Exec const exec;
  for (auto const& named : matrices()) {
    auto const A = to_csr<Space>(named.matrix);
    (check_pair<first, static_cast<Format>(second)>(exec, named, A), ...);
  }
}

constexpr int formats = 13;
template <int... first>
void check_all(std::integer_sequence<int, first...> all) {
  (check_row<static_cast<Format>(first)>(all), ...);
}

TEST(ConvertAny, every_pair_keeps_every_bit) { check_all(std::make_integer_sequence<int, formats>()); }

template <Format to, Format from>
using OptionsOf = ConversionOptions<to, decltype(convert<from>(Exec(), Csr()))>;

TEST(ConvertAny, each_pair_has_its_options) {
  static_assert(std::is_same_v<OptionsOf<Format::csr, Format::coo>, CooToCsrOptions>);
  static_assert(std::is_same_v<OptionsOf<Format::csc, Format::coo>, CooToCsrOptions>);
  static_assert(std::is_same_v<OptionsOf<Format::csc, Format::csr>, TransposeOptions>);
  static_assert(std::is_same_v<OptionsOf<Format::csr, Format::csc>, TransposeOptions>);
  static_assert(std::is_same_v<OptionsOf<Format::csc, Format::ell>, TransposeOptions>);
  static_assert(std::is_same_v<OptionsOf<Format::ell, Format::coo>, EllOptions>);
  static_assert(std::is_same_v<OptionsOf<Format::dok, Format::coo>, DokOptions>);
  static_assert(std::is_same_v<OptionsOf<Format::packet, Format::sell>, PacketOptions>);
  static_assert(std::is_same_v<OptionsOf<Format::coo, Format::csc>, NoFormatOptions>);
  static_assert(std::is_same_v<OptionsOf<Format::csr, Format::ell>, NoFormatOptions>);
  static_assert(std::is_same_v<OptionsOf<Format::hypersparse, Format::coo>, NoFormatOptions>);
}

template <class Matrix, int... format>
void check_other_type(Matrix const& A, HostCsr<double, int, int> const& host, std::integer_sequence<int, format...>) {
  Exec const exec;
  auto const check = [&]<Format to>(std::integral_constant<Format, to>) {
    auto const B = convert<to>(exec, A);
    static_assert(std::is_same_v<std::remove_const_t<decltype(B)>, decltype(convert<to>(exec, Csr()))>);
    auto const C = convert<to>(exec, A, ConversionOptions<to, Matrix>{});
    auto const rows = convert<Format::csr>(exec, B), rows_again = convert<Format::csr>(exec, C);
    exec.fence();
    EXPECT_TRUE(same_bits(to_host(rows), host)) << name(to);
    EXPECT_TRUE(same_bits(to_host(rows_again), host)) << name(to);
  };
  (check(std::integral_constant<Format, static_cast<Format>(format)>()), ...);
  EXPECT_EQ(convert<Format::csr>(exec, A).entries.data(), Impl::as_matrix(A).entries.data());
  EXPECT_TRUE(same_bits(to_host(sort_rows(exec, A)), host));
  EXPECT_TRUE(same_bits(to_host(sum_duplicates(exec, A)), host));
  EXPECT_EQ(csr_to_dense(exec, A, 0.0).extent(0), host.row_map.size() - 1);
  EXPECT_EQ(sell_slots(exec, A), convert<Format::sell>(exec, A).slots());
  EXPECT_EQ(csr_to_grouped_jds(exec, A).nnz(), Impl::as_matrix(A).nnz());
  EXPECT_FALSE(is_hypersparse_better(exec, A));
}

TEST(ConvertAny, a_derived_class_and_a_matrix_of_another_library) {
  auto const host = matrices()[2].matrix;
  auto const A = to_csr<Space>(host);
  auto const all = std::make_integer_sequence<int, formats>();
  check_other_type(DerivedFrom(A), host, all);
  check_other_type(LikeKokkosSparse(A), host, all);
}

TEST(ConvertAny, packets_of_a_partition_from_any_format) {
  Exec const exec;
  auto const host = matrices()[2].matrix;
  auto const A = to_csr<Space>(host);
  std::vector<int> part_of(240);
  for (int i = 0; i < 240; ++i) part_of[i] = i % 3;
  auto const partition = packet_partition(exec, 3, to_view<Space>(part_of));
  auto const P =
      convert<Format::packet>(exec, convert<Format::ell>(exec, A), partition, {.numbering = PacketNumbering::packed});
  EXPECT_EQ(P.packet_map.extent(0), 4u);
  EXPECT_TRUE(same_bits(to_host(convert<Format::csr>(exec, P)), host));
}

TEST(ConvertAny, what_has_the_format_is_not_touched) {
  Exec const exec;
  auto const A = to_csr<Space>(matrices()[2].matrix);
  std::int64_t const before = allocations_made();
  EXPECT_EQ(convert<Format::csr>(exec, A).entries.data(), A.entries.data());
  EXPECT_EQ(allocations_made(), before);
  auto const E = convert<Format::ell>(exec, A);
  EXPECT_EQ(convert<Format::ell>(exec, E).entries.data(), E.entries.data());
  auto const Z = convert<Format::ell>(exec, E, {.padding = EllPadding::zero});
  EXPECT_EQ(Z.padding(), EllPadding::zero);
  auto const coo = convert<Format::coo>(exec, A);
  EXPECT_EQ(coo.col_indices.data(), A.entries.data());
  EXPECT_EQ(convert<Format::coo>(exec, coo).row_indices.data(), coo.row_indices.data());
  exec.fence();
}

TEST(ConvertAny, options_and_workspace_arrive) {
  Exec const exec;
  Workspace<Space> workspace;
  auto const A = to_csr<Space>(matrices()[2].matrix);
  auto const sell = convert<Format::sell>(exec, A, {.chunk = 8, .sorting_window = 64}, workspace);
  EXPECT_EQ(sell.chunk(), 8);
  EXPECT_EQ(sell.permutation.extent(0), 240u);
  auto const bsr = convert<Format::bsr>(exec, sell, {.block_rows = 3, .block_cols = 3, .limits = {}}, workspace);
  EXPECT_EQ(bsr.block_size(), 3);
  auto const csc = convert<Format::csc>(exec, bsr, {}, workspace);
  EXPECT_GT(workspace.peak_bytes(), 0);
  auto const back = convert<Format::csr>(exec, convert<Format::coo>(exec, csc, {}, workspace), {}, workspace);
  exec.fence();
  EXPECT_TRUE(same_bits(to_host(back), matrices()[2].matrix));
  EXPECT_EQ(refusal([&] {
              convert<Format::ell>(exec, csc, {.limits = {.bytes = 7}});
            }).rfind("Araios::convert::csr_to_ell: ", 0),
            0u);
}

/// Options of a transposition are heeded: conjugates, and a method, which refuses what it has no room
/// for.
TEST(ConvertAny, transpose_options_arrive) {
  using Scalar = Kokkos::complex<double>;
  Exec const exec;
  auto const host = from_rows<Scalar, int, int>(random_rows(60, 60, 3, Rows::uniform, false, 4), 60);
  auto conjugated = host;
  bool any = false;
  for (auto& value : conjugated.values) {
    any = any || value.imag() != 0;
    value = Kokkos::conj(value);
  }
  ASSERT_TRUE(any);
  auto const A = to_csr<Space>(host);
  auto const coo = convert<Format::coo>(exec, A);
  auto const columns = convert<Format::csc>(exec, A);
  auto const rows_of = [&](auto const& B) { return to_host(convert<Format::csr>(exec, B)); };
  TransposeOptions const conjugate{.conjugate = Conjugate::yes};
  EXPECT_TRUE(same_bits(rows_of(convert<Format::csc>(exec, A, conjugate)), conjugated));
  EXPECT_TRUE(same_bits(to_host(convert<Format::csr>(exec, columns, conjugate)), conjugated));
  EXPECT_TRUE(same_bits(rows_of(convert<Format::csc>(exec, columns, conjugate)), conjugated));
  EXPECT_TRUE(same_bits(rows_of(convert<Format::csc>(exec, coo, CooToCsrOptions{})), host));
  TransposeOptions const no_room{.method = TransposeMethod::scan_trans, .scan_trans_budget_bytes = 1};
  EXPECT_NE(refusal([&] { convert<Format::csr>(exec, columns, no_room); }), "nothing was thrown");
  EXPECT_EQ(refusal([&] { convert<Format::csr>(exec, columns, no_room); }),
            refusal([&] { convert<Format::csc>(exec, A, no_room); }));
}

/// Unsorted rows with entries at one place: what each format makes of their order.
TEST(ConvertAny, order_of_entries) {
  Exec const exec;
  HostCsr<double> const host{3, 3, {0, 3, 6, 7}, {2, 0, 2, 1, 1, 0, 2}, {1, 2, 3, 4, 5, 6, 7}};
  HostCsr<double> const sorted{3, 3, {0, 3, 6, 7}, {0, 2, 2, 0, 1, 1, 2}, {2, 1, 3, 6, 4, 5, 7}};
  auto const A = to_csr<Space>(host);
  auto const rows_of = [&](auto const& B) { return to_host(convert<Format::csr>(exec, B)); };
  EXPECT_TRUE(same_bits(rows_of(convert<Format::coo>(exec, A)), host));
  EXPECT_TRUE(same_bits(rows_of(convert<Format::ell>(exec, A)), host));
  EXPECT_TRUE(same_bits(rows_of(convert<Format::hyb>(exec, A)), host));
  EXPECT_TRUE(same_bits(rows_of(convert<Format::sell>(exec, A)), host));
  EXPECT_TRUE(same_bits(rows_of(convert<Format::jds>(exec, A)), host));
  EXPECT_TRUE(same_bits(rows_of(convert<Format::hypersparse>(exec, A)), host));
  EXPECT_TRUE(same_bits(rows_of(convert<Format::csc>(exec, A)), sorted));
  EXPECT_TRUE(same_bits(rows_of(convert<Format::packet>(exec, A)), sorted));
  EXPECT_EQ(to_vector(convert<Format::coo>(exec, convert<Format::csc>(exec, A)).values),
            (std::vector<double>{2, 6, 4, 5, 1, 3, 7}));
  CooMatrix<double, int, int, Space> const list(2, 1, to_view<Space>(std::vector<int>{1, 0}),
                                                to_view<Space>(std::vector<int>{0, 0}),
                                                to_view<Space>(std::vector<double>{8, 9}));
  EXPECT_EQ(to_vector(convert<Format::csc>(exec, list).values), (std::vector<double>{8, 9}));
  CooMatrix<double, int, int, Space> const twice(1, 2, to_view<Space>(std::vector<int>{0, 0, 0}),
                                                 to_view<Space>(std::vector<int>{1, 0, 1}),
                                                 to_view<Space>(std::vector<double>{1, 2, 4}));
  for (bool const may_wait : {false, true}) {
    CooToCsrOptions const sums{.duplicates = Duplicates::sum, .may_wait = may_wait};
    EXPECT_EQ(to_vector(convert<Format::csr>(exec, twice, sums).values), (std::vector<double>{2, 5}));
    EXPECT_EQ(to_vector(convert<Format::csc>(exec, twice, sums).values), (std::vector<double>{2, 5}));
  }
}

/// Without values, with other types, and with values that may not be changed.
TEST(ConvertAny, other_types) {
  Exec const exec;
  auto const host = from_rows<Pattern, int, std::int64_t>(random_rows(60, 60, 3, Rows::uniform, false, 4), 60);
  auto const A = to_csr<Space>(host);
  auto const B = convert<Format::csr>(exec, convert<Format::jds>(exec, convert<Format::dia_csr>(exec, A)));
  auto const values = matrices()[2].matrix;
  auto const C = to_csr<Space>(values);
  CsrMatrix<double const, int, int, Space> const D(C.num_rows(), C.num_cols(), C.row_map, C.entries, C.values);
  auto const E = convert<Format::csr>(exec, convert<Format::sell>(exec, convert<Format::coo>(exec, D)));
  exec.fence();
  EXPECT_TRUE(same_bits(to_host(B), host));
  EXPECT_TRUE(same_bits(to_host(E), values));
}

TEST(ConvertAny, names) {
  EXPECT_STREQ(name(Format::csr), "CSR");
  EXPECT_STREQ(name(Format::dia_csr), "DIA+CSR");
  EXPECT_STREQ(name(Format::packet), "PKT");
  EXPECT_STREQ(name(Format::hypersparse), "DCSR");
  EXPECT_STREQ(name(static_cast<Format>(formats)), "?");
}

}  // namespace convert_any_test
