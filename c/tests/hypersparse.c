/* SPDX-License-Identifier: Apache-2.0 */
/** \file
 * DCSR, also with so many rows that an array of them would not fit, and DOK. */

#include "check.h"

/* 2^31 - 1 rows: their offsets alone would be 8 or 16 GB. */
#define M 2147483647
static int const r[] = {3, 3, 70000, M - 1}, c[] = {0, 2, 1, 2};
static double const v[] = {1, 2, 3, 4};

static int says(char const* text) { return strstr(araios_context_message(ctx), text) != NULL; }

/* m-by-n in COO; values NULL: a pattern. */
static araios_matrix* list(int64_t m, int64_t n, int k, int const* rows, int const* columns, double const* values) {
  araios_matrix* A = NULL;
  double copy[64];
  if (values != NULL) memcpy(copy, values, (size_t)k * sizeof(double));
  OK(araios_matrix_create_coo(ctx, NULL, values == NULL ? ARAIOS_PATTERN : ARAIOS_FLOAT64, ARAIOS_INDEX_32_64, m, n, k,
                              rows, columns, values == NULL ? NULL : copy, &A));
  return A;
}
static araios_matrix* dcsr(int64_t m, int64_t n, int k, int const* rows, int const* columns, double const* values) {
  araios_matrix* A = list(m, n, k, rows, columns, values);
  OK(araios_convert(ctx, NULL, A, ARAIOS_DCSR, &A));
  return A;
}
/* Whether A is in DCSR with exactly these entries: compared with DCSR, so that no array grows with its rows. */
static int is(araios_matrix const* A, int64_t m, int64_t n, int k, int const* rows, int const* columns,
              double const* values) {
  araios_matrix* B = dcsr(m, n, k, rows, columns, values);
  araios_matrix_info info;
  int equal = 0;
  OK(araios_matrix_get_info(ctx, A, &info));
  CHECK(info.format == ARAIOS_DCSR && info.rows == m && info.columns == n && info.nnz == k && info.bytes < 1000);
  OK(araios_matrix_validate(ctx, ARAIOS_ORDER_STRICT, A));
  OK(araios_matrix_equal(ctx, A, B, &equal));
  OK(araios_matrix_destroy(B));
  return equal;
}

