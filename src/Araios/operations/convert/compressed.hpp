// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Conversions among CSR, CSC and COO. Sorting of rows is in sort_rows.hpp.
///
/// Nothing is dropped: explicit zeros, -0.0 and NaN are entries like others, and duplicates stay unless Duplicates::sum
/// is requested. Entries of a row (or column) keep their order, and sums are made in that order, so every result is
/// deterministic from space to space, bitwise.
///
/// COO to CSR and CSC: see CooToCsrOptions. CSR to CSC and CSC to CSR, the columns and the rows of A, with
/// TransposeOptions:
///
/// Shapes, Requires, Order, Cost, Deterministic, Throws   as `transpose`: the CSC form of a matrix and the CSR form of
///               its transpose are the same arrays.
/// Asynchronous  yes; allocates the result.
///
/// CSR to COO, the entries of A, row by row; CSC to COO, column by column
///
/// Requires      row_map of A passes `validate`.
/// Order         that of A.
/// Ownership     the result shares col_indices (of CSC: row_indices) and values with A; `copy` of formats/copy.hpp
///               makes copies.
/// Cost          that of `pointers_to_index`: writes k Ordinals, reads m + 1 Offsets.
/// Asynchronous  yes; allocates the row indices.

#include <Araios/core/checks.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/kokkos_compat.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/profiling.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/check_operands.hpp>
#include <Araios/formats/coo.hpp>
#include <Araios/formats/csc.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/operations/convert/conversion.hpp>
#include <Araios/operations/convert/list_rows.hpp>
#include <Araios/operations/convert/sort_rows.hpp>
#include <Araios/operations/transpose/by_method.hpp>
#include <Araios/primitives/pointers.hpp>
#include <Araios/primitives/radix_sort.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

