// SPDX-License-Identifier: Apache-2.0
/// \file
/// Transposes matrices by every method and baseline, checks each result, and prints what each takes.
///
///   perf_transpose                    500,000 x 500,000 with 10,000,000 entries at random places
///   perf_transpose m n nnz            another such matrix
///   perf_transpose a.mtx rmat:20:16000000
///                                     files and matrices that are generated (harness/matrix_source.hpp); the word
///                                     `default` among them stands for the first matrix
///   perf_transpose --suite --data D   the list of matrices by which the methods are judged; files of the folder D
///
/// What is timed, and how: notes/transpose.md and notes/protocol.md.

#include "baselines/versions.hpp"
#include "harness/command_line.hpp"
#include "harness/table.hpp"
#include "harness/types.hpp"
#include "transpose/transpose_program.hpp"

#include <CLI/CLI.hpp>
#include <Kokkos_Core.hpp>

#include <iostream>
#include <map>
#include <string>
#include <vector>

namespace Araios::Perf {
namespace {

using TimeAll = std::vector<Result> (*)(TransposeProgram const&, Spaces&, Structure const&, TransposedStructure const&);
template <class Type>
struct TimeAllOf {
  static constexpr TimeAll value = time_all<typename Type::Scalar>;
};
// Those that were built.
std::map<std::string, TimeAll> const& types() {
  static std::map<std::string, TimeAll> const all = by_type_name<TimeAllOf>();
  return all;
}

void measure(TransposeProgram const& program, Progress& progress, TransposeReport& report) {
  Spaces spaces(program.common, progress);
  for (std::size_t i = 0; i < program.sources.size(); ++i) {
    MatrixSource const& source = program.sources[i];
    progress.prefix(join("[", i + 1, "/", program.sources.size(), "] ", source.name(), ": "));
    progress.task(source.is_file() ? "reading" : "generating");
    Structure const A = load_structure(source);
    progress.task("transposing by definition");
    TransposedStructure const expected = transpose_by_definition(A);
    for (std::string const& type : program.types) {
      std::vector<Result> results = types().at(type)(program, spaces, A, expected);
      progress.clear();
      report.add({program.suite ? "perf_transpose_suite" : "perf_transpose",
                  source.name(),
                  type,
                  {{"rows", A.num_rows()}, {"cols", A.num_cols()}, {"nnz", A.nnz()}}},
                 std::move(results));
    }
  }
  progress.prefix("");
}

int main_with(Arguments& arguments) {
  TransposeProgram program;
  MatrixOptions matrices;
  int repeats = 0;
  CLI::App app("Transposes sparse matrices by every method of Araios and by the libraries at hand");
  std::vector<std::string> names;
  for (auto const& [name, function] : types()) names.push_back(name);
  add_matrix_options(app, matrices);
  add_type_option(app, program.types, names);
  add_list_option(app, "--methods", program.methods,
                  "of Araios, with commas between them, `plan` for its plan (default: all; in a suite automatic,plan)",
                  transpose_method_names());
  app.add_option("--csv", program.csv_file, "where the table goes for a spreadsheet")->capture_default_str();
  add_common_options(app, program.common, repeats);
  if (auto const status = parse(app, arguments, program.common, repeats, matrices)) return *status;
  program.suite = matrices.suite;
  program.sources = chosen_sources(matrices, program.common.smoke, transposition_suite);

  Kokkos::ScopeGuard const kokkos(arguments.kokkos_count(), arguments.kokkos.data());
  Environment const where = environment(program.common.machine, baseline_versions());
  print(std::cout, where);
  Progress progress;
  TransposeReport report(program, where);
  measure(program, progress, report);
  report.finish();
  return 0;
}

}  // namespace
}  // namespace Araios::Perf

int main(int argc, char** argv) {
  return Araios::Perf::run_program("perf_transpose", argc, argv, Araios::Perf::main_with);
}
