// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Indices from pointers, the row of every entry, and pointers from sorted indices, where each row begins: without
/// atomics. histogram.hpp has the pointers of indices in any order.

#include <Araios/core/aliasing.hpp>
#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/search.hpp>
#include <Araios/primitives/rank_consecutive.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <utility>

namespace Araios {

/// index(p) := r for pointers(r) <= p < pointers(r+1)
///
/// Shapes        pointers has m+1 elements, index has k.
/// Requires      pointers not decreasing, pointers(0) = 0 and pointers(m) = k; m fits the type of index. With other
///               pointers the index has no meaning, but its elements are in [0, m], and no other memory is accessed.
/// Balance       by positions, not by rows: a work item bisects `pointers` for its first position and walks on,
///               doubling its stride over empty rows. Rows of millions of entries and millions of empty rows cost
///               nothing extra.
/// Cost          one kernel; writes index once, reads pointers about once (only a logarithm of each stretch of empty
///               rows).
/// Asynchronous  yes; allocates nothing.
/// Deterministic space to space, bitwise.
/// Throws        std::invalid_argument when pointers is empty, k > 0 with m = 0, or the arrays overlap.
/// Source        the vectorised pointers-to-index of Incudini and Penzo, there with one thread per row; balanced like
///               the load-balancing search of moderngpu.
template <ExecutionSpace Exec, IndexView Pointers, IndexView Index>
void pointers_to_index(Exec const& exec, Pointers const& pointers, Index const& index) {
  static_assert(Accesses<Exec, Pointers, Index>, "pointers_to_index: Exec must reach pointers and index");
  auto const length = static_cast<std::int64_t>(pointers.extent(0));
  Impl::check(length > 0, "Araios::pointers_to_index: pointers must have rows + 1 elements (0 < 1)");
  Impl::check(length > 1 || index.extent(0) == 0, "Araios::pointers_to_index: no row for the entries of index (",
              index.extent(0), " > 0)");
  Impl::check_disjoint("Araios::pointers_to_index", index, "index", pointers, "pointers");
  // pointers(0) is known. The entries of row r are those with exactly r row ends at or before them.
  auto const ends = Kokkos::subview(pointers, std::pair<std::int64_t, std::int64_t>(1, length));
  Impl::rank_consecutive<Araios::is_gpu_v<Exec>>(exec, "Araios::pointers_to_index::walk", ends, index, 0);
}

/// boundaries: one work item a position, where neighbours differ. search: bisection for the bins.
/// automatic: search when there are more bins than indices, or more than 256 indices a bin; boundaries otherwise.
enum class BoundaryMethod { automatic, boundaries, search };

/// The options of sorted_index_to_pointers.
struct BoundaryOptions {
  BoundaryMethod method = BoundaryMethod::automatic;
};

namespace Impl {

/// Tuning parameters of the boundaries.
struct BoundaryShape {
  int positions_per_item;
  int gap_block;  // bins that one work item fills inside a gap
};
template <class Exec>
inline constexpr BoundaryShape boundary_shape = is_gpu_v<Exec> ? BoundaryShape{1, 64} : BoundaryShape{4096, 1024};

/// pointers(b) := number of indices below b, from the boundaries between unequal neighbours.
///
/// A boundary at position i between indices `before` < `here` determines pointers for the bins (before, here]. There
/// may be millions of them, so its work item writes only those in the first and in the last of their blocks of bins.
/// Another work item per block bisects for its first bin and fills the block if it lies inside a gap. The two kinds
/// never write the same bin.
template <class Exec, class Sorted, class Pointers>
struct SortedBoundaries {
  using Offset = typename Pointers::non_const_value_type;
  static constexpr int gap_block = boundary_shape<Exec>.gap_block;
  static constexpr int positions_per_item = boundary_shape<Exec>.positions_per_item;
  Sorted sorted;
  Pointers pointers;
  std::int64_t blocks;

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    // Blocks first: their dependent loads then overlap with the streaming loads of the others.
    if (item < blocks) {
      fill_block(item);
      return;
    }
    auto const length = static_cast<std::int64_t>(sorted.extent(0));
    std::int64_t const begin = (item - blocks) * positions_per_item;
    std::int64_t const end = length - begin < positions_per_item ? length : begin + positions_per_item;
    std::int64_t before = index_before(begin);
    for (std::int64_t i = begin; i < end; ++i) {
      auto const here = static_cast<std::int64_t>(sorted(i));
      if (before < here) write_ends(i, before + 1, here);
      before = here;
    }
    // The boundary after the last index belongs to the item whose positions include `length`.
    if (end == length && length - begin < positions_per_item) write_ends(length, before + 1, bins());
  }

