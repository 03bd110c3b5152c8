/* SPDX-License-Identifier: Apache-2.0 */
/** \file
 * Krylov solvers, preconditioners, triangular and banded systems, colours. */

#include "check.h"

#include <math.h>

enum { N = 24 };
/* Of arrays that vectors are copied to. */
static int64_t length = N;

/* 2 + shift on the diagonal, -1 beside it: the Laplacian of a line for 0. */
static araios_matrix* line(double shift) {
  int r[3 * N], c[3 * N], i, j, k = 0;
  double v[3 * N];
  for (i = 0; i < N; ++i)
    for (j = i - 1; j <= i + 1; ++j)
      if (j >= 0 && j < N) r[k] = i, c[k] = j, v[k++] = i == j ? 2 + shift : -1;
  return make(ARAIOS_INDEX_32, N, N, k, r, c, v);
}
/* y := A x for `line(*user)`. */
static int calls;
static int multiply_line(void* user, void const* from, void* to) {
  double const* const x = (double const*)from;
  double* const y = (double*)to;
  int i;
  ++calls;
  for (i = 0; i < N; ++i)
    y[i] = (2 + *(double const*)user) * x[i] - (i > 0 ? x[i - 1] : 0) - (i + 1 < N ? x[i + 1] : 0);
  return 0;
}
static int refuse(void* user, void const* from, void* to) {
  (void)user, (void)from, (void)to;
  return 1;
}

/* b with A x = b for x[i] = i + 1 + j. */
static void right_side(double shift, int j, double* b) {
  double x[N];
  int i;
  for (i = 0; i < N; ++i) x[i] = i + 1 + j;
  multiply_line(&shift, x, b);
}
static int is_solution(double const* x, int j) {
  int i;
  for (i = 0; i < N; ++i)
    if (!(fabs(x[i] - (i + 1 + j)) < 1e-6)) return 0;
  return 1;
}
static araios_dense columns(double* data, int count) {
  araios_dense X;
  X.data = data, X.type = ARAIOS_FLOAT64, X.rows = N, X.columns = count, X.row_stride = 1, X.column_stride = N;
  return X;
}

static void methods(void) {
  araios_matrix* A = line(0.5);
  double b[N], x[N], history[N + 1];
  int method, i;
  right_side(0.5, 0, b);
  for (method = ARAIOS_CG; method <= ARAIOS_BICG; ++method) {
    araios_vector *from = dense_vector(N, b), *to = NULL;
    araios_solve_options options;
    araios_solve_status status;
    memset(&options, 0, sizeof(options));
    memset(&status, 0, sizeof(status));
    options.method = (araios_krylov_method)method, options.rtol = 1e-10;
    status.history = history, status.history_length = N + 1;
    for (i = 0; i <= N; ++i) history[i] = -1;
    OK(araios_vector_create(ctx, ARAIOS_FLOAT64, N, &to));
    OK(araios_solve(ctx, &options, A, NULL, from, to, &status));
    CHECK(status.reason == ARAIOS_SOLVE_CONVERGED);
    CHECK(status.iterations > 0 && status.iterations <= 2 * N);
    CHECK(status.residual <= status.tolerance && status.tolerance > 0);
    CHECK(history[0] > history[1] || method != ARAIOS_MINRES);
    CHECK(history[0] > 0 && history[status.iterations < N ? status.iterations : N] >= 0);
    OK(araios_vector_extract(ctx, to, NULL, x, &length));
    CHECK(is_solution(x, 0));
    options.determinism = ARAIOS_SPACE_TO_SPACE;
    OK(araios_vector_fill(ctx, to, 0, 0));
    OK(araios_solve(ctx, &options, A, NULL, from, to, &status));
    CHECK(status.reason == ARAIOS_SOLVE_CONVERGED);
    OK(araios_vector_extract(ctx, to, NULL, x, &length));
    CHECK(is_solution(x, 0));
    OK(araios_vector_destroy(from));
    OK(araios_vector_destroy(to));
  }
  OK(araios_matrix_destroy(A));
}

