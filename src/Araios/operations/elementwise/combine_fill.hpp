// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Unions, intersections and differences on a GPU: the entries of the result.
///
/// The sides of the items are known (combine_count.hpp): sums over the threads of a tile give each where its items begin,
/// in A, in B and in the result. Threads note in scratch where each entry of the result comes from; then the team moves
/// entries in order, coalesced. Indices and values are read and written once, and two bits an item read.

#include <Araios/collective/lanes.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/operations/elementwise/combine_tiles.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace Araios::Impl::elementwise {

/// Writes the entries of a tile from position counts(tile) on, and the row_map of the rows that end in it. One tile per
/// team.
template <Kept K, class Method, class Exec, class A, class B, class Output>
struct FillTiles {
  using Ordinal = typename A::Ordinal;
  using Member = typename Method::template Member<Exec>;
  static constexpr std::uint32_t none = 0xffff;  // in a half of a source: no entry of that side
  static constexpr std::int64_t scratch_bytes = Method::tile * 4 + 16;

  A a;
  B b;
  Kokkos::View<CombineBorder const*, typename Exec::memory_space> borders;
  Kokkos::View<std::int64_t const*, typename Exec::memory_space> counts;
  Kokkos::View<std::uint32_t const*, typename Exec::memory_space> sides;
  Output output;

  KOKKOS_FUNCTION void operator()(Member const& member) const {
    std::int64_t const tile = member.league_rank();
    int const rank = member.team_rank();
    CombineBorder const from = borders(tile);
    std::int64_t const first = counts(tile);
    int const total = static_cast<int>(counts(tile + 1) - first);
    ItemSides const mine{sides(tile * Method::team_size + rank)};
    auto* const sources = static_cast<std::uint32_t*>(member.team_scratch(0).get_shmem_aligned(Method::tile * 4, 4));
    // Entries of both sides, ends of rows and kept entries of the threads before, 16 bits each.
    std::uint64_t const before = member.team_scan(
        static_cast<std::uint64_t>(mine.lefts()) | static_cast<std::uint64_t>(mine.rights()) << 16 |
        static_cast<std::uint64_t>(mine.row_ends()) << 32 | static_cast<std::uint64_t>(mine.kept_by(K)) << 48);
    auto at_a = static_cast<std::uint32_t>(before & 0xffffu), at_b = static_cast<std::uint32_t>(before >> 16 & 0xffffu);
    int row = static_cast<int>(before >> 32 & 0xffffu), place = static_cast<int>(before >> 48);
    ARAIOS_UNROLL
    for (int k = 0; k < Method::items; ++k) {
      if (k >= mine.count()) break;
      unsigned const item = mine.of(k);
      if (item == 0) output.end_row(from.row + row++, first + place);
      if (keeps(K, item)) sources[place++] = (item & 1 ? at_a : none) | (item & 2 ? at_b : none) << 16;
      at_a += item & 1;
      at_b += item >> 1;
    }
    if (tile == 0 && rank == 0) output.end_row(-1, 0);
    member.team_barrier();
    for (int p = rank; p < total; p += Method::team_size) move(from, sources[p], first + p);
  }

 private:
  KOKKOS_FUNCTION void move(CombineBorder const& from, std::uint32_t source, std::int64_t to) const {
    std::int64_t const i = from.a + (source & 0xffffu), j = from.b + (source >> 16);
    bool const has_a = (source & 0xffffu) != none, has_b = source >> 16 != none;
    output.template write<K>(to, has_a ? a.columns(i) : b.columns(j), has_a, has_b, a.values, i, b.values, j);
  }
};

}  // namespace Araios::Impl::elementwise
