// SPDX-License-Identifier: Apache-2.0
#ifdef ARAIOS_HAVE_CXSPARSE
#include "baselines/cxsparse.hpp"
#include "harness/types.hpp"
#include "multiply/multiply_case.hpp"

namespace Araios::Perf {

template <class Type>
void time_multiply_cxsparse([[maybe_unused]] MultiplyOn<Host, Type> const& on) {
  using Scalar = typename Type::Scalar;
  if constexpr (std::is_same_v<Scalar, double> || is_pattern_v<Scalar>) {
    Result result = on.result("CXSparse", MultiplyMethods::cxsparse);
    result.space = "host";
    // It doubles the room for entries of C in int until they fit.
    constexpr std::int64_t max_entries = std::int64_t(1) << 29;
    if (on.all.nnz_of_product + on.A.num_rows() > max_entries) {
      result.note = join("skipped: measured up to ", max_entries, " rows and entries of C");
      on.all.results.push_back(result);
      return;
    }
    CxsparseMatrix C(nullptr, &cs_di_spfree);
    auto const product = [&] {
      Scalar* values = nullptr;
      if constexpr (!is_pattern_v<Scalar>) values = C->x;
      int const* const row_map = C->p;
      int const* const entries = C->i;
      return wrap_csr<Kokkos::HostSpace>(on.A.num_rows(), on.A.num_cols(), row_map[on.A.num_rows()], row_map, entries,
                                         values);
    };
    time_product(
        on, result, [&] { C = cxsparse_multiply(on.A, on.A); }, [&] { return mistake(on, result, product()); },
        [&] { C.reset(); });
  }
}

template void time_multiply_cxsparse<PerfType>(MultiplyOn<Host, PerfType> const&);

}  // namespace Araios::Perf
#endif
