// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The exact factorization on CUDA in one kernel: a group of lanes has a row, and waits for the rows left of its
/// diagonal.
///
/// All numbers of the factors are unknown at first (triangular/publication_cuda.hpp); A has another array. A
/// group keeps the running numbers of its row in shared memory and stores each number once: l_ik after turn k, those of
/// U after the last turn. A lane loads the number that it needs until it is known, so a level costs one store, one load
/// and the arithmetic, without flags and fences. The steps of a row (steps_cuda.hpp) are found while it waits.
///
/// A warp takes the next rows from a counter, so the rows before them are with warps that run already: none waits for a
/// row that has not begun, also beside other kernels that fill the device. Many rows are taken level by level: in the
/// order of a large grid, the warps that run would not reach other rows of the same level (7-pt 100^3: 7.3 ms, now
/// 3.5). All groups of a warp make the iterations of one loop; one that waits loads once in each and does not stop the
/// others, which may have the rows that it needs.
///
/// Bytes: each entry of A is read and each of the factors written once, those of rows k once for each turn.
///
/// Source: the triangular solve of Liu, Li, Hogg, Duff and Vinter, Euro-Par 2016; for incomplete factors Naumov, NVIDIA
/// NVR-2012-003, and Anzt, Ribizel, Flegar, Chow and Dongarra, IPDPS 2019.

#include <Araios/collective/cuda_launch.hpp>
#include <Araios/collective/warp.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/operations/factor/in_order.hpp>
#include <Araios/operations/factor/rows.hpp>
#include <Araios/operations/factor/steps_cuda.hpp>
#include <Araios/operations/triangular/publication_cuda.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>

namespace Araios::Impl::factor {

/// What a group does with its row. All lanes of the warp call.
template <class Rows>
class GroupFactor {
 public:
  using T = typename Rows::T;
  using Offset = typename Rows::Offset;
  __device__ GroupFactor(Rows const& rows, T* values, Progress const& progress, GroupRow<Rows> const& row, int lanes)
      : rows_(rows),
        values_(values),
        progress_(progress),
        row_(row),
        lane_(lane_id() % lanes),
        lanes_(lanes),
        steps_(rows, row, lane_, lanes) {}

  __device__ void run() {
    now_ = steps_.next();
    bool done = row_.length == 0;
    if constexpr (Rows::is_ilu)
      subtract_rows(done);
    else
      subtract_products(done);
    if (!is_finite_) progress_.keep_fault(row_.i, 1);
  }

 private:
  static constexpr Offset none = Step<Offset>::none;

  /// ILU(0): each lane changes the numbers of row i that have a partner in row k.
  __device__ void subtract_rows(bool done) {
    T factor(0);
    for (bool has_next = false;;) {
      if (!done && now_.pivot == none) {
        finish_upper();
        done = true;
      }
      if (__ballot_sync(all_lanes, !done) == 0) return;
      T pivot(1), number(0);
      bool const waits = !done && !is_known(pivot, number);
      if (!done && !has_next) {
        next_ = steps_.next();
        has_next = true;
      }
      unsigned const waiting = members(__ballot_sync(all_lanes, waits));
      if (!done && waiting == 0) {
        // a_ik had its last change in an earlier iteration.
        if (now_.begins) factor = quotient(row_.numbers[now_.p], pivot);
        if (now_.from != none) row_.numbers[now_.q] = subtract_product(row_.numbers[now_.q], factor, number);
        if (now_.ends && lane_ == 0) store(now_.p, factor);
        now_ = next_;
        has_next = false;
      }
      __syncwarp();  // what lanes wrote to row i, others read
    }
  }
  /// Loads the pivot of row k, and a number of it, or the pivot again. Without branches both loads are in flight.
  __device__ bool is_known(T& pivot, T& number) const {
    bool const has_pivot = triangular::load_published(values_ + now_.pivot, pivot),
               has_number = triangular::load_published(values_ + (now_.from == none ? now_.pivot : now_.from), number);
    return has_pivot && has_number;
  }
  __device__ void finish_upper() {
    for (auto q = row_.diagonal + static_cast<Offset>(lane_); q < row_.length; q += static_cast<Offset>(lanes_))
      if (q == row_.diagonal)
        store_pivot(row_.numbers[q]);
      else
        store(q, row_.numbers[q]);
  }

