// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Incomplete factorizations without fill, ILU(0) and IC(0): preconditioners of solvers.
///
///   Araios::IncompleteFactor M(exec, A, {.kind = Araios::FactorKind::ic});  // A ~ L L^H, on the pattern of A
///   Araios::solve(exec, A, M, b, x);
///   M.update(exec, A);                                                      // for new values

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
#include <Araios/operations/color/call.hpp>
#include <Araios/operations/factor/call.hpp>
#include <Araios/operations/factor/options.hpp>
#include <Araios/operations/factor/pattern.hpp>
#include <Araios/triangular.hpp>

#include <Kokkos_Core.hpp>

#include <cmath>
#include <cstdint>
#include <memory>
#include <type_traits>

namespace Araios {

namespace Impl::factor {
/// Throws unless the options have values that can be meant.
inline void check_options(char const* function, FactorOptions const& options) {
  check_enumerator(options.kind, FactorKind::ic, "Araios::IncompleteFactor: FactorKind");
  check_enumerator(options.order, FactorOrder::by_color, "Araios::IncompleteFactor: FactorOrder");
  check_enumerator(options.method, FactorMethod::sweeps, "Araios::IncompleteFactor: FactorMethod");
  check_enumerator(options.bad_pivot, BadPivot::boost, "Araios::IncompleteFactor: BadPivot");
  check_enumerator(options.coloring.order, ColorOrder::by_hash, "Araios::IncompleteFactor: ColorOrder");
  check_enumerator(options.solve_method, TriangularMethod::sweeps, "Araios::IncompleteFactor: TriangularMethod");
  check_option(function, option::sweeps, options.sweeps);
  check_option(function, option::solve_sweeps, options.solve_sweeps);
  check_option(function, option::distance, options.coloring.distance);
  check_option(function, option::recolorings, options.coloring.recolorings);
  check(options.shift >= 0 && std::isfinite(options.shift), function, ": shift is ", options.shift,
        "; it must be at least 0, and finite");
  check(options.boost_threshold >= 0, function, ": boost_threshold is ", options.boost_threshold,
        "; it must be at least 0");
  bool const is_pivot = options.kind == FactorKind::ilu ? options.boost_value != 0 : options.boost_value > 0;
  check(is_pivot && std::isfinite(options.boost_value), function, ": boost_value is ", options.boost_value,
        "; it must be finite, not 0, and for ic positive");
}
}  // namespace Impl::factor

/// The incomplete factors of A without fill: L U of A for ILU(0), L L^H for IC(0), on the pattern of A
///
/// (L U)_ij = a_ij (ic: (L L^H)_ij = a_ij for j <= i) for all entries (i, j) of A, and L and U have no other entries.
/// By colours the same holds for P A P^T, where P sorts the rows by colour.
///
/// Ownership     shares row_map and entries of A where their Views own memory; the factors are its own. Copies share
///               the factors and their status.
/// Memory        of each entry of the factors a Scalar, an Ordinal and an Offset, with duplicates another; of each row
///               two Offsets and a Scalar, by colours also two Ordinals, a Scalar and 4 bytes; and two TriangularPlans,
///               four after a transposed solve of an ilu.
/// Requires      row_map and entries of A do not change. After its values changed: `update`.
/// Deterministic space to space, bitwise: additions have an order of their own (operations/factor/rows.hpp).
/// Source        Meijerink and van der Vorst, Math. Comp. 31 (1977); operations/factor/waiting_cuda.hpp; sweeps.hpp. By
///               colours without fill only: US patent 9,600,446 is on multicolour factorizations with fill.
template <ExecutionSpace Exec, ScalarType Scalar_, OrdinalType Ordinal_, OffsetType Offset_>
  requires(!is_pattern_v<Scalar_> && !std::is_integral_v<Scalar_>)
class IncompleteFactor {
 public:
  using Scalar = std::remove_const_t<Scalar_>;
  using Ordinal = Ordinal_;
  using Offset = Offset_;
  using execution_space = Exec;
  using memory_space = typename Exec::memory_space;
  using matrix_type = CsrMatrix<Scalar const, Ordinal, Offset, memory_space>;
  using solve_type = TriangularPlan<Exec, Scalar, Ordinal, Offset>;
  /// `apply` launches on the instance and does nothing else, so that a CUDA graph may have it.
  static constexpr bool can_be_captured = solve_type::can_be_captured;