/* Of arrays, copied and borrowed; what is refused. */
static void arrays(void) {
  static int32_t const rows[] = {3, 70000, M - 1}, map[] = {0, 2, 3, 4}, entries[] = {0, 2, 1, 2};
  static int32_t const falling[] = {3, 2, M - 1}, hole[] = {0, 2, 2, 4}, short_map[] = {0, 2, 3, 3};
  static double values[] = {1, 2, 3, 4};
  araios_array_options const borrow = {.ownership = ARAIOS_BORROW, .space = ARAIOS_SPACE_HOST};
  araios_matrix *A = NULL, *B = NULL;
  araios_matrix_arrays of;
  araios_context_info where;
  OK(araios_matrix_create_dcsr(ctx, NULL, ARAIOS_FLOAT64, M, 3, 3, 4, rows, map, entries, values, &A));
  CHECK(is(A, M, 3, 4, r, c, v));
  OK(araios_matrix_create_dcsr(ctx, NULL, ARAIOS_PATTERN, M, 3, 3, 4, rows, map, entries, NULL, &A));
  CHECK(nnz_of(A) == 4);
  {
    static int32_t const one[] = {0}, two[] = {0, 2}, twice[] = {1, 1}, falling[] = {1, 0};
    araios_array_options strict = {ARAIOS_COPY, ARAIOS_SPACE_HOST, NULL, NULL, ARAIOS_CHECK_STRICT};
    araios_matrix* S = NULL;
    FAILS(ARAIOS_INVALID_MATRIX,
          araios_matrix_create_dcsr(ctx, &strict, ARAIOS_PATTERN, 3, 3, 1, 2, one, two, twice, NULL, &S));
    FAILS(ARAIOS_INVALID_MATRIX,
          araios_matrix_create_dcsr(ctx, &strict, ARAIOS_PATTERN, 3, 3, 1, 2, one, two, falling, NULL, &S));
    CHECK(S == NULL);
  }
  OK(araios_matrix_create_dcsr(ctx, NULL, ARAIOS_FLOAT64, M, 3, 0, 0, NULL, NULL, NULL, NULL, &A));
  CHECK(nnz_of(A) == 0);
  FAILS(ARAIOS_INVALID_MATRIX,
        araios_matrix_create_dcsr(ctx, NULL, ARAIOS_FLOAT64, M, 3, 3, 4, falling, map, entries, values, &A));
  FAILS(ARAIOS_INVALID_MATRIX,
        araios_matrix_create_dcsr(ctx, NULL, ARAIOS_FLOAT64, M, 3, 3, 4, rows, hole, entries, values, &A));
  FAILS(ARAIOS_INVALID_MATRIX,
        araios_matrix_create_dcsr(ctx, NULL, ARAIOS_FLOAT64, M, 3, 3, 4, rows, short_map, entries, values, &A));
  FAILS(ARAIOS_INVALID_MATRIX,
        araios_matrix_create_dcsr(ctx, NULL, ARAIOS_FLOAT64, 70000, 3, 3, 4, rows, map, entries, values, &A));
  FAILS(ARAIOS_INVALID_ARGUMENT,
        araios_matrix_create_dcsr(ctx, NULL, ARAIOS_FLOAT64, 2, 3, 3, 4, rows, map, entries, values, &A));
  FAILS(ARAIOS_INVALID_ARGUMENT,
        araios_matrix_create_dcsr(ctx, NULL, ARAIOS_FLOAT64, M, 3, 3, 4, NULL, map, entries, values, &A));
  FAILS(ARAIOS_OVERFLOW, araios_matrix_create_dcsr(ctx, NULL, ARAIOS_FLOAT64, INT64_C(1) << 31, 3, 3, 4, rows, map,
                                                   entries, values, &A));
  CHECK(nnz_of(A) == 0);
  OK(araios_context_get_info(ctx, &where));
  if (where.space == ARAIOS_SPACE_HOST) {
    OK(araios_matrix_create_dcsr(ctx, &borrow, ARAIOS_FLOAT64, M, 3, 3, 4, rows, map, entries, values, &B));
    OK(araios_matrix_get_arrays(ctx, B, &of));
    CHECK(of.values == values && of.offsets == map && of.col_indices == entries && of.row_indices == rows);
    OK(araios_matrix_destroy(B));
  }
  OK(araios_matrix_destroy(A));
}

