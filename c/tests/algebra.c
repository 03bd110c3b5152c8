/* SPDX-License-Identifier: Apache-2.0 */
/** \file
 * Products of matrices, element-wise operations, submatrices, reductions. */

#include "check.h"

#include <math.h>

static int const ra[] = {0, 0, 1, 2, 2}, ca[] = {0, 2, 1, 0, 2};
static double const va[] = {1, 2, 3, 4, 5};
static int const rb[] = {0, 1, 2}, cb[] = {1, 1, 0};
static double const vb[] = {6, 7, 8};

static void semirings(void) {
  /* A B for A = [1 . 2; . 3 .; 4 . 5] and B = [. 6 .; . 7 .; 8 . .] */
  static int const r[] = {0, 0, 1, 2, 2}, c[] = {0, 1, 1, 0, 1};
  static double const plus_times[] = {16, 6, 21, 40, 24}, min_plus[] = {10, 7, 10, 13, 10};
  static double const ones[] = {1, 1, 1, 1, 1};
  araios_matrix *A = make(ARAIOS_INDEX_32, 3, 3, 5, ra, ca, va), *B = make(ARAIOS_INDEX_32, 3, 3, 3, rb, cb, vb);
  araios_matrix *C = NULL, *T = NULL;
  araios_multiply_options options = {ARAIOS_PLUS_TIMES, NULL, 0, 0, ARAIOS_NO_TRANSPOSE, ARAIOS_NO_TRANSPOSE, 0};
  OK(araios_multiply(ctx, NULL, A, B, &C));
  CHECK(has(C, 5, r, c, plus_times));
  options.semiring = ARAIOS_MIN_PLUS;
  OK(araios_multiply(ctx, &options, A, B, &C));
  CHECK(has(C, 5, r, c, min_plus));
  options.semiring = ARAIOS_MAX_PLUS;
  OK(araios_multiply(ctx, &options, A, B, &C));
  CHECK(has(C, 5, r, c, min_plus)); /* one product for each entry */
  options.semiring = ARAIOS_MAX_TIMES;
  OK(araios_multiply(ctx, &options, A, B, &C));
  CHECK(has(C, 5, r, c, plus_times));
  options.semiring = ARAIOS_OR_AND;
  OK(araios_multiply(ctx, &options, A, B, &C));
  CHECK(has(C, 5, r, c, ones));
  options.semiring = ARAIOS_PLUS_PAIR;
  OK(araios_multiply(ctx, &options, A, B, &C));
  CHECK(has(C, 5, r, c, ones));
  options.semiring = (araios_semiring)70;
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_multiply(ctx, &options, A, B, &C));
  /* op(A): the transpose of the transpose. */
  OK(araios_transpose(ctx, NULL, A, &T));
  options.semiring = ARAIOS_PLUS_TIMES, options.op_a = ARAIOS_TRANSPOSE;
  OK(araios_multiply(ctx, &options, T, B, &C));
  CHECK(has(C, 5, r, c, plus_times));
  OK(araios_transpose(ctx, NULL, B, &T));
  options.op_a = ARAIOS_NO_TRANSPOSE, options.op_b = ARAIOS_CONJUGATE_TRANSPOSE;
  OK(araios_multiply(ctx, &options, A, T, &C));
  CHECK(has(C, 5, r, c, plus_times));
  /* An entry of a pattern is 1; the result has the index type of the first operand. */
  OK(araios_cast(ctx, B, ARAIOS_PATTERN, ARAIOS_INDEX_32_64, &T));
  OK(araios_multiply(ctx, NULL, T, A, &C));
  {
    araios_matrix_info info;
    OK(araios_matrix_get_info(ctx, C, &info));
    CHECK(info.type == ARAIOS_FLOAT64 && info.index == ARAIOS_INDEX_32_64 && info.nnz == 4);
  }
  OK(araios_matrix_destroy(A));
  OK(araios_matrix_destroy(B));
  OK(araios_matrix_destroy(C));
  OK(araios_matrix_destroy(T));
}

