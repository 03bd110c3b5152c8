// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Conversions between CSR, COO and DCSR, and what decides which of CSR and DCSR is smaller.
///
/// The entries of a row keep their order, and values their bits: every result is deterministic from space to space,
/// bitwise.
///
/// CSR to DCSR, the non-empty rows of A
///
/// Requires      row_map of A as checked by `validate`.
/// Order         that of A.
/// Ownership     the result shares entries and values with A, and keeps all arrays of A alive where these are one
///               allocation; `copy` of formats/copy.hpp makes copies.
/// Cost          a scan over the rows, and one kernel; entries and values are not read.
/// Asynchronous  no: one fence, to read the number of non-empty rows; none where A has no entry. Allocates rows and
///               row_map; takes 8 bytes per row of A from `workspace`.
///
/// DCSR to CSR, A with all its rows, the empty ones too
///
/// Requires      A as checked by `validate`.
/// Order         that of A.
/// Ownership     the result shares entries and values with A.
/// Cost          one kernel that writes m + 1 Offsets and reads rows and row_map of A; balanced, however many empty
///               rows are between two others.
/// Asynchronous  yes; allocates row_map.
///
/// DCSR to COO, the entries of A, row by row
///
/// Requires      A as checked by `validate`.
/// Order         that of A.
/// Ownership     the result shares col_indices and values with A.
/// Cost          one kernel that writes k Ordinals and reads rows and row_map of A; balanced by entries.
/// Asynchronous  yes; allocates the row indices.
///
/// COO to DCSR, the non-empty rows of a list of entries
///
/// Shapes        A has k entries in any order; so has the result.
/// Requires      A as checked by `validate`.
/// Order         entries of a row in the order that they had in A.
/// Ownership     where entries of A are sorted by row the result shares col_indices and values with A, else nothing.
/// Cost          one read of the row indices, a scan over the entries and one kernel; where they are not sorted by row
///               before that one stable radix sort of (row; column, value), bits of m - 1. Nothing grows with m.
/// Asynchronous  no: waits for the check of the order, and one fence, to read the number of non-empty rows. Allocates
///               rows and row_map, and where it sorts entries and values; takes 8 bytes per entry from `workspace`, and
///               where it sorts an Ordinal more and what `radix_sort` takes.

#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/kokkos_compat.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/profiling.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/check_operands.hpp>
#include <Araios/formats/coo.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/formats/hypersparse.hpp>
#include <Araios/formats/validate/hypersparse.hpp>
#include <Araios/operations/convert/conversion.hpp>
#include <Araios/operations/convert/expand_rows.hpp>
#include <Araios/operations/convert/nonempty_rows.hpp>
#include <Araios/primitives/radix_sort.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>
#include <type_traits>

