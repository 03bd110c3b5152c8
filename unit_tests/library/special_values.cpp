// SPDX-License-Identifier: Apache-2.0
//
// Min and Max of NaN, infinities and signed zeros: the same bits from the operator and from every function that adds
// with it, in every format.

#include <Araios/convert.hpp>
#include <Araios/elementwise.hpp>
#include <Araios/kronecker.hpp>
#include <Araios/multiply.hpp>
#include <Araios/spmspv.hpp>
#include <Araios/spmv.hpp>
#include <Araios/transform.hpp>
#include <Araios/transpose.hpp>
#include <Araios/vector.hpp>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "support/matrices.hpp"
#include "support/padded.hpp"

namespace library_special_values_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double least = std::numeric_limits<double>::denorm_min();

std::vector<std::uint64_t> bits(std::vector<double> const& values) {
  std::vector<std::uint64_t> all;
  for (double const value : values) all.push_back(std::bit_cast<std::uint64_t>(value));
  return all;
}

/// Twelve rows: the special values, each pair in both orders, apart and side by side, and copies with a long row.
HostCsr<double> special_matrix() {
  auto A = from_rows<double, int, int>({{0, 1, 2},
                                        {0, 3},
                                        {1, 4},
                                        {2, 3},
                                        {4, 5},
                                        {6},
                                        {7},
                                        {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11},
                                        {},
                                        {8, 9},
                                        {8, 9},
                                        {10, 11}},
                                       12);
  A.values = {2, nan,    1, 0.0,   -0.0,   -0.0, 0.0,  infinite, -infinite, nan,   -nan, -nan, -0.0,  5,    4,   3,
              2, -1e308, 1, least, -least, 0.0,  -0.0, 7,        8,         least, 0.0,  -0.0, least, -0.0, -0.0};
  A.values.resize(A.entries.size());
  return A;
}

template <class Add>
std::vector<double> by_rows(HostCsr<double> const& A) {
  std::vector<double> sums;
  for (std::int64_t i = 0; i < A.num_rows; ++i) {
    double sum = Add::template identity<double>();
    for (int p = A.row_map[i]; p < A.row_map[i + 1]; ++p) sum = Add()(sum, A.values[p]);
    sums.push_back(sum);
  }
  return sums;
}
template <class Add>
std::vector<double> by_columns(HostCsr<double> const& A) {
  std::vector<double> sums(A.num_cols, Add::template identity<double>());
  for (std::size_t p = A.entries.size(); p-- > 0;) sums[A.entries[p]] = Add()(A.values[p], sums[A.entries[p]]);
  return sums;
}

// -0.0 is added to each entry, which changes none.
constexpr double one = -0.0;

template <Format format>
void check_format() {
  Exec const exec;
  auto const host = special_matrix();
  ConversionOptions<format, decltype(to_csr<Space>(host))> options;
  if constexpr (requires { options.limits; }) options.limits = no_limits;
  auto const A = convert<format>(exec, to_csr<Space>(host), options);
  auto const x = to_view<Space>(std::vector<double>(12, one));
  for (auto const op : {Op::none, Op::transpose}) {
    auto const y = to_view<Space>(std::vector<double>(12, 0.0));
    spmv<MinPlus>(exec, one, A, x, infinite, y, {.op = op});
    exec.fence();
    EXPECT_EQ(bits(to_vector(y)), bits(op == Op::none ? by_rows<Min>(host) : by_columns<Min>(host)))
        << name(format) << ", op " << static_cast<int>(op);
  }
}

TEST(SpecialValues, spmv_csr) { check_format<Format::csr>(); }
TEST(SpecialValues, spmv_csc) { check_format<Format::csc>(); }
TEST(SpecialValues, spmv_coo) { check_format<Format::coo>(); }
TEST(SpecialValues, spmv_ell) { check_format<Format::ell>(); }
TEST(SpecialValues, spmv_hyb) { check_format<Format::hyb>(); }
TEST(SpecialValues, spmv_sell) { check_format<Format::sell>(); }
TEST(SpecialValues, spmv_jds) { check_format<Format::jds>(); }
TEST(SpecialValues, spmv_dia) { check_format<Format::dia>(); }
TEST(SpecialValues, spmv_dia_csr) { check_format<Format::dia_csr>(); }
TEST(SpecialValues, spmv_bsr) { check_format<Format::bsr>(); }
TEST(SpecialValues, spmv_packet) { check_format<Format::packet>(); }
TEST(SpecialValues, spmv_dok) { check_format<Format::dok>(); }
TEST(SpecialValues, spmv_hypersparse) { check_format<Format::hypersparse>(); }

