// SPDX-License-Identifier: Apache-2.0
//
// One implicit step of a chain of reactions in each of 10,000 cells: small systems of one pattern, solved together.

#include <Araios/batched.hpp>
#include <Araios/generate.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdio>

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Table = Kokkos::View<double**, Kokkos::LayoutRight, Space>;

/// The values of I + dt K, where species i turns into i + 1 and back, at a rate of the cell: columns add to 1.
template <class Matrix>
void fill_values(Exec const& exec, Matrix const& pattern, Table const& values) {
  int const cells = static_cast<int>(values.extent(0)), species = static_cast<int>(pattern.num_rows());
  Kokkos::parallel_for(
      "rates", Kokkos::RangePolicy<Exec>(exec, 0, cells), KOKKOS_LAMBDA(int cell) {
        double const rate = 1 + cell % 100;
        for (int i = 0; i < species; ++i)
          for (int p = pattern.row_map(i); p < pattern.row_map(i + 1); ++p) {
            int const neighbours = (i > 0) + (i < species - 1);
            values(cell, p) = pattern.entries(p) == i ? 1 + rate * neighbours : -rate;
          }
      });
}

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Exec const exec;
  constexpr int cells = 10'000, species = 40;
  auto const pattern = Araios::stencil_matrix(exec, {.nx = species});  // tridiagonal; its values are not used
  Table const values("values", cells, static_cast<std::size_t>(pattern.nnz()));
  fill_values(exec, pattern, values);
  Table const before("before", cells, species), after("after", cells, species);
  Kokkos::deep_copy(exec, Kokkos::subview(before, Kokkos::ALL, 0), 1.0);  // all of it is species 0

  // [snippet begin]
  Araios::BatchedMatrix const A{pattern, values};  // cell s has row s of values, before and after
  Araios::batched_solve(exec, A, before, after, {.method = Araios::BatchedMethod::cg, .rtol = 1e-10});
  // [snippet end]

  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), after);
  double most = 0;
  for (int cell = 0; cell < cells; ++cell) {
    double total = 0;
    for (int i = 0; i < species; ++i) total += host(cell, i);
    most = total - 1 > most ? total - 1 : 1 - total > most ? 1 - total : most;
  }
  std::printf("%d cells, %d species: species 0 keeps %.4f in cell 0 and %.4f in cell 99; amounts are kept: %s\n", cells,
              species, host(0, 0), host(99, 0), most < 1e-8 ? "yes" : "no");
  return most < 1e-8 ? 0 : 1;
}
