/* SPDX-License-Identifier: Apache-2.0 */
#ifndef ARAIOS_MATRIX_H
#define ARAIOS_MATRIX_H
/**
 * \file
 * Matrices: creation, properties, arrays, single entries.
 *
 * `values` is NULL for ARAIOS_PATTERN. Indices are in arrays of the index type. In functions that copy, arrays are on
 * the host unless options say otherwise. Every function that makes a matrix has, besides those named, the errors
 *   INVALID_ARGUMENT  negative sizes, a NULL array that has elements
 *   INVALID_MATRIX    arrays that break a rule of the format, unless options.trust
 *   OVERFLOW          sizes that do not fit the index type
 *   NOT_SUPPORTED     a type, or an index type, that the library was built without
 */

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A := the m-by-n matrix without entries, by rows. */
ARAIOS_API araios_status araios_matrix_create(araios_context* context, araios_type type, araios_index index,
                                              int64_t rows, int64_t columns, araios_matrix** A);

/**
 * A := the matrix of these arrays, by rows: row i has the entries at positions row_map[i] .. row_map[i + 1] - 1
 *
 * Shapes    row_map has rows + 1 elements, entries (the column indices) and values have nnz.
 * Order     rows may be unsorted and may repeat columns: araios.h, Duplicates.
 * Borrowed  nothing is copied, for any of the index types; the values may be written by the functions that say so. Who
 *           owns the arrays may change values, not offsets and indices. Each function checks the first and the last
 *           offset on the host, and reports INVALID_MATRIX where they have changed; all else remains the caller's
 *           promise: that arrays have the lengths that are given, and indices stay as they were.
 *           Arrays are aligned to their elements: complex numbers of double to 16 bytes where Kokkos aligns them so.
 * Errors    INVALID_ARGUMENT for lengths that no memory has: negative ones, and beyond the last address; and for
 *           borrowed arrays that are not aligned.
 */
ARAIOS_API araios_status araios_matrix_create_csr(araios_context* context, araios_array_options const* options,
                                                  araios_type type, araios_index index, int64_t rows, int64_t columns,
                                                  int64_t nnz, void const* row_map, void const* entries, void* values,
                                                  araios_matrix** A);
/** The same by columns: column j has the entries at positions col_map[j] .. ; entries are the row indices. */
ARAIOS_API araios_status araios_matrix_create_csc(araios_context* context, araios_array_options const* options,
                                                  araios_type type, araios_index index, int64_t rows, int64_t columns,
                                                  int64_t nnz, void const* col_map, void const* entries, void* values,
                                                  araios_matrix** A);
/** A := the matrix of a list of entries, in any order, duplicates allowed. */
ARAIOS_API araios_status araios_matrix_create_coo(araios_context* context, araios_array_options const* options,
                                                  araios_type type, araios_index index, int64_t rows, int64_t columns,
                                                  int64_t nnz, void const* row_indices, void const* col_indices,
                                                  void* values, araios_matrix** A);
/**
 * The same of b-by-b blocks by block rows; values of a block are row by row, every element of a block is an entry
 *
 * Shapes    b divides rows and columns; row_map has rows / b + 1 elements, entries (block columns) num_blocks, values
 *           num_blocks b b. Block columns of a block row are sorted without duplicates.
 * Index     ARAIOS_INDEX_32; others are copied.
 */
ARAIOS_API araios_status araios_matrix_create_bsr(araios_context* context, araios_array_options const* options,
                                                  araios_type type, araios_index index, int64_t rows, int64_t columns,
                                                  int64_t block_size, int64_t num_blocks, void const* row_map,
                                                  void const* entries, void* values, araios_matrix** A);
/**
 * The same of diagonals as SciPy stores them: entry (j - offsets[d], j) is values[d * stride + j]
 *
 * Elements that are 0, or outside of the matrix, are no entries. Always copied.
 *
 * Shapes    offsets has num_diagonals elements of the index type, in any order, none twice; values has num_diagonals
 *           rows of stride elements.
 */
ARAIOS_API araios_status araios_matrix_create_dia(araios_context* context, araios_array_options const* options,
                                                  araios_type type, araios_index index, int64_t rows, int64_t columns,
                                                  int64_t num_diagonals, int64_t stride, void const* offsets,
                                                  void const* values, araios_matrix** A);

/** What becomes of entries at one coordinate. */
typedef enum araios_duplicates ARAIOS_INT {
  ARAIOS_DUPLICATES_SUM = 0,   /**< one entry, the sum in the order of the list; of patterns one entry */
  ARAIOS_DUPLICATES_ERROR = 1, /**< INVALID_MATRIX, which names the first */
  ARAIOS_DUPLICATES_LAST = 2,  /**< the last entry of the list stays: the others are ignored */
  ARAIOS_DUPLICATES_FIRST = 3, /**< the first one stays */
  ARAIOS_DUPLICATES_KEEP = 4   /**< all stay */
} araios_duplicates;

