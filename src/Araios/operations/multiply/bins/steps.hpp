// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The phases of SpGEMM in the CUDA space: analysis, count, fill, sums.
///
/// Rows are computed by kernels for their number of products (analyse.hpp). Where the workspace holds an index and
/// a value for each product, the count also stores the rows, and the fill moves them; else, and always where a thread
/// computes a row, the fill computes them again, by kernels for their number of entries. Kernels for different rows
/// run side by side: those for long rows first, because the last of their blocks leave multiprocessors idle. Bytes: 16 per
/// row of A for counts and positions, 4 for products, an Ordinal for the lists.

#include <Araios/operations/multiply/bins/analyse.hpp>
#include <Araios/operations/multiply/bins/blocks.hpp>
#include <Araios/operations/multiply/bins/lanes.hpp>
#include <Araios/operations/multiply/bins/sums.hpp>
#include <Araios/operations/multiply/bins/threads.hpp>
#include <Araios/operations/multiply/bins/warps.hpp>
#include <Araios/operations/multiply/by_plan/positions.hpp>
#include <Araios/operations/multiply/order.hpp>

#include <Araios/core/memory.hpp>
#include <Araios/core/read_back.hpp>
#include <Araios/core/workspace.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

namespace Araios::Impl::multiply {

/// The phases for values of type T and the index type Ordinal, and entries of C that Keep chooses. `sum` needs what is in
/// `kept`, the others also what is in `workspace`.
template <class T, class Ordinal, class Keep>
class MultiplyByBins {
 public:
  using Exec = Kokkos::Cuda;
  using Space = typename Exec::memory_space;

  /// Calls meanwhile() while the device computes. One fence.
  template <class A, class B, class Meanwhile>
  MultiplyByBins(Exec const& exec, MultiplyOptions const& options, A const& a, B const& b, Keep const& keep,
                 Workspace<Space>& kept, Workspace<Space>& workspace, Meanwhile const& meanwhile)
      : keep_(keep), rows_(a.num_rows()), workspace_(&workspace) {
    constexpr int bins = MultiplyBins::count;
    auto const counters = take_counters(exec, workspace);
    stored_positions_ = workspace.template take<Numbers>(exec, rows_);
    products_ = workspace.template take<Kokkos::View<std::uint32_t*, Space>>(exec, rows_).data();
    auto const analyze = [&]<int Lanes>(std::integral_constant<int, Lanes>) {
      using Body = AnalyzeRowsCuda<Lanes, A, B, Keep>;
      int const multiprocessors = CudaResources::of(exec, 1).multiprocessors;
      int const chunk = Body::chunk_for(rows_, multiprocessors);
      cuda_launch(exec, "Araios::multiply::products",
                  Body::blocks_for(rows_, static_cast<std::int64_t>(b.nnz()), chunk, multiprocessors), 0,
                  Body{a, b, keep_, chunk, products_, stored_positions_.data(), of(counters)});
    };
    if (static_cast<std::int64_t>(a.nnz()) <= 8 * rows_)
      analyze(std::integral_constant<int, 4>{});
    else
      analyze(std::integral_constant<int, 32>{});
    auto const* const listed = list(exec, BinByProducts{products_}, of(counters), kept);
    meanwhile();
    auto const sizes = read_back_array<bins + 3>(exec, Kokkos::subview(counters, Range(0, bins + 3)),
                                                 "Araios::multiply: the sizes of the bins are on the host");
    max_entries_ = sizes[0];
    is_sorted_ = sizes[bins + 1] == 0;
    stored_ = sizes[bins + 2];
    if (!is_sorted_) return;

    for (int bin = 0; bin < bins; ++bin) lists_.bins.begin[bin + 1] = lists_.bins.begin[bin] + sizes[bin + 1];
    is_tiny_ = lists_.bins.begin[unlisted_bins] == rows_;
    if (is_tiny_) {
      // All rows by the kernel of the longest: that costs less than lists.
      int const widest = sizes[3] > 0 ? 2 : sizes[2] > 0 ? 1 : 0;
      for (int bin = 0; bin <= bins; ++bin) lists_.bins.begin[bin] = bin <= widest ? 0 : rows_;
    } else {
      lists_.rows = listed;
    }
    if (std::int64_t const long_rows = lists_.bins.size(MultiplyBins::windows); long_rows > 0) {
      std::int64_t const words = tiles_for(b.num_cols(), 32);
      words_ = static_cast<int>(std::min<std::int64_t>(words, max_window_words));
      windows_ = tiles_for(words, words_);
      in_window_ = workspace.template take<Kokkos::View<int*, Space>>(exec, long_rows * windows_).data();
    }
    is_computed_once_ = !is_tiny_ && stored_ <= options.max_workspace_bytes /
                                                    static_cast<std::int64_t>(sizeof(Ordinal) + value_bytes_v<T>);
  }

