// SPDX-License-Identifier: Apache-2.0

#include <Araios/core/search.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

namespace core_search_test {

using namespace Araios::Impl;

// Predicates that kernels may call, as those of the searches must be.
template <class T>
struct NotBelow {
  PointerArray<T> array;
  std::int64_t value;
  template <class Position>
  KOKKOS_FUNCTION bool operator()(Position i) const {
    return static_cast<std::int64_t>(array(i)) >= value;
  }
};
template <class T>
struct AtMost {
  PointerArray<T> array;
  std::int64_t value;
  template <class Position>
  KOKKOS_FUNCTION bool operator()(Position i) const {
    return static_cast<std::int64_t>(array(i)) <= value;
  }
};
struct Counted {
  int* asked;
  KOKKOS_FUNCTION bool operator()(int) const {
    ++*asked;
    return true;
  }
};

template <class T, class Position>
void finds_as_the_standard_library() {
  for (Position length = 0; length <= 9; ++length) {
    std::vector<T> sorted(static_cast<std::size_t>(length));
    for (std::size_t i = 0; i < sorted.size(); ++i) sorted[i] = static_cast<T>(i / 3 * 2);  // 0 0 0 2 2 2 4 4 4
    PointerArray<T> const array{sorted.data()};
    for (std::int64_t value = -1; value <= 7; ++value) {
      auto const below = [&](T element) { return static_cast<std::int64_t>(element) < value; };
      auto const at_most = [&](T element) { return static_cast<std::int64_t>(element) <= value; };
      auto const not_below =
          static_cast<Position>(std::partition_point(sorted.begin(), sorted.end(), below) - sorted.begin());
      auto const above =
          static_cast<Position>(std::partition_point(sorted.begin(), sorted.end(), at_most) - sorted.begin());
      Position const zero = 0;
      EXPECT_EQ(first_not_below(array, zero, length, value), not_below);
      EXPECT_EQ(first_above(array, zero, length, value), above);
      EXPECT_EQ(first_above_near(array, zero, length, value), above);
      EXPECT_EQ(last_at_most(array, zero, length, value), above > 0 ? above - 1 : 0);
      EXPECT_EQ(first_true(zero, length, NotBelow<T>{array, value}), not_below);
      EXPECT_EQ(last_true(zero, length, AtMost<T>{array, value}), above > 0 ? above - 1 : 0);
    }
  }
}

TEST(Search, finds_as_the_standard_library) {
  finds_as_the_standard_library<int, int>();
  finds_as_the_standard_library<int, std::int64_t>();
  finds_as_the_standard_library<std::int64_t, int>();
  finds_as_the_standard_library<std::size_t, std::int64_t>();
}

TEST(Search, positions_keep_their_type) {
  int const element = 0;
  PointerArray<int> const array{&element};
  static_assert(std::is_same_v<decltype(last_at_most(array, 0, 1, std::int64_t(0))), int>);
  static_assert(std::is_same_v<decltype(first_not_below(array, 0, 1, std::int64_t(0))), int>);
  static_assert(std::is_same_v<decltype(first_true(0, 1, Counted{nullptr})), int>);
}

/// No element outside of [first, last) is read, nor the first one where a search needs no answer for it.
TEST(Search, reads_nothing_outside) {
  int asked = 0;
  Counted const never{&asked};
  EXPECT_EQ(first_true(5, 5, never), 5);
  EXPECT_EQ(last_true(5, 6, never), 5);
  EXPECT_EQ(last_true(5, 5, never), 5);
  EXPECT_EQ(asked, 0);
}

}  // namespace core_search_test
