/* SPDX-License-Identifier: Apache-2.0 */
/** \file
 * Matrices of more than 2^31 columns, and of far more rows than entries, through the functions of the C interface. */

#include "check.h"

#define WIDE (INT64_C(1) << 40)
#define MANY 1000000000

static int64_t const rows3[] = {0, 2, 2}, columns3[] = {WIDE - 1, 5, WIDE / 2};
static double const values3[] = {1, 2, 3};

/* 3 x 2^40 */
static araios_matrix* wide(void) {
  araios_matrix* A = NULL;
  OK(araios_matrix_build(ctx, NULL, ARAIOS_FLOAT64, ARAIOS_INDEX_64, 3, WIDE, 3, rows3, columns3, values3, &A));
  return A;
}

/* Whether A has exactly these entries, row by row. */
static int holds(araios_matrix const* A, int64_t m, int64_t n, int k, int64_t const* rows, int64_t const* columns,
                 double const* values) {
  int64_t i[16], j[16], count = 16;
  double v[16];
  araios_matrix_info info;
  int p;
  if (araios_matrix_get_info(ctx, A, &info) != ARAIOS_SUCCESS || info.rows != m || info.columns != n) return 0;
  if (araios_matrix_extract(ctx, A, i, j, values == NULL ? NULL : v, &count) != ARAIOS_SUCCESS || count != k) return 0;
  for (p = 0; p < k; ++p)
    if (i[p] != rows[p] || j[p] != columns[p] || (values != NULL && v[p] != values[p])) return 0;
  return 1;
}

static void conversions_and_values(void) {
  static double const twice[] = {2, 4, 6}, sums[] = {1, 5};
  araios_matrix *A = wide(), *B = NULL;
  araios_vector* x = NULL;
  double sum[2];
  int equal = 0;
  OK(araios_convert(ctx, NULL, A, ARAIOS_CSR, &B));
  CHECK(holds(B, 3, WIDE, 3, rows3, columns3, values3));
  OK(araios_convert(ctx, NULL, B, ARAIOS_COO, &B));
  CHECK(holds(B, 3, WIDE, 3, rows3, columns3, values3));
  OK(araios_matrix_equal(ctx, A, B, &equal));
  CHECK(equal);
  OK(araios_matrix_validate(ctx, ARAIOS_ORDER_STRICT, A));
  FAILS(ARAIOS_OVERFLOW, araios_convert(ctx, NULL, A, ARAIOS_CSC, &B));
  FAILS(ARAIOS_OVERFLOW, araios_convert(ctx, NULL, A, ARAIOS_DCSR, &B));
  FAILS(ARAIOS_OVERFLOW, araios_convert(ctx, NULL, A, ARAIOS_ELL, &B));
  OK(araios_scale(ctx, 2, 0, A, &B));
  CHECK(holds(B, 3, WIDE, 3, rows3, columns3, twice));
  OK(araios_cast(ctx, A, ARAIOS_PATTERN, ARAIOS_INDEX_DEFAULT, &B));
  CHECK(holds(B, 3, WIDE, 3, rows3, columns3, NULL));
  OK(araios_select(ctx, ARAIOS_GREATER, 1.5, A, &B));
  CHECK(holds(B, 3, WIDE, 2, rows3 + 1, columns3 + 1, values3 + 1));
  OK(araios_band(ctx, A, 10, WIDE, &B));
  CHECK(nnz_of(B) == 2);
  OK(araios_reduce(ctx, ARAIOS_PLUS, A, sum));
  CHECK(sum[0] == 6);
  FAILS(ARAIOS_OVERFLOW, araios_reduce_columns(ctx, ARAIOS_PLUS, A, &x));
  OK(araios_reduce_lines(ctx, ARAIOS_PLUS, 0, A, &x));
  CHECK(has_entries(x, 2, (int const[]){0, 2}, sums));
  OK(araios_reduce_lines(ctx, ARAIOS_MAX, 1, A, &x));
  FAILS(ARAIOS_OVERFLOW, araios_vector_to_dense(ctx, x, &x));
  OK(araios_matrix_destroy(A));
  OK(araios_matrix_destroy(B));
  OK(araios_vector_destroy(x));
}