  /// The factors of the empty 0-by-0 matrix.
  IncompleteFactor() = default;
  // What is moved from is copied: it stays the factors that it was.
  IncompleteFactor(IncompleteFactor const&) = default;
  IncompleteFactor& operator=(IncompleteFactor const&) = default;

  /// The factors of A
  ///
  /// Shapes        A is n-by-n.
  /// Requires      A as checked by `validate`. Rows may be unsorted; duplicates are added. ic reads the lower triangle;
  ///               by colours it needs both, whose patterns are each other's transpose.
  /// Cost          analysis: two passes over the entries, `segmented_sort` of them, and by colours `color`. Factors:
  ///               each pair of entries (i, k), (k, j) with k < min(i, j) is looked up once, in one kernel; a sweep
  ///               does the same in a kernel of its own, without waiting rows.
  /// Asynchronous  no: waits for the number of entries, the faults of the pattern and the pivots, by colours as
  ///               `color`, and as a TriangularPlan, twice. Allocates the factors; takes 4 bytes per row from
  ///               `workspace`, on CUDA a Scalar per entry instead; for sweeps an Ordinal and two Scalars per
  ///               entry.
  /// Throws        std::invalid_argument when A is not square, options are out of range, or a row has no diagonal
  ///               entry, a pivot without a finite reciprocal (ic: not positive), or numbers that are not finite: with
  ///               the first one.
  ///               BadPivot::report leaves what is wrong with rows to `status`.
  IncompleteFactor(Exec const& exec, Impl::FieldCsr<Exec> auto const& A, FactorOptions const& options = {},
                   WorkspaceFor<Exec> workspace = {})
      : options_(options) {
    constexpr char const* function = "Araios::IncompleteFactor";
    auto const& a = Impl::as_matrix(A);
    Impl::factor::check_options(function, options);
    Impl::check(a.num_rows() == a.num_cols(), function, ": the matrix must be square (", a.num_rows(), " x ",
                a.num_cols(), ")");
    Impl::check_operands(exec, function, Impl::Operand("A", a));
    Impl::ScopedRegion const region(function);
    num_rows_ = a.num_rows();
    row_map_ = a.row_map;
    entries_ = a.entries;
    guard_.remember(exec, a);
    set_up(exec, function, Impl::borrow_csr<Scalar const>(a), workspace.get(exec));
  }
  /// Refuses what is no CsrMatrix of real or complex values in memory of Exec, with the remedy.
  template <class Matrix>
    requires(!Impl::FieldCsr<Matrix, Exec>)
  IncompleteFactor(Exec const&, Matrix const&, FactorOptions const& = {}, WorkspaceFor<Exec> = {}) {
    (void)Impl::field_types_are_right<Exec, Matrix>();
  }

  /// The factors for new values of A
  ///
  /// Requires      A has the row_map and entries of the matrix of the constructor. Copies are not used meanwhile. Where
  ///               a diagonal entry is missing, nothing changes.
  /// Asynchronous  no: waits once, for the pivots.
  /// Throws        std::invalid_argument when A has other arrays, and for pivots as the constructor: the factors are
  ///               then not usable until another update.
  void update(Exec const& exec, CsrOf<Exec> auto const& A, WorkspaceFor<Exec> workspace = {}) {
    constexpr char const* function = "Araios::IncompleteFactor::update";
    auto const& a = Impl::as_matrix(A);
    Impl::check(a.num_rows() == num_rows_ && a.num_cols() == num_rows_ && a.row_map.data() == row_map_.data() &&
                    a.entries.data() == entries_.data() && a.entries.extent(0) == entries_.extent(0),
                function, ": row_map and entries of A are not the arrays that the factors were made of");
    Impl::check_operands(exec, function, Impl::Operand("A", a));
    guard_.check_unchanged(exec, function, "A", a);
    if (status_->fault == FactorFault::no_diagonal) return;
    Impl::ScopedRegion const region(function);
    factor(exec, function, Impl::borrow_csr<Scalar const>(a), workspace.get(exec));
  }

