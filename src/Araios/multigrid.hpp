// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Multigrid cycles on a hierarchy that the caller brings: a preconditioner of solve.hpp, and an iteration of its own.
///
///     MultigridHierarchy<Csr> const levels{.A = {A0, A1, A2}, .P = {P0, P1}, .R = {R0, R1}};   // of PyAMG, say
///     MultigridPlan const M(exec, levels);
///     solve(exec, A0, M, b, x);               // CG; on CUDA one graph holds the iteration and the cycle
///     multigrid_cycle(exec, M, b, x);         // one cycle from x; galerkin_plan.hpp: R A P of new values

#include <Araios/core/aliasing.hpp>
#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/profiling.hpp>
#include <Araios/core/unmanaged.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/formats/for_each_array.hpp>
#include <Araios/gauss_seidel.hpp>
#include <Araios/preconditioner.hpp>
#include <Araios/solve/multigrid/arguments.hpp>
#include <Araios/solve/multigrid/coarsest.hpp>
#include <Araios/solve/multigrid/kernels.hpp>
#include <Araios/solve/multigrid/options.hpp>
#include <Araios/spmv_plan.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

namespace Araios {

/// The smoothers, the coarsest inverse and the vectors of a hierarchy, for many cycles
///
/// Its `apply` is a preconditioner M of solve.hpp. M is Hermitian and positive definite, as CG needs, where A is, R is
/// the conjugate transpose of P, pre_sweeps == post_sweeps >= 1, and the smoother converges: Gauss-Seidel does (its
/// sweeps go to the last colour and back); Jacobi where omega is below 2 / the largest eigenvalue of D^-1 A.
///
/// Ownership     shares the arrays of A, P and R where their Views own memory. Copies of a plan share what it holds.
/// Memory        `bytes()`: of each level 3 vectors, 4 for Chebyshev, and the square of the rows of the coarsest one.
///               The smoothers and the plans of SpMV hold more.
/// Requires      one instance at a time, for all uses, also of copies.
template <ExecutionSpace Exec, CsrOf<Exec> Matrix>
  requires(!is_pattern_v<ScalarOf<Matrix>> && !std::is_integral_v<ScalarOf<Matrix>>)
class MultigridPlan {
 public:
  using T = ScalarOf<Matrix>;
  /// Its calls launch on the instance and do nothing else, so that a CUDA graph may have them.
  static constexpr bool can_be_captured = true;

  /// The plan of a hierarchy
  ///
  /// Shapes        those of MultigridHierarchy. One level: the inverse alone. The coarsest has at most 1024 rows.
  /// Requires      matrices as checked by `validate`. Duplicates are summed.
  /// Cost          that of the smoothers of all levels but the coarsest, and n^3 operations of the host for that.
  /// Asynchronous  no: waits for the smoothers, the plans of SpMV, and the coarsest matrix, which the host inverts.
  /// Deterministic space to space; with Chebyshev as that is.
  /// Throws        std::invalid_argument with the level when shapes disagree, a diagonal entry is missing, 0, or
  ///               too small to invert, with its row, or the coarsest matrix is singular, with the column without a
  ///               pivot; and for options out of range.
  MultigridPlan(Exec const& exec, MultigridHierarchy<Matrix> const& hierarchy, MultigridOptions const& options = {})
      : state_(std::make_shared<State>()) {
    Impl::multigrid::check_options(options);
    Impl::multigrid::check_hierarchy(exec, hierarchy);
    Impl::ScopedRegion const region("Araios::MultigridPlan");
    state_->options = options;
    std::size_t const levels = hierarchy.A.size();
    for (std::size_t l = 0; l < levels; ++l) {
      bool const is_coarsest = l + 1 == levels;
      state_->levels.push_back(
          {hierarchy.A[l], is_coarsest ? Matrix() : hierarchy.P[l], is_coarsest ? Matrix() : hierarchy.R[l]});
    }
    take_memory(exec);
    // Whole rows, whose sums do not depend on the number of threads of a host.
    SpmvPlanOptions const rows{.method = SpmvMethod::rows};
    for (std::size_t l = 0; l + 1 < levels; ++l) {
      Level& level = state_->levels[l];
      level.product = Plan(exec, level.A, rows);
      level.prolongation = Plan(exec, level.P, rows);
      level.restriction = Plan(exec, level.R, rows);
    }
    set_up_values(exec);
  }

  // What is moved from is copied: it stays the plan that it was.
  MultigridPlan(MultigridPlan const&) = default;
  MultigridPlan& operator=(MultigridPlan const&) = default;

