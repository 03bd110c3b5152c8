// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// A matrix whose format is known at run time only, ready for SpMV.

#include <Araios/core/concepts.hpp>
#include <Araios/core/semiring.hpp>
#include <Araios/core/unmanaged.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/argument_types.hpp>
#include <Araios/formats/coo.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/formats/format.hpp>
#include <Araios/formats/validate/dok.hpp>
#include <Araios/formats/validate/hypersparse.hpp>
#include <Araios/formats/validate/packet.hpp>
#include <Araios/formats/validate/padded.hpp>
#include <Araios/formats/validate/structured.hpp>
#include <Araios/operations/choose/formats.hpp>
#include <Araios/operations/convert/any.hpp>
#include <Araios/spmv.hpp>
#include <Araios/spmv_plan.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>
#include <utility>
#include <variant>

namespace Araios {

namespace Impl::choose {

/// The type that AnyMatrix holds for a matrix: CSR and COO with const values, others as they are.
template <class Matrix>
struct HeldAs {
  using type = Matrix;
};
template <class S, class O, class F, class M>
struct HeldAs<CsrMatrix<S, O, F, M>> {
  using type = CsrMatrix<std::remove_const_t<S> const, O, F, M>;
};
template <class S, class O, class F, class M>
struct HeldAs<CooMatrix<S, O, F, M>> {
  using type = CooMatrix<std::remove_const_t<S> const, O, F, M>;
};

}  // namespace Impl::choose

/// A matrix in one of the formats with fast SpMV: all but CSC, packet, DOK and DCSR
///
///     AnyMatrix any(exec, A);                                // A in any of these formats
///     any = AnyMatrix(exec, convert<Format::sell>(exec, A));
///     any.visit([](auto const& B) { ... });                  // B is the SellMatrix
///
/// Ownership     that of the source matrix; CSR and COO share its values, which can be read here, not changed. In CSR
///               the object also holds an SpmvPlan. A copy shares all arrays.
/// Requires      SpMV in CSR has the requirement of SpmvPlan: one instance at a time.
template <ExecutionSpace Exec, ScalarType Scalar_, OrdinalType Ordinal_ = int, OffsetType Offset_ = int>
class AnyMatrix {
 public:
  using Scalar = std::remove_const_t<Scalar_>;
  using Ordinal = Ordinal_;
  using Offset = Offset_;
  using memory_space = typename Exec::memory_space;
  using csr_type = CsrMatrix<Scalar const, Ordinal, Offset, memory_space>;
  using coo_type = CooMatrix<Scalar const, Ordinal, Offset, memory_space>;
  using variant_type = Impl::choose::ProductFormats<std::variant, Scalar, Ordinal, Offset, memory_space>;
  using plan_type = SpmvPlan<Exec, Scalar, Ordinal, Offset>;

  /// The empty 0-by-0 matrix.
  AnyMatrix() = default;

  /// A as it is; in CSR with the plan of its SpMV, made with the default options
  ///
  /// Cost, Asynchronous, Throws   CSR: those of SpmvPlan; else nothing is computed or allocated.
  template <SparseMatrix Matrix>
  AnyMatrix(Exec const& exec, Matrix const& A, WorkspaceFor<Exec> = {}) : matrix_(held(A)) {
    if constexpr (format_of_v<Matrix> == Format::csr) plan_ = plan_type(exec, std::get<csr_type>(matrix_));
  }
  /// The same in CSR, with the options of the plan.
  template <SparseMatrix Matrix>
  AnyMatrix(Exec const& exec, Matrix const& A, SpmvPlanOptions const& options, WorkspaceFor<Exec> workspace = {})
      : matrix_(held(A)) {
    constexpr bool rows = format_of_v<Matrix> == Format::csr;
    static_assert(rows, "Araios::AnyMatrix: options are those of the SpmvPlan of a CsrMatrix; another format is passed "
                        "without, as in AnyMatrix(exec, A)");
    if constexpr (rows) plan_ = plan_type(exec, std::get<csr_type>(matrix_), options, workspace.get(exec));
  }
  /// Without an instance: refused, with the remedy.
  template <SparseMatrix Matrix>
  AnyMatrix(Matrix const&) {
    static_assert(Impl::always_false<Matrix>,
                  "Araios::AnyMatrix: pass an execution-space instance first, as in AnyMatrix(exec, A)");
  }

  /// Calls visitor(A), A being the matrix in its format.
  template <class Visitor>
  decltype(auto) visit(Visitor&& visitor) const {
    return std::visit(std::forward<Visitor>(visitor), matrix_);
  }
  variant_type const& variant() const { return matrix_; }
  /// The plan of a CSR matrix; otherwise the plan of an empty matrix.
  plan_type const& plan() const { return plan_; }

  Format format() const {
    return visit([](auto const& A) { return format_of_v<decltype(A)>; });
  }
  Ordinal num_rows() const {
    return visit([](auto const& A) { return A.num_rows(); });
  }
  Ordinal num_cols() const {
    return visit([](auto const& A) { return A.num_cols(); });
  }
  Offset nnz() const {
    return visit([](auto const& A) { return A.nnz(); });
  }
  /// Bytes of the matrix and of the plan.
  std::int64_t bytes() const {
    return plan_.bytes() + visit([](auto const& A) { return A.bytes(); });
  }

