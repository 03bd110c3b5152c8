// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The reverse Cuthill-McKee order, on the host.

#include <Araios/core/kokkos_compat.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/progress.hpp>
#include <Araios/formats/copy.hpp>
#include <Araios/formats/csr.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace Araios::Impl::reorder {

/// In loops over vertices, of which each takes a few accesses: a call can be interrupted.
inline void poll_at(std::int64_t v, std::int64_t n) {
  if (v % 1024 == 0) poll("Araios::reverse_cuthill_mckee", v, n);
}

/// Element i of a vector, for a signed i.
template <class T>
T& element(std::vector<T>& all, std::int64_t i) {
  return all[static_cast<std::size_t>(i)];
}
template <class T>
T const& element(std::vector<T> const& all, std::int64_t i) {
  return all[static_cast<std::size_t>(i)];
}

/// The graph of A + A^T without its diagonal, on the host: neighbours of v are sorted by degree, those of one degree by
/// index.
template <class Ordinal>
struct HostGraph {
  std::vector<std::int64_t> begin;  // neighbours of v are stored at begin[v] .. begin[v + 1] - 1
  std::vector<Ordinal> neighbours;

  std::int64_t size() const { return static_cast<std::int64_t>(begin.size()) - 1; }
  std::int64_t degree(std::int64_t v) const { return element(begin, v + 1) - element(begin, v); }

  template <class RowMap, class Entries>
  HostGraph(std::int64_t n, RowMap const& row_map, Entries const& entries) : begin(static_cast<std::size_t>(n + 1)) {
    auto const for_edges = [&](auto const& use) {
      for (std::int64_t i = 0; i < n; ++i) {
        poll_at(i, n);
        for (auto p = row_map(i); p < row_map(i + 1); ++p)
          if (std::int64_t const j = entries(p); j != i) use(i, j);
      }
    };
    // Both directions of every entry; duplicates are removed when the neighbours are sorted.
    for_edges([&](std::int64_t i, std::int64_t j) { ++element(begin, i), ++element(begin, j); });
    std::int64_t sum = 0;
    for (auto& b : begin) sum += std::exchange(b, sum);
    neighbours.resize(static_cast<std::size_t>(sum));
    std::vector<std::int64_t> next(begin.begin(), begin.end() - 1);
    for_edges([&](std::int64_t i, std::int64_t j) {
      element(neighbours, element(next, i)++) = static_cast<Ordinal>(j);
      element(neighbours, element(next, j)++) = static_cast<Ordinal>(i);
    });
    std::int64_t end = 0;
    for (std::int64_t v = 0; v < n; ++v) {
      poll_at(v, n);
      auto const first = neighbours.begin() + element(begin, v);
      auto const last = neighbours.begin() + element(next, v);
      std::sort(first, last);
      auto const unique = std::unique(first, last);
      element(begin, v) = end;
      end = std::move(first, unique, neighbours.begin() + end) - neighbours.begin();
    }
    element(begin, n) = end;
    neighbours.resize(static_cast<std::size_t>(end));
    for (std::int64_t v = 0; v < n; ++v) {
      poll_at(v, n);
      std::sort(neighbours.begin() + element(begin, v), neighbours.begin() + element(begin, v + 1),
                [&](Ordinal a, Ordinal b) { return degree(a) != degree(b) ? degree(a) < degree(b) : a < b; });
    }
  }
};

/// Breadth-first searches that share their marks: a vertex is marked when its mark is that of the current search.
template <class Ordinal>
class LevelSearch {
 public:
  explicit LevelSearch(HostGraph<Ordinal> const& graph)
      : graph_(graph), mark_(static_cast<std::size_t>(graph.size()), 0) {}

