// SPDX-License-Identifier: Apache-2.0
//
// What a user's program instantiates, for each pair of index types. Compiled, never run, with the warnings that users
// turn on: a warning in a header of Araios would reach every one of them.

#include <Araios/batched.hpp>
#include <Araios/color.hpp>
#include <Araios/convert.hpp>
#include <Araios/factor.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/gauss_seidel.hpp>
#include <Araios/generate.hpp>
#include <Araios/multigrid.hpp>
#include <Araios/preconditioner.hpp>
#include <Araios/solve.hpp>
#include <Araios/spmm.hpp>
#include <Araios/spmv.hpp>
#include <Araios/spmv_plan.hpp>
#include <Araios/transpose.hpp>
#include <Araios/transpose_plan.hpp>
#include <Araios/triangular.hpp>
#include <Araios/tridiagonal.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Vector = Kokkos::View<double*, Space>;

/// There and back.
template <Araios::Format format, class Matrix>
void convert_by(Exec const& exec, Matrix const& A) {
  auto const B = Araios::convert<format>(exec, A);
  Araios::convert<Araios::Format::csr>(exec, B);
}

template <class Scalar, class Ordinal, class Offset>
void use(Exec const& exec, Vector const& x, Vector const& y) {
  Araios::CsrMatrix<Scalar, Ordinal, Offset, Space> const A;
  Araios::transpose(exec, A);
  Araios::TransposePlan const transposition(exec, A);
  Araios::transpose(exec, transposition, A);
  Araios::spmv(exec, 1.0, A, x, 0.0, y);
  Araios::spmv(exec, 1.0, A, x, 0.0, y, {.op = Araios::Op::transpose});
  Araios::SpmvPlan const product(exec, A);
  Araios::TriangularPlan const triangle(exec, A, {.op = Araios::Op::transpose});
  Araios::spmv(exec, product, 1.0, A, x, 0.0, y);
  Kokkos::View<double**, Space> const X("X", 1, 2), Y("Y", 1, 2);
  Araios::spmm(exec, 1.0, A, X, 0.0, Y);
  Araios::triangular_solve(exec, triangle, x, y);
  Araios::triangular_solve(exec, triangle, X, Y);
  using Araios::Format;
  convert_by<Format::csc>(exec, A);
  convert_by<Format::coo>(exec, A);
  convert_by<Format::ell>(exec, A);
  convert_by<Format::hyb>(exec, A);
  convert_by<Format::sell>(exec, A);
  convert_by<Format::jds>(exec, A);
  convert_by<Format::dia>(exec, A);
  convert_by<Format::dia_csr>(exec, A);
  convert_by<Format::bsr>(exec, A);
  convert_by<Format::packet>(exec, A);
  convert_by<Format::dok>(exec, A);
  convert_by<Format::hypersparse>(exec, A);
}

/// Solvers, with each preconditioner.
void solve(Exec const& exec, Vector const& b, Vector const& x) {
  auto const A = Araios::stencil_matrix(exec, {.nx = 1});
  Kokkos::View<double**, Space> const X("X", 1, 2);
  Araios::solve(exec, A, b, x, {.method = Araios::KrylovMethod::gmres});
  Araios::solve(exec, A, Araios::JacobiPreconditioner(exec, A), b, x);
  Araios::solve(exec, A, Araios::BlockJacobiPreconditioner(exec, A), b, x);
  Araios::solve(exec, A, Araios::ChebyshevPreconditioner(exec, A), b, x);
  Araios::solve(exec, A, Araios::GaussSeidelPlan(exec, A), b, x);
  Araios::solve(exec, A, Araios::IncompleteFactor(exec, A, {.kind = Araios::FactorKind::ic}), b, x);
  Araios::solve(exec, A, Araios::TriangularPlan(exec, A), b, x);
  Araios::solve_shifted(exec, A, {1, 2}, b, X);
  Araios::MultigridPlan const cycles(
      exec, Araios::MultigridHierarchy<Araios::CsrMatrix<double, int, int, Space>>{.A = {A}, .P = {}, .R = {}});
  Araios::solve(exec, A, cycles, b, x);
  Araios::multigrid_cycle(exec, cycles, b, x);
  Araios::batched_solve(exec, Araios::BatchedMatrix{A, X}, X, X);
  Araios::batched_solve(exec, Araios::BatchedMatrix{A, X}, X, X, Kokkos::View<Araios::BatchedStatus*, Space>());
  Araios::color(exec, A);
}

}  // namespace

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Exec const exec;
  Vector const x("x", 1), y("y", 1);
  Araios::tridiagonal_solve(exec, Araios::TridiagonalMatrix{x, x, x}, x, y);
  Araios::pentadiagonal_solve(exec, Araios::PentadiagonalMatrix{x, x, x, x, x}, x, y, {.periodic = true});
  solve(exec, x, y);
  use<double, int, int>(exec, x, y);
  use<double, int, std::int64_t>(exec, x, y);
  use<double, std::int64_t, std::int64_t>(exec, x, y);
  use<double, int, std::size_t>(exec, x, y);
  return 0;
}
