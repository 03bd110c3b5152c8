// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// An order of the rows of a square matrix that brings its entries near the diagonal.

#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/profiling.hpp>
#include <Araios/formats/argument_types.hpp>
#include <Araios/formats/check_operands.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/operations/reorder/call.hpp>

#include <Kokkos_Core.hpp>

namespace Araios {

/// The reverse Cuthill-McKee order of the pattern of A + A^T: row order(q) of A is row q of the matrix in the new order
///
/// Every vertex is followed by its neighbours, those of few neighbours first, from one end of the graph to the other,
/// and the result is reversed: an entry (i, j) of a connected matrix is then at most two neighbouring levels of a
/// breadth-first search away from the diagonal. The search begins at a pseudo-peripheral vertex, found by going from
/// end to end as long as the distance grows.
///
/// Shapes        A is n-by-n, order has n elements.
/// Requires      A as checked by `validate`. Values, duplicates, the diagonal and the order in a row do not matter.
/// Order         components have the reverse order of their lowest rows; ties are broken by row indices.
/// Cost          sequential, on the host, for every Exec: a copy of the pattern there, O(k log d) for k entries and d
///               of them in the longest row. Host memory, up to: three Ordinals per entry; 16 bytes, three Ordinals and
///               an Offset per row.
/// Asynchronous  no: waits for all earlier work, and for the copy of the result. Allocates the result.
/// Deterministic space to space.
/// Throws        std::invalid_argument when A is not square, and std::bad_alloc when host memory is exhausted.
/// Source        Cuthill and McKee, ACM 1969; reversed: George, 1971; start: George and Liu, ACM TOMS 5 (1979).
template <ExecutionSpace Exec>
auto reverse_cuthill_mckee(Exec const& exec, CsrOf<Exec> auto const& A) {
  auto const& a = Impl::as_matrix(A);
  Impl::check(a.num_rows() == a.num_cols(),
              "Araios::reverse_cuthill_mckee: the matrix must be square, since rows and columns have "
              "one order (",
              a.num_rows(), " x ", a.num_cols(), ")");
  Impl::check_operands(exec, "Araios::reverse_cuthill_mckee", Impl::Operand("A", a));
  Impl::ScopedRegion const region("Araios::reverse_cuthill_mckee");
  return Impl::reorder::call(exec, a);
}
/// Another format: refused, with the remedy.
template <ExecutionSpace Exec, class Matrix>
  requires(!CsrOf<Matrix, Exec>)
void reverse_cuthill_mckee(Exec const&, Matrix const&) {
  (void)Impl::rows_types_are_right<Exec, Matrix>();
}

}  // namespace Araios
