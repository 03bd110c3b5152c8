// SPDX-License-Identifier: Apache-2.0
//
// Matrices of blocks, and BSR by definition.

#pragma once

#include <Araios/formats/bsr.hpp>

#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <vector>

#include "support/matrices.hpp"

namespace Araios::test {

/// Rows of which each b belong together: those of block row I hold the blocks block_rows[I]; entries are left out with
/// probability `holes`.
inline std::vector<std::vector<std::int64_t>> rows_of_blocks(std::vector<std::vector<std::int64_t>> const& block_rows,
                                                             std::int64_t b, double holes, unsigned seed = 1) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<> draw(0, 1);
  std::vector<std::vector<std::int64_t>> rows(block_rows.size() * b);
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (auto const block : block_rows[i / b])
      for (std::int64_t c = 0; c < b; ++c)
        if (draw(random) >= holes) rows[i].push_back(block * b + c);
  return rows;
}

/// A with empty rows and columns added, so that b divides both.
template <class Scalar, class Ordinal, class Offset>
HostCsr<Scalar, Ordinal, Offset> padded(HostCsr<Scalar, Ordinal, Offset> A, std::int64_t b) {
  while (A.num_rows % b != 0) {
    ++A.num_rows;
    A.row_map.push_back(A.row_map.back());
  }
  A.num_cols = (A.num_cols + b - 1) / b * b;
  return A;
}

/// The arrays of BSR.
template <class Scalar, class Ordinal, class Offset>
struct HostBsr {
  std::vector<Offset> row_map;
  std::vector<Ordinal> entries;
  std::vector<std::uint32_t> present;
  std::vector<Scalar> values;
};
template <class Scalar, class Ordinal, class Offset>
HostBsr<Scalar, Ordinal, Offset> reference_bsr(HostCsr<Scalar, Ordinal, Offset> const& A, std::int64_t b) {
  HostBsr<Scalar, Ordinal, Offset> B{{0}, {}, {}, {}};
  std::vector<bool> bits;
  for (std::int64_t row = 0; row < A.num_rows / b; ++row) {
    std::map<std::int64_t, std::size_t> blocks;
    for (Offset p = A.row_map[row * b]; p < A.row_map[(row + 1) * b]; ++p) blocks[A.entries[p] / b] = 0;
    for (auto& [block, number] : blocks) {
      number = B.entries.size();
      B.entries.push_back(static_cast<Ordinal>(block));
    }
    B.row_map.push_back(static_cast<Offset>(B.entries.size()));
    B.values.resize(B.entries.size() * b * b);
    bits.resize(B.values.size());
    for (std::int64_t r = 0; r < b; ++r)
      for (Offset p = A.row_map[row * b + r]; p < A.row_map[row * b + r + 1]; ++p) {
        std::size_t const slot = (blocks[A.entries[p] / b] * b + r) * b + A.entries[p] % b;
        B.values[slot] = A.values[p];
        bits[slot] = true;
      }
  }
  if (bits.size() == A.entries.size()) return B;
  B.present.resize((bits.size() + 31) / 32);
  for (std::size_t slot = 0; slot < bits.size(); ++slot)
    if (bits[slot]) B.present[slot / 32] |= std::uint32_t(1) << slot % 32;
  return B;
}

template <class Scalar, class Ordinal, class Offset, class Space>
bool same_bits(BsrMatrix<Scalar, Ordinal, Offset, Space> const& A, HostBsr<Scalar, Ordinal, Offset> const& B) {
  if constexpr (!is_pattern_v<Scalar>)
    if (!same_bits(to_vector(A.values), B.values)) return false;
  return to_vector(A.row_map) == B.row_map && to_vector(A.entries) == B.entries && to_vector(A.present) == B.present;
}

}  // namespace Araios::test
