// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Sync-free solves: one kernel over all rows in their order, or level by level, each of which waits for the rows that it
/// depends on.
///
/// A warp takes the next rows from a counter, so the rows before them are with warps that run already: none waits for a
/// row that has not begun, however many blocks are resident. X is unknown at first (publication_cuda.hpp).
///
/// Long rows have a counter of their own, in the same order, and a warp each. In turn with other rows, several of them
/// would follow each other in one warp, each with all of its waits, and the rows beside them would wait, too. The first
/// warp of each block takes long rows before others, and the other warps after them: of both kinds some go on in each
/// block that runs, and the first row that is not known is one for which no row waits.
///
/// Source: Liu, Li, Hogg, Duff and Vinter, Euro-Par 2016; by rows, so that sums have one order.

#include <Araios/collective/cuda_launch.hpp>
#include <Araios/collective/warp.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/operations/triangular/group_cuda.hpp>
#include <Araios/operations/triangular/publication_cuda.hpp>
#include <Araios/operations/triangular/terms_cuda.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

namespace Araios::Impl::triangular {

/// What waiting rows share, beside the values. Elements of `taken`: the next row; a flag of the terms; the next long
/// row; and the highest level, which the analysis puts there.
template <class Ordinal>
struct Queue {
  static constexpr int stopped = 1, next_long = 2, highest = 3, size = 4;
  unsigned long long* taken;
  Ordinal const* long_rows;  // of groups: all of them, in the order of the others
  std::int64_t num_long_rows;
};

/// Sets all values unknown, and the counters and the flag to 0.
template <class Terms>
struct ForgetValues {
  using Shared = Queue<typename Terms::Ordinal>;
  Terms terms;
  unsigned long long* taken;
  __device__ void operator()(std::int64_t item) const {
    if (item == 0) taken[0] = taken[Shared::stopped] = taken[Shared::next_long] = 0;
    std::int64_t const count = terms.count();
    set_unknown(count == 1 ? terms.at(item, 0) : terms.at(item / count, item % count));
  }
};

/// Values in memory that all blocks share.
template <class Terms>
struct SharedByAll {
  Terms const& terms;
  __device__ typename Terms::Value const* at(std::int64_t j, std::int64_t c) const { return terms.at(j, c); }
  __device__ void store(std::int64_t i, std::int64_t c, typename Terms::Value const& value) const {
    publish(terms.at(i, c), value);
  }
};

/// A group of lanes for each row of each column, and a warp for a long row.
template <class Terms, int Threads = 128>
struct SolveWaitingByGroups {
  using Groups = GroupRows<Terms, SharedByAll<Terms>, (sizeof(typename Terms::Value) > 8 ? 2 : 4)>;
  static constexpr int threads = Threads;
  static constexpr int blocks_per_multiprocessor = 8;
  Terms terms;
  Queue<typename Terms::Ordinal> queue;
  int lanes;

  __device__ void operator()(char*) const {
    SharedByAll<Terms> const access{terms};
    Groups const groups{terms, access, lanes};
    bool const begins_with_long = warp_id() == 0;
    for (int turn = 0; turn < 2; ++turn) {
      if ((turn == 0) == begins_with_long)
        solve_long_rows(groups);
      else
        solve_rows(groups);
    }
  }

 private:
  /// Where the terms are stopped, rows that begin have no entries: they and all that wait end.
  __device__ typename Groups::Row begin(Groups const& groups, std::int64_t i, std::int64_t c) const {
    auto row = groups.locate(i, c);
    if (__ballot_sync(all_lanes, terms.is_stopped()) != 0) row.extent.end = row.extent.begin;
    return row;
  }
  __device__ void solve_rows(Groups const& groups) const {
    std::int64_t const count = terms.count(), items = terms.rows().n * count;
    for (;;) {
      std::int64_t const first = take_items(queue.taken, 32 / lanes);
      if (first >= items) return;
      std::int64_t const item = first + lane_id() / lanes;
      auto row = begin(groups, item < items ? terms.rows().row_at(item / count) : -1, item % count);
      if (row.extent.count() > long_row) row = groups.locate(-1, 0);
      groups.solve_short(row, groups.load(row));
    }
  }
  __device__ void solve_long_rows(Groups const& groups) const {
    std::int64_t const count = terms.count(), items = queue.num_long_rows * count;
    if (items == 0) return;
    for (;;) {
      std::int64_t const item = take_items(queue.taken + queue.next_long, 1);
      if (item >= items) return;
      groups.solve_long(begin(groups, static_cast<std::int64_t>(queue.long_rows[item / count]), item % count));
    }
  }
};

/// A thread for each row of each column; neighbouring threads have neighbouring columns. The entries that a thread
/// waits for stay in registers.
template <class Terms, int Threads = 128>
struct SolveWaitingByThreads {
  using Value = typename Terms::Value;
  static constexpr int threads = Threads;
  static constexpr int blocks_per_multiprocessor = 8;
  static constexpr int loads = sizeof(Value) > 8 ? 2 : 4;  // in flight
  Terms terms;
  Queue<typename Terms::Ordinal> queue;

