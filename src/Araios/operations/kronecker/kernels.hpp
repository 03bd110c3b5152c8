// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The kernels of a Kronecker product: row_map, the borders of tiles, and the entries.

#include <Araios/collective/lanes.hpp>
#include <Araios/core/bit_mask.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/operations/kronecker/walk.hpp>
#include <Araios/primitives/merge/records.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

namespace Araios::Impl::kronecker {

/// Tuning parameters of the Kronecker product.
struct KroneckerShape {
  // A thread finds the segments of 32 positions (16 where positions have 64 bits): enough to outweigh its searches, few
  // enough that 6 teams of 34 KB are resident on an H200.
  template <class Position>
  using Gpu = ByTeams<128, 128 / int(sizeof(Position)), 4>;
  // One thread, which writes where it walks.
  using Host = ByTeams<1, 4096>;

  static constexpr int in_flight = 4;                   // entries that a thread of a GPU loads before it stores them
  static constexpr std::int64_t narrow = 1 << 30;       // factors below this size are walked in 32-bit positions
  static constexpr int gpu_lanes = 32, gpu_steps = 16;  // of row_map: neighbouring threads store neighbouring elements
  static constexpr int host_lanes = 1, host_steps = 4096;
};

/// row_map(i mB + k) := row_map_A(i) zB + |A_i| row_map_B(k). Writes row_map once; those of A and B come from caches. A
/// work item sets Steps elements, Lanes apart, and divides only where it leaves row i of A.
template <int Lanes, int Steps, class Ordinal, class MapA, class MapB, class Map>
struct FillRowMap {
  using Offset = typename Map::value_type;
  using Unsigned = std::make_unsigned_t<Ordinal>;
  MapA a;
  MapB b;
  Map row_map;
  Unsigned a_rows;
  Unsigned b_rows;
  Offset b_nnz;

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    std::int64_t row = item / Lanes * (Lanes * Steps) + item % Lanes;
    auto const rows = static_cast<std::int64_t>(row_map.extent(0)) - 1;
    auto const width = static_cast<std::int64_t>(b_rows);
    std::int64_t const first = quotient(row, width);
    auto i = static_cast<Unsigned>(first);
    auto k = static_cast<Unsigned>(row - first * width);
    Offset before = 0;
    Offset length = 0;
    read_row(i, before, length);
    for (int step = 0; step < Steps && row <= rows; ++step, row += Lanes) {
      row_map(row) = static_cast<Offset>(before + length * static_cast<Offset>(b(k)));
      k += Lanes;
      if (k >= b_rows) {
        Unsigned const passed = k / b_rows;
        i += passed;
        k -= passed * b_rows;
        read_row(i, before, length);
      }
    }
  }

 private:
  /// Row a_rows, which ends row_map, has length 0.
  KOKKOS_FUNCTION void read_row(Unsigned i, Offset& before, Offset& length) const {
    if (i > a_rows) return;
    auto const begin = a(i);
    before = static_cast<Offset>(static_cast<Offset>(begin) * b_nnz);
    length = i < a_rows ? static_cast<Offset>(a(i + 1) - begin) : Offset(0);
  }
};

/// borders(t) := the rows of the first position of tile t; the last border has those of the last position.
template <class Position, class MapA, class MapB, class Borders>
struct FindBorders {
  FactorRows<Position, MapA> a;
  FactorRows<Position, MapB> b;
  std::int64_t nnz;
  std::int64_t tile;
  Borders borders;

  KOKKOS_FUNCTION void operator()(std::int64_t t) const {
    Walk<Position, MapA, MapB> walk(a, b);
    walk.find(t * tile < nnz ? t * tile : nnz - 1, {0, 0}, {Position(a.rows - 1), Position(b.rows - 1)});
    borders(t) = {walk.i, walk.k};
  }
};

/// The arrays of C, and how an entry of it is made.
template <class Op, class EntriesA, class ValuesA, class EntriesB, class ValuesB, class Entries, class Values>
struct ProductEntries {
  using Ordinal = typename Entries::value_type;
  using Scalar = typename Values::value_type;
  Op op;
  EntriesA a_entries;
  ValuesA a_values;
  EntriesB b_entries;
  ValuesB b_values;
  Ordinal b_columns;
  Entries entries;
  Values values;

  template <class Position>
  KOKKOS_FUNCTION Ordinal column(Position a, Position b) const {
    return static_cast<Ordinal>(static_cast<Ordinal>(a_entries(a)) * b_columns + static_cast<Ordinal>(b_entries(b)));
  }
  template <class Position>
  KOKKOS_FUNCTION Scalar value([[maybe_unused]] Position a, [[maybe_unused]] Position b) const {
    if constexpr (is_pattern_v<Scalar>)
      return {};
    else
      return static_cast<Scalar>(op(a_values(a), b_values(b)));
  }
  KOKKOS_FUNCTION void store(std::int64_t p, Ordinal column, [[maybe_unused]] Scalar const& value) const {
    entries(p) = column;
    if constexpr (!is_pattern_v<Scalar>) values(p) = value;
  }
};

/// Index of the highest set bit of a word that is not 0.
KOKKOS_INLINE_FUNCTION int highest_bit(std::uint32_t word) {
#ifdef __CUDA_ARCH__
  return 31 - __clz(static_cast<int>(word));
#else
  for (int shift = 1; shift < bits_per_word; shift *= 2) word |= word >> shift;
  return count_bits(word) - 1;
#endif
}

