// SPDX-License-Identifier: Apache-2.0
/// \file
/// Triangles, trusses and cliques.

#include "handles.hpp"

#include <Araios/runtime/coordinate_kernels.hpp>
#include <Araios/runtime/operations.hpp>
#include <Araios/runtime/renumbering.hpp>

#include <Araios/cliques.hpp>
#include <Araios/simple_graph.hpp>
#include <Araios/transform.hpp>
#include <Araios/triangles.hpp>
#include <Araios/truss.hpp>
#include <Araios/update_triangles.hpp>

#include <cstdint>
#include <memory>
#include <utility>
#include <variant>
#include <vector>

namespace araios_c {

namespace {

struct ToDouble {
  template <class T>
  KOKKOS_FUNCTION double operator()(T const& a) const {
    return static_cast<double>(a);
  }
};

/// The vertices of a graph. Where they are far more than edges, or wide, those with edges alone have numbers.
template <class Exec>
struct Vertices {
  std::int64_t count = 0;
  bool are_named = false;  ///< not: they are their own numbers
  typename Renumbering<Exec>::Indices names{};
  Renumbering<Exec> const* numbers = nullptr;  ///< of the call; nullptr in a plan

  explicit Vertices(std::int64_t n) : count(n) {}
  void name(Renumbering<Exec> const& by) { are_named = true, names = by.names(0), numbers = &by; }

  /// A result with the vertices of the graph.
  Matrix operator()(Matrix C) const { return numbers == nullptr ? C : numbers->restore(C, 0, 0); }
  /// A result that is a list of vertices; ARAIOS_INT64 where they are wide.
  Vector list(Exec const& exec, Dense<int, Exec> const& vertices) const {
    if (!are_named) return vector_of_dense(vertices);
    if (is_wide(count)) return vector_of_dense(named<std::int64_t>(exec, vertices));
    return vector_of_dense(named<int>(exec, vertices));
  }

 private:
  template <class T>
  Dense<T, Exec> named(Exec const& exec, Dense<int, Exec> const& vertices) const {
    auto const n = static_cast<std::int64_t>(vertices.extent(0));
    auto const to = Araios::allocate<Dense<T, Exec>>(exec, "Araios::c::triangles", n);
    for_each(exec, "Araios::c::rename", n,
             Gather<typename Renumbering<Exec>::Indices, Dense<T, Exec>, Dense<int, Exec>>{names, vertices, to});
    return to;
  }
};

/// Whether the vertices with edges alone count: never, as there are results for each; where vertices are wide; or there
/// and where they are far more than edges.
enum class ByEntries { never, wide, fewer };

/// f(exec, A, body, vertices) of the pattern of a square matrix. A has all vertices, or those with edges alone.
template <class F>
araios_status of_graph(char const* function, araios_context* context, araios_matrix const* A, F const& f,
                       ByEntries by = ByEntries::fewer) {
  return compute_beside(function, context, [&](auto const& exec) {
    using Exec = std::remove_cvref_t<decltype(exec)>;
    auto a = matrix_input(*context, A, "A");
    require(a.rows == a.columns, ErrorKind::invalid_argument, "A is ", a.rows, " x ", a.columns, ", not square");
    if (by == ByEntries::never) require_dense_size(a.rows, "vertices");
    Vertices<Exec> vertices(a.rows);
    Renumbering numbers(exec);
    if (by == ByEntries::fewer || is_wide(a)) {
      numbers.add(a, 0, 0);
      if (numbers.apply()) vertices.name(numbers);
    }
    f(exec, working<Pattern>(exec, a), a, vertices);
  });
}

bool is_simple(araios_triangle_options const* options) { return options != nullptr && options->is_simple != 0; }

/// A graph, or its plan.
using GraphOrPlan = std::variant<araios_matrix const*, araios_plan const*>;
template <class Exec>
using Oriented = Araios::OrientedGraph<int, std::int64_t, SpaceOf<Exec>>;
template <class Exec>
struct TrianglePlan {
  Oriented<Exec> graph;
  Vertices<Exec> vertices;
};

/// f(exec, oriented, vertices), where oriented(is_simple) is the oriented graph: that of the plan, or a new one. So f
/// checks its own arguments before anything is computed.
template <class F>
araios_status of_oriented(char const* function, araios_context* context, GraphOrPlan const& graph, F const& f,
                          ByEntries by = ByEntries::never) {
  if (auto const* A = std::get_if<araios_matrix const*>(&graph))
    return of_graph(
        function, context, *A,
        [&](auto const& exec, auto const& pattern, Matrix const&, auto const& vertices) {
          auto const orient = [&](bool is_simple) {
            return Araios::orient(exec, pattern, Araios::OrientOptions{.is_simple = is_simple});
          };
          f(exec, orient, vertices);
        },
        by);
  return compute_beside(function, context, [&](auto const& exec) {
    using Exec = std::remove_cvref_t<decltype(exec)>;
    auto const& plan = plan_input(*context, std::get<araios_plan const*>(graph), PlanKind::triangles);
    auto const held = plan.plan;  // the handle may be destroyed while the call gives way
    auto const& made = *static_cast<TrianglePlan<Exec> const*>(held.get());
    if (by == ByEntries::never) require_dense_size(made.vertices.count, "vertices");
    f(exec, [&](bool) { return made.graph; }, made.vertices);
  });
}

}  // namespace
}  // namespace araios_c

