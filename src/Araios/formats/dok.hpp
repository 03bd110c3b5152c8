// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// DOK, dictionary of keys: a hash table from (row, column) to a value.

#include <Araios/core/aliasing.hpp>
#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/hash.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/formats/format.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>

namespace Araios {

namespace Impl {

/// The hash of the coordinate (i, j): modulo the number of slots, it is the slot at which a search begins. The
/// coordinates of four consecutive diagonals in two consecutive rows share eight consecutive slots, one sector of
/// memory for slots of 4 bytes, so that consecutive entries of a row, and those below them in a band, share a load. The
/// groups of eight are hashed, and each is permuted in its own way, so that a matrix with every eighth coordinate does
/// not use only every eighth slot.
KOKKOS_INLINE_FUNCTION std::uint64_t dok_home(std::int64_t i, std::int64_t j) {
  std::uint64_t const row = static_cast<std::uint64_t>(i);
  std::uint64_t const diagonal = static_cast<std::uint64_t>(j) - row;
  std::uint64_t group = ((row >> 1) * golden_ratio_64) ^ (diagonal >> 2);
  // Multiplications move differences to higher bits, shifts bring them down again.
  group = (group ^ (group >> 32)) * 0xd6e8feb86659fd93u;
  group = (group ^ (group >> 29)) * 0xa0761d6478bd642fu;
  group ^= group >> 32;
  return (group << 3) | ((((row & 1u) << 2 | (diagonal & 3u)) ^ (group >> 56)) & 7u);
}

/// Number of slots of a table for `capacity` entries: a power of two, at least 16, at most half of them filled.
inline std::int64_t dok_slots(std::int64_t capacity) {
  check(capacity >= 0 && capacity <= std::int64_t(1) << 60, "Araios::DokMatrix: capacity ", capacity,
        " is not in [0, 2^60]");
  std::int64_t slots = 16;
  while (slots < 2 * capacity) slots *= 2;
  return slots;
}

/// Maximum number of entries that an Offset can count.
template <OffsetType Offset>
inline constexpr std::int64_t dok_max_entries = static_cast<std::int64_t>(
    std::min<std::uint64_t>(std::numeric_limits<Offset>::max(), std::numeric_limits<std::int64_t>::max()));

/// The capacity to which a full table grows: twice the old one, or the maximum that Offset can count.
template <OffsetType Offset>
std::int64_t dok_next_capacity(std::int64_t capacity) {
  constexpr std::int64_t max_capacity = dok_max_entries<Offset>;
  check(capacity < max_capacity, "Araios::DokMatrix::set: ", capacity, " entries are the maximum that a ",
        8 * sizeof(Offset), "-bit Offset can count");
  return capacity > max_capacity / 2 ? max_capacity : std::max<std::int64_t>(8, 2 * capacity);
}

/// Whether another View shares the slots of a table, so that a change would be seen by its owner.
template <class Matrix>
bool shares_slots(Matrix const& A) {
  return A.slots.use_count() > 1;
}

}  // namespace Impl

/// An m-by-n matrix as a hash table: entry e is (row_indices(e), col_indices(e), values(e)), and a slot holds the index
/// e of an entry, or -1
///
/// Indices of entries are 0 .. nnz - 1. An entry keeps its index until entries are erased, and every coordinate has
/// at most one entry. The slot of an entry is found by open addressing: from the hash of its coordinate on, slot by
/// slot, until the entry or -1 is found. Kernels may change values(find(i, j)), and may call `find`, `contains` and
/// `value_at`. Entries are added and removed in batches by update_dok.hpp, and one by one on the host by `set`.
///
/// Shapes        row_indices, col_indices and values have `capacity` elements, of which the first nnz are used; the
///               length of slots is a power of two, at least twice the capacity.
/// Requires      m and n fit Ordinal, the capacity fits Offset. Checked by `validate` (formats/validate/dok.hpp).
/// Ownership     that of the Views. A copy of the object shares the arrays until one of the two is changed by `set`,
///               `reserve`, an insertion or an erasure: where another object, or a View, shares the slots, that moves to
///               arrays of its own first, so that the other keeps its entries. Changes of values(e) are seen by both.
///               Slots without an owner (unmanaged Views) are changed in place.
/// Throws        std::invalid_argument when the lengths disagree.
template <ScalarType Scalar_, OrdinalType Ordinal_ = int, OffsetType Offset_ = int,
          MemorySpace MemorySpace_ = Kokkos::DefaultExecutionSpace::memory_space>
class DokMatrix {
 public:
  using matrix_type = DokMatrix;
  using Scalar = Scalar_;
  using Ordinal = Ordinal_;
  using Offset = Offset_;
  using memory_space = MemorySpace_;
  using slots_type = Kokkos::View<Offset*, memory_space>;
  using indices_type = Kokkos::View<Ordinal*, memory_space>;
  using values_type = ValuesViewOf<Scalar, memory_space>;
  static_assert(sizeof(Offset) >= sizeof(Ordinal), "DokMatrix: Offset must be at least as wide as Ordinal");