static void masks_and_accumulation(void) {
  static int const mr[] = {0, 2}, mc[] = {1, 1}, or_[] = {0, 1, 2}, oc[] = {0, 1, 0};
  static double const at_mask[] = {6, 24}, others[] = {16, 21, 40}, added[] = {12, 48};
  araios_matrix *A = make(ARAIOS_INDEX_32, 3, 3, 5, ra, ca, va), *B = make(ARAIOS_INDEX_32, 3, 3, 3, rb, cb, vb);
  araios_matrix *M = make(ARAIOS_INDEX_32, 3, 3, 2, mr, mc, NULL), *C = NULL, *W = NULL;
  araios_multiply_options options = {ARAIOS_PLUS_TIMES, NULL, 0, 0, ARAIOS_NO_TRANSPOSE, ARAIOS_NO_TRANSPOSE, 0};
  options.mask = M;
  OK(araios_multiply(ctx, &options, A, B, &C));
  CHECK(has(C, 2, mr, mc, at_mask));
  options.accumulate = 1;
  OK(araios_multiply(ctx, &options, A, B, &C));
  CHECK(has(C, 2, mr, mc, added));
  options.accumulate = 0, options.complement = 1;
  OK(araios_multiply(ctx, &options, A, B, &C));
  CHECK(has(C, 3, or_, oc, others));
  options.mask = NULL;
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_multiply(ctx, &options, A, B, &C));
  options.complement = 0, options.accumulate = 1;
  FAILS(ARAIOS_INVALID_HANDLE, araios_multiply(ctx, &options, A, B, &W)); /* nothing to add to */
  OK(araios_identity(ctx, ARAIOS_FLOAT64, ARAIOS_INDEX_DEFAULT, 4, &W));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_multiply(ctx, &options, A, B, &W));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_multiply(ctx, NULL, A, W, &C));
  CHECK(strstr(araios_context_message(ctx), "3 != 4") != NULL);
  CHECK(has(C, 3, or_, oc, others));
  OK(araios_matrix_destroy(A));
  OK(araios_matrix_destroy(B));
  OK(araios_matrix_destroy(C));
  OK(araios_matrix_destroy(M));
  OK(araios_matrix_destroy(W));
}

static void outputs_that_are_inputs(void) {
  /* The idiom of closures: T |= T T until nothing is added. */
  static int const r[] = {0, 1, 2}, c[] = {1, 2, 3}, all_r[] = {0, 0, 0, 1, 1, 2}, all_c[] = {1, 2, 3, 2, 3, 3};
  araios_matrix *T = graph(4, 3, r, c), *before = T;
  araios_multiply_options options = {ARAIOS_PLUS_TIMES, NULL, 0, 1, ARAIOS_NO_TRANSPOSE, ARAIOS_NO_TRANSPOSE, 0};
  int64_t total = -1;
  int steps = 0;
  while (total != nnz_of(T) && steps < 10) {
    total = nnz_of(T);
    OK(araios_multiply(ctx, &options, T, T, &T));
    ++steps;
  }
  CHECK(T == before && steps == 3);
  CHECK(has(T, 6, all_r, all_c, NULL));
  OK(araios_multiply(ctx, NULL, T, T, &T)); /* without adding, too */
  CHECK(nnz_of(T) == 4 - 1);
  OK(araios_add(ctx, 1, T, 1, T, &T));
  CHECK(nnz_of(T) == 3);
  OK(araios_difference(ctx, T, T, &T));
  CHECK(nnz_of(T) == 0);
  OK(araios_matrix_destroy(T));
}

