// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "convert/convert_case.hpp"
#include "formats/make_format.hpp"
#include "harness/difference.hpp"
#include "harness/time_checked.hpp"

#include <Araios/core/workspace.hpp>

#include <optional>
#include <stdexcept>

namespace Araios::Perf {

template <class Format, class Exec, class Matrix, class Workspace>
concept ConvertsBack = requires(Format const& format, Exec const& exec, Matrix const& X, Workspace& workspace) {
  format.to_csr(exec, X, workspace);
};

/// From CSR to a format and back, results included: their arrays are allocated in every run, and released outside of
/// it.
template <class Format, class Exec, class Type>
void time_conversion(ConvertOn<Exec, Type> const& on) {
  using Workspaces = Workspace<typename Exec::memory_space>;
  Exec const& exec = on.exec();
  Workspaces workspace;
  Format const format = make_format<Format>(on.host);
  using Matrix = decltype(format.from_csr(exec, on.A, workspace));
  std::optional<Matrix> X;
  auto const convert = [&] { X.emplace(format.from_csr(exec, on.A, workspace)); };
  auto const forget = [&] { X.reset(); };
  std::string const name = Format::name;
  Result there = on.result("csr to " + name);
  Result back = on.result(name + " to csr");
  auto const require_same = [&](auto const& B, Result const& result, char const* when) {
    exec.fence();
    if (auto const found = on.difference(B))
      throw WrongResult(join(result.method, " in ", result.space, ", ", when, ": the result is wrong: ", *found));
  };
  try {
    convert();
  } catch (std::invalid_argument const& refusal) {
    there.note = refusal.what();
    on.results.push_back(there);
    return;
  }
  std::int64_t const bytes = on.A.bytes() + X->bytes();
  there.matrix_bytes = back.matrix_bytes = X->bytes();
  if constexpr (ConvertsBack<Format, Exec, Matrix, Workspaces>) {
    Workspaces workspace_back;
    auto const check_there = [&](char const* when) {
      convert();
      require_same(format.to_csr(exec, *X, workspace_back), there, when);
    };
    time_checked(on.bench, there, bytes, convert, check_there, forget);
    there.workspace_bytes = workspace.peak_bytes();
    on.add(there);

    std::optional<decltype(format.to_csr(exec, *X, workspace_back))> B;
    auto const convert_back = [&] { B.emplace(format.to_csr(exec, *X, workspace_back)); };
    auto const check_back = [&](char const* when) {
      convert_back();
      require_same(*B, back, when);
    };
    time_checked(on.bench, back, bytes, convert_back, check_back, [&] { B.reset(); });
    back.workspace_bytes = workspace_back.peak_bytes();
    on.add(back);
  } else {
    time_checked(on.bench, there, bytes, convert, [](char const*) {}, forget);
    there.workspace_bytes = workspace.peak_bytes();
    there.note = "not checked: it does not convert back";
    on.add(there);
  }
}

}  // namespace Araios::Perf
