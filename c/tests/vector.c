/* SPDX-License-Identifier: Apache-2.0 */
/** \file
 * Vectors. */

#include "check.h"

static int released = 0;
static void release(void* user) {
  (void)user;
  ++released;
}

static int const ix[] = {1, 3, 4}, iy[] = {0, 3};
static double const vx[] = {2, 3, 4}, vy[] = {5, 7};

static void dense(void) {
  static double const values[] = {1, 2, 3}, nines[] = {9, 9, 9}, set[] = {9, -1, 9}, zeros[] = {0, 0, 0};
  double in_place[] = {1, 2, 3}, value[2];
  araios_vector *x = dense_vector(3, values), *y = NULL, *z = NULL;
  araios_vector_info info;
  int64_t length = 0, nnz = 0;
  int equal = 0, found = 0;
  OK(araios_vector_get_info(ctx, x, &info));
  CHECK(!info.is_sparse && info.type == ARAIOS_FLOAT64 && info.length == 3 && info.nnz == 3 && info.indices == NULL);
  CHECK(info.values != NULL && !info.borrows);
  OK(araios_vector_get_length(ctx, x, &length));
  OK(araios_vector_get_nnz(ctx, x, &nnz));
  CHECK(length == 3 && nnz == 3);
  OK(araios_vector_copy(ctx, x, &y));
  OK(araios_vector_equal(ctx, x, y, &equal));
  CHECK(equal);
  OK(araios_vector_fill(ctx, x, 9, 0));
  CHECK(has_entries(x, 3, NULL, nines));
  OK(araios_vector_equal(ctx, x, y, &equal));
  CHECK(!equal);
  OK(araios_vector_set_element(ctx, x, 1, -1, 0));
  CHECK(has_entries(x, 3, NULL, set));
  OK(araios_vector_get_element(ctx, x, 1, &found, value));
  CHECK(found && value[0] == -1 && value[1] == 0);
  FAILS(ARAIOS_OUT_OF_RANGE, araios_vector_set_element(ctx, x, 3, 0, 0));
  FAILS(ARAIOS_OUT_OF_RANGE, araios_vector_get_element(ctx, x, -1, &found, value));
  OK(araios_vector_set_values(ctx, x, ARAIOS_SPACE_HOST, values));
  CHECK(has_entries(x, 3, NULL, values));
  OK(araios_vector_create(ctx, ARAIOS_FLOAT64, 3, &y));
  CHECK(has_entries(y, 3, NULL, zeros));
  OK(araios_axpy(ctx, 9, x, y));
  OK(araios_axpy(ctx, 0, x, y));
  OK(araios_vector_copy(other, x, &z));
  OK(araios_vector_destroy(z));
  z = NULL;
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_vector_create(ctx, ARAIOS_PATTERN, 3, &z));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_vector_create(ctx, ARAIOS_FLOAT64, -1, &z));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_vector_create_dense(ctx, NULL, ARAIOS_FLOAT64, 3, NULL, &z));
  OK(araios_vector_create(ctx, ARAIOS_INT64, 2, &z));
  OK(araios_vector_get_info(ctx, y, &info));
  if (info.space == ARAIOS_SPACE_HOST) {
    araios_array_options options = {ARAIOS_BORROW, ARAIOS_SPACE_HOST, release, NULL, 0};
    released = 0;
    OK(araios_vector_create_dense(ctx, &options, ARAIOS_FLOAT64, 3, in_place, &y));
    OK(araios_vector_fill(ctx, y, 4, 0));
    CHECK(in_place[2] == 4);
    OK(araios_vector_get_info(ctx, y, &info));
    CHECK(info.borrows && info.values == in_place);
    OK(araios_vector_destroy(y));
    CHECK(released == 1);
  } else {
    OK(araios_vector_destroy(y));
  }
  OK(araios_vector_destroy(x));
  OK(araios_vector_destroy(z));
}

