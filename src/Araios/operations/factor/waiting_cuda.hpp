// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The exact factorization on CUDA in one kernel: a group of lanes has a row, and waits for the rows left of its
/// diagonal.
///
/// Row i makes a turn for each entry (i, k) left of its diagonal: it divides it by the pivot of row k and subtracts so
/// many times row k of U from itself. IC(0) does the same with U = L^H, whose rows are stored beside L: (k, i) of U as
/// soon as (i, k) of L is known. The numbers of U are unknown at first (triangular/publication_cuda.hpp); a lane loads
/// those that it needs until they are known, so a level costs a store, a load and the arithmetic, without flags.
///
/// Why it is fast: what a step needs depends on the pattern alone, so a group finds up to `ring` steps while it waits;
/// rows of IC(0) wait for each l_ik as it is known, and change all numbers of their row at a time, as ILU(0) does; and
/// the numbers of A, the inverses and the rows of L^H are read and written here, not in kernels of their own.
///
/// A warp takes the next rows from a counter, so the rows before them are with warps that run already: none waits for a
/// row that has not begun, also beside other kernels that fill the device. All groups of a warp make the iterations of
/// one loop; one that waits loads once in each and does not stop the others, which may have the rows that it needs.
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
#include <Araios/operations/factor/unknown_cuda.hpp>
#include <Araios/operations/triangular/publication_cuda.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>

namespace Araios::Impl::factor {

/// What the kernel does with results.
template <class Rows>
struct FactorOutput {
  typename Rows::T* values;
  Inverses<typename Rows::T> inverses;
  Progress progress;
};

/// What a lane has found in its rows.
struct Findings {
  unsigned long long lowest = ~0ull, boosted = 0;

  __device__ void keep_fault(std::int64_t q, int kind) {
    auto const fault = Progress::fault(q, kind);
    if (fault < lowest) lowest = fault;
  }
  __device__ void store(Progress const& progress) const {
    if (lowest != ~0ull) Kokkos::atomic_fetch_min(progress.lowest, lowest);
    if (boosted != 0) atomicAdd(progress.boosted, boosted);
  }
};

/// What a group does with its row. All lanes of the warp call.
template <class Rows>
class GroupFactor {
 public:
  using T = typename Rows::T;
  using Offset = typename Rows::Offset;
  using Step = factor::Step<T, Offset>;
  __device__ GroupFactor(Rows const& rows, UpperRows<Rows> const& upper, FactorOutput<Rows> const& output,
                         GroupRow<Rows> const& row, int lanes)
      : rows_(rows),
        upper_(upper),
        output_(output),
        row_(row),
        lane_(lane_id() % lanes),
        lanes_(lanes),
        steps_(rows, upper, row, lane_, lanes) {}

  __device__ void run(Findings& findings) {
    bool done = row_.length == 0, waited = true;
    if (!Rows::is_ilu && !done) on_diagonal_ = row_.numbers[row_.diagonal];
    for (;;) {
      take_next();
      load();
      if ((waited || !has_step_) && steps_.can_find()) steps_.find();
      waited = true;
      bool goes = false;
      do {
        if (has_step_ && !is_open_ && !is_unknown(now_.pivot_number)) open();
        bool const waits = has_step_ && (!is_open_ || is_unknown(now_.number));
        unsigned const waiting = members(__ballot_sync(all_lanes, waits));
        goes = has_step_ && waiting == 0;
        if (goes) {
          take_step();
          waited = false;
        }
        __syncwarp();  // what lanes wrote to row i, others read
      } while (__ballot_sync(all_lanes, goes) != 0);
      if (!done && !has_step_ && steps_.is_at_end()) {
        finish();
        done = true;
      }
      if (__ballot_sync(all_lanes, !done) == 0) break;
    }
    if (!is_finite_) findings.keep_fault(row_.i, 1);
    if (!has_pivot_) return;
    output_.inverses.store(row_.i, pivot_);
    if (is_boosted_) ++findings.boosted;
    if (Rows::is_bad_pivot(pivot_)) findings.keep_fault(row_.i, 0);
  }

