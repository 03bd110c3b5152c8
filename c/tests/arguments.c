/* SPDX-License-Identifier: Apache-2.0 */
/** \file
 * Every function refuses NULL and handles that are not its own, and leaves its outputs as they were. */

#include "check.h"

/* A call with each of these in the place of its context or first handle. */
static araios_context* c;
static araios_matrix *A, *M;
static araios_vector *x, *v;
static araios_plan *P, *S;
static int64_t n64, three[] = {0, 1, 2};
static int found;
static double parts[2];
static double numbers[16];
static int32_t ints[] = {0, 1, 2, 3};
static uint32_t words[] = {5};
static char const* text;
static araios_matrix_info matrix_info;
static araios_matrix_arrays arrays;
static araios_vector_info vector_info;
static araios_plan_info plan_info;
static araios_format_choice choice;
static araios_market_info market;
static araios_clustering clustering;
static araios_triangle_update update;
static araios_triangle_choice triangle_choice;
static araios_dense dense;
static araios_labelled_graph labelled;

/* Functions of a matrix and, where they have one, an output. */
#define OF_MATRIX(F)                                                                                             \
  F(araios_matrix_get_info(c, A, &matrix_info))                                                                  \
  F(araios_matrix_get_rows(c, A, &n64))                                                                          \
  F(araios_matrix_get_columns(c, A, &n64))                                                                       \
  F(araios_matrix_get_nnz(c, A, &n64))                                                                           \
  F(araios_matrix_get_arrays(c, A, &arrays))                                                                     \
  F(araios_matrix_extract(c, A, NULL, NULL, NULL, &n64))                                                         \
  F(araios_matrix_extract_csr(c, A, ARAIOS_INDEX_DEFAULT, NULL, NULL, NULL))                                     \
  F(araios_matrix_set_values(c, A, ARAIOS_SPACE_HOST, numbers))                                                  \
  F(araios_matrix_set_element(c, A, 0, 0, 1, 0))                                                                 \
  F(araios_matrix_remove_element(c, A, 0, 0))                                                                    \
  F(araios_matrix_get_element(c, A, 0, 0, &found, parts))                                                        \
  F(araios_matrix_set_name(c, A, "name"))                                                                        \
  F(araios_matrix_get_name(c, A, &text))                                                                         \
  F(araios_matrix_validate(c, ARAIOS_ORDER_ANY, A))                                                              \
  F(araios_matrix_equal(c, A, A, &found))                                                                        \
  F(araios_matrix_contains(c, A, 1, three, three, &found))                                                       \
  F(araios_matrix_update(c, ARAIOS_SPACE_HOST, A, ARAIOS_INDEX_32, 1, ints, ints, numbers, NULL))                \
  F(araios_matrix_find(c, ARAIOS_ORDER_ANY, ARAIOS_SPACE_HOST, A, ARAIOS_INDEX_32, 1, ints, ints, &found, NULL)) \
  F(araios_matrix_write_market(c, NULL, A, "never_written.mtx"))                                                 \
  F(araios_convert(c, NULL, A, ARAIOS_ELL, &M))                                                                  \
  F(araios_choose_format(c, NULL, A, &choice))                                                                   \
  F(araios_cast(c, A, ARAIOS_FLOAT64, ARAIOS_INDEX_DEFAULT, &M))                                                 \
  F(araios_is_dcsr_smaller(c, A, &found))                                                                        \
  F(araios_dok_insert(c, NULL, A, ARAIOS_INDEX_32, 1, ints, ints, numbers, &n64))                                \
  F(araios_dok_erase(c, NULL, A, ARAIOS_INDEX_32, 1, ints, ints, &n64))                                          \
  F(araios_dok_find(c, NULL, A, ARAIOS_INDEX_32, 1, ints, ints, &found, numbers))                                \
  F(araios_sort_rows(c, A, &M))                                                                                  \
  F(araios_sum_duplicates(c, A, &M))                                                                             \
  F(araios_to_dense(c, A, &dense))                                                                               \
  F(araios_transpose(c, NULL, A, &M))                                                                            \
  F(araios_transpose_plan_create(c, A, &P))                                                                      \
  F(araios_transpose_with_plan(c, NULL, S, A, &M))                                                               \
  F(araios_spmv(c, NULL, 1, A, x, 0, x))                                                                         \
  F(araios_spmv_plan_create(c, NULL, A, &P))                                                                     \
  F(araios_spmv_with_plan(c, NULL, S, 1, A, x, 0, x))                                                            \
  F(araios_spmv_dense(c, NULL, NULL, 1, A, &dense, 0, &dense))                                                   \
  F(araios_spmv_plan_update(c, S, A))                                                                            \
  F(araios_spmm(c, NULL, 1, A, &dense, 0, &dense))                                                               \
  F(araios_matrix_map_create(c, A, &P))                                                                          \
  F(araios_jacobi_create(c, A, &P))                                                                              \
  F(araios_block_jacobi_create(c, 1, A, &P))                                                                     \
  F(araios_chebyshev_create(c, NULL, A, &P))                                                                     \
  F(araios_gauss_seidel_create(c, NULL, A, &P))                                                                  \
  F(araios_ilu_create(c, NULL, A, &P))                                                                           \
  F(araios_ic_create(c, NULL, A, &P))                                                                            \
  F(araios_triangular_create(c, NULL, A, &P))                                                                    \
  F(araios_solve(c, NULL, A, NULL, x, x, NULL))                                                                  \
  F(araios_linear_map_apply(c, S, &dense, &dense))                                                               \
  F(araios_linear_map_update(c, S, A))                                                                           \
  F(araios_factor_extract(c, S, &M, NULL, NULL))                                                                 \
  F(araios_factor_solve(c, S, ARAIOS_TRANSPOSE, &dense, &dense))                                                 \
  F(araios_multigrid_create(c, NULL, 1, (araios_matrix const* const*)&A, NULL, NULL, &P))                        \
  F(araios_multigrid_improve(c, S, &dense, &dense))                                                              \
  F(araios_multigrid_update(c, S, 1, (araios_matrix const* const*)&A, NULL, NULL))                               \
  F(araios_solver_create(c, NULL, S, NULL, &P))                                                                  \
  F(araios_solve_with_plan(c, S, &dense, &dense, NULL))                                                          \
  F(araios_solve_shifted(c, NULL, S, 1, numbers, &dense, &dense, NULL))                                          \
  F(araios_color(c, NULL, A, &v, &n64))                                                                          \
  F(araios_mxv(c, NULL, A, v, &v))                                                                               \
  F(araios_vxm(c, NULL, v, A, &v))                                                                               \
  F(araios_multiply(c, NULL, A, A, &M))                                                                          \
  F(araios_multiply_plan_create(c, A, A, &P))                                                                    \
  F(araios_multiply_with_plan(c, S, A, A, &M))                                                                   \
  F(araios_galerkin_plan_create(c, A, A, A, &P))                                                                 \
  F(araios_galerkin_with_plan(c, S, A, A, A, &M))                                                                \
  F(araios_kronecker(c, A, A, &M))                                                                               \
  F(araios_kronecker_with(c, ARAIOS_PLUS, A, A, &M))                                                             \
  F(araios_submatrix(c, A, 0, 0, 1, 1, &M))                                                                      \
  F(araios_submatrix_lists(c, A, 1, three, 1, three, &M))                                                        \
  F(araios_assign(c, A, 0, 0, A, &M))                                                                            \
  F(araios_assign_lists(c, A, 1, three, 1, three, A, &M))                                                        \
  F(araios_extract_row(c, A, 0, &v))                                                                             \
  F(araios_extract_column(c, A, 0, &v))                                                                          \
  F(araios_reduce_rows(c, ARAIOS_PLUS, A, &v))                                                                   \
  F(araios_reduce_columns(c, ARAIOS_PLUS, A, &v))                                                                \
  F(araios_reduce(c, ARAIOS_PLUS, A, parts))                                                                     \
  F(araios_nonempty_rows(c, A, &v))                                                                              \
  F(araios_nonempty_columns(c, A, &v))                                                                           \
  F(araios_add(c, 1, A, 1, A, &M))                                                                               \
  F(araios_union(c, ARAIOS_PLUS, A, A, &M))                                                                      \
  F(araios_intersection(c, ARAIOS_TIMES, A, A, &M))                                                              \
  F(araios_difference(c, A, A, &M))                                                                              \
  F(araios_xor(c, A, A, &M))                                                                                     \
  F(araios_apply(c, ARAIOS_NEGATE, A, &M))                                                                       \
  F(araios_scale(c, 2, 0, A, &M))                                                                                \
  F(araios_scale_rows(c, x, A, &M))                                                                              \
  F(araios_scale_columns(c, A, x, &M))                                                                           \
  F(araios_diagonal(c, A, &v))                                                                                   \
  F(araios_band(c, A, 0, 0, &M))                                                                                 \
  F(araios_off_diagonal(c, A, 0, &M))                                                                            \
  F(araios_select(c, ARAIOS_NOT_EQUAL, 0, A, &M))                                                                \
  F(araios_select_marked(c, ARAIOS_SPACE_HOST, NULL, A, &M))                                                     \
  F(araios_simple_graph(c, A, &M))                                                                               \
  F(araios_require_simple(c, A))                                                                                 \
  F(araios_triangle_plan_create(c, NULL, A, &P))                                                                 \
  F(araios_choose_triangle_method(c, NULL, A, &triangle_choice))                                                 \
  F(araios_count_triangles(c, NULL, A, &n64))                                                                    \
  F(araios_list_triangles(c, A, &v, &v, &v))                                                                     \
  F(araios_update_triangles(c, A, 0, A, A, &M, &update))                                                         \
  F(araios_vertex_triangles(c, A, &v))                                                                           \
  F(araios_edge_triangles(c, A, &M))                                                                             \
  F(araios_local_clustering(c, A, &v))                                                                           \
  F(araios_graph_clustering(c, A, &clustering))                                                                  \
  F(araios_count_cliques(c, 3, A, &n64))                                                                         \
  F(araios_k_truss(c, 3, A, &M))                                                                                 \
  F(araios_truss_numbers(c, A, &M))                                                                              \
  F(araios_transitive_closure(c, A, &M))                                                                         \
  F(araios_transitive_closure_by(c, ARAIOS_CLOSURE_SQUARING, A, &M))                                             \
  F(araios_bfs_levels(c, A, 0, &v))                                                                              \
  F(araios_reverse_cuthill_mckee(c, A, &v))

