// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Conversions between CSR and the packet format, partitions of rows into packets, and vectors in packed numbering.
/// To packets: see PacketOptions.
///
/// Packets to CSR, the matrix in the original numbering, each row sorted by column; entries at one coordinate keep
/// their order
///
/// Cost          reads the streams twice, the second time with all values, and the off-block part once; a scan, and a
///               sort of each row.
/// Asynchronous  yes; allocates the result. Workspace: two Ordinals per row, one per entry of the off-block part, and
///               what `segmented_sort` takes.
/// Deterministic space to space, bitwise.

#include <Araios/core/checks.hpp>
#include <Araios/core/kokkos_compat.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/profiling.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/check_operands.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/formats/format_limits.hpp>
#include <Araios/formats/layout/packet_walk.hpp>
#include <Araios/formats/packet.hpp>
#include <Araios/formats/validate/packet.hpp>
#include <Araios/operations/convert/conversion.hpp>
#include <Araios/operations/packet/build.hpp>
#include <Araios/operations/packet/partition.hpp>
#include <Araios/operations/reorder/call.hpp>
#include <Araios/primitives/pointers.hpp>
#include <Araios/primitives/radix_sort.hpp>
#include <Araios/primitives/scan.hpp>
#include <Araios/primitives/segmented_sort.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <type_traits>