typedef struct araios_build_options {
  araios_duplicates duplicates;
  araios_space space;  /**< where the arrays are; default: the host */
  araios_index result; /**< of A; default: `index` */
} araios_build_options;

/**
 * A := the matrix with the entries (row_indices[p], col_indices[p], values[p]), in CSR, its rows sorted
 *
 * Shapes    the arrays have count elements, in any order.
 * Errors    OUT_OF_RANGE for an index outside of the matrix, which the message names.
 */
ARAIOS_API araios_status araios_matrix_build(araios_context* context, araios_build_options const* options,
                                             araios_type type, araios_index index, int64_t rows, int64_t columns,
                                             int64_t count, void const* row_indices, void const* col_indices,
                                             void const* values, araios_matrix** A);

/**
 * A := the Boolean matrix with an entry (i, j) for each bit j of row i; words are in `space`, by default the host
 *
 * Shapes    a row has w = (columns + 31) / 32 words, `words` has rows * w: bit j is bit j % 32 of word j / 32.
 * Errors    INVALID_ARGUMENT where a bit beyond the last column is set.
 */
ARAIOS_API araios_status araios_matrix_from_bits(araios_context* context, araios_space space, araios_index index,
                                                 int64_t rows, int64_t columns, uint32_t const* words,
                                                 araios_matrix** A);

/** B := a copy of A that shares nothing with it, in the space of `context`: A may belong to another context. */
ARAIOS_API araios_status araios_matrix_copy(araios_context* context, araios_matrix const* A, araios_matrix** B);
/** Destroys A; NULL is allowed. Work that uses it is waited for where its arrays are borrowed. */
ARAIOS_API araios_status araios_matrix_destroy(araios_matrix* A);

typedef struct araios_matrix_info {
  araios_format format;
  araios_type type;
  araios_index index;
  araios_space space;
  int64_t rows;
  int64_t columns;
  int64_t nnz;        /**< entries, explicit zeros and duplicates counted */
  int64_t bytes;      /**< of the arrays */
  int64_t block_size; /**< of BSR, else 0 */
  int borrows;        /**< 1 where arrays belong to the caller */
} araios_matrix_info;
ARAIOS_API araios_status araios_matrix_get_info(araios_context* context, araios_matrix const* A,
                                                araios_matrix_info* info);
/** One of them alone. */
ARAIOS_API araios_status araios_matrix_get_rows(araios_context* context, araios_matrix const* A, int64_t* rows);
ARAIOS_API araios_status araios_matrix_get_columns(araios_context* context, araios_matrix const* A, int64_t* columns);
ARAIOS_API araios_status araios_matrix_get_nnz(araios_context* context, araios_matrix const* A, int64_t* nnz);

/** The arrays of a matrix in CSR, CSC, COO, BSR, DIA or DCSR, in `space`. Those that the format lacks are NULL. */
typedef struct araios_matrix_arrays {
  araios_format format;
  araios_type type;
  araios_index index;
  araios_space space;
  void const* offsets;     /**< row_map of CSR, BSR and DCSR, col_map of CSC */
  void const* row_indices; /**< of CSC and COO; of DCSR the num_offsets - 1 rows that have entries */
  void const* col_indices; /**< of CSR, COO and DCSR; block columns of BSR; diagonals (j - i, sorted) of DIA */
  void* values;            /**< NULL of a pattern. May be written: the entries of the matrix change */
  uint32_t const* present; /**< BSR and DIA: a bit for each value that is an entry; NULL where all are (BSR) */
  int64_t num_offsets;
  int64_t num_indices; /**< elements of the index arrays, but for row_indices of DCSR */
  int64_t num_values;
  int64_t stride; /**< DIA: entry (i, j) is values[d * stride + i] for diagonal d = j - i */
} araios_matrix_arrays;
/**
 * The pointers, valid until A is changed or destroyed. On the device their contents are complete in the order of the
 * stream.
 *
 * Errors   NOT_SUPPORTED for other formats: araios_convert.
 */
ARAIOS_API araios_status araios_matrix_get_arrays(araios_context* context, araios_matrix const* A,
                                                  araios_matrix_arrays* arrays);

/**
 * Copies the entries of A to arrays on the host, row by row
 *
 * On entry *count is the length of the arrays, on exit the number of entries. Arrays that are NULL are left out; with
 * all NULL only the number is given.
 *
 * Errors   INVALID_ARGUMENT where *count is less than the number of entries, and an array is given.
 */
ARAIOS_API araios_status araios_matrix_extract(araios_context* context, araios_matrix const* A, int64_t* rows,
                                               int64_t* columns, void* values, int64_t* count);
