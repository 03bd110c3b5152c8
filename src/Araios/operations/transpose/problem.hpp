// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The problem of the transpositions on a GPU: A as input, B as output, and their sizes.

#include <Araios/collective/rank_bins.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/pattern.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

#include <cstdint>
#include <type_traits>

namespace Araios::Impl::transpose {

/// A as input and B as output.
template <class Ordinal_, class Offset_, class Values_, class Scalar_>
struct TransposeProblem {
  using Ordinal = Ordinal_;
  using Offset = Offset_;
  using Values = Values_;
  using Scalar = Scalar_;  ///< type of an element of B.values; char when there is none
  static constexpr bool has_values = !std::is_same_v<Scalar, char>;
  static constexpr int value_bytes = has_values ? static_cast<int>(sizeof(Scalar)) : 0;

  Offset const* row_map;
  Ordinal const* entries;
  Values values;  ///< values(p): the value of entry p of A
  Offset* out_map;
  Ordinal* out_entries;
  Scalar* out_values;
  std::int64_t k;
  int m, n;
  int row_bits;  ///< of a row index

  /// The last row r in [low, high) with row_map[r] <= p. Called by a whole warp, which reads 32 rows per step.
  __device__ int find_row(std::int64_t p, int low, int high) const {
    while (high - low > 1) {
      std::int64_t const step = (high - low + 31) / 32;
      std::int64_t const row = low + (lane_id() + 1) * step;
      int const before = __popc(__ballot_sync(all_lanes, row < high && static_cast<std::int64_t>(row_map[row]) <= p));
      std::int64_t const next = low + (before + 1) * step;
      high = next < high ? static_cast<int>(next) : high;
      low += static_cast<int>(before * step);
    }
    return low;
  }
};

/// The transposition of A to B, with `values` instead of the values of A.
template <class Matrix, class Values, class Arrays>
auto transpose_problem(Matrix const& A, Values const& values, Arrays const& B) {
  using ValuesOfB = std::remove_cv_t<decltype(B.values)>;
  constexpr bool no_values = std::is_same_v<ValuesOfB, NoValues>;
  using Scalar = std::conditional_t<no_values, char, typename ValuesOfB::non_const_value_type>;
  TransposeProblem<typename Matrix::Ordinal, typename Matrix::Offset, Values, Scalar> problem{};
  problem.row_map = A.row_map.data();
  problem.entries = A.entries.data();
  problem.values = values;
  problem.out_map = B.row_map.data();
  problem.out_entries = B.entries.data();
  if constexpr (!no_values) problem.out_values = B.values.data();
  problem.k = A.nnz();
  problem.m = static_cast<int>(A.num_rows());
  problem.n = static_cast<int>(A.num_cols());
  problem.row_bits = bits_for(A.num_rows());
  return problem;
}

}  // namespace Araios::Impl::transpose

#endif
