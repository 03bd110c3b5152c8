// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "convert/measure_conversion.hpp"
#include "formats/make_format.hpp"

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>

namespace Araios::Perf {

/// From CSR to a format and back. A refusal is the row of the first.
template <class Format, class On>
void time_conversion(On& on, Result const&) {
  auto const& exec = on.exec();
  std::string const name = Format::name;
  Result there = on.result("csr to " + name), back = on.result(name + " to csr");
  Workspace<typename On::Space> workspace, workspace_back;
  Format const format = make_format<Format>(on.host);
  auto const convert = [&] { return format.from_csr(exec, on.A, workspace); };
  std::optional<decltype(convert())> X;
  try {
    X.emplace(convert());
  } catch (std::invalid_argument const& refusal) {
    there.note = refusal.what();
    on.results.push_back(there);
    return;
  }
  std::int64_t const bytes = X->bytes();
  X.reset();
  auto const wrong = [&](auto const& made) { return on.difference(format.to_csr(exec, made, workspace_back)); };
  measure_conversion(on, there, bytes, convert, wrong, &workspace);
  X.emplace(convert());
  measure_conversion(
      on, back, bytes, [&] { return format.to_csr(exec, *X, workspace_back); },
      [&](auto const& B) { return on.difference(B); }, &workspace_back);
}

}  // namespace Araios::Perf
