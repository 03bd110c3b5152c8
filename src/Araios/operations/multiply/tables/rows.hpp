// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// SpGEMM by rows with a hash table per work item, for every space.
///
/// Work item w computes consecutive rows of C, so many that rows plus products are divided evenly. A row of p products
/// uses a table of at least 2 p slots; where p is more than an eighth of the columns, slot j belongs to column j, and
/// no hash is needed. Entries are listed in order of appearance and then sorted. Where memory for all products is
/// allowed, rows are computed once and moved when their positions are known; else they are computed for the count and
/// again for the fill. Bytes: a table stays in the cache of a core for short rows; B is read once per entry of A.
///
/// Source: Gustavson, ACM TOMS 4 (1978); hash tables: Nagasaka, Nishino, Azad, Buluc, ICPPW 2018.

#include <Araios/core/bit_mask.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/hash.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/search.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/operations/multiply/output.hpp>
#include <Araios/operations/multiply/problem.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <type_traits>

namespace Araios::Impl::multiply {

/// Tuning parameters of the tables.
struct MultiplyRowsTuning {
  static constexpr std::int64_t polled = 1 << 20;  // products of a row within which a call can be interrupted
  static constexpr std::int64_t direct = 8;        // columns per product up to which slot j belongs to column j
  static constexpr std::int64_t gpu_items = 4096;  // work items on a GPU; on a host as many as threads
};

/// An entry of a row of C in the order of appearance: its column, and the position of its sum.
template <class Ordinal>
struct ListedColumn {
  Ordinal column;
  Ordinal position;
  friend KOKKOS_INLINE_FUNCTION bool operator<(ListedColumn const& a, ListedColumn const& b) {
    return a.column < b.column;
  }
};

/// Sorts items, all different, by insertion in runs and by merging them; returns where the result is, items or spare.
template <class Item>
KOKKOS_FUNCTION Item* sort_columns(Item* items, Item* spare, std::int64_t count) {
  constexpr std::int64_t run = 24;
  for (std::int64_t first = 0; first < count; first += run) {
    std::int64_t const last = first + run < count ? first + run : count;
    for (std::int64_t i = first + 1; i < last; ++i) {
      Item const item = items[i];
      std::int64_t j = i;
      for (; j > first && item < items[j - 1]; --j) items[j] = items[j - 1];
      items[j] = item;
    }
  }
  for (std::int64_t width = run; width < count; width *= 2) {
    for (std::int64_t first = 0; first < count; first += 2 * width) {
      std::int64_t const middle = first + width < count ? first + width : count;
      std::int64_t const last = middle + width < count ? middle + width : count;
      std::int64_t a = first, b = middle;
      for (std::int64_t to = first; to < last; ++to) {
        bool const take_b = a == middle || (b < last && items[b] < items[a]);
        spare[to] = take_b ? items[b++] : items[a++];
      }
    }
    Item* const merged = spare;
    spare = items;
    items = merged;
  }
  return items;
}

/// products(i) := products of row i, the sum of the lengths of the rows of B at its entries; and the maximum.
template <class A, class B, class Products>
struct CountProducts {
  A a;
  B b;
  Products products;
  KOKKOS_FUNCTION void operator()(std::int64_t i, std::int64_t& maximum) const {
    std::int64_t sum = 0;
    auto const end = static_cast<std::int64_t>(a.row_map(i + 1));
    for (auto p = static_cast<std::int64_t>(a.row_map(i)); p < end; ++p) {
      auto const k = a.entries(p);
      sum += static_cast<std::int64_t>(b.row_map(k + 1)) - static_cast<std::int64_t>(b.row_map(k));
    }
    products(i) = sum;
    if (sum > maximum) maximum = sum;
  }
};

/// The first row of a work item, of rows plus products divided evenly.
template <class Products>
KOKKOS_FUNCTION std::int64_t first_row_of(Products const& products, std::int64_t rows, std::int64_t worker,
                                          std::int64_t workers) {
  std::int64_t const total = products(rows) + rows;
  std::int64_t const extra = worker < total % workers ? worker : total % workers;
  std::int64_t const step = total / workers * worker + extra;
  return first_true(std::int64_t(0), rows, [&](std::int64_t i) { return products(i) + i >= step; });
}

/// The memory of the work items.
template <class Ordinal, class T>
struct MultiplyTables {
  using Item = std::conditional_t<is_pattern_v<T>, Ordinal, ListedColumn<Ordinal>>;
  using Sum = std::conditional_t<is_pattern_v<T>, char, T>;
  std::int64_t workers;
  std::int64_t slots;   // of a table
  std::int64_t listed;  // entries of a list
  Ordinal* tables;
  Item* items;  // two lists per work item
  Sum* sums;
};

/// Work item w of `tables.workers`. products(i) counts the products in the rows before row i.
template <SemiringType Semiring, class Exec, class A, class B, class Products, class Output, class Keep>
struct MultiplyRows {
  using Ordinal = typename B::Ordinal;
  using T = typename Output::Scalar;
  using Tables = MultiplyTables<Ordinal, T>;
  static constexpr bool has_values = !is_pattern_v<T>;

