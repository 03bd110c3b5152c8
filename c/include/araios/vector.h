/* SPDX-License-Identifier: Apache-2.0 */
#ifndef ARAIOS_VECTOR_H
#define ARAIOS_VECTOR_H
/**
 * \file
 * Vectors: dense, or sparse (a list of indices, with values or, of type ARAIOS_PATTERN, without).
 *
 * A sparse Boolean vector may also be one of bits: n / 8 bytes, however many entries it has. Every function of sparse
 * vectors takes it. On a device a list of its entries is made for that, with a wait; products with matrices, unions,
 * intersections, differences and xor of bits compute with the words, and give bits.
 *
 * Index types of sparse vectors are ARAIOS_INDEX_32 (the default; ARAIOS_INDEX_32_64 is the same) and ARAIOS_INDEX_64.
 */

#include "matrix.h"
#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/** x := the dense vector of n zeros. */
ARAIOS_API araios_status araios_vector_create(araios_context* context, araios_type type, int64_t n, araios_vector** x);
/** x := the dense vector of these n values, copied or borrowed. */
ARAIOS_API araios_status araios_vector_create_dense(araios_context* context, araios_array_options const* options,
                                                    araios_type type, int64_t n, void* values, araios_vector** x);
/** x := the sparse vector of n elements without entries. */
ARAIOS_API araios_status araios_vector_create_empty(araios_context* context, araios_type type, araios_index index,
                                                    int64_t n, araios_vector** x);
/** x := the sparse vector with the entries (indices[p], values[p]), copied or borrowed; indices in any order, none twice. */
ARAIOS_API araios_status araios_vector_create_sparse(araios_context* context, araios_array_options const* options,
                                                     araios_type type, araios_index index, int64_t n, int64_t nnz,
                                                     void const* indices, void* values, araios_vector** x);
/** The same from a list in which indices may repeat; x is sorted. As araios_matrix_build, but for DUPLICATES_KEEP. */
ARAIOS_API araios_status araios_vector_build(araios_context* context, araios_build_options const* options,
                                             araios_type type, araios_index index, int64_t n, int64_t count,
                                             void const* indices, void const* values, araios_vector** x);
/** y := a copy of x, in the space of `context`: x may belong to another context. */
ARAIOS_API araios_status araios_vector_copy(araios_context* context, araios_vector const* x, araios_vector** y);
/** Destroys x; NULL is allowed. */
ARAIOS_API araios_status araios_vector_destroy(araios_vector* x);

typedef struct araios_vector_info {
  int is_sparse; /**< also of bits */
  int is_bits;
  araios_type type;
  araios_index index; /**< of a sparse vector, else ARAIOS_INDEX_DEFAULT */
  araios_space space;
  int64_t length;
  int64_t nnz; /**< entries, which are counted of bits; of a dense vector its length */
  int borrows;
  void const* indices; /**< in `space`; NULL of a dense vector and of bits */
  void* values;        /**< in `space`; NULL of a pattern. May be written */
  uint32_t* words;     /**< in `space`, of bits, else NULL. May be written; bits from `length` on stay 0 */
} araios_vector_info;
/** Properties and pointers; the pointers are valid until x is changed or destroyed. */
ARAIOS_API araios_status araios_vector_get_info(araios_context* context, araios_vector const* x,
                                                araios_vector_info* info);
ARAIOS_API araios_status araios_vector_get_length(araios_context* context, araios_vector const* x, int64_t* length);
ARAIOS_API araios_status araios_vector_get_nnz(araios_context* context, araios_vector const* x, int64_t* nnz);

/** Copies the entries of x (of a dense vector: all elements) to arrays on the host; as araios_matrix_extract. */
ARAIOS_API araios_status araios_vector_extract(araios_context* context, araios_vector const* x, int64_t* indices,
                                               void* values, int64_t* count);
/** Copies n values from the host to the dense vector x, n being its length. */
ARAIOS_API araios_status araios_vector_set_values(araios_context* context, araios_vector* x, araios_space space,
                                                  void const* values);
/** All elements of the dense vector x := value. */
ARAIOS_API araios_status araios_vector_fill(araios_context* context, araios_vector* x, double real, double imaginary);
/** Sets element i of a dense vector, or makes or sets entry i of a sparse one; collected as those of matrices. */
ARAIOS_API araios_status araios_vector_set_element(araios_context* context, araios_vector* x, int64_t i, double real,
                                                   double imaginary);
