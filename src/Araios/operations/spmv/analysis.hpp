// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The analysis of the rows of a matrix for SpMV, and the choice of a method.

#include <Araios/core/execution.hpp>
#include <Araios/operations/spmv/core.hpp>
#include <Araios/operations/spmv/csr_rows.hpp>
#include <Araios/operations/spmv/csr_tile.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <string_view>

namespace Araios::Impl::spmv {

/// The cost model of a GPU; the numbers are those of an H200.
struct SpmvModel {
  double seconds_per_step = 0.7e-6;  ///< of a warp, to load some columns from shared memory and their elements of x
  double warps = 132 * 64;           ///< that take steps concurrently
  double bytes_per_second = 4e12;    ///< of memory
  double launch_seconds = 8e-6;      ///< lower bound for the rest of an SpMV and another launch
  double search_seconds = 7e-6;      ///< more that rows may lose without a plan; fitted while tiles searched their rows
  /// Mean entries per row from which tiles are faster: a block by rows copies 1,024 entries at a time, which then
  /// belong to one or two of its rows, and the warps of the others wait.
  double long_rows = 1024;
  /// Of one block, for as many entries of a row as it holds. In a kernel that sums whole rows these may take as long as
  /// the second kernel of `merge`, or a quarter of the time of memory, in which other blocks work.
  double seconds_per_tile_of_row = 0.8e-6;
  double carry_seconds = 2e-6;
  double hidden_share = 0.25;
};

/// Steps of the lanes of each warp when rows are shared as in `shape`: their sum, and the maximum of one warp.
struct SpmvRowSteps {
  std::int64_t sum = 0;
  std::int64_t most = 0;
};

/// Asynchronous  no: the result is on the host.
template <class Exec, class RowMap>
ARAIOS_NOT_INLINED SpmvRowSteps count_row_steps(Exec const& exec, SpmvRowShape shape, std::int64_t num_rows,
                                                RowMap const& row_map) {
  int const rows_per_warp = 32 / shape.lanes;
  std::int64_t const terms_per_step = std::int64_t(spmv_row_tuning.terms) * shape.lanes;
  SpmvRowSteps steps;
  Kokkos::parallel_reduce(
      "Araios::SpmvPlan::row_steps", range(exec, tiles_for(num_rows, rows_per_warp)),
      KOKKOS_LAMBDA(std::int64_t warp, std::int64_t& sum, std::int64_t& most) {
        std::int64_t longest = 0;
        for (std::int64_t i = warp * rows_per_warp; i < num_rows && i < (warp + 1) * rows_per_warp; ++i) {
          auto const length = static_cast<std::int64_t>(row_map(i + 1) - row_map(i));
          longest = length > longest ? length : longest;
        }
        std::int64_t const here = tiles_for(longest, terms_per_step);
        sum += here;
        most = here > most ? here : most;
      },
      Kokkos::Sum<std::int64_t>(steps.sum), Kokkos::Max<std::int64_t>(steps.most));
  return steps;
}

/// A kernel: by rows, or by tiles, which carry the sums of rows that end in another tile or sum whole rows.
enum class SpmvKernel { rows, merge, whole_rows };

/// A kernel, and the reason.
struct SpmvChoice {
  SpmvKernel kernel;
  std::string_view reason;

  SpmvMethod method() const { return kernel == SpmvKernel::rows ? SpmvMethod::rows : SpmvMethod::merge; }
};

/// The kernel for the rows of a matrix with at least one row, on a GPU: `rows`, unless they are long, or their steps
/// take longer than the memory: the longest row alone, or warps that wait for the longest of their rows. An entry has
/// `entry_bytes`.
///
/// Asynchronous  no: waits for exec; yes where rows are long, since row_map is then not read.
template <class Exec, class RowMap>
SpmvChoice choose_spmv_kernel(Exec const& exec, std::int64_t num_rows, std::int64_t nnz, std::int64_t entry_bytes,
                              RowMap const& row_map, bool with_plan = true) {
  constexpr SpmvModel model;
  if (static_cast<double>(nnz) > model.long_rows * static_cast<double>(num_rows))
    return {SpmvKernel::merge, "long rows: tiles, which a whole block works on"};
  SpmvRowShape const shape = spmv_row_shape(num_rows, nnz);
  SpmvRowSteps const steps = count_row_steps(exec, shape, num_rows, row_map);
  double const memory_seconds = static_cast<double>(nnz) * static_cast<double>(entry_bytes) / model.bytes_per_second;
  double const limit = model.launch_seconds + (with_plan ? 0 : model.search_seconds) + memory_seconds;
  double const longest_row = static_cast<double>(steps.most * spmv_row_tuning.terms * shape.lanes);
  bool const is_short = longest_row / spmv_tile<Exec>() * model.seconds_per_tile_of_row <=
                        model.carry_seconds + model.hidden_share * memory_seconds;
  SpmvKernel const tiles = is_cuda_v<Exec> && is_short ? SpmvKernel::whole_rows : SpmvKernel::merge;
  if (static_cast<double>(steps.most) * model.seconds_per_step > limit)
    return {tiles, "one row would take longer than all the rest: tiles, in which no row is too long"};
  if (static_cast<double>(steps.sum) / model.warps * model.seconds_per_step > limit)
    return {tiles, "neighbouring rows differ so much that threads would wait for each other: tiles"};
  return {SpmvKernel::rows, "rows of about one length: one pass, one kernel"};
}

}  // namespace Araios::Impl::spmv
