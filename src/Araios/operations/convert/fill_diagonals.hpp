// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Moves entries from rows into the slots of diagonals.

#include <Araios/collective/staging.hpp>
#include <Araios/core/bit_mask.hpp>
#include <Araios/core/checks.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/pattern.hpp>
#include <Araios/core/search.hpp>
#include <Araios/formats/dia.hpp>
#include <Araios/primitives/bit_words.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <type_traits>

namespace Araios::Impl::convert {

/// Tuning parameters of the fill.
struct DiagonalFillShape {
  static constexpr int team_size = 128;           // 4 warps, each with a quarter of the diagonals
  static constexpr std::int64_t diagonals = 64;   // per warp, at most
  static constexpr std::int64_t short_rows = 12;  // maximum of entries; the rows of all threads then fit the L1 cache
};

/// Writes every slot and every word of the diagonals [low, high) in 32 rows, or in the row of this lane: entries of A
/// where there are any, zeros and clear bits elsewhere.
///
/// Neighbouring threads advance along their rows and the list of diagonals, both sorted, and so write neighbouring
/// slots. Entries on other diagonals are skipped in strides that double. A thread has one row where a vote of the warp
/// makes the word of the mask, and all 32 rows elsewhere.
template <class Lanes, class Matrix, class Arrays>
struct WalkDiagonals {
  using Scalar = std::remove_const_t<typename Matrix::Scalar>;
  static constexpr int rows_of_lane = Lanes::width == bits_per_word ? 1 : bits_per_word;
  Matrix A;
  Arrays B;
  std::int64_t stride;

  /// Columns and values are at positions less `origin`.
  template <class Position, class Columns, class Values>
  KOKKOS_FUNCTION void walk(std::int64_t first_row, int lane, std::int64_t low, std::int64_t high, std::int64_t origin,
                            Columns const& columns, Values const& values) const {
    if (low == high) return;
    std::int64_t const own_row = first_row + lane;
    Position next[std::size_t(rows_of_lane)], stop[std::size_t(rows_of_lane)];
    for (int r = 0; r < rows_of_lane; ++r) {
      std::int64_t const i = own_row + r;
      bool const inside = i < A.num_rows();
      next[r] = inside ? static_cast<Position>(static_cast<std::int64_t>(A.row_map(i)) - origin) : 0;
      stop[r] = inside ? static_cast<Position>(static_cast<std::int64_t>(A.row_map(i + 1)) - origin) : 0;
      if (low > 0) next[r] = first_above(columns, next[r], stop[r], i + B.diagonals(low) - 1);
    }
    for (std::int64_t d = low; d < high; ++d) {
      std::int64_t const diagonal = B.diagonals(d);
      std::int64_t const slot = d * stride + own_row;
      std::uint32_t word = 0;
      for (int r = 0; r < rows_of_lane; ++r) {
        std::int64_t const j = own_row + r + diagonal;
        next[r] = first_above_near(columns, next[r], stop[r], j - 1);
        bool const here = next[r] < stop[r] && static_cast<std::int64_t>(columns(next[r])) == j;
        if (here)
          B.values(slot + r) = values(next[r]);
        else
          B.values(slot + r) = Scalar{};
        word |= static_cast<std::uint32_t>(here) << r;
      }
      if constexpr (rows_of_lane == 1) word = Lanes::template peers<0>(0u, word != 0);
      if (own_row == first_row) B.present(word_of_bit(slot)) = word;
    }
  }
};

/// Work items are lanes; the work is divided by tiles of 32 rows and ranges of the diagonals.
template <class Lanes, class Matrix, class Arrays>
struct FillDiagonals {
  WalkDiagonals<Lanes, Matrix, Arrays> walker;
  std::int64_t parts;

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    std::int64_t const tile = item / Lanes::width / parts, part = item / Lanes::width % parts;
    auto const count = static_cast<std::int64_t>(walker.B.diagonals.extent(0));
    walker.template walk<std::int64_t>(tile * bits_per_word, static_cast<int>(item % Lanes::width),
                                       count * part / parts, count * (part + 1) / parts, 0, walker.A.entries,
                                       walker.A.values);
  }
};

