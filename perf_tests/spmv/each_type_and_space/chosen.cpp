// SPDX-License-Identifier: Apache-2.0
#include "harness/types.hpp"
#include "spmv/spmv_case.hpp"

#include <Araios/choose_format.hpp>

#include <cctype>
#include <optional>
#include <string>

namespace Araios::Perf {

namespace {

// The method of this program that a candidate is.
std::string method_of(FormatCandidate const& candidate) {
  switch (candidate.format) {
  case Format::csr:
    return "csr plan";
  case Format::sell:
    return candidate.sorting_window > 1 ? "sell_sorted" : "sell";
  case Format::dia_csr:
    return "dia_csr";
  default: {
    std::string method = name(candidate.format);
    for (char& c : method) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return method;
  }
  }
}

// What the rule expected of the methods that were measured before, for plots of the one against the other.
void note_predictions(std::vector<Result>& results, std::string const& suffix, bool on_device,
                      FormatChoice const& choice) {
  for (auto const& candidate : choice.candidates)
    for (auto& result : results)
      if (result.library == "Araios" && result.on_device == on_device && result.method == method_of(candidate) + suffix)
        result.predicted = candidate.predicted_seconds;
}

// The format that choose_format takes for many products, in CSR with a plan; choice and conversion are the set-up.
template <class On>
void time_chosen(On& on, Result const& named) {
  using T = typename On::Vector;
  using Exec = typename On::Exec;
  Exec const& exec = on.exec();
  for_each_op(on, named, [&](Result& result, auto const& operands, bool transposed) {
    ChooseFormatOptions options;
    options.op = transposed ? Op::transpose : Op::none;
    options.deterministic = true;
    Workspace<typename On::Space> for_conversion, workspace;
    FormatChoice choice;
    std::optional<AnyMatrix<Exec, typename On::Scalar, int, int>> X;
    on.bench.progress().task(join("Araios ", result.method, " on ", result.space));
    auto const set_up = [&] {
      choice = choose_format(exec, on.A, options, for_conversion);
      X.emplace(convert_to(exec, choice, on.A, for_conversion));
    };
    result.set_up = on.bench.set_up(set_up, [&] { X.reset(); });
    result.chosen = name(choice.candidates[choice.chosen]);
    result.predicted = choice.candidates[choice.chosen].predicted_seconds;
    result.matrix_bytes = X->bytes();
    note_predictions(on.results, transposed ? " T" : "", result.on_device, choice);
    SpmvOptions const products{.op = options.op, .method = SpmvMethod::automatic};
    time_product(on, operands, result,
                 [&] { spmv(exec, T(1), *X, operands.x, T(0), operands.y, products, workspace); });
    result.workspace_bytes = workspace.peak_bytes();
  });
}

// It runs after the other methods of Araios, of which it notes the predictions.
using ChosenOn = SpmvOn<PerfSpace, PerfType>;
Candidate<ChosenOn> const chosen("spmv", "Araios", "chosen", time_chosen<ChosenOn>, {.word = "chosen", .place = 1});

}  // namespace

}  // namespace Araios::Perf
