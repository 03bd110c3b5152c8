// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The choice of the format with the fastest SpMV for a matrix.
///
///     auto const choice = choose_format(exec, A, {.expected_applications = 500});
///     auto const B = convert_to(exec, choice, A);            // choice.reason says why
///     spmv(exec, 1.0, B, x, 0.0, y);                         // 500 times

#include <Araios/any_matrix.hpp>
#include <Araios/core/checks.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/option_ranges.hpp>
#include <Araios/core/profiling.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/check_operands.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/formats/format.hpp>
#include <Araios/operations/choose/candidate.hpp>
#include <Araios/operations/choose/features.hpp>
#include <Araios/operations/choose/parameters.hpp>
#include <Araios/operations/choose/rule.hpp>
#include <Araios/operations/convert/any.hpp>
#include <Araios/operations/convert/strict_rows.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace Araios {

enum class FormatChoiceMode {
  rule,    ///< by the predicted time of an SpMV in each eligible format
  measure  ///< by SpMVs in each eligible format, timed with a clock of the caller
};

struct ChooseFormatOptions {
  FormatChoiceMode mode = FormatChoiceMode::rule;
  /// The number of SpMVs that will be made with the matrix. Another format replaces CSR only where they pay for the
  /// conversion.
  std::int64_t expected_applications = std::numeric_limits<std::int64_t>::max();
  Op op = Op::none;
  /// Makes eligible only formats whose SpMV is bitwise the same in every run: without transposition all that are
  /// considered; for transposed SpMV DIA, and CSR, whose plan then always keeps a transpose.
  bool deterministic = false;
  /// A candidate of more bytes than this is not eligible (CSR is stored already, and always is).
  std::int64_t max_bytes = std::numeric_limits<std::int64_t>::max();
  /// SpMVs in each format that `measure` times in one run.
  int measured_applications = 10;
  /// The parameters of the cost model; none: gpu_format_model or host_format_model, by the execution space.
  std::optional<FormatModel> model = std::nullopt;
};

/// The format chosen for a matrix, and the reason.
struct FormatChoice {
  Format format = Format::csr;
  int block_size = 0;               ///< of BSR
  std::int64_t sorting_window = 1;  ///< of SELL
  std::string reason = "CSR: no entries";
  std::vector<FormatCandidate> candidates;  ///< CSR first; the chosen one is candidates[chosen]
  std::size_t chosen = 0;
  FormatFeatures features;
  Op op = Op::none;
  bool deterministic = false;
  std::int64_t expected_applications = std::numeric_limits<std::int64_t>::max();
};