/* Functions of a vector. */
#define OF_VECTOR(F)                                            \
  F(araios_vector_get_info(c, x, &vector_info))                 \
  F(araios_vector_get_length(c, x, &n64))                       \
  F(araios_vector_get_nnz(c, x, &n64))                          \
  F(araios_vector_extract(c, x, NULL, NULL, &n64))              \
  F(araios_vector_set_values(c, x, ARAIOS_SPACE_HOST, numbers)) \
  F(araios_vector_fill(c, x, 1, 0))                             \
  F(araios_vector_set_element(c, x, 0, 1, 0))                   \
  F(araios_vector_get_element(c, x, 0, &found, parts))          \
  F(araios_vector_set_name(c, x, "name"))                       \
  F(araios_vector_get_name(c, x, &text))                        \
  F(araios_vector_to_dense(c, x, &v))                           \
  F(araios_vector_to_sparse(c, x, ARAIOS_INDEX_DEFAULT, &v))    \
  F(araios_vector_pattern(c, x, &v))                            \
  F(araios_vector_subvector(c, x, 0, 1, &v))                    \
  F(araios_vector_reduce(c, ARAIOS_PLUS, x, parts))             \
  F(araios_vector_union(c, ARAIOS_PLUS, x, x, &v))              \
  F(araios_vector_intersection(c, ARAIOS_TIMES, x, x, &v))      \
  F(araios_vector_difference(c, x, x, &v))                      \
  F(araios_vector_xor(c, x, x, &v))                             \
  F(araios_vector_to_bits(c, x, words))                         \
  F(araios_vector_as_bits(c, x, &v))                            \
  F(araios_vector_equal(c, x, x, &found))                       \
  F(araios_axpy(c, 1, x, x))                                    \
  F(araios_dot(c, 0, x, x, parts))                              \
  F(araios_diagonal_matrix(c, ARAIOS_INDEX_DEFAULT, x, &M))

