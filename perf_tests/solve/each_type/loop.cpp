// SPDX-License-Identifier: Apache-2.0
//
// CG as the plain loop of a host, one thread.
#include "harness/types.hpp"
#include "solve/solve_case.hpp"

#include <cmath>
#include <cstddef>
#include <vector>

namespace Araios::Perf {

namespace {

using On = SolveOn<Host, PerfScalar>;
using T = PerfScalar;
using Vector = std::vector<T>;

T dot(Vector const& a, Vector const& b) {
  T sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

/// `inverse`: of the diagonal; empty: no preconditioner, so that z is r, and rho the square of its norm.
struct PlainCg {
  On const& on;
  Vector inverse;
  SolveLimits limits;

  Solved operator()() const {
    auto const n = static_cast<std::size_t>(on.A.num_rows());
    bool const plain = inverse.empty();
    Vector r(on.b.data(), on.b.data() + n), preconditioned(inverse.size()), q(n);
    Vector const& z = plain ? r : preconditioned;
    precondition(r, preconditioned);
    Vector p = z;
    T rho = dot(r, z);
    auto const norm = [&] { return std::sqrt(static_cast<double>(plain ? rho : dot(r, r))); };
    double const least = limits.rtol * norm();
    Solved solved;
    for (;; ++solved.iterations) {
      solved.residual = norm();
      solved.converged = solved.residual <= least;
      if (solved.converged || solved.iterations == limits.most) break;
      for (std::size_t i = 0; i < n; ++i) {
        T sum = 0;
        for (int e = on.A.row_map(i); e < on.A.row_map(i + 1); ++e)
          sum += on.A.values(e) * p[static_cast<std::size_t>(on.A.entries(e))];
        q[i] = sum;
      }
      T const alpha = rho / dot(p, q);
      for (std::size_t i = 0; i < n; ++i) {
        on.x(i) += alpha * p[i];
        r[i] -= alpha * q[i];
      }
      precondition(r, preconditioned);
      T const next = dot(r, z), beta = next / rho;
      rho = next;
      for (std::size_t i = 0; i < n; ++i) p[i] = z[i] + beta * p[i];
    }
    solved.reason = solved.converged ? "converged" : "iteration limit";
    return solved;
  }

 private:
  void precondition(Vector const& r, Vector& z) const {
    for (std::size_t i = 0; i < inverse.size(); ++i) z[i] = inverse[i] * r[i];
  }
};

Vector inverse_diagonal(On const& on) {
  Vector inverse(static_cast<std::size_t>(on.A.num_rows()), T(1));
  for (int i = 0; i < on.A.num_rows(); ++i)
    for (int p = on.A.row_map(i); p < on.A.row_map(i + 1); ++p)
      if (on.A.entries(p) == i) inverse[static_cast<std::size_t>(i)] = T(1) / on.A.values(p);
  return inverse;
}

template <bool Jacobi>
void time_loop(On& on, Result& result) {
  Vector const inverse = Jacobi ? inverse_diagonal(on) : Vector();
  time_solver(on, result, bytes_of_cg(on, Jacobi),
              [&](SolveLimits const& limits) { return PlainCg{on, inverse, limits}; });
}

Candidate<On> const plain("solve", "std", SolveMethods::cg, time_loop<false>, {.word = "cg"});
Candidate<On> const jacobi("solve", "std", SolveMethods::cg_jacobi, time_loop<true>, {.word = "cg_jacobi", .place = 1});

}  // namespace

}  // namespace Araios::Perf
