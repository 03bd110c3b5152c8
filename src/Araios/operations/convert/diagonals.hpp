// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The diagonals of a matrix, and the number of entries on each.
///
/// Diagonal j - i has index q = j - i + m - 1, from 0 to m + n - 2.

#include <Araios/collective/staging.hpp>
#include <Araios/core/bit_mask.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/hash.hpp>
#include <Araios/core/progress.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/formats/dia.hpp>
#include <Araios/primitives/scan.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>

namespace Araios::Impl::convert {

/// Tuning parameters of the count.
struct DiagonalCountShape {
  int team_size;
  int near;               // diagonals around the main one, with one counter each in scratch
  int slots;              // of the hash table for the others, a power of two
  int tries;              // probes before an entry goes to global memory
  std::int64_t min_tile;  // minimum of entries per team; more where a GPU has enough teams
};
template <class Exec>
inline constexpr DiagonalCountShape diagonal_count_shape =
    is_gpu_v<Exec> ? DiagonalCountShape{512, 7168, 1024, 8, 4096} : DiagonalCountShape{1, 4096, 1024, 8, 65536};

/// counts(q) += number of entries of a tile on diagonal q.
///
/// All entries may lie on a few of very many diagonals: adding each of them in global memory would serialize millions
/// of additions. A team therefore counts its tile in scratch, diagonals near the main one in an array and others in a
/// hash table, and adds each counter once. Entries that find no free slot in the table (the tile has too many
/// diagonals, so none of them has many entries) go to global memory.
template <class Exec, class Rows, class Entries, class Counts>
struct CountDiagonals {
  using Ordinal = typename Entries::non_const_value_type;
  using Count = typename Counts::non_const_value_type;
  using Member = typename Kokkos::TeamPolicy<Exec>::member_type;
  static constexpr DiagonalCountShape shape = diagonal_count_shape<Exec>;
  static constexpr Ordinal free_key = std::numeric_limits<Ordinal>::min();  // marks a free slot; j - i is greater
  static constexpr int key_bytes = shape.slots * static_cast<int>(sizeof(Ordinal));
  static constexpr int count_bytes = (shape.slots + shape.near) * static_cast<int>(sizeof(unsigned));
  static_assert(key_bytes + count_bytes <= max_scratch_bytes<Exec>);
  Rows rows;
  Entries entries;
  Counts counts;
  std::int64_t first_diagonal;  // -(m - 1)
  std::int64_t tile;

  KOKKOS_FUNCTION void operator()(Member const& team) const {
    poll_in_team(team, "Araios::convert::diagonals");
    int const bytes_of_keys = key_bytes, bytes_of_counts = count_bytes;  // get_shmem takes references
    auto* const keys = static_cast<Ordinal*>(team.team_shmem().get_shmem(bytes_of_keys));
    auto* const table = static_cast<unsigned*>(team.team_shmem().get_shmem(bytes_of_counts));
    auto* const near = table + shape.slots;
    int const rank = team.team_rank(), size = team.team_size();
    for (int s = rank; s < shape.slots; s += size) keys[s] = free_key;
    for (int s = rank; s < shape.slots + shape.near; s += size) table[s] = 0;
    team.team_barrier();
    auto const total = static_cast<std::int64_t>(entries.extent(0));
    std::int64_t const begin = static_cast<std::int64_t>(team.league_rank()) * tile;
    std::int64_t const end = total - begin < tile ? total : begin + tile;
    for (std::int64_t p = begin + rank; p < end; p += size) {
      auto const diagonal = static_cast<Ordinal>(entries(p) - rows(p));
      if (diagonal >= -shape.near / 2 && diagonal < shape.near / 2)
        Kokkos::atomic_add(near + (diagonal + shape.near / 2), 1u);
      else if (!count_in_table(diagonal, keys, table))
        Kokkos::atomic_add(&counts(diagonal - first_diagonal), Count(1));
    }
    team.team_barrier();
    for (int s = rank; s < shape.slots; s += size)
      if (keys[s] != free_key) add(keys[s], table[s]);
    for (int s = rank; s < shape.near; s += size)
      if (near[s] != 0) add(static_cast<Ordinal>(s - shape.near / 2), near[s]);
  }

