// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Products of CSR matrices of which nothing is known: by rows, but for blocks of rows of very different lengths.
///
/// One launch. A block of spmv_csr_rows.hpp that has a row of more than uneven_steps steps of its lanes sums its entries
/// as one sequence of segments. Where it has more than `own_entries` entries, it lists them in pieces instead, and blocks
/// behind those of rows, the helpers, share what is listed; the last one of a row adds the pieces, in their order.
/// Bytes: those of A, x and y once; 2 T and two numbers for each piece of those long rows.
///
/// Helpers wait until every block of rows has said that its entries are listed or its own. They cannot keep one of those
/// from running, because blocks start in the order of their indices, as CUB's single-pass scans rely on, too.
///
/// Sources: Greathouse and Daga, CSR-Adaptive, SC 2014 (row blocks by the lengths of their rows).

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
  int uneven_steps = 16;            ///< of a row, from which on its block of rows is uneven
  int items = 8;                    ///< entries of a thread at a time
  std::int64_t own_entries = 2048;  ///< of an uneven block of rows, at least, that are not shared
  std::int64_t helpers_per_multiprocessor = 4;
  std::int64_t blocks_per_multiprocessor = 9;  ///< that are at work at a time
};
inline constexpr SpmvAdaptiveTuning spmv_adaptive_tuning{};

/// The rows of a block, one for each thread; of threads without a row, begin and end are equal.
struct SpmvThreadRow {
  std::int64_t index, begin, end;
};

/// Sums of rows over a range of entries, by a block.
template <class Semiring, class Matrix, class X, class Output>
struct SpmvSegments {
  using T = typename Output::value_type;
  using Scalar = std::remove_const_t<typename Matrix::Scalar>;
  using Ordinal = typename Matrix::Ordinal;
  static constexpr int threads = spmv_row_tuning.threads;
  static constexpr int items = spmv_adaptive_tuning.items;
  static constexpr int tile = threads * items;
  static constexpr int warps = threads / 32;
  static constexpr int shared_bytes =
      static_cast<int>(tile * sizeof(unsigned short) + (tile + threads + warps + 1) * sizeof(T));
  static_assert(items * sizeof(unsigned short) == sizeof(uint4) && threads < (1 << 16));

  Matrix A;
  X x;
  Output out;

  /// Stores the rows that lie in entries [begin, end). *head := what the row that began before has there, *tail := what
  /// the row that ends after has there. One function for all shapes of rows, not inlined in each.
  __device__ __noinline__ void sum(std::int64_t first_row, SpmvThreadRow row, std::int64_t begin, std::int64_t end,
                                   T* head, T* tail, char* shared) const {
    // Of an entry that is the last of a row: 1 + the row, counted from the first of the block. Of others: 0.
    auto* const ends = reinterpret_cast<unsigned short*>(shared);
    // Those of thread t begin at t (items + 1), so that threads read from different banks.
    T* const terms = reinterpret_cast<T*>(shared + tile * sizeof(unsigned short));
    T* const warp_sums = terms + tile + threads;
    T& rest = warp_sums[warps];                // what follows the last end among `tile` entries
    T carried = Semiring::template zero<T>();  // of the row that is open at `from`
    Entries next = load(begin, end);
    bool is_whole = __syncthreads_or(row.begin == begin && row.begin < row.end);  // that row began here
    for (std::int64_t from = begin; from < end; from += tile) {
      int const count = static_cast<int>(min(end - from, std::int64_t(tile)));
      bool const marks = row.begin < row.end && row.end > from && row.end <= from + count;
      reinterpret_cast<uint4*>(ends)[threadIdx.x] = uint4{};
      T all = Semiring::template zero<T>();
      {
        T term[items];
        make_terms(next, count, term);
#pragma unroll
        for (int u = 0; u < items; ++u) {
          int const q = threadIdx.x + u * threads;
          terms[q + q / items] = term[u];
          all = Semiring::add(all, term[u]);
        }
      }
      next = load(from + tile, end);
      __syncthreads();
      if (marks) ends[row.end - from - 1] = static_cast<unsigned short>(row.index - first_row + 1);
      bool const has_end = __syncthreads_or(marks);
      if (has_end) {
        T const* const mine = terms + threadIdx.x * (items + 1);
        uint4 const packed = reinterpret_cast<uint4 const*>(ends)[threadIdx.x];
        unsigned const pairs[items / 2] = {packed.x, packed.y, packed.z, packed.w};
        sum_segments<Semiring, threads, items>(
            [&](int u) { return mine[u]; },
            [&](int u) { return static_cast<int>(pairs[u / 2] >> u % 2 * 16 & 0xffff); }, warp_sums,
            [&](int row_end, T const& segment, bool is_first) {
              T const whole = is_first ? Semiring::add(carried, segment) : segment;
              if (is_first && !is_whole)
                *head = whole;
              else
                out.store(first_row + row_end - 1, whole);
            },
            [&](T const& after) { rest = after; });
      } else {
        all = block_sum<Semiring, threads>(all, warp_sums);
        if (threadIdx.x == 0) rest = all;
      }
      __syncthreads();
      carried = has_end ? rest : Semiring::add(carried, rest);
      is_whole = is_whole || has_end;
      __syncthreads();
    }
    if (tail != nullptr && threadIdx.x == 0) *tail = carried;
  }

