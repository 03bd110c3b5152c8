// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Dense vectors and matrices in memory of a context, as pointers with a type.

#include <Araios/runtime/arrays.hpp>
#include <Araios/runtime/typed.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace Araios::runtime {

struct DenseVector {
  void* data = nullptr;
  ValueType type = ValueType::float64;
  std::int64_t length = 0;

  template <class T, class Exec>
  Dense<T, Exec> as() const {
    require_alignment<T>(data, "a dense vector");
    return Dense<T, Exec>(static_cast<T*>(data), static_cast<std::size_t>(length));
  }
};

/// A dense matrix with its type.
template <class T, class Exec>
using Table = Kokkos::View<T**, Kokkos::LayoutStride, SpaceOf<Exec>, Kokkos::MemoryUnmanaged>;

/// Element (i, j) is data[i * row_stride + j * column_stride]; one stride is 1.
struct DenseMatrix {
  void* data = nullptr;
  ValueType type = ValueType::float64;
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::int64_t row_stride = 0;
  std::int64_t column_stride = 0;

  template <class T, class Exec>
  Table<T, Exec> as() const {
    require_alignment<T>(data, "a dense matrix");
    auto const size = [](std::int64_t n) { return static_cast<std::size_t>(n); };
    return Table<T, Exec>(static_cast<T*>(data),
                          Kokkos::LayoutStride(size(rows), size(row_stride), size(columns), size(column_stride)));
  }
};

/// Throws unless the sizes are not negative, there is an element where there is room for one, one stride is 1, the other
/// at least the length of a row or column, and the last element is at an address that exists.
inline void require_dense(DenseMatrix const& X, char const* name) {
  require(X.rows >= 0 && X.columns >= 0, ErrorKind::invalid_argument, name, " has a negative size ", X.rows, " x ",
          X.columns);
  require(X.data != nullptr || X.rows == 0 || X.columns == 0, ErrorKind::invalid_argument, name, ".data is NULL");
  // The stride of a dimension of at most one element does not count.
  bool const by_rows = X.column_stride == 1 && (X.row_stride >= X.columns || X.rows <= 1);
  bool const by_columns = X.row_stride == 1 && (X.column_stride >= X.rows || X.columns <= 1);
  require(by_rows || by_columns, ErrorKind::invalid_argument, name,
          ": one stride must be 1, and the other at least the length of a row or column (", X.row_stride, ", ",
          X.column_stride, ")");
  if (X.rows == 0 || X.columns == 0) return;
  auto const lines = by_rows ? X.rows : X.columns, length = by_rows ? X.columns : X.rows;
  auto const stride = lines <= 1 ? length : by_rows ? X.row_stride : X.column_stride;
  constexpr auto max = std::numeric_limits<std::int64_t>::max();
  auto const count = lines - 1 <= (max - length) / stride ? (lines - 1) * stride + length : max;
  require_length(X.data, count, static_cast<std::size_t>(std::max<std::int64_t>(value_bytes(X.type), 1)), name);
}

}  // namespace Araios::runtime