  KOKKOS_FUNCTION void add(Ordinal diagonal, unsigned count) const {
    Kokkos::atomic_add(&counts(diagonal - first_diagonal), static_cast<Count>(count));
  }
  KOKKOS_FUNCTION static bool count_in_table(Ordinal diagonal, Ordinal* keys, unsigned* table) {
    unsigned slot = static_cast<unsigned>(diagonal) * golden_ratio_32 >> 16;  // multiplicative hashing
    for (int t = 0; t < shape.tries; ++t, ++slot) {
      Ordinal* const key = keys + slot % static_cast<unsigned>(shape.slots);
      Ordinal found = *static_cast<Ordinal volatile*>(key);
      if (found == free_key) found = Kokkos::atomic_compare_exchange(key, free_key, diagonal);
      if (found != free_key && found != diagonal) continue;
      Kokkos::atomic_add(table + (key - keys), 1u);
      return true;
    }
    return false;
  }
};

/// counts := number of entries on each diagonal; counts has m + n - 1 elements, `rows` the row of each of the k > 0
/// entries.
template <class Exec, class Rows, class Matrix, class Counts>
void count_diagonals(Exec const& exec, Matrix const& A, Rows const& rows, Counts const& counts) {
  using Body = CountDiagonals<Exec, Rows, typename Matrix::entries_type, Counts>;
  fill(exec, counts, 0);
  auto const nnz = static_cast<std::int64_t>(A.nnz());
  // One team for each that runs concurrently: a few more would take a second round. Counters of a tile have 32 bits.
  std::int64_t const tile =
      std::clamp(nnz * Body::shape.team_size / concurrency(exec), Body::shape.min_tile, std::int64_t(1) << 31);
  Kokkos::parallel_for("Araios::count_diagonals::tiles",
                       staging_policy(exec, "Araios::count_diagonals", tiles_for(nnz, tile), Body::shape.team_size,
                                      Body::key_bytes + Body::count_bytes),
                       Body{rows, A.entries, counts, 1 - static_cast<std::int64_t>(A.num_rows()), tile});
}

/// Totals of the diagonals with at least `minimum` entries.
struct DiagonalTotals {
  std::int64_t diagonals = 0;
  std::int64_t entries = 0;
  std::int64_t fewest = 0;  // entries on the emptiest of them
};

/// Waits for its result.
template <class Exec, class Counts>
ARAIOS_NOT_INLINED DiagonalTotals total_diagonals(Exec const& exec, Counts const& counts, std::int64_t minimum) {
  DiagonalTotals totals;
  Kokkos::parallel_reduce(
      "Araios::count_diagonals::total", range(exec, static_cast<std::int64_t>(counts.extent(0))),
      KOKKOS_LAMBDA(std::int64_t q, std::int64_t& diagonals, std::int64_t& entries, std::int64_t& fewest) {
        auto const count = static_cast<std::int64_t>(counts(q));
        if (count < minimum) return;
        ++diagonals;
        entries += count;
        fewest = count < fewest ? count : fewest;
      },
      Kokkos::Sum<std::int64_t>(totals.diagonals), Kokkos::Sum<std::int64_t>(totals.entries),
      Kokkos::Min<std::int64_t>(totals.fewest));
  return totals;
}

/// The first q with this number of entries. Waits for its result.
template <class Exec, class Counts>
ARAIOS_NOT_INLINED std::int64_t diagonal_with(Exec const& exec, Counts const& counts, std::int64_t entries) {
  std::int64_t first = 0;
  Kokkos::parallel_reduce(
      "Araios::count_diagonals::find", range(exec, static_cast<std::int64_t>(counts.extent(0))),
      KOKKOS_LAMBDA(std::int64_t q, std::int64_t& minimum) {
        if (static_cast<std::int64_t>(counts(q)) == entries && q < minimum) minimum = q;
      },
      Kokkos::Min<std::int64_t>(first));
  return first;
}

/// 1 for the diagonals with at least `minimum` entries.
template <class Counts>
struct KeepDiagonal {
  Counts counts;
  std::int64_t minimum;
  KOKKOS_FUNCTION int operator()(std::int64_t q) const { return static_cast<std::int64_t>(counts(q)) >= minimum; }
  KOKKOS_FUNCTION std::int64_t extent(int) const { return static_cast<std::int64_t>(counts.extent(0)); }
};

/// diagonals := the diagonals that `keep` accepts, sorted.
template <class Exec, class Counts, class Diagonals, class Space>
ARAIOS_NOT_INLINED void list_diagonals(Exec const& exec, KeepDiagonal<Counts> const& keep, std::int64_t num_rows,
                                       Diagonals const& diagonals, Workspace<Space>& workspace) {
  using Ordinal = typename Diagonals::non_const_value_type;
  typename Workspace<Space>::Frame const frame(workspace);
  auto const before = workspace.template take<Kokkos::View<Ordinal*, Space>>(exec, keep.extent(0));
  exclusive_scan(exec, keep, before, {}, workspace);
  Kokkos::parallel_for(
      "Araios::count_diagonals::list", range(exec, keep.extent(0)), KOKKOS_LAMBDA(std::int64_t q) {
        if (keep(q)) diagonals(before(q)) = static_cast<Ordinal>(q - (num_rows - 1));
      });
}

/// Entries of row i of a DIA matrix; a functor that a scan can read.
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

}  // namespace Araios::Impl::convert