  /// Appends to `order` the vertices that can be reached from `start`, level by level; returns the number of levels.
  /// The last level begins at `last_level`.
  std::int64_t run(std::int64_t start, std::vector<Ordinal>& order, std::size_t& last_level) {
    ++search_;
    std::int64_t levels = 0;
    std::size_t done = order.size();
    visit(start, order);
    while (done < order.size()) {
      last_level = done;
      ++levels;
      for (std::size_t const end = order.size(); done < end; ++done) {
        poll_at(static_cast<std::int64_t>(done), graph_.size());
        std::int64_t const v = order[done];
        for (std::int64_t p = element(graph_.begin, v); p < element(graph_.begin, v + 1); ++p) {
          std::int64_t const w = element(graph_.neighbours, p);
          if (element(mark_, w) != search_) visit(w, order);
        }
      }
    }
    return levels;
  }

 private:
  void visit(std::int64_t v, std::vector<Ordinal>& order) {
    element(mark_, v) = search_;
    order.push_back(static_cast<Ordinal>(v));
  }

  HostGraph<Ordinal> const& graph_;
  std::vector<std::int64_t> mark_;
  std::int64_t search_ = 0;
};

/// The order of Cuthill and McKee, component by component in the order of their lowest vertices, then reversed.
template <class Ordinal>
std::vector<Ordinal> reverse_cuthill_mckee_order(HostGraph<Ordinal> const& graph) {
  // Searches for one end of a component; each except the last finds more levels than the one before. Few are usual.
  constexpr int max_searches = 16;
  std::int64_t const n = graph.size();
  LevelSearch<Ordinal> search(graph);
  std::vector<Ordinal> order, component;
  std::vector<char> ordered(static_cast<std::size_t>(n));
  order.reserve(ordered.size());
  auto const lesser = [&](Ordinal a, Ordinal b) {
    return graph.degree(a) != graph.degree(b) ? graph.degree(a) < graph.degree(b) : a < b;
  };
  for (std::int64_t v = 0; v < n; ++v) {
    if (element(ordered, v)) continue;
    std::int64_t start = v;
    std::int64_t levels = 0;
    std::size_t last_level = 0;
    if (graph.degree(v) > 0) {
      component.clear();
      search.run(v, component, last_level);
      start = *std::min_element(component.begin(), component.end(), lesser);
      // From one end to the vertex of minimum degree in the last level, as long as the distance grows.
      for (int searches = 0; searches < max_searches; ++searches) {
        component.clear();
        std::int64_t const seen = search.run(start, component, last_level);
        if (seen <= levels) break;
        levels = seen;
        start = *std::min_element(component.begin() + static_cast<std::ptrdiff_t>(last_level), component.end(), lesser);
      }
    }
    std::size_t const begin = order.size();
    search.run(start, order, last_level);
    for (std::size_t p = begin; p < order.size(); ++p) element(ordered, order[p]) = true;
  }
  std::reverse(order.begin(), order.end());
  return order;
}

/// `reverse_cuthill_mckee` after its checks.
template <class Exec, class Matrix>
auto call(Exec const& exec, Matrix const& A) {
  using Ordinal = OrdinalOf<Matrix>;
  std::int64_t const n = A.num_rows();
  auto const order =
      allocate<Kokkos::View<Ordinal*, typename Exec::memory_space>>(exec, "Araios::reverse_cuthill_mckee::order", n);
  if (n == 0) return order;
  fence(exec, "Araios::reverse_cuthill_mckee: the pattern is written");
  auto const host = copy_to<Kokkos::HostSpace>(
      CsrMatrix<Pattern, Ordinal, OffsetOf<Matrix>, typename Matrix::memory_space>(n, n, A.row_map, A.entries));
  auto const found = reverse_cuthill_mckee_order(HostGraph<Ordinal>(n, host.row_map, host.entries));
  Kokkos::deep_copy(
      exec, order,
      Kokkos::View<Ordinal const*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(found.data(), found.size()));
  fence(exec, "Araios::reverse_cuthill_mckee: the copy of the order is complete");
  return order;
}

}  // namespace Araios::Impl::reorder
