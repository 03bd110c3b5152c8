// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Transposition of a matrix with a symmetric pattern on a GPU: B has the pattern of A, and only values move.
///
/// Entry p = (i, j) of A has the transposed entry (j, i) in row j. When rows are sorted without repeated columns and
/// every entry has a transposed entry, the pattern is symmetric, and entry p of B = (i, j) has the value of its
/// transposed entry. The search reads first the entry as far from the end of row j as p is from the beginning of row i,
/// where a stencil has it, then bisects. A probe of a few thousand entries runs first. When the probe or an entry
/// fails, is_not_symmetric is set and the bucket transposition, whose kernels read it, writes B instead. The host reads
/// nothing back.
///
/// Bytes: k (2 Ordinal + 2 Scalar) + 2 (n + 1) Offset, and what the search reads again, mostly from caches.

#include <Araios/core/search.hpp>
#include <Araios/operations/transpose/bucket/data.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

#include <cstdint>

namespace Araios::Impl::transpose {

template <class Data>
struct SymmetryProbe {
  using Offset = typename Data::Offset;
  using Ordinal = typename Data::Ordinal;
  static constexpr int threads = 64, blocks_per_multiprocessor = 1;

  Data data;

  /// One entry of one row per thread.
  __device__ bool has_transposed_entry(int number, int of) const {
    std::int64_t const row = static_cast<std::int64_t>(data.m) * number / of;
    Offset const begin = data.row_map[row], end = data.row_map[row + 1];
    if (begin == end) return true;
    Offset const p = begin + (end - begin) / 8 * static_cast<Offset>(number % 8);
    auto const column = data.entries[p];
    if (p > begin && data.entries[p - 1] >= column) return false;
    Offset const row_begin = data.row_map[column], row_end = data.row_map[column + 1];
    Offset const transposed = first_not_below(PointerArray<Ordinal>{data.entries}, row_begin, row_end, row);
    return transposed < row_end && data.entries[transposed] == row;
  }

  __device__ void operator()(char*) const {
    if (blockIdx.x == 0 && threadIdx.x == 0) *data.counters = BucketCounters{};
    int const number = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    int const all = __syncthreads_and(has_transposed_entry(number, static_cast<int>(gridDim.x * blockDim.x)));
    if (threadIdx.x == 0) data.probes[blockIdx.x] = all;
  }
};

/// Entries first, first + threads, ... of `count` from `base` on, which are in the rows `row`, go to B with the values
/// of their transposed entries. True when each has one and its column is above the previous one of its row; otherwise B
/// may be partly written.
template <int threads, int in_flight, class Data>
__device__ __forceinline__ bool copy_transposed_entries(Data const& data, std::int64_t base, int first, int count,
                                                        int const (&row)[in_flight]) {
  using Offset = typename Data::Offset;
  using Ordinal = typename Data::Ordinal;
  auto const* const entries = data.entries + base;
  Ordinal column[in_flight];
  Offset begin[in_flight], end[in_flight], transposed[in_flight];
  Ordinal found[in_flight];
  bool good = true;
  ARAIOS_UNROLL
  for (int u = 0; u < in_flight; ++u) {
    int const q = first + u * threads;
    column[u] = entries[min(q, count - 1)];
  }
  ARAIOS_UNROLL
  for (int u = 0; u < in_flight; ++u) {
    begin[u] = data.row_map[column[u]];
    end[u] = data.row_map[column[u] + 1];
    transposed[u] = data.row_map[row[u]];
  }
  ARAIOS_UNROLL
  for (int u = 0; u < in_flight; ++u) {
    int const q = first + u * threads;
    Offset const before =
        static_cast<Offset>(base) + static_cast<Offset>(q) - transposed[u];  // entries of the row before p
    if (q < count && before > 0 && entries[q - 1] >= column[u]) good = false;
    transposed[u] = q < count && before < end[u] - begin[u] ? end[u] - 1 - before : 0;
    found[u] = data.entries[transposed[u]];
  }
  ARAIOS_UNROLL
  for (int u = 0; u < in_flight; ++u) {
    if (first + u * threads >= count) continue;
    if (found[u] == row[u] && transposed[u] >= begin[u] && transposed[u] < end[u]) continue;
    transposed[u] = first_not_below(PointerArray<Ordinal>{data.entries}, begin[u], end[u], row[u]);
    if (transposed[u] >= end[u] || data.entries[transposed[u]] != row[u]) {
      good = false;
      transposed[u] = 0;
    }
  }
  // All loads before the first store: the compiler must assume that both are to the same address.
  typename Data::Scalar moved[in_flight];
  if constexpr (Data::has_values) {
    ARAIOS_UNROLL
    for (int u = 0; u < in_flight; ++u) moved[u] = data.values(transposed[u]);
  }
  ARAIOS_UNROLL
  for (int u = 0; u < in_flight; ++u) {
    int const q = first + u * threads;
    if (q >= count) continue;
    data.out_entries[base + q] = column[u];
    if constexpr (Data::has_values) data.out_values[base + q] = moved[u];
  }
  return good;
}

template <class Data>
struct SymmetricTranspose {
  using Offset = typename Data::Offset;
  using Ordinal = typename Data::Ordinal;
  using Shape = TileShape<256, 8>;
  static constexpr int threads = Shape::threads, blocks_per_multiprocessor = 5;
  static constexpr int in_flight = 4;  // entries of a thread whose loads overlap

