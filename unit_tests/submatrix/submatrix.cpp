// SPDX-License-Identifier: Apache-2.0

#include <Araios/build.hpp>
#include <Araios/formats/validate/compressed.hpp>
#include <Araios/formats/validate/sparse_vector.hpp>
#include <Araios/submatrix.hpp>
#include <Araios/testing/count_allocations.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <random>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "support/contract.hpp"
#include "support/matrices.hpp"
#include "support/reference.hpp"
#include "support/refusals.hpp"
#include "support/scale.hpp"
#include "support/sparse_vectors.hpp"
#include "support/types.hpp"

namespace submatrix_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Indices = std::vector<std::int64_t>;

/// The rows of a matrix as maps, and back.
template <class Scalar, class Ordinal, class Offset>
std::vector<std::map<std::int64_t, Scalar>> to_maps(HostCsr<Scalar, Ordinal, Offset> const& A) {
  std::vector<std::map<std::int64_t, Scalar>> rows(A.num_rows);
  for (std::int64_t i = 0; i < A.num_rows; ++i)
    for (Offset p = A.row_map[i]; p < A.row_map[i + 1]; ++p) rows[i][A.entries[p]] = A.values[p];
  return rows;
}
template <class Ordinal, class Offset, class Scalar>
HostCsr<Scalar, Ordinal, Offset> from_maps(std::vector<std::map<std::int64_t, Scalar>> const& rows,
                                           std::int64_t num_cols) {
  HostCsr<Scalar, Ordinal, Offset> A;
  A.num_rows = static_cast<std::int64_t>(rows.size());
  A.num_cols = num_cols;
  for (auto const& row : rows) {
    for (auto const& [column, value] : row) {
      A.entries.push_back(static_cast<Ordinal>(column));
      A.values.push_back(value);
    }
    A.row_map.push_back(static_cast<Offset>(A.entries.size()));
  }
  return A;
}

template <class Scalar, class Ordinal, class Offset>
HostCsr<Scalar, Ordinal, Offset> reference_submatrix(HostCsr<Scalar, Ordinal, Offset> const& A, Indices const& rows,
                                                     Indices const& cols) {
  auto const all = to_maps(A);
  std::map<std::int64_t, std::int64_t> column;
  for (std::size_t j = 0; j < cols.size(); ++j) column[cols[j]] = static_cast<std::int64_t>(j);
  std::vector<std::map<std::int64_t, Scalar>> result;
  for (std::int64_t const i : rows) {
    result.emplace_back();
    for (auto const& [j, value] : all[i])
      if (auto const found = column.find(j); found != column.end()) result.back()[found->second] = value;
  }
  return from_maps<Ordinal, Offset>(result, static_cast<std::int64_t>(cols.size()));
}

template <class Scalar, class Ordinal, class Offset>
HostCsr<Scalar, Ordinal, Offset> reference_assign(HostCsr<Scalar, Ordinal, Offset> const& C, Indices const& rows,
                                                  Indices const& cols, HostCsr<Scalar, Ordinal, Offset> const& B) {
  auto result = to_maps(C);
  auto const from = to_maps(B);
  std::map<std::int64_t, std::int64_t> column;
  for (std::size_t j = 0; j < cols.size(); ++j) column[cols[j]] = static_cast<std::int64_t>(j);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    auto& row = result[rows[i]];
    std::erase_if(row, [&](auto const& entry) { return column.count(entry.first) > 0; });
    for (auto const& [j, value] : from[i]) row[cols[j]] = value;
  }
  return from_maps<Ordinal, Offset>(result, C.num_cols);
}

Indices indices_of(IndexRange const& range) {
  Indices all(range.end - range.begin);
  std::iota(all.begin(), all.end(), range.begin);
  return all;
}

/// Nothing, everything, one index, both halves and the middle of [0, n).
std::vector<IndexRange> ranges_of(std::int64_t n) {
  std::vector<IndexRange> all{{0, n}, {0, n / 2}, {n / 2, n}, {n / 4, n - n / 4}, {n, n}};
  if (n > 0) all.insert(all.end(), {{n / 3, n / 3 + 1}, {n - 1, n}});
  return all;
}

