// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The phases of SpGEMM in the CUDA space: analysis, count, fill, sums.
///
/// Rows are computed by kernels that suit their number of products (bins_cuda.hpp). Where the workspace holds an index and
/// a value for each product, the count also stores the rows, and the fill moves them; else the fill computes them again,
/// by kernels that suit their number of entries. Bytes: 16 per row of A for counts and positions, 4 for products, an
/// Ordinal for the lists.

#include <Araios/operations/multiply/analysis.hpp>
#include <Araios/operations/multiply/bins_cuda.hpp>
#include <Araios/operations/multiply/bitmap_cuda.hpp>
#include <Araios/operations/multiply/hash_cuda.hpp>
#include <Araios/operations/multiply/positions_cuda.hpp>
#include <Araios/operations/multiply/sums_cuda.hpp>
#include <Araios/operations/multiply/tiny_cuda.hpp>

#include <Araios/core/memory.hpp>
#include <Araios/core/read_back.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/primitives/scan.hpp>
#include <Araios/primitives/visit_segments.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

namespace Araios::Impl::multiply {

/// The most entries that a row can have: products, and columns.
struct MostEntries {
  std::uint32_t const* products;
  std::int64_t rows, columns;
  KOKKOS_FUNCTION std::int64_t operator()(std::int64_t row) const {
    auto const all = static_cast<std::int64_t>(products[row]);
    return all < columns ? all : columns;
  }
  KOKKOS_FUNCTION std::size_t extent(int) const { return static_cast<std::size_t>(rows); }
};

/// Entry p of C, of a row with at most `most` products, from the row's place in the workspace. Values were stored of rows
/// with at most most_with_values products.
template <class Stored, class Output>
struct MoveEntry {
  static constexpr std::uint32_t most_with_values = MultiplyBins::most[MultiplyBins::with_values - 1];
  std::uint32_t const* products;
  std::uint32_t most;
  Stored stored;
  Output output;

  KOKKOS_FUNCTION void operator()(std::int64_t row, std::int64_t p) const {
    if (products[row] > most) return;
    std::int64_t const from = stored.first(row) + p - static_cast<std::int64_t>(output.first(row));
    output.entries(p) = stored.entries(from);
    if constexpr (!is_pattern_v<typename Output::Scalar>)
      if (products[row] <= most_with_values) output.values(p) = stored.values(from);
  }
};

/// The phases for values of type T and the index type Ordinal, and entries of C that Keep chooses. `sum` needs what is in `kept`, the others also what is in
/// `workspace`.
template <class T, class Ordinal, class Keep>
class MultiplyByBins {
 public:
  using Exec = Kokkos::Cuda;
  using Space = typename Exec::memory_space;