 private:
  // Entries threadIdx.x + u threads of a tile.
  struct Entries {
    Ordinal column[items];
    Scalar value[items];
  };

  // Those of the tile at `from`, asked for while the one before is summed.
  __device__ Entries load(std::int64_t from, std::int64_t end) const {
    Entries entries;
    std::int64_t const first = from + threadIdx.x;
#pragma unroll
    for (int u = 0; u < items; ++u) {
      bool const in = first + u * threads < end;
      entries.column[u] = in ? load_once(A.entries.data() + first + u * threads) : Ordinal(0);
      if constexpr (!is_pattern_v<Scalar>)
        entries.value[u] = in ? load_once(A.values.data() + first + u * threads) : Scalar();
    }
    return entries;
  }

  // Zero where there is no entry. All loads of x before the first product.
  __device__ void make_terms(Entries const& entries, int count, T (&term)[items]) const {
    T factor[items];
#pragma unroll
    for (int u = 0; u < items; ++u)
      if (static_cast<int>(threadIdx.x) + u * threads < count)
        factor[u] = static_cast<T>(load_read_only(&x(entries.column[u])));
#pragma unroll
    for (int u = 0; u < items; ++u) {
      bool const in = static_cast<int>(threadIdx.x) + u * threads < count;
      term[u] = in ? spmv_term<Semiring, T>(entries.value[u], factor[u]) : Semiring::template zero<T>();
    }
  }
};

/// Numbers that the blocks of a launch count up from zero; its last helper leaves them zero.
struct SpmvAdaptiveCounters {
  /// Blocks of rows whose entries are listed, or their own: 32 numbers, in lines of their own, for blocks to count in
  /// turns. One number would be what thousands of blocks wait for.
  static constexpr int ready = 0, ready_numbers = 32, ready_stride = 32;
  static constexpr int listed = ready_numbers * ready_stride;  // pieces
  static constexpr int left = listed + 1;                      // helpers
  static constexpr int count = listed + 2;
};

/// What blocks of SpmvRowsCuda do with uneven rows.
template <class Semiring, class Matrix, class X, class Output>
struct SpmvUneven {
  using Segments = SpmvSegments<Semiring, Matrix, X, Output>;
  using Counters = SpmvAdaptiveCounters;
  using T = typename Output::value_type;
  using Ordinal = typename Matrix::Ordinal;
  static constexpr bool enabled = true;
  static constexpr int threads = Segments::threads;
  static constexpr std::int64_t piece = Segments::tile;  // entries; pieces end at its multiples
  static constexpr int short_run = 16;                   // pieces of a row that one thread adds
  static constexpr int shared_bytes = Segments::shared_bytes;

  Segments segments;
  int* counters;
  Ordinal* block_of_rows;  // of a piece in the list
  int* first_piece;        // where in the list those of its block of rows begin
  int* finished;           // pieces of a block of rows, where those begin
  T* heads;                // of each piece, see Segments
  T* tails;
  std::int64_t own_entries;  // a block of rows with more of them is shared
  std::int64_t row_blocks;
  int rows_per_block;
  int helpers;