  /// Refuses what is no hierarchy.
  template <class Other>
  MultigridPlan(Exec const&, Other const&, MultigridOptions const& = {}) {
    Impl::multigrid::refuse<Other>();
  }

  int num_levels() const { return static_cast<int>(state_->levels.size()); }
  std::int64_t num_rows() const { return static_cast<std::int64_t>(state_->levels[0].A.num_rows()); }
  MultigridOptions const& options() const { return state_->options; }
  /// The number of updates, by which solvers know that what they have captured is out of date.
  std::int64_t version() const { return state_->version; }
  /// Bytes of the vectors and of the coarsest inverse.
  std::int64_t bytes() const {
    return static_cast<std::int64_t>((state_->memory.extent(0) + state_->inverse.extent(0)) * sizeof(T));
  }

  /// Takes the values that the arrays of A, P and R have now, of this plan and its copies. A KrylovPlan that holds one
  /// goes on with them, and on CUDA captures its iteration anew.
  ///
  /// Asynchronous, Throws   as the constructor, without the plans of SpMV. Where it throws, cycles are refused until
  ///                        the next update.
  void update(Exec const& exec) {
    Impl::ScopedRegion const region("Araios::MultigridPlan::update");
    ++state_->version;
    set_up_values(exec);
  }
  /// The same for these matrices, which have the row_map and entries of those of the constructor.
  ///
  /// Asynchronous, Throws   as `update`, and std::invalid_argument with the level where arrays are others; then nothing
  ///                        has changed.
  void update(Exec const& exec, MultigridHierarchy<Matrix> const& hierarchy) {
    Impl::multigrid::check_hierarchy(exec, hierarchy);
    auto& levels = state_->levels;
    Impl::check_equal(hierarchy.A.size(), levels.size(), "Araios::MultigridPlan::update: levels, levels of the plan");
    auto const is_coarsest = [&](std::size_t l) { return l + 1 == levels.size(); };
    for (std::size_t l = 0; l < levels.size(); ++l)
      Impl::multigrid::check_same_arrays(hierarchy, l, levels[l], is_coarsest(l));
    for (std::size_t l = 0; l < levels.size(); ++l) {
      levels[l].A = hierarchy.A[l];
      if (is_coarsest(l)) continue;
      levels[l].P = hierarchy.P[l];
      levels[l].R = hierarchy.R[l];
    }
    update(exec);
  }

  /// z := one cycle for A z = r that begins with z = 0: a preconditioner
  ///
  /// Shapes        r and z have n elements, which are Scalars.
  /// Cost, Asynchronous, Deterministic, Throws   as `multigrid_cycle`, without the first product with A.
  template <VectorView R, VectorView Z>
  void apply(Exec const& exec, R const& r, Z const& z) const {
    check_vectors("Araios::MultigridPlan::apply", r, "r", z, "z");
    Impl::ScopedRegion const region("Araios::MultigridPlan::apply");
    cycle(exec, 0, Input(r.data(), r.extent(0)), Vector(z.data(), z.extent(0)), true);
  }

  /// What `multigrid_cycle` does.
  template <VectorView B, VectorView X>
  void improve(Exec const& exec, B const& b, X const& x) const {
    check_vectors("Araios::multigrid_cycle", b, "b", x, "x");
    Impl::ScopedRegion const region("Araios::multigrid_cycle");
    cycle(exec, 0, Input(b.data(), b.extent(0)), Vector(x.data(), x.extent(0)), false);
  }

 private:
  using Space = typename Exec::memory_space;
  using Vector = Impl::UnmanagedView<T, Space>;
  using Input = Impl::UnmanagedView<T const, Space>;
  using Plan = SpmvPlan<Exec, T, OrdinalOf<Matrix>, OffsetOf<Matrix>>;
  using GaussSeidel = GaussSeidelPlan<Exec, T, OrdinalOf<Matrix>, OffsetOf<Matrix>>;
  struct Level {
    Matrix A, P, R;
    Plan product = {}, prolongation = {}, restriction = {};
    std::optional<JacobiPreconditioner<Exec, T>> jacobi = {};
    std::optional<ChebyshevPreconditioner<Exec, Matrix>> chebyshev = {};
    std::optional<GaussSeidel> gauss_seidel = {};
    Vector b = {}, x = {}, t = {}, d = {};  // b and x of the levels below the first one; d for Chebyshev
  };
  struct State {
    MultigridOptions options;
    std::int64_t version = 0;  // the number of updates
    bool is_usable = false;    // whether the smoothers and the inverse are those of the values
    std::vector<Level> levels;
    Kokkos::View<T*, Space> memory, inverse;
  };

