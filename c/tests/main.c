/* SPDX-License-Identifier: Apache-2.0 */
/** \file
 * The tests of the C interface: `araios_c_tests <name>` runs one of them, without a name all; --list prints the names. */

#include "check.h"

int failed_checks = 0;
araios_context* ctx = NULL;
araios_context* other = NULL;

void check_failed(char const* file, int line, char const* text) {
  printf("%s:%d: %s\n", file, line, text);
  ++failed_checks;
}
void check_status(araios_status got, araios_status wanted, char const* file, int line, char const* text) {
  if (got == wanted) return;
  printf("%s:%d: %s\n  is %s, not %s: %s\n", file, line, text, araios_status_name(got), araios_status_name(wanted),
         araios_context_message(ctx));
  ++failed_checks;
}

araios_matrix* make(araios_index index, int64_t m, int64_t n, int k, int const* rows, int const* columns,
                    double const* values) {
  araios_matrix* A = NULL;
  araios_build_options options = {ARAIOS_DUPLICATES_SUM, ARAIOS_SPACE_DEFAULT, ARAIOS_INDEX_DEFAULT};
  options.result = index;
  OK(araios_matrix_build(ctx, &options, values == NULL ? ARAIOS_PATTERN : ARAIOS_FLOAT64, ARAIOS_INDEX_32, m, n, k,
                         rows, columns, values, &A));
  return A;
}
araios_matrix* graph(int64_t n, int k, int const* rows, int const* columns) {
  return make(ARAIOS_INDEX_32, n, n, k, rows, columns, NULL);
}

int has(araios_matrix const* A, int k, int const* rows, int const* columns, double const* values) {
  int64_t r[256], c[256], count = 256;
  double v[256];
  int p;
  OK(araios_matrix_extract(ctx, A, r, c, values == NULL ? NULL : v, &count));
  if (count != k) return 0;
  for (p = 0; p < k; ++p) {
    if (r[p] != rows[p] || c[p] != columns[p]) return 0;
    if (values != NULL && v[p] != values[p]) return 0;
  }
  return 1;
}
int has_entries(araios_vector const* x, int k, int const* indices, double const* values) {
  int64_t i[256], count = 256;
  double v[256];
  int p;
  OK(araios_vector_extract(ctx, x, i, values == NULL ? NULL : v, &count));
  if (count != k) return 0;
  for (p = 0; p < k; ++p) {
    if (indices != NULL && i[p] != indices[p]) return 0;
    if (values != NULL && v[p] != values[p]) return 0;
  }
  return 1;
}
araios_vector* dense_vector(int n, double const* values) {
  araios_vector* x = NULL;
  double copy[256];
  memcpy(copy, values, (size_t)n * sizeof(double));
  OK(araios_vector_create_dense(ctx, NULL, ARAIOS_FLOAT64, n, copy, &x));
  return x;
}
araios_vector* sparse_vector(int n, int k, int const* indices, double const* values) {
  araios_vector* x = NULL;
  OK(araios_vector_build(ctx, NULL, values == NULL ? ARAIOS_PATTERN : ARAIOS_FLOAT64, ARAIOS_INDEX_32, n, k, indices,
                         values, &x));
  return x;
}
int64_t nnz_of(araios_matrix const* A) {
  int64_t nnz = -1;
  OK(araios_matrix_get_nnz(ctx, A, &nnz));
  return nnz;
}

int has_integers(void) {
  int const has = araios_supports(ARAIOS_INT64, ARAIOS_INDEX_DEFAULT);
  if (!has) printf("left out: this library was built without ARAIOS_INT64\n");
  return has;
}

static test const* const groups[] = {context_tests, create_tests,  convert_tests, vector_tests,    product_tests,
                                     solve_tests,   algebra_tests, graph_tests,   cubool_tests,    argument_tests,
                                     thread_tests,  entry_tests,   value_tests,   primitive_tests, hypersparse_tests,
                                     wide_tests,    every_tests};

static void run(test const* t) {
  araios_context_options options = {ARAIOS_SPACE_DEFAULT, NULL, {0, 0, 0}};
  if (getenv("ARAIOS_C_TESTS_HOST") != NULL) options.space = ARAIOS_SPACE_HOST;
  OK(araios_context_create(&options, &ctx));
  OK(araios_context_create(&options, &other));
  t->run();
  OK(araios_context_destroy(other));
  OK(araios_context_destroy(ctx));
  ctx = other = NULL;
}

int main(int argc, char** argv) {
  size_t g;
  int found = 0;
  for (g = 0; g < sizeof(groups) / sizeof(groups[0]); ++g) {
    test const* t;
    for (t = groups[g]; t->name != NULL; ++t) {
      if (argc > 1 && strcmp(argv[1], "--list") == 0) {
        printf("%s\n", t->name);
        found = 1;
      } else if (argc < 2 || strcmp(argv[1], t->name) == 0) {
        run(t);
        found = 1;
      }
    }
  }
  if (!found) {
    printf("no test %s\n", argv[1]);
    return 2;
  }
  OK(araios_finalize());
  return failed_checks == 0 ? 0 : 1;
}
