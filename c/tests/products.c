/* SPDX-License-Identifier: Apache-2.0 */
/** \file
 * A matrix times vectors and dense matrices. */

#include "check.h"

static int const r[] = {0, 0, 1, 2, 2}, c[] = {0, 2, 1, 0, 3};
static double const v[] = {1, 2, 3, 4, 5};

static void semirings(void) {
  static double const x4[] = {1, 10, 100, 1000};
  static double const least[] = {2, 13, 5}, most_plus[] = {102, 13, 1005}, most_times[] = {200, 30, 5000};
  static double const any[] = {1, 1, 1};
  static struct {
    araios_semiring semiring;
    double const* y;
  } const cases[] = {
      {ARAIOS_MIN_PLUS, least}, {ARAIOS_MAX_PLUS, most_plus}, {ARAIOS_MAX_TIMES, most_times}, {ARAIOS_OR_AND, any}};
  araios_matrix* A = make(ARAIOS_INDEX_32, 3, 4, 5, r, c, v);
  araios_vector *x = dense_vector(4, x4), *y = NULL;
  araios_spmv_options options = {ARAIOS_NO_TRANSPOSE, ARAIOS_PLUS_TIMES, ARAIOS_SPMV_AUTOMATIC, 0, 0};
  int k;
  OK(araios_vector_create(ctx, ARAIOS_FLOAT64, 3, &y));
  for (k = 0; k < LENGTH(cases); ++k) {
    options.semiring = cases[k].semiring;
    OK(araios_spmv(ctx, &options, 1, A, x, 0, y));
    CHECK(has_entries(y, 3, NULL, cases[k].y));
  }
  options.semiring = ARAIOS_PLUS_PAIR;
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_spmv(ctx, &options, 1, A, x, 0, y));
  options.semiring = ARAIOS_PLUS_TIMES;
  for (k = ARAIOS_SPMV_ROWS; k <= ARAIOS_SPMV_MERGE; ++k) {
    static double const product[] = {201, 30, 5004};
    options.method = (araios_spmv_method)k;
    OK(araios_spmv(ctx, &options, 1, A, x, 0, y));
    CHECK(has_entries(y, 3, NULL, product));
  }
  OK(araios_matrix_destroy(A));
  OK(araios_vector_destroy(x));
  OK(araios_vector_destroy(y));
}

static void old_values(void) {
  static double const x4[] = {1, 10, 100, 1000}, product[] = {201, 30, 5004};
  araios_matrix *A = make(ARAIOS_INDEX_32, 3, 4, 5, r, c, v), *P = NULL;
  araios_vector *x = dense_vector(4, x4), *y = NULL, *z = NULL;
  double const zero = 0;
  static double const counted[] = {101, 10, 1001};
  OK(araios_vector_create(ctx, ARAIOS_FLOAT64, 3, &y));
  OK(araios_vector_fill(ctx, y, zero / zero, 0));
  OK(araios_spmv(ctx, NULL, 1, A, x, 0, y)); /* beta == 0: NaN does not stay */
  CHECK(has_entries(y, 3, NULL, product));
  OK(araios_cast(ctx, A, ARAIOS_PATTERN, ARAIOS_INDEX_DEFAULT, &P));
  OK(araios_spmv(ctx, NULL, 1, P, x, 0, y));
  CHECK(has_entries(y, 3, NULL, counted));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_spmv(ctx, NULL, 1, A, y, 0, x)); /* lengths exchanged */
  CHECK(strstr(araios_context_message(ctx), "length of x") != NULL);
  OK(araios_vector_create(ctx, ARAIOS_INT64, 3, &z));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_spmv(ctx, NULL, 1, A, x, 0, z));
  OK(araios_vector_create_empty(ctx, ARAIOS_FLOAT64, ARAIOS_INDEX_DEFAULT, 4, &z));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_spmv(ctx, NULL, 1, A, z, 0, y));
  OK(araios_identity(ctx, ARAIOS_FLOAT64, ARAIOS_INDEX_DEFAULT, 4, &A));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_spmv(ctx, NULL, 1, A, x, 0, x)); /* y is x */
  OK(araios_matrix_destroy(A));
  OK(araios_matrix_destroy(P));
  OK(araios_vector_destroy(x));
  OK(araios_vector_destroy(y));
  OK(araios_vector_destroy(z));
}