using namespace araios_c;

araios_status araios_simple_graph(araios_context* context, araios_matrix const* A, araios_matrix** G) {
  return of_graph("araios_simple_graph", context, A,
                  [&](auto const& exec, auto const& graph, Matrix const& a, auto const& vertices) {
                    MatrixOutput output(*context, G, "G");
                    GiveWay const way(G);
                    output.set(vertices(result<Pattern>(exec, Araios::simple_graph(exec, graph), a.index, a.owner)));
                  });
}

araios_status araios_require_simple(araios_context* context, araios_matrix const* A) {
  return compute_beside("araios_require_simple", context, [&](auto const& exec) {
    auto a = canonical_input(*context, A, "A");
    require(a.rows == a.columns, ErrorKind::invalid_argument, "A is ", a.rows, " x ", a.columns, ", not square");
    bool const is_numbered = is_wide(a);
    Renumbering numbers(exec);
    if (is_numbered) {
      numbers.add(a, 0, 0);
      numbers.apply();
    }
    if (auto const flaw = Araios::find_not_simple(exec, working<Pattern>(exec, a)))
      fail(ErrorKind::invalid_argument, is_numbered ? "among the vertices with edges, numbered in their order: " : "",
           *flaw);
  });
}

araios_status araios_triangle_plan_create(araios_context* context, araios_triangle_options const* options,
                                          araios_matrix const* A, araios_plan** P) {
  auto const create = [&](auto const& exec, auto const& oriented, auto const& vertices) {
    using Exec = std::remove_cvref_t<decltype(exec)>;
    require_plan_output(P);
    auto const plan = std::make_shared<TrianglePlan<Exec>>(TrianglePlan<Exec>{oriented(is_simple(options)), vertices});
    plan->vertices.numbers = nullptr;
    Plan made;
    made.kind = PlanKind::triangles;
    made.matrix.rows = made.matrix.columns = vertices.count;
    made.bytes = plan->graph.bytes() + static_cast<std::int64_t>(vertices.names.extent(0) * sizeof(std::int64_t));
    made.plan = plan;
    set_plan(*context, P, std::move(made));
  };
  return of_oriented("araios_triangle_plan_create", context, A, create, ByEntries::wide);
}

