// SPDX-License-Identifier: Apache-2.0
#include "harness/table.hpp"
#include "spmm/spmm_program.hpp"

#include <map>
#include <ostream>

namespace Araios::Perf {

Result const* best_csr_of_cusparse(std::vector<Result> const& results, std::string const& layout) {
  Result const* best = nullptr;
  for (std::string const method : {"CSR_ALG1 ", "CSR_ALG2 ", "CSR_ALG3 "})
    if (auto const* const result = find(results, "cuSPARSE", method + layout, true))
      if (best == nullptr || result->flushed.median < best->flushed.median) best = result;
  return best;
}

void print_spmm_summary(std::ostream& out, std::vector<Line> const& lines) {
  for (auto const& of_type : by_type(lines))
    for (std::string const layout : {"right", "left"})
      for (bool const warm : {false, true}) {
        std::map<std::int64_t, Figures> figures;  // by columns
        for (Line const* const line : of_type) {
          Result const* const own = find(line->results, "Araios", "csr " + layout, true);
          Result const* const other = best_csr_of_cusparse(line->results, layout);
          if (own != nullptr && other != nullptr)
            figures[line->what.sizes[3].second].add(
                warm ? ratio(other->warm, own->warm) : ratio(other->flushed, own->flushed), line->what.name);
        }
        for (auto const& [columns, figure] : figures)
          out << of_type[0]->what.type << ", Layout" << (layout == "right" ? "Right" : "Left") << ", " << columns
              << " columns, over the best of cuSPARSE's CSR algorithms, caches " << (warm ? "warm" : "flushed")
              << ": geometric mean " << three_digits(figure.mean()) << " of " << figure.count << ", least "
              << three_digits(figure.least) << " (" << figure.min_at << ")\n";
      }
}

}  // namespace Araios::Perf
