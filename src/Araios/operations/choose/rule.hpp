// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The rule by which a format is chosen: limits of padding and memory, which say what is eligible, and a prediction of
/// the time of a product in each format that is. Everything here works on numbers of the host.

#include <Araios/core/checks.hpp>
#include <Araios/core/pattern.hpp>
#include <Araios/formats/dia.hpp>
#include <Araios/formats/ell.hpp>
#include <Araios/operations/choose/candidate.hpp>
#include <Araios/operations/choose/parameters.hpp>
#include <Araios/operations/choose/sampling.hpp>
#include <Araios/operations/convert/any.hpp>
#include <Araios/operations/row_statistics/call.hpp>
#include <Araios/operations/spmv/options.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace Araios::Impl::choose {

inline std::string rounded(double value, int digits = 2) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  return text;
}
inline std::string percent(double part) { return rounded(100 * part, 0) + " %"; }

/// The bytes of the types of a matrix.
struct FormatTypes {
  double value, ordinal, offset;
  double vector;       // of an element of x and y
  double max_ordinal;  // the largest numbers that they hold
  double max_offset;
};
template <class Scalar, class Ordinal, class Offset>
constexpr FormatTypes format_types() {
  constexpr double value = value_bytes_v<Scalar>;
  return {value,
          sizeof(Ordinal),
          sizeof(Offset),
          is_pattern_v<Scalar> ? 8. : value,
          static_cast<double>(std::numeric_limits<Ordinal>::max()),
          static_cast<double>(std::numeric_limits<Offset>::max())};
}

/// Makes the list of candidates. Everything is counted in double: what is refused may not fit 64 bits.
class FormatCostModel {
 public:
  FormatCostModel(FormatModel const& model, FormatTypes const& types, FormatFeatures const& features, bool transposed)
      : model_(model), types_(types), features_(features), transposed_(transposed) {
    RowStatistics const& rows = features.rows;
    m_ = static_cast<double>(rows.num_rows);
    nnz_ = static_cast<double>(rows.nnz);
    each_ = types.value + types.ordinal;
    stride_ = static_cast<double>(ell_stride(rows.num_rows));
    longest_ = static_cast<double>(rows.longest);
    csr_bytes_ = nnz_ * each_ + (m_ + 1) * types.offset;
    gathers_ =
        (1 - features.near_diagonal) * nnz_ / std::max(features.entries_per_block[FormatFeatures::largest_block], 1.0);
    double const limit = std::max(model.longest_row_of_a_thread, nnz_ / model.multiprocessors);
    if (longest_ > limit)
      long_row_ = message(row_statistics::longest_row_sentence(rows), "; more than ", static_cast<std::int64_t>(limit),
                          " are too many for one thread");
  }

  std::vector<FormatCandidate> candidates() const {
    return {csr(), coo(), ell(), sell(), sorted_sell(), hyb(), jds(), dia(), dia_csr(), bsr()};
  }

 private:
  /// bytes: of the matrix at the part of the bandwidth that the format reaches.
  struct Stream {
    double bytes;
    double part;
  };

  double seconds(int launches, Stream const& first, Stream const& second, double gathers, double slots = 0) const {
    double const x_bytes = static_cast<double>(features_.rows.num_cols) * types_.vector;
    double const vectors = x_bytes + m_ * types_.vector;
    double const bytes = (first.bytes + vectors) / first.part + second.bytes / second.part;
    double const cached = x_bytes > model_.cached_bytes ? model_.cached_bytes / x_bytes : 1;
    double const gather = cached * model_.cached_gather + (1 - cached) * model_.memory_gather;
    return model_.launch_seconds + (launches - 1) * model_.next_launch_seconds +
           std::max({bytes / model_.bytes_per_second, gathers * gather, slots * model_.slot_seconds});
  }
  double seconds(int launches, Stream const& all, double gathers, double slots = 0) const {
    return seconds(launches, all, {0, 1}, gathers, slots);
  }
  static std::int64_t whole(double bytes) {
    return bytes < 9e18 ? static_cast<std::int64_t>(bytes) : std::numeric_limits<std::int64_t>::max();
  }

  FormatCandidate candidate(Format format, double bytes, double predicted, std::string reason) const {
    FormatCandidate result;
    result.format = format;
    result.deterministic = !transposed_ || format == Format::csr || format == Format::dia;
    result.bytes = whole(bytes);
    result.predicted_seconds = predicted;
    result.reason = std::move(reason);
    return result;
  }
  static FormatCandidate refuse(FormatCandidate result, std::string reason) {
    if (!result.eligible) return result;
    result.eligible = false;
    result.reason = std::move(reason);
    return result;
  }
  FormatCandidate refuse_long_row(FormatCandidate result) const {
    return long_row_.empty() ? result : refuse(std::move(result), long_row_);
  }
  FormatCandidate refuse_unordered(FormatCandidate result) const {
    if (features_.strictly_sorted) return result;
    return refuse(std::move(result),
                  "rows are not sorted, or have duplicates; the format stores one entry per coordinate");
  }
  FormatCandidate refuse_padding(FormatCandidate result, double slots) const {
    if (slots <= model_.max_slots_per_entry * nnz_) return result;
    return refuse(std::move(result),
                  message(rounded(slots / nnz_), " slots per entry are more than ", rounded(model_.max_slots_per_entry),
                          "; ", row_statistics::longest_row_sentence(features_.rows)));
  }
  std::string padding(double slots) const {
    return message(rounded(slots / nnz_), " slots per entry, longest row ", features_.rows.longest);
  }
  std::string of_csr(double bytes) const { return rounded(bytes / csr_bytes_) + " of the bytes of CSR"; }

