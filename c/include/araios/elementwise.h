/* SPDX-License-Identifier: Apache-2.0 */
#ifndef ARAIOS_ELEMENTWISE_H
#define ARAIOS_ELEMENTWISE_H
/**
 * \file
 * Element by element: unions, intersections and differences of two matrices, functions and parts of one.
 *
 * Operands, order, index types and errors are those of algebra.h; A and B have the same shape. Nothing is dropped for
 * its value.
 */

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/** C := alpha A + beta B, real numbers; of patterns A or B, and the numbers are ignored. */
ARAIOS_API araios_status araios_add(araios_context* context, double alpha, araios_matrix const* A, double beta,
                                    araios_matrix const* B, araios_matrix** C);
/** C := the entries of A or B: op of both where both have one, else a copy (MINUS: -b where only B has one). */
ARAIOS_API araios_status araios_union(araios_context* context, araios_operator op, araios_matrix const* A,
                                      araios_matrix const* B, araios_matrix** C);
/** C := op(a, b) where both have an entry; TIMES is the Hadamard product, of patterns A and B. */
ARAIOS_API araios_status araios_intersection(araios_context* context, araios_operator op, araios_matrix const* A,
                                             araios_matrix const* B, araios_matrix** C);
/** C := the entries of A where B has none: A and not B. B may have any type. */
ARAIOS_API araios_status araios_difference(araios_context* context, araios_matrix const* A, araios_matrix const* B,
                                           araios_matrix** C);
/** C := the entries where exactly one of A and B has one. */
ARAIOS_API araios_status araios_xor(araios_context* context, araios_matrix const* A, araios_matrix const* B,
                                    araios_matrix** C);

typedef enum araios_function ARAIOS_INT {
  ARAIOS_NEGATE = 0,
  ARAIOS_ABS = 1, /**< of complex values the absolute value as a complex number */
  ARAIOS_CONJUGATE = 2,
  ARAIOS_RECIPROCAL = 3, /**< INVALID_ARGUMENT of ARAIOS_INT64 */
  ARAIOS_SQUARE = 4,
  ARAIOS_SQRT = 5, /**< as ARAIOS_RECIPROCAL */
  ARAIOS_ONE = 6
} araios_function;
/** B := A with f of each value; a pattern stays as it is. Index arrays are shared with A. */
ARAIOS_API araios_status araios_apply(araios_context* context, araios_function f, araios_matrix const* A,
                                      araios_matrix** B);
/** B := alpha A. Index arrays are shared with A. */
ARAIOS_API araios_status araios_scale(araios_context* context, double real, double imaginary, araios_matrix const* A,
                                      araios_matrix** B);
/** B := diag(d) A, for a dense d of the type of A. Index arrays are shared with A. */
ARAIOS_API araios_status araios_scale_rows(araios_context* context, araios_vector const* d, araios_matrix const* A,
                                           araios_matrix** B);
/** B := A diag(d). */
ARAIOS_API araios_status araios_scale_columns(araios_context* context, araios_matrix const* A, araios_vector const* d,
                                              araios_matrix** B);
/** d := the diagonal of A, a dense vector of the lesser of rows and columns; of a pattern ARAIOS_FLOAT64. */
ARAIOS_API araios_status araios_diagonal(araios_context* context, araios_matrix const* A, araios_vector** d);
/** A := the matrix with the dense vector d on its diagonal. */
ARAIOS_API araios_status araios_diagonal_matrix(araios_context* context, araios_index index, araios_vector const* d,
                                                araios_matrix** A);

/** Entries with lower <= j - i <= upper; INT64_MIN and INT64_MAX: no bound. tril(k) is (INT64_MIN, k). */
ARAIOS_API araios_status araios_band(araios_context* context, araios_matrix const* A, int64_t lower, int64_t upper,
                                     araios_matrix** B);
/** Entries that are not on diagonal k. */
ARAIOS_API araios_status araios_off_diagonal(araios_context* context, araios_matrix const* A, int64_t k,
                                             araios_matrix** B);
typedef enum araios_comparison ARAIOS_INT {
  ARAIOS_NOT_EQUAL = 0, /**< and NaN */
  ARAIOS_EQUAL = 1,
  ARAIOS_LESS = 2, /**< these four for real types */
  ARAIOS_LESS_EQUAL = 3,
  ARAIOS_GREATER = 4,
  ARAIOS_GREATER_EQUAL = 5
} araios_comparison;
/** B := the entries of A whose value compares so with `threshold`: (NOT_EQUAL, 0) drops explicit zeros. Not of patterns.
 * Integers are compared with `threshold` as it is: 2 is less than 2.5. */
ARAIOS_API araios_status araios_select(araios_context* context, araios_comparison comparison, double threshold,
                                       araios_matrix const* A, araios_matrix** B);
/**
 * B := the entries p of A with keep[p] not 0: those of a predicate of the caller
 *
 * Shapes    keep has a byte for each entry, in `space`, by default the host. Entries are numbered by rows, in their order
 *           there: as araios_matrix_extract gives them, in CSR as they are stored.
 */
ARAIOS_API araios_status araios_select_marked(araios_context* context, araios_space space, unsigned char const* keep,
                                              araios_matrix const* A, araios_matrix** B);

#ifdef __cplusplus
}
#endif
#endif