static void conversions(void) {
  static int const rx[] = {M - 1, 3, 70000, 3}, cx[] = {2, 0, 1, 2};
  static double const vx[] = {4, 1, 3, 2};
  araios_matrix *A = dcsr(M, 3, 4, r, c, v), *B = list(M, 3, 4, rx, cx, vx), *C = NULL;
  araios_matrix_arrays arrays;
  araios_matrix_info info;
  static int64_t const places[] = {70000, 5, M - 1}, within[] = {1, 1, 2}, outside[] = {70000, 5, M};
  int equal = 0, smaller = -1, found[3];
  OK(araios_matrix_get_info(ctx, A, &info));
  CHECK(info.format == ARAIOS_DCSR && info.index == ARAIOS_INDEX_32 && info.nnz == 4 && info.bytes < 200);
  OK(araios_matrix_get_arrays(ctx, A, &arrays));
  CHECK(arrays.num_offsets == 4 && arrays.num_indices == 4 && arrays.num_values == 4);
  CHECK(arrays.row_indices != NULL && arrays.col_indices != NULL && arrays.values != NULL);
  OK(araios_matrix_equal(ctx, A, B, &equal)); /* a list in another order */
  CHECK(equal);
  OK(araios_convert(ctx, NULL, B, ARAIOS_DCSR, &B));
  CHECK(is(B, M, 3, 4, r, c, v));
  OK(araios_convert(ctx, NULL, A, ARAIOS_DCSR, &B));
  OK(araios_convert(ctx, NULL, B, ARAIOS_COO, &B));
  OK(araios_matrix_get_info(ctx, B, &info));
  CHECK(info.format == ARAIOS_COO && info.index == ARAIOS_INDEX_32 && info.nnz == 4);
  OK(araios_convert(ctx, NULL, B, ARAIOS_DCSR, &B));
  CHECK(is(B, M, 3, 4, r, c, v));
  OK(araios_is_dcsr_smaller(ctx, A, &smaller));
  CHECK(smaller == 1);
  OK(araios_matrix_contains(ctx, A, 3, places, within, found));
  CHECK(found[0] == 1 && found[1] == 0 && found[2] == 1);
  FAILS(ARAIOS_OUT_OF_RANGE, araios_matrix_contains(ctx, A, 3, outside, within, found));
  CHECK(says("rows[2]"));
  OK(araios_matrix_copy(other, A, &C));
  OK(araios_matrix_get_info(other, C, &info));
  CHECK(info.format == ARAIOS_DCSR && info.rows == M);
  OK(araios_matrix_destroy(C));
  OK(araios_identity(ctx, ARAIOS_FLOAT64, ARAIOS_INDEX_DEFAULT, 5, &B));
  OK(araios_is_dcsr_smaller(ctx, B, &smaller));
  CHECK(smaller == 0);
  /* No entries; then from CSR and back. */
  C = dcsr(M, 3, 0, NULL, NULL, v);
  CHECK(is(C, M, 3, 0, NULL, NULL, v));
  OK(araios_convert(ctx, NULL, B, ARAIOS_DCSR, &C));
  OK(araios_convert(ctx, NULL, C, ARAIOS_CSR, &C));
  OK(araios_matrix_equal(ctx, B, C, &equal));
  CHECK(equal);
  OK(araios_matrix_destroy(A));
  OK(araios_matrix_destroy(B));
  OK(araios_matrix_destroy(C));
}

static void algebra(void) {
  static int const rt[] = {0, 1, 2, 2}, ct[] = {3, 70000, 3, M - 1};
  static double const vt[] = {1, 3, 2, 4};
  static int const rb[] = {3, 5, M - 1}, cb[] = {2, 0, 0}, ru[] = {3, 3, 5, 70000, M - 1, M - 1},
                   cu[] = {0, 2, 0, 1, 0, 2};
  static double const vb[] = {10, 20, 30}, sum[] = {1, 12, 20, 3, 30, 4}, half[] = {2, -6, -20, 6, -30, 8};
  static int const ri[] = {3}, ci[] = {2}, rd[] = {3, 70000, M - 1}, cd[] = {0, 1, 2};
  static double const product[] = {20}, rest[] = {1, 3, 4};
  static int const rx[] = {3, 5, 70000, M - 1, M - 1}, cx[] = {0, 0, 1, 0, 2};
  static double const vx[] = {1, 20, 3, 30, 4};
  static int const rs[] = {0, 69997}, cs[] = {1, 0};
  static double const vs[] = {2, 3};
  araios_matrix *A = dcsr(M, 3, 4, r, c, v), *B = list(M, 3, 3, rb, cb, vb), *D = dcsr(M, 3, 3, rb, cb, vb), *C = NULL;
  araios_transpose_options method = {ARAIOS_TRANSPOSE_RADIX, 0};
  OK(araios_transpose(ctx, NULL, A, &C));
  CHECK(is(C, 3, M, 4, rt, ct, vt));
  OK(araios_transpose(ctx, NULL, C, &C));
  CHECK(is(C, M, 3, 4, r, c, v));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_transpose(ctx, &method, A, &C));
  CHECK(says("DCSR"));
  OK(araios_add(ctx, 1, A, 1, B, &C));
  CHECK(is(C, M, 3, 6, ru, cu, sum));
  OK(araios_add(ctx, 2, A, -1, D, &C));
  CHECK(is(C, M, 3, 6, ru, cu, half));
  OK(araios_union(ctx, ARAIOS_PLUS, A, D, &C));
  CHECK(is(C, M, 3, 6, ru, cu, sum));
  OK(araios_intersection(ctx, ARAIOS_TIMES, A, B, &C));
  CHECK(is(C, M, 3, 1, ri, ci, product));
  OK(araios_difference(ctx, A, B, &C));
  CHECK(is(C, M, 3, 3, rd, cd, rest));
  OK(araios_xor(ctx, A, D, &C));
  CHECK(is(C, M, 3, 5, rx, cx, vx));
  OK(araios_submatrix(ctx, A, 3, 1, 69998, 2, &C));
  CHECK(is(C, 69998, 2, 2, rs, cs, vs));
  FAILS(ARAIOS_OUT_OF_RANGE, araios_submatrix(ctx, A, M, 1, 1, 2, &C));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_union(ctx, (araios_operator)40, A, D, &C));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_union(ctx, ARAIOS_PLUS, A, C, &C)); /* other shapes */
  OK(araios_matrix_destroy(A));
  OK(araios_matrix_destroy(B));
  OK(araios_matrix_destroy(D));
  OK(araios_matrix_destroy(C));
}

