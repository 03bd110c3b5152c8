// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Cliques of a graph: sets of k vertices that are all adjacent to each other.
///
///   auto const cliques = Araios::count_cliques(exec, 4, A);

#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/profiling.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/graph/triangles/cliques.hpp>
#include <Araios/triangles.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace Araios {

/// The number of cliques of k vertices, 3 <= k <= 8
///
/// Cost          for each clique of 2 to k - 1 vertices, the shortest of the rows of its vertices looked for in the others: grows
///               with the number of smaller cliques.
/// Asynchronous  no: one fence. Takes 32,768 bytes from `workspace`.
/// Deterministic space to space. A number of 2^63 or more wraps.
/// Throws        std::invalid_argument when k is not in [3, 8].
/// Source        graph/triangles/cliques.hpp
template <ExecutionSpace Exec>
std::int64_t count_cliques(Exec const& exec, int k, OrientedGraphOf<Exec> auto const& graph,
                           WorkspaceFor<Exec> workspace = {}) {
  Impl::check(k >= 3 && k <= 8, "Araios::count_cliques: k is ", k, ", not in [3, 8]");
  Impl::triangles::check_graph(exec, "Araios::count_cliques", graph);
  Impl::ScopedRegion const region("Araios::count_cliques");
  auto& space = workspace.get(exec);
  switch (k) {
  case 3:
    return Impl::triangles::count_cliques<3>(exec, graph, space);
  case 4:
    return Impl::triangles::count_cliques<4>(exec, graph, space);
  case 5:
    return Impl::triangles::count_cliques<5>(exec, graph, space);
  case 6:
    return Impl::triangles::count_cliques<6>(exec, graph, space);
  case 7:
    return Impl::triangles::count_cliques<7>(exec, graph, space);
  default:
    return Impl::triangles::count_cliques<8>(exec, graph, space);
  }
}
/// Counts the cliques of any square matrix, which is oriented for this call.
template <ExecutionSpace Exec>
std::int64_t count_cliques(Exec const& exec, int k, CsrOf<Exec> auto const& A, WorkspaceFor<Exec> workspace = {}) {
  auto const& a = Impl::as_matrix(A);
  auto& space = workspace.get(exec);
  return count_cliques(exec, k, orient(exec, a, {}, space), space);
}

}  // namespace Araios