/// A team has a tile, whose entries it first copies to scratch, coalesced, if they fit. Direct reads, each thread along
/// its own row, would take a memory transaction per entry (perf_tests/notes/convert.md).
template <class Lanes, class Matrix, class Arrays>
struct FillDiagonalsStaged {
  using Ordinal = typename Matrix::Ordinal;
  using Scalar = std::remove_const_t<typename Matrix::Scalar>;
  static constexpr int entry_bytes = static_cast<int>(sizeof(Ordinal) + value_bytes_v<Scalar>);
  WalkDiagonals<Lanes, Matrix, Arrays> walker;
  std::int64_t parts;  // ranges of the diagonals, one per warp of each team
  std::int64_t room;   // entries that fit in scratch

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& team) const {
    auto const& A = walker.A;
    int const warps = team.team_size() / Lanes::width, lane = team.team_rank() % Lanes::width;
    std::int64_t const teams_of_tile = parts / warps;
    std::int64_t const first_row = team.league_rank() / teams_of_tile * bits_per_word;
    std::int64_t const part = team.league_rank() % teams_of_tile * warps + team.team_rank() / Lanes::width;
    auto const count = static_cast<std::int64_t>(walker.B.diagonals.extent(0));
    std::int64_t const low = count * part / parts, high = count * (part + 1) / parts;
    std::int64_t const end_row = A.num_rows() - first_row < bits_per_word ? A.num_rows() : first_row + bits_per_word;
    auto const begin = static_cast<std::int64_t>(A.row_map(first_row));
    auto const length = static_cast<std::int64_t>(A.row_map(end_row)) - begin;
    if (length > room) {
      walker.template walk<std::int64_t>(first_row, lane, low, high, 0, A.entries, A.values);
      return;
    }
    auto* const scratch = static_cast<char*>(team.team_scratch(0).get_shmem_aligned(room * entry_bytes, 16));
    auto* const column = reinterpret_cast<Ordinal*>(scratch + room * static_cast<std::int64_t>(value_bytes_v<Scalar>));
    stage(team, A.entries, begin, length, column);
    if constexpr (is_pattern_v<Scalar>) {
      team.team_barrier();
      walker.template walk<int>(first_row, lane, low, high, begin, StagedArray<Ordinal>{column}, A.values);
    } else {
      auto* const value = reinterpret_cast<Scalar*>(scratch);
      stage(team, A.values, begin, length, value);
      team.team_barrier();
      walker.template walk<int>(first_row, lane, low, high, begin, StagedArray<Ordinal>{column},
                                StagedArray<Scalar>{value});
    }
  }
};

/// Rows of A are sorted without duplicates. Refuses, in the name of `function`, more teams than a launch can have.
template <class Exec, class Matrix, class Arrays>
void fill_diagonals(Exec const& exec, char const* function, Matrix const& A, Arrays const& B) {
  using Lanes = VoteLanes<Exec>;
  using Staged = FillDiagonalsStaged<Lanes, Matrix, Arrays>;
  using Shape = DiagonalFillShape;
  auto const count = static_cast<std::int64_t>(B.diagonals.extent(0));
  if (count == 0) return;
  std::int64_t const stride = dia_stride(A.num_rows());
  std::int64_t const tiles = stride / bits_per_word;
  WalkDiagonals<Lanes, Matrix, Arrays> const walker{A, B, stride};
  std::int64_t const mean = tiles_for(static_cast<std::int64_t>(A.nnz()), tiles);
  if (Lanes::width == 1 || std::min(count, mean / bits_per_word) <= Shape::short_rows) {
    std::int64_t const parts = tiles_for(count, Shape::diagonals);
    Kokkos::parallel_for("Araios::fill_diagonals", range(exec, tiles * parts * Lanes::width),
                         FillDiagonals<Lanes, Matrix, Arrays>{walker, parts});
    return;
  }
  constexpr int warps = Shape::team_size / Lanes::width;
  std::int64_t const teams_of_tile = tiles_for(count, Shape::diagonals * warps);
  std::int64_t const room = staged_room(mean, Staged::entry_bytes);
  std::int64_t const teams = checked_multiply(tiles, teams_of_tile, function);
  Kokkos::parallel_for("Araios::fill_diagonals",
                       staging_policy(exec, function, teams, Shape::team_size, room * Staged::entry_bytes),
                       Staged{walker, teams_of_tile * warps, room});
}

}  // namespace Araios::Impl::convert
