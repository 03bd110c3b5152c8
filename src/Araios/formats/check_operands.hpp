// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The operands of an operation, validated where the switch of core/validation.hpp is on.

#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/kokkos_compat.hpp>
#include <Araios/core/validation.hpp>
#include <Araios/formats/validate/compressed.hpp>
#include <Araios/formats/validate/sparse_vector.hpp>

namespace Araios::Impl {

/// An operand, its name in messages, and the order that the operation requires of it.
template <class Matrix>
struct Operand {
  Operand(char const* name_, Matrix const& matrix_, Order order_ = Order::any)
      : name(name_), matrix(matrix_), order(order_) {}
  char const* name;
  Matrix const& matrix;
  Order order;
};

template <class Exec, class Matrix>
ARAIOS_NOT_INLINED void validate_operand(Exec const& exec, char const* function, Operand<Matrix> const& operand) {
  // A format of a user's own may have no rules.
  if constexpr (requires { find_fault(exec, operand.matrix, ValidateOptions{}); })
    if (auto const fault = find_fault(exec, operand.matrix, ValidateOptions{operand.order}))
      check(false, function, ": operand ", operand.name, ": ", fault->sentence);
}

/// Throws std::invalid_argument "<function>: operand <name>: <sentence>" with the first fault of the first operand that
/// has one, where validation is on. Without it this costs one load.
template <class Exec, class... Matrices>
void check_operands(Exec const& exec, char const* function, Operand<Matrices> const&... operands) {
  if (!validation()) return;
  (validate_operand(exec, function, operands), ...);
}

}  // namespace Araios::Impl
