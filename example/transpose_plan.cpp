// SPDX-License-Identifier: Apache-2.0
//
// A time-stepping program: the pattern of its matrix never changes, its values change in every step, and every step
// needs the transpose.

#include <Araios/formats.hpp>
#include <Araios/generate.hpp>
#include <Araios/transpose_plan.hpp>

#include <Kokkos_Core.hpp>

#include <cstdio>

namespace {

using Exec = Kokkos::DefaultExecutionSpace;

/// The values of one step: any kernel of the application.
template <class Matrix>
void assemble(Exec const& exec, Matrix const& A, int step) {
  auto const values = A.values;
  Kokkos::parallel_for(
      "assemble", Kokkos::RangePolicy<Exec>(exec, 0, A.nnz()),
      KOKKOS_LAMBDA(int p) { values(p) = step + 0.001 * (p % 1000); });
}

/// Whether B holds exactly what a transposition without a plan gives.
template <class Matrix>
bool is_transpose(Exec const& exec, Matrix const& A, Matrix const& B) {
  auto const expected = Araios::copy_to<Kokkos::HostSpace>(Araios::transpose(exec, A));
  auto const b = Araios::copy_to<Kokkos::HostSpace>(B);
  for (int i = 0; i <= b.num_rows(); ++i)
    if (b.row_map(i) != expected.row_map(i)) return false;
  for (int p = 0; p < b.nnz(); ++p)
    if (b.entries(p) != expected.entries(p) || b.values(p) != expected.values(p)) return false;
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Exec const exec;
  auto const A = Araios::stencil_matrix(exec, {.nx = 40, .ny = 30, .nz = 20});

  // Once: the structure of the transpose, and the place in A of each of its entries.
  Araios::TransposePlan const plan(exec, A);
  auto const B = Araios::transpose(exec, plan, A);  // its structure is that of the plan
  std::printf("%d entries, a plan of %lld bytes\n", A.nnz(), static_cast<long long>(plan.bytes()));

  // In every step: new values in A, one kernel that moves them to B.
  bool right = true;
  for (int step = 0; step < 5; ++step) {
    assemble(exec, A, step);
    Araios::transpose(exec, plan, A, B);
    right = right && is_transpose(exec, A, B);
  }
  std::printf("%s\n", right ? "every step is the transpose" : "DIFFERENT");
  return right ? 0 : 1;
}
