// SPDX-License-Identifier: Apache-2.0
#include "define.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <utility>
#include <vector>

namespace araios_python {
namespace {

template <auto f, class Graph>
std::int64_t count_of(Graph const& A, araios_triangle_method method) {
  araios_triangle_options options{};
  options.method = method;
  std::int64_t count = 0;
  A.context()->call([&] { return f(A.context()->get(), &options, A.get(), &count); });
  return count;
}
template <auto f, class Graph>
std::int64_t cliques_of(Graph const& A, int k) {
  std::int64_t count = 0;
  A.context()->call([&] { return f(A.context()->get(), k, A.get(), &count); });
  return count;
}
template <auto f, class Graph>
nb::tuple list_of(Graph const& A) {
  araios_vector *v = nullptr, *w = nullptr;
  Vector u = make<Vector>(A.context(), [&](araios_context* c, araios_vector** x) { return f(c, A.get(), x, &v, &w); });
  return nb::make_tuple(std::move(u), Vector(A.context(), v), Vector(A.context(), w));
}
template <auto f, class Graph>
nb::tuple clustering_of(Graph const& A) {
  araios_clustering result{};
  A.context()->call([&] { return f(A.context()->get(), A.get(), &result); });
  return nb::make_tuple(result.triangles, result.wedges, result.transitivity, result.average);
}

using PathQuery = araios_status (*)(araios_context*, araios_path_options const*, araios_labelled_graph const*,
                                    char const*, araios_matrix**);

template <PathQuery query>
Matrix path_query(ContextPtr const& context, std::int64_t vertices, std::vector<std::string> const& labels,
                  std::vector<Matrix const*> const& matrices, std::string const& text, bool allow_unknown_labels,
                  bool by_closures, nb::handle sources, std::int64_t num_sources) {
  if (labels.size() != matrices.size()) throw nb::value_error("a graph has one matrix for each label");
  std::vector<char const*> names;
  std::vector<araios_matrix const*> handles;
  for (auto const& label : labels) names.push_back(label.c_str());
  for (auto const* A : matrices) handles.push_back(A->get());
  araios_path_options options{};
  options.allow_unknown_labels = allow_unknown_labels;
  options.by_closures = by_closures;
  options.num_sources = num_sources;
  options.sources = static_cast<std::int64_t const*>(Buffer(sources).integers(8, num_sources));
  araios_labelled_graph const graph{vertices, static_cast<std::int64_t>(labels.size()), names.data(), handles.data()};
  return make<Matrix>(
      context, [&](araios_context* c, araios_matrix** R) { return query(c, &options, &graph, text.c_str(), R); });
}

}  // namespace

void bind_graph(nb::module_& m) {
  define<araios_simple_graph>(m, "simple_graph");
  define<araios_edge_triangles>(m, "edge_triangles");
  define<araios_truss_numbers>(m, "truss_numbers");
  define<araios_transitive_closure>(m, "transitive_closure");
  define<araios_vertex_triangles>(m, "vertex_triangles");
  define<araios_local_clustering>(m, "local_clustering");
  define<araios_reverse_cuthill_mckee>(m, "reverse_cuthill_mckee");
  m.def("triangle_plan", [](Matrix const& A) {
    return make<Plan>(A.context(), [&](araios_context* c, araios_plan** P) {
      return araios_triangle_plan_create(c, nullptr, A.get(), P);
    });
  });
  define<araios_vertex_triangles_with_plan>(m, "vertex_triangles");
  define<araios_local_clustering_with_plan>(m, "local_clustering");
  m.def("count_triangles", count_of<araios_count_triangles, Matrix>);
  m.def("count_triangles", count_of<araios_count_triangles_with_plan, Plan>);
  m.def("list_triangles", list_of<araios_list_triangles, Matrix>);
  m.def("list_triangles", list_of<araios_list_triangles_with_plan, Plan>);
  m.def("graph_clustering", clustering_of<araios_graph_clustering, Matrix>);
  m.def("graph_clustering", clustering_of<araios_graph_clustering_with_plan, Plan>);
  m.def("count_cliques", cliques_of<araios_count_cliques, Matrix>);
  m.def("count_cliques", cliques_of<araios_count_cliques_with_plan, Plan>);
  m.def("update_triangles", [](Matrix const& G, std::int64_t triangles, Matrix const& removed, Matrix const& added) {
    araios_triangle_update update{};
    Matrix H = make<Matrix>(G.context(), [&](araios_context* c, araios_matrix** result) {
      return araios_update_triangles(c, G.get(), triangles, removed.get(), added.get(), result, &update);
    });
    return nb::make_tuple(std::move(H), update.triangles, update.lost, update.gained);
  });
  define<araios_k_truss>(m, "k_truss");
  define<araios_bfs_levels>(m, "bfs_levels");
  m.def("regular_path_query", path_query<araios_regular_path_query>, nb::arg("context"), nb::arg("vertices"),
        nb::arg("labels"), nb::arg("matrices"), nb::arg("text"), nb::arg("allow_unknown_labels"),
        nb::arg("by_closures"), nb::arg("sources").none(), nb::arg("num_sources"));
  m.def("context_free_path_query", path_query<araios_context_free_path_query>, nb::arg("context"), nb::arg("vertices"),
        nb::arg("labels"), nb::arg("matrices"), nb::arg("text"), nb::arg("allow_unknown_labels"),
        nb::arg("by_closures"), nb::arg("sources").none(), nb::arg("num_sources"));
}

}  // namespace araios_python
