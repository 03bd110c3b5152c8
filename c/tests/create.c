/* SPDX-License-Identifier: Apache-2.0 */
/** \file
 * Matrices: creation, ownership, arrays. The 3-by-4 matrix of most tests:
 *   1 . 2 .
 *   . . . .
 *   3 4 . 5 */

#include "check.h"

static int const rows5[] = {0, 0, 2, 2, 2};
static int const columns5[] = {0, 2, 0, 1, 3};
static double const values5[] = {1, 2, 3, 4, 5};

static int released = 0;
static void release(void* user) { released += *(int*)user; }

/* A function that makes a matrix in a context that ends: it is refused, and nothing is left. */
static araios_context* ending = NULL;
static araios_status made_while_ending = ARAIOS_SUCCESS;
static araios_matrix* late = NULL;
static void make_while_ending(void* user) {
  (void)user;
  made_while_ending = araios_identity(ending, ARAIOS_FLOAT64, ARAIOS_INDEX_32, 2, &late);
}
static void a_context_that_ends_takes_no_handle(void) {
  static int32_t const map[] = {0, 1}, entries[] = {0};
  static double values[] = {1};
  araios_context_options host = {ARAIOS_SPACE_HOST, NULL, {0, 0, 0}};
  araios_array_options options = {ARAIOS_BORROW, ARAIOS_SPACE_HOST, make_while_ending, NULL, 0};
  araios_matrix* A = NULL;
  OK(araios_context_create(&host, &ending));
  OK(araios_matrix_create_csr(ending, &options, ARAIOS_FLOAT64, ARAIOS_INDEX_32, 1, 1, 1, map, entries, values, &A));
  OK(araios_context_destroy(ending));
  CHECK(made_while_ending == ARAIOS_INVALID_HANDLE && late == NULL);
  CHECK(strstr(araios_last_message(), "destroyed") != NULL);
}

static void csr_of_every_index_type(void) {
  static int32_t const map32[] = {0, 2, 2, 5}, entries32[] = {0, 2, 0, 1, 3};
  static int64_t const map64[] = {0, 2, 2, 5}, entries64[] = {0, 2, 0, 1, 3};
  static araios_index const all[] = {ARAIOS_INDEX_32, ARAIOS_INDEX_32_64, ARAIOS_INDEX_64};
  double values[] = {1, 2, 3, 4, 5};
  int t;
  for (t = 0; t < 3; ++t) {
    araios_matrix *A = NULL, *B = NULL;
    araios_matrix_info info;
    araios_matrix_arrays arrays;
    void const* map = t == 0 ? (void const*)map32 : map64;
    void const* entries = t == 2 ? (void const*)entries64 : entries32;
    int64_t m = 0, n = 0;
    int equal = 0;
    if (!araios_supports(ARAIOS_FLOAT64, all[t])) {
      FAILS(ARAIOS_NOT_SUPPORTED,
            araios_matrix_create_csr(ctx, NULL, ARAIOS_FLOAT64, all[t], 3, 4, 5, map, entries, values, &A));
      CHECK(strstr(araios_context_message(ctx), "Araios_C_INDICES") != NULL);
      continue;
    }
    OK(araios_matrix_create_csr(ctx, NULL, ARAIOS_FLOAT64, all[t], 3, 4, 5, map, entries, values, &A));
    OK(araios_matrix_get_info(ctx, A, &info));
    CHECK(info.format == ARAIOS_CSR && info.type == ARAIOS_FLOAT64 && info.index == all[t]);
    CHECK(info.rows == 3 && info.columns == 4 && info.nnz == 5 && info.borrows == 0 && info.block_size == 0);
    OK(araios_matrix_get_rows(ctx, A, &m));
    OK(araios_matrix_get_columns(ctx, A, &n));
    CHECK(m == 3 && n == 4 && nnz_of(A) == 5);
    CHECK(has(A, 5, rows5, columns5, values5));
    OK(araios_matrix_get_arrays(ctx, A, &arrays));
    CHECK(arrays.num_offsets == 4 && arrays.num_indices == 5 && arrays.num_values == 5 && arrays.row_indices == NULL);
    CHECK(arrays.values != (void*)values);
    /* By the transpose and back: the index type stays. */
    OK(araios_transpose(ctx, NULL, A, &B));
    OK(araios_matrix_get_info(ctx, B, &info));
    CHECK(info.index == all[t] && info.rows == 4 && info.columns == 3);
    OK(araios_transpose(ctx, NULL, B, &B));
    OK(araios_matrix_equal(ctx, A, B, &equal));
    CHECK(equal);
    OK(araios_matrix_destroy(A));
    OK(araios_matrix_destroy(B));
  }
}

