// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The types of values and of indices at run time, and the choice among those that the library is built with.

#include <Araios/compiled/types.hpp>
#include <Araios/core/pattern.hpp>
#include <Araios/core/wrapping.hpp>
#include <Araios/formats/format.hpp>
#include <Araios/runtime/error.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

namespace Araios::runtime {

/// The types of values. 0 is what a function says.
enum class ValueType { unspecified, float32, float64, complex64, complex128, pattern, int32, int64 };
/// The types of row and column indices, and of offsets: 32 bits for both, 64 bits for offsets, 64 bits for both.
enum class IndexType { unspecified, index_32, index_32_64, index_64 };

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
inline constexpr ValueType type_of = ValueType::unspecified;
template <>
inline constexpr ValueType type_of<float> = ValueType::float32;
template <>
inline constexpr ValueType type_of<double> = ValueType::float64;
template <>
inline constexpr ValueType type_of<Kokkos::complex<float>> = ValueType::complex64;
template <>
inline constexpr ValueType type_of<Kokkos::complex<double>> = ValueType::complex128;
template <>
inline constexpr ValueType type_of<Pattern> = ValueType::pattern;
template <>
inline constexpr ValueType type_of<std::int32_t> = ValueType::int32;
template <>
inline constexpr ValueType type_of<std::int64_t> = ValueType::int64;

template <class Ordinal, class Offset>
inline constexpr IndexType index_of = sizeof(Ordinal) == 8  ? IndexType::index_64
                                      : sizeof(Offset) == 8 ? IndexType::index_32_64
                                                            : IndexType::index_32;

char const* name(ValueType type);
char const* name(IndexType index);
/// Bytes of a value; 0 of a pattern.
std::int64_t value_bytes(ValueType type);

/// Whether the library is built with it.
bool is_built(ValueType type);
bool is_built(IndexType index);

/// Both operands have this type, or one is a pattern; else it throws invalid_argument.
ValueType common_type(ValueType a, ValueType b);
/// Throws invalid_argument unless `type` is `requested`.
void require_type(ValueType type, ValueType requested, char const* name);

[[noreturn]] void refuse_type(ValueType type);
[[noreturn]] void refuse_index(IndexType index);
[[noreturn]] void refuse_real(char const* what, ValueType type);
[[noreturn]] void refuse_field(char const* what, ValueType type);

#define ARAIOS_RUNTIME_CASE(T) \
  case type_of<T>:             \
    return f(Tag<T>{});

/// f(Tag<T>{}) for the type of a matrix.
template <class F>
decltype(auto) with_type(ValueType type, [[maybe_unused]] F const& f) {
  switch (type) {
    ARAIOS_EACH_SCALAR(ARAIOS_IN_LIBRARY_, ARAIOS_RUNTIME_CASE)
  default:
    refuse_type(type);
  }
}
/// The same for types that have values.
template <class F>
decltype(auto) with_value_type(ValueType type, [[maybe_unused]] F const& f) {
  switch (type) {
    ARAIOS_EACH_VALUE(ARAIOS_IN_LIBRARY_, ARAIOS_RUNTIME_CASE)
  default:
    refuse_type(type);
  }
}
/// The same for float, double and std::int64_t; `what` needs numbers that have an order.
template <class F>
decltype(auto) with_real_type(char const* what, ValueType type, [[maybe_unused]] F const& f) {
  switch (type) {
    ARAIOS_EACH_REAL(ARAIOS_IN_LIBRARY_, ARAIOS_RUNTIME_CASE)
  default:
    refuse_real(what, type);
  }
}
/// The same for float, double and Kokkos::complex of both; `what` divides numbers.
template <class F>
decltype(auto) with_field_type(char const* what, ValueType type, [[maybe_unused]] F const& f) {
  switch (type) {
    ARAIOS_EACH_FLOATING(ARAIOS_IN_LIBRARY_, ARAIOS_RUNTIME_CASE)
    ARAIOS_EACH_COMPLEX(ARAIOS_IN_LIBRARY_, ARAIOS_RUNTIME_CASE)
  default:
    refuse_field(what, type);
  }
}
/// The same for the elements of a dense vector.
template <class F>
decltype(auto) with_dense_type(ValueType type, F const& f) {
  switch (type) {
    ARAIOS_EACH_VALUE(ARAIOS_IN_LIBRARY_, ARAIOS_RUNTIME_CASE)
    ARAIOS_RUNTIME_CASE(std::int32_t)
#if !ARAIOS_COMPILED_INT64
    ARAIOS_RUNTIME_CASE(std::int64_t)
#endif
  default:
    refuse_type(type);
  }
}

#define ARAIOS_RUNTIME_INDEX_CASE(Ordinal, Offset) \
  case index_of<Ordinal, Offset>:                  \
    return f(IndexTag<Ordinal, Offset>{});

/// f(IndexTag) for an index type.
template <class F>
decltype(auto) with_index(IndexType index, [[maybe_unused]] F const& f) {
  switch (index) {
    ARAIOS_EACH_INDEX(ARAIOS_IN_LIBRARY_, ARAIOS_RUNTIME_INDEX_CASE)
  default:
    refuse_index(index);
  }
}

/// The default and the largest sizes of an index type.
IndexType or_default(IndexType index);
inline std::int64_t max_ordinal(IndexType index) {
  return index == IndexType::index_64 ? std::numeric_limits<std::int64_t>::max() : std::numeric_limits<int>::max();
}
inline std::int64_t max_offset(IndexType index) {
  return index == IndexType::index_32 ? std::numeric_limits<int>::max() : std::numeric_limits<std::int64_t>::max();
}
/// Throws overflow where the sizes do not fit, invalid_argument where one is negative.
void require_sizes(IndexType index, std::int64_t rows, std::int64_t columns, std::int64_t nnz);

/// The sum of two integers given as double, as an integer; invalid_argument where one is none, or the sum does not fit.
std::int64_t integer(double leading, double trailing);
template <class T>
T integer_as(std::int64_t value) {
  require(std::in_range<T>(value), ErrorKind::invalid_argument, value, " does not fit ", name(type_of<T>));
  return static_cast<T>(value);
}
/// A number of two parts as T: real and imaginary part, or two numbers whose sum is an integer.
template <class T>
T number(double real, [[maybe_unused]] double imaginary) {
  if constexpr (is_complex_v<T>)
    return T(static_cast<typename T::value_type>(real), static_cast<typename T::value_type>(imaginary));
  else if constexpr (std::is_integral_v<T>)
    return integer_as<T>(integer(real, imaginary));
  else
    return static_cast<T>(real);
}
template <class T>
void store_number(T const& value, double* parts) {
  if constexpr (is_complex_v<T>) {
    parts[0] = value.real();
    parts[1] = value.imag();
  } else if constexpr (std::is_integral_v<T>) {
    // The high and the low 32 bits are exact.
    auto const low = static_cast<std::int64_t>(static_cast<std::uint32_t>(value));
    double const leading = static_cast<double>(value);
    double const high = static_cast<double>(wrapping_difference(static_cast<std::int64_t>(value), low));
    parts[0] = leading;
    parts[1] = (high - leading) + static_cast<double>(low);
  } else {
    parts[0] = static_cast<double>(value);
    parts[1] = 0;
  }
}

}  // namespace Araios::runtime
