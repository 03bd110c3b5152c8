// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Krylov solvers, preconditioners, triangular and banded systems of matrices whose types are known at run time.
///
/// A solver is compiled once for a type of values and a space: what it calls is a `LinearMap`, whether that is a matrix
/// of any format, a preconditioner or a function of the program.

#include <Araios/operations/factor/options.hpp>
#include <Araios/operations/gauss_seidel/options.hpp>
#include <Araios/operations/spmv/options.hpp>
#include <Araios/operations/triangular/options.hpp>
#include <Araios/operations/tridiagonal/options.hpp>
#include <Araios/runtime/context.hpp>
#include <Araios/runtime/dense.hpp>
#include <Araios/runtime/matrix.hpp>
#include <Araios/solve/krylov/options.hpp>
#include <Araios/solve/multigrid/options.hpp>

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace Araios::runtime {

/// The levels of a multigrid hierarchy, as of Araios::MultigridHierarchy.
using Hierarchy = MultigridHierarchy<Matrix>;

/// The factors of a matrix: P A P^T ~ L U, where P sorts the rows as `order` says, row q of L being row order(q) of A.
/// L of ILU has ones on its diagonal; U of IC is L^H.
struct FactorParts {
  Matrix L, U;
  Vector order;  ///< n elements of int32
};

/// y := A x for dense vectors of `size` elements of one type, in memory of a context.
struct LinearMap {
  using Function = std::function<void(Context const&, void const* from, void* to)>;

  ValueType type = ValueType::float64;
  std::int64_t size = 0;
  std::int64_t work = 0;               ///< entries that an application reads
  Function apply;                      ///< launches y := A x
  Function apply_conjugate_transpose;  ///< empty where there is none
  /// Y := A X for all columns at the same time, with any strides; empty: column by column.
  std::function<void(Context const&, DenseMatrix const& X, DenseMatrix const& Y)> apply_columns;
  /// Takes the current values; `with_transpose`: apply_conjugate_transpose is called next. May be empty.
  std::function<void(Context const&, bool with_transpose)> renew;
  /// Takes the values of matrices that have the entries of those that the map was made of: of one as A alone. Throws
  /// before anything has changed where entries are others. Empty: the map is of functions.
  std::function<void(Context const&, Hierarchy const&)> update;
  bool has_levels = false;  ///< update takes all matrices of a hierarchy
  Function improve;  ///< launches x := x + the change by a multigrid cycle for A x = b, from b to x; empty for others
  /// Launches y := the solution with op of incomplete factors; the first call of a kind may wait. Empty for others.
  std::function<void(Context const&, Op op, void const* from, void* to)> solve;
  std::function<FactorParts(Context const&)> parts;  ///< copies of incomplete factors; empty for others
  /// What updates change.
  struct State {
    std::int64_t version = 0;  ///< the number of updates
    bool is_usable = true;     ///< false: the last one has failed after its first change
  };
  std::shared_ptr<State> state = std::make_shared<State>();
  void const* diagonal = nullptr;  ///< the elements of a diagonal A, which solvers then read in place of `apply`
  bool may_be_captured = false;    ///< after `renew`, apply launches kernels and does nothing else
  /// The map of the same matrix whose products are deterministic space to space; empty where there is none.
  std::function<std::shared_ptr<LinearMap const>(Context const&)> space_to_space;
};
using LinearMapPtr = std::shared_ptr<LinearMap const>;

/// A square matrix of any format, by its plan of SpMV where it is in CSR. It shares the arrays of A, whose values may
/// change between solves.
LinearMapPtr linear_map(Context const& context, Matrix const& A, Determinism determinism = Determinism::run_to_run);

enum class PreconditionerKind { jacobi, block_jacobi, chebyshev, gauss_seidel, triangular, incomplete_factor };
/// As the options of preconditioner.hpp, gauss_seidel.hpp, triangular.hpp and factor.hpp.
struct PreconditionerChoice {
  PreconditionerKind kind = PreconditionerKind::jacobi;
  int block_size = 4;
  int degree = 3;
  double largest = 0;
  double ratio = 30;
  GaussSeidelOptions gauss_seidel = {};
  TriangularOptions triangular = {};
  FactorOptions factor = {};
};
/// A preconditioner of a square matrix, of the values that it has now. Formats other than CSR are converted.
LinearMapPtr preconditioner(Context const& context, PreconditionerChoice const& choice, Matrix const& A);

/// One cycle for the finest matrix of a hierarchy: Araios::MultigridPlan. Formats other than CSR are converted.
LinearMapPtr multigrid(Context const& context, MultigridOptions const& options, Hierarchy const& hierarchy);

/// Takes the current values of A, which has the format and entries of the matrix of the map, in their order. What holds
/// the map goes on with them. Where it throws for values, as those that make a pivot 0, the map is refused until the
/// next update.
void update(Context const& context, LinearMap const& map, Matrix const& A);
/// The same for a hierarchy.
void update(Context const& context, LinearMap const& map, Hierarchy const& hierarchy);
/// Throws where the last update has failed, then calls renew.
void prepare(Context const& context, LinearMap const& map, bool with_transpose);

/// X := X + the change by a multigrid cycle for A X = B, column by column.
void improve(Context const& context, LinearMap const& map, DenseMatrix const& B, DenseMatrix const& X);
/// X := the solution of op(L U) X = B with incomplete factors, column by column.
void solve_with_factors(Context const& context, LinearMap const& map, Op op, DenseMatrix const& B,
                        DenseMatrix const& X);
FactorParts parts_of_factors(Context const& context, LinearMap const& map);

/// Y := A X, column by column.
void apply(Context const& context, LinearMap const& A, DenseMatrix const& X, DenseMatrix const& Y);

/// Called after each iteration (GMRES: cycle) with its number, its residual, and x in memory of the context; false ends
/// the solver.
using IterateCallback = std::function<bool(std::int64_t iteration, double residual, void const* x)>;

/// A solver for one A, one M and many b: Araios::KrylovPlan. One call at a time.
struct KrylovSolver {
  using Solve = std::function<SolveStatus(Context const&, DenseMatrix const& b, DenseMatrix const& x)>;
  ValueType type = ValueType::float64;
  std::int64_t size = 0;
  std::int64_t bytes = 0;
  Solve solve;     ///< of one column
  LinearMapPtr M;  ///< or nullptr
};
/// M is nullptr, or has the type and size of A. The callback of `options` is not used.
KrylovSolver krylov_solver(Context const& context, SolveOptions const& options, IterateCallback const& callback,
                           LinearMapPtr const& A, LinearMapPtr const& M);
/// X := the solutions of A X = B from the guesses X, column by column; the status of each.
std::vector<SolveStatus> solve(Context const& context, KrylovSolver const& solver, DenseMatrix const& B,
                               DenseMatrix const& X);
/// X(:, k) := the solution of (A + shifts[k] I) x = b: Araios::solve_shifted.
std::vector<SolveStatus> solve_shifted(Context const& context, SolveOptions const& options, LinearMapPtr const& A,
                                       std::vector<double> const& shifts, DenseMatrix const& b, DenseMatrix const& X);

/// X := the solution of A X = B for a matrix of 3 or 5 diagonals, the lowest one first: Araios::tridiagonal_solve.
/// Diagonals have one column, or one for each column of B.
void solve_banded(Context const& context, TridiagonalOptions const& options, std::array<DenseMatrix, 3> const& A,
                  DenseMatrix const& B, DenseMatrix const& X);
void solve_banded(Context const& context, TridiagonalOptions const& options, std::array<DenseMatrix, 5> const& A,
                  DenseMatrix const& B, DenseMatrix const& X);

}  // namespace Araios::runtime