/// Lists without repeated indices: none, all in order, all in reverse, and a third in no order.
std::vector<Indices> lists_of(std::int64_t n, unsigned seed) {
  std::vector<Indices> all{{}, indices_of({0, n})};
  all.emplace_back(all.back().rbegin(), all.back().rend());
  Indices some = indices_of({0, n});
  std::shuffle(some.begin(), some.end(), std::mt19937_64(seed));
  some.resize(some.size() / 3);
  all.push_back(some);
  std::sort(some.begin(), some.end());
  all.push_back(some);
  return all;
}

/// A matrix of another shape, with entries in about a third of its coordinates but no more than about 5 per row.
template <class Scalar, class Ordinal, class Offset>
HostCsr<Scalar, Ordinal, Offset> new_entries(std::int64_t rows, std::int64_t cols, unsigned seed) {
  double const per_row = std::min(static_cast<double>(cols) / 3, 5.0);
  if (cols == 0) return from_rows<Scalar, Ordinal, Offset>(std::vector<std::vector<std::int64_t>>(rows), 0);
  return from_rows<Scalar, Ordinal, Offset>(random_rows(rows, cols, per_row, Rows::uniform, false, seed), cols);
}

template <class C>
struct Submatrix : testing::Test {
  typename C::Exec exec;
};
TYPED_TEST_SUITE(Submatrix, AllCases, CaseName);

TYPED_TEST(Submatrix, of_ranges_against_maps) {
  using Space = typename TypeParam::Space;
  using Ordinal = typename TypeParam::Ordinal;
  for (auto const& [name, a] :
       reference::sorted_matrices_and_empty_rows<typename TypeParam::Scalar, Ordinal, typename TypeParam::Offset>(
           9000)) {
    auto const A = to_csr<Space>(a);
    int pair = 0;  // some of all pairs: the maps are slow
    for (auto const& rows : ranges_of(a.num_rows))
      for (auto const& cols : ranges_of(a.num_cols)) {
        if (pair++ % (is_small_scale() ? 5 : 2) != 0) continue;
        auto const C = submatrix(this->exec, A, rows, cols);
        this->exec.fence();
        ASSERT_TRUE(same_bits(to_host(C), reference_submatrix(a, indices_of(rows), indices_of(cols))))
            << name << ", rows " << rows.begin << ", " << rows.end << ", columns " << cols.begin << ", " << cols.end;
        validate(this->exec, C, {.order = Order::strict});
      }
  }
}

TYPED_TEST(Submatrix, of_lists_against_maps) {
  using Space = typename TypeParam::Space;
  using Ordinal = typename TypeParam::Ordinal;
  for (auto const& [name, a] :
       reference::sorted_matrices_and_empty_rows<typename TypeParam::Scalar, Ordinal, typename TypeParam::Offset>(
           9000)) {
    auto const A = to_csr<Space>(a);
    auto row_lists = lists_of(a.num_rows, 1);
    // Rows that are repeated.
    row_lists.push_back(row_lists.back());
    row_lists.back().insert(row_lists.back().end(), row_lists[3].begin(), row_lists[3].end());
    auto const col_lists = lists_of(a.num_cols, 2);
    IndexRange const middle{a.num_cols / 4, a.num_cols - a.num_cols / 4};
    IndexRange const first_rows{0, a.num_rows / 2};
    for (std::size_t r = 0; r < row_lists.size(); ++r) {
      auto const rows = to_view<Space>(row_lists[r]);
      for (std::size_t c = r % 2; c < col_lists.size(); c += 2) {
        std::vector<Ordinal> const narrow(col_lists[c].begin(), col_lists[c].end());
        auto const C = submatrix(this->exec, A, rows, to_view<Space>(narrow));
        this->exec.fence();
        ASSERT_TRUE(same_bits(to_host(C), reference_submatrix(a, row_lists[r], col_lists[c]))) << name << r << c;
        validate(this->exec, C, {.order = Order::strict});
      }
      auto const D = submatrix(this->exec, A, rows, middle);
      this->exec.fence();
      ASSERT_TRUE(same_bits(to_host(D), reference_submatrix(a, row_lists[r], indices_of(middle)))) << name << r;
    }
    auto const E = submatrix(this->exec, A, first_rows, to_view<Space>(col_lists[3]));
    this->exec.fence();
    ASSERT_TRUE(same_bits(to_host(E), reference_submatrix(a, indices_of(first_rows), col_lists[3]))) << name;
  }
}

