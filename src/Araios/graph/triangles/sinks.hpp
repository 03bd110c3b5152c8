// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// What becomes of triangles: sinks of the kernels that find them.
///
/// A sink has triangle(i, vw, vu, wu), called once for each triangle v < w < u with the positions of its edges and that of
/// (v, w) in the lower rows; edge(vw, count), called with the number of those of an edge (v, w) that a thread has found;
/// add(i, count), called with sums of numbers of triangles, and alone where needs_triangles is false. Sums of integers are
/// the same in any order.

#include <Araios/core/execution.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/read_back.hpp>
#include <Araios/core/workspace.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace Araios::Impl::triangles {

/// What sinks do with what they have no use for.
struct IgnoreTriangles {
  static constexpr bool needs_triangles = false;
  KOKKOS_FUNCTION void triangle(std::int64_t, std::int64_t, std::int64_t, std::int64_t) const {}
  KOKKOS_FUNCTION void edge(std::int64_t, std::int64_t) const {}
  KOKKOS_FUNCTION void add(std::int64_t, std::int64_t) const {}
};

/// slots(s) += the triangles of edges i of slot s. Many slots, because threads wait for others that add to the same one:
/// on GPUs neighbours are at work at the same time, on hosts they belong to one thread.
template <bool Lockstep, class Slots>
struct SumOfTriangles : IgnoreTriangles {
  static constexpr std::int64_t count = 4096;
  Slots slots;
  std::int64_t edges_per_slot;

  KOKKOS_FUNCTION void add(std::int64_t i, std::int64_t triangles) const {
    Kokkos::atomic_add(&slots(Lockstep ? i % count : i / edges_per_slot), triangles);
  }
};

template <class Slots>
struct SumSlots {
  Slots slots;
  KOKKOS_FUNCTION void operator()(std::int64_t s, std::int64_t& sum) const { sum += slots(s); }
};

/// The number of triangles that find(sink) finds. One fence.
template <class Exec, class Find, class Space>
std::int64_t sum_triangles(Exec const& exec, std::int64_t num_edges, Workspace<Space>& workspace, Find const& find) {
  using Slots = Kokkos::View<std::int64_t*, Space>;
  using Sink = SumOfTriangles<is_gpu_v<Exec>, Slots>;
  typename Workspace<Space>::Frame const frame(workspace);
  auto const slots = workspace.template take<Slots>(exec, Sink::count);
  fill(exec, slots, std::int64_t(0));
  find(Sink{{}, slots, num_edges / Sink::count + 1});
  std::int64_t sum = 0;
  Kokkos::parallel_reduce("Araios::triangles::sum", range(exec, Sink::count), SumSlots<Slots>{slots}, sum);
  return sum;
}

/// supports(e) += the triangles of edge e.
template <class Supports>
struct SupportsOfEdges : IgnoreTriangles {
  using Count = typename Supports::non_const_value_type;
  static constexpr bool needs_triangles = true;
  Supports supports;

  KOKKOS_FUNCTION void triangle(std::int64_t, std::int64_t, std::int64_t vu, std::int64_t wu) const {
    Kokkos::atomic_add(&supports(vu), Count(1));
    Kokkos::atomic_add(&supports(wu), Count(1));
  }
  KOKKOS_FUNCTION void edge(std::int64_t vw, std::int64_t count) const {
    Kokkos::atomic_add(&supports(vw), static_cast<Count>(count));
  }
};

}  // namespace Araios::Impl::triangles
