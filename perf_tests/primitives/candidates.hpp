// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The primitives of Araios, and what Kokkos itself offers in their place, in one execution space.

#include "primitives/primitive_case.hpp"

#include <Araios/core/workspace.hpp>
#include <Araios/primitives/histogram.hpp>
#include <Araios/primitives/merge.hpp>
#include <Araios/primitives/pointers.hpp>
#include <Araios/primitives/radix_sort.hpp>
#include <Araios/primitives/scan.hpp>
#include <Araios/primitives/segmented_sort.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Sort.hpp>

#include <bit>
#include <memory>
#include <utility>

namespace Araios::Perf {

template <class Exec>
std::vector<Candidate<Exec>> araios_candidates(Problem const& problem) {
  using Space = typename Exec::memory_space;
  using Many = ManyInts<Exec> const&;
  std::vector<Candidate<Exec>> candidates;
  // `run` gets a workspace that outlives the runs, so that only the first of them allocates.
  auto const add = [&](std::string method, auto run) {
    candidates.push_back({"Araios", std::move(method), [run](Exec const& exec, Problem const& what, Many in, Many out) {
                            auto const workspace = std::make_shared<Workspace<Space>>();
                            return Prepared{[=, &what] { run(exec, what, in, out, *workspace); },
                                            [workspace] { return workspace->peak_bytes(); }};
                          }});
  };
  std::string const& name = problem.name;
  if (name == "exclusive_scan") {
    add("automatic", [](Exec const& exec, Problem const&, Many in, Many out, Workspace<Space>& workspace) {
      exclusive_scan(exec, in[0], out[0], {}, workspace);
    });
    if (is_cuda_v<Exec>)
      add("own", [](Exec const& exec, Problem const&, Many in, Many out, Workspace<Space>& workspace) {
        exclusive_scan(exec, in[0], out[0], {.method = ScanMethod::native}, workspace);
      });
  } else if (name == "histogram" || name == "index_to_pointers") {
    bool const pointers = name == "index_to_pointers";
    std::pair<char const*, HistogramMethod> const methods[] = {{"automatic", HistogramMethod::automatic},
                                                               {"atomics", HistogramMethod::atomics},
                                                               {"team_partials", HistogramMethod::team_partials}};
    for (auto const& chosen : methods) {
      HistogramMethod const method = chosen.second;
      add(chosen.first, [=](Exec const& exec, Problem const&, Many in, Many out, Workspace<Space>& workspace) {
        if (pointers)
          index_to_pointers(exec, in[0], out[0], {.method = method}, workspace);
        else
          histogram(exec, in[0], out[0], {.method = method}, workspace);
      });
    }
  } else if (name == "pointers_to_index") {
    add("automatic", [](Exec const& exec, Problem const&, Many in, Many out, Workspace<Space>&) {
      pointers_to_index(exec, in[0], out[0]);
    });
  } else if (name.rfind("segmented_sort", 0) == 0) {
    add("automatic", [](Exec const& exec, Problem const& what, Many in, Many out, Workspace<Space>& workspace) {
      segmented_sort(exec, PointerSegments<Ints<Exec>>{in[2], what.longest}, out[0], out[1], NoValues{}, workspace);
    });
  } else if (name.rfind("merge_adjacent", 0) == 0) {
    add("automatic", [](Exec const& exec, Problem const& what, Many in, Many out, Workspace<Space>& workspace) {
      merge_adjacent(exec, UniformSegments{what.segment, what.n}, in[0], in[1], NoValues{}, out[0], out[1], NoValues{},
                     workspace);
    });
  } else {
    std::vector<std::pair<char const*, RadixMethod>> methods{{"automatic", RadixMethod::automatic}};
    if (is_cuda_v<Exec>) methods.insert(methods.end(), {{"own", RadixMethod::native}, {"cub", RadixMethod::cub}});
    for (auto const& chosen : methods) {
      RadixMethod const method = chosen.second;
      add(chosen.first, [=](Exec const& exec, Problem const& what, Many in, Many out, Workspace<Space>& workspace) {
        radix_sort(
            exec, in[0], in[1], NoValues{}, out[0], out[1], NoValues{},
            {.key_bits = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(what.bins - 1))), .method = method},
            workspace);
      });
    }
  }
  return candidates;
}

