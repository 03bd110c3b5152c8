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

/// A matrix in one of the formats with fast SpMV: all but CSC, packet, DOK and DCSR
///
/// Ownership     that of the source matrix; CSR and COO share its values, which can be read here, not changed. In CSR
///               the object also holds an SpmvPlan.
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

  /// A by rows, with the plan of its SpMV
  ///
  /// Cost, Asynchronous, Throws   those of SpmvPlan.
  template <class S>
  AnyMatrix(Exec const& exec, CsrMatrix<S, Ordinal, Offset, memory_space> const& A, SpmvPlanOptions const& options = {},
            WorkspaceFor<Exec> workspace = {})
      : matrix_(csr_type(A.num_rows(), A.num_cols(), A.row_map, A.entries, A.values)),
        plan_(exec, std::get<csr_type>(matrix_), options, workspace.get(exec)) {}

  /// A as it is.
  template <class S>
  explicit AnyMatrix(CooMatrix<S, Ordinal, Offset, memory_space> const& A)
      : matrix_(coo_type(A.num_rows(), A.num_cols(), A.row_indices, A.col_indices, A.values)) {}
  template <SparseMatrix Matrix>
    requires std::is_constructible_v<variant_type, Matrix const&>
  explicit AnyMatrix(Matrix const& A) : matrix_(A) {
    static_assert(format_of_v<Matrix> != Format::csr,
                  "AnyMatrix: a CsrMatrix is passed after exec, as in AnyMatrix(exec, A)");
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
    return visit([](auto const& A) { return format_of_v<std::remove_cvref_t<decltype(A)>>; });
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
  variant_type matrix_;
  plan_type plan_;
};

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
    if constexpr (format_of_v<std::remove_cvref_t<decltype(B)>> == Format::csr)
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
/// Asynchronous  yes; COO and HYB take what `spmv` says from `workspace`.
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
