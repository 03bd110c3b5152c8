// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// One thread for each system: for batches of many interleaved systems, where neighbouring threads read neighbours in
/// memory.
///
/// Gaussian elimination from the first row to the last with K running rows, and the way back. x holds the right-hand
/// sides of the pivot rows in between, `kept` their other coefficients.

#include <Araios/collective/lanes.hpp>
#include <Araios/core/arithmetic.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/operations/tridiagonal/eliminate.hpp>
#include <Araios/operations/tridiagonal/leaf.hpp>
#include <Araios/operations/tridiagonal/problem.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>

namespace Araios::Impl::tridiagonal {

template <class T, int K, bool Pivoted>
struct SystemByThread {
  /// Without row interchanges, a pivot row reaches K unknowns to the right, else 2 K.
  static constexpr int kept_words = Pivoted ? 2 * K : K;

  Problem<T, K> problem;
  T* kept;  // word k of row j of system s: (j kept_words + k) systems + s

  KOKKOS_FUNCTION T& kept_word(std::int64_t row, int k, std::int64_t system) const {
    return kept[(row * kept_words + k) * problem.systems + system];
  }

  /// Row `row`, from its lowest diagonal on; rows after the last are those of the identity.
  KOKKOS_FUNCTION void load(std::int64_t row, std::int64_t system, Array<T, 2 * K + 1>& coefficients, T& rhs) const {
    bool const is_row = row < problem.n;
    ARAIOS_UNROLL
    for (int d = 0; d <= 2 * K; ++d) coefficients[d] = is_row ? problem.coefficient(d, row, system) : T(d == K ? 1 : 0);
    rhs = is_row ? problem.b(row, system) : T(0);
  }

  KOKKOS_FUNCTION void operator()(std::int64_t system) const {
    using Row = EliminationRow<T, 0, 2 * K + 1>;
    Array<Row, K + 1> running;
    Array<T, 2 * K + 1> coefficients;
    ARAIOS_UNROLL
    for (int r = 0; r < K; ++r) {
      running[r].clear();
      load(r, system, coefficients, running[r].rhs);
      running[r].weight = weight_of(coefficients, 2 * K + 1);
      ARAIOS_UNROLL
      for (int d = K - r; d <= 2 * K; ++d) running[r].window[r + d - K] = coefficients[d];
    }
    T rhs;
    load(K, system, coefficients, rhs);
    std::int64_t const n = problem.n;
    for (std::int64_t j = 0; j < n; ++j) {
      ARAIOS_UNROLL
      for (int d = 0; d <= 2 * K; ++d) running[K].window[d] = coefficients[d];
      running[K].rhs = rhs;
      running[K].weight = weight_of(coefficients, 2 * K + 1);
      load(j + K + 1, system, coefficients, rhs);  // in flight during the elimination
      bool is_zero;
      T const inverse = eliminate<Pivoted, 0, K + 1>(running, is_zero);
      if (is_zero) problem.report(j, system);
      ARAIOS_UNROLL
      for (int k = 0; k < kept_words; ++k) kept_word(j, k, system) = product(running[0].window[k + 1], inverse);
      problem.x(j, system) = product(running[0].rhs, inverse);
      drop_pivot<0, K + 1>(running);
    }
    substitute_back(system);
  }

  KOKKOS_FUNCTION void substitute_back(std::int64_t system) const {
    Array<T, kept_words> after;  // x(j + 1), x(j + 2), ...
    ARAIOS_UNROLL
    for (int k = 0; k < kept_words; ++k) after[k] = T(0);
    for (std::int64_t j = problem.n - 1; j >= 0; --j) {
      T value = problem.x(j, system);
      ARAIOS_UNROLL
      for (int k = kept_words - 1; k >= 0; --k) value = subtract_product(value, kept_word(j, k, system), after[k]);
      ARAIOS_UNROLL
      for (int k = kept_words - 1; k > 0; --k) after[k] = after[k - 1];
      after[0] = value;
      problem.x(j, system) = value;
    }
  }
};

}  // namespace Araios::Impl::tridiagonal
