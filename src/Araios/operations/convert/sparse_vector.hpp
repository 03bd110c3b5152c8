// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Conversions between dense and sparse vectors.

#include <Araios/core/checks.hpp>
#include <Araios/core/kokkos_compat.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/profiling.hpp>
#include <Araios/core/read_back.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/for_each_array.hpp>
#include <Araios/formats/sparse_vector.hpp>
#include <Araios/primitives/scan.hpp>
#include <Araios/vector.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

namespace Araios {

/// The default `keep` of dense_to_sparse: elements that do not equal zero. NaN does not, 0.0 and -0.0 do.
struct IsNotZero {
  template <class T>
  KOKKOS_FUNCTION constexpr bool operator()(T const& value) const {
    return !(value == T(0));
  }
};

namespace Impl::convert {

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

}  // namespace Impl::convert

/// The elements of `dense` that `keep` accepts, as a sparse vector
///
/// Shapes        dense has n elements, so has the result.
/// Requires      keep(value) returns bool, can be called in kernels, and always returns the same for the same value.
///               IsNotZero keeps what does not equal zero: NaN stays, -0.0 goes. Another `keep` can keep explicit
///               zeros.
/// Order         indices are strictly sorted. Values are copied bitwise.
/// Cost          a scan and one kernel: reads dense twice, n Ordinals of workspace are written and read.
/// Asynchronous  no: one fence, to read the number of entries. Allocates the result.
/// Deterministic space to space, bitwise.
/// Throws        std::invalid_argument when n does not fit Ordinal.
template <OrdinalType Ordinal = int, ExecutionSpace Exec, VectorView Dense, class Keep = IsNotZero>
  requires Accesses<Exec, Dense>
SparseVector<typename Dense::non_const_value_type, Ordinal, typename Exec::memory_space>
dense_to_sparse(Exec const& exec, Dense const& dense, Keep const& keep = {}, WorkspaceFor<Exec> workspace = {}) {
  using Space = typename Exec::memory_space;
  using Scalar = typename Dense::non_const_value_type;
  Impl::ScopedRegion const region("Araios::dense_to_sparse");
  auto const n = static_cast<std::int64_t>(dense.extent(0));
  (void)Impl::checked_cast<Ordinal>(n, "Araios::dense_to_sparse: number of elements");
  typename Workspace<Space>::Frame const frame(workspace.get(exec));
  auto const before = workspace.get(exec).template take<Kokkos::View<Ordinal*, Space>>(exec, n + 1);
  std::int64_t const nnz = n == 0
                               ? 0
                               : Impl::convert::count_kept(exec, Impl::convert::KeptElements<Dense, Keep>{dense, keep},
                                                           before, workspace.get(exec));
  auto const arrays = allocate_sparse_vector<Scalar, Ordinal>(exec, "Araios::dense_to_sparse", nnz);
  if (nnz > 0) Impl::convert::fill_kept(exec, dense, before, arrays);
  return SparseVector<Scalar, Ordinal, Space>(n, arrays);
}

/// dense := x: its elements are the values of x at the indices of x, and zero elsewhere
///
/// Shapes        x and dense have n elements.
/// Requires      indices of x in [0, n), without duplicates, in any order. Entries of a Pattern are one.
/// Cost          two kernels: n elements are written once, k of them twice.
/// Asynchronous  yes; allocates nothing.
/// Deterministic space to space, bitwise.
/// Throws        std::invalid_argument when the lengths disagree, or dense overlaps an array of x.
template <ExecutionSpace Exec, VectorView Dense>
  requires Accesses<Exec, Dense>
void sparse_to_dense(Exec const& exec, SparseVectorOf<Exec> auto const& x, Dense const& dense) {
  Impl::check_equal(dense.extent(0), x.length(), "Araios::sparse_to_dense: length of dense, length of x");
  Impl::check_disjoint_from_arrays("Araios::sparse_to_dense", dense, "dense", Impl::as_vector(x), "x");
  Araios::fill(exec, dense, typename Dense::non_const_value_type(0));
  scatter(exec, Impl::as_vector(x), dense);
}

/// Writes x to a new View of T and returns it; T is by default the type of the values of x. A Pattern needs T.
template <class T = void, ExecutionSpace Exec>
auto sparse_to_dense(Exec const& exec, SparseVectorOf<Exec> auto const& x) {
  using Stored = std::remove_const_t<typename Impl::VectorType<decltype(x)>::Scalar>;
  using Value = std::conditional_t<std::is_void_v<T>, Stored, T>;
  static_assert(!is_pattern_v<Value>, "sparse_to_dense: a Pattern has no values; name a type, as sparse_to_dense<int>");
  auto const dense = allocate<Kokkos::View<Value*, typename Exec::memory_space>>(exec, "Araios::sparse_to_dense",
                                                                                 static_cast<std::int64_t>(x.length()));
  sparse_to_dense(exec, x, dense);
  return dense;
}

}  // namespace Araios