static void elementwise(void) {
  static int const ur[] = {0, 0, 0, 1, 2, 2}, uc[] = {0, 1, 2, 1, 0, 2}, br[] = {1, 2}, bc[] = {1, 0};
  static int const dr[] = {0, 0, 2}, dc[] = {0, 2, 2}, xr[] = {0, 0, 0, 2}, xc[] = {0, 1, 2, 2};
  static double const sum[] = {1, 6, 2, 10, 12, 5}, less[] = {1, -6, 2, -4, -4, 5}, product[] = {21, 32};
  static double const combined[] = {2, 18, 4, 27, 32, 10}, a_only[] = {1, 2, 5}, either[] = {1, 6, 2, 5};
  static double const second[] = {1, 6, 2, 7, 8, 5}, low[] = {1, 6, 2, 3, 4, 5}, both[] = {1, 1};
  araios_matrix *A = make(ARAIOS_INDEX_32, 3, 3, 5, ra, ca, va), *B = make(ARAIOS_INDEX_32, 3, 3, 3, rb, cb, vb);
  araios_matrix *C = NULL, *P = NULL;
  OK(araios_add(ctx, 1, A, 1, B, &C));
  CHECK(has(C, 6, ur, uc, sum));
  OK(araios_add(ctx, 2, A, 3, B, &C));
  CHECK(has(C, 6, ur, uc, combined));
  OK(araios_union(ctx, ARAIOS_MINUS, A, B, &C));
  CHECK(has(C, 6, ur, uc, less));
  OK(araios_union(ctx, ARAIOS_SECOND, A, B, &C));
  CHECK(has(C, 6, ur, uc, second));
  OK(araios_union(ctx, ARAIOS_MAX, A, B, &C));
  CHECK(has(C, 6, ur, uc, second));
  OK(araios_union(ctx, ARAIOS_MIN, A, B, &C));
  CHECK(has(C, 6, ur, uc, low));
  OK(araios_union(ctx, ARAIOS_FIRST, A, B, &C));
  CHECK(has(C, 6, ur, uc, low));
  OK(araios_intersection(ctx, ARAIOS_TIMES, A, B, &C));
  CHECK(has(C, 2, br, bc, product));
  OK(araios_intersection(ctx, ARAIOS_AND, A, B, &C));
  CHECK(has(C, 2, br, bc, both));
  OK(araios_intersection(ctx, ARAIOS_OR, A, B, &C));
  CHECK(has(C, 2, br, bc, both));
  OK(araios_difference(ctx, A, B, &C));
  CHECK(has(C, 3, dr, dc, a_only));
  OK(araios_xor(ctx, A, B, &C));
  CHECK(has(C, 4, xr, xc, either));
  OK(araios_cast(ctx, B, ARAIOS_PATTERN, ARAIOS_INDEX_DEFAULT, &P));
  OK(araios_difference(ctx, A, P, &C));
  CHECK(has(C, 3, dr, dc, a_only));
  OK(araios_union(ctx, ARAIOS_OR, P, P, &C));
  CHECK(has(C, 3, rb, cb, NULL));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_union(ctx, (araios_operator)60, A, B, &C));
  OK(araios_identity(ctx, ARAIOS_FLOAT64, ARAIOS_INDEX_DEFAULT, 2, &P));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_add(ctx, 1, A, 1, P, &C));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_difference(ctx, A, P, &C));
  if (araios_supports(ARAIOS_COMPLEX128, ARAIOS_INDEX_DEFAULT)) {
    OK(araios_cast(ctx, A, ARAIOS_COMPLEX128, ARAIOS_INDEX_DEFAULT, &P));
    FAILS(ARAIOS_INVALID_ARGUMENT, araios_add(ctx, 1, A, 1, P, &C)); /* types differ */
    FAILS(ARAIOS_INVALID_ARGUMENT, araios_union(ctx, ARAIOS_MIN, P, P, &C));
  }
  CHECK(has(C, 3, rb, cb, NULL));
  OK(araios_matrix_destroy(A));
  OK(araios_matrix_destroy(B));
  OK(araios_matrix_destroy(C));
  OK(araios_matrix_destroy(P));
}

