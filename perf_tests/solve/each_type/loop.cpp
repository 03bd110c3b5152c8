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

/// `inverse`: of the diagonal; ones are no preconditioner.
struct PlainCg {
  On const& on;
  Vector inverse;
  SolveLimits limits;

  Solved operator()() const {
    auto const n = static_cast<std::size_t>(on.A.num_rows());
    Vector r(on.b.data(), on.b.data() + n), z(n), p(n), q(n);
    precondition(r, z);
    p = z;
    T rho = dot(r, z);
    double const least = limits.rtol * std::sqrt(static_cast<double>(dot(r, r)));
    Solved solved;
    for (;; ++solved.iterations) {
      solved.residual = std::sqrt(static_cast<double>(dot(r, r)));
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
      precondition(r, z);
      T const next = dot(r, z), beta = next / rho;
      rho = next;
      for (std::size_t i = 0; i < n; ++i) p[i] = z[i] + beta * p[i];
    }
    solved.reason = solved.converged ? "converged" : "iteration limit";
    return solved;
  }

 private:
  void precondition(Vector const& r, Vector& z) const {
    for (std::size_t i = 0; i < r.size(); ++i) z[i] = inverse[i] * r[i];
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
  Vector const inverse = Jacobi ? inverse_diagonal(on) : Vector(static_cast<std::size_t>(on.A.num_rows()), T(1));
  time_solver(on, result, bytes_of_cg(on, Jacobi),
              [&](SolveLimits const& limits) { return PlainCg{on, inverse, limits}; });
}

Candidate<On> const plain("solve", "std", SolveMethods::cg, time_loop<false>, {.word = "cg"});
Candidate<On> const jacobi("solve", "std", SolveMethods::cg_jacobi, time_loop<true>, {.word = "cg_jacobi", .place = 1});

}  // namespace

}  // namespace Araios::Perf
