// SPDX-License-Identifier: Apache-2.0
#include "harness/types.hpp"
#include "kronecker/kronecker_case.hpp"

#include <Araios/core/workspace.hpp>
#include <Araios/kronecker.hpp>
#include <Araios/testing/count_allocations.hpp>

namespace Araios::Perf {

template <class Exec, class Type>
void time_kronecker_araios(KroneckerOn<Exec, Type> const& on) {
  using Matrix = typename KroneckerOn<Exec, Type>::Matrix;
  Exec const& exec = on.exec();
  Result result;
  result.library = "Araios";
  result.method = "kronecker";
  result.space = Exec::name();
  result.on_device = Araios::is_gpu_v<Exec>;
  release_instance_workspaces(exec);
  std::int64_t const before = bytes_allocated();
  std::optional<Matrix> C;
  C.emplace(kronecker(exec, on.A, on.B));
  exec.fence();
  result.peak_bytes = bytes_allocated() - before;
  time_product(on, result, [&] { C.emplace(kronecker(exec, on.A, on.B)); }, [&] { return *C; }, [&] { C.reset(); });
}

template void time_kronecker_araios<PerfSpace, PerfType>(KroneckerOn<PerfSpace, PerfType> const&);

}  // namespace Araios::Perf
