// SPDX-License-Identifier: Apache-2.0

#include <Araios/formats/format_limits.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>

#include "support/refusals.hpp"

namespace formats_format_limits_test {

using namespace Araios;
using test::refusal;

std::string decide(FormatLimits const& limits, std::int64_t slots, std::int64_t nnz, std::int64_t bytes) {
  return refusal([&] { Impl::check_format_size("Araios::test", limits, slots, nnz, bytes, "row 17 is long"); });
}

TEST(FormatLimits, accept_what_is_small_whatever_its_padding) {
  EXPECT_EQ(decide({}, 1 << 16, 1, 1 << 20), "nothing was thrown");
  EXPECT_EQ(decide({}, 0, 0, 0), "nothing was thrown");
}

TEST(FormatLimits, refuse_padding_with_the_numbers_and_the_culprit) {
  EXPECT_EQ(decide({}, 300, 100, std::int64_t(1) << 40), "nothing was thrown");
  EXPECT_EQ(decide({}, 301, 100, (1 << 20) + 1),
            "Araios::test: 301 slots (1048577 bytes) for 100 entries are more than the limit of 3 slots per entry; row "
            "17 is long");
  EXPECT_EQ(decide({.slots_per_entry = 1.5, .always_accepted_bytes = 0}, 151, 100, 1),
            "Araios::test: 151 slots (1 bytes) for 100 entries are more than the limit of 1.5 slots per entry; row 17 "
            "is long");
}

TEST(FormatLimits, refuse_bytes_even_without_padding) {
  EXPECT_EQ(decide({.bytes = 1000}, 100, 100, 1000), "nothing was thrown");
  EXPECT_EQ(decide({.bytes = 1000}, 100, 100, 1001),
            "Araios::test: 1001 bytes are more than the limit of 1000; row 17 is long");
}

TEST(FormatLimits, can_be_lifted) {
  std::int64_t const most = std::numeric_limits<std::int64_t>::max();
  for (std::int64_t const entries : {0, 1})
    for (std::int64_t const slots : {std::int64_t(0), most})
      EXPECT_EQ(decide({.slots_per_entry = std::numeric_limits<double>::infinity()}, slots, entries, most),
                "nothing was thrown")
          << entries << " entries, " << slots << " slots";
}

}  // namespace formats_format_limits_test
