// SPDX-License-Identifier: Apache-2.0
/// \file
/// Incomplete factorizations without fill, ILU(0) and IC(0), by Araios in natural order, by colours and by sweeps, and
/// by csrilu02 and csric02 of cuSPARSE beside it. Solutions with these factors: perf_solve --methods cg_ilu,cg_ic
///
///   perf_factor                       a 5-point stencil on 300 x 300 points
///   perf_factor a.mtx stencil7:64     files and matrices that are generated (harness/matrix_source.hpp)
///   perf_factor --suite --data D      matrices of the folder D, and stencils
///
/// Values are those of the file, or of the stencil; matrices without values become the Laplacian of their graph plus
/// --shift times the identity. Checked: the product of the factors on the pattern of A. A wrong result has no times;
/// the program goes on, and ends with status 1.

#include "factor/factor_program.hpp"
#include "harness/matrix_command.hpp"

#include <string>
#include <utility>
#include <vector>

namespace Araios::Perf {
namespace {

std::vector<MatrixSource> factor_suite(std::string const& data, bool smoke) {
  if (smoke) return {{"stencil5:12", ""}, {"king:7", ""}};
  std::vector<MatrixSource> sources;
  for (char const* const name : {"bcsstk16", "1138_bus", "gr_900_900_crg", "ginkgo_lap3d_40", "finan512", "wing"})
    sources.push_back({(data.empty() ? "" : data + "/") + name + ".mtx.gz", ""});
  for (char const* const word : {"stencil5:300", "stencil5:1500", "stencil7:100", "stencil27:64"})
    sources.push_back({word, ""});
  return sources;
}

int main_with(Arguments& arguments) {
  FactorProgram program;
  MatrixCommand command(program, "Incomplete factorizations without fill", OfType<TimeFactor>::names(),
                        {"araios", "cusparse"});
  add_list_option(command.app, "--methods", program.methods, "of Araios, with commas between them (default: all)",
                  Method::words("factor"));
  command.app.add_option("--shift", program.shift, "of Laplacians: this times the identity is added")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  auto const usual = [](bool smoke) { return MatrixSource{smoke ? "stencil5:15" : "stencil5:300", ""}; };
  if (auto const status = command.parse(arguments, factor_suite, usual)) return *status;

  return run_matrices(
      arguments, program, factor_report(),
      [&](Session&, MatrixSource const& source, Structure const& A) { return load_weighted(source, A, program.shift); },
      [&](Session& session, std::string const& type, Structure const&, WeightedMatrix const& weighted) {
        auto const& A = weighted.A;
        Outcome all = OfType<TimeFactor>::all().at(type)(program, session.spaces(), weighted);
        add_not_built(program, {{"cuSPARSE", "csrilu02"}, {"cuSPARSE", "csric02"}}, all.results);
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

int main(int argc, char** argv) {
  return Araios::Perf::run_program("perf_factor", argc, argv, Araios::Perf::main_with);
}
