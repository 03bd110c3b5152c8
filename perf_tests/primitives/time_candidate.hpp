// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "harness/table.hpp"
#include "primitives/primitive_case.hpp"

#include <algorithm>

namespace Araios::Perf {

namespace Detail {

// Payloads of equal keys in ascending order. As inputs have them so, that is the order of a stable sort.
inline void order_payloads(Problem const& problem, ManyInts<Host> const& out) {
  std::int64_t segment = 0;
  for (std::int64_t begin = 0; begin < problem.n;) {
    std::int64_t end = problem.n;
    if (problem.in_place) {  // with pointers
      while (problem.in[2](segment + 1) <= begin) ++segment;
      end = problem.in[2](segment + 1);
    }
    std::int64_t next = begin + 1;
    while (next < end && out[0](next) == out[0](begin)) ++next;
    std::sort(out[1].data() + begin, out[1].data() + next);
    begin = next;
  }
}

}  // namespace Detail

template <class Exec>
Result time_candidate(Bench<Exec>& bench, Problem const& problem, Candidate<Exec> const& candidate) {
  Exec const& exec = bench.exec();
  ManyInts<Exec> in, out;
  auto const copy_of = [&](Ints<Host> const& from) {
    auto const to = allocate<Ints<Exec>>(exec, "Araios::Perf::ints", static_cast<std::int64_t>(from.extent(0)));
    if (from.extent(0) > 0) Kokkos::deep_copy(to, from);
    return to;
  };
  for (auto const& array : problem.in) in.push_back(copy_of(array));
  for (auto const& array : problem.expected)
    out.push_back(allocate<Ints<Exec>>(exec, "Araios::Perf::ints", static_cast<std::int64_t>(array.extent(0))));

  // The outputs of a run hold what is sorted in place, or else what no result contains.
  auto const reset = [&] {
    for (std::size_t i = 0; i < out.size(); ++i) {
      if (problem.in_place)
        Kokkos::deep_copy(exec, out[i], in[i]);
      else
        Araios::fill(exec, out[i], -7);
    }
  };
  Prepared const prepared = candidate.prepare(exec, problem, in, out);
  Result result;
  result.library = candidate.library;
  result.method = candidate.method;
  result.space = candidate.library == "std" ? "host" : Exec::name();
  result.on_device = Araios::is_gpu_v<Exec>;
  bench.progress().task(
      join(problem.name, ", ", problem.n, ": ", result.library, " ", result.method, " on ", result.space));
  auto const check = [&](char const* when) {
    reset();
    prepared.run();
    exec.fence();
    ManyInts<Host> got;
    for (auto const& array : out) {
      got.push_back(allocate<Ints<Host>>(Host(), "Araios::Perf::ints", static_cast<std::int64_t>(array.extent(0))));
      Kokkos::deep_copy(got.back(), array);
    }
    if (!candidate.stable) Detail::order_payloads(problem, got);
    for (std::size_t i = 0; i < got.size(); ++i)
      for (std::size_t p = 0; p < got[i].extent(0); ++p)
        if (got[i](p) != problem.expected[i](p))
          throw WrongResult(join(problem.name, " by ", result.library, " ", result.method, " in ", result.space, ", ",
                                 when, ": output ", i, " is wrong at position ", p, ": ", got[i](p), ", not ",
                                 problem.expected[i](p)));
  };
  check("first run");
  result.bytes = problem.bytes;
  result.copy_bandwidth = bench.copy_bandwidth();
  result.flushed = problem.in_place ? bench.flushed(prepared.run, reset) : bench.flushed(prepared.run);
  result.warm = problem.in_place ? bench.warm(prepared.run, reset) : bench.warm(prepared.run);
  check("after the timed runs");
  if (prepared.workspace_bytes) result.workspace_bytes = prepared.workspace_bytes();
  return result;
}

}  // namespace Araios::Perf
