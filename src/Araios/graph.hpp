// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Graphs as Boolean matrices: entry (i, j) is the edge from vertex i to vertex j.

#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/profiling.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/elementwise.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/graph/closure/transitive.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>
#include <utility>

namespace Araios {

/// R := the transitive closure of A: an entry (i, j) where a path of one edge or more leads from i to j
///
/// Values of A do not matter; R is a matrix of Patterns.
///
/// Shapes        A is n-by-n.
/// Requires      A as checked by `validate`, with rows sorted without duplicates (`sum_duplicates`).
/// Order         rows of R are sorted, without duplicates.
/// Cost          with d the longest of the shortest paths, at most log2(d) + 2 steps. squaring: a step is R R and a sum.
///               incremental: N R and R N for the pairs N that the last step found, two sums and a difference; where N
///               is small in the last steps, these are cheap.
/// Asynchronous  no: each step has the fences of its operations, 3 or 7. Allocates R, and in each step the products.
/// Deterministic space to space, bitwise.
/// Throws        std::invalid_argument when A is not square, a row is not sorted or repeats a column (naming it), or the
///               Offset of A cannot count the entries of R or of a product: name a wider one, as in
///               transitive_closure<std::int64_t>(exec, A).
/// Source        graph/closure/transitive.hpp
template <class Offset = void, ExecutionSpace Exec, class S, class O, class F, class M>
  requires Accesses<Exec, CsrMatrix<S, O, F, M>>
auto transitive_closure(Exec const& exec, ClosureOptions const& options, CsrMatrix<S, O, F, M> const& A,
                        WorkspaceFor<Exec> workspace = {}) {
  using Space = typename Exec::memory_space;
  using Matrix = CsrMatrix<Pattern, O, std::conditional_t<std::is_void_v<Offset>, F, Offset>, Space>;
  Impl::check_equal(A.num_rows(), A.num_cols(), "Araios::transitive_closure: rows of A, columns of A");
  Impl::check_enumerator(options.method, ClosureMethod::squaring, "Araios::transitive_closure: ClosureMethod");
  Impl::ScopedRegion const region("Araios::transitive_closure");
  auto& space = workspace.get(exec);
  // The union of A with itself: a copy with the Offset of R, whose rows are checked.
  CsrMatrix<Pattern, O, F, M> const P(A.num_rows(), A.num_cols(), A.row_map, A.entries);
  auto const R = Impl::closure::with_offset<Matrix>(exec, elementwise_add(exec, P, P, space));
  if (options.method == ClosureMethod::squaring) return Impl::closure::by_squaring(exec, R, space);
  return Impl::closure::incremental(exec, R, R, space);
}
/// The same with the options that are the default.
template <class Offset = void, ExecutionSpace Exec, class S, class O, class F, class M>
  requires Accesses<Exec, CsrMatrix<S, O, F, M>>
auto transitive_closure(Exec const& exec, CsrMatrix<S, O, F, M> const& A, WorkspaceFor<Exec> workspace = {}) {
  return transitive_closure<Offset>(exec, ClosureOptions{}, A, std::move(workspace));
}

}  // namespace Araios
