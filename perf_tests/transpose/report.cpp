// SPDX-License-Identifier: Apache-2.0
#include "harness/table.hpp"
#include "transpose/transpose_program.hpp"

namespace Araios::Perf {

namespace {

std::string label(Result const& result) {
  if (result.library == "Araios") return result.chosen.empty() ? result.method : result.method + " = " + result.chosen;
  if (result.library == "Kokkos Kernels" && result.method != "transpose_matrix") return "Kokkos Kernels + sort";
  return result.library == "Kokkos Kernels" ? result.library : result.library + " " + result.method;
}

std::string label_without_choice(Result result) {
  result.chosen.clear();
  return label(result);
}

void compare(std::vector<Result>& results) {
  Result const* const serial = find(results, "Araios", "serial", false);
  Result const* const cusparse = find(results, "cuSPARSE", "csr2cscEx2", true);
  Result const* const cxsparse = find(results, "CXSparse", "cs_transpose", false);
  for (auto& result : results) {
    add_speedup(result, "serial", serial);
    // A ratio between two devices would not compare methods.
    add_speedup(result, result.on_device ? "cusparse" : "cxsparse", result.on_device ? cusparse : cxsparse);
  }
}

}  // namespace

Report transpose_report(TransposeProgram const& program) {
  using namespace Columns;
  Column const end_to_end{"end to end ms", [](Result const& result) {
                            return result.end_to_end.repeats > 0 ? milliseconds(result.end_to_end.median)
                                                                 : std::string("-");
                          }};
  Column const end_to_end_spread{"+-", [](Result const& result) {
                                   return result.end_to_end.repeats > 0 ? percent(result.end_to_end.spread())
                                                                        : std::string("-");
                                 }};
  Column const per_entry{"B/entry", [](Line const& line, Result const& result) {
                           auto const nnz = static_cast<double>(line.what.sizes[2].second);
                           return result.workspace_bytes >= 0 && nnz > 0
                                      ? three_digits(static_cast<double>(result.workspace_bytes) / nnz)
                                      : std::string("-");
                         }};
  return {.program = "perf_transpose",
          .of_results = "perf_transpose",
          .columns = {cold(), cold_spread(), times("x serial", "serial"), times("x cuSPARSE", "cusparse"),
                      times("x CXSparse", "cxsparse"), rate(), of_copy(), warm(), warm_spread(),
                      times("x cuSPARSE", "cusparse_warm"), end_to_end, end_to_end_spread,
                      times("x serial", "serial_end_to_end"), workspace(), per_entry},
          .footer = times_are_medians,
          .compare = compare,
          .label = label,
          .csv_file = program.csv_file,
          .csv_figures = {csv_cold(), {"speedup", [](Result const& result) { return speedup(result, "serial"); }}},
          .csv_label = label_without_choice,
          .summary = print_suite_summary};
}

}  // namespace Araios::Perf