/* Every preconditioner, a matrix and functions of the program as M, with CG and one solver for two columns. */
static void preconditioners(void) {
  araios_matrix *A = line(0), *I = NULL, *E = NULL;
  double shift = 0, b[2 * N], x[2 * N];
  araios_linear_map functions;
  araios_plan *F = NULL, *M[10] = {NULL};
  araios_factor_options by_color = {1, 0, 0, 0, 0, 0};
  araios_dense B = columns(b, 2), X = columns(x, 2);
  int m, j;
  functions.type = ARAIOS_FLOAT64, functions.size = N, functions.apply = multiply_line,
  functions.apply_conjugate_transpose = NULL, functions.user = &shift;
  OK(araios_linear_map_create(ctx, &functions, &F));
  OK(araios_jacobi_create(ctx, A, &M[1]));
  OK(araios_block_jacobi_create(ctx, 5, A, &M[2]));
  OK(araios_chebyshev_create(ctx, NULL, A, &M[3]));
  OK(araios_gauss_seidel_create(ctx, NULL, A, &M[4]));
  OK(araios_ic_create(ctx, NULL, A, &M[7]));
  OK(araios_ilu_create(ctx, &by_color, A, &M[8]));
  OK(araios_ic_create(ctx, &by_color, A, &M[9]));
  OK(araios_identity(ctx, ARAIOS_FLOAT64, ARAIOS_INDEX_DEFAULT, N, &I));
  OK(araios_convert(ctx, NULL, I, ARAIOS_ELL, &E));
  OK(araios_matrix_map_create(ctx, I, &M[5]));
  OK(araios_matrix_map_create(ctx, E, &M[6]));
  for (m = 0; m < LENGTH(M); ++m) {
    araios_plan* S = NULL;
    araios_solve_status statuses[2];
    araios_solve_options options;
    araios_plan_info info;
    memset(&options, 0, sizeof(options));
    memset(statuses, 0, sizeof(statuses));
    memset(x, 0, sizeof(x));
    options.rtol = 1e-10;
    for (j = 0; j < 2; ++j) right_side(0, j, b + j * N);
    calls = 0;
    OK(araios_solver_create(ctx, &options, F, M[m], &S));
    OK(araios_plan_get_info(ctx, S, &info));
    CHECK(info.kind == ARAIOS_PLAN_SOLVER && info.rows == N && info.bytes > 0);
    OK(araios_solve_with_plan(ctx, S, &B, &X, statuses));
    CHECK(calls > 0);
    for (j = 0; j < 2; ++j) {
      CHECK(statuses[j].reason == ARAIOS_SOLVE_CONVERGED);
      CHECK(is_solution(x + j * N, j));
    }
    /* M z = r, once: the identity, or a part of the inverse of A. */
    if (m > 0) OK(araios_linear_map_apply(ctx, M[m], &B, &X));
    if (m == 5 || m == 6) CHECK(memcmp(b, x, sizeof(b)) == 0);
    /* The factors of a line have no fill, so that they are exact. */
    if (m == 7) CHECK(statuses[0].iterations <= 2 && is_solution(x, 0));
    if (m == 1)
      for (j = 0; j < 2 * N; ++j) CHECK(x[j] == b[j] / 2);
    OK(araios_plan_destroy(S));
  }
  functions.apply = refuse;
  OK(araios_plan_destroy(F));
  F = NULL;
  OK(araios_linear_map_create(ctx, &functions, &F));
  FAILS(ARAIOS_INTERRUPTED, araios_linear_map_apply(ctx, F, &B, &X));
  for (m = 0; m < LENGTH(M); ++m) OK(araios_plan_destroy(M[m]));
  OK(araios_plan_destroy(F));
  OK(araios_matrix_destroy(A));
  OK(araios_matrix_destroy(I));
  OK(araios_matrix_destroy(E));
}

