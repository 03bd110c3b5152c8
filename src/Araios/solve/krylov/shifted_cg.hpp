// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Conjugate gradients for (A + sigma_k I) x_k = b with several shifts: one product with A an iteration for all.
///
/// The Krylov spaces of all shifts are one, and from x = 0 the residual of shift k is zeta_k times that of the first one,
/// the seed, whose shift is the smallest. With delta_k = sigma_k - sigma_0 and the alpha and beta of the seed,
/// ratio_k := 1 / (1 + delta_k alpha + alpha beta / alpha_before (1 - ratio_k)), zeta_k *= ratio_k,
/// x_k += alpha ratio_k p_k, p_k := zeta_k r + beta ratio_k^2 p_k.
///
/// An iteration: q := A p + sigma_0 p | (p, q), alpha, ratio_k | x_k, r, (r, r), beta | p, p_k. Bytes besides those of A,
/// of double: 48 n for each shift and 64 n.
/// Source        Jegerlehner, hep-lat/9612014, 1996; Frommer and Maass, SIAM J. Sci. Comput. 20 (1999).

#include <Araios/core/checks.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/read_back.hpp>
#include <Araios/solve/krylov/loop.hpp>
#include <Araios/solve/krylov/options.hpp>
#include <Araios/solve/krylov/problem.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

namespace Araios::Impl::krylov {

/// The numbers of each shift, in the memory of the space.
struct Shifts {
  double* numbers;
  int count;
  KOKKOS_INLINE_FUNCTION double& delta(int k) const { return numbers[k]; }
  KOKKOS_INLINE_FUNCTION double& ratio(int k) const { return numbers[count + k]; }
  KOKKOS_INLINE_FUNCTION double& zeta(int k) const { return numbers[2 * count + k]; }
  KOKKOS_INLINE_FUNCTION double& residual(int k) const { return numbers[3 * count + k]; }
};

/// The vectors of each shift: x_k and p_k begin at multiples of the stride.
template <class T>
struct ShiftedVectors {
  T *x, *p;
  std::int64_t stride;
};

/// x_k := 0, p_k := p := r, and (r, r).
template <class T>
struct ShiftedStart : RunningPass<SumOf<T>, 1> {
  using Sum = SumOf<T>;
  Shifts shifts;
  ShiftedVectors<T> all;
  T const* r;
  T* p;
  KOKKOS_FUNCTION bool begin() const { return true; }
  KOKKOS_FUNCTION void operator()(std::int64_t i, Sum* sums) const {
    for (int k = 0; k < shifts.count; ++k) {
      all.x[k * all.stride + i] = T(0);
      all.p[k * all.stride + i] = r[i];
    }
    p[i] = r[i];
    sums[0] = sum(sums[0], square(r[i]));
  }
  KOKKOS_FUNCTION void finish(Sum const* sums) const {
    auto& s = *this->state;
    s.rho = sums[0];
    s.alpha = Sum(1);
    s.beta = Sum(0);
    for (int k = 0; k < shifts.count; ++k) shifts.ratio(k) = shifts.zeta(k) = 1;
  }
};

/// q := q + sigma p, (p, q), alpha and the ratios.
template <class T>
struct ShiftedStep : RunningPass<SumOf<T>, 1> {
  using Sum = SumOf<T>;
  Shifts shifts;
  T const* p;
  T* q;
  T sigma;
  KOKKOS_FUNCTION void operator()(std::int64_t i, Sum* sums) const {
    q[i] = multiply_add(sigma, p[i], q[i]);
    sums[0] = sum(sums[0], dot_term(p[i], q[i]));
  }
  KOKKOS_FUNCTION void finish(Sum const* sums) const {
    auto& s = *this->state;
    double const curvature = real_part(sums[0]);
    if (!is_finite(sums[0])) return s.loop.end(SolveReason::not_finite);
    if (!(curvature > 0)) {
      s.loop.pivot = curvature;
      return s.loop.end(SolveReason::not_positive_definite);
    }
    double const alpha = real_part(s.rho) / curvature;
    double const carried = product(alpha, real_part(s.beta)) / real_part(s.alpha);
    for (int k = 0; k < shifts.count; ++k) {
      double const along = multiply_add(shifts.delta(k), alpha, 1.0);
      shifts.ratio(k) = 1 / sum(along, product(carried, 1 - shifts.ratio(k)));
      shifts.zeta(k) = product(shifts.zeta(k), shifts.ratio(k));
    }
    s.alpha = Sum(alpha);
  }
};

/// x_k += alpha ratio_k p_k, r -= alpha q, the norm of r, and beta.
template <class T>
struct ShiftedUpdate : AlphaPass<T, 1> {
  using Sum = SumOf<T>;
  Shifts shifts;
  ShiftedVectors<T> all;
  T const* q;
  T* r;
  KOKKOS_FUNCTION void operator()(std::int64_t i, Sum* sums) const {
    for (int k = 0; k < shifts.count; ++k) {
      T const step = product(this->alpha, T(shifts.ratio(k)));
      T& x = all.x[k * all.stride + i];
      x = multiply_add(step, all.p[k * all.stride + i], x);
    }
    T const left = sum(r[i], -product(this->alpha, q[i]));
    r[i] = left;
    sums[0] = sum(sums[0], square(left));
  }
  KOKKOS_FUNCTION void finish(Sum const* sums) const {
    auto& s = *this->state;
    s.loop.count(::sqrt(real_part(sums[0])));
    s.beta = Sum(real_part(sums[0]) / real_part(s.rho));
    s.rho = sums[0];
  }
};

/// p := r + beta p, p_k := zeta_k r + beta ratio_k^2 p_k.
template <class T>
struct ShiftedDirection : RunningPass<SumOf<T>, 0> {
  using Sum = SumOf<T>;
  Shifts shifts;
  ShiftedVectors<T> all;
  T const* r;
  T* p;
  double beta;
  KOKKOS_FUNCTION bool begin() {
    beta = real_part(this->state->beta);
    return this->state->loop.is_running != 0;
  }
  KOKKOS_FUNCTION void operator()(std::int64_t i, Sum*) const {
    T const left = r[i];
    p[i] = multiply_add(T(beta), p[i], left);
    for (int k = 0; k < shifts.count; ++k) {
      double const ratio = shifts.ratio(k);
      T& direction = all.p[k * all.stride + i];
      T const kept = product(T(product(beta, product(ratio, ratio))), direction);
      direction = multiply_add(T(shifts.zeta(k)), left, kept);
    }
  }
};

/// b - (q + sigma x), and its norm.
template <class T>
struct ShiftedResidual : RunningPass<SumOf<T>, 1> {
  using Sum = SumOf<T>;
  T const *b, *q, *x;
  T sigma;
  double* norm;
  KOKKOS_FUNCTION bool begin() const { return true; }
  KOKKOS_FUNCTION void operator()(std::int64_t i, Sum* sums) const {
    T const product_of_row = multiply_add(sigma, x[i], q[i]);
    sums[0] = sum(sums[0], nonzero_square(sum(b[i], -product_of_row)));
  }
  KOKKOS_FUNCTION void finish(Sum const* sums) const { *norm = ::sqrt(real_part(sums[0])); }
};

/// The solver of one call.
template <class Exec, class T, class Operator>
class ShiftedSolver {
  struct NoM {
    Identity diagonal() const { return {}; }
  };
  using Problem = krylov::Problem<Exec, T, Operator, NoM>;
  using Vector = typename Problem::Vector;
  using S = typename Problem::S;
  using Space = typename Exec::memory_space;