  bool is_sorted() const { return is_sorted_; }

  /// The maximum number of entries of C.
  std::int64_t max_entries() const { return max_entries_; }
  /// Whether `make` can be called in place of count and fill: all rows are computed by threads.
  bool is_tiny() const { return is_tiny_; }

  /// C, in arrays with room for max_entries().
  template <SemiringType Semiring, class A, class B, class Arrays>
  void make(Exec const& exec, A const& a, B const& b, Arrays const& c) const {
    using Output = WholeOutputOfBlocks<decltype(c.row_map), decltype(c.entries), decltype(c.values)>;
    for_longest([&]<int MaxProducts>(std::integral_constant<int, MaxProducts>) {
      using Body = MakeRowsCuda<MaxProducts, Semiring, A, B, Output, Keep>;
      std::int64_t const blocks = tiles_for(rows_, Body::threads);
      auto const states = workspace_->template take<Numbers>(exec, blocks);
      Kokkos::deep_copy(exec, states, std::int64_t(0));
      Output const output{{c.row_map, c.entries, c.values}, reinterpret_cast<unsigned long long*>(states.data())};
      cuda_launch(exec, "Araios::multiply::make", blocks, 0, Body{a, b, rows_, output, keep_});
    });
  }

  template <SemiringType Semiring, class A, class B, class Counts>
  void count(Exec const& exec, A const& a, B const& b, Counts const& counts) {
    // The blocks of several windows add to the count of a row.
    if (windows_ > 1) Araios::fill(exec, counts, std::int64_t(0));
    char const* const label = "Araios::multiply::count";
    CountOutput<Counts> const counted{counts};
    CudaSideBySide beside;
    if (is_computed_once_) {
      char const* const label_once = "Araios::multiply::rows";
      entries_ = workspace_->template take<Entries>(exec, stored_);
      values_ = workspace_->template take_values<Values>(exec, stored_);
      BothOutput<Counts, Numbers, Entries, Values> const both{counts, stored_positions_, entries_, values_};
      if (windows_ == 1)
        run_windows(exec, label_once, lists_, a, b, columns_of(both), beside);
      else
        run_windows(exec, label, lists_, a, b, counted, beside);
      run_rows<Semiring>(exec, label_once, lists_, a, b, both, beside);
    } else {
      run_windows(exec, label, lists_, a, b, counted, beside);
      run_rows<PlusTimes>(exec, label, lists_, a, b, counted, beside);
    }
    run_threads<PlusTimes>(exec, label, lists_, a, b, counted, beside);
  }

