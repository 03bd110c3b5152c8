// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// SpMV for CSR matrices by fixed-order sums (spmv/fixed_order.hpp): y has the same bits in every space.
///
/// On CUDA a thread block has the rows that it has in spmv/csr_rows.hpp. Where none has more than 64 entries, it sums
/// them from shared memory, too, by 1, 2 or 4 lanes each. Elsewhere these lanes read the arrays of A, and its warps sum
/// the long rows, one each at a time. Rows of more than 2,048 entries are listed once for a matrix, as segments: a warp
/// sums a segment, and a second kernel the segments of a row.
/// Bytes: those of A, x and y, once; and 24 to 32 per segment.

#include <Araios/collective/cuda_launch.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/load_hints.hpp>
#include <Araios/operations/spmv/analysis.hpp>
#include <Araios/operations/spmv/csr_rows.hpp>
#include <Araios/operations/spmv/fixed_order.hpp>
#include <Araios/operations/spmv/segment_list.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

namespace Araios::Impl::spmv {

#ifdef ARAIOS_HAVE_CUDA_LAUNCH
/// Entries of A in its arrays, as fixed_order.hpp reads them.
template <class Matrix, class X>
struct SpmvSource {
  using Scalar = std::remove_const_t<typename Matrix::Scalar>;
  Matrix const& A;
  X const& x;
  std::int64_t first = 0;  ///< position of entry 0

  __device__ auto column(std::int64_t k) const { return load_once(A.entries.data() + first + k); }
  __device__ Scalar value(std::int64_t k) const {
    if constexpr (is_pattern_v<Scalar>)
      return {};
    else
      return load_once(A.values.data() + first + k);
  }
  template <class Column>
  __device__ auto factor(Column j) const {
    return load_read_only(&x(j));
  }
};
/// The same where neighbouring lanes do not read neighbouring entries, so that the L1 cache has to keep them.
template <class Matrix, class X>
struct SpmvCachedSource : SpmvSource<Matrix, X> {
  using typename SpmvSource<Matrix, X>::Scalar;
  __device__ auto column(std::int64_t k) const { return load_read_only(this->A.entries.data() + this->first + k); }
  __device__ Scalar value(std::int64_t k) const {
    if constexpr (is_pattern_v<Scalar>)
      return {};
    else
      return load_read_only(this->A.values.data() + this->first + k);
  }
};
/// Entries in shared memory.
template <class Ordinal, class Scalar, class X>
struct SpmvSharedSource {
  Ordinal const* columns;
  Scalar const* values;
  X const& x;

  __device__ Ordinal column(int k) const { return columns[k]; }
  __device__ Scalar value(int k) const {
    if constexpr (is_pattern_v<Scalar>)
      return {};
    else
      return values[k];
  }
  __device__ auto factor(Ordinal j) const { return load_read_only(&x(j)); }
};

/// Rows by blocks, and after them segments of listed rows by warps, whose sums go to `sums`. Without a list, a warp
/// sums all segments of its row.
template <SemiringType Semiring, int Lanes, int Items, class Matrix, class X, class Output, class List, class Sums>
struct SpmvFixedOrderCuda : SpmvRowsCuda<Semiring, Lanes, Items, Matrix, X, Output> {
  using Base = SpmvRowsCuda<Semiring, Lanes, Items, Matrix, X, Output>;
  using Base::A, Base::x, Base::out, Base::rows_per_block, Base::threads, Base::capacity;
  using T = typename Base::T;
  using Scalar = typename Base::Scalar;
  using Ordinal = typename Base::Ordinal;
  using Offset = typename Base::Offset;
  static constexpr int warps = threads / 32;
  static constexpr int blocks_per_multiprocessor = sizeof(T) > 8 ? 7 : 10;  // parts take registers

  List list;
  Sums sums;
  std::int64_t segment_blocks;  // the first blocks, because a segment takes longer than a row

