// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Conversions between CSR and DIA. To DIA: see DiaOptions.
///
/// DIA to CSR, the rows of A, sorted by column
///
/// Requires      A passes `validate`.
/// Cost          a scan of the row lengths, which reads the mask once or twice, and a kernel that reads mask and
///               values.
/// Asynchronous  yes; allocates the result.
/// Deterministic space to space, bitwise.

#include <Araios/core/execution.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/profiling.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/check_operands.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/formats/dia.hpp>
#include <Araios/formats/format_limits.hpp>
#include <Araios/formats/validate/structured.hpp>
#include <Araios/operations/convert/conversion.hpp>
#include <Araios/operations/convert/diagonals.hpp>
#include <Araios/operations/convert/fill_diagonals.hpp>
#include <Araios/operations/convert/rows_of_diagonals.hpp>
#include <Araios/operations/convert/strict_rows.hpp>
#include <Araios/primitives/pointers.hpp>
#include <Araios/primitives/scan.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>
#include <type_traits>

namespace Araios {

/// A conversion to DIA: A by diagonals
///
/// Requires      A passes `validate`. Rows may be unsorted.
/// Bytes         dia_bytes of the diagonals that hold an entry, checked against the limits before they are allocated.
/// Cost          d diagonals: 6 kernels and a scan of the m + n - 1 counts; the columns are read three times, the
///               values once, one Ordinal per entry is written and read, and all slots are written. Sorting where rows
///               are not sorted.
/// Asynchronous  no: waits for the order of the rows, and for the number of diagonals. Allocates the result; takes k
///               Ordinals and m + n Offsets and Ordinals from `workspace`. Where rows are not sorted it allocates
///               columns and values of A once more, in sorted rows; their release at return waits for the device.
/// Deterministic space to space, bitwise: explicit zeros, -0.0 and NaN are entries like others.
/// Throws        std::invalid_argument for two entries at one coordinate (with its row and column), and where the
///               limits are exceeded (with the numbers, and the diagonal that holds the fewest entries).
/// Source        Bell and Garland, 2008, who store zeros where this stores a mask.
struct DiaOptions {
  FormatLimits limits{};
};

namespace Impl::convert {

/// "the entries lie on 4 diagonals, of which the emptiest, 999, holds 1": the sentence of an error message about a
/// matrix with at least one diagonal. Costs a kernel, and waits for it.
template <class Exec, class Counts>
std::string emptiest_diagonal_sentence(Exec const& exec, std::string const& entries, std::int64_t num_rows,
                                       Counts const& counts, DiagonalTotals const& totals) {
  std::int64_t const emptiest = diagonal_with(exec, counts, totals.fewest) - (num_rows - 1);
  return message(entries, " lie on ", totals.diagonals, " diagonals, of which the emptiest, ", emptiest, ", holds ",
                 totals.fewest);
}

/// Refuses a DIA matrix that exceeds the limits.
template <class Scalar, class Ordinal, class Exec, class Counts>
void check_dia_size(Exec const& exec, FormatLimits const& limits, std::int64_t num_rows, Counts const& counts,
                    DiagonalTotals const& totals) {
  std::int64_t const bytes = dia_bytes<Scalar, Ordinal>(num_rows, totals.diagonals);
  std::int64_t const slots = totals.diagonals * dia_stride(num_rows);
  if (format_fits(limits, slots, totals.entries, bytes)) return;
  check_format_size("Araios::convert::csr_to_dia", limits, slots, totals.entries, bytes,
                    emptiest_diagonal_sentence(exec, "the entries", num_rows, counts, totals));
}

/// DiaOptions says what holds.
template <ExecutionSpace Exec, class S, class O, class F, class M>
DiaMatrix<std::remove_const_t<S>, O, F, typename Exec::memory_space>
csr_to_dia(Exec const& exec, CsrMatrix<S, O, F, M> const& A, DiaOptions const& options = {},
           WorkspaceFor<Exec> workspace = {}) {
  using Space = typename Exec::memory_space;
  using Scalar = std::remove_const_t<S>;
  using Matrix = DiaMatrix<Scalar, O, F, Space>;
  check_operands(exec, "Araios::convert::csr_to_dia", Operand("A", A));
  ScopedRegion const region("Araios::convert::csr_to_dia");
  check_format_limits("Araios::convert::csr_to_dia", options.limits);
  std::int64_t const m = A.num_rows();
  std::int64_t const n = A.num_cols();
  std::int64_t const nnz = std::int64_t(A.nnz());
  if (nnz == 0) return Matrix(m, n, 0, allocate_dia<Scalar, O>(exec, "Araios::convert::csr_to_dia", m, 0));
  auto& space = workspace.get(exec);
  typename Workspace<Space>::Frame const frame(space);
  auto const strict = strict_rows(exec, "Araios::convert::csr_to_dia", A, space);
  auto const rows = space.template take<Kokkos::View<O*, Space>>(exec, nnz);
  pointers_to_index(exec, strict.row_map, rows);
  auto const counts = space.template take<Kokkos::View<F*, Space>>(exec, m + n - 1);
  count_diagonals(exec, strict, rows, counts);
  auto const totals = total_diagonals(exec, counts, 1);
  check_dia_size<Scalar, O>(exec, options.limits, m, counts, totals);
  auto const B = allocate_dia<Scalar, O>(exec, "Araios::convert::csr_to_dia", m, totals.diagonals);
  list_diagonals(exec, KeepDiagonal<Kokkos::View<F*, Space>>{counts, 1}, m, B.diagonals, space);
  fill_diagonals(exec, "Araios::convert::csr_to_dia", strict, B);
  return Matrix(m, n, nnz, B);
}

/// The file comment says what holds.
template <ExecutionSpace Exec, class S, class O, class F, class M>
CsrMatrix<std::remove_const_t<S>, O, F, typename Exec::memory_space>
dia_to_csr(Exec const& exec, DiaMatrix<S, O, F, M> const& A, WorkspaceFor<Exec> workspace = {}) {
  using Scalar = std::remove_const_t<S>;
  check_operands(exec, "Araios::convert::dia_to_csr", Operand("A", A));
  ScopedRegion const region("Araios::convert::dia_to_csr");
  auto const B = allocate_csr<Scalar, O, F>(exec, "Araios::convert::dia_to_csr", A.num_rows(), std::int64_t(A.nnz()));
  exclusive_scan(exec, DiaRowLength<DiaMatrix<S, O, F, M>>{A}, B.row_map, {}, workspace.get(exec));
  if (A.nnz() > 0) fill_rows_of_dia(exec, A, B);
  return CsrMatrix<Scalar, O, F, typename Exec::memory_space>(A.num_rows(), A.num_cols(), B);
}

template <>
struct Conversion<Format::dia> {
  using Options = DiaOptions;
  static auto from_csr(auto const& exec, auto const& A, Options const& options, auto& workspace) {
    return csr_to_dia(exec, read_only(A), options, workspace);
  }
  static auto to_csr(auto const& exec, auto const& A, auto& workspace) { return dia_to_csr(exec, A, workspace); }
};
}  // namespace Impl::convert

}  // namespace Araios
