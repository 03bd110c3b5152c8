// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The phases of SpGEMM in the CUDA space: analysis, count, fill, sums.
///
/// Rows are computed by kernels that suit their number of products (bins_cuda.hpp). Count and fill do the same work; the
/// fill stores. No product is ever in memory. Bytes: 8 per row of A for counts, 4 for products, an Ordinal for the lists.

#include <Araios/operations/multiply/analysis.hpp>
#include <Araios/operations/multiply/bins_cuda.hpp>
#include <Araios/operations/multiply/bitmap_cuda.hpp>
#include <Araios/operations/multiply/hash_cuda.hpp>
#include <Araios/operations/multiply/sums_cuda.hpp>
#include <Araios/operations/multiply/tiny_cuda.hpp>

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

/// Which rows the kernels of the bins compute. The lists are kept by a plan; the other arrays serve count and fill.
template <class Ordinal>
struct MultiplyWorkCuda {
  static constexpr std::int64_t sums_in_block = 4096;  // entries of C whose sums a thread block holds

  BinBegins bins{};
  bool is_sorted = true;
  std::uint32_t* products = nullptr;
  Ordinal* rows = nullptr;  // by bin; nullptr: row r is row r
  std::int64_t windows = 1;
  int words = 0;
  int* in_window = nullptr;

  Ordinal const* rows_of(int bin) const { return rows == nullptr ? nullptr : rows + bins.begin[bin]; }
};

/// Products of all rows, and the lists of the bins, which are taken from `kept`. One fence.
template <class A, class B, class Space>
MultiplyWorkCuda<typename B::Ordinal> analyse(Kokkos::Cuda const& exec, A const& a, B const& b, Workspace<Space>& kept,
                                              Workspace<Space>& workspace) {
  using Ordinal = typename B::Ordinal;
  constexpr int bins = MultiplyBins::count;
  MultiplyWorkCuda<Ordinal> work;
  std::int64_t const m = a.num_rows();
  // Rows of each bin; descents; rows of each bin that are listed.
  auto const summary = workspace.template take<Kokkos::View<std::int64_t*, Space>>(exec, 2 * bins + 1);
  auto* const counters = reinterpret_cast<unsigned long long*>(summary.data());
  work.products = workspace.template take<Kokkos::View<std::uint32_t*, Space>>(exec, m).data();
  Araios::Impl::fill(exec, summary, std::int64_t(0));
  count_descents(exec, b, Kokkos::subview(summary, bins));
  auto const count_products = [&]<int Lanes>(std::integral_constant<int, Lanes>) {
    using Body = CountProductsCuda<Lanes, A, B>;
    std::int64_t const most = CudaResources::of(exec, 1).multiprocessors * Body::blocks_per_multiprocessor;
    cuda_launch(exec, "Araios::multiply::products", std::min(tiles_for(m * Lanes, Body::threads), most), 0,
                Body{a, b, work.products, counters});
  };
  if (static_cast<std::int64_t>(a.nnz()) <= 8 * m)
    count_products(std::integral_constant<int, 4>{});
  else
    count_products(std::integral_constant<int, 32>{});
  auto const sizes = read_back_array<bins + 1>(exec, Kokkos::subview(summary, std::pair(0, bins + 1)),
                                               "Araios::multiply: the sizes of the bins are on the host");
  work.is_sorted = sizes[bins] == 0;
  if (!work.is_sorted) return work;

  for (int bin = 0; bin < bins; ++bin) work.bins.begin[bin + 1] = work.bins.begin[bin] + sizes[bin];
  if (work.bins.begin[MultiplyBins::tiny] == m) {
    // All rows by the kernel of the widest: idle lanes cost less than lists.
    int const widest = sizes[2] > 0 ? 2 : sizes[1] > 0 ? 1 : 0;
    for (int bin = 0; bin <= bins; ++bin) work.bins.begin[bin] = bin <= widest ? 0 : m;
    return work;
  }
  work.rows = kept.template take<Kokkos::View<Ordinal*, Space>>(exec, m).data();
  using Body = ListRowsCuda<Ordinal>;
  cuda_launch(exec, "Araios::multiply::lists", tiles_for(m, Body::threads * Body::rows_per_thread), 0,
              Body{work.products, m, work.bins, counters + bins + 1, work.rows});
  if (std::int64_t const long_rows = work.bins.size(bins - 1); long_rows > 0) {
    std::int64_t const columns = b.num_cols();
    work.windows = tiles_for(columns, bitmap_window);
    work.words = static_cast<int>(tiles_for(std::min(columns, bitmap_window), 32));
    work.in_window = workspace.template take<Kokkos::View<int*, Space>>(exec, long_rows * work.windows).data();
  }
  return work;
}

