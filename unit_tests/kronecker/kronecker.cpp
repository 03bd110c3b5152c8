// SPDX-License-Identifier: Apache-2.0

#include <Araios/build.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/formats/validate/compressed.hpp>
#include <Araios/kronecker.hpp>
#include <Araios/testing/count_allocations.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "support/contract.hpp"
#include "support/matrices.hpp"
#include "support/reference.hpp"
#include "support/refusals.hpp"
#include "support/types.hpp"

namespace kronecker_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

template <class Scalar, class Ordinal, class Offset>
HostCsr<Scalar, Ordinal, Offset> reference_kronecker(HostCsr<Scalar, Ordinal, Offset> const& A,
                                                     HostCsr<Scalar, Ordinal, Offset> const& B) {
  HostCsr<Scalar, Ordinal, Offset> C;
  C.num_rows = A.num_rows * B.num_rows;
  C.num_cols = A.num_cols * B.num_cols;
  for (std::int64_t i = 0; i < A.num_rows; ++i)
    for (std::int64_t k = 0; k < B.num_rows; ++k) {
      for (Offset p = A.row_map[i]; p < A.row_map[i + 1]; ++p)
        for (Offset q = B.row_map[k]; q < B.row_map[k + 1]; ++q) {
          C.entries.push_back(static_cast<Ordinal>(A.entries[p] * B.num_cols + B.entries[q]));
          C.values.push_back(A.values[p] * B.values[q]);
        }
      C.row_map.push_back(static_cast<Offset>(C.entries.size()));
    }
  return C;
}

/// Factors that are small enough for products with every matrix: nothing, single entries, thin shapes, empty rows
/// first, last and between others, a dense row, and rows with duplicates in no order.
template <class Scalar, class Ordinal, class Offset>
std::vector<Named<Scalar, Ordinal, Offset>> small_factors() {
  std::vector<Named<Scalar, Ordinal, Offset>> all;
  auto const add = [&](std::string const& name, std::vector<std::vector<std::int64_t>> const& rows, std::int64_t n) {
    all.push_back({name, from_rows<Scalar, Ordinal, Offset>(rows, n)});
  };
  add("0x0", {}, 0);
  add("0x3", {}, 3);
  add("3x0", std::vector<std::vector<std::int64_t>>(3), 0);
  add("2x2 without entries", std::vector<std::vector<std::int64_t>>(2), 2);
  add("1x1", {{0}}, 1);
  add("1x5", {{0, 2, 3, 4}}, 5);
  add("5x1", {{0}, {}, {}, {0}, {0}}, 1);
  add("3x4 by hand", {{0, 2}, {}, {1, 2, 3}}, 4);
  add("empty rows around others", {{}, {}, {1}, {}, {0, 2, 1, 1}, {}, {}, {}}, 3);
  {
    std::vector<std::vector<std::int64_t>> rows(40);
    for (std::int64_t j = 0; j < 60; ++j) rows[17].push_back(j);
    add("one dense row", rows, 60);
  }
  return all;
}

/// Products of at most this number of rows or entries are compared.
constexpr std::int64_t largest = 600000;

template <class Scalar, class Ordinal, class Offset>
bool is_small(HostCsr<Scalar, Ordinal, Offset> const& A, HostCsr<Scalar, Ordinal, Offset> const& B) {
  return static_cast<std::int64_t>(A.entries.size() * B.entries.size()) <= largest &&
         A.num_rows * B.num_rows <= largest;
}

template <class C>
struct KroneckerProduct : testing::Test {
  typename C::Exec exec;
};
TYPED_TEST_SUITE(KroneckerProduct, AllCases, CaseName);

