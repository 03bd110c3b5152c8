// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Conversions between CSR and BSR. To BSR: see BsrOptions.
///
/// BSR to CSR, the rows of A, sorted by column; holes are not entries
///
/// Requires      A passes `validate`.
/// Cost          with holes a scan of all elements; 3 kernels, which read blocks and write neighbouring entries by
///               neighbouring threads.
/// Asynchronous  yes; allocates the result, and takes an Ordinal for each block, with holes an Offset for each element,
///               from `workspace`.
/// Deterministic space to space, bitwise.

#include <Araios/core/bit_mask.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/profiling.hpp>
#include <Araios/core/search.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/bsr.hpp>
#include <Araios/formats/check_operands.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/formats/format_limits.hpp>
#include <Araios/formats/validate/structured.hpp>
#include <Araios/operations/convert/block_rows.hpp>
#include <Araios/operations/convert/conversion.hpp>
#include <Araios/operations/convert/find_blocks.hpp>
#include <Araios/operations/convert/strict_rows.hpp>
#include <Araios/primitives/bit_words.hpp>
#include <Araios/primitives/pointers.hpp>
#include <Araios/primitives/scan.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

namespace Araios {

/// A conversion to BSR: A in blocks of b x b; only blocks that hold an entry are stored
///
/// Shapes        m and n are multiples of b.
/// Requires      A passes `validate`. Rows may be unsorted.
/// Bytes         bsr_bytes, with a mask where a block has a hole; checked against the limits before blocks are
///               allocated.
/// Cost          a read of the columns for their order, a kernel that merges the b rows of each block row to find its
///               blocks, one that closes the gaps between them, two scans, of block rows and of their items, and two
///               kernels that find the block row of each block and fill all slots. Rows of more than 1,024 entries are
///               merged in several items by many threads. Blocks of up to 8 x 8 read each column once in the merge,
///               larger ones bisect their rows for each block.
/// Asynchronous  no: waits for the order of the rows, and for the number of blocks. Allocates the result; takes 8 bytes
///               per block row, 3 Offsets per item, and an Ordinal per entry and per block, from `workspace`. Where
///               rows are not sorted it allocates columns and values of A once more, in sorted rows; their release at
///               return waits for the device.
/// Deterministic space to space, bitwise: explicit zeros, -0.0 and NaN are entries like others.
/// Throws        std::invalid_argument when blocks are not square or do not divide the matrix, for two entries at one
///               coordinate (with its row and column), and where the limits are exceeded (with the numbers and the
///               widest block row).
struct BsrOptions {
  int block_rows = 2;
  int block_cols = 2;
  FormatLimits limits{};
};

namespace Impl::convert {

/// row_map := the first block of each block row; returns the totals. Waits for its result.
struct BlockTotals {
  std::int64_t blocks = 0;
  std::int64_t widest = 0;  // blocks of the widest block row
};
template <class Exec, class Firsts, class Offsets, class RowMap>
ARAIOS_NOT_INLINED BlockTotals total_blocks(Exec const& exec, Firsts const& firsts, Offsets const& offsets,
                                            RowMap const& row_map) {
  BlockTotals totals;
  auto const rows = static_cast<std::int64_t>(row_map.extent(0)) - 1;
  Kokkos::parallel_reduce(
      "Araios::convert::csr_to_bsr::row_map", range(exec, rows + 1),
      KOKKOS_LAMBDA(std::int64_t i, std::int64_t& blocks, std::int64_t& widest) {
        auto const begin = offsets(firsts(i));
        row_map(i) = begin;
        if (i == rows) return;
        auto const length = static_cast<std::int64_t>(offsets(firsts(i + 1)) - begin);
        blocks += length;
        widest = length > widest ? length : widest;
      },
      Kokkos::Sum<std::int64_t>(totals.blocks), Kokkos::Max<std::int64_t>(totals.widest));
  return totals;
}

/// The first block row with this number of blocks. Waits for its result.
template <class Exec, class RowMap>
ARAIOS_NOT_INLINED std::int64_t block_row_with(Exec const& exec, RowMap const& row_map, std::int64_t blocks) {
  std::int64_t first = 0;
  Kokkos::parallel_reduce(
      "Araios::convert::csr_to_bsr::widest", range(exec, static_cast<std::int64_t>(row_map.extent(0)) - 1),
      KOKKOS_LAMBDA(std::int64_t i, std::int64_t& minimum) {
        if (static_cast<std::int64_t>(row_map(i + 1) - row_map(i)) == blocks && i < minimum) minimum = i;
      },
      Kokkos::Min<std::int64_t>(first));
  return first;
}

/// a / b of non-negative numbers: in 32 bits where both fit, which takes a quarter of the time.
KOKKOS_INLINE_FUNCTION std::int64_t quotient(std::int64_t a, std::int64_t b) {
  return a >> 32 == 0 && b >> 32 == 0 ? static_cast<std::uint32_t>(a) / static_cast<std::uint32_t>(b) : a / b;
}

/// Writes a slot of the listed blocks, the value of its entry of A or zero, and returns whether there is an entry.
///
/// A work item is a slot, so that neighbouring work items write neighbouring slots, and read from b rows. The entry is
/// searched first at the position that it has where blocks have no holes, and else by bisection before it. (One work
/// item per entry, with atomics for the mask, took 1.1 to 1.2 times as long: it had to find rows and to write zeros
/// before.)
template <class Matrix, class Arrays, class BlockRows>
struct FillSlot {
  using Scalar = std::remove_const_t<typename Matrix::Scalar>;
  Matrix A;
  std::int64_t b;
  Arrays B;
  BlockRows block_rows;  // block row of each block
  std::int64_t slots;