TYPED_TEST(Submatrix, rows_and_columns_against_maps) {
  using Space = typename TypeParam::Space;
  using Scalar = typename TypeParam::Scalar;
  using Ordinal = typename TypeParam::Ordinal;
  for (auto const& [name, a] :
       reference::sorted_matrices_and_empty_rows<Scalar, Ordinal, typename TypeParam::Offset>(9000)) {
    auto const A = to_csr<Space>(a);
    auto const as_vector = [](auto const& line, std::int64_t length) {
      return HostSparse<Scalar, Ordinal>{length, line.entries, line.values};
    };
    for (std::int64_t const i : {std::int64_t(0), a.num_rows / 2, a.num_rows - 1}) {
      if (i < 0 || i >= a.num_rows) continue;
      auto const x = extract_row(this->exec, A, i);
      this->exec.fence();
      auto const expected = reference_submatrix(a, {i}, indices_of({0, a.num_cols}));
      ASSERT_TRUE(same_bits(to_host(x), as_vector(expected, a.num_cols))) << name << ", row " << i;
    }
    for (std::int64_t const j : {std::int64_t(0), a.num_cols / 2, a.num_cols - 1}) {
      if (j < 0 || j >= a.num_cols) continue;
      auto const x = extract_column(this->exec, A, j);
      this->exec.fence();
      auto const line = reference::transpose(reference_submatrix(a, indices_of({0, a.num_rows}), {j}));
      ASSERT_TRUE(same_bits(to_host(x), as_vector(line, a.num_rows))) << name << ", column " << j;
      validate(this->exec, x, {.order = Order::strict});
    }
  }
}

TYPED_TEST(Submatrix, assignments_against_maps) {
  using Space = typename TypeParam::Space;
  using Scalar = typename TypeParam::Scalar;
  using Ordinal = typename TypeParam::Ordinal;
  using Offset = typename TypeParam::Offset;
  for (auto const& named : reference::sorted_matrices_and_empty_rows<Scalar, Ordinal, Offset>(9000)) {
    auto const& c = named.matrix;
    auto const C = to_csr<Space>(c);
    auto const expect = [&](auto const& D, Indices const& rows, Indices const& cols, auto const& b) {
      this->exec.fence();
      EXPECT_TRUE(same_bits(to_host(D), reference_assign(c, rows, cols, b)));
      validate(this->exec, D, {.order = Order::strict});
    };
    SCOPED_TRACE(named.name);
    int pair = 0;  // some of all pairs: the maps are slow
    for (auto const& rows : ranges_of(c.num_rows))
      for (auto const& cols : ranges_of(c.num_cols)) {
        if (pair++ % 4 != 0) continue;
        auto const b = new_entries<Scalar, Ordinal, Offset>(rows.end - rows.begin, cols.end - cols.begin, 5);
        expect(assign(this->exec, C, rows, cols, to_csr<Space>(b)), indices_of(rows), indices_of(cols), b);
      }
    auto const row_lists = lists_of(c.num_rows, 3);
    auto const col_lists = lists_of(c.num_cols, 4);
    for (auto const& rows : row_lists)
      for (auto const& cols : col_lists) {
        if (pair++ % 7 != 0) continue;
        auto const b = new_entries<Scalar, Ordinal, Offset>(rows.size(), cols.size(), 6);
        expect(assign(this->exec, C, to_view<Space>(rows), to_view<Space>(cols), to_csr<Space>(b)), rows, cols, b);
      }
    IndexRange const half{c.num_rows / 2, c.num_rows};
    auto const b = new_entries<Scalar, Ordinal, Offset>(half.end - half.begin, col_lists[3].size(), 7);
    expect(assign(this->exec, C, half, to_view<Space>(col_lists[3]), to_csr<Space>(b)), indices_of(half), col_lists[3],
           b);
    if (testing::Test::HasFailure()) return;
  }
}

using Matrix = CsrMatrix<double, int, int, Space>;

Matrix matrix(std::vector<int> const& row_map, std::vector<int> const& entries, std::vector<double> const& values,
              int columns) {
  return Matrix(static_cast<std::int64_t>(row_map.size()) - 1, columns, to_view<Space>(row_map),
                to_view<Space>(entries), to_view<Space>(values));
}

// Row 0: (0) 1, (2) 2. Row 1: none. Row 2: (1) 3, (2) 4, (3) 5.
Matrix example() { return matrix({0, 2, 2, 5}, {0, 2, 1, 2, 3}, {1, 2, 3, 4, 5}, 4); }

