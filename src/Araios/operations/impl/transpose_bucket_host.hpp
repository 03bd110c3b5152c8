// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Transposition on host threads by buckets of columns, in memory that does not grow with threads * n.
///
/// Where rows have neighbouring columns, the counters of transpose_window_host.hpp have the work. Elsewhere:
///
///   count    Every part of the entries, one a thread, counts them in bins of 2^shift columns; there are a few thousand bins.
///   plan     Neighbouring bins become a bucket, as long as it has few entries and no more than 2^16 columns. A bin with very
///            many entries is heavy. Scans over (bucket, part) give each part its places in each bucket.
///   place    Every part writes the row and the value of its entries, in order, to B at its places in the bucket, and the
///            last 16 bits of the column beside it. Invariant: a bucket lies where its entries will be in the end, and has
///            them in the order of A. The entries of a heavy bin go straight to their columns, each of which every part has
///            a counter for: a bin is heavy only if those counters are fewer than its entries.
///   order    One thread a bucket: columns are counted in row_map itself, rows and values are moved out and come back
///            column by column, in order.
///
/// No two threads ever write the same element, and all places follow from counts, so nothing depends on the number of threads
/// or on who comes first. (Threads draw a ticket for their next bucket, which says who does the work, not what comes out.)
///
/// Bytes moved: k (6 Ordinal + 4 Scalar + 4) + pointers, of which k (Ordinal + Scalar) in the cache.
/// Workspace:   k (2 + (Ordinal + Scalar) / 8) bytes and threads * bins * 12; for double and int 3.5 bytes an entry. The
///              counters of windows are in the same place, and so bounded by it. Where k is small (below 2^14 entries for a
///              share of k / (8 threads), or below n / 500 for it) the second term is larger, at most threads times k.

#include <Araios/core/checks.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/operations/impl/transpose_window_host.hpp>
#include <Araios/primitives/impl/radix_sort_arrays.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <type_traits>

namespace Araios::Impl {

/// The columns [first_column, last_column) and where their entries begin in B.
struct TransposeBucket {
  std::int64_t first_column;
  std::int64_t last_column;
  std::int64_t begin;
  std::int64_t end;
  std::int64_t first_bin;
  std::int64_t last_bin;
};

/// Sizes of the bucket method, from k, n and the number of parts alone.
struct TransposeBucketShape {
  std::int64_t num_cols;
  int shift;  ///< columns of a bin, as a power of two
  std::int64_t bins;
  std::int64_t bucket_entries;  ///< a bucket gets no further bin beyond
  std::int64_t bucket_columns;  ///< nor has it more columns
  std::int64_t capacity;        ///< entries that the scratch of a thread holds; a bin with more is heavy
};

inline TransposeBucketShape transpose_bucket_shape(TransposeBucketTuning const& tuning, std::int64_t n, std::int64_t k,
                                                   std::int64_t parts, std::int64_t offset_bytes,
                                                   std::int64_t entry_bytes) {
  TransposeBucketShape shape{n, 0, 0, 0, 1 << 16, 0};
  while (shape.shift < 16 && tiles_for(n, std::int64_t(1) << shape.shift) > tuning.bins) ++shape.shift;
  shape.bins = tiles_for(n, std::int64_t(1) << shape.shift);
  shape.bucket_entries = std::max(tuning.bucket_entries, k / tuning.most_buckets);
  // The counters of a heavy bin live in the scratch of the threads, which holds k / scratch_share entries at least.
  std::int64_t const counters_bytes = (parts * offset_bytes << shape.shift) * tuning.scratch_share;
  shape.capacity = std::min(k, std::max({k / (tuning.scratch_share * parts) + 1, shape.bucket_entries,
                                         tiles_for(counters_bytes, entry_bytes)}));
  return shape;
}

/// Each part counts its entries by bins.
template <class Ordinal>
struct TransposeCountBins {
  Ordinal const* entries;
  RadixChunks chunks;
  int shift;
  std::int64_t bins;
  std::uint32_t* counts;  ///< parts x bins
  TransposeHostFacts const* facts;