  __device__ void operator()(char* shared) const {
    if (blockIdx.x < segment_blocks) return sum_segment();
    std::int64_t const first_row = (std::int64_t(blockIdx.x) - segment_blocks) * rows_per_block;
    int const rows = static_cast<int>(min(A.num_rows() - first_row, std::int64_t(rows_per_block)));
    int const row = threadIdx.x / Lanes;
    Offset const* const row_map = A.row_map.data() + first_row;
    Offset const begin = row < rows ? row_map[row] : Offset(0), end = row < rows ? row_map[row + 1] : Offset(0);
    if (__syncthreads_or(end - begin > FixedOrder::short_row))
      sum_from_arrays(first_row, rows, static_cast<std::int64_t>(begin),
                      static_cast<int>(min(end - begin, long_length)));
    else
      sum_from_shared(first_row, rows, begin, static_cast<int>(end - begin), shared);
  }

 private:
  static constexpr Offset long_length = FixedOrder::short_row + 1;

  /// Rows of at most 64 entries each, of which the block copies as many at a time as it has room for.
  __device__ void sum_from_shared(std::int64_t first_row, int rows, Offset begin, int length, char* shared) const {
    auto* const values = reinterpret_cast<Scalar*>(shared);
    auto* const columns = reinterpret_cast<Ordinal*>(shared + capacity * value_bytes_v<Scalar>);
    Offset const first = A.row_map(first_row);
    int const total = static_cast<int>(A.row_map(first_row + rows) - first);
    int const row_begin = length > 0 ? static_cast<int>(begin - first) : 0;
    ShortRowParts<Semiring, Lanes, T> parts;
    for (int base = 0; base < total; base += capacity) {
      int const count = min(total - base, capacity);
      if (base != 0) __syncthreads();
      this->copy(first + static_cast<Offset>(base), count, columns, values);
      __syncthreads();
      // Entry k of the row is entry row_begin - base + k of the copy.
      int const from = max(0, base - row_begin), to = min(length, base + count - row_begin);
      if (from < to)
        parts.add(SpmvSharedSource<Ordinal, Scalar, X>{columns + (row_begin - base), values + (row_begin - base), x},
                  from, to, threadIdx.x % Lanes);
    }
    T const sum = parts.sum();
    int const row = threadIdx.x / Lanes;
    if (threadIdx.x % Lanes == 0 && row < rows) out.store(first_row + row, sum);
  }

  /// Rows of any length; that of the thread has `length` entries from `begin` on, or more than 64. No inline function:
  /// its registers are not taken from rows in shared memory.
  __device__ __noinline__ void sum_from_arrays(std::int64_t first_row, int rows, std::int64_t begin, int length) const {
    int const row = threadIdx.x / Lanes, lane = threadIdx.x % Lanes;
    ShortRowParts<Semiring, Lanes, T> parts;
    if (length <= FixedOrder::short_row) parts.add(SpmvCachedSource<Matrix, X>{{A, x, begin}}, 0, length, lane);
    T const sum = parts.sum();
    if (lane == 0 && row < rows && length <= FixedOrder::short_row) out.store(first_row + row, sum);
    sum_long_rows(first_row, rows);
  }

  /// The rows of more than 64 entries, each by the next warp.
  __device__ void sum_long_rows(std::int64_t first_row, int rows) const {
    int turn = 0;
    for (int group = 0; group < rows; group += 32) {
      int const row = group + lane_id();
      std::int64_t begin = 0, end = 0;
      if (row < rows) {
        begin = static_cast<std::int64_t>(A.row_map(first_row + row));
        end = static_cast<std::int64_t>(A.row_map(first_row + row + 1));
      }
      bool const is_listed = segment_blocks > 0 && end - begin > FixedOrder::segment;
      unsigned found = __ballot_sync(all_lanes, end - begin > FixedOrder::short_row && !is_listed);
      for (; found != 0; found &= found - 1, ++turn) {
        if (turn % warps != warp_id()) continue;
        int const of = __ffs(static_cast<int>(found)) - 1;
        T const sum = sum_long_row<Semiring, T>(SpmvSource<Matrix, X>{A, x}, warp_shuffle(begin, of, 32),
                                                warp_shuffle(end, of, 32));
        if (lane_id() == 0) out.store(first_row + group + of, sum);
      }
    }
  }

