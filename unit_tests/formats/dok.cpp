// SPDX-License-Identifier: Apache-2.0

#include <Araios/formats/copy.hpp>
#include <Araios/formats/dok.hpp>
#include <Araios/testing/fail_allocation.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <map>
#include <random>
#include <type_traits>
#include <utility>

#include "support/matrices.hpp"
#include "support/refusals.hpp"

namespace formats_dok_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Host = Kokkos::HostSpace;
using HostExec = Kokkos::DefaultHostExecutionSpace;
using Table = DokMatrix<double, int, int, Host>;

Table table(std::int64_t m, std::int64_t n, std::int64_t capacity) {
  return allocate_dok<double, int, int>(HostExec(), "Araios::test", m, n, capacity);
}

TEST(Dok, default_is_empty_and_can_be_asked) {
  Table const A;
  EXPECT_EQ(A.num_rows(), 0);
  EXPECT_EQ(A.num_cols(), 0);
  EXPECT_EQ(A.nnz(), 0);
  EXPECT_EQ(A.capacity(), 0);
  EXPECT_EQ(A.bytes(), 0);
  EXPECT_EQ(A.find(0, 0), -1);
}

TEST(Dok, predicts_its_bytes) {
  for (std::int64_t const capacity : {0, 1, 8, 9, 1000, 1024, 1025}) {
    auto const A = allocate_dok<double, int, std::int64_t>(Exec(), "Araios::test", 5, 6, capacity);
    EXPECT_EQ(A.capacity(), capacity);
    EXPECT_EQ(A.bytes(), (dok_bytes<double, int, std::int64_t>(capacity))) << capacity;
    EXPECT_GE(A.slots.extent(0), 2u * capacity);
  }
  EXPECT_EQ((dok_bytes<double, int, int>(1000)), 2048 * 4 + 1000 * 16);
  EXPECT_EQ((dok_bytes<Pattern, std::int64_t, std::int64_t>(1025)), 4096 * 8 + 1025 * 16);
}

TEST(Dok, refuses_arrays_that_disagree) {
  using Ints = Kokkos::View<int*, Host>;
  using Doubles = Kokkos::View<double*, Host>;
  auto const make = [](int slots, int rows, int cols, int values, int nnz) {
    return refusal([=] {
      Table(3, 4, nnz, Ints("Araios::test", slots), Ints("Araios::test", rows), Ints("Araios::test", cols),
            Doubles("Araios::test", values));
    });
  };
  EXPECT_EQ(make(16, 8, 8, 8, 8), "nothing was thrown");
  EXPECT_EQ(make(16, 8, 7, 8, 8), "Araios::DokMatrix: length of row_indices, length of col_indices (8 != 7)");
  EXPECT_EQ(make(16, 8, 8, 7, 8), "Araios::DokMatrix: length of values, length of indices (7 != 8)");
  EXPECT_EQ(make(24, 8, 8, 8, 8), "Araios::DokMatrix: number of slots is not a power of two (24)");
  EXPECT_EQ(make(16, 9, 9, 9, 8), "Araios::DokMatrix: fewer slots than twice the capacity (16 < 2 * 9)");
  EXPECT_EQ(make(16, 8, 8, 8, 9), "Araios::DokMatrix: number of entries is not in [0, capacity] (9, capacity 8)");
  EXPECT_EQ(refusal([] { table(-1, 4, 0); }), "Araios::DokMatrix: negative size -1 x 4");
  EXPECT_EQ(refusal([] { table(1, 1, std::int64_t(1) << 31); }),
            "Araios::allocate_dok: capacity: 2147483648 does not fit a 32-bit signed integer");
}