static int stop_at_3(void* user, int64_t iteration, double residual, void const* x) {
  memcpy(user, x, N * sizeof(double));
  FAILS(ARAIOS_INVALID_STATE, araios_context_destroy(ctx)); /* a call of this thread uses it */
  CHECK(residual > 0);
  return iteration == 3;
}
/* Its arrays are those of the solve until it ends. */
static int destroy_vectors(void* user, int64_t iteration, double residual, void const* x) {
  araios_vector** vectors = (araios_vector**)user;
  (void)residual, (void)x;
  if (iteration == 1) {
    OK(araios_vector_destroy(vectors[0]));
    OK(araios_vector_destroy(vectors[1]));
  }
  return 0;
}
static void reasons(void) {
  static double const zero = 0;
  araios_dense outside;
  double b[N], x[N], seen[N];
  araios_matrix *A = line(0), *D = line(-3), *E = NULL, *P = NULL;
  araios_vector *from, *to = NULL;
  araios_plan *M = NULL, *S = NULL, *F = NULL;
  araios_solve_options options;
  araios_solve_status status;
  memset(&options, 0, sizeof(options));
  memset(&status, 0, sizeof(status));
  right_side(0, 0, b);
  from = dense_vector(N, b);
  OK(araios_vector_create(ctx, ARAIOS_FLOAT64, N, &to));
  options.max_iterations = 2;
  OK(araios_solve(ctx, &options, A, NULL, from, to, &status));
  CHECK(status.reason == ARAIOS_SOLVE_ITERATION_LIMIT && status.iterations == 2);
  CHECK(strcmp(araios_solve_reason_name(status.reason), "iteration limit") == 0);
  options.max_iterations = 0, options.callback = stop_at_3, options.user = seen;
  OK(araios_vector_fill(ctx, to, 0, 0));
  OK(araios_solve(ctx, &options, A, NULL, from, to, &status));
  CHECK(status.reason == ARAIOS_SOLVE_STOPPED && status.iterations == 3);
  OK(araios_vector_extract(ctx, to, NULL, x, &length));
  CHECK(memcmp(x, seen, sizeof(x)) == 0); /* the x of the third iteration */
  {
    araios_vector* vectors[2] = {NULL, NULL};
    OK(araios_vector_copy(ctx, from, &vectors[0]));
    OK(araios_vector_copy(ctx, from, &vectors[1]));
    options.callback = destroy_vectors, options.user = vectors;
    OK(araios_solve(ctx, &options, A, NULL, vectors[0], vectors[1], &status));
    CHECK(status.iterations >= 1);
  }
  options.callback = NULL;
  OK(araios_vector_fill(ctx, to, 0, 0));
  OK(araios_solve(ctx, &options, D, NULL, from, to, &status));
  CHECK(status.reason == ARAIOS_SOLVE_NOT_POSITIVE_DEFINITE && status.pivot <= 0);
  OK(araios_vector_fill(ctx, to, zero / zero, 0));
  OK(araios_solve(ctx, &options, A, NULL, from, to, &status));
  CHECK(status.reason == ARAIOS_SOLVE_NOT_FINITE);
  /* Options, shapes and types. */
  options.restart = 1025;
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_solve(ctx, &options, A, NULL, from, to, NULL));
  options.restart = 0, options.rtol = 1;
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_solve(ctx, &options, A, NULL, from, to, NULL));
  options.rtol = 0, options.atol = -1;
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_solve(ctx, &options, A, NULL, from, to, NULL));
  options.atol = 0, options.method = (araios_krylov_method)6;
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_solve(ctx, &options, A, NULL, from, to, NULL));
  options.method = ARAIOS_CG, options.determinism = (araios_determinism)2;
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_solve(ctx, &options, A, NULL, from, to, NULL));
  options.determinism = ARAIOS_SPACE_TO_SPACE;
  OK(araios_convert(ctx, NULL, A, ARAIOS_ELL, &E));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_solve(ctx, &options, E, NULL, from, to, NULL));
  CHECK(strstr(araios_context_message(ctx), "needs an A in CSR") != NULL);
  options.method = ARAIOS_BICG, options.determinism = ARAIOS_RUN_TO_RUN;
  OK(araios_block_jacobi_create(ctx, 2, A, &M));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_solve(ctx, &options, A, M, from, to, NULL));
  CHECK(strstr(araios_context_message(ctx), "bicgstab") != NULL);
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_solve(ctx, NULL, A, M, from, from, NULL)); /* b is x */
  FAILS(ARAIOS_INVALID_HANDLE, araios_solver_create(ctx, NULL, NULL, NULL, &S));
  OK(araios_spmv_plan_create(ctx, NULL, A, &S));
  FAILS(ARAIOS_INVALID_HANDLE, araios_solve(ctx, NULL, A, S, from, to, NULL)); /* of SpMV */
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_block_jacobi_create(ctx, 65, A, &F));
  OK(araios_vector_destroy(to));
  to = NULL;
  OK(araios_vector_create(ctx, ARAIOS_FLOAT64, N - 1, &to));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_solve(ctx, NULL, A, NULL, from, to, NULL));
  OK(araios_submatrix(ctx, A, 0, 0, N, N - 1, &P));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_solve(ctx, NULL, P, NULL, from, to, NULL));
  CHECK(strstr(araios_context_message(ctx), "square") != NULL);
  outside = columns(b, 2);
  outside.column_stride = INT64_MAX; /* the second column would be 8 bytes before b */
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_linear_map_apply(ctx, M, &outside, &outside));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_tridiagonal_solve(ctx, NULL, &outside, &outside, &outside, &outside, &outside));
  CHECK(strstr(araios_context_message(ctx), "no memory has") != NULL);
  OK(araios_plan_destroy(M));
  OK(araios_plan_destroy(S));
  OK(araios_vector_destroy(from));
  OK(araios_vector_destroy(to));
  OK(araios_matrix_destroy(A));
  OK(araios_matrix_destroy(D));
  OK(araios_matrix_destroy(E));
  OK(araios_matrix_destroy(P));
}

static void shifted(void) {
  static double const shifts[] = {0.25, 2, 0.5};
  araios_matrix* A = line(0);
  double b[N], x[3 * N], y[N];
  araios_plan* F = NULL;
  araios_dense B = columns(b, 1), X = columns(x, 3);
  araios_solve_status statuses[3];
  araios_solve_options options;
  int k, i;
  memset(&options, 0, sizeof(options));
  memset(statuses, 0, sizeof(statuses));
  options.rtol = 1e-12;
  right_side(0, 0, b);
  OK(araios_matrix_map_create(ctx, A, &F));
  OK(araios_solve_shifted(ctx, &options, F, 3, shifts, &B, &X, statuses));
  for (k = 0; k < 3; ++k) {
    double shift = shifts[k];
    CHECK(statuses[k].reason == ARAIOS_SOLVE_CONVERGED);
    multiply_line(&shift, x + k * N, y);
    for (i = 0; i < N; ++i) CHECK(fabs(y[i] - b[i]) < 1e-8);
  }
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_solve_shifted(ctx, &options, F, 2, shifts, &B, &X, statuses));
  options.method = ARAIOS_GMRES;
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_solve_shifted(ctx, &options, F, 3, shifts, &B, &X, statuses));
  OK(araios_plan_destroy(F));
  OK(araios_matrix_destroy(A));
}

