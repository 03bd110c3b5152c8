// SPDX-License-Identifier: Apache-2.0
/// \file
/// Triangles, trusses and cliques.

#include "operations.hpp"

#include <Araios/cliques.hpp>
#include <Araios/simple_graph.hpp>
#include <Araios/transform.hpp>
#include <Araios/triangles.hpp>
#include <Araios/truss.hpp>
#include <Araios/update_triangles.hpp>

namespace araios_c {

namespace {

struct ToDouble {
  template <class T>
  KOKKOS_FUNCTION double operator()(T const& a) const {
    return static_cast<double>(a);
  }
};

/// f(exec, A) of the pattern of a square matrix.
template <class F>
araios_status of_graph(char const* function, araios_context* context, araios_matrix const* A, F const& f) {
  return compute(function, context, [&](auto const& exec) {
    auto const a = matrix_input(*context, A, "A");
    require(a.rows == a.columns, ARAIOS_INVALID_ARGUMENT, "A is ", a.rows, " x ", a.columns, ", not square");
    f(exec, working<Pattern>(exec, a), a);
  });
}

}  // namespace
}  // namespace araios_c

using namespace araios_c;

araios_status araios_simple_graph(araios_context* context, araios_matrix const* A, araios_matrix** G) {
  return of_graph("araios_simple_graph", context, A, [&](auto const& exec, auto const& graph, MatrixBody const& a) {
    MatrixOutput output(*context, G, "G");
    output.set(result<Pattern>(exec, Araios::simple_graph(exec, graph), a.index, a.owner));
  });
}

araios_status araios_require_simple(araios_context* context, araios_matrix const* A) {
  return of_graph("araios_require_simple", context, A, [&](auto const& exec, auto const& graph, MatrixBody const&) {
    if (auto const flaw = Araios::find_not_simple(exec, graph)) fail(ARAIOS_INVALID_ARGUMENT, *flaw);
  });
}

namespace {
/// f(exec, options, the oriented graph) after the checks of the options.
template <class F>
araios_status by_method(char const* function, araios_context* context, araios_triangle_options const* options,
                        araios_matrix const* A, F const& f) {
  return of_graph(function, context, A, [&](auto const& exec, auto const& graph, MatrixBody const&) {
    auto const given = options == nullptr ? araios_triangle_options{} : *options;
    require_enumerator(given.method, ARAIOS_TRIANGLES_RADIX_BINNING, "araios_triangle_method");
    require(given.max_workspace_bytes >= 0, ARAIOS_INVALID_ARGUMENT, "max_workspace_bytes is negative (",
            given.max_workspace_bytes, ")");
    Araios::TriangleOptions how;
    how.method = static_cast<Araios::TriangleMethod>(given.method);
    if (given.max_workspace_bytes > 0) how.max_workspace_bytes = given.max_workspace_bytes;
    f(exec, how, Araios::orient(exec, Araios::OrientOptions{.is_simple = given.is_simple != 0}, graph));
  });
}
}  // namespace

araios_status araios_choose_triangle_method(araios_context* context, araios_triangle_options const* options,
                                            araios_matrix const* A, araios_triangle_choice* choice) {
  return by_method("araios_choose_triangle_method", context, options, A,
                   [&](auto const& exec, auto const& how, auto const& oriented) {
                     require_pointer(choice, "choice");
                     auto const chosen = Araios::choose_triangle_method(exec, how, oriented);
                     araios_triangle_choice result{};
                     result.method = static_cast<araios_triangle_method>(chosen.method);
                     copy_text(chosen.reason, result.reason);
                     *choice = result;
                   });
}

araios_status araios_count_triangles(araios_context* context, araios_triangle_options const* options,
                                     araios_matrix const* A, int64_t* count) {
  return by_method("araios_count_triangles", context, options, A,
                   [&](auto const& exec, auto const& how, auto const& oriented) {
                     require_pointer(count, "count");
                     *count = Araios::count_triangles(exec, how, oriented);
                   });
}

