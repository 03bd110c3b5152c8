// SPDX-License-Identifier: Apache-2.0

#include <Araios/convert.hpp>
#include <Araios/formats/copy.hpp>
#include <Araios/formats/validate/dok.hpp>
#include <Araios/testing/fail_allocation.hpp>
#include <Araios/update_dok.hpp>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "support/contract.hpp"
#include "support/matrices.hpp"
#include "support/other_matrices.hpp"
#include "support/refusals.hpp"
#include "support/types.hpp"

namespace dok_update_dok_test {

using namespace Araios;
using namespace Araios::test;
using Host = Kokkos::HostSpace;

/// A list of entries with their numbers, kept by a map.
template <class Scalar, class Ordinal>
struct Reference {
  std::map<std::pair<Ordinal, Ordinal>, std::size_t> number;
  std::vector<Ordinal> rows, cols;
  std::vector<Scalar> values;

  void insert(std::vector<Ordinal> const& i, std::vector<Ordinal> const& j, std::vector<Scalar> const& v,
              DokInsert how) {
    for (std::size_t p = 0; p < i.size(); ++p) {
      auto const [place, added] = number.emplace(std::pair(i[p], j[p]), rows.size());
      if (added) {
        rows.push_back(i[p]);
        cols.push_back(j[p]);
        values.push_back(v[p]);
      } else if (how == DokInsert::replace_by_last) {
        values[place->second] = v[p];
      } else if (how == DokInsert::sum) {
        values[place->second] = values[place->second] + v[p];
      }
    }
  }
  void erase(std::vector<Ordinal> const& i, std::vector<Ordinal> const& j) {
    auto const old = *this;
    std::vector<bool> gone(rows.size());
    for (std::size_t p = 0; p < i.size(); ++p)
      if (auto const place = number.find({i[p], j[p]}); place != number.end()) gone[place->second] = true;
    *this = {};
    for (std::size_t e = 0; e < gone.size(); ++e)
      if (!gone[e]) insert({old.rows[e]}, {old.cols[e]}, {old.values[e]}, DokInsert::keep_first);
  }
};

template <class Scalar, class Ordinal>
struct Batch {
  std::vector<Ordinal> rows, cols;
  std::vector<Scalar> values;
};

/// Places that repeat a lot, and values whose sums depend on the order.
template <class Scalar, class Ordinal>
Batch<Scalar, Ordinal> batch_of(std::int64_t count, std::int64_t n, std::mt19937_64& random) {
  Batch<Scalar, Ordinal> batch;
  for (std::int64_t p = 0; p < count; ++p) {
    batch.rows.push_back(static_cast<Ordinal>(random() % static_cast<std::uint64_t>(n)));
    batch.cols.push_back(static_cast<Ordinal>(random() % 10 == 0 ? 0 : random() % static_cast<std::uint64_t>(n)));
    if constexpr (is_pattern_v<Scalar>)
      batch.values.push_back({});
    else
      batch.values.push_back(value_at<Scalar>(static_cast<std::int64_t>(random() % 1000)) *
                             Scalar(std::ldexp(1.0f, static_cast<int>(random() % 40))));
  }
  return batch;
}

template <class Space, class Scalar, class Ordinal>
auto view_of_values(Batch<Scalar, Ordinal> const& batch) {
  if constexpr (is_pattern_v<Scalar>)
    return NoValues{};
  else
    return to_view<Space>(batch.values);
}

template <class Matrix, class Scalar, class Ordinal>
void expect_equal(Matrix const& A, Reference<Scalar, Ordinal> const& expected, std::string const& name) {
  auto const host = copy_to<Host>(A);
  ASSERT_EQ(static_cast<std::size_t>(host.nnz()), expected.rows.size()) << name;
  for (std::size_t e = 0; e < expected.rows.size(); ++e) {
    ASSERT_EQ(host.row_indices(e), expected.rows[e]) << name << ", entry " << e;
    ASSERT_EQ(host.col_indices(e), expected.cols[e]) << name << ", entry " << e;
    ASSERT_TRUE(same_bits(std::vector<Scalar>{host.values(e)}, std::vector<Scalar>{expected.values[e]}))
        << name << ", entry " << e;
    ASSERT_EQ(host.find(expected.rows[e], expected.cols[e]), static_cast<std::int64_t>(e)) << name;
  }
  auto const fault = find_fault(typename Matrix::memory_space::execution_space(), A);
  EXPECT_FALSE(fault) << name << ": " << fault->sentence;
}

template <class C>
struct UpdateDok : testing::Test {};
TYPED_TEST_SUITE(UpdateDok, AllCases, CaseName);

TYPED_TEST(UpdateDok, batch_after_batch_agrees_with_a_map) {
  using Scalar = typename TypeParam::Scalar;
  using Ordinal = typename TypeParam::Ordinal;
  using Offset = typename TypeParam::Offset;
  using Space = typename TypeParam::Space;
  typename TypeParam::Exec const exec;
  for (auto const how : {DokInsert::keep_first, DokInsert::replace_by_last, DokInsert::sum}) {
    std::mt19937_64 random(3);
    auto A = allocate_dok<Scalar, Ordinal, Offset>(exec, "Araios::test", 200, 200, 0);
    Reference<Scalar, Ordinal> expected;
    Workspace<Space> workspace;
    for (std::int64_t const count : {0, 1, 7, 300, 1, 5000, 3000, 20000}) {
      auto const batch = batch_of<Scalar, Ordinal>(count, 200, random);
      std::size_t const before = expected.rows.size();
      expected.insert(batch.rows, batch.cols, batch.values, how);
      std::string const name = "how " + std::to_string(static_cast<int>(how)) + ", batch of " + std::to_string(count);
      EXPECT_EQ(insert(exec, A, to_view<Space>(batch.rows), to_view<Space>(batch.cols), view_of_values<Space>(batch),
                       {.duplicates = how}, workspace),
                static_cast<std::int64_t>(expected.rows.size() - before))
          << name;
      exec.fence();
      expect_equal(A, expected, name);
    }
    for (std::int64_t const count : {1, 5000, 0, 100000}) {
      auto const batch = batch_of<Scalar, Ordinal>(count, 210, random);  // some of it outside of the matrix
      std::size_t const before = expected.rows.size();
      expected.erase(batch.rows, batch.cols);
      EXPECT_EQ(erase(exec, A, to_view<Space>(batch.rows), to_view<Space>(batch.cols), workspace),
                static_cast<std::int64_t>(before - expected.rows.size()));
      exec.fence();
      expect_equal(A, expected, "erased " + std::to_string(count));
    }
  }
}

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Ints = std::vector<int>;
using Doubles = std::vector<double>;

std::int64_t put(DokMatrix<double, int, int, Space>& A, Ints const& rows, Ints const& cols, Doubles const& values,
                 DokInsert how) {
  return insert(Exec(), A, to_view<Space>(rows), to_view<Space>(cols), to_view<Space>(values), {.duplicates = how});
}

Doubles values_of(DokMatrix<double, int, int, Space> const& A) {
  auto const all = to_vector(A.values);
  return Doubles(all.begin(), all.begin() + A.nnz());
}

TEST(UpdateDokByHand, each_way_to_insert) {
  auto const make = [] {
    auto A = allocate_dok<double, int, int>(Exec(), "Araios::test", 3, 3, 0);
    EXPECT_EQ(put(A, {2, 0}, {1, 0}, {1, 2}, DokInsert::keep_first), 2);
    return A;
  };
  // One place that is there, one that is new and comes three times.
  Ints const rows{1, 2, 1, 1}, cols{1, 1, 1, 1};
  Doubles const values{10, 20, 30, 40};
  auto A = make();
  EXPECT_EQ(put(A, rows, cols, values, DokInsert::keep_first), 1);
  EXPECT_EQ(values_of(A), (Doubles{1, 2, 10}));
  A = make();
  EXPECT_EQ(put(A, rows, cols, values, DokInsert::replace_by_last), 1);
  EXPECT_EQ(values_of(A), (Doubles{20, 2, 40}));
  A = make();
  EXPECT_EQ(put(A, rows, cols, values, DokInsert::sum), 1);
  EXPECT_EQ(values_of(A), (Doubles{21, 2, 80}));
}

TEST(UpdateDokByHand, zeros_and_nan_are_values) {
  double const nan = std::nan("1");
  auto A = allocate_dok<double, int, int>(Exec(), "Araios::test", 3, 3, 0);
  put(A, {0, 1, 2, 2}, {0, 1, 2, 2}, {-0.0, nan, -0.0, -0.0}, DokInsert::sum);
  EXPECT_TRUE(same_bits(values_of(A), Doubles{-0.0, nan, -0.0}));
}

TEST(UpdateDokByHand, finds_a_batch) {
  auto A = allocate_dok<double, int, int>(Exec(), "Araios::test", 3, 3, 0);
  put(A, {2, 0}, {1, 0}, {1, 2}, DokInsert::sum);
  auto const found = to_view<Space>(Ints(4));
  find_entries(Exec(), A, to_view<Space>(Ints{0, 0, 2, -1}), to_view<Space>(Ints{0, 1, 1, 77}), found);
  Kokkos::fence();
  EXPECT_EQ(to_vector(found), (Ints{1, -1, 0, -1}));
}

TEST(UpdateDokByHand, a_repeated_batch_does_not_grow_the_table) {
  auto A = allocate_dok<double, int, int>(Exec(), "Araios::test", 100, 100, 0);
  Ints rows, cols;
  for (int e = 0; e < 1000; ++e) {
    rows.push_back(e % 100);
    cols.push_back(e / 100);
  }
  Doubles const values(1000, 1.0);
  EXPECT_EQ(put(A, rows, cols, values, DokInsert::sum), 1000);
  EXPECT_EQ(A.slots.extent(0), 2048u);
  for (int again = 0; again < 5; ++again) EXPECT_EQ(put(A, rows, cols, values, DokInsert::sum), 0);
  EXPECT_EQ(A.slots.extent(0), 2048u);
  EXPECT_EQ(A.capacity(), 1000);
  EXPECT_EQ(values_of(A), Doubles(1000, 6.0));
}

TEST(UpdateDokByHand, reserves) {
  auto A = allocate_dok<double, int, int>(Exec(), "Araios::test", 3, 3, 0);
  put(A, {2, 0}, {1, 0}, {1, 2}, DokInsert::sum);
  reserve(Exec(), A, 100);
  EXPECT_EQ(A.capacity(), 100);
  EXPECT_EQ(A.bytes(), (dok_bytes<double, int, int>(100)));
  EXPECT_EQ(A.nnz(), 2);
  reserve(Exec(), A, 50);
  EXPECT_EQ(A.capacity(), 100);
  auto const slots = A.slots.data();
  put(A, {1}, {1}, {3}, DokInsert::sum);
  EXPECT_EQ(A.slots.data(), slots) << "there was room";
  EXPECT_EQ(values_of(A), (Doubles{1, 2, 3}));
}

using DerivedTable = DerivedFrom<DokMatrix<double, int, int, Space>>;
static_assert(DokTableOf<DerivedTable, Exec> && !DokTableOf<DerivedTable const, Exec>);
static_assert(!DokTableOf<CooMatrix<double, int, int, Space>, Exec>);

TEST(UpdateDokByHand, changes_a_table_of_a_derived_class) {
  DerivedFrom A(allocate_dok<double, int, int>(Exec(), "Araios::test", 3, 3, 0));
  auto const rows = to_view<Space>(Ints{2, 0, 2}), cols = to_view<Space>(Ints{1, 0, 1});
  EXPECT_EQ(insert(Exec(), A, rows, cols, to_view<Space>(Doubles{1, 2, 3}), {.duplicates = DokInsert::sum}), 2);
  reserve(Exec(), A, 100);
  EXPECT_EQ(A.capacity(), 100);
  EXPECT_EQ(values_of(A), (Doubles{4, 2}));
  auto const found = to_view<Space>(Ints(3));
  find_entries(Exec(), A, rows, cols, found);
  Kokkos::fence();
  EXPECT_EQ(to_vector(found), (Ints{0, 1, 0}));
  EXPECT_FALSE(find_fault(Exec(), A));
  EXPECT_EQ(erase(Exec(), A, to_view<Space>(Ints{2, 1}), to_view<Space>(Ints{1, 1})), 1);
  EXPECT_EQ(values_of(A), (Doubles{2}));
  EXPECT_FALSE(find_fault(Exec(), A));
  EXPECT_EQ(A.level, 3);
}

TEST(UpdateDokByHand, changes_a_pattern_of_a_derived_class) {
  DerivedFrom A(allocate_dok<Pattern, int, int>(Exec(), "Araios::test", 3, 3, 0));
  EXPECT_EQ(insert(Exec(), A, to_view<Space>(Ints{2, 0, 2}), to_view<Space>(Ints{1, 0, 1})), 2);
  EXPECT_EQ(A.nnz(), 2);
  EXPECT_FALSE(find_fault(Exec(), A));
}

/// A full table of two entries with as few slots as the constructor allows for them, or more.
TEST(UpdateDokByHand, grows_a_table_of_few_slots) {
  for (int const slots : {4, 8, 16})
    for (auto const how : {DokInsert::keep_first, DokInsert::replace_by_last, DokInsert::sum}) {
      DokMatrix<double, int, int, Host> host(5, 5, 2, Kokkos::View<int*, Host>("Araios::test::slots", slots),
                                             to_view<Host>(Ints{2, 0}), to_view<Host>(Ints{1, 0}),
                                             to_view<Host>(Doubles{1, 2}));
      Kokkos::deep_copy(host.slots, -1);
      Impl::dok::dok_link(Kokkos::DefaultHostExecutionSpace(), host.slots, host.row_indices, host.col_indices, 2);
      Kokkos::fence();
      auto A = copy_to<Space>(host);
      EXPECT_EQ(put(A, {4, 2}, {3, 1}, {3, 4}, how), 1) << slots << " slots";
      Kokkos::fence();
      EXPECT_EQ(A.nnz(), 3);
      auto const fault = find_fault(Exec(), A);
      EXPECT_FALSE(fault) << slots << " slots: " << fault->sentence;
      auto const after = copy_to<Host>(A);
      EXPECT_EQ(after.get(4, 3), 3.0) << slots << " slots";
      EXPECT_EQ(after.get(2, 1), how == DokInsert::keep_first ? 1.0 : how == DokInsert::sum ? 5.0 : 4.0);
      EXPECT_EQ(after.get(0, 0), 2.0);
    }
}

TEST(UpdateDokByHand, room_ends_where_offset_and_slots_do) {
  constexpr std::int64_t most = std::numeric_limits<int>::max();
  EXPECT_EQ(Impl::dok::dok_roomy_capacity<int>(0, 100, 128), 100);
  EXPECT_EQ(Impl::dok::dok_roomy_capacity<int>(80, 100, 128), 125);
  EXPECT_EQ(Impl::dok::dok_roomy_capacity<int>(80, 120, 128), 128);
  EXPECT_EQ(Impl::dok::dok_roomy_capacity<int>(most - 100, most - 1, most + 1), most);
  EXPECT_EQ(Impl::dok::dok_roomy_capacity<std::int64_t>(most - 100, most - 1, most + 1), most + 1);
}

TEST(UpdateDokByHand, refuses_and_leaves_the_table_as_it_was) {
  auto A = allocate_dok<double, int, int>(Exec(), "Araios::test", 3, 4, 0);
  put(A, {2}, {1}, {1}, DokInsert::sum);
  EXPECT_EQ(refusal([&] { put(A, {0, 1, 3, 9}, {0, 1, 1, 9}, {1, 1, 1, 1}, DokInsert::sum); }),
            "Araios::insert: position 2: (3, 1) is outside of the 3 x 4 matrix");
  EXPECT_EQ(refusal([&] { put(A, {0, 1}, {0, -1}, {1, 1}, DokInsert::sum); }),
            "Araios::insert: position 1: (1, -1) is outside of the 3 x 4 matrix");
  EXPECT_EQ(refusal([&] { put(A, {0}, {0, 1}, {1}, DokInsert::sum); }),
            "Araios::insert: length of cols, length of rows (2 != 1)");
  EXPECT_EQ(refusal([&] { put(A, {0, 1}, {0, 1}, {1}, DokInsert::sum); }),
            "Araios::insert: length of values, length of rows (1 != 2)");
  EXPECT_EQ(A.nnz(), 1);
  EXPECT_FALSE(find_fault(Exec(), A));
}

TEST(UpdateDokByHand, is_as_before_when_memory_fails) {
  Ints rows, cols;
  for (int e = 0; e < 100; ++e) {
    rows.push_back(e % 50);
    cols.push_back(e % 25);
  }
  Doubles const values(100, 1.0);
  int failures = 0;
  for (bool done = false; !done; ++failures) {
    ASSERT_LT(failures, 50);
    auto A = allocate_dok<double, int, int>(Exec(), "Araios::test", 50, 50, 0);
    put(A, {2, 0}, {1, 0}, {1, 2}, DokInsert::sum);
    auto const i = to_view<Space>(rows);
    auto const j = to_view<Space>(cols);
    auto const v = to_view<Space>(values);
    Workspace<Space> workspace;
    fail_allocation_after(failures);
    try {
      insert(Exec(), A, i, j, v, {.duplicates = DokInsert::sum}, workspace);
      done = true;
    } catch (AllocationFailure const&) {
    }
    fail_allocation_after(-1);
    Kokkos::fence();
    EXPECT_EQ(A.nnz(), done ? 51 : 2);
    EXPECT_FALSE(find_fault(Exec(), A)) << "after failure " << failures;
  }
  EXPECT_GE(failures, 6);
}

contract::Operations const operations{
    contract::writes(
        "find_entries", [](contract::Data& d) { return convert<Format::dok>(d.exec, d.A, {}, d.workspace); },
        [](contract::Data& d, auto& operand) {
          find_entries(d.exec, operand, d.arrays.entries, d.keys, d.result.entries);
        }),
    contract::returns("insert_into_dok",
                      [](contract::Data& d) {
                        auto A = allocate_dok<double, int, int>(d.exec, "Araios::test", d.n, d.n, 0);
                        insert(d.exec, A, d.A.entries, d.A.entries, d.A.values, {.duplicates = DokInsert::sum},
                               d.workspace);
                        return A;
                      },
                      {.fences = 1, .no_operand = "its lists are checked by insert itself"}),
    contract::returns("erase_from_dok",
                      [](contract::Data& d) {
                        auto A = convert<Format::dok>(d.exec, d.A, {}, d.workspace);
                        erase(d.exec, A, d.arrays.entries, d.arrays.entries, d.workspace);
                        return A;
                      },
                      {.fences = 1})};

}  // namespace dok_update_dok_test