static void sparse(void) {
  static int const i[] = {3, 1, 3}, unsorted[] = {4, 1, 3}, twice[] = {1, 3, 1}, outside[] = {1, 5, 2};
  static double const v[] = {1, 2, 4}, summed[] = {2, 5}, extended[] = {2, 8, 5};
  static int const sorted[] = {1, 3}, with2[] = {1, 2, 3};
  double values[] = {4, 2, 3}, value[2];
  araios_vector *x = sparse_vector(5, 3, i, v), *y = NULL, *z = NULL;
  araios_vector_info info;
  char const* name = NULL;
  int found = 0, equal = 0;
  CHECK(has_entries(x, 2, sorted, summed));
  OK(araios_vector_set_element(ctx, x, 2, 8, 0));
  CHECK(has_entries(x, 3, with2, extended));
  OK(araios_vector_get_element(ctx, x, 2, &found, value));
  CHECK(found && value[0] == 8);
  OK(araios_vector_get_element(ctx, x, 0, &found, NULL));
  CHECK(!found);
  OK(araios_vector_create_sparse(ctx, NULL, ARAIOS_FLOAT64, ARAIOS_INDEX_32, 5, 3, unsorted, values, &y));
  OK(araios_vector_get_info(ctx, y, &info));
  CHECK(info.is_sparse && info.nnz == 3 && info.length == 5 && info.index == ARAIOS_INDEX_32 && info.indices != NULL);
  OK(araios_vector_create_sparse(ctx, NULL, ARAIOS_FLOAT64, ARAIOS_INDEX_32, 5, 3, ix, values, &z));
  OK(araios_vector_equal(ctx, y, z, &equal));
  CHECK(!equal);
  {
    double by_index[] = {2, 3, 4};
    OK(araios_vector_create_sparse(ctx, NULL, ARAIOS_FLOAT64, ARAIOS_INDEX_32, 5, 3, ix, by_index, &z));
    OK(araios_vector_equal(ctx, y, z, &equal));
    CHECK(equal);
  }
  FAILS(ARAIOS_INVALID_MATRIX,
        araios_vector_create_sparse(ctx, NULL, ARAIOS_FLOAT64, ARAIOS_INDEX_32, 5, 3, twice, values, &y));
  FAILS(ARAIOS_INVALID_MATRIX,
        araios_vector_create_sparse(ctx, NULL, ARAIOS_FLOAT64, ARAIOS_INDEX_32, 5, 3, outside, values, &y));
  OK(araios_vector_set_name(ctx, y, "frontier"));
  OK(araios_vector_get_name(ctx, y, &name));
  CHECK(strcmp(name, "frontier") == 0);
  OK(araios_vector_create_empty(ctx, ARAIOS_PATTERN, ARAIOS_INDEX_DEFAULT, 4, &y));
  CHECK(has_entries(y, 0, NULL, NULL));
  OK(araios_vector_copy(ctx, x, &y));
  CHECK(has_entries(y, 3, with2, extended));
  if (araios_supports(ARAIOS_FLOAT64, ARAIOS_INDEX_64)) {
    static int64_t const wide[] = {1, 3, 4};
    OK(araios_vector_create_sparse(ctx, NULL, ARAIOS_FLOAT64, ARAIOS_INDEX_64, 5, 3, wide, values, &y));
    OK(araios_vector_get_info(ctx, y, &info));
    CHECK(info.index == ARAIOS_INDEX_64);
    OK(araios_vector_union(ctx, ARAIOS_PLUS, y, y, &y));
    OK(araios_vector_get_info(ctx, y, &info));
    CHECK(info.index == ARAIOS_INDEX_64 && info.nnz == 3);
  }
  OK(araios_vector_destroy(x));
  OK(araios_vector_destroy(y));
  OK(araios_vector_destroy(z));
}