  __device__ __noinline__ void sum_segment() const {
    std::int64_t const s = std::int64_t(blockIdx.x) * warps + warp_id();
    if (s >= static_cast<std::int64_t>(list.rows.extent(0))) return;
    auto const first = static_cast<std::int64_t>(list.begins(s));
    std::int64_t const remaining = static_cast<std::int64_t>(A.row_map(list.rows(s) + 1)) - first;
    T const sum = sum_segment_of_row<Semiring, T>(SpmvSource<Matrix, X>{A, x}, first,
                                                  static_cast<int>(min(remaining, std::int64_t(FixedOrder::segment))));
    if (lane_id() == 0) sums(s) = sum;
  }
};

/// The rows that are listed: the warp of the first segment of a row adds them all.
template <SemiringType Semiring, class Matrix, class Output, class List, class Sums>
struct SpmvAddSegmentsCuda {
  using T = typename Output::value_type;
  static constexpr int threads = 128;
  static constexpr int blocks_per_multiprocessor = 8;
  Matrix A;
  Output out;
  List list;
  Sums sums;

  __device__ void operator()(char*) const {
    std::int64_t const s = std::int64_t(blockIdx.x) * (threads / 32) + warp_id();
    if (s >= static_cast<std::int64_t>(list.rows.extent(0))) return;
    auto const row = list.rows(s);
    if (list.begins(s) != A.row_map(row)) return;
    auto const segments =
        listed_segments(static_cast<std::int64_t>(A.row_map(row + 1)) - static_cast<std::int64_t>(A.row_map(row)));
    T sum = Semiring::template zero<T>();
#pragma unroll 4
    for (std::int64_t k = lane_id(); k < segments; k += 32) sum = Semiring::add(sum, sums(s + k));
    sum = warp_sum<Semiring, 32>(sum);
    if (lane_id() == 0) out.store(row, sum);
  }
};
#endif

/// A work item is a tile of rows, or after these a segment of a listed row. Sequential.
template <SemiringType Semiring, class Matrix, class X, class Output, class List, class Sums>
struct SpmvFixedOrderTile {
  using T = typename Output::value_type;
  Matrix A;
  X x;
  Output out;
  List list;
  Sums sums;
  std::int64_t tiles;
  std::int64_t rows;

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    if (item >= tiles) {
      std::int64_t const s = item - tiles;
      auto const first = static_cast<std::int64_t>(list.begins(s));
      std::int64_t const remaining = static_cast<std::int64_t>(A.row_map(list.rows(s) + 1)) - first;
      sums(s) = add_in_parts<Semiring, FixedOrder::parts, T>(
          remaining < FixedOrder::segment ? remaining : std::int64_t(FixedOrder::segment), terms_from(first));
      return;
    }
    std::int64_t const first = item * rows, last = first + rows < A.num_rows() ? first + rows : A.num_rows();
    auto p = static_cast<std::int64_t>(A.row_map(first));
    for (std::int64_t i = first; i < last; ++i) {
      auto const end = static_cast<std::int64_t>(A.row_map(i + 1));
      if (list.rows.extent(0) == 0 || listed_segments(end - p) == 0)
        out.store(i, fixed_order_sum<Semiring, T>(end - p, terms_from(p)));
      p = end;
    }
  }

 private:
  KOKKOS_FUNCTION auto terms_from(std::int64_t first) const {
    return
        [this, first](std::int64_t k) { return spmv_term<Semiring, T>(A.values(first + k), x(A.entries(first + k))); };
  }
};
template <SemiringType Semiring, class Matrix, class Output, class List, class Sums>
struct SpmvAddSegments {
  using T = typename Output::value_type;
  Matrix A;
  Output out;
  List list;
  Sums sums;

