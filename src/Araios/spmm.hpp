// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// SpMM: a sparse matrix of any format times a dense matrix.

#include <Araios/core/aliasing.hpp>
#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/profiling.hpp>
#include <Araios/core/semiring.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/argument_types.hpp>
#include <Araios/formats/check_operands.hpp>
#include <Araios/formats/for_each_array.hpp>
#include <Araios/formats/validate/dok.hpp>
#include <Araios/formats/validate/hypersparse.hpp>
#include <Araios/formats/validate/packet.hpp>
#include <Araios/formats/validate/padded.hpp>
#include <Araios/formats/validate/structured.hpp>
#include <Araios/operations/spmm/by_rows.hpp>
#include <Araios/operations/spmm/core.hpp>
#include <Araios/operations/spmm/cuda.hpp>
#include <Araios/operations/spmm/in_place.hpp>
#include <Araios/operations/spmm/options.hpp>
#include <Araios/operations/spmm/rows.hpp>
#include <Araios/spmv.hpp>

#include <Kokkos_Core.hpp>

#include <concepts>
#include <cstdint>
#include <type_traits>

namespace Araios {

namespace Impl::spmm {

/// As check_spmv_arguments.
template <class Matrix, class X, class Y>
void check_spmm_arguments(Op op, Matrix const& A, X const& x, Y const& y) {
  check_enumerator(op, Op::conjugate_transpose, "Araios::spmm: Op");
  bool const transposed = op != Op::none;
  std::int64_t const m = A.num_rows(), n = A.num_cols();
  check_equal(x.extent(0), transposed ? m : n,
              transposed ? "Araios::spmm: rows of X, rows of A" : "Araios::spmm: rows of X, columns of A");
  check_equal(y.extent(0), transposed ? n : m,
              transposed ? "Araios::spmm: rows of Y, columns of A" : "Araios::spmm: rows of Y, rows of A");
  check_equal(x.extent(1), y.extent(1), "Araios::spmm: columns of X, columns of Y");
  check_memory(x, "Araios::spmm: X");
  check_memory(y, "Araios::spmm: Y");
  check_disjoint("Araios::spmm", x, "X", y, "Y");
  check_disjoint_from_arrays("Araios::spmm", y, "Y", A, "A");
}

/// SpMM of a CSR matrix with `columns` columns of X; columns is not 0, and A has entries.
template <class Exec, class Matrix, class X, class Output, class Space>
void spmm_of_rows(Exec const& exec, Matrix const& A, bool conjugate, std::int64_t columns, SpmmInput<X> const& x,
                  Output const& out, Workspace<Space>& workspace) {
  typename Workspace<Space>::Frame const frame(workspace);
  auto data = spmm_data(A, conjugate, columns, x, out);
  // Elements of a row of X that are not contiguous cost a cache line each. A copy costs as much as two entries per row.
  bool copies = columns > 1 && x.column_stride != 1 && std::int64_t(A.nnz()) > A.num_cols() / 2;
  if constexpr (is_gpu_v<Exec>) {
    if (copies && spmm_in_place_is_applicable(data, A.num_cols())) data.choice = spmm_in_place(exec, data, workspace);
  }
#ifdef ARAIOS_HAVE_CUDA_LAUNCH
  if constexpr (is_cuda_v<Exec>) copies = copies || !spmm_cuda_is_applicable(data);
#endif
  if (copies) data.x = spmm_copy_rows(exec, A.num_cols(), columns, x, data.choice, workspace);
#ifdef ARAIOS_HAVE_CUDA_LAUNCH
  if constexpr (is_cuda_v<Exec>)
    spmm_cuda(exec, data, workspace);
  else
#endif
    spmm_plain(exec, data, workspace);
}

/// The same for op(A), for all layouts of X and Y.
template <class Exec, class Matrix, class X, class Output, class Space>
void spmm_by_rows(Exec const& exec, Op op, Matrix const& A, std::int64_t columns, SpmmInput<X> const& x,
                  Output const& out, Workspace<Space>& workspace) {
  spmm_with_rows(exec, op, A, workspace, [&](auto const& rows, bool conjugate) {
    spmm_of_rows(exec, rows, conjugate, columns, x, out, workspace);
  });
}

}  // namespace Impl::spmm

/// Y := alpha op(A) X + beta Y, in the arithmetic of a semiring
///
/// Shapes        A is m-by-n, X and Y have the same number c of columns, each in any layout. op none: X has n rows, Y
///               has m. Otherwise X has m rows, Y has n.
/// Requires      A as checked by its `validate`. Y overlaps neither X nor A. alpha as of `spmv`.
/// beta == 0     Y is overwritten: its old values do not matter, even NaN. In other semirings 0 is their zero. Where
///               alpha is 0, neither A nor X is read.
/// Sums          use the type of Y: values and X are converted to it before they are multiplied.
/// Cost          CSR, op none, and CSC, transposed: 2 kernels, which read A once per 32 columns, a row of X per entry,
///               and write Y; on a CUDA GPU 2 more where c is above 32 and not a multiple of it. Rows and entries are
///               distributed evenly, for rows of any length. CSR, transposed, and CSC, op none: first a transposition.
///               COO: first a sort of its entries. Other formats: c times spmv.
///               An X stored by columns (LayoutLeft) is first copied by rows, unless A has few entries. On a GPU, where
///               Y is stored by columns, too, and rows and columns of A have fewer than 6 entries on average, a kernel
///               checks whether neighbouring rows have neighbouring columns, and none is long; then X is read in place,
///               and the other kernels, and the copy, are launched but do nothing.
/// Asynchronous  yes; other formats than CSR, CSC and COO as their spmv. From `workspace`: about c numbers per 1000
///               entries; the copy of X; and, where a transposition or a sort comes first, a copy of A and the workspace
///               of these.
/// Deterministic run to run; other formats than CSR, CSC and COO: as their spmv.
/// Throws        std::invalid_argument when the shapes disagree, when Y overlaps X or an array of A, when X or Y is a
///               null pointer, for an Op that is no enumerator, and for a negative alpha over MaxTimes.
/// Source        Merrill and Garland, SC 2016 (rows and entries as one list of work, carries).
template <SemiringType Semiring = PlusTimes, ExecutionSpace Exec>
void spmm(Exec const& exec, auto const& alpha, auto const& A, auto const& x, auto const& beta, auto const& y,
          SpmmOptions const& options = {}, WorkspaceFor<Exec> workspace = {}) {
  if constexpr (Impl::product_types_are_right<2, Semiring, Exec, decltype(alpha), decltype(A), decltype(x),
                                              decltype(beta), decltype(y)>()) {
    using T = typename std::remove_cvref_t<decltype(y)>::non_const_value_type;
    auto const& matrix = Impl::as_matrix(A);
    Impl::spmm::check_spmm_arguments(options.op, matrix, x, y);
    auto const columns = static_cast<std::int64_t>(y.extent(1));
    if (Impl::element_count(y) == 0) return;
    Impl::check_operands(exec, "Araios::spmm", Impl::Operand("A", matrix));
    Impl::ScopedRegion const region("Araios::spmm");
    Impl::spmv::check_alpha<Semiring>("Araios::spmm", static_cast<T>(alpha));
    auto const out = Impl::spmm::spmm_output<Semiring>(static_cast<T>(alpha), static_cast<T>(beta), y);
    if (matrix.nnz() == 0 || Impl::is_annihilating<Semiring>(out.alpha))
      return Impl::spmm::spmm_scale(exec, static_cast<std::int64_t>(y.extent(0)), columns, out);
    if constexpr (Impl::spmm::HasRows<Impl::MatrixType<decltype(A)>>) {
      Impl::spmm::spmm_by_rows(exec, options.op, Impl::spmv::operand(matrix), columns, Impl::spmm::spmm_input(x), out,
                               workspace.get(exec));
    } else {
      for (std::int64_t c = 0; c < columns; ++c)
        spmv<Semiring>(exec, alpha, matrix, Kokkos::subview(x, Kokkos::ALL(), c), beta,
                       Kokkos::subview(y, Kokkos::ALL(), c), SpmvOptions{.op = options.op}, workspace.get(exec));
    }
  }
}
/// Options before the inputs, or a bool where they belong: refused, with the remedy.
template <SemiringType Semiring = PlusTimes, ExecutionSpace Exec, class... Others>
void spmm(Exec const&, SpmmOptions const&, Others const&...) {
  Impl::options_are_last<Exec>();
}
template <SemiringType Semiring = PlusTimes, ExecutionSpace Exec, class... Others>
void spmm(Exec const&, auto const&, auto const&, auto const&, auto const&, auto const&, std::same_as<bool> auto const&,
          Others const&...) {
  Impl::options_are_named<Exec>();
}
/// Without an instance: refused, with the remedy.
template <SemiringType Semiring = PlusTimes, class First, class... Others>
  requires(!ExecutionSpace<First>)
void spmm(First const&, Others const&...) {
  static_assert(Impl::always_false<First>, "Araios::spmm: pass an execution-space instance first, as in "
                                           "spmm(Kokkos::DefaultExecutionSpace(), 1.0, A, X, 0.0, Y)");
}

}  // namespace Araios

#ifdef ARAIOS_COMPILED
#include <Araios/compiled/spmm.hpp>
#endif
