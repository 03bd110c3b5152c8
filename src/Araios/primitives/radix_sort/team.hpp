// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// One pass of the radix sort by teams, in three kernels: count the digits of each chunk, prefix sums along each digit,
/// scatter.

#include <Araios/collective/lanes.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/kokkos_compat.hpp>
#include <Araios/primitives/radix_sort/arrays.hpp>
#include <Araios/primitives/radix_sort/team_scatter.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace Araios::Impl {

/// rows(d, c) := how many keys of chunk c have digit d.
template <class Tuning, class Keys>
struct RadixTeamCount {
  Keys keys;
  RadixTable table;
  RadixChunks chunks;
  RadixDigit digit;

  static constexpr int team_size = Tuning::shape.team_size;
  // Keys that a thread loads before it counts the first one.
  static constexpr int ahead = 8;

  static int scratch_bytes(RadixDigit digit) { return digit.count() * static_cast<int>(sizeof(int)); }

  template <class Team>
  KOKKOS_FUNCTION void operator()(Team const& team) const {
    int const digits = digit.count();
    int* const counts = reinterpret_cast<int*>(team.team_scratch(0).get_shmem(digits * sizeof(int)));
    std::int64_t const chunk = team.league_rank();
    std::int64_t const end = chunks.end(chunk);
    for (int d = team.team_rank(); d < digits; d += team_size) counts[d] = 0;
    team.team_barrier();
    for (std::int64_t first = chunks.begin(chunk) + team.team_rank(); first < end; first += ahead * team_size) {
      unsigned digits_ahead[ahead];
      ARAIOS_UNROLL
      for (int i = 0; i < ahead; ++i) {
        std::int64_t const p = first + i * team_size;
        digits_ahead[i] = p < end ? digit.of(keys(p)) : 0u;
      }
      ARAIOS_UNROLL
      for (int i = 0; i < ahead; ++i)
        if (first + i * team_size < end) Kokkos::atomic_add(counts + digits_ahead[i], 1);
    }
    team.team_barrier();
    for (int d = team.team_rank(); d < digits; d += team_size) table.rows[d * chunks.count + chunk] = counts[d];
  }
};

/// Each row of counts becomes its exclusive sums, and totals(d) its sum. One team a row.
template <class Lanes, class Tuning>
struct RadixTeamScan {
  RadixTable table;
  std::int64_t chunks;

  static constexpr int team_size = Tuning::scan_shape.team_size;
  static constexpr int items = Tuning::scan_shape.items_per_thread;

  KOKKOS_FUNCTION static constexpr int scratch_bytes() {
    return team_size / Lanes::width * static_cast<int>(sizeof(std::int64_t));
  }

  template <class Team>
  KOKKOS_FUNCTION void operator()(Team const& team) const {
    auto* const sums = reinterpret_cast<std::int64_t*>(team.team_scratch(0).get_shmem(scratch_bytes()));
    std::int64_t* const row = table.rows + team.league_rank() * chunks;
    std::int64_t carry = 0;
    for (std::int64_t tile = 0; tile < chunks; tile += team_size * items) {
      std::int64_t const first = tile + team.team_rank() * items;
      std::int64_t value[std::size_t(items)];
      std::int64_t sum = 0;
      ARAIOS_UNROLL
      for (int i = 0; i < items; ++i) {
        value[i] = first + i < chunks ? row[first + i] : 0;
        sum += value[i];
      }
      std::int64_t total = 0;
      std::int64_t running = carry + team_exclusive_scan<Lanes>(team, sum, sums, total);
      ARAIOS_UNROLL
      for (int i = 0; i < items; ++i) {
        if (first + i < chunks) row[first + i] = running;
        running += value[i];
      }
      carry += total;
    }
    if (team.team_rank() == 0) table.totals[team.league_rank()] = carry;
  }
};

/// Passes on teams. Tuning: shape, digit_bits, threads_per_chunk, scan_shape.
template <class Lanes, class Tuning>
struct RadixTeams {
  static constexpr int digit_bits = Tuning::digit_bits;

  /// Enough chunks to occupy the device, each of whole tiles.
  template <class Exec>
  static RadixChunks chunks(Exec const& exec, std::int64_t n) {
    std::int64_t const tiles = tiles_for(n, Tuning::shape.tile());
    std::int64_t const target = std::max(1, concurrency(exec) / Tuning::threads_per_chunk);
    std::int64_t const length = tiles_for(tiles, target) * Tuning::shape.tile();
    return {n, length, tiles_for(n, length)};
  }

  template <class Exec, class From, class To>
  static void pass(Exec const& exec, RadixChunks chunks, RadixDigit digit, From const& from, To const& to,
                   RadixTable table) {
    using Policy = Kokkos::TeamPolicy<Exec, Kokkos::LaunchBounds<Tuning::shape.team_size, Tuning::teams_per_sm>>;
    using ScanPolicy = Kokkos::TeamPolicy<Exec, Kokkos::LaunchBounds<Tuning::scan_shape.team_size, 1>>;
    using Count = RadixTeamCount<Tuning, decltype(from.keys)>;
    using Scan = RadixTeamScan<Lanes, Tuning>;
    using Scatter = RadixTeamScatter<Lanes, Tuning, From, To>;
    int const teams = static_cast<int>(chunks.count);

    Policy count_policy(exec, teams, Tuning::shape.team_size);
    count_policy.set_scratch_size(0, per_team(Count::scratch_bytes(digit)));
    Kokkos::parallel_for("Araios::radix_sort::count", count_policy, Count{from.keys, table, chunks, digit});

    ScanPolicy scan_policy(exec, digit.count(), Tuning::scan_shape.team_size);
    scan_policy.set_scratch_size(0, per_team(Scan::scratch_bytes()));
    Kokkos::parallel_for("Araios::radix_sort::scan", scan_policy, Scan{table, chunks.count});

    Policy scatter_policy(exec, teams, Tuning::shape.team_size);
    scatter_policy.set_scratch_size(0, per_team(Scatter::scratch_bytes(digit)));
    Kokkos::parallel_for("Araios::radix_sort::scatter", scatter_policy, Scatter{from, to, table, chunks, digit});
  }
};

}  // namespace Araios::Impl