/* Functions that make something of no handle. */
#define OF_CONTEXT(F)                                                                                     \
  F(araios_context_synchronize(c))                                                                        \
  F(araios_context_set_stream(c, NULL))                                                                   \
  F(araios_context_wait_for_stream(c, NULL))                                                              \
  F(araios_context_signal_stream(c, NULL))                                                                \
  F(araios_context_set_log(c, ARAIOS_LOG_OFF, NULL, NULL))                                                \
  F(araios_context_set_progress(c, NULL, NULL))                                                           \
  F(araios_matrix_create(c, ARAIOS_FLOAT64, ARAIOS_INDEX_DEFAULT, 2, 2, &M))                              \
  F(araios_matrix_create_csr(c, NULL, ARAIOS_PATTERN, ARAIOS_INDEX_32, 3, 3, 3, ints, ints, NULL, &M))    \
  F(araios_matrix_create_csc(c, NULL, ARAIOS_PATTERN, ARAIOS_INDEX_32, 3, 3, 3, ints, ints, NULL, &M))    \
  F(araios_matrix_create_coo(c, NULL, ARAIOS_PATTERN, ARAIOS_INDEX_32, 3, 3, 3, ints, ints, NULL, &M))    \
  F(araios_matrix_create_bsr(c, NULL, ARAIOS_PATTERN, ARAIOS_INDEX_32, 3, 3, 1, 3, ints, ints, NULL, &M)) \
  F(araios_matrix_create_dia(c, NULL, ARAIOS_FLOAT64, ARAIOS_INDEX_32, 3, 3, 1, 3, ints, numbers, &M))    \
  F(araios_matrix_build(c, NULL, ARAIOS_PATTERN, ARAIOS_INDEX_32, 3, 3, 3, ints, ints, NULL, &M))         \
  F(araios_matrix_read_market(c, NULL, "no file", &M))                                                    \
  F(araios_matrix_parse_market(c, NULL, "", 0, &M))                                                       \
  F(araios_market_get_info(c, "no file", &market))                                                        \
  F(araios_market_parse_info(c, "", 0, &market))                                                          \
  F(araios_vector_read_market(c, "no file", &v))                                                          \
  F(araios_vector_parse_market(c, "", 0, &v))                                                             \
  F(araios_matrix_read_edge_list(c, NULL, "no file", &M, &v))                                             \
  F(araios_matrix_parse_edge_list(c, NULL, "", 0, &M, &v))                                                \
  F(araios_linear_map_create(c, NULL, &P))                                                                \
  F(araios_tridiagonal_solve(c, NULL, &dense, &dense, &dense, &dense, &dense))                            \
  F(araios_from_dense(c, ARAIOS_INDEX_DEFAULT, &dense, &M))                                               \
  F(araios_identity(c, ARAIOS_FLOAT64, ARAIOS_INDEX_DEFAULT, 3, &M))                                      \
  F(araios_random(c, ARAIOS_FLOAT64, ARAIOS_INDEX_DEFAULT, 3, 3, 3, 1, &M))                               \
  F(araios_banded(c, ARAIOS_FLOAT64, ARAIOS_INDEX_DEFAULT, 3, 3, 1, 1, 1, &M))                            \
  F(araios_stencil(c, ARAIOS_FLOAT64, ARAIOS_INDEX_DEFAULT, 3, 3, 1, 0, &M))                              \
  F(araios_rmat(c, ARAIOS_PATTERN, ARAIOS_INDEX_DEFAULT, 3, 8, 1, &M))                                    \
  F(araios_star_product(c, ARAIOS_PATTERN, ARAIOS_INDEX_DEFAULT, 1, three + 1, ARAIOS_STAR_HUB, &M))      \
  F(araios_matrix_from_bits(c, ARAIOS_SPACE_HOST, ARAIOS_INDEX_DEFAULT, 1, 3, words, &M))                 \
  F(araios_vector_from_bits(c, ARAIOS_SPACE_HOST, ARAIOS_INDEX_DEFAULT, 3, words, &v))                    \
  F(araios_vector_create_bits(c, NULL, 3, words, &v))                                                     \
  F(araios_exclusive_scan(c, NULL, ARAIOS_INDEX_32, 0, NULL, ints))                                       \
  F(araios_inclusive_scan(c, NULL, ARAIOS_INDEX_32, 0, NULL, NULL))                                       \
  F(araios_vertical_scan(c, ARAIOS_INDEX_32, 0, 0, NULL, NULL))                                           \
  F(araios_histogram(c, NULL, ARAIOS_INDEX_32, 0, NULL, 0, NULL))                                         \
  F(araios_indices_to_pointers(c, NULL, ARAIOS_INDEX_32, 0, NULL, 0, ints))                               \
  F(araios_pointers_to_indices(c, NULL, ARAIOS_INDEX_32, 0, ints, 0, NULL))                               \
  F(araios_segmented_sort(c, NULL, ARAIOS_INDEX_32, 0, ints, 0, NULL, ARAIOS_PATTERN, NULL))              \
  F(araios_radix_sort(c, NULL, ARAIOS_INDEX_32, 0, NULL, ARAIOS_PATTERN, NULL, NULL, NULL))               \
  F(araios_merge_adjacent(c, NULL, ARAIOS_INDEX_32, 0, ints, 0, NULL, ARAIOS_PATTERN, NULL, NULL, NULL))  \
  F(araios_vector_create(c, ARAIOS_FLOAT64, 3, &v))                                                       \
  F(araios_vector_create_dense(c, NULL, ARAIOS_FLOAT64, 3, numbers, &v))                                  \
  F(araios_vector_create_empty(c, ARAIOS_FLOAT64, ARAIOS_INDEX_DEFAULT, 3, &v))                           \
  F(araios_vector_create_sparse(c, NULL, ARAIOS_FLOAT64, ARAIOS_INDEX_32, 3, 3, ints, numbers, &v))       \
  F(araios_vector_build(c, NULL, ARAIOS_FLOAT64, ARAIOS_INDEX_32, 3, 3, ints, numbers, &v))               \
  F(araios_plan_get_info(c, S, &plan_info))                                                               \
  F(araios_count_triangles_with_plan(c, NULL, S, &n64))                                                   \
  F(araios_choose_triangle_method_with_plan(c, NULL, S, &triangle_choice))                                \
  F(araios_list_triangles_with_plan(c, S, &v, &v, &v))                                                    \
  F(araios_vertex_triangles_with_plan(c, S, &v))                                                          \
  F(araios_local_clustering_with_plan(c, S, &v))                                                          \
  F(araios_graph_clustering_with_plan(c, S, &clustering))                                                 \
  F(araios_count_cliques_with_plan(c, 3, S, &n64))                                                        \
  F(araios_matrix_copy(c, A, &M))                                                                         \
  F(araios_vector_copy(c, x, &v))                                                                         \
  F(araios_regular_path_query(c, NULL, &labelled, "a", &M))                                               \
  F(araios_context_free_path_query(c, NULL, &labelled, "S -> a", &M))