 private:
  static constexpr Offset none = Step::none;
  __device__ void take_next() {
    if (has_step_ || !steps_.has_next()) return;
    now_ = steps_.next();
    has_step_ = true;
  }
  __device__ void load() {
    load_where_unknown(upper_.numbers + now_.pivot, now_.pivot_number);
    load_where_unknown(upper_.numbers + now_.from, now_.number);
  }
  /// Begins the turn of the step, whose pivot is known: a_ik had its last change in an earlier turn. ic: other
  /// rows wait for l_ik, so it does not wait for them.
  __device__ void open() {
    Offset const p = now_.p;
    if constexpr (Rows::is_ilu)
      factor_ = quotient(row_.numbers[p], now_.pivot_number);
    else
      factor_ = divided(row_.numbers[p], real_part_of(now_.pivot_number));
    is_open_ = true;
    if (lane_ != 0) return;
    if constexpr (!Rows::is_ilu) triangular::publish(upper_.numbers + steps_.turn(p).end, conjugate_of(factor_));
    store(p, factor_);
  }
  /// Makes the step, of which all numbers are known.
  __device__ void take_step() {
    if (now_.from != none) row_.numbers[now_.q] = subtract_product(row_.numbers[now_.q], factor_, now_.number);
    if (now_.is_last) {
      if constexpr (!Rows::is_ilu) on_diagonal_ = difference(on_diagonal_, product_with_conjugate(factor_, factor_));
      is_open_ = false;
    }
    now_ = Step{};
    has_step_ = false;
  }
  __device__ void finish() {
    if constexpr (Rows::is_ilu) {
      for (auto q = row_.diagonal + 1 + static_cast<Offset>(lane_); q < row_.length; q += static_cast<Offset>(lanes_))
        store(q, row_.numbers[q]);
      if (lane_ == 0) store_pivot(row_.numbers[row_.diagonal]);
    } else if (lane_ == 0) {
      store_pivot(on_diagonal_);
    }
  }
  __device__ void store(Offset q, T const& number) {
    triangular::publish(output_.values + row_.begin + q, number);
    is_finite_ = is_finite_ && difference(number, number) == T(0);
  }
  __device__ void store_pivot(T const& left) {
    pivot_ = rows_.pivot(left, is_boosted_);
    has_pivot_ = true;
    if constexpr (!Rows::is_ilu) triangular::publish(upper_.numbers + upper_.pivots[row_.i], conjugate_of(pivot_));
    store(row_.diagonal, pivot_);
  }

  /// The bits of the lanes of the group.
  __device__ unsigned members(unsigned ballot) const {
    return lanes_ == 32 ? ballot : ballot >> (lane_id() - lane_) & ((1u << lanes_) - 1u);
  }

  Rows const& rows_;
  UpperRows<Rows> const& upper_;
  FactorOutput<Rows> const& output_;
  GroupRow<Rows> row_;
  int lane_, lanes_;
  Steps<Rows> steps_;
  Step now_;
  bool has_step_ = false;
  T factor_{}, on_diagonal_{}, pivot_{};
  bool is_open_ = false;                         // whether factor_ is that of the turn
  bool has_pivot_ = false, is_boosted_ = false;  // whether the lane has stored the pivot
  bool is_finite_ = true;                        // what the lane stored
};

template <class Rows, class Take, int Threads = 128>
struct FactorWaiting {
  using T = typename Rows::T;
  using Ordinal = typename Rows::Ordinal;
  using Offset = typename Rows::Offset;
  using Turn = TurnRange<Offset>;
  static constexpr int threads = Threads;
  static constexpr int blocks_per_multiprocessor = sizeof(T) > 8 ? 4 : 6;
  static constexpr int entries_of_lane = 8;  // of a row in shared memory
  static constexpr int shared_bytes = threads * entries_of_lane * int(sizeof(T) + sizeof(Turn) + sizeof(Ordinal)) +
                                      threads * Steps<Rows>::ring * int(sizeof(unsigned));

  Rows rows;
  UpperRows<Rows> upper;
  Take take;  // the numbers of A, in the order of the factors
  T* a;       // those of long rows, which change
  FactorOutput<Rows> output;
  int lanes;  // of a group

