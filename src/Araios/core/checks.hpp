// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Preconditions and their messages: O(1) checks on the host, always on, made before an operation starts.
///
/// Every message begins with the name of the public function and contains the values that disagree.

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <ostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace Araios {

namespace Impl {

/// A part of a message: a number or a text. Messages are built by functions that are no templates, so that a check
/// compiles to a comparison and a list of parts, whatever their types.
class MessagePart {
 public:
  template <class T>
    requires std::is_arithmetic_v<T>
  MessagePart(T number) {
    if constexpr (std::is_same_v<T, char>)
      kind_ = Kind::character, signed_ = number;
    else if constexpr (std::is_floating_point_v<T>)
      kind_ = Kind::floating, floating_ = static_cast<double>(number);
    else if constexpr (std::is_signed_v<T>)
      kind_ = Kind::signed_number, signed_ = static_cast<long long>(number);
    else
      kind_ = Kind::unsigned_number, unsigned_ = static_cast<unsigned long long>(number);
  }
  MessagePart(char const* text) : kind_(Kind::text), text_(text), length_(std::char_traits<char>::length(text)) {}
  MessagePart(std::string_view text) : kind_(Kind::text), text_(text.data()), length_(text.size()) {}
  MessagePart(std::string const& text) : MessagePart(std::string_view(text)) {}

  void write(std::ostream& out) const {
    switch (kind_) {
    case Kind::text:
      out << std::string_view(text_, length_);
      break;
    case Kind::character:
      out << static_cast<char>(signed_);
      break;
    case Kind::floating:
      out << floating_;
      break;
    case Kind::signed_number:
      out << signed_;
      break;
    case Kind::unsigned_number:
      out << unsigned_;
      break;
    }
  }

 private:
  enum class Kind { text, character, floating, signed_number, unsigned_number };
  Kind kind_;
  union {
    char const* text_;
    double floating_;
    long long signed_;
    unsigned long long unsigned_;
  };
  std::size_t length_ = 0;
};

inline std::string join_message(std::initializer_list<MessagePart> parts) {
  std::ostringstream text;
  for (MessagePart const& part : parts) part.write(text);
  return text.str();
}
[[noreturn]] inline void throw_message(std::initializer_list<MessagePart> parts) {
  throw std::invalid_argument(join_message(parts));
}

/// The parts, concatenated.
template <class... Parts>
std::string message(Parts const&... parts) {
  return join_message({MessagePart(parts)...});
}

/// Throws std::invalid_argument with the concatenated parts unless `condition` holds.
template <class... Parts>
void check(bool condition, Parts const&... parts) {
  if (!condition) throw_message({MessagePart(parts)...});
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

}  // namespace Impl

/// a * b, the product of two sizes
///
/// Throws        std::invalid_argument "<what>: ..." when a factor is negative, or the product does not fit 64 bits.
inline std::int64_t checked_multiply(std::int64_t a, std::int64_t b, char const* what) {
  Impl::check(a >= 0 && b >= 0, what, ": negative factor in ", a, " * ", b);
  Impl::check(b == 0 || a <= std::numeric_limits<std::int64_t>::max() / b, what, ": ", a, " * ", b,
              " does not fit 64 bits");
  return a * b;
}

namespace Impl {

/// `value` as To, or std::invalid_argument "<what>: <value> does not fit ...".
template <class To, class From>
To checked_cast(From value, char const* what) {
  static_assert(std::is_integral_v<To> && std::is_integral_v<From>, "checked_cast converts integers");
  check(std::in_range<To>(value), what, ": ", value, " does not fit a ", 8 * sizeof(To), "-bit ",
        std::is_signed_v<To> ? "signed" : "unsigned", " integer");
  return static_cast<To>(value);
}

}  // namespace Impl

}  // namespace Araios
