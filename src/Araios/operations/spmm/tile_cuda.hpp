// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// SpMM on a CUDA GPU: the kernel that multiplies.
///
/// A block has a part of the items; its workers (a few lanes each, which share the columns of a group) have equal
/// shares of it. A worker processes its entries in order, some at a time: their columns and values are loaded with one
/// load per lane and exchanged by shuffles, then all of their rows of X are in flight at the same time, for any rows of
/// A; then they are added, and rows that end are stored. The sum of a row that a worker does not end goes to shared
/// memory, for the worker that ends it; the sum of a row that a block does not end is its carry.
///
/// Neighbouring blocks have neighbouring rows, so they share rows of X in caches. Where Y is stored by columns and the
/// rows of a block fit, Y is collected in shared memory and written in pieces of columns.
///
/// Bytes: for each group of columns k (Ordinal + Scalar) + (m+1) Offset, k rows of X, and m of Y.

#include <Araios/collective/cuda_launch.hpp>
#include <Araios/collective/warp.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/operations/spmm/core.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

#include <climits>
#include <cstdint>
#include <type_traits>

namespace Araios::Impl::spmm {

/// What a kernel may assume about X and Y.
enum class SpmmColumns {
  any,           ///< nothing: missing columns of X and Y are skipped
  whole,         ///< the group has all its columns, and rows of X can be read by vectors
  whole_of_both  ///< and rows of Y
};

/// A worker has `Lanes` lanes. Each has `PerLane` columns, `Vector` of them neighbours that are read by one load; the
/// rows of X of `InFlight` entries are in flight at the same time. `Blocks` of 256 threads share a multiprocessor.
template <int Lanes, int PerLane, int Vector, int InFlight, int Blocks, SpmmColumns Columns = SpmmColumns::any>
struct SpmmShape {
  static constexpr int lanes = Lanes, per_lane = PerLane, vector = Vector, in_flight = InFlight, blocks = Blocks;
  static constexpr SpmmColumns columns = Columns;
  static constexpr int threads = 256, workers = threads / lanes, group = lanes * per_lane, vectors = per_lane / vector;
  static_assert(lanes % in_flight == 0 && per_lane % vector == 0 && (vector == 1 || columns != SpmmColumns::any));
};

/// The value of lane `from` of the caller's worker.
template <int Lanes, class T>
__device__ __forceinline__ T spmm_shuffle(T const& value, int from) {
  if constexpr (is_pattern_v<T>)
    return {};
  else
    return warp_shuffle(value, from, Lanes);
}

template <class T, int Width>
struct alignas(Width == 1 ? alignof(T) : Width * sizeof(T)) SpmmVector {
  T element[Width];
};

template <class Data_, class Shape_>
struct SpmmTile {
  using Data = Data_;
  using Shape = Shape_;
  using Semiring = typename Data::Semiring;
  using Scalar = typename Data::Scalar;
  using Ordinal = typename Data::Ordinal;
  using X = typename Data::X;
  using T = typename Data::T;
  using RowOfX = std::conditional_t<sizeof(Ordinal) == 4, int, std::int64_t>;
  static constexpr int threads = Shape::threads, blocks_per_multiprocessor = Shape::blocks;
  static constexpr int lanes = Shape::lanes, per_lane = Shape::per_lane, vector = Shape::vector;
  static constexpr int group = Shape::group, workers = Shape::workers;

  static constexpr bool whole = Shape::columns != SpmmColumns::any;
  static constexpr bool y_by_vectors = Shape::columns == SpmmColumns::whole_of_both;

  Data data;         ///< columns: a multiple of the group, unless the shape assumes nothing
  RowOfX row_bytes;  ///< from a row of X to the next
  int tile_rows;     ///< rows of Y that fit in shared memory

