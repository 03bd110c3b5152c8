// SPDX-License-Identifier: Apache-2.0
//
// From indices to counts and pointers.

#include "support/contract.hpp"
#include "support/reference_primitives.hpp"

#include <Araios/primitives/histogram.hpp>
#include <Araios/primitives/pointers.hpp>
#include <Araios/testing/count_allocations.hpp>
#include <Araios/testing/fail_allocation.hpp>

#ifdef ARAIOS_HAVE_RAPIDCHECK
#include <rapidcheck.h>
#endif

namespace primitives_histogram_test {

using namespace Araios::test::arrays;
namespace reference = Araios::test::reference;
using Araios::BoundaryMethod;
using Araios::histogram;
using Araios::HistogramMethod;
using Araios::index_to_pointers;
using Araios::sorted_index_to_pointers;
using Araios::Workspace;

constexpr HistogramMethod histogram_methods[] = {HistogramMethod::automatic, HistogramMethod::atomics,
                                                 HistogramMethod::team_partials};
constexpr BoundaryMethod boundary_methods[] = {BoundaryMethod::automatic, BoundaryMethod::boundaries,
                                               BoundaryMethod::search};

template <class Case>
class Histogram : public testing::Test {};
TYPED_TEST_SUITE(Histogram, PrimitiveCases, PrimitiveCaseName);

enum class Shape { random, equal, first_and_last, skewed };

/// Indices in [0, bins).
std::vector<int> make_indices(Shape shape, std::int64_t length, std::int64_t bins) {
  Random random(length * 31 + bins);
  std::vector<int> indices(length);
  for (auto& index : indices) {
    std::int64_t b = 0;
    if (shape == Shape::random) b = random.below(bins);
    if (shape == Shape::equal) b = bins / 2;
    if (shape == Shape::first_and_last) b = random.below(2) * (bins - 1);
    if (shape == Shape::skewed) b = random.below(1 + random.below(1 + random.below(bins)));
    index = static_cast<int>(b);
  }
  return indices;
}

/// Sorted in linear time.
void sort_by_counts(std::vector<int>& indices, std::vector<std::int64_t> const& counts) {
  auto to = indices.begin();
  for (std::size_t b = 0; b < counts.size(); ++b) to = std::fill_n(to, counts[b], static_cast<int>(b));
}

/// Arrays that all sizes share, so that the test does not measure allocation.
template <class Exec, class Offset>
struct Arrays {
  Arrays(Exec const& exec, std::int64_t max_indices, std::int64_t max_bins)
      : indices(Araios::allocate<Array<int, Exec>>(exec, "Araios::test::indices", max_indices)),
        out(Araios::allocate<Array<Offset, Exec>>(exec, "Araios::test::out", max_bins + 2)),
        expected(Araios::allocate<Array<Offset, Exec>>(exec, "Araios::test::expected", max_bins + 1)) {}
  Array<int, Exec> indices;
  Array<Offset, Exec> out, expected;
  Workspace<typename Exec::memory_space> workspace;
};

/// Checks counts, pointers, and pointers of the sorted indices, each by the methods of `turn` (by all when it is
/// negative).
template <class Exec, class Offset>
void check_histogram(Exec const& exec, Arrays<Exec, Offset>& arrays, std::vector<int>& indices, std::int64_t bins,
                     int turn) {
  auto const length = static_cast<std::int64_t>(indices.size());
  std::vector<std::int64_t> counts(bins);
  reference::histogram(indices.data(), length, counts);
  auto const pointers = reference::exclusive_scan<Offset>(counts);
  std::vector<Offset> const narrow(counts.begin(), counts.end());
  upload(arrays.indices, indices.data(), length);
  auto const device_indices = part(arrays.indices, 0, length);
  auto const chosen = [turn](int i) { return turn < 0 || turn % 3 == i; };
  for (int i = 0; i < 3; ++i) {
    if (!chosen(i)) continue;
    auto const method = histogram_methods[i];
    upload(arrays.expected, narrow.data(), bins);
    Araios::fill(exec, part(arrays.out, 0, bins + 1), -9);
    histogram(exec, device_indices, part(arrays.out, 0, bins), {.method = method}, arrays.workspace);
    ASSERT_EQ(differences(exec, part(arrays.out, 0, bins), part(arrays.expected, 0, bins)), 0)
        << length << " indices, " << bins << " bins, method " << i;
    ASSERT_EQ(to_host(part(arrays.out, bins, bins + 1))[0], -9) << "wrote behind the end";
    upload(arrays.expected, pointers.data(), bins + 1);
    Araios::fill(exec, part(arrays.out, 0, bins + 2), -9);
    index_to_pointers(exec, device_indices, part(arrays.out, 0, bins + 1), {.method = method}, arrays.workspace);
    ASSERT_EQ(differences(exec, part(arrays.out, 0, bins + 1), part(arrays.expected, 0, bins + 1)), 0)
        << length << " indices, " << bins << " bins, method " << i;
    ASSERT_EQ(to_host(part(arrays.out, bins + 1, bins + 2))[0], -9) << "wrote behind the end";
  }
  sort_by_counts(indices, counts);
  upload(arrays.indices, indices.data(), length);
  upload(arrays.expected, pointers.data(), bins + 1);
  for (int i = 0; i < 3; ++i) {
    if (!chosen(i)) continue;
    Araios::fill(exec, part(arrays.out, 0, bins + 2), -9);
    sorted_index_to_pointers(exec, device_indices, part(arrays.out, 0, bins + 1), {.method = boundary_methods[i]});
    ASSERT_EQ(differences(exec, part(arrays.out, 0, bins + 1), part(arrays.expected, 0, bins + 1)), 0)
        << length << " sorted indices, " << bins << " bins, method " << i;
    ASSERT_EQ(to_host(part(arrays.out, bins + 1, bins + 2))[0], -9) << "wrote behind the end";
  }
}

constexpr Shape shapes[] = {Shape::random, Shape::equal, Shape::first_and_last, Shape::skewed};

std::int64_t bins_of(int kind, std::int64_t n) {
  std::int64_t const bins[] = {1, 7, n / 20 + 1, n, 3 * n + 5};
  return bins[kind];
}

TYPED_TEST(Histogram, EverySmallSizeEqualsTheReference) {
  using Exec = typename TypeParam::Exec;
  Exec const exec;
  Arrays<Exec, typename TypeParam::Offset> arrays(exec, 2000, 6005);
  for (std::int64_t n = 1; n <= 2000; n = next_small_size(n))
    for (int kind = 0; kind < 5; ++kind) {
      auto indices = make_indices(shapes[(n + kind) % 4], n, bins_of(kind, n));
      ASSERT_NO_FATAL_FAILURE(check_histogram(exec, arrays, indices, bins_of(kind, n), -1));
    }
}

TYPED_TEST(Histogram, EveryLargeSizeEqualsTheReference) {
  using Exec = typename TypeParam::Exec;
  Exec const exec;
  auto const sizes = primitive_sizes();
  std::int64_t const most = sizes.back();
  Arrays<Exec, typename TypeParam::Offset> arrays(exec, most, std::max<std::int64_t>(most, 9005));
  int turn = 0;
  for (std::int64_t const n : sizes) {
    if (n < 2000) continue;
    for (int kind = 0; kind < 4; ++kind) {
      // The largest sizes take one kind of bins and one method each, so that all of them together meet everything.
      if (n > 200'000 && turn++ % 4 != kind) continue;
      auto indices = make_indices(shapes[turn % 4], n, bins_of(kind, n));
      ASSERT_NO_FATAL_FAILURE(check_histogram(exec, arrays, indices, bins_of(kind, n), n > 200'000 ? turn : -1));
    }
  }
  // The largest of the main job's shape, by every method.
  auto indices = make_indices(Shape::random, most, most / 20 + 1);
  check_histogram(exec, arrays, indices, most / 20 + 1, -1);
}

// The kernel for teams is the GPU's; with teams of one thread it must be right in every space, in scratch and without.
TYPED_TEST(Histogram, TeamKernelIsRightEverywhere) {
  using Exec = typename TypeParam::Exec;
  using Offset = typename TypeParam::Offset;
  Exec const exec;
  Workspace<typename Exec::memory_space> workspace;
  for (std::int64_t const bins : {1, 2, 100, 4000, 4095, 4096, 8191, 8192, 30'000})
    for (std::int64_t const teams : {1, 2, 3, 17}) {
      auto const indices = make_indices(Shape::skewed, 20'011, bins);
      std::vector<Offset> counts(bins);
      reference::histogram(indices.data(), 20'011, counts);
      auto const out = to_device(exec, std::vector<Offset>(bins, -1));
      Araios::Impl::histogram_by_partials<true>(exec, to_device(exec, indices), out, teams, workspace);
      ASSERT_EQ(to_host(out), counts) << bins << " bins, " << teams << " teams";
      Araios::fill(exec, out, -1);
      Araios::Impl::histogram_by_partials<false>(exec, to_device(exec, indices), out, teams, workspace);
      ASSERT_EQ(to_host(out), counts) << bins << " bins, " << teams << " threads";
    }
}

TYPED_TEST(Histogram, PartialsStayInsideTheirBudget) {
  using Exec = typename TypeParam::Exec;
  Exec const exec;
  for (std::int64_t const n : {1, 1000, 1'000'000, 20'000'000})
    for (std::int64_t const bins : {std::int64_t(1), std::int64_t(1000), n, 50 * n}) {
      auto const plan = Araios::Impl::plan_histogram(exec, n, bins, HistogramMethod::team_partials);
      EXPECT_TRUE(plan.partials);
      EXPECT_GE(plan.teams, 1);
      EXPECT_TRUE(plan.teams == 1 || plan.teams * bins <= std::max<std::int64_t>(2 * n, 65536)) << n << " " << bins;
      EXPECT_LE(plan.teams, std::max(1, Araios::Impl::concurrency(exec)));
    }
}

TYPED_TEST(Histogram, NothingIn) {
  using Exec = typename TypeParam::Exec;
  using Offset = typename TypeParam::Offset;
  Exec const exec;
  Array<int, Exec> const none;
  std::vector<Offset> const sentinels(5, 3), zeros(5, 0);
  for (int i = 0; i < 3; ++i) {
    auto const out = to_device(exec, sentinels);
    histogram(exec, none, out, {.method = histogram_methods[i]});
    EXPECT_EQ(to_host(out), zeros);
    upload(out, sentinels.data(), 5);
    index_to_pointers(exec, none, out, {.method = histogram_methods[i]});
    EXPECT_EQ(to_host(out), zeros);
    upload(out, sentinels.data(), 5);
    sorted_index_to_pointers(exec, none, out, {.method = boundary_methods[i]});
    EXPECT_EQ(to_host(out), zeros);
    histogram(exec, none, Array<Offset, Exec>(), {.method = histogram_methods[i]});
    auto const one = part(out, 0, 1);
    upload(out, sentinels.data(), 5);
    index_to_pointers(exec, none, one, {.method = histogram_methods[i]});
    EXPECT_EQ(to_host(one)[0], 0);
    upload(out, sentinels.data(), 5);
    sorted_index_to_pointers(exec, none, one, {.method = boundary_methods[i]});
    EXPECT_EQ(to_host(one)[0], 0);
  }
}

TYPED_TEST(Histogram, RefusesWhatHasNoBins) {
  using Exec = typename TypeParam::Exec;
  using Offset = typename TypeParam::Offset;
  Exec const exec;
  auto const indices = to_device(exec, std::vector<int>{0});
  Array<Offset, Exec> const none;
  Array<Offset, Exec> const one("Araios::test::one", 1);
  EXPECT_THROW(histogram(exec, indices, none), std::invalid_argument);
  EXPECT_THROW(index_to_pointers(exec, indices, none), std::invalid_argument);
  EXPECT_THROW(index_to_pointers(exec, indices, one), std::invalid_argument);
  EXPECT_THROW(sorted_index_to_pointers(exec, indices, none), std::invalid_argument);
  EXPECT_THROW(sorted_index_to_pointers(exec, indices, one), std::invalid_argument);
}

// Two clusters at the ends of millions of bins, and all indices in one bin: gaps and runs that many work items share.
TYPED_TEST(Histogram, SortedWithLongGaps) {
  using Exec = typename TypeParam::Exec;
  using Offset = typename TypeParam::Offset;
  Exec const exec;
  std::int64_t const most = Araios::test::scaled(4'000'000, 5'000);
  Arrays<Exec, Offset> arrays(exec, most, most);
  for (std::int64_t const bins : {most, most - 1, most / 2 + 1, most / 3})
    for (Shape const shape : {Shape::equal, Shape::first_and_last}) {
      auto indices = make_indices(shape, most, bins);
      ASSERT_NO_FATAL_FAILURE(check_histogram(exec, arrays, indices, bins, 1));
    }
}

TYPED_TEST(Histogram, UnsignedAndWideIndices) {
  using Exec = typename TypeParam::Exec;
  using Unsigned = std::make_unsigned_t<typename TypeParam::Offset>;
  Exec const exec;
  auto const indices = to_device(exec, std::vector<std::int64_t>{0, 0, 2, 5, 5, 5});
  std::vector<Unsigned> const pointers{0, 2, 2, 3, 3, 3, 6, 6};
  for (int i = 0; i < 3; ++i) {
    auto const out = to_device(exec, std::vector<Unsigned>(8, 99));
    index_to_pointers(exec, indices, out, {.method = histogram_methods[i]});
    EXPECT_EQ(to_host(out), pointers);
    Araios::fill(exec, out, 99);
    sorted_index_to_pointers(exec, indices, out, {.method = boundary_methods[i]});
    EXPECT_EQ(to_host(out), pointers);
  }
}

TYPED_TEST(Histogram, CountsMayBeStrided) {
  using Exec = typename TypeParam::Exec;
  using Offset = typename TypeParam::Offset;
  Exec const exec;
  auto const indices = to_device(exec, std::vector<int>{3, 1, 3, 0});
  for (HistogramMethod const method : histogram_methods) {
    Kokkos::View<Offset**, Kokkos::LayoutRight, typename Exec::memory_space> const table("Araios::test::table", 4, 2);
    histogram(exec, indices, Kokkos::subview(table, Kokkos::ALL(), 1), {.method = method});
    EXPECT_EQ(to_host(Kokkos::View<Offset*, typename Exec::memory_space>(table.data(), 8)),
              (std::vector<Offset>{0, 1, 0, 1, 0, 0, 0, 2}));
  }
}

TYPED_TEST(Histogram, RepeatedCallsAllocateNothing) {
  using Exec = typename TypeParam::Exec;
  using Offset = typename TypeParam::Offset;
  Exec const exec;
  for (std::int64_t const bins : {1000, 50'000})
    for (HistogramMethod const method : histogram_methods) {
      auto const indices = to_device(exec, make_indices(Shape::random, 200'000, bins));
      auto const out = to_device(exec, std::vector<Offset>(bins + 1));
      Workspace<typename Exec::memory_space> workspace;
      histogram(exec, indices, part(out, 0, bins), {.method = method}, workspace);
      auto before = Araios::allocations_made();
      histogram(exec, indices, part(out, 0, bins), {.method = method}, workspace);
      EXPECT_EQ(Araios::allocations_made(), before);
      index_to_pointers(exec, indices, out, {.method = method}, workspace);
      index_to_pointers(exec, indices, out, {.method = method}, workspace);
      before = Araios::allocations_made();
      index_to_pointers(exec, indices, out, {.method = method}, workspace);
      histogram(exec, indices, part(out, 0, bins), {.method = method}, workspace);
      EXPECT_EQ(Araios::allocations_made(), before);
    }
}

TYPED_TEST(Histogram, WorksAfterAFailedAllocation) {
  using Exec = typename TypeParam::Exec;
  using Offset = typename TypeParam::Offset;
  Exec const exec;
  std::int64_t const bins = 500;
  auto const host = make_indices(Shape::random, 100'000, bins);
  auto const indices = to_device(exec, host);
  std::vector<Offset> counts(bins);
  reference::histogram(host.data(), 100'000, counts);
  auto const expected = reference::exclusive_scan<Offset>(counts);
  auto const out = to_device(exec, expected);
  for (HistogramMethod const method : histogram_methods) {
    int const failures = fail_every_allocation<Exec>(
        [&](auto& workspace) {
          Araios::fill(exec, out, -1);
          index_to_pointers(exec, indices, out, {.method = method}, workspace);
        },
        [&] { ASSERT_EQ(to_host(out), expected); });
    auto const plan = Araios::Impl::plan_histogram(exec, 100'000, bins, method);
    EXPECT_GE(failures, plan.partials && plan.teams > 1 ? 1 : 0);
    // CUB's scan, in the CUDA space, takes its own.
    if (!Araios::Impl::is_cuda_v<Exec>) {
      EXPECT_EQ(failures, plan.partials && plan.teams > 1 ? 1 : 0);
    }
  }
  Araios::fail_allocation_after(0);
  EXPECT_NO_THROW(sorted_index_to_pointers(exec, part(indices, 0, 0), out));
  Araios::fail_allocation_after(-1);
}

#ifdef ARAIOS_HAVE_RAPIDCHECK
TYPED_TEST(Histogram, AllWaysToPointersAgree) {
  using Exec = typename TypeParam::Exec;
  using Offset = typename TypeParam::Offset;
  Exec const exec;
  EXPECT_TRUE(rc::check("pointers(b) counts the indices below b", [&](std::vector<std::uint8_t> values) {
    int const bins = *rc::gen::inRange(256, 2000);
    std::vector<int> indices(values.begin(), values.end());
    std::vector<Offset> expected(bins + 1);
    for (int b = 0; b <= bins; ++b)
      expected[b] = static_cast<Offset>(
          std::count_if(indices.begin(), indices.end(), [b](int const index) { return index < b; }));
    auto const unsorted = to_device(exec, indices);
    std::sort(indices.begin(), indices.end());
    auto const sorted = to_device(exec, indices);
    for (int i = 0; i < 3; ++i) {
      auto const out = to_device(exec, std::vector<Offset>(bins + 1, -1));
      index_to_pointers(exec, unsorted, out, {.method = histogram_methods[i]});
      RC_ASSERT(to_host(out) == expected);
      Araios::fill(exec, out, -1);
      sorted_index_to_pointers(exec, sorted, out, {.method = boundary_methods[i]});
      RC_ASSERT(to_host(out) == expected);
    }
  }));
}
#endif

Araios::test::contract::Operations const operations{
    Araios::test::contract::writes("histogram_atomics",
                                   [](Araios::test::contract::Data& d) {
                                     index_to_pointers(d.exec, d.arrays.entries, d.result.row_map,
                                                       {.method = HistogramMethod::atomics}, d.workspace);
                                   },
                                   {.no_operand = "its operand is dense, or bits"}),
    Araios::test::contract::writes("histogram_team_partials",
                                   [](Araios::test::contract::Data& d) {
                                     index_to_pointers(d.exec, d.arrays.entries, d.result.row_map,
                                                       {.method = HistogramMethod::team_partials}, d.workspace);
                                   },
                                   {.no_operand = "its operand is dense, or bits"})};

}  // namespace primitives_histogram_test
