// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The kernels of TransposePlan: the gather of new values, and the comparison of a pattern with the analysed one.
///
/// perm(q) is the position in A of entry q of B. A transposition of values p for the entries p of A computes it as the
/// values of B.

#include <Araios/collective/cuda_launch.hpp>
#include <Araios/collective/lanes.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/hash.hpp>
#include <Araios/core/pattern.hpp>
#include <Araios/core/search.hpp>
#include <Araios/primitives/radix_sort/arrays.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

namespace Araios::Impl::transpose {

/// Tuning parameters of the plan.
struct TransposePlanTuning {
  /// A work item moves `items` values, `lanes` apart, and `lanes` neighbouring work items move a tile of neighbouring
  /// values. With one value per GPU thread few bytes are in flight: each thread waits for its position, then its value.
  int lanes;
  int items;
  /// Entries that PatternCheck::sampled compares; all of them where there are no more.
  std::int64_t samples = 4096;
};
template <class Exec>
inline constexpr TransposePlanTuning transpose_plan_tuning =
    is_gpu_v<Exec> ? TransposePlanTuning{32, 4} : TransposePlanTuning{1, 1};

/// to(q) := from(perm(q))
///
/// Bytes: k (Position + 2 Scalar) where entries that are neighbours in B come from neighbouring rows, so that they
/// share the sectors of A; up to k (Position + Scalar + 32) where they do not.
template <int lanes, int items, class Position, class From, class To>
struct TransposePlanGather {
  Position const* perm;
  From from;
  To to;
  std::int64_t k;

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    std::int64_t const first = item / lanes * (lanes * items) + item % lanes;
    if (first + (items - 1) * lanes < k) {
      // All loads before the first store: the compiler must assume that the store changes what they read.
      std::int64_t p[std::size_t(items)];
      for (int i = 0; i < items; ++i) p[i] = static_cast<std::int64_t>(perm[first + i * lanes]);
      std::remove_cvref_t<decltype(from(p[0]))> v[std::size_t(items)];
      for (int i = 0; i < items; ++i) v[i] = from(p[i]);
      for (int i = 0; i < items; ++i) to(first + i * lanes) = v[i];
    } else {
      for (std::int64_t q = first; q < k; q += lanes) to(q) = from(static_cast<std::int64_t>(perm[q]));
    }
  }
};

#ifdef ARAIOS_HAVE_CUDA_LAUNCH
/// The same on a GPU for many entries: a multiprocessor moves 16,384 neighbours, so that its L1 cache serves them.
///
/// Neighbouring rows of B read the same sectors of A. Short tiles on different multiprocessors read each of these from
/// L2 once more: a band of 2,000 columns takes 1.8 times as long. Positions and results pass the caches once, by
/// streaming loads and stores, and leave the room to the values of A.
template <class Position, class From, class To>
struct TransposePlanGatherMany {
  static constexpr int threads = 1024, items = 8, blocks_per_multiprocessor = 1;
  static constexpr int tile = threads * items, of_block = 2 * tile;
  static constexpr std::int64_t min_entries = std::int64_t(1) << 22;  ///< with fewer some multiprocessors would be idle

  Position const* perm;
  From from;
  To to;
  std::int64_t k;

  __device__ void operator()(char*) const {
    std::int64_t const begin = static_cast<std::int64_t>(blockIdx.x) * of_block, end = min(k, begin + of_block);
    for (std::int64_t first = begin + static_cast<std::int64_t>(threadIdx.x); first < end; first += tile) {
      std::int64_t p[items];
      std::remove_cvref_t<decltype(from(p[0]))> v[items];
      ARAIOS_UNROLL
      for (int i = 0; i < items; ++i)
        if (first + i * threads < end) p[i] = static_cast<std::int64_t>(__ldcs(perm + first + i * threads));
      ARAIOS_UNROLL
      for (int i = 0; i < items; ++i)
        if (first + i * threads < end) v[i] = from(p[i]);
      ARAIOS_UNROLL
      for (int i = 0; i < items; ++i)
        if (first + i * threads < end) store_streaming(&to(first + i * threads), v[i]);
    }
  }

 private:
  template <class T>
  static __device__ void store_streaming(T* where, T const& value) {
    using Word = std::conditional_t<sizeof(T) == 4, unsigned, std::conditional_t<sizeof(T) == 8, uint2, uint4>>;
    if constexpr (sizeof(T) == sizeof(Word) && alignof(T) == alignof(Word)) {
      Word word;
      std::memcpy(&word, &value, sizeof(T));
      __stcs(reinterpret_cast<Word*>(where), word);
    } else {
      *where = value;
    }
  }
};
#endif

template <class Exec, class Perm, class From, class To>
void transpose_plan_gather(Exec const& exec, Perm const& perm, From const& from, To const& to) {
  constexpr int lanes = transpose_plan_tuning<Exec>.lanes, items = transpose_plan_tuning<Exec>.items;
  using Gather = TransposePlanGather<lanes, items, typename Perm::non_const_value_type, From, To>;
  auto const k = static_cast<std::int64_t>(perm.extent(0));
#ifdef ARAIOS_HAVE_CUDA_LAUNCH
  if constexpr (is_cuda_v<Exec>) {
    using Many = TransposePlanGatherMany<typename Perm::non_const_value_type, From, To>;
    if (k >= Many::min_entries)
      return cuda_launch(exec, "Araios::transpose::plan_gather", tiles_for(k, Many::of_block), 0,
                         Many{perm.data(), from, to, k});
  }
#endif
  Kokkos::parallel_for("Araios::transpose::plan_gather", range(exec, tiles_for(k, lanes * items) * lanes),
                       Gather{perm.data(), from, to, k});
}

