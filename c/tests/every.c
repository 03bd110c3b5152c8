/* SPDX-License-Identifier: Apache-2.0 */
/** \file
 * Every public function on matrices that repeat places and have explicit zeros, against their canonical form, and on
 * matrices beyond 2^31 - 1 rows and columns, against small ones. */

#include "cases.h"

/* The names of all functions that take a matrix, a vector or a plan, which CMake reads from the headers. */
static char const* const declared[] = {
#include "declared_functions.h"
};

static void table_is_complete(void) {
  int d, p;
  for (d = 0; d < LENGTH(declared); ++d) {
    for (p = 0; p < num_public_functions && strcmp(declared[d], public_functions[p].name) != 0; ++p) continue;
    if (p < num_public_functions) continue;
    printf("%s has no case in cases.c\n", declared[d]);
    CHECK(!"a function without a case");
  }
  for (p = 0; p < num_public_functions; ++p) {
    for (d = 0; d < LENGTH(declared) && strcmp(declared[d], public_functions[p].name) != 0; ++d) continue;
    if (d == LENGTH(declared)) printf("%s is in no header\n", public_functions[p].name);
    CHECK(d < LENGTH(declared));
  }
  CHECK(LENGTH(declared) > 100);
}

/* Entries, by rows, with repeated places, sums that are 0 and explicit zeros. */
typedef struct triplet {
  int i, j;
  double value;
} triplet;
static triplet const of_a[] = {{0, 1, 12}, {0, 1, -10}, {0, 2, 4},  {1, 0, 0},  {1, 2, 1}, {1, 3, 1},
                               {1, 3, 2},  {2, 2, 2},   {2, 2, -2}, {2, 4, -7}, {3, 1, 2}, {3, 3, 9},
                               {4, 1, 1},  {4, 1, 1},   {4, 1, 1},  {5, 0, -4}};
static triplet const of_b[] = {{0, 1, 1}, {0, 1, 2}, {0, 5, 4},  {1, 2, 1},  {1, 3, -1}, {1, 3, 4}, {2, 0, 2},
                               {2, 2, 6}, {3, 3, 0}, {4, 1, -2}, {4, 1, -1}, {5, 5, 8},  {5, 5, -8}};
static triplet const of_m[] = {{0, 1, 2}, {0, 1, 1}, {0, 3, 5}, {1, 2, -3}, {2, 2, 4},
                               {2, 4, 1}, {3, 3, 0}, {4, 0, 2}, {5, 1, 1},  {5, 1, -1}};

enum { MAX_ENTRIES = 32 };
typedef struct list {
  int count;
  triplet entries[MAX_ENTRIES];
} list;
/* summed: one entry for each place. Otherwise entries of a row are reversed where `reversed`. */
static list list_of(triplet const* all, int count, int summed, int reversed) {
  list l;
  int p, q;
  l.count = 0;
  for (p = 0; p < count; ++p) {
    triplet const* const last = l.entries + l.count - 1;
    if (summed && l.count > 0 && last->i == all[p].i && last->j == all[p].j)
      l.entries[l.count - 1].value += all[p].value;
    else
      l.entries[l.count++] = all[p];
  }
  for (p = 0; reversed && p < l.count; p = q) {
    int k;
    for (q = p; q < l.count && l.entries[q].i == l.entries[p].i; ++q) continue;
    for (k = 0; k < (q - p) / 2; ++k) {
      triplet const first = l.entries[p + k];
      l.entries[p + k] = l.entries[q - 1 - k];
      l.entries[q - 1 - k] = first;
    }
  }
  return l;
}

