// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Visits the elements of segments, each with the number of its segment: entries of a matrix with their rows.
///
/// The walk of `rank_consecutive`, whose results are passed on instead of stored: balanced by elements, whatever the
/// lengths of the segments are, and no array of segment numbers is written and read.

#include <Araios/core/concepts.hpp>
#include <Araios/primitives/rank_consecutive.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>
#include <utility>

namespace Araios::Impl {

/// Replaces the array that rank_consecutive fills: storing s at position p is visit(s, p).
template <class Visit>
struct SegmentVisitor {
  using non_const_value_type = std::int64_t;
  Visit visit;
  std::int64_t length;

  struct Element {
    Visit const& visit;
    std::int64_t position;
    KOKKOS_FUNCTION void operator=(std::int64_t segment) const { visit(segment, position); }
  };
  KOKKOS_FUNCTION Element operator()(std::int64_t p) const { return {visit, p}; }
  KOKKOS_FUNCTION std::size_t extent(int) const { return static_cast<std::size_t>(length); }
};

/// visit(s, p) for p in [0, length) and the segment s with offsets(s) <= p < offsets(s + 1): one kernel.
template <class Exec, class Offsets, class Visit>
void visit_segments(Exec const& exec, std::string const& label, Offsets const& offsets, std::int64_t length,
                    Visit const& visit) {
  if (length == 0) return;
  auto const ends =
      Kokkos::subview(offsets, std::pair<std::int64_t, std::int64_t>(1, static_cast<std::int64_t>(offsets.extent(0))));
  rank_consecutive<is_gpu_v<Exec>>(exec, label, ends, SegmentVisitor<Visit>{visit, length}, 0);
}

}  // namespace Araios::Impl