TEST(Dok, on_the_host_is_set_and_asked_place_by_place) {
  auto A = table(3, 4, 0);
  A.set(2, 3, 5.0);
  A.set(0, 1, -0.0);
  A.set(2, 3, 7.0);
  EXPECT_EQ(A.nnz(), 2);
  EXPECT_EQ(A.get(2, 3), 7.0);
  ASSERT_TRUE(A.get(0, 1));
  EXPECT_TRUE(std::signbit(*A.get(0, 1))) << "an explicit zero is an entry, and keeps its sign";
  EXPECT_FALSE(A.get(1, 1));
  EXPECT_FALSE(A.get(-1, 77)) << "places outside of the matrix are places without an entry";
  EXPECT_EQ(A.value_at(2, 3), 7.0);
  EXPECT_EQ(A.value_at(1, 1), 0.0);
  EXPECT_EQ(A.value_at(1, 1, 4.0), 4.0);
  EXPECT_TRUE(A.contains(0, 1));
  EXPECT_FALSE(A.contains(1, 0));
  EXPECT_EQ(A.find(2, 3), 0);
  EXPECT_EQ(A.find(0, 1), 1);
  EXPECT_EQ(refusal([&] { A.set(3, 0, 1.0); }), "Araios::DokMatrix::set: (3, 0) is outside of the 3 x 4 matrix");
  EXPECT_EQ(refusal([&] { A.set(0, -1, 1.0); }), "Araios::DokMatrix::set: (0, -1) is outside of the 3 x 4 matrix");
  EXPECT_EQ(A.nnz(), 2);
}

TEST(Dok, grows_and_agrees_with_a_map) {
  std::mt19937_64 random(1);
  for (std::int64_t const n : {std::int64_t(40), std::int64_t(3000), std::int64_t(1) << 40}) {
    auto A = allocate_dok<double, std::int64_t, std::int64_t>(HostExec(), "Araios::test", n, n, 0);
    std::map<std::pair<std::int64_t, std::int64_t>, double> expected;
    for (int step = 0; step < 20000; ++step) {
      auto const i = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(n));
      auto const j = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(n));
      A.set(i, j, step);
      expected[{i, j}] = step;
    }
    ASSERT_EQ(A.nnz(), static_cast<std::int64_t>(expected.size()));
    for (auto const& [place, value] : expected) ASSERT_EQ(A.get(place.first, place.second), value);
    for (int step = 0; step < 20000; ++step) {
      auto const i = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(n));
      auto const j = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(n));
      ASSERT_EQ(A.contains(i, j), expected.count({i, j}) == 1);
    }
  }
}

TEST(Dok, grows_up_to_what_offset_can_count) {
  constexpr std::int64_t most = std::numeric_limits<int>::max();
  EXPECT_EQ(Impl::dok_next_capacity<int>(0), 8);
  EXPECT_EQ(Impl::dok_next_capacity<int>(3), 8);
  EXPECT_EQ(Impl::dok_next_capacity<int>(8), 16);
  EXPECT_EQ(Impl::dok_next_capacity<int>(std::int64_t(1) << 29), std::int64_t(1) << 30);
  EXPECT_EQ(Impl::dok_next_capacity<int>(std::int64_t(1) << 30), most);
  EXPECT_EQ(Impl::dok_next_capacity<int>(most - 1), most);
  EXPECT_EQ(refusal([] { Impl::dok_next_capacity<int>(most); }),
            "Araios::DokMatrix::set: 2147483647 entries are the maximum that a 32-bit Offset can count");
  EXPECT_EQ(Impl::dok_next_capacity<std::int64_t>(std::int64_t(1) << 30), std::int64_t(1) << 31);
  EXPECT_EQ(Impl::dok_next_capacity<unsigned>(std::int64_t(1) << 30), std::int64_t(1) << 31);
}

/// Slots looked at for all entries.
template <class Matrix>
double mean_probes(Matrix const& A) {
  std::uint64_t const mask = A.slots.extent(0) - 1;
  double probes = 0;
  for (std::int64_t e = 0; e < A.nnz(); ++e) {
    std::uint64_t slot = Impl::dok_home(A.row_indices(e), A.col_indices(e)) & mask;
    ++probes;
    for (; A.slots(slot) != e; slot = (slot + 1) & mask) ++probes;
  }
  return probes / static_cast<double>(A.nnz());
}