  // Shared memory: for each worker the sum of a row that an earlier worker began, the sum of a row that it does not
  // end, and the row that its end divides, or -1. Then the beginnings of rows, followed by an upper bound; and rows of
  // Y.
  static constexpr int sums_bytes = workers * group * static_cast<int>(sizeof(T));
  static constexpr int divided_at = 2 * sums_bytes, begins_at = divided_at + workers * 4;
  static __host__ __device__ std::int64_t tile_at(std::int64_t items, std::int64_t snap) {
    return begins_at + shared_piece((items + 2 * snap + 2) * 4);
  }
  static std::int64_t shared_bytes(std::int64_t items, std::int64_t snap, int tile_rows) {
    return tile_at(items, snap) + std::int64_t(tile_rows) * (group + 1) * static_cast<int>(sizeof(T));
  }
  static_assert(begins_at % 16 == 0);

  /// The part of a block. Rows and entries are relative to its first ones.
  struct Part {
    std::int64_t first_row, first_entry;
    int rows, entries;
    bool is_begun;  ///< its first row began in an earlier block
  };

  /// A worker's lane.
  struct Lane {
    char* shared;
    int worker, lane;
    T* y;           ///< its first column of the part's first row
    bool collects;  ///< rows are collected in shared memory

    __device__ T* head(int of) const { return reinterpret_cast<T*>(shared) + of * group; }
    __device__ T* carry(int of) const { return reinterpret_cast<T*>(shared + sums_bytes) + of * group; }
    __device__ int& divided(int of) const { return reinterpret_cast<int*>(shared + divided_at)[of]; }
    __device__ int const* begins() const { return reinterpret_cast<int const*>(shared + begins_at); }
    /// Column w of vector v of the lane, in the group.
    __device__ int column(int v, int w) const { return (v * lanes + lane) * vector + w; }

    template <class Function>
    __device__ __forceinline__ void for_each_column(Function const& function) const {
      ARAIOS_UNROLL
      for (int v = 0; v < Shape::vectors; ++v) ARAIOS_UNROLL
      for (int w = 0; w < vector; ++w) function(v * vector + w, column(v, w));
    }
  };

  __device__ void operator()(char* shared) const {
    __shared__ Part part;
    if (!data.choice.holds()) return;
    auto const thread = static_cast<int>(threadIdx.x);
    auto const block = static_cast<std::int64_t>(blockIdx.x) % data.parts;
    if (warp_id() == 0) {
      SpmmCut const from = find_cut(block), to = find_cut(block + 1);
      if (lane_id() == 0)
        part = {from.row, from.entry, static_cast<int>(to.row - from.row), static_cast<int>(to.entry - from.entry),
                data.divides(from)};
    }
    __syncthreads();
    int* const begins = reinterpret_cast<int*>(shared + begins_at);
    for (int i = thread; i <= part.rows + 1; i += threads)
      begins[i] = i == 0           ? 0
                  : i <= part.rows ? static_cast<int>(data.row_map[part.first_row + i] - part.first_entry)
                                   : INT_MAX;
    __syncthreads();
    std::int64_t const first_column = static_cast<std::int64_t>(blockIdx.x) / data.parts * group;
    Lane lane{shared, thread / lanes, thread % lanes, nullptr, part.rows <= tile_rows};
    lane.y = &data.out.at(part.first_row, first_column + lane.column(0, 0));
    work(part, lane, first_column);
    if (lane.collects) write_tile(part, shared, first_column);
  }

 private:
  /// The beginning of part `number`. A warp reads 32 rows per step.
  __device__ SpmmCut find_cut(std::int64_t number) const {
    std::int64_t const diagonal = data.first_item(number);
    std::int64_t low = 0, high = data.num_rows + 1;
    while (high - low > 1) {
      std::int64_t const step = (high - low + 31) / 32;
      std::int64_t const row = low + (lane_id() + 1) * step;
      bool const before = row < high && static_cast<std::int64_t>(data.row_map[row]) + row <= diagonal;
      int const steps = __popc(__ballot_sync(all_lanes, before));
      std::int64_t const next = low + (steps + 1) * step;
      high = next < high ? next : high;
      low += steps * step;
    }
    return data.snapped(low, diagonal);
  }

