// SPDX-License-Identifier: Apache-2.0
#include "add/add_program.hpp"
#include "harness/table.hpp"

#include <ostream>
#include <utility>

namespace Araios::Perf {

namespace {

/// Keys of speed-ups, and the results that they compare with.
struct Rival {
  char const* key;
  char const* library;
  char const* method;
};
constexpr Rival rivals[] = {{"cusparse", "cuSPARSE", AddMethods::cusparse},
                            {"kokkos_kernels", "Kokkos Kernels", AddMethods::kokkos_kernels},
                            {"cxsparse", "CXSparse", AddMethods::cxsparse},
                            {"graphblas", "GraphBLAS", AddMethods::graphblas}};

}  // namespace

void add_speedups(std::vector<Result>& results) {
  for (auto& result : results) {
    if (result.library != "Araios" || result.method != AddMethods::call || !result.measured()) continue;
    for (Rival const& rival : rivals)
      add_speedup(result, rival.key, find(results, rival.library, rival.method, result.on_device));
  }
}

void print_add_table(std::ostream& out, Line const& line) {
  auto const& [what, results] = line;
  print_headline(out, line);
  Table table({"method", "space", "cold ms", "+-", "GB/s", "% of copy", "x cuSPARSE", "x Kokkos K.", "x CXSparse",
               "x GraphBLAS", "warm ms", "+-", "buffers", "peak"},
              2);
  for (auto const& result : results) {
    std::vector<std::string> row{result.library + " " + result.method, result.space.empty() ? "-" : result.space};
    if (result.measured()) {
      double const rate = static_cast<double>(result.bytes) / result.flushed.median;
      for (std::string const& cell :
           {milliseconds(result.flushed.median), percent(result.flushed.spread()), three_digits(1e-9 * rate),
            three_digits(100 * rate / result.copy_bandwidth), speedup(result, "cusparse"),
            speedup(result, "kokkos_kernels"), speedup(result, "cxsparse"), speedup(result, "graphblas"),
            milliseconds(result.warm.median), percent(result.warm.spread()), bytes_or_dash(result.workspace_bytes),
            bytes_or_dash(result.peak_bytes)})
        row.push_back(cell);
    }
    table.add(row, result.note);
  }
  table.drop_empty();
  table.print(out);
  out << std::flush;  // a run that is cut short leaves what it measured
}

void print_add_summary(std::ostream& out, std::vector<Line> const& lines) {
  for (auto const& of_type : by_type(lines))
    for (Rival const& rival : rivals) {
      Figures figures;
      for (Line const* const line : of_type)
        for (auto const& own : line->results)
          if (own.library == "Araios")
            for (auto const& [over, ratio] : own.speedups)
              if (over == rival.key) figures.add(ratio, line->what.name);
      if (figures.count > 0)
        out << of_type[0]->what.type << ", over " << rival.library << ", caches flushed: geometric mean "
            << three_digits(figures.mean()) << " of " << figures.count << ", least " << three_digits(figures.least)
            << " (" << figures.min_at << "), most " << three_digits(figures.most) << " (" << figures.max_at << ")\n";
    }
}

}  // namespace Araios::Perf
