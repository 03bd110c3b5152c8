// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The kernels that build matrices from diagonals and bitmaps, and that compare and search them.

#include <Araios/core/bit_mask.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/search.hpp>

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

/// Differences between two matrices of one shape and number of entries.
template <class A, class B>
struct CountDifferences {
  A a;
  B b;
  KOKKOS_FUNCTION void operator()(std::int64_t i, std::int64_t& differences) const {
    if (i <= static_cast<std::int64_t>(a.num_rows()))
      differences += static_cast<std::int64_t>(a.row_map(i)) != static_cast<std::int64_t>(b.row_map(i));
    if (i < static_cast<std::int64_t>(a.nnz())) {
      differences += a.entries(i) != b.entries(i);
      if constexpr (!is_pattern_v<typename A::Scalar>) differences += !(a.values(i) == b.values(i));
    }
  }
};

/// The position of entry (i, j), or -1: also outside of the matrix. Rows are sorted; of duplicates the first.
template <class Matrix>
KOKKOS_FUNCTION std::int64_t position_of(Matrix const& A, std::int64_t i, std::int64_t j) {
  if (i < 0 || i >= static_cast<std::int64_t>(A.num_rows())) return -1;
  auto const end = static_cast<std::int64_t>(A.row_map(i + 1));
  auto const at = first_not_below(A.entries, static_cast<std::int64_t>(A.row_map(i)), end, j);
  return at < end && static_cast<std::int64_t>(A.entries(at)) == j ? at : -1;
}

/// positions(p) := the position of entry (rows(p), cols(p)), or -1
template <class Matrix, class Rows, class Cols, class Positions>
struct FindPositions {
  Matrix matrix;
  Rows rows;
  Cols cols;
  Positions positions;
  KOKKOS_FUNCTION void operator()(std::int64_t p) const {
    positions(p) = static_cast<typename Positions::non_const_value_type>(
        position_of(matrix, static_cast<std::int64_t>(rows(p)), static_cast<std::int64_t>(cols(p))));
  }
};

/// found(p) := 1 where the matrix has an entry (rows(p), cols(p)), else 0
template <class Matrix, class Rows, class Cols, class Found>
struct FindEntries {
  Matrix matrix;
  Rows rows;
  Cols cols;
  Found found;
  KOKKOS_FUNCTION void operator()(std::int64_t p) const {
    auto const position = position_of(matrix, static_cast<std::int64_t>(rows(p)), static_cast<std::int64_t>(cols(p)));
    found(p) = static_cast<typename Found::non_const_value_type>(position >= 0);
  }
};

}  // namespace Araios::Impl::build