  /// Columns, and values where C has any.
  template <SemiringType Semiring, class A, class B, class Output>
  void fill(Exec const& exec, A const& a, B const& b, Output const& output) const {
    RowLists<Ordinal> lists = lists_;
    if (!is_computed_once_ && lists.rows != nullptr) lists = list_by_entries(exec, output.first);
    char const* const label = "Araios::multiply::fill";
    CudaSideBySide columns;
    if (!is_computed_once_ || windows_ > 1)
      run_windows(exec, label, windows_ > 1 ? lists_ : lists, a, b, columns_of(output), columns);
    if (is_computed_once_)
      move(exec, output, columns);
    else
      run_rows<Semiring>(exec, label, lists, a, b, output, columns);
    run_threads<Semiring>(exec, label, lists, a, b, output, columns);
    if constexpr (!is_pattern_v<typename Output::Scalar>) {
      // The values of the others, whose columns are known: by blocks, and of rows of few entries by warps.
      constexpr int max_of_bin = MultiplyBins::max_of_bin[MultiplyBins::with_values - 1];
      CudaSideBySide values;
      for (int bin = MultiplyBins::windows; bin >= MultiplyBins::with_values; --bin)
        run_sums<Semiring>(exec, bin, 1, lists, a, b, output, values);
      for (int bin = MultiplyBins::windows;
           bin >= (is_computed_once_ ? MultiplyBins::with_values : MultiplyBins::windows); --bin)
        run_warps<max_of_bin, Semiring>(exec, label, bin, lists, a, b, output, values);
    }
  }

  /// Stores where in C each product is added, for `sum`. One fence.
  template <class A, class B, class C>
  void store_positions(Exec const& exec, A const& a, B const& b, C const& c, Workspace<Space>& kept,
                       Workspace<Space>& workspace) {
    positions_ = StoredPositions<Ordinal>(exec, a, b, c, kept, workspace);
  }

  /// The values, where the positions are stored.
  template <SemiringType Semiring, class A, class B, class Output>
  void sum(Exec const& exec, A const& a, B const& b, Output const& output) const {
    positions_.template add<Semiring>(exec, a, b, output);
    if (CudaSideBySide alone; positions_.longest_row() > max_long_row)
      run_sums<Semiring>(exec, MultiplyBins::windows, max_long_row + 1, lists_, a, b, output, alone);
  }

 private:
  using Range = std::pair<std::int64_t, std::int64_t>;
  using Numbers = Kokkos::View<std::int64_t*, Space>;
  using Entries = Kokkos::View<Ordinal*, Space>;
  using Values = Araios::ValuesViewOf<T, Space>;
  /// Bins whose rows threads compute where all rows are of these: of Patterns, a thread has registers for 32.
  static constexpr int unlisted_bins = is_pattern_v<T> ? MultiplyBins::tiny : MultiplyBins::of_threads;
  static constexpr std::int64_t max_parts = 16;            // of a row, for as many thread blocks
  static constexpr std::int64_t max_window_words = 24576;  // 786,432 columns: two thread blocks per multiprocessor

  /// Blocks of Body for `items`, no more than are resident.
  template <class Body>
  static std::int64_t blocks_for(Exec const& exec, std::int64_t items) {
    std::int64_t const max_blocks = CudaResources::of(exec, 1).multiprocessors * Body::blocks_per_multiprocessor;
    return std::min(tiles_for(items, Body::threads), max_blocks);
  }

  /// MultiplyCounters, 0.
  static Numbers take_counters(Exec const& exec, Workspace<Space>& workspace) {
    auto const counters = workspace.template take<Numbers>(exec, sizeof(MultiplyCounters) / sizeof(std::int64_t));
    Kokkos::deep_copy(exec, counters, std::int64_t(0));
    return counters;
  }
  static MultiplyCounters* of(Numbers const& counters) { return reinterpret_cast<MultiplyCounters*>(counters.data()); }

  /// The rows of all bins, whose sizes are counted.
  template <class BinOf>
  Ordinal const* list(Exec const& exec, BinOf const& bin_of, MultiplyCounters* counters,
                      Workspace<Space>& workspace) const {
    auto const rows = workspace.template take<Entries>(exec, rows_);
    using Body = ListRowsCuda<BinOf, Ordinal>;
    cuda_launch(exec, "Araios::multiply::lists", tiles_for(rows_, Body::threads * Body::rows_per_thread), 0,
                Body{bin_of, rows_, counters->bins, counters->listed, unlisted_bins, rows.data()});
    return rows.data();
  }

