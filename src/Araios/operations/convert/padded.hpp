// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Moves entries between CSR, which stores those of a row contiguously, and the formats of layout/padded.hpp, which
/// interleave those of neighbouring stored rows: a transposition of small blocks. A line is a stored row.
///
///   lines    one work item per stored row. For hosts.
///   tiles    one team per tile of stored rows, `lanes` slots at a time, through scratch: it is filled in the order of
///            one format and emptied in that of the other, so that both are read or written in whole sectors. For GPUs.
///   parts    tiles, split into parts of equally many slots, so that many teams share the longest rows. For GPUs where
///            rows are few or of very different lengths, up to rows of millions of entries.
///
/// Each method reads and writes k entries once, and writes slots of padding once.

#include <Araios/core/checks.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/kokkos_compat.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/progress.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/layout/padded.hpp>
#include <Araios/operations/convert/padded_move.hpp>
#include <Araios/primitives/scan.hpp>
#include <Araios/primitives/segments.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>

namespace Araios::Impl::convert {

/// Tuning parameters of the moves between CSR and padded formats.
struct MovePaddedTuning {
  static constexpr int team_size = 256;
  static constexpr int max_lanes = 32;  ///< slots of a tile
  static constexpr int min_lines = 32;  ///< minimum per tile; more where lanes are few, so that each thread has work
  /// Slots of a part: 8 steps of 32. Stored rows are split into parts where the longest is more than `skew` times as
  /// long as the mean, or where tiles have work for less than 1 / skew of the threads.
  static constexpr std::int64_t part = 256;
  static constexpr std::int64_t skew = 8;
  static constexpr int teams_of_concurrency = 4;  ///< teams for parts, per team in flight: parts differ in length
};

enum class MoveMethod { automatic, lines, tiles, parts };

/// The size of a move.
struct MoveWork {
  std::int64_t lines;
  std::int64_t longest;  ///< entries of a row that are moved; an estimate where it is not known
  std::int64_t rows;
  std::int64_t nnz;  ///< of the CSR matrix
};

template <class Move>
struct MoveByLines {
  Move move;

  KOKKOS_FUNCTION void operator()(std::int64_t l) const {
    auto const line = move.describe(l);
    for (std::int64_t k = 0; k < line.count; ++k) move.move(line.begin + k, move.layout.position(line.base, k));
    if constexpr (Move::ToPadded)
      for (std::int64_t k = line.count; k < line.slots; ++k) move.pad(line, k);
  }
};

/// A team moves a tile of 2^line_bits stored rows, 2^lane_bits slots at a time.
///
/// Invariant: between the barriers of a step, element (lane, line) of the tile in scratch is slot k + lane of the
/// stored row, and neighbouring threads access neighbouring slots of the other format. A column of the tile has one
/// element more than it has stored rows, so neither order has bank conflicts.
template <class Move>
struct MoveByTiles {
  using Line = typename Move::Line;
  using Ordinal = typename Move::Ordinal;
  using Scalar = typename Move::Scalar;
  Move move;
  std::int64_t lines;
  int line_bits;
  int lane_bits;

  static constexpr std::int64_t all_slots = std::numeric_limits<std::int64_t>::max();
  KOKKOS_FUNCTION static constexpr std::int64_t aligned(std::int64_t bytes) { return (bytes + 15) / 16 * 16; }
  KOKKOS_FUNCTION static constexpr std::int64_t elements(int line_bits, int lane_bits) {
    return ((std::int64_t(1) << line_bits) + 1) << lane_bits;
  }
  KOKKOS_FUNCTION static constexpr std::int64_t scratch_bytes(int line_bits, int lane_bits) {
    return aligned((std::int64_t(1) << line_bits) * static_cast<std::int64_t>(sizeof(Line))) +
           aligned(elements(line_bits, lane_bits) * static_cast<std::int64_t>(sizeof(Scalar))) +
           aligned(elements(line_bits, lane_bits) * static_cast<std::int64_t>(sizeof(Ordinal)));
  }

  template <class Team>
  KOKKOS_FUNCTION char* scratch_of(Team const& team) const {
    return static_cast<char*>(team.team_scratch(0).get_shmem_aligned(scratch_bytes(line_bits, lane_bits), 16));
  }
  template <class Team>
  KOKKOS_FUNCTION void operator()(Team const& team) const {
    poll_in_team(team, "Araios::convert::padded");
    move_slots(team, scratch_of(team), team.league_rank(), 0, all_slots);
  }

