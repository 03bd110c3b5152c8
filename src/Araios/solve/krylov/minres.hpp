// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// MINRES (Paige and Saunders, 1975) for a Hermitian A, also indefinite, and a Hermitian positive definite M.
///
/// An iteration: q := A z | delta := (z, q) | v := q - delta / gamma v - gamma / gamma_before v_before, gamma_next :=
/// sqrt (v, M v), the next rotation | w := (z - ...) / ..., x += c eta w, z := M v / gamma_next, and the residual
/// r := s^2 r + c eta v / gamma_next, which is b - A x itself, not its norm in M.

#include <Araios/solve/krylov/problem.hpp>

#include <Kokkos_Core.hpp>

#include <cmath>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace Araios::Impl::krylov {

/// v := r, v_before := w := w_before := 0, and (r, M r).
template <class T, class M>
struct MinresStart : RunningPass<SumOf<T>, 1> {
  using Sum = SumOf<T>;
  T const *r, *mr;
  T *v, *v_before, *w, *w_before;
  M diagonal;
  KOKKOS_FUNCTION void operator()(std::int64_t i, Sum* sums) const {
    v[i] = r[i];
    v_before[i] = w[i] = w_before[i] = T(0);
    sums[0] = sum(sums[0], dot_term(r[i], diagonal(i, mr[i])));
  }
  KOKKOS_FUNCTION void finish(Sum const* sums) const {
    auto& s = *this->state;
    double const size = real_part(sums[0]);
    if (!is_finite(sums[0])) return s.loop.end(SolveReason::not_finite);
    if (size == 0) return s.loop.end(SolveReason::breakdown_rho);
    if (!(size > 0)) {
      s.loop.pivot = size;
      return s.loop.end(SolveReason::not_positive_definite);
    }
    s.gamma = s.eta = ::sqrt(size);
    s.gamma_before = 1;
    s.cosine = s.cosine_before = 1;
    s.sine = s.sine_before = 0;
  }
};
/// z := M v / gamma.
template <class T, class M>
struct MinresFirst : RunningPass<SumOf<T>, 0> {
  using Sum = SumOf<T>;
  T const* mv;
  T* z;
  M diagonal;
  double gamma;
  KOKKOS_FUNCTION bool begin() {
    gamma = this->state->gamma;
    return this->state->loop.is_running != 0;
  }
  KOKKOS_FUNCTION void operator()(std::int64_t i, Sum*) const {
    z[i] = as_element<T>(static_cast<Sum>(diagonal(i, mv[i])) / gamma);
  }
};

/// delta := (z, q).
template <class T>
struct MinresDelta : RunningPass<SumOf<T>, 1> {
  using Sum = SumOf<T>;
  T const *z, *q;
  KOKKOS_FUNCTION void operator()(std::int64_t i, Sum* sums) const { sums[0] = sum(sums[0], dot_term(z[i], q[i])); }
  KOKKOS_FUNCTION void finish(Sum const* sums) const {
    this->state->delta = real_part(sums[0]);
    if (!is_finite(sums[0])) this->state->loop.end(SolveReason::not_finite);
  }
};

/// gamma_next, and the rotation of this iteration: x += omega w, w := (z - rho w_before - beta w) / alpha.
template <class S>
KOKKOS_FUNCTION void minres_rotate(State<S>& s, double size) {
  if (!is_finite(size)) return s.loop.end(SolveReason::not_finite);
  if (size < 0) {
    s.loop.pivot = size;
    return s.loop.end(SolveReason::not_positive_definite);
  }
  s.gamma_next = ::sqrt(size);
  double const across = product(s.cosine_before, s.gamma);
  double const alpha0 = sum(product(s.cosine, s.delta), -product(s.sine, across));
  double const alpha1 = ::sqrt(sum(product(alpha0, alpha0), size));
  if (alpha1 == 0) return s.loop.end(SolveReason::breakdown_pivot);
  s.alpha = S(alpha1);
  s.beta = S(sum(product(s.sine, s.delta), product(s.cosine, across)));
  s.rho = S(product(s.sine_before, s.gamma));
  s.cosine_next = alpha0 / alpha1;
  s.sine_next = s.gamma_next / alpha1;
  s.omega = S(product(s.cosine_next, s.eta));
}

/// v_before := v, v := q - delta / gamma v - gamma / gamma_before v_before; where M is known element by element, (v, M v).
template <class T, class M, bool has_apply>
struct MinresLanczos : RunningPass<SumOf<T>, has_apply ? 0 : 1> {
  using Sum = SumOf<T>;
  T const* q;
  T *v, *v_before;
  M diagonal;
  T along, back;
  KOKKOS_FUNCTION bool begin() {
    auto const& s = *this->state;
    along = as_element<T>(Sum(s.delta / s.gamma));
    back = as_element<T>(Sum(s.gamma / s.gamma_before));
    return s.loop.is_running != 0;
  }
  KOKKOS_FUNCTION void operator()(std::int64_t i, Sum* sums) const {
    T const now = v[i];
    T const next = sum(sum(q[i], -product(along, now)), -product(back, v_before[i]));
    v_before[i] = now;
    v[i] = next;
    if constexpr (!has_apply) sums[0] = sum(sums[0], dot_term(next, diagonal(i, next)));
  }
  KOKKOS_FUNCTION void finish(Sum const* sums) const {
    if constexpr (!has_apply) minres_rotate(*this->state, real_part(sums[0]));
  }
};
/// (v, M v) where q is M v.
template <class T>
struct MinresGamma : RunningPass<SumOf<T>, 1> {
  using Sum = SumOf<T>;
  T const *v, *q;
  KOKKOS_FUNCTION void operator()(std::int64_t i, Sum* sums) const { sums[0] = sum(sums[0], dot_term(v[i], q[i])); }
  KOKKOS_FUNCTION void finish(Sum const* sums) const { minres_rotate(*this->state, real_part(sums[0])); }
};

