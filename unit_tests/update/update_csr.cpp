// SPDX-License-Identifier: Apache-2.0

#include <Araios/build.hpp>
#include <Araios/formats/copy.hpp>
#include <Araios/formats/validate/compressed.hpp>
#include <Araios/transpose.hpp>
#include <Araios/update_csr.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "support/contract.hpp"
#include "support/matrices.hpp"
#include "support/reference.hpp"
#include "support/refusals.hpp"
#include "support/types.hpp"

namespace update_csr_test {

using namespace Araios;
using namespace Araios::test;
using Host = Kokkos::HostSpace;
using HostExec = Kokkos::DefaultHostExecutionSpace;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

/// A matrix as a map from coordinates to values, and back.
template <class Scalar, class Ordinal, class Offset>
struct Reference {
  HostCsr<Scalar, Ordinal, Offset> shape;
  std::map<std::pair<std::int64_t, std::int64_t>, Scalar> entries;

  explicit Reference(HostCsr<Scalar, Ordinal, Offset> const& A) : shape(A) {
    for (std::int64_t i = 0; i < A.num_rows; ++i)
      for (Offset p = A.row_map[i]; p < A.row_map[i + 1]; ++p) entries[{i, A.entries[p]}] = A.values[p];
  }
  HostCsr<Scalar, Ordinal, Offset> rows() const {
    HostCsr<Scalar, Ordinal, Offset> A;
    A.num_rows = shape.num_rows;
    A.num_cols = shape.num_cols;
    std::vector<std::int64_t> lengths(A.num_rows);
    for (auto const& [place, value] : entries) {
      ++lengths[place.first];
      A.entries.push_back(static_cast<Ordinal>(place.second));
      A.values.push_back(value);
    }
    for (auto const length : lengths) A.row_map.push_back(static_cast<Offset>(A.row_map.back() + length));
    return A;
  }
};

/// Appends a change to a batch and makes it in the map.
template <class Changes, class Map, class Scalar>
void change(Changes const& batch, Map& map, bool remove, std::int64_t i, std::int64_t j, Scalar const& value) {
  using Ordinal = typename Changes::Ordinal;
  if (remove) {
    batch.remove(static_cast<Ordinal>(i), static_cast<Ordinal>(j));
    map.entries.erase({i, j});
  } else {
    batch.set(static_cast<Ordinal>(i), static_cast<Ordinal>(j), value);
    map.entries[{i, j}] = value;
  }
}

template <class C>
struct UpdateCsr : testing::Test {
  typename C::Exec exec;
};
TYPED_TEST_SUITE(UpdateCsr, AllCases, CaseName);

TYPED_TEST(UpdateCsr, against_a_map) {
  using Scalar = typename TypeParam::Scalar;
  using Ordinal = typename TypeParam::Ordinal;
  using Offset = typename TypeParam::Offset;
  using Space = typename TypeParam::Space;
  auto const& exec = this->exec;
  std::mt19937_64 random(3);
  for (auto const& [name, given] : small_matrices<Scalar, Ordinal, Offset>()) {
    auto const a = reference::sum_duplicates(given);
    auto const A = to_csr<Space>(a);
    for (std::int64_t const count : {0, 1, 50, 3000}) {
      Reference map(a);
      auto const collected = allocate_batch<Scalar, Ordinal>(HostExec(), "Araios::test::batch", count + 5);
      if (a.num_rows > 0 && a.num_cols > 0)
        for (std::int64_t p = 0; p < count; ++p) {
          // Coordinates of entries, others, and the same ones over and over in one row.
          auto i = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(a.num_rows));
          auto j = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(a.num_cols));
          if (p % 3 == 0 && a.row_map[i + 1] > a.row_map[i]) j = a.entries[a.row_map[i]];
          if (p % 5 == 0) i = a.num_rows / 2, j %= 7;
          change(collected, map, random() % 3 == 0, i, j, value_at<Scalar>(100 + p));
        }
      auto const batch = copy_to<Space>(collected);
      auto const B = update(exec, A, batch);
      EXPECT_NO_THROW(validate(exec, B, {.order = Order::strict})) << name;
      exec.fence();
      ASSERT_TRUE(same_bits(to_host(B), map.rows())) << name << ", " << count << " changes";
      EXPECT_TRUE(same_bits(to_host(A), a)) << name;
      // Once more, nothing is new; the transpose of the result is the result of the transposes.
      EXPECT_TRUE(equal(exec, update(exec, B, batch), B)) << name;
      EXPECT_TRUE(equal(exec, transpose(exec, B), update(exec, transpose(exec, A), batch.transposed()))) << name;
    }
  }
}