static void banded(void) {
  double low[N], diagonal[2 * N], up[N], b[2 * N], x[2 * N], zeros[N] = {0};
  araios_dense L = columns(low, 1), D = columns(diagonal, 1), U = columns(up, 1), B = columns(b, 2), X = columns(x, 2);
  araios_dense Z = columns(zeros, 1);
  araios_banded_options options = {1, 0};
  int i;
  for (i = 0; i < N; ++i) low[i] = up[i] = -1, diagonal[i] = diagonal[N + i] = 2;
  for (i = 0; i < 2; ++i) right_side(0, i, b + i * N);
  OK(araios_tridiagonal_solve(ctx, NULL, &L, &D, &U, &B, &X));
  CHECK(is_solution(x, 0) && is_solution(x + N, 1));
  OK(araios_tridiagonal_solve(ctx, &options, &L, &D, &U, &B, &X));
  CHECK(is_solution(x, 0) && is_solution(x + N, 1));
  OK(araios_pentadiagonal_solve(ctx, NULL, &Z, &L, &D, &U, &Z, &B, &X));
  CHECK(is_solution(x, 0) && is_solution(x + N, 1));
  D = columns(diagonal, 2); /* a batch needs all diagonals of each */
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_tridiagonal_solve(ctx, NULL, &L, &D, &U, &B, &X));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_tridiagonal_solve(ctx, NULL, NULL, &D, &U, &B, &X));
  L = U = D;
  OK(araios_tridiagonal_solve(ctx, NULL, &L, &D, &U, &B, &B)); /* 2 on three diagonals, in place */
  diagonal[5] = 0, D = columns(diagonal, 1);
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_tridiagonal_solve(ctx, NULL, &Z, &D, &Z, &B, &X));
  CHECK(strstr(araios_context_message(ctx), "row 5") != NULL);
  /* The function of C++ has the same name, which stands there once. */
  CHECK(strncmp(araios_context_message(ctx), "araios_tridiagonal_solve: the pivot", 35) == 0);
}

static void colors(void) {
  araios_matrix* A = line(0);
  araios_vector* found = NULL;
  araios_color_options options = {2, 0, -1};
  int32_t color[N];
  int64_t count = 0;
  int i;
  OK(araios_color(ctx, NULL, A, &found, &count));
  OK(araios_vector_extract(ctx, found, NULL, color, &length));
  for (i = 0; i + 1 < N; ++i) CHECK(color[i] != color[i + 1] && color[i] >= 0 && color[i] < count);
  OK(araios_color(ctx, &options, A, &found, &count));
  OK(araios_vector_extract(ctx, found, NULL, color, &length));
  for (i = 0; i + 2 < N; ++i) CHECK(color[i] != color[i + 1] && color[i] != color[i + 2]);
  CHECK(count >= 3);
  options.distance = 3;
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_color(ctx, &options, A, &found, NULL));
  OK(araios_vector_destroy(found));
  OK(araios_matrix_destroy(A));
}

/* Both triangles of A, by rows and by columns of X, and what is wrong with options and pivots. */
static void triangles(void) {
  araios_matrix *A = line(0), *Z = line(-2); /* Z has zeros on its diagonal */
  araios_triangular_options how[] = {{0, 0, ARAIOS_NO_TRANSPOSE, 0},
                                     {1, 0, ARAIOS_TRANSPOSE, 0},
                                     {1, 0, ARAIOS_NO_TRANSPOSE, 0},
                                     {0, 1, ARAIOS_NO_TRANSPOSE, 0},
                                     {0, 0, ARAIOS_NO_TRANSPOSE, N}};
  araios_factor_options factor;
  araios_context_info where;
  araios_plan* P = NULL;
  double b[2 * N], x[2 * N];
  int k, i, j, by_rows;
  OK(araios_context_get_info(ctx, &where));
  for (k = 0; k < LENGTH(how); ++k) {
    int const is_lower = k != 2;
    double const diagonal = how[k].unit_diagonal ? 1 : 2;
    OK(araios_triangular_create(ctx, &how[k], A, &P));
    for (by_rows = 0; where.space == ARAIOS_SPACE_HOST && by_rows < 2; ++by_rows) { /* b and x are of the host */
      araios_dense B = columns(b, 2), X = columns(x, 2);
      if (by_rows) B.row_stride = X.row_stride = 2, B.column_stride = X.column_stride = 1;
      for (j = 0; j < 2; ++j)
        for (i = 0; i < N; ++i) { /* T x = b for x[i] = i + 1 + j */
          int const beside = is_lower ? i - 1 : i + 1;
          b[i * B.row_stride + j * B.column_stride] =
              diagonal * (i + 1 + j) - (beside >= 0 && beside < N ? beside + 1 + j : 0);
        }
      OK(araios_linear_map_apply(ctx, P, &B, &X));
      for (j = 0; j < 2; ++j)
        for (i = 0; i < N; ++i) CHECK(fabs(x[i * X.row_stride + j * X.column_stride] - (i + 1 + j)) < 1e-9);
      FAILS(ARAIOS_INVALID_ARGUMENT, araios_linear_map_apply(ctx, P, &B, &B));
    }
    OK(araios_plan_destroy(P));
    P = NULL;
  }
  how[0].sweeps = -1;
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_triangular_create(ctx, &how[0], A, &P));
  how[1].op = (araios_op)3;
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_triangular_create(ctx, &how[1], A, &P));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_triangular_create(ctx, NULL, Z, &P));
  CHECK(strstr(araios_context_message(ctx), "row 0") != NULL);
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_ilu_create(ctx, NULL, Z, &P));
  CHECK(strstr(araios_context_message(ctx), "row 0") != NULL);
  memset(&factor, 0, sizeof(factor));
  factor.boost_threshold = 1e-3, factor.boost_value = 1;
  OK(araios_ilu_create(ctx, &factor, Z, &P));
  OK(araios_plan_destroy(P));
  P = NULL;
  factor.boost_value = -1; /* IC(0) has positive pivots */
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_ic_create(ctx, &factor, A, &P));
  memset(&factor, 0, sizeof(factor));
  factor.shift = -1;
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_ic_create(ctx, &factor, A, &P));
  factor.shift = 0, factor.sweeps = 1001;
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_ilu_create(ctx, &factor, A, &P));
  CHECK(P == NULL);
  OK(araios_matrix_destroy(A));
  OK(araios_matrix_destroy(Z));
}

