/* SPDX-License-Identifier: Apache-2.0 */
#ifndef ARAIOS_GRAPH_H
#define ARAIOS_GRAPH_H
/**
 * \file
 * Graphs as square matrices: entry (i, j) is the edge from vertex i to vertex j. Values do not matter.
 *
 * Triangles, trusses and cliques are those of the simple graph of A: an edge where A has (i, j) or (j, i), no loops.
 * Results are patterns in CSR unless said otherwise. Index types as in algebra.h. INVALID_ARGUMENT: A is not square.
 */

#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/** G := the simple graph of A, symmetric without a diagonal. */
ARAIOS_API araios_status araios_simple_graph(araios_context* context, araios_matrix const* A, araios_matrix** G);

/** Succeeds where A is the matrix of a simple graph, repeated entries being one; else INVALID_ARGUMENT, and the message
 * names the first entry. */
ARAIOS_API araios_status araios_require_simple(araios_context* context, araios_matrix const* A);

/** As those of the C++ interface. The results are the same. */
typedef enum araios_triangle_method ARAIOS_INT {
  ARAIOS_TRIANGLES_AUTOMATIC = 0,
  ARAIOS_TRIANGLES_MERGE = 1,
  ARAIOS_TRIANGLES_BISECTION = 2,
  ARAIOS_TRIANGLES_ADAPTIVE = 3,
  ARAIOS_TRIANGLES_HASH = 4,
  ARAIOS_TRIANGLES_BITMAP = 5,
  ARAIOS_TRIANGLES_MIXED = 6,
  ARAIOS_TRIANGLES_RADIX_BINNING = 7
} araios_triangle_method;
typedef struct araios_triangle_options {
  araios_triangle_method method;
  int is_simple;               /**< not 0: A is known to be a simple graph, and is not checked */
  int64_t max_workspace_bytes; /**< of RADIX_BINNING; 0: the library's default */
} araios_triangle_options;
/** count := the number of triangles. */
ARAIOS_API araios_status araios_count_triangles(araios_context* context, araios_triangle_options const* options,
                                                araios_matrix const* A, int64_t* count);
typedef struct araios_triangle_choice {
  araios_triangle_method method;
  char reason[256];
} araios_triangle_choice;
/** choice := the method by which araios_count_triangles counts with these options, and why. */
ARAIOS_API araios_status araios_choose_triangle_method(araios_context* context, araios_triangle_options const* options,
                                                       araios_matrix const* A, araios_triangle_choice* choice);
/**
 * P := the plan of a graph: its simple graph, each edge directed once. For several results of one graph
 *
 * Functions that end in _with_plan give what those of A do, and do not make it again. Of the options is_simple alone
 * counts here, and does not there. It keeps nothing of A; araios_plan_get_info gives its size.
 */
ARAIOS_API araios_status araios_triangle_plan_create(araios_context* context, araios_triangle_options const* options,
                                                     araios_matrix const* A, araios_plan** P);
ARAIOS_API araios_status araios_count_triangles_with_plan(araios_context* context,
                                                          araios_triangle_options const* options, araios_plan const* P,
                                                          int64_t* count);
ARAIOS_API araios_status araios_choose_triangle_method_with_plan(araios_context* context,
                                                                 araios_triangle_options const* options,
                                                                 araios_plan const* P, araios_triangle_choice* choice);
typedef struct araios_triangle_update {
  int64_t triangles; /**< after the update */
  int64_t lost;      /**< that have a removed edge */
  int64_t gained;    /**< that have an added edge */
} araios_triangle_update;
/**
 * H := G without the edges of `removed`, then with those of `added`, a simple graph, and the number of its triangles
 *
 * `triangles` is the number of those of G; only triangles with edges that change are visited. Edges that are removed
 * but not there, or added but there already, change nothing. H may be G.
 *
 * Shapes    G, removed and added are n-by-n; a matrix without entries is no change.
 */
ARAIOS_API araios_status araios_update_triangles(araios_context* context, araios_matrix const* G, int64_t triangles,
                                                 araios_matrix const* removed, araios_matrix const* added,
                                                 araios_matrix** H, araios_triangle_update* update);
/**
 * Triangle t has the vertices u[t] < v[t] < w[t]: dense vectors of ARAIOS_INT32, with an element for each triangle; of
 * ARAIOS_INT64 where A has more than 2^31 - 1 vertices
 *
 * The order of the triangles is the same in all spaces. Memory: 12 bytes for each, in one array.
 */
ARAIOS_API araios_status araios_list_triangles(araios_context* context, araios_matrix const* A, araios_vector** u,
                                               araios_vector** v, araios_vector** w);
ARAIOS_API araios_status araios_list_triangles_with_plan(araios_context* context, araios_plan const* P,
                                                         araios_vector** u, araios_vector** v, araios_vector** w);
/** t := the number of triangles of each vertex, a dense vector of ARAIOS_INT64. */
ARAIOS_API araios_status araios_vertex_triangles(araios_context* context, araios_matrix const* A, araios_vector** t);
ARAIOS_API araios_status araios_vertex_triangles_with_plan(araios_context* context, araios_plan const* P,
                                                           araios_vector** t);
