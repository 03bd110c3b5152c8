// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Triangular systems: op(T) x = b, where T is a triangle of a sparse matrix, for one right-hand side or several.
///
///   Araios::TriangularPlan const plan(exec, A, {.triangle = Araios::Triangle::upper});
///   Araios::triangular_solve(exec, plan, b, x);   // x := the solution of U x = b
///   plan.levels(), plan.reason()                  // why it takes the time that it takes
///   plan.apply(exec, r, z);                       // the same as a preconditioner
///   Araios::triangular_solve(exec, A, b, x);      // once, without a plan

#include <Araios/core/aliasing.hpp>
#include <Araios/core/arithmetic.hpp>
#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/option_ranges.hpp>
#include <Araios/core/profiling.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/argument_types.hpp>
#include <Araios/formats/check_operands.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/formats/for_each_array.hpp>
#include <Araios/formats/pattern_guard.hpp>
#include <Araios/operations/transpose/plan/plan.hpp>
#include <Araios/operations/triangular/analysis.hpp>
#include <Araios/operations/triangular/arguments.hpp>
#include <Araios/operations/triangular/options.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>
#include <type_traits>

namespace Araios {

namespace Impl::triangular {
/// What rooms over this one do with a TriangularPlan of factors that they compute. Rows are sorted, without duplicates,
/// and have an entry on the diagonal.
struct UncheckedPlan {
  /// Makes an empty plan that of a pattern, whose values nothing reads before `update`. Waits as the constructor.
  template <class Exec, class Plan, class Space>
  static void analyse(Exec const& exec, Plan& plan, typename Plan::matrix_type const& A,
                      TriangularOptions const& options, Workspace<Space>& workspace) {
    plan.analyse(exec, A, options, workspace);
  }
  /// Takes the values as TriangularPlan::update, but without a check of the diagonal, whose entries are at `positions`,
  /// and without waiting. A number of 0 there makes the plan unusable, which the caller has to know.
  template <class Exec, class Plan, class Offset>
  static void update(Exec const& exec, Plan& plan, Offset const* positions) {
    using T = typename Plan::Scalar;
    plan.take_transposed_values(exec);
    if (plan.options_.diagonal == Diagonal::unit) return;
    Kokkos::parallel_for("Araios::triangular::invert_diagonal", range(exec, plan.matrix_.num_rows()),
                         InvertKnownDiagonal<T, Offset>{positions, plan.matrix_.values.data(), plan.inverses_.data(),
                                                        plan.options_.op == Op::conjugate_transpose});
  }
  /// All rows level by level, where they are so many that the plan solves them so; else null.
  template <class Plan>
  static typename Plan::Ordinal const* order_by_levels(Plan const& plan) {
    return plan.matrix_.num_rows() >= CostModel::min_ordered_rows ? plan.analysis_.list.data() : nullptr;
  }
};
}  // namespace Impl::triangular

/// A triangle of a matrix, analysed for many solves
///
/// Ownership     shares the arrays of A where their Views own memory. Copies of a plan share its arrays. One instance
///               at a time uses a plan and its copies.
/// Memory        of each row an Offset, and a Scalar where the diagonal is stored; of `levels`, and on CUDA from 4,096
///               rows on, an Ordinal more, and of `sweeps` a Scalar. CUDA: an Ordinal for each row of more than 128
///               entries. Where op is a transpose: also the transpose of A, and 4 bytes (from 2^32 entries on 8) of
///               each entry.
/// Requires      row_map and entries of A do not change. After its values changed: `update`.
template <ExecutionSpace Exec, ScalarType Scalar_, OrdinalType Ordinal_, OffsetType Offset_>
  requires(!is_pattern_v<Scalar_> && !std::is_integral_v<Scalar_>)
class TriangularPlan {
 public:
  using Scalar = std::remove_const_t<Scalar_>;
  using Ordinal = Ordinal_;
  using Offset = Offset_;
  using execution_space = Exec;
  using memory_space = typename Exec::memory_space;
  using matrix_type = CsrMatrix<Scalar const, Ordinal, Offset, memory_space>;
  /// Its calls launch on the instance and do nothing else, so that a CUDA graph may have them.
  static constexpr bool can_be_captured = true;

  /// The plan of the empty 0-by-0 matrix.
  TriangularPlan() = default;
  // What is moved from is copied: it stays the plan that it was.
  TriangularPlan(TriangularPlan const&) = default;
  TriangularPlan& operator=(TriangularPlan const&) = default;

