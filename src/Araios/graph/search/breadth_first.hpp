// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Breadth-first search by products with Boolean vectors: the next frontier is the frontier times A, under the complement
/// of what was reached.
///
/// push reads the edges that leave the frontier; pull looks, for each vertex not reached, for an edge from the frontier,
/// and stops at the first. A step pulls where more than a 14th of all edges leave the frontier: a vertex not reached
/// then usually finds one soon.
///
/// Source: Beamer, Asanovic, Patterson, SC 2012 (push and pull, and the 14); Yang, Buluc, Owens, ICPP 2018 (masks).

#include <Araios/core/bit_mask.hpp>
#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/read_back.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/bitmap_vector.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/operations/bitmap/combine.hpp>
#include <Araios/operations/mxv/kernels.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <utility>

namespace Araios {

/// automatic chooses in each step.
enum class SearchDirection { automatic, push, pull };

/// Options of bfs_levels.
struct SearchOptions {
  SearchDirection direction = SearchDirection::automatic;
};

namespace Impl::search {

/// Tuning parameter: a step pulls where more than this part of the edges leaves the frontier.
inline constexpr std::int64_t pull_part = 14;

/// numbers(0) sums to the vertices of the frontier, numbers(1) to the edges that leave it.
template <class Words, class RowMap>
struct MeasureFrontier {
  using value_type = std::int64_t[];
  unsigned const value_count = 2;
  Words words;
  RowMap row_map;
  std::int64_t length;

  MeasureFrontier(Words const& words_, RowMap const& row_map_, std::int64_t length_)
      : words(words_), row_map(row_map_), length(length_) {}
  KOKKOS_FUNCTION void operator()(std::int64_t i, std::int64_t sums[]) const {
    if (!bit_at(words, i)) return;
    ++sums[0];
    sums[1] += static_cast<std::int64_t>(row_map(i + 1)) - static_cast<std::int64_t>(row_map(i));
  }
  KOKKOS_FUNCTION void init(std::int64_t sums[]) const { sums[0] = sums[1] = 0; }
  KOKKOS_FUNCTION void join(std::int64_t sums[], std::int64_t const others[]) const {
    sums[0] += others[0];
    sums[1] += others[1];
  }
  // Kokkos before 4.0 joins volatile values.
  KOKKOS_FUNCTION void join(std::int64_t volatile* sums, std::int64_t volatile const* others) const {
    sums[0] = sums[0] + others[0];
    sums[1] = sums[1] + others[1];
  }
};

/// levels(i) := level for the vertices of the frontier.
template <class Words, class Levels>
struct SetLevels {
  Words words;
  Levels levels;
  int level;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    if (bit_at(words, i)) levels(i) = level;
  }
};

/// Sets bit i, of vectors without others.
template <class Words>
struct SetOneBit {
  Words words;
  std::int64_t i;
  KOKKOS_FUNCTION void operator()(std::int64_t) const { words(word_of_bit(i)) = std::uint32_t(1) << (i & 31); }
};

/// The levels from `source`. Transposed: the edges to each vertex, where pull is allowed.
template <class Exec, class Matrix, class Transposed, class Levels, class Space>
void breadth_first(Exec const& exec, SearchDirection direction, Matrix const& A, Transposed const* transposed,
                   std::int64_t source, Levels const& levels, Workspace<Space>& workspace) {
  using Vector = BitmapVector<Space>;
  using Words = typename Vector::words_type;
  std::int64_t const n = A.num_rows();
  typename Workspace<Space>::Frame const frame(workspace);
  auto const take = [&] {
    auto const taken = workspace.template take<Kokkos::View<std::uint32_t*, Space>>(exec, words_for_bits(n));
    Words const words(taken.data(), taken.extent(0));
    fill(exec, words, std::uint32_t(0));
    return Vector(n, words);
  };
  Vector frontier = take(), next = take();
  Vector const reached = take();
  auto const numbers = workspace.template take<Kokkos::View<std::int64_t*, Space>>(exec, 2);
  fill(exec, levels, -1);
  Kokkos::parallel_for("Araios::bfs_levels::source", range(exec, 1), SetOneBit<Words>{frontier.words, source});
  for (int level = 0;; ++level) {
    Kokkos::parallel_for("Araios::bfs_levels::levels", range(exec, n),
                         SetLevels<Words, Levels>{frontier.words, levels, level});
    bitmap::combine<bitmap::WordOp::bit_or>(exec, "Araios::bfs_levels", reached, frontier, reached);
    Kokkos::parallel_reduce("Araios::bfs_levels::frontier", range(exec, n),
                            MeasureFrontier<Words, decltype(A.row_map)>(frontier.words, A.row_map, n), numbers);
    auto const [vertices, edges] =
        read_back_array<2>(exec, numbers, "Araios::bfs_levels: the size of the frontier is on the host");
    if (vertices == 0) return;
    mxv::BitMask<Words> const unreached{reached.words, true};
    bool const pulls = transposed != nullptr &&
                       (direction == SearchDirection::pull || (direction == SearchDirection::automatic &&
                                                               edges > static_cast<std::int64_t>(A.nnz()) / pull_part));
    if (pulls)
      mxv::pull(exec, "Araios::bfs_levels::pull", *transposed, frontier.words, next.words, unreached, false);
    else
      mxv::push(exec, "Araios::bfs_levels::push", A, frontier.words, next.words, unreached, false);
    std::swap(frontier, next);
  }
}

}  // namespace Impl::search

}  // namespace Araios