static int released;
static void release(void* user) { (void)user, ++released; }
/* Maps keep the arrays of a matrix that borrows them. */
static void borrowed_arrays(void) {
  static int32_t const offsets[] = {0, 1, 2}, indices[] = {0, 1};
  double values[] = {2, 4}, r[] = {2, 4}, z[] = {0, 0};
  araios_array_options options;
  araios_dense R = columns(r, 1), Z = columns(z, 1);
  araios_context_info where;
  int made;
  OK(araios_context_get_info(ctx, &where));
  if (where.space != ARAIOS_SPACE_HOST) return;
  R.rows = Z.rows = R.column_stride = Z.column_stride = 2;
  memset(&options, 0, sizeof(options));
  options.ownership = ARAIOS_BORROW, options.release = release;
  for (made = 0; made < 3; ++made) {
    araios_matrix* A = NULL;
    araios_plan* P = NULL;
    released = 0, z[0] = z[1] = 0;
    OK(araios_matrix_create_csr(ctx, &options, ARAIOS_FLOAT64, ARAIOS_INDEX_32, 2, 2, 2, offsets, indices, values, &A));
    if (made == 0) OK(araios_gauss_seidel_create(ctx, NULL, A, &P));
    if (made == 1) OK(araios_chebyshev_create(ctx, NULL, A, &P));
    if (made == 2) OK(araios_matrix_map_create(ctx, A, &P));
    OK(araios_matrix_destroy(A));
    CHECK(released == 0);
    OK(araios_linear_map_apply(ctx, P, &R, &Z));
    CHECK(z[0] > 0 && z[1] == (made == 2 ? 4 : 1) * z[0]);
    OK(araios_plan_destroy(P));
    OK(araios_context_synchronize(ctx));
    CHECK(released == 1);
  }
}

/* Column 1 of B is column 0 of X: its solution would be that of another right-hand side. */
static void columns_that_overlap(void) {
  static int32_t const offsets[] = {0, 1, 2}, indices[] = {0, 1};
  static double const of_A[] = {2, 4};
  double m[] = {2, 4, 6, 8, 0, 0};
  araios_dense B = columns(m, 2), X = columns(m + 2, 2);
  araios_solve_status status[2];
  araios_matrix* A = NULL;
  araios_plan *map = NULL, *S = NULL;
  araios_context_info where;
  OK(araios_context_get_info(ctx, &where));
  if (where.space != ARAIOS_SPACE_HOST) return;
  B.rows = X.rows = B.column_stride = X.column_stride = 2;
  OK(araios_matrix_create_csr(ctx, NULL, ARAIOS_FLOAT64, ARAIOS_INDEX_32, 2, 2, 2, offsets, indices, (void*)of_A, &A));
  OK(araios_matrix_map_create(ctx, A, &map));
  OK(araios_solver_create(ctx, NULL, map, NULL, &S));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_solve_with_plan(ctx, S, &B, &X, status));
  CHECK(m[2] == 6 && m[3] == 8);
  OK(araios_plan_destroy(S));
  OK(araios_plan_destroy(map));
  OK(araios_matrix_destroy(A));
}

