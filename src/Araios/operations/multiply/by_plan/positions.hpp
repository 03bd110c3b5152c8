// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The values of SpGEMM by a plan that stores where in C each product is added. CUDA.
///
/// Rows of up to 256 entries are grouped: consecutive rows whose entries begin in one window of 256 entries of C. A
/// warp adds the products of a group in shared memory, 32 at a time. Two bytes per product: its position in the group,
/// and its turn among the products that are added to the same entry in the same round. A row of up to 2,048 entries is
/// a group of its own; long_rows.hpp has the others. Sums have the order of the products.

#include <Araios/collective/warp.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/read_back.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/operations/multiply/bins/products.hpp>
#include <Araios/operations/multiply/by_plan/long_rows.hpp>
#include <Araios/primitives/scan.hpp>

#include <Kokkos_Core.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace Araios::Impl::multiply {

/// Tuning parameters, in entries of C.
struct PositionSizes {
  static constexpr std::int64_t window = 256;  // rows with more are groups of their own
  static constexpr int group = 2 * window;     // of a group of rows
  static constexpr int warp = min_long_row;    // of a row for a warp: 11 bits, and 5 for the turn
};
using PositionCode = std::uint16_t;
inline constexpr int position_bits = 11;

/// Neighbouring rows of C whose products form one unit of work. Without rows it has no work.
template <class Ordinal>
struct ProductGroup {
  std::int64_t product = 0;  // the number of their first product
  Ordinal row = 0, rows = 0;
};

/// groups(2 w) := the rows of at most PositionSizes::window entries that begin in window w of C; groups(2 w + 1) := the
/// row of more that begins there. products(p) is the number of products of the entries of A before p.
template <class A, class First, class Products, class Groups>
struct FindGroups {
  A a;
  First first;
  std::int64_t rows;
  Products products;
  Groups groups;

  KOKKOS_FUNCTION void operator()(std::int64_t w) const {
    std::int64_t const begin = first_not_below(first, std::int64_t(0), rows, w * PositionSizes::window);
    std::int64_t end = first_not_below(first, begin, rows, (w + 1) * PositionSizes::window);
    bool const is_long = begin<end&& static_cast<std::int64_t>(first(end) - first(end - 1))> PositionSizes::window;
    groups(2 * w + 1) = is_long ? of(end - 1, end) : of(0, 0);
    groups(2 * w) = of(begin, end - is_long);
  }

 private:
  using Group = typename Groups::value_type;
  KOKKOS_FUNCTION Group of(std::int64_t begin, std::int64_t end) const {
    Group group;
    if (begin == end) return group;
    group.product = products(static_cast<std::int64_t>(a.row_map(begin)));
    group.row = static_cast<decltype(group.row)>(begin);
    group.rows = static_cast<decltype(group.row)>(end - begin);
    return group;
  }
};

/// The products of entry p of A: the length of a row of B.
template <class A, class B>
struct ProductsOfEntry {
  A a;
  B b;
  KOKKOS_FUNCTION std::int64_t operator()(std::int64_t p) const {
    auto const k = a.entries(p);
    return static_cast<std::int64_t>(b.row_map(k + 1)) - static_cast<std::int64_t>(b.row_map(k));
  }
  KOKKOS_FUNCTION std::size_t extent(int) const { return static_cast<std::size_t>(a.nnz()); }
};

/// The part of C that belongs to one row, of a group.
struct RowOfGroup {
  int begin, end;
};

/// Codes of the products of the groups `parity`, parity + 2, ..., one per warp, of more than `lower_limit` and up to
/// Capacity entries.
template <int Capacity, class A, class B, class C>
struct EncodeGroupsCuda {
  using Ordinal = typename B::Ordinal;
  static constexpr int groups = 4;
  static constexpr int threads = 32 * groups;
  static constexpr int blocks_per_multiprocessor = 4;
  static constexpr std::int64_t warp_bytes =
      shared_piece(sizeof(WarpStage<RowOfGroup>)) + shared_piece(Capacity * sizeof(Ordinal));
  static constexpr int shared_bytes = static_cast<int>(groups * warp_bytes);

