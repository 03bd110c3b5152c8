/* SPDX-License-Identifier: Apache-2.0 */
/** \file
 * Formats, types, transposition, plans, generated matrices. */

#include "check.h"

static int const r5[] = {0, 0, 1, 2, 2}, c5[] = {0, 2, 1, 0, 3};
static double const v5[] = {1, 2, 3, 4, 5};

static void every_format_multiplies(void) {
  static araios_format const formats[] = {ARAIOS_CSR,  ARAIOS_CSC,    ARAIOS_COO, ARAIOS_ELL,     ARAIOS_HYB,
                                          ARAIOS_SELL, ARAIOS_JDS,    ARAIOS_DIA, ARAIOS_DIA_CSR, ARAIOS_BSR,
                                          ARAIOS_DOK,  ARAIOS_PACKET, ARAIOS_DCSR};
  static double const x4[] = {1, 10, 100, 1000};
  static int const r[] = {0, 0, 1, 2, 2, 3}, c[] = {0, 2, 1, 0, 3, 3};
  static double const v[] = {1, 2, 3, 4, 5, 6};
  static double const y[] = {201, 30, 5004, 6000};
  static double const transposed[] = {401, 30, 2, 6500};
  size_t f;
  for (f = 0; f < sizeof(formats) / sizeof(formats[0]); ++f) {
    araios_matrix *A = make(ARAIOS_INDEX_32, 4, 4, 6, r, c, v), *B = NULL, *C = NULL;
    araios_vector *x = dense_vector(4, x4), *z = NULL;
    araios_spmv_options options = {ARAIOS_TRANSPOSE, ARAIOS_PLUS_TIMES, ARAIOS_SPMV_AUTOMATIC, 0, 0};
    araios_matrix_info info;
    int equal = 0;
    OK(araios_convert(ctx, NULL, A, formats[f], &B));
    OK(araios_matrix_get_info(ctx, B, &info));
    CHECK(info.format == formats[f] && info.nnz == 6 && info.rows == 4);
    OK(araios_matrix_validate(ctx, ARAIOS_ORDER_STRICT, B));
    OK(araios_matrix_equal(ctx, A, B, &equal));
    CHECK(equal);
    OK(araios_vector_create(ctx, ARAIOS_FLOAT64, 4, &z));
    OK(araios_spmv(ctx, NULL, 1, B, x, 0, z));
    CHECK(has_entries(z, 4, NULL, y));
    OK(araios_spmv(ctx, NULL, 2, B, x, -1, z));
    CHECK(has_entries(z, 4, NULL, y));
    OK(araios_spmv(ctx, &options, 1, B, x, 0, z));
    CHECK(has_entries(z, 4, NULL, transposed));
    OK(araios_matrix_copy(other, B, &C));
    OK(araios_matrix_destroy(C));
    /* From each format to each. */
    {
      size_t g;
      for (g = 0; g < sizeof(formats) / sizeof(formats[0]); ++g) {
        araios_matrix* D = NULL;
        OK(araios_convert(ctx, NULL, B, formats[g], &D));
        OK(araios_matrix_equal(ctx, A, D, &equal));
        CHECK(equal);
        OK(araios_matrix_destroy(D));
      }
    }
    OK(araios_convert(ctx, NULL, B, ARAIOS_FORMAT_DEFAULT, &B)); /* in place */
    OK(araios_matrix_get_info(ctx, B, &info));
    CHECK(info.format == ARAIOS_CSR);
    OK(araios_matrix_destroy(A));
    OK(araios_matrix_destroy(B));
    OK(araios_vector_destroy(x));
    OK(araios_vector_destroy(z));
  }
}

