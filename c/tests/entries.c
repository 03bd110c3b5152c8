/* SPDX-License-Identifier: Apache-2.0 */
/** \file
 * Entries one by one, all of them, and in files. */

#include "check.h"

static int const rows5[] = {0, 0, 2, 2, 2};
static int const columns5[] = {0, 2, 0, 1, 3};
static double const values5[] = {1, 2, 3, 4, 5};

static void single_entries(void) {
  static int const r[] = {0, 0, 1, 2, 2}, c[] = {0, 2, 1, 0, 1};
  static double const v[] = {10, 2, 7, 3, 4};
  araios_matrix* A = make(ARAIOS_INDEX_32, 3, 4, 5, rows5, columns5, values5);
  double value[2];
  int found = -1;
  OK(araios_matrix_set_element(ctx, A, 0, 0, 9, 0));
  OK(araios_matrix_set_element(ctx, A, 0, 0, 10, 0)); /* the last one counts */
  OK(araios_matrix_set_element(ctx, A, 1, 1, 7, 0));
  OK(araios_matrix_remove_element(ctx, A, 2, 3));
  OK(araios_matrix_remove_element(ctx, A, 1, 3)); /* there is none */
  CHECK(nnz_of(A) == 5);
  CHECK(has(A, 5, r, c, v));
  OK(araios_matrix_get_element(ctx, A, 1, 1, &found, value));
  CHECK(found == 1 && value[0] == 7 && value[1] == 0);
  OK(araios_matrix_get_element(ctx, A, 1, 2, &found, value));
  CHECK(found == 0 && value[0] == 0);
  OK(araios_matrix_get_element(ctx, A, 0, 2, &found, NULL));
  CHECK(found == 1);
  FAILS(ARAIOS_OUT_OF_RANGE, araios_matrix_get_element(ctx, A, 3, 0, &found, value));
  FAILS(ARAIOS_OUT_OF_RANGE, araios_matrix_set_element(ctx, A, 0, 4, 1, 0));
  FAILS(ARAIOS_OUT_OF_RANGE, araios_matrix_remove_element(ctx, A, -1, 0));
  OK(araios_matrix_destroy(A));
}

static void extraction(void) {
  araios_matrix *A = make(ARAIOS_INDEX_32, 3, 4, 5, rows5, columns5, values5), *B = NULL;
  int64_t count = 0, rows[5], map[4], entries[5];
  double values[5];
  OK(araios_matrix_extract(ctx, A, NULL, NULL, NULL, &count));
  CHECK(count == 5);
  count = 4;
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_matrix_extract(ctx, A, rows, NULL, NULL, &count));
  CHECK(count == 4);
  count = 5;
  OK(araios_matrix_extract(ctx, A, rows, NULL, values, &count));
  CHECK(rows[4] == 2 && values[4] == 5);
  if (araios_supports(ARAIOS_FLOAT64, ARAIOS_INDEX_64)) {
    OK(araios_matrix_extract_csr(ctx, A, ARAIOS_INDEX_64, map, entries, values));
    CHECK(map[0] == 0 && map[1] == 2 && map[2] == 2 && map[3] == 5 && entries[1] == 2 && values[1] == 2);
  }
  OK(araios_matrix_copy(other, A, &B)); /* to another context */
  OK(araios_matrix_extract(other, B, rows, entries, values, &count));
  CHECK(count == 5 && entries[4] == 3);
  OK(araios_matrix_destroy(B));
  B = NULL;
  OK(araios_matrix_copy(ctx, A, &B));
  OK(araios_matrix_set_values(ctx, B, ARAIOS_SPACE_HOST, values5 + 0));
  OK(araios_matrix_destroy(A));
  CHECK(has(B, 5, rows5, columns5, values5));
  OK(araios_matrix_destroy(B));
}

