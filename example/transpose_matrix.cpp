// SPDX-License-Identifier: Apache-2.0
//
// Transposes a sparse matrix, once with the method that suits the machine and then many times without allocating.

#include <Araios/formats.hpp>
#include <Araios/generate.hpp>
#include <Araios/transpose.hpp>
#include <Araios/validate.hpp>

#include <Kokkos_Core.hpp>

#include <cstdio>

namespace {

/// Prints row i of a matrix that lies on the host.
template <class Matrix>
void print_row(char const* name, Matrix const& A, int i) {
  std::printf("row %d of %s:", i, name);
  for (auto p = A.row_map(i); p < A.row_map(i + 1); ++p) std::printf("  (%d) %.3f", A.entries(p), A.values(p));
  std::printf("\n");
}

}  // namespace

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  using Exec = Kokkos::DefaultExecutionSpace;
  using Space = Exec::memory_space;

  // [snippet begin]
  Exec const exec;  // the stream that everything below runs on
  auto const A = Araios::random_matrix<double>(exec, {.num_rows = 50'000, .num_cols = 80'000, .nnz = 1'000'000});

  auto const B = Araios::transpose(exec, A);  // a new matrix; its rows are sorted

  // Many matrices of one size: the arrays and the workspace are allocated once.
  auto const arrays = Araios::allocate_csr<double, int, int>(exec, "transposed", A.num_cols(), A.nnz());
  Araios::Workspace<Space> workspace;
  for (int step = 0; step < 3; ++step)
    Araios::transpose(exec, A, arrays, {.method = Araios::TransposeMethod::radix}, workspace);
  exec.fence();
  // [snippet end]

  // Every method gives the same bits, and the transpose of the transpose is the matrix again.
  Araios::CsrMatrix<double, int, int, Space> const C(A.num_cols(), A.num_rows(), arrays);
  Araios::validate(exec, C, {.order = Araios::Order::strict});
  auto const a = Araios::copy_to<Kokkos::HostSpace>(A);
  auto const b = Araios::copy_to<Kokkos::HostSpace>(B);
  auto const c = Araios::copy_to<Kokkos::HostSpace>(C);
  auto const again = Araios::copy_to<Kokkos::HostSpace>(Araios::transpose(exec, B));
  print_row("A", a, 0);
  print_row("the transpose of A", b, a.entries(0));
  bool same = true;
  for (int p = 0; p < a.nnz(); ++p) {
    same = same && b.entries(p) == c.entries(p) && b.values(p) == c.values(p);
    same = same && a.entries(p) == again.entries(p) && a.values(p) == again.values(p);
  }
  std::printf("%s\n", same ? "all the same" : "DIFFERENT");
  return same ? 0 : 1;
}
