// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The lines of a Matrix Market text after its size line: entries of a coordinate file, values of an array.

#include <Araios/core/concepts.hpp>
#include <Araios/core/pattern.hpp>
#include <Araios/io/matrix_market/banner.hpp>
#include <Araios/io/text/lines.hpp>
#include <Araios/io/text/values.hpp>

#include <bit>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace Araios::Impl {

/// The comments of Matrix Market.
struct PercentComments {
  static bool begins_comment(char c) { return c == '%'; }
};

/// The treatment of values, the same for all lines.
struct ValueRules {
  MatrixMarketField field = MatrixMarketField::real;
  MatrixMarketSymmetry symmetry = MatrixMarketSymmetry::general;
  bool infinity = false;       // numbers too large become infinite
  bool exact = false;          // integers that a floating-point type rounds are refused
  bool expand = false;         // entries off the diagonal get a transposed entry
  bool skew_diagonal = false;  // entries on the diagonal of a skew-symmetric matrix may be other than 0
  bool real_diagonal = false;  // entries on the diagonal of a hermitian matrix must be real
};

/// The value of the transposed entry, by the symmetry; false where the type does not hold it.
template <class Scalar>
bool transposed_value(MatrixMarketSymmetry symmetry, Scalar value, Scalar& transposed) {
  transposed = value;
  if constexpr (!is_pattern_v<Scalar>) {
    if (symmetry == MatrixMarketSymmetry::skew_symmetric) {
      if constexpr (std::is_integral_v<Scalar>) {
        if (value != 0 && (std::is_unsigned_v<Scalar> || value == std::numeric_limits<Scalar>::min())) return false;
        transposed = static_cast<Scalar>(0 - value);
      } else {
        transposed = -value;
      }
    }
    if constexpr (is_complex_v<Scalar>) {
      if (symmetry == MatrixMarketSymmetry::hermitian) transposed = Scalar(value.real(), -value.imag());
    }
  }
  return true;
}

template <class Real>
Wrong read_whole(char const*& p, char const* end, bool exact, Real& value) {
  std::uint64_t magnitude = 0;
  bool negative = false;
  char const* const start = p;
  Parsed const parsed = parse_integer(p, end, magnitude, negative);
  if (parsed == Parsed::nothing) return Wrong::value_not_number;
  // The field is integer: a file may use 64 bits, signed or unsigned.
  if (parsed == Parsed::too_large || (negative && magnitude > std::uint64_t(1) << 63)) {
    p = start;
    return Wrong::integer_too_large;
  }
  if constexpr (std::is_integral_v<Real>) {
    if (!integer_as(magnitude, negative, value)) {
      p = start;
      return sizeof(Real) == 8 && !negative ? Wrong::integer_too_large : Wrong::value_not_representable;
    }
  } else {
    int const digits =
        static_cast<int>(std::bit_width(magnitude)) - std::countr_zero(magnitude | std::uint64_t(1) << 63);
    if (exact && digits > std::numeric_limits<Real>::digits) {
      p = start;
      return Wrong::integer_not_exact;
    }
    value = static_cast<Real>(magnitude);
    if (negative && magnitude != 0) value = -value;
  }
  return Wrong::nothing;
}

/// Reads the value of a line; p is at the blanks before it.
template <class Scalar>
Wrong read_value(char const*& p, char const* end, ValueRules const& rules, Scalar& value) {
  using Real = typename RealOf<Scalar>::type;
  if (rules.field == MatrixMarketField::pattern) {
    if constexpr (!is_pattern_v<Scalar>) value = Scalar(1);
    return Wrong::nothing;
  }
  p = skip_blanks(p, end);
  if (at_line_end(p, end)) return Wrong::value_missing;
  char const* const start = p;
  Real real{};
  if (rules.field == MatrixMarketField::integer || rules.field == MatrixMarketField::unsigned_integer) {
    if (rules.field == MatrixMarketField::unsigned_integer && *p == '-') return Wrong::value_negative;
    Wrong const wrong = read_whole(p, end, rules.exact && !is_pattern_v<Scalar>, real);
    if constexpr (!is_pattern_v<Scalar>) value = Scalar(real);
    return wrong;
  }
  bool const infinity = rules.infinity || is_pattern_v<Scalar>;
  Wrong wrong = read_real(p, end, infinity, real);
  if (wrong != Wrong::nothing) return wrong;
  [[maybe_unused]] Real imaginary{};
  if (rules.field == MatrixMarketField::complex) {
    if (!at_line_end(p, end) && !is_blank(*p)) {
      p = start;
      return Wrong::value_not_number;
    }
    p = skip_blanks(p, end);
    if (at_line_end(p, end)) return Wrong::imaginary_missing;
    wrong = read_real(p, end, infinity, imaginary);
  }
  if constexpr (is_complex_v<Scalar>) {
    value = Scalar(real, imaginary);
  } else if constexpr (!is_pattern_v<Scalar>) {
    value = real;
  }
  return wrong;
}