static void files(void) {
  static char const text[] =
      "%%MatrixMarket matrix coordinate real symmetric\n% a comment\n3 3 3\n1 1 2\n2 1 -1\n3 2 0.5\n";
  static int const r[] = {0, 0, 1, 1, 2}, c[] = {0, 1, 0, 2, 1};
  static double const v[] = {2, -1, -1, 0.5, 0.5};
  static int const tr[] = {0, 1, 2}, tc[] = {0, 0, 1};
  araios_market_options options = {ARAIOS_TYPE_DEFAULT, ARAIOS_INDEX_DEFAULT, 0, 0, ARAIOS_FORMAT_DEFAULT};
  araios_market_write_options write = {ARAIOS_SYMMETRIC, "two\nlines"};
  araios_market_info info;
  araios_matrix *A = NULL, *B = NULL;
  int equal = 0;
  char const* path = "araios_c_tests.mtx";
  OK(araios_matrix_parse_market(ctx, NULL, text, sizeof(text) - 1, &A));
  CHECK(has(A, 5, r, c, v));
  OK(araios_matrix_write_market(ctx, NULL, A, path));
  OK(araios_matrix_read_market(ctx, NULL, path, &B));
  OK(araios_matrix_equal(ctx, A, B, &equal));
  CHECK(equal);
  OK(araios_market_get_info(ctx, path, &info));
  CHECK(info.rows == 3 && info.entries == 5 && info.type == ARAIOS_FLOAT64 && info.symmetry == ARAIOS_GENERAL);
  OK(araios_matrix_write_market(ctx, &write, A, path));
  OK(araios_market_get_info(ctx, path, &info));
  CHECK(info.entries == 3 && info.symmetry == ARAIOS_SYMMETRIC && !info.is_array);
  OK(araios_matrix_read_market(ctx, NULL, path, &B));
  OK(araios_matrix_equal(ctx, A, B, &equal));
  CHECK(equal);
  options.keep_triangle = 1;
  options.format = ARAIOS_COO;
  options.type = ARAIOS_PATTERN;
  FAILS(ARAIOS_IO_ERROR, araios_matrix_read_market(ctx, &options, path, &B));
  options.drop_values = 1;
  OK(araios_matrix_read_market(ctx, &options, path, &B));
  CHECK(has(B, 3, tr, tc, NULL));
  remove(path);
  FAILS(ARAIOS_IO_ERROR, araios_matrix_read_market(ctx, NULL, "no such file", &B));
  FAILS(ARAIOS_IO_ERROR, araios_matrix_write_market(ctx, NULL, A, "no such folder/A.mtx"));
  FAILS(ARAIOS_IO_ERROR, araios_matrix_parse_market(ctx, NULL, text, 60, &B));
  FAILS(ARAIOS_IO_ERROR, araios_matrix_parse_market(ctx, NULL, "x", 1, &B));
  write.symmetry = ARAIOS_SKEW_SYMMETRIC;
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_matrix_write_market(ctx, &write, A, path));
  CHECK(has(B, 3, tr, tc, NULL));
  OK(araios_matrix_destroy(A));
  OK(araios_matrix_destroy(B));
}

/* A length that no memory has is refused; what a length promises beyond that is up to the caller. */
static void lengths_of_texts(void) {
  static char const text[] = "%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 2\n";
  size_t const wrong[] = {(size_t)-1, (size_t)-2, (size_t)1 << (8 * sizeof(size_t) - 2),
                          (size_t)1 << (8 * sizeof(size_t) - 1), (size_t)-sizeof(text)};
  araios_matrix* A = NULL;
  araios_vector* x = NULL;
  araios_market_info info;
  size_t k;
  for (k = 0; k < sizeof(wrong) / sizeof(wrong[0]); ++k) {
    FAILS(ARAIOS_INVALID_ARGUMENT, araios_matrix_parse_market(ctx, NULL, text, wrong[k], &A));
    FAILS(ARAIOS_INVALID_ARGUMENT, araios_market_parse_info(ctx, text, wrong[k], &info));
    FAILS(ARAIOS_INVALID_ARGUMENT, araios_vector_parse_market(ctx, text, wrong[k], &x));
    FAILS(ARAIOS_INVALID_ARGUMENT, araios_matrix_parse_edge_list(ctx, NULL, text, wrong[k], &A, NULL));
    CHECK(A == NULL && x == NULL);
  }
}

