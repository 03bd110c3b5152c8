// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// GMRES(m) (Saad and Schultz, 1986), preconditioned from the right, for any A: its residual is b - A x.
///
/// A cycle of m iterations; each: w := A M v_j | twice: h := V^H w, w := w - V h | v_{j+1} := w / ||w||, and a rotation
/// that makes H triangular gives the residual. Dot products are taken with eight vectors of V at a time. Orthogonal to
/// rounding after two passes of classical Gram-Schmidt (Giraud et al., 2005). At its end H y = g is solved by one thread,
/// x += M V y, and b - A x is computed: it decides. Bytes of iteration j, of double, besides those of A and M: about
/// 32 n j + 40 n.

#include <Araios/solve/krylov/problem.hpp>

#include <Kokkos_Core.hpp>

#include <cmath>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace Araios::Impl::krylov {

/// H by columns, of m + 1 rows; the rotations; g, whose first k elements become y.
template <class S>
struct Hessenberg {
  S* numbers;
  int m;
  KOKKOS_INLINE_FUNCTION S& h(int i, int j) const { return numbers[j * (m + 1) + i]; }
  KOKKOS_INLINE_FUNCTION S& added(int i) const { return numbers[m * (m + 1) + i]; }  ///< of the second pass
  KOKKOS_INLINE_FUNCTION S& cosine(int i) const { return numbers[(m + 1) * (m + 1) + i]; }
  KOKKOS_INLINE_FUNCTION S& sine(int i) const { return numbers[(m + 1) * (m + 2) + i]; }
  KOKKOS_INLINE_FUNCTION S& g(int i) const { return numbers[(m + 1) * (m + 3) + i]; }
  static constexpr std::int64_t size(std::int64_t m) { return (m + 1) * (m + 4); }
};

/// The basis: vector j begins at data + j stride.
template <class T>
struct Basis {
  T* data;
  std::int64_t stride;
  KOKKOS_INLINE_FUNCTION T* vector(int j) const { return data + j * stride; }
};

/// A pass in a cycle that is not ended.
template <class S, int Count>
struct CyclePass : RunningPass<S, Count> {
  KOKKOS_FUNCTION bool begin() const { return this->state->loop.is_running != 0 && this->state->is_ended == 0; }
};

/// The cycle begins: g := (||r||, 0, ...).
template <class S>
struct GmresBegin : RunningPass<S, 1> {
  using Sum = S;
  Hessenberg<S> H;
  KOKKOS_FUNCTION void operator()(std::int64_t, S*) const {}
  KOKKOS_FUNCTION void finish(S const*) const {
    auto& s = *this->state;
    s.is_ended = 0;
    s.column = 0;
    s.gamma = s.loop.residual;
    for (int i = 0; i <= H.m; ++i) H.g(i) = S(0);
    H.g(0) = S(s.gamma);
  }
};

/// v := w / gamma, and M v where another array than v is given.
template <class T, class M>
struct GmresNormalise : CyclePass<SumOf<T>, 0> {
  using Sum = SumOf<T>;
  T const* w;
  T *v, *mv;
  M diagonal;
  double norm;
  KOKKOS_FUNCTION bool begin() {
    norm = this->state->gamma;
    return CyclePass<SumOf<T>, 0>::begin();
  }
  KOKKOS_FUNCTION void operator()(std::int64_t i, Sum*) const {
    T const next = as_element<T>(static_cast<Sum>(w[i]) / norm);
    v[i] = next;
    if (mv != v) mv[i] = diagonal(i, next);
  }
};

/// h_k := (v_k, w) of up to eight vectors from `first` on, of `count` in all.
template <class T>
struct GmresDots : CyclePass<SumOf<T>, 8> {
  using Sum = SumOf<T>;
  Basis<T> V;
  T const* w;
  int first, count;
  Sum* h;
  KOKKOS_FUNCTION void operator()(std::int64_t i, Sum* sums) const {
    T const element = w[i];
    for (int k = 0; k < 8; ++k)
      if (first + k < count) sums[k] = sum(sums[k], dot_term(V.vector(first + k)[i], element));
  }
  KOKKOS_FUNCTION void finish(Sum const* sums) const {
    for (int k = 0; k < 8; ++k)
      if (first + k < count) h[first + k] = sums[k];
  }
};

/// w := w - V h, and its norm. After the second pass column j of H is complete.
template <class T>
struct GmresProject : CyclePass<SumOf<T>, 1> {
  using Sum = SumOf<T>;
  Basis<T> V;
  T* w;
  int j;
  Sum const* h;
  bool is_second;
  Hessenberg<Sum> H;

