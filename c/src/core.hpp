// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// What every function of the C interface passes through: the list of live handles, contexts with their locks and
/// messages, and `call`, which lets no exception leave.

#include "call_mutex.hpp"
#include "enumerations.hpp"

#include <Araios/core/progress.hpp>
#include <Araios/runtime/context.hpp>

#include <araios.h>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace araios_c {

namespace runtime = Araios::runtime;
using namespace Araios::runtime;
using Araios::Format;
using Araios::Order;
using Araios::Pattern;

/// For functions whose own arguments are checked after the handles, and before anything is converted.
inline constexpr auto nothing_to_check = [](auto const&...) {};

/// to := the text, as much as fits, and an end.
template <std::size_t size>
void copy_text(std::string_view text, char (&to)[size]) {
  to[text.copy(to, size - 1)] = '\0';
}

enum class Kind { none, context, matrix, vector, plan };
char const* name(Kind kind);

/// The handles that are alive: pointers are looked up here before they are used.
namespace live {
void add(std::shared_ptr<araios_context> context);
void add(void const* handle, Kind kind, araios_context* context);
void remove(void const* handle);
/// Kind::none where there is no such handle.
Kind find(void const* handle, araios_context** context);
/// The context of a handle; of a context itself. nullptr where there is no such handle.
std::shared_ptr<araios_context> context_of(void const* handle);
}  // namespace live

/// Throws INVALID_HANDLE unless `handle` is a live one of this kind; of `context`, where that is not nullptr.
void require_handle(void const* handle, Kind kind, araios_context const* context, char const* name);
/// The same, and the context of the handle. It outlives its destruction by another thread, for calls that wait for its
/// lock meanwhile.
std::shared_ptr<araios_context> require_context_of(void const* handle, Kind kind, char const* name);

}  // namespace araios_c

struct araios_context : Araios::runtime::Context {
  void* stream = nullptr;
#ifdef KOKKOS_ENABLE_CUDA
  cudaEvent_t event = nullptr;  ///< of order_streams, made by its first call
#endif
  araios_c::CallMutex device_mutex;
  std::string message;
  araios_log_level log_level = ARAIOS_LOG_OFF;
  araios_log_function log = nullptr;
  void* log_user = nullptr;
  std::string names;                                         ///< of the matrices of a call, for the log
  std::atomic<araios_progress_function> progress = nullptr;  ///< read before the lock is taken
  std::atomic<void*> progress_user = nullptr;

  /// Calls on host contexts share the threads, and with them one lock.
  araios_c::CallMutex& mutex();
};

namespace araios_c {

/// The lock of host work, for functions of device contexts that work on the host.
CallMutex& host_mutex();

/// Whether a call may run while another one, in the middle of its work, gives way to it. `alone` is right for all; `beside`
/// for those that write to no array of a matrix that was there before them. They may give handles other contents.
enum class Access { alone, beside };

/// A call of `function`: checks the context and takes its lock; maps the exception that is in flight. It asks the program
/// whether it goes on.
class Call : private Araios::ProgressObserver {
 public:
  /// `other` is a handle that may belong to another context, whose lock is then taken, too.
  Call(char const* function, araios_context* context, Access access, void const* other = nullptr) noexcept;
  ~Call() override;
  Call(Call const&) = delete;
  Call& operator=(Call const&) = delete;
  araios_status status() const noexcept { return status_; }
  araios_status succeed() noexcept;
  araios_status fail_with_exception() noexcept;
  /// Whether this thread is in a call that uses the context: in a function of the program that the call has called.
  static bool is_using(araios_context const* context) noexcept;

 private:
  friend class GiveWay;
  bool requests_end(Araios::Progress const& progress) override;
  void between_kernels() override;
  void wait_for_lock();
  void wait_to_be_alone();
  void end_if_requested();

  std::shared_ptr<araios_context> kept_, other_kept_;  ///< as long as the locks
  char const* function_;
  araios_context* context_;
  araios_status status_ = ARAIOS_SUCCESS;
  std::unique_lock<CallMutex> lock_;
  std::unique_lock<CallMutex> other_lock_;
  std::optional<Araios::ProgressScope> scope_;
  bool gives_way_ = false;
  Call* outer_ = nullptr;  ///< that this one is called within
};

/// From here on the call of this thread gives way to calls that wait for the host. Its inputs are bodies by now, which no
/// `beside` call changes, and only handles are left to be written, of which `output` does not exist yet.
class GiveWay {
 public:
  template <class Handle>
  explicit GiveWay(Handle* const* output) : GiveWay(*output == nullptr) {}
  /// For results that go to the caller.
  GiveWay() : GiveWay(true) {}
  ~GiveWay();
  GiveWay(GiveWay const&) = delete;
  GiveWay& operator=(GiveWay const&) = delete;

 private:
  explicit GiveWay(bool is_possible);
  Call* call_ = nullptr;
};

/// The status and message of the exception in flight, for functions without a context.
araios_status describe_exception(char const* function, std::string& message) noexcept;
void set_last_message(std::string const& message) noexcept;
/// Both: the status, and the message as the last one.
araios_status keep_exception(char const* function) noexcept;

/// f(context) with the lock of the context; exceptions become a status and a message.
template <class F>
araios_status call(char const* function, araios_context* context, F const& f, Access access = Access::alone,
                   void const* other = nullptr) noexcept {
  Call current(function, context, access, other);
  if (current.status() != ARAIOS_SUCCESS) return current.status();
  try {
    f(*context);
    return current.succeed();
  } catch (...) {
    return current.fail_with_exception();
  }
}

/// f(context) as a call with Access::beside.
template <class F>
araios_status call_beside(char const* function, araios_context* context, F const& f) noexcept {
  return call(function, context, f, Access::beside);
}
/// f(exec) as a call.
template <class F>
araios_status compute(char const* function, araios_context* context, F const& f) noexcept {
  return call(function, context, [&](araios_context& c) { on(c, f); });
}
/// The same with Access::beside.
template <class F>
araios_status compute_beside(char const* function, araios_context* context, F const& f) noexcept {
  return call(function, context, [&](araios_context& c) { on(c, f); }, Access::beside);
}

}  // namespace araios_c
