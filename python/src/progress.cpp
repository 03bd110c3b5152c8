// SPDX-License-Identifier: Apache-2.0
/// \file
/// Signals and progress during long calls.

#include "handles.hpp"

#include <atomic>
#include <chrono>
#include <stdexcept>

namespace araios_python {
namespace {

using Clock = std::chrono::steady_clock;

/// The settings of the process; changed and read with the GIL, but `delay`, which the calls compare without it.
struct Settings {
  unsigned long main_thread = 0;
  nb::object step = nb::none();   ///< step(function, phase, done, total)
  nb::object end = nb::none();    ///< end(), after a call with steps
  std::atomic<double> delay{-1};  ///< seconds of a call before its first step; negative: no steps
};
Settings& settings() {
  static auto* const the = new Settings;  // never destroyed: the interpreter may end first
  return *the;
}

/// The call of a thread.
struct State {
  Clock::time_point begin{};
  int depth = 0;
  bool has_steps = false;
  bool is_outside = false;  ///< the program runs: a handler of a signal, or the callback
};
thread_local State state;

bool failed(nb::python_error& error) {
  error.restore();
  return true;
}

/// With the GIL. True where an exception is set.
bool step(araios_progress const& progress) {
  auto const& callback = settings().step;
  if (callback.is_none()) return false;
  state.has_steps = true;
  try {
    callback(progress.function, progress.phase, progress.done, progress.total);
    return false;
  } catch (nb::python_error& error) {
    return failed(error);
  }
}

extern "C" int watch_call(void* /*user*/, araios_progress const* progress) {
  bool const is_main = PyThread_get_thread_ident() == settings().main_thread;
  double const delay = settings().delay;
  bool const reports = delay >= 0 && std::chrono::duration<double>(Clock::now() - state.begin).count() >= delay;
  if (!is_main && !reports) return 0;
  nb::gil_scoped_acquire const held;
  state.is_outside = true;
  bool const ends = (is_main && PyErr_CheckSignals() != 0) || (reports && step(*progress));
  state.is_outside = false;
  return ends ? 1 : 0;
}

}  // namespace

WatchedCall::WatchedCall() {
  if (state.is_outside) throw std::runtime_error("a progress callback or a handler of signals calls araios in a call");
  if (state.depth++ == 0) {
    state.begin = Clock::now();
    state.has_steps = false;
  }
}
WatchedCall::~WatchedCall() {
  if (--state.depth > 0 || !state.has_steps || settings().end.is_none()) return;
  nb::error_scope const kept;
  try {
    settings().end();
  } catch (nb::python_error& error) {
    error.discard_as_unraisable("araios: the end of the progress");
  }
}
void WatchedCall::raise_pending() const {
  if (PyErr_Occurred() != nullptr) throw nb::python_error();
}
void WatchedCall::watch(araios_context* context) { (void)araios_context_set_progress(context, watch_call, nullptr); }

void bind_progress(nb::module_& m) {
  m.def("set_main_thread", [](unsigned long ident) { settings().main_thread = ident; });
  m.def(
      "set_progress",
      [](nb::object step, nb::object end, double delay) {
        settings().step = std::move(step);
        settings().end = std::move(end);
        settings().delay = settings().step.is_none() ? -1 : delay;
      },
      nb::arg("step").none(), nb::arg("end").none(), nb::arg("delay"));
}

}  // namespace araios_python
