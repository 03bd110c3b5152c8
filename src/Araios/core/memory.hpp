// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The single entry point for the allocations of Araios.
///
/// Each allocation is labelled, counted, and can be made to fail on purpose (testing/).

#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/instance.hpp>
#include <Araios/core/kept_memory.hpp>
#include <Araios/core/kokkos_compat.hpp>
#include <Araios/core/progress.hpp>

#include <Kokkos_Core.hpp>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

namespace Araios {

/// Thrown by the allocation that `fail_allocation_after` selects. A real failure of a memory space throws Kokkos' own
/// type, which is also derived from std::exception.
struct AllocationFailure : std::bad_alloc {
  char const* what() const noexcept override { return "Araios: allocation failed on request of fail_allocation_after"; }
};

namespace Impl {
struct AllocationCounters {
  std::atomic<std::int64_t> allocations{0};
  std::atomic<std::int64_t> bytes{0};
  std::atomic<std::int64_t> until_failure{-1};  // < 0: never
};
inline AllocationCounters& allocation_counters() {
  static AllocationCounters counters;
  return counters;
}

/// Counts an allocation that is about to be made, or throws instead.
inline void count_allocation(std::int64_t bytes) {
  auto& counters = allocation_counters();
  if (counters.until_failure >= 0 && counters.until_failure-- == 0) throw AllocationFailure();
  counters.allocations++;
  counters.bytes += bytes;
}

/// Before an operation drops arrays that its kernels read: memory that is kept may be given to other instances now,
/// where else the end of an array waits for the device.
template <class Exec>
void finish_before_arrays_end(Exec const& exec) {
  if (KeptMemory<typename Exec::memory_space>::all().is_on())
    fence(exec, "Araios: before arrays are given to other work");
}

/// Uninitialised elements of its own, which are counted already.
template <class View, class Exec>
View new_array(Exec const& exec, std::string const& label, std::int64_t length) {
  View const view(Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, label), static_cast<std::size_t>(length));
  if constexpr (std::is_same_v<typename View::memory_space, Kokkos::HostSpace>)
    prefer_huge_pages(view.data(), static_cast<std::size_t>(length) * sizeof(typename View::non_const_value_type));
  return view;
}
}  // namespace Impl

/// A new array of `length` elements, not initialised, in the View's memory space
///
/// Requires      label begins with "Araios::".
/// Asynchronous  yes: ordered with the work of `exec`; adds no fence.
/// Throws        std::invalid_argument when the bytes do not fit 64 bits; what the memory space throws when it is full.
template <VectorView View, ExecutionSpace Exec>
View allocate(Exec const& exec, std::string const& label, std::int64_t length) {
  using Value = typename View::non_const_value_type;
  std::int64_t const bytes = Araios::checked_multiply(length, sizeof(Value), "Araios::allocate: bytes of an array");
  Impl::count_allocation(bytes);
  if constexpr (std::is_same_v<typename View::memory_space, typename Exec::memory_space>) {
    auto& kept = Impl::KeptMemory<typename View::memory_space>::all();
    if (kept.is_on() && length > 0 && !Impl::is_being_captured(exec)) {
      auto const block = kept.take(exec, label, bytes);
      if (block.data() != nullptr)
        return Impl::view_within<View>(block, reinterpret_cast<Value*>(block.data()), length);
    }
  }
  return Impl::new_array<View>(exec, label, length);
}

/// The same, never from memory that is kept: while no other View shares the array, its use_count() is 1.
template <VectorView View, ExecutionSpace Exec>
View allocate_unshared(Exec const& exec, std::string const& label, std::int64_t length) {
  using Value = typename View::non_const_value_type;
  Impl::count_allocation(Araios::checked_multiply(length, sizeof(Value), "Araios::allocate: bytes of an array"));
  return Impl::new_array<View>(exec, label, length);
}

/// A new table of `rows` x `columns` elements, not initialised, in the View's memory space; otherwise as `allocate`.
template <class Table, ExecutionSpace Exec>
Table allocate_table(Exec const& exec, std::string const& label, std::int64_t rows, std::int64_t columns) {
  using Value = typename Table::non_const_value_type;
  static_assert(int(Table::rank) == 2, "allocate_table: a View of rank 2");
  char const* const what = "Araios::allocate_table: bytes of a table";
  std::int64_t const bytes =
      Araios::checked_multiply(Araios::checked_multiply(rows, columns, what), sizeof(Value), what);
  Impl::count_allocation(bytes);
  return Table(Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, label), static_cast<std::size_t>(rows),
               static_cast<std::size_t>(columns));
}

/// The same for values that may be absent: NoValues costs nothing and counts as no allocation.
template <ValuesView View, ExecutionSpace Exec>
View allocate_values(Exec const& exec, std::string const& label, std::int64_t length) {
  if constexpr (std::same_as<View, NoValues>)
    return {};
  else
    return allocate<View>(exec, label, length);
}

namespace Impl {
/// Arrays that share an allocation begin at multiples of so many bytes from its first element. That one is stored after
/// Kokkos' header of 128 bytes: on a device, where allocations begin at multiples of 256, all of them are at odd
/// multiples of 128, which is enough for every vector load, and for whole lines of the cache.
inline constexpr std::int64_t array_alignment = 256;

template <class View>
constexpr std::int64_t element_bytes() {
  if constexpr (std::same_as<View, NoValues>)
    return 0;
  else
    return sizeof(typename View::non_const_value_type);
}
}  // namespace Impl