static void submatrices(void) {
  static int const lr[] = {0, 0, 1, 1}, lc[] = {0, 1, 0, 1};
  static double const lists[] = {5, 4, 2, 1}, assigned[] = {1, 2, 7, 8};
  static int const ar[] = {0, 0, 1, 2}, ac[] = {0, 2, 0, 0};
  static double const sv[] = {3, 4, 5};
  static int64_t const rows[] = {2, 0}, columns[] = {2, 0}, outside[] = {0, 3}, twice[] = {1, 1};
  static int const row_i[] = {0, 2}, col_i[] = {0, 2}, br[] = {0, 1}, bc[] = {0, 0};
  static double const row_v[] = {4, 5}, col_v[] = {2, 5}, bv[] = {7, 8};
  araios_matrix *A = make(ARAIOS_INDEX_32, 3, 3, 5, ra, ca, va), *B = NULL, *C = NULL;
  araios_vector* x = NULL;
  static int const moved_r[] = {0, 1, 1}, moved_c[] = {1, 0, 2};
  OK(araios_submatrix(ctx, A, 1, 0, 2, 3, &B));
  CHECK(has(B, 3, moved_r, moved_c, sv));
  OK(araios_submatrix(ctx, A, 3, 0, 0, 3, &B));
  CHECK(nnz_of(B) == 0);
  FAILS(ARAIOS_OUT_OF_RANGE, araios_submatrix(ctx, A, 1, 0, 3, 3, &B));
  FAILS(ARAIOS_OUT_OF_RANGE, araios_submatrix(ctx, A, -1, 0, 2, 3, &B));
  FAILS(ARAIOS_OUT_OF_RANGE, araios_submatrix(ctx, A, 1, 0, 2, INT64_MAX, &B));
  OK(araios_submatrix_lists(ctx, A, 2, rows, 2, columns, &B));
  CHECK(has(B, 4, lr, lc, lists));
  OK(araios_submatrix_lists(ctx, A, 0, NULL, 0, NULL, &B));
  CHECK(has(B, 5, ra, ca, va));
  FAILS(ARAIOS_OUT_OF_RANGE, araios_submatrix_lists(ctx, A, 2, outside, 2, columns, &B));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_submatrix_lists(ctx, A, 2, rows, 2, twice, &B));
  OK(araios_extract_row(ctx, A, 2, &x));
  CHECK(has_entries(x, 2, row_i, row_v));
  OK(araios_extract_column(ctx, A, 2, &x));
  CHECK(has_entries(x, 2, col_i, col_v));
  FAILS(ARAIOS_OUT_OF_RANGE, araios_extract_row(ctx, A, 3, &x));
  FAILS(ARAIOS_OUT_OF_RANGE, araios_extract_column(ctx, A, -1, &x));
  C = make(ARAIOS_INDEX_32, 2, 3, 2, br, bc, bv);
  OK(araios_assign(ctx, A, 1, 0, C, &B));
  CHECK(has(B, 4, ar, ac, assigned));
  FAILS(ARAIOS_OUT_OF_RANGE, araios_assign(ctx, A, 2, 0, C, &B));
  {
    static int64_t const to_rows[] = {1, 2};
    OK(araios_assign_lists(ctx, A, 2, to_rows, 0, NULL, C, &A)); /* in place */
    CHECK(has(A, 4, ar, ac, assigned));
    FAILS(ARAIOS_INVALID_ARGUMENT, araios_assign_lists(ctx, A, 2, twice, 0, NULL, C, &A));
  }
  OK(araios_matrix_destroy(A));
  OK(araios_matrix_destroy(B));
  OK(araios_matrix_destroy(C));
  OK(araios_vector_destroy(x));
}

static void kronecker(void) {
  static int const r[] = {0, 0, 1, 1, 2, 3}, c[] = {0, 2, 1, 3, 0, 1}, ar[] = {0, 0, 1}, ac[] = {0, 1, 0};
  static double const v[] = {1, 2, 1, 2, 3, 3}, av[] = {1, 2, 3}, less[] = {0, 1, 0, 1, 2, 2};
  static int const diagonal[] = {0, 1, 2, 3};
  araios_matrix *A = make(ARAIOS_INDEX_32, 2, 2, 3, ar, ac, av), *B = NULL, *C = NULL;
  OK(araios_identity(ctx, ARAIOS_FLOAT64, ARAIOS_INDEX_DEFAULT, 2, &B));
  OK(araios_kronecker(ctx, A, B, &C));
  CHECK(has(C, 6, r, c, v));
  OK(araios_kronecker_with(ctx, ARAIOS_MINUS, A, B, &C));
  CHECK(has(C, 6, r, c, less));
  OK(araios_kronecker_with(ctx, ARAIOS_MAX, A, B, &C));
  CHECK(has(C, 6, r, c, v));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_kronecker_with(ctx, (araios_operator)30, A, B, &C));
  OK(araios_identity(ctx, ARAIOS_PATTERN, ARAIOS_INDEX_DEFAULT, 2, &B));
  OK(araios_kronecker(ctx, A, B, &C));
  CHECK(has(C, 6, r, c, v));
  OK(araios_kronecker_with(ctx, ARAIOS_PLUS, B, B, &C)); /* of two patterns */
  CHECK(has(C, 4, diagonal, diagonal, NULL));
  OK(araios_matrix_destroy(A));
  OK(araios_matrix_destroy(B));
  OK(araios_matrix_destroy(C));
}

