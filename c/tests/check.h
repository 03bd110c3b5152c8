/* SPDX-License-Identifier: Apache-2.0 */
#ifndef ARAIOS_C_TESTS_CHECK_H
#define ARAIOS_C_TESTS_CHECK_H
/** \file
 * Checks, and matrices that the tests share. A check that fails is counted, and the test goes on. */

#include <araios.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int failed_checks;
void check_failed(char const* file, int line, char const* text);

#define CHECK(condition) ((condition) ? (void)0 : check_failed(__FILE__, __LINE__, #condition))
/* The call succeeds. */
#define OK(call) (check_status((call), ARAIOS_SUCCESS, __FILE__, __LINE__, #call))
/* The call fails with this status. */
#define FAILS(status, call) (check_status((call), (status), __FILE__, __LINE__, #call))
void check_status(araios_status got, araios_status wanted, char const* file, int line, char const* text);

/* The context of the test, and one that is another. */
extern araios_context* ctx;
extern araios_context* other;

/* m-by-n matrix of k triplets, FLOAT64 (PATTERN where values is NULL), index type `index`. */
araios_matrix* make(araios_index index, int64_t m, int64_t n, int k, int const* rows, int const* columns,
                    double const* values);
/* The Boolean matrix of pairs. */
araios_matrix* graph(int64_t n, int k, int const* rows, int const* columns);
/* Whether A has exactly these entries, row by row; values may be NULL. */
int has(araios_matrix const* A, int k, int const* rows, int const* columns, double const* values);
/* Whether x has exactly these entries (of a dense vector: all elements). */
int has_entries(araios_vector const* x, int k, int const* indices, double const* values);
araios_vector* dense_vector(int n, double const* values);
araios_vector* sparse_vector(int n, int k, int const* indices, double const* values);
int64_t nnz_of(araios_matrix const* A);
/* Whether the library has ARAIOS_INT64; a test that needs it and lacks it says that it is left out. */
int has_integers(void);
#define LENGTH(array) ((int)(sizeof(array) / sizeof((array)[0])))

typedef void (*test_function)(void);
typedef struct test {
  char const* name;
  test_function run;
} test;
extern test const context_tests[], create_tests[], convert_tests[], vector_tests[], product_tests[], algebra_tests[],
    graph_tests[], entry_tests[], value_tests[], cubool_tests[], argument_tests[], thread_tests[], primitive_tests[],
    hypersparse_tests[], wide_tests[], solve_tests[], every_tests[];

#endif
