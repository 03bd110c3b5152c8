// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Rows by groups of lanes of a warp: lanes wait for one element each, and the terms are added in their order.
///
/// A group of 1 to 32 lanes has a row. It takes as many entries as it has lanes; each lane loads one, waits for its
/// element of x, and multiplies. Whenever terms without a gap are ready, all lanes of the group add them, so that the
/// sum waits for the last one alone. Lanes of other groups go on, so no group waits for another one of its warp in
/// lockstep.

#include <Araios/collective/cuda_launch.hpp>
#include <Araios/collective/warp.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

#include <cstdint>

namespace Araios::Impl::triangular {

/// Terms: in terms_cuda.hpp. Access: load(j, c, value) gives whether the value of row j is known, store(i, c, value)
/// makes that of row i known.
template <class Terms, class Access>
struct GroupRows {
  using Value = typename Terms::Value;
  Terms const& terms;
  Access const& access;
  int lanes;

  /// What a lane has of its row.
  struct Row {
    std::int64_t i, c, count;
    std::int64_t first;  // entry of the group's first lane
    std::int64_t j;      // that this lane waits for
    Value left, factor, term;
    int added;  // terms of this round that are in `left`
    bool waits;
  };

  /// Row i of column c of the group; i < 0: none. All 32 lanes call.
  __device__ void solve(std::int64_t i, std::int64_t c) const {
    int const in_group = lane_id() % lanes, shift = lane_id() - in_group;
    unsigned const group = lanes == 32 ? all_lanes : (1u << lanes) - 1u;
    bool done = i < 0;
    Row row{i, c, 0, 0, 0, Terms::none(), Terms::none(), Terms::none(), lanes, false};
    if (!done) begin(row, in_group);
    while (__ballot_sync(all_lanes, !done) != 0) {
      if (row.waits) check(row);
      unsigned const waiting = __ballot_sync(all_lanes, row.waits) >> shift & group;
      int const ready = waiting == 0 ? lanes : __ffs(static_cast<int>(waiting)) - 1;
      bool const is_news = !done && (ready > row.added || ready == lanes);
      if (__ballot_sync(all_lanes, is_news) == 0) continue;
      add(row, ready);
      if (!is_news || ready < lanes) continue;
      row.first += lanes;
      if (row.first < row.count) {
        take(row, in_group);
      } else {
        if (in_group == 0) access.store(row.i, row.c, terms.finished(row.i, row.left));
        done = true;
      }
    }
  }

 private:
  __device__ void begin(Row& row, int in_group) const {
    row.count = terms.rows().count(row.i);
    row.left = terms.start(row.i, row.c);
    take(row, in_group);
  }

  /// The entry of this lane.
  __device__ void take(Row& row, int in_group) const {
    row.added = 0;
    row.term = Terms::none();
    row.waits = false;
    std::int64_t const k = row.first + in_group;
    if (k >= row.count) return;
    auto const p = terms.rows().position(row.i, k);
    row.j = static_cast<std::int64_t>(terms.rows().entries[p]);
    row.waits = terms.rows().has(row.i, row.j);
    row.factor = terms.factor(p);
  }

  __device__ void check(Row& row) const {
    Value known;
    if (!access.load(row.j, row.c, known)) return;
    row.term = Terms::term(row.factor, known);
    row.waits = false;
  }

  /// Adds the terms before number `ready` of the group. All lanes call.
  __device__ void add(Row& row, int ready) const {
    // One row in the warp: all lanes have the same limits.
    int const begin = lanes == 32 ? row.added : 0, end = lanes == 32 ? ready : lanes;
    for (int k = begin; k < end; ++k) {
      Value const term = warp_shuffle(row.term, k, lanes);
      if (k >= row.added && k < ready) row.left = Terms::combined(row.left, term);
    }
    if (ready > row.added) row.added = ready;
  }
};

}  // namespace Araios::Impl::triangular

#endif
