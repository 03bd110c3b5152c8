// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The transitive closure of a Boolean matrix by products.
///
/// R holds the pairs that are known to be connected. squaring: R := R + R R until R stays the same, log2 of the longest
/// shortest path steps. incremental: with N the pairs that the last step found, R R = R R + N R + R N needs the last two
/// only, because the pairs before them are multiplied already.
///
/// Source: Warshall's problem by squaring: Munro, 1971; new pairs alone: the semi-naive evaluation of Bancilhon, 1986.

#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/operations/elementwise/call.hpp>
#include <Araios/operations/multiply/call.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

namespace Araios {

/// incremental multiplies new pairs only; squaring multiplies all.
enum class ClosureMethod { incremental, squaring };

/// Options of transitive_closure.
struct ClosureOptions {
  ClosureMethod method = ClosureMethod::incremental;
};

namespace Impl::closure {

template <class From, class To>
struct CopyOffsets {
  From from;
  To to;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const { to(i) = static_cast<typename To::value_type>(from(i)); }
};

/// The same matrix with another Offset; it shares the entries.
template <class To, class Exec, class From>
To with_offset(Exec const& exec, From const& A) {
  if constexpr (std::is_same_v<To, From>) {
    return A;
  } else {
    (void)checked_cast<typename To::Offset>(A.nnz(), "Araios::transitive_closure: number of entries");
    using RowMap = Kokkos::View<typename To::Offset*, typename To::memory_space>;
    auto const row_map = allocate<RowMap>(exec, "Araios::transitive_closure::row_map", A.row_map.extent(0));
    Kokkos::parallel_for("Araios::transitive_closure::row_map", range(exec, A.row_map.extent(0)),
                         CopyOffsets<typename From::row_map_type, RowMap>{A.row_map, row_map});
    return To(A.num_rows(), A.num_cols(), row_map, A.entries);
  }
}

inline constexpr char const* label = "Araios::transitive_closure";

/// The Boolean product, with the Offset of its factors.
template <class Exec, class Matrix, class Space>
Matrix product(Exec const& exec, Matrix const& A, Matrix const& B, Workspace<Space>& workspace) {
  return multiply::call<PlusTimes, Pattern, OffsetOf<Matrix>>(exec, {}, A, B, workspace);
}

template <class Exec, class Matrix, class Space>
Matrix by_squaring(Exec const& exec, Matrix R, Workspace<Space>& workspace) {
  for (;;) {
    auto const before = R.nnz();
    R = elementwise::sum(exec, label, R, product(exec, R, R, workspace), workspace);
    if (R.nnz() == before) return R;
  }
}

/// The closure of R, where N is a part of R. Requires, and keeps, the invariant: all products of two pairs of R that are
/// not in N are in R.
template <class Exec, class Matrix, class Space>
Matrix incremental(Exec const& exec, Matrix R, Matrix N, Workspace<Space>& workspace) {
  for (;;) {
    Matrix const found =
        elementwise::sum(exec, label, product(exec, N, R, workspace), product(exec, R, N, workspace), workspace);
    N = elementwise::difference(exec, label, found, R, workspace);
    if (N.nnz() == 0) return R;
    R = elementwise::sum(exec, label, R, N, workspace);
  }
}

}  // namespace Impl::closure
}  // namespace Araios
