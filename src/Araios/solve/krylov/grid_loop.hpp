// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The iterations of a method in one cooperative kernel, for a CSR matrix that lies in the cache of the device.
///
/// A kernel of a graph costs 0.7 us and more, and sums that blocks leave to the last one 4 us (H200), while the vectors of
/// 1138_bus take 0.1 us. Here a sum costs a barrier of the grid and a round trip to the L2 cache, or a barrier of a block
/// where A is so small that one block does all. An iteration of CG has two sums, and a barrier before A p; rows of many
/// lanes add one after it. 1138_bus 9.7 us in place of 12.1, 5-point 300 x 300 12.0 in place of 15.9 (H200).

#include <Araios/collective/chunk_grid.hpp>
#include <Araios/collective/warp.hpp>
#include <Araios/core/arithmetic.hpp>
#include <Araios/solve/krylov/problem.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <type_traits>

namespace Araios::Impl::krylov {

/// Whether a method says that its iterations need no more than products with A and passes.
template <class Method>
inline constexpr bool runs_on_grid = false;
template <class Method>
  requires requires { Method::runs_on_grid; }
inline constexpr bool runs_on_grid<Method> = Method::runs_on_grid;

/// The matrix of an operator, where products with it need no plan.
template <class Operator, class T>
concept HasCsrMatrix = requires(Operator const& A) {
  requires Operator::is_csr;
  requires std::same_as<typename std::remove_cvref_t<decltype(A.matrix())>::values_type::non_const_value_type, T>;
};

/// Tuning parameters of the loop in one kernel.
struct GridLoopTuning {
  static constexpr std::int64_t max_bytes = 24 << 20;  ///< of A and five vectors: half of the L2 cache of an H100
  static constexpr std::int64_t one_block = 8192;  ///< entries and rows that one block iterates in less than a barrier
  static constexpr std::int64_t entries_a_block = 2048;  ///< at least
};

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

/// What methods ask of Problem, within the kernel.
template <class T_, class Matrix, class M>
struct GridProblem {
  using T = T_;
  using S = SumOf<T>;
  using Vector = UnmanagedView<T, Kokkos::CudaSpace>;
  static constexpr bool has_apply = false;

  typename Matrix::row_map_type::const_value_type* row_map;
  typename Matrix::entries_type::const_value_type* entries;
  T const* values;
  int lanes_of_row;
  M m;
  std::int64_t n;
  Vector x, r;
  State<S>* state = nullptr;

  __device__ M diagonal() const { return m; }
  template <class Grid>
  __device__ void precondition(Grid const&, Vector const&, Vector const&) const {}
  template <class Grid, class Body>
  __device__ void pass(Grid const& grid, char const*, Body const& body) const {
    grid.pass(body);
  }
  /// y := A x. Short rows by the threads that have their elements in passes, so that no thread waits for y; others by 2 to 32
  /// lanes a row.
  template <class Grid>
  __device__ void multiply(Grid const& grid, Vector const& from, Vector const& to) const {
    T const* const x_of = from.data();
    T* const y = to.data();
    grid.wait_for_all();
    if (lanes_of_row == 1) return grid.for_each([&](std::int64_t i) { y[i] = add_row(i, 0, x_of); });
    int const lane = static_cast<int>(threadIdx.x) & (lanes_of_row - 1);
    std::int64_t const rows = std::int64_t(gridDim.x) * Grid::threads / lanes_of_row;
    std::int64_t const row = (std::int64_t(blockIdx.x) * Grid::threads + threadIdx.x) / lanes_of_row;
    std::int64_t const whole = (n + rows - 1) / rows * rows;  // lanes of a warp wait for each other
    for (std::int64_t i = row; i < whole; i += rows) {
      T of_row = i < n ? add_row(i, lane, x_of) : T(0);
      for (int distance = lanes_of_row / 2; distance > 0; distance /= 2)
        of_row = sum(of_row, warp_shuffle_xor(of_row, distance));
      if (lane == 0 && i < n) y[i] = of_row;
    }
    grid.wait_for_all();
  }
  /// The products of a lane.
  __device__ T add_row(std::int64_t i, int lane, T const* x_of) const {
    T of_row = T(0);
    auto const end = row_map[i + 1];
#pragma unroll 4
    for (auto k = row_map[i] + lane; k < end; k += lanes_of_row)
      of_row = multiply_add(values[k], x_of[entries[k]], of_row);
    return of_row;
  }
};

template <class Method, class Problem>
struct OfProblem;
template <template <class> class Method, class Old, class Problem>
struct OfProblem<Method<Old>, Problem> {
  using type = Method<Problem>;
};

/// Iterates until the state says that it is enough, at most `iterations` times.
template <class Method, class Problem>
struct GridLoop {
  using S = typename Problem::S;
  using Vector = typename Problem::Vector;
  static constexpr int threads = ChunkGrid<S>::threads;
  static constexpr int blocks_per_multiprocessor = 1;
  static constexpr bool cooperative = true;

