// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The inverses of the blocks on the diagonal of a CSR matrix, and how a diagonal is applied.

#include <Araios/core/arithmetic.hpp>
#include <Araios/core/checks.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/read_back.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/formats/format.hpp>
#include <Araios/solve/krylov/problem.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <limits>
#include <type_traits>

namespace Araios::Impl::krylov {

/// The first row that has no inverse, by an atomic minimum.
using FirstBadRow = std::int64_t;
inline constexpr FirstBadRow no_bad_row = std::numeric_limits<std::int64_t>::max();

/// The inverses of the blocks of `size` rows, by columns, of the last one as of one with ones on its diagonal: Gauss and
/// Jordan with row interchanges, a work item a block.
template <class T, class Matrix>
struct InvertBlocks {
  Matrix A;
  int size;
  T *work, *inverse;
  FirstBadRow* bad;

  KOKKOS_FUNCTION void operator()(std::int64_t block) const {
    T* const a = work + block * size * size;
    T* const b = inverse + block * size * size;
    std::int64_t const first = block * size;
    for (int k = 0; k < size * size; ++k) a[k] = b[k] = T(0);
    for (int i = 0; i < size; ++i) {
      b[i * size + i] = T(1);
      if (first + i >= A.num_rows()) {
        a[i * size + i] = T(1);
        continue;
      }
      for (auto p = A.row_map(first + i); p < A.row_map(first + i + 1); ++p) {
        std::int64_t const j = static_cast<std::int64_t>(A.entries(p)) - first;
        if (j < 0 || j >= size) continue;
        if constexpr (is_pattern_v<typename Matrix::Scalar>)
          a[i * size + j] = sum(a[i * size + j], T(1));
        else
          a[i * size + j] = sum(a[i * size + j], static_cast<T>(A.values(p)));
      }
    }
    for (int k = 0; k < size; ++k)
      if (!eliminate(a, b, k)) {
        (void)Kokkos::atomic_fetch_min(bad, first + k);
        for (int q = 0; q < size * size; ++q) b[q] = not_a_number<T>();
        return;
      }
  }

 private:
  /// Column k becomes a unit vector; false where no row below has a pivot.
  KOKKOS_FUNCTION bool eliminate(T* a, T* b, int k) const {
    int pivot = k;
    RealPartOf<T> largest = 0;
    for (int i = k; i < size; ++i)
      if (RealPartOf<T> const length = magnitude(a[i * size + k]); length > largest) {
        largest = length;
        pivot = i;
      }
    if (!(largest > 0) || !has_reciprocal(largest)) return false;
    T const inverse_pivot = quotient(T(1), a[pivot * size + k]);
    for (int j = 0; j < size; ++j) {
      swap_scaled(a, k, pivot, j, inverse_pivot);
      swap_scaled(b, k, pivot, j, inverse_pivot);
    }
    for (int i = 0; i < size; ++i) {
      if (i == k) continue;
      T const factor = a[i * size + k];
      for (int j = 0; j < size; ++j) {
        a[i * size + j] = sum(a[i * size + j], -product(factor, a[k * size + j]));
        b[i * size + j] = sum(b[i * size + j], -product(factor, b[k * size + j]));
      }
    }
    return true;
  }
  /// Rows k and pivot are exchanged in column j, and row k is scaled.
  KOKKOS_FUNCTION void swap_scaled(T* m, int k, int pivot, int j, T const& scale) const {
    T const moved = product(scale, m[pivot * size + j]);
    if (pivot != k) m[pivot * size + j] = m[k * size + j];
    m[k * size + j] = moved;
  }
};

/// z := the inverse of its block times r.
template <class T, class R, class Z>
struct ApplyBlocks {
  T const* inverse;
  int size;
  std::int64_t n;
  R r;
  Z z;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    std::int64_t const first = i / size * size;
    T const* const row = inverse + i * size;
    T total = T(0);
    for (int j = 0; j < size && first + j < n; ++j) total = multiply_add(row[j], static_cast<T>(r(first + j)), total);
    z(i) = total;
  }
};

/// The element type of a preconditioner made of A: integers have no inverses, and the entries of a pattern are 1.
template <class Matrix>
using ElementOf = std::conditional_t<is_pattern_v<ScalarOf<Matrix>> || std::is_integral_v<ScalarOf<Matrix>>, double,
                                     ScalarOf<Matrix>>;

/// The element type that a program names.
template <class T>
struct InvertibleElement {
  static_assert(!std::is_integral_v<T>, "Araios: integers have no inverses; the T of a preconditioner is float, double "
                                        "or Kokkos::complex of these");
  using type = T;
};

/// z := M r of a diagonal M.
template <class T, class R, class Z>
struct ApplyDiagonal {
  T const* inverse;
  R r;
  Z z;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const { z(i) = product(inverse[i], static_cast<T>(r(i))); }
};

/// The first row without a pivot, in the memory of Exec.
template <class Exec>
class BadRow {
 public:
  explicit BadRow(Exec const& exec)
      : row_(allocate<Kokkos::View<FirstBadRow*, typename Exec::memory_space>>(exec, "Araios::solve::bad_row", 1)) {
    fill(exec, row_, no_bad_row);
  }
  FirstBadRow* data() const { return row_.data(); }
  /// Waits, and throws the sentence with the row, if there is one.
  void check(Exec const& exec, char const* function, char const* what) const {
    FirstBadRow const row = read_back(exec, row_, 0, "Araios::solve: rows without a pivot");
    Impl::check(row == no_bad_row, function, ": ", what, " ", row);
  }

 private:
  Kokkos::View<FirstBadRow*, typename Exec::memory_space> row_;
};

}  // namespace Araios::Impl::krylov
