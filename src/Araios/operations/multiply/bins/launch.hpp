// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Launches the kernels of SpGEMM on the rows of their bins. CUDA.
///
/// A pass over all rows (count, fill, values) is one launch for each bin that has rows, or for two of threads. They run
/// beside each other, those of long rows first: the last of their blocks leave multiprocessors idle, on which the
/// others then run. Nothing here fences.

#include <Araios/collective/cuda_launch.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/operations/multiply/bins/blocks.hpp>
#include <Araios/operations/multiply/bins/lanes.hpp>
#include <Araios/operations/multiply/bins/layout.hpp>
#include <Araios/operations/multiply/bins/move.hpp>
#include <Araios/operations/multiply/bins/sums.hpp>
#include <Araios/operations/multiply/bins/table.hpp>
#include <Araios/operations/multiply/bins/threads.hpp>
#include <Araios/operations/multiply/bins/warps.hpp>
#include <Araios/operations/multiply/bins/windows.hpp>
#include <Araios/operations/multiply/output.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <type_traits>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

namespace Araios::Impl::multiply {

/// run(bin) for the bin of the longest rows, where threads compute all rows of values of type T.
template <class T, class Ordinal, class Run>
void for_longest(RowLists<Ordinal> const& lists, Run const& run) {
  for_each_bin<0, bins_of_threads<T>>([&](auto bin) {
    if (lists.bins.size(bin) > 0) run(bin);
  });
}

/// Launches the kernels of one pass over the rows of `lists`, which have one label, and run beside each other.
template <SemiringType Semiring, class Problem, class T, class Ordinal>
struct LaunchBins {
  using A = typename Problem::A;
  using B = typename Problem::B;
  using Keep = typename Problem::Keep;

  Kokkos::Cuda const& exec;
  char const* label;
  Problem const& problem;
  RowsByBins<T, Ordinal> const& rows;
  RowLists<Ordinal> const& lists;
  CudaSideBySide& beside;

  /// Rows that threads compute: their counts, or their entries and values. A launch for each two bins.
  template <class Output>
  void threads(Output const& output) const {
    if (rows.layout.is_by_threads)
      return for_longest<T>(lists, [&]<int K>(std::integral_constant<int, K>) {
        using Body = ThreadRowsCuda<K, Semiring, A, B, Output, Keep>;
        cuda_launch(
            exec, label, Body::blocks_for(rows.layout.rows, 0), 0,
            Body{problem.a, problem.b, nullptr, rows.layout.rows, nullptr, 0, output, problem.keep, beside.next()});
      });
    for_each_bin<0, MultiplyBins::lanes>([&]<int K>(std::integral_constant<int, K>) {
      if constexpr ((MultiplyBins::lanes - 1 - K) % 2 == 0) {
        using Body = ThreadRowsCuda<K, Semiring, A, B, Output, Keep>;
        constexpr int shorter = K > 0 ? K - 1 : K;
        std::int64_t const of_longer = lists.bins.size(K), of_shorter = K > 0 ? lists.bins.size(shorter) : 0;
        if (of_longer + of_shorter > 0)
          cuda_launch(exec, label, Body::blocks_for(of_longer, of_shorter), 0,
                      Body{problem.a, problem.b, lists.of(K), of_longer, lists.of(shorter), of_shorter, output,
                           problem.keep, beside.next()});
      }
    });
  }

  /// Rows of more products, but for the last bin: their counts, or their entries, with values in the bins that have
  /// any.
  template <class Output>
  void rows_between(Output const& output) const {
    auto const columns = columns_of(output);
    for (int bin = MultiplyBins::windows - 1; bin >= MultiplyBins::block; --bin) blocks(bin, columns);
    for_each_bin<MultiplyBins::warps, MultiplyBins::block>([&](auto bin) {
      if constexpr (bin < MultiplyBins::without_values)
        warps(bin, bin, output);
      else
        warps(bin, bin, columns);
    });
    if (!rows.layout.is_by_threads) lanes(output);
  }

