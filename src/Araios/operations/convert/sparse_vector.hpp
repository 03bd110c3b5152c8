// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Conversions between dense and sparse vectors: what dense.hpp at the top computes.

#include <Araios/core/concepts.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/kokkos_compat.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/read_back.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/sparse_vector.hpp>
#include <Araios/operations/vector/scatter.hpp>
#include <Araios/primitives/scan.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace Araios::Impl::convert {

/// 1 for elements that are kept, else 0.
template <class Dense, class Keep>
struct KeptElements {
  Dense dense;
  Keep keep;
  KOKKOS_FUNCTION int operator()(std::int64_t i) const { return keep(dense(i)) ? 1 : 0; }
  KOKKOS_FUNCTION std::int64_t extent(int) const { return static_cast<std::int64_t>(dense.extent(0)); }
};

/// before(i) := number of kept elements before i; returns before(n), their total. The fence of dense_to_sparse.
template <class Exec, class Kept, class Before, class Space>
std::int64_t count_kept(Exec const& exec, Kept const& kept, Before const& before, Workspace<Space>& workspace) {
  exclusive_scan(exec, kept, before, {}, workspace);
  auto const last = static_cast<std::int64_t>(before.extent(0)) - 1;
  return static_cast<std::int64_t>(
      read_back(exec, before, last, "Araios::dense_to_sparse: the number of entries is on the host"));
}

template <class Exec, class Dense, class Before, class Arrays>
ARAIOS_NOT_INLINED void fill_kept(Exec const& exec, Dense const& dense, Before const& before, Arrays const& x) {
  using Ordinal = typename Before::non_const_value_type;
  Kokkos::parallel_for(
      "Araios::dense_to_sparse::fill", range(exec, dense.extent(0)), KOKKOS_LAMBDA(std::int64_t i) {
        Ordinal const p = before(i);
        if (before(i + 1) == p) return;
        x.indices(p) = static_cast<Ordinal>(i);
        x.values(p) = dense(i);
      });
}

/// The elements of `dense` that are kept; `dense_to_sparse` says what holds.
template <OrdinalType Ordinal, ExecutionSpace Exec, class Dense, class Keep>
auto kept_elements(Exec const& exec, Dense const& dense, Keep const& keep,
                   Workspace<typename Exec::memory_space>& workspace) {
  using Space = typename Exec::memory_space;
  using Scalar = typename Dense::non_const_value_type;
  auto const n = static_cast<std::int64_t>(dense.extent(0));
  typename Workspace<Space>::Frame const frame(workspace);
  auto const before = workspace.template take<Kokkos::View<Ordinal*, Space>>(exec, n + 1);
  std::int64_t const nnz = n == 0 ? 0 : count_kept(exec, KeptElements<Dense, Keep>{dense, keep}, before, workspace);
  auto const arrays = allocate_sparse_vector<Scalar, Ordinal>(exec, "Araios::dense_to_sparse", nnz);
  if (nnz > 0) fill_kept(exec, dense, before, arrays);
  return SparseVector<Scalar, Ordinal, Space>(n, arrays);
}

/// dense := x, whose lengths agree and whose arrays do not overlap; `sparse_to_dense` says what holds.
template <ExecutionSpace Exec, class Vector, class Dense>
void write_elements(Exec const& exec, Vector const& x, Dense const& dense) {
  Araios::fill(exec, dense, typename Dense::non_const_value_type(0));
  vector::scatter(exec, x, dense);
}

}  // namespace Araios::Impl::convert
