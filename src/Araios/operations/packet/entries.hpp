// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The two kernels of a conversion to packets that read every entry: one counts the entries of each row that lie in its
/// packet, the other moves all entries. A tile (packet/tile.hpp) counts the entries of its own rows; those of its first
/// row in earlier tiles follow from a scan over tiles. The off-block part is the member `off_block`.

#include <Araios/collective/lanes.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/pattern.hpp>
#include <Araios/core/search.hpp>
#include <Araios/formats/packet.hpp>
#include <Araios/operations/packet/tile.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

namespace Araios::Impl::packet {

/// Counts of entries in packets, per tile.
template <class Ordinal, class Offset, class Space>
struct PacketTileCounts {
  Kokkos::View<Ordinal*, Space> first_row;  // of each tile; at the end the last row that has entries
  Kokkos::View<Offset*, Space> inside;      // of the whole tile
  Kokkos::View<Offset*, Space> last_row;    // of its last row alone
  Kokkos::View<Offset*, Space> before;      // of all tiles before it
};

/// Computes first_row of PacketTileCounts.
template <class Matrix, class Ordinals>
struct PacketFirstRows {
  Matrix A;
  Ordinals first_row;
  std::int64_t entries;  // per tile
  KOKKOS_FUNCTION void operator()(std::int64_t t) const {
    auto const nnz = static_cast<std::int64_t>(A.entries.extent(0));
    std::int64_t const p = t * entries < nnz ? t * entries : nnz - 1;
    first_row(t) = static_cast<typename Matrix::Ordinal>(
        first_above(RowEnds<typename Matrix::row_map_type>{A.row_map}, std::int64_t(0), std::int64_t(A.num_rows()), p));
  }
};

/// Adds the number of entries that each row has in its packet to `inside`, which is zero before. Integer atomics: the
/// result does not depend on their order.
template <class Shape, class Source, class Counts, class Offsets>
struct PacketCount {
  using Tile = PacketTile<Shape, Source>;
  struct Scratch {
    typename Tile::Scratch tile;
    typename Tile::Packets packets;
  };
  static constexpr int scratch_bytes = sizeof(Scratch);
  Source source;
  Counts counts;
  Offsets inside;

  template <class Team>
  KOKKOS_FUNCTION void operator()(Team const& team) const {
    using Offset = typename Offsets::non_const_value_type;
    int const bytes = scratch_bytes;  // get_shmem takes references
    auto* const scratch = static_cast<Scratch*>(team.team_scratch(0).get_shmem_aligned(bytes, 16));
    std::int64_t const t = team.league_rank();
    Tile const tile{source, counts.first_row, t, &scratch->tile, &scratch->packets};
    typename Tile::Known known;
    int const rows = tile.scan(team, known);
    auto const& bits = scratch->tile.inside;
    for (int h = team.team_rank(); h < rows; h += Shape::team_size) {
      int const here = bits.count_before(scratch->tile.start[h + 1]) - bits.count_before(scratch->tile.start[h]);
      if (here > 0) Kokkos::atomic_add(&inside(scratch->tile.row[h]), static_cast<Offset>(here));
      if (h == rows - 1) counts.last_row(t) = static_cast<Offset>(here);
    }
    if (team.team_rank() == 0) counts.inside(t) = static_cast<Offset>(bits.count_before(tile.length()));
  }
};

/// Moves every entry into its packet, or into the off-block part.
///
/// Rows of a packet are interleaved in slices, those of the matrix are contiguous: stores entry by entry would take one
/// memory transaction per value. So entries of packets go to scratch first, row after row, and neighbouring threads
/// store them for neighbouring rows.
template <class Shape, class Source, class Counts, class Lengths, class Offsets, class Result>
struct PacketFill {
  using Tile = PacketTile<Shape, Source>;
  using Matrix = typename Source::Matrix;
  using Scalar = std::remove_const_t<typename Matrix::Scalar>;
  using Ordinal = typename Matrix::Ordinal;
  using Offset = typename Matrix::Offset;
  using Lanes = typename Shape::Lanes;

  /// Entries of packets, each at the number of such entries before it.
  struct Packed {
    Scalar value[Shape::entries];
    std::uint16_t column[Shape::entries];
  };
  struct Scratch {
    union {
      typename Tile::Packets packets;
      Packed packed;
    };
    typename Tile::Scratch tile;
    std::uint16_t limit[Shape::entries];  // of a row: packed index of its first entry beyond the cap
    Offset
        off_block_shift[Shape::entries];  // of a row: added to f - n, the position of its entry f after n packed ones
  };
  static constexpr int scratch_bytes = sizeof(Scratch);

  Source source;  // `position` is the packed row of each row
  Counts counts;
  Lengths lengths;
  Offsets begin;  // of each packed row, in its stream
  Result B;       // the result, writable

  template <class Team>
  KOKKOS_FUNCTION void operator()(Team const& team) const {
    int const bytes = scratch_bytes;
    auto* const scratch = static_cast<Scratch*>(team.team_scratch(0).get_shmem_aligned(bytes, 16));
    std::int64_t const t = team.league_rank();
    Tile const tile{source, counts.first_row, t, &scratch->tile, &scratch->packets};
    typename Tile::Known known;
    int const rows = tile.scan(team, known);
    std::int64_t const before = before_tile(t);
    for (int h = team.team_rank(); h < rows; h += Shape::team_size) plan(tile, h, h == 0 ? before : 0, *scratch);
    team.team_barrier();
    distribute(team, tile, known, *scratch);
    team.team_barrier();
    store(team, rows, before, *scratch);
  }

