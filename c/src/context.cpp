// SPDX-License-Identifier: Apache-2.0
/// \file
/// Kokkos' life, and contexts.

#include "handles.hpp"
#include <Araios/runtime/types.hpp>

#include <Araios/core/kept_memory.hpp>
#include <Araios/core/validation.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <type_traits>
#include <utility>
#include <vector>

namespace araios_c {

char const* last_message_text() noexcept;

namespace {

constexpr char no_device_text[] = "Kokkos was built without a device: Kokkos_ENABLE_CUDA";

enum class Life { not_begun, ours, of_program, over };

struct State {
  std::mutex mutex;
  Life life = Life::not_begun;
};
/// Not destroyed at the end of the program: handles may be used by what is destroyed later.
State& state() {
  static State* const the = new State;
  return *the;
}

/// Before Kokkos frees its memory.
void end() {
  destroy_handles(nullptr);
  state().life = Life::over;
}

void initialize_kokkos(araios_initialize_options const& options) {
  require(options.num_threads >= 0, ErrorKind::invalid_argument, "num_threads is negative (", options.num_threads, ")");
#ifdef KOKKOS_ENABLE_CUDA
  // Kokkos would end the program.
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess) devices = 0;
  (void)cudaGetLastError();
  require(devices > 0, ErrorKind::device_error, "Kokkos was built for CUDA, and there is no GPU that works");
  require(options.use_device_id == 0 || (options.device_id >= 0 && options.device_id < devices),
          ErrorKind::invalid_argument, "device_id is ", options.device_id, ", not in [0, ", devices, ")");
#endif
#if KOKKOS_VERSION >= 30700
  Kokkos::InitializationSettings settings;
  if (options.num_threads > 0) settings.set_num_threads(options.num_threads);
  if (options.use_device_id != 0) settings.set_device_id(options.device_id);
  settings.set_disable_warnings(true);
  Kokkos::initialize(settings);
#else
  Kokkos::InitArguments arguments;
  if (options.num_threads > 0) arguments.num_threads = options.num_threads;
  if (options.use_device_id != 0) arguments.device_id = options.device_id;
  arguments.disable_warnings = true;
  Kokkos::initialize(arguments);
#endif
}

void begin(araios_initialize_options const& options) {
  State& s = state();
  std::lock_guard const lock(s.mutex);
  require(s.life != Life::over, ErrorKind::invalid_state,
          "the library is finalized, and Kokkos cannot be initialised twice");
  if (s.life != Life::not_begun) return;
#if KOKKOS_VERSION >= 30700
  require(!Kokkos::is_finalized(), ErrorKind::invalid_state, "Kokkos is finalized, and cannot be initialised twice");
#endif
  if (Kokkos::is_initialized()) {
    s.life = Life::of_program;
  } else {
    initialize_kokkos(options);
    s.life = Life::ours;
    (void)std::atexit([] { (void)araios_finalize(); });
  }
  Kokkos::push_finalize_hook(end);
}

#ifdef ARAIOS_HAVE_DEFAULT_DEVICE
/// An instance that works on a stream of the caller, where the space has streams.
template <class Exec>
Exec on_stream(void* stream) {
  if (stream == nullptr) return Exec();
  if constexpr (requires(Exec const& exec) { exec.cuda_stream(); })
    return Exec(static_cast<decltype(std::declval<Exec const&>().cuda_stream())>(stream));
  else if constexpr (requires(Exec const& exec) { exec.hip_stream(); })
    return Exec(static_cast<decltype(std::declval<Exec const&>().hip_stream())>(stream));
  else
    fail(ErrorKind::not_supported, "streams are not supported by ", Exec::name());
}
#endif

/// direction(the stream of the context, `stream`) is (first, then): what follows on `then` waits for the work on `first`.
/// A stream waits for what an event has recorded when it is told to, so the next call can record in it again.
template <class Direction>
void order_streams(araios_context& context, [[maybe_unused]] void* stream,
                   [[maybe_unused]] Direction const& direction) {
  require(context.space == Space::device, ErrorKind::invalid_argument,
          "a stream needs a context of the device, not of the host");
#ifdef KOKKOS_ENABLE_CUDA
  if constexpr (std::is_same_v<DeviceExec, Kokkos::Cuda>) {
    auto const check = [](cudaError_t status) {
      if (status == cudaSuccess) return;
      (void)cudaGetLastError();
      fail(ErrorKind::device_error, cudaGetErrorString(status));
    };
    auto const [first, then] = direction(context.device.cuda_stream(), static_cast<cudaStream_t>(stream));
    if (first == then) return;
    if (context.event == nullptr) check(cudaEventCreateWithFlags(&context.event, cudaEventDisableTiming));
    auto status = cudaEventRecord(context.event, first);
    if (status == cudaSuccess) status = cudaStreamWaitEvent(then, context.event, 0);
    if (status != cudaSuccess)
      (void)cudaEventDestroy(std::exchange(context.event, nullptr));  // it may be of another GPU
    check(status);
  }
#else
  fail(ErrorKind::not_supported, "streams are supported on CUDA only");
#endif
}

#ifdef ARAIOS_HAVE_DEFAULT_DEVICE
std::int64_t memory_of_device() {
#ifdef KOKKOS_ENABLE_CUDA
  std::size_t free = 0, total = 0;
  if (cudaMemGetInfo(&free, &total) == cudaSuccess) return static_cast<std::int64_t>(total);
  (void)cudaGetLastError();
#endif
  fail(ErrorKind::not_supported, "the memory of the device is not known; give a number of bytes");
}
#endif

Space space_of(Space space) {
  require_enumerator(space, Space::device, "araios_space");
  if (space == Space::unspecified) return has_device ? Space::device : Space::host;
  require(space == Space::host || has_device, ErrorKind::not_supported, no_device_text);
  return space;
}

araios_status without_context(char const* function, auto const& f) noexcept {
  try {
    f();
    return ARAIOS_SUCCESS;
  } catch (...) {
    return keep_exception(function);
  }
}

}  // namespace

