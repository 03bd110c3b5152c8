// SPDX-License-Identifier: Apache-2.0
#include "add/add_case.hpp"
#include "harness/types.hpp"

#include <Araios/core/execution.hpp>

#ifdef ARAIOS_HAVE_CXSPARSE
#include "baselines/cxsparse.hpp"
#endif
#ifdef ARAIOS_HAVE_GRAPHBLAS
#include "baselines/graphblas.hpp"
#endif

namespace Araios::Perf {

template <class Type>
void time_add_on_host([[maybe_unused]] AddOn<Host, Type> const& on) {
  using Scalar [[maybe_unused]] = typename Type::Scalar;
#ifdef ARAIOS_HAVE_CXSPARSE
  if constexpr (std::is_same_v<Scalar, double> || is_pattern_v<Scalar>)
    if (on.program.wants_library("cxsparse")) {
      Result result = on.result("CXSparse", AddMethods::cxsparse);
      result.space = "host";
      CxsparseMatrix C(nullptr, &cs_di_spfree);
      auto const sum = [&] {
        Scalar* values = nullptr;
        if constexpr (!is_pattern_v<Scalar>) values = C->x;
        int const* const row_map = C->p;
        int const* const entries = C->i;
        return wrap_csr<Kokkos::HostSpace>(on.A.num_rows(), on.A.num_cols(), row_map[on.A.num_rows()], row_map, entries,
                                           values);
      };
      time_sum(on, result, [&] { C = cxsparse_add(on.A, on.B); }, sum, [&] { C.reset(); });
    }
#endif
#ifdef ARAIOS_HAVE_GRAPHBLAS
  if constexpr (is_pattern_v<Scalar>)
    if (on.program.wants_library("graphblas")) {
      Result result = on.result("GraphBLAS", AddMethods::graphblas);
      result.space = "host";
      try {
        start_graphblas(static_cast<int>(on.exec().concurrency()));
        GraphblasMatrix const A = to_graphblas(on.A), B = to_graphblas(on.B);
        GraphblasMatrix C;
        time_sum(on, result, [&] { C = graphblas_add(A, B); }, [&] { return to_csr(C); }, [&] { C.reset(); });
      } catch (std::exception const& refusal) {
        add_refusal(on, on.result("GraphBLAS", AddMethods::graphblas), refusal);
      }
    }
#endif
}

template void time_add_on_host<PerfType>(AddOn<Host, PerfType> const&);

}  // namespace Araios::Perf
