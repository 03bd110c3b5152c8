// SPDX-License-Identifier: Apache-2.0
//
// Banded systems for tests of direct solution: matrices of the literature, a slow reference, and backward errors.

#pragma once

#include <Araios/core/concepts.hpp>
#include <Kokkos_Core.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "support/matrices.hpp"
#include "support/spmv.hpp"

namespace Araios::test {

/// A system of n rows with K diagonals on each side. diagonals[d][i] belongs to unknown i - K + d, modulo n if the
/// system is periodic.
template <class T, int K>
struct BandedSystem {
  std::int64_t n = 0;
  std::array<std::vector<T>, 2 * K + 1> diagonals;
  std::vector<T> b;
  bool is_periodic = false;

  /// The unknown of a coefficient, or -1 outside of the matrix.
  std::int64_t column(std::int64_t i, int d) const {
    std::int64_t const c = i - K + d;
    if (is_periodic) return ((c % n) + n) % n;
    return c >= 0 && c < n ? c : -1;
  }
};

/// Random numbers of [-1, 1], with `shift` added to the main diagonal. Unused corners hold NaN.
template <class T, int K>
BandedSystem<T, K> random_banded(std::int64_t n, unsigned seed, double shift = 0, bool is_periodic = false) {
  BandedSystem<T, K> system;
  system.n = n;
  system.is_periodic = is_periodic;
  for (int d = 0; d <= 2 * K; ++d) system.diagonals[d] = test_vector<T>(n, 10 * seed + d);
  system.b = test_vector<T>(n, 10 * seed + 9);
  for (auto& value : system.diagonals[K]) value += T(static_cast<Real<T>>(shift));
  if (!is_periodic)
    for (int d = 0; d <= 2 * K; ++d)
      for (std::int64_t i = 0; i < n; ++i)
        if (system.column(i, d) < 0) system.diagonals[d][i] = T(std::numeric_limits<Real<T>>::quiet_NaN());
  return system;
}

/// max_i |b - A x|_i / (max_i sum_j |a_ij| max |x| + max |b|) in long double, as a number of units of rounding.
template <class T, int K>
long double backward_error(BandedSystem<T, K> const& system, std::vector<T> const& x) {
  long double error = 0, norm_A = 0, norm_x = 0, norm_b = 0;
  for (std::int64_t i = 0; i < system.n; ++i) {
    Exact residual = exact(system.b[i]);
    long double row = 0;
    for (int d = 0; d <= 2 * K; ++d) {
      std::int64_t const c = system.column(i, d);
      if (c < 0) continue;
      Exact const a = exact(system.diagonals[d][i]);
      residual -= a * Exact(exact(x[c]));
      row += std::abs(a);
    }
    if (std::isnan(std::abs(residual))) return std::numeric_limits<long double>::infinity();
    error = std::max(error, std::abs(residual));
    norm_A = std::max(norm_A, row);
    norm_x = std::max(norm_x, static_cast<long double>(std::abs(exact(x[i]))));
    norm_b = std::max(norm_b, static_cast<long double>(std::abs(exact(system.b[i]))));
  }
  long double const scale = norm_A * norm_x + norm_b;
  return error == 0 ? 0 : error / scale / std::numeric_limits<Real<T>>::epsilon();
}

/// The solution by Gaussian elimination with row interchanges, as LAPACK's gtsv and gbsv, in the arithmetic of Number,
/// on a dense band. Periodic systems have a full matrix. Where a pivot is 0, `zero` is its row.
template <class Number, class T, int K>
std::vector<Number> reference_solution(BandedSystem<T, K> const& system, std::int64_t& zero) {
  std::int64_t const n = system.n;
  std::int64_t const width = system.is_periodic ? n : std::min<std::int64_t>(n, 3 * K + 1);
  std::vector<std::vector<Number>> rows(n, std::vector<Number>(width));  // from column `first` on
  std::vector<std::int64_t> first(n);
  std::vector<Number> x(n);
  for (std::int64_t i = 0; i < n; ++i) {
    first[i] = system.is_periodic ? 0 : std::max<std::int64_t>(0, i - K);
    for (int d = 0; d <= 2 * K; ++d)
      if (std::int64_t const c = system.column(i, d); c >= 0)
        rows[i][c - first[i]] += static_cast<Number>(exact(system.diagonals[d][i]));
    x[i] = static_cast<Number>(exact(system.b[i]));
  }
  auto const at = [&](std::int64_t i, std::int64_t c) -> Number& { return rows[i][c - first[i]]; };
  zero = -1;
  for (std::int64_t j = 0; j < n; ++j) {
    std::int64_t const end = system.is_periodic ? n : std::min(n, j + K + 1);
    // Rows j .. end - 1 begin at column j or before it, and are moved to begin there.
    for (std::int64_t i = j; i < end && !system.is_periodic; ++i)
      if (first[i] < j) {
        rows[i].erase(rows[i].begin(), rows[i].begin() + (j - first[i]));
        rows[i].resize(width);
        first[i] = j;
      }
    std::int64_t best = j;
    for (std::int64_t i = j + 1; i < end; ++i)
      if (first[i] <= j && std::abs(at(i, j)) > std::abs(at(best, j))) best = i;
    std::swap(rows[j], rows[best]);
    std::swap(first[j], first[best]);
    std::swap(x[j], x[best]);
    if (at(j, j) == Number(0) && zero < 0) zero = j;
    std::int64_t const last = std::min(n, first[j] + width);
    for (std::int64_t i = j + 1; i < end; ++i) {
      if (first[i] > j) continue;
      Number const factor = at(i, j) / at(j, j);
      for (std::int64_t c = j; c < std::min(last, first[i] + width); ++c) at(i, c) -= factor * at(j, c);
      x[i] -= factor * x[j];
    }
  }
  for (std::int64_t j = n - 1; j >= 0; --j) {
    for (std::int64_t c = j + 1; c < std::min(n, first[j] + width); ++c) x[j] -= at(j, c) * x[c];
    x[j] /= at(j, j);
  }
  return x;
}

/// Tridiagonal matrices on which solvers without row interchanges, and those that divide the matrix, lose accuracy: the
/// collection of g-Spike (Venetis et al., 2015) and of Klein and Strzodka, without those that need an SVD.
template <class T>
std::vector<std::pair<std::string, BandedSystem<T, 1>>> tridiagonal_collection(std::int64_t n) {
  using R = Real<T>;
  std::vector<std::pair<std::string, BandedSystem<T, 1>>> all;
  auto const add = [&](std::string const& name, auto const& change) {
    auto system = random_banded<T, 1>(n, static_cast<unsigned>(all.size()) + 1);
    for (std::int64_t i = 0; i < n; ++i)
      change(i, system.diagonals[0][i], system.diagonals[1][i], system.diagonals[2][i]);
    all.emplace_back(name, system);
  };
  auto const toeplitz = [&](std::string const& name, double lower, double diagonal, double upper) {
    add(name, [=](std::int64_t, T& l, T& d, T& u) { l = T(R(lower)), d = T(R(diagonal)), u = T(R(upper)); });
  };
  add("random", [](std::int64_t, T&, T&, T&) {});
  toeplitz("1 1e8 1", 1, 1e8, 1);
  add("lesp", [](std::int64_t i, T& l, T& d, T& u) { l = T(R(1) / R(i + 1)), d = T(-R(2 * i + 5)), u = T(R(i + 2)); });
  add("one tiny lower", [=](std::int64_t i, T& l, T&, T&) {
    if (i == n / 2) l *= T(R(1e-30));
  });
  add("many zeros off the diagonal", [](std::int64_t i, T& l, T& d, T& u) {
    if (i * 7919 % 2 != 0) l = T(0);
    if (i * 104729 % 5 < 2) u = T(0);
    d += T(2);
  });
  add("tiny lower", [](std::int64_t, T& l, T&, T&) { l *= T(R(1e-30)); });
  add("tiny diagonal", [](std::int64_t, T&, T& d, T&) { d *= T(R(1e-8)); });
  if (n % 2 == 0) add("no diagonal", [](std::int64_t, T&, T& d, T&) { d = T(0); });
  if (n % 2 == 0) toeplitz("1 0 1", 1, 0, 1);
  if (n % 3 != 2) toeplitz("1 1 1", 1, 1, 1);
  if (n % 2 == 0) add("Clement", [=](std::int64_t i, T& l, T& d, T& u) { l = T(R(i)), d = T(0), u = T(R(n - 1 - i)); });
  toeplitz("-1 2 -1", -1, 2, -1);
  toeplitz("-1 4 1", -1, 4, 1);
  toeplitz("1 1e-3 -1", 1, 1e-3, -1);
  add("Dorr", [=](std::int64_t i, T& l, T& d, T& u) {
    double const h = 1.0 / static_cast<double>(n + 1), term = 1e-4 / h / h;
    double const slope = (0.5 - static_cast<double>(i + 1) * h) / h;
    bool const is_left = i < (n + 1) / 2;
    l = T(R(is_left ? -term : -term + slope));
    u = T(R(is_left ? -term - slope : -term));
    d = -(l + u);
  });
  add("rows of very different scale", [](std::int64_t i, T& l, T& d, T& u) {
    R const scale = std::ldexp(R(1), static_cast<int>(i * 37 % 60) - 30);
    l *= T(scale), d *= T(scale), u *= T(scale);
  });
  add("nearly singular", [](std::int64_t i, T& l, T& d, T& u) {
    if (i % 29 == 14) l *= T(R(1e-6)), d *= T(R(1e-6)), u *= T(R(1e-6));
  });
  return all;
}

}  // namespace Araios::test