  /// z := the solution of L U z = r (ic: L L^H z = r): a preconditioner, by colours of the rows of A in that order
  ///
  /// Shapes        r and z have n elements, which are Scalars.
  /// Requires      one instance at a time, also of copies.
  /// Cost          two `triangular_solve`; by colours two kernels more, which read and write a vector each.
  /// Asynchronous  yes, without an allocation. May be captured in a CUDA graph.
  /// Throws        std::invalid_argument when lengths disagree, z overlaps r or the factors, one is a null pointer, and
  ///               while the factors are not usable, with the sentence of `status`.
  template <VectorView R, VectorView Z>
  void apply(Exec const& exec, R const& r, Z const& z) const {
    constexpr char const* function = "Araios::IncompleteFactor::apply";
    check_vectors(function, r, z);
    Impl::ScopedRegion const region(function);
    run(exec, solves_->lower, solves_->upper, Input(r.data(), r.extent(0)), Output(z.data(), z.extent(0)));
  }

  /// z := the solution of op(L U) z = r (ic: op(L L^H) z = r)
  ///
  /// Shapes, Requires, Throws   as `apply`.
  /// Cost          as `apply`; transposed and of a complex type two kernels more, which conjugate a vector.
  /// Asynchronous  yes, but for the first transposed solve of an ilu, and the first one after an update: as a
  ///               TriangularPlan, or its update, twice. Copies share what is planned.
  template <VectorView R, VectorView Z>
  void solve(Exec const& exec, Op op, R const& r, Z const& z, WorkspaceFor<Exec> workspace = {}) {
    constexpr char const* function = "Araios::IncompleteFactor::solve";
    Impl::check_enumerator(op, Op::conjugate_transpose, "Araios::IncompleteFactor::solve: Op");
    check_vectors(function, r, z);
    Impl::ScopedRegion const region(function);
    solve_with(exec, op, Input(r.data(), r.extent(0)), Output(z.data(), z.extent(0)), workspace.get(exec));
  }

  /// Another number while `apply` refuses: a graph that was captured before ends, and the sentence of `status` is thrown.
  std::int64_t version() const { return status_->is_usable() ? 0 : 1; }
  /// What the last factorization found.
  FactorStatus const& status() const { return *status_; }
  FactorOptions const& options() const { return options_; }
  /// by_color: how the rows are coloured; row q of the factors is row coloring().rows(q) of A. Else without rows.
  Coloring<Ordinal, memory_space> const& coloring() const { return coloring_; }
  /// ilu: L below the diagonal, without its ones, and U, in one matrix. ic: L. Rows are sorted.
  matrix_type factors() const { return matrix_type(num_rows_, num_rows_, pattern_.row_map, pattern_.entries, values_); }
  /// The solves with L and with U (ic: L^H): their levels, methods and times. Made where no diagonal entry is missing.
  solve_type const& lower_solve() const { return solves_->lower; }
  solve_type const& upper_solve() const { return solves_->upper; }
  /// Bytes that it holds, besides the arrays of A.
  std::int64_t bytes() const {
    auto const size = [](auto const& view) { return static_cast<std::int64_t>(view.extent(0) * sizeof(*view.data())); };
    return solves_->lower.bytes() + solves_->upper.bytes() + transposed_->first.bytes() + transposed_->second.bytes() +
           size(vectors_) + size(values_) + pattern_.bytes() + size(rank_) + size(coloring_.colors) +
           size(coloring_.offsets) + size(coloring_.rows);
  }

 private:
  using Borrowed = CsrMatrix<Scalar const, Ordinal, Offset, memory_space>;
  using Input = Impl::UnmanagedView<Scalar const, memory_space>;
  using Output = Impl::UnmanagedView<Scalar, memory_space>;
  struct Solves {
    solve_type lower, upper;
  };
  // The solves with U^H and with L^H of an ilu, in this order.
  struct Transposed {
    solve_type first, second;
    bool is_current = false;
  };

