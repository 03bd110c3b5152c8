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
#include <cstdint>

namespace Araios::Perf {

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

/// Registers the candidates of a space: an object of each is in on_host.cpp and on_device.cpp.
template <class Exec>
struct PrimitivesOfAraios {
  using On = PrimitiveOn<Exec>;

  PrimitivesOfAraios() {
    add("exclusive_scan", "automatic",
        [](On& on, auto& workspace) { exclusive_scan(on.exec(), on.in[0], on.out[0], {}, workspace); });
    if (is_cuda_v<Exec>)
      add("exclusive_scan", "own", [](On& on, auto& workspace) {
        exclusive_scan(on.exec(), on.in[0], on.out[0], {.method = ScanMethod::native}, workspace);
      });
    add_histograms("automatic", HistogramMethod::automatic);
    add_histograms("atomics", HistogramMethod::atomics);
    add_histograms("team_partials", HistogramMethod::team_partials);
    add("pointers_to_index", "automatic", [](On& on, auto&) { pointers_to_index(on.exec(), on.in[0], on.out[0]); });
    add("segmented_sort", "automatic", [](On& on, auto& workspace) {
      segmented_sort(on.exec(), PointerSegments<Ints<Exec>>{on.in[2], on.problem.longest}, on.out[0], on.out[1],
                     NoValues{}, workspace);
    });
    add("merge_adjacent", "automatic", [](On& on, auto& workspace) {
      merge_adjacent(on.exec(), UniformSegments{on.problem.segment, on.problem.n}, on.in[0], on.in[1], NoValues{},
                     on.out[0], on.out[1], NoValues{}, workspace);
    });
    add_sort("automatic", RadixMethod::automatic);
    if (is_cuda_v<Exec>) add_sort("own", RadixMethod::native);
    if (is_cuda_v<Exec>) add_sort("cub", RadixMethod::cub);
  }

 private:
  // `run` gets a workspace that outlives the runs, so that only the first of them allocates.
  template <class Run>
  static void add(char const* primitive, char const* method, Run const& run) {
    Candidate<On> const registered(primitive, "Araios", method, [run](On& on, Result& result) {
      Workspace<typename On::Space> workspace;
      time_primitive(on, result, [&] { run(on, workspace); });
      result.workspace_bytes = workspace.peak_bytes();
    });
  }
  static void add_histograms(char const* name, HistogramMethod method) {
    add("histogram", name, [method](On& on, auto& workspace) {
      histogram(on.exec(), on.in[0], on.out[0], {.method = method}, workspace);
    });
    add("index_to_pointers", name, [method](On& on, auto& workspace) {
      index_to_pointers(on.exec(), on.in[0], on.out[0], {.method = method}, workspace);
    });
  }
  static void add_sort(char const* name, RadixMethod method) {
    add("radix_sort", name, [method](On& on, auto& workspace) {
      int const bits = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(on.problem.bins - 1)));
      radix_sort(on.exec(), on.in[0], on.in[1], NoValues{}, on.out[0], on.out[1], NoValues{},
                 {.key_bits = bits, .method = method}, workspace);
    });
  }
};

/// Merging is missing: Kokkos does not have it.
template <class Exec>
struct PrimitivesOfKokkos {
  using On = PrimitiveOn<Exec>;

  PrimitivesOfKokkos() {
    add("exclusive_scan", "parallel_scan",
        [](On& on) { Detail::kokkos_scan<Exec>(on.exec(), on.in[0], on.out[0], on.problem.n); });
    add("histogram", "atomic_add", [](On& on) { Detail::kokkos_histogram<Exec>(on.exec(), on.in[0], on.out[0]); });
    add("index_to_pointers", "atomic_add, parallel_scan", [](On& on) {
      Detail::kokkos_histogram<Exec>(on.exec(), on.in[0], on.out[0]);
      Detail::kokkos_scan<Exec>(on.exec(), on.out[0], on.out[0], on.problem.bins + 1);
    });
    add("pointers_to_index", "team for a row",
        [](On& on) { Detail::kokkos_expand<Exec>(on.exec(), on.in[0], on.out[0]); });
    // The sorts are not stable, and in place: that of all elements copies the input first.
#if KOKKOS_VERSION >= 40200
    add(
        "segmented_sort", "sort_by_key_team",
        [](On& on) { Detail::kokkos_segmented_sort<Exec>(on.exec(), on.in[2], on.out[0], on.out[1]); }, false);
    add(
        "radix_sort", "sort_by_key",
        [](On& on) {
          Kokkos::deep_copy(on.exec(), on.out[0], on.in[0]);
          Kokkos::deep_copy(on.exec(), on.out[1], on.in[1]);
          Kokkos::Experimental::sort_by_key(on.exec(), on.out[0], on.out[1]);
        },
        false);
#else
    add(
        "radix_sort", "BinSort",
        [](On& on) {
          using Operation = Kokkos::BinOp1D<Ints<Exec>>;
          Kokkos::deep_copy(on.out[0], on.in[0]);
          Kokkos::deep_copy(on.out[1], on.in[1]);
          Operation const bins(static_cast<int>(on.problem.n / 2 + 1), 0, static_cast<int>(on.problem.bins - 1));
          Kokkos::BinSort<Ints<Exec>, Operation> sorter(on.out[0], bins, true);
          sorter.create_permute_vector();
          sorter.sort(on.out[1]);
          sorter.sort(on.out[0]);
        },
        false);
#endif
  }

 private:
  template <class Run>
  static void add(char const* primitive, char const* method, Run const& run, bool is_stable = true) {
    Candidate<On> const registered(primitive, "Kokkos", method, [run, is_stable](On& on, Result& result) {
      time_primitive(on, result, [&] { run(on); }, is_stable);
    });
  }
};

}  // namespace Araios::Perf