template <class M>
void expect_matrix(M const& C, std::vector<int> const& row_map, std::vector<int> const& entries,
                   std::vector<double> const& values) {
  EXPECT_EQ(to_vector(C.row_map), row_map);
  EXPECT_EQ(to_vector(C.entries), entries);
  EXPECT_EQ(to_vector(C.values), values);
}

auto list(std::vector<int> const& indices) { return to_view<Space>(indices); }

TEST(SubmatrixByHand, ranges_and_lists) {
  Exec const exec;
  auto const A = example();
  expect_matrix(submatrix(exec, A, {1, 3}, {2, 4}), {0, 0, 2}, {0, 1}, {4, 5});
  expect_matrix(submatrix(exec, A, list({2, 0, 2}), list({3, 1, 2})), {0, 3, 4, 7}, {0, 1, 2, 2, 0, 1, 2},
                {5, 3, 4, 2, 5, 3, 4});
  expect_matrix(submatrix(exec, A, IndexRange{0, 1}, list({2, 0})), {0, 2}, {0, 1}, {2, 1});
  expect_matrix(submatrix(exec, A, list({2}), IndexRange{1, 3}), {0, 2}, {0, 1}, {3, 4});
  EXPECT_EQ(submatrix(exec, A, {1, 1}, {0, 4}).num_cols(), 4);
}

TEST(SubmatrixByHand, rows_and_columns) {
  Exec const exec;
  auto const A = example();
  auto const row = extract_row(exec, A, 2);
  EXPECT_EQ(row.length(), 4);
  EXPECT_EQ(to_vector(row.indices), (std::vector<int>{1, 2, 3}));
  EXPECT_EQ(to_vector(row.values), (std::vector<double>{3, 4, 5}));
  EXPECT_EQ(extract_row(exec, A, 1).nnz(), 0);
  auto const column = extract_column(exec, A, 2);
  EXPECT_EQ(column.length(), 3);
  EXPECT_EQ(to_vector(column.indices), (std::vector<int>{0, 2}));
  EXPECT_EQ(to_vector(column.values), (std::vector<double>{2, 4}));
}

TEST(SubmatrixByHand, assignment_removes_and_inserts) {
  Exec const exec;
  auto const C = example();
  // ( . 9 )
  // ( 8 . )
  auto const B = matrix({0, 1, 2}, {1, 0}, {9, 8}, 2);
  expect_matrix(assign(exec, C, {1, 3}, {1, 3}, B), {0, 2, 3, 5}, {0, 2, 2, 1, 3}, {1, 2, 9, 8, 5});
  expect_matrix(assign(exec, C, list({2, 0}), list({3, 0}), B), {0, 2, 2, 5}, {2, 3, 0, 1, 2}, {2, 8, 9, 3, 4});
  expect_matrix(C, {0, 2, 2, 5}, {0, 2, 1, 2, 3}, {1, 2, 3, 4, 5});
}

TEST(SubmatrixByHand, offsets_and_scalars_mix) {
  Exec const exec;
  auto const C = example();
  CsrMatrix<float const, int, std::int64_t, Space> const B(1, 1, to_view<Space>(std::vector<std::int64_t>{0, 1}),
                                                           to_view<Space>(std::vector<int>{0}),
                                                           to_view<Space>(std::vector<float>{0.5f}));
  auto const D = assign(exec, C, {1, 2}, {3, 4}, B);
  static_assert(std::is_same_v<decltype(D), CsrMatrix<double, int, std::int64_t, Space> const>);
  EXPECT_EQ(to_vector(D.row_map), (std::vector<std::int64_t>{0, 2, 3, 6}));
  EXPECT_EQ(to_vector(D.values), (std::vector<double>{1, 2, 0.5, 3, 4, 5}));
  CsrMatrix<double const, int, int, Space> const constant(3, 4, C.row_map, C.entries, C.values);
  EXPECT_EQ(to_vector(submatrix(exec, constant, {0, 1}, {1, 4}).values), (std::vector<double>{2}));
  EXPECT_EQ(to_vector(submatrix(exec, C, to_view<Space>(std::vector<std::uint64_t>{2}), IndexRange{3, 4}).values),
            (std::vector<double>{5}));
}

