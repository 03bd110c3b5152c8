// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Factors by sweeps over all entries: each entry from those of the sweep before, which stay where they are.
///
/// So the result does not depend on what runs first, as that of sweeps in place does. The arithmetic of an entry is
/// that of the exact method: an entry at the end of a chain of s entries, each of which needs the one before, has the
/// exact bits from sweep s on.
///
/// Source: Chow and Patel, SIAM J. Sci. Comput. 37 (2015), in its synchronous form.

#include <Araios/core/execution.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/operations/factor/in_order.hpp>
#include <Araios/operations/factor/rows.hpp>
#include <Araios/primitives/pointers.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <utility>

namespace Araios::Impl::factor {

template <class Rows>
struct GuessFactors {
  Rows rows;
  typename Rows::Ordinal const* row_of;  // of each entry
  typename Rows::T const* a;
  typename Rows::T* to;
  unsigned long long* boosted;  // null but where no sweep follows
  KOKKOS_FUNCTION void operator()(std::int64_t p) const {
    bool is_boosted = false;
    to[p] = rows.guess(a, row_of[p], static_cast<typename Rows::Offset>(p), is_boosted);
    bool const is_pivot = static_cast<typename Rows::Offset>(p) == rows.pattern.diagonal[row_of[p]];
    if (is_boosted && is_pivot && boosted != nullptr) Kokkos::atomic_fetch_add(boosted, 1ull);
  }
};

template <class Rows>
struct SweepFactors {
  Rows rows;
  typename Rows::Ordinal const* row_of;
  typename Rows::T const* a;
  typename Rows::T const* from;
  typename Rows::T* to;
  unsigned long long* boosted;  // null but in the last sweep
  KOKKOS_FUNCTION void operator()(std::int64_t p) const {
    bool is_boosted = false;
    to[p] = rows.sweep(from, a[p], row_of[p], static_cast<typename Rows::Offset>(p), is_boosted);
    if (is_boosted && boosted != nullptr) Kokkos::atomic_fetch_add(boosted, 1ull);
  }
};

/// values := the factors of these values after so many sweeps.
template <class Exec, class Rows, class RowMap, class Values, class Space>
void factor_by_sweeps(Exec const& exec, Rows const& rows, RowMap const& row_map, Values const& values, int sweeps,
                      unsigned long long* boosted, Workspace<Space>& workspace) {
  using T = typename Rows::T;
  using Ordinal = typename Rows::Ordinal;
  auto const nnz = static_cast<std::int64_t>(values.extent(0));
  auto const row_of = workspace.template take<Kokkos::View<Ordinal*, Space>>(exec, nnz);
  auto const a = workspace.template take<Kokkos::View<T*, Space>>(exec, nnz);
  auto const other = workspace.template take<Kokkos::View<T*, Space>>(exec, nnz);
  pointers_to_index(exec, row_map, row_of);
  copy_elements(exec, a, values);
  // The last sweep writes into `values`.
  T *to = values.data(), *from = other.data();
  if (sweeps % 2 == 0) std::swap(to, from);
  Kokkos::parallel_for("Araios::factor::guess", range(exec, nnz),
                       GuessFactors<Rows>{rows, row_of.data(), a.data(), from, sweeps == 0 ? boosted : nullptr});
  for (int s = 0; s < sweeps; ++s, std::swap(to, from))
    Kokkos::parallel_for(
        "Araios::factor::sweep", range(exec, nnz),
        SweepFactors<Rows>{rows, row_of.data(), a.data(), from, to, s + 1 == sweeps ? boosted : nullptr});
}

}  // namespace Araios::Impl::factor