  template <class A, class B>
  MultiplyByBins(Exec const& exec, MultiplyOptions const& options, A const& a, B const& b, Keep const& keep,
                 Workspace<Space>& kept, Workspace<Space>& workspace)
      : keep_(keep), rows_(a.num_rows()), workspace_(&workspace) {
    constexpr int bins = MultiplyBins::count;
    // Where each row is stored, and then: rows of each bin, descents, rows of each bin that are listed.
    auto const numbers = workspace.template take<Numbers>(exec, rows_ + 1 + 2 * bins + 1);
    places_ = Kokkos::subview(numbers, Range(0, rows_ + 1));
    auto const summary = Kokkos::subview(numbers, Range(rows_ + 1, rows_ + 1 + 2 * bins + 1));
    auto* const counters = reinterpret_cast<unsigned long long*>(summary.data());
    products_ = workspace.template take<Kokkos::View<std::uint32_t*, Space>>(exec, rows_).data();
    Araios::Impl::fill(exec, summary, std::int64_t(0));
    count_descents(exec, b, Kokkos::subview(summary, bins));
    auto const count_products = [&]<int Lanes>(std::integral_constant<int, Lanes>) {
      using Body = CountProductsCuda<Lanes, A, B, Keep>;
      cuda_launch(exec, "Araios::multiply::products", blocks_for<Body>(exec, rows_ * Lanes), 0,
                  Body{a, b, keep_, products_, counters});
    };
    if (static_cast<std::int64_t>(a.nnz()) <= 8 * rows_)
      count_products(std::integral_constant<int, 4>{});
    else
      count_products(std::integral_constant<int, 32>{});
    exclusive_scan(exec, MostEntries{products_, rows_, static_cast<std::int64_t>(b.num_cols())}, places_, workspace);
    auto const sizes = read_back_array<bins + 2>(exec, Kokkos::subview(numbers, Range(rows_, rows_ + bins + 2)),
                                                 "Araios::multiply: the sizes of the bins are on the host");
    is_sorted_ = sizes[bins + 1] == 0;
    if (!is_sorted_) return;

    for (int bin = 0; bin < bins; ++bin) lists_.bins.begin[bin + 1] = lists_.bins.begin[bin] + sizes[bin + 1];
    if (lists_.bins.begin[MultiplyBins::tiny] == rows_) {
      // All rows by the kernel of the widest: idle lanes cost less than lists.
      int const widest = sizes[3] > 0 ? 2 : sizes[2] > 0 ? 1 : 0;
      for (int bin = 0; bin <= bins; ++bin) lists_.bins.begin[bin] = bin <= widest ? 0 : rows_;
    } else {
      lists_.rows = list(exec, BinByProducts{products_}, lists_.bins, counters + bins + 1, kept);
    }
    if (std::int64_t const long_rows = lists_.bins.size(MultiplyBins::windows); long_rows > 0) {
      std::int64_t const words = tiles_for(b.num_cols(), 32);
      words_ = static_cast<int>(std::min<std::int64_t>(words, max_window_words));
      windows_ = tiles_for(words, words_);
      in_window_ = workspace.template take<Kokkos::View<int*, Space>>(exec, long_rows * windows_).data();
    }
    is_computed_once_ =
        sizes[0] <= options.max_workspace_bytes / static_cast<std::int64_t>(sizeof(Ordinal) + value_bytes_v<T>);
    if (is_computed_once_) {
      entries_ = workspace.template take<Entries>(exec, sizes[0]);
      values_ = workspace.template take_values<Values>(exec, sizes[0]);
    }
  }

  bool is_sorted() const { return is_sorted_; }

  template <SemiringType Semiring, class A, class B, class Counts>
  void count(Exec const& exec, A const& a, B const& b, Counts const& counts) const {
    // The blocks of several windows add to the count of a row.
    if (windows_ > 1) Araios::Impl::fill(exec, counts, std::int64_t(0));
    CountOutput<Counts> const counted{counts};
    if (is_computed_once_) {
      BothOutput<Counts, Numbers, Entries, Values> const both{counts, places_, entries_, values_};
      run_tiny<Semiring>(exec, "Araios::multiply::rows", lists_, a, b, both);
      run_rows<Semiring>(exec, "Araios::multiply::rows", lists_, a, b, both);
      if (windows_ == 1)
        run_windows(exec, "Araios::multiply::rows", lists_, a, b, columns_of(both));
      else
        run_windows(exec, "Araios::multiply::count", lists_, a, b, counted);
    } else {
      run_tiny<PlusTimes>(exec, "Araios::multiply::count", lists_, a, b, counted);
      run_rows<PlusTimes>(exec, "Araios::multiply::count", lists_, a, b, counted);
      run_windows(exec, "Araios::multiply::count", lists_, a, b, counted);
    }
  }

