// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The segments of the rows of a CSR matrix that fixed-order sums (spmv/fixed_order.hpp) share among threads.

#include <Araios/core/execution.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/operations/spmv/fixed_order.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace Araios::Impl::spmv {

/// Segments of a row that is listed: 0 for the others.
KOKKOS_INLINE_FUNCTION std::int64_t listed_segments(std::int64_t length) {
  return length > FixedOrder::segment ? tiles_for(length, FixedOrder::segment) : 0;
}

/// The segments of the rows of more than 2,048 entries: the row of each, and its first position. Those of a row are
/// neighbours.
template <class Ordinal, class Offset, class Space>
struct SegmentList {
  Kokkos::View<Ordinal*, Space> rows;
  Kokkos::View<Offset*, Space> begins;

  std::int64_t size() const { return static_cast<std::int64_t>(rows.extent(0)); }
  std::int64_t bytes() const { return size() * static_cast<std::int64_t>(sizeof(Ordinal) + sizeof(Offset)); }
};

template <class RowMap>
struct CountSegments {
  RowMap row_map;
  KOKKOS_FUNCTION void operator()(std::int64_t i, std::int64_t& count) const {
    count += listed_segments(static_cast<std::int64_t>(row_map(i + 1)) - static_cast<std::int64_t>(row_map(i)));
  }
};
template <class RowMap, class List>
struct ListSegments {
  RowMap row_map;
  List list;
  KOKKOS_FUNCTION void operator()(std::int64_t i, std::int64_t& at, bool is_final) const {
    auto const begin = row_map(i);
    auto const count = listed_segments(static_cast<std::int64_t>(row_map(i + 1)) - static_cast<std::int64_t>(begin));
    for (std::int64_t s = 0; is_final && s < count; ++s) {
      list.rows(at + s) = static_cast<typename decltype(list.rows)::non_const_value_type>(i);
      list.begins(at + s) =
          begin + static_cast<typename decltype(list.begins)::non_const_value_type>(s * FixedOrder::segment);
    }
    at += count;
  }
};

/// The list of A. Asynchronous: no, it waits for the number of segments.
template <class Exec, class Matrix>
auto list_segments(Exec const& exec, Matrix const& A) {
  using Space = typename Exec::memory_space;
  using List = SegmentList<typename Matrix::Ordinal, typename Matrix::Offset, Space>;
  using RowMap = decltype(A.row_map);
  auto const num_rows = static_cast<std::int64_t>(A.num_rows());
  std::int64_t count = 0;
  Kokkos::parallel_reduce("Araios::SpmvPlan::count_segments", range(exec, num_rows), CountSegments<RowMap>{A.row_map},
                          Kokkos::View<std::int64_t, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(&count));
  fence(exec, "Araios::SpmvPlan: the number of segments");
  List list;
  if (count == 0) return list;
  list.rows = allocate<decltype(list.rows)>(exec, "Araios::SpmvPlan::segment_rows", count);
  list.begins = allocate<decltype(list.begins)>(exec, "Araios::SpmvPlan::segment_begins", count);
  Kokkos::parallel_scan("Araios::SpmvPlan::list_segments", range(exec, num_rows),
                        ListSegments<RowMap, List>{A.row_map, list});
  return list;
}

}  // namespace Araios::Impl::spmv