/// Arrays of these lengths in one allocation, which lives as long as any of them; NoValues stays NoValues
///
/// On a GPU an allocation of a megabyte or more takes as long as SpMV of a CSR matrix of some million entries, so the arrays
/// of a matrix share one allocation. Each begins at a multiple of array_alignment from the first.
///
/// Asynchronous, Throws  as `allocate`.
template <ValuesView... Views, ExecutionSpace Exec>
std::tuple<Views...> allocate_packed(Exec const& exec, std::string const& label,
                                     std::array<std::int64_t, sizeof...(Views)> const& lengths) {
  char const* const what = "Araios::allocate_packed: bytes of the arrays";
  std::array<std::int64_t, sizeof...(Views)> first{};
  std::int64_t bytes = 0;
  std::size_t k = 0;
  auto const append = [&](std::int64_t element) {
    std::int64_t const needed = Araios::checked_multiply(lengths[k], element, what);
    Impl::check(needed <= std::numeric_limits<std::int64_t>::max() - bytes - Impl::array_alignment, what, ": ", bytes,
                " + ", needed, " does not fit 64 bits");
    first[k++] = bytes;
    bytes += Impl::tiles_for(needed, Impl::array_alignment) * Impl::array_alignment;
  };
  (append(Impl::element_bytes<Views>()), ...);
  using Space = typename Exec::memory_space;
  auto const whole = allocate<Kokkos::View<char*, Space>>(exec, label, bytes);
  k = 0;
  auto const part = [&]<class View>(View const&) -> View {
    std::size_t const i = k++;
    if constexpr (std::same_as<View, NoValues>)
      return {};
    else
      return Impl::view_within<View>(
          whole, reinterpret_cast<typename View::non_const_value_type*>(whole.data() + first[i]), lengths[i]);
  };
  return std::tuple<Views...>{part(Views())...};
}

namespace Impl {
/// The first `count` elements.
template <ValuesView View>
View first_elements(View const& view, [[maybe_unused]] std::int64_t count) {
  if constexpr (std::same_as<View, NoValues>)
    return view;
  else
    return view_within<View>(view, view.data(), count);
}

/// to := from, on exec; on hosts in pieces of some milliseconds, between which a call can be interrupted.
template <class Exec, ValuesView To, ValuesView From>
void copy_elements(Exec const& exec, To const& to, From const& from) {
  if constexpr (!std::same_as<From, NoValues>) {
    auto const n = from.extent(0);
    constexpr bool is_host = Kokkos::SpaceAccessibility<Kokkos::HostSpace, typename To::memory_space>::accessible &&
                             Kokkos::SpaceAccessibility<Kokkos::HostSpace, typename From::memory_space>::accessible;
    constexpr std::size_t piece = (std::size_t(1) << 24) / sizeof(typename From::value_type);
    std::size_t begin = 0;
    if constexpr (is_host) {
      for (; current_poll != nullptr && n - begin > piece; begin += piece) {
        Kokkos::pair<std::size_t, std::size_t> const part(begin, begin + piece);
        Kokkos::deep_copy(exec, Kokkos::subview(to, part), Kokkos::subview(from, part));
        poll("Araios::copy", static_cast<std::int64_t>(begin), static_cast<std::int64_t>(n));
      }
    }
    Kokkos::pair<std::size_t, std::size_t> const remaining(begin, n);
    if (begin < n) Kokkos::deep_copy(exec, Kokkos::subview(to, remaining), Kokkos::subview(from, remaining));
  }
}

/// A row_map (or NoValues) and the first nnz entries and values of arrays that share an allocation with room for more
///
/// They stay in that allocation if nnz is at least half of the length of entries. Otherwise they are copied, so that a
/// result does not hold much more memory than its own.
///
/// Asynchronous, Throws  as `allocate`.
template <class Exec, class RowMap, class Entries, class Values>
std::tuple<RowMap, Entries, Values> first_entries(Exec const& exec, std::string const& label, RowMap const& row_map,
                                                  Entries const& entries, Values const& values, std::int64_t nnz) {
  auto const used_entries = first_elements(entries, nnz);
  auto const used_values = first_elements(values, nnz);
  if (2 * nnz >= static_cast<std::int64_t>(entries.extent(0))) return {row_map, used_entries, used_values};
  std::int64_t row_map_length = 0;
  if constexpr (!std::same_as<RowMap, NoValues>) row_map_length = static_cast<std::int64_t>(row_map.extent(0));
  auto const copies = allocate_packed<RowMap, Entries, Values>(exec, label, {row_map_length, nnz, nnz});
  copy_elements(exec, std::get<0>(copies), row_map);
  copy_elements(exec, std::get<1>(copies), used_entries);
  copy_elements(exec, std::get<2>(copies), used_values);
  return copies;
}

/// Sets elements i, i + items, i + 2 items, ... of an array. With one store per thread, a GPU spends more time on
/// starting threads than on stores.
template <class View>
struct Fill {
  static constexpr std::int64_t stores = 8;
  View view;
  typename View::non_const_value_type value;
  std::int64_t items;

  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    auto const length = static_cast<std::int64_t>(view.extent(0));
    for (; i < length; i += items) view(i) = value;
  }
};

}  // namespace Impl

/// Sets every element to `value`
///
/// Asynchronous  yes, one kernel on `exec`; none for an empty array.
template <VectorView View, ExecutionSpace Exec>
void fill(Exec const& exec, View const& view, typename View::non_const_value_type const& value) {
  if (view.extent(0) == 0) return;
  auto const length = static_cast<std::int64_t>(view.extent(0));
  std::int64_t const items = is_gpu_v<Exec> ? Impl::tiles_for(length, Impl::Fill<View>::stores) : length;
  Kokkos::parallel_for("Araios::fill", range(exec, items), Impl::Fill<View>{view, value, items});
}

}  // namespace Araios