  /// IC(0): each lane waits for one number of row k; all lanes subtract the products from a_ik in their order, whenever
  /// those without a gap are known, and in the end divide it.
  __device__ void subtract_products(bool done) {
    T left(0), on_diagonal(0), term(0), pivot(0);
    if (!done) on_diagonal = row_.numbers[row_.diagonal];
    bool has_next = false, is_new = true, waits = false, has_pivot = false;
    int subtracted = 0;
    for (;;) {
      if (!done && now_.pivot == none) {
        if (lane_ == 0) store_pivot(on_diagonal);
        done = true;
      }
      if (__ballot_sync(all_lanes, !done) == 0) return;
      if (is_new) {
        if (!done && now_.begins) left = row_.numbers[now_.p];
        waits = !done && now_.from != none;
        term = T(0);  // a number minus +0 is that number, bitwise
        subtracted = 0;
      }
      bool changes = false;
      if (!done) {
        T number;
        bool const is_number = triangular::load_published(values_ + (waits ? now_.from : now_.pivot), number),
                   is_pivot = triangular::load_published(values_ + now_.pivot, pivot);
        changes = is_new || (waits && is_number) || is_pivot != has_pivot;
        has_pivot = is_pivot;
        if (waits && is_number) {
          term = product_with_conjugate(row_.numbers[now_.q], number);
          waits = false;
        }
      }
      is_new = false;
      if (!done && !has_next) {
        next_ = steps_.next();
        has_next = true;
      }
      if (__ballot_sync(all_lanes, changes) == 0) continue;
      unsigned const waiting = members(__ballot_sync(all_lanes, waits)),
                     no_pivot = members(__ballot_sync(all_lanes, !done && now_.ends && !has_pivot));
      int const known = waiting == 0 ? lanes_ : __ffs(static_cast<int>(waiting)) - 1;
      subtract(term, subtracted, known, left);
      if (!done && waiting == 0 && no_pivot == 0) {
        if (now_.ends) {
          T const entry = divided(left, real_part_of(pivot));
          on_diagonal = difference(on_diagonal, product_with_conjugate(entry, entry));
          if (lane_ == 0) {
            store(now_.p, entry);
            row_.numbers[now_.p] = entry;
          }
        }
        now_ = next_;
        has_next = false;
        is_new = true;
      }
      __syncwarp();  // what a lane wrote to row i, others read
    }
  }
  /// Subtracts the terms of the group from number `subtracted` to `known`. All lanes call.
  __device__ void subtract(T const& term, int& subtracted, int known, T& left) const {
    // One row in the warp: all lanes have the same limits.
    int const begin = lanes_ == 32 ? subtracted : 0, end = lanes_ == 32 ? known : lanes_;
    for (int k = begin; k < end; ++k) {
      T const other = lanes_ == 1 ? term : warp_shuffle(term, k, lanes_);
      if (k >= subtracted && k < known) left = difference(left, other);
    }
    if (known > subtracted) subtracted = known;
  }

  /// The bits of the lanes of the group.
  __device__ unsigned members(unsigned ballot) const {
    return lanes_ == 32 ? ballot : ballot >> (lane_id() - lane_) & ((1u << lanes_) - 1u);
  }
  __device__ void store(Offset q, T const& number) {
    triangular::publish(values_ + row_.begin + q, number);
    is_finite_ = is_finite_ && difference(number, number) == T(0);
  }
  __device__ void store_pivot(T const& left) {
    bool is_boosted = false;
    T const pivot = rows_.pivot(left, is_boosted);
    store(row_.diagonal, pivot);
    if (is_boosted) atomicAdd(progress_.boosted, 1ull);
    if (Rows::is_bad_pivot(pivot)) progress_.keep_fault(row_.i, 0);
  }

  Rows const& rows_;
  T* values_;
  Progress const& progress_;
  GroupRow<Rows> const& row_;
  int lane_, lanes_;
  Steps<Rows> steps_;
  Step<Offset> now_, next_;
  bool is_finite_ = true;  // what the lane stored
};

template <class Rows, int Threads = 128>
struct FactorWaiting {
  using T = typename Rows::T;
  using Ordinal = typename Rows::Ordinal;
  using Offset = typename Rows::Offset;
  static constexpr int threads = Threads;
  static constexpr int blocks_per_multiprocessor = sizeof(T) > 8 ? 4 : sizeof(T) + sizeof(Offset) > 12 ? 6 : 8;
  static constexpr int entries_of_lane = 8;  // of a row in shared memory
  static constexpr int shared_bytes = threads * entries_of_lane * int(sizeof(T) + sizeof(Ordinal));

