// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// SpMV for matrices in the packet format.
///
/// A team processes a packet: it stages the packet's part of x in scratch, and every thread reads its stream, whose
/// entries are sorted by row (formats/packet.hpp). The sum of a row stays in a register of its thread; when the row
/// ends, its entries of the CSR part (`off_block`) are added, and y is written. No atomics, one order of additions.
///
/// Invariant: before a step, `sum` is the sum of the entries of row `row` read so far, and all earlier rows of the
/// thread are stored. Rows without packed entries are the last of a thread, because rows are sorted by decreasing
/// packed length.
///
/// Bytes: (V + 4) per slot, (V + I) per entry of the CSR part and an element of x for it, and per row an element of x
/// and of y, an offset of the CSR part, and with PacketNumbering::original its index.

#include <Araios/collective/lanes.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/kokkos_compat.hpp>
#include <Araios/formats/layout/packet_walk.hpp>
#include <Araios/formats/packet.hpp>
#include <Araios/operations/spmv/core.hpp>
#include <Araios/operations/spmv/csr.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace Araios::Impl::spmv {

/// Tuning parameters of SpMV for packets.
struct SpmvPacketTuning {
  /// On a GPU every thread of the team has its own stream; on a host one thread has them all.
  static constexpr LaunchShape gpu{PacketLayout::threads, 1};
  static constexpr LaunchShape host{1, PacketLayout::threads};
  /// Teams per multiprocessor: 64 registers per thread, which hold a group of loads.
  static constexpr int teams_per_sm = 2;
  /// Steps whose loads are in flight at the same time: limited by the registers for what a step loads.
  static constexpr int group(std::size_t bytes) { return bytes <= 16 ? 8 : 4; }
  /// Rows of the CSR part up to this length are added by the thread of the row. Where there are longer ones, the CSR
  /// part is multiplied by an SpMV of its own, balanced as for CSR, and y is read and written once more.
  static constexpr std::int64_t longest_inline_row = 32;
};

template <SemiringType Semiring, class Exec, class Matrix, class X, class Output, bool Staged>
struct SpmvPackets {
  using T = typename Output::value_type;
  using Scalar = std::remove_const_t<typename Matrix::Scalar>;
  using Tuning = SpmvPacketTuning;
  using Policy =
      Kokkos::TeamPolicy<Exec, Kokkos::LaunchBounds<unsigned(Tuning::gpu.team_size), unsigned(Tuning::teams_per_sm)>>;
  using Member = typename Policy::member_type;
  using Element = typename X::non_const_value_type;  // of x, not a T: a real number times infinity stays real
  using Stage = Kokkos::View<Element*, typename Exec::scratch_memory_space, Kokkos::MemoryUnmanaged>;
  static constexpr int group = is_gpu_v<Exec> ? Tuning::group(value_bytes_v<Scalar> + sizeof(T)) : 1;

  Matrix A;
  X x;
  Output out;
  bool with_off_block;

  /// The rows of a packet, and its staged elements of x.
  struct Packet {
    std::int64_t first;
    int rows;
    Element const* staged;
  };

  KOKKOS_INLINE_FUNCTION Element x_at(Packet const& packet, int column) const {
    if constexpr (Staged)
      return packet.staged[column];
    else
      return x(A.vector_index(packet.first + column));
  }

  KOKKOS_INLINE_FUNCTION void finish(Packet const& packet, int row, T sum) const {
    std::int64_t const v = A.vector_index(packet.first + row);
    if (with_off_block) {
      auto const end = A.off_block.row_map(v + 1);
      for (auto p = A.off_block.row_map(v); p < end; ++p)
        sum = Semiring::add(sum, spmv_term<Semiring, T>(A.off_block.values(p), x(A.off_block.entries(p))));
    }
    out.store(v, sum);
  }

  /// The state of a thread between two entries.
  struct Row {
    int number;
    int round;
    T sum;
  };

  KOKKOS_INLINE_FUNCTION void take(Packet const& packet, int thread, std::uint32_t word, T const& term,
                                   Row& row) const {
    if (PacketLayout::row(word) != row.number) {
      finish(packet, row.number, row.sum);
      row = Row{PacketLayout::row_of(thread, row.round + 1), row.round + 1, Semiring::template zero<T>()};
    }
    row.sum = Semiring::add(row.sum, term);
  }

  template <int Steps>
  KOKKOS_INLINE_FUNCTION void steps(Packet const& packet, int thread, std::int64_t slot, Row& row) const {
    constexpr int lanes = PacketLayout::lanes;
    std::uint32_t word[std::size_t(Steps)];
    Scalar a[std::size_t(Steps)];
    T term[std::size_t(Steps)];
    ARAIOS_UNROLL
    for (int u = 0; u < Steps; ++u) word[u] = A.packed(slot + u * lanes);
    ARAIOS_UNROLL
    for (int u = 0; u < Steps; ++u) a[u] = A.values(slot + u * lanes);
    ARAIOS_UNROLL
    for (int u = 0; u < Steps; ++u)
      if (word[u] != PacketLayout::padding)
        term[u] = spmv_term<Semiring, T>(a[u], x_at(packet, PacketLayout::column(word[u])));
    ARAIOS_UNROLL
    for (int u = 0; u < Steps; ++u)
      if (word[u] != PacketLayout::padding) take(packet, thread, word[u], term[u], row);
  }

