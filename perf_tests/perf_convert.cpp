// SPDX-License-Identifier: Apache-2.0
/// \file
/// Converts CSR matrices to every other format and back, by Araios and by the libraries at hand, checks that what comes
/// back is what was given, and prints what each conversion takes in units of a product of the matrix with a vector.
///
///   perf_convert                       500,000 x 500,000 with 10,000,000 entries at random places
///   perf_convert a.mtx stencil27:128   files and matrices that are generated (harness/matrix_source.hpp)
///   perf_convert --suite --data D      the list of matrices by which products are judged; files of the folder D
///
/// What is timed, and how: notes/convert.md and notes/protocol.md.

#include "baselines/versions.hpp"
#include "convert/convert_program.hpp"
#include "formats/registry.hpp"
#include "harness/command_line.hpp"
#include "harness/matrix_program.hpp"
#include "harness/table.hpp"
#include "harness/types.hpp"

#include <CLI/CLI.hpp>
#include <Kokkos_Core.hpp>

#include <iostream>
#include <map>
#include <string>
#include <vector>

namespace Araios::Perf {
namespace {

using TimeConversions = std::vector<Result> (*)(ConvertProgram const&, Spaces&, Structure const&);
template <class Type>
struct TimeConversionsOf {
  static constexpr TimeConversions value = time_conversions<Type>;
};
std::map<std::string, TimeConversions> const& types() {
  static std::map<std::string, TimeConversions> const all = by_type_name<TimeConversionsOf>();
  return all;
}

double in_products(Result const& result, std::string const& which) {
  for (auto const& [name, ratio] : result.ratios)
    if (name == which) return ratio;
  return 0;
}

std::string label(Result const& result) {
  return result.library == "Araios" ? result.method : result.library + " " + result.method;
}

void print_table(Line const& line) {
  print_headline(std::cout, line);
  Table table({"conversion", "space", "cold ms", "+-", "products", "x cuSPARSE", "x Kokkos K.", "warm ms", "+-",
               "products", "allocation alone", "GB/s", "of copy", "matrix", "workspace"},
              2);
  for (auto const& result : line.results) {
    std::vector<std::string> row{label(result), result.space.empty() ? "-" : result.space};
    if (result.measured()) {
      double const rate = static_cast<double>(result.bytes) / result.flushed.median;
      bool const conversion = !result.ratios.empty();
      auto const ratio = [&](char const* which) {
        return std::string(conversion ? three_digits(in_products(result, which)) : "-");
      };
      for (std::string const& cell :
           {milliseconds(result.flushed.median), percent(result.flushed.spread()), ratio("csr_products"),
            speedup(result, "cusparse"), speedup(result, "kokkos_kernels"), milliseconds(result.warm.median),
            percent(result.warm.spread()), ratio("csr_products_warm"), ratio("allocation_csr_products"),
            three_digits(1e-9 * rate), percent(rate / result.copy_bandwidth), bytes_text(result.matrix_bytes),
            std::string(result.workspace_bytes < 0 ? "-" : bytes_text(result.workspace_bytes))})
        row.push_back(cell);
    }
    table.add(row, result.note);
  }
  table.drop_empty();
  table.print(std::cout);
  std::cout << std::flush;  // a run that is cut short leaves what it measured
}

// For every conversion the mean and the worst, in products, of the matrices with more than a million entries: below,
// launches and allocations decide.
void print_summary(std::vector<Line> const& lines) {
  for (auto const& of_type : by_type(lines)) {
    std::map<std::string, Figures> figures;
    for (Line const* const line : of_type)
      for (auto const& result : line->results)
        if (line->what.sizes[2].second > 1'000'000 && result.measured() && !result.ratios.empty())
          figures[label(result) + " on " + result.space].add(in_products(result, "csr_products"), line->what.name);
    if (figures.empty()) continue;
    std::cout << "\nsuite, " << of_type[0]->what.type
              << ", matrices of more than 1,000,000 entries, in products with caches flushed\n";
    for (auto const& [name, figure] : figures)
      std::cout << "  " << name << ": geometric mean " << three_digits(figure.mean()) << " of " << figure.count
                << ", most " << three_digits(figure.most) << " (" << figure.max_at << ")\n";
  }
}

int main_with(Arguments& arguments) {
  ConvertProgram program;
  MatrixOptions matrices;
  int repeats = 0;
  bool keep_memory = false;
  CLI::App app("Converts sparse matrices from CSR to every other format and back, by Araios and the libraries at hand");
  add_matrix_options(app, matrices);
  add_type_option(app, program.types, type_names(types()));
  add_list_option(app, "--formats", program.formats,
                  "with commas between them (default: all but packet_rcm, whose order is made on the host)",
                  format_names());
  add_list_option(app, "--libraries", program.libraries, "with commas between them (default: all)",
                  {"araios", "cusparse", "kokkos_kernels"});
  app.add_flag("--keep-memory", keep_memory,
               "leave freed memory of the device to later allocations, as programs with a pool of memory do (with a "
               "Kokkos built with Kokkos_ENABLE_IMPL_CUDA_MALLOC_ASYNC)");
  app.add_option("--csv", program.csv_file, "where the table goes for a spreadsheet")->capture_default_str();
  add_common_options(app, program.common, repeats);
  if (auto const status = parse(app, arguments, program.common, repeats, matrices)) return *status;
  program.suite = matrices.suite;
  program.sources = chosen_sources(matrices, program.common.smoke, product_suite);

  Kokkos::ScopeGuard const kokkos(arguments.kokkos_count(), arguments.kokkos.data());
  Environment where = environment(program.common.machine, baseline_versions());
  if (keep_memory) keep_freed_memory(where);
  print(std::cout, where);
  Progress progress;
  Spaces spaces(program.common, progress);
  JsonFile json(program.common.json_file);
  std::vector<Line> lines;
  for (std::size_t i = 0; i < program.sources.size(); ++i) {
    MatrixSource const& source = program.sources[i];
    progress.prefix(join("[", i + 1, "/", program.sources.size(), "] ", source.name(), ": "));
    progress.task(source.is_file() ? "reading" : "generating");
    Structure const A = load_structure(source);
    for (std::string const& type : program.types) {
      std::vector<Result> results = types().at(type)(program, spaces, A);
      progress.clear();
      for (auto& result : results) {
        if (result.library != "Araios") continue;
        add_speedup(result, "cusparse", find(results, "cuSPARSE", result.method, result.on_device));
        add_speedup(result, "kokkos_kernels", find(results, "Kokkos Kernels", result.method, result.on_device));
      }
      lines.push_back({{program.suite ? "perf_convert_suite" : "perf_convert",
                        source.name(),
                        type,
                        {{"rows", A.num_rows()}, {"cols", A.num_cols()}, {"nnz", A.nnz()}}},
                       std::move(results)});
      print_table(lines.back());
      json.add(where, lines.back().what, lines.back().results);
    }
  }
  progress.prefix("");
  write_csv(program.csv_file, lines, label,
            {{"ms", [](Result const& result) { return milliseconds(result.flushed.median); }},
             {"products", [](Result const& result) {
                return std::string(result.ratios.empty() ? "-" : three_digits(in_products(result, "csr_products")));
              }}});
  std::cout
      << "\nproducts: times as long as a product of the CSR matrix with a vector, caches flushed or warm; arrays of "
         "results are allocated in each run, which alone takes as many products as stand under `allocation alone`; x: "
         "times as long as the row took the library for the same\n";
  print_footer(std::cout, program.csv_file, json);
  if (program.suite) print_summary(lines);
  return 0;
}

}  // namespace
}  // namespace Araios::Perf

int main(int argc, char** argv) {
  return Araios::Perf::run_program("perf_convert", argc, argv, Araios::Perf::main_with);
}
