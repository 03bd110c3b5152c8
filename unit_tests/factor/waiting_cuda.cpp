// SPDX-License-Identifier: Apache-2.0

#include "support/simulated_cuda.hpp"
//
#include <Araios/operations/factor/in_order.hpp>
#include <Araios/operations/factor/waiting_cuda.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "support/matrices.hpp"

namespace factor_waiting_cuda_test {

using namespace Araios;
using namespace Araios::test;
using Space = BlockMemory;
using Count = std::vector<unsigned long long>;

template <class T>
struct Example {
  std::vector<int> row_map{0}, entries, diagonal;
  std::vector<T> values;
};

/// A matrix with this pattern, the diagonal, and, for L, no entries above it. Some numbers of the diagonal are 0 where
/// `has_zeros`.
template <class T>
Example<T> example(std::vector<std::set<int>> rows, bool lower_only, bool has_zeros) {
  std::mt19937 random(1);
  std::uniform_real_distribution<> number(-1, 1);
  Example<T> A;
  for (int i = 0; i < static_cast<int>(rows.size()); ++i) {
    rows[i].insert(i);
    for (int const j : rows[i]) {
      if (lower_only && j > i) break;
      if (j == i) A.diagonal.push_back(static_cast<int>(A.entries.size()));
      A.entries.push_back(j);
      double const size = i != j ? 1 : has_zeros && i % 5 == 3 ? 0 : 2 * static_cast<double>(rows[i].size());
      if constexpr (is_complex_v<T>)
        A.values.push_back(T(i == j ? size : number(random), i == j ? 0 : number(random)));
      else
        A.values.push_back(static_cast<T>(i == j ? size : number(random)));
    }
    A.row_map.push_back(static_cast<int>(A.entries.size()));
  }
  return A;
}

/// The factors by one thread of the host, and the number of boosted pivots.
template <class Rows, class T>
std::vector<T> by_one_thread(Example<T> const& A, Impl::factor::Boost<Impl::RealPartOf<T>> const& boost,
                             unsigned long long& boosted) {
  auto values = A.values;
  unsigned long long lowest = 0, taken = 0;
  std::vector<int> finished(A.diagonal.size(), 0);
  Rows const rows{{static_cast<std::int64_t>(A.diagonal.size()), A.row_map.data(), A.entries.data(), A.diagonal.data()},
                  boost};
  Impl::factor::FactorInOrder<Rows>{rows, values.data(), {&lowest, &boosted, &taken, finished.data()}}(0);
  EXPECT_EQ(std::count(finished.begin(), finished.end(), 1), std::ssize(finished));
  return values;
}

/// All bits as before a factorization.
template <class T>
std::vector<T> unknown(std::size_t length) {
  using Part = Impl::RealPartOf<T>;
  auto const part = std::bit_cast<Part>(Impl::triangular::unknown_bits<Part>);
  if constexpr (is_complex_v<T>)
    return std::vector<T>(length, T(part, part));
  else
    return std::vector<T>(length, part);
}

/// All rows, each after those that its row of A has below the diagonal, the last ones of a level first.
template <class T>
std::vector<int> by_levels(Example<T> const& A) {
  std::vector<int> levels, rows;
  for (int i = 0; i < std::ssize(A.diagonal); ++i) {
    levels.push_back(0);
    rows.insert(rows.begin(), i);
    for (int p = A.row_map[i]; p < A.diagonal[i]; ++p) levels[i] = std::max(levels[i], levels[A.entries[p]] + 1);
  }
  std::stable_sort(rows.begin(), rows.end(), [&](int i, int j) { return levels[i] < levels[j]; });
  return rows;
}

/// The same by one block of two warps, and the lowest fault: simulated threads are slow. order: of rows, or empty.
template <class Rows, class T>
std::vector<T> by_block(Example<T> const& A, Impl::factor::Boost<Impl::RealPartOf<T>> const& boost, int lanes,
                        unsigned long long& boosted, unsigned long long& lowest, std::vector<int> const& order = {}) {
  auto const row_map = to_view<Space>(A.row_map), entries = to_view<Space>(A.entries),
             diagonal = to_view<Space>(A.diagonal);
  auto const a = to_view<Space>(A.values), values = to_view<Space>(unknown<T>(A.values.size()));
  auto const counters = to_view<Space>(Count{4 * A.diagonal.size(), 0, 0});
  auto const rows_in_order = to_view<Space>(order);
  Rows const rows{{static_cast<std::int64_t>(A.diagonal.size()), row_map.data(), entries.data(), diagonal.data()},
                  boost};
  using Body = Impl::factor::FactorWaiting<Rows, 64>;
  launch_block(Body::shared_bytes, Body{rows,
                                        order.empty() ? nullptr : rows_in_order.data(),
                                        a.data(),
                                        values.data(),
                                        {counters.data(), counters.data() + 1, counters.data() + 2, nullptr},
                                        lanes});
  lowest = to_vector(counters)[0];
  boosted = to_vector(counters)[1];
  return to_vector(values);
}

template <class Rows, class T>
void expect_same(std::vector<std::set<int>> const& pattern, std::vector<int> const& lanes) {
  for (bool const boosts : {false, true}) {
    auto const A = example<T>(pattern, !Rows::is_ilu, boosts);
    Impl::factor::Boost<Impl::RealPartOf<T>> const boost{boosts, Impl::RealPartOf<T>(0.5), 3};
    unsigned long long expected_boosted = 0, boosted = 0, lowest = 0;
    auto const expected = by_one_thread<Rows>(A, boost, expected_boosted);
    EXPECT_EQ(expected_boosted > 0, boosts);
    for (int const l : lanes)
      for (auto const& order : {std::vector<int>(), by_levels(A)}) {
        EXPECT_TRUE(same_bits(by_block<Rows>(A, boost, l, boosted, lowest, order), expected))
            << pattern.size() << " rows, lanes " << l << (order.empty() ? "" : ", by levels");
        EXPECT_EQ(boosted, expected_boosted);
        EXPECT_EQ(lowest, 4 * pattern.size());
      }
  }
}

TEST(FactorWaiting, has_the_bits_of_one_thread) {
  std::vector<std::set<int>> chain(18), arrow(12), full(11), few(20);
  for (int i = 0; i + 1 < 18; ++i) chain[i].insert(i + 1), chain[i + 1].insert(i);
  for (int i = 0; i + 1 < 12; ++i) arrow[i].insert(11), arrow[11].insert(i);
  for (auto& row : full)
    for (int j = 0; j < 11; ++j) row.insert(j);
  std::mt19937 random(2);
  for (int e = 0; e < 60; ++e) few[random() % 20].insert(static_cast<int>(random() % 20));
  using Complex = Kokkos::complex<double>;
  for (auto const& pattern : {chain, arrow, full, few}) {
    expect_same<Impl::factor::IluRows<double, int, int>, double>(pattern, {1, 4});
    expect_same<Impl::factor::IcRows<float, int, int>, float>(pattern, {1, 4});
  }
  expect_same<Impl::factor::IcRows<Complex, int, int>, Complex>(few, {32});
  expect_same<Impl::factor::IluRows<Complex, int, int>, Complex>(few, {32});
}

/// Rows that need a bad number end. One with the bits that mean unknown is another NaN.
TEST(FactorWaiting, ends_and_names_the_lowest_fault) {
  std::vector<std::set<int>> pattern{{0, 1}, {0, 1, 2}, {1, 2, 3}, {2, 3}};
  using Ilu = Impl::factor::IluRows<double, int, int>;
  using Ic = Impl::factor::IcRows<double, int, int>;
  Impl::factor::Boost<double> const none{false, 0, 1};
  unsigned long long boosted = 0, lowest = 0;
  for (int const lanes : {1, 4}) {
    auto A = example<double>(pattern, false, false);
    A.values = {1, 2, 2, 4, 1, 1, 5, 1, 1, 3};
    by_block<Ilu>(A, none, lanes, boosted, lowest);
    EXPECT_EQ(lowest, 4u);
    auto L = example<double>(pattern, true, false);
    L.values = {1, 2, 4, 1, 5, 1, 3};
    by_block<Ic>(L, none, lanes, boosted, lowest);
    EXPECT_EQ(lowest, 4u);
    A.values[5] = unknown<double>(1)[0];
    A.values[3] = 5;
    auto const U = by_block<Ilu>(A, none, lanes, boosted, lowest);
    EXPECT_EQ(lowest, 9u);
    EXPECT_TRUE(std::isnan(U[5]) && std::isnan(U[9]));
    EXPECT_NE(std::bit_cast<std::uint64_t>(U[5]), std::bit_cast<std::uint64_t>(A.values[5]));
  }
}

}  // namespace factor_waiting_cuda_test
