/* SPDX-License-Identifier: Apache-2.0 */
#ifndef ARAIOS_SOLVE_H
#define ARAIOS_SOLVE_H
/**
 * \file
 * Linear systems: Krylov solvers and preconditioners, triangular and banded systems, colours of rows.
 *
 *   araios_plan* M = NULL;
 *   araios_solve_status status = {0};
 *   araios_jacobi_create(ctx, A, &M);
 *   araios_solve(ctx, NULL, A, M, b, x, &status); // x: the initial guess, then the solution
 *   if (status.reason != ARAIOS_SOLVE_CONVERGED) puts(araios_solve_reason_name(status.reason));
 *
 * Types      float, double and complex of both; a pattern has ones of ARAIOS_FLOAT64. A, M, b and x have one type.
 */

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The method. */
typedef enum araios_krylov_method ARAIOS_INT {
  ARAIOS_CG = 0,       /**< conjugate gradients: A symmetric or Hermitian, positive definite */
  ARAIOS_BICGSTAB = 1, /**< any A */
  ARAIOS_GMRES = 2,    /**< any A; restarts */
  ARAIOS_MINRES = 3,   /**< A symmetric or Hermitian; M positive definite */
  ARAIOS_CR = 4,       /**< conjugate residuals: A Hermitian; M positive definite */
  ARAIOS_BICG = 5      /**< any A whose conjugate transpose can be applied; M is NULL or of araios_jacobi_create */
} araios_krylov_method;

/** Why a solver ended. */
typedef enum araios_solve_reason ARAIOS_INT {
  ARAIOS_SOLVE_CONVERGED = 0,       /**< the residual b - A x, computed at the end, is within the tolerance */
  ARAIOS_SOLVE_ITERATION_LIMIT = 1, /**< max_iterations were made */
  ARAIOS_SOLVE_STAGNATED = 2,       /**< the method's own residual is within the tolerance, and b - A x is not */
  ARAIOS_SOLVE_BREAKDOWN_RHO = 3,   /**< a product of residuals is 0 */
  ARAIOS_SOLVE_BREAKDOWN_OMEGA = 4, /**< BiCGSTAB: the stabilising step is 0 */
  ARAIOS_SOLVE_BREAKDOWN_PIVOT = 5, /**< a denominator is 0 */
  ARAIOS_SOLVE_NOT_POSITIVE_DEFINITE = 6,
  ARAIOS_SOLVE_NOT_FINITE = 7, /**< NaN or infinity in A, b, x or M, or overflow */
  ARAIOS_SOLVE_STOPPED = 8     /**< by the callback */
} araios_solve_reason;
/** The text of a reason, as "not positive definite". */
ARAIOS_API char const* araios_solve_reason_name(araios_solve_reason reason);

typedef struct araios_solve_options {
  araios_krylov_method method;
  /** Converged: ||b - A x|| <= max(rtol ||b||, atol), in the 2-norm. 0: 1e-5; -1: atol alone counts. */
  double rtol;
  double atol;
  int64_t max_iterations; /**< 0: 10 n */
  int restart;            /**< of GMRES: iterations after which it starts over. 0: 30; at most 1024 */
  int keeps_history;      /**< not 0: araios_solve_status.history is written; 8 bytes for each of max_iterations */
  /** Called after each iteration (of GMRES: after each cycle) with its number, its residual, and the n elements of x,
   * in memory of the context, which are x then. Not 0: the solver ends. May be NULL. */
  int (*callback)(void* user, int64_t iteration, double residual, void const* x);
  void* user;
  /** ARAIOS_SPACE_TO_SPACE: A is in CSR; x, the history and the iterations have the same bits on hosts and devices, where
   * M is NULL or of araios_jacobi_create. */
  araios_determinism determinism;
} araios_solve_options;

