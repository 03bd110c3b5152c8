// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// What every function of the C interface passes through: the list of live handles, contexts with their locks and
/// messages, and `call`, which lets no exception leave.

#include "call_mutex.hpp"

#include <Araios/core/execution.hpp>
#include <Araios/core/progress.hpp>

#include <Kokkos_Core.hpp>

#include <araios.h>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>

namespace araios_c {

using HostExec = Kokkos::DefaultHostExecutionSpace;
#ifdef ARAIOS_HAVE_DEFAULT_DEVICE
inline constexpr bool has_device = true;
using DeviceExec = Kokkos::DefaultExecutionSpace;
#else
inline constexpr bool has_device = false;
#endif

/// An error with its status; other exceptions are mapped to one by `call`.
class Failure : public std::runtime_error {
 public:
  Failure(araios_status status, std::string const& message) : std::runtime_error(message), status_(status) {}
  araios_status status() const noexcept { return status_; }

 private:
  araios_status status_;
};

/// A text, a character or a number as text.
template <class Part>
std::string text_of(Part const& part) {
  if constexpr (std::is_convertible_v<Part const&, std::string_view>)
    return std::string(std::string_view(part));
  else if constexpr (std::is_same_v<Part, char>)
    return std::string(1, part);
  else if constexpr (std::is_floating_point_v<Part>)
    return (std::ostringstream() << part).str();
  else
    return std::to_string(part);
}
/// The parts, concatenated.
template <class... Parts>
std::string message(Parts const&... parts) {
  std::string text;
  (text.append(text_of(parts)), ...);
  return text;
}

template <class... Parts>
[[noreturn]] void fail(araios_status status, Parts const&... parts) {
  throw Failure(status, message(parts...));
}

/// Throws a Failure of this status with the concatenated parts unless `condition` holds.
template <class... Parts>
void require(bool condition, araios_status status, Parts const&... parts) {
  if (!condition) fail(status, parts...);
}
template <class T>
void require_pointer(T const* pointer, char const* name) {
  require(pointer != nullptr, ARAIOS_INVALID_ARGUMENT, name, " is NULL");
}
/// Throws unless `value` is one of 0 .. `last`.
template <class Enum>
void require_enumerator(Enum value, Enum last, char const* name) {
  auto const number = static_cast<long long>(value);
  require(number >= 0 && number <= static_cast<long long>(last), ARAIOS_INVALID_ARGUMENT, name, " has no enumerator ",
          number);
}

/// For functions whose own arguments are checked after the handles, and before anything is converted.
inline constexpr auto nothing_to_check = [](auto const&...) {};

/// Throws unless `space` is one that the library has.
inline void require_space(araios_space space) {
  require_enumerator(space, ARAIOS_SPACE_DEVICE, "araios_space");
  require(space != ARAIOS_SPACE_DEVICE || has_device, ARAIOS_NOT_SUPPORTED, "Kokkos was built without a device");
}

/// to := the text, as much as fits, and an end.
template <std::size_t size>
void copy_text(std::string_view text, char (&to)[size]) {
  to[text.copy(to, size - 1)] = '\0';
}

enum class Kind { none, context, matrix, vector, plan };
char const* name(Kind kind);
char const* name(araios_plan_kind kind);

/// The handles that are alive: pointers are looked up here before they are used.
namespace live {
void add(void const* handle, Kind kind, araios_context* context);
void remove(void const* handle);
/// Kind::none where there is no such handle.
Kind find(void const* handle, araios_context** context);
}  // namespace live

/// Throws INVALID_HANDLE unless `handle` is a live one of this kind; of `context`, where that is not nullptr.
void require_handle(void const* handle, Kind kind, araios_context const* context, char const* name);

}  // namespace araios_c

struct araios_context {
  araios_space space = ARAIOS_SPACE_HOST;
  araios_c::HostExec host;
#ifdef ARAIOS_HAVE_DEFAULT_DEVICE
  araios_c::DeviceExec device;
#endif
  void* stream = nullptr;
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
  void fence() const;
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

 private:
  friend class GiveWay;
  bool requests_end(Araios::Progress const& progress) override;
  void between_kernels() override;
  void wait_for_lock();
  void wait_to_be_alone();
  void end_if_requested();

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

/// f(exec) with the execution-space instance of the context.
template <class F>
decltype(auto) on(araios_context const& context, F const& f) {
#ifdef ARAIOS_HAVE_DEFAULT_DEVICE
  if (context.space == ARAIOS_SPACE_DEVICE) return f(context.device);
#endif
  return f(context.host);
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

/// Arrays of the caller: calls `release` at the end, after the work of the context.
class Borrowed {
 public:
  Borrowed(araios_context const& context, araios_array_options const& options)
      : wait_([&]() -> std::optional<Wait> {
          if (context.space == ARAIOS_SPACE_HOST) return std::nullopt;
          return Wait{context};
        }()),
        release_(options.release),
        user_(options.user) {}
  Borrowed(Borrowed const&) = delete;
  Borrowed& operator=(Borrowed const&) = delete;
  ~Borrowed() {
    if (armed_ && release_ != nullptr) {
      if (wait_) wait_->now();
      release_(user_);
    }
  }
  /// From now on the end calls `release`: the call that borrows has succeeded.
  void arm() { armed_ = true; }
  /// The array of offsets of a matrix on the host, which has `nnz` entries.
  template <class Offset>
  void watch(Offset const* offsets, std::int64_t count, std::int64_t nnz) {
    if (wait_ || count == 0) return;
    offsets_ = offsets, last_ = count - 1, nnz_ = nnz, is_wide_ = sizeof(Offset) == 8;
  }
  /// Throws INVALID_MATRIX where the first or the last offset is no longer what it was. In O(1).
  void require_unchanged(char const* name) const {
    if (offsets_ == nullptr) return;
    auto const at = [&](std::int64_t i) {
      return is_wide_ ? static_cast<std::int64_t const*>(offsets_)[i]
                      : std::int64_t(static_cast<std::int32_t const*>(offsets_)[i]);
    };
    require(at(0) == 0 && at(last_) == nnz_, ARAIOS_INVALID_MATRIX, name,
            ": the owner of the arrays has changed the offsets, which go from ", at(0), " to ", at(last_),
            ", not from 0 to ", nnz_);
  }

 private:
  struct Wait {
#ifdef ARAIOS_HAVE_DEFAULT_DEVICE
    DeviceExec exec;
    explicit Wait(araios_context const& context) : exec(context.device) {}
    void now() const { exec.fence(); }
#else
    explicit Wait(araios_context const&) {}
    void now() const {}
#endif
  };
  std::optional<Wait> wait_;
  void (*release_)(void*);
  void* user_;
  bool armed_ = false;
  void const* offsets_ = nullptr;
  std::int64_t last_ = 0, nnz_ = 0;
  bool is_wide_ = false;
};
using Owner = std::shared_ptr<Borrowed>;

}  // namespace araios_c
