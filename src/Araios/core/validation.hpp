// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The switch that lets every call check all entries of its operands: for users who look for the call that broke their
/// data.

#include <atomic>
#include <cstdlib>
#include <string_view>

namespace Araios {

namespace Impl {
/// Whether the environment variable ARAIOS_VALIDATE is set, to anything but 0 or nothing.
inline bool validation_from_environment() {
  char const* const value = std::getenv("ARAIOS_VALIDATE");
  return value != nullptr && *value != 0 && std::string_view(value) != "0";
}
inline std::atomic<bool> validation_switch{validation_from_environment()};
}  // namespace Impl

/// Whether every operation validates its operands; off unless the environment variable ARAIOS_VALIDATE is 1
inline bool validation() { return Impl::validation_switch.load(std::memory_order_relaxed); }

/// From now on, in all threads, every operation that takes a sparse matrix or a sparse vector first runs `validate` on
/// each of them, with the order that it requires, and throws std::invalid_argument with the names of the operation and
/// the operand and the violation. A plan that was made with it on refuses matrices whose row_map or entries
/// changed since.
///
/// Cost          where it is on: `validate` of every operand, and the fences of that. Work that is captured for a CUDA
///               graph cannot be validated: turn it off there.
inline void set_validation(bool on) { Impl::validation_switch.store(on, std::memory_order_relaxed); }

/// Turns validation on, or off, as long as it lives.
class ValidationScope {
 public:
  explicit ValidationScope(bool on = true) : before_(Impl::validation_switch.exchange(on)) {}
  ~ValidationScope() { set_validation(before_); }
  ValidationScope(ValidationScope const&) = delete;
  ValidationScope& operator=(ValidationScope const&) = delete;

 private:
  bool before_;
};

}  // namespace Araios
