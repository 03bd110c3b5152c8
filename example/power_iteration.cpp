// SPDX-License-Identifier: Apache-2.0
//
// PageRank by power iteration: a surfer follows a random link with probability 0.85, or else jumps to any page.

#include <Araios/convert.hpp>
#include <Araios/generate.hpp>
#include <Araios/spmv_plan.hpp>
#include <Araios/transform.hpp>
#include <Araios/transpose.hpp>

#include <cstdio>
#include <utility>

using Exec = Kokkos::DefaultExecutionSpace;
using Vector = Kokkos::View<double*, Exec::memory_space>;
using Matrix = Araios::CsrMatrix<double, int, int, Exec::memory_space>;

/// A(i, j) := the probability that the surfer who follows a link of page j comes to page i; pages without links: 0.
Matrix follow_links(Exec const& exec, Matrix const& links) {
  Vector const share("share of a link", links.num_rows());
  auto const divide = KOKKOS_LAMBDA(int i) { share(i) = 1.0 / (links.row_map(i + 1) - links.row_map(i)); };
  Kokkos::parallel_for(Kokkos::RangePolicy<Exec>(exec, 0, links.num_rows()), divide);
  auto const one = KOKKOS_LAMBDA(double) { return 1.0; };
  return Araios::transpose(exec, Araios::scale_rows(exec, share, Araios::transform_values(exec, one, links)));
}

/// The surfer jumps with what is left of probability 1; returns how far next is from x then, in the sum of differences.
double jump(Exec const& exec, Vector const& x, Vector const& next) {
  Kokkos::RangePolicy<Exec> const pages(exec, 0, x.extent(0));
  double sum = 0, change = 0;
  auto const total = KOKKOS_LAMBDA(int i, double& partial) { partial += next(i); };
  Kokkos::parallel_reduce(pages, total, sum);
  double const share = (1 - sum) / static_cast<double>(x.extent(0));
  auto const add = KOKKOS_LAMBDA(int i, double& partial) {
    next(i) += share;
    partial += next(i) < x(i) ? x(i) - next(i) : next(i) - x(i);
  };
  Kokkos::parallel_reduce(pages, add, change);
  return change;
}

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Exec const exec;
  auto const edges = Araios::rmat_matrix(exec, {.scale = 12, .draws = 60'000});
  auto const A =
      follow_links(exec, Araios::convert<Araios::Format::csr>(exec, edges, {.duplicates = Araios::Duplicates::sum}));
  Araios::SpmvPlan const plan(exec, A);  // looks at the rows of A once, for all products
  Vector x("x", A.num_rows()), next("next", A.num_rows());
  Kokkos::deep_copy(exec, x, 1.0 / A.num_rows());
  double change = 1;
  for (int steps = 0; steps < 300 && change > 1e-12; ++steps, std::swap(x, next)) {
    Araios::spmv(exec, plan, 0.85, A, x, 0.0, next);
    change = jump(exec, x, next);
  }
  Araios::spmv(exec, 0.85, A, x, 0.0, next);  // without the plan: another kernel must find the same
  change = jump(exec, x, next);
  std::printf("%d pages, %d links, residual %.1e\n", A.num_rows(), A.nnz(), change);
  return change < 1e-11 ? 0 : 1;
}