  __device__ __forceinline__ void put(Lane const& lane, int row, std::int64_t first_column,
                                      T const (&sum)[per_lane]) const {
    auto const& out = data.out;
    if constexpr (y_by_vectors) {
      ARAIOS_UNROLL
      for (int v = 0; v < Shape::vectors; ++v) {
        using Vector = SpmmVector<T, vector>;
        auto* const destination = reinterpret_cast<Vector*>(lane.y + row * out.row_stride + v * lanes * vector);
        Vector y;
        if (!out.overwrite) y = *destination;
        ARAIOS_UNROLL
        for (int w = 0; w < vector; ++w) {
          T const& s = sum[v * vector + w];
          y.element[w] = out.overwrite ? Semiring::scale(out.alpha, s) : out.scaled(s, y.element[w]);
        }
        *destination = y;
      }
    } else if (lane.collects) {
      T* const tile = reinterpret_cast<T*>(lane.shared + tile_at(data.items, data.snap)) + row * (group + 1);
      lane.for_each_column([&](int v, int c) { tile[c] = sum[v]; });
    } else {
      lane.for_each_column([&](int v, int c) {
        if (!whole && first_column + c >= data.columns) return;
        T& y = lane.y[row * out.row_stride + (c - lane.column(0, 0)) * out.column_stride];
        y = out.overwrite ? Semiring::scale(out.alpha, sum[v]) : out.scaled(sum[v], y);
      });
    }
  }

  __device__ void work(Part const& part, Lane const& lane, std::int64_t first_column) const {
    int const* const begins = lane.begins();
    auto const begin = [&](int row) { return row == 0 && part.is_begun ? -1 : begins[row]; };
    // The rows of the worker's first item, and of the item after its last.
    int const items = part.rows + part.entries;
    int const first_item = items * lane.worker / workers, end_item = items * (lane.worker + 1) / workers;
    int row = 0, end_row = 0;
    for (int length = part.rows + 1; length > 1;) {
      int const half = length / 2;
      if (begins[row + half] + row + half <= first_item) row += half;
      if (begins[end_row + half] + end_row + half <= end_item) end_row += half;
      length -= half;
    }
    int const first = first_item - row, end = end_item - end_row;  // entries
    // A row that an earlier worker began, and this one ends.
    int const shared_row = lane.worker > 0 && end_row > row && first > begin(row) ? row : -1;

    T sum[per_lane];
    auto const clear = [&] {
      ARAIOS_UNROLL
      for (int v = 0; v < per_lane; ++v) sum[v] = Semiring::template zero<T>();
    };
    auto const end_of_row = [&] {
      if (row == shared_row)
        lane.for_each_column([&](int v, int c) { lane.head(lane.worker)[c] = sum[v]; });
      else
        put(lane, row, first_column, sum);
      clear();
      ++row;
    };
    clear();
    add_entries(part.first_entry, first, end, lane, first_column, row, sum, end_of_row);
    while (row < end_row) end_of_row();
    bool const divides = end > begin(end_row);
    if (divides) lane.for_each_column([&](int v, int c) { lane.carry(lane.worker)[c] = sum[v]; });
    if (lane.lane == 0) lane.divided(lane.worker) = divides ? end_row : -1;
    __syncthreads();

    if (shared_row >= 0) {
      add_carries(lane, lane.worker, shared_row, sum);
      lane.for_each_column([&](int v, int c) { sum[v] = Semiring::add(sum[v], lane.head(lane.worker)[c]); });
      put(lane, shared_row, first_column, sum);
    }
    if (lane.worker == workers - 1) {
      std::int64_t const last_row = part.first_row + end_row;
      if (lane.lane == 0 && first_column == 0)
        data.carry_rows[static_cast<std::int64_t>(blockIdx.x) % data.parts] = divides ? last_row : -1 - last_row;
      if (!divides) return;
      add_carries(lane, workers, end_row, sum);
      T* const carry = data.carries + static_cast<std::int64_t>(blockIdx.x) * group;
      lane.for_each_column([&](int v, int c) { carry[c] = sum[v]; });
    }
  }

