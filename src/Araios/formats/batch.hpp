// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Batches: lists of changes of single entries, collected one by one and made in one call.

#include <Araios/core/aliasing.hpp>
#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/kokkos_compat.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/option_ranges.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/formats/format.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>
#include <type_traits>

namespace Araios {

/// Changes of single entries in their order: change p sets the entry (row_indices(p), col_indices(p)) to values(p), or
/// removes it where removals(p)
///
/// A batch belongs to no matrix: `update` of update_csr.hpp makes its changes in any matrix that has these coordinates,
/// and leaves the batch as it is. `set` and `remove` append a change, on the host for a batch in memory that the host
/// can access, or in kernels.
///
/// Shapes        row_indices, col_indices, removals and values have `capacity` elements, of which the first count(0)
///               are used; count has one. Changes beyond the capacity are counted and not stored, and `update` refuses
///               them.
/// Order         one thread appends its changes in the order of its calls. The order among threads of a kernel depends
///               on the schedule, and matters for changes of one coordinate alone.
/// Ownership     that of the Views: a copy of the object shares the arrays; `copy` makes separate ones.
/// Throws        std::invalid_argument when the lengths disagree.
template <ScalarType Scalar_, OrdinalType Ordinal_ = int,
          MemorySpace MemorySpace_ = Kokkos::DefaultExecutionSpace::memory_space>
class Batch {
 public:
  using Scalar = Scalar_;
  using Ordinal = Ordinal_;
  using memory_space = MemorySpace_;
  using indices_type = Kokkos::View<Ordinal*, memory_space>;
  using removals_type = Kokkos::View<bool*, memory_space>;
  using values_type = ValuesViewOf<Scalar, memory_space>;
  using count_type = Kokkos::View<std::int64_t*, memory_space>;
  static_assert(!std::is_const_v<Scalar>, "Batch: the Scalar is const");

  indices_type row_indices;
  indices_type col_indices;
  removals_type removals;
  values_type values;
  count_type count;

  /// Without capacity, and without arrays: an append throws std::invalid_argument on a host, and aborts on a device.
  Batch() = default;

  Batch(indices_type const& row_indices_, indices_type const& col_indices_, removals_type const& removals_,
        values_type const& values_, count_type const& count_)
      : row_indices(row_indices_), col_indices(col_indices_), removals(removals_), values(values_), count(count_) {
    Impl::check_equal(col_indices.extent(0), row_indices.extent(0),
                      "Araios::Batch: length of col_indices, length of row_indices");
    Impl::check_equal(removals.extent(0), row_indices.extent(0),
                      "Araios::Batch: length of removals, length of row_indices");
    if constexpr (!is_pattern_v<Scalar>)
      Impl::check_equal(values.extent(0), row_indices.extent(0),
                        "Araios::Batch: length of values, length of row_indices");
    Impl::check(count.extent(0) == 1 || (count.extent(0) == 0 && capacity() == 0),
                "Araios::Batch: length of count is not 1 (", count.extent(0), ")");
    Impl::check_memory(row_indices, "Araios::Batch: row_indices");
    Impl::check_memory(col_indices, "Araios::Batch: col_indices");
    Impl::check_memory(removals, "Araios::Batch: removals");
    Impl::check_memory(values, "Araios::Batch: values");
    Impl::check_memory(count, "Araios::Batch: count");
  }

  /// Changes for which there is memory.
  std::int64_t capacity() const { return static_cast<std::int64_t>(row_indices.extent(0)); }

  /// Appends: entry (i, j) := value, a new entry where there is none.
  KOKKOS_FUNCTION void set(Ordinal i, Ordinal j, Scalar value = {}) const { append(i, j, value, false); }
  /// Appends: no entry (i, j), whether there is one or not.
  KOKKOS_FUNCTION void remove(Ordinal i, Ordinal j) const { append(i, j, Scalar{}, true); }

  /// The same changes of a transpose, over the same arrays and with the same count: what is appended to one of
  /// both is in both.
  Batch transposed() const { return Batch(col_indices, row_indices, removals, values, count); }

 private:
  KOKKOS_FUNCTION void append(Ordinal i, Ordinal j, [[maybe_unused]] Scalar const& value, bool is_removal) const {
    if (count.extent(0) == 0)
      return Impl::refuse_in_kernel("Araios::Batch: a batch that was made without arrays has no room; make one with "
                                    "allocate_batch");
    std::int64_t const p = Kokkos::atomic_fetch_add(&count(0), std::int64_t(1));
    if (p >= static_cast<std::int64_t>(row_indices.extent(0))) return;
    row_indices(p) = i;
    col_indices(p) = j;
    removals(p) = is_removal;
    values(p) = value;
  }
};

/// The arrays of a batch, which is no matrix: no tag.
template <class S, class O, class M>
struct FormatTraits<Batch<S, O, M>> {
  template <class Space>
  using rebind = Batch<S, O, Space>;

  template <class To, class Use>
  static auto arrays(Batch<S, O, M> const& A, Use const& use) {
    auto const make = [](auto const& values, auto const& row_indices, auto const& col_indices, auto const& removals,
                         auto const& count) { return To(row_indices, col_indices, removals, values, count); };
    return use(make, Impl::named("values", A.values), Impl::named("row_indices", A.row_indices),
               Impl::named("col_indices", A.col_indices), Impl::named("removals", A.removals),
               Impl::named("count", A.count));
  }
};

/// A batch without changes, in one allocation with this label
///
/// Asynchronous  yes: allocates two Ordinals, a byte and a value per change, and one kernel.
/// Throws        std::invalid_argument when the capacity is negative, or its bytes do not fit 64 bits.
template <ScalarType Scalar, OrdinalType Ordinal = int, ExecutionSpace Exec>
Batch<Scalar, Ordinal, typename Exec::memory_space> allocate_batch(Exec const& exec, std::string const& label,
                                                                   std::int64_t capacity) {
  using Result = Batch<Scalar, Ordinal, typename Exec::memory_space>;
  using Indices = typename Result::indices_type;
  Impl::check_option("Araios::allocate_batch", Impl::option::capacity, capacity);
  auto const [rows, cols, removals, values, count] =
      allocate_packed<Indices, Indices, typename Result::removals_type, typename Result::values_type,
                      typename Result::count_type>(exec, label, {capacity, capacity, capacity, capacity, 1});
  Araios::fill(exec, count, 0);
  return Result(rows, cols, removals, values, count);
}

/// Removes all changes from a batch; its arrays stay
///
/// Asynchronous  yes: one kernel.
template <ExecutionSpace Exec, class S, class O, class M>
  requires Accesses<Exec, Batch<S, O, M>>
void clear(Exec const& exec, Batch<S, O, M> const& batch) {
  Araios::fill(exec, batch.count, 0);
}

}  // namespace Araios