  FormatCandidate csr() const {
    bool const by_rows = features_.csr_method == SpmvMethod::rows;
    return candidate(
        Format::csr, csr_bytes_,
        seconds(by_rows ? 1 : 2, {csr_bytes_, by_rows ? model_.csr_rows : model_.csr_tiles}, gathers_),
        message("by ", by_rows ? "rows" : "tiles", ", ", rounded(features_.rows.mean), " entries per row"));
  }
  FormatCandidate coo() const {
    double const bytes = nnz_ * (each_ + types_.ordinal);
    return candidate(Format::coo, bytes, seconds(2, {bytes, model_.coo}, gathers_),
                     message(rounded(features_.rows.mean), " entries per row, ", of_csr(bytes)));
  }
  FormatCandidate ell() const {
    double const slots = stride_ * longest_;
    auto result = candidate(Format::ell, slots * each_, seconds(1, {slots * each_, model_.ell}, gathers_, longest_),
                            padding(slots));
    if (longest_ > types_.max_ordinal) result = refuse(result, "the longest row does not fit the type of an index");
    return refuse_padding(refuse_long_row(result), slots);
  }
  FormatCandidate sell_with(std::int64_t window, double slots, double part, double more_bytes) const {
    double const bytes = slots * each_ + (m_ / FormatSampling::chunk + 2) * types_.offset + more_bytes;
    std::string const where = window > 1 ? message(" in windows of ", window, " rows") : std::string();
    auto result = candidate(Format::sell, bytes, seconds(1, {bytes, part}, gathers_, longest_), padding(slots) + where);
    result.sorting_window = window;
    if (slots > types_.max_offset) result = refuse(result, "the slots do not fit the type of an offset");
    return refuse_padding(refuse_long_row(result), slots);
  }
  FormatCandidate sell() const { return sell_with(1, static_cast<double>(features_.sell_slots), model_.sell, 0); }
  FormatCandidate sorted_sell() const {
    auto result = sell_with(FormatSampling::window, static_cast<double>(features_.sorted_sell_slots),
                            model_.sorted_sell, m_ * types_.ordinal);
    // Sampled slots may be too few by a little.
    return static_cast<double>(features_.sorted_sell_slots) * 1.1 > types_.max_offset
               ? refuse(result, "the slots do not fit the type of an offset")
               : result;
  }
  FormatCandidate hyb() const {
    HybSplit const& split = features_.hyb;
    auto const width = static_cast<double>(split.width), overflow = static_cast<double>(split.overflow_entries);
    double const ell = stride_ * width * each_;
    double const list = overflow * (each_ + types_.ordinal) +
                        static_cast<double>(split.overflow_rows) * (types_.ordinal + types_.offset);
    auto const result = candidate(
        Format::hyb, ell + list, seconds(overflow > 0 ? 4 : 1, {ell, model_.ell}, {list, model_.coo}, gathers_, width),
        message(split.width, " slots per row, ", percent(overflow / nnz_), " of the entries in the list"));
    return refuse_padding(result, stride_ * width);
  }
  FormatCandidate jds() const {
    double const bytes = nnz_ * each_ + (longest_ + 1) * types_.offset + m_ * types_.ordinal;
    bool const sorted = features_.rows.shortest != features_.rows.longest;  // rows that were neighbours no longer are
    return refuse_long_row(candidate(Format::jds, bytes,
                                     seconds(1, {bytes, model_.jds}, sorted ? nnz_ : gathers_, longest_),
                                     message("no padding, longest row ", features_.rows.longest)));
  }
  double dia_bytes(double diagonals) const {
    double const stride = static_cast<double>(dia_stride(features_.rows.num_rows));
    return diagonals * (stride * (types_.value + 0.125) + types_.ordinal);
  }
  FormatCandidate dia() const {
    double const bytes = dia_bytes(static_cast<double>(features_.diagonals));
    auto result = candidate(Format::dia, bytes, seconds(1, {bytes, model_.dia}, 0),
                            message(features_.diagonals, " diagonals, ", of_csr(bytes)));
    if (features_.diagonals < 0) {
      result.bytes = whole(csr_bytes_);
      return refuse(result, "so many diagonals that it takes no fewer bytes than CSR");
    }
    if (bytes >= csr_bytes_) return refuse(result, result.reason);
    return refuse_unordered(refuse_long_row(result));
  }
  FormatCandidate dia_csr() const {
    double const csr_part = (1 - features_.entries_on_full) * nnz_ * each_ + (m_ + 1) * types_.offset;
    double const full = dia_bytes(static_cast<double>(features_.full_diagonals));
    auto const result = candidate(
        Format::dia_csr, full + csr_part,
        seconds(2, {full, model_.dia}, {csr_part, model_.csr_tiles}, (1 - features_.entries_on_full) * gathers_),
        message(percent(features_.entries_on_full), " of the entries on ", features_.full_diagonals,
                " full diagonals, ", of_csr(full + csr_part)));
    if (features_.full_diagonals == 0) return refuse(result, "no diagonal is full");
    if (full + csr_part >= csr_bytes_) return refuse(result, result.reason);
    return refuse_unordered(refuse_long_row(result));
  }
  FormatCandidate bsr_of(int b) const {
    double const per_block = features_.entries_per_block[b];
    double const blocks = nnz_ / per_block;
    double const elements = blocks * b * b;
    bool const full = per_block > 0.999 * b * b;
    double const part = b > 5 ? model_.large_bsr : full ? model_.bsr : model_.masked_bsr;
    double const bytes =
        elements * (types_.value + (full ? 0 : 0.125)) + blocks * types_.ordinal + (m_ / b + 1) * types_.offset;
    auto result = candidate(
        Format::bsr, bytes, seconds(1, {bytes, part}, std::min(blocks, gathers_), longest_ / model_.block_row_columns),
        message("blocks of ", b, " x ", b, " are ", percent(per_block / (b * b)), " full, ", of_csr(bytes)));
    result.block_size = b;
    if (features_.rows.num_rows % b != 0 || features_.rows.num_cols % b != 0)
      return refuse(result, message("blocks of ", b, " x ", b, " do not divide the rows and columns"));
    if (features_.block_fill(b) <= (types_.value + types_.ordinal / (b * b)) / each_ || bytes >= csr_bytes_)
      return refuse(result, result.reason);
    return refuse_unordered(refuse_long_row(result));
  }
  /// The best size that is eligible, else the one of the fullest blocks.
  FormatCandidate bsr() const {
    FormatCandidate best = bsr_of(2);
    for (int b = 3; b <= FormatFeatures::largest_block; ++b) {
      auto const other = bsr_of(b);
      bool const better =
          other.eligible != best.eligible ? other.eligible : other.predicted_seconds < best.predicted_seconds;
      if (better) best = other;
    }
    return best;
  }

