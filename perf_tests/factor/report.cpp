// SPDX-License-Identifier: Apache-2.0
#include "factor/factor_program.hpp"
#include "harness/table.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace Araios::Perf {

namespace {

/// The rows of U: those of F from the diagonal on, or the columns of L.
std::vector<std::vector<std::pair<int, double>>> upper_rows(DoubleMatrix const& F, bool cholesky) {
  std::vector<std::vector<std::pair<int, double>>> rows(static_cast<std::size_t>(F.num_rows()));
  for (int i = 0; i < F.num_rows(); ++i)
    for (int p = F.row_map(i); p < F.row_map(i + 1); ++p) {
      int const j = F.entries(p);
      if (!cholesky && j >= i) rows[static_cast<std::size_t>(i)].emplace_back(j, F.values(p));
      if (cholesky && j <= i) rows[static_cast<std::size_t>(j)].emplace_back(i, F.values(p));
    }
  return rows;
}

/// csrilu02 and csric02 for the methods of Araios.
Result const* of_cusparse(std::vector<Result> const& results, Result const& result) {
  return find(results, "cuSPARSE", result.method.starts_with("ic") ? "csric02" : "csrilu02", true);
}

void compare(std::vector<Result>& results) {
  for (Result& result : results) {
    if (result.library != "Araios" || !result.on_device) continue;
    Result const* const other = of_cusparse(results, result);
    add_speedup(result, "cusparse", other);
    if (other != nullptr && ratio(other->set_up, result.set_up) > 0)
      result.speedups.emplace_back("cusparse_set_up", ratio(other->set_up, result.set_up));
  }
}

void print_summary(std::ostream& out, std::vector<Line> const& lines) {
  for (Lines const& of_type : by_type(lines)) {
    out << "\nsuite, " << of_type[0]->what.type << ": how many times as long cuSPARSE took as Araios\n";
    for (auto const& [method, other] :
         {std::pair("ilu", "csrilu02"), std::pair("ilu by colour", "csrilu02"), std::pair("ilu, 3 sweeps", "csrilu02"),
          std::pair("ic", "csric02"), std::pair("ic by colour", "csric02"), std::pair("ic, 3 sweeps", "csric02")})
      for (auto const& [caches, figure] : cold_and_warm)
        print_figures(
            out, join("  ", method, " over ", other, ", ", caches),
            ratios(
                of_type,
                [&, name = method](std::vector<Result> const& results) { return find(results, "Araios", name, true); },
                [&, name = other](std::vector<Result> const& results) { return find(results, "cuSPARSE", name, true); },
                figure));
  }
}

}  // namespace

double factor_error(DoubleMatrix const& A, DoubleMatrix const& F, std::vector<int> const& order, bool cholesky) {
  auto const n = static_cast<std::size_t>(A.num_rows());
  auto const U = upper_rows(F, cholesky);
  std::vector<int> rank(n);
  for (std::size_t q = 0; q < n; ++q) rank[static_cast<std::size_t>(order[q])] = static_cast<int>(q);
  std::vector<double> sums(n), scales(n);
  double worst = 0;
  for (int i = 0; i < A.num_rows(); ++i) {
    int const row = order[static_cast<std::size_t>(i)];
    auto const at = [&](int p) { return static_cast<std::size_t>(rank[static_cast<std::size_t>(A.entries(p))]); };
    for (int p = A.row_map(row); p < A.row_map(row + 1); ++p) sums[at(p)] = scales[at(p)] = 0;
    auto const add = [&](int k, double l) {
      for (auto const& [j, u] : U[static_cast<std::size_t>(k)]) {
        sums[static_cast<std::size_t>(j)] += l * u;
        scales[static_cast<std::size_t>(j)] += std::abs(l * u);
      }
    };
    for (int p = F.row_map(i); p < F.row_map(i + 1); ++p)
      if (int const k = F.entries(p); k < i || (cholesky && k == i)) add(k, F.values(p));
    if (!cholesky) add(i, 1);
    for (int p = A.row_map(row); p < A.row_map(row + 1); ++p) {
      if (cholesky && at(p) > static_cast<std::size_t>(i)) continue;
      double const scale = scales[at(p)] + std::abs(A.values(p));
      double const error = scale == 0 ? 0 : std::abs(sums[at(p)] - A.values(p)) / scale;  // NaN stays NaN
      worst = error <= 1 ? std::max(worst, error) : 1;
    }
  }
  return worst;
}

Report factor_report() {
  using namespace Columns;
  Column const error{"error", [](Result const& result) {
                       auto const number = number_of(result, "factor_error");
                       return number ? scientific(*number) : std::string("-");
                     }};
  return {.program = "perf_factor",
          .of_results = "perf_factor",
          .columns = {cold(), cold_spread(), times("x cuSPARSE", "cusparse"), warm(), warm_spread(),
                      times("x cuSPARSE", "cusparse_warm"), set_up(), times("x cuSPARSE", "cusparse_set_up"), error,
                      same_bits(), workspace("memory")},
          .footer = "times: medians in milliseconds; of Araios those of `update`, which also renews the triangular "
                    "solves and waits for the pivots; set-up: the constructor of Araios, factors included, and the "
                    "analysis of cuSPARSE; cold: caches flushed before each run; error: the largest |(L U)_ij - a_ij| "
                    "/ ((|L| |U|)_ij + |a_ij|) on the pattern of A; x: times as long as ours took csrilu02 or csric02",
          .compare = compare,
          .summary = print_summary};
}

}  // namespace Araios::Perf
