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

/// use_all(items, starts, products) for the products of the entries p of A in [begin, end), at most 32 of them, in this
/// order: items[u] on lane t is product 32 u + t of up to Ahead rounds, of those that there are. An item is
/// load(e, q, n) for entry q of B and product n, counted from `number` on; stage.left[e] is left(p). Bit t of starts[u]
/// is set where the products of an entry of A begin. All lanes call. Several rounds are loaded at a time, because a warp
/// waits for memory. Returns the number of products.
template <int Ahead, class A, class B, class Columns, class Left, class Stage, class Load, class UseAll>
__device__ std::int64_t visit_products(A const& a, B const& b, std::int64_t begin, std::int64_t end,
                                       std::int64_t number, Columns const& columns, Left const& left, Stage& stage,
                                       Load const& load, UseAll const& use_all) {
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
template <SemiringType Semiring, class T, class B>
struct LoadProduct {
  B const& b;
  WarpStage<T> const& stage;
  __device__ ProductOf<typename B::Ordinal, T> operator()(int e, std::int64_t q, std::int64_t) const {
    return {b.entries(q), Semiring::multiply(stage.left[e], element<Semiring, T>(b.values(q)))};
  }
};

}  // namespace Araios::Impl::multiply

#endif
