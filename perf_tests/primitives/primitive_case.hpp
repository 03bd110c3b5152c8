// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// What the parts of perf_primitives tell each other.
///
/// Every primitive here turns arrays of int into arrays of int, so one description serves them all. The expected output
/// comes from the C++ standard library.

#include "harness/bench.hpp"
#include "harness/program.hpp"
#include "harness/results.hpp"

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace Araios::Perf {

template <class Exec>
using Ints = Kokkos::View<int*, typename Exec::memory_space>;
template <class Exec>
using ManyInts = std::vector<Ints<Exec>>;

/// An input, what must come out, and the numbers that an implementation is told.
struct Problem {
  std::string name;  // of the primitive, and of the kind of input where there are several
  std::int64_t n = 0;
  ManyInts<Host> in;
  ManyInts<Host> expected;
  bool in_place = false;     // the outputs begin as copies of the first inputs
  std::int64_t bins = 0;     // values of the keys or indices are below this
  std::int64_t segment = 0;  // length of equal segments
  std::int64_t longest = 0;  // of segments given by pointers
  std::int64_t bytes = 0;    // each input read once, each output written once
};

/// Every primitive, on n elements.
std::vector<Problem> make_problems(std::int64_t n);

/// An implementation, ready to run: memory is allocated, nothing else is done.
struct Prepared {
  std::function<void()> run;
  std::function<std::int64_t()> workspace_bytes;  // after a run; none: not known
};

/// An implementation of the primitive of some problem.
template <class Exec>
struct Candidate {
  std::string library;
  std::string method;
  std::function<Prepared(Exec const&, Problem const&, ManyInts<Exec> const& in, ManyInts<Exec> const& out)> prepare;
  bool stable = true;  // equal keys keep their order; where not, payloads of equal keys are ordered before the check
};

// The parts; each gives the candidates for a problem.
template <class Exec>
std::vector<Candidate<Exec>> araios_candidates(Problem const& problem);
template <class Exec>
std::vector<Candidate<Exec>> kokkos_candidates(Problem const& problem);
std::vector<Candidate<Device>> cub_candidates(Problem const& problem);
std::vector<Candidate<Host>> standard_candidates(Problem const& problem);

/// Checks and times one candidate, and throws WrongResult when it is wrong. Defined in time_candidate.hpp.
template <class Exec>
Result time_candidate(Bench<Exec>& bench, Problem const& problem, Candidate<Exec> const& candidate);

}  // namespace Araios::Perf
