// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// SpMV for formats that store the rows slot by slot: one thread per stored row, or several where they are few and
/// long.
///
/// Neighbouring threads have neighbouring stored rows, so each load of entries and values reads whole cache lines. A
/// thread processes its slots in groups: it loads all columns and values of a group, then all of x, then adds the terms
/// in the order of the slots. Between the loads of a group there is no store and no branch, so that all of them are in
/// flight at the same time; times the threads of a multiprocessor, they hide the latency of the memory.
///
/// Bytes: slots * (Ordinal + Scalar) + what is read of x + m * T (2 m * T where beta is not zero).

#include <Araios/collective/lanes.hpp>
#include <Araios/core/checks.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/kokkos_compat.hpp>
#include <Araios/formats/layout/padded.hpp>
#include <Araios/operations/spmv/core.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>

namespace Araios::Impl::spmv {

/// Tuning parameters of SpMV for padded formats.
struct SpmvPaddedTuning {
  /// Bytes of columns and values in flight per thread. 96 are 8 slots of an int and a double: with the 1,024 threads
  /// that their registers allow, 96 KB per multiprocessor, where an H200 needs about 30 KB to keep its memory busy.
  static constexpr int bytes_in_flight = 96;
  static constexpr int max_slots = 8;
  /// Stored rows of a team where several threads share a stored row: a warp for each share.
  static constexpr int lines_per_team = 32;
  static constexpr int max_splits = 16;
};

/// Slots of a group.
template <class Ordinal, class Scalar>
inline constexpr int spmv_padded_group = [] {
  int slots = SpmvPaddedTuning::max_slots;
  while (slots > 1 &&
         slots * static_cast<int>(sizeof(Ordinal) + value_bytes_v<Scalar>) > SpmvPaddedTuning::bytes_in_flight)
    slots /= 2;
  return slots;
}();

/// The product of one line with x. Tested: a slot whose column is -1 is none; otherwise every slot counts.
template <SemiringType Semiring, class T, bool Tested, class Layout, class Entries, class Values, class X>
struct PaddedLine {
  using Ordinal = typename Entries::non_const_value_type;
  using Scalar = typename Values::non_const_value_type;
  using Element = typename X::non_const_value_type;
  static constexpr int group = spmv_padded_group<Ordinal, Scalar>;

  Layout layout;
  Entries entries;
  Values values;
  X x;

  /// sum := sum + the terms of slots k .. k + group - 1 (Whole), or k .. width - 1. False: padding has begun.
  template <bool Whole>
  KOKKOS_INLINE_FUNCTION bool add_group(std::int64_t base, std::int64_t k, std::int64_t width, T& sum) const {
    Ordinal column[std::size_t(group)];
    Scalar value[std::size_t(group)];
    Element element[std::size_t(group)];
    ARAIOS_UNROLL
    for (int u = 0; u < group; ++u) {
      bool const inside = Whole || k + u < width;
      std::int64_t const position = layout.position(base, k + u);
      column[u] = inside ? entries(position) : Ordinal(-1);
      value[u] = inside ? values(position) : Scalar();
    }
    ARAIOS_UNROLL
    for (int u = 0; u < group; ++u) {
      // In a whole group padding is rare: it reads x(0), which costs less than a branch, and the value is not used.
      if constexpr (Whole)
        element[u] = x(!Tested || column[u] >= 0 ? column[u] : Ordinal(0));
      else
        element[u] = column[u] >= 0 ? static_cast<Element>(x(column[u])) : Element();
    }
    ARAIOS_UNROLL
    for (int u = 0; u < group; ++u)
      if ((Whole && !Tested) || column[u] >= 0) sum = Semiring::add(sum, spmv_term<Semiring, T>(value[u], element[u]));
    return !Tested || column[group - 1] >= 0;
  }

  /// The sum over slots first, first + step, ..., counted in groups.
  KOKKOS_INLINE_FUNCTION T sum(std::int64_t line, std::int64_t first, std::int64_t step) const {
    T result = Semiring::template zero<T>();
    std::int64_t const base = layout.base(line);
    std::int64_t const width = layout.width(line);
    std::int64_t k = first * group;
    for (; k + group <= width; k += step * group)
      if (!add_group<true>(base, k, width, result)) return result;
    if (k < width) (void)add_group<false>(base, k, width, result);
    return result;
  }
};

template <class Line, class Output>
struct SpmvPaddedRows {
  Line line;
  Output out;

  KOKKOS_FUNCTION void operator()(std::int64_t l) const {
    std::int64_t const row = line.layout.row(l);
    if (row >= 0) out.store(row, line.sum(l, 0, 1));
  }
};

/// The same with `splits` threads per stored row, one team per `tile` stored rows: for rows that are long and too few
/// to occupy a GPU. Thread t of a row has its groups t, t + splits, ...; the sums of the threads are added in their
/// order.
template <class Line, class Output>
struct SpmvPaddedSplit {
  using T = typename Output::value_type;
  static constexpr int tile = SpmvPaddedTuning::lines_per_team;
  Line line;
  Output out;
  int splits;

