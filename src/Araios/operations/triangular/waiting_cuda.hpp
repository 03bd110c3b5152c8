// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Sync-free solves: one kernel over all rows in their order, or level by level, each of which waits for the rows that it
/// depends on.
///
/// A warp takes the next rows from a counter, so the rows before them are with warps that run already: none waits for a
/// row that has not begun, however many blocks are resident. X is unknown at first (publication_cuda.hpp).
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

/// Sets all values unknown, and the counter and the flag after it to 0.
template <class Terms>
struct ForgetValues {
  Terms terms;
  unsigned long long* taken;
  __device__ void operator()(std::int64_t item) const {
    if (item == 0) taken[0] = taken[1] = 0;
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

/// The first of the next `count` items, which are rows times columns, for a warp; `end` where no items are left, or the
/// terms are stopped. All lanes call.
template <class Terms>
__device__ std::int64_t take_items(Terms const& terms, unsigned long long* taken, int count, std::int64_t end) {
  std::int64_t first = end;
  if (lane_id() == 0 && !terms.is_stopped())
    first = static_cast<std::int64_t>(atomicAdd(taken, static_cast<unsigned long long>(count)));
  return warp_shuffle(first, 0, 32);
}

/// A group of lanes for each row of each column.
template <class Terms, int Threads = 128>
struct SolveWaitingByGroups {
  static constexpr int threads = Threads;
  static constexpr int blocks_per_multiprocessor = 8;
  Terms terms;
  unsigned long long* taken;
  int lanes;

  __device__ void operator()(char*) const {
    SharedByAll<Terms> const access{terms};
    GroupRows<Terms, SharedByAll<Terms>> const groups{terms, access, lanes};
    std::int64_t const count = terms.count(), items = terms.rows().n * count;
    for (;;) {
      std::int64_t const first = take_items(terms, taken, 32 / lanes, items);
      if (first >= items) return;
      std::int64_t const item = first + lane_id() / lanes;
      auto const row = groups.locate(item < items ? terms.rows().row_at(item / count) : -1, item % count);
      groups.solve(row, groups.load(row));
    }
  }
};

/// A thread for each row of each column; neighbouring threads have neighbouring columns.
template <class Terms, int Threads = 128>
struct SolveWaitingByThreads {
  using Value = typename Terms::Value;
  static constexpr int threads = Threads;
  static constexpr int blocks_per_multiprocessor = 8;
  static constexpr int loads = sizeof(Value) > 8 ? 2 : 4;  // in flight
  Terms terms;
  unsigned long long* taken;

  /// What a thread has done of its row.
  struct Row {
    std::int64_t i, c, k;
    Extent<typename Terms::Offset> extent;
    Value left, scale;
  };

  __device__ void operator()(char*) const {
    std::int64_t const count = terms.count(), items = terms.rows().n * count;
    for (;;) {
      std::int64_t const first = take_items(terms, taken, 32, items);
      if (first >= items) return;
      std::int64_t const item = first + lane_id();
      bool done = item >= items;
      Row row{0, 0, 0, {0, 0}, Terms::none(), Terms::none()};
      if (!done) {
        row.i = terms.rows().row_at(item / count);
        row.c = item % count;
        row.extent = terms.rows().extent(row.i);
        row.left = terms.start(row.i, row.c);
        row.scale = terms.scale(row.i);
      }
      // Threads that wait for others of their warp let them go on.
      while (__ballot_sync(all_lanes, !done) != 0) {
        if (!done) advance(row);
        if (!done && row.k >= row.extent.count()) {
          publish(terms.at(row.i, row.c), terms.finished(row.left, row.scale));
          done = true;
        }
      }
    }
  }

 private:
  /// Adds terms up to one that is not known yet, of at most `loads` entries.
  __device__ void advance(Row& row) const {
    Value factors[loads], values[loads];
    bool is_used[loads], is_known[loads];
    ARAIOS_UNROLL
    for (int u = 0; u < loads; ++u) {
      is_used[u] = false;
      is_known[u] = true;
      if (row.k + u >= row.extent.count()) continue;
      auto const p = terms.rows().position(row.extent, row.k + u);
      auto const j = static_cast<std::int64_t>(terms.rows().entries[p]);
      if (!terms.rows().has(row.i, j)) continue;
      is_used[u] = true;
      factors[u] = terms.factor(p);
      is_known[u] = load_published(terms.at(j, row.c), values[u]);
    }
    bool goes_on = true;
    ARAIOS_UNROLL
    for (int u = 0; u < loads; ++u) {
      goes_on = goes_on && is_known[u];
      if (!goes_on) continue;
      if (is_used[u]) row.left = Terms::combined(row.left, Terms::term(factors[u], values[u]));
      ++row.k;
    }
  }
};

/// Tuning parameter: columns from which each thread has a row of one of them.
inline constexpr std::int64_t columns_by_threads = 8;

/// Solves `count` columns; lanes for each row of one. taken: two elements.
template <class Exec, class Terms>
void solve_waiting(Exec const& exec, Terms const& terms, std::int64_t n, std::int64_t count, int lanes,
                   unsigned long long* taken) {
  constexpr char const* label = "Araios::triangular::waiting";
  std::int64_t const items = n * count;
  if (items == 0) return;
  Kokkos::parallel_for("Araios::triangular::forget", range(exec, items), ForgetValues<Terms>{terms, taken});
  auto const launch = [&](auto const& body, int lanes_of_row) {
    using Body = std::remove_cvref_t<decltype(body)>;
    std::int64_t const blocks = tiles_for(items, Body::threads / lanes_of_row),
                       resident = cuda_resident_blocks<Body>(exec, label, 0);
    cuda_launch(exec, label, blocks < resident ? blocks : resident, 0, body);
  };
  if (count >= columns_by_threads)
    launch(SolveWaitingByThreads<Terms>{terms, taken}, 1);
  else
    launch(SolveWaitingByGroups<Terms>{terms, taken, lanes}, lanes);
}

}  // namespace Araios::Impl::triangular

#endif
