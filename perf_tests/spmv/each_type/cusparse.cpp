// SPDX-License-Identifier: Apache-2.0
//
// cuSPARSE multiplies with sliced ELL and blocks, but does not make them.
#ifdef ARAIOS_HAVE_CUSPARSE
#include "baselines/cusparse_products.hpp"
#include "baselines/host_formats.hpp"
#include "harness/types.hpp"
#include "spmv/spmv_case.hpp"

#include <Araios/convert.hpp>

#include <optional>

namespace Araios::Perf {

namespace {

// `matrix` describes the matrix anew: the analysis that is timed apart belongs to the description. What the library
// refuses is a remark.
template <class On, class Matrix>
void time_algorithm(On& on, Result const& named, cusparseSpMVAlg_t algorithm, Matrix const& matrix,
                    std::int64_t matrix_bytes = -1) {
  CusparseHandle const handle(on.exec());
  for_each_op(on, named, [&](Result& result, auto const& operands, bool transposed) {
    if (matrix_bytes >= 0) result.matrix_bytes = matrix_bytes;
    cusparseOperation_t const op = transposed ? CUSPARSE_OPERATION_TRANSPOSE : CUSPARSE_OPERATION_NON_TRANSPOSE;
    try {
      std::optional<CusparseSpmv<typename On::Vector>> run;
      auto const describe = [&] { run.emplace(on.exec(), handle, matrix(), op, algorithm, operands.x, operands.y); };
      result.set_up = on.bench.set_up([&] { run->preprocess(); }, describe);
      result.workspace_bytes = run->buffer_bytes();
      time_product(on, operands, result, [&] { (*run)(); });
    } catch (CusparseError const& refusal) {
      result.note = refusal.what();
    }
  });
}

template <cusparseSpMVAlg_t Algorithm, class On>
void time_csr(On& on, Result const& named) {
  if constexpr (!is_pattern_v<typename On::Scalar>)
    time_algorithm(on, named, Algorithm, [&] { return CusparseMatrix::csr(on.A); });
}

template <cusparseSpMVAlg_t Algorithm, class On>
void time_coo(On& on, Result const& named) {
  if constexpr (!is_pattern_v<typename On::Scalar>) {
    auto const rows = convert<Format::coo>(on.exec(), on.A).row_indices;
    time_algorithm(on, named, Algorithm, [&] { return CusparseMatrix::coo(on.A, rows); });
  }
}

template <class On>
void skip(On const& on, Result& result, std::string const& why) {
  result.note = "skipped: " + why;
  result.matrix_bytes = on.A.bytes();
}

template <class... Views>
std::int64_t bytes_of(Views const&... views) {
  return static_cast<std::int64_t>(((views.extent(0) * sizeof(typename Views::value_type)) + ...));
}

template <class On>
void time_sliced_ell(On& on, Result& named) {
  if constexpr (!is_pattern_v<typename On::Scalar>) {
    auto const A = sliced_ell<Kokkos::CudaSpace>(on.what.A, 32);
    if (!A) return skip(on, named, "slices of 32 rows would need more than 3 slots an entry");
    time_algorithm(
        on, named, CUSPARSE_SPMV_SELL_ALG1, [&] { return CusparseMatrix::sliced_ell<typename On::Scalar>(*A); },
        bytes_of(A->offsets, A->columns, A->values));
  }
}

template <class On>
void time_bsr(On& on, Result& named) {
  if constexpr (!is_pattern_v<typename On::Scalar>) {
#if CUSPARSE_VERSION >= 12603
    int const size = best_block_size(on.what.A);
    if (size == 1) return skip(on, named, "no blocks of 2 x 2 to 8 x 8 take fewer bytes than single entries");
    auto const A = blocked<Kokkos::CudaSpace>(on.what.A, size);
    time_algorithm(
        on, named, CUSPARSE_SPMV_BSR_ALG1, [&] { return CusparseMatrix::bsr<typename On::Scalar>(A); },
        bytes_of(A.row_map, A.entries, A.values));
#else
    skip(on, named, "not in this version");
#endif
  }
}

using OnCuda = SpmvOn<Device, PerfType>;
Candidate<OnCuda> const csr_1("spmv", "cuSPARSE", "CSR_ALG1", time_csr<CUSPARSE_SPMV_CSR_ALG1, OnCuda>);
Candidate<OnCuda> const csr_2("spmv", "cuSPARSE", "CSR_ALG2", time_csr<CUSPARSE_SPMV_CSR_ALG2, OnCuda>);
Candidate<OnCuda> const coo_1("spmv", "cuSPARSE", "COO_ALG1", time_coo<CUSPARSE_SPMV_COO_ALG1, OnCuda>);
Candidate<OnCuda> const coo_2("spmv", "cuSPARSE", "COO_ALG2", time_coo<CUSPARSE_SPMV_COO_ALG2, OnCuda>);
Candidate<OnCuda> const sell("spmv", "cuSPARSE", "SELL_ALG1", time_sliced_ell<OnCuda>);
Candidate<OnCuda> const bsr("spmv", "cuSPARSE", "BSR_ALG1", time_bsr<OnCuda>);

}  // namespace

}  // namespace Araios::Perf
#endif
