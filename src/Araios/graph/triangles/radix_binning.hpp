// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Triangles by a list of candidates: pairs of neighbours of a vertex, sorted into bins by rows, and looked up in them.
///
/// Candidate c of the list E' is pair t of the neighbours of vertex v, where both follow from c: the prefix sums of
/// d (d - 1) / 2 give v, a square root the pair. So E' is made in batches, and a batch is as large as the budget lets it be.
/// A bin is a block of rows with about as many candidates as others; stable radix sort moves the candidates of a batch
/// into bins, by as many passes as the number of bins needs, so that neighbouring threads look up in neighbouring rows.
/// Bytes: 16 written and 16 read per candidate and pass; without bins each look-up is a read at random.
///
/// Source: Tirpankar, Sundar, triangle counting by radix binning; their levels of one bit pair remove nothing before the
/// grid has as many cells as the graph has edges, and blocks of ids, not of rows, put all candidates of hubs in one bin.

#include <Araios/core/checks.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/option_ranges.hpp>
#include <Araios/core/read_back.hpp>
#include <Araios/core/search.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/graph/triangles/intersect.hpp>
#include <Araios/primitives/radix_sort.hpp>
#include <Araios/primitives/scan.hpp>
#include <Araios/primitives/visit_segments.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace Araios::Impl::triangles {

/// The neighbours of each vertex that make candidates: those of higher rank, or all.
template <class Graph>
struct Neighbours {
  Graph graph;
  bool all;
  std::int64_t extent(int) const { return graph.num_vertices; }
  KOKKOS_FUNCTION std::int64_t count(std::int64_t v) const {
    return graph.degree_above(v) + (all ? graph.degree_below(v) : 0);
  }
  KOKKOS_FUNCTION std::int64_t operator()(std::int64_t v, std::int64_t k) const {
    std::int64_t const below = all ? graph.degree_below(v) : 0;
    return k < below ? static_cast<std::int64_t>(graph.lower(static_cast<std::int64_t>(graph.lower_map(v)) + k))
                     : static_cast<std::int64_t>(graph.upper(graph.begin(v) + k - below));
  }
  /// Whether w and u > w are adjacent.
  KOKKOS_FUNCTION bool adjacent(std::int64_t w, std::int64_t u) const {
    std::int64_t const end = graph.end(w);
    std::int64_t const at = first_not_below(graph.upper, graph.begin(w), end, u);
    return at < end && static_cast<std::int64_t>(graph.upper(at)) == u;
  }
};

/// The number of candidates of vertex v.
template <class Graph>
struct CandidatesOfVertex {
  Neighbours<Graph> neighbours;
  std::int64_t extent(int) const { return neighbours.extent(0); }
  KOKKOS_FUNCTION std::int64_t operator()(std::int64_t v) const {
    std::int64_t const d = neighbours.count(v);
    return d * (d - 1) / 2;
  }
};

template <class Graph>
struct SumCandidates {
  CandidatesOfVertex<Graph> candidates;
  KOKKOS_FUNCTION void operator()(std::int64_t v, std::int64_t& sum) const { sum += candidates(v); }
};

/// The pair i < j that is number t of the pairs (0, 1), (0, 2), (1, 2), (0, 3), ...
KOKKOS_INLINE_FUNCTION void pair_of_number(std::int64_t t, std::int64_t& i, std::int64_t& j) {
  j = static_cast<std::int64_t>((1 + std::sqrt(1 + 8 * static_cast<double>(t))) / 2);
  while (j * (j - 1) / 2 > t) --j;
  while (j * (j + 1) / 2 <= t) ++j;
  i = t - j * (j - 1) / 2;
}

