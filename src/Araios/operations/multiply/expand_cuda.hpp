// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The products of entries of A, distributed evenly over the lanes of a warp. CUDA.
///
/// Each lane takes one entry of A and the length of its row of B; the scan of the lengths numbers the products. A round
/// computes 32 of them. The entries of A whose products begin in the round are bits of one word, and the bits up to a
/// lane count to the entry of its product. So rows of B of any lengths keep all lanes busy, without a search.

#include <Araios/collective/cuda_launch.hpp>
#include <Araios/collective/warp.hpp>
#include <Araios/core/search.hpp>
#include <Araios/operations/multiply/core.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

#include <cstdint>

namespace Araios::Impl::multiply {

/// A warp of a thread block.
struct WarpGroup {
  static constexpr int threads = 32;
};

/// A whole thread block.
template <int Threads>
struct BlockGroup {
  static constexpr int threads = Threads;
};

/// Shared memory of a warp for its products, which have left factors of type Left. One element for each entry of A that
/// has products.
template <class Left>
struct WarpStage {
  std::int64_t first[32];   // its first product
  std::int64_t source[32];  // the position of that in B, less its number
  Left left[32];
};

/// In place of left factors, where there are no values.
struct NoLeft {
  __device__ char operator()(std::int64_t) const { return 0; }
};

/// All columns.
struct AllColumns {
  template <class B>
  __device__ void narrow(B const&, std::int64_t&, std::int64_t&) const {}
};

/// Columns from `first` up to, without, `last`. Rows of B are sorted.
struct ColumnsBetween {
  std::int64_t first, last;
  template <class B>
  __device__ void narrow(B const& b, std::int64_t& begin, std::int64_t& end) const {
    begin = first_not_below(b.entries, begin, end, first);
    end = first_not_below(b.entries, begin, end, last);
  }
};

/// visit(has_product, e, q, starts) for the products of the entries p of A in [begin, end), at most 32 of them, with
/// entries q of B, in this order: product t of a round on lane t. stage.left[e] is left(p). Bit t of `starts` is set
/// where the products of an entry of A begin. All lanes call, and all are visited in each round.
template <class A, class B, class Columns, class Left, class Stage, class Visit>
__device__ void visit_products(A const& a, B const& b, std::int64_t begin, std::int64_t end, Columns const& columns,
                               Left const& left, Stage& stage, Visit const& visit) {
  int const lane = lane_id();
  std::int64_t from = 0, to = 0;
  if (begin + lane < end) {
    auto const k = a.entries(begin + lane);
    from = static_cast<std::int64_t>(b.row_map(k));
    to = static_cast<std::int64_t>(b.row_map(k + 1));
    columns.narrow(b, from, to);
  }
  std::int64_t const inclusive = warp_inclusive_scan(to - from);
  std::int64_t const before = inclusive - (to - from);
  std::int64_t const total = __shfl_sync(all_lanes, inclusive, 31);
  unsigned const with_products = __ballot_sync(all_lanes, from < to);
  if (from < to) {
    int const e = __popc(with_products & ((1u << lane) - 1));
    stage.first[e] = before;
    stage.source[e] = from - before;
    stage.left[e] = left(begin + lane);
  }
  __syncwarp();
  int const entries = __popc(with_products);
  std::int64_t const first = lane < entries ? stage.first[lane] : total + 32;
  int earlier = 0;  // entries of A whose products begin in earlier rounds
  for (std::int64_t round = 0; round < total; round += 32) {
    std::int64_t const distance = first - round;
    unsigned const starts = warp_or(distance >= 0 && distance < 32 ? 1u << distance : 0u);
    int const e = earlier + __popc(starts & ((2u << lane) - 1)) - 1;
    visit(round + lane < total, e, stage.source[e] + round + lane, starts);
    earlier += __popc(starts);
  }
  __syncwarp();
}

/// visit_products for the row [begin, end) of A: by one warp, in order, or by the warps of a block, which take turns
/// by as many entries as let all of them work.
template <class Group, class A, class B, class Columns, class Left, class Stage, class Visit>
__device__ void visit_row(A const& a, B const& b, std::int64_t begin, std::int64_t end, Columns const& columns,
                          Left const& left, Stage* stages, Visit const& visit) {
  if constexpr (Group::threads == 32) {
    for (std::int64_t chunk = begin; chunk < end; chunk += 32)
      visit_products(a, b, chunk, min(chunk + 32, end), columns, left, *stages, visit);
  } else {
    constexpr int warps = Group::threads / 32;
    std::int64_t const size = min(max((end - begin) / (4 * warps), std::int64_t(1)), std::int64_t(32));
    for (std::int64_t chunk = begin + warp_id() * size; chunk < end; chunk += warps * size)
      visit_products(a, b, chunk, min(chunk + size, end), columns, left, stages[warp_id()], visit);
  }
}

}  // namespace Araios::Impl::multiply

#endif
