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
#include <Araios/operations/multiply/compute.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

namespace Araios {

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
  template <class SA, class SB>
  MultiplyPlan(Exec const& exec, CsrMatrix<SA, Ordinal, OffsetA, memory_space> const& A,
               CsrMatrix<SB, Ordinal, OffsetB, memory_space> const& B, MultiplyOptions const& options = {},
               WorkspaceFor<Exec> workspace = {})
      : a_(A.num_rows(), A.num_cols(), A.row_map, A.entries),
        b_(B.num_rows(), B.num_cols(), B.row_map, B.entries),
        kept_(std::make_shared<Workspace<memory_space>>()) {
    Impl::check_equal(A.num_cols(), B.num_rows(), "Araios::MultiplyPlan: columns of A, rows of B");
    Impl::check_option("Araios::MultiplyPlan", Impl::option::max_workspace_bytes, options.max_workspace_bytes);
    Impl::check_operands(exec, "Araios::MultiplyPlan", Impl::Operand("A", A), Impl::Operand("B", B));
    Impl::ScopedRegion const region("Araios::MultiplyPlan");
    guard_a_.remember(exec, A);
    guard_b_.remember(exec, B);
    std::int64_t const m = A.num_rows();
    if (A.nnz() == 0 || B.nnz() == 0) {
      auto const arrays = allocate_csr<Pattern, Ordinal, Offset>(exec, "Araios::MultiplyPlan", m, 0);
      Araios::fill(exec, arrays.row_map, Offset(0));
      pattern_ = pattern_type(m, B.num_cols(), arrays);
      return;
    }
    auto& temporary = workspace.get(exec);
    typename Workspace<memory_space>::Frame const frame(temporary);
    auto const method =
        std::make_shared<Method>(exec, options, a_, b_, Impl::multiply::KeepAll{}, *kept_, temporary, [] {});
    if (!method->is_sorted()) Impl::multiply::refuse_unsorted(exec, b_);
    Impl::multiply::EarlyCsr<Pattern, Ordinal, Offset, memory_space> none;
    pattern_ = Impl::multiply::fill_after_count<PlusTimes, Pattern, Offset>(exec, "Araios::MultiplyPlan", *method, a_,
                                                                            b_, none, temporary);
    if constexpr (requires { method->store_positions(exec, a_, b_, pattern_, *kept_, temporary); })
      method->store_positions(exec, a_, b_, pattern_, *kept_, temporary);
    method_ = method;
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
  template <SemiringType Semiring = PlusTimes, ExecutionSpace E, class SA, class SB, VectorView Values>
    requires Accesses<E, Values> && SemiringOver<Semiring, typename Values::non_const_value_type>
  void multiply_values(E const& exec, CsrMatrix<SA, Ordinal, OffsetA, memory_space> const& A,
                       CsrMatrix<SB, Ordinal, OffsetB, memory_space> const& B, Values const& values) const {
    char const* const function = "Araios::MultiplyPlan::multiply_values";
    check_factors(function, "A", A, "B", B);
    Impl::check_equal(values.extent(0), nnz(), "Araios::MultiplyPlan::multiply_values: length of values, entries of C");
    Impl::check_disjoint_from_arrays(function, values, "values", A, "A");
    Impl::check_disjoint_from_arrays(function, values, "values", B, "B");
    Impl::check_disjoint_from_arrays(function, values, "values", pattern_, "the plan");
    Impl::check_operands(exec, function, Impl::Operand("A", A), Impl::Operand("B", B));
    check_unchanged(exec, function, A, B);
    if (nnz() == 0) return;
    using Output = Impl::multiply::SumOutput<typename pattern_type::row_map_type, typename pattern_type::entries_type,
                                             Kokkos::View<typename Values::non_const_value_type*, memory_space>>;
    method_->template sum<Semiring>(exec, Impl::borrow_csr<std::remove_const_t<SA> const>(A),
                                    Impl::borrow_csr<std::remove_const_t<SB> const>(B),
                                    Output{pattern_.row_map, pattern_.entries, values});
  }

  /// Throws when a factor is not that of the plan: another shape, or other arrays row_map and entries. Values do not
  /// matter, also where there are none.
  template <class SA, class SB>
  void check_factors(char const* function, char const* name_A, CsrMatrix<SA, Ordinal, OffsetA, memory_space> const& A,
                     char const* name_B, CsrMatrix<SB, Ordinal, OffsetB, memory_space> const& B) const {
    check_matrix(function, name_A, a_, A);
    check_matrix(function, name_B, b_, B);
  }

  /// Where validation is on, and was when the plan was made: throws when row_map or entries of a factor changed.
  template <ExecutionSpace E, class MatrixA, class MatrixB>
  void check_unchanged(E const& exec, char const* function, MatrixA const& A, MatrixB const& B) const {
    guard_a_.check_unchanged(exec, function, "A", A);
    guard_b_.check_unchanged(exec, function, "B", B);
  }

 private:
  using Method = typename Impl::multiply::MethodOf<Pattern, Exec, Ordinal, Impl::multiply::KeepAll>::type;

  template <class Own, class Given>
  static void check_matrix(char const* function, char const* name, Own const& own, Given const& given) {
    Impl::check(own.num_rows() == given.num_rows() && own.num_cols() == given.num_cols(), function,
                ": the plan is of a ", own.num_rows(), " x ", own.num_cols(), " ", name, ", not of one of ",
                given.num_rows(), " x ", given.num_cols());
    Impl::check(own.nnz() == given.nnz(), function, ": the plan is of ", own.nnz(), " entries of ", name, ", not of ",
                given.nnz());
    Impl::check(own.row_map.data() == given.row_map.data() && own.entries.data() == given.entries.data() &&
                    own.entries.extent(0) == given.entries.extent(0),
                function, ": row_map and entries of ", name, " are not the arrays that the plan was made of");
  }

  CsrMatrix<Pattern, Ordinal, OffsetA, memory_space> a_;
  CsrMatrix<Pattern, Ordinal, OffsetB, memory_space> b_;
  std::shared_ptr<Workspace<memory_space>> kept_;
  std::shared_ptr<Method const> method_;
  pattern_type pattern_;
  Impl::PatternGuard guard_a_;
  Impl::PatternGuard guard_b_;
};

template <class Exec, class SA, class O, class FA, class M, class SB, class FB, class... Workspaces>
MultiplyPlan(Exec const&, CsrMatrix<SA, O, FA, M> const&, CsrMatrix<SB, O, FB, M> const&, MultiplyOptions const& = {},
             Workspaces&&...) -> MultiplyPlan<Exec, O, FA, FB, std::conditional_t<(sizeof(FA) < sizeof(FB)), FB, FA>>;

/// C := A B by a plan: a new matrix, which shares row_map and entries with the plan
///
/// T is the type of products, sums and C, as of `multiply`.
///
/// Shapes, Requires, Sums, Cost, Deterministic, Throws   as MultiplyPlan::multiply_values.
/// Asynchronous  yes; allocates the values.
template <SemiringType Semiring = PlusTimes, class T = void, ExecutionSpace Exec, class SA, class O, class FA, class M,
          class SB, class FB, class F>
  requires Impl::multiply::SemiringOfProduct<Semiring, Impl::multiply::ProductScalarOf<T, SA, SB>>
auto multiply(Exec const& exec, MultiplyPlan<Exec, O, FA, FB, F> const& plan, CsrMatrix<SA, O, FA, M> const& A,
              CsrMatrix<SB, O, FB, M> const& B) {
  using C = Impl::multiply::ProductScalarOf<T, SA, SB>;
  auto const& pattern = plan.pattern();
  if constexpr (is_pattern_v<C>) {
    plan.check_factors("Araios::multiply", "A", A, "B", B);
    Impl::check_operands(exec, "Araios::multiply", Impl::Operand("A", A), Impl::Operand("B", B));
    plan.check_unchanged(exec, "Araios::multiply", A, B);
    return pattern;
  } else {
    using Matrix = CsrMatrix<C, O, F, M>;
    auto const values = allocate<Kokkos::View<C*, M>>(exec, "Araios::multiply::values", plan.nnz());
    plan.template multiply_values<Semiring>(exec, A, B, values);
    return Matrix(pattern.num_rows(), pattern.num_cols(), pattern.row_map, pattern.entries, values);
  }
}

}  // namespace Araios
