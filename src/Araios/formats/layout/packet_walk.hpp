// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Traversal of the streams of packets, and conversion from packets to rows.

#include <Araios/core/execution.hpp>
#include <Araios/formats/packet.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>

namespace Araios::Impl {

/// Calls body(first, q, k, slot) for the k-th packed entry of every row q of the packed numbering, in the packet whose
/// first row is `first`. One work item per thread of each packet walks its stream.
template <class Matrix, class Body>
struct PacketWalk {
  Matrix A;
  Body body;
  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    std::int64_t const slice = item / PacketLayout::lanes;
    std::int64_t const first = A.packet_map(item / PacketLayout::threads);
    std::int64_t const end = static_cast<std::int64_t>(A.slice_map(slice + 1));
    int row = -1;
    int k = 0;
    for (std::int64_t step = static_cast<std::int64_t>(A.slice_map(slice)); step < end; ++step) {
      std::int64_t const slot = step * PacketLayout::lanes + item % PacketLayout::lanes;
      std::uint32_t const word = A.packed(slot);
      if (word == PacketLayout::padding) return;
      k = PacketLayout::row(word) == row ? k + 1 : 0;
      row = PacketLayout::row(word);
      body(first, first + row, k, slot);
    }
  }
};

/// Counts the packed entries of each row of the original numbering.
template <class Order, class Counts>
struct PacketCountRows {
  Order order;
  Counts counts;
  KOKKOS_FUNCTION void operator()(std::int64_t, std::int64_t q, int k, std::int64_t) const { counts(order(q)) = k + 1; }
};

/// Length of a row of the original numbering.
template <class Matrix, class Counts>
struct PacketRowLengths {
  Matrix A;
  Counts packed;        // by row
  Counts vector_index;  // of the row
  KOKKOS_FUNCTION std::int64_t operator()(std::int64_t i) const {
    std::int64_t const v = vector_index(i);
    return packed(i) + static_cast<std::int64_t>(A.off_block.row_map(v + 1) - A.off_block.row_map(v));
  }
  KOKKOS_FUNCTION std::int64_t extent(int) const { return A.num_rows(); }
};

/// Stores packed entries at the front of their rows.
template <class Matrix, class Arrays>
struct PacketUnpack {
  Matrix A;
  Arrays B;
  KOKKOS_FUNCTION void operator()(std::int64_t first, std::int64_t q, int k, std::int64_t slot) const {
    std::int64_t const to = static_cast<std::int64_t>(B.row_map(A.order(q))) + k;
    B.entries(to) = A.order(first + PacketLayout::column(A.packed(slot)));
    B.values(to) = A.values(slot);
  }
};

template <class Exec, class Matrix, class Rows, class Counts, class Arrays>
ARAIOS_NOT_INLINED void packet_unpack_off_block(Exec const& exec, Matrix const& A, Rows const& rows,
                                                Counts const& packed, Arrays const& B) {
  bool const original = A.numbering == PacketNumbering::original;
  Kokkos::parallel_for(
      "Araios::convert::packet_to_csr::off_block", range(exec, static_cast<std::int64_t>(A.off_block.nnz())),
      KOKKOS_LAMBDA(std::int64_t p) {
        std::int64_t const v = rows(p);
        std::int64_t const i = original ? v : static_cast<std::int64_t>(A.order(v));
        std::int64_t const to = static_cast<std::int64_t>(B.row_map(i)) + packed(i) +
                                (p - static_cast<std::int64_t>(A.off_block.row_map(v)));
        auto const j = A.off_block.entries(p);
        B.entries(to) = original ? j : A.order(j);
        B.values(to) = A.off_block.values(p);
      });
}

template <class Exec, class Matrix, class Index>
ARAIOS_NOT_INLINED void packet_vector_indices(Exec const& exec, Matrix const& A, Index const& index) {
  Kokkos::parallel_for(
      "Araios::convert::packet_to_csr::vector_index", range(exec, static_cast<std::int64_t>(A.num_rows())),
      KOKKOS_LAMBDA(std::int64_t q) { index(A.order(q)) = A.vector_index(q); });
}

template <class Exec, class Matrix, class Body>
void walk_packets(Exec const& exec, std::string const& label, Matrix const& A, Body const& body) {
  Kokkos::parallel_for(label, range(exec, A.num_packets() * PacketLayout::threads), PacketWalk<Matrix, Body>{A, body});
}

}  // namespace Araios::Impl
