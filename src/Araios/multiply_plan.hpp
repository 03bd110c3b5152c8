// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// A plan for many SpGEMM of the same two patterns: the entries of the product are computed once, its values each time.

#include <Araios/core/aliasing.hpp>
#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/option_ranges.hpp>
#include <Araios/core/profiling.hpp>
#include <Araios/core/semiring.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/check_operands.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/formats/for_each_array.hpp>
#include <Araios/formats/pattern_guard.hpp>
#include <Araios/multiply.hpp>
#include <Araios/operations/multiply/by_plan/steps.hpp>

#include <Kokkos_Core.hpp>

#include <concepts>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>

namespace Araios {

namespace Impl::multiply {
/// A factor of a plan: a CSR matrix of these indices, in the memory space of Exec.
template <class T, class Exec, class Ordinal, class Offset>
concept FactorOf = CsrOf<T, Exec> && std::same_as<OrdinalOf<T>, Ordinal> && std::same_as<OffsetOf<T>, Offset> &&
                   std::same_as<typename MatrixType<T>::memory_space, typename Exec::memory_space>;
}  // namespace Impl::multiply

/// What SpGEMM of two patterns needs beside the values: the entries of C, and which kernel computes which row
///
/// Ownership     copies share everything. The plan keeps row_map and entries of A and B alive.
/// Memory        `bytes()`: row_map and entries of C, and up to 8 bytes per row of A; in the CUDA space also 2 bytes per
///               product, for where in C it is added, and 4 more in rows of more than 2,048 entries.
template <ExecutionSpace Exec, OrdinalType Ordinal_ = int, OffsetType OffsetA = int, OffsetType OffsetB = OffsetA,
          OffsetType Offset_ = OffsetA>
class MultiplyPlan {
 public:
  using Ordinal = Ordinal_;
  using Offset = Offset_;
  using memory_space = typename Exec::memory_space;
  using pattern_type = CsrMatrix<Pattern, Ordinal, Offset, memory_space>;

  // What is moved from is copied: it stays the plan that it was.
  MultiplyPlan(MultiplyPlan const&) = default;
  MultiplyPlan& operator=(MultiplyPlan const&) = default;

  /// The plan of A B
  ///
  /// Shapes, Requires, Throws   as `multiply`.
  /// Cost          that of the Boolean product.
  /// Asynchronous  no: two fences, to read the numbers of products and of entries; in the CUDA space three. Allocates
  ///               `bytes()`; temporaries, as of `multiply`, and in the CUDA space 8 bytes per entry of A, come from
  ///               `workspace`.
  /// Deterministic space to space.
  MultiplyPlan(Exec const& exec, Impl::multiply::FactorOf<Exec, Ordinal, OffsetA> auto const& A,
               Impl::multiply::FactorOf<Exec, Ordinal, OffsetB> auto const& B, MultiplyOptions const& options = {},
               WorkspaceFor<Exec> workspace = {})
      : a_(entries_of(A)), b_(entries_of(B)), kept_(std::make_shared<Workspace<memory_space>>()) {
    auto const& a = Impl::as_matrix(A);
    auto const& b = Impl::as_matrix(B);
    Impl::check_equal(a.num_cols(), b.num_rows(), "Araios::MultiplyPlan: columns of A, rows of B");
    Impl::check_option("Araios::MultiplyPlan", Impl::option::max_workspace_bytes, options.max_workspace_bytes);
    Impl::check_operands(exec, "Araios::MultiplyPlan", Impl::Operand("A", a), Impl::Operand("B", b));
    Impl::ScopedRegion const region("Araios::MultiplyPlan");
    guard_a_.remember(exec, a);
    guard_b_.remember(exec, b);
    std::int64_t const m = a.num_rows();
    if (a.nnz() == 0 || b.nnz() == 0) {
      auto const arrays = allocate_csr<Pattern, Ordinal, Offset>(exec, "Araios::MultiplyPlan", m, 0);
      Araios::fill(exec, arrays.row_map, Offset(0));
      pattern_ = pattern_type(m, b.num_cols(), arrays);
      return;
    }
    auto planned = Impl::multiply::plan<Offset>(exec, options, a_, b_, *kept_, workspace.get(exec));
    pattern_ = planned.pattern;
    sums_ = std::make_shared<Sums>(std::move(planned.sums));
  }

