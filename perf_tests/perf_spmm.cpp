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
#include "spmm/spmm_program.hpp"

#include <string>
#include <vector>

namespace Araios::Perf {
namespace {

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