/* [2 i; -i 3], which is Hermitian, and its solution (1, i). */
static void complex_numbers(void) {
  static int32_t const i[] = {0, 0, 1, 1}, j[] = {0, 1, 0, 1};
  double values[] = {2, 0, 0, 1, 0, -1, 3, 0}, b[] = {1, 0, 0, 2}, x[4];
  araios_matrix* A = NULL;
  araios_vector *from = NULL, *to = NULL;
  araios_plan* M = NULL;
  araios_solve_options options;
  araios_solve_status status;
  int method, p;
  if (!araios_supports(ARAIOS_COMPLEX128, ARAIOS_INDEX_DEFAULT)) return;
  memset(&options, 0, sizeof(options));
  memset(&status, 0, sizeof(status));
  options.rtol = 1e-12;
  OK(araios_matrix_build(ctx, NULL, ARAIOS_COMPLEX128, ARAIOS_INDEX_32, 2, 2, 4, i, j, values, &A));
  OK(araios_vector_create_dense(ctx, NULL, ARAIOS_COMPLEX128, 2, b, &from));
  OK(araios_jacobi_create(ctx, A, &M));
  for (method = ARAIOS_CG; method <= ARAIOS_BICG; ++method) {
    static double const expected[] = {1, 0, 0, 1};
    int64_t count = 2;
    options.method = (araios_krylov_method)method;
    OK(araios_vector_create(ctx, ARAIOS_COMPLEX128, 2, &to));
    OK(araios_solve(ctx, &options, A, M, from, to, &status));
    CHECK(status.reason == ARAIOS_SOLVE_CONVERGED);
    OK(araios_vector_extract(ctx, to, NULL, x, &count));
    for (p = 0; p < 4; ++p) CHECK(fabs(x[p] - expected[p]) < 1e-10);
    OK(araios_vector_destroy(to));
    to = NULL;
  }
  OK(araios_plan_destroy(M));
  OK(araios_vector_destroy(from));
  OK(araios_matrix_destroy(A));
}

/* 4 on the diagonal, -1 below it and -2 above it, times scale. */
static araios_matrix* upwind(double scale) {
  int r[3 * N], c[3 * N], i, j, k = 0;
  double v[3 * N];
  for (i = 0; i < N; ++i)
    for (j = i - 1; j <= i + 1; ++j)
      if (j >= 0 && j < N) r[k] = i, c[k] = j, v[k++] = scale * (i == j ? 4 : j < i ? -1 : -2);
  return make(ARAIOS_INDEX_32, N, N, k, r, c, v);
}
static double of_upwind(int i, int j) { return i == j ? 4 : i == j + 1 ? -1 : i + 1 == j ? -2 : 0; }

/* The factors of a tridiagonal matrix have no fill: L U is A, and solves are exact. */
static void factor_parts(void) {
  static araios_op const ops[] = {ARAIOS_NO_TRANSPOSE, ARAIOS_TRANSPOSE, ARAIOS_CONJUGATE_TRANSPOSE};
  araios_matrix *A = upwind(1), *L = NULL, *U = NULL, *LU = NULL;
  araios_vector* order = NULL;
  araios_plan *P = NULL, *J = NULL;
  araios_dense B, X;
  double b[N], x[N];
  int32_t numbers[N];
  int i, k, round;
  B = columns(b, 1), X = columns(x, 1);
  OK(araios_ilu_create(ctx, NULL, A, &P));
  OK(araios_factor_extract(ctx, P, &L, &U, &order));
  OK(araios_multiply(ctx, NULL, L, U, &LU));
  for (i = 0; i < N; ++i)
    for (k = 0; k < N; ++k) {
      double value[2] = {0, 0};
      int found;
      OK(araios_matrix_get_element(ctx, LU, i, k, &found, value));
      CHECK(fabs(value[0] - of_upwind(i, k)) < 1e-14);
      value[0] = 0;
      OK(araios_matrix_get_element(ctx, L, i, k, &found, value));
      CHECK(i < k ? !found : i > k || (found && value[0] == 1));
    }
  OK(araios_vector_extract(ctx, order, NULL, numbers, &length));
  for (i = 0; i < N; ++i) CHECK(numbers[i] == i);
  for (round = 1; round <= 2; ++round) {
    for (k = 0; k < LENGTH(ops); ++k) {
      for (i = 0; i < N; ++i) {
        int const down = ops[k] == ARAIOS_NO_TRANSPOSE ? -1 : -2, up = ops[k] == ARAIOS_NO_TRANSPOSE ? -2 : -1;
        b[i] = round * (4 * (i + 1) + (i > 0 ? down * i : 0) + (i + 1 < N ? up * (i + 2) : 0));
      }
      OK(araios_factor_solve(ctx, P, ops[k], &B, &X));
      CHECK(is_solution(x, 0));
    }
    /* New values, also for the transposed solves. */
    OK(araios_matrix_destroy(A));
    A = upwind(2);
    OK(araios_linear_map_update(ctx, P, A));
  }
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_factor_solve(ctx, P, (araios_op)3, &B, &X));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_factor_extract(ctx, P, &L, &L, NULL));
  OK(araios_factor_extract(ctx, P, NULL, NULL, NULL));
  OK(araios_jacobi_create(ctx, A, &J));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_factor_solve(ctx, J, ARAIOS_TRANSPOSE, &B, &X));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_factor_extract(ctx, J, &L, NULL, NULL));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_multigrid_improve(ctx, J, &B, &X));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_multigrid_update(ctx, J, 1, (araios_matrix const* const*)&A, NULL, NULL));
  OK(araios_plan_destroy(J));
  OK(araios_plan_destroy(P));
  OK(araios_vector_destroy(order));
  OK(araios_matrix_destroy(A));
  OK(araios_matrix_destroy(L));
  OK(araios_matrix_destroy(U));
  OK(araios_matrix_destroy(LU));
}

