// SPDX-License-Identifier: Apache-2.0
#include "harness/types.hpp"
#include "spmv/spmv_case.hpp"
#include "spmv/spmv_hyb_overlapped.hpp"

#include <Araios/convert.hpp>

#include <optional>
#include <stdexcept>

namespace Araios::Perf {

// HYB whose list the host multiplies meanwhile. On a host there is nothing to overlap with: only to see that it is
// right.
template <class Exec, class Type>
void time_hyb_overlapped(SpmvOn<Exec, Type> const& on) {
  using T = typename Type::Vector;
  if (!on.program.wants("hyb_overlapped") || !on.program.not_transposed()) return;
  if (!Araios::is_gpu_v<Exec> && !on.program.common.smoke) return;
  Exec const& exec = on.exec();
  Result result = on.result("Araios", "hyb_overlapped");
  Workspace<typename Exec::memory_space> workspace;
  auto const convert = [&] {
    return list_to_host(exec, Araios::convert<Format::hyb>(exec, on.A, HybOptions{}, workspace));
  };
  std::optional<decltype(convert())> X;
  try {
    result.set_up = on.bench.set_up([&] { X.emplace(convert()); }, [&] { X.reset(); });
  } catch (std::invalid_argument const& refusal) {
    result.note = refusal.what();
    result.matrix_bytes = -1;
    on.results.push_back(result);
    return;
  }
  result.matrix_bytes = X->bytes();
  Workspace<typename Exec::memory_space> of_products;
  time_product(on, on.none, result,
               [&] { spmv_hyb_overlapped(exec, T(1), *X, on.none.x, on.what.x, T(0), on.none.y, of_products); });
  result.workspace_bytes = of_products.peak_bytes();
  on.results.push_back(result);
}

template void time_hyb_overlapped<PerfSpace, PerfType>(SpmvOn<PerfSpace, PerfType> const&);

}  // namespace Araios::Perf
