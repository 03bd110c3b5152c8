// SPDX-License-Identifier: Apache-2.0

#include "support/simulated_cuda.hpp"
//
#include <Araios/operations/factor/in_order.hpp>
#include <Araios/operations/factor/waiting_cuda.hpp>
#include <gtest/gtest.h>

#include <algorithm>
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
  unsigned long long taken = 0;
  std::vector<int> finished(A.diagonal.size(), 0);
  Rows const rows{{static_cast<std::int64_t>(A.diagonal.size()), A.row_map.data(), A.entries.data(), A.diagonal.data()},
                  boost};
  Impl::factor::FactorInOrder<Rows>{rows, values.data(), {&taken, &boosted, finished.data()}}(0);
  EXPECT_EQ(std::count(finished.begin(), finished.end(), 1), std::ssize(finished));
  return values;
}

/// The same by one block of four warps.
template <class Rows, class T>
std::vector<T> by_block(Example<T> const& A, Impl::factor::Boost<Impl::RealPartOf<T>> const& boost, int lanes,
                        unsigned long long& boosted) {
  auto const row_map = to_view<Space>(A.row_map), entries = to_view<Space>(A.entries),
             diagonal = to_view<Space>(A.diagonal);
  auto const values = to_view<Space>(A.values);
  auto const taken = to_view<Space>(Count(1, 0)), counted = to_view<Space>(Count(1, 0));
  auto const finished = to_view<Space>(std::vector<int>(A.diagonal.size(), 0));
  Rows const rows{{static_cast<std::int64_t>(A.diagonal.size()), row_map.data(), entries.data(), diagonal.data()},
                  boost};
  launch_block(16, Impl::factor::FactorWaiting<Rows>{
                       rows, values.data(), {taken.data(), counted.data(), finished.data()}, lanes});
  boosted = to_vector(counted)[0];
  return to_vector(values);
}

template <class Rows, class T>
void expect_same(std::vector<std::set<int>> const& pattern, std::vector<int> const& lanes) {
  for (bool const boosts : {false, true}) {
    auto const A = example<T>(pattern, Rows::parts > 1, boosts);
    Impl::factor::Boost<Impl::RealPartOf<T>> const boost{boosts, Impl::RealPartOf<T>(0.5), 3};
    unsigned long long expected_boosted = 0, boosted = 0;
    auto const expected = by_one_thread<Rows>(A, boost, expected_boosted);
    EXPECT_EQ(expected_boosted > 0, boosts);
    for (int const l : lanes) {
      EXPECT_TRUE(same_bits(by_block<Rows>(A, boost, l, boosted), expected)) << pattern.size() << " rows, lanes " << l;
      EXPECT_EQ(boosted, expected_boosted);
    }
  }
}

TEST(FactorWaiting, has_the_bits_of_one_thread) {
  std::vector<std::set<int>> chain(34), arrow(34), full(20), few(60);
  for (int i = 0; i + 1 < 34; ++i) chain[i].insert(i + 1), chain[i + 1].insert(i);
  for (int i = 0; i + 1 < 34; ++i) arrow[i].insert(33), arrow[33].insert(i);
  for (auto& row : full)
    for (int j = 0; j < 20; ++j) row.insert(j);
  std::mt19937 random(2);
  for (int e = 0; e < 200; ++e) few[random() % 60].insert(static_cast<int>(random() % 60));
  using Complex = Kokkos::complex<double>;
  for (auto const& pattern : {chain, arrow, full, few}) {
    expect_same<Impl::factor::IluRows<double, int, int>, double>(pattern, {1, 4, 32});
    expect_same<Impl::factor::IcRows<float, int, int>, float>(pattern, {8});
  }
  expect_same<Impl::factor::IcRows<Complex, int, int>, Complex>(few, {8});
}

}  // namespace factor_waiting_cuda_test
