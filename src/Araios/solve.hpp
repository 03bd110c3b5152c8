// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Krylov solvers for A x = b: CG, BiCGSTAB, GMRES, MINRES, CR, BiCG.
///
///     auto const status = solve(exec, A, b, x, {.method = KrylovMethod::cg, .rtol = 1e-8});
///     if (!status.converged()) std::cerr << name(status.reason) << '\n';
///
///     JacobiPreconditioner const M(exec, A);
///     auto const plan = krylov_plan(exec, A, M, {.rtol = 1e-8});   // memory, the plan of SpMV, on CUDA later a graph
///     for (...) solve(exec, plan, b, x);
///
/// On CUDA the iterations are one kernel where A lies in the cache, else a graph; the host waits once.

#include <Araios/core/aliasing.hpp>
#include <Araios/core/checks.hpp>
#include <Araios/core/profiling.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/formats/format.hpp>
#include <Araios/solve/krylov/arguments.hpp>
#include <Araios/solve/krylov/operators.hpp>
#include <Araios/solve/krylov/options.hpp>
#include <Araios/solve/krylov/shifted_cg.hpp>
#include <Araios/solve/krylov/solver.hpp>
#include <Araios/spmv.hpp>
#include <Araios/spmv_plan.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace Araios {

namespace Impl::krylov {

/// A CSR matrix as the operator of a solver, through a plan of SpMV.
template <class Exec, class Matrix>
class CsrOperator {
 public:
  static constexpr bool is_csr = true;
  static constexpr bool can_be_captured = true;
  static constexpr bool has_conjugate_transpose = true;

  CsrOperator(Exec const& exec, Matrix const& A, bool needs_conjugate_transpose, Determinism determinism)
      : matrix_(A), plan_(exec, A, SpmvPlanOptions{.determinism = determinism}) {
    if (needs_conjugate_transpose)
      transposed_ = Plan(exec, A, SpmvPlanOptions{.op = Op::conjugate_transpose, .determinism = determinism});
  }
  template <class To>
  void apply(Exec const& exec, auto const& from, To const& to) const {
    using T = typename To::non_const_value_type;
    Araios::spmv(exec, plan_, T(1), matrix_, from, T(0), to);
  }
  Matrix const& matrix() const { return matrix_; }
  Determinism determinism() const { return plan_.determinism(); }
  /// Takes the current values of A, of which the transpose is a copy.
  void renew(Exec const& exec) {
    if (transposed_.op() != Op::none) transposed_.update(exec, matrix_);
  }
  template <class To>
  void apply_conjugate_transpose(Exec const& exec, auto const& from, To const& to) const {
    using T = typename To::non_const_value_type;
    Araios::spmv(exec, transposed_, T(1), matrix_, from, T(0), to);
  }

 private:
  using Plan = SpmvPlan<Exec, ScalarOf<Matrix>, OrdinalOf<Matrix>, OffsetOf<Matrix>>;
  Matrix matrix_;
  Plan plan_, transposed_;
};

/// A matrix of any other format. Its products may take memory of a workspace, so the loop is the host's.
template <class Exec, class Matrix>
class MatrixOperator {
 public:
  static constexpr bool has_conjugate_transpose = true;

  explicit MatrixOperator(Matrix const& A)
      : matrix_(A), workspace_(std::make_shared<Workspace<typename Exec::memory_space>>()) {}
  void apply(Exec const& exec, auto const& from, auto const& to) const { multiply(exec, Op::none, from, to); }
  void apply_conjugate_transpose(Exec const& exec, auto const& from, auto const& to) const {
    multiply(exec, Op::conjugate_transpose, from, to);
  }
  Matrix const& matrix() const { return matrix_; }