static void borrowed_arrays_are_used_in_place(void) {
  int32_t map[] = {0, 2, 2, 5}, entries[] = {0, 2, 0, 1, 3};
  double values[] = {1, 2, 3, 4, 5};
  int one = 1;
  araios_array_options options = {ARAIOS_BORROW, ARAIOS_SPACE_DEFAULT, release, NULL, 0};
  araios_matrix *A = NULL, *P = NULL, *Z = NULL;
  araios_matrix_arrays arrays;
  araios_matrix_info info;
  araios_context_info where;
  OK(araios_context_get_info(ctx, &where));
  if (where.space == ARAIOS_SPACE_DEVICE) return; /* these are arrays of the host */
  options.user = &one;
  released = 0;
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_matrix_create_csr(ctx, &options, ARAIOS_FLOAT64, ARAIOS_INDEX_32, 3, 4, 4, map,
                                                          entries, (char*)values + 4, &A));
  CHECK(strstr(araios_context_message(ctx), "values is not aligned to 8 bytes") != NULL);
  released = 0;
  OK(araios_matrix_create_csr(ctx, &options, ARAIOS_FLOAT64, ARAIOS_INDEX_32, 3, 4, 5, map, entries, values, &A));
  OK(araios_matrix_get_arrays(ctx, A, &arrays));
  CHECK(arrays.offsets == map && arrays.col_indices == entries && arrays.values == values);
  OK(araios_matrix_get_info(ctx, A, &info));
  CHECK(info.borrows == 1);
  values[4] = 50; /* by the owner: seen by the matrix */
  {
    static double const changed[] = {1, 2, 3, 4, 50};
    CHECK(has(A, 5, rows5, columns5, changed));
    OK(araios_matrix_set_values(ctx, A, ARAIOS_SPACE_HOST, values5)); /* by the matrix: seen by the owner */
    CHECK(values[4] == 5);
  }
  {
    double sum[2];
    entries[4] = 99; /* which a sum does not read */
    OK(araios_reduce(ctx, ARAIOS_PLUS, A, sum));
    CHECK(!araios_set_validation(1));
    FAILS(ARAIOS_INVALID_ARGUMENT, araios_reduce(ctx, ARAIOS_PLUS, A, sum));
    CHECK(strstr(araios_context_message(ctx), "operand A") != NULL &&
          strstr(araios_context_message(ctx), "99") != NULL);
    CHECK(araios_set_validation(0));
    entries[4] = 3;
    OK(araios_reduce(ctx, ARAIOS_PLUS, A, sum));
    CHECK(sum[0] == 15);
  }
  /* What shares the arrays keeps them alive. */
  OK(araios_cast(ctx, A, ARAIOS_PATTERN, ARAIOS_INDEX_DEFAULT, &P));
  OK(araios_scale(ctx, 2, 0, A, &Z));
  OK(araios_matrix_destroy(A));
  CHECK(released == 0);
  OK(araios_matrix_destroy(P));
  CHECK(released == 0);
  OK(araios_matrix_destroy(Z));
  CHECK(released == 1);
  /* Not called where the function fails. */
  A = NULL;
  entries[0] = 9;
  FAILS(ARAIOS_INVALID_MATRIX,
        araios_matrix_create_csr(ctx, &options, ARAIOS_FLOAT64, ARAIOS_INDEX_32, 3, 4, 5, map, entries, values, &A));
  CHECK(released == 1 && A == NULL);
  entries[0] = 0;
  /* Once where the handle is overwritten, or its context destroyed. */
  OK(araios_matrix_create_csr(ctx, &options, ARAIOS_FLOAT64, ARAIOS_INDEX_32, 3, 4, 5, map, entries, values, &A));
  OK(araios_identity(ctx, ARAIOS_FLOAT64, ARAIOS_INDEX_32, 2, &A));
  CHECK(released == 2);
  OK(araios_matrix_destroy(A));
  CHECK(released == 2);
  A = NULL;
  OK(araios_matrix_create_coo(other, &options, ARAIOS_FLOAT64, ARAIOS_INDEX_32, 5, 5, 3, map, map, values, &A));
  {
    araios_context_options host = {ARAIOS_SPACE_HOST, NULL, {0, 0, 0}};
    OK(araios_context_destroy(other));
    CHECK(released == 3);
    OK(araios_context_create(&host, &other));
  }
  options.ownership = ARAIOS_COPY;
  A = NULL;
  FAILS(ARAIOS_INVALID_ARGUMENT,
        araios_matrix_create_csr(ctx, &options, ARAIOS_FLOAT64, ARAIOS_INDEX_32, 3, 4, 5, map, entries, values, &A));
  options.ownership = ARAIOS_BORROW;
  options.space = ARAIOS_SPACE_DEVICE;
  CHECK(araios_matrix_create_csr(ctx, &options, ARAIOS_FLOAT64, ARAIOS_INDEX_32, 3, 4, 5, map, entries, values, &A) !=
        ARAIOS_SUCCESS);
  CHECK(released == 3);
}

