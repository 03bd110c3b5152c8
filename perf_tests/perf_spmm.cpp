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

#include "harness/command_line.hpp"
#include "spmm/spmm_program.hpp"

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace Araios::Perf {
namespace {

int main_with(Arguments& arguments) {
  SpmmProgram program;
  MatrixOptions matrices;
  int repeats = 0;
  CLI::App app("Multiplies sparse matrices with several columns at once");
  add_matrix_options(app, matrices);
  add_type_option(app, program.types, OfType<TimeSpmm>::names());
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
  if (program.suite && program.libraries.empty()) program.libraries = {"araios", "cusparse"};
  if (program.suite && app.count("--columns") == 0) program.columns = {32};
  program.sources = chosen_sources(matrices, program.common.smoke, product_suite);

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
