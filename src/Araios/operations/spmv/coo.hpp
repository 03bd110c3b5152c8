// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// SpMV for COO matrices.
///
/// The entries are divided into tiles of consecutive entries. Consecutive entries of one row are a run; its terms are
/// summed and added to y once. Runs inside a tile are added atomically, so that entries may have any order. The first
/// and the last run of a tile may continue in other tiles: they are carried. The carries, two per tile, are again
/// entries with a row and a term. This is repeated until there is one tile. So, when entries are sorted by row, each
/// element of y is added to once, and the result is deterministic run to run. Bytes: rows, columns, values and x once,
/// y twice (it is multiplied by beta before).

#include <Araios/collective/cuda_launch.hpp>
#include <Araios/collective/warp_sum.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/load_hints.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/coo.hpp>
#include <Araios/operations/spmv/core.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>

namespace Araios::Impl::spmv {

template <class S, class O, class F, class M>
CooMatrix<S const, O, F, M> operand(CooMatrix<S, O, F, M> const& A) {
  using Matrix = CooMatrix<S const, O, F, M>;
  using Indices = typename Matrix::indices_type;
  return Matrix(A.num_rows(), A.num_cols(), borrowed<Indices>(A.row_indices), borrowed<Indices>(A.col_indices),
                borrowed<typename Matrix::values_type>(A.values));
}

/// Tuning parameters: a tile is threads * items entries on a CUDA GPU; elsewhere one work item processes a tile of
/// host_tile entries.
struct SpmvCooTuning {
  int threads = 256;
  int items = 4;
  int host_tile = 4096;
};
inline constexpr SpmvCooTuning spmv_coo_tuning{};

/// Rows and terms of the entries of a matrix.
template <SemiringType Semiring, class T, class Matrix, class X>
struct SpmvCooEntries {
  Matrix A;
  X x;
  KOKKOS_FUNCTION std::int64_t count() const { return static_cast<std::int64_t>(A.row_indices.extent(0)); }
  KOKKOS_FUNCTION auto row(std::int64_t p) const { return load_once(&A.row_indices(p)); }
  KOKKOS_FUNCTION T term(std::int64_t p) const {
    auto const j = load_once(&A.col_indices(p));
    if constexpr (is_pattern_v<typename Matrix::Scalar>)
      return spmv_term<Semiring, T>(Pattern(), load_read_only(&x(j)));
    else
      return spmv_term<Semiring, T>(load_once(&A.values(p)), load_read_only(&x(j)));
  }
};

/// Rows and sums that tiles carry.
template <class Rows, class Sums>
struct SpmvCarries {
  Rows rows;
  Sums sums;
  KOKKOS_FUNCTION std::int64_t count() const { return static_cast<std::int64_t>(rows.extent(0)); }
  KOKKOS_FUNCTION auto row(std::int64_t c) const { return rows(c); }
  KOKKOS_FUNCTION auto term(std::int64_t c) const { return sums(c); }
};

/// Where the sum of a run goes: to carry 2t or 2t + 1 of tile t, or to y.
template <SemiringType Semiring, class Output, class Rows, class Sums>
struct SpmvRunTarget {
  using T = typename Output::value_type;
  Output out;
  Rows carry_rows;  // empty in the last round
  Sums carry_sums;

  template <class Row>
  KOKKOS_FUNCTION void add(Row row, T const& sum) const {
    Semiring::atomic_add(&out.y(row), Semiring::scale(out.alpha, sum));
  }
  template <class Row>
  KOKKOS_FUNCTION void carry(std::int64_t slot, Row row, T const& sum) const {
    if (carry_rows.extent(0) == 0) return add(row, sum);
    carry_rows(slot) = row;
    carry_sums(slot) = sum;
  }
  /// The last run of tile t; `alone` when it is the only one, so that the first carry must be written, too.
  template <class Row>
  KOKKOS_FUNCTION void finish(std::int64_t t, Row row, T const& sum, bool alone) const {
    carry(2 * t + 1, row, sum);
    if (alone && carry_rows.extent(0) != 0) carry(2 * t, row, Semiring::template zero<T>());
  }
};

/// Tile t, by one work item.
template <SemiringType Semiring, class Source, class Target>
struct SpmvCooTile {
  Source source;
  Target target;
  int tile;

  KOKKOS_FUNCTION void operator()(std::int64_t t) const {
    std::int64_t p = t * tile;
    std::int64_t const end = p + tile < source.count() ? p + tile : source.count();
    auto row = source.row(p);
    auto sum = source.term(p);
    bool first = true;
    for (++p; p < end; ++p) {
      auto const next = source.row(p);
      if (next == row) {
        sum = Semiring::add(sum, source.term(p));
        continue;
      }
      if (first)
        target.carry(2 * t, row, sum);
      else
        target.add(row, sum);
      first = false;
      row = next;
      sum = source.term(p);
    }
    target.finish(t, row, sum, first);
  }
};

#ifdef ARAIOS_HAVE_CUDA_LAUNCH
/// The same by a block: rows and terms go to shared memory, coalesced; a run ends where the next row differs.
template <SemiringType Semiring, class Ordinal, class Source, class Target>
struct SpmvCooCuda {
  using T = typename Target::T;
  static constexpr int threads = spmv_coo_tuning.threads;
  static constexpr int items = spmv_coo_tuning.items;
  static constexpr int blocks_per_multiprocessor = sizeof(T) > 8 ? 4 : 6;
  static constexpr int tile = threads * items;
  static constexpr int warps = threads / 32;
  static_assert(tile < (1 << 16));
  static constexpr int shared_bytes =
      static_cast<int>((tile + warps) * sizeof(T) + tile * (sizeof(Ordinal) + sizeof(unsigned short)));

