// SPDX-License-Identifier: Apache-2.0
/// \file
/// Kronecker products of a small random matrix with a large one, checked, beside the copy bandwidth and, on the host,
/// GraphBLAS. No other library at hand has one.
///
///   perf_kronecker                       the factor with 500,000 x 500,000 and 10,000,000 entries at random places
///   perf_kronecker a.mtx stencil27:64    files and matrices that are generated (harness/matrix_source.hpp)
///   perf_kronecker --suite --data D      the list of matrices of perf_multiply; files of the folder D
///
/// A call makes a new C: times hold its allocation. C is released between the runs, which is not timed. Bytes are those of
/// both factors and C, once. Checked, before times are taken and after: C has the bits of its definition. A wrong result
/// has no times; the program goes on, and ends with status 1.

#include "harness/algebra_program.hpp"
#include "harness/command_line.hpp"
#include "harness/matrix_program.hpp"
#include "harness/types.hpp"
#include "kronecker/kronecker_program.hpp"

#include <CLI/CLI.hpp>

#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace Araios::Perf {
namespace {

using TimeKronecker = KroneckerResults (*)(KroneckerProgram const&, Spaces&, KroneckerCase const&);
template <class Type>
struct TimeKroneckerOf {
  static constexpr TimeKronecker value = time_kronecker<Type>;
};
std::map<std::string, TimeKronecker> const& types() {
  static std::map<std::string, TimeKronecker> const all = by_type_name<TimeKroneckerOf>();
  return all;
}

int main_with(Arguments& arguments) {
  KroneckerProgram program;
  MatrixOptions matrices;
  int repeats = 0;
  CLI::App app("Kronecker products of a small random matrix with large ones");
  add_matrix_options(app, matrices);
  program.types = type_names(types());
  add_type_option(app, program.types, type_names(types()));
  add_list_option(app, "--libraries", program.libraries, "with commas between them (default: all)",
                  {"araios", "graphblas"});
  app.add_option("--factor", program.factor, "rows and columns of the first factor, which has three entries a row")
      ->check(CLI::Range(3, 1000))
      ->capture_default_str();
  app.add_option("--max-entries", program.max_entries, "matrices with more in C are left out")
      ->check(CLI::Range(std::int64_t(0), std::int64_t(std::numeric_limits<int>::max())))
      ->capture_default_str();
  add_common_options(app, program.common, repeats);
  if (auto const status = parse(app, arguments, program.common, repeats, matrices)) return *status;
  program.suite = matrices.suite;
  program.sources = algebra_sources(matrices, program.common.smoke);

  return run_algebra_program(
      arguments, program,
      {"perf_kronecker", "perf_kronecker", "kronecker",
       "times: medians in milliseconds, allocation of C inside; cold: caches flushed before each run; +-: half "
       "the distance from the 10th to the 90th percentile; GB/s: factors and C once, by the cold time"},
      [&](Structure const& B) { return make_kronecker_case(program, B); },
      [&](std::string const& type, Spaces& spaces, KroneckerCase const& what) {
        return types().at(type)(program, spaces, what);
      },
      [](KroneckerCase const& what, KroneckerResults const&) {
        return std::vector<std::pair<std::string, std::int64_t>>{
            {"rows", what.B.num_rows()},
            {"cols", what.B.num_cols()},
            {"nnz", what.B.nnz()},
            {"nnz_of_product", std::int64_t(what.A.nnz()) * what.B.nnz()}};
      },
      print_kronecker_table, [](std::ostream&, std::vector<Line> const&) {});
}

}  // namespace
}  // namespace Araios::Perf

int main(int argc, char** argv) {
  return Araios::Perf::run_program("perf_kronecker", argc, argv, Araios::Perf::main_with);
}