typedef struct araios_solve_status {
  araios_solve_reason reason;
  int64_t iterations;
  double residual;        /**< ||b - A x||, computed from x at the end */
  double method_residual; /**< that of the method's recurrence */
  double tolerance;       /**< max(rtol ||b||, atol) */
  double pivot;           /**< of NOT_POSITIVE_DEFINITE: the number that is not positive */
  int restarts;           /**< because the method's residual was within the tolerance, and b - A x was not */
  int on_device;          /**< not 0: the iterations ended on the device, and the host waited once */
  double* history;        /**< an array of the caller, of history_length elements, or NULL: the residual of the initial
                               guess, then of each iteration, as many as fit */
  int64_t history_length;
} araios_solve_status;

/** A linear map that the program computes, of `size` elements of a type, in memory of the context. */
typedef struct araios_linear_map {
  araios_type type;
  int64_t size;
  /** y := A x; not 0: the call ends with ARAIOS_INTERRUPTED. The work of the context is complete when it is called, and
   * y must be when it returns. It may call functions of this library. */
  int (*apply)(void* user, void const* x, void* y);
  /** y := the conjugate transpose of A times x, for ARAIOS_BICG; else NULL. */
  int (*apply_conjugate_transpose)(void* user, void const* x, void* y);
  void* user; /**< is needed until the plan, and the solvers made of it, are destroyed */
} araios_linear_map;

/** P := functions of the program as A or M of a solver. */
ARAIOS_API araios_status araios_linear_map_create(araios_context* context, araios_linear_map const* functions,
                                                  araios_plan** P);
/** P := a square matrix of any format as A or M of a solver. It shares the arrays of A; values may change, and those of
 * another matrix are taken by araios_linear_map_update. */
ARAIOS_API araios_status araios_matrix_map_create(araios_context* context, araios_matrix const* A, araios_plan** P);

/**
 * P := the inverse of the diagonal of A, which solvers apply within their own passes over the vectors
 *
 * After the values of A have changed, it and those that follow need araios_linear_map_update. Formats other than CSR
 * are converted.
 *
 * Errors    INVALID_ARGUMENT where A is not square, or with the first row whose diagonal is missing, 0, or too
 *           small to invert.
 */
ARAIOS_API araios_status araios_jacobi_create(araios_context* context, araios_matrix const* A, araios_plan** P);
/** P := the inverses of blocks of block_size rows (1 to 64) on the diagonal of A; INVALID_ARGUMENT names a row at which
 * one is singular. */
ARAIOS_API araios_status araios_block_jacobi_create(araios_context* context, int block_size, araios_matrix const* A,
                                                    araios_plan** P);
typedef struct araios_chebyshev_options {
  int degree;     /**< products with A in an application; 0: 3; at most 64 */
  double largest; /**< a bound of the eigenvalues of D^-1 A; 0: the largest sum of |a_ij / a_ii| of a row */
  double ratio;   /**< largest / the smallest eigenvalue that is damped; 0: 30 */
} araios_chebyshev_options;
/** P := a polynomial in D^-1 A, times D^-1, D being the diagonal of A; for Hermitian positive definite A. */
ARAIOS_API araios_status araios_chebyshev_create(araios_context* context, araios_chebyshev_options const* options,
                                                 araios_matrix const* A, araios_plan** P);

/** How rows are coloured. */
typedef struct araios_color_options {
  int distance;    /**< 0 or 1: neighbours have different colours; 2: neighbours of neighbours, too */
  int by_hash;     /**< not 0: few rounds for any numbering, and on grids up to twice as many colours */
  int recolorings; /**< 0: 1; -1: none. So often the rows are coloured again, never with more colours; at most 100 */
} araios_color_options;
typedef enum araios_sweep ARAIOS_INT {
  ARAIOS_SWEEP_SYMMETRIC = 0, /**< forward, then backward: symmetric where A is */
  ARAIOS_SWEEP_FORWARD = 1,
  ARAIOS_SWEEP_BACKWARD = 2
} araios_sweep;
typedef struct araios_gauss_seidel_options {
  araios_sweep sweep;
  double omega; /**< between 0 and 2; 0: 1. Others are SOR, or SSOR */
  araios_color_options coloring;
} araios_gauss_seidel_options;
/** P := a sweep of Gauss-Seidel, SOR or SSOR from 0, by colours. */
ARAIOS_API araios_status araios_gauss_seidel_create(araios_context* context, araios_gauss_seidel_options const* options,
                                                    araios_matrix const* A, araios_plan** P);

