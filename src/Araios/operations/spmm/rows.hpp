// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// SpMM in plain Kokkos: for hosts, with one thread per part, and GPUs other than CUDA's, where neighbouring threads
/// have neighbouring columns.
///
/// Invariant: the items of a part are processed in order, and its sums belong to the current row. A row is stored by
/// the part in which it ends; the sum of a last row that has not ended becomes the carry of the part.
///
/// Bytes: k (Ordinal + Scalar) + (m+1) Offset for each group of columns; k rows of X are read and m of Y written.

#include <Araios/core/execution.hpp>
#include <Araios/core/kokkos_compat.hpp>
#include <Araios/core/progress.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/operations/spmm/core.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>

namespace Araios::Impl::spmm {

/// Tuning parameters of the plain kernels.
struct SpmmTuning {
  static constexpr int group = 32;           ///< columns that are summed at a time
  static constexpr int lanes_of_gpu = 32;    ///< threads per part; on a host there is one
  static constexpr int parts_of_thread = 4;  ///< on a host: a slow thread leaves some to others
  static constexpr int min_items = 128;      ///< of a part
  static constexpr int max_parts = 32768;    ///< on a GPU: one thread adds the carries of a row, in order
  static constexpr int snap = 64;
  static constexpr int side = 32;        ///< of a square of X that a team copies
  static constexpr int copy_team = 256;  ///< on a GPU
};

/// One lane of one part, for one group of columns.
template <class Exec, class Data, int Lanes>
struct SpmmParts {
  using T = typename Data::T;
  using Semiring = typename Data::Semiring;
  static constexpr int group = SpmmTuning::group, each = group / Lanes;  // columns of a lane: lane, lane + Lanes, ...

  Data data;

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    if (!data.choice.holds()) return;
    std::int64_t const part = item / Lanes % data.parts;
    std::int64_t const first = item / Lanes / data.parts * group + item % Lanes;
    std::int64_t const left = data.columns - first;
    // The full group and contiguous columns have loops of their own, which are faster.
    if (data.x.column_stride != 1)
      run<false>(part, first, left);
    else if (left > (each - 1) * Lanes)
      run<true, true>(part, first, left);
    else
      run<true>(part, first, left);
  }

 private:
  template <bool Neighbours, bool Whole = false>
  KOKKOS_INLINE_FUNCTION void run(std::int64_t part, std::int64_t first, std::int64_t left) const {
    SpmmCut at = data.cut(part);
    SpmmCut const end = data.cut(part + 1);
    std::int64_t const stride = Neighbours ? 1 : data.x.column_stride;
    auto const* const x = data.x.data + first * stride;
    int const count = Whole || left >= group ? each : static_cast<int>((left + Lanes - 1) / Lanes);
    T sum[std::size_t(each)]{};
    PollInLoop<Exec> poll("Araios::spmm::parts");
    for (;; ++at.row) {
      std::int64_t const begin = at.entry;
      bool const ends = at.row < end.row;
      std::int64_t const stop = ends ? static_cast<std::int64_t>(data.row_map[at.row + 1]) : end.entry;
      for (int v = 0; v < count; ++v) sum[v] = Semiring::template zero<T>();
      for (; at.entry < stop; ++at.entry) {
        auto const a = data.value(at.entry);
        auto const* const row = x + static_cast<std::int64_t>(data.entries[at.entry]) * data.x.row_stride;
        for (int v = 0; v < count; ++v) sum[v] = Semiring::add(sum[v], data.term(a, row[v * Lanes * stride]));
      }
      if (!ends) break;
      for (int v = 0; v < count; ++v) data.out.store(at.row, first + v * Lanes, sum[v]);
      poll.spend((1 + stop - begin) * count, stop, data.nnz);
    }
    bool const carries = data.divides(end);
    if (first == 0) data.carry_rows[part] = carries ? end.row : -1 - end.row;
    if (!carries) return;
    T* const carry = data.carries + ((first / group * data.parts + part) * group + first % group);
    for (int v = 0; v < count; ++v) carry[v * Lanes] = sum[v];
  }
};

/// One column of a part whose carry is the first of its row: adds all carries of the row.
template <class Data>
struct SpmmCarries {
  Data data;

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    using T = typename Data::T;
    using Semiring = typename Data::Semiring;
    constexpr int group = SpmmTuning::group;
    if (!data.choice.holds()) return;
    std::int64_t const column = item % data.columns;
    std::int64_t part = item / data.columns;
    std::int64_t const row = data.carry_rows[part];
    if (row < 0 || (part > 0 && data.carry_rows[part - 1] == row)) return;
    T const* const carries = data.carries + column / group * data.parts * group + column % group;
    T sum = Semiring::template zero<T>();
    for (; part < data.parts && data.carry_rows[part] == row; ++part) sum = Semiring::add(sum, carries[part * group]);
    data.out.add(row, column, sum);
  }
};

