// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// What the candidates of perf_batched get, and how solutions are checked: by the residual of every system.

#include "batched/batched_program.hpp"
#include "harness/random_value.hpp"
#include "harness/time_checked.hpp"

#include <Araios/core/memory.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/generate/counter_random.hpp>
#include <Araios/generate/stencil.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <type_traits>

namespace Araios::Perf {

/// The arrays of a batch, systems one after the other.
template <class T>
struct BatchedArrays {
  int const* row_map;
  int const* entries;
  T *values, *b, *x;
  std::int64_t n, nnz;

  KOKKOS_FUNCTION T const* values_of(std::int64_t s) const { return values + s * nnz; }
};

/// Neighbours i and j of system s have -w, where w is random in [1/2, 3/2); the diagonal is the sum of the w of its row
/// plus 1/10, and b is random.
template <class T>
struct FillBatch {
  BatchedArrays<T> to;
  CounterRandom random;

  KOKKOS_FUNCTION T value(std::int64_t s, std::int64_t i, std::int64_t j) const {
    std::int64_t const low = i < j ? i : j, high = i < j ? j : i;
    return random_value<T>(random(static_cast<std::uint64_t>((s * to.n + low) * to.n + high)));
  }
  KOKKOS_FUNCTION void operator()(std::int64_t k) const {
    std::int64_t const s = k / to.n, i = k % to.n;
    T* const values = to.values + s * to.nnz;
    T sum = T(0.1);
    int diagonal = to.row_map[i];
    for (int p = to.row_map[i]; p < to.row_map[i + 1]; ++p) {
      if (to.entries[p] == i) {
        diagonal = p;
        continue;
      }
      values[p] = -(T(1) + value(s, i, to.entries[p]) / 2);
      sum -= values[p];
    }
    values[diagonal] = sum;
    to.b[k] = value(s, i, i);
  }
};

/// ||b - A x|| / ||b|| of a system; infinity for NaN.
template <class T>
struct ResidualOfSystem {
  BatchedArrays<T> of;

  KOKKOS_FUNCTION void operator()(std::int64_t s, double& most) const {
    double left = 0, whole = 0;
    T const *const values = of.values_of(s), *const b = of.b + s * of.n, *const x = of.x + s * of.n;
    for (std::int64_t i = 0; i < of.n; ++i) {
      double r = static_cast<double>(b[i]);
      whole += r * r;
      for (int p = of.row_map[i]; p < of.row_map[i + 1]; ++p)
        r -= static_cast<double>(values[p]) * static_cast<double>(x[of.entries[p]]);
      left += r * r;
    }
    double const ratio = left / whole;
    if (!(ratio <= most)) most = ratio <= 1e300 ? ratio : 1e300;
  }
};

template <class Exec_, class T_>
struct BatchedOn {
  using Exec = Exec_;
  using Space = typename Exec::memory_space;
  using T = T_;
  using Rows = Kokkos::View<T**, Kokkos::LayoutRight, Space>;
  using Row = Kokkos::View<T*, Space, Kokkos::MemoryUnmanaged>;
  using Pattern = CsrMatrix<T, int, int, Space>;

  BatchedProgram const& program;
  BatchedProblem const& problem;
  Bench<Exec>& bench;
  Outcome& all;
  std::vector<Result>& results;
  Pattern pattern;
  Rows values, b, x;

  BatchedOn(BatchedProgram const& program_, BatchedProblem const& problem_, Bench<Exec>& bench_, Outcome& all_)
      : program(program_), problem(problem_), bench(bench_), all(all_), results(all_.results) {
    pattern = stencil_matrix<T>(exec(), {.nx = 8, .ny = problem.n / 8});
    auto const rows = [&](std::string const& label, std::int64_t columns) {
      return Rows(Kokkos::view_alloc(Kokkos::WithoutInitializing, label), static_cast<std::size_t>(problem.systems),
                  static_cast<std::size_t>(columns));
    };
    values = rows("Araios::Perf::values", pattern.nnz());
    b = rows("Araios::Perf::b", problem.n);
    x = rows("Araios::Perf::x", problem.n);
    Kokkos::parallel_for("Araios::Perf::batch", Araios::range(exec(), problem.systems * problem.n),
                         FillBatch<T>{arrays(), CounterRandom(7, 0)});
    exec().fence();
  }

  Exec const& exec() const { return bench.exec(); }
  BatchedArrays<T> arrays() const {
    return {pattern.row_map.data(),     pattern.entries.data(), values.data(), b.data(), x.data(), problem.n,
            std::int64_t(pattern.nnz())};
  }
  static Row row_of(Rows const& rows, std::int64_t s) { return Row(rows.data() + s * rows.extent(1), rows.extent(1)); }
  void reset() const { Kokkos::deep_copy(exec(), x, T(0)); }
  std::int64_t bytes() const {
    std::int64_t const size = sizeof(T), of_status = 40;
    return problem.systems * (size * (pattern.nnz() + 3 * problem.n) + of_status);
  }
  double rtol() const { return std::max(program.rtol, std::is_same_v<T, float> ? 1e-4 : 0.0); }
  /// The largest one of the first `systems`.
  double residual(std::int64_t systems) const {
    double most = 0;
    Kokkos::parallel_reduce("Araios::Perf::residual", Araios::range(exec(), systems), ResidualOfSystem<T>{arrays()},
                            Kokkos::Max<double>(most));
    exec().fence();
    return std::sqrt(most);
  }
};

/// Times `run`, which solves the first `systems`; `reset`, which is not timed, comes before it. iterations(): the mean
/// of the systems in the last run, or 0. Times of a part of the systems are scaled.
template <class On, class Run, class Reset, class Iterations>
void time_batch(On& on, Result& result, std::int64_t systems, Run const& run, Reset const& reset,
                Iterations const& iterations) {
  auto const check = [&](char const* when) {
    reset();
    run();
    on.exec().fence();
    double const residual = on.residual(systems);
    if (!(residual <= 1.001 * on.rtol())) throw wrong_result(result, when, join("the residual is ", residual));
    result.numbers = {{"residual", residual}};
    if (double const mean = iterations(); mean > 0) result.numbers.emplace_back("iterations", mean);
  };
  time_or_note(on.bench, on.all, result, on.bytes(), run, check, reset);
  if (systems == on.problem.systems || !result.measured()) return;
  double const factor = static_cast<double>(on.problem.systems) / static_cast<double>(systems);
  for (Sample* const sample : {&result.flushed, &result.warm})
    *sample = {sample->repeats, factor * sample->median, factor * sample->low, factor * sample->high};
  result.note = join(with_commas(systems), " systems, times scaled to all");
}

}  // namespace Araios::Perf
