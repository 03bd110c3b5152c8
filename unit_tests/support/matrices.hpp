// SPDX-License-Identifier: Apache-2.0
//
// Small matrices of every awkward shape, as plain vectors on the host, and their way into a CsrMatrix.

#pragma once

#include <Araios/core/concepts.hpp>
#include <Araios/formats/csr.hpp>
#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "support/scale.hpp"

namespace Araios::test {

/// Compressed rows in vectors. Slow code may use it; nothing of Araios is needed to build one.
template <class Scalar, class Ordinal = int, class Offset = int>
struct HostCsr {
  std::int64_t num_rows = 0;
  std::int64_t num_cols = 0;
  std::vector<Offset> row_map{0};
  std::vector<Ordinal> entries;
  std::vector<Scalar> values;
};

/// A value that tells positions apart, and whose imaginary part is not zero.
template <class Scalar>
Scalar value_at(std::int64_t position) {
  if constexpr (is_pattern_v<Scalar>)
    return {};
  else if constexpr (is_complex_v<Scalar>)
    return Scalar(static_cast<typename Scalar::value_type>(position + 1),
                  static_cast<typename Scalar::value_type>(-position - 0.5));
  else
    return static_cast<Scalar>(position + 1);
}

/// The matrix whose row i has the columns rows[i].
template <class Scalar, class Ordinal, class Offset>
HostCsr<Scalar, Ordinal, Offset> from_rows(std::vector<std::vector<std::int64_t>> const& rows, std::int64_t num_cols) {
  HostCsr<Scalar, Ordinal, Offset> A;
  A.num_rows = static_cast<std::int64_t>(rows.size());
  A.num_cols = num_cols;
  for (auto const& row : rows) {
    for (std::int64_t const column : row) {
      A.values.push_back(value_at<Scalar>(static_cast<std::int64_t>(A.entries.size())));
      A.entries.push_back(static_cast<Ordinal>(column));
    }
    A.row_map.push_back(static_cast<Offset>(A.entries.size()));
  }
  return A;
}

/// How the rows of `random_rows` are filled.
enum class Rows { uniform, power_law, few_long };

/// Numbers between -1 and 1; of complex types both parts.
template <class Scalar>
std::vector<Scalar> some_vector(std::int64_t n, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<> number(-1, 1);
  std::vector<Scalar> x(static_cast<std::size_t>(n));
  for (auto& value : x) {
    if constexpr (is_complex_v<Scalar>)
      value = Scalar(number(random), number(random));
    else
      value = static_cast<Scalar>(number(random));
  }
  return x;
}

/// Random columns, about `per_row` a row; sorted and without repetition unless `messy`.
inline std::vector<std::vector<std::int64_t>> random_rows(std::int64_t m, std::int64_t n, double per_row, Rows kind,
                                                          bool messy, unsigned seed) {
  std::mt19937_64 random(seed);
  std::vector<std::vector<std::int64_t>> rows(m);
  for (std::int64_t i = 0; i < m; ++i) {
    double length = per_row;
    if (kind == Rows::power_law) length = per_row * 0.3 * static_cast<double>(m) / static_cast<double>(i + 1);
    if (kind == Rows::few_long) length = i % 97 == 0 ? 50 * per_row : 0;
    length *= std::uniform_real_distribution<>(0, 2)(random);
    auto const count = std::min<std::int64_t>(static_cast<std::int64_t>(length), messy ? 4 * n : n);
    for (std::int64_t e = 0; e < count; ++e) {
      auto column = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(n));
      if (kind == Rows::power_law && random() % 2) column = column * column / n;
      rows[i].push_back(column);
    }
    if (!messy) {
      std::sort(rows[i].begin(), rows[i].end());
      rows[i].erase(std::unique(rows[i].begin(), rows[i].end()), rows[i].end());
    }
  }
  return rows;
}

/// Random rows with an entry on the diagonal, amid the row where `messy`. The values are diagonal(length of the row,
/// number) and other(length, number) for numbers between -1 and 1; the imaginary parts other(length, number).
template <class Scalar, class Ordinal, class Offset, class Diagonal, class Other>
HostCsr<Scalar, Ordinal, Offset> matrix_with_diagonal(std::int64_t n, double per_row, Rows kind, bool messy,
                                                      Diagonal const& diagonal, Other const& other) {
  auto rows = random_rows(n, n, per_row, kind, messy, 3);
  for (std::int64_t i = 0; i < n; ++i) {
    auto& row = rows[static_cast<std::size_t>(i)];
    row.insert(row.begin() + static_cast<std::ptrdiff_t>(row.size() / 2), i);
    if (!messy) {
      std::sort(row.begin(), row.end());
      row.erase(std::unique(row.begin(), row.end()), row.end());
    }
  }
  auto A = from_rows<Scalar, Ordinal, Offset>(rows, n);
  std::mt19937 random(5);
  std::uniform_real_distribution<> number(-1, 1);
  for (std::int64_t i = 0; i < n; ++i)
    for (auto p = A.row_map[i]; p < A.row_map[i + 1]; ++p) {
      double const length = static_cast<double>(A.row_map[i + 1] - A.row_map[i]);
      double const value = A.entries[p] == i ? diagonal(length, number(random)) : other(length, number(random));
      if constexpr (is_complex_v<Scalar>)
        A.values[p] = Scalar(value, other(length, number(random)));
      else
        A.values[p] = static_cast<Scalar>(value);
    }
  return A;
}

template <class Scalar, class Ordinal, class Offset>
struct Named {
  std::string name;
  HostCsr<Scalar, Ordinal, Offset> matrix;
};

