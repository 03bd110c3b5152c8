// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Products of CSR and CSC matrices with a vector: which method, and the two ways round.

#include <Araios/core/execution.hpp>
#include <Araios/formats/csc.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/operations/impl/spmv_core.hpp>
#include <Araios/operations/impl/spmv_csr_adaptive.hpp>
#include <Araios/operations/impl/spmv_csr_merge.hpp>
#include <Araios/operations/impl/spmv_csr_rows.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>

namespace Araios::Impl {

/// `automatic` without an analysis: nothing is known of the rows but their mean length.
template <class Exec>
SpmvMethod spmv_method(Exec const& exec, SpmvMethod method, [[maybe_unused]] std::int64_t num_rows,
                       [[maybe_unused]] std::int64_t nnz) {
  if (method == SpmvMethod::automatic && concurrency(exec) == 1) return SpmvMethod::rows;
  if (method != SpmvMethod::automatic && method != SpmvMethod::adaptive) return method;
#ifdef ARAIOS_HAVE_CUDA_LAUNCH
  if constexpr (is_cuda_v<Exec>)
    if (method == SpmvMethod::adaptive ||
        static_cast<double>(nnz) <= spmv_row_tuning.long_rows * static_cast<double>(num_rows))
      return SpmvMethod::adaptive;
#endif
  return SpmvMethod::merge;
}

template <class S, class O, class F, class M>
struct Spmv<CsrMatrix<S, O, F, M>> {
  using Matrix = CsrMatrix<S, O, F, M>;

  template <class Semiring, class Exec, class X, class Output, class Space>
  static void apply(Exec const& exec, SpmvOptions const& options, Matrix const& A, X const& x, Output const& out,
                    Workspace<Space>& workspace) {
    SpmvMethod const method = spmv_method(exec, options.method, A.num_rows(), static_cast<std::int64_t>(A.nnz()));
    if (method == SpmvMethod::merge) return spmv_csr_merge<Semiring>(exec, A, x, out, workspace);
#ifdef ARAIOS_HAVE_CUDA_LAUNCH
    if constexpr (is_cuda_v<Exec>)
      if (method == SpmvMethod::adaptive) return spmv_csr_adaptive<Semiring>(exec, A, x, out, workspace);
#endif
    spmv_csr_rows<Semiring>(exec, spmv_row_shape(A.num_rows(), std::int64_t(A.nnz())), A, x, out);
  }

  /// Entry by entry where many threads are at work, so that no row is too long; row by row on a host.
  template <class Exec, class Visitor>
  ARAIOS_NOT_INLINED static void visit(Exec const& exec, std::string const& label, Matrix const& A,
                                       Visitor const& visitor) {
    if constexpr (is_gpu_v<Exec>)
      Kokkos::parallel_for(
          label, range(exec, tiles_for(A.nnz(), entries_per_visit)), KOKKOS_LAMBDA(std::int64_t t) {
            std::int64_t p = t * entries_per_visit;
            std::int64_t const end = p + entries_per_visit < static_cast<std::int64_t>(A.nnz())
                                         ? p + entries_per_visit
                                         : static_cast<std::int64_t>(A.nnz());
            std::int64_t i = row_of(A, p);
            for (; p < end; ++p) {
              while (static_cast<std::int64_t>(A.row_map(i + 1)) <= p) ++i;
              visitor(i, A.entries(p), A.values(p));
            }
          });
    else
      Kokkos::parallel_for(
          label, range(exec, A.num_rows()), KOKKOS_LAMBDA(std::int64_t i) {
            for (auto p = A.row_map(i); p < A.row_map(i + 1); ++p) visitor(i, A.entries(p), A.values(p));
          });
  }

  static constexpr int entries_per_visit = 8;  // of a work item on a GPU: one search in row_map for so many

  /// The last row that begins at or before position p.
  KOKKOS_FUNCTION static std::int64_t row_of(Matrix const& A, std::int64_t p) {
    std::int64_t low = 0;
    std::int64_t high = A.num_rows();
    while (high - low > 1) {
      std::int64_t const middle = low + (high - low) / 2;
      if (static_cast<std::int64_t>(A.row_map(middle)) <= p)
        low = middle;
      else
        high = middle;
    }
    return low;
  }
};

/// The columns of A are the rows of its transpose: what is a sum there is a scatter here, and the other way round.
template <class S, class O, class F, class M>
struct Spmv<CscMatrix<S, O, F, M>> {
  using Matrix = CscMatrix<S, O, F, M>;
  using Transposed = Spmv<CsrMatrix<S, O, F, M>>;

  template <class Semiring, class Exec, class X, class Output, class Space>
  static void apply(Exec const& exec, SpmvOptions const&, Matrix const& A, X const& x, Output const& out,
                    Workspace<Space>&) {
    spmv_scale(exec, A.num_rows(), out, "Araios::spmv::scale");
    Transposed::visit(exec, "Araios::spmv::scatter", A.transposed(), SpmvScatter<Semiring, X, Output>{x, out, false});
  }

  template <class Semiring, class Exec, class X, class Output, class Space>
  static void apply_transposed(Exec const& exec, SpmvOptions const& options, bool conjugate, Matrix const& A,
                               X const& x, Output const& out, Workspace<Space>& workspace) {
    auto const transposed = A.transposed();
    if constexpr (is_complex_v<S>)
      if (conjugate)
        return Transposed::template apply<WithConjugates<Semiring>>(exec, options, transposed, x, out, workspace);
    Transposed::template apply<Semiring>(exec, options, transposed, x, out, workspace);
  }

  template <class Exec, class Visitor>
  static void visit(Exec const& exec, std::string const& label, Matrix const& A, Visitor const& visitor) {
    Transposed::visit(exec, label, A.transposed(), Exchanged<Visitor>{visitor});
  }

  template <class Visitor>
  struct Exchanged {
    Visitor visitor;
    template <class Value>
    KOKKOS_FUNCTION void operator()(std::int64_t j, std::int64_t i, Value const& value) const {
      visitor(i, j, value);
    }
  };
};

}  // namespace Araios::Impl
