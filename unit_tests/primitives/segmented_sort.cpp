// SPDX-License-Identifier: Apache-2.0

#include "support/contract.hpp"
#include "support/reference_sorting.hpp"
#include "support/refusals.hpp"

#include <Araios/primitives/segmented_sort.hpp>
#include <Araios/testing/count_allocations.hpp>
#include <Araios/testing/fail_allocation.hpp>

#include <gtest/gtest.h>
#ifdef ARAIOS_HAVE_RAPIDCHECK
#include <rapidcheck/gtest.h>
#endif

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace primitives_segmented_sort_test {

using namespace Araios;
using namespace Araios::test;
using namespace Araios::test::arrays;

template <class Case>
struct SegmentedSort : SortingTest<Case> {};
TYPED_TEST_SUITE(SegmentedSort, PrimitiveCases, PrimitiveCaseName);

/// Arrays that are allocated once and used for many sizes.
template <class Exec, class Key, class P1, class P2>
struct Arrays {
  Array<Key, Exec> before, keys;
  Array<P1, Exec> p1;
  Array<P2, Exec> p2;

  Arrays(Exec const& exec, std::int64_t most)
      : before(allocate<Array<Key, Exec>>(exec, "Araios::test::before", most)),
        keys(allocate<Array<Key, Exec>>(exec, "Araios::test::keys", most)),
        p1(allocate<Array<P1, Exec>>(exec, "Araios::test::p1", most)),
        p2(allocate<Array<P2, Exec>>(exec, "Araios::test::p2", most)) {}
};

/// By the public function.
struct Public {
  template <class Exec, class Segments, class Keys, class P1, class P2, class Space>
  static void sort(Exec const& exec, Segments const& segments, Keys const& keys, P1 const& p1, P2 const& p2,
                   Workspace<Space>& workspace) {
    segmented_sort(exec, segments, keys, p1, p2, workspace);
  }
};
/// By a kernel of our choice.
template <class Method>
struct By {
  template <class Exec, class Segments, class Keys, class P1, class P2, class Space>
  static void sort(Exec const& exec, Segments const& segments, Keys const& keys, P1 const& p1, P2 const& p2,
                   Workspace<Space>& workspace) {
    Impl::segmented_sort_by(Method{}, exec, segments, Impl::Records<Keys, P1, P2>{keys, p1, p2}, workspace);
  }
};

/// Sorts `keys` in `segments`, payload 1 being the position; the number of faults in keys, order and payload 2.
template <class How = Public, class Exec, class Segments, class Key, class P1, class P2, class Space>
std::int64_t faults(Exec const& exec, Segments const& segments, std::vector<Key> const& keys,
                    Arrays<Exec, Key, P1, P2> const& arrays, Workspace<Space>& workspace) {
  auto const n = static_cast<std::int64_t>(keys.size());
  auto const before = part(arrays.before, 0, n);
  auto const sorted = part(arrays.keys, 0, n);
  auto const p1 = part(arrays.p1, 0, n);
  auto const p2 = part(arrays.p2, 0, n);
  upload(before, keys.data(), n);
  Kokkos::deep_copy(exec, sorted, before);
  fill_payload(exec, p1);
  fill_payload(exec, p2);
  How::sort(exec, segments, sorted, p1, p2, workspace);
  return faults_of_stable_order(exec, segments, before, sorted, p1) + faults_of_payload(exec, p2, p1);
}

TYPED_TEST(SegmentedSort, one_segment_of_every_size_as_std_stable_sort) {
  using Exec = typename TestFixture::Exec;
  using Key = typename TestFixture::Key;
  Arrays<Exec, Key, int, double> const arrays(this->exec, sorting_sizes<Key>().back());
  for (std::int64_t const n : sorting_sizes<Key>()) {
    auto const keys = keys_of_length<Key>(n);
    ASSERT_EQ(faults(this->exec, UniformSegments{n, n}, keys, arrays, this->workspace), 0) << n;
    if (n > 1'500'000) continue;  // the check above is enough; std::stable_sort is a second opinion
    auto const order = reference::sorted_order(keys, {0, n});
    auto const p1 = to_host(part(arrays.p1, 0, n));
    ASSERT_TRUE(std::equal(order.begin(), order.end(), p1.begin())) << n;
    if (n <= 300) {
      ASSERT_EQ(order, reference::slow_sorted_order(keys, {0, n})) << n;
    }
  }
}

TYPED_TEST(SegmentedSort, tiles_of_every_size) {
  using Exec = typename TestFixture::Exec;
  using Key = typename TestFixture::Key;
  Arrays<Exec, Key, int, double> const arrays(this->exec, sorting_sizes<Key>().back());
  for (std::int64_t const n : sorting_sizes<Key>()) {
    auto const keys = keys_of_length<Key>(n);
    std::int64_t const length = n <= 2000 ? 1 + n % 97 : 2048;
    ASSERT_EQ(faults(this->exec, UniformSegments{length, n}, keys, arrays, this->workspace), 0) << n << " " << length;
  }
}

TYPED_TEST(SegmentedSort, segments_by_pointers_of_every_size) {
  using Exec = typename TestFixture::Exec;
  using Key = typename TestFixture::Key;
  Arrays<Exec, Key, int, double> const arrays(this->exec, sorting_sizes<Key>().back());
  for (std::int64_t const n : sorting_sizes<Key>()) {
    auto const keys = keys_of_length<Key>(n);
    std::int64_t const longest = n % 3 == 0 ? 5 : n % 3 == 1 ? 100 : 10'000;
    auto const offsets = random_offsets(longest, n, n);
    auto const segments = to_segments<Exec, Key>(this->exec, offsets, n % 2 == 0 ? longest : -1);
    ASSERT_EQ(faults(this->exec, segments, keys, arrays, this->workspace), 0) << n << " " << longest;
  }
}

TYPED_TEST(SegmentedSort, uniform_lengths_around_the_tile) {
  using Exec = typename TestFixture::Exec;
  using Key = typename TestFixture::Key;
  std::int64_t const n = 100'000;
  Arrays<Exec, Key, int, double> const arrays(this->exec, n);
  auto const keys = make_keys<Key>(KeyKind::random, n, 1);
  for (std::int64_t const length :
       {1,    2,    16,   17,    24,    25,    2047,  2048,   2049,   2175,    2176,     2177,
        4096, 4352, 6000, 16383, 16384, 16385, 32768, 50'000, 99'999, 100'000, 1'000'000})
    EXPECT_EQ(faults(this->exec, UniformSegments{length, n}, keys, arrays, this->workspace), 0) << length;
}

TYPED_TEST(SegmentedSort, every_kind_of_keys_in_every_kind_of_segments) {
  using Exec = typename TestFixture::Exec;
  using Key = typename TestFixture::Key;
  std::int64_t const n = 60'000;
  Arrays<Exec, Key, int, double> const arrays(this->exec, n);
  auto const random = to_segments<Exec, int>(this->exec, random_offsets(3000, n, 5));
  auto const skewed = to_segments<Exec, int>(this->exec, skewed_offsets(n, 10'000, 6));
  for (KeyKind const kind : key_kinds) {
    auto const keys = make_keys<Key>(kind, n, 2);
    SCOPED_TRACE(static_cast<int>(kind));
    EXPECT_EQ(faults(this->exec, UniformSegments{n, n}, keys, arrays, this->workspace), 0);
    EXPECT_EQ(faults(this->exec, UniformSegments{2048, n}, keys, arrays, this->workspace), 0);
    EXPECT_EQ(faults(this->exec, random, keys, arrays, this->workspace), 0);
    EXPECT_EQ(faults(this->exec, skewed, keys, arrays, this->workspace), 0);
  }
}

TYPED_TEST(SegmentedSort, large_and_skewed) {
  using Exec = typename TestFixture::Exec;
  using Key = typename TestFixture::Key;
  std::int64_t const n = scaled(3'000'000, 100'000);
  Arrays<Exec, Key, int, double> const arrays(this->exec, n);
  auto const segments = to_segments<Exec, std::int64_t>(this->exec, skewed_offsets(n, n / 3, 6));
  EXPECT_EQ(faults(this->exec, segments, make_keys<Key>(KeyKind::random, n, 2), arrays, this->workspace), 0);
}

/// Shapes much smaller than those of the library, so that small arrays have many tiles and many levels.
template <class Method, class Fixture>
void check_method(Fixture& test, std::int64_t most = 3000) {
  using Exec = typename Fixture::Exec;
  using Key = typename Fixture::Key;
  using How = By<Method>;
  Arrays<Exec, Key, int, double> const arrays(test.exec, most);
  for (std::int64_t const n : {1, 2, 3, 5, 6, 7, 30, 60, 61, 240, 241, 1000, 3000}) {
    if (n > most) break;
    for (KeyKind const kind : key_kinds) {
      auto const keys = make_keys<Key>(kind, n, n);
      std::string const where =
          std::to_string(Method::tile) + " " + std::to_string(n) + " " + std::to_string(static_cast<int>(kind));
      for (std::int64_t const length : {1, 2, 3, 4, 7, 8, 15, 100, 3000})
        ASSERT_EQ(faults<How>(test.exec, UniformSegments{length, n}, keys, arrays, test.workspace), 0)
            << where << " " << length;
      auto const random = to_segments<Exec, int>(test.exec, random_offsets(40, n, n));
      ASSERT_EQ(faults<How>(test.exec, random, keys, arrays, test.workspace), 0) << where;
      auto const skewed = to_segments<Exec, int>(test.exec, skewed_offsets(n, 50, n));
      ASSERT_EQ(faults<How>(test.exec, skewed, keys, arrays, test.workspace), 0) << where;
    }
  }
}

TYPED_TEST(SegmentedSort, kernel_of_teams) {
  with_methods_of_teams(this->exec, [&](auto method, auto... most) { check_method<decltype(method)>(*this, most...); });
}

TYPED_TEST(SegmentedSort, kernel_of_threads) {
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
  auto const keys = make_keys<Key>(KeyKind::random, n, 4);
  auto const before = to_device(test.exec, keys);
  auto const offsets = random_offsets(6000, n, 3);
  auto const segments = to_segments<Exec, int>(test.exec, offsets);
  auto const reference_order = reference::sorted_order(keys, offsets);
  auto const order = to_device(test.exec, reference_order);
  auto const sorted = to_device(test.exec, keys);
  auto const p1 = allocate_values<P1>(test.exec, "Araios::test::p1", n);
  auto const p2 = allocate_values<P2>(test.exec, "Araios::test::p2", n);
  fill_payload(test.exec, p1);
  fill_payload(test.exec, p2);
  segmented_sort(test.exec, segments, sorted, p1, p2, test.workspace);
  EXPECT_EQ(faults_of_stable_order(test.exec, segments, before, sorted, order), 0);
  EXPECT_EQ(faults_of_payload(test.exec, p1, order), 0);
  EXPECT_EQ(faults_of_payload(test.exec, p2, order), 0);
}

TYPED_TEST(SegmentedSort, payloads_of_any_type) {
  using Exec = typename TestFixture::Exec;
  check_payloads<NoValues, NoValues>(*this);
  check_payloads<Array<double, Exec>, NoValues>(*this);
  check_payloads<NoValues, Array<float, Exec>>(*this);
  check_payloads<Array<std::int64_t, Exec>, Array<Kokkos::complex<double>, Exec>>(*this);
  check_payloads<Array<Wide, Exec>, Array<short, Exec>>(*this);
}

TYPED_TEST(SegmentedSort, keys_only_and_every_argument_left_out) {
  using Exec = typename TestFixture::Exec;
  using Key = typename TestFixture::Key;
  auto const keys = to_device(this->exec, std::vector<Key>{5, 1, 4, 9, 8, 7, 2});
  segmented_sort(this->exec, UniformSegments{3, 7}, keys);
  EXPECT_EQ(to_host(keys), (std::vector<Key>{1, 4, 5, 7, 8, 9, 2}));
  auto const segments = PointerSegments{to_device(this->exec, std::vector<int>{0, 0, 1, 6, 7, 7})};
  segmented_sort(this->exec, segments, keys);
  this->exec.fence();
  EXPECT_EQ(to_host(keys), (std::vector<Key>{1, 4, 5, 7, 8, 9, 2}));
  segmented_sort(this->exec, PointerSegments<Array<int, Exec>>{}, Array<Key, Exec>());
  segmented_sort(this->exec, UniformSegments{3, 0}, Array<Key, Exec>());
}

TYPED_TEST(SegmentedSort, strided_keys_and_payload) {
  using Exec = typename TestFixture::Exec;
  using Key = typename TestFixture::Key;
  using Strided = Kokkos::View<Key*, Kokkos::LayoutStride, typename Exec::memory_space>;
  std::int64_t const n = 30'000;
  auto const all = allocate<Array<Key, Exec>>(this->exec, "Araios::test::all", 2 * n);
  Strided const strided(all.data(), Kokkos::LayoutStride(n, 2));
  Strided const between(all.data() + 1, Kokkos::LayoutStride(n, 2));
  auto const before = to_device(this->exec, make_keys<Key>(KeyKind::random, n, 4));
  copy_elements(this->exec, strided, before);
  fill_payload(this->exec, between);
  segmented_sort(this->exec, UniformSegments{20'000, n}, strided, between, NoValues{}, this->workspace);
  EXPECT_EQ(faults_of_stable_order(this->exec, UniformSegments{20'000, n}, before, strided, between), 0);
}

TYPED_TEST(SegmentedSort, second_call_allocates_nothing) {
  using Exec = typename TestFixture::Exec;
  using Key = typename TestFixture::Key;
  std::int64_t const n = 50'000;
  Arrays<Exec, Key, int, double> const arrays(this->exec, n);
  auto const keys = make_keys<Key>(KeyKind::random, n, 4);
  auto const segments = to_segments<Exec, int>(this->exec, random_offsets(9000, n, 3));
  EXPECT_EQ(faults(this->exec, segments, keys, arrays, this->workspace), 0);
  EXPECT_EQ(faults(this->exec, segments, keys, arrays, this->workspace), 0);  // the blocks become one
  std::int64_t const allocations = allocations_made();
  EXPECT_EQ(faults(this->exec, segments, keys, arrays, this->workspace), 0);
  EXPECT_EQ(allocations_made(), allocations);
}

TYPED_TEST(SegmentedSort, failed_allocation_leaves_the_arrays_as_they_were) {
  using Exec = typename TestFixture::Exec;
  using Key = typename TestFixture::Key;
  std::int64_t const n = 50'000;
  auto const keys = make_keys<Key>(KeyKind::random, n, 4);
  auto const before = to_device(this->exec, keys);
  auto const sorted = to_device(this->exec, keys);
  auto const p1 = allocate<Array<int, Exec>>(this->exec, "Araios::test::p1", n);
  fill_payload(this->exec, p1);
  auto const segments = to_segments<Exec, int>(this->exec, random_offsets(9000, n, 3));
  int failures = 0;
  for (bool failed = true; failed; ++failures) {
    Workspace<typename Exec::memory_space> workspace;
    fail_allocation_after(failures);
    try {
      segmented_sort(this->exec, segments, sorted, p1, NoValues{}, workspace);
      failed = false;
    } catch (AllocationFailure const&) {
      ASSERT_EQ(differences(this->exec, sorted, before), 0);
    }
    fail_allocation_after(-1);
  }
  EXPECT_GE(failures, 4);
  EXPECT_EQ(faults_of_stable_order(this->exec, segments, before, sorted, p1), 0);
}

TYPED_TEST(SegmentedSort, refusals_name_the_numbers) {
  using Exec = typename TestFixture::Exec;
  using Key = typename TestFixture::Key;
  Array<Key, Exec> const keys("keys", 10);
  Array<int, Exec> const short_payload("payload", 9);
  EXPECT_EQ(refusal([&] { segmented_sort(this->exec, UniformSegments{0, 10}, keys); }),
            "Araios::segmented_sort: segments of length 0");
  EXPECT_EQ(refusal([&] { segmented_sort(this->exec, UniformSegments{4, 12}, keys); }),
            "Araios::segmented_sort: segments of 12 elements, keys of 10");
  EXPECT_EQ(refusal([&] { segmented_sort(this->exec, UniformSegments{4, 10}, keys, short_payload); }),
            "Araios::segmented_sort: length of the first payload (9 != 10)");
  EXPECT_EQ(refusal([&] { segmented_sort(this->exec, UniformSegments{4, 10}, keys, NoValues{}, short_payload); }),
            "Araios::segmented_sort: length of the second payload (9 != 10)");
  EXPECT_EQ(refusal([&] { segmented_sort(this->exec, PointerSegments<Array<int, Exec>>{}, keys); }),
            "Araios::segmented_sort: no segment for 10 elements");
}

TEST(SortingNetwork, sorts_every_input_of_zeros_and_ones) {
  // A network that sorts all inputs of zeros and ones sorts all inputs (Knuth, 5.3.4Z).
  for (int input = 0; input < 1 << 17; ++input) {
    int items[17], few[5];
    for (int i = 0; i < 17; ++i) items[i] = input >> i & 1;
    Impl::SortingNetwork<17>::sort(items);
    ASSERT_TRUE(std::is_sorted(items, items + 17)) << input;
    for (int i = 0; i < 5; ++i) few[i] = input >> i & 1;
    Impl::SortingNetwork<5>::sort(few);
    ASSERT_TRUE(std::is_sorted(few, few + 5)) << input;
  }
}

TEST(SortingNetwork, bit_length_counts_the_bits) {
  EXPECT_EQ(Impl::bit_length(0), 0);
  for (int bit = 0; bit < 64; ++bit) {
    EXPECT_EQ(Impl::bit_length(std::uint64_t(1) << bit), bit + 1);
    EXPECT_EQ(Impl::bit_length((std::uint64_t(1) << bit) - 1), bit);
  }
}

TEST(Segments, find_agrees_with_a_walk) {
  auto const offsets = skewed_offsets(2000, 77, 9);
  using Host = Kokkos::DefaultHostExecutionSpace;
  auto const segments = to_segments<Host, std::int64_t>(Host(), offsets);
  std::int64_t segment = 0;
  for (std::int64_t position = 0; position < 2000; ++position) {
    while (offsets[segment + 1] <= position) ++segment;
    ASSERT_EQ(segments.find(position), segment);
    for (std::int64_t low = 0; low <= segment; low += 1 + segment / 7)
      ASSERT_EQ(segments.find_from(position, low), segment);
  }
  EXPECT_EQ((UniformSegments{7, 15}.count()), 3);
  EXPECT_EQ((UniformSegments{7, 15}.end(2)), 15);
  EXPECT_EQ((UniformSegments{7, 0}.count()), 0);
  EXPECT_EQ((UniformSegments{std::int64_t(1) << 62, 15}.end(0)), 15);
}

#ifdef ARAIOS_HAVE_RAPIDCHECK
RC_GTEST_PROP(SegmentedSortProperty, equals_the_definition,
              (std::vector<std::int8_t> const& few, std::vector<std::int64_t> const& many,
               std::vector<unsigned> const& cuts)) {
  using Exec = Kokkos::DefaultExecutionSpace;
  Exec const exec;
  std::vector<std::int64_t> keys(few.begin(), few.end());
  keys.insert(keys.end(), many.begin(), many.end());
  auto const offsets = cut_offsets(cuts, static_cast<std::int64_t>(keys.size()));
  auto const sorted = to_device(exec, keys);
  auto const p1 = allocate<Array<int, Exec>>(exec, "Araios::test::p1", sorted.extent(0));
  fill_payload(exec, p1);
  segmented_sort(exec, to_segments<Exec, int>(exec, offsets), sorted, p1);
  exec.fence();
  auto const order = reference::slow_sorted_order(keys, offsets);
  auto const found = to_host(p1);
  RC_ASSERT(std::equal(order.begin(), order.end(), found.begin(), found.end()));
  auto const found_keys = to_host(sorted);
  for (std::size_t i = 0; i < order.size(); ++i) RC_ASSERT(found_keys[i] == keys[order[i]]);
}
#endif

contract::Operations const operations{contract::writes("segmented_sort",
                                                       [](contract::Data& d) {
                                                         segmented_sort(d.exec, UniformSegments{1000, d.k}, d.keys,
                                                                        d.result.entries, d.result.values, d.workspace);
                                                       },
                                                       {.no_operand = "its operand is dense, or bits"})};

}  // namespace primitives_segmented_sort_test
