// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// What a program measures. A file that is compiled for a type, or for a type and a space, registers its functions and
/// its candidates by objects of these classes, which are made before main begins.

#include "harness/program.hpp"
#include "harness/results.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <tuple>
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

  /// The types that were built.
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

/// A library that has candidates.
struct Library {
  std::string name, word;  // in results, and in --libraries
  bool is_built = true;
  bool has_spaces = true;  // else its results are those of "host"
};

/// All libraries, in the order of their rows. What is measured beside Araios whenever that is, has its word.
inline std::vector<Library> const& libraries() {
#ifdef ARAIOS_HAVE_CUSPARSE
  constexpr bool cusparse = true;
#else
  constexpr bool cusparse = false;
#endif
#ifdef ARAIOS_HAVE_CUBLAS
  constexpr bool cublas = true;
#else
  constexpr bool cublas = false;
#endif
#ifdef ARAIOS_HAVE_KOKKOS_KERNELS
  constexpr bool kokkos_kernels = true;
#else
  constexpr bool kokkos_kernels = false;
#endif
#ifdef ARAIOS_HAVE_CXSPARSE
  constexpr bool cxsparse = true;
#else
  constexpr bool cxsparse = false;
#endif
#ifdef ARAIOS_HAVE_GRAPHBLAS
  constexpr bool graphblas = true;
#else
  constexpr bool graphblas = false;
#endif
#ifdef ARAIOS_HAVE_LAPACK
  constexpr bool lapack = true;
#else
  constexpr bool lapack = false;
#endif
  static std::vector<Library> const all = {{"Araios", "araios"},
                                           {"copy", "araios"},
                                           {"CUB", "cub"},
                                           {"Thrust", "cub"},
                                           {"Kokkos", "araios"},
                                           {"cuSPARSE", "cusparse", cusparse},
                                           {"cuBLAS", "cublas", cublas},
                                           {"Kokkos Kernels", "kokkos_kernels", kokkos_kernels},
                                           {"CXSparse", "cxsparse", cxsparse, false},
                                           {"GraphBLAS", "graphblas", graphblas, false},
                                           {"LAPACK", "lapack", lapack, false},
                                           {"std", "std", true, false}};
  return all;
}

/// The place of a library in that list.
inline std::size_t rank_of(std::string const& library) {
  std::size_t at = 0;
  while (libraries().at(at).name != library) ++at;
  return at;
}

/// A method of a library for an operation, and what the command line may say of it.
struct Method {
  struct Options {
    std::string word = {};      // in --methods or --formats; empty: these do not concern it
    bool is_slow = false;       // measured only where its word is given
    int place = 0;              // of its row among those of its library: by this, then by name
    bool is_reference = false;  // others are compared with its result: it runs even where it is not requested
  };

  std::string operation, library, name;
  Options options = {};

  Library const& of() const { return libraries().at(rank_of(library)); }
  /// "library/name"
  std::string full_name() const { return library + "/" + name; }

  /// All methods that were built, of all types and spaces.
  static std::vector<Method>& all() {
    static std::vector<Method> methods;
    return methods;
  }
  /// The words of an operation.
  static std::vector<std::string> words(std::string const& operation) {
    std::set<std::string> words;
    for (Method const& one : all())
      if (one.operation == operation && !one.options.word.empty()) words.insert(one.options.word);
    return {words.begin(), words.end()};
  }
};

/// A way to solve the problem On, which has the operands of one matrix, type and space, and the results. `time` gets the
/// problem and a result without figures; it checks and times the method. A result that then has figures or a note is kept
/// in the problem.
///
///   Candidate<On> const graphblas("add", "GraphBLAS", "GrB_eWiseAdd", time_graphblas<On>);
template <class On>
struct Candidate {
  using Time = std::function<void(On&, Result&)>;
  Method method;
  Time time;

  Candidate(std::string operation, std::string library, std::string name, Time time_, Method::Options options = {})
      : method{std::move(operation), std::move(library), std::move(name), std::move(options)}, time(std::move(time_)) {
    all().push_back(*this);
    Method::all().push_back(method);
  }

  /// The candidates for an operation, in the order of their rows.
  static std::vector<Candidate> of(std::string const& operation) {
    std::vector<Candidate> found;
    for (Candidate const& one : all())
      if (one.method.operation == operation) found.push_back(one);
    auto const key = [](Method const& method) {
      return std::tuple(rank_of(method.library), method.options.place, method.name);
    };
    std::sort(found.begin(), found.end(),
              [&](Candidate const& a, Candidate const& b) { return key(a.method) < key(b.method); });
    return found;
  }

  void operator()(On& on) const {
    Result result = result_in<typename On::Exec>(method.library, method.name);
    if (!method.of().has_spaces) result.space = "host";
    time(on, result);
    if (result.measured() || !result.note.empty()) on.results.push_back(std::move(result));
  }

 private:
  static std::vector<Candidate>& all() {
    static std::vector<Candidate> candidates;
    return candidates;
  }
};

/// Which methods the command line requests.
struct Selection {
  std::vector<std::string> libraries;  // words; empty: all
  std::vector<std::string> methods;    // words; empty: all but slow ones
  std::string filter;                  // a regular expression; empty: all

  bool wants_library(std::string const& word) const { return libraries.empty() || contains(libraries, word); }
  bool wants(Method const& one) const {
    std::string const& word = one.options.word;
    bool const is_named = methods.empty() ? !one.options.is_slow : word.empty() || contains(methods, word);
    return is_named && wants_library(one.of().word) &&
           (filter.empty() || std::regex_search(one.full_name(), std::regex(filter)));
  }
};

/// Runs the candidates for a problem that are requested.
template <class On>
void run_candidates(Selection const& selection, std::string const& operation, On& on) {
  for (auto const& candidate : Candidate<On>::of(operation))
    if (selection.wants(candidate.method)) candidate(on);
}

}  // namespace Araios::Perf
