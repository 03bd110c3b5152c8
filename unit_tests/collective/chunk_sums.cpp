// SPDX-License-Identifier: Apache-2.0

#include <Araios/collective/chunk_block.hpp>
#include <Araios/collective/chunk_grid.hpp>
#include <Araios/collective/chunk_sums.hpp>
#include <Araios/core/memory.hpp>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "support/matrices.hpp"

namespace collective_chunk_sums_test {

using namespace Araios;
using namespace Araios::test;

template <class T>
struct Dots {
  using Sum = T;
  static constexpr int num_sums = 3;
  T const *x, *y;
  T* results;
  int const* is_running;
  int* calls;
  KOKKOS_FUNCTION bool begin() const { return *is_running != 0; }
  KOKKOS_FUNCTION void operator()(std::int64_t i, T* sums) const {
    sums[0] = Impl::multiply_add(x[i], y[i], sums[0]);
    sums[1] = Impl::sum(sums[1], x[i]);
    sums[2] = Impl::sum(sums[2], T(1));
  }
  KOKKOS_FUNCTION void finish(T const* sums) const {
    for (int k = 0; k < 3; ++k) results[k] = sums[k];
    ++*calls;
  }
};

template <class T, class Exec>
std::vector<T> dots(Exec const& exec, std::vector<T> const& x, std::vector<T> const& y, int is_running = 1) {
  using Space = typename Exec::memory_space;
  Impl::ChunkScratch<Space> const scratch{Kokkos::View<char*, Space>("scratch", Impl::ChunkScratch<Space>::bytes)};
  auto const a = to_view<Space>(x), b = to_view<Space>(y);
  auto const running = to_view<Space>(std::vector<int>{is_running});
  auto const calls = to_view<Space>(std::vector<int>{0});
  Kokkos::View<T*, Space> const results("results", 3);
  // Twice: the second pass finds what the first has left.
  for (int run = 0; run < 2; ++run)
    Impl::pass_over_chunks(exec, "Araios::test::dots", static_cast<std::int64_t>(x.size()),
                           Dots<T>{a.data(), b.data(), results.data(), running.data(), calls.data()}, scratch);
  exec.fence();
  EXPECT_EQ(to_vector(calls)[0], 2 * is_running);
  return to_vector(results);
}

#ifdef ARAIOS_HAVE_CUDA_LAUNCH
/// The same pass, three times in a kernel.
template <class T>
struct DotsOnGrid {
  static constexpr int threads = Impl::ChunkGrid<T>::threads;
  static constexpr int blocks_per_multiprocessor = 1;
  static constexpr bool cooperative = true;
  Dots<T> body;
  std::int64_t n, length;
  Impl::GridScratch scratch;
  __device__ void operator()(char* shared) const {
    Impl::ChunkGrid<T> const grid(n, length, scratch, shared);
    Dots<T> mine = body;
    mine.results += 3 * blockIdx.x;
    mine.calls += blockIdx.x;
    for (int k = 0; k < 3; ++k) grid.pass(mine);
    grid.close();
  }
};
/// The sums of each of `blocks` blocks.
template <class T>
std::vector<T> dots_on_grid(int blocks, std::vector<T> const& x, std::vector<T> const& y) {
  using Space = Kokkos::CudaSpace;
  Kokkos::Cuda const exec;
  using Word = Impl::GridScratch::Word;
  Kokkos::View<Word*, Space> const words("words", Impl::GridScratch::bytes / std::int64_t(sizeof(Word)));
  auto const a = to_view<Space>(x), b = to_view<Space>(y);
  auto const running = to_view<Space>(std::vector<int>{1});
  Kokkos::View<int*, Space> const calls("calls", blocks);
  Kokkos::View<T*, Space> const results("results", 3 * blocks);
  auto const n = static_cast<std::int64_t>(x.size());
  // Twice: the second kernel finds the sums of the first one.
  for (int run = 0; run < 2; ++run)
    Impl::cuda_launch(exec, "Araios::test::dots", blocks,
                      static_cast<int>(Impl::ChunkGrid<T>::shared_bytes(n, Impl::chunk_length(n))),
                      DotsOnGrid<T>{{a.data(), b.data(), results.data(), running.data(), calls.data()},
                                    n,
                                    Impl::chunk_length(n),
                                    {words.data()}});
  exec.fence();
  EXPECT_EQ(to_vector(calls), std::vector<int>(static_cast<std::size_t>(blocks), 6));
  return to_vector(results);
}
/// The same passes by one block, each thread of which finishes.
template <class T>
struct DotsInBlock {
  static constexpr int threads = Impl::ChunkBlock<T>::threads;
  static constexpr int blocks_per_multiprocessor = 1;
  Dots<T> body;
  int n;
  __device__ void operator()(char* shared) const {
    Impl::ChunkBlock<T> const block(n, shared);
    T of_thread[3];
    int calls = 0;
    Dots<T> mine = body;
    mine.results = of_thread;
    mine.calls = &calls;
    block.wait_for_all();
    for (int k = 0; k < 3; ++k) block.pass(mine);
    for (int k = 0; k < 3; ++k) body.results[3 * threadIdx.x + k] = of_thread[k];
    body.calls[threadIdx.x] = calls;
  }
};
/// The sums of each thread.
template <class T>
std::vector<T> dots_in_block(std::vector<T> const& x, std::vector<T> const& y) {
  using Space = Kokkos::CudaSpace;
  Kokkos::Cuda const exec;
  constexpr int threads = Impl::ChunkBlock<T>::threads;
  auto const a = to_view<Space>(x), b = to_view<Space>(y);
  auto const running = to_view<Space>(std::vector<int>{1});
  Kokkos::View<int*, Space> const calls("calls", threads);
  Kokkos::View<T*, Space> const results("results", 3 * threads);
  auto const n = static_cast<std::int64_t>(x.size());
  Impl::cuda_launch(
      exec, "Araios::test::dots", 1, static_cast<int>(Impl::ChunkBlock<T>::shared_bytes(n)),
      DotsInBlock<T>{{a.data(), b.data(), results.data(), running.data(), calls.data()}, static_cast<int>(n)});
  exec.fence();
  EXPECT_EQ(to_vector(calls), std::vector<int>(threads, 3));
  return to_vector(results);
}
#endif

/// The order of additions that the head of the header gives, written again.
template <class T>
T tree_of(std::vector<T> lanes) {
  std::vector<T> warps;
  for (int w = 0; w < 8; ++w) {
    std::vector<T> warp(lanes.begin() + 32 * w, lanes.begin() + 32 * (w + 1));
    while (warp.size() > 1) {
      std::size_t const half = warp.size() / 2;
      for (std::size_t l = 0; l < half; ++l) warp[l] = warp[l] + warp[l + half];
      warp.resize(half);
    }
    warps.push_back(warp[0]);
  }
  T total = warps[0];
  for (int w = 1; w < 8; ++w) total = total + warps[static_cast<std::size_t>(w)];
  return total;
}
template <class T>
T reference(std::vector<T> const& terms) {
  auto const n = static_cast<std::int64_t>(terms.size());
  std::int64_t const length = Impl::chunk_length(n);
  std::vector<T> chunks;
  for (std::int64_t first = 0; first == 0 || first < n; first += length) {
    std::vector<T> lanes(256);
    for (std::int64_t i = first; i < n && i < first + length; ++i) {
      T& lane = lanes[static_cast<std::size_t>((i - first) % 256)];
      lane = lane + terms[static_cast<std::size_t>(i)];
    }
    chunks.push_back(tree_of(lanes));
  }
  if (chunks.size() == 1) return chunks[0];
  std::vector<T> lanes(256);
  for (std::size_t c = 0; c < chunks.size(); ++c) lanes[c % 256] = lanes[c % 256] + chunks[c];
  return tree_of(lanes);
}

template <class T>
void check_bits() {
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (std::int64_t const n : {0, 1, 31, 256, 1000, 1024, 1025, 5000, 9000, 16384, 20000, 262144, 1048577, 3000001}) {
    std::vector<T> x(static_cast<std::size_t>(n)), y(x), products(x);
    for (std::size_t i = 0; i < x.size(); ++i) {
      x[i] = static_cast<T>(uniform(random) * std::pow(10.0, static_cast<double>(random() % 9)));
      y[i] = static_cast<T>(uniform(random));
      T volatile const rounded = x[i] * y[i];  // never part of a fused operation
      products[i] = rounded;
    }
    std::vector<T> const expected{reference(products), reference(x), static_cast<T>(n)};
    EXPECT_EQ(dots(Kokkos::DefaultHostExecutionSpace(), x, y), expected) << n << " elements, host";
    EXPECT_EQ(dots(Kokkos::DefaultExecutionSpace(), x, y), expected) << n << " elements, device";
#ifdef ARAIOS_HAVE_CUDA_LAUNCH
    for (int const blocks : {1, 2, 100}) {
      std::vector<T> of_blocks;
      for (int k = 0; k < blocks; ++k) of_blocks.insert(of_blocks.end(), expected.begin(), expected.end());
      EXPECT_EQ(dots_on_grid(blocks, x, y), of_blocks) << n << " elements, a kernel of " << blocks << " blocks";
    }
    if (n <= Impl::ChunkBlock<T>::max_elements) {
      std::vector<T> of_threads;
      for (int k = 0; k < Impl::ChunkBlock<T>::threads; ++k)
        of_threads.insert(of_threads.end(), expected.begin(), expected.end());
      EXPECT_EQ(dots_in_block(x, y), of_threads) << n << " elements, a kernel of one block";
    }
#endif
  }
}
TEST(ChunkSums, have_the_same_bits_everywhere) {
  check_bits<double>();
  check_bits<float>();
}

TEST(ChunkSums, lengths_depend_on_the_number_of_elements_alone) {
  for (std::int64_t const n : {1LL, 1024LL, 1048576LL, 1048577LL, 100000000LL, 1LL << 40}) {
    std::int64_t const length = Impl::chunk_length(n);
    EXPECT_EQ(length % 256, 0);
    EXPECT_GE(length, 256);
    EXPECT_LE(Impl::tiles_for(n, length), 1024);
  }
}

TEST(ChunkSums, do_nothing_where_the_body_does_not_begin) {
  std::vector<double> const x(5000, 1.0);
  EXPECT_EQ(dots(Kokkos::DefaultExecutionSpace(), x, x, 0), std::vector<double>(3, 0.0));
}

TEST(ChunkSums, complex_numbers) {
  using T = Kokkos::complex<double>;
  std::vector<T> const x(3000, T(1, 2)), y(3000, T(3, -1));
  auto const sums = dots(Kokkos::DefaultExecutionSpace(), x, y);
  EXPECT_EQ(sums[0], T(15000, 15000));
  EXPECT_EQ(sums[1], T(3000, 6000));
}

}  // namespace collective_chunk_sums_test