static void operations(void) {
  static int const either[] = {0, 1, 3, 4}, both[] = {3}, only[] = {1, 4}, part[] = {0, 1};
  static int const one[] = {0, 1, 4};
  static double const of_one[] = {5, 2, 4};
  static double const plus[] = {5, 2, 10, 4}, times[] = {21}, alone[] = {2, 4}, cut[] = {3, 4};
  static double const all[] = {0, 2, 0, 3, 4}, ones[] = {0, 1, 0, 1, 1}, added[] = {0, 22, 0, 33, 44};
  araios_vector *x = sparse_vector(5, 3, ix, vx), *y = sparse_vector(5, 2, iy, vy), *z = NULL, *p = NULL, *d = NULL;
  double sum[2];
  OK(araios_vector_union(ctx, ARAIOS_PLUS, x, y, &z));
  CHECK(has_entries(z, 4, either, plus));
  OK(araios_vector_intersection(ctx, ARAIOS_TIMES, x, y, &z));
  CHECK(has_entries(z, 1, both, times));
  OK(araios_vector_difference(ctx, x, y, &z));
  CHECK(has_entries(z, 2, only, alone));
  OK(araios_vector_xor(ctx, x, y, &z));
  CHECK(has_entries(z, 3, one, of_one));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_vector_xor(ctx, x, sparse_vector(4, 2, iy, vy), &z));
  OK(araios_vector_subvector(ctx, x, 3, 2, &z));
  CHECK(has_entries(z, 2, part, cut));
  FAILS(ARAIOS_OUT_OF_RANGE, araios_vector_subvector(ctx, x, 3, 3, &z));
  OK(araios_vector_reduce(ctx, ARAIOS_PLUS, x, sum));
  CHECK(sum[0] == 9 && sum[1] == 0);
  OK(araios_vector_reduce(ctx, ARAIOS_MAX, x, sum));
  CHECK(sum[0] == 4);
  OK(araios_vector_pattern(ctx, x, &p));
  CHECK(has_entries(p, 3, ix, NULL));
  OK(araios_vector_reduce(ctx, ARAIOS_PLUS, p, sum));
  CHECK(sum[0] == 3);
  OK(araios_vector_to_dense(ctx, x, &d));
  CHECK(has_entries(d, 5, NULL, all));
  OK(araios_vector_to_sparse(ctx, d, ARAIOS_INDEX_DEFAULT, &z));
  CHECK(has_entries(z, 3, ix, vx));
  OK(araios_dot(ctx, 0, x, y, sum));
  CHECK(sum[0] == 21);
  OK(araios_dot(ctx, 1, x, d, sum));
  CHECK(sum[0] == 4 + 9 + 16);
  OK(araios_axpy(ctx, 10, x, d));
  CHECK(has_entries(d, 5, NULL, added));
  OK(araios_vector_to_dense(ctx, p, &d));
  CHECK(has_entries(d, 5, NULL, ones));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_vector_union(ctx, ARAIOS_PLUS, x, d, &z)); /* d is dense */
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_vector_union(ctx, (araios_operator)44, x, y, &z));
  OK(araios_vector_create_empty(ctx, ARAIOS_FLOAT64, ARAIOS_INDEX_DEFAULT, 6, &p));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_vector_union(ctx, ARAIOS_PLUS, x, p, &z));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_dot(ctx, 0, x, p, sum));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_axpy(ctx, 1, p, d));
  CHECK(has_entries(z, 3, ix, vx));
  OK(araios_vector_destroy(x));
  OK(araios_vector_destroy(y));
  OK(araios_vector_destroy(z));
  OK(araios_vector_destroy(p));
  OK(araios_vector_destroy(d));
}

