// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The concepts that constrain the template parameters of Araios.

#include <Araios/core/pattern.hpp>

#include <Kokkos_Core.hpp>

#include <concepts>
#include <type_traits>

namespace Araios {

/// A Kokkos execution space; every public function takes an instance of one as its first argument.
template <class T>
concept ExecutionSpace = Kokkos::is_execution_space<T>::value;

template <class T>
concept MemorySpace = Kokkos::is_memory_space<T>::value;

/// Index of a row or a column. Signed, so that -1 can mark padding.
template <class T>
concept OrdinalType = std::signed_integral<T> && (sizeof(T) == 4 || sizeof(T) == 8);

/// Counts entries; at least as wide as the ordinal it goes with.
template <class T>
concept OffsetType = std::integral<T> && !std::same_as<T, bool> && (sizeof(T) == 4 || sizeof(T) == 8);

namespace Impl {
template <class T>
struct IsComplex : std::false_type {};
template <class T>
struct IsComplex<Kokkos::complex<T>> : std::true_type {};
template <class T, int Rank, class = void>
struct IsViewOfRank : std::false_type {};
template <class T, int Rank>
struct IsViewOfRank<T, Rank, std::enable_if_t<Kokkos::is_view<T>::value>> : std::bool_constant<int(T::rank) == Rank> {};
}  // namespace Impl

template <class T>
inline constexpr bool is_complex_v = Impl::IsComplex<std::remove_cv_t<T>>::value;

/// Type of the values of a matrix: an arithmetic type, Kokkos::complex, or Pattern (no values).
template <class T>
concept ScalarType = std::is_arithmetic_v<T> || is_complex_v<T> || is_pattern_v<T>;

/// A View of rank 1.
template <class T>
concept VectorView = Impl::IsViewOfRank<T, 1>::value;

/// A View of rank 2: a dense matrix, in any layout.
template <class T>
concept DenseMatrixView = Impl::IsViewOfRank<T, 2>::value;

/// A View of rank 1, or NoValues, the values array of a Pattern matrix.
template <class T>
concept ValuesView = VectorView<T> || std::same_as<T, NoValues>;

template <class T>
concept IndexView = VectorView<T> && std::integral<typename T::non_const_value_type>;

namespace Impl {
// False for a type without a memory space, such as double.
template <class Exec, class V>
struct Accessible : std::false_type {};
template <class Exec, class V>
  requires requires { typename V::memory_space; }
struct Accessible<Exec, V>
    : std::bool_constant<Kokkos::SpaceAccessibility<Exec, typename V::memory_space>::accessible> {};
template <class Exec>
struct Accessible<Exec, NoValues> : std::true_type {};
}  // namespace Impl

/// Every View (or matrix: anything with a memory_space) can be read and written by kernels of Exec. The types may be
/// references, as decltype of the arguments.
template <class Exec, class... Views>
concept Accesses = (Impl::Accessible<Exec, std::remove_cvref_t<Views>>::value && ...);

}  // namespace Araios