namespace Impl::choose {

/// Refuses options that are out of range.
inline void check_choose_options(ChooseFormatOptions const& options) {
  check_enumerator(options.mode, FormatChoiceMode::measure, "Araios::choose_format: FormatChoiceMode");
  check_enumerator(options.op, Op::conjugate_transpose, "Araios::choose_format: Op");
  check_option("Araios::choose_format", option::expected_applications, options.expected_applications);
  check_option("Araios::choose_format", option::max_bytes, options.max_bytes);
  check_option("Araios::choose_format", option::measured_applications, options.measured_applications);
  if (!options.model) return;
  FormatModel const& model = *options.model;
  // Times are divided by these; not (x > 0) holds for NaN, too.
  for (double const divisor : {model.bytes_per_second, model.multiprocessors, model.block_row_columns, model.csr_rows,
                               model.csr_tiles, model.coo, model.ell, model.sell, model.sorted_sell, model.jds,
                               model.dia, model.bsr, model.masked_bsr, model.large_bsr})
    check(divisor > 0, "Araios::choose_format: a rate of the model is ", divisor, ", not positive");
}

/// The options of a conversion to a candidate.
template <Format format>
typename convert::Conversion<format>::Options candidate_options(FormatCandidate const& candidate) {
  // Eligibility has checked the padding: by bytes, compared with those of CSR, or by slots, which for sorted SELL are
  // those of a sample (in full they are never more than without sorting).
  FormatLimits const by_bytes{.slots_per_entry = std::numeric_limits<double>::infinity()};
  typename convert::Conversion<format>::Options options;
  if constexpr (requires { options.limits; }) options.limits = by_bytes;
  if constexpr (format == Format::sell) {
    options.chunk = FormatSampling::chunk;
    options.sorting_window = candidate.sorting_window;
  } else if constexpr (format == Format::dia_csr) {
    options.fill = -1;
  } else if constexpr (format == Format::bsr) {
    options.block_rows = options.block_cols = candidate.block_size;
  }
  return options;
}

/// A in the format of a candidate; in CSR where AnyMatrix does not hold it. Checks the formats of AnyMatrix from index
/// `first` on.
template <std::size_t first = 0, class Exec, class S, class O, class F, class M>
AnyMatrix<Exec, std::remove_const_t<S>, O, F>
convert_to_candidate(Exec const& exec, FormatCandidate const& candidate, SpmvPlanOptions const& plan,
                     CsrMatrix<S, O, F, M> const& A, Workspace<typename Exec::memory_space>& workspace) {
  using Any = AnyMatrix<Exec, std::remove_const_t<S>, O, F>;
  using Held = typename Any::variant_type;
  if constexpr (first == std::variant_size_v<Held>) {
    return Any(exec, A, plan, workspace);
  } else {
    constexpr Format format = format_of_v<std::variant_alternative_t<first, Held>>;
    if constexpr (format != Format::csr)
      if (candidate.format == format)
        return Any(exec, convert::in_format<format>(exec, A, candidate_options<format>(candidate), workspace));
    return convert_to_candidate<first + 1>(exec, candidate, plan, A, workspace);
  }
}

inline SpmvPlanOptions plan_options(Op op, bool deterministic, std::int64_t expected_applications) {
  SpmvPlanOptions options;
  options.op = op;
  // A plan for few transposed SpMVs scatters entries with atomics.
  if (!deterministic) options.expected_applications = expected_applications;
  return options;
}

/// The candidates of a matrix that has entries, and the features that they follow from.
template <class Exec, class S, class O, class F, class M>
std::vector<FormatCandidate> list_candidates(Exec const& exec, ChooseFormatOptions const& options,
                                             FormatModel const& model, CsrMatrix<S, O, F, M> const& A,
                                             FormatFeatures& features,
                                             Workspace<typename Exec::memory_space>& workspace) {
  features = find_features(exec, A, workspace);
  constexpr FormatTypes types = format_types<std::remove_const_t<S>, O, F>();
  FormatCostModel const cost_model(model, types, features, options.op != Op::none);
  auto candidates = cost_model.candidates();
  bool needs_order = false;
  for (auto const& candidate : candidates)
    needs_order |= candidate.eligible && (candidate.format == Format::dia || candidate.format == Format::dia_csr ||
                                          candidate.format == Format::bsr);
  if (needs_order) {
    features.strictly_sorted = convert::count_not_strictly_sorted(exec, A) == 0;
    if (!features.strictly_sorted) candidates = cost_model.candidates();
  }
  for (auto& candidate : candidates) {
    if (candidate.format == Format::csr || !candidate.eligible) continue;
    if (candidate.bytes > options.max_bytes) {
      candidate.eligible = false;
      candidate.reason = message(candidate.bytes, " bytes are more than ", options.max_bytes);
    } else if (!candidate.deterministic && (options.deterministic || options.mode == FormatChoiceMode::rule)) {
      candidate.eligible = false;
      candidate.reason = "its transposed product adds entry by entry with atomics";
    }
  }
  return candidates;
}

/// Measures candidates; empty where the rule decides.
using MeasureCandidates = std::function<void(std::vector<FormatCandidate>&)>;

/// The choice for a matrix of const values: one instance for all matrices of a Scalar.
template <class Exec, class S, class O, class F, class M>
FormatChoice choose_format(Exec const& exec, CsrMatrix<S const, O, F, M> const& A, MeasureCandidates const& measure,
                           ChooseFormatOptions const& options, Workspace<typename Exec::memory_space>& workspace) {
  static_assert(std::is_same_v<M, typename Exec::memory_space>,
                "choose_format: A must lie in the memory space of the execution space; copy_to takes it there");
  Impl::check_operands(exec, "Araios::choose_format", Impl::Operand("A", A));
  ScopedRegion const region("Araios::choose_format");
  check_choose_options(options);
  FormatChoice choice;
  choice.op = options.op;
  choice.deterministic = options.deterministic;
  choice.expected_applications = options.expected_applications;
  if (A.nnz() == 0) {
    choice.features.rows.num_rows = A.num_rows();
    choice.features.rows.num_cols = A.num_cols();
    choice.candidates.emplace_back().bytes = A.bytes();
    return choice;
  }
  FormatModel const model = options.model.value_or(is_gpu_v<Exec> ? gpu_format_model : host_format_model);
  choice.candidates = list_candidates(exec, options, model, A, choice.features, workspace);
  if (measure) measure(choice.candidates);
  auto const decision = decide_format(model, static_cast<double>(options.expected_applications), choice.candidates);
  FormatCandidate const& chosen = choice.candidates[decision.index];
  choice.chosen = decision.index;
  choice.format = chosen.format;
  choice.block_size = chosen.block_size;
  choice.sorting_window = chosen.sorting_window;
  choice.reason = decision.reason;
  return choice;
}

/// Measures the seconds of SpMV for each eligible candidate.
template <class Exec, class S, class O, class F, class M, class Seconds>
void measure_candidates(Exec const& exec, ChooseFormatOptions const& options, CsrMatrix<S, O, F, M> const& A,
                        Seconds& seconds, std::vector<FormatCandidate>& candidates,
                        Workspace<typename Exec::memory_space>& workspace) {
  using T = std::conditional_t<is_pattern_v<S>, double, std::remove_const_t<S>>;
  using Vector = Kokkos::View<T*, typename Exec::memory_space>;
  bool const transposed = options.op != Op::none;
  auto const x = allocate<Vector>(exec, "Araios::choose_format::x", transposed ? A.num_rows() : A.num_cols());
  auto const y = allocate<Vector>(exec, "Araios::choose_format::y", transposed ? A.num_cols() : A.num_rows());
  fill(exec, x, T(1));
  auto const plan = plan_options(options.op, options.deterministic, options.expected_applications);
  for (auto& candidate : candidates) {
    if (!candidate.eligible) continue;
    auto const B = convert_to_candidate(exec, candidate, plan, A, workspace);
    std::function<void()> const multiply = [&] {
      Araios::spmv(exec, T(1), B, x, T(0), y, SpmvOptions{.op = options.op, .method = SpmvMethod::automatic},
                   workspace);
    };
    multiply();  // warm-up: the workspace grows, caches fill
    std::function<void()> const run = [&] {
      for (int k = 0; k < options.measured_applications; ++k) multiply();
    };
    candidate.measured_seconds = static_cast<double>(seconds(run)) / options.measured_applications;
  }
}

}  // namespace Impl::choose

