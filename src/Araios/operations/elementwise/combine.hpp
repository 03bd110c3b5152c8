// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Unions, intersections and differences: by one thread in one pass, by several, or on a GPU, in two phases: tile
/// boundaries and counts, then a scan and the fill.

#include <Araios/core/arithmetic.hpp>
#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/kokkos_compat.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/read_back.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/formats/sparse_vector.hpp>
#include <Araios/formats/validate/compressed.hpp>
#include <Araios/formats/validate/sparse_vector.hpp>
#include <Araios/operations/elementwise/combine_gpu.hpp>
#include <Araios/operations/elementwise/combine_host.hpp>
#include <Araios/operations/elementwise/combine_tiles.hpp>
#include <Araios/primitives/scan.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

namespace Araios::Impl::elementwise {

/// Whether an operation takes real operands in the type of the result.
template <class Op>
inline constexpr bool converts_operands_v = false;
template <class Op>
  requires requires { Op::converts_operands; }
inline constexpr bool converts_operands_v<Op> = Op::converts_operands;

/// The arrays of the result, and the operation of its entries. A sparse vector has no row_map: NoValues.
template <class Op, class RowMap, class Entries, class Values>
struct CombineOutput {
  using C = typename Values::value_type;
  Op op;
  RowMap row_map;
  Entries entries;
  Values values;

  /// Row `row` ends before entry `position` of the result.
  KOKKOS_FUNCTION void end_row([[maybe_unused]] std::int64_t row, [[maybe_unused]] std::int64_t position) const {
    if constexpr (!std::is_same_v<RowMap, NoValues>)
      row_map(row + 1) = static_cast<typename RowMap::value_type>(position);
  }

  template <Kept K, class Ordinal, class A, class B>
  KOKKOS_FUNCTION void write(std::int64_t to, Ordinal column, [[maybe_unused]] bool has_a, [[maybe_unused]] bool has_b,
                             [[maybe_unused]] A const& a, [[maybe_unused]] std::int64_t p, [[maybe_unused]] B const& b,
                             [[maybe_unused]] std::int64_t q) const {
    entries(to) = column;
    if constexpr (!is_pattern_v<C>) {
      if constexpr (K.both) {
        if (has_a && has_b) {
          values(to) = static_cast<C>(op(operand(a(p)), operand(b(q))));
          return;
        }
      }
      if constexpr (K.left) {
        if (has_a) {
          values(to) = left(a(p));
          return;
        }
      }
      if constexpr (K.right) values(to) = right(b(q));
    }
  }

 private:
  /// A number that the operation takes in the type of the result, so that the negative of an unsigned one is below 0
  /// where that type has it; complex numbers, and what operations of the user take, as they are.
  template <class T>
  KOKKOS_FUNCTION static auto operand(T const& number) {
    if constexpr (std::is_arithmetic_v<T> && converts_operands_v<Op>)
      return static_cast<RealPartOf<C>>(number);
    else
      return number;
  }
  template <class T>
  KOKKOS_FUNCTION C left(T const& a) const {
    if constexpr (requires { op.left(a); })
      return static_cast<C>(op.left(operand(a)));
    else
      return static_cast<C>(a);
  }
  template <class T>
  KOKKOS_FUNCTION C right(T const& b) const {
    if constexpr (requires { op.right(b); })
      return static_cast<C>(op.right(operand(b)));
    else
      return static_cast<C>(b);
  }
};

/// The Scalar of op(a, b); two Patterns give a Pattern, and op is not called.
template <class Op, class A, class B>
struct CombinedOf {
  using type = std::remove_cvref_t<std::invoke_result_t<Op const&, A const&, B const&>>;
};
template <class Op>
struct CombinedOf<Op, Pattern, Pattern> {
  using type = Pattern;
};
template <class Op, class A, class B>
using Combined = typename CombinedOf<Op, std::remove_const_t<A>, std::remove_const_t<B>>::type;

/// The sizes and temporaries of one combination.
template <class Exec>
struct CombineWork {
  using Space = typename Exec::memory_space;
  using Method = std::conditional_t<is_gpu_v<Exec>, CombineShape::Gpu, CombineShape::Host>;

