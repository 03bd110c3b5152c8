// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// SpMV: a sparse matrix of any format times a vector.

#include <Araios/core/aliasing.hpp>
#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/profiling.hpp>
#include <Araios/core/semiring.hpp>
#include <Araios/core/unmanaged.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/argument_types.hpp>
#include <Araios/formats/check_operands.hpp>
#include <Araios/formats/for_each_array.hpp>
#include <Araios/formats/format.hpp>
#include <Araios/formats/validate/dok.hpp>
#include <Araios/formats/validate/hypersparse.hpp>
#include <Araios/formats/validate/packet.hpp>
#include <Araios/formats/validate/padded.hpp>
#include <Araios/formats/validate/structured.hpp>
#include <Araios/operations/spmv/bsr.hpp>
#include <Araios/operations/spmv/coo.hpp>
#include <Araios/operations/spmv/core.hpp>
#include <Araios/operations/spmv/csr.hpp>
#include <Araios/operations/spmv/dia.hpp>
#include <Araios/operations/spmv/dia_csr.hpp>
#include <Araios/operations/spmv/dok.hpp>
#include <Araios/operations/spmv/ell.hpp>
#include <Araios/operations/spmv/hyb.hpp>
#include <Araios/operations/spmv/hypersparse.hpp>
#include <Araios/operations/spmv/jds.hpp>
#include <Araios/operations/spmv/options.hpp>
#include <Araios/operations/spmv/packet.hpp>
#include <Araios/operations/spmv/sell.hpp>

#include <Kokkos_Core.hpp>

#include <concepts>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace Araios {

namespace Impl::spmv {
/// Refuses what would be read or written outside of its memory, or written while it is read.
template <SparseMatrix Matrix, class X, class Y>
void check_spmv_arguments(Op op, Matrix const& A, X const& x, Y const& y) {
  check_enumerator(op, Op::conjugate_transpose, "Araios::spmv: Op");
  bool const transposed = op != Op::none;
  std::int64_t const m = A.num_rows();
  std::int64_t const n = A.num_cols();
  check_equal(x.extent(0), transposed ? m : n,
              transposed ? "Araios::spmv: length of x, rows of A" : "Araios::spmv: length of x, columns of A");
  check_equal(y.extent(0), transposed ? n : m,
              transposed ? "Araios::spmv: length of y, columns of A" : "Araios::spmv: length of y, rows of A");
  check_memory(x, "Araios::spmv: x");
  check_memory(y, "Araios::spmv: y");
  check_disjoint("Araios::spmv", x, "x", y, "y");
  check_disjoint_from_arrays("Araios::spmv", y, "y", A, "A");
}

/// out := alpha op(A) x + beta y, after all checks. This is where the products of a format are instantiated.
template <SemiringType Semiring, class Exec, class Matrix, class X, class Output>
void multiply(Exec const& exec, Matrix const& A, X const& x, Output const& out, SpmvOptions const& options,
              WorkspaceFor<Exec>& workspace) {
  using Space = typename Exec::memory_space;
  if (A.nnz() == 0 || is_annihilating<Semiring>(out.alpha))
    return spmv_scale(exec, static_cast<std::int64_t>(out.y.extent(0)), out, "Araios::spmv::scale");
  if (options.op == Op::none)
    return Spmv<Matrix>::template apply<Semiring>(exec, options, A, x, out, workspace.get(exec));
  bool const conjugate = options.op == Op::conjugate_transpose;
  if constexpr (HasTransposedProduct<Matrix, Semiring, Exec, X, Output, Space>) {
    Spmv<Matrix>::template apply_transposed<Semiring>(exec, options, conjugate, A, x, out, workspace.get(exec));
  } else {
    spmv_scale(exec, A.num_cols(), out, "Araios::spmv::scale");
    Spmv<Matrix>::visit(exec, "Araios::spmv::scatter", A, SpmvScatter<Semiring, X, Output>{x, out, conjugate});
  }
}
}  // namespace Impl::spmv