/// SpMM in parts of `items` items, each by Lanes threads.
template <int Lanes, class Exec, class Data, class Space>
void spmm_in_parts(Exec const& exec, Data data, std::int64_t items, Workspace<Space>& workspace) {
  using Tuning = SpmmTuning;
  data.items = items;
  data.parts = tiles_for(data.num_rows + data.nnz, items);
  data.snap = std::min<std::int64_t>(Tuning::snap, items / 4);
  std::int64_t const groups = tiles_for(data.columns, Tuning::group);
  typename Workspace<Space>::Frame const frame(workspace);
  data.carry_rows = workspace.template take<Kokkos::View<std::int64_t*, Space>>(exec, data.parts).data();
  data.carries =
      workspace.template take<Kokkos::View<typename Data::T*, Space>>(exec, groups * data.parts * Tuning::group).data();
  launch_workers("Araios::spmm::parts", range(exec, groups * data.parts * Lanes), SpmmParts<Exec, Data, Lanes>{data});
  if (data.parts > 1)
    Kokkos::parallel_for("Araios::spmm::carries", range(exec, data.parts * data.columns), SpmmCarries<Data>{data});
}

/// The same with a number of parts for the space.
template <class Exec, class Data, class Space>
void spmm_plain(Exec const& exec, Data const& data, Workspace<Space>& workspace) {
  using Tuning = SpmmTuning;
  std::int64_t const threads = concurrency(exec);
  std::int64_t const parts = is_gpu_v<Exec> ? Tuning::max_parts : threads == 1 ? 1 : threads * Tuning::parts_of_thread;
  auto const items = std::max<std::int64_t>(Tuning::min_items, tiles_for(data.num_rows + data.nnz, parts));
  spmm_in_parts<is_gpu_v<Exec> ? Tuning::lanes_of_gpu : 1>(exec, data, items, workspace);
}

/// Copies x from storage by columns to storage by rows, `stride` elements from row to row. A team copies a square
/// through its scratch, so that both sides are accessed in contiguous pieces.
template <class Exec, class X>
struct SpmmCopyRows {
  using Member = typename Kokkos::TeamPolicy<Exec>::member_type;
  static constexpr int side = SpmmTuning::side;

  SpmmInput<X> from;
  X* to;
  std::int64_t rows, columns, stride, squares_down;
  SpmmChoice choice;

  KOKKOS_FUNCTION static constexpr int scratch_bytes() { return side * (side + 1) * static_cast<int>(sizeof(X)); }

  KOKKOS_FUNCTION void operator()(Member const& team) const {
    poll_in_team(team, "Araios::spmm::rows");
    if (!choice.holds()) return;
    X* const square = static_cast<X*>(team.team_scratch(0).get_shmem_aligned(scratch_bytes(), 16));
    std::int64_t const i0 = team.league_rank() % squares_down * side, c0 = team.league_rank() / squares_down * side;
    int const height = static_cast<int>(rows - i0 < side ? rows - i0 : side);
    int const width = static_cast<int>(columns - c0 < side ? columns - c0 : side);
    X const* const in = from.data + i0 * from.row_stride + c0 * from.column_stride;
    X* const out = to + i0 * stride + c0;
    for (int t = team.team_rank(); t < side * side; t += team.team_size()) {
      int const i = t % side, c = t / side;
      if (i < height && c < width) square[c * (side + 1) + i] = in[i * from.row_stride + c * from.column_stride];
    }
    team.team_barrier();
    for (int t = team.team_rank(); t < side * side; t += team.team_size()) {
      int const i = t / side, c = t % side;
      if (i < height && c < width) out[i * stride + c] = square[c * (side + 1) + i];
    }
  }
};

/// x with contiguous rows, each beginning at a multiple of 16 bytes, in memory from `workspace`.
template <class Exec, class X, class Space>
SpmmInput<X> spmm_copy_rows(Exec const& exec, std::int64_t rows, std::int64_t columns, SpmmInput<X> const& from,
                            SpmmChoice const& choice, Workspace<Space>& workspace) {
  using Copy = SpmmCopyRows<Exec, X>;
  constexpr int aligned = std::max<int>(1, 16 / static_cast<int>(sizeof(X)));
  std::int64_t const stride = tiles_for(columns, aligned) * aligned;
  std::int64_t const length = checked_multiply(rows, stride, "Araios::spmm: elements of X by rows");
  X* const to = workspace.template take<Kokkos::View<X*, Space>>(exec, length).data();
  std::int64_t const down = tiles_for(rows, Copy::side), squares = down * tiles_for(columns, Copy::side);
  Kokkos::parallel_for("Araios::spmm::rows_of_x",
                       Kokkos::TeamPolicy<Exec>(exec, checked_cast<int>(squares, "Araios::spmm: squares of X"),
                                                is_gpu_v<Exec> ? SpmmTuning::copy_team : 1)
                           .set_scratch_size(0, per_team(Copy::scratch_bytes() + 16)),
                       Copy{from, to, rows, columns, stride, down, choice});
  return {to, stride, 1};
}

}  // namespace Araios::Impl::spmm