static void products(void) {
  araios_matrix_info info;
  /* C := A B with A in DCSR, B 3-by-4. */
  static int const rb[] = {0, 1, 2, 2}, cb[] = {3, 0, 0, 1}, rp[] = {3, 3, 3, 70000, M - 1, M - 1},
                   cp[] = {0, 1, 3, 0, 0, 1};
  static double const vb[] = {1, 2, 3, 4}, vp[] = {6, 8, 1, 6, 12, 16}, pairs[] = {1, 1, 1, 1, 1, 1};
  static double const least[] = {5, 6, 2, 5, 7, 8};
  static int const ra[] = {3, 4}, ca[] = {0, 1}, rr[] = {0, 1, 1}, cc[] = {1, 0, 2};
  static double const va[] = {1, 2}, vc[] = {1, 2, 3}, vk[] = {1, 2, 3, 2, 4, 6}, vq[] = {2, 3, 4, 3, 4, 5};
  static int const rq[] = {6, 7, 7, 8, 9, 9}, cq[] = {1, 0, 2, 4, 3, 5};
  static int const r4[] = {0, 1}, c4[] = {0, 1};
  static double const x3[] = {1, 10, 100}, y6[] = {0, 0, 0, 201, 0, 30}, x6[] = {1, 1, 1, 1, 1, 1};
  static int const r6[] = {3, 3, 5}, c6[] = {0, 2, 1};
  static double const v6[] = {1, 2, 3}, y3[] = {1, 3, 2};
  araios_matrix *A = dcsr(M, 3, 4, r, c, v), *B = make(ARAIOS_INDEX_32, 3, 4, 4, rb, cb, vb), *C = NULL, *K = NULL;
  araios_multiply_options options;
  araios_spmv_options transposed = {ARAIOS_TRANSPOSE, ARAIOS_PLUS_TIMES, ARAIOS_SPMV_AUTOMATIC, 0, 0};
  araios_vector *x = dense_vector(3, x3), *y = NULL;
  memset(&options, 0, sizeof(options));
  OK(araios_multiply(ctx, NULL, A, B, &C));
  CHECK(is(C, M, 4, 6, rp, cp, vp));
  OK(araios_convert(ctx, NULL, B, ARAIOS_DCSR, &B));
  options.semiring = ARAIOS_PLUS_PAIR;
  OK(araios_multiply(ctx, &options, A, B, &C));
  CHECK(is(C, M, 4, 6, rp, cp, pairs));
  options.semiring = ARAIOS_MIN_PLUS;
  OK(araios_multiply(ctx, &options, A, B, &C));
  CHECK(is(C, M, 4, 6, rp, cp, least));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_multiply(ctx, NULL, A, A, &C));
  CHECK(is(C, M, 4, 6, rp, cp, least));
  /* Patterns: of both, and of one. */
  OK(araios_cast(ctx, B, ARAIOS_PATTERN, ARAIOS_INDEX_DEFAULT, &B));
  OK(araios_matrix_destroy(A));
  A = dcsr(M, 3, 4, r, c, NULL);
  OK(araios_multiply(ctx, NULL, A, B, &C));
  CHECK(is(C, M, 4, 6, rp, cp, NULL));
  OK(araios_matrix_destroy(A));

  A = dcsr(M / 4, 2, 2, ra, ca, va);
  OK(araios_matrix_destroy(B));
  B = make(ARAIOS_INDEX_32, 2, 3, 3, rr, cc, vc);
  OK(araios_kronecker(ctx, A, B, &K));
  CHECK(is(K, M / 4 * 2, 6, 6, rq, cq, vk));
  OK(araios_kronecker_with(ctx, ARAIOS_PLUS, A, B, &K));
  CHECK(is(K, M / 4 * 2, 6, 6, rq, cq, vq));
  OK(araios_kronecker(ctx, K, B, &K));
  OK(araios_kronecker(ctx, K, B, &K)); /* rows beyond 32 bits: in COO of 64 */
  OK(araios_matrix_get_info(ctx, K, &info));
  CHECK(info.rows == (int64_t)(M / 4) * 8 && info.columns == 54 && info.nnz == 54);
  CHECK(info.format == ARAIOS_COO && info.index == ARAIOS_INDEX_64);
  /* An operand whose type is that of the other, and an empty one. */
  OK(araios_matrix_destroy(A));
  A = dcsr(2, 2, 2, r4, c4, NULL);
  OK(araios_kronecker(ctx, A, B, &K));
  CHECK(nnz_of(K) == 6);
  OK(araios_matrix_destroy(A));
  A = dcsr(2, 2, 0, NULL, NULL, v);
  OK(araios_kronecker(ctx, A, B, &K));
  CHECK(is(K, 4, 6, 0, NULL, NULL, v));
  OK(araios_multiply(ctx, NULL, A, B, &K));
  CHECK(is(K, 2, 3, 0, NULL, NULL, v));

  OK(araios_matrix_destroy(A));
  A = dcsr(6, 3, 3, r6, c6, v6);
  OK(araios_vector_create(ctx, ARAIOS_FLOAT64, 6, &y));
  OK(araios_spmv(ctx, NULL, 1, A, x, 0, y));
  CHECK(has_entries(y, 6, NULL, y6));
  OK(araios_vector_destroy(y));
  y = dense_vector(6, x6);
  OK(araios_spmv(ctx, &transposed, 1, A, y, 0, x));
  CHECK(has_entries(x, 3, NULL, y3));
  OK(araios_matrix_destroy(A));
  OK(araios_matrix_destroy(B));
  OK(araios_matrix_destroy(C));
  OK(araios_matrix_destroy(K));
  OK(araios_vector_destroy(x));
  OK(araios_vector_destroy(y));
}

