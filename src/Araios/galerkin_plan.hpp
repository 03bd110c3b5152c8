// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The Galerkin product R A P of multigrid, as two planned products.

#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/profiling.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/check_operands.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/formats/for_each_array.hpp>
#include <Araios/multiply_plan.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace Araios {

/// The entries of A P and of R (A P), for new values of the same patterns
///
/// Ownership     as MultiplyPlan.
/// Memory        `bytes()`: those of two MultiplyPlan.
template <ExecutionSpace Exec, OrdinalType Ordinal = int, OffsetType Offset = int>
class GalerkinPlan {
 public:
  using memory_space = typename Exec::memory_space;
  template <class Scalar>
  using matrix_type = CsrMatrix<Scalar, Ordinal, Offset, memory_space>;

  /// The plan of R A P
  ///
  /// Shapes        R is m-by-k, A is k-by-k, P is k-by-n.
  /// Requires, Throws   as `multiply`, of A P and R (A P).
  /// Cost          two Boolean products.
  /// Asynchronous  no: the fences of two MultiplyPlan. Allocates `bytes()`.
  /// Deterministic space to space.
  GalerkinPlan(Exec const& exec, Impl::multiply::FactorOf<Exec, Ordinal, Offset> auto const& R,
               Impl::multiply::FactorOf<Exec, Ordinal, Offset> auto const& A,
               Impl::multiply::FactorOf<Exec, Ordinal, Offset> auto const& P, WorkspaceFor<Exec> workspace = {})
      : right_(exec, checked(R, A, P), P, {}, workspace.get(exec)),
        left_(exec, R, right_.pattern(), {}, workspace.get(exec)) {}

  /// The entries of R A P.
  auto const& pattern() const { return left_.pattern(); }
  std::int64_t nnz() const { return left_.nnz(); }
  /// Bytes that the plan holds.
  std::int64_t bytes() const { return right_.bytes() + left_.bytes(); }

  /// values := those of R A P, in the order of `pattern()`
  ///
  /// Shapes        values has nnz() elements of the type of products and sums.
  /// Requires      R, A and P are those of the plan, with these or other values.
  /// Cost          MultiplyPlan::multiply_values twice.
  /// Asynchronous  yes; takes the values of A P from `workspace`.
  /// Deterministic, Throws   as MultiplyPlan::multiply_values.
  template <VectorView Values>
    requires Accesses<Exec, Values>
  void multiply_values(Exec const& exec, Impl::multiply::FactorOf<Exec, Ordinal, Offset> auto const& R,
                       Impl::multiply::FactorOf<Exec, Ordinal, Offset> auto const& A,
                       Impl::multiply::FactorOf<Exec, Ordinal, Offset> auto const& P, Values const& values,
                       WorkspaceFor<Exec> workspace = {}) const {
    auto const& r = Impl::as_matrix(R);
    auto const& a = Impl::as_matrix(A);
    auto const& p = Impl::as_matrix(P);
    using T = typename Values::non_const_value_type;
    check_factors("Araios::GalerkinPlan::multiply_values", r, a, p);
    Impl::check_equal(values.extent(0), nnz(),
                      "Araios::GalerkinPlan::multiply_values: length of values, entries of R A P");
    Impl::check_disjoint_from_arrays("Araios::GalerkinPlan::multiply_values", values, "values", a, "A");
    Impl::check_disjoint_from_arrays("Araios::GalerkinPlan::multiply_values", values, "values", p, "P");
    Impl::check_disjoint_from_arrays("Araios::GalerkinPlan::multiply_values", values, "values", r, "R");
    Impl::check_disjoint_from_arrays("Araios::GalerkinPlan::multiply_values", values, "values", right_.pattern(),
                                     "the plan");
    Impl::check_operands(exec, "Araios::GalerkinPlan", Impl::Operand("R", r), Impl::Operand("A", a),
                         Impl::Operand("P", p));
    Impl::ScopedRegion const region("Araios::GalerkinPlan");
    auto& space = workspace.get(exec);
    typename Workspace<memory_space>::Frame const frame(space);
    auto const& pattern = right_.pattern();
    auto const between = space.template take<Kokkos::View<T*, memory_space>>(exec, right_.nnz());
    right_.multiply_values(exec, a, p, between);
    left_.multiply_values(
        exec, r, matrix_type<T>(pattern.num_rows(), pattern.num_cols(), pattern.row_map, pattern.entries, between),
        values);
  }

