/* SPDX-License-Identifier: Apache-2.0 */
/** \file
 * The cases of all functions, and the table of them. */

#include "cases.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>

/* What is seen. */

static void put(seen* s, double number) {
  if (s->begin[s->calls] < MAX_NUMBERS)
    s->numbers[s->begin[s->calls]++] = number;
  else
    CHECK(!"more numbers than MAX_NUMBERS");
}
/* The next call: whether it succeeded. */
static int did(seen* s, char const* label, araios_status status) {
  int const call = s->calls;
  if (call + 1 >= MAX_CALLS) {
    CHECK(!"more calls than MAX_CALLS");
    return 0;
  }
  s->labels[call] = label;
  s->status[call] = status;
  s->messages[call][0] = '\0';
  if (status != ARAIOS_SUCCESS) strncat(s->messages[call], araios_context_message(ctx), sizeof(s->messages[call]) - 1);
  s->begin[call + 1] = s->begin[call];
  s->calls = call + 1;
  return status == ARAIOS_SUCCESS;
}
static void put_position(seen* s, int64_t i) { put(s, i % s->scale == 0 ? (double)(i / s->scale) : -1.0 - (double)i); }

/* Number p of values of a type. The ends of integers stand for infinities, the identities of MIN and MAX. */
static double number_at(araios_type type, void const* values, int64_t p) {
  double real;
  int32_t narrow;
  int64_t wide;
  switch (type) {
  case ARAIOS_FLOAT64:
    memcpy(&real, (double const*)values + p, sizeof(real));
    return real;
  case ARAIOS_INT32:
    memcpy(&narrow, (int32_t const*)values + p, sizeof(narrow));
    return narrow;
  case ARAIOS_INT64:
    memcpy(&wide, (int64_t const*)values + p, sizeof(wide));
    return wide == INT64_MAX ? HUGE_VAL : wide == INT64_MIN ? -HUGE_VAL : (double)wide;
  default:
    return 1; /* a pattern */
  }
}
static double number_of(araios_type type, double const parts[2]) {
  int64_t integer;
  if (type != ARAIOS_INT64) return parts[0];
  integer =
      parts[0] >= 9223372036854775808.0 ? INT64_MAX + ((int64_t)parts[1] + 1) : (int64_t)parts[0] + (int64_t)parts[1];
  return number_at(type, &integer, 0);
}

typedef struct entry {
  int64_t i, j;
  double value;
} entry;
static int by_place(void const* a, void const* b) {
  entry const *x = (entry const*)a, *y = (entry const*)b;
  if (x->i != y->i) return x->i < y->i ? -1 : 1;
  if (x->j != y->j) return x->j < y->j ? -1 : 1;
  return 0;
}
/* Entries with the sum, or one, for each place. */
static void put_entries(seen* s, int64_t count, entry* entries, int is_pattern) {
  int64_t p;
  qsort(entries, (size_t)count, sizeof(entry), by_place);
  for (p = 0; p < count; ++p) {
    double sum = entries[p].value;
    while (p + 1 < count && by_place(entries + p, entries + p + 1) == 0) sum += entries[++p].value;
    put_position(s, entries[p].i);
    put_position(s, entries[p].j);
    put(s, is_pattern ? 1 : sum);
  }
}

static void put_matrix(seen* s, araios_matrix* C) {
  static int64_t rows[2048], columns[2048];
  static double values[2048]; /* or integers of 8 bytes */
  static entry entries[2048];
  int64_t count = 2048, p;
  araios_matrix_info info;
  OK(araios_matrix_get_info(ctx, C, &info));
  put(s, info.type == ARAIOS_PATTERN);
  put_position(s, info.rows);
  put_position(s, info.columns);
  OK(araios_matrix_extract(ctx, C, rows, columns, info.type == ARAIOS_PATTERN ? NULL : values, &count));
  for (p = 0; p < count; ++p) {
    entries[p].i = rows[p], entries[p].j = columns[p];
    entries[p].value = number_at(info.type, values, p);
  }
  put_entries(s, count, entries, info.type == ARAIOS_PATTERN);
  OK(araios_matrix_destroy(C));
}
/* of_positions: values are numbers of rows. */
static void put_elements(seen* s, araios_vector* x, int of_positions) {
  static int64_t indices[2048];
  static double values[2048]; /* or integers of at most 8 bytes */
  static entry entries[2048];
  int64_t count = 2048, p;
  araios_vector_info info;
  OK(araios_vector_get_info(ctx, x, &info));
  put(s, info.is_sparse);
  put_position(s, info.is_sparse ? info.length : info.length * s->scale);
  OK(araios_vector_extract(ctx, x, indices, info.type == ARAIOS_PATTERN ? NULL : values, &count));
  for (p = 0; p < count; ++p) {
    double value = number_at(info.type, values, p);
    if (of_positions) value /= (double)s->scale;
    entries[p].i = info.is_sparse ? indices[p] : indices[p] * s->scale;
    entries[p].j = 0;
    entries[p].value = value;
  }
  put_entries(s, count, entries, info.type == ARAIOS_PATTERN);
  OK(araios_vector_destroy(x));
}

int is_same_call(seen const* a, seen const* b, int call) {
  int const length = a->begin[call + 1] - a->begin[call];
  double const *x = a->numbers + a->begin[call], *y = b->numbers + b->begin[call];
  int p;
  if (a->status[call] != b->status[call]) return 0;
  if (length != b->begin[call + 1] - b->begin[call]) return 0;
  for (p = 0; p < length; ++p)
    if (!(x[p] == y[p] || (x[p] != x[p] && y[p] != y[p]))) return 0;
  return 1;
}

#define CASE(name) static void name##_case(operands const* in, seen* s)
/* A call with one output, the matrix C or the vector z. */
#define MATRIX(label, call)                    \
  do {                                         \
    araios_matrix* C = NULL;                   \
    if (did(s, label, call)) put_matrix(s, C); \
  } while (0)
#define VECTOR(label, call)                         \
  do {                                              \
    araios_vector* z = NULL;                        \
    if (did(s, label, call)) put_elements(s, z, 0); \
  } while (0)
#define HAS_VALUES (in->type != ARAIOS_PATTERN)

/* The type of numbers that go with the operands. */
static araios_type number_type(operands const* in) { return in->type == ARAIOS_INT64 ? ARAIOS_INT64 : ARAIOS_FLOAT64; }
/* Numbers as values of that type, until the next call; NULL where `in` is of patterns and a matrix is made. */
static void* numbers(operands const* in, int count, double const* values) {
  static double as_they_are[SIZE * SIZE];
  static int64_t integers[SIZE * SIZE];
  int p;
  for (p = 0; p < count; ++p) {
    as_they_are[p] = values[p];
    if (in->type == ARAIOS_INT64) integers[p] = (int64_t)values[p];
  }
  return in->type == ARAIOS_INT64 ? (void*)integers : (void*)as_they_are;
}
static void* values_of(operands const* in, int count, double const* values) {
  return in->type == ARAIOS_PATTERN ? NULL : numbers(in, count, values);
}

/* A dense vector of SIZE elements: the length of small operands. */
static araios_vector* vector_of(operands const* in, double const* values) {
  araios_vector* x = NULL;
  OK(araios_vector_create_dense(ctx, NULL, number_type(in), SIZE, numbers(in, SIZE, values), &x));
  return x;
}
static araios_vector* factors(operands const* in) {
  static double const values[SIZE] = {2, -1, 4, 5, 3, 8};
  return vector_of(in, values);
}
static araios_vector* zeros(operands const* in) {
  static double const values[SIZE] = {0, 0, 0, 0, 0, 0};
  return vector_of(in, values);
}

