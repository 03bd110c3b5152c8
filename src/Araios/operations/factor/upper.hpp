// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// U = L^H of IC(0), row by row: what rows of the factorization wait for on CUDA, and what the second solve reads.

#include <Araios/core/execution.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/operations/factor/rows.hpp>
#include <Araios/operations/transpose/options.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace Araios::Impl::factor {

/// ilu: all are empty. Transposition is a TransposePlan of the pattern of L.
template <class Transposition_, class T>
struct UpperArrays {
  using Transposition = Transposition_;
  using Offset = typename Transposition::Offset;
  using Space = typename Transposition::memory_space;
  Transposition transposition;
  Kokkos::View<T*, Space> values;
  Kokkos::View<Offset*, Space> positions;  // in U, of each entry of L

  /// values := U of these numbers of L.
  template <class Exec, class Values>
  void take(Exec const& exec, Values const& lower) const {
    transposition.transpose_values(exec, lower, values, {.conjugate = Conjugate::yes});
  }
  std::int64_t bytes() const {
    return transposition.bytes() + static_cast<std::int64_t>(values.extent(0) * (sizeof(T) + sizeof(Offset)));
  }
};

/// positions[p] := q, where entry (k, i) of U is at q and entry (i, k) of L at p.
template <class Ordinal, class Offset>
struct FindPositions {
  Pattern<Ordinal, Offset> lower;
  Offset const* row_map;  // of U
  Ordinal const* entries;
  Offset* positions;
  KOKKOS_FUNCTION void operator()(std::int64_t k) const {
    for (Offset q = row_map[k]; q < row_map[k + 1]; ++q) {
      auto const i = static_cast<std::int64_t>(entries[q]);
      positions[lower.search(lower.row_map[i], lower.diagonal[i], static_cast<Ordinal>(k))] = q;
    }
  }
};

template <class Exec, class Transposition, class T, class Made>
void make_upper(Exec const& exec, Transposition const& transposition, Made const& made,
                UpperArrays<Transposition, T>& upper) {
  using Upper = UpperArrays<Transposition, T>;
  auto const nnz = static_cast<std::int64_t>(made.entries.extent(0));
  upper.transposition = transposition;
  upper.values = allocate<Kokkos::View<T*, typename Upper::Space>>(exec, "Araios::factor::upper", nnz);
  upper.positions =
      allocate<Kokkos::View<typename Upper::Offset*, typename Upper::Space>>(exec, "Araios::factor::positions", nnz);
  auto const lower = made.pattern();
  Kokkos::parallel_for(
      "Araios::factor::positions", range(exec, lower.num_rows),
      FindPositions<typename Transposition::Ordinal, typename Upper::Offset>{
          lower, transposition.row_map().data(), transposition.entries().data(), upper.positions.data()});
}

}  // namespace Araios::Impl::factor