/** T := the number of triangles of each edge, as values of ARAIOS_FLOAT64. */
ARAIOS_API araios_status araios_edge_triangles(araios_context* context, araios_matrix const* A, araios_matrix** T);
/** c := the clustering coefficient of each vertex, a dense vector of ARAIOS_FLOAT64. */
ARAIOS_API araios_status araios_local_clustering(araios_context* context, araios_matrix const* A, araios_vector** c);
ARAIOS_API araios_status araios_local_clustering_with_plan(araios_context* context, araios_plan const* P,
                                                           araios_vector** c);

typedef struct araios_clustering {
  int64_t triangles;
  int64_t wedges;      /**< pairs of neighbours of a vertex */
  double transitivity; /**< 3 triangles / wedges; 0 where there is none */
  double average;      /**< the mean of the coefficients of the vertices */
} araios_clustering;
/** Clustering of the whole graph. */
ARAIOS_API araios_status araios_graph_clustering(araios_context* context, araios_matrix const* A,
                                                 araios_clustering* clustering);
ARAIOS_API araios_status araios_graph_clustering_with_plan(araios_context* context, araios_plan const* P,
                                                           araios_clustering* clustering);
/** count := the number of cliques of k vertices, 3 <= k <= 8. */
ARAIOS_API araios_status araios_count_cliques(araios_context* context, int k, araios_matrix const* A, int64_t* count);
ARAIOS_API araios_status araios_count_cliques_with_plan(araios_context* context, int k, araios_plan const* P,
                                                        int64_t* count);
/** T := the k-truss: the largest part of the graph in which each edge is in k - 2 triangles or more. */
ARAIOS_API araios_status araios_k_truss(araios_context* context, int64_t k, araios_matrix const* A, araios_matrix** T);
/** N := the largest k such that an edge is in the k-truss, as values of ARAIOS_FLOAT64. */
ARAIOS_API araios_status araios_truss_numbers(araios_context* context, araios_matrix const* A, araios_matrix** N);

/** R := the transitive closure: (i, j) where a path of one edge or more leads from i to j. */
ARAIOS_API araios_status araios_transitive_closure(araios_context* context, araios_matrix const* A, araios_matrix** R);
/** The steps of a closure. The results are the same. */
typedef enum araios_closure_method ARAIOS_INT {
  ARAIOS_CLOSURE_INCREMENTAL =
      0,                      /**< products with the pairs that the last step has found; araios_transitive_closure */
  ARAIOS_CLOSURE_SQUARING = 1 /**< R := R + R R */
} araios_closure_method;
/** The same by a method. */
ARAIOS_API araios_status araios_transitive_closure_by(araios_context* context, araios_closure_method method,
                                                      araios_matrix const* A, araios_matrix** R);
/** levels := the edges of a shortest path from `source` to each vertex, -1 where there is none; dense ARAIOS_INT32. */
ARAIOS_API araios_status araios_bfs_levels(araios_context* context, araios_matrix const* A, int64_t source,
                                           araios_vector** levels);
/**
 * order := the reverse Cuthill-McKee order of A + A^T, which brings entries near the diagonal; dense ARAIOS_INT64
 *
 * Row and column q of the matrix in the new order are those of number order[q]: araios_submatrix_lists with this list
 * twice. Any square matrix; found on the host, also for a context of the device.
 */
ARAIOS_API araios_status araios_reverse_cuthill_mckee(araios_context* context, araios_matrix const* A,
                                                      araios_vector** order);

/** A graph whose edges have labels: matrices[l], a square matrix, has the edges with the label labels[l]. */
typedef struct araios_labelled_graph {
  int64_t vertices;
  int64_t num_labels;
  char const* const* labels;
  araios_matrix const* const* matrices;
} araios_labelled_graph;
typedef struct araios_path_options {
  int allow_unknown_labels; /**< not 0: a label that the graph lacks is one without edges, else INVALID_ARGUMENT */
  int by_closures;          /**< context-free: by closures of Kronecker products, else by products of matrices */
  int64_t num_sources;      /**< regular: only paths from these vertices, row i of R for sources[i] */
  int64_t const* sources;   /**< on the host; NULL: all vertices */
} araios_path_options;
/**
 * R := the pairs (i, j) with a path from i to j whose labels are a word of a regular expression
 *
 * "a b", "a | b", "a*", "a+", "a?", "^a" (the edge backward), "(a | b) c", "eps". The label a_r is a backward, too.
 *
 * Errors   INVALID_ARGUMENT with line and column where the text is no expression.
 */
ARAIOS_API araios_status araios_regular_path_query(araios_context* context, araios_path_options const* options,
                                                   araios_labelled_graph const* graph, char const* expression,
                                                   araios_matrix** R);
/** The same for a context-free grammar, as "S -> a S b | a b"; the start is the first left side. */
ARAIOS_API araios_status araios_context_free_path_query(araios_context* context, araios_path_options const* options,
                                                        araios_labelled_graph const* graph, char const* grammar,
                                                        araios_matrix** R);

#ifdef __cplusplus
}
#endif
#endif
