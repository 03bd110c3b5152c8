// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// What the reports of the programs share: JSON lines, tables of one case, a CSV file of all.

#include "harness/results.hpp"

#include <fstream>
#include <functional>
#include <initializer_list>
#include <iosfwd>
#include <string>
#include <utility>
#include <vector>

namespace Araios::Perf {

/// The results of one case.
struct Line {
  Case what;
  std::vector<Result> results;
};
/// One of the sizes of its case; -1 where it has none of that name.
std::int64_t size_of(Line const& line, std::string const& name);

/// The result of a library's method, if it was measured; nullptr otherwise.
Result const* find(std::vector<Result> const& results, std::string const& library, std::string const& method,
                   bool on_device);

/// The method of a library with the least figure, among `methods` that have it; nullptr: none has.
Result const* fastest(std::vector<Result> const& results, std::string const& library,
                      std::vector<std::string> const& methods, bool on_device,
                      Sample Result::* figure = &Result::flushed);

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

/// A column of a table: a figure of each result that was measured.
struct Column {
  std::string heading;
  std::function<std::string(Line const&, Result const&)> cell;

  Column(std::string heading_, std::function<std::string(Line const&, Result const&)> cell_)
      : heading(std::move(heading_)), cell(std::move(cell_)) {}
  /// A figure that does not depend on the matrix.
  Column(std::string heading_, std::function<std::string(Result const&)> const& cell_)
      : heading(std::move(heading_)), cell([cell_](Line const&, Result const& result) { return cell_(result); }) {}
};

/// Columns that several tables have.
namespace Columns {
/// Milliseconds, and their spread, where there are repeats.
Column time(std::string const& heading, Sample Result::* figure);
Column spread(Sample Result::* figure);
inline Column cold() { return time("cold ms", &Result::flushed); }
inline Column cold_spread() { return spread(&Result::flushed); }
inline Column warm() { return time("warm ms", &Result::warm); }
inline Column warm_spread() { return spread(&Result::warm); }
inline Column set_up() { return time("set-up ms", &Result::set_up); }
/// A speed-up by its name.
Column times(std::string const& heading, std::string const& over);
/// The bytes by the formula, over the cold time.
Column rate();
Column of_copy();          // 50.0%
Column percent_of_copy();  // 50.0
Column matrix();
Column workspace(std::string const& heading = "workspace");
Column peak(std::string const& heading = "peak");
Column same_bits();
}  // namespace Columns

/// Bytes by the formula, per second, caches flushed.
double bytes_per_second(Result const& result);
/// "cuSPARSE ALG1"
std::string library_and_method(Result const& result);
/// The same, without "Araios".
std::string method_of_any(Result const& result);

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

/// Figures that several files have: "ms", "warm_ms", "gb_s".
CsvFigure csv_time(std::string const& suffix, Sample Result::* figure);
inline CsvFigure csv_cold() { return csv_time("ms", &Result::flushed); }
inline CsvFigure csv_warm() { return csv_time("warm_ms", &Result::warm); }
CsvFigure csv_rate();

/// What the columns of times hold.
inline constexpr char const* times_are_medians = "times: medians in milliseconds; cold: caches flushed before each "
                                                 "run; +-: half the distance from the 10th to the 90th "
                                                 "percentile";

/// How a program shows its results. What is empty is left out.
struct Report {
  std::string program;
  std::string of_results;  // the program in the JSON lines; that of a suite ends with _suite
  std::vector<Column> columns = {};
  std::string footer = {};  // below the tables
  std::function<void(std::vector<Result>&)> compare = {};
  std::function<void(std::ostream&, Line const&)> headline = print_headline;
  std::function<std::string(Result const&)> label = library_and_method;
  std::string label_heading = "method";
  std::string csv_file = {};
  std::vector<CsvFigure> csv_figures = {};
  std::function<std::string(Result const&)> csv_label = {};                    // empty: `label`
  std::function<void(std::ostream&, std::vector<Line> const&)> overview = {};  // above the footer
  std::function<void(std::ostream&, std::vector<Line> const&)> summary = {};   // of a suite, below the footer
};

/// The table of one case, a row a result: label, space, the columns, and the note. Columns in which no result has a
/// figure are left out.
void print(std::ostream& out, Report const& report, Line const& line);
/// What comes after the last table: overview, files, footer, and of a suite the summary.
void finish(std::ostream& out, Report const& report, std::vector<Line> const& lines, JsonFile const& json, bool suite);

using Lines = std::vector<Line const*>;

/// The lines of each type of values, types in the order of their first appearance.
std::vector<Lines> by_type(std::vector<Line> const& lines);

/// A figure of results, as summaries name it.
struct Timing {
  char const* label;
  Sample Result::* figure;
};
inline constexpr Timing cold_and_warm[] = {{"caches flushed", &Result::flushed}, {"caches warm", &Result::warm}};

/// How many times as long other(results) took as own(results), of each line that has both.
template <class Own, class Other>
Figures ratios(Lines const& lines, Own const& own, Other const& other, Sample Result::* figure) {
  Figures figures;
  for (Line const* const line : lines) {
    Result const* const mine = own(line->results);
    Result const* const theirs = other(line->results);
    if (mine != nullptr && theirs != nullptr) figures.add(ratio(theirs->*figure, mine->*figure), line->what.name);
  }
  return figures;
}

/// "<label>: geometric mean 1.2 of 16, least 0.9 (web-Stanford)"; extremes may also be "most" and "worst", the largest.
/// It prints nothing where there are no figures.
void print_figures(std::ostream& out, std::string const& label, Figures const& figures,
                   std::initializer_list<char const*> extremes = {"least"});

}  // namespace Araios::Perf
