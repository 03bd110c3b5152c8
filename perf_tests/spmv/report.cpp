// SPDX-License-Identifier: Apache-2.0
#include "harness/table.hpp"
#include "spmv/spmv_program.hpp"

#include <ostream>

namespace Araios::Perf {

bool is_transposed(Result const& result) {
  return result.method.size() > 2 && result.method.compare(result.method.size() - 2, 2, " T") == 0;
}

Result const* best_of_ours(std::vector<Result> const& results, std::string const& suffix, bool on_device) {
  std::vector<std::string> methods;
  for (auto const& result : results)
    if (is_transposed(result) == !suffix.empty()) methods.push_back(result.method);
  return fastest(results, "Araios", methods, on_device);
}

Result const* best_of_cusparse(std::vector<Result> const& results, std::string const& suffix) {
  return fastest(results, "cuSPARSE", {"CSR_ALG1" + suffix, "CSR_ALG2" + suffix, "COO_ALG1" + suffix}, true);
}

namespace {

void compare(std::vector<Result>& results) {
  for (auto& result : results) {
    std::string const suffix = is_transposed(result) ? " T" : "";
    if (result.on_device) add_speedup(result, "cusparse", best_of_cusparse(results, suffix));
    add_speedup(result, "kokkos_kernels", find(results, "Kokkos Kernels", "native" + suffix, result.on_device));
  }
}

}  // namespace

Report spmv_report(SpmvProgram const& program) {
  using namespace Columns;
  Column const in_products{"in products", [](Result const& result) {
                             return result.set_up.repeats > 0
                                        ? three_digits(result.set_up.median / result.flushed.median)
                                        : std::string("-");
                           }};
  Column const predicted{"predicted ms", [](Result const& result) {
                           return result.predicted < 0 ? std::string("-") : milliseconds(result.predicted);
                         }};
  return {.program = "perf_spmv",
          .of_results = "perf_spmv",
          .columns = {cold(), cold_spread(), times("x cuSPARSE", "cusparse"), times("x Kokkos K.", "kokkos_kernels"),
                      rate(), of_copy(), warm(), warm_spread(), times("x cuSPARSE", "cusparse_warm"),
                      times("x Kokkos K.", "kokkos_kernels_warm"), set_up(), in_products, predicted, matrix(),
                      workspace(), same_bits()},
          .footer =
              join("GB/s: the least bytes of CSR, A and x read once, y written once, over the cold time, for every "
                   "format; x: times as long as ours took the best of cuSPARSE's CSR_ALG1, CSR_ALG2 and COO_ALG1, "
                   "each preprocessed, and Kokkos Kernels' native; T: transposed\n\n",
                   times_are_medians),
          .compare = compare,
          .label =
              [](Result const& result) {
                return method_of_any(result) + (result.chosen.empty() ? "" : " = " + result.chosen);
              },
          .csv_file = program.csv_file,
          .csv_figures = {csv_cold(),
                          csv_warm(),
                          csv_rate(),
                          {"set_up_ms",
                           [](Result const& result) {
                             return result.set_up.repeats > 0 ? milliseconds(result.set_up.median) : std::string("-");
                           }}},
          .csv_label = method_of_any,
          .summary = [smoke = program.common.smoke](
                         std::ostream& out, std::vector<Line> const& lines) { print_spmv_summary(out, lines, smoke); }};
}

}  // namespace Araios::Perf
