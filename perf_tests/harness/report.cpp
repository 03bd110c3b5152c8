// SPDX-License-Identifier: Apache-2.0
#include "harness/report.hpp"

#include "harness/program.hpp"
#include "harness/table.hpp"

#include <algorithm>
#include <cctype>
#include <ostream>
#include <stdexcept>
#include <utility>

namespace Araios::Perf {

std::int64_t size_of(Line const& line, std::string const& name) {
  for (auto const& [key, number] : line.what.sizes)
    if (key == name) return number;
  return -1;
}

Result const* find(std::vector<Result> const& results, std::string const& library, std::string const& method,
                   bool on_device) {
  for (auto const& result : results)
    if (result.library == library && result.method == method && result.on_device == on_device && result.measured())
      return &result;
  return nullptr;
}

Result const* fastest(std::vector<Result> const& results, std::string const& library,
                      std::vector<std::string> const& methods, bool on_device, Sample Result::* figure) {
  Result const* best = nullptr;
  for (std::string const& method : methods)
    if (auto const* const one = find(results, library, method, on_device); one != nullptr && (one->*figure).repeats > 0)
      if (best == nullptr || (one->*figure).median < (best->*figure).median) best = one;
  return best;
}

void add_speedup(Result& result, std::string const& over, Result const* other) {
  if (other == nullptr || !result.measured()) return;
  result.speedups.emplace_back(over, other->flushed.median / result.flushed.median);
  result.speedups.emplace_back(over + "_warm", other->warm.median / result.warm.median);
  if (other->end_to_end.repeats > 0 && result.end_to_end.repeats > 0)
    result.speedups.emplace_back(over + "_end_to_end", other->end_to_end.median / result.end_to_end.median);
}

std::string speedup(Result const& result, std::string const& over) {
  for (auto const& [name, ratio] : result.speedups)
    if (name == over) return three_digits(ratio);
  return "-";
}

double bytes_per_second(Result const& result) { return static_cast<double>(result.bytes) / result.flushed.median; }

std::string library_and_method(Result const& result) { return result.library + " " + result.method; }
std::string method_of_any(Result const& result) {
  return result.library == "Araios" ? result.method : library_and_method(result);
}

namespace {
std::string milliseconds_or_dash(Sample const& sample) {
  return sample.repeats > 0 ? milliseconds(sample.median) : std::string("-");
}
}  // namespace

namespace Columns {
Column time(std::string const& heading, Sample Result::* figure) {
  return {heading, [figure](Result const& result) { return milliseconds_or_dash(result.*figure); }};
}
Column spread(Sample Result::* figure) {
  return {"+-", [figure](Result const& result) {
            return (result.*figure).repeats > 0 ? percent((result.*figure).spread()) : std::string("-");
          }};
}
Column times(std::string const& heading, std::string const& over) {
  return {heading, [over](Result const& result) { return speedup(result, over); }};
}
Column rate() {
  return {"GB/s", [](Result const& result) { return three_digits(1e-9 * bytes_per_second(result)); }};
}
Column of_copy() {
  return {"of copy", [](Result const& result) { return percent(bytes_per_second(result) / result.copy_bandwidth); }};
}
Column percent_of_copy() {
  return {"% of copy",
          [](Result const& result) { return three_digits(100 * bytes_per_second(result) / result.copy_bandwidth); }};
}
Column matrix() {
  return {"matrix", [](Result const& result) { return bytes_or_dash(result.matrix_bytes); }};
}
Column workspace(std::string const& heading) {
  return {heading, [](Result const& result) { return bytes_or_dash(result.workspace_bytes); }};
}
Column peak(std::string const& heading) {
  return {heading, [](Result const& result) { return bytes_or_dash(result.peak_bytes); }};
}
Column same_bits() {
  return {"same bits", [](Result const& result) {
            return std::string(!result.repeatable ? "-" : *result.repeatable ? "yes" : "no");
          }};
}
}  // namespace Columns

JsonFile::JsonFile(std::string const& name) : name_(name) {
  if (name.empty()) return;
  file_.open(name, std::ios::app);
  if (!file_) throw std::runtime_error("cannot write " + name);
}

void JsonFile::add(Environment const& environment, Case const& what, std::vector<Result> const& results) {
  if (name_.empty()) return;
  for (auto const& result : results) write_json_line(file_, environment, what, result);
  if (!file_.flush()) throw std::runtime_error("cannot write " + name_);
}

void print_headline(std::ostream& out, Line const& line) {
  auto const& [what, results] = line;
  out << '\n'
      << what.name << ": " << with_commas(what.sizes[0].second) << " x " << with_commas(what.sizes[1].second) << ", "
      << with_commas(what.sizes[2].second) << " entries, " << what.type;
  std::vector<std::string> spaces;
  for (auto const& result : results) {
    if (!result.measured() || contains(spaces, result.space)) continue;
    if (spaces.empty() && result.bytes > 0) out << ", " << bytes_text(result.bytes) << " at least";
    spaces.push_back(result.space);
    out << "; copy on " << result.space << " " << three_digits(1e-9 * result.copy_bandwidth) << " GB/s";
  }
  out << "\n\n";
}

std::string column_name(std::string const& label, std::string const& space) {
  std::string name;
  for (char c : label + " " + space) {
    bool const letter = std::isalnum(static_cast<unsigned char>(c)) != 0;
    if (letter)
      name += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    else if (!name.empty() && name.back() != '_')
      name += '_';
  }
  while (!name.empty() && name.back() == '_') name.pop_back();
  return name;
}

void write_csv(std::string const& file, std::vector<Line> const& lines,
               std::function<std::string(Result const&)> const& label, std::vector<CsvFigure> const& figures) {
  auto const column_of = [&](Result const& result) { return column_name(label(result), result.space); };
  std::vector<std::string> columns;
  bool types = false;
  for (auto const& line : lines) {
    types = types || line.what.type != lines.front().what.type;
    for (auto const& result : line.results) {
      std::string const name = column_of(result);
      if (!contains(columns, name)) columns.push_back(name);
    }
  }
  std::ofstream csv(file);
  csv << "name," << (types ? "type," : "") << "m,n,nnz"
      << (!lines.empty() && lines[0].what.sizes.size() > 3 ? "," + lines[0].what.sizes[3].first : "");
  for (auto const& column : columns)
    for (auto const& figure : figures) csv << ',' << column << '_' << figure.suffix;
  csv << '\n';
  for (auto const& [what, results] : lines) {
    csv << csv_field(what.name) << (types ? "," + what.type : "");
    for (auto const& [name, size] : what.sizes) csv << ',' << size;
    for (auto const& column : columns) {
      auto const at = std::find_if(results.begin(), results.end(),
                                   [&](Result const& result) { return column_of(result) == column; });
      bool const measured = at != results.end() && at->measured();
      for (auto const& figure : figures) {
        std::string const text = measured ? figure.text(*at) : "";
        csv << ',' << (text == "-" ? "" : text);
      }
    }
    csv << '\n';
  }
  if (!csv.flush()) throw std::runtime_error("cannot write " + file);
}

CsvFigure csv_time(std::string const& suffix, Sample Result::* figure) {
  return {suffix, [figure](Result const& result) { return milliseconds_or_dash(result.*figure); }};
}
CsvFigure csv_rate() {
  return {"gb_s", [](Result const& result) { return three_digits(1e-9 * bytes_per_second(result)); }};
}

void print(std::ostream& out, Report const& report, Line const& line) {
  report.headline(out, line);
  std::vector<std::string> head{report.label_heading, "space"};
  for (Column const& column : report.columns) head.push_back(column.heading);
  Table table(std::move(head), 2);
  for (Result const& result : line.results) {
    std::vector<std::string> row{report.label(result), result.space.empty() ? "-" : result.space};
    if (result.measured())
      for (Column const& column : report.columns) row.push_back(column.cell(line, result));
    table.add(std::move(row), result.note);
  }
  table.drop_empty();
  table.print(out);
  out << std::flush;  // a run that is cut short leaves what it measured
}

void finish(std::ostream& out, Report const& report, std::vector<Line> const& lines, JsonFile const& json, bool suite) {
  if (report.overview) report.overview(out, lines);
  if (!report.csv_file.empty())
    write_csv(report.csv_file, lines, report.csv_label ? report.csv_label : report.label, report.csv_figures);
  out << '\n' << report.footer << '\n';
  std::string written = report.csv_file;
  if (!json.name().empty()) written += (written.empty() ? "" : ", ") + json.name();
  if (!written.empty()) out << "written: " << written << '\n';
  if (suite && report.summary) report.summary(out, lines);
}

std::vector<Lines> by_type(std::vector<Line> const& lines) {
  std::vector<Lines> all;
  for (auto const& line : lines) {
    auto const same = [&](Lines const& others) { return others[0]->what.type == line.what.type; };
    auto at = std::find_if(all.begin(), all.end(), same);
    if (at == all.end()) at = all.insert(at, Lines{});
    at->push_back(&line);
  }
  return all;
}

void print_figures(std::ostream& out, std::string const& label, Figures const& figures,
                   std::initializer_list<char const*> extremes) {
  if (figures.count == 0) return;
  out << label << ": geometric mean " << three_digits(figures.mean()) << " of " << figures.count;
  for (std::string const extreme : extremes) {
    bool const is_least = extreme == "least";
    out << ", " << extreme << ' ' << three_digits(is_least ? figures.least : figures.most) << " ("
        << (is_least ? figures.min_at : figures.max_at) << ')';
  }
  out << '\n';
}

}  // namespace Araios::Perf
