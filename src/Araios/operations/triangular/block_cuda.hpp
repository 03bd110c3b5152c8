// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Solves by one thread block for each column, whose rows wait for elements of x in shared memory.
///
/// A wait there takes some 30 cycles, and in the memory of the device several hundred: of matrices with many levels of
/// few rows each, one multiprocessor solves faster than all of them. Rows are taken in windows. The elements of this
/// window and of the window before are in shared memory; those of this one are unknown at first and are waited for, and
/// all earlier ones are complete, as the block has a barrier between windows. Groups of lanes take the rows of a window
/// in turn (group_cuda.hpp), so a row waits only for rows that earlier turns began.

#include <Araios/collective/cuda_launch.hpp>
#include <Araios/collective/warp.hpp>
#include <Araios/operations/triangular/group_cuda.hpp>
#include <Araios/operations/triangular/publication_cuda.hpp>
#include <Araios/operations/triangular/terms_cuda.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

#include <cstdint>

namespace Araios::Impl::triangular {

/// Tuning parameter: bytes of the elements of x of a window, of which there are two.
inline constexpr int window_bytes = 65536;
/// Threads, which have a number of registers each.
constexpr int block_threads(int value_bytes) { return value_bytes > 8 ? 512 : 1024; }

/// Values of this window and the one before in shared memory, and earlier ones in that of the device.
template <class Terms>
struct SharedByBlock {
  using Value = typename Terms::Value;
  Terms const& terms;
  Value* current;
  Value* previous;
  std::int64_t begin;  // of the window, in the order of the rows
  int window;

  __device__ std::int64_t in_window(std::int64_t i) const { return terms.rows().row_at(i) - begin; }

  __device__ Value const* at(std::int64_t j, std::int64_t c) const {
    std::int64_t const position = in_window(j);
    if (position >= 0) return current + position;
    return position >= -window ? previous + window + position : terms.at(j, c);
  }
  __device__ void store(std::int64_t i, std::int64_t c, Value const& value) const {
    publish(current + in_window(i), value);
    publish(terms.at(i, c), value);
  }
};

/// Block c solves column c. In each turn, each group has a row. The entries of the next row, and the extent of the one
/// after that, are loaded while the group waits. Window is a multiple of the rows of a turn.
template <class Terms, int Window = window_bytes / int(sizeof(typename Terms::Value)),
          int Threads = block_threads(int(sizeof(typename Terms::Value)))>
struct SolveByBlock {
  using Value = typename Terms::Value;
  static constexpr int threads = Threads;
  static constexpr int blocks_per_multiprocessor = 1;
  static constexpr std::int64_t shared_bytes = 2 * Window * static_cast<std::int64_t>(sizeof(Value));
  Terms terms;
  int lanes;

  __device__ void operator()(char* shared) const {
    using Access = SharedByBlock<Terms>;
    using Groups = GroupRows<Terms, Access>;
    auto* const first = reinterpret_cast<Value*>(shared);
    auto const column = terms.of_column(static_cast<std::int64_t>(blockIdx.x));
    Access access{column, first, first + Window, -Window, Window};
    Groups const groups{column, access, lanes};
    std::int64_t const n = terms.rows().n, step = threads / lanes;
    auto const locate = [&](std::int64_t q) { return groups.locate(q < n ? terms.rows().row_at(q) : -1, 0); };
    std::int64_t q = static_cast<std::int64_t>(threadIdx.x) / lanes;
    auto row = locate(q), next = locate(q + step);
    auto loads = groups.load(row);
    // `turn`: the row of the first group.
    for (std::int64_t turn = 0; turn < n; turn += step) {
      if (turn % Window == 0) begin_window(access, turn);
      auto const after = locate(q + 2 * step);
      auto const next_loads = groups.load(next);
      groups.solve(row, loads);
      row = next;
      loads = next_loads;
      next = after;
      q += step;
    }
  }

 private:
  /// All threads call: the values of the window before are then known.
  __device__ static void begin_window(SharedByBlock<Terms>& access, std::int64_t begin) {
    __syncthreads();
    Value* const last = access.current;
    access.current = access.previous;
    access.previous = last;
    access.begin = begin;
    for (int at = static_cast<int>(threadIdx.x); at < Window; at += threads) set_unknown(access.current + at);
    __syncthreads();
  }
};

/// Solves all columns; lanes for each row.
template <class Exec, class Terms>
void solve_by_block(Exec const& exec, Terms const& terms, std::int64_t count, int lanes) {
  using Body = SolveByBlock<Terms>;
  if (count == 0) return;
  cuda_launch(exec, "Araios::triangular::one_block", count, static_cast<int>(Body::shared_bytes), Body{terms, lanes});
}

}  // namespace Araios::Impl::triangular

#endif