  void take_memory(Exec const& exec) {
    constexpr char const* what = "Araios::MultigridPlan: elements of vectors";
    auto& levels = state_->levels;
    bool const has_d = state_->options.smoother == MultigridSmoother::chebyshev;
    auto const vectors_of = [&](std::size_t l) {
      return (l > 0 ? 2 : 0) + (l + 1 < levels.size() ? 1 + (has_d ? 1 : 0) : 0);
    };
    std::int64_t total = 0;
    for (std::size_t l = 0; l < levels.size(); ++l)
      total += checked_multiply(static_cast<std::int64_t>(levels[l].A.num_rows()), vectors_of(l), what);
    state_->memory = allocate<Kokkos::View<T*, Space>>(exec, "Araios::MultigridPlan::vectors", total);
    T* at = state_->memory.data();
    for (std::size_t l = 0; l < levels.size(); ++l) {
      auto const n = static_cast<std::size_t>(levels[l].A.num_rows());
      auto const next = [&] { return Vector(std::exchange(at, at + n), n); };
      if (l > 0) levels[l].b = next();
      if (l > 0) levels[l].x = next();
      if (l + 1 < levels.size()) levels[l].t = next();
      if (l + 1 < levels.size() && has_d) levels[l].d = next();
    }
    auto const n = static_cast<std::int64_t>(levels.back().A.num_rows());
    state_->inverse = allocate<Kokkos::View<T*, Space>>(exec, "Araios::MultigridPlan::inverse", n * n);
  }

  /// What is computed of values.
  void set_up_values(Exec const& exec) {
    auto& levels = state_->levels;
    state_->is_usable = false;
    for (std::size_t l = 0; l + 1 < levels.size(); ++l) {
      try {
        set_up_smoother(exec, levels[l]);
      } catch (std::invalid_argument const& error) {
        Impl::check(false, "Araios::MultigridPlan: level ", l, ": ", error.what());
      }
    }
    std::int64_t const column = Impl::multigrid::invert_coarsest(exec, levels.back().A, state_->inverse);
    Impl::check(column < 0, "Araios::MultigridPlan: level ", levels.size() - 1,
                ": the coarsest matrix is singular, but for rounding: no pivot in column ", column);
    state_->is_usable = true;
  }
  void set_up_smoother(Exec const& exec, Level& level) const {
    auto const& options = state_->options;
    if (options.smoother == MultigridSmoother::gauss_seidel) {
      if (level.gauss_seidel)
        level.gauss_seidel->update(exec, level.A);
      else
        level.gauss_seidel.emplace(exec, level.A);
    } else if (options.smoother == MultigridSmoother::chebyshev) {
      level.chebyshev =
          ChebyshevPreconditioner<Exec, Matrix>(exec, level.A, {.degree = options.degree, .ratio = options.ratio});
    } else if (level.jacobi) {
      level.jacobi->update(exec, level.A);
    } else {
      level.jacobi.emplace(exec, level.A);
    }
  }

  template <class B, class X>
  void check_vectors(char const* function, B const& b, char const* name_b, X const& x, char const* name_x) const {
    static_assert(
        std::is_same_v<typename B::non_const_value_type, T> && std::is_same_v<typename X::value_type, T>,
        "Araios: vectors of a MultigridPlan have elements of the type of the values of A, and x (z) is written");
    static_assert(Accesses<Exec, B, X> && Impl::is_plain_array_v<B> && Impl::is_plain_array_v<X>,
                  "Araios: vectors of a MultigridPlan are contiguous Views that the execution space can access");
    Impl::check(state_->is_usable, function, ": the last update failed, so that the plan has no values");
    Impl::check_vector(function, b, name_b, num_rows());
    Impl::check_vector(function, x, name_x, num_rows());
    Impl::check_disjoint(function, x, name_x, b, name_b);
    Impl::check_disjoint_from_arrays(function, x, name_x, state_->levels[0].A, "A");
  }

  template <class Body>
  static void pass(Exec const& exec, char const* label, Vector const& x, Body const& body) {
    Kokkos::parallel_for(label, range(exec, static_cast<std::int64_t>(x.extent(0))), body);
  }

