// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// What the candidates of perf_solve get, how their solutions are checked, and what of them is timed.
///
/// A candidate is a function that makes a solver of given limits; the solver returns what it did:
///
///   make({rtol, most})() -> Solved

#include "harness/difference.hpp"
#include "harness/time_checked.hpp"
#include "solve/solve_program.hpp"

#include <Araios/core/memory.hpp>
#include <Araios/formats/copy.hpp>
#include <Araios/formats/csr.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <type_traits>

namespace Araios::Perf {

/// No tolerance: all iterations are made.
struct SolveLimits {
  double rtol = 0;
  std::int64_t most = 0;
};

struct Solved {
  std::int64_t iterations = 0;
  double residual = 0;  // the norm of b - A x that the solver claims
  bool converged = false;
  std::string reason = {};
};

/// The system, on the host: values of T as double.
template <class T>
struct SolveCase {
  DoubleMatrix A;
  DoubleVector b;
  StencilPoints points = {};
};

template <class Exec_, class T_>
struct SolveOn {
  using Exec = Exec_;
  using Space = typename Exec::memory_space;
  using T = T_;

  SolveProgram const& program;
  Bench<Exec>& bench;
  SolveCase<T> const& what;
  Outcome& all;
  std::vector<Result>& results;
  CsrMatrix<T, int, int, Space> A;
  Kokkos::View<T*, Space> b, x;

  Exec const& exec() const { return bench.exec(); }
  void reset() const { Araios::fill(exec(), x, T(0)); }
  Residual residual() const {
    exec().fence();
    auto const got = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), x);
    DoubleVector const as_double("Araios::Perf::x", got.extent(0));
    for (std::size_t i = 0; i < got.extent(0); ++i) as_double(i) = static_cast<double>(got(i));
    return residual_of(what.A, what.b, as_double);
  }
};

namespace Detail {
/// Throws WrongResult unless the residual of x is that which the solver claims, up to the rounding of its terms.
template <class On>
Residual checked_residual(On& on, Result const& result, Solved const& solved, char const* when) {
  Residual const real = on.residual();
  double const rounding = std::is_same_v<typename On::T, float> ? 1e-4 : 1e-10;
  if (!(std::abs(real.norm - solved.residual) <= rounding * real.scale))
    throw wrong_result(result, when, join("the residual is ", real.norm, ", not ", solved.residual));
  return real;
}

/// Times one iteration: a solve of a fixed number of them, its start and end included, by that number.
template <class On, class Make>
void time_iterations(On& on, Result& result, Make const& make) {
  std::int64_t const most = on.program.iterations;
  auto solver = make(SolveLimits{0, most});
  Solved solved;
  auto const run = [&] { solved = solver(); };
  auto const check = [&](char const* when) {
    on.reset();
    run();
    (void)checked_residual(on, result, solved, when);
  };
  on.bench.progress().task(result.library + " " + result.method + " on " + result.space);
  check("first run");
  if (solved.iterations == 0) {
    result.note = "no iteration: " + solved.reason;
    return;
  }
  if (solved.iterations < most) result.note = join(solved.reason, " after ", solved.iterations, " iterations");
  Sample all = on.bench.warm(run, [&] { on.reset(); });
  auto const number = static_cast<double>(solved.iterations);
  result.call = {all.repeats, all.median / number, all.low / number, all.high / number};
  check("after the timed runs");
}

/// From x = 0 to the tolerance. What does not converge has a note and no time.
template <class On, class Make>
void time_solution(On& on, Result& result, Make const& make) {
  bool const is_float = std::is_same_v<typename On::T, float>;
  double const rtol = std::max(on.program.rtol, is_float ? 1e-4 : 0.0);
  auto solver = make(SolveLimits{rtol, on.program.max_iterations});
  Solved solved;
  auto const run = [&] { solved = solver(); };
  Residual real;
  auto const check = [&](char const* when) {
    on.reset();
    run();
    real = checked_residual(on, result, solved, when);
    // A residual of the recurrence, as that of the loops with cuBLAS, drifts away from b - A x.
    double const slack = result.library == "Araios" ? 1.001 : 10;
    if (solved.converged && real.norm > slack * rtol * real.of_b)
      throw wrong_result(result, when, join("converged with a residual of ", real.norm / real.of_b));
  };
  check("first solution");
  result.numbers = {{"iterations", static_cast<double>(solved.iterations)}, {"residual", real.norm / real.of_b}};
  if (!solved.converged) {
    result.note = join("no solution: ", solved.reason);
    return;
  }
  result.flushed = on.bench.flushed(run, [&] { on.reset(); });
  check("after the timed solutions");
}

/// That so many runs of a fixed number of iterations end with the bits of the first one.
template <class On, class Make>
void compare_bits(On& on, Result& result, Make const& make) {
  if (on.program.runs == 0 || result.library != "Araios") return;
  auto run = make(SolveLimits{0, on.program.iterations});
  auto const length = static_cast<std::int64_t>(on.x.extent(0));
  auto const first = allocate<decltype(on.x)>(on.exec(), "Araios::Perf::first", length);
  for (int k = 1; k <= on.program.runs; ++k) {
    on.bench.progress().step(join("bits of runs: ", k, "/", on.program.runs));
    on.reset();
    (void)run();
    if (k == 1) Kokkos::deep_copy(on.exec(), first, on.x);
    if (std::int64_t const at = first_difference(on.exec(), on.x, first); at < length)
      throw wrong_result(result, "bits of runs", join("run ", k, " differs from the first one at position ", at));
  }
  result.repeatable = true;
  result.numbers.emplace_back("runs_of_same_bits", on.program.runs);
}
}  // namespace Detail

template <class On, class Make>
void time_solver(On& on, Result& result, std::int64_t bytes_of_iteration, Make const& make) {
  result.bytes = bytes_of_iteration;
  result.copy_bandwidth = on.bench.copy_bandwidth();
  try {
    Detail::time_iterations(on, result, make);
    Detail::time_solution(on, result, make);
    Detail::compare_bits(on, result, make);
  } catch (std::exception const& refusal) {
    result.call = {};
    note_refusal(on.exec(), on.all, result, refusal);
  }
}

/// Bytes of an iteration of CG: A, x and y of the product, and what the passes over the vectors read and write.
template <class On>
std::int64_t bytes_of_cg(On const& on, bool jacobi) {
  std::int64_t const size = sizeof(typename On::T), n = on.A.num_rows();
  return (size + 4) * std::int64_t(on.A.nnz()) + 4 * n + (jacobi ? 14 : 13) * size * n;
}

}  // namespace Araios::Perf
