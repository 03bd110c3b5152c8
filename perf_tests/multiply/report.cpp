// SPDX-License-Identifier: Apache-2.0
#include "harness/table.hpp"
#include "multiply/multiply_program.hpp"

#include <ostream>

namespace Araios::Perf {

namespace {

// Of cuSPARSE's algorithms that make all of C; nullptr: none was measured.
Result const* best_of_cusparse(std::vector<Result> const& results, Sample Result::* figure) {
  Result const* best = nullptr;
  for (char const* const method : {"ALG1", "ALG2", "ALG3"})
    if (auto const* const result = find(results, "cuSPARSE", method, true))
      if (best == nullptr || (result->*figure).median < (best->*figure).median) best = result;
  return best;
}

std::string label(Result const& result) { return result.library + " " + result.method; }

// The products of the case, by the flushed time.
std::string rate(Line const& line, Result const& result) {
  return three_digits(1e-9 * static_cast<double>(line.what.sizes[3].second) / result.flushed.median);
}

}  // namespace

void add_multiply_speedups(std::vector<Result>& results) {
  for (auto& result : results) {
    if (result.library != "Araios" || !result.measured()) continue;
    bool const is_plan = result.method == MultiplyMethods::plan;
    if (result.on_device)
      for (bool const warm : {false, true}) {
        auto const figure = warm ? &Result::warm : &Result::flushed;
        Result const* const other = is_plan ? find(results, "cuSPARSE", MultiplyMethods::cusparse_reuse, true)
                                            : best_of_cusparse(results, figure);
        if (other != nullptr)
          result.speedups.emplace_back(warm ? "cusparse_warm" : "cusparse", ratio(other->*figure, result.*figure));
      }
    if (!is_plan) {
      add_speedup(result, "kokkos_kernels",
                  find(results, "Kokkos Kernels", MultiplyMethods::kokkos_kernels, result.on_device));
      add_speedup(result, "graphblas", find(results, "GraphBLAS", MultiplyMethods::graphblas, result.on_device));
      add_speedup(result, "cxsparse", find(results, "CXSparse", MultiplyMethods::cxsparse, result.on_device));
    }
  }
}

void print_multiply_table(std::ostream& out, Line const& line) {
  auto const& [what, results] = line;
  print_headline(out, line);
  out << with_commas(what.sizes[3].second) << " products";
  if (what.sizes.size() > 4) out << ", " << with_commas(what.sizes[4].second) << " entries of C";
  out << "\n\n";
  Table table({"method", "space", "cold ms", "+-", "x cuSPARSE", "x Kokkos K.", "x CXSparse", "x GraphBLAS",
               "G products/s", "warm ms", "+-", "x cuSPARSE", "set-up ms", "buffers", "peak", "same bits"},
              2);
  for (auto const& result : results) {
    std::vector<std::string> row{label(result), result.space.empty() ? "-" : result.space};
    if (result.measured()) {
      std::string const same_bits = !result.repeatable ? "-" : *result.repeatable ? "yes" : "no";
      for (std::string const& cell :
           {milliseconds(result.flushed.median), percent(result.flushed.spread()), speedup(result, "cusparse"),
            speedup(result, "kokkos_kernels"), speedup(result, "cxsparse"), speedup(result, "graphblas"),
            rate(line, result), milliseconds(result.warm.median), percent(result.warm.spread()),
            speedup(result, "cusparse_warm"),
            std::string(result.set_up.repeats > 0 ? milliseconds(result.set_up.median) : "-"),
            bytes_or_dash(result.workspace_bytes), bytes_or_dash(result.peak_bytes), same_bits})
        row.push_back(cell);
    }
    table.add(row, result.note);
  }
  table.drop_empty();
  table.print(out);
  out << std::flush;  // a run that is cut short leaves what it measured
}

void print_multiply_summary(std::ostream& out, std::vector<Line> const& lines) {
  for (auto const& of_type : by_type(lines))
    for (char const* const method : {MultiplyMethods::call, MultiplyMethods::plan})
      for (bool const warm : {false, true}) {
        Figures figures;
        for (Line const* const line : of_type)
          if (Result const* const own = find(line->results, "Araios", method, true))
            for (auto const& [over, ratio] : own->speedups)
              if (over == (warm ? "cusparse_warm" : "cusparse")) figures.add(ratio, line->what.name);
        if (figures.count > 0)
          out << of_type[0]->what.type << ", " << method << ", over the fastest of cuSPARSE, caches "
              << (warm ? "warm" : "flushed") << ": geometric mean " << three_digits(figures.mean()) << " of "
              << figures.count << ", least " << three_digits(figures.least) << " (" << figures.min_at << "), most "
              << three_digits(figures.most) << " (" << figures.max_at << ")\n";
      }
}

}  // namespace Araios::Perf