static void integer_files(void) {
  static char const square[] = "%%MatrixMarket matrix array integer symmetric\n2 2\n1\n9223372036854775807\n-3\n";
  static char const natural[] = "%%MatrixMarket matrix array unsigned-integer general\n1 2\n18446744073709551615\n0\n";
  static char const odd[] = "%%MatrixMarket matrix coordinate integer general\n1 1 1\n1 1 9007199254740993\n";
  static char const large[] = "%%MatrixMarket matrix coordinate integer general\n1 1 1\n1 1 18446744073709551616\n";
  static char const skew[] = "%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 2\n2 2 7\n2 1 3\n";
  static int const r[] = {0, 1, 1}, c[] = {1, 0, 1};
  static double const v[] = {-3, 3, 7};
  araios_market_options options = {ARAIOS_FLOAT64, ARAIOS_INDEX_DEFAULT, 0, 0, ARAIOS_FORMAT_DEFAULT};
  araios_market_info info;
  araios_vector_info about;
  araios_vector* x = NULL;
  araios_matrix* A = NULL;
  OK(araios_market_parse_info(ctx, square, sizeof(square) - 1, &info));
  CHECK(info.entries == 4 && info.is_array && info.type == ARAIOS_INT64 && !info.is_unsigned);
  OK(araios_vector_parse_market(ctx, square, sizeof(square) - 1, &x));
  OK(araios_vector_get_info(ctx, x, &about));
  CHECK(about.type == ARAIOS_INT64 && about.length == 4 && !about.is_sparse);
  if (about.space == ARAIOS_SPACE_HOST) {
    int64_t const* values = (int64_t const*)about.values;
    CHECK(values[0] == 1 && values[1] == INT64_MAX && values[2] == INT64_MAX && values[3] == -3);
  }
  OK(araios_vector_destroy(x));
  x = NULL;
  OK(araios_market_parse_info(ctx, natural, sizeof(natural) - 1, &info));
  CHECK(info.is_unsigned && info.type == ARAIOS_INT64);
  OK(araios_vector_parse_market(ctx, natural, sizeof(natural) - 1, &x));
  OK(araios_vector_get_info(ctx, x, &about));
  if (about.space == ARAIOS_SPACE_HOST) CHECK(*(int64_t const*)about.values == -1);
  OK(araios_vector_destroy(x));
  x = NULL;
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_vector_parse_market(ctx, odd, sizeof(odd) - 1, &x));
  FAILS(ARAIOS_IO_ERROR, araios_matrix_parse_market(ctx, NULL, odd, sizeof(odd) - 1, &A));
  FAILS(ARAIOS_OVERFLOW, araios_matrix_parse_market(ctx, NULL, large, sizeof(large) - 1, &A));
  OK(araios_matrix_parse_market(ctx, &options, odd, sizeof(odd) - 1, &A));
  OK(araios_matrix_parse_market(ctx, NULL, skew, sizeof(skew) - 1, &A));
  CHECK(has(A, 3, r, c, v));
  OK(araios_matrix_destroy(A));
}

