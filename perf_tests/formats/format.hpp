// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// For the files of this folder. Each defines, in the namespace Formats, a struct with
///
///   static constexpr char const* name = ...;       one word, for --methods
///   from_csr(exec, A, workspace)                   A in the format
///   to_csr(exec, X, workspace)                     and back; may be missing
///   static constexpr bool slow = true;             may be missing: not measured unless asked for by name
///   static constexpr bool transposes = true;       may be missing: its transposed products need no atomics, and are
///                                                  measured in suites, too
///   a constructor from the matrix on the host      may be missing: for what is found out before the clock runs
///
/// and ends with ARAIOS_PERF_FORMAT(TheStruct). A std::invalid_argument of from_csr becomes a remark in the table: a
/// format may refuse a matrix. Products are measured where the format has them.

#include "formats/registry.hpp"
#include "formats/time_conversion.hpp"
#include "formats/time_format.hpp"
#include "harness/types.hpp"

namespace Araios::Perf {

template <class Format>
inline constexpr bool is_slow = requires { Format::slow; };

template <class Format, class Exec, class Type>
bool register_format() {
  FormatOf<Exec, Type> const format{is_slow<Format>, time_format<Format, Exec, Type>,
                                    time_conversion<Format, Exec, Type>};
  format_names().insert(Format::name);
  return formats<Exec, Type>().insert({Format::name, format}).second;
}

#define ARAIOS_PERF_FORMAT(Format) \
  static bool const registered_##Format = register_format<Formats::Format, PerfSpace, PerfType>();

}  // namespace Araios::Perf