  __device__ bool is_helper() const { return blockIdx.x >= row_blocks; }

  /// Whether the rows of this block, with entries [begin, end), are dealt with here. All its threads call.
  template <int Lanes>
  __device__ bool takes(std::int64_t first_row, int rows, std::int64_t length_of_row, std::int64_t begin,
                        std::int64_t end, char* shared) const {
    constexpr std::int64_t limit = std::int64_t(spmv_adaptive_tuning.uneven_steps) * spmv_row_tuning.terms * Lanes;
    bool const uneven = __syncthreads_or(length_of_row > limit);
    bool const is_shared = uneven && end - begin > own_entries;
    if (is_shared) list(begin, end);
    if (helpers > 0 && threadIdx.x == 0)
      atomicAdd(counters + Counters::ready + blockIdx.x % Counters::ready_numbers * Counters::ready_stride, 1);
    if (!uneven) return false;
    SpmvThreadRow const row = row_of_thread(first_row, rows);
    if (static_cast<int>(threadIdx.x) < rows && row.begin == row.end)
      segments.out.store(row.index, Semiring::template zero<T>());
    if (!is_shared) segments.sum(first_row, row, begin, end, nullptr, nullptr, shared);
    return true;
  }

  /// A helper: its share of the pieces.
  __device__ void help(char* shared) const {
    if (threadIdx.x < Counters::ready_numbers) {
      int volatile* const mine = counters + Counters::ready + threadIdx.x * Counters::ready_stride;
      while (warp_sum<PlusTimes, 32>(static_cast<int>(*mine)) < row_blocks) __nanosleep(200);
    }
    __syncthreads();
    __threadfence();
    int const listed = *static_cast<int volatile*>(counters + Counters::listed);
    for (int i = static_cast<int>(blockIdx.x - row_blocks); i < listed; i += helpers) work_on(i, shared);
    __syncthreads();
    __shared__ bool is_last;
    if (threadIdx.x == 0) is_last = atomicAdd(counters + Counters::left, 1) == helpers - 1;
    __syncthreads();
    if (!is_last) return;
    if (threadIdx.x < Counters::ready_numbers) counters[Counters::ready + threadIdx.x * Counters::ready_stride] = 0;
    if (threadIdx.x == 0) counters[Counters::listed] = counters[Counters::left] = 0;
  }

 private:
  __device__ SpmvThreadRow row_of_thread(std::int64_t first_row, int rows) const {
    SpmvThreadRow row{first_row + threadIdx.x, 0, 0};
    if (static_cast<int>(threadIdx.x) < rows) {
      row.begin = segments.A.row_map(row.index);
      row.end = segments.A.row_map(row.index + 1);
    }
    return row;
  }

  __device__ void list(std::int64_t begin, std::int64_t end) const {
    __shared__ int first;
    int const pieces = static_cast<int>((end - 1) / piece - begin / piece) + 1;
    if (threadIdx.x == 0) {
      first = atomicAdd(counters + Counters::listed, pieces);
      finished[first] = 0;
    }
    __syncthreads();
    for (int i = threadIdx.x; i < pieces; i += threads) {
      block_of_rows[first + i] = static_cast<Ordinal>(blockIdx.x);
      first_piece[first + i] = first;
    }
    __threadfence();
    __syncthreads();
  }

  __device__ void work_on(int i, char* shared) const {
    std::int64_t const first_row = static_cast<std::int64_t>(block_of_rows[i]) * rows_per_block;
    int const first = first_piece[i];
    int const rows = static_cast<int>(min(segments.A.num_rows() - first_row, std::int64_t(rows_per_block)));
    std::int64_t const begin = segments.A.row_map(first_row);
    std::int64_t const end = segments.A.row_map(first_row + rows);
    SpmvThreadRow const row = row_of_thread(first_row, rows);
    std::int64_t const k = begin / piece + (i - first);
    segments.sum(first_row, row, max(begin, k * piece), min(end, (k + 1) * piece), heads + i, tails + i, shared);

    __shared__ bool is_last;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
      is_last = atomicAdd(finished + first, 1) == static_cast<int>((end - 1) / piece - begin / piece);
    __syncthreads();
    if (!is_last) return;
    __threadfence();
    add_pieces(first - begin / piece, row, reinterpret_cast<T*>(shared));
  }