  KOKKOS_FUNCTION void walk(Packet const& packet, std::int64_t slice, int thread) const {
    Row row{PacketLayout::row_of(thread, 0), 0, Semiring::template zero<T>()};
    std::int64_t const first = A.slice_map(slice);
    int const count = static_cast<int>(A.slice_map(slice + 1) - first);
    std::int64_t const slot = first * PacketLayout::lanes + thread % PacketLayout::lanes;
    int step = 0;
    for (; step + group <= count; step += group)
      steps<group>(packet, thread, slot + std::int64_t(step) * PacketLayout::lanes, row);
    for (; step < count; ++step) steps<1>(packet, thread, slot + std::int64_t(step) * PacketLayout::lanes, row);
    // The current row, and the rows without packed entries.
    while (row.number < packet.rows) {
      finish(packet, row.number, row.sum);
      row = Row{PacketLayout::row_of(thread, row.round + 1), row.round + 1, Semiring::template zero<T>()};
    }
  }

  KOKKOS_FUNCTION void operator()(Member const& team) const {
    std::int64_t const p = team.league_rank();
    Packet packet{static_cast<std::int64_t>(A.packet_map(p)), 0, nullptr};
    packet.rows = static_cast<int>(A.packet_map(p + 1) - packet.first);
    if constexpr (Staged) {
      Stage const stage(team.team_scratch(0), A.longest_packet());
      for (int row = team.team_rank(); row < packet.rows; row += team.team_size())
        stage(row) = x(A.vector_index(packet.first + row));
      team.team_barrier();
      packet.staged = stage.data();
    }
    for (int thread = team.team_rank(); thread < PacketLayout::threads; thread += team.team_size())
      walk(packet, p * PacketLayout::slices + thread / PacketLayout::lanes, thread);
  }

  static std::size_t scratch_bytes(Matrix const& A) { return Stage::shmem_size(A.longest_packet()); }
  /// Whether the scratch that Kokkos offers, 40 KB of a GPU, holds the longest part of x. A longer one is read from
  /// memory, through the caches.
  static bool fits(Matrix const& A) {
    return scratch_bytes(A) <= static_cast<std::size_t>(Policy::scratch_size_max(0));
  }

  static void launch(Exec const& exec, Matrix const& A, X const& x, Output const& out, bool with_off_block) {
    constexpr LaunchShape shape = shape_for<Exec>(Tuning::gpu, Tuning::host);
    Policy policy(exec, checked_cast<int>(A.num_packets(), "Araios::spmv: packets"), shape.team_size);
    if constexpr (Staged) policy.set_scratch_size(0, per_team(scratch_bytes(A)));
    Kokkos::parallel_for("Araios::spmv::packets", policy, SpmvPackets{A, x, out, with_off_block});
  }
};

/// Calls visitor(i, j, a) for an entry of a stream, with the indices of the vectors.
template <class Matrix, class Visitor>
struct SpmvPacketVisit {
  Matrix A;
  Visitor visitor;
  KOKKOS_FUNCTION void operator()(std::int64_t first, std::int64_t q, int, std::int64_t slot) const {
    visitor(A.vector_index(q), A.vector_index(first + PacketLayout::column(A.packed(slot))), A.values(slot));
  }
};

template <class S, class O, class F, class M>
struct Spmv<PacketMatrix<S, O, F, M>> {
  using Matrix = PacketMatrix<S, O, F, M>;
  using OffBlock = typename Matrix::off_block_type;

  template <SemiringType Semiring, class Exec, class X, class Output, class Space>
  static void apply(Exec const& exec, SpmvOptions const& options, Matrix const& A, X const& x, Output const& out,
                    Workspace<Space>& workspace) {
    using T = typename Output::value_type;
    bool const has_off_block = A.off_block.nnz() > 0;
    bool const with_off_block = has_off_block && A.longest_off_block_row() <= SpmvPacketTuning::longest_inline_row;
    using Staged = SpmvPackets<Semiring, Exec, Matrix, X, Output, true>;
    if (Staged::fits(A))
      Staged::launch(exec, A, x, out, with_off_block);
    else
      SpmvPackets<Semiring, Exec, Matrix, X, Output, false>::launch(exec, A, x, out, with_off_block);
    // y := alpha R x + 1 y
    if (has_off_block && !with_off_block)
      Spmv<OffBlock>::template apply<Semiring>(exec, options, A.off_block, x,
                                               Output(out.alpha, Semiring::template one<T>(), out.y), workspace);
  }

  template <class Exec, class Visitor>
  static void visit(Exec const& exec, std::string const& label, Matrix const& A, Visitor const& visitor) {
    Kokkos::parallel_for(
        label, range(exec, A.num_packets() * PacketLayout::threads),
        PacketWalk<Matrix, SpmvPacketVisit<Matrix, Visitor>>{A, SpmvPacketVisit<Matrix, Visitor>{A, visitor}});
    if (A.off_block.nnz() > 0) Spmv<OffBlock>::visit(exec, label, A.off_block, visitor);
  }
};

}  // namespace Araios::Impl::spmv
