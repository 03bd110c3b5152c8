// SPDX-License-Identifier: Apache-2.0
#include "factor/factor_case.hpp"
#include "harness/types.hpp"

#include <Araios/factor.hpp>

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace Araios::Perf {

namespace {

using On = FactorOn<PerfSpace, PerfScalar>;
using Factor = IncompleteFactor<PerfSpace, PerfScalar, int, int>;

/// Sweeps do not reach the exact factors: their error is shown, and only one of 1, the largest there is, is wrong.
void time_options(On& on, Result& result, FactorOptions const& options) {
  try {
    std::optional<Factor> M;
    result.set_up = on.bench.set_up([&] { M.emplace(on.exec(), on.A, options); });
    result.workspace_bytes = M->bytes();
    std::vector<int> order = on.natural;
    if (options.order == FactorOrder::by_color) {
      auto const rows = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), M->coloring().rows);
      order.assign(rows.data(), rows.data() + rows.extent(0));
    }
    double const most = options.method == FactorMethod::sweeps ? 1 : most_error<PerfScalar>;
    time_factors(
        on, result, order, options.kind == FactorKind::ic, most, [&] { M->update(on.exec(), on.A); },
        [&] { return M->factors(); });
  } catch (std::invalid_argument const& refusal) {
    note_refusal(on.exec(), on.all, result, refusal);
  }
}

std::vector<Candidate<On>> candidates() {
  std::vector<Candidate<On>> all;
  for (auto const& [word, kind] : {std::pair("ilu", FactorKind::ilu), std::pair("ic", FactorKind::ic)}) {
    auto const add = [&all, kind = kind, name = std::string(word)](std::string const& how, FactorOptions options) {
      options.kind = kind;
      all.emplace_back(
          "factor", "Araios", name + how, [options](On& on, Result& result) { time_options(on, result, options); },
          Method::Options{.word = name, .place = static_cast<int>(all.size())});
    };
    add("", {});
    add(" by colour", {.order = FactorOrder::by_color});
    add(", 3 sweeps", {.method = FactorMethod::sweeps, .sweeps = 3});
  }
  return all;
}
std::vector<Candidate<On>> const all_candidates = candidates();

}  // namespace

}  // namespace Araios::Perf