  KOKKOS_FUNCTION bool operator()(std::int64_t slot) const {
    if (slot >= slots) return false;  // beyond the last slot, in the last word
    std::int64_t const k = quotient(slot, b * b), within = slot - k * b * b, r = quotient(within, b),
                       c = within - r * b;
    std::int64_t const block_row = block_rows(k), i = block_row * b + r;
    std::int64_t const column = static_cast<std::int64_t>(B.entries(k)) * b + c;
    auto const begin = static_cast<std::int64_t>(A.row_map(i)), end = static_cast<std::int64_t>(A.row_map(i + 1));
    // No entry before p is in a block after k, and at most c entries of the row are in block k.
    std::int64_t p = begin + (k - static_cast<std::int64_t>(B.row_map(block_row))) * b + c;
    bool here = p < end && static_cast<std::int64_t>(A.entries(p)) == column;
    if (!here) {
      std::int64_t const stop = p < end ? p : end;
      p = first_above(A.entries, begin, stop, column - 1);
      here = p < stop && static_cast<std::int64_t>(A.entries(p)) == column;
    }
    if (here)
      B.values(slot) = A.values(p);
    else
      B.values(slot) = Scalar{};
    return here;
  }
};

/// A conversion of sorted rows without duplicates and with entries; `Cursors` fits the block size.
template <class Cursors, class Exec, class Matrix, class Space>
auto merge_block_rows(Exec const& exec, BsrOptions const& options, Matrix const& A, Workspace<Space>& workspace) {
  using Scalar = std::remove_const_t<typename Matrix::Scalar>;
  using Ordinal = typename Matrix::Ordinal;
  using Offset = typename Matrix::Offset;
  using Offsets = Kokkos::View<Offset*, Space>;
  char const* const name = "Araios::convert::csr_to_bsr";
  std::int64_t const b = options.block_rows;
  std::int64_t const rows = A.num_rows() / b;
  std::int64_t const nnz = std::int64_t(A.nnz());
  typename Workspace<Space>::Frame const frame(workspace);
  auto const firsts = workspace.template take<Kokkos::View<std::int64_t*, Space>>(exec, rows + 1);
  BlockCuts<Matrix> const cuts{A, b};
  exclusive_scan(exec, cuts, firsts, {}, workspace);
  PointerSegments<Kokkos::View<std::int64_t*, Space>> const segments{firsts};
  // The number of items is known on the device only; this is its upper bound.
  std::int64_t const items = rows + nnz / BlockRowShape::step;
  auto const counts = workspace.template take<Offsets>(exec, items);
  auto const starts = workspace.template take<Offsets>(exec, items);
  auto const offsets = workspace.template take<Offsets>(exec, items + 1);
  using Ordinals = Kokkos::View<Ordinal*, Space>;
  auto const found = workspace.template take<Ordinals>(exec, nnz);
  auto const row_map = allocate<Offsets>(exec, "Araios::convert::csr_to_bsr::row_map", rows + 1);
  FindBlocks<Cursors, Matrix, Kokkos::View<std::int64_t*, Space>, Offsets, Ordinals> const find{cuts, segments, counts,
                                                                                                starts, found};
  find_blocks(exec, find, items, is_gpu_v<Exec> && b <= BlockRowShape::max_cursors);
  exclusive_scan(exec, counts, offsets, {}, workspace);
  BlockTotals const totals = total_blocks(exec, firsts, offsets, row_map);

  std::int64_t const slots = checked_multiply(totals.blocks, checked_multiply(b, b, name), name);
  bool const holes = slots != nnz;
  std::int64_t const bytes = bsr_bytes<Scalar, Ordinal, Offset>(A.num_rows(), b, totals.blocks, holes);
  if (!format_fits(options.limits, slots, nnz, bytes))
    check_format_size(name, options.limits, slots, nnz, bytes,
                      message("the entries touch ", totals.blocks, " blocks of ", b, " x ", b, "; block row ",
                              block_row_with(exec, row_map, totals.widest), " is the widest, with ", totals.widest));
  using Arrays = BsrArrays<Scalar, Ordinal, Offset, Space>;
  auto const [entries, present, values] =
      allocate_packed<Ordinals, Kokkos::View<std::uint32_t*, Space>, decltype(Arrays::values)>(
          exec, "Araios::convert::csr_to_bsr::blocks", {totals.blocks, holes ? words_for_bits(slots) : 0, slots});
  Arrays const B{row_map, entries, present, values};
  list_blocks(exec, offsets, starts, found, B.entries);
  auto const block_rows = workspace.template take<Ordinals>(exec, totals.blocks);
  pointers_to_index(exec, row_map, block_rows);
  FillSlot<Matrix, Arrays, Ordinals> const fill_slot{A, b, B, block_rows, slots};
  if (holes)
    pack_bits(exec, "Araios::convert::csr_to_bsr::fill", fill_slot, B.present);
  else
    Kokkos::parallel_for("Araios::convert::csr_to_bsr::fill", range(exec, slots), fill_slot);
  return BsrMatrix<Scalar, Ordinal, Offset, Space>(A.num_rows(), A.num_cols(), b, nnz, B);
}

/// The elements of a BSR matrix in row order: the slot and column of element o.
///
/// The elements of a block row have the same indices in both orders, so element o is in the block row of block o / b^2,
/// which `block_rows` holds.
template <class Matrix, class BlockRows>
struct BsrRowOrder {
  Matrix A;
  BlockRows block_rows;
  struct Element {
    std::int64_t slot;
    std::int64_t column;
  };