static void operations(void) {
  static int64_t const r4[] = {0, 1, 2, 2}, c4[] = {WIDE - 1, 7, 5, WIDE / 2}, places[] = {1}, seven[] = {7};
  static double const v4[] = {1, 9, 2, 3}, four[] = {4, 6};
  static int64_t const square_at[] = {0, 2}, both[] = {5, WIDE / 2}, two[] = {2, 2}, none[] = {0, 0};
  static double const squares[] = {1, 13};
  araios_matrix *A = wide(), *B = NULL, *C = NULL;
  araios_vector *x = NULL, *y = NULL;
  int found = 1;
  double value[2];
  OK(araios_add(ctx, 1, A, 1, A, &B));
  CHECK(nnz_of(B) == 3);
  OK(araios_transpose(ctx, NULL, A, &B));
  OK(araios_multiply(ctx, NULL, A, B, &C));
  CHECK(holds(C, 3, 3, 2, square_at, square_at, squares));
  OK(araios_submatrix(ctx, B, 5, 2, WIDE / 2 - 4, 1, &C));
  CHECK(holds(C, WIDE / 2 - 4, 1, 2, (int64_t const[]){0, WIDE / 2 - 5}, none, values3 + 1));
  OK(araios_submatrix_lists(ctx, A, 1, two, 0, NULL, &C));
  CHECK(holds(C, 1, WIDE, 2, none, both, values3 + 1));
  OK(araios_matrix_copy(ctx, A, &C));
  OK(araios_matrix_set_element(ctx, C, 1, 7, 9, 0));
  CHECK(holds(C, 3, WIDE, 4, r4, c4, v4));
  OK(araios_matrix_get_element(ctx, C, 1, 7, &found, value));
  CHECK(found == 1 && value[0] == 9);
  OK(araios_matrix_find(ctx, ARAIOS_ORDER_STRICT, ARAIOS_SPACE_HOST, A, ARAIOS_INDEX_64, 1, places, seven, &found,
                        value));
  CHECK(found == 0 && value[0] == 0);
  OK(araios_extract_row(ctx, A, 2, &x));
  OK(araios_vector_union(ctx, ARAIOS_PLUS, x, x, &y));
  OK(araios_vector_reduce(ctx, ARAIOS_PLUS, y, value));
  CHECK(value[0] == four[0] + four[1]);
  OK(araios_mxv(ctx, NULL, A, x, &y));
  CHECK(has_entries(y, 1, (int const[]){2}, (double const[]){13}));
  OK(araios_matrix_destroy(A));
  OK(araios_matrix_destroy(B));
  OK(araios_matrix_destroy(C));
  OK(araios_vector_destroy(x));
  OK(araios_vector_destroy(y));
}

/* One entry of 10^9 x 10^9 in each format without an array of all rows: an array of them would take seconds. */
static void few_entries_of_many_rows(void) {
  static int const last[] = {MANY - 1}, first[] = {0};
  static double const one[] = {1}, two[] = {2};
  araios_matrix *A = NULL, *B = NULL, *D = NULL;
  int64_t number = -1;
  OK(araios_matrix_create_coo(ctx, NULL, ARAIOS_FLOAT64, ARAIOS_INDEX_32, MANY, MANY, 1, last, first, (void*)one, &A));
  OK(araios_convert(ctx, NULL, A, ARAIOS_DCSR, &D));
  OK(araios_transpose(ctx, NULL, A, &B));
  CHECK(has(B, 1, first, last, one));
  OK(araios_add(ctx, 1, D, 1, A, &B));
  CHECK(has(B, 1, last, first, two));
  OK(araios_add(ctx, 1, A, 1, D, &B));
  CHECK(has(B, 1, last, first, two));
  OK(araios_transpose(ctx, NULL, D, &B));
  OK(araios_multiply(ctx, NULL, A, B, &B));
  CHECK(has(B, 1, last, last, one));
  OK(araios_count_triangles(ctx, NULL, B, &number));
  CHECK(number == 0);
  FAILS(ARAIOS_OUT_OF_RANGE, araios_assign(ctx, A, MANY - 1, 0, D, &B));
  OK(araios_matrix_destroy(A));
  OK(araios_matrix_destroy(B));
  OK(araios_matrix_destroy(D));
}