TYPED_TEST(KroneckerProduct, against_four_loops) {
  using Space = typename TypeParam::Space;
  using Scalar = typename TypeParam::Scalar;
  using Ordinal = typename TypeParam::Ordinal;
  using Offset = typename TypeParam::Offset;
  auto const factors = small_factors<Scalar, Ordinal, Offset>();
  auto others = small_matrices<Scalar, Ordinal, Offset>();
  others.insert(others.end(), factors.begin(), factors.end());
  int compared = 0;
  for (auto const& [name, a] : factors)
    for (auto const& [other_name, b] : others) {
      if (!is_small(a, b)) continue;
      auto const C = kronecker(this->exec, to_csr<Space>(a), to_csr<Space>(b));
      auto const D = kronecker(this->exec, to_csr<Space>(b), to_csr<Space>(a));
      this->exec.fence();
      ASSERT_TRUE(same_bits(to_host(C), reference_kronecker(a, b))) << name << ", " << other_name;
      ASSERT_TRUE(same_bits(to_host(D), reference_kronecker(b, a))) << other_name << ", " << name;
      if (C.nnz() > 0) ++compared;
    }
  EXPECT_GT(compared, 100);
}

/// Both factors have rows of all lengths, and stretches of empty rows that are longer than a tile.
TYPED_TEST(KroneckerProduct, of_factors_larger_than_a_tile) {
  using Space = typename TypeParam::Space;
  using Scalar = typename TypeParam::Scalar;
  using Ordinal = typename TypeParam::Ordinal;
  using Offset = typename TypeParam::Offset;
  auto const make = [](std::vector<std::vector<std::int64_t>> const& rows, std::int64_t n) {
    return from_rows<Scalar, Ordinal, Offset>(rows, n);
  };
  std::vector<std::vector<std::int64_t>> sparse(9000);
  for (std::int64_t j = 0; j < 700; ++j) sparse[4500].push_back(699 - j);
  sparse[8998] = {4};
  auto const power = make(random_rows(60, 90, 6, Rows::power_law, true, 11), 90);
  for (auto const& [a, b] : {std::pair(make(sparse, 700), power), std::pair(power, make(sparse, 700)),
                             std::pair(power, power), std::pair(make(sparse, 700), make({{}, {5, 1}, {}}, 6))}) {
    auto const C = kronecker(this->exec, to_csr<Space>(a), to_csr<Space>(b));
    this->exec.fence();
    ASSERT_TRUE(same_bits(to_host(C), reference_kronecker(a, b)));
  }
}

using Matrix = CsrMatrix<double, int, int, Space>;

Matrix matrix(std::vector<int> const& row_map, std::vector<int> const& entries, std::vector<double> const& values,
              int columns) {
  return Matrix(static_cast<std::int64_t>(row_map.size()) - 1, columns, to_view<Space>(row_map),
                to_view<Space>(entries), to_view<Space>(values));
}

// A = (1 2; 0 3), B = (0 5 7).
Matrix example_a() { return matrix({0, 2, 3}, {0, 1, 1}, {1, 2, 3}, 2); }
Matrix example_b() { return matrix({0, 2}, {1, 2}, {5, 7}, 3); }

TEST(KroneckerByHand, entries_are_products) {
  Exec const exec;
  auto const C = kronecker(exec, example_a(), example_b());
  static_assert(std::is_same_v<decltype(C), CsrMatrix<double, int, int, Space> const>);
  EXPECT_EQ(C.num_rows(), 2);
  EXPECT_EQ(C.num_cols(), 6);
  EXPECT_EQ(to_vector(C.row_map), (std::vector<int>{0, 4, 6}));
  EXPECT_EQ(to_vector(C.entries), (std::vector<int>{1, 2, 4, 5, 4, 5}));
  EXPECT_EQ(to_vector(C.values), (std::vector<double>{5, 7, 10, 14, 15, 21}));
  auto const D = kronecker(exec, example_b(), example_a());
  EXPECT_EQ(to_vector(D.row_map), (std::vector<int>{0, 4, 6}));
  EXPECT_EQ(to_vector(D.entries), (std::vector<int>{2, 3, 4, 5, 3, 5}));
  EXPECT_EQ(to_vector(D.values), (std::vector<double>{5, 10, 7, 14, 15, 21}));
}