  template <class R, class Z>
  void check_vectors(char const* function, R const& r, Z const& z) const {
    static_assert(
        std::is_same_v<typename R::non_const_value_type, Scalar> && std::is_same_v<typename Z::value_type, Scalar>,
        "Araios: vectors of an IncompleteFactor have elements of the type of the values of A, and z is written");
    static_assert(Accesses<Exec, R, Z> && Impl::is_plain_array_v<R> && Impl::is_plain_array_v<Z>,
                  "Araios: vectors of an IncompleteFactor are contiguous Views that the execution space can access");
    Impl::check(status_->is_usable(), function, ": ", status_->sentence);
    Impl::check_vector(function, r, "r", num_rows_);
    Impl::check_vector(function, z, "z", num_rows_);
    Impl::check_disjoint(function, z, "z", r, "r");
    Impl::check_disjoint_from_arrays(function, z, "z", factors(), "the factors");
  }

  // Where kernels are instantiated.
  void set_up(Exec const& exec, char const* function, Borrowed const& A, Workspace<memory_space>& workspace) {
    if (num_rows_ > 0 && options_.order == FactorOrder::by_color) {
      coloring_ = Impl::color::call(exec, A, options_.coloring, workspace);
      rank_ = allocate<Kokkos::View<Ordinal*, memory_space>>(exec, "Araios::factor::rank", num_rows_);
      Kokkos::parallel_for("Araios::factor::rank", range(exec, num_rows_),
                           Impl::factor::InvertOrder<Ordinal>{coloring_.rows.data(), rank_.data()});
    }
    std::int64_t const missing =
        Impl::factor::make_pattern(exec, function, A, order(), options_.kind == FactorKind::ic, pattern_, workspace);
    if (missing < num_rows_) {
      status_->fault = FactorFault::no_diagonal;
      status_->row = missing;
      status_->sentence = Impl::factor::sentence_of(*status_, options_);
      refuse(function);
      return;
    }
    values_ = allocate<Kokkos::View<Scalar*, memory_space>>(exec, "Araios::factor::values",
                                                            static_cast<std::int64_t>(pattern_.entries.extent(0)));
    if (num_rows_ > 0) plan_solves(exec, workspace);
    bool const sorts = options_.order == FactorOrder::by_color;
    vectors_ = allocate<Kokkos::View<Scalar*, memory_space>>(
        exec, "Araios::factor::vectors", checked_multiply(num_rows_, sorts ? 2 : 1, "Araios::IncompleteFactor"));
    factor(exec, function, A, workspace);
  }
  // Before there are factors: their levels are an order for the rows of the factorization, too.
  void plan_solves(Exec const& exec, Workspace<memory_space>& workspace) const {
    bool const is_ilu = options_.kind == FactorKind::ilu;
    using Unchecked = Impl::triangular::UncheckedPlan;
    Unchecked::analyse(exec, solves_->lower, factors(),
                       solve_options({.diagonal = is_ilu ? Diagonal::unit : Diagonal::stored}), workspace);
    Unchecked::analyse(exec, solves_->upper, factors(),
                       solve_options({.triangle = is_ilu ? Triangle::upper : Triangle::lower,
                                      .op = is_ilu ? Op::none : Op::conjugate_transpose}),
                       workspace);
  }
  void factor(Exec const& exec, char const* function, Borrowed const& A, Workspace<memory_space>& workspace) {
    using Unchecked = Impl::triangular::UncheckedPlan;
    transposed_->is_current = false;
    auto const renew_solves = [&] {
      Unchecked::update(exec, solves_->lower, pattern_.diagonal.data());
      Unchecked::update(exec, solves_->upper, pattern_.diagonal.data());
    };
    *status_ = {.fault = FactorFault::not_finite, .sentence = "the last factorization did not end"};  // if this throws
    *status_ = Impl::factor::call(exec, A, pattern_, order(), Unchecked::order_by_levels(solves_->lower), values_,
                                  options_, renew_solves, workspace);
    refuse(function);
  }
  TriangularOptions solve_options(TriangularOptions options) const {
    options.method = options_.solve_method;
    options.sweeps = options_.solve_sweeps;
    return options;
  }
  /// The solve with the current factors.
  void renew(Exec const& exec, solve_type& solve, TriangularOptions const& options,
             Workspace<memory_space>& workspace) const {
    if (solve.matrix().values.data() == values_.data())
      solve.update(exec, factors(), workspace);
    else
      solve = solve_type(exec, factors(), solve_options(options), workspace);
  }
  /// z := the second solve of the first one of r, which may be z.
  void run(Exec const& exec, solve_type const& one, solve_type const& other, Input const& r, Output const& z) const {
    auto const n = static_cast<std::size_t>(num_rows_);
    Output const first(vectors_.data(), n);
    if (coloring_.num_colors == 0) {
      one.apply(exec, r, first);
      other.apply(exec, first, z);
      return;
    }
    Output const second(vectors_.data() + n, n);
    Kokkos::parallel_for("Araios::factor::gather", range(exec, num_rows_),
                         Impl::factor::Gather<Scalar, Ordinal>{coloring_.rows.data(), r.data(), first.data()});
    one.apply(exec, first, second);
    other.apply(exec, second, first);
    Kokkos::parallel_for("Araios::factor::scatter", range(exec, num_rows_),
                         Impl::factor::Gather<Scalar, Ordinal>{rank_.data(), first.data(), z.data()});
  }
  void solve_with(Exec const& exec, Op op, Input const& r, Output const& z, Workspace<memory_space>& workspace) {
    bool const is_transposed = op != Op::none && options_.kind == FactorKind::ilu && num_rows_ > 0;
    if (is_transposed && !transposed_->is_current) {
      renew(exec, transposed_->first, {.triangle = Triangle::upper, .op = Op::conjugate_transpose}, workspace);
      renew(exec, transposed_->second, {.diagonal = Diagonal::unit, .op = Op::conjugate_transpose}, workspace);
      transposed_->is_current = true;
    }
    solve_type const& one = is_transposed ? transposed_->first : solves_->lower;
    solve_type const& other = is_transposed ? transposed_->second : solves_->upper;
    // L L^H is its conjugate transpose. A transpose is the conjugate of one that is applied to the conjugate of r.
    if (op != Op::transpose || std::is_same_v<Scalar, Impl::RealPartOf<Scalar>>) return run(exec, one, other, r, z);
    using Elements = Impl::factor::ConjugateElements<Scalar>;
    Kokkos::parallel_for("Araios::factor::conjugate", range(exec, num_rows_), Elements{r.data(), z.data()});
    run(exec, one, other, z, z);
    Kokkos::parallel_for("Araios::factor::conjugate", range(exec, num_rows_), Elements{z.data(), z.data()});
  }
  void refuse(char const* function) const {
    Impl::check(status_->is_usable() || options_.bad_pivot == BadPivot::report, function, ": ", status_->sentence);
  }
  Impl::factor::RowOrder<Ordinal> order() const { return {coloring_.rows.data(), rank_.data()}; }

