// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// One pass of the radix sort by teams, in three kernels: count the digits of each chunk, prefix sums along each digit,
/// scatter.

#include <Araios/core/execution.hpp>
#include <Araios/core/kokkos_compat.hpp>
#include <Araios/primitives/radix_sort/arrays.hpp>
#include <Araios/primitives/radix_sort/team_count.hpp>
#include <Araios/primitives/radix_sort/team_scatter.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <type_traits>

namespace Araios::Impl {

/// Passes on teams. Tuning: shape, digit_bits, threads_per_chunk, scan_shape.
template <class Lanes, class Tuning>
struct RadixTeams {
  static constexpr int digit_bits = Tuning::digit_bits;

  /// Enough chunks to occupy the device, each of whole tiles.
  template <class Exec>
  static RadixChunks chunks(Exec const& exec, std::int64_t n) {
    std::int64_t const tiles = tiles_for(n, Tuning::shape.tile());
    std::int64_t const wanted = std::max(1, concurrency(exec) / Tuning::threads_per_chunk);
    std::int64_t const length = tiles_for(tiles, wanted) * Tuning::shape.tile();
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
