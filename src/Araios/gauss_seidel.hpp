// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Gauss-Seidel, SOR and SSOR by colours: a smoother, and a preconditioner of solvers.
///
///   Araios::GaussSeidelPlan const plan(exec, A);           // colours, and inverses of the diagonal
///   for (...) Araios::gauss_seidel(exec, plan, b, x);      // one sweep from x towards the solution of A x = b
///   plan.apply(exec, r, z);                                // one sweep from 0: a preconditioner

#include <Araios/core/aliasing.hpp>
#include <Araios/core/arithmetic.hpp>
#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/option_ranges.hpp>
#include <Araios/core/profiling.hpp>
#include <Araios/core/unmanaged.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/argument_types.hpp>
#include <Araios/formats/check_operands.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/formats/for_each_array.hpp>
#include <Araios/formats/pattern_guard.hpp>
#include <Araios/operations/color/call.hpp>
#include <Araios/operations/color/options.hpp>
#include <Araios/operations/gauss_seidel/options.hpp>
#include <Araios/operations/gauss_seidel/sweep.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>
#include <vector>

namespace Araios {

/// The colours and the inverted diagonal of a matrix, for many sweeps
///
/// Ownership     shares the arrays of A where their Views own memory. Copies of a plan share its arrays.
/// Memory        of each row a Scalar, an Ordinal and 4 bytes.
/// Requires      row_map and entries of A do not change. After its values changed: `update`.
template <ExecutionSpace Exec, ScalarType Scalar_, OrdinalType Ordinal_, OffsetType Offset_>
  requires(!is_pattern_v<Scalar_> && !std::is_integral_v<Scalar_>)
class GaussSeidelPlan {
 public:
  using Scalar = std::remove_const_t<Scalar_>;
  using Ordinal = Ordinal_;
  using Offset = Offset_;
  using execution_space = Exec;
  using memory_space = typename Exec::memory_space;
  using matrix_type = CsrMatrix<Scalar const, Ordinal, Offset, memory_space>;
  using coloring_type = Coloring<Ordinal, memory_space>;
  /// Its calls launch on the instance and do nothing else, so that a CUDA graph may have them.
  static constexpr bool can_be_captured = true;

  /// The plan of the empty 0-by-0 matrix.
  GaussSeidelPlan() = default;
  // What is moved from is copied: it stays the plan that it was.
  GaussSeidelPlan(GaussSeidelPlan const&) = default;
  GaussSeidelPlan& operator=(GaussSeidelPlan const&) = default;

  /// The plan of A
  ///
  /// Shapes        A is n-by-n.
  /// Requires      A as checked by `validate`. Duplicates are summed.
  /// Cost          that of `color`, and a pass over the entries.
  /// Asynchronous  no: as `color`, and waits for the offsets of the colours and for the faults of the diagonal.
  /// Deterministic space to space.
  /// Throws        std::invalid_argument when A is not square, for omega not between 0 and 2, for a distance other
  ///               than 1, for recolorings out of range, for options that are no enumerators, and when a diagonal
  ///               entry is missing, 0, or too small to invert, with the lowest such row.
  GaussSeidelPlan(Exec const& exec, Impl::FieldCsr<Exec> auto const& A, GaussSeidelOptions const& options = {},
                  WorkspaceFor<Exec> workspace = {}) {
    constexpr char const* function = "Araios::GaussSeidelPlan";
    auto const& a = Impl::as_matrix(A);
    Impl::check(a.num_rows() == a.num_cols(), function, ": the matrix must be square (", a.num_rows(), " x ",
                a.num_cols(), ")");
    Impl::check(options.omega > 0 && options.omega < 2, function, ": omega is ", options.omega,
                "; it must be between 0 and 2");
    Impl::check(options.coloring.distance == 1, function, ": distance is ", options.coloring.distance,
                "; it must be 1: neighbours of neighbours may have one colour");
    Impl::check_option(function, Impl::option::recolorings, options.coloring.recolorings);
    Impl::check_enumerator(options.coloring.order, ColorOrder::by_hash, "Araios::GaussSeidelPlan: ColorOrder");
    Impl::check_enumerator(options.sweep, Sweep::symmetric, "Araios::GaussSeidelPlan: Sweep");
    Impl::check_operands(exec, function, Impl::Operand("A", a));
    Impl::ScopedRegion const region(function);
    sweep_ = options.sweep;
    omega_ = static_cast<Real>(options.omega);
    matrix_ = matrix_type(a.num_rows(), a.num_cols(), a.row_map, a.entries, a.values);
    guard_.remember(exec, a);
    set_up(exec, options.coloring, workspace.get(exec));
  }
  /// Refuses what is no CsrMatrix of real or complex values in memory of Exec, with the remedy.
  template <class Matrix>
    requires(!Impl::FieldCsr<Matrix, Exec>)
  GaussSeidelPlan(Exec const&, Matrix const&, GaussSeidelOptions const& = {}, WorkspaceFor<Exec> = {}) {
    (void)Impl::field_types_are_right<Exec, Matrix>();
  }

