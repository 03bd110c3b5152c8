// SPDX-License-Identifier: Apache-2.0

#include <Araios/elementwise.hpp>
#include <Araios/formats/validate/compressed.hpp>
#include <Araios/sort_rows.hpp>
#include <Araios/testing/count_allocations.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "support/contract.hpp"
#include "support/matrices.hpp"
#include "support/reference.hpp"
#include "support/refusals.hpp"
#include "support/scale.hpp"
#include "support/sparse_vectors.hpp"
#include "support/types.hpp"

namespace elementwise_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

/// A matrix of the same shape that has about half of the places of A and as many others, sorted without duplicates.
template <class Scalar, class Ordinal, class Offset>
HostCsr<Scalar, Ordinal, Offset> partner(HostCsr<Scalar, Ordinal, Offset> const& A, unsigned seed) {
  std::mt19937_64 random(seed);
  std::vector<std::vector<std::int64_t>> rows(A.num_rows);
  for (std::int64_t i = 0; i < A.num_rows; ++i) {
    for (Offset p = A.row_map[i]; p < A.row_map[i + 1]; ++p) {
      if (random() % 2) rows[i].push_back(A.entries[p]);
      if (random() % 2) rows[i].push_back(static_cast<std::int64_t>(random() % A.num_cols));
    }
    if (A.num_cols > 0 && random() % 8 == 0) rows[i].push_back(static_cast<std::int64_t>(random() % A.num_cols));
    std::sort(rows[i].begin(), rows[i].end());
    rows[i].erase(std::unique(rows[i].begin(), rows[i].end()), rows[i].end());
  }
  return from_rows<Scalar, Ordinal, Offset>(rows, A.num_cols);
}

/// The combination by a map for every row; which: 0 union, 1 intersection.
template <class Op, class Left, class Right, class Scalar, class Ordinal, class Offset>
HostCsr<Scalar, Ordinal, Offset> reference_combination(bool is_union, HostCsr<Scalar, Ordinal, Offset> const& A,
                                                       HostCsr<Scalar, Ordinal, Offset> const& B, Op const& op,
                                                       Left const& left, Right const& right) {
  HostCsr<Scalar, Ordinal, Offset> C;
  C.num_rows = A.num_rows;
  C.num_cols = A.num_cols;
  for (std::int64_t i = 0; i < A.num_rows; ++i) {
    std::map<Ordinal, std::pair<Scalar const*, Scalar const*>> row;
    for (Offset p = A.row_map[i]; p < A.row_map[i + 1]; ++p) row[A.entries[p]].first = &A.values[p];
    for (Offset p = B.row_map[i]; p < B.row_map[i + 1]; ++p) row[B.entries[p]].second = &B.values[p];
    for (auto const& [column, pair] : row) {
      auto const [a, b] = pair;
      if (!is_union && (!a || !b)) continue;
      C.entries.push_back(column);
      C.values.push_back(a && b ? op(*a, *b) : a ? left(*a) : right(*b));
    }
    C.row_map.push_back(static_cast<Offset>(C.entries.size()));
  }
  return C;
}

template <class C>
struct Elementwise : testing::Test {
  typename C::Exec exec;
};
TYPED_TEST_SUITE(Elementwise, AllCases, CaseName);

TYPED_TEST(Elementwise, matrices_against_maps) {
  using Scalar = typename TypeParam::Scalar;
  using Space = typename TypeParam::Space;
  auto const same = [](Scalar const& v) { return v; };
  for (auto const& [name, a] :
       reference::sorted_matrices_and_empty_rows<Scalar, typename TypeParam::Ordinal, typename TypeParam::Offset>(
           30000)) {
    auto other = partner(a, 3);
    HostCsr<Scalar, typename TypeParam::Ordinal, typename TypeParam::Offset> none = a;
    none.entries.clear();
    none.values.clear();
    std::fill(none.row_map.begin(), none.row_map.end(), 0);
    for (auto const& b : {other, a, none}) {
      auto const A = to_csr<Space>(a);
      auto const B = to_csr<Space>(b);
      auto const sum = elementwise_add(this->exec, A, B);
      auto const swapped = elementwise_add(this->exec, B, A);
      auto const product = elementwise_multiply(this->exec, A, B);
      this->exec.fence();
      auto const plus = [](Scalar const& x, Scalar const& y) { return static_cast<Scalar>(x + y); };
      auto const times = [](Scalar const& x, Scalar const& y) { return static_cast<Scalar>(x * y); };
      ASSERT_TRUE(same_bits(to_host(sum), reference_combination(true, a, b, plus, same, same))) << name;
      ASSERT_TRUE(same_bits(to_host(swapped), reference_combination(true, b, a, plus, same, same))) << name;
      ASSERT_TRUE(same_bits(to_host(product), reference_combination(false, a, b, times, same, same))) << name;
      validate(this->exec, sum, {.order = Order::strict});
      if constexpr (!is_pattern_v<Scalar>) {
        auto const minus = [](Scalar const& x, Scalar const& y) { return static_cast<Scalar>(x - y); };
        auto const negative = [](Scalar const& x) { return static_cast<Scalar>(-x); };
        ASSERT_TRUE(same_bits(to_host(elementwise_subtract(this->exec, A, B)),
                              reference_combination(true, a, b, minus, same, negative)))
            << name;
      }
    }
  }
}