static void complex_numbers(void) {
  static int32_t const i[] = {0, 1}, j[] = {0, 0};
  double z[] = {1, 2, 0, 1}, x1[] = {0, 1}, y2[4];
  araios_matrix* A = NULL;
  araios_vector *x = NULL, *y = NULL;
  araios_spmv_options options = {ARAIOS_NO_TRANSPOSE, ARAIOS_PLUS_TIMES, ARAIOS_SPMV_AUTOMATIC, 1, 0};
  int64_t count = 2;
  if (!araios_supports(ARAIOS_COMPLEX128, ARAIOS_INDEX_DEFAULT)) return;
  OK(araios_matrix_build(ctx, NULL, ARAIOS_COMPLEX128, ARAIOS_INDEX_32, 2, 1, 2, i, j, z, &A));
  OK(araios_vector_create_dense(ctx, NULL, ARAIOS_COMPLEX128, 1, x1, &x));
  OK(araios_vector_create(ctx, ARAIOS_COMPLEX128, 2, &y));
  OK(araios_spmv(ctx, &options, 0, A, x, 0, y)); /* alpha is i: i A i = -A */
  OK(araios_vector_extract(ctx, y, NULL, y2, &count));
  CHECK(y2[0] == -1 && y2[1] == -2 && y2[2] == 0 && y2[3] == -1);
  options.op = ARAIOS_CONJUGATE_TRANSPOSE, options.alpha_imaginary = 0;
  OK(araios_spmv(ctx, &options, 1, A, y, 0, x)); /* A^H (-A) = -(5 + 1) */
  count = 1;
  OK(araios_vector_extract(ctx, x, NULL, y2, &count));
  CHECK(y2[0] == -6 && y2[1] == 0);
  options.semiring = ARAIOS_MIN_PLUS;
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_spmv(ctx, &options, 1, A, y, 0, x));
  OK(araios_matrix_destroy(A));
  OK(araios_vector_destroy(x));
  OK(araios_vector_destroy(y));
}

/* x and y as arrays, with the plan of A and without one. */
static void products_without_handles(araios_matrix const* A) {
  double X[] = {1, 10, 100, 1000}, Y[3] = {1, 1, 1}, Z[3];
  araios_dense x = {NULL, ARAIOS_FLOAT64, 4, 1, 1, 1}, y = {NULL, ARAIOS_FLOAT64, 3, 1, 1, 1};
  araios_spmv_options options = {ARAIOS_TRANSPOSE, ARAIOS_PLUS_TIMES, ARAIOS_SPMV_AUTOMATIC, 0, 0};
  araios_plan* P = NULL;
  x.data = X, y.data = Y;
  OK(araios_spmv_plan_create(ctx, NULL, A, &P));
  x.column_stride = y.column_stride = 0; /* that of a single column does not count */
  OK(araios_spmv_dense(ctx, NULL, NULL, 1, A, &x, 10, &y));
  CHECK(Y[0] == 211 && Y[1] == 40 && Y[2] == 5014);
  y.data = Z;
  OK(araios_spmv_dense(ctx, NULL, P, 2, A, &x, 0, &y));
  CHECK(Z[0] == 402 && Z[1] == 60 && Z[2] == 10008);
  OK(araios_spmv_dense(ctx, &options, NULL, 1, A, &y, 0, &x));
  CHECK(X[0] == 402 + 4 * 10008);
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_spmv_dense(ctx, NULL, P, 1, A, &y, 0, &x));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_spmv_dense(ctx, &options, P, 1, A, &y, 0, &x));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_spmv_dense(ctx, NULL, NULL, 1, A, &x, 0, NULL));
  y.row_stride = 2, y.column_stride = 1;
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_spmv_dense(ctx, NULL, NULL, 1, A, &x, 0, &y));
  y.row_stride = 1, y.data = X; /* y is part of x */
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_spmv_dense(ctx, NULL, NULL, 1, A, &x, 0, &y));
  OK(araios_plan_destroy(P));
}

