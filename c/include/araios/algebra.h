/* SPDX-License-Identifier: Apache-2.0 */
#ifndef ARAIOS_ALGEBRA_H
#define ARAIOS_ALGEBRA_H
/**
 * \file
 * Products of two sparse matrices, Kronecker products, submatrices, sums over rows and columns.
 *
 * Operands have one type of values; where only one of them is a pattern, its entries are 1. Entries at one coordinate
 * are summed for the call (araios.h, Duplicates); araios_multiply_plan_create refuses a B whose rows are not sorted
 * without them. Results are in CSR, sorted.
 * Index type: that of the first operand where sizes fit, else one that they fit. int32_t indices and int64_t offsets
 * are computed with: offsets of ARAIOS_INDEX_32 and indices of ARAIOS_INDEX_64 are converted for the call, and
 * OVERFLOW is the answer where rows or columns of operands do not fit int32_t.
 */

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct araios_multiply_options {
  araios_semiring semiring;
  araios_matrix const* mask; /**< only entries at its entries are computed; its values do not matter */
  int complement;            /**< not 0: only entries at other places */
  int accumulate;            /**< not 0: C := C + A B; *C is given and not NULL, and has the type of the product */
  araios_op op_a;            /**< A is transposed first */
  araios_op op_b;
  int64_t max_workspace_bytes; /**< 0: the library's default */
} araios_multiply_options;

/**
 * C := A B, or with options.accumulate C + A B, over a semiring; of patterns the Boolean product
 *
 * C may be A, B or the mask: a step of a closure is araios_multiply(ctx, &(araios_multiply_options){.accumulate = 1},
 * T, T, &T).
 *
 * Shapes    op(A) is m-by-k, op(B) is k-by-n, C and the mask are m-by-n.
 */
ARAIOS_API araios_status araios_multiply(araios_context* context, araios_multiply_options const* options,
                                         araios_matrix const* A, araios_matrix const* B, araios_matrix** C);

/**
 * P := the plan of products A B by plus and times, with changing values: the entries of C are found once
 *
 * A and B are CSR, of any types: their values do not matter here. The plan keeps what it needs of them.
 *
 * Shapes    A is m-by-k, B is k-by-n.
 * Errors    INVALID_ARGUMENT also for another format.
 */
ARAIOS_API araios_status araios_multiply_plan_create(araios_context* context, araios_matrix const* A,
                                                     araios_matrix const* B, araios_plan** P);
/**
 * C := A B by the plan. The result shares its structure with the plan
 *
 * A and B are the matrices of the plan with these or other values, of one real type; one may be a pattern, whose
 * entries are 1. Where *C is the result of an earlier call with this plan, its values are overwritten and, but for the
 * ones of a pattern, nothing is allocated.
 *
 * Errors    INVALID_ARGUMENT where A or B have other arrays of indices than the matrices of the plan, where values are
 *           complex, or both are patterns.
 */
ARAIOS_API araios_status araios_multiply_with_plan(araios_context* context, araios_plan const* P,
                                                   araios_matrix const* A, araios_matrix const* B, araios_matrix** C);

/**
 * plan := the plan of Galerkin products R A P, as of multigrid; as araios_multiply_plan_create
 *
 * Shapes    R is m-by-k, A is k-by-l, P is l-by-n.
 */
ARAIOS_API araios_status araios_galerkin_plan_create(araios_context* context, araios_matrix const* R,
                                                     araios_matrix const* A, araios_matrix const* P,
                                                     araios_plan** plan);
/** C := R A P by the plan; as araios_multiply_with_plan. One or two of them may be patterns. */
ARAIOS_API araios_status araios_galerkin_with_plan(araios_context* context, araios_plan const* plan,
                                                   araios_matrix const* R, araios_matrix const* A,
                                                   araios_matrix const* P, araios_matrix** C);