  /// The rows by their number of entries. One fence.
  template <class First>
  RowLists<Ordinal> list_by_entries(Exec const& exec, First const& first) const {
    constexpr int bins = MultiplyBins::count;
    BinByEntries<First> const bin_of{products_, first, windows_ > 1};
    auto const counters = take_counters(exec, *workspace_);
    using Body = CountBinsCuda<BinByEntries<First>>;
    cuda_launch(exec, "Araios::multiply::bins", blocks_for<Body>(exec, rows_), 0,
                Body{bin_of, rows_, of(counters)->bins});
    auto const* const rows = list(exec, bin_of, of(counters), *workspace_);
    auto const sizes = read_back_array<bins>(exec, Kokkos::subview(counters, Range(1, bins + 1)),
                                             "Araios::multiply: the sizes of the bins are on the host");
    RowLists<Ordinal> lists;
    for (int bin = 0; bin < bins; ++bin) lists.bins.begin[bin + 1] = lists.bins.begin[bin] + sizes[bin];
    lists.rows = rows;
    return lists;
  }

  /// run(n) for the kernel of rows of up to n products, where is_tiny().
  template <class Run>
  void for_longest(Run const& run) const {
    if (lists_.bins.size(0) > 0) return run(std::integral_constant<int, 8>{});
    if (lists_.bins.size(1) > 0) return run(std::integral_constant<int, 16>{});
    if constexpr (unlisted_bins > MultiplyBins::of_threads) run(std::integral_constant<int, 32>{});
  }

  /// Rows that threads compute: their counts, or their entries and values.
  template <SemiringType Semiring, class A, class B, class Output>
  void run_threads(Exec const& exec, char const* label, RowLists<Ordinal> const& lists, A const& a, B const& b,
                   Output const& output, CudaSideBySide& beside) const {
    if (is_tiny_)
      return for_longest([&]<int MaxProducts>(std::integral_constant<int, MaxProducts>) {
        using Body = ThreadRowsCuda<MaxProducts, Semiring, A, B, Output, Keep>;
        cuda_launch(exec, label, Body::blocks_for(rows_, 0), 0,
                    Body{a, b, nullptr, rows_, nullptr, 0, output, keep_, beside.next()});
      });
    using Body = ThreadRowsCuda<16, Semiring, A, B, Output, Keep>;
    std::int64_t const of_16 = lists.bins.size(1), of_8 = lists.bins.size(0);
    if (of_16 + of_8 > 0)
      cuda_launch(exec, label, Body::blocks_for(of_16, of_8), 0,
                  Body{a, b, lists.of(1), of_16, lists.of(0), of_8, output, keep_, beside.next()});
  }

  /// The rows that the count has stored.
  template <class Output>
  void move(Exec const& exec, Output const& output, CudaSideBySide& beside) const {
    using Stored = FillOutput<Numbers, Entries, Values>;
    int const last = windows_ > 1 ? MultiplyBins::windows : MultiplyBins::count;
    using Body = MoveRowsCuda<Stored, Output, Ordinal>;
    std::int64_t const num_short = lists_.bins.begin[MultiplyBins::block] - lists_.bins.begin[MultiplyBins::of_threads];
    std::int64_t const num_long = lists_.bins.begin[last] - lists_.bins.begin[MultiplyBins::block];
    if (num_short + num_long > 0)
      cuda_launch(exec, "Araios::multiply::move", Body::blocks_for(num_short, num_long), 0,
                  Body{lists_.of(MultiplyBins::of_threads), num_short, num_long, products_,
                       Stored{stored_positions_, entries_, values_}, output, beside.next()});
  }

