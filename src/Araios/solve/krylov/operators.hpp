// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// What solvers take as A and M: functors of the user, and no preconditioner.

#include <Araios/core/concepts.hpp>
#include <Araios/formats/argument_types.hpp>
#include <Araios/solve/krylov/problem.hpp>
#include <Araios/solve/krylov/solver.hpp>

#include <Kokkos_Core.hpp>

#include <concepts>
#include <cstdint>
#include <type_traits>

namespace Araios {

/// Launches to := f(from) on exec: a member function apply(exec, from, to), or a call f(exec, from, to), for Views of T
/// of rank 1. It works on `exec` alone. A type with `static constexpr bool can_be_captured = true` promises that it
/// launches the same kernels each time and neither waits nor allocates, so that it may run in a CUDA graph. Where they
/// change, as their arrays do by an update, its version() is another number, and the graph is captured anew.
template <class F, class Exec, class T>
concept LinearOperator =
    requires(F const& f, Exec const& exec, Impl::UnmanagedView<T const, typename Exec::memory_space> const& from,
             Impl::UnmanagedView<T, typename Exec::memory_space> const& to) { f.apply(exec, from, to); } ||
    requires(F const& f, Exec const& exec, Impl::UnmanagedView<T const, typename Exec::memory_space> const& from,
             Impl::UnmanagedView<T, typename Exec::memory_space> const& to) { f(exec, from, to); };

/// M = I.
struct NoPreconditioner {
  static constexpr bool can_be_captured = true;
  Impl::krylov::Identity diagonal() const { return {}; }
};

namespace Impl::krylov {

/// A functor of the user. Its own apply_conjugate_transpose(exec, from, to) makes BiCG possible.
template <class Exec, class T, class F>
struct UserOperator {
  static constexpr bool can_be_captured = krylov::can_be_captured<F>;
  static constexpr bool has_conjugate_transpose = requires(
      F const& f, Exec const& exec, UnmanagedView<T const, typename Exec::memory_space> const& from,
      UnmanagedView<T, typename Exec::memory_space> const& to) { f.apply_conjugate_transpose(exec, from, to); };
  F f;

  std::int64_t version() const { return version_of(f); }
  void apply(auto const& exec, auto const& from, auto const& to) const {
    if constexpr (requires { f.apply(exec, from, to); })
      f.apply(exec, from, to);
    else
      f(exec, from, to);
  }
  void apply_conjugate_transpose(auto const& exec, auto const& from, auto const& to) const {
    f.apply_conjugate_transpose(exec, from, to);
  }
};

/// A preconditioner that solvers know element by element, or apply.
template <class M>
concept KnownByElement = requires(M const& m) { m.diagonal(); };
template <class Exec, class T, class M>
auto as_preconditioner(M const& m) {
  if constexpr (KnownByElement<M>)
    return m;
  else
    return UserOperator<Exec, T, M>{m};
}

template <class Exec, class T>
constexpr bool types_are_right() {
  constexpr bool right = std::is_same_v<T, double> || std::is_same_v<T, float> ||
                         std::is_same_v<T, Kokkos::complex<double>> || std::is_same_v<T, Kokkos::complex<float>>;
  static_assert(right, "Araios::solve: x has elements of float, double or Kokkos::complex of these");
  return right;
}
/// Whether a solver for vectors of T can take b and give x.
template <class T, class B, class X>
constexpr bool vectors_are_right() {
  constexpr bool takes = is_complex_v<T> || !is_complex_v<typename B::non_const_value_type>;
  static_assert(takes, "Araios::solve: b is complex and x, or the plan, is real; give x complex elements");
  using Element = typename X::non_const_value_type;
  constexpr bool holds = std::is_floating_point_v<RealPartOf<Element>>;
  static_assert(holds, "Araios::solve: x has elements of float, double or Kokkos::complex of these");
  constexpr bool gives = !is_complex_v<T> || is_complex_v<Element>;
  static_assert(gives, "Araios::solve: the plan is of complex vectors and x is real; give x complex elements");
  constexpr bool keeps = sizeof(RealPartOf<Element>) >= sizeof(RealPartOf<T>);
  static_assert(keeps,
                "Araios::solve: the plan is of double and x of float, whose residual would not be the one that is "
                "reported; give x elements of double, or make the plan of float");
  return takes && holds && gives && keeps;
}

/// The arguments of solve.
template <class Exec>
constexpr void arguments_are_in_order() {
  static_assert(
      always_false<Exec>,
      "Araios::solve: the arguments are (exec, A, M, b, x, options) or (exec, A, b, x, options), or a plan in "
      "place of A, M and options; b and x are Kokkos::Views, both of rank 1 or both of rank 2, as "
      "Kokkos::View<double*, Kokkos::HostSpace>(v.data(), v.size()) of a std::vector v");
}

}  // namespace Impl::krylov

}  // namespace Araios
