// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Triangles by teams: a team holds the neighbours of a vertex w in scratch memory and looks all candidates for its row
/// up there.
///
/// The candidates are the suffixes after w of the rows of its lower neighbours: the candidate list of radix binning with
/// a bucket per row, never stored. A candidate is read once, in order, usually from the L2 cache, and looked up
/// on the chip. Work is claimed by pieces of lower neighbours, longest rows of the highest ranks first.

#include <Araios/core/execution.hpp>
#include <Araios/core/kokkos_compat.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/progress.hpp>
#include <Araios/core/search.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/graph/triangles/intersect.hpp>
#include <Araios/primitives/scan.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>

namespace Araios::Impl::triangles {

/// Bytes of scratch that a table takes. On an H200 eight teams of 256 threads share the memory of a multiprocessor.
inline constexpr int table_bytes = 16384;

/// One bit per rank, of the ranks modulo their number: exact for the vertices of the highest ranks, which are those of
/// the highest degrees.
template <class Ordinal>
struct RankBits {
  static constexpr std::int64_t count = 8 * table_bytes;
  unsigned* words;
  bool is_exact = false;

  KOKKOS_FUNCTION explicit RankBits(void* memory) : words(static_cast<unsigned*>(memory)) {}
  KOKKOS_FUNCTION void clear(int thread, int threads) const {
    for (int i = thread; i < table_bytes / 4; i += threads) words[i] = 0;
  }
  /// Before neighbours of `row` are inserted: `above` of `num_vertices`.
  KOKKOS_FUNCTION void prepare(std::int64_t row, std::int64_t, std::int64_t num_vertices) {
    is_exact = num_vertices - row <= count;
  }
  KOKKOS_FUNCTION void insert(Ordinal rank) const { Kokkos::atomic_or(words + word(rank), 1u << (rank & 31)); }
  KOKKOS_FUNCTION void remove(Ordinal rank) const { words[word(rank)] = 0; }
  KOKKOS_FUNCTION bool contains(Ordinal rank) const { return (words[word(rank)] >> (rank & 31)) & 1; }

 private:
  KOKKOS_FUNCTION static int word(Ordinal rank) { return static_cast<int>((rank & (count - 1)) >> 5); }
};

/// Open addressing at load 1/2 or less, linear probes; bits of ranks where a row has too many neighbours for that.
template <class Ordinal>
struct RankHash {
  static constexpr std::int64_t capacity = table_bytes / static_cast<int>(sizeof(Ordinal));
  Ordinal* slots;
  std::int64_t mask = 0;
  bool is_exact = true;
  RankBits<Ordinal> bits;

  KOKKOS_FUNCTION explicit RankHash(void* memory) : slots(static_cast<Ordinal*>(memory)), bits(memory) {}
  KOKKOS_FUNCTION void clear(int thread, int threads) const { bits.clear(thread, threads); }
  /// Ranks are stored plus one, so that an empty slot is zero, as an empty word of bits.
  KOKKOS_FUNCTION void prepare(std::int64_t row, std::int64_t above, std::int64_t num_vertices) {
    std::int64_t size = 32;
    while (size < 2 * above) size *= 2;
    mask = size <= capacity ? size - 1 : 0;
    bits.prepare(row, above, num_vertices);
    is_exact = mask != 0 || bits.is_exact;
  }
  KOKKOS_FUNCTION void insert(Ordinal rank) const {
    if (mask == 0) return bits.insert(rank);
    for (std::int64_t at = first(rank);; at = (at + 1) & mask)
      if (Kokkos::atomic_compare_exchange(slots + at, Ordinal(0), Ordinal(rank + 1)) == 0) return;
  }
  /// All neighbours are removed before the next is looked for.
  KOKKOS_FUNCTION void remove(Ordinal rank) const {
    if (mask == 0) return bits.remove(rank);
    for (std::int64_t at = first(rank);; at = (at + 1) & mask)
      if (slots[at] == rank + 1) {
        slots[at] = 0;
        return;
      }
  }
  KOKKOS_FUNCTION bool contains(Ordinal rank) const {
    if (mask == 0) return bits.contains(rank);
    for (std::int64_t at = first(rank); slots[at] != 0; at = (at + 1) & mask)
      if (slots[at] == rank + 1) return true;
    return false;
  }

