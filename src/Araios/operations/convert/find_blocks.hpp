// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Finds the block columns of all block rows: merges, counts, and lists them without gaps.

#include <Araios/collective/staging.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/kokkos_compat.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/operations/convert/block_rows.hpp>
#include <Araios/primitives/segments.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <type_traits>

namespace Araios::Impl::convert {

/// Merges the ranges. counts(rank) := number of blocks of the range of that rank; starts(rank) := position of its first
/// block column in `found`, which has one element per entry of A: there are no more blocks than entries.
template <class Cursors, class Matrix, class Firsts, class Counts, class Found>
struct FindBlocks {
  using Count = typename Counts::non_const_value_type;
  BlockCuts<Matrix> cuts;
  PointerSegments<Firsts> firsts;
  Counts counts;
  Counts starts;
  Found found;

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    if (item >= firsts.begin(firsts.count())) return;
    BlockRange const range = cuts.range_of(item, firsts);
    Cursors cursors(cuts.A, cuts.b, range);
    merge(range, cursors, range.begin > 0 ? cursors.entries_before(range) : 0);
  }
  /// The range comes after `before` entries of its block row.
  template <class AnyCursors>
  KOKKOS_FUNCTION void merge(BlockRange const& range, AnyCursors& cursors, std::int64_t before) const {
    std::int64_t const start = static_cast<std::int64_t>(cuts.A.row_map(range.row * cuts.b)) + before;
    std::int64_t blocks = 0;
    if (range.begin < range.end)
      for (std::int64_t column = cursors.minimum(); column < range.end; column = cursors.minimum()) {
        std::int64_t const block = column / cuts.b;
        found(start + blocks++) = static_cast<typename Found::non_const_value_type>(block);
        cursors.pass(block * cuts.b + cuts.b);
      }
    counts(range.rank) = static_cast<Count>(blocks);
    starts(range.rank) = static_cast<Count>(start);
  }
};

/// The same by teams with a tile of block rows each, whose columns they first copy to scratch, coalesced, if they fit
/// and no row is split. Threads that walk along separate rows in global memory thrash the L1 cache.
template <class Find>
struct FindBlocksStaged {
  static constexpr int team_size = 128;
  static constexpr std::int64_t min_tile = 32;
  Find find;
  std::int64_t tile;  // block rows, at most one per thread
  std::int64_t room;  // columns that fit in scratch

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& team) const {
    auto const& A = find.cuts.A;
    using Matrix = std::remove_cvref_t<decltype(A)>;
    using Ordinal = typename Matrix::Ordinal;
    std::int64_t const b = find.cuts.b, rows = find.firsts.count();
    std::int64_t const first = team.league_rank() * tile;
    std::int64_t const end = rows - first < tile ? rows : first + tile;
    auto const begin = static_cast<std::int64_t>(A.row_map(first * b));
    auto const length = static_cast<std::int64_t>(A.row_map(end * b)) - begin;
    std::int64_t const first_item = find.firsts.begin(first), end_item = find.firsts.begin(end);
    if (length > room || end_item - first_item > end - first) {
      for (std::int64_t item = first_item + team.team_rank(); item < end_item; item += team.team_size()) find(item);
      return;
    }
    auto* const column = static_cast<Ordinal*>(
        team.team_scratch(0).get_shmem_aligned(room * static_cast<std::int64_t>(sizeof(Ordinal)), 16));
    stage(team, A.entries, begin, length, column);
    team.team_barrier();
    if (team.team_rank() >= end - first) return;
    BlockRange const range{first + team.team_rank(), 0, static_cast<std::int64_t>(A.num_cols()),
                           first_item + team.team_rank()};
    StagedArray<Ordinal> const columns{column};
    RowCursors<Matrix, StagedArray<Ordinal>> cursors(A, b, range, columns, begin);
    find.merge(range, cursors, 0);
  }
};

/// Runs FindBlocks for at most `items` items; counts are 0 where there are fewer.
template <class Exec, class Find>
void find_blocks(Exec const& exec, Find const& find, std::int64_t items, bool staged) {
  using Staged = FindBlocksStaged<Find>;
  char const* const label = "Araios::convert::csr_to_bsr::find";
  fill(exec, find.counts, 0);
  if (!staged) {
    Kokkos::parallel_for(label, range(exec, items), find);
    return;
  }
  using Ordinal = typename decltype(find.cuts.A)::Ordinal;
  constexpr auto each = static_cast<std::int64_t>(sizeof(Ordinal));
  std::int64_t const block_rows = find.firsts.count();
  std::int64_t const mean = tiles_for(static_cast<std::int64_t>(find.cuts.A.nnz()), block_rows) + 1;
  std::int64_t const tile =
      std::clamp<std::int64_t>(max_staged_bytes / each / (mean + mean / 8), Staged::min_tile, Staged::team_size);
  std::int64_t const room = staged_room(tile * mean, each);
  Kokkos::parallel_for(
      label,
      staging_policy(exec, "Araios::convert::csr_to_bsr", tiles_for(block_rows, tile), Staged::team_size, room * each),
      Staged{find, tile, room});
}

/// Lists the blocks without gaps, by 4 threads per range; `offsets` are the scanned counts.
template <class Exec, class Offsets, class Starts, class Found, class Blocks>
ARAIOS_NOT_INLINED void list_blocks(Exec const& exec, Offsets const& offsets, Starts const& starts, Found const& found,
                                    Blocks const& blocks) {
  constexpr int threads = is_gpu_v<Exec> ? 4 : 1;
  Kokkos::parallel_for(
      "Araios::convert::csr_to_bsr::list", range(exec, static_cast<std::int64_t>(starts.extent(0)) * threads),
      KOKKOS_LAMBDA(std::int64_t item) {
        std::int64_t const rank = item / threads;
        auto const begin = static_cast<std::int64_t>(offsets(rank)), end = static_cast<std::int64_t>(offsets(rank + 1));
        for (std::int64_t k = begin + item % threads; k < end; k += threads)
          blocks(k) = found(static_cast<std::int64_t>(starts(rank)) + (k - begin));
      });
}

}  // namespace Araios::Impl::convert
