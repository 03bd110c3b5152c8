// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Validation of a PacketMatrix: finds the first violation, whatever its arrays hold.

#include <Araios/core/execution.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/read_back.hpp>
#include <Araios/formats/packet.hpp>
#include <Araios/formats/validate/compressed.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace Araios {

namespace Impl {

/// The first element of offsets that does not begin with 0, decreases, ends with something else than `last`, or begins
/// a line longer than `longest`.
template <class Exec, class Offsets>
ARAIOS_NOT_INLINED std::int64_t find_offset_fault(Exec const& exec, Offsets const& offsets, std::int64_t last,
                                                  std::int64_t longest) {
  std::int64_t const lines = static_cast<std::int64_t>(offsets.extent(0)) - 1;
  std::int64_t first = no_fault;
  Kokkos::parallel_reduce(
      "Araios::validate::offsets", range(exec, lines + 1),
      KOKKOS_LAMBDA(std::int64_t i, std::int64_t& minimum) {
        if (i >= minimum) return;
        FaultRecord ignored;
        bool fault = offset_fault(offsets, lines, last, i, ignored);
        // No difference of two elements: it may overflow.
        if (!fault && i > 0)
          fault = static_cast<std::int64_t>(offsets(i)) > longest &&
                  static_cast<std::int64_t>(offsets(i)) - longest > static_cast<std::int64_t>(offsets(i - 1));
        if (fault) minimum = i;
      },
      Kokkos::Min<std::int64_t>(first));
  return first;
}

/// The first element of order that is not a row, or that repeats an earlier element.
template <class Exec, class Order>
ARAIOS_NOT_INLINED std::int64_t find_order_fault(Exec const& exec, Order const& order) {
  using Positions = Kokkos::View<std::int64_t*, typename Exec::memory_space>;
  auto const n = static_cast<std::int64_t>(order.extent(0));
  auto const position = allocate<Positions>(exec, "Araios::validate::positions", n);
  fill(exec, position, no_fault);
  Kokkos::parallel_for(
      "Araios::validate::positions", range(exec, n), KOKKOS_LAMBDA(std::int64_t q) {
        std::int64_t const i = order(q);
        if (i >= 0 && i < n) Kokkos::atomic_fetch_min(&position(i), q);
      });
  std::int64_t first = no_fault;
  Kokkos::parallel_reduce(
      "Araios::validate::order", range(exec, n),
      KOKKOS_LAMBDA(std::int64_t q, std::int64_t& minimum) {
        std::int64_t const i = order(q);
        if (q < minimum && (i < 0 || i >= n || position(i) != q)) minimum = q;
      },
      Kokkos::Min<std::int64_t>(first));
  return first;
}

/// The index of the first slot that violates the rules of streams; `entries` becomes the number of packed entries. One
/// work item per thread of each packet. All maps are valid.
template <class Exec, class Matrix>
ARAIOS_NOT_INLINED std::int64_t find_stream_fault(Exec const& exec, Matrix const& A, std::int64_t& entries) {
  std::int64_t first = no_fault;
  Kokkos::parallel_reduce(
      "Araios::validate::streams", range(exec, A.num_packets() * PacketLayout::threads),
      KOKKOS_LAMBDA(std::int64_t item, std::int64_t& minimum, std::int64_t& count) {
        std::int64_t const packet = item / PacketLayout::threads;
        std::int64_t const slice = item / PacketLayout::lanes;
        int const thread = static_cast<int>(item % PacketLayout::threads);
        int const rows = static_cast<int>(A.packet_map(packet + 1) - A.packet_map(packet));
        int round = 0;
        bool begun = false;  // an entry was seen
        bool over = false;   // padding was seen
        for (auto step = static_cast<std::int64_t>(A.slice_map(slice));
             step < static_cast<std::int64_t>(A.slice_map(slice + 1)); ++step) {
          std::int64_t const slot = step * PacketLayout::lanes + item % PacketLayout::lanes;
          std::uint32_t const word = A.packed(slot);
          bool fault = false;
          if (word == PacketLayout::padding) {
            over = true;
          } else {
            int const row = PacketLayout::row(word);
            fault = over || row >= rows || PacketLayout::column(word) >= rows;
            // The current row of this thread, or its next one.
            if (begun && row != PacketLayout::row_of(thread, round)) ++round;
            fault = fault || row != PacketLayout::row_of(thread, round);
            begun = true;
            ++count;
          }
          if (fault) {
            if (slot < minimum) minimum = slot;
            return;
          }
        }
      },
      Kokkos::Min<std::int64_t>(first), Kokkos::Sum<std::int64_t>(entries));
  return first;
}

}  // namespace Impl

