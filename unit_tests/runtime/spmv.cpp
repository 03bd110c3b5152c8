// SPDX-License-Identifier: Apache-2.0
//
// Products of matrices whose types are known at run time, against loops over the entries. Numbers are small and whole,
// so that nothing is rounded.

#include <Araios/convert.hpp>
#include <Araios/runtime/spmv.hpp>
#include <Araios/runtime/structured.hpp>
#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace runtime_spmv_test {

using namespace Araios::runtime;
using Araios::Format;
using Araios::Op;
using Araios::Pattern;
using Exec = HostExec;
template <class T>
using Array = Dense<T, Exec>;

template <class T>
Array<T> array(std::vector<T> const& from) {
  Array<T> const to("test", from.size());
  for (std::size_t p = 0; p < from.size(); ++p) to(p) = from[p];
  return to;
}

/// [1 0 2 0]
/// [0 0 0 0]
/// [3 4 0 5]
template <class Index>
Csr<double, Index, Exec> small() {
  return Csr<double, Index, Exec>(3, 4, array<typename Index::Offset>({0, 2, 2, 5}),
                                  array<typename Index::Ordinal>({0, 2, 0, 1, 3}), array<double>({1, 2, 3, 4, 5}));
}
std::vector<double> const x_of_rows{1, 2, 3}, x_of_columns{1, 2, 3, 4};
/// A x, and the transpose of A times x.
std::vector<double> const product{7, 0, 31}, transposed_product{10, 12, 2, 15};

template <class T>
DenseVector elements(std::vector<T>& x) {
  return {x.data(), type_of<T>, static_cast<std::int64_t>(x.size())};
}

/// y := 2 op(A) x + 3 y
std::vector<double> multiplied(Matrix const& A, Op op) {
  auto x = op == Op::none ? x_of_columns : x_of_rows;
  std::vector<double> y(op == Op::none ? 3 : 4, 1.0);
  spmv(Context{}, {.op = op}, {2}, A, elements(x), {3}, elements(y));
  return y;
}
void expect_products(Matrix const& A) {
  for (Op const op : {Op::none, Op::transpose}) {
    auto expected = op == Op::none ? product : transposed_product;
    for (double& value : expected) value = 2 * value + 3;
    EXPECT_EQ(multiplied(A, op), expected) << Araios::name(A.format) << " " << name(A.index);
  }
}

/// The kind and the text of the error that f throws.
template <class F>
std::pair<ErrorKind, std::string> error_of(F const& f) {
  std::string text;
  try {
    f();
  } catch (...) {
    auto const kind = kind_of_exception(text);
    return {kind, text};
  }
  return {ErrorKind::none, ""};
}

TEST(runtime_spmv, each_index_type_and_format_gives_the_product) {
  Exec const exec;
  for (IndexType const index : {IndexType::index_32, IndexType::index_32_64, IndexType::index_64})
    if (is_built(index)) with_index(index, [](auto i) { expect_products(matrix_of(small<decltype(i)>())); });
  auto const A = small<Index32>();
  expect_products(matrix_of(Araios::convert<Format::coo>(exec, A)));
  expect_products(as_csc(matrix_of(Csr<double, Index32, Exec>(
      4, 3, array<int>({0, 2, 3, 4, 5}), array<int>({0, 2, 2, 0, 2}), array<double>({1, 3, 4, 2, 5})))));
  for (Format const format : {Format::ell, Format::hyb, Format::sell, Format::jds, Format::dia, Format::dia_csr,
                              Format::dok, Format::hypersparse}) {
    FormatOptions any_padding;
    any_padding.slots_per_entry = -1;
    expect_products(to_structured<double>(exec, any_padding, format, A));
  }
}

TEST(runtime_spmv, beta_zero_does_not_read_y) {
  auto x = x_of_columns;
  std::vector<double> y(3, std::numeric_limits<double>::quiet_NaN());
  spmv(Context{}, {}, {1}, matrix_of(small<Index32>()), elements(x), {0}, elements(y));
  EXPECT_EQ(y, product);
}

