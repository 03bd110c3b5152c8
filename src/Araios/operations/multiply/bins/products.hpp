// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The products of entries of A, distributed evenly over the lanes of a warp, or the threads of a block. CUDA.
///
/// Each lane takes one entry of A and the length of its row of B; the scan of the lengths numbers the products. A round
/// computes 32 of them. The entries of A whose products begin in the round are bits of one word, and the bits up to a
/// lane count to the entry of its product. So rows of B of any lengths keep all lanes busy, without a search.

#include <Araios/collective/block_scan.hpp>
#include <Araios/collective/cuda_launch.hpp>
#include <Araios/collective/warp.hpp>
#include <Araios/core/search.hpp>
#include <Araios/operations/multiply/problem.hpp>

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

/// Shared memory for the products of up to Entries entries of A, which have left factors of type Left. One element for
/// each entry that has products.
template <int Entries, class Left>
struct BlockStage {
  std::int64_t first[Entries];   // its first product
  std::int64_t source[Entries];  // the position of that in B, less its number
  Left left[Entries];
};
template <class Left>
using WarpStage = BlockStage<32, Left>;

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

/// The entries [from, to) of B.
struct RangeOfB {
  std::int64_t from = 0, to = 0;
};
/// The entries of B with which entry p of A has products in these columns; none from `end` on.
template <class A, class B, class Columns>
__device__ RangeOfB products_of(A const& a, B const& b, Columns const& columns, std::int64_t p, std::int64_t end) {
  RangeOfB range;
  if (p < end) {
    auto const k = a.entries(p);
    range.from = static_cast<std::int64_t>(b.row_map(k));
    range.to = static_cast<std::int64_t>(b.row_map(k + 1));
    columns.narrow(b, range.from, range.to);
  }
  return range;
}

/// use_all(items, starts, products) for the products of the entries p of A in [begin, end), at most 32 of them, in this
/// order: items[u] on lane t is product 32 u + t of up to Ahead rounds, of those that there are. An item is load(e, q,
/// n) for entry q of B and product n, counted from `number` on; stage.left[e] is left(p). Bit t of starts[u] is set
/// where the products of an entry of A begin. All lanes call. Several rounds are loaded at a time, because a warp waits
/// for memory. Returns the number of products.
template <int Ahead, class A, class B, class Columns, class Left, class Stage, class Load, class UseAll>
__device__ std::int64_t visit_products(A const& a, B const& b, std::int64_t begin, std::int64_t end,
                                       std::int64_t number, Columns const& columns, Left const& left, Stage& stage,
                                       Load const& load, UseAll const& use_all) {
  int const lane = lane_id();
  auto const [from, to] = products_of(a, b, columns, begin + lane, end);
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
  using Item = decltype(load(0, number, number));
  for (std::int64_t round = 0; round < total; round += 32 * Ahead) {
    Item items[Ahead];
    unsigned starts[Ahead];
    ARAIOS_UNROLL
    for (int u = 0; u < Ahead; ++u) {
      std::int64_t const now = round + 32 * u;
      if (now >= total) break;
      auto const distance = static_cast<std::uint64_t>(first - now);
      starts[u] = warp_or(distance < 32 ? 1u << distance : 0u);
      int const e = earlier + __popc(starts[u] & ((2u << lane) - 1)) - 1;
      earlier += __popc(starts[u]);
      if (now + lane < total) items[u] = load(e, stage.source[e] + now + lane, number + now + lane);
    }
    use_all(items, starts, static_cast<int>(min(total - round, std::int64_t(32 * Ahead))));
  }
  __syncwarp();
  return total;
}

/// visit_products for the row [begin, end) of A: by one warp, in order, or by the warps of a block, which take turns
/// by as many entries as let all of them work; then products have no numbers.
template <class Group, int Ahead, class A, class B, class Columns, class Left, class Stage, class Load, class UseAll>
__device__ void visit_rounds(A const& a, B const& b, std::int64_t begin, std::int64_t end, Columns const& columns,
                             Left const& left, Stage* stages, Load const& load, UseAll const& use_all,
                             std::int64_t number = 0) {
  if constexpr (Group::threads == 32) {
    for (std::int64_t chunk = begin; chunk < end; chunk += 32)
      number += visit_products<Ahead>(a, b, chunk, min(chunk + 32, end), number, columns, left, *stages, load, use_all);
  } else {
    constexpr int warps = Group::threads / 32;
    std::int64_t const size = min(max((end - begin) / (4 * warps), std::int64_t(1)), std::int64_t(32));
    for (std::int64_t chunk = begin + warp_id() * size; chunk < end; chunk += warps * size)
      visit_products<Ahead>(a, b, chunk, min(chunk + size, end), 0, columns, left, stages[warp_id()], load, use_all);
  }
}

