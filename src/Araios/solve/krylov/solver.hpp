// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// A solver: its memory, its method, its loop. The page to read first.
///
/// solve: take b and x | r := b - A x | the iterations: in one kernel where A is small, in a CUDA graph where they can be
/// captured, else from the host | the true residual b - A x | x of the caller | one read of the state, which is the only
/// wait. Where the method thought that it had converged and the true residual disagrees, it starts again from x, at most
/// twice.

#include <Araios/core/checks.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/solve/krylov/bicg.hpp>
#include <Araios/solve/krylov/bicgstab.hpp>
#include <Araios/solve/krylov/cg.hpp>
#include <Araios/solve/krylov/cr.hpp>
#include <Araios/solve/krylov/gmres.hpp>
#include <Araios/solve/krylov/grid_loop.hpp>
#include <Araios/solve/krylov/loop.hpp>
#include <Araios/solve/krylov/minres.hpp>
#include <Araios/solve/krylov/options.hpp>
#include <Araios/solve/krylov/problem.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace Araios::Impl::krylov {

template <class T>
concept HasConjugateTranspose = T::has_conjugate_transpose;

/// The vectors that methods other than GMRES take, besides b, x and r, at most.
inline constexpr int max_vectors = 6;

/// Not movable: methods and the graph point into it.
template <class Exec, class T, class Operator, class Preconditioner>
class Solver {
 public:
  using Problem = krylov::Problem<Exec, T, Operator, Preconditioner>;
  using Vector = typename Problem::Vector;
  using S = typename Problem::S;
  using Space = typename Exec::memory_space;
  static constexpr bool captures = can_be_captured<Operator> && can_be_captured<Preconditioner>;

  /// The solver of A of order n. `work` is the cost of an iteration in entries of A, by which steps of a graph are chosen.
  Solver(Exec const& exec, Operator const& A, Preconditioner const& M, std::int64_t n, std::int64_t work,
         SolveOptions const& options)
      : operator_(A),
        preconditioner_(M),
        n_(n),
        work_(work),
        options_(options),
        problem_{operator_, preconditioner_, n, {}, {}, {}, nullptr, {}} {
    options_.restart = static_cast<int>(std::clamp<std::int64_t>(n, 1, options.restart));
    limit_ = options.max_iterations > 0 ? options.max_iterations : checked_multiply(n, 10, "Araios::solve: 10 n");
    take_memory(exec);
  }
  Solver(Solver const&) = delete;
  Solver& operator=(Solver const&) = delete;

  Operator const& linear_operator() const { return operator_; }
  /// x of the last complete iteration, of GMRES cycle.
  Vector const& iterate() const { return problem_.x; }
  std::int64_t bytes() const {
    auto total = static_cast<std::int64_t>(memory_.extent(0) + history_.extent(0) * sizeof(double));
    for (auto const& other : others_) total += other->bytes();
    return total;
  }