#define IS_REFUSED(call) FAILS(ARAIOS_INVALID_HANDLE, call);
#define WITH_NULL_OUTPUT(call) CHECK((call) == ARAIOS_INVALID_ARGUMENT || (call) == ARAIOS_INVALID_HANDLE);

static void set_up(void) {
  c = ctx;
  A = M = NULL;
  x = v = NULL;
  P = S = NULL;
  dense.data = numbers, dense.type = ARAIOS_FLOAT64, dense.rows = dense.columns = 3;
  dense.row_stride = 3, dense.column_stride = 1;
  labelled.vertices = 3, labelled.num_labels = 0;
}

/* No context, and one that is destroyed. */
static void contexts(void) {
  araios_context* destroyed = NULL;
  int k;
  set_up();
  OK(araios_context_create(NULL, &destroyed));
  OK(araios_context_destroy(destroyed));
  for (k = 0; k < 2; ++k) {
    c = k == 0 ? NULL : destroyed;
    OF_MATRIX(IS_REFUSED)
    OF_VECTOR(IS_REFUSED)
    OF_CONTEXT(IS_REFUSED)
  }
  CHECK(M == NULL && v == NULL && P == NULL);
}

/* No matrix or vector, a destroyed one, one of another context, one of another kind. */
static void handles(void) {
  araios_matrix *of_other = NULL, *destroyed = NULL, *matrix = NULL;
  araios_vector *vector_of_other = NULL, *destroyed_vector = NULL, *vector = NULL;
  int k;
  set_up();
  OK(araios_identity(other, ARAIOS_FLOAT64, ARAIOS_INDEX_DEFAULT, 3, &of_other));
  OK(araios_vector_create(other, ARAIOS_FLOAT64, 3, &vector_of_other));
  OK(araios_identity(ctx, ARAIOS_FLOAT64, ARAIOS_INDEX_DEFAULT, 3, &matrix));
  OK(araios_vector_create(ctx, ARAIOS_FLOAT64, 3, &vector));
  OK(araios_identity(ctx, ARAIOS_FLOAT64, ARAIOS_INDEX_DEFAULT, 3, &destroyed));
  OK(araios_vector_create(ctx, ARAIOS_FLOAT64, 3, &destroyed_vector));
  OK(araios_spmv_plan_create(ctx, NULL, matrix, &S));
  OK(araios_matrix_destroy(destroyed));
  OK(araios_vector_destroy(destroyed_vector));
  for (k = 0; k < 4; ++k) {
    araios_matrix* const bad[] = {NULL, of_other, destroyed, (araios_matrix*)(void*)vector};
    araios_vector* const bad_vector[] = {NULL, vector_of_other, destroyed_vector, (araios_vector*)(void*)matrix};
    A = bad[k];
    x = vector;
    OF_MATRIX(IS_REFUSED)
    A = matrix;
    x = bad_vector[k];
    OF_VECTOR(IS_REFUSED)
    FAILS(ARAIOS_INVALID_HANDLE, araios_spmv(c, NULL, 1, A, x, 0, vector));
    FAILS(ARAIOS_INVALID_HANDLE, araios_spmv(c, NULL, 1, A, vector, 0, x));
    FAILS(ARAIOS_INVALID_HANDLE, araios_mxv(c, NULL, A, x, &v));
    FAILS(ARAIOS_INVALID_HANDLE, araios_multiply(c, NULL, A, bad[k], &M));
    FAILS(ARAIOS_INVALID_HANDLE, araios_plan_get_info(c, (araios_plan*)(void*)bad[k], &plan_info));
  }
  CHECK(M == NULL && v == NULL && P == NULL);
  OK(araios_plan_destroy(S));
  S = NULL;
  /* An output that is no live matrix of the context. */
  A = matrix;
  M = of_other;
  IS_REFUSED(araios_transpose(c, NULL, A, &M))
  IS_REFUSED(araios_multiply(c, NULL, A, A, &M))
  IS_REFUSED(araios_identity(c, ARAIOS_FLOAT64, ARAIOS_INDEX_DEFAULT, 3, &M))
  M = destroyed;
  IS_REFUSED(araios_transpose(c, NULL, A, &M))
  OK(araios_matrix_destroy(of_other));
  OK(araios_vector_destroy(vector_of_other));
  OK(araios_matrix_destroy(matrix));
  OK(araios_vector_destroy(vector));
}