/// The first violation in A, or nothing: in order, packet_map, slice_map, the streams, the number of entries, the
/// off-block part
///
/// What passes cannot lead a product or conversion outside its arrays, and every row is stored by one thread.
/// `options.order` is the required order of the rows of the off-block part.
///
/// Cost          eight kernels that read every array except the values once.
/// Asynchronous  no: reads its results. Allocates 8 bytes per row.
/// Deterministic space to space: the same violation.
template <ExecutionSpace Exec>
std::optional<Fault> find_fault(Exec const& exec, Impl::InFormat<Format::packet, Exec> auto const& A,
                                ValidateOptions const& options = {}) {
  auto const& a = Impl::as_matrix(A);
  auto const fault_at = [](std::int64_t position, std::int64_t value, std::string const& sentence) {
    return Fault{Fault::Kind::storage, -1, -1, position, value, sentence};
  };
  std::int64_t const n = a.num_rows();
  if (a.packet_map.extent(0) == 0) {
    if (a.packed.extent(0) == 0) return std::nullopt;
    return fault_at(0, 0, "packed has elements, but there is no packet");
  }
  std::int64_t at = Impl::find_order_fault(exec, a.order);
  if (at != Impl::no_fault) {
    auto const value = static_cast<std::int64_t>(Araios::read_back(exec, a.order, at, Impl::fault_on_host));
    bool const row = value >= 0 && value < n;
    return fault_at(at, value,
                    row ? Impl::message("order(", at, ") is row ", value, ", a duplicate of an earlier element")
                        : Impl::message("order(", at, ") is ", value, ", which is not in [0, ", n, ")"));
  }
  at = Impl::find_offset_fault(exec, a.packet_map, n, a.longest_packet());
  if (at != Impl::no_fault) {
    auto const value = static_cast<std::int64_t>(Araios::read_back(exec, a.packet_map, at, Impl::fault_on_host));
    return fault_at(at, value,
                    Impl::message("packet_map(", at, ") is ", value, ": it must begin with 0, end with ", n,
                                  ", and increase by at most ", a.longest_packet()));
  }
  std::int64_t const steps = static_cast<std::int64_t>(a.packed.extent(0)) / PacketLayout::lanes;
  at = Impl::find_offset_fault(exec, a.slice_map, steps, steps);
  if (at != Impl::no_fault) {
    auto const value = static_cast<std::int64_t>(Araios::read_back(exec, a.slice_map, at, Impl::fault_on_host));
    return fault_at(
        at, value,
        Impl::message("slice_map(", at, ") is ", value, ": it must begin with 0, not decrease, and end with ", steps));
  }
  std::int64_t entries = 0;
  at = Impl::find_stream_fault(exec, a, entries);
  if (at != Impl::no_fault) {
    auto const value = static_cast<std::uint32_t>(Araios::read_back(exec, a.packed, at, Impl::fault_on_host));
    return fault_at(at, value,
                    Impl::message("packed(", at, ") is local row ", PacketLayout::row(value), ", column ",
                                  PacketLayout::column(value),
                                  ": outside of its packet, not in the order of rows, or after padding"));
  }
  if (entries != a.packed_nnz())
    return fault_at(-1, entries,
                    Impl::message("streams have ", entries, " entries, not ", a.packed_nnz(), ": ", a.nnz(),
                                  " without those of the off-block part"));
  auto fault = find_fault(exec, a.off_block, options);
  if (fault) {
    fault->sentence = "off-block part: " + fault->sentence;
    return fault;
  }
  at = Impl::find_offset_fault(exec, a.off_block.row_map, std::int64_t(a.off_block.nnz()), a.longest_off_block_row());
  if (at == Impl::no_fault) return std::nullopt;
  return fault_at(-1, a.longest_off_block_row(),
                  Impl::message("row ", at - 1, " of the off-block part has more entries than longest_off_block_row, ",
                                a.longest_off_block_row()));
}

}  // namespace Araios
