// SPDX-License-Identifier: Apache-2.0
//
// Matrices with diagonals, and DIA by definition.

#pragma once

#include <Araios/formats/dia.hpp>

#include <algorithm>
#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "support/matrices.hpp"

namespace Araios::test {

/// Rows with an entry on each of the diagonals, where it is inside of the matrix; each is left out with probability
/// `holes`.
inline std::vector<std::vector<std::int64_t>> diagonal_rows(std::int64_t m, std::int64_t n,
                                                            std::vector<std::int64_t> const& diagonals, double holes,
                                                            unsigned seed = 1) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<> draw(0, 1);
  std::vector<std::vector<std::int64_t>> rows(m);
  for (std::int64_t i = 0; i < m; ++i)
    for (auto const diagonal : diagonals)
      if (i + diagonal >= 0 && i + diagonal < n && draw(random) >= holes) rows[i].push_back(i + diagonal);
  return rows;
}

/// Matrices that DIA is made for: 1 to 40 diagonals, full and with holes, wide, tall, uneven, smaller than a word.
template <class Scalar, class Ordinal = int, class Offset = int>
std::vector<Named<Scalar, Ordinal, Offset>> diagonal_matrices() {
  std::vector<Named<Scalar, Ordinal, Offset>> all;
  auto const add = [&](std::string const& name, std::int64_t m, std::int64_t n,
                       std::vector<std::int64_t> const& diagonals, double holes) {
    all.push_back({name, from_rows<Scalar, Ordinal, Offset>(diagonal_rows(m, n, diagonals, holes), n)});
  };
  std::vector<std::int64_t> const nine{-1001, -1000, -999, -1, 0, 1, 999, 1000, 1001};
  std::vector<std::int64_t> many;
  for (std::int64_t d = -13; d <= 13; ++d) many.push_back(d * 17);
  add("identity of 5", 5, 5, {0}, 0);
  add("three of 70", 70, 70, {-1, 0, 1}, 0);
  add("nine of 3000", 3000, 3000, nine, 0);
  add("nine of 3000 with holes", 3000, 3000, nine, 0.3);
  add("27 of 1111 with holes", 1111, 1111, many, 0.1);
  add("seven, wide", 600, 2000, {-599, -7, 0, 7, 1000, 1500, 1999}, 0.2);
  add("six, tall", 2000, 600, {-1999, -1500, -1000, -7, 0, 599}, 0.2);
  add("corner only", 64, 64, {63}, 0);
  // Rows of which some fit the scratch of a team, whose size follows the mean, and others do not.
  std::vector<std::int64_t> forty;
  for (std::int64_t d = 0; d < 40; ++d) forty.push_back(3 * d);
  auto uneven = diagonal_rows(900, 1100, forty, 0);
  for (std::size_t i = 64; i < uneven.size(); ++i) uneven[i].resize(14 + i % 3);
  all.push_back({"40 in the first 64 rows, 14 to 16 below", from_rows<Scalar, Ordinal, Offset>(uneven, 1100)});
  return all;
}

/// The diagonals of A with at least `least` entries, ascending.
template <class Scalar, class Ordinal, class Offset>
std::vector<Ordinal> diagonals_of(HostCsr<Scalar, Ordinal, Offset> const& A, std::int64_t least = 1) {
  std::vector<std::int64_t> counts(A.num_rows + A.num_cols);
  for (std::int64_t i = 0; i < A.num_rows; ++i)
    for (Offset p = A.row_map[i]; p < A.row_map[i + 1]; ++p) ++counts[A.entries[p] - i + A.num_rows];
  std::vector<Ordinal> diagonals;
  for (std::size_t q = 0; q < counts.size(); ++q)
    if (counts[q] >= least) diagonals.push_back(static_cast<Ordinal>(static_cast<std::int64_t>(q) - A.num_rows));
  return diagonals;
}

/// The arrays of DIA, of those diagonals.
template <class Scalar, class Ordinal>
struct HostDia {
  std::vector<Ordinal> diagonals;
  std::vector<std::uint32_t> present;
  std::vector<Scalar> values;
};
template <class Scalar, class Ordinal, class Offset>
HostDia<Scalar, Ordinal> reference_dia(HostCsr<Scalar, Ordinal, Offset> const& A,
                                       std::vector<Ordinal> const& diagonals) {
  std::int64_t const stride = (A.num_rows + 31) / 32 * 32;
  std::size_t const slots = diagonals.size() * stride;
  HostDia<Scalar, Ordinal> B{diagonals, std::vector<std::uint32_t>(slots / 32), std::vector<Scalar>(slots)};
  for (std::int64_t i = 0; i < A.num_rows; ++i)
    for (Offset p = A.row_map[i]; p < A.row_map[i + 1]; ++p) {
      auto const diagonal = static_cast<Ordinal>(A.entries[p] - i);
      auto const d = std::lower_bound(diagonals.begin(), diagonals.end(), diagonal) - diagonals.begin();
      if (d == static_cast<std::ptrdiff_t>(diagonals.size()) || diagonals[d] != diagonal) continue;
      B.values[d * stride + i] = A.values[p];
      B.present[(d * stride + i) / 32] |= std::uint32_t(1) << i % 32;
    }
  return B;
}

template <class Scalar, class Ordinal, class Offset, class Space>
bool same_bits(DiaMatrix<Scalar, Ordinal, Offset, Space> const& A, HostDia<Scalar, Ordinal> const& B) {
  if constexpr (!is_pattern_v<Scalar>)
    if (!same_bits(to_vector(A.values), B.values)) return false;
  return to_vector(A.diagonals) == B.diagonals && to_vector(A.present) == B.present;
}

/// Whether a row holds a column twice.
template <class Scalar, class Ordinal, class Offset>
bool has_duplicates(HostCsr<Scalar, Ordinal, Offset> const& A) {
  for (std::int64_t i = 0; i < A.num_rows; ++i) {
    std::set<Ordinal> const columns(A.entries.begin() + A.row_map[i], A.entries.begin() + A.row_map[i + 1]);
    if (static_cast<Offset>(columns.size()) != A.row_map[i + 1] - A.row_map[i]) return true;
  }
  return false;
}

/// The entries of each row in another order.
template <class Scalar, class Ordinal, class Offset>
HostCsr<Scalar, Ordinal, Offset> shuffle_rows(HostCsr<Scalar, Ordinal, Offset> A) {
  std::mt19937_64 random(9);
  for (std::int64_t i = 0; i < A.num_rows; ++i)
    for (Offset p = A.row_map[i + 1]; p-- > A.row_map[i] + 1;) {
      auto const q = A.row_map[i] + static_cast<Offset>(random() % static_cast<std::uint64_t>(p - A.row_map[i] + 1));
      std::swap(A.entries[p], A.entries[q]);
      std::swap(A.values[p], A.values[q]);
    }
  return A;
}

}  // namespace Araios::test
