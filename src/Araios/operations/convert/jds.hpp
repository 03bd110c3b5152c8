// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Conversions between CSR and jagged diagonals. To JDS: see JdsOptions.
///
/// JDS to CSR, the rows of A
///
/// Requires      A passes `validate`.
/// Order         rows in their order in A, entries of a row in theirs, so CSR to JDS and back is the same matrix,
///               bitwise.
/// Cost          a kernel that bisects the diagonals for every stored row, a scan of the lengths, and one kernel that
///               reads and writes every entry once. Where row lengths differ much on a GPU: also a scan of blocks of
///               rows.
/// Asynchronous  yes; allocates the result.
/// Deterministic space to space, bitwise.

#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/profiling.hpp>
#include <Araios/core/search.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/check_operands.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/formats/format_limits.hpp>
#include <Araios/formats/jds.hpp>
#include <Araios/formats/sell.hpp>
#include <Araios/formats/validate/padded.hpp>
#include <Araios/operations/convert/conversion.hpp>
#include <Araios/operations/convert/padded.hpp>
#include <Araios/operations/convert/sell.hpp>
#include <Araios/operations/convert/sorted_lines.hpp>
#include <Araios/operations/row_statistics/call.hpp>
#include <Araios/primitives/scan.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

namespace Araios {

/// A conversion to JDS: the rows of A by jagged diagonals
///
/// Requires      row_map of A passes `validate`.
/// Order         stored rows by length, the longest first; rows of one length, and the entries of a row, keep the order
///               that they had in A. Explicit zeros, -0.0 and NaN stay what they are.
/// Cost          row_statistics, a radix sort of m keys, a scan over the diagonals that bisects the stored rows, and
///               one kernel that reads and writes every entry once. Where row lengths differ much on a GPU: also a scan
///               of blocks of rows.
/// Asynchronous  no: one fence, to read the length of the longest row. Allocates the result.
/// Deterministic space to space, bitwise.
/// Throws        std::invalid_argument, before anything is allocated, where the bytes exceed options.limits.
struct JdsOptions {
  /// JDS has no padding, so only the limit of bytes applies.
  FormatLimits limits = {};
};

namespace Impl::convert {

/// Entries of diagonal k: the number of stored rows with more than k entries. Stored rows are sorted by length:
/// keys(line) = longest - length of stored row `line`.
template <class Keys>
struct DiagonalLengths {
  Keys keys;
  std::int64_t longest;

  KOKKOS_FUNCTION std::int64_t extent(int) const { return longest; }
  KOKKOS_FUNCTION std::int64_t operator()(std::int64_t k) const {
    return first_not_below(keys, std::int64_t(0), static_cast<std::int64_t>(keys.extent(0)), longest - k);
  }
};

/// JdsOptions says what holds.
template <ExecutionSpace Exec, class S, class O, class F, class M>
JdsMatrix<std::remove_const_t<S>, O, F, typename Exec::memory_space>
csr_to_jds(Exec const& exec, CsrMatrix<S, O, F, M> const& A, JdsOptions const& options = {},
           WorkspaceFor<Exec> workspace = {}) {
  using Space = typename Exec::memory_space;
  using Scalar = std::remove_const_t<S>;
  using Ordinals = Kokkos::View<O*, Space>;
  using Keys = Kokkos::View<std::int64_t*, Space>;
  check_operands(exec, "Araios::convert::csr_to_jds", Operand("A", A));
  ScopedRegion const region("Araios::convert::csr_to_jds");
  check_format_limits("Araios::convert::csr_to_jds", options.limits);
  auto& space = workspace.get(exec);
  typename Workspace<Space>::Frame const frame(space);
  RowStatistics const rows = Impl::row_statistics::call(exec, A);
  check_format_bytes("Araios::convert::csr_to_jds", options.limits,
                     jds_bytes<Scalar, O, F>(rows.num_rows, rows.longest, rows.nnz),
                     row_statistics::longest_row_sentence(rows));

  auto const [offsets, entries, values, permutation] =
      allocate_packed<Kokkos::View<F*, Space>, Ordinals, Araios::ValuesViewOf<Scalar, Space>, Ordinals>(
          exec, "Araios::convert::csr_to_jds", {rows.longest + 1, rows.nnz, rows.nnz, rows.num_rows});
  auto const keys = space.template take<Keys>(exec, rows.num_rows);
  sort_lines(exec, A.row_map, rows, sell_sort_all, keys, permutation, space);
  if (rows.longest > 0)
    exclusive_scan(exec, DiagonalLengths<Keys>{keys, rows.longest}, offsets, {}, space);
  else
    fill(exec, offsets, F(0));
  JdsMatrix<Scalar, O, F, Space> const B(rows.num_rows, rows.num_cols, offsets, entries, values, permutation);
  move_padded(exec, "Araios::convert::csr_to_jds::move", move_to(layout_of(B), A, entries, values),
              MoveWork{rows.num_rows, rows.longest, rows.num_rows, rows.nnz}, space);
  return B;
}

/// The file comment says what holds.
template <ExecutionSpace Exec, class S, class O, class F, class M>
CsrMatrix<std::remove_const_t<S>, O, F, typename Exec::memory_space>
jds_to_csr(Exec const& exec, JdsMatrix<S, O, F, M> const& A, WorkspaceFor<Exec> workspace = {}) {
  using Scalar = std::remove_const_t<S>;
  check_operands(exec, "Araios::convert::jds_to_csr", Operand("A", A));
  ScopedRegion const region("Araios::convert::jds_to_csr");
  std::int64_t const num_rows = A.num_rows();
  auto const nnz = static_cast<std::int64_t>(A.nnz());
  auto const B = allocate_csr<Scalar, O, F>(exec, "Araios::convert::jds_to_csr", num_rows, nnz);
  if (nnz == 0) {
    fill(exec, B.row_map, F(0));
  } else {
    auto const layout = layout_of(A);
    padded_row_map(exec, "Araios::convert::jds_to_csr::lengths", layout, B.row_map, workspace.get(exec));
    move_padded(exec, "Araios::convert::jds_to_csr::move", move_from(layout, B, A.entries, A.values),
                MoveWork{num_rows, A.diagonals(), num_rows, nnz}, workspace.get(exec));
  }
  return CsrMatrix<Scalar, O, F, typename Exec::memory_space>(num_rows, A.num_cols(), B);
}

template <>
struct Conversion<Format::jds> {
  using Options = JdsOptions;
  static auto from_csr(auto const& exec, auto const& A, Options const& options, auto& workspace) {
    return csr_to_jds(exec, read_only(A), options, workspace);
  }
  static auto to_csr(auto const& exec, auto const& A, auto& workspace) { return jds_to_csr(exec, A, workspace); }
};
}  // namespace Impl::convert

}  // namespace Araios