  /// x := one sweep from x, or from 0.
  void smooth(Exec const& exec, Level const& at, Input const& b, Vector const& x, bool is_first) const {
    if (at.gauss_seidel) {
      if (is_first)
        at.gauss_seidel->apply(exec, b, x);
      else
        at.gauss_seidel->improve(exec, b, x);
      return;
    }
    if (is_first && at.chebyshev) return at.chebyshev->apply(exec, b, x);
    if (!is_first) spmv(exec, at.product, T(1), at.A, x, T(0), at.t);
    if (at.chebyshev) {
      pass(exec, "Araios::multigrid::residual", x, Impl::multigrid::SubtractFrom<Input, Vector>{b, at.t});
      at.chebyshev->apply(exec, at.t, at.d);
      pass(exec, "Araios::multigrid::correct", x, Impl::multigrid::AddTo<Vector>{at.d, x});
    } else {
      using Real = Impl::RealPartOf<T>;
      auto const diagonal = at.jacobi->diagonal();
      using Body = Impl::multigrid::JacobiSweep<std::remove_const_t<decltype(diagonal)>, Input, Vector, Real>;
      pass(exec, "Araios::multigrid::jacobi", x,
           Body{diagonal, b, at.t, x, static_cast<Real>(state_->options.omega), is_first});
    }
  }

  /// One cycle of level l and those below, from x, or from 0.
  void cycle(Exec const& exec, std::size_t l, Input const& b, Vector const& x, bool from_zero) const {
    auto const& levels = state_->levels;
    Level const& at = levels[l];
    if (l + 1 == levels.size()) {
      using Apply = Impl::multigrid::ApplyInverse<T, Input, Vector>;
      return pass(exec, "Araios::multigrid::coarsest", x,
                  Apply{state_->inverse.data(), static_cast<std::int64_t>(x.extent(0)), b, x});
    }
    if (from_zero && state_->options.pre_sweeps == 0) fill(exec, x, T(0));
    for (int s = 0; s < state_->options.pre_sweeps; ++s) smooth(exec, at, b, x, from_zero && s == 0);
    spmv(exec, at.product, T(1), at.A, x, T(0), at.t);
    pass(exec, "Araios::multigrid::residual", x, Impl::multigrid::SubtractFrom<Input, Vector>{b, at.t});
    Level const& next = levels[l + 1];
    spmv(exec, at.restriction, T(1), at.R, at.t, T(0), next.b);
    cycle(exec, l + 1, next.b, next.x, true);
    if (state_->options.cycle == MultigridCycle::w && l + 2 < levels.size()) cycle(exec, l + 1, next.b, next.x, false);
    spmv(exec, at.prolongation, T(1), at.P, next.x, T(1), x);
    for (int s = 0; s < state_->options.post_sweeps; ++s) smooth(exec, at, b, x, false);
  }

  std::shared_ptr<State> state_;
};

template <ExecutionSpace Exec, class Matrix>
MultigridPlan(Exec const&, MultigridHierarchy<Matrix> const&, MultigridOptions const& = {})
    -> MultigridPlan<Exec, Matrix>;
template <ExecutionSpace Exec, class Matrix>
MultigridPlan(Exec const&, Matrix const&, MultigridOptions const& = {})
    -> MultigridPlan<Exec, CsrMatrix<double, int, int, typename Exec::memory_space>>;

/// x := x + the change by one cycle for A x = b
///
/// A level smooths, restricts its residual, takes the correction of the next level, which is cycled once (v) or twice
/// (w), and smooths again; the coarsest is solved by its inverse.
///
/// Shapes        b and x have n elements, which are Scalars.
/// Cost          for each visit of a level: one product with A, R and P, one pass over vectors, and its sweeps, each
///               of which reads A once (Gauss-Seidel twice, in two kernels for each colour; Chebyshev `degree` + 1
///               times); the coarsest level is one kernel that reads the square of its rows.
/// Asynchronous  yes, without an allocation. May be captured in a CUDA graph.
/// Deterministic run to run; with Jacobi and Gauss-Seidel equal on all hosts, for any number of threads. Products are
///               those of SpmvPlan with SpmvMethod::rows, in Chebyshev those that it chooses.
/// Throws        std::invalid_argument when lengths disagree, x overlaps b or an array of A, or one is a null pointer.
/// Source        Brandt, 1977; Briggs, Henson and McCormick, A Multigrid Tutorial, 2000.
template <ExecutionSpace Exec, class Matrix>
void multigrid_cycle(Exec const& exec, MultigridPlan<Exec, Matrix> const& plan, VectorView auto const& b,
                     VectorView auto const& x) {
  plan.improve(exec, b, x);
}
/// A matrix or a hierarchy in place of its plan: refused, with the remedy.
template <ExecutionSpace Exec, class Other>
void multigrid_cycle(Exec const&, Other const&, auto const&, auto const&) {
  static_assert(Impl::always_false<Other>,
                "Araios::multigrid_cycle: the arguments are (exec, plan, b, x), where plan is a MultigridPlan(exec, "
                "MultigridHierarchy<Matrix>{...})");
}

}  // namespace Araios