static void refused_conversions(void) {
  int r[300], c[300];
  double v[300];
  int p;
  araios_format_options options = {0, 0, 0, 1, 0, 0};
  araios_matrix *A = NULL, *B = NULL;
  for (p = 0; p < 300; ++p) r[p] = p < 299 ? 0 : 1, c[p] = p, v[p] = 1;
  A = make(ARAIOS_INDEX_32, 200001, 300, 300, r, c, v);
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_convert(ctx, &options, A, ARAIOS_ELL, &B));
  CHECK(strstr(araios_context_message(ctx), "row 0 has 299") != NULL);
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_convert(ctx, NULL, A, ARAIOS_BSR, &B)); /* 2 does not divide 200001 */
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_convert(ctx, NULL, A, (araios_format)77, &B));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_convert(ctx, NULL, A, ARAIOS_PACKET, &B)); /* not square */
  OK(araios_identity(ctx, ARAIOS_FLOAT64, ARAIOS_INDEX_DEFAULT, 300, &B));
  options.packet_rows = 64, options.natural_order = 1;
  OK(araios_convert(ctx, &options, B, ARAIOS_PACKET, &B));
  CHECK(nnz_of(B) == 300);
  OK(araios_matrix_destroy(B));
  B = NULL;
  options.slots_per_entry = -7;
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_convert(ctx, &options, A, ARAIOS_ELL, &B));
  CHECK(B == NULL);
  OK(araios_matrix_destroy(A));
}

static void choice_of_a_format(void) {
  araios_matrix *A = NULL, *B = NULL;
  araios_format_choice choice;
  araios_choose_options options = {10, ARAIOS_NO_TRANSPOSE, 1, 0, ARAIOS_CHOOSE_BY_RULE, 0, NULL, NULL};
  araios_matrix_info info;
  int c;
  OK(araios_stencil(ctx, ARAIOS_FLOAT64, ARAIOS_INDEX_DEFAULT, 60, 60, 1, 0, &A));
  CHECK(nnz_of(A) == 5 * 3600 - 4 * 60);
  OK(araios_choose_format(ctx, NULL, A, &choice));
  CHECK(choice.reason[0] != '\0' && choice.format != ARAIOS_FORMAT_DEFAULT);
  OK(araios_convert(ctx, &choice.options, A, choice.format, &B));
  OK(araios_matrix_get_info(ctx, B, &info));
  CHECK(info.format == choice.format);
  OK(araios_choose_format(ctx, &options, A, &choice));
  CHECK(choice.num_candidates >= 8 && choice.candidates[0].format == ARAIOS_CSR);
  for (c = 0; c < choice.num_candidates; ++c) {
    araios_format_candidate const* candidate = &choice.candidates[c];
    CHECK(candidate->reason[0] != '\0' || candidate->format == ARAIOS_CSR);
    CHECK(candidate->bytes > 0 && candidate->predicted_seconds > 0 && candidate->measured_seconds < 0);
  }
  CHECK(choice.candidates[choice.chosen].format == choice.format);
  options.expected_applications = -1;
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_choose_format(ctx, &options, A, &choice));
  OK(araios_matrix_destroy(A));
  OK(araios_matrix_destroy(B));
}

/* A clock that says how long each of the runs takes: 1, 2, 3 ... seconds, but 1/2 of the run `fastest`. */
typedef struct fake_clock {
  int calls, fastest, backwards;
  double now;
} fake_clock;
static double read_clock(void* user) {
  fake_clock* const clock = (fake_clock*)user;
  int const run = clock->calls++ / 2;
  if (clock->calls % 2 == 0) clock->now += clock->backwards ? -1 : run == clock->fastest ? 0.5 : 1 + run;
  return clock->now;
}

