// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The steps of SpGEMM outside of the CUDA space: launch and read the analysis, count, fill; or all in one pass.
///
/// Rows are computed with a hash table per work item (rows.hpp), in the Serial space with a sum per column where these
/// pay (columns.hpp). Where the workspace holds an index and a value for each product, the count also stores the rows,
/// and the fill moves them; else the fill computes them again. Sums by columns store nothing: with room for all
/// products in C one pass makes it. Bytes: 16 per row of A, and tables of up to half of max_workspace_bytes.
///
/// Source: Gustavson, ACM TOMS 4 (1978); Nagasaka, Nishino, Azad, Buluc, ICPPW 2018.

#include <Araios/core/execution.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/read_back.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/operations/multiply/early.hpp>
#include <Araios/operations/multiply/order.hpp>
#include <Araios/operations/multiply/output.hpp>
#include <Araios/operations/multiply/problem.hpp>
#include <Araios/operations/multiply/tables/columns.hpp>
#include <Araios/operations/multiply/tables/rows.hpp>
#include <Araios/primitives/scan.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <utility>

namespace Araios::Impl::multiply {

/// How rows are computed, chosen once on the host.
struct TableLayout {
  bool is_sorted = true;       // B; where it is not, nothing else is chosen
  bool is_stored = false;      // the count stores rows, and the fill moves them
  bool is_by_columns = false;  // in place of hash tables
  bool has_room = false;       // C may be allocated with room for all products
  std::int64_t num_products = 0;
};

/// Arrays, valid from the analysis on.
template <class T, class Ordinal, class Space>
struct TableScratch {
  using Numbers = Kokkos::View<std::int64_t*, Space>;
  Numbers numbers;                        // products, the descents of B, the maximum of products
  Numbers products;                       // of the rows before each row
  Kokkos::View<Ordinal*, Space> entries;  // of rows from their first product on, where layout.is_stored
  Araios::ValuesViewOf<T, Space> values;
  MultiplyTables<Ordinal, T> tables{};
  MultiplyColumns<Ordinal, T> columns{};
};

/// What SpGEMM by tables has after its analysis. T is the type of the values.
template <class T, class Exec_, class Ordinal>
struct RowsByTables {
  using Exec = Exec_;
  using Scalar = T;
  static constexpr bool host_waits = false;
  static constexpr bool may_take_one_pass = is_serial_v<Exec>;
  TableLayout layout;
  TableScratch<T, Ordinal, typename Exec::memory_space> scratch;
};

/// Launches the analysis; no fence. The numbers of products go to the workspace of the plan.
template <class T, class Exec, class Ordinal, class Problem, class Space>
void launch_analysis(Exec const& exec, Problem const& problem, Workspaces<Space> const& workspaces,
                     RowsByTables<T, Exec, Ordinal>& rows) {
  using A = typename Problem::A;
  using B = typename Problem::B;
  using Range = std::pair<std::int64_t, std::int64_t>;
  auto& scratch = rows.scratch;
  using Numbers = typename TableScratch<T, Ordinal, Space>::Numbers;
  std::int64_t const m = problem.a.num_rows();
  scratch.numbers = workspaces.plan.template take<Numbers>(exec, m + 3);
  scratch.products = Kokkos::subview(scratch.numbers, Range(0, m + 1));
  count_descents(exec, problem.b, Kokkos::subview(scratch.numbers, m + 1));
  Kokkos::parallel_reduce("Araios::multiply::products", range(exec, m),
                          CountProducts<A, B, Numbers>{problem.a, problem.b, scratch.products},
                          Kokkos::Max<std::int64_t, Space>(Kokkos::subview(scratch.numbers, m + 2)));
  exclusive_scan(exec, Kokkos::subview(scratch.numbers, Range(0, m)), scratch.products, {}, workspaces.call);
}

/// Reads the sums of the analysis, chooses the layout, and takes the tables. One fence.
template <class T, class Exec, class Ordinal, class Problem, class Space>
void read_analysis(Exec const& exec, MultiplyOptions const& options, Problem const& problem,
                   Workspaces<Space> const& workspaces, RowsByTables<T, Exec, Ordinal>& rows) {
  using Range = std::pair<std::int64_t, std::int64_t>;
  auto& [layout, scratch] = rows;
  std::int64_t const m = problem.a.num_rows();
  auto const [all, descents, max_products] =
      read_back_array<3>(exec, Kokkos::subview(scratch.numbers, Range(m, m + 3)),
                         "Araios::multiply: the number of products is on the host");
  layout.is_sorted = descents == 0;
  if (!layout.is_sorted) return;
  layout.num_products = all;
  std::int64_t const budget = options.max_workspace_bytes / 2;
  layout.has_room = all <= budget / static_cast<std::int64_t>(sizeof(Ordinal) + value_bytes_v<T>);
  if constexpr (is_serial_v<Exec>) {
    layout.is_by_columns =
        take_columns(exec, problem.b.num_cols(), all, max_products, budget, scratch.columns, workspaces.call);
    if (layout.is_by_columns) return;
  }
  layout.is_stored = layout.has_room;
  if (layout.is_stored) {
    scratch.entries = workspaces.call.template take<decltype(scratch.entries)>(exec, all);
    scratch.values = workspaces.call.template take_values<decltype(scratch.values)>(exec, all);
  }
  scratch.tables = take_tables<T>(exec, problem.b, max_products, std::max<std::int64_t>(budget, 1), workspaces.call);
}

/// All rows by one thread, with a sum per column.
template <SemiringType Semiring, class Exec, class Problem, class Columns, class Output>
void run_columns(Exec const& exec, char const* label, Problem const& problem, Columns const& columns,
                 Output const& output) {
  using A = typename Problem::A;
  using B = typename Problem::B;
  launch_workers(label, range(exec, 1),
                 MultiplyByColumns<Semiring, Exec, A, B, Columns, Output, typename Problem::Keep>{
                     problem.a, problem.b, columns, output, problem.keep});
}

/// All rows by work items, with a hash table each, or as run_columns.
template <SemiringType Semiring, class T, class Exec, class Ordinal, class Problem, class Tables, class Output>
void run_tables(Exec const& exec, char const* label, Problem const& problem, RowsByTables<T, Exec, Ordinal> const& rows,
                Tables const& tables, Output const& output) {
  if constexpr (is_serial_v<Exec>)
    if (rows.layout.is_by_columns) return run_columns<Semiring>(exec, label, problem, rows.scratch.columns, output);
  using Products = typename TableScratch<T, Ordinal, typename Exec::memory_space>::Numbers;
  using Body =
      MultiplyRows<Semiring, Exec, typename Problem::A, typename Problem::B, Products, Output, typename Problem::Keep>;
  launch_workers(label, range(exec, tables.workers),
                 Body{problem.a, problem.b, rows.scratch.products, tables, output, problem.keep});
}

/// counts(i) := the number of entries of row i of C; where layout.is_stored, the rows, too. No fence.
template <SemiringType Semiring, class T, class Exec, class Ordinal, class Problem, class Counts>
void count_rows(Exec const& exec, Problem const& problem, RowsByTables<T, Exec, Ordinal> const& rows,
                Counts const& counts) {
  auto const& [layout, scratch] = rows;
  if (layout.is_stored) {
    using Scratch = TableScratch<T, Ordinal, typename Exec::memory_space>;
    using Both = BothOutput<Counts, typename Scratch::Numbers, decltype(Scratch::entries), decltype(Scratch::values)>;
    return run_tables<Semiring>(exec, "Araios::multiply::rows", problem, rows, scratch.tables,
                                Both{counts, scratch.products, scratch.entries, scratch.values});
  }
  // Columns alone are listed, in the same memory.
  auto const& tables = scratch.tables;
  MultiplyTables<Ordinal, Pattern> const of_columns{tables.workers,
                                                    tables.slots,
                                                    tables.listed,
                                                    tables.tables,
                                                    reinterpret_cast<Ordinal*>(tables.items),
                                                    reinterpret_cast<char*>(tables.sums)};
  run_tables<PlusTimes>(exec, "Araios::multiply::count", problem, rows, of_columns, CountOutput<Counts>{counts});
}

/// The entries of C at output.first, and values where C has any. No fence, and no workspace, which only bins need.
template <SemiringType Semiring, class T, class Exec, class Ordinal, class Problem, class Output, class Space>
void fill_rows(Exec const& exec, Problem const& problem, RowsByTables<T, Exec, Ordinal> const& rows,
               Output const& output, Workspace<Space>&) {
  auto const& [layout, scratch] = rows;
  if (!layout.is_stored)
    return run_tables<Semiring>(exec, "Araios::multiply::fill", problem, rows, scratch.tables, output);
  using Scratch = TableScratch<T, Ordinal, Space>;
  using Products = typename Scratch::Numbers;
  using From = FillOutput<Products, decltype(Scratch::entries), decltype(Scratch::values)>;
  std::int64_t const workers = num_workers(exec);
  Kokkos::parallel_for(
      "Araios::multiply::move", range(exec, workers),
      MoveRows<typename Problem::A, Products, From, Output>{
          problem.a, scratch.products, workers, From{scratch.products, scratch.entries, scratch.values}, output});
}

/// Whether make_in_one_pass can be called in place of count and fill: sums by columns, and room for all products.
template <class Offset, class T, class Exec, class Ordinal, class Early>
bool takes_one_pass(RowsByTables<T, Exec, Ordinal> const& rows, Early const&) {
  return rows.layout.is_by_columns && rows.layout.has_room && std::in_range<Offset>(rows.layout.num_products);
}

/// C in one pass of the Serial space, in an allocation with room for all products: not in an early one, nor in a
/// workspace. One fence, to read the number of entries.
template <SemiringType Semiring, class T, class Exec, class Ordinal, class Problem, class Offset, class Space>
auto make_in_one_pass(Exec const& exec, char const* label, Problem const& problem,
                      RowsByTables<T, Exec, Ordinal> const& rows, EarlyCsr<T, Ordinal, Offset, Space>&,
                      Workspace<Space>&) {
  using Arrays = CsrArrays<T, Ordinal, Offset, Space>;
  std::int64_t const m = problem.a.num_rows();
  auto const room = allocate_csr<T, Ordinal, Offset>(exec, label, m, rows.layout.num_products);
  using Output = WholeOutput<decltype(Arrays::row_map), decltype(Arrays::entries), decltype(Arrays::values)>;
  run_columns<Semiring>(exec, "Araios::multiply::once", problem, rows.scratch.columns,
                        Output{room.row_map, room.entries, room.values});
  auto const nnz = read_back(exec, room.row_map, m, "Araios::multiply: the number of entries is on the host");
  auto const [row_map, entries, values] = first_entries(exec, label, room.row_map, room.entries, room.values, nnz);
  return Arrays{row_map, entries, values};
}

}  // namespace Araios::Impl::multiply
