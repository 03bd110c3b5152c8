// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// SpGEMM: the product of two sparse matrices over a semiring, Boolean matrices (of Patterns) included.

#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/option_ranges.hpp>
#include <Araios/core/profiling.hpp>
#include <Araios/core/semiring.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/argument_types.hpp>
#include <Araios/formats/check_operands.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/operations/multiply/call.hpp>

#include <Kokkos_Core.hpp>

#include <concepts>
#include <type_traits>

namespace Araios {

/// C := A B: entry (i, j) is the sum over k of a(i, k) b(k, j), where there is a k with both entries
///
/// T is the type of products, sums and C: by default that of the values, the wider of two. Of two Patterns, C is one,
/// and nothing is computed: the Boolean product. With a T, an entry of a Pattern is the one of the semiring, so that
/// multiply<PlusTimes, int>(exec, A, B) counts, of two Patterns, the k of each entry. Offset is that of C, by default the
/// wider one.
///
/// Shapes        A is m-by-k, B is k-by-n, C is m-by-n. A and B may be one matrix.
/// Requires      A and B as checked by `validate`; rows of B sorted without duplicates (`sum_duplicates`), rows of A in
///               any order.
/// Sums          begin with the zero of the semiring, and add in the order of the entries of the row of A, in T: the
///               error of k numbers is at most k ulp of the sum of their sizes. In float a sum of ones
///               ends at 2^24; with T = double it does not.
/// Order         rows of C are sorted, without duplicates. Explicit zeros and sums that cancel are entries.
/// Cost          each row of B is read for each entry of A in its column: once where options.max_workspace_bytes hold an
///               index and a value for each product, else twice, to count and to fill. In the CUDA space rows are
///               grouped by their number of products (operations/multiply/bins/table.hpp), 3 to 20 kernels; the
///               shortest are computed twice, a thread each, which costs less than to keep them, and values of the
///               longest in a pass of their own. Elsewhere a hash table per thread, 6 kernels; in the Serial space a sum for each column, where
///               options.max_workspace_bytes hold these, and there are up to 8 columns per product. Of Patterns, where B
///               has at least 65,536 entries, and more than one per 32 coordinates: rows as bits, 32 columns of
///               a row of B per entry of A and word, 9 kernels.
/// Asynchronous  no: two fences, to read the numbers of products and of entries; in the CUDA space a third where rows are
///               computed twice. Allocates C before its entries are counted: in the CUDA space, up to 16 MiB, because an
///               allocation takes as long as a small product, with room for half as many again as there are products
///               where the columns of A are spread evenly; in the Serial space with room for all products, and copies it
///               where less than half of these are entries. Takes 16 bytes per row of A, in the CUDA space 32, and up to
///               options.max_workspace_bytes from `workspace`.
/// Deterministic thread count; where products and sums are exact, as of Patterns, space to space.
/// Throws        std::invalid_argument when the shapes disagree, when a row of B is not sorted or repeats a column
///               (naming it; where A has entries), when Offset cannot count the entries of C, or for a
///               max_workspace_bytes below 1.
/// Source        Gustavson, ACM TOMS 4 (1978); Nagasaka, Nukada, Matsuoka, ICPP 2017.
template <SemiringType Semiring = PlusTimes, class T = void, class Offset = void, ExecutionSpace Exec>
auto multiply(Exec const& exec, CsrOf<Exec> auto const& A, CsrOf<Exec> auto const& B,
              MultiplyOptions const& options = {}, WorkspaceFor<Exec> workspace = {})
  requires Impl::SameOrdinal<decltype(A), decltype(B)> &&
           Impl::multiply::SemiringOfProduct<
               Semiring, Impl::multiply::ProductScalarOf<T, ScalarOf<decltype(A)>, ScalarOf<decltype(B)>>>
{
  auto const& a = Impl::as_matrix(A);
  auto const& b = Impl::as_matrix(B);
  using FA = OffsetOf<decltype(A)>;
  using FB = OffsetOf<decltype(B)>;
  using C = Impl::multiply::ProductScalarOf<T, ScalarOf<decltype(A)>, ScalarOf<decltype(B)>>;
  using F = std::conditional_t<std::is_void_v<Offset>, std::conditional_t<(sizeof(FA) < sizeof(FB)), FB, FA>, Offset>;
  Impl::check_equal(a.num_cols(), b.num_rows(), "Araios::multiply: columns of A, rows of B");
  Impl::check_option("Araios::multiply", Impl::option::max_workspace_bytes, options.max_workspace_bytes);
  Impl::check_operands(exec, "Araios::multiply", Impl::Operand("A", a), Impl::Operand("B", b));
  Impl::ScopedRegion const region("Araios::multiply");
  return Impl::multiply::call<Semiring, C, F>(exec, options, a, b, workspace.get(exec));
}
/// Options before the matrices: refused, with the remedy.
template <SemiringType Semiring = PlusTimes, class T = void, class Offset = void, ExecutionSpace Exec>
void multiply(Exec const&, MultiplyOptions const&, auto const&...) {
  Impl::options_are_last<Exec>();
}
/// A bool where options belong: refused, with the remedy.
template <SemiringType Semiring = PlusTimes, class T = void, class Offset = void, ExecutionSpace Exec>
void multiply(Exec const&, auto const&, auto const&, std::same_as<bool> auto const&, auto const&...) {
  Impl::options_are_named<Exec>();
}

}  // namespace Araios