static void tables(void) {
  static int const rd[] = {0, 0, 1, 2}, cd[] = {0, 2, 1, 0};
  static double const vd[] = {1, 2, 3, 4};
  static int64_t const ri[] = {2, 0, 2, 1}, ci[] = {0, 1, 3, 1};
  static double const vi[] = {10, 20, 30, 40};
  static int const rn[] = {0, 0, 0, 1, 2, 2}, cn[] = {0, 1, 2, 1, 0, 3};
  static double const first[] = {1, 20, 2, 3, 4, 30}, summed[] = {1, 40, 2, 43, 14, 60},
                      last[] = {1, 20, 2, 40, 10, 30};
  static int const re[] = {0, 2, 1}, ce[] = {2, 3, 0}, rk[] = {0, 0, 1, 2}, ck[] = {0, 1, 1, 0};
  static double const kept[] = {1, 20, 40, 10};
  static int const twice_r[] = {1, 1}, twice_c[] = {2, 2}, outside_r[] = {0, 3}, outside_c[] = {0, 1};
  araios_matrix *A = make(ARAIOS_INDEX_32, 3, 4, 4, rd, cd, vd), *T = NULL, *C = NULL;
  araios_dok_options options = {ARAIOS_DOK_KEEP_FIRST, ARAIOS_SPACE_DEFAULT, 0};
  araios_matrix_info info;
  int64_t count = -1;
  int found[3] = {7, 7, 7};
  double values[3] = {7, 7, 7};
  int round;
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_dok_insert(ctx, NULL, A, ARAIOS_INDEX_32, 4, rd, cd, vd, &count));
  CHECK(says("A is in CSR, not in DOK"));
  OK(araios_convert(ctx, NULL, A, ARAIOS_DOK, &T));
  OK(araios_matrix_get_info(ctx, T, &info));
  CHECK(info.format == ARAIOS_DOK && info.nnz == 4);
  if (araios_supports(ARAIOS_FLOAT64, ARAIOS_INDEX_64)) {
    OK(araios_dok_insert(ctx, NULL, T, ARAIOS_INDEX_64, 4, ri, ci, vi, &count));
    CHECK(count == 2 && nnz_of(T) == 6);
    CHECK(has(T, 6, rn, cn, first));
    options.duplicates = ARAIOS_DOK_SUM;
    OK(araios_dok_insert(ctx, &options, T, ARAIOS_INDEX_64, 4, ri, ci, vi, &count));
    CHECK(count == 0 && has(T, 6, rn, cn, summed));
    options.duplicates = ARAIOS_DOK_REPLACE_BY_LAST, options.capacity = 5000;
    OK(araios_dok_insert(ctx, &options, T, ARAIOS_INDEX_64, 4, ri, ci, vi, NULL));
    CHECK(has(T, 6, rn, cn, last));
    OK(araios_matrix_get_info(ctx, T, &info));
    CHECK(info.bytes > 5000 * 16); /* memory for the entries that were announced */
    OK(araios_dok_find(ctx, NULL, T, ARAIOS_INDEX_32, 3, re, ce, found, values));
    CHECK(found[0] == 1 && found[1] == 1 && found[2] == 0);
    CHECK(values[0] == 2 && values[1] == 30 && values[2] == 0);
    OK(araios_dok_erase(ctx, NULL, T, ARAIOS_INDEX_32, 3, re, ce, &count));
    CHECK(count == 2 && has(T, 4, rk, ck, kept));
    OK(araios_dok_erase(ctx, NULL, T, ARAIOS_INDEX_32, 3, re, ce, NULL));
    OK(araios_dok_find(ctx, NULL, T, ARAIOS_INDEX_32, 3, re, ce, found, NULL));
    CHECK(found[0] == 0 && found[1] == 0 && found[2] == 0);
    /* The matrix that the table was made of is as it was. */
    CHECK(has(A, 4, rd, cd, vd));
  }
  /* Wrong arguments leave it as it is. */
  count = -5;
  options.duplicates = ARAIOS_DOK_SUM, options.capacity = 0;
  FAILS(ARAIOS_OUT_OF_RANGE, araios_dok_insert(ctx, &options, T, ARAIOS_INDEX_32, 2, outside_r, outside_c, vd, &count));
  CHECK(says("3") && count == -5);
  FAILS(ARAIOS_OUT_OF_RANGE, araios_dok_erase(ctx, NULL, T, ARAIOS_INDEX_32, 2, outside_r, outside_c, &count));
  FAILS(ARAIOS_OUT_OF_RANGE, araios_dok_find(ctx, NULL, T, ARAIOS_INDEX_32, 2, outside_r, outside_c, found, NULL));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_dok_insert(ctx, NULL, T, ARAIOS_INDEX_32, 2, twice_r, twice_c, NULL, &count));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_dok_insert(ctx, NULL, T, ARAIOS_INDEX_32, 2, NULL, twice_c, vd, &count));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_dok_insert(ctx, NULL, T, ARAIOS_INDEX_32, -2, twice_r, twice_c, vd, &count));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_dok_find(ctx, NULL, T, ARAIOS_INDEX_32, 2, twice_r, twice_c, NULL, NULL));
  options.capacity = -1;
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_dok_insert(ctx, &options, T, ARAIOS_INDEX_32, 2, twice_r, twice_c, vd, &count));
  options.capacity = (int64_t)1 << 31;
  FAILS(ARAIOS_OVERFLOW, araios_dok_insert(ctx, &options, T, ARAIOS_INDEX_32, 2, twice_r, twice_c, vd, &count));
  options.capacity = 0, options.duplicates = (araios_dok_duplicates)3;
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_dok_insert(ctx, &options, T, ARAIOS_INDEX_32, 2, twice_r, twice_c, vd, &count));
  OK(araios_matrix_validate(ctx, ARAIOS_ORDER_STRICT, T));
  /* A pattern, of which the batch names a coordinate twice; then a table that grows. */
  OK(araios_cast(ctx, A, ARAIOS_PATTERN, ARAIOS_INDEX_DEFAULT, &C));
  OK(araios_convert(ctx, NULL, C, ARAIOS_DOK, &C));
  OK(araios_dok_insert(ctx, NULL, C, ARAIOS_INDEX_32, 2, twice_r, twice_c, NULL, &count));
  CHECK(count == 1 && nnz_of(C) == 5);
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_dok_insert(ctx, NULL, C, ARAIOS_INDEX_32, 2, twice_r, twice_c, vd, &count));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_dok_find(ctx, NULL, C, ARAIOS_INDEX_32, 2, twice_r, twice_c, found, values));
  OK(araios_matrix_create(ctx, ARAIOS_FLOAT64, ARAIOS_INDEX_DEFAULT, 100, 100, &C));
  OK(araios_convert(ctx, NULL, C, ARAIOS_DOK, &C));
  for (round = 0; round < 10; ++round) {
    int rows[100], columns[100], p;
    double numbers[100];
    for (p = 0; p < 100; ++p) rows[p] = p, columns[p] = (p * 7 + round) % 100, numbers[p] = p + round;
    OK(araios_dok_insert(ctx, NULL, C, ARAIOS_INDEX_32, 100, rows, columns, numbers, &count));
    CHECK(count == 100);
  }
  CHECK(nnz_of(C) == 1000);
  OK(araios_matrix_validate(ctx, ARAIOS_ORDER_STRICT, C));
  /* Entries that repeat are refused. */
  OK(araios_matrix_destroy(A));
  A = list(3, 4, 2, twice_r, twice_c, vd);
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_convert(ctx, NULL, A, ARAIOS_DOK, &C));
  CHECK(says("duplicate") && nnz_of(C) == 1000);
  OK(araios_matrix_destroy(A));
  OK(araios_matrix_destroy(T));
  OK(araios_matrix_destroy(C));
}

test const hypersparse_tests[] = {{"hypersparse.arrays", arrays},   {"hypersparse.conversions", conversions},
                                  {"hypersparse.algebra", algebra}, {"hypersparse.products", products},
                                  {"hypersparse.tables", tables},   {NULL, NULL}};
