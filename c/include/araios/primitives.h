/* SPDX-License-Identifier: Apache-2.0 */
#ifndef ARAIOS_PRIMITIVES_H
#define ARAIOS_PRIMITIVES_H
/**
 * \file
 * Scans, histograms, sorts and merges of arrays.
 *
 * Arrays are in memory of the space of the context. `index` gives their types: "indices" are int32_t or int64_t as the
 * indices of a matrix, "offsets" as its row_map (ARAIOS_INDEX_32_64: int32_t and int64_t). Arrays without elements may
 * be NULL. Outputs overlap no other array, unless said otherwise. Results are the same bitwise in every space.
 *
 * What a function requires of the elements is checked by one more read of them, for which it waits; `trust` leaves that
 * out, and outputs are then undefined where it does not hold. Nothing is written where a function fails.
 *
 * Errors   INVALID_ARGUMENT: a negative length, NULL, an overlap. OUT_OF_RANGE: an element, which the message names.
 *          OVERFLOW: a length or a sum does not fit the offsets.
 */

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct araios_primitive_options {
  int trust;     /**< not 0: the elements are known to be as the function requires */
  int is_sorted; /**< of araios_indices_to_pointers. Not 0: indices do not decrease; without atomics */
  int key_bits;  /**< of araios_radix_sort: keys are less than 2^key_bits; 0: any. Fewer bits take fewer passes */
} araios_primitive_options;

/**
 * out[i] := in[0] + ... + in[i - 1], for i = 0 .. n: the last element is the sum
 *
 * Shapes   in has n indices, out n + 1 offsets. `in` may be `out`, where indices and offsets have the same type.
 * Errors   OVERFLOW where the sum of the positive or of the negative elements does not fit an int32_t offset. Sums of
 *          int64_t must fit.
 */
ARAIOS_API araios_status araios_exclusive_scan(araios_context* context, araios_primitive_options const* options,
                                               araios_index index, int64_t n, void const* in, void* out);
/** out[i] := in[0] + ... + in[i]: the same with n offsets. */
ARAIOS_API araios_status araios_inclusive_scan(araios_context* context, araios_primitive_options const* options,
                                               araios_index index, int64_t n, void const* in, void* out);
/**
 * table[r][c] := the sum of table[s][c] over s < r, and totals[c] := the sum of column c
 *
 * Shapes     table has rows * columns offsets, row by row; totals has `columns`, or is NULL.
 * Requires   all sums fit an offset; not checked.
 */
ARAIOS_API araios_status araios_vertical_scan(araios_context* context, araios_index index, int64_t rows,
                                              int64_t columns, void* table, void* totals);

/**
 * counts[b] := the number of positions p with indices[p] = b
 *
 * Shapes     indices has n indices, counts has `bins` offsets.
 * Requires   indices in [0, bins).
 */
ARAIOS_API araios_status araios_histogram(araios_context* context, araios_primitive_options const* options,
                                          araios_index index, int64_t n, void const* indices, int64_t bins,
                                          void* counts);
/**
 * pointers[b] := the number of positions p with indices[p] < b: row_map of the row of each entry
 *
 * Shapes     indices has n indices, in any order unless options->is_sorted; pointers has bins + 1 offsets.
 * Requires   indices in [0, bins).
 */
ARAIOS_API araios_status araios_indices_to_pointers(araios_context* context, araios_primitive_options const* options,
                                                    araios_index index, int64_t n, void const* indices, int64_t bins,
                                                    void* pointers);
/**
 * indices[p] := b for pointers[b] <= p < pointers[b + 1]: the row of each entry
 *
 * Shapes     pointers has bins + 1 offsets, indices has n indices.
 * Requires   pointers[0] = 0, pointers[bins] = n, and no pointer is below the one before it.
 */
ARAIOS_API araios_status araios_pointers_to_indices(araios_context* context, araios_primitive_options const* options,
                                                    araios_index index, int64_t bins, void const* pointers, int64_t n,
                                                    void* indices);

/**
 * Sorts each segment of keys, with a payload, in place: equal keys keep their order
 *
 * Shapes     segment s has the positions pointers[s] .. pointers[s + 1] - 1; pointers has segments + 1 offsets. keys has
 *            n indices; payload has n elements of payload_type, or is NULL (ARAIOS_TYPE_DEFAULT, ARAIOS_PATTERN).
 * Payload    ARAIOS_FLOAT32, FLOAT64, COMPLEX64, INT32 or INT64; NOT_SUPPORTED: COMPLEX128.
 * Requires   pointers as araios_pointers_to_indices; keys are any numbers.
 */
ARAIOS_API araios_status araios_segmented_sort(araios_context* context, araios_primitive_options const* options,
                                               araios_index index, int64_t segments, void const* pointers, int64_t n,
                                               void* keys, araios_type payload_type, void* payload);
/**
 * keys_out := keys_in, sorted, and payload_out := payload_in in the same order: equal keys keep their order
 *
 * Shapes     keys have n indices; payloads as in araios_segmented_sort.
 * Requires   0 <= keys_in[p], and keys_in[p] < 2^options->key_bits.
 */
ARAIOS_API araios_status araios_radix_sort(araios_context* context, araios_primitive_options const* options,
                                           araios_index index, int64_t n, void const* keys_in, araios_type payload_type,
                                           void const* payload_in, void* keys_out, void* payload_out);
/**
 * Merges segments 2i and 2i + 1 into one sorted segment, for each i: of equal keys those of segment 2i come first
 *
 * Shapes     as araios_segmented_sort, in and out. A last segment without a partner is copied.
 * Requires   pointers as araios_pointers_to_indices; each segment is sorted.
 */
ARAIOS_API araios_status araios_merge_adjacent(araios_context* context, araios_primitive_options const* options,
                                               araios_index index, int64_t segments, void const* pointers, int64_t n,
                                               void const* keys_in, araios_type payload_type, void const* payload_in,
                                               void* keys_out, void* payload_out);

#ifdef __cplusplus
}
#endif
#endif
