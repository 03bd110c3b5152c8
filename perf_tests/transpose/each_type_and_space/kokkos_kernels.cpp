// SPDX-License-Identifier: Apache-2.0
#ifdef ARAIOS_HAVE_KOKKOS_KERNELS
#include "baselines/kokkos_kernels.hpp"
#include "harness/types.hpp"
#include "transpose/transpose_case.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>

namespace Araios::Perf {

namespace {

// Sorts every row, by column and by the bytes of the values: in parallel, chance decides the order of entries of one
// column. A row that claims to be sorted is only put in order where columns are equal.
template <class Scalar>
HostMatrix<Scalar> in_order(HostMatrix<Scalar> const& A, bool sorted) {
  auto const B = allocate_csr<Scalar, int, int>(Host(), "Araios::Perf::in_order", A.num_rows(), A.nnz());
  std::vector<int> order(A.nnz());
  std::iota(order.begin(), order.end(), 0);
  auto const by_column = [&](int p, int q) { return A.entries(p) < A.entries(q); };
  auto const by_value = [&](int p, int q) {
    if constexpr (is_pattern_v<Scalar>)
      return false;
    else
      return std::memcmp(A.values.data() + p, A.values.data() + q, sizeof(Scalar)) < 0;
  };
  for (int row = 0; row < A.num_rows(); ++row) {
    auto const end = order.begin() + A.row_map(row + 1);
    auto begin = order.begin() + A.row_map(row);
    if (!sorted) std::sort(begin, end, by_column);
    while (begin != end) {
      auto const next = std::find_if(begin, end, [&](int p) { return A.entries(p) != A.entries(*begin); });
      std::sort(begin, next, by_value);
      begin = next;
    }
  }
  Kokkos::deep_copy(B.row_map, A.row_map);
  for (int p = 0; p < A.nnz(); ++p) {
    B.entries(p) = A.entries(order[p]);
    if constexpr (!is_pattern_v<Scalar>) B.values(p) = A.values(order[p]);
  }
  return HostMatrix<Scalar>(A.num_rows(), A.num_cols(), B);
}

template <bool Sort, class On>
void time_kokkos_kernels(On& on, Result& result) {
  using Scalar = typename On::Scalar;
  using Exec = typename On::Exec;
  if (on.program.suite) return;
  auto const& exec = on.exec();
  auto const transpose_into = [&](auto const& from, auto const& arrays) {
    kokkos_kernels_transpose<Exec>(from, arrays);
    if (Sort) kokkos_kernels_sort<Exec>(arrays);
  };
  auto const end_to_end = [&] {
    auto const A = copy_to<typename On::Space>(on.what.A);
    auto const arrays = allocate_csr<Scalar, int, int>(exec, "Araios::Perf::transpose", A.num_cols(), A.nnz());
    transpose_into(A, arrays);
    exec.fence();
    Matrix<Scalar, typename On::Space> const B(A.num_cols(), A.num_rows(), arrays);
    return HostMatrix<Scalar>(copy_to<Kokkos::HostSpace>(B));
  };
  time_transpose(
      on, in_order(on.what.expected, true), result, [&] { transpose_into(on.A, on.B); }, end_to_end,
      [](HostMatrix<Scalar> const& matrix) { return in_order(matrix, Sort); });
}

using KernelsOn = TransposeOn<PerfSpace, PerfScalar>;
Candidate<KernelsOn> const unsorted("transpose", "Kokkos Kernels", "transpose_matrix",
                                    time_kokkos_kernels<false, KernelsOn>);
Candidate<KernelsOn> const sorted("transpose", "Kokkos Kernels", "transpose_matrix, sort_crs_matrix",
                                  time_kokkos_kernels<true, KernelsOn>);

}  // namespace

}  // namespace Araios::Perf
#endif
