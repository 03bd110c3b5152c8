// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Preconditions and their messages: O(1) checks on the host, always on, made before an operation starts.
///
/// Every message begins with the name of the public function and contains the values that disagree.

#include <cstdint>
#include <limits>
#include <sstream>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

namespace Araios::Impl {

template <class... Parts>
std::string message(Parts const&... parts) {
  std::ostringstream text;
  (text << ... << parts);
  return text.str();
}

/// Throws std::invalid_argument with the concatenated parts unless `condition` holds.
template <class... Parts>
void check(bool condition, Parts const&... parts) {
  if (!condition) throw std::invalid_argument(message(parts...));
}

/// Throws std::invalid_argument "<what> (<a> != <b>)" unless a equals b as integers.
template <class A, class B>
void check_equal(A a, B b, char const* what) {
  check(std::cmp_equal(a, b), what, " (", a, " != ", b, ")");
}

/// Throws std::invalid_argument "<what> has no enumerator <value>" unless `value` is one of 0 .. `last`.
template <class Enum>
void check_enumerator(Enum value, Enum last, char const* what) {
  static_assert(std::is_enum_v<Enum>);
  auto const number = static_cast<std::int64_t>(value);
  check(number >= 0 && number <= static_cast<std::int64_t>(last), what, " has no enumerator ", number);
}

/// a * b for sizes that are not negative, or std::invalid_argument "<what>: a * b does not fit 64 bits".
inline std::int64_t checked_multiply(std::int64_t a, std::int64_t b, char const* what) {
  check(a >= 0 && b >= 0, what, ": negative factor in ", a, " * ", b);
  check(b == 0 || a <= std::numeric_limits<std::int64_t>::max() / b, what, ": ", a, " * ", b, " does not fit 64 bits");
  return a * b;
}

/// `value` as To, or std::invalid_argument "<what>: <value> does not fit ...".
template <class To, class From>
To checked_cast(From value, char const* what) {
  static_assert(std::is_integral_v<To> && std::is_integral_v<From>, "checked_cast converts integers");
  check(std::in_range<To>(value), what, ": ", value, " does not fit the ", 8 * sizeof(To), "-bit ",
        std::is_signed_v<To> ? "signed" : "unsigned", " type asked for");
  return static_cast<To>(value);
}

}  // namespace Araios::Impl