  Data data;

  __device__ void operator()(char*) const {
    __shared__ std::uint32_t marks[Shape::tile];
    __shared__ int carry[Shape::tile / 32 + 1];
    __shared__ int next_row;
    int const thread = static_cast<int>(threadIdx.x);
    if (__syncthreads_or(thread < data.number_of_probes && data.probes[thread] == 0)) {
      if (blockIdx.x == 0 && thread == 0) data.counters->is_not_symmetric = 1;
      return;
    }
    std::int64_t base = static_cast<std::int64_t>(blockIdx.x) * data.symmetric_tile;
    std::int64_t const tile_end = min(data.k, base + data.symmetric_tile);
    bool good = true;
    while (base < tile_end && good) {
      if (warp_id() == 0) {
        int const row = data.find_row(base, 0, data.m);
        if (lane_id() == 0) next_row = row;
      }
      __syncthreads();
      int const first_row = next_row;
      int const last_row = static_cast<int>(
          min(static_cast<std::int64_t>(data.m), static_cast<std::int64_t>(first_row) + TileRowIndices::max_rows));
      std::int64_t const end = min(tile_end, static_cast<std::int64_t>(data.row_map[last_row]));
      int const count = static_cast<int>(end - base);
      TileRowIndices const rows{marks, carry, &next_row};
      rows.find(data, Shape::threads, base, count, first_row, last_row);
      bool mine = true;
      for (int q0 = 0; q0 < count; q0 += in_flight * Shape::threads) {
        int row[in_flight];
        ARAIOS_UNROLL
        for (int u = 0; u < in_flight; ++u)
          row[u] = first_row + static_cast<int>(rows.at(q0 + thread + u * Shape::threads, count));
        mine &= copy_transposed_entries<Shape::threads>(data, base, q0 + thread, count, row);
      }
      good = __syncthreads_and(mine) != 0;
      base = end;
    }
    if (!good) {
      if (thread == 0) data.counters->is_not_symmetric = 1;
      return;
    }
    for (std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * Shape::threads + thread; i <= data.n;
         i += static_cast<std::int64_t>(gridDim.x) * Shape::threads)
      data.out_map[i] = data.row_map[i];
  }
};

/// The check for symmetry, where it is wanted, which writes B where it succeeds.
template <class Exec, class Data>
void launch_symmetric(Exec const& exec, Data const& data) {
  if (!data.try_symmetric) return;
  cuda_launch(exec, "Araios::transpose::symmetry_probe", data.number_of_probes, 0, SymmetryProbe<Data>{data});
  cuda_launch(exec, "Araios::transpose::symmetric", tiles_for(data.k, data.symmetric_tile), 0,
              SymmetricTranspose<Data>{data});
}

}  // namespace Araios::Impl::transpose

#endif
