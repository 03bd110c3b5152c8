// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Matrices with entries at uniformly random coordinates.
///
/// The m * n cells, indexed row by row, are split into buckets of 2^k neighbouring cells, with k such that a bucket has
/// four to eight entries on average. Each entry first falls into the bucket of a random cell (`count`); a scan gives
/// the offsets of the buckets (`store`); then each bucket chooses, independently, as many different cells as it has
/// entries (`sample`). Rows play no role, so one row of ten million entries is made as quickly as ten million rows of
/// one, and the result is sorted.

#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/generate/counter_random.hpp>
#include <Araios/generate/values.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace Araios {

/// Options of `random_matrix`: `nnz` entries at different coordinates of a num_rows-by-num_cols matrix.
struct RandomOptions {
  std::int64_t num_rows = 0;
  std::int64_t num_cols = 0;
  std::int64_t nnz = 0;
  std::uint64_t seed = 1;
};

namespace Impl {

struct RandomMatrixTuning {
  static constexpr std::int64_t entries_per_bucket = 8;  // maximum of the mean: a bucket is filled by insertion
};

// Independent uses of one seed.
enum RandomStream : std::uint64_t { bucket_stream, cell_stream, value_stream, edge_stream };

template <class Exec>
struct RandomBuckets {
  using Counts = Kokkos::View<std::int32_t*, typename Exec::memory_space>;
  using Offsets = Kokkos::View<std::int64_t*, typename Exec::memory_space>;
  using Number = Kokkos::View<std::int64_t, typename Exec::memory_space>;

  std::int64_t cells;  // of the whole matrix
  std::int64_t nnz;
  int bits = 0;  // a bucket is 2^bits cells, the last one may be smaller
  std::int64_t count;
  bool holes;  // whether `drawn` counts the cells without an entry, where these are fewer

  RandomBuckets(std::int64_t cells_, std::int64_t nnz_) : cells(cells_), nnz(nnz_), holes(nnz_ > cells_ / 2) {
    std::int64_t const target = tiles_for(nnz, RandomMatrixTuning::entries_per_bucket);
    while (bits < 62 && (cells >> (bits + 1)) >= target) ++bits;
    count = (cells >> bits) + ((cells & ((std::int64_t(1) << bits) - 1)) != 0);
  }

  KOKKOS_FUNCTION std::int64_t first(std::int64_t bucket) const { return bucket << bits; }
  KOKKOS_FUNCTION std::int64_t width(std::int64_t bucket) const {
    std::int64_t const remaining = cells - first(bucket);
    return remaining >> bits == 0 ? remaining : std::int64_t(1) << bits;
  }
};

template <class Exec>
ARAIOS_NOT_INLINED void count_random_cells(Exec const& exec, RandomBuckets<Exec> const& buckets, std::uint64_t seed,
                                           typename RandomBuckets<Exec>::Counts const& drawn) {
  fill(exec, drawn, 0);
  CounterRandom const random(seed, bucket_stream);
  std::int64_t const draws = buckets.holes ? buckets.cells - buckets.nnz : buckets.nnz;
  if (draws == 0) return;
  Kokkos::parallel_for(
      "Araios::random_matrix::count", range(exec, draws),
      KOKKOS_LAMBDA(std::int64_t i) { Kokkos::atomic_add(&drawn(random.below(buckets.cells, i) >> buckets.bits), 1); });
}

// offsets(b) := number of entries in the buckets before b.
//
// A bucket may have drawn more entries than it has cells. The excess, over all buckets, goes to free cells: with S(b)
// free cells before bucket b, every stride-th free cell takes one, stride = S(all) / excess >= 1, until the excess is
// used up.
template <class Exec>
ARAIOS_NOT_INLINED void store_random_cells(Exec const& exec, RandomBuckets<Exec> const& buckets,
                                           typename RandomBuckets<Exec>::Counts const& drawn,
                                           typename RandomBuckets<Exec>::Offsets const& offsets) {
  using Offsets = typename RandomBuckets<Exec>::Offsets;
  auto const free_before = allocate<Offsets>(exec, "Araios::random_matrix::free_before", buckets.count + 1);
  auto const excess_before = allocate<Offsets>(exec, "Araios::random_matrix::excess_before", buckets.count + 1);
  std::int64_t const last = buckets.count;
  Kokkos::parallel_scan(
      "Araios::random_matrix::free", range(exec, last + 1),
      KOKKOS_LAMBDA(std::int64_t b, std::int64_t& sum, bool final) {
        if (final) free_before(b) = sum;
        if (b < last && drawn(b) < buckets.width(b)) sum += buckets.width(b) - drawn(b);
      });
  Kokkos::parallel_scan(
      "Araios::random_matrix::excess", range(exec, last + 1),
      KOKKOS_LAMBDA(std::int64_t b, std::int64_t& sum, bool final) {
        if (final) excess_before(b) = sum;
        if (b < last && drawn(b) > buckets.width(b)) sum += drawn(b) - buckets.width(b);
      });
  Kokkos::parallel_scan(
      "Araios::random_matrix::store", range(exec, last + 1),
      KOKKOS_LAMBDA(std::int64_t b, std::int64_t& sum, bool final) {
        if (final) offsets(b) = sum;
        if (b == last) return;
        std::int64_t chosen = drawn(b) < buckets.width(b) ? drawn(b) : buckets.width(b);
        std::int64_t const excess = excess_before(last);
        if (excess > 0) {
          std::int64_t const stride = free_before(last) / excess;
          std::int64_t const used_before = tiles_for(free_before(b), stride);
          std::int64_t const used_after = tiles_for(free_before(b + 1), stride);
          chosen += (used_after < excess ? used_after : excess) - (used_before < excess ? used_before : excess);
        }
        sum += buckets.holes ? buckets.width(b) - chosen : chosen;
      });
}

// positions(p) := the cell of entry p; the cells are sorted.
//
// Floyd's choice of c different cells out of w (Bentley and Floyd, CACM 30(9), 1987): for top = w - c, ..., w - 1 a
// cell of [0, top] is drawn; if it is in the set already, `top`, which cannot be, is inserted instead. Every set is
// equally likely.
template <class Exec>
ARAIOS_NOT_INLINED void sample_random_cells(Exec const& exec, RandomBuckets<Exec> const& buckets, std::uint64_t seed,
                                            typename RandomBuckets<Exec>::Offsets const& offsets,
                                            typename RandomBuckets<Exec>::Offsets const& positions) {
  CounterRandom const random(seed, cell_stream);
  Kokkos::parallel_for(
      "Araios::random_matrix::sample", range(exec, buckets.count), KOKKOS_LAMBDA(std::int64_t b) {
        std::int64_t const begin = offsets(b);
        std::int64_t const end = offsets(b + 1);
        std::int64_t const first = buckets.first(b);
        std::int64_t top = buckets.width(b) - (end - begin);
        // positions(begin .. p) are the set so far, sorted.
        for (std::int64_t p = begin; p < end; ++p, ++top) {
          std::int64_t const cell = first + random.below(top + 1, p);
          std::int64_t slot = p;
          while (slot > begin && positions(slot - 1) > cell) --slot;
          if (slot > begin && positions(slot - 1) == cell) {
            positions(p) = first + top;
          } else {
            for (std::int64_t q = p; q > slot; --q) positions(q) = positions(q - 1);
            positions(slot) = cell;
          }
        }
      });
}

}  // namespace Impl

