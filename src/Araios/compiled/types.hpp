// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The types that libraries of instantiations are built for: Araios::compiled, Araios::runtime and the C interface, all of
/// one build for the same.
///
/// The definitions ARAIOS_COMPILED_<TYPE> are 0 where the library was built without the type, 1 where it has the type,
/// and 2 where the unit that is compiled has the instantiations of the type (cmake/AraiosTypes.cmake). Other types are
/// instantiated where they are used, as without the library.
///
/// A header of this folder has one macro per operation, a list of its explicit instantiations for
/// (instantiate, Exec, Scalar, Ordinal, Offset). With `extern template` in place of `instantiate` the list declares
/// them to users, with `template` it defines them in a unit of the library: the two cannot disagree. A public header
/// includes its declarations at its end where ARAIOS_COMPILED is defined, as the target Araios::compiled does. Exec is
/// the default execution space, and the default one of the host.

#include <Araios/core/execution.hpp>
#include <Araios/core/pattern.hpp>
#include <Araios/core/semiring.hpp>
#include <Araios/core/unmanaged.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

namespace Araios::Impl::compiled {

template <class Exec>
using Memory = typename Exec::memory_space;

/// The elements of x and y that go with a matrix.
template <class Scalar>
using Number = std::conditional_t<is_pattern_v<Scalar>, double, Scalar>;

}  // namespace Araios::Impl::compiled

#ifndef ARAIOS_COMPILED_DOUBLE  // without a library
#define ARAIOS_COMPILED_FLOAT 0
#define ARAIOS_COMPILED_DOUBLE 0
#define ARAIOS_COMPILED_COMPLEX_FLOAT 0
#define ARAIOS_COMPILED_COMPLEX_DOUBLE 0
#define ARAIOS_COMPILED_INT64 0
#define ARAIOS_COMPILED_PATTERN 0
#define ARAIOS_COMPILED_INDEX_32 0
#define ARAIOS_COMPILED_INDEX_32_64 0
#define ARAIOS_COMPILED_INDEX_64 0
#endif

// The text, where the type is one of the library, or of the unit.
#define ARAIOS_IN_LIBRARY_0(...)
#define ARAIOS_IN_LIBRARY_1(...) __VA_ARGS__
#define ARAIOS_IN_LIBRARY_2(...) __VA_ARGS__
#define ARAIOS_IN_UNIT_0(...)
#define ARAIOS_IN_UNIT_1(...)
#define ARAIOS_IN_UNIT_2(...) __VA_ARGS__
#define ARAIOS_JOIN(a, b) a##b
#define ARAIOS_IF(where, compiled, ...) ARAIOS_JOIN(where, compiled)(__VA_ARGS__)

// each(T, ...) for types T of values; `where` is ARAIOS_IN_LIBRARY_ or ARAIOS_IN_UNIT_.
#define ARAIOS_EACH_FLOATING(where, each, ...)                                    \
  ARAIOS_IF(where, ARAIOS_COMPILED_FLOAT, each(float __VA_OPT__(, ) __VA_ARGS__)) \
  ARAIOS_IF(where, ARAIOS_COMPILED_DOUBLE, each(double __VA_OPT__(, ) __VA_ARGS__))
#define ARAIOS_EACH_COMPLEX(where, each, ...)                                                              \
  ARAIOS_IF(where, ARAIOS_COMPILED_COMPLEX_FLOAT, each(Kokkos::complex<float> __VA_OPT__(, ) __VA_ARGS__)) \
  ARAIOS_IF(where, ARAIOS_COMPILED_COMPLEX_DOUBLE, each(Kokkos::complex<double> __VA_OPT__(, ) __VA_ARGS__))
#define ARAIOS_EACH_INTEGER(where, each, ...) \
  ARAIOS_IF(where, ARAIOS_COMPILED_INT64, each(std::int64_t __VA_OPT__(, ) __VA_ARGS__))
#define ARAIOS_EACH_REAL(where, ...) ARAIOS_EACH_FLOATING(where, __VA_ARGS__) ARAIOS_EACH_INTEGER(where, __VA_ARGS__)
#define ARAIOS_EACH_VALUE(where, ...)      \
  ARAIOS_EACH_FLOATING(where, __VA_ARGS__) \
  ARAIOS_EACH_COMPLEX(where, __VA_ARGS__)  \
  ARAIOS_EACH_INTEGER(where, __VA_ARGS__)
#define ARAIOS_EACH_SCALAR(where, each, ...)                \
  ARAIOS_EACH_VALUE(where, each __VA_OPT__(, ) __VA_ARGS__) \
  ARAIOS_IF(where, ARAIOS_COMPILED_PATTERN, each(Araios::Pattern __VA_OPT__(, ) __VA_ARGS__))
