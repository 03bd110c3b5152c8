// SPDX-License-Identifier: Apache-2.0
/// \file
/// Transposes matrices by every method and baseline, checks each result, and prints what each takes.
///
///   perf_transpose                    500,000 x 500,000 with 10,000,000 entries at random places
///   perf_transpose m n nnz            another such matrix
///   perf_transpose a.mtx b.mtx.gz     files; the word `default` among them stands for the first matrix
///
/// What is timed, and how: NOTES.md beside this file.

#include "harness/command_line.hpp"
#include "harness/program.hpp"
#include "transpose/transpose_program.hpp"

#ifdef ARAIOS_HAVE_CUSPARSE
#include "baselines/cusparse.hpp"
#endif
#ifdef ARAIOS_HAVE_KOKKOS_KERNELS
#include "baselines/kokkos_kernels_version.hpp"
#endif

#include <Araios/core/pattern.hpp>

#include <CLI/CLI.hpp>
#include <Kokkos_Core.hpp>

#include <cstdint>
#include <iostream>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace Araios::Perf {
namespace {

MatrixSource const default_matrix{"", 500'000, 500'000, 10'000'000};
MatrixSource const smoke_matrix{"", 2'000, 3'000, 20'000};

std::optional<std::int64_t> as_number(std::string const& text) {
  if (text.empty() || text.size() > 18 || text.find_first_not_of("0123456789") != std::string::npos) return {};
  return std::stoll(text);
}

std::vector<MatrixSource> sources(std::vector<std::string> const& words, bool smoke) {
  MatrixSource const usual = smoke ? smoke_matrix : default_matrix;
  if (words.empty()) return {usual};
  if (words.size() == 3)
    if (auto const m = as_number(words[0]), n = as_number(words[1]), nnz = as_number(words[2]); m && n && nnz)
      return {{"", *m, *n, *nnz}};
  std::vector<MatrixSource> result;
  for (auto const& word : words) result.push_back(word == "default" ? usual : MatrixSource{word});
  return result;
}

using TransposeAll = void (*)(TransposeProgram const&, Progress&, TransposeReport&);
// Those that were built: Araios_PERF_TYPES.
std::map<std::string, TransposeAll> const& types() {
  static std::map<std::string, TransposeAll> const all{
#ifdef ARAIOS_PERF_WITH_float
      {"float", transpose_all<float>},
#endif
#ifdef ARAIOS_PERF_WITH_double
      {"double", transpose_all<double>},
#endif
#ifdef ARAIOS_PERF_WITH_complex_float
      {"complex_float", transpose_all<Kokkos::complex<float>>},
#endif
#ifdef ARAIOS_PERF_WITH_complex_double
      {"complex_double", transpose_all<Kokkos::complex<double>>},
#endif
#ifdef ARAIOS_PERF_WITH_pattern
      {"pattern", transpose_all<Pattern>},
#endif
  };
  return all;
}

void run(TransposeProgram const& program) {
  std::map<std::string, std::string> versions;
#ifdef ARAIOS_HAVE_CUSPARSE
  versions["cuSPARSE"] = cusparse_version();
#endif
#ifdef ARAIOS_HAVE_KOKKOS_KERNELS
  versions["Kokkos Kernels"] = kokkos_kernels_version();
#endif
  Environment const where = environment(program.common.machine, versions);
  print(std::cout, where);
  Progress progress;
  TransposeReport report(program, where);
  types().at(program.type)(program, progress, report);
  report.finish();
}

int main_with(Arguments& arguments) {
  TransposeProgram program;
  std::vector<std::string> words;
  int repeats = 0;
  CLI::App app("Transposes sparse matrices by every method of Araios and by the libraries at hand");
  app.add_option("matrices", words,
                 "three numbers m n nnz: a matrix at random; or names of .mtx and .mtx.gz files, among them the word "
                 "`default`; nothing: the default matrix, 500000 500000 10000000");
  std::vector<std::string> names;
  for (auto const& [name, function] : types()) names.push_back(name);
  if (types().count(program.type) == 0) program.type = names.at(0);
  app.add_option("--type", program.type, "of the values")->check(CLI::IsMember(names))->capture_default_str();
  app.add_option("--csv", program.csv_file, "where the table goes for a spreadsheet")->capture_default_str();
  add_common_options(app, program.common, repeats);
  try {
    app.parse(arguments.program_count(), arguments.program.data());
  } catch (CLI::ParseError const& error) {
    return app.exit(error);
  }
  finish_common_options(program.common, repeats);
  program.sources = sources(words, program.common.smoke);

  Kokkos::ScopeGuard const kokkos(arguments.kokkos_count(), arguments.kokkos.data());
  run(program);
  return 0;
}

}  // namespace
}  // namespace Araios::Perf

int main(int argc, char** argv) {
  try {
    Araios::Perf::Arguments arguments(argc, argv);
    return Araios::Perf::main_with(arguments);
  } catch (std::exception const& error) {
    std::cerr << "\nperf_transpose: " << error.what() << '\n';
    return 1;
  }
}