  template <class Output>
  void lanes(Output const& output) const {
    using Body = LaneRowsCuda<Semiring, A, B, Output, Keep>;
    if (std::int64_t const size = lists.bins.size(MultiplyBins::lanes); size > 0)
      cuda_launch(exec, label, tiles_for(size * 32, Body::threads), 0,
                  Body{problem.a, problem.b, lists.of(MultiplyBins::lanes), size, output, problem.keep, beside.next()});
  }

  /// The rows of `bin` by the kernel of bin K.
  template <int K, class Output>
  void warps(std::integral_constant<int, K>, int bin, Output const& output) const {
    using Body = WarpRowsCuda<K, Semiring, A, B, Output, Keep>;
    if (std::int64_t const size = lists.bins.size(bin); size > 0)
      cuda_launch(
          exec, label, tiles_for(size, Body::groups), Body::shared_bytes,
          Body{problem.a, problem.b, lists.of(bin), size, rows.scratch.products, output, problem.keep, beside.next()});
  }

  template <class Output>
  void blocks(int bin, Output const& output) const {
    using Body = BlockRowsCuda<A, B, Output, Keep>;
    auto const capacity = static_cast<int>(bin_table[bin].max);
    if (std::int64_t const size = lists.bins.size(bin); size > 0)
      cuda_launch(exec, label, size, Body::shared_bytes(capacity),
                  Body{problem.a, problem.b, lists.of(bin), size, capacity, output, problem.keep, beside.next()});
  }

  template <class Output>
  void windows(Output const& output) const {
    using Body = WindowsCuda<A, B, Output, Keep>;
    auto const& [layout, scratch] = rows;
    if (std::int64_t const size = lists.bins.size(MultiplyBins::windows); size > 0)
      cuda_launch(exec, label, std::min(size * layout.windows, std::int64_t(1) << 30),
                  Body::shared_bytes(layout.window_words),
                  Body{problem.a, problem.b, lists.of(MultiplyBins::windows), size, layout.windows, layout.window_words,
                       scratch.in_window, output, problem.keep, beside.next()});
  }
};

/// Adds the values of the rows of a bin with at least `min_entries` entries, whose columns are stored, but for those
/// that warps fill.
template <SemiringType Semiring, class Keep, class Ordinal, class A, class B, class Output>
void add_values(Kokkos::Cuda const& exec, int bin, std::int64_t min_entries, RowLists<Ordinal> const& lists,
                std::uint32_t const* products, A const& a, B const& b, Output const& output, CudaSideBySide& beside) {
  using Body = SumRowsCuda<Semiring, A, B, Output, Keep>;
  std::int64_t const parts = bin < MultiplyBins::windows ? 1 : MultiplyBins::max_parts;
  if (std::int64_t const size = lists.bins.size(bin); size > 0)
    cuda_launch(exec, "Araios::multiply::sums", size * parts, Body::shared_bytes,
                Body{a, b, lists.of(bin), size, parts, products, min_entries, output, beside.next()});
}

/// Moves the rows that the count has stored.
template <class T, class Ordinal, class Output>
void move_rows(Kokkos::Cuda const& exec, RowsByBins<T, Ordinal> const& rows, Output const& output,
               CudaSideBySide& beside) {
  auto const& [layout, scratch] = rows;
  using Stored = FillOutput<decltype(scratch.positions), decltype(scratch.entries), decltype(scratch.values)>;
  using Body = MoveRowsCuda<std::remove_const_t<Stored>, Output, Ordinal>;
  int const last = layout.windows > 1 ? MultiplyBins::windows : MultiplyBins::count;
  std::int64_t const num_short = layout.lists.bins.size(MultiplyBins::lanes, MultiplyBins::block);
  std::int64_t const num_long = layout.lists.bins.size(MultiplyBins::block, last);
  if (num_short + num_long > 0)
    cuda_launch(exec, "Araios::multiply::move", Body::blocks_for(num_short, num_long), 0,
                Body{layout.lists.of(MultiplyBins::lanes), num_short, num_long, scratch.products,
                     Stored{scratch.positions, scratch.entries, scratch.values}, output, beside.next()});
}

}  // namespace Araios::Impl::multiply

#endif