static void choice_by_measurement(void) {
  static araios_index const indices[] = {ARAIOS_INDEX_32, ARAIOS_INDEX_32_64, ARAIOS_INDEX_64};
  static araios_op const ops[] = {ARAIOS_NO_TRANSPOSE, ARAIOS_TRANSPOSE};
  size_t k, o;
  for (k = 0; k < sizeof(indices) / sizeof(indices[0]); ++k)
    for (o = 0; o < sizeof(ops) / sizeof(ops[0]); ++o) {
      fake_clock clock = {0, 2, 0, 100};
      araios_choose_options options = {0, ARAIOS_NO_TRANSPOSE, 0, 0, ARAIOS_CHOOSE_BY_MEASUREMENT, 4, NULL, NULL};
      araios_matrix *A = NULL, *B = NULL;
      araios_format_choice choice;
      int c, measured = 0;
      if (!araios_supports(ARAIOS_FLOAT64, indices[k])) continue;
      options.op = ops[o], options.seconds = read_clock, options.user = &clock;
      OK(araios_stencil(ctx, ARAIOS_FLOAT64, indices[k], 40, 40, 1, 0, &A));
      OK(araios_choose_format(ctx, &options, A, &choice));
      for (c = 0; c < choice.num_candidates; ++c) {
        araios_format_candidate const* candidate = &choice.candidates[c];
        CHECK(candidate->eligible == (candidate->measured_seconds >= 0));
        if (!candidate->eligible) continue;
        CHECK(candidate->measured_seconds == (measured == 2 ? 0.5 : 1 + measured) / 4);
        if (measured++ == 2) CHECK(choice.chosen == c);
      }
      CHECK(measured > 3 && clock.calls == 2 * measured);
      OK(araios_convert(ctx, &choice.options, A, choice.format, &B));
      /* With the clock of the library, of a matrix in another format. */
      options.seconds = NULL, options.measured_applications = 0;
      OK(araios_choose_format(ctx, &options, B, &choice));
      CHECK(choice.candidates[0].measured_seconds >= 0 && choice.reason[0] != '\0');
      options.seconds = read_clock, clock.backwards = 1, choice.num_candidates = -7;
      FAILS(ARAIOS_INVALID_ARGUMENT, araios_choose_format(ctx, &options, A, &choice));
      CHECK(strstr(araios_context_message(ctx), "clock") != NULL && choice.num_candidates == -7);
      options.measured_applications = -1;
      FAILS(ARAIOS_INVALID_ARGUMENT, araios_choose_format(ctx, &options, A, &choice));
      options.measured_applications = 1, options.mode = (araios_choice_mode)2;
      FAILS(ARAIOS_INVALID_ARGUMENT, araios_choose_format(ctx, &options, A, &choice));
      OK(araios_matrix_destroy(A));
      OK(araios_matrix_destroy(B));
    }
  {
    /* Without values and without entries. */
    araios_choose_options options = {0, ARAIOS_NO_TRANSPOSE, 0, 0, ARAIOS_CHOOSE_BY_MEASUREMENT, 2, NULL, NULL};
    araios_matrix* A = NULL;
    araios_format_choice choice;
    OK(araios_stencil(ctx, ARAIOS_PATTERN, ARAIOS_INDEX_DEFAULT, 20, 20, 1, 0, &A));
    OK(araios_choose_format(ctx, &options, A, &choice));
    CHECK(choice.candidates[0].measured_seconds >= 0);
    OK(araios_matrix_create(ctx, ARAIOS_FLOAT64, ARAIOS_INDEX_DEFAULT, 3, 4, &A));
    OK(araios_choose_format(ctx, &options, A, &choice));
    CHECK(choice.format == ARAIOS_CSR && choice.num_candidates == 1);
    OK(araios_matrix_destroy(A));
  }
}

static void casts(void) {
  static araios_type const types[] = {ARAIOS_FLOAT32,    ARAIOS_FLOAT64, ARAIOS_COMPLEX64,
                                      ARAIOS_COMPLEX128, ARAIOS_INT64,   ARAIOS_PATTERN};
  static double const ones[] = {1, 1, 1, 1, 1};
  araios_matrix* A = make(ARAIOS_INDEX_32, 3, 4, 5, r5, c5, v5);
  size_t t;
  for (t = 0; t < sizeof(types) / sizeof(types[0]); ++t) {
    araios_matrix *B = NULL, *C = NULL;
    araios_matrix_info info;
    araios_matrix_arrays of_a, of_b;
    if (!araios_supports(types[t], ARAIOS_INDEX_DEFAULT)) {
      FAILS(ARAIOS_NOT_SUPPORTED, araios_cast(ctx, A, types[t], ARAIOS_INDEX_DEFAULT, &B));
      CHECK(strstr(araios_context_message(ctx), "Araios_C_SCALARS") != NULL);
      continue;
    }
    OK(araios_cast(ctx, A, types[t], ARAIOS_INDEX_32_64, &B));
    OK(araios_matrix_get_info(ctx, B, &info));
    CHECK(info.type == types[t] && info.index == ARAIOS_INDEX_32_64);
    OK(araios_cast(ctx, B, ARAIOS_FLOAT64, ARAIOS_INDEX_DEFAULT, &C));
    CHECK(has(C, 5, r5, c5, types[t] == ARAIOS_PATTERN ? ones : v5));
    OK(araios_cast(ctx, A, types[t], ARAIOS_INDEX_DEFAULT, &B)); /* arrays that do not change are shared */
    OK(araios_matrix_get_arrays(ctx, A, &of_a));
    OK(araios_matrix_get_arrays(ctx, B, &of_b));
    CHECK(of_a.offsets == of_b.offsets && of_a.col_indices == of_b.col_indices);
    OK(araios_matrix_destroy(B));
    OK(araios_matrix_destroy(C));
  }
  if (araios_supports(ARAIOS_INT64, ARAIOS_INDEX_DEFAULT)) { /* the sum is rounded, not its parts */
    static int32_t const zeros[] = {0, 0};
    double halves[] = {0.5, 0.5};
    static double const one[] = {1};
    araios_matrix *B = NULL, *C = NULL;
    OK(araios_matrix_create_coo(ctx, NULL, ARAIOS_FLOAT64, ARAIOS_INDEX_32, 1, 1, 2, zeros, zeros, halves, &B));
    OK(araios_cast(ctx, B, ARAIOS_INT64, ARAIOS_INDEX_DEFAULT, &C));
    OK(araios_cast(ctx, C, ARAIOS_FLOAT64, ARAIOS_INDEX_DEFAULT, &C));
    CHECK(has(C, 1, zeros, zeros, one));
    OK(araios_matrix_destroy(B));
    OK(araios_matrix_destroy(C));
  }
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_cast(ctx, A, ARAIOS_INT32, ARAIOS_INDEX_DEFAULT, &A)); /* of vectors only */
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_cast(ctx, A, ARAIOS_FLOAT64, (araios_index)7, &A));
  OK(araios_matrix_destroy(A));
}

