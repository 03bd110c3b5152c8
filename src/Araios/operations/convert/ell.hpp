// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Conversions between CSR and ELL. To ELL: see EllOptions.
///
/// ELL to CSR, the rows of A
///
/// Requires      A passes `validate`.
/// Order         entries of a row keep the order that they had in A, so CSR to ELL and back is the same matrix,
///               bitwise.
/// Cost          a kernel that bisects every row for its length, a scan of these, and one kernel that reads and writes
///               every entry once. Where row lengths differ much on a GPU: also a scan of blocks of rows.
/// Asynchronous  yes; allocates the result.
/// Deterministic space to space, bitwise.

#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/profiling.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/check_operands.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/formats/ell.hpp>
#include <Araios/formats/format_limits.hpp>
#include <Araios/formats/validate/padded.hpp>
#include <Araios/operations/convert/conversion.hpp>
#include <Araios/operations/convert/padded.hpp>
#include <Araios/operations/row_statistics/call.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

namespace Araios {

/// A conversion to ELL, in which each row has as many slots as the longest row has entries
///
/// Requires      row_map of A passes `validate`.
/// Order         entries of a row keep the order that they had in A. Explicit zeros, -0.0 and NaN stay what they are.
/// Cost          row_statistics, and one kernel that reads A and writes every slot once. Where row lengths differ much
///               on a GPU: also a scan of blocks of rows.
/// Asynchronous  no: one fence, to read the length of the longest row. Allocates the result.
/// Deterministic space to space, bitwise.
/// Throws        std::invalid_argument, before anything is allocated, where the matrix would exceed options.limits:
///               with the slots, the bytes and the longest row; where its width does not fit Ordinal; for padding by
///               zero of a matrix without values.
struct EllOptions {
  EllPadding padding = EllPadding::index;
  FormatLimits limits = {};
};

namespace Impl::convert {

/// EllOptions says what holds.
template <ExecutionSpace Exec, class S, class O, class F, class M>
ARAIOS_NOT_INLINED EllMatrix<std::remove_const_t<S>, O, F, typename Exec::memory_space>
csr_to_ell(Exec const& exec, CsrMatrix<S, O, F, M> const& A, EllOptions const& options = {},
           WorkspaceFor<Exec> workspace = {}) {
  using Space = typename Exec::memory_space;
  using Scalar = std::remove_const_t<S>;
  using Lengths = Kokkos::View<O*, Space>;
  check_operands(exec, "Araios::convert::csr_to_ell", Operand("A", A));
  ScopedRegion const region("Araios::convert::csr_to_ell");
  check_format_limits("Araios::convert::csr_to_ell", options.limits);
  check_enumerator(options.padding, EllPadding::zero, "Araios::convert::csr_to_ell: EllPadding");
  bool const by_zero = options.padding == EllPadding::zero;
  check(!by_zero || !is_pattern_v<Scalar>,
        "Araios::convert::csr_to_ell: a matrix without values cannot be padded by zero");
  RowStatistics const rows = Impl::row_statistics::call(exec, A);
  std::int64_t const stride = ell_stride(rows.num_rows);
  (void)checked_cast<O>(rows.longest, "Araios::convert::csr_to_ell: length of the longest row");
  std::int64_t const bytes = ell_bytes<Scalar, O>(rows.num_rows, rows.longest, options.padding);
  std::int64_t const slots = stride * rows.longest;
  check_format_size("Araios::convert::csr_to_ell", options.limits, slots, rows.nnz, bytes,
                    row_statistics::longest_row_sentence(rows));

  auto const [entries, values, allocated_lengths] =
      allocate_packed<Kokkos::View<O*, Space>, Araios::ValuesViewOf<Scalar, Space>, Lengths>(
          exec, "Araios::convert::csr_to_ell", {slots, slots, by_zero ? rows.num_rows : 0});
  Lengths const lengths = allocated_lengths;  // a kernel cannot capture a structured binding
  auto const row_map = A.row_map;
  if (lengths.extent(0) > 0)
    Kokkos::parallel_for(
        "Araios::convert::csr_to_ell::lengths", range(exec, rows.num_rows),
        KOKKOS_LAMBDA(std::int64_t i) { lengths(i) = static_cast<O>(row_map(i + 1) - row_map(i)); });
  EllSlots const layout{rows.num_rows, stride, rows.longest};
  move_padded(exec, "Araios::convert::csr_to_ell::move", move_to(layout, A, entries, values, by_zero),
              MoveWork{stride, rows.longest, rows.num_rows, rows.nnz}, workspace.get(exec));
  return EllMatrix<Scalar, O, F, Space>(rows.num_rows, rows.num_cols, rows.nnz, rows.longest, stride, entries, values,
                                        lengths);
}

/// The file comment says what holds.
template <ExecutionSpace Exec, class S, class O, class F, class M>
CsrMatrix<std::remove_const_t<S>, O, F, typename Exec::memory_space>
ell_to_csr(Exec const& exec, EllMatrix<S, O, F, M> const& A, WorkspaceFor<Exec> workspace = {}) {
  using Scalar = std::remove_const_t<S>;
  check_operands(exec, "Araios::convert::ell_to_csr", Operand("A", A));
  ScopedRegion const region("Araios::convert::ell_to_csr");
  std::int64_t const num_rows = A.num_rows();
  auto const nnz = static_cast<std::int64_t>(A.nnz());
  auto const B = allocate_csr<Scalar, O, F>(exec, "Araios::convert::ell_to_csr", num_rows, nnz);
  if (nnz == 0) {
    fill(exec, B.row_map, F(0));
  } else {
    auto const layout = layout_of(A);
    padded_row_map(exec, "Araios::convert::ell_to_csr::lengths", layout, B.row_map, workspace.get(exec));
    move_padded(exec, "Araios::convert::ell_to_csr::move", move_from(layout, B, A.entries, A.values),
                MoveWork{A.stride(), A.width(), num_rows, nnz}, workspace.get(exec));
  }
  return CsrMatrix<Scalar, O, F, typename Exec::memory_space>(num_rows, A.num_cols(), B);
}

template <>
struct Conversion<Format::ell> {
  using Options = EllOptions;
  static auto from_csr(auto const& exec, auto const& A, Options const& options, auto& workspace) {
    return csr_to_ell(exec, read_only(A), options, workspace);
  }
  static auto to_csr(auto const& exec, auto const& A, auto& workspace) { return ell_to_csr(exec, A, workspace); }
};
}  // namespace Impl::convert

}  // namespace Araios