/* Outputs that are NULL. */
static void outputs(void) {
  set_up();
  OK(araios_identity(ctx, ARAIOS_FLOAT64, ARAIOS_INDEX_DEFAULT, 3, &A));
  OK(araios_vector_create(ctx, ARAIOS_FLOAT64, 3, &x));
  WITH_NULL_OUTPUT(araios_matrix_get_info(c, A, NULL))
  WITH_NULL_OUTPUT(araios_matrix_get_nnz(c, A, NULL))
  WITH_NULL_OUTPUT(araios_matrix_get_arrays(c, A, NULL))
  WITH_NULL_OUTPUT(araios_matrix_extract(c, A, NULL, NULL, NULL, NULL))
  WITH_NULL_OUTPUT(araios_matrix_get_element(c, A, 0, 0, NULL, parts))
  WITH_NULL_OUTPUT(araios_matrix_get_name(c, A, NULL))
  WITH_NULL_OUTPUT(araios_matrix_equal(c, A, A, NULL))
  WITH_NULL_OUTPUT(araios_matrix_contains(c, A, 1, three, three, NULL))
  WITH_NULL_OUTPUT(araios_matrix_write_market(c, NULL, A, NULL))
  WITH_NULL_OUTPUT(araios_matrix_read_market(c, NULL, NULL, &M))
  WITH_NULL_OUTPUT(araios_matrix_parse_market(c, NULL, NULL, 5, &M))
  WITH_NULL_OUTPUT(araios_market_get_info(c, NULL, &market))
  WITH_NULL_OUTPUT(araios_market_parse_info(c, NULL, 5, &market))
  WITH_NULL_OUTPUT(araios_vector_read_market(c, NULL, &v))
  WITH_NULL_OUTPUT(araios_vector_parse_market(c, NULL, 5, &v))
  WITH_NULL_OUTPUT(araios_matrix_read_edge_list(c, NULL, NULL, &M, NULL))
  WITH_NULL_OUTPUT(araios_matrix_read_edge_list(c, NULL, "no file", NULL, &v))
  WITH_NULL_OUTPUT(araios_matrix_parse_edge_list(c, NULL, NULL, 5, &M, NULL))
  WITH_NULL_OUTPUT(araios_matrix_set_values(c, A, ARAIOS_SPACE_HOST, NULL))
  WITH_NULL_OUTPUT(araios_matrix_create(c, ARAIOS_FLOAT64, ARAIOS_INDEX_DEFAULT, 2, 2, NULL))
  WITH_NULL_OUTPUT(araios_convert(c, NULL, A, ARAIOS_ELL, NULL))
  WITH_NULL_OUTPUT(araios_choose_format(c, NULL, A, NULL))
  WITH_NULL_OUTPUT(araios_is_dcsr_smaller(c, A, NULL))
  WITH_NULL_OUTPUT(araios_dok_find(c, NULL, A, ARAIOS_INDEX_32, 1, ints, ints, NULL, NULL))
  WITH_NULL_OUTPUT(
      araios_matrix_find(c, ARAIOS_ORDER_ANY, ARAIOS_SPACE_HOST, A, ARAIOS_INDEX_32, 1, ints, ints, NULL, NULL))
  WITH_NULL_OUTPUT(araios_to_dense(c, A, NULL))
  WITH_NULL_OUTPUT(araios_from_dense(c, ARAIOS_INDEX_DEFAULT, NULL, &M))
  WITH_NULL_OUTPUT(araios_transpose(c, NULL, A, NULL))
  WITH_NULL_OUTPUT(araios_transpose_plan_create(c, A, NULL))
  WITH_NULL_OUTPUT(araios_spmv_plan_create(c, NULL, A, NULL))
  WITH_NULL_OUTPUT(araios_multiply(c, NULL, A, A, NULL))
  WITH_NULL_OUTPUT(araios_multiply_plan_create(c, A, A, NULL))
  WITH_NULL_OUTPUT(araios_multiply_with_plan(c, S, A, A, NULL))
  WITH_NULL_OUTPUT(araios_galerkin_plan_create(c, A, A, A, NULL))
  WITH_NULL_OUTPUT(araios_galerkin_with_plan(c, S, A, A, A, NULL))
  WITH_NULL_OUTPUT(araios_extract_row(c, A, 0, NULL))
  WITH_NULL_OUTPUT(araios_reduce(c, ARAIOS_PLUS, A, NULL))
  WITH_NULL_OUTPUT(araios_reduce_rows(c, ARAIOS_PLUS, A, NULL))
  WITH_NULL_OUTPUT(araios_count_triangles(c, NULL, A, NULL))
  WITH_NULL_OUTPUT(araios_choose_triangle_method(c, NULL, A, NULL))
  WITH_NULL_OUTPUT(araios_list_triangles(c, A, NULL, &v, &v))
  WITH_NULL_OUTPUT(araios_list_triangles(c, A, &v, NULL, &v))
  WITH_NULL_OUTPUT(araios_list_triangles(c, A, &v, &v, NULL))
  WITH_NULL_OUTPUT(araios_update_triangles(c, A, 0, A, A, NULL, &update))
  WITH_NULL_OUTPUT(araios_update_triangles(c, A, 0, A, A, &M, NULL))
  WITH_NULL_OUTPUT(araios_count_cliques(c, 3, A, NULL))
  WITH_NULL_OUTPUT(araios_graph_clustering(c, A, NULL))
  WITH_NULL_OUTPUT(araios_reverse_cuthill_mckee(c, A, NULL))
  WITH_NULL_OUTPUT(araios_regular_path_query(c, NULL, NULL, "a", &M))
  WITH_NULL_OUTPUT(araios_regular_path_query(c, NULL, &labelled, NULL, &M))
  WITH_NULL_OUTPUT(araios_vector_get_info(c, x, NULL))
  WITH_NULL_OUTPUT(araios_vector_extract(c, x, NULL, NULL, NULL))
  WITH_NULL_OUTPUT(araios_vector_set_values(c, x, ARAIOS_SPACE_HOST, NULL))
  WITH_NULL_OUTPUT(araios_vector_equal(c, x, x, NULL))
  WITH_NULL_OUTPUT(araios_plan_get_info(c, S, &plan_info))
  CHECK(M == NULL && v == NULL);
  OK(araios_matrix_destroy(A));
  OK(araios_vector_destroy(x));
}

test const argument_tests[] = {
    {"arguments.contexts", contexts}, {"arguments.handles", handles}, {"arguments.outputs", outputs}, {NULL, NULL}};