  KOKKOS_FUNCTION void operator()(std::int64_t s) const {
    auto const row = list.rows(s);
    if (list.begins(s) != A.row_map(row)) return;
    auto const segments =
        listed_segments(static_cast<std::int64_t>(A.row_map(row + 1)) - static_cast<std::int64_t>(A.row_map(row)));
    out.store(row, add_in_parts<Semiring, FixedOrder::parts, T>(segments, [&](std::int64_t k) { return sums(s + k); }));
  }
};

#ifdef ARAIOS_HAVE_CUDA_LAUNCH
template <SemiringType Semiring, int Lanes, class Matrix, class X, class Output, class List, class Sums>
void spmv_csr_fixed_order_cuda(Kokkos::Cuda const& exec, int rows, Matrix const& A, X const& x, Output const& out,
                               List const& list, Sums const& sums) {
  constexpr int items = spmv_row_items(value_bytes_v<typename Matrix::Scalar>);
  using Body = SpmvFixedOrderCuda<Semiring, Lanes, items, Matrix, X, Output, List, Sums>;
  std::int64_t const segment_blocks = tiles_for(list.size(), Body::warps);
  cuda_launch(exec, "Araios::spmv::csr_fixed_order", segment_blocks + tiles_for(A.num_rows(), rows), Body::shared_bytes,
              Body{{A, x, out, rows}, list, sums, segment_blocks});
  if (segment_blocks == 0) return;
  using End = SpmvAddSegmentsCuda<Semiring, Matrix, Output, List, Sums>;
  cuda_launch(exec, "Araios::spmv::add_segments", tiles_for(list.size(), End::threads / 32), 0,
              End{A, out, list, sums});
}
#endif

/// The decision for fixed-order sums: on a GPU with the shape that `rows` has, where rows are scanned.
template <class Exec, class Matrix>
SpmvChoice choose_fixed_order(Exec const& exec, Matrix const& A, std::int64_t value_bytes,
                              [[maybe_unused]] bool scans_rows) {
  SpmvChoice choice{SpmvKernel::fixed_order, "space to space: a row is summed in the order that its length decides",
                    spmv_row_shape(A.num_rows(), std::int64_t(A.nnz()), value_bytes)};
  if constexpr (is_gpu_v<Exec>)
    if (scans_rows)
      if (auto const of_rows = choose_spmv_kernel(exec, A, value_bytes); of_rows.kernel == SpmvKernel::rows)
        choice.shape = of_rows.shape;
  return choice;
}

/// y := alpha A x + beta y by fixed-order sums. The list is that of A, with a sum for each segment, or empty.
template <SemiringType Semiring, class Exec, class Matrix, class X, class Output, class List, class Sums>
void spmv_csr_fixed_order(Exec const& exec, [[maybe_unused]] SpmvRowShape shape, Matrix const& A, X const& x,
                          Output const& out, List const& list, Sums const& sums) {
#ifdef ARAIOS_HAVE_CUDA_LAUNCH
  if constexpr (is_cuda_v<Exec>) {
    switch (shape.lanes) {
    case 1:
      return spmv_csr_fixed_order_cuda<Semiring, 1>(exec, shape.rows, A, x, out, list, sums);
    case 2:
      return spmv_csr_fixed_order_cuda<Semiring, 2>(exec, shape.rows, A, x, out, list, sums);
    default:
      return spmv_csr_fixed_order_cuda<Semiring, 4>(exec, shape.rows, A, x, out, list, sums);
    }
  }
#endif
  std::int64_t const rows = spmv_rows_of_item(exec, A.num_rows()), tiles = tiles_for(A.num_rows(), rows);
  Kokkos::parallel_for("Araios::spmv::csr_fixed_order", range(exec, tiles + list.size()),
                       SpmvFixedOrderTile<Semiring, Matrix, X, Output, List, Sums>{A, x, out, list, sums, tiles, rows});
  if (list.size() > 0)
    Kokkos::parallel_for("Araios::spmv::add_segments", range(exec, list.size()),
                         SpmvAddSegments<Semiring, Matrix, Output, List, Sums>{A, out, list, sums});
}

}  // namespace Araios::Impl::spmv
