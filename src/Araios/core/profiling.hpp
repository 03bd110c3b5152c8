// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Regions for Kokkos Tools.

#include <Kokkos_Core.hpp>

#include <string>

namespace Araios::Impl {

/// Opens a region for Kokkos Tools and closes it when the scope is left, also by an exception.
class ScopedRegion {
 public:
  explicit ScopedRegion(std::string const& name) { Kokkos::Profiling::pushRegion(name); }
  ~ScopedRegion() { Kokkos::Profiling::popRegion(); }
  ScopedRegion(ScopedRegion const&) = delete;
  ScopedRegion& operator=(ScopedRegion const&) = delete;
};

}  // namespace Araios::Impl
