// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Insertion into and erasure from hash tables of entries, in batches.
///
/// Any kernel can find and change single entries (DokMatrix::find, value_at). Entries are inserted and erased in
/// batches only: a kernel that took the next free index for its new entry would make indices depend on the schedule,
/// and could not move a full table. With batches the indices of entries, and so every later result, are the same in
/// each run and in each space.

#include <Araios/core/aliasing.hpp>
#include <Araios/core/checks.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/option_ranges.hpp>
#include <Araios/core/profiling.hpp>
#include <Araios/core/read_back.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/check_operands.hpp>
#include <Araios/formats/dok.hpp>
#include <Araios/formats/for_each_array.hpp>
#include <Araios/formats/validate/dok.hpp>
#include <Araios/operations/dok/batch.hpp>
#include <Araios/operations/dok/table.hpp>
#include <Araios/primitives/radix_sort.hpp>
#include <Araios/primitives/scan.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>
#include <utility>

namespace Araios {

/// What an insertion does with a coordinate that has an entry already, or that its batch names more than once.
enum class DokInsert {
  keep_first,       ///< keeps the stored entry; of a batch the first
  replace_by_last,  ///< stores the last of the batch
  sum               ///< adds the values of the batch, in their order, to the stored one
};

/// Options of insert.
struct DokInsertOptions {
  DokInsert duplicates = DokInsert::keep_first;
};

/// Memory for at least `capacity` entries, and the slots that go with it
///
/// Cost          nothing where the capacity suffices; otherwise a copy of the entries, and an atomic exchange for each.
/// Asynchronous  yes; allocates dok_bytes(capacity) at most, before A releases its old arrays. Indices of entries stay.
/// Throws        std::invalid_argument when the capacity is negative, or more than Offset can count. A is then as
///               before.
template <ExecutionSpace Exec>
void reserve(Exec const& exec, DokTableOf<Exec> auto& A, std::int64_t capacity) {
  using Matrix = Impl::MatrixType<decltype(A)>;
  Matrix& a = A;
  Impl::check_option("Araios::reserve", Impl::option::capacity, capacity);
  (void)Impl::checked_cast<typename Matrix::Offset>(capacity, "Araios::reserve: capacity");
  if (capacity <= a.capacity()) return;
  Impl::dok::dok_own(exec, a);
  Impl::ScopedRegion const region("Araios::reserve");
  std::int64_t const needed_slots = Impl::dok_slots(capacity);
  bool const more_slots = needed_slots > static_cast<std::int64_t>(a.slots.extent(0));
  auto const slots = more_slots
                         ? allocate_unshared<typename Matrix::slots_type>(exec, "Araios::reserve::slots", needed_slots)
                         : a.slots;
  Matrix const B = Impl::dok::dok_with_capacity(exec, a, slots, capacity);
  if (more_slots) {
    Araios::fill(exec, slots, Matrix::empty);
    Impl::dok::dok_link(exec, slots, B.row_indices, B.col_indices, a.nnz());
  }
  a = B;
}

/// Inserts the batch (rows(p), cols(p), values(p)), p = 0 .. k-1, into A; returns the number of new entries
///
/// Shapes        rows, cols and values have k elements; values is NoValues for a Pattern matrix.
/// Requires      the batch overlaps no array of A.
/// Order         new entries get the indices from nnz on, in the order in which the batch names their coordinates
///               first.
/// Growth        when the new coordinates, duplicates counted, exceed the capacity of the slots, A moves to larger
///               arrays. They are allocated before anything of A is changed or released.
/// Cost          kernels that read the batch, and for each of its elements about one and a half slots, an entry and one
///               atomic exchange or minimum; a scan. replace_by_last and sum sort the batch by entry unless all of it
///               is new; d values of one coordinate are added in d steps.
/// Asynchronous  no: waits for the check of the batch, and once more for the number of new entries. Workspace: 8 bytes
///               and two Offsets per element of the batch; where it is sorted two Offsets more, and what `radix_sort`
///               takes.
/// Deterministic space to space, bitwise, in indices, coordinates and values. The slot of an entry depends on the
///               schedule; no query of a table does.
/// Throws        std::invalid_argument when lengths disagree, the batch overlaps an array of A, a coordinate is outside
///               of A (the first of them is named), or Offset cannot count nnz + k. In every case A has the entries
///               that it had.
template <ExecutionSpace Exec, IndexView Rows, IndexView Cols, ValuesView Values>
  requires Accesses<Exec, Rows, Cols, Values>
std::int64_t insert(Exec const& exec, DokTableOf<Exec> auto& A, Rows const& rows, Cols const& cols,
                    Values const& values, DokInsertOptions const& options = {}, WorkspaceFor<Exec> workspace = {}) {
  using Matrix = Impl::MatrixType<decltype(A)>;
  Matrix& a = A;
  using Scalar = typename Matrix::Scalar;
  using Offset = typename Matrix::Offset;
  using Space = typename Exec::memory_space;
  using Numbers = Kokkos::View<Offset*, Space>;
  DokInsert const how = options.duplicates;
  static_assert(!std::is_const_v<Scalar>, "insert: the values of the table are const");
  std::int64_t const count = rows.extent(0);
  std::int64_t const known = a.nnz();
  Impl::check_equal(cols.extent(0), count, "Araios::insert: length of cols, length of rows");
  if constexpr (!is_pattern_v<Scalar>)
    Impl::check_equal(values.extent(0), count, "Araios::insert: length of values, length of rows");
  (void)Impl::checked_cast<Offset>(known + count, "Araios::insert: entries of the table and of the batch");
  Impl::check_enumerator(how, DokInsert::sum, "Araios::insert: DokInsert");
  Impl::check_disjoint_from_arrays("Araios::insert", rows, "rows", a, "A");
  Impl::check_disjoint_from_arrays("Araios::insert", cols, "cols", a, "A");
  Impl::check_disjoint_from_arrays("Araios::insert", values, "values", a, "A");
  if (count == 0) return 0;
  Impl::check_operands(exec, "Araios::insert", Impl::Operand("A", a));
  Impl::ScopedRegion const region("Araios::insert");
  Impl::dok::dok_own(exec, a);
  auto& space = workspace.get(exec);
  typename Workspace<Space>::Frame const frame(space);

  std::int64_t const limit = static_cast<std::int64_t>(a.slots.extent(0)) / 2;
  std::int64_t const max_new = Impl::dok::dok_check_batch(exec, "Araios::insert", a, rows, cols, known + count > limit);
  if (known + max_new > limit) {
    auto const slots =
        allocate_unshared<typename Matrix::slots_type>(exec, "Araios::insert::slots", Impl::dok_slots(known + max_new));
    Araios::fill(exec, slots, Matrix::empty);
    Impl::dok::dok_link(exec, slots, a.row_indices, a.col_indices, known);
    a.slots = slots;
  }

  auto const slot_of = space.template take<Kokkos::View<std::int64_t*, Space>>(exec, count);
  auto const before = space.template take<Numbers>(exec, count + 1);
  auto const number = space.template take<Numbers>(exec, count);
  Impl::dok::DokWinners<typename Matrix::slots_type, decltype(slot_of)> const winners{a.slots, slot_of, known};
  Impl::dok::DokKeys<typename Matrix::indices_type, Rows, Cols> const keys{a.row_indices, a.col_indices, rows, cols,
                                                                           known};
  std::int64_t added = 0;
  bool combined = false;
  Numbers sorted, position;
  Impl::dok::dok_claim(exec, a.slots, keys, count, slot_of);
  // Until the slots hold indices again, A has its old entries: a failure in between undoes the claims.
  try {
    exclusive_scan(exec, winners, before, {}, space);
    added = static_cast<std::int64_t>(
        Araios::read_back(exec, before, count, "Araios::insert: the number of new entries is on the host"));
    // The slots stay, for they hold the claims; there are enough of them since the batch was checked.
    if (known + added > a.capacity()) {
      std::int64_t const max_capacity = static_cast<std::int64_t>(a.slots.extent(0)) / 2;
      a = Impl::dok::dok_with_capacity(
          exec, a, a.slots, Impl::dok::dok_roomy_capacity<Offset>(a.capacity(), known + added, max_capacity));
    }
    Impl::dok::dok_number(exec, winners, before, rows, cols, values, a, number);
    combined = how != DokInsert::keep_first && !is_pattern_v<Scalar> && (known > 0 || added < count);
    if (combined) {
      sorted = space.template take<Numbers>(exec, count);
      position = space.template take<Numbers>(exec, count);
      radix_sort(exec, number, Impl::Identity{}, NoValues{}, sorted, position, NoValues{},
                 {.key_bits = Impl::bits_for(known + added)}, space);
    }
  } catch (...) {
    Impl::dok::dok_unclaim(exec, a.slots, known);
    throw;
  }

  Impl::dok::dok_settle(exec, winners, number);
  a = Matrix(a.num_rows(), a.num_cols(), known + added, a.slots, a.row_indices, a.col_indices, a.values);
  if (combined) Impl::dok::dok_combine(exec, sorted, position, values, known, how == DokInsert::sum, a);
  return added;
}

/// The same for a matrix without values, for which all options mean the same.
template <ExecutionSpace Exec, IndexView Rows, IndexView Cols>
  requires Accesses<Exec, Rows, Cols>
std::int64_t insert(Exec const& exec, DokTableOf<Exec> auto& A, Rows const& rows, Cols const& cols,
                    WorkspaceFor<Exec> workspace = {})
  requires is_pattern_v<ScalarOf<decltype(A)>>
{
  return insert(exec, A, rows, cols, NoValues{}, DokInsertOptions{}, std::move(workspace));
}

/// entries(p) := index of the entry at (rows(p), cols(p)), or -1
///
/// Shapes        rows, cols and entries have k elements.
/// Requires      the type of entries is signed and holds every index. Coordinates outside of A are coordinates without
///               an entry.
/// Cost          one kernel: about one and a half slots and one entry for each.
/// Asynchronous  yes; allocates nothing.
/// Deterministic space to space, bitwise.
/// Throws        std::invalid_argument when lengths disagree, or entries overlap another array.
template <ExecutionSpace Exec, IndexView Rows, IndexView Cols, IndexView Entries>
  requires Accesses<Exec, Rows, Cols, Entries>
void find_entries(Exec const& exec, DokOf<Exec> auto const& A, Rows const& rows, Cols const& cols,
                  Entries const& entries) {
  auto const& a = Impl::as_matrix(A);
  Impl::check_equal(cols.extent(0), rows.extent(0), "Araios::find_entries: length of cols, length of rows");
  Impl::check_equal(entries.extent(0), rows.extent(0), "Araios::find_entries: length of entries, length of rows");
  Impl::check_disjoint_from_arrays("Araios::find_entries", entries, "entries", a, "A");
  Impl::check_outputs("Araios::find_entries", {{Impl::byte_blocks(entries), "entries"}},
                      {{Impl::byte_blocks(rows), "rows"}, {Impl::byte_blocks(cols), "cols"}});
  Impl::check_operands(exec, "Araios::find_entries", Impl::Operand("A", a));
  if (rows.extent(0) == 0) return;
  using Matrix = Impl::MatrixType<decltype(A)>;
  Kokkos::parallel_for("Araios::find_entries", Araios::range(exec, static_cast<std::int64_t>(rows.extent(0))),
                       Impl::dok::DokFind<Matrix, Rows, Cols, Entries>{a, rows, cols, entries});
}

/// Removes the entries at (rows(p), cols(p)); returns the number of removed entries
///
/// The table is rebuilt: slots marked as erased would lengthen every later search.
///
/// Shapes        rows and cols have k elements. Coordinates without an entry, and duplicates, do nothing.
/// Order         the entries that remain keep their order and get the indices from 0 on. The capacity stays.
/// Cost          one search per element of the batch; a copy of all entries and one atomic exchange for each,
///               independent of k.
/// Asynchronous  no: waits for the number of entries that remain. Allocates arrays for the capacity; 4 bytes and an
///               Offset per entry from `workspace`.
/// Deterministic as `insert`.
/// Throws        std::invalid_argument when lengths disagree. A is then as before.
template <ExecutionSpace Exec, IndexView Rows, IndexView Cols>
  requires Accesses<Exec, Rows, Cols>
std::int64_t erase(Exec const& exec, DokTableOf<Exec> auto& A, Rows const& rows, Cols const& cols,
                   WorkspaceFor<Exec> workspace = {}) {
  using Matrix = Impl::MatrixType<decltype(A)>;
  Matrix& a = A;
  using Space = typename Exec::memory_space;
  Impl::check_equal(cols.extent(0), rows.extent(0), "Araios::erase: length of cols, length of rows");
  std::int64_t const nnz = a.nnz();
  if (nnz == 0 || rows.extent(0) == 0) return 0;
  Impl::check_operands(exec, "Araios::erase", Impl::Operand("A", a));
  Impl::ScopedRegion const region("Araios::erase");
  Impl::dok::dok_own(exec, a);
  auto& space = workspace.get(exec);
  typename Workspace<Space>::Frame const frame(space);
  auto const erased = space.template take<Kokkos::View<int*, Space>>(exec, nnz);
  auto const before = space.template take<Kokkos::View<typename Matrix::Offset*, Space>>(exec, nnz + 1);
  Impl::dok::DokKept<decltype(erased)> const kept{erased};
  Araios::fill(exec, erased, 0);
  Impl::dok::dok_mark(exec, a, rows, cols, erased);
  exclusive_scan(exec, kept, before, {}, space);
  std::int64_t const remain = static_cast<std::int64_t>(
      Araios::read_back(exec, before, nnz, "Araios::erase: the number of entries that remain is on the host"));
  if (remain == nnz) return 0;
  std::int64_t const capacity = a.capacity();
  using Indices = typename Matrix::indices_type;
  auto const [row_indices, col_indices, values] = allocate_packed<Indices, Indices, typename Matrix::values_type>(
      exec, "Araios::erase::entries", {capacity, capacity, capacity});
  Matrix const B(a.num_rows(), a.num_cols(), remain, a.slots, row_indices, col_indices, values);
  Impl::dok::dok_compact(exec, a, kept, before, B);
  Araios::fill(exec, B.slots, Matrix::empty);
  Impl::dok::dok_link(exec, B.slots, B.row_indices, B.col_indices, remain);
  Impl::finish_before_arrays_end(exec);
  a = B;
  return nnz - remain;
}

}  // namespace Araios
