// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The kernels of the steps of buckets.hpp: count, plan, scatter and order.
///
/// Count and plan read the columns alone; scatter and order move entries. For indices of 4 bytes the number of a bucket
/// has 16 bits in the tables. buckets.hpp has the bytes.

#include <Araios/core/execution.hpp>
#include <Araios/core/pattern.hpp>
#include <Araios/operations/transpose/host/tuning.hpp>
#include <Araios/operations/transpose/host/windows.hpp>
#include <Araios/primitives/radix_sort/arrays.hpp>

#include <Kokkos_Core.hpp>

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

inline TransposeBucketShape transpose_bucket_shape(HostTuning const& tuning, std::int64_t n, std::int64_t k,
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

/// The entries of a bucket that a part has not written yet: positions [first, next position) of B, each at its position
/// modulo size. They are written in whole cache lines of B, each once.
template <class Ordinal, class Value>
struct alignas(64) TransposeStage {
  static constexpr int size = 16;
  Value values[is_pattern_v<Value> ? 1 : size];
  Ordinal rows[size];
  std::uint16_t low_bits[size];
  std::int64_t first;
};

/// The kernels that need the matrices: scatter and order.
template <class Offset, class Ordinal, class Values, class Arrays, class Id>
struct TransposeBuckets {
  using Value = typename Arrays::Value;
  using Stage = TransposeStage<Ordinal, Value>;
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
  Stage* stage;             ///< parts x max_buckets
  char* scratch;            ///< per thread; before `Order`, the counters of oversized bins

  struct Starts {};
  struct CountOversized {};
  struct ScanOversized {};
  struct Scatter {};
  struct Order {};

  /// The first destination of each part in each bucket.
  void operator()(Starts, std::int64_t item) const {
    if (facts->windows) return;
    for (std::int64_t b = item; b < facts->num_buckets; b += chunks.count) {
      TransposeBucket const bucket = table.buckets[b];
      std::int64_t position = bucket.begin;
      for (std::int64_t c = 0; c < chunks.count; ++c) {
        table.next[c * shape.bins + b] = position;
        for (std::int64_t bin = bucket.first_bin; bin < bucket.last_bin; ++bin)
          position += table.counts[c * shape.bins + bin];
      }
    }
  }

  void operator()(CountOversized, std::int64_t c) const {
    if (facts->windows || facts->num_oversized == 0) return;
    for (std::int64_t h = 0; h < facts->num_oversized; ++h)
      std::fill(oversized_positions(h, c), oversized_positions(h, c + 1), Offset(0));
    for (std::int64_t p = chunks.begin(c), end = chunks.end(c); p < end; ++p) {
      Id const id = table.id[entries[p] >> shape.shift];
      if (is_oversized(id)) ++oversized_position(id, c, entries[p]);
    }
  }

  /// The pointers of the columns of oversized bins, and the destinations of each part in them.
  void operator()(ScanOversized, std::int64_t item) const {
    if (facts->windows) return;
    for (std::int64_t h = item; h < facts->num_oversized; h += chunks.count) {
      TransposeBucket const bin = table.oversized[h];
      auto position = static_cast<Offset>(bin.begin);
      for (std::int64_t j = bin.first_column; j < bin.last_column; ++j) {
        B.row_map(j) = position;
        for (std::int64_t c = 0; c < chunks.count; ++c) {
          Offset& counter = oversized_positions(h, c)[j - bin.first_column];
          Offset const count = counter;
          counter = position;
          position += count;
        }
      }
    }
  }

  void operator()(Scatter, std::int64_t c) const {
    if (facts->windows) return;
    // Locals instead of members: the compiler must assume that a store changes a member.
    std::int64_t* const next = table.next + c * shape.bins;
    Stage* const stages = stage + c * shape.max_buckets;
    Id const* const id_of = table.id;
    Id const last_bucket = static_cast<Id>(Id(-1) - facts->num_oversized);
    Ordinal const* const columns = entries;
    auto const from = values;
    int const shift = shape.shift;
    std::int64_t const buckets = facts->num_buckets;
    for (std::int64_t b = 0; b < buckets; ++b) stages[b].first = next[b];
    for_entries<Ordinal>(row_map, chunks.begin(c), chunks.end(c), parts[c].row, [&, this](std::int64_t p, Ordinal row) {
      Ordinal const column = columns[p];
      Id const id = id_of[column >> shift];
      if (id > last_bucket) {
        Offset const q = oversized_position(id, c, column)++;
        B.entries(q) = row;
        B.values(q) = from(p);
        return;
      }
      std::int64_t const q = next[id]++;
      int const slot = static_cast<int>(q % Stage::size);
      Stage& bucket_stage = stages[id];
      bucket_stage.low_bits[slot] = static_cast<std::uint16_t>(column);
      bucket_stage.rows[slot] = row;
      if constexpr (!is_pattern_v<Value>) bucket_stage.values[slot] = from(p);
      if (slot == Stage::size - 1) {
        if (bucket_stage.first == q - slot)
          write(bucket_stage, q - slot, 0, Stage::size);
        else
          write(bucket_stage, q - slot, static_cast<int>(bucket_stage.first - (q - slot)), Stage::size);
        bucket_stage.first = q + 1;
        prefetch(q + 1);
      }
    });
    for (std::int64_t b = 0; b < buckets; ++b) {
      std::int64_t const base = stages[b].first / Stage::size * Stage::size;
      write(stages[b], base, static_cast<int>(stages[b].first - base), static_cast<int>(next[b] - base));
    }
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
  void prefetch(std::int64_t q) const {
    prefetch_to_write(low_bits + q);
    prefetch_to_write(B.entries.data() + q);
    if constexpr (!is_pattern_v<Value>)
      for (std::size_t byte = 0; byte < sizeof(Stage::values); byte += 64)
        prefetch_to_write(reinterpret_cast<char const*>(B.values.data() + q) + byte);
  }
  void write(Stage const& from, std::int64_t base, int first, int last) const {
    for (int s = first; s < last; ++s) low_bits[base + s] = from.low_bits[s];
    Ordinal* const rows = B.entries.data() + base;
    for (int s = first; s < last; ++s) rows[s] = from.rows[s];
    if constexpr (!is_pattern_v<Value>) {
      Value* const to = B.values.data() + base;
      for (int s = first; s < last; ++s) to[s] = from.values[s];
    }
  }
  bool is_oversized(Id id) const { return id >= Id(-1) - facts->num_oversized + 1 && facts->num_oversized > 0; }
  Offset* oversized_positions(std::int64_t h, std::int64_t c) const {
    return reinterpret_cast<Offset*>(scratch) + ((h * chunks.count + c) << shape.shift);
  }
  Offset& oversized_position(Id id, std::int64_t c, Ordinal column) const {
    return oversized_positions(Id(-1) - id, c)[column & ((Ordinal(1) << shape.shift) - 1)];
  }

  // While entries are placed, row_map(j) is the position of the next entry of column j, so it ends where column j+1
  // begins.
  void order(TransposeBucket const& bucket, Ordinal* rows, Value* own_values) const {
    Offset* const next = &B.row_map(bucket.first_column);
    std::int64_t const columns = bucket.last_column - bucket.first_column, size = bucket.end - bucket.begin;
    std::uint16_t const* const low = low_bits + bucket.begin;
    auto const first = static_cast<std::uint16_t>(bucket.first_column);
    auto const column = [&](std::int64_t i) { return static_cast<std::uint16_t>(low[i] - first); };
    if (columns == 1) {
      next[0] = static_cast<Offset>(bucket.begin);
      return;
    }
    std::fill(next, next + columns, Offset(0));
    for (std::int64_t i = 0; i < size; ++i) ++next[column(i)];
    auto before = static_cast<Offset>(bucket.begin);
    for (std::int64_t j = 0; j < columns; ++j) {
      Offset const count = next[j];
      next[j] = before;
      before += count;
    }
    if (size == 0) return;
    Ordinal* const to_rows = B.entries.data();
    std::copy(to_rows + bucket.begin, to_rows + bucket.end, rows);
    [[maybe_unused]] auto const to_values = B.values.data();
    if constexpr (!is_pattern_v<Value>) std::copy(to_values + bucket.begin, to_values + bucket.end, own_values);
    constexpr std::int64_t ahead = HostTuning::prefetch_ahead;
    for (std::int64_t i = 0; i < size; ++i) {
      Offset const later = next[column(i + ahead < size ? i + ahead : i)];
      prefetch_to_write(to_rows + later);
      if constexpr (!is_pattern_v<Value>) prefetch_to_write(to_values + later);
      Offset const q = next[column(i)]++;
      to_rows[q] = rows[i];
      if constexpr (!is_pattern_v<Value>) to_values[q] = own_values[i];
    }
    std::copy_backward(next, next + columns - 1, next + columns);
    next[0] = static_cast<Offset>(bucket.begin);
  }
};

}  // namespace Araios::Impl::transpose
