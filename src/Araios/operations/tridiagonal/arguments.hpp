// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Arguments of the solution of banded systems: their types, and the O(1) checks of them.

#include <Araios/core/aliasing.hpp>
#include <Araios/core/arithmetic.hpp>
#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/operations/tridiagonal/options.hpp>
#include <Araios/operations/tridiagonal/problem.hpp>

#include <Kokkos_Core.hpp>

#include <array>
#include <concepts>
#include <cstdint>
#include <string>
#include <type_traits>

namespace Araios::Impl::tridiagonal {

/// A View that receives the first zero pivot.
template <class V>
concept PivotView =
    Kokkos::is_view<V>::value && int(V::rank) == 0 && std::same_as<typename V::value_type, std::int64_t>;

/// A matrix of rank 1 takes b and x of rank 1 or 2, a batch those of rank 2; all have the elements of x. The types may
/// be references, as decltype of the arguments. Calls compile their bodies only if this is true: its message is then
/// the only error.
template <class Exec, class Diagonal, class BRef, class XRef>
constexpr bool types_are_right() {
  using B = std::remove_cvref_t<BRef>;
  using X = std::remove_cvref_t<XRef>;
  constexpr bool views = (VectorView<Diagonal> || DenseMatrixView<Diagonal>) && (VectorView<X> || DenseMatrixView<X>) &&
                         (VectorView<B> || DenseMatrixView<B>);
  static_assert(views, "Araios: the diagonals of the matrix, b and x must be Kokkos::Views of rank 1 or 2, as "
                       "Kokkos::View<double*, Kokkos::HostSpace>(v.data(), v.size()) of a std::vector v");
  if constexpr (views) {
    constexpr bool ranks = int(B::rank) == int(X::rank) && int(Diagonal::rank) <= int(X::rank);
    static_assert(ranks,
                  "Araios: b and x must have the same rank; diagonals of rank 1 are one matrix, for b of rank 1 or "
                  "of a column for each right-hand side; diagonals of rank 2 are a batch, for b of rank 2");
    using T = typename X::non_const_value_type;
    constexpr bool writable = std::is_same_v<T, typename X::value_type>;
    static_assert(writable, "Araios: x is written and cannot be a View of const elements");
    constexpr bool numbers = std::same_as<RealPartOf<T>, float> || std::same_as<RealPartOf<T>, double>;
    static_assert(numbers, "Araios: the elements of x must be float, double, or Kokkos::complex of these");
    constexpr bool same =
        std::same_as<typename B::non_const_value_type, T> && std::same_as<typename Diagonal::non_const_value_type, T>;
    static_assert(same, "Araios: the diagonals of the matrix, b and x must have elements of the same type");
    constexpr bool reaches = Accesses<Exec, Diagonal, B, X>;
    static_assert(reaches, "Araios: the execution space cannot access the memory of the diagonals, of b or of x; copy "
                           "them there with Kokkos::create_mirror_view_and_copy(exec, x), or pass an instance of a "
                           "space that can");
    return ranks && writable && numbers && same && reaches;
  } else {
    return false;
  }
}

/// The same elements: a solution may replace its right-hand side.
template <class B, class X>
bool is_in_place(B const& b, X const& x) {
  if (static_cast<void const*>(b.data()) != static_cast<void const*>(x.data()) || b.stride(0) != x.stride(0))
    return false;
  if constexpr (DenseMatrixView<X>) return b.stride(1) == x.stride(1);
  return true;
}

/// An array of the problem, after checks of its length, of its memory, and that x does not overlap it.
template <class View, class X>
auto checked_array(std::string const& function, char const* name, View const& view, X const& x, bool may_be_x) {
  check_equal(view.extent(0), x.extent(0), message(function, ": length of ", name, ", length of x").c_str());
  if constexpr (DenseMatrixView<View>)
    check_equal(view.extent(1), x.extent(1), message(function, ": columns of ", name, ", columns of x").c_str());
  check_memory(view, message(function, ": ", name).c_str());
  if (!may_be_x) check_disjoint(function.c_str(), view, name, x, "x");
  using T = typename View::const_value_type;
  auto const array = system_array(view);
  return SystemArray<T>{array.data, array.row_stride, array.system_stride};
}

/// The problem of checked arguments, with 2 K + 1 diagonals, the lowest one first.
template <class View, std::size_t Count, class B, class X>
auto checked_problem(std::string const& function, std::array<View, Count> const& diagonals,
                     std::array<char const*, Count> const& names, B const& b, X const& x,
                     TridiagonalOptions const& options) {
  using T = typename X::value_type;
  check_enumerator(options.pivoting, Pivoting::none, message(function, ": Pivoting").c_str());
  Problem<T, static_cast<int>(Count / 2)> problem{};
  problem.n = static_cast<std::int64_t>(x.extent(0));
  problem.systems = 1;
  if constexpr (DenseMatrixView<X>) problem.systems = static_cast<std::int64_t>(x.extent(1));
  (void)checked_multiply(problem.n, problem.systems, message(function, ": elements of x").c_str());
  problem.is_periodic = options.periodic;
  check_memory(x, message(function, ": x").c_str());
  for (std::size_t d = 0; d < Count; ++d)
    problem.diagonals[d] = checked_array(function, names[d], diagonals[d], x, false);
  problem.b = checked_array(function, "b", b, x, is_in_place(b, x));
  problem.x = system_array(x);
  return problem;
}

template <class View>
std::array<View, 3> diagonals_of(TridiagonalMatrix<View> const& A) {
  return {A.lower, A.diagonal, A.upper};
}
template <class View>
std::array<View, 5> diagonals_of(PentadiagonalMatrix<View> const& A) {
  return {A.lower_2, A.lower, A.diagonal, A.upper, A.upper_2};
}
inline constexpr std::array<char const*, 3> tridiagonal_names{"lower", "diagonal", "upper"};
inline constexpr std::array<char const*, 5> pentadiagonal_names{"lower_2", "lower", "diagonal", "upper", "upper_2"};

/// Where the first zero pivot is written, nothing else is.
template <class ZeroPivot, class View, std::size_t Count, class B, class X>
void check_zero_pivot(char const* function, ZeroPivot const& zero_pivot, std::array<View, Count> const& diagonals,
                      std::array<char const*, Count> const& names, B const& b, X const& x) {
  for (std::size_t d = 0; d < Count; ++d) check_disjoint(function, zero_pivot, "zero_pivot", diagonals[d], names[d]);
  check_disjoint(function, zero_pivot, "zero_pivot", b, "b");
  check_disjoint(function, zero_pivot, "zero_pivot", x, "x");
}

}  // namespace Araios::Impl::tridiagonal