  A a;
  B b;
  C c;
  ProductGroup<Ordinal> const* list;
  std::int64_t count;
  int parity;
  int lower_limit;
  PositionCode* codes;
  bool beside = false;

  __device__ void operator()(char* shared) const {
    shared += warp_id() * warp_bytes;
    auto* const stage = take_shared<WarpStage<RowOfGroup>>(shared, 1);
    Ordinal* const columns = take_shared<Ordinal>(shared, Capacity);
    std::int64_t const g = static_cast<std::int64_t>(blockIdx.x) * groups + warp_id();
    if (g >= count) return;
    ProductGroup<Ordinal> const group = list[2 * g + parity];
    auto const row = static_cast<std::int64_t>(group.row), end = row + static_cast<std::int64_t>(group.rows);
    auto const first = static_cast<std::int64_t>(c.row_map(row));
    std::int64_t const entries = static_cast<std::int64_t>(c.row_map(end)) - first;
    if (entries <= lower_limit || entries > Capacity) return;
    for (int i = lane_id(); i < entries; i += 32) columns[i] = c.entries(first + i);
    auto const row_of = [&](std::int64_t p) {
      std::int64_t const r = last_at_most(a.row_map, row, end, p);
      return RowOfGroup{static_cast<int>(static_cast<std::int64_t>(c.row_map(r)) - first),
                        static_cast<int>(static_cast<std::int64_t>(c.row_map(r + 1)) - first)};
    };
    auto const load = [&](int e, std::int64_t q, std::int64_t n) { return Found{b.entries(q), stage->left[e], n}; };
    visit_row<WarpGroup, 2>(
        a, b, static_cast<std::int64_t>(a.row_map(row)), static_cast<std::int64_t>(a.row_map(end)), AllColumns{},
        row_of, stage, load,
        [&](bool has_product, Found const& found, unsigned) {
          int at = -1;
          if (has_product)
            at = last_true(found.row.begin, found.row.end, [&](int i) { return columns[i] <= found.column; });
          unsigned const peers = __match_any_sync(all_lanes, at);
          int const turn = __popc(peers & ((1u << lane_id()) - 1));
          if (has_product) codes[found.number] = static_cast<PositionCode>(turn << position_bits | at);
        },
        group.product);
  }

 private:
  struct Found {
    Ordinal column;
    RowOfGroup row;
    std::int64_t number;  // of the product
  };
};

/// The values of the groups `parity`, parity + 2, ..., one per warp, of more than `lower_limit` and up to Capacity
/// entries.
template <int Capacity, SemiringType Semiring, class A, class B, class Output>
struct AddGroupsCuda {
  using Ordinal = typename B::Ordinal;
  using T = typename Output::Scalar;
  static constexpr int groups = 4;
  static constexpr int threads = 32 * groups;
  static constexpr int blocks_per_multiprocessor = Capacity <= 512 ? 10 : Capacity <= 1024 ? 6 : 3;
  static constexpr std::int64_t warp_bytes = shared_piece(sizeof(WarpStage<T>)) + shared_piece(Capacity * sizeof(T));
  static constexpr int shared_bytes = static_cast<int>(groups * warp_bytes);

  A a;
  B b;
  ProductGroup<Ordinal> const* list;
  std::int64_t count;
  int parity;
  int lower_limit;
  PositionCode const* codes;
  Output output;
  bool beside = false;