static void reductions(void) {
  static double const rows[] = {3, 3, 9}, columns[] = {5, 3, 7}, most[] = {2, 3, 5}, any[] = {1, 1, 1};
  static double const least[] = {1, 3, 2}, counts[] = {2, 1, 2};
  static int const has_rows[] = {0, 2}, has_columns[] = {1};
  static int const er[] = {0, 2}, ec[] = {1, 1};
  araios_matrix *A = make(ARAIOS_INDEX_32, 3, 3, 5, ra, ca, va), *P = NULL,
                *E = make(ARAIOS_INDEX_32, 3, 3, 2, er, ec, NULL);
  araios_vector* y = NULL;
  double sum[2] = {-1, -1};
  OK(araios_reduce_rows(ctx, ARAIOS_PLUS, A, &y));
  CHECK(has_entries(y, 3, NULL, rows));
  OK(araios_reduce_columns(ctx, ARAIOS_PLUS, A, &y));
  CHECK(has_entries(y, 3, NULL, columns));
  OK(araios_reduce_rows(ctx, ARAIOS_MAX, A, &y));
  CHECK(has_entries(y, 3, NULL, most));
  OK(araios_reduce_columns(ctx, ARAIOS_MIN, A, &y));
  CHECK(has_entries(y, 3, NULL, least));
  OK(araios_reduce_rows(ctx, ARAIOS_OR, A, &y));
  CHECK(has_entries(y, 3, NULL, any));
  OK(araios_reduce(ctx, ARAIOS_PLUS, A, sum));
  CHECK(sum[0] == 15 && sum[1] == 0);
  OK(araios_reduce(ctx, ARAIOS_MIN, A, sum));
  CHECK(sum[0] == 1);
  OK(araios_cast(ctx, A, ARAIOS_PATTERN, ARAIOS_INDEX_DEFAULT, &P));
  OK(araios_reduce_rows(ctx, ARAIOS_PLUS, P, &y));
  CHECK(has_entries(y, 3, NULL, counts));
  OK(araios_reduce(ctx, ARAIOS_PLUS, P, sum));
  CHECK(sum[0] == 5);
  OK(araios_nonempty_rows(ctx, E, &y));
  CHECK(has_entries(y, 2, has_rows, NULL));
  OK(araios_nonempty_columns(ctx, E, &y));
  CHECK(has_entries(y, 1, has_columns, NULL));
  OK(araios_reduce_rows(ctx, ARAIOS_MIN, E, &y));
  {
    double value[2];
    int found = 0;
    OK(araios_vector_get_element(ctx, y, 1, &found, value));
    CHECK(isinf(value[0]) && value[0] > 0); /* of no entries */
  }
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_reduce(ctx, ARAIOS_TIMES, A, sum));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_reduce_rows(ctx, (araios_operator)99, A, &y));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_reduce(ctx, ARAIOS_PLUS, A, NULL));
  OK(araios_matrix_destroy(A));
  OK(araios_matrix_destroy(P));
  OK(araios_matrix_destroy(E));
  OK(araios_vector_destroy(y));
}

