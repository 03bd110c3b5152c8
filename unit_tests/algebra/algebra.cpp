// SPDX-License-Identifier: Apache-2.0
//
// Every operation in every mixture of formats, against the same operation for CSR.

#include <Araios/algebra.hpp>
#include <Araios/build.hpp>
#include <Araios/convert.hpp>
#include <Araios/formats/validate/compressed.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <string>
#include <type_traits>
#include <vector>

#include "support/contract.hpp"
#include "support/matrices.hpp"
#include "support/reference.hpp"
#include "support/types.hpp"

namespace algebra_test {

using namespace Araios;
using namespace Araios::test;

/// Every third entry of A, and others beside it, in two rows of three.
template <class Scalar, class Ordinal, class Offset>
HostCsr<Scalar, Ordinal, Offset> partner(HostCsr<Scalar, Ordinal, Offset> const& A) {
  std::vector<std::vector<std::int64_t>> rows(A.num_rows);
  for (std::int64_t i = 0; i < A.num_rows; ++i) {
    std::set<std::int64_t> row;
    if (i % 3 == 1 && A.num_cols > 0 && A.num_rows < 4000) row.insert(i % A.num_cols);
    for (auto p = A.row_map[i]; i % 3 != 0 && p < A.row_map[i + 1]; ++p)
      row.insert(p % 3 == 0 ? std::int64_t(A.entries[p]) : (std::int64_t(A.entries[p]) + p % 5) % A.num_cols);
    rows[i].assign(row.begin(), row.end());
  }
  return from_rows<Scalar, Ordinal, Offset>(rows, A.num_cols);
}

/// Values are small enough for exact sums.
template <class C>
auto sorted_matrices() {
  return reference::sorted_matrices<typename C::Scalar, typename C::Ordinal, typename C::Offset>(100);
}

/// visit(A in `format`...) for all formats of two operands but CSR with CSR.
template <class Exec, class A, class B, class Visit>
void in_mixed_formats(Exec const& exec, A const& a, B const& b, Visit const& visit) {
  auto const hypersparse_a = convert<Format::hypersparse>(exec, a);
  auto const hypersparse_b = convert<Format::hypersparse>(exec, b);
  auto const coo_a = convert<Format::coo>(exec, a);
  auto const coo_b = convert<Format::coo>(exec, b);
  visit("CSR, DCSR", a, hypersparse_b);
  visit("CSR, COO", a, coo_b);
  visit("DCSR, CSR", hypersparse_a, b);
  visit("DCSR, DCSR", hypersparse_a, hypersparse_b);
  visit("DCSR, COO", hypersparse_a, coo_b);
  visit("COO, CSR", coo_a, b);
  visit("COO, DCSR", coo_a, hypersparse_b);
  visit("COO, COO", coo_a, coo_b);
}

/// C has the format of A, is valid, and has the rows `expected`.
template <class A, class Exec, class C, class Expected>
void check_result(Exec const& exec, A const&, C const& c, Expected const& expected, std::string const& what) {
  static_assert(format_of_v<C> == format_of_v<A>);
  static_assert(std::is_same_v<typename C::Scalar, typename Expected::Scalar>);
  static_assert(std::is_same_v<typename C::Ordinal, typename Expected::Ordinal>);
  static_assert(std::is_same_v<typename C::Offset, typename Expected::Offset>);
  EXPECT_NO_THROW(validate(exec, c, {.order = Order::strict})) << what;
  auto const rows = convert<Format::csr>(exec, c);
  exec.fence();
  EXPECT_TRUE(same_bits(to_host(rows), to_host(expected))) << what;
}

template <class C>
struct Algebra : testing::Test {
  typename C::Exec exec;
};
TYPED_TEST_SUITE(Algebra, AllCases, CaseName);

TYPED_TEST(Algebra, products) {
  using Space = typename TypeParam::Space;
  auto const& exec = this->exec;
  for (auto const& [name, a] : sorted_matrices<TypeParam>()) {
    auto const A = to_csr<Space>(a);
    auto const B =
        to_csr<Space>(from_rows<typename TypeParam::Scalar, typename TypeParam::Ordinal, typename TypeParam::Offset>(
            random_rows(a.num_cols, 40, 1, Rows::uniform, false, 9), 40));
    auto const expected = multiply(exec, A, B);
    in_mixed_formats(exec, A, B, [&, &of = name](std::string const& formats, auto const& x, auto const& y) {
      check_result(exec, x, multiply(exec, x, y), expected, formats + " of " + of);
    });
    if constexpr (is_pattern_v<typename TypeParam::Scalar>) {
      auto const counts = multiply<PlusTimes, int, std::int64_t>(exec, A, B);
      auto const counted = multiply<PlusTimes, int, std::int64_t>(exec, convert<Format::hypersparse>(exec, A), B);
      check_result(exec, convert<Format::hypersparse>(exec, A), counted, counts, "counts of " + name);
    }
  }
}

TYPED_TEST(Algebra, element_by_element) {
  using Space = typename TypeParam::Space;
  auto const& exec = this->exec;
  for (auto const& [name, a] : sorted_matrices<TypeParam>()) {
    auto const A = to_csr<Space>(a);
    auto const B = to_csr<Space>(partner(a));
    auto const sum = elementwise_add(exec, A, B);
    auto const product = elementwise_multiply(exec, A, B);
    auto const difference = elementwise_difference(exec, A, B);
    auto const either = elementwise_xor(exec, A, B);
    in_mixed_formats(exec, A, B, [&, &of = name](std::string const& formats, auto const& x, auto const& y) {
      std::string const what = formats + " of " + of;
      check_result(exec, x, elementwise_add(exec, x, y), sum, "sum, " + what);
      check_result(exec, x, elementwise_multiply(exec, x, y), product, "product, " + what);
      check_result(exec, x, elementwise_difference(exec, x, y), difference, "difference, " + what);
      check_result(exec, x, elementwise_xor(exec, x, y), either, "xor, " + what);
      EXPECT_EQ(elementwise_difference(exec, x, x).nnz(), 0) << what;
      // A mask of another Scalar.
      check_result(exec, x, elementwise_difference(exec, x, pattern_of(y)), difference, "mask, " + what);
      if constexpr (!is_pattern_v<typename TypeParam::Scalar>)
        check_result(exec, x, elementwise_subtract(exec, x, y), elementwise_subtract(exec, A, B), "minus, " + what);
    });
  }
}

TYPED_TEST(Algebra, transposes_and_patterns) {
  using Space = typename TypeParam::Space;
  auto const& exec = this->exec;
  Workspace<Space> workspace;
  for (auto const& [name, a] : sorted_matrices<TypeParam>()) {
    auto const A = to_csr<Space>(a);
    auto const expected = Araios::transpose(exec, A);
    auto const check = [&, &of = name](auto const& x) {
      check_result(exec, x, transpose(exec, x), expected, of);
      check_result(exec, x, transpose(exec, x, workspace), expected, of);
      check_result(exec, x, transpose(exec, transpose(exec, x)), A, of);
      check_result(exec, x, pattern_of(x), pattern_of(A), of);
    };
    check(convert<Format::hypersparse>(exec, A));
    check(convert<Format::coo>(exec, A));
  }
}

TYPED_TEST(Algebra, kronecker_products) {
  using Scalar = typename TypeParam::Scalar;
  using Ordinal = typename TypeParam::Ordinal;
  using Offset = typename TypeParam::Offset;
  using Space = typename TypeParam::Space;
  auto const& exec = this->exec;
  std::vector<HostCsr<Scalar, Ordinal, Offset>> const factors{
      from_rows<Scalar, Ordinal, Offset>({}, 4),
      from_rows<Scalar, Ordinal, Offset>({{}, {}, {}}, 2),
      from_rows<Scalar, Ordinal, Offset>({{}, {0, 3}, {}, {}, {1, 2, 3}, {}}, 4),
      from_rows<Scalar, Ordinal, Offset>(random_rows(90, 30, 1, Rows::uniform, false, 3), 30),
  };
  for (auto const& a : factors)
    for (auto const& b : factors) {
      auto const A = to_csr<Space>(a);
      auto const B = to_csr<Space>(b);
      auto const expected = kronecker(exec, A, B);
      in_mixed_formats(exec, A, B, [&](std::string const& formats, auto const& x, auto const& y) {
        check_result(exec, x, kronecker(exec, x, y), expected, formats);
      });
      auto const wide = kronecker<std::int64_t, std::int64_t>(exec, A, B);
      auto const H = convert<Format::hypersparse>(exec, A);
      check_result(exec, H, kronecker<std::int64_t, std::int64_t>(exec, H, B), wide, "wider types");
    }
}

TYPED_TEST(Algebra, submatrices) {
  using Ordinal = typename TypeParam::Ordinal;
  using Space = typename TypeParam::Space;
  auto const& exec = this->exec;
  for (auto const& [name, a] : sorted_matrices<TypeParam>()) {
    auto const A = to_csr<Space>(a);
    std::int64_t const m = a.num_rows, n = a.num_cols;
    std::vector<Ordinal> some_rows, some_cols;
    for (std::int64_t i = m - 1; i >= 0; i -= 3) some_rows.push_back(static_cast<Ordinal>(i));
    for (std::int64_t i = 0; i < m; i += 7) some_rows.push_back(static_cast<Ordinal>(i));
    for (std::int64_t j = n - 1; j >= 0; j -= 2) some_cols.push_back(static_cast<Ordinal>(j));
    auto const rows = to_view<Space>(some_rows);
    auto const cols = to_view<Space>(some_cols);
    auto const check = [&, &of = name](auto const& x) {
      for (IndexRange const range : {IndexRange{0, m}, IndexRange{m / 3, m - m / 3}, IndexRange{m / 2, m / 2}})
        for (IndexRange const of_cols : {IndexRange{0, n}, IndexRange{n / 4, n / 2}}) {
          check_result(exec, x, submatrix(exec, x, range, of_cols), submatrix(exec, A, range, of_cols), of);
          check_result(exec, x, submatrix(exec, x, rows, of_cols), submatrix(exec, A, rows, of_cols), of);
          check_result(exec, x, submatrix(exec, x, range, cols), submatrix(exec, A, range, cols), of);
        }
      check_result(exec, x, submatrix(exec, x, rows, cols), submatrix(exec, A, rows, cols), of);
      check_result(exec, x, submatrix(exec, x, {0, m / 2}, {n / 2, n}), submatrix(exec, A, {0, m / 2}, {n / 2, n}), of);
    };
    check(convert<Format::hypersparse>(exec, A));
    check(convert<Format::coo>(exec, A));
  }
}

TYPED_TEST(Algebra, equality_and_search) {
  using Ordinal = typename TypeParam::Ordinal;
  using Space = typename TypeParam::Space;
  auto const& exec = this->exec;
  for (auto const& [name, a] : sorted_matrices<TypeParam>()) {
    auto const A = to_csr<Space>(a);
    auto const B = to_csr<Space>(partner(a));
    bool const same = equal(exec, A, B);
    auto const check_equal = [&, &of = name](std::string const& formats, auto const& x, auto const& y) {
      EXPECT_EQ(equal(exec, x, y), same) << formats << " of " << of;
    };
    in_mixed_formats(exec, A, B, check_equal);
    in_mixed_formats(exec, A, A, [&, &of = name](std::string const& formats, auto const& x, auto const& y) {
      EXPECT_TRUE(equal(exec, x, y)) << formats << " of " << of;
    });
    std::vector<Ordinal> rows{-1, 0, static_cast<Ordinal>(a.num_rows)};
    std::vector<Ordinal> cols{0, -1, 0};
    for (std::int64_t p = 0; p < 3000; ++p) {
      rows.push_back(static_cast<Ordinal>(p % (a.num_rows + 1)));
      cols.push_back(static_cast<Ordinal>(a.entries.empty() ? p % (a.num_cols + 1) : a.entries[p % a.entries.size()]));
    }
    auto const of_rows = to_view<Space>(rows);
    auto const of_cols = to_view<Space>(cols);
    Kokkos::View<int*, Space> const expected("Araios::test::expected", rows.size());
    contains(exec, A, of_rows, of_cols, expected);
    auto const check_search = [&, &of = name](auto const& x) {
      Kokkos::View<int*, Space> const found("Araios::test::found", rows.size());
      contains(exec, x, of_rows, of_cols, found);
      exec.fence();
      EXPECT_EQ(to_vector(found), to_vector(expected)) << of;
    };
    check_search(convert<Format::hypersparse>(exec, A));
    check_search(convert<Format::coo>(exec, A));
  }
}

contract::Operations const operations{
    contract::writes(
        "contains_in_hypersparse", [](contract::Data& d) { return convert<Format::hypersparse>(d.exec, d.structured); },
        [](contract::Data& d, auto& operand) { contains(d.exec, operand, d.arrays.entries, d.keys, d.result.entries); },
        {.rows = contract::Refuses::unsorted}),
    contract::writes(
        "contains_in_coo", [](contract::Data& d) { return convert<Format::coo>(d.exec, d.A); },
        [](contract::Data& d, auto& operand) { contains(d.exec, operand, d.arrays.entries, d.keys, d.result.entries); },
        {.rows = contract::Refuses::both}),
    contract::returns(
        "multiply_hypersparse", [](contract::Data& d) { return convert<Format::hypersparse>(d.exec, d.structured); },
        [](contract::Data& d, auto& operand) { return multiply(d.exec, operand, operand, {}, d.workspace); },
        {.fences = 3, .rows = contract::Refuses::both}),
    contract::returns(
        "multiply_by_hypersparse", [](contract::Data& d) { return convert<Format::hypersparse>(d.exec, d.structured); },
        [](contract::Data& d, auto& operand) { return multiply(d.exec, d.structured, operand, {}, d.workspace); },
        {.fences = 2, .rows = contract::Refuses::both}),
    contract::returns(
        "elementwise_add_hypersparse",
        [](contract::Data& d) { return convert<Format::hypersparse>(d.exec, d.structured); },
        [](contract::Data& d, auto& operand) { return elementwise_add(d.exec, operand, operand, d.workspace); },
        {.fences = 2, .rows = contract::Refuses::both}),
    contract::returns(
        "elementwise_add_to_csr", [](contract::Data& d) { return convert<Format::hypersparse>(d.exec, d.structured); },
        [](contract::Data& d, auto& operand) { return elementwise_add(d.exec, d.structured, operand, d.workspace); },
        {.fences = 1, .rows = contract::Refuses::both}),
    contract::returns(
        "elementwise_multiply_hypersparse",
        [](contract::Data& d) { return convert<Format::hypersparse>(d.exec, d.structured); },
        [](contract::Data& d, auto& operand) { return elementwise_multiply(d.exec, operand, operand, d.workspace); },
        {.fences = 3, .rows = contract::Refuses::both}),
    // two lists of rows, their union, no entry
    contract::returns(
        "elementwise_xor_of_coo", [](contract::Data& d) { return convert<Format::coo>(d.exec, d.structured); },
        [](contract::Data& d, auto& operand) { return elementwise_xor(d.exec, operand, operand, d.workspace); },
        {.fences = 4, .rows = contract::Refuses::both}),
    contract::returns(
        "kronecker_hypersparse", [](contract::Data& d) { return convert<Format::hypersparse>(d.exec, d.structured); },
        [](contract::Data& d, auto& operand) {
          return kronecker(d.exec, convert<Format::hypersparse>(d.exec, identity_matrix<double>(d.exec, 3)), operand,
                           d.workspace);
        },
        {.fences = 1}),
    contract::returns(
        "submatrix_of_hypersparse",
        [](contract::Data& d) { return convert<Format::hypersparse>(d.exec, d.structured); },
        [](contract::Data& d, auto& operand) { return submatrix(d.exec, operand, {3, 900}, {10, 800}, d.workspace); },
        {.fences = 3}),
    contract::returns(
        "equal_hypersparse", [](contract::Data& d) { return convert<Format::hypersparse>(d.exec, d.structured); },
        [](contract::Data& d, auto& operand) { return equal(d.exec, operand, operand, d.workspace); }, {.fences = 1}),
    contract::returns(
        "elementwise_union_hypersparse",
        [](contract::Data& d) { return convert<Format::hypersparse>(d.exec, d.structured); },
        [](contract::Data& d, auto& operand) {
          return elementwise_union(d.exec, Plus{}, operand, operand, d.workspace);
        },
        {.fences = 2, .rows = contract::Refuses::both}),
    contract::returns(
        "elementwise_intersection_hypersparse",
        [](contract::Data& d) { return convert<Format::hypersparse>(d.exec, d.structured); },
        [](contract::Data& d, auto& operand) {
          return elementwise_intersection(d.exec, Times{}, operand, operand, d.workspace);
        },
        {.fences = 3, .rows = contract::Refuses::both})};

}  // namespace algebra_test