  /// Rows of the bins from of_threads to `block`: their counts, or their entries, with values up to with_values.
  template <SemiringType Semiring, class A, class B, class Output>
  void run_rows(Exec const& exec, char const* label, RowLists<Ordinal> const& lists, A const& a, B const& b,
                Output const& output, CudaSideBySide& beside) const {
    auto const columns = columns_of(output);
    using Body = BlockRowsCuda<A, B, decltype(columns_of(output)), Keep>;
    auto const capacity = static_cast<int>(MultiplyBins::max_of_bin[MultiplyBins::block]);
    if (std::int64_t const rows = lists.bins.size(MultiplyBins::block); rows > 0)
      cuda_launch(exec, label, rows, Body::shared_bytes(capacity),
                  Body{a, b, lists.of(MultiplyBins::block), rows, capacity, columns, keep_, beside.next()});
    run_warps<1024, Semiring>(exec, label, 5, lists, a, b, columns, beside);
    run_warps<512, Semiring>(exec, label, 4, lists, a, b, output, beside);
    run_warps<128, Semiring>(exec, label, 3, lists, a, b, output, beside);
    using Tiny = TinyRowsCuda<Semiring, A, B, Output, Keep>;
    if (std::int64_t const rows = lists.bins.size(MultiplyBins::of_threads); rows > 0 && !is_tiny_)
      cuda_launch(exec, label, tiles_for(rows * 32, Tiny::threads), 0,
                  Tiny{a, b, lists.of(MultiplyBins::of_threads), rows, output, keep_, beside.next()});
  }

  template <int Capacity, SemiringType Semiring, class A, class B, class Output>
  void run_warps(Exec const& exec, char const* label, int bin, RowLists<Ordinal> const& lists, A const& a, B const& b,
                 Output const& output, CudaSideBySide& beside) const {
    using Body = WarpRowsCuda<Capacity, Semiring, A, B, Output, Keep>;
    if (std::int64_t const rows = lists.bins.size(bin); rows > 0)
      cuda_launch(exec, label, tiles_for(rows, Body::groups), Body::shared_bytes,
                  Body{a, b, lists.of(bin), rows, products_, output, keep_, beside.next()});
  }

  template <class A, class B, class Output>
  void run_windows(Exec const& exec, char const* label, RowLists<Ordinal> const& lists, A const& a, B const& b,
                   Output const& output, CudaSideBySide& beside) const {
    using Body = WindowsCuda<A, B, Output, Keep>;
    if (std::int64_t const rows = lists.bins.size(MultiplyBins::windows); rows > 0)
      cuda_launch(exec, label, std::min(rows * windows_, std::int64_t(1) << 30), Body::shared_bytes(words_),
                  Body{a, b, lists.of(MultiplyBins::windows), rows, windows_, words_, in_window_, output, keep_,
                       beside.next()});
  }

  /// The values of the rows of a bin with at least `min_entries` entries, whose columns are stored, but for those that
  /// run_warps fills.
  template <SemiringType Semiring, class A, class B, class Output>
  void run_sums(Exec const& exec, int bin, std::int64_t min_entries, RowLists<Ordinal> const& lists, A const& a,
                B const& b, Output const& output, CudaSideBySide& beside) const {
    using Body = SumRowsCuda<Semiring, A, B, Output, Keep>;
    std::int64_t const parts = bin < MultiplyBins::windows ? 1 : max_parts;
    if (std::int64_t const rows = lists.bins.size(bin); rows > 0)
      cuda_launch(exec, "Araios::multiply::sums", rows * parts, Body::shared_bytes,
                  Body{a, b, lists.of(bin), rows, parts, products_, min_entries, output, beside.next()});
  }

  Keep keep_;
  std::int64_t rows_;
  Workspace<Space>* workspace_;
  bool is_sorted_ = true;
  bool is_tiny_ = false;
  bool is_computed_once_ = false;
  std::int64_t max_entries_ = 0;
  std::int64_t stored_ = 0;   // of these, in rows that the count may store
  Numbers stored_positions_;  // of rows that are computed once
  std::uint32_t* products_ = nullptr;
  RowLists<Ordinal> lists_;  // by products
  std::int64_t windows_ = 1;
  int words_ = 0;
  int* in_window_ = nullptr;
  Entries entries_;  // of all rows, where they are computed once
  Values values_;
  StoredPositions<Ordinal> positions_;
};

}  // namespace Araios::Impl::multiply

#endif