/* algebra.h */

CASE(multiply) {
  araios_multiply_options o;
  int semiring;
  for (semiring = ARAIOS_PLUS_TIMES; semiring <= ARAIOS_PLUS_PAIR; ++semiring) {
    if (!HAS_VALUES && semiring != ARAIOS_PLUS_TIMES && semiring != ARAIOS_OR_AND && semiring != ARAIOS_PLUS_PAIR)
      continue;
    memset(&o, 0, sizeof(o));
    o.semiring = (araios_semiring)semiring;
    MATRIX("A B", araios_multiply(ctx, &o, in->A, in->B, &C));
    o.op_a = ARAIOS_TRANSPOSE;
    MATRIX("A^T B", araios_multiply(ctx, &o, in->A, in->B, &C));
    o.op_a = ARAIOS_NO_TRANSPOSE, o.op_b = ARAIOS_TRANSPOSE;
    MATRIX("A B^T", araios_multiply(ctx, &o, in->A, in->B, &C));
    o.op_b = ARAIOS_NO_TRANSPOSE, o.mask = in->M;
    MATRIX("A B at M", araios_multiply(ctx, &o, in->A, in->B, &C));
    o.complement = 1;
    MATRIX("A B not at M", araios_multiply(ctx, &o, in->A, in->B, &C));
    if (semiring == ARAIOS_PLUS_PAIR) continue;
    o.complement = 0, o.mask = NULL, o.accumulate = 1;
    {
      araios_matrix* C = NULL;
      OK(araios_matrix_copy(ctx, in->M, &C));
      if (did(s, "M + A B", araios_multiply(ctx, &o, in->A, in->B, &C))) put_matrix(s, C);
      C = NULL;
      OK(araios_matrix_copy(ctx, in->M, &C));
      o.mask = in->A;
      if (did(s, "M + B B at A", araios_multiply(ctx, &o, in->B, in->B, &C))) put_matrix(s, C);
    }
  }
}
CASE(multiply_plan_create) {
  araios_plan* P = NULL;
  did(s, "", araios_multiply_plan_create(ctx, in->A, in->B, &P));
}
CASE(multiply_with_plan) {
  araios_plan* P = NULL;
  if (!did(s, "create", araios_multiply_plan_create(ctx, in->A, in->B, &P)) || !HAS_VALUES) return;
  MATRIX("", araios_multiply_with_plan(ctx, P, in->A, in->B, &C));
}
CASE(galerkin_plan_create) {
  araios_plan* P = NULL;
  did(s, "", araios_galerkin_plan_create(ctx, in->A, in->B, in->M, &P));
}
CASE(galerkin_with_plan) {
  araios_plan* P = NULL;
  if (!did(s, "create", araios_galerkin_plan_create(ctx, in->A, in->B, in->M, &P)) || !HAS_VALUES) return;
  MATRIX("", araios_galerkin_with_plan(ctx, P, in->A, in->B, in->M, &C));
}
CASE(kronecker) { MATRIX("", araios_kronecker(ctx, in->A, in->B, &C)); }
CASE(kronecker_with) {
  MATRIX("max", araios_kronecker_with(ctx, ARAIOS_MAX, in->A, in->B, &C));
  MATRIX("plus", araios_kronecker_with(ctx, ARAIOS_PLUS, in->A, in->B, &C));
}
CASE(submatrix) {
  MATRIX("", araios_submatrix(ctx, in->A, in->scale, 0, 4 * in->scale, 5 * in->scale, &C));
  MATRIX("columns", araios_submatrix(ctx, in->A, 0, 2 * in->scale, 6 * in->scale, 2 * in->scale, &C));
}
CASE(submatrix_lists) {
  int64_t const rows[] = {4 * in->scale, 0, 2 * in->scale, 0}, columns[] = {4 * in->scale, in->scale, 2 * in->scale};
  araios_matrix* C = NULL;
  if (did(s, "rows", araios_submatrix_lists(ctx, in->A, 4, rows, 0, NULL, &C))) {
    int64_t nnz = 0;
    OK(araios_sum_duplicates(ctx, C, &C));
    OK(araios_matrix_get_nnz(ctx, C, &nnz));
    put(s, (double)nnz);
  }
  C = NULL;
  if (did(s, "both", araios_submatrix_lists(ctx, in->A, 4, rows, 3, columns, &C))) {
    int64_t const keep = s->scale;
    s->scale = 1; /* positions in lists */
    put_matrix(s, C);
    s->scale = keep;
  }
}
CASE(assign) {
  araios_matrix* part = NULL;
  OK(araios_submatrix(ctx, in->B, 0, 0, 3 * in->scale, 3 * in->scale, &part));
  MATRIX("", araios_assign(ctx, in->A, in->scale, 2 * in->scale, part, &C));
  MATRIX("all", araios_assign(ctx, in->A, 0, 0, in->B, &C));
}
CASE(assign_lists) {
  int64_t const rows[] = {4 * in->scale, 0}, columns[] = {2 * in->scale, in->scale, 0};
  static int64_t const first[] = {0, 1, 1}, second[] = {0, 1, 2};
  static double const values[] = {7, 8, 9};
  araios_matrix* block = NULL;
  OK(araios_matrix_build(ctx, NULL, in->type, ARAIOS_INDEX_64, 2, 3, 3, first, second, values_of(in, 3, values),
                         &block));
  MATRIX("", araios_assign_lists(ctx, in->A, 2, rows, 3, columns, block, &C));
  MATRIX("all", araios_assign_lists(ctx, in->A, 0, NULL, 0, NULL, in->B, &C));
}
CASE(extract_row) {
  VECTOR("0", araios_extract_row(ctx, in->A, 0, &z));
  VECTOR("2", araios_extract_row(ctx, in->A, 2 * in->scale, &z));
}
CASE(extract_column) {
  VECTOR("1", araios_extract_column(ctx, in->A, in->scale, &z));
  VECTOR("2", araios_extract_column(ctx, in->A, 2 * in->scale, &z));
}
static araios_operator const monoids[] = {ARAIOS_PLUS, ARAIOS_MIN, ARAIOS_MAX, ARAIOS_OR};
CASE(reduce_rows) {
  int k;
  for (k = 0; k < 4; ++k) VECTOR("", araios_reduce_rows(ctx, monoids[k], in->A, &z));
}
CASE(reduce_columns) {
  int k;
  for (k = 0; k < 4; ++k) VECTOR("", araios_reduce_columns(ctx, monoids[k], in->A, &z));
}
CASE(reduce_lines) {
  int k;
  for (k = 0; k < 8; ++k) VECTOR("", araios_reduce_lines(ctx, monoids[k / 2], k % 2, in->A, &z));
}
CASE(reduce) {
  double sum[2] = {0, 0};
  int k;
  for (k = 0; k < 4; ++k)
    if (did(s, "", araios_reduce(ctx, monoids[k], in->A, sum))) put(s, number_of(in->type, sum));
}
CASE(nonempty_rows) { VECTOR("", araios_nonempty_rows(ctx, in->A, &z)); }
CASE(nonempty_columns) { VECTOR("", araios_nonempty_columns(ctx, in->A, &z)); }

/* convert.h */

