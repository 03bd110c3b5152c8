// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Index arrays of other types.

#include <Araios/runtime/typed.hpp>

#include <Kokkos_Core.hpp>

namespace Araios::runtime {

/// The array with elements of type To: itself where it has them. Values must fit (index_types.cpp).
template <class To, class From, class Exec>
Kokkos::View<To const*, SpaceOf<Exec>> cast_indices(Exec const& exec,
                                                    Kokkos::View<From const*, SpaceOf<Exec>> const& from);

/// A with another index type; it shares the arrays that are the same.
template <class Index, class S, class O, class F, class M, class Exec>
Csr<S, Index, Exec> cast_csr(Exec const& exec, Araios::CsrMatrix<S, O, F, M> const& A) {
  require_sizes(index_of<typename Index::Ordinal, typename Index::Offset>, A.num_rows(), A.num_cols(), A.nnz());
  return Csr<S, Index, Exec>(A.num_rows(), A.num_cols(), cast_indices<typename Index::Offset, F>(exec, A.row_map),
                             cast_indices<typename Index::Ordinal, O>(exec, A.entries), A.values);
}
template <class Index, class S, class O, class F, class M, class Exec>
Coo<S, Index, Exec> cast_coo(Exec const& exec, Araios::CooMatrix<S, O, F, M> const& A) {
  require_sizes(index_of<typename Index::Ordinal, typename Index::Offset>, A.num_rows(), A.num_cols(), A.nnz());
  return Coo<S, Index, Exec>(A.num_rows(), A.num_cols(), cast_indices<typename Index::Ordinal, O>(exec, A.row_indices),
                             cast_indices<typename Index::Ordinal, O>(exec, A.col_indices), A.values);
}

}  // namespace Araios::runtime
