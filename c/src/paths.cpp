// SPDX-License-Identifier: Apache-2.0
/// \file
/// Path queries on labelled graphs.

#include "arrays.hpp"
#include "operations.hpp"

#include <Araios/path_queries.hpp>

namespace araios_c {

namespace {

template <class Exec>
using Graph = Araios::LabelledGraph<int, std::int64_t, SpaceOf<Exec>>;

/// The graph, and the index type of its first matrix.
template <class Exec>
Graph<Exec> graph_of(araios_context& context, Exec const& exec, araios_labelled_graph const* graph,
                     araios_index& index) {
  require_pointer(graph, "graph");
  require(graph->num_labels >= 0, ARAIOS_INVALID_ARGUMENT, "num_labels is negative (", graph->num_labels, ")");
  require(graph->vertices <= max_ordinal(ARAIOS_INDEX_32), ARAIOS_OVERFLOW, "the graph has ", graph->vertices,
          " vertices, more than 2^31 - 1, the most of path queries");
  require_sizes(ARAIOS_INDEX_32, graph->vertices, graph->vertices, 0);
  std::vector<std::string> labels;
  std::vector<Working<Pattern, Exec>> matrices;
  index = or_default(ARAIOS_INDEX_DEFAULT);
  for (std::int64_t l = 0; l < graph->num_labels; ++l) {
    require_pointer(graph->labels, "labels");
    require_pointer(graph->matrices, "matrices");
    require_pointer(graph->labels[l], "a label");
    auto const a = matrix_input(context, graph->matrices[l], "a matrix of the graph");
    if (l == 0) index = a.index;
    labels.emplace_back(graph->labels[l]);
    matrices.push_back(strict_rows<Pattern>(exec, working<Pattern>(exec, a)));
  }
  return Graph<Exec>(graph->vertices, std::move(labels), std::move(matrices));
}

Araios::UnknownLabels unknown_labels(araios_path_options const& options) {
  return options.allow_unknown_labels != 0 ? Araios::UnknownLabels::no_edges : Araios::UnknownLabels::refuse;
}

}  // namespace
}  // namespace araios_c

using namespace araios_c;

araios_status araios_regular_path_query(araios_context* context, araios_path_options const* options,
                                        araios_labelled_graph const* graph, char const* expression, araios_matrix** R) {
  return compute("araios_regular_path_query", context, [&](auto const& exec) {
    MatrixOutput output(*context, R, "R");
    auto const given = options == nullptr ? araios_path_options{} : *options;
    require_pointer(expression, "expression");
    araios_index index;
    auto const G = graph_of(*context, exec, graph, index);
    auto const automaton = Araios::parse_regular_expression(expression);
    Araios::RegularPathOptions const how{.unknown_labels = unknown_labels(given)};
    if (given.sources == nullptr) {
      require(given.num_sources == 0, ARAIOS_INVALID_ARGUMENT, "sources is NULL, num_sources is ", given.num_sources);
      return output.set(result<Pattern>(exec, Araios::regular_path_query(exec, how, G, automaton), index));
    }
    auto const sources = take_list<int>(exec, given.sources, given.num_sources, graph->vertices, "sources");
    output.set(result<Pattern>(exec, Araios::regular_path_query(exec, how, G, automaton, sources), index));
  });
}

araios_status araios_context_free_path_query(araios_context* context, araios_path_options const* options,
                                             araios_labelled_graph const* graph, char const* grammar,
                                             araios_matrix** R) {
  return compute("araios_context_free_path_query", context, [&](auto const& exec) {
    MatrixOutput output(*context, R, "R");
    auto const given = options == nullptr ? araios_path_options{} : *options;
    require_pointer(grammar, "grammar");
    require(given.sources == nullptr && given.num_sources == 0, ARAIOS_INVALID_ARGUMENT,
            "sources are for regular queries");
    araios_index index;
    auto const G = graph_of(*context, exec, graph, index);
    Araios::ContextFreePathOptions const how{.method = given.by_closures != 0 ? Araios::ContextFreeMethod::tensor
                                                                              : Araios::ContextFreeMethod::matrix,
                                             .unknown_labels = unknown_labels(given)};
    output.set(
        result<Pattern>(exec, Araios::context_free_path_query(exec, how, G, Araios::parse_grammar(grammar)), index));
  });
}
