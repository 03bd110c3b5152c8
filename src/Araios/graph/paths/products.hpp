// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// What the path queries share: sums and products of Boolean matrices with one Offset, and labels looked up.

#include <Araios/core/checks.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/kokkos_compat.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/semiring.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/graph/paths/labelled_graph.hpp>
#include <Araios/operations/build/identity.hpp>
#include <Araios/operations/elementwise/call.hpp>
#include <Araios/operations/kronecker/product.hpp>
#include <Araios/operations/multiply/call.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace Araios {

/// Labels of a query that the graph lacks: refused, or labels without edges.
enum class UnknownLabels { refuse, no_edges };

namespace Impl::paths {

/// The Offset of a query's result.
template <class Named, class OffsetOfGraph>
struct OffsetOf {
  using type = std::conditional_t<std::is_void_v<Named>, OffsetOfGraph, Named>;
  static_assert(sizeof(type) >= sizeof(OffsetOfGraph),
                "Araios: the Offset that is named for a path query must be at least as wide as that of the graph");
};

/// The operations of a query on an instance. Matrix is the type of all that it computes.
template <class Exec, class Ordinal, class Offset>
class Steps {
 public:
  using Space = typename Exec::memory_space;
  using Matrix = CsrMatrix<Pattern, Ordinal, Offset, Space>;

  Steps(Exec const& exec, char const* caller, Workspace<Space>& workspace)
      : exec_(exec), caller_(caller), workspace_(workspace) {}

  Exec const& exec() const { return exec_; }
  char const* caller() const { return caller_; }
  Workspace<Space>& workspace() const { return workspace_; }

  Matrix empty(std::int64_t num_rows, std::int64_t num_cols) const {
    auto const arrays = allocate_csr<Pattern, Ordinal, Offset>(exec_, std::string(caller_) + "::empty", num_rows, 0);
    fill(exec_, arrays.row_map, Offset(0));
    return Matrix(num_rows, num_cols, arrays);
  }
  Matrix identity(std::int64_t n) const { return build::identity<Pattern, Ordinal, Offset>(exec_, n); }

  template <class A, class B>
  Matrix product(A const& a, B const& b) const {
    return multiply::call<PlusTimes, Pattern, Offset>(exec_, {}, a, b, workspace_);
  }
  template <class A, class B>
  Matrix kronecker(A const& a, B const& b) const {
    return Impl::kronecker::product<Offset, Ordinal>(exec_, Times{}, a, b, workspace_);
  }
  template <class A>
  Matrix sum(Matrix const& a, A const& b) const {
    return elementwise::sum(exec_, caller_, a, b, workspace_);
  }
  Matrix difference(Matrix const& a, Matrix const& b) const {
    return elementwise::difference(exec_, caller_, a, b, workspace_);
  }
  /// all := all + more, where the first one costs nothing.
  void add_to(std::optional<Matrix>& all, Matrix const& more) const {
    if (more.nnz() != 0) all = all ? sum(*all, more) : more;
  }

  /// The matrix with these coordinates, each once; their order does not matter. One fence, for the copy.
  Matrix small(std::int64_t num_rows, std::int64_t num_cols, std::vector<std::pair<int, int>> coordinates) const {
    std::sort(coordinates.begin(), coordinates.end());
    coordinates.erase(std::unique(coordinates.begin(), coordinates.end()), coordinates.end());
    std::vector<Offset> row_map(static_cast<std::size_t>(num_rows) + 1);
    std::vector<Ordinal> entries;
    for (auto const& [i, j] : coordinates) {
      ++row_map[static_cast<std::size_t>(i) + 1];
      entries.push_back(static_cast<Ordinal>(j));
    }
    for (std::size_t i = 1; i < row_map.size(); ++i) row_map[i] = static_cast<Offset>(row_map[i] + row_map[i - 1]);
    std::string const label(caller_);
    auto const map = to_device<Kokkos::View<Offset*, Space>>(exec_, label + "::row_map", row_map);
    auto const columns = to_device<Kokkos::View<Ordinal*, Space>>(exec_, label + "::entries", entries);
    fence(exec_, label + ": the automaton is on the device");
    return Matrix(num_rows, num_cols, map, columns);
  }

  /// The matrix of a label of the query; none where it has no edges.
  template <class Graph>
  std::optional<typename Graph::Matrix> matrix(Graph const& graph, std::string_view label,
                                               UnknownLabels unknown_labels) const {
    auto const found = find_label(graph, label);
    if (found.index < 0) {
      check(unknown_labels == UnknownLabels::no_edges, caller_, ": the graph has no label \"", label,
            "\"; UnknownLabels::no_edges takes it as a label without edges");
      return {};
    }
    if (graph.matrices()[static_cast<std::size_t>(found.index)].nnz() == 0) return {};
    return matrix_of(exec_, graph, found, workspace_);
  }

 private:
  Exec const& exec_;
  char const* caller_;
  Workspace<Space>& workspace_;
};

}  // namespace Impl::paths
}  // namespace Araios
