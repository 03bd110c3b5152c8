// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// A Boolean CSR matrix of rows of bits.

#include <Araios/core/bit_mask.hpp>
#include <Araios/core/checks.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/read_back.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/primitives/bit_words.hpp>
#include <Araios/primitives/scan.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <utility>

namespace Araios::Impl::build {

/// The entries of word w, from position first(w) on. A row has `words_per_row` words.
template <class Words, class First, class Arrays>
struct FillFromBits {
  Words words;
  First first;
  Arrays arrays;
  std::int64_t words_per_row;
  KOKKOS_FUNCTION void operator()(std::int64_t w) const {
    using Ordinal = typename decltype(arrays.entries)::non_const_value_type;
    std::int64_t to = first(w);
    std::int64_t const column = w % words_per_row * bits_per_word;
    std::uint32_t const word = words(w);
    for (int bit = 0; bit < bits_per_word; ++bit)
      if (bit_of(word, bit)) arrays.entries(to++) = static_cast<Ordinal>(column + bit);
  }
};

/// row_map(i) := first(i words_per_row)
template <class First, class RowMap>
struct FillRowMap {
  First first;
  RowMap row_map;
  std::int64_t words_per_row;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    row_map(i) = static_cast<typename RowMap::non_const_value_type>(first(i * words_per_row));
  }
};

/// 1 where a bit beyond the last column is set in the last word of row i.
template <class Words>
struct CountExcessBits {
  Words words;
  std::int64_t words_per_row;
  int used;  // bits of the last word
  KOKKOS_FUNCTION void operator()(std::int64_t i, std::int64_t& rows) const {
    rows += (words((i + 1) * words_per_row - 1) >> used) != 0;
  }
};

/// bitmap_to_csr, of `words` that have the right length.
template <OrdinalType Ordinal, OffsetType Offset, class Exec, class Words, class Space>
auto from_bits(Exec const& exec, std::int64_t num_rows, std::int64_t num_cols, Words const& words,
               Workspace<Space>& workspace) {
  using First = Kokkos::View<std::int64_t*, Space>;
  std::int64_t const width = words_for_bits(num_cols);
  std::int64_t const count = num_rows * width;
  typename Workspace<Space>::Frame const frame(workspace);
  // Positions of the words, and the number of rows with a bit too many.
  auto const numbers = workspace.template take<First>(exec, count + 2);
  auto const first = Kokkos::subview(numbers, std::pair<std::int64_t, std::int64_t>(0, count + 1));
  int const used = static_cast<int>(num_cols % bits_per_word);
  if (used == 0 || num_rows == 0)
    fill(exec, Kokkos::subview(numbers, std::pair<std::int64_t, std::int64_t>(count + 1, count + 2)), std::int64_t(0));
  else
    Kokkos::parallel_reduce("Araios::bitmap_to_csr::check", range(exec, num_rows),
                            CountExcessBits<Words>{words, width, used}, Kokkos::subview(numbers, count + 1));
  exclusive_scan(exec, CountsOfWords<Words>{words}, first, {}, workspace);
  auto const [nnz, excess] =
      read_back_array<2>(exec, Kokkos::subview(numbers, std::pair<std::int64_t, std::int64_t>(count, count + 2)),
                         "Araios::bitmap_to_csr: the number of entries is on the host");
  check(excess == 0, "Araios::bitmap_to_csr: bits beyond column ", num_cols - 1, " are set in ", excess, " rows");
  auto const arrays = allocate_csr<Pattern, Ordinal, Offset>(exec, "Araios::bitmap_to_csr", num_rows, nnz);
  Kokkos::parallel_for("Araios::bitmap_to_csr::row_map", range(exec, num_rows + 1),
                       FillRowMap<decltype(first), decltype(arrays.row_map)>{first, arrays.row_map, width});
  if (count > 0)
    Kokkos::parallel_for("Araios::bitmap_to_csr::fill", range(exec, count),
                         FillFromBits<Words, decltype(first), decltype(arrays)>{words, first, arrays, width});
  return CsrMatrix<Pattern, Ordinal, Offset, Space>(num_rows, num_cols, arrays);
}

}  // namespace Araios::Impl::build