static void edge_lists(void) {
  static char const snap[] = "# a comment\n0 2\n2\t1\n0 2\n\n3 0\n", named[] = "7 -5\n900000000000 7\n";
  static char const challenge[] = "1\t2\t0.5\n3\t1\t2\n1\t2\t1\n";
  static int const r[] = {0, 2, 3}, c[] = {2, 1, 0}, list_r[] = {0, 0, 2, 3}, list_c[] = {2, 2, 1, 0};
  static int const wr[] = {0, 2}, wc[] = {1, 0}, nr[] = {1, 2}, nc[] = {0, 1};
  static double const counts[] = {2, 1, 1}, weights[] = {1.5, 2};
  araios_edge_list_options options = {
      ARAIOS_TYPE_DEFAULT,  ARAIOS_INDEX_DEFAULT, ARAIOS_VERTICES_FROM_0, ARAIOS_EDGES_AUTOMATIC, 0,
      ARAIOS_FORMAT_DEFAULT};
  araios_matrix* A = NULL;
  araios_vector* names = NULL;
  araios_matrix_info info;
  int64_t values[3], three = 3;
  char const* path = "araios_c_tests.edges";
  FILE* file = fopen(path, "wb");
  CHECK(file != NULL && fwrite(snap, 1, sizeof(snap) - 1, file) == sizeof(snap) - 1 && fclose(file) == 0);
  OK(araios_matrix_read_edge_list(ctx, NULL, path, &A, NULL));
  CHECK(has(A, 3, r, c, NULL));
  OK(araios_matrix_get_info(ctx, A, &info));
  CHECK(info.rows == 4 && info.columns == 4 && info.format == ARAIOS_CSR);
  options.type = ARAIOS_FLOAT64, options.rectangular = 1, options.index = ARAIOS_INDEX_32_64;
  OK(araios_matrix_read_edge_list(ctx, &options, path, &A, NULL));
  CHECK(has(A, 3, r, c, counts));
  OK(araios_matrix_get_info(ctx, A, &info));
  CHECK(info.rows == 4 && info.columns == 3 && info.index == ARAIOS_INDEX_32_64);
  options.type = ARAIOS_PATTERN, options.format = ARAIOS_COO;
  OK(araios_matrix_read_edge_list(ctx, &options, path, &A, &names));
  CHECK(has(A, 4, list_r, list_c, NULL) && has_entries(names, 0, NULL, NULL));
  remove(path);
  /* GraphChallenge. */
  options.type = ARAIOS_TYPE_DEFAULT, options.format = ARAIOS_FORMAT_DEFAULT, options.rectangular = 0;
  options.vertices = ARAIOS_VERTICES_FROM_1, options.columns = ARAIOS_EDGES_WEIGHTED;
  OK(araios_matrix_parse_edge_list(ctx, &options, challenge, sizeof(challenge) - 1, &A, NULL));
  CHECK(has(A, 2, wr, wc, weights));
  /* Vertices with names. */
  options.vertices = ARAIOS_VERTICES_COMPACT, options.columns = ARAIOS_EDGES_AUTOMATIC;
  OK(araios_matrix_parse_edge_list(ctx, &options, named, sizeof(named) - 1, &A, &names));
  CHECK(has(A, 2, nr, nc, NULL));
  OK(araios_vector_extract(ctx, names, NULL, values, &three));
  CHECK(values[0] == -5 && values[1] == 7 && values[2] == INT64_C(900000000000));
  /* What is refused leaves both outputs. */
  options.rectangular = 1;
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_matrix_parse_edge_list(ctx, &options, named, sizeof(named) - 1, &A, &names));
  options.rectangular = 0, options.vertices = ARAIOS_VERTICES_FROM_1;
  FAILS(ARAIOS_IO_ERROR, araios_matrix_parse_edge_list(ctx, &options, snap, sizeof(snap) - 1, &A, &names));
  CHECK(strstr(araios_context_message(ctx), "line 2") != NULL);
  FAILS(ARAIOS_IO_ERROR, araios_matrix_parse_edge_list(ctx, NULL, named, sizeof(named) - 1, &A, &names));
  FAILS(ARAIOS_IO_ERROR, araios_matrix_read_edge_list(ctx, NULL, "no such file", &A, &names));
  options.format = ARAIOS_ELL;
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_matrix_parse_edge_list(ctx, &options, snap, sizeof(snap) - 1, &A, &names));
  options.format = ARAIOS_CSR, options.vertices = (araios_vertices)3;
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_matrix_parse_edge_list(ctx, &options, snap, sizeof(snap) - 1, &A, &names));
  options.vertices = ARAIOS_VERTICES_FROM_0, options.columns = (araios_edge_columns)3;
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_matrix_parse_edge_list(ctx, &options, snap, sizeof(snap) - 1, &A, &names));
  CHECK(has(A, 2, nr, nc, NULL) && has_entries(names, 3, NULL, NULL));
  /* A text without edges. */
  OK(araios_matrix_parse_edge_list(ctx, NULL, "# none\n", 7, &A, NULL));
  CHECK(nnz_of(A) == 0);
  OK(araios_matrix_destroy(A));
  OK(araios_vector_destroy(names));
}