  /// Throws when R, A or P is not that of the plan, whatever the values.
  void check_factors(char const* function, Impl::multiply::FactorOf<Exec, Ordinal, Offset> auto const& R,
                     Impl::multiply::FactorOf<Exec, Ordinal, Offset> auto const& A,
                     Impl::multiply::FactorOf<Exec, Ordinal, Offset> auto const& P) const {
    right_.check_factors(function, "A", A, "P", P);
    left_.check_factors(function, "R", R, "A P", right_.pattern());
  }

 private:
  template <class Middle>
  static Middle const& checked(auto const& R, Middle const& A, auto const& P) {
    auto const& r = Impl::as_matrix(R);
    auto const& a = Impl::as_matrix(A);
    auto const& p = Impl::as_matrix(P);
    Impl::check_equal(r.num_cols(), a.num_rows(), "Araios::GalerkinPlan: columns of R, rows of A");
    Impl::check_equal(a.num_cols(), p.num_rows(), "Araios::GalerkinPlan: columns of A, rows of P");
    return A;
  }

  MultiplyPlan<Exec, Ordinal, Offset> right_;  // A P
  MultiplyPlan<Exec, Ordinal, Offset> left_;   // R (A P)
};

template <ExecutionSpace Exec, CsrOf<Exec> R, class... Others>
GalerkinPlan(Exec const&, R const&, Others&&...) -> GalerkinPlan<Exec, OrdinalOf<R>, OffsetOf<R>>;

namespace Impl::multiply {
template <class T, class Exec>
inline constexpr bool is_galerkin_plan_v = false;
template <class Exec, class Ordinal, class Offset>
inline constexpr bool is_galerkin_plan_v<GalerkinPlan<Exec, Ordinal, Offset>, Exec> = true;

/// The Scalar of R A P.
template <class R, class A, class P>
using GalerkinScalarOf = ProductScalarOf<void, ScalarOf<R>, ProductScalarOf<void, ScalarOf<A>, ScalarOf<P>>>;
}  // namespace Impl::multiply

/// A GalerkinPlan of this execution space.
template <class T, class Exec>
concept GalerkinPlanOf = Impl::multiply::is_galerkin_plan_v<T, Exec>;

/// R A P by a plan: a new matrix, which shares row_map and entries with the plan
///
/// Shapes, Requires, Cost, Deterministic, Throws   as GalerkinPlan::multiply_values.
/// Asynchronous  yes; allocates the values.
template <ExecutionSpace Exec, GalerkinPlanOf<Exec> Plan>
auto multiply(Exec const& exec, Plan const& plan, CsrOf<Exec> auto const& R, CsrOf<Exec> auto const& A,
              CsrOf<Exec> auto const& P)
  requires(!is_pattern_v<Impl::multiply::GalerkinScalarOf<decltype(R), decltype(A), decltype(P)>>) &&
          requires { plan.check_factors("Araios::multiply", R, A, P); }
{
  using T = Impl::multiply::GalerkinScalarOf<decltype(R), decltype(A), decltype(P)>;
  using Values = Kokkos::View<T*, typename Exec::memory_space>;
  auto const& pattern = plan.pattern();
  auto const values = allocate<Values>(exec, "Araios::multiply::values", plan.nnz());
  plan.multiply_values(exec, R, A, P, values);
  return typename Plan::template matrix_type<T>(pattern.num_rows(), pattern.num_cols(), pattern.row_map,
                                                pattern.entries, values);
}

}  // namespace Araios