  A a;
  B b;
  Products products;
  Tables tables;
  Output output;
  Keep keep;

  KOKKOS_FUNCTION void operator()(std::int64_t worker) const {
    std::int64_t const last = first_row_of(products, a.num_rows(), worker + 1, tables.workers);
    PollInLoop<Exec> poll("Araios::multiply::rows");
    for (std::int64_t row = first_row_of(products, a.num_rows(), worker, tables.workers); row < last; ++row) {
      poll.spend(1 + products(row + 1) - products(row), row, a.num_rows());
      compute(worker, row);
    }
  }

 private:
  KOKKOS_FUNCTION void compute(std::int64_t worker, std::int64_t row) const {
    std::int64_t const width = b.num_cols();
    std::int64_t const all = products(row + 1) - products(row);
    std::int64_t const max_entries = all < width ? all : width;
    bool const direct = max_entries * MultiplyRowsTuning::direct >= width;
    int const bits = bits_for(2 * max_entries);
    Ordinal* const table = tables.tables + worker * tables.slots;
    auto* const items = tables.items + 2 * worker * tables.listed;
    auto* const sums = tables.sums + worker * tables.listed;
    std::int64_t const slots = max_entries == 0 ? 0 : direct ? width : std::int64_t(1) << bits;
    for (std::int64_t s = 0; s < slots; ++s) table[s] = Ordinal(-1);

    bool const is_long = all > MultiplyRowsTuning::polled;
    PollInLoop<Exec> poll("Araios::multiply::rows");
    std::int64_t count = 0;
    auto const row_end = static_cast<std::int64_t>(a.row_map(keep.skips_row(row) ? row : row + 1));
    for (auto p = static_cast<std::int64_t>(a.row_map(row)); p < row_end; ++p) {
      auto const k = a.entries(p);
      auto const begin = static_cast<std::int64_t>(b.row_map(k));
      auto const end = static_cast<std::int64_t>(b.row_map(k + 1));
      if (is_long) poll.spend(end - begin, row, a.num_rows());
      for (auto q = begin; q < end; ++q) {
        Ordinal const column = b.entries(q);
        if (!keep(row, column)) continue;
        std::int64_t slot = direct ? static_cast<std::int64_t>(column) : hash(column, bits);
        while (table[slot] >= 0 && column_of(items[table[slot]]) != column) slot = (slot + 1) & (slots - 1);
        bool const is_new = table[slot] < 0;
        if (is_new) {
          table[slot] = static_cast<Ordinal>(count);
          list(items[count], column, count);
          ++count;
        }
        if constexpr (has_values) {
          T const before = is_new ? Semiring::template zero<T>() : sums[table[slot]];
          sums[table[slot]] = Semiring::add(before, term<Semiring, T>(a.values(p), b.values(q)));
        }
      }
    }
    if constexpr (Output::fills)
      store(row, items, count, sums, table, direct && count * MultiplyRowsTuning::direct >= width);
    if constexpr (Output::counts_entries) output.counts(row) = count;
  }

  /// Stores the row in the order of columns: that of the table where slot j belongs to column j and many are in use.
  template <class Item, class Sum>
  KOKKOS_FUNCTION void store(std::int64_t row, Item* items, std::int64_t count, [[maybe_unused]] Sum const* sums,
                             Ordinal const* table, bool by_table) const {
    std::int64_t to = output.first(row);
    if (by_table) {
      for (std::int64_t column = 0; column < static_cast<std::int64_t>(b.num_cols()); ++column) {
        if (table[column] < 0) continue;
        if constexpr (has_values) output.values(to) = sums[table[column]];
        output.entries(to++) = static_cast<Ordinal>(column);
      }
      return;
    }
    Item const* const sorted = sort_columns(items, items + tables.listed, count);
    for (std::int64_t i = 0; i < count; ++i, ++to) {
      output.entries(to) = column_of(sorted[i]);
      if constexpr (has_values) output.values(to) = sums[sorted[i].position];
    }
  }

  /// Multiplicative hashing.
  KOKKOS_FUNCTION static std::int64_t hash(Ordinal column, int bits) {
    return static_cast<std::int64_t>((static_cast<std::uint64_t>(column) * golden_ratio_64) >> (64 - bits));
  }
  KOKKOS_FUNCTION static Ordinal column_of(Ordinal item) { return item; }
  KOKKOS_FUNCTION static Ordinal column_of(ListedColumn<Ordinal> const& item) { return item.column; }
  KOKKOS_FUNCTION static void list(Ordinal& item, Ordinal column, std::int64_t) { item = column; }
  KOKKOS_FUNCTION static void list(ListedColumn<Ordinal>& item, Ordinal column, std::int64_t position) {
    item = {column, static_cast<Ordinal>(position)};
  }
};

/// Moves rows from where BothOutput stored them to C; work item w as in MultiplyRows.
template <class A, class Products, class From, class To>
struct MoveRows {
  A a;
  Products products;
  std::int64_t workers;
  From from;
  To to;

