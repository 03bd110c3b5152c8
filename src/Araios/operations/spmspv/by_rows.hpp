// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// A matrix by rows times a sparse vector: for every entry of A, checks whether x has an entry for its column.

#include <Araios/core/concepts.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/kokkos_compat.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/pattern.hpp>
#include <Araios/core/read_back.hpp>
#include <Araios/core/semiring.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/sparse_vector.hpp>
#include <Araios/operations/spmspv/products.hpp>
#include <Araios/primitives/scan.hpp>
#include <Araios/primitives/visit_segments.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

namespace Araios::Impl::spmspv {

/// positions(j) := the entry of x at index j
template <class Exec, class Indices, class Positions>
ARAIOS_NOT_INLINED void fill_positions(Exec const& exec, Indices const& indices, Positions const& positions) {
  Kokkos::parallel_for(
      "Araios::spmspv::positions", range(exec, indices.extent(0)),
      KOKKOS_LAMBDA(std::int64_t p) { positions(indices(p)) = static_cast<typename Positions::value_type>(p); });
}

/// 1 for an entry in a column at an index of x.
template <class Entries, class Positions>
struct MeetsEntry {
  Entries entries;
  Positions positions;
  KOKKOS_FUNCTION int operator()(std::int64_t e) const { return positions(entries(e)) >= 0; }
  KOKKOS_FUNCTION std::int64_t extent(int) const { return static_cast<std::int64_t>(entries.extent(0)); }
};

/// The product of entry e of row i, where x has an entry: number before(e).
template <SemiringType Semiring, class Matrix, class X, class Positions, class Before, class Rows, class Products>
struct MultiplyMet {
  Matrix A;
  X x;
  Positions positions;
  Before before;
  Rows rows;
  Products products;

  KOKKOS_FUNCTION void operator()(std::int64_t i, std::int64_t e) const {
    auto const p = positions(A.entries(e));
    if (p < 0) return;
    auto const q = before(e);
    rows(q) = static_cast<typename Rows::value_type>(i);
    products(q) = spmspv_first_term<Semiring, typename Products::value_type>(A.values(e), x.values(p));
  }
};

/// sums(i) := the sum of the products of row i, in tiles of the row; flags(i) := whether it has one.
template <SemiringType Semiring, class Matrix, class X, class Positions, class Flags, class Sums>
struct SumMetRows {
  static constexpr std::int64_t tile = 4096;
  Matrix A;
  X x;
  Positions positions;
  Flags flags;
  Sums sums;

  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    auto const end = static_cast<std::int64_t>(A.row_map(i + 1));
    bool met = false;
    for (auto begin = static_cast<std::int64_t>(A.row_map(i)); begin < end; begin += tile)
      add_tile(i, begin, begin + tile < end ? begin + tile : end, met);
    flags(i) = met ? 1 : 0;
  }

 private:
  KOKKOS_INLINE_FUNCTION void add_tile(std::int64_t i, std::int64_t begin, std::int64_t end, bool& met) const {
    using T = typename Sums::value_type;
    T sum{};
    bool any = false;
    for (std::int64_t e = begin; e < end; ++e) {
      auto const p = positions(A.entries(e));
      if (p < 0) continue;
      if constexpr (!is_pattern_v<T>)
        sum = any ? Semiring::add(sum, spmspv_term<Semiring, T>(A.values(e), x.values(p)))
                  : spmspv_first_term<Semiring, T>(A.values(e), x.values(p));
      any = true;
    }
    if (!any) return;
    if constexpr (!is_pattern_v<T>) sums(i) = met ? Semiring::add(static_cast<T>(sums(i)), sum) : sum;
    met = true;
  }
};

/// The rows whose flag is set, in their order: before(i) of them come before row i.
template <class Exec, class Flags, class Before, class Sums, class Y>
ARAIOS_NOT_INLINED void copy_met_rows(Exec const& exec, Flags const& flags, Before const& before, Sums const& sums,
                                      Y const& y) {
  Kokkos::parallel_for(
      "Araios::spmspv::fill", range(exec, flags.extent(0)), KOKKOS_LAMBDA(std::int64_t i) {
        if (flags(i) == 0) return;
        y.indices(before(i)) = static_cast<typename Before::value_type>(i);
        y.values(before(i)) = sums(i);
      });
}

/// A work item for each row: nothing is written for an entry. positions(j) is the entry of x at index j, or -1.
template <class T, SemiringType Semiring, class Exec, class Matrix, class X, class Positions, class Space>
auto multiply_each_row(Exec const& exec, Matrix const& A, X const& x, Positions const& positions,
                       Workspace<Space>& workspace) {
  using O = typename Positions::value_type;
  using Flags = Kokkos::View<unsigned char*, Space>;
  using Sums = Araios::ValuesViewOf<T, Space>;
  auto const m = static_cast<std::int64_t>(A.num_rows());
  auto const flags = workspace.template take<Flags>(exec, m);
  auto const sums = workspace.template take_values<Sums>(exec, m);
  auto const before = workspace.template take<Positions>(exec, m + 1);
  Kokkos::parallel_for("Araios::spmspv::products", dynamic_range(exec, m),
                       SumMetRows<Semiring, Matrix, X, Positions, Flags, Sums>{A, x, positions, flags, sums});
  exclusive_scan(exec, flags, before, {}, workspace);
  auto const nnz =
      static_cast<std::int64_t>(read_back(exec, before, m, "Araios::spmspv: the number of entries is on the host"));
  auto const y = allocate_sparse_vector<T, O>(exec, "Araios::spmspv", nnz);
  copy_met_rows(exec, flags, before, sums, y);
  return SparseVector<T, O, Space>(m, y);
}

/// Balanced by entries, and by products, whatever the lengths of the rows.
template <class T, SemiringType Semiring, class Exec, class Matrix, class X, class Positions, class Space>
auto multiply_entries(Exec const& exec, Matrix const& A, X const& x, Positions const& positions,
                      Workspace<Space>& workspace) {
  using O = typename Positions::value_type;
  using Before = Kokkos::View<std::remove_const_t<typename Matrix::Offset>*, Space>;
  using Products = Araios::ValuesViewOf<T, Space>;
  auto const nnz = static_cast<std::int64_t>(A.nnz());
  auto const before = workspace.template take<Before>(exec, nnz + 1);
  exclusive_scan(exec, MeetsEntry<decltype(A.entries), Positions>{A.entries, positions}, before, {}, workspace);
  auto const count =
      static_cast<std::int64_t>(read_back(exec, before, nnz, "Araios::spmspv: the number of products is on the host"));
  if (count == 0)
    return SparseVector<T, O, Space>(A.num_rows(), allocate_sparse_vector<T, O>(exec, "Araios::spmspv", 0));
  auto const rows = workspace.template take<Positions>(exec, count);
  auto const products = workspace.template take_values<Products>(exec, count);
  visit_segments(exec, "Araios::spmspv::products", A.row_map, nnz,
                 MultiplyMet<Semiring, Matrix, X, Positions, Before, Positions, Products>{A, x, positions, before, rows,
                                                                                          products});
  return sum_rows<Semiring>(exec, A.num_rows(), rows, products, workspace);
}

}  // namespace Araios::Impl::spmspv