static void several_columns(void) {
  double X[] = {1, 2, 10, 20, 100, 200, 1000, 2000}, Y[6] = {0}, Z[6] = {0}, W[8] = {0};
  araios_matrix* A = make(ARAIOS_INDEX_32, 3, 4, 5, r, c, v);
  araios_dense x = {NULL, ARAIOS_FLOAT64, 4, 2, 2, 1}, y = {NULL, ARAIOS_FLOAT64, 3, 2, 2, 1};
  araios_spmv_options options = {ARAIOS_TRANSPOSE, ARAIOS_PLUS_TIMES, ARAIOS_SPMV_AUTOMATIC, 0, 0};
  int64_t const strides[] = {INT64_MAX, INT64_MAX / 2, (int64_t)1 << 60, (int64_t)1 << 53};
  araios_context_info where;
  int k;
  OK(araios_context_get_info(ctx, &where));
  if (where.space == ARAIOS_SPACE_HOST) {
    x.data = X, y.data = Y;
    OK(araios_spmm(ctx, NULL, 1, A, &x, 0, &y));
    CHECK(Y[0] == 201 && Y[1] == 402 && Y[2] == 30 && Y[3] == 60 && Y[4] == 5004 && Y[5] == 10008);
    y.data = Z, y.row_stride = 1, y.column_stride = 3;
    OK(araios_spmm(ctx, NULL, 2, A, &x, 0, &y));
    CHECK(Z[0] == 402 && Z[1] == 60 && Z[2] == 10008 && Z[3] == 804);
    x.data = W;
    y.data = Y, y.row_stride = 2, y.column_stride = 1;
    OK(araios_spmm(ctx, &options, 1, A, &y, 0, &x));
    CHECK(W[0] == 201 + 4 * 5004 && W[7] == 5 * 10008);
    FAILS(ARAIOS_INVALID_ARGUMENT, araios_spmm(ctx, NULL, 1, A, &y, 0, &x));
    x.type = ARAIOS_FLOAT32;
    FAILS(ARAIOS_INVALID_ARGUMENT, araios_spmm(ctx, NULL, 1, A, &x, 0, &y));
    FAILS(ARAIOS_INVALID_ARGUMENT, araios_spmm(ctx, NULL, 1, A, NULL, 0, &y));
    /* Strides with which the last elements are at no address: 8 times the largest one is -8. */
    x.type = ARAIOS_FLOAT64;
    for (k = 0; k < LENGTH(strides); ++k) {
      y.row_stride = 1, y.column_stride = strides[k];
      FAILS(ARAIOS_INVALID_ARGUMENT, araios_spmm(ctx, NULL, 1, A, &x, 0, &y));
      CHECK(strstr(araios_context_message(ctx), "no memory has") != NULL);
      y.row_stride = strides[k], y.column_stride = 1;
      FAILS(ARAIOS_INVALID_ARGUMENT, araios_spmm(ctx, NULL, 1, A, &x, 0, &y));
    }
    y.row_stride = 2, y.column_stride = 1;
    products_without_handles(A);
  }
  OK(araios_matrix_destroy(A));
}

static void sparse_vectors(void) {
  static int const ix[] = {0, 3}, out[] = {0, 2}, jx[] = {1, 2}, cols[] = {0, 1, 3}, first[] = {0};
  static double const vx[] = {1, 10}, product[] = {1, 54}, ux[] = {1, 2}, left[] = {8, 3, 10};
  static double const added[] = {2, 108}, shortest[] = {2, 5}, zeros[] = {0, 0}, products_of_zeros[] = {0, 0};
  araios_matrix *A = make(ARAIOS_INDEX_32, 3, 4, 5, r, c, v), *C = NULL, *P = NULL;
  araios_vector *x = sparse_vector(4, 2, ix, vx), *u = sparse_vector(3, 2, jx, ux), *y = NULL, *m = NULL, *p = NULL,
                *z = NULL;
  araios_mxv_options options = {ARAIOS_PLUS_TIMES, 0, NULL, 0};
  OK(araios_mxv(ctx, NULL, A, x, &y));
  CHECK(has_entries(y, 2, out, product));
  OK(araios_convert(ctx, NULL, A, ARAIOS_CSC, &C));
  OK(araios_mxv(ctx, NULL, C, x, &y));
  CHECK(has_entries(y, 2, out, product));
  options.accumulate = 1;
  OK(araios_mxv(ctx, &options, A, x, &y));
  CHECK(has_entries(y, 2, out, added));
  options.accumulate = 0, options.semiring = ARAIOS_MIN_PLUS;
  OK(araios_mxv(ctx, &options, A, x, &y));
  CHECK(has_entries(y, 2, out, shortest));
  /* The zero of the semiring is an entry, by rows as by columns. */
  z = sparse_vector(4, 2, ix, zeros);
  options.semiring = ARAIOS_PLUS_TIMES;
  OK(araios_mxv(ctx, &options, A, z, &y));
  CHECK(has_entries(y, 2, out, products_of_zeros));
  OK(araios_mxv(ctx, &options, C, z, &y));
  CHECK(has_entries(y, 2, out, products_of_zeros));
  OK(araios_vxm(ctx, NULL, u, A, &y));
  CHECK(has_entries(y, 3, cols, left));
  /* Masks. */
  m = sparse_vector(3, 1, first, NULL);
  options.semiring = ARAIOS_PLUS_TIMES, options.mask = m;
  OK(araios_mxv(ctx, &options, A, x, &y));
  CHECK(has_entries(y, 1, first, product));
  options.complement = 1;
  OK(araios_mxv(ctx, &options, A, x, &y));
  CHECK(has_entries(y, 1, out + 1, product + 1));
  /* Boolean. */
  OK(araios_cast(ctx, A, ARAIOS_PATTERN, ARAIOS_INDEX_DEFAULT, &P));
  p = sparse_vector(4, 2, ix, NULL);
  OK(araios_mxv(ctx, NULL, P, p, &y));
  CHECK(has_entries(y, 2, out, NULL));
  OK(araios_mxv(ctx, &options, P, p, &y));
  CHECK(has_entries(y, 1, out + 1, NULL));
  options.complement = 0, options.accumulate = 1;
  OK(araios_mxv(ctx, &options, P, p, &y));
  CHECK(has_entries(y, 2, out, NULL));
  OK(araios_vxm(ctx, NULL, m, P, &y));
  CHECK(has_entries(y, 2, out, NULL));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_mxv(ctx, NULL, A, u, &y)); /* lengths */
  options.mask = NULL, options.complement = 1, options.accumulate = 0;
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_mxv(ctx, &options, A, x, &y));
  options.complement = 0, options.semiring = ARAIOS_PLUS_PAIR;
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_mxv(ctx, &options, A, x, &y));
  OK(araios_matrix_destroy(A));
  OK(araios_matrix_destroy(C));
  OK(araios_matrix_destroy(P));
  OK(araios_vector_destroy(x));
  OK(araios_vector_destroy(u));
  OK(araios_vector_destroy(y));
  OK(araios_vector_destroy(m));
  OK(araios_vector_destroy(p));
  OK(araios_vector_destroy(z));
}

