// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Conjugate residuals (Stiefel, 1955) for a Hermitian A, and a Hermitian positive definite M.
///
/// With z = M r, g = A z and q = A p an iteration is: (q, M q), alpha := (z, g) / (q, M q) | x += alpha p, r -= alpha q,
/// z -= alpha M q | g := A z | (z, g), beta | p := z + beta p, q := g + beta q.

#include <Araios/solve/krylov/problem.hpp>

#include <Kokkos_Core.hpp>

#include <cmath>
#include <cstdint>
#include <utility>

namespace Araios::Impl::krylov {

/// mq := M q where M is known element by element; (q, M q), and alpha.
template <class T, class M>
struct CrStep : RunningPass<SumOf<T>, 1> {
  using Sum = SumOf<T>;
  T const *q, *from;
  T* mq;
  M diagonal;
  KOKKOS_FUNCTION void operator()(std::int64_t i, Sum* sums) const {
    T const element = diagonal(i, from[i]);
    mq[i] = element;
    sums[0] = sum(sums[0], dot_term(q[i], element));
  }
  KOKKOS_FUNCTION void finish(Sum const* sums) const {
    auto& s = *this->state;
    double const size = real_part(sums[0]);
    if (!is_finite(sums[0])) return s.loop.end(SolveReason::not_finite);
    if (size == 0) return s.loop.end(SolveReason::breakdown_pivot);
    if (size < 0) {
      s.loop.pivot = size;
      return s.loop.end(SolveReason::not_positive_definite);
    }
    s.alpha = s.rho / size;
  }
};

/// x += alpha p, r -= alpha q, z -= alpha M q, and the norm of r.
template <class T>
struct CrUpdate : AlphaPass<T, 1> {
  using Sum = SumOf<T>;
  T const *p, *q, *mq;
  T *x, *r, *z;
  KOKKOS_FUNCTION void operator()(std::int64_t i, Sum* sums) const {
    x[i] = multiply_add(this->alpha, p[i], x[i]);
    T const left = sum(r[i], -product(this->alpha, q[i]));
    r[i] = left;
    z[i] = sum(z[i], -product(this->alpha, mq[i]));
    sums[0] = sum(sums[0], square(left));
  }
  KOKKOS_FUNCTION void finish(Sum const* sums) const { this->state->loop.count(::sqrt(real_part(sums[0]))); }
};

/// (z, g), and beta.
template <class T>
struct CrRho : RunningPass<SumOf<T>, 1> {
  using Sum = SumOf<T>;
  T const *z, *g;
  KOKKOS_FUNCTION void operator()(std::int64_t i, Sum* sums) const { sums[0] = sum(sums[0], dot_term(z[i], g[i])); }
  KOKKOS_FUNCTION void finish(Sum const* sums) const {
    auto& s = *this->state;
    double const rho = real_part(sums[0]);
    if (!is_finite(sums[0])) return s.loop.end(SolveReason::not_finite);
    if (rho == 0) return s.loop.end(SolveReason::breakdown_rho);
    s.beta = is_zero(s.rho) ? Sum(0) : Sum(rho / real_part(s.rho));
    s.rho = Sum(rho);
  }
};

/// p := z + beta p, q := g + beta q.
template <class T>
struct CrDirection : BetaPass<T, 0> {
  using Sum = SumOf<T>;
  T const *z, *g;
  T *p, *q;
  KOKKOS_FUNCTION void operator()(std::int64_t i, Sum*) const {
    bool const is_first = this->beta == T(0);
    p[i] = is_first ? z[i] : multiply_add(this->beta, p[i], z[i]);
    q[i] = is_first ? g[i] : multiply_add(this->beta, q[i], g[i]);
  }
};

/// z := M r, of an M that is known element by element.
template <class T, class M>
struct CrStart : RunningPass<SumOf<T>, 0> {
  using Sum = SumOf<T>;
  T const* r;
  T* z;
  M diagonal;
  KOKKOS_FUNCTION void operator()(std::int64_t i, Sum*) const { z[i] = diagonal(i, r[i]); }
};

template <class Problem>
class Cr {
  using T = typename Problem::T;
  using Vector = typename Problem::Vector;
  using M = decltype(std::declval<Problem const&>().diagonal());
  static constexpr bool has_apply = Problem::has_apply;

 public:
  static constexpr int num_vectors = 5;
  static constexpr bool runs_on_grid = !Problem::has_apply;

  ARAIOS_NO_EXEC_CHECK
  KOKKOS_FUNCTION Cr(Problem const& problem, Vector const* v)
      : at_(problem), z_(v[0]), g_(v[1]), p_(v[2]), q_(v[3]), mq_(v[4]) {}

  template <class Exec>
  void start(Exec const& exec) const {
    if constexpr (has_apply)
      at_.precondition(exec, at_.r, z_);
    else
      at_.pass(exec, "Araios::solve::cr_start", CrStart<T, M>{{at_.state}, at_.r.data(), z_.data(), at_.diagonal()});
    next_direction(exec);
  }
  ARAIOS_NO_EXEC_CHECK
  template <class Exec>
  KOKKOS_FUNCTION void iterate(Exec const& exec) const {
    at_.precondition(exec, q_, mq_);
    at_.pass(exec, "Araios::solve::cr_step",
             CrStep<T, M>{{at_.state}, q_.data(), has_apply ? mq_.data() : q_.data(), mq_.data(), at_.diagonal()});
    at_.pass(exec, "Araios::solve::cr_update",
             CrUpdate<T>{{{at_.state}}, p_.data(), q_.data(), mq_.data(), at_.x.data(), at_.r.data(), z_.data()});
    next_direction(exec);
  }

 private:
  ARAIOS_NO_EXEC_CHECK
  template <class Exec>
  KOKKOS_FUNCTION void next_direction(Exec const& exec) const {
    at_.multiply(exec, z_, g_);
    at_.pass(exec, "Araios::solve::cr_rho", CrRho<T>{{at_.state}, z_.data(), g_.data()});
    at_.pass(exec, "Araios::solve::cr_direction",
             CrDirection<T>{{{at_.state}}, z_.data(), g_.data(), p_.data(), q_.data()});
  }

  Problem const& at_;
  Vector z_, g_, p_, q_, mq_;
};

}  // namespace Araios::Impl::krylov