  KOKKOS_FUNCTION void operator()(std::int64_t i, Sum* sums) const {
    Sum left = static_cast<Sum>(w[i]);
    for (int k = 0; k <= j; ++k) left = sum(left, -product(h[k], static_cast<Sum>(V.vector(k)[i])));
    T const element = as_element<T>(left);
    w[i] = element;
    if (is_second) sums[0] = sum(sums[0], square(element));
  }
  KOKKOS_FUNCTION void finish(Sum const* sums) const {
    if (is_second) complete(::sqrt(real_part(sums[0])));
  }

 private:
  /// Rotates column j, and the residual into its next element.
  KOKKOS_FUNCTION void complete(double norm) const {
    auto& s = *this->state;
    for (int i = 0; i <= j; ++i) H.h(i, j) = sum(H.h(i, j), H.added(i));
    for (int i = 0; i < j; ++i) {
      Sum const upper = H.h(i, j), lower = H.h(i + 1, j);
      H.h(i, j) = sum(product(H.cosine(i), upper), product(H.sine(i), lower));
      H.h(i + 1, j) = sum(product(H.cosine(i), lower), -product(conjugate_of(H.sine(i)), upper));
    }
    // c real, s complex: c a + s b = the new element, c b - conj(s) a = 0.
    Sum const a = H.h(j, j);
    double const size_a = ::sqrt(real_part(square(a)));
    double const size = ::sqrt(sum(product(size_a, size_a), product(norm, norm)));
    if (!is_finite(size)) return s.loop.end(SolveReason::not_finite);
    double const c = size == 0 ? 1 : size_a / size;
    Sum const direction = size_a == 0 ? Sum(1) : quotient(a, Sum(size_a));
    Sum const sine = size == 0 ? Sum(0) : product(direction, Sum(norm / size));
    H.cosine(j) = Sum(c);
    H.sine(j) = sine;
    H.h(j, j) = size_a == 0 ? Sum(norm) : product(direction, Sum(size));
    Sum const g = H.g(j);
    H.g(j) = product(Sum(c), g);
    H.g(j + 1) = -product(conjugate_of(sine), g);
    s.column = j + 1;
    s.gamma = norm;
    double const residual = ::sqrt(real_part(square(H.g(j + 1))));
    ++s.loop.iteration;
    s.loop.residual = residual;
    if (s.loop.history != nullptr) s.loop.history[s.loop.iteration] = residual;
    if (residual <= s.loop.tolerance || s.loop.iteration >= s.loop.max_iterations || norm == 0 || j + 1 == H.m)
      s.is_ended = 1;
    if (!is_finite(residual)) s.loop.end(SolveReason::not_finite);
  }
};

/// y := the solution of H y = g, of the columns that were made.
template <class S>
struct GmresSolve : RunningPass<S, 1> {
  using Sum = S;
  Hessenberg<S> H;
  KOKKOS_FUNCTION void operator()(std::int64_t, S*) const {}
  KOKKOS_FUNCTION void finish(S const*) const {
    auto& s = *this->state;
    for (int i = s.column - 1; i >= 0; --i) {
      S left = H.g(i);
      for (int k = i + 1; k < s.column; ++k) left = sum(left, -product(H.h(i, k), H.g(k)));
      if (is_zero(H.h(i, i))) return s.loop.end(SolveReason::breakdown_pivot);
      H.g(i) = quotient(left, H.h(i, i));
    }
  }
};

/// u := V y; where M is known element by element, x += M u in the same pass.
template <class T, class M, bool has_apply>
struct GmresUpdate : RunningPass<SumOf<T>, 0> {
  using Sum = SumOf<T>;
  Basis<T> V;
  Hessenberg<Sum> H;
  T *u, *x;
  M diagonal;
  int count;
  KOKKOS_FUNCTION bool begin() {
    count = this->state->column;
    return this->state->loop.is_running != 0;
  }
  KOKKOS_FUNCTION void operator()(std::int64_t i, Sum*) const {
    Sum total = Sum(0);
    for (int k = 0; k < count; ++k) total = sum(total, product(H.g(k), static_cast<Sum>(V.vector(k)[i])));
    T const element = as_element<T>(total);
    if constexpr (has_apply)
      u[i] = element;
    else
      x[i] = sum(x[i], diagonal(i, element));
  }
};
/// x += z.
template <class T>
struct GmresAdd : RunningPass<SumOf<T>, 0> {
  using Sum = SumOf<T>;
  T const* z;
  T* x;
  KOKKOS_FUNCTION void operator()(std::int64_t i, Sum*) const { x[i] = sum(x[i], z[i]); }
};