CASE(convert) {
  int format;
  for (format = ARAIOS_CSR; format <= ARAIOS_PACKET; ++format)
    MATRIX("", araios_convert(ctx, NULL, in->A, (araios_format)format, &C));
}
CASE(choose_format) {
  araios_format_choice choice;
  if (did(s, "", araios_choose_format(ctx, NULL, in->A, &choice))) {
    put(s, choice.format);
    put(s, (double)choice.candidates[choice.chosen].bytes);
  }
}
CASE(cast) {
  MATRIX("number", araios_cast(ctx, in->A, ARAIOS_FLOAT64, ARAIOS_INDEX_DEFAULT, &C));
  MATRIX("pattern", araios_cast(ctx, in->A, ARAIOS_PATTERN, ARAIOS_INDEX_DEFAULT, &C));
  MATRIX("indices", araios_cast(ctx, in->A, ARAIOS_TYPE_DEFAULT, ARAIOS_INDEX_64, &C));
}
CASE(sort_rows) { MATRIX("", araios_sort_rows(ctx, in->A, &C)); }
CASE(sum_duplicates) {
  araios_matrix* C = NULL;
  if (!did(s, "", araios_sum_duplicates(ctx, in->A, &C))) return;
  put(s, (double)nnz_of(C));
  put_matrix(s, C);
}
CASE(to_dense) {
  static double data[SIZE * SIZE];
  araios_context_info where;
  araios_dense X;
  int p;
  OK(araios_context_get_info(ctx, &where));
  if (where.space != ARAIOS_SPACE_HOST) return;
  X.data = data, X.type = number_type(in), X.rows = X.columns = X.row_stride = SIZE, X.column_stride = 1;
  if (did(s, "", araios_to_dense(ctx, in->A, &X)))
    for (p = 0; p < SIZE * SIZE; ++p) put(s, number_at(X.type, data, p));
}
CASE(transpose) {
  araios_transpose_options o = {ARAIOS_TRANSPOSE_MERGE_TRANS, 0};
  MATRIX("", araios_transpose(ctx, NULL, in->A, &C));
  MATRIX("merge", araios_transpose(ctx, &o, in->A, &C));
}
CASE(transpose_plan_create) {
  araios_plan* P = NULL;
  did(s, "", araios_transpose_plan_create(ctx, in->A, &P));
}
CASE(transpose_with_plan) {
  araios_plan* P = NULL;
  if (did(s, "create", araios_transpose_plan_create(ctx, in->A, &P)))
    MATRIX("", araios_transpose_with_plan(ctx, NULL, P, in->A, &C));
}
CASE(plan_get_info) {
  araios_plan* P = NULL;
  araios_plan_info info;
  if (!did(s, "create", araios_triangle_plan_create(ctx, NULL, in->A, &P))) return;
  if (!did(s, "", araios_plan_get_info(ctx, P, &info))) return;
  put_position(s, info.rows);
  put_position(s, info.columns);
  CHECK(info.bytes > 0);
}

/* elementwise.h */

CASE(add) {
  MATRIX("", araios_add(ctx, 2, in->A, -1, in->B, &C));
  MATRIX("A + A", araios_add(ctx, 1, in->A, 1, in->A, &C));
}
CASE(union) {
  int op;
  for (op = ARAIOS_PLUS; op <= ARAIOS_SECOND; ++op)
    MATRIX("", araios_union(ctx, (araios_operator)op, in->A, in->B, &C));
}
CASE(intersection) {
  int op;
  for (op = ARAIOS_PLUS; op <= ARAIOS_SECOND; ++op)
    MATRIX("", araios_intersection(ctx, (araios_operator)op, in->A, in->B, &C));
}
CASE(difference) { MATRIX("", araios_difference(ctx, in->A, in->B, &C)); }
CASE(xor) { MATRIX("", araios_xor(ctx, in->A, in->B, &C)); }
CASE(apply) {
  int f;
  for (f = ARAIOS_NEGATE; f <= ARAIOS_ONE; ++f) MATRIX("", araios_apply(ctx, (araios_function)f, in->A, &C));
}
CASE(scale) {
  MATRIX("half", araios_scale(ctx, -0.5, 0, in->A, &C));
  MATRIX("whole", araios_scale(ctx, -3, 0, in->A, &C));
}
CASE(scale_rows) { MATRIX("", araios_scale_rows(ctx, factors(in), in->A, &C)); }
CASE(scale_columns) { MATRIX("", araios_scale_columns(ctx, in->A, factors(in), &C)); }
CASE(diagonal) { VECTOR("", araios_diagonal(ctx, in->A, &z)); }
CASE(diagonal_matrix) {
  araios_matrix* C = NULL;
  int64_t const keep = s->scale;
  s->scale = 1;
  if (did(s, "", araios_diagonal_matrix(ctx, ARAIOS_INDEX_DEFAULT, factors(in), &C))) put_matrix(s, C);
  s->scale = keep;
}
CASE(band) {
  MATRIX("", araios_band(ctx, in->A, -in->scale, in->scale, &C));
  MATRIX("above", araios_band(ctx, in->A, in->scale, INT64_MAX, &C));
}
CASE(off_diagonal) { MATRIX("", araios_off_diagonal(ctx, in->A, in->scale, &C)); }
CASE(select) {
  int comparison;
  for (comparison = ARAIOS_NOT_EQUAL; comparison <= ARAIOS_GREATER_EQUAL; ++comparison) {
    MATRIX("0", araios_select(ctx, (araios_comparison)comparison, 0, in->A, &C));
    MATRIX("3", araios_select(ctx, (araios_comparison)comparison, 3, in->A, &C));
  }
}
CASE(select_marked) {
  unsigned char keep[64];
  memset(keep, 1, sizeof(keep));
  MATRIX("", araios_select_marked(ctx, ARAIOS_SPACE_HOST, keep, in->A, &C));
}

/* graph.h */

CASE(simple_graph) { MATRIX("", araios_simple_graph(ctx, in->A, &C)); }
CASE(require_simple) {
  araios_matrix* G = NULL;
  did(s, "A", araios_require_simple(ctx, in->A));
  OK(araios_simple_graph(ctx, in->A, &G));
  did(s, "simple", araios_require_simple(ctx, G));
}
CASE(count_triangles) {
  araios_triangle_options o;
  int64_t count = 0;
  int method;
  for (method = ARAIOS_TRIANGLES_AUTOMATIC; method <= ARAIOS_TRIANGLES_RADIX_BINNING; ++method) {
    memset(&o, 0, sizeof(o));
    o.method = (araios_triangle_method)method;
    if (did(s, "", araios_count_triangles(ctx, &o, in->A, &count))) put(s, (double)count);
  }
}
CASE(choose_triangle_method) {
  araios_triangle_choice choice;
  if (did(s, "", araios_choose_triangle_method(ctx, NULL, in->A, &choice))) put(s, choice.method);
}
/* f(P) for the plan of A. */
#define WITH_PLAN(f)                                                                \
  araios_plan* P = NULL;                                                            \
  if (!did(s, "create", araios_triangle_plan_create(ctx, NULL, in->A, &P))) return; \
  f
