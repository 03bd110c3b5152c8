// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Conjugate gradients for a Hermitian positive definite A and M.
///
/// An iteration: q := A p | (p, q), alpha | x += alpha p, r -= alpha q, (r, r), (r, M r), beta | p := M r + beta p.
/// 4 launches where M is a diagonal or the identity, else M's own and one more. Bytes besides those of A and M, of double:
/// 16 n + 48 n + 24 n.

#include <Araios/solve/krylov/problem.hpp>

#include <Kokkos_Core.hpp>

#include <cmath>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace Araios::Impl::krylov {

/// (p, q), and alpha := rho / (p, q).
template <class T>
struct CgStep : RunningPass<SumOf<T>, 1> {
  using Sum = SumOf<T>;
  T const *p, *q;
  KOKKOS_FUNCTION void operator()(std::int64_t i, Sum* sums) const { sums[0] = sum(sums[0], dot_term(p[i], q[i])); }
  KOKKOS_FUNCTION void finish(Sum const* sums) const {
    auto& s = *this->state;
    double const curvature = real_part(sums[0]);
    if (!is_finite(sums[0])) return s.loop.end(SolveReason::not_finite);
    if (!(curvature > 0)) {
      s.loop.pivot = curvature;
      return s.loop.end(SolveReason::not_positive_definite);
    }
    s.alpha = s.rho / curvature;
  }
};

/// beta := rho / the old one, which the first direction needs none of.
template <class S>
KOKKOS_FUNCTION void cg_next(State<S>& s, S const& rho) {
  if (s.loop.is_running == 0) return;
  if (!is_finite(rho)) return s.loop.end(SolveReason::not_finite);
  if (!(real_part(rho) > 0)) {
    s.loop.pivot = real_part(rho);
    return s.loop.end(real_part(rho) < 0 ? SolveReason::not_positive_definite : SolveReason::breakdown_rho);
  }
  s.beta = is_zero(s.rho) ? S(0) : S(real_part(rho) / real_part(s.rho));
  s.rho = S(real_part(rho));
}

/// x += alpha p, r -= alpha q, and the norm of r; where M is known element by element, also (r, M r).
template <class T, class M, bool has_apply>
struct CgUpdate : AlphaPass<T, has_apply || std::is_same_v<M, Identity> ? 1 : 2> {
  using Sum = SumOf<T>;
  static constexpr bool has_rho = !has_apply && !std::is_same_v<M, Identity>;  // else that is (r, r), or comes later
  T const *p, *q;
  T *x, *r;
  M diagonal;
  KOKKOS_FUNCTION void operator()(std::int64_t i, Sum* sums) const {
    x[i] = multiply_add(this->alpha, p[i], x[i]);
    T const left = sum(r[i], -product(this->alpha, q[i]));
    r[i] = left;
    sums[0] = sum(sums[0], square(left));
    if constexpr (has_rho) sums[1] = sum(sums[1], dot_term(left, diagonal(i, left)));
  }
  KOKKOS_FUNCTION void finish(Sum const* sums) const {
    this->state->loop.count(::sqrt(real_part(sums[0])));
    if constexpr (!has_apply) cg_next(*this->state, sums[has_rho ? 1 : 0]);
  }
};

/// (r, M r), where z is M r or r.
template <class T, class M>
struct CgRho : RunningPass<SumOf<T>, 1> {
  using Sum = SumOf<T>;
  T const *r, *z;
  M diagonal;
  KOKKOS_FUNCTION void operator()(std::int64_t i, Sum* sums) const {
    sums[0] = sum(sums[0], dot_term(r[i], diagonal(i, z[i])));
  }
  KOKKOS_FUNCTION void finish(Sum const* sums) const { cg_next(*this->state, sums[0]); }
};

/// p := M r + beta p, where z is M r or r.
template <class T, class M>
struct CgDirection : BetaPass<T, 0> {
  using Sum = SumOf<T>;
  T const* z;
  T* p;
  M diagonal;
  KOKKOS_FUNCTION void operator()(std::int64_t i, Sum*) const {
    T const direction = diagonal(i, z[i]);
    p[i] = this->beta == T(0) ? direction : multiply_add(this->beta, p[i], direction);
  }
};

template <class Problem>
class Cg {
  using T = typename Problem::T;
  using S = typename Problem::S;
  using Vector = typename Problem::Vector;
  using M = decltype(std::declval<Problem const&>().diagonal());
  static constexpr bool has_apply = Problem::has_apply;

 public:
  static constexpr int num_vectors = has_apply ? 3 : 2;
  static constexpr bool runs_on_grid = !Problem::has_apply;

  ARAIOS_NO_EXEC_CHECK
  KOKKOS_FUNCTION explicit Cg(Problem const& problem, Vector const* v) : at_(problem), p_(v[0]), q_(v[1]) {
    if constexpr (has_apply) z_ = v[2];
  }

  /// After r := b - A x.
  template <class Exec>
  void start(Exec const& exec) const {
    direction_of_residual(exec);
  }
  ARAIOS_NO_EXEC_CHECK
  template <class Exec>
  KOKKOS_FUNCTION void iterate(Exec const& exec) const {
    at_.multiply(exec, p_, q_);
    at_.pass(exec, "Araios::solve::cg_step", CgStep<T>{{at_.state}, p_.data(), q_.data()});
    at_.pass(
        exec, "Araios::solve::cg_update",
        CgUpdate<T, M, has_apply>{{{at_.state}}, p_.data(), q_.data(), at_.x.data(), at_.r.data(), at_.diagonal()});
    if constexpr (has_apply)
      direction_of_residual(exec);
    else
      new_direction(exec);
  }

 private:
  /// M r or r.
  KOKKOS_FUNCTION T const* residual() const { return has_apply ? z_.data() : at_.r.data(); }
  ARAIOS_NO_EXEC_CHECK
  template <class Exec>
  KOKKOS_FUNCTION void direction_of_residual(Exec const& exec) const {
    at_.precondition(exec, at_.r, z_);
    at_.pass(exec, "Araios::solve::cg_rho", CgRho<T, M>{{at_.state}, at_.r.data(), residual(), at_.diagonal()});
    new_direction(exec);
  }
  ARAIOS_NO_EXEC_CHECK
  template <class Exec>
  KOKKOS_FUNCTION void new_direction(Exec const& exec) const {
    at_.pass(exec, "Araios::solve::cg_direction",
             CgDirection<T, M>{{{at_.state}}, residual(), p_.data(), at_.diagonal()});
  }

  Problem const& at_;
  Vector p_, q_, z_;
};

}  // namespace Araios::Impl::krylov
