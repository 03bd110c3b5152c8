/* SPDX-License-Identifier: Apache-2.0 */
#ifndef ARAIOS_TYPES_H
#define ARAIOS_TYPES_H
/**
 * \file
 * Handles, status codes and enumerations. In each enumeration of options 0 is the default.
 */

#include <stddef.h>
#include <stdint.h>

#if defined(ARAIOS_C_STATIC)
#define ARAIOS_API
#elif defined(_WIN32)
#ifdef ARAIOS_C_BUILD
#define ARAIOS_API __declspec(dllexport)
#else
#define ARAIOS_API __declspec(dllimport)
#endif
#else
#define ARAIOS_API __attribute__((visibility("default")))
#endif

/* The type of enumerations in C++, so that a value that is no enumerator can be refused. */
#ifdef __cplusplus
#define ARAIOS_INT : int
#else
#define ARAIOS_INT
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** An execution space and a stream to compute in, with the message of the last error. */
typedef struct araios_context araios_context;
/** A sparse matrix, in any format. */
typedef struct araios_matrix araios_matrix;
/** A vector, dense or sparse. */
typedef struct araios_vector araios_vector;
/** What was found out about matrices for many transpositions, SpMV or products. */
typedef struct araios_plan araios_plan;

typedef enum araios_status ARAIOS_INT {
  ARAIOS_SUCCESS = 0,
  ARAIOS_INVALID_ARGUMENT = 1, /**< sizes, options or numbers that disagree, or a NULL where one is not allowed */
  ARAIOS_INVALID_HANDLE = 2,   /**< NULL, destroyed, of another kind or of another context */
  ARAIOS_INVALID_MATRIX = 3,   /**< the arrays break a rule of the format: the message names the first place */
  ARAIOS_INVALID_STATE = 4,    /**< after araios_finalize, or Kokkos is finalized */
  ARAIOS_OUT_OF_RANGE = 5,     /**< an index is not in the matrix or vector */
  ARAIOS_OVERFLOW = 6,         /**< a size or a number of entries does not fit the index type */
  ARAIOS_OUT_OF_MEMORY = 7,    /**< of the host or of the device */
  ARAIOS_IO_ERROR = 8,         /**< a file that cannot be opened, read or written, or whose text is invalid */
  ARAIOS_NOT_SUPPORTED = 9,   /**< a type, format or semiring without an instance: the message names the CMake option */
  ARAIOS_DEVICE_ERROR = 10,   /**< no device, or an error of the device */
  ARAIOS_INTERNAL_ERROR = 11, /**< any other exception: please report it */
  ARAIOS_INTERRUPTED = 12     /**< the progress function asked for the end: araios_context_set_progress */
} araios_status;

/** The types of values. */
typedef enum araios_type ARAIOS_INT {
  ARAIOS_TYPE_DEFAULT = 0, /**< what the function says */
  ARAIOS_FLOAT32 = 1,
  ARAIOS_FLOAT64 = 2,
  ARAIOS_COMPLEX64 = 3,  /**< two float: real and imaginary part */
  ARAIOS_COMPLEX128 = 4, /**< two double */
  ARAIOS_PATTERN = 5,    /**< no values: a Boolean matrix, or a sparse Boolean vector */
  ARAIOS_INT32 = 6,      /**< of dense vectors only, results that count */
  ARAIOS_INT64 = 7       /**< integers that wrap (araios.h); also of results that count */
} araios_type;

/** The types of row and column indices, and of offsets (row_map). */
typedef enum araios_index ARAIOS_INT {
  ARAIOS_INDEX_DEFAULT = 0, /**< ARAIOS_INDEX_32, or what the function says */
  ARAIOS_INDEX_32 = 1,      /**< int32_t for both */
  ARAIOS_INDEX_32_64 = 2,   /**< int32_t indices, int64_t offsets */
  ARAIOS_INDEX_64 = 3       /**< int64_t for both */
} araios_index;

typedef enum araios_space ARAIOS_INT {
  ARAIOS_SPACE_DEFAULT =
      0, /**< of a context: the device if there is one, else the host. Of arrays: what the function says */
  ARAIOS_SPACE_HOST = 1,
  ARAIOS_SPACE_DEVICE = 2
} araios_space;

