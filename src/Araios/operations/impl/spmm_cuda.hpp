// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Products with several columns on a CUDA GPU: sizes, workspace and launches. The kernels are in spmm_tile_cuda.hpp and
/// spmm_carry_cuda.hpp.

#include <Araios/core/cuda_launch.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/operations/impl/spmm_core.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH
#include <Araios/operations/impl/spmm_carry_cuda.hpp>
#include <Araios/operations/impl/spmm_tile_cuda.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>

namespace Araios::Impl {

/// Numbers of the kernels.
struct SpmmCudaTuning {
  static constexpr int group = 32;  ///< columns of a pass; fewer for what is left over
  int least_items = 256;            ///< of a block
  int most_items = 1024;            ///< more would keep workers of a block too far from each other
  int share_of_snap = 8;            ///< a cut stays off the ends of a row by this part of the items
  int blocks = 4;                   ///< for each multiprocessor, before blocks get more items
  int tile_rows = 64;               ///< of Y, where its columns lie behind each other
};

/// The kernels for a whole pass, for half of one, and for a quarter. Vectors are the widest that one instruction reads.
template <class X, class T, SpmmColumns Columns>
struct SpmmShapes {
  static constexpr int bytes = static_cast<int>(std::max(sizeof(X), sizeof(T)));
  static constexpr int vector = Columns == SpmmColumns::any ? 1 : std::max(1, 16 / bytes);
  static constexpr int at_once = bytes > 8 ? 2 : 4;
  using Wide = SpmmShape<8, 4, std::min(4, vector), at_once, 3, Columns>;
  using Medium = SpmmShape<8, 2, std::min(2, vector), at_once, 3, Columns>;
  using Narrow = SpmmShape<8, 1, 1, at_once, 4, Columns>;
};

/// Whether rows can be read, or written, by vectors of `width` elements.
template <class T>
bool spmm_has_vectors(T const* data, std::int64_t row_stride, std::int64_t column_stride, int width) {
  std::int64_t const bytes = width * static_cast<std::int64_t>(sizeof(T));
  return column_stride == 1 && reinterpret_cast<std::uintptr_t>(data) % bytes == 0 &&
         row_stride * static_cast<std::int64_t>(sizeof(T)) % bytes == 0;
}

/// Multiplies data.columns columns in passes of Shape::group: a multiple of it, or fewer than one pass has.
template <class Shape, class Exec, class Data, class Space>
void spmm_cuda_passes(Exec const& exec, Data data, Workspace<Space>& workspace, SpmmCudaTuning const& tuning = {}) {
  using Tile = SpmmTile<Data, Shape>;
  using Carries = SpmmCarriesCuda<Data, Shape::group>;
  using T = typename Data::T;
  std::int64_t const all = data.num_rows + data.nnz;
  std::int64_t const wanted = tiles_for(all, std::int64_t(tuning.blocks) * CudaResources::of(exec, 1).multiprocessors);
  data.items = std::min<std::int64_t>(tuning.most_items, std::max<std::int64_t>(tuning.least_items, wanted));
  int const tile_rows = data.out.column_stride != 1 && data.columns > 1 ? tuning.tile_rows : 0;
  if (tile_rows > 0) {
    // Most blocks shall have no more rows than the tile.
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
                Carries{data});
}

/// What the kernels of `Shape` may take for granted.
template <class Shape, class Data>
SpmmColumns spmm_columns(Data const& data) {
  auto const& x = data.x;
  auto const& y = data.out;
  if (data.columns % Shape::group != 0 || !spmm_has_vectors(x.data, x.row_stride, x.column_stride, Shape::vector))
    return SpmmColumns::any;
  return spmm_has_vectors(y.data, y.row_stride, y.column_stride, Shape::vector) ? SpmmColumns::whole_of_both
                                                                                : SpmmColumns::whole;
}

/// A group of columns that has one of the widths of SpmmShapes, or fewer columns.
template <class Exec, class Data, class Space>
void spmm_cuda_columns(Exec const& exec, Data const& data, Workspace<Space>& workspace) {
  using X = typename Data::X;
  using T = typename Data::T;
  using Any = SpmmShapes<X, T, SpmmColumns::any>;
  using Whole = SpmmShapes<X, T, SpmmColumns::whole>;
  using Both = SpmmShapes<X, T, SpmmColumns::whole_of_both>;
  if (data.columns <= Any::Narrow::group) {
    spmm_cuda_passes<typename Any::Narrow>(exec, data, workspace);
  } else if (data.columns <= Any::Medium::group) {
    if (spmm_columns<typename Both::Medium>(data) == SpmmColumns::whole_of_both)
      spmm_cuda_passes<typename Both::Medium>(exec, data, workspace);
    else
      spmm_cuda_passes<typename Any::Medium>(exec, data, workspace);
  } else {
    auto const columns = spmm_columns<typename Both::Wide>(data);
    if (columns == SpmmColumns::whole_of_both)
      spmm_cuda_passes<typename Both::Wide>(exec, data, workspace);
    else if (columns == SpmmColumns::whole)
      spmm_cuda_passes<typename Whole::Wide>(exec, data, workspace);
    else
      spmm_cuda_passes<typename Any::Wide>(exec, data, workspace);
  }
}

/// Whether the distance of rows of x in bytes can be multiplied by a row in the arithmetic of the kernels.
template <class Data>
bool spmm_cuda_suits(Data const& data) {
  return sizeof(typename Data::Ordinal) == 8 ||
         data.x.row_stride <= std::numeric_limits<int>::max() / static_cast<std::int64_t>(sizeof(typename Data::X));
}

/// Requires      spmm_cuda_suits.
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

}  // namespace Araios::Impl

#endif
