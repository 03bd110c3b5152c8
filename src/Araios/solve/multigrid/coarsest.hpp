// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The coarsest level: a dense LU with row interchanges on the host gives the inverse, and a kernel multiplies by it.
///
/// An application is one launch with n^2 loads, where two triangular solves would be 2 n dependent steps.

#include <Araios/core/arithmetic.hpp>
#include <Araios/core/checks.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/memory.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace Araios::Impl::multigrid {

inline constexpr std::int64_t max_rows_of_coarsest = 1024;

/// A square matrix by rows, on the host.
template <class T>
struct Dense {
  std::int64_t n;
  std::vector<T> elements;
  T* row(std::int64_t i) { return elements.data() + i * n; }
};

/// row := row - factor other
template <class T>
void subtract_row(std::int64_t n, T* row, T const& factor, T const* other) {
  if (factor == T(0)) return;
  for (std::int64_t j = 0; j < n; ++j) row[j] = subtract_product(row[j], factor, other[j]);
}

/// Multiplies each row of A, and element (i, i) of the identity B, by a power of 2, so that the largest entry of the row
/// is in [0.5, 1): rows may have other units, as those of boundaries.
template <class T>
void scale_rows(Dense<T>& A, Dense<T>& B) {
  using Real = RealPartOf<T>;
  for (std::int64_t i = 0; i < A.n; ++i) {
    Real largest = 0;
    for (std::int64_t j = 0; j < A.n; ++j) largest = std::max(largest, magnitude(A.row(i)[j]));
    int exponent = 0;
    if (!std::isfinite(largest) || largest == 0) continue;
    (void)std::frexp(largest, &exponent);
    // Not beyond the exponents of powers of 2, and so that the scale is a normal number.
    Real const scale = std::ldexp(Real(1), std::clamp(-exponent, std::numeric_limits<Real>::min_exponent,
                                                      std::numeric_limits<Real>::max_exponent - 1));
    for (std::int64_t j = 0; j < A.n; ++j) A.row(i)[j] = scaled(A.row(i)[j], scale);
    B.row(i)[i] = T(scale);
  }
}

/// B := the inverse of A, which becomes its factors; the first column whose pivot is 0 but for rounding, or -1.
template <class T>
std::int64_t invert(Dense<T>& A, Dense<T>& B) {
  using Real = RealPartOf<T>;
  std::int64_t const n = A.n;
  B.n = n;
  B.elements.assign(A.elements.size(), T(0));
  for (std::int64_t i = 0; i < n; ++i) B.row(i)[i] = T(1);
  scale_rows(A, B);
  // A pivot is compared with the entries of its column.
  std::vector<Real> negligible(static_cast<std::size_t>(n), 0);
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < n; ++j)
      negligible[static_cast<std::size_t>(j)] =
          std::max(negligible[static_cast<std::size_t>(j)], magnitude(A.row(i)[j]));
  for (Real& largest : negligible) largest *= static_cast<Real>(n) * std::numeric_limits<Real>::epsilon();
  for (std::int64_t k = 0; k < n; ++k) {
    std::int64_t pivot = k;
    for (std::int64_t i = k + 1; i < n; ++i)
      if (magnitude(A.row(i)[k]) > magnitude(A.row(pivot)[k])) pivot = i;
    // NaN is no pivot, either.
    Real const size = magnitude(A.row(pivot)[k]);
    if (!(size > negligible[static_cast<std::size_t>(k)]) || !has_reciprocal(size)) return k;
    if (pivot != k)
      for (std::int64_t j = 0; j < n; ++j) {
        std::swap(A.row(k)[j], A.row(pivot)[j]);
        std::swap(B.row(k)[j], B.row(pivot)[j]);
      }
    T const inverse = reciprocal(A.row(k)[k]);
    for (std::int64_t i = k + 1; i < n; ++i) {
      T const factor = product(A.row(i)[k], inverse);
      subtract_row(n - k, A.row(i) + k, factor, A.row(k) + k);
      subtract_row(n, B.row(i), factor, B.row(k));
    }
  }
  for (std::int64_t k = n - 1; k >= 0; --k) {
    T const inverse = reciprocal(A.row(k)[k]);
    for (std::int64_t j = 0; j < n; ++j) B.row(k)[j] = product(B.row(k)[j], inverse);
    for (std::int64_t i = 0; i < k; ++i) subtract_row(n, B.row(i), A.row(i)[k], B.row(k));
  }
  return -1;
}

/// An array of a View on the host. Waits.
template <class Exec, class V>
auto on_host(Exec const& exec, V const& view) {
  std::vector<typename V::non_const_value_type> host(view.extent(0));
  Kokkos::View<typename V::non_const_value_type*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged> const to(host.data(),
                                                                                                       host.size());
  Kokkos::deep_copy(exec, to, view);
  fence(exec, "Araios::MultigridPlan: the coarsest matrix");
  return host;
}

/// inverse := that of a CSR matrix, by columns; the first column without a pivot, where the inverse is NaN, or -1. Waits.
template <class Exec, class Matrix, class Inverse>
std::int64_t invert_coarsest(Exec const& exec, Matrix const& A, Inverse const& inverse) {
  using T = typename Inverse::value_type;
  std::int64_t const n = static_cast<std::int64_t>(A.num_rows());
  if (n == 0) return -1;
  auto const row_map = on_host(exec, A.row_map);
  auto const entries = on_host(exec, A.entries);
  auto const values = on_host(exec, A.values);
  Dense<T> a{n, std::vector<T>(static_cast<std::size_t>(n * n), T(0))}, b{n, {}};
  for (std::int64_t i = 0; i < n; ++i)
    for (auto p = row_map[static_cast<std::size_t>(i)]; p < row_map[static_cast<std::size_t>(i) + 1]; ++p) {
      T& to = a.row(i)[entries[static_cast<std::size_t>(p)]];
      to = sum(to, values[static_cast<std::size_t>(p)]);
    }
  std::int64_t const column = invert(a, b);
  if (column >= 0) b.elements.assign(b.elements.size(), T(std::numeric_limits<RealPartOf<T>>::quiet_NaN()));
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < i; ++j) std::swap(b.row(i)[j], b.row(j)[i]);
  Kokkos::deep_copy(
      exec, inverse,
      Kokkos::View<T const*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(b.elements.data(), b.elements.size()));
  fence(exec, "Araios::MultigridPlan: the inverse of the coarsest matrix");
  return column;
}

/// x := the inverse times b.
template <class T, class B, class X>
struct ApplyInverse {
  T const* inverse;
  std::int64_t n;
  B b;
  X x;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    T total(0);
    for (std::int64_t j = 0; j < n; ++j) total = multiply_add(inverse[j * n + i], T(b(j)), total);
    x(i) = total;
  }
};

}  // namespace Araios::Impl::multigrid
