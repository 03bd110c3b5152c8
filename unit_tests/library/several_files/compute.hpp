// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Araios/formats/validate/compressed.hpp>
#include <Araios/generate/random.hpp>
#include <Araios/row_statistics.hpp>
#include <Araios/spmv.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace several_files {

/// A number that each of these loops has a part in. Every file that includes this makes all of them.
template <class Exec>
double compute(Exec const& exec) {
  using Space = typename Exec::memory_space;
  auto const A = Araios::random_matrix(exec, Araios::RandomOptions{300, 200, 2'000, 1});
  Araios::validate(exec, A);
  Kokkos::View<double*, Space> const x("x", A.num_rows()), y("y", A.num_cols());
  Araios::fill(exec, x, 1.0);
  Araios::spmv(exec, 1.0, A, x, 0.0, y, Araios::SpmvOptions{.op = Araios::Op::transpose});
  auto const sums = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), y);
  double total = static_cast<double>(Araios::row_statistics(exec, A).longest);
  for (std::size_t j = 0; j < sums.extent(0); ++j) total += sums(j);
  return total;
}

double in_another_file(Kokkos::DefaultExecutionSpace const& exec);
double in_another_file_on_host(Kokkos::DefaultHostExecutionSpace const& exec);

}  // namespace several_files