/** Copies the arrays of A in CSR to arrays on the host of these types: rows + 1, nnz and nnz elements. NULL as above. */
ARAIOS_API araios_status araios_matrix_extract_csr(araios_context* context, araios_matrix const* A, araios_index index,
                                                   void* row_map, void* entries, void* values);

/** Replaces the values of A, in the order in which it stores them; `values` has araios_matrix_arrays.num_values. */
ARAIOS_API araios_status araios_matrix_set_values(araios_context* context, araios_matrix* A, araios_space space,
                                                  void const* values);

/**
 * Sets entry (i, j) of A, or makes it; the number has two parts (araios.h, Numbers) and is ignored for a pattern
 *
 * Changes are collected in the handle, and made in one batch when A is used the next time. A is in CSR after that.
 *
 * Errors   OUT_OF_RANGE. INVALID_ARGUMENT where ARAIOS_INT64 does not hold the number.
 */
ARAIOS_API araios_status araios_matrix_set_element(araios_context* context, araios_matrix* A, int64_t i, int64_t j,
                                                   double real, double imaginary);
/** Removes entry (i, j), where there is one. */
ARAIOS_API araios_status araios_matrix_remove_element(araios_context* context, araios_matrix* A, int64_t i, int64_t j);
/** Whether A has entry (i, j), and its value (1 of a pattern, 0 where there is none). `value` has 2 elements, or NULL. */
ARAIOS_API araios_status araios_matrix_get_element(araios_context* context, araios_matrix const* A, int64_t i,
                                                   int64_t j, int* found, double* value);

typedef enum araios_order ARAIOS_INT {
  ARAIOS_ORDER_ANY = 0,
  ARAIOS_ORDER_SORTED = 1, /**< columns of a row do not decrease */
  ARAIOS_ORDER_STRICT = 2  /**< and do not repeat */
} araios_order;

/**
 * Makes a batch of `count` changes of A, in their order: the last change of a coordinate counts
 *
 * Change p sets entry (row_indices[p], col_indices[p]) to values[p], or makes it. Where removes[p] is not 0 it removes
 * the entry, if there is one, and values[p] is not used. A is in CSR after that, its rows sorted, entries at one
 * coordinate summed.
 *
 * Shapes    the arrays have count elements in memory of `space`, by default the host's: indices of `index`, values of
 *           the type of A, NULL of a pattern. removes is NULL where nothing is removed.
 * Errors    OUT_OF_RANGE names the first coordinate outside of A.
 */
ARAIOS_API araios_status araios_matrix_update(araios_context* context, araios_space space, araios_matrix* A,
                                              araios_index index, int64_t count, void const* row_indices,
                                              void const* col_indices, void const* values, uint8_t const* removes);
/**
 * found[p] := 1 where A has an entry (row_indices[p], col_indices[p]), else 0; values[p] := its value, else 0
 *
 * `order`: what is known of the rows of A. They are read to find it out, which takes longer than to look a few
 * coordinates up; with ARAIOS_ORDER_STRICT they are not. Otherwise entries at one coordinate are summed.
 *
 * Shapes    the arrays have count elements; those of indices, of `index`, are in memory of `space`, by default the
 *           host's. found and values, of the type of A, are on the host. values is NULL of a pattern, or where not needed.
 * Errors    as of araios_matrix_update.
 */
ARAIOS_API araios_status araios_matrix_find(araios_context* context, araios_order order, araios_space space,
                                            araios_matrix const* A, araios_index index, int64_t count,
                                            void const* row_indices, void const* col_indices, int* found, void* values);

/**
 * found[p] := 1 where A has an entry (rows[p], columns[p]), else 0, for `count` coordinates; all arrays are on the host
 *
 * Errors   OUT_OF_RANGE, which names the first coordinate outside of A.
 */
ARAIOS_API araios_status araios_matrix_contains(araios_context* context, araios_matrix const* A, int64_t count,
                                                int64_t const* rows, int64_t const* columns, int* found);

/** A name, for logs. The pointer that is given is valid until the next name. */
ARAIOS_API araios_status araios_matrix_set_name(araios_context* context, araios_matrix* A, char const* name);
ARAIOS_API araios_status araios_matrix_get_name(araios_context* context, araios_matrix const* A, char const** name);

/** Reads all entries of A; INVALID_MATRIX where they break a rule of the format, or are not in this order. */
ARAIOS_API araios_status araios_matrix_validate(araios_context* context, araios_order order, araios_matrix const* A);
/**
 * equal := whether A and B have the same shape, type, entries and values
 *
 * The order of storage does not matter, and entries at one coordinate are compared by their sum. A NaN equals nothing;
 * zeros of both signs are equal.
 */
ARAIOS_API araios_status araios_matrix_equal(araios_context* context, araios_matrix const* A, araios_matrix const* B,
                                             int* equal);

#ifdef __cplusplus
}
#endif
#endif
