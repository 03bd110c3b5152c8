// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// SpMM: the rows of op(A), for the formats from which they are cheap to obtain.

#include <Araios/core/workspace.hpp>
#include <Araios/formats/coo.hpp>
#include <Araios/formats/csc.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/operations/spmv/core.hpp>
#include <Araios/operations/transpose/call.hpp>
#include <Araios/primitives/pointers.hpp>
#include <Araios/primitives/radix_sort.hpp>

#include <Kokkos_Core.hpp>

#include <type_traits>

namespace Araios::Impl::spmm {

template <class Matrix>
inline constexpr bool has_rows_v = false;
template <class S, class O, class F, class M>
inline constexpr bool has_rows_v<CsrMatrix<S, O, F, M>> = true;
template <class S, class O, class F, class M>
inline constexpr bool has_rows_v<CscMatrix<S, O, F, M>> = true;
template <class S, class O, class F, class M>
inline constexpr bool has_rows_v<CooMatrix<S, O, F, M>> = true;

/// Formats that spmm_with_rows accepts.
template <class Matrix>
concept HasRows = has_rows_v<Matrix>;

/// A matrix whose arrays are in a frame of the workspace.
template <class Scalar, class Ordinal, class Offset, class Exec, class Space>
auto take_csr(Exec const& exec, std::int64_t num_rows, std::int64_t nnz, Workspace<Space>& workspace) {
  return CsrArrays<Scalar, Ordinal, Offset, Space>{
      workspace.template take<Kokkos::View<Offset*, Space>>(exec, num_rows + 1),
      workspace.template take<Kokkos::View<Ordinal*, Space>>(exec, nnz),
      workspace.template take_values<Araios::ValuesViewOf<Scalar, Space>>(exec, nnz)};
}

/// Calls product(rows, conjugate) with a CSR matrix that is op(A); conjugate: its values are still to be conjugated.
template <class Exec, class S, class O, class F, class M, class Space, class Product>
void spmm_with_rows(Exec const& exec, Op op, CsrMatrix<S, O, F, M> const& A, Workspace<Space>& workspace,
                    Product const& product) {
  if (op == Op::none) return product(A, false);
  using Scalar = std::remove_const_t<S>;
  typename Workspace<Space>::Frame const frame(workspace);
  auto const rows = take_csr<Scalar, O, F>(exec, A.num_cols(), std::int64_t(A.nnz()), workspace);
  transpose::call(exec, A, rows, workspace);
  product(CsrMatrix<Scalar, O, F, Space>(A.num_cols(), A.num_rows(), rows), op == Op::conjugate_transpose);
}

/// The columns of A are the rows of its transpose.
template <class Exec, class S, class O, class F, class M, class Space, class Product>
void spmm_with_rows(Exec const& exec, Op op, CscMatrix<S, O, F, M> const& A, Workspace<Space>& workspace,
                    Product const& product) {
  if (op != Op::none) return product(A.transposed(), op == Op::conjugate_transpose);
  spmm_with_rows(exec, Op::transpose, A.transposed(), workspace, product);
}

/// Sorts entries by row or, for a transpose, by column; those of a row keep their order.
template <class Exec, class S, class O, class F, class M, class Space, class Product>
void spmm_with_rows(Exec const& exec, Op op, CooMatrix<S, O, F, M> const& A, Workspace<Space>& workspace,
                    Product const& product) {
  using Scalar = std::remove_const_t<S>;
  bool const transposed = op != Op::none;
  std::int64_t const m = transposed ? A.num_cols() : A.num_rows(), n = transposed ? A.num_rows() : A.num_cols();
  typename Workspace<Space>::Frame const frame(workspace);
  auto const rows = take_csr<Scalar, O, F>(exec, m, A.nnz(), workspace);
  {
    typename Workspace<Space>::Frame const sorting(workspace);
    auto const keys = workspace.template take<Kokkos::View<O*, Space>>(exec, A.nnz());
    radix_sort(exec, transposed ? A.col_indices : A.row_indices, transposed ? A.row_indices : A.col_indices, A.values,
               keys, rows.entries, rows.values, {.key_bits = bits_for(m)}, workspace);
    sorted_index_to_pointers(exec, keys, rows.row_map);
  }
  product(CsrMatrix<Scalar, O, F, Space>(m, n, rows), op == Op::conjugate_transpose);
}

}  // namespace Araios::Impl::spmm