  Problem problem;  // its state: that in memory
  Kokkos::Array<typename Problem::T*, Method::num_vectors> vectors;
  std::int64_t length;  // of chunks
  S* partials;
  std::int64_t iterations;

  __device__ void operator()(char*) const {
    constexpr int words = sizeof(State<S>) / sizeof(std::int64_t);
    __shared__ __align__(16) std::int64_t local[words];
    auto* const kept = reinterpret_cast<std::int64_t*>(problem.state);
    for (int w = static_cast<int>(threadIdx.x); w < words; w += threads) local[w] = kept[w];
    __syncthreads();
    Problem mine = problem;
    mine.state = reinterpret_cast<State<S>*>(local);
    Vector v[Method::num_vectors];
#pragma unroll
    for (int k = 0; k < Method::num_vectors; ++k) v[k] = Vector(vectors[k], static_cast<std::size_t>(mine.n));
    Method const method(mine, v);
    ChunkGrid<S> const grid(mine.n, length, partials);
    for (std::int64_t i = 0; i < iterations && mine.state->loop.is_running != 0; ++i) method.iterate(grid);
    if (blockIdx.x == 0)
      for (int w = static_cast<int>(threadIdx.x); w < words; w += threads) kept[w] = local[w];
  }
};

/// Whether A and vectors of T stay in the cache.
template <class T, class Matrix>
bool fits_grid(Matrix const& A) {
  constexpr auto of_entry = static_cast<std::int64_t>(sizeof(T) + sizeof(typename Matrix::Ordinal));
  constexpr auto of_row = static_cast<std::int64_t>(5 * sizeof(T) + sizeof(typename Matrix::Offset));
  return static_cast<std::int64_t>(A.nnz()) <= GridLoopTuning::max_bytes / of_entry &&
         static_cast<std::int64_t>(A.nnz()) * of_entry + static_cast<std::int64_t>(A.num_rows()) * of_row <=
             GridLoopTuning::max_bytes;
}

/// Runs iterations of Method in one kernel, where fits_grid.
template <class Method, class Matrix, class Problem, class Vectors>
void run_on_grid(Kokkos::Cuda const& exec, Matrix const& A, Problem const& problem, Vectors const& vectors,
                 std::int64_t iterations) {
  using T = typename Problem::T;
  using S = typename Problem::S;
  using OnGrid = GridProblem<T, Matrix, decltype(problem.diagonal())>;
  using Loop = GridLoop<typename OfProblem<Method, OnGrid>::type, OnGrid>;
  std::int64_t const n = problem.n, entries = static_cast<std::int64_t>(A.nnz());
  std::int64_t const requested =
      entries + n <= GridLoopTuning::one_block ? 1 : tiles_for(entries + n, GridLoopTuning::entries_a_block);
  char const* const label = "Araios::solve::iterations";
  std::int64_t const blocks = std::min<std::int64_t>(requested, cuda_resident_blocks<Loop>(exec, label, 0));
  // At most eight products of a lane; fewer where the blocks have lanes for that.
  int lanes = 1;
  if (entries > 8 * n)
    while (lanes < 32 && (lanes * 8 * n < entries || (lanes * n < entries && 2 * lanes * n <= blocks * Loop::threads)))
      lanes *= 2;
  Loop loop{{A.row_map.data(), A.entries.data(), A.values.data(), lanes, problem.diagonal(), n, problem.x, problem.r,
             problem.state},
            {},
            chunk_length(n),
            problem.scratch.template partials<S>(),
            iterations};
  for (int k = 0; k < OfProblem<Method, OnGrid>::type::num_vectors; ++k) loop.vectors[k] = vectors[k].data();
  cuda_launch(exec, label, blocks, 0, loop);
}
#endif

}  // namespace Araios::Impl::krylov
