// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// BiCGSTAB (van der Vorst, 1992), preconditioned from the right, for any A: its residual is b - A x.
///
/// An iteration: p := r + beta (p - omega v) | v := A M p | (r*, v), alpha | s := r - alpha v | t := A M s |
/// (t, s), (t, t), omega | x += alpha M p + omega M s, r := s - omega t, (r, r), (r*, r), beta. s is stored in r. Where
/// (r*, r) is rounding alone, r* := r, and the iteration begins again from x; twice in a row is a breakdown.

#include <Araios/solve/krylov/problem.hpp>

#include <Kokkos_Core.hpp>

#include <cmath>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace Araios::Impl::krylov {

/// (r*, r) of the first residual, which is r*: (r, r).
template <class T>
struct BicgstabStart : RunningPass<SumOf<T>, 1> {
  using Sum = SumOf<T>;
  T const* r;
  KOKKOS_FUNCTION void operator()(std::int64_t i, Sum* sums) const { sums[0] = sum(sums[0], square(r[i])); }
  KOKKOS_FUNCTION void finish(Sum const* sums) const { this->state->begin_again(sums[0]); }
};

/// p := r + beta (p - omega v), and M p. Where the iteration begins again, r* := r.
template <class T, class M>
struct BicgstabDirection : RunningPass<SumOf<T>, 0> {
  using Sum = SumOf<T>;
  T const *r, *v;
  T *p, *mp, *shadow;
  M diagonal;
  T beta, omega;
  bool is_first;
  KOKKOS_FUNCTION bool begin() {
    is_first = this->state->column <= 0;
    beta = as_element<T>(this->state->beta);
    omega = as_element<T>(this->state->omega);
    return this->state->loop.is_running != 0;
  }
  KOKKOS_FUNCTION void operator()(std::int64_t i, Sum*) const {
    if (is_first) shadow[i] = r[i];
    T const next = is_first ? r[i] : multiply_add(beta, sum(p[i], -product(omega, v[i])), r[i]);
    p[i] = next;
    if (mp != p) mp[i] = diagonal(i, next);
  }
};

/// r := r - alpha v, and M r.
template <class T, class M>
struct BicgstabHalf : AlphaPass<T, 0> {
  using Sum = SumOf<T>;
  T const* v;
  T *r, *ms;
  M diagonal;
  KOKKOS_FUNCTION void operator()(std::int64_t i, Sum*) const {
    T const half = sum(r[i], -product(this->alpha, v[i]));
    r[i] = half;
    if (ms != r) ms[i] = diagonal(i, half);
  }
};

/// (t, s), (t, t), and omega; 0 where t is.
template <class T>
struct BicgstabOmega : RunningPass<SumOf<T>, 2> {
  using Sum = SumOf<T>;
  T const *s, *t;
  KOKKOS_FUNCTION void operator()(std::int64_t i, Sum* sums) const {
    sums[0] = sum(sums[0], dot_term(t[i], s[i]));
    sums[1] = sum(sums[1], square(t[i]));
  }
  KOKKOS_FUNCTION void finish(Sum const* sums) const {
    auto& numbers = *this->state;
    numbers.omega = is_zero(sums[1]) ? Sum(0) : Sum(sums[0] / real_part(sums[1]));
    if (!is_finite(numbers.omega) || !is_finite(sums[1])) numbers.loop.end(SolveReason::not_finite);
  }
};

