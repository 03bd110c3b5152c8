// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Simple graphs: undirected, without loops and without repeated edges. What counts triangles needs one.

#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/profiling.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/check_operands.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/formats/validate/compressed.hpp>
#include <Araios/graph/triangles/simple.hpp>

#include <Kokkos_Core.hpp>

#include <optional>
#include <string>
#include <utility>

namespace Araios {

/// What keeps A from being the matrix of a simple graph: the first entry that is a loop, or whose edge has no entry in
/// the other direction; nothing where there is none
///
/// Values of A do not matter.
///
/// Shapes        A is n-by-n.
/// Requires      A as checked by `validate`.
/// Cost          reads the indices of A three times, and a bisection of a row per entry; 4 kernels.
/// Asynchronous  no: three fences.
/// Deterministic space to space: the same entry, the first in the order of A; of a row that is not sorted or repeats a
///               column, that fault.
/// Throws        std::invalid_argument when A is not square.
template <ExecutionSpace Exec>
std::optional<std::string> find_not_simple(Exec const& exec, CsrOf<Exec> auto const& A,
                                           WorkspaceFor<Exec> workspace = {}) {
  auto const& a = Impl::as_matrix(A);
  Impl::check_equal(a.num_rows(), a.num_cols(), "Araios::find_not_simple: rows of A, columns of A");
  Impl::check_operands(exec, "Araios::find_not_simple", Impl::Operand("A", a));
  Impl::ScopedRegion const region("Araios::find_not_simple");
  auto const P = Impl::borrow_csr<Pattern>(a);
  if (auto const fault = find_fault(exec, P, {.order = Order::strict})) return fault->sentence;
  return Impl::triangles::describe_flaw(exec, P, workspace.get(exec));
}

/// Refuses A, naming the first entry that keeps it from being the matrix of a simple graph (find_not_simple)
///
/// Throws        std::invalid_argument.
template <ExecutionSpace Exec>
void require_simple(Exec const& exec, CsrOf<Exec> auto const& A, WorkspaceFor<Exec> workspace = {}) {
  auto const& a = Impl::as_matrix(A);
  if (auto const flaw = find_not_simple(exec, a, std::move(workspace)))
    Impl::check(false, "Araios::require_simple: ", *flaw, "; simple_graph makes a simple graph of any");
}

/// G := the simple graph of A: an edge between i and j, in both directions, where A has an entry (i, j) or (j, i)
///
/// Loops are dropped, repeated entries merged. Values of A do not matter; explicit zeros are edges. A graph that is
/// simple already is not copied: its arrays are shared.
///
/// Shapes        A and G are n-by-n.
/// Requires      nothing of the order of A.
/// Order         rows of G are sorted, without duplicates.
/// Cost          of a simple graph that of `find_not_simple`; else also a transposition, a union and a selection, and where
///               rows are not sorted or repeat columns, one more transposition and selection.
/// Asynchronous  no: 2 to 8 fences. Allocates G and the steps between.
/// Deterministic space to space, bitwise.
/// Throws        std::invalid_argument when A is not square, `validate` refuses it, or its Offset cannot count twice its
///               entries.
template <ExecutionSpace Exec>
auto simple_graph(Exec const& exec, CsrOf<Exec> auto const& A, WorkspaceFor<Exec> workspace = {}) {
  auto const& a = Impl::as_matrix(A);
  using O = OrdinalOf<decltype(A)>;
  using F = OffsetOf<decltype(A)>;
  using Graph = CsrMatrix<Pattern, O, F, typename Exec::memory_space>;
  Impl::check_equal(a.num_rows(), a.num_cols(), "Araios::simple_graph: rows of A, columns of A");
  Impl::check_operands(exec, "Araios::simple_graph", Impl::Operand("A", a));
  Impl::ScopedRegion const region("Araios::simple_graph");
  if (auto const fault = find_fault(exec, a)) Impl::check(false, "Araios::simple_graph: ", fault->sentence);
  Graph const G(a.num_rows(), a.num_cols(), a.row_map, a.entries);
  bool const strictly_sorted = !find_fault(exec, G, {.order = Order::strict});
  return Impl::triangles::make_simple(exec, G, strictly_sorted, workspace.get(exec));
}

}  // namespace Araios
