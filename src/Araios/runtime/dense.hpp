// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Dense vectors and matrices in memory of a context, as pointers with a type.

#include <Araios/runtime/typed.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace Araios::runtime {

struct DenseVector {
  void* data = nullptr;
  ValueType type = ValueType::float64;
  std::int64_t length = 0;

  template <class T, class Exec>
  Dense<T, Exec> as() const {
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
    auto const size = [](std::int64_t n) { return static_cast<std::size_t>(n); };
    return Table<T, Exec>(static_cast<T*>(data),
                          Kokkos::LayoutStride(size(rows), size(row_stride), size(columns), size(column_stride)));
  }
};

/// Throws unless the sizes are not negative, there is an element where there is room for one, and one stride is 1, the
/// other at least the length of a row or column.
inline void require_dense(DenseMatrix const& X, char const* name) {
  require(X.rows >= 0 && X.columns >= 0, ErrorKind::invalid_argument, name, " has a negative size ", X.rows, " x ",
          X.columns);
  require(X.data != nullptr || X.rows == 0 || X.columns == 0, ErrorKind::invalid_argument, name, ".data is NULL");
  bool const by_rows = X.column_stride == 1 && X.row_stride >= X.columns;
  bool const by_columns = X.row_stride == 1 && X.column_stride >= X.rows;
  require(by_rows || by_columns, ErrorKind::invalid_argument, name,
          ": one stride must be 1, and the other at least the length of a row or column (", X.row_stride, ", ",
          X.column_stride, ")");
}

}  // namespace Araios::runtime
