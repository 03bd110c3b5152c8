/* SPDX-License-Identifier: Apache-2.0 */
/** \file
 * Functions of values, and entries that are selected. */

#include "check.h"

#include <math.h>
#include <unistd.h>

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
  OK(araios_convert(ctx, NULL, A, ARAIOS_COO, &P));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_band(ctx, P, 1, 0, &B));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_cast(ctx, P, ARAIOS_FLOAT64, (araios_index)99, &B));
  OK(araios_convert(ctx, NULL, A, ARAIOS_DCSR, &P));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_cast(ctx, P, ARAIOS_FLOAT64, (araios_index)99, &B));
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

/* Integers of 64 bits: exact beyond 2^53, and wrapping. */

static int64_t const big = (INT64_C(1) << 53) + 1;
static int const at_r[] = {0, 0, 1}, at_c[] = {0, 1, 1};

static araios_matrix* integers(int k, int const* rows, int const* columns, int64_t const* values) {
  araios_matrix* A = NULL;
  OK(araios_matrix_build(ctx, NULL, ARAIOS_INT64, ARAIOS_INDEX_32_64, 2, 2, k, rows, columns, values, &A));
  return A;
}
static araios_vector* integer_vector(int64_t x0, int64_t x1) {
  int64_t values[2];
  araios_vector* x = NULL;
  values[0] = x0, values[1] = x1;
  OK(araios_vector_create_dense(ctx, NULL, ARAIOS_INT64, 2, values, &x));
  return x;
}
/* Whether the values of A (at_r, at_c), or of x, are these. */
static int has_values(araios_matrix const* A, int64_t v0, int64_t v1, int64_t v2) {
  int64_t v[3] = {0, 0, 0}, count = 3;
  OK(araios_matrix_extract(ctx, A, NULL, NULL, v, &count));
  return count == 3 && v[0] == v0 && v[1] == v1 && v[2] == v2;
}
static int has_elements(araios_vector const* x, int64_t v0, int64_t v1) {
  int64_t v[2] = {0, 0}, count = 2;
  OK(araios_vector_extract(ctx, x, NULL, v, &count));
  return count == 2 && v[0] == v0 && v[1] == v1;
}
/* The sum of two parts, which may leave the range between them. */
static int is_number(double const* parts, int64_t wanted) {
  double const end = 9223372036854775808.0;
  int64_t const most = parts[0] >= end ? INT64_MAX : (int64_t)parts[0];
  return most + ((int64_t)parts[1] + (parts[0] >= end)) == wanted;
}

static void integers_are_exact(void) {
  int64_t const values[] = {big, -3, INT64_MAX};
  araios_matrix *A, *B = NULL;
  araios_vector *x, *y = NULL;
  double number[2];
  int found = 0;
  araios_spmv_options options = {ARAIOS_NO_TRANSPOSE, ARAIOS_PLUS_TIMES, ARAIOS_SPMV_AUTOMATIC, 0, 0};
  if (!has_integers()) return;
  A = integers(3, at_r, at_c, values);
  x = integer_vector(3, 1);
  CHECK(has_values(A, big, -3, INT64_MAX));
  OK(araios_matrix_get_element(ctx, A, 0, 0, &found, number));
  CHECK(found && is_number(number, big));
  OK(araios_matrix_get_element(ctx, A, 1, 1, &found, number));
  CHECK(found && is_number(number, INT64_MAX));
  OK(araios_matrix_set_element(ctx, A, 0, 0, number[0], number[1]));
  OK(araios_matrix_set_element(ctx, A, 1, 1, 9007199254740992.0, 1));
  CHECK(has_values(A, INT64_MAX, -3, big));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_matrix_set_element(ctx, A, 0, 0, 2.5, 0));
  CHECK(strstr(araios_context_message(ctx), "2.5 is not an integer") != NULL);
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_matrix_set_element(ctx, A, 0, 0, 9223372036854775808.0, 0));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_vector_fill(ctx, x, HUGE_VAL, 0));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_scale(ctx, HUGE_VAL - HUGE_VAL, 0, A, &B));
  CHECK(has_values(A, INT64_MAX, -3, big));
  OK(araios_matrix_set_element(ctx, A, 0, 0, 9007199254740992.0, 1));
  OK(araios_scale(ctx, 9007199254740992.0, 1, A, &B));
  CHECK(has_values(B, (int64_t)((uint64_t)big * (uint64_t)big), -3 * big, (int64_t)((uint64_t)big * (uint64_t)big)));
  y = integer_vector(1, 1); /* y = (2^53 + 1) A x - 3 y */
  options.alpha_imaginary = 1;
  OK(araios_spmv(ctx, &options, 9007199254740992.0, A, x, -3, y));
  CHECK(has_elements(y, (int64_t)((uint64_t)big * (uint64_t)(3 * big - 3) - 3),
                     (int64_t)((uint64_t)big * (uint64_t)big - 3)));
  OK(araios_reduce(ctx, ARAIOS_PLUS, A, number));
  CHECK(is_number(number, 2 * big - 3));
  OK(araios_reduce(ctx, ARAIOS_MAX, A, number));
  CHECK(is_number(number, big));
  OK(araios_vector_to_sparse(ctx, x, ARAIOS_INDEX_DEFAULT, &y));
  OK(araios_dot(ctx, 0, y, integer_vector(big, 5), number));
  CHECK(is_number(number, 3 * big + 5));
  OK(araios_cast(ctx, A, ARAIOS_FLOAT64, ARAIOS_INDEX_DEFAULT, &B));
  OK(araios_cast(ctx, B, ARAIOS_INT64, ARAIOS_INDEX_DEFAULT, &B));
  CHECK(has_values(B, big - 1, -3, big - 1));
}

