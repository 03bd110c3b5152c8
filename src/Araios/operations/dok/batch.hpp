// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The phases of a batch that is inserted into a hash table, or erased from it. Insertion: check, capacity, claims to
/// indices, values. Erasure: marks, entries that remain.

#include <Araios/core/checks.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/pattern.hpp>
#include <Araios/core/read_back.hpp>
#include <Araios/core/wrapping.hpp>
#include <Araios/formats/dok.hpp>
#include <Araios/operations/dok/table.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>

namespace Araios::Impl::dok {

/// A with these slots, which the caller fills, and with its entries in new arrays of `capacity`.
template <class Exec, class Matrix>
Matrix dok_with_capacity(Exec const& exec, Matrix const& A, typename Matrix::slots_type const& slots,
                         std::int64_t capacity) {
  using Indices = typename Matrix::indices_type;
  auto const [row_indices, col_indices, values] = allocate_packed<Indices, Indices, typename Matrix::values_type>(
      exec, "Araios::reserve::entries", {capacity, capacity, capacity});
  Matrix const B(A.num_rows(), A.num_cols(), A.nnz(), slots, row_indices, col_indices, values);
  dok_copy_entries(exec, A.nnz(), A.row_indices, A.col_indices, A.values, B);
  finish_before_arrays_end(exec);
  return B;
}

/// Moves a table whose slots another View shares to arrays of its own; it has the same entries.
template <class Exec, class Matrix>
void dok_own(Exec const& exec, Matrix& A) {
  if (!shares_slots(A)) return;
  auto const slots = allocate_unshared<typename Matrix::slots_type>(exec, "Araios::DokMatrix::slots",
                                                                    static_cast<std::int64_t>(A.slots.extent(0)));
  Kokkos::deep_copy(exec, slots, A.slots);
  A = dok_with_capacity(exec, A, slots, A.capacity());
}

/// The capacity of a table that gets `needed` entries and whose slots allow `max_capacity`: a quarter more than needed,
/// so that many small batches do not copy the entries each time, but exactly the need for the first batch.
template <OffsetType Offset>
std::int64_t dok_roomy_capacity(std::int64_t capacity, std::int64_t needed, std::int64_t max_capacity) {
  std::int64_t const roomy = capacity == 0 ? needed : needed + needed / 4;
  return std::max(needed, std::min({roomy, max_capacity, dok_max_entries<Offset>}));
}

inline constexpr std::int64_t dok_none = std::numeric_limits<std::int64_t>::max();

/// Refuses a batch with a coordinate outside of A, before anything is changed. Returns the number of its coordinates
/// that A lacks, duplicates counted, where `count_missing`, else the number of all.
template <class Exec, class Matrix, class Rows, class Cols>
ARAIOS_NOT_INLINED std::int64_t dok_check_batch(Exec const& exec, char const* operation, Matrix const& A,
                                                Rows const& rows, Cols const& cols, bool count_missing) {
  std::int64_t const count = rows.extent(0);
  std::int64_t const num_rows = A.num_rows();
  std::int64_t const num_cols = A.num_cols();
  std::int64_t first = dok_none;
  std::int64_t missing = 0;
  Kokkos::parallel_reduce(
      "Araios::dok::check_batch", range(exec, count),
      KOKKOS_LAMBDA(std::int64_t p, std::int64_t& minimum, std::int64_t& absent) {
        std::int64_t const i = rows(p);
        std::int64_t const j = cols(p);
        if (i < 0 || i >= num_rows || j < 0 || j >= num_cols) {
          if (p < minimum) minimum = p;
        } else if (count_missing && !A.contains(i, j)) {
          ++absent;
        }
      },
      Kokkos::Min<std::int64_t>(first), Kokkos::Sum<std::int64_t>(missing));
  if (first != dok_none) {
    std::int64_t const i = read_back(exec, rows, first, "Araios::dok: the row at fault is on the host");
    std::int64_t const j = read_back(exec, cols, first, "Araios::dok: the column at fault is on the host");
    check(false, operation, ": position ", first, ": (", i, ", ", j, ") is outside of the ", num_rows, " x ", num_cols,
          " matrix");
  }
  return count_missing ? missing : count;
}

/// 1 for the candidate whose index the table stores for its coordinate, else 0.
template <class Slots, class SlotOf>
struct DokWinners {
  Slots slots;
  SlotOf slot_of;
  std::int64_t known;
  KOKKOS_FUNCTION int operator()(std::int64_t p) const {
    return static_cast<std::int64_t>(slots(slot_of(p))) == known + p;
  }
  KOKKOS_FUNCTION std::int64_t extent(int) const { return static_cast<std::int64_t>(slot_of.extent(0)); }
};

/// number(p) := index of the entry of candidate p; the winners write their entries.
template <class Exec, class Winners, class Before, class Rows, class Cols, class Values, class Matrix, class Numbers>
ARAIOS_NOT_INLINED void dok_number(Exec const& exec, Winners const& winners, Before const& before, Rows const& rows,
                                   Cols const& cols, Values const& values, Matrix const& A, Numbers const& number) {
  std::int64_t const known = winners.known;
  Kokkos::parallel_for(
      "Araios::insert::number", range(exec, winners.extent(0)), KOKKOS_LAMBDA(std::int64_t p) {
        using Offset = typename Matrix::Offset;
        std::int64_t const holds = static_cast<std::int64_t>(winners.slots(winners.slot_of(p)));
        std::int64_t const e = holds < known ? holds : known + static_cast<std::int64_t>(before(holds - known));
        number(p) = static_cast<Offset>(e);
        if (holds != known + p) return;
        A.row_indices(e) = static_cast<typename Matrix::Ordinal>(rows(p));
        A.col_indices(e) = static_cast<typename Matrix::Ordinal>(cols(p));
        A.values(e) = static_cast<typename Matrix::Scalar>(values(p));
      });
}

/// Slots hold indices of entries again, instead of candidates. Only the winner of a coordinate writes: the index of its
/// entry is at most its own, so no other candidate of that coordinate can take it for itself.
template <class Exec, class Winners, class Numbers>
ARAIOS_NOT_INLINED void dok_settle(Exec const& exec, Winners const& winners, Numbers const& number) {
  Kokkos::parallel_for(
      "Araios::insert::settle", range(exec, winners.extent(0)), KOKKOS_LAMBDA(std::int64_t p) {
        auto& slot = winners.slots(winners.slot_of(p));
        if (static_cast<std::int64_t>(dok_read(slot)) == winners.known + p) slot = number(p);
      });
}

/// Values of entries that the batch names more than once, or that were stored before: `number` is sorted, and
/// `position` has the candidates of an entry in the order of the batch. The winner of a new entry has written its value
/// already.
template <class Exec, class Numbers, class Positions, class Values, class Matrix>
ARAIOS_NOT_INLINED void dok_combine(Exec const& exec, Numbers const& number, Positions const& position,
                                    Values const& values, std::int64_t known, bool sum, Matrix const& A) {
  std::int64_t const count = number.extent(0);
  Kokkos::parallel_for(
      "Araios::insert::combine", range(exec, count), KOKKOS_LAMBDA(std::int64_t s) {
        using Scalar = typename Matrix::Scalar;
        auto const e = number(s);
        if (!sum) {
          if (s + 1 == count || number(s + 1) != e) A.values(e) = static_cast<Scalar>(values(position(s)));
          return;
        }
        if (s > 0 && number(s - 1) == e) return;
        Scalar total = A.values(e);
        for (std::int64_t q = static_cast<std::int64_t>(e) < known ? s : s + 1; q < count && number(q) == e; ++q)
          total = static_cast<Scalar>(wrapping_sum(total, static_cast<Scalar>(values(position(q)))));
        A.values(e) = total;
      });
}

/// 1 for an entry that stays, else 0.
template <class Marks>
struct DokKept {
  Marks erased;
  KOKKOS_FUNCTION int operator()(std::int64_t e) const { return erased(e) == 0; }
  KOKKOS_FUNCTION std::int64_t extent(int) const { return static_cast<std::int64_t>(erased.extent(0)); }
};

/// entries(p) := the index of the entry at (rows(p), cols(p)), or -1.
template <class Matrix, class Rows, class Cols, class Entries>
struct DokFind {
  Matrix A;
  Rows rows;
  Cols cols;
  Entries entries;
  KOKKOS_FUNCTION void operator()(std::int64_t p) const {
    entries(p) = static_cast<typename Entries::non_const_value_type>(A.find(rows(p), cols(p)));
  }
};

template <class Exec, class Matrix, class Rows, class Cols, class Marks>
ARAIOS_NOT_INLINED void dok_mark(Exec const& exec, Matrix const& A, Rows const& rows, Cols const& cols,
                                 Marks const& erased) {
  Kokkos::parallel_for(
      "Araios::erase::mark", range(exec, static_cast<std::int64_t>(rows.extent(0))), KOKKOS_LAMBDA(std::int64_t p) {
        std::int64_t const e = A.find(rows(p), cols(p));
        if (e >= 0) Kokkos::atomic_exchange(&erased(e), 1);
      });
}

template <class Exec, class Matrix, class Kept, class Before>
ARAIOS_NOT_INLINED void dok_compact(Exec const& exec, Matrix const& A, Kept const& kept, Before const& before,
                                    Matrix const& B) {
  Kokkos::parallel_for(
      "Araios::erase::compact", range(exec, kept.extent(0)), KOKKOS_LAMBDA(std::int64_t e) {
        if (kept(e) == 0) return;
        auto const to = before(e);
        B.row_indices(to) = A.row_indices(e);
        B.col_indices(to) = A.col_indices(e);
        B.values(to) = A.values(e);
      });
}

}  // namespace Araios::Impl::dok