static void bits(void) {
  static uint32_t const words[] = {0x80000001u, 0x5u}, rows[] = {0x80000001u, 0x5u, 0, 0, 0x2u, 0},
                        beyond[] = {1, 0x40u};
  static int const set[] = {0, 31, 32, 34}, r[] = {0, 0, 0, 0, 2}, c[] = {0, 31, 32, 34, 1};
  static araios_index const indices[] = {ARAIOS_INDEX_32, ARAIOS_INDEX_32_64, ARAIOS_INDEX_64};
  uint32_t back[2] = {7, 7};
  araios_vector *x = NULL, *y = dense_vector(5, (double const[]){1, 0, 1, 0, 1});
  araios_matrix* A = NULL;
  araios_vector_info info;
  size_t k;
  for (k = 0; k < sizeof(indices) / sizeof(indices[0]); ++k) {
    if (!araios_supports(ARAIOS_PATTERN, indices[k])) continue;
    OK(araios_vector_from_bits(ctx, ARAIOS_SPACE_DEFAULT, indices[k], 36, words, &x));
    OK(araios_vector_get_info(ctx, x, &info));
    CHECK(info.is_sparse && info.type == ARAIOS_PATTERN && info.length == 36);
    CHECK(has_entries(x, 4, set, NULL));
    OK(araios_vector_to_bits(ctx, x, back));
    CHECK(back[0] == words[0] && back[1] == words[1]);
    OK(araios_matrix_from_bits(ctx, ARAIOS_SPACE_HOST, indices[k], 3, 36, rows, &A));
    CHECK(has(A, 5, r, c, NULL));
  }
  OK(araios_vector_from_bits(ctx, ARAIOS_SPACE_HOST, ARAIOS_INDEX_DEFAULT, 0, NULL, &x));
  OK(araios_vector_to_bits(ctx, x, NULL));
  FAILS(ARAIOS_OUT_OF_RANGE, araios_vector_from_bits(ctx, ARAIOS_SPACE_HOST, ARAIOS_INDEX_DEFAULT, 36, beyond, &x));
  CHECK(strstr(araios_context_message(ctx), "words[1]") != NULL);
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_vector_from_bits(ctx, ARAIOS_SPACE_HOST, ARAIOS_INDEX_DEFAULT, 36, NULL, &x));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_vector_from_bits(ctx, ARAIOS_SPACE_HOST, ARAIOS_INDEX_DEFAULT, -1, words, &x));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_vector_from_bits(ctx, (araios_space)3, ARAIOS_INDEX_DEFAULT, 36, words, &x));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_vector_to_bits(ctx, y, back)); /* it is dense */
  FAILS(ARAIOS_INVALID_ARGUMENT,
        araios_matrix_from_bits(ctx, ARAIOS_SPACE_HOST, ARAIOS_INDEX_DEFAULT, 1, 36, beyond, &A));
  FAILS(ARAIOS_INVALID_ARGUMENT,
        araios_matrix_from_bits(ctx, ARAIOS_SPACE_HOST, ARAIOS_INDEX_DEFAULT, 1, 36, NULL, &A));
  FAILS(ARAIOS_INVALID_ARGUMENT,
        araios_matrix_from_bits(ctx, ARAIOS_SPACE_HOST, ARAIOS_INDEX_DEFAULT, 1, -6, rows, &A));
  OK(araios_vector_destroy(x));
  OK(araios_vector_destroy(y));
  OK(araios_matrix_destroy(A));
}

static int bits_were_released;
static void release_bits(void* user) {
  (void)user;
  ++bits_were_released;
}

