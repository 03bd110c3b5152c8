// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Transposition on host threads by buckets of columns; the memory does not grow with threads * n.
///
/// Where neighbouring rows have neighbouring columns, windows.hpp is used. Elsewhere:
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
#include <Araios/operations/transpose/host/bucket_kernels.hpp>
#include <Araios/operations/transpose/host/tuning.hpp>
#include <Araios/operations/transpose/host/windows.hpp>
#include <Araios/primitives/radix_sort/arrays.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <type_traits>

namespace Araios::Impl::transpose {

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
inline RadixChunks transpose_host_parts(HostTuning const& tuning, std::int64_t k, std::int64_t threads) {
  std::int64_t const parts = tuning.parts > 0 ? tuning.parts : threads;
  std::int64_t const length = std::max(tiles_for(k, parts), std::min(tuning.min_part, k));
  std::int64_t const bounded = std::min(length, std::int64_t(1) << 31);
  return {k, bounded, tiles_for(k, bounded)};
}

template <class Problem, class Exec, class Space>
TransposeHostScratch<Problem> take_host_scratch(Exec const& exec, Problem const& problem, HostTuning const& tuning,
                                                Workspace<Space>& workspace) {
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
                           Workspace<Space>& workspace, HostTuning const& tuning = {}) {
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