// each(Ordinal, Offset, ...) for types of indices.
#define ARAIOS_EACH_WIDE(where, each, ...) \
  ARAIOS_IF(where, ARAIOS_COMPILED_INDEX_32_64, each(int, std::int64_t __VA_OPT__(, ) __VA_ARGS__))
#define ARAIOS_EACH_INDEX(where, each, ...)                                             \
  ARAIOS_IF(where, ARAIOS_COMPILED_INDEX_32, each(int, int __VA_OPT__(, ) __VA_ARGS__)) \
  ARAIOS_EACH_WIDE(where, each __VA_OPT__(, ) __VA_ARGS__)                              \
  ARAIOS_IF(where, ARAIOS_COMPILED_INDEX_64, each(std::int64_t, std::int64_t __VA_OPT__(, ) __VA_ARGS__))

// list(first, Exec, ...) for the spaces of a list: both default ones, that of the host alone, or the device alone where
// there is one.
#define ARAIOS_IN_HOST(list, first, ...) list(first, Kokkos::DefaultHostExecutionSpace __VA_OPT__(, ) __VA_ARGS__)
#ifdef ARAIOS_HAVE_DEFAULT_DEVICE
#define ARAIOS_IN_DEVICE(list, first, ...) list(first, Kokkos::DefaultExecutionSpace __VA_OPT__(, ) __VA_ARGS__)
#else
#define ARAIOS_IN_DEVICE(list, first, ...)
#endif
#define ARAIOS_IN_BOTH(list, ...)     \
  ARAIOS_IN_DEVICE(list, __VA_ARGS__) \
  ARAIOS_IN_HOST(list, __VA_ARGS__)

// A list of this folder for all scalars, for those that have values, and for the complex ones: its declarations in a
// public header, its definitions in a unit.
#define ARAIOS_LIST_OF_TYPES(Ordinal, Offset, Scalar, spaces, list, instantiate) \
  spaces(list, instantiate, Scalar, Ordinal, Offset)
#define ARAIOS_LIST_OF_SCALAR(Scalar, where, ...) ARAIOS_EACH_INDEX(where, ARAIOS_LIST_OF_TYPES, Scalar, __VA_ARGS__)
#define ARAIOS_LIST(each, where, spaces, list, instantiate) \
  each(where, ARAIOS_LIST_OF_SCALAR, where, spaces, list, instantiate)
#define ARAIOS_DECLARE(each, spaces, list) ARAIOS_LIST(each, ARAIOS_IN_LIBRARY_, spaces, list, extern template)
#define ARAIOS_DEFINE(each, spaces, list) ARAIOS_LIST(each, ARAIOS_IN_UNIT_, spaces, list, template)
#define ARAIOS_DECLARE_ALL(spaces, list) ARAIOS_DECLARE(ARAIOS_EACH_SCALAR, spaces, list)
#define ARAIOS_DECLARE_VALUES(spaces, list) ARAIOS_DECLARE(ARAIOS_EACH_VALUE, spaces, list)
#define ARAIOS_DECLARE_COMPLEX(spaces, list) ARAIOS_DECLARE(ARAIOS_EACH_COMPLEX, spaces, list)
#define ARAIOS_DEFINE_ALL(spaces, list) ARAIOS_DEFINE(ARAIOS_EACH_SCALAR, spaces, list)
#define ARAIOS_DEFINE_VALUES(spaces, list) ARAIOS_DEFINE(ARAIOS_EACH_VALUE, spaces, list)
#define ARAIOS_DEFINE_COMPLEX(spaces, list) ARAIOS_DEFINE(ARAIOS_EACH_COMPLEX, spaces, list)

// A list for (instantiate, Exec, Ordinal, Offset), of what does not depend on the Scalar; and one of what exists for an
// Offset of 8 bytes only.
#define ARAIOS_LIST_OF_INDEX(Ordinal, Offset, spaces, list, instantiate) spaces(list, instantiate, Ordinal, Offset)
#define ARAIOS_DECLARE_INDEX(spaces, list) \
  ARAIOS_EACH_INDEX(ARAIOS_IN_LIBRARY_, ARAIOS_LIST_OF_INDEX, spaces, list, extern template)
#define ARAIOS_DECLARE_WIDE(spaces, list) \
  ARAIOS_EACH_WIDE(ARAIOS_IN_LIBRARY_, ARAIOS_LIST_OF_INDEX, spaces, list, extern template)
#define ARAIOS_DEFINE_INDEX(spaces, list) \
  ARAIOS_EACH_INDEX(ARAIOS_IN_UNIT_, ARAIOS_LIST_OF_INDEX, spaces, list, template)
#define ARAIOS_DEFINE_WIDE(spaces, list) ARAIOS_EACH_WIDE(ARAIOS_IN_UNIT_, ARAIOS_LIST_OF_INDEX, spaces, list, template)
