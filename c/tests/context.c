/* SPDX-License-Identifier: Apache-2.0 */
/** \file
 * Contexts, versions, messages, logs. */

#include "check.h"

static void versions(void) {
  int major = -1, minor = -1, patch = -1;
  char text[64];
  araios_version_numbers(&major, &minor, &patch);
  araios_version_numbers(NULL, NULL, NULL);
  sprintf(text, "%d.%d.%d", major, minor, patch);
  CHECK(strcmp(text, araios_version()) == 0);
  CHECK(strstr(araios_about(), "Kokkos") != NULL);
  CHECK(strstr(araios_about(), araios_version()) != NULL);
  CHECK(strcmp(araios_license(), "Apache-2.0") == 0);
  CHECK(strcmp(araios_status_name(ARAIOS_OUT_OF_MEMORY), "ARAIOS_OUT_OF_MEMORY") == 0);
  CHECK(strcmp(araios_status_name((araios_status)99), "unknown status") == 0);
  CHECK(araios_supports(ARAIOS_FLOAT64, ARAIOS_INDEX_32_64));
  CHECK(araios_supports(ARAIOS_PATTERN, ARAIOS_INDEX_DEFAULT));
  CHECK(!araios_supports(ARAIOS_INT32, ARAIOS_INDEX_32_64));
  CHECK(!araios_supports((araios_type)99, ARAIOS_INDEX_DEFAULT));
  CHECK(araios_has_space(ARAIOS_SPACE_HOST));
  CHECK(!araios_has_space((araios_space)9));
}

static void info(void) {
  araios_context_info info;
  araios_matrix* A = NULL;
  OK(araios_context_get_info(ctx, &info));
  CHECK(info.concurrency >= 1 && info.name[0] != '\0' && info.matrices == 0);
  CHECK(info.space == ARAIOS_SPACE_DEVICE || info.device_id == -1);
  OK(araios_identity(ctx, ARAIOS_FLOAT64, ARAIOS_INDEX_DEFAULT, 3, &A));
  OK(araios_context_get_info(ctx, &info));
  CHECK(info.matrices == 1 && info.vectors == 0 && info.plans == 0);
  OK(araios_context_get_info(other, &info));
  CHECK(info.matrices == 0);
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_context_get_info(ctx, NULL));
  OK(araios_context_synchronize(ctx));
  OK(araios_context_set_stream(ctx, NULL));
  OK(araios_matrix_destroy(A));
}

static void messages(void) {
  araios_matrix* A = NULL;
  CHECK(strcmp(araios_context_message(ctx), "") == 0);
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_identity(ctx, ARAIOS_FLOAT64, ARAIOS_INDEX_DEFAULT, -3, &A));
  CHECK(strstr(araios_context_message(ctx), "araios_identity") != NULL);
  CHECK(strstr(araios_context_message(ctx), "-3") != NULL);
  CHECK(A == NULL);
  CHECK(strcmp(araios_context_message(other), "") == 0);
  FAILS(ARAIOS_INVALID_HANDLE, araios_context_synchronize(NULL));
  CHECK(strstr(araios_last_message(), "NULL") != NULL);
  CHECK(strstr(araios_context_message(NULL), "NULL") != NULL);
}

static void contexts_of_all_kinds(void) {
  araios_context_options host = {ARAIOS_SPACE_HOST, NULL, {0, 0, 0}};
  araios_context_options wrong = {(araios_space)7, NULL, {0, 0, 0}};
  araios_context* c = NULL;
  araios_matrix* A = NULL;
  int stream = 0;
  OK(araios_initialize(NULL));
  OK(araios_context_create(&host, &c));
  OK(araios_identity(c, ARAIOS_FLOAT64, ARAIOS_INDEX_DEFAULT, 3, &A));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_context_set_stream(c, &stream));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_context_wait_for_stream(c, NULL));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_context_signal_stream(c, NULL));
  OK(araios_context_destroy(c)); /* destroys A as well */
  FAILS(ARAIOS_INVALID_HANDLE, araios_matrix_destroy(A));
  FAILS(ARAIOS_INVALID_HANDLE, araios_context_destroy(c));
  OK(araios_context_destroy(NULL));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_context_create(NULL, NULL));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_context_create(&wrong, &c));
  host.stream = &stream;
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_context_create(&host, &c));
  host.space = ARAIOS_SPACE_DEVICE;
  host.stream = NULL;
  c = NULL;
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_keep_memory(ARAIOS_SPACE_HOST, -2));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_keep_memory((araios_space)3, 0));
  OK(araios_keep_memory(ARAIOS_SPACE_DEFAULT, -1));
  OK(araios_keep_memory(ARAIOS_SPACE_DEFAULT, 0));
  if (araios_has_space(ARAIOS_SPACE_DEVICE)) {
    OK(araios_keep_memory(ARAIOS_SPACE_DEVICE, -1));
    OK(araios_keep_memory(ARAIOS_SPACE_DEVICE, 0));
    OK(araios_context_create(&host, &c));
    OK(araios_context_wait_for_stream(c, NULL));
    OK(araios_context_signal_stream(c, NULL));
    OK(araios_context_destroy(c));
  } else {
    FAILS(ARAIOS_NOT_SUPPORTED, araios_keep_memory(ARAIOS_SPACE_DEVICE, 0));
    FAILS(ARAIOS_NOT_SUPPORTED, araios_context_create(&host, &c));
    CHECK(c == NULL);
  }
}

