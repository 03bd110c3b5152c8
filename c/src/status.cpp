// SPDX-License-Identifier: Apache-2.0
/// \file
/// Exceptions as status codes, and what a call does at its beginning and end.

#include "core.hpp"

#include <Araios/core/memory.hpp>
#include <Araios/io/read_error.hpp>

#include <chrono>
#include <filesystem>
#include <ios>
#include <new>
#include <string_view>

namespace araios_c {

namespace {

thread_local std::string last_message;

void write_log(araios_context const& context, araios_log_level level, std::string const& text) {
  if (context.log != nullptr && context.log_level >= level) context.log(context.log_user, level, text.c_str());
}

}  // namespace

araios_status describe_exception(char const* function, std::string& message) noexcept {
  try {
    std::string text;
    araios_status const status = of(kind_of_exception(text));
    // The function of C++ often has the same name.
    std::string_view said = text, name = function;
    if (name.starts_with("araios_")) name.remove_prefix(std::string_view("araios_").size());
    auto const same = "Araios::" + std::string(name) + ": ";
    if (said.starts_with(same)) said.remove_prefix(same.size());
    message = std::string(function) + ": " + std::string(said);
    return status;
  } catch (...) {
    message.clear();  // no memory for the message
    return ARAIOS_OUT_OF_MEMORY;
  }
}

void set_last_message(std::string const& message) noexcept {
  try {
    last_message = message;
  } catch (...) {
    last_message.clear();
  }
}
araios_status keep_exception(char const* function) noexcept {
  std::string message;
  araios_status const status = describe_exception(function, message);
  set_last_message(message);
  return status;
}
char const* last_message_text() noexcept { return last_message.c_str(); }

namespace {
thread_local Call* current_call = nullptr;
}  // namespace

Call::Call(char const* function, araios_context* context, Access access, void const* other) noexcept
    : function_(function), context_(context) {
  try {
    kept_ = require_context_of(context, Kind::context, "the context");
    if (other != nullptr) other_kept_ = live::context_of(other);
    araios_context* const owner = other_kept_ == nullptr ? context : other_kept_.get();
    lock_ = std::unique_lock(context->mutex(), std::defer_lock);
    if (&owner->mutex() == &context->mutex()) {
      wait_for_lock();
    } else {
      other_lock_ = std::unique_lock(owner->mutex(), std::defer_lock);
      std::lock(lock_, other_lock_);  // in any order: another thread may copy in the other direction
      require_handle(context, Kind::context, nullptr, "the context");  // as after wait_for_lock
    }
    if (access == Access::alone) wait_to_be_alone();
    context->names.clear();
    if (context->progress != nullptr) scope_.emplace(static_cast<Araios::ProgressObserver&>(*this));
    outer_ = std::exchange(current_call, this);
  } catch (...) {
    bool const has_context = lock_.owns_lock() && live::context_of(context) != nullptr;
    status_ = has_context ? fail_with_exception() : keep_exception(function);
  }
}

Call::~Call() {
  if (current_call == this) current_call = outer_;
}

bool Call::is_using(araios_context const* context) noexcept {
  for (Call const* call = current_call; call != nullptr; call = call->outer_)
    if (call->context_ == context) return true;
  return false;
}

bool Call::requests_end(Araios::Progress const& progress) {
  araios_progress_function const function = context_->progress;
  araios_progress const current{function_, progress.phase, progress.done, progress.total};
  return function != nullptr && function(context_->progress_user, &current) != 0;
}

void Call::between_kernels() {
  if (!gives_way_) return;
  std::string names = std::move(context_->names);  // other calls use the context, too
  context_->mutex().give_way();
  context_->names = std::move(names);
}

GiveWay::GiveWay(bool is_possible) {
  Call* const call = current_call;
  if (!is_possible || call == nullptr || call->context_->space != Space::host || call->other_lock_.owns_lock() ||
      call->context_->mutex().num_to_be_alone > 0)
    return;
  if (!call->scope_) call->scope_.emplace(static_cast<Araios::ProgressObserver&>(*call));
  call->gives_way_ = true;
  call_ = call;
}
GiveWay::~GiveWay() {
  if (call_ != nullptr) call_->gives_way_ = false;
}

void Call::wait_to_be_alone() {
  CallMutex& mutex = context_->mutex();
  if (!mutex.has_others_at_work()) return;
  require(!mutex.is_held_twice(), ErrorKind::invalid_state,
          "it may change data of another call, which waits for this one");
  struct Wish {
    CallMutex& mutex;
    explicit Wish(CallMutex& m) : mutex(m) { ++mutex.num_to_be_alone; }
    ~Wish() { --mutex.num_to_be_alone; }
    Wish(Wish const&) = delete;
    Wish& operator=(Wish const&) = delete;
  } const wish(mutex);
  while (mutex.has_others_at_work()) {
    end_if_requested();
    mutex.hand_over();
    (void)lock_.release();
    lock_ = std::unique_lock(mutex, std::defer_lock);
    wait_for_lock();
  }
}

void Call::wait_for_lock() {
  if (!lock_.try_lock())
    while (!lock_.try_lock_for(std::chrono::milliseconds(20))) end_if_requested();
  require_handle(context_, Kind::context, nullptr, "the context");  // it may have been destroyed meanwhile
}

void Call::end_if_requested() {
  if (requests_end({"waiting for another call", 0, 0})) throw Araios::Interrupted("interrupted before it began");
}

araios_status Call::succeed() noexcept {
  if (context_->log_level == ARAIOS_LOG_CALLS) {
    try {
      write_log(*context_, ARAIOS_LOG_CALLS, std::string(function_) + "(" + context_->names + ")");
    } catch (...) {
      context_->names.clear();  // a line of the log is lost, the result is not
    }
  }
  return ARAIOS_SUCCESS;
}

araios_status Call::fail_with_exception() noexcept {
  status_ = describe_exception(function_, context_->message);
  set_last_message(context_->message);
  try {
    if (context_->log_level != ARAIOS_LOG_OFF)
      write_log(*context_, ARAIOS_LOG_ERRORS, std::string(araios_status_name(status_)) + ": " + context_->message);
  } catch (...) {
    context_->names.clear();
  }
  return status_;
}

}  // namespace araios_c