  std::int64_t rows;
  std::int64_t tiles;
  Kokkos::View<CombineBorder*, Space> borders;
  Kokkos::View<std::int64_t*, Space> counts;   // one per tile, scanned in place; then their sum
  Kokkos::View<std::uint32_t*, Space> sides;   // ItemSides of each thread, on a GPU
  Kokkos::View<std::int64_t*, Space> summary;  // the last count, which is the sum, and whether a row is not sorted
};

template <class Exec, class A, class B, class Space>
CombineWork<Exec> combine_borders(Exec const& exec, std::string const& label, std::int64_t rows, A const& a, B const& b,
                                  Workspace<Space>& workspace) {
  using Work = CombineWork<Exec>;
  using Counts = Kokkos::View<std::int64_t*, Space>;
  using Range = std::pair<std::int64_t, std::int64_t>;
  constexpr std::int64_t tile = Work::Method::tile;
  std::int64_t const items =
      rows + static_cast<std::int64_t>(a.columns.extent(0)) + static_cast<std::int64_t>(b.columns.extent(0));
  std::int64_t const tiles = tiles_for(items, tile);
  auto const borders = workspace.template take<Kokkos::View<CombineBorder*, Space>>(exec, tiles + 1);
  auto const counts = workspace.template take<Counts>(exec, tiles + 2);
  Kokkos::View<std::uint32_t*, Space> sides;
  if constexpr (is_gpu_v<Exec>) sides = workspace.template take<decltype(sides)>(exec, tiles * Work::Method::team_size);
  Work const work{rows,    tiles,
                  borders, Kokkos::subview(counts, Range(0, tiles + 1)),
                  sides,   Kokkos::subview(counts, Range(tiles, tiles + 2))};
  Kokkos::parallel_for(
      label + "::borders", range(exec, tiles + 1),
      FindBorders<A, B, decltype(work.borders)>{a, b, rows, items, tile, work.borders, work.summary.data() + 1});
  return work;
}

/// The entries of each tile.
template <Kept K, class Exec, class A, class B>
void combine_count(Exec const& exec, std::string const& label, CombineWork<Exec> const& work, A const& a, B const& b) {
  std::string const name = label + "::count";
  if constexpr (is_gpu_v<Exec>) {
    using Method = typename CombineWork<Exec>::Method;
    using Kernel = CountTiles<K, Method, Exec, A, B>;
    Kokkos::parallel_for(name, Method::template policy<Kernel>(exec, work.tiles, name.c_str()),
                         Kernel{a, b, work.borders, work.counts, work.sides, work.summary.data() + 1});
  } else {
    Kokkos::parallel_for(name, range(exec, work.tiles),
                         CombineRuns<K, false, Exec, A, B, NoValues>{a, b, work.borders, work.counts,
                                                                     work.summary.data() + 1, NoValues{}});
  }
}

/// The entries of the result.
template <Kept K, class Exec, class A, class B, class Output>
void combine_fill(Exec const& exec, std::string const& label, CombineWork<Exec> const& work, A const& a, B const& b,
                  Output const& output) {
  std::string const name = label + "::fill";
  if constexpr (is_gpu_v<Exec>) {
    using Method = typename CombineWork<Exec>::Method;
    using Kernel = FillTiles<K, Method, Exec, A, B, Output>;
    Kokkos::parallel_for(name, Method::template policy<Kernel>(exec, work.tiles, name.c_str()),
                         Kernel{a, b, work.borders, work.counts, work.sides, output});
  } else {
    Kokkos::parallel_for(
        name, range(exec, work.tiles),
        CombineRuns<K, true, Exec, A, B, Output>{a, b, work.borders, work.counts, work.summary.data() + 1, output});
  }
}

/// Where the entries of each tile begin.
template <class Exec, class Space>
void combine_scan(Exec const& exec, CombineWork<Exec> const& work, Workspace<Space>& workspace) {
  exclusive_scan(exec, Kokkos::subview(work.counts, std::pair<std::int64_t, std::int64_t>(0, work.tiles)), work.counts,
                 {}, workspace);
}

struct CombineSummary {
  std::int64_t nnz;
  bool unsorted;
};

/// The only fence of a combination.
template <class Exec, class Summary>
CombineSummary combine_read(Exec const& exec, std::string const& label, Summary const& summary) {
  auto const [nnz, unsorted] = read_back_array<2>(exec, summary, label + ": the number of entries is on the host");
  return {nnz, unsorted != 0};
}

/// Throws, naming the first entry of A, else of B, that is out of order.
template <class Exec, class A, class B>
void refuse_unsorted(Exec const& exec, std::string const& label, A const& a, B const& b) {
  constexpr char const* advice = "; both operands must be sorted, without duplicates (see sum_duplicates)";
  if (auto const fault = find_fault(exec, a, {.order = Order::strict}))
    check(false, label, ": first operand: ", fault->sentence, advice);
  if (auto const fault = find_fault(exec, b, {.order = Order::strict}))
    check(false, label, ": second operand: ", fault->sentence, advice);
}

/// The arrays of the combination of `rows` rows: a row_map, or NoValues for that of a vector, entries and values.
/// refuse() throws what is wrong with the order of rows. By Serial in one pass, unless Tiles; else counted and filled.
template <Kept K, class RowMap, class Entries, class Values, bool Tiles, class Exec, class Op, class A, class B,
          class Refuse, class Space>
std::tuple<RowMap, Entries, Values> combine_arrays(Exec const& exec, std::string const& label, Op const& op,
                                                   std::int64_t rows, A const& a, B const& b, Refuse const& refuse,
                                                   Workspace<Space>& workspace) {
  using Output = CombineOutput<Op, RowMap, Entries, Values>;
  auto const allocate_for = [&](std::int64_t nnz) {
    return allocate_packed<RowMap, Entries, Values>(exec, label, {rows + 1, nnz, nnz});
  };
  if constexpr (is_serial_v<Exec> && !Tiles) {
    using Summary = Kokkos::View<std::int64_t*, Space>;
    auto const [row_map, entries, values] = allocate_for(max_kept<K>(a.columns.extent(0), b.columns.extent(0)));
    auto const summary = workspace.template take<Summary>(exec, 2);
    Kokkos::parallel_for(
        label + "::once", range(exec, 1),
        CombineOnce<K, A, B, Output, Summary>{a, b, rows, Output{op, row_map, entries, values}, summary});
    auto const [nnz, unsorted] = combine_read(exec, label, summary);
    if (unsorted) refuse();
    return first_entries(exec, label, row_map, entries, values, nnz);
  } else {
    auto const work = combine_borders(exec, label, rows, a, b, workspace);
    combine_count<K>(exec, label, work, a, b);
    combine_scan(exec, work, workspace);
    auto const [nnz, unsorted] = combine_read(exec, label, work.summary);
    if (unsorted) refuse();
    auto const arrays = allocate_for(nnz);
    combine_fill<K>(exec, label, work, a, b, Output{op, std::get<0>(arrays), std::get<1>(arrays), std::get<2>(arrays)});
    return arrays;
  }
}

template <Kept K, bool Tiles = false, class Exec, class Op, class SA, class O, class FA, class MA, class SB, class FB,
          class MB, class Space>
auto combine_matrices(Exec const& exec, std::string const& label, Op const& op, CsrMatrix<SA, O, FA, MA> const& A,
                      CsrMatrix<SB, O, FB, MB> const& B, Workspace<Space>& workspace) {
  using C = Combined<Op, SA, SB>;
  using F = std::common_type_t<FA, FB>;
  using Result = CsrMatrix<C, O, F, Space>;
  using Arrays = CsrArrays<C, O, F, Space>;
  check_equal(A.num_rows(), B.num_rows(), (label + ": rows of the operands").c_str());
  check_equal(A.num_cols(), B.num_cols(), (label + ": columns of the operands").c_str());
  std::int64_t const m = A.num_rows();
  std::int64_t const n = A.num_cols();
  if (A.nnz() == 0 && B.nnz() == 0) {
    auto const empty = allocate_csr<C, O, F>(exec, label, m, 0);
    fill(exec, empty.row_map, F(0));
    return Result(m, n, empty);
  }
  typename Workspace<Space>::Frame const frame(workspace);
  SortedRows<decltype(A.row_map), decltype(A.entries), decltype(A.values)> const a{A.row_map, A.entries, A.values};
  SortedRows<decltype(B.row_map), decltype(B.entries), decltype(B.values)> const b{B.row_map, B.entries, B.values};
  auto const [row_map, entries, values] =
      combine_arrays<K, decltype(Arrays::row_map), decltype(Arrays::entries), decltype(Arrays::values), Tiles>(
          exec, label, op, m, a, b, [&] { refuse_unsorted(exec, label, A, B); }, workspace);
  return Result(m, n, row_map, entries, values);
}

template <Kept K, bool Tiles = false, class Exec, class Op, class SA, class O, class MA, class SB, class MB,
          class Space>
auto combine_vectors(Exec const& exec, std::string const& label, Op const& op, SparseVector<SA, O, MA> const& x,
                     SparseVector<SB, O, MB> const& y, Workspace<Space>& workspace) {
  using C = Combined<Op, SA, SB>;
  using Result = SparseVector<C, O, Space>;
  using Arrays = SparseVectorArrays<C, O, Space>;
  check_equal(x.length(), y.length(), (label + ": lengths of the operands").c_str());
  if (x.nnz() == 0 && y.nnz() == 0) return Result(x.length(), allocate_sparse_vector<C, O>(exec, label, 0));
  typename Workspace<Space>::Frame const frame(workspace);
  SortedRows<OneRow, decltype(x.indices), decltype(x.values)> const a{{x.nnz()}, x.indices, x.values};
  SortedRows<OneRow, decltype(y.indices), decltype(y.values)> const b{{y.nnz()}, y.indices, y.values};
  auto const arrays = combine_arrays<K, NoValues, decltype(Arrays::indices), decltype(Arrays::values), Tiles>(
      exec, label, op, 1, a, b, [&] { refuse_unsorted(exec, label, x, y); }, workspace);
  return Result(x.length(), std::get<1>(arrays), std::get<2>(arrays));
}

}  // namespace Araios::Impl::elementwise