CallMutex& host_mutex() {
  static auto* const the = new CallMutex;
  return *the;
}

}  // namespace araios_c

using namespace araios_c;

CallMutex& araios_context::mutex() { return space == Space::host ? host_mutex() : device_mutex; }

char const* araios_last_message(void) { return last_message_text(); }

araios_status araios_initialize(araios_initialize_options const* options) {
  return without_context("araios_initialize",
                         [&] { begin(options == nullptr ? araios_initialize_options{} : *options); });
}

araios_status araios_finalize(void) {
  return without_context("araios_finalize", [] {
    State& s = state();
    Life life;
    {
      std::lock_guard const lock(s.mutex);
      life = s.life;
      s.life = Life::over;
    }
    if (life == Life::over || life == Life::not_begun) return;
    destroy_handles(nullptr);
    if (life == Life::ours && Kokkos::is_initialized()) Kokkos::finalize();
  });
}

int araios_has_space(araios_space space) {
  return of(space) == Space::unspecified || of(space) == Space::host || (of(space) == Space::device && has_device);
}

araios_status araios_context_create(araios_context_options const* options, araios_context** context) {
  return without_context("araios_context_create", [&] {
    require_pointer(context, "context");
    araios_context_options const given = options == nullptr ? araios_context_options{} : *options;
    Space const space = space_of(of(given.space));
    require(given.stream == nullptr || space == Space::device, ErrorKind::invalid_argument,
            "a stream needs a context of the device, not of the host");
    begin(given.initialize);
    auto made = std::make_shared<araios_context>();
    made->space = space;
#ifdef ARAIOS_HAVE_DEFAULT_DEVICE
    if (space == Space::device) {
      made->device = on_stream<DeviceExec>(given.stream);
      made->stream = given.stream;
    }
#endif
    live::add(made);
    *context = made.get();
  });
}

