// SPDX-License-Identifier: Apache-2.0
/// \file
/// Solves with the triangles of matrices by Araios, and by SpSV and SpSM of cuSPARSE, sptrsv of Kokkos Kernels and the
/// plain loop beside it: analysis and solve apart. Each solution is checked by its backward error.
///
///   perf_triangular                       a 5-point stencil on 300 x 300 points
///   perf_triangular a.mtx stencil7:64     files and matrices that are generated (harness/matrix_source.hpp)
///   perf_triangular --suite --data D      the matrices by which solves are judged, of the folder D, and stencils
///
/// The triangles are those of the matrix in its own order, in place. Values are those of the file, or of the stencil;
/// matrices without values become the Laplacian of their graph plus --shift times the identity.
/// A wrong result has no times; the program goes on, and ends with status 1.

#include "harness/matrix_command.hpp"
#include "triangular/triangular_program.hpp"

#include <string>
#include <utility>
#include <vector>

namespace Araios::Perf {
namespace {

std::vector<MatrixSource> triangular_suite(std::string const& data, bool smoke) {
  if (smoke) return {{"stencil5:12", ""}, {"rmat:7:512", ""}};
  std::vector<MatrixSource> sources;
  for (char const* const name :
       {"bcsstk16", "1138_bus", "gr_900_900_crg", "ginkgo_lap3d_40", "finan512", "wing", "luxembourg_osm", "fe_body",
        "bcsstk33", "delaunay_n13", "web-Stanford", "soc-Slashdot0902"})
    sources.push_back({(data.empty() ? "" : data + "/") + name + ".mtx.gz", ""});
  for (char const* const word :
       {"stencil5:300", "stencil5:1500", "stencil7:160", "stencil27:128", "uniform:500000x500000:5000000"})
    sources.push_back({word, ""});
  return sources;
}

int main_with(Arguments& arguments) {
  TriangularProgram program;
  MatrixCommand command(program, "Solves with the triangles of matrices", OfType<TimeTriangular>::names(),
                        {"araios", "cusparse", "kokkos_kernels", "std"});
  add_list_option(command.app, "--methods", program.methods, "of Araios, with commas between them (default: all)",
                  Method::words("triangular"));
  command.app.add_option("--columns", program.columns, "right-hand sides of the systems with several")
      ->check(CLI::Range(std::int64_t(1), std::int64_t(1024)))
      ->capture_default_str();
  command.app.add_option("--shift", program.shift, "of Laplacians: this times the identity is added")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  auto const usual = [](bool smoke) { return MatrixSource{smoke ? "stencil5:15" : "stencil5:300", ""}; };
  if (auto const status = command.parse(arguments, triangular_suite, usual)) return *status;

  return run_matrices(
      arguments, program, triangular_report(),
      [&](Session&, MatrixSource const& source, Structure const& A) { return load_weighted(source, A, program.shift); },
      [&](Session& session, std::string const& type, Structure const&, WeightedMatrix const& weighted) {
        TriangularOutcome all = OfType<TimeTriangular>::all().at(type)(program, session.spaces(), weighted);
        add_not_built(program, {{"cuSPARSE", lower_system.name}, {"Kokkos Kernels", lower_system.name}}, all.results);
        Sizes sizes =
            sizes_of(Structure(weighted.A.num_rows(), weighted.A.num_cols(), weighted.A.row_map, weighted.A.entries));
        sizes.insert(sizes.end(), {{"columns", program.columns},
                                   {"levels_of_lower", all.levels_of_lower},
                                   {"levels_of_upper", all.levels_of_upper},
                                   {"is_laplacian", weighted.is_laplacian}});
        return std::vector{Measured{std::move(sizes), std::move(all)}};
      });
}

}  // namespace
}  // namespace Araios::Perf

int main(int argc, char** argv) {
  return Araios::Perf::run_program("perf_triangular", argc, argv, Araios::Perf::main_with);
}
