// SPDX-License-Identifier: Apache-2.0
//
// Kernels whose rows wait for each other, while kernels of other streams leave them few multiprocessors, or none for a
// while: they end, and their results are those of a host.

#include <Araios/color.hpp>
#include <Araios/core/kokkos_compat.hpp>
#include <Araios/factor.hpp>
#include <Araios/formats/copy.hpp>
#include <Araios/generate/stencil.hpp>
#include <Araios/triangular.hpp>
#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>

#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "support/matrices.hpp"

namespace triangular_beside_other_kernels_test {

using namespace Araios;
using namespace Araios::test;

using Exec = Kokkos::DefaultExecutionSpace;
using Host = Kokkos::DefaultHostExecutionSpace;
template <class Exec>
using Csr = CsrMatrix<double, int, int, typename Exec::memory_space>;
template <class Exec>
using Columns = Kokkos::View<double**, Kokkos::LayoutRight, typename Exec::memory_space>;

/// 499 levels of up to 200 rows, and chains as long in a colouring by index.
constexpr int nx = 300, ny = 200, columns = 9;

/// What kernels of waiting rows compute of a matrix.
struct Computed {
  std::vector<double> x, several, factors, applied;
  std::vector<int> by_index, by_hash;
};

void expect_same(Computed const& got, Computed const& expected, std::string const& where) {
  EXPECT_TRUE(same_bits(got.x, expected.x)) << where << ": a triangular solve";
  EXPECT_TRUE(same_bits(got.several, expected.several)) << where << ": a triangular solve of several columns";
  EXPECT_TRUE(same_bits(got.factors, expected.factors)) << where << ": incomplete factors";
  EXPECT_TRUE(same_bits(got.applied, expected.applied)) << where << ": a solve with incomplete factors";
  EXPECT_EQ(got.by_index, expected.by_index) << where << ": colours by index";
  EXPECT_EQ(got.by_hash, expected.by_hash) << where << ": colours by hash";
}

/// The analyses are part of it: they find levels by waiting rows.
template <class Exec>
Computed compute(Exec const& exec, Csr<Exec> const& A) {
  using Space = typename Exec::memory_space;
  auto const n = static_cast<std::size_t>(A.num_rows());
  Kokkos::View<double*, Space> const b("b", n), x("x", n);
  Columns<Exec> const B("B", n, columns), X("X", n, columns);
  Kokkos::deep_copy(exec, b, 1.0);
  Kokkos::deep_copy(exec, B, 1.0);
  Computed all;
  TriangularPlan const plan(exec, A, {.method = TriangularMethod::sync_free});
  triangular_solve(exec, plan, b, x);
  triangular_solve(exec, plan, B, X);
  exec.fence();
  all.x = to_vector(x);
  all.several = to_vector(Kokkos::View<double*, Space, Kokkos::MemoryUnmanaged>(X.data(), n * columns));
  IncompleteFactor const M(exec, A, {.solve_method = TriangularMethod::sync_free});
  M.apply(exec, b, x);
  exec.fence();
  all.applied = to_vector(x);
  all.factors = to_vector(M.factors().values);
  all.by_index = to_vector(color(exec, A, {.order = ColorOrder::by_index}).colors);
  all.by_hash = to_vector(color(exec, A, {.order = ColorOrder::by_hash}).colors);
  return all;
}

#ifdef KOKKOS_ENABLE_CUDA

/// A block runs for about so many clocks, from one to eight times as many, so that multiprocessors are free at different
/// times.
__global__ void occupy(long long clocks) {
  long long const end = clock64() + clocks * (1 + (blockIdx.x * 2654435761u >> 29));
  while (clock64() < end) {
  }
}

/// Blocks of `threads`, two for each multiprocessor, again and again, and a queue of kernels of one block each in another
/// stream, until it ends or for 20 s.
class OtherKernels {
 public:
  explicit OtherKernels(int threads) : threads_(threads) {
    check(cudaGetDevice(&device_));
    check(cudaDeviceGetAttribute(&multiprocessors_, cudaDevAttrMultiProcessorCount, device_));
    for (cudaStream_t& stream : streams_) check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    launch_some();
    thread_ = std::thread([this] {
      check(cudaSetDevice(device_));
      auto const end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
      while (!is_over_ && std::chrono::steady_clock::now() < end) launch_some();
    });
  }
  ~OtherKernels() {
    is_over_ = true;
    thread_.join();
    for (cudaStream_t const stream : streams_) {
      check(cudaStreamSynchronize(stream));
      check(cudaStreamDestroy(stream));
    }
  }
  OtherKernels(OtherKernels const&) = delete;
  OtherKernels& operator=(OtherKernels const&) = delete;

 private:
  static void check(cudaError_t status) { EXPECT_EQ(status, cudaSuccess) << cudaGetErrorString(status); }

  /// Fills the first stream where it is empty: about 50 ms. The second one takes a millisecond for its share.
  void launch_some() {
    cudaError_t const status = cudaStreamQuery(streams_[0]);
    if (status == cudaSuccess)
      for (int i = 0; i < 10; ++i) occupy<<<2 * multiprocessors_, threads_, 0, streams_[0]>>>(1'000'000);
    else if (status == cudaErrorNotReady)
      (void)cudaGetLastError();  // it is one of these
    else
      check(status);
    for (int i = 0; i < 200; ++i) occupy<<<1, 128, 0, streams_[1]>>>(1000);
    check(cudaGetLastError());
    check(cudaStreamSynchronize(streams_[1]));
  }

  int threads_, device_ = 0, multiprocessors_ = 0;
  cudaStream_t streams_[2] = {};
  std::atomic<bool> is_over_ = false;
  std::thread thread_;
};

/// 1,024: no thread is left. 960: one block of 128 threads for each multiprocessor.
TEST(SyncFree, ends_beside_kernels_that_fill_the_device) {
  auto const A = stencil_matrix(Host(), {.nx = nx, .ny = ny});
  Computed const expected = compute(Host(), A);
  Exec const exec = Impl::separate_instance(Exec());
  auto const on_device = copy_to<Exec::memory_space>(A);
  expect_same(compute(exec, on_device), expected, "alone");
  for (int const threads : {1024, 960}) {
    OtherKernels const others(threads);
    for (int run = 0; run < 3; ++run)
      expect_same(compute(exec, on_device), expected,
                  "beside blocks of " + std::to_string(threads) + " threads, run " + std::to_string(run));
  }
}

#else

/// The same calls, alone.
TEST(SyncFree, ends_beside_kernels_that_fill_the_device) {
  auto const A = stencil_matrix(Host(), {.nx = nx, .ny = ny});
  Computed const expected = compute(Host(), A);
  auto const on_device = copy_to<Exec::memory_space>(A);
  expect_same(compute(Exec(), on_device), expected, "alone");
  GTEST_SKIP() << "NOT TESTED: other streams, and rows that wait, exist in a CUDA build only";
}

#endif

}  // namespace triangular_beside_other_kernels_test
