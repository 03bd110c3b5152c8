/* SPDX-License-Identifier: Apache-2.0 */
/** \file
 * What cuBool gets wrong, done with Boolean matrices here. The faults were found by reading its commit 1d4e760. */

#include "check.h"

/* Its product skips the merge of rows with more than 4,096 products: columns come twice. */
static void long_rows_have_no_duplicates(void) {
  enum { inner = 100, width = 50, n = 6000 };
  static int rows[inner * width], columns[inner * width], left_rows[inner], left_columns[inner];
  araios_matrix *A = NULL, *B = NULL, *C = NULL;
  int k, j, p = 0;
  for (k = 0; k < inner; ++k) {
    left_rows[k] = 0, left_columns[k] = k;
    for (j = 0; j < width; ++j) rows[p] = k, columns[p++] = 7 * j; /* the same columns in each row */
  }
  A = make(ARAIOS_INDEX_32, 1, inner, inner, left_rows, left_columns, NULL);
  B = make(ARAIOS_INDEX_32, inner, n, inner * width, rows, columns, NULL);
  OK(araios_multiply(ctx, NULL, A, B, &C));
  CHECK(nnz_of(C) == width);
  OK(araios_matrix_validate(ctx, ARAIOS_ORDER_STRICT, C));
  OK(araios_matrix_destroy(A));
  OK(araios_matrix_destroy(B));
  OK(araios_matrix_destroy(C));
}

/* Its lanes of a warp do not wait for each other: products of short rows lack entries. */
static void short_rows_are_complete(void) {
  enum { n = 300, k = 900 };
  static int rows[k], columns[k];
  static char dense[n][n], product[n][n];
  static int64_t r[n * n], c[n * n];
  araios_matrix *A = NULL, *C = NULL;
  int64_t count = n * n, p, expected = 0;
  unsigned state = 1;
  int i, j, l;
  for (p = 0; p < k; ++p) {
    state = state * 1664525u + 1013904223u;
    rows[p] = (int)((state >> 8) % n);
    state = state * 1664525u + 1013904223u;
    columns[p] = (int)((state >> 8) % n);
    dense[rows[p]][columns[p]] = 1;
  }
  for (i = 0; i < n; ++i)
    for (l = 0; l < n; ++l)
      if (dense[i][l])
        for (j = 0; j < n; ++j) product[i][j] |= dense[l][j];
  for (i = 0; i < n; ++i)
    for (j = 0; j < n; ++j) expected += product[i][j];
  A = graph(n, k, rows, columns);
  OK(araios_multiply(ctx, NULL, A, A, &C));
  OK(araios_matrix_extract(ctx, C, r, c, NULL, &count));
  CHECK(count == expected);
  for (p = 0; p < count; ++p) expected -= product[r[p]][c[p]];
  CHECK(expected == 0);
  OK(araios_matrix_validate(ctx, ARAIOS_ORDER_STRICT, C));
  OK(araios_matrix_destroy(A));
  OK(araios_matrix_destroy(C));
}

/* Its transposition loses elements that were set and not yet stored. */
static void transposition_sees_pending_elements(void) {
  static int const r[] = {0, 2}, c[] = {1, 0};
  araios_matrix *A = NULL, *B = NULL;
  OK(araios_matrix_create(ctx, ARAIOS_PATTERN, ARAIOS_INDEX_DEFAULT, 2, 3, &A));
  OK(araios_matrix_set_element(ctx, A, 0, 2, 1, 0));
  OK(araios_matrix_set_element(ctx, A, 1, 0, 1, 0));
  OK(araios_transpose(ctx, NULL, A, &B));
  CHECK(has(B, 2, r, c, NULL));
  CHECK(nnz_of(A) == 2);
  OK(araios_matrix_destroy(A));
  OK(araios_matrix_destroy(B));
}

/* Its product clears the result before it reads the operands: A := A B destroys A. */
static void product_into_an_operand(void) {
  static int const r[] = {0, 1, 2}, c[] = {1, 2, 0}, sr[] = {0, 1, 2}, sc[] = {2, 0, 1}, dr[] = {0, 1, 2};
  araios_matrix *A = graph(3, 3, r, c), *B = graph(3, 3, r, c);
  OK(araios_multiply(ctx, NULL, A, B, &A));
  CHECK(has(A, 3, sr, sc, NULL));
  OK(araios_multiply(ctx, NULL, B, A, &A));
  CHECK(has(A, 3, dr, dr, NULL));
  OK(araios_multiply(ctx, NULL, B, B, &B));
  CHECK(has(B, 3, sr, sc, NULL));
  OK(araios_matrix_destroy(A));
  OK(araios_matrix_destroy(B));
}

/* Its Kronecker product computes sizes in 32 bits: 70,000 x 70,000 rows become 605,032,704. */
static void kronecker_sizes_overflow(void) {
  static int const first[] = {0};
  araios_matrix *A = NULL, *B = NULL, *C = NULL;
  araios_matrix_info info;
  A = make(ARAIOS_INDEX_32, 70000, 70000, 1, first, first, NULL);
  OK(araios_kronecker(ctx, A, A, &C));
  OK(araios_matrix_get_info(ctx, C, &info));
  CHECK(info.rows == INT64_C(4900000000) && info.columns == info.rows && info.nnz == 1 &&
        info.index == ARAIOS_INDEX_64);
  OK(araios_kronecker(ctx, C, A, &C));
  FAILS(ARAIOS_OVERFLOW, araios_kronecker(ctx, C, C, &B)); /* rows beyond 2^63 */
  CHECK(B == NULL);
  /* What fits has sizes of 64 bits throughout. */
  B = make(ARAIOS_INDEX_32, 1, 30000, 1, first, first, NULL);
  OK(araios_kronecker(ctx, A, B, &C));
  OK(araios_matrix_get_info(ctx, C, &info));
  CHECK(info.rows == 70000 && info.columns == INT64_C(2100000000) && info.nnz == 1);
  OK(araios_matrix_destroy(A));
  OK(araios_matrix_destroy(B));
  OK(araios_matrix_destroy(C));
}