TEST(SubmatrixIdentities, what_was_assigned_is_extracted) {
  Exec const exec;
  auto const c = from_rows<double, int, int>(random_rows(500, 400, 30, Rows::power_law, false, 1), 400);
  auto const b = from_rows<double, int, int>(random_rows(100, 200, 30, Rows::uniform, false, 2), 200);
  auto const C = to_csr<Space>(c);
  auto const D = assign(exec, C, {300, 400}, {20, 220}, to_csr<Space>(b));
  EXPECT_TRUE(same_bits(to_host(submatrix(exec, D, {300, 400}, {20, 220})), b));
  auto const old = submatrix(exec, C, {300, 400}, {20, 220});
  EXPECT_TRUE(same_bits(to_host(assign(exec, D, {300, 400}, {20, 220}, old)), c));
}

/// All columns of rows in any order need no bisection: rows of A may be unsorted and may repeat columns.
TEST(SubmatrixUnsorted, whole_rows_are_copied) {
  Exec const exec;
  auto const a = from_rows<double, int, int>(random_rows(300, 50, 12, Rows::power_law, true, 3), 50);
  auto const C = submatrix(exec, to_csr<Space>(a), {0, 300}, {0, 50});
  EXPECT_TRUE(same_bits(to_host(C), a));
}

/// The result has no meaning; the sanitizers of other checks find accesses outside of the arrays.
TEST(SubmatrixUnsorted, accesses_no_other_memory) {
  Exec const exec;
  auto const a = from_rows<double, int, int>(random_rows(300, 50, 12, Rows::power_law, true, 3), 50);
  auto const A = to_csr<Space>(a);
  auto const B = submatrix(exec, A, {50, 150}, {10, 30});
  EXPECT_EQ(B.num_rows(), 100);
  EXPECT_EQ(assign(exec, A, {0, 100}, {0, 20}, B).num_rows(), 300);
  EXPECT_LE(extract_column(exec, A, 7).nnz(), 300);
  exec.fence();
}

TEST(SubmatrixRefusals, name_what_disagrees) {
  Exec const exec;
  auto const A = example();
  EXPECT_EQ(refusal([&] { submatrix(exec, A, {1, 4}, {0, 4}); }),
            "Araios::submatrix: rows [1, 4) are not a range within [0, 3)");
  EXPECT_EQ(refusal([&] { submatrix(exec, A, {0, 3}, {-1, 2}); }),
            "Araios::submatrix: cols [-1, 2) are not a range within [0, 4)");
  EXPECT_EQ(refusal([&] { submatrix(exec, A, {0, 3}, {3, 2}); }),
            "Araios::submatrix: cols [3, 2) are not a range within [0, 4)");
  EXPECT_EQ(refusal([&] { extract_row(exec, A, 3); }), "Araios::extract_row: row 3 is not in [0, 3)");
  EXPECT_EQ(refusal([&] { extract_row(exec, A, -1); }), "Araios::extract_row: row -1 is not in [0, 3)");
  EXPECT_EQ(refusal([&] { extract_column(exec, A, 4); }), "Araios::extract_column: column 4 is not in [0, 4)");
  EXPECT_EQ(refusal([&] { assign(exec, A, {0, 2}, {0, 4}, A); }), "Araios::assign: rows of B, number of rows (3 != 2)");
  EXPECT_EQ(refusal([&] { assign(exec, A, {0, 3}, {1, 4}, A); }),
            "Araios::assign: columns of B, number of cols (4 != 3)");
  EXPECT_EQ(refusal([&] { assign(exec, A, {0, 3}, {1, 5}, A); }),
            "Araios::assign: cols [1, 5) are not a range within [0, 4)");
}