static void order(void) {
  static int32_t const map[] = {0, 3, 5}, entries[] = {2, 0, 2, 1, 0};
  double values[] = {1, 2, 4, 8, 16};
  static int const r[] = {0, 0, 0, 1, 1}, c[] = {0, 2, 2, 0, 1}, rs[] = {0, 0, 1, 1}, cs[] = {0, 2, 0, 1};
  static double const v[] = {2, 1, 4, 16, 8}, vs[] = {2, 5, 16, 8}, twice[] = {4, 10, 32, 16};
  araios_matrix *A = NULL, *B = NULL;
  OK(araios_matrix_create_csr(ctx, NULL, ARAIOS_FLOAT64, ARAIOS_INDEX_32, 2, 3, 5, map, entries, values, &A));
  OK(araios_matrix_validate(ctx, ARAIOS_ORDER_ANY, A));
  FAILS(ARAIOS_INVALID_MATRIX, araios_matrix_validate(ctx, ARAIOS_ORDER_SORTED, A));
  OK(araios_sort_rows(ctx, A, &B));
  CHECK(has(B, 5, r, c, v));
  OK(araios_matrix_validate(ctx, ARAIOS_ORDER_SORTED, B));
  FAILS(ARAIOS_INVALID_MATRIX, araios_matrix_validate(ctx, ARAIOS_ORDER_STRICT, B));
  OK(araios_sum_duplicates(ctx, A, &B));
  CHECK(has(B, 4, rs, cs, vs));
  /* What needs strict rows makes them, and A stays as it is. */
  OK(araios_add(ctx, 1, A, 1, A, &B));
  CHECK(has(B, 4, rs, cs, twice));
  CHECK(nnz_of(A) == 5);
  OK(araios_matrix_destroy(A));
  OK(araios_matrix_destroy(B));
}

static void dense_arrays(void) {
  double X[12], Y[12];
  araios_dense dense;
  araios_matrix *A = make(ARAIOS_INDEX_32, 3, 4, 5, r5, c5, v5), *B = NULL;
  araios_context_info where;
  int equal = 0, i;
  OK(araios_context_get_info(ctx, &where));
  if (where.space != ARAIOS_SPACE_HOST) {
    OK(araios_matrix_destroy(A));
    return; /* these are arrays of the host */
  }
  dense.data = X, dense.type = ARAIOS_FLOAT64, dense.rows = 3, dense.columns = 4;
  dense.row_stride = 4, dense.column_stride = 1;
  for (i = 0; i < 12; ++i) X[i] = Y[i] = 77;
  OK(araios_to_dense(ctx, A, &dense));
  CHECK(X[0] == 1 && X[1] == 0 && X[2] == 2 && X[5] == 3 && X[8] == 4 && X[11] == 5);
  OK(araios_from_dense(ctx, ARAIOS_INDEX_DEFAULT, &dense, &B));
  OK(araios_matrix_equal(ctx, A, B, &equal));
  CHECK(equal);
  dense.data = Y, dense.row_stride = 1, dense.column_stride = 3;
  OK(araios_to_dense(ctx, A, &dense));
  CHECK(Y[0] == 1 && Y[2] == 4 && Y[4] == 3 && Y[6] == 2 && Y[11] == 5 && Y[1] == 0);
  OK(araios_from_dense(ctx, ARAIOS_INDEX_DEFAULT, &dense, &B));
  OK(araios_matrix_equal(ctx, A, B, &equal));
  CHECK(equal);
  OK(araios_cast(ctx, A, ARAIOS_PATTERN, ARAIOS_INDEX_DEFAULT, &B));
  OK(araios_to_dense(ctx, B, &dense));
  CHECK(Y[11] == 1 && Y[1] == 0);
  dense.column_stride = 2;
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_to_dense(ctx, A, &dense));
  dense.column_stride = 3, dense.rows = 2;
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_to_dense(ctx, A, &dense));
  OK(araios_matrix_destroy(A));
  OK(araios_matrix_destroy(B));
}