static void csc_and_coo(void) {
  static int32_t const map[] = {0, 2, 3, 4, 5}, rows[] = {0, 2, 2, 0, 2};
  static int32_t const i[] = {2, 0, 2, 0, 2}, j[] = {3, 0, 0, 2, 1};
  double by_columns[] = {1, 3, 4, 2, 5}, in_any_order[] = {5, 1, 3, 2, 4};
  araios_matrix *A = NULL, *B = NULL;
  araios_matrix_arrays arrays;
  int equal = 0;
  OK(araios_matrix_create_csc(ctx, NULL, ARAIOS_FLOAT64, ARAIOS_INDEX_32, 3, 4, 5, map, rows, by_columns, &A));
  CHECK(has(A, 5, rows5, columns5, values5));
  OK(araios_matrix_get_arrays(ctx, A, &arrays));
  CHECK(arrays.format == ARAIOS_CSC && arrays.num_offsets == 5 && arrays.row_indices != NULL);
  CHECK(arrays.col_indices == NULL);
  OK(araios_matrix_create_coo(ctx, NULL, ARAIOS_FLOAT64, ARAIOS_INDEX_32, 3, 4, 5, i, j, in_any_order, &B));
  OK(araios_matrix_get_arrays(ctx, B, &arrays));
  CHECK(arrays.format == ARAIOS_COO && arrays.row_indices != NULL && arrays.col_indices != NULL);
  OK(araios_matrix_equal(ctx, A, B, &equal));
  CHECK(equal);
  OK(araios_matrix_destroy(A));
  OK(araios_matrix_destroy(B));
}

static void blocks_and_diagonals(void) {
  static int32_t const map[] = {0, 1, 2}, entries[] = {1, 0}, offsets[] = {1, -1};
  double blocks[] = {1, 2, 3, 4, 5, 6, 7, 8};
  /* SciPy: data[k][j] is entry (j - offsets[k], j). */
  double diagonals[] = {9, 1, 2, 4, 5, 9};
  static int const br[] = {0, 0, 1, 1, 2, 2, 3, 3}, bc[] = {2, 3, 2, 3, 0, 1, 0, 1};
  static int const dr[] = {0, 1, 1, 2}, dc[] = {1, 0, 2, 1};
  static double const dv[] = {1, 4, 2, 5};
  araios_matrix* A = NULL;
  araios_matrix_info info;
  araios_matrix_arrays arrays;
  OK(araios_matrix_create_bsr(ctx, NULL, ARAIOS_FLOAT64, ARAIOS_INDEX_32, 4, 4, 2, 2, map, entries, blocks, &A));
  OK(araios_matrix_get_info(ctx, A, &info));
  CHECK(info.format == ARAIOS_BSR && info.block_size == 2 && info.nnz == 8);
  CHECK(has(A, 8, br, bc, blocks));
  OK(araios_matrix_get_arrays(ctx, A, &arrays));
  CHECK(arrays.num_values == 8 && arrays.num_indices == 2 && arrays.present == NULL);
  FAILS(ARAIOS_INVALID_ARGUMENT,
        araios_matrix_create_bsr(ctx, NULL, ARAIOS_FLOAT64, ARAIOS_INDEX_32, 4, 4, 3, 2, map, entries, blocks, &A));
  FAILS(ARAIOS_INVALID_ARGUMENT,
        araios_matrix_create_dia(ctx, NULL, ARAIOS_FLOAT64, (araios_index)99, 3, 3, 2, 3, offsets, diagonals, &A));
  OK(araios_matrix_create_dia(ctx, NULL, ARAIOS_FLOAT64, ARAIOS_INDEX_32, 3, 3, 2, 3, offsets, diagonals, &A));
  OK(araios_matrix_get_info(ctx, A, &info));
  CHECK(info.format == ARAIOS_DIA && info.nnz == 4);
  CHECK(has(A, 4, dr, dc, dv));
  OK(araios_matrix_get_arrays(ctx, A, &arrays));
  CHECK(arrays.num_indices == 2 && arrays.stride >= 3 && arrays.present != NULL);
  OK(araios_matrix_destroy(A));
}

