/* SPDX-License-Identifier: Apache-2.0 */
#ifndef ARAIOS_FILES_H
#define ARAIOS_FILES_H
/**
 * \file
 * Files: matrices and vectors in Matrix Market files, and edge lists.
 *
 * Every function that makes a matrix has, besides those named, the errors of matrix.h.
 */

#include "matrix.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct araios_market_options {
  /**
   * default: that of the file: real and integer as FLOAT64, complex as COMPLEX128, or PATTERN. Integers that FLOAT64 does
   * not hold exactly are then refused; a type that is given rounds them. ARAIOS_INT64 holds them, and IO_ERROR is the
   * answer where a number of the file is no integer
   */
  araios_type type;
  araios_index index;   /**< default: ARAIOS_INDEX_32, or ARAIOS_INDEX_32_64 where entries do not fit */
  int keep_triangle;    /**< not 0: a symmetric file as it is stored, its other triangle is not added */
  int drop_values;      /**< not 0: a PATTERN may be read from a file with values */
  araios_format format; /**< default: CSR, duplicates summed; COO where rows are far more. ARAIOS_COO: as read */
} araios_market_options;
/**
 * A := the matrix in a Matrix Market file, plain, gzip or bzip2
 *
 * Entries on the diagonal of a skew-symmetric file are read as they are.
 *
 * Errors   IO_ERROR: the message has the line and the reason; for a complex file as a real type; and for a pipe or
 *          another file that cannot be read twice (araios_matrix_parse_market takes its bytes). OVERFLOW for an integer
 *          of more than 64 bits. NOT_SUPPORTED for bzip2 where the library was built without libbz2.
 */
ARAIOS_API araios_status araios_matrix_read_market(araios_context* context, araios_market_options const* options,
                                                   char const* path, araios_matrix** A);
/**
 * The same from `length` bytes in memory; the caller's promise is that all of them can be read
 *
 * Errors   also INVALID_ARGUMENT for a length that no memory has.
 */
ARAIOS_API araios_status araios_matrix_parse_market(araios_context* context, araios_market_options const* options,
                                                    void const* bytes, size_t length, araios_matrix** A);

typedef enum araios_symmetry ARAIOS_INT {
  ARAIOS_GENERAL = 0,
  ARAIOS_SYMMETRIC = 1,
  ARAIOS_SKEW_SYMMETRIC = 2,
  ARAIOS_HERMITIAN = 3
} araios_symmetry;
typedef struct araios_market_info {
  int64_t rows;
  int64_t columns;
  int64_t entries;  /**< as the file says; of arrays rows * columns */
  araios_type type; /**< INT64 for integer files */
  araios_symmetry symmetry;
  int is_array;    /**< 0: coordinate */
  int is_unsigned; /**< not 0: the field is unsigned-integer */
} araios_market_info;
/** The header of a file; little more of it is read. */
ARAIOS_API araios_status araios_market_get_info(araios_context* context, char const* path, araios_market_info* info);
/** The header of a file of `length` bytes in memory; the caller's promise is that all of them can be read. */
ARAIOS_API araios_status araios_market_parse_info(araios_context* context, void const* bytes, size_t length,
                                                  araios_market_info* info);
/**
 * x := the values of a file with an array of integers, row by row: a dense vector of rows * columns ARAIOS_INT64
 *
 * Values of unsigned-integer files are 64 bits without a sign: those from 2^63 on are negative here.
 *
 * Errors   as araios_matrix_read_market; INVALID_ARGUMENT for other files.
 */
ARAIOS_API araios_status araios_vector_read_market(araios_context* context, char const* path, araios_vector** x);
/** The same from `length` bytes in memory; the caller's promise is that all of them can be read. */
ARAIOS_API araios_status araios_vector_parse_market(araios_context* context, void const* bytes, size_t length,
                                                    araios_vector** x);

typedef struct araios_market_write_options {
  araios_symmetry symmetry; /**< the other triangle is left out; A must be so */
  char const* comment;      /**< may have several lines */
} araios_market_write_options;
/** Writes A to a Matrix Market file, values so that they are read back bitwise; duplicates are summed. */
ARAIOS_API araios_status araios_matrix_write_market(araios_context* context, araios_market_write_options const* options,
                                                    araios_matrix const* A, char const* path);

/** What the numbers of vertices in an edge list are. */
typedef enum araios_vertices ARAIOS_INT {
  ARAIOS_VERTICES_FROM_0 = 0,
  ARAIOS_VERTICES_FROM_1 = 1,
  ARAIOS_VERTICES_COMPACT = 2 /**< names: any 64-bit integers, which are numbered anew in ascending order */
} araios_vertices;
/** The words of its lines. */
typedef enum araios_edge_columns ARAIOS_INT {
  ARAIOS_EDGES_AUTOMATIC = 0, /**< as the first line has them */
  ARAIOS_EDGES_PLAIN = 1,     /**< two vertices */
  ARAIOS_EDGES_WEIGHTED = 2   /**< two vertices and a weight */
} araios_edge_columns;
typedef struct araios_edge_list_options {
  araios_type type;   /**< default: FLOAT64 where columns is WEIGHTED, else PATTERN, which leaves weights out */
  araios_index index; /**< default: ARAIOS_INDEX_32, or ARAIOS_INDEX_32_64 where edges do not fit */
  araios_vertices vertices;
  araios_edge_columns columns;
  int rectangular;      /**< not 0: rows and columns each by their own largest vertex */
  araios_format format; /**< default: CSR, repeated edges summed; COO where rows are far more. ARAIOS_COO: as read */
} araios_edge_list_options;
/**
 * A := the matrix of an edge list, plain or gzip: entry (i, j) for a line "i j" or "i j weight"
 *
 * Zero options are how SNAP writes graphs, FROM_1 and WEIGHTED how GraphChallenge does. Lines that begin with # or %
 * are skipped. No transposed entries are added. Without weights values are 1.
 *
 * Shapes    A is n-by-n for vertices up to number n - 1; COMPACT: n of different names.
 * Names     of the vertices where they are COMPACT, a dense vector of n ARAIOS_INT64, else one of length 0. `names` may
 *           be NULL.
 * Errors    IO_ERROR: the message has the line and the reason. INVALID_ARGUMENT for COMPACT and rectangular.
 */
ARAIOS_API araios_status araios_matrix_read_edge_list(araios_context* context, araios_edge_list_options const* options,
                                                      char const* path, araios_matrix** A, araios_vector** names);
/** The same from `length` bytes in memory. */
ARAIOS_API araios_status araios_matrix_parse_edge_list(araios_context* context, araios_edge_list_options const* options,
                                                       void const* bytes, size_t length, araios_matrix** A,
                                                       araios_vector** names);

#ifdef __cplusplus
}
#endif
#endif