 private:
  template <class Matrix>
  static variant_type held(Matrix const& A) {
    using Held = typename Impl::choose::HeldAs<Impl::MatrixType<Matrix>>::type;
    constexpr bool holds = std::is_constructible_v<variant_type, Held const&>;
    static_assert(
        holds, "Araios::AnyMatrix: A has another format than those with fast SpMV, other types than the AnyMatrix, or "
               "other memory than its execution space; convert<Format::csr>(exec, A) or copy_to<MemorySpace>(A) first");
    auto const& a = Impl::as_matrix(A);
    if constexpr (!holds)
      return {};
    else if constexpr (format_of_v<Held> == Format::csr)
      return Held(a.num_rows(), a.num_cols(), a.row_map, a.entries, a.values);
    else if constexpr (format_of_v<Held> == Format::coo)
      return Held(a.num_rows(), a.num_cols(), a.row_indices, a.col_indices, a.values);
    else
      return a;
  }

  variant_type matrix_;
  plan_type plan_;
};

template <ExecutionSpace Exec, SparseMatrix Matrix>
AnyMatrix(Exec const&, Matrix const&, WorkspaceFor<Exec> = {})
    -> AnyMatrix<Exec, ScalarOf<Matrix>, OrdinalOf<Matrix>, OffsetOf<Matrix>>;
template <ExecutionSpace Exec, SparseMatrix Matrix>
AnyMatrix(Exec const&, Matrix const&, SpmvPlanOptions const&, WorkspaceFor<Exec> = {})
    -> AnyMatrix<Exec, ScalarOf<Matrix>, OrdinalOf<Matrix>, OffsetOf<Matrix>>;
template <SparseMatrix Matrix>
AnyMatrix(Matrix const&)
    -> AnyMatrix<Kokkos::DefaultExecutionSpace, ScalarOf<Matrix>, OrdinalOf<Matrix>, OffsetOf<Matrix>>;

/// None of its own: the product in the format that A has refuses an output that overlaps its arrays.
template <class Exec, class S, class O, class F>
struct FormatTraits<AnyMatrix<Exec, S, O, F>> {
  template <class To, class Use>
  static auto arrays(AnyMatrix<Exec, S, O, F> const&, Use const& use) {
    return use([] { return To(); });
  }
};

namespace Impl::choose {
template <class T>
inline constexpr bool is_any_matrix_v = false;
template <class Exec, class S, class O, class F>
inline constexpr bool is_any_matrix_v<AnyMatrix<Exec, S, O, F>> = true;

template <class T, class Exec>
concept AnyMatrixOf = is_any_matrix_v<T> && Accesses<Exec, T>;

/// The product in the format of A, for arguments in the types that kernels see. Products of all formats are instantiated
/// here.
template <SemiringType Semiring, class Exec, class S, class O, class F, class T, class X, class Y>
void multiply(Exec const& exec, T const& alpha, AnyMatrix<Exec, S, O, F> const& A, X const& x, T const& beta,
              Y const& y, SpmvOptions const& options, WorkspaceFor<Exec>& workspace) {
  A.visit([&](auto const& B) {
    if constexpr (format_of_v<decltype(B)> == Format::csr)
      if (options.method == SpmvMethod::automatic && options.op == A.plan().op())
        return Araios::spmv<Semiring>(exec, A.plan(), alpha, B, x, beta, y);
    Araios::spmv<Semiring>(exec, alpha, B, x, beta, y, options, workspace.get(exec));
  });
}
}  // namespace Impl::choose

/// y := alpha op(A) x + beta y, in whatever format A is
///
/// Shapes, Requires, beta == 0, Sums, Cost, Deterministic, Throws   as `spmv` of that format; in CSR, where options
///               name no method and the op is that of the plan, as `spmv` with the plan.
/// Asynchronous  as `spmv` of that format; with the plan, of CSR, yes.
template <SemiringType Semiring = PlusTimes, ExecutionSpace Exec>
void spmv(Exec const& exec, auto const& alpha, Impl::choose::AnyMatrixOf<Exec> auto const& A, auto const& x,
          auto const& beta, auto const& y, SpmvOptions const& options = {}, WorkspaceFor<Exec> workspace = {}) {
  using Rows = typename std::remove_cvref_t<decltype(A)>::csr_type;
  if constexpr (Impl::product_types_are_right<1, Semiring, Exec, decltype(alpha), Rows, decltype(x), decltype(beta),
                                              decltype(y)>()) {
    using T = typename std::remove_cvref_t<decltype(y)>::non_const_value_type;
    Impl::choose::multiply<Semiring>(exec, static_cast<T>(alpha), A, Impl::unmanaged_const(x), static_cast<T>(beta),
                                     Impl::unmanaged(y), options, workspace);
  }
}

}  // namespace Araios

#ifdef ARAIOS_COMPILED
#include <Araios/compiled/any_matrix.hpp>
#endif
