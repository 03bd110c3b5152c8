// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Rows sorted by length, the longest first: the order of stored rows in JDS and in sorted SELL. A line is a stored
/// row.

#include <Araios/core/checks.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/operations/row_statistics/call.hpp>
#include <Araios/primitives/radix_sort.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace Araios::Impl::convert {

/// Maximum number of comparisons of rows with others of their window for which a GPU ranks them: about as long as the
/// dozen kernels of a radix sort.
inline constexpr std::int64_t max_reads_to_rank = std::int64_t(1) << 27;

/// The `permutation` of sort_lines: a row comes after the longer rows of its window, and after those of equal length
/// before it.
template <class Exec, class RowMap, class Permutation>
ARAIOS_NOT_INLINED void rank_lines(Exec const& exec, RowMap const& row_map, std::int64_t num_rows, std::int64_t window,
                                   Permutation const& permutation) {
  Kokkos::parallel_for(
      "Araios::sort_lines::rank", range(exec, num_rows), KOKKOS_LAMBDA(std::int64_t i) {
        std::int64_t const begin = i / window * window;
        std::int64_t const end = num_rows - begin < window ? num_rows : begin + window;
        auto const length = row_map(i + 1) - row_map(i);
        std::int64_t line = begin;
        auto before = row_map(begin);
        for (std::int64_t k = begin; k < end; ++k) {
          auto const after = row_map(k + 1);
          line += after - before > length || (after - before == length && k < i);
          before = after;
        }
        permutation(line) = static_cast<typename Permutation::non_const_value_type>(i);
      });
}

/// permutation(line) := the row of the line, where rows of each window of `window` rows are sorted by length, the
/// longest first, rows of one length in their order; the low bits of keys(line) := longest - length; with one window
/// these are all bits.
template <class Exec, class RowMap, class Keys, class Permutation>
ARAIOS_NOT_INLINED void sort_lines(Exec const& exec, RowMap const& row_map, RowStatistics const& rows,
                                   std::int64_t window, Keys const& keys, Permutation const& permutation,
                                   Workspace<typename Exec::memory_space>& workspace) {
  if (rows.num_rows == 0) return;
  typename Workspace<typename Exec::memory_space>::Frame const frame(workspace);
  auto const unsorted = workspace.template take<Keys>(exec, rows.num_rows);
  std::int64_t const longest = rows.longest;
  int const length_bits = bits_for(longest + 1);
  Kokkos::parallel_for(
      "Araios::sort_lines::keys", range(exec, rows.num_rows), KOKKOS_LAMBDA(std::int64_t i) {
        auto const length = static_cast<std::int64_t>(row_map(i + 1) - row_map(i));
        unsorted(i) = (i / window) << length_bits | (longest - length);
      });
  int const window_bits = bits_for((rows.num_rows - 1) / window + 1);
  radix_sort(exec, unsorted, Identity{}, NoValues{}, keys, permutation, NoValues{},
             {.key_bits = length_bits + window_bits}, workspace);
}

}  // namespace Araios::Impl::convert