namespace Araios {

/// Treatment of entries with equal coordinates.
enum class Duplicates {
  keep,  // all stay, in their order
  sum    // one entry, the sum in their order; rows are sorted
};

/// A conversion of COO to CSR, the rows of A, or to CSC, its columns: then with rows and columns exchanged
///
/// Shapes        A has k entries in any order; the result has k with Duplicates::keep, at most k with Duplicates::sum.
/// Requires      row indices of A in [0, m), column indices in [0, n).
/// Sums          as `sum_duplicates`.
/// Order         keep: entries of a row in the order that they had in A. sum: by column; one work item adds the values
///               of a coordinate in the order of A.
/// Cost          keep: one stable radix sort of (row; column, value), bits of m - 1. sum: two of them, by column and by
///               row, a scan and two kernels. On hosts, and with may_wait, a list by rows is copied; one thread of a
///               host sorts others by one scatter; where that leaves rows that are unsorted or have duplicates, sum is
///               `sum_duplicates`.
/// Asynchronous  keep without may_wait: yes. may_wait: one fence or two. sum: one, to read the number of entries that
///               remain. Allocates the result.
/// Deterministic space to space, bitwise.
/// Throws        std::invalid_argument for an invalid value of Duplicates.
struct CooToCsrOptions {
  Duplicates duplicates = Duplicates::keep;
  /// On a GPU: one fence, to find out whether the list is by rows already, which saves the sort. Hosts always look.
  bool may_wait = false;
};

namespace Impl::convert {

/// The transpose of A, by options of a caller.
template <class Exec, class Matrix, class Space>
auto transpose_of(Exec const& exec, Matrix const& A, TransposeOptions const& options, Workspace<Space>& workspace) {
  transpose::check_transpose_options(options);
  check_operands(exec, "Araios::transpose", Operand("A", A));
  return transpose::by_method(exec, options, A, workspace);
}

template <ExecutionSpace Exec, class S, class O, class F, class M>
CscMatrix<std::remove_const_t<S>, O, F, typename Exec::memory_space>
csr_to_csc(Exec const& exec, CsrMatrix<S, O, F, M> const& A, TransposeOptions const& options = {},
           WorkspaceFor<Exec> workspace = {}) {
  return CscMatrix<std::remove_const_t<S>, O, F, typename Exec::memory_space>(
      transpose_of(exec, A, options, workspace.get(exec)));
}

template <ExecutionSpace Exec, class S, class O, class F, class M>
CsrMatrix<std::remove_const_t<S>, O, F, typename Exec::memory_space>
csc_to_csr(Exec const& exec, CscMatrix<S, O, F, M> const& A, TransposeOptions const& options = {},
           WorkspaceFor<Exec> workspace = {}) {
  return transpose_of(exec, A.transposed(), options, workspace.get(exec));
}

/// The row (or column) index of every entry, in the memory space of the offsets.
template <class Ordinal, class Space, class Exec, class Offsets>
Kokkos::View<Ordinal*, Space> expand_lines(Exec const& exec, Offsets const& offsets, std::int64_t nnz) {
  auto const lines = allocate<Kokkos::View<Ordinal*, Space>>(exec, "Araios::convert::indices", nnz);
  if (nnz > 0) pointers_to_index(exec, offsets, lines);
  return lines;
}

template <ExecutionSpace Exec, class S, class O, class F, class M>
CooMatrix<S, O, F, M> csr_to_coo(Exec const& exec, CsrMatrix<S, O, F, M> const& A) {
  check_operands(exec, "Araios::convert::csr_to_coo", Operand("A", A));
  auto const rows = expand_lines<O, M>(exec, A.row_map, std::int64_t(A.nnz()));
  return CooMatrix<S, O, F, M>(A.num_rows(), A.num_cols(), rows, A.entries, A.values);
}

template <ExecutionSpace Exec, class S, class O, class F, class M>
CooMatrix<S, O, F, M> csc_to_coo(Exec const& exec, CscMatrix<S, O, F, M> const& A) {
  check_operands(exec, "Araios::convert::csc_to_coo", Operand("A", A));
  auto const cols = expand_lines<O, M>(exec, A.col_map, std::int64_t(A.nnz()));
  return CooMatrix<S, O, F, M>(A.num_rows(), A.num_cols(), A.entries, cols, A.values);
}

/// CooToCsrOptions says what holds.
template <ExecutionSpace Exec, class S, class O, class F, class M>
CsrMatrix<std::remove_const_t<S>, O, F, typename Exec::memory_space>
coo_to_csr(Exec const& exec, CooMatrix<S, O, F, M> const& A, CooToCsrOptions const& options = {},
           WorkspaceFor<Exec> workspace = {}) {
  using Space = typename Exec::memory_space;
  using Scalar = std::remove_const_t<S>;
  using Matrix = CsrMatrix<Scalar, O, F, Space>;
  using Indices = Kokkos::View<O*, Space>;
  using Values = Araios::ValuesViewOf<Scalar, Space>;
  check_operands(exec, "Araios::convert::coo_to_csr", Operand("A", A));
  ScopedRegion const region("Araios::convert::coo_to_csr");
  check_enumerator(options.duplicates, Duplicates::sum, "Araios::convert::coo_to_csr: Duplicates");
  std::int64_t const m = A.num_rows();
  std::int64_t const n = A.num_cols();
  std::int64_t const nnz = std::int64_t(A.nnz());
  auto& space = workspace.get(exec);
  typename Workspace<Space>::Frame const frame(space);

  bool const sums = options.duplicates == Duplicates::sum;
  if ((!is_gpu_v<Exec> || options.may_wait) && nnz > 0) {
    auto const order = order_of(exec, A);
    bool const one_thread = !is_gpu_v<Exec> && concurrency(exec) == 1;
    if (order != ListOrder::none || one_thread) {
      auto const B = allocate_csr<Scalar, O, F>(exec, "Araios::convert::coo_to_csr", m, nnz);
      write_rows(exec, order, A, B);
      if (!sums || order == ListOrder::strict || has_strict_rows(exec, B)) return Matrix(m, n, B);
      return summed_duplicates(exec, Matrix(m, n, B), space);
    }
  }
  if (!sums || nnz == 0) {
    auto const B = allocate_csr<Scalar, O, F>(exec, "Araios::convert::coo_to_csr", m, nnz);
    if (nnz == 0) {
      fill(exec, B.row_map, F(0));
    } else {
      auto const rows = space.template take<Indices>(exec, nnz);
      radix_sort(exec, A.row_indices, A.col_indices, A.values, rows, B.entries, B.values, {.key_bits = bits_for(m)},
                 space);
      sorted_index_to_pointers(exec, rows, B.row_map);
    }
    return Matrix(m, n, B);
  }

  // By column first; the sort by row is stable, so each row stays sorted.
  auto const rows_by_column = space.template take<Indices>(exec, nnz);
  auto const columns_by_column = space.template take<Indices>(exec, nnz);
  auto const values_by_column = space.template take_values<Values>(exec, nnz);
  radix_sort(exec, A.col_indices, A.row_indices, A.values, columns_by_column, rows_by_column, values_by_column,
             {.key_bits = bits_for(n)}, space);
  auto const rows = space.template take<Indices>(exec, nnz);
  auto const columns = space.template take<Indices>(exec, nnz);
  auto const values = space.template take_values<Values>(exec, nnz);
  radix_sort(exec, rows_by_column, columns_by_column, values_by_column, rows, columns, values,
             {.key_bits = bits_for(m)}, space);
  auto const row_map = space.template take<Kokkos::View<F*, Space>>(exec, m + 1);
  sorted_index_to_pointers(exec, rows, row_map);
  return sum_runs<Scalar, O, F>(exec, m, n, row_map, rows, columns, values, space);
}

template <ExecutionSpace Exec, class S, class O, class F, class M>
CscMatrix<std::remove_const_t<S>, O, F, typename Exec::memory_space>
coo_to_csc(Exec const& exec, CooMatrix<S, O, F, M> const& A, CooToCsrOptions const& options = {},
           WorkspaceFor<Exec> workspace = {}) {
  CooMatrix<S, O, F, M> const exchanged(A.num_cols(), A.num_rows(), A.col_indices, A.row_indices, A.values);
  return CscMatrix<std::remove_const_t<S>, O, F, typename Exec::memory_space>(
      coo_to_csr(exec, exchanged, options, workspace.get(exec)));
}

template <>
struct Conversion<Format::csc> {
  using Options = TransposeOptions;
  static auto from_csr(auto const& exec, auto const& A, Options const& options, auto& workspace) {
    return csr_to_csc(exec, A, options, workspace);
  }
  static auto to_csr(auto const& exec, auto const& A, auto& workspace) {
    return csc_to_csr(exec, A, TransposeOptions{}, workspace);
  }
};
template <>
struct Conversion<Format::coo> {
  using Options = NoFormatOptions;
  static auto from_csr(auto const& exec, auto const& A, Options const& /*options*/, auto& /*workspace*/) {
    return csr_to_coo(exec, A);
  }
  static auto to_csr(auto const& exec, auto const& A, auto& workspace) { return coo_to_csr(exec, A, {}, workspace); }
};

template <>
struct ConversionOf<Format::csc, Format::csr> {
  using Options = TransposeOptions;
  static auto make(auto const& exec, auto const& A, Options const& options, auto& workspace) {
    return csc_to_csr(exec, A, options, workspace);
  }
};
template <>
struct ConversionOf<Format::csc, Format::coo> {
  using Options = NoFormatOptions;
  static auto make(auto const& exec, auto const& A, Options const& /*options*/, auto& /*workspace*/) {
    return csc_to_coo(exec, A);
  }
};
template <>
struct ConversionOf<Format::coo, Format::csr> {
  using Options = CooToCsrOptions;
  static auto make(auto const& exec, auto const& A, Options const& options, auto& workspace) {
    return coo_to_csr(exec, A, options, workspace);
  }
};
template <>
struct ConversionOf<Format::coo, Format::csc> {
  using Options = CooToCsrOptions;
  static auto make(auto const& exec, auto const& A, Options const& options, auto& workspace) {
    return coo_to_csc(exec, A, options, workspace);
  }
};
}  // namespace Impl::convert

}  // namespace Araios
