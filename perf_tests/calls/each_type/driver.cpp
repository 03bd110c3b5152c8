// SPDX-License-Identifier: Apache-2.0
#include "calls/calls_case.hpp"
#include "harness/types.hpp"

#include <Araios/formats/copy.hpp>

namespace Araios::Perf {

namespace {

using Space = Device::memory_space;

template <class Type>
void prepare_products(CallsOn<Type>& on, Structure const& A) {
  using Vector = typename Type::Vector;
  using View = Kokkos::View<Vector*, Space>;
  on.progress.task("multiplying by definition");
  ProductCase<Type> const what = make_product_case<Type>(A, false);
  on.A = copy_to<Space>(what.A);
  on.x = Kokkos::create_mirror_view_and_copy(Space(), what.x);
  on.y = allocate<View>(on.exec, "Araios::Perf::y", A.num_rows());
  on.first = allocate<View>(on.exec, "Araios::Perf::first", A.num_rows());
  on.product = reference_on<Space>(what.y);
}

template <class Type>
void prepare_transpositions(CallsOn<Type>& on, Structure const& A, TransposedStructure const& transposed) {
  using Scalar = typename Type::Scalar;
  auto const with_values = with_random_values<Scalar>(A);
  on.A = copy_to<Space>(with_values);
  on.B = allocate_csr<Scalar, int, int>(on.exec, "Araios::Perf::transpose", A.num_cols(), A.nnz());
  on.transpose = copy_to<Space>(transposed_values(with_values, transposed));
}

std::vector<Result> time_calls(CallsProgram const& program, Progress& progress, Structure const& A,
                               TransposedStructure const& transposed) {
  std::vector<Result> results;
  // One operation after the other: each frees the operands that only it needs.
  if (program.measures("spmv")) {
    CallsOn<PerfType> on{program, progress, results};
    prepare_products(on, A);
    run_candidates(program, "spmv calls", on);
    add_not_built(program, {{"cuSPARSE", "CSR_ALG1"}}, results);
  }
  if (program.measures("transpose")) {
    CallsOn<PerfType> on{program, progress, results};
    prepare_transpositions(on, A, transposed);
    run_candidates(program, "transpose calls", on);
    add_not_built(program, {{"cuSPARSE", Calls::cusparse_into}}, results);
  }
  return results;
}

OfType<TimeCalls> const calls_of_type(perf_type_name, time_calls);

}  // namespace

}  // namespace Araios::Perf
