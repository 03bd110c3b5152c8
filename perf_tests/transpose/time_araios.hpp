// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The methods of Araios in one execution space.

#include "transpose/transpose_case.hpp"

#include <Araios/operations/transpose.hpp>

#include <stdexcept>

namespace Araios::Perf {

template <class Exec, class Scalar>
void time_araios(Bench<Exec>& bench, TransposeCase<Scalar> const& what, std::vector<Result>& results) {
  Exec const& exec = bench.exec();
  auto const A = copy_to<typename Exec::memory_space>(what.A);
  auto const B = allocate_csr<Scalar, int, int>(exec, "Araios::Perf::transpose", A.num_cols(), A.nnz());
  auto const as_it_is = [](HostMatrix<Scalar> const& result) { return result; };

  for (TransposeMethod const method :
       {TransposeMethod::serial, TransposeMethod::scan_trans, TransposeMethod::merge_trans, TransposeMethod::radix,
        TransposeMethod::automatic}) {
    Result result;
    result.library = "Araios";
    result.method = name(method);
    result.space = Exec::name();
    result.on_device = is_gpu_v<Exec>;
    TransposeOptions options;
    options.method = method;
    if (method == TransposeMethod::serial && is_gpu_v<Exec>) {
      result.note = "skipped: one thread of a GPU, for tests only";
      results.push_back(result);
      continue;
    }
    if (method == TransposeMethod::automatic) result.chosen = name(chosen_method(exec, options, A.num_cols(), A.nnz()));

    Workspace<typename Exec::memory_space> workspace;
    auto const run = [&] { transpose(exec, options, A, B, workspace); };
    auto const end_to_end = [&] {
      auto const on_exec = copy_to<typename Exec::memory_space>(what.A);
      auto const transposed = transpose(exec, options, on_exec);
      exec.fence();
      return HostMatrix<Scalar>(copy_to<Kokkos::HostSpace>(transposed));
    };
    try {
      time_checked<Exec, Scalar>(bench, what, B, result, run, end_to_end, as_it_is);
      result.workspace_bytes = workspace.peak_bytes();
    } catch (std::invalid_argument const& refusal) {
      // Only scan_trans may refuse a valid matrix: its memory grows with parts * columns.
      if (method != TransposeMethod::scan_trans) throw;
      result.note = refusal.what();
    }
    results.push_back(result);
  }
}

}  // namespace Araios::Perf
