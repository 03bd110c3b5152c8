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

#include "formats/registry.hpp"
#include "harness/command_line.hpp"
#include "harness/matrix_program.hpp"
#include "harness/spy.hpp"
#include "spmv/spmv_methods.hpp"
#include "spmv/spmv_program.hpp"

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace Araios::Perf {
namespace {

std::vector<std::string> method_names() {
  std::vector<std::string> names(format_names().begin(), format_names().end());
  for (auto const& [name, method] : csr_methods) names.push_back(name);
  for (char const* name : {"plan", "hyb_overlapped", "chosen"}) names.push_back(name);
  return names;
}

int main_with(Arguments& arguments) {
  SpmvProgram program;
  MatrixOptions matrices;
  int repeats = 0;
  CLI::App app(
      "Multiplies sparse matrices with a vector by every method and format of Araios and by the libraries at hand");
  add_matrix_options(app, matrices);
  add_type_option(app, program.types, OfType<TimeSpmv>::names());
  add_list_option(
      app, "--methods", program.methods,
      "of Araios, for CSR, and formats, with commas between them (default: all but packet_rcm, whose order is made "
      "on the host)",
      method_names());
  add_list_option(app, "--libraries", program.libraries,
                  "with commas between them (default: all; in a suite araios,cusparse)",
                  {"araios", "cusparse", "kokkos_kernels"});
  add_list_option(app, "--op", program.ops, "what stands for the matrix, with commas between them",
                  {"none", "transpose"})
      ->capture_default_str();
  app.add_option("--spy", program.spy_folder, "folder for pictures of where the entries are, for plot.py");
  app.add_option("--csv", program.csv_file, "where the table goes for a spreadsheet")->capture_default_str();
  add_common_options(app, program.common, repeats);
  if (auto const status = parse(app, arguments, program.common, repeats, matrices)) return *status;
  program.suite = matrices.suite;
  if (program.suite && program.libraries.empty()) program.libraries = {"araios", "cusparse"};
  program.sources = chosen_sources(matrices, program.common.smoke, product_suite);

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
