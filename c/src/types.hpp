// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The types of the C interface as types of C++, and the choice among those that the library is built with.

#include "core.hpp"

#include <Araios/compiled/types.hpp>
#include <Araios/core/pattern.hpp>
#include <Araios/core/wrapping.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

namespace araios_c {

using Complex64 = Kokkos::complex<float>;
using Complex128 = Kokkos::complex<double>;
using Araios::Pattern;

template <class T>
struct Tag {
  using type = T;
};
template <class Ordinal_, class Offset_>
struct IndexTag {
  using Ordinal = Ordinal_;
  using Offset = Offset_;
};
using Index32 = IndexTag<int, int>;
using Index32_64 = IndexTag<int, std::int64_t>;
using Index64 = IndexTag<std::int64_t, std::int64_t>;

template <class T>
inline constexpr araios_type type_of = ARAIOS_TYPE_DEFAULT;
template <>
inline constexpr araios_type type_of<float> = ARAIOS_FLOAT32;
template <>
inline constexpr araios_type type_of<double> = ARAIOS_FLOAT64;
template <>
inline constexpr araios_type type_of<Complex64> = ARAIOS_COMPLEX64;
template <>
inline constexpr araios_type type_of<Complex128> = ARAIOS_COMPLEX128;
template <>
inline constexpr araios_type type_of<Pattern> = ARAIOS_PATTERN;
template <>
inline constexpr araios_type type_of<std::int32_t> = ARAIOS_INT32;
template <>
inline constexpr araios_type type_of<std::int64_t> = ARAIOS_INT64;

template <class Ordinal, class Offset>
inline constexpr araios_index index_of = sizeof(Ordinal) == 8  ? ARAIOS_INDEX_64
                                         : sizeof(Offset) == 8 ? ARAIOS_INDEX_32_64
                                                               : ARAIOS_INDEX_32;

char const* name(araios_type type);
char const* name(araios_index index);
char const* name(araios_format format);
/// Bytes of a value; 0 of a pattern.
std::int64_t value_bytes(araios_type type);

[[noreturn]] void refuse_type(araios_type type);
[[noreturn]] void refuse_index(araios_index index);
[[noreturn]] void refuse_real(char const* what, araios_type type);

#define ARAIOS_C_CASE(T) \
  case type_of<T>:       \
    return f(Tag<T>{});

/// f(Tag<T>{}) for the type of a matrix.
template <class F>
decltype(auto) with_type(araios_type type, F const& f) {
  switch (type) {
    ARAIOS_EACH_SCALAR(ARAIOS_IN_LIBRARY_, ARAIOS_C_CASE)
  default:
    refuse_type(type);
  }
}
/// The same for types that have values.
template <class F>
decltype(auto) with_value_type(araios_type type, F const& f) {
  switch (type) {
    ARAIOS_EACH_VALUE(ARAIOS_IN_LIBRARY_, ARAIOS_C_CASE)
  default:
    refuse_type(type);
  }
}
/// The same for float, double and std::int64_t; `what` needs numbers that have an order.
template <class F>
decltype(auto) with_real_type(char const* what, araios_type type, F const& f) {
  switch (type) {
    ARAIOS_EACH_REAL(ARAIOS_IN_LIBRARY_, ARAIOS_C_CASE)
  default:
    refuse_real(what, type);
  }
}
/// The same for the elements of a dense vector.
template <class F>
decltype(auto) with_dense_type(araios_type type, F const& f) {
  switch (type) {
    ARAIOS_EACH_VALUE(ARAIOS_IN_LIBRARY_, ARAIOS_C_CASE)
    ARAIOS_C_CASE(std::int32_t)
#if !ARAIOS_COMPILED_INT64
    ARAIOS_C_CASE(std::int64_t)
#endif
  default:
    refuse_type(type);
  }
}

#define ARAIOS_C_INDEX_CASE(Ordinal, Offset) \
  case index_of<Ordinal, Offset>:            \
    return f(IndexTag<Ordinal, Offset>{});

/// f(IndexTag) for an index type.
template <class F>
decltype(auto) with_index(araios_index index, F const& f) {
  switch (index) {
    ARAIOS_EACH_INDEX(ARAIOS_IN_LIBRARY_, ARAIOS_C_INDEX_CASE)
  default:
    refuse_index(index);
  }
}

/// The default and the largest sizes of an index type.
araios_index or_default(araios_index index);
inline std::int64_t max_ordinal(araios_index index) {
  return index == ARAIOS_INDEX_64 ? std::numeric_limits<std::int64_t>::max() : std::numeric_limits<int>::max();
}
inline std::int64_t max_offset(araios_index index) {
  return index == ARAIOS_INDEX_32 ? std::numeric_limits<int>::max() : std::numeric_limits<std::int64_t>::max();
}
/// Throws OVERFLOW where the sizes do not fit, INVALID_ARGUMENT where one is negative.
void require_sizes(araios_index index, std::int64_t rows, std::int64_t columns, std::int64_t nnz);

/// The sum of two integers given as double, as an integer; INVALID_ARGUMENT where one is none, or the sum does not fit.
std::int64_t integer(double leading, double trailing);
template <class T>
T integer_as(std::int64_t value) {
  require(std::in_range<T>(value), ARAIOS_INVALID_ARGUMENT, value, " does not fit ", name(type_of<T>));
  return static_cast<T>(value);
}
/// A number of two parts as T: real and imaginary part, or two numbers whose sum is an integer.
template <class T>
T number(double real, [[maybe_unused]] double imaginary) {
  if constexpr (Araios::is_complex_v<T>)
    return T(static_cast<typename T::value_type>(real), static_cast<typename T::value_type>(imaginary));
  else if constexpr (std::is_integral_v<T>)
    return integer_as<T>(integer(real, imaginary));
  else
    return static_cast<T>(real);
}
template <class T>
void store_number(T const& value, double* parts) {
  if constexpr (Araios::is_complex_v<T>) {
    parts[0] = value.real();
    parts[1] = value.imag();
  } else if constexpr (std::is_integral_v<T>) {
    // The high and the low 32 bits are exact.
    auto const low = static_cast<std::int64_t>(static_cast<std::uint32_t>(value));
    double const leading = static_cast<double>(value);
    double const high = static_cast<double>(Araios::wrapping_difference(static_cast<std::int64_t>(value), low));
    parts[0] = leading;
    parts[1] = (high - leading) + static_cast<double>(low);
  } else {
    parts[0] = static_cast<double>(value);
    parts[1] = 0;
  }
}

}  // namespace araios_c