typedef enum araios_format ARAIOS_INT {
  ARAIOS_FORMAT_DEFAULT = 0, /**< CSR, or what the function says */
  ARAIOS_CSR = 1,
  ARAIOS_CSC = 2,
  ARAIOS_COO = 3,
  ARAIOS_ELL = 4,
  ARAIOS_HYB = 5,
  ARAIOS_SELL = 6,
  ARAIOS_JDS = 7,
  ARAIOS_DIA = 8,
  ARAIOS_DIA_CSR = 9,
  ARAIOS_BSR = 10,
  ARAIOS_DOK = 11,   /**< a hash table of entries, which araios_dok_insert and araios_dok_erase change in batches */
  ARAIOS_DCSR = 12,  /**< rows that have entries, and a list of them: hypersparse.h */
  ARAIOS_PACKET = 13 /**< of square matrices: packets of rows, whose part of x fits the memory of a multiprocessor */
} araios_format;

/** Addition and multiplication of a product. All but the first, ARAIOS_OR_AND of patterns and ARAIOS_PLUS_PAIR are for
 * real types, of which ARAIOS_INT64 is one: infinity is then INT64_MAX, and minus infinity INT64_MIN. */
typedef enum araios_semiring ARAIOS_INT {
  ARAIOS_PLUS_TIMES = 0, /**< of patterns: or-and, the Boolean product */
  ARAIOS_MIN_PLUS = 1,
  ARAIOS_MAX_PLUS = 2,
  ARAIOS_MAX_TIMES = 3,
  ARAIOS_OR_AND = 4,   /**< results are 0 or 1; of patterns without values */
  ARAIOS_PLUS_PAIR = 5 /**< counts pairs of entries, whatever their values; results are of type ARAIOS_FLOAT64 */
} araios_semiring;

/** What becomes of two values. */
typedef enum araios_operator ARAIOS_INT {
  ARAIOS_PLUS = 0,
  ARAIOS_TIMES = 1,
  ARAIOS_MIN = 2, /**< real types */
  ARAIOS_MAX = 3, /**< real types */
  ARAIOS_OR = 4,
  ARAIOS_AND = 5,
  ARAIOS_MINUS = 6,
  ARAIOS_FIRST = 7,
  ARAIOS_SECOND = 8
} araios_operator;

/** The matrix that is multiplied with. */
typedef enum araios_op ARAIOS_INT {
  ARAIOS_NO_TRANSPOSE = 0,
  ARAIOS_TRANSPOSE = 1,
  ARAIOS_CONJUGATE_TRANSPOSE = 2
} araios_op;

/** Where the same arguments give the same bits. */
typedef enum araios_determinism ARAIOS_INT {
  ARAIOS_RUN_TO_RUN = 0,    /**< in every run on the same machine, where a function says no more */
  ARAIOS_SPACE_TO_SPACE = 1 /**< on hosts and devices, with any number of threads */
} araios_determinism;

/** What happens to arrays that a matrix or vector is created of. */
typedef enum araios_ownership ARAIOS_INT {
  ARAIOS_COPY = 0,  /**< they are copied, and not needed after the call */
  ARAIOS_BORROW = 1 /**< they are used in place, and must live until `release` is called, or the matrix is destroyed */
} araios_ownership;

/** What is known of arrays that a function takes. */
typedef enum araios_trust ARAIOS_INT {
  ARAIOS_CHECK = 0,       /**< nothing: all entries are read once; INVALID_MATRIX names the first fault */
  ARAIOS_TRUST = 1,       /**< they are valid, and are not checked */
  ARAIOS_CHECK_STRICT = 2 /**< as ARAIOS_CHECK, in the same pass; entries that are not in the strict order of the format
                               (by row, by column, by row and column) are a fault, too */
} araios_trust;

/** The options of functions that take arrays. */
typedef struct araios_array_options {
  araios_ownership ownership;
  /** Where the arrays are. Default: on the host where they are copied, in the space of the context where borrowed. */
  araios_space space;
  /** Called once with `user`, when no matrix or vector uses the arrays any more, and the stream of the context is done
   * with them. Not called where the function fails. May be NULL. */
  void (*release)(void* user);
  void* user;
  /** One of araios_trust. */
  int trust;
} araios_array_options;

/** A dense matrix in memory of the context's space; element (i, j) is data[i * row_stride + j * column_stride]. */
typedef struct araios_dense {
  void* data;
  araios_type type;
  int64_t rows;
  int64_t columns;
  int64_t row_stride;    /**< in elements */
  int64_t column_stride; /**< in elements; one of the two is 1 */
} araios_dense;

/** The name of a status, as "ARAIOS_OUT_OF_MEMORY". */
ARAIOS_API char const* araios_status_name(araios_status status);

#ifdef __cplusplus
}
#endif
#endif