/// y := alpha op(A) x + beta y, in the arithmetic of a semiring
///
/// Shapes        A is m-by-n. op none: x has n elements, y has m. Otherwise x has m, y has n.
/// Requires      A as checked by its `validate`. y overlaps neither x nor A. alpha is finite, and so is its product
///               with each sum of a part of a row: rows are added in pieces, the first of which may be alpha times 0.
///               Over MaxTimes alpha is not negative.
/// Sums          use the type T of y: values and x are converted to it before they are multiplied. The error of a row of
///               k entries is at most k ulp of the sum of the sizes of its products: of a row of millions
///               of floats, take a y of double.
/// beta == 0     y is overwritten: its old values do not matter, even NaN. In other semirings 0 is their zero. Where
///               alpha is 0, neither A nor x is read.
/// Cost          op none reads A and x once and writes y, in 1 kernel; CSR by `merge` takes 2 (`automatic` and plans on
///               CUDA 1 where no row is very long), CSC and DOK, which are scattered, 2, and COO, HYB, DIA + CSR and
///               packet, which have tiles or two parts, up to 5. Transposed: DIA 1, CSC as CSR of op none, others 2 or
///               3, which add entry by entry with atomics: for repeated SpMV, SpmvPlan is many times faster.
/// Asynchronous  yes, except for the first SpMV on a GPU by SpmvMethod::automatic of a CSR matrix, or of one that is
///               multiplied as CSR (CSC transposed, DCSR, the part of DIA + CSR or of packets that is CSR), which waits
///               for a kernel that scans the rows. The workspace keeps the answer for the arrays of the last 16 matrices,
///               with an Ordinal per 1,280 rows and entries where it is `merge`. Tiles (CSR by `merge`, CSC transposed,
///               COO, and the parts of HYB, DIA + CSR and packet that are one of these) take an Ordinal and a T, COO
///               two of each, per 1,280 (COO: 1,024) rows and entries from `workspace`.
/// Deterministic op none: run to run, except for formats that add entry by entry with atomics: CSC, DOK, and COO whose
///               entries are not sorted by row. By SpmvMethod::automatic on a GPU two things change the order of
///               additions, not the bound of its error: the capture of a CUDA graph, and another matrix of the same
///               size at the addresses of one that was multiplied before. Transposed: run to run with one thread, and
///               in DIA and CSC always; elsewhere only where additions are exact, as of MinPlus, MaxTimes and OrAnd.
/// Throws        std::invalid_argument when the lengths disagree, when y overlaps x or an array of A, when x or y is a
///               null pointer, for options that are no enumerators, and for a negative alpha over MaxTimes.
/// Source        Bell and Garland, 2008 (formats); Merrill and Garland, SC 2016 (merge).
template <SemiringType Semiring = PlusTimes, ExecutionSpace Exec>
void spmv(Exec const& exec, auto const& alpha, auto const& A, auto const& x, auto const& beta, auto const& y,
          SpmvOptions const& options = {}, WorkspaceFor<Exec> workspace = {}) {
  if constexpr (Impl::product_types_are_right<1, Semiring, Exec, decltype(alpha), decltype(A), decltype(x),
                                              decltype(beta), decltype(y)>()) {
    using T = typename std::remove_cvref_t<decltype(y)>::non_const_value_type;
    auto const& matrix = Impl::as_matrix(A);
    Impl::spmv::check_spmv_arguments(options.op, matrix, x, y);
    Impl::check_enumerator(options.method, SpmvMethod::merge, "Araios::spmv: SpmvMethod");
    Impl::check_operands(exec, "Araios::spmv", Impl::Operand("A", matrix));
    Impl::ScopedRegion const region("Araios::spmv");
    Impl::spmv::check_alpha<Semiring>("Araios::spmv", static_cast<T>(alpha));
    auto const out = Impl::spmv::output<Semiring>(static_cast<T>(alpha), static_cast<T>(beta), y);
    Impl::spmv::multiply<Semiring>(exec, Impl::spmv::operand(matrix), Impl::unmanaged_const(x), out, options,
                                   workspace);
  }
}
/// Options before the inputs, or a bool where they belong: refused, with the remedy.
template <SemiringType Semiring = PlusTimes, ExecutionSpace Exec, class... Others>
void spmv(Exec const&, SpmvOptions const&, Others const&...) {
  Impl::options_are_last<Exec>();
}
template <SemiringType Semiring = PlusTimes, ExecutionSpace Exec, class... Others>
void spmv(Exec const&, auto const&, auto const&, auto const&, auto const&, auto const&, std::same_as<bool> auto const&,
          Others const&...) {
  Impl::options_are_named<Exec>();
}
/// Without an instance: refused, with the remedy.
template <SemiringType Semiring = PlusTimes, class First, class... Others>
  requires(!ExecutionSpace<First>)
void spmv(First const&, Others const&...) {
  static_assert(Impl::always_false<First>, "Araios::spmv: pass an execution-space instance first, as in "
                                           "spmv(Kokkos::DefaultExecutionSpace(), 1.0, A, x, 0.0, y)");
}

}  // namespace Araios

#ifdef ARAIOS_COMPILED
#include <Araios/compiled/spmv.hpp>
#endif
