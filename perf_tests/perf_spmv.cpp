// SPDX-License-Identifier: Apache-2.0
/// \file
/// Multiplies matrices with a vector by every method and format of Araios and by the libraries at hand, checks each
/// result, and prints what each takes.
///
///   perf_spmv                          500,000 x 500,000 with 10,000,000 entries at random places
///   perf_spmv m n nnz                  another such matrix
///   perf_spmv a.mtx elasticity:70x70x68
///                                      files and matrices that are generated (harness/matrix_source.hpp)
///   perf_spmv --suite --data D         the list of matrices by which products are judged; files of the folder D
///
/// What is timed, and how: notes/spmv.md and notes/protocol.md.

#include "harness/matrix_command.hpp"
#include "harness/spy.hpp"
#include "spmv/spmv_program.hpp"

#include <string>
#include <vector>

namespace Araios::Perf {
namespace {

int main_with(Arguments& arguments) {
  SpmvProgram program;
  program.csv_file = "spmv.csv";
  MatrixCommand command(
      program,
      "Multiplies sparse matrices with a vector by every method and format of Araios and by the libraries at hand",
      OfType<TimeSpmv>::names(), {"araios", "cusparse", "kokkos_kernels"});
  command.app.get_option("--libraries")
      ->description("with commas between them (default: all; in a suite araios,cusparse)");
  add_list_option(
      command.app, "--methods", program.methods,
      "of Araios, for CSR, and formats, with commas between them (default: all but packet_rcm, whose order is made "
      "on the host)",
      Method::words("spmv"));
  add_list_option(command.app, "--op", program.ops, "what stands for the matrix, with commas between them",
                  {"none", "transpose"})
      ->capture_default_str();
  command.app.add_option("--spy", program.spy_folder, "folder for pictures of where the entries are, for plot.py");
  if (auto const status = command.parse(arguments, product_suite)) return *status;
  if (program.suite && program.libraries.empty()) program.libraries = {"araios", "cusparse"};

  return run_matrices(
      arguments, program, spmv_report(program),
      [&](Session&, MatrixSource const& source, Structure const& A) {
        if (!program.spy_folder.empty()) write_spy(program.spy_folder, source.name(), A);
        return 0;
      },
      [&](Session& session, std::string const& type, Structure const& A, int) {
        session.progress.task("multiplying by definition");
        std::vector<Result> results = OfType<TimeSpmv>::all().at(type)(program, session.spaces(), A);
        add_not_built(program, {{"cuSPARSE", "CSR_ALG1"}, {"Kokkos Kernels", "native"}}, results);
        return std::vector{Measured{sizes_of(A), {std::move(results)}}};
      });
}

}  // namespace
}  // namespace Araios::Perf

int main(int argc, char** argv) { return Araios::Perf::run_program("perf_spmv", argc, argv, Araios::Perf::main_with); }
