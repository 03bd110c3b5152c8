// SPDX-License-Identifier: Apache-2.0

#include <Araios/formats/copy.hpp>
#include <Araios/formats/packet.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <type_traits>
#include <vector>

#include "support/matrices.hpp"
#include "support/refusals.hpp"

namespace formats_packet_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Host = Kokkos::HostSpace;
using Matrix = PacketMatrix<double, int, int, Host>;

template <class T>
Kokkos::View<T*, Host> array(std::int64_t length) {
  return Kokkos::View<T*, Host>("Araios::test::array", length);
}
CsrMatrix<double, int, int, Host> rest(std::int64_t m, std::int64_t n, std::int64_t nnz) {
  return {m, n, array<int>(m + 1), array<int>(nnz), array<double>(nnz)};
}

TEST(Packet, default_is_empty) {
  Matrix const A;
  EXPECT_EQ(A.num_rows(), 0);
  EXPECT_EQ(A.nnz(), 0);
  EXPECT_EQ(A.num_packets(), 0);
  EXPECT_EQ(A.bytes(), 0);
  EXPECT_EQ(A.numbering, PacketNumbering::original);
}

TEST(Packet, holds_what_it_is_given_and_predicts_its_bytes) {
  Matrix const A(30, PacketNumbering::packed, 7, 3, array<int>(10), array<int>(3), array<int>(33),
                 array<std::uint32_t>(64), array<double>(64), rest(10, 10, 5));
  EXPECT_EQ(A.num_rows(), 10);
  EXPECT_EQ(A.num_cols(), 10);
  EXPECT_EQ(A.num_packets(), 2);
  EXPECT_EQ(A.nnz(), 30);
  EXPECT_EQ(A.packed_nnz(), 25);
  EXPECT_EQ(A.longest_packet(), 7);
  EXPECT_EQ(A.longest_off_block_row(), 3);
  EXPECT_EQ(A.bytes(), 10 * 4 + 3 * 4 + 33 * 4 + 64 * 12 + 11 * 4 + 5 * 12);
  EXPECT_EQ(A.bytes(), (packet_bytes<double, int, int>(10, 2, 64, 5)));
  EXPECT_EQ((packet_bytes<Pattern, int, std::int64_t>(10, 2, 64, 5)), 13 * 4 + 33 * 8 + 64 * 4 + 11 * 8 + 5 * 4);
}

TEST(Packet, refuses_lengths_that_disagree) {
  auto const make = [](std::int64_t nnz, std::int64_t longest, int order, int map, int slices, int packed, int values,
                       CsrMatrix<double, int, int, Host> const& off_block) {
    return refusal([&] {
      Matrix(nnz, PacketNumbering::original, longest, 0, array<int>(order), array<int>(map), array<int>(slices),
             array<std::uint32_t>(packed), array<double>(values), off_block);
    });
  };
  EXPECT_EQ(make(30, 7, 10, 3, 33, 64, 64, rest(10, 10, 5)), "nothing was thrown");
  EXPECT_EQ(make(30, 7, 10, 3, 33, 64, 64, rest(10, 9, 5)),
            "Araios::PacketMatrix: rows, columns of the off-block part (10 != 9)");
  EXPECT_EQ(make(30, 7, 9, 3, 33, 64, 64, rest(10, 10, 5)),
            "Araios::PacketMatrix: length of order, rows of the off-block part (9 != 10)");
  EXPECT_EQ(make(30, 65536, 10, 3, 33, 64, 64, rest(10, 10, 5)),
            "Araios::PacketMatrix: rows of the longest packet are not in [0, 65535] (65536)");
  EXPECT_EQ(make(30, 7, 10, 0, 33, 64, 64, rest(10, 10, 5)),
            "Araios::PacketMatrix: packet_map must have packets + 1 elements (0 < 1)");
  EXPECT_EQ(make(30, 7, 10, 3, 32, 64, 64, rest(10, 10, 5)),
            "Araios::PacketMatrix: length of slice_map must be 16 * packets + 1 (32 for 2 packets)");
  EXPECT_EQ(make(30, 7, 10, 3, 33, 65, 65, rest(10, 10, 5)),
            "Araios::PacketMatrix: length of packed is not a multiple of 32 (65)");
  EXPECT_EQ(make(30, 7, 10, 3, 33, 64, 63, rest(10, 10, 5)),
            "Araios::PacketMatrix: length of values, length of packed (63 != 64)");
  EXPECT_EQ(make(70, 7, 10, 3, 33, 64, 64, rest(10, 10, 5)),
            "Araios::PacketMatrix: number of entries is not in [5, 69] (70)");
}

TEST(Packet, every_row_has_one_thread_and_one_round) {
  std::set<int> rows;
  for (int thread = 0; thread < PacketLayout::threads; ++thread)
    for (int round = 0; round < 5; ++round) {
      int const row = PacketLayout::row_of(thread, round);
      EXPECT_EQ(PacketLayout::thread_of(row), thread);
      rows.insert(row);
    }
  EXPECT_EQ(rows.size(), 5u * PacketLayout::threads);
  EXPECT_EQ(*rows.rbegin(), 5 * PacketLayout::threads - 1);
}

TEST(Packet, a_place_has_32_bits_and_is_not_padding) {
  for (int const row : {0, 1, 255, 32768, 65534})
    for (int const column : {0, 1, 255, 32768, 65534}) {
      std::uint32_t const place = PacketLayout::pack(row, column);
      EXPECT_NE(place, PacketLayout::padding);
      EXPECT_EQ(PacketLayout::row(place), row);
      EXPECT_EQ(PacketLayout::column(place), column);
    }
}

TEST(Packet, a_copy_has_arrays_of_its_own) {
  auto const packed = array<std::uint32_t>(64);
  packed(5) = 77;
  Matrix const A(30, PacketNumbering::packed, 7, 3, array<int>(10), array<int>(3), array<int>(33), packed,
                 array<double>(64), rest(10, 10, 5));
  auto const B = copy(Kokkos::DefaultHostExecutionSpace(), A);
  Kokkos::fence();
  static_assert(std::is_same_v<decltype(B), Matrix const>);
  EXPECT_NE(B.packed.data(), A.packed.data());
  EXPECT_EQ(B.packed(5), 77u);
  EXPECT_EQ(B.numbering, PacketNumbering::packed);
  EXPECT_EQ(B.longest_packet(), 7);
  EXPECT_EQ(B.longest_off_block_row(), 3);
  EXPECT_EQ(copy_to<Host>(copy_to<Space>(A)).packed(5), 77u);
}

TEST(Packet, of_a_pattern_has_no_values) {
  CsrMatrix<Pattern, int, int, Host> const off_block(10, 10, array<int>(11), array<int>(0));
  PacketMatrix<Pattern, int, int, Host> const A(30, PacketNumbering::original, 10, 0, array<int>(10), array<int>(2),
                                                array<int>(17), array<std::uint32_t>(64), {}, off_block);
  static_assert(std::is_same_v<std::remove_const_t<decltype(A.values)>, NoValues>);
  EXPECT_EQ(A.bytes(), (packet_bytes<Pattern, int, int>(10, 1, 64, 0)));
}

}  // namespace formats_packet_test
