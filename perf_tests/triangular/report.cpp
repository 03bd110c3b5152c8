// SPDX-License-Identifier: Apache-2.0
#include "harness/table.hpp"
#include "triangular/triangular_program.hpp"

#include <initializer_list>
#include <ostream>
#include <string>
#include <vector>

namespace Araios::Perf {

namespace {

bool is_of(Result const& result, TriangularSystem const& system) {
  std::string const name = system.name;
  return result.method.starts_with(name) && (system.columns || !result.method.starts_with(lower_columns.name));
}

/// The fastest method of a library for a system, in either layout.
Result const* fastest_for(std::vector<Result> const& results, std::string const& library,
                          TriangularSystem const& system, bool on_device) {
  std::vector<std::string> methods;
  for (Result const& result : results)
    if (is_of(result, system)) methods.push_back(result.method);
  return fastest(results, library, methods, on_device);
}

constexpr std::initializer_list<TriangularSystem> systems{lower_system, upper_system, lower_columns};

void compare(std::vector<Result>& results) {
  for (Result& result : results)
    for (TriangularSystem const& system : systems) {
      if (result.library != "Araios" || !is_of(result, system)) continue;
      if (result.on_device) {
        Result const* const other = fastest_for(results, "cuSPARSE", system, true);
        add_speedup(result, "cusparse", other);
        if (other != nullptr && ratio(other->set_up, result.set_up) > 0)
          result.speedups.emplace_back("cusparse_set_up", ratio(other->set_up, result.set_up));
      }
      add_speedup(result, "kokkos_kernels", fastest_for(results, "Kokkos Kernels", system, result.on_device));
      if (!result.on_device) add_speedup(result, "loop", find(results, "std", system.name, false));
    }
}

/// The automatic method over cuSPARSE; for columns the better layout of each.
void print_summary(std::ostream& out, std::vector<Line> const& lines) {
  for (Lines const& of_type : by_type(lines)) {
    out << "\nsuite, " << of_type[0]->what.type << ": how many times as long cuSPARSE took as Araios\n";
    for (TriangularSystem const& system : systems) {
      auto const ours = [&](std::vector<Result> const& results) {
        return system.columns ? fastest_for(results, "Araios", system, true)
                              : find(results, "Araios", system.name, true);
      };
      auto const theirs = [&](std::vector<Result> const& results) {
        return fastest_for(results, "cuSPARSE", system, true);
      };
      for (auto const& [caches, figure] : cold_and_warm)
        print_figures(out, join("  ", system.name, ", ", caches), ratios(of_type, ours, theirs, figure));
      print_figures(out, join("  ", system.name, ", analysis"), ratios(of_type, ours, theirs, &Result::set_up));
    }
  }
}

void print_headline_of_triangles(std::ostream& out, Line const& line) {
  print_headline(out, line);
  out << "levels of the lower triangle " << with_commas(size_of(line, "levels_of_lower")) << ", of the upper one "
      << with_commas(size_of(line, "levels_of_upper")) << "\n\n";
}

}  // namespace

Report triangular_report() {
  using namespace Columns;
  Column const expected{"expected ms", [](Result const& result) {
                          return result.predicted < 0 ? std::string("-") : milliseconds(result.predicted);
                        }};
  Column const error{"backward error", [](Result const& result) {
                       auto const number = number_of(result, "backward_error");
                       return number ? scientific(*number) : std::string("-");
                     }};
  return {.program = "perf_triangular",
          .of_results = "perf_triangular",
          .columns = {cold(), cold_spread(), times("x cuSPARSE", "cusparse"), times("x Kokkos K.", "kokkos_kernels"),
                      times("x loop", "loop"), warm(), warm_spread(), times("x cuSPARSE", "cusparse_warm"), expected,
                      set_up(), times("x cuSPARSE", "cusparse_set_up"), error, same_bits(), workspace()},
          .footer =
              "times: medians in milliseconds; cold: caches flushed before each run; set-up: the analysis; x: times as "
              "long as ours took SpSV, or the better layout of SpSM, the fastest of Kokkos Kernels, the plain loop of "
              "one host thread; backward error: the largest |b - T x| / (|T| |x| + |b|) of a row; columns: right-hand "
              "sides, each contiguous (left), or those of a row (right)",
          .compare = compare,
          .headline = print_headline_of_triangles,
          .label =
              [](Result const& result) {
                return library_and_method(result) + (result.chosen.empty() ? "" : " = " + result.chosen);
              },
          .summary = print_summary};
}

}  // namespace Araios::Perf
