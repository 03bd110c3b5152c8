// SPDX-License-Identifier: Apache-2.0
#include "harness/types.hpp"
#include "spmv/spmv_case.hpp"
#include "spmv/spmv_hyb_overlapped.hpp"

#include <Araios/convert.hpp>

#include <optional>
#include <stdexcept>

namespace Araios::Perf {

namespace {

// HYB whose list the host multiplies meanwhile. On a host there is nothing to overlap with: only to see that it is
// right.
template <class On>
void time_hyb_overlapped(On& on, Result const& named) {
  using T = typename On::Vector;
  if (!Araios::is_gpu_v<typename On::Exec> && !on.program.common.smoke) return;
  for_each_op(on, named, [&](Result& result, auto const& operands, bool transposed) {
    if (transposed) return;
    Workspace<typename On::Space> workspace, of_products;
    auto const convert = [&] {
      return list_to_host(on.exec(), Araios::convert<Format::hyb>(on.exec(), on.A, HybOptions{}, workspace));
    };
    std::optional<decltype(convert())> X;
    try {
      result.set_up = on.bench.set_up([&] { X.emplace(convert()); }, [&] { X.reset(); });
    } catch (std::invalid_argument const& refusal) {
      result.note = refusal.what();
      result.matrix_bytes = -1;
      return;
    }
    result.matrix_bytes = X->bytes();
    time_product(on, operands, result, [&] {
      spmv_hyb_overlapped(on.exec(), T(1), *X, operands.x, on.what.x, T(0), operands.y, of_products);
    });
    result.workspace_bytes = of_products.peak_bytes();
  });
}

using OverlappedOn = SpmvOn<PerfSpace, PerfType>;
Candidate<OverlappedOn> const hyb_overlapped("spmv", "Araios", "hyb_overlapped", time_hyb_overlapped<OverlappedOn>,
                                             {.word = "hyb_overlapped"});

}  // namespace

}  // namespace Araios::Perf