/** Whether x has an entry i (a dense vector has all), and its value (2 elements, or NULL). */
ARAIOS_API araios_status araios_vector_get_element(araios_context* context, araios_vector const* x, int64_t i,
                                                   int* found, double* value);
ARAIOS_API araios_status araios_vector_set_name(araios_context* context, araios_vector* x, char const* name);
ARAIOS_API araios_status araios_vector_get_name(araios_context* context, araios_vector const* x, char const** name);

/** y := x as a dense vector; other elements are 0, entries of a pattern 1 of ARAIOS_FLOAT64. */
ARAIOS_API araios_status araios_vector_to_dense(araios_context* context, araios_vector const* x, araios_vector** y);
/** y := the elements of the dense vector x that are not 0, or the list of bits. */
ARAIOS_API araios_status araios_vector_to_sparse(araios_context* context, araios_vector const* x, araios_index index,
                                                 araios_vector** y);
/** y := the entries of sparse x without their values. */
ARAIOS_API araios_status araios_vector_pattern(araios_context* context, araios_vector const* x, araios_vector** y);

/**
 * x := the sparse Boolean vector of n bits; words are in `space`, by default the host
 *
 * Shapes    words has (n + 31) / 32 elements: element i is bit i % 32 of word i / 32.
 * Errors    OUT_OF_RANGE where a bit beyond element n - 1 is set.
 */
ARAIOS_API araios_status araios_vector_from_bits(araios_context* context, araios_space space, araios_index index,
                                                 int64_t n, uint32_t const* words, araios_vector** x);
/**
 * x := the Boolean vector of these bits, copied or borrowed; as araios_vector_from_bits. Words NULL: no element is true
 *
 * With araios_mxv, a search or a fixed point runs without a wait between its steps.
 */
ARAIOS_API araios_status araios_vector_create_bits(araios_context* context, araios_array_options const* options,
                                                   int64_t n, uint32_t* words, araios_vector** x);
/** y := the entries of sparse x as bits, without their values; shares nothing with x. */
ARAIOS_API araios_status araios_vector_as_bits(araios_context* context, araios_vector const* x, araios_vector** y);
/** Words on the host := the entries of sparse x as bits, without their values; as araios_vector_from_bits. */
ARAIOS_API araios_status araios_vector_to_bits(araios_context* context, araios_vector const* x, uint32_t* words);

/** y := elements begin .. begin + length - 1 of sparse x. */
ARAIOS_API araios_status araios_vector_subvector(araios_context* context, araios_vector const* x, int64_t begin,
                                                 int64_t length, araios_vector** y);
/** sum := the sum of the entries of sparse x in the monoid of `add` (PLUS, MIN, MAX, OR); of a pattern their number by
 * PLUS. `sum` has 2 elements (araios.h, Numbers). */
ARAIOS_API araios_status araios_vector_reduce(araios_context* context, araios_operator add, araios_vector const* x,
                                              double* sum);
/** z := the entries of x or y (sparse, of one type); op where both have one. As araios_union. */
ARAIOS_API araios_status araios_vector_union(araios_context* context, araios_operator op, araios_vector const* x,
                                             araios_vector const* y, araios_vector** z);
/** z := the entries that x and y have both. */
ARAIOS_API araios_status araios_vector_intersection(araios_context* context, araios_operator op, araios_vector const* x,
                                                    araios_vector const* y, araios_vector** z);
/** z := the entries of x where y has none; y may have any type. */
ARAIOS_API araios_status araios_vector_difference(araios_context* context, araios_vector const* x,
                                                  araios_vector const* y, araios_vector** z);
/** z := the entries where one of x and y (sparse, of one type) has one, but not both. */
ARAIOS_API araios_status araios_vector_xor(araios_context* context, araios_vector const* x, araios_vector const* y,
                                           araios_vector** z);
/** equal := whether x and y have the same kind, type, length, entries and values; sparse ones in any order. */
ARAIOS_API araios_status araios_vector_equal(araios_context* context, araios_vector const* x, araios_vector const* y,
                                             int* equal);

/** y := y + alpha x, for sparse or dense x and dense y of one type (x may be a pattern). */
ARAIOS_API araios_status araios_axpy(araios_context* context, double alpha, araios_vector const* x, araios_vector* y);
/** result := sum of x_i y_i, or of conj(x_i) y_i; x is sparse, y dense or sparse, of one type. 2 elements. */
ARAIOS_API araios_status araios_dot(araios_context* context, int conjugate, araios_vector const* x,
                                    araios_vector const* y, double* result);

#ifdef __cplusplus
}
#endif
#endif
