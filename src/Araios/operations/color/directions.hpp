// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Whether rows of A have all neighbours, and the transpose of A where they have not.
///
/// A test of one pass finds symmetric patterns: rows are strictly sorted, and each entry (i, j) has an entry (j, i),
/// found by bisection.

#include <Araios/core/execution.hpp>
#include <Araios/core/kokkos_compat.hpp>
#include <Araios/core/load_hints.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/pattern.hpp>
#include <Araios/core/read_back.hpp>
#include <Araios/core/search.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/operations/transpose/unsymmetric.hpp>
#include <Araios/primitives/visit_segments.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>

namespace Araios::Impl::color {

/// Sets the flag where entry p of row i has no transposed entry, or does not follow a smaller one.
template <class Matrix, class Flag>
struct FindUnsymmetric {
  Matrix A;
  Flag flag;
  KOKKOS_FUNCTION void operator()(std::int64_t i, std::int64_t p) const {
    if (load_relaxed(&flag(0)) != 0) return;
    std::int64_t const j = A.entries(p);
    bool const follows = p == static_cast<std::int64_t>(A.row_map(i)) || A.entries(p - 1) < A.entries(p);
    auto const begin = static_cast<std::int64_t>(A.row_map(j)), end = static_cast<std::int64_t>(A.row_map(j + 1));
    std::int64_t const found = follows ? first_not_below(A.entries, begin, end, i) : end;
    if (found == end || static_cast<std::int64_t>(A.entries(found)) != i) Kokkos::atomic_or(&flag(0), 1);
  }
};

/// Sets element 0 of `flag`, which is 0, where rows of A are not strictly sorted, or its pattern is not symmetric.
template <class Exec, class Matrix, class Flag>
void find_unsymmetric(Exec const& exec, Matrix const& A, Flag const& flag) {
  visit_segments(exec, "Araios::color::is_symmetric", A.row_map, static_cast<std::int64_t>(A.nnz()),
                 FindUnsymmetric<Matrix, Flag>{A, flag});
}

/// An element that a kernel has left. Waits, where a launch does not.
template <class Exec, class Array>
std::int64_t element_of(Exec const& exec, Array const& array, std::int64_t i, std::string const& label) {
  if constexpr (launches_block_v<Exec>)
    return static_cast<std::int64_t>(array(i));
  else
    return static_cast<std::int64_t>(read_back(exec, array, i, label));
}

/// Whether rows of A are strictly sorted and its pattern is symmetric. Waits.
template <class Exec, class Matrix, class Space>
bool is_symmetric(Exec const& exec, Matrix const& A, Workspace<Space>& workspace) {
  using Flag = Kokkos::View<int*, Space>;
  typename Workspace<Space>::Frame const frame(workspace);
  auto const flag = workspace.template take<Flag>(exec, 1);
  fill(exec, flag, 0);
  find_unsymmetric(exec, A, flag);
  return element_of(exec, flag, 0, "Araios::color: whether the pattern is symmetric") == 0;
}

/// The pattern whose rows are the other neighbours: empty where A is symmetric.
template <class Exec, class Ordinal, class Offset, class Space>
CsrMatrix<Pattern, Ordinal, Offset, Space>
other_directions(Exec const& exec, CsrMatrix<Pattern, Ordinal, Offset, Space> const& A, Workspace<Space>& workspace) {
  if (A.nnz() == 0 || is_symmetric(exec, A, workspace)) return {};
  return transpose::unsymmetric<Pattern>(exec, A, NoValues(), workspace);
}

}  // namespace Araios::Impl::color
