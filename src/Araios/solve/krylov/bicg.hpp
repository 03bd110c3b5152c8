// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// BiCG (Fletcher, 1976), for any A whose conjugate transpose can be applied, with an M that is known element by element.
///
/// An iteration: q := A p, q* := A^H p* | (p*, q), alpha | x += alpha p, r -= alpha q, r* -= conj(alpha) q*, (r, r),
/// (r*, M r), beta | p := M r + beta p, p* := M^H r* + conj(beta) p*.

#include <Araios/solve/krylov/problem.hpp>

#include <Kokkos_Core.hpp>

#include <cmath>
#include <cstdint>
#include <utility>

namespace Araios::Impl::krylov {

/// r* := r, and (r*, M r).
template <class T, class M>
struct BicgStart : RunningPass<SumOf<T>, 1> {
  using Sum = SumOf<T>;
  T const* r;
  T* shadow;
  M diagonal;
  KOKKOS_FUNCTION void operator()(std::int64_t i, Sum* sums) const {
    shadow[i] = r[i];
    sums[0] = sum(sums[0], dot_term(r[i], diagonal(i, r[i])));
  }
  KOKKOS_FUNCTION void finish(Sum const* sums) const {
    auto& s = *this->state;
    s.rho = sums[0];
    s.beta = Sum(0);
    if (!is_finite(s.rho))
      s.loop.end(SolveReason::not_finite);
    else if (is_zero(s.rho))
      s.loop.end(SolveReason::breakdown_rho);
  }
};

template <class T, class M>
struct BicgUpdate : AlphaPass<T, 2> {
  using Sum = SumOf<T>;
  T const *p, *q, *shadow_q;
  T *x, *r, *shadow;
  M diagonal;
  KOKKOS_FUNCTION void operator()(std::int64_t i, Sum* sums) const {
    x[i] = multiply_add(this->alpha, p[i], x[i]);
    T const left = sum(r[i], -product(this->alpha, q[i]));
    r[i] = left;
    T const shadow_left = sum(shadow[i], -product(conjugate_of(this->alpha), shadow_q[i]));
    shadow[i] = shadow_left;
    sums[0] = sum(sums[0], square(left));
    sums[1] = sum(sums[1], dot_term(shadow_left, diagonal(i, left)));
  }
  KOKKOS_FUNCTION void finish(Sum const* sums) const {
    auto& s = *this->state;
    s.loop.count(::sqrt(real_part(sums[0])));
    if (s.loop.is_running == 0) return;
    if (!is_finite(sums[1])) return s.loop.end(SolveReason::not_finite);
    if (is_zero(sums[1])) return s.loop.end(SolveReason::breakdown_rho);
    s.beta = quotient(sums[1], s.rho);
    s.rho = sums[1];
  }
};

template <class T, class M>
struct BicgDirection : BetaPass<T, 0> {
  using Sum = SumOf<T>;
  T const *r, *shadow;
  T *p, *shadow_p;
  M diagonal;
  KOKKOS_FUNCTION void operator()(std::int64_t i, Sum*) const {
    T const z = diagonal(i, r[i]);
    T const shadow_z = conjugate_of(diagonal(i, conjugate_of(shadow[i])));  // M^H r*
    bool const is_first = this->beta == T(0);
    p[i] = is_first ? z : multiply_add(this->beta, p[i], z);
    shadow_p[i] = is_first ? shadow_z : multiply_add(conjugate_of(this->beta), shadow_p[i], shadow_z);
  }
};

template <class Problem>
class Bicg {
  using T = typename Problem::T;
  using Vector = typename Problem::Vector;
  using M = decltype(std::declval<Problem const&>().diagonal());

 public:
  static constexpr int num_vectors = 5;

  Bicg(Problem const& problem, Vector const* v)
      : at_(problem), shadow_(v[0]), p_(v[1]), shadow_p_(v[2]), q_(v[3]), shadow_q_(v[4]) {}

  template <class Exec>
  void start(Exec const& exec) const {
    at_.pass(exec, "Araios::solve::bicg_start",
             BicgStart<T, M>{{at_.state}, at_.r.data(), shadow_.data(), at_.diagonal()});
    next_direction(exec);
  }
  template <class Exec>
  void iterate(Exec const& exec) const {
    at_.multiply(exec, p_, q_);
    at_.A.apply_conjugate_transpose(exec, typename Problem::ConstVector(shadow_p_), shadow_q_);
    at_.pass(exec, "Araios::solve::bicg_pivot", DivideByPivot<T>{{at_.state}, shadow_p_.data(), q_.data()});
    at_.pass(exec, "Araios::solve::bicg_update",
             BicgUpdate<T, M>{{{at_.state}},
                              p_.data(),
                              q_.data(),
                              shadow_q_.data(),
                              at_.x.data(),
                              at_.r.data(),
                              shadow_.data(),
                              at_.diagonal()});
    next_direction(exec);
  }

 private:
  template <class Exec>
  void next_direction(Exec const& exec) const {
    at_.pass(
        exec, "Araios::solve::bicg_direction",
        BicgDirection<T, M>{{{at_.state}}, at_.r.data(), shadow_.data(), p_.data(), shadow_p_.data(), at_.diagonal()});
  }

  Problem const& at_;
  Vector shadow_, p_, shadow_p_, q_, shadow_q_;
};

}  // namespace Araios::Impl::krylov
