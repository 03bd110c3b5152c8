// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "formats/make_format.hpp"
#include "spmv/spmv_case.hpp"

#include <Araios/spmv.hpp>

#include <optional>
#include <stdexcept>

namespace Araios::Perf {

/// The products of a matrix in a format, the conversion to it as their set-up.
template <class Format, class On>
void time_format(On& on, Result const& named) {
  using T = typename On::Vector;
  auto const& exec = on.exec();
  Workspace<typename On::Space> for_conversion;
  Format const format = make_format<Format>(on.what.A);
  std::optional<decltype(format.from_csr(exec, on.A, for_conversion))> X;
  Sample set_up;
  std::string refusal;
  on.bench.progress().task(join("Araios csr to ", Format::name, " on ", named.space));
  try {
    set_up = on.bench.set_up([&] { X.emplace(format.from_csr(exec, on.A, for_conversion)); }, [&] { X.reset(); });
  } catch (std::invalid_argument const& reason) {
    refusal = reason.what();
  }
  for_each_op(on, named, [&](Result& result, auto const& operands, bool transposed) {
    if (transposed && on.program.only_best_transposed() && !requires { Format::transposes; }) return;
    result.note = refusal;
    result.matrix_bytes = X ? X->bytes() : -1;
    if (!X) return;
    result.set_up = set_up;
    Workspace<typename On::Space> workspace;
    SpmvOptions const options{transposed ? Op::transpose : Op::none};
    time_product(on, operands, result, [&] { spmv(exec, T(1), *X, operands.x, T(0), operands.y, options, workspace); });
    result.workspace_bytes = workspace.peak_bytes();
  });
}

}  // namespace Araios::Perf