CASE(triangle_plan_create) { WITH_PLAN((void)0); }
CASE(count_triangles_with_plan) {
  int64_t count = 0;
  WITH_PLAN(if (did(s, "", araios_count_triangles_with_plan(ctx, NULL, P, &count))) put(s, (double)count));
}
CASE(choose_triangle_method_with_plan) {
  araios_triangle_choice choice;
  WITH_PLAN(if (did(s, "", araios_choose_triangle_method_with_plan(ctx, NULL, P, &choice))) put(s, choice.method));
}
CASE(update_triangles) {
  araios_triangle_update update;
  araios_matrix* H = NULL;
  int64_t triangles = 0;
  OK(araios_count_triangles(ctx, NULL, in->A, &triangles));
  if (!did(s, "", araios_update_triangles(ctx, in->A, triangles, in->M, in->B, &H, &update))) return;
  put(s, (double)update.triangles);
  put(s, (double)update.lost);
  put(s, (double)update.gained);
  put_matrix(s, H);
}
static void put_triangles(seen* s, araios_vector* u, araios_vector* v, araios_vector* w) {
  put_elements(s, u, 1);
  put_elements(s, v, 1);
  put_elements(s, w, 1);
}
CASE(list_triangles) {
  araios_vector *u = NULL, *v = NULL, *w = NULL;
  if (did(s, "", araios_list_triangles(ctx, in->A, &u, &v, &w))) put_triangles(s, u, v, w);
}
CASE(list_triangles_with_plan) {
  araios_vector *u = NULL, *v = NULL, *w = NULL;
  WITH_PLAN(if (did(s, "", araios_list_triangles_with_plan(ctx, P, &u, &v, &w))) put_triangles(s, u, v, w));
}
CASE(vertex_triangles) { VECTOR("", araios_vertex_triangles(ctx, in->A, &z)); }
CASE(vertex_triangles_with_plan) { WITH_PLAN(VECTOR("", araios_vertex_triangles_with_plan(ctx, P, &z))); }
CASE(edge_triangles) { MATRIX("", araios_edge_triangles(ctx, in->A, &C)); }
CASE(local_clustering) { VECTOR("", araios_local_clustering(ctx, in->A, &z)); }
CASE(local_clustering_with_plan) { WITH_PLAN(VECTOR("", araios_local_clustering_with_plan(ctx, P, &z))); }
static void put_clustering(seen* s, araios_clustering const* c) {
  put(s, (double)c->triangles);
  put(s, (double)c->wedges);
  put(s, c->transitivity);
  put(s, (double)(float)(c->average * (double)s->scale)); /* a mean of n */
}
CASE(graph_clustering) {
  araios_clustering c;
  if (did(s, "", araios_graph_clustering(ctx, in->A, &c))) put_clustering(s, &c);
}
CASE(graph_clustering_with_plan) {
  araios_clustering c;
  WITH_PLAN(if (did(s, "", araios_graph_clustering_with_plan(ctx, P, &c))) put_clustering(s, &c));
}
CASE(count_cliques) {
  int64_t count = 0;
  if (did(s, "", araios_count_cliques(ctx, 3, in->A, &count))) put(s, (double)count);
}
CASE(count_cliques_with_plan) {
  int64_t count = 0;
  WITH_PLAN(if (did(s, "", araios_count_cliques_with_plan(ctx, 3, P, &count))) put(s, (double)count));
}
CASE(k_truss) { MATRIX("", araios_k_truss(ctx, 3, in->A, &C)); }
CASE(truss_numbers) { MATRIX("", araios_truss_numbers(ctx, in->A, &C)); }
CASE(transitive_closure) { MATRIX("", araios_transitive_closure(ctx, in->A, &C)); }
CASE(transitive_closure_by) { MATRIX("", araios_transitive_closure_by(ctx, ARAIOS_CLOSURE_SQUARING, in->A, &C)); }
CASE(bfs_levels) { VECTOR("", araios_bfs_levels(ctx, in->A, 0, &z)); }
CASE(reverse_cuthill_mckee) { VECTOR("", araios_reverse_cuthill_mckee(ctx, in->A, &z)); }
CASE(regular_path_query) {
  char const* const labels[] = {"a", "b"};
  araios_matrix const* const matrices[] = {in->A, in->B};
  araios_labelled_graph graph = {0, 2, NULL, NULL};
  graph.vertices = SIZE * in->scale, graph.labels = labels, graph.matrices = matrices;
  MATRIX("", araios_regular_path_query(ctx, NULL, &graph, "a b | a", &C));
}
CASE(context_free_path_query) {
  char const* const labels[] = {"a", "b"};
  araios_matrix const* const matrices[] = {in->A, in->B};
  araios_labelled_graph graph = {0, 2, NULL, NULL};
  graph.vertices = SIZE * in->scale, graph.labels = labels, graph.matrices = matrices;
  MATRIX("", araios_context_free_path_query(ctx, NULL, &graph, "S -> a S b | a b", &C));
}

/* hypersparse.h */

CASE(is_dcsr_smaller) {
  int smaller = 0;
  if (did(s, "", araios_is_dcsr_smaller(ctx, in->A, &smaller))) put(s, 1);
}
/* A in DOK, of its canonical form: a table has one entry for each place. */
static araios_matrix* table(operands const* in, seen* s) {
  araios_matrix* T = NULL;
  OK(araios_sum_duplicates(ctx, in->A, &T));
  did(s, "convert", araios_convert(ctx, NULL, T, ARAIOS_DOK, &T));
  return s->status[s->calls - 1] == ARAIOS_SUCCESS ? T : NULL;
}
CASE(dok_insert) {
  static int64_t const i[] = {0, 5}, j[] = {1, 5};
  static double const values[] = {3, 4};
  araios_matrix* T = table(in, s);
  if (T != NULL &&
      did(s, "", araios_dok_insert(ctx, NULL, T, ARAIOS_INDEX_64, 2, i, j, values_of(in, 2, values), NULL)))
    put_matrix(s, T);
}
CASE(dok_erase) {
  static int64_t const i[] = {0, 5}, j[] = {1, 5};
  araios_matrix* T = table(in, s);
  if (T != NULL && did(s, "", araios_dok_erase(ctx, NULL, T, ARAIOS_INDEX_64, 2, i, j, NULL))) put_matrix(s, T);
}
CASE(dok_find) {
  static int64_t const i[] = {0, 5}, j[] = {1, 5};
  int found[2];
  araios_matrix* T = table(in, s);
  if (T == NULL || !did(s, "", araios_dok_find(ctx, NULL, T, ARAIOS_INDEX_64, 2, i, j, found, NULL))) return;
  put(s, found[0]);
  put(s, found[1]);
}

/* matrix.h and files.h */