/// The caller's own operation, whose arguments must not change places.
struct Shifted {
  float shift;
  KOKKOS_FUNCTION float operator()(double a, double b) const { return static_cast<float>(10 * a + b) + shift; }
};

TEST(KroneckerByHand, any_operation) {
  Exec const exec;
  auto const C = kronecker(exec, Shifted{0.5f}, example_a(), example_b());
  static_assert(std::is_same_v<decltype(C)::Scalar, float>);
  EXPECT_EQ(to_vector(C.values), (std::vector<float>{15.5f, 17.5f, 25.5f, 27.5f, 35.5f, 37.5f}));
  EXPECT_EQ(to_vector(kronecker(exec, Max{}, example_a(), example_b()).values),
            (std::vector<double>{5, 7, 5, 7, 5, 7}));
}

TEST(KroneckerByHand, an_entry_of_a_pattern_is_one) {
  Exec const exec;
  CsrMatrix<Pattern, int, std::int64_t, Space> const P(1, 2, to_view<Space>(std::vector<std::int64_t>{0, 2}),
                                                       to_view<Space>(std::vector<int>{0, 1}));
  auto const C = kronecker(exec, P, example_b());
  static_assert(std::is_same_v<decltype(C)::Scalar, double> && std::is_same_v<decltype(C)::Offset, std::int64_t>);
  EXPECT_EQ(to_vector(C.entries), (std::vector<int>{1, 2, 4, 5}));
  EXPECT_EQ(to_vector(C.values), (std::vector<double>{5, 7, 5, 7}));
  EXPECT_EQ(to_vector(kronecker(exec, example_b(), P).values), (std::vector<double>{5, 5, 7, 7}));
  auto const Q = kronecker(exec, P, P);
  static_assert(std::is_same_v<decltype(Q)::Scalar, Pattern>);
  EXPECT_EQ(to_vector(Q.entries), (std::vector<int>{0, 1, 2, 3}));
}

TEST(KroneckerByHand, values_can_be_const_and_types_mix) {
  Exec const exec;
  Matrix const A = example_a();
  CsrMatrix<double const, int, int, Space> const constant(2, 2, A.row_map, A.entries, A.values);
  CsrMatrix<float, int, unsigned, Space> const B(1, 1, to_view<Space>(std::vector<unsigned>{0, 1}),
                                                 to_view<Space>(std::vector<int>{0}),
                                                 to_view<Space>(std::vector<float>{2}));
  auto const C = kronecker(exec, constant, B);
  static_assert(std::is_same_v<decltype(C), CsrMatrix<double, int, unsigned, Space> const>);
  EXPECT_EQ(to_vector(C.values), (std::vector<double>{2, 4, 6}));
}

TEST(KroneckerByHand, zeros_of_both_signs_and_nan_are_entries) {
  Exec const exec;
  double const nan = std::numeric_limits<double>::quiet_NaN();
  auto const C = kronecker(exec, matrix({0, 2}, {0, 1}, {-0.0, 1}, 2), matrix({0, 2}, {0, 1}, {2, nan}, 2));
  auto const values = to_vector(C.values);
  ASSERT_EQ(values.size(), 4u);
  EXPECT_TRUE(same_bits({values[0]}, std::vector<double>{-0.0}));
  EXPECT_NE(values[1], values[1]);
  EXPECT_EQ(values[2], 2.0);
  EXPECT_NE(values[3], values[3]);
}

