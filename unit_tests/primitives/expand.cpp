// SPDX-License-Identifier: Apache-2.0
//
// From pointers to indices.

#include "support/contract.hpp"
#include "support/reference_primitives.hpp"

#include <Araios/primitives/pointers.hpp>
#include <Araios/testing/count_allocations.hpp>
#include <Araios/testing/fail_allocation.hpp>

#ifdef ARAIOS_HAVE_RAPIDCHECK
#include <rapidcheck.h>
#endif

namespace primitives_expand_test {

using namespace Araios::test::arrays;
namespace reference = Araios::test::reference;
using Araios::pointers_to_index;

template <class Case>
class Expand : public testing::Test {};
TYPED_TEST_SUITE(Expand, PrimitiveCases, PrimitiveCaseName);

enum class Rows { one, uniform, singles, mostly_empty, one_long, empty_ends };
constexpr Rows all_rows[] = {Rows::one,          Rows::uniform,  Rows::singles,
                             Rows::mostly_empty, Rows::one_long, Rows::empty_ends};

/// Pointers of about as many rows as the kind says, with k entries.
template <class Offset>
std::vector<Offset> make_pointers(Rows kind, std::int64_t k, std::int64_t limit) {
  Random random(k * 17 + static_cast<int>(kind));
  std::int64_t rows = 1;
  if (kind == Rows::uniform) rows = k / 20 + 1;
  if (kind == Rows::singles) rows = k;
  if (kind == Rows::mostly_empty) rows = std::min(5 * k, limit);
  if (kind == Rows::one_long || kind == Rows::empty_ends) rows = std::min(k / 3 + 3, limit);
  std::vector<Offset> pointers(rows + 1, 0);
  auto const add = [&](std::int64_t row, std::int64_t entries) { pointers[row + 1] += static_cast<Offset>(entries); };
  if (kind == Rows::one) {
    add(0, k);
  } else if (kind == Rows::singles) {
    for (std::int64_t r = 0; r < rows; ++r) add(r, 1);
  } else if (kind == Rows::one_long) {
    // A row of most entries somewhere, and the others one by one.
    std::int64_t const lonely = std::min(k / 10, rows);
    for (std::int64_t r = 0; r < lonely; ++r) add(random.below(rows), 1);
    add(random.below(rows), k - lonely);
  } else if (kind == Rows::empty_ends) {
    // All entries in the middle third.
    std::int64_t const from = rows / 3, to = rows - rows / 3;
    for (std::int64_t r = from; r < to; ++r) add(r, k / (to - from));
    add(to - 1, k % (to - from));
  } else {
    for (std::int64_t p = 0; p < k; ++p) add(random.below(rows), 1);
  }
  for (std::int64_t r = 0; r < rows; ++r) pointers[r + 1] += pointers[r];
  return pointers;
}

/// The public function, or with Lockstep chosen: both walks must be right in every space.
template <class Index, class Offset, class Exec>
void check_expand(Exec const& exec, std::vector<Offset> const& pointers, Array<Offset, Exec> const& device_pointers,
                  Array<Index, Exec> const& index, Array<Index, Exec> const& expected, std::vector<Index>& host,
                  bool both_walks) {
  auto const rows = static_cast<std::int64_t>(pointers.size()) - 1;
  auto const k = static_cast<std::int64_t>(pointers.back());
  reference::pointers_to_index(pointers, host);
  upload(expected, host.data(), k);
  upload(device_pointers, pointers.data(), rows + 1);
  auto const now = part(device_pointers, 0, rows + 1);
  auto const right = part(expected, 0, k), result = part(index, 0, k);
  Araios::fill(exec, part(index, 0, k + 1), -5);
  pointers_to_index(exec, now, result);
  ASSERT_EQ(differences(exec, result, right), 0) << rows << " rows, " << k << " entries";
  ASSERT_EQ(to_host(part(index, k, k + 1))[0], -5) << "wrote behind the end";
  if (!both_walks) return;
  auto const ends = part(device_pointers, 1, rows + 1);
  Araios::fill(exec, part(index, 0, k + 1), -5);
  Araios::Impl::rank_consecutive<true>(exec, "Araios::test::walk_in_lockstep", ends, result, 0);
  ASSERT_EQ(differences(exec, result, right), 0) << "in step: " << rows << " rows, " << k << " entries";
  Araios::fill(exec, part(index, 0, k + 1), -5);
  Araios::Impl::launch_rank_consecutive<true, std::int64_t>(exec, "Araios::test::walk_in_lockstep", ends, result, 0);
  ASSERT_EQ(differences(exec, result, right), 0) << "in step, 64 bits: " << rows << " rows, " << k << " entries";
  Araios::fill(exec, part(index, 0, k + 1), -5);
  Araios::Impl::rank_consecutive<false>(exec, "Araios::test::walk_run", ends, result, 0);
  ASSERT_EQ(differences(exec, result, right), 0) << "runs: " << rows << " rows, " << k << " entries";
  ASSERT_EQ(to_host(part(index, k, k + 1))[0], -5) << "wrote behind the end";
}

TYPED_TEST(Expand, EverySizeEqualsTheReference) {
  using Exec = typename TypeParam::Exec;
  using Offset = typename TypeParam::Offset;
  Exec const exec;
  auto const sizes = primitive_sizes();
  std::int64_t const most = sizes.back();
  auto const limit = std::max<std::int64_t>(most, 10'000);
  auto const device_pointers = Araios::allocate<Array<Offset, Exec>>(exec, "Araios::test::pointers", limit + 1);
  auto const index = Araios::allocate<Array<int, Exec>>(exec, "Araios::test::index", most + 1);
  auto const expected = Araios::allocate<Array<int, Exec>>(exec, "Araios::test::expected", most);
  std::vector<int> host(most);
  int turn = 0;
  for (std::int64_t const k : sizes) {
    ++turn;
    for (Rows const kind : all_rows) {
      // Every kind and walk at every small size; at large sizes they take turns, at the largest all come once more.
      if (k > 2000 && k < most && (turn + static_cast<int>(kind)) % 3 != 0) continue;
      auto const pointers = make_pointers<Offset>(kind, k, limit);
      ASSERT_NO_FATAL_FAILURE(check_expand(exec, pointers, device_pointers, index, expected, host,
                                           k <= 2000 || (k < most && turn % 2 == 0)));
    }
  }
}

TYPED_TEST(Expand, WideIndex) {
  using Exec = typename TypeParam::Exec;
  using Offset = typename TypeParam::Offset;
  Exec const exec;
  for (Rows const kind : all_rows) {
    auto const pointers = make_pointers<Offset>(kind, 30'000, 1'000'000);
    auto const device_pointers = to_device(exec, pointers);
    auto const index = to_device(exec, std::vector<std::int64_t>(30'001));
    auto const expected = to_device(exec, std::vector<std::int64_t>(30'001));
    std::vector<std::int64_t> host(30'001);
    check_expand(exec, pointers, device_pointers, index, expected, host, true);
  }
}

TYPED_TEST(Expand, UnsignedPointers) {
  using Exec = typename TypeParam::Exec;
  using Unsigned = std::make_unsigned_t<typename TypeParam::Offset>;
  Exec const exec;
  auto const index = to_device(exec, std::vector<int>(7, -1));
  pointers_to_index(exec, to_device(exec, std::vector<Unsigned>{0, 0, 3, 3, 7, 7}), index);
  EXPECT_EQ(to_host(index), (std::vector<int>{1, 1, 1, 3, 3, 3, 3}));
}

// Ten million empty rows before, between and behind three entries.
TYPED_TEST(Expand, FarMoreRowsThanEntries) {
  using Exec = typename TypeParam::Exec;
  using Offset = typename TypeParam::Offset;
  Exec const exec;
  std::int64_t const gap = Araios::test::scaled(10'000'000, 1000);
  std::vector<Offset> pointers(3 * gap + 1, 2);
  std::fill(pointers.begin(), pointers.begin() + gap + 1, 0);
  std::fill(pointers.begin() + 2 * gap + 1, pointers.end(), 3);
  auto const index = to_device(exec, std::vector<int>(3, -1));
  pointers_to_index(exec, to_device(exec, pointers), index);
  int const first = static_cast<int>(gap), last = static_cast<int>(2 * gap);
  EXPECT_EQ(to_host(index), (std::vector<int>{first, first, last}));
}

TYPED_TEST(Expand, NothingToDo) {
  using Exec = typename TypeParam::Exec;
  using Offset = typename TypeParam::Offset;
  Exec const exec;
  Array<int, Exec> const none;
  pointers_to_index(exec, to_device(exec, std::vector<Offset>{0}), none);
  pointers_to_index(exec, to_device(exec, std::vector<Offset>{0, 0, 0}), none);
  EXPECT_THROW(pointers_to_index(exec, Array<Offset, Exec>(), none), std::invalid_argument);
  EXPECT_THROW(pointers_to_index(exec, to_device(exec, std::vector<Offset>{0}), Array<int, Exec>("Araios::test::i", 1)),
               std::invalid_argument);
}

TYPED_TEST(Expand, AllocatesNothing) {
  using Exec = typename TypeParam::Exec;
  using Offset = typename TypeParam::Offset;
  Exec const exec;
  auto const pointers = to_device(exec, make_pointers<Offset>(Rows::uniform, 100'000, 100'000));
  auto const index = to_device(exec, std::vector<int>(100'000));
  auto const before = Araios::allocations_made();
  Araios::fail_allocation_after(0);
  EXPECT_NO_THROW(pointers_to_index(exec, pointers, index));
  Araios::fail_allocation_after(-1);
  EXPECT_EQ(Araios::allocations_made(), before);
}

// Pointers that are none: numbers without meaning, but none outside [0, rows], no wait without end, no other memory
// touched.
TYPED_TEST(Expand, SurvivesWrongPointers) {
  using Exec = typename TypeParam::Exec;
  using Offset = typename TypeParam::Offset;
  Exec const exec;
  Random random(99);
  for (int round = 0; round < 200; ++round) {
    std::vector<Offset> pointers(1 + 1 + random.below(60));
    for (auto& pointer : pointers) pointer = static_cast<Offset>(random.below(200'000)) - 100'000;
    auto const ends = to_device(exec, pointers);
    auto const index = to_device(exec, std::vector<int>(5000, -1));
    pointers_to_index(exec, ends, index);
    for (int const row : to_host(index)) {
      ASSERT_GE(row, 0);
      ASSERT_LT(row, static_cast<int>(pointers.size()));
    }
    Araios::Impl::rank_consecutive<true>(exec, "Araios::test::walk_in_lockstep", ends, index, 0);
    for (int const row : to_host(index)) {
      ASSERT_GE(row, 0);
      ASSERT_LE(row, static_cast<int>(pointers.size()));
    }
  }
}

#ifdef ARAIOS_HAVE_RAPIDCHECK
TYPED_TEST(Expand, CountsGiveTheRowLengthsBack) {
  using Exec = typename TypeParam::Exec;
  using Offset = typename TypeParam::Offset;
  Exec const exec;
  EXPECT_TRUE(rc::check("row r appears as often as its length says, in order", [&](std::vector<std::uint8_t> lengths) {
    std::vector<Offset> pointers{0};
    for (auto const length : lengths) pointers.push_back(pointers.back() + length % 11);
    auto const index = to_device(exec, std::vector<int>(pointers.back(), -1));
    pointers_to_index(exec, to_device(exec, pointers), index);
    auto const rows = to_host(index);
    RC_ASSERT(std::is_sorted(rows.begin(), rows.end()));
    for (std::size_t r = 0; r < lengths.size(); ++r)
      RC_ASSERT(std::count(rows.begin(), rows.end(), static_cast<int>(r)) == lengths[r] % 11);
  }));
}
#endif

Araios::test::contract::Operations const operations{Araios::test::contract::writes(
    "pointers_to_index",
    [](Araios::test::contract::Data& d) { pointers_to_index(d.exec, d.arrays.row_map, d.result.entries); },
    {.no_operand = "its operand is dense, or bits"})};

}  // namespace primitives_expand_test
