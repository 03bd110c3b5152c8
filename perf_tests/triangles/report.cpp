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

void print_headline_of_graph(std::ostream& out, Line const& line) {
  print_headline(out, line);
  out << "edges " << with_commas(size_of(line, "edges")) << ", triangles " << with_commas(size_of(line, "triangles"))
      << ", candidates " << with_commas(size_of(line, "candidates")) << ", of all pairs "
      << with_commas(size_of(line, "candidates_of_all_pairs")) << "\n";
  auto const published = published_times(line.what.name);
  for (std::size_t i = 0; i < published.size(); ++i)
    out << (i == 0 ? "published, ms: " : "; ") << published[i].column << ' ' << milliseconds(published[i].seconds)
        << (published[i].of_other_graph ? " (another graph)" : "");
  out << (published.empty() ? "\n" : "\n\n");
}

/// What the names of published times stand for, and that they were not measured here.
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

}  // namespace

Report triangles_report() {
  using namespace Columns;
  Column const edges{"G edges/s", [](Line const& line, Result const& result) {
                       auto const edges = static_cast<double>(size_of(line, "edges"));
                       return three_digits(edges / result.flushed.median * 1e-9);
                     }};
  return {.program = "perf_triangles",
          .of_results = "perf_triangles",
          .columns = {cold(), cold_spread(), warm(), warm_spread(), edges, peak("allocated")},
          .footer =
              "times: medians in milliseconds; clean, orient and all with their allocations; cold: caches flushed "
              "before each run; +-: half the distance from the 10th to the 90th percentile; allocated: in all, by one "
              "run",
          .headline = print_headline_of_graph,
          .label =
              [](Result const& result) {
                return library_and_method(result) + (result.chosen.empty() ? "" : " (" + result.chosen + ")");
              },
          .summary = print_published_sources};
}

}  // namespace Araios::Perf