  /// The plan of a triangle of A
  ///
  /// Shapes        A is n-by-n. Of its entries those of the triangle are used, wherever the others are.
  /// Requires      A as checked by `validate`. Rows may be unsorted. Duplicates are added: on the diagonal to one
  ///               number in their order, and elsewhere as terms of their own.
  /// Cost          a pass over the entries, which finds the bounds of the triangle, and whether rows are sorted; if not,
  ///               others for the diagonal and the bounds; and one that finds the levels, about as long as a solve.
  ///               `levels`, and `sync_free` from 4,096 rows on where few are long: a sort of the rows. Transposed: a
  ///               TransposePlan before.
  /// Asynchronous  no: waits for sums over the entries, for the levels, and for what is wrong in the diagonal.
  ///               Temporaries come from `workspace`.
  /// Deterministic space to space; but for the method, which depends on the space.
  /// Throws        std::invalid_argument when A is not square, for options out of range, and, with a stored diagonal,
  ///               when a diagonal entry is missing, 0, or so small that its reciprocal overflows, with the
  ///               lowest such row.
  TriangularPlan(Exec const& exec, Impl::FieldCsr<Exec> auto const& A, TriangularOptions const& options = {},
                 WorkspaceFor<Exec> workspace = {}) {
    constexpr char const* function = "Araios::TriangularPlan";
    auto const& a = Impl::as_matrix(A);
    Impl::check(a.num_rows() == a.num_cols(), function, ": the matrix must be square (", a.num_rows(), " x ",
                a.num_cols(), ")");
    Impl::check_enumerator(options.triangle, Triangle::upper, "Araios::TriangularPlan: Triangle");
    Impl::check_enumerator(options.diagonal, Diagonal::unit, "Araios::TriangularPlan: Diagonal");
    Impl::check_enumerator(options.op, Op::conjugate_transpose, "Araios::TriangularPlan: Op");
    Impl::check_enumerator(options.method, TriangularMethod::sweeps, "Araios::TriangularPlan: TriangularMethod");
    Impl::check_option(function, Impl::option::sweeps, options.sweeps);
    Impl::check_operands(exec, function, Impl::Operand("A", a));
    Impl::ScopedRegion const region(function);
    analyse(exec, matrix_type(a.num_rows(), a.num_cols(), a.row_map, a.entries, a.values), options,
            workspace.get(exec));
    take_values(exec, function, workspace.get(exec));
  }
  /// Refuses what is no CsrMatrix of real or complex values in memory of Exec, with the remedy.
  template <class Matrix>
    requires(!Impl::FieldCsr<Matrix, Exec>)
  TriangularPlan(Exec const&, Matrix const&, TriangularOptions const& = {}, WorkspaceFor<Exec> = {}) {
    (void)Impl::field_types_are_right<Exec, Matrix>();
  }

  TriangularOptions const& options() const { return options_; }
  matrix_type const& matrix() const { return matrix_; }
  /// The number of steps in which rows of one level are solved concurrently; 0 where n is 0.
  std::int64_t levels() const { return analysis_.shape.levels; }
  double rows_per_level() const { return analysis_.shape.rows_per_level(); }
  /// The method that solves. Where the space lacks the one of the options, another one that computes the same bits.
  TriangularMethod method() const { return analysis_.method; }
  /// Microseconds that a solve is expected to take, by the cost model in operations/triangular/choose.hpp.
  double expected_us() const { return expected_us(method()); }
  /// A sentence with the levels, the rows of each, the method, and the times that were compared.
  std::string reason() const {
    return Impl::triangular::sentence<Exec>(analysis_.method, analysis_.shape, options_.sweeps);
  }
  /// Bytes that the plan holds, besides the arrays of A.
  std::int64_t bytes() const {
    auto const size = [](auto const& view) { return static_cast<std::int64_t>(view.extent(0) * sizeof(*view.data())); };
    return analysis_.bytes() + size(inverses_) + size(other_) + size(transposed_) + transposition_.bytes();
  }

  /// Takes the current values of A, which further solves use
  ///
  /// Requires      A has the row_map and entries of the matrix of the plan. Copies of the plan are not used.
  /// Asynchronous  no, where the diagonal is stored: waits for what is wrong in it.
  /// Throws        std::invalid_argument when A has other arrays, or a diagonal entry has no reciprocal: a solve then gives
  ///               NaN from that row on, until another update.
  void update(Exec const& exec, CsrOf<Exec> auto const& A, WorkspaceFor<Exec> workspace = {}) {
    constexpr char const* function = "Araios::TriangularPlan::update";
    auto const& a = Impl::as_matrix(A);
    Impl::check(Impl::have_same_pattern_arrays(a, matrix_), function,
                ": row_map and entries of A are not the arrays that the plan was made of");
    Impl::check_operands(exec, function, Impl::Operand("A", a));
    guard_.check_unchanged(exec, function, "A", a);
    Impl::ScopedRegion const region(function);
    UninterruptedScope const changes_the_plan;
    matrix_ = matrix_type(a.num_rows(), a.num_cols(), a.row_map, a.entries, a.values);
    take_values(exec, function, workspace.get(exec));
  }