TYPED_TEST(Elementwise, vectors_against_matrices_of_one_row) {
  using Scalar = typename TypeParam::Scalar;
  using Ordinal = typename TypeParam::Ordinal;
  using Space = typename TypeParam::Space;
  using Host = HostCsr<Scalar, Ordinal, std::int64_t>;
  auto const same = [](Scalar const& v) { return v; };
  auto const plus = [](Scalar const& x, Scalar const& y) { return static_cast<Scalar>(x + y); };
  auto const times = [](Scalar const& x, Scalar const& y) { return static_cast<Scalar>(x * y); };
  auto const row = [](HostSparse<Scalar, Ordinal> const& x) {
    return Host{1, x.length, {0, static_cast<std::int64_t>(x.indices.size())}, x.indices, x.values};
  };
  for (std::int64_t const n : std::vector<std::int64_t>{0, 1, 2, 700, scaled(70'000, 3'000)})
    for (auto const& [name, x] : sparse_vectors_of<Scalar, Ordinal>(n))
      for (auto const& [other_name, y] : sparse_vectors_of<Scalar, Ordinal>(n, 50)) {
        auto const sum = elementwise_add(this->exec, to_sparse<Space>(x), to_sparse<Space>(y));
        auto const product = elementwise_multiply(this->exec, to_sparse<Space>(x), to_sparse<Space>(y));
        this->exec.fence();
        auto const expected_sum = reference_combination(true, row(x), row(y), plus, same, same);
        auto const expected_product = reference_combination(false, row(x), row(y), times, same, same);
        ASSERT_TRUE(same_bits(row(to_host(sum)), expected_sum)) << name << ", " << other_name;
        ASSERT_TRUE(same_bits(row(to_host(product)), expected_product)) << name << ", " << other_name;
      }
}

using Matrix = CsrMatrix<double, int, int, Space>;

Matrix matrix(std::vector<int> const& row_map, std::vector<int> const& entries, std::vector<double> const& values,
              int columns = 4) {
  return Matrix(static_cast<std::int64_t>(row_map.size()) - 1, columns, to_view<Space>(row_map),
                to_view<Space>(entries), to_view<Space>(values));
}

// A: row 0: (1) 5, row 1: none, row 2: (0) 1, (3) 2.   B: row 0: (0) 7, (1) 2, row 1: (2) 4, row 2: (3) 3.
Matrix example_a() { return matrix({0, 1, 1, 3}, {1, 0, 3}, {5, 1, 2}); }
Matrix example_b() { return matrix({0, 2, 3, 4}, {0, 1, 2, 3}, {7, 2, 4, 3}); }

/// Any functor is an operation; it copies what is alone.
struct Larger {
  KOKKOS_FUNCTION double operator()(double a, double b) const { return a < b ? b : a; }
};

template <class M>
void expect_matrix(M const& C, std::vector<int> const& row_map, std::vector<int> const& entries,
                   std::vector<double> const& values) {
  EXPECT_EQ(to_vector(C.row_map), row_map);
  EXPECT_EQ(to_vector(C.entries), entries);
  EXPECT_TRUE(same_bits(to_vector(C.values), values));
}

