// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The rows of A that a thread block multiplies in every iteration (solve/krylov/grid_loop.hpp), in shared memory.
///
/// Several blocks, or long rows: CSR, some lanes a row. One block: slices of 32 rows, a lane a row, and what the lanes
/// load in one instruction lies side by side, where rows of CSR have conflicts of banks.

#include <Araios/collective/cuda_launch.hpp>
#include <Araios/collective/warp.hpp>
#include <Araios/core/arithmetic.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

namespace Araios::Impl::krylov {

template <class T, class Offset, class Ordinal>
struct GridRows {
  enum class Kind { in_memory, rows, slices };

  Offset const* row_map;
  Ordinal const* entries;
  T const* values;
  int log_lanes;  // of a row, but in slices
  Kind kind = Kind::in_memory;
  T const* kept_values = nullptr;
  int const* begin = nullptr;                     // of row i - first, or of a slice
  int const* columns = nullptr;                   // of rows
  unsigned short const* short_columns = nullptr;  // of slices: entry k of row i is at begin[i / 32] + 32 k + i % 32
  unsigned short const* lengths = nullptr;        // of rows of slices

  __device__ bool is_kept() const { return kind != Kind::in_memory; }
  __device__ bool has_slices() const { return kind == Kind::slices; }
  /// Before anything is kept: a pointer that may be null is not known to be of shared memory, and loads are slower.
  __device__ void point_to(char* shared) {
    kept_values = reinterpret_cast<T*>(shared);
    begin = columns = reinterpret_cast<int*>(shared);
    short_columns = lengths = reinterpret_cast<unsigned short*>(shared);
  }
  /// y := A x, the rows [first, last), all threads of the block. x[j] is read once an entry.
  template <int threads, class From>
  __device__ void multiply(int first, int last, From const& x, T* y) const {
    if (kind == Kind::rows)
      add_rows<threads>(first, last, x, y, begin - first, columns, kept_values);
    else
      add_rows<threads>(first, last, x, y, row_map, entries, values);
  }
  /// Row i of slices.
  template <class From>
  __device__ T multiply_row(int i, From const& x) const {
    T of_row = T(0);
    int const at = begin[i / 32] + i % 32, length = lengths[i];
    T const* const a = kept_values + at;
    unsigned short const* const column = short_columns + at;
#pragma unroll 4
    for (int k = 0; k < length; ++k) of_row = multiply_add(a[32 * k], x[column[32 * k]], of_row);
    return of_row;
  }

  /// Copies the rows [first, last) to shared memory, where there is room for them. Call a barrier after.
  __device__ void keep_rows(int first, int last, char*& shared, char const* end) {
    if (first >= last) return;
    Offset const from = row_map[first];
    auto const count = static_cast<std::int64_t>(row_map[last] - from);
    if (shared + bytes_of_rows(last - first, count) > end) return;
    auto* const a = take_shared<T>(shared, count);
    auto* const column = take_shared<int>(shared, count);
    auto* const row_begin = take_shared<int>(shared, last - first + 1);
    int const threads = static_cast<int>(blockDim.x);
    for (int k = static_cast<int>(threadIdx.x); k < static_cast<int>(count); k += threads) {
      a[k] = values[from + k];
      column[k] = static_cast<int>(entries[from + k]);
    }
    for (int i = static_cast<int>(threadIdx.x); i <= last - first; i += threads)
      row_begin[i] = static_cast<int>(row_map[first + i] - from);
    kind = Kind::rows;
    kept_values = a;
    columns = column;
    begin = row_begin;
  }
  /// Copies all rows to slices in shared memory, where there is room, and slices have at most four times the entries of
  /// A. `block` is a ChunkBlock. Call a barrier after.
  template <class Block>
  __device__ void keep_slices(Block const& block, char*& shared, char const* end) {
    int const rows = block.last(), slices = (rows + 31) / 32;
    if (rows == 0) return;
    char* const before = shared;
    auto* const slice_begin = take_shared<int>(shared, slices + 1);
    auto* const length = take_shared<unsigned short>(shared, rows);
    block.each_piece([&](int slice, int i) {
      int const mine = i < rows ? static_cast<int>(row_map[i + 1] - row_map[i]) : 0;
      if (i < rows) length[i] = static_cast<unsigned short>(mine);
      int const width = warp_max(mine);
      if (lane_id() == 0) slice_begin[slice] = 32 * width;
    });
    __syncthreads();
    if (threadIdx.x < 32) add_widths(slice_begin, slices);
    __syncthreads();
    std::int64_t const slots = slice_begin[slices];
    __syncthreads();
    if (slots > 4 * static_cast<std::int64_t>(row_map[rows]) ||
        shared + shared_piece(slots * std::int64_t(sizeof(T))) + shared_piece(slots * 2) > end) {
      shared = before;
      return;
    }
    auto* const a = take_shared<T>(shared, slots);
    auto* const column = take_shared<unsigned short>(shared, slots);
    block.each_piece([&](int slice, int i) {
      if (i >= rows) return;
      int at = slice_begin[slice] + lane_id();
      for (Offset k = row_map[i]; k < row_map[i + 1]; ++k, at += 32) {
        a[at] = values[k];
        column[at] = static_cast<unsigned short>(entries[k]);
      }
    });
    kind = Kind::slices;
    kept_values = a;
    begin = slice_begin;
    short_columns = column;
    lengths = length;
  }

  KOKKOS_FUNCTION static constexpr std::int64_t bytes_of_rows(std::int64_t rows, std::int64_t count) {
    return shared_piece(count * std::int64_t(sizeof(T))) + shared_piece(count * std::int64_t(sizeof(int))) +
           shared_piece((rows + 1) * std::int64_t(sizeof(int)));
  }

 private:
  /// Some lanes for each row, of arrays of CSR. Call a barrier after.
  template <int threads, class From, class Begin, class Column>
  __device__ void add_rows(int first, int last, From const& x, T* y, Begin const* row_begin, Column const* column,
                           T const* a) const {
    int const lanes = 1 << log_lanes, lane = static_cast<int>(threadIdx.x) & (lanes - 1);
    // The same number of rounds for all, because lanes of a warp wait for each other.
    for (; first < last; first += threads >> log_lanes) {
      int const i = first + (static_cast<int>(threadIdx.x) >> log_lanes);
      T of_row = T(0);
      if (i < last) {
        auto const end = row_begin[i + 1];
#pragma unroll 4
        for (auto k = row_begin[i] + lane; k < end; k += lanes) of_row = multiply_add(a[k], x[column[k]], of_row);
      }
      for (int distance = lanes / 2; distance > 0; distance /= 2)
        of_row = sum(of_row, warp_shuffle_xor(of_row, distance));
      if (lane == 0 && i < last) y[i] = of_row;
    }
  }
  /// The prefix sums of widths, in place, by a warp.
  __device__ static void add_widths(int* widths, int slices) {
    int before = 0;
    for (int from = 0; from < slices; from += 32) {
      int const slice = from + lane_id(), width = slice < slices ? widths[slice] : 0;
      int const up_to = before + warp_inclusive_scan(width);
      if (slice < slices) widths[slice] = up_to - width;
      before = warp_shuffle(up_to, 31, 32);
    }
    if (lane_id() == 0) widths[slices] = before;
  }
};

}  // namespace Araios::Impl::krylov

#endif
