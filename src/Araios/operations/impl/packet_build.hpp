// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The steps from a CSR matrix and a partition of its rows to packets.
///
///   place     packet of every row, row of every entry                                    PacketPlaces
///   count     entries of each row that lie in its packet, by a scan over all entries      PacketInside, PacketLengths
///   sort      rows of a packet descend by that number
///   deal      rows to threads; lengths of streams, slices and rows of the remainder       PacketDeal, PacketRest
///   fill      every entry knows its place                                                 PacketFill, PacketPad
///
/// Work is shared by entries, not by rows, wherever entries are touched: a row of any length costs no more than its
/// share.

#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/formats/packet.hpp>
#include <Araios/operations/format_limits.hpp>
#include <Araios/operations/impl/packet_partition.hpp>
#include <Araios/primitives/expand.hpp>
#include <Araios/primitives/scan.hpp>
#include <Araios/primitives/segmented_sort.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <type_traits>

namespace Araios::Impl {

/// part(i) := packet of row i, from the packet of each row in packed numbering.
template <class Order, class PartOf, class Part>
struct PacketPlaces {
  Order order;
  PartOf part_of_packed;
  Part part;
  KOKKOS_FUNCTION void operator()(std::int64_t q) const { part(order(q)) = part_of_packed(q); }
};

/// 1 for an entry whose row and column belong to one packet.
template <class Rows, class Entries, class Part>
struct PacketInside {
  Rows rows;
  Entries entries;
  Part part;
  KOKKOS_FUNCTION int operator()(std::int64_t p) const { return part(rows(p)) == part(entries(p)); }
  KOKKOS_FUNCTION std::int64_t extent(int) const { return static_cast<std::int64_t>(entries.extent(0)); }
};

/// Entries of a row that are packed: those in its packet, up to a cap that keeps a dense row from making its slice
/// long.
template <class RowMap, class Before>
struct PacketLengths {
  RowMap row_map;
  Before before;  // entries in packets before this one
  std::int64_t cap;
  KOKKOS_FUNCTION int operator()(std::int64_t i) const {
    std::int64_t const inside = before(row_map(i + 1)) - before(row_map(i));
    return static_cast<int>(inside < cap ? inside : cap);
  }
};

/// Keys by which rows in packed numbering ascend, so that lengths descend.
template <class Lengths, class Order, class Keys, class OrderOut>
struct PacketKeys {
  Lengths lengths;
  Order order;
  Keys keys;
  OrderOut order_out;
  KOKKOS_FUNCTION void operator()(std::int64_t q) const {
    keys(q) = static_cast<int>(lengths.cap) - lengths(order(q));
    order_out(q) = order(q);
  }
};

/// One work item a thread of each packet: where its rows begin in its stream, how long that is, and the steps of its
/// slice.
template <class Map, class Keys, class Order, class Position, class Ints>
struct PacketDeal {
  Map packet_map;
  Keys keys;  // cap - length, by packed row
  int cap;
  Order order;
  Position position;  // out: packed row of each row
  Ints begin;         // out: by packed row
  Ints stream;        // out: by thread
  Ints steps;         // out: by slice, 0 before

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    std::int64_t const packet = item / PacketLayout::threads;
    int const thread = static_cast<int>(item % PacketLayout::threads);
    std::int64_t const first = packet_map(packet);
    int const rows = static_cast<int>(packet_map(packet + 1) - first);
    int sum = 0;
    int round = 0;
    for (int row = PacketLayout::row_of(thread, 0); row < rows; row = PacketLayout::row_of(thread, ++round)) {
      std::int64_t const q = first + row;
      begin(q) = sum;
      sum += cap - keys(q);
      position(order(q)) = static_cast<typename Position::non_const_value_type>(q);
    }
    stream(item) = sum;
    if (sum > 0) Kokkos::atomic_fetch_max(&steps(item / PacketLayout::lanes), sum);
  }
};

/// Entries of the remainder in row v of the numbering of the vectors.
template <class Lengths, class Order>
struct PacketRest {
  Lengths lengths;
  Order order;
  bool original;
  std::int64_t n;
  KOKKOS_FUNCTION std::int64_t operator()(std::int64_t v) const {
    std::int64_t const i = original ? v : static_cast<std::int64_t>(order(v));
    return static_cast<std::int64_t>(lengths.row_map(i + 1) - lengths.row_map(i)) - lengths(i);
  }
  KOKKOS_FUNCTION std::int64_t extent(int) const { return n; }
};

/// Every entry into its packet, or into the remainder.
template <class Matrix, class Rows, class Lengths, class Part, class Position, class Ints, class Result>
struct PacketFill {
  Matrix A;
  Rows rows;
  Lengths lengths;
  Part part;
  Position position;
  Ints begin;
  Result B;  // arrays that can be written

