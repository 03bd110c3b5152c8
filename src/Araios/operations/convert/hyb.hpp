// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Conversions between CSR and HYB. To HYB: see HybOptions.
///
/// HYB to CSR, the rows of A
///
/// Requires      A passes `validate`.
/// Order         entries of a row keep the order that they had in A, so CSR to HYB and back is the same matrix,
///               bitwise.
/// Cost          that of ELL to CSR, and for the list three kernels that read and write its entries once.
/// Asynchronous  yes; allocates the result. Takes an Ordinal for each entry of the list from `workspace`.
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
#include <Araios/formats/hyb.hpp>
#include <Araios/formats/validate/padded.hpp>
#include <Araios/operations/convert/conversion.hpp>
#include <Araios/operations/convert/padded.hpp>
#include <Araios/operations/row_statistics/call.hpp>
#include <Araios/primitives/pointers.hpp>
#include <Araios/primitives/scan.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>

namespace Araios {

/// A conversion to HYB: the first entries of each row in ELL, the others in a list
///
/// Requires      row_map of A passes `validate`.
/// Order         entries of a row keep the order that they had in A. Explicit zeros, -0.0 and NaN stay what they are.
/// Cost          hyb_split; one kernel that reads A and writes the slots of ELL; for the list two scans of m numbers
///               and three kernels that read and write its entries once.
/// Asynchronous  no: up to three fences, to read the statistics, the width and the length of the list. Allocates the
///               result: one allocation for all indices and one for all values.
/// Deterministic space to space, bitwise.
/// Throws        std::invalid_argument, before anything is allocated, where the matrix would exceed options.limits:
///               with the slots, the bytes and the longest row; for options that are out of range.
/// Source        Bell and Garland, 2008.
struct HybOptions {
  /// Slots per row in ELL; none: hyb_split computes it.
  std::optional<std::int64_t> width = std::nullopt;
  /// r of hyb_split: the bandwidth that SpMV of the list reaches, divided by that which SpMV of ELL reaches. In (0, 1].
  double coo_over_ell = 0.85;
  FormatLimits limits = {};
};

/// The width at which the rows of a matrix are split, and the size of the list.
struct HybSplit {
  std::int64_t width = 0;             ///< slots per row
  std::int64_t overflow_entries = 0;  ///< in the list
  std::int64_t overflow_rows = 0;     ///< with entries in the list
};

namespace Impl::convert {

/// An upper bound of the width: the greatest K for which `min_rows` rows could have at least K entries, `K * min_rows`
/// in total. At most what row_length_histogram counts.
inline std::int64_t hyb_max_width(RowStatistics const& rows, double min_rows) {
  constexpr std::int64_t max_counted = std::numeric_limits<int>::max() - 1;
  double const bound = static_cast<double>(rows.nnz) / min_rows + 2;
  std::int64_t const max_width = std::min(rows.longest, max_counted);
  return bound < static_cast<double>(max_width) ? static_cast<std::int64_t>(bound) : max_width;
}

/// The greatest width K such that more than `min_rows` rows have at least K entries; 0 where there are fewer rows.
template <class Exec, class S, class O, class F, class M>
ARAIOS_NOT_INLINED std::int64_t hyb_width(Exec const& exec, RowStatistics const& rows, CsrMatrix<S, O, F, M> const& A,
                                          double min_rows, Workspace<typename Exec::memory_space>& workspace) {
  using Space = typename Exec::memory_space;
  using Counts = Kokkos::View<std::int64_t*, Space>;
  if (rows.nnz == 0 || static_cast<double>(rows.num_rows) <= min_rows) return 0;
  std::int64_t const max_width = hyb_max_width(rows, min_rows);
  typename Workspace<Space>::Frame const frame(workspace);
  auto const counts = workspace.template take<Counts>(exec, max_width + 1);
  row_statistics::count_lengths(exec, A, counts, workspace);
  exclusive_scan(exec, counts, counts, {}, workspace);  // counts(K) := number of rows of fewer than K entries
  std::int64_t const num_rows = rows.num_rows;
  std::int64_t width = 0;
  Kokkos::parallel_reduce(
      "Araios::hyb_split::width", range(exec, max_width + 1),
      KOKKOS_LAMBDA(std::int64_t k, std::int64_t& greatest) {
        if (k > greatest && static_cast<double>(num_rows - counts(k)) > min_rows) greatest = k;
      },
      Kokkos::Max<std::int64_t>(width));
  return std::max<std::int64_t>(width, 0);
}

/// The number of entries of a row that ELL has no slot for; and whether there are any. Functors that a scan can read.
template <class RowMap>
struct OverflowEntries {
  RowMap row_map;
  std::int64_t num_rows;
  std::int64_t width;