CASE(matrix_copy) { MATRIX("", araios_matrix_copy(ctx, in->A, &C)); }
CASE(matrix_extract) {
  araios_matrix* C = NULL;
  if (did(s, "", araios_matrix_copy(ctx, in->A, &C))) put_matrix(s, C);
}
CASE(matrix_extract_csr) {
  int64_t map[SIZE + 1], columns[64];
  double values[64], table[SIZE][SIZE] = {{0}};
  int i, p;
  if (!did(s, "", araios_matrix_extract_csr(ctx, in->A, ARAIOS_INDEX_64, map, columns, HAS_VALUES ? values : NULL)))
    return;
  for (i = 0; i < SIZE; ++i)
    for (p = (int)map[i]; p < map[i + 1]; ++p) {
      double* const at = &table[i][columns[p]];
      *at = HAS_VALUES ? *at + number_at(in->type, values, p) : 1;
    }
  for (p = 0; p < SIZE * SIZE; ++p) put(s, table[p / SIZE][p % SIZE]);
}
CASE(matrix_get_arrays) {
  araios_matrix_arrays arrays;
  did(s, "", araios_matrix_get_arrays(ctx, in->A, &arrays));
}
CASE(matrix_set_values) {
  static double values[256];
  araios_matrix_arrays arrays;
  araios_matrix* C = NULL;
  int p;
  OK(araios_matrix_copy(ctx, in->A, &C));
  if (araios_matrix_get_arrays(ctx, C, &arrays) != ARAIOS_SUCCESS || arrays.num_values > 256) return;
  for (p = 0; p < 256; ++p) values[p] = 0;
  if (did(s, "", araios_matrix_set_values(ctx, C, ARAIOS_SPACE_HOST, values))) put_matrix(s, C);
}
CASE(matrix_set_element) {
  araios_matrix* C = NULL;
  OK(araios_matrix_copy(ctx, in->A, &C));
  did(s, "there", araios_matrix_set_element(ctx, C, 0, in->scale, 17, 0));
  if (did(s, "new", araios_matrix_set_element(ctx, C, 5 * in->scale, 5 * in->scale, 18, 0))) put_matrix(s, C);
}
CASE(matrix_remove_element) {
  araios_matrix* C = NULL;
  OK(araios_matrix_copy(ctx, in->A, &C));
  if (did(s, "", araios_matrix_remove_element(ctx, C, 0, in->scale))) put_matrix(s, C);
}
CASE(matrix_get_element) {
  double value[2];
  int i, j, found;
  for (i = 0; i < 3; ++i)
    for (j = 0; j < 3; ++j) {
      if (!did(s, "", araios_matrix_get_element(ctx, in->A, i * in->scale, j * in->scale, &found, value))) continue;
      put(s, found);
      put(s, number_of(in->type, value));
    }
}
CASE(matrix_update) {
  int64_t const i[] = {0, 5 * in->scale, 0}, j[] = {in->scale, 5 * in->scale, 2 * in->scale};
  static double const values[] = {3, 4, 5};
  static uint8_t const removes[] = {0, 0, 1};
  araios_matrix* C = NULL;
  OK(araios_matrix_copy(ctx, in->A, &C));
  if (did(s, "",
          araios_matrix_update(ctx, ARAIOS_SPACE_HOST, C, ARAIOS_INDEX_64, 3, i, j, values_of(in, 3, values), removes)))
    put_matrix(s, C);
}
CASE(matrix_find) {
  int64_t const i[] = {0, 5 * in->scale, 2 * in->scale}, j[] = {in->scale, 5 * in->scale, 2 * in->scale};
  double values[3] = {0, 0, 0};
  int found[3], p;
  if (!did(s, "",
           araios_matrix_find(ctx, ARAIOS_ORDER_ANY, ARAIOS_SPACE_HOST, in->A, ARAIOS_INDEX_64, 3, i, j, found,
                              HAS_VALUES ? values : NULL)))
    return;
  for (p = 0; p < 3; ++p) put(s, found[p]), put(s, HAS_VALUES ? number_at(in->type, values, p) : 0);
}
CASE(matrix_contains) {
  int64_t const i[] = {0, 5 * in->scale, 2 * in->scale}, j[] = {in->scale, 5 * in->scale, 2 * in->scale};
  int found[3], p;
  if (!did(s, "", araios_matrix_contains(ctx, in->A, 3, i, j, found))) return;
  for (p = 0; p < 3; ++p) put(s, found[p]);
}
CASE(matrix_validate) { did(s, "", araios_matrix_validate(ctx, ARAIOS_ORDER_ANY, in->A)); }
CASE(matrix_equal) {
  araios_matrix* C = NULL;
  int equal = 0;
  OK(araios_sum_duplicates(ctx, in->A, &C));
  if (did(s, "itself", araios_matrix_equal(ctx, in->A, in->A, &equal))) put(s, equal);
  if (did(s, "its sums", araios_matrix_equal(ctx, in->A, C, &equal))) put(s, equal);
  if (did(s, "sums and it", araios_matrix_equal(ctx, C, in->A, &equal))) put(s, equal);
  if (did(s, "other", araios_matrix_equal(ctx, in->A, in->B, &equal))) put(s, equal);
}
CASE(matrix_write_market) {
  char path[64];  // one of this process: tests run side by side
  snprintf(path, sizeof path, "araios_c_tests_cases_%ld.mtx", (long)getpid());
  araios_market_options o;
  araios_market_info info;
  araios_matrix* C = NULL;
  memset(&o, 0, sizeof(o));
  o.format = ARAIOS_COO;
  if (in->type == ARAIOS_INT64) o.type = ARAIOS_INT64;
  if (!did(s, "", araios_matrix_write_market(ctx, NULL, in->A, path))) return;
  OK(araios_market_get_info(ctx, path, &info));
  put_position(s, info.rows);
  put(s, (double)info.entries);
  if (did(s, "read", araios_matrix_read_market(ctx, &o, path, &C))) put_matrix(s, C);
  remove(path);
}

/* products.h */

CASE(spmv) {
  araios_spmv_options o;
  int semiring, op;
  for (semiring = ARAIOS_PLUS_TIMES; semiring <= ARAIOS_OR_AND; ++semiring)
    for (op = ARAIOS_NO_TRANSPOSE; op <= ARAIOS_TRANSPOSE; ++op) {
      araios_vector* y = zeros(in);
      memset(&o, 0, sizeof(o));
      o.semiring = (araios_semiring)semiring, o.op = (araios_op)op;
      if (did(s, "", araios_spmv(ctx, &o, 2, in->A, factors(in), 0, y))) put_elements(s, y, 0);
    }
}
CASE(spmv_plan_create) {
  araios_plan* P = NULL;
  did(s, "", araios_spmv_plan_create(ctx, NULL, in->A, &P));
}
CASE(spmv_with_plan) {
  araios_spmv_plan_options o;
  int op;
  for (op = ARAIOS_NO_TRANSPOSE; op <= ARAIOS_TRANSPOSE; ++op) {
    araios_plan* P = NULL;
    araios_vector* y = zeros(in);
    memset(&o, 0, sizeof(o));
    o.op = (araios_op)op;
    if (!did(s, "create", araios_spmv_plan_create(ctx, &o, in->A, &P))) return;
    if (did(s, "", araios_spmv_with_plan(ctx, NULL, P, 2, in->A, factors(in), 0, y))) put_elements(s, y, 0);
  }
}
CASE(spmv_plan_update) {
  araios_plan* P = NULL;
  if (did(s, "create", araios_spmv_plan_create(ctx, NULL, in->A, &P)))
    did(s, "", araios_spmv_plan_update(ctx, P, in->A));
}
CASE(spmm) {
  static double x[2 * SIZE] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, y[2 * SIZE];
  araios_context_info where;
  araios_dense X, Y;
  int p;
  OK(araios_context_get_info(ctx, &where));
  if (where.space != ARAIOS_SPACE_HOST) return;
  X.data = numbers(in, 2 * SIZE, x), X.type = number_type(in), X.rows = SIZE, X.columns = X.row_stride = 2,
  X.column_stride = 1;
  Y = X, Y.data = y;
  if (did(s, "", araios_spmm(ctx, NULL, 1, in->A, &X, 0, &Y)))
    for (p = 0; p < 2 * SIZE; ++p) put(s, number_at(Y.type, y, p));
}
CASE(spmv_dense) {
  static double x[SIZE] = {1, 2, 3, 4, 5, 6}, y[SIZE];
  araios_context_info where;
  araios_dense X, Y;
  int p;
  OK(araios_context_get_info(ctx, &where));
  if (where.space != ARAIOS_SPACE_HOST) return;
  X.data = numbers(in, SIZE, x), X.type = number_type(in), X.rows = SIZE;
  X.columns = X.row_stride = X.column_stride = 1;
  Y = X, Y.data = y;
  if (did(s, "", araios_spmv_dense(ctx, NULL, NULL, 1, in->A, &X, 0, &Y)))
    for (p = 0; p < SIZE; ++p) put(s, number_at(Y.type, y, p));
}
static void products_with_x(operands const* in, seen* s, int from_left) {
  araios_mxv_options o;
  int semiring;
  for (semiring = ARAIOS_PLUS_TIMES; semiring <= ARAIOS_OR_AND; ++semiring) {
    araios_vector* z = NULL;
    if (!HAS_VALUES && semiring != ARAIOS_PLUS_TIMES && semiring != ARAIOS_OR_AND) continue;
    memset(&o, 0, sizeof(o));
    o.semiring = (araios_semiring)semiring;
    if (did(s, "", from_left ? araios_vxm(ctx, &o, in->x, in->A, &z) : araios_mxv(ctx, &o, in->A, in->x, &z)))
      put_elements(s, z, 0);
    z = NULL;
    OK(araios_vector_copy(ctx, in->y, &z));
    o.accumulate = 1, o.mask = in->x, o.complement = 1;
    if (did(s, "mask", from_left ? araios_vxm(ctx, &o, in->x, in->A, &z) : araios_mxv(ctx, &o, in->A, in->x, &z)))
      put_elements(s, z, 0);
  }
}
CASE(mxv) { products_with_x(in, s, 0); }
CASE(vxm) { products_with_x(in, s, 1); }

