// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Numbers in text: integers and reals, independent of the locale, without reads at or beyond `end`.
///
/// Each function reads a number at `p` and leaves `p` directly after it; the caller checks what follows. On failure `p`
/// is unchanged.

#include <bit>
#include <charconv>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

namespace Araios::Impl {

enum class Parsed : std::uint8_t {
  ok,
  nothing,   // no number here
  too_large  // a number beyond the range of the type
};

inline bool is_digit(char c) { return static_cast<unsigned char>(c - '0') < 10; }
/// Blanks separate the fields of a line.
inline bool is_blank(char c) { return c == ' ' || c == '\t'; }
inline bool is_line_end(char c) { return c == '\n' || c == '\r'; }
inline bool at_line_end(char const* p, char const* end) { return p == end || is_line_end(*p); }
inline char const* skip_blanks(char const* p, char const* end) {
  while (p != end && is_blank(*p)) ++p;
  return p;
}

/// Eight characters at p as a number with the first one lowest, each digit '0'..'9' mapped to 0..9.
inline std::uint64_t load_digits(char const* p) {
  std::uint64_t word;
  std::memcpy(&word, p, 8);
  return word ^ 0x3030303030303030u;
}
/// A word whose lowest set bit is in the first byte that is not a digit; 0 when all eight are digits.
inline std::uint64_t non_digits(std::uint64_t digits) {
  // The sum sets the high bit of bytes above 9. A byte above 0x89 carries into the next one, but `| digits` marks it,
  // so only marks after the first one can be wrong.
  return ((digits + 0x7676767676767676u) | digits) & 0x8080808080808080u;
}
/// The value of eight digits: three steps combine neighbours of 1 + 1, 2 + 2 and 4 + 4 digits.
inline std::uint64_t combine_digits(std::uint64_t digits) {
  digits = digits * 10 + (digits >> 8);
  std::uint64_t const low = (digits & 0x000000FF000000FFu) * (100 + (1000000ull << 32));
  std::uint64_t const high = ((digits >> 16) & 0x000000FF000000FFu) * (1 + (10000ull << 32));
  return (low + high) >> 32;
}
inline constexpr bool can_load_digits = std::endian::native == std::endian::little;

/// Reads at least one digit; too_large beyond 64 bits.
inline Parsed parse_digits(char const*& p, char const* end, std::uint64_t& value) {
  if (p == end || !is_digit(*p)) return Parsed::nothing;
  constexpr std::uint64_t maximum = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t v = 0;
  char const* q = p;
  for (; q != end && is_digit(*q); ++q) {
    std::uint64_t const digit = static_cast<std::uint64_t>(*q - '0');
    if (v > (maximum - digit) / 10) return Parsed::too_large;
    v = 10 * v + digit;
  }
  value = v;
  p = q;
  return Parsed::ok;
}

/// An integer with an optional sign, as magnitude and sign.
inline Parsed parse_integer(char const*& p, char const* end, std::uint64_t& magnitude, bool& negative) {
  char const* q = p;
  negative = q != end && *q == '-';
  if (q != end && (*q == '-' || *q == '+')) ++q;
  Parsed const result = parse_digits(q, end, magnitude);
  if (result == Parsed::ok) p = q;
  return result;
}

/// An integer of up to 18 digits without a sign, the common form of an index; false otherwise, or when fewer than eight
/// characters are left.
inline bool parse_plain_index(char const*& p, char const* end, std::uint64_t& value) {
  if constexpr (!can_load_digits) return false;
  if (end - p < 8) return false;
  std::uint64_t const digits = load_digits(p);
  std::uint64_t const marks = non_digits(digits);
  if (marks != 0) {
    int const bits = std::countr_zero(marks) & ~7;  // 8 for each digit before the first other character
    if (bits == 0) return false;
    value = combine_digits(digits << (64 - bits));
    p += bits / 8;
    return true;
  }
  std::uint64_t v = combine_digits(digits);
  char const* q = p + 8;
  for (; q != end && is_digit(*q); ++q) {
    if (q - p == 18) return false;
    v = 10 * v + static_cast<std::uint64_t>(*q - '0');
  }
  value = v;
  p = q;
  return true;
}

/// magnitude and sign as T; false when T does not hold the number.
template <std::integral T>
bool integer_as(std::uint64_t magnitude, bool negative, T& value) {
  constexpr std::uint64_t maximum = static_cast<std::uint64_t>(std::numeric_limits<T>::max());
  if (!negative || magnitude == 0) {
    if (magnitude > maximum) return false;
    value = static_cast<T>(magnitude);
    return true;
  }
  if constexpr (std::is_signed_v<T>) {
    if (magnitude > maximum + 1) return false;
    value = static_cast<T>(-static_cast<std::int64_t>(magnitude - 1) - 1);
    return true;
  } else {
    return false;
  }
}

/// A real number in decimal form: mantissa * 10^exponent with the first 19 significant digits.
struct Decimal {
  std::uint64_t mantissa = 0;
  std::int64_t exponent = 0;  // limited to +-10^9, which is effectively infinite
  std::int64_t leading = 0;   // 10^(leading - 1) <= magnitude < 10^leading
  bool negative = false;
  bool exact = true;             // the mantissa omits no digit but 0
  bool has_d = false;            // Fortran's exponent letter
  char const* digits = nullptr;  // after the sign
  char const* end = nullptr;     // after the number
};

/// [+-] digits [. digits] [(e|E|d|D) [+-] digits], with a digit before or after the point; false for other text
inline bool parse_decimal(char const* p, char const* end, Decimal& number) {
  number.negative = p != end && *p == '-';
  if (p != end && (*p == '-' || *p == '+')) ++p;
  number.digits = p;
  std::uint64_t mantissa = 0;
  int significant = 0;        // digits in the mantissa
  std::int64_t dropped = 0;   // digits before the point beyond those
  std::int64_t fraction = 0;  // digits of the mantissa after the point
  char const* const first = p;
  while (p != end && *p == '0') ++p;
  for (; p != end && is_digit(*p); ++p) {
    if (significant < 19) {
      mantissa = 10 * mantissa + static_cast<std::uint64_t>(*p - '0');
      ++significant;
    } else {
      ++dropped;
      number.exact = number.exact && *p == '0';
    }
  }
  std::int64_t any = p - first;
  if (p != end && *p == '.') {
    char const* const point = ++p;
    if (significant == 0) {
      while (p != end && *p == '0') ++p;
      fraction = p - point;
    }
    if constexpr (can_load_digits) {
      while (significant <= 11 && end - p >= 8) {
        std::uint64_t const digits = load_digits(p);
        if (non_digits(digits) != 0) break;
        mantissa = mantissa * 100000000 + combine_digits(digits);
        significant += 8;
        fraction += 8;
        p += 8;
      }
    }
    for (; p != end && is_digit(*p); ++p) {
      if (significant < 19) {
        mantissa = 10 * mantissa + static_cast<std::uint64_t>(*p - '0');
        ++significant;
        ++fraction;
      } else {
        number.exact = number.exact && *p == '0';
      }
    }
    any += p - point;
  }
  if (any == 0) return false;
  std::int64_t written = 0;
  if (p != end && (*p == 'e' || *p == 'E' || *p == 'd' || *p == 'D')) {
    char const* q = p + 1;
    bool const negative = q != end && *q == '-';
    if (q != end && (*q == '-' || *q == '+')) ++q;
    if (q != end && is_digit(*q)) {
      number.has_d = *p == 'd' || *p == 'D';
      for (; q != end && is_digit(*q); ++q)
        if (written < 1000000000) written = 10 * written + (*q - '0');
      if (negative) written = -written;
      p = q;
    }
  }
  number.mantissa = mantissa;
  number.exponent = written + dropped - fraction;
  number.leading = number.exponent + significant;
  number.end = p;
  return true;
}

/// mantissa * 10^exponent where a double product rounds only once: both factors are exact.
inline bool exact_double(Decimal const& number, double& value) {
  static constexpr double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                      1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  if (!number.exact || number.mantissa > (std::uint64_t(1) << 53)) return false;
  if (number.exponent < -22 || number.exponent > 22) return false;
  value = static_cast<double>(number.mantissa);
  value = number.exponent < 0 ? value / powers[-number.exponent] : value * powers[number.exponent];
  return true;
}

/// "inf", "infinity" and "nan" in any letter case, with a sign. NaN is quiet, without a payload.
template <std::floating_point T>
Parsed parse_named_real(char const*& p, char const* end, T& value) {
  char const* q = p;
  bool const negative = q != end && *q == '-';
  if (q != end && (*q == '-' || *q == '+')) ++q;
  auto const matches = [&](char const* word) {
    char const* r = q;
    for (; *word != '\0'; ++word, ++r)
      if (r == end || (*r | 0x20) != *word) return static_cast<char const*>(nullptr);
    return r;
  };
  T result = std::numeric_limits<T>::infinity();
  char const* after = matches("infinity");
  if (after == nullptr) after = matches("inf");
  if (after == nullptr) {
    after = matches("nan");
    result = std::numeric_limits<T>::quiet_NaN();
  }
  if (after == nullptr) return Parsed::nothing;
  value = std::copysign(result, negative ? T(-1) : T(1));
  p = after;
  return Parsed::ok;
}

/// The general conversion to a real: std::from_chars on the digits, with the exponent letter replaced by `e`.
template <std::floating_point T>
Parsed convert_decimal(Decimal const& number, T& value) {
  char copy[1024];
  char const* first = number.digits;
  char const* last = number.end;
  if (number.has_d) {
    // Fortran writes no number of this length; this function allocates no memory.
    if (last - first > static_cast<std::ptrdiff_t>(sizeof(copy))) return Parsed::nothing;
    char* out = copy;
    for (char const* c = first; c != last; ++c) *out++ = *c == 'd' || *c == 'D' ? 'e' : *c;
    first = copy;
    last = out;
  }
  T magnitude{};
  auto const [stop, code] = std::from_chars(first, last, magnitude);
  if (code == std::errc::result_out_of_range) {
    // from_chars gives the same error for numbers too large and for numbers too small; the latter are nearest to 0.
    magnitude = number.leading > 0 ? std::numeric_limits<T>::infinity() : T(0);
  } else if (code != std::errc() || stop != last) {
    return Parsed::nothing;
  }
  value = number.negative ? -magnitude : magnitude;
  return std::isinf(magnitude) ? Parsed::too_large : Parsed::ok;
}

/// The nearest T to the number in the text. Beyond the range of T: too_large, p after the number and value infinite
///
/// Source        the exact case: W. D. Clinger, How to read floating point numbers accurately, PLDI'90.
template <std::floating_point T>
Parsed parse_real(char const*& p, char const* end, T& value) {
  Decimal number;
  if (!parse_decimal(p, end, number)) return parse_named_real(p, end, value);
  if (number.mantissa == 0) {
    value = number.negative ? -T(0) : T(0);
    p = number.end;
    return Parsed::ok;
  }
  double exact;
  if constexpr (!std::is_same_v<T, long double>) {
    if (exact_double(number, exact)) {
      bool usable = true;
      if constexpr (std::is_same_v<T, float>) {
        // A second rounding, from double to float, is correct unless the first one ended on the midpoint of two floats.
        // Outside of the normal floats the midpoints differ, so these take the general conversion.
        std::uint64_t const tail = std::bit_cast<std::uint64_t>(exact) & 0x1FFFFFFFu;
        usable = tail != 0x10000000u && exact >= 1.2e-38 && exact <= 3.4e38;
      }
      if (usable) {
        value = static_cast<T>(number.negative ? -exact : exact);
        p = number.end;
        return Parsed::ok;
      }
    }
  }
  Parsed const result = convert_decimal(number, value);
  if (result != Parsed::nothing) p = number.end;
  return result;
}

}  // namespace Araios::Impl
