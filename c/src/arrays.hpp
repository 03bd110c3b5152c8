// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Arrays of the caller: copied, or used in place.

#include "typed.hpp"

#include <Araios/core/memory.hpp>
#include <Araios/core/pattern.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

namespace araios_c {

/// to := `length` elements at `data`, in memory of `from`. Waits.
template <class T, class Space, class Exec>
void copy_in(Exec const& exec, Kokkos::View<T*, Space> const& to, void const* data, araios_space from) {
  if (to.extent(0) == 0) return;
  T const* const elements = static_cast<T const*>(data);
  std::size_t const n = to.extent(0);
#ifdef ARAIOS_HAVE_DEFAULT_DEVICE
  if (from == ARAIOS_SPACE_DEVICE) {
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
inline araios_array_options copies_from(araios_space space) {
  return {ARAIOS_COPY, space == ARAIOS_SPACE_DEFAULT ? ARAIOS_SPACE_HOST : space, nullptr, nullptr, 0};
}

/// Throws INVALID_ARGUMENT for lengths that no memory has: negative ones, more than addresses, beyond the last address.
inline void require_length(void const* data, std::int64_t length, std::size_t element, char const* name) {
  require(length >= 0, ARAIOS_INVALID_ARGUMENT, name, " has a negative length ", length);
  // The largest addresses of programs have 56 bits: half of x86-64 with five levels of pages.
  constexpr int bits = sizeof(void*) == 8 ? 56 : 31;
  require(static_cast<std::size_t>(length) <= (std::size_t(1) << bits) / element, ARAIOS_INVALID_ARGUMENT, name,
          " has ", length, " elements of ", element, " bytes: no memory has more than 2^", bits, " bytes");
  require(length == 0 || data != nullptr, ARAIOS_INVALID_ARGUMENT, name, " is NULL");
  auto const begin = reinterpret_cast<std::uintptr_t>(data);
  require(begin + static_cast<std::size_t>(length) * element >= begin, ARAIOS_INVALID_ARGUMENT, name, " has ", length,
          " elements of ", element, " bytes, and goes beyond the last address");
}

/// A View of `length` elements at `data`: new, or in place as the options say.
template <class T, class Exec>
Dense<T, Exec> take_array(Exec const& exec, araios_array_options const& options, void const* data, std::int64_t length,
                          char const* name) {
  require_length(data, length, sizeof(T), name);
  // The caller's array is not changed here; values may be changed by functions that say so.
  if (options.ownership == ARAIOS_BORROW)
    return Dense<T, Exec>(static_cast<T*>(const_cast<void*>(data)), static_cast<std::size_t>(length));
  auto const view = Araios::allocate<Dense<T, Exec>>(exec, "Araios::c::array", length);
  copy_in(exec, view, data, options.space);
  return view;
}
/// The same for values that may be absent.
template <class S, class Exec>
Araios::ValuesViewOf<S, SpaceOf<Exec>> take_values(Exec const& exec, araios_array_options const& options,
                                                   void const* data, std::int64_t length) {
  if constexpr (Araios::is_pattern_v<S>) {
    require(data == nullptr, ARAIOS_INVALID_ARGUMENT, "values are given for a pattern, which has none");
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
  auto const view = Araios::allocate<Dense<T, Exec>>(exec, "Araios::c::list", length);
  auto const host = Kokkos::create_mirror_view(view);
  for (std::int64_t p = 0; p < length; ++p) {
    require(list[p] >= 0 && list[p] < limit, ARAIOS_OUT_OF_RANGE, name, "[", p, "] is ", list[p], ", not in [0, ",
            limit, ")");
    host(p) = static_cast<T>(list[p]);
  }
  exec.fence();
  Kokkos::deep_copy(view, host);
  return view;
}

}  // namespace araios_c