static void integers_wrap(void) {
  int64_t const values[] = {INT64_MAX, INT64_MIN, 2};
  int const r[] = {0, 0, 1, 1}, c[] = {0, 1, 1, 1};
  int64_t const twice[] = {INT64_MAX, INT64_MIN, INT64_MAX, 3};
  araios_matrix *A, *B = NULL;
  araios_vector *x, *y = NULL;
  double number[2];
  if (!has_integers()) return;
  A = integers(3, at_r, at_c, values);
  x = integer_vector(2, 1);
  y = integer_vector(0, 0);
  OK(araios_spmv(ctx, NULL, 1, A, x, 0, y));
  CHECK(has_elements(y, INT64_MAX - 1, 2));
  OK(araios_axpy(ctx, 3, x, y));
  CHECK(has_elements(y, INT64_MIN + 4, 5));
  OK(araios_multiply(ctx, NULL, A, A, &B));
  CHECK(has_values(B, 1, INT64_MIN, 4));
  OK(araios_add(ctx, 2, A, -1, A, &B));
  CHECK(has_values(B, INT64_MAX, INT64_MIN, 2));
  OK(araios_add(ctx, 1, A, 1, A, &B));
  CHECK(has_values(B, -2, 0, 4));
  OK(araios_apply(ctx, ARAIOS_NEGATE, A, &B));
  CHECK(has_values(B, -INT64_MAX, INT64_MIN, -2));
  OK(araios_apply(ctx, ARAIOS_ABS, A, &B));
  CHECK(has_values(B, INT64_MAX, INT64_MIN, 2));
  OK(araios_apply(ctx, ARAIOS_SQUARE, A, &B));
  CHECK(has_values(B, 1, 0, 4));
  OK(araios_scale_rows(ctx, x, A, &B));
  CHECK(has_values(B, -2, 0, 2));
  OK(araios_union(ctx, ARAIOS_PLUS, A, A, &B));
  CHECK(has_values(B, -2, 0, 4));
  OK(araios_intersection(ctx, ARAIOS_TIMES, A, A, &B));
  CHECK(has_values(B, 1, 0, 4));
  OK(araios_reduce_columns(ctx, ARAIOS_PLUS, A, &y));
  CHECK(has_elements(y, INT64_MAX, INT64_MIN + 2));
  OK(araios_reduce(ctx, ARAIOS_PLUS, A, number));
  CHECK(is_number(number, 1));
  B = integers(4, r, c, twice); /* duplicates are summed */
  CHECK(has_values(B, INT64_MAX, INT64_MIN, INT64_MIN + 2));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_apply(ctx, ARAIOS_SQRT, A, &B));
  CHECK(strstr(araios_context_message(ctx), "ARAIOS_INT64") != NULL);
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_apply(ctx, ARAIOS_RECIPROCAL, A, &B));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_add(ctx, 0.5, A, 1, A, &B));
}

