// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The steps by which a group of lanes factors its row: for each entry (i, k) left of the diagonal a turn, and in each
/// turn as many pairs of entries of rows k and i at a time as the group has lanes.
///
/// A step says for which numbers of row k a lane waits, and where in row i its partner is. It depends on the pattern
/// alone, so a group finds its next step while it waits for the numbers of this one.

#include <Araios/collective/cuda_launch.hpp>
#include <Araios/core/search.hpp>
#include <Araios/operations/factor/rows.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

#include <cstdint>

namespace Araios::Impl::factor {

/// Row i of a group. Its columns and running numbers are in shared memory, or, of a long row, where they were.
template <class Rows>
struct GroupRow {
  std::int64_t i;
  typename Rows::Offset begin;             // of the row in the factors; other positions count from there
  typename Rows::Offset diagonal, length;  // 0 where the group has no row
  typename Rows::Ordinal const* columns;
  typename Rows::T* numbers;
};

/// Positions in the factors, or in row i.
template <class Offset>
struct Step {
  static constexpr Offset none = static_cast<Offset>(-1);
  Offset pivot = none;                // of the factors, that of row k; none: the row has no more steps
  Offset from = none;                 // of the factors, the number of row k that the lane needs, if any
  Offset p = 0, q = 0;                // of row i, the entry (i, k), and the partner of `from`
  bool begins = false, ends = false;  // whether it is the first, the last one of its turn
};

/// The steps of a row, in their order, for one lane of its group.
template <class Rows>
class Steps {
 public:
  using Offset = typename Rows::Offset;
  __device__ Steps(Rows const& rows, GroupRow<Rows> const& row, int lane, int lanes)
      : rows_(rows), row_(row), lane_(static_cast<Offset>(lane)), lanes_(static_cast<Offset>(lanes)) {}

  __device__ Step<Offset> next() {
    Step<Offset> step;
    if (first_ == 0) {
      if (p_ == row_.diagonal) return step;
      begin_turn();
    }
    step.pivot = pivot_;
    step.p = p_;
    step.begins = first_ == 0;
    if (first_ + lane_ < count_) find_pair(first_ + lane_, step);
    first_ += lanes_;
    step.ends = first_ >= count_;
    if (step.ends) {
      first_ = 0;
      ++p_;
    }
    return step;
  }

 private:
  /// Columns are looked for in row i, which is in shared memory, unless row k has far more of them.
  __device__ void begin_turn() {
    std::int64_t const k = row_.columns[p_];
    ranges_ = rows_.ranges(k, p_, Offset(0), row_.length);
    pivot_ = rows_.pattern.diagonal[k];
    Offset const of_k = ranges_.k_end - ranges_.k_begin, of_i = ranges_.i_end - ranges_.i_begin;
    takes_row_k_ = of_k <= lanes_ || of_k / 4 <= of_i;
    count_ = takes_row_k_ ? of_k : of_i;
  }
  __device__ void find_pair(Offset x, Step<Offset>& step) const {
    auto const* const entries = rows_.pattern.entries;
    auto const* const columns = row_.columns;
    Offset e = ranges_.k_begin, q = ranges_.i_begin;
    if (takes_row_k_) {
      e += x;
      auto const j = entries[e];
      q = first_true(q, ranges_.i_end, [&](Offset at) { return columns[at] >= j; });
      if (q == ranges_.i_end || columns[q] != j) return;
    } else {
      q += x;
      auto const j = columns[q];
      e = rows_.pattern.search(e, ranges_.k_end, j);
      if (e == ranges_.k_end || entries[e] != j) return;
    }
    step.from = e;
    step.q = q;
  }

  Rows const& rows_;
  GroupRow<Rows> const& row_;
  Offset lane_, lanes_;
  Offset p_ = 0, first_ = 0, count_ = 0;  // the turn, its first pair that no step has, its pairs
  TwoRanges<Offset> ranges_{0, 0, 0, 0};
  Offset pivot_ = 0;
  bool takes_row_k_ = true;
};

}  // namespace Araios::Impl::factor

#endif