static void plans_of_products(void) {
  static int const ar[] = {0, 0, 1, 2}, ac[] = {0, 2, 1, 0}, br[] = {0, 1, 2, 2}, bc[] = {1, 0, 0, 1};
  static double const av[] = {1, 2, 3, 4}, bv[] = {1, 10, 100, 1000}, more[] = {2, 2, 2, 2};
  static int const cr[] = {0, 0, 1, 2}, cc[] = {0, 1, 0, 1};
  static double const cv[] = {200, 2001, 30, 4}, cv2[] = {200, 2002, 20, 2}, of_ones[] = {2, 3, 3, 4},
                      twice[] = {400, 4002, 60, 8};
  static araios_index const indices[] = {ARAIOS_INDEX_32, ARAIOS_INDEX_32_64, ARAIOS_INDEX_64};
  int k;
  for (k = 0; k < LENGTH(indices); ++k) {
    araios_matrix *A = NULL, *B = NULL, *C = NULL, *D = NULL, *ones = NULL;
    araios_plan *P = NULL, *T = NULL;
    araios_plan_info info;
    araios_matrix_info matrix;
    araios_matrix_arrays before, after;
    if (!araios_supports(ARAIOS_FLOAT64, indices[k])) continue;
    A = make(indices[k], 3, 3, 4, ar, ac, av);
    B = make(indices[k], 3, 2, 4, br, bc, bv);
    OK(araios_multiply_plan_create(ctx, A, B, &P));
    OK(araios_plan_get_info(ctx, P, &info));
    CHECK(info.kind == ARAIOS_PLAN_MULTIPLY && info.rows == 3 && info.columns == 2 && info.bytes > 0);
    OK(araios_multiply_with_plan(ctx, P, A, B, &C));
    CHECK(has(C, 4, cr, cc, cv));
    OK(araios_matrix_get_info(ctx, C, &matrix));
    CHECK(matrix.index == indices[k] && matrix.type == ARAIOS_FLOAT64 && matrix.rows == 3 && matrix.columns == 2);
    OK(araios_matrix_get_arrays(ctx, C, &before));
    OK(araios_matrix_set_values(ctx, A, ARAIOS_SPACE_HOST, more));
    OK(araios_multiply_with_plan(ctx, P, A, B, &C)); /* new values, the same arrays */
    OK(araios_matrix_get_arrays(ctx, C, &after));
    CHECK(before.values == after.values && before.offsets == after.offsets && before.col_indices == after.col_indices);
    CHECK(has(C, 4, cr, cc, cv2));
    OK(araios_multiply_with_plan(ctx, P, A, B, &D)); /* another result shares the structure alone */
    OK(araios_matrix_get_arrays(ctx, D, &after));
    CHECK(before.values != after.values && before.offsets == after.offsets);
    OK(araios_matrix_set_values(ctx, A, ARAIOS_SPACE_HOST, av));
    OK(araios_scale(ctx, 2, 0, A, &D)); /* index arrays of A */
    OK(araios_multiply_with_plan(ctx, P, D, B, &C));
    CHECK(has(C, 4, cr, cc, twice));
    /* The entries of a pattern are 1. */
    OK(araios_cast(ctx, B, ARAIOS_PATTERN, ARAIOS_INDEX_DEFAULT, &ones));
    OK(araios_multiply_with_plan(ctx, P, A, ones, &C));
    CHECK(has(C, 4, cr, cc, of_ones));
    if (araios_supports(ARAIOS_FLOAT32, indices[k])) {
      araios_matrix *a = NULL, *b = NULL;
      OK(araios_cast(ctx, A, ARAIOS_FLOAT32, ARAIOS_INDEX_DEFAULT, &a));
      OK(araios_cast(ctx, B, ARAIOS_FLOAT32, ARAIOS_INDEX_DEFAULT, &b));
      FAILS(ARAIOS_INVALID_ARGUMENT, araios_multiply_with_plan(ctx, P, a, B, &D));
      OK(araios_multiply_with_plan(ctx, P, a, b, &D));
      OK(araios_matrix_get_info(ctx, D, &matrix));
      CHECK(matrix.type == ARAIOS_FLOAT32);
      OK(araios_cast(ctx, D, ARAIOS_FLOAT64, ARAIOS_INDEX_DEFAULT, &D));
      CHECK(has(D, 4, cr, cc, cv));
      OK(araios_matrix_destroy(a));
      OK(araios_matrix_destroy(b));
    }
    /* Refused: other arrays, other shapes, patterns alone, a plan of another kind, an old plan, another format. */
    OK(araios_matrix_copy(ctx, B, &D));
    FAILS(ARAIOS_INVALID_ARGUMENT, araios_multiply_with_plan(ctx, P, A, D, &C));
    CHECK(strstr(araios_context_message(ctx), "B has other entries") != NULL);
    FAILS(ARAIOS_INVALID_ARGUMENT, araios_multiply_with_plan(ctx, P, B, A, &C));
    FAILS(ARAIOS_INVALID_ARGUMENT, araios_multiply_with_plan(ctx, P, ones, ones, &C));
    OK(araios_transpose_plan_create(ctx, A, &T));
    FAILS(ARAIOS_INVALID_HANDLE, araios_multiply_with_plan(ctx, T, A, B, &C));
    FAILS(ARAIOS_INVALID_HANDLE, araios_transpose_with_plan(ctx, NULL, P, A, &C));
    CHECK(strstr(araios_context_message(ctx), "a product") != NULL);
    FAILS(ARAIOS_INVALID_HANDLE, araios_multiply_with_plan(ctx, P, A, NULL, &C));
    FAILS(ARAIOS_INVALID_HANDLE, araios_multiply_with_plan(ctx, NULL, A, B, &C));
    FAILS(ARAIOS_INVALID_ARGUMENT, araios_multiply_plan_create(ctx, A, B, &P));
    OK(araios_plan_destroy(T));
    T = NULL;
    FAILS(ARAIOS_INVALID_ARGUMENT, araios_multiply_plan_create(ctx, B, A, &T));
    FAILS(ARAIOS_INVALID_HANDLE, araios_multiply_plan_create(ctx, A, NULL, &T));
    OK(araios_convert(ctx, NULL, B, ARAIOS_COO, &D));
    FAILS(ARAIOS_INVALID_ARGUMENT, araios_multiply_plan_create(ctx, A, D, &T));
    CHECK(T == NULL && has(C, 4, cr, cc, of_ones));
    /* The output may be an input. Entries that are set make other arrays. */
    OK(araios_matrix_copy(ctx, C, &D));
    OK(araios_multiply_with_plan(ctx, P, A, B, &B));
    CHECK(has(B, 4, cr, cc, cv) && has(C, 4, cr, cc, of_ones));
    OK(araios_matrix_set_element(ctx, A, 2, 2, 1, 0));
    FAILS(ARAIOS_INVALID_ARGUMENT, araios_multiply_with_plan(ctx, P, A, ones, &C));
    /* A plan keeps what it needs of its matrices, and so do results. */
    OK(araios_matrix_destroy(A));
    OK(araios_plan_destroy(P));
    CHECK(has(C, 4, cr, cc, of_ones));
    OK(araios_matrix_destroy(B));
    OK(araios_matrix_destroy(C));
    OK(araios_matrix_destroy(D));
    OK(araios_matrix_destroy(ones));
  }
}