  void operator()(std::int64_t c) const {
    if (facts->windows) return;
    std::uint32_t* const own = counts + c * bins;
    std::fill(own, own + bins, 0u);
    for (std::int64_t p = chunks.begin(c), end = chunks.end(c); p < end; ++p) ++own[entries[p] >> shift];
  }
};

/// The arrays of the method; all in the workspace.
template <class Id>
struct TransposeBucketTable {
  std::uint32_t* counts;     ///< parts x bins
  std::int64_t* totals;      ///< of bins
  Id* id;                    ///< bin -> its bucket; heavy ones are counted down from the highest number of the type
  TransposeBucket* buckets;  ///< in the order of columns
  TransposeBucket* heavy;
  std::int64_t* places;  ///< parts x bins: where the next entry of a bucket goes
};

/// Totals of bins, a few hundred at a time.
template <class Id>
struct TransposeSumBins {
  static constexpr std::int64_t block = 256;
  TransposeBucketTable<Id> table;
  std::int64_t bins;
  std::int64_t parts;
  TransposeHostFacts const* facts;

  void operator()(std::int64_t b) const {
    if (facts->windows) return;
    std::int64_t const first = b * block, last = std::min(first + block, bins);
    std::fill(table.totals + first, table.totals + last, 0);
    for (std::int64_t c = 0; c < parts; ++c)
      for (std::int64_t bin = first; bin < last; ++bin) table.totals[bin] += table.counts[c * bins + bin];
  }
};

/// Bins become buckets: one thread, in the order of columns.
template <class Id>
struct TransposePlanBuckets {
  TransposeBucketTable<Id> table;
  TransposeBucketShape shape;
  TransposeHostFacts* facts;

  void operator()(std::int64_t) const {
    if (facts->windows) return;
    std::int64_t light = 0, heavy = 0, begin = 0;
    bool open = false;
    for (std::int64_t bin = 0; bin < shape.bins; ++bin) {
      std::int64_t const total = table.totals[bin], end = begin + total;
      std::int64_t const first_column = bin << shape.shift;
      std::int64_t const last_column = std::min((bin + 1) << shape.shift, shape.num_cols);
      if (total > shape.capacity) {
        table.heavy[heavy] = {first_column, last_column, begin, end, bin, bin + 1};
        table.id[bin] = static_cast<Id>(Id(-1) - heavy++);
        open = false;
      } else {
        if (open) {
          TransposeBucket const& last = table.buckets[light - 1];
          open = end - last.begin <= shape.bucket_entries && last_column - last.first_column <= shape.bucket_columns;
        }
        if (!open) table.buckets[light++] = {first_column, last_column, begin, end, bin, bin + 1};
        TransposeBucket& last = table.buckets[light - 1];
        last.last_column = last_column;
        last.last_bin = bin + 1;
        last.end = end;
        table.id[bin] = static_cast<Id>(light - 1);
        open = true;
      }
      begin = end;
    }
    facts->num_buckets = light;
    facts->num_heavy = heavy;
  }
};

/// The kernels that need the matrices.
template <class Offset, class Ordinal, class Values, class Arrays, class Id>
struct TransposeBuckets {
  using Value = typename Arrays::Value;
  Offset const* row_map;
  Ordinal const* entries;
  Values values;
  typename Arrays::type B;
  RadixChunks chunks;
  TransposePart const* parts;
  TransposeBucketShape shape;
  TransposeBucketTable<Id> table;
  TransposeHostFacts* facts;
  std::uint16_t* low_bits;  ///< of the column of each entry
  char* scratch;            ///< of one thread after the other; before that the counters of heavy bins

  struct Starts {};
  struct CountHeavy {};
  struct ScanHeavy {};
  struct Place {};
  struct Order {};

