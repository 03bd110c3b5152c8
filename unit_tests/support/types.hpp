// SPDX-License-Identifier: Apache-2.0
//
// The types that typed tests run over, with names that can be read.

#pragma once

#include <Araios/core/concepts.hpp>
#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <type_traits>

namespace Araios::test {

template <class Scalar_, class Ordinal_, class Offset_, class Exec_>
struct Case {
  using Scalar = Scalar_;
  using Ordinal = Ordinal_;
  using Offset = Offset_;
  using Exec = Exec_;
  using Space = typename Exec::memory_space;
};

template <class Scalar>
std::string scalar_name() {
  if constexpr (is_pattern_v<Scalar>) return "pattern";
  std::string kind = is_complex_v<Scalar> ? "c" : std::is_integral_v<Scalar> ? "i" : "f";
  return kind.append(std::to_string(8 * sizeof(Scalar)));
}

/// For TYPED_TEST_SUITE: Serial_f64_i32_i64 and so on.
struct CaseName {
  template <class C>
  static std::string GetName(int) {
    return std::string(C::Exec::name()) + "_" + scalar_name<typename C::Scalar>() + "_" +
           scalar_name<typename C::Ordinal>() + "_" + scalar_name<typename C::Offset>();
  }
};

template <class Exec>
struct CasesOn {
#if defined ARAIOS_TESTS_FEW_TYPES
  using type = testing::Types<Case<double, int, int, Exec>, Case<Pattern, int, std::int64_t, Exec>>;
#elif defined ARAIOS_TESTS_OTHER_TYPES
  using type = testing::Types<Case<float, int, std::int64_t, Exec>,
                              Case<Kokkos::complex<double>, std::int64_t, std::int64_t, Exec>>;
#else
  using type = testing::Types<Case<double, int, int, Exec>, Case<float, int, std::int64_t, Exec>,
                              Case<Kokkos::complex<double>, std::int64_t, std::int64_t, Exec>,
                              Case<Pattern, int, std::int64_t, Exec>>;
#endif
};

namespace detail {
template <class A, class B>
struct Joined;
template <class... A, class... B>
struct Joined<testing::Types<A...>, testing::Types<B...>> {
  using type = testing::Types<A..., B...>;
};
using Default = Kokkos::DefaultExecutionSpace;
using Host = Kokkos::DefaultHostExecutionSpace;
}  // namespace detail

/// Scalars and index pairs on the default space and, where that is another one, on the host's. A build with
/// Araios_TESTS_TYPES=few leaves out what other builds test: scalars that differ in size only, and the host's space
/// beside a device. One with Araios_TESTS_TYPES=other has the scalars that such a build leaves out.
#ifdef ARAIOS_TESTS_FEW_TYPES
inline constexpr bool with_host_cases = false;
#else
inline constexpr bool with_host_cases = !std::is_same_v<detail::Default, detail::Host>;
#endif
using AllCases = typename std::conditional_t<
    with_host_cases, detail::Joined<typename CasesOn<detail::Default>::type, typename CasesOn<detail::Host>::type>,
    CasesOn<detail::Default>>::type;

}  // namespace Araios::test
