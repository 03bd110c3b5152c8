// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The kernels that build matrices from diagonals and bitmaps.

#include <Araios/core/bit_mask.hpp>
#include <Araios/core/concepts.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

namespace Araios::Impl::build {

/// Indices of the type of Rows, in memory that kernels of Exec can access.
template <class T, class Exec, class Rows>
concept IndicesLike = IndexView<T> && Accesses<Exec, T> &&
                      std::is_same_v<typename T::non_const_value_type, typename Rows::non_const_value_type>;

/// Row i of a diagonal matrix; row_map has one element more.
template <class Arrays, class Diagonal>
struct FillDiagonal {
  Arrays arrays;
  Diagonal diagonal;
  std::int64_t rows;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    arrays.row_map(i) = static_cast<typename decltype(arrays.row_map)::non_const_value_type>(i);
    if (i == rows) return;
    arrays.entries(i) = static_cast<typename decltype(arrays.entries)::non_const_value_type>(i);
    if constexpr (!std::is_same_v<decltype(arrays.values), NoValues>) arrays.values(i) = diagonal(i);
  }
};

/// The same element for each index.
template <class T>
struct Constant {
  T value;
  KOKKOS_FUNCTION T operator()(std::int64_t) const { return value; }
};

}  // namespace Araios::Impl::build
