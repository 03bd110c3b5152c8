// SPDX-License-Identifier: Apache-2.0
#include "binary/binary_on.hpp"
#include "harness/types.hpp"

#include <Araios/elementwise.hpp>
#include <Araios/multiply_masked.hpp>

namespace Araios::Perf {

namespace {

template <class On>
void time_add(On& on, Result& result) {
  time_call(on, result, [&] { return elementwise_add(on.exec(), on.A, on.B); });
}
// A sum M + M^2 of Boolean matrices, where M^2 is not given.
template <class On>
void time_product_and_sum([[maybe_unused]] On& on, [[maybe_unused]] Result& result) {
  if constexpr (is_pattern_v<typename On::Scalar>)
    if (on.program.with_square)
      time_call(on, result, [&] { return elementwise_add(on.exec(), on.A, multiply(on.exec(), on.A, on.A)); });
}
template <class On>
void time_product_added([[maybe_unused]] On& on, [[maybe_unused]] Result& result) {
  if constexpr (is_pattern_v<typename On::Scalar>)
    if (on.program.with_square) time_call(on, result, [&] { return multiply_add(on.exec(), on.A, on.A, on.A); });
}

using AddOn = BinaryOn<PerfSpace, PerfType>;
Candidate<AddOn> const sum("add", "Araios", BinaryMethods::add, time_add<AddOn>);
Candidate<AddOn> const product_and_sum("add", "Araios", "multiply, elementwise_add", time_product_and_sum<AddOn>);
Candidate<AddOn> const product_added("add", "Araios", "multiply_add", time_product_added<AddOn>);

}  // namespace

}  // namespace Araios::Perf
