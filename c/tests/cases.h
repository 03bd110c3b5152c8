/* SPDX-License-Identifier: Apache-2.0 */
#ifndef ARAIOS_C_TESTS_CASES_H
#define ARAIOS_C_TESTS_CASES_H
/** \file
 * A case for each public function that takes a matrix, a vector or a plan. It calls the function and notes what it
 * gives, so that a test compares the results of operands that stand for the same. */

#include "check.h"

/* Matrices are n-by-n for n = SIZE * scale, and entry (i, j) of the small ones is entry (i * scale, j * scale). */
enum { SIZE = 6 };
typedef struct operands {
  araios_matrix *A, *B, *M; /* of one type; M is a mask, or what is removed */
  araios_vector *x, *y;     /* sparse, of n elements and the type of A */
  int64_t scale;
  araios_type type;
} operands;

/* What the calls of a case gave: numbers in canonical order, positions divided by the scale. */
enum { MAX_NUMBERS = 8192, MAX_CALLS = 64 };
typedef struct seen {
  int64_t scale;
  int calls;
  char const* labels[MAX_CALLS];
  araios_status status[MAX_CALLS];
  char messages[MAX_CALLS][256];
  int begin[MAX_CALLS + 1]; /* the first number of each call */
  double numbers[MAX_NUMBERS];
} seen;

typedef struct public_function {
  char const* name;
  void (*run)(operands const* in, seen* s); /* NULL: it looks at no entries */
  int refuses_duplicates;                   /* a matrix that repeats a place is refused, and the message names it */
  char const* refuses_wide;                 /* words of the message where n is beyond 2^31 - 1; NULL: it computes */
} public_function;
extern public_function const public_functions[];
extern int const num_public_functions;

/* Whether two calls gave the same. */
int is_same_call(seen const* a, seen const* b, int call);

#endif
