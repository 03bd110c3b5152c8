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

/// Element (i, j) is data[i * row_stride + j * column_stride]; one stride is 1.
struct DenseMatrix {
  void* data = nullptr;
  ValueType type = ValueType::float64;
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::int64_t row_stride = 0;
  std::int64_t column_stride = 0;

  template <class T, class Exec>
  auto as() const {
    auto const size = [](std::int64_t n) { return static_cast<std::size_t>(n); };
    return Kokkos::View<T**, Kokkos::LayoutStride, SpaceOf<Exec>, Kokkos::MemoryUnmanaged>(
        static_cast<T*>(data), Kokkos::LayoutStride(size(rows), size(row_stride), size(columns), size(column_stride)));
  }
};

}  // namespace Araios::runtime
