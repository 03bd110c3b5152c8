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

#include "convert/convert_program.hpp"
#include "harness/matrix_command.hpp"
#include "harness/table.hpp"

#include <map>
#include <ostream>
#include <string>
#include <vector>

namespace Araios::Perf {
namespace {

double in_products(Result const& result, std::string const& which) {
  for (auto const& [name, ratio] : result.ratios)
    if (name == which) return ratio;
  return 0;
}

// For every conversion the mean and the worst, in products, of the matrices with more than a million entries: below,
// launches and allocations decide.
void print_summary(std::ostream& out, std::vector<Line> const& lines) {
  for (auto const& of_type : by_type(lines)) {
    std::map<std::string, Figures> figures;
    for (Line const* const line : of_type)
      for (auto const& result : line->results)
        if (line->what.sizes[2].second > 1'000'000 && result.measured() && !result.ratios.empty())
          figures[method_of_any(result) + " on " + result.space].add(in_products(result, "csr_products"),
                                                                     line->what.name);
    if (figures.empty()) continue;
    out << "\nsuite, " << of_type[0]->what.type
        << ", matrices of more than 1,000,000 entries, in products with caches flushed\n";
    for (auto const& [name, figure] : figures) print_figures(out, "  " + name, figure, {"most"});
  }
}

void compare(std::vector<Result>& results) {
  for (auto& result : results) {
    if (result.library != "Araios") continue;
    add_speedup(result, "cusparse", find(results, "cuSPARSE", result.method, result.on_device));
    add_speedup(result, "kokkos_kernels", find(results, "Kokkos Kernels", result.method, result.on_device));
  }
}

Report report_of(MatrixProgram const& program) {
  using namespace Columns;
  auto const in = [](char const* heading, char const* which) {
    return Column{heading, [which](Result const& result) {
                    return result.ratios.empty() ? std::string("-") : three_digits(in_products(result, which));
                  }};
  };
  return {
      .program = "perf_convert",
      .of_results = "perf_convert",
      .columns = {cold(), cold_spread(), in("products", "csr_products"), times("x cuSPARSE", "cusparse"),
                  times("x Kokkos K.", "kokkos_kernels"), warm(), warm_spread(), in("products", "csr_products_warm"),
                  in("allocation alone", "allocation_csr_products"), rate(), of_copy(), matrix(), workspace()},
      .footer = join("products: times as long as a product of the CSR matrix with a vector, caches flushed or warm; "
                     "arrays of results are allocated in each run, which alone takes as many products as stand under "
                     "`allocation alone`; x: times as long as the row took the library for the same\n\n",
                     times_are_medians),
      .compare = compare,
      .label = method_of_any,
      .label_heading = "conversion",
      .csv_file = program.csv_file,
      .csv_figures = {csv_cold(),
                      {"products",
                       [](Result const& result) {
                         return result.ratios.empty() ? std::string("-")
                                                      : three_digits(in_products(result, "csr_products"));
                       }}},
      .summary = print_summary};
}

int main_with(Arguments& arguments) {
  MatrixProgram program;
  program.csv_file = "convert.csv";
  bool keep_memory = false;
  MatrixCommand command(
      program, "Converts sparse matrices from CSR to every other format and back, by Araios and the libraries at hand",
      OfType<TimeConversions>::names(), {"araios", "cusparse", "kokkos_kernels"});
  add_list_option(command.app, "--formats", program.methods,
                  "with commas between them (default: all but packet_rcm, whose order is made on the host)",
                  Method::words("convert"));
  command.app.add_flag("--keep-memory", keep_memory,
                       "leave freed memory of the device to later allocations, as programs with a pool of memory do "
                       "(with a Kokkos built with Kokkos_ENABLE_IMPL_CUDA_MALLOC_ASYNC)");
  if (auto const status = command.parse(arguments, product_suite)) return *status;

  return run_matrices(
      arguments, program, report_of(program), unprepared,
      [&](Session& session, std::string const& type, Structure const& A, int) {
        std::vector<Result> results = OfType<TimeConversions>::all().at(type)(program, session.spaces(), A);
        add_not_built(program, {{"cuSPARSE", "csr to csc"}, {"Kokkos Kernels", "csr to csc"}}, results);
        return std::vector{Measured{sizes_of(A), {std::move(results)}}};
      },
      keep_memory ? keep_freed_memory : nullptr);
}

}  // namespace
}  // namespace Araios::Perf

int main(int argc, char** argv) {
  return Araios::Perf::run_program("perf_convert", argc, argv, Araios::Perf::main_with);
}
