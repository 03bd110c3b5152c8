// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Moves entries from the slots of diagonals into rows.

#include <Araios/collective/staging.hpp>
#include <Araios/core/bit_mask.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/kokkos_compat.hpp>
#include <Araios/core/pattern.hpp>
#include <Araios/formats/dia.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

namespace Araios::Impl::convert {

/// Writes the entries of each row, sorted by column, from its row_map on; one work item per row. For hosts.
template <class Exec, class Matrix, class Arrays>
ARAIOS_NOT_INLINED void gather_rows(Exec const& exec, Matrix const& A, Arrays const& B) {
  Kokkos::parallel_for(
      "Araios::convert::dia_to_csr::fill", range(exec, static_cast<std::int64_t>(A.num_rows())),
      KOKKOS_LAMBDA(std::int64_t i) {
        auto p = B.row_map(i);
        for (std::int64_t d = 0; d < A.num_diagonals(); ++d) {
          std::int64_t const slot = d * A.stride() + i;
          if (!bit_at(A.present, slot)) continue;
          B.entries(p) = static_cast<typename Matrix::Ordinal>(i + A.diagonals(d));
          B.values(p) = A.values(slot);
          ++p;
        }
      });
}

/// The same by teams with 32 rows each, for GPUs. Groups of 32 threads take a range of the diagonals, one row per
/// thread, and so read neighbouring slots. The entries go to scratch, and from there to the rows, coalesced, if they
/// fit: writes by the thread of each row would take a memory transaction each (perf_tests/notes/convert.md).
template <class Matrix, class Arrays>
struct GatherTile {
  using Ordinal = typename Matrix::Ordinal;
  using Scalar = std::remove_const_t<typename Matrix::Scalar>;
  static constexpr int team_size = 128;
  static constexpr int entry_bytes = static_cast<int>(sizeof(Ordinal) + value_bytes_v<Scalar>);
  Matrix A;
  Arrays B;
  std::int64_t room;  // entries that fit in scratch

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& team) const {
    std::int64_t const first_row = static_cast<std::int64_t>(team.league_rank()) * bits_per_word;
    std::int64_t const end_row = A.num_rows() - first_row < bits_per_word ? A.num_rows() : first_row + bits_per_word;
    auto const begin = static_cast<std::int64_t>(B.row_map(first_row));
    auto const length = static_cast<std::int64_t>(B.row_map(end_row)) - begin;
    bool const staged = length <= room;
    auto* const scratch = static_cast<char*>(team.team_scratch(0).get_shmem_aligned(room * entry_bytes, 16));
    auto* column = reinterpret_cast<Ordinal*>(scratch + room * static_cast<std::int64_t>(value_bytes_v<Scalar>));
    auto* value = reinterpret_cast<Scalar*>(scratch);
    if (!staged) {
      column = B.entries.data() + begin;
      if constexpr (!is_pattern_v<Scalar>) value = B.values.data() + begin;
    }
    find(team, first_row, begin, column, value);
    if (!staged) return;
    team.team_barrier();
    for (std::int64_t p = team.team_rank(); p < length; p += team.team_size()) {
      B.entries(begin + p) = column[p];
      if constexpr (!is_pattern_v<Scalar>) B.values(begin + p) = value[p];
    }
  }

  /// Writes the entries on the diagonals of one group to their positions in their rows, less `begin`.
  template <class Member>
  KOKKOS_FUNCTION void find(Member const& team, std::int64_t first_row, std::int64_t begin, Ordinal* column,
                            Scalar* value) const {
    int const lane = team.team_rank() % bits_per_word, group = team.team_rank() / bits_per_word;
    constexpr int groups = team_size / bits_per_word;
    std::int64_t const i = first_row + lane, stride = A.stride(), count = A.num_diagonals();
    if (i >= A.num_rows()) return;
    auto p = static_cast<std::int64_t>(B.row_map(i)) - begin;
    std::int64_t d = 0;
    for (; d < count * group / groups; ++d) p += bit_at(A.present, d * stride + i);
    for (; d < count * (group + 1) / groups; ++d) {
      std::int64_t const slot = d * stride + i;
      if (!bit_at(A.present, slot)) continue;
      column[p] = static_cast<Ordinal>(i + A.diagonals(d));
      if constexpr (!is_pattern_v<Scalar>) value[p] = A.values(slot);
      ++p;
    }
  }
};

/// Writes the rows of A, which has entries, to B, whose row_map is complete.
template <class Exec, class Matrix, class Arrays>
void fill_rows_of_dia(Exec const& exec, Matrix const& A, Arrays const& B) {
  using Tile = GatherTile<Matrix, Arrays>;
  if constexpr (!is_gpu_v<Exec>) {
    gather_rows(exec, A, B);
  } else {
    std::int64_t const tiles = A.stride() / bits_per_word;
    std::int64_t const mean = tiles_for(static_cast<std::int64_t>(A.nnz()), tiles);
    std::int64_t const room = staged_room(mean, Tile::entry_bytes);
    Kokkos::parallel_for(
        "Araios::convert::dia_to_csr::fill",
        staging_policy(exec, "Araios::convert::dia_to_csr", tiles, Tile::team_size, room * Tile::entry_bytes),
        Tile{A, B, room});
  }
}

}  // namespace Araios::Impl::convert
