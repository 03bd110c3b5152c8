// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The product of a HYB matrix whose list stays with the host, which works on it while the device works on ELL.
///
/// It is written as an operation of Araios would be, on purpose from the same parts (Araios::Impl), to be compared with
/// the product that Araios has.

#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/profiling.hpp>
#include <Araios/core/semiring.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/copy.hpp>
#include <Araios/formats/for_each_array.hpp>
#include <Araios/formats/hyb.hpp>
#include <Araios/operations/spmv/core.hpp>
#include <Araios/operations/spmv/ell.hpp>
#include <Araios/operations/spmv/hyb.hpp>

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
/// Ownership     ell and overflow_rows are shared with A.
/// Asynchronous  no: one fence, after which the list is on the host. Allocates the list.
/// Deterministic run to run.
/// Throws        what `allocate` throws.
template <ExecutionSpace Exec, class S, class O, class F, class M>
  requires Accesses<Exec, HybMatrix<S, O, F, M>>
auto list_to_host(Exec const& exec, HybMatrix<S, O, F, M> const& A) {
  using Host = Kokkos::HostSpace;
  using Result = HybOnTwoSides<S, O, F, M>;
  using List = typename Result::OnHost::coo_type;
  Result const result{A.ell, A.overflow_rows,
                      List(A.coo.num_rows(), A.coo.num_cols(),
                           Impl::copy_array<Host>(exec, "Araios::list_to_host::row_indices", A.coo.row_indices),
                           Impl::copy_array<Host>(exec, "Araios::list_to_host::col_indices", A.coo.col_indices),
                           Impl::copy_array<Host>(exec, "Araios::list_to_host::values", A.coo.values)),
                      Impl::copy_array<Host>(exec, "Araios::list_to_host::offsets", A.overflow_offsets)};
  Impl::fence(exec, "Araios::list_to_host: the list is on the host");
  return result;
}

namespace Detail {

/// sums(s) := the product of row s of the list.
template <SemiringType Semiring, class HostExec, class List, class Offsets, class X, class Sums>
void host_overflow_sums(HostExec const& exec, List const& list, Offsets const& offsets, X const& x, Sums const& sums) {
  using T = typename Sums::non_const_value_type;
  auto const columns = list.col_indices;
  auto const values = list.values;
  Kokkos::parallel_for("Araios::spmv_hyb_overlapped::host", range(exec, static_cast<std::int64_t>(sums.extent(0))),
                       [=](std::int64_t s) {
                         T sum = Semiring::template zero<T>();
                         for (auto q = offsets(s); q < offsets(s + 1); ++q)
                           sum = Semiring::add(sum, Impl::spmv::spmv_term<Semiring, T>(values(q), x(columns(q))));
                         sums(s) = sum;
                       });
}

template <class Exec, class Rows, class Sums, class Output>
ARAIOS_NOT_INLINED void add_overflow_sums(Exec const& exec, Rows const& rows, Sums const& sums, Output const& out) {
  Kokkos::parallel_for(
      "Araios::spmv_hyb_overlapped::add", range(exec, static_cast<std::int64_t>(rows.extent(0))),
      KOKKOS_LAMBDA(std::int64_t s) { out.add(rows(s), sums(s)); });
}

}  // namespace Detail

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
/// Throws        std::invalid_argument when the lengths disagree, or y overlaps x or A; what `allocate` throws.
/// Source        the CSE 599 I lecture on sparse formats; Bell and Garland, 2008.
template <SemiringType Semiring = PlusTimes, ExecutionSpace Exec, class S, class O, class F, class M, class Alpha,
          VectorView X, VectorView XOnHost, class Beta, VectorView Y>
  requires Accesses<Exec, HybOnTwoSides<S, O, F, M>, X, Y>
void spmv_hyb_overlapped(Exec const& exec, Alpha const& alpha, HybOnTwoSides<S, O, F, M> const& A, X const& x,
                         XOnHost const& x_on_host, Beta const& beta, Y const& y, WorkspaceFor<Exec> workspace = {}) {
  using T = typename Y::non_const_value_type;
  using Space = typename Exec::memory_space;
  using Host = Kokkos::DefaultHostExecutionSpace;
  static_assert(Accesses<Host, XOnHost>, "spmv_hyb_overlapped: x_on_host must be in the memory of the host");
  Impl::check_equal(x.extent(0), A.ell.num_cols(), "Araios::spmv_hyb_overlapped: length of x, columns of A");
  Impl::check_equal(x_on_host.extent(0), A.ell.num_cols(),
                    "Araios::spmv_hyb_overlapped: length of x_on_host, columns of A");
  Impl::check_equal(y.extent(0), A.ell.num_rows(), "Araios::spmv_hyb_overlapped: length of y, rows of A");
  Impl::check_disjoint("Araios::spmv_hyb_overlapped", x, "x", y, "y");
  Impl::check_disjoint("Araios::spmv_hyb_overlapped", x_on_host, "x_on_host", y, "y");
  Impl::check_disjoint_from_arrays("Araios::spmv_hyb_overlapped", y, "y", A.ell, "A");
  Impl::ScopedRegion const region("Araios::spmv_hyb_overlapped");
  Impl::spmv::SpmvOutput<Semiring, Y> const out(static_cast<T>(alpha), static_cast<T>(beta), y);
  if (out.alpha == Semiring::template zero<T>())
    return Impl::spmv::spmv_scale(exec, static_cast<std::int64_t>(y.extent(0)), out,
                                  "Araios::spmv_hyb_overlapped::scale");
  auto const rows = static_cast<std::int64_t>(A.overflow_rows.extent(0));
  typename Workspace<Space>::Frame const frame(workspace.get(exec));
  auto const sums = workspace.get(exec).template take<Kokkos::View<T*, Space>>(exec, rows);
  auto const host_sums =
      allocate<Kokkos::View<T*, Kokkos::HostSpace>>(Host(), "Araios::spmv_hyb_overlapped::sums", rows);

  Impl::spmv::Spmv<typename HybMatrix<S, O, F, M>::ell_type>::template apply<Semiring>(exec, SpmvOptions{}, A.ell, x,
                                                                                       out, workspace.get(exec));
  if (rows == 0) return;
  Host const host;
  Detail::host_overflow_sums<Semiring>(host, A.list, A.host_offsets, x_on_host, host_sums);
  if constexpr (!Impl::launches_block_v<Host>) Impl::fence(host, "Araios::spmv_hyb_overlapped: the host has its sums");
  Kokkos::deep_copy(exec, sums, host_sums);
  Impl::fence(exec, "Araios::spmv_hyb_overlapped: the sums of the host are on the device");
  Detail::add_overflow_sums(exec, A.overflow_rows, sums, out);
}

}  // namespace Araios::Perf
