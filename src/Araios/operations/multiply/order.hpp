// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The order of the second factor of SpGEMM, which the analysis checks: its rows must be sorted, without duplicates.
///
/// A search in a row of B, and a list of columns that is merged or read backward, would else go wrong without a word;
/// the check reads each index once. Bytes: B's entries and row_map.

#include <Araios/core/checks.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/formats/validate/compressed.hpp>
#include <Araios/operations/multiply/problem.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>

namespace Araios::Impl::multiply {

/// Sums to 0 where all rows are sorted without duplicates: entries that are not greater than the one before them, less
/// those of them that begin a row. Balanced for rows of any length.
template <class B>
struct CountDescents {
  B b;
  KOKKOS_FUNCTION void operator()(std::int64_t i, std::int64_t& descents) const {
    if (i > 0 && i < static_cast<std::int64_t>(b.nnz())) descents += is_descent(i);
    if (i < static_cast<std::int64_t>(b.num_rows())) {
      auto const begin = static_cast<std::int64_t>(b.row_map(i));
      if (begin > 0 && begin < static_cast<std::int64_t>(b.row_map(i + 1))) descents -= is_descent(begin);
    }
  }
  KOKKOS_FUNCTION bool is_descent(std::int64_t p) const { return b.entries(p - 1) >= b.entries(p); }
};

/// result() := the sum of CountDescents.
template <class Exec, class B, class Result>
void count_descents(Exec const& exec, B const& b, Result const& result) {
  std::int64_t const items = std::max<std::int64_t>(b.nnz(), b.num_rows());
  Kokkos::parallel_reduce("Araios::multiply::check", range(exec, items), CountDescents<B>{b}, result);
}

/// Throws, naming the first entry that is out of order.
template <class Exec, class B>
void refuse_unsorted(Exec const& exec, B const& b) {
  if (auto const fault = find_fault(exec, b, {.order = Order::strict}))
    check(false, "Araios::multiply: second factor: ", fault->sentence,
          "; its rows must be sorted, without duplicates (see sum_duplicates)");
}

}  // namespace Araios::Impl::multiply
