// SPDX-License-Identifier: Apache-2.0
#if defined(ARAIOS_HAVE_CSRILU02) && defined(ARAIOS_HAVE_CSRIC02)
#include "baselines/cusparse_factor.hpp"
#include "factor/factor_case.hpp"
#include "harness/types.hpp"

#include <optional>

namespace Araios::Perf {

namespace {

using T = PerfScalar;
using On = FactorOn<Device, T>;

template <bool Cholesky>
void time_cusparse(On& on, Result& result) {
  try {
    CusparseHandle const handle(on.exec());
    std::optional<CusparseFactor<T, Cholesky>> factor;
    result.set_up = on.bench.set_up([&] { factor->analyse(); }, [&] { factor.emplace(on.exec(), handle, on.A); });
    result.workspace_bytes = factor->buffer_bytes();
    auto const get = [&] {
      factor->check_pivots();
      return factor->factors();
    };
    time_factors(on, result, on.natural, Cholesky, most_error<T>, [&] { (*factor)(); }, get, [&] { factor->reset(); });
  } catch (CusparseError const& refusal) {
    note_refusal(on.exec(), on.all, result, refusal);
  }
}

Candidate<On> const ilu("factor", "cuSPARSE", "csrilu02", time_cusparse<false>);
Candidate<On> const ic("factor", "cuSPARSE", "csric02", time_cusparse<true>, {.place = 1});

}  // namespace

}  // namespace Araios::Perf
#endif
