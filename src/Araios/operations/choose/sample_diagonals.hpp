// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The diagonals of a sample of the rows, and how many there are in all.

#include <Araios/core/execution.hpp>
#include <Araios/core/hash.hpp>
#include <Araios/core/kokkos_compat.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/operations/choose/sampling.hpp>
#include <Araios/operations/convert/dia_csr.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>

namespace Araios::Impl::choose {

/// A hash table of diagonals in global memory. Keys never change once they are there.
template <class Ordinal, class Space>
struct DiagonalTable {
  static constexpr Ordinal free_key = std::numeric_limits<Ordinal>::min();  // j - i is greater
  Kokkos::View<Ordinal*, Space> keys;                                       // a power of two

  /// The slot of a diagonal, -1 where there is none for it within a few tries, before which `skipped` were made;
  /// `inserted`: it is there since this call.
  KOKKOS_FUNCTION std::int64_t find(Ordinal diagonal, bool& inserted, std::uint32_t skipped = 0) const {
    auto const mask = static_cast<std::uint32_t>(keys.extent(0)) - 1;
    std::uint32_t slot = (static_cast<std::uint32_t>(diagonal) * golden_ratio_32 >> 8) + skipped;
    inserted = false;
    for (int t = 0; t < FormatSampling::tries; ++t, ++slot) {
      Ordinal* const key = &keys(slot & mask);
      Ordinal found = *static_cast<Ordinal volatile*>(key);
      if (found == free_key) {
        found = Kokkos::atomic_compare_exchange(key, Ordinal(free_key), diagonal);
        inserted = found == free_key;
      }
      if (inserted || found == diagonal) return slot & mask;
    }
    return -1;
  }
};

/// counts(slot) += entries of the sampled rows on the diagonal of the slot. Item: a lane of a row.
template <class Matrix, class Table, class Counts>
struct SampleDiagonals {
  using Ordinal = typename Matrix::Ordinal;
  Matrix A;
  Table table;
  Counts counts;
  std::int64_t samples;

  KOKKOS_FUNCTION void operator()(std::int64_t item, std::int64_t& entries) const {
    constexpr std::int64_t lanes = FormatSampling::lanes, longest = FormatSampling::longest;
    std::int64_t const i = sampled_part(item / lanes, samples, A.num_rows());
    auto const begin = static_cast<std::int64_t>(A.row_map(i));
    auto const length = static_cast<std::int64_t>(A.row_map(i + 1)) - begin;
    for (std::int64_t k = item % lanes; k < length && k < longest; k += lanes) {
      ++entries;
      bool inserted;
      std::int64_t const slot = table.find(static_cast<Ordinal>(A.entries(begin + k) - i), inserted);
      if (slot >= 0) Kokkos::atomic_add(&counts(slot), std::uint32_t(1));
    }
  }
};

/// The diagonals of the sample: how many, and of those with at least `min_entries` entries in it how many, and their
/// entries.
struct DiagonalSample {
  std::int64_t distinct = 0;
  std::int64_t full = 0;
  std::int64_t entries_on_full = 0;
  std::int64_t entries = 0;
};

template <class Exec, class Counts>
ARAIOS_NOT_INLINED void total_diagonal_sample(Exec const& exec, Counts const& counts, std::int64_t min_entries,
                                              DiagonalSample& sample) {
  Kokkos::parallel_reduce(
      "Araios::choose_format::full_diagonals", range(exec, static_cast<std::int64_t>(counts.extent(0))),
      KOKKOS_LAMBDA(std::int64_t s, std::int64_t& distinct, std::int64_t& full, std::int64_t& entries) {
        auto const count = static_cast<std::int64_t>(counts(s));
        distinct += count > 0;
        full += count >= min_entries;
        entries += count >= min_entries ? count : 0;
      },
      Kokkos::Sum<std::int64_t>(sample.distinct), Kokkos::Sum<std::int64_t>(sample.full),
      Kokkos::Sum<std::int64_t>(sample.entries_on_full));
}

template <class Exec, class Matrix, class Space>
DiagonalSample sample_diagonals(Exec const& exec, Matrix const& A, Workspace<Space>& workspace) {
  using Ordinal = typename Matrix::Ordinal;
  using Table = DiagonalTable<Ordinal, Space>;
  using Counts = Kokkos::View<std::uint32_t*, Space>;
  typename Workspace<Space>::Frame const frame(workspace);
  std::int64_t const m = A.num_rows();
  std::int64_t const samples = std::min(m, format_sampling<Exec>.diagonal_rows);
  Table const table{workspace.template take<Kokkos::View<Ordinal*, Space>>(exec, FormatSampling::table_slots)};
  auto const counts = workspace.template take<Counts>(exec, FormatSampling::table_slots);
  fill(exec, table.keys, Table::free_key);
  fill(exec, counts, 0u);
  DiagonalSample sample;
  Kokkos::parallel_reduce("Araios::choose_format::sample_diagonals", range(exec, samples * FormatSampling::lanes),
                          SampleDiagonals<Matrix, Table, Counts>{A, table, counts, samples},
                          Kokkos::Sum<std::int64_t>(sample.entries));
  double const part =
      static_cast<double>(convert::min_full_entries<typename Matrix::Scalar, Ordinal>(m, -1)) / static_cast<double>(m);
  auto const min_entries = static_cast<std::int64_t>(part * static_cast<double>(samples));
  total_diagonal_sample(exec, counts, std::max<std::int64_t>(min_entries, 1), sample);
  return sample;
}

/// The number of diagonals, as far as `max_distinct`; more than that ends the count. Item: a row.
template <class Matrix, class Table, class Counter>
struct CountDistinctDiagonals {
  using Ordinal = typename Matrix::Ordinal;
  Matrix A;
  Table table;
  Counter counter;  // diagonals in the table
  std::int64_t max_distinct;