 private:
  template <class To>
  void multiply(Exec const& exec, Op op, auto const& from, To const& to) const {
    using T = typename To::non_const_value_type;
    Araios::spmv(exec, T(1), matrix_, from, T(0), to, SpmvOptions{.op = op}, *workspace_);
  }
  Matrix matrix_;
  std::shared_ptr<Workspace<typename Exec::memory_space>> workspace_;
};

template <class Exec, class T, class Matrix>
auto as_operator(Exec const& exec, Matrix const& A, SolveOptions const& options) {
  check(options.determinism == Determinism::run_to_run || CsrOf<Matrix, Exec>,
        "Araios::solve: space_to_space needs an A in CSR");
  if constexpr (SparseMatrix<Matrix>) {
    auto const& matrix = as_matrix(A);
    using Native = std::remove_cvref_t<decltype(matrix)>;
    if constexpr (CsrOf<Native, Exec>)
      return CsrOperator<Exec, Native>(exec, matrix, options.method == KrylovMethod::bicg, options.determinism);
    else
      return MatrixOperator<Exec, Native>(matrix);
  } else {
    static_assert(LinearOperator<Matrix, Exec, T>,
                  "Araios::solve: A is a sparse matrix, or has a member function apply(exec, x, y), or is a function "
                  "f(exec, x, y), which launches y := A x on exec for Views of the type of x");
    return UserOperator<Exec, T, Matrix>{A};
  }
}
/// The rows of A, which is square and valid.
template <class Exec, class Matrix>
std::int64_t checked_order(Exec const& exec, Matrix const& A) {
  auto const& matrix = as_matrix(A);
  check(matrix.num_rows() == matrix.num_cols(), "Araios::solve: A is ", matrix.num_rows(), " x ", matrix.num_cols(),
        "; it must be square");
  check_operands(exec, "Araios::solve", Operand("A", matrix));
  return static_cast<std::int64_t>(matrix.num_rows());
}
template <class Matrix>
std::int64_t work_of(Matrix const& A, std::int64_t n) {
  if constexpr (SparseMatrix<Matrix>)
    return static_cast<std::int64_t>(as_matrix(A).nnz());
  else
    return n;
}

}  // namespace Impl::krylov

/// A solver for one A, one M and many b: vectors, the plan of SpMV, and on CUDA the graph of the iteration
///
/// T             the type of the vectors: float, double, or Kokkos::complex of these. Sums are of double.
/// Ownership     shares the arrays of A and M where their Views own memory. Values of A may change between solves.
/// Memory        `bytes()`: 5 to 9 vectors of n, GMRES restart + 5 to 6, of each of the columns that were iterated
///               concurrently (up to 16); and what the plan of SpMV holds.
/// Requires      one instance at a time, for all uses, also of copies.
template <ExecutionSpace Exec, class T, class Matrix, class Preconditioner = NoPreconditioner>
class KrylovPlan {
  using Operator = decltype(Impl::krylov::as_operator<Exec, T>(std::declval<Exec const&>(),
                                                               std::declval<Matrix const&>(), SolveOptions()));
  using Known =
      std::remove_cvref_t<decltype(Impl::krylov::as_preconditioner<Exec, T>(std::declval<Preconditioner const&>()))>;

 public:
  using element_type = T;

  // What is moved from is copied: it stays the plan that it was.
  KrylovPlan(KrylovPlan const&) = default;
  KrylovPlan& operator=(KrylovPlan const&) = default;

  /// The plan of A, which is n-by-n, and M
  ///
  /// Asynchronous  no, where the plan of SpMV is not: one fence on a GPU, for CSR.
  /// Throws        std::invalid_argument for options that cannot be meant, an A that is not square, space_to_space where A
  ///               is not in CSR, and an M that is known to be of another order.
  KrylovPlan(Exec const& exec, Matrix const& A, std::int64_t n, Preconditioner const& M, SolveOptions const& options)
      : n_(n) {
    Impl::krylov::check_options(options);
    Impl::ScopedRegion const region("Araios::KrylovPlan");
    if constexpr (SparseMatrix<Matrix>) (void)Impl::krylov::checked_order(exec, A);
    if constexpr (requires { std::int64_t{M.num_rows()}; })
      Impl::check_equal(M.num_rows(), n, "Araios::solve: rows of M, rows of A");
    if constexpr (!Impl::krylov::KnownByElement<Preconditioner>)
      static_assert(LinearOperator<Preconditioner, Exec, T>,
                    "Araios::solve: M has a member function apply(exec, r, z), or is a function f(exec, r, z), which "
                    "launches z := M r on exec for Views of the type of x");
    solver_ = std::make_shared<Impl::krylov::Solver<Exec, T, Operator, Known>>(
        exec, Impl::krylov::as_operator<Exec, T>(exec, A, options), Impl::krylov::as_preconditioner<Exec, T>(M), n,
        Impl::krylov::work_of(A, n), options);
  }