  /// z := the solution of op(T) z = r: a preconditioner
  ///
  /// Cost, Asynchronous, Deterministic, Throws   as `triangular_solve`.
  template <class R, class Z>
    requires Impl::triangular::RightHandSides<R> && Impl::triangular::RightHandSides<Z>
  void apply(Exec const& exec, R const& r, Z const& z, WorkspaceFor<Exec> workspace = {}) const {
    solve(exec, "Araios::TriangularPlan::apply", r, "r", z, "z", workspace);
  }

  /// What `triangular_solve` does, with the names of the arguments in messages.
  template <class B, class X>
  void solve(Exec const& exec, char const* function, B const& b, char const* name_b, X const& x, char const* name_x,
             WorkspaceFor<Exec>& workspace) const {
    if constexpr (Impl::triangular::types_are_right<Exec, Scalar, B, X>()) {
      check_arguments(exec, function, b, name_b, x, name_x);
      Impl::ScopedRegion const region(function);
      Impl::triangular::solve(exec, analysis_, system(), Impl::triangular::columns_of<Scalar>(b, x), options_.sweeps,
                              other_.data(), workspace);
    }
  }

 private:
  friend struct Impl::triangular::UncheckedPlan;
  using Values = Kokkos::View<Scalar*, memory_space>;
  using System = Impl::triangular::System<Scalar, Ordinal, Offset>;

  bool is_transposed() const { return options_.op != Op::none; }
  // Whether op(T) is.
  bool is_upper() const { return (options_.triangle == Triangle::upper) != is_transposed(); }

  System system() const {
    System result{
        {matrix_.row_map.data(), analysis_.bounds.data(), matrix_.entries.data(), matrix_.num_rows(), is_upper()},
        matrix_.values.data(),
        options_.diagonal == Diagonal::unit ? nullptr : inverses_.data()};
    if (is_transposed()) {
      result.rows.row_map = transposition_.row_map().data();
      result.rows.entries = transposition_.entries().data();
      result.values = transposed_.data();
    }
    return result;
  }

  // Where kernels are instantiated.
  void analyse(Exec const& exec, matrix_type const& A, TriangularOptions const& options,
               Workspace<memory_space>& workspace) {
    options_ = options;
    matrix_ = A;
    guard_.remember(exec, A);
    std::int64_t const n = matrix_.num_rows();
    inverses_ =
        Impl::triangular::allocate_analysis<Values>(exec, n, options_.diagonal == Diagonal::stored ? n : 0, analysis_);
    if (options_.method == TriangularMethod::sweeps)
      other_ = allocate<Values>(exec, "Araios::TriangularPlan::other", n);
    if (is_transposed()) {
      transposition_ = TransposePlan<Exec, Ordinal, Offset>(exec, matrix_, workspace);
      transposed_ = allocate<Values>(exec, "Araios::TriangularPlan::values", std::int64_t(matrix_.nnz()));
    }
    Impl::triangular::locate_triangle(exec, system().rows, std::int64_t(matrix_.nnz()), analysis_);
    Impl::triangular::choose_method(exec, system().rows, options_.method, static_cast<int>(sizeof(Scalar)), analysis_,
                                    workspace);
  }

  void take_transposed_values(Exec const& exec) const {
    auto const conjugate = options_.op == Op::conjugate_transpose ? Conjugate::yes : Conjugate::no;
    if (is_transposed()) transposition_.transpose_values(exec, matrix_.values, transposed_, {.conjugate = conjugate});
  }
  void take_values(Exec const& exec, char const* function, Workspace<memory_space>& workspace) {
    take_transposed_values(exec);
    if (options_.diagonal == Diagonal::unit) return;
    Impl::triangular::invert_diagonal(exec, function, system(), inverses_.data(), analysis_.is_sorted, workspace);
  }

  template <class B, class X>
  void check_arguments(Exec const& exec, char const* function, B const& b, char const* name_b, X const& x,
                       char const* name_x) const {
    using Impl::triangular::number_of_columns;
    auto const check_rows = [&](auto const& view, char const* name) {
      Impl::check(view.extent(0) == static_cast<std::size_t>(matrix_.num_rows()), function, ": rows of ", name,
                  ", rows of A (", view.extent(0), " != ", matrix_.num_rows(), ")");
      Impl::check_memory(view, function, ": ", name);
    };
    check_rows(b, name_b);
    check_rows(x, name_x);
    Impl::check(number_of_columns(b) == number_of_columns(x), function, ": columns of ", name_b, ", columns of ",
                name_x, " (", number_of_columns(b), " != ", number_of_columns(x), ")");
    Impl::check_disjoint(function, x, name_x, b, name_b);
    Impl::check_disjoint_from_arrays(function, x, name_x, matrix_, "A");
    Impl::check_operands(exec, function, Impl::Operand("A", matrix_));
    guard_.check_unchanged(exec, function, "A", matrix_);
  }