 private:
  /// Entries in packets that the first row of tile t has in earlier tiles.
  KOKKOS_FUNCTION std::int64_t before_tile(std::int64_t t) const {
    auto const start = static_cast<std::int64_t>(source.A.row_map(counts.first_row(t)));
    if (start == t * Shape::entries) return 0;
    std::int64_t const first = start / Shape::entries;
    return static_cast<std::int64_t>(counts.before(t)) - static_cast<std::int64_t>(counts.before(first + 1)) +
           static_cast<std::int64_t>(counts.last_row(first));
  }

  /// Computes the destinations of the entries of row h of the tile; `before`: its entries in packets in earlier tiles.
  KOKKOS_FUNCTION void plan(Tile const& tile, int h, std::int64_t before, Scratch& scratch) const {
    std::int64_t const row = scratch.tile.row[h];
    std::int64_t const v = B.original ? row : static_cast<std::int64_t>(source.position(row));
    int const at = scratch.tile.inside.count_before(scratch.tile.start[h]);
    std::int64_t const packed = before < lengths.cap ? before : lengths.cap, room = lengths.cap - packed;
    scratch.limit[h] = static_cast<std::uint16_t>(room < Shape::entries - at ? at + room : Shape::entries);
    scratch.off_block_shift[h] =
        static_cast<Offset>(static_cast<std::int64_t>(B.off_block.row_map(v)) +
                            (tile.begin() - static_cast<std::int64_t>(source.A.row_map(row))) - packed + at);
  }

  /// Copies entries of packets to scratch, and entries of the off-block part to their destination.
  template <class Team>
  KOKKOS_FUNCTION void distribute(Team const& team, Tile const& tile, typename Tile::Known const& known,
                                  Scratch& scratch) const {
    auto const& A = source.A;
    unsigned const end = tile.length();
    constexpr int batch = Shape::batch;
    for (int u = 0; u < Shape::items; u += batch) {
      Scalar value[std::size_t(batch)]{};
      Ordinal column[std::size_t(batch)]{};
      ARAIOS_UNROLL
      for (int b = 0; b < batch; ++b)
        if (unsigned const f = Shape::entry(team.team_rank(), u + b); f < end) {
          value[b] = A.values(tile.begin() + f);
          column[b] = A.entries(tile.begin() + f);
        }
      ARAIOS_UNROLL
      for (int b = 0; b < batch; ++b) {
        unsigned const f = Shape::entry(team.team_rank(), u + b);
        if (f >= end) continue;
        int const at = tile.inside_before(known[u + b], f);
        int const h = Tile::row_of(known[u + b]);
        int const limit = scratch.limit[h];
        if (Tile::column_of(known[u + b]) != Tile::outside && at < limit) {
          scratch.packed.column[at] = static_cast<std::uint16_t>(Tile::column_of(known[u + b]));
          scratch.packed.value[at] = value[b];
        } else {
          Offset const to =
              scratch.off_block_shift[h] + static_cast<Offset>(static_cast<int>(f) - (at < limit ? at : limit));
          B.off_block.entries(to) = B.original ? column[b] : source.position(column[b]);
          B.off_block.values(to) = value[b];
        }
      }
    }
  }

  /// Copies from scratch to slices: lanes have neighbouring rows; groups of lanes have different rows, or a strided
  /// share of the entries.
  template <class Team>
  KOKKOS_FUNCTION void store(Team const& team, int rows, std::int64_t before, Scratch const& scratch) const {
    constexpr int groups = Shape::team_size / Lanes::width;
    int const lane = team.team_rank() % Lanes::width, group = team.team_rank() / Lanes::width;
    int const blocks = static_cast<int>(tiles_for(rows, Lanes::width));
    int const parts = blocks < groups ? groups / blocks : 1;
    for (int item = group; item < blocks * parts; item += groups) {
      int const h = item / parts * Lanes::width + lane;
      if (h >= rows) return;
      std::int64_t const row = scratch.tile.row[h];
      std::int64_t const earlier = h == 0 ? before : 0;
      std::int64_t const q = source.position(row);
      std::int64_t const packet = source.part(row);
      int const local = static_cast<int>(q - B.packet_map(packet));
      int const thread = PacketLayout::thread_of(local);
      std::int64_t const slice =
          static_cast<std::int64_t>(B.slice_map(packet * PacketLayout::slices + thread / PacketLayout::lanes));
      std::int64_t const slot = (slice + begin(q) + earlier) * PacketLayout::lanes + thread % PacketLayout::lanes;
      int const at = scratch.tile.inside.count_before(scratch.tile.start[h]);
      int const next = scratch.tile.inside.count_before(scratch.tile.start[h + 1]);
      int const end = (next < scratch.limit[h] ? next : scratch.limit[h]) - at;
      for (int k = item % parts; k < end; k += parts) {
        B.packed(slot + k * PacketLayout::lanes) = PacketLayout::pack(local, scratch.packed.column[at + k]);
        if constexpr (!is_pattern_v<Scalar>) B.values(slot + k * PacketLayout::lanes) = scratch.packed.value[at + k];
      }
    }
  }
};

}  // namespace Araios::Impl::packet