  FactorOptions options_;
  std::shared_ptr<FactorStatus> status_ = std::make_shared<FactorStatus>();  // which copies share, as the factors
  std::int64_t num_rows_ = 0;
  typename matrix_type::row_map_type row_map_;  // those of A
  typename matrix_type::entries_type entries_;
  Impl::PatternGuard guard_;
  Coloring<Ordinal, memory_space> coloring_;
  Kokkos::View<Ordinal*, memory_space> rank_;
  Impl::factor::PatternArrays<Ordinal, Offset, memory_space> pattern_;
  Kokkos::View<Scalar*, memory_space> values_;
  std::shared_ptr<Solves> solves_ = std::make_shared<Solves>();              // which copies share, as the factors
  std::shared_ptr<Transposed> transposed_ = std::make_shared<Transposed>();  // which copies share, as the factors
  Kokkos::View<Scalar*, memory_space> vectors_;                              // between the solves
};

template <ExecutionSpace Exec, Impl::FieldCsr<Exec> Matrix>
IncompleteFactor(Exec const&, Matrix const&, FactorOptions const& = {}, WorkspaceFor<Exec> = {})
    -> IncompleteFactor<Exec, std::remove_const_t<ScalarOf<Matrix>>, OrdinalOf<Matrix>, OffsetOf<Matrix>>;
template <ExecutionSpace Exec, class Matrix>
  requires(!Impl::FieldCsr<Matrix, Exec>)
IncompleteFactor(Exec const&, Matrix const&, FactorOptions const& = {}, WorkspaceFor<Exec> = {})
    -> IncompleteFactor<Exec, double, int, int>;

}  // namespace Araios