typedef struct araios_factor_options {
  int by_color;     /**< not 0: rows are eliminated by their colours, so that few steps wait for each other */
  int sweeps;       /**< 0: the factors are exact; else they are approximated by so many sweeps, at most 1000 */
  int solve_sweeps; /**< 0: solves with the factors are exact; else approximated by so many sweeps, at most 1000 */
  double shift;     /**< the factors are those of A + shift D, D being the diagonal of A; at least 0 */
  double boost_threshold; /**< a pivot is small where its magnitude (IC: its value) is at most this */
  double boost_value;     /**< small pivots become this number; 0: they stay, and a pivot of 0 is an error */
} araios_factor_options;
/** P := the inverse of L U, the incomplete factors of A on its pattern, ILU(0); INVALID_ARGUMENT names the first row
 * without a diagonal entry, or whose pivot is 0 or too small to invert. `options` may be NULL. */
ARAIOS_API araios_status araios_ilu_create(araios_context* context, araios_factor_options const* options,
                                           araios_matrix const* A, araios_plan** P);
/** The same for L L^H, IC(0), of a Hermitian positive definite A, whose lower triangle is read (by colours both are);
 * INVALID_ARGUMENT where a pivot is not positive. */
ARAIOS_API araios_status araios_ic_create(araios_context* context, araios_factor_options const* options,
                                          araios_matrix const* A, araios_plan** P);

/** L and U := copies of the factors of a P of araios_ilu_create or araios_ic_create, in CSR
 *
 * `order` is dense ARAIOS_INT32. Row i of L is row order[i] of A, and column j of U its column order[j]; without colours
 * order[i] is i. L of ILU has ones on its diagonal, U of IC is the conjugate transpose of L. Each output may be NULL. */
ARAIOS_API araios_status araios_factor_extract(araios_context* context, araios_plan const* P, araios_matrix** L,
                                               araios_matrix** U, araios_vector** order);
/** X := the solution of op(L U) X = B (IC: op(L L^H)) for such a P. Columns of B and X are contiguous, and do not
 * overlap. The first transposed solve of ILU, and the first one after an update, analyses the factors. */
ARAIOS_API araios_status araios_factor_solve(araios_context* context, araios_plan const* P, araios_op op,
                                             araios_dense const* B, araios_dense const* X);