/* A search by bits: the frontier and what was visited stay words from step to step. */
static void search_by_bits(void) {
  int const r[] = {0, 1, 2, 5, 3}, c[] = {1, 2, 3, 0, 1}, reached[] = {0, 1, 2, 3}, last[] = {3}, start[] = {0};
  araios_matrix *A = graph(6, 5, r, c), *W = NULL;
  araios_vector *frontier = NULL, *visited = NULL, *list = sparse_vector(6, 1, start, NULL), *by_list = NULL;
  araios_vector_info info;
  araios_mxv_options options = {ARAIOS_PLUS_TIMES, 0, NULL, 1};
  int step;
  OK(araios_vector_as_bits(ctx, list, &frontier));
  OK(araios_vector_as_bits(ctx, list, &visited));
  options.mask = visited;
  for (step = 0; step < 3; ++step) {
    OK(araios_vxm(ctx, &options, frontier, A, &frontier));
    OK(araios_vector_union(ctx, ARAIOS_OR, visited, frontier, &visited));
  }
  CHECK(has_entries(frontier, 1, last, NULL));
  CHECK(has_entries(visited, 4, reached, NULL));
  OK(araios_vector_get_info(ctx, visited, &info));
  CHECK(info.is_bits);
  /* Added to y, of bits or a list; y is what x is. */
  options.mask = NULL, options.complement = 0, options.accumulate = 1;
  OK(araios_vxm(ctx, &options, visited, A, &visited));
  CHECK(has_entries(visited, 4, reached, NULL));
  OK(araios_vector_copy(ctx, list, &by_list));
  OK(araios_vxm(ctx, &options, list, A, &by_list));
  CHECK(has_entries(by_list, 2, reached, NULL));
  OK(araios_vxm(ctx, &options, visited, A, &by_list));
  CHECK(has_entries(by_list, 4, reached, NULL));
  OK(araios_vector_get_info(ctx, by_list, &info));
  CHECK(info.is_bits);
  OK(araios_mxv(ctx, NULL, A, by_list, &frontier)); /* who has an edge to one of them */
  OK(araios_vector_get_info(ctx, frontier, &info));
  CHECK(info.is_bits && info.nnz == 5);
  /* A matrix with values: the Boolean product. */
  OK(araios_cast(ctx, A, ARAIOS_FLOAT64, ARAIOS_INDEX_DEFAULT, &W));
  OK(araios_vxm(ctx, NULL, visited, W, &frontier));
  OK(araios_vector_get_info(ctx, frontier, &info));
  CHECK(info.is_bits && info.nnz == 3);
  OK(araios_matrix_destroy(A));
  OK(araios_matrix_destroy(W));
  OK(araios_vector_destroy(frontier));
  OK(araios_vector_destroy(visited));
  OK(araios_vector_destroy(list));
  OK(araios_vector_destroy(by_list));
}

test const product_tests[] = {{"products.semirings", semirings},
                              {"products.old_values", old_values},
                              {"products.complex_numbers", complex_numbers},
                              {"products.several_columns", several_columns},
                              {"products.sparse_vectors", sparse_vectors},
                              {"products.search_by_bits", search_by_bits},
                              {NULL, NULL}};
