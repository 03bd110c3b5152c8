// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Conversions between CSR and SELL. To SELL: see SellOptions.
///
/// SELL to CSR, the rows of A
///
/// Requires      A passes `validate`.
/// Order         rows in their order in A, entries of a row in theirs, so CSR to SELL and back is the same matrix,
///               bitwise.
/// Cost          a kernel that bisects every stored row for its length, a scan of these, and one kernel that reads and
///               writes every entry once. On a GPU, for sorted rows, also a scan of blocks of them.
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
#include <Araios/formats/format_limits.hpp>
#include <Araios/formats/sell.hpp>
#include <Araios/formats/validate/padded.hpp>
#include <Araios/operations/convert/conversion.hpp>
#include <Araios/operations/convert/padded.hpp>
#include <Araios/operations/convert/sorted_lines.hpp>
#include <Araios/operations/row_statistics/call.hpp>
#include <Araios/primitives/scan.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <type_traits>

namespace Araios {

/// A conversion to SELL: the rows of A in chunks, each as wide as its longest row
///
/// Requires      row_map of A passes `validate`.
/// Order         entries of a row keep the order that they had in A, and so do rows of one length. Explicit zeros, -0.0
///               and NaN stay what they are.
/// Cost          row_statistics, a kernel and a scan over the chunks, and one kernel that reads A and writes every slot
///               once. Sorted: also one kernel and a radix sort of m keys; on a GPU, for few rows in small windows, one
///               kernel instead. Where row lengths differ much on a GPU: also a scan of blocks of rows.
/// Asynchronous  no: two fences, to read the length of the longest row and the number of slots. Allocates the result.
/// Deterministic space to space, bitwise.
/// Throws        std::invalid_argument, before its slots are allocated, where the matrix would exceed options.limits:
///               with the slots, the bytes and the longest row; where Offset cannot count the slots; for a chunk or a
///               window that SellOptions does not allow.
/// Source        Kreutzer et al., 2014; sorted over all rows: Kreutzer et al., pJDS, arXiv 1112.5588.
struct SellOptions {
  /// Rows per chunk, at most sell_largest_chunk; a warp has 32 threads.
  std::int64_t chunk = 32;
  /// sigma: rows of each window of this size are sorted by length, the longest first. 1: rows are not sorted, and there
  /// is no permutation. A multiple of chunk, or large enough that one window holds all rows (sell_sort_all). A larger
  /// window needs less padding, but may separate rows that share elements of x.
  std::int64_t sorting_window = 1;
  FormatLimits limits = {};
};

namespace Impl::convert {

/// Slots of a chunk of rows whose lengths row_map gives. A functor that a scan can read.
template <class RowMap, class Permutation>
struct ChunkSlots {
  RowMap row_map;
  Permutation permutation;  // of sorted rows: the first row of each chunk is then the longest
  std::int64_t num_rows;
  std::int64_t chunk;