  Source source;
  Target target;

  __device__ void operator()(char* shared) const {
    T* const terms = reinterpret_cast<T*>(shared);
    T* const warp_sums = terms + tile;
    Ordinal* const rows = reinterpret_cast<Ordinal*>(warp_sums + warps);
    auto* const ends = reinterpret_cast<unsigned short*>(rows + tile);
    __shared__ bool has_end;
    std::int64_t const t = blockIdx.x;
    std::int64_t const first = t * tile;
    int const count = static_cast<int>(min(std::int64_t(tile), source.count() - first));
    if (threadIdx.x == 0) has_end = false;
#pragma unroll
    for (int u = 0; u < items; ++u) {
      int const q = threadIdx.x + u * threads;
      if (q < count) rows[q] = source.row(first + q);
      terms[q] = q < count ? source.term(first + q) : Semiring::template zero<T>();
    }
    __syncthreads();
    for (int q = threadIdx.x; q < tile; q += threads) {
      bool const ends_run = q + 1 < count && rows[q] != rows[q + 1];
      ends[q] = ends_run ? static_cast<unsigned short>(q + 1) : 0;
      if (ends_run) has_end = true;
    }
    __syncthreads();
    sum_segments<Semiring, threads, items>(
        terms, ends, warp_sums,
        [&](int end, T const& sum, bool is_first) {
          if (is_first)
            target.carry(2 * t, rows[end - 1], sum);
          else
            target.add(rows[end - 1], sum);
        },
        [&](T const& sum) { target.finish(t, rows[count - 1], sum, !has_end); });
  }
};
#endif

/// Adds the terms of `source` to y: all tiles of this round, then the round of their carries.
template <SemiringType Semiring, class Ordinal, class Exec, class Source, class Output, class Space>
void spmv_coo_rounds(Exec const& exec, Source const& source, Output const& out, Workspace<Space>& workspace) {
  using T = typename Output::value_type;
  using Rows = Kokkos::View<Ordinal*, Space>;
  using Sums = Kokkos::View<T*, Space>;
  using Target = SpmvRunTarget<Semiring, Output, Rows, Sums>;
  constexpr auto tuning = spmv_coo_tuning;
  constexpr int tile = is_cuda_v<Exec> ? tuning.threads * tuning.items : tuning.host_tile;
  std::int64_t const tiles = tiles_for(source.count(), tile);
  typename Workspace<Space>::Frame const frame(workspace);
  std::int64_t const carries = tiles > 1 ? 2 * tiles : 0;
  Target const target{out, workspace.template take<Rows>(exec, carries), workspace.template take<Sums>(exec, carries)};
#ifdef ARAIOS_HAVE_CUDA_LAUNCH
  if constexpr (is_cuda_v<Exec>) {
    using Body = SpmvCooCuda<Semiring, Ordinal, Source, Target>;
    cuda_launch(exec, "Araios::spmv::coo", tiles, Body::shared_bytes, Body{source, target});
  } else
#endif
  {
    Kokkos::parallel_for("Araios::spmv::coo", range(exec, tiles),
                         SpmvCooTile<Semiring, Source, Target>{source, target, tile});
  }
  if (carries > 0)
    spmv_coo_rounds<Semiring, Ordinal>(exec, SpmvCarries<Rows, Sums>{target.carry_rows, target.carry_sums}, out,
                                       workspace);
}

template <class S, class O, class F, class M>
struct Spmv<CooMatrix<S, O, F, M>> {
  using Matrix = CooMatrix<S, O, F, M>;

  template <SemiringType Semiring, class Exec, class X, class Output, class Space>
  static void apply(Exec const& exec, SpmvOptions const&, Matrix const& A, X const& x, Output const& out,
                    Workspace<Space>& workspace) {
    using T = typename Output::value_type;
    spmv_scale(exec, A.num_rows(), out, "Araios::spmv::scale");
    spmv_coo_rounds<Semiring, O>(exec, SpmvCooEntries<Semiring, T, Matrix, X>{A, x}, out, workspace);
  }

  template <class Exec, class Visitor>
  ARAIOS_NOT_INLINED static void visit(Exec const& exec, std::string const& label, Matrix const& A,
                                       Visitor const& visitor) {
    Kokkos::parallel_for(
        label, range(exec, static_cast<std::int64_t>(A.nnz())),
        KOKKOS_LAMBDA(std::int64_t p) { visitor(A.row_indices(p), A.col_indices(p), A.values(p)); });
  }
};

}  // namespace Araios::Impl::spmv