/** C := the Kronecker product: entry (i mB + k, j nB + l) is a(i, j) b(k, l). OVERFLOW where C does not fit. */
ARAIOS_API araios_status araios_kronecker(araios_context* context, araios_matrix const* A, araios_matrix const* B,
                                          araios_matrix** C);

/** The same with entries op(a(i, j), b(k, l)); of two patterns a pattern. */
ARAIOS_API araios_status araios_kronecker_with(araios_context* context, araios_operator op, araios_matrix const* A,
                                               araios_matrix const* B, araios_matrix** C);

/** C := the rows i .. i + rows - 1 and columns j .. j + columns - 1 of A. OUT_OF_RANGE where they are not in A. */
ARAIOS_API araios_status araios_submatrix(araios_context* context, araios_matrix const* A, int64_t i, int64_t j,
                                          int64_t rows, int64_t columns, araios_matrix** C);
/** C := A(rows, columns) for lists on the host: rows may repeat, columns may not, in any order. NULL: all of them. */
ARAIOS_API araios_status araios_submatrix_lists(araios_context* context, araios_matrix const* A, int64_t num_rows,
                                                int64_t const* rows, int64_t num_columns, int64_t const* columns,
                                                araios_matrix** C);
/** D := C, but D(i .. , j .. ) := B: entries of C there that B lacks are removed. *D may be C. */
ARAIOS_API araios_status araios_assign(araios_context* context, araios_matrix const* C, int64_t i, int64_t j,
                                       araios_matrix const* B, araios_matrix** D);
/** The same for lists of rows and columns on the host, none twice. */
ARAIOS_API araios_status araios_assign_lists(araios_context* context, araios_matrix const* C, int64_t num_rows,
                                             int64_t const* rows, int64_t num_columns, int64_t const* columns,
                                             araios_matrix const* B, araios_matrix** D);
/** x := row i of A, a sparse vector. */
ARAIOS_API araios_status araios_extract_row(araios_context* context, araios_matrix const* A, int64_t i,
                                            araios_vector** x);
/** x := column j of A, a sparse vector. */
ARAIOS_API araios_status araios_extract_column(araios_context* context, araios_matrix const* A, int64_t j,
                                               araios_vector** x);

/**
 * y := the sums of the rows of A in the monoid of `add` (PLUS; of real types MIN, MAX, OR), a dense vector
 *
 * The sum of no entries is the identity: 0, infinity, minus infinity (of ARAIOS_INT64 INT64_MAX, INT64_MIN). Of a pattern entries are 1, y is ARAIOS_FLOAT64.
 */
ARAIOS_API araios_status araios_reduce_rows(araios_context* context, araios_operator add, araios_matrix const* A,
                                            araios_vector** y);
/** y := the sums of the columns of A, as araios_reduce_rows. */
ARAIOS_API araios_status araios_reduce_columns(araios_context* context, araios_operator add, araios_matrix const* A,
                                               araios_vector** y);
/**
 * x := the sums of the rows of A that have entries, or of such columns, a sparse vector
 *
 * The cost is that of the entries, for any shape. Entries of a pattern are 1, and x is then ARAIOS_FLOAT64.
 */
ARAIOS_API araios_status araios_reduce_lines(araios_context* context, araios_operator add, int of_columns,
                                             araios_matrix const* A, araios_vector** x);
/** sum := the sum of all entries, a number of two parts (araios.h, Numbers). Of a pattern by PLUS their number. */
ARAIOS_API araios_status araios_reduce(araios_context* context, araios_operator add, araios_matrix const* A,
                                       double* sum);
/** x := the rows of A that have entries, a sparse Boolean vector. */
ARAIOS_API araios_status araios_nonempty_rows(araios_context* context, araios_matrix const* A, araios_vector** x);
/** x := the columns of A that have entries. */
ARAIOS_API araios_status araios_nonempty_columns(araios_context* context, araios_matrix const* A, araios_vector** x);

#ifdef __cplusplus
}
#endif
#endif
