// SPDX-License-Identifier: Apache-2.0
/// \file
/// Multiplies sparse matrices by themselves, C := A A, by Araios and the libraries at hand, checks C, and prints what
/// each takes.
///
///   perf_multiply                        500,000 x 500,000 with 10,000,000 entries at random places
///   perf_multiply a.mtx stencil27:64     files and matrices that are generated (harness/matrix_source.hpp)
///   perf_multiply --suite --data D       a list of matrices; files of the folder D
///
/// A call makes a new C: times hold the allocation of C and, of cuSPARSE, of its buffers. They are released between the
/// runs, which is not timed. The workspace of Araios is that of the instance, which the first call allocated. Caches
/// are flushed before each run, or warm; the clock is that of notes/protocol.md. Rows of type pattern are Boolean
/// products; cuSPARSE and Kokkos Kernels, which have none, multiply float values.
///
/// Checked, before times are taken and after: rows worth up to --check-products products in every entry against their
/// definition; of values, weighted sums of all rows against their definition; of other libraries, every entry against
/// Araios. A wrong result has no times; the program goes on, and ends with status 1.

#include "harness/algebra_program.hpp"
#include "harness/command_line.hpp"
#include "harness/matrix_program.hpp"
#include "harness/types.hpp"
#include "multiply/multiply_program.hpp"

#include <CLI/CLI.hpp>

#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace Araios::Perf {
namespace {

using TimeMultiply = MultiplyResults (*)(MultiplyProgram const&, Spaces&, MultiplyCase const&);
template <class Type>
struct TimeMultiplyOf {
  static constexpr TimeMultiply value = time_multiply<Type>;
};
std::map<std::string, TimeMultiply> const& types() {
  static std::map<std::string, TimeMultiply> const all = by_type_name<TimeMultiplyOf>();
  return all;
}

int main_with(Arguments& arguments) {
  MultiplyProgram program;
  MatrixOptions matrices;
  int repeats = 0;
  CLI::App app("Multiplies sparse matrices by themselves");
  add_matrix_options(app, matrices);
  program.types = type_names(types());
  add_type_option(app, program.types, type_names(types()));
  add_list_option(app, "--libraries", program.libraries, "with commas between them (default: all)",
                  {"araios", "cusparse", "kokkos_kernels", "cxsparse", "graphblas"});
  app.add_option("--max-products", program.max_products,
                 "matrices with more are left out; int counts the entries of C, which are no more")
      ->check(CLI::Range(std::int64_t(0), std::int64_t(std::numeric_limits<int>::max())))
      ->capture_default_str();
  app.add_option("--check-products", program.check_products,
                 "rows worth so many products are checked in every entry; of more, every second, third, ... row")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  add_common_options(app, program.common, repeats);
  if (auto const status = parse(app, arguments, program.common, repeats, matrices)) return *status;
  program.suite = matrices.suite;
  program.sources = algebra_sources(matrices, program.common.smoke);

  return run_algebra_program(
      arguments, program,
      {"perf_multiply", "perf_multiply", MultiplyMethods::call,
       "times: medians in milliseconds, allocation of C and of cuSPARSE's buffers inside; cold: caches flushed "
       "before each run; +-: half the distance from the 10th to the 90th percentile\n"
       "x: times as long as ours took the fastest of cuSPARSE's algorithms (the plan: SpGEMMreuse_compute), Kokkos "
       "Kernels and CXSparse; products: of two entries, by the cold time; buffers: memory beside C; peak: with C"},
      [&](Structure const& A) { return make_multiply_case(program, A); },
      [&](std::string const& type, Spaces& spaces, MultiplyCase const& what) {
        MultiplyResults all = types().at(type)(program, spaces, what);
        add_multiply_speedups(all.results);
        return all;
      },
      [](MultiplyCase const& what, MultiplyResults const& all) {
        std::vector<std::pair<std::string, std::int64_t>> sizes{{"rows", what.A.num_rows()},
                                                                {"cols", what.A.num_cols()},
                                                                {"nnz", what.A.nnz()},
                                                                {"products", what.products}};
        if (all.nnz_of_product >= 0) sizes.emplace_back("nnz_of_product", all.nnz_of_product);
        return sizes;
      },
      print_multiply_table, print_multiply_summary);
}

}  // namespace
}  // namespace Araios::Perf

int main(int argc, char** argv) {
  return Araios::Perf::run_program("perf_multiply", argc, argv, Araios::Perf::main_with);
}
