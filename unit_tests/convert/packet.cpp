// SPDX-License-Identifier: Apache-2.0

#include <Araios/convert.hpp>
#include <Araios/formats/copy.hpp>
#include <Araios/formats/validate/packet.hpp>
#include <Araios/generate/stencil.hpp>
#include <Araios/testing/count_allocations.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "support/contract.hpp"
#include "support/matrices.hpp"
#include "support/reference.hpp"
#include "support/refusals.hpp"
#include "support/squared_shapes.hpp"
#include "support/types.hpp"

namespace convert_packet_test {

using namespace Araios;
using namespace Araios::test;

constexpr FormatLimits any_padding{.always_accepted_bytes = 1 << 30};

template <class C>
struct ConvertPacket : testing::Test {};
TYPED_TEST_SUITE(ConvertPacket, AllCases, CaseName);

TYPED_TEST(ConvertPacket, there_and_back_is_the_matrix_with_sorted_rows) {
  using Scalar = typename TypeParam::Scalar;
  using Ordinal = typename TypeParam::Ordinal;
  using Offset = typename TypeParam::Offset;
  typename TypeParam::Exec const exec;
  for (auto const& [name, host] : small_square_matrices<Scalar, Ordinal, Offset>()) {
    auto const A = to_csr<typename TypeParam::Space>(host);
    auto const expected = reference::sort_rows(host);
    for (auto const ordering : {PacketOrdering::natural, PacketOrdering::reverse_cuthill_mckee})
      // Every packet has 512 streams: tiny ones of a large matrix are a lot of work.
      for (std::int64_t const rows :
           {std::int64_t(0), std::max<std::int64_t>(7, host.num_rows / 20), std::int64_t(600)}) {
        auto const numbering = rows == 600 || rows == 0 ? PacketNumbering::original : PacketNumbering::packed;
        auto const B = convert<Format::packet>(
            exec, A, {.ordering = ordering, .numbering = numbering, .packet_rows = rows, .limits = any_padding});
        auto const fault = find_fault(exec, B);
        EXPECT_FALSE(fault) << name << ": " << fault->sentence;
        EXPECT_EQ(B.nnz(), A.nnz()) << name;
        if (host.num_rows > 0) {
          EXPECT_EQ(B.bytes(), (packet_bytes<Scalar, Ordinal, Offset>(host.num_rows, B.num_packets(),
                                                                      B.packed.extent(0), B.off_block.nnz())))
              << name;
        }
        ASSERT_TRUE(same_bits(to_host(convert<Format::csr>(exec, B)), expected)) << name << ", packets of " << rows;
      }
  }
}

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Host = Kokkos::HostSpace;

TEST(ConvertPacketByHand, entries_within_and_between_packets) {
  // Packets {0, 1} and {2, 3}: row 1 is longer than row 0 there, so it comes first.
  HostCsr<double> const host{4, 4, {0, 2, 5, 6, 8}, {0, 3, 1, 0, 2, 3, 2, 3}, {1, 2, 3, 4, 5, 6, 7, 8}};
  auto const B = copy_to<Host>(
      convert<Format::packet>(Exec(), to_csr<Space>(host), {.ordering = PacketOrdering::natural, .packet_rows = 2}));
  EXPECT_EQ(B.num_packets(), 2);
  EXPECT_EQ(to_vector(B.order), (std::vector<int>{1, 0, 3, 2}));
  EXPECT_EQ(to_vector(B.packet_map), (std::vector<int>{0, 2, 4}));
  EXPECT_EQ(B.longest_packet(), 2);
  EXPECT_EQ(B.longest_off_block_row(), 1);
  EXPECT_EQ(B.packed_nnz(), 6);
  // The first slice of each packet has two steps; row 1 has local number 0, and its columns 1 and 0 are 0 and 1.
  ASSERT_EQ(B.packed.extent(0), 4u * 32);
  EXPECT_EQ(B.packed(0), PacketLayout::pack(0, 0));
  EXPECT_EQ(B.values(0), 3);
  EXPECT_EQ(B.packed(32), PacketLayout::pack(0, 1));
  EXPECT_EQ(B.values(32), 4);
  EXPECT_EQ(B.packed(1), PacketLayout::pack(1, 1));
  EXPECT_EQ(B.values(1), 1);
  EXPECT_EQ(B.packed(33), PacketLayout::padding);
  EXPECT_EQ(B.packed(2), PacketLayout::padding);
  EXPECT_EQ(B.packed(64), PacketLayout::pack(0, 1));
  EXPECT_EQ(B.values(64), 7);
  auto const rest = to_host(B.off_block);
  EXPECT_EQ(rest.row_map, (std::vector<int>{0, 1, 2, 2, 2}));
  EXPECT_EQ(rest.entries, (std::vector<int>{3, 2}));
  EXPECT_EQ(rest.values, (std::vector<double>{2, 5}));

  auto const P = convert<Format::packet>(
      Exec(), to_csr<Space>(host),
      {.ordering = PacketOrdering::natural, .numbering = PacketNumbering::packed, .packet_rows = 2});
  auto const packed_rest = to_host(P.off_block);
  EXPECT_EQ(packed_rest.row_map, (std::vector<int>{0, 1, 2, 2, 2}));
  EXPECT_EQ(packed_rest.entries, (std::vector<int>{3, 2})) << "row 1, column 2 -> (0, 3); row 0, column 3 -> (1, 2)";
  EXPECT_EQ(packed_rest.values, (std::vector<double>{5, 2}));
}

TEST(ConvertPacketByHand, zeros_and_nan_are_entries) {
  HostCsr<double> const host{3, 3, {0, 3, 5, 5}, {2, 0, 1, 1, 0}, {-0.0, 0.0, -1.0, 1.0, std::nan("5")}};
  for (std::int64_t const rows : {1, 2, 3}) {
    auto const B = convert<Format::packet>(Exec(), to_csr<Space>(host), {.packet_rows = rows});
    EXPECT_TRUE(same_bits(to_host(convert<Format::csr>(Exec(), B)), reference::sort_rows(host)));
  }
}

TEST(ConvertPacketByHand, the_surplus_of_a_long_row_goes_to_the_remainder) {
  std::vector<std::vector<std::int64_t>> rows(1000);
  for (std::int64_t i = 0; i < 1000; ++i) rows[i] = {i};
  for (std::int64_t i = 0; i < 1000; ++i)
    if (i != 500) rows[500].push_back(i);
  auto const host = from_rows<double, int, int>(rows, 1000);
  auto const A = to_csr<Space>(host);
  auto const B = convert<Format::packet>(Exec(), A, {.ordering = PacketOrdering::natural, .packet_rows = 1000});
  EXPECT_EQ(B.off_block.nnz(), 1000 - 64);
  EXPECT_EQ(B.longest_off_block_row(), 1000 - 64);
  EXPECT_TRUE(same_bits(to_host(convert<Format::csr>(Exec(), B)), reference::sort_rows(host)));
  auto const C = convert<Format::packet>(
      Exec(), A, {.ordering = PacketOrdering::natural, .packet_rows = 1000, .longest_packed_row = 3});
  EXPECT_EQ(C.off_block.nnz(), 1000 - 3);
  EXPECT_TRUE(same_bits(to_host(convert<Format::csr>(Exec(), C)), reference::sort_rows(host)));
  // A list of duplicates keeps its order although it is cut in two.
  auto const repeated = from_rows<double, int, int>({{1, 1, 0, 1, 1, 1}, {}}, 2);
  auto const D = convert<Format::packet>(Exec(), to_csr<Space>(repeated), {.longest_packed_row = 2});
  EXPECT_EQ(D.off_block.nnz(), 4);
  EXPECT_TRUE(same_bits(to_host(convert<Format::csr>(Exec(), D)), reference::sort_rows(repeated)));
}

// Kernels cut entries into tiles of 512 or 1,024.
TEST(ConvertPacketTiles, a_row_of_many_tiles_keeps_its_place_in_each) {
  std::vector<std::vector<std::int64_t>> rows(6000);
  for (std::int64_t i = 0; i < 6000; ++i) rows[i] = {(i + 1) % 6000, i};
  for (std::int64_t k = 0; k < 9000; ++k) rows[77].push_back(k * 7 % 6000);  // half of them twice
  for (std::int64_t k = 0; k < 5000; ++k) rows[5999].push_back(k);
  auto const host = from_rows<double, int, int>(rows, 6000);
  auto const A = to_csr<Space>(host);
  for (std::int64_t const packet_rows : {300, 3000, 6000})
    for (std::int64_t const longest : {1, 100, 3000, 9002})
      for (auto const numbering : {PacketNumbering::original, PacketNumbering::packed}) {
        auto const B = convert<Format::packet>(Exec(), A,
                                               {.ordering = PacketOrdering::natural,
                                                .numbering = numbering,
                                                .packet_rows = packet_rows,
                                                .longest_packed_row = longest,
                                                .limits = any_padding});
        auto const fault = find_fault(Exec(), B);
        EXPECT_FALSE(fault) << fault->sentence;
        if (packet_rows == 6000) {
          EXPECT_EQ(B.off_block.nnz(), (longest < 9002 ? 9002 - longest : 0) + (longest < 5002 ? 5002 - longest : 0) +
                                           5998 * (longest < 2));
        }
        EXPECT_TRUE(same_bits(to_host(convert<Format::csr>(Exec(), B)), reference::sort_rows(host)))
            << packet_rows << ", " << longest;
      }
}

TEST(ConvertPacketTiles, empty_rows_by_the_thousand_between_entries) {
  constexpr std::int64_t n = 400000;
  std::vector<std::vector<std::int64_t>> rows(n);
  for (std::int64_t i = 0; i < n; i += 7001) rows[i] = {i, (i + 1) % n, n - 1 - i};
  rows[200001] = {200000, 0, 200001, 200001};
  auto const host = from_rows<double, int, int>(rows, n);
  auto const B = convert<Format::packet>(Exec(), to_csr<Space>(host),
                                         {.ordering = PacketOrdering::natural, .limits = any_padding});
  EXPECT_GT(B.packed_nnz(), 2 * 57);
  EXPECT_TRUE(same_bits(to_host(convert<Format::csr>(Exec(), B)), reference::sort_rows(host)));
}

TEST(ConvertPacketByHand, reverse_cuthill_mckee_finds_the_packets_of_a_shuffled_grid) {
  auto const grid = to_host(stencil_matrix<double>(Exec(), {.nx = 100, .ny = 100}));
  std::vector<int> place(10000);
  std::iota(place.begin(), place.end(), 0);
  std::shuffle(place.begin(), place.end(), std::mt19937_64(1));
  std::vector<std::vector<std::int64_t>> rows(10000);
  for (int i = 0; i < 10000; ++i)
    for (int p = grid.row_map[i]; p < grid.row_map[i + 1]; ++p) rows[place[i]].push_back(place[grid.entries[p]]);
  auto const A = to_csr<Space>(from_rows<double, int, int>(rows, 10000));
  auto const off_block = [&](PacketOrdering ordering) {
    return convert<Format::packet>(Exec(), A, {.ordering = ordering, .packet_rows = 2500}).off_block.nnz();
  };
  EXPECT_LT(off_block(PacketOrdering::reverse_cuthill_mckee), A.nnz() / 20);
  EXPECT_GT(off_block(PacketOrdering::natural), A.nnz() / 2);
}

TEST(ConvertPacketByHand, takes_the_partition_of_the_caller) {
  auto const host = from_rows<double, int, int>(random_rows(3000, 3000, 6, Rows::uniform, false, 2), 3000);
  std::vector<int> part(3000);
  for (int i = 0; i < 3000; ++i) part[i] = (i * 7) % 5 == 3 ? 2 : i % 2;  // part 3 of 4 has no row
  auto const partition = packet_partition(Exec(), 4, to_view<Space>(part));
  EXPECT_EQ(to_vector(partition.packet_map).back(), 3000);
  for (auto const numbering : {PacketNumbering::original, PacketNumbering::packed}) {
    auto const B = convert<Format::packet>(Exec(), to_csr<Space>(host), partition, {.numbering = numbering});
    EXPECT_EQ(B.num_packets(), 4);
    EXPECT_FALSE(find_fault(Exec(), B));
    auto const order = to_vector(B.order);
    auto const map = to_vector(B.packet_map);
    for (int p = 0; p < 4; ++p)
      for (int q = map[p]; q < map[p + 1]; ++q) ASSERT_EQ(part[order[q]], p);
    EXPECT_TRUE(same_bits(to_host(convert<Format::csr>(Exec(), B)), reference::sort_rows(host)));
  }
}

TEST(ConvertPacketByHand, refuses_with_the_reason) {
  Exec const exec;
  auto const A = to_csr<Space>(from_rows<double, int, int>({{0, 1}, {1}, {0, 2}}, 3));
  EXPECT_EQ(refusal([&] { convert<Format::packet>(exec, to_csr<Space>(from_rows<double, int, int>({{0, 1}}, 3))); }),
            "Araios::convert::csr_to_packet: the matrix must be square, since rows and columns have one order "
            "(1 x 3)");
  EXPECT_EQ(refusal([&] { convert<Format::packet>(exec, A, {.packet_rows = 65536}); }),
            "Araios::convert::csr_to_packet: packet_rows is not in [0, 65535], the numbers that 16 bits hold (65536)");
  EXPECT_EQ(refusal([&] { convert<Format::packet>(exec, A, {.longest_packed_row = -1}); }),
            "Araios::convert::csr_to_packet: longest_packed_row is not in [0, 65535] (-1)");
  auto const by = [&](std::vector<int> const& order, std::vector<int> const& map) {
    PacketPartition<int, Space> const partition{to_view<Space>(order), to_view<Space>(map)};
    return refusal([&] { convert<Format::packet>(exec, A, partition); });
  };
  EXPECT_EQ(by({2, 0, 1}, {0, 1, 3}), "nothing was thrown");
  EXPECT_EQ(by({2, 0}, {0, 1, 3}), "Araios::convert::csr_to_packet: length of order, rows of A (2 != 3)");
  EXPECT_EQ(by({2, 0, 1}, {}), "Araios::convert::csr_to_packet: packet_map must have packets + 1 elements (0 < 1)");
  EXPECT_EQ(by({2, 0, 1}, {0, 2, 1, 3}), "Araios::convert::csr_to_packet: packet_map(2) is wrong: it must begin with "
                                         "0, not decrease, and end with the number of "
                                         "rows, 3");
  EXPECT_EQ(by({2, 0, 1}, {0, 1}), "Araios::convert::csr_to_packet: packet_map(1) is wrong: it must begin with 0, not "
                                   "decrease, and end with the number of "
                                   "rows, 3");
  EXPECT_EQ(by({2, 0, 2}, {0, 1, 3}), "Araios::convert::csr_to_packet: order(2) is out of range or a "
                                      "duplicate: order must be a permutation of "
                                      "the 3 rows");
  EXPECT_EQ(by({2, 3, 1}, {0, 1, 3}), "Araios::convert::csr_to_packet: order(1) is out of range or a "
                                      "duplicate: order must be a permutation of "
                                      "the 3 rows");
  std::int64_t const bytes = packet_bytes<double, int, int>(3, 1, 64, 0);
  EXPECT_EQ(refusal([&] { convert<Format::packet>(exec, A, {.limits = {.bytes = 100}}); }),
            "Araios::convert::csr_to_packet: " + std::to_string(packet_bytes<double, int, int>(3, 1, 5, 0)) +
                " bytes are more than the limit of 100; that is the minimum for 5 entries in 1 packets; row 0 has 2 "
                "entries, the mean is 1.66667");
  // 64 slots of 12 bytes, and 5 of these at least.
  EXPECT_EQ(refusal([&] { convert<Format::packet>(exec, A, {.limits = {.bytes = bytes - 1}}); }),
            "Araios::convert::csr_to_packet: " + std::to_string(bytes) + " bytes are more than the limit of " +
                std::to_string(bytes - 1) +
                "; 5 of 5 entries lie in 1 packets, in streams of 64 slots; row 0 has 2 entries, the mean is 1.66667");
  EXPECT_EQ(convert<Format::packet>(exec, A, {.limits = {.bytes = bytes}}).bytes(), bytes);
}

/// The diagonal in packets of one row: 32 slots for each entry. That is known before anything is taken for the 512
/// threads of each packet.
TEST(ConvertPacketByHand, tiny_packets_are_refused_before_memory_is_taken_for_them) {
  Exec const exec;
  std::int64_t const n = 40000;
  std::vector<std::vector<std::int64_t>> rows(n);
  for (std::int64_t i = 0; i < n; ++i) rows[i] = {i};
  rows[123] = {5, 123};
  auto const A = to_csr<Space>(from_rows<double, int, int>(rows, n));
  Workspace<Space> workspace;
  PacketOptions options{.ordering = PacketOrdering::natural, .packet_rows = 1};
  std::int64_t const before = bytes_allocated();
  std::int64_t const bytes = packet_bytes<double, int, int>(n, n, 32 * n, 1);
  EXPECT_EQ(refusal([&] { convert<Format::packet>(exec, A, options, workspace); }),
            "Araios::convert::csr_to_packet: 1280001 slots (" + std::to_string(bytes) +
                " bytes) for 40001 entries are more than the limit of 3 slots per entry; 40000 of 40001 entries lie in "
                "40000 packets, in streams of at least 1280000 slots; row 123 has 2 entries, the mean is 1.00002");
  EXPECT_LT(bytes_allocated() - before, 100 * n) << "bytes; the threads of a packet are 512";
  // Bytes that any partition takes need no look at the matrix.
  options.limits.bytes = packet_bytes<double, int, int>(n, n, A.nnz(), 0) - 1;
  std::int64_t const allocations = allocations_made();
  EXPECT_NE(refusal([&] {
              convert<Format::packet>(exec, A, options, workspace);
            }).find("; that is the minimum for 40001 entries in 40000 packets; row 123 has 2 entries"),
            std::string::npos);
  EXPECT_EQ(allocations_made(), allocations + 1) << "packet_map";
}

/// Entries of the remainder need no slots, whatever the number of packets.
TEST(ConvertPacketByHand, tiny_packets_without_entries_are_accepted) {
  std::int64_t const n = 3000;
  std::vector<std::vector<std::int64_t>> rows(n);
  for (std::int64_t i = 0; i < n; ++i) rows[i] = {(i + 1) % n, (i + 7) % n};
  auto const host = from_rows<double, int, int>(rows, n);
  auto const B = convert<Format::packet>(Exec(), to_csr<Space>(host),
                                         {.ordering = PacketOrdering::natural,
                                          .packet_rows = 1,
                                          .limits = {.slots_per_entry = 1, .always_accepted_bytes = 0}});
  EXPECT_EQ(B.num_packets(), n);
  EXPECT_EQ(B.packed.extent(0), 0u);
  EXPECT_TRUE(same_bits(to_host(convert<Format::csr>(Exec(), B)), reference::sort_rows(host)));
}

TEST(ConvertPacketByHand, numbers_of_parts_are_checked) {
  auto const by = [](std::int64_t parts, std::vector<int> const& part_of) {
    return refusal([&] { packet_partition(Exec(), parts, to_view<Space>(part_of)); });
  };
  EXPECT_EQ(by(3, {0, 2, 1}), "nothing was thrown");
  EXPECT_EQ(by(3, {1, 3, 2, 4}), "Araios::packet_partition: row 1 is in part 3, which is not in [0, 3)");
  EXPECT_EQ(by(3, {1, 2, -1}), "Araios::packet_partition: row 2 is in part -1, which is not in [0, 3)");
  EXPECT_EQ(by(0, {0}), "Araios::packet_partition: row 0 is in part 0, which is not in [0, 0)");
  EXPECT_EQ(by(0, {}), "nothing was thrown");
  EXPECT_EQ(by(-1, {}), "Araios::packet_partition: negative number of parts, -1");
  std::int64_t const before = allocations_made();
  auto const part_of = to_view<Space>(std::vector<int>{7});
  EXPECT_NE(refusal([&] { packet_partition(Exec(), 7, part_of); }), "nothing was thrown");
  EXPECT_EQ(allocations_made(), before);
}

TEST(ConvertPacketByHand, a_packet_of_too_many_rows_is_refused) {
  Exec const exec;
  std::int64_t const n = 65536;
  auto const A = to_csr<Space>(from_rows<double, int, int>(std::vector<std::vector<std::int64_t>>(n), n));
  auto const partition = packet_partition(exec, 1, to_view<Space>(std::vector<int>(n)));
  EXPECT_EQ(refusal([&] { convert<Format::packet>(exec, A, partition); }),
            "Araios::convert::csr_to_packet: a packet of 65536 rows is longer than 16-bit indices allow, 65535");
}

TEST(ConvertPacketByHand, a_workspace_is_used_again) {
  auto const host = from_rows<double, int, int>(random_rows(3000, 3000, 6, Rows::power_law, true, 2), 3000);
  auto const A = to_csr<Space>(host);
  Workspace<Space> workspace;
  std::int64_t held = 0;
  for (int run = 0; run < 4; ++run) {
    auto const B =
        convert<Format::packet>(Exec(), A, {.ordering = PacketOrdering::natural, .packet_rows = 500}, workspace);
    EXPECT_TRUE(same_bits(to_host(convert<Format::csr>(Exec(), B, {}, workspace)), reference::sort_rows(host))) << run;
    if (run >= 2) {
      EXPECT_EQ(held, workspace.bytes()) << run;
    }
    held = workspace.bytes();
  }
}

contract::Operations const operations{
    contract::returns("csr_to_packet",
                      [](contract::Data& d) {
                        return convert<Format::packet>(d.exec, d.square(), {.ordering = PacketOrdering::natural},
                                                       d.workspace);
                      }),
    contract::returns(
        "packet_to_csr",
        [](contract::Data& d) {
          return convert<Format::packet>(d.exec, d.square(), {.ordering = PacketOrdering::natural}, d.workspace);
        },
        [](contract::Data& d, auto& operand) { return convert<Format::csr>(d.exec, operand, {}, d.workspace); }),
    contract::writes(
        "permute_to_packed",
        [](contract::Data& d) {
          return convert<Format::packet>(d.exec, d.square(), {.ordering = PacketOrdering::natural}, d.workspace);
        },
        [](contract::Data& d, auto& operand) {
          permute_to_packed(d.exec, operand, contract::Doubles(d.arrays.values.data(), d.m), d.end_part(d.m));
        }),
    contract::writes(
        "permute_to_original",
        [](contract::Data& d) {
          return convert<Format::packet>(d.exec, d.square(), {.ordering = PacketOrdering::natural}, d.workspace);
        },
        [](contract::Data& d, auto& operand) {
          permute_to_original(d.exec, operand, d.end_part(d.m), contract::Doubles(d.arrays.values.data(), d.m));
        })};

}  // namespace convert_packet_test
