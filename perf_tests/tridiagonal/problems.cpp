// SPDX-License-Identifier: Apache-2.0
#include "harness/require.hpp"
#include "harness/table.hpp"
#include "tridiagonal/tridiagonal_program.hpp"

#include <array>
#include <regex>
#include <string>

namespace Araios::Perf {

BandedProblem parse_banded(std::string const& word) {
  constexpr std::array<char const*, 6> kinds{"single",  "dominant",    "columns",
                                             "strided", "interleaved", "pentadiagonal"};
  std::smatch part;
  bool const is_form = std::regex_match(word, part, std::regex("([a-z]+):([0-9]{1,10})(x([0-9]{1,10}))?"));
  BandedProblem problem{.word = word};
  bool is_kind = false;
  for (std::size_t k = 0; is_form && k < kinds.size(); ++k) {
    if (part[1] != kinds[k]) continue;
    problem.kind = static_cast<BandedKind>(k);
    is_kind = part[3].matched == (k >= 2);
  }
  require(is_kind, "'", word,
          "' is none of single:N, dominant:N, columns:NxC, strided:NxS, interleaved:NxS, pentadiagonal:NxS");
  problem.n = std::stoll(part[2]);
  if (part[3].matched) problem.systems = std::stoll(part[4]);
  require(problem.n >= 3 && problem.systems >= 1, word, ": a system has at least 3 rows");
  (void)as_int(problem.n, word);
  (void)as_int(problem.systems, word);
  (void)as_int(problem.length_of_b(), word);
  return problem;
}

namespace {

/// cuSPARSE's for the same task: with pivots, without, or the fastest of a batch.
Result const* of_cusparse(std::vector<Result> const& results, Result const& result) {
  bool const none = result.method == BandedMethods::none;
  if (auto const* const same =
          find(results, "cuSPARSE", none ? BandedMethods::gtsv2_nopivot : BandedMethods::gtsv2, true))
    return same;
  std::vector<std::string> methods;
  for (Result const& other : results) methods.push_back(other.method);
  return fastest(results, "cuSPARSE", methods, true);
}

void compare(std::vector<Result>& results) {
  for (Result& result : results) {
    if (result.library != "Araios") continue;
    if (result.on_device) add_speedup(result, "cusparse", of_cusparse(results, result));
    if (!result.on_device) add_speedup(result, "lapack", find(results, "LAPACK", "gtsv", false));
  }
}

void print_headline_of_systems(std::ostream& out, Line const& line) {
  out << '\n'
      << line.what.name << ": " << with_commas(line.what.sizes[0].second) << " rows, "
      << with_commas(line.what.sizes[1].second) << (line.what.name.starts_with("columns") ? " columns, " : " systems, ")
      << line.what.type << "\n\n";
}

}  // namespace

Report tridiagonal_report() {
  using namespace Columns;
  Column const error{"backward error", [](Result const& result) {
                       auto const number = number_of(result, "backward_error");
                       return number ? scientific(*number) : std::string("-");
                     }};
  return {
      .program = "perf_tridiagonal",
      .of_results = "perf_tridiagonal",
      .columns = {cold(), cold_spread(), times("x cuSPARSE", "cusparse"), times("x LAPACK", "lapack"), rate(),
                  of_copy(), warm(), warm_spread(), times("x cuSPARSE", "cusparse_warm"),
                  times("x LAPACK", "lapack_warm"), error, workspace()},
      .footer =
          "times: medians in milliseconds; cold: caches flushed before each run; GB/s: diagonals and b read once, x "
          "written once; backward error: the largest |b - A x| / (|A| |x| + |b|) of a row; x: times as long as "
          "ours took gtsv2 (scaled_partial), gtsv2_nopivot (none), the fastest of cuSPARSE for the same batch, "
          "gtsv of LAPACK on one host thread",
      .compare = compare,
      .headline = print_headline_of_systems};
}

}  // namespace Araios::Perf