  /// The content of a slot without an entry.
  static constexpr Offset empty = static_cast<Offset>(-1);

  slots_type slots;
  indices_type row_indices;
  indices_type col_indices;
  values_type values;

  /// The 0-by-0 matrix, of capacity 0.
  DokMatrix() = default;

  DokMatrix(std::int64_t num_rows, std::int64_t num_cols, std::int64_t nnz, slots_type const& slots_,
            indices_type const& row_indices_, indices_type const& col_indices_, values_type const& values_ = {})
      : slots(slots_),
        row_indices(row_indices_),
        col_indices(col_indices_),
        values(values_),
        num_rows_(Impl::checked_cast<Ordinal>(num_rows, "Araios::DokMatrix: number of rows")),
        num_cols_(Impl::checked_cast<Ordinal>(num_cols, "Araios::DokMatrix: number of columns")),
        nnz_(Impl::checked_cast<Offset>(nnz, "Araios::DokMatrix: number of entries")) {
    Impl::check(num_rows >= 0 && num_cols >= 0, "Araios::DokMatrix: negative size ", num_rows, " x ", num_cols);
    Impl::check_equal(row_indices.extent(0), col_indices.extent(0),
                      "Araios::DokMatrix: length of row_indices, length of col_indices");
    (void)Impl::checked_cast<Offset>(capacity(), "Araios::DokMatrix: capacity");
    if constexpr (!is_pattern_v<Scalar>)
      Impl::check_equal(values.extent(0), row_indices.extent(0),
                        "Araios::DokMatrix: length of values, length of indices");
    Impl::check_memory(slots, "Araios::DokMatrix: slots");
    Impl::check_memory(row_indices, "Araios::DokMatrix: row_indices");
    Impl::check_memory(col_indices, "Araios::DokMatrix: col_indices");
    Impl::check_memory(values, "Araios::DokMatrix: values");
    std::int64_t const size = static_cast<std::int64_t>(slots.extent(0));
    Impl::check((size & (size - 1)) == 0, "Araios::DokMatrix: number of slots is not a power of two (", size, ")");
    Impl::check(size / 2 >= capacity(), "Araios::DokMatrix: fewer slots than twice the capacity (", size, " < 2 * ",
                capacity(), ")");
    Impl::check(nnz >= 0 && nnz <= capacity(), "Araios::DokMatrix: number of entries is not in [0, capacity] (", nnz,
                ", capacity ", capacity(), ")");
  }

  KOKKOS_FUNCTION Ordinal num_rows() const { return num_rows_; }
  KOKKOS_FUNCTION Ordinal num_cols() const { return num_cols_; }
  /// Entries in the table, explicit zeros counted.
  KOKKOS_FUNCTION Offset nnz() const { return nnz_; }
  /// Entries for which there is memory.
  std::int64_t capacity() const { return static_cast<std::int64_t>(row_indices.extent(0)); }

  /// Bytes of the four arrays.
  std::int64_t bytes() const {
    return static_cast<std::int64_t>(slots.extent(0) * sizeof(Offset) +
                                     row_indices.extent(0) * (2 * sizeof(Ordinal) + Impl::value_bytes_v<Scalar>));
  }

