// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// SpMV, common to all formats: the arguments, the terms, the output, the scatter of transposed SpMV.
///
/// A format takes part by a specialization of Impl::Spmv with
///   template <SemiringType Semiring, class Exec, class X, class Output, class Space>
///   static void apply(Exec const&, SpmvOptions const&, Matrix const& A, X const& x, Output const& out,
///   Workspace<Space>&)
///       calls out.store(i, sum) once for each row i of A, where sum is the sum of spmv_term<Semiring, T>(a, x(j)) over
///       the entries (i, j, a), T = Output::value_type. A row that is added in pieces calls out.store, then out.add.
///   template <class Exec, class Visitor>
///   static void visit(Exec const&, std::string const& label, Matrix const& A, Visitor const& visitor)
///       calls visitor(i, j, a) once for each entry, in parallel, in any order. Transposed SpMV uses it, unless the
///       format has a static function apply_transposed (as apply, with a bool `conjugate` after the options).

#include <Araios/core/arithmetic.hpp>
#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/semiring.hpp>
#include <Araios/core/unmanaged.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/operations/spmv/options.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

namespace Araios::Impl::spmv {

/// A semiring for terms with the conjugates of the values of the matrix; its sums are those of the semiring.
template <SemiringType Semiring>
struct WithConjugates : Semiring {
  static constexpr bool conjugates = true;
};
template <class Semiring>
concept Conjugating = Semiring::conjugates;

/// a times x in the semiring, made in T; a Pattern is the one of the semiring.
template <SemiringType Semiring, class T, class A, class X>
KOKKOS_INLINE_FUNCTION T spmv_term(A const& a, X const& x) {
  if constexpr (is_pattern_v<A>)
    return Semiring::multiply_one(static_cast<T>(x));
  else if constexpr (Conjugating<Semiring>)
    return Semiring::template product<T>(conjugate_of(a), x);
  else
    return Semiring::template product<T>(a, x);
}

/// Whether the sum of a semiring is a maximum or minimum of products of numbers: MaxTimes, and those of a user.
template <class Semiring>
inline constexpr bool is_extremum_of_products = false;
template <class Semiring>
  requires(std::same_as<typename Semiring::monoid, Max> || std::same_as<typename Semiring::monoid, Min>)
inline constexpr bool is_extremum_of_products<Semiring> =
    std::same_as<typename Semiring::multiplication, Times> ||
    std::same_as<typename Semiring::multiplication, Annihilated<Times, typename Semiring::monoid>>;

/// Throws for a negative alpha of such a semiring: of a row that is added in pieces, the maximum of their multiples would
/// be that of the smallest piece.
template <SemiringType Semiring, class T>
void check_alpha(char const* function, [[maybe_unused]] T const& alpha) {
  if constexpr (is_extremum_of_products<Semiring> && std::is_signed_v<T>)
    check(!(alpha < 0) || is_annihilating<Semiring>(alpha), function, ": alpha must not be negative over ",
          std::derived_from<Semiring, MaxTimes> ? "MaxTimes" : "a maximum or minimum of products", " (", alpha, ")");
}

/// y := alpha sum + beta y, one element at a time. Where beta is the zero of the semiring, y is not read.
template <SemiringType Semiring, class Y>
struct SpmvOutput {
  using semiring_type = Semiring;
  using value_type = typename Y::non_const_value_type;
  value_type alpha;
  value_type beta;
  bool overwrite;
  Y y;

  SpmvOutput(value_type alpha_, value_type beta_, Y const& y_)
      : alpha(alpha_), beta(beta_), overwrite(is_zero_of<Semiring>(beta_)), y(y_) {}

  KOKKOS_FUNCTION void store(std::int64_t i, value_type const& sum) const {
    value_type const scaled = Semiring::scale(alpha, sum);
    // Expected, so that hosts have no jump in the loop over rows.
    if (overwrite) [[likely]]
      y(i) = scaled;
    else
      y(i) = Semiring::add(scaled, Semiring::scale(beta, static_cast<value_type>(y(i))));
  }
  /// y(i) := y(i) + alpha sum, after another piece was stored.
  KOKKOS_FUNCTION void add(std::int64_t i, value_type const& sum) const {
    y(i) = Semiring::add(static_cast<value_type>(y(i)), Semiring::scale(alpha, sum));
  }
};

/// The output of all kernels, whatever the type of y, where y is a plain array.
template <SemiringType Semiring, class T, class Y>
auto output(T alpha, T beta, Y const& y) {
  return SpmvOutput<Semiring, decltype(unmanaged(y))>(alpha, beta, unmanaged(y));
}

/// A matrix as the kernels of SpMV see it. A format overloads this where matrices of const and of other values share
/// kernels.
template <class Matrix>
Matrix const& operand(Matrix const& A) {
  return A;
}

/// The output of the second part of an SpMV whose first part has stored: `store` adds. Sums that are the zero of the
/// semiring do not touch y, so that empty rows cost nothing.
template <class Output>
struct SpmvAdding {
  using semiring_type = typename Output::semiring_type;
  using value_type = typename Output::value_type;
  Output out;

  KOKKOS_FUNCTION void store(std::int64_t i, value_type const& sum) const {
    if (!is_zero_of<semiring_type>(sum)) out.add(i, sum);
  }
  KOKKOS_FUNCTION void add(std::int64_t i, value_type const& sum) const { out.add(i, sum); }
};

template <class Output>
struct SpmvScale {
  Output out;

  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    out.store(i, Output::semiring_type::template zero<typename Output::value_type>());
  }
};

/// y := beta y: the result where there is nothing to multiply.
template <class Exec, class Output>
void spmv_scale(Exec const& exec, std::int64_t length, Output const& out, std::string const& label) {
  if (length > 0) Kokkos::parallel_for(label, range(exec, length), SpmvScale<Output>{out});
}

/// Adds alpha a x(i) to y(j): one entry of a transposed product.
template <SemiringType Semiring, class X, class Output>
struct SpmvScatter {
  X x;
  Output out;
  bool conjugate;

  template <class A>
  KOKKOS_FUNCTION void operator()(std::int64_t i, std::int64_t j, A const& a) const {
    using T = typename Output::value_type;
    T const term = spmv_term<Semiring, T>(conjugate ? conjugate_of(a) : a, x(i));
    Semiring::atomic_add(&out.y(j), Semiring::scale(out.alpha, term));
  }
};

/// SpMV of one format; see the file comment.
template <class Matrix>
struct Spmv;

/// Whether Spmv<Matrix> has its own apply_transposed.
template <class Matrix, class Semiring, class Exec, class X, class Output, class Space>
concept HasTransposedProduct = requires(Exec const& exec, SpmvOptions const& options, Matrix const& A, X const& x,
                                        Output const& out, Workspace<Space>& workspace) {
  Spmv<Matrix>::template apply_transposed<Semiring>(exec, options, true, A, x, out, workspace);
};

}  // namespace Araios::Impl::spmv
