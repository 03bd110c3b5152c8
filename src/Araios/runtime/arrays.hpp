// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Arrays of the caller: copied, or used in place.

#include <Araios/core/memory.hpp>
#include <Araios/core/pattern.hpp>
#include <Araios/runtime/typed.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace Araios::runtime {

/// to := `length` elements at `data`, in memory of `from`. Waits.
template <class T, class Memory, class Exec>
void copy_in(Exec const& exec, Kokkos::View<T*, Memory> const& to, void const* data, Space from) {
  if (to.extent(0) == 0) return;
  T const* const elements = static_cast<T const*>(data);
  std::size_t const n = to.extent(0);
#ifdef ARAIOS_HAVE_DEFAULT_DEVICE
  if (from == Space::device) {
    exec.fence();
    Kokkos::deep_copy(to, Kokkos::View<T const*, SpaceOf<DeviceExec>, Kokkos::MemoryUnmanaged>(elements, n));
    return;
  }
#endif
  (void)from;
  exec.fence();
  Kokkos::deep_copy(to, Kokkos::View<T const*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(elements, n));
}
/// Memory of the host at `data` := the elements of `from`. Waits.
template <class View, class Exec>
void copy_out(Exec const& exec, View const& from, void* data) {
  using T = typename View::non_const_value_type;
  if (data == nullptr || from.extent(0) == 0) return;
  exec.fence();
  Kokkos::deep_copy(Kokkos::View<T*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(static_cast<T*>(data), from.extent(0)),
                    from);
}

/// Arrays are copied from memory of `space`, by default the host's.
inline ArrayOptions copies_from(Space space) {
  return {Ownership::copy, space == Space::unspecified ? Space::host : space, nullptr, nullptr, Trust::check};
}

/// Throws invalid_argument for lengths that no memory has: negative ones, more than addresses, beyond the last address.
inline void require_length(void const* data, std::int64_t length, std::size_t element, char const* name) {
  require(length >= 0, ErrorKind::invalid_argument, name, " has a negative length ", length);
  // The largest addresses of programs have 56 bits: half of x86-64 with five levels of pages.
  constexpr int bits = sizeof(void*) == 8 ? 56 : 31;
  require(static_cast<std::size_t>(length) <= (std::size_t(1) << bits) / element, ErrorKind::invalid_argument, name,
          " has ", length, " elements of ", element, " bytes: no memory has more than 2^", bits, " bytes");
  require(length == 0 || data != nullptr, ErrorKind::invalid_argument, name, " is NULL");
  auto const begin = reinterpret_cast<std::uintptr_t>(data);
  require(begin + static_cast<std::size_t>(length) * element >= begin, ErrorKind::invalid_argument, name, " has ",
          length, " elements of ", element, " bytes, and goes beyond the last address");
}

/// Throws invalid_argument for an address that is no multiple of what Ts are aligned to: complex numbers of double to 16
/// bytes by some builds of Kokkos, and to 8 in C.
template <class T>
void require_alignment(void const* data, char const* name) {
  require(reinterpret_cast<std::uintptr_t>(data) % alignof(T) == 0, ErrorKind::invalid_argument, name,
          " is not aligned to ", alignof(T), " bytes, as its elements");
}

/// A View of `length` elements at `data`: new, or in place as the options say.
template <class T, class Exec>
Dense<T, Exec> take_array(Exec const& exec, ArrayOptions const& options, void const* data, std::int64_t length,
                          char const* name) {
  require_length(data, length, sizeof(T), name);
  require_enumerator(options.ownership, Ownership::borrow, "araios_ownership");
  // The caller's array is not changed here; values may be changed by functions that say so.
  if (options.ownership == Ownership::borrow) {
    require_alignment<T>(data, name);
    return Dense<T, Exec>(static_cast<T*>(const_cast<void*>(data)), static_cast<std::size_t>(length));
  }
  auto const view = Araios::allocate<Dense<T, Exec>>(exec, "Araios::runtime::array", length);
  copy_in(exec, view, data, options.space);
  return view;
}
/// The same for values that may be absent.
template <class S, class Exec>
Araios::ValuesViewOf<S, SpaceOf<Exec>> take_values(Exec const& exec, ArrayOptions const& options, void const* data,
                                                   std::int64_t length) {
  if constexpr (Araios::is_pattern_v<S>) {
    require(data == nullptr, ErrorKind::invalid_argument, "values are given for a pattern, which has none");
    return {};
  } else {
    return take_array<S>(exec, options, data, length, "values");
  }
}

/// A list on the host as an array of Ts in the space of exec; `limit` bounds its indices, as of a matrix.
template <class T, class Exec>
Dense<T, Exec> take_list(Exec const& exec, std::int64_t const* list, std::int64_t length, std::int64_t limit,
                         char const* name) {
  require_length(list, length, sizeof(std::int64_t), name);
  auto const view = Araios::allocate<Dense<T, Exec>>(exec, "Araios::runtime::list", length);
  auto const host = Kokkos::create_mirror_view(view);
  for (std::int64_t p = 0; p < length; ++p) {
    require(list[p] >= 0 && list[p] < limit, ErrorKind::out_of_range, name, "[", p, "] is ", list[p], ", not in [0, ",
            limit, ")");
    host(p) = static_cast<T>(list[p]);
  }
  exec.fence();
  Kokkos::deep_copy(view, host);
  return view;
}

}  // namespace Araios::runtime