  /// Slots [begin, end) of a tile.
  template <class Team>
  KOKKOS_FUNCTION void move_slots(Team const& team, char* scratch, std::int64_t tile_number, std::int64_t begin,
                                  std::int64_t end) const {
    int const tile = 1 << line_bits;
    int const lanes = 1 << lane_bits;
    int const pitch = tile + 1;
    auto* const of_line = reinterpret_cast<Line*>(scratch);
    auto* const value = reinterpret_cast<Scalar*>(scratch + aligned(tile * static_cast<std::int64_t>(sizeof(Line))));
    auto* const column =
        reinterpret_cast<Ordinal*>(reinterpret_cast<char*>(value) +
                                   aligned(elements(line_bits, lane_bits) * static_cast<std::int64_t>(sizeof(Scalar))));
    int const rank = team.team_rank(), threads = team.team_size();

    std::int64_t const first = tile_number << line_bits;
    std::int64_t slots = 0;
    for (int r = rank; r < tile; r += threads) {
      of_line[r] = first + r < lines ? move.describe(first + r) : Line();
      if (of_line[r].slots > slots) slots = of_line[r].slots;
    }
    Kokkos::Max<std::int64_t> const reducer(slots);
    team.team_reduce(reducer);
    if (slots > end) slots = end;
    team.team_barrier();

    for (std::int64_t k = begin; k < slots; k += lanes) {
      for (int s = rank; s < tile << lane_bits; s += threads) {
        int const lane = Move::ToPadded ? s & (lanes - 1) : s >> line_bits;
        int const r = Move::ToPadded ? s >> lane_bits : s & (tile - 1);
        Line const& line = of_line[r];
        if (k + lane >= line.count) continue;
        std::int64_t const from = Move::ToPadded ? line.begin + k + lane : move.layout.position(line.base, k + lane);
        if constexpr (Move::ToPadded) {
          column[lane * pitch + r] = move.csr_entries(from);
          value[lane * pitch + r] = move.csr_values(from);
        } else {
          column[lane * pitch + r] = move.entries(from);
          value[lane * pitch + r] = move.values(from);
        }
      }
      team.team_barrier();
      for (int s = rank; s < tile << lane_bits; s += threads) {
        int const lane = Move::ToPadded ? s >> line_bits : s & (lanes - 1);
        int const r = Move::ToPadded ? s & (tile - 1) : s >> lane_bits;
        Line const& line = of_line[r];
        if (k + lane >= line.slots) continue;
        if constexpr (Move::ToPadded) {
          bool const entry = k + lane < line.count;
          std::int64_t const to = move.layout.position(line.base, k + lane);
          move.entries(to) = entry ? column[lane * pitch + r] : line.padding;
          move.values(to) = entry ? value[lane * pitch + r] : Scalar();
        } else {
          move.csr_entries(line.begin + k + lane) = column[lane * pitch + r];
          move.csr_values(line.begin + k + lane) = value[lane * pitch + r];
        }
      }
      team.team_barrier();
    }
  }
};

/// longest(tile) := number of slots of its longest stored row; zero before. An item is 8 stored rows of one tile.
template <class Move, class Longest>
struct LongestOfTiles {
  static constexpr std::int64_t lines = 8;
  MoveByTiles<Move> tiles;
  Longest longest;

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    std::int64_t slots = 0;
    for (std::int64_t l = item * lines; l < (item + 1) * lines && l < tiles.lines; ++l) {
      std::int64_t const of_line = tiles.move.describe(l).slots;
      slots = of_line > slots ? of_line : slots;
    }
    if (slots > 0) Kokkos::atomic_fetch_max(&longest((item * lines) >> tiles.line_bits), slots);
  }
};

/// Number of parts of a tile: that of its longest stored row. A functor that a scan can read.
template <class Longest>
struct PartsOfTile {
  Longest longest;
  KOKKOS_FUNCTION std::int64_t extent(int) const { return static_cast<std::int64_t>(longest.extent(0)); }
  KOKKOS_FUNCTION std::int64_t operator()(std::int64_t tile) const {
    return tiles_for(longest(tile), MovePaddedTuning::part);
  }
};

/// Teams share the parts of all tiles. The number of parts is on the device only.
template <class Move, class Offsets>
struct MoveByParts {
  MoveByTiles<Move> tiles;
  PointerSegments<Offsets> parts;

  template <class Team>
  KOKKOS_FUNCTION void operator()(Team const& team) const {
    poll_in_team(team, "Araios::convert::padded");
    char* const scratch = tiles.scratch_of(team);
    std::int64_t const total = parts.begin(parts.count());
    for (std::int64_t item = team.league_rank(); item < total; item += team.league_size()) {
      std::int64_t const tile = parts.find(item);
      std::int64_t const begin = (item - parts.begin(tile)) * MovePaddedTuning::part;
      tiles.move_slots(team, scratch, tile, begin, begin + MovePaddedTuning::part);
    }
  }
};

/// Mean number of entries of a row that are moved, at least one. Requires at least one row.
inline std::int64_t mean_of(MoveWork const& work) {
  return std::max<std::int64_t>(1, std::min(work.longest, tiles_for(work.nnz, work.rows)));
}

