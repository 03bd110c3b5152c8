// SPDX-License-Identifier: Apache-2.0
/// \file
/// Borrowed arrays that their owner changes: found before each use.
///
/// A matrix of borrowed arrays has a guard. Results that share its arrays, as transposes of CSC, casts and copies of the
/// handle, find it by the address of an array. Not found are other values in the same index arrays: README.md says so.

#include "handles.hpp"

#include <cstring>
#include <unordered_map>

namespace araios_python {
namespace {

/// The first members of an array of NumPy, in all versions.
struct NumpyArray {
  PyObject_HEAD char* data;
  int num_dimensions;
  Py_ssize_t const* dimensions;
};

NumpyArray const& head_of(PyObject* array) { return *reinterpret_cast<NumpyArray const*>(array); }

std::int64_t length_of(PyObject* array) {
  auto const& head = head_of(array);
  return head.num_dimensions == 0 ? 1 : head.dimensions[0];
}

std::mutex guards_mutex;
std::unordered_multimap<void const*, std::weak_ptr<Guard const>>& guards() {
  static auto* const map = new std::unordered_multimap<void const*, std::weak_ptr<Guard const>>;  // never destroyed
  return *map;
}

/// The guard of an array, or nullptr.
GuardPtr find_guard(void const* address) {
  if (address == nullptr) return nullptr;
  auto const [first, last] = guards().equal_range(address);
  for (auto p = first; p != last; ++p)
    if (auto guard = p->second.lock()) return guard;
  return nullptr;
}

std::string changed(char const* what, std::int64_t before, std::int64_t now) {
  return std::string("the owner changed the arrays that this matrix borrows: ") + what + " was " +
         std::to_string(before) + " and is " + std::to_string(now) + "; Matrix(S, copy=True) borrows nothing";
}

}  // namespace

Guard::Guard(nb::handle arrays, std::vector<void const*> addresses, void const* offsets, int bytes,
             std::int64_t num_offsets, std::int64_t nnz)
    : owner_(arrays.ptr()),
      addresses_(std::move(addresses)),
      offsets_(offsets),
      bytes_(bytes),
      num_offsets_(num_offsets),
      nnz_(nnz) {
  auto const ndarray = nb::module_::import_("numpy").attr("ndarray");
  for (nb::handle const array : nb::cast<nb::tuple>(arrays)) {
    if (PyObject_TypeCheck(array.ptr(), reinterpret_cast<PyTypeObject*>(ndarray.ptr())) == 0) continue;
    items_.push_back({array.ptr(), head_of(array.ptr()).data, length_of(array.ptr())});
  }
  Py_INCREF(owner_);
}

Guard::~Guard() {
  {
    std::scoped_lock const lock(guards_mutex);
    for (auto const* const address : addresses_) {
      auto const [first, last] = guards().equal_range(address);
      for (auto p = first; p != last;) p = p->second.expired() ? guards().erase(p) : std::next(p);
    }
  }
  release_later(owner_);
}

std::int64_t Guard::offset(std::int64_t i) const {
  auto const* const at = static_cast<char const*>(offsets_) + i * bytes_;
  if (bytes_ == 4) {
    std::int32_t value = 0;
    std::memcpy(&value, at, sizeof value);
    return value;
  }
  std::int64_t value = 0;
  std::memcpy(&value, at, sizeof value);
  return value;
}

void Guard::check() const {
  for (auto const& item : items_) {
    if (length_of(item.object) != item.length)
      throw nb::value_error(changed("the length of one", item.length, length_of(item.object)).c_str());
    if (head_of(item.object).data != item.data)
      throw nb::value_error(
          "the owner changed the arrays that this matrix borrows: one has moved; Matrix(S, copy=True) borrows nothing");
  }
  if (offsets_ == nullptr) return;
  if (offset(0) != 0) throw nb::value_error(changed("the first offset", 0, offset(0)).c_str());
  auto const last = offset(num_offsets_ - 1);
  if (last != nnz_) throw nb::value_error(changed("the last offset", nnz_, last).c_str());
}

Matrix::Matrix(ContextPtr context, araios_matrix* handle) : Owned(std::move(context), handle) {
  refresh();
  if (info.borrows == 0 || info.space != ARAIOS_SPACE_HOST) return;
  araios_matrix_arrays arrays{};
  this->context()->call([&] { return araios_matrix_get_arrays(this->context()->get(), get(), &arrays); });
  std::scoped_lock const lock(guards_mutex);
  for (void const* const address :
       {arrays.offsets, arrays.row_indices, arrays.col_indices, static_cast<void const*>(arrays.values)})
    if (!guard_) guard_ = find_guard(address);
}

void Matrix::watch(GuardPtr guard) {
  guard_ = std::move(guard);
  std::scoped_lock const lock(guards_mutex);
  for (auto const* const address : guard_->addresses())
    if (address != nullptr) guards().emplace(address, guard_);
}

}  // namespace araios_python