/// Positions of 32 and of 64 bits, and the way of a GPU, with one thread per team and 32 or 16 positions per tile.
TEST(KroneckerTiles, of_a_gpu_are_right_on_a_host) {
  using Host = Kokkos::DefaultHostExecutionSpace;
  using HostMemory = Host::memory_space;
  Host const exec;
  auto const factors = small_factors<double, int, int>();
  Workspace<HostMemory> workspace;
  auto const expect_right = [&]<class Shape, class Position>(Shape, Position, auto const& a, auto const& b) {
    auto const expected = reference_kronecker(a, b);
    auto const C = allocate_csr<double, int, int>(exec, "Araios::test", expected.num_rows,
                                                  static_cast<std::int64_t>(expected.entries.size()));
    Impl::kronecker::fill_entries<Shape, true, Position>(exec, Times{}, to_csr<HostMemory>(a), to_csr<HostMemory>(b), C,
                                                         workspace);
    exec.fence();
    EXPECT_EQ(to_vector(C.entries), expected.entries);
    EXPECT_TRUE(same_bits(to_vector(C.values), expected.values));
  };
  for (auto const& [name, a] : factors)
    for (auto const& [other_name, b] : factors) {
      if (a.entries.empty() || b.entries.empty()) continue;
      SCOPED_TRACE(name + ", " + other_name);
      expect_right(Impl::ByTeams<1, 32>(), std::int32_t(), a, b);
      expect_right(Impl::ByTeams<1, 16>(), std::int64_t(), a, b);
    }
}

/// Each position is found between the borders of tiles of any size, as threads of a team find theirs, and by walking.
TEST(KroneckerTiles, every_position_is_found) {
  using Map = Kokkos::View<int const*, Kokkos::HostSpace>;
  using Rows = Impl::kronecker::FactorRows<int, Map>;
  using Border = Impl::kronecker::TileBorder<int>;
  auto const rows_of = [](HostCsr<double, int, int> const& A) {
    return Rows{to_view<Kokkos::HostSpace>(A.row_map), static_cast<int>(A.num_rows),
                static_cast<int>(A.entries.size())};
  };
  auto const factors = small_factors<double, int, int>();
  for (auto const& [name, host_a] : factors)
    for (auto const& [other_name, host_b] : factors) {
      Rows const a = rows_of(host_a);
      Rows const b = rows_of(host_b);
      int const nnz = a.nnz * b.nnz;
      if (nnz == 0) continue;
      Border const last{a.rows - 1, b.rows - 1};
      Impl::kronecker::Walk<int, Map, Map> steps(a, b), found(a, b), border(a, b);
      steps.find(0, {0, 0}, last);
      for (int p = 0; p < nnz; ++p) {
        if (p > 0 && ++steps.b == steps.b_end) steps.next_segment();
        for (int const tile : {1, 7, 100}) {
          border.find(p / tile * tile, {0, 0}, last);
          Border const from{border.i, border.k};
          border.find(std::min(p / tile * tile + tile, nnz - 1), {0, 0}, last);
          found.find(p, from, {border.i, border.k});
          ASSERT_EQ(std::tuple(found.i, found.k, found.a, found.b), std::tuple(steps.i, steps.k, steps.a, steps.b))
              << name << ", " << other_name << ", position " << p << " in tiles of " << tile;
          ASSERT_EQ(std::tuple(found.a_end, found.b_begin, found.b_end),
                    std::tuple(steps.a_end, steps.b_begin, steps.b_end));
        }
      }
    }
}

/// (A x B)(C x D) = (AC) x (BD), where x is the Kronecker product.
template <class Scalar, class Ordinal, class Offset>
std::map<std::pair<std::int64_t, std::int64_t>, Scalar> times(HostCsr<Scalar, Ordinal, Offset> const& A,
                                                              HostCsr<Scalar, Ordinal, Offset> const& B) {
  std::map<std::pair<std::int64_t, std::int64_t>, Scalar> C;
  for (std::int64_t i = 0; i < A.num_rows; ++i)
    for (Offset p = A.row_map[i]; p < A.row_map[i + 1]; ++p)
      for (Offset q = B.row_map[A.entries[p]]; q < B.row_map[A.entries[p] + 1]; ++q)
        C[{i, B.entries[q]}] += A.values[p] * B.values[q];
  return C;
}

