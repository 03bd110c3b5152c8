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

  __device__ bool load(std::int64_t j, std::int64_t c, Value& value) const {
    std::int64_t const at = in_window(j);
    if (at >= 0) return load_published(current + at, value);
    return load_published(at >= -window ? previous + window + at : terms.at(j, c), value);
  }
  __device__ void store(std::int64_t i, std::int64_t c, Value const& value) const {
    publish(current + in_window(i), value);
    publish(terms.at(i, c), value);
  }
};

/// Block c solves column c.
template <class Terms, int Window = window_bytes / int(sizeof(typename Terms::Value)), int Threads = 1024>
struct SolveByBlock {
  using Value = typename Terms::Value;
  static constexpr int threads = Threads;
  static constexpr int blocks_per_multiprocessor = 1;
  static constexpr std::int64_t shared_bytes = 2 * Window * static_cast<std::int64_t>(sizeof(Value));
  Terms terms;
  int lanes;

  __device__ void operator()(char* shared) const {
    auto const column = static_cast<std::int64_t>(blockIdx.x);
    auto* current = reinterpret_cast<Value*>(shared);
    Value* previous = current + Window;
    std::int64_t const n = terms.rows().n;
    for (std::int64_t begin = 0; begin < n; begin += Window) {
      int const length = n - begin < Window ? static_cast<int>(n - begin) : Window;
      for (int at = static_cast<int>(threadIdx.x); at < length; at += threads) set_unknown(current + at);
      __syncthreads();
      SharedByBlock<Terms> const access{terms, current, previous, begin, Window};
      GroupRows<Terms, SharedByBlock<Terms>> const groups{terms, access, lanes};
      int const in_warp = 32 / lanes;
      for (int first = warp_id() * in_warp; first < length; first += threads / lanes) {
        int const at = first + lane_id() / lanes;
        groups.solve(at < length ? terms.rows().row_at(begin + at) : -1, column);
      }
      __syncthreads();
      Value* const last = current;
      current = previous;
      previous = last;
    }
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
