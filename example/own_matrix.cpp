// SPDX-License-Identifier: Apache-2.0
//
// A matrix class of an application as an argument of Araios, without a copy.

#include <Araios/convert.hpp>
#include <Araios/generate.hpp>
#include <Araios/multiply.hpp>
#include <Araios/spmv.hpp>

#include <Kokkos_Core.hpp>

#include <cstdio>

// [snippet begin]
/// The matrix class of an application: the neighbours of each point of a mesh, and their weights.
struct MeshOperator {
  int points;
  Kokkos::View<int const*> first, neighbours;
  Kokkos::View<double*> weights;
};

/// How Araios reads it: as a matrix of one of the formats, over the same arrays.
template <>
struct Araios::MatrixAdapter<MeshOperator> {
  static auto matrix(MeshOperator const& A) {
    return Araios::CsrMatrix<double>(A.points, A.points, A.first, A.neighbours, A.weights);
  }
};

/// y := A x. Returns A A in the format SELL.
auto use(MeshOperator const& A, Kokkos::View<double const*> const& x, Kokkos::View<double*> const& y) {
  Kokkos::DefaultExecutionSpace const exec;
  Araios::spmv(exec, 1.0, A, x, 0.0, y);
  return Araios::convert<Araios::Format::sell>(exec, Araios::multiply(exec, A, A));
}
// [snippet end]

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Kokkos::DefaultExecutionSpace const exec;
  auto const stencil = Araios::stencil_matrix(exec, {.nx = 4, .ny = 3});
  MeshOperator const A{stencil.num_rows(), stencil.row_map, stencil.entries, stencil.values};
  Kokkos::View<double*> const x("x", 12), y("y", 12);
  Kokkos::deep_copy(x, 1.0);
  auto const product = use(A, x, y);
  exec.fence();
  auto const result = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), y);
  std::printf("y(0) = %g, A A has %d entries\n", result(0), static_cast<int>(product.nnz()));
}
