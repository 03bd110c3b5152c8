// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Band matrices with full bands.

#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/generate/counter_random.hpp>
#include <Araios/generate/values.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>

namespace Araios {

/// Options of `banded_matrix`: every cell (i, j) with -lower <= j - i <= upper of a num_rows-by-num_cols matrix is an
/// entry.
struct BandedOptions {
  std::int64_t num_rows = 0;
  std::int64_t num_cols = 0;
  std::int64_t lower = 1;  // diagonals below the main one
  std::int64_t upper = 1;  // diagonals above it
  std::uint64_t seed = 1;
};

namespace Impl {

/// Sum of min(max(t, 0), limit) over all t < end, modulo 2^64: only differences of two such sums are meaningful.
KOKKOS_INLINE_FUNCTION std::uint64_t clamped_sum(std::int64_t end, std::int64_t limit) {
  if (end <= 0) return 0;
  auto const ramp = static_cast<std::uint64_t>(end <= limit ? end : limit);  // t = 0 .. ramp-1 count as themselves
  std::uint64_t const triangle = ramp % 2 == 0 ? ramp / 2 * (ramp - 1) : (ramp - 1) / 2 * ramp;
  return triangle + (static_cast<std::uint64_t>(end) - ramp) * static_cast<std::uint64_t>(limit);
}

/// The number of cells of the band in the rows before `row`: row r has columns max(r - lower, 0) to min(r + upper + 1,
/// n) - 1.
KOKKOS_INLINE_FUNCTION std::int64_t band_cells_before(std::int64_t row, std::int64_t n, std::int64_t lower,
                                                      std::int64_t upper) {
  return static_cast<std::int64_t>(clamped_sum(row + upper + 1, n) - clamped_sum(upper + 1, n) -
                                   clamped_sum(row - lower, n));
}

}  // namespace Impl

/// A band matrix: every cell of the band is an entry, rows are sorted, values are random in [-1, 1)
///
/// Shapes        num_rows by num_cols; row i holds columns max(0, i - lower) to min(n - 1, i + upper).
/// Cost          two kernels; offsets are a closed form, so nothing is counted; one hash per entry; no workspace.
/// Asynchronous  yes; allocates the matrix.
/// Deterministic space to space, bitwise: the same options give the same matrix.
/// Throws        std::invalid_argument when a size or a width is negative, rows * columns does not fit 64 bits, or a
///               type cannot hold its values.
template <ScalarType Scalar = double, OrdinalType Ordinal = int, OffsetType Offset = int, ExecutionSpace Exec>
ARAIOS_NOT_INLINED CsrMatrix<Scalar, Ordinal, Offset, typename Exec::memory_space>
banded_matrix(Exec const& exec, BandedOptions const& options) {
  using Matrix = CsrMatrix<Scalar, Ordinal, Offset, typename Exec::memory_space>;
  std::int64_t const m = options.num_rows;
  std::int64_t const n = options.num_cols;
  Impl::check(options.lower >= 0 && options.upper >= 0, "Araios::banded_matrix: negative width: lower ", options.lower,
              ", upper ", options.upper);
  (void)Araios::checked_multiply(m, n, "Araios::banded_matrix: rows * columns");
  (void)Impl::checked_cast<Ordinal>(m, "Araios::banded_matrix: number of rows");
  (void)Impl::checked_cast<Ordinal>(n, "Araios::banded_matrix: number of columns");
  // Diagonals outside the matrix hold nothing; without them no sum below overflows.
  std::int64_t const lower = std::min(options.lower, std::max<std::int64_t>(m - 1, 0));
  std::int64_t const upper = std::min(options.upper, std::max<std::int64_t>(n - 1, 0));
  std::int64_t const width = lower + upper + 1;
  std::int64_t const nnz = Impl::band_cells_before(m, n, lower, upper);

  auto const arrays = allocate_csr<Scalar, Ordinal, Offset>(exec, "Araios::banded_matrix", m, nnz);
  auto const row_map = arrays.row_map;
  auto const entries = arrays.entries;
  auto const values = arrays.values;
  Kokkos::parallel_for(
      "Araios::banded_matrix::rows", Araios::range(exec, m + 1),
      KOKKOS_LAMBDA(std::int64_t i) { row_map(i) = static_cast<Offset>(Impl::band_cells_before(i, n, lower, upper)); });
  if (nnz == 0) return Matrix(m, n, arrays);
  // Rows below the last column plus `lower` are empty. One work item per cell of the band; those outside the matrix are
  // idle.
  std::int64_t const rows = std::min(m, n + lower);
  std::int64_t const items = Araios::checked_multiply(rows, width, "Araios::banded_matrix: rows * width of the band");
  CounterRandom const random(options.seed, 0);
  Kokkos::parallel_for(
      "Araios::banded_matrix::entries", Araios::range(exec, items), KOKKOS_LAMBDA(std::int64_t item) {
        std::int64_t const i = item / width;
        std::int64_t const j = i - lower + item % width;
        if (j < 0 || j >= n) return;
        std::int64_t const first = i > lower ? i - lower : 0;
        std::int64_t const p = Impl::band_cells_before(i, n, lower, upper) + (j - first);
        entries(p) = static_cast<Ordinal>(j);
        values(p) = Impl::value_from_bits<Scalar>(random(i * n + j));
      });
  return Matrix(m, n, arrays);
}

}  // namespace Araios
