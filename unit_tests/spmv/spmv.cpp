// SPDX-License-Identifier: Apache-2.0

#include <Araios/convert.hpp>
#include <Araios/spmv.hpp>
#include <Araios/spmv_plan.hpp>
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "support/contract.hpp"
#include "support/matrices.hpp"
#include "support/reference.hpp"
#include "support/refusals.hpp"
#include "support/spmv.hpp"
#include "support/types.hpp"

namespace spmv_test {

using namespace Araios;
using namespace Araios::test;

constexpr SpmvMethod methods[] = {SpmvMethod::automatic, SpmvMethod::rows, SpmvMethod::merge};

template <class C>
struct SpmvCsr : testing::Test {};
TYPED_TEST_SUITE(SpmvCsr, AllCases, CaseName);

TYPED_TEST(SpmvCsr, is_within_the_bound) {
  typename TypeParam::Exec const exec;
  for (auto const& [name, host] :
       small_matrices<typename TypeParam::Scalar, typename TypeParam::Ordinal, typename TypeParam::Offset>())
    for (auto const method : methods) check_spmv(exec, host, to_csr<typename TypeParam::Space>(host), name, method);
}

TEST(SpmvCsrMixed, float_matrix_and_double_vectors) {
  Kokkos::DefaultExecutionSpace const exec;
  for (auto const& [name, host] : small_matrices<float>())
    check_spmv_in<double>(exec, host, to_csr<Kokkos::DefaultExecutionSpace::memory_space>(host), name);
}

/// A real x stays real: infinity times it has no part that is not a number.
TEST(SpmvMixed, infinity_times_a_real_vector_stays_real) {
  using Exec = Kokkos::DefaultExecutionSpace;
  using Space = Exec::memory_space;
  using Complex = Kokkos::complex<double>;
  Exec const exec;
  double const infinity = std::numeric_limits<double>::infinity();
  auto const x = to_view<Space>(std::vector<double>(70, 2));
  Kokkos::View<Complex*, Space> const y("y", 2);
  auto const check = [&](auto const& A, Complex const& expected, std::string const& where) {
    for (auto const method : methods) {
      Kokkos::deep_copy(y, Complex(7, 7));
      if constexpr (format_of_v<std::remove_cvref_t<decltype(A)>> == Format::csr)
        spmv(exec, 1.0, A, x, 0.0, y, {.method = method});
      else
        spmv(exec, 1.0, A, x, 0.0, y);
      for (auto const& element : to_vector(y)) {
        EXPECT_EQ(element.real(), expected.real()) << where;
        EXPECT_EQ(element.imag(), expected.imag()) << where;
      }
    }
  };
  auto const of = [&](auto value, Complex const& expected) {
    using T = decltype(value);
    // A short and a long row.
    std::vector<std::vector<std::int64_t>> rows{{3}, {}};
    for (std::int64_t j = 0; j < 70; ++j) rows[1].push_back(j);
    auto host = from_rows<T, int, int>(rows, 70);
    host.values.assign(host.entries.size(), T(0));
    host.values[0] = host.values[40] = value;
    auto const A = to_csr<Space>(host);
    check(A, expected, "csr");
    check(convert<Format::coo>(exec, A), expected, "coo");
    check(convert<Format::sell>(exec, A), expected, "sell");
    auto square = from_rows<T, int, int>({{0, 1}, {0, 1}}, 2);
    square.values = {value, T(0), T(0), value};
    auto const packets = convert<Format::packet>(exec, to_csr<Space>(square));
    Kokkos::deep_copy(y, Complex(7, 7));
    spmv(exec, 1.0, packets, to_view<Space>(std::vector<double>{2, 2}), 0.0, y);
    for (auto const& element : to_vector(y)) EXPECT_EQ(element.imag(), expected.imag()) << "packet";
    SpmvPlan const plan(exec, A, {.determinism = Determinism::space_to_space});
    Kokkos::deep_copy(y, Complex(7, 7));
    spmv(exec, plan, 1.0, A, x, 0.0, y);
    for (auto const& element : to_vector(y)) EXPECT_EQ(element.imag(), expected.imag()) << "plan";
  };
  of(infinity, Complex(infinity, 0));
  of(Complex(infinity, 1), Complex(infinity, 2));
}

/// A maximum of products, as a user makes it, and not MaxTimes itself.
struct LargestProduct : SemiringOf<Max, Times> {};

TEST(SpmvCsrSemirings, no_maximum_of_products_takes_a_negative_alpha) {
  using Exec = Kokkos::DefaultExecutionSpace;
  using Space = Exec::memory_space;
  Exec const exec;
  auto const A = to_csr<Space>(from_rows<double, int, int>({{0, 1}}, 2));
  auto const x = to_view<Space>(std::vector<double>{1, 1}), y = to_view<Space>(std::vector<double>{7});
  EXPECT_EQ(refusal([&] { spmv<LargestProduct>(exec, -1.0, A, x, LargestProduct::zero<double>(), y); }),
            "Araios::spmv: alpha must not be negative over a maximum or minimum of products (-1)");
  EXPECT_EQ(to_vector(y), (std::vector<double>{7}));
}

TEST(SpmvCsrSemirings, are_exact) {
  Kokkos::DefaultExecutionSpace const exec;
  for (auto const& [name, host] : small_matrices<double>())
    for (auto const method : methods)
      check_semirings(exec, host, to_csr<Kokkos::DefaultExecutionSpace::memory_space>(host), name, method);
}

/// Rows are added in pieces, whose multiples would be compared one by one.
TEST(SpmvCsrSemirings, max_times_takes_no_negative_alpha) {
  using Exec = Kokkos::DefaultExecutionSpace;
  using Space = Exec::memory_space;
  Exec const exec;
  auto const A = to_csr<Space>(from_rows<double, int, int>({{0, 1}}, 2));
  auto const x = to_view<Space>(std::vector<double>{1, 1}), y = to_view<Space>(std::vector<double>{7});
  double const zero = MaxTimes::zero<double>();
  EXPECT_EQ(refusal([&] { spmv<MaxTimes>(exec, -1.0, A, x, zero, y); }),
            "Araios::spmv: alpha must not be negative over MaxTimes (-1)");
  EXPECT_EQ(to_vector(y), (std::vector<double>{7}));
  spmv<MaxTimes>(exec, zero, A, x, zero, y);
  EXPECT_EQ(to_vector(y), (std::vector<double>{zero}));
}

template <class C>
struct SpmvOthers : testing::Test {};
TYPED_TEST_SUITE(SpmvOthers, AllCases, CaseName);

TYPED_TEST(SpmvOthers, coo_and_csc_are_within_the_bound) {
  using Scalar = typename TypeParam::Scalar;
  using Ordinal = typename TypeParam::Ordinal;
  using Offset = typename TypeParam::Offset;
  using Space = typename TypeParam::Space;
  typename TypeParam::Exec const exec;
  for (auto const& [name, host] : small_matrices<Scalar, Ordinal, Offset>()) {
    auto const A = to_csr<Space>(host);
    check_spmv(exec, host, convert<Format::coo>(exec, A), "COO of " + name);
    auto const transposed = to_csr<Space>(reference::transpose(host));
    check_spmv(exec, host, convert<Format::coo>(exec, CscMatrix<Scalar, Ordinal, Offset, Space>(transposed)),
               "COO by columns of " + name);
    check_spmv(exec, host, CscMatrix<Scalar, Ordinal, Offset, Space>(transposed), "CSC of " + name);
  }
}

TEST(SpmvCooAndCscSemirings, are_exact) {
  using Space = Kokkos::DefaultExecutionSpace::memory_space;
  Kokkos::DefaultExecutionSpace const exec;
  for (auto const& [name, host] : small_matrices<double>()) {
    check_semirings(exec, host, convert<Format::coo>(exec, to_csr<Space>(host)), "COO of " + name);
    CscMatrix<double, int, int, Space> const by_columns(to_csr<Space>(reference::transpose(host)));
    check_semirings(exec, host, by_columns, "CSC of " + name);
  }
}

TEST(SpmvCooAndCscMixed, float_matrix_and_double_vectors) {
  using Space = Kokkos::DefaultExecutionSpace::memory_space;
  Kokkos::DefaultExecutionSpace const exec;
  for (auto const& [name, host] : small_matrices<float>()) {
    check_spmv_in<double>(exec, host, convert<Format::coo>(exec, to_csr<Space>(host)), "COO of " + name);
    CscMatrix<float, int, int, Space> const by_columns(to_csr<Space>(reference::transpose(host)));
    check_spmv_in<double>(exec, host, by_columns, "CSC of " + name);
  }
}

contract::Operations const operations{
    contract::writes(
        "spmv_csr_rows",
        [](contract::Data& d) { spmv(d.exec, 1.0, d.A, d.x, 0.0, d.y, {.method = SpmvMethod::rows}, d.workspace); }),
    contract::writes(
        "spmv_csr_merge",
        [](contract::Data& d) { spmv(d.exec, 1.0, d.A, d.x, 0.0, d.y, {.method = SpmvMethod::merge}, d.workspace); }),
    contract::writes("spmv_csr_automatic",
                     [](contract::Data& d) { spmv(d.exec, 1.0, d.A, d.x, 0.0, d.y, {}, d.workspace); }),
    contract::writes(
        "spmv_csr_transposed",
        [](contract::Data& d) { spmv(d.exec, 1.0, d.A, d.y, 0.0, d.x, {.op = Op::transpose}, d.workspace); }),
    contract::writes("spmv_shortest_call", [](contract::Data& d) { spmv(d.exec, 1.0, d.A, d.x, 0.0, d.y); }),
    contract::writes(
        "spmv_coo", [](contract::Data& d) { return convert<Format::coo>(d.exec, d.A); },
        [](contract::Data& d, auto& operand) { spmv(d.exec, 1.0, operand, d.x, 0.0, d.y, {}, d.workspace); }),
    contract::writes(
        "spmv_coo_shortest_call", [](contract::Data& d) { return convert<Format::coo>(d.exec, d.A); },
        [](contract::Data& d, auto& operand) { spmv(d.exec, 1.0, operand, d.x, 0.0, d.y); }),
    contract::writes("spmv_csc",
                     [](contract::Data& d) {
                       spmv(d.exec, 1.0,
                            CscMatrix<double, int, int, contract::Space>(d.m, d.n, d.result.row_map, d.A.entries,
                                                                         d.A.values),
                            d.x, 0.0, d.y, {}, d.workspace);
                     },
                     {.no_operand = "its col_map is an array of results, without a fault"})};

}  // namespace spmv_test
