// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Rows sorted by length, the longest first: the lines of JDS and of sorted SELL.

#include <Araios/core/checks.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/operations/impl/convert_padded.hpp>
#include <Araios/operations/row_statistics.hpp>
#include <Araios/primitives/radix_sort.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace Araios::Impl {

/// permutation(line) := the row of the line, where rows of each window of `window` rows are sorted by length, the
/// longest first, rows of one length in their order; keys(line) := longest - length in its lower bits, for one window
/// all of it.
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
  radix_sort(exec, length_bits + window_bits, unsorted, SameLine{}, NoValues{}, keys, permutation, NoValues{},
             RadixMethod::automatic, workspace);
}

/// The line of a row; of an empty inverse the row itself.
template <class Lines>
struct InverseLine {
  Lines inverse;
  KOKKOS_FUNCTION std::int64_t operator()(std::int64_t row) const {
    return inverse.extent(0) > 0 ? static_cast<std::int64_t>(inverse(row)) : row;
  }
};

/// `move_padded` of lines that a permutation (which may be empty) makes of rows.
template <class Exec, class Move, class Permutation>
ARAIOS_NOT_INLINED void move_lines(Exec const& exec, std::string const& label, Move const& move, MoveWork const& work,
                                   Permutation const& permutation, Workspace<typename Exec::memory_space>& workspace,
                                   MoveMethod method = MoveMethod::automatic) {
  using Space = typename Exec::memory_space;
  using Lines = Kokkos::View<typename Permutation::non_const_value_type*, Space>;
  typename Workspace<Space>::Frame const frame(workspace);
  Lines inverse;
  if (permutation.extent(0) > 0 && choose_move(exec, work, method) == MoveMethod::entries) {
    inverse = workspace.template take<Lines>(exec, work.rows);
    Kokkos::parallel_for(
        label, range(exec, work.rows), KOKKOS_LAMBDA(std::int64_t line) {
          inverse(permutation(line)) = static_cast<typename Lines::value_type>(line);
        });
  }
  move_padded(exec, label, move, work, InverseLine<Lines>{inverse}, workspace, method);
}

}  // namespace Araios::Impl
