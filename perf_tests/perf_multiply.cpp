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

#include "baselines/versions.hpp"
#include "harness/command_line.hpp"
#include "harness/matrix_program.hpp"
#include "harness/suite.hpp"
#include "harness/table.hpp"
#include "harness/types.hpp"
#include "multiply/multiply_program.hpp"

#include <CLI/CLI.hpp>
#include <Kokkos_Core.hpp>

#include <iostream>
#include <limits>
#include <map>
#include <string>
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

std::vector<MatrixSource> sources_of(MatrixOptions const& matrices, bool smoke) {
  if (!matrices.suite && matrices.words.empty())
    return {smoke ? random_source(2'000, 2'000, 20'000) : random_source(500'000, 500'000, 10'000'000)};
  return chosen_sources(matrices, smoke, multiply_suite);
}

MultiplyResults left_out(MultiplyCase const& what) {
  MultiplyResults all;
  Result result;
  result.library = "Araios";
  result.method = MultiplyMethods::call;
  result.note = "skipped: " + what.left_out;
  all.results.push_back(result);
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
  program.sources = sources_of(matrices, program.common.smoke);

  Kokkos::ScopeGuard const kokkos(arguments.kokkos_count(), arguments.kokkos.data());
  Environment const where = environment(program.common.machine, baseline_versions());
  print(std::cout, where);
  Progress progress;
  Spaces spaces(program.common, progress);
  JsonFile json(program.common.json_file);
  std::vector<Line> lines;
  int failures = 0;
  for (std::size_t i = 0; i < program.sources.size(); ++i) {
    MatrixSource const& source = program.sources[i];
    progress.prefix(join("[", i + 1, "/", program.sources.size(), "] ", source.name(), ": "));
    progress.task(source.is_file() ? "reading" : "generating");
    MultiplyCase const what = make_multiply_case(program, load_structure(source));
    for (std::string const& type : program.types) {
      MultiplyResults all = what.left_out.empty() ? types().at(type)(program, spaces, what) : left_out(what);
      progress.clear();
      add_multiply_speedups(all.results);
      failures += all.failures;
      Case one{program.suite ? "perf_multiply_suite" : "perf_multiply",
               source.name(),
               type,
               {{"rows", what.A.num_rows()},
                {"cols", what.A.num_cols()},
                {"nnz", what.A.nnz()},
                {"products", what.products}}};
      if (all.nnz_of_product >= 0) one.sizes.emplace_back("nnz_of_product", all.nnz_of_product);
      lines.push_back({std::move(one), std::move(all.results)});
      print_multiply_table(std::cout, lines.back());
      json.add(where, lines.back().what, lines.back().results);
    }
  }
  progress.prefix("");
  std::cout
      << "\ntimes: medians in milliseconds, allocation of C and of cuSPARSE's buffers inside; cold: caches flushed "
         "before each run; +-: half the distance from the 10th to the 90th percentile\n"
         "x: times as long as ours took the fastest of cuSPARSE's algorithms (the plan: SpGEMMreuse_compute), Kokkos "
         "Kernels and CXSparse; products: of two entries, by the cold time; buffers: memory beside C; peak: with C\n";
  if (!json.name().empty()) std::cout << "written: " << json.name() << '\n';
  if (program.suite) print_multiply_summary(std::cout, lines);
  if (failures > 0) std::cerr << "\nperf_multiply: " << failures << " wrong or missing results, see the remarks\n";
  return failures > 0 ? 1 : 0;
}

}  // namespace
}  // namespace Araios::Perf

int main(int argc, char** argv) {
  return Araios::Perf::run_program("perf_multiply", argc, argv, Araios::Perf::main_with);
}