 public:
  ShiftedSolver(Exec const& exec, Operator const& A, std::int64_t n, std::int64_t work,
                std::vector<double> const& sigmas, SolveOptions const& options)
      : operator_(A), n_(n), work_(work), sigmas_(sigmas), options_(options), problem_{operator_, m_, n,       {},
                                                                                       {},        {}, nullptr, {}} {
    limit_ =
        options.max_iterations > 0 ? options.max_iterations : checked_multiply(n, 10, "Araios::solve_shifted: 10 n");
    take_memory(exec);
  }

  template <class B, class X>
  std::vector<SolveStatus> solve(Exec const& exec, B const& b, X const& x) {
    auto* const state = problem_.state;
    Loop initial{};
    initial.max_iterations = limit_;
    fill(exec, as_view(problem_.x.data(), n_), T(0));
    // From x = 0, whose product with A needs not be computed.
    problem_.pass(exec, "Araios::solve::operands",
                  TakeOperands<T, B, Vector>{b, problem_.x, problem_.b.data(), problem_.x.data(), state, initial,
                                             options_.rtol, options_.atol});
    problem_.pass(exec, "Araios::solve::residual",
                  Residual<T, BeginLoop>{problem_.b.data(), problem_.x.data(), problem_.r.data(), state, {}});
    problem_.pass(exec, "Araios::solve::shifted_start",
                  ShiftedStart<T>{{state}, shifts_, vectors_, problem_.r.data(), p_.data()});
    bool const goes_on = runner_.template run<can_be_captured<Operator>>(
        exec, &state->loop, steps_of_loop(n_, work_), options_, may_be_captured(operator_), [&] { iterate(exec); });
    for (int k = 0; k < shifts_.count; ++k) {
      Vector const xk(vectors_.x + k * vectors_.stride, static_cast<std::size_t>(n_));
      problem_.multiply(exec, xk, q_);
      problem_.pass(exec, "Araios::solve::true_residual",
                    ShiftedResidual<T>{{state},
                                       problem_.b.data(),
                                       q_.data(),
                                       xk.data(),
                                       T(sigmas_[static_cast<std::size_t>(k)]),
                                       &shifts_.residual(k)});
      auto const column = Kokkos::subview(x, Kokkos::ALL, k);
      problem_.pass(exec, "Araios::solve::solution", CopyElements<decltype(column), Vector>{column, xk});
    }
    return statuses(exec, goes_on);
  }

