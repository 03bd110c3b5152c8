// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Transposition on host threads by buckets of columns; the memory does not grow with threads * n.
///
/// Where neighbouring rows have neighbouring columns, transpose/window_host.hpp is used. Elsewhere:
///
///   count    Every part of the entries, one per thread, counts them in bins of 2^shift columns; there are a few
///            thousand bins.
///   plan     Neighbouring bins become a bucket, as long as it has few entries and at most 2^16 columns. A bin with
///            more entries than `capacity` is oversized. Scans over (bucket, part) give each part its
///            destinations in each bucket.
///   scatter  Every part writes the row and the value of its entries, in order, to B at its positions in the bucket,
///            and the low 16 bits of the column to a separate array. Invariant: a bucket is stored where its entries
///            will be in the end, in the order of A. The entries of an oversized bin are written directly to their
///            final positions: every part has a counter for each of its columns. A bin is oversized only if these
///            counters are fewer than its entries.
///   order    One thread per bucket: it counts columns in row_map itself, copies rows and values out, and writes them
///            back column by column, in order.
///
/// No two threads write the same element, and all positions follow from counts, so the result depends neither on the
/// number of threads nor on their timing. (Threads draw tickets for buckets; a ticket decides only which thread works.)
///
/// Each part has a stage of 16 entries per bucket, so that B is written in whole cache lines and few pages are open.
///
/// Bytes moved: k (6 Ordinal + 4 Scalar + 4) + pointers; k (Ordinal + Scalar) of them, and the stages, stay in a cache.
/// Workspace:   k (2 + (Ordinal + Scalar) / 8) + threads * (12 bins + stages), with 8,192 bins (n / 2^16 where that is
///              more) and stages of 16 (Ordinal + Scalar + 2) bytes, rounded up to lines, for min(bins, k / 8,192 or
///              2,048) buckets: with double and int 3.5 bytes per entry, and about 2 MB per thread. The counters of
///              windows share the memory of the first term; windows are not chosen where they do not fit.
///              Where k / (8 threads) is below 2^14 entries, 2^14 replaces it in the second summand.

#include <Araios/core/execution.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/operations/transpose/bucket_plan_host.hpp>
#include <Araios/operations/transpose/tuning.hpp>
#include <Araios/operations/transpose/window_host.hpp>
#include <Araios/primitives/radix_sort/arrays.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <type_traits>