  /// x := the solution of A x = b, from the guess x.
  template <class B, class X>
  SolveStatus solve(Exec const& exec, B const& b, X const& x) {
    if constexpr (requires { operator_.renew(exec); }) operator_.renew(exec);
    switch (options_.method) {
    case KrylovMethod::cg:
      return run(exec, Cg<Problem>(problem_, vectors_.data()), b, x);
    case KrylovMethod::bicgstab:
      return run(exec, Bicgstab<Problem>(problem_, vectors_.data()), b, x);
    case KrylovMethod::gmres:
      return run(exec, Gmres<Problem>(problem_, vectors_.data(), {basis_, stride_}, numbers_, options_.restart), b, x);
    case KrylovMethod::minres:
      return run(exec, Minres<Problem>(problem_, vectors_.data()), b, x);
    case KrylovMethod::cr:
      return run(exec, Cr<Problem>(problem_, vectors_.data()), b, x);
    default:
      if constexpr (HasConjugateTranspose<Operator> && !Problem::has_apply)
        return run(exec, Bicg<Problem>(problem_, vectors_.data()), b, x);
      check(!HasConjugateTranspose<Operator>,
            "Araios::solve: bicg takes no preconditioner but none and Jacobi: M^H is needed, too; take bicgstab");
      check(false, "Araios::solve: bicg needs the product with the conjugate transpose, which this operator does not "
                   "have; take bicgstab");
      return {};
    }
  }
  /// The same for each b[j] and x[j]: concurrently, where one block iterates each of them.
  template <class B, class X>
  std::vector<SolveStatus> solve(Exec const& exec, std::vector<B> const& b, std::vector<X> const& x) {
    std::vector<SolveStatus> all;
#ifdef ARAIOS_HAVE_CUDA_LAUNCH
    switch (options_.method) {
    case KrylovMethod::cg:
      solve_concurrently<Cg<Problem>>(exec, b, x, all);
      break;
    case KrylovMethod::bicgstab:
      solve_concurrently<Bicgstab<Problem>>(exec, b, x, all);
      break;
    case KrylovMethod::minres:
      solve_concurrently<Minres<Problem>>(exec, b, x, all);
      break;
    case KrylovMethod::cr:
      solve_concurrently<Cr<Problem>>(exec, b, x, all);
      break;
    default:
      break;
    }
#endif
    while (all.size() < b.size()) all.push_back(solve(exec, b[all.size()], x[all.size()]));
    return all;
  }

 private:
#ifdef ARAIOS_HAVE_CUDA_LAUNCH
  template <class Method>
  static constexpr bool is_for_grid = is_cuda_v<Exec> && runs_on_grid<Method> && HasCsrMatrix<Operator, T>;

  /// Whether products that add a row in the order of a grid's lanes are meant.
  bool takes_grid() const {
    return fits_grid<T>(operator_.matrix()) && operator_.determinism() == Determinism::run_to_run;
  }
  /// What GridRun writes of this solver.
  template <class Method>
  auto column() const {
    constexpr int count = Method::num_vectors;
    GridColumn<T, count + 2> all{problem_.state, {}};
    for (int k = 0; k < count; ++k) all.vectors[k] = vectors_[static_cast<std::size_t>(k)].data();
    all.vectors[count] = problem_.x.data();
    all.vectors[count + 1] = problem_.r.data();
    return all;
  }
  /// All b and x, or none where a system takes several blocks. Each column has a solver, kept for the next time.
  template <class Method, class B, class X>
  void solve_concurrently(Exec const& exec, std::vector<B> const& b, std::vector<X> const& x,
                          std::vector<SolveStatus>& all) {
    if constexpr (is_for_grid<Method>) {
      if (b.size() < 2 || options_.callback || !takes_grid()) return;
      GridRun<Method, Problem> const on_grid(exec, operator_.matrix(), problem_);
      if (!on_grid.is_of_blocks()) return;
      std::size_t const max_count = std::min<std::size_t>(b.size(), GridLoopTuning::max_columns);
      while (others_.size() + 1 < max_count)
        others_.push_back(std::make_unique<Solver>(exec, operator_, preconditioner_, n_, work_, options_));
      auto const of_column = [&](std::size_t j) -> Solver& { return j == 0 ? *this : *others_[j - 1]; };
      for (std::size_t first = 0; first < b.size(); first += max_count) {
        std::size_t const count = std::min(max_count, b.size() - first);
        std::vector<typename GridRun<Method, Problem>::Column> columns;
        for (std::size_t j = 0; j < count; ++j) {
          Solver& solver = of_column(j);
          solver.begin(exec, Method(solver.problem_, solver.vectors_.data()), b[first + j], x[first + j]);
          columns.push_back(solver.template column<Method>());
        }
        on_grid(columns, limit_);
        for (std::size_t j = 0; j < count; ++j) {
          Solver& solver = of_column(j);
          SolveStatus status;
          status.on_device = true;
          Method const method(solver.problem_, solver.vectors_.data());
          all.push_back(solver.conclude(exec, method, x[first + j], true, std::move(status)));
        }
      }
    }
  }
#endif

  std::int64_t num_vectors() const {
    switch (options_.method) {
    case KrylovMethod::cg:
      return Cg<Problem>::num_vectors;
    case KrylovMethod::gmres:
      return Gmres<Problem>::num_vectors;
    default:
      return max_vectors;
    }
  }

