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

#include "harness/matrix_command.hpp"
#include "harness/table.hpp"
#include "spmm/spmm_program.hpp"

#include <map>
#include <ostream>
#include <string>
#include <vector>

namespace Araios::Perf {
namespace {

/// The fastest of cuSPARSE's algorithms for CSR with X and Y of a layout, caches flushed; nullptr: none was measured.
Result const* best_csr_of_cusparse(std::vector<Result> const& results, std::string const& layout) {
  return fastest(results, "cuSPARSE", {"CSR_ALG1 " + layout, "CSR_ALG2 " + layout, "CSR_ALG3 " + layout}, true);
}

/// Geometric mean and least ratio of ours to that, for each type, number of columns and layout.
void print_spmm_summary(std::ostream& out, std::vector<Line> const& lines) {
  for (auto const& of_type : by_type(lines))
    for (std::string const layout : {"right", "left"})
      for (auto const& [caches, figure] : cold_and_warm) {
        std::map<std::int64_t, Lines> by_columns;
        for (Line const* const line : of_type) by_columns[line->what.sizes[3].second].push_back(line);
        for (auto const& [columns, of_columns] : by_columns)
          print_figures(out,
                        join(of_type[0]->what.type, ", Layout", layout == "right" ? "Right" : "Left", ", ", columns,
                             " columns, over the best of cuSPARSE's CSR algorithms, ", caches),
                        ratios(
                            of_columns,
                            [&](auto const& results) { return find(results, "Araios", "csr " + layout, true); },
                            [&](auto const& results) { return best_csr_of_cusparse(results, layout); }, figure));
      }
}

void compare(std::vector<Result>& results) {
  for (auto& result : results) {
    std::string const layout = result.method.substr(result.method.rfind(' ') + 1);
    if (result.on_device) add_speedup(result, "cusparse", best_csr_of_cusparse(results, layout));
    add_speedup(result, "kokkos_kernels", find(results, "Kokkos Kernels", "native " + layout, result.on_device));
  }
}

Report spmm_report(SpmmProgram const& program) {
  using namespace Columns;
  return {.program = "perf_spmm",
          .of_results = "perf_spmm",
          .columns = {cold(), cold_spread(), times("x cuSPARSE", "cusparse"), times("x Kokkos K.", "kokkos_kernels"),
                      rate(), of_copy(), warm(), warm_spread(), times("x cuSPARSE", "cusparse_warm"), set_up(),
                      workspace(), same_bits()},
          .footer =
              join("right: X and Y by rows; left: by columns; GB/s: A and X read once, Y written once, over the cold "
                   "time; x: times as long as ours took the best of cuSPARSE's CSR algorithms in the same layout, "
                   "each preprocessed, and Kokkos Kernels\n\n",
                   times_are_medians),
          .compare = compare,
          .headline =
              [](std::ostream& out, Line const& line) {
                print_headline(out, line);
                out << line.what.sizes[3].second << " columns\n\n";
              },
          .label = method_of_any,
          .csv_file = program.csv_file,
          .csv_figures = {csv_cold(), csv_warm(), csv_rate()},
          .summary = print_spmm_summary};
}

int main_with(Arguments& arguments) {
  SpmmProgram program;
  program.csv_file = "spmm.csv";
  MatrixCommand command(program, "Multiplies sparse matrices with several columns at once", OfType<TimeSpmm>::names(),
                        {"araios", "cusparse", "kokkos_kernels"});
  command.app.get_option("--libraries")
      ->description("with commas between them (default: all; in a suite araios,cusparse)");
  command.app.add_option("--columns", program.columns, "numbers with commas between them (in a suite 32)")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::Range(1, 4096))
      ->capture_default_str();
  add_list_option(command.app, "--layouts", program.layouts,
                  "of X and Y, by rows (right), by columns (left), with commas between them", {"right", "left"})
      ->capture_default_str();
  if (auto const status = command.parse(arguments, product_suite)) return *status;
  if (program.suite && program.libraries.empty()) program.libraries = {"araios", "cusparse"};
  if (program.suite && command.app.count("--columns") == 0) program.columns = {32};

  return run_matrices(arguments, program, spmm_report(program), unprepared,
                      [&](Session& session, std::string const& type, Structure const& A, int) {
                        session.progress.task("multiplying by definition");
                        std::vector<Measured> all;
                        for (auto& [columns, results] :
                             OfType<TimeSpmm>::all().at(type)(program, session.spaces(), A)) {
                          all.push_back({sizes_of(A), {std::move(results)}});
                          all.back().sizes.emplace_back("columns", columns);
                        }
                        return all;
                      });
}

}  // namespace
}  // namespace Araios::Perf

int main(int argc, char** argv) { return Araios::Perf::run_program("perf_spmm", argc, argv, Araios::Perf::main_with); }
