// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// SpMV for CSR matrices row by row, for rows of similar length.
///
/// On a CUDA GPU a block processes up to threads / lanes neighbouring rows. It copies their entries to shared memory
/// with coalesced loads, the maximum number that fits at a time; then `lanes` threads sum each row from there.
/// Neighbouring rows usually have neighbouring columns, so threads of different rows read x from one cache line, where
/// threads along a row would read from several. Bytes: those of A, x and y, once.

#include <Araios/collective/cuda_launch.hpp>
#include <Araios/collective/warp_sum.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/load_hints.hpp>
#include <Araios/operations/spmv/core.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <type_traits>

namespace Araios::Impl::spmv {

/// Work distribution: lanes per row (a power of two up to 32), entries that each thread copies at a time (4, 6 or 8), and
/// rows of a block: threads / lanes, or fewer, so that their entries fill what the block copies.
struct SpmvRowShape {
  int lanes;
  int items;
  int rows;
};

/// Tuning parameters of SpMV by rows.
struct SpmvRowTuning {
  int threads = 128;
  int terms = 4;                           ///< in flight per thread when it sums a row
  std::int64_t filling_threads = 1 << 17;  ///< threads that occupy a GPU
};
inline constexpr SpmvRowTuning spmv_row_tuning{};

/// Entries of so many bytes per value that a thread copies at a time: as many as leave registers for twelve blocks.
constexpr int spmv_row_items(std::int64_t value_bytes) { return value_bytes > 4 ? 6 : 8; }

/// The shape with so many lanes for rows with `mean` entries.
constexpr SpmvRowShape spmv_row_shape_of(int lanes, double mean, std::int64_t value_bytes) {
  return {lanes, lanes == 1 && mean <= 4.5 ? 4 : spmv_row_items(value_bytes), spmv_row_tuning.threads / lanes};
}

/// The shape for `num_rows` >= 1 rows with `nnz` entries, where no more is known of them (SpmvModel knows more).
inline SpmvRowShape spmv_row_shape(std::int64_t num_rows, std::int64_t nnz, std::int64_t value_bytes) {
  constexpr auto tuning = spmv_row_tuning;
  double const mean = static_cast<double>(nnz) / static_cast<double>(num_rows);
  // Enough lanes that the rows of a block have about as many entries as it copies at a time (with fewer, many lanes
  // wait for their row), and that a small matrix occupies every multiprocessor; but at least two entries per lane.
  int lanes = 1;
  while (lanes < 32 && (mean > 14 * lanes || (num_rows * lanes < tuning.filling_threads && mean >= 4 * lanes)))
    lanes *= 2;
  return spmv_row_shape_of(lanes, mean, value_bytes);
}

#ifdef ARAIOS_HAVE_CUDA_LAUNCH
template <SemiringType Semiring, int Lanes, int Items, class Matrix, class X, class Output>
struct SpmvRowsCuda {
  using T = typename Output::value_type;
  using Scalar = std::remove_const_t<typename Matrix::Scalar>;
  using Ordinal = typename Matrix::Ordinal;
  using Offset = typename Matrix::Offset;
  static constexpr int threads = spmv_row_tuning.threads;
  static constexpr int blocks_per_multiprocessor = sizeof(T) > 8 ? 8 : 12;
  static constexpr int capacity = threads * Items;
  static constexpr int terms = spmv_row_tuning.terms;
  static constexpr int shared_bytes = capacity * static_cast<int>(sizeof(Ordinal) + value_bytes_v<Scalar>);

  Matrix A;
  X x;
  Output out;
  int rows_per_block;

  __device__ void operator()(char* shared) const {
    // Values first: they may need the wider alignment.
    auto* const values = reinterpret_cast<Scalar*>(shared);
    auto* const columns = reinterpret_cast<Ordinal*>(shared + capacity * value_bytes_v<Scalar>);
    Offset const* const row_map = A.row_map.data();
    std::int64_t const first_row = std::int64_t(blockIdx.x) * rows_per_block;
    int const rows = static_cast<int>(min(A.num_rows() - first_row, std::int64_t(rows_per_block)));
    int const row = threadIdx.x / Lanes;
    int const lane = threadIdx.x % Lanes;
    // Positions relative to the first entry of the block, in 32 bits where Offset has 32; unsigned, so that the last
    // step may go beyond the largest Offset.
    using Position = std::make_unsigned_t<Offset>;
    Offset const begin = row_map[first_row];
    auto const total = static_cast<Position>(row_map[first_row + rows] - begin);
    Position const row_begin = row < rows ? static_cast<Position>(row_map[first_row + row] - begin) : 0;
    Position const row_end = row < rows ? static_cast<Position>(row_map[first_row + row + 1] - begin) : 0;
    T sum = Semiring::template zero<T>();
    for (Position base = 0; base < total; base += capacity) {
      int const count = static_cast<int>(min(total - base, Position(capacity)));
      if (base != 0) __syncthreads();
      copy(begin + static_cast<Offset>(base), count, columns, values);
      __syncthreads();
      int const from = row_begin > base ? static_cast<int>(min(row_begin - base, Position(count))) : 0;
      int const to = row_end > base ? static_cast<int>(min(row_end - base, Position(count))) : 0;
      sum = add_row(sum, from + lane, to, columns, values);
    }
    sum = warp_sum<Semiring, Lanes>(sum);
    if (lane == 0 && row < rows) out.store(first_row + row, sum);
  }