TEST(ElementwiseByHand, what_becomes_of_an_entry_that_is_alone) {
  Exec const exec;
  auto const A = example_a();
  auto const B = example_b();
  expect_matrix(elementwise_add(exec, A, B), {0, 2, 3, 5}, {0, 1, 2, 0, 3}, {7, 7, 4, 1, 5});
  expect_matrix(elementwise_subtract(exec, A, B), {0, 2, 3, 5}, {0, 1, 2, 0, 3}, {-7, 3, -4, 1, -1});
  expect_matrix(elementwise_multiply(exec, A, B), {0, 1, 1, 2}, {1, 3}, {10, 6});
  expect_matrix(elementwise_add(exec, 10.0, A, -1.0, B), {0, 2, 3, 5}, {0, 1, 2, 0, 3}, {-7, 48, -4, 10, 17});
  Larger const larger;
  expect_matrix(elementwise_union(exec, larger, A, B), {0, 2, 3, 5}, {0, 1, 2, 0, 3}, {7, 5, 4, 1, 3});
  expect_matrix(elementwise_union(exec, WithAbsent{Minus{}, 100.0, 1000.0}, A, B), {0, 2, 3, 5}, {0, 1, 2, 0, 3},
                {93, 3, 96, -999, -1});
  expect_matrix(elementwise_intersection(exec, larger, A, B), {0, 1, 1, 2}, {1, 3}, {5, 3});
}

TEST(ElementwiseByHand, zeros_of_both_signs_and_nan_are_entries) {
  Exec const exec;
  double const nan = std::numeric_limits<double>::quiet_NaN();
  auto const A = matrix({0, 3}, {0, 1, 2}, {-0.0, nan, 1});
  auto const B = matrix({0, 2}, {2, 3}, {-1, 0.0});
  expect_matrix(elementwise_add(exec, A, B), {0, 4}, {0, 1, 2, 3}, {-0.0, nan, 0.0, 0.0});
  expect_matrix(elementwise_multiply(exec, A, B), {0, 1}, {2}, {-1});
}

TEST(ElementwiseByHand, a_pattern_is_a_mask) {
  Exec const exec;
  auto const B = example_b();
  CsrMatrix<Pattern, int, std::int64_t, Space> const mask(3, 4, to_view<Space>(std::vector<std::int64_t>{0, 1, 1, 3}),
                                                          to_view<Space>(std::vector<int>{1, 0, 3}));
  auto const C = elementwise_multiply(exec, B, mask);
  static_assert(std::is_same_v<decltype(C)::Scalar, double> && std::is_same_v<decltype(C)::Offset, std::int64_t>);
  EXPECT_EQ(to_vector(C.row_map), (std::vector<std::int64_t>{0, 1, 1, 2}));
  EXPECT_EQ(to_vector(C.values), (std::vector<double>{2, 3}));
  EXPECT_EQ(to_vector(elementwise_multiply(exec, mask, B).values), (std::vector<double>{2, 3}));
}

TEST(ElementwiseByHand, types_mix) {
  Exec const exec;
  CsrMatrix<float, int, int, Space> const A(1, 4, to_view<Space>(std::vector<int>{0, 1}),
                                            to_view<Space>(std::vector<int>{2}),
                                            to_view<Space>(std::vector<float>{0.5f}));
  auto const B = matrix({0, 1}, {3}, {1e-300});
  auto const C = elementwise_add(exec, A, B);
  static_assert(std::is_same_v<decltype(C)::Scalar, double>);
  expect_matrix(C, {0, 2}, {2, 3}, {0.5, 1e-300});
}

/// Entries of the columns 0, 1, ... of one row.
template <class T>
CsrMatrix<T, int, int, Space> row_of(std::vector<T> const& values) {
  int const count = static_cast<int>(values.size());
  std::vector<int> columns(values.size());
  std::iota(columns.begin(), columns.end(), 0);
  return CsrMatrix<T, int, int, Space>(1, 2, to_view<Space>(std::vector<int>{0, count}), to_view<Space>(columns),
                                       to_view<Space>(values));
}

TEST(ElementwiseByHand, an_entry_alone_has_the_type_of_the_result) {
  Exec const exec;
  auto const A = row_of<double>({1});
  auto const L = row_of<std::int64_t>({1});
  auto const U = row_of<unsigned>({1, 1});
  constexpr int lowest = std::numeric_limits<int>::min();
  auto const I = row_of<int>({lowest, lowest});
  EXPECT_EQ(to_vector(elementwise_subtract(exec, A, U).values), (std::vector<double>{0, -1}));
  EXPECT_EQ(to_vector(elementwise_subtract(exec, L, U).values), (std::vector<std::int64_t>{0, -1}));
  EXPECT_EQ(to_vector(elementwise_subtract(exec, A, I).values),
            (std::vector<double>{1 - double(lowest), -double(lowest)}));
  EXPECT_EQ(to_vector(elementwise_subtract(exec, U, L).values), (std::vector<std::int64_t>{0, 1}));
  EXPECT_EQ(to_vector(elementwise_add(exec, 1, A, -1, U).values), (std::vector<double>{0, -1}));
  EXPECT_EQ(to_vector(elementwise_add(exec, 1, L, -1, I).values),
            (std::vector<std::int64_t>{1 - std::int64_t(lowest), -std::int64_t(lowest)}));
  EXPECT_EQ(to_vector(elementwise_union(exec, WithAbsent{Minus{}, 0, 0}, A, U).values), (std::vector<double>{0, -1}));
  using Complex = Kokkos::complex<double>;
  EXPECT_EQ(to_vector(elementwise_add(exec, 1, row_of<Complex>({Complex(0, 1)}), -1, U).values),
            (std::vector<Complex>{Complex(-1, 1), Complex(-1, 0)}));
}