  KOKKOS_FUNCTION void fill_block(std::int64_t block) const {
    std::int64_t const first = block * gap_block;
    std::int64_t const at =
        first_above(sorted, std::int64_t(0), static_cast<std::int64_t>(sorted.extent(0)), first - 1);
    if (index_before(at) + 1 < first && block < index_at(at) / gap_block)
      for (std::int64_t b = first; b < first + gap_block; ++b) pointers(b) = static_cast<Offset>(at);
  }

  KOKKOS_FUNCTION void write_ends(std::int64_t i, std::int64_t first, std::int64_t last) const {
    std::int64_t const first_block = first / gap_block, last_block = last / gap_block;
    std::int64_t const stop = first_block == last_block ? last + 1 : (first_block + 1) * gap_block;
    for (std::int64_t b = first; b < stop; ++b) pointers(b) = static_cast<Offset>(i);
    if (first_block == last_block) return;
    for (std::int64_t b = last_block * gap_block; b <= last; ++b) pointers(b) = static_cast<Offset>(i);
  }

  KOKKOS_FUNCTION std::int64_t bins() const { return static_cast<std::int64_t>(pointers.extent(0)) - 1; }
  // The index before the first is -1, the one after the last is the number of bins.
  KOKKOS_FUNCTION std::int64_t index_before(std::int64_t i) const {
    return i == 0 ? -1 : static_cast<std::int64_t>(sorted(i - 1));
  }
  KOKKOS_FUNCTION std::int64_t index_at(std::int64_t i) const {
    return i == static_cast<std::int64_t>(sorted.extent(0)) ? bins() : static_cast<std::int64_t>(sorted(i));
  }
};

template <class Exec, class Sorted, class Pointers>
void launch_sorted_boundaries(Exec const& exec, Sorted const& sorted, Pointers const& pointers) {
  constexpr BoundaryShape shape = boundary_shape<Exec>;
  std::int64_t const blocks = tiles_for(static_cast<std::int64_t>(pointers.extent(0)), shape.gap_block);
  std::int64_t const items =
      blocks + tiles_for(static_cast<std::int64_t>(sorted.extent(0)) + 1, shape.positions_per_item);
  Kokkos::parallel_for("Araios::sorted_index_to_pointers::boundaries", range(exec, items),
                       SortedBoundaries<Exec, Sorted, Pointers>{sorted, pointers, blocks});
}

}  // namespace Impl

/// pointers(b) := number of positions p with sorted(p) < b, for b = 0 .. bins
///
/// Shapes        sorted has n elements, pointers has bins + 1.
/// Requires      sorted not decreasing, in [0, bins); n fits the type of pointers.
/// Balance       a gap of any length between neighbours, and any number of equal indices, is shared by many work items.
/// Cost          one kernel. boundaries: reads sorted and writes pointers once. search: writes pointers once, and reads
///               only a logarithm of each stretch of equal indices.
/// Asynchronous  yes; allocates nothing.
/// Deterministic space to space, bitwise.
/// Throws        std::invalid_argument when pointers is empty, there are indices but no bins, or the arrays overlap.
template <ExecutionSpace Exec, IndexView Sorted, IndexView Pointers>
void sorted_index_to_pointers(Exec const& exec, Sorted const& sorted, Pointers const& pointers,
                              BoundaryOptions const& options = {}) {
  static_assert(Accesses<Exec, Sorted, Pointers>, "sorted_index_to_pointers: Exec must reach sorted and pointers");
  constexpr std::int64_t dense = 256;  // indices per bin from which bisection reads less than boundaries
  auto const length = static_cast<std::int64_t>(sorted.extent(0));
  auto const bins = static_cast<std::int64_t>(pointers.extent(0)) - 1;
  Impl::check(bins >= 0, "Araios::sorted_index_to_pointers: pointers must have bins + 1 elements (0 < 1)");
  Impl::check(bins > 0 || length == 0, "Araios::sorted_index_to_pointers: no bins for the indices (", length, " > 0)");
  Impl::check_enumerator(options.method, BoundaryMethod::search, "Araios::sorted_index_to_pointers: BoundaryMethod");
  Impl::check_disjoint("Araios::sorted_index_to_pointers", pointers, "pointers", sorted, "sorted");
  BoundaryMethod method = options.method;
  if (method == BoundaryMethod::automatic)
    method = bins > length || length / dense > bins ? BoundaryMethod::search : BoundaryMethod::boundaries;
  if (method == BoundaryMethod::boundaries)
    Impl::launch_sorted_boundaries(exec, sorted, pointers);
  else
    Impl::rank_consecutive<Araios::is_gpu_v<Exec>>(exec, "Araios::sorted_index_to_pointers::search", sorted, pointers,
                                                   -1);
}

}  // namespace Araios
