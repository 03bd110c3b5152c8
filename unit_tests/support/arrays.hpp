// SPDX-License-Identifier: Apache-2.0
//
// Arrays that a test makes a matrix of.

#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace Araios::test {

/// An array of zeros in the default memory space.
template <class T>
auto array(std::int64_t length) {
  return Kokkos::View<T*, Kokkos::DefaultExecutionSpace::memory_space>("Araios::test::array", length);
}

}  // namespace Araios::test
