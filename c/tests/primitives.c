/* SPDX-License-Identifier: Apache-2.0 */
/** \file
 * Scans, histograms, pointers and indices, sorts and merges. Arrays are those of vectors: in the space of the context. */

#include "check.h"

/* An array of the context: at most 16 of them in a test. */
static araios_vector* arrays[16];
static int num_arrays;

static void* array(araios_type type, int n, void const* values) {
  araios_vector_info info;
  araios_vector* x = NULL;
  union {
    int32_t narrow[64];
    int64_t wide[64];
    double real[64];
  } copy;
  memset(&copy, 0x55, sizeof(copy));
  if (values != NULL) memcpy(&copy, values, (size_t)n * (type == ARAIOS_INT32 ? 4 : 8));
  OK(araios_vector_create_dense(ctx, NULL, type, n, &copy, &x));
  OK(araios_vector_get_info(ctx, x, &info));
  arrays[num_arrays++] = x;
  return info.values;
}
/* An array of the integers, of this index type: as indices, or as offsets. */
static araios_type type_of(araios_index index, int is_offset) {
  return index == ARAIOS_INDEX_64 || (is_offset && index == ARAIOS_INDEX_32_64) ? ARAIOS_INT64 : ARAIOS_INT32;
}
static void* integers(araios_index index, int is_offset, int n, int const* values) {
  int64_t wide[64];
  int p;
  if (type_of(index, is_offset) == ARAIOS_INT32) return array(ARAIOS_INT32, n, values);
  for (p = 0; values != NULL && p < n; ++p) wide[p] = values[p];
  return array(ARAIOS_INT64, n, values == NULL ? NULL : wide);
}
/* Whether the array that was made for this pointer has these elements. */
static int holds(void const* data, int n, int const* values) {
  int a, p;
  for (a = 0; a < num_arrays; ++a) {
    araios_vector_info info;
    int64_t count = 64, wide[64];
    int32_t narrow[64];
    OK(araios_vector_get_info(ctx, arrays[a], &info));
    if (info.values != data) continue;
    OK(araios_vector_extract(ctx, arrays[a], NULL, info.type == ARAIOS_INT32 ? (void*)narrow : (void*)wide, &count));
    for (p = 0; p < n; ++p)
      if ((info.type == ARAIOS_INT32 ? narrow[p] : wide[p]) != values[p]) return 0;
    return count >= n;
  }
  return 0;
}
static int holds_reals(void const* data, int n, double const* values) {
  int a;
  for (a = 0; a < num_arrays; ++a) {
    araios_vector_info info;
    OK(araios_vector_get_info(ctx, arrays[a], &info));
    if (info.values == data) return has_entries(arrays[a], n, NULL, values);
  }
  return 0;
}
static void clear(void) {
  while (num_arrays > 0) OK(araios_vector_destroy(arrays[--num_arrays]));
}
static int says(char const* text) { return strstr(araios_context_message(ctx), text) != NULL; }

static araios_index const indices[] = {ARAIOS_INDEX_32, ARAIOS_INDEX_32_64, ARAIOS_INDEX_64};