template <class Scalar>
HostCsr<Scalar, int, int> from_map(std::map<std::pair<std::int64_t, std::int64_t>, Scalar> const& entries,
                                   std::int64_t rows, std::int64_t columns) {
  HostCsr<Scalar, int, int> A;
  A.num_rows = rows;
  A.num_cols = columns;
  A.row_map.assign(rows + 1, 0);
  for (auto const& [place, value] : entries) {
    ++A.row_map[place.first + 1];
    A.entries.push_back(static_cast<int>(place.second));
    A.values.push_back(value);
  }
  for (std::int64_t i = 0; i < rows; ++i) A.row_map[i + 1] += A.row_map[i];
  return A;
}

TEST(KroneckerIdentities, mixed_product) {
  Exec const exec;
  using Long = std::int64_t;
  auto const random = [](std::int64_t m, std::int64_t n, unsigned seed) {
    auto A = reference::sum_duplicates(from_rows<Long, int, int>(random_rows(m, n, 3, Rows::uniform, false, seed), n));
    for (std::size_t p = 0; p < A.values.size(); ++p) A.values[p] = static_cast<Long>(p % 7) - 3;
    return A;
  };
  auto const a = random(9, 8, 1), b = random(7, 11, 2), c = random(8, 10, 3), d = random(11, 6, 4);
  auto const wide = [&](auto const& left, auto const& right) {
    auto const C = kronecker<Long, Long>(exec, to_csr<Space>(left), to_csr<Space>(right));
    static_assert(std::is_same_v<decltype(C), CsrMatrix<Long, Long, Long, Space> const>);
    exec.fence();
    validate(exec, C, {.order = Order::strict});
    return to_host(C);
  };
  auto const left = times(wide(a, b), wide(c, d));
  auto const right = wide(from_map(times(a, c), 9, 10), from_map(times(b, d), 7, 6));
  std::map<std::pair<Long, Long>, Long> all;
  for (Long i = 0; i < right.num_rows; ++i)
    for (Long p = right.row_map[i]; p < right.row_map[i + 1]; ++p) all[{i, right.entries[p]}] = right.values[p];
  EXPECT_EQ(left, all);
}

/// Columns beyond 2^31, with 64-bit ordinals.
TEST(KroneckerIdentities, ordinals_beyond_32_bits) {
  Exec const exec;
  std::int64_t const n = 70000;
  auto const A = matrix({0, 1}, {69999}, {2}, n);
  EXPECT_EQ(refusal([&] { kronecker(exec, A, A); }),
            "Araios::kronecker: number of columns: 70000 * 70000 does not fit the 32-bit Ordinal; name a wider one, as "
            "in kronecker<std::int64_t, std::int64_t>");
  auto const C = kronecker<std::int64_t, std::int64_t>(exec, A, A);
  EXPECT_EQ(C.num_cols(), n * n);
  EXPECT_EQ(to_vector(C.entries), (std::vector<std::int64_t>{n * n - 1}));
}

/// Row i of an n-by-n matrix without zeros.
template <class RowMap, class Entries>
struct FullRow {
  RowMap row_map;
  Entries entries;
  int n;
  KOKKOS_FUNCTION void operator()(int i) const {
    for (int j = 0; j < n; ++j) entries(i * n + j) = j;
    row_map(i + 1) = std::int64_t(n) * (i + 1);
  }
};

/// Whether entry p of an n-by-n matrix without zeros, and the begin of its row, are wrong.
template <class Matrix>
struct IsWrongInFull {
  Matrix C;
  std::int64_t n;
  KOKKOS_FUNCTION void operator()(std::int64_t p, std::int64_t& wrong) const {
    if (C.entries(p) != p % n || (p % n == 0 && C.row_map(p / n) != p)) ++wrong;
  }
};