namespace Araios {

namespace Impl::convert {

template <ExecutionSpace Exec, class S, class O, class F, class M>
HypersparseMatrix<S, O, F, M> csr_to_hypersparse(Exec const& exec, CsrMatrix<S, O, F, M> const& A,
                                                 WorkspaceFor<Exec> workspace = {}) {
  check_operands(exec, "Araios::convert::csr_to_hypersparse", Operand("A", A));
  ScopedRegion const region("Araios::convert::csr_to_hypersparse");
  return without_empty_rows(exec, "Araios::convert::csr_to_hypersparse", A.num_rows(), Identity{}, A,
                            workspace.get(exec));
}

template <ExecutionSpace Exec, class S, class O, class F, class M>
CsrMatrix<S, O, F, M> hypersparse_to_csr(Exec const& exec, HypersparseMatrix<S, O, F, M> const& A) {
  check_operands(exec, "Araios::convert::hypersparse_to_csr", Operand("A", A));
  auto const row_map = allocate<Kokkos::View<F*, M>>(exec, "Araios::convert::hypersparse_to_csr::row_map",
                                                     std::int64_t(A.num_rows()) + 1);
  expand_row_map(exec, "Araios::convert::hypersparse_to_csr", A, row_map);
  return CsrMatrix<S, O, F, M>(A.num_rows(), A.num_cols(), row_map, A.entries, A.values);
}

template <ExecutionSpace Exec, class S, class O, class F, class M>
CooMatrix<S, O, F, M> hypersparse_to_coo(Exec const& exec, HypersparseMatrix<S, O, F, M> const& A) {
  check_operands(exec, "Araios::convert::hypersparse_to_coo", Operand("A", A));
  auto const indices =
      allocate<Kokkos::View<O*, M>>(exec, "Araios::convert::hypersparse_to_coo::row_indices", std::int64_t(A.nnz()));
  expand_row_indices(exec, "Araios::convert::hypersparse_to_coo", A, indices);
  return CooMatrix<S, O, F, M>(A.num_rows(), A.num_cols(), indices, A.entries, A.values);
}

/// Whether an entry is in a row before that of the entry before it. Waits for the answer.
template <class Exec, class Indices>
ARAIOS_NOT_INLINED bool has_descents(Exec const& exec, std::string const& label, Indices const& indices) {
  std::int64_t descents = 0;
  Kokkos::parallel_reduce(
      label + "::descents", range(exec, static_cast<std::int64_t>(indices.extent(0)) - 1),
      KOKKOS_LAMBDA(std::int64_t p, std::int64_t& sum) { sum += indices(p + 1) < indices(p); },
      Kokkos::Sum<std::int64_t>(descents));
  return descents != 0;
}

template <ExecutionSpace Exec, class S, class O, class F, class M>
HypersparseMatrix<S, O, F, M> coo_to_hypersparse(Exec const& exec, CooMatrix<S, O, F, M> const& A,
                                                 WorkspaceFor<Exec> workspace = {}) {
  constexpr char const* label = "Araios::convert::coo_to_hypersparse";
  using Result = HypersparseMatrix<S, O, F, M>;
  using Space = typename Exec::memory_space;
  using Indices = Kokkos::View<O*, Space>;
  check_operands(exec, label, Operand("A", A));
  ScopedRegion const region(label);
  auto const make = new_row_list<O, F, M>(exec, label);
  auto const nnz = static_cast<std::int64_t>(A.nnz());
  if (nnz == 0) {
    auto const list = list_no_rows(exec, make);
    return Result(A.num_rows(), A.num_cols(), list.rows, list.row_map, A.col_indices, A.values);
  }
  auto& space = workspace.get(exec);
  typename Workspace<Space>::Frame const frame(space);
  if (!has_descents(exec, label, A.row_indices)) {
    using Candidates = RowsOfList<typename CooMatrix<S, O, F, M>::indices_type>;
    auto const list = list_rows(exec, label, Candidates{A.row_indices}, space, make);
    return Result(A.num_rows(), A.num_cols(), list.rows, list.row_map, A.col_indices, A.values);
  }
  auto const entries = allocate<Kokkos::View<O*, M>>(exec, "Araios::convert::coo_to_hypersparse::entries", nnz);
  auto const values = allocate_values<Araios::ValuesViewOf<std::remove_const_t<S>, M>>(
      exec, "Araios::convert::coo_to_hypersparse::values", nnz);
  auto const sorted = space.template take<Indices>(exec, nnz);
  radix_sort(exec, A.row_indices, A.col_indices, A.values, sorted, entries, values,
             {.key_bits = bits_for(A.num_rows())}, space);
  auto const list = list_rows(exec, label, RowsOfList<Indices>{sorted}, space, make);
  return Result(A.num_rows(), A.num_cols(), list.rows, list.row_map, entries, values);
}

/// Rows of A that have entries. Waits for the number.
template <class Exec, class Matrix>
ARAIOS_NOT_INLINED std::int64_t count_nonempty_rows(Exec const& exec, Matrix const& A) {
  std::int64_t count = 0;
  auto const row_map = A.row_map;
  if (A.nnz() == 0) return 0;
  Kokkos::parallel_reduce(
      "Araios::is_hypersparse_better", range(exec, A.num_rows()),
      KOKKOS_LAMBDA(std::int64_t i, std::int64_t& sum) { sum += row_map(i + 1) != row_map(i); },
      Kokkos::Sum<std::int64_t>(count));
  return count;
}

/// Whether m rows, r of them with entries, take fewer bytes in DCSR than in CSR.
template <class Scalar, class Ordinal, class Offset>
bool is_hypersparse_smaller(std::int64_t num_rows, std::int64_t nonempty_rows, std::int64_t nnz) {
  return hypersparse_bytes<Scalar, Ordinal, Offset>(nonempty_rows, nnz) <
         csr_bytes<Scalar, Ordinal, Offset>(num_rows, nnz);
}

template <>
struct Conversion<Format::hypersparse> {
  using Options = NoFormatOptions;
  static auto from_csr(auto const& exec, auto const& A, Options const& /*options*/, auto& workspace) {
    return csr_to_hypersparse(exec, A, workspace);
  }
  static auto to_csr(auto const& exec, auto const& A, auto& /*workspace*/) { return hypersparse_to_csr(exec, A); }
};

template <>
struct ConversionOf<Format::coo, Format::hypersparse> {
  using Options = NoFormatOptions;
  static auto make(auto const& exec, auto const& A, Options const& /*options*/, auto& workspace) {
    return coo_to_hypersparse(exec, A, workspace);
  }
};
template <>
struct ConversionOf<Format::hypersparse, Format::coo> {
  using Options = NoFormatOptions;
  static auto make(auto const& exec, auto const& A, Options const& /*options*/, auto& /*workspace*/) {
    return hypersparse_to_coo(exec, A);
  }
};
}  // namespace Impl::convert

}  // namespace Araios