static char lines[4096];
static void append(void* user, araios_log_level level, char const* text) {
  CHECK(level == ARAIOS_LOG_ERRORS || level == ARAIOS_LOG_CALLS);
  CHECK(user == (void*)lines);
  strcat(lines, text);
  strcat(lines, "\n");
}
static void logs(void) {
  araios_matrix *A = NULL, *B = NULL;
  char const* name = NULL;
  lines[0] = '\0';
  OK(araios_context_set_log(ctx, ARAIOS_LOG_ERRORS, append, lines));
  OK(araios_identity(ctx, ARAIOS_PATTERN, ARAIOS_INDEX_DEFAULT, 3, &A));
  CHECK(lines[0] == '\0');
  FAILS(ARAIOS_INVALID_HANDLE, araios_multiply(ctx, NULL, A, NULL, &B));
  CHECK(strstr(lines, "ARAIOS_INVALID_HANDLE: araios_multiply") != NULL);
  lines[0] = '\0';
  OK(araios_matrix_set_name(ctx, A, "adjacency"));
  OK(araios_matrix_get_name(ctx, A, &name));
  CHECK(strcmp(name, "adjacency") == 0);
  OK(araios_context_set_log(ctx, ARAIOS_LOG_CALLS, append, lines));
  OK(araios_multiply(ctx, NULL, A, A, &B));
  CHECK(strstr(lines, "araios_multiply(adjacency, adjacency)") != NULL);
  OK(araios_context_set_log(ctx, ARAIOS_LOG_OFF, NULL, NULL));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_context_set_log(ctx, (araios_log_level)5, append, lines));
  OK(araios_matrix_set_name(ctx, A, NULL));
  OK(araios_matrix_get_name(ctx, A, &name));
  CHECK(name[0] == '\0');
  OK(araios_matrix_destroy(A));
  OK(araios_matrix_destroy(B));
}

static void destroyed_handles(void) {
  araios_matrix *A = NULL, *B = NULL;
  araios_vector* x = NULL;
  int not_a_handle = 0;
  OK(araios_identity(ctx, ARAIOS_FLOAT64, ARAIOS_INDEX_DEFAULT, 3, &A));
  OK(araios_vector_create(ctx, ARAIOS_FLOAT64, 3, &x));
  OK(araios_matrix_destroy(A));
  FAILS(ARAIOS_INVALID_HANDLE, araios_transpose(ctx, NULL, A, &B));
  CHECK(strstr(araios_context_message(ctx), "destroyed") != NULL);
  FAILS(ARAIOS_INVALID_HANDLE, araios_matrix_destroy(A));
  FAILS(ARAIOS_INVALID_HANDLE, araios_transpose(ctx, NULL, (araios_matrix*)(void*)&not_a_handle, &B));
  FAILS(ARAIOS_INVALID_HANDLE, araios_transpose(ctx, NULL, (araios_matrix*)(void*)x, &B));
  CHECK(strstr(araios_context_message(ctx), "a vector, not a matrix") != NULL);
  FAILS(ARAIOS_INVALID_HANDLE, araios_matrix_destroy((araios_matrix*)(void*)x));
  A = NULL; /* what is not NULL would be overwritten, or refused as here */
  OK(araios_identity(other, ARAIOS_FLOAT64, ARAIOS_INDEX_DEFAULT, 3, &A));
  FAILS(ARAIOS_INVALID_HANDLE, araios_transpose(ctx, NULL, A, &B));
  CHECK(strstr(araios_context_message(ctx), "another context") != NULL);
  CHECK(B == NULL);
  /* An output of another context, too. */
  OK(araios_identity(ctx, ARAIOS_FLOAT64, ARAIOS_INDEX_DEFAULT, 3, &B));
  FAILS(ARAIOS_INVALID_HANDLE, araios_transpose(ctx, NULL, B, &A));
  OK(araios_matrix_destroy(A));
  OK(araios_matrix_destroy(B));
  OK(araios_matrix_destroy(NULL));
  OK(araios_vector_destroy(x));
  OK(araios_vector_destroy(NULL));
  OK(araios_plan_destroy(NULL));
}