static void membership(void) {
  static araios_format const formats[] = {ARAIOS_CSR, ARAIOS_CSC, ARAIOS_COO, ARAIOS_ELL, ARAIOS_DOK, ARAIOS_DCSR};
  static int32_t const map[] = {0, 3, 3, 5}, entries[] = {3, 0, 2, 3, 1};
  static int64_t const rows[] = {0, 0, 0, 1, 2, 2, 2}, columns[] = {0, 1, 3, 0, 1, 2, 3}, far[] = {0, 1, 4};
  static int const wanted[] = {1, 0, 1, 0, 1, 0, 1};
  size_t f;
  araios_matrix *A = NULL, *B = NULL;
  OK(araios_matrix_create_csr(ctx, NULL, ARAIOS_PATTERN, ARAIOS_INDEX_32, 3, 4, 5, map, entries, NULL, &A));
  for (f = 0; f < sizeof(formats) / sizeof(formats[0]); ++f) {
    int found[7], p;
    OK(araios_convert(ctx, NULL, A, formats[f], &B)); /* of rows that are not sorted */
    OK(araios_matrix_contains(ctx, B, 7, rows, columns, found));
    for (p = 0; p < 7; ++p) CHECK(found[p] == wanted[p]);
  }
  OK(araios_matrix_contains(ctx, A, 0, NULL, NULL, NULL));
  FAILS(ARAIOS_OUT_OF_RANGE, araios_matrix_contains(ctx, A, 3, rows, far, (int[]){0, 0, 0}));
  CHECK(strstr(araios_context_message(ctx), "columns[2] is 4") != NULL);
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_matrix_contains(ctx, A, 3, NULL, far, (int[]){0, 0, 0}));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_matrix_contains(ctx, A, -3, rows, columns, NULL));
  OK(araios_matrix_destroy(A));
  OK(araios_matrix_destroy(B));
}