  /// The entries of C.
  pattern_type const& pattern() const { return pattern_; }
  std::int64_t nnz() const { return pattern_.nnz(); }
  /// Bytes that the plan holds.
  std::int64_t bytes() const { return pattern_.bytes() + kept_->bytes(); }

  /// values := those of A B over the semiring, in the order of `pattern()`
  ///
  /// Shapes        values has nnz() elements of the type of products and sums.
  /// Requires      A and B are those of the plan, with these or other values: the same arrays row_map and entries, whose
  ///               elements did not change.
  /// Sums, Deterministic   as `multiply`.
  /// Cost          each row of B is read for each entry of A in its column, once.
  /// Asynchronous  yes; allocates nothing.
  /// Throws        std::invalid_argument when A or B have other arrays, when the length of values disagrees, or values
  ///               overlaps another array.
  template <SemiringType Semiring = PlusTimes, ExecutionSpace E, VectorView Values>
    requires Accesses<E, Values> && SemiringOver<Semiring, typename Values::non_const_value_type>
  void multiply_values(E const& exec, Impl::multiply::FactorOf<Exec, Ordinal, OffsetA> auto const& A,
                       Impl::multiply::FactorOf<Exec, Ordinal, OffsetB> auto const& B, Values const& values) const {
    auto const& a = Impl::as_matrix(A);
    auto const& b = Impl::as_matrix(B);
    char const* const function = "Araios::MultiplyPlan::multiply_values";
    check_factors(function, "A", a, "B", b);
    Impl::check_equal(values.extent(0), nnz(), "Araios::MultiplyPlan::multiply_values: length of values, entries of C");
    Impl::check_disjoint_from_arrays(function, values, "values", a, "A");
    Impl::check_disjoint_from_arrays(function, values, "values", b, "B");
    Impl::check_disjoint_from_arrays(function, values, "values", pattern_, "the plan");
    Impl::check_operands(exec, function, Impl::Operand("A", a), Impl::Operand("B", b));
    check_unchanged(exec, function, a, b);
    if (nnz() == 0) return;
    using Output = Impl::multiply::FillOutput<typename pattern_type::row_map_type, typename pattern_type::entries_type,
                                              decltype(Impl::unmanaged(values))>;
    Impl::multiply::sum<Semiring>(exec, *sums_, Impl::borrow_csr<ScalarOf<decltype(A)> const>(a),
                                  Impl::borrow_csr<ScalarOf<decltype(B)> const>(b),
                                  Output{pattern_.row_map, pattern_.entries, Impl::unmanaged(values)});
  }

  /// Throws when a factor is not that of the plan: another shape, or other arrays row_map and entries. Values do not
  /// matter, also where there are none.
  void check_factors(char const* function, char const* name_A,
                     Impl::multiply::FactorOf<Exec, Ordinal, OffsetA> auto const& A, char const* name_B,
                     Impl::multiply::FactorOf<Exec, Ordinal, OffsetB> auto const& B) const {
    check_matrix(function, name_A, a_, Impl::as_matrix(A));
    check_matrix(function, name_B, b_, Impl::as_matrix(B));
  }

  /// Where validation is on, and was when the plan was made: throws when row_map or entries of a factor changed.
  template <ExecutionSpace E, class MatrixA, class MatrixB>
  void check_unchanged(E const& exec, char const* function, MatrixA const& A, MatrixB const& B) const {
    guard_a_.check_unchanged(exec, function, "A", Impl::as_matrix(A));
    guard_b_.check_unchanged(exec, function, "B", Impl::as_matrix(B));
  }

 private:
  using Sums = Impl::multiply::PlannedSums<Exec, Ordinal>;

  // The entries of a factor, over its arrays.
  template <class Factor>
  static auto entries_of(Factor const& A) {
    auto const& a = Impl::as_matrix(A);
    return CsrMatrix<Pattern, Ordinal, OffsetOf<Factor>, memory_space>(a.num_rows(), a.num_cols(), a.row_map,
                                                                       a.entries);
  }