  std::int64_t num_rows() const { return n_; }
  std::int64_t bytes() const { return solver_->bytes(); }

  /// What `solve` does, after its checks of b and x.
  template <class B, class X>
  SolveStatus run(Exec const& exec, B const& b, X const& x) const {
    if constexpr (requires { solver_->linear_operator().matrix(); })
      Impl::check_disjoint_from_arrays("Araios::solve", x, "x", solver_->linear_operator().matrix(), "A");
    return solver_->solve(exec, b, x);
  }
  template <class B, class X>
  std::vector<SolveStatus> run(Exec const& exec, std::vector<B> const& b, std::vector<X> const& x) const {
    if constexpr (requires { solver_->linear_operator().matrix(); })
      for (auto const& column : x)
        Impl::check_disjoint_from_arrays("Araios::solve", column, "x", solver_->linear_operator().matrix(), "A");
    return solver_->solve(exec, b, x);
  }

 private:
  std::int64_t n_;
  std::shared_ptr<Impl::krylov::Solver<Exec, T, Operator, Known>> solver_;
};

namespace Impl::krylov {
template <class T>
inline constexpr bool is_plan_v = false;
template <class Exec, class T, class A, class M>
inline constexpr bool is_plan_v<KrylovPlan<Exec, T, A, M>> = true;
}  // namespace Impl::krylov

/// The plan for vectors of double of a square matrix, or of another T: krylov_plan<T>(exec, A, M, options)
template <class T = double, ExecutionSpace Exec, class Matrix, class Preconditioner>
  requires SparseMatrix<Matrix>
auto krylov_plan(Exec const& exec, Matrix const& A, Preconditioner const& M, SolveOptions const& options = {}) {
  return KrylovPlan<Exec, T, Matrix, Preconditioner>(exec, A, Impl::as_matrix(A).num_rows(), M, options);
}
template <class T = double, ExecutionSpace Exec, class Matrix>
  requires SparseMatrix<Matrix>
auto krylov_plan(Exec const& exec, Matrix const& A, SolveOptions const& options = {}) {
  return krylov_plan<T>(exec, A, NoPreconditioner(), options);
}

/// x := the solution of A x = b by the plan, from the initial guess x
///
/// Shapes        A is n-by-n; b and x have n elements.
/// Converged     where ||b - A x|| <= max(rtol ||b||, atol) holds for b - A x as it is computed at the end from x, not
///               for the residual of the method alone. Where only that holds, the method starts again from x, at most
///               twice; then the reason is `stagnated`.
/// b == 0        x := 0, whatever it was. NaN and infinity in A, b, x or M end with the reason `not_finite`. Where the
///               squares of b are 0, only a residual of 0 is within the tolerance.
/// Cost          an iteration, of double with 32-bit columns: CG 12 nnz + 108 n bytes in 4 kernels; each other method in the
///               head of its file (solve/krylov/).
/// Asynchronous  no: waits once, to read the status. Where the iterations are neither one kernel nor a CUDA graph it also
///               waits to see whether they go on, every 1 to 16 iterations on a GPU. No allocation.
/// Deterministic run to run where the products with A and M are: sums are of fixed chunks. Where those are deterministic
///               space to space, so is the solution: of a CSR matrix by SolveOptions::determinism, without M or with
///               one whose doc block says so, as that of Jacobi.
/// Throws        std::invalid_argument where lengths disagree, b and x overlap, x overlaps an array of A, or b or x has
///               no memory.
/// Source        Hestenes and Stiefel, 1952 (CG); van der Vorst, 1992 (BiCGSTAB); Saad and Schultz, 1986 (GMRES); Paige
///               and Saunders, 1975 (MINRES); Stiefel, 1955 (CR); Fletcher, 1976 (BiCG).
template <ExecutionSpace Exec, class Plan, VectorView B, VectorView X>
  requires Impl::krylov::is_plan_v<Plan>