TEST(runtime_spmv, duplicates_of_a_pattern_are_one_entry) {
  Csr<Pattern, Index32, Exec> const A(2, 2, array<int>({0, 2, 3}), array<int>({1, 1, 0}));
  auto const matrix = matrix_of(A);
  std::vector<double> x{5, 7}, y(2);
  spmv(Context{}, {}, {1}, matrix, elements(x), {0}, elements(y));
  EXPECT_EQ(y, (std::vector<double>{7, 5}));
  EXPECT_FALSE(matrix.is_canonical.is_known());
  auto const unique = matrix_of(Csr<Pattern, Index32, Exec>(2, 2, array<int>({0, 1, 2}), array<int>({1, 0})));
  spmv(Context{}, {}, {1}, unique, elements(x), {0}, elements(y));
  EXPECT_EQ(y, (std::vector<double>{7, 5}));
  EXPECT_TRUE(unique.is_canonical.is_known());
}

TEST(runtime_spmv, semirings_ignore_alpha_and_beta) {
  auto x = x_of_columns;
  std::vector<double> y(3);
  spmv(Context{}, {.semiring = SemiringType::max_plus}, {2}, matrix_of(small<Index32>()), elements(x), {2},
       elements(y));
  EXPECT_EQ(y, (std::vector<double>{5, -std::numeric_limits<double>::infinity(), 9}));
}

TEST(runtime_spmv, wrong_arguments_are_refused_with_both_values) {
  auto const A = matrix_of(small<Index32>());
  std::vector<double> x(4), y(3);
  std::vector<std::int64_t> integers(4);
  auto const [kind, text] = error_of([&] { spmv(Context{}, {}, {1}, A, elements(integers), {0}, elements(y)); });
  EXPECT_EQ(kind, ErrorKind::invalid_argument);
  EXPECT_EQ(text, "x is of ARAIOS_INT64, not of ARAIOS_FLOAT64");
  auto const too_short = error_of([&] { spmv(Context{}, {}, {1}, A, elements(y), {0}, elements(y)); });
  EXPECT_EQ(too_short.first, ErrorKind::invalid_argument);
  EXPECT_NE(too_short.second.find("(3 != 4)"), std::string::npos) << too_short.second;
  EXPECT_EQ(error_of([&] {
              spmv(Context{}, {.semiring = SemiringType::plus_pair}, {1}, A, elements(x), {0}, elements(y));
            }).first,
            ErrorKind::invalid_argument);
}

TEST(runtime_spmv, a_plan_gives_the_product_of_its_matrix_alone) {
  for (Op const op : {Op::none, Op::transpose}) {
    auto const A = matrix_of(small<Index32>());
    auto const plan = spmv_plan(Context{}, {.op = op}, A);
    auto x = op == Op::none ? x_of_columns : x_of_rows;
    std::vector<double> y(op == Op::none ? 3 : 4);
    spmv(Context{}, {.op = op}, plan, {1}, A, elements(x), {0}, elements(y));
    EXPECT_EQ(y, op == Op::none ? product : transposed_product);
    auto const other = matrix_of(small<Index32_64>());
    EXPECT_EQ(error_of([&] { spmv(Context{}, {.op = op}, plan, {1}, other, elements(x), {0}, elements(y)); }).first,
              ErrorKind::invalid_argument);
    EXPECT_EQ(error_of([&] { update(Context{}, plan, other); }).first, ErrorKind::invalid_argument);
  }
}

TEST(runtime_spmv, spmm_takes_both_layouts) {
  auto const A = matrix_of(small<Index32>());
  // The columns of X are x and 2 x.
  std::vector<double> by_rows{1, 2, 2, 4, 3, 6, 4, 8}, by_columns{1, 2, 3, 4, 2, 4, 6, 8}, Y(6);
  DenseMatrix const to{Y.data(), ValueType::float64, 3, 2, 2, 1};
  std::vector<double> const expected{7, 14, 0, 0, 31, 62};
  spmm(Context{}, {}, {1}, A, {by_rows.data(), ValueType::float64, 4, 2, 2, 1}, {0}, to);
  EXPECT_EQ(Y, expected);
  Y.assign(6, 0);
  spmm(Context{}, {}, {1}, A, {by_columns.data(), ValueType::float64, 4, 2, 1, 4}, {0}, to);
  EXPECT_EQ(Y, expected);
  EXPECT_EQ(
      error_of([&] { spmm(Context{}, {}, {1}, A, {by_rows.data(), ValueType::float64, 4, 2, 1, 1}, {0}, to); }).first,
      ErrorKind::invalid_argument);
}

}  // namespace runtime_spmv_test
