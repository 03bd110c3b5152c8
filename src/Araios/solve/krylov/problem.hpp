// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// What the methods share: the operands, the vectors, and the state of the iteration in the memory of the space.
///
/// No number of an iteration comes to the host. A pass over the vectors (collective/chunk_sums.hpp) leaves its sums to
/// `finish`, one thread that computes alpha, beta and the like, counts the iteration, and decides whether it was the last
/// one; the passes that follow read these numbers, and do nothing once the iteration has ended.

#include <Araios/collective/chunk_grid.hpp>
#include <Araios/collective/chunk_sums.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/unmanaged.hpp>
#include <Araios/solve/krylov/options.hpp>

#include <Kokkos_Core.hpp>

#include <cmath>
#include <cstdint>
#include <type_traits>

/// Before a function template for host and device, which calls what its arguments have for one of the two.
#ifdef __NVCC__
#define ARAIOS_NO_EXEC_CHECK _Pragma("nv_exec_check_disable")
#else
#define ARAIOS_NO_EXEC_CHECK
#endif

namespace Araios::Impl::krylov {

/// The type of sums over vectors of T, and of the numbers made of them.
template <class T>
using SumOf = std::conditional_t<is_complex_v<T>, Kokkos::complex<double>, double>;

template <class S>
KOKKOS_INLINE_FUNCTION double real_part(S const& a) {
  if constexpr (is_complex_v<S>)
    return static_cast<double>(a.real());
  else
    return static_cast<double>(a);
}
template <class S>
KOKKOS_INLINE_FUNCTION double imaginary_part(S const& a) {
  if constexpr (is_complex_v<S>)
    return static_cast<double>(a.imag());
  else
    return 0;
}
template <class S>
KOKKOS_INLINE_FUNCTION bool is_finite(S const& a) {
  // The difference of an infinity with itself is NaN.
  double const re = real_part(a), im = imaginary_part(a);
  return re - re == 0 && im - im == 0;
}
template <class S>
KOKKOS_INLINE_FUNCTION bool is_zero(S const& a) {
  return real_part(a) == 0 && imaginary_part(a) == 0;
}
/// conj(a) b, a term of a dot product.
template <class T>
KOKKOS_INLINE_FUNCTION SumOf<T> dot_term(T const& a, T const& b) {
  return product(static_cast<SumOf<T>>(conjugate_of(a)), static_cast<SumOf<T>>(b));
}
/// |a|^2.
template <class T>
KOKKOS_INLINE_FUNCTION SumOf<T> square(T const& a) {
  return dot_term(a, a);
}
/// |a|^2, and the smallest number where that is 0 and a is not: a sum of these is 0 for zeros alone.
template <class T>
KOKKOS_INLINE_FUNCTION SumOf<T> nonzero_square(T const& a) {
  SumOf<T> const exact = square(a);
  return is_zero(exact) && !is_zero(a) ? SumOf<T>(4.9406564584124654e-324) : exact;
}
/// Whether a dot product of two vectors is no more than the rounding of one term of the size of their norms, whose
/// squares are given. Roots, because the square of a dot product overflows where those of the norms do not.
template <class S>
KOKKOS_INLINE_FUNCTION bool is_rounding(S const& dot, double square_a, double square_b) {
  return magnitude(dot) <= product(2.2e-16, product(::sqrt(square_a), ::sqrt(square_b)));
}
/// A number of the state as one of the vectors.
template <class T, class S>
KOKKOS_INLINE_FUNCTION T as_element(S const& a) {
  if constexpr (is_complex_v<T>)
    return T(static_cast<typename T::value_type>(a.real()), static_cast<typename T::value_type>(a.imag()));
  else
    return static_cast<T>(a);
}

/// What every method keeps of its iteration.
struct Loop {
  int is_running;
  int reason;  ///< of SolveReason
  std::int64_t iteration;
  std::int64_t max_iterations;
  double tolerance;
  double residual;  ///< of the method
  double pivot;
  double true_residual;
  double* history;  ///< of max_iterations + 1 elements, or nullptr
  int b_is_zero;    ///< the solution is then 0, whatever the initial guess