/// The same by use(has_product, item, starts), which all lanes call for each round.
template <class Group, int Ahead, class A, class B, class Columns, class Left, class Stage, class Load, class Use>
__device__ void visit_row(A const& a, B const& b, std::int64_t begin, std::int64_t end, Columns const& columns,
                          Left const& left, Stage* stages, Load const& load, Use const& use, std::int64_t number = 0) {
  visit_rounds<Group, Ahead>(
      a, b, begin, end, columns, left, stages, load,
      [&](auto const& items, auto const& starts, int products) {
        ARAIOS_UNROLL
        for (int u = 0; u < Ahead; ++u) {
          if (32 * u >= products) break;
          use(32 * u + lane_id() < products, items[u], starts[u]);
        }
      },
      number);
}

/// use(has_product, item) for the products of the row [begin, end) of A, in this order: product t of a round on thread
/// t. The item is load(e, q, n), as of visit_products; those of the next round are loaded before a round is used. The
/// block, of Threads, calls.
template <int Threads, class A, class B, class Columns, class Left, class Stage, class Load, class Use>
__device__ void visit_row_by_block(A const& a, B const& b, std::int64_t begin, std::int64_t end, Columns const& columns,
                                   Left const& left, Stage& stage, Load const& load, Use const& use,
                                   std::int64_t number = 0) {
  static_assert(Threads <= 512, "visit_row_by_block: a lane of a warp for each 16 entries of A");
  using Item = decltype(load(0, begin, number));
  int const lane = lane_id();
  for (std::int64_t chunk = begin; chunk < end; chunk += Threads) {
    std::int64_t const p = chunk + threadIdx.x;
    auto const [from, to] = products_of(a, b, columns, p, end);
    std::int64_t total;
    int entries;
    std::int64_t const before = block_exclusive_scan<Threads>(to - from, total);
    int const e = block_exclusive_scan<Threads>(static_cast<int>(from < to), entries);
    if (from < to) {
      stage.first[e] = before;
      stage.source[e] = from - before;
      stage.left[e] = left(p);
    }
    __syncthreads();
    auto const first_of = [&](int i) { return i < entries ? stage.first[i] : total + 32; };
    auto const load_round = [&](std::int64_t round, Item& item) {
      std::int64_t const now = round + 32 * warp_id();
      if (now >= total) return;
      // The last entry of A whose products begin at `now` or earlier: of every 16th, and of the 16 from there on.
      int const some = 16 * (__popc(__ballot_sync(all_lanes, first_of(16 * lane) <= now)) - 1);
      int const last = some + __popc(__ballot_sync(all_lanes, lane < 16 && first_of(some + lane) <= now)) - 1;
      auto const distance = static_cast<std::uint64_t>(first_of(last + 1 + lane) - now);
      unsigned const starts = warp_or(distance < 32 ? 1u << distance : 0u);
      int const mine = last + __popc(starts & ((2u << lane) - 1));
      if (now + lane < total) item = load(mine, stage.source[mine] + now + lane, number + now + lane);
    };
    Item item, next;
    load_round(0, item);
    for (std::int64_t round = 0; round < total; round += Threads) {
      load_round(round + Threads, next);
      use(round + threadIdx.x < total, item);
      item = next;
    }
    number += total;
    __syncthreads();
  }
}

/// The column of a product.
template <class B>
struct LoadColumn {
  B const& b;
  __device__ typename B::Ordinal operator()(int, std::int64_t q, std::int64_t) const { return b.entries(q); }
};

/// The column and the value of a product, in T.
template <class Ordinal, class T>
struct ProductOf {
  Ordinal column;
  T value;
};
template <SemiringType Semiring, class T, class A, class B, class Stage = WarpStage<T>>
struct LoadProduct {
  B const& b;
  Stage const& stage;
  __device__ ProductOf<typename B::Ordinal, T> operator()(int e, std::int64_t q, std::int64_t) const {
    return {b.entries(q), element_term<Semiring, typename A::Scalar>(stage.left[e], b.values(q))};
  }
};

}  // namespace Araios::Impl::multiply

#endif