static void scans(void) {
  static int const in[] = {3, 0, -1, 4, 2}, before[] = {0, 3, 3, 2, 6, 8}, upto[] = {3, 3, 2, 6, 8};
  static int const table[] = {1, 2, 3, 4, 5, 6}, above[] = {0, 0, 1, 2, 4, 6}, sums[] = {9, 12};
  static int32_t const large[] = {2000000000, -5, 2000000000};
  int k;
  for (k = 0; k < 3; ++k) {
    araios_index const i = indices[k];
    void *from, *to, *t, *totals;
    if (!araios_supports(ARAIOS_TYPE_DEFAULT, i)) {
      FAILS(ARAIOS_NOT_SUPPORTED, araios_exclusive_scan(ctx, NULL, i, 0, NULL, NULL));
      continue;
    }
    from = integers(i, 0, 5, in), to = integers(i, 1, 6, NULL);
    OK(araios_exclusive_scan(ctx, NULL, i, 5, from, to));
    CHECK(holds(to, 6, before));
    OK(araios_inclusive_scan(ctx, NULL, i, 5, from, to));
    CHECK(holds(to, 5, upto));
    OK(araios_exclusive_scan(ctx, NULL, i, 0, NULL, to)); /* of nothing: one offset */
    CHECK(holds(to, 1, before));
    OK(araios_inclusive_scan(ctx, NULL, i, 0, NULL, NULL));
    /* In place where the types allow it. */
    if (i == ARAIOS_INDEX_32_64) {
      FAILS(ARAIOS_INVALID_ARGUMENT, araios_inclusive_scan(ctx, NULL, i, 2, to, to));
    } else {
      OK(araios_inclusive_scan(ctx, NULL, i, 5, from, from));
      CHECK(holds(from, 5, upto));
    }
    t = integers(i, 1, 6, table), totals = integers(i, 1, 2, NULL);
    OK(araios_vertical_scan(ctx, i, 3, 2, t, totals));
    CHECK(holds(t, 6, above) && holds(totals, 2, sums));
    t = integers(i, 1, 6, table);
    OK(araios_vertical_scan(ctx, i, 3, 2, t, NULL));
    CHECK(holds(t, 6, above));
    FAILS(ARAIOS_INVALID_ARGUMENT, araios_vertical_scan(ctx, i, 3, -2, t, NULL));
    FAILS(ARAIOS_INVALID_ARGUMENT, araios_vertical_scan(ctx, i, 3, 2, NULL, NULL));
    FAILS(ARAIOS_INVALID_ARGUMENT, araios_vertical_scan(ctx, i, 3, 2, t, t));
    FAILS(ARAIOS_INVALID_ARGUMENT, araios_exclusive_scan(ctx, NULL, i, -1, from, to));
    FAILS(ARAIOS_INVALID_ARGUMENT, araios_exclusive_scan(ctx, NULL, i, 5, NULL, to));
    FAILS(ARAIOS_INVALID_ARGUMENT, araios_exclusive_scan(ctx, NULL, i, 5, from, NULL));
    FAILS(ARAIOS_INVALID_ARGUMENT, araios_inclusive_scan(ctx, NULL, i, 4, from, (char*)from + 1)); /* not aligned */
    clear();
  }
  if (araios_supports(ARAIOS_TYPE_DEFAULT, ARAIOS_INDEX_32)) {
    void *from = array(ARAIOS_INT32, 3, large), *to = integers(ARAIOS_INDEX_32, 1, 4, before);
    FAILS(ARAIOS_OVERFLOW, araios_exclusive_scan(ctx, NULL, ARAIOS_INDEX_32, 3, from, to));
    CHECK(says("4000000000") && holds(to, 4, before));
  }
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_exclusive_scan(ctx, NULL, (araios_index)9, 0, NULL, NULL));
  clear();
}

