// SPDX-License-Identifier: Apache-2.0

#include "support/contract.hpp"
#include "support/reference_sorting.hpp"
#include "support/refusals.hpp"

#include <Araios/primitives/merge.hpp>
#include <Araios/testing/count_allocations.hpp>

#include <gtest/gtest.h>
#ifdef ARAIOS_HAVE_RAPIDCHECK
#include <rapidcheck/gtest.h>
#endif

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace primitives_merge_test {

using namespace Araios;
using namespace Araios::test;
using namespace Araios::test::arrays;

template <class Case>
struct Merge : SortingTest<Case> {};
TYPED_TEST_SUITE(Merge, PrimitiveCases, PrimitiveCaseName);

/// Arrays that are allocated once and used for many sizes.
template <class Exec, class Key, class P1, class P2>
struct Arrays {
  Array<Key, Exec> keys, keys_out;
  Array<P1, Exec> p1, p1_out;
  Array<P2, Exec> p2, p2_out;

  Arrays(Exec const& exec, std::int64_t most)
      : keys(allocate<Array<Key, Exec>>(exec, "Araios::test::keys", most)),
        keys_out(allocate<Array<Key, Exec>>(exec, "Araios::test::keys_out", most)),
        p1(allocate<Array<P1, Exec>>(exec, "Araios::test::p1", most)),
        p1_out(allocate<Array<P1, Exec>>(exec, "Araios::test::p1_out", most)),
        p2(allocate<Array<P2, Exec>>(exec, "Araios::test::p2", most)),
        p2_out(allocate<Array<P2, Exec>>(exec, "Araios::test::p2_out", most)) {
    fill_payload(exec, p1);
    fill_payload(exec, p2);
  }
};

/// By the public function.
struct Public {
  template <class Exec, class Segments, class From, class To, class Space>
  static void merge(Exec const& exec, Segments const& segments, From const& from, To const& to,
                    Workspace<Space>& workspace) {
    merge_adjacent(exec, segments, from.keys, from.p1, from.p2, to.keys, to.p1, to.p2, workspace);
  }
};
/// By a kernel of our choice.
template <class Method>
struct By {
  template <class Exec, class Segments, class From, class To, class Space>
  static void merge(Exec const& exec, Segments const& segments, From const& from, To const& to,
                    Workspace<Space>& workspace) {
    Impl::merge_adjacent_by(Method{}, exec, segments, from, to, workspace);
  }
};

template <class Key>
std::vector<Key> sorted_in(std::vector<Key> keys, std::vector<std::int64_t> const& offsets) {
  for (std::size_t s = 0; s + 1 < offsets.size(); ++s)
    std::sort(keys.begin() + offsets[s], keys.begin() + offsets[s + 1]);
  return keys;
}

/// Merges `keys`, sorted within the segments, payload 1 being the position; the number of faults in keys, order,
/// payload 2.
template <class How = Public, class Exec, class Segments, class Key, class P1, class P2, class Space>
std::int64_t faults(Exec const& exec, Segments const& segments, std::vector<std::int64_t> const& offsets,
                    std::vector<Key> const& keys, Arrays<Exec, Key, P1, P2> const& arrays,
                    Workspace<Space>& workspace) {
  auto const n = static_cast<std::int64_t>(keys.size());
  Impl::Records const from{part(arrays.keys, 0, n), part(arrays.p1, 0, n), part(arrays.p2, 0, n)};
  Impl::Records const to{part(arrays.keys_out, 0, n), part(arrays.p1_out, 0, n), part(arrays.p2_out, 0, n)};
  upload(from.keys, keys.data(), n);
  Araios::fill(exec, to.p1, P1(-1));
  exec.fence();
  How::merge(exec, segments, from, to, workspace);
  auto const pairs = to_segments<Exec, std::int64_t>(exec, pair_offsets(offsets));
  return faults_of_stable_order(exec, pairs, from.keys, to.keys, to.p1) + faults_of_payload(exec, to.p2, to.p1);
}

TYPED_TEST(Merge, two_segments_of_every_size_as_std_merge) {
  using Exec = typename TestFixture::Exec;
  using Key = typename TestFixture::Key;
  Arrays<Exec, Key, int, double> const arrays(this->exec, sorting_sizes<Key>().back());
  for (std::int64_t const n : sorting_sizes<Key>()) {
    // Halves, and a third against two thirds.
    std::int64_t const first = n % 2 == 0 ? n / 2 : (n + 2) / 3;
    std::vector<std::int64_t> const offsets{0, first, n};
    auto const keys = sorted_in(keys_of_length<Key>(n), offsets);
    auto const found_faults =
        n % 2 == 0
            ? faults(this->exec, UniformSegments{first, n}, offsets, keys, arrays, this->workspace)
            : faults(this->exec, to_segments<Exec, Key>(this->exec, offsets), offsets, keys, arrays, this->workspace);
    ASSERT_EQ(found_faults, 0) << n;
    if (n > 1'500'000) continue;  // the check above is enough; std::merge is a second opinion
    auto const order = reference::std_merged_order(keys, offsets);
    auto const found = to_host(part(arrays.p1_out, 0, n));
    ASSERT_TRUE(std::equal(order.begin(), order.end(), found.begin())) << n;
    if (n <= 2000) {
      ASSERT_EQ(order, reference::merged_order(keys, offsets)) << n;
    }
  }
}

TYPED_TEST(Merge, many_pairs_of_every_size) {
  using Exec = typename TestFixture::Exec;
  using Key = typename TestFixture::Key;
  Arrays<Exec, Key, int, double> const arrays(this->exec, sorting_sizes<Key>().back());
  for (std::int64_t const n : sorting_sizes<Key>()) {
    if (n % 2 == 0) {
      std::int64_t const length = n <= 2000 ? 1 + n % 97 : 2048;
      auto const offsets = uniform_offsets(length, n);
      auto const keys = sorted_in(keys_of_length<Key>(n), offsets);
      ASSERT_EQ(faults(this->exec, UniformSegments{length, n}, offsets, keys, arrays, this->workspace), 0)
          << n << " " << length;
    } else {
      std::int64_t const longest = n % 3 == 0 ? 5 : n % 3 == 1 ? 100 : 10'000;
      auto const offsets = random_offsets(longest, n, n);
      auto const keys = sorted_in(keys_of_length<Key>(n), offsets);
      ASSERT_EQ(faults(this->exec, to_segments<Exec, Key>(this->exec, offsets), offsets, keys, arrays, this->workspace),
                0)
          << n << " " << longest;
    }
  }
}

TYPED_TEST(Merge, every_kind_of_keys_in_every_kind_of_segments) {
  using Exec = typename TestFixture::Exec;
  using Key = typename TestFixture::Key;
  std::int64_t const n = 60'000;
  Arrays<Exec, Key, int, double> const arrays(this->exec, n);
  for (KeyKind const kind : key_kinds) {
    SCOPED_TRACE(static_cast<int>(kind));
    auto const keys = make_keys<Key>(kind, n, 2);
    for (std::int64_t const length : {1, 2, 17, 2048, 2176, 9000, 30'000, 59'999, 60'000, 100'000}) {
      auto const offsets = uniform_offsets(length, n);
      EXPECT_EQ(
          faults(this->exec, UniformSegments{length, n}, offsets, sorted_in(keys, offsets), arrays, this->workspace), 0)
          << length;
    }
    for (auto const& offsets : {random_offsets(3000, n, 5), skewed_offsets(n, 9999, 6), skewed_offsets(n, 10'000, 7)})
      EXPECT_EQ(faults(this->exec, to_segments<Exec, int>(this->exec, offsets), offsets, sorted_in(keys, offsets),
                       arrays, this->workspace),
                0);
  }
}

TYPED_TEST(Merge, large_and_skewed) {
  using Exec = typename TestFixture::Exec;
  using Key = typename TestFixture::Key;
  std::int64_t const n = scaled(3'000'000, 100'000);
  Arrays<Exec, Key, int, double> const arrays(this->exec, n);
  auto const offsets = skewed_offsets(n, n / 3, 6);
  auto const keys = sorted_in(make_keys<Key>(KeyKind::random, n, 2), offsets);
  auto const segments = to_segments<Exec, std::int64_t>(this->exec, offsets);
  EXPECT_EQ(faults(this->exec, segments, offsets, keys, arrays, this->workspace), 0);
}

TYPED_TEST(Merge, runs_that_do_not_overlap) {
  using Exec = typename TestFixture::Exec;
  using Key = typename TestFixture::Key;
  std::int64_t const n = 40'000;
  Arrays<Exec, Key, int, double> const arrays(this->exec, n);
  std::vector<std::int64_t> const offsets{0, 13'000, n};
  auto keys = make_keys<Key>(KeyKind::ascending, n, 1);
  auto const segments = to_segments<Exec, int>(this->exec, offsets);
  EXPECT_EQ(faults(this->exec, segments, offsets, keys, arrays, this->workspace), 0);
  for (std::int64_t i = 13'000; i < n; ++i) keys[i] -= 500'000;
  EXPECT_EQ(faults(this->exec, segments, offsets, keys, arrays, this->workspace), 0);
}

/// Shapes much smaller than those of the library, so that small arrays have many tiles.
template <class Method, class Fixture>
void check_method(Fixture& test, std::int64_t most = 1000) {
  using Exec = typename Fixture::Exec;
  using Key = typename Fixture::Key;
  using How = By<Method>;
  Arrays<Exec, Key, int, double> const arrays(test.exec, most);
  for (std::int64_t const n : {1, 2, 3, 5, 6, 7, 30, 60, 61, 240, 241, 1000}) {
    if (n > most) break;
    for (KeyKind const kind : key_kinds) {
      auto const keys = make_keys<Key>(kind, n, n);
      std::string const where =
          std::to_string(Method::tile) + " " + std::to_string(n) + " " + std::to_string(static_cast<int>(kind));
      for (std::int64_t const length : {1, 2, 3, 7, 8, 100, 999, 1000}) {
        auto const offsets = uniform_offsets(length, n);
        ASSERT_EQ(faults<How>(test.exec, UniformSegments{length, n}, offsets, sorted_in(keys, offsets), arrays,
                              test.workspace),
                  0)
            << where << " " << length;
      }
      for (auto const& offsets : {random_offsets(40, n, n), skewed_offsets(n, 50, n), skewed_offsets(n, 51, n)})
        ASSERT_EQ(faults<How>(test.exec, to_segments<Exec, int>(test.exec, offsets), offsets, sorted_in(keys, offsets),
                              arrays, test.workspace),
                  0)
            << where;
    }
  }
}

TYPED_TEST(Merge, kernel_of_teams) {
  with_methods_of_teams(this->exec, [&](auto method, auto... most) { check_method<decltype(method)>(*this, most...); });
}

TYPED_TEST(Merge, kernel_of_threads) {
  if constexpr (Araios::is_gpu_v<typename TestFixture::Exec>) {
    GTEST_SKIP() << "the kernel of a host";
  } else {
    with_methods_of_threads([&](auto method) { check_method<decltype(method)>(*this); });
  }
}

template <class P1, class P2, class Fixture>
void check_payloads(Fixture& test) {
  using Exec = typename Fixture::Exec;
  using Key = typename Fixture::Key;
  std::int64_t const n = 20'000;
  auto const offsets = random_offsets(6000, n, 3);
  auto const host_keys = sorted_in(make_keys<Key>(KeyKind::random, n, 4), offsets);
  Kokkos::View<Key const*, typename Exec::memory_space> const keys = to_device(test.exec, host_keys);
  auto const order = to_device(test.exec, reference::merged_order(host_keys, offsets));
  auto const merged = allocate<Array<Key, Exec>>(test.exec, "Araios::test::merged", n);
  auto const p1 = allocate_values<P1>(test.exec, "Araios::test::p1", n);
  auto const p2 = allocate_values<P2>(test.exec, "Araios::test::p2", n);
  auto const p1_out = allocate_values<P1>(test.exec, "Araios::test::p1_out", n);
  auto const p2_out = allocate_values<P2>(test.exec, "Araios::test::p2_out", n);
  fill_payload(test.exec, p1);
  fill_payload(test.exec, p2);
  merge_adjacent(test.exec, to_segments<Exec, int>(test.exec, offsets), keys, p1, p2, merged, p1_out, p2_out);
  test.exec.fence();
  auto const pairs = to_segments<Exec, int>(test.exec, pair_offsets(offsets));
  EXPECT_EQ(faults_of_stable_order(test.exec, pairs, keys, merged, order), 0);
  EXPECT_EQ(faults_of_payload(test.exec, p1_out, order), 0);
  EXPECT_EQ(faults_of_payload(test.exec, p2_out, order), 0);
}

TYPED_TEST(Merge, payloads_of_any_type) {
  using Exec = typename TestFixture::Exec;
  check_payloads<NoValues, NoValues>(*this);
  check_payloads<Array<double, Exec>, NoValues>(*this);
  check_payloads<NoValues, Array<float, Exec>>(*this);
  check_payloads<Array<std::int64_t, Exec>, Array<Kokkos::complex<double>, Exec>>(*this);
  check_payloads<Array<Wide, Exec>, Array<short, Exec>>(*this);
}

TYPED_TEST(Merge, nothing_to_merge) {
  using Exec = typename TestFixture::Exec;
  using Keys = Array<typename TestFixture::Key, Exec>;
  NoValues const none;
  merge_adjacent(this->exec, UniformSegments{4, 0}, Keys(), none, none, Keys(), none, none);
  merge_adjacent(this->exec, PointerSegments<Array<int, Exec>>{}, Keys(), none, none, Keys(), none, none);
  auto const empty = to_segments<Exec, int>(this->exec, {0, 0, 0});
  merge_adjacent(this->exec, empty, Keys(), none, none, Keys(), none, none);
  auto const one = to_device(this->exec, std::vector<typename TestFixture::Key>{3});
  Keys const out("out", 1);
  merge_adjacent(this->exec, UniformSegments{4, 1}, one, none, none, out, none, none, this->workspace);
  EXPECT_EQ(differences(this->exec, one, out), 0);
}

TYPED_TEST(Merge, second_call_allocates_nothing) {
  using Exec = typename TestFixture::Exec;
  using Key = typename TestFixture::Key;
  std::int64_t const n = 50'000;
  auto const offsets = random_offsets(9000, n, 3);
  auto const keys = to_device(this->exec, sorted_in(make_keys<Key>(KeyKind::random, n, 4), offsets));
  auto const merged = allocate<Array<Key, Exec>>(this->exec, "Araios::test::merged", n);
  auto const segments = to_segments<Exec, int>(this->exec, offsets);
  NoValues const none;
  std::int64_t allocations = 0;
  for (int call = 0; call < 3; ++call) {
    if (call == 2) allocations = allocations_made();  // the first makes blocks, the second makes one of them
    merge_adjacent(this->exec, segments, keys, none, none, merged, none, none, this->workspace);
  }
  EXPECT_EQ(allocations_made(), allocations);
}

TYPED_TEST(Merge, failed_allocation_then_success) {
  using Exec = typename TestFixture::Exec;
  using Key = typename TestFixture::Key;
  std::int64_t const n = 50'000;
  auto const offsets = random_offsets(9000, n, 3);
  auto const host_keys = sorted_in(make_keys<Key>(KeyKind::random, n, 4), offsets);
  auto const keys = to_device(this->exec, host_keys);
  auto const order = to_device(this->exec, reference::merged_order(host_keys, offsets));
  auto const merged = allocate<Array<Key, Exec>>(this->exec, "Araios::test::merged", n);
  auto const segments = to_segments<Exec, int>(this->exec, offsets);
  auto const pairs = to_segments<Exec, int>(this->exec, pair_offsets(offsets));
  NoValues const none;
  int const failures = fail_every_allocation<Exec>(
      [&](auto& workspace) { merge_adjacent(this->exec, segments, keys, none, none, merged, none, none, workspace); },
      [&] { EXPECT_EQ(faults_of_stable_order(this->exec, pairs, keys, merged, order), 0); });
  EXPECT_GE(failures, 1);
}

TYPED_TEST(Merge, refusals_name_the_numbers) {
  using Exec = typename TestFixture::Exec;
  using Keys = Array<typename TestFixture::Key, Exec>;
  Keys const keys("keys", 10), out("out", 10), short_out("out", 9);
  NoValues const none;
  auto const refused = [&](auto const& segments, auto const& p1, auto const& target, auto const& p1_out) {
    return refusal([&] { merge_adjacent(this->exec, segments, keys, p1, none, target, p1_out, none); });
  };
  EXPECT_EQ(refused(UniformSegments{0, 10}, none, out, none), "Araios::merge_adjacent: segments of length 0");
  EXPECT_EQ(refused(UniformSegments{4, 12}, none, out, none),
            "Araios::merge_adjacent: segments of 12 elements, keys of 10");
  EXPECT_EQ(refused(UniformSegments{4, 10}, none, short_out, none),
            "Araios::merge_adjacent: keys in and out have different lengths (9 != 10)");
  EXPECT_EQ(refused(UniformSegments{4, 10}, short_out, out, out),
            "Araios::merge_adjacent: length of the first payload (9 != 10)");
  EXPECT_EQ(refused(UniformSegments{4, 10}, keys, out, short_out),
            "Araios::merge_adjacent: length of the first payload out (9 != 10)");
}

/// Every diagonal of a and b against the walk along the merge.
template <class Key>
::testing::AssertionResult merge_path_agrees(std::vector<Key> const& a, std::vector<Key> const& b) {
  // Both in one array with other elements around them, which must not be read.
  std::vector<Key> all{Key(-100)};
  all.insert(all.end(), a.begin(), a.end());
  all.push_back(Key(100));
  all.insert(all.end(), b.begin(), b.end());
  Kokkos::View<Key const*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>> const view(all.data(),
                                                                                                  all.size());
  int const a_count = static_cast<int>(a.size());
  int const b_count = static_cast<int>(b.size());
  int i = 0;
  for (int diagonal = 0; diagonal <= a_count + b_count; ++diagonal) {
    int const found = Impl::merge_path(view, 1, a_count, view, a_count + 2, b_count, diagonal);
    if (found != i)
      return ::testing::AssertionFailure() << "diagonal " << diagonal << ": " << found << " instead of " << i;
    int const j = diagonal - i;
    if (j == b_count || (i < a_count && a[i] <= b[j])) ++i;
  }
  return ::testing::AssertionSuccess();
}

TEST(MergePath, every_pair_of_short_sequences) {
  // All ascending sequences of up to 5 elements of {0, 1, 2}.
  std::vector<std::vector<int>> sequences;
  for (int zeros = 0; zeros <= 5; ++zeros)
    for (int ones = 0; zeros + ones <= 5; ++ones)
      for (int twos = 0; zeros + ones + twos <= 5; ++twos) {
        std::vector<int> sequence(zeros, 0);
        sequence.insert(sequence.end(), ones, 1);
        sequence.insert(sequence.end(), twos, 2);
        sequences.push_back(sequence);
      }
  for (auto const& a : sequences)
    for (auto const& b : sequences) ASSERT_TRUE(merge_path_agrees(a, b));
}

#ifdef ARAIOS_HAVE_RAPIDCHECK
RC_GTEST_PROP(MergePathProperty, walks_along_the_merge, (std::vector<signed char> a, std::vector<signed char> b)) {
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  RC_ASSERT(
      static_cast<bool>(merge_path_agrees(std::vector<int>(a.begin(), a.end()), std::vector<int>(b.begin(), b.end()))));
}

RC_GTEST_PROP(MergeProperty, equals_the_reference,
              (std::vector<std::int8_t> const& few, std::vector<std::int64_t> const& many,
               std::vector<unsigned> const& cuts)) {
  using Exec = Kokkos::DefaultExecutionSpace;
  Exec const exec;
  std::vector<std::int64_t> keys(few.begin(), few.end());
  keys.insert(keys.end(), many.begin(), many.end());
  auto const n = static_cast<std::int64_t>(keys.size());
  auto const offsets = cut_offsets(cuts, n);
  keys = sorted_in(keys, offsets);
  auto const from = to_device(exec, keys);
  auto const merged = allocate<Array<std::int64_t, Exec>>(exec, "Araios::test::merged", n);
  auto const p1 = allocate<Array<int, Exec>>(exec, "Araios::test::p1", n);
  auto const p1_out = allocate<Array<int, Exec>>(exec, "Araios::test::p1_out", n);
  fill_payload(exec, p1);
  NoValues const none;
  merge_adjacent(exec, to_segments<Exec, int>(exec, offsets), from, p1, none, merged, p1_out, none);
  exec.fence();
  auto const order = reference::merged_order(keys, offsets);
  auto const found = to_host(p1_out);
  RC_ASSERT(std::equal(order.begin(), order.end(), found.begin(), found.end()));
  auto const found_keys = to_host(merged);
  for (std::size_t i = 0; i < order.size(); ++i) RC_ASSERT(found_keys[i] == keys[order[i]]);
}
#endif

contract::Operations const operations{
    contract::writes("merge_adjacent",
                     [](contract::Data& d) {
                       merge_adjacent(d.exec, UniformSegments{1000, d.k}, d.arrays.entries, d.arrays.entries,
                                      d.arrays.values, d.keys, d.result.entries, d.result.values, d.workspace);
                     },
                     {.no_operand = "its operand is dense, or bits"})};

}  // namespace primitives_merge_test
