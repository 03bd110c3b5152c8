// SPDX-License-Identifier: Apache-2.0

#include <Araios/formats/validate/sparse_vector.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "support/refusals.hpp"
#include "support/sparse_vectors.hpp"

namespace formats_validate_sparse_vector_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

auto vector_of(std::int64_t length, std::vector<std::int64_t> const& indices) {
  return to_sparse<Space>(from_indices<double, int>(length, indices));
}

TEST(ValidateSparseVector, accepts_what_each_order_allows) {
  Exec const exec;
  for (auto const order : {Order::any, Order::sorted, Order::strict}) {
    EXPECT_NO_THROW(validate(exec, vector_of(0, {}), {.order = order}));
    EXPECT_NO_THROW(validate(exec, vector_of(9, {}), {.order = order}));
    EXPECT_NO_THROW(validate(exec, vector_of(9, {0, 3, 8}), {.order = order}));
    EXPECT_NO_THROW(validate(exec, vector_of(70000, random_indices(70000, 30000, 1)), {.order = order}));
  }
  EXPECT_NO_THROW(validate(exec, vector_of(9, {3, 3}), {.order = Order::sorted}));
  EXPECT_NO_THROW(validate(exec, vector_of(9, {5, 3, 3})));
}

TEST(ValidateSparseVector, names_the_first_fault) {
  Exec const exec;
  EXPECT_EQ(refusal([&] { validate(exec, vector_of(9, {1, 9, -1})); }),
            "Araios::validate: position 1: index 9 is not in [0, 9)");
  EXPECT_EQ(refusal([&] { validate(exec, vector_of(9, {1, -4, 2}), {.order = Order::strict}); }),
            "Araios::validate: position 1: index -4 is not in [0, 9)");
  EXPECT_EQ(refusal([&] { validate(exec, vector_of(9, {1, 5, 2, 2}), {.order = Order::sorted}); }),
            "Araios::validate: position 2: index 2 follows index 5: not sorted");
  EXPECT_EQ(refusal([&] { validate(exec, vector_of(9, {1, 2, 2, 0}), {.order = Order::strict}); }),
            "Araios::validate: position 2: index 2 appears twice");
  EXPECT_EQ(refusal([&] { validate(exec, vector_of(0, {0})); }),
            "Araios::validate: position 0: index 0 is not in [0, 0)");
}

TEST(ValidateSparseVector, the_fault_holds_the_numbers) {
  Exec const exec;
  auto indices = random_indices(70000, 30000, 1);
  indices[20000] = indices[19999];
  auto const fault = find_fault(exec, vector_of(70000, indices), {.order = Order::strict});
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->kind, Fault::Kind::duplicate);
  EXPECT_EQ(fault->row, indices[19999]);
  EXPECT_EQ(fault->column, -1);
  EXPECT_EQ(fault->position, 20000);
  EXPECT_EQ(fault->value, indices[19999]);
}

TEST(ValidateSparseVector, patterns_too) {
  Exec const exec;
  auto const x = to_sparse<Space>(from_indices<Pattern, std::int64_t>(5, {2, 1}));
  EXPECT_EQ(refusal([&] { validate(exec, x, {.order = Order::strict}); }),
            "Araios::validate: position 1: index 1 follows index 2: not sorted");
}

}  // namespace formats_validate_sparse_vector_test
