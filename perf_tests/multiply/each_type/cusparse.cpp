// SPDX-License-Identifier: Apache-2.0
#ifdef ARAIOS_HAVE_CUSPARSE
#include "baselines/cusparse_spgemm.hpp"
#include "harness/types.hpp"
#include "multiply/multiply_case.hpp"

namespace Araios::Perf {

namespace {

template <class Type>
void time_algorithm(MultiplyOn<Device, Type> const& on, CusparseHandle const& handle, CusparseMatrix const& A,
                    char const* name, cusparseSpGEMMAlg_t algorithm) {
  using On = MultiplyOn<Device, Type>;
  Result result = on.result("cuSPARSE", name);
  std::optional<CusparseSpgemm<typename On::Value>> spgemm;
  time_product(
      on, result, [&] { spgemm.emplace(on.exec(), handle, A, A, on.A.num_rows(), on.A.num_cols(), algorithm); },
      [&] {
        auto const C = spgemm->product();
        result.workspace_bytes = spgemm->buffer_bytes();
        result.matrix_bytes = C.bytes();
        result.peak_bytes = result.workspace_bytes + result.matrix_bytes;
        return mistake(on, result, On::of_type(C));
      },
      [&] { spgemm.reset(); });
}

template <class Type>
void time_reuse(MultiplyOn<Device, Type> const& on, CusparseHandle const& handle, CusparseMatrix const& A) {
  using On = MultiplyOn<Device, Type>;
  Result result = on.result("cuSPARSE", MultiplyMethods::cusparse_reuse);
  std::optional<CusparseSpgemmReuse<typename On::Value>> spgemm;
  auto const make = [&] { spgemm.emplace(on.exec(), handle, A, A, on.A.num_rows(), on.A.num_cols()); };
  try {
    on.bench.progress().task("SpGEMMreuse");
    make();
    result.set_up = on.bench.set_up(make, [&] { spgemm.reset(); });
    result.workspace_bytes = spgemm->buffer_bytes();
    result.matrix_bytes = spgemm->product().bytes();
    result.peak_bytes = result.workspace_bytes + result.matrix_bytes;
  } catch (std::exception const& refusal) {
    spgemm.reset();
    return add_refusal(on, on.result("cuSPARSE", MultiplyMethods::cusparse_reuse), refusal);
  }
  time_product(
      on, result, [&] { (*spgemm)(); }, [&] { return mistake(on, result, On::of_type(spgemm->product())); }, Nothing{});
}

}  // namespace

template <class Type>
void time_multiply_cusparse(MultiplyOn<Device, Type> const& on) {
  if (on.A.nnz() == 0 || on.all.nnz_of_product == 0) {
    Result result = on.result("cuSPARSE", "ALG1");
    result.note = "skipped: C has no entries";
    on.all.results.push_back(result);
    return;
  }
  CusparseHandle const handle(on.exec());
  auto const values = with_values(on);
  CusparseMatrix const A = CusparseMatrix::csr(values);
  time_algorithm(on, handle, A, "ALG1", CUSPARSE_SPGEMM_ALG1);
  time_algorithm(on, handle, A, "ALG2", CUSPARSE_SPGEMM_ALG2);
  time_algorithm(on, handle, A, "ALG3", CUSPARSE_SPGEMM_ALG3);
  if constexpr (!is_pattern_v<typename Type::Scalar>) time_reuse(on, handle, A);
}

template void time_multiply_cusparse<PerfType>(MultiplyOn<Device, PerfType> const&);

}  // namespace Araios::Perf
#endif
