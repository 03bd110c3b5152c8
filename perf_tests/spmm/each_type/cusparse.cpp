// SPDX-License-Identifier: Apache-2.0
#ifdef ARAIOS_HAVE_CUSPARSE
#include "baselines/cusparse_products.hpp"
#include "harness/types.hpp"
#include "spmm/spmm_case.hpp"

#include <Araios/convert.hpp>

#include <optional>

namespace Araios::Perf {

namespace {

// `matrix` describes the matrix anew. What the library refuses is a remark.
template <class On, class Matrix>
void time_algorithm(On& on, Result& result, cusparseSpMMAlg_t algorithm, Matrix const& matrix) {
  CusparseHandle const handle(on.exec());
  try {
    std::optional<CusparseSpmm<typename On::Vector, typename On::Layout>> run;
    auto const describe = [&] { run.emplace(on.exec(), handle, matrix(), algorithm, on.X, on.Y); };
    result.set_up = on.bench.set_up([&] { run->preprocess(); }, describe);
    result.workspace_bytes = run->buffer_bytes();
    time_product(on, result, [&] { (*run)(); });
  } catch (CusparseError const& refusal) {
    result.note = refusal.what();
  }
}

template <cusparseSpMMAlg_t Algorithm>
constexpr auto time_csr =
    [](auto& on, Result& result) { time_algorithm(on, result, Algorithm, [&] { return CusparseMatrix::csr(on.A); }); };
template <cusparseSpMMAlg_t Algorithm>
constexpr auto time_coo = [](auto& on, Result& result) {
  auto const rows = convert<Format::coo>(on.exec(), on.A).row_indices;
  time_algorithm(on, result, Algorithm, [&] { return CusparseMatrix::coo(on.A, rows); });
};

using OnDevice = SpmmCandidates<Device, PerfType>;
OnDevice const csr_1("cuSPARSE", "CSR_ALG1", time_csr<CUSPARSE_SPMM_CSR_ALG1>);
OnDevice const csr_2("cuSPARSE", "CSR_ALG2", time_csr<CUSPARSE_SPMM_CSR_ALG2>);
OnDevice const csr_3("cuSPARSE", "CSR_ALG3", time_csr<CUSPARSE_SPMM_CSR_ALG3>);
OnDevice const coo_1("cuSPARSE", "COO_ALG1", time_coo<CUSPARSE_SPMM_COO_ALG1>);
OnDevice const coo_4("cuSPARSE", "COO_ALG4", time_coo<CUSPARSE_SPMM_COO_ALG4>);

}  // namespace

}  // namespace Araios::Perf
#endif