/* Vectors that are bits: as lists everywhere, as words in Boolean algebra. */
static void vectors_of_bits(void) {
  int const at[] = {0, 31, 32, 35}, few[] = {1, 31, 33}, all[] = {0, 1, 31, 32, 33, 35}, both[] = {31},
            without[] = {0, 32, 35}, either[] = {0, 1, 32, 33, 35}, at_and_two[] = {0, 2, 31, 32, 35};
  uint32_t words[2] = {0x80000001u, 0x9u}, beyond[2] = {0, 0x10u}, back[2] = {0, 0};
  araios_array_options borrow = {ARAIOS_BORROW, ARAIOS_SPACE_DEFAULT, release_bits, NULL, 0};
  araios_vector *x = NULL, *y = NULL, *z = NULL, *list = sparse_vector(36, 3, few, NULL), *d = NULL;
  araios_vector_info info;
  double value[2];
  int64_t nnz = 0;
  int equal = 0, found = 0, k;
  OK(araios_vector_create_bits(ctx, NULL, 36, words, &x));
  CHECK(has_entries(x, 4, at, NULL));
  OK(araios_vector_get_info(ctx, x, &info));
  CHECK(info.is_sparse && info.is_bits && info.type == ARAIOS_PATTERN && info.length == 36 && info.nnz == 4 &&
        info.words != NULL && info.indices == NULL && info.values == NULL && !info.borrows);
  OK(araios_vector_get_nnz(ctx, x, &nnz));
  CHECK(nnz == 4);
  OK(araios_vector_to_bits(ctx, x, back));
  CHECK(back[0] == words[0] && back[1] == words[1]);
  OK(araios_vector_as_bits(ctx, list, &y));
  CHECK(has_entries(y, 3, few, NULL));
  /* Boolean algebra with bits, and with a list: the entries are the same. */
  for (k = 0; k < 2; ++k) {
    araios_vector* const with = k == 0 ? y : list;
    OK(araios_vector_union(ctx, ARAIOS_OR, x, with, &z));
    CHECK(has_entries(z, 6, all, NULL));
    OK(araios_vector_get_info(ctx, z, &info));
    CHECK(info.is_bits == (k == 0));
    OK(araios_vector_intersection(ctx, ARAIOS_AND, x, with, &z));
    CHECK(has_entries(z, 1, both, NULL));
    OK(araios_vector_difference(ctx, x, with, &z));
    CHECK(has_entries(z, 3, without, NULL));
    OK(araios_vector_xor(ctx, x, with, &z));
    CHECK(has_entries(z, 5, either, NULL));
    OK(araios_vector_equal(ctx, y, with, &equal));
    CHECK(equal);
    OK(araios_vector_equal(ctx, x, with, &equal));
    CHECK(!equal);
  }
  /* Elements, sums, parts and other kinds. */
  OK(araios_vector_set_element(ctx, x, 2, 1, 0));
  OK(araios_vector_get_element(ctx, x, 2, &found, NULL));
  CHECK(found);
  CHECK(has_entries(x, 5, at_and_two, NULL));
  OK(araios_vector_get_info(ctx, x, &info));
  CHECK(info.is_bits);
  OK(araios_vector_reduce(ctx, ARAIOS_PLUS, x, value));
  CHECK(value[0] == 5);
  OK(araios_vector_to_dense(ctx, x, &d));
  OK(araios_axpy(ctx, 2, x, d));
  OK(araios_vector_get_element(ctx, d, 35, &found, value));
  CHECK(value[0] == 3);
  OK(araios_vector_to_sparse(ctx, y, ARAIOS_INDEX_64, &z));
  CHECK(has_entries(z, 3, few, NULL));
  OK(araios_vector_get_info(ctx, z, &info));
  CHECK(!info.is_bits && info.index == ARAIOS_INDEX_64);
  OK(araios_vector_as_bits(ctx, y, &z)); /* a copy */
  OK(araios_vector_set_element(ctx, z, 0, 1, 0));
  CHECK(has_entries(y, 3, few, NULL));
  OK(araios_vector_destroy(z));
  z = NULL;
  OK(araios_vector_copy(other, y, &z));
  OK(araios_vector_get_info(other, z, &info));
  CHECK(info.is_bits && info.nnz == 3);
  OK(araios_vector_destroy(z));
  z = NULL;
  /* All false; borrowed; refused. */
  OK(araios_vector_create_bits(ctx, NULL, 36, NULL, &z));
  CHECK(has_entries(z, 0, NULL, NULL));
  OK(araios_vector_create_bits(ctx, NULL, 0, NULL, &z));
  CHECK(has_entries(z, 0, NULL, NULL));
  OK(araios_vector_get_info(ctx, y, &info));
  OK(araios_vector_create_bits(ctx, &borrow, 36, info.words, &z));
  CHECK(has_entries(z, 3, few, NULL));
  OK(araios_vector_union(ctx, ARAIOS_OR, x, z, &z));
  CHECK(bits_were_released == 1 && has_entries(y, 3, few, NULL));
  FAILS(ARAIOS_OUT_OF_RANGE, araios_vector_create_bits(ctx, NULL, 36, beyond, &z));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_vector_create_bits(ctx, NULL, -1, words, &z));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_vector_create_bits(ctx, &borrow, 36, NULL, &z));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_vector_as_bits(ctx, d, &z)); /* it is dense */
  OK(araios_vector_create_bits(ctx, NULL, 35, NULL, &z));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_vector_union(ctx, ARAIOS_OR, x, z, &z));
  OK(araios_vector_destroy(x));
  OK(araios_vector_destroy(y));
  OK(araios_vector_destroy(z));
  OK(araios_vector_destroy(d));
  OK(araios_vector_destroy(list));
}

test const vector_tests[] = {{"vector.dense", dense},
                             {"vector.sparse", sparse},
                             {"vector.operations", operations},
                             {"vector.bits", bits},
                             {"vector.vectors_of_bits", vectors_of_bits},
                             {NULL, NULL}};