TEST(Dok, searches_are_short_whatever_the_pattern) {
  constexpr std::int64_t n = std::int64_t(1) << 16;
  auto const fill_by = [](auto const& place) {
    auto A = allocate_dok<Pattern, int, int>(HostExec(), "Araios::test", n, n, n);
    for (std::int64_t e = 0; e < n; ++e) {
      auto const [i, j] = place(e);
      A.set(i, j);
    }
    return mean_probes(A);
  };
  using Place = std::pair<std::int64_t, std::int64_t>;
  // Groups of eight columns move together where they collide: up to eight slots at a time.
  EXPECT_LT(fill_by([](std::int64_t e) { return Place(7, e); }), 6) << "a dense row";
  EXPECT_LT(fill_by([](std::int64_t e) { return Place(e, 7); }), 2) << "a dense column";
  EXPECT_LT(fill_by([](std::int64_t e) { return Place(e, e); }), 2) << "a diagonal";
  EXPECT_LT(fill_by([](std::int64_t e) { return Place(e / 256, e % 256); }), 6) << "a dense block";
  EXPECT_LT(fill_by([](std::int64_t e) { return Place(e % 256 * 256, e / 256 * 256); }), 2) << "a grid";
  EXPECT_LT(fill_by([](std::int64_t e) { return Place(e / 3, (e / 3 + e % 3 * 200) % n); }), 3) << "three diagonals";
}

TEST(Dok, of_a_pattern_has_no_values) {
  auto A = allocate_dok<Pattern, int, std::int64_t>(HostExec(), "Araios::test", 3, 3, 1);
  static_assert(std::is_same_v<decltype(A.values), NoValues>);
  A.set(1, 2);
  A.set(1, 1);
  A.set(1, 2);
  EXPECT_EQ(A.nnz(), 2);
  EXPECT_TRUE(A.get(1, 2));
  EXPECT_FALSE(A.get(2, 1));
}

TEST(Dok, is_as_before_when_it_cannot_grow) {
  auto A = table(100, 100, 0);
  for (int i = 0; i < 8; ++i) A.set(i, i, i);
  ASSERT_EQ(A.capacity(), 8);
  for (int failing = 0; failing < 2; ++failing) {  // slots, and entries
    fail_allocation_after(failing);
    EXPECT_THROW(A.set(50, 50, 1.0), AllocationFailure);
    EXPECT_EQ(A.nnz(), 8);
    EXPECT_FALSE(A.get(50, 50));
    EXPECT_EQ(A.get(7, 7), 7.0);
  }
  fail_allocation_after(-1);
  A.set(50, 50, A.values(3));  // the value lies in an array that goes away
  EXPECT_EQ(A.get(50, 50), 3.0);
}

/// Doubles the value at (i, 7 i mod n) of every row that has none beside it. (nvcc wants no lambda in a TEST.)
template <class Matrix>
void double_values(Exec const& exec, Matrix const& A) {
  std::int64_t const n = A.num_rows();
  Kokkos::parallel_for(
      "Araios::test::change", Araios::range(exec, n), KOKKOS_LAMBDA(std::int64_t i) {
        std::int64_t const e = A.find(i, (7 * i) % n);
        if (e >= 0 && !A.contains(i, (7 * i + 1) % n)) A.values(e) = 2 * A.value_at(i, (7 * i) % n);
      });
}

TEST(Dok, is_read_and_changed_by_kernels) {
  auto host = table(1000, 1000, 0);
  for (int i = 0; i < 1000; ++i) host.set(i, (7 * i) % 1000, i);
  auto const A = copy_to<Space>(host);
  Exec const exec;
  double_values(exec, A);
  exec.fence();
  auto const back = copy_to<Host>(A);
  EXPECT_EQ(back.nnz(), 1000);
  for (int i = 0; i < 1000; ++i) ASSERT_EQ(back.get(i, (7 * i) % 1000), 2.0 * i);
}

TEST(Dok, a_copy_has_arrays_of_its_own) {
  auto A = table(10, 10, 4);
  A.set(1, 2, 3.0);
  auto B = copy(HostExec(), A);
  Kokkos::fence();
  EXPECT_EQ(B.capacity(), 4);
  B.set(1, 2, 4.0);
  B.set(2, 2, 5.0);
  EXPECT_EQ(A.get(1, 2), 3.0);
  EXPECT_FALSE(A.get(2, 2));
  EXPECT_EQ(B.get(1, 2), 4.0);
  EXPECT_EQ(copy_to<Host>(A).slots.data(), A.slots.data());
}

}  // namespace formats_dok_test