/* In CSR, CSC or COO of 64 bits: nothing is converted. */
static araios_matrix* matrix_of(list const* l, araios_format format, araios_type type, int64_t scale) {
  int64_t rows[MAX_ENTRIES], columns[MAX_ENTRIES], map[SIZE + 1] = {0};
  double reals[MAX_ENTRIES];
  int64_t integers[MAX_ENTRIES];
  void* const values = type == ARAIOS_PATTERN ? NULL : type == ARAIOS_INT64 ? (void*)integers : (void*)reals;
  araios_matrix* A = NULL;
  int line, p, filled = 0;
  if (format == ARAIOS_COO) {
    for (p = 0; p < l->count; ++p) {
      rows[p] = l->entries[p].i * scale, columns[p] = l->entries[p].j * scale;
      reals[p] = l->entries[p].value, integers[p] = (int64_t)l->entries[p].value;
    }
    OK(araios_matrix_create_coo(ctx, NULL, type, ARAIOS_INDEX_64, SIZE * scale, SIZE * scale, l->count, rows, columns,
                                values, &A));
    return A;
  }
  for (line = 0; line < SIZE; ++line) {
    for (p = 0; p < l->count; ++p) {
      triplet const e = l->entries[p];
      if ((format == ARAIOS_CSR ? e.i : e.j) != line) continue;
      columns[filled] = format == ARAIOS_CSR ? e.j : e.i;
      integers[filled] = (int64_t)e.value;
      reals[filled++] = e.value;
    }
    map[line + 1] = filled;
  }
  OK((format == ARAIOS_CSR ? araios_matrix_create_csr : araios_matrix_create_csc)(
      ctx, NULL, type, ARAIOS_INDEX_64, SIZE, SIZE, l->count, map, columns, values, &A));
  return A;
}
/* The same in another format, and with other indices; NULL where the format has one place for two entries. */
static araios_matrix* operand(triplet const* all, int count, int summed, int reversed, araios_format format,
                              araios_index index, araios_type type, int64_t scale) {
  list const l = list_of(all, count, summed, reversed);
  int const is_list = format == ARAIOS_CSR || format == ARAIOS_CSC || format == ARAIOS_COO;
  araios_matrix* A = matrix_of(&l, is_list ? format : ARAIOS_CSR, type, scale);
  araios_status status;
  OK(araios_cast(ctx, A, ARAIOS_TYPE_DEFAULT, index, &A));
  if (is_list) return A;
  status = araios_convert(ctx, NULL, A, format, &A);
  if (status == ARAIOS_SUCCESS) return A;
  CHECK(!summed && status == ARAIOS_INVALID_ARGUMENT);
  return NULL;
}
static araios_vector* vector(int k, int64_t const* places, double const* values, araios_type type, int64_t scale) {
  int64_t indices[SIZE];
  double reals[SIZE];
  int64_t integers[SIZE];
  void* const copy = type == ARAIOS_PATTERN ? NULL : type == ARAIOS_INT64 ? (void*)integers : (void*)reals;
  araios_vector* x = NULL;
  int p;
  for (p = 0; p < k; ++p) indices[p] = places[p] * scale, reals[p] = values[p], integers[p] = (int64_t)values[p];
  OK(araios_vector_create_sparse(ctx, NULL, type, ARAIOS_INDEX_64, SIZE * scale, k, indices, copy, &x));
  return x;
}
static void make_vectors(operands* in) {
  static int64_t const of_x[] = {0, 1, 2, 4}, of_y[] = {1, 3};
  static double const x[] = {3, -1, 0, 2}, y[] = {5, 7};
  in->x = vector(4, of_x, x, in->type, in->scale);
  in->y = vector(2, of_y, y, in->type, in->scale);
}

static void run_case(public_function const* f, operands const* in, seen* s) {
  memset(s, 0, sizeof(*s));
  s->scale = in->scale;
  f->run(in, s);
}

/* A message that a user can act upon: of a row or an entry, and what makes it right. */
static int names_a_place(char const* message) {
  return (strstr(message, "row") != NULL || strstr(message, "column") != NULL || strstr(message, "(") != NULL) &&
         strstr(message, "sum") != NULL;
}

