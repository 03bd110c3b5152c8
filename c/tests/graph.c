/* SPDX-License-Identifier: Apache-2.0 */
/** \file
 * Graphs. Most tests have the complete graph of 4 vertices with one more vertex at vertex 0. */

#include "check.h"

static int const r[] = {0, 0, 0, 1, 1, 2, 4}, c[] = {1, 2, 3, 2, 3, 3, 0};

static void triangles(void) {
  static int64_t const per_vertex[] = {3, 3, 3, 3, 0};
  araios_matrix *A = graph(5, 7, r, c), *T = NULL;
  araios_vector* t = NULL;
  araios_triangle_options options = {ARAIOS_TRIANGLES_AUTOMATIC, 0, 0};
  araios_triangle_choice choice;
  araios_clustering clustering;
  araios_vector_info info;
  int64_t count = -1, values[5], five = 5;
  double sum[2], value[2];
  int method, found = 0, k;
  OK(araios_count_triangles(ctx, NULL, A, &count));
  CHECK(count == 4);
  for (method = 0; method <= ARAIOS_TRIANGLES_RADIX_BINNING; ++method) {
    options.method = (araios_triangle_method)method;
    count = -1;
    OK(araios_count_triangles(ctx, &options, A, &count));
    CHECK(count == 4);
    OK(araios_choose_triangle_method(ctx, &options, A, &choice));
    CHECK(choice.reason[0] != '\0' && choice.method != ARAIOS_TRIANGLES_AUTOMATIC);
    CHECK(method == 0 || choice.method == options.method);
  }
  options.method = (araios_triangle_method)50;
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_count_triangles(ctx, &options, A, &count));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_choose_triangle_method(ctx, &options, A, &choice));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_require_simple(ctx, A));
  CHECK(strstr(araios_context_message(ctx), "(0, 1)") != NULL);
  OK(araios_simple_graph(ctx, A, &T));
  CHECK(nnz_of(T) == 14);
  OK(araios_require_simple(ctx, T));
  options.method = ARAIOS_TRIANGLES_AUTOMATIC, options.is_simple = 1;
  OK(araios_count_triangles(ctx, &options, T, &count));
  CHECK(count == 4);
  OK(araios_vertex_triangles(ctx, A, &t));
  OK(araios_vector_get_info(ctx, t, &info));
  CHECK(info.type == ARAIOS_INT64);
  OK(araios_vector_extract(ctx, t, NULL, values, &five));
  for (k = 0; k < 5; ++k) CHECK(values[k] == per_vertex[k]);
  OK(araios_edge_triangles(ctx, A, &T));
  OK(araios_reduce(ctx, ARAIOS_PLUS, T, sum));
  CHECK(sum[0] == 6 * 4); /* each triangle at its three edges, in both directions */
  OK(araios_local_clustering(ctx, A, &t));
  OK(araios_vector_get_element(ctx, t, 1, &found, value));
  CHECK(found && value[0] == 1);
  OK(araios_vector_get_element(ctx, t, 0, &found, value));
  CHECK(value[0] == 0.5);
  OK(araios_graph_clustering(ctx, A, &clustering));
  CHECK(clustering.triangles == 4 && clustering.wedges == 6 + 3 * 3);
  OK(araios_count_cliques(ctx, 4, A, &count));
  CHECK(count == 1);
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_count_cliques(ctx, 2, A, &count));
  CHECK(count == 1);
  OK(araios_matrix_destroy(A));
  OK(araios_matrix_destroy(T));
  OK(araios_vector_destroy(t));
}