  /// One array: the state, the sums, the vectors, and what GMRES needs.
  void take_memory(Exec const& exec) {
    constexpr std::int64_t alignment = array_alignment;
    auto const rounded = [](std::int64_t bytes) { return tiles_for(bytes, alignment) * alignment; };
    char const* const what = "Araios::solve: bytes of vectors";
    stride_ = rounded(checked_multiply(n_, sizeof(T), what)) / static_cast<std::int64_t>(sizeof(T));
    bool const has_basis = options_.method == KrylovMethod::gmres;
    std::int64_t const vectors = 3 + num_vectors() + (has_basis ? options_.restart + 1 : 0);
    std::int64_t const numbers = has_basis ? Hessenberg<S>::size(options_.restart) : 0;
    bool const has_grid = HasCsrMatrix<Operator, T> && is_cuda_v<Exec> && !has_basis;
    std::int64_t const head = rounded(sizeof(State<S>)) + rounded(ChunkScratch<Space>::bytes) +
                              (has_grid ? rounded(GridScratch::bytes) : 0) + rounded(numbers * std::int64_t(sizeof(S)));
    std::int64_t const of_vectors = checked_multiply(vectors, stride_ * std::int64_t(sizeof(T)), what);
    memory_ = allocate<Kokkos::View<char*, Space>>(exec, "Araios::solve::vectors", head + of_vectors);
    char* at = memory_.data();
    problem_.state = reinterpret_cast<State<S>*>(at);
    at += rounded(sizeof(State<S>));
    problem_.scratch.memory = view_within<Kokkos::View<char*, Space>>(memory_, at, ChunkScratch<Space>::bytes);
    at += rounded(ChunkScratch<Space>::bytes);
    if (has_grid) {
      problem_.grid_scratch.words = reinterpret_cast<GridScratch::Word*>(at);
      at += rounded(GridScratch::bytes);
    }
    numbers_ = reinterpret_cast<S*>(at);
    at += rounded(numbers * std::int64_t(sizeof(S)));
    // Tickets of passes and the memory of a grid are 0 before the first one. Vectors, because an operator of a user is
    // also called for those that an ended iteration did not write, and its results are left.
    fill(exec, memory_, char(0));
    auto* vector = reinterpret_cast<T*>(at);
    auto const next = [&] { return Vector(std::exchange(vector, vector + stride_), static_cast<std::size_t>(n_)); };
    problem_.b = next();
    problem_.x = next();
    problem_.r = next();
    for (std::int64_t k = 0; k < num_vectors(); ++k) vectors_[static_cast<std::size_t>(k)] = next();
    basis_ = vector;
    if (options_.keeps_history)
      history_ = allocate<Kokkos::View<double*, Space>>(exec, "Araios::solve::history", limit_ + 1);
  }

  /// Until the state says that it is enough; false: the callback has stopped it.
  template <class Method>
  bool iterate(Exec const& exec, Method const& method, SolveStatus& status) {
#ifdef ARAIOS_HAVE_CUDA_LAUNCH
    if constexpr (is_for_grid<Method>) {
      if (takes_grid()) {
        GridRun<Method, Problem> const on_grid(exec, operator_.matrix(), problem_);
        status.on_device = !options_.callback;
        // A kernel for each call of the callback, because the plan of SpMV adds a row in another order.
        if (options_.callback)
          return runner_.template run<false>(exec, &problem_.state->loop, 1, options_, false,
                                             [&] { on_grid({column<Method>()}, 1); });
        on_grid({column<Method>()}, limit_);
        return true;
      }
    }
#endif
    // A cycle of GMRES is one step.
    int const steps = options_.method == KrylovMethod::gmres ? 1 : steps_of_loop(n_, work_);
    std::pair const version(version_of(operator_), version_of(preconditioner_));
    if (std::exchange(version_, version) != version) runner_.forget();
    bool const may_capture = may_be_captured(operator_) && may_be_captured(preconditioner_);
    bool const goes_on = runner_.template run<captures>(exec, &problem_.state->loop, steps, options_, may_capture,
                                                        [&] { method.iterate(exec); });
    status.on_device = runner_.in_graph();
    return goes_on;
  }

