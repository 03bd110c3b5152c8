// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// How full the blocks of each size are, and how many entries are near the diagonal, by a sample of the rows.

#include <Araios/core/execution.hpp>
#include <Araios/core/search.hpp>
#include <Araios/operations/choose/candidate.hpp>
#include <Araios/operations/choose/sampling.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <array>
#include <cstdint>

namespace Araios::Impl::choose {

/// Blocks by a sample of entries: an entry of a block with c entries counts as 1 / c block. Item: a lane of a row.
///
/// A row of more entries than there are lanes is read in steps: one entry of each step, which counts for all of them.
template <class Matrix>
struct SampleBlocks {
  static constexpr std::int64_t unit = 1 << 20;  // one block, so that sums are of integers
  Matrix A;
  std::int64_t samples;

  KOKKOS_FUNCTION std::int64_t first_from(std::int64_t i, std::int64_t column) const {
    return first_above(A.entries, static_cast<std::int64_t>(A.row_map(i)), static_cast<std::int64_t>(A.row_map(i + 1)),
                       column - 1);
  }
  /// Entries of the block of b x b around (i, j).
  KOKKOS_FUNCTION std::int64_t entries_of_block(std::int64_t i, std::int64_t j, int b) const {
    std::int64_t const first_row = i - i % b, first_column = j - j % b;
    std::int64_t count = 0;
    for (std::int64_t r = first_row; r < first_row + b && r < A.num_rows(); ++r) {
      auto const end = static_cast<std::int64_t>(A.row_map(r + 1));
      for (std::int64_t p = first_from(r, first_column), taken = 0; p < end && taken < b; ++p, ++taken) {
        if (static_cast<std::int64_t>(A.entries(p)) >= first_column + b) break;
        ++count;
      }
    }
    return count > 1 ? count : 1;
  }
  KOKKOS_FUNCTION void operator()(std::int64_t item, std::int64_t& weights, std::int64_t& near, std::int64_t& blocks2,
                                  std::int64_t& blocks3, std::int64_t& blocks4, std::int64_t& blocks5,
                                  std::int64_t& blocks6, std::int64_t& blocks7, std::int64_t& blocks8) const {
    constexpr std::int64_t lanes = FormatSampling::lanes, max_sampled = FormatSampling::entries_of_row;
    std::int64_t const i = sampled_part(item / lanes, samples, A.num_rows());
    auto const begin = static_cast<std::int64_t>(A.row_map(i));
    auto const length = static_cast<std::int64_t>(A.row_map(i + 1)) - begin;
    std::int64_t const lane = item % lanes, num_sampled = length < max_sampled ? length : max_sampled;
    if (lane >= num_sampled) return;
    std::int64_t const from = lane * length / num_sampled;
    std::int64_t const weight = (lane + 1) * length / num_sampled - from;
    std::int64_t const j = A.entries(begin + from);
    std::int64_t const share = weight * unit;
    weights += weight;
    std::int64_t const distance = j - i;
    near += -FormatSampling::near <= distance && distance <= FormatSampling::near ? weight : 0;
    blocks2 += share / entries_of_block(i, j, 2);
    blocks3 += share / entries_of_block(i, j, 3);
    blocks4 += share / entries_of_block(i, j, 4);
    blocks5 += share / entries_of_block(i, j, 5);
    blocks6 += share / entries_of_block(i, j, 6);
    blocks7 += share / entries_of_block(i, j, 7);
    blocks8 += share / entries_of_block(i, j, 8);
  }
};

template <class Exec, class Matrix>
void sample_blocks(Exec const& exec, Matrix const& A, FormatFeatures& features) {
  using Sum = Kokkos::Sum<std::int64_t>;
  std::int64_t const samples = std::min<std::int64_t>(A.num_rows(), format_sampling<Exec>.block_rows);
  std::int64_t weights = 0, near = 0;
  std::array<std::int64_t, FormatFeatures::largest_block + 1> blocks{};
  Kokkos::parallel_reduce("Araios::choose_format::sample_blocks", range(exec, samples * FormatSampling::lanes),
                          SampleBlocks<Matrix>{A, samples}, Sum(weights), Sum(near), Sum(blocks[2]), Sum(blocks[3]),
                          Sum(blocks[4]), Sum(blocks[5]), Sum(blocks[6]), Sum(blocks[7]), Sum(blocks[8]));
  features.near_diagonal = static_cast<double>(near) / static_cast<double>(std::max<std::int64_t>(weights, 1));
  for (int b = 2; b <= FormatFeatures::largest_block; ++b)
    features.entries_per_block[b] = weights == 0 ? 1
                                                 : static_cast<double>(weights) * SampleBlocks<Matrix>::unit /
                                                       static_cast<double>(std::max<std::int64_t>(blocks[b], 1));
}

}  // namespace Araios::Impl::choose
