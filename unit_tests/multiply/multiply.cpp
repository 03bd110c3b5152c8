// SPDX-License-Identifier: Apache-2.0

#include <Araios/formats/validate/compressed.hpp>
#include <Araios/multiply.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "support/contract.hpp"
#include "support/matrices.hpp"
#include "support/reference.hpp"
#include "support/refusals.hpp"
#include "support/types.hpp"

namespace multiply_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

/// Row by row into a map, in the order of the entries of A.
template <SemiringType Semiring, class T, class Offset, class SA, class SB, class Ordinal, class FA, class FB>
HostCsr<T, Ordinal, Offset> reference_product(HostCsr<SA, Ordinal, FA> const& A, HostCsr<SB, Ordinal, FB> const& B) {
  HostCsr<T, Ordinal, Offset> C;
  C.num_rows = A.num_rows;
  C.num_cols = B.num_cols;
  for (std::int64_t i = 0; i < A.num_rows; ++i) {
    std::map<Ordinal, T> row;
    for (auto p = A.row_map[i]; p < A.row_map[i + 1]; ++p) {
      auto const k = A.entries[p];
      for (auto q = B.row_map[k]; q < B.row_map[k + 1]; ++q) {
        if constexpr (is_pattern_v<T>) {
          row[B.entries[q]];
        } else {
          auto const [at, is_new] = row.try_emplace(B.entries[q], Semiring::template zero<T>());
          auto const a = [&] {
            if constexpr (is_pattern_v<SA>)
              return Semiring::template one<T>();
            else
              return static_cast<T>(A.values[p]);
          }();
          auto const b = [&] {
            if constexpr (is_pattern_v<SB>)
              return Semiring::template one<T>();
            else
              return static_cast<T>(B.values[q]);
          }();
          at->second = Semiring::add(at->second, Semiring::multiply(a, b));
        }
      }
    }
    for (auto const& [column, value] : row) {
      C.entries.push_back(column);
      C.values.push_back(value);
    }
    C.row_map.push_back(static_cast<Offset>(C.entries.size()));
  }
  return C;
}

/// Values of which all products and sums are exact in every type.
template <class Scalar, class Ordinal, class Offset>
HostCsr<Scalar, Ordinal, Offset> with_small_values(HostCsr<Scalar, Ordinal, Offset> A) {
  for (std::size_t p = 0; p < A.values.size(); ++p)
    A.values[p] = value_at<Scalar>(static_cast<std::int64_t>(p * 7 % 5));
  return A;
}

/// Rows with the given numbers of columns each, up to all n.
template <class Scalar, class Ordinal, class Offset>
HostCsr<Scalar, Ordinal, Offset> rows_of_lengths(std::vector<std::int64_t> const& lengths, std::int64_t n,
                                                 unsigned seed) {
  std::mt19937_64 random(seed);
  std::vector<std::vector<std::int64_t>> rows;
  for (auto const length : lengths) {
    // Steps of random length that use up the columns on average.
    std::vector<std::int64_t> row;
    auto const count = std::min(length, n);
    std::int64_t column = -1;
    for (std::int64_t e = 0; e < count; ++e) {
      std::int64_t const room = n - 1 - column - (count - e);  // columns that may be left out
      column += 1 + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(2 * room / (count - e) + 1));
      column = std::min(column, n - (count - e));
      row.push_back(column);
    }
    rows.push_back(row);
  }
  return with_small_values(from_rows<Scalar, Ordinal, Offset>(rows, n));
}

template <class C>
struct Multiply : testing::Test {
  using Scalar = typename C::Scalar;
  using Ordinal = typename C::Ordinal;
  using Offset = typename C::Offset;
  typename C::Exec exec;

  template <class HostA, class HostB>
  void check(HostA const& a, HostB const& b, std::string const& name) {
    auto const A = to_csr<typename C::Space>(a);
    auto const B = to_csr<typename C::Space>(b);
    auto const product = multiply(exec, A, B);
    exec.fence();
    ASSERT_TRUE(same_bits(to_host(product), reference_product<PlusTimes, Scalar, Offset>(a, b))) << name;
    validate(exec, product, {.order = Order::strict});
    // With memory for few rows at a time, which are then computed twice.
    auto const with_less = multiply(exec, A, B, {.max_workspace_bytes = 4096});
    exec.fence();
    ASSERT_TRUE(same_bits(to_host(with_less), to_host(product))) << name;
  }
};
TYPED_TEST_SUITE(Multiply, AllCases, CaseName);

