// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// What C := A A must be, by definition, in long double: rows of it in every entry, and weighted sums of all rows.

#include "harness/product_case.hpp"

#include <Araios/core/execution.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/formats/csr.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

namespace Araios::Perf {

/// Row rows(r) of C has the columns entries(row_map(r)) .. entries(row_map(r + 1) - 1), ascending. Of patterns the
/// arrays of values and sums are empty.
template <class Space>
struct MultiplyReference {
  Kokkos::View<int*, Space> rows;
  Kokkos::View<std::int64_t*, Space> row_map;
  Kokkos::View<int*, Space> entries;
  Reference<Space> values;
  /// C w for a vector w of random numbers.
  Kokkos::View<double*, Space> weights;
  Reference<Space> sums;
};

namespace Detail {

/// Rows of C that one thread of the host makes.
struct RowsByDefinition {
  std::vector<std::int64_t> lengths;
  std::vector<int> columns;
  std::vector<double> values, bounds;
};

/// A row: its products listed, sorted by column, and summed.
template <class Matrix>
void row_by_definition(Matrix const& A, int i, std::vector<std::pair<int, Exact>>& products, RowsByDefinition& rows) {
  using Scalar = typename Matrix::Scalar;
  products.clear();
  for (int p = A.row_map(i); p < A.row_map(i + 1); ++p)
    for (int q = A.row_map(A.entries(p)); q < A.row_map(A.entries(p) + 1); ++q)
      products.emplace_back(A.entries(q), Exact::of(A.values(p)) * Exact::of(A.values(q)));
  std::sort(products.begin(), products.end(), [](auto const& a, auto const& b) { return a.first < b.first; });
  std::size_t const before = rows.columns.size();
  for (std::size_t k = 0; k < products.size();) {
    int const column = products[k].first;
    ExactSum exact;
    for (; k < products.size() && products[k].first == column; ++k) exact.add(products[k].second);
    rows.columns.push_back(column);
    if constexpr (!is_pattern_v<Scalar>) {
      rows.values.push_back(static_cast<double>(exact.sum.real));
      rows.bounds.push_back(bound_of<Scalar>(exact));
    }
  }
  rows.lengths.push_back(static_cast<std::int64_t>(rows.columns.size() - before));
}

/// Every `step`-th row of C.
template <class Matrix>
std::vector<RowsByDefinition> rows_by_definition(Matrix const& A, std::int64_t step) {
  Host const host;
  std::int64_t const count = (std::int64_t(A.num_rows()) + step - 1) / step;
  std::int64_t const parts = std::min(count, std::int64_t(16) * host.concurrency());
  std::vector<RowsByDefinition> rows(static_cast<std::size_t>(parts));
  auto* const all = rows.data();
  Kokkos::parallel_for("Araios::Perf::rows_by_definition", Araios::range(host, parts), [=](std::int64_t part) {
    std::vector<std::pair<int, Exact>> products;
    for (std::int64_t r = count * part / parts; r < count * (part + 1) / parts; ++r)
      row_by_definition(A, static_cast<int>(r * step), products, all[part]);
  });
  host.fence();
  return rows;
}

/// C w by two products with a vector, each row with the bound of its sum of sums.
template <class Matrix, class Weights>
Reference<Kokkos::HostSpace> sums_by_definition(Matrix const& A, Weights const& weights) {
  using Scalar = typename Matrix::Scalar;
  Host const host;
  using View = Kokkos::View<double*, Kokkos::HostSpace>;
  auto const y = allocate<View>(host, "Araios::Perf::reference", A.num_rows());
  auto const sizes = allocate<View>(host, "Araios::Perf::reference", A.num_rows());
  auto const squares = allocate<View>(host, "Araios::Perf::reference", A.num_rows());
  Kokkos::parallel_for("Araios::Perf::sums_by_definition", Araios::range(host, A.num_rows()), [=](std::int64_t i) {
    ExactSum exact;
    for (int p = A.row_map(i); p < A.row_map(i + 1); ++p)
      exact.add(Exact::of(A.values(p)) * Exact::of(weights(A.entries(p))));
    y(i) = static_cast<double>(exact.sum.real);
    sizes(i) = static_cast<double>(exact.size);
    squares(i) = static_cast<double>(exact.squares);
  });
  auto const sums = allocate_reference<Scalar>(A.num_rows());
  Kokkos::parallel_for("Araios::Perf::sums_by_definition", Araios::range(host, A.num_rows()), [=](std::int64_t i) {
    ExactSum exact;
    for (int p = A.row_map(i); p < A.row_map(i + 1); ++p) {
      int const k = A.entries(p);
      exact.sum.real += Exact::of(A.values(p)).real * y(k);
      long double const size = Exact::of(A.values(p)).size();
      exact.size += size * sizes(k);
      exact.squares += size * size * squares(k);
      // A rounding for each product, one for each addition of a sum of C, and y is rounded.
      exact.count += 2 * (A.row_map(k + 1) - A.row_map(k)) + 2;
    }
    store<Scalar>(sums, i, exact);
  });
  host.fence();
  return sums;
}

template <class T>
Kokkos::View<T*, Kokkos::HostSpace> gathered(std::vector<RowsByDefinition> const& rows,
                                             std::vector<T> RowsByDefinition::* array) {
  std::size_t length = 0;
  for (auto const& part : rows) length += (part.*array).size();
  auto const view = allocate<Kokkos::View<T*, Kokkos::HostSpace>>(Host(), "Araios::Perf::reference",
                                                                  static_cast<std::int64_t>(length));
  T* next = view.data();
  for (auto const& part : rows) next = std::copy((part.*array).begin(), (part.*array).end(), next);
  return view;
}

}  // namespace Detail

/// The rows that are listed have about `limit` products, or are all.
template <class Scalar>
MultiplyReference<Kokkos::HostSpace> multiply_by_definition(CsrMatrix<Scalar, int, int, Kokkos::HostSpace> const& A,
                                                            std::int64_t products, std::int64_t limit) {
  using Space = Kokkos::HostSpace;
  Host const host;
  MultiplyReference<Space> result;
  std::int64_t const step = std::max<std::int64_t>(1, (products + limit - 1) / limit);
  {
    auto const rows = Detail::rows_by_definition(A, step);
    auto const lengths = Detail::gathered(rows, &Detail::RowsByDefinition::lengths);
    auto const count = static_cast<std::int64_t>(lengths.extent(0));
    result.rows = allocate<Kokkos::View<int*, Space>>(host, "Araios::Perf::reference", count);
    result.row_map = allocate<Kokkos::View<std::int64_t*, Space>>(host, "Araios::Perf::reference", count + 1);
    result.row_map(0) = 0;
    for (std::int64_t r = 0; r < count; ++r) {
      result.rows(r) = static_cast<int>(r * step);
      result.row_map(r + 1) = result.row_map(r) + lengths(r);
    }
    result.entries = Detail::gathered(rows, &Detail::RowsByDefinition::columns);
    result.values.real = Detail::gathered(rows, &Detail::RowsByDefinition::values);
    result.values.bound = Detail::gathered(rows, &Detail::RowsByDefinition::bounds);
  }
  if constexpr (!is_pattern_v<Scalar>) {
    result.weights = Detail::random_vector<double>(A.num_cols(), 2);
    result.sums = Detail::sums_by_definition(A, result.weights);
  }
  return result;
}

/// The reference in the memory space Space.
template <class Space>
MultiplyReference<Space> reference_on(MultiplyReference<Kokkos::HostSpace> const& reference) {
  auto const copy = [](auto const& view) {
    using Copy = Kokkos::View<typename std::remove_cvref_t<decltype(view)>::non_const_value_type*, Space>;
    return view.extent(0) == 0 ? Copy() : Copy(Kokkos::create_mirror_view_and_copy(Space(), view));
  };
  auto const copy_reference = [&](Reference<Kokkos::HostSpace> const& from) {
    return Reference<Space>{copy(from.real), copy(from.imaginary), copy(from.bound)};
  };
  return {copy(reference.rows),    copy(reference.row_map),
          copy(reference.entries), copy_reference(reference.values),
          copy(reference.weights), copy_reference(reference.sums)};
}

}  // namespace Araios::Perf
