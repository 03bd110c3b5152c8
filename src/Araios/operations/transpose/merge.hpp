// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// MergeTrans: tiles of entries sorted by column, then merged pairwise.
///
/// Invariant: after level l the entries are sorted by column, stable, within each run of tile * 2^l entries. After the
/// last level there is one run. Runs alternate between the arrays of the result and a copy in the workspace; the first
/// side is chosen so that the last run is in the result. Runs are merged by merge path, every level in one set of
/// launches.
///
/// Bytes: k (2 Ordinal + Scalar) * 2 * (log2(k / tile) + 2), and k (3 Ordinal + Scalar) of workspace, independent of n.
///
/// Source: Wang, Liu, Hou, Feng, ICS 2016; merge path: Odeh, Green, Mwassi, Shmueli, Birk, 2012.

#include <Araios/core/execution.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/primitives/merge.hpp>
#include <Araios/primitives/pointers.hpp>
#include <Araios/primitives/segmented_sort.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <utility>

namespace Araios::Impl::transpose {

/// Entries of a run before the first merge: as many as segmented_sort keeps in the scratch of a team, or in a host's
/// cache.
template <class Exec>
inline constexpr std::int64_t transpose_merge_tile = is_gpu_v<Exec> ? 2048 : 16384;

template <class Exec, class Matrix, class Values, class Arrays, class Space>
ARAIOS_NOT_INLINED void transpose_merge(Exec const& exec, Matrix const& A, Values const& values, Arrays const& B,
                                        Workspace<Space>& workspace) {
  using Ordinal = typename Matrix::Ordinal;
  using Indices = Kokkos::View<Ordinal*, Space>;
  using Scalars = decltype(B.values);
  struct Run {
    Indices columns;
    decltype(B.entries) rows;
    Scalars values;
  };
  std::int64_t const k = std::int64_t(A.nnz());
  typename Workspace<Space>::Frame const frame(workspace);
  Run const in_B{workspace.template take<Indices>(exec, k), B.entries, B.values};
  Run const in_workspace{workspace.template take<Indices>(exec, k), workspace.template take<Indices>(exec, k),
                         workspace.template take_values<Scalars>(exec, k)};
  Run const* from = &in_B;
  Run const* to = &in_workspace;
  std::int64_t levels = 0;
  for (std::int64_t run = transpose_merge_tile<Exec>; run < k; run *= 2) ++levels;
  if (levels % 2 == 1) std::swap(from, to);

  pointers_to_index(exec, A.row_map, from->rows);
  auto const entries = A.entries;
  auto const columns = from->columns;
  auto const first_values = from->values;
  Kokkos::parallel_for(
      "Araios::transpose::merge_copy", range(exec, k), KOKKOS_LAMBDA(std::int64_t p) {
        columns(p) = entries(p);
        first_values(p) = values(p);
      });
  std::int64_t run = transpose_merge_tile<Exec>;
  segmented_sort(exec, UniformSegments{run, k}, from->columns, from->rows, from->values, workspace);
  for (; run < k; run *= 2) {
    merge_adjacent(exec, UniformSegments{run, k}, from->columns, from->rows, from->values, to->columns, to->rows,
                   to->values, workspace);
    std::swap(from, to);
  }
  sorted_index_to_pointers(exec, from->columns, B.row_map);
}

}  // namespace Araios::Impl::transpose
