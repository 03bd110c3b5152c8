/* SPDX-License-Identifier: Apache-2.0 */
#ifndef ARAIOS_PRODUCTS_H
#define ARAIOS_PRODUCTS_H
/**
 * \file
 * A matrix times a vector, or times a dense matrix.
 */

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum araios_spmv_method ARAIOS_INT {
  ARAIOS_SPMV_AUTOMATIC = 0,
  ARAIOS_SPMV_ROWS = 1,
  ARAIOS_SPMV_MERGE = 2
} araios_spmv_method;
typedef struct araios_spmv_options {
  araios_op op;
  araios_semiring semiring; /**< others than PLUS_TIMES: CSR of real types; other formats are converted for the call */
  araios_spmv_method method;
  double alpha_imaginary; /**< of complex types; of ARAIOS_INT64 what is added to alpha (araios.h, Numbers) */
  double beta_imaginary;
} araios_spmv_options;

/**
 * y := alpha op(A) x + beta y, in the arithmetic of the semiring
 *
 * Shapes    A is m-by-n, in any format. op none: x has n elements, y m; otherwise x has m, y n. x and y are dense.
 * Types     x and y have the type of A; of a pattern ARAIOS_FLOAT64, entries being 1, also where they are repeated.
 * Beta      where it is 0 (the zero of the semiring for others: infinity of MIN_PLUS), the old y is not read.
 *           In semirings other than PLUS_TIMES alpha and beta are ignored: y := op(A) x.
 * Errors    INVALID_ARGUMENT where lengths or types disagree, or y overlaps x or A.
 */
ARAIOS_API araios_status araios_spmv(araios_context* context, araios_spmv_options const* options, double alpha,
                                     araios_matrix const* A, araios_vector const* x, double beta, araios_vector* y);

typedef struct araios_spmv_plan_options {
  araios_op op;
  araios_spmv_method method;
  int64_t expected_applications; /**< 0: many. Below 16 no transpose is made for op T */
  /** ARAIOS_SPACE_TO_SPACE: a row is summed in an order that its length alone decides, by the method AUTOMATIC; op T
   * always makes a transpose. */
  araios_determinism determinism;
} araios_spmv_plan_options;
/** P := the plan of SpMV with A, which is CSR. It keeps what it needs of A. */
ARAIOS_API araios_status araios_spmv_plan_create(araios_context* context, araios_spmv_plan_options const* options,
                                                 araios_matrix const* A, araios_plan** P);
/** As araios_spmv with the op of the plan: no allocation, no wait. A is the matrix of the plan. */
ARAIOS_API araios_status araios_spmv_with_plan(araios_context* context, araios_spmv_options const* options,
                                               araios_plan const* P, double alpha, araios_matrix const* A,
                                               araios_vector const* x, double beta, araios_vector* y);
/**
 * The same for x and y that have no handles: arrays in memory of the context's space, as one contiguous column each
 * (columns and row_stride are 1). P is the plan of A, or NULL.
 */
ARAIOS_API araios_status araios_spmv_dense(araios_context* context, araios_spmv_options const* options,
                                           araios_plan const* P, double alpha, araios_matrix const* A,
                                           araios_dense const* x, double beta, araios_dense const* y);
/** Takes new values of the matrix of the plan, where it has a transpose. */
ARAIOS_API araios_status araios_spmv_plan_update(araios_context* context, araios_plan* P, araios_matrix const* A);

/** Y := alpha op(A) X + beta Y for the columns of X and Y; otherwise as araios_spmv, by PLUS_TIMES. */
ARAIOS_API araios_status araios_spmm(araios_context* context, araios_spmv_options const* options, double alpha,
                                     araios_matrix const* A, araios_dense const* X, double beta, araios_dense const* Y);

typedef struct araios_mxv_options {
  araios_semiring semiring;
  int accumulate;            /**< not 0: y keeps its entries: y |= A x, or y + A x; *y is given and not NULL */
  araios_vector const* mask; /**< sparse: only entries of y at its indices are computed */
  int complement;            /**< not 0: only entries at other indices */
} araios_mxv_options;
/**
 * y := A x for sparse x; y is sparse, with an entry for each row that has an entry at an index of x
 *
 * Of x in bits y is bits, too.
 *
 * Where x or A is a pattern, both are taken as patterns, and so is y: the Boolean product. Values are those of A and x,
 * of one type. Where A is CSC, the cost grows only with the columns at the indices of x.
 *
 * Order     y is sorted. Explicit zeros, of x too, and sums that cancel are entries, whichever format A has.
 * Errors    INVALID_ARGUMENT where lengths or types disagree.
 */
ARAIOS_API araios_status araios_mxv(araios_context* context, araios_mxv_options const* options, araios_matrix const* A,
                                    araios_vector const* x, araios_vector** y);
/** y := x^T A for sparse x: an entry for each column that has an entry in a row at an index of x. */
ARAIOS_API araios_status araios_vxm(araios_context* context, araios_mxv_options const* options, araios_vector const* x,
                                    araios_matrix const* A, araios_vector** y);

#ifdef __cplusplus
}
#endif
#endif