/* Every plan of a matrix takes new values, and a solver that holds them goes on with these. */
static void updates(void) {
  araios_matrix *A = line(0), *B = line(0.5), *Z = NULL, *T = NULL;
  static int const at[] = {0};
  static double const one[] = {1};
  int m, i;
  for (m = 0; m < 8; ++m) {
    araios_plan *P = NULL, *S = NULL, *M = NULL;
    araios_solve_options options;
    araios_solve_status status;
    araios_dense R, X;
    double b[N], x[N], before[N];
    araios_matrix* zero = NULL;
    memset(&options, 0, sizeof(options));
    memset(&status, 0, sizeof(status));
    options.rtol = 1e-12;
    R = columns(b, 1), X = columns(x, 1);
    right_side(0.5, 0, b);
    OK(araios_matrix_map_create(ctx, A, &P));
    if (m == 1) OK(araios_jacobi_create(ctx, A, &M));
    if (m == 2) OK(araios_block_jacobi_create(ctx, 5, A, &M));
    if (m == 3) OK(araios_chebyshev_create(ctx, NULL, A, &M));
    if (m == 4) OK(araios_gauss_seidel_create(ctx, NULL, A, &M));
    if (m == 5) OK(araios_ilu_create(ctx, NULL, A, &M));
    if (m == 6) OK(araios_ic_create(ctx, NULL, A, &M));
    if (m == 7) OK(araios_multigrid_create(ctx, NULL, 1, (araios_matrix const* const*)&A, NULL, NULL, &M));
    OK(araios_solver_create(ctx, &options, P, M, &S));
    memset(x, 0, sizeof(x));
    OK(araios_solve_with_plan(ctx, S, &R, &X, &status));
    CHECK(status.reason == ARAIOS_SOLVE_CONVERGED && !is_solution(x, 0));
    OK(araios_linear_map_update(ctx, P, B));
    if (m == 7)
      OK(araios_multigrid_update(ctx, M, 1, (araios_matrix const* const*)&B, NULL, NULL));
    else if (M != NULL)
      OK(araios_linear_map_update(ctx, M, B));
    OK(araios_solve_with_plan(ctx, S, &R, &X, &status));
    CHECK(status.reason == ARAIOS_SOLVE_CONVERGED && is_solution(x, 0));
    if (m >= 5) CHECK(status.iterations <= 2); /* M is the inverse */
    if (M != NULL) {
      /* Other entries are refused; values without an inverse, and M until the next update. */
      OK(araios_linear_map_apply(ctx, M, &R, &X));
      memcpy(before, x, sizeof(x));
      Z = make(ARAIOS_INDEX_32, N, N, 1, at, at, one);
      if (m == 7)
        FAILS(ARAIOS_INVALID_ARGUMENT, araios_multigrid_update(ctx, M, 1, (araios_matrix const* const*)&Z, NULL, NULL));
      else
        FAILS(ARAIOS_INVALID_ARGUMENT, araios_linear_map_update(ctx, M, Z));
      OK(araios_linear_map_apply(ctx, M, &R, &X));
      CHECK(memcmp(x, before, sizeof(x)) == 0);
      OK(araios_add(ctx, 0, A, 0, A, &zero));
      if (m == 7)
        FAILS(ARAIOS_INVALID_ARGUMENT,
              araios_multigrid_update(ctx, M, 1, (araios_matrix const* const*)&zero, NULL, NULL));
      else
        FAILS(ARAIOS_INVALID_ARGUMENT, araios_linear_map_update(ctx, M, zero));
      FAILS(ARAIOS_INVALID_ARGUMENT, araios_linear_map_apply(ctx, M, &R, &X));
      FAILS(ARAIOS_INVALID_ARGUMENT, araios_solve_with_plan(ctx, S, &R, &X, &status));
      if (m == 7)
        OK(araios_multigrid_update(ctx, M, 1, (araios_matrix const* const*)&B, NULL, NULL));
      else
        OK(araios_linear_map_update(ctx, M, B));
      OK(araios_linear_map_apply(ctx, M, &R, &X));
      CHECK(memcmp(x, before, sizeof(x)) == 0);
      OK(araios_matrix_destroy(zero));
      OK(araios_matrix_destroy(Z));
      Z = NULL;
    }
    FAILS(ARAIOS_INVALID_ARGUMENT, araios_multigrid_update(ctx, P, 1, (araios_matrix const* const*)&B, NULL, NULL));
    if (m == 7) FAILS(ARAIOS_INVALID_ARGUMENT, araios_linear_map_update(ctx, M, B));
    OK(araios_plan_destroy(S));
    OK(araios_plan_destroy(M));
    OK(araios_plan_destroy(P));
  }
  /* Of functions of the program there are none, and types do not change. */
  {
    araios_linear_map functions;
    araios_plan* F = NULL;
    double shift = 0;
    functions.type = ARAIOS_FLOAT64, functions.size = N, functions.apply = multiply_line,
    functions.apply_conjugate_transpose = NULL, functions.user = &shift;
    OK(araios_linear_map_create(ctx, &functions, &F));
    FAILS(ARAIOS_INVALID_ARGUMENT, araios_linear_map_update(ctx, F, A));
    OK(araios_plan_destroy(F));
    F = NULL;
    OK(araios_matrix_map_create(ctx, A, &F));
    OK(araios_convert(ctx, NULL, A, ARAIOS_COO, &T));
    FAILS(ARAIOS_INVALID_ARGUMENT, araios_linear_map_update(ctx, F, T));
    OK(araios_plan_destroy(F));
    OK(araios_matrix_destroy(T));
  }
  for (i = 0; i < 2; ++i) OK(araios_matrix_destroy(i == 0 ? A : B));
}