TYPED_TEST(Multiply, small_matrices_against_a_map) {
  using Scalar = typename TypeParam::Scalar;
  using Ordinal = typename TypeParam::Ordinal;
  using Offset = typename TypeParam::Offset;
  for (auto const& [name, a] : small_matrices<Scalar, Ordinal, Offset>()) {
    auto const left = with_small_values(a);
    // A second factor with empty rows and short ones.
    std::vector<std::int64_t> few(static_cast<std::size_t>(a.num_cols));
    for (std::size_t k = 0; k < few.size(); ++k) few[k] = static_cast<std::int64_t>(k * 5 % 7) / 2;
    this->check(left, rows_of_lengths<Scalar, Ordinal, Offset>(few, 400, 5), name);
    if (a.num_rows == a.num_cols) this->check(left, with_small_values(reference::sum_duplicates(a)), name + " squared");
  }
}

TYPED_TEST(Multiply, rows_of_every_number_of_products) {
  using Scalar = typename TypeParam::Scalar;
  using Ordinal = typename TypeParam::Ordinal;
  using Offset = typename TypeParam::Offset;
  // Limits of the kernels, one below and one above; by one long row, by many short ones, and mixed.
  std::vector<std::int64_t> limits;
  for (std::int64_t const limit : {1, 8, 16, 32, 64, 128, 512, 1024, 4096, 9000})
    for (std::int64_t const near : {-1, 0, 1}) limits.push_back(limit + near);
  for (std::int64_t const n : {50, 5000, 60000}) {
    auto const count = static_cast<std::int64_t>(limits.size());
    std::vector<std::vector<std::int64_t>> one, many, mixed;
    std::vector<std::int64_t> lengths = limits;
    lengths.insert(lengths.end(), 10000, 1);
    for (std::int64_t i = 0; i < count; ++i) {
      one.push_back({i});
      std::vector<std::int64_t> row;
      for (std::int64_t k = 0; k < limits[i]; ++k) row.push_back(count + k);
      many.push_back(row);
      row.resize(row.size() / 2);
      row.push_back(i);
      mixed.push_back(row);
    }
    auto const B = rows_of_lengths<Scalar, Ordinal, Offset>(lengths, n, 6);
    auto const inner = static_cast<std::int64_t>(lengths.size());
    this->check(with_small_values(from_rows<Scalar, Ordinal, Offset>(one, inner)), B, "one entry");
    this->check(with_small_values(from_rows<Scalar, Ordinal, Offset>(many, inner)), B, "many entries");
    this->check(with_small_values(from_rows<Scalar, Ordinal, Offset>(mixed, inner)), B, "both");
  }
}

TYPED_TEST(Multiply, many_columns_and_long_rows) {
  using Scalar = typename TypeParam::Scalar;
  using Ordinal = typename TypeParam::Ordinal;
  using Offset = typename TypeParam::Offset;
  // Several windows of columns, a row of more entries of A than are counted, and equal rows of B.
  std::int64_t const n = 900000;
  std::vector<std::int64_t> lengths(6000, 3);
  lengths[10] = 20000;
  lengths[11] = 1;
  std::vector<std::vector<std::int64_t>> rows(5);
  for (std::int64_t k = 0; k < 6000; ++k) rows[0].push_back(k);
  rows[2] = {10};
  rows[3] = {10, 10, 11};
  rows[4] = {9, 11};
  auto const B = rows_of_lengths<Scalar, Ordinal, Offset>(lengths, n, 7);
  this->check(with_small_values(from_rows<Scalar, Ordinal, Offset>(rows, 6000)), B, "long rows");
}