static int compared;
/* Each function with one operand that repeats places, the others not. */
static void compare_with_sums(araios_type const types[3], araios_format format, araios_index index, int position,
                              int reversed) {
  static seen canonical, repeated;
  operands in = {0}, sums = {0};
  int f, call, k;
  for (k = 0; k < 3; ++k) {
    triplet const* const all = k == 0 ? of_a : k == 1 ? of_b : of_m;
    int const count = k == 0 ? LENGTH(of_a) : k == 1 ? LENGTH(of_b) : LENGTH(of_m);
    araios_format const own = k == position ? format : ARAIOS_CSR;
    araios_matrix** const to = k == 0 ? &in.A : k == 1 ? &in.B : &in.M;
    araios_matrix** const to_sums = k == 0 ? &sums.A : k == 1 ? &sums.B : &sums.M;
    *to = operand(all, count, k != position, k == position && reversed, own, index, types[k], 1);
    *to_sums = operand(all, count, 1, 0, own, index, types[k], 1);
    if (*to == NULL) return;
  }
  in.scale = sums.scale = 1, in.type = sums.type = types[0];
  make_vectors(&in);
  make_vectors(&sums);
  for (f = 0; f < num_public_functions; ++f) {
    public_function const* const function = public_functions + f;
    if (function->run == NULL) continue;
    run_case(function, &sums, &canonical);
    run_case(function, &in, &repeated);
    for (call = 0; call < canonical.calls && call < repeated.calls; ++call) {
      int const is_refused =
          repeated.status[call] == ARAIOS_INVALID_ARGUMENT && canonical.status[call] == ARAIOS_SUCCESS;
      ++compared;
      if (is_same_call(&canonical, &repeated, call)) continue;
      if (is_refused && function->refuses_duplicates && names_a_place(repeated.messages[call])) continue;
      printf("%s %s, call %d: operand %d in format %d, index %d, type %d%s: %s %s\n", function->name,
             repeated.labels[call], call, position, (int)format, (int)index, (int)types[position],
             reversed ? ", reversed" : "", araios_status_name(repeated.status[call]), repeated.messages[call]);
      CHECK(!"a result differs from that of the canonical form");
    }
  }
  OK(araios_matrix_destroy(in.A));
  OK(araios_matrix_destroy(in.B));
  OK(araios_matrix_destroy(in.M));
}
static void compare_formats(araios_type a, araios_type b, araios_type m) {
  araios_type const types[3] = {a, b, m};
  static araios_format const formats[] = {ARAIOS_CSR, ARAIOS_CSC,  ARAIOS_COO, ARAIOS_DCSR,    ARAIOS_ELL,
                                          ARAIOS_HYB, ARAIOS_SELL, ARAIOS_JDS, ARAIOS_DIA_CSR, ARAIOS_PACKET};
  static araios_index const indices[] = {ARAIOS_INDEX_32, ARAIOS_INDEX_32_64, ARAIOS_INDEX_64};
  int k, position;
  compared = 0;
  for (position = 0; position < 3; ++position) {
    for (k = 0; k < LENGTH(formats); ++k) compare_with_sums(types, formats[k], ARAIOS_INDEX_32, position, k % 2);
    for (k = 0; k < 3; ++k)
      if (araios_supports(ARAIOS_TYPE_DEFAULT, indices[k])) {
        compare_with_sums(types, ARAIOS_CSR, indices[k], position, 1);
        compare_with_sums(types, ARAIOS_CSC, indices[k], position, 1);
        compare_with_sums(types, ARAIOS_COO, indices[k], position, 1);
      }
  }
  CHECK(compared > 1000);
}
static void duplicates_of_numbers(void) { compare_formats(ARAIOS_FLOAT64, ARAIOS_FLOAT64, ARAIOS_FLOAT64); }
static void duplicates_of_integers(void) {
  if (has_integers()) compare_formats(ARAIOS_INT64, ARAIOS_INT64, ARAIOS_INT64);
}

