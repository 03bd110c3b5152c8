// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Layout and scratch of SpGEMM by bins: what the analysis chooses on the host, and the arrays of the kernels. CUDA.
///
/// The analysis (analyse.hpp) counts products by rows and bins; the host reads these counts once, and chooses lists,
/// storage and windows by them.
///
/// Bytes: 4 per row for products, an Ordinal per row for the lists, and an Ordinal and a T for each stored product.

#include <Araios/formats/csr.hpp>
#include <Araios/operations/multiply/bins/table.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

namespace Araios::Impl::multiply {

/// Where the list of each bin begins; the last element is the number of rows.
struct BinBegins {
  std::int64_t begin[MultiplyBins::count + 1];
  std::int64_t size(int bin) const { return begin[bin + 1] - begin[bin]; }
  /// The rows of the bins [first, last).
  std::int64_t size(int first, int last) const { return begin[last] - begin[first]; }
};

/// The rows of the bins, one bin after the other.
template <class Ordinal>
struct RowLists {
  BinBegins bins{};
  Ordinal const* rows = nullptr;  // none: row r is row r

  Ordinal const* of(int bin) const { return rows == nullptr ? nullptr : rows + bins.begin[bin]; }
};

/// Bins whose rows threads compute where all rows are of these: of Patterns, a thread has registers for those of lanes.
template <class T>
inline constexpr int bins_of_threads = is_pattern_v<T> ? MultiplyBins::warps : MultiplyBins::lanes;

/// Sizes, chosen once on the host.
template <class Ordinal>
struct BinLayout {
  std::int64_t rows = 0;
  bool is_sorted = true;         // B; where it is not, nothing else is chosen
  bool is_by_threads = false;    // threads compute all rows, and there are no lists
  bool is_stored = false;        // the count stores rows, and the fill moves them
  std::int64_t max_entries = 0;  // of C
  std::int64_t stored = 0;       // of these, in rows that the count may store
  std::int64_t windows = 1;      // of a row of the last bin
  int window_words = 0;          // 32 columns each
  RowLists<Ordinal> lists;       // by products
};

/// Arrays of the device, valid from the analysis on.
template <class T, class Ordinal>
struct BinScratch {
  using Space = typename Kokkos::Cuda::memory_space;
  using Numbers = Kokkos::View<std::int64_t*, Space>;
  Numbers counters;                   // MultiplyCounters
  std::uint32_t* products = nullptr;  // of each row
  Ordinal const* listed = nullptr;    // the rows of all bins
  int* in_window = nullptr;           // entries of each window of the rows of the last bin
  Numbers positions;                  // of rows in `entries` and `values`, where layout.is_stored
  Kokkos::View<Ordinal*, Space> entries;
  Araios::ValuesViewOf<T, Space> values;
};

/// What SpGEMM by bins has after its analysis. T is the type of the values.
template <class T, class Ordinal>
struct RowsByBins {
  using Exec = Kokkos::Cuda;
  using Scalar = T;
  static constexpr bool host_waits = true;         // for the device, after launch_analysis
  static constexpr bool may_take_one_pass = true;  // where takes_one_pass
  BinLayout<Ordinal> layout;
  BinScratch<T, Ordinal> scratch;
};

}  // namespace Araios::Impl::multiply

#endif
