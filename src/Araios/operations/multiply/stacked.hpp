// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// C or A B, of Boolean matrices, as one product: [I A] times C above B.
///
/// So the entries of C are products like all others: neither A B nor its union with C is made of its own. Bytes: [I A]
/// is written and read, an index for each entry of A and for each row, and 8 for each row; C and B are read where they
/// are.

#include <Araios/core/execution.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/formats/validate/compressed.hpp>
#include <Araios/operations/multiply/order.hpp>
#include <Araios/operations/multiply/problem.hpp>
#include <Araios/primitives/visit_segments.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <limits>

namespace Araios::Impl::multiply {

/// The rows of C, and below them those of B. Both have as many columns.
template <class C, class B>
struct StackedRows {
  using Ordinal = typename B::Ordinal;

  struct RowMap {
    C upper;
    B lower;
    KOKKOS_FUNCTION std::int64_t operator()(std::int64_t i) const {
      std::int64_t const rows = upper.num_rows();
      return i < rows ? static_cast<std::int64_t>(upper.row_map(i))
                      : static_cast<std::int64_t>(upper.nnz()) + static_cast<std::int64_t>(lower.row_map(i - rows));
    }
  };
  struct Entries {
    using non_const_value_type = Ordinal;  // as of a View, for searches
    decltype(C::entries) upper;
    decltype(B::entries) lower;
    KOKKOS_FUNCTION Ordinal operator()(std::int64_t p) const {
      auto const of_upper = static_cast<std::int64_t>(upper.extent(0));
      return p < of_upper ? upper(p) : lower(p - of_upper);
    }
  };

  RowMap row_map;
  Entries entries;

  StackedRows(C const& upper, B const& lower) : row_map{upper, lower}, entries{upper.entries, lower.entries} {}

  KOKKOS_FUNCTION std::int64_t num_rows() const {
    return static_cast<std::int64_t>(row_map.upper.num_rows()) + row_map.lower.num_rows();
  }
  KOKKOS_FUNCTION std::int64_t num_cols() const { return row_map.lower.num_cols(); }
  KOKKOS_FUNCTION std::int64_t nnz() const {
    return static_cast<std::int64_t>(row_map.upper.nnz()) + static_cast<std::int64_t>(row_map.lower.nnz());
  }
};

/// Throws, naming the first entry that is out of order.
template <class Exec, class C, class B>
void refuse_unsorted(Exec const& exec, StackedRows<C, B> const& stacked) {
  if (auto const fault = find_fault(exec, stacked.row_map.upper, {.order = Order::strict}))
    check(false, "Araios::multiply_add: C: ", fault->sentence,
          "; its rows must be sorted, without duplicates (see sum_duplicates)");
  refuse_unsorted(exec, stacked.row_map.lower);
}

/// Where row i of [I A] begins, and its entry of I.
template <class A, class RowMap, class Entries>
struct BeginRowOfBoth {
  A a;
  RowMap row_map;
  Entries entries;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    row_map(i) = static_cast<std::int64_t>(a.row_map(i)) + i;
    if (i < static_cast<std::int64_t>(a.num_rows())) entries(row_map(i)) = static_cast<typename A::Ordinal>(i);
  }
};

/// Entry p of A, in row i, after i + 1 entries of I.
template <class A, class Entries>
struct PutBesideIdentity {
  A a;
  Entries entries;
  KOKKOS_FUNCTION void operator()(std::int64_t i, std::int64_t p) const {
    entries(p + i + 1) = static_cast<typename A::Ordinal>(a.entries(p) + a.num_rows());
  }
};

/// [I A], in the workspace.
template <class Exec, class A, class Space>
auto put_beside_identity(Exec const& exec, A const& a, Workspace<Space>& workspace) {
  using Ordinal = typename A::Ordinal;
  using RowMap = Kokkos::View<std::int64_t*, Space>;
  using Entries = Kokkos::View<Ordinal*, Space>;
  std::int64_t const m = a.num_rows(), nnz = a.nnz();
  auto const row_map = workspace.template take<RowMap>(exec, m + 1);
  auto const entries = workspace.template take<Entries>(exec, nnz + m);
  Kokkos::parallel_for("Araios::multiply::identity", range(exec, m + 1),
                       BeginRowOfBoth<A, RowMap, Entries>{a, row_map, entries});
  visit_segments(exec, "Araios::multiply::beside", a.row_map, nnz, PutBesideIdentity<A, Entries>{a, entries});
  return CsrMatrix<Pattern, Ordinal, std::int64_t, Space>(m, m + a.num_cols(), row_map, entries);
}

/// Whether C or A B is made as one product: where A B has at least as many products as C has entries if the columns of
/// A are spread evenly, and an Ordinal counts the columns of [I A].
template <class C, class A, class B>
bool is_one_product(C const& c, A const& a, B const& b) {
  using Ordinal = typename B::Ordinal;
  auto const columns = static_cast<std::int64_t>(a.num_rows()) + a.num_cols();
  if (b.num_rows() == 0 || columns > static_cast<std::int64_t>(std::numeric_limits<Ordinal>::max())) return false;
  double const products =
      static_cast<double>(a.nnz()) * static_cast<double>(b.nnz()) / static_cast<double>(b.num_rows());
  return products > 0 && static_cast<double>(c.nnz()) <= products;
}

}  // namespace Araios::Impl::multiply