static void vectors_and_files(void) {
  static char const text[] = "%%MatrixMarket matrix coordinate real general\n3 1099511627776 3\n1 1099511627776 1\n"
                             "3 6 2\n3 549755813889 3\n";
  static char const few[] = "%%MatrixMarket matrix coordinate real general\n1000000000 5 3\n7 1 1\n7 1 2\n9 5 4\n";
  static int64_t const indices[] = {WIDE - 1, 3, WIDE - 1}, few_rows[] = {6, 8}, few_columns[] = {0, 4};
  static double const few_values[] = {3, 4};
  araios_market_options csr = {ARAIOS_TYPE_DEFAULT, ARAIOS_INDEX_DEFAULT, 0, 0, ARAIOS_CSR};
  araios_matrix *A = NULL, *B = NULL;
  araios_vector* x = NULL;
  int64_t found[4], count = 4;
  double sums[4];
  int equal = 0;
  OK(araios_vector_build(ctx, NULL, ARAIOS_FLOAT64, ARAIOS_INDEX_64, WIDE, 3, indices, values3, &x));
  OK(araios_vector_extract(ctx, x, found, sums, &count));
  CHECK(count == 2 && found[0] == 3 && sums[0] == 2 && found[1] == WIDE - 1 && sums[1] == 4);
  OK(araios_matrix_parse_market(ctx, NULL, text, sizeof(text) - 1, &A));
  CHECK(holds(A, 3, WIDE, 3, rows3, columns3, values3));
  OK(araios_matrix_write_market(ctx, NULL, A, "wide.mtx"));
  OK(araios_matrix_read_market(ctx, NULL, "wide.mtx", &B));
  OK(araios_matrix_equal(ctx, A, B, &equal));
  CHECK(equal);
  CHECK(remove("wide.mtx") == 0);
  OK(araios_matrix_parse_market(ctx, NULL, few, sizeof(few) - 1, &B));
  CHECK(holds(B, MANY, 5, 2, few_rows, few_columns, few_values));
  OK(araios_matrix_parse_market(ctx, &csr, text, sizeof(text) - 1, &B));
  CHECK(holds(B, 3, WIDE, 3, rows3, columns3, values3));
  OK(araios_matrix_destroy(A));
  OK(araios_matrix_destroy(B));
  OK(araios_vector_destroy(x));
}

static void lengths_and_changed_offsets(void) {
  static int64_t row_map[] = {0, 1, 2};
  static int64_t entries[] = {0, 1};
  static double values[] = {1, 2};
  static int64_t const lengths[] = {-1, INT64_C(1) << 62, INT64_MAX};
  araios_array_options borrow = {ARAIOS_BORROW, ARAIOS_SPACE_DEFAULT, NULL, NULL, ARAIOS_TRUST};
  araios_matrix *A = NULL, *B = NULL;
  araios_vector* x = NULL;
  araios_context_info where;
  int p, found[1];
  for (p = 0; p < LENGTH(lengths); ++p) {
    int64_t const n = lengths[p];
    FAILS(ARAIOS_INVALID_ARGUMENT, araios_matrix_create_csr(ctx, &borrow, ARAIOS_FLOAT64, ARAIOS_INDEX_64, 2, 2, n,
                                                            row_map, entries, values, &A));
    FAILS(ARAIOS_INVALID_ARGUMENT, araios_matrix_create_coo(ctx, &borrow, ARAIOS_FLOAT64, ARAIOS_INDEX_64, 2, 2, n,
                                                            entries, entries, values, &A));
    FAILS(ARAIOS_INVALID_ARGUMENT,
          araios_matrix_build(ctx, NULL, ARAIOS_FLOAT64, ARAIOS_INDEX_64, 2, 2, n, entries, entries, values, &A));
    FAILS(ARAIOS_INVALID_ARGUMENT, araios_vector_create_dense(ctx, &borrow, ARAIOS_FLOAT64, n, values, &x));
    FAILS(ARAIOS_INVALID_ARGUMENT, araios_vector_create_dense(ctx, NULL, ARAIOS_FLOAT64, n, values, &x));
  }
  CHECK(A == NULL && x == NULL);
  OK(araios_context_get_info(ctx, &where));
  if (where.space == ARAIOS_SPACE_DEVICE) return; /* these are arrays of the host */
  OK(araios_matrix_create_csr(ctx, &borrow, ARAIOS_FLOAT64, ARAIOS_INDEX_64, 2, 2, 2, row_map, entries, values, &A));
  OK(araios_scale(ctx, 2, 0, A, &B));
  for (p = 0; p < LENGTH(lengths); ++p) {
    FAILS(ARAIOS_INVALID_ARGUMENT, araios_matrix_contains(ctx, A, lengths[p], entries, entries, found));
    FAILS(ARAIOS_INVALID_ARGUMENT, araios_matrix_find(ctx, ARAIOS_ORDER_STRICT, ARAIOS_SPACE_HOST, A, ARAIOS_INDEX_64,
                                                      lengths[p], entries, entries, found, values));
  }
  row_map[2] = 1;
  FAILS(ARAIOS_INVALID_MATRIX, araios_add(ctx, 1, A, 1, A, &A));
  FAILS(ARAIOS_INVALID_MATRIX, araios_transpose(ctx, NULL, B, &B)); /* it shares the offsets */
  row_map[2] = 2;
  OK(araios_add(ctx, 1, A, 1, B, &B));
  CHECK(nnz_of(B) == 2);
  OK(araios_matrix_destroy(A));
  OK(araios_matrix_destroy(B));
}

test const wide_tests[] = {
    {"wide.conversions_and_values", conversions_and_values},           {"wide.operations", operations},
    {"wide.few_entries_of_many_rows", few_entries_of_many_rows},       {"wide.vectors_and_files", vectors_and_files},
    {"wide.lengths_and_changed_offsets", lengths_and_changed_offsets}, {NULL, NULL}};