  /// The index of the entry at (i, j), or -1. Reads about one and a half slots; in a table that `validate` would
  /// reject, each slot at most once.
  KOKKOS_FUNCTION std::int64_t find(std::int64_t i, std::int64_t j) const {
    std::uint64_t const size = slots.extent(0);
    std::uint64_t const home = Impl::dok_home(i, j);
    for (std::uint64_t probe = 0; probe < size; ++probe) {
      Offset const e = slots((home + probe) & (size - 1));
      if (e == empty) return -1;
      if (row_indices(e) == i && col_indices(e) == j) return static_cast<std::int64_t>(e);
    }
    return -1;
  }
  KOKKOS_FUNCTION bool contains(std::int64_t i, std::int64_t j) const { return find(i, j) >= 0; }
  /// The value at (i, j), or `absent` where there is no entry.
  KOKKOS_FUNCTION std::remove_const_t<Scalar> value_at(std::int64_t i, std::int64_t j,
                                                       std::remove_const_t<Scalar> absent = {}) const {
    std::int64_t const e = find(i, j);
    return e >= 0 ? values(e) : absent;
  }

  /// The value at (i, j), if there is an entry: on the host, of a table in host memory.
  std::optional<std::remove_const_t<Scalar>> get(std::int64_t i, std::int64_t j) const {
    static_assert(Accesses<Kokkos::DefaultHostExecutionSpace, DokMatrix>, "DokMatrix::get: the table is on a device");
    std::int64_t const e = find(i, j);
    if (e < 0) return std::nullopt;
    return values(e);
  }

  /// (i, j) := value, a new entry where there is none: on the host, of a table in host memory
  ///
  /// Cost          constant on average: a full table moves to new arrays of twice the capacity, or of the maximum that
  ///               Offset can count.
  /// Asynchronous  no; kernels that use the table must be complete. Allocates when the table is full.
  /// Throws        std::invalid_argument outside of the matrix, or when Offset cannot count one more entry. After a
  ///               throw, also by an allocation, the table is unchanged.
  void set(std::int64_t i, std::int64_t j, std::remove_const_t<Scalar> value = {}) {
    static_assert(Accesses<Kokkos::DefaultHostExecutionSpace, DokMatrix>, "DokMatrix::set: the table is on a device");
    Impl::check(i >= 0 && i < num_rows_ && j >= 0 && j < num_cols_, "Araios::DokMatrix::set: (", i, ", ", j,
                ") is outside of the ", num_rows_, " x ", num_cols_, " matrix");
    if (Impl::shares_slots(*this)) move_to(capacity());
    std::int64_t e = find(i, j);
    if (e < 0) {
      if (nnz_ == static_cast<Offset>(capacity())) grow();
      e = static_cast<std::int64_t>(nnz_++);
      row_indices(e) = static_cast<Ordinal>(i);
      col_indices(e) = static_cast<Ordinal>(j);
      link(slots, static_cast<Offset>(e));
    }
    values(e) = value;
  }

 private:
  // Stores e, whose row and column are already written, in the first free slot.
  void link(slots_type const& table, Offset e) const {
    std::uint64_t const mask = table.extent(0) - 1;
    std::uint64_t slot = Impl::dok_home(row_indices(e), col_indices(e)) & mask;
    while (table(slot) != empty) slot = (slot + 1) & mask;
    table(slot) = e;
  }

  void grow() { move_to(Impl::dok_next_capacity<Offset>(capacity())); }