  KOKKOS_FUNCTION void end(SolveReason why) {
    is_running = 0;
    reason = static_cast<int>(why);
  }
  /// The residual that a solver begins with.
  KOKKOS_FUNCTION void begin(double norm) {
    residual = norm;
    is_running = 1;
    if (history != nullptr && iteration == 0) history[0] = norm;
    decide();
  }
  /// An iteration is complete.
  KOKKOS_FUNCTION void count(double norm) {
    ++iteration;
    residual = norm;
    if (history != nullptr) history[iteration] = norm;
    decide();
  }
  /// Ends the iteration where its residual or its number says so.
  KOKKOS_FUNCTION void decide() {
    if (!is_finite(residual) || tolerance != tolerance)
      end(SolveReason::not_finite);
    else if (residual <= tolerance)
      end(SolveReason::converged);
    else if (iteration >= max_iterations)
      end(SolveReason::iteration_limit);
  }
};

/// The loop and the numbers of a method.
template <class S>
struct State {
  Loop loop;
  S alpha, beta, rho, omega;
  double gamma, gamma_before, gamma_next, eta, delta;  ///< MINRES; gamma also GMRES, delta BiCGSTAB: (r*, r*)
  double cosine, cosine_before, cosine_next, sine, sine_before, sine_next;
  int column;    ///< GMRES: of H; BiCGSTAB: 1, or 0 where the next iteration begins with r* = r, -1 where it does again
  int is_ended;  ///< GMRES: this cycle
  int ended_early;  ///< GMRES: cycles whose residual was not what H said

  /// BiCGSTAB, with r* = r: at first, or after a restart.
  KOKKOS_FUNCTION void begin_again(S const& squared_norm) {
    rho = squared_norm;
    delta = real_part(squared_norm);
    beta = S(0);
    column = 0;
  }
};

/// M z = r for an M that is the identity, or a diagonal: computed where z is used.
struct Identity {
  template <class T>
  KOKKOS_INLINE_FUNCTION T operator()(std::int64_t, T const& r) const {
    return r;
  }
};
template <class T>
struct Diagonal {
  T const* inverse;
  KOKKOS_INLINE_FUNCTION T operator()(std::int64_t i, T const& r) const { return product(inverse[i], r); }
};

/// The operands of a solver, and the vectors that all methods have. `multiply(exec, x, y)` launches y := A x,
/// `precondition(exec, r, z)` z := M r. `diagonal` is what M is, where M is known element by element; else `Identity`,
/// and `has_apply` is true.
template <class Exec, class T_, class Operator, class Preconditioner>
struct Problem {
  using T = T_;
  using S = SumOf<T>;
  using Space = typename Exec::memory_space;
  using Vector = UnmanagedView<T, Space>;
  using ConstVector = UnmanagedView<T const, Space>;

  Operator const& A;
  Preconditioner const& M;
  std::int64_t n;
  Vector b, x, r;
  State<S>* state;
  ChunkScratch<Space> scratch;
  GridScratch grid_scratch{};

