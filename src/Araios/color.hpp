// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Colours of the rows of a matrix: rows of one colour do not depend on each other.
///
///   auto const C = Araios::color(exec, A);  // C.num_colors, C.colors; rows by colour: C.offsets, C.rows

#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/option_ranges.hpp>
#include <Araios/core/profiling.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/argument_types.hpp>
#include <Araios/formats/check_operands.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/operations/color/call.hpp>
#include <Araios/operations/color/options.hpp>

#include <Kokkos_Core.hpp>

namespace Araios {

/// A colouring of the graph of A + A^T: if A has an entry (i, j), i and j have different colours
///
/// Every row takes the smallest colour that no neighbour before it has. Longer rows are before shorter ones, where
/// lengths of the same two leading bits count as equal; then lower indices, or lower hashes. With recolorings the same
/// is done again from the last colour to the first, which needs at most as many.
///
/// Shapes        A is n-by-n. Distance 2: also i and j have different colours if both have an entry with a third row.
/// Requires      A as checked by `validate`. Values, the order in a row and the diagonal do not matter for what a
///               colouring is; duplicates and entries of the diagonal count where lengths are compared.
/// Cost          a search for the transposed entry of each entry, and a transpose where one is not found; then sorts of
///               the rows by keys, and chains: rows that wait for each other. A chain of a 2D grid of n points has
///               about 2 sqrt(n) rows by_index, and some tens by_hash. On CUDA, of an architecture with clusters, one
///               kernel does all of this for up to 180,000 rows and 128 colours. Else CUDA has for each colouring a
///               sort and a kernel that reads the entries once; by_index from 2^20 rows on, none of which has more than
///               32 entries, one that counts and one that reads them three times; and for distance 2 of a symmetric
///               pattern one that compares neighbours of each row. Elsewhere two or more passes, in rounds as many as
///               the longest chain has rows, each a kernel.
/// Asynchronous  no: waits for the answer of that search, and for the number of colours of each colouring; a cluster
///               once for both, and again after a transpose; CUDA from 2^20 rows on for the longest row; on GPUs other
///               than CUDA also for batches of 16 to 256 rounds. Allocates the result, and the transpose where it needs
///               one. Takes from `workspace` an Ordinal per row, and without a cluster 4 bytes, 8 from 2^20 rows on;
///               where there are rounds another Ordinal and an Offset (distance 2: 8 bytes); for distance 2 on CUDA 12
///               to 68 bytes per row and 4 per entry; and what the search, the sorts and the transpose take.
/// Deterministic space to space.
/// Throws        std::invalid_argument when A is not square, distance is not 1 or 2, recolorings is not in [0, 100],
///               and order is no enumerator.
/// Source        operations/color/rounds.hpp, cluster_cuda.hpp, waiting_cuda.hpp, queue_cuda.hpp, cliques_cuda.hpp
template <ExecutionSpace Exec>
auto color(Exec const& exec, CsrOf<Exec> auto const& A, ColorOptions const& options = {},
           WorkspaceFor<Exec> workspace = {}) {
  auto const& a = Impl::as_matrix(A);
  Impl::check(a.num_rows() == a.num_cols(),
              "Araios::color: the matrix must be square, since rows and columns have one colour (", a.num_rows(), " x ",
              a.num_cols(), ")");
  Impl::check_option("Araios::color", Impl::option::distance, options.distance);
  Impl::check_option("Araios::color", Impl::option::recolorings, options.recolorings);
  Impl::check_enumerator(options.order, ColorOrder::by_hash, "Araios::color: ColorOrder");
  Impl::check_operands(exec, "Araios::color", Impl::Operand("A", a));
  Impl::ScopedRegion const region("Araios::color");
  return Impl::color::call(exec, a, options, workspace.get(exec));
}
/// Another format, or options before the matrix: refused, with the remedy.
template <ExecutionSpace Exec, class Matrix>
  requires(!CsrOf<Matrix, Exec>)
void color(Exec const&, Matrix const&, ColorOptions const& = {}, WorkspaceFor<Exec> = {}) {
  (void)Impl::rows_types_are_right<Exec, Matrix>();
}
template <ExecutionSpace Exec>
void color(Exec const&, ColorOptions const&, auto const&...) {
  Impl::options_are_last<Exec>();
}

}  // namespace Araios
