// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The systems of a batch as kernels have them, and the vectors of one system in fast memory.

#include <Araios/core/arithmetic.hpp>
#include <Araios/solve/batched/group.hpp>
#include <Araios/solve/batched/options.hpp>
#include <Araios/solve/krylov/problem.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace Araios::Impl::batched {

using krylov::as_element;
using krylov::dot_term;
using krylov::is_finite;
using krylov::is_rounding;
using krylov::is_zero;
using krylov::nonzero_square;
using krylov::real_part;
using krylov::square;
using krylov::SumOf;

/// A table with a row for each system.
template <class T>
struct SystemRows {
  T* data;
  std::int64_t system_stride, element_stride;
  KOKKOS_FUNCTION T& operator()(std::int64_t system, std::int64_t i) const {
    return data[system * system_stride + i * element_stride];
  }
};

template <class T, class Ordinal, class Offset>
struct Problem {
  Offset const* row_map;
  Ordinal const* entries;
  SystemRows<T const> values, b;
  SystemRows<T> x;
  BatchedStatus* status;
  std::int64_t status_stride;
  std::int64_t systems;
  int n;
  BatchedMethod method;
  bool is_jacobi;
  double rtol, atol;
  std::int64_t max_iterations;
};

/// One system, whose x is in fast memory.
template <class T, class Ordinal, class Offset>
struct System {
  using Problem = batched::Problem<T, Ordinal, Offset>;
  Problem const& problem;
  std::int64_t index;
  T* x;

  KOKKOS_FUNCTION int n() const { return problem.n; }
  KOKKOS_FUNCTION T rhs(int i) const { return problem.b(index, i); }
  /// Row i times the vector of the elements at(j), in the order of the entries.
  template <class F>
  KOKKOS_FUNCTION T row_product(int i, F const& at) const {
    T total(0);
    for (Offset p = problem.row_map[i]; p < problem.row_map[i + 1]; ++p)
      total = multiply_add(problem.values(index, static_cast<std::int64_t>(p)), at(problem.entries[p]), total);
    return total;
  }
  /// r := b - A x, and its norm, which is 0 for r = 0 alone.
  KOKKOS_FUNCTION double residual(auto const& group, T* r) const {
    SumOf<T> total;
    group.template sums<1>(
        n(),
        [&](int i, SumOf<T>* terms) {
          r[i] = difference(rhs(i), row_product(i, [&](Ordinal j) { return x[j]; }));
          terms[0] = sum(terms[0], nonzero_square(r[i]));
        },
        &total);
    return ::sqrt(real_part(total));
  }
};

}  // namespace Araios::Impl::batched