/// weights(w) += the candidates of vertex v whose row is w, its neighbour at position p of the rows that `first` begins:
/// of neighbour k of d, those that follow it.
template <class Graph, class RowMap, class Entries, class Weights>
struct WeighRows {
  Neighbours<Graph> neighbours;
  RowMap first;
  Entries entries;
  bool are_below;
  Weights weights;
  KOKKOS_FUNCTION void operator()(std::int64_t v, std::int64_t p) const {
    std::int64_t const skipped = !are_below && neighbours.all ? neighbours.graph.degree_below(v) : 0;
    std::int64_t const k = p - static_cast<std::int64_t>(first(v)) + skipped;
    Kokkos::atomic_add(&weights(entries(p)), neighbours.count(v) - 1 - k);
  }
};

/// Candidate first + c: its bin, row and column.
template <class Graph, class Offsets, class Bins, class Ordinals>
struct ListCandidates {
  Neighbours<Graph> neighbours;
  Offsets candidates_before, weight_before;
  std::int64_t first, num_bins;
  Bins bin;
  Ordinals row, column;

  KOKKOS_FUNCTION void operator()(std::int64_t c) const {
    using Ordinal = typename Ordinals::value_type;
    std::int64_t const n = neighbours.graph.num_vertices;
    std::int64_t const v = last_at_most(candidates_before, std::int64_t(0), n, first + c);
    std::int64_t i, j;
    pair_of_number(first + c - candidates_before(v), i, j);
    auto const w = neighbours(v, i);
    row(c) = static_cast<Ordinal>(w);
    column(c) = static_cast<Ordinal>(neighbours(v, j));
    // In double, which rounds: a bin is as good as its neighbour.
    auto const share = static_cast<double>(weight_before(w)) / static_cast<double>(weight_before(n));
    auto const number = static_cast<std::int64_t>(share * static_cast<double>(num_bins));
    bin(c) = static_cast<typename Bins::value_type>(number < num_bins ? number : num_bins - 1);
  }
};

/// closed += 1 where the pair of candidate c is an edge; the first candidate adds those of the batches before.
template <class Graph, class Ordinals, class Sum>
struct LookUpCandidates {
  Neighbours<Graph> neighbours;
  Ordinals row, column;
  Sum before;
  KOKKOS_FUNCTION void operator()(std::int64_t c, std::int64_t& closed) const {
    if (c == 0) closed += before();
    closed += neighbours.adjacent(static_cast<std::int64_t>(row(c)), static_cast<std::int64_t>(column(c)));
  }
};

/// The number of candidates, and prefix sums of those of each vertex. One fence.
template <class Exec, class Graph, class Offsets, class Space>
std::int64_t count_candidates(Exec const& exec, Neighbours<Graph> const& neighbours, Offsets const& before,
                              Workspace<Space>& workspace) {
  exclusive_scan(exec, CandidatesOfVertex<Graph>{neighbours}, before, {}, workspace);
  return read_back(exec, before, neighbours.graph.num_vertices, "Araios::count_candidates: the sum is on the host");
}

/// Bytes of a batch per candidate: bin, row and column before the sort, row and column after it, and what the sort takes.
template <class Ordinal>
inline constexpr std::int64_t bytes_per_candidate = 5 * (4 + 2 * static_cast<std::int64_t>(sizeof(Ordinal)));

