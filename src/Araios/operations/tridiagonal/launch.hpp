// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The launch of the tiles of a level: blocks on CUDA, teams on other GPUs, work items on hosts.

#include <Araios/collective/cuda_launch.hpp>
#include <Araios/collective/staging.hpp>
#include <Araios/core/checks.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/kokkos_compat.hpp>
#include <Araios/operations/tridiagonal/problem.hpp>
#include <Araios/operations/tridiagonal/staged.hpp>
#include <Araios/operations/tridiagonal/tile.hpp>

#include <Kokkos_Core.hpp>

#include <string>

namespace Araios::Impl::tridiagonal {

/// A team for each tile, of as many threads as it has nodes, or fewer.
template <class T, class Exec, class TileType>
void launch_teams(Exec const& exec, std::string const& label, TileType const& tile, int threads) {
  using Policy = Kokkos::TeamPolicy<Exec>;
  int const scratch_level = TileType::tree_bytes + 16 <= max_scratch_bytes<Exec> ? 0 : 1;
  auto policy = Policy(exec, checked_cast<int>(tile.level.tiles, label.c_str()), threads)
                    .set_scratch_size(scratch_level, per_team(TileType::tree_bytes + 16));
  Kokkos::parallel_for(label, policy, TeamTiles<T, TileType, Exec>{tile, scratch_level});
}

struct NoZeroPivot {
  std::int64_t* zero_pivot;
  KOKKOS_FUNCTION void operator()(std::int64_t) const { *zero_pivot = -1; }
};
/// zero_pivot := -1
template <class Exec>
void launch_no_zero_pivot(Exec const& exec, std::string const& label, std::int64_t* zero_pivot) {
#ifdef ARAIOS_HAVE_CUDA_LAUNCH
  if constexpr (is_cuda_v<Exec>)
    cuda_launch(exec, label, 1, 0, CudaNoZeroPivot{zero_pivot});
  else
#endif
    Kokkos::parallel_for(label, range(exec, 1), NoZeroPivot{zero_pivot});
}

/// Runs all tiles of a level.
template <bool Pivoted, bool IsLeaf, Phase Which, class Exec, class T, int K>
void launch_tiles(Exec const& exec, std::string const& label, Problem<T, K> const& problem, Level const& level,
                  LevelScratch<T> const& scratch) {
  using TileType = Tile<T, K, Pivoted, IsLeaf, Which>;
  TileType const tile{problem, level, scratch};
#ifdef ARAIOS_HAVE_CUDA_LAUNCH
  if constexpr (is_cuda_v<Exec>) {
    using Body = CudaTiles<T, K, Pivoted, IsLeaf, Which>;
    Body const body{tile, IsLeaf ? rows_of_tile<T, K>(level, problem.n) : 0};
    cuda_launch(exec, label, level.tiles, body.shared_bytes(), body);
  } else
#endif
      if constexpr (is_gpu_v<Exec>) {
    launch_teams<T>(exec, label, tile, TileType::threads);
  } else {
    Kokkos::parallel_for(label, range(exec, level.tiles), HostTiles<T, TileType>{tile});
  }
}

}  // namespace Araios::Impl::tridiagonal
