// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The steps from a CSR matrix and a partition of its rows to packets.
///
///   locate      packet and position of every row                                            PacketPositions
///   count       entries of each row that lie in its packet                                  PacketCount, PacketLengths
///   sort        rows of a packet by that number, decreasing                                 PacketKeys
///   distribute  rows to threads; lengths of streams, slices and rows of the off-block part
///                                                                           PacketDistribution, PacketOffBlockLengths
///   fill        every entry goes to its destination                                         PacketFill, PacketPad
///
/// The kernels over rows are in packet/rows.hpp, the two that touch every entry in packet/entries.hpp.

#include <Araios/collective/staging.hpp>
#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/formats/format_limits.hpp>
#include <Araios/formats/packet.hpp>
#include <Araios/operations/packet/entries.hpp>
#include <Araios/operations/packet/partition.hpp>
#include <Araios/operations/packet/rows.hpp>
#include <Araios/operations/packet/tile.hpp>
#include <Araios/operations/row_statistics/call.hpp>
#include <Araios/primitives/pointers.hpp>
#include <Araios/primitives/scan.hpp>
#include <Araios/primitives/segmented_sort.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace Araios::Impl::packet {

/// Pads every stream that is shorter than its slice. Values of padding are loaded, but not used: they are zeros.
template <class Ints, class Result>
struct PacketPad {
  Ints keys;  // as for PacketDistribution
  int cap;
  Ints begin;
  Result B;

