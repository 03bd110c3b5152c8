// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The steps of a solution: one thread for each system, or leaves, nodes of nodes up to one tile, and back.

#include <Araios/core/execution.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/operations/tridiagonal/launch.hpp>
#include <Araios/operations/tridiagonal/options.hpp>
#include <Araios/operations/tridiagonal/problem.hpp>
#include <Araios/operations/tridiagonal/threads.hpp>
#include <Araios/operations/tridiagonal/tile.hpp>

#include <Kokkos_Core.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace Araios::Impl::tridiagonal {

/// "Araios::tridiagonal_solve::<step>"
template <int K>
std::string label(char const* step) {
  return std::string(K == 1 ? "Araios::tridiagonal_solve::" : "Araios::pentadiagonal_solve::") + step;
}

/// Whether systems are solved by a thread each; by sizes and strides alone.
template <class T, int K>
bool takes_threads(Problem<T, K> const& problem) {
  bool const is_interleaved = problem.b.system_stride < problem.b.row_stride;
  constexpr std::int64_t max_rows = std::int64_t(1) << 30;
  return is_interleaved && !problem.is_periodic && problem.systems >= Tuning<T, K>::min_systems_for_threads &&
         problem.n <= max_rows;
}

template <bool Pivoted, class Exec, class T, int K, class Space>
void solve_by_threads(Exec const& exec, Problem<T, K> const& problem, Workspace<Space>& workspace) {
  using Body = SystemByThread<T, K, Pivoted>;
  Body body{problem, nullptr, nullptr};
  take_array(exec, workspace, body.kept,
             checked_multiply(checked_multiply(problem.n, problem.systems, "Araios: elements of a batch"), Body::reach,
                              "Araios: elements of a workspace"));
  if constexpr (Pivoted)
    take_array(exec, workspace, body.masks, tiles_for(problem.n, Body::rows_of_mask) * problem.systems);
  Kokkos::parallel_for(label<K>("threads"), Range<Exec, typename Body::Bounds>(exec, 0, problem.systems), body);
}

/// Leaves to nodes, level by level, until a tile has all nodes of a system; then the way back.
template <bool Pivoted, class Exec, class T, int K, class Space>
void solve_by_tiles(Exec const& exec, Problem<T, K> const& problem, Level const& leaves, Workspace<Space>& workspace) {
  constexpr std::size_t max_levels = 8;  // of which all but the first divide their nodes by 32 or more: 2^40 rows
  std::array<Level, max_levels> levels;
  std::array<LevelScratch<T>, max_levels> scratch{};
  std::size_t top = 0;
  levels[0] = leaves;
  while (levels[top].tiles_per_system > 1) {
    levels[top + 1] = next_level<T, K>(levels[top]);
    ++top;
  }
  for (std::size_t i = 0; i <= top; ++i) {
    take_array(exec, workspace, scratch[i].nodes,
               checked_multiply(levels[i].node_count(), Node<T, K>::words, "Araios: elements of a workspace"));
    if (i > 0) take_array(exec, workspace, scratch[i].ends, levels[i].node_count() * 2 * K);
  }
  for (std::size_t i = 0; i < top; ++i) {
    scratch[i].next_nodes = scratch[i + 1].nodes;
    scratch[i].next_ends = scratch[i + 1].ends;
  }
  launch_tiles<Pivoted, true, Phase::reduce>(exec, label<K>("reduce_rows"), problem, levels[0], scratch[0]);
  for (std::size_t i = 1; i < top; ++i)
    launch_tiles<true, false, Phase::reduce>(exec, label<K>("reduce_nodes"), problem, levels[i], scratch[i]);
  launch_tiles<true, false, Phase::solve>(exec, label<K>("solve_nodes"), problem, levels[top], scratch[top]);
  for (std::size_t i = top - 1; i > 0; --i)
    launch_tiles<true, false, Phase::substitute>(exec, label<K>("substitute_nodes"), problem, levels[i], scratch[i]);
  launch_tiles<Pivoted, true, Phase::substitute>(exec, label<K>("substitute_rows"), problem, levels[0], scratch[0]);
}

template <bool Pivoted, class Exec, class T, int K, class Space>
void solve_pivoted(Exec const& exec, Problem<T, K> const& problem, Workspace<Space>& workspace) {
  typename Workspace<Space>::Frame const frame(workspace);
  bool const is_empty = problem.n == 0 || problem.systems == 0;
  bool const by_threads = !is_empty && takes_threads(problem);
  Level const leaves = leaf_level<T, K>(problem.n, problem.systems);
  bool const one_tile = !is_empty && !by_threads && leaves.tiles == 1;  // it writes -1 itself
  if (!one_tile) launch_no_zero_pivot(exec, label<K>("no_zero_pivot"), problem.zero_pivot);
  if (is_empty) return;
  if (by_threads) return solve_by_threads<Pivoted>(exec, problem, workspace);
  if (leaves.tiles_per_system == 1)
    return launch_tiles<Pivoted, true, Phase::solve>(exec, label<K>("solve_rows"), problem, leaves, LevelScratch<T>{});
  solve_by_tiles<Pivoted>(exec, problem, leaves, workspace);
}

/// x := the solutions of all systems of `problem`.
template <class Exec, class T, int K, class Space>
void solve(Exec const& exec, Problem<T, K> const& problem, Pivoting pivoting, Workspace<Space>& workspace) {
  if (pivoting == Pivoting::none)
    solve_pivoted<false>(exec, problem, workspace);
  else
    solve_pivoted<true>(exec, problem, workspace);
}

}  // namespace Araios::Impl::tridiagonal