/// A matrix with exactly `nnz` entries at random coordinates, without duplicates; rows are sorted
///
/// Within a bucket of neighbouring cells all sets of cells are equally likely; the numbers of entries of the buckets
/// are multinomial, whereas choice without repetition from the whole matrix would make them hypergeometric. Row lengths
/// of a sparse result are close to a Poisson distribution. Values are in [-1, 1), a function of the coordinate and the
/// seed.
///
/// Shapes        num_rows by num_cols with nnz entries.
/// Cost          a fill and seven kernels, three hashes per entry; workspace of 8 bytes per entry and 28 bytes per
///               bucket (four to eight entries).
/// Asynchronous  yes; allocates the matrix and the workspace (whose release waits for the device).
/// Deterministic space to space, bitwise: the same options give the same matrix.
/// Throws        std::invalid_argument when a size is negative, num_rows * num_cols does not fit 64 bits, nnz exceeds
///               it, or a type cannot hold its values.
template <ScalarType Scalar = double, OrdinalType Ordinal = int, OffsetType Offset = int, ExecutionSpace Exec>
ARAIOS_NOT_INLINED CsrMatrix<Scalar, Ordinal, Offset, typename Exec::memory_space>
random_matrix(Exec const& exec, RandomOptions const& options) {
  using Matrix = CsrMatrix<Scalar, Ordinal, Offset, typename Exec::memory_space>;
  std::int64_t const m = options.num_rows;
  std::int64_t const n = options.num_cols;
  std::int64_t const nnz = options.nnz;
  std::int64_t const cells = Araios::checked_multiply(m, n, "Araios::random_matrix: rows * columns");
  Impl::check(nnz >= 0 && nnz <= cells, "Araios::random_matrix: ", nnz, " entries are not in [0, ", m, " x ", n, "]");
  (void)Impl::checked_cast<Ordinal>(m, "Araios::random_matrix: number of rows");
  (void)Impl::checked_cast<Ordinal>(n, "Araios::random_matrix: number of columns");

  auto const arrays = allocate_csr<Scalar, Ordinal, Offset>(exec, "Araios::random_matrix", m, nnz);
  auto const row_map = arrays.row_map;
  auto const entries = arrays.entries;
  auto const values = arrays.values;
  if (nnz == 0) {
    Araios::fill(exec, row_map, Offset(0));
    return Matrix(m, n, arrays);
  }

  using Buckets = Impl::RandomBuckets<Exec>;
  Buckets const buckets(cells, nnz);
  auto const drawn = allocate<typename Buckets::Counts>(exec, "Araios::random_matrix::drawn", buckets.count);
  auto const offsets = allocate<typename Buckets::Offsets>(exec, "Araios::random_matrix::offsets", buckets.count + 1);
  auto const positions = allocate<typename Buckets::Offsets>(exec, "Araios::random_matrix::positions", nnz);
  Impl::count_random_cells(exec, buckets, options.seed, drawn);
  Impl::store_random_cells(exec, buckets, drawn, offsets);
  Impl::sample_random_cells(exec, buckets, options.seed, offsets, positions);

  CounterRandom const random(options.seed, Impl::value_stream);
  Kokkos::parallel_for(
      "Araios::random_matrix::entries", Araios::range(exec, nnz), KOKKOS_LAMBDA(std::int64_t p) {
        entries(p) = static_cast<Ordinal>(positions(p) % n);
        values(p) = Impl::value_from_bits<Scalar>(random(positions(p)));
      });
  // The first entry at or after the first cell of row r is in the bucket of that cell.
  Kokkos::parallel_for(
      "Araios::random_matrix::rows", Araios::range(exec, m + 1), KOKKOS_LAMBDA(std::int64_t r) {
        std::int64_t p = nnz;
        if (r < m) {
          std::int64_t const cell = r * n;
          p = offsets(cell >> buckets.bits);
          while (p < nnz && positions(p) < cell) ++p;
        }
        row_map(r) = static_cast<Offset>(p);
      });
  return Matrix(m, n, arrays);
}

}  // namespace Araios