static void pointers(void) {
  static int const list[] = {2, 0, 4, 2, 2, 0}, counts[] = {2, 0, 3, 0, 1}, map[] = {0, 2, 2, 5, 5, 6};
  static int const sorted[] = {0, 0, 2, 2, 2, 4}, negative[] = {0, 1, -3, 9};
  static int const descends[] = {0, 3, 2, 6}, begins[] = {1, 3, 3, 6}, ends[] = {0, 3, 3, 5}, exceeds[] = {0, 9, 9, 6};
  araios_primitive_options const in_order = {0, 1, 0}, trusted = {1, 0, 0};
  int k;
  for (k = 0; k < 3; ++k) {
    araios_index const i = indices[k];
    void *from, *to, *back;
    if (!araios_supports(ARAIOS_TYPE_DEFAULT, i)) continue;
    from = integers(i, 0, 6, list), to = integers(i, 1, 6, NULL), back = integers(i, 0, 6, NULL);
    OK(araios_histogram(ctx, NULL, i, 6, from, 5, to));
    CHECK(holds(to, 5, counts));
    OK(araios_histogram(ctx, &trusted, i, 6, from, 5, to));
    CHECK(holds(to, 5, counts));
    OK(araios_indices_to_pointers(ctx, NULL, i, 6, from, 5, to));
    CHECK(holds(to, 6, map));
    OK(araios_pointers_to_indices(ctx, NULL, i, 5, to, 6, back));
    CHECK(holds(back, 6, sorted));
    OK(araios_indices_to_pointers(ctx, &in_order, i, 6, back, 5, to));
    CHECK(holds(to, 6, map));
    /* The place at fault is named, and nothing is written. */
    FAILS(ARAIOS_OUT_OF_RANGE, araios_indices_to_pointers(ctx, &in_order, i, 6, from, 5, to));
    CHECK(says("indices[1] is 0"));
    FAILS(ARAIOS_OUT_OF_RANGE, araios_histogram(ctx, NULL, i, 6, from, 4, to));
    CHECK(says("indices[2] is 4, not in [0, 4)"));
    FAILS(ARAIOS_OUT_OF_RANGE, araios_indices_to_pointers(ctx, NULL, i, 4, integers(i, 0, 4, negative), 5, to));
    CHECK(says("indices[2] is -3"));
    CHECK(holds(to, 6, map));
    FAILS(ARAIOS_OUT_OF_RANGE, araios_pointers_to_indices(ctx, NULL, i, 3, integers(i, 1, 4, descends), 6, back));
    CHECK(says("pointers[2] is 2"));
    FAILS(ARAIOS_OUT_OF_RANGE, araios_pointers_to_indices(ctx, NULL, i, 3, integers(i, 1, 4, begins), 6, back));
    CHECK(says("pointers[0] is 1"));
    FAILS(ARAIOS_OUT_OF_RANGE, araios_pointers_to_indices(ctx, NULL, i, 3, integers(i, 1, 4, ends), 6, back));
    CHECK(says("pointers[3] is 5"));
    FAILS(ARAIOS_OUT_OF_RANGE, araios_pointers_to_indices(ctx, NULL, i, 3, integers(i, 1, 4, exceeds), 6, back));
    CHECK(says("pointers[1] is 9"));
    CHECK(holds(back, 6, sorted));
    /* Nothing: no bins, no indices. */
    OK(araios_histogram(ctx, NULL, i, 0, NULL, 0, NULL));
    OK(araios_indices_to_pointers(ctx, NULL, i, 0, NULL, 0, to));
    CHECK(holds(to, 1, map));
    OK(araios_pointers_to_indices(ctx, NULL, i, 0, to, 0, NULL));
    FAILS(ARAIOS_OUT_OF_RANGE, araios_histogram(ctx, NULL, i, 6, from, 0, NULL));
    FAILS(ARAIOS_INVALID_ARGUMENT, araios_histogram(ctx, NULL, i, 6, from, 5, NULL));
    FAILS(ARAIOS_INVALID_ARGUMENT, araios_histogram(ctx, NULL, i, 6, NULL, 5, to));
    FAILS(ARAIOS_INVALID_ARGUMENT, araios_histogram(ctx, NULL, i, 6, from, -5, to));
    FAILS(ARAIOS_INVALID_ARGUMENT, araios_indices_to_pointers(ctx, NULL, i, -6, from, 5, to));
    FAILS(ARAIOS_INVALID_ARGUMENT, araios_pointers_to_indices(ctx, NULL, i, -1, to, 6, back));
    FAILS(ARAIOS_INVALID_ARGUMENT, araios_pointers_to_indices(ctx, NULL, i, 5, NULL, 6, back));
    clear();
  }
}

