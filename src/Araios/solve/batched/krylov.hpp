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

/// x := x + the change by BiCGSTAB, preconditioned from the right. memory: r, inverse, shadow, p, v, t.
template <class System, class T>
KOKKOS_FUNCTION SolveReason bicgstab(System const& system, auto const& group, Iterations& iterations, T* memory) {
  using Sum = SumOf<T>;
  int const n = system.n();
  T *const x = system.x, *const r = memory, *const inverse = r + n;
  T *const shadow = inverse + n, *const p = shadow + n, *const v = p + n, *const t = v + n;
  Sum sums[2], rho(0), beta(0), omega(0);
  double length = 0;    // (r*, r*)
  bool begins = true;   // with r* := r and p := r
  bool is_new = false;  // the iteration before began
  SolveReason reason;
  for (;;) {
    if (begins) {
      group.template sums<1>(
          n,
          [&](int i, Sum* terms) {
            shadow[i] = p[i] = r[i];
            terms[0] = sum(terms[0], square(r[i]));
          },
          sums);
      rho = sums[0];
      length = real_part(rho);
    } else {
      T const b = as_element<T>(beta), o = as_element<T>(omega);
      group.each(n, [&](int i) { p[i] = multiply_add(b, subtract_product(p[i], o, v[i]), r[i]); });
    }
    is_new = begins;
    begins = false;
    group.template sums<1>(
        n,
        [&](int i, Sum* terms) {
          v[i] = system.row_product(i, [&](auto j) { return product(inverse[j], p[j]); });
          terms[0] = sum(terms[0], dot_term(shadow[i], v[i]));
        },
        sums);
    if (!is_finite(sums[0])) return SolveReason::not_finite;
    if (is_zero(sums[0])) return SolveReason::breakdown_pivot;
    Sum const alpha = quotient(rho, sums[0]);
    T const a = as_element<T>(alpha);
    group.each(n, [&](int i) { r[i] = subtract_product(r[i], a, v[i]); });
    group.template sums<2>(
        n,
        [&](int i, Sum* terms) {
          t[i] = system.row_product(i, [&](auto j) { return product(inverse[j], r[j]); });
          terms[0] = sum(terms[0], dot_term(t[i], r[i]));
          terms[1] = sum(terms[1], square(t[i]));
        },
        sums);
    omega = is_zero(sums[1]) ? Sum(0) : quotient(sums[0], Sum(real_part(sums[1])));
    if (!is_finite(omega)) return SolveReason::not_finite;
    T const o = as_element<T>(omega);
    group.template sums<2>(
        n,
        [&](int i, Sum* terms) {
          x[i] = multiply_add(o, product(inverse[i], r[i]), multiply_add(a, product(inverse[i], p[i]), x[i]));
          r[i] = subtract_product(r[i], o, t[i]);
          terms[0] = sum(terms[0], square(r[i]));
          terms[1] = sum(terms[1], dot_term(shadow[i], r[i]));
        },
        sums);
    if (iterations.end(::sqrt(real_part(sums[0])), reason)) return reason;
    if (is_zero(omega)) return SolveReason::breakdown_omega;
    // The rounding of one term of the size of ||r*|| ||r||.
    if (real_part(square(sums[1])) <= product(5e-32, product(length, real_part(sums[0])))) {
      if (is_new) return SolveReason::breakdown_rho;
      begins = true;
      continue;
    }
    beta = product(quotient(sums[1], rho), quotient(alpha, omega));
    rho = sums[1];
    if (!is_finite(beta)) return SolveReason::not_finite;
  }
}

}  // namespace Araios::Impl::batched