/// Rows of at most 32 products: their counts, or their entries and values, or (SumOutput) their values alone.
template <SemiringType Semiring, class A, class B, class Output>
void run_tiny(Kokkos::Cuda const& exec, std::string const& label, MultiplyWorkCuda<typename B::Ordinal> const& work,
              A const& a, B const& b, Output const& output) {
  auto const run = [&]<int Lanes>(std::integral_constant<int, Lanes>, int bin) {
    using Body = TinyRowsCuda<Lanes, Semiring, A, B, Output>;
    if (std::int64_t const rows = work.bins.size(bin); rows > 0)
      cuda_launch(exec, label, tiles_for(rows * Lanes, Body::threads), 0, Body{a, b, work.rows_of(bin), rows, output});
  };
  run(std::integral_constant<int, 8>{}, 0);
  run(std::integral_constant<int, 16>{}, 1);
  run(std::integral_constant<int, 32>{}, 2);
}

/// Rows of more than 32 products: their counts, or their columns.
template <class A, class B, class Output>
void run_columns(Kokkos::Cuda const& exec, std::string const& label, MultiplyWorkCuda<typename B::Ordinal> const& work,
                 A const& a, B const& b, Output const& output) {
  auto const run = [&]<class Group>(Group, int bin) {
    using Body = HashRowsCuda<Group, A, B, Output>;
    int const capacity = 2 * static_cast<int>(MultiplyBins::most[bin]);
    if (std::int64_t const rows = work.bins.size(bin); rows > 0)
      cuda_launch(exec, label, tiles_for(rows, Body::groups), Body::shared_bytes(capacity),
                  Body{a, b, work.rows_of(bin), rows, work.products, capacity, output});
  };
  run(WarpGroup{}, 3);
  run(WarpGroup{}, 4);
  run(BlockGroup<256>{}, 5);
  using Bitmap = BitmapRowsCuda<A, B, Output>;
  if (std::int64_t const rows = work.bins.size(6); rows > 0)
    cuda_launch(exec, label, std::min(rows * work.windows, std::int64_t(1) << 30), Bitmap::shared_bytes(work.words),
                Bitmap{a, b, work.rows_of(6), rows, work.windows, work.words, work.in_window, output});
}

/// The values of rows of more than 32 products, whose columns are stored.
template <SemiringType Semiring, class A, class B, class Output>
void run_sums(Kokkos::Cuda const& exec, MultiplyWorkCuda<typename B::Ordinal> const& work, A const& a, B const& b,
              Output const& output) {
  auto const run = [&]<class Group>(Group, int bin, std::int64_t slices) {
    using Body = SumRowsCuda<Group, Semiring, A, B, Output>;
    int const capacity = bin < 5 ? static_cast<int>(MultiplyBins::most[bin]) : static_cast<int>(work.sums_in_block);
    if (std::int64_t const rows = work.bins.size(bin); rows > 0)
      cuda_launch(exec, "Araios::multiply::sums", tiles_for(rows * slices, Body::groups), Body::shared_bytes(capacity),
                  Body{a, b, work.rows_of(bin), rows, slices, capacity, output});
  };
  run(WarpGroup{}, 3, 1);
  run(WarpGroup{}, 4, 1);
  run(BlockGroup<256>{}, 5, 1);
  std::int64_t const parts = tiles_for(b.num_cols(), work.sums_in_block);
  run(BlockGroup<256>{}, 6, std::min<std::int64_t>(std::max<std::int64_t>(parts, 1), 64));
}

/// The phases for matrices with the index type Ordinal. `sum` needs what is in `kept`, count and fill also what is in
/// `workspace`.
template <class Ordinal>
class MultiplyByBins {
 public:
  template <class A, class B, class Space>
  MultiplyByBins(Kokkos::Cuda const& exec, MultiplyOptions const&, A const& a, B const& b, Workspace<Space>& kept,
                 Workspace<Space>& workspace)
      : work_(analyse(exec, a, b, kept, workspace)) {}

  bool is_sorted() const { return work_.is_sorted; }

  template <SemiringType, class A, class B, class Counts>
  void count(Kokkos::Cuda const& exec, A const& a, B const& b, Counts const& counts) const {
    // Blocks add to the counts of rows of bitmaps.
    if (work_.bins.size(MultiplyBins::count - 1) > 0) Araios::Impl::fill(exec, counts, std::int64_t(0));
    CountOutput<Counts> const output{counts};
    run_tiny<PlusTimes>(exec, "Araios::multiply::count", work_, a, b, output);
    run_columns(exec, "Araios::multiply::count", work_, a, b, output);
  }

  /// Columns, and values where C has any.
  template <SemiringType Semiring, class A, class B, class Output>
  void fill(Kokkos::Cuda const& exec, A const& a, B const& b, Output const& output) const {
    run_tiny<Semiring>(exec, "Araios::multiply::fill", work_, a, b, output);
    run_columns(exec, "Araios::multiply::fill", work_, a, b, output);
    if constexpr (!is_pattern_v<typename Output::Scalar>) run_sums<Semiring>(exec, work_, a, b, output);
  }

  /// The values, where the columns are stored.
  template <SemiringType Semiring, class A, class B, class Output>
  void sum(Kokkos::Cuda const& exec, A const& a, B const& b, Output const& output) const {
    run_tiny<Semiring>(exec, "Araios::multiply::sums", work_, a, b, output);
    run_sums<Semiring>(exec, work_, a, b, output);
  }

 private:
  MultiplyWorkCuda<Ordinal> work_;
};

}  // namespace Araios::Impl::multiply

#endif
