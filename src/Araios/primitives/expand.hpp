// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Indices from pointers: the row of every entry.

#include <Araios/core/aliasing.hpp>
#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/execution.hpp>
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

}  // namespace Araios
