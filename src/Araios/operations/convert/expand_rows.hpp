// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The rows of a HypersparseMatrix, expanded: one offset per row, or one row index per entry.

#include <Araios/core/concepts.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/formats/hypersparse.hpp>
#include <Araios/primitives/rank_consecutive.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

namespace Araios::Impl::convert {

/// Replaces the array that rank_consecutive fills: element q of `to` becomes from(rank of q).
template <class From, class To>
struct GatherByRank {
  using non_const_value_type = std::int64_t;
  From from;
  To to;

  struct Element {
    GatherByRank const& gather;
    std::int64_t q;
    KOKKOS_FUNCTION void operator=(std::int64_t rank) const {
      gather.to(q) = static_cast<typename To::non_const_value_type>(gather.from(rank));
    }
  };
  KOKKOS_FUNCTION Element operator()(std::int64_t q) const { return {*this, q}; }
  KOKKOS_FUNCTION std::size_t extent(int) const { return to.extent(0); }
};

/// row_map(i) := the position of the first entry of A that is not in a row before i, for i = 0 .. m
template <class Exec, class Matrix, class RowMap>
void expand_row_map(Exec const& exec, std::string const& label, Matrix const& A, RowMap const& row_map) {
  if (A.nnz() == 0) return fill(exec, row_map, 0);
  // The rank of i - 1 is the number of listed rows before i.
  rank_consecutive<is_gpu_v<Exec>>(exec, label, A.rows,
                                   GatherByRank<typename Matrix::row_map_type, RowMap>{A.row_map, row_map}, -1);
}

/// indices(p) := the row of entry p of A
template <class Exec, class Matrix, class Indices>
void expand_row_indices(Exec const& exec, std::string const& label, Matrix const& A, Indices const& indices) {
  if (A.nnz() == 0) return;
  // The rank of p is the number of row ends at or before it.
  auto const ends = Kokkos::subview(A.row_map, std::pair<std::int64_t, std::int64_t>(1, A.row_map.extent(0)));
  rank_consecutive<is_gpu_v<Exec>>(exec, label, ends,
                                   GatherByRank<typename Matrix::rows_type, Indices>{A.rows, indices}, 0);
}

}  // namespace Araios::Impl::convert
