// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// What the reports of the programs share: JSON lines, tables of one case, a CSV file of all.

#include "harness/results.hpp"

#include <fstream>
#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

namespace Araios::Perf {

/// The results of one case.
struct Line {
  Case what;
  std::vector<Result> results;
};

/// That of a library's method, if it was measured; nullptr otherwise.
Result const* find(std::vector<Result> const& results, std::string const& library, std::string const& method,
                   bool on_device);

/// Where both were measured: how many times as long `other` took, as "<over>", "<over>_warm" and "<over>_end_to_end".
void add_speedup(Result& result, std::string const& over, Result const* other);
/// Three digits, or "-".
std::string speedup(Result const& result, std::string const& over);

/// The file of --json: one object a result, appended. Without a name it does nothing.
class JsonFile {
 public:
  /// Throws        std::runtime_error when the file cannot be written; so does `add`.
  explicit JsonFile(std::string const& name);
  void add(Environment const& environment, Case const& what, std::vector<Result> const& results);
  std::string const& name() const { return name_; }

 private:
  std::string name_;
  std::ofstream file_;
};

/// A line about a matrix: name, shape, entries, type, the bytes that must move, and what a copy reaches in each space.
void print_headline(std::ostream& out, Line const& line);

/// "Kokkos Kernels + sort" in "Cuda" as "kokkos_kernels_sort_cuda".
std::string column_name(std::string const& label, std::string const& space);

/// A figure of each result in a CSV file.
struct CsvFigure {
  std::string suffix;
  std::function<std::string(Result const&)> text;  // of a result that was measured
};

/// One line a case: name, type where there are several, sizes, then the figures of each method in each space.
///
/// Throws        std::runtime_error when the file cannot be written.
void write_csv(std::string const& file, std::vector<Line> const& lines,
               std::function<std::string(Result const&)> const& label, std::vector<CsvFigure> const& figures);

/// "times: medians ...", and the files that were written.
void print_footer(std::ostream& out, std::string const& csv_file, JsonFile const& json);

/// The lines of each type of values, types in the order of their first appearance.
std::vector<std::vector<Line const*>> by_type(std::vector<Line> const& lines);

}  // namespace Araios::Perf
