// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// What a format takes of a matrix, before it is converted: how HYB splits its rows, the slots of SELL, which
/// diagonals DIA + CSR keeps, and which of CSR and DCSR is smaller.
///
/// The bytes of a format for given sizes are computed by ell_bytes, hyb_bytes and their like, beside its class.

#include <Araios/core/concepts.hpp>
#include <Araios/core/profiling.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/check_operands.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/formats/format.hpp>
#include <Araios/formats/hypersparse.hpp>
#include <Araios/formats/sell.hpp>
#include <Araios/operations/convert/dia_csr.hpp>
#include <Araios/operations/convert/hyb.hpp>
#include <Araios/operations/convert/hypersparse.hpp>
#include <Araios/operations/convert/sell.hpp>
#include <Araios/operations/row_statistics/call.hpp>

#include <cstdint>

namespace Araios {

/// The width at which a conversion to HYB splits the rows of A
///
/// One more column of ELL costs s (V + I) bytes, where s = ell_stride(m), m rounded up to whole warps; without it the q
/// rows that have an entry there cost q (V + 2 I) bytes in the list, read at r times the bandwidth. So a column is
/// added while q / s > r (V + I) / (V + 2 I); V and I are the bytes of a value and of an index, r =
/// options.coo_over_ell. (The rule of 2008, q > m / 3, was measured on the GPUs and with the atomics of its time.)
/// Matrices of a few rows are lists.
///
/// Requires      row_map of A passes `validate`.
/// Cost          row_statistics, row_length_histogram and a scan up to about k / (r s / 2), two reductions.
/// Asynchronous  no: reads its results, so work of exec is complete at return.
/// Deterministic space to space, bitwise.
/// Throws        std::invalid_argument for options that are out of range.
template <ExecutionSpace Exec>
HybSplit hyb_split(Exec const& exec, CsrOf<Exec> auto const& A, HybOptions const& options = {},
                   WorkspaceFor<Exec> workspace = {}) {
  auto const& a = Impl::as_matrix(A);
  Impl::check_operands(exec, "Araios::hyb_split", Impl::Operand("A", a));
  Impl::ScopedRegion const region("Araios::hyb_split");
  return Impl::convert::hyb_split(exec, Impl::row_statistics::call(exec, a), a, options, workspace.get(exec));
}

/// The options of sell_slots.
struct SellSlotsOptions {
  /// As in SellOptions.
  std::int64_t chunk = 32;
};

/// Slots that A takes in SELL with chunks of options.chunk rows that are not sorted
///
/// Requires      row_map of A passes `validate`.
/// Cost          one kernel, which reads row_map once.
/// Asynchronous  no: reads its result, so work of exec is complete at return. Allocates nothing.
/// Deterministic space to space, bitwise.
/// Throws        std::invalid_argument for a chunk that is not in [1, sell_largest_chunk].
template <ExecutionSpace Exec>
std::int64_t sell_slots(Exec const& exec, CsrOf<Exec> auto const& A, SellSlotsOptions const& options = {}) {
  Impl::check_sell_chunk(options.chunk, "Araios::sell_slots");
  return Impl::convert::unsorted_slots(exec, Impl::as_matrix(A), options.chunk);
}

/// The minimum number of entries with which a diagonal takes fewer bytes in DIA than in CSR: the minimum c with
/// c (V + I) > stride (V + 1/8), where V, I are the bytes of a value and of a column: an entry of CSR against a slot
/// and its bit. 0.68 of the rows for double and int; 0.52 for float; 0.03 for a Pattern. With a `fill` of 0 or more it
/// is that fraction of the rows, and at least one.
///
/// Throws        std::invalid_argument when fill is neither -1 nor in [0, 1].
template <ScalarType Scalar, OrdinalType Ordinal>
std::int64_t min_entries_of_diagonal(std::int64_t num_rows, double fill = -1) {
  Impl::convert::check_fill("Araios::min_entries_of_diagonal", fill);
  return Impl::convert::min_full_entries<Scalar, Ordinal>(num_rows, fill);
}

/// Whether A takes fewer bytes in DCSR than in CSR: r (Ordinal + Offset) against m Offsets, for r non-empty rows
///
/// Where Ordinal and Offset have the same size: whether fewer than half of the rows have entries.
///
/// Requires      row_map of A as checked by `validate`.
/// Cost          CSR: one kernel that reads row_map. DCSR: nothing is read.
/// Asynchronous  CSR: no, waits for the number of non-empty rows. Allocates nothing.
/// Deterministic space to space.
/// Source        as HypersparseMatrix.
template <ExecutionSpace Exec, MatrixOf<Exec> Matrix>
  requires(format_of_v<Matrix> == Format::csr || format_of_v<Matrix> == Format::hypersparse)
bool is_hypersparse_better(Exec const& exec, Matrix const& A) {
  auto const& a = Impl::as_matrix(A);
  std::int64_t nonempty_rows = 0;
  if constexpr (format_of_v<Matrix> == Format::csr)
    nonempty_rows = Impl::convert::count_nonempty_rows(exec, a);
  else
    nonempty_rows = a.nonempty_rows();
  return Impl::convert::is_hypersparse_smaller<ScalarOf<Matrix>, OrdinalOf<Matrix>, OffsetOf<Matrix>>(
      a.num_rows(), nonempty_rows, static_cast<std::int64_t>(a.nnz()));
}

}  // namespace Araios
