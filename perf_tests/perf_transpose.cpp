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
/// What is timed, and how: NOTES.md beside this file.

#include "harness/command_line.hpp"
#include "harness/matrix_source.hpp"
#include "harness/program.hpp"
#include "harness/table.hpp"
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
#include <filesystem>
#include <iostream>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace Araios::Perf {
namespace {

MatrixSource random_source(std::int64_t m, std::int64_t n, std::int64_t nnz) {
  return {join("uniform:", m, "x", n, ":", nnz), join("random_", m, "x", n, "_", nnz)};
}

std::optional<std::int64_t> as_number(std::string const& text) {
  if (text.empty() || text.size() > 18 || text.find_first_not_of("0123456789") != std::string::npos) return {};
  return std::stoll(text);
}

std::vector<MatrixSource> sources(std::vector<std::string> const& words, bool smoke) {
  MatrixSource const usual = smoke ? random_source(2'000, 3'000, 20'000) : random_source(500'000, 500'000, 10'000'000);
  if (words.empty()) return {usual};
  if (words.size() == 3)
    if (auto const m = as_number(words[0]), n = as_number(words[1]), nnz = as_number(words[2]); m && n && nnz)
      return {random_source(*m, *n, *nnz)};
  std::vector<MatrixSource> result;
  for (auto const& word : words) {
    result.push_back(word == "default" ? usual : MatrixSource{word, ""});
    (void)result.back().is_file();  // a word of a wrong form is refused before anything is measured
  }
  return result;
}

// Those of the suite whose files are there. Figures of a part of the list must not pass for those of the whole.
std::vector<MatrixSource> present(std::vector<MatrixSource> const& all, std::string const& data, bool allow_missing) {
  std::vector<MatrixSource> result;
  std::string missing;
  for (auto const& source : all) {
    bool const there = !source.is_file() || (!data.empty() && std::filesystem::is_regular_file(source.word));
    if (there)
      result.push_back(source);
    else
      missing += "\n  " + source.word;
  }
  if (missing.empty()) return result;
  std::string const text =
      (data.empty() ? "the suite lacks these files (--data DIR names their folder):" : "the suite lacks these files:") +
      missing;
  if (!allow_missing) throw std::runtime_error(text + "\nnothing was measured; --allow-missing measures the others");
  std::cerr << "\nATTENTION: " << text << "\nmeasured is what remains\n\n";
  return result;
}

using TimeAll = std::vector<Result> (*)(TransposeProgram const&, TransposeSpaces&, Structure const&,
                                        TransposedStructure const&);
// Those that were built: Araios_PERF_TYPES.
std::map<std::string, TimeAll> const& types() {
  static std::map<std::string, TimeAll> const all{
#ifdef ARAIOS_PERF_WITH_float
      {"float", time_all<float>},
#endif
#ifdef ARAIOS_PERF_WITH_double
      {"double", time_all<double>},
#endif
#ifdef ARAIOS_PERF_WITH_complex_float
      {"complex_float", time_all<Kokkos::complex<float>>},
#endif
#ifdef ARAIOS_PERF_WITH_complex_double
      {"complex_double", time_all<Kokkos::complex<double>>},
#endif
#ifdef ARAIOS_PERF_WITH_pattern
      {"pattern", time_all<Pattern>},
#endif
  };
  return all;
}

void measure(TransposeProgram const& program, Progress& progress, TransposeReport& report) {
  auto const& common = program.common;
  TransposeSpaces spaces;
  if (common.on_device()) spaces.device.emplace(Device(), common.protocol, common.smoke, progress);
  if (common.on_host()) spaces.host.emplace(Host(), common.protocol, common.smoke, progress);
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
  measure(program, progress, report);
  report.finish();
}

int main_with(Arguments& arguments) {
  TransposeProgram program;
  std::vector<std::string> words;
  std::string data;
  bool allow_missing = false;
  int repeats = 0;
  CLI::App app("Transposes sparse matrices by every method of Araios and by the libraries at hand");
  app.add_option(
      "matrices", words,
      "three numbers m n nnz: a matrix at random; or names of .mtx and .mtx.gz files and words such as "
      "rmat:20:16000000, stencil27:128, grid4:1500, uniform:MxN:NNZ, tall:MxN:1-4, dense_column:N, "
      "banded:N:12:2000, among them the word `default`; nothing: the default matrix, 500000 500000 10000000");
  std::vector<std::string> names;
  for (auto const& [name, function] : types()) names.push_back(name);
  if (types().count("double") == 0) program.types = {names.at(0)};
  app.add_option("--type", program.types, "of the values; several, with commas between them")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::IsMember(names))
      ->capture_default_str();
  app.add_option("--methods", program.methods,
                 "of Araios, with commas between them, `plan` for its plan (default: all; in a suite automatic,plan)")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::IsMember(transpose_method_names()));
  auto* const suite =
      app.add_flag("--suite", program.suite,
                   "the list of matrices by which the methods are judged, with a summary; on the device "
                   "unless --space says otherwise; only what the summary needs is measured");
  app.add_option("--data", data, "folder of the suite's .mtx.gz files")->needs(suite);
  app.add_flag("--allow-missing", allow_missing, "measure the suite without the files that are not there")
      ->needs(suite);
  app.add_option("--csv", program.csv_file, "where the table goes for a spreadsheet")->capture_default_str();
  add_common_options(app, program.common, repeats);
  try {
    app.parse(arguments.program_count(), arguments.program.data());
    if (program.suite && !words.empty()) throw CLI::ValidationError("--suite", "has matrices of its own");
  } catch (CLI::ParseError const& error) {
    return app.exit(error);
  }
  if (program.suite) {
    if (app.count("--space") == 0) program.common.space = has_device ? "device" : "host";
    // Sequential baselines on a host take seconds a run; repeats on a device stay far below this.
    program.common.protocol.least = 3;
    program.common.protocol.patience = 4.0;
    if (app.count("--seconds") == 0) program.common.protocol.seconds = 0.5;
  }
  finish_common_options(program.common, repeats);
  bool const smoke = program.common.smoke;
  program.sources = program.suite ? present(suite_sources(data, smoke), data, allow_missing) : sources(words, smoke);

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
