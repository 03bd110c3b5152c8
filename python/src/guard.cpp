// SPDX-License-Identifier: Apache-2.0
/// \file
/// Borrowed arrays that their owner changes: found before each use.
///
/// A matrix of borrowed arrays has a guard. Results that share its arrays, as transposes of CSC, casts and copies of
/// the handle, find it by the address of an array. Not found are other values in the same index arrays: README.md says
/// so.

#include "handles.hpp"

#include <array>
#include <cstring>
#include <unordered_map>

namespace araios_python {
namespace {

NumpyArray const& head_of(PyObject* array) { return *reinterpret_cast<NumpyArray const*>(array); }

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

Guard::Guard(nb::handle owner, MatrixArrays const& arrays, WatchedOffsets const& offsets)
    : owner_(owner.ptr()),
      addresses_{arrays.first, arrays.second, arrays.values},
      offsets_(offsets),
      num_offsets_(arrays.num_offsets()),
      count_(arrays.count) {
  for (nb::handle const object : nb::cast<nb::tuple>(owner))
    if (auto const* const array = numpy_array(object)) items_.push_back({object.ptr(), array->data, array->length()});
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
  auto const* const at = static_cast<char const*>(offsets_.data) + i * offsets_.bytes;
  if (offsets_.bytes == 4) {
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
    if (head_of(item.object).length() != item.length)
      throw nb::value_error(changed("the length of one", item.length, head_of(item.object).length()).c_str());
    if (head_of(item.object).data != item.data)
      throw nb::value_error(
          "the owner changed the arrays that this matrix borrows: one has moved; Matrix(S, copy=True) borrows nothing");
  }
  if (offsets_.data == nullptr) return;
  if (offset(0) != 0) throw nb::value_error(changed("the first offset", 0, offset(0)).c_str());
  auto const last = offset(num_offsets_ - 1);
  if (last != count_) throw nb::value_error(changed("the last offset", count_, last).c_str());
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

Matrix::Matrix(ContextPtr context, araios_matrix* handle, GuardPtr guard) : Owned(std::move(context), handle) {
  refresh();
  if (guard == nullptr) return;
  guard_ = std::move(guard);
  std::scoped_lock const lock(guards_mutex);
  for (auto const* const address : guard_->addresses())
    if (address != nullptr) guards().emplace(address, guard_);
}

nb::object own_offsets(nb::handle offsets, nb::handle given, void const* indices) {
  std::array<GuardPtr, 8> candidates;  // given back without the lock
  {
    std::scoped_lock const lock(guards_mutex);
    auto const [first, last] = guards().equal_range(indices);
    std::size_t n = 0;
    for (auto p = first; p != last && n < candidates.size(); ++p) {
      candidates[n] = p->second.lock();
      if (candidates[n] != nullptr) ++n;
    }
  }
  auto const& requested = head_of(offsets.ptr());
  for (auto const& guard : candidates) {
    if (guard == nullptr || guard->watched() != given.ptr()) continue;
    nb::object kept = nb::borrow(PyTuple_GET_ITEM(guard->owner(), 0));
    auto const& head = head_of(kept.ptr());
    auto const bytes = elements_of(requested).bytes;
    if (elements_of(head).bytes == bytes && head.length() == requested.length() &&
        std::memcmp(head.data, requested.data, static_cast<std::size_t>(head.length() * bytes)) == 0)
      return kept;
  }
  return offsets.attr("copy")();
}

}  // namespace araios_python
