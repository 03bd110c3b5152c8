// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Right-hand sides and solutions: their types, and their Views as the kernels take them.

#include <Araios/core/concepts.hpp>
#include <Araios/operations/triangular/problem.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

namespace Araios::Impl::triangular {

/// Vectors, or matrices whose columns are right-hand sides.
template <class View>
concept RightHandSides = VectorView<View> || DenseMatrixView<View>;

/// A TriangularPlan, which is no matrix.
template <class T>
concept Plan = requires { T::can_be_captured; };

template <class View>
inline constexpr bool is_plain_v = !View::traits::memory_traits::is_atomic;

/// Whether b and x are what a plan for values T takes; a static_assert says what is wrong.
template <class Exec, class T, class B, class X>
constexpr bool types_are_right() {
  constexpr bool same_rank = int(B::rank) == int(X::rank);
  static_assert(same_rank, "Araios: b and x must have the same rank: 1, or 2 with a column for each right-hand side");
  constexpr bool same =
      std::is_same_v<typename B::non_const_value_type, T> && std::is_same_v<typename X::non_const_value_type, T>;
  static_assert(same, "Araios: b and x of a TriangularPlan have elements of the type of the values of A");
  constexpr bool writable = std::is_same_v<typename X::value_type, T>;
  static_assert(writable, "Araios: x is written and cannot be a View of const elements");
  constexpr bool reaches = Accesses<Exec, B, X>;
  static_assert(reaches, "Araios: the execution space cannot access the memory of b or of x; copy them there with "
                         "Kokkos::create_mirror_view_and_copy(exec, x), or pass an instance of a space that can");
  static_assert(is_plain_v<B> && is_plain_v<X>, "Araios: b and x cannot be atomic Views");
  return same_rank && same && writable && reaches && is_plain_v<B> && is_plain_v<X>;
}

template <class View>
std::int64_t number_of_columns(View const& view) {
  if constexpr (int(View::rank) == 1)
    return 1;
  else
    return static_cast<std::int64_t>(view.extent(1));
}
template <class View>
std::int64_t column_stride(View const& view) {
  if constexpr (int(View::rank) == 1)
    return 0;
  else
    return static_cast<std::int64_t>(view.stride(1));
}

template <class T, class B, class X>
Columns<T> columns_of(B const& b, X const& x) {
  return {b.data(),
          x.data(),
          static_cast<std::int64_t>(b.stride(0)),
          column_stride(b),
          static_cast<std::int64_t>(x.stride(0)),
          column_stride(x),
          number_of_columns(x)};
}

}  // namespace Araios::Impl::triangular