  /// What a thread has of its row: entries from k on, < 0 where there is none, and a bit for each one that is added.
  struct Row {
    std::int64_t i, c, k;
    Extent<typename Terms::Offset> extent;
    Value left, scale;
    typename Terms::Ordinal j[loads];
    Value factors[loads];
    unsigned added;
  };

  __device__ void operator()(char*) const {
    std::int64_t const count = terms.count(), items = terms.rows().n * count;
    for (;;) {
      std::int64_t const first = take_items(queue.taken, 32);
      if (first >= items) return;
      std::int64_t const item = first + lane_id();
      bool done = item >= items;
      Row row{};
      if (!done) {
        row.i = terms.rows().row_at(item / count);
        row.c = item % count;
        row.extent = terms.rows().extent(row.i);
        row.left = terms.start(row.i, row.c);
        row.scale = terms.scale(row.i);
        load_entries(row);
      }
      // Threads that wait for others of their warp let them go on.
      while (__ballot_sync(all_lanes, !done) != 0) {
        if (done) continue;
        add_known(row);
        if (row.added != (1u << loads) - 1u) continue;
        row.k += loads;
        if (row.k < row.extent.count()) {
          load_entries(row);
        } else {
          publish(terms.at(row.i, row.c), terms.finished(row.left, row.scale));
          done = true;
        }
      }
    }
  }

 private:
  __device__ void load_entries(Row& row) const {
    row.added = 0;
    ARAIOS_UNROLL
    for (int u = 0; u < loads; ++u) {
      row.j[u] = -1;
      if (row.k + u >= row.extent.count()) continue;
      auto const p = terms.rows().position(row.extent, row.k + u);
      auto const j = terms.rows().entries[p];
      row.factors[u] = terms.factor(p);
      if (terms.rows().has(row.i, static_cast<std::int64_t>(j))) row.j[u] = j;
    }
  }
  /// Adds terms up to one that is not known yet.
  __device__ void add_known(Row& row) const {
    Value values[loads];
    bool is_known[loads];
    ARAIOS_UNROLL
    for (int u = 0; u < loads; ++u) {
      bool const waits = row.j[u] >= 0 && (row.added >> u & 1u) == 0;
      is_known[u] = !waits || load_published(terms.at(static_cast<std::int64_t>(row.j[u]), row.c), values[u]);
    }
    bool goes_on = true;
    ARAIOS_UNROLL
    for (int u = 0; u < loads; ++u) {
      goes_on = goes_on && is_known[u];
      if (!goes_on || (row.added >> u & 1u) != 0) continue;
      if (row.j[u] >= 0) row.left = Terms::combined(row.left, Terms::term(row.factors[u], values[u]));
      row.added |= 1u << u;
    }
  }
};

/// Tuning parameter: columns from which each thread has a row of one of them.
inline constexpr std::int64_t columns_by_threads = 8;

/// Solves `count` columns; lanes for each row of one.
template <class Exec, class Terms>
void solve_waiting(Exec const& exec, Terms const& terms, std::int64_t n, std::int64_t count, int lanes,
                   Queue<typename Terms::Ordinal> const& queue) {
  constexpr char const* label = "Araios::triangular::waiting";
  std::int64_t const items = n * count;
  if (items == 0) return;
  Kokkos::parallel_for("Araios::triangular::forget", range(exec, items), ForgetValues<Terms>{terms, queue.taken});
  auto const launch = [&](auto const& body, int lanes_of_row) {
    using Body = std::remove_cvref_t<decltype(body)>;
    std::int64_t const blocks = tiles_for(items, Body::threads / lanes_of_row),
                       resident = cuda_resident_blocks<Body>(exec, label, 0);
    cuda_launch(exec, label, blocks < resident ? blocks : resident, 0, body);
  };
  if (count >= columns_by_threads)
    launch(SolveWaitingByThreads<Terms>{terms, queue}, 1);
  else
    launch(SolveWaitingByGroups<Terms>{terms, queue, lanes}, lanes);
}

}  // namespace Araios::Impl::triangular

#endif
