// SPDX-License-Identifier: Apache-2.0
//
// Siblings, and people of the same generation, in a family. As many edges "parent" down as before up lead to a person of
// the same generation: these words are a context-free language, not a regular one.

#include <Araios/formats.hpp>
#include <Araios/path_queries.hpp>

#include <Kokkos_Core.hpp>

#include <cstdio>

namespace {

using Exec = Kokkos::DefaultExecutionSpace;

template <class Matrix>
void print(char const* what, Matrix const& R) {
  auto const host = Araios::copy_to<Kokkos::HostSpace>(R);
  std::printf("%s:", what);
  for (int i = 0; i < host.num_rows(); ++i)
    for (int p = host.row_map(i); p < host.row_map(i + 1); ++p)
      if (i < host.entries(p)) std::printf(" %d-%d", i, host.entries(p));
  std::printf("\n");
}

void run() {
  // [snippet begin]
  Exec const exec;
  // 3 and 4 are children of 1, 5 of 2; 1 and 2 are children of 0.
  auto const family = Araios::build_labelled_graph(exec, Araios::parse_labelled_edges(R"(# tail head label
    1 0 parent
    2 0 parent
    3 1 parent
    4 1 parent
    5 2 parent)"));

  // parent_r is the label parent, backward; expressions write ^parent as well.
  auto const siblings = Araios::parse_regular_expression("parent ^parent");
  print("siblings", Araios::regular_path_query(exec, family, siblings));

  auto const generation = Araios::parse_grammar("S -> parent S parent_r | parent parent_r");
  print("same generation", Araios::context_free_path_query(exec, family, generation));
  // [snippet end]
}

}  // namespace

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  run();
}
