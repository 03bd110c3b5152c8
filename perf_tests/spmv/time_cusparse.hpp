// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "baselines/cusparse_products.hpp"
#include "spmv/spmv_case.hpp"

#include <optional>

namespace Araios::Perf {

/// One algorithm, with and without transposition. `matrix` describes the matrix anew: the analysis that is timed apart
/// belongs to the description. What the library refuses is a remark.
template <class Type, class Matrix>
void time_cusparse_product(SpmvOn<Device, Type> const& on, CusparseHandle const& handle, std::string const& name,
                           cusparseSpMVAlg_t algorithm, Matrix const& matrix, std::int64_t matrix_bytes = -1) {
  using T = typename Type::Vector;
  for_each_op(on, [&](std::string const& suffix, auto const& operands, bool transposed) {
    Result result = on.result("cuSPARSE", name + suffix);
    if (matrix_bytes >= 0) result.matrix_bytes = matrix_bytes;
    cusparseOperation_t const op = transposed ? CUSPARSE_OPERATION_TRANSPOSE : CUSPARSE_OPERATION_NON_TRANSPOSE;
    try {
      std::optional<CusparseSpmv<T>> run;
      auto const describe = [&] { run.emplace(on.exec(), handle, matrix(), op, algorithm, operands.x, operands.y); };
      result.set_up = on.bench.set_up([&] { run->preprocess(); }, describe);
      result.workspace_bytes = run->buffer_bytes();
      time_product(on, operands, result, [&] { (*run)(); });
    } catch (CusparseError const& refusal) {
      result.note = refusal.what();
    }
    on.results.push_back(result);
  });
}

}  // namespace Araios::Perf
