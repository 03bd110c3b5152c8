// SPDX-License-Identifier: Apache-2.0
/// \file
/// Solves systems by the Krylov methods of Araios and, beside them, by CG of cuSPARSE with cuBLAS and of a plain loop:
/// the time of an iteration, and that of a solution. Each solution is checked by its residual, before times are taken
/// and after.
///
///   perf_solve                            a 5-point stencil on 300 x 300 points
///   perf_solve a.mtx.gz stencil27:128     files and matrices that are generated (harness/matrix_source.hpp)
///   perf_solve --suite --data D           the matrices by which CG is judged, of the folder D; CG alone
///   perf_solve --methods bicgstab,gmres   other methods
///   perf_solve stencil5:1000 --methods cg_jacobi,cg_multigrid   CG with a multigrid cycle, of stencils only
///   perf_solve --bits-of-runs 100         also whether these have the same bits
///
/// Values are those of the file, and of the stencil. Matrices without values become the Laplacian of their graph plus
/// --shift times the identity; b is random then, else 1. float: the tolerance is at least 1e-4.
/// A solution that is wrong has no times; the program goes on, and ends with status 1.

#include "harness/matrix_command.hpp"
#include "solve/solve_program.hpp"

#include <string>
#include <utility>
#include <vector>

namespace Araios::Perf {
namespace {

std::vector<MatrixSource> solve_suite(std::string const& data, bool smoke) {
  if (smoke) return {{"stencil5:12", ""}, {"king:8", ""}, {"stencil27:5", ""}};
  std::vector<MatrixSource> sources;
  for (char const* const name : {"bcsstk16", "1138_bus", "ginkgo_lap3d_40", "finan512", "wing"})
    sources.push_back({(data.empty() ? "" : data + "/") + name + ".mtx.gz", ""});
  for (char const* const word : {"stencil5:300", "stencil5:1500", "stencil7:160", "stencil27:128"})
    sources.push_back({word, ""});
  return sources;
}

int main_with(Arguments& arguments) {
  SolveProgram program;
  MatrixCommand command(program, "Solves systems by Krylov methods", OfType<TimeSolve>::names(),
                        {"araios", "cusparse", "std"});
  add_list_option(command.app, "--methods", program.methods,
                  "with commas between them (default: all; of a suite cg,cg_jacobi)", Method::words("solve"));
  auto* const iterations =
      command.app.add_option("--iterations", program.iterations, "by which the time of one is measured");
  iterations->check(CLI::Range(std::int64_t(10), std::int64_t(1'000'000)))->capture_default_str();
  command.app.add_option("--max-iterations", program.max_iterations, "of a solution")
      ->check(CLI::Range(std::int64_t(10), std::int64_t(10'000'000)))
      ->capture_default_str();
  auto* const runs = command.app.add_option("--bits-of-runs", program.runs,
                                            "of Araios, with that number of iterations, which must be equal");
  runs->check(CLI::Range(0, 1'000'000))->capture_default_str();
  command.app.add_option("--rtol", program.rtol, "a solution has ||b - A x|| <= rtol ||b||")
      ->check(CLI::Range(1e-15, 0.5))
      ->capture_default_str();
  command.app.add_option("--shift", program.shift, "of Laplacians: this times the identity is added")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  auto const usual = [](bool smoke) { return MatrixSource{smoke ? "stencil5:15" : "stencil5:300", ""}; };
  if (auto const status = command.parse(arguments, solve_suite, usual)) return *status;
  if (program.common.smoke && iterations->count() == 0) program.iterations = 10;
  if (program.common.smoke && runs->count() == 0) program.runs = 3;
  if (program.suite && program.methods.empty()) program.methods = {"cg", "cg_jacobi"};

  return run_matrices(
      arguments, program, solve_report(),
      [&](Session&, MatrixSource const& source, Structure const& A) { return load_weighted(source, A, program.shift); },
      [&](Session& session, std::string const& type, Structure const&, WeightedMatrix const& weighted) {
        auto const& A = weighted.A;
        Outcome all = OfType<TimeSolve>::all().at(type)(program, session.spaces(), weighted);
        add_not_built(program, {{"cuSPARSE", std::string(SolveMethods::cg) + SolveMethods::loop}}, all.results);
        return std::vector{Measured{{{"rows", A.num_rows()},
                                     {"cols", A.num_cols()},
                                     {"nnz", A.nnz()},
                                     {"is_laplacian", weighted.is_laplacian},
                                     {"is_negated", weighted.is_negated}},
                                    std::move(all)}};
      });
}

}  // namespace
}  // namespace Araios::Perf

int main(int argc, char** argv) { return Araios::Perf::run_program("perf_solve", argc, argv, Araios::Perf::main_with); }
