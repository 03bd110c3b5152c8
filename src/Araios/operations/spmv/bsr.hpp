// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// SpMV for BSR matrices.

#include <Araios/collective/cuda_launch.hpp>
#include <Araios/collective/warp_sum.hpp>
#include <Araios/core/bit_mask.hpp>
#include <Araios/core/load_hints.hpp>
#include <Araios/core/progress.hpp>
#include <Araios/formats/bsr.hpp>
#include <Araios/operations/spmv/core.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <type_traits>

namespace Araios::Impl::spmv {

/// Tuning parameters, and how the lanes of a group share a block row.
struct SpmvBsrTuning {
  static constexpr int threads = 128;      // of a team: groups of them, each with a block row, or a row
  static constexpr int teams = 8;          // per multiprocessor: 64 registers per thread, for the loads in flight
  static constexpr int largest_block = 8;  // one row per lane of a CUDA GPU; larger blocks are summed row by row
  static constexpr int max_rounds = 3;     // of a group; for more, groups have twice the lanes

  /// Blocks that a lane loads before it adds the first: about seven elements.
  static constexpr int blocks_ahead(int block_size) { return block_size <= 2 ? 3 : block_size <= 4 ? 2 : 1; }

  /// Lanes for block rows of `blocks` blocks on average: 27 blocks of 3 x 3 have 16 lanes, 5 blocks side by side, 10
  /// per round.
  static constexpr int group(int block_size, double blocks) {
    for (int lanes = 8; lanes < 32; lanes *= 2) {
      int const side_by_side = lanes / block_size;
      if (blocks <= static_cast<double>(max_rounds * blocks_ahead(block_size) * side_by_side)) return lanes;
    }
    return 32;
  }
};

#ifdef ARAIOS_HAVE_CUDA_LAUNCH
/// One group of lanes, a power of two, per block row; blocks of Size x Size, at most 8 x 8.
///
/// Lane l has row l % Size of the blocks l / Size, l / Size + lanes / Size, ... of the block row. So one index serves
/// Size elements, which are stored side by side, and all elements of some blocks are in flight before the first is
/// added.
///
/// Invariant: a lane adds its blocks in their order. In the end row r of the block row adds the sums of lanes r,
/// r + Size, ... in this order: the order of additions depends on the matrix and on `lanes` alone.
///
/// Bytes: that of A's arrays, and x and y once where the blocks of a column lie close.
template <SemiringType Semiring, int Size, class Matrix, class X, class Output>
struct SpmvBsrCuda {
  using T = typename Output::value_type;
  using Scalar = std::remove_const_t<typename Matrix::Scalar>;
  using Ordinal = typename Matrix::Ordinal;
  using Offset = typename Matrix::Offset;
  using Element = typename X::non_const_value_type;
  static constexpr int threads = SpmvBsrTuning::threads;
  static constexpr int blocks_per_multiprocessor = SpmvBsrTuning::teams;
  static constexpr int ahead = SpmvBsrTuning::blocks_ahead(Size);
  Matrix A;
  X x;
  Output out;
  int lanes;

  __device__ void operator()(char*) const {
    int const lane = static_cast<int>(threadIdx.x) & (lanes - 1);
    std::int64_t const row = (std::int64_t(blockIdx.x) * threads + threadIdx.x) >> (__ffs(lanes) - 1);
    int const concurrent = lanes / Size;
    bool const active = row < A.num_block_rows();
    Offset const first = active ? A.row_map(row) : Offset(0);
    // The last lanes may have no whole block.
    Offset const count =
        active && lane < concurrent * Size ? static_cast<Offset>(A.row_map(row + 1) - first) : Offset(0);
    T const sum = A.has_holes() ? sum_of_lane<true>(lane, concurrent, first, count)
                                : sum_of_lane<false>(lane, concurrent, first, count);
    T total = Semiring::template zero<T>();
    for (int q = 0; q < concurrent; ++q)
      total = Semiring::add(total, warp_shuffle(sum, q * Size + (lane < Size ? lane : 0), lanes));
    if (active && lane < Size) out.store(row * Size + lane, total);
  }