 private:
  KOKKOS_FUNCTION std::int64_t first(Ordinal rank) const {
    return static_cast<std::int64_t>((static_cast<std::uint64_t>(rank) * 0x9E3779B97F4A7C15ull) >> 40) & mask;
  }
};

/// Threads of a team, those that share a suffix, lower neighbours of a claim, and lower neighbours held in scratch.
template <class Exec>
struct RowTeams {
  static constexpr int threads = is_gpu_v<Exec> ? 256 : 1;
  static constexpr int lanes = is_gpu_v<Exec> ? 16 : 1;
  static constexpr std::int64_t claim = is_gpu_v<Exec> ? 1024 : 4096;
  static constexpr int staged = 256;
};

/// The number of claims of row w.
template <class Graph>
struct ClaimsOfRow {
  Graph graph;
  LongRows rows;
  std::int64_t claim;
  std::int64_t extent(int) const { return graph.num_vertices; }
  KOKKOS_FUNCTION std::int64_t operator()(std::int64_t w) const {
    return rows.is_long(graph.degree_above(w)) ? (graph.degree_below(w) + claim - 1) / claim : 0;
  }
};

/// The triangles of the edges (v, w) of long rows w.
template <class Exec, class Graph, class Table, class Sink, class Claims>
struct TrianglesOfRows {
  using Shape = RowTeams<Exec>;
  using Ordinal = typename Graph::Ordinal;
  Graph graph;
  Sink sink;
  Claims first_claim;  // of each row
  Claims next;         // the number of claims that are taken

  /// In scratch memory, after the table.
  struct Stage {
    std::int64_t begin[Shape::staged], end[Shape::staged];  // suffixes of rows of lower neighbours
    std::int64_t claim, row;
  };
  static constexpr std::size_t scratch_bytes() { return table_bytes + sizeof(Stage) + 16; }

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& team) const {
    poll_in_team(team, "Araios::triangles::rows");
    auto* const memory = static_cast<char*>(team.team_scratch(0).get_shmem(int(table_bytes)));
    auto& stage = *static_cast<Stage*>(team.team_scratch(0).get_shmem(sizeof(Stage)));
    int const thread = team.team_rank(), threads = team.team_size();
    Table table(memory);
    table.clear(thread, threads);
    std::int64_t const claims = first_claim(graph.num_vertices);
    std::int64_t held = -1, found = 0, slot = 0;
    for (;;) {
      team.team_barrier();
      if (thread == 0) {
        stage.claim = claims - 1 - Kokkos::atomic_fetch_add(&next(0), std::int64_t(1));
        if (stage.claim >= 0) stage.row = last_at_most(first_claim, std::int64_t(0), graph.num_vertices, stage.claim);
      }
      team.team_barrier();
      if (stage.claim < 0) break;
      std::int64_t const row = stage.row;
      if (row != held) {
        if (held >= 0) for_each_neighbour(held, thread, threads, [&](Ordinal rank) { table.remove(rank); });
        team.team_barrier();
        table.prepare(row, graph.degree_above(row), graph.num_vertices);
        for_each_neighbour(row, thread, threads, [&](Ordinal rank) { table.insert(rank); });
        held = row;
      }
      std::int64_t const end_of_row = static_cast<std::int64_t>(graph.lower_map(row + 1));
      std::int64_t first = static_cast<std::int64_t>(graph.lower_map(row)) +
                           (stage.claim - static_cast<std::int64_t>(first_claim(row))) * Shape::claim;
      std::int64_t const last = first + Shape::claim < end_of_row ? first + Shape::claim : end_of_row;
      slot = first;
      for (; first < last; first += Shape::staged) {
        int const count = static_cast<int>(last - first < Shape::staged ? last - first : Shape::staged);
        team.team_barrier();
        for (int k = thread; k < count; k += threads) {
          stage.begin[k] = static_cast<std::int64_t>(graph.position(first + k)) + 1;
          stage.end[k] = graph.end(static_cast<std::int64_t>(graph.lower(first + k)));
        }
        team.team_barrier();
        found += look_up(table, row, first, count, stage, thread, threads);
      }
      if constexpr (!is_gpu_v<Exec>) {  // so that hosts add to slots of their own
        sink.add(slot, found);
        found = 0;
      }
    }
    if (found != 0) sink.add(static_cast<std::int64_t>(team.league_rank()) * threads + thread, found);
  }

