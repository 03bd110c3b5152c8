// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// SpMV for CSR and CSC matrices: the choice of a method, and the two directions.

#include <Araios/core/execution.hpp>
#include <Araios/core/instance.hpp>
#include <Araios/core/search.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/csc.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/operations/spmv/analysis.hpp>
#include <Araios/operations/spmv/core.hpp>
#include <Araios/operations/spmv/csr_merge.hpp>
#include <Araios/operations/spmv/csr_rows.hpp>
#include <Araios/operations/spmv/csr_whole_rows.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>

namespace Araios::Impl::spmv {

template <class S, class O, class F, class M>
CsrMatrix<S const, O, F, M> operand(CsrMatrix<S, O, F, M> const& A) {
  return borrow_csr<S const>(A);
}

/// What is known of the rows of A without a plan: on a GPU the first SpMV scans them, and the workspace keeps the
/// answer for arrays at these addresses. If other rows are stored there later, the answer stays correct for them, but
/// may not be the fastest. nullptr: nothing is known; in other spaces, and while a graph is captured, which may outlive
/// the memo.
template <class Exec, class Matrix, class Space>
auto spmv_memo(Exec const& exec, Matrix const& A, Workspace<Space>& workspace) -> typename Workspace<Space>::Memo* {
  if constexpr (is_gpu_v<Exec>) {
    if (is_being_captured(exec)) return nullptr;
    auto const number = [](auto const& view) { return reinterpret_cast<std::uintptr_t>(view.data()); };
    auto const num_rows = static_cast<std::int64_t>(A.num_rows());
    auto const nnz = static_cast<std::int64_t>(A.nnz());
    typename Workspace<Space>::Key const key{number(A.row_map), number(A.entries),
                                             static_cast<std::uintptr_t>(num_rows), static_cast<std::uintptr_t>(nnz)};
    if (auto* const known = workspace.recall(key)) return known;
    return workspace.remember(key, choose_spmv_kernel(exec, A, value_bytes_v<typename Matrix::Scalar>, false).number());
  } else {
    return nullptr;
  }
}

template <class S, class O, class F, class M>
struct Spmv<CsrMatrix<S, O, F, M>> {
  using Matrix = CsrMatrix<S, O, F, M>;

  template <SemiringType Semiring, class Exec, class X, class Output, class Space>
  static void apply(Exec const& exec, SpmvOptions const& options, Matrix const& A, X const& x, Output const& out,
                    Workspace<Space>& workspace) {
    if (options.method == SpmvMethod::automatic)
      if (auto* const memo = spmv_memo(exec, A, workspace); memo != nullptr)
        return apply<Semiring>(exec, *memo, A, x, out, workspace);
    bool const is_merge =
        options.method == SpmvMethod::merge || (options.method == SpmvMethod::automatic && concurrency(exec) > 1);
    if (is_merge) return spmv_csr_merge<Semiring>(exec, A, x, out, workspace);
    spmv_csr_rows<Semiring>(exec, spmv_row_shape(A.num_rows(), std::int64_t(A.nnz()), value_bytes_v<S>), A, x, out);
  }

  /// With a memo, whose tiles are a guess, which the kernels check.
  template <SemiringType Semiring, class Exec, class X, class Output, class Space>
  static void apply(Exec const& exec, typename Workspace<Space>::Memo& memo, Matrix const& A, X const& x,
                    Output const& out, Workspace<Space>& workspace) {
    auto const [kernel, shape] = SpmvChoice::of_number(memo.number);
    if (kernel == SpmvKernel::rows) return spmv_csr_rows<Semiring>(exec, shape, A, x, out);
#ifdef ARAIOS_HAVE_CUDA_LAUNCH
    if constexpr (is_cuda_v<Exec>) {
      using T = typename Output::value_type;
      std::int64_t const tile = spmv_tile<Exec>(kernel);
      std::int64_t const tiles = tiles_for(A.num_rows() + std::int64_t(A.nnz()), tile);
      auto const bytes = static_cast<std::size_t>(tiles + 1) * sizeof(O);
      bool const is_new = memo.array.extent(0) != bytes;
      if (is_new)
        memo.array = allocate<Kokkos::View<char*, Space>>(exec, "Araios::spmv::first_rows", std::int64_t(bytes));
      Kokkos::View<O*, Space> const first_rows(reinterpret_cast<O*>(memo.array.data()), tiles + 1);
      if (is_new) spmv_find_tiles(exec, A, first_rows, tile);
      if (kernel == SpmvKernel::whole_rows)
        return spmv_csr_whole_rows<Semiring, FirstRowsState::guessed>(exec, A, x, out, first_rows);
      typename Workspace<Space>::Frame const frame(workspace);
      auto const carry_sums = workspace.template take<Kokkos::View<T*, Space>>(exec, tiles);
      return spmv_csr_merge<Semiring, FirstRowsState::guessed>(exec, A, x, out, first_rows, carry_sums);
    }
#endif
    spmv_csr_merge<Semiring>(exec, A, x, out, workspace);
  }

  /// Entry by entry where there are many threads, so that rows may have any length; row by row on a host.
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

  static constexpr int entries_per_visit = 8;  // per work item on a GPU, which share one search in row_map

  /// The last row that begins at or before position p.
  KOKKOS_FUNCTION static std::int64_t row_of(Matrix const& A, std::int64_t p) {
    return last_at_most(A.row_map, std::int64_t(0), static_cast<std::int64_t>(A.num_rows()), p);
  }
};

/// The columns of A are the rows of its transpose: a sum becomes a scatter, and the reverse.
template <class S, class O, class F, class M>
struct Spmv<CscMatrix<S, O, F, M>> {
  using Matrix = CscMatrix<S, O, F, M>;
  using Transposed = Spmv<CsrMatrix<S, O, F, M>>;

  template <SemiringType Semiring, class Exec, class X, class Output, class Space>
  static void apply(Exec const& exec, SpmvOptions const&, Matrix const& A, X const& x, Output const& out,
                    Workspace<Space>&) {
    spmv_scale(exec, A.num_rows(), out, "Araios::spmv::scale");
    Transposed::visit(exec, "Araios::spmv::scatter", A.transposed(), SpmvScatter<Semiring, X, Output>{x, out, false});
  }

  template <SemiringType Semiring, class Exec, class X, class Output, class Space>
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

}  // namespace Araios::Impl::spmv