  /// The places of each part in a bucket.
  void operator()(Starts, std::int64_t item) const {
    if (facts->windows) return;
    for (std::int64_t b = item; b < facts->num_buckets; b += chunks.count) {
      TransposeBucket const bucket = table.buckets[b];
      std::int64_t place = bucket.begin;
      for (std::int64_t c = 0; c < chunks.count; ++c) {
        table.places[c * shape.bins + b] = place;
        for (std::int64_t bin = bucket.first_bin; bin < bucket.last_bin; ++bin)
          place += table.counts[c * shape.bins + bin];
      }
    }
  }

  void operator()(CountHeavy, std::int64_t c) const {
    if (facts->windows || facts->num_heavy == 0) return;
    for (std::int64_t h = 0; h < facts->num_heavy; ++h)
      std::fill(heavy_places(h, c), heavy_places(h, c + 1), Offset(0));
    for (std::int64_t p = chunks.begin(c), end = chunks.end(c); p < end; ++p) {
      Id const id = table.id[entries[p] >> shape.shift];
      if (is_heavy(id)) ++heavy_place(id, c, entries[p]);
    }
  }

  /// The pointers of the columns of heavy bins, and the places of each part in them.
  void operator()(ScanHeavy, std::int64_t item) const {
    if (facts->windows) return;
    for (std::int64_t h = item; h < facts->num_heavy; h += chunks.count) {
      TransposeBucket const bin = table.heavy[h];
      auto place = static_cast<Offset>(bin.begin);
      for (std::int64_t j = bin.first_column; j < bin.last_column; ++j) {
        B.row_map(j) = place;
        for (std::int64_t c = 0; c < chunks.count; ++c) {
          Offset& counter = heavy_places(h, c)[j - bin.first_column];
          Offset const count = counter;
          counter = place;
          place += count;
        }
      }
    }
  }

  void operator()(Place, std::int64_t c) const {
    if (facts->windows) return;
    std::int64_t* const places = table.places + c * shape.bins;
    for_entries(row_map, chunks.begin(c), chunks.end(c), parts[c].row, [&](std::int64_t p, std::int64_t row) {
      Ordinal const column = entries[p];
      Id const id = table.id[column >> shape.shift];
      if (is_heavy(id)) {
        Offset const q = heavy_place(id, c, column)++;
        B.entries(q) = static_cast<Ordinal>(row);
        B.values(q) = values(p);
      } else {
        std::int64_t const q = places[id]++;
        low_bits[q] = static_cast<std::uint16_t>(column);
        B.entries(q) = static_cast<Ordinal>(row);
        B.values(q) = values(p);
      }
    });
  }

  void operator()(Order, std::int64_t worker) const {
    if (facts->windows) return;
    std::int64_t const bytes = shape.capacity * std::int64_t(sizeof(Ordinal) + value_bytes_v<Value>);
    auto* const own_values = reinterpret_cast<Value*>(scratch + worker * bytes);
    auto* const own_rows =
        reinterpret_cast<Ordinal*>(scratch + worker * bytes + shape.capacity * std::int64_t(value_bytes_v<Value>));
    for (std::int64_t b; (b = Kokkos::atomic_fetch_add(&facts->ticket, std::int64_t(1))) < facts->num_buckets;)
      order(table.buckets[b], own_rows, own_values);
    if (worker == 0) B.row_map(shape.num_cols) = static_cast<Offset>(chunks.n);
  }

 private:
  bool is_heavy(Id id) const { return id >= Id(-1) - facts->num_heavy + 1 && facts->num_heavy > 0; }
  Offset* heavy_places(std::int64_t h, std::int64_t c) const {
    return reinterpret_cast<Offset*>(scratch) + ((h * chunks.count + c) << shape.shift);
  }
  Offset& heavy_place(Id id, std::int64_t c, Ordinal column) const {
    return heavy_places(Id(-1) - id, c)[column & ((Ordinal(1) << shape.shift) - 1)];
  }