static void faulty_arrays(void) {
  static int32_t const good_map[] = {0, 2, 2, 5}, falls[] = {0, 3, 2, 5}, ends[] = {0, 2, 2, 4};
  static int32_t const good[] = {0, 2, 0, 1, 3}, outside[] = {0, 2, 0, 1, 4}, negative[] = {0, -2, 0, 1, 3};
  double values[] = {1, 2, 3, 4, 5};
  araios_array_options trust = {ARAIOS_COPY, ARAIOS_SPACE_DEFAULT, NULL, NULL, 1};
  araios_matrix* A = NULL;
#define CREATE(map, entries) \
  araios_matrix_create_csr(ctx, NULL, ARAIOS_FLOAT64, ARAIOS_INDEX_32, 3, 4, 5, map, entries, values, &A)
  FAILS(ARAIOS_INVALID_MATRIX, CREATE(falls, good));
  FAILS(ARAIOS_INVALID_MATRIX, CREATE(ends, good));
  FAILS(ARAIOS_INVALID_MATRIX, CREATE(good_map, outside));
  CHECK(strstr(araios_context_message(ctx), "4") != NULL);
  FAILS(ARAIOS_INVALID_MATRIX, CREATE(good_map, negative));
  FAILS(ARAIOS_INVALID_ARGUMENT, CREATE(NULL, good));
  FAILS(ARAIOS_INVALID_ARGUMENT, CREATE(good_map, NULL));
  CHECK(A == NULL);
  /* Trusted, they are found by validate. */
  OK(araios_matrix_create_csr(ctx, &trust, ARAIOS_FLOAT64, ARAIOS_INDEX_32, 3, 4, 5, good_map, outside, values, &A));
  FAILS(ARAIOS_INVALID_MATRIX, araios_matrix_validate(ctx, ARAIOS_ORDER_ANY, A));
  OK(araios_matrix_create_csr(ctx, NULL, ARAIOS_FLOAT64, ARAIOS_INDEX_32, 3, 4, 5, good_map, good, values, &A));
  OK(araios_matrix_validate(ctx, ARAIOS_ORDER_STRICT, A));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_matrix_validate(ctx, (araios_order)8, A));
  FAILS(ARAIOS_OVERFLOW, araios_matrix_create_csr(ctx, NULL, ARAIOS_FLOAT64, ARAIOS_INDEX_32, INT64_C(1) << 31, 4, 0,
                                                  good_map, good, values, &A));
  FAILS(ARAIOS_OVERFLOW, araios_matrix_create_csr(ctx, NULL, ARAIOS_FLOAT64, ARAIOS_INDEX_32, 3, 4, INT64_C(1) << 31,
                                                  good_map, good, values, &A));
  FAILS(ARAIOS_INVALID_ARGUMENT,
        araios_matrix_create_csr(ctx, NULL, ARAIOS_PATTERN, ARAIOS_INDEX_32, 3, 4, 5, good_map, good, values, &A));
  FAILS(ARAIOS_INVALID_ARGUMENT,
        araios_matrix_create_csr(ctx, NULL, ARAIOS_INT32, ARAIOS_INDEX_32, 3, 4, 5, good_map, good, values, &A));
  FAILS(ARAIOS_INVALID_ARGUMENT,
        araios_matrix_create_csr(ctx, NULL, ARAIOS_FLOAT64, (araios_index)9, 3, 4, 5, good_map, good, values, &A));
  CHECK(has(A, 5, rows5, columns5, values5)); /* outputs are untouched by all of these */
  OK(araios_matrix_destroy(A));
#undef CREATE
}