template <class Exec, class Graph, class Space>
std::int64_t count_by_radix_binning(Exec const& exec, Graph const& graph, bool all_pairs, std::int64_t max_bytes,
                                    Workspace<Space>& workspace) {
  using Ordinal = typename Graph::Ordinal;
  using Offsets = Kokkos::View<std::int64_t*, Space>;
  using Ordinals = Kokkos::View<Ordinal*, Space>;
  std::int64_t const n = graph.num_vertices;
  Neighbours<Graph> const neighbours{graph, all_pairs};
  // Prefix sums take 16 bytes a vertex, and the counts of radix sort less than 16 MB on a GPU, 1 MB a host thread.
  std::int64_t const min_bytes = 16 * (n + 1) + (is_gpu_v<Exec> ? 16 : concurrency(exec)) * (std::int64_t(1) << 20);
  std::int64_t const max_candidates =
      max_bytes <= min_bytes ? 0 : (max_bytes - min_bytes) / bytes_per_candidate<Ordinal>;
  check(max_candidates >= 1024, "Araios::count_triangles: radix_binning in ", max_bytes, " bytes: ", n,
        " vertices need ", min_bytes + 1024 * bytes_per_candidate<Ordinal>,
        " at least (TriangleOptions::max_workspace_bytes)");

  typename Workspace<Space>::Frame const frame(workspace);
  auto const candidates_before = workspace.template take<Offsets>(exec, n + 1);
  auto const weight_before = workspace.template take<Offsets>(exec, n + 1);
  std::int64_t const candidates = count_candidates(exec, neighbours, candidates_before, workspace);
  if (candidates == 0) return 0;
  fill(exec, weight_before, std::int64_t(0));
  auto const weigh = [&](auto const& row_map, auto const& entries, bool are_below) {
    using Weigh = WeighRows<Graph, std::decay_t<decltype(row_map)>, std::decay_t<decltype(entries)>, Offsets>;
    visit_segments(exec, "Araios::radix_binning::weigh", row_map, graph.num_edges,
                   Weigh{neighbours, row_map, entries, are_below, weight_before});
  };
  weigh(graph.upper_map, graph.upper, false);
  if (all_pairs) weigh(graph.lower_map, graph.lower, true);
  exclusive_scan(exec, Kokkos::subview(weight_before, std::pair<std::int64_t, std::int64_t>(0, n)), weight_before, {},
                 workspace);

  // Bins whose rows fit the L1 cache: 16,384 entries each.
  std::int64_t const num_bins = std::clamp<std::int64_t>(graph.num_edges / 16384, 1, 65536);
  std::int64_t const batch = std::min(candidates, max_candidates);
  auto const bin = workspace.template take<Kokkos::View<int*, Space>>(exec, batch);
  auto const row = workspace.template take<Ordinals>(exec, batch),
             column = workspace.template take<Ordinals>(exec, batch);
  auto const row_in_bin = workspace.template take<Ordinals>(exec, batch),
             column_in_bin = workspace.template take<Ordinals>(exec, batch);
  // Closed candidates of the batches before, and of these and the present one.
  auto const sums = workspace.template take<Offsets>(exec, 2);
  fill(exec, sums, std::int64_t(0));
  auto before = Kokkos::subview(sums, 0), closed = Kokkos::subview(sums, 1);
  for (std::int64_t first = 0; first < candidates; first += batch) {
    std::int64_t const count = std::min(batch, candidates - first);
    std::pair<std::int64_t, std::int64_t> const part(0, count);
    auto const bins = Kokkos::subview(bin, part);
    auto const rows = Kokkos::subview(row, part), columns = Kokkos::subview(column, part);
    auto const sorted_rows = Kokkos::subview(row_in_bin, part), sorted_columns = Kokkos::subview(column_in_bin, part);
    Kokkos::parallel_for("Araios::radix_binning::list", range(exec, count),
                         ListCandidates<Graph, Offsets, decltype(bins), decltype(rows)>{
                             neighbours, candidates_before, weight_before, first, num_bins, bins, rows, columns});
    radix_sort(exec, bins, rows, columns, NoValues{}, sorted_rows, sorted_columns, {.key_bits = bits_for(num_bins)},
               workspace);
    Kokkos::parallel_reduce("Araios::radix_binning::look_up", range(exec, count),
                            LookUpCandidates<Graph, decltype(sorted_rows), decltype(before)>{neighbours, sorted_rows,
                                                                                             sorted_columns, before},
                            closed);
    std::swap(before, closed);
  }
  std::int64_t const found = read_back(exec, before, "Araios::count_triangles: closed candidates are on the host");
  return all_pairs ? found / 3 : found;
}

}  // namespace Araios::Impl::triangles
