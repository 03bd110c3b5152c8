// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The arrays of a matrix of any format, by the names of its members.

#include <Araios/core/overlap.hpp>

namespace Araios::Impl {

/// visit(array, name) for each array of A, those of its parts included.
template <class Matrix, class Visit>
void for_each_array(Matrix const& A, Visit const& visit) {
  // values first: the array that an output most often overlaps by mistake.
  if constexpr (requires { A.values; }) visit(A.values, "values");
  if constexpr (requires { A.entries; }) visit(A.entries, "entries");
  if constexpr (requires { A.row_map; }) visit(A.row_map, "row_map");
  if constexpr (requires { A.col_map; }) visit(A.col_map, "col_map");
  if constexpr (requires { A.row_indices; }) visit(A.row_indices, "row_indices");
  if constexpr (requires { A.col_indices; }) visit(A.col_indices, "col_indices");
  if constexpr (requires { A.slots.data(); }) visit(A.slots, "slots");
  if constexpr (requires { A.row_lengths; }) visit(A.row_lengths, "row_lengths");
  if constexpr (requires { A.permutation; }) visit(A.permutation, "permutation");
  if constexpr (requires { A.chunk_offsets; }) visit(A.chunk_offsets, "chunk_offsets");
  if constexpr (requires { A.diagonal_offsets; }) visit(A.diagonal_offsets, "diagonal_offsets");
  if constexpr (requires { A.diagonals.data(); }) visit(A.diagonals, "diagonals");
  if constexpr (requires { A.present; }) visit(A.present, "present");
  if constexpr (requires { A.order; }) visit(A.order, "order");
  if constexpr (requires { A.packet_map; }) visit(A.packet_map, "packet_map");
  if constexpr (requires { A.slice_map; }) visit(A.slice_map, "slice_map");
  if constexpr (requires { A.packed; }) visit(A.packed, "packed");
  if constexpr (requires { A.indices; }) visit(A.indices, "indices");
  if constexpr (requires { A.overflow_rows; }) visit(A.overflow_rows, "overflow_rows");
  if constexpr (requires { A.overflow_offsets; }) visit(A.overflow_offsets, "overflow_offsets");
  if constexpr (requires { A.ell; }) for_each_array(A.ell, visit);
  if constexpr (requires { A.coo; }) for_each_array(A.coo, visit);
  if constexpr (requires { A.dia; }) for_each_array(A.dia, visit);
  if constexpr (requires { A.rest; }) for_each_array(A.rest, visit);
  if constexpr (requires { A.remainder; }) for_each_array(A.remainder, visit);
}

/// Throws std::invalid_argument if the View `y`, which `function` writes, overlaps an array of A.
template <class Y, class Matrix>
void check_disjoint_from_arrays(char const* function, Y const& y, char const* name_y, Matrix const& A,
                                char const* name_A, char const* matrix_y = "") {
  if constexpr (Kokkos::is_view<Y>::value) {
    ByteBlocks const bytes_y = byte_blocks(y);
    for_each_array(A, [&](auto const& array, char const* name) {
      ByteBlocks const bytes = byte_blocks(array);
      if (overlap(bytes_y, bytes)) refuse_overlap(function, bytes_y, name_y, matrix_y, bytes, name, name_A);
    });
  }
}

}  // namespace Araios::Impl
