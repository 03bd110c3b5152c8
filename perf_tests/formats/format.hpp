// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The formats that perf_spmv multiplies with and perf_convert converts to: each is a file of this folder, compiled once
/// for every type and space, and a candidate of both programs. Each defines, in the namespace Formats, a struct with
///
///   static constexpr char const* name = ...;       one word, for --methods and --formats
///   from_csr(exec, A, workspace)                   A in the format
///   to_csr(exec, X, workspace)                     and back
///   static constexpr bool slow = true;             may be missing: not measured unless asked for by name
///   static constexpr bool transposes = true;       may be missing: its transposed products need no atomics, and are
///                                                  measured in suites, too
///   a constructor from the matrix on the host      may be missing: for what is found out before the clock runs
///
/// and ends with ARAIOS_PERF_FORMAT(TheStruct). A std::invalid_argument of from_csr becomes a remark in the table: a
/// format may refuse a matrix. ConvertsTo has the two functions of most of them.

#include "convert/measure_conversion.hpp"
#include "harness/types.hpp"
#include "spmv/spmv_case.hpp"

#include <Araios/convert.hpp>
#include <Araios/spmv.hpp>

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>

namespace Araios::Perf {

/// The two functions call `convert`, with what options() of the format returns where it has that.
template <class Self, Format To>
struct ConvertsTo {
  template <class Exec, class Matrix, class Space>
  static auto from_csr(Exec const& exec, Matrix const& A, Workspace<Space>& workspace) {
    if constexpr (requires { Self::options(); })
      return convert<To>(exec, A, Self::options(), workspace);
    else
      return convert<To>(exec, A, {}, workspace);
  }
  template <class Exec, class Matrix, class Space>
  static auto to_csr(Exec const& exec, Matrix const& X, Workspace<Space>& workspace) {
    return convert<Format::csr>(exec, X, {}, workspace);
  }
};

/// A struct of this folder for a matrix on the host, which it may look at.
template <class Format, class HostMatrix>
Format make_format([[maybe_unused]] HostMatrix const& A) {
  if constexpr (std::is_constructible_v<Format, HostMatrix const&>)
    return Format(A);
  else
    return Format();
}

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

/// Both conversions, from CSR to a format and back. A refusal is the row of the first.
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

template <class Format, class Exec, class Type>
struct RegisteredFormat {
  Method::Options options{.word = Format::name, .is_slow = requires {Format::slow;
}
};  // namespace Araios::Perf
Candidate<SpmvOn<Exec, Type>> products{"spmv", "Araios", Format::name, time_format<Format, SpmvOn<Exec, Type>>,
                                       options};
Candidate<ConvertOn<Exec, Type>> conversions{"convert", "Araios", both_ways(Format::name),
                                             time_conversion<Format, ConvertOn<Exec, Type>>, options};
}
;

#define ARAIOS_PERF_FORMAT(Format) \
  static RegisteredFormat<Formats::Format, PerfSpace, PerfType> const registered_##Format;

}  // namespace Araios::Perf