  KOKKOS_FUNCTION void operator()(std::int64_t p) const {
    using Ordinal = typename Matrix::Ordinal;
    std::int64_t const i = rows(p);
    std::int64_t const j = A.entries(p);
    std::int64_t const first = A.row_map(i);
    std::int64_t const inside = lengths.before(p) - lengths.before(first);
    std::int64_t const q = position(i);
    if (part(i) == part(j) && inside < lengths.cap) {
      std::int64_t const packet = part(i);
      std::int64_t const start = B.packet_map(packet);
      int const row = static_cast<int>(q - start);
      int const thread = PacketLayout::thread_of(row);
      std::int64_t const step =
          B.slice_map(packet * PacketLayout::slices + thread / PacketLayout::lanes) + begin(q) + inside;
      std::int64_t const slot = step * PacketLayout::lanes + thread % PacketLayout::lanes;
      B.packed(slot) = PacketLayout::pack(row, position(j) - start);
      B.values(slot) = A.values(p);
    } else {
      std::int64_t const v = B.original ? i : q;
      std::int64_t const packed = inside < lengths.cap ? inside : lengths.cap;
      std::int64_t const to = B.remainder.row_map(v) + (p - first) - packed;
      B.remainder.entries(to) = static_cast<Ordinal>(B.original ? j : static_cast<std::int64_t>(position(j)));
      B.remainder.values(to) = A.values(p);
    }
  }
};

/// The end of every stream that is shorter than its slice. Values of padding are never used, but loaded: they are
/// zeros.
template <class Ints, class Result>
struct PacketPad {
  Ints stream;
  Result B;
  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    std::int64_t const slice = item / PacketLayout::lanes;
    std::int64_t const end = B.slice_map(slice + 1);
    for (std::int64_t step = B.slice_map(slice) + stream(item); step < end; ++step) {
      std::int64_t const slot = step * PacketLayout::lanes + item % PacketLayout::lanes;
      B.packed(slot) = PacketLayout::padding;
      B.values(slot) = typename Result::Scalar{};
    }
  }
};

/// The arrays of a PacketMatrix while they are filled.
template <ScalarType Scalar_, OrdinalType Ordinal, OffsetType Offset, MemorySpace Space>
struct PacketArrays {
  using Scalar = Scalar_;
  Kokkos::View<Ordinal const*, Space> packet_map;
  Kokkos::View<Offset*, Space> slice_map;
  Kokkos::View<std::uint32_t*, Space> packed;
  Araios::ValuesViewOf<Scalar, Space> values;
  CsrArrays<Scalar, Ordinal, Offset, Space> remainder;
  bool original;
};

/// What the sizes of the result follow from; read by the host.
struct PacketSizes {
  std::int64_t steps = 0;
  std::int64_t remainder = 0;
  std::int64_t longest_remainder_row = 0;
};
template <class Exec, class Steps, class Rest>
ARAIOS_NOT_INLINED PacketSizes packet_sizes(Exec const& exec, Steps const& steps, Rest const& rest) {
  std::int64_t const slices = steps.extent(0);
  std::int64_t const n = rest.n;
  PacketSizes sizes;
  Kokkos::parallel_reduce(
      "Araios::csr_to_packet::sizes", range(exec, std::max(n, slices)),
      KOKKOS_LAMBDA(std::int64_t v, std::int64_t & all_steps, std::int64_t & all_rest, std::int64_t & most) {
        if (v < slices) all_steps += steps(v);
        if (v >= n) return;
        std::int64_t const length = rest(v);
        all_rest += length;
        if (length > most) most = length;
      },
      Kokkos::Sum<std::int64_t>(sizes.steps), Kokkos::Sum<std::int64_t>(sizes.remainder),
      Kokkos::Max<std::int64_t>(sizes.longest_remainder_row));
  return sizes;
}