  KOKKOS_FUNCTION std::int64_t extent(int) const { return num_rows; }
  KOKKOS_FUNCTION std::int64_t operator()(std::int64_t i) const {
    auto const length = static_cast<std::int64_t>(row_map(i + 1) - row_map(i));
    return length > width ? length - width : 0;
  }
};
template <class RowMap>
struct OverflowRows {
  OverflowEntries<RowMap> entries;

  KOKKOS_FUNCTION std::int64_t extent(int) const { return entries.num_rows; }
  KOKKOS_FUNCTION std::int64_t operator()(std::int64_t i) const { return entries(i) > 0; }
};

template <class Exec, class S, class O, class F, class M>
ARAIOS_NOT_INLINED HybSplit hyb_split(Exec const& exec, RowStatistics const& rows, CsrMatrix<S, O, F, M> const& A,
                                      HybOptions const& options, Workspace<typename Exec::memory_space>& workspace) {
  using Matrix = CsrMatrix<S, O, F, M>;
  check(options.coo_over_ell > 0 && options.coo_over_ell <= 1,
        "Araios::hyb_split: coo_over_ell must be in (0, 1], not ", options.coo_over_ell);
  check(!options.width || *options.width >= 0, "Araios::hyb_split: negative width ", options.width.value_or(0));
  constexpr double each = sizeof(O) + value_bytes_v<S>, each_of_list = 2 * sizeof(O) + value_bytes_v<S>;
  double const slots = static_cast<double>(ell_stride(rows.num_rows));
  HybSplit split;
  split.width = options.width ? std::min(*options.width, rows.longest)
                              : hyb_width(exec, rows, A, slots * each / each_of_list * options.coo_over_ell, workspace);
  if (split.width == rows.longest) return split;
  OverflowEntries<typename Matrix::row_map_type> const overflow{A.row_map, rows.num_rows, split.width};
  Kokkos::parallel_reduce(
      "Araios::hyb_split::overflow", range(exec, rows.num_rows),
      KOKKOS_LAMBDA(std::int64_t i, std::int64_t& entries, std::int64_t& of_rows) {
        std::int64_t const count = overflow(i);
        entries += count;
        of_rows += count > 0;
      },
      Kokkos::Sum<std::int64_t>(split.overflow_entries), Kokkos::Sum<std::int64_t>(split.overflow_rows));
  return split;
}

/// Lists the rows that overflow and the offsets of their entries in the list.
template <class Exec, class Overflow, class Rows, class Offsets, class Space>
ARAIOS_NOT_INLINED void list_overflow_rows(Exec const& exec, Overflow const& overflow, Rows const& rows,
                                           Offsets const& offsets, Workspace<Space>& workspace) {
  using Row = typename Rows::non_const_value_type;
  typename Workspace<Space>::Frame const frame(workspace);
  auto const entries_before = workspace.template take<Offsets>(exec, overflow.num_rows + 1);
  auto const rows_before = workspace.template take<Rows>(exec, overflow.num_rows + 1);
  exclusive_scan(exec, overflow, entries_before, {}, workspace);
  exclusive_scan(exec, OverflowRows<decltype(overflow.row_map)>{overflow}, rows_before, {}, workspace);
  std::int64_t const num_rows = overflow.num_rows;
  Kokkos::parallel_for(
      "Araios::convert::csr_to_hyb::rows", range(exec, num_rows + 1), KOKKOS_LAMBDA(std::int64_t i) {
        if (i < num_rows && overflow(i) == 0) return;
        offsets(rows_before(i)) = entries_before(i);
        if (i < num_rows) rows(rows_before(i)) = static_cast<Row>(i);
      });
}

/// Fills the list: entry q is the next one of its row in A. Before that, `rows` holds the positions of the rows in
/// overflow_rows.
template <class Exec, class Matrix, class Overflow, class Offsets, class Indices, class Values>
ARAIOS_NOT_INLINED void fill_overflow(Exec const& exec, Matrix const& A, std::int64_t width,
                                      Overflow const& overflow_rows, Offsets const& overflow_offsets,
                                      Indices const& rows, Indices const& cols, Values const& values) {
  auto const row_map = A.row_map;
  auto const entries = A.entries;
  auto const from_values = A.values;
  pointers_to_index(exec, overflow_offsets, rows);
  Kokkos::parallel_for(
      "Araios::convert::csr_to_hyb::overflow", range(exec, static_cast<std::int64_t>(rows.extent(0))),
      KOKKOS_LAMBDA(std::int64_t q) {
        auto const s = rows(q);
        auto const row = overflow_rows(s);
        std::int64_t const p =
            static_cast<std::int64_t>(row_map(row)) + width + q - static_cast<std::int64_t>(overflow_offsets(s));
        rows(q) = row;
        cols(q) = entries(p);
        values(q) = from_values(p);
      });
}

/// Adds the entries of the list to the lengths of rows.
template <class Exec, class Matrix, class Lengths>
ARAIOS_NOT_INLINED void add_overflow_lengths(Exec const& exec, Matrix const& A, Lengths const& lengths) {
  auto const rows = A.overflow_rows;
  auto const offsets = A.overflow_offsets;
  Kokkos::parallel_for(
      "Araios::convert::hyb_to_csr::lengths", range(exec, static_cast<std::int64_t>(rows.extent(0))),
      KOKKOS_LAMBDA(std::int64_t s) { lengths(rows(s)) += offsets(s + 1) - offsets(s); });
}

/// Moves the entries of the list to the ends of their rows; `rows` holds the positions of their rows in
/// overflow_rows.
template <class Exec, class Matrix, class Rows, class Arrays>
ARAIOS_NOT_INLINED void move_overflow(Exec const& exec, Matrix const& A, Rows const& rows, Arrays const& B) {
  auto const list = A.coo;
  auto const offsets = A.overflow_offsets;
  Kokkos::parallel_for(
      "Araios::convert::hyb_to_csr::overflow", range(exec, static_cast<std::int64_t>(list.nnz())),
      KOKKOS_LAMBDA(std::int64_t q) {
        std::int64_t const end = static_cast<std::int64_t>(offsets(rows(q) + 1));
        std::int64_t const p = static_cast<std::int64_t>(B.row_map(list.row_indices(q) + 1)) - (end - q);
        B.entries(p) = list.col_indices(q);
        B.values(p) = list.values(q);
      });
}

/// HybOptions says what holds.
template <ExecutionSpace Exec, class S, class O, class F, class M>
HybMatrix<std::remove_const_t<S>, O, F, typename Exec::memory_space>
csr_to_hyb(Exec const& exec, CsrMatrix<S, O, F, M> const& A, HybOptions const& options = {},
           WorkspaceFor<Exec> workspace = {}) {
  using Space = typename Exec::memory_space;
  using Scalar = std::remove_const_t<S>;
  using Ordinals = Kokkos::View<O*, Space>;
  using Values = Araios::ValuesViewOf<Scalar, Space>;
  check_operands(exec, "Araios::convert::csr_to_hyb", Operand("A", A));
  ScopedRegion const region("Araios::convert::csr_to_hyb");
  check_format_limits("Araios::convert::csr_to_hyb", options.limits);
  auto& space = workspace.get(exec);
  RowStatistics const rows = Impl::row_statistics::call(exec, A);
  HybSplit const split = hyb_split(exec, rows, A, options, space);
  std::int64_t const m = rows.num_rows, n = rows.num_cols, stride = ell_stride(m);
  (void)checked_cast<O>(split.width, "Araios::convert::csr_to_hyb: width");
  std::int64_t const bytes = hyb_bytes<Scalar, O, F>(m, split.width, split.overflow_entries, split.overflow_rows);
  std::int64_t const slots = stride * split.width;
  check_format_size("Araios::convert::csr_to_hyb", options.limits, slots + split.overflow_entries, rows.nnz, bytes,
                    row_statistics::longest_row_sentence(rows));

  std::int64_t const listed = split.overflow_entries;
  auto const [entries, values, row_indices, col_indices, coo_values, overflow_rows, offsets] =
      allocate_packed<Ordinals, Values, Ordinals, Ordinals, Values, Ordinals, Kokkos::View<F*, Space>>(
          exec, "Araios::convert::csr_to_hyb",
          {slots, slots, listed, listed, listed, split.overflow_rows, split.overflow_rows + 1});
  EllSlots const layout{m, stride, split.width};
  move_padded(exec, "Araios::convert::csr_to_hyb::move", move_to(layout, A, entries, values, false, split.width),
              MoveWork{stride, split.width, m, rows.nnz}, space);

  if (split.overflow_entries > 0) {
    OverflowEntries<typename CsrMatrix<S, O, F, M>::row_map_type> const overflow{A.row_map, m, split.width};
    list_overflow_rows(exec, overflow, overflow_rows, offsets, space);
    fill_overflow(exec, A, split.width, overflow_rows, offsets, row_indices, col_indices, coo_values);
  } else {
    fill(exec, offsets, F(0));
  }
  return HybMatrix<Scalar, O, F, Space>(
      EllMatrix<Scalar, O, F, Space>(m, n, rows.nnz - split.overflow_entries, split.width, stride, entries, values),
      CooMatrix<Scalar, O, F, Space>(m, n, row_indices, col_indices, coo_values), overflow_rows, offsets);
}

/// The file comment says what holds.
template <ExecutionSpace Exec, class S, class O, class F, class M>
CsrMatrix<std::remove_const_t<S>, O, F, typename Exec::memory_space>
hyb_to_csr(Exec const& exec, HybMatrix<S, O, F, M> const& A, WorkspaceFor<Exec> workspace = {}) {
  using Space = typename Exec::memory_space;
  using Scalar = std::remove_const_t<S>;
  check_operands(exec, "Araios::convert::hyb_to_csr", Operand("A", A));
  ScopedRegion const region("Araios::convert::hyb_to_csr");
  std::int64_t const num_rows = A.num_rows();
  auto const nnz = static_cast<std::int64_t>(A.nnz());
  auto const B = allocate_csr<Scalar, O, F>(exec, "Araios::convert::hyb_to_csr", num_rows, nnz);
  if (nnz == 0) {
    fill(exec, B.row_map, F(0));
  } else {
    auto& space = workspace.get(exec);
    typename Workspace<Space>::Frame const frame(space);
    auto const layout = layout_of(A.ell);
    auto const lengths = Kokkos::subview(B.row_map, std::pair<std::int64_t, std::int64_t>(0, num_rows));
    padded_lengths(exec, "Araios::convert::hyb_to_csr::lengths", layout, lengths);
    if (A.coo.nnz() > 0) add_overflow_lengths(exec, A, lengths);
    exclusive_scan(exec, lengths, B.row_map, {}, space);
    move_padded(exec, "Araios::convert::hyb_to_csr::move",
                move_from(layout, B, A.ell.entries, A.ell.values, A.ell.width()),
                MoveWork{A.ell.stride(), A.ell.width(), num_rows, nnz}, space);
    if (A.coo.nnz() > 0) {
      auto const rows = space.template take<Kokkos::View<O*, Space>>(exec, static_cast<std::int64_t>(A.coo.nnz()));
      pointers_to_index(exec, A.overflow_offsets, rows);
      move_overflow(exec, A, rows, B);
    }
  }
  return CsrMatrix<Scalar, O, F, Space>(num_rows, A.num_cols(), B);
}

template <>
struct Conversion<Format::hyb> {
  using Options = HybOptions;
  static auto from_csr(auto const& exec, auto const& A, Options const& options, auto& workspace) {
    return csr_to_hyb(exec, read_only(A), options, workspace);
  }
  static auto to_csr(auto const& exec, auto const& A, auto& workspace) { return hyb_to_csr(exec, A, workspace); }
};
}  // namespace Impl::convert

}  // namespace Araios