  static constexpr bool has_apply = !requires(Preconditioner const& m) { m.diagonal(); };
  auto diagonal() const {
    if constexpr (has_apply)
      return Identity();
    else
      return M.diagonal();
  }
  void multiply(Exec const& exec, Vector const& from, Vector const& to) const { A.apply(exec, ConstVector(from), to); }
  void precondition(Exec const& exec, Vector const& from, Vector const& to) const {
    if constexpr (has_apply) M.apply(exec, ConstVector(from), to);
  }
  template <class Body>
  void pass(Exec const& exec, char const* label, Body const& body) const {
    pass_over_chunks(exec, label, n, body, scratch);
  }
};

/// A pass that runs while the iteration does, with `Count` sums.
template <class S, int Count>
struct RunningPass {
  using Sum = S;
  static constexpr int num_sums = Count;
  State<S>* state;
  KOKKOS_FUNCTION bool begin() const { return state->loop.is_running != 0; }
  KOKKOS_FUNCTION void finish(S const*) const {}
};

/// The same, with a number of the state as an element of the vectors.
template <class T, int Count>
struct AlphaPass : RunningPass<SumOf<T>, Count> {
  T alpha = T();
  KOKKOS_FUNCTION bool begin() {
    alpha = as_element<T>(this->state->alpha);
    return this->state->loop.is_running != 0;
  }
};
template <class T, int Count>
struct BetaPass : RunningPass<SumOf<T>, Count> {
  T beta = T();
  KOKKOS_FUNCTION bool begin() {
    beta = as_element<T>(this->state->beta);
    return this->state->loop.is_running != 0;
  }
};

/// (p, q), and alpha := rho / (p, q), for methods of any A.
template <class T>
struct DivideByPivot : RunningPass<SumOf<T>, 1> {
  using Sum = SumOf<T>;
  T const *p, *q;
  KOKKOS_FUNCTION void operator()(std::int64_t i, Sum* sums) const { sums[0] = sum(sums[0], dot_term(p[i], q[i])); }
  KOKKOS_FUNCTION void finish(Sum const* sums) const {
    auto& s = *this->state;
    if (!is_finite(sums[0])) return s.loop.end(SolveReason::not_finite);
    if (is_zero(sums[0])) return s.loop.end(SolveReason::breakdown_pivot);
    s.alpha = quotient(s.rho, sums[0]);
  }
};

/// b and x of the solver := those of the caller, which may be strided; the state of a new solve.
template <class T, class B, class X>
struct TakeOperands {
  using Sum = SumOf<T>;
  static constexpr int num_sums = 2;
  B from_b;
  X from_x;
  T *b, *x;
  State<Sum>* state;
  Loop initial;
  double rtol, atol;
  KOKKOS_FUNCTION bool begin() const { return true; }
  KOKKOS_FUNCTION void operator()(std::int64_t i, Sum* sums) const {
    b[i] = static_cast<T>(from_b(i));
    x[i] = static_cast<T>(from_x(i));
    sums[0] = sum(sums[0], square(b[i]));
    sums[1] = sum(sums[1], nonzero_square(b[i]));
  }
  KOKKOS_FUNCTION void finish(Sum const* sums) const {
    State<Sum> fresh{};
    fresh.loop = initial;
    double const relative = rtol * ::sqrt(real_part(sums[0]));
    fresh.loop.tolerance = relative > atol ? relative : atol;
    // Where the squares of b overflow, no residual is known to be small enough.
    if (!is_finite(static_cast<double>(real_part(sums[0])))) fresh.loop.tolerance = quiet_nan<double>;
    fresh.loop.b_is_zero = is_zero(sums[1]) ? 1 : 0;
    *state = fresh;
  }
};

/// x := 0 where b is.
template <class T>
struct ClearSolution {
  using Sum = SumOf<T>;
  static constexpr int num_sums = 0;
  T* x;
  State<Sum> const* state;
  KOKKOS_FUNCTION bool begin() const { return state->loop.b_is_zero != 0; }
  KOKKOS_FUNCTION void operator()(std::int64_t i, Sum*) const { x[i] = T(0); }
};

/// r := b - q, and its norm, which is 0 for r = 0 alone; then f(state, norm).
template <class T, class F>
struct Residual {
  using Sum = SumOf<T>;
  static constexpr int num_sums = 1;
  T const *b, *q;
  T* r;
  State<Sum>* state;
  F f;
  KOKKOS_FUNCTION bool begin() const { return true; }
  KOKKOS_FUNCTION void operator()(std::int64_t i, Sum* sums) const {
    T const left = sum(b[i], -q[i]);
    r[i] = left;
    sums[0] = sum(sums[0], nonzero_square(left));
  }
  KOKKOS_FUNCTION void finish(Sum const* sums) const { f(*state, ::sqrt(real_part(sums[0]))); }
};
struct BeginLoop {
  template <class State>
  KOKKOS_FUNCTION void operator()(State& s, double norm) const {
    s.rho = 0;
    s.loop.begin(norm);
  }
};
struct NoteTrueResidual {
  template <class State>
  KOKKOS_FUNCTION void operator()(State& s, double norm) const {
    s.loop.true_residual = norm;
  }
};

/// to := from.
template <class To, class From>
struct CopyElements {
  using Sum = double;
  static constexpr int num_sums = 0;
  To to;
  From from;
  KOKKOS_FUNCTION bool begin() const { return true; }
  KOKKOS_FUNCTION void operator()(std::int64_t i, Sum*) const { to(i) = from(i); }
};

}  // namespace Araios::Impl::krylov