/* Plans of products without entries, and of matrices that are too disorderly for one. */
static void plans_of_few_entries(void) {
  static int32_t const row_map[] = {0, 2, 2}, entries[] = {1, 0};
  double values[] = {1, 2};
  araios_matrix *A = NULL, *B = NULL, *C = NULL;
  araios_plan* P = NULL;
  OK(araios_matrix_create(ctx, ARAIOS_FLOAT64, ARAIOS_INDEX_DEFAULT, 2, 2, &A));
  OK(araios_matrix_create_csr(ctx, NULL, ARAIOS_FLOAT64, ARAIOS_INDEX_32, 2, 2, 2, row_map, entries, values, &B));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_multiply_plan_create(ctx, B, B, &P));
  CHECK(P == NULL && strstr(araios_context_message(ctx), "row 0") != NULL);
  OK(araios_multiply_plan_create(ctx, A, B, &P));
  OK(araios_multiply_with_plan(ctx, P, A, B, &C));
  OK(araios_multiply_with_plan(ctx, P, A, B, &C));
  CHECK(nnz_of(C) == 0);
  OK(araios_plan_destroy(P));
  P = NULL;
  OK(araios_matrix_create(ctx, ARAIOS_FLOAT64, ARAIOS_INDEX_DEFAULT, 0, 2, &C));
  OK(araios_sum_duplicates(ctx, B, &B));
  OK(araios_multiply_plan_create(ctx, C, B, &P));
  OK(araios_multiply_with_plan(ctx, P, C, B, &C));
  CHECK(nnz_of(C) == 0);
  OK(araios_plan_destroy(P));
  OK(araios_matrix_destroy(A));
  OK(araios_matrix_destroy(B));
  OK(araios_matrix_destroy(C));
}

