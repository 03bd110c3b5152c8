// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Conversions between CSR and DIA + CSR. To DIA + CSR: see DiaCsrOptions.
///
/// DIA + CSR to CSR, the rows of A, sorted by column
///
/// Requires      A passes `validate`: rows of the CSR part are sorted.
/// Cost          a scan of the row lengths and 3 kernels; an entry of the CSR part scans the diagonals below it.
///               Without a CSR part that of DIA to CSR.
/// Asynchronous  yes; allocates the result, and takes an Ordinal for each entry of the CSR part from `workspace`.
/// Deterministic space to space, bitwise.

#include <Araios/core/bit_mask.hpp>
#include <Araios/core/checks.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/profiling.hpp>
#include <Araios/core/search.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/check_operands.hpp>
#include <Araios/formats/dia_csr.hpp>
#include <Araios/formats/validate/structured.hpp>
#include <Araios/operations/convert/conversion.hpp>
#include <Araios/operations/convert/dia.hpp>
#include <Araios/operations/convert/diagonals.hpp>
#include <Araios/operations/convert/fill_diagonals.hpp>
#include <Araios/operations/convert/rows_of_diagonals.hpp>
#include <Araios/operations/convert/strict_rows.hpp>
#include <Araios/primitives/bit_words.hpp>
#include <Araios/primitives/pointers.hpp>
#include <Araios/primitives/scan.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <type_traits>

namespace Araios {

/// A conversion to DIA + CSR: A as full diagonals (DIA part) and other entries (CSR part)
///
/// Requires      A passes `validate`. Rows may be unsorted.
/// Order         rows of the CSR part are sorted.
/// Bytes         dia_csr_bytes of the full diagonals and the entries of the CSR part, checked against the limits before
///               they are allocated. With the default fill never more than CSR alone, but for an Ordinal per diagonal,
///               its index.
/// Cost          that of DiaOptions, a bit for each entry of the CSR part, from its row, its column and the count of
///               its diagonal, a scan of these bits, and 2 kernels that move the CSR part. Where no diagonal is full, a
///               copy of A instead of the bits, the scan and the 2 kernels.
/// Asynchronous  no: waits for the order of the rows, and for the number of diagonals. Allocates the result; takes k
///               Ordinals, k/32 words of bits, k/32 + m + n Offsets and m + n Ordinals from `workspace`. Values of both
///               parts are one allocation, and so are diagonals and the columns of the CSR part. Where rows are not
///               sorted it allocates columns and values of A once more, in sorted rows; their release at return waits
///               for the device.
/// Deterministic space to space, bitwise.
/// Throws        std::invalid_argument for two entries at one coordinate (with its row and column), and where both
///               parts, in total, exceed the limits (with the numbers, and the full diagonal that holds the fewest
///               entries).
struct DiaCsrOptions {
  /// Diagonals with at least this fraction of the rows filled, in [0, 1], become DIA; -1: those that take fewer bytes
  /// as DIA than as CSR.
  double fill = -1;
  FormatLimits limits{};
};

namespace Impl::convert {
/// Refuses a `fill` that is neither -1 nor in [0, 1].
inline void check_fill(char const* function, double fill) {
  check(fill == -1 || (fill >= 0 && fill <= 1), function, ": fill must be -1 or in [0, 1], not ", fill);
}

/// The minimum number of entries with which a diagonal becomes DIA, of a `fill` that is checked;
/// `min_entries_of_diagonal` says what holds.
template <class Scalar, class Ordinal>
std::int64_t min_full_entries(std::int64_t num_rows, double fill) {
  if (fill >= 0) {
    // The product is rounded; the quotient decides.
    auto const rows = static_cast<double>(num_rows);
    auto count = static_cast<std::int64_t>(std::ceil(fill * rows));
    while (count > 1 && static_cast<double>(count - 1) / rows >= fill) --count;
    while (static_cast<double>(count) / rows < fill) ++count;
    return std::max<std::int64_t>(1, count);
  }
  auto const value = static_cast<std::int64_t>(value_bytes_v<Scalar>);
  std::int64_t const bits_of_slots =
      checked_multiply(dia_stride(num_rows), 8 * value + 1, "Araios::min_entries_of_diagonal: bits of the slots");
  return bits_of_slots / (8 * (value + static_cast<std::int64_t>(sizeof(Ordinal)))) + 1;
}

/// Whether entry p is on a diagonal with fewer than `min_entries` entries; false for positions after the last entry.
template <class Rows, class Entries, class Counts>
struct OffDiagonals {
  Rows rows;
  Entries entries;
  Counts counts;
  std::int64_t first_diagonal;  // -(m - 1)
  std::int64_t min_entries;

