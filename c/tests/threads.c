/* SPDX-License-Identifier: Apache-2.0 */
/** \file
 * Contexts of different threads, and one context of two threads. */

#include "check.h"

#include <pthread.h>
#include <sched.h>

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

/* A product that takes some tenths of a second, in a thread of its own. */
typedef struct long_product {
  araios_context* context;
  araios_matrix const* A;
  araios_matrix* C;
  araios_status status;
  pthread_mutex_t mutex;
  int has_begun;
  int is_over;
  int ends_changes;
} long_product;

static void* run_long_product(void* argument) {
  long_product* p = (long_product*)argument;
  p->status = araios_multiply(p->context, NULL, p->A, p->A, &p->C);
  (void)pthread_mutex_lock(&p->mutex);
  p->is_over = 1;
  (void)pthread_mutex_unlock(&p->mutex);
  return NULL;
}
static int is_over(long_product* p) {
  int result;
  (void)pthread_mutex_lock(&p->mutex);
  result = p->is_over;
  (void)pthread_mutex_unlock(&p->mutex);
  return result;
}
/* Told of a call every 20 ms: that it has begun. One that changes values is asked to end. */
static int note_step(void* user, araios_progress const* step) {
  long_product* p = (long_product*)user;
  int ends;
  (void)pthread_mutex_lock(&p->mutex);
  p->has_begun = 1;
  ends = p->ends_changes && strcmp(step->function, "araios_matrix_set_values") == 0;
  (void)pthread_mutex_unlock(&p->mutex);
  return ends;
}
static void set_ends_changes(long_product* p, int ends_changes) {
  (void)pthread_mutex_lock(&p->mutex);
  p->ends_changes = ends_changes;
  (void)pthread_mutex_unlock(&p->mutex);
}
static int has_begun(long_product* p) {
  int result;
  (void)pthread_mutex_lock(&p->mutex);
  result = p->has_begun || p->is_over;
  (void)pthread_mutex_unlock(&p->mutex);
  return result;
}

/* Returns when the product is at work. */
static araios_matrix* begin(long_product* p, pthread_t* thread, araios_context* context) {
  araios_matrix* A = NULL;
  CHECK(pthread_mutex_init(&p->mutex, NULL) == 0);
  OK(araios_random(context, ARAIOS_FLOAT64, ARAIOS_INDEX_DEFAULT, 20000, 20000, 400000, 3, &A));
  p->context = context, p->A = A, p->C = NULL, p->has_begun = p->is_over = p->ends_changes = 0;
  OK(araios_context_set_progress(context, note_step, p));
  CHECK(pthread_create(thread, NULL, run_long_product, p) == 0);
  while (!has_begun(p)) (void)sched_yield();
  return A;
}
static void end(long_product* p, pthread_t thread) {
  CHECK(pthread_join(thread, NULL) == 0);
  CHECK(p->status == ARAIOS_SUCCESS);
  (void)pthread_mutex_destroy(&p->mutex);
}

/* Calls that only read take turns with a product; the operand may end while it is at work. */
static void a_product_gives_way(void) {
  araios_matrix *A, *I = NULL, *again = NULL, *D = NULL;
  araios_context* host = NULL;
  araios_context_options options = {0};
  araios_context_info info;
  pthread_t thread;
  long_product p;
  int found = 0, same = 0, lookups = 0;
  options.space = ARAIOS_SPACE_HOST;
  OK(araios_context_create(&options, &host));
  OK(araios_context_get_info(host, &info));
  OK(araios_identity(host, ARAIOS_FLOAT64, ARAIOS_INDEX_DEFAULT, 10, &I));
  A = begin(&p, &thread, host);
  OK(araios_matrix_copy(host, A, &D));
  OK(araios_matrix_destroy(A));
  while (!is_over(&p)) {
    double value[2] = {0, 0};
    OK(araios_matrix_get_element(host, I, 3, 3, &found, value));
    CHECK(found && value[0] == 1);
    ++lookups;
  }
  end(&p, thread);
  OK(araios_context_set_progress(host, NULL, NULL));
  /* With more threads than one the product is a few launches, which may all be shorter than the time between turns. */
  if (info.concurrency == 1) CHECK(lookups > 3);
  OK(araios_multiply(host, NULL, D, D, &again));
  OK(araios_matrix_equal(host, p.C, again, &same));
  CHECK(same);
  OK(araios_context_destroy(host));
}

/* A call that changes values in place waits for the end of a product that reads them. */
static void values_are_not_changed_under_a_product(void) {
  araios_matrix *A, *D = NULL, *again = NULL;
  pthread_t thread;
  long_product p;
  double* zeros = (double*)calloc(400000, sizeof(double));
  araios_context_info info;
  int same = 0;
  A = begin(&p, &thread, ctx);
  OK(araios_matrix_copy(ctx, A, &D));
  OK(araios_context_get_info(ctx, &info));
  if (info.space == ARAIOS_SPACE_HOST) {
    set_ends_changes(&p, 1); /* while it waits */
    FAILS(ARAIOS_INTERRUPTED, araios_matrix_set_values(ctx, A, ARAIOS_SPACE_HOST, zeros));
    set_ends_changes(&p, 0);
  }
  OK(araios_matrix_set_values(ctx, A, ARAIOS_SPACE_HOST, zeros));
  end(&p, thread);
  OK(araios_context_set_progress(ctx, NULL, NULL));
  OK(araios_multiply(ctx, NULL, D, D, &again));
  OK(araios_matrix_equal(ctx, p.C, again, &same));
  CHECK(same);
  free(zeros);
}

/* The end of a context waits for its calls. */
static void a_context_outlives_its_product(void) {
  araios_context* context = NULL;
  pthread_t thread;
  long_product p;
  OK(araios_context_create(NULL, &context));
  (void)begin(&p, &thread, context);
  OK(araios_context_destroy(context));
  end(&p, thread);
}

test const thread_tests[] = {{"threads.two_contexts", two_contexts},
                             {"threads.one_context", one_context},
                             {"threads.copies_in_both_directions", copies_in_both_directions},
                             {"threads.a_product_gives_way", a_product_gives_way},
                             {"threads.values_are_not_changed_under_a_product", values_are_not_changed_under_a_product},
                             {"threads.a_context_outlives_its_product", a_context_outlives_its_product},
                             {NULL, NULL}};