namespace {

Araios::TriangleOptions method_of(araios_triangle_options const* options) {
  auto const given = options == nullptr ? araios_triangle_options{} : *options;
  require_enumerator(given.method, ARAIOS_TRIANGLES_RADIX_BINNING, "araios_triangle_method");
  require(given.max_workspace_bytes >= 0, ErrorKind::invalid_argument, "max_workspace_bytes is negative (",
          given.max_workspace_bytes, ")");
  Araios::TriangleOptions how;
  how.method = static_cast<Araios::TriangleMethod>(given.method);
  if (given.max_workspace_bytes > 0) how.max_workspace_bytes = given.max_workspace_bytes;
  return how;
}

araios_status choose_method(char const* function, araios_context* context, araios_triangle_options const* options,
                            GraphOrPlan const& graph, araios_triangle_choice* choice) {
  auto const choose = [&](auto const& exec, auto const& oriented, auto const&) {
    auto const how = method_of(options);
    require_pointer(choice, "choice");
    GiveWay const way;
    auto const chosen = Araios::choose_triangle_method(exec, oriented(is_simple(options)), how);
    araios_triangle_choice result{};
    result.method = static_cast<araios_triangle_method>(chosen.method);
    copy_text(chosen.reason, result.reason);
    *choice = result;
  };
  return of_oriented(function, context, graph, choose, ByEntries::fewer);
}

araios_status count(char const* function, araios_context* context, araios_triangle_options const* options,
                    GraphOrPlan const& graph, std::int64_t* number) {
  auto const count = [&](auto const& exec, auto const& oriented, auto const&) {
    auto const how = method_of(options);
    require_pointer(number, "count");
    GiveWay const way;
    *number = Araios::count_triangles(exec, oriented(is_simple(options)), how);
  };
  return of_oriented(function, context, graph, count, ByEntries::fewer);
}

araios_status list(char const* function, araios_context* context, GraphOrPlan const& graph, araios_vector** u,
                   araios_vector** v, araios_vector** w) {
  auto const list = [&](auto const& exec, auto const& oriented, auto const& of_graph) {
    using Exec = std::remove_cvref_t<decltype(exec)>;
    VectorOutput outputs[] = {{*context, u, "u"}, {*context, v, "v"}, {*context, w, "w"}};
    auto const edges = oriented(false);
    std::int64_t const number = Araios::count_triangles(exec, edges);
    // The three vectors are parts of one array: the columns of the list.
    auto const vertices = Araios::allocate<Dense<int, Exec>>(exec, "Araios::c::triangles", 3 * number);
    using List = Kokkos::View<int**, Kokkos::LayoutLeft, SpaceOf<Exec>, Kokkos::MemoryUnmanaged>;
    Araios::list_triangles(exec, edges, List(vertices.data(), static_cast<std::size_t>(number), 3));
    std::vector<Vector> columns;  // all of them, before an output is set
    for (std::int64_t k = 0; k < 3; ++k) {
      Dense<int, Exec> const column =
          Kokkos::subview(vertices, std::pair<std::int64_t, std::int64_t>(k * number, (k + 1) * number));
      columns.push_back(of_graph.list(exec, column));
    }
    for (std::size_t k = 0; k < 3; ++k) outputs[k].set(columns[k]);
  };
  return of_oriented(function, context, graph, list, ByEntries::fewer);
}

araios_status count_of_vertices(char const* function, araios_context* context, GraphOrPlan const& graph,
                                araios_vector** t) {
  return of_oriented(function, context, graph, [&](auto const& exec, auto const& oriented, auto const&) {
    VectorOutput output(*context, t, "t");
    GiveWay const way(t);
    output.set(vector_of_dense(Araios::vertex_triangles(exec, oriented(false))));
  });
}

araios_status coefficients(char const* function, araios_context* context, GraphOrPlan const& graph, araios_vector** c) {
  return of_oriented(function, context, graph, [&](auto const& exec, auto const& oriented, auto const&) {
    using Exec = std::remove_cvref_t<decltype(exec)>;
    VectorOutput output(*context, c, "c");
    GiveWay const way(c);
    auto const edges = oriented(false);
    auto const found = Araios::allocate<Dense<double, Exec>>(exec, "Araios::c::coefficients", edges.num_vertices());
    Araios::local_clustering(exec, edges, found);
    output.set(vector_of_dense(found));
  });
}

araios_status clustering_of(char const* function, araios_context* context, GraphOrPlan const& graph,
                            araios_clustering* clustering) {
  auto const clustering_in = [&](auto const& exec, auto const& oriented, auto const& vertices) {
    require_pointer(clustering, "clustering");
    GiveWay const way;
    auto const edges = oriented(false);
    auto const found = Araios::clustering(exec, edges);
    // Vertices without a number have no edge, and the coefficient 0.
    double const share =
        vertices.are_named ? static_cast<double>(edges.num_vertices()) / static_cast<double>(vertices.count) : 1;
    *clustering = {found.triangles, found.wedges, found.transitivity, found.average * share};
  };
  return of_oriented(function, context, graph, clustering_in, ByEntries::fewer);
}

araios_status count_cliques(char const* function, araios_context* context, int k, GraphOrPlan const& graph,
                            std::int64_t* number) {
  auto const count = [&](auto const& exec, auto const& oriented, auto const&) {
    require_pointer(number, "count");
    GiveWay const way;
    *number = Araios::count_cliques(exec, k, oriented(false));
  };
  return of_oriented(function, context, graph, count, ByEntries::fewer);
}

}  // namespace