/** How often a cycle visits the next level, before it returns. */
typedef enum araios_multigrid_cycle ARAIOS_INT {
  ARAIOS_CYCLE_V = 0, /**< once */
  ARAIOS_CYCLE_W = 1  /**< twice */
} araios_multigrid_cycle;
/** What smooths the error of a level. */
typedef enum araios_multigrid_smoother ARAIOS_INT {
  ARAIOS_SMOOTHER_GAUSS_SEIDEL = 0, /**< symmetric, by colours */
  ARAIOS_SMOOTHER_JACOBI = 1,
  ARAIOS_SMOOTHER_CHEBYSHEV = 2
} araios_multigrid_smoother;
typedef struct araios_multigrid_options {
  araios_multigrid_cycle cycle;
  araios_multigrid_smoother smoother;
  int pre_sweeps;  /**< before the next level; 0: 1; -1: none; at most 64 */
  int post_sweeps; /**< after it; 0: 1; -1: none; at most 64. A cycle is symmetric where both are equal */
  double omega;    /**< of Jacobi: x += omega D^-1 (b - A x); 0: 2/3; less than 2 */
  int degree;      /**< of Chebyshev: products with A in a sweep; 0: 2; at most 64 */
  double ratio;    /**< of Chebyshev: the largest eigenvalue / the smallest that is damped; 0: 4 */
} araios_multigrid_options;
/**
 * M := a cycle of multigrid from 0 on a hierarchy that the program brings, the finest level first
 *
 * A[l + 1] is R[l] A[l] P[l], or near it: of PyAMG, hypre or MueLu, say. M is a preconditioner of solvers, for
 * araios_linear_map_apply, and for araios_multigrid_improve. It shares the arrays of the matrices; their values do not
 * change while it is used, but by araios_multigrid_update. Formats other than CSR are converted.
 *
 * Shapes    A has num_levels matrices, n_l x n_l. P and R have num_levels - 1: P[l] is n_l x n_(l + 1), R[l] is
 *           n_(l + 1) x n_l; NULL where there is one level. The coarsest one has at most 1024 rows.
 * Errors    INVALID_ARGUMENT with the level where shapes or types disagree, a diagonal entry has no inverse, with its
 *           row, or the coarsest matrix is singular.
 */
ARAIOS_API araios_status araios_multigrid_create(araios_context* context, araios_multigrid_options const* options,
                                                 int64_t num_levels, araios_matrix const* const* A,
                                                 araios_matrix const* const* P, araios_matrix const* const* R,
                                                 araios_plan** M);
/** X := X + the change by one cycle for A X = B, of M of araios_multigrid_create. Columns are contiguous. */
ARAIOS_API araios_status araios_multigrid_improve(araios_context* context, araios_plan const* M, araios_dense const* B,
                                                  araios_dense const* X);
/** Takes the values of matrices with the entries of those that M was made of, as araios_linear_map_update. */
ARAIOS_API araios_status araios_multigrid_update(araios_context* context, araios_plan* M, int64_t num_levels,
                                                 araios_matrix const* const* A, araios_matrix const* const* P,
                                                 araios_matrix const* const* R);

typedef struct araios_triangular_options {
  int upper;         /**< not 0: T is the upper triangle of A, whatever else A has; else it is the lower one */
  int unit_diagonal; /**< not 0: elements of the diagonal are 1, and entries of A there are not used */
  araios_op op;      /**< of that triangle */
  int sweeps;        /**< 0: exact; else an approximation by so many Jacobi sweeps, at most 1000 */
} araios_triangular_options;
/**
 * P := the inverse of op(T), where T is a triangle of A: araios_linear_map_apply solves op(T) Y = X
 *
 * Shapes    X and Y have any strides, and do not overlap. All columns are solved at the same time.
 * Requires  values of A do not change while P is used.
 * Errors    INVALID_ARGUMENT where A is not square, or with the first row whose diagonal entry is missing, 0, or
 *           too small to invert.
 */
ARAIOS_API araios_status araios_triangular_create(araios_context* context, araios_triangular_options const* options,
                                                  araios_matrix const* A, araios_plan** P);

/** Y := P X for the columns of X and Y, which are contiguous but for a triangular P; of P as of
 * araios_linear_map_create and the like. */
ARAIOS_API araios_status araios_linear_map_apply(araios_context* context, araios_plan const* P, araios_dense const* X,
                                                 araios_dense const* Y);
/**
 * Takes the current values of A, without a new analysis: what holds P, as a solver, goes on with them
 *
 * P         of a matrix: not of functions, nor of a hierarchy.
 * Requires  A has the entries of the matrix that P was made of, in the same order, and its format (preconditioners:
 *           any format); it may be that matrix. P shares the arrays of A from now on, as at its creation.
 * Errors    INVALID_ARGUMENT where entries are others: nothing has changed. As at the creation of P where a value is
 *           not usable, as a diagonal of 0: P is refused until the next update.
 */
