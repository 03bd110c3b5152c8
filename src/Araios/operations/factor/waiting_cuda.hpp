// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The exact factorization on CUDA in one kernel: a group of lanes has a row, and waits for the rows left of its
/// diagonal.
///
/// A warp takes the next rows from a counter, so the rows before them are with warps that run already: none waits for a
/// row that has not begun, also beside other kernels that fill the device. Groups of 1 to 32 lanes have a row each. In
/// each turn of a loop that all lanes of the warp make, a group subtracts the next row that it depends on, if that is
/// finished; groups that wait do not stop those of their warp. Each lane reads whether one of the next rows is
/// finished, so a group knows of as many rows as it has lanes by one load. The store of `finished` releases the numbers
/// of all lanes of the group, which the barrier of the warp has ordered before it; the load acquires them.
///
/// Source: the triangular solve of Liu, Li, Hogg, Duff and Vinter, Euro-Par 2016; for incomplete factors Naumov, NVIDIA
/// NVR-2012-003, and Anzt, Ribizel, Flegar, Chow and Dongarra, IPDPS 2019.

#include <Araios/collective/cuda_launch.hpp>
#include <Araios/collective/warp.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/load_hints.hpp>
#include <Araios/operations/factor/in_order.hpp>
#include <Araios/operations/factor/rows.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>

namespace Araios::Impl::factor {

template <class Rows>
struct FactorWaiting {
  static constexpr int threads = 128;
  static constexpr int blocks_per_multiprocessor = 8;
  using T = typename Rows::T;
  using Offset = typename Rows::Offset;

  Rows rows;
  T* values;
  Progress progress;
  int lanes;  // of a group; Rows::parts where sums have parts

  __device__ void operator()(char*) const {
    int const lane = lane_id(), groups = 32 / lanes;
    for (;;) {
      std::int64_t first = 0;
      if (lane == 0)
        first = static_cast<std::int64_t>(atomicAdd(progress.taken, static_cast<unsigned long long>(groups)));
      first = warp_shuffle(first, 0, 32);
      if (first >= rows.pattern.num_rows) return;
      factor_row(first + lane / lanes, lane % lanes);
    }
  }

 private:
  /// The rows of a warp, one for each group; none where i is not below num_rows. All lanes call.
  __device__ void factor_row(std::int64_t i, int in_group) const {
    auto const& pattern = rows.pattern;
    bool done = i >= pattern.num_rows;
    Offset p = done ? 0 : pattern.row_map[i];
    Offset const diagonal = done ? 0 : pattern.diagonal[i];
    Offset known = p;  // the rows of the entries before it are finished
    unsigned const members = lanes == 32 ? all_lanes : (1u << lanes) - 1u;
    while (__ballot_sync(all_lanes, !done) != 0) {
      int finished = 0;
      if (Offset const next = p + static_cast<Offset>(in_group); p == known && next < diagonal)
        finished = load_acquire(progress.finished + pattern.entries[next]);
      unsigned const of_group = (__ballot_sync(all_lanes, finished != 0) >> (lane_id() - in_group)) & members;
      if (p == known) known += static_cast<Offset>(of_group == all_lanes ? 32 : __ffs(static_cast<int>(~of_group)) - 1);
      bool const subtracts = p < known, ends = !done && p == diagonal;
      __syncwarp();
      T total(0);
      if (subtracts) total = rows.part(values, i, p, in_group, lanes);
      if (ends) total = rows.pivot_part(values, i, in_group, lanes);
      if constexpr (Rows::parts > 1)
        for (int distance = Rows::parts / 2; distance > 0; distance /= 2)
          total = sum(total, warp_shuffle_xor(total, distance));
      __syncwarp();  // all lanes have read and written what `part` does
      if (in_group == 0) {
        if (subtracts) values[p] = rows.entry(values, values[p], p, total);
        if (ends) finish(i, diagonal, total);
      }
      if (subtracts) ++p;
      done = done || ends;
      __syncwarp();
    }
  }

  __device__ void finish(std::int64_t i, Offset diagonal, T const& total) const {
    bool is_boosted = false;
    values[diagonal] = rows.pivot(values[diagonal], total, is_boosted);
    if (is_boosted) atomicAdd(progress.boosted, 1ull);
    store_release(progress.finished + i, 1);
  }
};

/// values := the factors of these values.
template <class Exec, class Rows>
void factor_waiting(Exec const& exec, Rows const& rows, typename Rows::T* values, Progress const& progress,
                    std::int64_t nnz) {
  using Body = FactorWaiting<Rows>;
  constexpr char const* label = "Araios::factor::waiting";
  std::int64_t const n = rows.pattern.num_rows;
  int lanes = Rows::parts;
  if constexpr (Rows::parts == 1)
    while (lanes < 32 && 4 * lanes * n <= nnz) lanes *= 2;  // a lane for every fourth entry: half of them are in U
  std::int64_t const blocks = tiles_for(n * lanes, Body::threads),
                     resident = cuda_resident_blocks<Body>(exec, label, 0);
  cuda_launch(exec, label, std::min(blocks, resident), 0, Body{rows, values, progress, lanes});
}

}  // namespace Araios::Impl::factor

#endif