static void list_of_triangles(void) {
  araios_matrix *A = graph(5, 7, r, c), *B = NULL;
  araios_vector *x[] = {NULL, NULL, NULL}, *first = NULL;
  araios_vector_info info;
  int32_t vertices[3][4];
  int64_t four, total = 0;
  int found[4][4][4] = {{{0}}}, k, t;
  OK(araios_list_triangles(ctx, A, &x[0], &x[1], &x[2]));
  for (k = 0; k < 3; ++k) {
    OK(araios_vector_get_info(ctx, x[k], &info));
    CHECK(info.type == ARAIOS_INT32 && !info.is_sparse && info.length == 4);
    four = 4;
    OK(araios_vector_extract(ctx, x[k], NULL, vertices[k], &four));
  }
  for (t = 0; t < 4; ++t) {
    CHECK(0 <= vertices[0][t] && vertices[0][t] < vertices[1][t] && vertices[1][t] < vertices[2][t] &&
          vertices[2][t] < 4);
    found[vertices[0][t]][vertices[1][t]][vertices[2][t]] = 1;
  }
  CHECK(found[0][1][2] && found[0][1][3] && found[0][2][3] && found[1][2][3]);
  /* The vectors live without each other, and are replaced. */
  first = x[0];
  OK(araios_vector_destroy(x[1]));
  x[1] = NULL;
  OK(araios_matrix_create(ctx, ARAIOS_FLOAT64, ARAIOS_INDEX_DEFAULT, 3, 3, &B));
  OK(araios_list_triangles(ctx, B, &x[0], &x[1], &x[2]));
  CHECK(x[0] == first && has_entries(x[0], 0, NULL, NULL) && has_entries(x[2], 0, NULL, NULL));
  OK(araios_matrix_create(ctx, ARAIOS_FLOAT64, ARAIOS_INDEX_DEFAULT, 2, 3, &B));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_list_triangles(ctx, B, &x[0], &x[1], &x[2]));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_list_triangles(ctx, A, &x[0], &x[1], NULL));
  CHECK(has_entries(x[0], 0, NULL, NULL));
  /* As many as are counted, of a graph with more of them. */
  OK(araios_rmat(ctx, ARAIOS_PATTERN, ARAIOS_INDEX_DEFAULT, 6, 400, 1, &B));
  OK(araios_count_triangles(ctx, NULL, B, &total));
  OK(araios_list_triangles(ctx, B, &x[0], &x[1], &x[2]));
  for (k = 0; k < 3; ++k) {
    OK(araios_vector_get_length(ctx, x[k], &four));
    CHECK(total > 4 && four == total);
  }
  OK(araios_matrix_destroy(A));
  OK(araios_matrix_destroy(B));
  for (k = 0; k < 3; ++k) OK(araios_vector_destroy(x[k]));
}

