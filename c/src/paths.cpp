// SPDX-License-Identifier: Apache-2.0
/// \file
/// Path queries on labelled graphs.

#include "handles.hpp"

#include <Araios/runtime/arrays.hpp>
#include <Araios/runtime/operations.hpp>
#include <Araios/runtime/renumbering.hpp>

#include <Araios/path_queries.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace araios_c {

namespace {

template <class Exec>
using Graph = Araios::LabelledGraph<int, std::int64_t, SpaceOf<Exec>>;

template <class Exec>
using Sources = Kokkos::View<std::int64_t const*, SpaceOf<Exec>>;

/// The graph, with the index type of its first matrix. Where it has more vertices than path queries count, those with
/// edges and the sources alone have numbers.
template <class Exec>
class Numbered {
 public:
  Numbered(araios_context& context, Exec const& exec, araios_labelled_graph const* graph,
           araios_path_options const& options)
      : exec_(exec), numbers_(exec) {
    require_pointer(graph, "graph");
    require(graph->num_labels >= 0, ErrorKind::invalid_argument, "num_labels is negative (", graph->num_labels, ")");
    require(graph->vertices >= 0, ErrorKind::invalid_argument, "vertices is negative (", graph->vertices, ")");
    vertices_ = graph->vertices;
    for (std::int64_t l = 0; l < graph->num_labels; ++l) {
      require_pointer(graph->labels, "labels");
      require_pointer(graph->matrices, "matrices");
      require_pointer(graph->labels[l], "a label");
      labels_.emplace_back(graph->labels[l]);
      matrices_.push_back(matrix_input(context, graph->matrices[l], "a matrix of the graph"));
      Matrix const& a = matrices_.back();
      require(a.rows == vertices_ && a.columns == vertices_, ErrorKind::invalid_argument, "the matrix of \"",
              labels_.back(), "\" is ", a.rows, " x ", a.columns, "; the graph has ", vertices_, " vertices");
    }
    require(options.sources != nullptr || options.num_sources == 0, ErrorKind::invalid_argument,
            "sources is NULL, num_sources is ", options.num_sources);
    if (options.sources != nullptr)
      sources_ = take_list<std::int64_t>(exec, options.sources, options.num_sources, vertices_, "sources");
    has_sources_ = options.sources != nullptr;
  }

  /// The graph and its sources with numbers. has_empty_word: each vertex has the empty path to itself.
  Graph<Exec> graph(bool has_empty_word) {
    if (is_wide(vertices_)) {
      require(!has_empty_word || has_sources_, ErrorKind::overflow, "the empty word gives an entry for each of ",
              vertices_, " vertices, more than the 2^31 - 1 of path queries without sources");
      numbers_.force();
      for (Matrix& a : matrices_) numbers_.add(a, 0, 0);
      numbers_.add(sources_, 0, vertices_);
      if (matrices_.empty()) numbers_.request(or_default(IndexType::unspecified));
      is_numbered_ = numbers_.apply();
    }
    std::vector<Working<Pattern, Exec>> matrices;
    for (Matrix const& a : matrices_) matrices.push_back(strict_rows<Pattern>(exec_, working<Pattern>(exec_, a)));
    return Graph<Exec>(is_numbered_ ? numbers_.size(0) : vertices_, labels_, std::move(matrices));
  }
  bool has_sources() const { return has_sources_; }
  Kokkos::View<int const*, SpaceOf<Exec>> sources() const {
    if (is_numbered_) return numbers_.numbers(sources_, 0);
    return cast_indices<int, std::int64_t>(exec_, sources_);
  }
  /// A result, whose rows are of sources or of vertices.
  template <class R>
  Matrix restored(R const& found) const {
    auto const C =
        result<Pattern>(exec_, found, matrices_.empty() ? or_default(IndexType::unspecified) : matrices_[0].index);
    return is_numbered_ ? numbers_.restore(C, has_sources_ ? -1 : 0, 0) : C;
  }

 private:
  Exec const& exec_;
  Renumbering<Exec> numbers_;
  bool is_numbered_ = false;
  std::int64_t vertices_ = 0;
  std::vector<std::string> labels_;
  std::vector<Matrix> matrices_;
  bool has_sources_ = false;
  Sources<Exec> sources_;
};

bool accepts_empty_word(Araios::Automaton const& automaton) {
  auto const& last = automaton.final_states;
  return std::any_of(automaton.start_states.begin(), automaton.start_states.end(),
                     [&](int state) { return std::find(last.begin(), last.end(), state) != last.end(); });
}
bool accepts_empty_word(Araios::Grammar const& grammar) {
  auto const empty = Araios::normal_form(grammar).empty;
  return std::find(empty.begin(), empty.end(), 0) != empty.end();
}

Araios::UnknownLabels unknown_labels(araios_path_options const& options) {
  return options.allow_unknown_labels != 0 ? Araios::UnknownLabels::no_edges : Araios::UnknownLabels::refuse;
}

}  // namespace
}  // namespace araios_c

using namespace araios_c;

araios_status araios_regular_path_query(araios_context* context, araios_path_options const* options,
                                        araios_labelled_graph const* graph, char const* expression, araios_matrix** R) {
  return compute_beside("araios_regular_path_query", context, [&](auto const& exec) {
    MatrixOutput output(*context, R, "R");
    auto const given = options == nullptr ? araios_path_options{} : *options;
    require_pointer(expression, "expression");
    Numbered numbered(*context, exec, graph, given);
    GiveWay const way(R);
    auto const automaton = Araios::parse_regular_expression(expression);
    Araios::RegularPathOptions const how{.unknown_labels = unknown_labels(given)};
    auto const G = numbered.graph(accepts_empty_word(automaton));
    output.set(numbered.has_sources()
                   ? numbered.restored(Araios::regular_path_query(exec, G, automaton, numbered.sources(), how))
                   : numbered.restored(Araios::regular_path_query(exec, G, automaton, how)));
  });
}

araios_status araios_context_free_path_query(araios_context* context, araios_path_options const* options,
                                             araios_labelled_graph const* graph, char const* grammar,
                                             araios_matrix** R) {
  return compute_beside("araios_context_free_path_query", context, [&](auto const& exec) {
    MatrixOutput output(*context, R, "R");
    auto const given = options == nullptr ? araios_path_options{} : *options;
    require_pointer(grammar, "grammar");
    require(given.sources == nullptr && given.num_sources == 0, ErrorKind::invalid_argument,
            "sources are for regular queries");
    Numbered numbered(*context, exec, graph, given);
    Araios::ContextFreePathOptions const how{.method = given.by_closures != 0 ? Araios::ContextFreeMethod::tensor
                                                                              : Araios::ContextFreeMethod::matrix,
                                             .unknown_labels = unknown_labels(given)};
    GiveWay const way(R);
    auto const rules = Araios::parse_grammar(grammar);
    auto const G = numbered.graph(is_wide(graph->vertices) && accepts_empty_word(rules));
    output.set(numbered.restored(Araios::context_free_path_query(exec, G, rules, how)));
  });
}
