// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Chebyshev iteration on D^-1 A z = D^-1 r from z = 0: a fixed number of products with A, and no sums.
///
/// With theta and delta the middle and the half length of the interval, sigma = theta / delta and rho_0 = 1 / sigma:
/// d := D^-1 r / theta, z := d | rho' := 1 / (2 sigma - rho), d := rho' rho d + 2 rho' / delta D^-1 (r - A z), z += d.

#include <Araios/core/arithmetic.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/read_back.hpp>
#include <Araios/formats/format.hpp>
#include <Araios/solve/krylov/problem.hpp>

#include <Kokkos_Core.hpp>

#include <cmath>
#include <cstdint>
#include <limits>

namespace Araios::Impl::krylov {

/// d := kept d + added M (r - q), z += d; the first time d := added M r, z := d.
template <class T, class M, class R, class Q, class D, class Z>
struct ChebyshevStep {
  M diagonal;
  R r;
  Q q;
  D d;
  Z z;
  T kept, added;
  bool is_first;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    T const left = is_first ? static_cast<T>(r(i)) : sum(static_cast<T>(r(i)), -q(i));
    T const next = product(added, diagonal(i, left));
    d(i) = is_first ? next : multiply_add(kept, d(i), next);
    z(i) = is_first ? d(i) : sum(z(i), d(i));
  }
};

/// z := the polynomial times r. multiply(from, to) launches to := A from.
template <class Exec, class M, class R, class Z, class Vector, class Multiply>
void chebyshev(Exec const& exec, int degree, double largest, double ratio, M const& diagonal, R const& r, Z const& z,
               Vector const& d, Vector const& q, Multiply const& multiply) {
  using T = typename Vector::non_const_value_type;
  using Step = ChebyshevStep<T, M, R, Vector, Vector, Z>;
  auto const n = static_cast<std::int64_t>(r.extent(0));
  double const smallest = largest / ratio;
  double const theta = (largest + smallest) / 2, delta = (largest - smallest) / 2, sigma = theta / delta;
  double rho = 1 / sigma;
  Kokkos::parallel_for("Araios::solve::chebyshev", range(exec, n),
                       Step{diagonal, r, q, d, z, T(0), T(1 / theta), true});
  for (int k = 0; k < degree; ++k) {
    multiply(z, q);
    double const next = 1 / (2 * sigma - rho);
    Kokkos::parallel_for("Araios::solve::chebyshev", range(exec, n),
                         Step{diagonal, r, q, d, z, T(next * rho), T(2 * next / delta), false});
    rho = next;
  }
}

/// The sum of a row with NaN or infinity.
inline constexpr double no_bound = std::numeric_limits<double>::infinity();
/// The largest sum of |a_ij / a_ii| over the entries of a row: by Gershgorin no eigenvalue of D^-1 A is larger.
template <class Matrix, class M>
struct RowBound {
  Matrix A;
  M diagonal;
  KOKKOS_FUNCTION void operator()(std::int64_t i, double& largest) const {
    using T = std::remove_cvref_t<decltype(*diagonal.inverse)>;
    double total = 0;
    for (auto p = A.row_map(i); p < A.row_map(i + 1); ++p) {
      T value = T(1);
      if constexpr (!is_pattern_v<typename Matrix::Scalar>) value = static_cast<T>(A.values(p));
      total += ::sqrt(real_part(square(diagonal(i, value))));
    }
    // A maximum loses NaN, in the order of rows and of threads; infinity stays.
    if (!(total - total == 0)) total = no_bound;
    if (total > largest) largest = total;
  }
};
template <class Exec, class Matrix, class M>
double bound_of_eigenvalues(Exec const& exec, Matrix const& A, M const& diagonal) {
  auto const& a = as_matrix(A);
  double largest = 0;
  Kokkos::parallel_reduce("Araios::solve::bound_of_eigenvalues", range(exec, static_cast<std::int64_t>(a.num_rows())),
                          RowBound<std::remove_cvref_t<decltype(a)>, M>{a, diagonal}, Kokkos::Max<double>(largest));
  fence(exec, "Araios::solve: the bound of the eigenvalues");
  return largest;
}

}  // namespace Araios::Impl::krylov