  __device__ void operator()(char* shared) const {
    T* const all_numbers = take_shared<T>(shared, threads * entries_of_lane);
    Turn* const all_turns = take_shared<Turn>(shared, threads * entries_of_lane);
    Ordinal* const all_columns = take_shared<Ordinal>(shared, threads * entries_of_lane);
    unsigned* const all_partners = take_shared<unsigned>(shared, threads * Steps<Rows>::ring);
    int const lane = lane_id(), in_group = lane % lanes;
    int const group = static_cast<int>(threadIdx.x) - in_group, from = group * entries_of_lane;
    unsigned* const partners = all_partners + group * Steps<Rows>::ring;
    Findings findings;
    for (;;) {
      std::int64_t first = 0;
      if (lane == 0)
        first =
            static_cast<std::int64_t>(atomicAdd(output.progress.taken, static_cast<unsigned long long>(32 / lanes)));
      first = warp_shuffle(first, 0, 32);
      if (first >= rows.pattern.num_rows) break;
      __syncwarp();  // the rows before are no longer read
      auto row = take_row(first + lane / lanes, in_group, all_numbers + from, all_columns + from, all_turns + from);
      row.partners = partners;
      __syncwarp();
      GroupFactor<Rows>(rows, upper, output, row, lanes).run(findings);
    }
    findings.store(output.progress);
  }

 private:
  /// Row i, copied to shared memory by the lanes of the group where it is short.
  __device__ GroupRow<Rows> take_row(std::int64_t i, int in_group, T* numbers, Ordinal* columns, Turn* turns) const {
    auto const& pattern = rows.pattern;
    if (i >= pattern.num_rows) return {i, 0, 0, 0, columns, numbers, turns, nullptr};
    Offset const begin = pattern.row_map[i], length = pattern.row_map[i + 1] - begin,
                 diagonal = pattern.diagonal[i] - begin;
    bool const is_long = length > static_cast<Offset>(lanes * entries_of_lane);
    if (is_long) numbers = a + begin;
    for (auto q = static_cast<Offset>(in_group); q < length; q += static_cast<Offset>(lanes)) {
      numbers[q] = take.value(begin + q, q == diagonal);
      if (is_long) continue;
      Ordinal const k = columns[q] = pattern.entries[begin + q];
      if (q < diagonal) turns[q] = Steps<Rows>::turn_of(rows, upper, k, begin + q);
    }
    if (is_long) return {i, begin, diagonal, length, pattern.entries + begin, numbers, nullptr, nullptr};
    return {i, begin, diagonal, length, columns, numbers, turns, nullptr};
  }
};

/// The numbers for which rows wait are unknown, and no row is taken.
template <class T>
struct BeginWaiting {
  T* numbers;
  unsigned long long* taken;
  __device__ void operator()(std::int64_t p) const {
    if (p == 0) *taken = 0;
    triangular::set_unknown(numbers + p);
  }
};

/// Lanes for a row: as many as an average turn has pairs, and up to four times as many where few rows leave the
/// device idle, since some rows are longer.
inline int lanes_of_row(std::int64_t num_rows, std::int64_t pairs, std::int64_t resident_threads) {
  int lanes = 1;
  while (lanes < 32 && lanes * num_rows < pairs) lanes *= 2;
  for (int k = 0; k < 2 && lanes < 32 && 4 * lanes * num_rows <= resident_threads; ++k) lanes *= 2;
  return lanes;
}

/// output := the factors of the numbers that `take` has, of which there are nnz. `a` is of length nnz.
template <class Exec, class Rows, class Take>
void factor_waiting(Exec const& exec, Rows const& rows, UpperRows<Rows> const& upper, Take const& take,
                    typename Rows::T* a, FactorOutput<Rows> const& output, std::int64_t nnz) {
  using T = typename Rows::T;
  using Body = FactorWaiting<Rows, Take>;
  constexpr char const* label = "Araios::factor::waiting";
  std::int64_t const n = rows.pattern.num_rows, resident = cuda_resident_blocks<Body>(exec, label, Body::shared_bytes);
  std::int64_t const pairs = Rows::is_ilu ? (nnz - n) / 2 : nnz - 2 * n;
  int const lanes = lanes_of_row(n, pairs, resident * Body::threads);
  std::int64_t const blocks = tiles_for(n * lanes, Body::threads);
  Kokkos::parallel_for("Araios::factor::begin", range(exec, nnz),
                       BeginWaiting<T>{upper.numbers, output.progress.taken});
  cuda_launch(exec, label, std::min(blocks, resident), Body::shared_bytes, Body{rows, upper, take, a, output, lanes});
}

}  // namespace Araios::Impl::factor

#endif
