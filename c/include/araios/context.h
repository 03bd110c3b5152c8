/* SPDX-License-Identifier: Apache-2.0 */
#ifndef ARAIOS_CONTEXT_H
#define ARAIOS_CONTEXT_H
/**
 * \file
 * The library and its contexts.
 *
 * Kokkos is initialised by the first context, unless the program has done that. It cannot be initialised twice, so it
 * stays so when the last context is destroyed, until araios_finalize or the end of the program; a Kokkos that the
 * program initialised is left to the program. Handles that are alive at that time are destroyed with it.
 */

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The version, as "0.1.0", and as numbers; arguments may be NULL. Callable at any time. */
ARAIOS_API char const* araios_version(void);
ARAIOS_API void araios_version_numbers(int* major, int* minor, int* patch);
/** One line: name, version, Kokkos, spaces, types and index types of this library. Callable at any time. */
ARAIOS_API char const* araios_about(void);
/** "Apache-2.0". */
ARAIOS_API char const* araios_license(void);
/** 1 where the library has instances for values of this type and this index type, else 0; 0 as either is "any". */
ARAIOS_API int araios_supports(araios_type type, araios_index index);
/** 1 where contexts of this space can be made, else 0. Does not initialise Kokkos. */
ARAIOS_API int araios_has_space(araios_space space);

/** The options of araios_initialize and of the first context. */
typedef struct araios_initialize_options {
  int num_threads;   /**< of host spaces; 0: Kokkos' default */
  int use_device_id; /**< not 0: the device is `device_id`, else Kokkos' choice */
  int device_id;
} araios_initialize_options;

/**
 * Initialises Kokkos now, where it is not. Optional.
 *
 * Errors   INVALID_STATE after araios_finalize, or when Kokkos was finalized.
 */
ARAIOS_API araios_status araios_initialize(araios_initialize_options const* options);
/**
 * Destroys all handles (release callbacks are called), and finalizes Kokkos where this library initialised it. No
 * context can be made after that. Called at the end of the program where it was not; a program whose release callbacks
 * need what ends earlier (an interpreter) calls it itself.
 */
ARAIOS_API araios_status araios_finalize(void);
/** The message of the last function that failed in this thread, whatever its context, or "". Never NULL. */
ARAIOS_API char const* araios_last_message(void);

typedef struct araios_context_options {
  araios_space space;
  /** On the device, work is put on this cudaStream_t. NULL: the stream of Kokkos. The program keeps it alive. */
  void* stream;
  /** The options of Kokkos, where this call initialises it. */
  araios_initialize_options initialize;
} araios_context_options;

/**
 * Makes a context.
 *
 * Errors   NOT_SUPPORTED for a device where Kokkos has none; INVALID_STATE as araios_initialize.
 */
ARAIOS_API araios_status araios_context_create(araios_context_options const* options, araios_context** context);
/**
 * Waits for the work of the context, and destroys it with all its matrices, vectors and plans. NULL is allowed.
 *
 * Errors   INVALID_STATE in a function of the program that a call with this context has called.
 */
ARAIOS_API araios_status araios_context_destroy(araios_context* context);
/** Waits until all work of the context is complete. */
ARAIOS_API araios_status araios_context_synchronize(araios_context* context);
/** From now on work goes to this stream. Waits for the work on the old one, where it is another. */
ARAIOS_API araios_status araios_context_set_stream(araios_context* context, void* stream);
/**
 * Work of the context that follows waits for what `stream` has to do now; the host does not wait. NULL: the default
 * stream. Of another stream than that of the context only events are used, so it may be destroyed before the context.
 *
 * Errors   INVALID_ARGUMENT on the host.
 */
ARAIOS_API araios_status araios_context_wait_for_stream(araios_context* context, void* stream);
/** The other direction: what follows on `stream` waits for the work of the context up to now. */
ARAIOS_API araios_status araios_context_signal_stream(araios_context* context, void* stream);
/**
 * From now on memory of arrays that end is kept for later arrays of the same stream, at most `bytes` of arrays that are
 * alive and ended; 0, as in the beginning: none; -1: a quarter of the device's memory, 256 MiB on the host. Of all contexts
 *
 * CUDA usually takes longer to allocate and to free an array than for an operation with a million entries, and Linux as
 * long for the first write to new memory. A program that uses arrays of a matrix in another stream lets the context
 * wait for that stream before it destroys the matrix.
 *
 * Space    by default the device if there is one, else the host; on the host arrays of 64 KiB or more.
 * Errors   NOT_SUPPORTED for the device where Kokkos has none.
 */
ARAIOS_API araios_status araios_keep_memory(araios_space space, int64_t bytes);
/**
 * From now on, in all threads and contexts, each call validates every entry of the matrices and sparse vectors that it
 * reads, and fails with INVALID_ARGUMENT and a message that names the operation, the operand and the position of the
 * first violation. 0: no longer. Off in the beginning, unless the environment variable ARAIOS_VALIDATE is 1. For
 * programs whose arrays are changed by somebody, to find the call before which it happened. Returns whether it was on
 * before.
 */
ARAIOS_API int araios_set_validation(int on);
/** The message of the last call with this context that failed, or "". Valid until the next failure. Never NULL. */
ARAIOS_API char const* araios_context_message(araios_context const* context);

typedef struct araios_context_info {
  araios_space space;
  int concurrency; /**< threads that run at the same time */
  int device_id;   /**< -1 on the host */
  void* stream;
  int64_t matrices; /**< that are alive */
  int64_t vectors;
  int64_t plans;
  char name[64]; /**< of the execution space, as "Cuda" */
} araios_context_info;
ARAIOS_API araios_status araios_context_get_info(araios_context* context, araios_context_info* info);

typedef enum araios_log_level ARAIOS_INT {
  ARAIOS_LOG_OFF = 0,
  ARAIOS_LOG_ERRORS = 1, /**< messages of calls that fail */
  ARAIOS_LOG_CALLS = 2 /**< each call, too, with the names of its matrices, or the status and message of its failure */
} araios_log_level;
typedef void (*araios_log_function)(void* user, araios_log_level level, char const* text);
/** Calls `function` with each line, in the thread of the call, under the lock of the context. NULL: none. */
ARAIOS_API araios_status araios_context_set_log(araios_context* context, araios_log_level level,
                                                araios_log_function function, void* user);

/** What a call does now. */
typedef struct araios_progress {
  char const* function; /**< that the program has called */
  char const* phase;    /**< the label of a kernel, or a part of the text that is read */
  int64_t done;         /**< of `total` parts of the phase; total is 0 where it is not known */
  int64_t total;
} araios_progress;
/** 0: the call goes on. Else it ends soon, with ARAIOS_INTERRUPTED. */
typedef int (*araios_progress_function)(void* user, araios_progress const* progress);
/**
 * Calls `function` about every 20 ms of a call, in the thread of the call; NULL: never
 *
 * On hosts also within long kernels, on devices between launches. A call that is interrupted frees what it has allocated,
 * and leaves its matrices and its sparse vectors as they were, outputs too; of a dense vector that it writes to it may have
 * written a part. The function makes no calls of this library. Progress is not shared: each context has its own function.
 */
ARAIOS_API araios_status araios_context_set_progress(araios_context* context, araios_progress_function function,
                                                     void* user);

#ifdef __cplusplus
}
#endif
#endif