static void sorts(void) {
  static int const map[] = {0, 4, 4, 7}, keys[] = {5, -1, 5, 2, 9, 3, 3}, within[] = {-1, 2, 5, 5, 3, 3, 9};
  static int const places[] = {0, 1, 2, 3, 4, 5, 6}, moved[] = {1, 3, 0, 2, 5, 6, 4};
  static int const naturals[] = {5, 1, 5, 2, 9, 3, 3}, all[] = {1, 2, 3, 3, 5, 5, 9}, order[] = {1, 3, 5, 6, 0, 2, 4};
  static double const reals[] = {0, 1, 2, 3, 4, 5, 6}, of_segments[] = {1, 3, 0, 2, 5, 6, 4},
                      of_all[] = {1, 3, 5, 6, 0, 2, 4};
  araios_primitive_options const four_bits = {0, 0, 4}, three_bits = {0, 0, 3}, negative = {0, 0, -1};
  int k;
  for (k = 0; k < 3; ++k) {
    araios_index const i = indices[k];
    void *m, *in, *out, *p4, *p8, *q4, *q8;
    if (!araios_supports(ARAIOS_TYPE_DEFAULT, i)) continue;
    m = integers(i, 1, 4, map), p4 = array(ARAIOS_INT32, 7, places), p8 = array(ARAIOS_FLOAT64, 7, reals);
    in = integers(i, 0, 7, keys);
    OK(araios_segmented_sort(ctx, NULL, i, 3, m, 7, in, ARAIOS_INT32, p4));
    CHECK(holds(in, 7, within) && holds(p4, 7, moved));
    in = integers(i, 0, 7, keys);
    OK(araios_segmented_sort(ctx, NULL, i, 3, m, 7, in, ARAIOS_FLOAT64, p8));
    CHECK(holds(in, 7, within) && holds_reals(p8, 7, of_segments));
    in = integers(i, 0, 7, keys);
    OK(araios_segmented_sort(ctx, NULL, i, 3, m, 7, in, ARAIOS_TYPE_DEFAULT, NULL));
    CHECK(holds(in, 7, within));
    OK(araios_segmented_sort(ctx, NULL, i, 0, m, 0, NULL, ARAIOS_PATTERN, NULL));
    FAILS(ARAIOS_INVALID_ARGUMENT, araios_segmented_sort(ctx, NULL, i, 3, m, 7, in, ARAIOS_FLOAT64, NULL));
    if (i == ARAIOS_INDEX_64) /* others are copied before anything is written */
      FAILS(ARAIOS_INVALID_ARGUMENT, araios_segmented_sort(ctx, NULL, i, 3, m, 7, m, ARAIOS_TYPE_DEFAULT, NULL));
    FAILS(ARAIOS_INVALID_ARGUMENT, araios_segmented_sort(ctx, NULL, i, 3, m, 7, in, ARAIOS_PATTERN, p8));
    FAILS(ARAIOS_NOT_SUPPORTED, araios_segmented_sort(ctx, NULL, i, 3, m, 7, in, ARAIOS_COMPLEX128, p8));
    FAILS(ARAIOS_INVALID_ARGUMENT, araios_segmented_sort(ctx, NULL, i, 3, m, 7, in, (araios_type)50, p8));
    FAILS(ARAIOS_INVALID_ARGUMENT, araios_segmented_sort(ctx, NULL, i, -3, m, 7, in, ARAIOS_FLOAT64, p8));
    FAILS(ARAIOS_INVALID_ARGUMENT, araios_segmented_sort(ctx, NULL, i, 3, NULL, 7, in, ARAIOS_FLOAT64, p8));
    FAILS(ARAIOS_OUT_OF_RANGE, araios_segmented_sort(ctx, NULL, i, 3, m, 6, in, ARAIOS_FLOAT64, p8));
    CHECK(says("pointers[3] is 7"));
    CHECK(holds(in, 7, within));
    clear();

    in = integers(i, 0, 7, naturals), out = integers(i, 0, 7, NULL);
    p4 = array(ARAIOS_INT32, 7, places), p8 = array(ARAIOS_FLOAT64, 7, reals);
    q4 = array(ARAIOS_INT32, 7, NULL), q8 = array(ARAIOS_FLOAT64, 7, NULL);
    OK(araios_radix_sort(ctx, NULL, i, 7, in, ARAIOS_INT32, p4, out, q4));
    CHECK(holds(out, 7, all) && holds(q4, 7, order) && holds(in, 7, naturals));
    OK(araios_radix_sort(ctx, &four_bits, i, 7, in, ARAIOS_FLOAT64, p8, out, q8));
    CHECK(holds(out, 7, all) && holds_reals(q8, 7, of_all));
    OK(araios_radix_sort(ctx, &four_bits, i, 7, in, ARAIOS_PATTERN, NULL, out, NULL));
    CHECK(holds(out, 7, all));
    OK(araios_radix_sort(ctx, NULL, i, 0, NULL, ARAIOS_PATTERN, NULL, NULL, NULL));
    FAILS(ARAIOS_OUT_OF_RANGE, araios_radix_sort(ctx, &three_bits, i, 7, in, ARAIOS_INT32, p4, out, q4));
    CHECK(says("keys_in[4] is 9, not in [0, 8)"));
    FAILS(ARAIOS_INVALID_ARGUMENT, araios_radix_sort(ctx, &negative, i, 7, in, ARAIOS_INT32, p4, out, q4));
    FAILS(ARAIOS_INVALID_ARGUMENT, araios_radix_sort(ctx, NULL, i, 7, in, ARAIOS_INT32, p4, in, q4));
    FAILS(ARAIOS_INVALID_ARGUMENT, araios_radix_sort(ctx, NULL, i, 7, in, ARAIOS_INT32, p4, out, p4));
    FAILS(ARAIOS_INVALID_ARGUMENT, araios_radix_sort(ctx, NULL, i, 7, in, ARAIOS_INT32, p4, NULL, q4));
    FAILS(ARAIOS_INVALID_ARGUMENT, araios_radix_sort(ctx, NULL, i, -7, in, ARAIOS_INT32, p4, out, q4));
    FAILS(ARAIOS_OUT_OF_RANGE, araios_radix_sort(ctx, NULL, i, 7, integers(i, 0, 7, keys), ARAIOS_INT32, p4, out, q4));
    CHECK(says("keys_in[1] is -1"));
    CHECK(holds(out, 7, all) && holds(q4, 7, order));
    clear();
  }
  if (araios_supports(ARAIOS_TYPE_DEFAULT, ARAIOS_INDEX_64)) { /* a key of all bits */
    static int64_t const greatest[] = {INT64_MAX, 0};
    static int const zero[] = {0};
    void *in = array(ARAIOS_INT64, 2, greatest), *out = array(ARAIOS_INT64, 2, NULL);
    OK(araios_radix_sort(ctx, NULL, ARAIOS_INDEX_64, 2, in, ARAIOS_PATTERN, NULL, out, NULL));
    CHECK(holds(out, 1, zero));
    clear();
  }
}