/// The packets of A by a partition that was checked.
template <class Exec, class Options, class S, class O, class F, class M, class Space>
PacketMatrix<std::remove_const_t<S>, O, F, Space>
build_packets(Exec const& exec, Options const& options, PacketPartition<O, Space> const& partition,
              std::int64_t longest_packet, CsrMatrix<S, O, F, M> const& A, Workspace<Space>& workspace) {
  using Scalar = std::remove_const_t<S>;
  using Matrix = PacketMatrix<Scalar, O, F, Space>;
  using Ordinals = Kokkos::View<O*, Space>;
  using Offsets = Kokkos::View<F*, Space>;
  using Ints = Kokkos::View<int*, Space>;
  std::int64_t const n = A.num_rows();
  std::int64_t const nnz = A.nnz();
  std::int64_t const packets = static_cast<std::int64_t>(partition.packet_map.extent(0)) - 1;
  std::int64_t const slices = packets * PacketLayout::slices;
  std::int64_t const threads = packets * PacketLayout::threads;
  bool const original = options.numbering == PacketNumbering::original;
  check(options.longest_packed_row >= 0 && options.longest_packed_row <= PacketLayout::most_rows,
        "Araios::csr_to_packet: longest_packed_row is not in [0, ", PacketLayout::most_rows, "] (",
        options.longest_packed_row, ")");
  if (n == 0)
    return Matrix(0, options.numbering, 0, 0, {}, {}, {}, {}, {}, CsrMatrix<Scalar, O, F, Space>(0, 0, {}, {}, {}));
  using Tuning = PacketBuildTuning;
  std::int64_t const mean = (nnz + n - 1) / n;
  std::int64_t const cap = options.longest_packed_row > 0
                               ? options.longest_packed_row
                               : std::clamp(Tuning::cap_means * std::min(mean, PacketLayout::most_rows),
                                            Tuning::least_cap, PacketLayout::most_rows);

  typename Workspace<Space>::Frame const frame(workspace);
  auto const part_of_packed = workspace.template take<Ordinals>(exec, n);
  auto const part = workspace.template take<Ordinals>(exec, n);
  auto const rows = workspace.template take<Ordinals>(exec, nnz);
  auto const before = workspace.template take<Offsets>(exec, nnz + 1);
  auto const keys = workspace.template take<Ints>(exec, n);
  auto const begin = workspace.template take<Ints>(exec, n);
  auto const position = workspace.template take<Ordinals>(exec, n);
  auto const stream = workspace.template take<Ints>(exec, threads);
  auto const steps = workspace.template take<Ints>(exec, slices);
  auto const order = allocate<Ordinals>(exec, "Araios::csr_to_packet::order", n);

  pointers_to_index(exec, partition.packet_map, part_of_packed);
  Kokkos::parallel_for(
      "Araios::csr_to_packet::places", range(exec, n),
      PacketPlaces<decltype(partition.order), Ordinals, Ordinals>{partition.order, part_of_packed, part});
  using Lengths = PacketLengths<typename CsrMatrix<S, O, F, M>::row_map_type, Offsets>;
  Lengths const lengths{A.row_map, before, cap};
  if (nnz > 0) {
    pointers_to_index(exec, A.row_map, rows);
    using Inside = PacketInside<Ordinals, typename CsrMatrix<S, O, F, M>::entries_type, Ordinals>;
    exclusive_scan(exec, Inside{rows, A.entries, part}, before, ScanMethod::automatic, workspace);
  } else {
    fill(exec, before, F(0));
  }
  Kokkos::parallel_for(
      "Araios::csr_to_packet::keys", range(exec, n),
      PacketKeys<Lengths, decltype(partition.order), Ints, Ordinals>{lengths, partition.order, keys, order});
  segmented_sort(exec, PointerSegments{partition.packet_map, longest_packet}, keys, order, NoValues{}, workspace);
  fill(exec, steps, 0);
  using Map = Kokkos::View<O const*, Space>;
  Kokkos::parallel_for("Araios::csr_to_packet::deal", range(exec, threads),
                       PacketDeal<Map, Ints, Ordinals, Ordinals, Ints>{
                           partition.packet_map, keys, static_cast<int>(cap), order, position, begin, stream, steps});
  PacketRest<Lengths, Ordinals> const rest{lengths, order, original, n};
  PacketSizes const sizes = packet_sizes(exec, steps, rest);

  std::int64_t const slots = checked_multiply(sizes.steps, PacketLayout::lanes, "Araios::csr_to_packet: slots");
  (void)checked_cast<F>(sizes.steps, "Araios::csr_to_packet: steps of all slices");
  check_format_size("Araios::csr_to_packet", options.limits, slots + sizes.remainder, nnz,
                    packet_bytes<Scalar, O, F>(n, packets, slots, sizes.remainder),
                    message(nnz - sizes.remainder, " of ", nnz, " entries lie in ", packets, " packets, in streams of ",
                            slots, " slots"));
  PacketArrays<Scalar, O, F, Space> const B{
      partition.packet_map,
      allocate<Offsets>(exec, "Araios::csr_to_packet::slice_map", slices + 1),
      allocate<Kokkos::View<std::uint32_t*, Space>>(exec, "Araios::csr_to_packet::packed", slots),
      allocate_values<typename Matrix::values_type>(exec, "Araios::csr_to_packet::values", slots),
      allocate_csr<Scalar, O, F>(exec, "Araios::csr_to_packet::remainder", n, sizes.remainder),
      original};
  exclusive_scan(exec, steps, B.slice_map, ScanMethod::automatic, workspace);
  exclusive_scan(exec, rest, B.remainder.row_map, ScanMethod::automatic, workspace);
  Kokkos::parallel_for("Araios::csr_to_packet::pad", range(exec, threads),
                       PacketPad<Ints, std::remove_const_t<decltype(B)>>{stream, B});
  if (nnz > 0) {
    using Fill = PacketFill<CsrMatrix<S, O, F, M>, Ordinals, Lengths, Ordinals, Ordinals, Ints,
                            std::remove_const_t<decltype(B)>>;
    Kokkos::parallel_for("Araios::csr_to_packet::fill", range(exec, nnz),
                         Fill{A, rows, lengths, part, position, begin, B});
  }
  return Matrix(nnz, options.numbering, longest_packet, sizes.longest_remainder_row, order, B.packet_map, B.slice_map,
                B.packed, B.values, CsrMatrix<Scalar, O, F, Space>(n, n, B.remainder));
}

}  // namespace Araios::Impl