 private:
  static auto as_view(T* data, std::int64_t n) { return Vector(data, static_cast<std::size_t>(n)); }

  void take_memory(Exec const& exec) {
    auto const count = static_cast<std::int64_t>(sigmas_.size());
    char const* const what = "Araios::solve_shifted: bytes of vectors";
    auto const [state, sums, numbers] =
        allocate_packed<Kokkos::View<char*, Space>, Kokkos::View<char*, Space>, Kokkos::View<double*, Space>>(
            exec, "Araios::solve_shifted::state", {sizeof(State<S>), ChunkScratch<Space>::bytes, 4 * count});
    state_ = state;
    numbers_ = numbers;
    problem_.state = reinterpret_cast<State<S>*>(state.data());
    problem_.scratch.memory = sums;
    fill(exec, sums, char(0));
    memory_ = allocate<Kokkos::View<T*, Space>>(exec, "Araios::solve_shifted::vectors",
                                                checked_multiply(n_, 5 + 2 * count, what));
    T* at = memory_.data();
    for (Vector* v : {&problem_.b, &problem_.x, &problem_.r, &p_, &q_}) *v = as_view(std::exchange(at, at + n_), n_);
    vectors_ = {at, at + count * n_, n_};
    shifts_ = {numbers_.data(), static_cast<int>(count)};
    // The seed: the smallest shift.
    sigma_ = sigmas_.empty() ? 0 : *std::min_element(sigmas_.begin(), sigmas_.end());
    std::vector<double> deltas;
    for (double const sigma : sigmas_) deltas.push_back(sigma - sigma_);
    Kokkos::deep_copy(exec, Kokkos::subview(numbers_, std::pair<std::size_t, std::size_t>(0, deltas.size())),
                      Kokkos::View<double*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(deltas.data(), deltas.size()));
    fence(exec, "Araios::solve_shifted: the shifts");
  }

  void iterate(Exec const& exec) const {
    auto* const state = problem_.state;
    problem_.multiply(exec, p_, q_);
    problem_.pass(exec, "Araios::solve::shifted_step",
                  ShiftedStep<T>{{state}, shifts_, p_.data(), q_.data(), T(sigma_)});
    problem_.pass(exec, "Araios::solve::shifted_update",
                  ShiftedUpdate<T>{{{state}}, shifts_, vectors_, q_.data(), problem_.r.data()});
    problem_.pass(exec, "Araios::solve::shifted_direction",
                  ShiftedDirection<T>{{state}, shifts_, vectors_, problem_.r.data(), p_.data(), 0});
  }

  std::vector<SolveStatus> statuses(Exec const& exec, bool goes_on) const {
    Loop const loop = runner_.read(exec, &problem_.state->loop, "Araios::solve_shifted: the status");
    std::vector<double> numbers(4 * sigmas_.size());
    Kokkos::deep_copy(exec,
                      Kokkos::View<double*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(numbers.data(), numbers.size()),
                      numbers_);
    fence(exec, "Araios::solve_shifted: the residuals");
    std::vector<SolveStatus> all(sigmas_.size());
    for (std::size_t k = 0; k < all.size(); ++k) {
      SolveStatus& status = all[k];
      report(loop, status);
      status.on_device = runner_.in_graph();
      status.method_residual = loop.residual * numbers[2 * all.size() + k];
      status.residual = numbers[3 * all.size() + k];
      if (!goes_on) status.reason = SolveReason::stopped;
      if (status.residual <= status.tolerance)
        status.reason = SolveReason::converged;
      else if (status.reason == SolveReason::converged)
        status.reason = SolveReason::stagnated;
    }
    return all;
  }

  Operator operator_;
  NoM m_;
  std::int64_t n_, work_;
  std::vector<double> sigmas_;
  SolveOptions options_;
  std::int64_t limit_ = 0;
  double sigma_ = 0;
  Problem problem_;
  Kokkos::View<char*, Space> state_;
  Kokkos::View<double*, Space> numbers_;
  Kokkos::View<T*, Space> memory_;
  Vector p_, q_;
  ShiftedVectors<T> vectors_{};
  Shifts shifts_{};
  LoopRunner<Exec> runner_;
};

}  // namespace Araios::Impl::krylov
