// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The Kronecker product of two CSR matrices: its sizes, and the launches.

#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/operations/kronecker/kernels.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>
#include <utility>

namespace Araios::Impl::kronecker {

/// The Scalar of op(a, b); two Patterns give a Pattern, and op is not called.
template <class Op, class A, class B>
struct ProductOf {
  using type = std::remove_cvref_t<std::invoke_result_t<Op const&, A const&, B const&>>;
};
template <class Op>
struct ProductOf<Op, Pattern, Pattern> {
  using type = Pattern;
};
template <class Op, class A, class B>
using ProductScalar = typename ProductOf<Op, std::remove_const_t<A>, std::remove_const_t<B>>::type;

/// a * b where To can hold it. Otherwise throws std::invalid_argument with both factors.
template <class To>
std::int64_t product_size(std::int64_t a, std::int64_t b, char const* what, char const* type) {
  std::int64_t const size = checked_multiply(a, b, what);
  check(std::in_range<To>(size), what, ": ", a, " * ", b, " does not fit the ", 8 * sizeof(To), "-bit ", type,
        "; name a wider one, as in kronecker<std::int64_t, std::int64_t>");
  return size;
}

struct ProductSizes {
  std::int64_t rows;
  std::int64_t columns;
  std::int64_t nnz;
};

template <class Offset, class Ordinal, class A, class B>
ProductSizes product_sizes(A const& a, B const& b) {
  return {product_size<Ordinal>(a.num_rows(), b.num_rows(), "Araios::kronecker: number of rows", "Ordinal"),
          product_size<Ordinal>(a.num_cols(), b.num_cols(), "Araios::kronecker: number of columns", "Ordinal"),
          product_size<Offset>(static_cast<std::int64_t>(a.nnz()), static_cast<std::int64_t>(b.nnz()),
                               "Araios::kronecker: number of entries", "Offset")};
}

/// row_map of C, which has rows and entries.
template <class Exec, class A, class B, class Map>
void fill_row_map(Exec const& exec, A const& a, B const& b, Map const& row_map) {
  constexpr int lanes = is_gpu_v<Exec> ? KroneckerShape::gpu_lanes : KroneckerShape::host_lanes;
  constexpr int steps = is_gpu_v<Exec> ? KroneckerShape::gpu_steps : KroneckerShape::host_steps;
  using Kernel = FillRowMap<lanes, steps, typename A::Ordinal, typename A::row_map_type, typename B::row_map_type, Map>;
  using Unsigned = typename Kernel::Unsigned;
  std::int64_t const items =
      tiles_for(static_cast<std::int64_t>(row_map.extent(0)), std::int64_t(lanes) * steps) * lanes;
  Kokkos::parallel_for("Araios::kronecker::row_map", range(exec, items),
                       Kernel{a.row_map, b.row_map, row_map, static_cast<Unsigned>(a.num_rows()),
                              static_cast<Unsigned>(b.num_rows()), static_cast<typename Kernel::Offset>(b.nnz())});
}

/// The entries and values of C, which has entries, in tiles of this shape.
template <class Shape, bool Staged, class Position, class Exec, class Op, class A, class B, class Arrays, class Space>
void fill_entries(Exec const& exec, Op const& op, A const& a, B const& b, Arrays const& C,
                  Workspace<Space>& workspace) {
  using MapA = typename A::row_map_type;
  using MapB = typename B::row_map_type;
  using Borders = Kokkos::View<TileBorder<Position>*, Space>;
  using Product = ProductEntries<Op, typename A::entries_type, typename A::values_type, typename B::entries_type,
                                 typename B::values_type, decltype(C.entries), decltype(C.values)>;
  using Kernel = FillTiles<Staged, Shape, Position, Exec, MapA, MapB, Product>;
  FactorRows<Position, MapA> const a_rows{a.row_map, static_cast<Position>(a.num_rows()),
                                          static_cast<Position>(a.nnz())};
  FactorRows<Position, MapB> const b_rows{b.row_map, static_cast<Position>(b.num_rows()),
                                          static_cast<Position>(b.nnz())};
  auto const nnz = static_cast<std::int64_t>(C.entries.extent(0));
  std::int64_t const tiles = tiles_for(nnz, Shape::tile);
  typename Workspace<Space>::Frame const frame(workspace);
  auto const borders = workspace.template take<Borders>(exec, tiles + 1);
  Kokkos::parallel_for("Araios::kronecker::borders", range(exec, tiles + 1),
                       FindBorders<Position, MapA, MapB, Borders>{a_rows, b_rows, nnz, Shape::tile, borders});
  Product const product{op,        a.entries, a.values,
                        b.entries, b.values,  static_cast<typename Product::Ordinal>(b.num_cols()),
                        C.entries, C.values};
  Kokkos::parallel_for("Araios::kronecker::fill",
                       Shape::template policy<Kernel>(exec, tiles, "Araios::kronecker::fill"),
                       Kernel{a_rows, b_rows, borders, product, nnz});
}

template <class Exec, class Op, class A, class B, class Arrays, class Space>
void fill_entries(Exec const& exec, Op const& op, A const& a, B const& b, Arrays const& C,
                  Workspace<Space>& workspace) {
  if constexpr (is_gpu_v<Exec>) {
    auto const is_narrow = [](auto size) { return std::cmp_less(size, KroneckerShape::narrow); };
    if (is_narrow(a.num_rows()) && is_narrow(b.num_rows()) && is_narrow(a.nnz()) && is_narrow(b.nnz()))
      fill_entries<KroneckerShape::Gpu<std::int32_t>, true, std::int32_t>(exec, op, a, b, C, workspace);
    else
      fill_entries<KroneckerShape::Gpu<std::int64_t>, true, std::int64_t>(exec, op, a, b, C, workspace);
  } else {
    fill_entries<KroneckerShape::Host, false, std::int64_t>(exec, op, a, b, C, workspace);
  }
}

template <class Offset, class Ordinal, class Exec, class Op, class A, class B, class Space>
auto product(Exec const& exec, Op const& op, A const& a, B const& b, Workspace<Space>& workspace) {
  using Scalar = ProductScalar<Op, typename A::Scalar, typename B::Scalar>;
  using Result = CsrMatrix<Scalar, Ordinal, Offset, typename Exec::memory_space>;
  auto const [rows, columns, nnz] = product_sizes<Offset, Ordinal>(a, b);
  auto const C = allocate_csr<Scalar, Ordinal, Offset>(exec, "Araios::kronecker", rows, nnz);
  if (nnz == 0) {
    Araios::fill(exec, C.row_map, Offset(0));
  } else {
    fill_row_map(exec, a, b, C.row_map);
    fill_entries(exec, op, a, b, C, workspace);
  }
  return Result(rows, columns, C);
}

}  // namespace Araios::Impl::kronecker
