// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The transposition of Kokkos Kernels, which is not a part of its public interface, in the spellings of 3.4 and 4.x.
///
/// Entries of a row of its result come in no order on a GPU or with several threads. A user who needs them sorted calls
/// sort_crs_matrix next; both are offered here.

#include <Araios/core/pattern.hpp>
#include <Araios/formats/csr.hpp>

#include <KokkosKernels_config.h>
#if __has_include(<KokkosSparse_SortCrs.hpp>)
#include <KokkosSparse_SortCrs.hpp>
#include <KokkosSparse_Utils.hpp>
#else
#include <KokkosKernels_SparseUtils.hpp>
#endif

namespace Araios::Perf {

#if __has_include(<KokkosSparse_SortCrs.hpp>)
namespace KokkosKernelsImpl = KokkosSparse::Impl;
namespace KokkosKernelsSort = KokkosSparse;
#else
namespace KokkosKernelsImpl = KokkosKernels::Impl;
namespace KokkosKernelsSort = KokkosKernels::Impl;
#endif

/// B := transpose of A on the default instance of Exec
///
/// What it asks of its caller is inside: row_map of B filled with zeros. It allocates num_cols + 1 offsets and fences.
template <class Exec, class Scalar, class Ordinal, class Offset, class Space>
void kokkos_kernels_transpose(CsrMatrix<Scalar, Ordinal, Offset, Space> const& A,
                              CsrArrays<Scalar, Ordinal, Offset, Space> const& B) {
  using RowMapIn = Kokkos::View<Offset const*, Space>;
  using EntriesIn = Kokkos::View<Ordinal const*, Space>;
  using RowMap = Kokkos::View<Offset*, Space>;
  using Entries = Kokkos::View<Ordinal*, Space>;
  Kokkos::deep_copy(Exec(), B.row_map, Offset(0));
  if constexpr (is_pattern_v<Scalar>) {
    KokkosKernelsImpl::transpose_graph<RowMapIn, EntriesIn, RowMap, Entries, RowMap, Exec>(
        A.num_rows(), A.num_cols(), A.row_map, A.entries, B.row_map, B.entries);
  } else {
    using ValuesIn = Kokkos::View<Scalar const*, Space>;
    using Values = Kokkos::View<Scalar*, Space>;
    KokkosKernelsImpl::transpose_matrix<RowMapIn, EntriesIn, ValuesIn, RowMap, Entries, Values, RowMap, Exec>(
        A.num_rows(), A.num_cols(), A.row_map, A.entries, A.values, B.row_map, B.entries, B.values);
  }
}

/// Rows of B sorted by column, in place, on the default instance of Exec.
template <class Exec, class Scalar, class Ordinal, class Offset, class Space>
void kokkos_kernels_sort(CsrArrays<Scalar, Ordinal, Offset, Space> const& B) {
  using RowMap = Kokkos::View<Offset*, Space>;
  using Entries = Kokkos::View<Ordinal*, Space>;
  if constexpr (is_pattern_v<Scalar>) {
    KokkosKernelsSort::sort_crs_graph<Exec, RowMap, Entries>(B.row_map, B.entries);
  } else {
    using Values = Kokkos::View<Scalar*, Space>;
    KokkosKernelsSort::sort_crs_matrix<Exec, RowMap, Entries, Values>(B.row_map, B.entries, B.values);
  }
}

}  // namespace Araios::Perf