  // While the entries are placed, row_map(j) is the place of the next entry of column j, so it ends where column j+1 begins.
  void order(TransposeBucket const& bucket, Ordinal* rows, Value* own_values) const {
    Offset* const places = &B.row_map(bucket.first_column);
    std::int64_t const columns = bucket.last_column - bucket.first_column, size = bucket.end - bucket.begin;
    std::uint16_t const* const low = low_bits + bucket.begin;
    auto const first = static_cast<std::uint16_t>(bucket.first_column);
    auto const column = [&](std::int64_t i) { return static_cast<std::uint16_t>(low[i] - first); };
    if (columns == 1) {
      places[0] = static_cast<Offset>(bucket.begin);
      return;
    }
    std::fill(places, places + columns, Offset(0));
    for (std::int64_t i = 0; i < size; ++i) ++places[column(i)];
    auto before = static_cast<Offset>(bucket.begin);
    for (std::int64_t j = 0; j < columns; ++j) {
      Offset const count = places[j];
      places[j] = before;
      before += count;
    }
    if (size == 0) return;
    Ordinal* const out = &B.entries(bucket.begin) - bucket.begin;
    std::copy(out + bucket.begin, out + bucket.end, rows);
    if constexpr (!is_pattern_v<Value>)
      for (std::int64_t i = 0; i < size; ++i) own_values[i] = B.values(bucket.begin + i);
    for (std::int64_t i = 0; i < size; ++i) {
      Offset const q = places[column(i)]++;
      out[q] = rows[i];
      if constexpr (!is_pattern_v<Value>) B.values(q) = own_values[i];
    }
    std::copy_backward(places, places + columns - 1, places + columns);
    places[0] = static_cast<Offset>(bucket.begin);
  }
};

/// The arrays of the result, with the type of their values.
template <class Arrays>
struct TransposeResult {
  using type = Arrays;
  using Value = typename decltype(Arrays::values)::non_const_value_type;
};

template <class Exec, class Matrix, class Values, class Arrays, class Space>
void transpose_bucket_host(Exec const& exec, Matrix const& A, Values const& values, Arrays const& B,
                           Workspace<Space>& workspace, TransposeBucketTuning const& tuning = {}) {
  static_assert(!is_gpu_v<Exec>, "transpose_bucket_host: for host spaces");
  using Ordinal = typename Matrix::Ordinal;
  using Offset = typename Matrix::Offset;
  using Value = typename TransposeResult<Arrays>::Value;
  using Id = std::conditional_t<sizeof(Ordinal) == 4, std::uint16_t, std::uint32_t>;
  constexpr std::int64_t entry_bytes = sizeof(Ordinal) + value_bytes_v<Value>;
  std::int64_t const m = A.num_rows(), n = A.num_cols(), k = A.nnz();

  // A part is counted in 32 bits.
  std::int64_t const wanted = tuning.parts > 0 ? tuning.parts : concurrency(exec);
  std::int64_t const length =
      std::min<std::int64_t>(std::max(tiles_for(k, wanted), std::min(tuning.least_part, k)), std::int64_t(1) << 31);
  RadixChunks const chunks{k, length, tiles_for(k, length)};
  std::int64_t const count = chunks.count;
  auto const shape = transpose_bucket_shape(tuning, n, k, count, sizeof(Offset), entry_bytes);

  typename Workspace<Space>::Frame const frame(workspace);
  auto const take = [&]<class T>(T*, std::int64_t elements) {
    return workspace.template take<Kokkos::View<T*, Space>>(exec, elements).data();
  };
  std::int64_t const scratch_bytes = count * shape.capacity * entry_bytes;
  std::int64_t const low_bytes = tiles_for(2 * k, 256) * 256;
  char* const memory = take((char*)nullptr, low_bytes + scratch_bytes);
  auto* const facts = take((TransposeHostFacts*)nullptr, 1);
  auto* const parts = take((TransposePart*)nullptr, count);
  auto* const sums = take((Offset*)nullptr, count);
  TransposeBucketTable<Id> table;
  table.counts = take((std::uint32_t*)nullptr, count * shape.bins);
  table.places = take((std::int64_t*)nullptr, count * shape.bins);
  table.totals = take((std::int64_t*)nullptr, shape.bins);
  table.id = take((Id*)nullptr, shape.bins);
  table.buckets = take((TransposeBucket*)nullptr, shape.bins);
  table.heavy = take((TransposeBucket*)nullptr, shape.bins);

  auto const* const row_map = A.row_map.data();
  auto const* const entries = A.entries.data();
  auto const launch = [&]<class Tag>(Tag, char const* name, std::int64_t items, auto const& kernel) {
    Kokkos::RangePolicy<Exec, Tag, Kokkos::IndexType<std::int64_t>> policy(exec, 0, items);
    policy.set_chunk_size(1);
    Kokkos::parallel_for(name, policy, kernel);
  };
  auto each_part = range(exec, count);
  each_part.set_chunk_size(1);

  std::int64_t const most_counters = (low_bytes + scratch_bytes) / static_cast<std::int64_t>(sizeof(Offset));
  Kokkos::parallel_for("Araios::transpose::find_windows", each_part,
                       TransposeFindWindow<Offset, Ordinal>{row_map, entries, m, n, chunks, parts, tuning});
  Kokkos::parallel_for("Araios::transpose::choose_windows", range(exec, 1),
                       TransposeChooseWindows{parts, count, most_counters, tuning.entries_per_group, facts});

  std::int64_t const range_length = tiles_for(n, count);
  RadixChunks const ranges{n, range_length, tiles_for(n, range_length)};
  using Windows = TransposeWindows<Offset, Ordinal, Values, Arrays>;
  Windows const windows{row_map, entries, values, B, n, chunks, parts, facts, reinterpret_cast<Offset*>(memory),
                        sums,    ranges};
  launch(typename Windows::Count{}, "Araios::transpose::window_count", count, windows);
  launch(typename Windows::Sum{}, "Araios::transpose::window_sum", ranges.count, windows);
  launch(typename Windows::Scan{}, "Araios::transpose::window_scan", ranges.count, windows);
  launch(typename Windows::Scatter{}, "Araios::transpose::window_scatter", count, windows);

  Kokkos::parallel_for("Araios::transpose::bucket_count", each_part,
                       TransposeCountBins<Ordinal>{entries, chunks, shape.shift, shape.bins, table.counts, facts});
  using Sum = TransposeSumBins<Id>;
  Kokkos::parallel_for("Araios::transpose::bucket_sum", range(exec, tiles_for(shape.bins, Sum::block)),
                       Sum{table, shape.bins, count, facts});
  Kokkos::parallel_for("Araios::transpose::bucket_plan", range(exec, 1), TransposePlanBuckets<Id>{table, shape, facts});
  using Buckets = TransposeBuckets<Offset, Ordinal, Values, TransposeResult<Arrays>, Id>;
  Buckets const buckets{row_map,
                        entries,
                        values,
                        B,
                        chunks,
                        parts,
                        shape,
                        table,
                        facts,
                        reinterpret_cast<std::uint16_t*>(memory),
                        memory + low_bytes};
  launch(typename Buckets::Starts{}, "Araios::transpose::bucket_starts", count, buckets);
  launch(typename Buckets::CountHeavy{}, "Araios::transpose::bucket_count_heavy", count, buckets);
  launch(typename Buckets::ScanHeavy{}, "Araios::transpose::bucket_scan_heavy", count, buckets);
  launch(typename Buckets::Place{}, "Araios::transpose::bucket_place", count, buckets);
  launch(typename Buckets::Order{}, "Araios::transpose::bucket_order", count, buckets);
}

}  // namespace Araios::Impl