/* Each result of the plan is that of the graph. */
static void plan_of_triangles(void) {
  araios_triangle_options options = {ARAIOS_TRIANGLES_AUTOMATIC, 0, 0};
  araios_matrix *A = NULL, *S = NULL, *wide = NULL;
  araios_plan *P = NULL, *simple = NULL, *other_kind = NULL;
  araios_plan_info info;
  araios_clustering clustering, planned;
  araios_triangle_choice choice, chosen;
  araios_vector *x[] = {NULL, NULL, NULL}, *y[] = {NULL, NULL, NULL};
  int64_t count = -1, again = -2;
  int equal = 0, k, method;
  OK(araios_rmat(ctx, ARAIOS_FLOAT64, ARAIOS_INDEX_64, 7, 900, 3, &A));
  OK(araios_simple_graph(ctx, A, &S));
  OK(araios_triangle_plan_create(ctx, NULL, A, &P));
  options.is_simple = 1;
  OK(araios_triangle_plan_create(ctx, &options, S, &simple));
  OK(araios_plan_get_info(ctx, P, &info));
  CHECK(info.kind == ARAIOS_PLAN_TRIANGLES && info.rows == 128 && info.columns == 128 && info.bytes > 0);
  OK(araios_count_triangles(ctx, NULL, A, &count));
  for (method = ARAIOS_TRIANGLES_AUTOMATIC; method <= ARAIOS_TRIANGLES_RADIX_BINNING; ++method) {
    options.method = (araios_triangle_method)method;
    OK(araios_count_triangles_with_plan(ctx, &options, method % 2 ? P : simple, &again));
    CHECK(count > 10 && again == count);
    OK(araios_choose_triangle_method(ctx, &options, S, &choice));
    OK(araios_choose_triangle_method_with_plan(ctx, &options, P, &chosen));
    CHECK(choice.method == chosen.method && strcmp(choice.reason, chosen.reason) == 0);
  }
  OK(araios_graph_clustering(ctx, A, &clustering));
  OK(araios_matrix_destroy(A)); /* the plan keeps nothing of it */
  OK(araios_graph_clustering_with_plan(ctx, P, &planned));
  CHECK(planned.triangles == clustering.triangles && planned.wedges == clustering.wedges &&
        planned.transitivity == clustering.transitivity && planned.average == clustering.average);
  for (k = 3; k <= 5; ++k) {
    OK(araios_count_cliques(ctx, k, S, &count));
    OK(araios_count_cliques_with_plan(ctx, k, P, &again));
    CHECK(count == again);
  }
  OK(araios_list_triangles(ctx, S, &x[0], &x[1], &x[2]));
  OK(araios_list_triangles_with_plan(ctx, P, &y[0], &y[1], &y[2]));
  for (k = 0; k < 3; ++k) {
    OK(araios_vector_equal(ctx, x[k], y[k], &equal));
    CHECK(equal);
  }
  OK(araios_vertex_triangles(ctx, S, &x[0]));
  OK(araios_vertex_triangles_with_plan(ctx, P, &y[0]));
  OK(araios_local_clustering(ctx, S, &x[1]));
  OK(araios_local_clustering_with_plan(ctx, P, &y[1]));
  for (k = 0; k < 2; ++k) {
    OK(araios_vector_equal(ctx, x[k], y[k], &equal));
    CHECK(equal);
  }
  /* Refused: a plan of another kind, none, a graph that is none, wrong options, no place for the result. */
  OK(araios_transpose_plan_create(ctx, S, &other_kind));
  FAILS(ARAIOS_INVALID_HANDLE, araios_count_triangles_with_plan(ctx, NULL, other_kind, &count));
  FAILS(ARAIOS_INVALID_HANDLE, araios_transpose_with_plan(ctx, NULL, P, S, &wide));
  FAILS(ARAIOS_INVALID_HANDLE, araios_vertex_triangles_with_plan(ctx, NULL, &x[0]));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_triangle_plan_create(ctx, NULL, S, &P));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_count_cliques_with_plan(ctx, 2, P, &count));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_count_triangles_with_plan(ctx, NULL, P, NULL));
  options.method = (araios_triangle_method)50;
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_count_triangles_with_plan(ctx, &options, P, &count));
  OK(araios_plan_destroy(other_kind));
  other_kind = NULL;
  OK(araios_matrix_create(ctx, ARAIOS_FLOAT64, ARAIOS_INDEX_DEFAULT, 2, 3, &wide));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_triangle_plan_create(ctx, NULL, wide, &other_kind));
  OK(araios_plan_destroy(P));
  OK(araios_plan_destroy(simple));
  OK(araios_matrix_destroy(S));
  OK(araios_matrix_destroy(wide));
  for (k = 0; k < 3; ++k) {
    OK(araios_vector_destroy(x[k]));
    OK(araios_vector_destroy(y[k]));
  }
}

static void updates_of_triangles(void) {
  static int const rr[] = {2, 4}, rc[] = {3, 3}, ar[] = {4, 4, 0}, ac[] = {1, 2, 1};
  araios_matrix *A = graph(5, 7, r, c), *removed = graph(5, 2, rr, rc), *added = graph(5, 3, ar, ac);
  araios_matrix *none = graph(5, 0, r, c), *H = NULL, *B = NULL;
  araios_triangle_update update = {-1, -1, -1};
  int64_t count = -1;
  /* Without {2, 3} two triangles are lost; {1, 4} and {2, 4} make {0, 1, 4}, {0, 2, 4} and {1, 2, 4}. */
  OK(araios_update_triangles(ctx, A, 4, removed, added, &H, &update));
  CHECK(update.lost == 2 && update.gained == 3 && update.triangles == 5 && nnz_of(H) == 16);
  OK(araios_count_triangles(ctx, NULL, H, &count));
  CHECK(count == 5);
  OK(araios_update_triangles(ctx, H, 5, none, none, &H, &update)); /* the output is the input */
  CHECK(update.lost == 0 && update.gained == 0 && update.triangles == 5 && nnz_of(H) == 16);
  OK(araios_update_triangles(ctx, H, 5, added, removed, &H, &update));
  OK(araios_count_triangles(ctx, NULL, H, &count));
  CHECK(update.triangles == count && update.triangles == 5 - update.lost + update.gained);
  OK(araios_matrix_create(ctx, ARAIOS_PATTERN, ARAIOS_INDEX_DEFAULT, 4, 4, &B));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_update_triangles(ctx, A, 4, B, added, &H, &update));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_update_triangles(ctx, A, 4, removed, B, &H, &update));
  OK(araios_matrix_create(ctx, ARAIOS_PATTERN, ARAIOS_INDEX_DEFAULT, 5, 4, &B));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_update_triangles(ctx, B, 0, removed, added, &H, &update));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_update_triangles(ctx, A, -1, removed, added, &H, &update));
  FAILS(ARAIOS_INVALID_HANDLE, araios_update_triangles(ctx, A, 4, NULL, added, &H, &update));
  FAILS(ARAIOS_INVALID_HANDLE, araios_update_triangles(ctx, A, 4, removed, NULL, &H, &update));
  CHECK(update.triangles == count);
  OK(araios_matrix_destroy(A));
  OK(araios_matrix_destroy(removed));
  OK(araios_matrix_destroy(added));
  OK(araios_matrix_destroy(none));
  OK(araios_matrix_destroy(B));
  OK(araios_matrix_destroy(H));
}

