// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Pattern, the scalar of matrices without values, and NoValues, their array of values.
///
/// A Boolean matrix is an ordinary matrix with `Scalar = Pattern`. Its array of values is a `NoValues`, which reads and
/// writes nothing, so that one kernel body serves matrices with and without values: `out(i) = in(j)` costs no
/// instruction when both sides are `NoValues`. Primitives use NoValues for an absent payload.

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <type_traits>

namespace Araios {

/// The value of an entry of a matrix without values. All Patterns are equal; sums and products of them are Patterns.
struct Pattern {
  friend KOKKOS_FUNCTION constexpr bool operator==(Pattern, Pattern) { return true; }
  friend KOKKOS_FUNCTION constexpr bool operator!=(Pattern, Pattern) { return false; }
  friend KOKKOS_FUNCTION constexpr Pattern operator+(Pattern, Pattern) { return {}; }
  friend KOKKOS_FUNCTION constexpr Pattern operator*(Pattern, Pattern) { return {}; }
};

/// Replaces a View of values; holds, reads and writes nothing.
struct NoValues {
  using value_type = Pattern;
  using non_const_value_type = Pattern;

  template <class Index>
  KOKKOS_FUNCTION constexpr Pattern operator()(Index) const {
    return {};
  }
  /// Always 0, whatever the number of entries.
  KOKKOS_FUNCTION constexpr std::size_t extent(int) const { return 0; }
  KOKKOS_FUNCTION constexpr std::size_t size() const { return 0; }
  KOKKOS_FUNCTION constexpr std::nullptr_t data() const { return nullptr; }
};

template <class Scalar>
inline constexpr bool is_pattern_v = std::is_same_v<std::remove_cv_t<Scalar>, Pattern>;

namespace Impl {
/// Bytes that one value occupies in memory: 0 for Pattern, whose sizeof is 1 by the rules of the language.
template <class Scalar>
inline constexpr std::size_t value_bytes_v = is_pattern_v<Scalar> ? 0 : sizeof(Scalar);
}  // namespace Impl

}  // namespace Araios
