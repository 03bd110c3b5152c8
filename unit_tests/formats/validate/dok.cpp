// SPDX-License-Identifier: Apache-2.0

#include <Araios/formats/copy.hpp>
#include <Araios/formats/dok.hpp>
#include <Araios/formats/validate/dok.hpp>
#include <gtest/gtest.h>

#include <limits>
#include <random>
#include <string>

#include "support/refusals.hpp"

namespace formats_validate_dok_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Host = Kokkos::HostSpace;
using HostExec = Kokkos::DefaultHostExecutionSpace;
using Table = DokMatrix<double, int, int, Host>;

/// Entries (0, 0), (1, 3), (2, 6), ... of a 5 x 20 matrix.
Table small_table() {
  auto A = allocate_dok<double, int, int>(HostExec(), "Araios::test", 5, 20, 8);
  for (int e = 0; e < 5; ++e) A.set(e, 3 * e, e);
  return A;
}

std::string sentence(Table const& A, Order order = Order::any) {
  auto const fault = find_fault(Exec(), copy_to<Space>(A), {.order = order});
  return fault ? fault->sentence : "no fault";
}

std::int64_t slot_of(Table const& A, int e) {
  for (std::size_t s = 0; s < A.slots.extent(0); ++s)
    if (A.slots(s) == e) return s;
  return -1;
}

TEST(ValidateDok, accepts_tables) {
  EXPECT_EQ(sentence(Table()), "no fault");
  EXPECT_EQ(sentence(small_table()), "no fault");
  EXPECT_EQ(sentence(small_table(), Order::strict), "no fault");
  auto A = small_table();
  A.set(0, 19, 1.0);
  EXPECT_EQ(sentence(A), "no fault");
  EXPECT_EQ(sentence(A, Order::sorted), "position 5: entry (0, 19) follows (4, 12): not sorted");
  EXPECT_NO_THROW(validate(Exec(), copy_to<Space>(A)));
}

TEST(ValidateDok, tells_what_is_wrong_with_slots) {
  auto A = small_table();
  auto const slot = slot_of(A, 2);
  A.slots(slot) = 5;
  EXPECT_EQ(sentence(A), "slot " + std::to_string(slot) + " holds 5, which is neither -1 nor one of 5 entries");
  A.slots(slot) = -2;
  EXPECT_EQ(sentence(A), "slot " + std::to_string(slot) + " holds -2, which is neither -1 nor one of 5 entries");
  A.slots(slot) = -1;
  EXPECT_EQ(sentence(A), "4 slots are in use for 5 entries");
  EXPECT_EQ(refusal([&] { validate(Exec(), copy_to<Space>(A)); }),
            "Araios::validate: 4 slots are in use for 5 entries");
  A.slots(slot) = 3;
  EXPECT_EQ(sentence(A).rfind("position 2: entry (2, 6) is not found", 0), 0u) << sentence(A);
}

TEST(ValidateDok, tells_what_is_wrong_with_entries) {
  auto A = small_table();
  A.row_indices(3) = 5;
  EXPECT_EQ(sentence(A), "position 3: row 5 is not in [0, 5)");
  A.row_indices(3) = -1;
  EXPECT_EQ(sentence(A), "position 3: row -1 is not in [0, 5)");
  A = small_table();
  A.col_indices(1) = 20;
  EXPECT_EQ(sentence(A), "position 1: column 20 is not in [0, 20)");
  A = small_table();
  A.row_indices(4) = 1;
  A.col_indices(4) = 3;
  EXPECT_EQ(sentence(A), "position 4: entry (1, 3) is a duplicate of position 1");
}

/// Whatever the damage, what is accepted gives the right answer to every search, and what is not is refused without
/// harm.
TEST(ValidateDok, what_passes_is_a_table) {
  std::mt19937_64 random(1);
  int faults = 0;
  for (int run = 0; run < 2000; ++run) {
    auto A = small_table();
    int const values[] = {-1, 0, 4, 5, std::numeric_limits<int>::max(), std::numeric_limits<int>::min(), 2};
    int const value = values[random() % 7];
    switch (random() % 3) {
    case 0:
      A.slots(random() % A.slots.extent(0)) = value;
      break;
    case 1:
      A.row_indices(random() % 5) = value;
      break;
    default:
      A.col_indices(random() % 5) = value;
    }
    if (sentence(A) != "no fault") {
      ++faults;
      continue;
    }
    int found = 0;
    for (int i = 0; i < 5; ++i)
      for (int j = 0; j < 20; ++j) found += A.contains(i, j);
    EXPECT_EQ(found, 5);
  }
  EXPECT_GT(faults, 500);
  EXPECT_LT(faults, 2000);
}

}  // namespace formats_validate_dok_test