  KOKKOS_FUNCTION void operator()(std::int64_t i, std::int64_t& greatest) const {
    auto const begin = static_cast<std::int64_t>(A.row_map(i));
    auto const end = static_cast<std::int64_t>(A.row_map(i + 1));
    std::int64_t seen = *static_cast<std::int64_t volatile*>(&counter(0));
    if (end - begin > max_distinct) seen = max_distinct + 1;
    for (std::int64_t p = begin; p < end && seen <= max_distinct; ++p) {
      bool inserted;
      // All slots, as long as the count goes on: so the answer does not depend on the order in which diagonals come.
      auto const diagonal = static_cast<Ordinal>(A.entries(p) - i);
      auto const slots = static_cast<std::uint32_t>(table.keys.extent(0));
      for (std::uint32_t skipped = 0; seen <= max_distinct && table.find(diagonal, inserted, skipped) < 0;) {
        skipped += FormatSampling::tries;
        seen = skipped < slots ? *static_cast<std::int64_t volatile*>(&counter(0)) : max_distinct + 1;
      }
      if (inserted) seen = Kokkos::atomic_fetch_add(&counter(0), std::int64_t(1)) + 1;
    }
    greatest = seen > greatest ? seen : greatest;
  }
};

/// Distinct diagonals of A; -1 where there are more than `max_distinct`, or than the table has slots.
template <class Exec, class Matrix, class Space>
std::int64_t count_distinct_diagonals(Exec const& exec, Matrix const& A, std::int64_t max_distinct,
                                      Workspace<Space>& workspace) {
  using Ordinal = typename Matrix::Ordinal;
  using Table = DiagonalTable<Ordinal, Space>;
  using Counter = Kokkos::View<std::int64_t*, Space>;
  typename Workspace<Space>::Frame const frame(workspace);
  Table const table{workspace.template take<Kokkos::View<Ordinal*, Space>>(exec, FormatSampling::table_slots)};
  auto const counter = workspace.template take<Counter>(exec, 1);
  fill(exec, table.keys, Table::free_key);
  fill(exec, counter, 0);
  std::int64_t diagonals = 0;
  Kokkos::parallel_reduce("Araios::choose_format::count_diagonals",
                          range(exec, static_cast<std::int64_t>(A.num_rows())),
                          CountDistinctDiagonals<Matrix, Table, Counter>{A, table, counter, max_distinct},
                          Kokkos::Max<std::int64_t>(diagonals));
  return diagonals > max_distinct ? -1 : diagonals;
}

}  // namespace Araios::Impl::choose