 private:
  template <class Function>
  KOKKOS_FUNCTION void for_each_neighbour(std::int64_t row, int thread, int threads, Function const& function) const {
    for (std::int64_t q = graph.begin(row) + thread, end = graph.end(row); q < end; q += threads)
      function(graph.upper(q));
  }

  KOKKOS_FUNCTION std::int64_t look_up(Table const& table, std::int64_t row, std::int64_t first, int count,
                                       Stage const& stage, int thread, int threads) const {
    std::int64_t found = 0;
    bool const answers = table.is_exact && !Sink::needs_triangles;
    for (int k = thread / Shape::lanes; k < count; k += threads / Shape::lanes) {
      std::int64_t q = stage.begin[k] + thread % Shape::lanes, end = stage.end[k];
      // Without a branch: a third of the candidates close a triangle, which a branch predictor cannot predict.
      if (answers)
        for (; q < end; q += Shape::lanes) found += table.contains(graph.upper(q));
      [[maybe_unused]] std::int64_t const before = found;
      for (; q < end; q += Shape::lanes) {
        Ordinal const rank = graph.upper(q);
        if (!table.contains(rank)) continue;
        std::int64_t const end_of_row = graph.end(row);
        std::int64_t const at = first_not_below(graph.upper, graph.begin(row), end_of_row, rank);
        if (at == end_of_row || graph.upper(at) != rank) continue;
        sink.triangle(first + k, stage.begin[k] - 1, q, at);
        ++found;
      }
      // Only where it does something: with four registers more, a multiprocessor holds four teams in place of five.
      if constexpr (Sink::needs_triangles)
        if (found != before) sink.edge(stage.begin[k] - 1, found - before);
    }
    return found;
  }
};

/// Calls no row long when `rows` says so for all.
template <template <class> class Table, class Exec, class Graph, class Sink, class Space>
void visit_long_rows(Exec const& exec, Graph const& graph, LongRows rows, Sink const& sink,
                     Workspace<Space>& workspace) {
  using Claims = Kokkos::View<std::int64_t*, Space>;
  using Shape = RowTeams<Exec>;
  using Kernel = TrianglesOfRows<Exec, Graph, Table<typename Graph::Ordinal>, Sink, Claims>;
  typename Workspace<Space>::Frame const frame(workspace);
  auto const first_claim = workspace.template take<Claims>(exec, graph.num_vertices + 1);
  auto const next = workspace.template take<Claims>(exec, 1);
  fill(exec, next, std::int64_t(0));
  exclusive_scan(exec, ClaimsOfRow<Graph>{graph, rows, Shape::claim}, first_claim, {}, workspace);
  int const teams = std::max(1, concurrency(exec) / Shape::threads);
  Kokkos::TeamPolicy<Exec> policy(exec, teams, Shape::threads);
  policy.set_scratch_size(0, per_team(Kernel::scratch_bytes()));
  Kokkos::parallel_for("Araios::triangles::rows", policy, Kernel{graph, sink, first_claim, next});
}

}  // namespace Araios::Impl::triangles