  template <class Method, class B, class X>
  SolveStatus run(Exec const& exec, Method const& method, B const& b, X const& x) {
    SolveStatus status;
    begin(exec, method, b, x);
    bool const goes_on = iterate(exec, method, status);
    return conclude(exec, method, x, goes_on, status);
  }
  template <class Method, class B, class X>
  void begin(Exec const& exec, Method const& method, B const& b, X const& x) {
    take_operands(exec, b, x);
    residual<BeginLoop>(exec, "Araios::solve::residual");
    method.start(exec);
  }
  /// After the iterations: the true residual and the status; iterates again where they disagree.
  template <class Method, class X>
  SolveStatus conclude(Exec const& exec, Method const& method, X const& x, bool goes_on, SolveStatus status) {
    for (;; ++status.restarts) {
      residual<NoteTrueResidual>(exec, "Araios::solve::true_residual");
      Loop const loop = runner_.read(exec, &problem_.state->loop, "Araios::solve: the status");
      report(loop, status);
      if (!goes_on) status.reason = SolveReason::stopped;
      // NaN is not within the tolerance, and infinity not within an infinite one.
      bool const holds = is_finite(status.residual) && status.residual <= status.tolerance;
      if (holds) status.reason = SolveReason::converged;  // however the iterations ended
      if (holds || status.reason != SolveReason::converged) break;
      status.reason = loop.iteration < limit_ ? SolveReason::stagnated : SolveReason::iteration_limit;
      if (status.restarts == 2 || status.reason == SolveReason::iteration_limit) break;
      residual<BeginLoop>(exec, "Araios::solve::residual");
      method.start(exec);
      goes_on = iterate(exec, method, status);
    }
    problem_.pass(exec, "Araios::solve::solution", CopyElements<X, Vector>{x, problem_.x});
    if (options_.keeps_history) read_history(exec, status);
    return status;
  }

  template <class B, class X>
  void take_operands(Exec const& exec, B const& b, X const& x) const {
    Loop initial{};
    initial.max_iterations = limit_;
    initial.history = history_.data();
    TakeOperands<T, B, X> take{
        b, x, problem_.b.data(), problem_.x.data(), problem_.state, initial, options_.rtol, options_.atol};
    problem_.pass(exec, "Araios::solve::operands", take);
    problem_.pass(exec, "Araios::solve::zero_b", ClearSolution<T>{problem_.x.data(), problem_.state});
  }
  template <class F>
  void residual(Exec const& exec, char const* label) const {
    problem_.multiply(exec, problem_.x, problem_.r);
    problem_.pass(exec, label,
                  Residual<T, F>{problem_.b.data(), problem_.r.data(), problem_.r.data(), problem_.state, {}});
  }

  void read_history(Exec const& exec, SolveStatus& status) const {
    status.history.resize(static_cast<std::size_t>(status.iterations) + 1);
    auto const part = Kokkos::subview(history_, std::pair<std::size_t, std::size_t>(0, status.history.size()));
    Kokkos::deep_copy(
        exec,
        Kokkos::View<double*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(status.history.data(), status.history.size()),
        part);
    fence(exec, "Araios::solve: the history");
  }

  Operator operator_;
  Preconditioner preconditioner_;
  std::int64_t n_;
  std::int64_t work_;
  SolveOptions options_;
  std::int64_t limit_ = 0;
  Problem problem_;
  Kokkos::View<char*, Space> memory_;
  Kokkos::View<double*, Space> history_;
  std::array<Vector, max_vectors> vectors_;
  std::int64_t stride_ = 0;
  T* basis_ = nullptr;
  S* numbers_ = nullptr;
  std::vector<std::unique_ptr<Solver>> others_;  // of further columns
  LoopRunner<Exec> runner_;
  std::pair<std::int64_t, std::int64_t> version_{};  // of the operator and the preconditioner that it has captured
};

}  // namespace Araios::Impl::krylov
