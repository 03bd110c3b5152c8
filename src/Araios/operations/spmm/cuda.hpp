// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// SpMM on a CUDA GPU: sizes, workspace and launches. The kernels are in spmm/tile_cuda.hpp and spmm/carry_cuda.hpp.

#include <Araios/collective/cuda_launch.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/operations/spmm/core.hpp>

#include <Kokkos_Core.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH
#include <Araios/operations/spmm/carry_cuda.hpp>
#include <Araios/operations/spmm/tile_cuda.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>

namespace Araios::Impl::spmm {

/// Tuning parameters of the kernels.
struct SpmmCudaTuning {
  static constexpr int group = 32;  ///< columns per pass; few columns have kernels for fewer
  int min_items = 256;              ///< per block
  int max_items = 2048;             ///< with more, the workers of a block would be too far from each other
  int share_of_snap = 8;            ///< minimum distance of a split point from the ends of a row: items / share
  int blocks = 4;                   ///< per multiprocessor, before blocks have more items
  int tile_bytes = 1024;            ///< of a column of Y in a block, where Y is stored by columns
};

/// The kernels for a pass and for few columns. Of the shapes that were tried for a pass (8, 16 and 32 lanes, 2 to 8
/// entries, 3 to 6 blocks) 16 lanes with 4 entries are the fastest on average over both layouts.
template <class X, class T>
struct SpmmShapes {
  static constexpr int bytes = static_cast<int>(std::max(sizeof(X), sizeof(T)));
  static constexpr int vector = bytes > 8 ? 1 : 2, in_flight = bytes > 8 ? 2 : 4;
  template <SpmmColumns Columns>
  using Wide = SpmmShape<16, 2, Columns == SpmmColumns::any ? 1 : vector, in_flight, 4, Columns>;
  using Few = SpmmShape<8, 1, 1, in_flight, 4>;
};

/// Whether rows can be read or written by vectors of `width` elements.
template <class T>
bool spmm_has_vectors(T const* data, std::int64_t row_stride, std::int64_t column_stride, int width) {
  std::int64_t const bytes = width * static_cast<std::int64_t>(sizeof(T));
  return column_stride == 1 && reinterpret_cast<std::uintptr_t>(data) % bytes == 0 &&
         row_stride * static_cast<std::int64_t>(sizeof(T)) % bytes == 0;
}

/// Multiplies data.columns columns in passes of Shape::group.
template <class Shape, class Exec, class Data, class Space>
void spmm_cuda_passes(Exec const& exec, Data data, Workspace<Space>& workspace, SpmmCudaTuning const& tuning = {}) {
  using Tile = SpmmTile<Data, Shape>;
  using Carries = SpmmCarriesCuda<Data>;
  using T = typename Data::T;
  std::int64_t const all = data.num_rows + data.nnz;
  std::int64_t const target = tiles_for(all, std::int64_t(tuning.blocks) * CudaResources::of(exec, 1).multiprocessors);
  data.items = std::min<std::int64_t>(tuning.max_items, std::max<std::int64_t>(tuning.min_items, target));
  int const tile_rows =
      data.out.column_stride != 1 && data.columns > 1 ? tuning.tile_bytes / static_cast<int>(sizeof(T)) : 0;
  if (tile_rows > 0) {
    // The rows of a block should fit the tile in nearly all blocks.
    double const items_of_row = static_cast<double>(all) / static_cast<double>(data.num_rows);
    data.items = std::min(data.items, static_cast<std::int64_t>(0.9 * tile_rows * items_of_row));
  }
  data.snap = data.items / tuning.share_of_snap;
  data.parts = tiles_for(all, data.items);
  std::int64_t const passes = tiles_for(data.columns, Shape::group);
  typename Workspace<Space>::Frame const frame(workspace);
  data.carry_rows = workspace.template take<Kokkos::View<std::int64_t*, Space>>(exec, data.parts).data();
  data.carries = workspace.template take<Kokkos::View<T*, Space>>(exec, passes * data.parts * Shape::group).data();
  auto const row_bytes =
      static_cast<typename Tile::RowOfX>(data.x.row_stride * static_cast<std::int64_t>(sizeof(typename Data::X)));
  cuda_launch(exec, "Araios::spmm::parts", passes * data.parts,
              static_cast<int>(Tile::shared_bytes(data.items, data.snap, tile_rows)), Tile{data, row_bytes, tile_rows});
  if (data.parts > 1)
    cuda_launch(exec, "Araios::spmm::carries", passes * tiles_for(data.parts, Carries::warps), Carries::shared_bytes(),
                Carries{data, Shape::group});
}

/// A whole number of groups of columns, or less than one group.
template <class Exec, class Data, class Space>
void spmm_cuda_columns(Exec const& exec, Data const& data, Workspace<Space>& workspace) {
  using Shapes = SpmmShapes<typename Data::X, typename Data::T>;
  using Any = typename Shapes::template Wide<SpmmColumns::any>;
  using Whole = typename Shapes::template Wide<SpmmColumns::whole>;
  using Both = typename Shapes::template Wide<SpmmColumns::whole_of_both>;
  auto const& x = data.x;
  auto const& y = data.out;
  if (data.columns <= Shapes::Few::group)
    spmm_cuda_passes<typename Shapes::Few>(exec, data, workspace);
  else if (data.columns % Whole::group != 0 || !spmm_has_vectors(x.data, x.row_stride, x.column_stride, Whole::vector))
    spmm_cuda_passes<Any>(exec, data, workspace);
  else if (spmm_has_vectors(y.data, y.row_stride, y.column_stride, Both::vector))
    spmm_cuda_passes<Both>(exec, data, workspace);
  else
    spmm_cuda_passes<Whole>(exec, data, workspace);
}

/// Whether the kernels can compute offsets of rows of x in bytes in their integer type.
template <class Data>
bool spmm_cuda_is_applicable(Data const& data) {
  return sizeof(typename Data::Ordinal) == 8 ||
         data.x.row_stride <= std::numeric_limits<int>::max() / static_cast<std::int64_t>(sizeof(typename Data::X));
}

/// Requires      spmm_cuda_is_applicable.
template <class Exec, class Data, class Space>
void spmm_cuda(Exec const& exec, Data const& data, Workspace<Space>& workspace) {
  std::int64_t const whole = data.columns / SpmmCudaTuning::group * SpmmCudaTuning::group;
  Data part = data;
  part.columns = whole;
  if (whole > 0) spmm_cuda_columns(exec, part, workspace);
  if (whole == data.columns) return;
  part.columns = data.columns - whole;
  part.x.data += whole * data.x.column_stride;
  part.out.data += whole * data.out.column_stride;
  spmm_cuda_columns(exec, part, workspace);
}

}  // namespace Araios::Impl::spmm

#endif
