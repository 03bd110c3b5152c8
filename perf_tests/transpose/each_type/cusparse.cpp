// SPDX-License-Identifier: Apache-2.0
#ifdef ARAIOS_HAVE_CUSPARSE
#include "baselines/cusparse.hpp"
#include "transpose/scalar.hpp"
#include "transpose/transpose_case.hpp"

namespace Araios::Perf {

template <class Scalar>
void time_cusparse(Bench<Device>& bench, TransposeCase<Scalar> const& what, std::vector<Result>& results) {
  Device const& exec = bench.exec();
  Result result;
  result.library = "cuSPARSE";
  result.method = "csr2cscEx2";
  result.space = Device::name();
  result.on_device = true;
  if (what.A.nnz() == 0) {
    result.note = "not called: no entries";
    results.push_back(result);
    return;
  }
  // Created once, as a program would: its creation takes longer than any transposition.
  CusparseHandle const handle(exec);
  auto const as_it_is = [](HostMatrix<Scalar> const& matrix) { return matrix; };
  auto const A = copy_to<Kokkos::CudaSpace>(what.A);
  auto const B = allocate_csr<Scalar, int, int>(exec, "Araios::Perf::transpose", A.num_cols(), A.nnz());
  CusparseTranspose<Scalar> const run(exec, handle, A, B);
  auto const end_to_end = [&] {
    auto const on_device = copy_to<Kokkos::CudaSpace>(what.A);
    auto const arrays = allocate_csr<Scalar, int, int>(exec, "Araios::Perf::transpose", A.num_cols(), A.nnz());
    CusparseTranspose<Scalar> const once(exec, handle, on_device, arrays);
    once();
    return copy_to<Kokkos::HostSpace>(Matrix<Scalar, Kokkos::CudaSpace>(A.num_cols(), A.num_rows(), arrays));
  };
  result.workspace_bytes = run.workspace_bytes();
  time_checked<Device, Scalar>(bench, what, B, result, run, end_to_end, as_it_is);
  results.push_back(result);
}

template void time_cusparse<PerfScalar>(Bench<Device>&, TransposeCase<PerfScalar> const&, std::vector<Result>&);

}  // namespace Araios::Perf
#endif