  __device__ void operator()(char* shared) const {
    shared += warp_id() * warp_bytes;
    auto* const stage = take_shared<WarpStage<T>>(shared, 1);
    T* const sums = take_shared<T>(shared, Capacity);
    std::int64_t const g = static_cast<std::int64_t>(blockIdx.x) * groups + warp_id();
    if (g >= count) return;
    ProductGroup<Ordinal> const group = list[2 * g + parity];
    auto const row = static_cast<std::int64_t>(group.row), end = row + static_cast<std::int64_t>(group.rows);
    auto const first = static_cast<std::int64_t>(output.first(row));
    std::int64_t const entries = static_cast<std::int64_t>(output.first(end)) - first;
    if (entries <= lower_limit || entries > Capacity) return;
    for (int i = lane_id(); i < entries; i += 32) sums[i] = Semiring::template zero<T>();
    auto const left = [this](std::int64_t p) { return element<Semiring, T>(a.values(p)); };
    auto const load = [&](int e, std::int64_t q, std::int64_t n) {
      return Coded{codes[n], element_term<Semiring, typename A::Scalar>(stage->left[e], b.values(q))};
    };
    visit_row<WarpGroup, 4>(
        a, b, static_cast<std::int64_t>(a.row_map(row)), static_cast<std::int64_t>(a.row_map(end)), AllColumns{}, left,
        stage, load,
        [&](bool has_product, Coded const& coded, unsigned) {
          int const turn = has_product ? coded.code >> position_bits : -1;
          int const at = coded.code & ((1 << position_bits) - 1);
          int now = 0;
          do {
            if (turn == now) sums[at] = Semiring::add(sums[at], coded.product);
            __syncwarp();
          } while (__any_sync(all_lanes, turn >= ++now));
        },
        group.product);
    for (int i = lane_id(); i < entries; i += 32) output.values(first + i) = sums[i];
  }

 private:
  struct Coded {
    PositionCode code;
    T product;
  };
};

/// The positions of all products in C, but for those of rows with more than max_long_row entries. Two bytes per
/// product, and four more in rows of more than PositionSizes::warp entries.
template <class Ordinal>
struct StoredPositions {
  using Space = typename Kokkos::Cuda::memory_space;
  std::int64_t longest = 0;  // entries of a row of C
  std::int64_t windows = 0;
  Kokkos::View<ProductGroup<Ordinal>*, Space> groups;
  Kokkos::View<PositionCode*, Space> codes;
  std::int64_t num_long = 0;
  Kokkos::View<LongRow<Ordinal>*, Space> long_rows;
  Kokkos::View<LongCode*, Space> long_codes;
};

/// `run(capacity, parity, lower_limit)` for the groups of rows of up to `window` entries, and those of longer rows by
/// size: the less memory a warp takes, the more run.
template <class Run>
void for_each_size(std::int64_t longest, Run const& run) {
  constexpr int small = PositionSizes::group, middle = 2 * small, large = PositionSizes::warp;
  run(std::integral_constant<int, small>{}, 0, 0);
  if (longest > PositionSizes::window) run(std::integral_constant<int, small>{}, 1, 0);
  if (longest > small) run(std::integral_constant<int, middle>{}, 1, small);
  if (longest > middle) run(std::integral_constant<int, large>{}, 1, middle);
}