TEST(ElementwiseRefusals, name_what_disagrees) {
  Exec const exec;
  auto const A = example_a();
  EXPECT_EQ(refusal([&] { elementwise_add(exec, A, matrix({0, 0}, {}, {})); }),
            "Araios::elementwise_union: rows of the operands (3 != 1)");
  EXPECT_EQ(refusal([&] { elementwise_multiply(exec, A, matrix({0, 0, 0, 0}, {}, {}, 5)); }),
            "Araios::elementwise_intersection: columns of the operands (4 != 5)");
  SparseVector<double, int, Space> const x(3, {}, {}), y(4, {}, {});
  EXPECT_EQ(refusal([&] { elementwise_add(exec, x, y); }),
            "Araios::elementwise_union: lengths of the operands (3 != 4)");
}

TEST(ElementwiseRefusals, name_the_entry_that_is_out_of_order) {
  Exec const exec;
  std::string const advice = "; both operands must be sorted, without duplicates (see sum_duplicates)";
  auto const A = example_a();
  auto const unsorted = matrix({0, 0, 2, 4}, {0, 1, 3, 2}, {1, 2, 3, 4});
  auto const repeated = matrix({0, 2, 2, 2}, {3, 3}, {1, 2});
  EXPECT_EQ(refusal([&] { elementwise_add(exec, unsorted, A); }),
            "Araios::elementwise_union: first operand: row 2, position 3: column 2 follows column 3: not sorted" +
                advice);
  EXPECT_EQ(refusal([&] { elementwise_multiply(exec, A, repeated); }),
            "Araios::elementwise_intersection: second operand: row 0, position 1: column 3 appears twice" + advice);
  auto const x = to_sparse<Space>(from_indices<double, int>(9, {1, 4, 2}));
  EXPECT_EQ(refusal([&] { elementwise_add(exec, x, x); }),
            "Araios::elementwise_union: first operand: position 2: index 2 follows index 4: not sorted" + advice);
}

/// The sum by tiles, in the Serial space too, where the library makes one pass.
auto add_by_tiles(Exec const& exec, auto const& A, auto const& B) {
  Workspace<Space> workspace;
  return Impl::elementwise::combine_matrices<Impl::elementwise::kept_by_union, true>(exec, "Araios::test", Plus{}, A, B,
                                                                                     workspace);
}

TEST(ElementwiseTiles, give_what_one_pass_gives) {
  Exec const exec;
  for (auto const& [name, a] : reference::sorted_matrices_and_empty_rows<double, int, int>(30000)) {
    auto const A = to_csr<Space>(a);
    auto const B = to_csr<Space>(partner(a, 3));
    ASSERT_TRUE(same_bits(to_host(add_by_tiles(exec, A, B)), to_host(elementwise_add(exec, A, B)))) << name;
  }
}

