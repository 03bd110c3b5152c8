/* SPDX-License-Identifier: Apache-2.0 */
#ifndef ARAIOS_CONVERT_H
#define ARAIOS_CONVERT_H
/**
 * \file
 * Other formats, types and orders of a matrix; transposition; generated matrices.
 */

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The options of araios_convert. */
typedef struct araios_format_options {
  int block_size;         /**< of BSR; 0: 2 */
  int chunk;              /**< of SELL: rows of a chunk; 0: 32 */
  int64_t sorting_window; /**< of SELL: rows that are sorted by length; 0 or 1: none, -1: all */
  double
      slots_per_entry; /**< a padded format may have so many slots for an entry; 0: the library's limit, -1: any number */
  int64_t packet_rows; /**< of PACKET: rows of a packet at most; 0: the library's choice */
  int natural_order; /**< of PACKET: not 0: rows in their order; else in that of reverse Cuthill-McKee, found on the host */
} araios_format_options;

/**
 * B := A in another format
 *
 * CSR, CSC and COO may have any index type. The others are of ARAIOS_INDEX_32: A is converted where it fits.
 * COO and DCSR become each other without an array that grows with the number of rows.
 * CSR and COO of each other share the arrays that they have in common, as CSC and COO do; araios_matrix_copy makes
 * copies.
 *
 * Errors   INVALID_ARGUMENT where a padded format would be too large, with both numbers, and where an entry of a DOK
 *          would repeat another.
 */
ARAIOS_API araios_status araios_convert(araios_context* context, araios_format_options const* options,
                                        araios_matrix const* A, araios_format format, araios_matrix** B);

/** How a format is chosen. */
typedef enum araios_choice_mode ARAIOS_INT {
  ARAIOS_CHOOSE_BY_RULE = 0,       /**< by the predicted time of an SpMV in each eligible format */
  ARAIOS_CHOOSE_BY_MEASUREMENT = 1 /**< by SpMV in each eligible format, which are timed */
} araios_choice_mode;
typedef struct araios_choose_options {
  int64_t expected_applications; /**< SpMV that will be made; 0: many */
  araios_op op;
  int repeatable;    /**< not 0: only formats whose SpMV is the same bitwise in every run */
  int64_t max_bytes; /**< of the format; 0: any */
  araios_choice_mode mode;
  int measured_applications; /**< SpMV in each format that are timed in one run; 0: 10 */
  /** A clock of the caller for BY_MEASUREMENT: seconds since any moment. It is called with `user` before and after each
   * run, when the work of the context is complete, and must not use the context. NULL: the steady clock of the host. */
  double (*seconds)(void* user);
  void* user;
} araios_choose_options;

/** A candidate of araios_choose_format. */
typedef struct araios_format_candidate {
  araios_format format;
  araios_format_options options; /**< for araios_convert */
  int eligible;                  /**< 0: beyond the limits of padding or memory, or excluded by the options */
  int repeatable;                /**< 1: its SpMV is the same bitwise in every run */
  int64_t bytes;                 /**< of the arrays, predicted */
  double predicted_seconds;      /**< of an SpMV; predictions matter only against each other */
  double measured_seconds;       /**< of an SpMV; negative: not measured */
  char reason[128];              /**< the numbers behind it, or what makes it not eligible */
} araios_format_candidate;
enum { ARAIOS_MAX_FORMAT_CANDIDATES = 16 };

typedef struct araios_format_choice {
  araios_format format;
  araios_format_options options; /**< for araios_convert */
  char reason[256];              /**< one sentence with the numbers of the decision */
  int num_candidates;
  int chosen;                                                       /**< the choice is candidates[chosen] */
  araios_format_candidate candidates[ARAIOS_MAX_FORMAT_CANDIDATES]; /**< CSR is the first */
} araios_format_choice;
/**
 * The format with the fastest SpMV for A, by a cost model or by measurement, and the reason
 *
 * The cost model takes another format than CSR on a device only: on the host measure. BY_MEASUREMENT converts A to one
 * eligible format after the other, and makes 1 + measured_applications SpMV in each, CSR by a plan. Waits for results
 * of the device.
 *
 * Errors   INVALID_ARGUMENT for options that are negative, and for a clock that runs backwards.
 */
ARAIOS_API araios_status araios_choose_format(araios_context* context, araios_choose_options const* options,
                                              araios_matrix const* A, araios_format_choice* choice);

/**
 * B := A with values of another type, or another index type; ARAIOS_TYPE_DEFAULT and ARAIOS_INDEX_DEFAULT keep that of A
 *
 * Arrays that do not change are shared. DCSR keeps its index type. Duplicates are added before values are rounded.
 * Values become a pattern by leaving them out, those of a pattern are 1; complex numbers become real ones by their real
 * part. Real numbers become integers towards 0; NaN and those that do not fit become INT64_MIN.
 *
 * Errors   OVERFLOW where sizes do not fit.
 */
ARAIOS_API araios_status araios_cast(araios_context* context, araios_matrix const* A, araios_type type,
                                     araios_index index, araios_matrix** B);
/** B := A in CSR with each row sorted by column; duplicates stay in their order. */
ARAIOS_API araios_status araios_sort_rows(araios_context* context, araios_matrix const* A, araios_matrix** B);
/** B := A in CSR with each row sorted, and one entry, the sum, for all entries at one coordinate. Where A is so already, B
 * shares its arrays. */
ARAIOS_API araios_status araios_sum_duplicates(araios_context* context, araios_matrix const* A, araios_matrix** B);