 private:
  template <bool Masked>
  __device__ T sum_of_lane(int lane, int concurrent, Offset first, Offset count) const {
    int const r = lane % Size;
    T sum = Semiring::template zero<T>();
    for (Offset k = static_cast<Offset>(lane / Size); k < count; k += static_cast<Offset>(ahead * concurrent)) {
      Ordinal corner[ahead];
      Scalar value[ahead][Size];
      Element element[ahead][Size];
      std::uint64_t present[ahead];  // bit c: column c of the block's row
#pragma unroll
      for (int u = 0; u < ahead; ++u) {
        bool const inside = u * concurrent < count - k;
        std::int64_t const block = static_cast<std::int64_t>(first) + (inside ? k + u * concurrent : k);
        std::int64_t const position = (block * Size + r) * Size;
        corner[u] = load_read_only(&A.entries(block)) * Size;
        if constexpr (!is_pattern_v<Scalar>)
#pragma unroll
          for (int c = 0; c < Size; ++c) value[u][c] = load_read_only(A.values.data() + position + c);
        present[u] = inside ? ~std::uint64_t(0) : 0;
        if constexpr (Masked) {
          std::uint64_t const high = A.present(word_of_bit(position + Size - 1));
          present[u] &= (high << 32 | A.present(word_of_bit(position))) >> (position & 31);
        }
      }
#pragma unroll
      for (int u = 0; u < ahead; ++u)
#pragma unroll
        for (int c = 0; c < Size; ++c) element[u][c] = load_read_only(&x(corner[u] + c));
#pragma unroll
      for (int u = 0; u < ahead; ++u)
#pragma unroll
        for (int c = 0; c < Size; ++c) {
          T const longer = Semiring::add(sum, spmv_term<Semiring, T>(value[u][c], element[u][c]));
          sum = present[u] >> c & 1 ? longer : sum;
        }
    }
    return sum;
  }
};

template <SemiringType Semiring, int Size, class Matrix, class X, class Output>
void spmv_bsr_groups(Kokkos::Cuda const& exec, Matrix const& A, X const& x, Output const& out) {
  using Body = SpmvBsrCuda<Semiring, Size, Matrix, X, Output>;
  std::int64_t const rows = A.num_block_rows();
  int const lanes = SpmvBsrTuning::group(Size, static_cast<double>(A.num_blocks()) / static_cast<double>(rows));
  cuda_launch(exec, "Araios::spmv::bsr_groups", tiles_for(rows, Body::threads / lanes), 0, Body{A, x, out, lanes});
}
#endif

/// The sum of elements lane, lane + of, lane + 2 of, ... of the stored row i of a matrix of blocks of any size.
template <SemiringType Semiring, class T, class Matrix, class X>
KOKKOS_INLINE_FUNCTION T spmv_bsr_sum(Matrix const& A, X const& x, std::int64_t i, int lane, int of) {
  using Offset = typename Matrix::Offset;
  int const b = A.block_size();
  std::int64_t const row = i / b;
  std::int64_t const r = i - row * b;
  bool const masked = A.has_holes();
  Offset const end = A.row_map(row + 1);
  T sum = Semiring::template zero<T>();
  Offset k = static_cast<Offset>(A.row_map(row) + static_cast<Offset>(lane / b));
  int c = lane % b;
  while (k < end) {
    std::int64_t const position = (static_cast<std::int64_t>(k) * b + r) * b + c;
    if (!masked || bit_at(A.present, position))
      sum = Semiring::add(sum, spmv_term<Semiring, T>(A.values(position), x(A.entries(k) * b + c)));
    for (c += of; c >= b; c -= b) ++k;
  }
  return sum;
}

/// A row of the matrix a thread: hosts.
template <SemiringType Semiring, class Matrix, class X, class Output>
struct SpmvBsrThreads {
  Matrix A;
  X x;
  Output out;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    out.store(i, spmv_bsr_sum<Semiring, typename Output::value_type>(A, x, i, 0, 1));
  }
};

/// One row of the matrix per group of lanes, which read neighbouring elements: GPUs, where SpmvBsrCuda is not
/// applicable
///
/// Invariant: a lane adds its elements in their order; in the end the sums of the lanes are added in theirs.
template <SemiringType Semiring, class Exec, class Matrix, class X, class Output>
struct SpmvBsrRows {
  using T = typename Output::value_type;
  using Member = typename Kokkos::TeamPolicy<Exec>::member_type;
  Matrix A;
  X x;
  Output out;
  int lanes;