TEST(SpecialValues, spmv_max_times) {
  Exec const exec;
  auto const host = special_matrix();
  auto const A = to_csr<Space>(host);
  auto const x = to_view<Space>(std::vector<double>(12, 1.0));
  for (auto const method : {SpmvMethod::rows, SpmvMethod::merge}) {
    auto const y = to_view<Space>(std::vector<double>(12, 0.0));
    spmv<MaxTimes>(exec, 1.0, A, x, -infinite, y, {.method = method});
    exec.fence();
    EXPECT_EQ(bits(to_vector(y)), bits(by_rows<Max>(host)));
  }
}

TEST(SpecialValues, spgemm) {
  Exec const exec;
  auto const host = special_matrix();
  std::vector<std::vector<std::int64_t>> const column(12, std::vector<std::int64_t>{0});
  auto ones = from_rows<double, int, int>(column, 1);
  ones.values.assign(12, one);
  auto const C = to_host(multiply<MinPlus>(exec, to_csr<Space>(host), to_csr<Space>(ones)));
  auto expected = by_rows<Min>(host);
  expected.erase(expected.begin() + 8);  // the row without entries
  EXPECT_EQ(bits(C.values), bits(expected));
}

TEST(SpecialValues, spmspv) {
  Exec const exec;
  auto const host = special_matrix();
  auto const A = to_csr<Space>(host);
  auto const x = dense_to_sparse(exec, to_view<Space>(std::vector<double>(12, 5.0)));
  // Kokkos 5 fills with 0.0 where it is given -0.0 as a scalar.
  Kokkos::deep_copy(x.values, to_view<Space>(std::vector<double>(12, one)));
  auto expected = by_rows<Min>(host);
  expected.erase(expected.begin() + 8);
  EXPECT_EQ(bits(to_vector(spmspv<MinPlus>(exec, A, x).values)), bits(expected));
  EXPECT_EQ(bits(to_vector(spmspv<MinPlus>(exec, convert<Format::csc>(exec, A), x).values)), bits(expected));
}

TEST(SpecialValues, kronecker_and_union) {
  Exec const exec;
  auto const host = special_matrix();
  auto const A = to_csr<Space>(host);
  auto const K = to_host(kronecker(exec, Min(), A, A));
  std::vector<double> expected;
  for (std::int64_t i = 0; i < 12; ++i)
    for (std::int64_t k = 0; k < 12; ++k)
      for (int p = host.row_map[i]; p < host.row_map[i + 1]; ++p)
        for (int q = host.row_map[k]; q < host.row_map[k + 1]; ++q)
          expected.push_back(Min()(host.values[q], host.values[p]));  // the other order
  EXPECT_EQ(bits(K.values), bits(expected));
  auto reversed = host;
  reversed.values.assign(host.values.rbegin(), host.values.rend());
  auto const U = to_host(elementwise_union(exec, Max(), A, to_csr<Space>(reversed)));
  auto const V = to_host(elementwise_union(exec, Max(), to_csr<Space>(reversed), A));
  EXPECT_EQ(bits(U.values), bits(V.values));
}

TEST(SpecialValues, complex_infinities_survive_real_factors) {
  Exec const exec;
  using T = Kokkos::complex<double>;
  T const infinity(infinite, 0);
  auto host = from_rows<T, int, int>({{0}}, 1);
  host.values = {infinity};
  auto const A = to_csr<Space>(host);
  auto const two = to_view<Space>(std::vector<double>{2.0});
  EXPECT_EQ(to_host(scale_rows(exec, two, A)).values[0], infinity);
  EXPECT_EQ(to_host(scale_columns(exec, A, two)).values[0], infinity);
  EXPECT_EQ(to_host(elementwise_add(exec, T(1), A, T(2), A)).values[0], infinity);
  EXPECT_EQ(to_host(elementwise_add(exec, T(1), A, T(-1), to_csr<Space>(from_rows<T, int, int>({{}}, 1)))).values[0],
            infinity);
  auto const x = to_view<Space>(std::vector<int>{0});
  Kokkos::View<T*, Space> const y("y", 1);
  axpy(exec, 1.0, SparseVector<T, int, Space>(1, x, to_view<Space>(host.values)), y);
  EXPECT_EQ(to_vector(y)[0], infinity);
  EXPECT_EQ(dot(exec, SparseVector<T, int, Space>(1, x, to_view<Space>(host.values)), two), infinity);
  EXPECT_EQ(to_host(multiply(exec, A, to_csr<Space>(from_rows<Pattern, int, int>({{0}}, 1)))).values[0], infinity);
}

}  // namespace library_special_values_test
