// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Products of entries of A and x, and their sums, where the products of a row are neighbours.

#include <Araios/core/execution.hpp>
#include <Araios/core/kokkos_compat.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/pattern.hpp>
#include <Araios/core/read_back.hpp>
#include <Araios/core/semiring.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/sparse_vector.hpp>
#include <Araios/operations/spmspv/reduce_runs.hpp>
#include <Araios/operations/spmv/core.hpp>
#include <Araios/primitives/scan.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

namespace Araios::Impl::spmspv {

/// a times x in T; a Pattern is the one of the semiring, on either side.
template <SemiringType Semiring, class T, class A, class X>
KOKKOS_INLINE_FUNCTION T spmspv_term(A const& a, X const& x) {
  if constexpr (is_pattern_v<T>)
    return {};
  else if constexpr (is_pattern_v<X>)
    if constexpr (is_pattern_v<A>)
      return Semiring::template one<T>();
    else
      return Semiring::times_one(static_cast<T>(a));
  else
    return spmv::spmv_term<Semiring, T>(a, x);
}

/// The first term of a sum. A sum begins with the zero of the semiring, also that of one product; Plus alone would lose
/// the sign of -0.0.
template <SemiringType Semiring, class T, class A, class X>
KOKKOS_INLINE_FUNCTION T spmspv_first_term(A const& a, X const& x) {
  if constexpr (is_pattern_v<T> || std::is_same_v<typename Semiring::monoid, Plus>)
    return spmspv_term<Semiring, T>(a, x);
  else
    return Semiring::add(Semiring::template zero<T>(), spmspv_term<Semiring, T>(a, x));
}

/// 1 where a row differs from the one before it.
template <class Rows>
struct RowHeads {
  Rows rows;
  KOKKOS_FUNCTION int operator()(std::int64_t q) const { return q == 0 || rows(q) != rows(q - 1); }
  KOKKOS_FUNCTION std::int64_t extent(int) const { return static_cast<std::int64_t>(rows.extent(0)); }
};

/// The run of a product, from the number of runs that begin before each product.
template <class Before>
struct RunOf {
  Before before;
  KOKKOS_FUNCTION auto operator()(std::int64_t q) const { return before(q + 1) - 1; }
};

/// indices(r) := the row of run r.
template <class Exec, class Rows, class Before, class Indices>
ARAIOS_NOT_INLINED void fill_run_rows(Exec const& exec, Rows const& rows, Before const& before,
                                      Indices const& indices) {
  RowHeads<Rows> const heads{rows};
  Kokkos::parallel_for(
      "Araios::spmspv::indices", range(exec, rows.extent(0)), KOKKOS_LAMBDA(std::int64_t q) {
        if (heads(q)) indices(before(q)) = rows(q);
      });
}

/// y := the sums of the products of each row. Equal rows are neighbours, and products are at least one.
template <SemiringType Semiring, class Exec, class Rows, class Products, class Space>
auto sum_rows(Exec const& exec, std::int64_t num_rows, Rows const& rows, Products const& products,
              Workspace<Space>& workspace) {
  using Scalar = typename Products::value_type;
  using O = typename Rows::value_type;
  auto const count = static_cast<std::int64_t>(rows.extent(0));
  auto const before = workspace.template take<Rows>(exec, count + 1);
  exclusive_scan(exec, RowHeads<Rows>{rows}, before, {}, workspace);
  auto const nnz =
      static_cast<std::int64_t>(read_back(exec, before, count, "Araios::spmspv: the number of entries is on the host"));
  auto const y = allocate_sparse_vector<Scalar, O>(exec, "Araios::spmspv", nnz);
  fill_run_rows(exec, rows, before, y.indices);
  if constexpr (!is_pattern_v<Scalar>)
    reduce_runs<Semiring, O>(exec, "Araios::spmspv::sum", count, RunOf<Rows>{before}, products, y.values, workspace);
  return SparseVector<Scalar, O, Space>(num_rows, y);
}

}  // namespace Araios::Impl::spmspv