  KOKKOS_FUNCTION void operator()(Member const& team) const {
    poll_in_team(team, "Araios::spmv::bsr");
    std::int64_t const i = static_cast<std::int64_t>(team.league_rank()) * team.team_size() + team.team_rank();
    if (i >= A.num_rows()) return;
    int const bytes = static_cast<int>(sizeof(T)) * lanes;
    auto* const partial = static_cast<T*>(team.thread_scratch(0).get_shmem_aligned(bytes, sizeof(T)));
    Kokkos::parallel_for(Kokkos::ThreadVectorRange(team, lanes),
                         [&](int const lane) { partial[lane] = spmv_bsr_sum<Semiring, T>(A, x, i, lane, lanes); });
    Kokkos::parallel_for(Kokkos::ThreadVectorRange(team, 1), [&](int) {
      T sum = Semiring::template zero<T>();
      for (int lane = 0; lane < lanes; ++lane) sum = Semiring::add(sum, partial[lane]);
      out.store(i, sum);
    });
  }
};

/// Blocks of any size, by rows. A host has one lane a thread, which takes the part of all.
template <SemiringType Semiring, class Exec, class Matrix, class X, class Output>
void spmv_bsr_rows(Exec const& exec, Matrix const& A, X const& x, Output const& out) {
  using T = typename Output::value_type;
  using Bounds = Kokkos::LaunchBounds<SpmvBsrTuning::threads, SpmvBsrTuning::teams>;
  constexpr int lanes = 32;
  int const size = is_gpu_v<Exec> ? SpmvBsrTuning::threads / lanes : 1;
  int const teams = checked_cast<int>(tiles_for(A.num_rows(), size), "Araios::spmv: teams for the rows of blocks");
  Kokkos::TeamPolicy<Exec, Bounds> policy(exec, teams, size, is_gpu_v<Exec> ? lanes : 1);
  // 16 bytes more for the alignment of the sums.
  policy.set_scratch_size(0, Kokkos::PerThread(static_cast<int>(sizeof(T)) * lanes + 16));
  Kokkos::parallel_for("Araios::spmv::bsr_rows", policy,
                       SpmvBsrRows<Semiring, Exec, Matrix, X, Output>{A, x, out, lanes});
}

template <class S, class O, class F, class M>
struct Spmv<BsrMatrix<S, O, F, M>> {
  using Matrix = BsrMatrix<S, O, F, M>;

  template <SemiringType Semiring, class Exec, class X, class Output, class Space>
  static void apply(Exec const& exec, SpmvOptions const&, Matrix const& A, X const& x, Output const& out,
                    Workspace<Space>&) {
    if constexpr (!is_gpu_v<Exec>) {
      Kokkos::parallel_for("Araios::spmv::bsr_rows", range(exec, A.num_rows()),
                           SpmvBsrThreads<Semiring, Matrix, X, Output>{A, x, out});
      return;
    }
#ifdef ARAIOS_HAVE_CUDA_LAUNCH
    if constexpr (is_cuda_v<Exec>) {
      switch (A.block_size()) {
      case 2:
        return spmv_bsr_groups<Semiring, 2>(exec, A, x, out);
      case 3:
        return spmv_bsr_groups<Semiring, 3>(exec, A, x, out);
      case 4:
        return spmv_bsr_groups<Semiring, 4>(exec, A, x, out);
      case 5:
        return spmv_bsr_groups<Semiring, 5>(exec, A, x, out);
      case 6:
        return spmv_bsr_groups<Semiring, 6>(exec, A, x, out);
      case 7:
        return spmv_bsr_groups<Semiring, 7>(exec, A, x, out);
      case 8:
        return spmv_bsr_groups<Semiring, 8>(exec, A, x, out);
      default:
        break;
      }
    }
#endif
    if constexpr (is_gpu_v<Exec>) spmv_bsr_rows<Semiring>(exec, A, x, out);
  }

  template <class Exec, class Visitor>
  ARAIOS_NOT_INLINED static void visit(Exec const& exec, std::string const& label, Matrix const& A,
                                       Visitor const& visitor) {
    Kokkos::parallel_for(
        label, range(exec, A.num_rows()), KOKKOS_LAMBDA(std::int64_t i) {
          std::int64_t const b = A.block_size();
          std::int64_t const row = i / b;
          bool const masked = A.has_holes();
          for (auto k = A.row_map(row); k < A.row_map(row + 1); ++k) {
            std::int64_t const position = (static_cast<std::int64_t>(k) * b + i - row * b) * b;
            for (std::int64_t c = 0; c < b; ++c)
              if (!masked || bit_at(A.present, position + c))
                visitor(i, static_cast<std::int64_t>(A.entries(k)) * b + c, A.values(position + c));
          }
        });
  }
};

}  // namespace Araios::Impl::spmv
