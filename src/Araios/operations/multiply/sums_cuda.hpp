// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The values of SpGEMM at columns that are stored. CUDA.
///
/// A warp holds up to 512 entries of a row of C in shared memory, and finds the entry of each product by bisection. Longer
/// rows are divided; each part visits the products with its columns, which bisections of the rows of B find. Products of
/// one entry are added in order.

#include <Araios/collective/warp.hpp>
#include <Araios/operations/multiply/expand_cuda.hpp>
#include <Araios/operations/multiply/hash_cuda.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

#include <cstdint>

namespace Araios::Impl::multiply {

/// Parts s, s + slices, ... of `capacity` entries of row r of the list `rows` are the work of warp s * num_rows + r, so that
/// warps without work are neighbours. Rows of fewer than `least` entries are left out.
template <SemiringType Semiring, class A, class B, class Output, class Keep>
struct SumRowsCuda {
  using Ordinal = typename B::Ordinal;
  using T = typename Output::Scalar;
  static constexpr int groups = 4;
  static constexpr int threads = 32 * groups;
  static constexpr int blocks_per_multiprocessor = 4;
  static constexpr bool cooperative = false;

  A a;
  B b;
  Ordinal const* rows;
  std::int64_t num_rows;
  std::int64_t slices;
  int capacity;
  std::int64_t least;
  Output output;

  __host__ __device__ static constexpr std::int64_t warp_bytes(int capacity) {
    return shared_piece(sizeof(WarpStage<T>)) + shared_piece(capacity * sizeof(T)) +
           shared_piece(capacity * sizeof(Ordinal));
  }
  static int shared_bytes(int capacity) { return static_cast<int>(groups * warp_bytes(capacity)); }

  __device__ void operator()(char* shared) const {
    shared += warp_id() * warp_bytes(capacity);
    auto* const stage = take_shared<WarpStage<T>>(shared, 1);
    T* const sums = take_shared<T>(shared, capacity);
    Ordinal* const columns = take_shared<Ordinal>(shared, capacity);

    std::int64_t const task = static_cast<std::int64_t>(blockIdx.x) * groups + warp_id();
    if (task >= num_rows * slices) return;
    auto const row = static_cast<std::int64_t>(rows[task % num_rows]);
    std::int64_t const end = output.first(row + 1);
    if (end - static_cast<std::int64_t>(output.first(row)) < least) return;
    for (std::int64_t first = output.first(row) + task / num_rows * capacity; first < end; first += slices * capacity) {
      int const count = static_cast<int>(min(end - first, static_cast<std::int64_t>(capacity)));
      for (int i = lane_id(); i < count; i += 32) {
        columns[i] = output.entries(first + i);
        sums[i] = Semiring::template zero<T>();
      }
      __syncwarp();
      add_products(row, columns, sums, count, count == end - output.first(row), stage);
      for (int i = lane_id(); i < count; i += 32) output.values(first + i) = sums[i];
      __syncwarp();
    }
  }

 private:
  __device__ void add_products(std::int64_t row, Ordinal const* columns, T* sums, int count, bool is_whole_row,
                               WarpStage<T>* stage) const {
    std::int64_t const begin = a.row_map(row), end = a.row_map(row + 1);
    auto const left = [this](std::int64_t p) { return element<Semiring, T>(a.values(p)); };
    auto const visit = [&](bool has_product, int e, std::int64_t q, unsigned starts) {
      int at = -1;
      T product{};
      if (has_product) {
        Ordinal const column = b.entries(q);
        product = Semiring::multiply(stage->left[e], element<Semiring, T>(b.values(q)));
        at = last_true(0, count, [&](int i) { return columns[i] <= column; });
        if constexpr (!Keep::keeps_all)
          if (columns[at] != column) at = -1;
      }
      add_in_turns<Semiring>(sums, at, product, starts);
    };
    if (is_whole_row)
      visit_row<WarpGroup>(a, b, begin, end, AllColumns{}, left, stage, visit);
    else
      visit_row<WarpGroup>(
          a, b, begin, end,
          ColumnsBetween{static_cast<std::int64_t>(columns[0]), static_cast<std::int64_t>(columns[count - 1]) + 1},
          left, stage, visit);
  }
};

}  // namespace Araios::Impl::multiply

#endif
