// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The iterations of a method in one cooperative kernel, for a CSR matrix that lies in the cache of the device.
///
/// A kernel of a graph costs 0.7 us and more, and sums that blocks leave to the last one 4 us (H200), while the vectors of
/// 1138_bus take 0.1 us. Here each block has some rows, whose part of A it copies to shared memory, and the elements of
/// all vectors that belong to these rows. An iteration of CG exchanges two sums (collective/chunk_grid.hpp) and has one
/// barrier of the grid, before A p. A matrix that one block can hold has none, and its vectors lie in shared memory, too.

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
  static constexpr std::int64_t one_block = 16384;  ///< entries and rows that one block iterates in less than a barrier
  static constexpr std::int64_t entries_a_block = 2048;  ///< at least
  static constexpr int static_bytes = 4 << 10;           ///< of shared memory, of lanes and the state, at most
};

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

/// What methods ask of Problem, within the kernel.
template <class T_, class Matrix, class M>
struct GridProblem {
  using T = T_;
  using S = SumOf<T>;
  using Vector = UnmanagedView<T, Kokkos::CudaSpace>;
  static constexpr bool has_apply = false;

  using Offset = typename Matrix::Offset;
  using Ordinal = typename Matrix::Ordinal;

  Offset const* row_map;
  Ordinal const* entries;
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
  /// y := A x, the rows of this block. A pass with sums has to follow before x is written again: it ends when all blocks
  /// have read x.
  template <class Grid>
  __device__ void multiply(Grid const& grid, Vector const& from, Vector const& to) const {
    T const* const x_of = from.data();
    T* const y = to.data();
    grid.wait_for_all();
    int const lane = static_cast<int>(threadIdx.x) & (lanes_of_row - 1), rows = Grid::threads / lanes_of_row;
    std::int64_t const last = grid.last();
    // The same number of rounds for all, because lanes of a warp wait for each other.
    for (std::int64_t first = grid.first(); first < last; first += rows) {
      std::int64_t const i = first + static_cast<int>(threadIdx.x) / lanes_of_row;
      T of_row = i < last ? add_row(i, lane, x_of) : T(0);
      for (int distance = lanes_of_row / 2; distance > 0; distance /= 2)
        of_row = sum(of_row, warp_shuffle_xor(of_row, distance));
      if (lane == 0 && i < last) y[i] = of_row;
    }
    __syncthreads();
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

  /// Copies the rows [first, last) of A to shared memory, where there is room for them. Call a barrier after.
  __device__ void keep_matrix(std::int64_t first, std::int64_t last, char*& shared, char const* end) {
    if (first >= last) return;
    Offset const begin = row_map[first], count = row_map[last] - begin;
    if (shared + bytes_of_rows(last - first, static_cast<std::int64_t>(count)) > end) return;
    values = copy_to_shared(values + begin, count, shared) - begin;
    entries = copy_to_shared(entries + begin, count, shared) - begin;
    row_map = copy_to_shared(row_map + first, static_cast<Offset>(last - first + 1), shared) - first;
  }
  KOKKOS_FUNCTION static constexpr std::int64_t bytes_of_rows(std::int64_t rows, std::int64_t entries_of_rows) {
    auto const piece = [](std::int64_t count, std::size_t size) {
      return shared_piece(count * static_cast<std::int64_t>(size));
    };
    return piece(entries_of_rows, sizeof(T)) + piece(entries_of_rows, sizeof(Ordinal)) +
           piece(rows + 1, sizeof(Offset));
  }
  /// The copy of `count` elements that all threads of the block make.
  template <class Element>
  __device__ static Element* copy_to_shared(Element const* from, std::int64_t count, char*& shared) {
    auto* const to = take_shared<std::remove_const_t<Element>>(shared, count);
    for (std::int64_t k = threadIdx.x; k < count; k += blockDim.x) to[k] = from[k];
    return to;
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
  GridScratch scratch;
  std::int64_t iterations;
  int shared_bytes;
  bool keeps_vectors;  // in shared memory: one block

  __device__ void operator()(char* shared) const {
    constexpr int words = sizeof(State<S>) / sizeof(std::int64_t), num_kept = Method::num_vectors + 2;
    __shared__ __align__(16) std::int64_t local[words];
    auto* const kept = reinterpret_cast<std::int64_t*>(problem.state);
    for (int w = static_cast<int>(threadIdx.x); w < words; w += threads) local[w] = kept[w];
    char const* const end = shared + shared_bytes;
    ChunkGrid<S> const grid(problem.n, length, scratch, shared);
    Problem mine = problem;
    mine.state = reinterpret_cast<State<S>*>(local);
    mine.keep_matrix(grid.first(), grid.last(), shared, end);
    Vector v[num_kept];
#pragma unroll
    for (int k = 0; k < num_kept; ++k) {
      typename Problem::T* const at = vector(k);
      v[k] = Vector(keeps_vectors ? Problem::copy_to_shared(at, problem.n, shared) : at,
                    static_cast<std::size_t>(problem.n));
    }
    mine.x = v[num_kept - 2];
    mine.r = v[num_kept - 1];
    __syncthreads();
    Method const method(mine, v);
    for (std::int64_t i = 0; i < iterations && mine.state->loop.is_running != 0; ++i) method.iterate(grid);
    __syncthreads();
    if (keeps_vectors)
#pragma unroll
      for (int k = 0; k < num_kept; ++k)
        for (std::int64_t i = threadIdx.x; i < problem.n; i += threads) vector(k)[i] = v[k](i);
    if (blockIdx.x == 0)
      for (int w = static_cast<int>(threadIdx.x); w < words; w += threads) kept[w] = local[w];
    grid.close();
  }

  /// Vector k: the vectors of the method, then x and r.
  __device__ typename Problem::T* vector(int k) const {
    if (k < Method::num_vectors) return vectors[k];
    return k == Method::num_vectors ? problem.x.data() : problem.r.data();
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
  constexpr int num_kept = OfProblem<Method, OnGrid>::type::num_vectors + 2;
  std::int64_t const n = problem.n, entries = static_cast<std::int64_t>(A.nnz()), length = chunk_length(n);
  char const* const label = "Araios::solve::iterations";
  std::int64_t const of_sums = ChunkGrid<S>::shared_bytes(n, length);
  std::int64_t const room = CudaResources::of(exec, 1).shared_bytes - GridLoopTuning::static_bytes;
  std::int64_t const of_matrix = OnGrid::bytes_of_rows(n, entries);
  std::int64_t const of_vectors = num_kept * shared_piece(n * static_cast<std::int64_t>(sizeof(T)));
  bool const one_block = entries + n <= GridLoopTuning::one_block && of_sums + of_matrix + of_vectors <= room;
  // Twice what a block needs on average; a block that needs more reads A from the cache. The L1 cache
  // has what is left.
  std::int64_t blocks = 1, shared = of_sums + of_matrix + of_vectors;
  if (!one_block) {
    std::int64_t const resident = cuda_resident_blocks<Loop>(exec, label, static_cast<int>(room));
    blocks = ChunkGrid<S>::even_blocks(n, length,
                                       std::min(resident, tiles_for(entries + n, GridLoopTuning::entries_a_block)));
    shared = std::min(room, of_sums + 2 * of_matrix / blocks + 1024);
  }
  // Lanes for a row, as many as the block has, and so many that each has at most four products of a row of mean length.
  std::int64_t const rows = tiles_for(n, blocks);
  int lanes = 1;
  while (lanes < 32 && (lanes * 4 * n < entries || (lanes * n < entries && 2 * lanes * rows <= Loop::threads)))
    lanes *= 2;
  Loop loop{{A.row_map.data(), A.entries.data(), A.values.data(), lanes, problem.diagonal(), n, problem.x, problem.r,
             problem.state},
            {},
            length,
            problem.grid_scratch,
            iterations,
            static_cast<int>(shared),
            one_block};
  for (int k = 0; k < OfProblem<Method, OnGrid>::type::num_vectors; ++k) loop.vectors[k] = vectors[k].data();
  cuda_launch(exec, label, blocks, static_cast<int>(shared), loop);
}
#endif

}  // namespace Araios::Impl::krylov