/// 2.17 G entries, more than 2^31. Factors without zeros: every row of C has every column once, in order.
TEST(KroneckerLimits, more_than_2_31_entries) {
  if (!Araios::is_gpu_v<Exec>) GTEST_SKIP() << "9 GB and a minute of one host thread: only where there is a GPU";
  using Boolean = CsrMatrix<Pattern, int, std::int64_t, Space>;
  Exec const exec;
  auto const full = [&](int n) {
    Kokkos::View<std::int64_t*, Space> const row_map("row_map", n + 1);
    Kokkos::View<int*, Space> const entries("entries", n * n);
    Kokkos::parallel_for(Kokkos::RangePolicy<Exec>(exec, 0, n),
                         FullRow<decltype(row_map), decltype(entries)>{row_map, entries, n});
    return Boolean(n, n, row_map, entries);
  };
  std::int64_t const n = 256 * 182;
  auto const C = kronecker(exec, full(256), full(182));
  ASSERT_EQ(C.num_rows(), n);
  ASSERT_EQ(C.num_cols(), n);
  ASSERT_EQ(C.nnz(), n * n);
  std::int64_t wrong = 0;
  Kokkos::parallel_reduce(Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, n * n),
                          IsWrongInFull<std::decay_t<decltype(C)>>{C, n}, wrong);
  EXPECT_EQ(wrong, 0);
}

TEST(KroneckerRefusals, name_both_numbers) {
  Exec const exec;
  auto const tall = matrix(std::vector<int>(50001, 0), {}, {}, 1);
  auto const allocations = allocations_made();
  EXPECT_EQ(refusal([&] { kronecker(exec, tall, tall); }),
            "Araios::kronecker: number of rows: 50000 * 50000 does not fit the 32-bit Ordinal; name a wider one, as in "
            "kronecker<std::int64_t, std::int64_t>");
  // One row of 50,000 entries, all in column 0.
  auto const dense = matrix({0, 50000}, std::vector<int>(50000, 0), std::vector<double>(50000, 1), 1);
  EXPECT_EQ(refusal([&] { kronecker(exec, dense, dense); }),
            "Araios::kronecker: number of entries: 50000 * 50000 does not fit the 32-bit Offset; name a wider one, as "
            "in kronecker<std::int64_t, std::int64_t>");
  Kokkos::View<std::int64_t*, Space> const no_rows;
  std::int64_t const huge = std::int64_t(1) << 40;
  CsrMatrix<Pattern, std::int64_t, std::int64_t, Space> const wide(0, huge, no_rows, {});
  EXPECT_EQ(refusal([&] { kronecker(exec, wide, wide); }),
            "Araios::kronecker: number of columns: 1099511627776 * 1099511627776 does not fit 64 bits");
  EXPECT_EQ(allocations_made(), allocations) << "before anything is allocated";
}

TEST(KroneckerWorkspace, is_used_again) {
  Exec const exec;
  auto const A = to_csr<Space>(from_rows<double, int, int>(random_rows(300, 200, 10, Rows::uniform, false, 2), 200));
  auto const B = to_csr<Space>(from_rows<double, int, int>(random_rows(30, 20, 3, Rows::uniform, false, 3), 20));
  Workspace<Space> workspace;
  kronecker(exec, A, B, workspace);
  auto const held = workspace.bytes();
  auto const allocations = allocations_made();
  auto const C = kronecker(exec, Times{}, A, B, workspace);
  EXPECT_EQ(workspace.bytes(), held);
  EXPECT_EQ(allocations_made(), allocations + 1) << "the result";
  EXPECT_EQ(C.nnz(), A.nnz() * B.nnz());
}

contract::Operations const operations{contract::returns("kronecker", [](contract::Data& d) {
  return kronecker(d.exec, identity_matrix<double>(d.exec, 3), d.structured, d.workspace);
})};

}  // namespace kronecker_test
