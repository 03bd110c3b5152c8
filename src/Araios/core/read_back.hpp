// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Brings to the host what a kernel has left: one element, or a few.

#include <Araios/core/kokkos_compat.hpp>

#include <Kokkos_Core.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace Araios {

/// The value of a View of rank 0, on the host. It keeps its type: an unsigned offset may not fit int64_t
///
/// Asynchronous  no: copies on `exec` and then fences it, with this label.
template <class Exec, class View>
typename View::non_const_value_type read_back(Exec const& exec, View const& view, std::string const& label) {
  typename View::non_const_value_type value{};
  Kokkos::deep_copy(exec, Kokkos::View<decltype(value), Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(&value), view);
  Impl::fence(exec, label);
  return value;
}

/// The same for element `index` of an array.
template <class Exec, class Array>
typename Array::non_const_value_type read_back(Exec const& exec, Array const& array, std::int64_t index,
                                               std::string const& label) {
  return read_back(exec, Kokkos::subview(array, index), label);
}

namespace Impl {
/// The same for all elements of an array of length N.
template <std::size_t N, class Exec, class Array>
std::array<typename Array::non_const_value_type, N> read_back_array(Exec const& exec, Array const& array,
                                                                    std::string const& label) {
  using Value = typename Array::non_const_value_type;
  std::array<Value, N> values{};
  Kokkos::deep_copy(exec, Kokkos::View<Value*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(values.data(), N), array);
  fence(exec, label);
  return values;
}

}  // namespace Impl

}  // namespace Araios