  /// sum := the sum of `row` over the workers before `worker`; the end of the last of them divides the row.
  __device__ void add_carries(Lane const& lane, int worker, int row, T (&sum)[per_lane]) const {
    int from = worker - 1;
    while (from > 0 && lane.divided(from - 1) == row) --from;
    lane.for_each_column([&](int v, int) { sum[v] = Semiring::template zero<T>(); });
    for (; from < worker; ++from)
      lane.for_each_column([&](int v, int c) { sum[v] = Semiring::add(sum[v], lane.carry(from)[c]); });
  }

  /// Adds entries [first, end) of the part to the sums of their rows; `row` is that of the first. The workers of a warp
  /// run in lockstep.
  template <class EndOfRow>
  __device__ __forceinline__ void add_entries(std::int64_t first_entry, int first, int end, Lane const& lane,
                                              std::int64_t first_column, int& row, T (&sum)[per_lane],
                                              EndOfRow const& end_of_row) const {
    constexpr int in_flight = Shape::in_flight, vectors = Shape::vectors;
    using Vector = SpmmVector<X, vector>;
    int longest = end - first;
    ARAIOS_UNROLL
    for (int distance = lanes; distance < 32; distance *= 2)
      longest = max(longest, warp_shuffle_xor(longest, distance));

    // Missing columns of X are read, but not added: column 0 replaces them.
    char const* x[whole ? 1 : vectors];
    ARAIOS_UNROLL
    for (int v = 0; v < (whole ? 1 : vectors); ++v) {
      std::int64_t const c = first_column + lane.column(v, 0);
      x[v] = reinterpret_cast<char const*>(data.x.data) +
             (whole ? c : (c < data.columns ? c : 0) * data.x.column_stride) * static_cast<int>(sizeof(X));
    }
    Ordinal j = 0;
    Scalar a{};
    auto const fetch = [&](int entry) {
      if (entry >= end) return;
      j = data.entries[first_entry + entry];
      a = data.value(first_entry + entry);
    };
    fetch(first + lane.lane);
    int const* const begins = lane.begins();
    int row_end = begins[row + 1];
    for (int done = 0; done < longest; done += lanes) {
      Ordinal const j_now = j;
      Scalar const a_now = a;
      fetch(first + done + lanes + lane.lane);
      ARAIOS_UNROLL
      for (int g = 0; g < lanes; g += in_flight) {
        if (done + g >= longest) break;
        Vector from_x[in_flight][vectors];
        ARAIOS_UNROLL
        for (int u = 0; u < in_flight; ++u) {
          auto const from = static_cast<std::int64_t>(static_cast<RowOfX>(spmm_shuffle<lanes>(j_now, g + u))) *
                            static_cast<std::int64_t>(row_bytes);
          ARAIOS_UNROLL
          for (int v = 0; v < vectors; ++v)
            from_x[u][v] = whole ? reinterpret_cast<Vector const*>(x[0] + from)[v * lanes]
                                 : *reinterpret_cast<Vector const*>(x[whole ? 0 : v] + from);
        }
        ARAIOS_UNROLL
        for (int u = 0; u < in_flight; ++u) {
          Scalar const value = spmm_shuffle<lanes>(a_now, g + u);
          int const entry = first + done + g + u;
          if (entry >= end) continue;
          while (entry == row_end) {
            end_of_row();
            row_end = begins[row + 1];
          }
          ARAIOS_UNROLL
          for (int v = 0; v < per_lane; ++v)
            sum[v] = Semiring::add(sum[v], data.term(value, from_x[u][v / vector].element[v % vector]));
        }
      }
    }
  }

  /// Writes the collected rows to Y, neighbouring rows by neighbouring threads.
  __device__ void write_tile(Part const& part, char const* shared, std::int64_t first_column) const {
    __syncthreads();
    T const* const tile = reinterpret_cast<T const*>(shared + tile_at(data.items, data.snap));
    int const width = static_cast<int>(data.columns - first_column < group ? data.columns - first_column : group);
    for (int t = static_cast<int>(threadIdx.x); t < part.rows * width; t += threads) {
      int const c = t / part.rows, row = t - c * part.rows;
      data.out.store(part.first_row + row, first_column + c, tile[row * (group + 1) + c]);
    }
  }
};

}  // namespace Araios::Impl::spmm

#endif