TEST(SubmatrixRefusals, name_the_first_bad_index) {
  Exec const exec;
  auto const A = example();
  EXPECT_EQ(refusal([&] { submatrix(exec, A, list({0, 2, 3, -1}), list({0})); }),
            "Araios::submatrix: rows(2) = 3 is not in [0, 3)");
  EXPECT_EQ(refusal([&] { submatrix(exec, A, list({0, -5}), IndexRange{0, 4}); }),
            "Araios::submatrix: rows(1) = -5 is not in [0, 3)");
  EXPECT_EQ(refusal([&] { submatrix(exec, A, IndexRange{0, 3}, list({3, 4, 9})); }),
            "Araios::submatrix: cols(1) = 4 is not in [0, 4)");
  EXPECT_EQ(refusal([&] { submatrix(exec, A, list({0, 0}), list({3, 1, 3, 1})); }),
            "Araios::submatrix: cols(2) = 3 repeats an earlier index");
  EXPECT_EQ(refusal([&] { assign(exec, A, list({0, 1, 0}), list({0, 1, 2, 3}), A); }),
            "Araios::assign: rows(2) = 0 repeats an earlier index");
  EXPECT_EQ(refusal([&] { assign(exec, A, list({0, 1, 2}), list({0, 1, 2, 7}), A); }),
            "Araios::assign: cols(3) = 7 is not in [0, 4)");
  // Matrices without entries, or without rows and columns.
  Matrix const none(2, 2, list({0, 0, 0}), {}, {});
  EXPECT_EQ(refusal([&] { submatrix(exec, none, list({2}), IndexRange{0, 0}); }),
            "Araios::submatrix: rows(0) = 2 is not in [0, 2)");
  EXPECT_EQ(refusal([&] { submatrix(exec, Matrix(), IndexRange{0, 0}, list({0})); }),
            "Araios::submatrix: cols(0) = 0 is not in [0, 0)");
  EXPECT_EQ(refusal([&] { submatrix(exec, Matrix(), list({0}), list({})); }),
            "Araios::submatrix: rows(0) = 0 is not in [0, 0)");
}

/// A row of 2^16 entries, 2^15 times, has more entries than int counts.
TEST(SubmatrixRefusals, name_the_number_of_entries_that_does_not_fit) {
  Exec const exec;
  int const length = 1 << 16;
  std::vector<int> row(length);
  std::iota(row.begin(), row.end(), 0);
  auto const A = matrix({0, length}, row, std::vector<double>(length, 1), length);
  auto const rows = list(std::vector<int>(1 << 15, 0));
  EXPECT_EQ(refusal([&] { submatrix(exec, A, rows, IndexRange{0, length}); }),
            "Araios::submatrix: number of entries: 2147483648 does not fit a 32-bit signed integer");
}

TEST(SubmatrixWorkspace, is_used_again) {
  Exec const exec;
  auto const A = to_csr<Space>(from_rows<double, int, int>(random_rows(900, 700, 10, Rows::uniform, false, 2), 700));
  auto const rows = list({5, 899, 5}), cols = list({600, 3, 4});
  Workspace<Space> workspace;
  auto const run = [&] {
    auto const B = submatrix(exec, A, {0, 800}, {0, 600}, workspace);
    submatrix(exec, A, rows, cols, workspace);
    extract_row(exec, A, 3);
    extract_column(exec, A, 3, workspace);
    assign(exec, A, {100, 900}, {100, 700}, B, workspace);
    assign(exec, A, list({1, 2, 3}), cols, matrix({0, 0, 0, 0}, {}, {}, 3), workspace);
  };
  run();
  run();
  auto const held = workspace.bytes();
  auto const allocations = allocations_made();
  run();
  EXPECT_EQ(workspace.bytes(), held);
  EXPECT_EQ(allocations_made(), allocations + 6) << "the results";
}

contract::Operations const operations{
    contract::returns(
        "submatrix_by_ranges",
        [](contract::Data& d) { return submatrix(d.exec, d.structured, {3, 900}, {10, 800}, d.workspace); },
        {.fences = 1}),
    contract::returns(
        "submatrix_by_lists",
        [](contract::Data& d) { return submatrix(d.exec, d.structured, d.some_indices, d.some_indices, d.workspace); },
        {.fences = 2}),
    contract::returns("extract_row", [](contract::Data& d) { return extract_row(d.exec, d.structured, 7); },
                      {.fences = 1}),
    contract::returns("extract_column",
                      [](contract::Data& d) { return extract_column(d.exec, d.structured, 7, d.workspace); },
                      {.fences = 1}),
    contract::returns("assign_to_ranges",
                      [](contract::Data& d) {
                        return assign(d.exec, d.structured, IndexRange{0, 20}, IndexRange{10, 30},
                                      identity_matrix<double>(d.exec, 20), d.workspace);
                      },
                      {.fences = 1}),
    contract::returns("assign_to_lists",
                      [](contract::Data& d) {
                        return assign(d.exec, d.structured, d.some_indices, d.some_indices,
                                      identity_matrix<double>(d.exec, d.some), d.workspace);
                      },
                      {.fences = 1})};

}  // namespace submatrix_test
