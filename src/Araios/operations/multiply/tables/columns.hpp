// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// SpGEMM by rows by one thread of a host, with a sum for each column of B.
///
/// A column remembers the row that last had a product in it, so nothing is hashed, searched or cleared for a row. The
/// columns of a row are listed without a branch, and sorted by two levels of bits: of columns, and of words of these.
/// Bytes: 12 a column (double, int), which caches hold where rows that follow each other have columns in common.
///
/// Source: Gustavson, ACM TOMS 4 (1978).

#include <Araios/core/workspace.hpp>
#include <Araios/operations/multiply/output.hpp>
#include <Araios/operations/multiply/problem.hpp>
#include <Araios/operations/multiply/tables/rows.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <type_traits>

namespace Araios::Impl::multiply {

/// Tuning parameters of the sums by columns.
struct MultiplyColumnsTuning {
  static constexpr std::int64_t columns_per_product = 8;  // up to so many: else setting all sums to zero takes longer
  static constexpr std::int64_t sorted_by_bits = 24;      // columns of a row from which on bits are faster
  static constexpr std::int64_t words_per_column = 8;     // up to so many upper words are read for a column
  static constexpr std::int64_t polled = 256;  // entries of a row of A within which a call can be interrupted
};

/// The memory of the columns. Upper bit w is set where word w of `bits` has any.
template <class Ordinal, class T>
struct MultiplyColumns {
  using Sum = std::conditional_t<is_pattern_v<T>, char, T>;
  std::int64_t columns;
  std::int64_t upper_words;
  std::int64_t listed;  // columns of a row at most, and one
  Ordinal* last_rows;
  Ordinal* lists;  // two
  Sum* sums;
  std::uint64_t* bits;
  std::uint64_t* upper;
};

/// All rows, of which each is stored after the one before it.
template <SemiringType Semiring, class Exec, class A, class B, class Memory, class Output, class Keep>
struct MultiplyByColumns {
  using Ordinal = typename B::Ordinal;
  using T = typename Output::Scalar;
  static constexpr bool has_values = !is_pattern_v<T>;

  A a;
  B b;
  Memory memory;
  Output output;
  Keep keep;

  void operator()(std::int64_t) const {
    std::fill_n(memory.last_rows, memory.columns, Ordinal(-1));
    if constexpr (has_values) std::fill_n(memory.sums, memory.columns, Semiring::template zero<T>());
    std::fill_n(memory.bits, 64 * memory.upper_words, std::uint64_t(0));
    std::fill_n(memory.upper, memory.upper_words, std::uint64_t(0));
    constexpr bool has_row_map = requires { output.row_map; };
    std::int64_t to = 0;
    if constexpr (has_row_map) output.row_map(0) = 0;
    PollInLoop<Exec> poll("Araios::multiply::rows");
    for (std::int64_t row = 0; row < static_cast<std::int64_t>(a.num_rows()); ++row) {
      bool const is_long = a.row_map(row + 1) - a.row_map(row) > MultiplyColumnsTuning::polled;
      std::int64_t const count = is_long ? compute<true>(row) : compute<false>(row);
      poll.spend(8 + count, row, a.num_rows());
      if constexpr (Output::fills) store(to, count);
      if constexpr (Output::counts_entries) output.counts(row) = count;
      to += count;
      if constexpr (has_row_map)
        output.row_map(row + 1) = static_cast<typename decltype(output.row_map)::value_type>(to);
    }
  }

