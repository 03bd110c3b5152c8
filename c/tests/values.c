/* SPDX-License-Identifier: Apache-2.0 */
/** \file
 * Functions of values, and entries that are selected. */

#include "check.h"

static int const ra[] = {0, 0, 1, 2, 2}, ca[] = {0, 2, 1, 0, 2};

static void functions_of_values(void) {
  static double const signs[] = {-1, 4, 0, -0.5, 9}, negated[] = {1, -4, 0, 0.5, -9}, absolute[] = {1, 4, 0, 0.5, 9};
  static double const squares[] = {1, 16, 0, 0.25, 81}, ones[] = {1, 1, 1, 1, 1}, halves[] = {-0.5, 2, 0, -0.25, 4.5};
  static double const d[] = {2, 3, 4}, by_rows[] = {-2, 8, 0, -2, 36}, by_columns[] = {-2, 16, 0, -1, 36};
  static double const diagonal[] = {-1, 0, 9};
  static int const kept[] = {0, 0, 2, 2}, kept_c[] = {0, 2, 0, 2}, below[] = {0, 2}, below_c[] = {0, 0};
  static int const lower[] = {0, 1, 2, 2}, lower_c[] = {0, 1, 0, 2}, off[] = {0, 2}, off_c[] = {2, 0}, dd[] = {0, 1, 2};
  static double const nonzero[] = {-1, 4, -0.5, 9}, negative[] = {-1, -0.5};
  araios_matrix *A = make(ARAIOS_INDEX_32, 3, 3, 5, ra, ca, signs), *B = NULL, *P = NULL;
  araios_vector *x = dense_vector(3, d), *y = NULL;
  OK(araios_apply(ctx, ARAIOS_NEGATE, A, &B));
  CHECK(has(B, 5, ra, ca, negated));
  OK(araios_apply(ctx, ARAIOS_ABS, A, &B));
  CHECK(has(B, 5, ra, ca, absolute));
  OK(araios_apply(ctx, ARAIOS_SQUARE, A, &B));
  CHECK(has(B, 5, ra, ca, squares));
  OK(araios_apply(ctx, ARAIOS_SQRT, B, &B));
  CHECK(has(B, 5, ra, ca, absolute));
  OK(araios_apply(ctx, ARAIOS_ONE, A, &B));
  CHECK(has(B, 5, ra, ca, ones));
  OK(araios_apply(ctx, ARAIOS_RECIPROCAL, B, &B));
  CHECK(has(B, 5, ra, ca, ones));
  OK(araios_apply(ctx, ARAIOS_CONJUGATE, A, &B));
  CHECK(has(B, 5, ra, ca, signs));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_apply(ctx, (araios_function)60, A, &B));
  OK(araios_scale(ctx, 0.5, 0, A, &B));
  CHECK(has(B, 5, ra, ca, halves));
  CHECK(has(A, 5, ra, ca, signs)); /* the values are its own */
  OK(araios_scale_rows(ctx, x, A, &B));
  CHECK(has(B, 5, ra, ca, by_rows));
  OK(araios_scale_columns(ctx, A, x, &B));
  CHECK(has(B, 5, ra, ca, by_columns));
  OK(araios_diagonal(ctx, A, &y));
  CHECK(has_entries(y, 3, NULL, diagonal));
  OK(araios_diagonal_matrix(ctx, ARAIOS_INDEX_DEFAULT, x, &B));
  CHECK(has(B, 3, dd, dd, d));
  OK(araios_select(ctx, ARAIOS_NOT_EQUAL, 0, A, &B));
  CHECK(has(B, 4, kept, kept_c, nonzero));
  OK(araios_select(ctx, ARAIOS_LESS, 0, A, &B));
  CHECK(has(B, 2, below, below_c, negative));
  OK(araios_select(ctx, ARAIOS_GREATER_EQUAL, 10, A, &B));
  CHECK(nnz_of(B) == 0);
  OK(araios_select(ctx, ARAIOS_EQUAL, 9, A, &B));
  CHECK(nnz_of(B) == 1);
  OK(araios_band(ctx, A, INT64_MIN, 0, &B));
  CHECK(has(B, 4, lower, lower_c, NULL));
  OK(araios_off_diagonal(ctx, A, 0, &B));
  CHECK(has(B, 2, off, off_c, NULL));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_band(ctx, A, 1, 0, &B));
  OK(araios_cast(ctx, A, ARAIOS_PATTERN, ARAIOS_INDEX_DEFAULT, &P));
  OK(araios_apply(ctx, ARAIOS_NEGATE, P, &B));
  CHECK(has(B, 5, ra, ca, NULL));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_select(ctx, ARAIOS_LESS, 0, P, &B));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_scale_rows(ctx, x, P, &B));
  OK(araios_vector_create(ctx, ARAIOS_FLOAT64, 2, &y));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_scale_rows(ctx, y, A, &B));
  OK(araios_matrix_destroy(A));
  OK(araios_matrix_destroy(B));
  OK(araios_matrix_destroy(P));
  OK(araios_vector_destroy(x));
  OK(araios_vector_destroy(y));
}

static void marked_entries(void) {
  int const r[] = {0, 0, 1, 2}, c[] = {0, 2, 1, 0}, kept_r[] = {0, 2}, kept_c[] = {2, 0};
  double const v[] = {1, 2, 3, 4}, kept_v[] = {2, 4};
  unsigned char const keep[] = {0, 1, 0, 200};
  araios_format const formats[] = {ARAIOS_CSR, ARAIOS_CSC, ARAIOS_COO, ARAIOS_ELL};
  int k;
  for (k = 0; k < LENGTH(formats); ++k) {
    araios_matrix *A = make(ARAIOS_INDEX_32, 3, 3, 4, r, c, v), *P = graph(3, 4, r, c), *B = NULL;
    OK(araios_convert(ctx, NULL, A, formats[k], &A));
    OK(araios_select_marked(ctx, ARAIOS_SPACE_DEFAULT, keep, A, &B));
    CHECK(has(B, 2, kept_r, kept_c, kept_v));
    OK(araios_select_marked(ctx, ARAIOS_SPACE_HOST, keep, P, &P)); /* the output is the input */
    CHECK(has(P, 2, kept_r, kept_c, NULL));
    FAILS(ARAIOS_INVALID_ARGUMENT, araios_select_marked(ctx, ARAIOS_SPACE_HOST, NULL, A, &B));
    FAILS(ARAIOS_INVALID_ARGUMENT, araios_select_marked(ctx, (araios_space)3, keep, A, &B));
    OK(araios_matrix_create(ctx, ARAIOS_FLOAT64, ARAIOS_INDEX_DEFAULT, 3, 3, &A));
    OK(araios_select_marked(ctx, ARAIOS_SPACE_HOST, NULL, A, &B)); /* no entries, no marks */
    CHECK(nnz_of(B) == 0);
    OK(araios_matrix_destroy(A));
    OK(araios_matrix_destroy(P));
    OK(araios_matrix_destroy(B));
  }
}

test const value_tests[] = {
    {"values.functions_of_values", functions_of_values}, {"values.marked_entries", marked_entries}, {NULL, NULL}};
