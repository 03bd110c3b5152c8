// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Histograms, and pointers from indices.

#include <Araios/core/aliasing.hpp>
#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/profiling.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/primitives/histogram/kernels.hpp>
#include <Araios/primitives/rank_consecutive.hpp>
#include <Araios/primitives/scan.hpp>
#include <Araios/primitives/scan/vertical.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <utility>

namespace Araios {

/// atomics: one atomic addition per index. team_partials: one histogram per team (per thread on a host), and their sum;
/// no atomics on a host, only atomics in scratch on a GPU.
/// automatic, on a GPU: team_partials when the bins fit into the scratch of a team and there are at least four indices
/// per bin; on a host: team_partials unless the budget of its table (see `histogram`) leaves fewer than half of the
/// threads.
enum class HistogramMethod { automatic, atomics, team_partials };

/// The options of histogram and index_to_pointers.
struct HistogramOptions {
  HistogramMethod method = HistogramMethod::automatic;
};

namespace Impl {

struct HistogramPlan {
  bool partials;
  std::int64_t teams;  // of partials
};

/// The method that `automatic` selects, and the number of teams: each has enough work, and their table stays below two
/// elements per index (but may always have 64 Ki elements).
template <class Exec>
HistogramPlan plan_histogram(Exec const& exec, std::int64_t length, std::int64_t bins, HistogramMethod method) {
  constexpr HistogramShape shape = histogram_shape<Exec>;
  std::int64_t const max_teams = std::max<std::int64_t>(1, concurrency(exec) / shape.team_size);
  std::int64_t const target_teams = std::clamp<std::int64_t>(length / shape.positions_per_team, 1, max_teams);
  std::int64_t const budget = std::max<std::int64_t>(2 * length, 1 << 16);
  std::int64_t const teams = std::clamp<std::int64_t>(budget / std::max<std::int64_t>(bins, 1), 1, target_teams);
  bool partials = method == HistogramMethod::team_partials;
  if (method == HistogramMethod::automatic)
    partials = is_gpu_v<Exec> ? scratch_copies<Exec>(bins) > 0 && length / 4 >= bins : 2 * teams >= target_teams;
  return {partials, teams};
}

/// Counts by partial histograms. ByTeams: with the GPU kernel, in which the threads of a team share a partial.
template <bool ByTeams, class Exec, class Indices, class Counts>
void histogram_by_partials(Exec const& exec, Indices const& indices, Counts const& counts, std::int64_t teams,
                           Workspace<typename Exec::memory_space>& workspace) {
  using T = typename Counts::non_const_value_type;
  using Table = TableOf<T, typename Exec::memory_space>;
  auto const bins = static_cast<std::int64_t>(counts.extent(0));
  std::int64_t const chunk = tiles_for(static_cast<std::int64_t>(indices.extent(0)), teams);
  auto count_into = [&](Table const& table) {
    if constexpr (ByTeams)
      launch_team_partials(exec, indices, table, chunk);
    else
      launch_thread_partials(exec, indices, table, chunk);
  };
  if (teams == 1 && counts.span_is_contiguous()) {
    count_into(Table(counts.data(), 1, static_cast<std::size_t>(bins)));
    return;
  }
  std::int64_t const cells = checked_multiply(teams, bins, "Araios::histogram: elements of the table of partials");
  std::int64_t const threads = concurrency(exec);
  typename Workspace<typename Exec::memory_space>::Frame const frame(workspace);
  auto const memory = workspace.template take<Kokkos::View<T*, typename Exec::memory_space>>(
      exec, cells + vertical_scratch<Exec>(threads, teams, bins));
  Table const table(memory.data(), static_cast<std::size_t>(teams), static_cast<std::size_t>(bins));
  count_into(table);
  vertical_sums(exec, threads, table, counts, memory.data() + cells);
}

}  // namespace Impl

/// counts(b) := number of positions p with indices(p) = b
///
/// Shapes        indices has n elements, counts one for each bin.
/// Requires      indices in [0, bins); n fits the type of counts.
/// Cost          atomics: counts set to 0, then one atomic per position. team_partials: t histograms of all bins and
///               their sum, with t at most the number of concurrent teams and t * bins <= max(2 n, 65536); t = 1 counts
///               in place.
/// Asynchronous  yes; team_partials takes about t * bins elements from `workspace`.
/// Deterministic space to space, bitwise: the counts do not depend on the order of additions.
/// Throws        std::invalid_argument when there are indices but no bins, or the arrays overlap.
/// Source        the histograms of ScanTrans (Wang, Liu, Hou and Feng, ICS 2016) without their ranks.
template <ExecutionSpace Exec, IndexView Indices, IndexView Counts>
void histogram(Exec const& exec, Indices const& indices, Counts const& counts, HistogramOptions const& options = {},
               WorkspaceFor<Exec> workspace = {}) {
  static_assert(Accesses<Exec, Indices, Counts>, "histogram: Exec must reach indices and counts");
  auto const length = static_cast<std::int64_t>(indices.extent(0)), bins = static_cast<std::int64_t>(counts.extent(0));
  Impl::check(bins > 0 || length == 0, "Araios::histogram: no bins for the indices (", length, " > 0)");
  Impl::check_enumerator(options.method, HistogramMethod::team_partials, "Araios::histogram: HistogramMethod");
  Impl::check_disjoint("Araios::histogram", counts, "counts", indices, "indices");
  if (length == 0) {
    Araios::fill(exec, counts, 0);
    return;
  }
  auto const plan = Impl::plan_histogram(exec, length, bins, options.method);
  if (plan.partials) {
    Impl::histogram_by_partials<Araios::is_gpu_v<Exec>>(exec, indices, counts, plan.teams, workspace.get(exec));
    return;
  }
  Araios::fill(exec, counts, 0);
  Kokkos::parallel_for("Araios::histogram::atomics", Araios::range(exec, length),
                       Impl::HistogramAtomics<Indices, Counts>{indices, counts});
}

/// pointers(b) := number of positions p with indices(p) < b, for b = 0 .. bins
///
/// Shapes        indices has n elements, in any order; pointers has bins + 1.
/// Requires      indices in [0, bins); n fits the type of pointers.
/// Cost          histogram and exclusive_scan.
/// Asynchronous  yes; takes from `workspace` the temporaries of those two.
/// Deterministic space to space, bitwise.
/// Throws        std::invalid_argument when pointers is empty, there are indices but no bins, or the arrays overlap.
/// Source        index-to-pointers of Incudini and Penzo.
template <ExecutionSpace Exec, IndexView Indices, IndexView Pointers>
void index_to_pointers(Exec const& exec, Indices const& indices, Pointers const& pointers,
                       HistogramOptions const& options = {}, WorkspaceFor<Exec> workspace = {}) {
  auto const length = static_cast<std::int64_t>(pointers.extent(0));
  Impl::check(length > 0, "Araios::index_to_pointers: pointers must have bins + 1 elements (0 < 1)");
  Impl::ScopedRegion const region("Araios::index_to_pointers");
  auto const counts = Kokkos::subview(pointers, std::pair<std::int64_t, std::int64_t>(0, length - 1));
  histogram(exec, indices, counts, options, workspace.get(exec));
  exclusive_scan(exec, counts, pointers, {}, workspace.get(exec));
}

}  // namespace Araios
