// SPDX-License-Identifier: Apache-2.0
//
// The product of a HYB matrix whose list stays with the host, which multiplies it while the device multiplies ELL. It is
// worth it only where the list is so short that the host, at a twentieth of the bandwidth, is done before the device.
// Source: the CSE 599 I lecture on sparse formats; Bell and Garland, 2008.
#include "harness/types.hpp"
#include "spmv/spmv_case.hpp"

#include <Araios/convert.hpp>
#include <Araios/spmv.hpp>

#include <cstdint>
#include <optional>
#include <stdexcept>

namespace Araios::Perf {

namespace Detail {

/// sums(s) := the product of row s of the list, on the host.
template <class List, class Offsets, class X, class Sums>
void host_overflow_sums(List const& list, Offsets const& offsets, X const& x, Sums const& sums) {
  using T = typename Sums::non_const_value_type;
  Host const host;
  auto const columns = list.col_indices;
  auto const values = list.values;
  Kokkos::parallel_for("Araios::Perf::host_overflow_sums", range(host, static_cast<std::int64_t>(sums.extent(0))),
                       [=](std::int64_t s) {
                         T sum(0);
                         for (auto q = offsets(s); q < offsets(s + 1); ++q)
                           if constexpr (is_pattern_v<typename List::Scalar>)
                             sum += static_cast<T>(x(columns(q)));
                           else
                             sum += static_cast<T>(values(q)) * static_cast<T>(x(columns(q)));
                         sums(s) = sum;
                       });
  host.fence();
}

/// y(rows(s)) += sums(s)
template <class Exec, class Rows, class Sums, class Y>
ARAIOS_NOT_INLINED void add_overflow_sums(Exec const& exec, Rows const& rows, Sums const& sums, Y const& y) {
  Kokkos::parallel_for(
      "Araios::Perf::add_overflow_sums", range(exec, static_cast<std::int64_t>(rows.extent(0))),
      KOKKOS_LAMBDA(std::int64_t s) { y(rows(s)) += sums(s); });
}

}  // namespace Detail

namespace {

/// A HYB matrix in two memories: ELL, and which rows overflow, in that of the device; the list and its offsets in that of
/// the host.
template <class Ell, class Rows, class List, class Offsets>
struct OnTwoSides {
  Ell ell;
  Rows overflow_rows;
  List list;
  Offsets offsets;

  std::int64_t bytes() const {
    auto const bytes_of = [](auto const& view) {
      return static_cast<std::int64_t>(view.extent(0) * sizeof(*view.data()));
    };
    return ell.bytes() + list.bytes() + bytes_of(overflow_rows) + bytes_of(offsets);
  }

  /// y := A x. Waits for exec, when the sums of the host are on the device.
  template <class Exec, class X, class XOnHost, class Y>
  void multiply(Exec const& exec, X const& x, XOnHost const& x_on_host, Y const& y,
                Workspace<typename Exec::memory_space>& workspace) const {
    using Space = typename Exec::memory_space;
    using T = typename Y::non_const_value_type;
    auto const rows = static_cast<std::int64_t>(overflow_rows.extent(0));
    typename Workspace<Space>::Frame const frame(workspace);
    auto const sums = workspace.template take<Kokkos::View<T*, Space>>(exec, rows);
    auto const host_sums = allocate<Kokkos::View<T*, Kokkos::HostSpace>>(Host(), "Araios::Perf::host_sums", rows);
    spmv(exec, T(1), ell, x, T(0), y, SpmvOptions{}, workspace);
    if (rows == 0) return;
    Detail::host_overflow_sums(list, offsets, x_on_host, host_sums);
    Kokkos::deep_copy(exec, sums, host_sums);
    exec.fence();
    Detail::add_overflow_sums(exec, overflow_rows, sums, y);
  }
};

// On a host there is nothing to overlap with: only to see that it is right.
template <class On>
void time_hyb_overlapped(On& on, Result const& named) {
  if (!Araios::is_gpu_v<typename On::Exec> && !on.program.common.smoke) return;
  for_each_op(on, named, [&](Result& result, auto const& operands, bool transposed) {
    if (transposed) return;
    Workspace<typename On::Space> workspace, of_products;
    auto const convert = [&] {
      auto const hyb = Araios::convert<Format::hyb>(on.exec(), on.A, HybOptions{}, workspace);
      on.exec().fence();
      auto const list = copy_to<Kokkos::HostSpace>(hyb.coo);
      auto const offsets = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), hyb.overflow_offsets);
      using Both = OnTwoSides<decltype(hyb.ell), decltype(hyb.overflow_rows), decltype(list), decltype(offsets)>;
      return Both{hyb.ell, hyb.overflow_rows, list, offsets};
    };
    std::optional<decltype(convert())> X;
    try {
      result.set_up = on.bench.set_up([&] { X.emplace(convert()); }, [&] { X.reset(); });
    } catch (std::invalid_argument const& refusal) {
      result.note = refusal.what();
      result.matrix_bytes = -1;
      return;
    }
    result.matrix_bytes = X->bytes();
    time_product(on, operands, result, [&] { X->multiply(on.exec(), operands.x, on.what.x, operands.y, of_products); });
    result.workspace_bytes = of_products.peak_bytes();
  });
}

using OverlappedOn = SpmvOn<PerfSpace, PerfType>;
Candidate<OverlappedOn> const hyb_overlapped("spmv", "Araios", "hyb_overlapped", time_hyb_overlapped<OverlappedOn>,
                                             {.word = "hyb_overlapped"});

}  // namespace

}  // namespace Araios::Perf