/* More than there is, and more than 64 bits count. Nothing is made, and the context goes on. */
static void out_of_memory(void) {
  araios_vector* x = NULL;
  araios_matrix* A = NULL;
  FAILS(ARAIOS_OUT_OF_MEMORY, araios_vector_create(ctx, ARAIOS_FLOAT64, INT64_C(1) << 50, &x));
  FAILS(ARAIOS_OVERFLOW, araios_vector_create(ctx, ARAIOS_FLOAT64, INT64_C(1) << 62, &x));
  CHECK(x == NULL && araios_context_message(ctx)[0] != '\0');
  OK(araios_identity(ctx, ARAIOS_FLOAT64, ARAIOS_INDEX_DEFAULT, 3, &A));
  CHECK(nnz_of(A) == 3);
  OK(araios_matrix_destroy(A));
}

/* A call that is asked to end: its output is as it was, and the next call runs. */
typedef struct watch {
  int calls;
  int ends;
  int named;
} watch;
static int count_progress(void* user, araios_progress const* progress) {
  watch* w = (watch*)user;
  ++w->calls;
  w->named = strcmp(progress->function, "araios_multiply") == 0 && progress->phase[0] != '\0' && progress->done >= 0;
  return w->ends;
}
static void interrupted_calls(void) {
  watch w = {0, 1, 0};
  araios_matrix *A = NULL, *C = NULL;
  araios_status status = ARAIOS_SUCCESS;
  int k = 0, scale;
  OK(araios_identity(ctx, ARAIOS_FLOAT64, ARAIOS_INDEX_DEFAULT, 3, &C));
  /* On a GPU only the largest product takes the 20 ms after which the function is called. */
  for (scale = 13; scale <= 19 && w.calls == 0; scale += 2) {
    OK(araios_context_set_progress(ctx, NULL, NULL));
    OK(araios_rmat(ctx, ARAIOS_FLOAT64, ARAIOS_INDEX_DEFAULT, scale, 16 << scale, 1, &A));
    OK(araios_context_set_progress(ctx, count_progress, &w));
    for (k = 0; k < 20 && w.calls == 0; ++k) status = araios_multiply(ctx, NULL, A, A, &C);
  }
  CHECK(w.calls == 1 && w.named && status == ARAIOS_INTERRUPTED);
  CHECK(strstr(araios_context_message(ctx), "interrupted") != NULL);
  CHECK(strcmp(araios_last_message(), araios_context_message(ctx)) == 0);
  if (k == 1 && scale == 15) CHECK(nnz_of(C) == 3);
  w.ends = 0;
  OK(araios_multiply(ctx, NULL, A, A, &C));
  CHECK(nnz_of(C) > nnz_of(A));
  OK(araios_context_set_progress(ctx, NULL, NULL));
  w.calls = 0;
  OK(araios_multiply(ctx, NULL, A, A, &C));
  CHECK(w.calls == 0);
  CHECK(strcmp(araios_status_name(ARAIOS_INTERRUPTED), "ARAIOS_INTERRUPTED") == 0);
  OK(araios_matrix_destroy(A));
  OK(araios_matrix_destroy(C));
}

test const context_tests[] = {{"context.versions", versions},
                              {"context.info", info},
                              {"context.messages", messages},
                              {"context.of_all_kinds", contexts_of_all_kinds},
                              {"context.logs", logs},
                              {"context.out_of_memory", out_of_memory},
                              {"context.interrupted_calls", interrupted_calls},
                              {"context.destroyed_handles", destroyed_handles},
                              {NULL, NULL}};
