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

#include "formats/time_conversion.hpp"
#include "formats/time_format.hpp"
#include "harness/types.hpp"

#include <Araios/convert.hpp>

namespace Araios::Perf {

/// By `convert`, with what options() of the format returns where it has that.
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
