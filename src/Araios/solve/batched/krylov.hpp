// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Conjugate gradients and BiCGSTAB for one system, by the threads of a group: the methods of solve/krylov.
///
/// Each ends with x, and with the reason why it ended; then its own residual, not b - A x, is within the tolerance, or
/// there were too many iterations, or it cannot go on. What all threads compute from sums is the same in each.

#include <Araios/core/arithmetic.hpp>
#include <Araios/solve/batched/problem.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace Araios::Impl::batched {

/// The number of iterations, and whether they go on.
struct Iterations {
  std::int64_t count, limit;
  double tolerance;
  /// Whether an iteration whose residual has this norm was the last one; the reason.
  KOKKOS_FUNCTION bool end(double norm, SolveReason& reason) {
    ++count;
    reason = !is_finite(norm)    ? SolveReason::not_finite
             : norm <= tolerance ? SolveReason::converged
                                 : SolveReason::iteration_limit;
    return reason != SolveReason::iteration_limit || count >= limit;
  }
};

/// Vectors of a method: x, the residual r, the inverse of the diagonal, and its own.
inline constexpr int vectors_of_cg = 5;
inline constexpr int vectors_of_bicgstab = 7;

/// x := x + the change by conjugate gradients. memory: r, inverse, p, q.
template <class System, class T>
KOKKOS_FUNCTION SolveReason cg(System const& system, auto const& group, Iterations& iterations, T* memory) {
  using Sum = SumOf<T>;
  int const n = system.n();
  T *const x = system.x, *const r = memory, *const inverse = r + n, *const p = inverse + n, *const q = p + n;
  Sum sums[2];
  group.template sums<1>(
      n,
      [&](int i, Sum* terms) {
        p[i] = product(inverse[i], r[i]);
        terms[0] = sum(terms[0], dot_term(r[i], p[i]));
      },
      sums);
  double rho = real_part(sums[0]);
  SolveReason reason;
  for (;;) {
    if (!is_finite(sums[0])) return SolveReason::not_finite;
    if (!(rho > 0)) return rho < 0 ? SolveReason::not_positive_definite : SolveReason::breakdown_rho;
    group.template sums<1>(
        n,
        [&](int i, Sum* terms) {
          q[i] = system.row_product(i, [&](auto j) { return p[j]; });
          terms[0] = sum(terms[0], dot_term(p[i], q[i]));
        },
        sums);
    double const curvature = real_part(sums[0]);
    if (!is_finite(sums[0])) return SolveReason::not_finite;
    if (!(curvature > 0)) return SolveReason::not_positive_definite;
    T const alpha = as_element<T>(Sum(rho / curvature));
    group.template sums<2>(
        n,
        [&](int i, Sum* terms) {
          x[i] = multiply_add(alpha, p[i], x[i]);
          r[i] = subtract_product(r[i], alpha, q[i]);
          terms[0] = sum(terms[0], square(r[i]));
          terms[1] = sum(terms[1], dot_term(r[i], product(inverse[i], r[i])));
        },
        sums);
    if (iterations.end(::sqrt(real_part(sums[0])), reason)) return reason;
    sums[0] = sums[1];
    double const before = rho;
    rho = real_part(sums[1]);
    T const beta = as_element<T>(Sum(rho / before));
    group.each(n, [&](int i) { p[i] = multiply_add(beta, p[i], product(inverse[i], r[i])); });
  }
}

/// BiCGSTAB, preconditioned from the right. Members that are numbers are the same in all threads.
template <class System, class Group, class T>
struct Bicgstab {
  using Sum = SumOf<T>;
  System const& system;
  Group const& group;
  int n;
  T *x, *r, *inverse, *shadow, *p, *v, *t;
  Sum rho = Sum(0), alpha = Sum(0), beta = Sum(0), omega = Sum(0);
  double length = 0;          // (r*, r*)
  bool begins = true;         // with r* := r and p := r
  bool begins_again = false;  // because r was orthogonal to r*

  KOKKOS_FUNCTION Bicgstab(System const& system_, Group const& group_, T* memory)
      : system(system_),
        group(group_),
        n(system.n()),
        x(system.x),
        r(memory),
        inverse(r + n),
        shadow(inverse + n),
        p(shadow + n),
        v(p + n),
        t(v + n) {}

