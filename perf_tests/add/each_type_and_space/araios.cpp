// SPDX-License-Identifier: Apache-2.0
#include "add/add_case.hpp"
#include "harness/types.hpp"

#include <Araios/core/workspace.hpp>
#include <Araios/elementwise.hpp>
#include <Araios/multiply_masked.hpp>
#include <Araios/testing/count_allocations.hpp>

namespace Araios::Perf {

namespace {

/// Measures `add`, which returns the sum.
template <class Exec, class Type, class Add>
void time_call(AddOn<Exec, Type> const& on, char const* method, Add const& add) {
  using Matrix = typename AddOn<Exec, Type>::Matrix;
  Exec const& exec = on.exec();
  Result result = on.result("Araios", method);
  release_instance_workspaces(exec);
  std::int64_t const before = bytes_allocated();
  std::optional<Matrix> C;
  try {
    C.emplace(add());
    exec.fence();
  } catch (std::exception const& refusal) {
    return add_refusal(on, result, refusal);
  }
  result.peak_bytes = bytes_allocated() - before;
  result.workspace_bytes = instance_workspace_bytes(exec);
  time_sum(on, result, [&] { C.emplace(add()); }, [&] { return *C; }, [&] { C.reset(); });
}

}  // namespace

template <class Exec, class Type>
void time_add_araios(AddOn<Exec, Type> const& on) {
  Exec const& exec = on.exec();
  time_call(on, AddMethods::call, [&] { return elementwise_add(exec, on.A, on.B); });
  if constexpr (is_pattern_v<typename Type::Scalar>)
    if (on.program.with == AddWith::square) {
      time_call(on, AddMethods::product_and_sum,
                [&] { return elementwise_add(exec, on.A, multiply(exec, on.A, on.A)); });
      time_call(on, AddMethods::one_product, [&] { return multiply_add(exec, on.A, on.A, on.A); });
    }
}

template void time_add_araios<PerfSpace, PerfType>(AddOn<PerfSpace, PerfType> const&);

}  // namespace Araios::Perf
