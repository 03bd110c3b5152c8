// SPDX-License-Identifier: Apache-2.0
#ifdef ARAIOS_HAVE_CXSPARSE
#include "baselines/cxsparse.hpp"
#include "harness/types.hpp"
#include "transpose/transpose_case.hpp"

namespace Araios::Perf {

namespace {

template <class On>
void time_cxsparse([[maybe_unused]] On& on, [[maybe_unused]] Result& result) {
  if constexpr (std::is_same_v<typename On::Scalar, double>) {
    CxsparseMatrix last(nullptr, &cs_di_spfree);
    // The result of the run before is released in the time of this one: a caller pays for both in turn.
    auto const run = [&] {
      last.reset();
      last = cxsparse_transpose(on.A);
    };
    auto const check = [&](char const* when) {
      run();
      auto const B =
          wrap_csr<Kokkos::HostSpace>(on.A.num_cols(), on.A.num_rows(), on.A.nnz(), static_cast<int const*>(last->p),
                                      static_cast<int const*>(last->i), last->x);
      require_equal(difference(on.exec(), B, on.expected), result, when);
    };
    time_checked(on.bench, result, on.what.bytes(), run, check);
    result.end_to_end = result.warm;  // allocation and release are in every call
  }
}

using OnHost = TransposeOn<Host, PerfScalar>;
Candidate<OnHost> const cxsparse("transpose", "CXSparse", "cs_transpose", time_cxsparse<OnHost>);

}  // namespace

}  // namespace Araios::Perf
#endif
