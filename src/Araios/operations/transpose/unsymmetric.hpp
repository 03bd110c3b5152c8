// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Transposition of a matrix whose pattern is not symmetric, with values of at most 8 bytes: what graph algorithms call.
///
/// The methods are those of `transpose_automatic` without the check for symmetry, without a launch of its own for small
/// matrices, and without buckets in place, which only wider values, more than 2^32 entries or a bound of the workspace
/// need. Half of the headers, and a third of the kernels.

#include <Araios/core/execution.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/operations/transpose/bucket/by_records/steps.hpp>
#include <Araios/operations/transpose/bucket/layout.hpp>
#include <Araios/operations/transpose/host/buckets.hpp>
#include <Araios/operations/transpose/problem.hpp>
#include <Araios/operations/transpose/radix.hpp>
#include <Araios/operations/transpose/serial.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <limits>

namespace Araios::Impl::transpose {

/// The transpose of the pattern A with values(p), for entry p of A, as values of type Scalar.
template <class Scalar, class Exec, class Ordinal, class Offset, class Space, class Values>
auto unsymmetric(Exec const& exec, CsrMatrix<Pattern, Ordinal, Offset, Space> const& A, Values const& values,
                 Workspace<Space>& workspace) {
  static_assert(is_pattern_v<Scalar> || sizeof(Scalar) <= 8);
  std::int64_t const m = A.num_rows(), n = A.num_cols(), k = static_cast<std::int64_t>(A.nnz());
  auto const B = allocate_csr<Scalar, Ordinal, Offset>(exec, "Araios::transpose", n, k);
  auto const move = [&] {
    if (k == 0) return fill(exec, B.row_map, Offset(0));
    if constexpr (is_serial_v<Exec>) {
      transpose_serial(exec, A, values, B);
    } else if constexpr (!is_gpu_v<Exec>) {
      if (concurrency(exec) == 1) return transpose_serial(exec, A, values, B);
      transpose_bucket_host(exec, A, values, B, workspace);
    } else {
#ifdef ARAIOS_HAVE_CUDA_LAUNCH
      if constexpr (is_cuda_v<Exec>)
        if (auto const sizes = bucket_sizes(exec, m, n, k); sizes.buckets > 0) {
          auto const problem = transpose_problem(A, values, B);
          if (auto const layout =
                  record_layout_within(exec, problem, sizes, false, std::numeric_limits<std::int64_t>::max()))
            return transpose_records_cuda(exec, problem, *layout, workspace);
        }
#endif
      transpose_radix(exec, A, values, B, workspace);
    }
  };
  move();
  return CsrMatrix<Scalar, Ordinal, Offset, Space>(n, m, B);
}

}  // namespace Araios::Impl::transpose
