// SPDX-License-Identifier: Apache-2.0
#ifdef ARAIOS_HAVE_CUSPARSE
#include "baselines/cusparse_products.hpp"
#include "calls/calls_case.hpp"
#include "harness/types.hpp"

#include <Araios/convert.hpp>

namespace Araios::Perf {

namespace {

// Descriptions, buffer and analysis are made before; what the library refuses is a remark.
template <class On, class Matrix>
void call_algorithm(On& on, Result& result, cusparseSpMVAlg_t algorithm, Matrix const& matrix) {
  CusparseHandle const handle(on.exec);
  try {
    CusparseSpmv<typename On::Vector> const run(on.exec, handle, matrix(), CUSPARSE_OPERATION_NON_TRANSPOSE, algorithm,
                                                on.x, on.y);
    run.preprocess();
    result.workspace_bytes = run.buffer_bytes();
    time_product_calls(on, result, run);
  } catch (CusparseError const& refusal) {
    result.note = refusal.what();
  }
}

template <cusparseSpMVAlg_t Algorithm, class On>
void call_csr(On& on, Result& result) {
  call_algorithm(on, result, Algorithm, [&] { return CusparseMatrix::csr(on.A); });
}

template <class On>
void call_coo(On& on, Result& result) {
  auto const rows = convert<Format::coo>(on.exec, on.A).row_indices;
  call_algorithm(on, result, CUSPARSE_SPMV_COO_ALG1, [&] { return CusparseMatrix::coo(on.A, rows); });
}

using CusparseCalls = CallsOn<PerfType>;
Candidate<CusparseCalls> const csr_1("spmv calls", "cuSPARSE", "CSR_ALG1",
                                     call_csr<CUSPARSE_SPMV_CSR_ALG1, CusparseCalls>);
Candidate<CusparseCalls> const csr_2("spmv calls", "cuSPARSE", "CSR_ALG2",
                                     call_csr<CUSPARSE_SPMV_CSR_ALG2, CusparseCalls>);
Candidate<CusparseCalls> const coo_1("spmv calls", "cuSPARSE", "COO_ALG1", call_coo<CusparseCalls>);

}  // namespace

}  // namespace Araios::Perf
#endif