/// Where two patterns of one shape and number of entries differ.
struct TransposePatternDifference {
  enum class Kind { none, row_map, column, row };
  Kind kind = Kind::none;
  std::int64_t position = 0;  ///< in the row_map or in the entries; the first among those that were compared
};

/// The s-th of `samples` positions in [0, k): [0, k) is divided into `samples` intervals of equal length, and each has
/// one hashed position, so that no regular structure escapes.
KOKKOS_INLINE_FUNCTION std::int64_t transpose_plan_sample(std::int64_t s, std::int64_t samples, std::int64_t k) {
  std::int64_t const length = k / samples, longer_samples = k % samples;
  std::uint64_t const hash = mixed_bits((static_cast<std::uint64_t>(s) + 1) * golden_ratio_64);
  return s * length + (s < longer_samples ? s : longer_samples) +
         static_cast<std::int64_t>(hash % static_cast<std::uint64_t>(length + (s < longer_samples)));
}

/// Compares entries of A with the entries of B that came from the same position.
///
/// A need not be the matrix that was analysed, but has its shape and number of entries; B and perm describe the
/// analysed matrix. Entry q of B in row j and column i requires that entry perm(q) of A has column j and is in row i.
/// perm is a permutation, so the checks of all q are those of all entries of A. The row_map follows: between two
/// neighbouring rows that have entries its elements can have only one value, provided that they never decrease.
template <class RowMapA, class EntriesA, class RowMapB, class EntriesB, class Position>
struct TransposePlanCompare {
  RowMapA row_map;
  EntriesA entries;
  RowMapB row_map_b;
  EntriesB entries_b;
  Position const* perm;
  std::int64_t num_cols;
  std::int64_t samples;

  /// `minimum` becomes 2 p + (0 for a different column, 1 for a different row) of the first entry p that differs.
  KOKKOS_FUNCTION void operator()(std::int64_t s, std::int64_t& minimum) const {
    std::int64_t const q = transpose_plan_sample(s, samples, static_cast<std::int64_t>(entries_b.extent(0)));
    auto const p = static_cast<std::int64_t>(perm[q]);
    if (2 * p >= minimum) return;
    auto const row = static_cast<std::int64_t>(entries_b(q));
    std::int64_t const column = first_above(row_map_b, std::int64_t(0), num_cols + 1, q) - 1;
    if (static_cast<std::int64_t>(entries(p)) != column)
      minimum = 2 * p;
    else if (2 * p + 1 < minimum &&
             (static_cast<std::int64_t>(row_map(row)) > p || static_cast<std::int64_t>(row_map(row + 1)) <= p))
      minimum = 2 * p + 1;
  }
};

/// Whether the row_map begins at 0, never decreases, and ends at k.
template <class RowMap>
struct TransposePlanCheckRowMap {
  RowMap row_map;
  std::int64_t k;

  KOKKOS_FUNCTION void operator()(std::int64_t i, std::int64_t& minimum) const {
    std::int64_t const before = i == 0 ? 0 : static_cast<std::int64_t>(row_map(i - 1));
    auto const here = static_cast<std::int64_t>(row_map(i));
    bool const last = i + 1 == static_cast<std::int64_t>(row_map.extent(0));
    if (i < minimum && (here < before || (i == 0 && here != 0) || (last && here != k))) minimum = i;
  }
};

/// The first difference, on the host: waits for `exec`.
template <class Exec, class RowMapA, class EntriesA, class RowMapB, class EntriesB, class Perm>
TransposePatternDifference transpose_plan_compare(Exec const& exec, bool everything, RowMapA const& row_map,
                                                  EntriesA const& entries, RowMapB const& row_map_b,
                                                  EntriesB const& entries_b, Perm const& perm) {
  constexpr std::int64_t none = std::numeric_limits<std::int64_t>::max();
  auto const k = static_cast<std::int64_t>(entries_b.extent(0));
  if (everything && row_map.extent(0) > 0) {
    std::int64_t first = none;
    Kokkos::parallel_reduce("Araios::transpose::plan_check_row_map",
                            range(exec, static_cast<std::int64_t>(row_map.extent(0))),
                            TransposePlanCheckRowMap<RowMapA>{row_map, k}, Kokkos::Min<std::int64_t>(first));
    if (first != none) return {TransposePatternDifference::Kind::row_map, first};
  }
  if (k > 0) {
    using Compare = TransposePlanCompare<RowMapA, EntriesA, RowMapB, EntriesB, typename Perm::non_const_value_type>;
    std::int64_t const samples = everything ? k : std::min(k, transpose_plan_tuning<Exec>.samples);
    std::int64_t const columns = static_cast<std::int64_t>(row_map_b.extent(0)) - 1;
    std::int64_t first = none;
    Kokkos::parallel_reduce("Araios::transpose::plan_check_entries", range(exec, samples),
                            Compare{row_map, entries, row_map_b, entries_b, perm.data(), columns, samples},
                            Kokkos::Min<std::int64_t>(first));
    if (first != none)
      return {first % 2 == 0 ? TransposePatternDifference::Kind::column : TransposePatternDifference::Kind::row,
              first / 2};
  }
  return {};
}

}  // namespace Araios::Impl::transpose
