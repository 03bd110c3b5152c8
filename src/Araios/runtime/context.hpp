// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Where functions compute: on the host or on the device, in an execution-space instance.

#include <Araios/core/execution.hpp>
#include <Araios/runtime/error.hpp>

#include <Kokkos_Core.hpp>

namespace Araios::runtime {

using HostExec = Kokkos::DefaultHostExecutionSpace;
#ifdef ARAIOS_HAVE_DEFAULT_DEVICE
inline constexpr bool has_device = true;
using DeviceExec = Kokkos::DefaultExecutionSpace;
#else
inline constexpr bool has_device = false;
#endif

enum class Space { unspecified, host, device };

/// An execution space and its instance. Matrices and vectors of a context have their arrays in its memory space.
struct Context {
  Space space = Space::host;
  HostExec host;
#ifdef ARAIOS_HAVE_DEFAULT_DEVICE
  DeviceExec device;
#endif

  /// Waits for the work of the context.
  void fence() const;
};

/// f(exec) with the execution-space instance of the context.
template <class F>
decltype(auto) on(Context const& context, F const& f) {
#ifdef ARAIOS_HAVE_DEFAULT_DEVICE
  if (context.space == Space::device) return f(context.device);
#endif
  return f(context.host);
}

inline void Context::fence() const {
  on(*this, [](auto const& exec) { exec.fence(); });
}

/// Throws unless the library has the space.
inline void require_space(Space space) {
  require_enumerator(space, Space::device, "araios_space");
  require(space != Space::device || has_device, ErrorKind::not_supported, "Kokkos was built without a device");
}

}  // namespace Araios::runtime
