// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The types by the names of --type, and the one that a file of a folder each_type is compiled for: the build defines
/// ARAIOS_PERF_TYPE as one of the names.

#include <Araios/core/pattern.hpp>

#include <Kokkos_Core.hpp>

namespace Araios::Perf {

/// Scalar is the type of the matrix, Vector that of the vectors of its products.
namespace TypeNames {
struct type_float {
  using Scalar = float;
  using Vector = float;
};
struct type_double {
  using Scalar = double;
  using Vector = double;
};
struct type_complex_float {
  using Scalar = Kokkos::complex<float>;
  using Vector = Kokkos::complex<float>;
};
struct type_complex_double {
  using Scalar = Kokkos::complex<double>;
  using Vector = Kokkos::complex<double>;
};
struct type_mixed {
  using Scalar = float;
  using Vector = double;
};
struct type_pattern {
  using Scalar = Pattern;
  using Vector = double;
};
}  // namespace TypeNames

#ifdef ARAIOS_PERF_TYPE
#define ARAIOS_PERF_JOIN_AGAIN(a, b) a##b
#define ARAIOS_PERF_JOIN(a, b) ARAIOS_PERF_JOIN_AGAIN(a, b)
#define ARAIOS_PERF_QUOTE_AGAIN(a) #a
#define ARAIOS_PERF_QUOTE(a) ARAIOS_PERF_QUOTE_AGAIN(a)
using PerfType = TypeNames::ARAIOS_PERF_JOIN(type_, ARAIOS_PERF_TYPE);
using PerfScalar = PerfType::Scalar;
constexpr char perf_type_name[] = ARAIOS_PERF_QUOTE(ARAIOS_PERF_TYPE);
#endif

}  // namespace Araios::Perf
