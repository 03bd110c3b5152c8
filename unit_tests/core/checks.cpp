// SPDX-License-Identifier: Apache-2.0

#include <Araios/core/checks.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "support/refusals.hpp"

namespace core_checks_test {

using namespace Araios;
using test::refusal;
constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();

TEST(Checks, check_writes_its_parts_one_after_the_other) {
  EXPECT_NO_THROW(Impl::check(true, "unused"));
  EXPECT_EQ(refusal([] { Impl::check(false, "f: ", 3, " of ", 2.5); }), "f: 3 of 2.5");
}

TEST(Checks, messages_have_parts_of_any_type) {
  EXPECT_EQ(Impl::message(std::string("a"), std::string_view("b"), 'c', 4u, -5, std::int64_t(6), 0.25f), "abc4-560.25");
  EXPECT_EQ(Impl::message(most, " ", std::numeric_limits<std::uint64_t>::max(), " ", 1e-7),
            "9223372036854775807 18446744073709551615 1e-07");
  EXPECT_EQ(Impl::message(), "");
}

TEST(Checks, check_equal_compares_as_integers) {
  EXPECT_NO_THROW(Impl::check_equal(std::size_t(7), 7, "f: lengths"));
  // With the usual conversions -1 would equal the largest unsigned number.
  EXPECT_EQ(refusal([] { Impl::check_equal(std::uint64_t(-1), -1, "f: lengths"); }),
            "f: lengths (18446744073709551615 != -1)");
}

TEST(Checks, checked_multiply_ends_where_64_bits_end) {
  EXPECT_EQ(Araios::checked_multiply(0, most, "f"), 0);
  EXPECT_EQ(Araios::checked_multiply(most, 0, "f"), 0);
  EXPECT_EQ(Araios::checked_multiply(most, 1, "f"), most);
  EXPECT_EQ(Araios::checked_multiply(std::int64_t(1) << 31, std::int64_t(1) << 31, "f"), std::int64_t(1) << 62);
  EXPECT_EQ(refusal([] { Araios::checked_multiply(std::int64_t(1) << 32, std::int64_t(1) << 31, "f"); }),
            "f: 4294967296 * 2147483648 does not fit 64 bits");
  EXPECT_EQ(refusal([] { Araios::checked_multiply(-1, 0, "f"); }), "f: negative factor in -1 * 0");
  EXPECT_EQ(refusal([] { Araios::checked_multiply(0, -1, "f"); }), "f: negative factor in 0 * -1");
}

TEST(Checks, checked_cast_keeps_the_value_or_refuses) {
  EXPECT_EQ(Impl::checked_cast<int>(std::int64_t(2147483647), "f"), 2147483647);
  EXPECT_EQ(refusal([] { Impl::checked_cast<int>(std::int64_t(2147483648), "f"); }),
            "f: 2147483648 does not fit a 32-bit signed integer");
  EXPECT_EQ(refusal([] { Impl::checked_cast<std::uint64_t>(-5, "f"); }),
            "f: -5 does not fit a 64-bit unsigned integer");
  EXPECT_EQ(refusal([] { Impl::checked_cast<std::int64_t>(std::uint64_t(1) << 63, "f"); }),
            "f: 9223372036854775808 does not fit a 64-bit signed integer");
}

}  // namespace core_checks_test