  KOKKOS_FUNCTION std::int64_t extent(int) const { return (num_rows + chunk - 1) / chunk; }
  KOKKOS_FUNCTION std::int64_t operator()(std::int64_t c) const {
    std::int64_t const first = c * chunk;
    if (permutation.extent(0) > 0) {
      std::int64_t const row = permutation(first);
      return chunk * static_cast<std::int64_t>(row_map(row + 1) - row_map(row));
    }
    std::int64_t const end = num_rows - first < chunk ? num_rows : first + chunk;
    auto begin = row_map(first);
    decltype(begin) longest = 0;
    for (std::int64_t i = first; i < end; ++i) {
      auto const next = row_map(i + 1);
      if (next - begin > longest) longest = next - begin;
      begin = next;
    }
    return chunk * static_cast<std::int64_t>(longest);
  }
};

template <class Exec, class Slots>
ARAIOS_NOT_INLINED std::int64_t sum_slots(Exec const& exec, Slots const& slots) {
  std::int64_t total = 0;
  Kokkos::parallel_reduce(
      "Araios::sell::slots", range(exec, slots.extent(0)),
      KOKKOS_LAMBDA(std::int64_t c, std::int64_t& sum) { sum += slots(c); }, Kokkos::Sum<std::int64_t>(total));
  return total;
}

/// Slots of A in chunks of so many rows that are not sorted; `sell_slots` says what holds.
template <class Exec, class S, class O, class F, class M>
std::int64_t unsorted_slots(Exec const& exec, CsrMatrix<S, O, F, M> const& A, std::int64_t chunk) {
  using Matrix = CsrMatrix<S, O, F, M>;
  return sum_slots(exec, ChunkSlots<typename Matrix::row_map_type, typename Matrix::entries_type>{
                             A.row_map, {}, A.num_rows(), chunk});
}

/// SellOptions says what holds.
template <ExecutionSpace Exec, class S, class O, class F, class M>
SellMatrix<std::remove_const_t<S>, O, F, typename Exec::memory_space>
csr_to_sell(Exec const& exec, CsrMatrix<S, O, F, M> const& A, SellOptions const& options = {},
            WorkspaceFor<Exec> workspace = {}) {
  using Space = typename Exec::memory_space;
  using Scalar = std::remove_const_t<S>;
  using Ordinals = Kokkos::View<O*, Space>;
  using Keys = Kokkos::View<std::int64_t*, Space>;
  std::int64_t const chunk = options.chunk, num_rows = A.num_rows();
  check_sell_chunk(chunk, "Araios::convert::csr_to_sell");
  std::int64_t const window = std::min(options.sorting_window, std::max<std::int64_t>(num_rows, 1));
  bool const sorted = options.sorting_window > 1 && num_rows > 0;
  check(options.sorting_window == 1 || options.sorting_window >= num_rows ||
            (options.sorting_window > 0 && options.sorting_window % chunk == 0),
        "Araios::convert::csr_to_sell: a sorting window of ", options.sorting_window,
        " rows is not a multiple of the chunk of ", chunk, ", nor 1, nor all ", num_rows, " rows");
  check_operands(exec, "Araios::convert::csr_to_sell", Operand("A", A));
  ScopedRegion const region("Araios::convert::csr_to_sell");
  check_format_limits("Araios::convert::csr_to_sell", options.limits);
  auto& space = workspace.get(exec);
  typename Workspace<Space>::Frame const frame(space);
  RowStatistics const rows = Impl::row_statistics::call(exec, A);
  (void)checked_multiply(tiles_for(num_rows, chunk) * chunk, rows.longest,
                         "Araios::convert::csr_to_sell: maximum number of slots");

  Ordinals const permutation =
      sorted ? allocate<Ordinals>(exec, "Araios::convert::csr_to_sell::permutation", num_rows) : Ordinals();
  if (sorted && is_gpu_v<Exec> && window <= max_reads_to_rank / num_rows)
    rank_lines(exec, A.row_map, num_rows, window, permutation);
  else if (sorted)
    sort_lines(exec, A.row_map, rows, window, space.template take<Keys>(exec, num_rows), permutation, space);
  ChunkSlots<typename CsrMatrix<S, O, F, M>::row_map_type, Ordinals> const chunk_slots{A.row_map, permutation, num_rows,
                                                                                       chunk};
  std::int64_t const slots = sum_slots(exec, chunk_slots);
  check_format_size("Araios::convert::csr_to_sell", options.limits, slots, rows.nnz,
                    sell_bytes<Scalar, O, F>(num_rows, chunk, slots, sorted),
                    row_statistics::longest_row_sentence(rows));
  (void)checked_cast<F>(slots, "Araios::convert::csr_to_sell: number of slots");

  auto const [offsets, entries, values] =
      allocate_packed<Kokkos::View<F*, Space>, Ordinals, Araios::ValuesViewOf<Scalar, Space>>(
          exec, "Araios::convert::csr_to_sell", {static_cast<std::int64_t>(chunk_slots.extent(0)) + 1, slots, slots});
  if (num_rows > 0)
    exclusive_scan(exec, chunk_slots, offsets, {}, space);
  else
    fill(exec, offsets, F(0));
  SellMatrix<Scalar, O, F, Space> const B(num_rows, A.num_cols(), rows.nnz, chunk, offsets, entries, values,
                                          permutation);
  auto const layout = layout_of(B);
  move_padded(exec, "Araios::convert::csr_to_sell::move", move_to(layout, A, entries, values),
              MoveWork{layout.lines(), rows.longest, num_rows, rows.nnz}, space);
  return B;
}

/// The file comment says what holds.
template <ExecutionSpace Exec, class S, class O, class F, class M>
CsrMatrix<std::remove_const_t<S>, O, F, typename Exec::memory_space>
sell_to_csr(Exec const& exec, SellMatrix<S, O, F, M> const& A, WorkspaceFor<Exec> workspace = {}) {
  using Scalar = std::remove_const_t<S>;
  check_operands(exec, "Araios::convert::sell_to_csr", Operand("A", A));
  ScopedRegion const region("Araios::convert::sell_to_csr");
  std::int64_t const num_rows = A.num_rows();
  auto const nnz = static_cast<std::int64_t>(A.nnz());
  auto const B = allocate_csr<Scalar, O, F>(exec, "Araios::convert::sell_to_csr", num_rows, nnz);
  if (nnz == 0) {
    fill(exec, B.row_map, F(0));
  } else {
    auto const layout = layout_of(A);
    padded_row_map(exec, "Araios::convert::sell_to_csr::lengths", layout, B.row_map, workspace.get(exec));
    // The longest row is not known without a fence. Sorted rows may be of any length; others are padded to the longest
    // of their chunk, so that the mean is not far from it.
    std::int64_t const longest =
        A.permutation.extent(0) > 0 ? static_cast<std::int64_t>(A.num_cols()) : tiles_for(A.slots(), layout.lines());
    move_padded(exec, "Araios::convert::sell_to_csr::move", move_from(layout, B, A.entries, A.values),
                MoveWork{layout.lines(), longest, num_rows, nnz}, workspace.get(exec));
  }
  return CsrMatrix<Scalar, O, F, typename Exec::memory_space>(num_rows, A.num_cols(), B);
}

template <>
struct Conversion<Format::sell> {
  using Options = SellOptions;
  static auto from_csr(auto const& exec, auto const& A, Options const& options, auto& workspace) {
    return csr_to_sell(exec, read_only(A), options, workspace);
  }
  static auto to_csr(auto const& exec, auto const& A, auto& workspace) { return sell_to_csr(exec, A, workspace); }
};
}  // namespace Impl::convert

}  // namespace Araios