 private:
  /// Lists the columns of a row and adds its products; returns their number.
  template <bool IsLong>
  std::int64_t compute(std::int64_t row) const {
    PollInLoop<Exec> poll("Araios::multiply::rows");
    Ordinal* const last_rows = memory.last_rows;
    Ordinal* const list = memory.lists;
    [[maybe_unused]] auto* const sums = memory.sums;
    std::int64_t count = 0;
    auto const row_end = static_cast<std::int64_t>(a.row_map(keep.skips_row(row) ? row : row + 1));
    for (auto p = static_cast<std::int64_t>(a.row_map(row)); p < row_end; ++p) {
      auto const k = a.entries(p);
      [[maybe_unused]] auto const x = a.values(p);
      auto const begin = static_cast<std::int64_t>(b.row_map(k));
      auto const end = static_cast<std::int64_t>(b.row_map(k + 1));
      if constexpr (IsLong) poll.spend(end - begin, row, a.num_rows());
      for (auto q = begin; q < end; ++q) {
        Ordinal const column = b.entries(q);
        if (!keep(row, column)) continue;
        list[count] = column;
        count += last_rows[column] != static_cast<Ordinal>(row);
        last_rows[column] = static_cast<Ordinal>(row);
        if constexpr (has_values) sums[column] = Semiring::add(sums[column], term<Semiring, T>(x, b.values(q)));
      }
    }
    return count;
  }

  /// Stores the listed columns in their order from position `to` on, with their sums, which become zero again.
  void store(std::int64_t to, std::int64_t count) const {
    Ordinal* const list = memory.lists;
    if (count < MultiplyColumnsTuning::sorted_by_bits ||
        count * MultiplyColumnsTuning::words_per_column < memory.upper_words) {
      Ordinal const* const sorted = sort_columns(list, list + memory.listed, count);
      for (std::int64_t i = 0; i < count; ++i) store_column(to + i, sorted[i]);
      return;
    }
    for (std::int64_t i = 0; i < count; ++i) {
      auto const column = static_cast<std::uint64_t>(list[i]);
      memory.bits[column / 64] |= std::uint64_t(1) << column % 64;
      memory.upper[column / 4096] |= std::uint64_t(1) << column / 64 % 64;
    }
    for (std::int64_t u = 0; u < memory.upper_words; ++u) {
      for (std::uint64_t words = memory.upper[u]; words != 0; words &= words - 1) {
        std::int64_t const word = 64 * u + std::countr_zero(words);
        for (std::uint64_t bits = memory.bits[word]; bits != 0; bits &= bits - 1)
          store_column(to++, static_cast<Ordinal>(64 * word + std::countr_zero(bits)));
        memory.bits[word] = 0;
      }
      memory.upper[u] = 0;
    }
  }

  void store_column(std::int64_t to, Ordinal column) const {
    output.entries(to) = column;
    if constexpr (has_values) {
      output.values(to) = memory.sums[column];
      memory.sums[column] = Semiring::template zero<T>();
    }
  }
};

/// Whether sums by columns take no more than `max_bytes` and pay for `products`; then their memory, for rows of up to
/// `max_products` products.
template <class Exec, class Ordinal, class T, class Space>
bool take_columns(Exec const& exec, std::int64_t columns, std::int64_t products, std::int64_t max_products,
                  std::int64_t max_bytes, MultiplyColumns<Ordinal, T>& memory, Workspace<Space>& workspace) {
  using Sum = typename MultiplyColumns<Ordinal, T>::Sum;
  memory.columns = columns;
  memory.upper_words = tiles_for(columns, 4096);
  memory.listed = std::min(max_products, columns) + 1;
  std::int64_t const bytes = columns * static_cast<std::int64_t>(sizeof(Ordinal) + sizeof(Sum)) +
                             2 * memory.listed * static_cast<std::int64_t>(sizeof(Ordinal)) +
                             65 * 8 * memory.upper_words;
  if (bytes > max_bytes || columns / MultiplyColumnsTuning::columns_per_product > products) return false;
  auto const take = [&]<class Element>(Element*& to, std::int64_t length) {
    to = workspace.template take<Kokkos::View<Element*, Space>>(exec, length).data();
  };
  take(memory.last_rows, columns);
  take(memory.lists, 2 * memory.listed);
  take(memory.sums, columns);
  take(memory.bits, 64 * memory.upper_words);
  take(memory.upper, memory.upper_words);
  return true;
}

}  // namespace Araios::Impl::multiply
