// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Parts of a CSR matrix: the entries that a predicate keeps, triangles, bands and diagonals.

#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/profiling.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/check_operands.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/operations/select/kernels.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <limits>
#include <type_traits>

namespace Araios {

/// C := the entries (i, j) of A for which keeps(i, j, value) is true
///
/// The predicate is a function object that kernels can call, of (std::int64_t i, std::int64_t j), or for a matrix with
/// values of (i, j, value). It is called once for each entry.
///
/// Shapes        C is m-by-n, as A.
/// Requires      A as checked by `validate`, with rows sorted without duplicates (`sum_duplicates`), unless the predicate
///               reads no value: then rows in any order.
/// Order         that of A.
/// Cost          4 kernels, among them a scan: marks the entries, and copies those that are kept. Balanced by entries.
/// Asynchronous  no: one fence, to read the number of entries; none where A has no entry. Allocates C; takes a byte and
///               an Offset per entry of A from `workspace`.
/// Deterministic space to space where the predicate is, bitwise.
/// Source        GxB_select of Davis, SuiteSparse:GraphBLAS, 2019.
template <ExecutionSpace Exec, class Predicate>
auto select(Exec const& exec, CsrOf<Exec> auto const& A, Predicate const& keeps, WorkspaceFor<Exec> workspace = {})
  requires Impl::select::EntryPredicate<Predicate, ScalarOf<decltype(A)>>
{
  auto const& a = Impl::as_matrix(A);
  constexpr bool reads_values = !std::is_invocable_v<Predicate const&, std::int64_t, std::int64_t>;
  Impl::check_operands(exec, "Araios::select", Impl::Operand("A", a, reads_values ? Order::strict : Order::any));
  Impl::ScopedRegion const region("Araios::select");
  return Impl::select::select_entries(exec, "Araios::select", a, keeps, workspace.get(exec));
}

/// C := the entries p of A for which marks(p) is not 0: those of a predicate that was computed before
///
/// Shapes        marks, a View, has an element for each entry of A, in the order of its arrays.
/// Requires, Order, Cost, Asynchronous, Deterministic   as `select`.
/// Throws        std::invalid_argument when the length of marks disagrees.
template <ExecutionSpace Exec, class Marks>
  requires(Kokkos::is_view<Marks>::value) && Accesses<Exec, Marks>
auto select_marked(Exec const& exec, CsrOf<Exec> auto const& A, Marks const& marks, WorkspaceFor<Exec> workspace = {}) {
  auto const& a = Impl::as_matrix(A);
  Impl::check_equal(marks.extent(0), a.nnz(), "Araios::select_marked: length of marks, entries of A");
  Impl::check_operands(exec, "Araios::select_marked", Impl::Operand("A", a));
  Impl::ScopedRegion const region("Araios::select_marked");
  return Impl::select::select_entries(exec, "Araios::select_marked", a, Impl::select::GivenMarks<Marks>{marks},
                                      workspace.get(exec));
}

/// C := the entries with lower <= j - i <= upper
///
/// 0 is the main diagonal; diagonals above it are positive.
///
/// Shapes, Requires, Order, Cost, Asynchronous, Deterministic   as `select`.
/// Throws        std::invalid_argument when lower is greater than upper.
template <ExecutionSpace Exec>
auto band(Exec const& exec, CsrOf<Exec> auto const& A, std::int64_t lower, std::int64_t upper,
          WorkspaceFor<Exec> workspace = {}) {
  auto const& a = Impl::as_matrix(A);
  Impl::check(lower <= upper, "Araios::band: lower ", lower, " is greater than upper ", upper);
  Impl::check_operands(exec, "Araios::band", Impl::Operand("A", a));
  Impl::ScopedRegion const region("Araios::band");
  return Impl::select::select_entries(exec, "Araios::band", a, Impl::select::OnDiagonals{lower, upper},
                                      workspace.get(exec));
}

/// The lower triangle: entries with j - i <= k, as scipy.sparse.tril. Otherwise as `select`.
template <ExecutionSpace Exec>
auto tril(Exec const& exec, CsrOf<Exec> auto const& A, std::int64_t k = 0, WorkspaceFor<Exec> workspace = {}) {
  auto const& a = Impl::as_matrix(A);
  return band(exec, a, std::numeric_limits<std::int64_t>::min(), k, workspace.get(exec));
}

/// The upper triangle: entries with j - i >= k, as scipy.sparse.triu. Otherwise as `select`.
template <ExecutionSpace Exec>
auto triu(Exec const& exec, CsrOf<Exec> auto const& A, std::int64_t k = 0, WorkspaceFor<Exec> workspace = {}) {
  auto const& a = Impl::as_matrix(A);
  return band(exec, a, k, std::numeric_limits<std::int64_t>::max(), workspace.get(exec));
}

/// Diagonal k as a matrix: entries with j - i = k. Otherwise as `select`; its values as a vector: `extract_diagonal`.
template <ExecutionSpace Exec>
auto diagonal_part(Exec const& exec, CsrOf<Exec> auto const& A, std::int64_t k = 0, WorkspaceFor<Exec> workspace = {}) {
  auto const& a = Impl::as_matrix(A);
  return band(exec, a, k, k, workspace.get(exec));
}

/// Entries that are not on diagonal k: of a graph, without loops. Otherwise as `select`.
template <ExecutionSpace Exec>
auto off_diagonal_part(Exec const& exec, CsrOf<Exec> auto const& A, std::int64_t k = 0,
                       WorkspaceFor<Exec> workspace = {}) {
  auto const& a = Impl::as_matrix(A);
  Impl::check_operands(exec, "Araios::off_diagonal_part", Impl::Operand("A", a));
  Impl::ScopedRegion const region("Araios::off_diagonal_part");
  return Impl::select::select_entries(exec, "Araios::off_diagonal_part", a, Impl::select::OnDiagonals{k, k, true},
                                      workspace.get(exec));
}

}  // namespace Araios