namespace Araios::Impl::transpose {

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

/// The kernels that need the matrices.
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
    constexpr std::int64_t ahead = TransposeBucketTuning::prefetch_ahead;
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

/// The arrays of the result, with the type of their values.
template <class Arrays>
struct TransposeResult {
  using type = Arrays;
  using Value = typename decltype(Arrays::values)::non_const_value_type;
};

/// The operands of a transposition on a host.
template <class Matrix, class Values_, class Arrays_>
struct TransposeHostProblem {
  using Ordinal = typename Matrix::Ordinal;
  using Offset = typename Matrix::Offset;
  using Values = Values_;
  using Arrays = Arrays_;
  using Value = typename TransposeResult<Arrays>::Value;
  using Id = std::conditional_t<sizeof(Ordinal) == 4, std::uint16_t, std::uint32_t>;  ///< of a bucket
  static constexpr std::int64_t entry_bytes = sizeof(Ordinal) + value_bytes_v<Value>;
  Offset const* row_map;
  Ordinal const* entries;
  Values values;
  Arrays B;
  std::int64_t m, n, k;
};

/// The sizes, and the pieces of the workspace.
template <class Problem>
struct TransposeHostScratch {
  using Offset = typename Problem::Offset;
  RadixChunks chunks;
  TransposeBucketShape shape;
  std::int64_t max_counters;  ///< of windows, which have all of `memory`
  char* memory;               ///< the low bits of the columns, then the scratch of the threads
  char* thread_scratch;
  TransposeHostFacts* facts;
  TransposePart* parts;
  Offset* sums;
  TransposeBucketTable<typename Problem::Id> table;
  TransposeStage<typename Problem::Ordinal, typename Problem::Value>* stage;
};

/// A part of the entries per thread; its counts have 32 bits.
inline RadixChunks transpose_host_parts(TransposeBucketTuning const& tuning, std::int64_t k, std::int64_t threads) {
  std::int64_t const parts = tuning.parts > 0 ? tuning.parts : threads;
  std::int64_t const length = std::max(tiles_for(k, parts), std::min(tuning.min_part, k));
  std::int64_t const bounded = std::min(length, std::int64_t(1) << 31);
  return {k, bounded, tiles_for(k, bounded)};
}

template <class Problem, class Exec, class Space>
TransposeHostScratch<Problem> take_host_scratch(Exec const& exec, Problem const& problem,
                                                TransposeBucketTuning const& tuning, Workspace<Space>& workspace) {
  using Offset = typename Problem::Offset;
  TransposeHostScratch<Problem> scratch{};
  scratch.chunks = transpose_host_parts(tuning, problem.k, concurrency(exec));
  std::int64_t const count = scratch.chunks.count;
  scratch.shape = transpose_bucket_shape(tuning, problem.n, problem.k, count, sizeof(Offset), Problem::entry_bytes);
  std::int64_t const bins = scratch.shape.bins;
  std::int64_t const low_bytes = tiles_for(2 * problem.k, 256) * 256;
  std::int64_t const bytes = low_bytes + count * scratch.shape.capacity * Problem::entry_bytes;
  take_array(exec, workspace, scratch.memory, bytes);
  scratch.thread_scratch = scratch.memory + low_bytes;
  scratch.max_counters = bytes / static_cast<std::int64_t>(sizeof(Offset));
  take_array(exec, workspace, scratch.facts, 1);
  take_array(exec, workspace, scratch.parts, count);
  take_array(exec, workspace, scratch.sums, count);
  take_array(exec, workspace, scratch.table.counts, count * bins);
  take_array(exec, workspace, scratch.table.next, count * bins);
  take_array(exec, workspace, scratch.table.totals, bins);
  take_array(exec, workspace, scratch.table.id, bins);
  take_array(exec, workspace, scratch.table.buckets, bins);
  take_array(exec, workspace, scratch.table.oversized, bins);
  take_array(exec, workspace, scratch.stage, count * scratch.shape.max_buckets);
  return scratch;
}

/// The kernel of a Tag over items, each of which a thread takes by itself.
template <class Tag, class Exec, class Kernel>
void launch_items(Exec const& exec, char const* name, std::int64_t items, Kernel const& kernel) {
  Kokkos::RangePolicy<Exec, Tag, Kokkos::IndexType<std::int64_t>> policy(exec, 0, items);
  policy.set_chunk_size(1);
  Kokkos::parallel_for(name, policy, kernel);
}

/// A decision, stored in the facts. Where launches block, the host makes it, reads it, and skips kernels that have
/// nothing to do, each of which would cost a barrier of all threads.
template <class Exec, class Kernel>
void decide(Exec const& exec, bool on_host, char const* name, Kernel const& kernel) {
  if (on_host)
    kernel(0);
  else
    Kokkos::parallel_for(name, range(exec, 1), kernel);
}

/// One pass with counters for the window of each part.
template <class Exec, class Problem>
void transpose_by_windows(Exec const& exec, Problem const& problem, TransposeHostScratch<Problem> const& scratch) {
  using Windows = TransposeWindows<typename Problem::Offset, typename Problem::Ordinal, typename Problem::Values,
                                   typename Problem::Arrays>;
  std::int64_t const count = scratch.chunks.count, length = tiles_for(problem.n, count);
  RadixChunks const ranges{problem.n, length, tiles_for(problem.n, length)};
  auto* const counters = reinterpret_cast<typename Problem::Offset*>(scratch.memory);
  Windows const windows{problem.row_map, problem.entries, problem.values, problem.B,    problem.n, scratch.chunks,
                        scratch.parts,   scratch.facts,   counters,       scratch.sums, ranges};
  launch_items<typename Windows::Count>(exec, "Araios::transpose::window_count", count, windows);
  launch_items<typename Windows::Sum>(exec, "Araios::transpose::window_sum", ranges.count, windows);
  launch_items<typename Windows::Scan>(exec, "Araios::transpose::window_scan", ranges.count, windows);
  launch_items<typename Windows::Scatter>(exec, "Araios::transpose::window_scatter", count, windows);
}

/// Count, plan, scatter and order: the steps in the comment of this file.
template <class Exec, class Problem>
void transpose_by_buckets(Exec const& exec, Problem const& problem, TransposeHostScratch<Problem> const& scratch,
                          bool on_host) {
  using Id = typename Problem::Id;
  using Sum = TransposeSumBins<Id>;
  using Buckets = TransposeBuckets<typename Problem::Offset, typename Problem::Ordinal, typename Problem::Values,
                                   TransposeResult<typename Problem::Arrays>, Id>;
  auto const& shape = scratch.shape;
  auto* const facts = scratch.facts;
  std::int64_t const count = scratch.chunks.count;
  auto each_part = range(exec, count);
  each_part.set_chunk_size(1);
  Kokkos::parallel_for("Araios::transpose::bucket_count", each_part,
                       TransposeCountBins<typename Problem::Ordinal>{problem.entries, scratch.chunks, shape.shift,
                                                                     shape.bins, scratch.table.counts, facts});
  Kokkos::parallel_for("Araios::transpose::bucket_sum", range(exec, tiles_for(shape.bins, Sum::block)),
                       Sum{scratch.table, shape.bins, count, facts});
  decide(exec, on_host, "Araios::transpose::bucket_plan", TransposePlanBuckets<Id>{scratch.table, shape, facts});
  auto* const low_bits = reinterpret_cast<std::uint16_t*>(scratch.memory);
  Buckets const buckets{problem.row_map, problem.entries, problem.values, problem.B,
                        scratch.chunks,  scratch.parts,   shape,          scratch.table,
                        facts,           low_bits,        scratch.stage,  scratch.thread_scratch};
  launch_items<typename Buckets::Starts>(exec, "Araios::transpose::bucket_starts", count, buckets);
  if (!on_host || facts->num_oversized > 0) {
    launch_items<typename Buckets::CountOversized>(exec, "Araios::transpose::bucket_count_oversized", count, buckets);
    launch_items<typename Buckets::ScanOversized>(exec, "Araios::transpose::bucket_scan_oversized", count, buckets);
  }
  launch_items<typename Buckets::Scatter>(exec, "Araios::transpose::bucket_scatter", count, buckets);
  launch_items<typename Buckets::Order>(exec, "Araios::transpose::bucket_order", count, buckets);
}

/// B := transpose of A, by windows where neighbouring rows have neighbouring columns, else by buckets.
template <class Exec, class Matrix, class Values, class Arrays, class Space>
void transpose_bucket_host(Exec const& exec, Matrix const& A, Values const& values, Arrays const& B,
                           Workspace<Space>& workspace, TransposeBucketTuning const& tuning = {}) {
  static_assert(!is_gpu_v<Exec>, "transpose_bucket_host: for host spaces");
  using Problem = TransposeHostProblem<Matrix, Values, Arrays>;
  Problem const problem{A.row_map.data(), A.entries.data(),     values, B, A.num_rows(),
                        A.num_cols(),     std::int64_t(A.nnz())};
  typename Workspace<Space>::Frame const frame(workspace);
  auto const scratch = take_host_scratch(exec, problem, tuning, workspace);
  bool const on_host = launches_block_v<Exec> && !tuning.asynchronous;

  auto each_part = range(exec, scratch.chunks.count);
  each_part.set_chunk_size(1);
  using FindWindow = TransposeFindWindow<typename Problem::Offset, typename Problem::Ordinal>;
  Kokkos::parallel_for(
      "Araios::transpose::find_windows", each_part,
      FindWindow{problem.row_map, problem.entries, problem.m, problem.n, scratch.chunks, scratch.parts, tuning});
  decide(exec, on_host, "Araios::transpose::choose_windows",
         TransposeChooseWindows{scratch.parts, scratch.chunks.count, scratch.max_counters, tuning.entries_per_group,
                                scratch.facts});
  // Where the host does not know the decision, both are launched, and one of them does nothing.
  if (!on_host || scratch.facts->windows) transpose_by_windows(exec, problem, scratch);
  if (!on_host || !scratch.facts->windows) transpose_by_buckets(exec, problem, scratch, on_host);
}

}  // namespace Araios::Impl::transpose
