// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The values of SpGEMM where the columns of the result are known: rows with more than 32 products. CUDA.
///
/// A group holds the columns and the sums of part of a row of C in shared memory. Each thread finds the position of its
/// product by bisection of the columns. Threads of a warp with one position add one after the other, and so do the warps
/// of a block, in the order of the products: sums do not depend on the schedule.

#include <Araios/operations/multiply/expand_cuda.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

#include <cstdint>

namespace Araios::Impl::multiply {

/// Part s, s + slices, ... of `capacity` entries of row r of the list `rows` is the work of group r * slices + s.
template <class Group, SemiringType Semiring, class A, class B, class Output>
struct SumRowsCuda {
  using Ordinal = typename B::Ordinal;
  using T = typename Output::Scalar;
  static constexpr int threads = Group::threads == 32 ? 128 : Group::threads;
  static constexpr int groups = threads / Group::threads;
  static constexpr int blocks_per_multiprocessor = 2;
  static constexpr bool cooperative = false;

  A a;
  B b;
  Ordinal const* rows;
  std::int64_t num_rows;
  std::int64_t slices;
  int capacity;
  Output output;

  __host__ __device__ static constexpr std::int64_t group_bytes(int capacity) {
    return shared_piece(sizeof(ExpandStage<Group>)) + shared_piece(capacity * sizeof(T)) +
           shared_piece(capacity * sizeof(Ordinal));
  }
  static int shared_bytes(int capacity) { return static_cast<int>(groups * group_bytes(capacity)); }

  __device__ void operator()(char* shared) const {
    shared += Group::index() * group_bytes(capacity);
    auto& stage = *take_shared<ExpandStage<Group>>(shared, 1);
    T* const sums = take_shared<T>(shared, capacity);
    Ordinal* const columns = take_shared<Ordinal>(shared, capacity);

    std::int64_t const r = static_cast<std::int64_t>(blockIdx.x) * groups + Group::index();
    if (r >= num_rows * slices) return;
    auto const row = static_cast<std::int64_t>(rows[r / slices]);
    std::int64_t const end = output.first(row + 1);
    for (std::int64_t first = output.first(row) + r % slices * capacity; first < end; first += slices * capacity) {
      int const count = static_cast<int>(min(end - first, static_cast<std::int64_t>(capacity)));
      for (int i = Group::rank(); i < count; i += Group::threads) {
        columns[i] = output.entries(first + i);
        sums[i] = Semiring::template zero<T>();
      }
      Group::sync();
      add_products(row, columns, sums, count, count == end - output.first(row), stage);
      for (int i = Group::rank(); i < count; i += Group::threads) output.values(first + i) = sums[i];
      Group::sync();
    }
  }

 private:
  __device__ void add_products(std::int64_t row, Ordinal const* columns, T* sums, int count, bool is_whole_row,
                               ExpandStage<Group>& stage) const {
    std::int64_t const begin = a.row_map(row), end = a.row_map(row + 1);
    auto const visit = [&](bool has_product, std::int64_t p, std::int64_t q) {
      int at = -1;
      T product{};
      if (has_product) {
        Ordinal const column = b.entries(q);
        at = last_true(0, count, [&](int i) { return columns[i] <= column; });
        product = term<Semiring, T>(a.values(p), b.values(q));
      }
      if constexpr (groups > 1) {
        add_in_order(sums, at, product);
      } else {
        for (int w = 0; w < threads / 32; ++w) {
          if (warp_id() == w) add_in_order(sums, at, product);
          __syncthreads();
        }
      }
    };
    if (is_whole_row)
      for_each_product<Group>(a, b, begin, end, AllColumns{}, stage, visit);
    else
      for_each_product<Group>(
          a, b, begin, end,
          ColumnsBetween{static_cast<std::int64_t>(columns[0]), static_cast<std::int64_t>(columns[count - 1]) + 1},
          stage, visit);
  }

  /// sums[at] := sums[at] + product, lane after lane where several have one position. at < 0: none. All lanes call.
  __device__ static void add_in_order(T* sums, int at, T const& product) {
    unsigned const peers = __match_any_sync(all_lanes, at);
    int const earlier = __popc(peers & ((1u << lane_id()) - 1));
    for (int turn = 0; __any_sync(all_lanes, at >= 0 && earlier >= turn); ++turn) {
      if (at >= 0 && earlier == turn) sums[at] = Semiring::add(sums[at], product);
      __syncwarp();
    }
  }
};

}  // namespace Araios::Impl::multiply

#endif
