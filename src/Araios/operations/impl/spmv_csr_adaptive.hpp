// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Products of CSR matrices of which nothing is known: by rows, but for blocks of rows of very different lengths.
///
/// The first kernel is that of spmv_csr_rows.hpp. A block that has a row of more than uneven_steps steps of its lanes
/// defers all its rows and notes that. The second kernel has a few blocks for each multiprocessor, which share the
/// entries of the deferred rows in pieces; what rows have in several pieces is added, in the order of the pieces, by the
/// block that finishes last. So no row is too long, and a matrix of even rows pays for one look at the notes.
/// Bytes: those of A, x and y once; 8 + 2 T for each block of rows and each piece.
///
/// Pieces end at multiples of `piece` entries. Piece k of block of rows b has note k + b, which no other pair has.
///
/// Source: Greathouse and Daga, CSR-Adaptive, SC 2014 (row blocks by the lengths of their rows).

#include <Araios/core/cuda_launch.hpp>
#include <Araios/operations/impl/spmv_csr_rows.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

#include <Araios/core/load.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/operations/impl/spmv_core.hpp>
#include <Araios/operations/impl/spmv_warp.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>

namespace Araios::Impl {

struct SpmvAdaptiveTuning {
  int uneven_steps = 16;  ///< of a row, from which on its block of rows is deferred
  int threads = 256;      ///< of the second kernel
  int items = 4;          ///< entries of a thread at a time
  int piece = 4096;       ///< entries
};
inline constexpr SpmvAdaptiveTuning spmv_adaptive_tuning{};

/// What the first kernel leaves for the second: a note for each piece of a block of rows.
template <class Ordinal, class T>
struct SpmvDeferred {
  static constexpr bool enabled = true;
  static constexpr std::int64_t piece = spmv_adaptive_tuning.piece;

  Ordinal* block_of_rows;  // of the note; -1: there is nothing to do
  int* finished;           // pieces, at the first note of a block of rows
  T* heads;                // of the piece: the sum of the row that began before it, if that ends in it
  T* tails;                // the sum of the row that ends after it

  static std::int64_t notes(std::int64_t blocks_of_rows, std::int64_t nnz) { return blocks_of_rows + nnz / piece; }

  /// Whether the rows of this block, with entries [begin, end), are deferred. All its threads call.
  template <int Lanes, int Threads>
  __device__ bool defers(std::int64_t length_of_row, std::int64_t begin, std::int64_t end) const {
    constexpr std::int64_t limit = std::int64_t(spmv_adaptive_tuning.uneven_steps) * spmv_row_tuning.terms * Lanes;
    bool const uneven = __syncthreads_or(length_of_row > limit);
    std::int64_t const b = blockIdx.x;
    std::int64_t const first = begin / piece + b;
    std::int64_t const last = uneven ? (end - 1) / piece + b : first - 1;
    for (std::int64_t s = first + threadIdx.x; s <= end / piece + b; s += Threads)
      block_of_rows[s] = s <= last ? static_cast<Ordinal>(b) : Ordinal(-1);
    if (uneven && threadIdx.x == 0) finished[first] = 0;
    return uneven;
  }
};

/// The second kernel.
template <class Semiring, class Matrix, class X, class Output>
struct SpmvDeferredCuda {
  using T = typename Output::value_type;
  using Scalar = std::remove_const_t<typename Matrix::Scalar>;
  using Ordinal = typename Matrix::Ordinal;
  static constexpr int threads = spmv_adaptive_tuning.threads;
  static constexpr int items = spmv_adaptive_tuning.items;
  static constexpr int blocks_per_multiprocessor = 4;
  static constexpr bool cooperative = false;
  static constexpr int tile = threads * items;
  static constexpr int warps = threads / 32;
  static constexpr int short_run = 16;  // pieces of a row that one thread adds
  static constexpr std::int64_t piece = spmv_adaptive_tuning.piece;
  static_assert(piece % tile == 0 && items % 2 == 0 && threads >= spmv_row_tuning.threads);
  static constexpr int shared_bytes = static_cast<int>((tile + warps + 1) * sizeof(T) + tile * sizeof(unsigned short));

  Matrix A;
  X x;
  Output out;
  SpmvDeferred<Ordinal, T> deferred;
  int rows_per_block;
  std::int64_t notes;