/// One entry out of order anywhere in a matrix of many tiles is found, at the borders of tiles too.
TEST(ElementwiseRefusals, miss_no_entry_out_of_order) {
  Exec const exec;
  std::mt19937_64 random(4);
  auto const a = from_rows<double, int, int>(random_rows(40, 20000, 400, Rows::uniform, false, 8), 20000);
  auto const b = partner(a, 9);
  for (int trial = 0; trial < scaled(60, 12); ++trial) {
    auto broken = trial % 2 ? a : b;
    auto const p = 1 + random() % (broken.entries.size() - 1);
    bool const begins = std::find(broken.row_map.begin(), broken.row_map.end(), p) != broken.row_map.end();
    if (begins) continue;
    broken.entries[p] = trial % 3 ? broken.entries[p - 1] : static_cast<int>(random() % (broken.entries[p - 1] + 1));
    auto const A = to_csr<Space>(trial % 2 ? broken : a);
    auto const B = to_csr<Space>(trial % 2 ? b : broken);
    EXPECT_THROW(elementwise_add(exec, A, B), std::invalid_argument) << p;
    EXPECT_THROW(add_by_tiles(exec, A, B), std::invalid_argument) << p;
  }
  // Each position of a vector in turn: one of them begins a tile, whatever the tiles are.
  auto const indices = random_indices(9000, 3000, 5);
  SparseVector<double, int, Space> const none(9000, {}, {});
  for (std::size_t p = 1; p < indices.size(); ++p) {
    auto repeated = indices;
    repeated[p] = repeated[p - 1];
    auto const x = to_sparse<Space>(from_indices<double, int>(9000, repeated));
    ASSERT_THROW(elementwise_add(exec, x, none), std::invalid_argument) << p;
    ASSERT_THROW(elementwise_add(exec, none, x), std::invalid_argument) << p;
  }
  // Rows in no order at all.
  auto const messy = from_rows<double, int, int>(random_rows(300, 500, 40, Rows::power_law, true, 8), 500);
  EXPECT_THROW(elementwise_add(exec, to_csr<Space>(messy), to_csr<Space>(messy)), std::invalid_argument);
}

TEST(ElementwiseWorkspace, is_used_again) {
  Exec const exec;
  auto const a = from_rows<double, int, int>(random_rows(3000, 2000, 10, Rows::uniform, false, 2), 2000);
  auto const A = to_csr<Space>(a);
  Workspace<Space> workspace;
  elementwise_add(exec, A, A, workspace);
  auto const held = workspace.bytes();
  auto const allocations = allocations_made();
  auto const C = elementwise_add(exec, A, A, workspace);
  EXPECT_EQ(workspace.bytes(), held);
  EXPECT_EQ(allocations_made(), allocations + 1) << "the result";
  EXPECT_EQ(C.nnz(), A.nnz());
}

/// A result with few of the entries that it might have does not hold the memory for all of them.
TEST(ElementwiseWorkspace, results_hold_no_room_for_more_entries) {
  Exec const exec;
  auto const a = from_rows<double, int, int>(random_rows(3000, 2000, 10, Rows::uniform, false, 2), 2000);
  auto none = a, one = a;
  none.entries.clear();
  none.values.clear();
  std::fill(none.row_map.begin(), none.row_map.end(), 0);
  one.entries.resize(1);
  one.values.resize(1);
  for (std::size_t i = 0; i < one.row_map.size(); ++i) one.row_map[i] = std::min(a.row_map[i], 1);
  auto const A = to_csr<Space>(a);
  for (auto const& kept : {none, one, a}) {
    auto const rest = to_host(elementwise_difference(exec, A, to_csr<Space>(kept)));
    auto const C = elementwise_difference(exec, A, to_csr<Space>(rest));
    EXPECT_TRUE(same_bits(to_host(C), kept));
    // Values are behind the room for entries, in one allocation.
    auto const room = reinterpret_cast<char const*>(C.values.data()) - reinterpret_cast<char const*>(C.entries.data());
    EXPECT_LE(room, 2 * static_cast<std::int64_t>(sizeof(int)) * C.nnz() + Impl::array_alignment);
  }
}

contract::Operations const operations{
    contract::returns("elementwise_add",
                      [](contract::Data& d) {
                        return elementwise_add(d.exec, sort_rows(d.exec, d.A, d.workspace),
                                               sort_rows(d.exec, d.A, d.workspace), d.workspace);
                      },
                      {.fences = 1}),
    contract::returns("elementwise_xor",
                      [](contract::Data& d) {
                        return elementwise_xor(d.exec, sort_rows(d.exec, d.A, d.workspace),
                                               sort_rows(d.exec, d.A, d.workspace), d.workspace);
                      },
                      {.fences = 1}),
    contract::returns("elementwise_multiply_vectors",
                      [](contract::Data& d) {
                        return elementwise_multiply(d.exec, d.sparse_vector(), d.sparse_vector(), d.workspace);
                      },
                      {.fences = 1, .rows = contract::Refuses::both}),
    contract::returns("elementwise_subtract",
                      [](contract::Data& d) {
                        return elementwise_subtract(d.exec, sort_rows(d.exec, d.A, d.workspace),
                                                    sort_rows(d.exec, d.A, d.workspace), d.workspace);
                      },
                      {.fences = 1})};

}  // namespace elementwise_test
