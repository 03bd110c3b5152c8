// SPDX-License-Identifier: Apache-2.0
#include "triangles/published.hpp"
#include "triangles/triangles_program.hpp"

#include <ostream>

namespace Araios::Perf {

namespace {

std::int64_t size_of(Line const& line, std::string const& name) {
  for (auto const& [key, number] : line.what.sizes)
    if (key == name) return number;
  return -1;
}

}  // namespace

void print_triangles_table(std::ostream& out, Line const& line) {
  print_headline(out, line);
  std::int64_t const edges = size_of(line, "edges");
  out << "edges " << with_commas(edges) << ", triangles " << with_commas(size_of(line, "triangles")) << ", candidates "
      << with_commas(size_of(line, "candidates")) << ", of all pairs "
      << with_commas(size_of(line, "candidates_of_all_pairs")) << "\n";
  auto const published = published_times(line.what.name);
  for (std::size_t i = 0; i < published.size(); ++i)
    out << (i == 0 ? "published, ms: " : "; ") << published[i].column << ' ' << milliseconds(published[i].seconds)
        << (published[i].of_other_graph ? " (another graph)" : "");
  out << (published.empty() ? "\n" : "\n\n");
  Table table({"method", "space", "cold ms", "+-", "warm ms", "+-", "G edges/s", "allocated"}, 2);
  for (auto const& result : line.results) {
    std::string const chosen = result.chosen.empty() ? "" : " (" + result.chosen + ")";
    std::vector<std::string> row{result.library + " " + result.method + chosen, result.space};
    if (result.measured())
      for (std::string const& cell :
           {milliseconds(result.flushed.median), percent(result.flushed.spread()), milliseconds(result.warm.median),
            percent(result.warm.spread()), three_digits(static_cast<double>(edges) / result.flushed.median * 1e-9),
            std::string(result.peak_bytes < 0 ? "-" : bytes_text(result.peak_bytes))})
        row.push_back(cell);
    table.add(row, result.note);
  }
  table.drop_empty();
  table.print(out);
  out << std::flush;  // a run that is cut short leaves what it measured
}

void print_published_sources(std::ostream& out, std::vector<Line> const& lines) {
  std::vector<std::string> shown;
  for (auto const& line : lines)
    for (auto const& time : published_times(line.what.name)) {
      std::string const text = time.column + ": " + time.origin;
      if (!contains(shown, text)) shown.push_back(text);
    }
  if (shown.empty()) return;
  out << "\nPublished times were not measured here, but by others on other machines:\n";
  for (auto const& text : shown) out << "  " << text << '\n';
}

}  // namespace Araios::Perf