SolveStatus solve(Exec const& exec, Plan const& plan, B const& b, X const& x) {
  static_assert(Accesses<Exec, B, X>, "Araios::solve: the execution space cannot access the memory of b or x");
  static_assert(!std::is_const_v<typename X::value_type>, "Araios::solve: x is written and cannot be a View of const");
  if constexpr (Impl::krylov::vectors_are_right<typename Plan::element_type, B, X>()) {
    Impl::krylov::check_vectors(plan.num_rows(), b, x);
    Impl::ScopedRegion const region("Araios::solve");
    return plan.run(exec, Impl::unmanaged_const(b), Impl::unmanaged(x));
  } else {
    return {};
  }
}

/// The same without a plan, with a preconditioner M: z := M r approximates the solution of A z = r
///
/// A             a square sparse matrix of any format, or an operator (LinearOperator) of the user.
/// M             NoPreconditioner, JacobiPreconditioner and the like, or an operator of the user.
/// Asynchronous  no; also allocates the memory of a plan.
template <ExecutionSpace Exec, class Matrix, class Preconditioner, VectorView B, VectorView X>
  requires(!VectorView<Preconditioner>)
SolveStatus solve(Exec const& exec, Matrix const& A, Preconditioner const& M, B const& b, X const& x,
                  SolveOptions const& options = {}) {
  using T = typename X::non_const_value_type;
  if constexpr (Impl::krylov::types_are_right<Exec, T>()) {
    std::int64_t n = static_cast<std::int64_t>(b.extent(0));
    if constexpr (SparseMatrix<Matrix>) n = static_cast<std::int64_t>(Impl::as_matrix(A).num_rows());
    Impl::krylov::check_vectors(n, b, x);
    KrylovPlan<Exec, T, Matrix, Preconditioner> const plan(exec, A, n, M, options);
    return solve(exec, plan, b, x);
  } else {
    return {};
  }
}
template <ExecutionSpace Exec, class Matrix, VectorView B, VectorView X>
  requires(!Impl::krylov::is_plan_v<Matrix>)
SolveStatus solve(Exec const& exec, Matrix const& A, B const& b, X const& x, SolveOptions const& options = {}) {
  return solve(exec, A, NoPreconditioner(), b, x, options);
}

/// The same for the columns of B and X, with one plan; the status of each
///
/// Cost          on CUDA, of a system that one thread block holds (about 10^4 entries): up to 16 columns are iterated
///               concurrently, each by a block, with the bits of a single solve. Else one after the other.
/// Asynchronous  as above, for each column; the first time, memory of so many solvers is allocated.
template <ExecutionSpace Exec, class Plan, DenseMatrixView B, DenseMatrixView X>
  requires Impl::krylov::is_plan_v<Plan>
std::vector<SolveStatus> solve(Exec const& exec, Plan const& plan, B const& b, X const& x) {
  static_assert(Accesses<Exec, B, X>, "Araios::solve: the execution space cannot access the memory of b or x");
  static_assert(!std::is_const_v<typename X::value_type>, "Araios::solve: x is written and cannot be a View of const");
  if constexpr (Impl::krylov::vectors_are_right<typename Plan::element_type, B, X>()) {
    Impl::check_equal(b.extent(1), x.extent(1), "Araios::solve: columns of B, columns of X");
    Impl::check_disjoint("Araios::solve", b, "B", x, "X");
    auto const of_b = [&](std::size_t j) { return Impl::unmanaged_const(Kokkos::subview(b, Kokkos::ALL, j)); };
    auto const of_x = [&](std::size_t j) { return Impl::unmanaged(Kokkos::subview(x, Kokkos::ALL, j)); };
    std::vector<decltype(of_b(0))> all_b;
    std::vector<decltype(of_x(0))> all_x;
    for (std::size_t j = 0; j < b.extent(1); ++j) {
      all_b.push_back(of_b(j));
      all_x.push_back(of_x(j));
      Impl::krylov::check_vectors(plan.num_rows(), all_b.back(), all_x.back());
    }
    Impl::ScopedRegion const region("Araios::solve");
    return plan.run(exec, all_b, all_x);
  } else {
    return {};
  }
}
template <ExecutionSpace Exec, class Matrix, class Preconditioner, DenseMatrixView B, DenseMatrixView X>
  requires(!DenseMatrixView<Preconditioner>)
