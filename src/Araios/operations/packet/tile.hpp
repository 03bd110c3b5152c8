// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Tiles of consecutive entries of a CSR matrix, and which of their entries lie in packets.
///
/// A team has a tile of entries, regardless of rows: a row of any length costs its share, and empty rows cost next to
/// nothing. Two bits per entry, in scratch, say whether it lies in a packet and whether it is the first of its row;
/// prefix counts of these bits give the index of its row, and the position of packed entries.

#include <Araios/collective/lanes.hpp>
#include <Araios/core/bit_mask.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/search.hpp>
#include <Araios/primitives/bit_words.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace Araios::Impl::packet {

/// Tuning parameters. The scratch of the fill fits what every space offers.
template <class Exec>
struct PacketTileShape {
  using Lanes = VoteLanes<Exec>;
  static constexpr int entries = is_gpu_v<Exec> ? 1024 : 512;
  static constexpr int words = entries / bits_per_word;
  static constexpr int team_size = is_gpu_v<Exec> ? entries / 8 : 1;
  static constexpr int items = entries / team_size;
  static constexpr int batch = 4;  // loads in flight per thread
  /// Where tiles span more rows than this per entry, at least 3/4 of them empty, rows are searched by entries.
  static constexpr std::int64_t max_rows_of_entry = 4;

  /// The entry that is item u of a thread: neighbouring threads of a warp have neighbouring entries, and so do
  /// neighbouring items of the single thread of a host.
  KOKKOS_FUNCTION static constexpr unsigned entry(int rank, int u) {
    return static_cast<unsigned>(u * team_size + rank);
  }
};

/// Bits of a tile, and the number of set bits before each word.
template <class Shape>
struct PacketBits {
  std::uint32_t word[Shape::words + 1];  // a word of zeros at the end
  int before[Shape::words + 1];

  /// Bits set before f; f may be the number of entries.
  KOKKOS_FUNCTION int count_before(unsigned f) const {
    unsigned const w = f / bits_per_word;
    return before[w] + count_bits(word[w] & bits_below(static_cast<int>(f % bits_per_word)));
  }
  /// Bits set before f and at f.
  KOKKOS_FUNCTION int count_through(unsigned f) const {
    unsigned const w = f / bits_per_word;
    return before[w] + count_bits(word[w] & ((2u << f % bits_per_word) - 1u));  // 2u << 31 is 0: all bits
  }
  /// Computes `before` from the words; returns the number of set bits. Called by the whole team; the threads of one
  /// group scan, because a scan by all would wait longer than it computes.
  template <class Team>
  KOKKOS_FUNCTION int count(Team const& team) {
    using Lanes = typename Shape::Lanes;
    constexpr int words_per_lane = Shape::words / Lanes::width;
    team.team_barrier();
    if (int const lane = team.team_rank(); lane < Lanes::width) {
      int sum = 0;
      for (int w = lane * words_per_lane; w < (lane + 1) * words_per_lane; ++w) sum += count_bits(word[w]);
      int all = Lanes::inclusive_scan(sum, lane) - sum;
      for (int w = lane * words_per_lane; w < (lane + 1) * words_per_lane; ++w) {
        before[w] = all;
        all += count_bits(word[w]);
      }
      if (lane == Lanes::width - 1) {
        before[Shape::words] = all;
        word[Shape::words] = 0;
      }
    }
    team.team_barrier();
    return before[Shape::words];
  }
};

/// The matrix, its packets, and the position of each row in an order in which packets are contiguous.
template <class Matrix_, class Map, class Ordinals_>
struct PacketSource {
  using Matrix = Matrix_;
  using Ordinals = Ordinals_;
  Matrix A;
  Map packet_map;
  Ordinals part;      // packet of each row
  Ordinals position;  // position of each row
};

/// A tile of entries, its bits, and values derived from them.
template <class Shape, class Source>
struct PacketTile {
  using Matrix = typename Source::Matrix;
  using Ordinal = typename Matrix::Ordinal;
  using Lanes = typename Shape::Lanes;
  static constexpr int bits_of_lane = bits_per_word / Lanes::width;
  /// Positions of the columns of a thread.
  using Positions = Ordinal[Shape::items];
  /// Data of each entry of a thread, packed: its column in its packet, or `outside`; the index of its row among those
  /// that have entries here; the number of entries in packets before it in its word.
  using Known = std::uint32_t[Shape::items];
  static constexpr std::uint32_t outside = 0xffff;
  static constexpr int row_shift = 16, rank_shift = 27;
  static_assert(Shape::entries <= 1 << (rank_shift - row_shift));
  KOKKOS_FUNCTION static std::uint32_t column_of(std::uint32_t known) { return known & outside; }
  KOKKOS_FUNCTION static int row_of(std::uint32_t known) {
    return static_cast<int>(known >> row_shift) & ((1 << (rank_shift - row_shift)) - 1);
  }
  /// Entries of the tile before entry f that lie in packets.
  KOKKOS_FUNCTION int inside_before(std::uint32_t known, unsigned f) const {
    return scratch->inside.before[f / bits_per_word] + static_cast<int>(known >> rank_shift);
  }

  /// The scratch memory; rows are those that have entries here.
  struct Scratch {
    PacketBits<Shape> inside;  // whether an entry lies in a packet
    PacketBits<Shape> heads;   // whether it is the first of its row in this tile
    Ordinal row[Shape::entries];
    std::uint16_t start[Shape::entries + 2];  // first entry of the row; at the end the length
  };
  /// Scratch that is used until `known` is filled.
  struct Packets {
    Ordinal begin[Shape::entries];
    std::uint16_t rows[Shape::entries];
  };

