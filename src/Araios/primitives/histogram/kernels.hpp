// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The kernels of histogram.hpp.

#include <Araios/core/concepts.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/kokkos_compat.hpp>
#include <Araios/core/progress.hpp>
#include <Araios/core/search.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>

namespace Araios::Impl {

/// Tuning parameters of the histograms.
struct HistogramShape {
  int team_size;           // threads that share one partial histogram
  int scratch_bytes;       // of team scratch for it: every Kokkos space offers 32 KB, less what alignment may take
  int max_copies;          // of a small histogram in scratch, so that equal indices collide less often
  int positions_per_team;  // minimum: below it the partial is not worth its sum
};
template <class Exec>
inline constexpr HistogramShape histogram_shape =
    is_gpu_v<Exec> ? HistogramShape{512, 32000, 32, 8192} : HistogramShape{1, 32000, 1, 4096};

template <class Indices, class Counts>
struct HistogramAtomics {
  Indices indices;
  Counts counts;
  KOKKOS_FUNCTION void operator()(std::int64_t p) const {
    Kokkos::atomic_add(&counts(indices(p)), typename Counts::non_const_value_type(1));
  }
};

/// Host: work item t counts positions t * chunk .. into row t of the table, which no other work item accesses.
template <class Indices, class Table>
struct ThreadPartials {
  using T = typename Table::non_const_value_type;
  Indices indices;
  Table table;
  std::int64_t chunk;

  KOKKOS_FUNCTION void operator()(std::int64_t t) const {
    auto const length = static_cast<std::int64_t>(indices.extent(0));
    auto const bins = static_cast<std::int64_t>(table.extent(1));
    T* const row = &table(t, 0);
    for (std::int64_t b = 0; b < bins; ++b) row[b] = 0;
    std::int64_t const begin = t * chunk;
    std::int64_t const end = length - begin < chunk ? length : begin + chunk;
    for (std::int64_t p = begin; p < end; ++p) ++row[indices(p)];
  }
};

/// Adds one to a counter in team scratch.
KOKKOS_INLINE_FUNCTION void count_in_scratch(unsigned& counter) {
#ifdef __CUDA_ARCH__
  // With the builtin the compiler knows that the address is in shared memory; Kokkos' addition tests it at run time.
  atomicAdd(&counter, 1u);
#else
  Kokkos::atomic_add(&counter, 1u);
#endif
}

/// GPU: the same by the threads of a team, with atomics within the team: in its scratch where the bins fit (copies > 0;
/// thread i counts into copy i mod copies), in its row of the table otherwise. Counters in scratch have 32 bits, which
/// have fast atomics.
template <class Exec, class Indices, class Table>
struct TeamPartials {
  using T = typename Table::non_const_value_type;
  using Member = typename Kokkos::TeamPolicy<Exec>::member_type;
  Indices indices;
  Table table;
  std::int64_t chunk;
  int copies;
  int stride;  // between copies; odd, so that equal indices in different copies are in different banks

  KOKKOS_FUNCTION void operator()(Member const& team) const {
    poll_in_team(team, "Araios::histogram::teams");
    auto const length = static_cast<std::int64_t>(indices.extent(0));
    std::int64_t const first = team.league_rank() * chunk;
    std::int64_t const last = length - first < chunk ? length : first + chunk;
    if (copies > 0)
      count_by_scratch(team, first, last);
    else
      count_in_row(team, first, last);
  }

  KOKKOS_FUNCTION void count_by_scratch(Member const& team, std::int64_t first, std::int64_t last) const {
    auto const counters =
        static_cast<unsigned*>(team.team_shmem().get_shmem(static_cast<int>(sizeof(unsigned)) * copies * stride));
    int const rank = team.team_rank(), size = team.team_size();
    for (int c = rank; c < copies * stride; c += size) counters[c] = 0;
    team.team_barrier();
    unsigned* const rank_counters = counters + rank % copies * stride;
    for (std::int64_t p = first + rank; p < last; p += size) count_in_scratch(rank_counters[indices(p)]);
    team.team_barrier();
    int const bins = static_cast<int>(table.extent(1));
    for (int b = rank; b < bins; b += size) {
      T sum = 0;
      for (int copy = 0; copy < copies; ++copy) sum += static_cast<T>(counters[copy * stride + b]);
      table(team.league_rank(), b) = sum;
    }
  }

  KOKKOS_FUNCTION void count_in_row(Member const& team, std::int64_t first, std::int64_t last) const {
    T* const row = &table(team.league_rank(), 0);
    auto const bins = static_cast<std::int64_t>(table.extent(1));
    int const rank = team.team_rank(), size = team.team_size();
    for (std::int64_t b = rank; b < bins; b += size) row[b] = 0;
    team.team_barrier();
    for (std::int64_t p = first + rank; p < last; p += size) Kokkos::atomic_add(&row[indices(p)], T(1));
  }
};

/// Number of copies of the histogram that fit the scratch of a team; 0 if none does.
template <class Exec>
int scratch_copies(std::int64_t bins) {
  std::int64_t const capacity = histogram_shape<Exec>.scratch_bytes / static_cast<std::int64_t>(sizeof(unsigned));
  return static_cast<int>(std::min<std::int64_t>(histogram_shape<Exec>.max_copies, capacity / (bins | 1)));
}

template <class Exec, class Indices, class Table>
void launch_team_partials(Exec const& exec, Indices const& indices, Table const& table, std::int64_t chunk) {
  auto const bins = static_cast<std::int64_t>(table.extent(1));
  int const copies = chunk <= std::numeric_limits<unsigned>::max() ? scratch_copies<Exec>(bins) : 0;
  int const stride = copies > 0 ? static_cast<int>(bins | 1) : 0;
  auto policy = Kokkos::TeamPolicy<Exec>(exec, static_cast<int>(table.extent(0)), histogram_shape<Exec>.team_size);
  // 16 bytes more for the alignment of the block inside the team's scratch.
  if (copies > 0) policy.set_scratch_size(0, per_team(static_cast<int>(sizeof(unsigned)) * copies * stride + 16));
  Kokkos::parallel_for("Araios::histogram::team_partials", policy,
                       TeamPartials<Exec, Indices, Table>{indices, table, chunk, copies, stride});
}

template <class Exec, class Indices, class Table>
void launch_thread_partials(Exec const& exec, Indices const& indices, Table const& table, std::int64_t chunk) {
  Kokkos::parallel_for("Araios::histogram::thread_partials", range(exec, static_cast<std::int64_t>(table.extent(0))),
                       ThreadPartials<Indices, Table>{indices, table, chunk});
}

}  // namespace Araios::Impl
