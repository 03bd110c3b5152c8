// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Entries between CSR, which keeps those of a row together, and the formats of padded_layout.hpp, which keep those of
/// neighbouring lines together: a transposition of small blocks.
///
///   lines    one work item a line. For hosts.
///   tiles    one team for a tile of lines, `lanes` slots at a time, through scratch: it is filled in the order of the
///            one format and emptied in that of the other, so that both are read or written in whole sectors. For GPUs.
///   entries  one work item an entry. Padding is written before. For GPUs where tiles are too few or too long to keep
///            all threads busy, as with rows of millions of entries.
///
/// Bytes of each: k entries read and written once, slots of padding written once; entries reads 4 k bytes more of rows.

#include <Araios/core/checks.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/operations/impl/padded_layout.hpp>
#include <Araios/primitives/expand.hpp>
#include <Araios/primitives/scan.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>

namespace Araios::Impl {

/// Numbers of the moves between CSR and padded formats.
struct MovePaddedTuning {
  static constexpr int team_size = 256;
  static constexpr int most_lanes = 32;   ///< slots of a tile
  static constexpr int least_lines = 32;  ///< of a tile; more where lanes are few, so that each thread has work
  /// Slots from which on a line is too long for one team: 128 steps of 32.
  static constexpr std::int64_t longest_line = 4096;
  /// The same where there are so few lines that their teams leave three quarters of the threads without work.
  static constexpr std::int64_t longest_of_few = 256;
};

enum class MoveMethod { automatic, lines, tiles, entries };

/// What a move has to do with.
struct MoveWork {
  std::int64_t lines;
  std::int64_t longest;  ///< entries of a row that are moved; about, where it is not known
  std::int64_t rows;
  std::int64_t nnz;  ///< of the CSR matrix
};

/// Copies entries of a CSR matrix to a padded format (ToPadded), padding included, or back. Of a row with more than
/// `most` entries the first `most` are moved.
template <bool ToPadded_, class Layout_, class RowMap_, class CsrEntries, class CsrValues, class Entries, class Values>
struct PaddedMove {
  static constexpr bool ToPadded = ToPadded_;
  using Layout = Layout_;
  using Ordinal = typename Entries::non_const_value_type;
  using Scalar = typename Values::non_const_value_type;

  Layout layout;
  RowMap_ row_map;
  CsrEntries csr_entries;
  CsrValues csr_values;
  Entries entries;
  Values values;
  std::int64_t most;
  bool by_zero;  // padding

  struct Line {
    std::int64_t begin = 0;  // in CSR
    std::int64_t count = 0;  // entries
    std::int64_t base = 0;   // in the padded format
    std::int64_t slots = 0;  // that are written or read
    Ordinal padding = -1;
  };

  KOKKOS_INLINE_FUNCTION Line describe(std::int64_t l) const {
    Line line;
    std::int64_t const row = layout.row(l);
    if (row >= 0) {
      line.begin = static_cast<std::int64_t>(row_map(row));
      line.count = static_cast<std::int64_t>(row_map(row + 1)) - line.begin;
      if (line.count > most) line.count = most;
    }
    line.base = layout.base(l);
    line.slots = line.count;
    if constexpr (ToPadded && Layout::has_padding) {
      line.slots = layout.width(l);
      if (by_zero) line.padding = line.count > 0 ? csr_entries(line.begin + line.count - 1) : Ordinal(0);
    }
    return line;
  }
  KOKKOS_INLINE_FUNCTION void move(std::int64_t p, std::int64_t position) const {
    if constexpr (ToPadded) {
      entries(position) = csr_entries(p);
      values(position) = csr_values(p);
    } else {
      csr_entries(p) = entries(position);
      csr_values(p) = values(position);
    }
  }
  KOKKOS_INLINE_FUNCTION void pad(Line const& line, std::int64_t k) const {
    std::int64_t const position = layout.position(line.base, k);
    entries(position) = line.padding;
    values(position) = Scalar();
  }
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

/// One team a tile of 2^line_bits lines, 2^lane_bits slots at a time.
///
/// Invariant: between the barriers of a step, element (lane, line) of the tile in scratch is slot k + lane of the line,
/// and each thread touches the slots of the other format that come next to those of its neighbours. A column of the
/// tile has one element more than it has lines, so that neither order meets bank conflicts.
template <class Move>
struct MoveByTiles {
  using Line = typename Move::Line;
  using Ordinal = typename Move::Ordinal;
  using Scalar = typename Move::Scalar;
  Move move;
  std::int64_t lines;
  int line_bits;
  int lane_bits;

