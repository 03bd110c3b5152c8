// SPDX-License-Identifier: Apache-2.0
#ifdef ARAIOS_HAVE_CUSPARSE
#include "baselines/cusparse.hpp"
#include "harness/types.hpp"
#include "transpose/transpose_case.hpp"

namespace Araios::Perf {

namespace {

template <class On>
void time_cusparse(On& on, Result& result) {
  using Scalar = typename On::Scalar;
  Device const& exec = on.exec();
  if (on.A.nnz() == 0) {
    result.note = "not called: no entries";
    return;
  }
  // Created once, as a program would: its creation takes longer than any transposition.
  CusparseHandle const handle(exec);
  CusparseTranspose<Scalar> const run(exec, handle, on.A, on.B);
  auto const end_to_end = [&] {
    auto const A = copy_to<Kokkos::CudaSpace>(on.what.A);
    auto const arrays = allocate_csr<Scalar, int, int>(exec, "Araios::Perf::transpose", A.num_cols(), A.nnz());
    CusparseTranspose<Scalar> const once(exec, handle, A, arrays);
    once();
    return copy_to<Kokkos::HostSpace>(Matrix<Scalar, Kokkos::CudaSpace>(A.num_cols(), A.num_rows(), arrays));
  };
  result.workspace_bytes = run.workspace_bytes();
  time_transpose(on, on.what.expected, result, run, end_to_end);
}

using OnDevice = TransposeOn<Device, PerfScalar>;
Candidate<OnDevice> const cusparse("transpose", "cuSPARSE", "csr2cscEx2", time_cusparse<OnDevice>);

}  // namespace

}  // namespace Araios::Perf
#endif