/* Its reader knows neither the comments, nor the indices from 1, nor the symmetry of Matrix Market. */
static void matrix_market_is_read(void) {
  static char const text[] = "%%MatrixMarket matrix coordinate pattern symmetric\n"
                             "% from a collection\n%\n4 4 3\n2 1\n3 3\n4 2\n";
  static int const r[] = {0, 1, 1, 2, 3}, c[] = {1, 0, 3, 2, 1};
  araios_matrix *A = NULL, *B = NULL;
  int equal = 0;
  OK(araios_matrix_parse_market(ctx, NULL, text, sizeof(text) - 1, &A));
  CHECK(has(A, 5, r, c, NULL));
  OK(araios_matrix_write_market(ctx, NULL, A, "araios_c_cubool.mtx"));
  OK(araios_matrix_read_market(ctx, NULL, "araios_c_cubool.mtx", &B));
  OK(araios_matrix_equal(ctx, A, B, &equal));
  CHECK(equal);
  remove("araios_c_cubool.mtx");
  OK(araios_matrix_destroy(A));
  OK(araios_matrix_destroy(B));
}

/* Its lists of rows and columns come in the order of an atomic counter, and are sorted after that. */
static void vectors_are_sorted(void) {
  enum { n = 2000 };
  static int rows[n], columns[n];
  araios_matrix* A = NULL;
  araios_vector *x = NULL, *one = NULL;
  static int64_t indices[n];
  int64_t count = n, p;
  static int const first[] = {0};
  for (p = 0; p < n; ++p) rows[p] = n - 1 - (int)p, columns[p] = (int)p * 7 % n;
  A = graph(n, n, rows, columns);
  OK(araios_nonempty_rows(ctx, A, &x));
  OK(araios_vector_extract(ctx, x, indices, NULL, &count));
  CHECK(count == n);
  for (p = 0; p < count; ++p) CHECK(indices[p] == p);
  OK(araios_vxm(ctx, NULL, x, A, &x));
  count = n;
  OK(araios_vector_extract(ctx, x, indices, NULL, &count));
  CHECK(count == n);
  for (p = 0; p < count; ++p) CHECK(indices[p] == p);
  one = sparse_vector(n, 1, first, NULL);
  OK(araios_mxv(ctx, NULL, A, one, &x));
  count = n;
  OK(araios_vector_extract(ctx, x, indices, NULL, &count));
  CHECK(count == 1 && indices[0] == n - 1);
  OK(araios_extract_column(ctx, A, 0, &x));
  count = n;
  OK(araios_vector_extract(ctx, x, indices, NULL, &count));
  CHECK(count == 1 && indices[0] == n - 1);
  OK(araios_matrix_destroy(A));
  OK(araios_vector_destroy(x));
  OK(araios_vector_destroy(one));
}

/* Its tests join hints by `&`, which gives none: what is promised of a list was never tested. */
static void promises_of_lists(void) {
  static int const r[] = {0, 0, 1}, c[] = {0, 2, 1}, ru[] = {1, 0, 0}, cu[] = {1, 2, 0};
  static int const rd[] = {1, 0, 1, 0}, cd[] = {1, 2, 1, 0};
  araios_build_options strict = {ARAIOS_DUPLICATES_ERROR, ARAIOS_SPACE_DEFAULT, ARAIOS_INDEX_DEFAULT};
  araios_matrix* A = NULL;
  OK(araios_matrix_build(ctx, &strict, ARAIOS_PATTERN, ARAIOS_INDEX_32, 2, 3, 3, r, c, NULL, &A));
  CHECK(has(A, 3, r, c, NULL));
  OK(araios_matrix_build(ctx, &strict, ARAIOS_PATTERN, ARAIOS_INDEX_32, 2, 3, 3, ru, cu, NULL, &A));
  CHECK(has(A, 3, r, c, NULL));
  OK(araios_matrix_build(ctx, NULL, ARAIOS_PATTERN, ARAIOS_INDEX_32, 2, 3, 4, rd, cd, NULL, &A));
  CHECK(has(A, 3, r, c, NULL));
  FAILS(ARAIOS_INVALID_MATRIX,
        araios_matrix_build(ctx, &strict, ARAIOS_PATTERN, ARAIOS_INDEX_32, 2, 3, 4, rd, cd, NULL, &A));
  OK(araios_matrix_destroy(A));
}

test const cubool_tests[] = {{"cubool.long_rows_have_no_duplicates", long_rows_have_no_duplicates},
                             {"cubool.short_rows_are_complete", short_rows_are_complete},
                             {"cubool.transposition_sees_pending_elements", transposition_sees_pending_elements},
                             {"cubool.product_into_an_operand", product_into_an_operand},
                             {"cubool.kronecker_sizes_overflow", kronecker_sizes_overflow},
                             {"cubool.matrix_market_is_read", matrix_market_is_read},
                             {"cubool.vectors_are_sorted", vectors_are_sorted},
                             {"cubool.promises_of_lists", promises_of_lists},
                             {NULL, NULL}};