  template <class Team>
  KOKKOS_FUNCTION void operator()(Team const& team) const {
    int const rank = team.team_rank(), threads = team.team_size();
    T* const sums = static_cast<T*>(team.team_scratch(0).get_shmem_aligned(tile * splits * sizeof(T), 16));
    std::int64_t const first = static_cast<std::int64_t>(team.league_rank()) * tile;
    std::int64_t const lines = line.layout.lines();
    for (int s = rank; s < tile * splits; s += threads) {
      std::int64_t const l = first + s % tile;
      bool const active = l < lines && line.layout.row(l) >= 0;
      sums[s] = active ? line.sum(l, s / tile, splits) : Semiring::template zero<T>();
    }
    team.team_barrier();
    for (int r = rank; r < tile; r += threads) {
      std::int64_t const l = first + r;
      std::int64_t const row = l < lines ? line.layout.row(l) : -1;
      if (row < 0) continue;
      T sum = sums[r];
      for (int t = 1; t < splits; ++t) sum = Semiring::add(sum, sums[t * tile + r]);
      out.store(row, sum);
    }
  }

 private:
  using Semiring = typename Output::semiring_type;
};

/// Threads per stored row, a power of two: enough to occupy half of the device, at most the number of groups of slots.
template <int Group, class Exec>
int spmv_padded_splits(Exec const& exec, std::int64_t lines, std::int64_t slots) {
  if (lines == 0) return 1;
  std::int64_t const target = concurrency(exec) / 2 / lines;
  std::int64_t const groups = slots / lines / Group;
  std::int64_t splits = 1;
  while (2 * splits <= target && 2 * splits <= groups && splits < SpmvPaddedTuning::max_splits) splits *= 2;
  return static_cast<int>(splits);
}

template <class Exec, class Line, class Output>
void spmv_padded_split(Exec const& exec, std::string const& label, Line const& line, Output const& out, int splits) {
  using T = typename Output::value_type;
  constexpr int tile = SpmvPaddedTuning::lines_per_team;
  Kokkos::TeamPolicy<Exec> policy(
      exec, checked_cast<int>(tiles_for(line.layout.lines(), tile), "Araios::spmv: teams for the lines"),
      is_gpu_v<Exec> ? tile * splits : 1);
  policy.set_scratch_size(0, per_team(tile * splits * sizeof(T) + 16));
  Kokkos::parallel_for(label, policy, SpmvPaddedSplit<Line, Output>{line, out, splits});
}

template <SemiringType Semiring, bool Tested, class Exec, class Layout, class Entries, class Values, class X,
          class Output>
void spmv_padded(Exec const& exec, std::string const& label, Layout const& layout, Entries const& entries,
                 Values const& values, X const& x, Output const& out) {
  using Line = PaddedLine<Semiring, typename Output::value_type, Tested, Layout, Entries, Values, X>;
  Line const line{layout, entries, values, x};
  if constexpr (is_gpu_v<Exec>) {  // a host has few threads, and enough stored rows for them
    int const splits =
        spmv_padded_splits<Line::group>(exec, layout.lines(), static_cast<std::int64_t>(entries.extent(0)));
    if (splits > 1) return spmv_padded_split(exec, label, line, out, splits);
  }
  Kokkos::parallel_for(label, range(exec, layout.lines()), SpmvPaddedRows<Line, Output>{line, out});
}

/// visitor(i, j, a) for the entries of a stored row, up to the first of its slots whose column is -1.
template <class Layout, class Entries, class Values, class Visitor>
struct VisitPadded {
  Layout layout;
  Entries entries;
  Values values;
  Visitor visitor;

  KOKKOS_FUNCTION void operator()(std::int64_t line) const {
    std::int64_t const row = layout.row(line);
    if (row < 0) return;
    std::int64_t const base = layout.base(line);
    std::int64_t const width = layout.width(line);
    for (std::int64_t k = 0; k < width; ++k) {
      std::int64_t const position = layout.position(base, k);
      auto const column = entries(position);
      if (column < 0) return;
      visitor(row, column, values(position));
    }
  }
};

template <class Exec, class Layout, class Entries, class Values, class Visitor>
void visit_padded(Exec const& exec, std::string const& label, Layout const& layout, Entries const& entries,
                  Values const& values, Visitor const& visitor) {
  Kokkos::parallel_for(label, range(exec, layout.lines()),
                       VisitPadded<Layout, Entries, Values, Visitor>{layout, entries, values, visitor});
}

}  // namespace Araios::Impl::spmv
