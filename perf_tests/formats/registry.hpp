// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The list of formats that perf_spmv multiplies with and perf_convert converts to. Each is a file of this folder,
/// which is compiled once for every type and space, and puts itself on the list before the program begins:
/// formats/format.hpp.

#include <map>
#include <set>
#include <string>

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

/// Their names, which are the same for all types and spaces.
inline std::set<std::string>& format_names() {
  static std::set<std::string> all;
  return all;
}

}  // namespace Araios::Perf