ARAIOS_API araios_status araios_linear_map_update(araios_context* context, araios_plan* P, araios_matrix const* A);

/**
 * x := the solution of A x = b by a Krylov method, from the initial guess x; b and x are dense
 *
 * M is a preconditioner, M r approximating the solution of A z = r, or NULL. `status` says how the solver ended: the
 * function succeeds also where it did not converge. May be NULL.
 *
 * b == 0    x := 0. NaN and infinity end with ARAIOS_SOLVE_NOT_FINITE.
 * Errors    INVALID_ARGUMENT where shapes or types disagree, or b and x overlap.
 */
ARAIOS_API araios_status araios_solve(araios_context* context, araios_solve_options const* options,
                                      araios_matrix const* A, araios_plan const* M, araios_vector const* b,
                                      araios_vector* x, araios_solve_status* status);
/** S := a solver for one A, a plan of araios_linear_map_create and the like, one M or NULL, and many b: its vectors are
 * allocated once. It keeps what it needs of A and M. */
ARAIOS_API araios_status araios_solver_create(araios_context* context, araios_solve_options const* options,
                                              araios_plan const* A, araios_plan const* M, araios_plan** S);
/** The columns of X := the solutions for those of B, from the guesses X, one after the other; a status for each. */
ARAIOS_API araios_status araios_solve_with_plan(araios_context* context, araios_plan const* S, araios_dense const* B,
                                                araios_dense const* X, araios_solve_status* statuses);
/**
 * X(:, k) := the solution of (A + shifts[k] I) x = b for all k, by ARAIOS_CG with one product an iteration, from 0
 *
 * Shapes    b has 1 column, X and statuses as many as there are shifts. A + shifts[k] I is positive definite.
 * Errors    INVALID_ARGUMENT for another method, a history or a callback.
 */
ARAIOS_API araios_status araios_solve_shifted(araios_context* context, araios_solve_options const* options,
                                              araios_plan const* A, int64_t num_shifts, double const* shifts,
                                              araios_dense const* b, araios_dense const* X,
                                              araios_solve_status* statuses);

typedef struct araios_banded_options {
  int no_pivoting; /**< not 0: rows are not exchanged. For diagonally dominant, or positive definite matrices */
  int periodic;    /**< not 0: the first and the last unknown are neighbours */
} araios_banded_options;
/**
 * X := the solution of A X = B, where row i of A is lower[i] x[i - 1] + diagonal[i] x[i] + upper[i] x[i + 1]
 *
 * Shapes    B and X have n rows and a column for each right-hand side; X may be B. Diagonals have n rows, and one column,
 *           or one for each of X: a batch of matrices. lower[0] and upper[n - 1] are used where A is periodic.
 * Errors    INVALID_ARGUMENT where shapes disagree, arrays overlap, or with the row whose pivot is 0.
 */
ARAIOS_API araios_status araios_tridiagonal_solve(araios_context* context, araios_banded_options const* options,
                                                  araios_dense const* lower, araios_dense const* diagonal,
                                                  araios_dense const* upper, araios_dense const* B,
                                                  araios_dense const* X);
/** The same with lower_2[i] at x[i - 2], and upper_2[i] at x[i + 2]. */
ARAIOS_API araios_status araios_pentadiagonal_solve(araios_context* context, araios_banded_options const* options,
                                                    araios_dense const* lower_2, araios_dense const* lower,
                                                    araios_dense const* diagonal, araios_dense const* upper,
                                                    araios_dense const* upper_2, araios_dense const* B,
                                                    araios_dense const* X);

/** colors := a colour of each row, dense ARAIOS_INT32 in [0, count): rows of one colour have no entry at each other.
 * `count` may be NULL. INVALID_ARGUMENT where A is not square. */
ARAIOS_API araios_status araios_color(araios_context* context, araios_color_options const* options,
                                      araios_matrix const* A, araios_vector** colors, int64_t* count);

#ifdef __cplusplus
}
#endif
#endif