 protected:
  // All loads are in flight before the first is used.
  __device__ void copy(Offset from, int count, Ordinal* columns, Scalar* values) const {
    Ordinal const* const entries = A.entries.data() + from + threadIdx.x;
    Ordinal column[Items];
    Scalar value[Items];
#pragma unroll
    for (int u = 0; u < Items; ++u) {
      bool const in = static_cast<int>(threadIdx.x) + u * threads < count;
      column[u] = in ? load_once(entries + u * threads) : Ordinal(0);
      if constexpr (!is_pattern_v<Scalar>)
        value[u] = in ? load_once(A.values.data() + from + threadIdx.x + u * threads) : Scalar();
    }
#pragma unroll
    for (int u = 0; u < Items; ++u) {
      columns[threadIdx.x + u * threads] = column[u];
      if constexpr (!is_pattern_v<Scalar>) values[threadIdx.x + u * threads] = value[u];
    }
  }

 private:
  // Missing terms are skipped, not replaced by zeros: 0 times infinity is not 0.
  __device__ T add_row(T sum, int from, int to, Ordinal const* columns, Scalar const* values) const {
    for (int p = from; p < to; p += terms * Lanes) {
      typename X::non_const_value_type term[terms];  // not as a T: a real number times infinity stays real
#pragma unroll
      for (int u = 0; u < terms; ++u)
        if (p + u * Lanes < to) term[u] = load_read_only(&x(columns[p + u * Lanes]));
#pragma unroll
      for (int u = 0; u < terms; ++u)
        if (p + u * Lanes < to) {
          if constexpr (is_pattern_v<Scalar>)
            sum = Semiring::add(sum, spmv_term<Semiring, T>(Pattern(), term[u]));
          else
            sum = Semiring::add(sum, spmv_term<Semiring, T>(values[p + u * Lanes], term[u]));
        }
    }
    return sum;
  }
};

template <SemiringType Semiring, int Lanes, int Items, class Matrix, class X, class Output>
void spmv_csr_rows_cuda(Kokkos::Cuda const& exec, int rows_per_block, Matrix const& A, X const& x, Output const& out) {
  using Body = SpmvRowsCuda<Semiring, Lanes, Items, Matrix, X, Output>;
  cuda_launch(exec, "Araios::spmv::csr_rows", tiles_for(A.num_rows(), rows_per_block), Body::shared_bytes,
              Body{A, x, out, rows_per_block});
}
#endif

/// One work item a tile of rows, one after the other. A row begins where the one before it ended, which saves a tenth of
/// the time where rows are short.
template <SemiringType Semiring, class Matrix, class X, class Output>
struct SpmvRowTile {
  Matrix A;
  X x;
  Output out;
  std::int64_t rows;
  KOKKOS_FUNCTION void operator()(std::int64_t tile) const {
    using T = typename Output::value_type;
    std::int64_t const first = tile * rows, last = first + rows < A.num_rows() ? first + rows : A.num_rows();
    auto p = static_cast<std::int64_t>(A.row_map(first));
    for (std::int64_t i = first; i < last; ++i) {
      T sum = Semiring::template zero<T>();
      auto const end = static_cast<std::int64_t>(A.row_map(i + 1));
      for (; p < end; ++p) sum = Semiring::add(sum, spmv_term<Semiring, T>(A.values(p), x(A.entries(p))));
      out.store(i, sum);
    }
  }
};

/// Rows of a tile: several tiles for each thread.
template <class Exec>
std::int64_t spmv_rows_of_item(Exec const& exec, std::int64_t num_rows) {
  return std::clamp<std::int64_t>(num_rows / (4 * concurrency(exec)), 1, 256);
}

template <SemiringType Semiring, class Exec, class Matrix, class X, class Output>
void spmv_csr_rows(Exec const& exec, [[maybe_unused]] SpmvRowShape shape, Matrix const& A, X const& x,
                   Output const& out) {
#ifdef ARAIOS_HAVE_CUDA_LAUNCH
  if constexpr (is_cuda_v<Exec>) {
    constexpr int items = spmv_row_items(value_bytes_v<typename Matrix::Scalar>);
    switch (shape.lanes) {
    case 1:
      return shape.items == 4 ? spmv_csr_rows_cuda<Semiring, 1, 4>(exec, shape.rows, A, x, out)
                              : spmv_csr_rows_cuda<Semiring, 1, items>(exec, shape.rows, A, x, out);
    case 2:
      return spmv_csr_rows_cuda<Semiring, 2, items>(exec, shape.rows, A, x, out);
    case 4:
      return spmv_csr_rows_cuda<Semiring, 4, items>(exec, shape.rows, A, x, out);
    case 8:
      return spmv_csr_rows_cuda<Semiring, 8, items>(exec, shape.rows, A, x, out);
    case 16:
      return spmv_csr_rows_cuda<Semiring, 16, items>(exec, shape.rows, A, x, out);
    default:
      return spmv_csr_rows_cuda<Semiring, 32, items>(exec, shape.rows, A, x, out);
    }
  }
#endif
  std::int64_t const rows = spmv_rows_of_item(exec, A.num_rows());
  Kokkos::parallel_for("Araios::spmv::csr_rows", range(exec, tiles_for(A.num_rows(), rows)),
                       SpmvRowTile<Semiring, Matrix, X, Output>{A, x, out, rows});
}

}  // namespace Araios::Impl::spmv
