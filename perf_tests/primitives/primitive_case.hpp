// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// What the candidates of perf_primitives get.
///
/// Every primitive here turns arrays of int into arrays of int, so one description serves them all. The expected output
/// comes from the C++ standard library.

#include "harness/bench.hpp"
#include "harness/registry.hpp"
#include "harness/table.hpp"

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace Araios::Perf {

template <class Exec>
using Ints = Kokkos::View<int*, typename Exec::memory_space>;
template <class Exec>
using ManyInts = std::vector<Ints<Exec>>;

/// An input, what must come out, and the numbers that an implementation is told.
struct Problem {
  std::string name;  // of the primitive, and after a comma the kind of input where there are several
  std::int64_t n = 0;
  ManyInts<Host> in;
  ManyInts<Host> expected;
  bool in_place = false;     // the outputs begin as copies of the first inputs
  std::int64_t bins = 0;     // values of the keys or indices are below this
  std::int64_t segment = 0;  // length of equal segments
  std::int64_t longest = 0;  // of segments given by pointers
  std::int64_t bytes = 0;    // each input read once, each output written once

  std::string primitive() const { return name.substr(0, name.find(',')); }
};

/// Every primitive, on n elements.
std::vector<Problem> make_problems(std::int64_t n);

/// A problem where Exec works.
template <class Exec_>
struct PrimitiveOn {
  using Exec = Exec_;
  using Space = typename Exec::memory_space;

  Problem const& problem;
  Bench<Exec>& bench;
  std::vector<Result>& results;
  ManyInts<Exec> in = {}, out = {};

  PrimitiveOn(Problem const& problem_, Bench<Exec>& bench_, std::vector<Result>& results_)
      : problem(problem_), bench(bench_), results(results_) {
    auto const room_for = [&](Ints<Host> const& array) {
      return allocate<Ints<Exec>>(exec(), "Araios::Perf::ints", static_cast<std::int64_t>(array.extent(0)));
    };
    for (auto const& array : problem.in) {
      in.push_back(room_for(array));
      if (array.extent(0) > 0) Kokkos::deep_copy(in.back(), array);
    }
    for (auto const& array : problem.expected) out.push_back(room_for(array));
  }

  Exec const& exec() const { return bench.exec(); }

  /// The outputs of a run hold what is sorted in place, or else what no result contains.
  void reset() const {
    for (std::size_t i = 0; i < out.size(); ++i) {
      if (problem.in_place)
        Kokkos::deep_copy(exec(), out[i], in[i]);
      else
        Araios::fill(exec(), out[i], -7);
    }
  }
};

/// Payloads of equal keys in ascending order. As inputs have them so, that is the order of a stable sort.
void order_payloads(Problem const& problem, ManyInts<Host> const& out);

/// Checks `run`, which fills on.out, times it, and checks it again. Throws WrongResult when it is wrong. `is_stable`:
/// equal keys keep their order; where not, payloads of equal keys are ordered before the check.
template <class On, class Run>
void time_primitive(On& on, Result& result, Run const& run, bool is_stable = true) {
  Problem const& problem = on.problem;
  on.bench.progress().task(
      join(problem.name, ", ", problem.n, ": ", result.library, " ", result.method, " on ", result.space));
  auto const check = [&](char const* when) {
    on.reset();
    run();
    on.exec().fence();
    ManyInts<Host> got;
    for (auto const& array : on.out) got.push_back(Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), array));
    if (!is_stable) order_payloads(problem, got);
    for (std::size_t i = 0; i < got.size(); ++i)
      for (std::size_t p = 0; p < got[i].extent(0); ++p)
        if (got[i](p) != problem.expected[i](p))
          throw WrongResult(join(problem.name, " by ", result.library, " ", result.method, " in ", result.space, ", ",
                                 when, ": output ", i, " is wrong at position ", p, ": ", got[i](p), ", not ",
                                 problem.expected[i](p)));
  };
  check("first run");
  result.bytes = problem.bytes;
  result.copy_bandwidth = on.bench.copy_bandwidth();
  auto const reset = [&] { on.reset(); };
  result.flushed = problem.in_place ? on.bench.flushed(run, reset) : on.bench.flushed(run);
  result.warm = problem.in_place ? on.bench.warm(run, reset) : on.bench.warm(run);
  check("after the timed runs");
}

}  // namespace Araios::Perf
