// SPDX-License-Identifier: Apache-2.0
//
// The matrices are dense, and made anew before each run; that is not timed. x is b before a run.
#ifdef ARAIOS_HAVE_CUBLAS
#include "baselines/cublas.hpp"
#include "batched/batched_case.hpp"
#include "harness/types.hpp"

#include <Araios/core/memory.hpp>

#include <cstdint>

namespace Araios::Perf {

namespace {

using T = PerfScalar;
using On = BatchedOn<Device, T>;
template <class Element>
using Array = Kokkos::View<Element*, Kokkos::CudaSpace>;

/// Row i of matrix s, by columns, and where the arrays of system s begin.
struct MakeDense {
  BatchedArrays<T> from;
  T* matrices;
  std::uintptr_t *at_matrix, *at_x;  // pointers: a View of these would be of rank 2

  KOKKOS_FUNCTION void operator()(std::int64_t k) const {
    std::int64_t const n = from.n, s = k / n, i = k % n;
    T* const matrix = matrices + s * n * n;
    for (std::int64_t j = 0; j < n; ++j) matrix[j * n + i] = T(0);
    for (int p = from.row_map[i]; p < from.row_map[i + 1]; ++p) matrix[from.entries[p] * n + i] = from.values_of(s)[p];
    if (i > 0) return;
    at_matrix[s] = reinterpret_cast<std::uintptr_t>(matrix);
    at_x[s] = reinterpret_cast<std::uintptr_t>(from.x + s * n);
  }
};

void time_dense(On& on, Result& result) {
  std::int64_t const n = on.problem.n, systems = on.problem.systems;
  if (n > BatchedMethods::max_rows_of_dense) return;
  auto const& exec = on.exec();
  CublasHandle const handle(exec);
  auto const matrices = allocate<Array<T>>(exec, "Araios::Perf::dense", systems * n * n);
  auto const at_matrix = allocate<Array<std::uintptr_t>>(exec, "Araios::Perf::pointers", systems);
  auto const at_x = allocate<Array<std::uintptr_t>>(exec, "Araios::Perf::pointers", systems);
  auto const pivots = allocate<Array<int>>(exec, "Araios::Perf::pivots", systems * n);
  auto const info = allocate<Array<int>>(exec, "Araios::Perf::info", systems);
  result.workspace_bytes = std::int64_t(sizeof(T)) * systems * n * n;
  auto* const of_matrices = reinterpret_cast<T**>(at_matrix.data());
  auto* const of_x = reinterpret_cast<T**>(at_x.data());
  auto const reset = [&] {
    Kokkos::parallel_for("Araios::Perf::dense", Araios::range(exec, systems * n),
                         MakeDense{on.arrays(), matrices.data(), at_matrix.data(), at_x.data()});
    Kokkos::deep_copy(exec, on.x, on.b);
  };
  auto const run = [&] {
    int const rows = static_cast<int>(n), count = static_cast<int>(systems);
    handle.factor_batch<T>(rows, of_matrices, pivots.data(), info.data(), count);
    handle.solve_batch<T>(rows, of_matrices, pivots.data(), of_x, count);
  };
  time_batch(on, result, systems, run, reset, [] { return 0.0; });
}

Candidate<On> const dense("batched", "cuBLAS", BatchedMethods::dense, time_dense);

}  // namespace

}  // namespace Araios::Perf
#endif
