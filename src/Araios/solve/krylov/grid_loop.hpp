// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The iterations of a method in one kernel, for a CSR matrix that lies in the cache of the device.
///
/// A kernel of a graph costs 0.7 us and more, and sums that blocks leave to the last one 4 us (H200), while the vectors
/// of 1138_bus take 0.1 us. Here each block has some rows, of which it keeps A and all vectors in shared memory. An
/// iteration of CG exchanges two sums (collective/chunk_grid.hpp) and has one barrier of the grid, before A p. A matrix
/// that one block can hold has three barriers of the block in an iteration, and no exchange
/// (collective/chunk_block.hpp); several right-hand sides are then as many blocks.

#include <Araios/collective/chunk_block.hpp>
#include <Araios/collective/chunk_grid.hpp>
#include <Araios/collective/warp.hpp>
#include <Araios/core/arithmetic.hpp>
#include <Araios/solve/krylov/grid_rows.hpp>
#include <Araios/solve/krylov/problem.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

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
  static constexpr std::int64_t entries_a_block = 2048;    ///< at least
  static constexpr std::int64_t entries_a_slice_row = 16;  ///< a lane adds in the time of a barrier and of shuffles
  static constexpr int max_columns = 16;                   ///< of small systems, iterated concurrently
  static constexpr int static_bytes = 4 << 10;             ///< of shared memory, of lanes and the state, at most
};

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

/// What methods ask of Problem, within the kernel.
template <class T_, class Matrix, class M>
struct GridProblem {
  using T = T_;
  using S = SumOf<T>;
  using Vector = UnmanagedView<T, Kokkos::CudaSpace>;
  static constexpr bool has_apply = false;

  using Rows = GridRows<T, typename Matrix::Offset, typename Matrix::Ordinal>;
  Rows rows;
  M m;
  std::int64_t n;
  Vector x, r;
  State<S>* state = nullptr;
  T* published = nullptr;  // where blocks that keep their parts of vectors leave what all read

  __device__ M diagonal() const { return m; }
  template <class Grid>
  __device__ void precondition(Grid const&, Vector const&, Vector const&) const {}
  template <class Grid, class Body>
  __device__ void pass(Grid const& grid, char const*, Body const& body) const {
    grid.pass(body);
  }
  /// y := A x, the rows of this block. A pass with sums has to follow before x is written again: it ends when all
  /// blocks have read x.
  template <class Grid>
  __device__ void multiply(Grid const& grid, Vector const& from, Vector const& to) const {
    T const* x_of = from.data();
    T* const y = to.data();
    if constexpr (Grid::is_block) {
      grid.wait_for_all();
      if (rows.has_slices()) return grid.each([&](int i) { y[i] = rows.multiply_row(i, x_of); });
    } else {
      if (published != nullptr) {
        grid.each([&](int i) { published[i] = x_of[i]; });
        x_of = published;
      }
      grid.wait_for_all();
    }
    rows.template multiply<Grid::threads>(grid.first(), grid.last(), x_of, y);
    __syncthreads();
  }
};

/// What an iteration writes: the state, the vectors of the method, x and r.
template <class T, int num_vectors_>
struct GridColumn {
  static constexpr int num_vectors = num_vectors_;
  State<SumOf<T>>* state;
  Kokkos::Array<T*, num_vectors> vectors;
};

template <class Method, class Problem>
struct OfProblem;
template <template <class> class Method, class Old, class Problem>
struct OfProblem<Method<Old>, Problem> {
  using type = Method<Problem>;
};

/// Iterates until the state says that it is enough, at most `iterations` times.
template <class Method, class Problem, class Grid>
struct GridLoop {
  using T = typename Problem::T;
  using S = typename Problem::S;
  using Vector = typename Problem::Vector;
  static constexpr int threads = Grid::threads;
  static constexpr int blocks_per_multiprocessor = 1;
  static constexpr bool cooperative = !Grid::is_block;
  static constexpr int num_kept = Method::num_vectors + 2,
                       max_columns = Grid::is_block ? GridLoopTuning::max_columns : 1;

  Problem problem;  // but for what columns have
  Kokkos::Array<GridColumn<T, num_kept>, max_columns> columns;
  std::int64_t length;  // of chunks
  GridScratch scratch;
  std::int64_t iterations;
  int shared_bytes;
  bool keeps_slices, keeps_vectors;  // in shared memory