  static constexpr std::int64_t aligned(std::int64_t bytes) { return (bytes + 15) / 16 * 16; }
  static constexpr std::int64_t elements(int line_bits, int lane_bits) {
    return ((std::int64_t(1) << line_bits) + 1) << lane_bits;
  }
  static constexpr std::int64_t scratch_bytes(int line_bits, int lane_bits) {
    return aligned((std::int64_t(1) << line_bits) * static_cast<std::int64_t>(sizeof(Line))) +
           aligned(elements(line_bits, lane_bits) * static_cast<std::int64_t>(sizeof(Scalar))) +
           aligned(elements(line_bits, lane_bits) * static_cast<std::int64_t>(sizeof(Ordinal)));
  }

  template <class Team>
  KOKKOS_FUNCTION void operator()(Team const& team) const {
    int const tile = 1 << line_bits;
    int const lanes = 1 << lane_bits;
    int const pitch = tile + 1;
    char* const scratch =
        static_cast<char*>(team.team_scratch(0).get_shmem_aligned(scratch_bytes(line_bits, lane_bits), 16));
    auto* const of_line = reinterpret_cast<Line*>(scratch);
    auto* const value = reinterpret_cast<Scalar*>(scratch + aligned(tile * static_cast<std::int64_t>(sizeof(Line))));
    auto* const column =
        reinterpret_cast<Ordinal*>(reinterpret_cast<char*>(value) +
                                   aligned(elements(line_bits, lane_bits) * static_cast<std::int64_t>(sizeof(Scalar))));
    int const rank = team.team_rank(), threads = team.team_size();

    std::int64_t const first = static_cast<std::int64_t>(team.league_rank()) << line_bits;
    std::int64_t slots = 0;
    for (int r = rank; r < tile; r += threads) {
      of_line[r] = first + r < lines ? move.describe(first + r) : Line();
      if (of_line[r].slots > slots) slots = of_line[r].slots;
    }
    Kokkos::Max<std::int64_t> const reducer(slots);
    team.team_reduce(reducer);
    team.team_barrier();

    for (std::int64_t k = 0; k < slots; k += lanes) {
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

/// The padding of a part of each line; neighbouring work items have neighbouring lines.
template <class Move>
struct PadByParts {
  Move move;
  std::int64_t lines;
  std::int64_t parts;

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    auto const line = move.describe(item % lines);
    std::int64_t const part = item / lines;
    std::int64_t const end = line.slots * (part + 1) / parts;
    std::int64_t k = line.slots * part / parts;
    if (k < line.count) k = line.count;
    for (; k < end; ++k) move.pad(line, k);
  }
};

template <class Move, class Rows, class LineOf>
struct MoveByEntries {
  Move move;
  Rows rows;
  LineOf line_of;

  KOKKOS_FUNCTION void operator()(std::int64_t p) const {
    std::int64_t const row = rows(p);
    std::int64_t const k = p - static_cast<std::int64_t>(move.row_map(row));
    if (k < move.most) move.move(p, move.layout.position(move.layout.base(line_of(row)), k));
  }
};

/// Lines in the order of the rows.
struct SameLine {
  KOKKOS_FUNCTION std::int64_t operator()(std::int64_t row) const { return row; }
};

template <class Exec>
MoveMethod choose_move(Exec const& exec, MoveWork const& work, MoveMethod method) {
  if (method != MoveMethod::automatic) return method;
  if (!is_gpu_v<Exec>) return MoveMethod::lines;
  std::int64_t const teams = tiles_for(work.lines, MovePaddedTuning::least_lines);
  bool const few = teams * MovePaddedTuning::team_size * 4 < concurrency(exec);
  return work.longest > (few ? MovePaddedTuning::longest_of_few : MovePaddedTuning::longest_line) ? MoveMethod::entries
                                                                                                  : MoveMethod::tiles;
}

template <class Exec, class Move>
void move_by_tiles(Exec const& exec, std::string const& label, Move const& move, MoveWork const& work) {
  constexpr int team_size = is_gpu_v<Exec> ? MovePaddedTuning::team_size : 1;
  // As many lanes as rows have entries on average: those of a short row would have nothing to do.
  std::int64_t const mean = std::min(work.longest, tiles_for(work.nnz, std::max<std::int64_t>(work.rows, 1)));
  int const lane_bits = bits_for(std::clamp<std::int64_t>(mean, 1, MovePaddedTuning::most_lanes));
  int const line_bits =
      bits_for(std::max<std::int64_t>(MovePaddedTuning::least_lines, MovePaddedTuning::team_size >> lane_bits));
  using Kernel = MoveByTiles<Move>;
  Kokkos::TeamPolicy<Exec> policy(
      exec, checked_cast<int>(tiles_for(work.lines, std::int64_t(1) << line_bits), "Araios::convert: tiles of lines"),
      team_size);
  policy.set_scratch_size(0, Kokkos::PerTeam(static_cast<int>(Kernel::scratch_bytes(line_bits, lane_bits) + 16)));
  Kokkos::parallel_for(label, policy, Kernel{move, work.lines, line_bits, lane_bits});
}

template <class Exec, class Move, class LineOf>
void move_by_entries(Exec const& exec, std::string const& label, Move const& move, MoveWork const& work,
                     LineOf const& line_of, Workspace<typename Exec::memory_space>& workspace) {
  using Space = typename Exec::memory_space;
  using Rows = Kokkos::View<typename Move::Ordinal*, Space>;
  if constexpr (Move::ToPadded && Move::Layout::has_padding) {
    std::int64_t const parts = std::clamp<std::int64_t>(2 * concurrency(exec) / work.lines, 1, work.longest);
    Kokkos::parallel_for(label, range(exec, work.lines * parts), PadByParts<Move>{move, work.lines, parts});
  }
  typename Workspace<Space>::Frame const frame(workspace);
  Rows const rows = workspace.template take<Rows>(exec, work.nnz);
  pointers_to_index(exec, move.row_map, rows);
  Kokkos::parallel_for(label, range(exec, work.nnz), MoveByEntries<Move, Rows, LineOf>{move, rows, line_of});
}

/// Runs a move; line_of(row) is the line of a row.
template <class Exec, class Move, class LineOf>
void move_padded(Exec const& exec, std::string const& label, Move const& move, MoveWork const& work,
                 LineOf const& line_of, Workspace<typename Exec::memory_space>& workspace,
                 MoveMethod method = MoveMethod::automatic) {
  if (work.lines == 0 || work.longest == 0) return;
  switch (choose_move(exec, work, method)) {
  case MoveMethod::tiles:
    return move_by_tiles(exec, label, move, work);
  case MoveMethod::entries:
    return move_by_entries(exec, label, move, work, line_of, workspace);
  default:
    Kokkos::parallel_for(label, range(exec, work.lines), MoveByLines<Move>{move});
  }
}

/// What moves the entries of A into `entries` and `values` of a padded format.
template <class Layout, class Matrix, class Entries, class Values>
auto move_to(Layout const& layout, Matrix const& A, Entries const& entries, Values const& values, bool by_zero = false,
             std::int64_t most = std::numeric_limits<std::int64_t>::max()) {
  return PaddedMove<true, Layout, typename Matrix::row_map_type, typename Matrix::entries_type,
                    typename Matrix::values_type, Entries, Values>{layout,  A.row_map, A.entries, A.values,
                                                                   entries, values,    most,      by_zero};
}

/// What moves the entries of a padded format into B, whose row_map is complete; of a row at most the first `most`.
template <class Layout, class Arrays, class Entries, class Values>
auto move_from(Layout const& layout, Arrays const& B, Entries const& entries, Values const& values,
               std::int64_t most = std::numeric_limits<std::int64_t>::max()) {
  using Move = PaddedMove<false, Layout, decltype(B.row_map), decltype(B.entries), decltype(B.values), Entries, Values>;
  return Move{layout, B.row_map, B.entries, B.values, entries, values, most, false};
}

/// lengths(row) := entries of the row in a padded format.
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

/// row_map := the offsets of rows whose lengths are those of the lines of `layout`.
template <class Exec, class Layout, class RowMap>
void padded_row_map(Exec const& exec, std::string const& label, Layout const& layout, RowMap const& row_map,
                    Workspace<typename Exec::memory_space>& workspace) {
  auto const num_rows = static_cast<std::int64_t>(row_map.extent(0)) - 1;
  auto const lengths = Kokkos::subview(row_map, std::pair<std::int64_t, std::int64_t>(0, num_rows));
  padded_lengths(exec, label, layout, lengths);
  exclusive_scan(exec, lengths, row_map, workspace);
}

}  // namespace Araios::Impl
