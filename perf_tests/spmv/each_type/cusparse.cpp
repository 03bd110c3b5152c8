// SPDX-License-Identifier: Apache-2.0
#ifdef ARAIOS_HAVE_CUSPARSE
#include "harness/types.hpp"
#include "spmv/time_cusparse.hpp"

#include <Araios/convert.hpp>

namespace Araios::Perf {

template <class Type>
void time_cusparse(SpmvOn<Device, Type> const& on) {
  if constexpr (!is_pattern_v<typename Type::Scalar>) {
    CusparseHandle const handle(on.exec());
    auto const csr = [&] { return CusparseMatrix::csr(on.A); };
    time_cusparse_product(on, handle, "CSR_ALG1", CUSPARSE_SPMV_CSR_ALG1, csr);
    time_cusparse_product(on, handle, "CSR_ALG2", CUSPARSE_SPMV_CSR_ALG2, csr);
    auto const rows = convert<Format::coo>(on.exec(), on.A).row_indices;
    auto const coo = [&] { return CusparseMatrix::coo(on.A, rows); };
    time_cusparse_product(on, handle, "COO_ALG1", CUSPARSE_SPMV_COO_ALG1, coo);
    time_cusparse_product(on, handle, "COO_ALG2", CUSPARSE_SPMV_COO_ALG2, coo);
  }
}

template void time_cusparse<PerfType>(SpmvOn<Device, PerfType> const&);

}  // namespace Araios::Perf
#endif