araios_status araios_choose_triangle_method(araios_context* context, araios_triangle_options const* options,
                                            araios_matrix const* A, araios_triangle_choice* choice) {
  return choose_method("araios_choose_triangle_method", context, options, A, choice);
}
araios_status araios_choose_triangle_method_with_plan(araios_context* context, araios_triangle_options const* options,
                                                      araios_plan const* P, araios_triangle_choice* choice) {
  return choose_method("araios_choose_triangle_method_with_plan", context, options, P, choice);
}
araios_status araios_count_triangles(araios_context* context, araios_triangle_options const* options,
                                     araios_matrix const* A, int64_t* number) {
  return count("araios_count_triangles", context, options, A, number);
}
araios_status araios_count_triangles_with_plan(araios_context* context, araios_triangle_options const* options,
                                               araios_plan const* P, int64_t* number) {
  return count("araios_count_triangles_with_plan", context, options, P, number);
}
araios_status araios_list_triangles(araios_context* context, araios_matrix const* A, araios_vector** u,
                                    araios_vector** v, araios_vector** w) {
  return list("araios_list_triangles", context, A, u, v, w);
}
araios_status araios_list_triangles_with_plan(araios_context* context, araios_plan const* P, araios_vector** u,
                                              araios_vector** v, araios_vector** w) {
  return list("araios_list_triangles_with_plan", context, P, u, v, w);
}
araios_status araios_vertex_triangles(araios_context* context, araios_matrix const* A, araios_vector** t) {
  return count_of_vertices("araios_vertex_triangles", context, A, t);
}
araios_status araios_vertex_triangles_with_plan(araios_context* context, araios_plan const* P, araios_vector** t) {
  return count_of_vertices("araios_vertex_triangles_with_plan", context, P, t);
}
araios_status araios_local_clustering(araios_context* context, araios_matrix const* A, araios_vector** c) {
  return coefficients("araios_local_clustering", context, A, c);
}
araios_status araios_local_clustering_with_plan(araios_context* context, araios_plan const* P, araios_vector** c) {
  return coefficients("araios_local_clustering_with_plan", context, P, c);
}
araios_status araios_graph_clustering(araios_context* context, araios_matrix const* A, araios_clustering* clustering) {
  return clustering_of("araios_graph_clustering", context, A, clustering);
}
araios_status araios_graph_clustering_with_plan(araios_context* context, araios_plan const* P,
                                                araios_clustering* clustering) {
  return clustering_of("araios_graph_clustering_with_plan", context, P, clustering);
}
araios_status araios_count_cliques(araios_context* context, int k, araios_matrix const* A, int64_t* number) {
  return count_cliques("araios_count_cliques", context, k, A, number);
}
araios_status araios_count_cliques_with_plan(araios_context* context, int k, araios_plan const* P, int64_t* number) {
  return count_cliques("araios_count_cliques_with_plan", context, k, P, number);
}

araios_status araios_update_triangles(araios_context* context, araios_matrix const* G, int64_t triangles,
                                      araios_matrix const* removed, araios_matrix const* added, araios_matrix** H,
                                      araios_triangle_update* update) {
  return compute_beside("araios_update_triangles", context, [&](auto const& exec) {
    MatrixOutput output(*context, H, "H");
    auto g = matrix_input(*context, G, "G");
    auto r = matrix_input(*context, removed, "removed");
    auto a = matrix_input(*context, added, "added");
    require_pointer(update, "update");
    require(triangles >= 0, ErrorKind::invalid_argument, "triangles is negative (", triangles, ")");
    auto const check = [&](Matrix const& M, char const* what) {
      require(M.rows == g.rows && M.columns == g.rows, ErrorKind::invalid_argument, what, " is ", M.rows, " x ",
              M.columns, ", not ", g.rows, " x ", g.rows);
    };
    check(g, "G");
    check(r, "removed");
    check(a, "added");
    Renumbering numbers(exec);
    for (Matrix* const M : {&g, &r, &a}) numbers.add(*M, 0, 0);
    araios_triangle_update counts{};
    auto made = numbers.matrix(0, 0, [&] {
      // A simple graph is not copied.
      auto const simple = Araios::simple_graph(exec, working<Pattern>(exec, g));
      auto const found =
          Araios::update_triangles(exec, simple, triangles, working<Pattern>(exec, r), working<Pattern>(exec, a));
      counts = {found.triangles, found.lost, found.gained};
      return result<Pattern>(exec, found.graph, g.index);
    });
    output.set(std::move(made));
    *update = counts;
  });
}
araios_status araios_edge_triangles(araios_context* context, araios_matrix const* A, araios_matrix** T) {
  return of_graph("araios_edge_triangles", context, A,
                  [&](auto const& exec, auto const& graph, Matrix const& a, auto const& vertices) {
                    MatrixOutput output(*context, T, "T");
                    GiveWay const way(T);
                    auto const counts = Araios::transform_values(exec, ToDouble{}, Araios::edge_triangles(exec, graph));
                    output.set(vertices(result<double>(exec, counts, a.index, a.owner)));
                  });
}
araios_status araios_k_truss(araios_context* context, int64_t k, araios_matrix const* A, araios_matrix** T) {
  return of_graph("araios_k_truss", context, A,
                  [&](auto const& exec, auto const& graph, Matrix const& a, auto const& vertices) {
                    MatrixOutput output(*context, T, "T");
                    GiveWay const way(T);
                    output.set(vertices(result<Pattern>(exec, Araios::k_truss(exec, k, graph), a.index, a.owner)));
                  });
}
araios_status araios_truss_numbers(araios_context* context, araios_matrix const* A, araios_matrix** N) {
  return of_graph("araios_truss_numbers", context, A,
                  [&](auto const& exec, auto const& graph, Matrix const& a, auto const& vertices) {
                    MatrixOutput output(*context, N, "N");
                    GiveWay const way(N);
                    auto const numbers = Araios::transform_values(exec, ToDouble{}, Araios::truss_numbers(exec, graph));
                    output.set(vertices(result<double>(exec, numbers, a.index, a.owner)));
                  });
}