static void transposition(void) {
  static int const r[] = {0, 0, 1, 2, 3}, c[] = {0, 2, 1, 0, 2};
  static double const v[] = {1, 4, 3, 2, 5};
  araios_matrix *A = make(ARAIOS_INDEX_32, 3, 4, 5, r5, c5, v5), *B = NULL;
  araios_transpose_options options = {ARAIOS_TRANSPOSE_AUTOMATIC, 0};
  int method;
  OK(araios_transpose(ctx, NULL, A, &B));
  CHECK(has(B, 5, r, c, v));
  for (method = 0; method <= ARAIOS_TRANSPOSE_FUSED; ++method) {
    options.method = (araios_transpose_method)method;
    OK(araios_transpose(ctx, &options, A, &B));
    CHECK(has(B, 5, r, c, v));
  }
  options.method = (araios_transpose_method)50;
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_transpose(ctx, &options, A, &B));
  OK(araios_transpose(ctx, NULL, B, &B)); /* the output is the input */
  CHECK(has(B, 5, r5, c5, v5));
  if (araios_supports(ARAIOS_COMPLEX128, ARAIOS_INDEX_DEFAULT)) {
    static int32_t const i[] = {0, 1}, j[] = {1, 0};
    double z[] = {1, 2, 3, -4}, value[2];
    int found = 0;
    OK(araios_matrix_build(ctx, NULL, ARAIOS_COMPLEX128, ARAIOS_INDEX_32, 2, 2, 2, i, j, z, &A));
    options.method = ARAIOS_TRANSPOSE_AUTOMATIC, options.conjugate = 1;
    OK(araios_transpose(ctx, &options, A, &B));
    OK(araios_matrix_get_element(ctx, B, 1, 0, &found, value));
    CHECK(found && value[0] == 1 && value[1] == -2);
    options.method = ARAIOS_TRANSPOSE_RADIX;
    OK(araios_transpose(ctx, &options, A, &B));
    OK(araios_matrix_get_element(ctx, B, 0, 1, &found, value));
    CHECK(found && value[0] == 3 && value[1] == 4);
  }
  OK(araios_matrix_destroy(A));
  OK(araios_matrix_destroy(B));
}

