// SPDX-License-Identifier: Apache-2.0
/// \file
/// The choice of a format, by the rule or by measurement.

#include "handles.hpp"

#include <Araios/runtime/spmv_typed.hpp>

#include <Araios/choose_format.hpp>
#include <Araios/convert.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

namespace araios_c {

namespace {

/// The options of a conversion to a format that is eligible.
araios_format_options conversion_options(int block_size, std::int64_t sorting_window) {
  araios_format_options options{};
  options.block_size = block_size;
  // Eligible formats are within the bytes of CSR: padding needs no other limit.
  options.slots_per_entry = -1;
  options.sorting_window = sorting_window == Araios::sell_sort_all ? -1 : sorting_window;
  return options;
}

araios_format_candidate describe(Araios::FormatCandidate const& candidate) {
  araios_format_candidate result{};
  result.format = of(candidate.format);
  result.options = conversion_options(candidate.block_size, candidate.sorting_window);
  result.eligible = candidate.eligible ? 1 : 0;
  result.repeatable = candidate.deterministic ? 1 : 0;
  result.bytes = candidate.bytes;
  result.predicted_seconds = candidate.predicted_seconds;
  result.measured_seconds = candidate.measured_seconds;
  copy_text(candidate.reason, result.reason);
  return result;
}

araios_format_choice describe(Araios::FormatChoice const& choice) {
  require(choice.candidates.size() <= ARAIOS_MAX_FORMAT_CANDIDATES, ErrorKind::internal_error, choice.candidates.size(),
          " candidates do not fit araios_format_choice");
  araios_format_choice result{};
  result.format = of(choice.format);
  result.options = conversion_options(choice.block_size, choice.sorting_window);
  copy_text(choice.reason, result.reason);
  result.num_candidates = static_cast<int>(choice.candidates.size());
  result.chosen = static_cast<int>(choice.chosen);
  std::transform(choice.candidates.begin(), choice.candidates.end(), result.candidates,
                 [](auto const& candidate) { return describe(candidate); });
  return result;
}

/// The moment at which all work of exec is complete, in seconds.
template <class Exec>
double seconds_now(Exec const& exec, araios_choose_options const& options) {
  exec.fence();
  if (options.seconds != nullptr) return options.seconds(options.user);
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// The seconds of a product, the mean of a run.
template <class Exec, class Multiply>
double measured_seconds(Exec const& exec, araios_choose_options const& options, Multiply const& multiply) {
  multiply();  // warm-up: workspaces grow, caches fill
  double const begin = seconds_now(exec, options);
  for (int k = 0; k < options.measured_applications; ++k) multiply();
  double const end = seconds_now(exec, options);
  // Not (end < begin): this holds for NaN, too.
  require(end >= begin, ErrorKind::invalid_argument, "the clock was ", begin, " s before a run, and ", end,
          " s after it");
  return (end - begin) / options.measured_applications;
}

/// Measures the eligible candidates with the products that araios_spmv and araios_spmv_with_plan make.
template <class S, class Exec>
void measure(Exec const& exec, araios_choose_options const& options, Matrix const& a, Csr<S, Index32, Exec> const& A,
             std::vector<Araios::FormatCandidate>& candidates) {
  using T = Number<S>;
  bool const transposed = options.op != ARAIOS_NO_TRANSPOSE;
  auto const x = Araios::allocate<Dense<T, Exec>>(exec, "Araios::c::x", transposed ? a.rows : a.columns);
  auto const y = Araios::allocate<Dense<T, Exec>>(exec, "Araios::c::y", transposed ? a.columns : a.rows);
  Araios::fill(exec, x, T(1));
  Araios::SpmvOptions const how{.op = of(options.op)};
  for (auto& candidate : candidates) {
    if (!candidate.eligible) continue;
    if (candidate.format == Araios::Format::csr) {
      auto const csr = a.format == Format::csr ? a : result<S>(exec, working<S>(exec, a), a.index);
      SpmvPlanChoice plan_options{.op = of(options.op)};
      // A plan for few transposed products adds with atomics.
      if (options.repeatable == 0) plan_options.expected_applications = options.expected_applications;
      auto plan = make_spmv_plan<S>(exec, plan_options, csr);
      plan.matrix = csr;
      candidate.measured_seconds =
          measured_seconds(exec, options, [&] { multiply_with_plan<S>(exec, plan, {1}, csr, x, {0}, y); });
    } else {
      auto const B =
          candidate.format == Araios::Format::coo
              ? matrix_of(Araios::convert<Araios::Format::coo>(exec, working<S>(exec, a)))
              : to_structured<S>(exec, of(conversion_options(candidate.block_size, candidate.sorting_window)),
                                 candidate.format, A);
      candidate.measured_seconds =
          measured_seconds(exec, options, [&] { multiply_vector<S>(exec, how, {1}, B, x, {0}, y); });
    }
  }
}

araios_choose_options choose_options(araios_choose_options const* options) {
  auto given = options == nullptr ? araios_choose_options{} : *options;
  require_enumerator(given.op, ARAIOS_CONJUGATE_TRANSPOSE, "araios_op");
  require_enumerator(given.mode, ARAIOS_CHOOSE_BY_MEASUREMENT, "araios_choice_mode");
  require(given.expected_applications >= 0 && given.max_bytes >= 0, ErrorKind::invalid_argument,
          "expected_applications and max_bytes must not be negative");
  require(given.measured_applications >= 0, ErrorKind::invalid_argument, "measured_applications is negative (",
          given.measured_applications, ")");
  if (given.measured_applications == 0) given.measured_applications = 10;
  return given;
}

Araios::ChooseFormatOptions options_of(araios_choose_options const& given) {
  Araios::ChooseFormatOptions chosen;
  chosen.mode = static_cast<Araios::FormatChoiceMode>(given.mode);
  chosen.op = static_cast<Araios::Op>(given.op);
  chosen.deterministic = given.repeatable != 0;
  chosen.measured_applications = given.measured_applications;
  if (given.expected_applications > 0) chosen.expected_applications = given.expected_applications;
  if (given.max_bytes > 0) chosen.max_bytes = given.max_bytes;
  return chosen;
}

}  // namespace
}  // namespace araios_c

using namespace araios_c;

araios_status araios_choose_format(araios_context* context, araios_choose_options const* options,
                                   araios_matrix const* A, araios_format_choice* choice) {
  return compute_beside("araios_choose_format", context, [&](auto const& exec) {
    auto const a = canonical_input(*context, A, "A");
    require_pointer(choice, "choice");
    auto const given = choose_options(options);
    *choice = with_type(a.type, [&](auto t) {
      using S = typename decltype(t)::type;
      auto const matrix = native<S, Index32>(exec, a);
      Araios::MeasureFormats const formats(
          [&](std::vector<Araios::FormatCandidate>& candidates) { measure<S>(exec, given, a, matrix, candidates); });
      return describe(Araios::choose_format(exec, matrix, formats, options_of(given)));
    });
  });
}
