// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Graphs whose edges have labels: a Boolean matrix for each label.

#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/kokkos_compat.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/coo.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/operations/convert/compressed.hpp>
#include <Araios/operations/transpose/call.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace Araios {

/// A list of edges with labels on the host, in any order, from which a LabelledGraph is built.
class LabelledEdges {
 public:
  /// A list without edges, of at least so many vertices.
  explicit LabelledEdges(std::int64_t min_vertices = 0) : num_vertices_(min_vertices) {
    Impl::check(min_vertices >= 0, "Araios::LabelledEdges: negative number of vertices ", min_vertices);
  }

  /// Adds an edge from `tail` to `head`. Vertices are counted from 0.
  ///
  /// Throws        std::invalid_argument for a negative vertex, the largest 64-bit number, or an empty label.
  void add(std::int64_t tail, std::int64_t head, std::string_view label) {
    std::int64_t const last = std::max(tail, head);
    Impl::check(tail >= 0 && head >= 0, "Araios::LabelledEdges: the edge (", tail, ", ", head,
                ") has a negative vertex");
    Impl::check(last < std::numeric_limits<std::int64_t>::max(), "Araios::LabelledEdges: the vertex ", last,
                " is too large");
    Impl::check(!label.empty(), "Araios::LabelledEdges: the edge (", tail, ", ", head, ") has an empty label");
    // Memory for all of the edge first: what throws leaves the list as it was.
    auto const make_room = [](auto& list) {
      if (list.size() == list.capacity()) list.reserve(2 * list.size() + 8);
    };
    make_room(tails_);
    make_room(heads_);
    make_room(label_numbers_);
    make_room(labels_);
    auto found = numbers_.find(label);
    if (found == numbers_.end()) {
      std::string name(label);
      found = numbers_.emplace(name, static_cast<int>(labels_.size())).first;
      labels_.push_back(std::move(name));
    }
    tails_.push_back(tail);
    heads_.push_back(head);
    label_numbers_.push_back(found->second);
    num_vertices_ = std::max(num_vertices_, last + 1);
  }

  /// One more than the largest vertex, or the minimum that the constructor was given.
  std::int64_t num_vertices() const { return num_vertices_; }
  std::int64_t num_edges() const { return static_cast<std::int64_t>(tails_.size()); }
  /// The labels in the order in which they came.
  std::vector<std::string> const& labels() const { return labels_; }

  std::vector<std::int64_t> const& tails() const { return tails_; }
  std::vector<std::int64_t> const& heads() const { return heads_; }
  /// The label of each edge, as an index of labels().
  std::vector<int> const& label_numbers() const { return label_numbers_; }

 private:
  std::int64_t num_vertices_;
  std::vector<std::int64_t> tails_, heads_;
  std::vector<int> label_numbers_;
  std::vector<std::string> labels_;
  std::map<std::string, int, std::less<>> numbers_;
};

/// A graph whose edges have labels: entry (i, j) of matrix(a) is the edge from i to j with the label a
///
/// Shapes        n vertices; each matrix is n-by-n.
/// Requires      matrices as checked by `validate`, with rows sorted without duplicates.
/// Inverses      the label a_r, where no matrix has this name, is the transpose of the matrix of a; see `label_matrix`.
/// Ownership     that of the matrices: copies share them.
/// Throws        std::invalid_argument when a matrix has another shape, a label is empty or repeated, or there is not a
///               label for each matrix.
template <OrdinalType Ordinal_ = int, OffsetType Offset_ = int,
          MemorySpace MemorySpace_ = Kokkos::DefaultExecutionSpace::memory_space>
class LabelledGraph {
 public:
  using Ordinal = Ordinal_;
  using Offset = Offset_;
  using memory_space = MemorySpace_;
  using Matrix = CsrMatrix<Pattern, Ordinal, Offset, memory_space>;

  /// The graph without vertices.
  LabelledGraph() = default;

  LabelledGraph(std::int64_t num_vertices, std::vector<std::string> labels, std::vector<Matrix> matrices)
      : num_vertices_(Impl::checked_cast<Ordinal>(num_vertices, "Araios::LabelledGraph: number of vertices")),
        labels_(std::move(labels)),
        matrices_(std::move(matrices)) {
    Impl::check(num_vertices >= 0, "Araios::LabelledGraph: negative number of vertices ", num_vertices);
    Impl::check_equal(labels_.size(), matrices_.size(), "Araios::LabelledGraph: number of labels, number of matrices");
    for (std::size_t k = 0; k < labels_.size(); ++k) {
      Impl::check(!labels_[k].empty(), "Araios::LabelledGraph: label ", k, " is empty");
      Impl::check(find(labels_[k]) == static_cast<std::int64_t>(k), "Araios::LabelledGraph: label ", k, ", \"",
                  labels_[k], "\", repeats an earlier one");
      Impl::check(matrices_[k].num_rows() == num_vertices && matrices_[k].num_cols() == num_vertices,
                  "Araios::LabelledGraph: the matrix of \"", labels_[k], "\" is ", matrices_[k].num_rows(), " x ",
                  matrices_[k].num_cols(), "; the graph has ", num_vertices, " vertices");
    }
  }

