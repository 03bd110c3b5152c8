// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The exception of functions on matrices whose types are known at run time, and their checks.

#include <Araios/core/checks.hpp>

#include <stdexcept>
#include <string>

namespace Araios::runtime {

/// Why a function fails.
enum class ErrorKind {
  none,
  invalid_argument,  ///< sizes, options or numbers that disagree, or a null pointer where none is allowed
  invalid_handle,    ///< an object that does not exist, or is of another kind or context
  invalid_matrix,    ///< the arrays break a rule of the format: the message names the first fault
  invalid_state,     ///< Kokkos is finalized
  out_of_range,      ///< an index is not in the matrix or vector
  overflow,          ///< a size or a number of entries does not fit the index type
  out_of_memory,     ///< of the host or of the device
  io_error,          ///< a file that cannot be opened, read or written, or whose text is invalid
  not_supported,     ///< a type, format or semiring without an instance
  device_error,      ///< no device, or an error of the device
  internal_error,    ///< any other exception
  interrupted        ///< an observer of the progress requests the end
};

/// An error with its kind. Functions also throw what those that they call throw: std::invalid_argument and others.
class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, std::string const& message) : std::runtime_error(message), kind_(kind) {}
  ErrorKind kind() const noexcept { return kind_; }

 private:
  ErrorKind kind_;
};

/// The kind of the exception in flight, whatever its type, and its text.
ErrorKind kind_of_exception(std::string& text);

/// The parts, concatenated.
template <class... Parts>
std::string message(Parts const&... parts) {
  return Impl::message(parts...);
}
template <class... Parts>
[[noreturn]] void fail(ErrorKind kind, Parts const&... parts) {
  throw Error(kind, message(parts...));
}
/// Throws an Error of this kind with the concatenated parts unless `condition` holds.
template <class... Parts>
void require(bool condition, ErrorKind kind, Parts const&... parts) {
  if (!condition) fail(kind, parts...);
}
template <class T>
void require_pointer(T const* pointer, char const* name) {
  require(pointer != nullptr, ErrorKind::invalid_argument, name, " is NULL");
}
/// Throws unless `value` is one of 0 .. `last`.
template <class Enum>
void require_enumerator(Enum value, Enum last, char const* name) {
  auto const number = static_cast<long long>(value);
  require(number >= 0 && number <= static_cast<long long>(last), ErrorKind::invalid_argument, name,
          " has no enumerator ", number);
}

}  // namespace Araios::runtime
