// SPDX-License-Identifier: Apache-2.0
#ifdef ARAIOS_HAVE_CUSPARSE
#include "baselines/cusparse_products.hpp"
#include "harness/types.hpp"
#include "spmm/spmm_case.hpp"

#include <Araios/convert.hpp>

#include <optional>

namespace Araios::Perf {

template <class Type, class Layout>
void time_spmm_cusparse(SpmmOn<Device, Type> const& on, SpmmOperands<Device, Type, Layout> const& operands,
                        std::vector<Result>& results) {
  CusparseHandle const handle(on.exec());
  auto const time = [&](char const* name, cusparseSpMMAlg_t algorithm, auto const& matrix) {
    Result result = spmm_result(on, operands, "cuSPARSE", name);
    try {
      std::optional<CusparseSpmm<typename Type::Vector, Layout>> run;
      auto const describe = [&] { run.emplace(on.exec(), handle, matrix(), algorithm, operands.X, operands.Y); };
      result.set_up = on.bench.set_up([&] { run->preprocess(); }, describe);
      result.workspace_bytes = run->buffer_bytes();
      time_product(on, operands, result, [&] { (*run)(); });
    } catch (CusparseError const& refusal) {
      result.note = refusal.what();
    }
    results.push_back(result);
  };
  auto const csr = [&] { return CusparseMatrix::csr(on.A); };
  time("CSR_ALG1", CUSPARSE_SPMM_CSR_ALG1, csr);
  time("CSR_ALG2", CUSPARSE_SPMM_CSR_ALG2, csr);
  time("CSR_ALG3", CUSPARSE_SPMM_CSR_ALG3, csr);
  auto const rows = convert<Format::coo>(on.exec(), on.A).row_indices;
  auto const coo = [&] { return CusparseMatrix::coo(on.A, rows); };
  time("COO_ALG1", CUSPARSE_SPMM_COO_ALG1, coo);
  time("COO_ALG4", CUSPARSE_SPMM_COO_ALG4, coo);
}

template void time_spmm_cusparse(SpmmOn<Device, PerfType> const&,
                                 SpmmOperands<Device, PerfType, Kokkos::LayoutRight> const&, std::vector<Result>&);
template void time_spmm_cusparse(SpmmOn<Device, PerfType> const&,
                                 SpmmOperands<Device, PerfType, Kokkos::LayoutLeft> const&, std::vector<Result>&);

}  // namespace Araios::Perf
#endif