/* Integers give what the same numbers give as double, or are refused with a reason. */
static void integers_as_numbers(void) {
  static seen of_double, of_integers;
  static char const* const refused[] = {"araios_apply", "araios_scale"}; /* roots and reciprocals; by a half */
  operands in[2];
  int f, call, k, refusals = 0;
  if (!has_integers()) return;
  compared = 0;
  memset(in, 0, sizeof(in));
  for (k = 0; k < 2; ++k) {
    araios_type const type = k == 0 ? ARAIOS_FLOAT64 : ARAIOS_INT64;
    in[k].scale = 1, in[k].type = type;
    in[k].A = operand(of_a, LENGTH(of_a), 1, 0, ARAIOS_CSR, ARAIOS_INDEX_32_64, type, 1);
    in[k].B = operand(of_b, LENGTH(of_b), 1, 0, ARAIOS_CSR, ARAIOS_INDEX_32_64, type, 1);
    in[k].M = operand(of_m, LENGTH(of_m), 1, 0, ARAIOS_CSR, ARAIOS_INDEX_32_64, type, 1);
    make_vectors(in + k);
  }
  for (f = 0; f < num_public_functions; ++f) {
    public_function const* const function = public_functions + f;
    if (function->run == NULL) continue;
    run_case(function, in, &of_double);
    run_case(function, in + 1, &of_integers);
    CHECK(of_double.calls == of_integers.calls);
    for (call = 0; call < of_double.calls && call < of_integers.calls; ++call) {
      ++compared;
      if (is_same_call(&of_double, &of_integers, call)) continue;
      for (k = 0; k < LENGTH(refused) && strcmp(refused[k], function->name) != 0; ++k) continue;
      if (k < LENGTH(refused) && of_integers.status[call] == ARAIOS_INVALID_ARGUMENT &&
          strstr(of_integers.messages[call], "ARAIOS_INT64") != NULL) {
        ++refusals;
        continue;
      }
      printf("%s %s, call %d: %s %s\n", function->name, of_integers.labels[call], call,
             araios_status_name(of_integers.status[call]), of_integers.messages[call]);
      CHECK(!"a result of integers differs from that of the same numbers");
    }
  }
  CHECK(compared > 200);
  CHECK(refusals == 3);
}

static void duplicates_of_patterns(void) { compare_formats(ARAIOS_PATTERN, ARAIOS_PATTERN, ARAIOS_PATTERN); }
static void duplicates_of_numbers_with_patterns(void) {
  compare_formats(ARAIOS_FLOAT64, ARAIOS_PATTERN, ARAIOS_FLOAT64);
  compare_formats(ARAIOS_FLOAT64, ARAIOS_FLOAT64, ARAIOS_PATTERN);
}
static void duplicates_of_a_pattern_with_numbers(void) {
  compare_formats(ARAIOS_PATTERN, ARAIOS_FLOAT64, ARAIOS_FLOAT64);
}

/* So functions of vectors have nothing to sum. */
static void vectors_repeat_no_index(void) {
  static int32_t const indices[] = {4, 1, 4};
  static double values[] = {1, 2, 3};
  static int const places[] = {1, 4};
  static double const sums[] = {2, 4};
  araios_build_options options = {ARAIOS_DUPLICATES_KEEP, ARAIOS_SPACE_DEFAULT, ARAIOS_INDEX_DEFAULT};
  araios_vector* x = NULL;
  FAILS(ARAIOS_INVALID_MATRIX,
        araios_vector_create_sparse(ctx, NULL, ARAIOS_FLOAT64, ARAIOS_INDEX_32, 6, 3, indices, values, &x));
  CHECK(strstr(araios_context_message(ctx), "indices[2] is 4") != NULL);
  FAILS(ARAIOS_INVALID_ARGUMENT,
        araios_vector_build(ctx, &options, ARAIOS_FLOAT64, ARAIOS_INDEX_32, 6, 3, indices, values, &x));
  OK(araios_vector_build(ctx, NULL, ARAIOS_FLOAT64, ARAIOS_INDEX_32, 6, 3, indices, values, &x));
  CHECK(has_entries(x, 2, places, sums));
}
static void vectors_beyond_32_bits(void) {
  static int64_t const indices[] = {INT64_C(1) << 40, 7, INT64_C(1) << 40};
  static double const values[] = {1, 2, 3};
  araios_vector* x = NULL;
  int64_t i[3], count = 3;
  double v[3];
  if (!araios_supports(ARAIOS_FLOAT64, ARAIOS_INDEX_64)) return;
  OK(araios_vector_build(ctx, NULL, ARAIOS_FLOAT64, ARAIOS_INDEX_64, INT64_C(1) << 41, 3, indices, values, &x));
  OK(araios_vector_extract(ctx, x, i, v, &count));
  CHECK(count == 2 && i[0] == 7 && i[1] == INT64_C(1) << 40 && v[0] == 2 && v[1] == 4);
  FAILS(ARAIOS_OVERFLOW,
        araios_vector_build(ctx, NULL, ARAIOS_FLOAT64, ARAIOS_INDEX_32, INT64_C(1) << 41, 0, NULL, NULL, &x));
}

