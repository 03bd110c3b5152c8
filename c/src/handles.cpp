// SPDX-License-Identifier: Apache-2.0
/// \file
/// The list of live handles, inputs and outputs.

#include "handles.hpp"

#include <shared_mutex>
#include <unordered_map>

namespace araios_c {

char const* name(Kind kind) {
  switch (kind) {
  case Kind::context:
    return "a context";
  case Kind::matrix:
    return "a matrix";
  case Kind::vector:
    return "a vector";
  case Kind::plan:
    return "a plan";
  default:
    return "no handle";
  }
}

namespace {

struct Entry {
  Kind kind;
  araios_context* context;
  std::shared_ptr<araios_context> owned;  ///< of a context
};
struct List {
  std::shared_mutex mutex;
  std::unordered_map<void const*, Entry> entries;
};
/// Not destroyed at the end of the program, as in context.cpp.
List& list() {
  static List* const the = new List;
  return *the;
}

template <class Handle>
void note_name(araios_context& context, Handle const& handle) {
  if (context.log_level != ARAIOS_LOG_CALLS) return;
  if (!context.names.empty()) context.names += ", ";
  context.names += handle.name.empty() ? "unnamed" : handle.name;
}

template <class Handle>
void set_handle(araios_context& context, Kind kind, Handle** output, decltype(Handle::body)&& body) {
  auto const owner = body.owner;
  if (*output != nullptr) {
    (*output)->body = std::move(body);
    (*output)->changes.clear();
    if (owner) owner->arm();
    return;
  }
  auto made = std::make_unique<Handle>();
  made->context = &context;
  made->body = std::move(body);
  live::add(made.get(), kind, &context);
  *output = made.release();
  if (owner) owner->arm();
}

template <class Handle>
void require_output(araios_context& context, Kind kind, Handle** output, char const* name) {
  require_pointer(output, name);
  if (*output != nullptr) require_handle(*output, kind, &context, name);
}

}  // namespace

namespace live {
void add(std::shared_ptr<araios_context> context) {
  std::lock_guard const lock(list().mutex);
  araios_context* const handle = context.get();
  list().entries.insert_or_assign(handle, Entry{Kind::context, handle, std::move(context)});
}
void add(void const* handle, Kind kind, araios_context* context) {
  std::lock_guard const lock(list().mutex);
  list().entries.insert_or_assign(handle, Entry{kind, context, nullptr});
}
void remove(void const* handle) {
  std::lock_guard const lock(list().mutex);
  list().entries.erase(handle);
}
std::shared_ptr<araios_context> context_of(void const* handle) {
  std::shared_lock const lock(list().mutex);
  auto const& entries = list().entries;
  auto const found = entries.find(handle);
  if (found == entries.end()) return nullptr;
  auto const context = entries.find(found->second.context);
  return context == entries.end() ? nullptr : context->second.owned;
}
Kind find(void const* handle, araios_context** context) {
  std::shared_lock const lock(list().mutex);
  auto const found = list().entries.find(handle);
  if (found == list().entries.end()) return Kind::none;
  *context = found->second.context;
  return found->second.kind;
}
}  // namespace live

void require_handle(void const* handle, Kind kind, araios_context const* context, char const* what) {
  require(handle != nullptr, ErrorKind::invalid_handle, what, " is NULL");
  araios_context* owner = nullptr;
  Kind const found = live::find(handle, &owner);
  require(found != Kind::none, ErrorKind::invalid_handle, what, " is destroyed, or never was a handle");
  require(found == kind, ErrorKind::invalid_handle, what, " is ", name(found), ", not ", name(kind));
  require(context == nullptr || owner == context, ErrorKind::invalid_handle, what, " belongs to another context");
}

std::shared_ptr<araios_context> require_context_of(void const* handle, Kind kind, char const* what) {
  require_handle(handle, kind, nullptr, what);
  auto context = live::context_of(handle);
  require(context != nullptr, ErrorKind::invalid_handle, what, " was destroyed by another thread");
  return context;
}

void destroy_handles(araios_context* context) {
  std::vector<std::pair<void const*, Entry>> mine;
  {
    std::lock_guard const lock(list().mutex);
    for (auto const& entry : list().entries)
      if (context == nullptr || (entry.second.context == context && entry.second.kind != Kind::context))
        mine.push_back(entry);
    for (auto const& entry : mine) list().entries.erase(entry.first);
  }
  // Contexts last, by the end of `mine`: the ends of others wait for their work.
  for (auto const& [handle, entry] : mine) {
    void* const pointer = const_cast<void*>(handle);
    if (entry.kind == Kind::matrix) delete static_cast<araios_matrix*>(pointer);
    if (entry.kind == Kind::vector) delete static_cast<araios_vector*>(pointer);
    if (entry.kind == Kind::plan) delete static_cast<araios_plan*>(pointer);
  }
}

araios_matrix& matrix_to_change(araios_context& context, araios_matrix* A, char const* name) {
  require_handle(A, Kind::matrix, &context, name);
  note_name(context, *A);
  return *A;
}
araios_vector& vector_to_change(araios_context& context, araios_vector* x, char const* name) {
  require_handle(x, Kind::vector, &context, name);
  note_name(context, *x);
  return *x;
}

Matrix matrix_input(araios_context& context, araios_matrix const* A, char const* name) {
  // Changes that were collected belong to the contents: making them does not change the matrix of the handle.
  auto& handle = matrix_to_change(context, const_cast<araios_matrix*>(A), name);
  if (handle.body.owner) handle.body.owner->require_unchanged(name);
  if (!handle.changes.empty()) commit(context, handle);
  return handle.body;
}
Vector vector_input(araios_context& context, araios_vector const* x, char const* name) {
  auto& handle = vector_to_change(context, const_cast<araios_vector*>(x), name);
  if (!handle.changes.empty()) commit(context, handle);
  return handle.body;
}
void require_dense(Vector const& body, char const* name) {
  require(!body.is_sparse, ErrorKind::invalid_argument, name, " is sparse, not dense: araios_vector_to_dense");
}
Vector dense_input(araios_context& context, araios_vector const* x, char const* name) {
  auto body = vector_input(context, x, name);
  require_dense(body, name);
  return body;
}
Vector sparse_input(araios_context& context, araios_vector const* x, char const* name) {
  auto body = vector_input(context, x, name);
  require(body.is_sparse, ErrorKind::invalid_argument, name, " is dense, not sparse: araios_vector_to_sparse");
  return body;
}
araios_plan const& plan_input(araios_context& context, araios_plan const* P, PlanKind kind) {
  require_handle(P, Kind::plan, &context, "the plan");
  require(P->kind == kind, ErrorKind::invalid_handle, "the plan is one of ", name(P->kind));
  return *P;
}

MatrixOutput::MatrixOutput(araios_context& context, araios_matrix** output, char const* name)
    : context_(context), output_(output) {
  require_output(context, Kind::matrix, output, name);
}
void MatrixOutput::set(Matrix body) { set_handle(context_, Kind::matrix, output_, std::move(body)); }
VectorOutput::VectorOutput(araios_context& context, araios_vector** output, char const* name)
    : context_(context), output_(output) {
  require_output(context, Kind::vector, output, name);
}
void VectorOutput::set(Vector body) { set_handle(context_, Kind::vector, output_, std::move(body)); }

void require_plan_output(araios_plan** output) {
  require_pointer(output, "the output");
  require(*output == nullptr, ErrorKind::invalid_argument, "the output is not NULL: destroy the old plan");
}
void set_plan(araios_context& context, araios_plan** output, Plan plan) {
  auto made = std::make_unique<araios_plan>(araios_plan{std::move(plan), &context});
  live::add(made.get(), Kind::plan, &context);
  *output = made.release();
}

ArrayOptions array_options(araios_context const& context, araios_array_options const* options) {
  auto const from = options == nullptr ? araios_array_options{} : *options;
  require_enumerator(from.ownership, ARAIOS_BORROW, "araios_ownership");
  require_space(of(from.space));
  require_enumerator(static_cast<araios_trust>(from.trust), ARAIOS_CHECK_STRICT, "araios_trust");
  ArrayOptions given{of(from.ownership), of(from.space), from.release, from.user, static_cast<Trust>(from.trust)};
  bool const borrows = given.ownership == Ownership::borrow;
  if (given.space == Space::unspecified) given.space = borrows ? context.space : Space::host;
  require(!borrows || given.space == context.space, ErrorKind::invalid_argument,
          "arrays can be borrowed in the space of the context only");
  require(borrows || given.release == nullptr, ErrorKind::invalid_argument,
          "`release` needs ARAIOS_BORROW: here arrays are copied");
  return given;
}
Owner owner_of(araios_context const& context, ArrayOptions const& options) {
  return options.ownership == Ownership::borrow ? std::make_shared<Borrowed>(context, options) : nullptr;
}

namespace {

/// A handle of no context given: its own one is locked.
template <class Handle>
araios_status destroy(char const* function, Kind kind, Handle* handle) noexcept {
  if (handle == nullptr) return ARAIOS_SUCCESS;
  try {
    auto const context = require_context_of(handle, kind, "the argument");
    std::lock_guard const lock(context->mutex());
    require_handle(handle, kind, nullptr, "the argument");  // another thread may have destroyed it meanwhile
    live::remove(handle);
    delete handle;
    return ARAIOS_SUCCESS;
  } catch (...) {
    return keep_exception(function);
  }
}

}  // namespace

}  // namespace araios_c

using namespace araios_c;

araios_status araios_matrix_destroy(araios_matrix* A) { return destroy("araios_matrix_destroy", Kind::matrix, A); }
araios_status araios_vector_destroy(araios_vector* x) { return destroy("araios_vector_destroy", Kind::vector, x); }
araios_status araios_plan_destroy(araios_plan* P) { return destroy("araios_plan_destroy", Kind::plan, P); }

araios_status araios_context_get_info(araios_context* context, araios_context_info* info) {
  return compute_beside("araios_context_get_info", context, [&](auto const& exec) {
    require_pointer(info, "info");
    araios_context_info result{};
    result.space = of(context->space);
    result.concurrency = exec.concurrency();
    result.device_id = -1;
    result.stream = context->stream;
    if constexpr (requires { exec.cuda_device(); }) {
      result.device_id = exec.cuda_device();
      result.stream = exec.cuda_stream();
    }
    std::shared_lock const lock(list().mutex);
    for (auto const& [handle, entry] : list().entries) {
      if (entry.context != context) continue;
      result.matrices += entry.kind == Kind::matrix;
      result.vectors += entry.kind == Kind::vector;
      result.plans += entry.kind == Kind::plan;
    }
    copy_text(exec.name(), result.name);
    *info = result;
  });
}
