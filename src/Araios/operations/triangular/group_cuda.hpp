// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Rows by groups of lanes of a warp: lanes wait for one element each, and the terms are added in their order.
///
/// A group of 1 to 32 lanes has a row. It takes as many entries as it has lanes; each lane loads one, waits for its
/// element of x, and multiplies. Whenever terms without a gap are ready, all lanes of the group add them, so that the
/// sum waits for the last one alone. Lanes of other groups go on, so no group waits for another one of its warp in
/// lockstep. What a row needs besides x is loaded before, in two steps that a caller may separate. Where one of the
/// rows of a warp is long, the warp solves them one after the other with all lanes.

#include <Araios/collective/cuda_launch.hpp>
#include <Araios/collective/warp.hpp>
#include <Araios/operations/triangular/problem.hpp>
#include <Araios/operations/triangular/publication_cuda.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

#include <cstdint>

namespace Araios::Impl::triangular {

/// Terms: in terms_cuda.hpp. Access: at(j, c) is where the value of row j of column c is or will be, store(i, c, value)
/// makes that of row i known. LoadsOfLane: entries of a long row that a lane loads before it waits for one.
template <class Terms, class Access, int LoadsOfLane = 2>
struct GroupRows {
  using Value = typename Terms::Value;
  Terms const& terms;
  Access const& access;
  int lanes;  // of a group

  /// The entries of row i; i < 0: no row.
  struct Row {
    typename Terms::Ordinal i;
    std::int64_t c;
    Extent<typename Terms::Offset> extent;
  };
  /// The first entry of a lane, and what all lanes know of the row.
  struct Loads {
    typename Terms::Ordinal j;
    Value factor, left, scale;
  };

  __device__ Row locate(std::int64_t i, std::int64_t c) const {
    auto const row = static_cast<typename Terms::Ordinal>(i);
    if (i < 0) return {row, c, {0, 0}};
    return {row, c, terms.rows().extent(i)};
  }
  __device__ Loads load(Row const& row) const {
    Loads loads{0, Terms::none(), Terms::none(), Terms::none()};
    if (row.i < 0) return loads;
    load_entry(row, lane_id() % lanes, loads);
    loads.left = terms.start(row.i, row.c);
    loads.scale = terms.scale(row.i);
    return loads;
  }

  /// Makes the values of the rows of all groups known, long rows one after the other. All 32 lanes call.
  __device__ void solve(Row const& row, Loads const& loads) const {
    if (__ballot_sync(all_lanes, row.extent.count() > long_row) == 0) return solve_short(row, loads);
    for (int from = 0; from < 32; from += lanes) {
      Row const one{warp_shuffle(row.i, from, 32),
                    warp_shuffle(row.c, from, 32),
                    {warp_shuffle(row.extent.begin, from, 32), warp_shuffle(row.extent.end, from, 32)}};
      if (one.i >= 0) solve_long(one);
    }
  }

  /// Makes the value of one row known, which all lanes have. The next entries are loaded before these are waited for.
  __device__ void solve_long(Row const& row) const {
    std::int64_t const count = row.extent.count();
    Value left = terms.start(row.i, row.c);
    Value const scale = terms.scale(row.i);
    Loads now[LoadsOfLane]{}, next[LoadsOfLane]{};
    ARAIOS_UNROLL
    for (int u = 0; u < LoadsOfLane; ++u) load_entry(row, lane_id() + 32 * u, now[u]);
    for (std::int64_t first = lane_id(); first - lane_id() < count; first += 32 * LoadsOfLane) {
      Term terms_of_lane[LoadsOfLane];
      ARAIOS_UNROLL
      for (int u = 0; u < LoadsOfLane; ++u) {
        terms_of_lane[u] = wait_for(row, now[u], first + 32 * u < count);
        if (terms_of_lane[u].waits) is_ready(terms_of_lane[u], now[u].factor);
      }
      ARAIOS_UNROLL
      for (int u = 0; u < LoadsOfLane; ++u) load_entry(row, first + 32 * (LoadsOfLane + u), next[u]);
      ARAIOS_UNROLL
      for (int u = 0; u < LoadsOfLane; ++u) {
        Term& term = terms_of_lane[u];
        while (__ballot_sync(all_lanes, term.waits) != 0)
          if (term.waits) is_ready(term, now[u].factor);
        ARAIOS_UNROLL
        for (int k = 0; k < 32; ++k) left = Terms::combined(left, warp_shuffle(term.value, k, 32));
        now[u] = next[u];
      }
    }
    if (lane_id() == 0) access.store(row.i, row.c, terms.finished(left, scale));
  }

  /// Makes the values of the rows of all groups known, none of which is long.
  __device__ void solve_short(Row const& row, Loads loads) const {
    int const in_group = lane_id() % lanes, shift = lane_id() - in_group;
    unsigned const group = lanes == 32 ? all_lanes : (1u << lanes) - 1u;
    std::int64_t const count = row.extent.count();
    std::int64_t first = 0;  // of the entries that the group has
    bool done = row.i < 0, is_new = true;
    int added = 0;  // of these entries
    Term term = wait_for(row, loads, !done && in_group < count);
    for (;;) {
      bool const changes = term.waits && is_ready(term, loads.factor);
      if (__ballot_sync(all_lanes, changes || is_new) == 0) continue;
      is_new = false;
      unsigned const waiting = __ballot_sync(all_lanes, term.waits) >> shift & group;
      int const ready = waiting == 0 ? lanes : __ffs(static_cast<int>(waiting)) - 1;
      add(term.value, added, ready, loads.left);
      if (!done && ready == lanes) {
        first += lanes;
        added = 0;
        if (first < count) {
          load_entry(row, first + in_group, loads);
          term = wait_for(row, loads, first + in_group < count);
          is_new = true;
        } else {
          if (in_group == 0) access.store(row.i, row.c, terms.finished(loads.left, loads.scale));
          done = true;
        }
      }
      if (__ballot_sync(all_lanes, !done) == 0) return;
    }
  }

 private:
  /// The product of a lane, and where the element of x is that it waits for.
  struct Term {
    Value const* from;
    Value value;
    bool waits;
  };

  __device__ Term wait_for(Row const& row, Loads const& loads, bool has_entry) const {
    if (!has_entry || !terms.rows().has(row.i, loads.j)) return {nullptr, Terms::none(), false};
    return {access.at(loads.j, row.c), Terms::none(), true};
  }

  __device__ static bool is_ready(Term& term, Value const& factor) {
    Value known;
    if (!load_published(term.from, known)) return false;
    term.value = Terms::term(factor, known);
    term.waits = false;
    return true;
  }

  /// The k-th entry of the row, if it has one.
  __device__ void load_entry(Row const& row, std::int64_t k, Loads& loads) const {
    if (k >= row.extent.count()) return;
    auto const p = terms.rows().position(row.extent, k);
    loads.j = terms.rows().entries[p];
    loads.factor = terms.factor(p);
  }

  /// Adds the terms of the group from number `added` to `ready`. All lanes call.
  __device__ void add(Value const& term, int& added, int ready, Value& left) const {
    if (lanes == 1) {
      if (added < ready) left = Terms::combined(left, term);
    } else {
      // One row in the warp: all lanes have the same limits.
      int const begin = lanes == 32 ? added : 0, end = lanes == 32 ? ready : lanes;
      for (int k = begin; k < end; ++k) {
        Value const other = warp_shuffle(term, k, lanes);
        if (k >= added && k < ready) left = Terms::combined(left, other);
      }
    }
    if (ready > added) added = ready;
  }
};

}  // namespace Araios::Impl::triangular

#endif