/* solve.h */

/* A and entries on all of its diagonal that is stored. */
static araios_matrix* with_diagonal(operands const* in) {
  static double const hundreds[SIZE] = {100, 200, 300, 400, 500, 600};
  static double values[SIZE];
  int64_t i[SIZE];
  araios_matrix *D = NULL, *sum = NULL;
  int p;
  for (p = 0; p < SIZE; ++p) i[p] = p * in->scale, values[p] = hundreds[p];
  OK(araios_matrix_build(ctx, NULL, in->type, ARAIOS_INDEX_64, SIZE * in->scale, SIZE * in->scale, SIZE, i, i,
                         HAS_VALUES ? numbers(in, SIZE, values) : NULL, &D));
  OK(araios_union(ctx, ARAIOS_PLUS, in->A, D, &sum));
  OK(araios_matrix_destroy(D));
  return sum;
}
/* Plans of preconditioners: of A, which has rows without a diagonal, where it is small. */
#define PRECONDITIONER(name, make)                           \
  CASE(name) {                                               \
    araios_matrix* A = with_diagonal(in);                    \
    araios_plan *P = NULL, *Q = NULL;                        \
    did(s, "", make(A, &P));                                 \
    if (in->scale == 1) did(s, "as it is", make(in->A, &Q)); \
  }
#define JACOBI(A, P) araios_jacobi_create(ctx, A, P)
#define BLOCK_JACOBI(A, P) araios_block_jacobi_create(ctx, 1, A, P)
#define CHEBYSHEV(A, P) araios_chebyshev_create(ctx, NULL, A, P)
#define GAUSS_SEIDEL(A, P) araios_gauss_seidel_create(ctx, NULL, A, P)
/* Ones on the diagonal of a pattern are 4, so that pivots are positive. */
static araios_factor_options const shifted = {0, 0, 0, 3, 0, 0};
#define ILU(A, P) araios_ilu_create(ctx, &shifted, A, P)
#define IC(A, P) araios_ic_create(ctx, &shifted, A, P)
#define TRIANGULAR(A, P) araios_triangular_create(ctx, NULL, A, P)
PRECONDITIONER(jacobi_create, JACOBI)
PRECONDITIONER(block_jacobi_create, BLOCK_JACOBI)
PRECONDITIONER(chebyshev_create, CHEBYSHEV)
PRECONDITIONER(gauss_seidel_create, GAUSS_SEIDEL)
PRECONDITIONER(ilu_create, ILU)
PRECONDITIONER(ic_create, IC)
PRECONDITIONER(triangular_create, TRIANGULAR)
CASE(matrix_map_create) {
  araios_plan* P = NULL;
  did(s, "", araios_matrix_map_create(ctx, in->A, &P));
}