araios_status araios_context_destroy(araios_context* context) {
  if (context == nullptr) return ARAIOS_SUCCESS;
  return without_context("araios_context_destroy", [&] {
    auto const kept = require_context_of(context, Kind::context, "the context");
    {
      CallMutex& mutex = context->mutex();
      std::lock_guard const lock(mutex);
      bool const is_nested = mutex.is_held_twice() && mutex.has_others_at_work();
      require(!is_nested && !Call::is_using(context), ErrorKind::invalid_state,
              "a call of this thread is at work: destroy the context after it");
      while (mutex.has_others_at_work()) {
        mutex.hand_over();
        mutex.lock();
      }
      require_handle(context, Kind::context, nullptr, "the context");  // it may have been destroyed meanwhile
      context->fence();
      live::remove(context);  // before functions that release arrays: they can make no handle of it any more
      destroy_handles(context);
#ifdef KOKKOS_ENABLE_CUDA
      if (context->event != nullptr) (void)cudaEventDestroy(context->event);
#endif
    }
  });
}

araios_status araios_context_synchronize(araios_context* context) {
  return call("araios_context_synchronize", context, [](araios_context& c) { c.fence(); }, Access::beside);
}

araios_status araios_context_set_stream(araios_context* context, void* stream) {
  return call("araios_context_set_stream", context, [&](araios_context& c) {
    if (stream == c.stream) return;
    require(c.space == Space::device, ErrorKind::invalid_argument,
            "a stream needs a context of the device, not of the host");
#ifdef ARAIOS_HAVE_DEFAULT_DEVICE
    auto const next = on_stream<DeviceExec>(stream);
    c.fence();
    c.device = next;
    c.stream = stream;
#endif
  });
}

araios_status araios_context_wait_for_stream(araios_context* context, void* stream) {
  return call("araios_context_wait_for_stream", context, [&](araios_context& c) {
    order_streams(c, stream, [](auto of_context, auto other) { return std::pair(other, of_context); });
  });
}

araios_status araios_context_signal_stream(araios_context* context, void* stream) {
  return call("araios_context_signal_stream", context, [&](araios_context& c) {
    order_streams(c, stream, [](auto of_context, auto other) { return std::pair(of_context, other); });
  });
}

araios_status araios_keep_memory(araios_space space, int64_t bytes) {
  return without_context("araios_keep_memory", [&] {
    require(bytes >= -1, ErrorKind::invalid_argument, "a number of bytes is -1, 0 or more, not ", bytes);
    Space const where = space_of(of(space));
    begin({});
    if (where == Space::host) return Araios::keep_freed_memory<Kokkos::HostSpace>(bytes >= 0 ? bytes : 1 << 28);
#ifdef ARAIOS_HAVE_DEFAULT_DEVICE
    Araios::keep_freed_memory<DeviceExec::memory_space>(bytes >= 0 ? bytes : memory_of_device() / 4);
#endif
  });
}

int araios_set_validation(int on) {
  bool const before = Araios::validation();
  Araios::set_validation(on != 0);
  return before;
}

char const* araios_context_message(araios_context const* context) {
  araios_context* owner = nullptr;
  if (live::find(context, &owner) != Kind::context) return last_message_text();
  return context->message.c_str();
}

araios_status araios_context_set_progress(araios_context* context, araios_progress_function function, void* user) {
  return call(
      "araios_context_set_progress", context,
      [&](araios_context& c) {
        c.progress = nullptr;
        c.progress_user = user;
        c.progress = function;
      },
      Access::beside);
}

araios_status araios_context_set_log(araios_context* context, araios_log_level level, araios_log_function function,
                                     void* user) {
  return call(
      "araios_context_set_log", context,
      [&](araios_context& c) {
        require_enumerator(level, ARAIOS_LOG_CALLS, "araios_log_level");
        c.log = function;
        c.log_user = user;
        c.log_level = function == nullptr ? ARAIOS_LOG_OFF : level;
      },
      Access::beside);
}
