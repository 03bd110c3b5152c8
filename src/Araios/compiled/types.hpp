// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The types of the library Araios::compiled, and how a list of instantiations is declared and defined.
///
/// A header of this folder has one macro per operation, a list of its explicit instantiations for
/// (instantiate, Exec, Scalar, Ordinal, Offset). With `extern template` in place of `instantiate` the list declares
/// them to users, with `template` it defines them in a unit of the library: the two cannot disagree. A public header
/// includes its declarations at its end where ARAIOS_COMPILED is defined, as the target Araios::compiled does.
///
/// Ordinal is int; Offset is int or int64_t; Exec is the default execution space, and the default one of the host. The
/// definitions ARAIOS_COMPILED_FLOAT, ARAIOS_COMPILED_INT and so on name the scalars and Offsets that the library was
/// built with. A unit has one of each: ARAIOS_UNIT_SCALAR, ARAIOS_UNIT_OFFSET. Other types are instantiated where they
/// are used, as without the library.

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

// The spaces of a list: both default ones, that of the host alone, or the device alone where there is one.
#define ARAIOS_IN_HOST(list, instantiate, ...) list(instantiate, Kokkos::DefaultHostExecutionSpace, __VA_ARGS__)
#ifdef ARAIOS_HAVE_DEFAULT_DEVICE
#define ARAIOS_IN_DEVICE(list, instantiate, ...) list(instantiate, Kokkos::DefaultExecutionSpace, __VA_ARGS__)
#else
#define ARAIOS_IN_DEVICE(list, instantiate, ...)
#endif
#define ARAIOS_IN_BOTH(list, instantiate, ...)     \
  ARAIOS_IN_DEVICE(list, instantiate, __VA_ARGS__) \
  ARAIOS_IN_HOST(list, instantiate, __VA_ARGS__)

#ifdef ARAIOS_COMPILED_INT
#define ARAIOS_WITH_INT(...) __VA_ARGS__
#else
#define ARAIOS_WITH_INT(...)
#endif
#ifdef ARAIOS_COMPILED_INT64_T
#define ARAIOS_WITH_INT64_T(...) __VA_ARGS__
#else
#define ARAIOS_WITH_INT64_T(...)
#endif
#define ARAIOS_DECLARE_SCALAR(spaces, list, Scalar)                \
  ARAIOS_WITH_INT(spaces(list, extern template, Scalar, int, int)) \
  ARAIOS_WITH_INT64_T(spaces(list, extern template, Scalar, int, std::int64_t))
#ifdef ARAIOS_COMPILED_FLOAT
#define ARAIOS_DECLARE_FLOAT(spaces, list) ARAIOS_DECLARE_SCALAR(spaces, list, float)
#else
#define ARAIOS_DECLARE_FLOAT(spaces, list)
#endif
#ifdef ARAIOS_COMPILED_DOUBLE
#define ARAIOS_DECLARE_DOUBLE(spaces, list) ARAIOS_DECLARE_SCALAR(spaces, list, double)
#else
#define ARAIOS_DECLARE_DOUBLE(spaces, list)
#endif
#ifdef ARAIOS_COMPILED_COMPLEX_FLOAT
#define ARAIOS_DECLARE_COMPLEX_FLOAT(spaces, list) ARAIOS_DECLARE_SCALAR(spaces, list, Kokkos::complex<float>)
#else
#define ARAIOS_DECLARE_COMPLEX_FLOAT(spaces, list)
#endif
#ifdef ARAIOS_COMPILED_COMPLEX_DOUBLE
#define ARAIOS_DECLARE_COMPLEX_DOUBLE(spaces, list) ARAIOS_DECLARE_SCALAR(spaces, list, Kokkos::complex<double>)
#else
#define ARAIOS_DECLARE_COMPLEX_DOUBLE(spaces, list)
#endif
#ifdef ARAIOS_COMPILED_PATTERN
#define ARAIOS_DECLARE_PATTERN(spaces, list) ARAIOS_DECLARE_SCALAR(spaces, list, Araios::Pattern)
#else
#define ARAIOS_DECLARE_PATTERN(spaces, list)
#endif

// In a public header: a list for all scalars, for those that have values, and for the complex ones.
#define ARAIOS_DECLARE_COMPLEX(spaces, list) \
  ARAIOS_DECLARE_COMPLEX_FLOAT(spaces, list) \
  ARAIOS_DECLARE_COMPLEX_DOUBLE(spaces, list)
#define ARAIOS_DECLARE_VALUES(spaces, list) \
  ARAIOS_DECLARE_FLOAT(spaces, list)        \
  ARAIOS_DECLARE_DOUBLE(spaces, list)       \
  ARAIOS_DECLARE_COMPLEX(spaces, list)
#define ARAIOS_DECLARE_ALL(spaces, list) \
  ARAIOS_DECLARE_VALUES(spaces, list)    \
  ARAIOS_DECLARE_PATTERN(spaces, list)

// In a unit: the same list for the types of the unit, or nothing where its Scalar is none of them.
#define ARAIOS_DEFINE_ALL(spaces, list) spaces(list, template, ARAIOS_UNIT_SCALAR, int, ARAIOS_UNIT_OFFSET)
#ifdef ARAIOS_UNIT_HAS_VALUES
#define ARAIOS_DEFINE_VALUES(spaces, list) ARAIOS_DEFINE_ALL(spaces, list)
#else
#define ARAIOS_DEFINE_VALUES(spaces, list)
#endif
#ifdef ARAIOS_UNIT_IS_COMPLEX
#define ARAIOS_DEFINE_COMPLEX(spaces, list) ARAIOS_DEFINE_ALL(spaces, list)
#else
#define ARAIOS_DEFINE_COMPLEX(spaces, list)
#endif

// A list for (instantiate, Exec, Ordinal, Offset), of what does not depend on the Scalar; and one of what exists for an
// Offset of 8 bytes only.
#define ARAIOS_DECLARE_INDEX(spaces, list)                 \
  ARAIOS_WITH_INT(spaces(list, extern template, int, int)) \
  ARAIOS_DECLARE_WIDE(spaces, list)
#define ARAIOS_DECLARE_WIDE(spaces, list) ARAIOS_WITH_INT64_T(spaces(list, extern template, int, std::int64_t))
#define ARAIOS_DEFINE_INDEX(spaces, list) spaces(list, template, int, ARAIOS_UNIT_OFFSET)
#ifdef ARAIOS_UNIT_IS_WIDE
#define ARAIOS_DEFINE_WIDE(spaces, list) ARAIOS_DEFINE_INDEX(spaces, list)
#else
#define ARAIOS_DEFINE_WIDE(spaces, list)
#endif
