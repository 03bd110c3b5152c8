// SPDX-License-Identifier: Apache-2.0
#include "harness/types.hpp"
#include "transpose/methods.hpp"
#include "transpose/transpose_case.hpp"

#include <stdexcept>
#include <string>
#include <vector>

namespace Araios::Perf {

namespace {

template <class On>
void time_variant(On& on, Result& result, TransposeVariant const& variant) {
  auto const& exec = on.exec();
  TransposeMethod const method = variant.method;
  if (!on.program.measures(variant.name, result.on_device)) return;
  TransposeOptions options;
  options.method = method;
  if (variant.bytes_per_entry >= 0) options.max_workspace_bytes = variant.bytes_per_entry * std::int64_t(on.A.nnz());
  if (method == TransposeMethod::serial && result.on_device) {
    result.note = "skipped: one thread of a GPU, for tests only";
    return;
  }
  if (auto const choice = choose_transpose(exec, on.A.num_rows(), on.A.num_cols(), on.A.nnz(), options);
      method != TransposeMethod::automatic && choice.method != method) {
    result.note = "skipped: here the same as " + std::string(name(choice.method));
    return;
  }
  if (method == TransposeMethod::automatic) result.chosen = chosen_name(exec, options, on.A);

  Workspace<typename On::Space> workspace;
  auto const run = [&] { transpose(exec, on.A, on.B, options, workspace); };
  auto const end_to_end = [&] {
    auto const on_exec = copy_to<typename On::Space>(on.what.A);
    auto const transposed = transpose(exec, on_exec, options);
    exec.fence();
    return HostMatrix<typename On::Scalar>(copy_to<Kokkos::HostSpace>(transposed));
  };
  try {
    time_transpose(on, on.what.expected, result, run, end_to_end);
    result.workspace_bytes = workspace.peak_bytes();
  } catch (std::invalid_argument const& refusal) {
    // A method asked for by name may refuse a valid matrix; the others take every one.
    if (method == TransposeMethod::automatic || method == TransposeMethod::serial) throw;
    result.note = refusal.what();
  }
}

using VariantOn = TransposeOn<PerfSpace, PerfScalar>;

// The rows have the order of the list.
std::vector<Candidate<VariantOn>> register_variants() {
  std::vector<Candidate<VariantOn>> candidates;
  for (TransposeVariant const& variant : transpose_variants())
    candidates.emplace_back(
        "transpose", "Araios", variant.name,
        [variant](VariantOn& on, Result& result) { time_variant(on, result, variant); },
        Method::Options{.word = variant.name, .place = static_cast<int>(candidates.size())});
  return candidates;
}
std::vector<Candidate<VariantOn>> const variants = register_variants();

}  // namespace

}  // namespace Araios::Perf
