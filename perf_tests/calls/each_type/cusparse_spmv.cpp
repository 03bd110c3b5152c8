// SPDX-License-Identifier: Apache-2.0
#ifdef ARAIOS_HAVE_CUSPARSE
#include "baselines/cusparse_products.hpp"
#include "calls/calls_case.hpp"
#include "harness/types.hpp"

#include <Araios/convert.hpp>

namespace Araios::Perf {

namespace {

// Handle, descriptions and buffer are made before, and the analysis; what the library refuses is a remark.
template <class Type, class Matrix>
void time_algorithm(CallsOn<Type> const& on, CusparseHandle const& handle, char const* name,
                    cusparseSpMVAlg_t algorithm, Matrix const& matrix) {
  Result result = on.result("cuSPARSE", name);
  try {
    CusparseSpmv<typename Type::Vector> const run(on.exec, handle, matrix(), CUSPARSE_OPERATION_NON_TRANSPOSE,
                                                  algorithm, on.x, on.y);
    run.preprocess();
    result.workspace_bytes = run.buffer_bytes();
    time_product_calls(on, result, run);
  } catch (CusparseError const& refusal) {
    result.note = refusal.what();
  }
  on.results.push_back(result);
}

}  // namespace

template <class Type>
void time_cusparse_spmv_calls(CallsOn<Type> const& on) {
  CusparseHandle const handle(on.exec);
  auto const csr = [&] { return CusparseMatrix::csr(on.A); };
  time_algorithm(on, handle, "CSR_ALG1", CUSPARSE_SPMV_CSR_ALG1, csr);
  time_algorithm(on, handle, "CSR_ALG2", CUSPARSE_SPMV_CSR_ALG2, csr);
  auto const rows = convert<Format::coo>(on.exec, on.A).row_indices;
  time_algorithm(on, handle, "COO_ALG1", CUSPARSE_SPMV_COO_ALG1, [&] { return CusparseMatrix::coo(on.A, rows); });
}

template void time_cusparse_spmv_calls<PerfType>(CallsOn<PerfType> const&);

}  // namespace Araios::Perf
#endif