/// The entries of a tile of consecutive positions. Writes each once (4 to 24 bytes, coalesced); A and B come from
/// caches. Staged, for GPUs: each thread notes the segments that begin in its own positions, a bit and a record each;
/// then neighbouring threads write neighbouring positions, which find their segment by the highest bit not above
/// theirs. About 30 instructions per entry where rows of B have 3 entries or more, 50 where they have one: 1e12 and
/// 0.6e12 entries per second are the limits of an H200, whose memory allows 1.1e12 of 4 bytes and 0.4e12 of 12 bytes.
template <bool Staged, class Shape, class Position, class Exec, class MapA, class MapB, class Product>
struct FillTiles {
  using Member = typename Shape::template Member<Exec>;
  using Borders = Kokkos::View<TileBorder<Position> const*, typename Exec::memory_space>;
  static constexpr int items = Shape::items;
  static_assert(!Staged || (items <= bits_per_word && (items & (items - 1)) == 0), "one word of bits per thread");

  /// The products from some position x of the tile on are of entry a of A and entry x + b_shift of B.
  struct Segment {
    Position a;
    Position b_shift;
  };
  // One segment more per thread: threads that step through their own segments have few bank conflicts.
  static constexpr int slots = Shape::tile + Shape::team_size;
  static constexpr std::int64_t scratch_bytes =
      Staged ? slots * std::int64_t(sizeof(Segment)) + Shape::team_size * 4 + 16 : 0;

  FactorRows<Position, MapA> a;
  FactorRows<Position, MapB> b;
  Borders borders;
  Product product;
  std::int64_t nnz;

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    poll_in_team(member, "Araios::kronecker::fill");
    fill(member);
  }

  template <class Team>
  KOKKOS_FUNCTION void fill(Team const& team) const {
    std::int64_t const first = std::int64_t(team.league_rank()) * Shape::tile;
    int const count = nnz - first < Shape::tile ? static_cast<int>(nnz - first) : Shape::tile;
    if constexpr (Staged) {
      auto* const segments = static_cast<Segment*>(team.team_scratch(0).get_shmem_aligned(slots * sizeof(Segment), 8));
      auto* const heads = static_cast<std::uint32_t*>(team.team_scratch(0).get_shmem_aligned(Shape::team_size * 4, 4));
      find_segments(team.league_rank(), first, count, team.team_rank(), segments, heads);
      team.team_barrier();
      if (count == Shape::tile)
        write_staged<true>(first, count, team.team_rank(), segments, heads);
      else
        write_staged<false>(first, count, team.team_rank(), segments, heads);
    } else {
      write_walking(team.league_rank(), first, count);
    }
  }

 private:
  KOKKOS_FUNCTION static int slot(int x) { return x + x / items; }

  KOKKOS_FUNCTION void find_segments(std::int64_t tile, std::int64_t first, int count, int rank, Segment* segments,
                                     std::uint32_t* heads) const {
    int const begin = rank * items;
    int const end = count - begin < items ? count - begin : items;
    std::uint32_t bits = 0;
    if (end > 0) {
      Walk<Position, MapA, MapB> walk(a, b);
      walk.find(first + begin, borders(tile), borders(tile + 1));
      for (int x = 0;;) {
        bits |= 1u << x;
        segments[slot(begin + x)] = {walk.a, static_cast<Position>(walk.b - (begin + x))};
        Position const remaining = walk.b_end - walk.b;
        if (remaining >= end - x) break;
        x += static_cast<int>(remaining);
        walk.next_segment();
      }
    }
    heads[rank] = bits;
  }

  /// A full tile has no branches: all loads of a step are in flight at the same time.
  template <bool Full>
  KOKKOS_FUNCTION void write_staged(std::int64_t first, int count, int rank, Segment const* segments,
                                    std::uint32_t const* heads) const {
    constexpr int n = KroneckerShape::in_flight;
    static_assert(items % n == 0, "a full tile has whole steps");
    for (int from = rank; from < count; from += n * Shape::team_size) {
      typename Product::Ordinal columns[n];
      typename Product::Scalar values[n];
      ARAIOS_UNROLL
      for (int e = 0; e < n; ++e) {
        int const x = from + e * Shape::team_size;
        if (!Full && x >= count) continue;
        // Bit 0 is set in each word. The bits up to x: 2u << 31 is 0.
        int const bit = x % items;
        std::uint32_t const up_to_x = heads[x / items] & ((2u << bit) - 1u);
        Segment const segment = segments[slot(x - bit) + highest_bit(up_to_x)];
        columns[e] = product.column(segment.a, Position(segment.b_shift + x));
        values[e] = product.value(segment.a, Position(segment.b_shift + x));
      }
      ARAIOS_UNROLL
      for (int e = 0; e < n; ++e) {
        int const x = from + e * Shape::team_size;
        if (Full || x < count) product.store(first + x, columns[e], values[e]);
      }
    }
  }

  KOKKOS_FUNCTION void write_walking(std::int64_t tile, std::int64_t first, int count) const {
    Walk<Position, MapA, MapB> walk(a, b);
    walk.find(first, borders(tile), borders(tile + 1));
    for (int x = 0;;) {
      Position const remaining = walk.b_end - walk.b;
      int const end = remaining < count - x ? x + static_cast<int>(remaining) : count;
      for (Position q = walk.b; x < end; ++x, ++q)
        product.store(first + x, product.column(walk.a, q), product.value(walk.a, q));
      if (x == count) break;
      walk.next_segment();
    }
  }
};

}  // namespace Araios::Impl::kronecker
