// SPDX-License-Identifier: Apache-2.0
#include "harness/table.hpp"
#include "kronecker/kronecker_program.hpp"

#include <Araios/formats/copy.hpp>
#include <Araios/generate/random.hpp>

#include <ostream>

namespace Araios::Perf {

KroneckerCase make_kronecker_case(KroneckerProgram const& program, Structure const& given) {
  KroneckerCase what;
  what.B = given;
  Device const exec;
  std::int64_t const f = program.factor;
  what.A = copy_to<Kokkos::HostSpace>(random_matrix<Pattern, int, int>(exec, RandomOptions{f, f, 3 * f}));
  std::int64_t const entries = std::int64_t(what.A.nnz()) * given.nnz();
  if (entries > program.max_entries)
    what.left_out = join(with_commas(entries), " entries of C, more than --max-entries ", program.max_entries);
  return what;
}

void print_kronecker_table(std::ostream& out, Line const& line) {
  auto const& [what, results] = line;
  print_headline(out, line);
  Table table({"method", "space", "cold ms", "+-", "GB/s", "% of copy", "warm ms", "+-", "peak"}, 2);
  for (auto const& result : results) {
    std::vector<std::string> row{result.library + " " + result.method, result.space.empty() ? "-" : result.space};
    if (result.measured()) {
      double const rate = static_cast<double>(result.bytes) / result.flushed.median;
      for (std::string const& cell :
           {milliseconds(result.flushed.median), percent(result.flushed.spread()), three_digits(1e-9 * rate),
            three_digits(100 * rate / result.copy_bandwidth), milliseconds(result.warm.median),
            percent(result.warm.spread()), std::string(result.peak_bytes < 0 ? "-" : bytes_text(result.peak_bytes))})
        row.push_back(cell);
    }
    table.add(row, result.note);
  }
  table.drop_empty();
  table.print(out);
  out << std::flush;  // a run that is cut short leaves what it measured
}

}  // namespace Araios::Perf