std::vector<SolveStatus> solve(Exec const& exec, Matrix const& A, Preconditioner const& M, B const& b, X const& x,
                               SolveOptions const& options = {}) {
  using T = typename X::non_const_value_type;
  if constexpr (Impl::krylov::types_are_right<Exec, T>()) {
    std::int64_t n = static_cast<std::int64_t>(b.extent(0));
    if constexpr (SparseMatrix<Matrix>) n = static_cast<std::int64_t>(Impl::as_matrix(A).num_rows());
    return solve(exec, KrylovPlan<Exec, T, Matrix, Preconditioner>(exec, A, n, M, options), b, x);
  } else {
    return {};
  }
}
template <ExecutionSpace Exec, class Matrix, DenseMatrixView B, DenseMatrixView X>
  requires(!Impl::krylov::is_plan_v<Matrix>)
std::vector<SolveStatus> solve(Exec const& exec, Matrix const& A, B const& b, X const& x,
                               SolveOptions const& options = {}) {
  return solve(exec, A, NoPreconditioner(), b, x, options);
}
/// Anything else: refused, with the remedy.
template <ExecutionSpace Exec, class... Others>
SolveStatus solve(Exec const&, Others const&...) {
  Impl::krylov::arguments_are_in_order<Exec>();
  return {};
}

/// X(:, k) := the solution of (A + shifts[k] I) x = b for all k, by conjugate gradients with one product an iteration
///
/// Shapes        A is n-by-n, b has n elements, X n rows and a column for each shift. The initial guess is 0.
/// Requires      A + shifts[k] I is Hermitian and positive definite. The smallest shift decides how many iterations there
///               are.
/// Converged     as `solve`, for each shift; without a new start, so that a shift may end as `stagnated`.
/// Cost          an iteration, of double: that of CG, and 48 n bytes for each shift. Allocates 2 vectors for each, and 5.
/// Asynchronous  no: waits for the shifts, for the plan of SpMV, and twice at the end.
/// Deterministic as `solve`.
/// Throws        std::invalid_argument where shapes disagree, arrays overlap, a shift is not finite, and for options of
///               another method or with a history.
/// Source        Jegerlehner, 1996; Frommer and Maass, 1999.
template <ExecutionSpace Exec, class Matrix, VectorView B, DenseMatrixView X>
std::vector<SolveStatus> solve_shifted(Exec const& exec, Matrix const& A, std::vector<double> const& shifts, B const& b,
                                       X const& x, SolveOptions const& options = {}) {
  using T = typename X::non_const_value_type;
  if constexpr (Impl::krylov::types_are_right<Exec, T>()) {
    constexpr char const* function = "Araios::solve_shifted";
    Impl::krylov::check_options(options);
    Impl::check(options.method == KrylovMethod::cg, function, ": the method is ", name(options.method),
                "; it must be cg");
    Impl::check(!options.keeps_history, function, ": keeps_history: there is none of several shifts");
    for (std::size_t k = 0; k < shifts.size(); ++k)
      Impl::check(Impl::krylov::is_finite(shifts[k]), function, ": shift ", k, " is ", shifts[k]);
    std::int64_t n = static_cast<std::int64_t>(b.extent(0));
    if constexpr (SparseMatrix<Matrix>) n = Impl::krylov::checked_order(exec, A);
    Impl::check_equal(b.extent(0), n, "Araios::solve_shifted: length of b, rows of A");
    Impl::check_equal(x.extent(0), n, "Araios::solve_shifted: rows of X, rows of A");
    Impl::check_equal(x.extent(1), shifts.size(), "Araios::solve_shifted: columns of X, shifts");
    Impl::check_memory(b, "Araios::solve_shifted: b");
    Impl::check_memory(x, "Araios::solve_shifted: X");
    Impl::check_disjoint(function, b, "b", x, "X");
    if constexpr (SparseMatrix<Matrix>) Impl::check_disjoint_from_arrays(function, x, "X", Impl::as_matrix(A), "A");
    Impl::ScopedRegion const region(function);
    using Operator = decltype(Impl::krylov::as_operator<Exec, T>(exec, A, options));
    Impl::krylov::ShiftedSolver<Exec, T, Operator> solver(exec, Impl::krylov::as_operator<Exec, T>(exec, A, options), n,
                                                          Impl::krylov::work_of(A, n), shifts, options);
    return solver.solve(exec, Impl::unmanaged_const(b), x);
  } else {
    return {};
  }
}

}  // namespace Araios
