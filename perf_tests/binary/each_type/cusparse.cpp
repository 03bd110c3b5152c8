// SPDX-License-Identifier: Apache-2.0
#ifdef ARAIOS_HAVE_CUSPARSE
#include "baselines/cusparse_add.hpp"
#include "baselines/cusparse_spgemm.hpp"
#include "binary/binary_on.hpp"
#include "harness/types.hpp"

namespace Araios::Perf {

namespace {

using OnDevice = BinaryOn<Device, PerfType>;

template <class On>
void add_by_cusparse(On& on, Result& result) {
  CusparseHandle const handle(on.exec());
  auto const A = on.with_values(on.A), B = on.with_values(on.B);
  std::optional<CusparseSum<typename On::Value>> sum;
  time_result(
      on, result, [&] { sum.emplace(on.exec(), handle, A, B); },
      [&] {
        result.workspace_bytes = sum->buffer_bytes();
        result.peak_bytes = sum->buffer_bytes() + sum->matrix().bytes();
        return mistake(on, result, On::of_type(sum->matrix()));
      },
      [&] { sum.reset(); });
}
Candidate<OnDevice> const cusparse_sum("add", "cuSPARSE", BinaryMethods::cusparse_add, add_by_cusparse<OnDevice>);

/// Keeps what both kinds of product take.
template <class Spgemm>
void note_bytes(Result& result, Spgemm const& spgemm) {
  result.workspace_bytes = spgemm.buffer_bytes();
  result.matrix_bytes = spgemm.product().bytes();
  result.peak_bytes = result.workspace_bytes + result.matrix_bytes;
}

template <class On, cusparseSpGEMMAlg_t Algorithm>
void multiply_by_cusparse(On& on, Result& result) {
  if (on.A.nnz() == 0 || on.all.nnz_of_result == 0) {
    if (Algorithm == CUSPARSE_SPGEMM_ALG1) result.note = "skipped: C has no entries";
    return;
  }
  CusparseHandle const handle(on.exec());
  auto const values = on.with_values(on.A);
  CusparseMatrix const A = CusparseMatrix::csr(values);
  std::optional<CusparseSpgemm<typename On::Value>> spgemm;
  time_result(
      on, result, [&] { spgemm.emplace(on.exec(), handle, A, A, on.A.num_rows(), on.A.num_cols(), Algorithm); },
      [&] {
        note_bytes(result, *spgemm);
        return mistake(on, result, On::of_type(spgemm->product()));
      },
      [&] { spgemm.reset(); });
}
Candidate<OnDevice> const cusparse_1("multiply", "cuSPARSE", "ALG1",
                                     multiply_by_cusparse<OnDevice, CUSPARSE_SPGEMM_ALG1>);
Candidate<OnDevice> const cusparse_2("multiply", "cuSPARSE", "ALG2",
                                     multiply_by_cusparse<OnDevice, CUSPARSE_SPGEMM_ALG2>);
Candidate<OnDevice> const cusparse_3("multiply", "cuSPARSE", "ALG3",
                                     multiply_by_cusparse<OnDevice, CUSPARSE_SPGEMM_ALG3>);

template <class On>
void multiply_by_cusparse_again([[maybe_unused]] On& on, [[maybe_unused]] Result& result) {
  if constexpr (!is_pattern_v<typename On::Scalar>) {
    if (on.A.nnz() == 0 || on.all.nnz_of_result == 0) return;
    CusparseHandle const handle(on.exec());
    CusparseMatrix const A = CusparseMatrix::csr(on.A);
    std::optional<CusparseSpgemmReuse<typename On::Value>> spgemm;
    auto const make = [&] { spgemm.emplace(on.exec(), handle, A, A, on.A.num_rows(), on.A.num_cols()); };
    try {
      on.bench.progress().task("SpGEMMreuse");
      make();
      result.set_up = on.bench.set_up(make, [&] { spgemm.reset(); });
      note_bytes(result, *spgemm);
    } catch (std::exception const& refusal) {
      spgemm.reset();
      return note_refusal(on.exec(), on.all, result, refusal);
    }
    time_result(
        on, result, [&] { (*spgemm)(); }, [&] { return mistake(on, result, On::of_type(spgemm->product())); },
        Nothing{});
  }
}
Candidate<OnDevice> const cusparse_again("multiply", "cuSPARSE", BinaryMethods::cusparse_reuse,
                                         multiply_by_cusparse_again<OnDevice>);

}  // namespace

}  // namespace Araios::Perf
#endif
