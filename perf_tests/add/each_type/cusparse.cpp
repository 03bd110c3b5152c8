// SPDX-License-Identifier: Apache-2.0
#ifdef ARAIOS_HAVE_CUSPARSE
#include "add/add_case.hpp"
#include "baselines/cusparse_add.hpp"
#include "harness/types.hpp"

namespace Araios::Perf {

template <class Type>
void time_add_cusparse(AddOn<Device, Type> const& on) {
  using On = AddOn<Device, Type>;
  Result result = on.result("cuSPARSE", AddMethods::cusparse);
  CusparseHandle const handle(on.exec());
  auto const A = on.with_values(on.A), B = on.with_values(on.B);
  std::optional<CusparseSum<typename On::Value>> sum;
  time_sum(
      on, result, [&] { sum.emplace(on.exec(), handle, A, B); },
      [&] {
        result.workspace_bytes = sum->buffer_bytes();
        result.peak_bytes = sum->buffer_bytes() + sum->matrix().bytes();
        return On::of_type(sum->matrix());
      },
      [&] { sum.reset(); });
}

template void time_add_cusparse<PerfType>(AddOn<Device, PerfType> const&);

}  // namespace Araios::Perf
#endif