/// Empty and thin shapes, empty rows, a dense row, a dense column, power laws, duplicates, unsorted rows, and matrices
/// of more entries than any team has threads. At small scale the large ones have a third of their rows.
template <class Scalar, class Ordinal = int, class Offset = int>
std::vector<Named<Scalar, Ordinal, Offset>> small_matrices() {
  std::vector<Named<Scalar, Ordinal, Offset>> all;
  auto const add = [&](std::string const& name, std::vector<std::vector<std::int64_t>> const& rows, std::int64_t n) {
    all.push_back({name, from_rows<Scalar, Ordinal, Offset>(rows, n)});
  };
  auto const dense_row = [](std::int64_t n) {
    std::vector<std::int64_t> row(n);
    for (std::int64_t j = 0; j < n; ++j) row[j] = j;
    return row;
  };
  add("0x0", {}, 0);
  add("0x7", {}, 7);
  add("7x0", std::vector<std::vector<std::int64_t>>(7), 0);
  add("5x6 without entries", std::vector<std::vector<std::int64_t>>(5), 6);
  add("1x1", {{0}}, 1);
  add("1xn dense", {dense_row(3000)}, 3000);
  add("nx1", std::vector<std::vector<std::int64_t>>(scaled(3000, 1000), {0}), 1);
  add("3x4 by hand", {{0, 2}, {}, {1, 2, 3}}, 4);
  {
    auto rows = random_rows(500, 5000, 2, Rows::uniform, false, 1);
    rows[123] = dense_row(5000);
    add("one dense row", rows, 5000);
  }
  {
    std::int64_t const n = scaled(6000, 3500);
    std::vector<std::vector<std::int64_t>> rows(n);
    for (std::int64_t i = 0; i < n; ++i)
      rows[i] = i == 40 ? std::vector<std::int64_t>{40} : std::vector<std::int64_t>{40, i};
    for (auto& row : rows) std::sort(row.begin(), row.end());
    add("one dense column and a diagonal", rows, n);
  }
  add("every entry the same position", {std::vector<std::int64_t>(5000, 3)}, 9);
  std::int64_t const n = scaled(2000, 700);
  add("uniform", random_rows(scaled(3000, 1000), 2000, 10, Rows::uniform, false, 2), 2000);
  add("tall", random_rows(scaled(20000, 5000), 50, 1.5, Rows::uniform, false, 3), 50);
  add("wide", random_rows(50, 70000, 300, Rows::uniform, false, 4), 70000);
  add("power law", random_rows(n, n, 10, Rows::power_law, false, 5), n);
  add("long rows among empty ones", random_rows(1000, 3000, 20, Rows::few_long, false, 6), 3000);
  add("unsorted, with duplicates", random_rows(scaled(2500, 700), 300, 20, Rows::uniform, true, 7), 300);
  add("power law, unsorted, with duplicates", random_rows(1500, 1500, 12, Rows::power_law, true, 8), 1500);
  return all;
}

/// A View in Space with the elements of `from`.
template <class Space, class T>
Kokkos::View<T*, Space> to_view(std::vector<T> const& from) {
  Kokkos::View<T*, Space> const to(Kokkos::view_alloc("Araios::test::view", Kokkos::WithoutInitializing), from.size());
  Kokkos::deep_copy(to, Kokkos::View<T const*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(from.data(), from.size()));
  return to;
}

/// The elements of a View of any space.
template <class View>
auto to_vector(View const& from) {
  using T = typename View::non_const_value_type;
  std::vector<T> to(from.extent(0));
  Kokkos::deep_copy(Kokkos::View<T*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(to.data(), to.size()), from);
  return to;
}

template <class Space, class Scalar, class Ordinal, class Offset>
CsrMatrix<Scalar, Ordinal, Offset, Space> to_csr(HostCsr<Scalar, Ordinal, Offset> const& A) {
  using Matrix = CsrMatrix<Scalar, Ordinal, Offset, Space>;
  auto const row_map = to_view<Space>(A.row_map);
  auto const entries = to_view<Space>(A.entries);
  if constexpr (is_pattern_v<Scalar>)
    return Matrix(A.num_rows, A.num_cols, row_map, entries);
  else
    return Matrix(A.num_rows, A.num_cols, row_map, entries, to_view<Space>(A.values));
}

template <class Scalar, class Ordinal, class Offset, class Space>
HostCsr<Scalar, Ordinal, Offset> to_host(CsrMatrix<Scalar, Ordinal, Offset, Space> const& A) {
  HostCsr<Scalar, Ordinal, Offset> B;
  B.num_rows = A.num_rows();
  B.num_cols = A.num_cols();
  B.row_map = to_vector(A.row_map);
  B.entries = to_vector(A.entries);
  if constexpr (is_pattern_v<Scalar>)
    B.values.resize(B.entries.size());
  else
    B.values = to_vector(A.values);
  return B;
}

/// Same bytes, so that -0.0 is not 0.0 and a NaN equals itself.
template <class T>
bool same_bits(std::vector<T> const& a, std::vector<T> const& b) {
  return a.size() == b.size() &&
         (is_pattern_v<T> || a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

template <class Scalar, class Ordinal, class Offset>
bool same_bits(HostCsr<Scalar, Ordinal, Offset> const& A, HostCsr<Scalar, Ordinal, Offset> const& B) {
  return A.num_rows == B.num_rows && A.num_cols == B.num_cols && same_bits(A.row_map, B.row_map) &&
         same_bits(A.entries, B.entries) && same_bits(A.values, B.values);
}

}  // namespace Araios::test
