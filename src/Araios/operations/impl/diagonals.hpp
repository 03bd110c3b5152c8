// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Which diagonals a matrix has, how many entries lie on each, and the way of entries into their slots.
///
/// A diagonal is counted at q = j - i + m - 1, from 0 to m + n - 2.

#include <Araios/core/bit_mask.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/formats/dia.hpp>
#include <Araios/primitives/bit_words.hpp>
#include <Araios/primitives/impl/sorted_search.hpp>
#include <Araios/primitives/scan.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <limits>
#include <string>

namespace Araios::Impl {

/// Launch numbers of the count.
struct DiagonalCountShape {
  int team_size;
  int items;  // of a thread
  int slots;  // of the table in scratch, a power of two
  int tries;  // before an entry goes to global memory
  constexpr int tile() const { return team_size * items; }
};
template <class Exec>
inline constexpr DiagonalCountShape diagonal_count_shape =
    is_gpu_v<Exec> ? DiagonalCountShape{256, 16, 1024, 8} : DiagonalCountShape{1, 65536, 1024, 8};

/// counts(q) += entries of a tile on diagonal q.
///
/// All entries may lie on a few diagonals of very many: adding each of them in global memory would make millions of
/// additions wait for each other. A team therefore counts its tile in a hash table in scratch, and adds each diagonal
/// of the table once. Entries that find no place in it (the tile has too many diagonals, so none of them often) go to
/// global memory.
template <class Exec, class Rows, class Entries, class Counts>
struct CountDiagonals {
  using Ordinal = typename Entries::non_const_value_type;
  using Count = typename Counts::non_const_value_type;
  using Member = typename Kokkos::TeamPolicy<Exec>::member_type;
  static constexpr DiagonalCountShape shape = diagonal_count_shape<Exec>;
  static constexpr Ordinal nobody = std::numeric_limits<Ordinal>::min();  // j - i is greater
  static constexpr int key_bytes = shape.slots * static_cast<int>(sizeof(Ordinal));
  static constexpr int count_bytes = shape.slots * static_cast<int>(sizeof(unsigned));
  Rows rows;
  Entries entries;
  Counts counts;
  std::int64_t first_diagonal;  // -(m - 1)

  KOKKOS_FUNCTION void operator()(Member const& team) const {
    int const bytes_of_keys = key_bytes, bytes_of_table = count_bytes;  // get_shmem takes references
    auto* const keys = static_cast<Ordinal*>(team.team_shmem().get_shmem(bytes_of_keys));
    auto* const table = static_cast<unsigned*>(team.team_shmem().get_shmem(bytes_of_table));
    int const rank = team.team_rank(), size = team.team_size();
    for (int s = rank; s < shape.slots; s += size) {
      keys[s] = nobody;
      table[s] = 0;
    }
    team.team_barrier();
    auto const total = static_cast<std::int64_t>(entries.extent(0));
    std::int64_t const begin = static_cast<std::int64_t>(team.league_rank()) * shape.tile();
    std::int64_t const end = total - begin < shape.tile() ? total : begin + shape.tile();
    for (std::int64_t p = begin + rank; p < end; p += size) {
      auto const diagonal = static_cast<Ordinal>(entries(p) - rows(p));
      if (!count_in_table(diagonal, keys, table)) Kokkos::atomic_add(&counts(diagonal - first_diagonal), Count(1));
    }
    team.team_barrier();
    for (int s = rank; s < shape.slots; s += size)
      if (keys[s] != nobody) Kokkos::atomic_add(&counts(keys[s] - first_diagonal), static_cast<Count>(table[s]));
  }

