// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Transposition of many matrices of one pattern: structure and permutation once, then one gather for new values.
///
///     TransposePlan const plan(exec, A);               // analysis
///     auto const B = transpose(exec, plan, A);         // a matrix over the structure of the plan
///     for (...) transpose(exec, plan, A, B.values);    // A has new values: one kernel, no allocation, no fence
///
/// Sources: PETSc keeps such a permutation with its CUDA matrices (csr2csc_i), Ginkgo offers one (transpose_reuse).

#include <Araios/core/aliasing.hpp>
#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/formats/argument_types.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/operations/transpose/plan/options.hpp>
#include <Araios/operations/transpose/plan/plan.hpp>
#include <Araios/transpose.hpp>

#include <Kokkos_Core.hpp>

#include <concepts>
#include <cstdint>

namespace Araios {

namespace Impl::transpose {
/// A plan for matrices with the index types of this one.
template <class Plan, class Matrix>
concept PlanOf = IsTransposePlan<Plan>::value && std::same_as<typename Plan::Ordinal, OrdinalOf<Matrix>> &&
                 std::same_as<typename Plan::Offset, OffsetOf<Matrix>>;
}  // namespace Impl::transpose

/// values_of_B := the values of the transpose of A; with Conjugate::yes, of its complex conjugate
///
/// Shapes        A is m-by-n with k entries and of the pattern of the plan; values_of_B has k elements.
/// Requires      the analysis is complete, or used exec. values_of_B and the values of A do not overlap.
/// Order         that of `transpose`: the values belong to plan.row_map() and plan.entries(), which are not copied.
/// Cost          that of TransposePlan::transpose_values, and of check_pattern with plan.pattern_check().
/// Asynchronous  yes, without a fence and an allocation, and may be captured in a CUDA graph, when row_map and entries
///               of A are the arrays that were analysed and the check is `sampled` (the default), or when
///               it is `none`. Else the check fences.
/// Deterministic space to space, bitwise, equal to `transpose` without a plan.
/// Throws        std::invalid_argument when A has another pattern, an array has another length or is a null pointer, or
///               values_of_B overlap an array of A or of the plan.
/// Source        see the file comment.
template <ExecutionSpace Exec, class Plan, CsrOf<Exec> Matrix, ValuesView ValuesB>
  requires Impl::transpose::PlanOf<Plan, Matrix> && Accesses<Exec, Plan, ValuesB>
void transpose(Exec const& exec, Plan const& plan, Matrix const& A, ValuesB const& values_of_B,
               TransposeValuesOptions const& options = {}) {
  auto const& a = Impl::as_matrix(A);
  Impl::check_disjoint("Araios::transpose", values_of_B, "values", a.row_map, "row_map", "B", "A");
  Impl::check_disjoint("Araios::transpose", values_of_B, "values", a.entries, "entries", "B", "A");
  plan.check_pattern(exec, a);
  plan.transpose_values(exec, a.values, values_of_B, options);
}

/// The same for a B over the structure of the plan, as returned by `plan.with_values` and the function below.
///
/// Throws        also when the structure of B is not the arrays of the plan.
template <ExecutionSpace Exec, class Plan, CsrOf<Exec> Matrix, class ScalarB>
  requires Impl::transpose::PlanOf<Plan, Matrix> && Accesses<Exec, Plan>
void transpose(Exec const& exec, Plan const& plan, Matrix const& A,
               CsrMatrix<ScalarB, typename Plan::Ordinal, typename Plan::Offset, typename Plan::memory_space> const& B,
               TransposeValuesOptions const& options = {}) {
  Impl::check(B.row_map.data() == plan.row_map().data() && B.entries.data() == plan.entries().data() &&
                  B.num_rows() == plan.num_rows() && B.num_cols() == plan.num_cols() && B.nnz() == plan.nnz(),
              "Araios::transpose: row_map and entries of B are not those of the plan; for a structure of its own, give "
              "B.values");
  transpose(exec, plan, A, B.values, options);
}

/// The transpose of A as a matrix over the structure of the plan
///
/// As above, and
/// Asynchronous  allocates the values.
template <ExecutionSpace Exec, class Plan, CsrOf<Exec> Matrix>
  requires Impl::transpose::PlanOf<Plan, Matrix> && Accesses<Exec, Plan>
auto transpose(Exec const& exec, Plan const& plan, Matrix const& A, TransposeValuesOptions const& options = {}) {
  using Values = ValuesViewOf<ScalarOf<Matrix>, typename Plan::memory_space>;
  auto const& a = Impl::as_matrix(A);
  plan.check_pattern(exec, a);
  auto const values = allocate_values<Values>(exec, "Araios::transpose::values", std::int64_t(a.nnz()));
  plan.transpose_values(exec, a.values, values, options);
  return plan.with_values(values);
}

/// For types other than CsrMatrix, or memory that Exec cannot access: a static_assert that says what to do.
template <ExecutionSpace Exec, class Plan, class Matrix>
  requires(Impl::transpose::IsTransposePlan<Plan>::value && !(CsrOf<Matrix, Exec> && Accesses<Exec, Plan>))
Matrix transpose(Exec const&, Plan const&, Matrix const& A, TransposeValuesOptions const& = {}) {
  static_assert(Accesses<Exec, Plan>,
                "Araios: the execution space cannot access the memory of the plan; pass an instance of its space");
  (void)Impl::rows_types_are_right<Exec, Matrix>();
  return A;
}
template <ExecutionSpace Exec, class Plan, class Matrix, class B>
  requires(Impl::transpose::IsTransposePlan<Plan>::value && !(CsrOf<Matrix, Exec> && Accesses<Exec, Plan>))
void transpose(Exec const& exec, Plan const& plan, Matrix const& A, B const&,
               TransposeValuesOptions const& options = {}) {
  (void)transpose(exec, plan, A, options);
}

}  // namespace Araios

#ifdef ARAIOS_COMPILED
#include <Araios/compiled/transpose_plan.hpp>
#endif