  FormatModel const& model_;
  FormatTypes const& types_;
  FormatFeatures const& features_;
  bool transposed_;
  double m_, nnz_, each_, stride_, longest_, csr_bytes_, gathers_;
  std::string long_row_;
};

/// Which of the candidates, of which the first is CSR, and why.
struct FormatDecision {
  std::size_t index;
  std::string reason;
};

inline std::string milliseconds(double seconds) { return rounded(1e3 * seconds, 3) + " ms"; }

/// The fastest of those that are eligible, if that is worth a conversion.
inline FormatDecision decide_format(FormatModel const& model, double expected_applications,
                                    std::vector<FormatCandidate> const& candidates) {
  std::size_t best = 0;  // of all but CSR
  for (std::size_t c = 1; c < candidates.size(); ++c)
    if (candidates[c].eligible && (best == 0 || candidates[c].seconds() < candidates[best].seconds())) best = c;
  FormatCandidate const& csr = candidates[0];
  FormatCandidate const& other = candidates[best];
  std::string refused;  // the others are less telling
  for (auto const& candidate : candidates)
    if (candidate.format == Format::sell && candidate.sorting_window == 1 && !candidate.eligible)
      refused = message("; SELL is not eligible: ", candidate.reason);
  if (best == 0) return {0, message("CSR: no other format is eligible", refused)};
  double const gain = csr.seconds() / other.seconds();
  bool const measured = other.measured_seconds >= 0;
  std::string const speed = message(rounded(gain), " times the speed of CSR");
  std::string const times =
      measured ? message(milliseconds(other.seconds()), " against ", milliseconds(csr.seconds()), " per product")
               : std::string("predicted");
  if (!measured && std::isinf(model.min_gain)) return {0, "CSR: on hosts another format is chosen by measurement only"};
  // A measured gain needs no margin for errors of the model.
  bool const gains = measured ? gain > 1 : gain > model.min_gain && csr.seconds() - other.seconds() > model.min_saving;
  if (!gains)
    return {0, message("CSR: the best of the others, ", name(other), ", has ", speed, " (", times, "; ", other.reason,
                       ")", refused)};
  double const pays_after = model.conversion_cost / (1 - 1 / gain);
  if (expected_applications < pays_after)
    return {0, message("CSR: ", name(other), " has ", speed, " (", times, "), which pays after ",
                       rounded(std::ceil(pays_after), 0), " products, and ", rounded(expected_applications, 0),
                       " are expected")};
  return {best, message(name(other), ": ", other.reason, "; ", speed, " (", times, ")")};
}

}  // namespace Araios::Impl::choose
