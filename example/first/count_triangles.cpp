// SPDX-License-Identifier: Apache-2.0
#include <Araios/generate.hpp>
#include <Araios/triangles.hpp>

#include <cstdio>

int main() {
  Kokkos::ScopeGuard const kokkos;
  Kokkos::DefaultExecutionSpace const exec;
  auto const A = Araios::stencil_matrix(exec, {.shape = Araios::StencilShape::box, .nx = 4, .ny = 3});
  auto const triangles = Araios::count_triangles(exec, A);
  std::printf("%d triangles\n", int(triangles));
}