  coloring_type const& coloring() const { return coloring_; }
  matrix_type const& matrix() const { return matrix_; }
  Sweep sweep() const { return sweep_; }
  double omega() const { return omega_; }
  /// Bytes that the plan holds, besides the arrays of A.
  std::int64_t bytes() const {
    auto const size = [](auto const& view) { return static_cast<std::int64_t>(view.extent(0) * sizeof(*view.data())); };
    return size(inverses_) + size(coloring_.colors) + size(coloring_.offsets) + size(coloring_.rows);
  }

  /// Inverts the diagonal of the current values of A, which further sweeps use
  ///
  /// Requires      A has the row_map and entries of the matrix of the plan. Copies of the plan are not used.
  /// Asynchronous  no: waits for the faults of the diagonal.
  /// Throws        std::invalid_argument when A has other arrays, or a diagonal entry has no reciprocal: a sweep then
  ///               gives NaN in that row and its neighbours, until another update.
  void update(Exec const& exec, CsrOf<Exec> auto const& A, WorkspaceFor<Exec> workspace = {}) {
    constexpr char const* function = "Araios::GaussSeidelPlan::update";
    auto const& a = Impl::as_matrix(A);
    Impl::check(Impl::have_same_pattern_arrays(a, matrix_), function,
                ": row_map and entries of A are not the arrays that the plan was made of");
    Impl::check_operands(exec, function, Impl::Operand("A", a));
    guard_.check_unchanged(exec, function, "A", a);
    Impl::ScopedRegion const region(function);
    UninterruptedScope const changes_the_plan;
    matrix_ = matrix_type(a.num_rows(), a.num_cols(), a.row_map, a.entries, a.values);
    Impl::gauss_seidel::invert_diagonal(exec, function, matrix_, inverses_, workspace.get(exec));
  }

  /// z := the result of one sweep for A z = r that begins with z = 0: a preconditioner, which is symmetric where A and
  /// the sweep are
  ///
  /// Shapes        r and z have n elements, which are Scalars.
  /// Cost, Asynchronous, Deterministic, Throws   as `gauss_seidel`; one more kernel.
  template <VectorView R, VectorView Z>
  void apply(Exec const& exec, R const& r, Z const& z) const {
    check_vectors(exec, "Araios::GaussSeidelPlan::apply", r, "r", z, "z");
    Impl::ScopedRegion const region("Araios::GaussSeidelPlan::apply");
    fill(exec, z, Scalar(0));
    run(exec, r, z);
  }

  /// What `gauss_seidel` does.
  template <VectorView B, VectorView X>
  void improve(Exec const& exec, B const& b, X const& x) const {
    check_vectors(exec, "Araios::gauss_seidel", b, "b", x, "x");
    Impl::ScopedRegion const region("Araios::gauss_seidel");
    run(exec, b, x);
  }

 private:
  using Real = Impl::RealPartOf<Scalar>;

  // Where kernels are instantiated.
  void set_up(Exec const& exec, ColorOptions const& options, Workspace<memory_space>& workspace) {
    coloring_ = Impl::color::call(exec, matrix_, options, workspace);
    std::int64_t const n = matrix_.num_rows();
    std::vector<Ordinal> offsets(coloring_.offsets.extent(0));
    Kokkos::deep_copy(
        exec, Kokkos::View<Ordinal*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(offsets.data(), offsets.size()),
        coloring_.offsets);
    Impl::fence(exec, "Araios::GaussSeidelPlan: the offsets of the colours");
    offsets_.assign(offsets.begin(), offsets.end());
    inverses_ = allocate<Kokkos::View<Scalar*, memory_space>>(exec, "Araios::GaussSeidelPlan::inverses", n);
    Impl::gauss_seidel::invert_diagonal(exec, "Araios::GaussSeidelPlan", matrix_, inverses_, workspace);
  }

