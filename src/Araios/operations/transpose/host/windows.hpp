// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Transposition on host threads where neighbouring rows have neighbouring columns: one pass with counters for a
/// window.
///
/// The entries, in the order of A, are divided into one part per thread. The columns of part c are in its window
/// [low, high), and only they have counters there. Invariant: after the scan, counter j of part c is
///   row_map(j) + entries of column j in the parts before c,
/// and while the part is written it is the position of the part's next entry of column j. No atomics, no second copy.
///
/// A sample decides first whether the method is used: it counts the groups of 16 columns, about a cache line of
/// counters, that occur in some runs of consecutive entries. In a band, a mesh or a matrix of few columns the same
/// groups occur again and again. Where nearly each entry has another group, each store would miss the cache, and
/// buckets are faster (buckets.hpp).
///
/// Bytes: k (3 Ordinal + 2 Scalar), the sample, and 5 Offset for each column of each window + pointers.

#include <Araios/core/execution.hpp>
#include <Araios/core/hash.hpp>
#include <Araios/operations/transpose/host/tuning.hpp>
#include <Araios/primitives/radix_sort/arrays.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>

namespace Araios::Impl::transpose {

/// Prefetches the cache line at an address that will soon be written; any address is allowed.
inline void prefetch_to_write([[maybe_unused]] void const* address) {
#if defined(__GNUC__)
  __builtin_prefetch(address, 1);
#endif
}

/// A part of the entries.
struct TransposePart {
  std::int64_t row;  ///< of its first entry
  std::int64_t low;  ///< its columns are in [low, high)
  std::int64_t high;
  std::int64_t counters;  ///< index of the counter of column `low`
  std::int64_t sampled;   ///< entries of the sample ...
  std::int64_t groups;    ///< ... and the groups of columns that they touch
};

/// Decisions and counts, read by all later kernels.
struct TransposeHostFacts {
  bool windows;              ///< windows are used, not buckets
  std::int64_t num_buckets;  ///< of the bucket method; `ticket` is the next one to be sorted
  std::int64_t num_oversized;
  std::int64_t ticket;
};

/// call(p, row) for the entries of a part, in order.
///
/// The rows of a block of entries are written to a buffer first, at least eight elements per row: the next row
/// overwrites the excess. Short rows of different lengths then cost one store each; a loop over each row would end in a
/// mispredicted branch.
template <class Ordinal, class Offset, class Call>
void for_entries(Offset const* row_map, std::int64_t begin, std::int64_t end, std::int64_t row, Call const& call) {
  constexpr std::int64_t block = 1024, unrolled = 8;
  Ordinal rows[block + unrolled];
  for (std::int64_t p = begin; p < end; p += block) {
    std::int64_t const size = std::min(block, end - p);
    std::int64_t s = 0;
    auto const fill_to = [&](std::int64_t stop) {
      for (std::int64_t t = 0; t < unrolled; ++t) rows[s + t] = static_cast<Ordinal>(row);
      for (std::int64_t t = s + unrolled; t < stop; ++t) rows[t] = static_cast<Ordinal>(row);
      s = stop;
    };
    auto const end_of_row = [&] { return static_cast<std::int64_t>(row_map[row + 1]) - p; };
    for (; end_of_row() < size; ++row) fill_to(end_of_row());
    fill_to(size);
    for (std::int64_t e = 0; e < size; ++e) call(p + e, rows[e]);
  }
}

/// Row, sample and window of each part.
template <class Offset, class Ordinal>
struct TransposeFindWindow {
  Offset const* row_map;
  Ordinal const* entries;
  std::int64_t num_rows;
  std::int64_t num_cols;
  RadixChunks chunks;
  TransposePart* parts;
  HostTuning tuning;

  void operator()(std::int64_t c) const {
    std::int64_t const begin = chunks.begin(c), end = chunks.end(c);
    TransposePart part{std::upper_bound(row_map, row_map + num_rows + 1, static_cast<Offset>(begin)) - row_map - 1,
                       0,
                       num_cols,
                       0,
                       0,
                       0};
    std::int64_t const runs = std::min(tuning.sample_runs, tiles_for(end - begin, tuning.sample_run));
    for (std::int64_t run = 0; run < runs; ++run) {
      std::int64_t const first = begin + (end - begin) / runs * run;
      std::int64_t const last = std::min(first + tuning.sample_run, end);
      part.sampled += last - first;
      part.groups += groups(first, last);
    }
    // Where a part is far from local, windows will not be used, so its columns need not all be read.
    if (part.groups * tuning.entries_per_group <= 2 * part.sampled) {
      // With local variables and ?:, so that the compiler vectorises the loop.
      Ordinal const* const columns = entries;
      Ordinal low = columns[begin], high = low;
      for (std::int64_t p = begin; p < end; ++p) {
        Ordinal const column = columns[p];
        low = column < low ? column : low;
        high = column > high ? column : high;
      }
      part.low = low;
      part.high = static_cast<std::int64_t>(high) + 1;
    }
    parts[c] = part;
  }

