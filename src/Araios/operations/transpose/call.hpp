// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Transposition by the method that is chosen: what other rooms call.
///
/// The sizes of A alone decide, so that nothing is read back: one work item in spaces of one thread; buckets or windows
/// of columns (host/buckets.hpp) on other hosts; on CUDA one launch (fused/fused.hpp) for small matrices, and buckets
/// (bucket/bucket.hpp), after a check for symmetry where A is square; on other GPUs, and where buckets do not apply, a
/// sort (radix.hpp).

#include <Araios/core/checks.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/operations/transpose/bucket/bucket.hpp>
#include <Araios/operations/transpose/bucket/layout.hpp>
#include <Araios/operations/transpose/fused/fused.hpp>
#include <Araios/operations/transpose/host/buckets.hpp>
#include <Araios/operations/transpose/options.hpp>
#include <Araios/operations/transpose/radix.hpp>
#include <Araios/operations/transpose/serial.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace Araios::Impl::transpose {

/// A method, the reason for it, and the buckets that it has on a GPU.
struct Choice : TransposeChoice {
  BucketSizes buckets = {};
};

/// The method that runs, and why: `choose_transpose`.
template <class Exec>
Choice choose(Exec const& exec, std::int64_t m, std::int64_t n, std::int64_t k, TransposeOptions const& options) {
  bool const automatic = options.method == TransposeMethod::automatic;
  bool const fused = options.method == TransposeMethod::fused;
  bool const buckets =
      options.method == TransposeMethod::bucket || options.method == TransposeMethod::symmetric || fused;
  if (!automatic && !buckets) return {{options.method, "requested by the options"}};
  if constexpr (is_gpu_v<Exec>) {
    if ((fused || automatic) && fused_is_applicable(exec, fused, m, n, k))
      return {{TransposeMethod::fused,
               fused ? "requested by the options" : "so small that launches would cost more than the work"}};
    auto const sizes = bucket_sizes(exec, m, n, k);
    if (sizes.buckets == 0)
      return {{TransposeMethod::radix,
               "sorting, which is applicable on every GPU and to every size; buckets are not applicable here"}};
    if (options.method == TransposeMethod::bucket)
      return {{TransposeMethod::bucket, "requested by the options"}, sizes};
    if (fused) return {{TransposeMethod::bucket, "too large to be fused"}, sizes};
    if (m == n)
      return {{TransposeMethod::symmetric, "a square matrix may have a symmetric pattern; a check of it costs little"},
              sizes};
    return {{TransposeMethod::bucket, "not square, so not symmetric, and buckets move each entry twice only"}, sizes};
  } else {
    if (!automatic) return {{TransposeMethod::bucket, "requested by the options"}};
    if (concurrency(exec) == 1) return {{TransposeMethod::serial, "one thread: one pass is fastest"}};
    return {{TransposeMethod::bucket,
             "threads count in windows or buckets of columns, in memory that does not grow with them"}};
  }
}

/// Bytes of workspace that the options allow for k entries.
inline std::int64_t workspace_allowed(TransposeOptions const& options, std::int64_t k) {
  constexpr std::int64_t by_default = 16;  // per entry, as cusparseCsr2cscEx2
  return options.max_workspace_bytes >= 0 ? options.max_workspace_bytes : by_default * k;
}

/// B := transpose of A with values(p) as the value of entry p, by a method that `automatic` chooses. `values` is a
/// View, or a function of p.
///
/// Only the methods that `automatic` can choose in Exec are instantiated here: half of all. A has the pattern only, so
/// that matrices of const and of other values share them.
template <class Exec, class Ordinal, class Offset, class SpaceA, class Values, class Arrays, class Space>
void transpose_automatic(Exec const& exec, [[maybe_unused]] Choice const& choice,
                         [[maybe_unused]] std::int64_t max_workspace_bytes,
                         CsrMatrix<Pattern, Ordinal, Offset, SpaceA> const& A, Values const& values, Arrays const& B,
                         Workspace<Space>& workspace) {
  if constexpr (is_serial_v<Exec>) {
    transpose_serial(exec, A, values, B);
  } else if constexpr (!is_gpu_v<Exec>) {
    if (choice.method == TransposeMethod::serial) return transpose_serial(exec, A, values, B);
    transpose_bucket_host(exec, A, values, B, workspace);
  } else {
#ifdef ARAIOS_HAVE_CUDA_LAUNCH
    if constexpr (is_cuda_v<Exec>) {
      if (choice.method == TransposeMethod::fused) return transpose_fused_cuda(exec, A, values, B, workspace);
      if (choice.method != TransposeMethod::radix)
        return transpose_bucket_cuda(exec, A, values, B, choice.buckets, choice.method == TransposeMethod::symmetric,
                                     max_workspace_bytes, workspace);
    }
#endif
    transpose_radix(exec, A, values, B, workspace);
  }
}

/// B := transpose of A, whose arrays have the lengths that `transpose` requires.
template <class Exec, class Matrix, class Arrays, class Space>
void call(Exec const& exec, Matrix const& A, Arrays const& B, Workspace<Space>& workspace) {
  auto const k = static_cast<std::int64_t>(A.nnz());
  if (k == 0) return fill(exec, B.row_map, OffsetOf<Matrix>(0));
  TransposeOptions const options;
  transpose_automatic(
      exec, choose(exec, A.num_rows(), A.num_cols(), k, options), workspace_allowed(options, k), borrow_csr<Pattern>(A),
      borrowed<Araios::ValuesViewOf<ScalarOf<Matrix> const, typename Matrix::memory_space>>(A.values), B, workspace);
}

/// New arrays for the transpose of A.
template <class Exec, class Matrix>
auto allocate_transpose(Exec const& exec, Matrix const& A) {
  return allocate_csr<ScalarOf<Matrix>, OrdinalOf<Matrix>, OffsetOf<Matrix>>(exec, "Araios::transpose", A.num_cols(),
                                                                             std::int64_t(A.nnz()));
}

/// The transpose of A as a new matrix.
template <class Exec, class Matrix, class Space>
auto call(Exec const& exec, Matrix const& A, Workspace<Space>& workspace) {
  auto const B = allocate_transpose(exec, A);
  call(exec, A, B, workspace);
  return Rebind<Matrix, Space>(A.num_cols(), A.num_rows(), B);
}

}  // namespace Araios::Impl::transpose

#ifdef ARAIOS_COMPILED
#include <Araios/compiled/transpose.hpp>
#endif
