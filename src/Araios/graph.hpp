// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Graphs as Boolean matrices: entry (i, j) is the edge from vertex i to vertex j.

#include <Araios/core/aliasing.hpp>
#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/profiling.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/check_operands.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/formats/for_each_array.hpp>
#include <Araios/graph/closure/transitive.hpp>
#include <Araios/graph/search/breadth_first.hpp>
#include <Araios/operations/elementwise/call.hpp>

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
template <class Offset = void, ExecutionSpace Exec>
auto transitive_closure(Exec const& exec, CsrOf<Exec> auto const& A, ClosureOptions const& options = {},
                        WorkspaceFor<Exec> workspace = {}) {
  auto const& a = Impl::as_matrix(A);
  using O = OrdinalOf<decltype(A)>;
  using F = OffsetOf<decltype(A)>;
  using M = typename Impl::MatrixType<decltype(A)>::memory_space;
  using Space = typename Exec::memory_space;
  using Matrix = CsrMatrix<Pattern, O, std::conditional_t<std::is_void_v<Offset>, F, Offset>, Space>;
  Impl::check_equal(a.num_rows(), a.num_cols(), "Araios::transitive_closure: rows of A, columns of A");
  Impl::check_enumerator(options.method, ClosureMethod::squaring, "Araios::transitive_closure: ClosureMethod");
  Impl::check_operands(exec, "Araios::transitive_closure", Impl::Operand("A", a));
  Impl::ScopedRegion const region("Araios::transitive_closure");
  auto& space = workspace.get(exec);
  // The union of A with itself: a copy with the Offset of R, whose rows are checked.
  CsrMatrix<Pattern, O, F, M> const P(a.num_rows(), a.num_cols(), a.row_map, a.entries);
  auto const R =
      Impl::closure::with_offset<Matrix>(exec, Impl::elementwise::sum(exec, Impl::closure::label, P, P, space));
  if (options.method == ClosureMethod::squaring) return Impl::closure::by_squaring(exec, R, space);
  return Impl::closure::incremental(exec, R, R, space);
}

/// levels(i) := the number of edges of a shortest path from `source` to vertex i, or -1 where there is none
///
/// Values of A do not matter. Without the transpose all steps push; with it, options.direction chooses, by default in each
/// step (graph/search/breadth_first.hpp). Of a symmetric matrix, A is its transpose.
///
/// Shapes        A is n-by-n, levels has n elements of type int.
/// Requires      A and its transpose as checked by `validate`.
/// Cost          a step reads n / 8 bytes of 4 Boolean vectors, and push the edges that leave the frontier, or pull some of
///               those that enter vertices not yet reached; 7 kernels.
/// Asynchronous  no: one fence a step, to read the size of the frontier. Takes 3 n / 8 bytes from `workspace`.
/// Deterministic space to space.
/// Throws        std::invalid_argument when A or the transpose is not n-by-n, the length of levels disagrees, source is no
///               vertex, the direction is no enumerator, levels overlaps an array of A or of the transpose, or the
///               direction is pull and there is no transpose.
/// Source        Beamer, Asanovic, Patterson, SC 2012.
template <ExecutionSpace Exec, VectorView Levels>
  requires Accesses<Exec, Levels>
void bfs_levels(Exec const& exec, CsrOf<Exec> auto const& A, CsrOf<Exec> auto const& transposed, std::int64_t source,
                Levels const& levels, SearchOptions const& options = {}, WorkspaceFor<Exec> workspace = {})
  requires Impl::SameOrdinal<decltype(A), decltype(transposed)>
{
  auto const& a = Impl::as_matrix(A);
  auto const& transposed_rows = Impl::as_matrix(transposed);
  static_assert(std::is_same_v<typename Levels::value_type, int>, "Araios::bfs_levels: levels are of type int");
  Impl::check_equal(a.num_rows(), a.num_cols(), "Araios::bfs_levels: rows of A, columns of A");
  Impl::check_equal(transposed_rows.num_rows(), a.num_rows(), "Araios::bfs_levels: rows of the transpose, rows of A");
  Impl::check_equal(transposed_rows.num_cols(), a.num_rows(),
                    "Araios::bfs_levels: columns of the transpose, rows of A");
  Impl::check_equal(levels.extent(0), a.num_rows(), "Araios::bfs_levels: length of levels, rows of A");
  Impl::check(source >= 0 && source < static_cast<std::int64_t>(a.num_rows()), "Araios::bfs_levels: source ", source,
              " is not in [0, ", a.num_rows(), ")");
  Impl::check_enumerator(options.direction, SearchDirection::pull, "Araios::bfs_levels: SearchDirection");
  Impl::check_disjoint_from_arrays("Araios::bfs_levels", levels, "levels", a, "A");
  Impl::check_disjoint_from_arrays("Araios::bfs_levels", levels, "levels", transposed_rows, "the transpose");
  Impl::check_operands(exec, "Araios::bfs_levels", Impl::Operand("A", a), Impl::Operand("transposed", transposed_rows));
  Impl::ScopedRegion const region("Araios::bfs_levels");
  auto const incoming = Impl::borrow_csr<Pattern>(transposed_rows);
  Impl::search::breadth_first(exec, options.direction, Impl::borrow_csr<Pattern>(a), &incoming, source, levels,
                              workspace.get(exec));
}
/// The same by push alone.
template <ExecutionSpace Exec, VectorView Levels>
  requires Accesses<Exec, Levels>
void bfs_levels(Exec const& exec, CsrOf<Exec> auto const& A, std::int64_t source, Levels const& levels,
                SearchOptions const& options = {}, WorkspaceFor<Exec> workspace = {}) {
  auto const& a = Impl::as_matrix(A);
  Impl::check_enumerator(options.direction, SearchDirection::pull, "Araios::bfs_levels: SearchDirection");
  Impl::check(options.direction != SearchDirection::pull,
              "Araios::bfs_levels: pull needs the transpose of A, before the source");
  bfs_levels(exec, a, a, source, levels, SearchOptions{SearchDirection::push}, std::move(workspace));
}
/// Returns the levels by push in a new View.
template <ExecutionSpace Exec>
auto bfs_levels(Exec const& exec, CsrOf<Exec> auto const& A, std::int64_t source, SearchOptions const& options = {},
                WorkspaceFor<Exec> workspace = {}) {
  auto const& a = Impl::as_matrix(A);
  auto const levels =
      allocate<Kokkos::View<int*, typename Exec::memory_space>>(exec, "Araios::bfs_levels", a.num_rows());
  bfs_levels(exec, a, source, levels, options, std::move(workspace));
  return levels;
}

}  // namespace Araios
