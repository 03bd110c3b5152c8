/* SPDX-License-Identifier: Apache-2.0 */
/** \file
 * Contexts of different threads, and one context of two threads. */

#include "check.h"

#include <pthread.h>

typedef struct work {
  araios_context* context;
  int64_t nnz;
  int failures;
} work;

/* Products, transpositions, a message of its own: checked against the first round. */
static void* run_work(void* argument) {
  work* w = (work*)argument;
  int round;
  for (round = 0; round < 20; ++round) {
    araios_matrix *A = NULL, *B = NULL, *C = NULL;
    int64_t nnz = -1;
    int equal = 0;
    w->failures +=
        araios_random(w->context, ARAIOS_FLOAT64, ARAIOS_INDEX_DEFAULT, 60, 60, 300, 5, &A) != ARAIOS_SUCCESS;
    w->failures += araios_transpose(w->context, NULL, A, &B) != ARAIOS_SUCCESS;
    w->failures += araios_multiply(w->context, NULL, A, B, &C) != ARAIOS_SUCCESS;
    w->failures += araios_transpose(w->context, NULL, C, &B) != ARAIOS_SUCCESS; /* A A^T is symmetric */
    w->failures += araios_matrix_get_nnz(w->context, C, &nnz) != ARAIOS_SUCCESS;
    w->failures += araios_matrix_equal(w->context, B, C, &equal) != ARAIOS_SUCCESS || !equal;
    w->failures += araios_multiply(w->context, NULL, A, NULL, &C) != ARAIOS_INVALID_HANDLE;
    if (round == 0) w->nnz = nnz;
    w->failures += nnz != w->nnz;
    w->failures += araios_matrix_destroy(A) != ARAIOS_SUCCESS;
    w->failures += araios_matrix_destroy(B) != ARAIOS_SUCCESS;
    w->failures += araios_matrix_destroy(C) != ARAIOS_SUCCESS;
  }
  return NULL;
}

static void run_two(araios_context* first, araios_context* second) {
  pthread_t thread;
  work a = {NULL, -1, 0}, b = {NULL, -1, 0};
  a.context = first, b.context = second;
  CHECK(pthread_create(&thread, NULL, run_work, &a) == 0);
  (void)run_work(&b);
  CHECK(pthread_join(thread, NULL) == 0);
  CHECK(a.failures == 0 && b.failures == 0);
  CHECK(a.nnz == b.nnz && a.nnz > 0);
}

static void two_contexts(void) { run_two(ctx, other); }
static void one_context(void) { run_two(ctx, ctx); }

/* Copies in both directions at the same time take both locks in any order. */
static void* copy_work(void* argument) {
  araios_context** contexts = (araios_context**)argument;
  int round;
  for (round = 0; round < 50; ++round) {
    araios_matrix *A = NULL, *B = NULL;
    if (araios_identity(contexts[0], ARAIOS_PATTERN, ARAIOS_INDEX_DEFAULT, 10, &A) != ARAIOS_SUCCESS) return argument;
    if (araios_matrix_copy(contexts[1], A, &B) != ARAIOS_SUCCESS) return argument;
    if (araios_matrix_destroy(A) != ARAIOS_SUCCESS || araios_matrix_destroy(B) != ARAIOS_SUCCESS) return argument;
  }
  return NULL;
}
static void copies_in_both_directions(void) {
  araios_context *forth[2], *back[2];
  pthread_t thread;
  void* failed = NULL;
  forth[0] = back[1] = ctx;
  forth[1] = back[0] = other;
  CHECK(pthread_create(&thread, NULL, copy_work, (void*)forth) == 0);
  CHECK(copy_work((void*)back) == NULL);
  CHECK(pthread_join(thread, &failed) == 0);
  CHECK(failed == NULL);
}

test const thread_tests[] = {{"threads.two_contexts", two_contexts},
                             {"threads.one_context", one_context},
                             {"threads.copies_in_both_directions", copies_in_both_directions},
                             {NULL, NULL}};