  /// p
  KOKKOS_FUNCTION void direction() {
    if (!begins) {
      T const b = as_element<T>(beta), o = as_element<T>(omega);
      group.each(n, [&](int i) { p[i] = multiply_add(b, subtract_product(p[i], o, v[i]), r[i]); });
      return;
    }
    group.template sums<1>(
        n,
        [&](int i, Sum* terms) {
          shadow[i] = p[i] = r[i];
          terms[0] = sum(terms[0], square(r[i]));
        },
        &rho);
    length = real_part(rho);
  }
  /// v := A M p, alpha, and r := r - alpha v; whether alpha is a number.
  KOKKOS_FUNCTION bool first_half(SolveReason& reason) {
    Sum pivot;
    group.template sums<1>(
        n,
        [&](int i, Sum* terms) {
          v[i] = system.row_product(i, [&](auto j) { return product(inverse[j], p[j]); });
          terms[0] = sum(terms[0], dot_term(shadow[i], v[i]));
        },
        &pivot);
    reason = is_finite(pivot) ? SolveReason::breakdown_pivot : SolveReason::not_finite;
    if (!is_finite(pivot) || is_zero(pivot)) return false;
    alpha = quotient(rho, pivot);
    T const a = as_element<T>(alpha);
    group.each(n, [&](int i) { r[i] = subtract_product(r[i], a, v[i]); });
    return true;
  }
  /// t := A M r, and omega; whether it is a number.
  KOKKOS_FUNCTION bool second_half() {
    Sum sums[2];
    group.template sums<2>(
        n,
        [&](int i, Sum* terms) {
          t[i] = system.row_product(i, [&](auto j) { return product(inverse[j], r[j]); });
          terms[0] = sum(terms[0], dot_term(t[i], r[i]));
          terms[1] = sum(terms[1], square(t[i]));
        },
        sums);
    omega = is_zero(sums[1]) ? Sum(0) : quotient(sums[0], Sum(real_part(sums[1])));
    return is_finite(omega) && is_finite(sums[1]);
  }
  /// x, r := r - omega t, and what the next direction needs; whether there is one.
  KOKKOS_FUNCTION bool update(Iterations& iterations, SolveReason& reason) {
    T const a = as_element<T>(alpha), o = as_element<T>(omega);
    Sum sums[2];
    group.template sums<2>(
        n,
        [&](int i, Sum* terms) {
          x[i] = multiply_add(o, product(inverse[i], r[i]), multiply_add(a, product(inverse[i], p[i]), x[i]));
          r[i] = subtract_product(r[i], o, t[i]);
          terms[0] = sum(terms[0], square(r[i]));
          terms[1] = sum(terms[1], dot_term(shadow[i], r[i]));
        },
        sums);
    if (iterations.end(::sqrt(real_part(sums[0])), reason)) return false;
    reason = SolveReason::breakdown_omega;
    if (is_zero(omega)) return false;
    // The iteration then begins again, but not twice in a row; the first one may leave an r orthogonal to r*.
    bool const is_orthogonal = is_rounding(sums[1], length, real_part(sums[0]));
    reason = SolveReason::breakdown_rho;
    if (is_orthogonal && begins_again) return false;
    begins = begins_again = is_orthogonal;
    beta = product(quotient(sums[1], rho), quotient(alpha, omega));
    rho = sums[1];
    reason = SolveReason::not_finite;
    return begins || is_finite(beta);
  }
};

/// x := x + the change by BiCGSTAB. memory: r, inverse, shadow, p, v, t.
template <class System, class Group, class T>
KOKKOS_FUNCTION SolveReason bicgstab(System const& system, Group const& group, Iterations& iterations, T* memory) {
  Bicgstab<System, Group, T> method(system, group, memory);
  for (SolveReason reason;;) {
    method.direction();
    if (!method.first_half(reason)) return reason;
    if (!method.second_half()) return SolveReason::not_finite;
    if (!method.update(iterations, reason)) return reason;
  }
}

}  // namespace Araios::Impl::batched
