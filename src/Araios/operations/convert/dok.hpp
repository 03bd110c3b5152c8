// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Conversions between hash tables of entries, CSR and COO. To DOK: see DokOptions.
///
/// DOK to COO, the entries of A in the order of their indices
///
/// Ownership     shares the arrays of A: a new value of an entry is seen, as by a copy of A; entries that are inserted or
///               erased later are not.
/// Cost          nothing is copied.
///
/// DOK to CSR, the rows of A, sorted by column
///
/// Cost          entries already sorted by row and column, as a conversion leaves those of sorted rows: one kernel that
///               checks it, one that copies them, and one for row_map. Others: as COO to CSR, and sort_rows.
/// Asynchronous  no: waits for the check whether entries are sorted. Allocates the result, and where they are not
///               sorted a second matrix temporarily.
/// Deterministic space to space, bitwise.

#include <Araios/core/checks.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/option_ranges.hpp>
#include <Araios/core/profiling.hpp>
#include <Araios/core/read_back.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/check_operands.hpp>
#include <Araios/formats/coo.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/formats/dok.hpp>
#include <Araios/formats/format_limits.hpp>
#include <Araios/formats/validate/dok.hpp>
#include <Araios/operations/convert/compressed.hpp>
#include <Araios/operations/convert/conversion.hpp>
#include <Araios/operations/convert/strict_rows.hpp>
#include <Araios/operations/dok/table.hpp>
#include <Araios/primitives/pointers.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