  template <class B, class X>
  void check_vectors(Exec const& exec, char const* function, B const& b, char const* name_b, X const& x,
                     char const* name_x) const {
    static_assert(
        std::is_same_v<typename B::non_const_value_type, Scalar> && std::is_same_v<typename X::value_type, Scalar>,
        "Araios: vectors of a GaussSeidelPlan have elements of the type of the values of A, and x (z) is written");
    static_assert(Accesses<Exec, B, X> && Impl::is_plain_array_v<B> && Impl::is_plain_array_v<X>,
                  "Araios: vectors of a GaussSeidelPlan are contiguous Views that the execution space can access");
    Impl::check_vector(function, b, name_b, std::int64_t(matrix_.num_rows()));
    Impl::check_vector(function, x, name_x, std::int64_t(matrix_.num_rows()));
    Impl::check_disjoint(function, x, name_x, b, name_b);
    Impl::check_disjoint_from_arrays(function, x, name_x, matrix_, "A");
    Impl::check_operands(exec, function, Impl::Operand("A", matrix_));
    guard_.check_unchanged(exec, function, "A", matrix_);
  }

  void run(Exec const& exec, auto const& b, auto const& x) const {
    Impl::gauss_seidel::SweepColor<Scalar, Ordinal, Offset> const body{matrix_.row_map.data(),
                                                                       matrix_.entries.data(),
                                                                       matrix_.values.data(),
                                                                       coloring_.rows.data(),
                                                                       inverses_.data(),
                                                                       b.data(),
                                                                       x.data(),
                                                                       omega_};
    Impl::gauss_seidel::sweep(exec, sweep_, offsets_, body);
  }

  Sweep sweep_ = Sweep::symmetric;
  Real omega_ = 1;
  matrix_type matrix_;
  coloring_type coloring_;
  std::vector<std::int64_t> offsets_{0};  // those of coloring_, on the host
  Kokkos::View<Scalar*, memory_space> inverses_;
  Impl::PatternGuard guard_;
};

template <ExecutionSpace Exec, Impl::FieldCsr<Exec> Matrix>
GaussSeidelPlan(Exec const&, Matrix const&, GaussSeidelOptions const& = {}, WorkspaceFor<Exec> = {})
    -> GaussSeidelPlan<Exec, std::remove_const_t<ScalarOf<Matrix>>, OrdinalOf<Matrix>, OffsetOf<Matrix>>;
template <ExecutionSpace Exec, class Matrix>
  requires(!Impl::FieldCsr<Matrix, Exec>)
GaussSeidelPlan(Exec const&, Matrix const&, GaussSeidelOptions const& = {}, WorkspaceFor<Exec> = {})
    -> GaussSeidelPlan<Exec, double, int, int>;

/// x := x + the change by one sweep of Gauss-Seidel for A x = b, row by row in the order of the colours
///
/// Row i becomes (1 - omega) x_i + omega (b_i - sum of a_ij x_j over j != i) / a_ii. A symmetric sweep does that from
/// the first colour to the last and back.
///
/// Shapes        b and x have n elements, which are Scalars.
/// Requires      the plan is made, or made on `exec`.
/// Cost          a kernel for each colour, twice in a symmetric sweep (for omega = 1 without the second one of the last
///               colour). Each direction reads A and b once and writes x once.
/// Asynchronous  yes, without an allocation. May be captured in a CUDA graph.
/// Deterministic space to space, bitwise, equal to the serial sweep in the order of coloring().rows.
/// Throws        std::invalid_argument when lengths disagree, x overlaps b or an array of A, or one is a null pointer.
/// Source        Young, Iterative solution of large linear systems, 1971 (SOR, SSOR); Adams and Ortega, ICPP 1982
///               (colours).
template <ExecutionSpace Exec, ScalarType Scalar, OrdinalType Ordinal, OffsetType Offset>
void gauss_seidel(Exec const& exec, GaussSeidelPlan<Exec, Scalar, Ordinal, Offset> const& plan,
                  VectorView auto const& b, VectorView auto const& x) {
  plan.improve(exec, b, x);
}
/// A matrix in place of its plan: refused, with the remedy.
template <ExecutionSpace Exec, SparseMatrix Matrix>
void gauss_seidel(Exec const&, Matrix const&, auto const&...) {
  static_assert(Impl::always_false<Matrix>,
                "Araios::gauss_seidel: the arguments are (exec, plan, b, x), where plan is a GaussSeidelPlan(exec, A)");
}

}  // namespace Araios
