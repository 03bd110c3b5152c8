// SPDX-License-Identifier: Apache-2.0
#include "harness/suite.hpp"
#include "harness/table.hpp"
#include "spmv/spmv_program.hpp"

#include <ostream>

namespace Araios::Perf {

Result const* best_of_ours(std::vector<Result> const& results, std::string const& suffix, bool on_device) {
  std::vector<std::string> methods;
  for (auto const& result : results)
    if (result.method.ends_with(" T") == !suffix.empty()) methods.push_back(result.method);
  return fastest(results, "Araios", methods, on_device);
}

namespace {

// The fastest of the algorithms of cuSPARSE that products of CSR matrices are judged against, caches flushed.
Result const* best_of_cusparse(std::vector<Result> const& results, std::string const& suffix) {
  return fastest(results, "cuSPARSE", {"CSR_ALG1" + suffix, "CSR_ALG2" + suffix, "COO_ALG1" + suffix}, true);
}

// A row for flushed and one for warm caches: figures of all matrices where both sides were measured.
template <class Own, class Other>
void print_ratio(std::ostream& out, Lines const& lines, std::string const& label, Own const& own, Other const& other) {
  for (auto const& [caches, figure] : cold_and_warm)
    print_figures(out, join("  ", label, ", ", caches), ratios(lines, own, other, figure));
}

// How many times as long the format that was chosen took as the best of ours, itself included.
void print_regret(std::ostream& out, Lines const& lines, bool on_device, bool smoke) {
  Figures all, others;
  for (Line const* const line : lines) {
    Result const* const chosen = find(line->results, "Araios", "chosen", on_device);
    Result const* const best = best_of_ours(line->results, "", on_device);
    if (chosen == nullptr || best == nullptr) continue;
    double const regret = ratio(chosen->flushed, best->flushed);
    all.add(regret, line->what.name);
    if (held_out(line->what.name, smoke)) others.add(regret, line->what.name);
  }
  char const* const label = "  time in the chosen format over the best of ours";
  print_figures(out, join(label, ", caches flushed"), all, {"most"});
  print_figures(out, join(label, ", of matrices that the rule was not fitted to, caches flushed"), others, {"most"});
}

// The names of our methods for one op, in the order of their first appearance.
std::vector<std::string> our_methods(Lines const& lines, std::string const& suffix, bool on_device) {
  std::vector<std::string> names;
  for (Line const* const line : lines)
    for (auto const& result : line->results)
      if (result.library == "Araios" && result.on_device == on_device &&
          result.method.ends_with(" T") == !suffix.empty() && !contains(names, result.method))
        names.push_back(result.method);
  return names;
}

// Only CSR methods and the choice have a row each: a format that refuses half of the matrices has a mean of the others
// only.
void print_ratios(std::ostream& out, Lines const& lines, bool on_device) {
  for (std::string const suffix : {"", " T"}) {
    std::string const op = suffix.empty() ? "" : ", transposed";
    std::string const label = on_device ? " over the best of cuSPARSE" + op : " over Kokkos Kernels native" + op;
    auto const baseline = [&](std::vector<Result> const& results) {
      return on_device ? best_of_cusparse(results, suffix) : find(results, "Kokkos Kernels", "native" + suffix, false);
    };
    for (std::string const& method : our_methods(lines, suffix, on_device))
      if (method.rfind("csr ", 0) == 0 || method == "chosen" + suffix)
        print_ratio(
            out, lines, method + label,
            [&](std::vector<Result> const& results) { return find(results, "Araios", method, on_device); }, baseline);
    print_ratio(
        out, lines, "best of ours" + label,
        [&](std::vector<Result> const& results) { return best_of_ours(results, suffix, on_device); }, baseline);
  }
}

void print_best(std::ostream& out, Lines const& lines, bool on_device) {
  Table table({"matrix", "csr automatic ms", "of copy", "best", "ms", "of copy", "copy of its bytes ms",
               "set-up in products", "automatic / best", "cuSPARSE best", "ms"},
              1);
  for (Line const* const line : lines) {
    Result const* const best = best_of_ours(line->results, "", on_device);
    if (best == nullptr) continue;
    auto const of_copy = [](Result const& result) {
      return percent(static_cast<double>(result.bytes) / result.flushed.median / result.copy_bandwidth);
    };
    Result const* const csr = find(line->results, "Araios", "csr automatic", on_device);
    Result const* const copy = find(line->results, "copy", "of as many bytes", on_device);
    Result const* const other = on_device ? best_of_cusparse(line->results, "") : nullptr;
    table.add(
        {line->what.name, csr != nullptr ? milliseconds(csr->flushed.median) : "-",
         csr != nullptr ? of_copy(*csr) : "-", best->method, milliseconds(best->flushed.median), of_copy(*best),
         copy != nullptr ? milliseconds(copy->flushed.median) : "-",
         best->set_up.repeats > 0 && csr != nullptr ? three_digits(best->set_up.median / csr->flushed.median) : "-",
         csr != nullptr ? three_digits(ratio(csr->flushed, best->flushed)) : "-",
         other != nullptr ? other->method : "-", other != nullptr ? milliseconds(other->flushed.median) : "-"});
  }
  out << '\n';
  table.drop_empty();
  table.print(out);
}

void print_not_repeatable(std::ostream& out, Lines const& lines) {
  std::string names;
  for (Line const* const line : lines)
    for (auto const& result : line->results)
      if (result.library == "Araios" && result.repeatable == false)
        names += (names.empty() ? "" : "; ") + result.method + " of " + line->what.name + " in " + result.space;
  out << "  results of ours whose bits changed from run to run: " << (names.empty() ? "none" : names) << '\n';
}

void print_spmv_summary(std::ostream& out, std::vector<Line> const& lines, bool smoke) {
  for (Lines const& of_type : by_type(lines)) {
    out << "\nsuite, " << of_type[0]->what.type << ", " << of_type.size() << " matrices\n";
    for (bool const on_device : {true, false}) {
      if (our_methods(of_type, "", on_device).empty() && our_methods(of_type, " T", on_device).empty()) continue;
      print_ratios(out, of_type, on_device);
      print_regret(out, of_type, on_device, smoke);
      print_best(out, of_type, on_device);
    }
    print_not_repeatable(out, of_type);
  }
}

void compare(std::vector<Result>& results) {
  for (auto& result : results) {
    std::string const suffix = result.method.ends_with(" T") ? " T" : "";
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
          .csv_figures = {csv_cold(), csv_warm(), csv_rate(), csv_time("set_up_ms", &Result::set_up)},
          .csv_label = method_of_any,
          .summary = [smoke = program.common.smoke](
                         std::ostream& out, std::vector<Line> const& lines) { print_spmv_summary(out, lines, smoke); }};
}

}  // namespace Araios::Perf