namespace Araios {

/// The row order that is split into packets of neighbouring rows.
enum class PacketOrdering {
  reverse_cuthill_mckee,  ///< sequential, on the host; usually brings the entries near the diagonal
  natural                 ///< the order of the matrix, good for matrices from bands and grids
};

/// A conversion to packets of neighbouring rows of an order, or, given a PacketPartition, each of the rows of one part
///
/// Shapes        A is n-by-n.
/// Requires      row_map and entries of A pass `validate`.
/// Order         within a packet rows are sorted by decreasing number of entries there; entries of a row keep their
///               order among those that are packed, and among those of the off-block part.
/// Cost          a kernel that counts the entries in packets and one that moves all of them: columns three times,
///               values once, and both written; the position of each column, by gathers; a sort of the rows within
///               packets. Three kernels read the partition. reverse_cuthill_mckee computes its order on the host, which
///               costs far more than everything else. Bytes of the result: packet_bytes.
/// Asynchronous  no: waits for the sizes of the result, which are checked before its entries are allocated, and where
///               reverse_cuthill_mckee waits; given a partition, for its two checks; with more than 512 packets of
///               fewer than 32 rows on average once more, for a lower bound of their bytes, which is checked before
///               memory proportional to the number of packets is allocated. The offsets of packets and off-block part
///               are one allocation, and so are their values. Workspace: three Ordinals, an Offset and two ints per
///               row, an Ordinal and three Offsets for each tile of 512 entries or more, 16 ints per packet, and what
///               `segmented_sort` takes; before that 8 bytes per row, for the check of the order.
/// Deterministic space to space, bitwise.
/// Throws        std::invalid_argument for a matrix that is not square, an order that is not a permutation, a packet
///               with more rows than 16 bits can index, and a result beyond options.limits (with the numbers and the
///               longest row).
struct PacketOptions {
  PacketOrdering ordering = PacketOrdering::reverse_cuthill_mckee;
  PacketNumbering numbering = PacketNumbering::original;
  /// Maximum number of rows of a packet. 0: as many values as 32 KB of scratch hold (4,064 of double), but at most what
  /// gives 512 packets, so that no multiprocessor is idle, and at least one row per thread of a packet.
  std::int64_t packet_rows = 0;
  /// Maximum number of entries of a row that are stored in its packet; the others go to the off-block part. 0: 64, or
  /// four times the mean row length if that is more.
  std::int64_t longest_packed_row = 0;
  /// Slots are those of the streams plus the entries of the off-block part.
  FormatLimits limits = {};
};

namespace Impl::convert {

/// The rows of each of `parts` parts, of part indices that are checked; `packet_partition` says what holds.
template <ExecutionSpace Exec, class Parts>
auto partition_of_parts(Exec const& exec, std::int64_t parts, Parts const& part_of,
                        Workspace<typename Exec::memory_space>& workspace) {
  using Ordinal = typename Parts::non_const_value_type;
  using Space = typename Exec::memory_space;
  using View = Kokkos::View<Ordinal*, Space>;
  std::int64_t const n = part_of.extent(0);
  typename Workspace<Space>::Frame const frame(workspace);
  auto const order = allocate<View>(exec, "Araios::packet_partition::order", n);
  auto const map = allocate<View>(exec, "Araios::packet_partition::packet_map", parts + 1);
  if (n == 0) {
    fill(exec, map, Ordinal(0));
  } else {
    auto const sorted = workspace.template take<View>(exec, n);
    radix_sort(exec, part_of, Identity{}, NoValues{}, sorted, order, NoValues{}, {.key_bits = bits_for(parts)},
               workspace);
    sorted_index_to_pointers(exec, sorted, map);
  }
  return PacketPartition<Ordinal, Space>{order, map};
}

/// Packets of the rows of the parts of `partition`. PacketOptions says what holds, here and below.
template <ExecutionSpace Exec, class S, class O, class F, class M>
PacketMatrix<std::remove_const_t<S>, O, F, typename Exec::memory_space>
csr_to_packet(Exec const& exec, PacketPartition<O, typename Exec::memory_space> const& partition,
              CsrMatrix<S, O, F, M> const& A, PacketOptions const& options = {}, WorkspaceFor<Exec> workspace = {}) {
  check_operands(exec, "Araios::convert::csr_to_packet", Operand("A", A));
  ScopedRegion const region("Araios::convert::csr_to_packet");
  packet::check_packet_square(A);
  check_enumerator(options.numbering, PacketNumbering::packed, "Araios::convert::csr_to_packet: PacketNumbering");
  check_format_limits("Araios::convert::csr_to_packet", options.limits);
  std::int64_t const longest = packet::check_packet_partition(exec, partition, A.num_rows(), workspace.get(exec));
  return packet::build_packets(exec, options, partition.order, partition.packet_map, longest, A, workspace.get(exec));
}

template <ExecutionSpace Exec, class S, class O, class F, class M>
PacketMatrix<std::remove_const_t<S>, O, F, typename Exec::memory_space>
csr_to_packet(Exec const& exec, CsrMatrix<S, O, F, M> const& A, PacketOptions const& options = {},
              WorkspaceFor<Exec> workspace = {}) {
  check_operands(exec, "Araios::convert::csr_to_packet", Operand("A", A));
  ScopedRegion const region("Araios::convert::csr_to_packet");
  packet::check_packet_square(A);
  check_enumerator(options.numbering, PacketNumbering::packed, "Araios::convert::csr_to_packet: PacketNumbering");
  check_format_limits("Araios::convert::csr_to_packet", options.limits);
  check_enumerator(options.ordering, PacketOrdering::natural, "Araios::convert::csr_to_packet: PacketOrdering");
  std::int64_t const n = A.num_rows();
  std::int64_t const rows = packet::packet_rows_for<S>(n, options.packet_rows);
  Kokkos::View<O const*, typename Exec::memory_space> const packet_map = packet::packet_cuts<O>(exec, n, rows);
  auto const build = [&](auto const& order) {
    return packet::build_packets(exec, options, order, packet_map, std::min(rows, n), A, workspace.get(exec));
  };
  return options.ordering == PacketOrdering::reverse_cuthill_mckee ? build(reorder::call(exec, A)) : build(Identity{});
}

/// The file comment says what holds.
template <ExecutionSpace Exec, class S, class O, class F, class M>
CsrMatrix<std::remove_const_t<S>, O, F, typename Exec::memory_space>
packet_to_csr(Exec const& exec, PacketMatrix<S, O, F, M> const& A, WorkspaceFor<Exec> workspace = {}) {
  using Scalar = std::remove_const_t<S>;
  using Matrix = PacketMatrix<S, O, F, M>;
  using Space = typename Exec::memory_space;
  using Ordinals = Kokkos::View<O*, Space>;
  check_operands(exec, "Araios::convert::packet_to_csr", Operand("A", A));
  ScopedRegion const region("Araios::convert::packet_to_csr");
  std::int64_t const n = A.num_rows();
  std::int64_t const off_block_nnz = std::int64_t(A.off_block.nnz());
  auto const B = allocate_csr<Scalar, O, F>(exec, "Araios::convert::packet_to_csr", n, std::int64_t(A.nnz()));
  if (A.nnz() == 0) {
    fill(exec, B.row_map, F(0));
    return CsrMatrix<Scalar, O, F, Space>(n, n, B);
  }
  auto& space = workspace.get(exec);
  typename Workspace<Space>::Frame const frame(space);
  auto const packed = space.template take<Ordinals>(exec, n);
  auto const vector_index = space.template take<Ordinals>(exec, n);
  auto const rows = space.template take<Ordinals>(exec, off_block_nnz);
  fill(exec, packed, O(0));
  packet_vector_indices(exec, A, vector_index);
  using Given = typename Matrix::indices_type;
  walk_packets(exec, "Araios::convert::packet_to_csr::count", A, PacketCountRows<Given, Ordinals>{A.order, packed});
  exclusive_scan(exec, PacketRowLengths<Matrix, Ordinals>{A, packed, vector_index}, B.row_map, {}, space);
  walk_packets(exec, "Araios::convert::packet_to_csr::unpack", A,
               PacketUnpack<Matrix, std::remove_const_t<decltype(B)>>{A, B});
  if (off_block_nnz > 0) {
    pointers_to_index(exec, A.off_block.row_map, rows);
    packet_unpack_off_block(exec, A, rows, packed, B);
  }
  segmented_sort(exec, PointerSegments{B.row_map}, B.entries, B.values, NoValues{}, space);
  return CsrMatrix<Scalar, O, F, Space>(n, n, B);
}

/// packed_x(q) := x(order(q)), for vectors whose lengths agree; `permute_to_packed` says what holds.
template <class Exec, class Order, class X, class PackedX>
ARAIOS_NOT_INLINED void gather_packed(Exec const& exec, Order const& order, X const& x, PackedX const& packed_x) {
  Kokkos::parallel_for(
      "Araios::permute_to_packed", range(exec, static_cast<std::int64_t>(packed_x.extent(0))),
      KOKKOS_LAMBDA(std::int64_t q) { packed_x(q) = x(order(q)); });
}

/// y(order(q)) := packed_y(q), the inverse.
template <class Exec, class Order, class PackedY, class Y>
ARAIOS_NOT_INLINED void scatter_packed(Exec const& exec, Order const& order, PackedY const& packed_y, Y const& y) {
  Kokkos::parallel_for(
      "Araios::permute_to_original", range(exec, static_cast<std::int64_t>(packed_y.extent(0))),
      KOKKOS_LAMBDA(std::int64_t q) { y(order(q)) = packed_y(q); });
}

template <>
struct Conversion<Format::packet> {
  using Options = PacketOptions;
  static auto from_csr(auto const& exec, auto const& A, Options const& options, auto& workspace) {
    return csr_to_packet(exec, A, options, workspace);
  }
  static auto to_csr(auto const& exec, auto const& A, auto& workspace) { return packet_to_csr(exec, A, workspace); }
};
}  // namespace Impl::convert

}  // namespace Araios