namespace Araios {

/// Treatment of entries with equal coordinates, of which a table can hold one.
enum class DokDuplicates {
  refuse,  ///< the conversion throws and names the first
  sum      ///< stores their sum, in their order; entries are then indexed by row and column
};

/// A conversion to a hash table, of CSR or of COO
///
/// Requires      row_map of A passes `validate`.
/// Order         entry e of the table is entry e of A, unless duplicates are summed.
/// Cost          a kernel that checks whether rows are sorted, a copy, and a read and an atomic exchange per entry.
///               Where rows are not sorted, coordinates are compared during insertion, and each is searched once more.
///               Bytes of the result: dok_bytes.
/// Asynchronous  no: waits for the check whether rows are sorted; where they are not, once more for the check whether
///               coordinates repeat, and where these are summed, for `sum_duplicates`. Allocates the result; 8 bytes
///               per entry from `workspace` where rows are not sorted.
/// Deterministic space to space, bitwise, except for the slots, as `insert` of update_dok.hpp.
/// Throws        std::invalid_argument for a coordinate that repeats, which is named, and, before anything is
///               allocated, for a table beyond options.limits (with its bytes, entries and slots), and for options that
///               are out of range.
struct DokOptions {
  DokDuplicates duplicates = DokDuplicates::refuse;
  /// Entries for which memory is reserved, if more than those of the matrix.
  std::int64_t capacity = 0;
  /// Only `bytes` is used: a table has two to four slots per entry, and other capacity was requested.
  FormatLimits limits = {};
};

namespace Impl::convert {

/// Refuses options that are out of range.
inline void check_dok_options(char const* function, DokOptions const& options) {
  check_enumerator(options.duplicates, DokDuplicates::sum, "Araios::convert::csr_to_dok: DokDuplicates");
  check_option(function, option::capacity, options.capacity);
  check_format_limits(function, options.limits);
}

/// Whether entries are sorted by row and then by column, without duplicates.
template <class Exec, class Rows, class Cols>
ARAIOS_NOT_INLINED bool dok_is_strictly_sorted(Exec const& exec, Rows const& rows, Cols const& cols, std::int64_t nnz) {
  if (nnz < 2) return true;
  std::int64_t wrong = 0;
  Kokkos::parallel_reduce(
      "Araios::dok::is_strictly_sorted", range(exec, nnz - 1),
      KOKKOS_LAMBDA(std::int64_t p, std::int64_t& sum) {
        sum += rows(p + 1) < rows(p) || (rows(p + 1) == rows(p) && cols(p + 1) <= cols(p));
      },
      Kokkos::Sum<std::int64_t>(wrong));
  return wrong == 0;
}

/// The first entry whose coordinate belongs to an earlier one.
template <class Exec, class Matrix>
ARAIOS_NOT_INLINED std::int64_t dok_first_repeated(Exec const& exec, Matrix const& A, std::int64_t nnz) {
  std::int64_t first = std::numeric_limits<std::int64_t>::max();
  Kokkos::parallel_reduce(
      "Araios::dok::repeated", range(exec, nnz),
      KOKKOS_LAMBDA(std::int64_t p, std::int64_t& minimum) {
        if (p < minimum && A.find(A.row_indices(p), A.col_indices(p)) != p) minimum = p;
      },
      Kokkos::Min<std::int64_t>(first));
  return first;
}

/// Fills the slots of B, whose first nnz entries are written; `strictly_sorted`: they are sorted without duplicates.
/// Returns false where a coordinate repeats: then the slots are invalid, and `repeated` is the first entry that repeats
/// one.
template <class Exec, class Matrix, class Space>
bool dok_build(Exec const& exec, Matrix const& B, std::int64_t nnz, bool strictly_sorted, std::int64_t& repeated,
               Workspace<Space>& workspace) {
  if (strictly_sorted) {
    dok::dok_link(exec, B.slots, B.row_indices, B.col_indices, nnz);
    return true;
  }
  typename Workspace<Space>::Frame const frame(workspace);
  auto const slot_of = workspace.template take<Kokkos::View<std::int64_t*, Space>>(exec, nnz);
  using Indices = typename Matrix::indices_type;
  dok::DokKeys<Indices, Indices, Indices> const keys{B.row_indices, B.col_indices, B.row_indices, B.col_indices, 0};
  dok::dok_claim(exec, B.slots, keys, nnz, slot_of);
  repeated = dok_first_repeated(exec, B, nnz);
  return repeated == std::numeric_limits<std::int64_t>::max();
}

/// Copies the entries of A to the beginning of a table, which has capacity for them.
template <class Exec, class S, class O, class F, class M, class Table>
void dok_write_rows(Exec const& exec, CsrMatrix<S, O, F, M> const& A, Table const& table) {
  std::pair<std::int64_t, std::int64_t> const positions(0, A.nnz());
  if (positions.second == 0) return;
  pointers_to_index(exec, A.row_map, Kokkos::subview(table.row_indices, positions));
  copy_entries(exec, std::int64_t(A.nnz()), A.entries, A.values, table.col_indices, table.values);
}

/// The table of the entries of A, CSR or COO, which `write(table)` copies to its beginning; or of their sums where
/// coordinates repeat, which `summed()` makes as a CSR matrix. `strictly_sorted` as for dok_build.
template <class Exec, class Matrix, class Write, class Summed, class Space>
auto dok_of_entries(Exec const& exec, char const* operation, DokOptions const& options, Matrix const& A,
                    bool strictly_sorted, Write const& write, Summed const& summed, Workspace<Space>& workspace) {
  using Scalar = std::remove_const_t<typename Matrix::Scalar>;
  using Table = DokMatrix<Scalar, typename Matrix::Ordinal, typename Matrix::Offset, Space>;
  std::int64_t const nnz = std::int64_t(A.nnz());
  std::int64_t const capacity = std::max(nnz, options.capacity);
  check_format_bytes(operation, options.limits,
                     dok_bytes<Scalar, typename Matrix::Ordinal, typename Matrix::Offset>(capacity),
                     message(nnz, " entries, a capacity of ", capacity, " and ", dok_slots(capacity), " slots"));
  auto const table = allocate_dok<Scalar, typename Matrix::Ordinal, typename Matrix::Offset>(
      exec, operation, A.num_rows(), A.num_cols(), capacity);
  write(table);
  Table const B(A.num_rows(), A.num_cols(), nnz, table.slots, table.row_indices, table.col_indices, table.values);
  std::int64_t repeated = 0;
  if (dok_build(exec, B, nnz, strictly_sorted, repeated, workspace)) return B;
  if (options.duplicates == DokDuplicates::refuse) {
    std::int64_t const i = read_back(exec, B.row_indices, repeated, "Araios::dok: the row at fault is on the host");
    std::int64_t const j = read_back(exec, B.col_indices, repeated, "Araios::dok: the column at fault is on the host");
    check(false, operation, ": position ", repeated, ": entry (", i, ", ", j,
          ") is a duplicate of an earlier entry; DokDuplicates::sum adds them");
  }
  auto const C = summed();
  fill(exec, B.slots, Table::empty);
  dok_write_rows(exec, C, B);
  dok::dok_link(exec, B.slots, B.row_indices, B.col_indices, std::int64_t(C.nnz()));
  return Table(A.num_rows(), A.num_cols(), std::int64_t(C.nnz()), B.slots, B.row_indices, B.col_indices, B.values);
}

/// DokOptions says what holds.
template <ExecutionSpace Exec, class S, class O, class F, class M>
DokMatrix<std::remove_const_t<S>, O, F, typename Exec::memory_space>
csr_to_dok(Exec const& exec, CsrMatrix<S, O, F, M> const& A, DokOptions const& options = {},
           WorkspaceFor<Exec> workspace = {}) {
  check_operands(exec, "Araios::convert::csr_to_dok", Operand("A", A));
  ScopedRegion const region("Araios::convert::csr_to_dok");
  check_dok_options("Araios::convert::csr_to_dok", options);
  return dok_of_entries(
      exec, "Araios::convert::csr_to_dok", options, A, count_not_strictly_sorted(exec, A) == 0,
      [&](auto const& table) { dok_write_rows(exec, A, table); },
      [&] { return summed_duplicates(exec, A, workspace.get(exec)); }, workspace.get(exec));
}

/// The same for COO; where coordinates repeat, coo_to_csr makes the sums.
template <ExecutionSpace Exec, class S, class O, class F, class M>
DokMatrix<std::remove_const_t<S>, O, F, typename Exec::memory_space>
coo_to_dok(Exec const& exec, CooMatrix<S, O, F, M> const& A, DokOptions const& options = {},
           WorkspaceFor<Exec> workspace = {}) {
  check_operands(exec, "Araios::convert::coo_to_dok", Operand("A", A));
  ScopedRegion const region("Araios::convert::coo_to_dok");
  check_dok_options("Araios::convert::coo_to_dok", options);
  return dok_of_entries(
      exec, "Araios::convert::coo_to_dok", options, A,
      dok_is_strictly_sorted(exec, A.row_indices, A.col_indices, A.nnz()),
      [&](auto const& table) { dok::dok_copy_entries(exec, A.nnz(), A.row_indices, A.col_indices, A.values, table); },
      [&] { return coo_to_csr(exec, A, {.duplicates = Duplicates::sum}, workspace.get(exec)); }, workspace.get(exec));
}

/// The file comment says what holds, here and below.
template <class S, class O, class F, class M>
CooMatrix<S, O, F, M> dok_to_coo(DokMatrix<S, O, F, M> const& A) {
  std::pair<std::int64_t, std::int64_t> const entries(0, A.nnz());
  auto const rows = Kokkos::subview(A.row_indices, entries);
  auto const cols = Kokkos::subview(A.col_indices, entries);
  if constexpr (is_pattern_v<S>)
    return CooMatrix<S, O, F, M>(A.num_rows(), A.num_cols(), rows, cols);
  else
    return CooMatrix<S, O, F, M>(A.num_rows(), A.num_cols(), rows, cols, Kokkos::subview(A.values, entries));
}

template <ExecutionSpace Exec, class S, class O, class F, class M>
CsrMatrix<std::remove_const_t<S>, O, F, typename Exec::memory_space>
dok_to_csr(Exec const& exec, DokMatrix<S, O, F, M> const& A, WorkspaceFor<Exec> workspace = {}) {
  using Scalar = std::remove_const_t<S>;
  check_operands(exec, "Araios::convert::dok_to_csr", Operand("A", A));
  ScopedRegion const region("Araios::convert::dok_to_csr");
  auto const list = dok_to_coo(A);
  std::int64_t const nnz = std::int64_t(A.nnz());
  if (!dok_is_strictly_sorted(exec, list.row_indices, list.col_indices, nnz))
    return sorted_rows(exec, coo_to_csr(exec, list, {}, workspace.get(exec)), workspace.get(exec));
  auto const B = allocate_csr<Scalar, O, F>(exec, "Araios::convert::dok_to_csr", A.num_rows(), nnz);
  if (nnz == 0) {
    fill(exec, B.row_map, F(0));
  } else {
    copy_entries(exec, nnz, list.col_indices, list.values, B.entries, B.values);
    sorted_index_to_pointers(exec, list.row_indices, B.row_map);
  }
  return CsrMatrix<Scalar, O, F, typename Exec::memory_space>(A.num_rows(), A.num_cols(), B);
}

template <>
struct Conversion<Format::dok> {
  using Options = DokOptions;
  static auto from_csr(auto const& exec, auto const& A, Options const& options, auto& workspace) {
    return csr_to_dok(exec, A, options, workspace);
  }
  static auto to_csr(auto const& exec, auto const& A, auto& workspace) { return dok_to_csr(exec, A, workspace); }
};

template <>
struct ConversionOf<Format::coo, Format::dok> {
  using Options = DokOptions;
  static auto make(auto const& exec, auto const& A, Options const& options, auto& workspace) {
    return coo_to_dok(exec, A, options, workspace);
  }
};
template <>
struct ConversionOf<Format::dok, Format::coo> {
  using Options = NoFormatOptions;
  static auto make(auto const& /*exec*/, auto const& A, Options const& /*options*/, auto& /*workspace*/) {
    return dok_to_coo(A);
  }
};
}  // namespace Impl::convert

}  // namespace Araios
