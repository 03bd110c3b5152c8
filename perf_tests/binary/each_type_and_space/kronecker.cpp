// SPDX-License-Identifier: Apache-2.0
#include "binary/binary_on.hpp"
#include "harness/types.hpp"

#include <Araios/kronecker.hpp>

namespace Araios::Perf {

namespace {

template <class On>
void time_kronecker(On& on, Result& result) {
  time_call(
      on, result, [&] { return kronecker(on.exec(), on.A, on.B); },
      [](Result& made) { made.workspace_bytes = -1; });  // not shown: 0.008 bytes per entry
}

using KroneckerOn = BinaryOn<PerfSpace, PerfType>;
Candidate<KroneckerOn> const kronecker_product("kronecker", "Araios", BinaryMethods::kronecker,
                                               time_kronecker<KroneckerOn>);

}  // namespace

}  // namespace Araios::Perf
