// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// From counts of bins to buckets: the first two steps of transpose/bucket_host.hpp. They read the columns alone.

#include <Araios/core/execution.hpp>
#include <Araios/operations/transpose/tuning.hpp>
#include <Araios/operations/transpose/window_host.hpp>
#include <Araios/primitives/radix_sort/arrays.hpp>

#include <algorithm>
#include <cstdint>

namespace Araios::Impl::transpose {

/// The columns [first_column, last_column) and the positions [begin, end) of their entries in B.
struct TransposeBucket {
  std::int64_t first_column;
  std::int64_t last_column;
  std::int64_t begin;
  std::int64_t end;
  std::int64_t first_bin;
  std::int64_t last_bin;
};

/// Sizes of the bucket method, computed from k, n and the number of parts alone.
struct TransposeBucketShape {
  std::int64_t num_cols;
  int shift;  ///< a bin has 2^shift columns
  std::int64_t bins;
  std::int64_t bucket_entries;  ///< maximum of a bucket of several bins
  std::int64_t bucket_columns;  ///< maximum of a bucket
  std::int64_t capacity;        ///< entries in the scratch of a thread; a bin with more is oversized
  std::int64_t max_buckets;     ///< maximum number of buckets without oversized bins
};

inline TransposeBucketShape transpose_bucket_shape(TransposeBucketTuning const& tuning, std::int64_t n, std::int64_t k,
                                                   std::int64_t parts, std::int64_t offset_bytes,
                                                   std::int64_t entry_bytes) {
  TransposeBucketShape shape{n, 0, 0, 0, 1 << 16, 0, 0};
  while (shape.shift < 16 && tiles_for(n, std::int64_t(1) << shape.shift) > tuning.bins) ++shape.shift;
  shape.bins = tiles_for(n, std::int64_t(1) << shape.shift);
  shape.bucket_entries = std::max(tuning.bucket_entries, k / tuning.max_buckets);
  // The counters of an oversized bin are stored in the scratch of the threads, at least k / scratch_share entries.
  std::int64_t const counters_bytes = (parts * offset_bytes << shape.shift) * tuning.scratch_share;
  std::int64_t const capacity =
      std::max({k / (tuning.scratch_share * parts) + 1, shape.bucket_entries, tiles_for(counters_bytes, entry_bytes)});
  shape.capacity = tiles_for(std::min(k, capacity), 16) * 16;  // keeps the alignment of every type
  // Two neighbouring buckets have too many entries or columns for one bucket, or an oversized bin lies between them.
  shape.max_buckets =
      std::min(shape.bins, 2 * (k / shape.bucket_entries + n / shape.bucket_columns + 1) + k / shape.capacity);
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
    std::uint32_t* const part_counts = counts + c * bins;
    std::fill(part_counts, part_counts + bins, 0u);
    for (std::int64_t p = chunks.begin(c), end = chunks.end(c); p < end; ++p) ++part_counts[entries[p] >> shift];
  }
};

/// The arrays of the method; all in the workspace.
template <class Id>
struct TransposeBucketTable {
  std::uint32_t* counts;     ///< parts x bins
  std::int64_t* totals;      ///< of bins
  Id* id;                    ///< bin -> its bucket; the h-th oversized bin has the id Id(-1) - h
  TransposeBucket* buckets;  ///< sorted by column
  TransposeBucket* oversized;
  std::int64_t* next;  ///< parts x bins: position of the next entry of a bucket
};

/// Totals of bins, `block` bins per work item.
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

/// Bins become buckets: one work item, in the order of columns.
template <class Id>
struct TransposePlanBuckets {
  TransposeBucketTable<Id> table;
  TransposeBucketShape shape;
  TransposeHostFacts* facts;

  void operator()(std::int64_t) const {
    if (facts->windows) return;
    std::int64_t num_buckets = 0, oversized = 0, begin = 0;
    bool open = false;
    for (std::int64_t bin = 0; bin < shape.bins; ++bin) {
      std::int64_t const total = table.totals[bin], end = begin + total;
      std::int64_t const last_column = std::min((bin + 1) << shape.shift, shape.num_cols);
      TransposeBucket const alone{bin << shape.shift, last_column, begin, end, bin, bin + 1};
      if (total > shape.capacity) {
        table.oversized[oversized] = alone;
        table.id[bin] = static_cast<Id>(Id(-1) - oversized++);
        open = false;
      } else {
        if (open) {
          TransposeBucket const& last = table.buckets[num_buckets - 1];
          open = end - last.begin <= shape.bucket_entries && last_column - last.first_column <= shape.bucket_columns;
        }
        if (!open) table.buckets[num_buckets++] = alone;
        TransposeBucket& last = table.buckets[num_buckets - 1];
        last.last_column = last_column;
        last.last_bin = bin + 1;
        last.end = end;
        table.id[bin] = static_cast<Id>(num_buckets - 1);
        open = true;
      }
      begin = end;
    }
    facts->num_buckets = num_buckets;
    facts->num_oversized = oversized;
  }
};

}  // namespace Araios::Impl::transpose