static void trusses(void) {
  araios_matrix *A = graph(5, 7, r, c), *T = NULL;
  double value[2];
  int found = 0;
  OK(araios_k_truss(ctx, 4, A, &T));
  CHECK(nnz_of(T) == 12);
  OK(araios_k_truss(ctx, 5, A, &T));
  CHECK(nnz_of(T) == 0);
  OK(araios_k_truss(ctx, INT64_MAX, A, &T));
  CHECK(nnz_of(T) == 0);
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_k_truss(ctx, 1, A, &T));
  OK(araios_truss_numbers(ctx, A, &T));
  OK(araios_matrix_get_element(ctx, T, 0, 1, &found, value));
  CHECK(found && value[0] == 4);
  OK(araios_matrix_get_element(ctx, T, 0, 4, &found, value));
  CHECK(found && value[0] == 2);
  OK(araios_matrix_destroy(A));
  OK(araios_matrix_destroy(T));
}

static void closure_and_levels(void) {
  static int const er[] = {0, 1, 2}, ec[] = {1, 2, 0};
  int32_t levels[4];
  int64_t four = 4;
  araios_matrix *A = graph(4, 3, er, ec), *R = NULL, *Q = NULL;
  int equal = 0;
  araios_vector* x = NULL;
  OK(araios_transitive_closure_by(ctx, ARAIOS_CLOSURE_SQUARING, A, &Q));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_transitive_closure_by(ctx, (araios_closure_method)2, A, &Q));
  OK(araios_transitive_closure(ctx, A, &R));
  OK(araios_matrix_equal(ctx, Q, R, &equal));
  CHECK(equal);
  OK(araios_matrix_destroy(Q));
  CHECK(nnz_of(R) == 9);
  OK(araios_bfs_levels(ctx, A, 1, &x));
  OK(araios_vector_extract(ctx, x, NULL, levels, &four));
  CHECK(levels[0] == 2 && levels[1] == 0 && levels[2] == 1 && levels[3] == -1);
  FAILS(ARAIOS_OUT_OF_RANGE, araios_bfs_levels(ctx, A, 4, &x));
  OK(araios_matrix_create(ctx, ARAIOS_PATTERN, ARAIOS_INDEX_DEFAULT, 2, 3, &A));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_transitive_closure(ctx, A, &R));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_simple_graph(ctx, A, &R));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_bfs_levels(ctx, A, 0, &x));
  CHECK(nnz_of(R) == 9);
  OK(araios_matrix_destroy(A));
  OK(araios_matrix_destroy(R));
  OK(araios_vector_destroy(x));
}