/* Batches of changes, and the values at many places, in every format and index type. */
static void batches(void) {
  static araios_format const formats[] = {ARAIOS_CSR, ARAIOS_CSC, ARAIOS_COO, ARAIOS_ELL, ARAIOS_DOK, ARAIOS_DCSR};
  static int32_t const i[] = {0, 2, 0, 1, 2, 2, 0}, j[] = {1, 0, 1, 3, 3, 0, 0}, far[] = {0, 3, 4};
  static int64_t const wide_i[] = {0, 2, 0, 1, 2, 2, 0}, wide_j[] = {1, 0, 1, 3, 3, 0, 0};
  static double const a[] = {5, 6, 7, 8, 0, 9, 0};
  static uint8_t const removes[] = {0, 0, 0, 0, 255, 1, 1};
  static int const r[] = {0, 0, 1, 2}, c[] = {1, 2, 3, 1}, all_r[] = {0, 0, 0, 1, 2, 2, 2},
                   all_c[] = {0, 1, 2, 3, 0, 1, 3};
  static double const v[] = {7, 2, 8, 4}, all_v[] = {0, 7, 2, 8, 9, 4, 0};
  static int32_t const wi[] = {2, 0, 1, 2, 0}, wj[] = {1, 0, 3, 1, 2};
  static int const wanted[] = {1, 0, 1, 1, 1};
  static double const wanted_values[] = {4, 0, 8, 4, 2};
  size_t f;
  araios_matrix *A = make(ARAIOS_INDEX_32, 3, 4, 5, rows5, columns5, values5), *B = NULL, *P = NULL;
  for (f = 0; f < sizeof(formats) / sizeof(formats[0]); ++f) {
    int found[5], p;
    double values[5];
    OK(araios_convert(ctx, NULL, A, formats[f], &B));
    OK(araios_matrix_update(ctx, ARAIOS_SPACE_DEFAULT, B, ARAIOS_INDEX_32, 7, i, j, a, removes));
    CHECK(has(B, 4, r, c, v));
    OK(araios_convert(ctx, NULL, B, formats[f], &B));
    OK(araios_matrix_find(ctx, ARAIOS_ORDER_ANY, ARAIOS_SPACE_HOST, B, ARAIOS_INDEX_32, 5, wi, wj, found, values));
    for (p = 0; p < 5; ++p) CHECK(found[p] == wanted[p] && values[p] == wanted_values[p]);
    OK(araios_matrix_find(ctx, ARAIOS_ORDER_STRICT, ARAIOS_SPACE_HOST, B, ARAIOS_INDEX_32, 5, wi, wj, found, values));
    for (p = 0; p < 5; ++p) CHECK(found[p] == wanted[p] && values[p] == wanted_values[p]);
    OK(araios_matrix_find(ctx, ARAIOS_ORDER_ANY, ARAIOS_SPACE_HOST, B, ARAIOS_INDEX_32, 5, wi, wj, found, NULL));
    CHECK(found[0] == 1 && found[1] == 0);
  }
  /* Nothing is removed; after changes of single entries; a pattern. */
  OK(araios_matrix_copy(ctx, A, &B));
  OK(araios_matrix_set_element(ctx, B, 0, 1, 100, 0));
  OK(araios_matrix_update(ctx, ARAIOS_SPACE_HOST, B, ARAIOS_INDEX_64, 7, wide_i, wide_j, a, NULL));
  CHECK(has(B, 7, all_r, all_c, all_v));
  OK(araios_matrix_update(ctx, ARAIOS_SPACE_HOST, B, ARAIOS_INDEX_32, 0, NULL, NULL, NULL, NULL));
  CHECK(has(B, 7, all_r, all_c, all_v));
  OK(araios_cast(ctx, A, ARAIOS_PATTERN, ARAIOS_INDEX_DEFAULT, &P));
  OK(araios_matrix_update(ctx, ARAIOS_SPACE_HOST, P, ARAIOS_INDEX_32, 7, i, j, NULL, removes));
  CHECK(has(P, 4, r, c, NULL));
  /* Refused, and nothing is changed. */
  FAILS(ARAIOS_OUT_OF_RANGE, araios_matrix_update(ctx, ARAIOS_SPACE_HOST, B, ARAIOS_INDEX_32, 3, far, j, a, NULL));
  CHECK(strstr(araios_context_message(ctx), "3") != NULL);
  FAILS(ARAIOS_OUT_OF_RANGE, araios_matrix_update(ctx, ARAIOS_SPACE_HOST, B, ARAIOS_INDEX_32, 3, i, far, a, NULL));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_matrix_update(ctx, ARAIOS_SPACE_HOST, B, ARAIOS_INDEX_32, 3, i, j, NULL, NULL));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_matrix_update(ctx, ARAIOS_SPACE_HOST, B, ARAIOS_INDEX_32, -1, i, j, a, NULL));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_matrix_update(ctx, ARAIOS_SPACE_HOST, P, ARAIOS_INDEX_32, 3, i, j, a, NULL));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_matrix_update(ctx, (araios_space)7, B, ARAIOS_INDEX_32, 3, i, j, a, NULL));
  FAILS(ARAIOS_OUT_OF_RANGE, araios_matrix_find(ctx, ARAIOS_ORDER_ANY, ARAIOS_SPACE_HOST, B, ARAIOS_INDEX_32, 3, far, j,
                                                (int[]){0, 0, 0}, NULL));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_matrix_find(ctx, ARAIOS_ORDER_ANY, ARAIOS_SPACE_HOST, P, ARAIOS_INDEX_32, 1, i,
                                                    j, (int[]){0}, (double[]){0}));
  CHECK(has(B, 7, all_r, all_c, all_v) && has(P, 4, r, c, NULL));
  OK(araios_matrix_destroy(A));
  OK(araios_matrix_destroy(B));
  OK(araios_matrix_destroy(P));
}

test const entry_tests[] = {{"entries.single_entries", single_entries},
                            {"entries.extraction", extraction},
                            {"entries.files", files},
                            {"entries.lengths_of_texts", lengths_of_texts},
                            {"entries.integer_files", integer_files},
                            {"entries.edge_lists", edge_lists},
                            {"entries.membership", membership},
                            {"entries.batches", batches},
                            {NULL, NULL}};