 private:
  /// Counts groups of 16 columns in a run. Groups with equal hashes count as one, so a few of many are missed.
  std::int64_t groups(std::int64_t first, std::int64_t last) const {
    constexpr int bits = 15;
    std::uint64_t seen[(1 << bits) / 64] = {};
    std::int64_t count = 0;
    for (std::int64_t p = first; p < last; ++p) {
      std::uint64_t const hash = (static_cast<std::uint64_t>(entries[p]) >> 4) * golden_ratio_64 >> (64 - bits);
      std::uint64_t const bit = std::uint64_t(1) << (hash & 63);
      count += (seen[hash / 64] & bit) == 0;
      seen[hash / 64] |= bit;
    }
    return count;
  }
};

/// Decides between windows and buckets, and assigns counters to the windows.
struct TransposeChooseWindows {
  TransposePart* parts;
  std::int64_t count;
  std::int64_t max_counters;
  std::int64_t entries_per_group;
  TransposeHostFacts* facts;

  void operator()(std::int64_t) const {
    std::int64_t sampled = 0, groups = 0, counters = 0;
    for (std::int64_t c = 0; c < count; ++c) {
      sampled += parts[c].sampled;
      groups += parts[c].groups;
      parts[c].counters = counters;
      counters += parts[c].high - parts[c].low;
    }
    *facts = {groups * entries_per_group <= sampled && counters <= max_counters, 0, 0, 0};
  }
};

/// The kernels over parts and ranges of columns; they do nothing when buckets were chosen.
template <class Offset, class Ordinal, class Values, class Arrays>
struct TransposeWindows {
  using Value = typename decltype(Arrays::values)::non_const_value_type;
  Offset const* row_map;
  Ordinal const* entries;
  Values values;
  Arrays B;
  std::int64_t num_cols;
  RadixChunks chunks;
  TransposePart const* parts;
  TransposeHostFacts const* facts;
  Offset* counters;
  Offset* sums;  ///< entries in each range of columns
  RadixChunks ranges;

  struct Count {};
  struct Sum {};
  struct Scan {};
  struct Scatter {};

  void operator()(Count, std::int64_t c) const {
    if (!facts->windows) return;
    TransposePart const part = parts[c];
    Offset* const counts = counters + part.counters;
    std::fill(counts, counts + (part.high - part.low), Offset(0));
    for (std::int64_t p = chunks.begin(c), end = chunks.end(c); p < end; ++p) ++counts[entries[p] - part.low];
  }

  void operator()(Sum, std::int64_t r) const {
    if (!facts->windows) return;
    Offset sum = 0;
    for (std::int64_t c = 0; c < chunks.count; ++c)
      for (std::int64_t j = first(c, r), end = last(c, r); j < end; ++j) sum += counters[at(c) + j];
    sums[r] = sum;
  }

  // In blocks of columns, so that the running positions stay in the cache from part to part.
  void operator()(Scan, std::int64_t r) const {
    if (!facts->windows) return;
    constexpr std::int64_t block = 1024;
    Offset position[block];
    Offset before = 0;
    for (std::int64_t s = 0; s < r; ++s) before += sums[s];
    for (std::int64_t low = ranges.begin(r), end = ranges.end(r); low < end; low += block) {
      std::int64_t const high = std::min(low + block, end);
      std::fill(position, position + block, Offset(0));
      for (std::int64_t c = 0; c < chunks.count; ++c)
        for (std::int64_t j = std::max(low, parts[c].low), stop = std::min(high, parts[c].high); j < stop; ++j)
          position[j - low] += counters[at(c) + j];
      for (std::int64_t j = low; j < high; ++j) {
        Offset const count = position[j - low];
        position[j - low] = B.row_map(j) = before;
        before += count;
      }
      for (std::int64_t c = 0; c < chunks.count; ++c)
        for (std::int64_t j = std::max(low, parts[c].low), stop = std::min(high, parts[c].high); j < stop; ++j) {
          Offset const count = counters[at(c) + j];
          counters[at(c) + j] = position[j - low];
          position[j - low] += count;
        }
    }
    if (ranges.end(r) == num_cols) B.row_map(num_cols) = before;
  }

  void operator()(Scatter, std::int64_t c) const {
    if (!facts->windows) return;
    // Locals instead of members: the compiler must assume that a store changes a member.
    Offset* const next = counters + at(c);
    Ordinal const* const columns = entries;
    Ordinal* const rows = B.entries.data();
    auto const from = values;
    auto const to = B.values;
    [[maybe_unused]] auto const out = to.data();
    std::int64_t const end = chunks.end(c);
    constexpr std::int64_t ahead = HostTuning::prefetch_ahead;
    for_entries<Ordinal>(row_map, chunks.begin(c), chunks.end(c), parts[c].row, [=](std::int64_t p, Ordinal row) {
      Offset const later = next[columns[p + ahead < end ? p + ahead : p]];
      prefetch_to_write(rows + later);
      if constexpr (!is_pattern_v<Value>) prefetch_to_write(out + later);
      Offset const q = next[columns[p]]++;
      rows[q] = row;
      to(q) = from(p);
    });
  }

 private:
  std::int64_t at(std::int64_t c) const { return parts[c].counters - parts[c].low; }
  std::int64_t first(std::int64_t c, std::int64_t r) const { return std::max(parts[c].low, ranges.begin(r)); }
  std::int64_t last(std::int64_t c, std::int64_t r) const { return std::min(parts[c].high, ranges.end(r)); }
};

}  // namespace Araios::Impl::transpose
