// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Handles of the C interface as objects of Python: who owns them, how calls are made, how errors become exceptions.
///
/// GIL       released in every call of the library, and while a handle is destroyed.
/// Owners    a matrix of borrowed arrays holds a reference to their owner. The library gives it back by a callback,
///           in any thread and under its locks; so the callback only puts it on a list, which is emptied with the GIL.
/// Messages  the message of a failure is that of the thread.
/// Signals   a long call looks for signals of Python, as Ctrl-C, and ends early where a handler raises (progress.cpp).

#include <araios.h>
#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "device_operand.hpp"
#include "numpy_array.hpp"

namespace araios_python {

namespace nb = nanobind;

/// Throws the exception of Python that goes with a status.
[[noreturn]] void raise(araios_status status, char const* message);

/// Gives a reference back when the GIL is held next.
void release_later(PyObject* owner);

/// Gives back the owners of arrays that no handle uses any more.
void drop_released_owners();

/// A call, from its beginning to its end: what its progress is told by.
class WatchedCall {
 public:
  WatchedCall();
  ~WatchedCall();
  WatchedCall(WatchedCall const&) = delete;
  WatchedCall& operator=(WatchedCall const&) = delete;
  /// Throws the exception of a handler of signals, or of the progress callback.
  void raise_pending() const;
  /// From now on calls of `context` are watched.
  static void watch(araios_context* context);
};

/// On a device a call waits for the work on those streams, and they wait for the call: no stream of others is kept.
class Context {
 public:
  Context(araios_space space, int num_threads);
  ~Context();
  Context(Context const&) = delete;
  Context& operator=(Context const&) = delete;

  araios_context* get() const { return handle_; }
  /// The number of the GPU; -1 on the host.
  int device_id() const { return device_id_; }

  /// f(), which returns a status, without the GIL.
  template <class F>
  void call(F const& f) {
    araios_status status = ARAIOS_SUCCESS;
    auto const streams = device_id_ < 0 ? CallerStreams() : caller_streams();
    WatchedCall const watched;
    {
      nb::gil_scoped_release const released;
      std::unique_lock lock(mutex_, std::defer_lock);
      if (device_id_ >= 0) lock.lock();  // the streams are those of one call
      for (auto* const stream : streams)
        if (status == ARAIOS_SUCCESS) status = araios_context_wait_for_stream(handle_, stream);
      if (status == ARAIOS_SUCCESS) status = f();
      for (auto* const stream : streams)
        if (status == ARAIOS_SUCCESS) status = araios_context_signal_stream(handle_, stream);
    }
    watched.raise_pending();
    if (status != ARAIOS_SUCCESS) raise(status, araios_last_message());
  }

  /// Before memory is given to later work: the current streams may still read it.
  void wait_for_callers() noexcept;

 private:
  araios_context* handle_ = nullptr;
  int device_id_ = -1;
  std::mutex mutex_;
};
using ContextPtr = std::shared_ptr<Context>;

/// A handle that is destroyed with the object.
template <class HandleType, araios_status (*destroy)(HandleType*)>
class Owned {
 public:
  using Handle = HandleType;
  Owned(ContextPtr context, Handle* handle) : context_(std::move(context)), handle_(handle) {}
  Owned(Owned&& other) noexcept : context_(std::move(other.context_)), handle_(std::exchange(other.handle_, nullptr)) {}
  Owned& operator=(Owned&&) = delete;
  ~Owned() {
    if (handle_ == nullptr) return;
    context_->wait_for_callers();
    {
      nb::gil_scoped_release const released;
      destroy(handle_);
    }
    drop_released_owners();
  }

  Handle* get() const { return handle_; }
  ContextPtr const& context() const { return context_; }

 private:
  ContextPtr context_;
  Handle* handle_;
};

/// The arrays that a matrix is made of: CSR, CSC, BSR (first: offsets) or COO (first: rows), second: the other indices.
struct MatrixArrays {
  araios_format format{};
  araios_type type{};
  araios_index index{};
  std::int64_t rows = 0, columns = 0;
  std::int64_t count = 0;       ///< entries, of BSR blocks
  std::int64_t block_size = 0;  ///< of BSR
  void const* first = nullptr;
  void const* second = nullptr;
  void* values = nullptr;

  bool has_offsets() const { return format != ARAIOS_COO; }
  std::int64_t num_offsets() const;
};

/// The offsets that a guard checks: those of the owner, where the matrix has a copy of them.
struct WatchedOffsets {
  PyObject* array = nullptr;  ///< that of the owner, or nullptr
  void const* data = nullptr;
  int bytes = 0;
};

/// What the owner of borrowed arrays of the host must not change: their addresses and lengths, and the ends of the
/// offsets.
class Guard {
 public:
  /// `owner` is a tuple with the arrays of NumPy, of the matrix first.
  Guard(nb::handle owner, MatrixArrays const& arrays, WatchedOffsets const& offsets);
  ~Guard();
  Guard(Guard const&) = delete;
  Guard& operator=(Guard const&) = delete;
  /// Throws ValueError. O(1), with or without the GIL.
  void check() const;
  std::array<void const*, 3> const& addresses() const { return addresses_; }
  PyObject* owner() const { return owner_; }
  /// The array of offsets of the owner, or nullptr.
  PyObject* watched() const { return offsets_.array; }

