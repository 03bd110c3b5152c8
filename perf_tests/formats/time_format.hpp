// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "formats/make_format.hpp"
#include "spmv/spmv_case.hpp"

#include <Araios/spmv.hpp>

#include <optional>
#include <stdexcept>

namespace Araios::Perf {

/// The products of a matrix in a format, the conversion to it as their set-up.
template <class Format, class Exec, class Type>
void time_format(SpmvOn<Exec, Type> const& on) {
  using T = typename Type::Vector;
  using Workspaces = Workspace<typename Exec::memory_space>;
  Exec const& exec = on.exec();
  Workspaces for_conversion;
  Format const format = make_format<Format>(on.what.A);
  using Matrix = decltype(format.from_csr(exec, on.A, for_conversion));
  std::optional<Matrix> X;
  Sample set_up;
  std::string refusal;
  on.bench.progress().task(join("Araios csr to ", Format::name, " on ", Exec::name()));
  try {
    set_up = on.bench.set_up([&] { X.emplace(format.from_csr(exec, on.A, for_conversion)); }, [&] { X.reset(); });
  } catch (std::invalid_argument const& reason) {
    refusal = reason.what();
  }
  for_each_op(on, [&](std::string const& suffix, auto const& operands, bool transposed) {
    if (transposed && on.program.only_best_transposed() && !requires { Format::transposes; }) return;
    Result result = on.result("Araios", Format::name + suffix);
    result.note = refusal;
    result.matrix_bytes = -1;
    if (X) {
      result.matrix_bytes = X->bytes();
      result.set_up = set_up;
      Workspaces workspace;
      SpmvOptions const options{transposed ? Op::transpose : Op::none};
      time_product(on, operands, result,
                   [&] { spmv(exec, T(1), *X, operands.x, T(0), operands.y, options, workspace); });
      result.workspace_bytes = workspace.peak_bytes();
    }
    on.results.push_back(result);
  });
}

}  // namespace Araios::Perf