  template <class Planned, class Given>
  static void check_matrix(char const* function, char const* name, Planned const& planned, Given const& given) {
    Impl::check(planned.num_rows() == given.num_rows() && planned.num_cols() == given.num_cols(), function,
                ": the plan is of a ", planned.num_rows(), " x ", planned.num_cols(), " ", name, ", not of one of ",
                given.num_rows(), " x ", given.num_cols());
    Impl::check(planned.nnz() == given.nnz(), function, ": the plan is of ", planned.nnz(), " entries of ", name,
                ", not of ", given.nnz());
    Impl::check(Impl::have_same_pattern_arrays(planned, given), function, ": row_map and entries of ", name,
                " are not the arrays that the plan was made of");
  }

  CsrMatrix<Pattern, Ordinal, OffsetA, memory_space> a_;
  CsrMatrix<Pattern, Ordinal, OffsetB, memory_space> b_;
  std::shared_ptr<Workspace<memory_space>> kept_;
  std::shared_ptr<Sums const> sums_;
  pattern_type pattern_;
  Impl::PatternGuard guard_a_;
  Impl::PatternGuard guard_b_;
};

template <ExecutionSpace Exec, CsrOf<Exec> A, CsrOf<Exec> B, class... Workspaces>
MultiplyPlan(Exec const&, A const&, B const&, MultiplyOptions const& = {}, Workspaces&&...)
    -> MultiplyPlan<Exec, OrdinalOf<A>, OffsetOf<A>, OffsetOf<B>,
                    std::conditional_t<(sizeof(OffsetOf<A>) < sizeof(OffsetOf<B>)), OffsetOf<B>, OffsetOf<A>>>;

namespace Impl::multiply {
template <class T, class Exec>
inline constexpr bool is_plan_v = false;
template <class Exec, class... Indices>
inline constexpr bool is_plan_v<MultiplyPlan<Exec, Indices...>, Exec> = true;
}  // namespace Impl::multiply

/// A MultiplyPlan of this execution space.
template <class T, class Exec>
concept MultiplyPlanOf = Impl::multiply::is_plan_v<T, Exec>;

/// C := A B by a plan: a new matrix, which shares row_map and entries with the plan
///
/// T is the type of products, sums and C, as of `multiply`.
///
/// Shapes, Requires, Sums, Cost, Deterministic, Throws   as MultiplyPlan::multiply_values.
/// Asynchronous  yes; allocates the values.
template <SemiringType Semiring = PlusTimes, class T = void, ExecutionSpace Exec, MultiplyPlanOf<Exec> Plan>
auto multiply(Exec const& exec, Plan const& plan, CsrOf<Exec> auto const& A, CsrOf<Exec> auto const& B)
  requires Impl::multiply::SemiringOfProduct<
               Semiring, Impl::multiply::ProductScalarOf<T, ScalarOf<decltype(A)>, ScalarOf<decltype(B)>>> &&
           requires { plan.check_factors("Araios::multiply", "A", A, "B", B); }
{
  using C = Impl::multiply::ProductScalarOf<T, ScalarOf<decltype(A)>, ScalarOf<decltype(B)>>;
  auto const& a = Impl::as_matrix(A);
  auto const& b = Impl::as_matrix(B);
  auto const& pattern = plan.pattern();
  if constexpr (is_pattern_v<C>) {
    plan.check_factors("Araios::multiply", "A", a, "B", b);
    Impl::check_operands(exec, "Araios::multiply", Impl::Operand("A", a), Impl::Operand("B", b));
    plan.check_unchanged(exec, "Araios::multiply", a, b);
    return pattern;
  } else {
    using Space = typename Exec::memory_space;
    using Matrix = CsrMatrix<C, typename Plan::Ordinal, typename Plan::Offset, Space>;
    auto const values = allocate<Kokkos::View<C*, Space>>(exec, "Araios::multiply::values", plan.nnz());
    plan.template multiply_values<Semiring>(exec, a, b, values);
    return Matrix(pattern.num_rows(), pattern.num_cols(), pattern.row_map, pattern.entries, values);
  }
}

}  // namespace Araios