  KOKKOS_FUNCTION bool operator()(std::int64_t p) const {
    if (p >= static_cast<std::int64_t>(entries.extent(0))) return false;
    std::int64_t const diagonal = static_cast<std::int64_t>(entries(p)) - rows(p);
    return static_cast<std::int64_t>(counts(diagonal - first_diagonal)) < min_entries;
  }
};

/// Copies the entries of A that belong to the CSR part to B; before(p) is the number of them before p.
template <class Exec, class Matrix, class Before, class Arrays>
ARAIOS_NOT_INLINED void fill_csr_part(Exec const& exec, Matrix const& A, Before const& before, Arrays const& B) {
  Kokkos::parallel_for(
      "Araios::convert::csr_to_dia_csr::csr", range(exec, static_cast<std::int64_t>(A.nnz())),
      KOKKOS_LAMBDA(std::int64_t p) {
        auto const to = before(p);
        if (before(p + 1) == to) return;
        B.entries(to) = A.entries(p);
        B.values(to) = A.values(p);
      });
  Kokkos::parallel_for(
      "Araios::convert::csr_to_dia_csr::row_map", range(exec, static_cast<std::int64_t>(B.row_map.extent(0))),
      KOKKOS_LAMBDA(std::int64_t i) {
        B.row_map(i) = static_cast<typename Matrix::Offset>(before(static_cast<std::int64_t>(A.row_map(i))));
      });
}

/// Refuses a matrix whose DIA and CSR parts, in total, exceed the limits.
template <class Scalar, class Ordinal, class Offset, class Exec, class Counts>
void check_dia_csr_size(Exec const& exec, FormatLimits const& limits, std::int64_t num_rows, std::int64_t nnz,
                        Counts const& counts, DiagonalTotals const& totals) {
  std::int64_t const csr = nnz - totals.entries;
  std::int64_t const bytes = dia_csr_bytes<Scalar, Ordinal, Offset>(num_rows, totals.diagonals, csr);
  std::int64_t const slots =
      checked_multiply(totals.diagonals, dia_stride(num_rows), "Araios::convert::csr_to_dia_csr: slots") + csr;
  if (format_fits(limits, slots, nnz, bytes)) return;
  std::string const entries = message(totals.entries, " entries");
  check_format_size("Araios::convert::csr_to_dia_csr", limits, slots, nnz, bytes,
                    (totals.diagonals > 0 ? emptiest_diagonal_sentence(exec, entries, num_rows, counts, totals)
                                          : std::string("no diagonal holds enough entries")) +
                        message(", and ", csr, " are left for CSR"));
}

/// Entries of row i in both parts; a functor that a scan can read.
template <class Matrix>
struct DiaCsrRowLength {
  Matrix A;
  KOKKOS_FUNCTION std::int64_t operator()(std::int64_t i) const {
    return DiaRowLength<typename Matrix::dia_type>{A.dia}(i) +
           static_cast<std::int64_t>(A.csr.row_map(i + 1) - A.csr.row_map(i));
  }
  KOKKOS_FUNCTION std::int64_t extent(int) const { return A.num_rows(); }
};

/// Writes the entries of the DIA part. Each goes after those of its row on lower diagonals and those of the CSR part
/// with lower columns.
template <class Exec, class Matrix, class Arrays>
ARAIOS_NOT_INLINED void merge_diagonals(Exec const& exec, Matrix const& A, Arrays const& B) {
  Kokkos::parallel_for(
      "Araios::convert::dia_csr_to_csr::diagonals", range(exec, static_cast<std::int64_t>(A.num_rows())),
      KOKKOS_LAMBDA(std::int64_t i) {
        auto const begin = static_cast<std::int64_t>(A.csr.row_map(i));
        auto const end = static_cast<std::int64_t>(A.csr.row_map(i + 1));
        std::int64_t next = begin;
        std::int64_t p = static_cast<std::int64_t>(B.row_map(i));
        for (std::int64_t d = 0; d < A.dia.num_diagonals(); ++d) {
          std::int64_t const slot = d * A.dia.stride() + i;
          if (!bit_at(A.dia.present, slot)) continue;
          std::int64_t const j = i + A.dia.diagonals(d);
          next = first_above_near(A.csr.entries, next, end, j);
          B.entries(p + next - begin) = static_cast<typename Matrix::Ordinal>(j);
          B.values(p + next - begin) = A.dia.values(slot);
          ++p;
        }
      });
}

/// Writes the entries of the CSR part, one per work item; `rows` holds their rows. Each goes after those of the CSR
/// part before it in its row, and the entries on lower diagonals.
template <class Exec, class Matrix, class Rows, class Arrays>
ARAIOS_NOT_INLINED void merge_csr_part(Exec const& exec, Matrix const& A, Rows const& rows, Arrays const& B) {
  Kokkos::parallel_for(
      "Araios::convert::dia_csr_to_csr::csr", range(exec, static_cast<std::int64_t>(A.csr.nnz())),
      KOKKOS_LAMBDA(std::int64_t p) {
        std::int64_t const i = rows(p);
        std::int64_t const diagonal = static_cast<std::int64_t>(A.csr.entries(p)) - i;
        std::int64_t to = static_cast<std::int64_t>(B.row_map(i)) + p - static_cast<std::int64_t>(A.csr.row_map(i));
        for (std::int64_t d = 0; d < A.dia.num_diagonals() && A.dia.diagonals(d) < diagonal; ++d)
          to += bit_at(A.dia.present, d * A.dia.stride() + i);
        B.entries(to) = A.csr.entries(p);
        B.values(to) = A.csr.values(p);
      });
}

/// The entries that no diagonal of the DIA part has, as a matrix in CSR. `rows`: the row of each entry of `strict`.
template <class Exec, class Strict, class Rows, class Counts, class Totals, class Scalar, class O, class F, class Space>
void fill_off_diagonals(Exec const& exec, Strict const& strict, Rows const& rows, Counts const& counts,
                        Totals const& totals, std::int64_t min_entries, CsrArrays<Scalar, O, F, Space> const& csr,
                        Workspace<Space>& workspace) {
  auto const nnz = static_cast<std::int64_t>(rows.extent(0));
  auto const m = static_cast<std::int64_t>(csr.row_map.extent(0)) - 1;
  if (totals.entries == nnz) {
    fill(exec, csr.row_map, F(0));
  } else if (totals.entries == 0) {
    fill_csr_part(exec, strict, Identity{}, csr);
  } else {
    OffDiagonals<Rows, std::remove_const_t<decltype(strict.entries)>, Counts> const off{rows, strict.entries, counts,
                                                                                        1 - m, min_entries};
    // One more word than nnz bits need, so that before(nnz) exists.
    using Words = Kokkos::View<std::uint32_t*, Space>;
    auto const words = workspace.template take<Words>(exec, nnz / bits_per_word + 1);
    auto const before = workspace.template take<Counts>(exec, static_cast<std::int64_t>(words.extent(0)));
    pack_bits(exec, "Araios::convert::csr_to_dia_csr::off", off, words);
    exclusive_scan(exec, CountsOfWords<Words>{words}, before, {}, workspace);
    fill_csr_part(exec, strict, BitsBefore<Words, Counts>{words, before}, csr);
  }
}

/// DiaCsrOptions says what holds.
template <ExecutionSpace Exec, class S, class O, class F, class M>
DiaCsrMatrix<std::remove_const_t<S>, O, F, typename Exec::memory_space>
csr_to_dia_csr(Exec const& exec, CsrMatrix<S, O, F, M> const& A, DiaCsrOptions const& options = {},
               WorkspaceFor<Exec> workspace = {}) {
  using Space = typename Exec::memory_space;
  using Scalar = std::remove_const_t<S>;
  using Matrix = DiaCsrMatrix<Scalar, O, F, Space>;
  using Counts = Kokkos::View<F*, Space>;
  check_operands(exec, "Araios::convert::csr_to_dia_csr", Operand("A", A));
  ScopedRegion const region("Araios::convert::csr_to_dia_csr");
  check_format_limits("Araios::convert::csr_to_dia_csr", options.limits);
  check_fill("Araios::convert::csr_to_dia_csr", options.fill);
  std::int64_t const m = A.num_rows();
  std::int64_t const n = A.num_cols();
  std::int64_t const nnz = std::int64_t(A.nnz());
  if (nnz == 0) {
    check_format_bytes("Araios::convert::csr_to_dia_csr", options.limits, dia_csr_bytes<Scalar, O, F>(m, 0, 0),
                       "the matrix has no entry");
    auto const csr = allocate_csr<Scalar, O, F>(exec, "Araios::convert::csr_to_dia_csr::csr", m, 0);
    fill(exec, csr.row_map, F(0));
    return Matrix({m, n, 0, allocate_dia<Scalar, O>(exec, "Araios::convert::csr_to_dia_csr::dia", m, 0)}, {m, n, csr});
  }
  auto& space = workspace.get(exec);
  typename Workspace<Space>::Frame const frame(space);
  auto const strict = strict_rows(exec, "Araios::convert::csr_to_dia_csr", A, space);
  auto const rows = space.template take<Kokkos::View<O*, Space>>(exec, nnz);
  pointers_to_index(exec, strict.row_map, rows);
  auto const counts = space.template take<Counts>(exec, m + n - 1);
  count_diagonals(exec, strict, rows, counts);
  std::int64_t const min_entries = min_full_entries<Scalar, O>(m, options.fill);
  auto const totals = total_diagonals(exec, counts, min_entries);
  check_dia_csr_size<Scalar, O, F>(exec, options.limits, m, nnz, counts, totals);

  std::int64_t const slots = totals.diagonals * dia_stride(m);
  std::int64_t const csr_nnz = nnz - totals.entries;
  using Indices = Kokkos::View<O*, Space>;
  using Values = Araios::ValuesViewOf<Scalar, Space>;
  auto const [diagonals, present, dia_values, csr_row_map, csr_entries, csr_values] =
      allocate_packed<Indices, Kokkos::View<std::uint32_t*, Space>, Values, Kokkos::View<F*, Space>, Indices, Values>(
          exec, "Araios::convert::csr_to_dia_csr",
          {totals.diagonals, slots / bits_per_word, slots, m + 1, csr_nnz, csr_nnz});
  DiaArrays<Scalar, O, Space> const dia{diagonals, present, dia_values};
  if (totals.diagonals > 0) {
    list_diagonals(exec, KeepDiagonal<Counts>{counts, min_entries}, m, dia.diagonals, space);
    fill_diagonals(exec, "Araios::convert::csr_to_dia_csr", strict, dia);
  }
  CsrArrays<Scalar, O, F, Space> const csr{csr_row_map, csr_entries, csr_values};
  fill_off_diagonals(exec, strict, rows, counts, totals, min_entries, csr, space);
  return Matrix({m, n, totals.entries, dia}, {m, n, csr});
}

/// The file comment says what holds.
template <ExecutionSpace Exec, class S, class O, class F, class M>
CsrMatrix<std::remove_const_t<S>, O, F, typename Exec::memory_space>
dia_csr_to_csr(Exec const& exec, DiaCsrMatrix<S, O, F, M> const& A, WorkspaceFor<Exec> workspace = {}) {
  using Space = typename Exec::memory_space;
  using Scalar = std::remove_const_t<S>;
  check_operands(exec, "Araios::convert::dia_csr_to_csr", Operand("A", A));
  ScopedRegion const region("Araios::convert::dia_csr_to_csr");
  auto& space = workspace.get(exec);
  typename Workspace<Space>::Frame const frame(space);
  auto const B =
      allocate_csr<Scalar, O, F>(exec, "Araios::convert::dia_csr_to_csr", A.num_rows(), std::int64_t(A.nnz()));
  exclusive_scan(exec, DiaCsrRowLength<DiaCsrMatrix<S, O, F, M>>{A}, B.row_map, {}, space);
  if (A.csr.nnz() == 0 && A.dia.nnz() > 0)
    fill_rows_of_dia(exec, A.dia, B);
  else if (A.dia.nnz() > 0)
    merge_diagonals(exec, A, B);
  if (A.csr.nnz() > 0) {
    auto const rows = space.template take<Kokkos::View<O*, Space>>(exec, std::int64_t(A.csr.nnz()));
    pointers_to_index(exec, A.csr.row_map, rows);
    merge_csr_part(exec, A, rows, B);
  }
  return CsrMatrix<Scalar, O, F, Space>(A.num_rows(), A.num_cols(), B);
}

template <>
struct Conversion<Format::dia_csr> {
  using Options = DiaCsrOptions;
  static auto from_csr(auto const& exec, auto const& A, Options const& options, auto& workspace) {
    return csr_to_dia_csr(exec, read_only(A), options, workspace);
  }
  static auto to_csr(auto const& exec, auto const& A, auto& workspace) { return dia_csr_to_csr(exec, A, workspace); }
};
}  // namespace Impl::convert

}  // namespace Araios
