// SPDX-License-Identifier: Apache-2.0

#include <Araios/formats/copy.hpp>
#include <Araios/formats/packet.hpp>
#include <Araios/formats/validate/packet.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "support/matrices.hpp"
#include "support/refusals.hpp"

namespace formats_validate_packet_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Host = Kokkos::HostSpace;

/// Two packets of two rows of [a . . b; c d . .; . . e .; . f . .], which may be damaged.
struct Parts {
  int nnz = 6, longest = 2, longest_off_block_row = 1;
  std::vector<int> order{1, 0, 2, 3}, packet_map{0, 2, 4}, slice_map = std::vector<int>(33, 3);
  std::vector<std::uint32_t> packed = std::vector<std::uint32_t>(96, PacketLayout::padding);
  std::vector<int> row_map{0, 1, 1, 1, 2}, entries{3, 1};

  Parts() {
    slice_map[0] = 0;
    for (int s = 1; s <= 16; ++s) slice_map[s] = 2;
    packed[0] = PacketLayout::pack(0, 1);
    packed[32] = PacketLayout::pack(0, 0);
    packed[1] = PacketLayout::pack(1, 1);
    packed[64] = PacketLayout::pack(0, 0);
  }
  std::string sentence() const {
    CsrMatrix<Pattern, int, int, Space> const rest(4, 4, to_view<Space>(row_map), to_view<Space>(entries));
    PacketMatrix<Pattern, int, int, Space> const A(nnz, PacketNumbering::original, longest, longest_off_block_row,
                                                   to_view<Space>(order), to_view<Space>(packet_map),
                                                   to_view<Space>(slice_map), to_view<Space>(packed), {}, rest);
    auto const fault = find_fault(Exec(), A);
    return fault ? fault->sentence : "no fault";
  }
};

template <class Damage>
std::string after(Damage const& damage) {
  Parts parts;
  damage(parts);
  return parts.sentence();
}

TEST(ValidatePacket, accepts) {
  EXPECT_EQ(Parts().sentence(), "no fault");
  EXPECT_FALSE(find_fault(Exec(), PacketMatrix<double, int, int, Space>()));
}

TEST(ValidatePacket, tells_what_is_wrong) {
  EXPECT_EQ(after([](Parts& p) { p.order[2] = 4; }), "order(2) is 4, which is not in [0, 4)");
  EXPECT_EQ(after([](Parts& p) { p.order[2] = 0; }), "order(2) is row 0, a duplicate of an earlier element");
  EXPECT_EQ(after([](Parts& p) { p.longest_off_block_row = 0; }),
            "row 0 of the off-block part has more entries than longest_off_block_row, 0");
  EXPECT_EQ(refusal([] { after([](Parts& p) { p.longest_off_block_row = -1; }); }),
            "Araios::PacketMatrix: the longest row of the off-block part has -1 entries");
  EXPECT_EQ(after([](Parts& p) { p.packet_map[0] = 1; }),
            "packet_map(0) is 1: it must begin with 0, end with 4, and increase by at most 2");
  EXPECT_EQ(after([](Parts& p) { p.packet_map[1] = 1; }),
            "packet_map(2) is 4: it must begin with 0, end with 4, and increase by at most 2");
  EXPECT_EQ(after([](Parts& p) { p.packet_map[2] = 3; }),
            "packet_map(2) is 3: it must begin with 0, end with 4, and increase by at most 2");
  EXPECT_EQ(after([](Parts& p) { p.slice_map[5] = 1; }),
            "slice_map(5) is 1: it must begin with 0, not decrease, and end with 3");
  EXPECT_EQ(after([](Parts& p) { p.slice_map[32] = 4; }),
            "slice_map(32) is 4: it must begin with 0, not decrease, and end with 3");
  std::string const rule = ": outside of its packet, not in the order of rows, or after padding";
  EXPECT_EQ(after([](Parts& p) { p.packed[0] = PacketLayout::pack(0, 2); }),
            "packed(0) is local row 0, column 2" + rule);
  EXPECT_EQ(after([](Parts& p) { p.packed[1] = PacketLayout::pack(2, 0); }),
            "packed(1) is local row 2, column 0" + rule);
  EXPECT_EQ(after([](Parts& p) { p.packed[1] = PacketLayout::pack(0, 0); }),
            "packed(1) is local row 0, column 0" + rule);
  EXPECT_EQ(after([](Parts& p) { p.packed[32] = PacketLayout::pack(1, 0); }),
            "packed(32) is local row 1, column 0" + rule);
  EXPECT_EQ(after([](Parts& p) { p.packed[0] = PacketLayout::padding; }), "packed(32) is local row 0, column 0" + rule);
  EXPECT_EQ(after([](Parts& p) { p.packed[1] = PacketLayout::padding; }),
            "streams have 3 entries, not 4: 6 without those of the off-block part");
  EXPECT_EQ(after([](Parts& p) { p.entries[1] = 4; }), "off-block part: row 3, position 1: column 4 is not in [0, 4)");
  EXPECT_EQ(after([](Parts& p) { p.row_map[2] = 5; }),
            "off-block part: row_map(3) is 1, less than row_map(2) = 5: row 2 has a negative length");
}

/// What a damaged matrix that passes would lead a walk along its streams to, kept within the arrays.
TEST(ValidatePacket, any_damage_is_found_or_harmless) {
  std::mt19937_64 random(2);
  int faults = 0;
  for (int run = 0; run < 2000; ++run) {
    Parts parts;
    int const values[] = {-1, 0, 1, 2, 3, 4, std::numeric_limits<int>::max(), std::numeric_limits<int>::min()};
    int const value = values[random() % 8];
    auto const any = [&](auto& array) -> auto& { return array[random() % array.size()]; };
    switch (random() % 6) {
    case 0:
      any(parts.order) = value;
      break;
    case 1:
      any(parts.packet_map) = value;
      break;
    case 2:
      any(parts.slice_map) = value;
      break;
    case 3:
      any(parts.packed) = static_cast<std::uint32_t>(random());
      break;
    case 4:
      any(parts.row_map) = value;
      break;
    default:
      any(parts.entries) = value;
    }
    faults += parts.sentence() != "no fault";
  }
  EXPECT_GT(faults, 1000);
  EXPECT_LT(faults, 2000);
}

}  // namespace formats_validate_packet_test