/// x += alpha M p + omega M s, r := s - omega t, its norm, (r*, r), and beta.
template <class T>
struct BicgstabUpdate : RunningPass<SumOf<T>, 2> {
  using Sum = SumOf<T>;
  T const *mp, *ms, *t, *shadow;
  T *x, *r;
  T alpha, omega;
  KOKKOS_FUNCTION bool begin() {
    alpha = as_element<T>(this->state->alpha);
    omega = as_element<T>(this->state->omega);
    return this->state->loop.is_running != 0;
  }
  KOKKOS_FUNCTION void operator()(std::int64_t i, Sum* sums) const {
    x[i] = multiply_add(omega, ms[i], multiply_add(alpha, mp[i], x[i]));
    T const left = sum(r[i], -product(omega, t[i]));
    r[i] = left;
    sums[0] = sum(sums[0], square(left));
    sums[1] = sum(sums[1], dot_term(shadow[i], left));
  }
  KOKKOS_FUNCTION void finish(Sum const* sums) const {
    auto& s = *this->state;
    s.loop.count(::sqrt(real_part(sums[0])));
    if (s.loop.is_running == 0) return;
    if (is_zero(s.omega)) return s.loop.end(SolveReason::breakdown_omega);
    // The rounding of one term of the size of ||r*|| ||r||. The method then begins again with r* = r, unless it just has;
    // its first iteration leaves an r orthogonal to r* where the problem has a symmetry.
    if (is_rounding(sums[1], s.delta, real_part(sums[0]))) {
      if (s.column < 0) return s.loop.end(SolveReason::breakdown_rho);
      s.begin_again(sums[0]);
      s.column = -1;
      return;
    }
    s.column = 1;
    s.beta = product(quotient(sums[1], s.rho), quotient(s.alpha, s.omega));
    s.rho = sums[1];
    if (!is_finite(s.beta)) s.loop.end(SolveReason::not_finite);
  }
};

template <class Problem>
class Bicgstab {
  using T = typename Problem::T;
  using Vector = typename Problem::Vector;
  using M = decltype(std::declval<Problem const&>().diagonal());
  static constexpr bool is_plain = std::is_same_v<M, Identity> && !Problem::has_apply;

 public:
  static constexpr int num_vectors = is_plain ? 4 : 6;
  static constexpr bool runs_on_grid = !Problem::has_apply;

  ARAIOS_NO_EXEC_CHECK
  KOKKOS_FUNCTION Bicgstab(Problem const& problem, Vector const* v)
      : at_(problem), shadow_(v[0]), p_(v[1]), v_(v[2]), t_(v[3]) {
    mp_ = is_plain ? p_ : v[num_vectors - 2];
    ms_ = is_plain ? at_.r : v[num_vectors - 1];
  }

  template <class Exec>
  void start(Exec const& exec) const {
    at_.pass(exec, "Araios::solve::bicgstab_start", BicgstabStart<T>{{at_.state}, at_.r.data()});
  }
  ARAIOS_NO_EXEC_CHECK
  template <class Exec>
  KOKKOS_FUNCTION void iterate(Exec const& exec) const {
    auto* const state = at_.state;
    // An M with a function of its own is applied to p and s; what a diagonal leaves in mp and ms is M p and M s.
    at_.pass(
        exec, "Araios::solve::bicgstab_direction",
        BicgstabDirection<T, M>{
            {state}, at_.r.data(), v_.data(), p_.data(), mp_.data(), shadow_.data(), at_.diagonal(), T(), T(), false});
    at_.precondition(exec, p_, mp_);
    at_.multiply(exec, mp_, v_);
    at_.pass(exec, "Araios::solve::bicgstab_pivot", DivideByPivot<T>{{state}, shadow_.data(), v_.data()});
    at_.pass(exec, "Araios::solve::bicgstab_half",
             BicgstabHalf<T, M>{{{state}}, v_.data(), at_.r.data(), ms_.data(), at_.diagonal()});
    at_.precondition(exec, at_.r, ms_);
    at_.multiply(exec, ms_, t_);
    at_.pass(exec, "Araios::solve::bicgstab_omega", BicgstabOmega<T>{{state}, at_.r.data(), t_.data()});
    at_.pass(exec, "Araios::solve::bicgstab_update",
             BicgstabUpdate<T>{
                 {state}, mp_.data(), ms_.data(), t_.data(), shadow_.data(), at_.x.data(), at_.r.data(), T(), T()});
  }

 private:
  Problem const& at_;
  Vector shadow_, p_, v_, t_, mp_, ms_;
};

}  // namespace Araios::Impl::krylov