static void lists_with_duplicates(void) {
  static int32_t const i[] = {1, 0, 1, 1, 0}, j[] = {2, 1, 0, 2, 1};
  static int64_t const i64[] = {1, 0, 1, 1, 0}, j64[] = {2, 1, 0, 2, 1};
  static double const v[] = {1, 2, 4, 8, 16};
  static int const r[] = {0, 1, 1}, c[] = {1, 0, 2}, rk[] = {0, 0, 1, 1, 1}, ck[] = {1, 1, 0, 2, 2};
  static double const sum[] = {18, 4, 9}, last[] = {16, 4, 8}, first[] = {2, 4, 1}, keep[] = {2, 16, 4, 1, 8};
  araios_build_options options = {ARAIOS_DUPLICATES_SUM, ARAIOS_SPACE_DEFAULT, ARAIOS_INDEX_DEFAULT};
  araios_matrix* A = NULL;
#define BUILD() araios_matrix_build(ctx, &options, ARAIOS_FLOAT64, ARAIOS_INDEX_32, 2, 3, 5, i, j, v, &A)
  OK(BUILD());
  CHECK(has(A, 3, r, c, sum));
  options.duplicates = ARAIOS_DUPLICATES_LAST;
  OK(BUILD());
  CHECK(has(A, 3, r, c, last));
  options.duplicates = ARAIOS_DUPLICATES_FIRST;
  OK(BUILD());
  CHECK(has(A, 3, r, c, first));
  options.duplicates = ARAIOS_DUPLICATES_KEEP;
  OK(BUILD());
  CHECK(has(A, 5, rk, ck, keep));
  OK(araios_sum_duplicates(ctx, A, &A));
  CHECK(has(A, 3, r, c, sum));
  options.duplicates = ARAIOS_DUPLICATES_ERROR;
  FAILS(ARAIOS_INVALID_MATRIX, BUILD());
  CHECK(strstr(araios_context_message(ctx), "twice") != NULL);
  options.duplicates = (araios_duplicates)9;
  FAILS(ARAIOS_INVALID_ARGUMENT, BUILD());
  CHECK(has(A, 3, r, c, sum));
  if (araios_supports(ARAIOS_FLOAT64, ARAIOS_INDEX_64)) {
    araios_matrix_info info;
    OK(araios_matrix_build(ctx, NULL, ARAIOS_FLOAT64, ARAIOS_INDEX_64, 2, 3, 5, i64, j64, v, &A));
    CHECK(has(A, 3, r, c, sum));
    OK(araios_matrix_get_info(ctx, A, &info));
    CHECK(info.index == ARAIOS_INDEX_64);
  }
  FAILS(ARAIOS_OUT_OF_RANGE, araios_matrix_build(ctx, NULL, ARAIOS_FLOAT64, ARAIOS_INDEX_32, 2, 2, 5, i, j, v, &A));
  OK(araios_matrix_build(ctx, NULL, ARAIOS_PATTERN, ARAIOS_INDEX_32, 2, 3, 5, i, j, NULL, &A));
  CHECK(has(A, 3, r, c, NULL));
  OK(araios_matrix_destroy(A));
#undef BUILD
}

static void empty_matrices(void) {
  static int64_t const sizes[] = {0, 3};
  int a, b;
  for (a = 0; a < 2; ++a)
    for (b = 0; b < 2; ++b) {
      araios_matrix *A = NULL, *B = NULL, *C = NULL;
      int equal = 0;
      OK(araios_matrix_create(ctx, ARAIOS_FLOAT64, ARAIOS_INDEX_DEFAULT, sizes[a], sizes[b], &A));
      OK(araios_matrix_create_csr(ctx, NULL, ARAIOS_FLOAT64, ARAIOS_INDEX_DEFAULT, 0, sizes[b], 0, NULL, NULL, NULL,
                                  &C));
      CHECK(nnz_of(A) == 0 && nnz_of(C) == 0);
      OK(araios_transpose(ctx, NULL, A, &B));
      OK(araios_multiply(ctx, NULL, A, B, &C));
      OK(araios_add(ctx, 1, A, 1, A, &C));
      OK(araios_matrix_equal(ctx, A, C, &equal));
      CHECK(equal);
      OK(araios_matrix_destroy(A));
      OK(araios_matrix_destroy(B));
      OK(araios_matrix_destroy(C));
    }
}

test const create_tests[] = {{"create.a_context_that_ends_takes_no_handle", a_context_that_ends_takes_no_handle},
                             {"create.csr_of_every_index_type", csr_of_every_index_type},
                             {"create.borrowed_arrays", borrowed_arrays_are_used_in_place},
                             {"create.csc_and_coo", csc_and_coo},
                             {"create.blocks_and_diagonals", blocks_and_diagonals},
                             {"create.faulty_arrays", faulty_arrays},
                             {"create.lists_with_duplicates", lists_with_duplicates},
                             {"create.empty_matrices", empty_matrices},
                             {NULL, NULL}};