TEST(MultiplyDense, boolean_products_with_many_entries_in_each_row) {
  // B has up to every second, fourth, ... entry: rows as bits where more than one in 32 is there, and A of other shapes.
  Exec const exec;
  for (std::int64_t const columns : {700, 737, 1024})
    for (int const step : {2, 5, 31, 33}) {
      std::int64_t const inner = 65536 * step / columns + 10;
      std::vector<std::vector<std::int64_t>> left(50), right(static_cast<std::size_t>(inner));
      for (std::int64_t k = 0; k < inner; ++k)
        for (std::int64_t j = k % 3; j < columns; j += 1 + (j + k) % (2 * step - 1))
          right[static_cast<std::size_t>(k)].push_back(j);
      right[1].clear();
      for (std::size_t i = 0; i < left.size(); ++i)
        for (std::int64_t k = static_cast<std::int64_t>(i) % 5; k < inner; k += 1 + static_cast<std::int64_t>(i * i))
          left[i].push_back(k);
      left[3].clear();
      left[4] = {1};
      left[5] = {7, 2, 2, 7};  // rows of A in any order
      auto const a = from_rows<Pattern, int, int>(left, inner), b = from_rows<Pattern, int, int>(right, columns);
      auto const C = multiply(exec, to_csr<Space>(a), to_csr<Space>(b));
      exec.fence();
      validate(exec, C, {.order = Order::strict});
      EXPECT_TRUE(same_bits(to_host(C), reference_product<PlusTimes, Pattern, int>(a, b))) << columns << ", " << step;
    }
}

TEST(MultiplyDense, a_row_out_of_order_is_refused) {
  Exec const exec;
  std::vector<std::vector<std::int64_t>> rows(300);
  for (auto& row : rows)
    for (std::int64_t j = 0; j < 300; ++j) row.push_back(j);
  auto host = from_rows<Pattern, int, int>(rows, 300);
  std::swap(host.entries[600], host.entries[601]);
  auto const A = to_csr<Space>(host);
  EXPECT_NE(refusal([&] { multiply(exec, A, A); }).find("second factor: row 2"), std::string::npos)
      << refusal([&] { multiply(exec, A, A); });
}

TEST(MultiplyByHand, a_product_of_three_by_four_and_four_by_two) {
  Exec const exec;
  // A = [1 . 2 .; . . . .; . 3 4 5], B = [6 .; . 7; 8 9; . .]
  CsrMatrix<double> const A(3, 4, to_view<Space>(std::vector<int>{0, 2, 2, 5}),
                            to_view<Space>(std::vector<int>{0, 2, 1, 2, 3}),
                            to_view<Space>(std::vector<double>{1, 2, 3, 4, 5}));
  CsrMatrix<double> const B(4, 2, to_view<Space>(std::vector<int>{0, 1, 2, 4, 4}),
                            to_view<Space>(std::vector<int>{0, 1, 0, 1}),
                            to_view<Space>(std::vector<double>{6, 7, 8, 9}));
  auto const C = multiply(exec, A, B);
  EXPECT_EQ(to_vector(C.row_map), (std::vector<int>{0, 2, 2, 4}));
  EXPECT_EQ(to_vector(C.entries), (std::vector<int>{0, 1, 0, 1}));
  EXPECT_EQ(to_vector(C.values), (std::vector<double>{22, 18, 32, 57}));
  auto const shortest = multiply<MinPlus>(exec, A, B);
  EXPECT_EQ(to_vector(shortest.values), (std::vector<double>{7, 11, 12, 10}));
}

TEST(MultiplyByHand, patterns_and_values_mix) {
  Exec const exec;
  CsrMatrix<Pattern, int, std::int64_t> const P(2, 3, to_view<Space>(std::vector<std::int64_t>{0, 2, 3}),
                                                to_view<Space>(std::vector<int>{0, 2, 1}));
  CsrMatrix<float> const V(3, 2, to_view<Space>(std::vector<int>{0, 1, 2, 4}),
                           to_view<Space>(std::vector<int>{1, 0, 0, 1}),
                           to_view<Space>(std::vector<float>{1, 2, 3, 4}));
  auto const C = multiply(exec, P, V);
  static_assert(std::is_same_v<decltype(C)::Scalar, float> && std::is_same_v<decltype(C)::Offset, std::int64_t>);
  EXPECT_EQ(to_vector(C.values), (std::vector<float>{3, 5, 2}));
  CsrMatrix<Pattern> const Q(3, 2, V.row_map, V.entries);
  static_assert(is_pattern_v<decltype(multiply(exec, P, Q))::Scalar>);
  // The number of k: 2 for (0, 1), from k = 0 and k = 2.
  auto const counts = multiply<PlusTimes, int, std::int64_t>(
      exec, Q,
      CsrMatrix<Pattern>(2, 3, to_view<Space>(std::vector<int>{0, 2, 3}), to_view<Space>(std::vector<int>{0, 2, 1})));
  EXPECT_EQ(to_vector(counts.entries), (std::vector<int>{1, 0, 2, 0, 1, 2}));
  EXPECT_EQ(to_vector(counts.values), (std::vector<int>{1, 1, 1, 1, 1, 1}));
  EXPECT_EQ(to_vector(multiply<PlusTimes, int>(exec, P, Q).values), (std::vector<int>{1, 2, 1}));
}

