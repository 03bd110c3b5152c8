// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Partitions of rows into packets: by splitting an order, or given by callers.

#include <Araios/core/checks.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/read_back.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/packet.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>

namespace Araios::Impl::packet {

template <class Matrix>
void check_packet_square(Matrix const& A) {
  check(A.num_rows() == A.num_cols(),
        "Araios::convert::csr_to_packet: the matrix must be square, since rows and columns have one "
        "order (",
        A.num_rows(), " x ", A.num_cols(), ")");
}

struct PacketBuildTuning {
  /// The scratch memory that every space offers a team, less some for alignment.
  static constexpr std::int64_t scratch_bytes = 32 * 1024 - 256;
  static constexpr std::int64_t enough_packets = 512;
  static constexpr std::int64_t min_cap = 64;
  static constexpr std::int64_t cap_means = 4;
};

/// Rows per packet by the options.
template <class Scalar>
std::int64_t packet_rows_for(std::int64_t n, std::int64_t requested) {
  check(requested >= 0 && requested <= PacketLayout::max_rows,
        "Araios::convert::csr_to_packet: packet_rows is not in [0, ", PacketLayout::max_rows,
        "], the numbers that 16 bits hold (", requested, ")");
  if (requested > 0) return requested;
  using Tuning = PacketBuildTuning;
  std::int64_t const bytes = is_pattern_v<Scalar> ? 8 : sizeof(Scalar);
  std::int64_t const spread = (n + Tuning::enough_packets - 1) / Tuning::enough_packets;
  return std::min(Tuning::scratch_bytes / bytes, std::max<std::int64_t>(PacketLayout::threads, spread));
}

/// Splits n rows into packets of nearly equal size, of at most `rows`.
template <class Ordinal, class Exec>
ARAIOS_NOT_INLINED Kokkos::View<Ordinal*, typename Exec::memory_space> packet_cuts(Exec const& exec, std::int64_t n,
                                                                                   std::int64_t rows) {
  std::int64_t const packets = (n + rows - 1) / rows;
  auto const map = allocate<Kokkos::View<Ordinal*, typename Exec::memory_space>>(
      exec, "Araios::convert::csr_to_packet::packet_map", packets + 1);
  // The first `longer` packets have one row more than the others.
  std::int64_t const each = packets > 0 ? n / packets : 0;
  std::int64_t const longer = n - each * packets;
  Kokkos::parallel_for(
      "Araios::convert::csr_to_packet::cuts", range(exec, packets + 1),
      KOKKOS_LAMBDA(std::int64_t p) { map(p) = static_cast<Ordinal>(p * each + (p < longer ? p : longer)); });
  return map;
}

/// Refuses part indices that are not in [0, parts). Waits for the check.
template <class Exec, class Parts>
ARAIOS_NOT_INLINED void check_parts(Exec const& exec, std::int64_t parts, Parts const& part_of) {
  check(parts >= 0, "Araios::packet_partition: negative number of parts, ", parts);
  constexpr std::int64_t none = std::numeric_limits<std::int64_t>::max();
  std::int64_t first = none;
  Kokkos::parallel_reduce(
      "Araios::packet_partition::check", range(exec, static_cast<std::int64_t>(part_of.extent(0))),
      KOKKOS_LAMBDA(std::int64_t i, std::int64_t& minimum) {
        auto const part = static_cast<std::int64_t>(part_of(i));
        if (i < minimum && (part < 0 || part >= parts)) minimum = i;
      },
      Kokkos::Min<std::int64_t>(first));
  if (first == none) return;
  auto const part = read_back(exec, part_of, first, "Araios::packet_partition: the number at fault is on the host");
  check(false, "Araios::packet_partition: row ", first, " is in part ", part, ", which is not in [0, ", parts, ")");
}

/// Refuses an invalid partition; returns the rows of its longest packet. Waits for the check.
template <class Exec, class Ordinal, class Space>
ARAIOS_NOT_INLINED std::int64_t check_packet_partition(Exec const& exec,
                                                       PacketPartition<Ordinal, Space> const& partition, std::int64_t n,
                                                       Workspace<Space>& workspace) {
  std::int64_t const packets = static_cast<std::int64_t>(partition.packet_map.extent(0)) - 1;
  check_equal(partition.order.extent(0), n, "Araios::convert::csr_to_packet: length of order, rows of A");
  check(packets >= 0, "Araios::convert::csr_to_packet: packet_map must have packets + 1 elements (0 < 1)");
  auto const map = partition.packet_map;
  auto const order = partition.order;
  constexpr std::int64_t none = std::numeric_limits<std::int64_t>::max();
  std::int64_t fault = none;
  std::int64_t longest = 0;
  Kokkos::parallel_reduce(
      "Araios::convert::csr_to_packet::check_map", range(exec, packets + 1),
      KOKKOS_LAMBDA(std::int64_t p, std::int64_t& first, std::int64_t& maximum) {
        std::int64_t const end = map(p);
        std::int64_t const begin = p > 0 ? static_cast<std::int64_t>(map(p - 1)) : 0;
        if (p < first && (end < begin || (p == 0 && end != 0) || (p == packets && end != n))) first = p;
        if (end - begin > maximum) maximum = end - begin;
      },
      Kokkos::Min<std::int64_t>(fault), Kokkos::Max<std::int64_t>(longest));
  check(fault == none, "Araios::convert::csr_to_packet: packet_map(", fault,
        ") is wrong: it must begin with 0, not decrease, and "
        "end with the number of rows, ",
        n);
  typename Workspace<Space>::Frame const frame(workspace);
  auto const first_at = workspace.template take<Kokkos::View<std::int64_t*, Space>>(exec, n);
  fill(exec, first_at, none);
  Kokkos::parallel_for(
      "Araios::convert::csr_to_packet::first_position", range(exec, n), KOKKOS_LAMBDA(std::int64_t q) {
        std::int64_t const i = order(q);
        if (i >= 0 && i < n) Kokkos::atomic_fetch_min(&first_at(i), q);
      });
  Kokkos::parallel_reduce(
      "Araios::convert::csr_to_packet::check_order", range(exec, n),
      KOKKOS_LAMBDA(std::int64_t q, std::int64_t& first) {
        std::int64_t const i = order(q);
        if (q < first && (i < 0 || i >= n || first_at(i) != q)) first = q;
      },
      Kokkos::Min<std::int64_t>(fault));
  check(fault == none, "Araios::convert::csr_to_packet: order(", fault,
        ") is out of range or a duplicate: order must "
        "be a permutation of the ",
        n, " rows");
  check(longest <= PacketLayout::max_rows, "Araios::convert::csr_to_packet: a packet of ", longest,
        " rows is longer than 16-bit indices allow, ", PacketLayout::max_rows);
  return longest;
}

}  // namespace Araios::Impl::packet
