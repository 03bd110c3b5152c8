// SPDX-License-Identifier: Apache-2.0
/// \file
/// The two tables of SPbLA: M M and M + M^2 of Boolean matrices, time and peak memory, on its ten graphs.
///
///   perf_boolean --data D               wing and luxembourg_osm are files of the folder D
///   perf_boolean --allow-missing        without them
///
/// Eight of the ten cannot be had; graphs with their sizes are generated (harness/look_alikes.hpp) and named "like ...".
/// Measured as by perf_multiply and perf_add --with square, with type pattern. Beside each table stand the least times that
/// the paper gives for the graph itself, on a GeForce GTX 1070, whole milliseconds and tenths (Orachev, Karpenko, Khoroshev,
/// Grigorev: SPbLA, GrAPL 2021).

#include "baselines/versions.hpp"
#include "binary/binary_program.hpp"
#include "harness/command_line.hpp"
#include "harness/suite.hpp"
#include "harness/table.hpp"

#include <CLI/CLI.hpp>
#include <Kokkos_Core.hpp>

#include <iostream>
#include <string>
#include <vector>

namespace Araios::Perf {
namespace {

/// Figures of the paper: entries of M^2 and of M + M^2, and the least milliseconds of any library.
struct Published {
  char const* graph;
  std::int64_t nnz_of_square, nnz_of_sum;
  double multiply_ms, add_ms;
};
constexpr Published published[] = {{"wing", 714'200, 917'178, 1.9, 1.1},
                                   {"luxembourg_osm", 393'261, 632'185, 1.7, 0.8},
                                   {"amazon0312", 14'390'544, 14'968'909, 23.2, 11.4},
                                   {"amazon-2008", 25'366'745, 26'402'678, 33.3, 17.5},
                                   {"web-Google", 29'710'164, 30'811'855, 41.8, 24.8},
                                   {"roadNet-PA", 7'238'920, 9'931'528, 14.2, 10.2},
                                   {"roadNet-TX", 8'903'897, 12'264'987, 16.9, 14.5},
                                   {"belgium_osm", 5'323'073, 8'408'599, 16.9, 10.2},
                                   {"roadNet-CA", 12'908'450, 17'743'342, 23.4, 19.4},
                                   {"netherlands_osm", 8'755'758, 13'626'132, 24.9, 14.8}};

Published const* published_of(std::string const& name) {
  for (Published const& one : published)
    if (name == one.graph || name == std::string("like ") + one.graph) return &one;
  return nullptr;
}

/// What the paper says of the graph; wrong: its own files must have its numbers of entries.
std::optional<std::string> compare(std::ostream& out, std::string const& name, char const* of, std::int64_t nnz,
                                   std::int64_t nnz_of_paper, double ms_of_paper) {
  bool const is_like = name.rfind("like ", 0) == 0;
  out << of << " of the paper: " << with_commas(nnz_of_paper) << " entries, at least " << three_digits(ms_of_paper)
      << " ms; here " << (nnz < 0 ? std::string("-") : with_commas(nnz)) << " entries\n";
  if (!is_like && nnz >= 0 && nnz != nnz_of_paper)
    return join(name, ": ", of, " has ", nnz, " entries, not ", nnz_of_paper);
  return {};
}

/// Prints the summaries of both operations, and what was wrong; the status of the program.
int summarize(BinaryProgram const& products, std::vector<Line> const& of_products, BinaryProgram const& sums,
              std::vector<Line> const& of_sums, std::vector<std::string> const& faults, int failures) {
  binary_operation("multiply").report(products).summary(std::cout, of_products);
  binary_operation("add").report(sums).summary(std::cout, of_sums);
  for (std::string const& fault : faults) std::cerr << "perf_boolean: " << fault << '\n';
  if (failures > 0) std::cerr << "perf_boolean: " << failures << " wrong or missing results, see the remarks\n";
  return failures > 0 || !faults.empty() ? 1 : 0;
}

int main_with(Arguments& arguments) {
  BinaryProgram products;
  MatrixOptions matrices;
  int repeats = 0;
  CLI::App app("The tables of SPbLA: products and sums of Boolean matrices");
  app.add_option("--data", matrices.data, "folder of wing.mtx.gz and luxembourg_osm.mtx.gz");
  app.add_flag("--allow-missing", matrices.allow_missing, "measure without the files that are not there");
  add_list_option(app, "--libraries", products.libraries, "with commas between them (default: all)",
                  {"araios", "cusparse", "kokkos_kernels", "cxsparse", "graphblas"});
  add_filter_option(app, products);
  add_common_options(app, products.common, repeats);
  matrices.suite = true;
  if (auto const status = parse(app, arguments, products.common, repeats, matrices)) return *status;
  auto const sources = present(spbla_suite(matrices.data, products.common.smoke), !matrices.data.empty(),
                               matrices.allow_missing || products.common.smoke);
  BinaryProgram sums = products;
  products.operation = "multiply";
  sums.operation = "add";
  sums.with_square = true;

  Kokkos::ScopeGuard const kokkos(arguments.kokkos_count(), arguments.kokkos.data());
  Environment const where = environment(products.common.machine, baseline_versions());
  print(std::cout, where);
  Session session(products.common);
  JsonFile json(products.common.json_file);
  std::vector<Line> of_products, of_sums;
  std::vector<std::string> faults;
  int failures = 0;
  for (MatrixSource const& source : sources) {
    session.progress.prefix(source.name() + ": ");
    Structure const given = load_structure(source);
    Published const* const paper = published_of(source.name());
    /// Returns the entries of the result.
    auto const measure = [&](BinaryProgram const& program, std::vector<Line>& lines) {
      BinaryOperation const& operation = binary_operation(program.operation);
      Report const report = operation.report(program);
      Measured made = time_binary(program, session.spaces(), "pattern", operation.make_case(program, given));
      session.progress.clear();
      failures += made.outcome.failures;
      report.compare(made.outcome.results);
      std::int64_t const nnz = made.sizes.size() > 4 ? made.sizes[4].second : -1;
      lines.push_back({{"perf_boolean_" + program.operation, source.name(), "pattern", std::move(made.sizes)},
                       std::move(made.outcome.results)});
      json.add(where, lines.back().what, lines.back().results);
      print(std::cout, report, lines.back());
      return nnz;
    };
    auto const note = [&](char const* of, std::int64_t nnz, std::int64_t nnz_of_paper, double ms) {
      if (auto const fault = compare(std::cout, source.name(), of, nnz, nnz_of_paper, ms)) faults.push_back(*fault);
    };
    std::int64_t const nnz_of_square = measure(products, of_products);
    if (paper != nullptr) note("M M", nnz_of_square, paper->nnz_of_square, paper->multiply_ms);
    std::int64_t const nnz_of_sum = measure(sums, of_sums);
    if (paper != nullptr) note("M + M^2", nnz_of_sum, paper->nnz_of_sum, paper->add_ms);
  }
  session.progress.prefix("");
  std::cout << "\nthe columns are those of perf_multiply and perf_add; the paper's times are of a GeForce GTX 1070\n";
  if (!json.name().empty()) std::cout << "written: " << json.name() << '\n';
  return summarize(products, of_products, sums, of_sums, faults, failures);
}

}  // namespace
}  // namespace Araios::Perf

int main(int argc, char** argv) {
  return Araios::Perf::run_program("perf_boolean", argc, argv, Araios::Perf::main_with);
}