/// The format with the fastest SpMV for A, by a rule that gives its reason
///
/// First, eligibility. A row of more than 4,096 entries and of more than a multiprocessor's share leaves only COO and
/// HYB eligible besides CSR, because one thread must not process it. ELL, SELL and HYB may have 1.5 slots per entry;
/// DIA and DIA + CSR must take fewer bytes than CSR; blocks of BSR must be full enough that it takes fewer bytes too;
/// these three need sorted rows without duplicates. Of the eligible formats that of the minimum predicted time is taken
/// (FormatModel has the formula and its parameters), if it is at least 1.05 times as fast as CSR, and if
/// expected_applications SpMVs save as much time as a conversion takes. On hosts the rule always takes CSR: another
/// format is chosen by measurement only. So `convert_to` of the choice is never refused
/// for the shape of A.
///
/// Requires      A passes `validate`. A lies in the memory space of exec.
/// Cost          reads row_map five times, and costs `hyb_split`; reads the columns of some thousand rows; where there
///               are few diagonals all columns, where DIA, DIA + CSR or BSR may be chosen once more.
/// Asynchronous  no: each of these results is read on the host. Allocates nothing but the workspace.
/// Deterministic run to run, in one execution space: sums are of integers, samples are fixed.
/// Throws        std::invalid_argument for FormatChoiceMode::measure, which needs the clock of the overload below, and
///               for options that are out of range.
template <ExecutionSpace Exec>
FormatChoice choose_format(Exec const& exec, CsrOf<Exec> auto const& A, ChooseFormatOptions const& options = {},
                           WorkspaceFor<Exec> workspace = {}) {
  auto const& a = Impl::as_matrix(A);
  Impl::check(
      options.mode != FormatChoiceMode::measure,
      "Araios::choose_format: FormatChoiceMode::measure needs a clock, a function of a run that returns its seconds");
  return Impl::choose::choose_format(exec, Impl::read_only(a), {}, options, workspace.get(exec));
}