/* Two columns of SIZE elements, x and y, where the context is of the host. */
static int has_columns(operands const* in, double* x, double* y, araios_dense* X, araios_dense* Y) {
  araios_context_info where;
  OK(araios_context_get_info(ctx, &where));
  memset(y, 0, 2 * SIZE * sizeof(*y));
  X->data = numbers(in, 2 * SIZE, x), X->type = number_type(in), X->rows = X->column_stride = SIZE, X->columns = 2,
  X->row_stride = 1;
  *Y = *X, Y->data = y;
  return where.space == ARAIOS_SPACE_HOST;
}
static void put_columns(seen* s, araios_dense const* Y) {
  int p;
  for (p = 0; p < 2 * SIZE; ++p) put(s, number_at(Y->type, Y->data, p));
}
CASE(linear_map_apply) {
  static double x[2 * SIZE] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, y[2 * SIZE];
  araios_plan* P = NULL;
  araios_dense X, Y;
  if (!has_columns(in, x, y, &X, &Y)) return;
  if (!did(s, "create", araios_matrix_map_create(ctx, in->A, &P))) return;
  if (did(s, "", araios_linear_map_apply(ctx, P, &X, &Y))) put_columns(s, &Y);
}
CASE(linear_map_update) {
  static double x[2 * SIZE] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, y[2 * SIZE];
  araios_plan* P = NULL;
  araios_dense X, Y;
  if (!has_columns(in, x, y, &X, &Y)) return;
  if (!did(s, "create", araios_jacobi_create(ctx, with_diagonal(in), &P))) return;
  if (!did(s, "", araios_linear_map_update(ctx, P, with_diagonal(in)))) return;
  if (did(s, "apply", araios_linear_map_apply(ctx, P, &X, &Y))) put_columns(s, &Y);
}
CASE(factor_extract) {
  araios_plan* P = NULL;
  araios_matrix *L = NULL, *U = NULL;
  if (!did(s, "create", araios_ilu_create(ctx, &shifted, with_diagonal(in), &P))) return;
  if (!did(s, "", araios_factor_extract(ctx, P, &L, &U, NULL))) return;
  put_matrix(s, L);
  put_matrix(s, U);
}
CASE(factor_solve) {
  static double x[2 * SIZE] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, y[2 * SIZE];
  araios_plan* P = NULL;
  araios_dense X, Y;
  if (!has_columns(in, x, y, &X, &Y)) return;
  if (!did(s, "create", araios_ilu_create(ctx, &shifted, with_diagonal(in), &P))) return;
  if (did(s, "", araios_factor_solve(ctx, P, ARAIOS_CONJUGATE_TRANSPOSE, &X, &Y))) put_columns(s, &Y);
}
/* A hierarchy of one level: its inverse. */
static int made_multigrid(operands const* in, seen* s, araios_plan** M) {
  araios_matrix const* const A = with_diagonal(in);
  return did(s, "create", araios_multigrid_create(ctx, NULL, 1, &A, NULL, NULL, M));
}
CASE(multigrid_create) {
  araios_plan* M = NULL;
  made_multigrid(in, s, &M);
}
CASE(multigrid_improve) {
  static double x[2 * SIZE] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, y[2 * SIZE];
  araios_plan* M = NULL;
  araios_dense X, Y;
  if (!has_columns(in, x, y, &X, &Y) || !made_multigrid(in, s, &M)) return;
  if (did(s, "", araios_multigrid_improve(ctx, M, &X, &Y))) put_columns(s, &Y);
}
CASE(multigrid_update) {
  araios_matrix const* const A = with_diagonal(in);
  araios_plan* M = NULL;
  if (made_multigrid(in, s, &M)) did(s, "", araios_multigrid_update(ctx, M, 1, &A, NULL, NULL));
}
/* One iteration: sums of these numbers are exact, so that it does not matter in which order they are added. */
static araios_solve_options one_iteration(void) {
  araios_solve_options o;
  memset(&o, 0, sizeof(o));
  o.max_iterations = 1, o.method = ARAIOS_GMRES;
  return o;
}
static void put_status(seen* s, araios_solve_status const* status) {
  put(s, status->reason);
  put(s, (double)status->iterations);
}
CASE(solve) {
  araios_solve_options const o = one_iteration();
  araios_solve_status status;
  araios_vector* y = zeros(in);
  memset(&status, 0, sizeof(status));
  if (did(s, "", araios_solve(ctx, &o, in->A, NULL, factors(in), y, &status))) put_status(s, &status);
}
CASE(solver_create) {
  araios_plan *P = NULL, *S = NULL;
  if (did(s, "create", araios_matrix_map_create(ctx, in->A, &P))) did(s, "", araios_solver_create(ctx, NULL, P, P, &S));
}
CASE(solve_with_plan) {
  static double x[2 * SIZE] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, y[2 * SIZE];
  araios_solve_options const o = one_iteration();
  araios_solve_status statuses[2];
  araios_plan *P = NULL, *S = NULL;
  araios_dense X, Y;
  memset(statuses, 0, sizeof(statuses));
  if (!has_columns(in, x, y, &X, &Y)) return;
  if (!did(s, "map", araios_matrix_map_create(ctx, in->A, &P))) return;
  if (!did(s, "create", araios_solver_create(ctx, &o, P, NULL, &S))) return;
  if (did(s, "", araios_solve_with_plan(ctx, S, &X, &Y, statuses))) put_status(s, statuses + 1);
}
CASE(solve_shifted) {
  static double const shifts[] = {100, 200};
  static double x[2 * SIZE] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, y[2 * SIZE];
  araios_solve_options o = one_iteration();
  araios_solve_status statuses[2];
  araios_plan* P = NULL;
  araios_dense X, Y;
  o.method = ARAIOS_CG;
  memset(statuses, 0, sizeof(statuses));
  if (!has_columns(in, x, y, &X, &Y)) return;
  X.columns = 1;
  if (!did(s, "map", araios_matrix_map_create(ctx, in->A, &P))) return;
  if (did(s, "", araios_solve_shifted(ctx, &o, P, 2, shifts, &X, &Y, statuses))) put_status(s, statuses);
}
CASE(color) {
  int64_t count = 0;
  VECTOR("", araios_color(ctx, NULL, in->A, &z, &count));
  put(s, (double)count);
}

/* vector.h: sparse vectors repeat no index, so what is tried is their length. */

CASE(vector_copy) { VECTOR("", araios_vector_copy(ctx, in->x, &z)); }
CASE(vector_get_info) {
  araios_vector_info info;
  if (did(s, "", araios_vector_get_info(ctx, in->x, &info))) put(s, (double)info.nnz);
}
CASE(vector_get_nnz) {
  int64_t nnz = 0;
  if (did(s, "", araios_vector_get_nnz(ctx, in->x, &nnz))) put(s, (double)nnz);
}
CASE(vector_set_element) {
  araios_vector* z = NULL;
  OK(araios_vector_copy(ctx, in->x, &z));
  if (did(s, "", araios_vector_set_element(ctx, z, 5 * in->scale, 21, 0))) put_elements(s, z, 0);
}
CASE(vector_get_element) {
  double value[2];
  int found = 0;
  if (!did(s, "", araios_vector_get_element(ctx, in->x, 4 * in->scale, &found, value))) return;
  put(s, found);
  put(s, number_of(in->type, value));
}
CASE(vector_to_dense) { VECTOR("", araios_vector_to_dense(ctx, in->x, &z)); }
CASE(vector_pattern) { VECTOR("", araios_vector_pattern(ctx, in->x, &z)); }
CASE(vector_as_bits) { VECTOR("", araios_vector_as_bits(ctx, in->x, &z)); }
CASE(vector_to_bits) {
  uint32_t words[1] = {0};
  if (did(s, "", araios_vector_to_bits(ctx, in->x, words))) put(s, words[0]);
}
CASE(vector_subvector) { VECTOR("", araios_vector_subvector(ctx, in->x, in->scale, 4 * in->scale, &z)); }
CASE(vector_reduce) {
  double sum[2];
  int k;
  for (k = 0; k < 4; ++k)
    if (did(s, "", araios_vector_reduce(ctx, monoids[k], in->x, sum))) put(s, number_of(in->type, sum));
}
CASE(vector_union) { VECTOR("", araios_vector_union(ctx, ARAIOS_PLUS, in->x, in->y, &z)); }
CASE(vector_intersection) { VECTOR("", araios_vector_intersection(ctx, ARAIOS_TIMES, in->x, in->y, &z)); }
CASE(vector_difference) { VECTOR("", araios_vector_difference(ctx, in->x, in->y, &z)); }
CASE(vector_xor) { VECTOR("", araios_vector_xor(ctx, in->x, in->y, &z)); }
CASE(vector_equal) {
  int equal = 0;
  if (did(s, "", araios_vector_equal(ctx, in->x, in->x, &equal))) put(s, equal);
  if (did(s, "", araios_vector_equal(ctx, in->x, in->y, &equal))) put(s, equal);
}
CASE(axpy) {
  araios_vector* y = zeros(in);
  if (did(s, "", araios_axpy(ctx, 2, in->x, y))) put_elements(s, y, 0);
}
CASE(dot) {
  double value[2];
  if (did(s, "sparse", araios_dot(ctx, 0, in->x, in->y, value))) put(s, number_of(in->type, value));
  if (did(s, "dense", araios_dot(ctx, 0, in->x, factors(in), value))) put(s, number_of(in->type, value));
}

/* Reasons of refusals. */
#define TOO_WIDE "2^31 - 1 rows or columns"
#define PER_VERTEX "an element for each of 10000000002 vertices"
#define OF(name, refuses_duplicates, refuses_wide) {"araios_" #name, name##_case, refuses_duplicates, refuses_wide}
#define LOOKS_AT_NO_ENTRIES(name) {"araios_" #name, NULL, 0, NULL}

