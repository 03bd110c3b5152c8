/* SPDX-License-Identifier: Apache-2.0 */
/* The transitive closure of a graph, as SPbLA's users write it: products are added to their operand. */

#include <araios.h>
#include <stdio.h>

static araios_context* ctx = NULL;

static int failed(araios_status status) {
  if (status != ARAIOS_SUCCESS) printf("%s: %s\n", araios_status_name(status), araios_context_message(ctx));
  return status != ARAIOS_SUCCESS;
}

int main(void) {
  int32_t const from[] = {0, 1, 2, 3}, to[] = {1, 2, 0, 4};
  araios_multiply_options const add_to_it = {.accumulate = 1};
  araios_matrix* T = NULL;
  int64_t before, after = 0;

  if (failed(araios_context_create(NULL, &ctx))) return 1;
  if (failed(araios_matrix_build(ctx, NULL, ARAIOS_PATTERN, ARAIOS_INDEX_32, 5, 5, 4, from, to, NULL, &T))) return 1;
  do {
    before = after;
    if (failed(araios_multiply(ctx, &add_to_it, T, T, &T))) return 1;
    if (failed(araios_matrix_get_nnz(ctx, T, &after))) return 1;
  } while (after != before);
  printf("%d pairs\n", (int)after);
  if (failed(araios_matrix_destroy(T)) || failed(araios_context_destroy(ctx))) return 1;
  return after == 10 ? 0 : 1;
}
