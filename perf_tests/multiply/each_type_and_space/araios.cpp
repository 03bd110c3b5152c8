// SPDX-License-Identifier: Apache-2.0
#include "harness/types.hpp"
#include "multiply/multiply_case.hpp"

#include <Araios/core/workspace.hpp>
#include <Araios/multiply.hpp>
#include <Araios/testing/count_allocations.hpp>

namespace Araios::Perf {

template <class Exec, class Type>
void time_multiply_araios(MultiplyOn<Exec, Type>& on) {
  using Matrix = typename MultiplyOn<Exec, Type>::Matrix;
  Exec const& exec = on.exec();
  Result result = on.result("Araios", MultiplyMethods::call);
  on.bench.progress().task(join("first product on ", Exec::name()));
  release_instance_workspaces(exec);
  std::int64_t const before = bytes_allocated();
  try {
    Matrix const first = multiply(exec, on.A, on.A);
    exec.fence();
    result.peak_bytes = bytes_allocated() - before;
    result.workspace_bytes = instance_workspace_bytes(exec);
    result.matrix_bytes = first.bytes();
    if (auto const wrong = mistake(on, result, first)) throw WrongResult("first run: " + *wrong);
    on.C.emplace(first);
    on.all.nnz_of_product = first.nnz();
  } catch (std::exception const& refusal) {
    return add_refusal(on, on.result("Araios", MultiplyMethods::call), refusal);
  }
  if (!on.program.wants_library("araios")) return;
  std::optional<Matrix> C;
  time_product(
      on, result, [&] { C.emplace(multiply(exec, on.A, on.A)); },
      [&] {
        result.repeatable = same_bits(on, *C, *on.C);
        return mistake(on, result, *C);
      },
      [&] { C.reset(); });
}

template void time_multiply_araios<PerfSpace, PerfType>(MultiplyOn<PerfSpace, PerfType>&);

}  // namespace Araios::Perf
