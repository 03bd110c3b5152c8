// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The methods of Araios in one execution space.

#include "transpose/methods.hpp"
#include "transpose/transpose_case.hpp"

#include <cstdint>
#include <stdexcept>
#include <string>

namespace Araios::Perf {

template <class Exec, class Scalar>
void time_araios(TransposeOn<Exec, Scalar> const& on) {
  Exec const& exec = on.exec();
  for (TransposeVariant const& variant : transpose_variants()) {
    TransposeMethod const method = variant.method;
    Result result = result_in<Exec>("Araios", variant.name);
    if (!on.program.wants(result.method, result.on_device)) continue;
    TransposeOptions options;
    options.method = method;
    if (variant.bytes_per_entry >= 0) options.max_workspace_bytes = variant.bytes_per_entry * std::int64_t(on.A.nnz());
    if (method == TransposeMethod::serial && Araios::is_gpu_v<Exec>) {
      result.note = "skipped: one thread of a GPU, for tests only";
      on.results.push_back(result);
      continue;
    }
    if (auto const choice = choose_transpose(exec, on.A.num_rows(), on.A.num_cols(), on.A.nnz(), options);
        method != TransposeMethod::automatic && choice.method != method) {
      result.note = "skipped: here the same as " + std::string(name(choice.method));
      on.results.push_back(result);
      continue;
    }
    if (method == TransposeMethod::automatic) result.chosen = chosen_name(exec, options, on.A);

    Workspace<typename Exec::memory_space> workspace;
    auto const run = [&] { transpose(exec, on.A, on.B, options, workspace); };
    auto const end_to_end = [&] {
      auto const on_exec = copy_to<typename Exec::memory_space>(on.what.A);
      auto const transposed = transpose(exec, on_exec, options);
      exec.fence();
      return HostMatrix<Scalar>(copy_to<Kokkos::HostSpace>(transposed));
    };
    try {
      time_transpose(on, on.what.expected, result, run, end_to_end);
      result.workspace_bytes = workspace.peak_bytes();
    } catch (std::invalid_argument const& refusal) {
      // A method asked for by name may refuse a valid matrix; the others take every one.
      if (method == TransposeMethod::automatic || method == TransposeMethod::serial) throw;
      result.note = refusal.what();
    }
    on.results.push_back(result);
  }
}

}  // namespace Araios::Perf
