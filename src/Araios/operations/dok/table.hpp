// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The kernels that fill the slots of a hash table.
///
/// A slot changes from -1 to an index once, by compare-and-swap, and afterwards only from an index to a smaller one of
/// the same coordinate. A thread may read an old value, which is still usable: if it reads -1, its exchange fails and
/// returns the current value, and an old index has the same coordinate. So slots are read without memory ordering, and
/// the keys, which earlier kernels wrote, are not part of the exchange: coordinates of any width work with slots of one
/// word.
///
/// The slot of a coordinate depends on the schedule. The set of used slots does not, and neither do the results of
/// `find`.

#include <Araios/core/execution.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/pattern.hpp>
#include <Araios/formats/dok.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace Araios::Impl::dok {

/// Reads a slot from memory, not from a register.
template <class Offset>
KOKKOS_INLINE_FUNCTION Offset dok_read(Offset const& slot) {
  return *const_cast<Offset const volatile*>(&slot);
}

/// Puts the entries [0, nnz), whose coordinates are all different, into slots that hold -1. Does not compare keys.
template <class Exec, class Slots, class Indices>
ARAIOS_NOT_INLINED void dok_link(Exec const& exec, Slots const& slots, Indices const& rows, Indices const& cols,
                                 std::int64_t nnz) {
  using Offset = typename Slots::non_const_value_type;
  std::uint64_t const mask = slots.extent(0) - 1;
  if (nnz == 0) return;
  Kokkos::parallel_for(
      "Araios::dok::link", range(exec, nnz), KOKKOS_LAMBDA(std::int64_t e) {
        constexpr Offset empty = static_cast<Offset>(-1);
        std::uint64_t slot = dok_home(rows(e), cols(e)) & mask;
        while (dok_read(slots(slot)) != empty ||
               Kokkos::atomic_compare_exchange(&slots(slot), empty, static_cast<Offset>(e)) != empty)
          slot = (slot + 1) & mask;
      });
}

/// Coordinates by index: indices below `known` are entries of the table, the others are candidates for insertion.
template <class Indices, class Rows, class Cols>
struct DokKeys {
  Indices known_rows, known_cols;
  Rows rows;
  Cols cols;
  std::int64_t known;

  KOKKOS_FUNCTION bool are(std::int64_t number, std::int64_t i, std::int64_t j) const {
    return number < known ? known_rows(number) == i && known_cols(number) == j
                          : rows(number - known) == i && cols(number - known) == j;
  }
};

/// Every candidate p finds the slot of its coordinate, slot_of(p), or takes one. The slot then holds the index of the
/// entry, if there was one before, else known + the first candidate of its coordinate.
template <class Exec, class Slots, class Keys, class SlotOf>
ARAIOS_NOT_INLINED void dok_claim(Exec const& exec, Slots const& slots, Keys const& keys, std::int64_t count,
                                  SlotOf const& slot_of) {
  using Offset = typename Slots::non_const_value_type;
  std::uint64_t const mask = slots.extent(0) - 1;
  if (count == 0) return;
  Kokkos::parallel_for(
      "Araios::dok::claim", range(exec, count), KOKKOS_LAMBDA(std::int64_t p) {
        constexpr Offset empty = static_cast<Offset>(-1);
        std::int64_t const i = keys.rows(p);
        std::int64_t const j = keys.cols(p);
        Offset const number = static_cast<Offset>(keys.known + p);
        std::uint64_t slot = dok_home(i, j) & mask;
        for (;; slot = (slot + 1) & mask) {
          Offset seen = dok_read(slots(slot));
          if (seen == empty) {
            seen = Kokkos::atomic_compare_exchange(&slots(slot), empty, number);
            if (seen == empty) break;
          }
          if (keys.are(static_cast<std::int64_t>(seen), i, j)) {
            if (number < seen) Kokkos::atomic_fetch_min(&slots(slot), number);
            break;
          }
        }
        slot_of(p) = static_cast<std::int64_t>(slot);
      });
}

/// Undoes `dok_claim`: the slots that it filled are empty again.
template <class Exec, class Slots>
ARAIOS_NOT_INLINED void dok_unclaim(Exec const& exec, Slots const& slots, std::int64_t known) {
  using Offset = typename Slots::non_const_value_type;
  Kokkos::parallel_for(
      "Araios::dok::unclaim", range(exec, static_cast<std::int64_t>(slots.extent(0))), KOKKOS_LAMBDA(std::int64_t s) {
        if (slots(s) != static_cast<Offset>(-1) && static_cast<std::int64_t>(slots(s)) >= known)
          slots(s) = static_cast<Offset>(-1);
      });
}

/// to(e) := from(e) for the first `count` entries.
template <class Exec, class Rows, class Cols, class Values, class Matrix>
ARAIOS_NOT_INLINED void dok_copy_entries(Exec const& exec, std::int64_t count, Rows const& rows, Cols const& cols,
                                         Values const& values, Matrix const& to) {
  if (count == 0) return;
  Kokkos::parallel_for(
      "Araios::dok::copy_entries", range(exec, count), KOKKOS_LAMBDA(std::int64_t e) {
        using Ordinal = typename Matrix::Ordinal;
        to.row_indices(e) = static_cast<Ordinal>(rows(e));
        to.col_indices(e) = static_cast<Ordinal>(cols(e));
        to.values(e) = values(e);
      });
}

}  // namespace Araios::Impl::dok