TEST(MultiplyByHand, a_matrix_and_itself_in_place) {
  Exec const exec;
  // A path of 40 vertices; after k squarings with the union its pairs are up to 2^k apart.
  std::vector<std::vector<std::int64_t>> rows(40);
  for (std::int64_t i = 0; i + 1 < 40; ++i) rows[i] = {i + 1};
  auto C = to_csr<Space>(from_rows<Pattern, int, int>(rows, 40));
  for (int step = 0; step < 3; ++step) C = multiply(exec, C, C);
  EXPECT_EQ(C.nnz(), 32);  // pairs that are 8 apart
  EXPECT_EQ(to_vector(C.entries).front(), 8);
}

TEST(MultiplyOptions, less_memory_gives_the_same) {
  Exec const exec;
  auto const a =
      with_small_values(from_rows<double, int, int>(random_rows(2000, 2000, 10, Rows::power_law, false, 5), 2000));
  auto const A = to_csr<Space>(a);
  auto const all = multiply(exec, A, A);
  auto const less = multiply(exec, A, A, {.max_workspace_bytes = 1});
  exec.fence();
  EXPECT_TRUE(same_bits(to_host(all), to_host(less)));
  // Enough for a sum of each column, not for all products.
  EXPECT_TRUE(same_bits(to_host(all), to_host(multiply(exec, A, A, {.max_workspace_bytes = 120'000}))));
  EXPECT_EQ(refusal([&] { multiply(exec, A, A, {.max_workspace_bytes = 0}); }),
            "Araios::multiply: max_workspace_bytes is 0; it must be at least 1");
}

/// C with few entries for each product, and with about as many.
TEST(MultiplyMemory, results_hold_no_room_for_all_products) {
  Exec const exec;
  for (std::int64_t const columns : {40, 100'000}) {
    auto const a = from_rows<double, int, int>(random_rows(500, 300, 8, Rows::uniform, false, 5), 300);
    auto const b = from_rows<double, int, int>(random_rows(300, columns, 20, Rows::uniform, false, 6), columns);
    auto const C = multiply(exec, to_csr<Space>(a), to_csr<Space>(b));
    exec.fence();
    EXPECT_TRUE(
        same_bits(to_host(C), to_host(multiply(exec, to_csr<Space>(a), to_csr<Space>(b), {.max_workspace_bytes = 1}))));
    // Values are behind the room for entries, in one allocation. In the CUDA space a guess of their number may be larger.
    auto const room = reinterpret_cast<char const*>(C.values.data()) - reinterpret_cast<char const*>(C.entries.data());
    if (Araios::is_gpu_v<Exec>) continue;
    EXPECT_LE(room, 2 * static_cast<std::int64_t>(sizeof(int)) * C.nnz() + Impl::array_alignment);
  }
}

TEST(MultiplyRefusals, name_what_disagrees) {
  Exec const exec;
  CsrMatrix<double> const A(3, 4, to_view<Space>(std::vector<int>{0, 1, 1, 1}), to_view<Space>(std::vector<int>{3}),
                            to_view<Space>(std::vector<double>{1}));
  EXPECT_EQ(refusal([&] { multiply(exec, A, A); }), "Araios::multiply: columns of A, rows of B (4 != 3)");
  CsrMatrix<double> const B(4, 5, to_view<Space>(std::vector<int>{0, 0, 2, 2, 4}),
                            to_view<Space>(std::vector<int>{1, 4, 2, 2}),
                            to_view<Space>(std::vector<double>{1, 2, 3, 4}));
  EXPECT_EQ(refusal([&] { multiply(exec, A, B); }),
            "Araios::multiply: second factor: row 3, position 3: column 2 appears twice; its rows must be sorted, "
            "without duplicates (see sum_duplicates)");
}

contract::Operations const operations{contract::returns(
    "multiply", [](contract::Data& d) { return multiply(d.exec, d.structured, d.structured, {}, d.workspace); },
    {.fences = 2, .rows = contract::Refuses::both})};

}  // namespace multiply_test