  Rows rows;
  Ordinal const* order;  // of the rows, each after those that it needs; null: their own
  T* a;                  // the numbers of A, in the order of the factors; those of long rows change
  T* values;             // the factors, unknown at first
  Progress progress;
  int lanes;  // of a group

  __device__ void operator()(char* shared) const {
    T* const all_numbers = take_shared<T>(shared, threads * entries_of_lane);
    Ordinal* const all_columns = take_shared<Ordinal>(shared, threads * entries_of_lane);
    int const lane = lane_id(), in_group = lane % lanes;
    int const from = (static_cast<int>(threadIdx.x) - in_group) * entries_of_lane;
    for (;;) {
      std::int64_t const first = take_items(progress.taken, 32 / lanes);
      if (first >= rows.pattern.num_rows) return;
      __syncwarp();  // the rows before are no longer read
      auto const row = take_row(row_at(first + lane / lanes), in_group, all_numbers + from, all_columns + from);
      __syncwarp();
      GroupFactor<Rows>(rows, values, progress, row, lanes).run();
    }
  }

 private:
  __device__ std::int64_t row_at(std::int64_t q) const {
    return order == nullptr || q >= rows.pattern.num_rows ? q : std::int64_t(order[q]);
  }
  /// Row i, copied to shared memory by the lanes of the group where it is short.
  __device__ GroupRow<Rows> take_row(std::int64_t i, int in_group, T* numbers, Ordinal* columns) const {
    auto const& pattern = rows.pattern;
    if (i >= pattern.num_rows) return {i, 0, 0, 0, columns, numbers};
    Offset const begin = pattern.row_map[i], length = pattern.row_map[i + 1] - begin,
                 diagonal = pattern.diagonal[i] - begin;
    if (length > static_cast<Offset>(lanes * entries_of_lane))
      return {i, begin, diagonal, length, pattern.entries + begin, a + begin};
    for (auto q = static_cast<Offset>(in_group); q < length; q += static_cast<Offset>(lanes)) {
      numbers[q] = a[begin + q];
      columns[q] = pattern.entries[begin + q];
    }
    return {i, begin, diagonal, length, columns, numbers};
  }
};

/// a := the numbers of A by `take`; the factors are unknown, and the counters 0.
template <class Take, class T>
struct BeginWaiting {
  Take take;
  T* values;
  Progress progress;
  std::int64_t num_rows;
  __device__ void operator()(std::int64_t p) const {
    if (p == 0) progress.begin(num_rows);
    take(p);
    triangular::set_unknown(values + p);
  }
};

/// Lanes for a row: about as many as it has entries on one side of the diagonal, fewer where many rows could not begin.
inline int lanes_of_row(std::int64_t num_rows, std::int64_t entries, std::int64_t resident_threads) {
  int lanes = 1;
  while (lanes < 32 && lanes * num_rows < entries) lanes *= 2;
  if (lanes > 1 && 2 * lanes * num_rows > 3 * resident_threads) lanes /= 2;
  return lanes;
}

/// values := the factors of the numbers in `a`, of which there are nnz, in `order`. Before, BeginWaiting has run.
template <class Exec, class Rows>
void factor_waiting(Exec const& exec, Rows const& rows, typename Rows::Ordinal const* order, typename Rows::T* a,
                    typename Rows::T* values, Progress const& progress, std::int64_t nnz) {
  using Body = FactorWaiting<Rows>;
  constexpr char const* label = "Araios::factor::waiting";
  std::int64_t const n = rows.pattern.num_rows, resident = cuda_resident_blocks<Body>(exec, label, Body::shared_bytes);
  int const lanes = lanes_of_row(n, Rows::is_ilu ? (nnz - n) / 2 : nnz - n, resident * Body::threads);
  std::int64_t const blocks = tiles_for(n * lanes, Body::threads);
  cuda_launch(exec, label, std::min(blocks, resident), Body::shared_bytes,
              Body{rows, order, a, values, progress, lanes});
}

}  // namespace Araios::Impl::factor

#endif
