// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Sums of runs of any length, in a fixed order and without atomics.
///
/// The elements are divided into chunks. Each chunk is summed by one work item: its sum of a run that begins in it is
/// added to the run directly; its sum of a run that began before, its carry, goes to a list with one element per chunk,
/// with the index of the run. The list is summed in the same way, level after level, until it is a single chunk. On
/// each level one work item alone adds to a run, and levels follow each other, so the order of every sum depends on the
/// lengths alone, and a run of millions of elements is shared by many work items.

#include <Araios/core/execution.hpp>
#include <Araios/core/semiring.hpp>
#include <Araios/core/workspace.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>
#include <utility>

namespace Araios::Impl::spmspv {

/// Tuning parameters: elements of a chunk. The same in every space, so that the order of sums is the same.
struct ReduceRunsShape {
  static constexpr std::int64_t first = 16;  // 128 bytes of doubles, which a GPU thread reads through its cache
  static constexpr std::int64_t later = 64;  // for later levels, which have few elements: fewer levels
};

/// The run of an element that belongs to none.
inline constexpr int no_run = -1;

/// One level. Runs: run(i) of element i, equal for the neighbours of one run, or no_run for an element that is to be
/// skipped.
template <SemiringType Semiring, bool First, class Runs, class Values, class Sums, class CarryRuns, class Carries>
struct ReduceRuns {
  using T = typename Sums::value_type;
  using Run = typename CarryRuns::value_type;
  Runs runs;
  Values values;
  Sums sums;
  CarryRuns carry_runs;
  Carries carries;
  std::int64_t count;

  KOKKOS_FUNCTION void operator()(std::int64_t c) const {
    constexpr std::int64_t chunk = First ? ReduceRunsShape::first : ReduceRunsShape::later;
    std::int64_t const begin = c * chunk;
    std::int64_t const end = count - begin < chunk ? count : begin + chunk;
    Run const before = begin > 0 ? static_cast<Run>(runs(begin - 1)) : Run(no_run);
    Run current = static_cast<Run>(runs(begin));
    bool carried = current != Run(no_run) && current == before;
    T sum = values(begin);
    carry_runs(c) = Run(no_run);
    carries(c) = Semiring::template zero<T>();
    for (std::int64_t i = begin + 1; i < end; ++i) {
      Run const run = static_cast<Run>(runs(i));
      if (run == current) {
        sum = Semiring::add(sum, values(i));
      } else {
        finish(c, current, carried, sum);
        current = run;
        carried = false;
        sum = values(i);
      }
    }
    finish(c, current, carried, sum);
  }

 private:
  KOKKOS_FUNCTION void finish(std::int64_t c, Run run, bool carried, T const& sum) const {
    if (run == Run(no_run)) return;
    if (carried) {
      carry_runs(c) = run;
      carries(c) = sum;
    } else {
      sums(run) = First ? sum : Semiring::add(static_cast<T>(sums(run)), sum);
    }
  }
};

/// sums(r) := the sum of values(i) over the elements of run r, in the semiring; runs have indices from 0 without gaps
///
/// Requires      runs(i) can be called for i in [0, count), values is a View.
/// Cost          log64(count / 16) + 1 kernels: the first reads runs and values once, each of the others 1/16, 1/1024,
///               ... of it.
template <SemiringType Semiring, class Run, class Exec, class Runs, class Values, class Sums, class Space>
void reduce_runs(Exec const& exec, std::string const& label, std::int64_t count, Runs const& runs, Values const& values,
                 Sums const& sums, Workspace<Space>& workspace) {
  using T = typename Sums::non_const_value_type;
  using RunView = Kokkos::View<Run*, Space>;
  using ValueView = Kokkos::View<T*, Space>;
  if (count == 0) return;
  typename Workspace<Space>::Frame const frame(workspace);
  std::int64_t chunks = tiles_for(count, ReduceRunsShape::first);
  std::int64_t const fewer = tiles_for(chunks, ReduceRunsShape::later);
  // A level reads one list and writes the other.
  RunView from_runs = workspace.template take<RunView>(exec, chunks);
  RunView to_runs = workspace.template take<RunView>(exec, fewer);
  ValueView from = workspace.template take<ValueView>(exec, chunks);
  ValueView to = workspace.template take<ValueView>(exec, fewer);
  Kokkos::parallel_for(
      label, range(exec, chunks),
      ReduceRuns<Semiring, true, Runs, Values, Sums, RunView, ValueView>{runs, values, sums, from_runs, from, count});
  while (chunks > 1) {
    std::int64_t const elements = chunks;
    chunks = tiles_for(elements, ReduceRunsShape::later);
    Kokkos::parallel_for(label, range(exec, chunks),
                         ReduceRuns<Semiring, false, RunView, ValueView, Sums, RunView, ValueView>{
                             from_runs, from, sums, to_runs, to, elements});
    std::swap(from_runs, to_runs);
    std::swap(from, to);
  }
}

}  // namespace Araios::Impl::spmspv
