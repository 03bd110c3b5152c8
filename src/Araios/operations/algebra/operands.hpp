// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The formats that the algebra takes beside CSR, and a matrix by its non-empty rows, whichever of them it has.

#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/unmanaged.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/argument_types.hpp>
#include <Araios/formats/coo.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/formats/hypersparse.hpp>
#include <Araios/formats/validate/compressed.hpp>
#include <Araios/formats/validate/hypersparse.hpp>
#include <Araios/operations/convert/expand_rows.hpp>
#include <Araios/operations/convert/hypersparse.hpp>
#include <Araios/operations/convert/nonempty_rows.hpp>
#include <Araios/primitives/pointers.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>

namespace Araios::Impl::algebra {

/// A matrix whose arrays do not grow with its rows: DCSR or COO, in memory that kernels of Exec can access.
template <class T, class Exec>
concept ListOfRows = HypersparseOf<T, Exec> || CooOf<T, Exec>;

/// An operand of the algebra: DCSR, COO or CSR, in memory that kernels of Exec can access.
template <class T, class Exec>
concept OperandOf = ListOfRows<T, Exec> || CsrOf<T, Exec>;

/// Two operands of one Ordinal, at least one of which is a ListOfRows; those of two CsrMatrix are elsewhere. The types
/// may be references, as decltype of the arguments.
template <class A, class B>
concept MixedOperands = SameOrdinal<A, B> && !(is_csr_v<MatrixType<A>> && is_csr_v<MatrixType<B>>);

/// A CSR matrix in the memory of Exec, over arrays that others own.
template <class Exec, class Matrix>
using RowsOf = CsrMatrix<typename Matrix::Scalar const, typename Matrix::Ordinal, typename Matrix::Offset,
                         typename Exec::memory_space>;

/// Throws, naming the first entry of `A` that does not come after the one before it.
template <class Exec>
void check_sorted(Exec const& exec, std::string const& label, char const* name, CooOf<Exec> auto const& A) {
  if (auto const fault = find_fault(exec, A, {.order = Order::strict}))
    check(false, label, ": ", name, ": ", fault->sentence,
          "; entries of COO must be sorted by row and column, without duplicates");
}

/// All rows of A, over temporaries that live until the frame of the caller is left, and over arrays of A.
template <class Exec, CsrOf<Exec> Matrix, class Space>
auto all_rows(Exec const&, std::string const&, char const*, Matrix const& A, Workspace<Space>&) {
  using Rows = RowsOf<Exec, Matrix>;
  return Rows(A.num_rows(), A.num_cols(), borrowed<typename Rows::row_map_type>(A.row_map),
              borrowed<typename Rows::entries_type>(A.entries), borrowed<typename Rows::values_type>(A.values));
}
template <class Exec, HypersparseOf<Exec> Matrix, class Space>
auto all_rows(Exec const& exec, std::string const& label, char const*, Matrix const& A, Workspace<Space>& workspace) {
  using Rows = RowsOf<Exec, Matrix>;
  auto const row_map = workspace.template take<Kokkos::View<typename Matrix::Offset*, Space>>(
      exec, static_cast<std::int64_t>(A.num_rows()) + 1);
  convert::expand_row_map(exec, label + "::row_map", A, row_map);
  return Rows(A.num_rows(), A.num_cols(), row_map, borrowed<typename Rows::entries_type>(A.entries),
              borrowed<typename Rows::values_type>(A.values));
}
template <class Exec, CooOf<Exec> Matrix, class Space>
auto all_rows(Exec const& exec, std::string const& label, char const* name, Matrix const& A,
              Workspace<Space>& workspace) {
  using Rows = RowsOf<Exec, Matrix>;
  check_sorted(exec, label, name, A);
  auto const row_map = workspace.template take<Kokkos::View<typename Matrix::Offset*, Space>>(
      exec, static_cast<std::int64_t>(A.num_rows()) + 1);
  sorted_index_to_pointers(exec, A.row_indices, row_map);
  return Rows(A.num_rows(), A.num_cols(), row_map, borrowed<typename Rows::entries_type>(A.col_indices),
              borrowed<typename Rows::values_type>(A.values));
}

/// Row r of `rows` is row indices(r) of a matrix of num_rows rows; all of them have entries.
template <class Rows>
struct NonemptyRows {
  using Indices = Kokkos::View<typename Rows::Ordinal const*, typename Rows::memory_space>;
  std::int64_t num_rows;
  Indices indices;
  Rows rows;
};

/// Makes a RowList of temporaries.
template <class Ordinal, class Offset, class Exec, class Space>
auto temporary_row_list(Exec const& exec, Workspace<Space>& workspace) {
  return [&](std::int64_t nonempty) {
    using List = convert::RowList<Ordinal, Offset, Space>;
    auto const rows = workspace.template take<decltype(List::rows)>(exec, nonempty);
    return List{rows, workspace.template take<decltype(List::row_map)>(exec, nonempty + 1)};
  };
}

/// The non-empty rows of A, over temporaries as `all_rows`: of CSR and COO with one fence, to read their number.
template <class Exec, HypersparseOf<Exec> Matrix, class Space>
auto nonempty_rows(Exec const&, std::string const&, char const*, Matrix const& A, Workspace<Space>&) {
  using Rows = RowsOf<Exec, Matrix>;
  Rows const rows(A.nonempty_rows(), A.num_cols(), borrowed<typename Rows::row_map_type>(A.row_map),
                  borrowed<typename Rows::entries_type>(A.entries), borrowed<typename Rows::values_type>(A.values));
  using Result = NonemptyRows<Rows>;
  return Result{A.num_rows(), borrowed<typename Result::Indices>(A.rows), rows};
}
template <class Exec, CsrOf<Exec> Matrix, class Space>
auto nonempty_rows(Exec const& exec, std::string const& label, char const*, Matrix const& A,
                   Workspace<Space>& workspace) {
  using Rows = RowsOf<Exec, Matrix>;
  using Candidates = convert::RowsOfMap<typename Matrix::row_map_type, Identity>;
  auto const make = temporary_row_list<typename Matrix::Ordinal, typename Matrix::Offset>(exec, workspace);
  auto const list =
      A.nnz() == 0 ? convert::list_no_rows(exec, make)
                   : convert::list_rows(exec, label, Candidates{A.row_map, Identity{}, A.num_rows()}, workspace, make);
  Rows const rows(static_cast<std::int64_t>(list.rows.extent(0)), A.num_cols(), list.row_map,
                  borrowed<typename Rows::entries_type>(A.entries), borrowed<typename Rows::values_type>(A.values));
  return NonemptyRows<Rows>{A.num_rows(), list.rows, rows};
}
template <class Exec, CooOf<Exec> Matrix, class Space>
auto nonempty_rows(Exec const& exec, std::string const& label, char const* name, Matrix const& A,
                   Workspace<Space>& workspace) {
  using Rows = RowsOf<Exec, Matrix>;
  using Candidates = convert::RowsOfList<typename Matrix::indices_type>;
  check_sorted(exec, label, name, A);
  auto const make = temporary_row_list<typename Matrix::Ordinal, typename Matrix::Offset>(exec, workspace);
  auto const list = A.nnz() == 0 ? convert::list_no_rows(exec, make)
                                 : convert::list_rows(exec, label, Candidates{A.row_indices}, workspace, make);
  Rows const rows(static_cast<std::int64_t>(list.rows.extent(0)), A.num_cols(), list.row_map,
                  borrowed<typename Rows::entries_type>(A.col_indices), borrowed<typename Rows::values_type>(A.values));
  return NonemptyRows<Rows>{A.num_rows(), list.rows, rows};
}

/// The matrix of num_rows rows whose non-empty ones, of these indices, are the rows of C.
template <class Indices, class S, class O, class F, class M>
HypersparseMatrix<S, O, F, M> with_rows(std::int64_t num_rows, Indices const& indices, CsrMatrix<S, O, F, M> const& C) {
  return HypersparseMatrix<S, O, F, M>(num_rows, indices, C);
}

/// C in the format of the operand A.
template <class A, class Exec, HypersparseOf<Exec> Matrix>
auto in_format_of(Exec const& exec, Matrix const& C) {
  if constexpr (is_coo_v<A>)
    return convert::hypersparse_to_coo(exec, C);
  else
    return C;
}

}  // namespace Araios::Impl::algebra
