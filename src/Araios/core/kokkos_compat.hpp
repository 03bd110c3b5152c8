// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// What one of the supported Kokkos lines (3.4 to 5.x) lacks or spells differently. The only file that asks for a version.

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

// Code for one side of a kernel that runs on both: KOKKOS_IF_ON_DEVICE came with 3.6.
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

// For every function that makes a KOKKOS_LAMBDA. nvcc calls such a lambda on the host through pointers of the file that
// made it. A function of a header is in many files, of which the linker keeps one copy; inlined in one file, it would
// set the pointers of that file, while the loop around it, kept from another, reads those of the other, which are null.
#if defined(__NVCC__) && defined(__clang__)
#define ARAIOS_NOT_INLINED __attribute__((noinline))
#elif defined(__NVCC__)
#define ARAIOS_NOT_INLINED __attribute__((noinline, noclone))
#else
#define ARAIOS_NOT_INLINED
#endif

namespace Araios::Impl {

/// Spaces that stay defined in every line; 3.4 has HostSpace and DefaultHostExecutionSpace, 5.x renamed the mirror alias.
#if KOKKOS_VERSION >= 40500
template <class View>
using HostMirror = typename View::host_mirror_type;
#else
template <class View>
using HostMirror = typename View::HostMirror;
#endif

template <class Number>
concept CountsScratch = requires { static_cast<Kokkos::Impl::PerTeamValue (*)(Number const&)>(&Kokkos::PerTeam); };

/// Bytes of scratch of a team. Kokkos takes an int in 3.4, a size_t in later lines.
template <class Bytes>
auto per_team(Bytes bytes) {
  if constexpr (CountsScratch<std::size_t>)
    return Kokkos::PerTeam(static_cast<std::size_t>(bytes));
  else
    return Kokkos::PerTeam(static_cast<int>(bytes));
}

/// Threads that run at once in `exec`; a static function in 3.4, of the instance since 4.2.
template <class Exec>
int concurrency(Exec const& exec) {
  return exec.concurrency();
}

/// Waits for the work of `exec`. The label, which Kokkos Tools report, came with 3.5.
template <class Exec>
void fence(Exec const& exec, [[maybe_unused]] std::string const& label) {
#if KOKKOS_VERSION >= 30500
  exec.fence(label);
#else
  exec.fence();
#endif
}

/// The number of elements of a View. Kokkos 5 says size() == 0 of a View with extents whose pointer is null.
template <class View>
std::size_t element_count(View const& view) {
  std::size_t count = 1;
  for (unsigned i = 0; i < static_cast<unsigned>(View::rank); ++i) count *= view.extent(i);
  return count;
}

/// A View of `length` elements at `data`, which lie in the allocation of `owner` and keep it alive. Subviews cannot change
/// the type of elements; the constructors used here are public in every line, but are not those of the documentation.
template <class View, class Owner>
View view_within(Owner const& owner, typename View::non_const_value_type* data, std::int64_t length) {
  View const unmanaged(data, static_cast<std::size_t>(length));
  if constexpr (requires { View(owner.impl_track(), unmanaged.impl_map()); })
    return View(owner.impl_track(), unmanaged.impl_map());
  else
    return View(typename View::data_handle_type(owner.impl_track(), data), unmanaged.mapping());
}

/// An instance beside `exec`: a stream of its own on a GPU. 3.4 cannot split a space, and gives `exec` itself.
template <class Exec>
Exec separate_instance(Exec const& exec) {
#if KOKKOS_VERSION >= 40000
  return Kokkos::Experimental::partition_space(exec, 1, 1)[0];
#else
  return exec;
#endif
}

}  // namespace Araios::Impl