  __device__ void operator()(char* shared) const {
    char const* const end = shared + shared_bytes;
    Grid const grid = make_grid(shared);
    Problem mine = problem;
    auto* const state = column().state;
    mine.rows.point_to(shared);
    if constexpr (Grid::is_block) {
      // Every thread computes the numbers of the iteration; one notes them.
      State<S> local = *state;
      if (threadIdx.x != 0) local.loop.history = nullptr;
      mine.state = &local;
      iterate(grid, mine, shared, end);
      if (threadIdx.x == 0) *state = local;
    } else {
      constexpr int words = sizeof(State<S>) / sizeof(std::int64_t);
      __shared__ __align__(16) std::int64_t local[words];
      auto* const kept = reinterpret_cast<std::int64_t*>(state);
      for (int w = static_cast<int>(threadIdx.x); w < words; w += threads) local[w] = kept[w];
      mine.state = reinterpret_cast<State<S>*>(local);
      iterate(grid, mine, shared, end);
      if (blockIdx.x == 0)
        for (int w = static_cast<int>(threadIdx.x); w < words; w += threads) kept[w] = local[w];
    }
    grid.close();
  }

  __device__ Grid make_grid(char*& shared) const {
    if constexpr (Grid::is_block)
      return Grid(static_cast<int>(problem.n), shared);
    else
      return Grid(problem.n, length, scratch, shared);
  }
  __device__ void iterate(Grid const& grid, Problem& mine, char* shared, char const* end) const {
    int const first = grid.first(), count = max(0, grid.last() - first);
    bool const is_kept = Grid::is_block || keeps_vectors;
    std::int64_t const stride =
        shared_piece(count * static_cast<std::int64_t>(sizeof(T))) / static_cast<std::int64_t>(sizeof(T));
    T* const kept = take_shared<T>(shared, is_kept ? num_kept * stride : 0);
    if (is_kept)
#pragma unroll
      for (int k = 0; k < num_kept; ++k)
        for (int i = static_cast<int>(threadIdx.x); i < count; i += threads)
          kept[k * stride + i] = vector(k)[first + i];
    run(grid, mine, kept - first, stride, shared, end, std::make_index_sequence<num_kept>());
    if (is_kept)
#pragma unroll
      for (int k = 0; k < num_kept; ++k)
        for (int i = static_cast<int>(threadIdx.x); i < count; i += threads)
          vector(k)[first + i] = kept[k * stride + i];
  }
  template <std::size_t... k>
  __device__ void run(Grid const& grid, Problem& mine, T* kept, std::int64_t stride, char* shared, char const* end,
                      std::index_sequence<k...>) const {
    int const first = grid.first(), count = max(0, grid.last() - first);
    Vector const v[] = {of_vector(static_cast<int>(k), kept + static_cast<int>(k) * stride)...};
    mine.x = v[num_kept - 2];
    mine.r = v[num_kept - 1];
    // The array of x has no other use until the end.
    if (!Grid::is_block && keeps_vectors) mine.published = vector(num_kept - 2);
    if constexpr (Grid::is_block)
      if (keeps_slices) mine.rows.keep_slices(grid, shared, end);
    if (!mine.rows.is_kept()) mine.rows.keep_rows(first, first + count, shared, end);
    __syncthreads();
    Method const method(mine, v);
    for (std::int64_t i = 0; i < iterations && mine.state->loop.is_running != 0; ++i) method.iterate(grid);
    grid.wait_for_all();
  }
  __device__ Vector of_vector(int k, T* kept) const {
    return Vector(Grid::is_block || keeps_vectors ? kept : vector(k), static_cast<std::size_t>(problem.n));
  }

  __device__ auto const& column() const { return columns[Grid::is_block ? blockIdx.x : 0]; }
  __device__ T* vector(int k) const { return column().vectors[k]; }
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

/// Iterations of Method in one kernel.
template <class Method, class Problem>
class GridRun {
  using T = typename Problem::T;
  using S = typename Problem::S;
  using Matrix = std::remove_cvref_t<decltype(std::declval<Problem const&>().A.matrix())>;
  using OnGrid = GridProblem<T, Matrix, decltype(std::declval<Problem const&>().diagonal())>;
  using OnGridMethod = typename OfProblem<Method, OnGrid>::type;
  using Block = ChunkBlock<S>;
  using Grid = ChunkGrid<S>;
  static constexpr int num_kept = OnGridMethod::num_vectors + 2;
  static constexpr char const* label = "Araios::solve::iterations";

