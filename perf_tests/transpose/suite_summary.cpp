// SPDX-License-Identifier: Apache-2.0
#include "harness/suite.hpp"
#include "harness/table.hpp"
#include "transpose/transpose_program.hpp"

#include <ostream>

namespace Araios::Perf {

namespace {

std::int64_t entries(Line const& line) { return line.what.sizes[2].second; }

struct Baseline {
  char const* library;
  char const* method;
  char const* label;
  bool on_device;
};

void print_speedup(std::ostream& out, Lines const& lines, std::string const& method, Baseline const& baseline,
                   std::int64_t min_entries) {
  Lines longer;
  for (Line const* const line : lines)
    if (entries(*line) > min_entries) longer.push_back(line);
  for (auto const& [label, figure] :
       {cold_and_warm[0], cold_and_warm[1], Timing{"with allocation of output and workspace", &Result::end_to_end}})
    print_figures(
        out, join("  ", method, " over ", baseline.label, ", ", label),
        ratios(
            longer, [&](auto const& results) { return find(results, "Araios", method, baseline.on_device); },
            [&](auto const& results) { return find(results, baseline.library, baseline.method, baseline.on_device); },
            figure));
}

void print_device(std::ostream& out, Lines const& lines) {
  Baseline const cusparse{"cuSPARSE", "csr2cscEx2", "cuSPARSE", true};
  print_speedup(out, lines, "automatic", cusparse, 0);
  print_speedup(out, lines, automatic_8_bytes, cusparse, 0);
  print_speedup(out, lines, "plan numeric", cusparse, 0);
  Figures warm, workspace, floors, on_stencil;
  for (Line const* const line : lines) {
    std::string const& name = line->what.name;
    double const nnz = static_cast<double>(entries(*line));
    if (auto const* const own = find(line->results, "Araios", "automatic", true)) {
      if (nnz < 3e6) warm.add(own->warm.median, name);
      if (nnz > 1e6) workspace.add(static_cast<double>(own->workspace_bytes) / nnz, name);
    }
    if (auto const* const plan = find(line->results, "Araios", "plan numeric", true)) {
      double const floor = static_cast<double>(plan->bytes) / plan->copy_bandwidth;
      floors.add(plan->flushed.median / floor, name);
      if (name.rfind("stencil27", 0) == 0) on_stencil.add(plan->flushed.median / floor, name);
    }
  }
  if (warm.count > 0)
    out << "  automatic, longest warm time under 3,000,000 entries: " << milliseconds(warm.most) << " ms ("
        << warm.max_at << ")\n";
  if (workspace.count > 0)
    out << "  automatic, most workspace above 1,000,000 entries: " << three_digits(workspace.most)
        << " bytes an entry (" << workspace.max_at << ")\n";
  print_figures(out, "  plan numeric over its floor, caches flushed", floors, {"most"});
  if (on_stencil.count > 0)
    out << "  plan numeric over its floor, caches flushed, " << on_stencil.max_at << ": "
        << three_digits(on_stencil.most) << '\n';
}

void print_part(std::ostream& out, Lines const& lines, char const* part) {
  if (lines.empty()) return;
  out << "\nsuite, " << lines[0]->what.type << ", " << part << ": " << lines.size() << " matrices\n";
  print_device(out, lines);
  print_speedup(out, lines, "automatic", {"CXSparse", "cs_transpose", "CXSparse", false}, 0);
  print_speedup(out, lines, "automatic", {"CXSparse", "cs_transpose", "CXSparse above 2,000,000 entries", false},
                2'000'000);
}

}  // namespace

void print_suite_summary(std::ostream& out, std::vector<Line> const& lines) {
  for (Lines const& of_type : by_type(lines)) {
    Lines sixteen, added;
    for (Line const* const line : of_type) (added_to_transposition(line->what.name) ? added : sixteen).push_back(line);
    print_part(out, sixteen, "the sixteen");
    print_part(out, added, "added");
  }
}

}  // namespace Araios::Perf