/* The Laplacian of 4 points, coarsened to pairs of points. */
static void galerkin_products(void) {
  static int const ar[] = {0, 0, 1, 1, 1, 2, 2, 2, 3, 3}, ac[] = {0, 1, 0, 1, 2, 1, 2, 3, 2, 3};
  static int const pr[] = {0, 1, 2, 3}, pc[] = {0, 0, 1, 1}, cr[] = {0, 0, 1, 1}, cc[] = {0, 1, 0, 1};
  static double const av[] = {2, -1, -1, 2, -1, -1, 2, -1, -1, 2}, pv[] = {1, 1, 1, 1}, cv[] = {2, -1, -1, 2};
  static double const twice[] = {4, -2, -2, 4, -2, -2, 4, -2, -2, 4}, cv2[] = {4, -2, -2, 4};
  static araios_index const indices[] = {ARAIOS_INDEX_32, ARAIOS_INDEX_32_64, ARAIOS_INDEX_64};
  int k;
  for (k = 0; k < LENGTH(indices); ++k) {
    araios_matrix *A = NULL, *P = NULL, *R = NULL, *C = NULL, *ones = NULL;
    araios_plan *plan = NULL, *of_two = NULL;
    araios_plan_info info;
    araios_matrix_info matrix;
    araios_matrix_arrays before, after;
    if (!araios_supports(ARAIOS_FLOAT64, indices[k])) continue;
    A = make(indices[k], 4, 4, 10, ar, ac, av);
    P = make(indices[k], 4, 2, 4, pr, pc, pv);
    OK(araios_transpose(ctx, NULL, P, &R));
    OK(araios_galerkin_plan_create(ctx, R, A, P, &plan));
    OK(araios_plan_get_info(ctx, plan, &info));
    CHECK(info.kind == ARAIOS_PLAN_GALERKIN && info.rows == 2 && info.columns == 2 && info.bytes > 0);
    OK(araios_galerkin_with_plan(ctx, plan, R, A, P, &C));
    CHECK(has(C, 4, cr, cc, cv));
    OK(araios_matrix_get_info(ctx, C, &matrix));
    CHECK(matrix.index == indices[k]);
    OK(araios_matrix_get_arrays(ctx, C, &before));
    OK(araios_matrix_set_values(ctx, A, ARAIOS_SPACE_HOST, twice));
    OK(araios_cast(ctx, P, ARAIOS_PATTERN, ARAIOS_INDEX_DEFAULT, &ones));
    OK(araios_galerkin_with_plan(ctx, plan, R, A, ones, &C)); /* new values, the same arrays */
    OK(araios_matrix_get_arrays(ctx, C, &after));
    CHECK(before.values == after.values && before.offsets == after.offsets);
    CHECK(has(C, 4, cr, cc, cv2));
    /* Refused. */
    FAILS(ARAIOS_INVALID_ARGUMENT, araios_galerkin_with_plan(ctx, plan, R, C, P, &C));
    FAILS(ARAIOS_INVALID_HANDLE, araios_galerkin_with_plan(ctx, plan, R, A, NULL, &C));
    FAILS(ARAIOS_INVALID_HANDLE, araios_multiply_with_plan(ctx, plan, A, P, &C));
    CHECK(strstr(araios_context_message(ctx), "Galerkin") != NULL);
    OK(araios_multiply_plan_create(ctx, A, P, &of_two));
    FAILS(ARAIOS_INVALID_HANDLE, araios_galerkin_with_plan(ctx, of_two, R, A, P, &C));
    OK(araios_plan_destroy(of_two));
    of_two = NULL;
    FAILS(ARAIOS_INVALID_ARGUMENT, araios_galerkin_plan_create(ctx, P, A, R, &of_two));
    FAILS(ARAIOS_INVALID_ARGUMENT, araios_galerkin_plan_create(ctx, R, A, P, &plan));
    FAILS(ARAIOS_INVALID_HANDLE, araios_galerkin_plan_create(ctx, R, A, NULL, &of_two));
    CHECK(of_two == NULL && has(C, 4, cr, cc, cv2));
    OK(araios_matrix_destroy(P));
    OK(araios_plan_destroy(plan));
    CHECK(has(C, 4, cr, cc, cv2));
    OK(araios_matrix_destroy(A));
    OK(araios_matrix_destroy(R));
    OK(araios_matrix_destroy(C));
    OK(araios_matrix_destroy(ones));
  }
}

test const algebra_tests[] = {{"algebra.semirings", semirings},
                              {"algebra.masks_and_accumulation", masks_and_accumulation},
                              {"algebra.outputs_that_are_inputs", outputs_that_are_inputs},
                              {"algebra.elementwise", elementwise},
                              {"algebra.submatrices", submatrices},
                              {"algebra.kronecker", kronecker},
                              {"algebra.reductions", reductions},
                              {"algebra.plans_of_products", plans_of_products},
                              {"algebra.plans_of_few_entries", plans_of_few_entries},
                              {"algebra.galerkin_products", galerkin_products},
                              {NULL, NULL}};