  /// The end of the last row of the thread, recomputed, so that 512 lengths per packet need not be stored.
  KOKKOS_FUNCTION int length_of_stream(std::int64_t item) const {
    std::int64_t const packet = item / PacketLayout::threads;
    int const thread = static_cast<int>(item % PacketLayout::threads);
    std::int64_t const first = B.packet_map(packet);
    int const rows = static_cast<int>(B.packet_map(packet + 1) - first);
    int round = rows / PacketLayout::threads;
    if (PacketLayout::row_of(thread, round) >= rows) --round;
    if (round < 0) return 0;
    std::int64_t const q = first + PacketLayout::row_of(thread, round);
    return begin(q) + cap - keys(q);
  }
  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    std::int64_t const slice = item / PacketLayout::lanes;
    std::int64_t const end = static_cast<std::int64_t>(B.slice_map(slice + 1));
    for (std::int64_t step = static_cast<std::int64_t>(B.slice_map(slice)) + length_of_stream(item); step < end;
         ++step) {
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
  CsrArrays<Scalar, Ordinal, Offset, Space> off_block;
  bool original;
};

/// The counts that determine the sizes of the result; read by the host.
struct PacketSizes {
  std::int64_t steps = 0;
  std::int64_t off_block = 0;
  std::int64_t longest_off_block_row = 0;
};
template <class Exec, class Steps, class OffBlockLengths>
ARAIOS_NOT_INLINED PacketSizes packet_sizes(Exec const& exec, Steps const& steps,
                                            OffBlockLengths const& off_block_lengths) {
  std::int64_t const slices = static_cast<std::int64_t>(steps.extent(0));
  std::int64_t const n = off_block_lengths.n;
  PacketSizes sizes;
  Kokkos::parallel_reduce(
      "Araios::convert::csr_to_packet::sizes", range(exec, std::max(n, slices)),
      KOKKOS_LAMBDA(std::int64_t v, std::int64_t& all_steps, std::int64_t& all_off_block, std::int64_t& maximum) {
        if (v < slices) all_steps += steps(v);
        if (v >= n) return;
        std::int64_t const length = off_block_lengths(v);
        all_off_block += length;
        if (length > maximum) maximum = length;
      },
      Kokkos::Sum<std::int64_t>(sizes.steps), Kokkos::Sum<std::int64_t>(sizes.off_block),
      Kokkos::Max<std::int64_t>(sizes.longest_off_block_row));
  return sizes;
}

/// Entries in packets, and a lower bound of the slots of their streams: those of a slice are as long as the first row
/// of its first thread, which is the longest of its rows. Exact where no packet has more rows than threads.
struct PacketMinimum {
  std::int64_t slots = 0;
  std::int64_t packed = 0;
};
template <class Exec, class Map, class Parts, class Keys>
ARAIOS_NOT_INLINED PacketMinimum min_packet_slots(Exec const& exec, Map const& packet_map,
                                                  Parts const& part_of_position, Keys const& keys, int cap) {
  PacketMinimum minimum;
  Kokkos::parallel_reduce(
      "Araios::convert::csr_to_packet::min_slots", range(exec, static_cast<std::int64_t>(keys.extent(0))),
      KOKKOS_LAMBDA(std::int64_t q, std::int64_t& slots, std::int64_t& packed) {
        std::int64_t const row = q - static_cast<std::int64_t>(packet_map(part_of_position(q)));
        int const length = cap - keys(q);
        packed += length;
        if (row < PacketLayout::threads && row % PacketLayout::lanes == 0) slots += PacketLayout::lanes * length;
      },
      Kokkos::Sum<std::int64_t>(minimum.slots), Kokkos::Sum<std::int64_t>(minimum.packed));
  return minimum;
}

/// Refuses packets with this number of slots; `at_least`: it is a lower bound.
template <class Exec, class S, class O, class F, class M>
void check_packet_size(Exec const& exec, FormatLimits const& limits, CsrMatrix<S, O, F, M> const& A,
                       std::int64_t packets, std::int64_t slots, std::int64_t packed, bool at_least) {
  std::int64_t const nnz = std::int64_t(A.nnz());
  std::int64_t const off_block = nnz - packed;
  std::int64_t const bytes = packet_bytes<std::remove_const_t<S>, O, F>(A.num_rows(), packets, slots, off_block);
  if (format_fits(limits, slots + off_block, nnz, bytes)) return;
  check_format_size("Araios::convert::csr_to_packet", limits, slots + off_block, nnz, bytes,
                    message(packed, " of ", nnz, " entries lie in ", packets, " packets, in streams of ",
                            at_least ? "at least " : "", slots, " slots; ",
                            row_statistics::longest_row_sentence(row_statistics::call(exec, A))));
}

/// Counts the entries of each row that lie in its packet, into `inside`, and those of all tiles.
template <class Exec, class Source, class Offsets, class Space>
auto count_packets(Exec const& exec, Source const& source, Offsets const& inside, Workspace<Space>& workspace) {
  using Matrix = typename Source::Matrix;
  using Ordinals = typename Source::Ordinals;
  using Offset = typename Matrix::Offset;
  using Counts = PacketTileCounts<typename Matrix::Ordinal, Offset, Space>;
  using Shape = PacketTileShape<Exec>;
  using Count = PacketCount<Shape, Source, Counts, Offsets>;
  std::int64_t const tiles = tiles_for(std::int64_t(source.A.nnz()), Shape::entries);
  Counts const counts{workspace.template take<Ordinals>(exec, tiles + 1), workspace.template take<Offsets>(exec, tiles),
                      workspace.template take<Offsets>(exec, tiles), workspace.template take<Offsets>(exec, tiles + 1)};
  fill(exec, inside, Offset(0));
  if (tiles == 0) return counts;
  Kokkos::parallel_for("Araios::convert::csr_to_packet::tiles", range(exec, tiles + 1),
                       PacketFirstRows<Matrix, Ordinals>{source.A, counts.first_row, Shape::entries});
  Kokkos::parallel_for(
      "Araios::convert::csr_to_packet::count",
      staging_policy(exec, "Araios::convert::csr_to_packet", tiles, Shape::team_size, Count::scratch_bytes),
      Count{source, counts, inside});
  exclusive_scan(exec, counts.inside, counts.before, {}, workspace);
  return counts;
}

/// Refuses options out of their range, and a limit of bytes that no packets can keep.
template <class Exec, class Options, class S, class O, class F, class M>
void check_packet_request(Exec const& exec, Options const& options, std::int64_t packets,
                          CsrMatrix<S, O, F, M> const& A) {
  check(options.longest_packed_row >= 0 && options.longest_packed_row <= PacketLayout::max_rows,
        "Araios::convert::csr_to_packet: longest_packed_row is not in [0, ", PacketLayout::max_rows, "] (",
        options.longest_packed_row, ")");
  if (A.num_rows() == 0) return;
  // Every entry takes at least a slot of a stream, since the off-block part has wider indices. Where that bound exceeds
  // the limit, no further work is needed.
  static_assert(sizeof(std::uint32_t) <= sizeof(O));
  std::int64_t const nnz = std::int64_t(A.nnz());
  std::int64_t const min_bytes = packet_bytes<std::remove_const_t<S>, O, F>(A.num_rows(), packets, nnz, 0);
  if (min_bytes > options.limits.bytes)
    check_format_bytes("Araios::convert::csr_to_packet", options.limits, min_bytes,
                       message("that is the minimum for ", nnz, " entries in ", packets, " packets; ",
                               row_statistics::longest_row_sentence(row_statistics::call(exec, A))));
}

/// Maximum number of packed entries of a row, of n rows with nnz entries.
template <class Options>
std::int64_t packed_row_cap(Options const& options, std::int64_t n, std::int64_t nnz) {
  using Tuning = PacketBuildTuning;
  if (options.longest_packed_row > 0) return options.longest_packed_row;
  std::int64_t const mean = (nnz + n - 1) / n;
  return std::clamp(Tuning::cap_means * std::min(mean, PacketLayout::max_rows), Tuning::min_cap,
                    PacketLayout::max_rows);
}

/// The arrays of the result, and its sizes, which the host reads. Arrays whose lengths do not depend on the sizes are
/// allocated while the device computes them.
template <class Exec, class Options, class Map, class Ints, class OffBlockLengths, class S, class O, class F, class M>
auto allocate_packets(Exec const& exec, Options const& options, Map const& packet_map, Ints const& steps,
                      OffBlockLengths const& off_block_lengths, CsrMatrix<S, O, F, M> const& A) {
  using Scalar = std::remove_const_t<S>;
  using Space = typename Ints::memory_space;
  using Ordinals = Kokkos::View<O*, Space>;
  using Offsets = Kokkos::View<F*, Space>;
  using Values = Araios::ValuesViewOf<Scalar, Space>;
  std::int64_t const slices = static_cast<std::int64_t>(steps.extent(0)), packets = slices / PacketLayout::slices;
  auto const [slice_map, off_block_row_map] = allocate_packed<Offsets, Offsets>(
      exec, "Araios::convert::csr_to_packet::offsets", {slices + 1, off_block_lengths.n + 1});
  PacketSizes const sizes = packet_sizes(exec, steps, off_block_lengths);
  std::int64_t const slots =
      checked_multiply(sizes.steps, PacketLayout::lanes, "Araios::convert::csr_to_packet: slots");
  (void)checked_cast<F>(sizes.steps, "Araios::convert::csr_to_packet: steps of all slices");
  check_packet_size(exec, options.limits, A, packets, slots, std::int64_t(A.nnz()) - sizes.off_block, false);
  auto const [packed, values, off_block_entries, off_block_values] =
      allocate_packed<Kokkos::View<std::uint32_t*, Space>, Values, Ordinals, Values>(
          exec, "Araios::convert::csr_to_packet::entries", {slots, slots, sizes.off_block, sizes.off_block});
  PacketArrays<Scalar, O, F, Space> const B{packet_map,
                                            slice_map,
                                            packed,
                                            values,
                                            {off_block_row_map, off_block_entries, off_block_values},
                                            off_block_lengths.original};
  return std::pair(B, sizes);
}

/// Pads the streams, and moves every entry to its destination.
template <class Exec, class Source, class Counts, class Lengths, class Ints, class Result>
void fill_packets(Exec const& exec, Source const& source, Counts const& counts, Lengths const& lengths,
                  Ints const& keys, Ints const& begin, Result const& B) {
  std::int64_t const nnz = std::int64_t(source.A.nnz());
  std::int64_t const packets = static_cast<std::int64_t>(B.packet_map.extent(0)) - 1;
  Kokkos::parallel_for("Araios::convert::csr_to_packet::pad", range(exec, packets * PacketLayout::threads),
                       PacketPad<Ints, Result>{keys, static_cast<int>(lengths.cap), begin, B});
  using Shape = PacketTileShape<Exec>;
  using Fill = PacketFill<Shape, Source, Counts, Lengths, Ints, Result>;
  static_assert(Fill::scratch_bytes <= max_scratch_bytes<Exec>);
  if (nnz > 0)
    Kokkos::parallel_for("Araios::convert::csr_to_packet::fill",
                         staging_policy(exec, "Araios::convert::csr_to_packet", tiles_for(nnz, Shape::entries),
                                        Shape::team_size, Fill::scratch_bytes),
                         Fill{source, counts, lengths, begin, B});
}

/// The packets of A by a checked partition: packet p has the rows order(q) for q from packet_map(p) on.
template <class Exec, class Options, class Order, class Map, class S, class O, class F, class M, class Space>
PacketMatrix<std::remove_const_t<S>, O, F, Space>
build_packets(Exec const& exec, Options const& options, Order const& given_order, Map const& packet_map,
              std::int64_t longest_packet, CsrMatrix<S, O, F, M> const& A, Workspace<Space>& workspace) {
  using Scalar = std::remove_const_t<S>;
  using Matrix = PacketMatrix<Scalar, O, F, Space>;
  using Ordinals = Kokkos::View<O*, Space>;
  using Offsets = Kokkos::View<F*, Space>;
  using Ints = Kokkos::View<int*, Space>;
  std::int64_t const n = A.num_rows();
  std::int64_t const nnz = std::int64_t(A.nnz());
  std::int64_t const packets = static_cast<std::int64_t>(packet_map.extent(0)) - 1;
  std::int64_t const slices = packets * PacketLayout::slices;
  std::int64_t const threads = packets * PacketLayout::threads;
  bool const original = options.numbering == PacketNumbering::original;
  check_packet_request(exec, options, packets, A);
  if (n == 0)
    return Matrix(0, options.numbering, 0, 0, {}, {}, {}, {}, {}, CsrMatrix<Scalar, O, F, Space>(0, 0, {}, {}, {}));
  std::int64_t const cap = packed_row_cap(options, n, nnz);

  typename Workspace<Space>::Frame const frame(workspace);
  auto const part_of_position = workspace.template take<Ordinals>(exec, n);
  auto const part = workspace.template take<Ordinals>(exec, n);
  auto const inside = workspace.template take<Offsets>(exec, n);
  auto const keys = workspace.template take<Ints>(exec, n);
  auto const begin = workspace.template take<Ints>(exec, n);
  auto const position = workspace.template take<Ordinals>(exec, n);
  auto const order = allocate<Ordinals>(exec, "Araios::convert::csr_to_packet::order", n);

  pointers_to_index(exec, packet_map, part_of_position);
  Kokkos::parallel_for("Araios::convert::csr_to_packet::positions", range(exec, n),
                       PacketPositions<Order, Ordinals>{given_order, part_of_position, part, position});
  using Source = PacketSource<CsrMatrix<S, O, F, M>, Map, Ordinals>;
  Source const source{A, packet_map, part, position};
  auto const counts = count_packets(exec, source, inside, workspace);
  using Lengths = PacketLengths<Offsets>;
  Lengths const lengths{inside, cap};
  Kokkos::parallel_for("Araios::convert::csr_to_packet::keys", range(exec, n),
                       PacketKeys<Lengths, Order, Ints, Ordinals>{lengths, given_order, keys, order});
  segmented_sort(exec, PointerSegments{packet_map, longest_packet}, keys, order, NoValues{}, workspace);
  // Threads without rows, the majority in tiny packets, cost memory and time as well. Where they outnumber the rows of
  // A, padding is checked first.
  if (packets > std::max(PacketBuildTuning::enough_packets, n / PacketLayout::lanes)) {
    PacketMinimum const minimum = min_packet_slots(exec, packet_map, part_of_position, keys, static_cast<int>(cap));
    check_packet_size(exec, options.limits, A, packets, minimum.slots, minimum.packed, true);
  }
  auto const steps = workspace.template take<Ints>(exec, slices);
  fill(exec, steps, 0);
  Kokkos::parallel_for("Araios::convert::csr_to_packet::distribute", range(exec, threads),
                       PacketDistribution<Map, Ints, Ordinals, Ordinals, Ints>{packet_map, keys, static_cast<int>(cap),
                                                                               order, position, begin, steps});
  PacketOffBlockLengths<typename CsrMatrix<S, O, F, M>::row_map_type, Lengths, Ordinals> const off_block_lengths{
      A.row_map, lengths, order, original, n};
  auto const [B, sizes] = allocate_packets(exec, options, packet_map, steps, off_block_lengths, A);
  exclusive_scan(exec, steps, B.slice_map, {}, workspace);
  exclusive_scan(exec, off_block_lengths, B.off_block.row_map, {}, workspace);
  fill_packets(exec, source, counts, lengths, keys, begin, B);
  return Matrix(nnz, options.numbering, longest_packet, sizes.longest_off_block_row, order, B.packet_map, B.slice_map,
                B.packed, B.values, CsrMatrix<Scalar, O, F, Space>(n, n, B.off_block));
}

}  // namespace Araios::Impl::packet