TYPED_TEST(UpdateCsr, all_entries_removed_and_set_again) {
  using Scalar = typename TypeParam::Scalar;
  using Ordinal = typename TypeParam::Ordinal;
  using Space = typename TypeParam::Space;
  auto const& exec = this->exec;
  auto const a =
      from_rows<Scalar, Ordinal, typename TypeParam::Offset>(random_rows(300, 200, 5, Rows::power_law, false, 1), 200);
  auto const nnz = static_cast<std::int64_t>(a.entries.size());
  auto const removals = allocate_batch<Scalar, Ordinal>(HostExec(), "Araios::test::removals", nnz);
  auto const additions = allocate_batch<Scalar, Ordinal>(HostExec(), "Araios::test::additions", nnz);
  for (std::int64_t i = a.num_rows - 1; i >= 0; --i)
    for (auto p = a.row_map[i]; p < a.row_map[i + 1]; ++p) {
      removals.remove(static_cast<Ordinal>(i), a.entries[p]);
      additions.set(static_cast<Ordinal>(i), a.entries[p], a.values[p]);
    }
  auto const none = update(exec, to_csr<Space>(a), copy_to<Space>(removals));
  EXPECT_EQ(none.nnz(), 0);
  EXPECT_EQ(none.num_rows(), a.num_rows);
  EXPECT_EQ(none.num_cols(), a.num_cols);
  auto const again = update(exec, none, copy_to<Space>(additions));
  exec.fence();
  EXPECT_TRUE(same_bits(to_host(again), a));
}

TEST(UpdateCsrByHand, the_last_change_of_a_coordinate_counts) {
  Exec const exec;
  auto const A = to_csr<Space>(from_rows<double, int, int>({{0, 2}, {}, {1}}, 3));
  auto const collected = allocate_batch<double>(HostExec(), "Araios::test::batch", 20);
  collected.set(0, 1, 10);  // new
  collected.set(0, 2, 20);  // another value
  collected.set(1, 1, 30);  // removed again
  collected.remove(2, 1);   // set again
  collected.remove(1, 1);
  collected.set(2, 1, 40);
  collected.set(2, 1, -0.0);
  collected.remove(0, 0);
  collected.remove(1, 2);  // not there
  auto const B = update(exec, A, copy_to<Space>(collected));
  EXPECT_EQ(to_vector(B.row_map), (std::vector<int>{0, 2, 2, 3}));
  EXPECT_EQ(to_vector(B.entries), (std::vector<int>{1, 2, 1}));
  EXPECT_TRUE(same_bits(to_vector(B.values), std::vector<double>{10, 20, -0.0}));
}

/// Every fourth thread removes an entry of the diagonal, the others set one; two of three more change a long row.
void change_in_kernel(Exec const& exec, Batch<double, int, Space> const& batch, int n) {
  Kokkos::parallel_for(
      "Araios::test::changes", Araios::range(exec, n), KOKKOS_LAMBDA(std::int64_t p) {
        int const i = static_cast<int>(p);
        if (i % 4 == 0) {
          batch.set(i, i, 1.0);  // one thread keeps the order of its own changes
          batch.remove(i, i);
        } else {
          batch.remove(i, i);
          batch.set(i, i, i + 0.5);
        }
        if (i % 3 != 0) batch.set(0, i, -i);
      });
}

TEST(UpdateCsrByHand, threads_of_a_kernel_append) {
  Exec const exec;
  int const n = 3000;
  auto const batch = allocate_batch<double>(exec, "Araios::test::batch", 3 * n);
  change_in_kernel(exec, batch, n);
  auto const B = update(exec, identity_matrix<double>(exec, n), batch);
  std::vector<std::vector<std::int64_t>> rows(n);
  std::vector<double> values;
  for (int i = 0; i < n; ++i) {
    if (i == 0)
      for (int j = 0; j < n; ++j)
        if (j % 3 != 0) rows[0].push_back(j), values.push_back(-j);
    if (i % 4 != 0) rows[i].push_back(i), values.push_back(i + 0.5);
  }
  auto expected = from_rows<double, int, int>(rows, n);
  expected.values = values;
  exec.fence();
  EXPECT_TRUE(same_bits(to_host(B), expected));
}

/// Changes stay in the batch until it is cleared; copies of it, and of the matrix, do not lose them.
TEST(UpdateCsrByHand, changes_are_not_lost) {
  Exec const exec;
  auto const A = identity_matrix<double>(exec, 3);
  auto const collected = allocate_batch<double>(HostExec(), "Araios::test::batch", 4);
  collected.set(0, 2, 5);
  collected.remove(1, 1);
  auto const kept = copy(HostExec(), collected);
  collected.set(2, 0, 7);
  auto const with_two = update(exec, copy(exec, A), copy_to<Space>(kept));
  auto const with_three = update(exec, copy(exec, A), copy_to<Space>(collected));
  EXPECT_EQ(to_vector(with_two.entries), (std::vector<int>{0, 2, 2}));
  EXPECT_EQ(to_vector(with_three.entries), (std::vector<int>{0, 2, 0, 2}));
  EXPECT_EQ(to_vector(with_three.values), (std::vector<double>{1, 5, 7, 1}));
  auto const T = update(exec, transpose(exec, A), copy_to<Space>(collected).transposed());
  EXPECT_EQ(to_vector(T.row_map), (std::vector<int>{0, 2, 2, 4}));
  EXPECT_EQ(to_vector(T.values), (std::vector<double>{1, 7, 5, 1}));
  collected.transposed().set(0, 1, 9);  // of the transpose: entry (1, 0)
  EXPECT_EQ(collected.count(0), 4);
  EXPECT_EQ(collected.row_indices(3), 1);
  clear(HostExec(), collected);
  HostExec().fence();
  EXPECT_EQ(collected.count(0), 0);
  EXPECT_TRUE(equal(exec, update(exec, A, copy_to<Space>(collected)), A));
}

