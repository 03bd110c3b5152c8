// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Numbers in text: integers and reals, independent of the locale, without reads at or beyond `end`.
///
/// Each function reads a number at `p` and leaves `p` directly after it; the caller checks what follows. On failure `p`
/// is unchanged.

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <locale>
#include <sstream>
#include <string>
#include <system_error>
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
  auto const [stop, code] = std::from_chars(p, end, value);
  if (code == std::errc::result_out_of_range) return Parsed::too_large;
  if (code != std::errc()) return Parsed::nothing;
  p = stop;
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

/// The integer that a decimal number is; false where it is none, or its magnitude has more than 64 bits. The text:
/// [+-] [digits] [. digits] [e or d [+-] digits]
inline bool decimal_as_integer(char const* p, char const* end, std::uint64_t& magnitude, bool& negative) {
  negative = p != end && *p == '-';
  if (p != end && (*p == '-' || *p == '+')) ++p;
  char const* last = std::find_if(p, end, [](char c) { return (c | 0x20) == 'e' || (c | 0x20) == 'd'; });
  std::int64_t scale = 0;  // the last digit counts 10^scale
  if (last != end) {
    char const* first = last + 1;
    bool const is_negative = first != end && *first == '-';
    if (first != end && (*first == '-' || *first == '+')) ++first;
    if (std::from_chars(first, end, scale).ec != std::errc()) scale = std::int64_t(1) << 62;
    if (is_negative) scale = -scale;
  }
  char const* const point = std::find(p, last, '.');
  if (point != last) scale -= last - point - 1;
  for (; last != p && (last[-1] == '0' || last - 1 == point); --last) scale += last - 1 == point ? 0 : 1;
  magnitude = 0;
  auto const append = [&](unsigned digit) {
    constexpr std::uint64_t maximum = std::numeric_limits<std::uint64_t>::max();
    if (magnitude > (maximum - digit) / 10) return false;
    magnitude = 10 * magnitude + digit;
    return true;
  };
  for (; p != last; ++p)
    if (*p != '.' && (!is_digit(*p) || !append(static_cast<unsigned>(*p - '0')))) return false;
  if (magnitude == 0) return true;
  if (scale < 0) return false;
  for (; scale > 0; --scale)
    if (!append(0)) return false;
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

/// Whether a number that its type does not hold is too large, and not nearest to 0: [digits] [. digits] [e [+-] digits].
inline bool is_too_large(char const* p, char const* end) {
  auto const skip_digits = [&] {
    while (p != end && is_digit(*p)) ++p;
  };
  while (p != end && *p == '0') ++p;
  char const* const first = p;
  skip_digits();
  std::int64_t leading = p - first;  // 10^(leading - 1) <= mantissa < 10^leading
  if (p != end && *p == '.') {
    char const* const fraction = ++p;
    if (leading == 0) {
      while (p != end && *p == '0') ++p;
      leading = fraction - p;
    }
    skip_digits();
  }
  if (p == end) return leading > 0;
  bool const negative = ++p != end && *p == '-';
  if (p != end && (*p == '-' || *p == '+')) ++p;
  std::int64_t exponent = 0;
  if (std::from_chars(p, end, exponent).ec == std::errc::result_out_of_range) return !negative;
  return negative ? leading > exponent : leading > -exponent;
}

/// The number in a text that std::from_chars calls out of range, and which is not too large. That of GNU's library calls
/// subnormal long doubles so, too.
template <std::floating_point T>
T small_number(char const* p, char const* end) {
  T value(0);
  if constexpr (std::is_same_v<T, long double>) {
    std::string text(p, end);
    std::replace_if(text.begin(), text.end(), [](char c) { return (c | 0x20) == 'd'; }, 'e');
    std::istringstream in(text);
    in.imbue(std::locale::classic());
    in >> value;
  }
  return value;
}

/// What std::from_chars alone does not read, at the digits of a number: Fortran's exponent letter `d`, and a number beyond
/// the range of T.
template <std::floating_point T>
Parsed parse_other_decimal(char const*& p, char const* end, T& value) {
  auto [stop, code] = std::from_chars(p, end, value);
  if (code == std::errc::invalid_argument) return Parsed::nothing;
  if (stop != end && (*stop == 'd' || *stop == 'D')) {
    char const* last = stop + 1;
    if (last != end && (*last == '-' || *last == '+')) ++last;
    if (last != end && is_digit(*last)) {
      while (last != end && is_digit(*last)) ++last;
      char some[128];  // without an allocation for numbers as Fortran writes them
      std::string more(last - p > static_cast<std::ptrdiff_t>(sizeof(some)) ? last - p : 0, '\0');
      char* const copy = more.empty() ? some : more.data();
      std::copy(p, last, copy);
      copy[stop - p] = 'e';
      auto const copied = std::from_chars(copy, copy + (last - p), value);
      code = copied.ec;
      stop = p + (copied.ptr - copy);  // before the letter, where the exponent came before it
    }
  }
  bool const outside = code == std::errc::result_out_of_range;
  bool const large = outside && is_too_large(p, stop);
  if (outside) value = large ? std::numeric_limits<T>::infinity() : small_number<T>(p, stop);
  p = stop;
  return large ? Parsed::too_large : Parsed::ok;
}

/// The nearest T to the number in the text. Beyond the range of T: too_large, p after the number and value infinite
template <std::floating_point T>
Parsed parse_real(char const*& p, char const* end, T& value) {
  char const* q = p;
  bool const negative = q != end && *q == '-';
  if (q != end && (*q == '-' || *q == '+')) ++q;
  if (q == end || !(is_digit(*q) || *q == '.')) return parse_named_real(p, end, value);
  T magnitude{};
  Parsed parsed = Parsed::ok;
  auto const [stop, code] = std::from_chars(q, end, magnitude);
  if (code != std::errc() || (stop != end && (*stop == 'd' || *stop == 'D')))
    parsed = parse_other_decimal(q, end, magnitude);
  else
    q = stop;
  if (parsed == Parsed::nothing) return parsed;
  value = negative ? -magnitude : magnitude;
  p = q;
  return parsed;
}

}  // namespace Araios::Impl
