// SPDX-License-Identifier: Apache-2.0
/// \file
/// Adds sparse matrices, C := A + B, by Araios and the libraries at hand, checks C, and prints what each takes.
///
///   perf_add                             500,000 x 500,000 with 10,000,000 entries at random places
///   perf_add a.mtx stencil27:64          files and matrices that are generated (harness/matrix_source.hpp)
///   perf_add --suite --data D            the list of matrices of perf_multiply; files of the folder D
///   perf_add --with square a.mtx         A + A A, as SPbLA measures; by default A + A^T
///
/// A call makes a new C: times hold the allocation of C and, of cuSPARSE, of its buffer. They are released between the
/// runs, which is not timed. Caches are flushed before each run, or warm; the clock is that of notes/protocol.md. Bytes
/// are those of A, B and C, once. Sums of type pattern are Boolean; cuSPARSE and Kokkos Kernels, which have none, add
/// float values.
///
/// Checked, before times are taken and after: C has the bits of a merge of the rows by two pointers. A wrong result has no
/// times; the program goes on, and ends with status 1.

#include "add/add_program.hpp"
#include "harness/algebra_program.hpp"
#include "harness/command_line.hpp"
#include "harness/matrix_program.hpp"
#include "harness/types.hpp"

#include <CLI/CLI.hpp>

#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace Araios::Perf {
namespace {

using TimeAdd = AddResults (*)(AddProgram const&, Spaces&, AddCase const&);
template <class Type>
struct TimeAddOf {
  static constexpr TimeAdd value = time_add<Type>;
};
std::map<std::string, TimeAdd> const& types() {
  static std::map<std::string, TimeAdd> const all = by_type_name<TimeAddOf>();
  return all;
}

int main_with(Arguments& arguments) {
  AddProgram program;
  MatrixOptions matrices;
  int repeats = 0;
  std::map<std::string, AddWith> const summands{{"square", AddWith::square}, {"transpose", AddWith::transpose}};
  CLI::App app("Adds sparse matrices to their squares or transposes");
  add_matrix_options(app, matrices);
  program.types = type_names(types());
  add_type_option(app, program.types, type_names(types()));
  add_list_option(app, "--libraries", program.libraries, "with commas between them (default: all)",
                  {"araios", "cusparse", "kokkos_kernels", "cxsparse", "graphblas"});
  app.add_option("--with", program.with, "what is added: square or transpose (default)")
      ->transform(CLI::CheckedTransformer(summands));
  app.add_option("--max-entries", program.max_entries, "matrices with more in A and B are left out")
      ->check(CLI::Range(std::int64_t(0), std::int64_t(std::numeric_limits<int>::max())))
      ->capture_default_str();
  add_common_options(app, program.common, repeats);
  if (auto const status = parse(app, arguments, program.common, repeats, matrices)) return *status;
  program.suite = matrices.suite;
  program.sources = algebra_sources(matrices, program.common.smoke);

  return run_algebra_program(
      arguments, program,
      {"perf_add", program.with == AddWith::square ? "perf_add_square" : "perf_add", AddMethods::call,
       "times: medians in milliseconds, allocation of C inside; cold: caches flushed before each run; +-: half the "
       "distance from the 10th to the 90th percentile\n"
       "x: times as long as ours took the other; GB/s: A, B and C once, by the cold time; buffers: memory beside C; "
       "peak: with C"},
      [&](Structure const& A) { return make_add_case(program, A); },
      [&](std::string const& type, Spaces& spaces, AddCase const& what) {
        AddResults all = types().at(type)(program, spaces, what);
        add_speedups(all.results);
        return all;
      },
      [](AddCase const& what, AddResults const& all) {
        std::vector<std::pair<std::string, std::int64_t>> sizes{{"rows", what.A.num_rows()},
                                                                {"cols", what.A.num_cols()},
                                                                {"nnz", what.A.nnz()},
                                                                {"nnz_of_B", what.B.nnz()}};
        if (all.nnz_of_sum >= 0) sizes.emplace_back("nnz_of_sum", all.nnz_of_sum);
        return sizes;
      },
      print_add_table, print_add_summary);
}

}  // namespace
}  // namespace Araios::Perf

int main(int argc, char** argv) { return Araios::Perf::run_program("perf_add", argc, argv, Araios::Perf::main_with); }
