// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The product of a HYB matrix whose list stays with the host, which works on it while the device works on ELL.

#include "harness/require.hpp"

#include <Araios/core.hpp>
#include <Araios/formats/copy.hpp>
#include <Araios/formats/hyb.hpp>
#include <Araios/spmv.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

namespace Araios::Perf {

/// A HYB matrix in two memories: ELL, and which rows overflow, in that of a device, the list in that of the host
///
/// Shapes        as HybMatrix; host_offsets has one element more than overflow_rows.
/// Ownership     that of the Views.
template <ScalarType Scalar_, OrdinalType Ordinal_, OffsetType Offset_, MemorySpace Space>
struct HybOnTwoSides {
  using Matrix = HybMatrix<Scalar_, Ordinal_, Offset_, Space>;
  using OnHost = HybMatrix<Scalar_, Ordinal_, Offset_, Kokkos::HostSpace>;
  using memory_space = Space;

  typename Matrix::ell_type ell;
  typename Matrix::overflow_rows_type overflow_rows;
  typename OnHost::coo_type list;
  typename OnHost::overflow_offsets_type host_offsets;

  /// Bytes of the arrays on both sides.
  std::int64_t bytes() const {
    return ell.bytes() + list.bytes() +
           static_cast<std::int64_t>(overflow_rows.extent(0) * sizeof(Ordinal_) +
                                     host_offsets.extent(0) * sizeof(Offset_));
  }
};

/// A with its list in the memory of the host
///
/// Ownership     ell and overflow_rows are shared with A; on a host the list as well.
/// Asynchronous  no: the list is on the host at return. Allocates the list.
/// Deterministic run to run.
template <ExecutionSpace Exec, class S, class O, class F, class M>
  requires Accesses<Exec, HybMatrix<S, O, F, M>>
auto list_to_host(Exec const& exec, HybMatrix<S, O, F, M> const& A) {
  using Result = HybOnTwoSides<S, O, F, M>;
  exec.fence();
  return Result{A.ell, A.overflow_rows, copy_to<Kokkos::HostSpace>(A.coo),
                Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), A.overflow_offsets)};
}

/// sums(s) := the product of row s of the list.
template <class HostExec, class List, class Offsets, class X, class Sums>
void host_overflow_sums(HostExec const& exec, List const& list, Offsets const& offsets, X const& x, Sums const& sums) {
  using T = typename Sums::non_const_value_type;
  auto const columns = list.col_indices;
  auto const values = list.values;
  Kokkos::parallel_for("Araios::Perf::host_overflow_sums", range(exec, static_cast<std::int64_t>(sums.extent(0))),
                       [=](std::int64_t s) {
                         T sum(0);
                         for (auto q = offsets(s); q < offsets(s + 1); ++q)
                           if constexpr (is_pattern_v<typename List::Scalar>)
                             sum += static_cast<T>(x(columns(q)));
                           else
                             sum += static_cast<T>(values(q)) * static_cast<T>(x(columns(q)));
                         sums(s) = sum;
                       });
}

/// y(rows(s)) += alpha sums(s)
template <class Exec, class Rows, class Sums, class T, class Y>
ARAIOS_NOT_INLINED void add_overflow_sums(Exec const& exec, Rows const& rows, Sums const& sums, T const& alpha,
                                          Y const& y) {
  Kokkos::parallel_for(
      "Araios::Perf::add_overflow_sums", range(exec, static_cast<std::int64_t>(rows.extent(0))),
      KOKKOS_LAMBDA(std::int64_t s) { y(rows(s)) += alpha * sums(s); });
}

/// y := alpha A x + beta y, the list multiplied by the host while the device multiplies ELL
///
/// Worth it only where the list is so short that the host, at a twentieth of the bandwidth, is done before the device;
/// the lecture's variant, here to be measured.
///
/// Shapes        A is m-by-n, x and x_on_host have n elements, y has m.
/// Requires      x_on_host equals x and is in the memory of the host. y overlaps neither.
/// beta == 0     y is overwritten, as by spmv.
/// Cost          the product of ELL by exec; meanwhile the list by the host; a copy of one element for each row of the
///               list, and a kernel that adds these.
/// Asynchronous  no: launches ELL, works on the host until the list is done, and waits once for exec, when the sums of
///               the host are on the device and ELL is done as well. The kernel that adds them may still run at return.
///               Allocates the sums on the host; takes the same from `workspace`.
/// Deterministic run to run.
/// Throws        as spmv; std::invalid_argument for the length of x_on_host.
/// Source        the CSE 599 I lecture on sparse formats; Bell and Garland, 2008.
template <ExecutionSpace Exec, class S, class O, class F, class M, class Alpha, VectorView X, VectorView XOnHost,
          class Beta, VectorView Y>
  requires Accesses<Exec, HybOnTwoSides<S, O, F, M>, X, Y>
void spmv_hyb_overlapped(Exec const& exec, Alpha const& alpha, HybOnTwoSides<S, O, F, M> const& A, X const& x,
                         XOnHost const& x_on_host, Beta const& beta, Y const& y, WorkspaceFor<Exec> workspace = {}) {
  using T = typename Y::non_const_value_type;
  using Space = typename Exec::memory_space;
  using Host = Kokkos::DefaultHostExecutionSpace;
  static_assert(Accesses<Host, XOnHost>, "spmv_hyb_overlapped: x_on_host must be in the memory of the host");
  require(x_on_host.extent(0) == x.extent(0), "spmv_hyb_overlapped: length of x_on_host, length of x (",
          x_on_host.extent(0), " != ", x.extent(0), ")");
  auto const rows = static_cast<std::int64_t>(A.overflow_rows.extent(0));
  typename Workspace<Space>::Frame const frame(workspace.get(exec));
  auto const sums = workspace.get(exec).template take<Kokkos::View<T*, Space>>(exec, rows);
  auto const host_sums = allocate<Kokkos::View<T*, Kokkos::HostSpace>>(Host(), "Araios::Perf::host_sums", rows);

  spmv(exec, alpha, A.ell, x, beta, y, SpmvOptions{}, workspace.get(exec));
  if (rows == 0) return;
  Host const host;
  host_overflow_sums(host, A.list, A.host_offsets, x_on_host, host_sums);
  host.fence();
  Kokkos::deep_copy(exec, sums, host_sums);
  exec.fence();
  add_overflow_sums(exec, A.overflow_rows, sums, static_cast<T>(alpha), y);
}

}  // namespace Araios::Perf
