// SPDX-License-Identifier: Apache-2.0
//
// PageRank by power iteration: how often a surfer is at each page, who follows a random link with probability 0.85 and
// else (or where there is no link) jumps to any page.

#include <Araios/generate/rmat.hpp>
#include <Araios/operations/convert.hpp>
#include <Araios/operations/spmv.hpp>
#include <Araios/operations/transform.hpp>
#include <Araios/operations/transpose.hpp>

#include <Kokkos_Core.hpp>

#include <cmath>
#include <cstdio>
#include <utility>

using Exec = Kokkos::DefaultExecutionSpace;
using Vector = Kokkos::View<double*, Exec::memory_space>;
using Matrix = Araios::CsrMatrix<double, int, int, Exec::memory_space>;

struct One {
  KOKKOS_FUNCTION double operator()(double) const { return 1; }
};

/// A(i, j) := the probability that the surfer who follows a link of page j comes to page i.
/// Column j is empty where page j has no link; its share is then not used.
Matrix follow_links(Exec const& exec, Matrix const& links) {
  Vector const share("share of a link", links.num_rows());
  Kokkos::parallel_for(
      "share", Kokkos::RangePolicy<Exec>(exec, 0, links.num_rows()),
      KOKKOS_LAMBDA(int i) { share(i) = 1.0 / (links.row_map(i + 1) - links.row_map(i)); });
  return Araios::transpose(exec, Araios::scale_rows(exec, share, Araios::transform_values(exec, links, One{})));
}

/// next := one step from x; returns how far that is, in the sum of differences.
double step(Exec const& exec, Matrix const& A, Vector const& x, Vector const& next) {
  double sum = 0, change = 0;
  Araios::spmv(exec, 0.85, A, x, 0.0, next);
  Kokkos::RangePolicy<Exec> const pages(exec, 0, x.extent(0));
  Kokkos::parallel_reduce(
      "sum", pages, KOKKOS_LAMBDA(int i, double& partial) { partial += next(i); }, sum);
  double const jump = (1 - sum) / static_cast<double>(x.extent(0));
  Kokkos::parallel_reduce(
      "jump", pages,
      KOKKOS_LAMBDA(int i, double& partial) {
        next(i) += jump;
        partial += next(i) < x(i) ? x(i) - next(i) : next(i) - x(i);
      },
      change);
  return change;
}

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Exec const exec;
  auto const edges = Araios::rmat_matrix(exec, {.scale = 12, .draws = 60'000});
  auto const A = follow_links(exec, Araios::coo_to_csr(exec, edges, Araios::Duplicates::sum));
  Vector x("x", A.num_rows()), next("next", A.num_rows());
  Kokkos::deep_copy(exec, x, 1.0 / A.num_rows());
  int steps = 0;
  while (step(exec, A, x, next) > 1e-12 && ++steps < 300) std::swap(x, next);
  double const residual = step(exec, A, x, next);
  std::printf("%d pages, %d links, %d steps, residual %.1e\n", A.num_rows(), A.nnz(), steps, residual);
  return steps < 300 && residual < 1e-11 ? 0 : 1;
}