  __device__ void operator()(char* shared) const {
    __shared__ std::int64_t found[threads];
    __shared__ int count;
    for (std::int64_t base = 0; base < notes; base += std::int64_t(threads) * gridDim.x) {
      // Neighbouring notes go to different blocks: the pieces of a long row are neighbours.
      std::int64_t const s = base + std::int64_t(threadIdx.x) * gridDim.x + blockIdx.x;
      if (threadIdx.x == 0) count = 0;
      bool const mine = s < notes && deferred.block_of_rows[s] >= 0;
      if (!__syncthreads_or(mine)) continue;
      if (mine) found[atomicAdd(&count, 1)] = s;
      __syncthreads();
      for (int k = 0; k < count; ++k) work_on(found[k], shared);
      __syncthreads();
    }
  }

 private:
  // The row of this thread, one of those of a block of rows; of threads without a row, begin and end are equal.
  struct Row {
    std::int64_t index, begin, end;
  };

  __device__ void work_on(std::int64_t s, char* shared) const {
    T* const parts = reinterpret_cast<T*>(shared) + tile;
    std::int64_t const b = deferred.block_of_rows[s];
    std::int64_t const first_row = b * rows_per_block;
    int const rows = static_cast<int>(min(A.num_rows() - first_row, std::int64_t(rows_per_block)));
    std::int64_t const begin = A.row_map(first_row);
    std::int64_t const end = A.row_map(first_row + rows);
    Row row{first_row + threadIdx.x, 0, 0};
    if (static_cast<int>(threadIdx.x) < rows) {
      row.begin = A.row_map(row.index);
      row.end = A.row_map(row.index + 1);
    }
    std::int64_t const first_piece = begin / piece;
    std::int64_t const last_piece = (end - 1) / piece;
    std::int64_t const k = s - b;
    sum_piece(s, first_row, row, max(begin, k * piece), min(end, (k + 1) * piece), shared);
    if (first_piece == last_piece) return;

    __shared__ bool is_last;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
      is_last = atomicAdd(&deferred.finished[first_piece + b], 1) == static_cast<int>(last_piece - first_piece);
    __syncthreads();
    if (!is_last) return;
    __threadfence();
    add_pieces(b, row, parts);
  }

  // Stores the rows that lie in entries [begin, end), and notes what others have there.
  __device__ void sum_piece(std::int64_t s, std::int64_t first_row, Row const& row, std::int64_t begin,
                            std::int64_t end, char* shared) const {
    T* const terms = reinterpret_cast<T*>(shared);
    T* const warp_sums = terms + tile;
    T& rest = warp_sums[warps];  // what follows the last end among `tile` entries
    // Of an entry that is the last of a row: 1 + the row, counted from the first of the block. Of others: 0.
    auto* const ends = reinterpret_cast<unsigned short*>(warp_sums + warps + 1);
    T carried = Semiring::template zero<T>();                                     // of the row that is open at `from`
    bool is_whole = __syncthreads_or(row.begin == begin && row.begin < row.end);  // that row began in this piece
    for (std::int64_t from = begin; from < end; from += tile) {
      int const count = static_cast<int>(min(end - from, std::int64_t(tile)));
      bool const marks = row.begin < row.end && row.end > from && row.end <= from + count;
      T term[items];
      make_terms(from, count, term, [&] {
        for (int q = threadIdx.x; q < tile / 2; q += threads) reinterpret_cast<unsigned*>(ends)[q] = 0;
        __syncthreads();
        if (marks) ends[row.end - from - 1] = static_cast<unsigned short>(row.index - first_row + 1);
      });
#pragma unroll
      for (int u = 0; u < items; ++u) terms[threadIdx.x + u * threads] = term[u];
      bool const has_end = __syncthreads_or(marks);
      if (has_end) {
        sum_segments<Semiring, threads, items>(
            terms, ends, warp_sums,
            [&](int row_end, T const& sum, bool is_first) {
              T const all = is_first ? Semiring::add(carried, sum) : sum;
              if (is_first && !is_whole)
                deferred.heads[s] = all;
              else
                out.store(first_row + row_end - 1, all);
            },
            [&](T const& sum) { rest = sum; });
      } else {
        T sum = term[0];
#pragma unroll
        for (int u = 1; u < items; ++u) sum = Semiring::add(sum, term[u]);
        sum = block_sum<Semiring, threads>(sum, warp_sums);
        if (threadIdx.x == 0) rest = sum;
      }
      __syncthreads();
      carried = has_end ? rest : Semiring::add(carried, rest);
      is_whole = is_whole || has_end;
      __syncthreads();
    }
    if (threadIdx.x == 0) deferred.tails[s] = carried;
  }

