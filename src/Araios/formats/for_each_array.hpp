// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The arrays of a matrix of any format, by the names of its members.

#include <Araios/core/aliasing.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/formats/format.hpp>

#include <Kokkos_Core.hpp>

#include <type_traits>

namespace Araios::Impl {

/// visit(array, name) for each array of A, those of its parts included, in the order in which FormatTraits has them.
template <class Matrix, class Visit>
void for_each_array(Matrix const& A, Visit const& visit) {
  auto const visit_one = [&](auto const& named) {
    if constexpr (ValuesView<std::remove_cvref_t<decltype(named.array)>>)
      visit(named.array, named.name);
    else
      for_each_array(named.array, visit);
  };
  FormatTraits<Matrix>::template arrays<Matrix>(
      A, [&](auto const& /*make*/, auto const&... arrays) { (visit_one(arrays), ...); });
}

/// Throws std::invalid_argument if the View `y`, which `function` writes, overlaps an array of A.
template <class Y, class Matrix>
void check_disjoint_from_arrays(char const* function, Y const& y, char const* name_y, Matrix const& A,
                                char const* name_A, char const* matrix_y = "") {
  if constexpr (Kokkos::is_view<Y>::value) {
    if (*matrix_y == 0) check_memory(y, function, ": ", name_y);
    ByteBlocks const bytes_y = byte_blocks(y);
    for_each_array(A, [&](auto const& array, char const* name) {
      ByteBlocks const bytes = byte_blocks(array);
      if (overlap(bytes_y, bytes)) refuse_overlap(function, bytes_y, name_y, matrix_y, bytes, name, name_A);
    });
  }
}

}  // namespace Araios::Impl