 public:
  using Column = GridColumn<T, num_kept>;

  /// Where A fits the cache of the device.
  GridRun(Kokkos::Cuda const& exec, Matrix const& A, Problem const& problem)
      : exec_(exec),
        A_(A),
        problem_(problem),
        n_(problem.n),
        entries_(static_cast<std::int64_t>(A.nnz())),
        length_(chunk_length(n_)),
        room_(CudaResources::of(exec, 1).shared_bytes - GridLoopTuning::static_bytes) {}

  /// Whether a block has all of a column: then there may be GridLoopTuning::max_columns.
  bool is_of_blocks() const {
    return entries_ + n_ <= GridLoopTuning::one_block && n_ <= Block::max_elements &&
           Block::shared_bytes(n_) + OnGrid::Rows::bytes_of_rows(n_, entries_) + bytes_of_vectors(n_) <= room_;
  }
  void operator()(std::vector<Column> const& columns, std::int64_t iterations) const {
    if (is_of_blocks())
      return launch<Block>(columns, static_cast<std::int64_t>(columns.size()), 1, room_, true, iterations);
    // Twice what a block needs on average; a block that needs more reads A from the cache. The L1 cache
    // has what is left.
    std::int64_t const resident =
        cuda_resident_blocks<GridLoop<OnGridMethod, OnGrid, Grid>>(exec_, label, static_cast<int>(room_));
    std::int64_t const blocks =
        Grid::even_blocks(n_, length_, std::min(resident, tiles_for(entries_ + n_, GridLoopTuning::entries_a_block)));
    std::int64_t const of_sums = Grid::shared_bytes(n_, length_);
    std::int64_t const of_rows = OnGrid::Rows::bytes_of_rows(n_, entries_) / blocks;
    std::int64_t const of_vectors = bytes_of_vectors(Grid::rows_of_block(n_, length_, blocks));
    bool const keeps_vectors = of_sums + of_vectors + of_rows + 1024 <= room_;
    std::int64_t const shared = std::min(room_, of_sums + (keeps_vectors ? of_vectors : 0) + 2 * of_rows + 1024);
    launch<Grid>(columns, blocks, blocks, shared, keeps_vectors, iterations);
  }

 private:
  static std::int64_t bytes_of_vectors(std::int64_t rows) {
    return num_kept * shared_piece(rows * static_cast<std::int64_t>(sizeof(T)));
  }
  /// Lanes for a row, as many as the block has, and so many that each has at most four products of a row of mean
  /// length.
  int log_lanes(std::int64_t rows) const {
    auto const needs_more = [&](int lanes) {
      return lanes < 32 && (lanes * 4 * n_ < entries_ || (lanes * n_ < entries_ && 2 * lanes * rows <= 1024));
    };
    int log = 0;
    while (needs_more(1 << log)) ++log;
    return log;
  }
  template <class OfBlocks>
  void launch(std::vector<Column> const& columns, std::int64_t blocks, std::int64_t blocks_of_column,
              std::int64_t shared, bool keeps_vectors, std::int64_t iterations) const {
    using Loop = GridLoop<OnGridMethod, OnGrid, OfBlocks>;
    int const log = log_lanes(tiles_for(n_, blocks_of_column));
    bool const keeps_slices = entries_ <= GridLoopTuning::entries_a_slice_row * n_ || n_ >= Loop::threads;
    Loop loop{{{A_.row_map.data(), A_.entries.data(), A_.values.data(), log}, problem_.diagonal(), n_, {}, {}},
              {},
              length_,
              problem_.grid_scratch,
              iterations,
              static_cast<int>(shared),
              keeps_slices,
              keeps_vectors};
    for (std::size_t j = 0; j < columns.size(); ++j) loop.columns[j] = columns[j];
    cuda_launch(exec_, label, blocks, static_cast<int>(shared), loop);
  }

  Kokkos::Cuda const& exec_;
  Matrix const& A_;
  Problem const& problem_;
  std::int64_t n_, entries_, length_, room_;
};
#endif

}  // namespace Araios::Impl::krylov