/* Without a path sums are the greatest integer, and empty rows have the identities. */
static void integers_in_semirings(void) {
  int64_t const values[] = {7, 5};
  int const r[] = {0, 0}, c[] = {0, 1};
  araios_matrix* A;
  araios_vector *x, *y = NULL;
  araios_spmv_options options = {ARAIOS_NO_TRANSPOSE, ARAIOS_MIN_PLUS, ARAIOS_SPMV_AUTOMATIC, 0, 0};
  if (!has_integers()) return;
  A = integers(2, r, c, values);
  x = integer_vector(1, INT64_MAX);
  y = integer_vector(0, 0);
  OK(araios_spmv(ctx, &options, 1, A, x, 0, y));
  CHECK(has_elements(y, 8, INT64_MAX));
  OK(araios_reduce_rows(ctx, ARAIOS_MAX, A, &y));
  CHECK(has_elements(y, 7, INT64_MIN));
  OK(araios_reduce_rows(ctx, ARAIOS_MIN, A, &y));
  CHECK(has_elements(y, 5, INT64_MAX));
}

static int selected(araios_matrix const* A, araios_comparison comparison, double threshold) {
  araios_matrix* B = NULL;
  OK(araios_select(ctx, comparison, threshold, A, &B));
  return (int)nnz_of(B);
}
static void integers_are_compared(void) {
  int64_t const values[] = {INT64_MIN, 2, INT64_MAX};
  double const end = 9223372036854775808.0;
  araios_matrix *A, *B = NULL;
  if (!has_integers()) return;
  A = integers(3, at_r, at_c, values);
  CHECK(selected(A, ARAIOS_LESS, 2.5) == 2 && selected(A, ARAIOS_LESS_EQUAL, 1.5) == 1);
  CHECK(selected(A, ARAIOS_GREATER, 1.5) == 2 && selected(A, ARAIOS_GREATER_EQUAL, 2.5) == 1);
  CHECK(selected(A, ARAIOS_EQUAL, 2) == 1 && selected(A, ARAIOS_EQUAL, 2.5) == 0);
  CHECK(selected(A, ARAIOS_NOT_EQUAL, 2) == 2 && selected(A, ARAIOS_NOT_EQUAL, 2.5) == 3);
  CHECK(selected(A, ARAIOS_LESS, end) == 3 && selected(A, ARAIOS_GREATER_EQUAL, end) == 0);
  CHECK(selected(A, ARAIOS_LESS, -end) == 0 && selected(A, ARAIOS_EQUAL, -end) == 1);
  CHECK(selected(A, ARAIOS_GREATER, -HUGE_VAL) == 3 && selected(A, ARAIOS_LESS, -HUGE_VAL) == 0);
  CHECK(selected(A, ARAIOS_LESS, HUGE_VAL - HUGE_VAL) == 0 && selected(A, ARAIOS_NOT_EQUAL, HUGE_VAL - HUGE_VAL) == 3);
  {
    double const reals[] = {-2.75, HUGE_VAL, HUGE_VAL - HUGE_VAL};
    B = make(ARAIOS_INDEX_DEFAULT, 2, 2, 3, at_r, at_c, reals);
    OK(araios_cast(ctx, B, ARAIOS_INT64, ARAIOS_INDEX_DEFAULT, &B));
    CHECK(has_values(B, -2, INT64_MIN, INT64_MIN));
  }
}

static void integers_in_files(void) {
  char const text[] = "%%MatrixMarket matrix coordinate integer general\n2 2 3\n"
                      "1 1 9223372036854775807\n1 2 -9223372036854775808\n2 2 9007199254740993\n";
  char const reals[] = "%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 2.5\n";
  char path[64]; /* one of this process: tests run side by side */
  araios_market_options options;
  araios_market_info info;
  araios_matrix *A = NULL, *B = NULL;
  if (!has_integers()) return;
  snprintf(path, sizeof path, "araios_c_tests_integers_%ld.mtx", (long)getpid());
  memset(&options, 0, sizeof(options));
  options.type = ARAIOS_INT64;
  OK(araios_matrix_parse_market(ctx, &options, text, strlen(text), &A));
  CHECK(has_values(A, INT64_MAX, INT64_MIN, big));
  OK(araios_matrix_write_market(ctx, NULL, A, path));
  OK(araios_market_get_info(ctx, path, &info));
  CHECK(info.type == ARAIOS_INT64);
  OK(araios_matrix_read_market(ctx, &options, path, &B));
  CHECK(has_values(B, INT64_MAX, INT64_MIN, big));
  remove(path);
  FAILS(ARAIOS_IO_ERROR, araios_matrix_parse_market(ctx, &options, reals, strlen(reals), &B));
}

test const value_tests[] = {
    {"values.functions_of_values", functions_of_values},     {"values.marked_entries", marked_entries},
    {"values.integers_are_exact", integers_are_exact},       {"values.integers_wrap", integers_wrap},
    {"values.integers_in_semirings", integers_in_semirings}, {"values.integers_are_compared", integers_are_compared},
    {"values.integers_in_files", integers_in_files},         {NULL, NULL}};
