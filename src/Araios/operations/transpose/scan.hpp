// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// ScanTrans: positions from counts of columns in every part of the entries.
///
/// The entries, in the order of A, are divided into parts of equal length. The method has two arrays:
///   intra(p)     entries of the same column before p in the part of p
///   inter(c, j)  first the entries of column j in part c; after the vertical scan, those in the parts before c
/// With the pointers from the column totals, entry p of part c and column j has its position in B at
///   row_map(j) + inter(c, j) + intra(p).
/// The parts are counted without atomics, so the result does not depend on timing.
///
/// Bytes: 2 * parts * n * Offset for inter (written, scanned) + k (3 Ordinal + 2 Offset + 2 Scalar) + pointers.
///
/// Source: Wang, Liu, Hou, Feng, ICS 2016; Incudini and Penzo, 2020 (on a GPU).

#include <Araios/core/checks.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/kokkos_compat.hpp>
#include <Araios/core/progress.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/primitives/pointers.hpp>
#include <Araios/primitives/scan.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>

namespace Araios::Impl::transpose {

/// Tuning parameters of ScanTrans.
struct TransposeScanTuning {
  int team_size = 128;              ///< GPU: entries of a part per step, each compared with all others
  std::int64_t counters_per_entry;  ///< maximum counters of inter per entry of A
  std::int64_t min_part = 4096;     ///< minimum length of a part
};
template <class Exec>
constexpr TransposeScanTuning transpose_scan_tuning() {
  return {.counters_per_entry = 4};
}

template <class Exec>
std::int64_t transpose_scan_parts(Exec const& exec, std::int64_t n, std::int64_t k) {
  constexpr auto tuning = transpose_scan_tuning<Exec>();
  // The target on a GPU is a few parts per multiprocessor (2,048 threads), on a host one per thread.
  std::int64_t const target = is_gpu_v<Exec> ? concurrency(exec) / tuning.team_size / 4 : concurrency(exec);
  std::int64_t const affordable = tuning.counters_per_entry * k / std::max<std::int64_t>(n, 1);
  return std::max<std::int64_t>(1, std::min({target, affordable, tiles_for(k, tuning.min_part)}));
}

/// One team counts one part, `team_size` entries at a time and in order.
///
/// Invariant: before each step inter(c, j) is the number of entries of column j in the part so far. In a step each
/// thread compares its column with those of the team: the equal ones before it give its rank, and the last of the equal
/// ones writes the new count back.
template <class Exec, class Entries, class Inter, class Intra>
struct TransposeScanCount {
  using Member = typename Kokkos::TeamPolicy<Exec>::member_type;
  using Column = typename Entries::non_const_value_type;
  using Scratch = Kokkos::View<Column*, typename Exec::scratch_memory_space, Kokkos::MemoryUnmanaged>;

  Entries entries;
  Inter inter;
  Intra intra;
  std::int64_t part_length;
  std::int64_t k;

