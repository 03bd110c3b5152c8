// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The scalar type that a file is compiled for. The build defines ARAIOS_PERF_SCALAR as one of the names of --type.

#include <Araios/core/pattern.hpp>

#include <Kokkos_Core.hpp>

namespace Araios::Perf {

namespace ScalarNames {
using type_float = float;
using type_double = double;
using type_complex_float = Kokkos::complex<float>;
using type_complex_double = Kokkos::complex<double>;
using type_pattern = Pattern;
}  // namespace ScalarNames

#define ARAIOS_PERF_JOIN_AGAIN(a, b) a##b
#define ARAIOS_PERF_JOIN(a, b) ARAIOS_PERF_JOIN_AGAIN(a, b)
using PerfScalar = ScalarNames::ARAIOS_PERF_JOIN(type_, ARAIOS_PERF_SCALAR);

}  // namespace Araios::Perf