 private:
  struct Item {
    PyObject* object;
    void const* data;
    std::int64_t length;
  };
  std::int64_t offset(std::int64_t i) const;
  PyObject* owner_;
  std::vector<Item> items_;
  std::array<void const*, 3> addresses_;
  WatchedOffsets offsets_;
  std::int64_t num_offsets_;
  std::int64_t count_;
};
using GuardPtr = std::shared_ptr<Guard const>;

/// Offsets that no other code writes to, as `resize` of SciPy does: a copy of them, one for all matrices that borrow
/// them, `given`, beside the same `indices`. With the GIL.
nb::object own_offsets(nb::handle offsets, nb::handle given, void const* indices);

class Matrix : public Owned<araios_matrix, araios_matrix_destroy> {
 public:
  Matrix(ContextPtr context, araios_matrix* handle);
  /// The matrix of `handle`; `guard` watches its arrays, and is nullptr where none are watched.
  Matrix(ContextPtr context, araios_matrix* handle, GuardPtr guard);
  Matrix(Matrix&&) = default;
  void refresh() {
    araios_matrix_info present{};  // other threads read the old one until the GIL is held again
    context()->call([&] { return araios_matrix_get_info(context()->get(), get(), &present); });
    info = present;
  }
  /// The handle for a call. ValueError where the owner has changed arrays that it borrows.
  araios_matrix* get() const {
    if (guard_) guard_->check();
    return Owned::get();
  }

  araios_matrix_info info{};
  /// Whether entries were set, which changes their number when they are used.
  bool is_touched = false;

 private:
  GuardPtr guard_;  ///< checked before each use, as that of each result which shares arrays with this matrix
};
class Vector : public Owned<araios_vector, araios_vector_destroy> {
 public:
  Vector(ContextPtr context, araios_vector* handle) : Owned(std::move(context), handle) { refresh(); }
  void refresh() {
    context()->call([&] { return araios_vector_get_info(context()->get(), get(), &info); });
  }
  araios_vector_info info{};
};
class Plan : public Owned<araios_plan, araios_plan_destroy> {
 public:
  using Owned::Owned;
};

/// The object of a handle that f(context, &handle) makes.
template <class Object, class F>
Object make(ContextPtr const& context, F const& f) {
  typename Object::Handle* handle = nullptr;
  context->call([&] { return f(context->get(), &handle); });
  return Object(context, handle);
}

/// Memory for a call: an array of NumPy without gaps, whose size and type are checked, the address of memory of a
/// device as an int, or None. It is an argument of the call, and lives as long.
class Buffer {
 public:
  enum class Access { read, write };
  Buffer(nb::handle object, Access access = Access::read);
  /// The address of `count` elements of a type of values, or of integers of so many bytes; bools have one byte.
  void* values(araios_type type, std::int64_t count) const;
  void* integers(int bytes, std::int64_t count) const { return check({'i', bytes}, count); }
  /// A dense matrix, stored by rows or by columns.
  araios_dense dense(araios_type type, std::int64_t rows, std::int64_t columns, bool by_rows) const;
  /// Throws TypeError unless the memory is that of the matrix.
  void require_memory_of(Matrix const& A) const;

 private:
  void* check(Elements const& elements, std::int64_t count) const;
  NumpyArray const* array_ = nullptr;
  void* data_ = nullptr;
};

/// The options of arrays that are borrowed of an owner, or copied where it is None.
class Arrays {
 public:
  Arrays(nb::object owner, araios_space space, araios_trust trust);
  Arrays(Arrays const&) = delete;
  Arrays& operator=(Arrays const&) = delete;
  /// Without keep(), which is called after a call that succeeded, the reference is given back here.
  ~Arrays();
  void keep() { owner_ = nullptr; }
  araios_array_options options{};

 private:
  PyObject* owner_ = nullptr;
};

inline int ordinal_bytes(araios_index index) { return index == ARAIOS_INDEX_64 ? 8 : 4; }
inline int offset_bytes(araios_index index) { return index == ARAIOS_INDEX_32 ? 4 : 8; }

/// The matrix of arrays that `owner`, a tuple of arrays of NumPy or another object, lends; None: they are copied.
Matrix matrix_of_arrays(ContextPtr const& context, MatrixArrays const& arrays, nb::object owner, araios_space space,
                        araios_trust trust, WatchedOffsets const& watched = {});

/// `count` elements at `data`: on the host an array of NumPy that keeps `owner` alive, else the fields of DeviceArray,
/// (address, count, type, device_id).
nb::object array_of(nb::handle owner, Context const& context, void const* data, std::int64_t count, araios_type type,
                    araios_space space, bool read_only);
/// A number of ARAIOS_INT64 of its two parts.
inline nb::object integer_of(double const* parts) {
  // The greater part may be 2^63, whose sum with `trailing` fits.
  auto const trailing = static_cast<std::int64_t>(parts[1]);
  if (parts[0] >= 9223372036854775808.0) return nb::int_(INT64_MAX + (trailing + 1));
  return nb::int_(static_cast<std::int64_t>(parts[0]) + trailing);
}
inline araios_type integer_type(int bytes) { return bytes == 8 ? ARAIOS_INT64 : ARAIOS_INT32; }

void bind_enumerations(nb::module_& m);
void bind_context(nb::module_& m);
void bind_progress(nb::module_& m);
void bind_matrix(nb::module_& m);
void bind_vector(nb::module_& m);
void bind_borrow(nb::module_& m);
void bind_convert(nb::module_& m);
void bind_products(nb::module_& m);
void bind_elementwise(nb::module_& m);
void bind_graph(nb::module_& m);
void bind_solve(nb::module_& m);
void bind_io(nb::module_& m);

}  // namespace araios_python