  double expected_us(TriangularMethod method) const {
    return Impl::triangular::expected_us(method, analysis_.shape, is_gpu_v<Exec>, options_.sweeps);
  }

  TriangularOptions options_;
  matrix_type matrix_;
  TransposePlan<Exec, Ordinal, Offset> transposition_;
  Values transposed_;
  Values inverses_;
  Values other_;  // of sweeps
  Impl::triangular::Analysis<Ordinal, Offset, memory_space> analysis_;
  Impl::PatternGuard guard_;
};

template <ExecutionSpace Exec, Impl::FieldCsr<Exec> Matrix>
TriangularPlan(Exec const&, Matrix const&, TriangularOptions const& = {}, WorkspaceFor<Exec> = {})
    -> TriangularPlan<Exec, std::remove_const_t<ScalarOf<Matrix>>, OrdinalOf<Matrix>, OffsetOf<Matrix>>;
template <ExecutionSpace Exec, class Matrix>
  requires(!Impl::FieldCsr<Matrix, Exec>)
TriangularPlan(Exec const&, Matrix const&, TriangularOptions const& = {}, WorkspaceFor<Exec> = {})
    -> TriangularPlan<Exec, double, int, int>;

/// X := the solution of op(T) X = B, where T is the triangle of the plan
///
/// Element x_i is (b_i - sum of t_ij x_j) times 1 / t_ii; the reciprocal is rounded when the plan takes the values.
/// With a unit diagonal it is the difference.
///
/// Shapes        b and x have n elements, or n rows and one column for each right-hand side, in any layouts. Their
///               elements are Scalars.
/// Sums          take the terms of a row of op(T) towards its diagonal: in the order of the entries in a lower
///               triangle, in the reverse order in an upper one. Each product and each difference is rounded.
/// Cost          reads the triangle once (for each column: one_block; for each 32 columns: sync_free), and at least a
///               step for each level. serial: 1 kernel; one_block: 1; sync_free: 2; levels: 1 for each level; sweeps:
///               sweeps + 1 for each column. A row of X that is contiguous is read by neighbouring threads.
///               sync_free, from 8 columns on, each of which is contiguous: 2 kernels more, which transpose them.
/// Asynchronous  yes. Where columns are transposed: n Scalars of each from `workspace`, twice where X has gaps between
///               its columns; elsewhere it is not used. May be captured in a CUDA graph, in which they are not.
/// Deterministic space to space, bitwise, but for the bits of NaNs: equal to the serial solve by each method but
///               sweeps.
/// Throws        std::invalid_argument when lengths or columns disagree, x overlaps b or an array of A, or one is a
///               null pointer.
/// Source        Liu, Li, Hogg, Duff and Vinter, Euro-Par 2016 (sync_free); Anderson and Saad, 1989 (levels); Anzt,
///               Chow and Dongarra, Euro-Par 2015 (sweeps).
template <ExecutionSpace Exec, ScalarType Scalar, OrdinalType Ordinal, OffsetType Offset,
          Impl::triangular::RightHandSides B, Impl::triangular::RightHandSides X>
void triangular_solve(Exec const& exec, TriangularPlan<Exec, Scalar, Ordinal, Offset> const& plan, B const& b,
                      X const& x, WorkspaceFor<Exec> workspace = {}) {
  plan.solve(exec, "Araios::triangular_solve", b, "b", x, "x", workspace);
}

/// The same without a plan, for one solve
///
/// Asynchronous  no: as the constructor of TriangularPlan, whose memory is allocated.
template <ExecutionSpace Exec, class Matrix, Impl::triangular::RightHandSides B, Impl::triangular::RightHandSides X>
  requires(!Impl::triangular::Plan<Matrix>)
void triangular_solve(Exec const& exec, Matrix const& A, B const& b, X const& x, TriangularOptions const& options = {},
                      WorkspaceFor<Exec> workspace = {}) {
  if constexpr (Impl::field_types_are_right<Exec, Matrix>())
    triangular_solve(exec, TriangularPlan(exec, A, options, workspace.get(exec)), b, x, workspace.get(exec));
}
/// Options before the inputs: refused, with the remedy.
template <ExecutionSpace Exec>
void triangular_solve(Exec const&, TriangularOptions const&, auto const&...) {
  Impl::options_are_last<Exec>();
}

}  // namespace Araios
