// SPDX-License-Identifier: Apache-2.0

#include <Araios/convert.hpp>
#include <Araios/spmv.hpp>
#include <gtest/gtest.h>

#include <string>

#include "support/contract.hpp"
#include "support/matrices.hpp"
#include "support/spmv.hpp"
#include "support/squared_shapes.hpp"
#include "support/types.hpp"

namespace spmv_packet_test {

using namespace Araios;
using namespace Araios::test;

template <class C>
struct SpmvPacket : testing::Test {};
TYPED_TEST_SUITE(SpmvPacket, AllCases, CaseName);

TYPED_TEST(SpmvPacket, is_within_the_bound) {
  typename TypeParam::Exec const exec;
  for (auto const& [name, host] :
       small_square_matrices<typename TypeParam::Scalar, typename TypeParam::Ordinal, typename TypeParam::Offset>()) {
    auto const A = to_csr<typename TypeParam::Space>(host);
    // One packet or a few, with and without a remainder. Padding does not matter here.
    for (std::int64_t const rows : {0, 700})
      check_spmv(
          exec, host,
          convert<Format::packet>(
              exec, A,
              {.ordering = PacketOrdering::natural, .packet_rows = rows, .limits = {.always_accepted_bytes = 1 << 30}}),
          name + ", packets of " + std::to_string(rows));
  }
}

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

TEST(SpmvPacketLarge, packets_of_many_rounds_and_too_large_for_scratch) {
  Exec const exec;
  auto const host = from_rows<double, int, int>(random_rows(9000, 9000, 5, Rows::power_law, true, 5), 9000);
  auto const A = to_csr<Space>(host);
  for (std::int64_t const rows : {1, 100, 4064, 5000, 9000})
    check_spmv(exec, host, convert<Format::packet>(exec, A, {.ordering = PacketOrdering::natural, .packet_rows = rows}),
               "packets of " + std::to_string(rows));
}

TEST(SpmvPacketMixed, float_matrix_and_double_vectors) {
  Exec const exec;
  auto const host = from_rows<float, int, int>(random_rows(900, 900, 9, Rows::power_law, false, 5), 900);
  check_spmv_in<double>(exec, host, convert<Format::packet>(exec, to_csr<Space>(host), {.packet_rows = 300}),
                        "power law");
}

TEST(SpmvPacketSemirings, are_exact) {
  Exec const exec;
  for (auto const& [name, host] : small_square_matrices<double>())
    check_semirings(
        exec, host,
        convert<Format::packet>(exec, to_csr<Space>(host), {.ordering = PacketOrdering::natural, .packet_rows = 900}),
        name);
}

TEST(SpmvPacketNumbering, vectors_may_stay_in_that_of_the_packets) {
  Exec const exec;
  auto const host = from_rows<double, int, int>(random_rows(3000, 3000, 7, Rows::uniform, false, 5), 3000);
  auto const A = to_csr<Space>(host);
  auto const P = convert<Format::packet>(exec, A, {.numbering = PacketNumbering::packed, .packet_rows = 400});
  auto const Q = convert<Format::packet>(exec, A, {.numbering = PacketNumbering::original, .packet_rows = 400});
  auto const x = to_view<Space>(test_vector<double>(3000, 1));
  auto const packed_x = to_view<Space>(std::vector<double>(3000));
  auto const packed_y = to_view<Space>(std::vector<double>(3000));
  auto const y = to_view<Space>(std::vector<double>(3000));
  auto const direct = to_view<Space>(std::vector<double>(3000));
  permute_to_packed(exec, P, x, packed_x);
  for (auto const op : {Op::none, Op::transpose}) {
    spmv(exec, 2.0, P, packed_x, 0.0, packed_y, {.op = op});
    permute_to_original(exec, P, packed_y, y);
    exec.fence();
    auto const expected = reference_spmv<double>(op, 2.0, host, to_vector(x), 0.0, std::vector<double>(3000));
    auto const result = to_vector(y);
    check_product(result, expected, "packets in the packed order");
    if (op == Op::none) {
      // The same additions in the same order.
      spmv(exec, 2.0, Q, x, 0.0, direct);
      exec.fence();
      EXPECT_TRUE(same_bits(to_vector(direct), result));
    }
  }
}

contract::Operations const operations{contract::writes(
    "spmv_packet",
    [](contract::Data& d) {
      return convert<Format::packet>(d.exec, d.square(), {.ordering = PacketOrdering::natural}, d.workspace);
    },
    [](contract::Data& d, auto& operand) {
      spmv(d.exec, 1.0, operand, d.end_part(d.m), 0.0, contract::Doubles(d.arrays.values.data(), d.m), {}, d.workspace);
    })};

}  // namespace spmv_packet_test