TEST(UpdateCsrByHand, of_nothing) {
  Exec const exec;
  auto const A = identity_matrix<double>(exec, 3);
  EXPECT_TRUE(equal(exec, update(exec, A, Batch<double, int, Space>()), A));
  EXPECT_TRUE(equal(exec, update(exec, A, allocate_batch<double>(exec, "Araios::test::batch", 0)), A));
  CsrMatrix<double, int, int, Space> const empty;
  EXPECT_EQ(update(exec, empty, Batch<double, int, Space>()).nnz(), 0);
}

TEST(UpdateCsrRefusals, name_the_place) {
  Exec const exec;
  auto const A = to_csr<Space>(from_rows<double, int, int>({{0, 2}, {}, {1}}, 4));
  auto const refused = [&](auto const& matrix, std::vector<std::pair<int, int>> const& places, int capacity) {
    auto const batch = allocate_batch<double>(HostExec(), "Araios::test::batch", capacity);
    for (auto const& [i, j] : places) batch.set(i, j, 1);
    return refusal([&] { update(exec, matrix, copy_to<Space>(batch)); });
  };
  EXPECT_EQ(refused(A, {{0, 0}, {2, 3}, {3, 0}, {-1, 9}}, 9),
            "Araios::update: change 2: (3, 0) is outside of the 3 x 4 matrix");
  EXPECT_EQ(refused(A, {{0, 0}, {2, -1}}, 9), "Araios::update: change 1: (2, -1) is outside of the 3 x 4 matrix");
  EXPECT_EQ(refused(A, {{0, 4}}, 1), "Araios::update: change 0: (0, 4) is outside of the 3 x 4 matrix");
  EXPECT_EQ(refused(A, {{0, 0}, {1, 1}, {2, 2}}, 2),
            "Araios::update: 3 changes are more than the capacity of the batch, 2");
  auto const unsorted = to_csr<Space>(from_rows<double, int, int>({{2, 0}, {}, {1}}, 4));
  EXPECT_EQ(refused(unsorted, {{0, 0}}, 2).rfind("Araios::update: first operand: row 0, position 1: ", 0), 0u);
  EXPECT_EQ(refusal([] { allocate_batch<double>(HostExec(), "Araios::test::batch", -1); }),
            "Araios::allocate_batch: capacity is -1; it must be in [0, 1152921504606846976]");
  using Changes = Batch<double, int, Host>;
  Kokkos::View<int*, Host> const two("Araios::test::two", 2);
  EXPECT_EQ(refusal([&] { Changes(two, two, {}, {}, {}); }),
            "Araios::Batch: length of removals, length of row_indices (0 != 2)");
}

/// A batch that sets `sets` entries of the main diagonal, and removes the next `removals`.
Batch<double, int, Space> batch_of(Exec const& exec, int sets, int removals) {
  auto const batch = allocate_batch<double>(exec, "Araios::test::batch", 100);
  Kokkos::parallel_for(
      "Araios::test::changes", Araios::range(exec, sets + removals), KOKKOS_LAMBDA(std::int64_t p) {
        int const i = static_cast<int>(p);
        if (i < sets)
          batch.set(i, i, 2.0);
        else
          batch.remove(i, i);
      });
  return batch;
}

contract::Operations const operations{
    contract::returns("allocate_batch",
                      [](contract::Data& d) { return allocate_batch<double>(d.exec, "Araios::test", 99); },
                      {.no_operand = "it takes no matrix"}),
    contract::returns(
        "update_sets", [](contract::Data& d) { return batch_of(d.exec, 9, 0); },
        [](contract::Data& d, auto& operand) { return update(d.exec, d.structured, operand, d.workspace); },
        {.fences = 3, .rows = contract::Refuses::both}),
    contract::returns(
        "update_removes", [](contract::Data& d) { return batch_of(d.exec, 0, 9); },
        [](contract::Data& d, auto& operand) { return update(d.exec, d.structured, operand, d.workspace); },
        {.fences = 3, .rows = contract::Refuses::both}),
    contract::returns(
        "update_sets_and_removes", [](contract::Data& d) { return batch_of(d.exec, 9, 9); },
        [](contract::Data& d, auto& operand) { return update(d.exec, d.structured, operand, d.workspace); },
        {.fences = 4, .rows = contract::Refuses::both})};

}  // namespace update_csr_test
