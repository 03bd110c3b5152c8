// SPDX-License-Identifier: Apache-2.0
#include "harness/table.hpp"
#include "solve/solve_program.hpp"

#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace Araios::Perf {

namespace {

std::string const loop = SolveMethods::loop, graph = SolveMethods::graph;

/// The methods of CG. By colours it is compared with that in natural order.
std::vector<std::string> const methods_of_cg{SolveMethods::cg,     SolveMethods::cg_jacobi,
                                             SolveMethods::cg_ilu, SolveMethods::cg_ilu_by_color,
                                             SolveMethods::cg_ic,  SolveMethods::cg_ic_by_color};
std::string in_natural_order(std::string const& method) { return method.substr(0, method.find(" by colour")); }

/// What result is compared with: the same method by cuSPARSE and cuBLAS, or by the plain loop of a host.
Result const* baseline(std::vector<Result> const& results, Result const& result, std::string const& how) {
  return result.on_device ? find(results, "cuSPARSE", in_natural_order(result.method) + how, true)
                          : find(results, "std", result.method, false);
}

bool is_multigrid(Result const& result) { return result.method.starts_with(SolveMethods::cg_multigrid); }

void compare(std::vector<Result>& results) {
  for (auto& result : results) {
    if (result.library != "Araios") continue;
    if (Result const* const jacobi = find(results, "Araios", SolveMethods::cg_jacobi, result.on_device);
        jacobi != nullptr && is_multigrid(result))
      if (double const times = ratio(jacobi->flushed, result.flushed); times > 0)
        result.speedups.emplace_back("jacobi_solution", times);
    for (auto const& [over, how] : {std::pair("loop", loop), std::pair("graph", graph)}) {
      Result const* const other = baseline(results, result, how);
      if (other == nullptr || (!result.on_device && how == graph)) continue;
      if (double const times = ratio(other->call, result.call); times > 0)
        result.speedups.emplace_back(std::string(over) + "_iteration", times);
      if (double const times = ratio(other->flushed, result.flushed); times > 0)
        result.speedups.emplace_back(std::string(over) + "_solution", times);
    }
  }
}

void print_headline_of_system(std::ostream& out, Line const& line) {
  print_headline(out, line);
  for (auto const& [name, size] : line.what.sizes) {
    if (size == 0) continue;
    if (name == "is_laplacian") out << "the Laplacian of its graph, plus a part of the identity\n\n";
    if (name == "is_negated") out << "with the other sign: its diagonal is negative\n\n";
  }
}

/// Prints how many runs were compared bit by bit; other bits are a wrong result.
void print_bits(std::ostream& out, std::vector<Line> const& lines) {
  int methods = 0;
  double runs = 0;
  for (Line const& line : lines)
    for (Result const& result : line.results)
      if (result.repeatable) {
        ++methods;
        runs = number_of(result, "runs_of_same_bits").value_or(0);
      }
  if (methods > 0)
    out << "\nbits of " << with_commas(static_cast<std::int64_t>(runs)) << " runs: the same, of each of " << methods
        << " methods, without an allocation but in the first\n";
}

void print_summary(std::ostream& out, std::vector<Line> const& lines) {
  for (Lines const& of_type : by_type(lines)) {
    out << "\nsuite, " << of_type[0]->what.type << ": how many times as long cuSPARSE with cuBLAS took as Araios\n";
    for (std::string const& method : methods_of_cg)
      for (auto const& [name, how] : {std::pair("loop", loop), std::pair("graph of 10", graph)})
        for (auto const& [of, figure] :
             {std::pair("an iteration", &Result::call), std::pair("a solution", &Result::flushed)})
          print_figures(out, join("  ", method, ", ", of, ", over the ", name),
                        ratios(
                            of_type,
                            [&](std::vector<Result> const& results) { return find(results, "Araios", method, true); },
                            [&, how = how](std::vector<Result> const& results) {
                              return find(results, "cuSPARSE", in_natural_order(method) + how, true);
                            },
                            figure));
    print_figures(
        out, "  a solution by the fastest of ours, over ILU(0) of cuSPARSE",
        ratios(
            of_type,
            [&](std::vector<Result> const& results) { return fastest(results, "Araios", methods_of_cg, true); },
            [&](std::vector<Result> const& results) {
              return find(results, "cuSPARSE", SolveMethods::cg_ilu + loop, true);
            },
            &Result::flushed));
  }
}

}  // namespace

Report solve_report() {
  using namespace Columns;
  Column const iteration{"us an iteration", [](Result const& result) {
                           return result.call.repeats > 0 ? three_digits(1e6 * result.call.median) : std::string("-");
                         }};
  Column const of_copy{"of copy", [](Result const& result) {
                         double const seconds = static_cast<double>(result.bytes) / result.copy_bandwidth;
                         return result.bytes > 0 && result.call.repeats > 0 ? percent(seconds / result.call.median)
                                                                            : std::string("-");
                       }};
  Column const iterations{"iterations", [](Result const& result) {
                            auto const number = number_of(result, "iterations");
                            return number ? with_commas(static_cast<std::int64_t>(*number)) : std::string("-");
                          }};
  Column const residual{"residual", [](Result const& result) {
                          auto const number = number_of(result, "residual");
                          return number ? scientific(*number) : std::string("-");
                        }};
  return {
      .program = "perf_solve",
      .of_results = "perf_solve",
      .columns = {iteration, spread(&Result::call), times("x loop", "loop_iteration"),
                  times("x graph", "graph_iteration"), of_copy, time("solution ms", &Result::flushed),
                  spread(&Result::flushed), times("x loop", "loop_solution"), times("x graph", "graph_solution"),
                  times("x Jacobi", "jacobi_solution"), iterations, residual, set_up(), same_bits(),
                  workspace("memory")},
      .footer =
          "an iteration: a solve of a fixed number of them, start and end included, over that number, caches warm; "
          "solution: from x = 0 to the tolerance, caches flushed; x: times as long as ours took the loop of cuSPARSE "
          "and cuBLAS, the same as a graph of 10 iterations, and on a host the plain loop; of copy: the bytes of an "
          "iteration at the bandwidth of a copy, over its time; x Jacobi: times as long as multigrid took our CG with "
          "Jacobi; residual: ||b - A x|| / ||b||; set-up: of the levels; same bits: of all runs of --bits-of-runs",
      .compare = compare,
      .headline = print_headline_of_system,
      .overview = print_bits,
      .summary = print_summary};
}

}  // namespace Araios::Perf