  Ordinal num_vertices() const { return num_vertices_; }
  std::vector<std::string> const& labels() const { return labels_; }
  std::vector<Matrix> const& matrices() const { return matrices_; }
  /// The index of a label in labels(), or -1. Inverse labels are found only where a matrix has their name.
  std::int64_t find(std::string_view label) const {
    auto const found = std::find(labels_.begin(), labels_.end(), label);
    return found == labels_.end() ? -1 : found - labels_.begin();
  }
  /// Edges of all labels.
  std::int64_t num_edges() const {
    std::int64_t sum = 0;
    for (auto const& A : matrices_) sum += static_cast<std::int64_t>(A.nnz());
    return sum;
  }

 private:
  Ordinal num_vertices_ = 0;
  std::vector<std::string> labels_;
  std::vector<Matrix> matrices_;
};

namespace Impl::paths {
template <class O, class F, class M>
LabelledGraph<O, F, M> const& as_labelled_graph(LabelledGraph<O, F, M> const& graph) {
  return graph;
}
}  // namespace Impl::paths

/// A LabelledGraph, or a class derived from one, in the memory space of Exec.
template <class T, class Exec>
concept LabelledGraphOf = requires(T const& graph) { Impl::paths::as_labelled_graph(graph); } &&
                          std::same_as<typename T::memory_space, typename Exec::memory_space>;

namespace Impl::paths {

/// A matrix of the graph, or its transpose; none where index < 0.
struct FoundLabel {
  std::int64_t index = -1;
  bool is_inverse = false;
};
template <class Graph>
FoundLabel find_label(Graph const& graph, std::string_view label) {
  for (bool is_inverse = false;; is_inverse = !is_inverse) {
    if (auto const index = graph.find(label); index >= 0) return {index, is_inverse};
    if (!label.ends_with("_r")) return {};
    label.remove_suffix(2);
  }
}

template <class Exec, class Graph, class Space>
typename Graph::Matrix matrix_of(Exec const& exec, Graph const& graph, FoundLabel const& found,
                                 Workspace<Space>& workspace) {
  auto const& A = graph.matrices()[static_cast<std::size_t>(found.index)];
  return found.is_inverse ? transpose::call(exec, A, workspace) : A;
}

/// A new array with the elements of `from`; the copy may still run.
template <class View, class Exec>
View to_device(Exec const& exec, std::string const& label, std::vector<typename View::value_type> const& from) {
  using Host = Kokkos::View<typename View::value_type const*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>;
  auto const to = allocate<View>(exec, label, static_cast<std::int64_t>(from.size()));
  if (!from.empty()) Kokkos::deep_copy(exec, to, Host(from.data(), from.size()));
  return to;
}

/// The edges of a list, those of each label one after the other.
template <class Ordinal>
struct EdgesByLabel {
  std::vector<std::size_t> first;  // of a label, and one element more
  std::vector<Ordinal> tails, heads;

  explicit EdgesByLabel(LabelledEdges const& edges)
      : first(edges.labels().size() + 1), tails(edges.tails().size()), heads(edges.tails().size()) {
    auto const& numbers = edges.label_numbers();
    for (int const k : numbers) ++first[static_cast<std::size_t>(k) + 1];
    for (std::size_t k = 1; k < first.size(); ++k) first[k] += first[k - 1];
    std::vector<std::size_t> next = first;
    for (std::size_t e = 0; e < numbers.size(); ++e) {
      std::size_t const to = next[static_cast<std::size_t>(numbers[e])]++;
      tails[to] = static_cast<Ordinal>(edges.tails()[e]);
      heads[to] = static_cast<Ordinal>(edges.heads()[e]);
    }
  }
};

/// The graph of a list of edges whose vertices Ordinal can count; `build_labelled_graph` says what holds.
template <class Ordinal, class Offset, class Exec>
auto graph_of(Exec const& exec, LabelledEdges const& edges, Workspace<typename Exec::memory_space>& workspace) {
  using Graph = LabelledGraph<Ordinal, Offset, typename Exec::memory_space>;
  using Vertices = Kokkos::View<Ordinal*, typename Exec::memory_space>;
  std::int64_t const n = edges.num_vertices();
  EdgesByLabel<Ordinal> const sorted(edges);
  auto const tails = to_device<Vertices>(exec, "Araios::build_labelled_graph::tails", sorted.tails);
  auto const heads = to_device<Vertices>(exec, "Araios::build_labelled_graph::heads", sorted.heads);
  fence(exec, "Araios::build_labelled_graph: the edges are on the device");
  std::vector<typename Graph::Matrix> matrices;
  for (std::size_t k = 0; k < edges.labels().size(); ++k) {
    std::pair<std::size_t, std::size_t> const part(sorted.first[k], sorted.first[k + 1]);
    CooMatrix<Pattern, Ordinal, Offset, typename Exec::memory_space> const list(n, n, Kokkos::subview(tails, part),
                                                                                Kokkos::subview(heads, part));
    matrices.push_back(convert::coo_to_csr(exec, list, {.duplicates = Duplicates::sum}, workspace));
  }
  return Graph(n, edges.labels(), std::move(matrices));
}

}  // namespace Impl::paths

}  // namespace Araios
