/* SPDX-License-Identifier: Apache-2.0 */
#ifndef ARAIOS_HYPERSPARSE_H
#define ARAIOS_HYPERSPARSE_H
/**
 * \file
 * Matrices with few non-empty rows (DCSR), and hash tables of entries that change in batches (DOK).
 *
 * DCSR      Made of arrays, or of a matrix of ARAIOS_COO by araios_convert: no array grows with the number of its rows.
 *           Where the first operand is in DCSR, so is the result of araios_transpose, araios_add, araios_union,
 *           araios_intersection, araios_difference, araios_xor, araios_kronecker, araios_kronecker_with and
 *           araios_submatrix: of DCSR and COO only rows with entries are read. So is that of araios_multiply
 *           without a mask, `accumulate` and op_a; there B gets an offset for each of its rows. araios_spmv,
 *           araios_matrix_validate, araios_matrix_equal, araios_matrix_contains, araios_matrix_copy and
 *           araios_matrix_get_arrays take DCSR as it is.
 * Sizes     Rows or columns beyond 2^31 - 1, in CSR, CSC or COO of ARAIOS_INDEX_64, and COO, CSC and DCSR with far fewer
 *           entries than rows or columns: functions of matrices and of sparse vectors then work by the number of
 *           entries. Their results are in COO where an offset for each row would be more than the entries, of a
 *           million rows on; they have ARAIOS_INDEX_64 where their sizes need it.
 * Refused   with OVERFLOW beyond 2^31 - 1 rows or columns, as they have an element for each of them:
 *             dense vectors       araios_spmv, araios_reduce_rows, araios_reduce_columns (araios_reduce_lines computes),
 *                                 araios_diagonal, araios_vertex_triangles, araios_local_clustering, araios_bfs_levels,
 *                                 araios_reverse_cuthill_mckee, araios_vector_to_dense, vectors of bits
 *             plans               of SpMV, transposition and products, and functions with them
 *             formats             araios_convert to others than COO, unless rows (CSR) or columns (CSC) are fewer; so
 *                                 araios_choose_format, araios_is_dcsr_smaller, DOK and araios_matrix_extract_csr
 *             paths               araios_regular_path_query without sources and araios_context_free_path_query, where the
 *                                 empty word is in the language: each vertex has the empty path to itself
 *             edge lists          vertices beyond 2^31 - 1 in files, unless they are named (COMPACT)
 *           araios_spmm, araios_to_dense, araios_scale_rows, araios_scale_columns and araios_axpy refuse, too: no
 *           dense operand has such a shape. araios_kronecker refuses sizes beyond 2^63 - 1.
 * DOK       A coordinate has at most one entry. araios_spmv and the functions below use the table; others make CSR of
 *           it. The slots of entries depend on the schedule; results other than those of araios_spmv do not.
 *
 * Both have indices of ARAIOS_INDEX_32.
 */

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * A := the matrix of these arrays in DCSR: row row_indices[r] has the entries at row_map[r] .. row_map[r + 1] - 1
 *
 * Shapes    row_indices has nonempty_rows elements, which grow, row_map one more; entries (the column indices) and values
 *           have nnz, values are NULL for ARAIOS_PATTERN. Each of these rows has an entry.
 * Order     within rows as of araios_matrix_create_csr.
 * Borrowed  nothing is copied.
 * Errors    as of the functions of matrix.h.
 */
ARAIOS_API araios_status araios_matrix_create_dcsr(araios_context* context, araios_array_options const* options,
                                                   araios_type type, int64_t rows, int64_t columns,
                                                   int64_t nonempty_rows, int64_t nnz, int32_t const* row_indices,
                                                   int32_t const* row_map, int32_t const* entries, void* values,
                                                   araios_matrix** A);
/** smaller := 1 where A takes fewer bytes in DCSR than in CSR. */
ARAIOS_API araios_status araios_is_dcsr_smaller(araios_context* context, araios_matrix const* A, int* smaller);

/** What araios_dok_insert does with a coordinate that has an entry, or that its batch names more than once. */
typedef enum araios_dok_duplicates ARAIOS_INT {
  ARAIOS_DOK_KEEP_FIRST = 0,      /**< keeps the entry of the table; of a batch the first */
  ARAIOS_DOK_REPLACE_BY_LAST = 1, /**< stores the last of the batch */
  ARAIOS_DOK_SUM = 2              /**< adds the values of the batch, in their order, to that of the table */
} araios_dok_duplicates;
typedef struct araios_dok_options {
  araios_dok_duplicates duplicates; /**< of araios_dok_insert */
  araios_space space;               /**< where the arrays are; default: the host */
  int64_t capacity;                 /**< of araios_dok_insert: entries for which A then has memory; 0: as needed */
} araios_dok_options;
/**
 * Inserts the entries (row_indices[p], col_indices[p], values[p]) into A, which is in DOK
 *
 * The table grows where it is full. `inserted`: the number of new entries; may be NULL.
 *
 * Shapes    the arrays have count elements of the indices of `index`; values have the type of A, NULL of a pattern.
 * Errors    INVALID_ARGUMENT where A is in another format. OUT_OF_RANGE for an index outside of A, which the message
 *           names. OVERFLOW where A would have more than 2^31 - 1 entries.
 */
ARAIOS_API araios_status araios_dok_insert(araios_context* context, araios_dok_options const* options, araios_matrix* A,
                                           araios_index index, int64_t count, void const* row_indices,
                                           void const* col_indices, void const* values, int64_t* inserted);
/** Removes the entries at (row_indices[p], col_indices[p]), where there are any. `erased`: their number; may be NULL. */
ARAIOS_API araios_status araios_dok_erase(araios_context* context, araios_dok_options const* options, araios_matrix* A,
                                          araios_index index, int64_t count, void const* row_indices,
                                          void const* col_indices, int64_t* erased);
/**
 * The entries of A, which is in DOK, at (row_indices[p], col_indices[p])
 *
 * found[p] := 1 where there is an entry, else 0. values[p] := its value, 0 where there is none; NULL of a pattern or
 * where it is not needed. Both are arrays on the host.
 */
ARAIOS_API araios_status araios_dok_find(araios_context* context, araios_dok_options const* options,
                                         araios_matrix const* A, araios_index index, int64_t count,
                                         void const* row_indices, void const* col_indices, int* found, void* values);

#ifdef __cplusplus
}
#endif
#endif
