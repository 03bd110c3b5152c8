// SPDX-License-Identifier: Apache-2.0
#include "harness/table.hpp"
#include "spmv/spmv_program.hpp"

#include <iostream>

namespace Araios::Perf {

namespace {

std::string label(Result const& result) {
  return result.library == "Araios" ? result.method : result.library + " " + result.method;
}

double rate(Result const& result) { return static_cast<double>(result.bytes) / result.flushed.median; }

void print_table(Line const& line) {
  print_headline(std::cout, line);
  Table table({"method", "space", "cold ms", "+-", "x cuSPARSE", "x Kokkos K.", "GB/s", "of copy", "warm ms", "+-",
               "x cuSPARSE", "x Kokkos K.", "set-up ms", "in products", "predicted ms", "matrix", "workspace",
               "same bits"},
              2);
  for (auto const& result : line.results) {
    std::string const name = label(result) + (result.chosen.empty() ? "" : " = " + result.chosen);
    std::vector<std::string> row{name, result.space.empty() ? "-" : result.space};
    if (result.measured()) {
      bool const set_up = result.set_up.repeats > 0;
      for (std::string const& cell :
           {milliseconds(result.flushed.median), percent(result.flushed.spread()), speedup(result, "cusparse"),
            speedup(result, "kokkos_kernels"), three_digits(1e-9 * rate(result)),
            percent(rate(result) / result.copy_bandwidth), milliseconds(result.warm.median),
            percent(result.warm.spread()), speedup(result, "cusparse_warm"), speedup(result, "kokkos_kernels_warm"),
            std::string(set_up ? milliseconds(result.set_up.median) : "-"),
            std::string(set_up ? three_digits(result.set_up.median / result.flushed.median) : "-"),
            std::string(result.predicted < 0 ? "-" : milliseconds(result.predicted)),
            bytes_or_dash(result.matrix_bytes), bytes_or_dash(result.workspace_bytes),
            std::string(!result.repeatable   ? "-"
                        : *result.repeatable ? "yes"
                                             : "no")})
        row.push_back(cell);
    }
    table.add(row, result.note);
  }
  table.drop_empty();
  table.print(std::cout);
  std::cout << std::flush;  // a run that is cut short leaves what it measured
}

}  // namespace

bool is_transposed(Result const& result) {
  return result.method.size() > 2 && result.method.compare(result.method.size() - 2, 2, " T") == 0;
}

Result const* best_of_ours(std::vector<Result> const& results, std::string const& suffix, bool on_device) {
  Result const* best = nullptr;
  for (auto const& result : results) {
    bool const of_op = is_transposed(result) == !suffix.empty();
    if (result.library != "Araios" || !of_op || result.on_device != on_device || !result.measured()) continue;
    if (best == nullptr || result.flushed.median < best->flushed.median) best = &result;
  }
  return best;
}

Result const* best_of_cusparse(std::vector<Result> const& results, std::string const& suffix) {
  Result const* best = nullptr;
  for (char const* method : {"CSR_ALG1", "CSR_ALG2", "COO_ALG1"})
    if (auto const* const result = find(results, "cuSPARSE", method + suffix, true))
      if (best == nullptr || result->flushed.median < best->flushed.median) best = result;
  return best;
}

SpmvReport::SpmvReport(SpmvProgram const& program, Environment const& environment)
    : program_(program), environment_(environment), json_(program.common.json_file) {}

void SpmvReport::add(Case const& what, std::vector<Result> results) {
  for (auto& result : results) {
    std::string const suffix = is_transposed(result) ? " T" : "";
    if (result.on_device) add_speedup(result, "cusparse", best_of_cusparse(results, suffix));
    add_speedup(result, "kokkos_kernels", find(results, "Kokkos Kernels", "native" + suffix, result.on_device));
  }
  lines_.push_back({what, std::move(results)});
  print_table(lines_.back());
  json_.add(environment_, what, lines_.back().results);
}

void SpmvReport::finish() {
  write_csv(program_.csv_file, lines_, label,
            {{"ms", [](Result const& result) { return milliseconds(result.flushed.median); }},
             {"warm_ms", [](Result const& result) { return milliseconds(result.warm.median); }},
             {"gb_s", [](Result const& result) { return three_digits(1e-9 * rate(result)); }},
             {"set_up_ms", [](Result const& result) {
                return std::string(result.set_up.repeats > 0 ? milliseconds(result.set_up.median) : "-");
              }}});
  std::cout
      << "\nGB/s: the least bytes of CSR, A and x read once, y written once, over the cold time, for every format; x: "
         "times as long as ours took the best of cuSPARSE's CSR_ALG1, CSR_ALG2 and COO_ALG1, each preprocessed, and "
         "Kokkos Kernels' native; T: transposed\n";
  print_footer(std::cout, program_.csv_file, json_);
  if (program_.suite) print_spmv_summary(std::cout, lines_, program_.common.smoke);
}

}  // namespace Araios::Perf