/** X := A as a dense matrix of its type, or 1 of a pattern, whose X may have any real type. Other elements are 0. */
ARAIOS_API araios_status araios_to_dense(araios_context* context, araios_matrix const* A, araios_dense const* X);
/** A := the entries of X that are not 0, in CSR. */
ARAIOS_API araios_status araios_from_dense(araios_context* context, araios_index index, araios_dense const* X,
                                           araios_matrix** A);

/** By which algorithm. The results are the same. */
typedef enum araios_transpose_method ARAIOS_INT {
  ARAIOS_TRANSPOSE_AUTOMATIC = 0,
  ARAIOS_TRANSPOSE_SERIAL = 1,
  ARAIOS_TRANSPOSE_SCAN_TRANS = 2,
  ARAIOS_TRANSPOSE_MERGE_TRANS = 3,
  ARAIOS_TRANSPOSE_RADIX = 4,
  ARAIOS_TRANSPOSE_BUCKET = 5,
  ARAIOS_TRANSPOSE_SYMMETRIC = 6,
  ARAIOS_TRANSPOSE_FUSED = 7
} araios_transpose_method;
typedef struct araios_transpose_options {
  araios_transpose_method method;
  int conjugate; /**< not 0: the conjugate transpose */
} araios_transpose_options;
/** B := transpose of A, in CSR with sorted rows; of DCSR in DCSR. Of CSC without options the arrays are shared. */
ARAIOS_API araios_status araios_transpose(araios_context* context, araios_transpose_options const* options,
                                          araios_matrix const* A, araios_matrix** B);
/** P := the plan of transpositions of A, which is CSR, with changing values. It keeps what it needs of A. */
ARAIOS_API araios_status araios_transpose_plan_create(araios_context* context, araios_matrix const* A, araios_plan** P);
/**
 * B := transpose of A by the plan: one pass over the values. The result shares its structure with the plan
 *
 * Where *B is the result of an earlier call with this plan, its values are overwritten and nothing is allocated.
 *
 * Errors   INVALID_ARGUMENT where A has another pattern than the matrix of the plan.
 */
ARAIOS_API araios_status araios_transpose_with_plan(araios_context* context, araios_transpose_options const* options,
                                                    araios_plan const* P, araios_matrix const* A, araios_matrix** B);

typedef enum araios_plan_kind ARAIOS_INT {
  ARAIOS_PLAN_TRANSPOSE = 1,
  ARAIOS_PLAN_SPMV = 2,
  ARAIOS_PLAN_MULTIPLY = 3,
  ARAIOS_PLAN_GALERKIN = 4,
  ARAIOS_PLAN_TRIANGLES = 5,
  ARAIOS_PLAN_LINEAR_MAP = 6, /**< solve.h: a matrix, a preconditioner, or functions of the program */
  ARAIOS_PLAN_SOLVER = 7
} araios_plan_kind;
typedef struct araios_plan_info {
  araios_plan_kind kind;
  int64_t rows; /**< of A; of a product those of C */
  int64_t columns;
  int64_t bytes;    /**< that the plan holds */
  char reason[256]; /**< of SpMV: the method, and why */
} araios_plan_info;
ARAIOS_API araios_status araios_plan_get_info(araios_context* context, araios_plan const* P, araios_plan_info* info);
/** Destroys P; NULL is allowed. */
ARAIOS_API araios_status araios_plan_destroy(araios_plan* P);

/** A := the n-by-n identity. */
ARAIOS_API araios_status araios_identity(araios_context* context, araios_type type, araios_index index, int64_t n,
                                         araios_matrix** A);
/** A := a matrix with nnz entries at uniformly random coordinates, the same for a seed in every space. */
ARAIOS_API araios_status araios_random(araios_context* context, araios_type type, araios_index index, int64_t rows,
                                       int64_t columns, int64_t nnz, uint64_t seed, araios_matrix** A);
/** A := a matrix with all entries on `lower` diagonals below the main one to `upper` above it, with random values. */
ARAIOS_API araios_status araios_banded(araios_context* context, araios_type type, araios_index index, int64_t rows,
                                       int64_t columns, int64_t lower, int64_t upper, uint64_t seed, araios_matrix** A);
/** A := the Laplacian of a grid of nx by ny by nz points; box: with all 26 neighbours, else with 6. */
ARAIOS_API araios_status araios_stencil(araios_context* context, araios_type type, araios_index index, int64_t nx,
                                        int64_t ny, int64_t nz, int box, araios_matrix** A);
/** The vertex of each star that has a loop; the loop of the product is removed. */
typedef enum araios_star_loop ARAIOS_INT {
  ARAIOS_STAR_NO_LOOP = 0,  /**< no triangles */
  ARAIOS_STAR_HUB = 1,      /**< many triangles */
  ARAIOS_STAR_LAST_LEAF = 2 /**< few triangles */
} araios_star_loop;
/** A := the Kronecker product of `count` stars with sizes[k] leaves, a graph as Theory-3-4-5-B1k of GraphChallenge. */
ARAIOS_API araios_status araios_star_product(araios_context* context, araios_type type, araios_index index, int count,
                                             int64_t const* sizes, araios_star_loop loop, araios_matrix** A);
/** A := an R-MAT graph of 2^scale vertices and `draws` draws (0.57, 0.19, 0.19, 0.05); duplicates are summed. */
ARAIOS_API araios_status araios_rmat(araios_context* context, araios_type type, araios_index index, int scale,
                                     int64_t draws, uint64_t seed, araios_matrix** A);

#ifdef __cplusplus
}
#endif
#endif
