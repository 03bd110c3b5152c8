// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Bridges the differences between the supported Kokkos versions (3.4 to 5.x). The only file that tests KOKKOS_VERSION.

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <stdexcept>
#include <string>

// Code for the device or the host only, in a kernel that runs on both. KOKKOS_IF_ON_DEVICE came with 3.6.
#if KOKKOS_VERSION >= 30600
#define ARAIOS_IF_ON_DEVICE(code) KOKKOS_IF_ON_DEVICE(code)
#define ARAIOS_IF_ON_HOST(code) KOKKOS_IF_ON_HOST(code)
#else
// clang-format off
#define ARAIOS_STRIP_PARENTHESES(...) __VA_ARGS__
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
#define ARAIOS_IF_ON_DEVICE(code) { ARAIOS_STRIP_PARENTHESES code }
#define ARAIOS_IF_ON_HOST(code) {}
#else
#define ARAIOS_IF_ON_DEVICE(code) {}
#define ARAIOS_IF_ON_HOST(code) { ARAIOS_STRIP_PARENTHESES code }
#endif
// clang-format on
#endif

// Required on every function that creates a KOKKOS_LAMBDA. nvcc calls such a lambda on the host through pointers that
// belong to its translation unit. The linker keeps one copy of a header function. If the function were inlined, it
// would set the pointers of its own translation unit, while the loop, kept from another one, reads the pointers of that
// one, which are null.
#if defined(__NVCC__) && defined(__clang__)
#define ARAIOS_NOT_INLINED __attribute__((noinline))
#elif defined(__NVCC__)
#define ARAIOS_NOT_INLINED __attribute__((noinline, noclone))
#else
#define ARAIOS_NOT_INLINED
#endif

namespace Araios::Impl {

/// Calls f when Kokkos finalizes. Kokkos' list of these is not for several threads.
inline void at_finalize(void (*f)()) {
  static auto& mutex = *new std::mutex;
  std::lock_guard const lock(mutex);
  Kokkos::push_finalize_hook(f);
}

/// Refuses a call of a function that kernels call, too: std::invalid_argument on a host, an abort on a device.
KOKKOS_INLINE_FUNCTION void refuse_in_kernel(char const* text) {
  ARAIOS_IF_ON_DEVICE((Kokkos::abort(text);))
  ARAIOS_IF_ON_HOST((throw std::invalid_argument(text);))
}

/// The type `HostMirror` of a View, an alias that 5.x renamed. HostSpace and DefaultHostExecutionSpace exist in
/// every version.
#if KOKKOS_VERSION >= 40500
template <class View>
using HostMirror = typename View::host_mirror_type;
#else
template <class View>
using HostMirror = typename View::HostMirror;
#endif

template <class Number>
concept CountsScratch = requires { static_cast<Kokkos::Impl::PerTeamValue (*)(Number const&)>(&Kokkos::PerTeam); };

/// Bytes of scratch of a team. Kokkos takes an int in 3.4, a size_t in later versions.
template <class Bytes>
auto per_team(Bytes bytes) {
  if constexpr (CountsScratch<std::size_t>)
    return Kokkos::PerTeam(static_cast<std::size_t>(bytes));
  else
    return Kokkos::PerTeam(static_cast<int>(bytes));
}

/// Number of threads that run concurrently in `exec`. A static function in 3.4, a member of the instance since 4.2.
template <class Exec>
int concurrency(Exec const& exec) {
  return exec.concurrency();
}

/// Waits for the work of `exec`. The label, which Kokkos Tools reports, came with 3.5.
template <class Exec>
void fence(Exec const& exec, [[maybe_unused]] std::string const& label) {
#if KOKKOS_VERSION >= 30500
  exec.fence(label);
#else
  exec.fence();
#endif
}

/// The number of elements of a View. In Kokkos 5, size() of a View with extents and a null pointer is 0.
template <class View>
std::size_t element_count(View const& view) {
  std::size_t count = 1;
  for (int i = 0; i < static_cast<int>(View::rank); ++i) count *= view.extent(i);
  return count;
}

/// A View of `length` elements at `data`, inside the allocation of `owner`, which it keeps alive. A subview cannot
/// change the element type. The constructors used here are public in every version, but not documented.
template <class View, class Owner>
View view_within(Owner const& owner, typename View::non_const_value_type* data, std::int64_t length) {
  View const unmanaged(data, static_cast<std::size_t>(length));
  if constexpr (requires { View(owner.impl_track(), unmanaged.impl_map()); })
    return View(owner.impl_track(), unmanaged.impl_map());
  else
    return View(typename View::data_handle_type(owner.impl_track(), data), unmanaged.mapping());
}

/// A second instance of the space of `exec`, with its own stream on a GPU. 3.4 cannot partition a space and returns
/// `exec` itself.
template <class Exec>
Exec separate_instance(Exec const& exec) {
#if KOKKOS_VERSION >= 40000
  return Kokkos::Experimental::partition_space(exec, 1, 1)[0];
#else
  return exec;
#endif
}

}  // namespace Araios::Impl