static void plans(void) {
  static double const x3[] = {1, 10, 100}, more[] = {2, 4, 6, 8, 10};
  static double const y[] = {401, 30, 2, 500}, y2[] = {802, 60, 4, 1000};
  static int const r[] = {0, 0, 1, 2, 3}, c[] = {0, 2, 1, 0, 2};
  static double const v[] = {2, 8, 6, 4, 10};
  araios_matrix *A = make(ARAIOS_INDEX_32_64, 3, 4, 5, r5, c5, v5), *B = NULL,
                *D = make(ARAIOS_INDEX_32_64, 3, 4, 4, r5, c5, v5);
  araios_plan *T = NULL, *S = NULL;
  araios_plan_info info;
  araios_spmv_plan_options options = {ARAIOS_TRANSPOSE, ARAIOS_SPMV_AUTOMATIC, 0, ARAIOS_RUN_TO_RUN};
  araios_matrix_arrays before, after;
  araios_vector *x = dense_vector(3, x3), *z = NULL;
  OK(araios_vector_create(ctx, ARAIOS_FLOAT64, 4, &z));
  OK(araios_spmv_plan_create(ctx, &options, A, &S));
  OK(araios_plan_get_info(ctx, S, &info));
  CHECK(info.kind == ARAIOS_PLAN_SPMV && info.rows == 3 && info.columns == 4 && info.bytes > 0 && info.reason[0]);
  OK(araios_spmv_with_plan(ctx, NULL, S, 1, A, x, 0, z));
  CHECK(has_entries(z, 4, NULL, y));
  OK(araios_transpose_plan_create(ctx, A, &T));
  OK(araios_transpose_with_plan(ctx, NULL, T, A, &B));
  OK(araios_matrix_get_arrays(ctx, B, &before));
  OK(araios_matrix_set_values(ctx, A, ARAIOS_SPACE_HOST, more));
  OK(araios_transpose_with_plan(ctx, NULL, T, A, &B)); /* new values, the same arrays */
  OK(araios_matrix_get_arrays(ctx, B, &after));
  CHECK(before.values == after.values && before.offsets == after.offsets);
  CHECK(has(B, 5, r, c, v));
  OK(araios_spmv_plan_update(ctx, S, A));
  OK(araios_spmv_with_plan(ctx, NULL, S, 1, A, x, 0, z));
  CHECK(has_entries(z, 4, NULL, y2));
  /* Of another matrix, or of another kind: refused. */
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_spmv_with_plan(ctx, NULL, S, 1, D, x, 0, z));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_transpose_with_plan(ctx, NULL, T, D, &B));
  FAILS(ARAIOS_INVALID_HANDLE, araios_spmv_with_plan(ctx, NULL, T, 1, A, x, 0, z));
  FAILS(ARAIOS_INVALID_HANDLE, araios_transpose_with_plan(ctx, NULL, S, A, &B));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_spmv_plan_create(ctx, NULL, A, &S)); /* a plan is not overwritten */
  CHECK(has(B, 5, r, c, v));
  OK(araios_plan_destroy(S));
  S = NULL;
  OK(araios_convert(ctx, NULL, A, ARAIOS_ELL, &D));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_spmv_plan_create(ctx, NULL, D, &S));
  /* A plan keeps what it needs of its matrix. */
  OK(araios_matrix_destroy(A));
  OK(araios_plan_destroy(T));
  CHECK(has(B, 5, r, c, v));
  OK(araios_matrix_destroy(B));
  OK(araios_matrix_destroy(D));
  OK(araios_vector_destroy(x));
  OK(araios_vector_destroy(z));
}

static void generated(void) {
  static int const r[] = {0, 0, 1, 1, 1, 2, 2}, c[] = {0, 1, 0, 1, 2, 1, 2}, d[] = {0, 1, 2};
  static double const ones[] = {1, 1, 1};
  araios_matrix *A = NULL, *B = NULL;
  int equal = 0;
  OK(araios_identity(ctx, ARAIOS_FLOAT64, ARAIOS_INDEX_DEFAULT, 3, &A));
  CHECK(has(A, 3, d, d, ones));
  OK(araios_banded(ctx, ARAIOS_PATTERN, ARAIOS_INDEX_DEFAULT, 3, 3, 1, 1, 1, &A));
  CHECK(has(A, 7, r, c, NULL));
  OK(araios_random(ctx, ARAIOS_FLOAT64, ARAIOS_INDEX_DEFAULT, 50, 70, 400, 7, &A));
  OK(araios_random(ctx, ARAIOS_FLOAT64, ARAIOS_INDEX_DEFAULT, 50, 70, 400, 7, &B));
  CHECK(nnz_of(A) == 400);
  OK(araios_matrix_equal(ctx, A, B, &equal));
  CHECK(equal);
  OK(araios_random(ctx, ARAIOS_FLOAT64, ARAIOS_INDEX_DEFAULT, 50, 70, 400, 8, &B));
  OK(araios_matrix_equal(ctx, A, B, &equal));
  CHECK(!equal);
  OK(araios_rmat(ctx, ARAIOS_PATTERN, ARAIOS_INDEX_DEFAULT, 6, 300, 1, &A));
  CHECK(nnz_of(A) > 100 && nnz_of(A) <= 300);
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_random(ctx, ARAIOS_FLOAT64, ARAIOS_INDEX_DEFAULT, 3, 3, 10, 7, &A));
  {
    /* Two stars: K_{1,2} and K_{1,1}, with loops at the hubs a graph with triangles. */
    static int64_t const sizes[] = {2, 1};
    int64_t triangles = -1;
    OK(araios_star_product(ctx, ARAIOS_PATTERN, ARAIOS_INDEX_DEFAULT, 2, sizes, ARAIOS_STAR_NO_LOOP, &A));
    CHECK(nnz_of(A) == 8);
    OK(araios_require_simple(ctx, A));
    OK(araios_count_triangles(ctx, NULL, A, &triangles));
    CHECK(triangles == 0);
    OK(araios_star_product(ctx, ARAIOS_FLOAT64, ARAIOS_INDEX_DEFAULT, 2, sizes, ARAIOS_STAR_HUB, &A));
    CHECK(nnz_of(A) == 5 * 3 - 1);
    OK(araios_count_triangles(ctx, NULL, A, &triangles));
    CHECK(triangles == 2);
    FAILS(ARAIOS_INVALID_ARGUMENT,
          araios_star_product(ctx, ARAIOS_PATTERN, ARAIOS_INDEX_DEFAULT, 0, sizes, ARAIOS_STAR_HUB, &A));
    FAILS(ARAIOS_INVALID_ARGUMENT,
          araios_star_product(ctx, ARAIOS_PATTERN, ARAIOS_INDEX_DEFAULT, 2, NULL, ARAIOS_STAR_HUB, &A));
    FAILS(ARAIOS_INVALID_ARGUMENT,
          araios_star_product(ctx, ARAIOS_PATTERN, ARAIOS_INDEX_DEFAULT, 2, sizes, (araios_star_loop)3, &A));
  }
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_rmat(ctx, ARAIOS_PATTERN, ARAIOS_INDEX_DEFAULT, -1, 300, 1, &A));
  OK(araios_matrix_destroy(A));
  OK(araios_matrix_destroy(B));
}