/* A path of 6 vertices in disorder, with one direction of each edge: its order gives a tridiagonal matrix. */
static void order(void) {
  static int const er[] = {3, 0, 5, 1, 4}, ec[] = {0, 5, 1, 4, 2};
  static araios_index const indices[] = {ARAIOS_INDEX_32, ARAIOS_INDEX_32_64, ARAIOS_INDEX_64};
  static int64_t const along[] = {3, 0, 5, 1, 4, 2};
  int k, q;
  for (k = 0; k < LENGTH(indices); ++k) {
    int64_t list[6], six = 6;
    araios_matrix *A = NULL, *B = NULL, *narrow = NULL;
    araios_vector* x = NULL;
    araios_vector_info info;
    int equal = 0;
    if (!araios_supports(ARAIOS_PATTERN, indices[k])) continue;
    A = make(indices[k], 6, 6, 5, er, ec, NULL);
    OK(araios_reverse_cuthill_mckee(ctx, A, &x));
    OK(araios_vector_get_info(ctx, x, &info));
    CHECK(info.type == ARAIOS_INT64 && !info.is_sparse && info.length == 6);
    OK(araios_vector_extract(ctx, x, NULL, list, &six));
    for (q = 0; q < 6; ++q) CHECK(list[q] == along[list[0] == along[0] ? q : 5 - q]);
    OK(araios_submatrix_lists(ctx, A, 6, list, 6, list, &B));
    OK(araios_band(ctx, B, -1, 1, &narrow));
    OK(araios_matrix_equal(ctx, B, narrow, &equal));
    CHECK(equal && nnz_of(B) == 5);
    OK(araios_matrix_create(ctx, ARAIOS_FLOAT64, indices[k], 0, 0, &A));
    OK(araios_reverse_cuthill_mckee(ctx, A, &x));
    CHECK(has_entries(x, 0, NULL, NULL));
    OK(araios_matrix_create(ctx, ARAIOS_FLOAT64, indices[k], 2, 3, &A));
    FAILS(ARAIOS_INVALID_ARGUMENT, araios_reverse_cuthill_mckee(ctx, A, &x));
    CHECK(has_entries(x, 0, NULL, NULL));
    OK(araios_matrix_destroy(A));
    OK(araios_matrix_destroy(B));
    OK(araios_matrix_destroy(narrow));
    OK(araios_vector_destroy(x));
  }
}

static void path_queries(void) {
  /* 3 and 4 are children of 1, 5 of 2; 1 and 2 are children of 0. */
  static int const er[] = {1, 2, 3, 4, 5}, ec[] = {0, 0, 1, 1, 2};
  static int const sr[] = {1, 1, 2, 2, 3, 3, 4, 4, 5}, sc[] = {1, 2, 1, 2, 3, 4, 3, 4, 5};
  static int const from3[] = {0, 0}, to[] = {3, 4};
  static int64_t const sources[] = {3};
  char const* labels[] = {"parent"};
  araios_matrix *A = graph(6, 5, er, ec), *R = NULL;
  araios_matrix const* matrices[1];
  araios_labelled_graph graph_;
  araios_path_options options = {0, 0, 0, NULL};
  matrices[0] = A;
  graph_.vertices = 6, graph_.num_labels = 1, graph_.labels = labels, graph_.matrices = matrices;
  OK(araios_regular_path_query(ctx, NULL, &graph_, "parent ^parent", &R));
  CHECK(has(R, 9, sr, sc, NULL));
  options.num_sources = 1, options.sources = sources;
  OK(araios_regular_path_query(ctx, &options, &graph_, "parent parent_r", &R));
  CHECK(has(R, 2, from3, to, NULL));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_regular_path_query(ctx, NULL, &graph_, "(parent", &R));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_regular_path_query(ctx, NULL, &graph_, "child", &R));
  FAILS(ARAIOS_INVALID_ARGUMENT, araios_context_free_path_query(ctx, &options, &graph_, "S -> parent", &R));
  options.num_sources = 0, options.sources = NULL, options.allow_unknown_labels = 1;
  OK(araios_regular_path_query(ctx, &options, &graph_, "child", &R));
  CHECK(nnz_of(R) == 0);
  OK(araios_context_free_path_query(ctx, NULL, &graph_, "S -> parent S parent_r | parent parent_r", &R));
  CHECK(nnz_of(R) == 4 + 9);
  options.by_closures = 1;
  OK(araios_context_free_path_query(ctx, &options, &graph_, "S -> parent S parent_r | parent parent_r", &R));
  CHECK(nnz_of(R) == 4 + 9);
  OK(araios_matrix_destroy(A));
  OK(araios_matrix_destroy(R));
}

test const graph_tests[] = {{"graph.triangles", triangles},
                            {"graph.list_of_triangles", list_of_triangles},
                            {"graph.plan_of_triangles", plan_of_triangles},
                            {"graph.updates_of_triangles", updates_of_triangles},
                            {"graph.trusses", trusses},
                            {"graph.closure_and_levels", closure_and_levels},
                            {"graph.order", order},
                            {"graph.path_queries", path_queries},
                            {NULL, NULL}};