template <class Exec>
MoveMethod choose_move(Exec const& exec, MoveWork const& work, MoveMethod method) {
  using Tuning = MovePaddedTuning;
  if (method != MoveMethod::automatic) return method;
  if (!is_gpu_v<Exec>) return MoveMethod::lines;
  bool const few = tiles_for(work.lines, Tuning::min_lines) * Tuning::team_size * Tuning::skew < concurrency(exec);
  bool const skewed = work.longest > Tuning::skew * mean_of(work);
  return work.longest > Tuning::part && (few || skewed) ? MoveMethod::parts : MoveMethod::tiles;
}

/// The team policy of a move by tiles or parts.
template <class Exec, class Move>
Kokkos::TeamPolicy<Exec> move_policy(Exec const& exec, MoveByTiles<Move> const& tiles, std::int64_t teams) {
  constexpr int team_size = is_gpu_v<Exec> ? MovePaddedTuning::team_size : 1;
  Kokkos::TeamPolicy<Exec> policy(exec, checked_cast<int>(teams, "Araios::convert: tiles of lines"), team_size);
  auto const bytes = MoveByTiles<Move>::scratch_bytes(tiles.line_bits, tiles.lane_bits) + 16;
  policy.set_scratch_size(0, per_team(bytes));
  return policy;
}

template <class Exec, class Move>
void move_by_parts(Exec const& exec, std::string const& label, MoveByTiles<Move> const& tiles, MoveWork const& work,
                   Workspace<typename Exec::memory_space>& workspace) {
  using Tuning = MovePaddedTuning;
  using Offsets = Kokkos::View<std::int64_t*, typename Exec::memory_space>;
  typename Workspace<typename Exec::memory_space>::Frame const frame(workspace);
  std::int64_t const count = tiles_for(work.lines, std::int64_t(1) << tiles.line_bits);
  auto const longest = workspace.template take<Offsets>(exec, count);
  fill(exec, longest, 0);
  using Longest = LongestOfTiles<Move, Offsets>;
  Kokkos::parallel_for(label, range(exec, tiles_for(work.lines, Longest::lines)), Longest{tiles, longest});
  auto const offsets = workspace.template take<Offsets>(exec, count + 1);
  exclusive_scan(exec, PartsOfTile<Offsets>{longest}, offsets, {}, workspace);
  std::int64_t const max_parts = count * tiles_for(work.longest, Tuning::part);
  std::int64_t const teams = tiles_for(Tuning::teams_of_concurrency * concurrency(exec), Tuning::team_size);
  Kokkos::parallel_for(label, move_policy(exec, tiles, std::min(max_parts, teams)),
                       MoveByParts<Move, Offsets>{tiles, PointerSegments<Offsets>{offsets}});
}

/// Runs a move with the given or the chosen method.
template <class Exec, class Move>
void move_padded(Exec const& exec, std::string const& label, Move const& move, MoveWork const& work,
                 Workspace<typename Exec::memory_space>& workspace, MoveMethod method = MoveMethod::automatic) {
  if (work.lines == 0 || work.longest == 0) return;
  // The mean number of entries of a row: more lanes would be idle in a short row.
  int const lane_bits = bits_for(std::min<std::int64_t>(mean_of(work), MovePaddedTuning::max_lanes));
  int const line_bits =
      bits_for(std::max<std::int64_t>(MovePaddedTuning::min_lines, MovePaddedTuning::team_size >> lane_bits));
  MoveByTiles<Move> const tiles{move, work.lines, line_bits, lane_bits};
  switch (choose_move(exec, work, method)) {
  case MoveMethod::tiles:
    return Kokkos::parallel_for(label, move_policy(exec, tiles, tiles_for(work.lines, std::int64_t(1) << line_bits)),
                                tiles);
  case MoveMethod::parts:
    return move_by_parts(exec, label, tiles, work, workspace);
  default:
    Kokkos::parallel_for(label, range(exec, work.lines), MoveByLines<Move>{move});
  }
}

/// lengths(row) := number of entries of the row in a padded format.
template <class Exec, class Layout, class Lengths>
ARAIOS_NOT_INLINED void padded_lengths(Exec const& exec, std::string const& label, Layout const& layout,
                                       Lengths const& lengths) {
  using Length = typename Lengths::non_const_value_type;
  Kokkos::parallel_for(
      label, range(exec, layout.lines()), KOKKOS_LAMBDA(std::int64_t line) {
        std::int64_t const row = layout.row(line);
        if (row >= 0) lengths(row) = static_cast<Length>(layout.length(line));
      });
}

/// row_map := the offsets of rows whose lengths are those of the stored rows of `layout`.
template <class Exec, class Layout, class RowMap>
void padded_row_map(Exec const& exec, std::string const& label, Layout const& layout, RowMap const& row_map,
                    Workspace<typename Exec::memory_space>& workspace) {
  auto const num_rows = static_cast<std::int64_t>(row_map.extent(0)) - 1;
  auto const lengths = Kokkos::subview(row_map, std::pair<std::int64_t, std::int64_t>(0, num_rows));
  padded_lengths(exec, label, layout, lengths);
  exclusive_scan(exec, lengths, row_map, {}, workspace);
}

}  // namespace Araios::Impl::convert
