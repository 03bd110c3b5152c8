// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// What a program measures. A file that is compiled for a type, or for a type and a space, registers its functions and
/// its candidates by objects of these classes, which are made before main begins.

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace Araios::Perf {

/// A function of a program for a type of values, by the name of the type.
///
///   static OfType<TimeSomething> const time_type(perf_type_name, time_something<PerfType>);
template <class Function>
class OfType {
 public:
  OfType(std::string const& type, Function* function) { all()[type] = function; }

  /// Those that were built.
  static std::map<std::string, Function*>& all() {
    static std::map<std::string, Function*> functions;
    return functions;
  }
  static std::vector<std::string> names() {
    std::vector<std::string> names;
    for (auto const& [name, function] : all()) names.push_back(name);
    return names;
  }
};

/// The libraries, in the order of their rows, and the words of --libraries.
inline std::vector<std::pair<std::string, std::string>> const& libraries() {
  static std::vector<std::pair<std::string, std::string>> const all = {{"Araios", "araios"},
                                                                       {"cuSPARSE", "cusparse"},
                                                                       {"Kokkos Kernels", "kokkos_kernels"},
                                                                       {"CXSparse", "cxsparse"},
                                                                       {"GraphBLAS", "graphblas"}};
  return all;
}

/// Whether the program was built with a library, by its word.
inline bool is_built(std::string const& word) {
#ifndef ARAIOS_HAVE_CUSPARSE
  if (word == "cusparse") return false;
#endif
#ifndef ARAIOS_HAVE_KOKKOS_KERNELS
  if (word == "kokkos_kernels") return false;
#endif
#ifndef ARAIOS_HAVE_CXSPARSE
  if (word == "cxsparse") return false;
#endif
#ifndef ARAIOS_HAVE_GRAPHBLAS
  if (word == "graphblas") return false;
#endif
  return true;
}

/// The place of a library in that list.
inline std::size_t rank_of(std::string const& library) {
  std::size_t at = 0;
  while (libraries().at(at).first != library) ++at;
  return at;
}

/// A way to solve the problem On, which has the operands of one matrix, type and space: a method of a library. `time`
/// checks it, times it, and keeps the result in the problem.
///
///   static Candidate<On> const graphblas("add", "GraphBLAS", "GrB_eWiseAdd", time_graphblas<On>);
template <class On>
struct Candidate {
  std::string operation, library, method;
  void (*time)(On&);
  /// The others are compared with its result, so that it runs even where its library is not requested.
  bool is_reference;

  Candidate(std::string operation_, std::string library_, std::string method_, void (*time_)(On&),
            bool is_reference_ = false)
      : operation(std::move(operation_)),
        library(std::move(library_)),
        method(std::move(method_)),
        time(time_),
        is_reference(is_reference_) {
    all().push_back(*this);
  }

  /// In the order of the libraries, and in that of the names of methods.
  static std::vector<Candidate> of(std::string const& operation) {
    std::vector<Candidate> found;
    for (Candidate const& one : all())
      if (one.operation == operation) found.push_back(one);
    std::sort(found.begin(), found.end(), [](Candidate const& a, Candidate const& b) {
      return std::pair(a.rank(), a.method) < std::pair(b.rank(), b.method);
    });
    return found;
  }
  /// The word of its library.
  std::string const& word() const { return libraries().at(rank()).second; }

 private:
  static std::vector<Candidate>& all() {
    static std::vector<Candidate> candidates;
    return candidates;
  }
  std::size_t rank() const { return rank_of(library); }
};

}  // namespace Araios::Perf