/// The same, by FormatChoiceMode::measure with a clock: the eligible format in which SpMV of A was fastest
///
/// The library does not time; `seconds(run)` must call run(), which starts options.measured_applications SpMVs on exec,
/// and return the seconds until all of them are complete (example/choose_format.cpp has such a function). A measured
/// gain needs no margin, but the conversion must pay as before. With FormatChoiceMode::rule the clock is not called.
///
/// Cost          that of the rule, and for each eligible format a conversion and 1 + measured_applications SpMVs.
/// Asynchronous  no. Allocates x and y, and one format at a time.
/// Deterministic no: it depends on the measured times.
/// Throws        std::invalid_argument for measured_applications below 1, and for other options that are out of range.
template <ExecutionSpace Exec, class Seconds>
  requires std::is_invocable_r_v<double, Seconds&, std::function<void()> const&>
FormatChoice choose_format(Exec const& exec, CsrOf<Exec> auto const& A, Seconds&& seconds,
                           ChooseFormatOptions const& options = {}, WorkspaceFor<Exec> workspace = {}) {
  auto const& a = Impl::as_matrix(A);
  auto const matrix = Impl::read_only(a);
  Impl::choose::MeasureCandidates measure;
  if (options.mode == FormatChoiceMode::measure)
    measure = [&](std::vector<FormatCandidate>& candidates) {
      Impl::choose::measure_candidates(exec, options, matrix, seconds, candidates, workspace.get(exec));
    };
  return Impl::choose::choose_format(exec, matrix, measure, options, workspace.get(exec));
}

/// Measures formats for `choose_format`: `measure` sets measured_seconds of each eligible candidate to the seconds of one
/// SpMV.
struct MeasureFormats {
  explicit MeasureFormats(std::function<void(std::vector<FormatCandidate>&)> measure_) : measure(std::move(measure_)) {}
  std::function<void(std::vector<FormatCandidate>&)> measure;
};

/// The same with measurements of the caller, whose products and conversions may be other ones than those of AnyMatrix.
/// With FormatChoiceMode::rule nothing is measured.
///
/// Cost          that of the rule, and of the measurements.
/// Asynchronous  no. Allocates nothing but the workspace.
/// Deterministic no: it depends on the measured times.
/// Throws        std::invalid_argument where there is nothing to measure with, and for options that are out of range.
template <ExecutionSpace Exec>
FormatChoice choose_format(Exec const& exec, CsrOf<Exec> auto const& A, MeasureFormats const& formats,
                           ChooseFormatOptions const& options = {}, WorkspaceFor<Exec> workspace = {}) {
  auto const& a = Impl::as_matrix(A);
  bool const is_measured = options.mode == FormatChoiceMode::measure;
  Impl::check(!is_measured || formats.measure,
              "Araios::choose_format: FormatChoiceMode::measure needs a function that measures the formats");
  return Impl::choose::choose_format(exec, Impl::read_only(a),
                                     is_measured ? formats.measure : Impl::choose::MeasureCandidates(), options,
                                     workspace.get(exec));
}

/// A in the format of a choice, ready for SpMV
///
/// Requires      A is the matrix of the choice, or one of the same pattern.
/// Ownership     CSR and COO share the arrays of A.
/// Cost          that of the conversion; CSR: that of an SpmvPlan for the op and the applications of the choice.
/// Asynchronous, Deterministic, Throws   as the conversion, or SpmvPlan.
template <ExecutionSpace Exec>
auto convert_to(Exec const& exec, FormatChoice const& choice, CsrOf<Exec> auto const& A,
                WorkspaceFor<Exec> workspace = {}) {
  auto const& a = Impl::as_matrix(A);
  Impl::check_operands(exec, "Araios::convert_to", Impl::Operand("A", a));
  Impl::ScopedRegion const region("Araios::convert_to");
  Impl::check_enumerator(choice.format, Impl::last_format, "Araios::convert_to: Format");
  FormatCandidate candidate;
  candidate.format = choice.format;
  candidate.block_size = choice.block_size;
  candidate.sorting_window = choice.sorting_window;
  return Impl::choose::convert_to_candidate(
      exec, candidate, Impl::choose::plan_options(choice.op, choice.deterministic, choice.expected_applications),
      Impl::read_only(a), workspace.get(exec));
}

}  // namespace Araios

#ifdef ARAIOS_COMPILED
#include <Araios/compiled/choose_format.hpp>
#endif