/* A plan refuses another pattern wherever it differs: a sample of the entries would miss it. */
static void a_plan_compares_every_entry(void) {
  enum { n = 50000 };
  static int32_t const places[] = {1, 777, 25001, n - 2};
  int32_t* map = malloc((n + 1) * sizeof *map);
  int32_t* entries = malloc(n * sizeof *entries);
  double* values = malloc(n * sizeof *values);
  araios_matrix *A = NULL, *other = NULL, *B = NULL;
  araios_plan* P = NULL;
  int32_t i;
  int k;
  CHECK(map != NULL && entries != NULL && values != NULL);
  for (i = 0; i < n; ++i) map[i] = entries[i] = i, values[i] = i;
  map[n] = n;
  OK(araios_matrix_create_csr(ctx, NULL, ARAIOS_FLOAT64, ARAIOS_INDEX_32, n, n, n, map, entries, values, &A));
  OK(araios_transpose_plan_create(ctx, A, &P));
  OK(araios_matrix_create_csr(ctx, NULL, ARAIOS_FLOAT64, ARAIOS_INDEX_32, n, n, n, map, entries, values, &other));
  OK(araios_transpose_with_plan(ctx, NULL, P, other, &B));
  OK(araios_matrix_destroy(B));
  OK(araios_matrix_destroy(other));
  for (k = 0; k < 4; ++k) {
    other = B = NULL;
    entries[places[k]] += 1;
    OK(araios_matrix_create_csr(ctx, NULL, ARAIOS_FLOAT64, ARAIOS_INDEX_32, n, n, n, map, entries, values, &other));
    entries[places[k]] -= 1;
    FAILS(ARAIOS_INVALID_ARGUMENT, araios_transpose_with_plan(ctx, NULL, P, other, &B));
    CHECK(B == NULL);
    OK(araios_matrix_destroy(other));
  }
  OK(araios_plan_destroy(P));
  OK(araios_matrix_destroy(A));
  free(map), free(entries), free(values);
}

test const convert_tests[] = {{"convert.every_format", every_format_multiplies},
                              {"convert.a_plan_compares_every_entry", a_plan_compares_every_entry},
                              {"convert.refused", refused_conversions},
                              {"convert.choice_of_a_format", choice_of_a_format},
                              {"convert.choice_by_measurement", choice_by_measurement},
                              {"convert.casts", casts},
                              {"convert.order", order},
                              {"convert.dense_arrays", dense_arrays},
                              {"convert.transposition", transposition},
                              {"convert.plans", plans},
                              {"convert.generated", generated},
                              {NULL, NULL}};
