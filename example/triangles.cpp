// SPDX-License-Identifier: Apache-2.0
//
// Triangles of a power-law graph: their number, and the vertex with most of them; how clustered the graph is; its densest part.

#include <Araios/convert.hpp>
#include <Araios/generate.hpp>
#include <Araios/triangles.hpp>
#include <Araios/truss.hpp>

#include <Kokkos_Core.hpp>

#include <cstdio>

namespace {

using Exec = Kokkos::DefaultExecutionSpace;

void run() {
  // [snippet begin]
  Exec const exec;
  // Directed, with loops: entry (i, j), entry (j, i) or both are an edge, and loops do not count.
  auto const A = Araios::convert<Araios::Format::csr>(
      exec, Araios::rmat_matrix<Araios::Pattern, int, int>(exec, {.scale = 12, .draws = 65536}));
  std::printf("%lld triangles\n", static_cast<long long>(Araios::count_triangles(exec, A)));

  // Who needs more than one result orients the edges once.
  auto const graph = Araios::orient(exec, A);
  auto const choice = Araios::choose_triangle_method(exec, graph);
  auto const of_vertices = Araios::vertex_triangles(exec, graph);
  auto const whole = Araios::clustering(exec, graph);
  // [snippet end]
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), of_vertices);
  std::size_t most = 0;
  for (std::size_t v = 1; v < host.extent(0); ++v)
    if (host(v) > host(most)) most = v;
  std::printf("most at vertex %zu: %lld; transitivity %.4f, average coefficient %.4f\n", most,
              static_cast<long long>(host(most)), whole.transitivity, whole.average);
  std::printf("the 10-truss has %d edges\n", Araios::k_truss(exec, 10, A).nnz() / 2);
  std::printf("counted by method %d: %.*s\n", static_cast<int>(choice.method), static_cast<int>(choice.reason.size()),
              choice.reason.data());
}

}  // namespace

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  run();
}