static void merges(void) {
  static int const map[] = {0, 3, 5, 8}, keys[] = {1, 4, 4, 0, 4, 7, 8, 9}, merged[] = {0, 1, 4, 4, 4, 7, 8, 9};
  static int const places[] = {0, 1, 2, 3, 4, 5, 6, 7}, order[] = {3, 0, 1, 2, 4, 5, 6, 7};
  static int const unsorted[] = {1, 4, 3, 0, 4, 7, 8, 9};
  static double const reals[] = {0, 1, 2, 3, 4, 5, 6, 7}, moved[] = {3, 0, 1, 2, 4, 5, 6, 7};
  int k;
  for (k = 0; k < 3; ++k) {
    araios_index const i = indices[k];
    void *m, *in, *out, *p4, *p8, *q4, *q8;
    if (!araios_supports(ARAIOS_TYPE_DEFAULT, i)) continue;
    m = integers(i, 1, 4, map), in = integers(i, 0, 8, keys), out = integers(i, 0, 8, NULL);
    p4 = array(ARAIOS_INT32, 8, places), p8 = array(ARAIOS_FLOAT64, 8, reals);
    q4 = array(ARAIOS_INT32, 8, NULL), q8 = array(ARAIOS_FLOAT64, 8, NULL);
    OK(araios_merge_adjacent(ctx, NULL, i, 3, m, 8, in, ARAIOS_INT32, p4, out, q4));
    CHECK(holds(out, 8, merged) && holds(q4, 8, order));
    OK(araios_merge_adjacent(ctx, NULL, i, 3, m, 8, in, ARAIOS_FLOAT64, p8, out, q8));
    CHECK(holds(out, 8, merged) && holds_reals(q8, 8, moved));
    OK(araios_merge_adjacent(ctx, NULL, i, 3, m, 8, in, ARAIOS_TYPE_DEFAULT, NULL, out, NULL));
    CHECK(holds(out, 8, merged));
    OK(araios_merge_adjacent(ctx, NULL, i, 0, m, 0, NULL, ARAIOS_TYPE_DEFAULT, NULL, NULL, NULL));
    FAILS(ARAIOS_OUT_OF_RANGE,
          araios_merge_adjacent(ctx, NULL, i, 3, m, 8, integers(i, 0, 8, unsorted), ARAIOS_PATTERN, NULL, out, NULL));
    CHECK(says("keys_in[2] is 3"));
    FAILS(ARAIOS_OUT_OF_RANGE, araios_merge_adjacent(ctx, NULL, i, 2, m, 8, in, ARAIOS_PATTERN, NULL, out, NULL));
    FAILS(ARAIOS_INVALID_ARGUMENT, araios_merge_adjacent(ctx, NULL, i, 3, m, 8, in, ARAIOS_PATTERN, NULL, in, NULL));
    FAILS(ARAIOS_INVALID_ARGUMENT, araios_merge_adjacent(ctx, NULL, i, 3, m, 8, in, ARAIOS_INT32, p4, out, NULL));
    FAILS(ARAIOS_INVALID_ARGUMENT, araios_merge_adjacent(ctx, NULL, i, 3, m, -8, in, ARAIOS_INT32, p4, out, q4));
    CHECK(holds(out, 8, merged));
    clear();
  }
}

test const primitive_tests[] = {{"primitives.scans", scans},
                                {"primitives.pointers", pointers},
                                {"primitives.sorts", sorts},
                                {"primitives.merges", merges},
                                {NULL, NULL}};