/// The positions of the products of C := A B, from the workspace of the plan. One fence, unless C has no entries.
template <class A, class B, class C, class Space>
auto store_positions(Kokkos::Cuda const& exec, A const& a, B const& b, C const& c,
                     Workspaces<Space> const& workspaces) {
  using Ordinal = typename B::Ordinal;
  using Numbers = Kokkos::View<std::int64_t*, Space>;
  using Range = std::pair<std::int64_t, std::int64_t>;
  StoredPositions<Ordinal> stored;
  if (c.nnz() == 0) return stored;
  std::int64_t const rows = a.num_rows(), entries = a.nnz();
  auto& [temporary, kept] = workspaces;
  // Products before each entry of A, and then RowLengths.
  constexpr int lengths_size = sizeof(RowLengths) / sizeof(std::int64_t);
  auto const numbers = temporary.template take<Numbers>(exec, entries + 1 + lengths_size);
  auto const products = Kokkos::subview(numbers, Range(0, entries + 1));
  auto const lengths = Kokkos::subview(numbers, Range(entries + 1, entries + 1 + lengths_size));
  exclusive_scan(exec, ProductsOfEntry<A, B>{a, b}, products, {}, temporary);
  Kokkos::deep_copy(exec, lengths, std::int64_t(0));
  using Find = FindLengths<A, decltype(c.row_map), decltype(products)>;
  Find const find{a, c.row_map, products, reinterpret_cast<RowLengths*>(lengths.data())};
  Kokkos::parallel_for("Araios::multiply::lengths", range(exec, rows), find);
  auto const [all, longest, long_rows, long_products] =
      read_back_array<4>(exec, Kokkos::subview(numbers, Range(entries, entries + 4)),
                         "Araios::multiply: the number of products is on the host");
  stored.longest = longest;
  stored.num_long = long_rows;
  stored.windows = tiles_for(static_cast<std::int64_t>(c.nnz()), PositionSizes::window);
  stored.groups = kept.template take<decltype(stored.groups)>(exec, 2 * stored.windows);
  stored.codes = kept.template take<decltype(stored.codes)>(exec, all);
  Kokkos::parallel_for("Araios::multiply::groups", range(exec, stored.windows),
                       FindGroups<A, decltype(c.row_map), decltype(products), decltype(stored.groups)>{
                           a, c.row_map, rows, products, stored.groups});
  CudaSideBySide side_by_side;
  for_each_size(longest, [&]<int Capacity>(std::integral_constant<int, Capacity>, int parity, int lower_limit) {
    using Body = EncodeGroupsCuda<Capacity, A, B, C>;
    cuda_launch(exec, "Araios::multiply::positions", tiles_for(stored.windows, Body::groups), Body::shared_bytes,
                Body{a, b, c, stored.groups.data(), stored.windows, parity, lower_limit, stored.codes.data(),
                     side_by_side.next()});
  });
  if (long_rows == 0) return stored;
  stored.long_rows = kept.template take<decltype(stored.long_rows)>(exec, long_rows);
  stored.long_codes = kept.template take<decltype(stored.long_codes)>(exec, long_products);
  Kokkos::parallel_for("Araios::multiply::long_rows", range(exec, rows),
                       ListLongRows<Find, LongRow<Ordinal>>{find, stored.long_rows.data()});
  using Body = EncodeLongRowsCuda<A, B, C>;
  cuda_launch(exec, "Araios::multiply::positions", long_rows, Body::shared_bytes,
              Body{a, b, c, stored.long_rows.data(), stored.long_codes.data()});
  return stored;
}

/// The values of the rows whose positions are stored. No fence.
template <SemiringType Semiring, class Ordinal, class A, class B, class Output>
void add_at_positions(Kokkos::Cuda const& exec, StoredPositions<Ordinal> const& stored, A const& a, B const& b,
                      Output const& output) {
  CudaSideBySide side_by_side;
  if (stored.num_long > 0) {
    using Body = AddLongRowsCuda<Semiring, A, B, Output>;
    cuda_launch(
        exec, "Araios::multiply::sums",
        stored.num_long * tiles_for(std::min(stored.longest, max_long_row), Body::capacity), Body::shared_bytes,
        Body{a, b, stored.long_rows.data(), stored.num_long, stored.long_codes.data(), output, side_by_side.next()});
  }
  for_each_size(stored.longest, [&]<int Capacity>(std::integral_constant<int, Capacity>, int parity, int lower_limit) {
    using Body = AddGroupsCuda<Capacity, Semiring, A, B, Output>;
    cuda_launch(exec, "Araios::multiply::sums", tiles_for(stored.windows, Body::groups), Body::shared_bytes,
                Body{a, b, stored.groups.data(), stored.windows, parity, lower_limit, stored.codes.data(), output,
                     side_by_side.next()});
  });
}

}  // namespace Araios::Impl::multiply

#endif