  /// Columns, and values where C has any.
  template <SemiringType Semiring, class A, class B, class Output>
  void fill(Exec const& exec, A const& a, B const& b, Output const& output) const {
    RowLists<Ordinal> lists = lists_;
    if (is_computed_once_) {
      FillOutput<Numbers, Entries, Values> const stored{places_, entries_, values_};
      std::uint32_t const most = windows_ > 1 ? MultiplyBins::most[MultiplyBins::block] : many_products;
      visit_segments(exec, "Araios::multiply::move", output.first, static_cast<std::int64_t>(output.entries.extent(0)),
                     MoveEntry<decltype(stored), Output>{products_, most, stored, output});
    } else {
      if (lists.rows != nullptr) lists = list_by_entries(exec, output.first);
      run_tiny<Semiring>(exec, "Araios::multiply::fill", lists, a, b, output);
      run_rows<Semiring>(exec, "Araios::multiply::fill", lists, a, b, output);
    }
    if (!is_computed_once_ || windows_ > 1)
      run_windows(exec, "Araios::multiply::fill", windows_ > 1 ? lists_ : lists, a, b, columns_of(output));
    if constexpr (!is_pattern_v<typename Output::Scalar>) {
      // Rows of many products and few entries: once more by hashing. Then the others.
      constexpr int most = MultiplyBins::most[MultiplyBins::with_values - 1];
      for (int bin = MultiplyBins::with_values; bin <= MultiplyBins::block; ++bin)
        run_warps<most, Semiring>(exec, "Araios::multiply::fill", bin, lists, a, b, output);
      run_sums<Semiring>(exec, MultiplyBins::with_values, most + 1, lists, a, b, output);
      run_sums<Semiring>(exec, MultiplyBins::block, most + 1, lists, a, b, output);
      run_sums<Semiring>(exec, MultiplyBins::windows, 1, lists, a, b, output);
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
    if (positions_.longest_row() > PositionSizes::warp)
      for (int const bin : {MultiplyBins::block, MultiplyBins::windows})
        run_sums<Semiring>(exec, bin, PositionSizes::warp + 1, lists_, a, b, output);
  }

 private:
  using Range = std::pair<std::int64_t, std::int64_t>;
  using Numbers = Kokkos::View<std::int64_t*, Space>;
  using Entries = Kokkos::View<Ordinal*, Space>;
  using Values = Araios::ValuesViewOf<T, Space>;
  static constexpr std::int64_t max_window_words = 24576;  // 786,432 columns: two thread blocks per multiprocessor

  /// Blocks of Body for `items`, no more than are resident.
  template <class Body>
  static std::int64_t blocks_for(Exec const& exec, std::int64_t items) {
    std::int64_t const most = CudaResources::of(exec, 1).multiprocessors * Body::blocks_per_multiprocessor;
    return std::min(tiles_for(items, Body::threads), most);
  }

  /// The rows of all bins; `listed`, one number per bin, is 0.
  template <class BinOf>
  Ordinal const* list(Exec const& exec, BinOf const& bin_of, BinBegins const& bins, unsigned long long* listed,
                      Workspace<Space>& workspace) const {
    auto const rows = workspace.template take<Entries>(exec, rows_);
    using Body = ListRowsCuda<BinOf, Ordinal>;
    cuda_launch(exec, "Araios::multiply::lists", tiles_for(rows_, Body::threads * Body::rows_per_thread), 0,
                Body{bin_of, rows_, bins, listed, rows.data()});
    return rows.data();
  }

  /// The rows by their number of entries. One fence.
  template <class First>
  RowLists<Ordinal> list_by_entries(Exec const& exec, First const& first) const {
    constexpr int bins = MultiplyBins::count;
    BinByEntries<First> const bin_of{products_, first, windows_ > 1};
    auto const counters = workspace_->template take<Numbers>(exec, 2 * bins);
    auto* const of_bins = reinterpret_cast<unsigned long long*>(counters.data());
    Araios::Impl::fill(exec, counters, std::int64_t(0));
    using Body = CountBinsCuda<BinByEntries<First>>;
    cuda_launch(exec, "Araios::multiply::bins", blocks_for<Body>(exec, rows_), 0, Body{bin_of, rows_, of_bins});
    auto const sizes = read_back_array<bins>(exec, Kokkos::subview(counters, Range(0, bins)),
                                             "Araios::multiply: the sizes of the bins are on the host");
    RowLists<Ordinal> lists;
    for (int bin = 0; bin < bins; ++bin) lists.bins.begin[bin + 1] = lists.bins.begin[bin] + sizes[bin];
    lists.rows = list(exec, bin_of, lists.bins, of_bins + bins, *workspace_);
    return lists;
  }

  /// Rows of at most 32 products: their counts, their entries and values, or (SumOutput) their values alone.
  template <SemiringType Semiring, class A, class B, class Output>
  void run_tiny(Exec const& exec, char const* label, RowLists<Ordinal> const& lists, A const& a, B const& b,
                Output const& output) const {
    auto const run = [&]<int Lanes>(std::integral_constant<int, Lanes>, int bin) {
      using Body = TinyRowsCuda<Lanes, Semiring, A, B, Output, Keep>;
      if (std::int64_t const rows = lists.bins.size(bin); rows > 0)
        cuda_launch(exec, label, tiles_for(rows * Lanes, Body::threads), 0,
                    Body{a, b, lists.of(bin), rows, output, keep_});
    };
    run(std::integral_constant<int, 8>{}, 0);
    run(std::integral_constant<int, 16>{}, 1);
    run(std::integral_constant<int, 32>{}, 2);
  }

  /// Rows of the bins from there to `block`: their counts, or their entries, with values up to with_values.
  template <SemiringType Semiring, class A, class B, class Output>
  void run_rows(Exec const& exec, char const* label, RowLists<Ordinal> const& lists, A const& a, B const& b,
                Output const& output) const {
    auto const columns = columns_of(output);
    run_warps<128, Semiring>(exec, label, 3, lists, a, b, output);
    run_warps<512, Semiring>(exec, label, 4, lists, a, b, output);
    run_warps<1024, Semiring>(exec, label, 5, lists, a, b, columns);
    using Body = BlockRowsCuda<A, B, decltype(columns_of(output)), Keep>;
    auto const capacity = static_cast<int>(MultiplyBins::most[MultiplyBins::block]);
    if (std::int64_t const rows = lists.bins.size(MultiplyBins::block); rows > 0)
      cuda_launch(exec, label, rows, Body::shared_bytes(capacity),
                  Body{a, b, lists.of(MultiplyBins::block), rows, capacity, columns, keep_});
  }

  template <int Capacity, SemiringType Semiring, class A, class B, class Output>
  void run_warps(Exec const& exec, char const* label, int bin, RowLists<Ordinal> const& lists, A const& a, B const& b,
                 Output const& output) const {
    using Body = WarpRowsCuda<Capacity, Semiring, A, B, Output, Keep>;
    if (std::int64_t const rows = lists.bins.size(bin); rows > 0)
      cuda_launch(exec, label, tiles_for(rows, Body::groups), Body::shared_bytes,
                  Body{a, b, lists.of(bin), rows, products_, output, keep_});
  }

  template <class A, class B, class Output>
  void run_windows(Exec const& exec, char const* label, RowLists<Ordinal> const& lists, A const& a, B const& b,
                   Output const& output) const {
    using Body = WindowsCuda<A, B, Output, Keep>;
    if (std::int64_t const rows = lists.bins.size(MultiplyBins::windows); rows > 0)
      cuda_launch(exec, label, std::min(rows * windows_, std::int64_t(1) << 30), Body::shared_bytes(words_),
                  Body{a, b, lists.of(MultiplyBins::windows), rows, windows_, words_, in_window_, output, keep_});
  }

  /// The values of the rows of a bin with at least `least` entries, whose columns are stored.
  template <SemiringType Semiring, class A, class B, class Output>
  static void run_sums(Exec const& exec, int bin, std::int64_t least, RowLists<Ordinal> const& lists, A const& a,
                       B const& b, Output const& output) {
    using Body = SumRowsCuda<Semiring, A, B, Output, Keep>;
    constexpr int capacity = 512;
    std::int64_t const slices = bin < MultiplyBins::windows ? tiles_for(MultiplyBins::most[bin], capacity) : 64;
    if (std::int64_t const rows = lists.bins.size(bin); rows > 0)
      cuda_launch(exec, "Araios::multiply::sums", tiles_for(rows * slices, Body::groups), Body::shared_bytes(capacity),
                  Body{a, b, lists.of(bin), rows, slices, capacity, least, output});
  }

  /// The same output without values.
  template <class Counts, class First, class E, class V>
  static auto columns_of(BothOutput<Counts, First, E, V> const& output) {
    return BothOutput<Counts, First, E, Araios::ValuesViewOf<Pattern, Space>>{
        output.counts, output.first, output.entries, {}};
  }
  template <class First, class E, class V>
  static auto columns_of(FillOutput<First, E, V> const& output) {
    return FillOutput<First, E, Araios::ValuesViewOf<Pattern, Space>>{output.first, output.entries, {}};
  }
  template <class Counts>
  static auto columns_of(CountOutput<Counts> const& output) {
    return output;
  }

  Keep keep_;
  std::int64_t rows_;
  Workspace<Space>* workspace_;
  bool is_sorted_ = true;
  bool is_computed_once_ = false;
  Numbers places_;  // of rows that are computed once
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