  KOKKOS_FUNCTION Element at(std::int64_t o) const {
    std::int64_t const b = A.block_size();
    std::int64_t const row = block_rows(o / (b * b));
    auto const first = static_cast<std::int64_t>(A.row_map(row));
    std::int64_t const width = (static_cast<std::int64_t>(A.row_map(row + 1)) - first) * b;
    std::int64_t const local = o - first * b * b;
    std::int64_t const r = local / width;
    std::int64_t const across = local - r * width;
    std::int64_t const k = first + across / b;
    std::int64_t const c = across % b;
    return {(k * b + r) * b + c, static_cast<std::int64_t>(A.entries(k)) * b + c};
  }
  /// 1 where there is an entry; a functor that a scan can read.
  KOKKOS_FUNCTION int operator()(std::int64_t o) const { return bit_at(A.present, at(o).slot); }
  KOKKOS_FUNCTION std::int64_t extent(int) const {
    return static_cast<std::int64_t>(A.num_blocks()) * A.block_size() * A.block_size();
  }
  /// The first element of row i.
  KOKKOS_FUNCTION std::int64_t first_of_row(std::int64_t i) const {
    std::int64_t const b = A.block_size();
    std::int64_t const row = i / b;
    if (row >= A.num_block_rows()) return extent(0);
    auto const first = static_cast<std::int64_t>(A.row_map(row));
    return first * b * b + (i - row * b) * (static_cast<std::int64_t>(A.row_map(row + 1)) - first) * b;
  }
};

/// before(o) is the number of entries before element o in row order.
template <class Exec, class RowOrder, class Before, class Arrays>
ARAIOS_NOT_INLINED void fill_rows_of_bsr(Exec const& exec, RowOrder const& elements, Before const& before,
                                         Arrays const& B) {
  Kokkos::parallel_for(
      "Araios::convert::bsr_to_csr::row_map", range(exec, static_cast<std::int64_t>(B.row_map.extent(0))),
      KOKKOS_LAMBDA(std::int64_t i) {
        B.row_map(i) = static_cast<std::remove_reference_t<decltype(B.row_map(0))>>(before(elements.first_of_row(i)));
      });
  bool const masked = elements.A.has_holes();
  Kokkos::parallel_for(
      "Araios::convert::bsr_to_csr::fill", range(exec, elements.extent(0)), KOKKOS_LAMBDA(std::int64_t o) {
        auto const element = elements.at(o);
        if (masked && !bit_at(elements.A.present, element.slot)) return;
        auto const p = static_cast<std::int64_t>(before(o));
        B.entries(p) = static_cast<std::remove_reference_t<decltype(B.entries(0))>>(element.column);
        B.values(p) = elements.A.values(element.slot);
      });
}

/// BsrOptions says what holds.
template <ExecutionSpace Exec, class S, class O, class F, class M>
BsrMatrix<std::remove_const_t<S>, O, F, typename Exec::memory_space>
csr_to_bsr(Exec const& exec, CsrMatrix<S, O, F, M> const& A, BsrOptions const& options = {},
           WorkspaceFor<Exec> workspace = {}) {
  using Space = typename Exec::memory_space;
  using Scalar = std::remove_const_t<S>;
  using Strict = CsrMatrix<S const, O, F, M>;
  check_operands(exec, "Araios::convert::csr_to_bsr", Operand("A", A));
  ScopedRegion const region("Araios::convert::csr_to_bsr");
  check_format_limits("Araios::convert::csr_to_bsr", options.limits);
  int const b = options.block_rows;
  check_blocks("Araios::convert::csr_to_bsr", A.num_rows(), A.num_cols(), b, options.block_cols);
  if (A.nnz() == 0) {
    check_format_bytes("Araios::convert::csr_to_bsr", options.limits,
                       bsr_bytes<Scalar, O, F>(A.num_rows(), b, 0, false), "the matrix has no entry");
    auto const B = allocate_bsr<Scalar, O, F>(exec, "Araios::convert::csr_to_bsr", A.num_rows(), b, 0, false);
    fill(exec, B.row_map, F(0));
    return BsrMatrix<Scalar, O, F, Space>(A.num_rows(), A.num_cols(), b, 0, B);
  }
  auto const strict = strict_rows(exec, "Araios::convert::csr_to_bsr", A, workspace.get(exec));
  if (b <= BlockRowShape::max_cursors)
    return merge_block_rows<RowCursors<Strict>>(exec, options, strict, workspace.get(exec));
  return merge_block_rows<RowSearches<Strict>>(exec, options, strict, workspace.get(exec));
}

/// The file comment says what holds.
template <ExecutionSpace Exec, class S, class O, class F, class M>
CsrMatrix<std::remove_const_t<S>, O, F, typename Exec::memory_space>
bsr_to_csr(Exec const& exec, BsrMatrix<S, O, F, M> const& A, WorkspaceFor<Exec> workspace = {}) {
  using Space = typename Exec::memory_space;
  using Scalar = std::remove_const_t<S>;
  using BlockRows = Kokkos::View<O*, Space>;
  check_operands(exec, "Araios::convert::bsr_to_csr", Operand("A", A));
  ScopedRegion const region("Araios::convert::bsr_to_csr");
  auto const B = allocate_csr<Scalar, O, F>(exec, "Araios::convert::bsr_to_csr", A.num_rows(), std::int64_t(A.nnz()));
  CsrMatrix<Scalar, O, F, Space> const result(A.num_rows(), A.num_cols(), B);
  if (A.nnz() == 0) {
    fill(exec, B.row_map, F(0));
    return result;
  }
  auto& space = workspace.get(exec);
  typename Workspace<Space>::Frame const frame(space);
  auto const block_rows = space.template take<BlockRows>(exec, std::int64_t(A.num_blocks()));
  pointers_to_index(exec, A.row_map, block_rows);
  BsrRowOrder<BsrMatrix<S, O, F, M>, BlockRows> const elements{A, block_rows};
  if (A.has_holes()) {
    auto const before = space.template take<Kokkos::View<F*, Space>>(exec, elements.extent(0) + 1);
    exclusive_scan(exec, elements, before, {}, space);
    fill_rows_of_bsr(exec, elements, before, B);
  } else {
    fill_rows_of_bsr(exec, elements, Identity{}, B);  // o entries come before element o
  }
  return result;
}

template <>
struct Conversion<Format::bsr> {
  using Options = BsrOptions;
  static auto from_csr(auto const& exec, auto const& A, Options const& options, auto& workspace) {
    return csr_to_bsr(exec, read_only(A), options, workspace);
  }
  static auto to_csr(auto const& exec, auto const& A, auto& workspace) { return bsr_to_csr(exec, A, workspace); }
};
}  // namespace Impl::convert

}  // namespace Araios