/* Two levels of a line: cycles as a preconditioner, and by themselves. */
static void multigrid(void) {
  enum { COARSE = (N - 1) / 2 };
  int r[3 * COARSE], c[3 * COARSE], i, j, d, k = 0;
  double v[3 * COARSE], b[2 * N], x[2 * N];
  araios_matrix const *A[3], *P[2], *R[2];
  araios_matrix *fine = line(0), *to_fine = NULL, *to_coarse = NULL, *half = NULL, *coarse = NULL;
  araios_dense B = columns(b, 2), X = columns(x, 2);
  araios_multigrid_options options;
  araios_plan *M = NULL, *S = NULL;
  for (j = 0; j < COARSE; ++j)
    for (d = -1; d <= 1; ++d) r[k] = 2 * j + 1 + d, c[k] = j, v[k++] = d == 0 ? 1 : 0.5;
  to_fine = make(ARAIOS_INDEX_32, N, COARSE, k, r, c, v);
  OK(araios_transpose(ctx, NULL, to_fine, &to_coarse));
  OK(araios_multiply(ctx, NULL, to_coarse, fine, &half));
  OK(araios_multiply(ctx, NULL, half, to_fine, &coarse));
  A[0] = fine, A[1] = coarse, P[0] = to_fine, R[0] = to_coarse, A[2] = P[1] = R[1] = NULL;
  for (j = 0; j < 2; ++j) right_side(0, j, b + j * N);
  for (i = 0; i < 6; ++i) {
    araios_solve_status statuses[2];
    araios_solve_options of_solver;
    memset(statuses, 0, sizeof(statuses));
    memset(&of_solver, 0, sizeof(of_solver));
    memset(&options, 0, sizeof(options));
    options.smoother = (araios_multigrid_smoother)(i % 3);
    options.cycle = i < 3 ? ARAIOS_CYCLE_V : ARAIOS_CYCLE_W;
    if (i == 5) options.pre_sweeps = -1, options.post_sweeps = 2;
    OK(araios_multigrid_create(ctx, &options, 2, A, P, R, &M));
    memset(x, 0, sizeof(x));
    for (j = 0; j < 60; ++j) OK(araios_multigrid_improve(ctx, M, &B, &X));
    for (j = 0; j < 2; ++j) CHECK(is_solution(x + j * N, j));
    if (i < 5) {
      araios_plan* map = NULL;
      OK(araios_matrix_map_create(ctx, fine, &map));
      of_solver.rtol = 1e-10;
      OK(araios_solver_create(ctx, &of_solver, map, M, &S));
      memset(x, 0, sizeof(x));
      OK(araios_solve_with_plan(ctx, S, &B, &X, statuses));
      for (j = 0; j < 2; ++j)
        CHECK(statuses[j].reason == ARAIOS_SOLVE_CONVERGED && statuses[j].iterations <= 12 &&
              is_solution(x + j * N, j));
      OK(araios_plan_destroy(S));
      OK(araios_plan_destroy(map));
      S = NULL;
    }
    OK(araios_plan_destroy(M));
    M = NULL;
  }
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_multigrid_create(ctx, NULL, 0, A, P, R, &M));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_multigrid_create(ctx, NULL, 2, A, NULL, R, &M));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_multigrid_create(ctx, NULL, 2, A, R, P, &M));
  CHECK(strstr(araios_last_message(), "level 0") != NULL);
  FAILS(ARAIOS_INVALID_HANDLE, araios_multigrid_create(ctx, NULL, 3, A, P, R, &M));
  options.smoother = (araios_multigrid_smoother)3;
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_multigrid_create(ctx, &options, 2, A, P, R, &M));
  memset(&options, 0, sizeof(options));
  options.omega = 2;
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_multigrid_create(ctx, &options, 2, A, P, R, &M));
  CHECK(M == NULL);
  OK(araios_matrix_destroy(fine));
  OK(araios_matrix_destroy(to_fine));
  OK(araios_matrix_destroy(to_coarse));
  OK(araios_matrix_destroy(half));
  OK(araios_matrix_destroy(coarse));
}

test const solve_tests[] = {{"solve.columns_that_overlap", columns_that_overlap},
                            {"solve.methods", methods},
                            {"solve.preconditioners", preconditioners},
                            {"solve.reasons", reasons},
                            {"solve.shifted", shifted},
                            {"solve.banded", banded},
                            {"solve.colors", colors},
                            {"solve.triangles", triangles},
                            {"solve.borrowed_arrays", borrowed_arrays},
                            {"solve.complex_numbers", complex_numbers},
                            {"solve.factor_parts", factor_parts},
                            {"solve.updates", updates},
                            {"solve.multigrid", multigrid},
                            {NULL, NULL}};
