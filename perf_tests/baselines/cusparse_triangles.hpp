// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Triangles of an oriented graph by cuSPARSE, which has no masked product: all of U U, of float values, of which the
/// values at the entries of U are added.

#include "baselines/cusparse_spgemm.hpp"

#include <Araios/core/memory.hpp>
#include <Araios/core/search.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/primitives/visit_segments.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace Araios::Perf {

/// sum += the value of C at entry p of row i of U. Rows of C are sorted.
template <class Graph, class Product>
struct ValueAtEntry {
  Graph U;
  Product C;
  Kokkos::View<unsigned long long*, Kokkos::CudaSpace> sums;
  KOKKOS_FUNCTION void operator()(std::int64_t i, std::int64_t p) const {
    int const end = C.row_map(i + 1), at = Araios::Impl::first_not_below(C.entries, C.row_map(i), end, U.entries(p));
    if (at < end && C.entries(at) == U.entries(p))
      Kokkos::atomic_add(&sums(p % sums.extent(0)), static_cast<unsigned long long>(C.values(at)));
  }
};

/// The sum over the entries is made by the parts of Araios (Araios::Impl), so that it costs the baseline what it would
/// cost Araios.
template <class Graph>
std::int64_t triangles_by_cusparse(Kokkos::Cuda const& exec, CusparseHandle const& handle, Graph const& U) {
  using Space = Kokkos::CudaSpace;
  auto const ones = allocate<Kokkos::View<float*, Space>>(exec, "Araios::Perf::ones", U.nnz());
  Araios::fill(exec, ones, 1.0f);
  auto const descriptor =
      CusparseMatrix::csr(CsrMatrix<float, int, int, Space>(U.num_rows(), U.num_cols(), U.row_map, U.entries, ones));
  CusparseSpgemm<float> const product(exec, handle, descriptor, descriptor, U.num_rows(), U.num_cols(),
                                      CUSPARSE_SPGEMM_ALG1);
  auto const C = product.product();
  Kokkos::View<unsigned long long*, Space> const sums("Araios::Perf::sums", 4096);
  Araios::Impl::visit_segments(exec, "Araios::Perf::by_cusparse", U.row_map, static_cast<std::int64_t>(U.nnz()),
                               ValueAtEntry<Graph, std::decay_t<decltype(C)>>{U, C, sums});
  auto const on_host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), sums);
  std::int64_t sum = 0;
  for (std::size_t s = 0; s < sums.extent(0); ++s) sum += static_cast<std::int64_t>(on_host(s));
  return sum;
}

}  // namespace Araios::Perf