  // To new arrays for so many entries.
  void move_to(std::int64_t new_capacity) {
    Kokkos::DefaultHostExecutionSpace const exec;
    // All allocations come first, so that a failure changes nothing.
    auto const new_slots =
        allocate_unshared<slots_type>(exec, "Araios::DokMatrix::slots", Impl::dok_slots(new_capacity));
    auto const [rows, cols, new_values] = allocate_packed<indices_type, indices_type, values_type>(
        exec, "Araios::DokMatrix::entries", {new_capacity, new_capacity, new_capacity});
    for (std::size_t s = 0; s < new_slots.extent(0); ++s) new_slots(s) = empty;
    for (std::int64_t e = 0; e < static_cast<std::int64_t>(nnz_); ++e) {
      rows(e) = row_indices(e);
      cols(e) = col_indices(e);
      new_values(e) = values(e);
    }
    row_indices = rows;
    col_indices = cols;
    values = new_values;
    slots = new_slots;
    for (Offset e = 0; e < nnz_; ++e) link(slots, e);
  }

  Ordinal num_rows_ = 0;
  Ordinal num_cols_ = 0;
  Offset nnz_ = 0;
};

template <class S, class O, class F, class M>
struct FormatTraits<DokMatrix<S, O, F, M>> : Impl::FormatTag<Format::dok> {
  template <class Space>
  using rebind = DokMatrix<std::remove_const_t<S>, O, F, Space>;

  template <class To, class Use>
  static auto arrays(DokMatrix<S, O, F, M> const& A, Use const& use) {
    auto const make = [&](auto const& values, auto const& row_indices, auto const& col_indices, auto const& slots) {
      return To(A.num_rows(), A.num_cols(), A.nnz(), slots, row_indices, col_indices, values);
    };
    return use(make, Impl::named("values", A.values), Impl::named("row_indices", A.row_indices),
               Impl::named("col_indices", A.col_indices), Impl::named("slots", A.slots));
  }
};

/// A DokMatrix, or what is read as one (see MatrixAdapter), in memory that kernels of Exec can access.
template <class T, class Exec>
concept DokOf = Impl::InFormat<T, Format::dok, Exec>;

/// A DokMatrix, or a class derived from one, that is not const, in memory that kernels of Exec can access: what batches
/// change. An adapter makes another matrix, so that changes would be lost.
template <class T, class Exec>
concept DokTableOf = DokOf<T, Exec> && !std::is_const_v<T> && std::derived_from<T, Impl::MatrixType<T>>;

/// Bytes of a DokMatrix for `capacity` entries: between two and four slots per entry, and its coordinate and value.
template <ScalarType Scalar, OrdinalType Ordinal, OffsetType Offset>
std::int64_t dok_bytes(std::int64_t capacity) {
  std::int64_t const entries = Araios::checked_multiply(capacity, 2 * sizeof(Ordinal) + Impl::value_bytes_v<Scalar>,
                                                        "Araios::dok_bytes: bytes of the entries");
  std::int64_t const slots =
      Araios::checked_multiply(Impl::dok_slots(capacity), sizeof(Offset), "Araios::dok_bytes: bytes of the slots");
  return entries + slots;
}

/// A table without entries, in two allocations, "<label>::slots" and "<label>::entries"
///
/// Asynchronous  yes: allocates dok_bytes(capacity), and one kernel.
/// Throws        std::invalid_argument when a size does not fit its type.
template <ScalarType Scalar, OrdinalType Ordinal, OffsetType Offset, ExecutionSpace Exec>
DokMatrix<Scalar, Ordinal, Offset, typename Exec::memory_space>
allocate_dok(Exec const& exec, std::string const& label, std::int64_t num_rows, std::int64_t num_cols,
             std::int64_t capacity) {
  using Matrix = DokMatrix<Scalar, Ordinal, Offset, typename Exec::memory_space>;
  (void)Impl::checked_cast<Offset>(capacity, "Araios::allocate_dok: capacity");
  using Indices = typename Matrix::indices_type;
  // Separate allocations: a table that grows replaces its entries and may keep its slots.
  auto const slots = allocate_unshared<typename Matrix::slots_type>(exec, label + "::slots", Impl::dok_slots(capacity));
  auto const [row_indices, col_indices, values] = allocate_packed<Indices, Indices, typename Matrix::values_type>(
      exec, label + "::entries", {capacity, capacity, capacity});
  Araios::fill(exec, slots, Matrix::empty);
  return Matrix(num_rows, num_cols, 0, slots, row_indices, col_indices, values);
}

}  // namespace Araios