  KOKKOS_FUNCTION static bool count_in_table(Ordinal diagonal, Ordinal* keys, unsigned* table) {
    unsigned slot = static_cast<unsigned>(diagonal) * 2654435769u >> 16;  // multiplicative hashing
    for (int t = 0; t < shape.tries; ++t, ++slot) {
      Ordinal* const key = keys + slot % static_cast<unsigned>(shape.slots);
      Ordinal found = *static_cast<Ordinal volatile*>(key);
      if (found == nobody) found = Kokkos::atomic_compare_exchange(key, nobody, diagonal);
      if (found != nobody && found != diagonal) continue;
      Kokkos::atomic_add(table + (key - keys), 1u);
      return true;
    }
    return false;
  }
};

/// counts := entries on each diagonal; counts has m + n - 1 elements, rows the row of each of the k > 0 entries.
template <class Exec, class Rows, class Matrix, class Counts>
void count_diagonals(Exec const& exec, Matrix const& A, Rows const& rows, Counts const& counts) {
  using Body = CountDiagonals<Exec, Rows, typename Matrix::entries_type, Counts>;
  fill(exec, counts, 0);
  auto const teams =
      checked_cast<int>(tiles_for(static_cast<std::int64_t>(A.nnz()), Body::shape.tile()), "Araios::count_diagonals");
  // 16 bytes more for the alignment of the two blocks.
  auto const policy = Kokkos::TeamPolicy<Exec>(exec, teams, Body::shape.team_size)
                          .set_scratch_size(0, Kokkos::PerTeam(Body::key_bytes + Body::count_bytes + 16));
  Kokkos::parallel_for("Araios::count_diagonals::tiles", policy,
                       Body{rows, A.entries, counts, 1 - static_cast<std::int64_t>(A.num_rows())});
}

/// What the diagonals with at least `least` entries are together.
struct DiagonalTotals {
  std::int64_t diagonals = 0;
  std::int64_t entries = 0;
  std::int64_t fewest = 0;  // entries on one of them
};

/// Waits for its result.
template <class Exec, class Counts>
ARAIOS_NOT_INLINED DiagonalTotals total_diagonals(Exec const& exec, Counts const& counts, std::int64_t least) {
  DiagonalTotals totals;
  Kokkos::parallel_reduce(
      "Araios::count_diagonals::total", range(exec, static_cast<std::int64_t>(counts.extent(0))),
      KOKKOS_LAMBDA(std::int64_t q, std::int64_t & diagonals, std::int64_t & entries, std::int64_t & fewest) {
        auto const count = static_cast<std::int64_t>(counts(q));
        if (count < least) return;
        ++diagonals;
        entries += count;
        fewest = count < fewest ? count : fewest;
      },
      Kokkos::Sum<std::int64_t>(totals.diagonals), Kokkos::Sum<std::int64_t>(totals.entries),
      Kokkos::Min<std::int64_t>(totals.fewest));
  return totals;
}

/// The first q with so many entries. Waits for its result.
template <class Exec, class Counts>
ARAIOS_NOT_INLINED std::int64_t diagonal_with(Exec const& exec, Counts const& counts, std::int64_t entries) {
  std::int64_t first = 0;
  Kokkos::parallel_reduce(
      "Araios::count_diagonals::find", range(exec, static_cast<std::int64_t>(counts.extent(0))),
      KOKKOS_LAMBDA(std::int64_t q, std::int64_t & least) {
        if (static_cast<std::int64_t>(counts(q)) == entries && q < least) least = q;
      },
      Kokkos::Min<std::int64_t>(first));
  return first;
}

/// 1 for the diagonals with at least `least` entries.
template <class Counts>
struct KeepDiagonal {
  Counts counts;
  std::int64_t least;
  KOKKOS_FUNCTION int operator()(std::int64_t q) const { return static_cast<std::int64_t>(counts(q)) >= least; }
  KOKKOS_FUNCTION std::int64_t extent(int) const { return static_cast<std::int64_t>(counts.extent(0)); }
};

/// diagonals := the numbers of those, ascending.
template <class Exec, class Counts, class Diagonals, class Space>
ARAIOS_NOT_INLINED void list_diagonals(Exec const& exec, KeepDiagonal<Counts> const& keep, std::int64_t num_rows,
                                       Diagonals const& diagonals, Workspace<Space>& workspace) {
  using Ordinal = typename Diagonals::non_const_value_type;
  typename Workspace<Space>::Frame const frame(workspace);
  auto const before = workspace.template take<Kokkos::View<Ordinal*, Space>>(exec, keep.extent(0));
  exclusive_scan(exec, keep, before, workspace);
  Kokkos::parallel_for(
      "Araios::count_diagonals::list", range(exec, keep.extent(0)), KOKKOS_LAMBDA(std::int64_t q) {
        if (keep(q)) diagonals(before(q)) = static_cast<Ordinal>(q - (num_rows - 1));
      });
}

/// Every slot and every word of some diagonals: entries of A where it has them, zeros and clear bits elsewhere.
///
/// Neighbouring threads go side by side along their rows and the list of diagonals, both ascending, and so write
/// neighbouring slots. Entries on other diagonals are skipped in strides that double. A work item is a row where a vote
/// of the warp makes the word of the mask, and 32 rows elsewhere; `most` diagonals, from the first of them on by
/// bisection.
template <class Lanes, class Matrix, class Arrays>
struct FillDiagonals {
  using Ordinal = typename Matrix::Ordinal;
  using Scalar = std::remove_const_t<typename Matrix::Scalar>;
  static constexpr int rows_of_item = Lanes::width == bits_per_word ? 1 : bits_per_word;
  static constexpr std::int64_t most = 64;
  Matrix A;
  Arrays B;
  std::int64_t stride;

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    std::int64_t const items = stride / rows_of_item;
    std::int64_t const part = item / items;
    std::int64_t const first_row = (item - part * items) * rows_of_item;
    auto const count = static_cast<std::int64_t>(B.diagonals.extent(0));
    std::int64_t const end = count - part * most < most ? count : (part + 1) * most;
    std::int64_t next[rows_of_item], stop[rows_of_item];
    for (int r = 0; r < rows_of_item; ++r) {
      std::int64_t const i = first_row + r;
      bool const inside = i < A.num_rows();
      next[r] = inside ? static_cast<std::int64_t>(A.row_map(i)) : 0;
      stop[r] = inside ? static_cast<std::int64_t>(A.row_map(i + 1)) : 0;
      if (part > 0) next[r] = first_above(A.entries, next[r], stop[r], i + B.diagonals(part * most) - 1);
    }
    for (std::int64_t d = part * most; d < end; ++d) {
      std::int64_t const diagonal = B.diagonals(d);
      std::int64_t const slot = d * stride + first_row;
      std::uint32_t word = 0;
      for (int r = 0; r < rows_of_item; ++r) {
        std::int64_t const j = first_row + r + diagonal;
        next[r] = first_above_near(A.entries, next[r], stop[r], j - 1);
        bool const here = next[r] < stop[r] && static_cast<std::int64_t>(A.entries(next[r])) == j;
        if (here)
          B.values(slot + r) = A.values(next[r]);
        else
          B.values(slot + r) = Scalar{};
        word |= static_cast<std::uint32_t>(here) << r;
      }
      if constexpr (rows_of_item == 1) word = Lanes::template peers<0>(0u, word != 0);
      if (first_row % bits_per_word == 0) B.present(word_of_bit(slot)) = word;
    }
  }
};

/// Rows of A ascend without duplicates.
template <class Exec, class Matrix, class Arrays>
void fill_diagonals(Exec const& exec, Matrix const& A, Arrays const& B) {
  using Body = FillDiagonals<VoteLanes<Exec>, Matrix, Arrays>;
  std::int64_t const stride = dia_stride(A.num_rows());
  std::int64_t const parts = tiles_for(static_cast<std::int64_t>(B.diagonals.extent(0)), Body::most);
  if (parts == 0) return;
  Kokkos::parallel_for("Araios::fill_diagonals", range(exec, parts * (stride / Body::rows_of_item)),
                       Body{A, B, stride});
}

/// Entries of row i of a DIA matrix; something to scan.
template <class Matrix>
struct DiaRowLength {
  Matrix A;
  KOKKOS_FUNCTION std::int64_t operator()(std::int64_t i) const {
    std::int64_t const stride = A.stride();
    std::int64_t length = 0;
    for (std::int64_t d = 0; d < A.num_diagonals(); ++d) length += bit_at(A.present, d * stride + i);
    return length;
  }
  KOKKOS_FUNCTION std::int64_t extent(int) const { return A.num_rows(); }
};

}  // namespace Araios::Impl
