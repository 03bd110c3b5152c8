// SPDX-License-Identifier: Apache-2.0

#include <Araios/collective/merge_path.hpp>
#include <Araios/core/execution.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace collective_merge_path_test {

using namespace Araios;
using Exec = Kokkos::DefaultExecutionSpace;
using Keys = Kokkos::View<int*, Exec::memory_space>;

/// found(d) := the elements of A among the first d of the merge. A and B are in larger arrays, from positions 2 and 3.
struct FindDiagonals {
  Keys a, b, found;
  int a_count, b_count;
  KOKKOS_FUNCTION void operator()(int d) const { found(d) = Impl::merge_path(a, 2, a_count, b, 3, b_count, d); }
};
struct FindDiagonalsOfScratch {
  Keys a, b, found;
  int a_count, b_count;
  KOKKOS_FUNCTION void operator()(int d) const {
    using Array = Impl::ScratchArray<int>;
    found(d) = Impl::merge_path(Array{a.data()}, 2, a_count, Array{b.data()}, 3, b_count, d);
  }
};

/// In a stable merge, the elements of A among the first d, for each d.
std::vector<int> by_merging(std::vector<int> const& a, std::vector<int> const& b) {
  std::vector<std::pair<int, bool>> merged;
  for (int const key : a) merged.emplace_back(key, false);
  for (int const key : b) merged.emplace_back(key, true);
  std::stable_sort(merged.begin(), merged.end(), [](auto const& x, auto const& y) { return x.first < y.first; });
  std::vector<int> counts{0};
  for (auto const& [key, of_b] : merged) counts.push_back(counts.back() + (of_b ? 0 : 1));
  return counts;
}

Keys within(std::vector<int> const& keys, int begin) {
  Keys const view("keys", keys.size() + 7);
  Kokkos::deep_copy(view, -99);  // what a search that leaves its range would find
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), view);
  for (std::size_t i = 0; i < keys.size(); ++i) host(std::size_t(begin) + i) = keys[i];
  Kokkos::deep_copy(view, host);
  return view;
}

template <class Kernel>
void expect_merge(std::vector<int> const& a, std::vector<int> const& b) {
  auto const expected = by_merging(a, b);
  Keys const found("found", expected.size());
  Kokkos::parallel_for("Araios::test::merge_path", Kokkos::RangePolicy<Exec, int>(0, int(expected.size())),
                       Kernel{within(a, 2), within(b, 3), found, int(a.size()), int(b.size())});
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), found);
  for (std::size_t d = 0; d < expected.size(); ++d) EXPECT_EQ(host(d), expected[d]) << "diagonal " << d;
}

/// Sorted arrays of every length up to 5 over three keys: all ties, empty arrays, one before the other.
TEST(MergePath, finds_every_diagonal_of_all_short_arrays) {
  std::vector<std::vector<int>> sorted{{}};
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    if (sorted[i].size() == 5) continue;
    for (int key = sorted[i].empty() ? 0 : sorted[i].back(); key < 3; ++key) {
      auto longer = sorted[i];
      longer.push_back(key);
      sorted.push_back(longer);
    }
  }
  ASSERT_EQ(sorted.size(), 56u);
  for (auto const& a : sorted)
    for (auto const& b : sorted) {
      expect_merge<FindDiagonals>(a, b);
      if (HasFailure()) return;
    }
}

TEST(MergePath, finds_every_diagonal_of_long_arrays_in_scratch) {
  std::vector<int> a, b;
  for (int i = 0; i < 300; ++i) a.push_back(i / 7);
  for (int i = 0; i < 1000; ++i) b.push_back(i / 31 + 5);
  expect_merge<FindDiagonalsOfScratch>(a, b);
  expect_merge<FindDiagonalsOfScratch>(b, a);
}

}  // namespace collective_merge_path_test