namespace Detail {

template <class Exec>
ARAIOS_NOT_INLINED void kokkos_scan(Exec const& exec, Ints<Exec> const& in, Ints<Exec> const& out, std::int64_t n) {
  Kokkos::parallel_scan(
      "Araios::Perf::kokkos_scan", Araios::range(exec, n), KOKKOS_LAMBDA(std::int64_t i, int& sum, bool final) {
        int const value = in(i);
        if (final) out(i) = sum;
        sum += value;
      });
}

template <class Exec>
ARAIOS_NOT_INLINED void kokkos_histogram(Exec const& exec, Ints<Exec> const& indices, Ints<Exec> const& counts) {
  Kokkos::deep_copy(exec, counts, 0);
  Kokkos::parallel_for(
      "Araios::Perf::kokkos_histogram", Araios::range(exec, static_cast<std::int64_t>(indices.extent(0))),
      KOKKOS_LAMBDA(std::int64_t p) { Kokkos::atomic_add(&counts(indices(p)), 1); });
}

// A team for a row, its threads along the row: how such loops are usually written.
template <class Exec>
ARAIOS_NOT_INLINED void kokkos_expand(Exec const& exec, Ints<Exec> const& pointers, Ints<Exec> const& index) {
  using Policy = Kokkos::TeamPolicy<Exec>;
  int const rows = static_cast<int>(pointers.extent(0)) - 1;
  Kokkos::parallel_for(
      "Araios::Perf::kokkos_expand", Policy(exec, rows, Araios::is_gpu_v<Exec> ? 32 : 1),
      KOKKOS_LAMBDA(typename Policy::member_type const& team) {
        int const row = team.league_rank();
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, pointers(row), pointers(row + 1)),
                             [&](int p) { index(p) = row; });
      });
}

#if KOKKOS_VERSION >= 40200
template <class Exec>
ARAIOS_NOT_INLINED void kokkos_segmented_sort(Exec const& exec, Ints<Exec> const& pointers, Ints<Exec> const& keys,
                                              Ints<Exec> const& payload) {
  using Policy = Kokkos::TeamPolicy<Exec>;
  int const segments = static_cast<int>(pointers.extent(0)) - 1;
  Kokkos::parallel_for(
      "Araios::Perf::kokkos_segmented_sort", Policy(exec, segments, Kokkos::AUTO),
      KOKKOS_LAMBDA(typename Policy::member_type const& team) {
        auto const segment = Kokkos::make_pair(pointers(team.league_rank()), pointers(team.league_rank() + 1));
        Kokkos::Experimental::sort_by_key_team(team, Kokkos::subview(keys, segment), Kokkos::subview(payload, segment));
      });
}
#endif

}  // namespace Detail

/// Nothing for merging, which Kokkos does not have.
template <class Exec>
std::vector<Candidate<Exec>> kokkos_candidates(Problem const& problem) {
  using Many = ManyInts<Exec> const&;
  std::vector<Candidate<Exec>> candidates;
  auto const add = [&](std::string method, bool stable, auto run) {
    candidates.push_back({"Kokkos", std::move(method),
                          [run](Exec const& exec, Problem const& what, Many in, Many out) {
                            return Prepared{[=, &what] { run(exec, what, in, out); }, {}};
                          },
                          stable});
  };
  std::string const& name = problem.name;
  if (name == "exclusive_scan") {
    add("parallel_scan", true, [](Exec const& exec, Problem const& what, Many in, Many out) {
      Detail::kokkos_scan<Exec>(exec, in[0], out[0], what.n);
    });
  } else if (name == "histogram") {
    add("atomic_add", true, [](Exec const& exec, Problem const&, Many in, Many out) {
      Detail::kokkos_histogram<Exec>(exec, in[0], out[0]);
    });
  } else if (name == "index_to_pointers") {
    add("atomic_add, parallel_scan", true, [](Exec const& exec, Problem const& what, Many in, Many out) {
      Detail::kokkos_histogram<Exec>(exec, in[0], out[0]);
      Detail::kokkos_scan<Exec>(exec, out[0], out[0], what.bins + 1);
    });
  } else if (name == "pointers_to_index") {
    add("team for a row", true,
        [](Exec const& exec, Problem const&, Many in, Many out) { Detail::kokkos_expand<Exec>(exec, in[0], out[0]); });
  } else if (name.rfind("segmented_sort", 0) == 0) {
#if KOKKOS_VERSION >= 40200
    add("sort_by_key_team", false, [](Exec const& exec, Problem const&, Many in, Many out) {
      Detail::kokkos_segmented_sort<Exec>(exec, in[2], out[0], out[1]);
    });
#endif
  } else if (name == "radix_sort") {
    // Both sort in place, so the input is copied first.
#if KOKKOS_VERSION >= 40200
    add("sort_by_key", false, [](Exec const& exec, Problem const&, Many in, Many out) {
      Kokkos::deep_copy(exec, out[0], in[0]);
      Kokkos::deep_copy(exec, out[1], in[1]);
      Kokkos::Experimental::sort_by_key(exec, out[0], out[1]);
    });
#else
    add("BinSort", false, [](Exec const&, Problem const& what, Many in, Many out) {
      using Operation = Kokkos::BinOp1D<Ints<Exec>>;
      Kokkos::deep_copy(out[0], in[0]);
      Kokkos::deep_copy(out[1], in[1]);
      Operation const bins(static_cast<int>(what.n / 2 + 1), 0, static_cast<int>(what.bins - 1));
      Kokkos::BinSort<Ints<Exec>, Operation> sorter(out[0], bins, true);
      sorter.create_permute_vector();
      sorter.sort(out[1]);
      sorter.sort(out[0]);
    });
#endif
  }
  return candidates;
}

}  // namespace Araios::Perf