/* The same as a small operand, with places apart from each other. */
static void compare_with_small(araios_type type, int64_t scale) {
  static seen small, wide;
  operands in[2];
  int f, call, k;
  memset(in, 0, sizeof(in));
  for (k = 0; k < 2; ++k) {
    in[k].scale = k == 0 ? 1 : scale, in[k].type = type;
    in[k].A = operand(of_a, LENGTH(of_a), 1, 0, ARAIOS_COO, ARAIOS_INDEX_64, type, in[k].scale);
    in[k].B = operand(of_b, LENGTH(of_b), 1, 0, ARAIOS_COO, ARAIOS_INDEX_64, type, in[k].scale);
    in[k].M = operand(of_m, LENGTH(of_m), 1, 0, ARAIOS_COO, ARAIOS_INDEX_64, type, in[k].scale);
    make_vectors(in + k);
  }
  for (f = 0; f < num_public_functions; ++f) {
    public_function const* const function = public_functions + f;
    int refused = 0;
    if (function->run == NULL) continue;
    run_case(function, in, &small);
    run_case(function, in + 1, &wide);
    for (call = 0; call < small.calls && call < wide.calls; ++call) {
      int const is_refused = wide.status[call] != ARAIOS_SUCCESS && small.status[call] == ARAIOS_SUCCESS;
      ++compared;
      refused += is_refused;
      if (is_same_call(&small, &wide, call)) continue;
      if (is_refused && function->refuses_wide != NULL && strstr(wide.messages[call], function->refuses_wide) != NULL)
        continue;
      printf("%s %s, call %d, type %d: %s %s\n", function->name, wide.labels[call], call, (int)type,
             araios_status_name(wide.status[call]), wide.messages[call]);
      CHECK(!"a result differs from that of small sizes");
    }
    if (function->refuses_wide != NULL && refused == 0 && small.calls > 0 && small.status[0] == ARAIOS_SUCCESS) {
      printf("%s: computes what the table says that it refuses\n", function->name);
      CHECK(!"the table is out of date");
    }
  }
}
static void beyond_32_bits(void) {
  if (!araios_supports(ARAIOS_FLOAT64, ARAIOS_INDEX_64)) return;
  compared = 0;
  compare_with_small(ARAIOS_FLOAT64, INT64_C(1666666667)); /* 10^10 rows and columns */
  compare_with_small(ARAIOS_PATTERN, INT64_C(1666666667));
  if (has_integers()) compare_with_small(ARAIOS_INT64, INT64_C(1666666667));
  CHECK(compared > 200);
}

test const every_tests[] = {{"every.table_is_complete", table_is_complete},
                            {"every.duplicates_of_numbers", duplicates_of_numbers},
                            {"every.duplicates_of_integers", duplicates_of_integers},
                            {"every.integers_as_numbers", integers_as_numbers},
                            {"every.duplicates_of_patterns", duplicates_of_patterns},
                            {"every.duplicates_of_numbers_with_patterns", duplicates_of_numbers_with_patterns},
                            {"every.duplicates_of_a_pattern_with_numbers", duplicates_of_a_pattern_with_numbers},
                            {"every.vectors_repeat_no_index", vectors_repeat_no_index},
                            {"every.sizes_beyond_int", beyond_32_bits},
                            {"every.vectors_beyond_int", vectors_beyond_32_bits},
                            {NULL, NULL}};