/// w, x, z and r, and the norm of r.
template <class T, class M>
struct MinresUpdate : RunningPass<SumOf<T>, 1> {
  using Sum = SumOf<T>;
  T const *v, *mv;
  T *w, *w_before, *z, *x, *r;
  M diagonal;
  T beta, rho, omega, kept, added;
  double alpha, gamma;
  KOKKOS_FUNCTION bool begin() {
    auto const& s = *this->state;
    alpha = real_part(s.alpha);
    gamma = s.gamma_next;
    beta = as_element<T>(s.beta);
    rho = as_element<T>(s.rho);
    omega = as_element<T>(s.omega);
    kept = as_element<T>(Sum(product(s.sine_next, s.sine_next)));
    added = gamma == 0 ? T(0) : as_element<T>(Sum(-product(product(s.cosine_next, s.sine_next), s.eta) / gamma));
    return s.loop.is_running != 0;
  }
  KOKKOS_FUNCTION void operator()(std::int64_t i, Sum* sums) const {
    T const now = w[i];
    T const direction = sum(sum(z[i], -product(rho, w_before[i])), -product(beta, now));
    T const next = as_element<T>(static_cast<Sum>(direction) / alpha);
    w_before[i] = now;
    w[i] = next;
    x[i] = multiply_add(omega, next, x[i]);
    if (gamma != 0) z[i] = as_element<T>(static_cast<Sum>(diagonal(i, mv[i])) / gamma);
    T const left = multiply_add(kept, r[i], product(added, v[i]));
    r[i] = left;
    sums[0] = sum(sums[0], square(left));
  }
  KOKKOS_FUNCTION void finish(Sum const* sums) const {
    auto& s = *this->state;
    s.eta = -product(s.sine_next, s.eta);
    s.gamma_before = s.gamma;
    s.gamma = s.gamma_next;
    s.cosine_before = s.cosine;
    s.cosine = s.cosine_next;
    s.sine_before = s.sine;
    s.sine = s.sine_next;
    s.loop.count(::sqrt(real_part(sums[0])));
    // The Krylov space is exhausted and its residual is not small: A is singular, and b has a part outside of its range.
    if (s.loop.is_running != 0 && s.gamma == 0) s.loop.end(SolveReason::breakdown_pivot);
  }
};

template <class Problem>
class Minres {
  using T = typename Problem::T;
  using Vector = typename Problem::Vector;
  using M = decltype(std::declval<Problem const&>().diagonal());
  static constexpr bool has_apply = Problem::has_apply;

 public:
  static constexpr int num_vectors = 6;
  static constexpr bool runs_on_grid = !Problem::has_apply;

  ARAIOS_NO_EXEC_CHECK
  KOKKOS_FUNCTION Minres(Problem const& problem, Vector const* v)
      : at_(problem), v_(v[0]), v_before_(v[1]), w_(v[2]), w_before_(v[3]), z_(v[4]), q_(v[5]) {}

  template <class Exec>
  void start(Exec const& exec) const {
    at_.precondition(exec, at_.r, q_);
    T const* const mr = has_apply ? q_.data() : at_.r.data();
    at_.pass(
        exec, "Araios::solve::minres_start",
        MinresStart<T, M>{
            {at_.state}, at_.r.data(), mr, v_.data(), v_before_.data(), w_.data(), w_before_.data(), at_.diagonal()});
    at_.pass(exec, "Araios::solve::minres_first", MinresFirst<T, M>{{at_.state}, mr, z_.data(), at_.diagonal(), 0});
  }
  ARAIOS_NO_EXEC_CHECK
  template <class Exec>
  KOKKOS_FUNCTION void iterate(Exec const& exec) const {
    auto* const state = at_.state;
    at_.multiply(exec, z_, q_);
    at_.pass(exec, "Araios::solve::minres_delta", MinresDelta<T>{{state}, z_.data(), q_.data()});
    at_.pass(exec, "Araios::solve::minres_lanczos",
             MinresLanczos<T, M, has_apply>{{state}, q_.data(), v_.data(), v_before_.data(), at_.diagonal(), T(), T()});
    if constexpr (has_apply) {
      at_.precondition(exec, v_, q_);
      at_.pass(exec, "Araios::solve::minres_gamma", MinresGamma<T>{{state}, v_.data(), q_.data()});
    }
    MinresUpdate<T, M> update{};
    update.state = state;
    update.v = v_.data();
    update.mv = has_apply ? q_.data() : v_.data();
    update.w = w_.data();
    update.w_before = w_before_.data();
    update.z = z_.data();
    update.x = at_.x.data();
    update.r = at_.r.data();
    update.diagonal = at_.diagonal();
    at_.pass(exec, "Araios::solve::minres_update", update);
  }

 private:
  Problem const& at_;
  Vector v_, v_before_, w_, w_before_, z_, q_;
};

}  // namespace Araios::Impl::krylov