/// r := b - A x where q is A x; the cycle is complete, and the residual decides.
struct GmresDecide {
  template <class State>
  KOKKOS_FUNCTION void operator()(State& s, double norm) const {
    if (s.loop.is_running == 0) return;
    bool const seemed_small = s.loop.residual <= s.loop.tolerance;
    s.loop.residual = norm;
    if (!is_finite(norm)) return s.loop.end(SolveReason::not_finite);
    if (norm <= s.loop.tolerance) return s.loop.end(SolveReason::converged);
    // What rounding leaves: the cycle ended with a residual that was not so.
    if (seemed_small && ++s.ended_early > 2) return s.loop.end(SolveReason::stagnated);
    if (s.loop.iteration >= s.loop.max_iterations) s.loop.end(SolveReason::iteration_limit);
  }
};

template <class Problem>
class Gmres {
  using T = typename Problem::T;
  using S = typename Problem::S;
  using Vector = typename Problem::Vector;
  using M = decltype(std::declval<Problem const&>().diagonal());
  static constexpr bool has_apply = Problem::has_apply;
  static constexpr bool is_plain = std::is_same_v<M, Identity> && !has_apply;

 public:
  /// `basis`: restart + 1 vectors, a stride apart; `numbers`: Hessenberg<S>::size(restart).
  Gmres(Problem const& problem, Vector const* v, Basis<T> basis, S* numbers, int restart)
      : at_(problem), w_(v[0]), basis_(basis), hessenberg_{numbers, restart} {
    if constexpr (!is_plain) mv_ = v[1];
  }
  static constexpr int num_vectors = is_plain ? 1 : 2;

  template <class Exec>
  void start(Exec const&) const {}
  /// A cycle.
  template <class Exec>
  void iterate(Exec const& exec) const {
    auto* const state = at_.state;
    pass_over_chunks(exec, "Araios::solve::gmres_begin", 0, GmresBegin<S>{{state}, hessenberg_}, at_.scratch);
    for (int j = 0; j < hessenberg_.m; ++j) {
      T* const v = basis_.vector(j);
      Vector const direction = is_plain ? Vector(v, static_cast<std::size_t>(at_.n)) : mv_;
      at_.pass(
          exec, "Araios::solve::gmres_normalise",
          GmresNormalise<T, M>{{{state}}, j == 0 ? at_.r.data() : w_.data(), v, direction.data(), at_.diagonal(), 0});
      at_.precondition(exec, Vector(v, static_cast<std::size_t>(at_.n)), mv_);
      at_.multiply(exec, direction, w_);
      project(exec, j, &hessenberg_.h(0, j), false);
      project(exec, j, &hessenberg_.added(0), true);
    }
    pass_over_chunks(exec, "Araios::solve::gmres_solve", 0, GmresSolve<S>{{state}, hessenberg_}, at_.scratch);
    at_.pass(exec, "Araios::solve::gmres_update",
             GmresUpdate<T, M, has_apply>{{state}, basis_, hessenberg_, w_.data(), at_.x.data(), at_.diagonal(), 0});
    if constexpr (has_apply) {
      at_.precondition(exec, w_, mv_);
      at_.pass(exec, "Araios::solve::gmres_add", GmresAdd<T>{{state}, mv_.data(), at_.x.data()});
    }
    at_.multiply(exec, at_.x, w_);
    at_.pass(exec, "Araios::solve::gmres_residual",
             Residual<T, GmresDecide>{at_.b.data(), w_.data(), at_.r.data(), state, {}});
  }

 private:
  template <class Exec>
  void project(Exec const& exec, int j, S* h, bool is_second) const {
    for (int first = 0; first <= j; first += 8)
      at_.pass(exec, "Araios::solve::gmres_dots", GmresDots<T>{{{at_.state}}, basis_, w_.data(), first, j + 1, h});
    at_.pass(exec, "Araios::solve::gmres_project",
             GmresProject<T>{{{at_.state}}, basis_, w_.data(), j, h, is_second, hessenberg_});
  }

  Problem const& at_;
  Vector w_, mv_;
  Basis<T> basis_;
  Hessenberg<S> hessenberg_;
};

}  // namespace Araios::Impl::krylov