  // Stores the rows that lie in several pieces, all of which are complete; piece k is at k + offset in the list.
  __device__ __noinline__ void add_pieces(std::int64_t offset, SpmvThreadRow row, T* parts) const {
    __shared__ SpmvThreadRow long_rows[threads];
    __shared__ int count;
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    if (row.begin < row.end && row.begin / piece < (row.end - 1) / piece) {
      std::int64_t const first = row.begin / piece + offset;
      std::int64_t const last = (row.end - 1) / piece + offset;
      if (last - first < short_run) {
        T sum = tails[first];
        for (std::int64_t s = first + 1; s < last; ++s) sum = Semiring::add(sum, tails[s]);
        segments.out.store(row.index, Semiring::add(sum, heads[last]));
      } else {
        long_rows[atomicAdd(&count, 1)] = {row.index, first, last};
      }
    }
    __syncthreads();
    for (int k = 0; k < count; ++k) {
      SpmvThreadRow const pieces = long_rows[k];
      T sum = Semiring::template zero<T>();
#pragma unroll 8
      for (std::int64_t s = pieces.begin + threadIdx.x; s < pieces.end; s += threads)
        sum = Semiring::add(sum, tails[s]);
      sum = block_sum<Semiring, threads>(sum, parts);
      if (threadIdx.x == 0) segments.out.store(pieces.index, Semiring::add(sum, heads[pieces.end]));
      __syncthreads();
    }
  }
};

/// y := alpha A x + beta y
template <class Semiring, class Matrix, class X, class Output, class Space>
void spmv_csr_adaptive(Kokkos::Cuda const& exec, Matrix const& A, X const& x, Output const& out,
                       Workspace<Space>& workspace) {
  using Uneven = SpmvUneven<Semiring, Matrix, X, Output>;
  using Ordinal = typename Matrix::Ordinal;
  using T = typename Output::value_type;
  constexpr auto tuning = spmv_adaptive_tuning;
  SpmvRowShape const shape = spmv_row_shape(A.num_rows(), A.nnz());
  int const rows_per_block = spmv_row_tuning.threads / shape.lanes;
  auto const nnz = static_cast<std::int64_t>(A.nnz());
  std::int64_t const row_blocks = tiles_for(A.num_rows(), rows_per_block);
  std::int64_t const multiprocessors = CudaResources::of(exec, 1).multiprocessors;
  std::int64_t const most_helpers = tuning.helpers_per_multiprocessor * multiprocessors;
  // Half of what a place for a block has to do in the mean does not delay the end.
  std::int64_t const own_entries =
      std::max(tuning.own_entries, nnz / (2 * tuning.blocks_per_multiprocessor * multiprocessors));
  // Blocks of rows with more entries than that, and their pieces, at most.
  std::int64_t const pieces = nnz > own_entries ? tiles_for(nnz, Uneven::piece) + 2 * (nnz / own_entries) : 0;
  typename Workspace<Space>::Frame const frame(workspace);
  Uneven uneven{{A, x, out},
                nullptr,
                nullptr,
                nullptr,
                nullptr,
                nullptr,
                nullptr,
                own_entries,
                row_blocks,
                rows_per_block,
                static_cast<int>(std::min(pieces, most_helpers))};
  if (pieces > 0) {
    auto const sums = workspace.template take<Kokkos::View<T*, Space>>(exec, 2 * pieces);
    auto const numbers = workspace.template take<Kokkos::View<int*, Space>>(exec, 2 * pieces);
    uneven.counters = workspace.zeros(exec, Uneven::Counters::count).data();
    uneven.block_of_rows = workspace.template take<Kokkos::View<Ordinal*, Space>>(exec, pieces).data();
    uneven.first_piece = numbers.data();
    uneven.finished = numbers.data() + pieces;
    uneven.heads = sums.data();
    uneven.tails = sums.data() + pieces;
  }
  spmv_csr_rows<Semiring>(exec, shape, A, x, out, uneven);
}

}  // namespace Araios::Impl

#endif
