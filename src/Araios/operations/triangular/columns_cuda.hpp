// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Right-hand sides of which each is contiguous: moved to where those of a row are contiguous, and solutions back.
///
/// A warp has one row and 32 right-hand sides, so each load of its elements of X, which it waits for again and again,
/// would take 32 lines in place of 2. The move reads and writes B and X once more: 32 bytes of an element in all.

#include <Araios/collective/cuda_launch.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/operations/triangular/problem.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

#include <cstdint>

namespace Araios::Impl::triangular {

/// to := the transpose of from, by a tile for each block.
template <class T, int Threads = 256>
struct TransposeColumns {
  static constexpr int threads = Threads, blocks_per_multiprocessor = 8, side = 32;
  static constexpr int shared_bytes = side * (side + 1) * static_cast<int>(sizeof(T));
  T const* from;  // element i of column c: from[i + c * stride_from]
  T* to;          // to[c + i * stride_to]
  std::int64_t stride_from, stride_to, rows, columns;

  std::int64_t blocks() const { return tiles_for(rows, side) * tiles_for(columns, side); }

  __device__ void operator()(char* shared) const {
    auto* const tile = reinterpret_cast<T*>(shared);
    std::int64_t const tiles = (columns + side - 1) / side, block = blockIdx.x;
    std::int64_t const first_row = block / tiles * side, first_column = block % tiles * side;
    int const x = static_cast<int>(threadIdx.x) % side, y = static_cast<int>(threadIdx.x) / side;
    for (int k = y; k < side; k += threads / side)
      if (first_row + x < rows && first_column + k < columns)
        tile[k * (side + 1) + x] = from[first_row + x + (first_column + k) * stride_from];
    __syncthreads();
    for (int k = y; k < side; k += threads / side)
      if (first_row + k < rows && first_column + x < columns)
        to[(first_row + k) * stride_to + first_column + x] = tile[x * (side + 1) + k];
  }
};

/// Whether each right-hand side and each solution is contiguous.
template <class T>
bool are_contiguous_columns(Columns<T> const& columns) {
  return columns.count > 1 && columns.row_stride_b == 1 && columns.row_stride_x == 1;
}

/// Solves `columns` of n rows by solve(columns), whose columns are those of b and x: memory for n columns.count
/// elements each. b may be x of `columns`, where it has no gaps.
template <class Exec, class T, class Solve>
void solve_moved(Exec const& exec, Columns<T> const& columns, std::int64_t n, T* b, T* x, Solve const& solve) {
  constexpr char const* label = "Araios::triangular::move_columns";
  std::int64_t const count = columns.count;
  TransposeColumns<T> const there{columns.b, b, columns.column_stride_b, count, n, count};
  cuda_launch(exec, label, there.blocks(), there.shared_bytes, there);
  solve(Columns<T>{b, x, count, 1, count, 1, count});
  TransposeColumns<T> const back{x, columns.x, count, columns.column_stride_x, count, n};
  cuda_launch(exec, label, back.blocks(), back.shared_bytes, back);
}

}  // namespace Araios::Impl::triangular

#endif
