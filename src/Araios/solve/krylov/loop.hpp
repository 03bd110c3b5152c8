// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Runs the iterations of a method until its state says that they are enough: in a CUDA graph that ends by itself, or
/// from the host, which reads the state now and then.

#include <Araios/collective/device_loop.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/instance.hpp>
#include <Araios/core/kokkos_compat.hpp>
#include <Araios/solve/krylov/options.hpp>
#include <Araios/solve/krylov/problem.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>

namespace Araios::Impl::krylov {

/// Whether the launches of an operator or a preconditioner may be captured once and repeated: said by its type.
template <class T>
inline constexpr bool can_be_captured = false;
template <class T>
  requires requires { T::can_be_captured; }
inline constexpr bool can_be_captured<T> = T::can_be_captured;
/// The same for an object, of which the type may not know it alone.
template <class T>
bool may_be_captured([[maybe_unused]] T const& f) {
  if constexpr (requires { f.may_be_captured(); })
    return f.may_be_captured();
  else
    return can_be_captured<T>;
}

/// The number of changes of what an object launches with, other than of the contents of arrays: where it is another one,
/// launches that were captured are out of date.
template <class T>
std::int64_t version_of([[maybe_unused]] T const& f) {
  if constexpr (requires { f.version(); })
    return f.version();
  else
    return 0;
}

/// Iterations between two checks of the state: so many that they take 30 us, at a rate of 10^5 entries a microsecond and
/// 3 us for launches, and 1 to 16.
inline int steps_of_loop(std::int64_t n, std::int64_t entries) {
  double const microseconds = 3 + static_cast<double>(entries) * 0.5e-5 + static_cast<double>(n) * 3e-5;
  return static_cast<int>(std::clamp(30 / microseconds, 1.0, 16.0));
}

/// What the state says of how it ended.
inline void report(Loop const& loop, SolveStatus& status) {
  status.reason = static_cast<SolveReason>(loop.reason);
  status.iterations = loop.iteration;
  status.residual = loop.true_residual;
  status.method_residual = loop.residual;
  status.tolerance = loop.tolerance;
  status.pivot = loop.pivot;
}

template <class Exec>
class LoopRunner {
 public:
  /// Calls iterate() until loop->is_running is 0; false: the callback has stopped it. Where `Capturable` and
  /// `may_capture`, the calls are captured, once for all runs.
  template <bool Capturable, class Iterate>
  bool run(Exec const& exec, Loop const* loop, int steps, SolveOptions const& options,
           [[maybe_unused]] bool may_capture, Iterate const& iterate) {
    in_graph_ = false;
#ifdef ARAIOS_HAVE_DEVICE_LOOP
    if constexpr (is_cuda_v<Exec> && Capturable) {
      // Tools see no kernels of a graph, and may wait for those that are captured.
      if (may_capture && !options.callback && !Kokkos::Tools::profileLibraryLoaded() && !is_being_captured(exec)) {
        if (!has_tried_)
          graph_ = DeviceLoop::capture(exec, &loop->is_running, [&] {
            for (int k = 0; k < steps; ++k) iterate();
          });
        has_tried_ = true;
        if (graph_) {
          graph_.launch(exec);
          return in_graph_ = true;
        }
      }
    }
#endif
    int const steps_of_check = options.callback || launches_block_v<Exec> ? 1 : steps;
    std::int64_t reported = -1;
    for (;;) {
      Loop const now = read(exec, loop, "Araios::solve: whether the iteration goes on");
      if (reported < 0) reported = now.iteration;  // where it starts again, not 0: the last run has reported it
      if (options.callback && now.iteration > reported) {
        reported = now.iteration;
        if (!options.callback(now.iteration, now.residual)) return false;
      }
      if (now.is_running == 0) return true;
      for (int k = 0; k < steps_of_check; ++k) iterate();
    }
  }
  bool in_graph() const { return in_graph_; }
  /// The next run captures anew.
  void forget() {
#ifdef ARAIOS_HAVE_DEVICE_LOOP
    graph_ = DeviceLoop();
    has_tried_ = false;
#endif
  }

  /// Waits, and reads the state.
  static Loop read(Exec const& exec, Loop const* loop, char const* label) {
    if constexpr (launches_block_v<Exec>) {
      return *loop;
    } else {
      Loop on_host{};
      using Space = typename Exec::memory_space;
      Kokkos::View<char*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged> const to(reinterpret_cast<char*>(&on_host),
                                                                               sizeof on_host);
      Kokkos::View<char const*, Space, Kokkos::MemoryUnmanaged> const from(reinterpret_cast<char const*>(loop),
                                                                           sizeof on_host);
      Kokkos::deep_copy(exec, to, from);
      fence(exec, label);
      return on_host;
    }
  }

 private:
  bool in_graph_ = false;
#ifdef ARAIOS_HAVE_DEVICE_LOOP
  DeviceLoop graph_;
  bool has_tried_ = false;
#endif
};

}  // namespace Araios::Impl::krylov