  KOKKOS_FUNCTION void operator()(Member const& team) const {
    poll_in_team(team, "Araios::transpose::scan");
    int const size = team.team_size(), rank = team.team_rank();
    Scratch const columns(team.team_scratch(0), size);
    std::int64_t const c = team.league_rank();
    std::int64_t const begin = c * part_length;
    std::int64_t const end = begin + part_length < k ? begin + part_length : k;
    for (std::int64_t step = begin; step < end; step += size) {
      std::int64_t const p = step + rank;
      bool const active = p < end;
      Column const column = active ? entries(p) : Column(-1);
      columns(rank) = column;
      team.team_barrier();
      int before = 0, after = 0;
      for (int t = 0; t < size; ++t) {
        before += t < rank && columns(t) == column;
        after += t > rank && columns(t) == column;
      }
      typename Inter::value_type count = 0;
      if (active) {
        count = inter(c, column) + before;
        intra(p) = count;
      }
      team.team_barrier();  // every thread has read its count and its columns
      if (active && after == 0) inter(c, column) = count + 1;
    }
  }
};

template <class Exec, class Entries, class Inter, class Intra>
ARAIOS_NOT_INLINED void transpose_scan_count(Exec const& exec, Entries const& entries, Inter const& inter,
                                             Intra const& intra, std::int64_t part_length, std::int64_t k) {
  if constexpr (is_gpu_v<Exec>) {
    using Count = TransposeScanCount<Exec, Entries, Inter, Intra>;
    constexpr int team_size = transpose_scan_tuning<Exec>().team_size;
    Kokkos::parallel_for("Araios::transpose::scan_count",
                         Kokkos::TeamPolicy<Exec>(exec, inter.extent_int(0), team_size)
                             .set_scratch_size(0, per_team(Count::Scratch::shmem_size(team_size))),
                         Count{entries, inter, intra, part_length, k});
  } else {
    // One thread per part counts in order, and compares nothing.
    Kokkos::parallel_for(
        "Araios::transpose::scan_count", range(exec, static_cast<std::int64_t>(inter.extent(0))),
        KOKKOS_LAMBDA(std::int64_t c) {
          std::int64_t const begin = c * part_length;
          std::int64_t const end = begin + part_length < k ? begin + part_length : k;
          auto* const counts = &inter(c, 0);
          for (std::int64_t p = begin; p < end; ++p) intra(p) = counts[entries(p)]++;
        });
  }
}

/// The number of parts for A. Throws std::invalid_argument where their counters exceed the budget of bytes.
template <class Exec, class Matrix>
std::int64_t transpose_scan_parts_within(Exec const& exec, Matrix const& A, std::int64_t budget) {
  using Offset = typename Matrix::Offset;
  std::int64_t const n = A.num_cols(), k = std::int64_t(A.nnz());
  std::int64_t const parts = transpose_scan_parts(exec, n, k);
  std::int64_t const bytes =
      checked_multiply(parts * n + k, sizeof(Offset), "Araios::transpose: bytes of inter and intra");
  check(bytes <= budget, "Araios::transpose: scan_trans needs ", parts, " x ", n, " counters and ", k, " positions, ",
        bytes, " bytes, more than its budget of ", budget,
        " (TransposeOptions::scan_trans_budget_bytes); use radix or merge_trans, whose memory does not grow with the "
        "columns");
  return parts;
}

template <class Exec, class Matrix, class Values, class Arrays, class Space>
ARAIOS_NOT_INLINED void transpose_scan(Exec const& exec, Matrix const& A, Values const& values, Arrays const& B,
                                       std::int64_t budget, Workspace<Space>& workspace) {
  using Ordinal = typename Matrix::Ordinal;
  using Offset = typename Matrix::Offset;
  std::int64_t const n = A.num_cols(), k = std::int64_t(A.nnz());
  std::int64_t const parts = transpose_scan_parts_within(exec, A, budget);

  typename Workspace<Space>::Frame const frame(workspace);
  using Indices = Kokkos::View<Offset*, Space>;
  auto const counters = workspace.template take<Indices>(exec, parts * n);
  auto const intra = workspace.template take<Indices>(exec, k);
  auto const rows = workspace.template take<Kokkos::View<Ordinal*, Space>>(exec, k);
  Kokkos::View<Offset**, Kokkos::LayoutRight, Space> const inter(counters.data(), static_cast<std::size_t>(parts),
                                                                 static_cast<std::size_t>(n));

  std::int64_t const part_length = tiles_for(k, parts);
  auto const entries = A.entries;
  fill(exec, counters, Offset(0));
  transpose_scan_count(exec, entries, inter, intra, part_length, k);
  auto const totals = Kokkos::subview(B.row_map, std::pair<std::int64_t, std::int64_t>(0, n));
  vertical_scan(exec, inter, totals, workspace);
  exclusive_scan(exec, totals, B.row_map, {}, workspace);
  pointers_to_index(exec, A.row_map, rows);
  Kokkos::parallel_for(
      "Araios::transpose::scan_scatter", range(exec, k), KOKKOS_LAMBDA(std::int64_t p) {
        Ordinal const column = entries(p);
        Offset const q = B.row_map(column) + inter(p / part_length, column) + intra(p);
        B.entries(q) = rows(p);
        B.values(q) = values(p);
      });
}

}  // namespace Araios::Impl::transpose
