// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Arguments in the types that kernels are compiled for.
///
/// Users pass Views that are managed or not, of const elements or not, and of either contiguous layout. A kernel is
/// compiled for each type that it sees, and an explicit instantiation serves one type. So entry points pass vectors on
/// as `unmanaged` makes them, and matrices with arrays that `borrowed` makes. Neither counts references: a copy of a
/// managed View costs two atomic operations.

#include <Araios/core/concepts.hpp>

#include <Kokkos_Core.hpp>

#include <type_traits>

namespace Araios::Impl {

/// A View of the type To over the array of `view`, without its owner, which must live as long as it is used: for a
/// kernel, until it is complete.
template <class To, ValuesView From>
To borrowed([[maybe_unused]] From const& view) {
  if constexpr (std::is_same_v<To, NoValues>)
    return {};
  else
    return To(view.data(), view.extent(0));
}

/// A contiguous array of elements T in Space, owned by another View.
template <class T, class Space>
using UnmanagedView = Kokkos::View<T*, Space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

/// Whether a type is a View that a pointer can replace: its elements are next to each other, and access is neither
/// atomic nor through a cache that the View requests.
template <class>
inline constexpr bool is_plain_array_v = false;
template <VectorView V>
inline constexpr bool is_plain_array_v<V> =
    (std::is_same_v<typename V::array_layout, Kokkos::LayoutLeft> ||
     std::is_same_v<typename V::array_layout, Kokkos::LayoutRight>) &&
    !V::traits::memory_traits::is_atomic && !V::traits::memory_traits::is_random_access;

/// The array of `view` without its owner, as elements T. A View that is no plain array is returned as it is.
template <VectorView V, class T = typename V::value_type>
auto unmanaged(V const& view) {
  if constexpr (is_plain_array_v<V>)
    return borrowed<UnmanagedView<T, typename V::memory_space>>(view);
  else
    return view;
}
/// The same for an array that is only read.
template <VectorView V>
auto unmanaged_const(V const& view) {
  return unmanaged<V, typename V::const_value_type>(view);
}

}  // namespace Araios::Impl