/// Checks rules on coordinate and value of an entry; counts its transposed entry.
template <class Scalar>
Wrong check_entry(ValueRules const& rules, std::int64_t row, std::int64_t col, Scalar const& value,
                  std::int64_t& transposed_entries) {
  if (rules.symmetry == MatrixMarketSymmetry::general) return Wrong::nothing;
  if (row == col) {
    if constexpr (!is_pattern_v<Scalar>) {
      if (rules.symmetry == MatrixMarketSymmetry::skew_symmetric && !rules.skew_diagonal && !(value == Scalar(0)))
        return Wrong::skew_diagonal;
    }
    if constexpr (is_complex_v<Scalar>) {
      if (rules.symmetry == MatrixMarketSymmetry::hermitian && rules.real_diagonal && !(value.imag() == 0))
        return Wrong::hermitian_diagonal;
    }
    return Wrong::nothing;
  }
  if (rules.expand) {
    ++transposed_entries;
    Scalar ignored{};
    if (!transposed_value(rules.symmetry, value, ignored)) return Wrong::transposed_not_representable;
  }
  return Wrong::nothing;
}

/// Reads an index between 1 and `maximum`; returns it counted from 0.
inline Wrong read_index(char const*& p, char const* end, std::uint64_t maximum, Wrong not_integer, Wrong out_of_range,
                        std::uint64_t& index) {
  char const* const start = p;
  Wrong wrong = Wrong::nothing;
  if (!parse_plain_index(p, end, index)) {
    bool negative = false;
    Parsed const parsed = parse_integer(p, end, index, negative);
    if (parsed == Parsed::nothing) return not_integer;
    if (parsed == Parsed::too_large) return out_of_range;
    if (negative) wrong = out_of_range;
  }
  if (--index >= maximum) wrong = out_of_range;  // 0 has become the largest number
  if (!at_line_end(p, end) && !is_blank(*p)) wrong = not_integer;
  if (wrong != Wrong::nothing) p = start;
  return wrong;
}

/// Reads "row col value".
template <class Scalar, class Ordinal>
struct CoordinateReader {
  EntrySink<Scalar, Ordinal> sink;
  ValueRules rules;
  std::uint64_t num_rows = 0;
  std::uint64_t num_cols = 0;
  std::int64_t at = 0;
  std::int64_t transposed_entries = 0;

  void begin(std::int64_t first) { at = first; }
  void finish(Part& part) const { part.transposed_entries = transposed_entries; }
  Wrong operator()(char const*& p, char const* end) {
    std::uint64_t row = 0;
    std::uint64_t col = 0;
    Wrong wrong = read_index(p, end, num_rows, Wrong::row_not_integer, Wrong::row_out_of_range, row);
    if (wrong != Wrong::nothing) return wrong;
    p = skip_blanks(p, end);
    if (at_line_end(p, end)) return Wrong::col_missing;
    wrong = read_index(p, end, num_cols, Wrong::col_not_integer, Wrong::col_out_of_range, col);
    if (wrong != Wrong::nothing) return wrong;
    Scalar value{};
    char const* const value_start = p;
    wrong = read_value(p, end, rules, value);
    if (wrong != Wrong::nothing) return wrong;
    auto const r = static_cast<std::int64_t>(row);
    auto const c = static_cast<std::int64_t>(col);
    wrong = check_entry(rules, r, c, value, transposed_entries);
    if (wrong != Wrong::nothing) {
      p = skip_blanks(value_start, end);
      return wrong;
    }
    sink.store(at++, r, c, value);
    return Wrong::nothing;
  }
};

/// Reads values column by column: of all rows, or from the diagonal on, or from below it.
template <class Scalar, class Ordinal>
struct ArrayReader {
  EntrySink<Scalar, Ordinal> sink;
  ValueRules rules;
  std::int64_t num_rows = 0;
  std::int64_t at = 0;
  std::int64_t row = 0;
  std::int64_t col = 0;
  std::int64_t transposed_entries = 0;

  std::int64_t top(std::int64_t c) const {
    if (rules.symmetry == MatrixMarketSymmetry::general) return 0;
    return rules.symmetry == MatrixMarketSymmetry::skew_symmetric ? c + 1 : c;
  }
  /// The number of values before column c.
  std::int64_t before(std::int64_t c) const {
    if (rules.symmetry == MatrixMarketSymmetry::general) return c * num_rows;
    std::int64_t const skipped = c % 2 == 0 ? c / 2 * (c - 1) : (c - 1) / 2 * c;  // above the diagonal
    return c * num_rows - skipped - (rules.symmetry == MatrixMarketSymmetry::skew_symmetric ? c : 0);
  }
  void finish(Part& part) const { part.transposed_entries = transposed_entries; }
  void begin(std::int64_t first) {
    at = first;
    if (num_rows == 0) return;
    // The last column with no more than `first` values in front of it. Not by last_true: kernels call that, and may not
    // call what belongs to the host.
    std::int64_t low = 0;
    std::int64_t high = rules.symmetry == MatrixMarketSymmetry::general ? first / num_rows + 1 : num_rows;
    while (high - low > 1) {
      std::int64_t const middle = low + (high - low) / 2;
      (before(middle) <= first ? low : high) = middle;
    }
    col = low;
    row = top(col) + (first - before(col));
  }
  Wrong operator()(char const*& p, char const* end) {
    Scalar value{};
    char const* const value_start = p;
    Wrong wrong = read_value(p, end, rules, value);
    if (wrong == Wrong::nothing) {
      wrong = check_entry(rules, row, col, value, transposed_entries);
      if (wrong != Wrong::nothing) p = value_start;
    }
    if (wrong != Wrong::nothing) return wrong;
    sink.store(at++, row, col, value);
    if (++row == num_rows) row = top(++col);
    return Wrong::nothing;
  }
};

}  // namespace Araios::Impl
