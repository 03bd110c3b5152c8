// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The list of formats that perf_spmv multiplies with and perf_convert converts to. Each is a file of this folder,
/// which is compiled once for every type and space, and puts itself on the list before the program begins:
/// formats/format.hpp.

#include "harness/program.hpp"
#include "harness/types.hpp"

#include <map>
#include <string>
#include <vector>

namespace Araios::Perf {

template <class Exec, class Type>
struct SpmvOn;
template <class Exec, class Type>
struct ConvertOn;

/// What the programs do with a format.
template <class Exec, class Type>
struct FormatOf {
  bool slow;  // not measured unless asked for by name
  void (*products)(SpmvOn<Exec, Type> const&);
  void (*conversions)(ConvertOn<Exec, Type> const&);
};

/// Those that were built, by name.
template <class Exec, class Type>
std::map<std::string, FormatOf<Exec, Type>>& formats() {
  static std::map<std::string, FormatOf<Exec, Type>> all;
  return all;
}

template <class Type>
struct FormatNames {
  static std::vector<std::string> names() {
    std::vector<std::string> all;
    for (auto const& [name, format] : formats<Host, Type>()) all.push_back(name);
    return all;
  }
  static constexpr std::vector<std::string> (*value)() = names;
};

/// Their names: those of any type, since every type has them all.
inline std::vector<std::string> format_names() { return by_type_name<FormatNames>().begin()->second(); }

}  // namespace Araios::Perf
