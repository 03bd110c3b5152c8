// SPDX-License-Identifier: Apache-2.0
#ifdef ARAIOS_HAVE_GRAPHBLAS
#include "baselines/graphblas.hpp"
#include "harness/types.hpp"
#include "multiply/multiply_case.hpp"

#include <Araios/core/execution.hpp>

namespace Araios::Perf {

template <class Type>
void time_multiply_graphblas([[maybe_unused]] MultiplyOn<Host, Type> const& on) {
  if constexpr (is_pattern_v<typename Type::Scalar>) {
    Result result = on.result("GraphBLAS", MultiplyMethods::graphblas);
    result.space = "host";
    try {
      start_graphblas(static_cast<int>(on.exec().concurrency()));
      GraphblasMatrix const A = to_graphblas(on.A);
      GraphblasMatrix C;
      time_product(
          on, result, [&] { C = graphblas_multiply(A, A); }, [&] { return mistake(on, result, to_csr(C)); },
          [&] { C.reset(); });
    } catch (std::exception const& refusal) {
      add_refusal(on, on.result("GraphBLAS", MultiplyMethods::graphblas), refusal);
    }
  }
}

template void time_multiply_graphblas<PerfType>(MultiplyOn<Host, PerfType> const&);

}  // namespace Araios::Perf
#endif