public_function const public_functions[] = {
    OF(multiply, 0, NULL),
    OF(multiply_plan_create, 1, NULL), /* of CSR alone */
    OF(multiply_with_plan, 1, NULL),
    OF(galerkin_plan_create, 1, NULL),
    OF(galerkin_with_plan, 1, NULL),
    OF(kronecker, 0, "number of"),
    OF(kronecker_with, 0, "number of"),
    OF(submatrix, 0, NULL),
    OF(submatrix_lists, 0, NULL),
    OF(assign, 0, NULL),
    OF(assign_lists, 0, NULL),
    OF(extract_row, 0, NULL),
    OF(extract_column, 0, NULL),
    OF(reduce_rows, 0, "araios_reduce_lines"),
    OF(reduce_columns, 0, "araios_reduce_lines"),
    OF(reduce_lines, 0, NULL),
    OF(reduce, 0, NULL),
    OF(nonempty_rows, 0, NULL),
    OF(nonempty_columns, 0, NULL),
    OF(convert, 1, "10000000002"),
    OF(choose_format, 0, TOO_WIDE),
    OF(cast, 0, NULL),
    OF(sort_rows, 0, NULL),
    OF(sum_duplicates, 0, NULL),
    OF(to_dense, 0, "A is"),
    OF(transpose, 0, NULL),
    OF(transpose_plan_create, 0, NULL), /* of CSR alone */
    OF(transpose_with_plan, 0, NULL),
    OF(plan_get_info, 0, NULL),
    LOOKS_AT_NO_ENTRIES(plan_destroy),
    OF(add, 0, NULL),
    OF(union, 0, NULL),
    OF(intersection, 0, NULL),
    OF(difference, 0, NULL),
    OF(xor, 0, NULL),
    OF(apply, 0, NULL),
    OF(scale, 0, NULL),
    OF(scale_rows, 0, "elements"),
    OF(scale_columns, 0, "elements"),
    OF(diagonal, 0, "dense vector"),
    OF(diagonal_matrix, 0, NULL),
    OF(band, 0, NULL),
    OF(off_diagonal, 0, NULL),
    OF(select, 0, NULL),
    OF(select_marked, 0, NULL),
    OF(simple_graph, 0, NULL),
    OF(require_simple, 0, NULL),
    OF(count_triangles, 0, NULL),
    OF(choose_triangle_method, 0, NULL),
    OF(triangle_plan_create, 0, NULL),
    OF(count_triangles_with_plan, 0, NULL),
    OF(choose_triangle_method_with_plan, 0, NULL),
    OF(update_triangles, 0, NULL),
    OF(list_triangles, 0, NULL),
    OF(list_triangles_with_plan, 0, NULL),
    OF(vertex_triangles, 0, PER_VERTEX),
    OF(vertex_triangles_with_plan, 0, PER_VERTEX),
    OF(edge_triangles, 0, NULL),
    OF(local_clustering, 0, PER_VERTEX),
    OF(local_clustering_with_plan, 0, PER_VERTEX),
    OF(graph_clustering, 0, NULL),
    OF(graph_clustering_with_plan, 0, NULL),
    OF(count_cliques, 0, NULL),
    OF(count_cliques_with_plan, 0, NULL),
    OF(k_truss, 0, NULL),
    OF(truss_numbers, 0, NULL),
    OF(transitive_closure, 0, NULL),
    OF(transitive_closure_by, 0, NULL),
    OF(bfs_levels, 0, PER_VERTEX),
    OF(reverse_cuthill_mckee, 0, PER_VERTEX),
    OF(regular_path_query, 0, NULL),
    OF(context_free_path_query, 0, NULL),
    OF(is_dcsr_smaller, 0, "DCSR"),
    OF(dok_insert, 0, "does not fit"),
    OF(dok_erase, 0, "does not fit"),
    OF(dok_find, 0, "does not fit"),
    OF(matrix_copy, 0, NULL),
    LOOKS_AT_NO_ENTRIES(matrix_destroy),
    LOOKS_AT_NO_ENTRIES(matrix_get_info), /* its counts are those of the arrays */
    LOOKS_AT_NO_ENTRIES(matrix_get_rows),
    LOOKS_AT_NO_ENTRIES(matrix_get_columns),
    LOOKS_AT_NO_ENTRIES(matrix_get_nnz), /* as info */
    OF(matrix_get_arrays, 0, NULL),
    OF(matrix_extract, 0, NULL),
    OF(matrix_extract_csr, 0, TOO_WIDE),
    OF(matrix_set_values, 0, NULL),
    OF(matrix_set_element, 0, NULL),
    OF(matrix_remove_element, 0, NULL),
    OF(matrix_get_element, 0, NULL),
    OF(matrix_update, 0, NULL),
    OF(matrix_find, 0, NULL),
    OF(matrix_contains, 0, NULL),
    LOOKS_AT_NO_ENTRIES(matrix_set_name),
    LOOKS_AT_NO_ENTRIES(matrix_get_name),
    OF(matrix_validate, 0, NULL),
    OF(matrix_equal, 0, NULL),
    OF(matrix_write_market, 0, NULL),
    OF(spmv, 0, "elements"),
    OF(spmv_plan_create, 1, NULL), /* of CSR alone */
    OF(spmv_with_plan, 1, NULL),
    OF(spmv_dense, 0, "elements"),
    OF(spmv_plan_update, 1, NULL),
    OF(spmm, 0, TOO_WIDE),
    OF(mxv, 0, NULL),
    OF(vxm, 0, NULL),
    OF(matrix_map_create, 0, "dense vectors"),
    OF(jacobi_create, 0, "dense vectors"),
    OF(block_jacobi_create, 0, "dense vectors"),
    OF(chebyshev_create, 0, "dense vectors"),
    OF(gauss_seidel_create, 0, "dense vectors"),
    OF(ilu_create, 0, "dense vectors"),
    OF(ic_create, 0, "dense vectors"),
    OF(triangular_create, 0, "dense vectors"),
    OF(linear_map_apply, 0, "dense vectors"),
    OF(linear_map_update, 0, "dense vectors"),
    OF(factor_extract, 0, "dense vectors"),
    OF(factor_solve, 0, "dense vectors"),
    OF(multigrid_create, 0, "dense vectors"),
    OF(multigrid_improve, 0, "dense vectors"),
    OF(multigrid_update, 0, "dense vectors"),
    OF(solve, 0, "dense vectors"),
    OF(solver_create, 0, "dense vectors"),
    OF(solve_with_plan, 0, "dense vectors"),
    OF(solve_shifted, 0, "dense vectors"),
    OF(color, 0, "rows"),
    OF(vector_copy, 0, NULL),
    LOOKS_AT_NO_ENTRIES(vector_destroy),
    OF(vector_get_info, 0, NULL),
    LOOKS_AT_NO_ENTRIES(vector_get_length),
    OF(vector_get_nnz, 0, NULL),
    LOOKS_AT_NO_ENTRIES(vector_extract),    /* all cases use it */
    LOOKS_AT_NO_ENTRIES(vector_set_values), /* of dense vectors */
    LOOKS_AT_NO_ENTRIES(vector_fill),
    OF(vector_set_element, 0, NULL),
    OF(vector_get_element, 0, NULL),
    LOOKS_AT_NO_ENTRIES(vector_set_name),
    LOOKS_AT_NO_ENTRIES(vector_get_name),
    OF(vector_to_dense, 0, "dense vector"),
    LOOKS_AT_NO_ENTRIES(vector_to_sparse), /* of dense vectors and bits */
    OF(vector_pattern, 0, NULL),
    OF(vector_as_bits, 0, "bits"),
    OF(vector_to_bits, 0, "bits"),
    OF(vector_subvector, 0, NULL),
    OF(vector_reduce, 0, NULL),
    OF(vector_union, 0, NULL),
    OF(vector_intersection, 0, NULL),
    OF(vector_difference, 0, NULL),
    OF(vector_xor, 0, NULL),
    OF(vector_equal, 0, NULL),
    OF(axpy, 0, "elements"),
    OF(dot, 0, "elements"),
};
int const num_public_functions = LENGTH(public_functions);
