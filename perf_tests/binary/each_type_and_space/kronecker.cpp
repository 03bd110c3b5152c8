// SPDX-License-Identifier: Apache-2.0
#include "binary/binary_on.hpp"
#include "harness/types.hpp"

#include <Araios/kronecker.hpp>

namespace Araios::Perf {

namespace {

template <class On>
void time_kronecker(On& on) {
  time_call(
      on, BinaryMethods::kronecker, [&] { return kronecker(on.exec(), on.A, on.B); },
      [](Result& result) { result.workspace_bytes = -1; });  // not shown: 0.008 bytes per entry
}
Candidate<BinaryOn<PerfSpace, PerfType>> const kronecker_product("kronecker", "Araios", BinaryMethods::kronecker,
                                                                 time_kronecker);

}  // namespace

}  // namespace Araios::Perf