  Source source;
  typename Source::Ordinals first_row;
  std::int64_t number;
  Scratch* scratch;
  Packets* packets;

  KOKKOS_FUNCTION std::int64_t begin() const { return number * Shape::entries; }
  KOKKOS_FUNCTION unsigned length() const {
    std::int64_t const left = static_cast<std::int64_t>(source.A.entries.extent(0)) - begin();
    return left < Shape::entries ? static_cast<unsigned>(left) : Shape::entries;
  }

  /// Fills scratch and known; returns the number of rows that have entries here. Called by the whole team.
  template <class Team>
  KOKKOS_FUNCTION int scan(Team const& team, Known& known) const {
    Positions positions;
    load(team.team_rank(), positions);
    for (int w = team.team_rank(); w < Shape::words; w += Shape::team_size) scratch->heads.word[w] = 0;
    team.team_barrier();
    for_heads(team, [&](unsigned f, std::int64_t) {
      Kokkos::atomic_or(&scratch->heads.word[f / bits_per_word], std::uint32_t(1) << (f % bits_per_word));
    });
    int const rows = scratch->heads.count(team);
    for_heads(team, [&](unsigned f, std::int64_t row) {
      int const h = scratch->heads.count_before(f);
      std::int64_t const packet = source.part(row);
      auto const packet_begin = source.packet_map(packet);
      scratch->start[h] = static_cast<std::uint16_t>(f);
      scratch->row[h] = static_cast<Ordinal>(row);
      packets->begin[h] = packet_begin;
      packets->rows[h] = static_cast<std::uint16_t>(source.packet_map(packet + 1) - packet_begin);
    });
    if (team.team_rank() == 0) scratch->start[rows] = static_cast<std::uint16_t>(length());
    team.team_barrier();
    find_inside(team, positions, known);
    (void)scratch->inside.count(team);
    return rows;
  }

 private:
  /// Issues the first loads, which depend on nothing else.
  KOKKOS_FUNCTION void load(int rank, Positions& positions) const {
    unsigned const end = length();
    ARAIOS_UNROLL
    for (int u = 0; u < Shape::items; ++u) {
      unsigned const f = Shape::entry(rank, u);
      positions[u] = f < end ? source.position(source.A.entries(begin() + f)) : Ordinal(0);
    }
  }

  /// Calls body(f, row) for the first entry in this tile of every row that has one.
  template <class Team, class Body>
  KOKKOS_FUNCTION void for_heads(Team const& team, Body const& body) const {
    auto const& row_map = source.A.row_map;
    std::int64_t const first = first_row(number), rows = first_row(number + 1) - first + 1, entries_here = length();
    if (rows <= Shape::max_rows_of_entry * Shape::entries) {
      for (std::int64_t r = team.team_rank(); r < rows; r += Shape::team_size) {
        std::int64_t const start = static_cast<std::int64_t>(row_map(first + r)) - begin();
        std::int64_t const end = static_cast<std::int64_t>(row_map(first + r + 1)) - begin();
        if (start < entries_here && start < end && end > 0)
          body(start > 0 ? static_cast<unsigned>(start) : 0u, first + r);
      }
      return;
    }
    RowEnds<typename Matrix::row_map_type> const ends{row_map};
    for (unsigned f = static_cast<unsigned>(team.team_rank()); f < entries_here; f += Shape::team_size) {
      std::int64_t const row = first_above(ends, first, first + rows - 1, begin() + f);
      if (f == 0 || static_cast<std::int64_t>(row_map(row)) == begin() + f) body(f, row);
    }
  }

  template <class Team>
  KOKKOS_FUNCTION void find_inside(Team const& team, Positions const& positions, Known& known) const {
    int const lane = team.team_rank() % Lanes::width;
    unsigned const end = length();
    ARAIOS_UNROLL
    for (int u = 0; u < Shape::items; u += bits_of_lane) {
      std::uint32_t word = 0;
      // On a GPU a word counts for all lanes of a warp; the single thread of a host counts entry by entry.
      int h = scratch->heads.before[Shape::entry(team.team_rank(), u) / bits_per_word] - 1, rank = 0;
      for (int b = 0; b < bits_of_lane; ++b) {
        unsigned const f = Shape::entry(team.team_rank(), u + b);
        known[u + b] = outside;
        if (f >= end) continue;
        if constexpr (bits_of_lane == 1)
          h = scratch->heads.count_through(f) - 1;
        else
          h += bit_of(scratch->heads.word[f / bits_per_word], b);
        Ordinal const column = positions[u + b] - packets->begin[h];
        bool const in = column >= 0 && column < packets->rows[h];
        known[u + b] = static_cast<std::uint32_t>(rank) << rank_shift | static_cast<std::uint32_t>(h) << row_shift |
                       (in ? static_cast<std::uint32_t>(column) : outside);
        rank += in;
        word |= static_cast<std::uint32_t>(in) << b;
      }
      if constexpr (bits_of_lane == 1) {
        word = Lanes::template peers<0>(0u, word != 0);
        known[u] |= static_cast<std::uint32_t>(count_bits(word & bits_below(lane))) << rank_shift;
      }
      if (lane == 0) scratch->inside.word[Shape::entry(team.team_rank(), u) / bits_per_word] = word;
    }
  }
};

}  // namespace Araios::Impl::packet
