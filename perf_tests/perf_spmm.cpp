// SPDX-License-Identifier: Apache-2.0
/// \file
/// Multiplies sparse matrices with several columns at once, in both layouts, by Araios and the libraries at hand,
/// checks every element, and prints what each takes.
///
///   perf_spmm                           500,000 x 500,000 with 10,000,000 entries at random places
///   perf_spmm a.mtx elasticity:70x70x68 files and matrices that are generated (harness/matrix_source.hpp)
///   perf_spmm --suite --data D          the list of matrices by which products are judged; files of the folder D
///
/// What is timed, and how: notes/spmm.md and notes/protocol.md.

#include "baselines/versions.hpp"
#include "harness/command_line.hpp"
#include "harness/matrix_program.hpp"
#include "harness/table.hpp"
#include "harness/types.hpp"
#include "spmm/spmm_program.hpp"

#include <CLI/CLI.hpp>
#include <Kokkos_Core.hpp>

#include <iostream>
#include <map>
#include <string>
#include <vector>

namespace Araios::Perf {
namespace {

using TimeSpmm = std::vector<std::pair<int, std::vector<Result>>> (*)(SpmmProgram const&, Spaces&, Structure const&);
template <class Type>
struct TimeSpmmOf {
  static constexpr TimeSpmm value = time_spmm<Type>;
};
std::map<std::string, TimeSpmm> const& types() {
  static std::map<std::string, TimeSpmm> const all = by_type_name<TimeSpmmOf>();
  return all;
}

std::string label(Result const& result) {
  return result.library == "Araios" ? result.method : result.library + " " + result.method;
}

double rate(Result const& result) { return static_cast<double>(result.bytes) / result.flushed.median; }

void print_table(Line const& line) {
  print_headline(std::cout, line);
  std::cout << line.what.sizes[3].second << " columns\n\n";
  Table table({"method", "space", "cold ms", "+-", "x cuSPARSE", "x Kokkos K.", "GB/s", "of copy", "warm ms", "+-",
               "x cuSPARSE", "set-up ms", "workspace", "same bits"},
              2);
  for (auto const& result : line.results) {
    std::vector<std::string> row{label(result), result.space};
    if (result.measured()) {
      std::string const same_bits = !result.repeatable ? "-" : *result.repeatable ? "yes" : "no";
      for (std::string const& cell :
           {milliseconds(result.flushed.median), percent(result.flushed.spread()), speedup(result, "cusparse"),
            speedup(result, "kokkos_kernels"), three_digits(1e-9 * rate(result)),
            percent(rate(result) / result.copy_bandwidth), milliseconds(result.warm.median),
            percent(result.warm.spread()), speedup(result, "cusparse_warm"),
            std::string(result.set_up.repeats > 0 ? milliseconds(result.set_up.median) : "-"),
            std::string(result.workspace_bytes < 0 ? "-" : bytes_text(result.workspace_bytes)), same_bits})
        row.push_back(cell);
    }
    table.add(row, result.note);
  }
  table.drop_empty();
  table.print(std::cout);
  std::cout << std::flush;  // a run that is cut short leaves what it measured
}

void add_speedups(std::vector<Result>& results) {
  for (auto& result : results) {
    std::string const layout = result.method.substr(result.method.rfind(' ') + 1);
    if (result.on_device) add_speedup(result, "cusparse", best_csr_of_cusparse(results, layout));
    add_speedup(result, "kokkos_kernels", find(results, "Kokkos Kernels", "native " + layout, result.on_device));
  }
}

int main_with(Arguments& arguments) {
  SpmmProgram program;
  MatrixOptions matrices;
  int repeats = 0;
  CLI::App app("Multiplies sparse matrices with several columns at once");
  add_matrix_options(app, matrices);
  add_type_option(app, program.types, type_names(types()));
  app.add_option("--columns", program.columns, "numbers with commas between them (in a suite 32)")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::Range(1, 4096))
      ->capture_default_str();
  add_list_option(app, "--layouts", program.layouts,
                  "of X and Y, by rows (right), by columns (left), with commas between them", {"right", "left"})
      ->capture_default_str();
  add_list_option(app, "--libraries", program.libraries,
                  "with commas between them (default: all; in a suite araios,cusparse)",
                  {"araios", "cusparse", "kokkos_kernels"});
  app.add_option("--csv", program.csv_file, "where the table goes for a spreadsheet")->capture_default_str();
  add_common_options(app, program.common, repeats);
  if (auto const status = parse(app, arguments, program.common, repeats, matrices)) return *status;
  program.suite = matrices.suite;
  if (program.suite && app.count("--columns") == 0) program.columns = {32};
  program.sources = chosen_sources(matrices, program.common.smoke, product_suite);

  Kokkos::ScopeGuard const kokkos(arguments.kokkos_count(), arguments.kokkos.data());
  Environment const where = environment(program.common.machine, baseline_versions());
  print(std::cout, where);
  Progress progress;
  Spaces spaces(program.common, progress);
  JsonFile json(program.common.json_file);
  std::vector<Line> lines;
  for (std::size_t i = 0; i < program.sources.size(); ++i) {
    MatrixSource const& source = program.sources[i];
    progress.prefix(join("[", i + 1, "/", program.sources.size(), "] ", source.name(), ": "));
    progress.task(source.is_file() ? "reading" : "generating");
    Structure const A = load_structure(source);
    for (std::string const& type : program.types) {
      progress.task("multiplying by definition");
      auto all = types().at(type)(program, spaces, A);
      progress.clear();
      for (auto& [columns, results] : all) {
        add_speedups(results);
        lines.push_back({{program.suite ? "perf_spmm_suite" : "perf_spmm",
                          source.name(),
                          type,
                          {{"rows", A.num_rows()}, {"cols", A.num_cols()}, {"nnz", A.nnz()}, {"columns", columns}}},
                         std::move(results)});
        print_table(lines.back());
        json.add(where, lines.back().what, lines.back().results);
      }
    }
  }
  progress.prefix("");
  write_csv(program.csv_file, lines, label,
            {{"ms", [](Result const& result) { return milliseconds(result.flushed.median); }},
             {"warm_ms", [](Result const& result) { return milliseconds(result.warm.median); }},
             {"gb_s", [](Result const& result) { return three_digits(1e-9 * rate(result)); }}});
  std::cout
      << "\nright: X and Y by rows; left: by columns; GB/s: A and X read once, Y written once, over the cold time; x: "
         "times as long as ours took the best of cuSPARSE's CSR algorithms in the same layout, each preprocessed, and "
         "Kokkos Kernels\n";
  print_footer(std::cout, program.csv_file, json);
  if (program.suite) print_spmm_summary(std::cout, lines);
  return 0;
}

}  // namespace
}  // namespace Araios::Perf

int main(int argc, char** argv) { return Araios::Perf::run_program("perf_spmm", argc, argv, Araios::Perf::main_with); }