  // term[u] := that of entry threadIdx.x + u threads, zero where there is none. All loads of entries, then `meanwhile`,
  // then all loads of x: none waits for another.
  template <class Meanwhile>
  __device__ void make_terms(std::int64_t from, int count, T (&term)[items], Meanwhile const& meanwhile) const {
    Ordinal const* const entries = A.entries.data() + from + threadIdx.x;
    Ordinal column[items];
    Scalar value[items];
#pragma unroll
    for (int u = 0; u < items; ++u) {
      bool const in = static_cast<int>(threadIdx.x) + u * threads < count;
      column[u] = in ? load_once(entries + u * threads) : Ordinal(0);
      if constexpr (!is_pattern_v<Scalar>)
        value[u] = in ? load_once(A.values.data() + from + threadIdx.x + u * threads) : Scalar();
    }
    meanwhile();
#pragma unroll
    for (int u = 0; u < items; ++u) {
      bool const in = static_cast<int>(threadIdx.x) + u * threads < count;
      term[u] = Semiring::template zero<T>();
      if (in) term[u] = spmv_term<Semiring, T>(value[u], static_cast<T>(load_read_only(&x(column[u]))));
    }
  }

  // Stores the rows that lie in several pieces, all of which are complete.
  __device__ void add_pieces(std::int64_t b, Row const& row, T* parts) const {
    __shared__ Row long_rows[spmv_row_tuning.threads];
    __shared__ int count;
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    if (row.begin < row.end && row.begin / piece < (row.end - 1) / piece) {
      std::int64_t const first = row.begin / piece + b;
      std::int64_t const last = (row.end - 1) / piece + b;
      if (last - first < short_run) {
        T sum = deferred.tails[first];
        for (std::int64_t s = first + 1; s < last; ++s) sum = Semiring::add(sum, deferred.tails[s]);
        out.store(row.index, Semiring::add(sum, deferred.heads[last]));
      } else {
        long_rows[atomicAdd(&count, 1)] = {row.index, first, last};
      }
    }
    __syncthreads();
    for (int k = 0; k < count; ++k) {
      Row const pieces = long_rows[k];
      T sum = Semiring::template zero<T>();
#pragma unroll 8
      for (std::int64_t s = pieces.begin + threadIdx.x; s < pieces.end; s += threads)
        sum = Semiring::add(sum, deferred.tails[s]);
      sum = block_sum<Semiring, threads>(sum, parts);
      if (threadIdx.x == 0) out.store(pieces.index, Semiring::add(sum, deferred.heads[pieces.end]));
      __syncthreads();
    }
  }
};

/// y := alpha A x + beta y
template <class Semiring, class Matrix, class X, class Output, class Space>
void spmv_csr_adaptive(Kokkos::Cuda const& exec, Matrix const& A, X const& x, Output const& out,
                       Workspace<Space>& workspace) {
  using Ordinal = typename Matrix::Ordinal;
  using T = typename Output::value_type;
  using Body = SpmvDeferredCuda<Semiring, Matrix, X, Output>;
  SpmvRowShape const shape = spmv_row_shape(A.num_rows(), A.nnz());
  int const rows_per_block = spmv_row_tuning.threads / shape.lanes;
  std::int64_t const notes =
      SpmvDeferred<Ordinal, T>::notes(tiles_for(A.num_rows(), rows_per_block), static_cast<std::int64_t>(A.nnz()));
  typename Workspace<Space>::Frame const frame(workspace);
  auto const sums = workspace.template take<Kokkos::View<T*, Space>>(exec, 2 * notes);
  SpmvDeferred<Ordinal, T> const deferred{workspace.template take<Kokkos::View<Ordinal*, Space>>(exec, notes).data(),
                                          workspace.template take<Kokkos::View<int*, Space>>(exec, notes).data(),
                                          sums.data(), sums.data() + notes};
  spmv_csr_rows<Semiring>(exec, shape, A, x, out, deferred);
  std::int64_t const blocks =
      std::min<std::int64_t>(notes, std::int64_t(Body::blocks_per_multiprocessor) *
                                        CudaResources::of(exec, Body::blocks_per_multiprocessor).multiprocessors);
  cuda_launch(exec, "Araios::spmv::csr_deferred", blocks, Body::shared_bytes,
              Body{A, x, out, deferred, rows_per_block, notes});
}

}  // namespace Araios::Impl

#endif
