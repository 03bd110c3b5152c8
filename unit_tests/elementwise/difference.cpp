// SPDX-License-Identifier: Apache-2.0

#include <Araios/build.hpp>
#include <Araios/elementwise.hpp>
#include <Araios/formats/validate/compressed.hpp>
#include <Araios/sort_rows.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <type_traits>
#include <vector>

#include "support/contract.hpp"
#include "support/matrices.hpp"
#include "support/reference.hpp"
#include "support/refusals.hpp"
#include "support/sparse_vectors.hpp"
#include "support/types.hpp"

namespace elementwise_difference_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

/// The entries of A where B has none.
template <class Scalar, class Ordinal, class Offset>
HostCsr<Scalar, Ordinal, Offset> without(HostCsr<Scalar, Ordinal, Offset> const& A,
                                         HostCsr<Scalar, Ordinal, Offset> const& B) {
  HostCsr<Scalar, Ordinal, Offset> C;
  C.num_rows = A.num_rows;
  C.num_cols = A.num_cols;
  for (std::int64_t i = 0; i < A.num_rows; ++i) {
    std::set<Ordinal> const row(B.entries.begin() + B.row_map[i], B.entries.begin() + B.row_map[i + 1]);
    for (auto p = A.row_map[i]; p < A.row_map[i + 1]; ++p)
      if (row.count(A.entries[p]) == 0) {
        C.entries.push_back(A.entries[p]);
        C.values.push_back(A.values[p]);
      }
    C.row_map.push_back(static_cast<Offset>(C.entries.size()));
  }
  return C;
}

/// Every third entry of A, and others beside it.
template <class Scalar, class Ordinal, class Offset>
HostCsr<Scalar, Ordinal, Offset> partner(HostCsr<Scalar, Ordinal, Offset> const& A) {
  std::vector<std::vector<std::int64_t>> rows(A.num_rows);
  for (std::int64_t i = 0; i < A.num_rows; ++i) {
    std::set<std::int64_t> row;
    for (auto p = A.row_map[i]; p < A.row_map[i + 1]; ++p)
      row.insert(p % 3 == 0 ? std::int64_t(A.entries[p]) : (std::int64_t(A.entries[p]) + p % 5) % A.num_cols);
    rows[i].assign(row.begin(), row.end());
  }
  return from_rows<Scalar, Ordinal, Offset>(rows, A.num_cols);
}

template <class C>
struct Difference : testing::Test {
  typename C::Exec exec;
};
TYPED_TEST_SUITE(Difference, AllCases, CaseName);

TYPED_TEST(Difference, against_sets_and_by_the_laws_of_de_morgan) {
  using Scalar = typename TypeParam::Scalar;
  using Space = typename TypeParam::Space;
  auto const& exec = this->exec;
  for (auto const& [name, given] : small_matrices<Scalar, typename TypeParam::Ordinal, typename TypeParam::Offset>()) {
    auto const a = reference::sum_duplicates(given);
    auto const b = partner(a);
    auto const A = to_csr<Space>(a);
    auto const B = to_csr<Space>(b);
    auto const left = elementwise_difference(exec, A, B);
    auto const right = elementwise_difference(exec, B, A);
    auto const either = elementwise_xor(exec, A, B);
    exec.fence();
    ASSERT_TRUE(same_bits(to_host(left), without(a, b))) << name;
    ASSERT_TRUE(same_bits(to_host(right), without(b, a))) << name;
    validate(exec, either, {.order = Order::strict});
    // A xor B = (A - B) or (B - A) = (A or B) - (A and B)
    EXPECT_TRUE(equal(exec, either, elementwise_add(exec, left, right))) << name;
    auto const P = pattern_of(A), Q = pattern_of(B);
    auto const both = elementwise_multiply(exec, P, Q);
    EXPECT_TRUE(equal(exec, pattern_of(either), elementwise_difference(exec, elementwise_add(exec, P, Q), both)))
        << name;
    // not (P and Q) = not P or not Q, not (P or Q) = not P and not Q, within U = P or Q
    auto const U = elementwise_add(exec, P, Q);
    auto const no = [&](auto const& M) { return elementwise_difference(exec, U, M); };
    EXPECT_TRUE(equal(exec, no(both), elementwise_add(exec, no(P), no(Q)))) << name;
    EXPECT_TRUE(equal(exec, no(U), elementwise_multiply(exec, no(P), no(Q)))) << name;
    // A mask of another Scalar.
    auto const masked = elementwise_difference(exec, A, Q);
    exec.fence();
    static_assert(std::is_same_v<typename decltype(masked)::Scalar, Scalar>);
    EXPECT_TRUE(same_bits(to_host(masked), without(a, b))) << name;
    EXPECT_EQ(elementwise_difference(exec, A, A).nnz(), 0) << name;
  }
}

TEST(DifferenceOfVectors, keeps_what_one_has) {
  Exec const exec;
  auto const x = to_sparse<Space>(from_indices<double, int>(9, {1, 4, 7}));
  auto const y = to_sparse<Space>(from_indices<double, int>(9, {0, 4, 8}));
  EXPECT_EQ(to_vector(elementwise_difference(exec, x, y).indices), (std::vector<int>{1, 7}));
  EXPECT_EQ(to_vector(elementwise_xor(exec, x, y).indices), (std::vector<int>{0, 1, 7, 8}));
}

TEST(DifferenceRefusals, name_what_disagrees) {
  Exec const exec;
  auto const A = to_csr<Space>(from_rows<double, int, int>({{0, 2}, {1}}, 3));
  auto const B = to_csr<Space>(from_rows<Pattern, int, int>({{2, 0}, {1}}, 3));
  auto const C = to_csr<Space>(from_rows<Pattern, int, int>({{0}}, 3));
  EXPECT_EQ(refusal([&] { elementwise_difference(exec, A, C); }),
            "Araios::elementwise_difference: rows of the operands (2 != 1)");
  EXPECT_EQ(refusal([&] { elementwise_difference(exec, A, B); }),
            "Araios::elementwise_difference: second operand: row 0, position 1: column 0 follows column 2: not sorted; "
            "both operands must be sorted, without duplicates (see sum_duplicates)");
}

contract::Operations const operations{contract::returns("elementwise_difference",
                                                        [](contract::Data& d) {
                                                          return elementwise_difference(
                                                              d.exec, sort_rows(d.exec, d.A, d.workspace),
                                                              sort_rows(d.exec, d.A, d.workspace), d.workspace);
                                                        },
                                                        {.fences = 1})};

}  // namespace elementwise_difference_test