  KOKKOS_FUNCTION void operator()(std::int64_t worker) const {
    std::int64_t const last = first_row_of(products, a.num_rows(), worker + 1, workers);
    for (std::int64_t row = first_row_of(products, a.num_rows(), worker, workers); row < last; ++row) {
      std::int64_t source = products(row);
      for (std::int64_t at = to.first(row); at < to.first(row + 1); ++at, ++source) {
        to.entries(at) = from.entries(source);
        if constexpr (!is_pattern_v<typename To::Scalar>) to.values(at) = from.values(source);
      }
    }
  }
};

/// The values of rows whose columns are stored; work item w as in MultiplyRows. The rows of B are sorted, so that each
/// position is searched after the one before it.
template <SemiringType Semiring, class Exec, class A, class B, class Products, class Output>
struct SumRows {
  using T = typename Output::Scalar;

  A a;
  B b;
  Products products;
  std::int64_t workers;
  Output output;

  KOKKOS_FUNCTION void operator()(std::int64_t worker) const {
    PollInLoop<Exec> poll("Araios::multiply::sums");
    std::int64_t const last = first_row_of(products, a.num_rows(), worker + 1, workers);
    for (std::int64_t row = first_row_of(products, a.num_rows(), worker, workers); row < last; ++row) {
      bool const is_long = products(row + 1) - products(row) > MultiplyRowsTuning::polled;
      poll.spend(1 + products(row + 1) - products(row), row, a.num_rows());
      auto const first = static_cast<std::int64_t>(output.first(row));
      auto const end = static_cast<std::int64_t>(output.first(row + 1));
      for (std::int64_t at = first; at < end; ++at) output.values(at) = Semiring::template zero<T>();
      auto const row_end = static_cast<std::int64_t>(a.row_map(row + 1));
      for (auto p = static_cast<std::int64_t>(a.row_map(row)); p < row_end; ++p) {
        auto const k = a.entries(p);
        auto const q_begin = static_cast<std::int64_t>(b.row_map(k));
        auto const q_end = static_cast<std::int64_t>(b.row_map(k + 1));
        if (is_long) poll.spend(q_end - q_begin, row, a.num_rows());
        std::int64_t at = first;
        for (auto q = q_begin; q < q_end; ++q, ++at) {
          at = first_not_below(output.entries, at, end, b.entries(q));
          output.values(at) = Semiring::add(output.values(at), term<Semiring, T>(a.values(p), b.values(q)));
        }
      }
    }
  }
};

/// Work items where memory does not limit them.
template <class Exec>
std::int64_t num_workers(Exec const& exec) {
  return is_gpu_v<Exec> ? MultiplyRowsTuning::gpu_items : concurrency(exec);
}

/// Tables for rows of up to `max_entries` products, of as many work items as `max_bytes` allow; at least one.
template <class T, class Exec, class B, class Space>
auto take_tables(Exec const& exec, B const& b, std::int64_t max_entries, std::int64_t max_bytes,
                 Workspace<Space>& workspace) {
  using Ordinal = typename B::Ordinal;
  using Tables = MultiplyTables<Ordinal, T>;
  std::int64_t const width = b.num_cols();
  max_entries = std::min(max_entries, width);
  std::int64_t const hashed = std::int64_t(1)
                              << bits_for(2 * std::min(max_entries, width / MultiplyRowsTuning::direct + 1));
  Tables tables{};
  tables.slots = max_entries * MultiplyRowsTuning::direct >= width ? std::max(width, hashed) : hashed;
  tables.listed = std::max<std::int64_t>(max_entries, 1);
  auto const each =
      static_cast<std::int64_t>(tables.slots * sizeof(Ordinal)) +
      static_cast<std::int64_t>(tables.listed * (2 * sizeof(typename Tables::Item) + sizeof(typename Tables::Sum)));
  tables.workers = std::max<std::int64_t>(std::min(num_workers(exec), max_bytes / each), 1);
  auto const take = [&]<class Element>(Element*& to, std::int64_t length) {
    to = workspace.template take<Kokkos::View<Element*, Space>>(exec, tables.workers * length).data();
  };
  take(tables.tables, tables.slots);
  take(tables.items, 2 * tables.listed);
  take(tables.sums, tables.listed);
  return tables;
}

}  // namespace Araios::Impl::multiply
