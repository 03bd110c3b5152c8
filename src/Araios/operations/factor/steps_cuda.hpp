// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The steps by which a group of lanes factors its row: for each entry (i, k) left of the diagonal a turn, and in each
/// turn as many pairs of entries of rows k of U and i at a time as the group has lanes.
///
/// A step says for which numbers of row k a lane waits, and where in row i its partner is. It depends on the pattern
/// alone, so a group finds the next ones while it waits for numbers of the first one.

#include <Araios/collective/cuda_launch.hpp>
#include <Araios/core/search.hpp>
#include <Araios/operations/factor/rows.hpp>
#include <Araios/operations/factor/unknown_cuda.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

#include <cstdint>

namespace Araios::Impl::factor {

/// Rows of U, for which others wait. ilu: those of the factors. ic: L^H, beside L.
template <class Rows>
struct UpperRows {
  typename Rows::Offset const* pivots;  // of each row, its first entry of U
  typename Rows::Ordinal const* entries;
  typename Rows::T* numbers;
  typename Rows::Offset const* positions;  // ic: in U, of each entry of L; ilu: null
};

/// What a turn needs of row k of U: its entries from `pivot` + 1 to `end`. ic: (k, i) is at `end`.
template <class Offset>
struct TurnRange {
  Offset pivot, end;
};

/// Row i of a group. Its columns, running numbers and turns are in shared memory; of a long row they are where they
/// were, and `turns` is null. `partners` is a ring of steps that were found, which has one element of each lane.
template <class Rows>
struct GroupRow {
  std::int64_t i;
  typename Rows::Offset begin;             // of the row in the factors; other positions count from there
  typename Rows::Offset diagonal, length;  // 0 where the group has no row
  typename Rows::Ordinal const* columns;
  typename Rows::T* numbers;
  TurnRange<typename Rows::Offset> const* turns;
  unsigned* partners;
};

/// One pair of each lane: the number of U at `from`, if any, changes that at q of row i. p: of row i, the entry (i, k).
template <class T, class Offset>
struct Step {
  static constexpr Offset none = static_cast<Offset>(-1);
  Offset pivot = 0, from = none, p = 0, q = 0;
  T pivot_number{}, number{};  // as they were loaded last
  bool is_last = false;        // of its turn
};

/// Where a walk over the steps of a row is: turn p, and in it the pairs from `first` on, of `count`.
template <class Offset>
struct StepCursor {
  Offset p = 0, first = 0, count = 0;
  TurnRange<Offset> range{0, 0};
  bool takes_row_k = true;  // the pairs are those of the entries of row k; else of those of row i
};

/// The steps of a row, in their order, for one lane of its group.
template <class Rows>
class Steps {
 public:
  using T = typename Rows::T;
  using Ordinal = typename Rows::Ordinal;
  using Offset = typename Rows::Offset;
  using Step = factor::Step<T, Offset>;
  static constexpr int ring = 16;  // steps that are found and not taken

  __device__ Steps(Rows const& rows, UpperRows<Rows> const& upper, GroupRow<Rows> const& row, int lane, int lanes)
      : rows_(rows),
        upper_(upper),
        row_(row),
        lane_(static_cast<Offset>(lane)),
        lanes_(static_cast<Offset>(lanes)),
        limit_(Rows::is_ilu ? row.length : row.diagonal) {
    begin_turn(next_);
    find_ = next_;
    load_column();
  }

  __device__ TurnRange<Offset> turn(Offset p) const {
    if (row_.turns != nullptr) return row_.turns[p];
    return turn_of(rows_, upper_, row_.columns[p], row_.begin + p);
  }
  __device__ static TurnRange<Offset> turn_of(Rows const& rows, UpperRows<Rows> const& upper, std::int64_t k,
                                              Offset at) {
    return {upper.pivots[k], Rows::is_ilu ? rows.pattern.row_map[k + 1] : upper.positions[at]};
  }

  __device__ bool can_find() const { return find_.p < row_.diagonal && found_ < ring; }
  /// Finds one step more.
  __device__ void find() {
    row_.partners[((taken_ + found_) % ring) * lanes_ + lane_] = partner();
    ++found_;
    advance(find_);
    load_column();
  }
  __device__ bool has_next() const { return found_ > 0; }
  __device__ bool is_at_end() const { return next_.p == row_.diagonal; }
  /// The next step, which was found.
  __device__ Step next() {
    Step step;
    step.pivot = next_.range.pivot;
    step.p = next_.p;
    if (next_.first == 0) step.pivot_number = unknown_number<T>();
    step.is_last = next_.first + lanes_ >= next_.count;
    unsigned const partner = row_.partners[(taken_ % ring) * lanes_ + lane_];
    if (partner != no_partner) {
      Offset const pair = next_.first + lane_, other = static_cast<Offset>(partner);
      step.from = next_.range.pivot + 1 + (next_.takes_row_k ? pair : other);
      step.q = next_.p + 1 + (next_.takes_row_k ? other : pair);
      step.number = unknown_number<T>();
    }
    taken_ = (taken_ + 1) % ring;
    --found_;
    advance(next_);
    return step;
  }

 private:
  static constexpr unsigned no_partner = ~0u;

  /// Columns are looked for in row i, which is in shared memory, unless row k has far more of them.
  __device__ void begin_turn(StepCursor<Offset>& at) const {
    at.first = 0;
    if (at.p == row_.diagonal) return;
    at.range = turn(at.p);
    Offset const of_k = at.range.end - at.range.pivot - 1, of_i = limit_ - at.p - 1;
    at.takes_row_k = of_k <= lanes_ || of_k / 4 <= of_i;
    at.count = at.takes_row_k ? of_k : of_i;
  }
  __device__ void advance(StepCursor<Offset>& at) const {
    at.first += lanes_;
    if (at.first < at.count) return;
    ++at.p;
    begin_turn(at);
  }
  /// A step early, so that it is known when the step is looked for.
  __device__ void load_column() {
    if (find_.p < row_.diagonal && find_.takes_row_k && find_.first + lane_ < find_.count)
      column_ = upper_.entries[find_.range.pivot + 1 + find_.first + lane_];
  }
  /// The entry of the other row in the pair of the lane counts from the first one that it may be.
  __device__ unsigned partner() const {
    auto const* const entries = upper_.entries;
    auto const* const columns = row_.columns;
    Offset const pair = find_.first + lane_, e = find_.range.pivot + 1, q = find_.p + 1;
    if (pair >= find_.count) return no_partner;
    if (find_.takes_row_k) {
      auto const j = column_;
      Offset const at = first_true(q, limit_, [&](Offset x) { return columns[x] >= j; });
      return at < limit_ && columns[at] == j ? static_cast<unsigned>(at - q) : no_partner;
    }
    auto const j = columns[q + pair];
    Offset const at = first_true(e, find_.range.end, [&](Offset x) { return entries[x] >= j; });
    return at < find_.range.end && entries[at] == j ? static_cast<unsigned>(at - e) : no_partner;
  }

  Rows const& rows_;
  UpperRows<Rows> const& upper_;
  GroupRow<Rows> row_;
  Offset lane_, lanes_, limit_;
  StepCursor<Offset> next_, find_;  // of the steps that are not taken, and not found
  int taken_ = 0, found_ = 0;       // in the ring
  Ordinal column_ = 0;
};

}  // namespace Araios::Impl::factor

#endif
