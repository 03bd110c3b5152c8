// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The kernels of packet/build.hpp that locate, sort and distribute rows.

#include <Araios/formats/packet.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace Araios::Impl::packet {

/// The packet and the position of every row, from the packet of each position.
template <class Order, class Ordinals>
struct PacketPositions {
  Order order;
  Ordinals part_of_position;
  Ordinals part;
  Ordinals position;
  KOKKOS_FUNCTION void operator()(std::int64_t q) const {
    std::int64_t const i = order(q);
    part(i) = part_of_position(q);
    position(i) = static_cast<typename Ordinals::non_const_value_type>(q);
  }
};

/// The number of packed entries of a row: those in its packet, up to a cap, so that a dense row does not make its slice
/// long.
template <class Inside>
struct PacketLengths {
  Inside inside;  // entries in the packet of the row
  std::int64_t cap;
  KOKKOS_FUNCTION int operator()(std::int64_t i) const {
    auto const length = static_cast<std::int64_t>(inside(i));
    return static_cast<int>(length < cap ? length : cap);
  }
};

/// Sort keys: rows that are sorted by them have decreasing lengths.
template <class Lengths, class Order, class Keys, class OrderOut>
struct PacketKeys {
  Lengths lengths;
  Order order;
  Keys keys;
  OrderOut order_out;
  KOKKOS_FUNCTION void operator()(std::int64_t q) const {
    keys(q) = static_cast<int>(lengths.cap) - lengths(order(q));
    order_out(q) = static_cast<typename OrderOut::non_const_value_type>(order(q));
  }
};

/// One work item per thread of each packet: where its rows begin in its stream, and the steps of its slice.
template <class Map, class Keys, class Order, class Positions, class Ints>
struct PacketDistribution {
  Map packet_map;
  Keys keys;  // cap - length, by packed row
  int cap;
  Order order;
  Positions position;  // out: packed row of each row
  Ints begin;          // out: by packed row
  Ints steps;          // out: by slice, 0 before

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
      position(order(q)) = static_cast<typename Positions::non_const_value_type>(q);
    }
    if (sum > 0) Kokkos::atomic_fetch_max(&steps(item / PacketLayout::lanes), sum);
  }
};

/// Entries of the off-block part in row v, in the numbering of the vectors.
template <class RowMap, class Lengths, class Order>
struct PacketOffBlockLengths {
  RowMap row_map;
  Lengths lengths;
  Order order;
  bool original;
  std::int64_t n;
  KOKKOS_FUNCTION std::int64_t operator()(std::int64_t v) const {
    std::int64_t const i = original ? v : static_cast<std::int64_t>(order(v));
    return static_cast<std::int64_t>(row_map(i + 1) - row_map(i)) - lengths(i);
  }
  KOKKOS_FUNCTION std::int64_t extent(int) const { return n; }
};

}  // namespace Araios::Impl::packet
