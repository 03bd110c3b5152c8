// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// What the candidates of perf_calls get, and how calls are timed. They are compiled once for every type.

#include "calls/calls_program.hpp"
#include "harness/clock.hpp"
#include "harness/difference.hpp"
#include "harness/product_case.hpp"
#include "harness/statistics.hpp"
#include "harness/time_output.hpp"

#include <Araios/core/execution.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/formats/csr.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace Araios::Perf {

/// The operands of products and transpositions in the default execution space, and what must come out. Those of an
/// operation that is not measured are empty.
template <class Type>
struct CallsOn {
  using Exec = Device;
  using Space = Device::memory_space;
  using Scalar = typename Type::Scalar;
  using Vector = typename Type::Vector;
  using Matrix = CsrMatrix<Scalar, int, int, Space>;
  using Arrays = CsrArrays<Scalar, int, int, Space>;

  CallsProgram const& program;
  Progress& progress;
  std::vector<Result>& results;
  Device exec = {};
  Matrix A = {};
  // y := A x; `first` has room for the result of the first run of a method.
  Kokkos::View<Vector const*, Space> x = {};
  Kokkos::View<Vector*, Space> y = {}, first = {};
  Reference<Space> product = {};
  // B := transpose of A.
  Arrays B = {};
  Matrix transpose = {};
};

/// Calls of which the host's time is taken. A GPU's queue holds about 1,024 launches, and a call that finds it full
/// waits: a product is few launches, a transposition up to some tens.
inline constexpr int products_in_queue = 64;
inline constexpr int transpositions_in_queue = 16;

/// Seconds a call of `count` calls back to back that begin on an idle space; `fenced`: until all of them are done,
/// else until the last has returned.
template <class Exec, class Run>
double seconds_a_call(Exec const& exec, int count, bool fenced, Run const& run) {
  exec.fence();
  WallClock clock;
  clock.start();
  for (int i = 0; i < count; ++i) run();
  if (fenced) exec.fence();
  double const seconds = clock.stop();
  exec.fence();
  return seconds / count;
}

/// Checks `run`, times calls of it back to back, and checks it again; caches are warm. `check(when)` runs it once and
/// throws WrongResult. A batch is so many calls that it takes a tenth of the protocol's seconds, 20 at least and 2,000
/// at most.
template <class Type, class Run, class Check>
void time_batches(CallsOn<Type> const& on, Result& result, int in_queue, Run const& run, Check const& check) {
  constexpr int least = 20, most = 2000;
  Protocol const& protocol = on.program.common.protocol;
  on.progress.task(result.library + " " + result.method);
  check("first run");
  seconds_a_call(on.exec, least, true, run);
  double const estimate = std::max(seconds_a_call(on.exec, least, true, run), 1e-9);
  int const count =
      static_cast<int>(std::clamp(std::ceil(protocol.seconds / 10 / estimate), double(least), double(most)));
  std::vector<double> call, host;
  WallClock all;
  all.start();
  for (int i = 0; i < on.program.batches && (i == 0 || all.stop() < protocol.patience); ++i) {
    on.progress.step(join("batch ", i + 1, "/", on.program.batches, " of ", count));
    call.push_back(seconds_a_call(on.exec, count, true, run));
    host.push_back(seconds_a_call(on.exec, in_queue, false, run));
  }
  result.call = summarize(call);
  result.host = summarize(host);
  check("after the timed runs");
}

/// `time_batches` of a `run` that makes on.y.
template <class Type, class Run>
void time_product_calls(CallsOn<Type> const& on, Result& result, Run const& run) {
  result.bytes = on.A.bytes() + (std::int64_t(on.A.num_rows()) + on.A.num_cols()) *
                                    static_cast<std::int64_t>(sizeof(typename Type::Vector));
  auto const first_wrong_of_y = [&] { return first_wrong(on.exec, on.y, on.product); };
  time_batches(on, result, products_in_queue, run,
               check_of_output(on.exec, result, on.y, on.first, run, first_wrong_of_y));
}

/// Throws WrongResult unless B is the transpose, bit by bit.
template <class Type>
void require_transpose(CallsOn<Type> const& on, typename CallsOn<Type>::Matrix const& B, Result const& result,
                       char const* when) {
  on.exec.fence();
  if (auto const found = difference(on.exec, B, on.transpose))
    throw wrong_result(result, when, "the transpose is wrong: " + *found);
}

/// `time_batches` of a `run` that makes a transpose; `check(when)` as there.
template <class Type, class Run, class Check>
void time_transpose_calls(CallsOn<Type> const& on, Result& result, Run const& run, Check const& check) {
  result.bytes = on.A.bytes() + on.transpose.bytes();
  time_batches(on, result, transpositions_in_queue, run, check);
}

/// The same of a `run` that fills on.B.
template <class Type, class Run>
void time_transpose_calls(CallsOn<Type> const& on, Result& result, Run const& run) {
  time_transpose_calls(on, result, run, [&](char const* when) {
    poison(on.exec, on.B);
    run();
    require_transpose(on, typename CallsOn<Type>::Matrix(on.A.num_cols(), on.A.num_rows(), on.B), result, when);
  });
}

}  // namespace Araios::Perf
