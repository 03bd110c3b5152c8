/* SPDX-License-Identifier: Apache-2.0 */
#ifndef ARAIOS_H
#define ARAIOS_H
/**
 * \file
 * The C interface of Araios: sparse matrices and vectors on the host or on a GPU.
 *
 *   araios_context* ctx = NULL;
 *   araios_matrix *A = NULL, *C = NULL;
 *   araios_context_create(NULL, &ctx);
 *   araios_matrix_read_market(ctx, NULL, "A.mtx", &A);
 *   if (araios_multiply(ctx, NULL, A, A, &C) != ARAIOS_SUCCESS) fprintf(stderr, "%s\n", araios_context_message(ctx));
 *
 * Status      Every function that can fail returns an araios_status. The message of the last failure of a context is
 *             araios_context_message. No exception leaves the library. A function that fails leaves its outputs, and
 *             matrices and vectors that it would change, as they were.
 * Order       Arguments come in the order (context, options, inputs as in the formula, outputs).
 * Options     Structs of which zero is the default: NULL, or {0}, or designated initialisers, is always valid.
 * Outputs     Of type araios_matrix** C. Where *C is NULL, a new object is made. Where *C is an object of the same
 *             context, its contents are replaced, after all inputs are read: it may be one of the inputs, and the
 *             address stays. So *C must be initialised.
 * Handles     belong to the context that made them. NULL, a destroyed handle, a handle of another kind and one of
 *             another context are refused: live handles are listed, a bad pointer is not dereferenced. (The address of
 *             a destroyed handle may come back as that of a new one.)
 * Lifetime    A handle lives until its destroy function, or until its context is destroyed, or araios_finalize.
 *             What shares arrays keeps them alive.
 * Asynchrony  On the device, functions put work on the stream of the context and may return before it is complete;
 *             araios_context_synchronize waits. Functions that give numbers or host arrays wait themselves. On the host
 *             all work is complete on return.
 * Threads     Contexts may be used by different threads at the same time. Calls on one context take its lock and run
 *             one after the other; the message is that of the last call that failed. Calls on host contexts share one
 *             lock: they use the same threads.
 * Sizes       are int64_t. Positions and indices are counted from 0. Beyond 2^31 - 1 rows or columns: hypersparse.h.
 * Duplicates  Entries at one coordinate represent their sum, those of a pattern one entry. Explicit zeros are
 *             entries. Functions whose results would differ compute with the sums, which each call makes anew: of such
 *             a matrix make them once, by araios_sum_duplicates. Whether a matrix has its entries in strict order is
 *             found out by reading them once, in the first call that needs to know (on a device with a wait), or when
 *             the matrix is made with ARAIOS_CHECK_STRICT. Functions of arrays take entries as they are stored: those
 *             that give counts or arrays (of a matrix or its entries), araios_convert, araios_sort_rows,
 *             araios_transpose, araios_select_marked and plans. DIA, BSR and DOK hold one entry for a coordinate:
 *             araios_convert refuses duplicates, and names the row. So do plans for patterns. Sparse vectors repeat no
 *             index.
 * Numbers     are given, and returned, as two double: real and imaginary part. Those of ARAIOS_INT64 are two double
 *             whose sum is the integer: (1152921504606846976.0, 1) is 2^60 + 1. INVALID_ARGUMENT is the answer where a
 *             part is no integer, or the sum does not fit. A function that takes one double takes integers that a double
 *             holds.
 * Integers    Sums, differences and products of ARAIOS_INT64 wrap to 64 bits, in two's complement.
 * Formats     Operations are made for CSR. A matrix in another format, or an index type that an operation has no
 *             instance of, is converted for the call; the doc comments say which operations take others directly.
 */

#include "araios/types.h"

#include "araios/context.h"
#include "araios/matrix.h"

#include "araios/convert.h"
#include "araios/files.h"
#include "araios/vector.h"

#include "araios/algebra.h"
#include "araios/elementwise.h"
#include "araios/graph.h"
#include "araios/hypersparse.h"
#include "araios/primitives.h"
#include "araios/products.h"
#include "araios/solve.h"

#endif
