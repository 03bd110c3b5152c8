// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// What the candidates of perf_tridiagonal get, and how solutions are checked: by the backward error of every row.

#include "harness/random_value.hpp"
#include "harness/time_checked.hpp"
#include "tridiagonal/tridiagonal_program.hpp"

#include <Araios/core/memory.hpp>
#include <Araios/generate/counter_random.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace Araios::Perf {

/// The arrays of a problem. Diagonals are in the order of their columns, the lowest one first.
template <class T>
struct BandedArrays {
  T* diagonals[5];
  T *b, *x;
  std::int64_t n, systems;
  int num_diagonals;
  bool is_batch, is_interleaved;

  KOKKOS_FUNCTION std::int64_t at(std::int64_t i, std::int64_t s) const {
    return is_interleaved ? i * systems + s : s * n + i;
  }
  KOKKOS_FUNCTION std::int64_t at_diagonal(std::int64_t i, std::int64_t s) const { return is_batch ? at(i, s) : i; }
  /// Whether the element of diagonal d is in the matrix.
  KOKKOS_FUNCTION bool is_inside(std::int64_t i, int d) const {
    std::int64_t const column = i + d - num_diagonals / 2;
    return 0 <= column && column < n;
  }
};

/// Random values; 0 outside of the matrix.
template <class T>
struct FillBanded {
  BandedArrays<T> to;
  bool is_dominant;
  CounterRandom random;

  KOKKOS_FUNCTION void operator()(std::int64_t k) const {
    std::int64_t const i = to.is_interleaved ? k / to.systems : k % to.n;
    std::int64_t const s = to.is_interleaved ? k % to.systems : k / to.n;
    auto const value = [&](int stream) { return random_value<T>(random(static_cast<std::uint64_t>(6 * k + stream))); };
    to.b[k] = value(5);
    if (s > 0 && !to.is_batch) return;
    int const middle = to.num_diagonals / 2;
    for (int d = 0; d < to.num_diagonals; ++d) {
      T const drawn = to.is_inside(i, d) ? value(d) : T(0);
      T const sign = drawn < T(0) ? T(-1) : T(1);
      to.diagonals[d][to.at_diagonal(i, s)] =
          d == middle && is_dominant ? drawn + sign * T(to.num_diagonals - 1) : drawn;
    }
  }
};

/// |b - A x| / (|A| |x| + |b|) of an element; infinity for NaN.
template <class T>
struct BackwardError {
  BandedArrays<T> of;

  KOKKOS_FUNCTION void operator()(std::int64_t k, double& most) const {
    std::int64_t const i = of.is_interleaved ? k / of.systems : k % of.n;
    std::int64_t const s = of.is_interleaved ? k % of.systems : k / of.n;
    double r = static_cast<double>(of.b[k]), scale = r < 0 ? -r : r;
    for (int d = 0; d < of.num_diagonals; ++d) {
      if (!of.is_inside(i, d)) continue;
      double const product = static_cast<double>(of.diagonals[d][of.at_diagonal(i, s)]) *
                             static_cast<double>(of.x[of.at(i + d - of.num_diagonals / 2, s)]);
      r -= product;
      scale += product < 0 ? -product : product;
    }
    double const error = (r < 0 ? -r : r) / scale;
    if (!(error <= most)) most = error <= 1 ? error : 1e300;
  }
};

template <class Exec_, class T_>
struct TridiagonalOn {
  using Exec = Exec_;
  using Space = typename Exec::memory_space;
  using T = T_;
  using Array = Kokkos::View<T*, Space>;

  BandedProblem const& problem;
  Bench<Exec>& bench;
  Outcome& all;
  std::vector<Result>& results;
  std::array<Array, 5> diagonals = {};
  Array b = {}, x = {};

  TridiagonalOn(BandedProblem const& problem_, Bench<Exec>& bench_, Outcome& all_)
      : problem(problem_), bench(bench_), all(all_), results(all_.results) {
    for (int d = 0; d < problem.num_diagonals(); ++d)
      diagonals[static_cast<std::size_t>(d)] = allocate<Array>(exec(), "Araios::Perf::diagonal", problem.length());
    b = allocate<Array>(exec(), "Araios::Perf::b", problem.length_of_b());
    x = allocate<Array>(exec(), "Araios::Perf::x", problem.length_of_b());
    Kokkos::parallel_for("Araios::Perf::banded", Araios::range(exec(), problem.length_of_b()),
                         FillBanded<T>{arrays(), problem.kind != BandedKind::single, CounterRandom(5, 0)});
    exec().fence();
  }

  Exec const& exec() const { return bench.exec(); }
  BandedArrays<T> arrays() const {
    BandedArrays<T> all_of{{},
                           b.data(),
                           x.data(),
                           problem.n,
                           problem.systems,
                           problem.num_diagonals(),
                           problem.is_batch(),
                           problem.is_interleaved()};
    for (std::size_t d = 0; d < diagonals.size(); ++d) all_of.diagonals[d] = diagonals[d].data();
    return all_of;
  }
  std::int64_t bytes() const {
    std::int64_t const size = sizeof(T);
    return size * (problem.num_diagonals() * problem.length() + 2 * problem.length_of_b());
  }
  double backward_error() const {
    double most = 0;
    Kokkos::parallel_reduce("Araios::Perf::backward_error", Araios::range(exec(), problem.length_of_b()),
                            BackwardError<T>{arrays()}, Kokkos::Max<double>(most));
    exec().fence();
    return most;
  }
};

/// Copies that a library may write into. They are made again, in time that is not counted, before each run.
template <class On>
struct WrittenCopies {
  On const& on;
  std::array<typename On::Array, 5> diagonals = {};

  WrittenCopies(On const& on_, bool with_diagonals) : on(on_) {
    for (std::size_t d = 0; with_diagonals && d < diagonals.size(); ++d)
      diagonals[d] = allocate<typename On::Array>(on.exec(), "Araios::Perf::copy",
                                                  static_cast<std::int64_t>(on.diagonals[d].extent(0)));
  }
  void operator()() const {
    Kokkos::deep_copy(on.exec(), on.x, on.b);
    for (std::size_t d = 0; d < diagonals.size(); ++d)
      if (diagonals[d].extent(0) > 0) Kokkos::deep_copy(on.exec(), diagonals[d], on.diagonals[d]);
  }
};

/// Times `run`, which makes x. `reset`, which is not timed, comes before it. The error is the largest of all rows; it
/// grows with their number: that of LAPACK is 700 units of rounding for 300,000 rows. Above a million units a result of
/// ours is wrong, above the root of the unit one of others.
template <class On, class Run, class Reset = Nothing>
void time_banded(On& on, Result& result, Run const& run, Reset const& reset = {}) {
  using T = typename On::T;
  double const unit = std::numeric_limits<T>::epsilon();
  auto const check = [&](char const* when) {
    Araios::fill(on.exec(), on.x, std::numeric_limits<T>::quiet_NaN());
    reset();
    run();
    on.exec().fence();
    double const error = on.backward_error();
    double const most = result.library == "Araios" ? std::min(1e6 * unit, std::sqrt(unit)) : std::sqrt(unit);
    if (!(error <= most)) throw wrong_result(result, when, join("the backward error is ", error));
    result.numbers = {{"backward_error", error}};
  };
  time_or_note(on.bench, on.all, result, on.bytes(), run, check, reset);
}

}  // namespace Araios::Perf
