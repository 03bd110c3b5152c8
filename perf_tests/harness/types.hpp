// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The types by the names of --type, and the one that a file of a folder each_type is compiled for: the build defines
/// ARAIOS_PERF_TYPE as one of the names.

#include <Araios/core/pattern.hpp>

#include <Kokkos_Core.hpp>

#include <map>
#include <string>
#include <type_traits>

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

/// Of<Type>::value for each type that the program was built with, by name.
///
/// Requires      called in a file of the program itself, which is told what was built.
template <template <class> class Of>
auto by_type_name() {
  std::map<std::string, std::remove_const_t<decltype(Of<TypeNames::type_double>::value)>> all;
#ifdef ARAIOS_PERF_WITH_float
  all["float"] = Of<TypeNames::type_float>::value;
#endif
#ifdef ARAIOS_PERF_WITH_double
  all["double"] = Of<TypeNames::type_double>::value;
#endif
#ifdef ARAIOS_PERF_WITH_complex_float
  all["complex_float"] = Of<TypeNames::type_complex_float>::value;
#endif
#ifdef ARAIOS_PERF_WITH_complex_double
  all["complex_double"] = Of<TypeNames::type_complex_double>::value;
#endif
#ifdef ARAIOS_PERF_WITH_mixed
  all["mixed"] = Of<TypeNames::type_mixed>::value;
#endif
#ifdef ARAIOS_PERF_WITH_pattern
  all["pattern"] = Of<TypeNames::type_pattern>::value;
#endif
  return all;
}

}  // namespace Araios::Perf