araios_status araios_list_triangles(araios_context* context, araios_matrix const* A, araios_vector** u,
                                    araios_vector** v, araios_vector** w) {
  return of_graph("araios_list_triangles", context, A, [&](auto const& exec, auto const& graph, MatrixBody const&) {
    using Exec = std::remove_cvref_t<decltype(exec)>;
    VectorOutput outputs[] = {{*context, u, "u"}, {*context, v, "v"}, {*context, w, "w"}};
    auto const oriented = Araios::orient(exec, graph);
    std::int64_t const count = Araios::count_triangles(exec, oriented);
    // The three vectors are parts of one array: the columns of the list.
    auto const vertices = Araios::allocate<Dense<int, Exec>>(exec, "Araios::c::triangles", 3 * count);
    using List = Kokkos::View<int**, Kokkos::LayoutLeft, SpaceOf<Exec>, Kokkos::MemoryUnmanaged>;
    Araios::list_triangles(exec, oriented, List(vertices.data(), static_cast<std::size_t>(count), 3));
    for (std::int64_t k = 0; k < 3; ++k) {
      Dense<int, Exec> const column =
          Kokkos::subview(vertices, std::pair<std::int64_t, std::int64_t>(k * count, (k + 1) * count));
      outputs[k].set(body_of_dense(column));
    }
  });
}
araios_status araios_update_triangles(araios_context* context, araios_matrix const* G, int64_t triangles,
                                      araios_matrix const* removed, araios_matrix const* added, araios_matrix** H,
                                      araios_triangle_update* update) {
  return compute("araios_update_triangles", context, [&](auto const& exec) {
    MatrixOutput output(*context, H, "H");
    auto const g = matrix_input(*context, G, "G");
    auto const r = matrix_input(*context, removed, "removed");
    auto const a = matrix_input(*context, added, "added");
    require_pointer(update, "update");
    require(triangles >= 0, ARAIOS_INVALID_ARGUMENT, "triangles is negative (", triangles, ")");
    auto const check = [&](MatrixBody const& M, char const* what) {
      require(M.rows == g.rows && M.columns == g.rows, ARAIOS_INVALID_ARGUMENT, what, " is ", M.rows, " x ", M.columns,
              ", not ", g.rows, " x ", g.rows);
    };
    check(g, "G");
    check(r, "removed");
    check(a, "added");
    // A simple graph is not copied.
    auto const simple = Araios::simple_graph(exec, working<Pattern>(exec, g));
    auto const found =
        Araios::update_triangles(exec, simple, triangles, working<Pattern>(exec, r), working<Pattern>(exec, a));
    output.set(result<Pattern>(exec, found.graph, g.index));
    *update = {found.triangles, found.lost, found.gained};
  });
}
araios_status araios_vertex_triangles(araios_context* context, araios_matrix const* A, araios_vector** t) {
  return of_graph("araios_vertex_triangles", context, A, [&](auto const& exec, auto const& graph, MatrixBody const&) {
    VectorOutput output(*context, t, "t");
    output.set(body_of_dense(Araios::vertex_triangles(exec, graph)));
  });
}
araios_status araios_edge_triangles(araios_context* context, araios_matrix const* A, araios_matrix** T) {
  return of_graph("araios_edge_triangles", context, A, [&](auto const& exec, auto const& graph, MatrixBody const& a) {
    MatrixOutput output(*context, T, "T");
    auto const counts = Araios::transform_values(exec, ToDouble{}, Araios::edge_triangles(exec, graph));
    output.set(result<double>(exec, counts, a.index, a.owner));
  });
}
araios_status araios_local_clustering(araios_context* context, araios_matrix const* A, araios_vector** c) {
  return of_graph("araios_local_clustering", context, A, [&](auto const& exec, auto const& graph, MatrixBody const&) {
    VectorOutput output(*context, c, "c");
    output.set(body_of_dense(Araios::local_clustering(exec, graph)));
  });
}
araios_status araios_graph_clustering(araios_context* context, araios_matrix const* A, araios_clustering* clustering) {
  return of_graph("araios_graph_clustering", context, A, [&](auto const& exec, auto const& graph, MatrixBody const&) {
    require_pointer(clustering, "clustering");
    auto const found = Araios::clustering(exec, graph);
    *clustering = {found.triangles, found.wedges, found.transitivity, found.average};
  });
}
araios_status araios_count_cliques(araios_context* context, int k, araios_matrix const* A, int64_t* count) {
  return of_graph("araios_count_cliques", context, A, [&](auto const& exec, auto const& graph, MatrixBody const&) {
    require_pointer(count, "count");
    *count = Araios::count_cliques(exec, k, graph);
  });
}
araios_status araios_k_truss(araios_context* context, int64_t k, araios_matrix const* A, araios_matrix** T) {
  return of_graph("araios_k_truss", context, A, [&](auto const& exec, auto const& graph, MatrixBody const& a) {
    MatrixOutput output(*context, T, "T");
    output.set(result<Pattern>(exec, Araios::k_truss(exec, k, graph), a.index, a.owner));
  });
}
araios_status araios_truss_numbers(araios_context* context, araios_matrix const* A, araios_matrix** N) {
  return of_graph("araios_truss_numbers", context, A, [&](auto const& exec, auto const& graph, MatrixBody const& a) {
    MatrixOutput output(*context, N, "N");
    auto const numbers = Araios::transform_values(exec, ToDouble{}, Araios::truss_numbers(exec, graph));
    output.set(result<double>(exec, numbers, a.index, a.owner));
  });
}
